"""Rules of Populate: one pawn per village, warriors for food, and where new pawns stand (BRC-374 to BRC-381)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    flat,
    go,
    goods_of,
    idle_until,
    offered,
    on_board,
    owner,
    piece,
    place,
    prompt,
    scene,
    store,
    targets,
    warrior,
    worker,
)

HOME = (2, 2)  # anchor of p0's village, which covers (2, 2), (2, 3), (2, 4)
BESIDE = {(1, 2), (1, 3), (1, 4), (3, 2), (3, 3), (3, 4), (2, 1), (2, 5)}


def village(owner: int = 0, at: Stud = HOME, **more) -> dict:
    """A village in a row."""
    return piece("village_row_e", *at, owner, **more)


def nursery(structures=(), pawns=None, *, terrain=None, heights=1, home=None, **more) -> Position:
    """p0's Populate in the last round."""
    more.setdefault("rules", {"turn_cap": 3})
    structures = [home or village(), *structures]
    return scene(terrain or flat(7, 8), heights, pawns=pawns or {0: [worker(*HOME)]}, structures=structures, stage="populate", **more)


def cradles(*scenery, **more) -> set[Stud]:
    """Where the first village may put a worker."""
    return targets(nursery(*scenery, **more).play("raise worker"))


# ------------------------------------------------------------------------------------------------ who
@pytest.mark.rule("BRC-374")
def test_p1_a_village_makes_exactly_one_pawn_which_cannot_be_declined():
    """[P1] The choice of kind offers no END, and after the placement the village is done."""
    p = nursery()
    assert prompt(p) == (0, Prompt.POP_KIND)
    assert "end" not in p.legal()
    p.play("raise worker")
    assert prompt(p) == (0, Prompt.POP_CELL)
    assert "end" not in p.legal()
    go(p, HOME)
    assert on_board(p, 0) == [0, 1]
    assert p.over  # nobody else has a village


@pytest.mark.rule("BRC-374", "BRC-381")
def test_three_villages_make_three_pawns_in_their_order():
    """A player with 3 villages gets 3 pawns; villages act by their number."""
    p = nursery([village(0, (4, 5)), village(0, (6, 0))], terrain=flat(8, 9))
    order = []
    while p.record.prompt == Prompt.POP_KIND:
        p.play("raise worker")
        order.append(int(p.record.village) - 1)
        p.play("target +0 +0")
    assert order == [0, 1, 2]
    assert [place(p, 0, k) for k in (1, 2, 3)] == [HOME, (4, 5), (6, 0)]


@pytest.mark.rule("BRC-374")
def test_a_village_out_of_control_makes_no_pawn():
    """Enemies alone in the village: nothing is born there."""
    p = nursery(pawns={0: [worker(6, 7)], 1: [warrior(*HOME)]}, home=village(lost=1), unfriendly=[(0, 1)])
    assert p.over
    assert on_board(p, 0) == [0]


@pytest.mark.rule("BRC-375")
@pytest.mark.parametrize(("food", "kinds"), [(3, {"worker"}), (4, {"worker", "warrior"})])
def test_p2_a_warrior_costs_four_food(food, kinds):
    """[P2] With 3 food connected the warrior is masked; with 4 it is legal and all 4 are gone."""
    p = nursery(home=village(wheat_raw=1, fish=food - 1))
    assert set(offered(p, "raise ")) == kinds
    if "warrior" in kinds:
        go(p.play("raise warrior"), HOME)
        assert goods_of(p, 0) == {}
        assert p.record.pawn[0][1] == 2


@pytest.mark.rule("BRC-375")
def test_a_worker_costs_nothing():
    """By default the new pawn is a worker, free of charge."""
    p = nursery(home=village(fish=4))
    go(p.play("raise worker"), HOME)
    assert goods_of(p, 0) == {"fish": 4}
    assert p.record.pawn[0][1] == 1


@pytest.mark.rule("BRC-375")
def test_two_warriors_cost_eight_food():
    """Two villages, two warriors: 8 food; with 7 the second is a worker."""
    for food, kinds in ((8, {"worker", "warrior"}), (7, {"worker"})):
        barn = piece("storehouse_row", 3, 2, 0, fish=food)  # touches both villages
        p = nursery([village(0, (4, 2)), barn])
        go(p.play("raise warrior"), HOME)
        assert set(offered(p, "raise ")) == kinds
        if food == 8:
            p.play("raise warrior", "target +0 +0")
            assert goods_of(p, 0) == {}


@pytest.mark.rule("BRC-375")
def test_stone_and_wood_buy_no_warrior():
    """The price is food."""
    assert offered(nursery(home=village(stone=2, wood_raw=2)), "raise ") == ["worker"]


def remote(unfriendly) -> Position:
    """4 wheat in a storehouse at the end of a road, p1's warrior beside the road."""
    return nursery(
        [piece("storehouse_row", 2, 9, 0, wheat_raw=4)],
        {0: [worker(*HOME)], 1: [warrior(0, 7)]},
        terrain=flat(6, 12),
        roads=[(2, c) for c in range(5, 9)],
        unfriendly=unfriendly,
    )


@pytest.mark.rule("BRC-376")
def test_the_food_of_a_warrior_must_reach_the_village():
    """Connected wheat pays, wheat behind a blockade does not."""
    assert set(offered(remote([]), "raise ")) == {"worker", "warrior"}
    assert set(offered(remote([(0, 1)]), "raise ")) == {"worker"}


@pytest.mark.rule("BRC-376")
def test_food_on_pawns_in_the_village_counts():
    """Two workers in the village carry 2 fish each: enough for a warrior."""
    p = nursery(pawns={0: [worker(*HOME, fish=2), worker(*HOME, fish=2)]})
    assert set(offered(p, "raise ")) == {"worker", "warrior"}


# ------------------------------------------------------------------------------------------------ where
@pytest.mark.rule("BRC-377", "BRC-378")
def test_new_pawns_are_placed_in_the_village_or_next_to_it():
    """A lone village on a meadow offers itself as one place and its 8 neighbours."""
    assert cradles() == BESIDE | {HOME}


@pytest.mark.rule("BRC-377")
def test_the_village_with_its_improvements_is_one_place():
    """With a storehouse improvement the complex is offered once, and the new pawn is inside the village."""
    barn = [piece("storehouse_row", 3, 2, 0)]
    places = cradles(barn)
    assert places & {(2, 2), (2, 3), (2, 4), (3, 2), (3, 3)} == {HOME}
    p = nursery(barn)
    go(p.play("raise worker"), HOME)
    assert place(p, 0, 1) == HOME


@pytest.mark.rule("BRC-378")
def test_p3_heights_next_to_the_village_differ_by_at_most_three():
    """[P3] A stud 3 below or above the floor is legal, 4 below or above is not."""
    heights = [list("5" * 8) for _ in range(7)]
    for (r, c), level in {(1, 2): "2", (1, 3): "1", (1, 4): "8", (3, 2): "9"}.items():
        heights[r][c] = level
    assert cradles(heights=["".join(row) for row in heights]) == (BESIDE | {HOME}) - {(1, 3), (3, 2)}


@pytest.mark.rule("BRC-379")
def test_the_top_of_an_own_wall_beside_an_improvement_takes_new_pawns():
    """(4, 2) touches the storehouse only: with a wall of p0 on it a pawn may be placed on top, on an enemy's it may not."""
    barn = [piece("storehouse_row", 3, 2, 0)]
    assert (4, 2) in cradles(barn, walls={(4, 2): (2, 0)})
    foe = cradles(barn, {0: [worker(*HOME)], 1: [worker(6, 7)]}, walls={(4, 2): (2, 1)}, unfriendly=[(0, 1)])
    assert (4, 2) not in foe


@pytest.mark.rule("BRC-378", "BRC-379")
def test_beside_an_improvement_only_infrastructure_counts():
    """(4, 2) and (4, 3) touch the storehouse only: the bare stud is illegal, the road stud legal."""
    places = cradles([piece("storehouse_row", 3, 2, 0)], roads=[(4, 3)])
    assert (4, 2) not in places
    assert (4, 3) in places


SHORE = [*flat(5, 8), "~" * 8, "~" * 8]  # the storehouse of `pier` touches the water at (5, 2)


def pier(boat: str, crew=()) -> set[Stud]:
    """Places of a village with a storehouse down to the water and a boat there."""
    structures = [piece("storehouse_column", 3, 2, 0), piece(boat, 5, 2, 0)]
    return cradles(structures, {0: [worker(*HOME), *crew]}, terrain=SHORE)


@pytest.mark.rule("BRC-379")
@pytest.mark.parametrize(
    ("boat", "crew", "legal"), [("canoe", 0, True), ("canoe", 1, False), ("sailboat", 3, True), ("sailboat", 4, False)]
)
def test_p4_a_boat_with_room_that_touches_the_complex_takes_new_pawns(boat, crew, legal):
    """[P4] An empty canoe is legal, a full one illegal."""
    assert ((5, 2) in pier(boat, [worker(5, 2)] * crew)) == legal


@pytest.mark.rule("BRC-379")
def test_a_pawn_placed_in_a_boat_is_aboard():
    """The new pawn counts as crew."""
    p = nursery([piece("storehouse_column", 3, 2, 0), piece("canoe", 5, 2, 0)], terrain=SHORE)
    go(p.play("raise worker"), (5, 2))
    assert place(p, 0, 1) == (5, 2)
    assert p.record.aboard[0][1] == 3


@pytest.mark.rule("BRC-379")
@pytest.mark.parametrize(("holder", "legal"), [(0, True), (1, True), (2, False)])
def test_only_own_and_friendly_buildings_take_new_pawns(holder, legal):
    """An empty gate touching the village: own and a friend's are legal, an enemy's is not."""
    pawns = {0: [worker(*HOME)], 1: [worker(6, 0)], 2: [worker(6, 7)]}
    places = cradles([piece("gate_row_wood", 3, 2, holder)], pawns, players=3, unfriendly=[(0, 2)])
    assert ((3, 2) in places) == legal
    assert ((3, 3) in places) == legal


@pytest.mark.rule("BRC-379")
def test_a_new_pawn_seizes_nothing():
    """p0's worker born in a friend's empty gate leaves it with its owner."""
    p = nursery([piece("gate_row_wood", 3, 2, 1)], {0: [worker(*HOME)], 1: [worker(6, 0)]})
    go(p.play("raise worker"), (3, 2))
    assert owner(p, 1) == 1


@pytest.mark.rule("BRC-380")
def test_no_new_pawn_on_water():
    """An adjacent water stud is masked."""
    terrain = [*flat(3, 8), "..~.....", *flat(3, 8)]
    assert (3, 2) not in cradles(terrain=terrain)
    assert (3, 3) in cradles(terrain=terrain)


@pytest.mark.rule("BRC-380")
def test_no_new_pawn_on_a_stud_of_another_player():
    """A foreign pawn next to the village blocks its stud; an own one does not."""
    places = cradles(pawns={0: [worker(3, 3)], 1: [worker(3, 2)]})
    assert (3, 2) not in places
    assert (3, 3) in places


GROVE = [*flat(4, 8), "...T....", *flat(2, 8)]  # footprint (3..5, 2..4), trunk (4, 3), south of the village


@pytest.mark.rule("BRC-380")
def test_an_adjacent_footprint_stud_means_the_grove():
    """The new pawn stands on the trunk."""
    p = nursery(terrain=GROVE).play("raise worker")
    inside = targets(p) & {(r, c) for r in (3, 4, 5) for c in (2, 3, 4)}
    assert inside
    go(p, min(inside))
    assert place(p, 0, 1) == (4, 3)


@pytest.mark.rule("BRC-380")
def test_a_grove_with_a_foreign_worker_is_masked():
    """One foreign worker anywhere in the grove keeps new pawns out."""
    places = cradles(pawns={0: [worker(*HOME)], 1: [worker(4, 3)]}, terrain=GROVE)
    assert not places & {(r, c) for r in (3, 4, 5) for c in (2, 3, 4)}


# ------------------------------------------------------------------------------------------------ order and limit
@pytest.mark.rule("BRC-381")
@pytest.mark.parametrize(("start", "order"), [(0, [0, 1]), (1, [1, 0])])
def test_players_populate_in_turn_order(start, order):
    """The starting player is first."""
    p = nursery([village(1, (5, 2))], {0: [worker(*HOME)], 1: [worker(5, 2)]}, start=start, turn=start)
    asked = []
    while not p.over:
        if p.record.prompt == Prompt.POP_KIND:
            asked.append(p.seat)
        p.play("raise worker" if "raise worker" in p.legal() else "target +0 +0")
    assert asked == order


@pytest.mark.rule("BRC-381", "BRC-416")
@pytest.mark.parametrize(("count", "asked"), [(64, False), (63, True)])
def test_a_player_at_the_limit_gets_no_pawn(count, asked):
    """With 64 own pawns Populate is skipped, with 63 it is not."""
    p = nursery(pawns={0: [worker(*HOME)] * count})
    assert (p.record.prompt == Prompt.POP_KIND) == asked
    idle_until(p, lambda q: q.over)
    assert len(on_board(p, 0)) == 64


@pytest.mark.rule("BRC-376")
def test_warrior_food_leaves_the_right_places():
    """Food is taken where it lies; other goods stay."""
    p = nursery([piece("storehouse_row", 3, 2, 0, fish=3, stone=2)], home=village(fish=2, stone=1))
    go(p.play("raise warrior"), HOME)
    left = {**store(p, 0)}
    assert left.get("stone") == 1
    assert goods_of(p, 0) == {"fish": 1, "stone": 3}
