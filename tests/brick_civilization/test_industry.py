"""Promotions in towers and milling (BRC-157 to BRC-167)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Pawn, Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    build,
    cargo,
    cell,
    flat,
    goods_of,
    idle_to,
    idle_until,
    march,
    piece,
    prompt,
    pull,
    scene,
    store,
    warrior,
    worker,
)

RIVER = ["~~........"] * 8  # the two western columns are a river
TOWER = piece("tower", 2, 2)


def types(p: Position, seat: int, count: int) -> list[Pawn]:
    """The types of a player's first pawns."""
    return [Pawn(int(p.record.pawn[seat][slot])) for slot in range(count)]


def garrison(*pawns: dict, towers: tuple[dict, ...] = (TOWER,), **more: object) -> Position:
    """Player 0 with these pawns at the beginning of the income step."""
    settings: dict = {"stage": "income", **more}
    return scene(flat(8, 8), pawns={0: list(pawns), 1: [worker(7, 7, fish=2)]}, structures=list(towers), **settings)


# ------------------------------------------------------------------------------------------------ promotions
@pytest.mark.rule("BRC-157")
@pytest.mark.parametrize(("answer", "becomes"), [("yes", Pawn.WARRIOR), ("end", Pawn.WORKER)])
def test_a_worker_in_a_tower_may_be_promoted_in_the_next_gather(answer, becomes):
    """It walks into the tower in Move of round 5 and is asked in Gather of round 6; nothing is paid."""
    p = garrison(worker(4, 2, fish=2), stage="move", round_number=5)
    march(p, (3, 2)).play("end")
    idle_to(p, Prompt.PROMOTE, 0)
    assert p.record.round_number == 6
    p.play(answer)
    assert types(p, 0, 1) == [becomes]
    assert goods_of(p, 0) == {"fish": 1}
    assert prompt(p) != (0, Prompt.PROMOTE)


@pytest.mark.rule("BRC-157")
def test_a_worker_beside_a_tower_or_in_a_gate_is_not_promoted():
    """Nobody is asked for a worker outside the tower, for one in a gate, or for a warrior in the tower."""
    gate = piece("gate_row_wood", 6, 2)
    p = garrison(worker(4, 2), worker(6, 2), warrior(2, 2), towers=(TOWER, gate))
    assert prompt(p) == (0, Prompt.LOGISTICS)


@pytest.mark.rule("BRC-158")
def test_a_tower_promotes_one_worker_a_round():
    """Two workers in one tower: after one promotion nobody is asked again [E12]."""
    p = garrison(worker(2, 2), worker(2, 2)).play("yes")
    assert prompt(p) == (0, Prompt.LOGISTICS)
    assert types(p, 0, 2) == [Pawn.WARRIOR, Pawn.WORKER]


@pytest.mark.rule("BRC-158")
def test_two_towers_promote_two_workers():
    """One for each tower; declining one leaves the other."""
    towers = (TOWER, piece("tower", 5, 5))
    p = garrison(worker(2, 2), worker(5, 5), towers=towers).play("yes")
    assert prompt(p) == (0, Prompt.PROMOTE)
    assert types(p.play("yes"), 0, 2) == [Pawn.WARRIOR, Pawn.WARRIOR]


@pytest.mark.rule("BRC-159")
def test_a_new_warrior_gives_no_action_yet():
    """One warrior and one worker in a tower: two actions before and after the promotion, three in the next Gather [E11]."""
    p = garrison(warrior(2, 2, fish=2), worker(2, 2, fish=2))
    assert (prompt(p), p.record.actions[0]) == ((0, Prompt.PROMOTE), 2)
    p.play("yes")
    assert types(p, 0, 2) == [Pawn.WARRIOR, Pawn.WARRIOR]
    assert p.record.actions[0] == 2
    idle_to(p, Prompt.LOGISTICS, 0, 4)
    assert p.record.actions[0] == 3


@pytest.mark.rule("BRC-160")
def test_a_friends_tower_promotes_and_cargo_is_kept():
    """A worker with two wheat in a friend's tower becomes a warrior with two wheat."""
    p = garrison(worker(2, 2, wheat_raw=2), towers=(piece("tower", 2, 2, 1),)).play("yes")
    assert types(p, 0, 1) == [Pawn.WARRIOR]
    assert cargo(p, 0, 0) == {"wheat_raw": 2}
    assert p.record.struct_owner[0] == 1


@pytest.mark.rule("BRC-160")
def test_the_lowest_slot_in_the_tower_is_promoted():
    """Slot 0 stands outside, slot 1 is a warrior, so slot 2 is promoted and slot 3 not."""
    p = garrison(worker(5, 5), warrior(2, 2), worker(2, 2), worker(2, 2)).play("yes")
    assert types(p, 0, 4) == [Pawn.WORKER, Pawn.WARRIOR, Pawn.WARRIOR, Pawn.WORKER]


# ------------------------------------------------------------------------------------------------ milling
def milled(at: str = "mill_west", **goods: int) -> dict[str, int]:
    """What a working mill with these goods holds after the income step."""
    p = scene(RIVER, pawns={0: [worker(7, 9)]}, structures=[piece(at, 3, 2, **goods)], stage="income")
    assert prompt(p) == (0, Prompt.LOGISTICS)
    return store(p, 0)


@pytest.mark.rule("BRC-161")
@pytest.mark.parametrize("kind", ["wood", "wheat"])
def test_a_raw_unit_becomes_two_milled_units_in_the_mill(kind):
    """Josephine: one raw wood in the mill is replaced by two milled wood; likewise wheat [E13]."""
    assert milled(**{f"{kind}_raw": 1}) == {f"{kind}_milled": 2}


@pytest.mark.rule("BRC-162")
@pytest.mark.parametrize("goods", [{"wheat_milled": 2}, {"wood_milled": 1}, {"wheat_milled": 1}])
def test_a_unit_is_milled_once(goods):
    """What is milled already stays as it is [E16]."""
    assert milled(**goods) == goods


@pytest.mark.rule("BRC-163")
@pytest.mark.parametrize("goods", [{"wood_raw": 1, "wheat_raw": 1}, {"wood_raw": 1, "wheat_milled": 1}, {"wood_milled": 1, "wheat_raw": 1}])
def test_a_mill_with_wood_and_wheat_mills_nothing(goods):
    """Marquette: a mixture stays unchanged [E14]."""
    assert milled(**goods) == goods


@pytest.mark.rule("BRC-164")
def test_goods_pulled_in_this_gather_are_milled_in_the_next():
    """Raw wood pulled into the mill in Gather 3 is raw in Consume 3 and milled in Gather 4."""
    pawns = {0: [worker(3, 4, wood_raw=1, fish=1)], 1: [worker(7, 9, fish=2)]}
    p = scene(RIVER, pawns=pawns, structures=[piece("mill_west", 3, 2)], stage="logistics")
    pull(p, "structure 0", "wood_raw").play("end")
    idle_until(p, lambda q: q.record.phase == 4)
    assert store(p, 0) == {"wood_raw": 1}
    idle_to(p, Prompt.LOGISTICS, 0, 4)
    assert store(p, 0) == {"wood_milled": 2}


@pytest.mark.rule("BRC-165")
@pytest.mark.parametrize(
    "goods", [{"wood_raw": 2}, {"wood_raw": 1, "wood_milled": 1}, {"wheat_raw": 2}, {"wheat_raw": 1, "wheat_milled": 1}]
)
def test_without_free_room_nothing_is_milled(goods):
    """A full mill has no place for the additional unit [E15]."""
    assert milled(**goods) == goods


@pytest.mark.rule("BRC-166")
@pytest.mark.parametrize(("segments", "works"), [(0, True), (2, True), (3, False)])
def test_a_mill_works_only_beside_an_unfilled_river(segments, works):
    """A pillar that reaches the surface on one stud of the wheel side stops the mill."""
    pillar = {(3, 1): segments} if segments else {}
    p = scene(RIVER, pawns={0: [worker(7, 9)]}, structures=[piece("mill_west", 3, 2, wood_raw=1)], roads=pillar, stage="income")
    assert store(p, 0) == ({"wood_milled": 2} if works else {"wood_raw": 1})


@pytest.mark.rule("BRC-166")
def test_everybodys_mills_work_without_a_question():
    """Two mills of two players mill in the same income step, and nobody is asked."""
    mills = [piece("mill_west", 0, 2, 0, wood_raw=1), piece("mill_west", 4, 2, 1, wheat_raw=1), piece("mill_west", 6, 2, 0, wheat_raw=1)]
    p = scene(RIVER, pawns={0: [worker(7, 9)], 1: [worker(0, 9)]}, structures=mills, stage="income")
    assert prompt(p) == (0, Prompt.LOGISTICS)
    assert [store(p, k) for k in range(3)] == [{"wood_milled": 2}, {"wheat_milled": 2}, {"wheat_milled": 2}]


@pytest.mark.rule("BRC-167")
def test_milled_wood_builds():
    """Eight milled wood build a village."""
    p = scene(flat(9, 9), pawns={0: [worker(4, 4, wood_milled=2)] * 4}, stage="build")
    build(p, "village_row_e", (4, 5))
    assert cell(p, "struct", (4, 6)) == 1
    assert goods_of(p, 0) == {}


@pytest.mark.rule("BRC-167")
def test_milled_wheat_feeds():
    """One milled wheat feeds one pawn."""
    p = scene(flat(9, 9), pawns={0: [worker(4, 4, wheat_milled=1)]}, stage="consume").play("end")
    assert p.record.status[0][0] == 0
    assert types(p, 0, 1) == [Pawn.WORKER]
    assert cargo(p, 0, 0) == {}
