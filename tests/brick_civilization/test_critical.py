"""Rules of critical condition, revival and of goods going to storage at the end of Consume (BRC-363 to BRC-373)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt, Stage
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    cargo,
    critical,
    flat,
    goods_of,
    idle_until,
    in_bed,
    on_board,
    piece,
    place,
    prompt,
    pulls,
    scene,
    store,
    warrior,
    worker,
)

HOME = (1, 1)  # anchor of p0's village


def village(**more) -> dict:
    """p0's village."""
    return piece("village_row_e", *HOME, 0, **more)


def ward(pawns, structures, *, beds, stage: str = "consume", terrain=None, seat: int = 0, **more) -> Position:
    """A Consume turn of p0 with critical pawns of a seat: slot -> (village, due round); it is round 3, the last one."""
    seats = {seat: in_bed(len(pawns[seat]), beds)}
    more.setdefault("rules", {"turn_cap": 3})
    return scene(terrain or flat(7, 9), pawns=pawns, structures=structures, stage=stage, seats=seats, **more)


def dine(p: Position) -> Position:
    """Everybody eats; nobody saves, revives or chooses."""
    return idle_until(p, lambda q: q.over or q.record.stage != Stage.CONSUME)


# ------------------------------------------------------------------------------------------------ revival
@pytest.mark.rule("BRC-363", "BRC-365")
def test_s5_a_due_pawn_is_revived_for_two_food():
    """[S5] 2 food connected to its village: offered, 2 food gone, and the pawn is back in that village."""
    p = ward({0: [warrior(*HOME)]}, [village(fish=1, wheat_raw=2)], beds={0: (0, 3)}).play("end")
    assert prompt(p) == (0, Prompt.REVIVE)
    assert set(p.legal()) == {"yes", "end"}
    p.play("yes")
    assert on_board(p, 0) == [0]
    assert place(p, 0, 0) == HOME
    assert sum(goods_of(p, 0).values()) == 1
    assert p.record.deaths[0] == 0
    assert p.record.pawn[0][0] == 2


@pytest.mark.rule("BRC-363", "BRC-366")
def test_s5_with_one_food_the_revival_is_not_offered():
    """[S5] 1 food connected: the pawn dies without a question, and the food stays."""
    p = ward({0: [worker(*HOME)]}, [village(fish=1)], beds={0: (0, 3)}).play("end")
    assert p.record.prompt != Prompt.REVIVE
    assert p.record.pawn[0][0] == 0
    assert p.record.deaths[0] == 1
    assert goods_of(p, 0) == {"fish": 1}


@pytest.mark.rule("BRC-363")
def test_food_that_is_not_connected_to_the_village_revives_nobody():
    """Two fish in a storehouse far from the village do not help."""
    p = ward({0: [worker(*HOME)]}, [village(), piece("storehouse_row", 5, 5, 0, fish=2)], beds={0: (0, 3)}).play("end")
    assert p.record.deaths[0] == 1
    linked = ward({0: [worker(*HOME)]}, [village(), piece("storehouse_row", 1, 4, 0, fish=2)], beds={0: (0, 3)}).play("end")
    assert prompt(linked) == (0, Prompt.REVIVE)


@pytest.mark.rule("BRC-364")
def test_s4_a_casualty_in_deploy_is_due_in_the_same_round():
    """[S4] p1's worker falls in Deploy of round 3 and may be revived in Consume of round 3."""
    p = scene(
        flat(9, 9),
        pawns={0: [warrior(5, 5, fish=2)], 1: [worker(5, 7)]},
        structures=[piece("village_row_e", 0, 6, 1, fish=2), piece("village_row_e", 0, 0, 0)],
        unfriendly=[(0, 1)],
        stage="deploy",
    )
    p.queue_dice(1).play("pawn 0", "yes", "detachment 0", "yes")
    assert critical(p, 1) == {0: 0}
    assert int(p.record.due[1][0]) == 3
    idle_until(p, lambda q: q.record.prompt == Prompt.REVIVE)
    assert p.seat == 1
    assert p.record.round_number == 3


@pytest.mark.rule("BRC-364")
def test_s4_a_starved_pawn_is_due_in_the_next_round():
    """[S4] Starved in Consume of round 3: no question then, but in Consume of round 4."""
    pawns = {0: [worker(6, 8)], 1: [worker(3, 8, fish=2)]}
    p = ward(pawns, [village(stone=1)], beds={}, rules={}, unfriendly=[(0, 1)]).play("end")
    assert critical(p, 0) == {0: 0}
    assert p.record.prompt != Prompt.REVIVE
    p.record.store[0][2] = 3  # fish for the new pawn and the revival
    idle_until(p, lambda q: q.record.prompt == Prompt.REVIVE)
    assert p.record.round_number == 4
    assert p.seat == 0


@pytest.mark.rule("BRC-364")
def test_a_drowned_pawn_is_due_in_the_next_round():
    """A swimmer at the end of round 3 goes critical and is due in round 4; its cargo is lost."""
    terrain = ["." * 9, "." * 9, "~" * 9, "." * 9, *["." * 9] * 3]
    p = scene(
        terrain,
        pawns={0: [worker(2, 8, stone=2), worker(0, 1)]},
        structures=[piece("village_row_e", 0, 1, 0)],
        stage="round_end",
    )
    assert critical(p, 0) == {0: 0}
    assert int(p.record.due[0][0]) == 4
    assert goods_of(p, 0).get("stone", 0) == 0
    assert p.record.deaths[0] == 0


@pytest.mark.rule("BRC-364", "BRC-366")
def test_a_drowned_pawn_without_a_friendly_village_dies():
    """Nobody to lie with: dead at the end of the round."""
    terrain = ["." * 9, "~" * 9, *["." * 9] * 5]
    p = scene(terrain, pawns={0: [worker(1, 8), worker(3, 1)]}, stage="round_end")
    assert on_board(p, 0) == [1]
    assert p.record.deaths[0] == 1


GUEST = [piece("village_row_e", 1, 1, 1), piece("storehouse_row", 2, 1, 0, fish=2)]  # p1's village, p0's storehouse beside it


@pytest.mark.rule("BRC-363", "BRC-366")
def test_due_pawns_are_asked_for_one_by_one():
    """Two due pawns and 3 food: the first is revived, the second dies unasked; if the first is let go the second is offered."""
    p = ward({0: [worker(*HOME), worker(*HOME)]}, [village(fish=3)], beds={0: (0, 3), 1: (0, 3)}).play("end")
    first = p.clone().play("yes")
    assert first.record.prompt != Prompt.REVIVE
    assert on_board(first, 0) == [0]
    assert first.record.deaths[0] == 1
    assert prompt(p.play("end")) == (0, Prompt.REVIVE)
    assert on_board(p.play("yes"), 0) == [1]


@pytest.mark.rule("BRC-365", "BRC-367")
def test_a_pawn_is_revived_in_the_friends_village_where_it_lay():
    """p0's pawn in p1's village, paid with p0's food connected to it, stands in that village again."""
    p = ward({0: [worker(*HOME)], 1: [worker(6, 8, fish=2)]}, GUEST, beds={0: (0, 3)}).play("end")
    assert prompt(p) == (0, Prompt.REVIVE)
    p.play("yes")
    assert place(p, 0, 0) == HOME
    assert on_board(p, 0) == [0]
    assert goods_of(p, 0) == {}


@pytest.mark.rule("BRC-367")
def test_only_its_controller_may_revive_a_critical_pawn():
    """The host has 4 fish and is never asked; without p0's own food the pawn dies."""
    structures = [piece("village_row_e", 1, 1, 1, fish=4)]
    p = ward({0: [worker(*HOME), worker(6, 0, fish=1)], 1: [worker(*HOME)]}, structures, beds={0: (0, 3)})
    while not p.over and p.record.stage == Stage.CONSUME:
        assert p.record.prompt != Prompt.REVIVE
        p.play("end")
    assert p.record.deaths[0] == 1
    assert goods_of(p, 1) == {"fish": 3}


@pytest.mark.rule("BRC-366")
def test_a_declined_revival_is_a_death():
    """END lets the pawn die: its slot is empty and one death is counted."""
    p = ward({0: [worker(*HOME)]}, [village(fish=4)], beds={0: (0, 3)}).play("end", "end")
    assert p.record.pawn[0][0] == 0
    assert p.record.deaths[0] == 1
    assert goods_of(p, 0) == {"fish": 4}


@pytest.mark.rule("BRC-364", "BRC-366")
def test_a_pawn_that_is_not_due_waits():
    """A pawn due in the next round is neither revived nor dead."""
    p = dine(ward({0: [worker(*HOME)]}, [village(fish=4)], beds={0: (0, 4)}))
    assert critical(p, 0) == {0: 0}
    assert p.record.deaths[0] == 0


@pytest.mark.rule("BRC-367")
def test_critical_pawns_leave_a_host_that_turns_unfriendly():
    """p1 turns against p0: its guest moves to p0's own village with the same deadline, or dies if there is none."""
    for own, expected in (([village()], {0: 1}), ([], {})):
        structures = [piece("village_row_e", 5, 1, 1), *own]
        pawns = {0: [worker(5, 1), worker(6, 8)], 1: [worker(5, 1)]}
        p = ward(pawns, structures, beds={0: (0, 4)}, stage="move").play("change stance to player_1")
        assert critical(p, 0) == expected
        assert p.record.deaths[0] == (0 if own else 1)
        if own:
            assert int(p.record.due[0][0]) == 4


@pytest.mark.rule("BRC-363", "BRC-367")
def test_goods_of_a_village_out_of_control_revive_nobody():
    """The village where the pawn lay has been entered by enemies: its food is frozen."""
    structures = [village(fish=4), piece("village_row_e", 5, 5, 0, fish=0)]
    p = ward({0: [worker(*HOME)], 1: [worker(6, 0, fish=2)]}, structures, beds={0: (0, 3)}, unfriendly=[(0, 1)])
    assert prompt(p.clone().play("end")) == (0, Prompt.REVIVE)
    lost = ward(
        {0: [worker(5, 5)], 1: [worker(*HOME, fish=2)]}, [village(fish=4, lost=1), structures[1]], beds={0: (1, 3)}, unfriendly=[(0, 1)],
        roads=[(r, 4) for r in range(1, 6)],
    )  # fmt: skip
    assert lost.play("end").record.prompt != Prompt.REVIVE


@pytest.mark.rule("BRC-368")
def test_critical_pawns_take_no_storage_room():
    """A village with 3 critical pawns keeps 4 goods, and takes a fourth."""
    three = dict.fromkeys(range(3), (0, 4))
    p = dine(ward({0: [worker(*HOME)] * 3}, [village(stone=4)], beds=three))
    assert store(p, 0) == {"stone": 4}
    q = ward({0: [*[worker(*HOME)] * 3, worker(1, 4, stone=1, fish=1)]}, [village(stone=3)], beds=three)
    assert "stone" in pulls(q, "structure 0")
    assert store(dine(q), 0) == {"stone": 4}


@pytest.mark.rule("BRC-369")
def test_the_living_are_fed_before_revivals():
    """2 pawns and 1 due pawn with 3 food: 2 are eaten, 1 is left, the revival is not offered."""
    p = ward({0: [worker(*HOME)] * 3}, [village(fish=3)], beds={1: (0, 3)}).play("end")
    assert p.record.prompt != Prompt.REVIVE
    assert goods_of(p, 0) == {"fish": 1}
    assert on_board(p, 0) == [0, 2]
    assert p.record.deaths[0] == 1


# ------------------------------------------------------------------------------------------------ storage
def larder(pawns, structures=(), **more) -> Position:
    """The board after Consume of the last round."""
    return dine(scene(more.pop("terrain", flat(7, 9)), pawns=pawns, structures=structures, stage="consume", rules={"turn_cap": 3}, **more))


@pytest.mark.rule("BRC-370")
def test_s1_goods_without_room_in_connected_storage_are_removed():
    """[S1] The village is full with 4 wood; the attached worker eats 1 of its 2 wheat, the other is removed."""
    p = larder({0: [worker(1, 4, wheat_raw=2)]}, [village(wood_raw=4)])
    assert goods_of(p, 0) == {"wood_raw": 4}
    assert on_board(p, 0) == [0]


@pytest.mark.rule("BRC-370", "BRC-371")
def test_connected_goods_go_to_storage():
    """An attached worker keeps nothing when there is room in the village."""
    p = larder({0: [worker(1, 4, fish=1, stone=1)]}, [village()])
    assert cargo(p, 0, 0) == {}
    assert store(p, 0) == {"stone": 1}


@pytest.mark.rule("BRC-371")
def test_s2_an_unattached_pawn_keeps_its_goods():
    """[S2] Far from any storage: the worker eats 1 of 2 fish and keeps the other."""
    p = larder({0: [worker(6, 8, fish=2)]}, [village()])
    assert cargo(p, 0, 0) == {"fish": 1}


@pytest.mark.rule("BRC-370")
def test_forced_storage_fills_villages_then_storehouses_then_mills():
    """One stone with room everywhere goes into the village; with a full village into the storehouse; wood at last into a mill."""
    barn, mill = piece("storehouse_row", 2, 1, 0), piece("mill_north", 3, 1, 0)
    p = larder({0: [worker(1, 4, fish=1, stone=1)]}, [barn, village()])
    assert (store(p, 0), store(p, 1)) == ({}, {"stone": 1})
    q = larder({0: [worker(1, 4, fish=1, stone=1)]}, [barn, village(wood_raw=4)])
    assert (store(q, 0), store(q, 1)) == ({"stone": 1}, {"wood_raw": 4})
    full = piece("storehouse_row", 2, 1, 0, stone=8)
    last = larder({0: [worker(1, 4, fish=1, wood_raw=1)]}, [full, village(stone=4), mill])
    assert store(last, 2) == {"wood_raw": 1}


@pytest.mark.rule("BRC-371")
def test_a_mill_that_takes_no_such_goods_is_no_storage():
    """Beside a lone mill a worker keeps stone, which the mill cannot take, and gives up wood, which it can."""
    p = larder({0: [worker(2, 4, stone=1, fish=1)]}, [piece("mill_north", 2, 2, 0)])
    assert cargo(p, 0, 0) == {"stone": 1}
    q = larder({0: [worker(2, 4, wood_raw=1, fish=1)]}, [piece("mill_north", 2, 2, 0)])
    assert cargo(q, 0, 0) == {}
    assert store(q, 0) == {"wood_raw": 1}


@pytest.mark.rule("BRC-372")
def test_goods_connected_only_to_a_friends_storage_are_removed():
    """p0's stone beside p1's storehouse is removed at the end of Consume; beside an enemy's it stays."""
    barn = [piece("storehouse_row", 2, 2, 1)]
    p = larder({0: [worker(2, 4, fish=1, stone=1)], 1: [worker(6, 8, fish=2)]}, barn)
    assert goods_of(p, 0) == {}
    assert store(p, 0) == {}
    foe = larder({0: [worker(2, 4, fish=1, stone=1)], 1: [worker(6, 8, fish=2)]}, barn, unfriendly=[(0, 1)])
    assert cargo(foe, 0, 0) == {"stone": 1}


@pytest.mark.rule("BRC-373")
def test_the_food_surplus_is_the_food_on_the_board_after_consume():
    """3 wheat and 2 fish in structures and 1 fish on an isolated pawn: surplus 6; stone does not count."""
    barn = piece("storehouse_row", 2, 1, 0, wheat_raw=1, wheat_milled=2, fish=3)
    p = larder({0: [worker(*HOME), worker(6, 8, fish=2)]}, [village(stone=2), barn])
    assert goods_of(p, 0) == {"wheat_raw": 1, "wheat_milled": 2, "fish": 3, "stone": 2}
    assert p.record.surplus[0] == 6
    assert cargo(p, 0, 1) == {"fish": 1}
