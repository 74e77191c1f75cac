"""Rules of goods: kinds, where they lie, whose they are, jobs of workers and the limit of cargo (BRC-084 to BRC-091)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.brick_civilization.variant import DATA, GOODS
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    cargo,
    fished_by,
    flat,
    goods_of,
    idle_until,
    layer,
    march,
    owner,
    piece,
    prompt,
    pulls,
    scene,
    store,
    warrior,
    worker,
)


# ------------------------------------------------------------------------------------------------ kinds
@pytest.mark.rule("BRC-085")
def test_there_are_six_kinds_of_four_resources():
    """Raw and milled wheat and wood, fish and stone; the first three are food."""
    assert GOODS == ("wheat_raw", "wheat_milled", "fish", "wood_raw", "wood_milled", "stone")
    assert [DATA["goods"][good]["food"] for good in GOODS] == [1, 1, 1, 0, 0, 0]
    assert [DATA["goods"][good]["resource"] for good in GOODS] == ["wheat", "wheat", "fish", "wood", "wood", "stone"]


@pytest.mark.rule("BRC-085")
@pytest.mark.parametrize("kind", GOODS)
def test_food_is_wheat_and_fish(kind):
    """A worker with two units of a kind lives through Consume on food and starves on wood and stone."""
    pawns = {0: [worker(2, 2, **{kind: 2})], 1: [worker(4, 4, fish=2)]}
    p = scene(flat(6, 6), pawns=pawns, structures=[piece("village_row_e", 0, 0, owner=0)], stage="consume")
    idle_until(p, lambda q: q.record.phase != 4)
    food = kind in ("wheat_raw", "wheat_milled", "fish")
    assert bool(p.record.status[0, 0]) != food
    if food:
        assert goods_of(p, 0) == {kind: 1}


# ------------------------------------------------------------------------------------------------ places and owners
@pytest.mark.rule("BRC-086")
def test_goods_change_hands_with_the_storehouse():
    """An unfriendly worker walks into an empty storehouse with five goods: they are its player's now."""
    shop = [piece("storehouse_row", 2, 3, owner=1, stone=3, fish=2)]
    p = scene(flat(6, 6), pawns={0: [worker(2, 1)], 1: [worker(5, 5)]}, structures=shop, unfriendly=[(0, 1)])
    assert (goods_of(p, 0), goods_of(p, 1)) == ({}, {"stone": 3, "fish": 2})
    march(p, (2, 3)).play("end")
    assert owner(p, 0) == 0
    assert store(p, 0) == {"stone": 3, "fish": 2}
    assert (goods_of(p, 0), goods_of(p, 1)) == ({"stone": 3, "fish": 2}, {})


@pytest.mark.rule("BRC-086")
def test_goods_travel_with_their_pawn():
    """A worker that walks away takes its cargo along."""
    p = scene(flat(6, 8), pawns={0: [worker(2, 1, stone=1, fish=1)]})
    march(p, (2, 4)).play("end")
    assert cargo(p, 0, 0) == {"stone": 1, "fish": 1}


@pytest.mark.rule("BRC-087")
def test_a_friends_pawn_takes_no_goods():
    """Only own pawns and buildings are destinations."""
    pawns = {0: [worker(2, 1, stone=1), worker(2, 2)], 1: [worker(2, 3)]}
    p = scene(flat(6, 6), pawns=pawns, roads=[(2, 1), (2, 2), (2, 3)], stage="logistics")
    assert pulls(p, "pawn 1") == {"stone"}
    assert {action for action in p.legal() if action.startswith("pawn")} == {"pawn 1"}


@pytest.mark.rule("BRC-088")
def test_income_appears_on_the_worker():
    """A farmer beside its village holds the wheat itself until it is relocated."""
    village = [piece("village_row_e", 2, 1)]
    p = scene(flat(8, 8), pawns={0: [worker(3, 1)]}, structures=village, stage="claims")
    assert prompt(p) == (0, Prompt.LOGISTICS)
    assert cargo(p, 0, 0) == {"wheat_raw": 2}
    assert store(p, 0) == {}


# ------------------------------------------------------------------------------------------------ jobs
@pytest.mark.rule("BRC-089")
@pytest.mark.parametrize("kind", ["worker", "warrior"])
def test_only_workers_cultivate(kind):
    """On a meadow, in a grove, in a quarry and in a boat a warrior gathers nothing."""
    make = {"worker": worker, "warrior": warrior}[kind]
    rows = ["." * 12 for _ in range(10)]
    rows[2], rows[5], rows[8] = "..T.........", "rr..........", "~~~~........"
    heights = ["1" * 12 for _ in range(10)]
    heights[5] = "33" + "1" * 10
    pieces = [piece("quarry_row", 6, 0), piece("canoe", 8, 2)]
    pawns = {0: [make(4, 8), make(2, 2), make(6, 0), make(8, 2)]}
    p = scene(rows, heights, pawns=pawns, structures=pieces, stage="claims")
    gathered = [cargo(p, 0, slot) for slot in range(4)]
    assert gathered == ([{"wheat_raw": 2}, {"wood_raw": 1}, {"stone": 1}, {"fish": 2}] if kind == "worker" else [{}] * 4)


@pytest.mark.rule("BRC-090")
def test_a_worker_in_a_lakeside_village_fishes_and_does_not_farm():
    """Two fish and no wheat, although grass lies around."""
    rows = ["~~~~~~~~", *flat(7, 8)]
    p = scene(rows, pawns={0: [worker(1, 2)]}, structures=[piece("village_row_e", 1, 2)], stage="claims")
    assert cargo(p, 0, 0) == {"fish": 2}
    assert not layer(p, "field").any()


@pytest.mark.rule("BRC-090")
@pytest.mark.parametrize(
    "thing",
    [
        {"walls": {(1, 2): (1, 0)}},
        {"roads": [(1, 2)]},
        {"structures": [piece("gate_row_wood", 1, 2)]},
        {"structures": [piece("palace_rows", 1, 2, progress=1)]},
    ],
    ids=["wall", "road", "gate", "palace"],
)
def test_elsewhere_a_worker_has_no_job(thing):
    """On a wall, a road on land, in a gate or on a palace site nothing is gathered, water and grass or not."""
    p = scene(["~~~~~~~~", *flat(7, 8)], pawns={0: [worker(1, 2)]}, stage="claims", **thing)
    assert cargo(p, 0, 0) == {}
    assert not layer(p, "field").any()
    assert not layer(p, "fished").any()


@pytest.mark.rule("BRC-090")
def test_a_swimmer_has_no_job():
    """A worker in the water beside grass gathers nothing."""
    p = scene(["~~~~~~~~", *flat(7, 8)], pawns={0: [worker(0, 2)]}, stage="claims")
    assert cargo(p, 0, 0) == {}


@pytest.mark.rule("BRC-090")
def test_a_worker_in_a_village_without_water_gathers_nothing():
    """A village is a fishing place only."""
    p = scene(flat(8, 8), pawns={0: [worker(1, 2)]}, structures=[piece("village_row_e", 1, 2)], stage="claims")
    assert cargo(p, 0, 0) == {}


# ------------------------------------------------------------------------------------------------ the limit of cargo
def pond_fisher(**carried: int) -> Position:
    """A fisher in a boat on a pond of its own, after its income."""
    rows = ["........", "..~~....", "..~~....", *flat(5, 8)]
    return scene(rows, pawns={0: [worker(1, 2, **carried)]}, structures=[piece("canoe", 1, 2)], stage="claims")


@pytest.mark.rule("BRC-091")
def test_a_pawn_may_hold_more_than_two_units_until_its_turn_ends():
    """An isolated fisher with 2 fish: 4 after income, 2 after the relocation, 2 removed."""
    p = pond_fisher(fish=2)
    assert prompt(p) == (0, Prompt.LOGISTICS)
    assert fished_by(p, 0, 0)
    assert cargo(p, 0, 0) == {"fish": 4}
    p.play("end")
    assert cargo(p, 0, 0) == {"fish": 2}
    assert goods_of(p, 0) == {"fish": 2}


@pytest.mark.rule("BRC-091")
def test_the_excess_is_shed_in_the_order_of_hauling():
    """Stone goes before wood and wood before food: of a stone, a wood and two fish the fish are kept."""
    p = pond_fisher(stone=1, wood_raw=1)
    assert cargo(p, 0, 0) == {"stone": 1, "wood_raw": 1, "fish": 2}
    p.play("end")
    assert cargo(p, 0, 0) == {"fish": 2}


@pytest.mark.rule("BRC-091")
def test_the_excess_goes_to_connected_storage_first():
    """A farmer with two fish beside its village: nothing is lost."""
    village = [piece("village_row_e", 2, 1)]
    p = scene(flat(8, 8), pawns={0: [worker(3, 1, fish=2)]}, structures=village, stage="claims")
    assert cargo(p, 0, 0) == {"fish": 2, "wheat_raw": 2}
    p.play("end")
    assert goods_of(p, 0) == {"fish": 2, "wheat_raw": 2}
    assert sum(cargo(p, 0, 0).values()) == 2
    assert sum(store(p, 0).values()) == 2


@pytest.mark.rule("BRC-091")
def test_the_limit_binds_each_player_at_the_end_of_its_own_turn():
    """The second player's fisher keeps its four fish until its own relocation is over."""
    rows = ["........", "..~~....", "..~~....", *flat(5, 8)]
    pawns = {0: [worker(7, 7)], 1: [worker(1, 2, fish=2)]}
    p = scene(rows, pawns=pawns, structures=[piece("canoe", 1, 2, owner=1)], stage="claims")
    p.play("end")
    assert prompt(p) == (1, Prompt.LOGISTICS)
    assert cargo(p, 1, 0) == {"fish": 4}
    p.play("end")
    assert cargo(p, 1, 0) == {"fish": 2}
