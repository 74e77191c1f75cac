"""Boats: studs, waters, boarding and landing, crews, and building them (BRC-185 to BRC-192, BRC-198, BRC-223 to 227, BRC-264 to 267)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Mode, Prompt, Water
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    builds,
    cell,
    go,
    goods_of,
    idle_to,
    layer,
    march,
    offered,
    owner,
    piece,
    place,
    prompt,
    reach,
    scene,
    sites,
    targets,
    warrior,
    worker,
)

CHANNEL = ["." * 20, "~" * 20, "." * 20]  # one stud wide
STRAIT = ["." * 18, "~" * 18, "~" * 18, "~" * 18, "." * 18]
LAKE = [".........", *[".~~~~~~~."] * 7, "........."]  # 7 x 7
INNER = {(row, column) for row in (3, 4, 5) for column in (3, 4, 5)}
CANOE, SAILBOAT = "canoe", "sailboat"


def water_row(studs: set[Stud], row: int = 1) -> set[int]:
    """The columns of one row among some studs."""
    return {column for r, column in studs if r == row}


def afloat(kind: str, at: Stud, *crew: dict, board: list[str] = CHANNEL, heights: object = 1, **more: object) -> Position:
    """A boat of player 0 with its crew on the water."""
    boats = [piece(kind, *at), *more.pop("structures", [])]  # type: ignore[misc]
    pawns = {0: list(crew), **more.pop("pawns", {})}  # type: ignore[dict-item]
    return scene(board, heights, pawns=pawns, structures=boats, **more)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ studs of an action
@pytest.mark.rule("BRC-185")
def test_a_canoe_goes_twelve_studs_with_one_action():
    """Twelve studs along a straight river, not thirteen; the canoe and its pawn arrive."""
    p = afloat(CANOE, (1, 1), worker(1, 1))
    assert max(water_row(reach(p))) == 13
    march(p, (1, 13))
    assert place(p, 0, 0) == (1, 13)
    assert (cell(p, "boat", (1, 13)), cell(p, "boat", (1, 1))) == (1, 0)
    assert p.record.left == 0
    assert p.record.actions[0] == 0


@pytest.mark.rule("BRC-185")
@pytest.mark.parametrize(("studs", "left", "credit"), [(1, 3, 2), (2, 3, 1), (3, 3, 0), (4, 2, 2), (6, 2, 0), (7, 1, 2)])
def test_three_canoe_studs_make_a_base_stud(studs, left, credit):
    """A base stud opened on the water leaves a credit."""
    p = march(afloat(CANOE, (1, 1), worker(1, 1)), (1, 1 + studs))
    assert (p.record.left, p.record.credit) == (left, credit)


@pytest.mark.rule("BRC-186")
def test_canoe_water_is_within_two_studs_of_land():
    """Of a lake of 7 x 7 the two outer rings, 40 studs [M22]."""
    p = scene(LAKE, pawns={0: [worker(0, 0)]})
    canoe = (layer(p, "water") & Water.CANOE) > 0
    assert canoe.sum() == 40
    assert not any(canoe[stud] for stud in INNER)


@pytest.mark.rule("BRC-186")
def test_a_canoe_does_not_enter_the_middle_of_a_lake():
    """From (1,1) it reaches the outer rings only; a sailboat crosses the middle."""
    p = afloat(CANOE, (4, 2), worker(4, 2), board=LAKE)
    assert reach(p) & INNER == set()
    assert (4, 6) in reach(p)
    assert reach(afloat(SAILBOAT, (4, 2), worker(4, 2), board=LAKE)) >= INNER


@pytest.mark.rule("BRC-187")
def test_a_sailboat_goes_twelve_studs_with_one_action():
    """Twelve studs along a strait, not thirteen."""
    p = afloat(SAILBOAT, (2, 1), worker(2, 1), board=STRAIT)
    assert max(water_row(reach(p), 2)) == 13


@pytest.mark.rule("BRC-188")
def test_sail_water_is_at_least_two_wide():
    """A lake of 7 x 7 is sail water everywhere, a channel of one stud nowhere [M22]."""
    assert (layer(scene(LAKE, pawns={0: [worker(0, 0)]}), "water") & Water.SAIL).astype(bool).sum() == 49
    assert not (layer(scene(CHANNEL, pawns={0: [worker(0, 0)]}), "water") & Water.SAIL).any()


@pytest.mark.rule("BRC-188")
def test_a_sailboat_neither_enters_nor_starts_in_a_channel():
    """A pond with an outlet one stud wide: the outlet is closed to sailboats, open to canoes."""
    pond = ["........", ".~~.....", ".~~~~~~~", "........"]
    outlet = {(2, column) for column in range(3, 8)}
    assert reach(afloat(SAILBOAT, (1, 1), worker(1, 1), board=pond)) & outlet == set()
    assert reach(afloat(CANOE, (1, 1), worker(1, 1), board=pond)) >= outlet
    p = scene(pond, pawns={0: [worker(3, 5, wood_raw=2), worker(3, 5, wood_raw=2)]}, stage="build")
    assert "sailboat" not in builds(p)
    assert (2, 5) in sites(p, "canoe")


# ------------------------------------------------------------------------------------------------ who moves a boat
@pytest.mark.rule("BRC-189", "BRC-223")
@pytest.mark.parametrize(
    ("kind", "crew", "in_move", "in_deploy"),
    [
        (SAILBOAT, (worker, warrior), True, True),
        (SAILBOAT, (worker,), True, False),
        (SAILBOAT, (warrior,), False, True),
        (CANOE, (worker,), True, False),
        (CANOE, (warrior,), False, True),
    ],
)
def test_a_boat_moves_by_a_worker_in_move_and_by_a_warrior_in_deploy(kind, crew, in_move, in_deploy):
    """With both aboard either phase serves [M24]."""
    for stage, moves in (("move", in_move), ("deploy", in_deploy)):
        p = afloat(kind, (2, 2), *(pawn(2, 2) for pawn in crew), board=STRAIT, stage=stage)
        selectable = offered(p, "pawn ")
        assert bool(selectable) == moves
        if moves:
            assert (2, 5) in reach(p, int(selectable[0]))


@pytest.mark.rule("BRC-169", "BRC-198", "BRC-223")
def test_a_boat_carries_everybody_aboard_without_group_penalty():
    """A sailboat with four pawns of both types goes twelve studs for one action, cargo included."""
    p = afloat(SAILBOAT, (2, 1), worker(2, 1, stone=2), worker(2, 1), warrior(2, 1), warrior(2, 1), board=STRAIT, actions=(2, 1))
    march(p, (2, 13))
    assert [place(p, 0, slot) for slot in range(4)] == [(2, 13)] * 4
    assert [int(boat) for boat in p.record.aboard[0][:4]] == [1] * 4
    assert p.record.actions[0] == 1
    assert goods_of(p, 0) == {"stone": 2}


@pytest.mark.rule("BRC-173")
def test_a_boat_carries_friends_up_to_its_capacity():
    """A friend's worker aboard a sailboat is no obstacle, a full canoe is."""
    shore = ["......", "~~~~~~", "~~~~~~", "......"]
    p = scene(shore, pawns={0: [worker(0, 2)], 1: [worker(1, 2)]}, structures=[piece(SAILBOAT, 1, 2, 1)])
    assert (1, 2) in reach(p)
    march(p, (1, 2))
    assert p.record.aboard[0][0] == 1
    assert owner(p, 0) == 1
    p = scene(shore, pawns={0: [worker(0, 2)], 1: [worker(1, 2)]}, structures=[piece(CANOE, 1, 2, 1)])
    assert (1, 2) not in reach(p)


@pytest.mark.rule("BRC-223")
def test_a_friends_boat_may_be_sailed_by_whoever_is_aboard():
    """A passenger moves the boat of a friend; it stays the friend's."""
    boats = [piece(SAILBOAT, 2, 2, 1)]
    p = scene(STRAIT, pawns={0: [worker(2, 2)], 1: [worker(0, 0)]}, structures=boats)
    march(p, (2, 10))
    assert place(p, 0, 0) == (2, 10)
    assert owner(p, 0) == 1


# ------------------------------------------------------------------------------------------------ transfers
@pytest.mark.rule("BRC-190")
def test_boarding_and_landing_are_free():
    """Aboard and ashore again nothing of the action is spent beyond what was sailed."""
    p = march(scene(CHANNEL, pawns={0: [worker(0, 3)]}, structures=[piece(CANOE, 1, 3)]), (1, 3))
    assert (p.record.aboard[0][0], p.record.left) == (1, 4)
    go(p, (1, 6), (2, 6))
    assert (p.record.aboard[0][0], p.record.left) == (0, 3)
    assert place(p, 0, 0) == (2, 6)
    go(p, (2, 9))
    assert p.record.left == 0


@pytest.mark.rule("BRC-190")
def test_one_leg_may_walk_to_a_boat_and_end_in_it():
    """A boat next to a stud within reach is a target of the walk."""
    p = scene(CHANNEL, pawns={0: [worker(0, 0)]}, structures=[piece(CANOE, 1, 3)])
    assert (1, 3) in reach(p)
    march(p, (1, 3))
    assert (p.record.aboard[0][0], p.record.left) == (1, 1)


@pytest.mark.rule("BRC-191")
@pytest.mark.parametrize(("quay", "legal"), [("4", True), ("5", False), ("1", True)])
def test_a_quay_is_at_most_three_above_the_boat(quay, legal):
    """Water on level 1: quays on level 4 serve for boarding and landing, on level 5 for neither."""
    heights = [quay * 6, "1" * 6]
    p = afloat(CANOE, (1, 2), worker(1, 2), board=["......", "~~~~~~"], heights=heights)
    assert ((0, 2) in reach(p)) == legal
    p = scene(["......", "~~~~~~"], heights, pawns={0: [worker(0, 2)]}, structures=[piece(CANOE, 1, 2)])
    assert ((1, 2) in reach(p)) == legal


@pytest.mark.rule("BRC-191")
def test_nobody_boards_from_the_water():
    """Between banks that nobody climbs a swimmer next to a canoe stays in the water; over a low bank it gets aboard."""
    for bank, boards in (("5", False), ("1", True)):
        heights = [bank * 20, "1" * 20, "5" * 20]
        p = scene(CHANNEL, heights, pawns={0: [worker(1, 2)]}, structures=[piece(CANOE, 1, 3)])
        assert ((1, 3) in reach(p)) == boards
        assert (1, 1) in reach(p)


@pytest.mark.rule("BRC-191")
def test_nobody_lands_in_the_water():
    """A pawn aboard sails its boat over the water beside it and never leaves it there."""
    p = march(afloat(CANOE, (1, 2), worker(1, 2)), (1, 3))
    assert (p.record.aboard[0][0], cell(p, "boat", (1, 3))) == (1, 1)


@pytest.mark.rule("BRC-191")
@pytest.mark.parametrize("footing", ["deck", "pillar", "building", "wall"])
def test_decks_pillars_buildings_and_walls_are_solid_footing(footing):
    """From each of them one steps into a boat beside it, and back."""
    board = ["~~~~~~~~", "~~~~~~~~", "........", "........"]
    more: dict = {"structures": [piece(CANOE, 1, 3)]}
    at = (2, 3)
    if footing == "deck":
        more["decks"], at = {(1, 2): 1}, (1, 2)
    elif footing == "pillar":
        more["roads"], at = {(1, 2): 3}, (1, 2)
    elif footing == "building":
        more["structures"].append(piece("storehouse_row", 2, 3))
    else:
        more["walls"] = {(2, 3): (2, 0)}
    p = scene(board, pawns={0: [worker(*at)]}, **more)
    march(p, (1, 3))
    assert p.record.aboard[0][0] == 1
    assert at in targets(p)


@pytest.mark.rule("BRC-191")
def test_a_fifth_transfer_in_one_action_is_masked():
    """Aboard, ashore, aboard, ashore: then the boat is no target any more."""
    p = scene(CHANNEL, pawns={0: [worker(0, 3)]}, structures=[piece(CANOE, 1, 3)])
    march(p, (1, 3), (0, 3), (1, 3))
    assert (0, 3) in targets(p)
    go(p, (0, 3))
    assert (p.record.left, p.record.transfers) == (4, 4)
    assert (1, 3) not in targets(p)
    assert (0, 4) in targets(p)


# ------------------------------------------------------------------------------------------------ mixed travel
def janice(first_road: int) -> Position:
    """Rows of level 1 with a river in columns 1 to 8, a canoe with a worker at its start, and a road on the bank."""
    board = ["." * 16, "." + "~" * 8 + "." * 7, "." * 16]
    return afloat(CANOE, (1, 1), worker(1, 1), board=board, roads=[(0, column) for column in range(first_road, 13)])


@pytest.mark.rule("BRC-190", "BRC-192")
def test_six_canoe_studs_leave_four_road_studs():
    """Janice: two base studs on the water, two on the road [M18]."""
    p = march(janice(7), (1, 7), (0, 7))
    assert p.record.left == 2
    assert max(water_row(targets(p), 0)) == 11
    go(p, (0, 11))
    assert p.record.left == 0


@pytest.mark.rule("BRC-192", "BRC-193")
def test_seven_canoe_studs_leave_two_road_studs():
    """Janice: seven thirds are rounded up to three base studs [M19]."""
    p = march(janice(8), (1, 8), (0, 8))
    assert p.record.left == 1
    assert max(water_row(targets(p), 0)) == 10


@pytest.mark.rule("BRC-193")
def test_the_credit_of_a_boat_does_not_help_on_land():
    """After one canoe stud three base studs are left, on land as well."""
    p = march(afloat(CANOE, (1, 1), worker(1, 1)), (1, 2), (0, 2))
    assert p.record.left == 3
    assert max(water_row(targets(p), 0)) == 5
    assert Mode(p.record.mode) in (Mode.BOAT, Mode.OPEN)


# ------------------------------------------------------------------------------------------------ waters
@pytest.mark.rule("BRC-224")
def test_boats_pass_each_other_but_do_not_share_a_stud():
    """Canoes on (1,1) and (1,3) of a channel: the first may end behind the second, not on it."""
    p = afloat(CANOE, (1, 1), worker(1, 1), structures=[piece(CANOE, 1, 3)])
    assert water_row(reach(p)) == {0, 2, *range(4, 14)}


@pytest.mark.rule("BRC-225")
def test_no_boat_crosses_a_step_in_the_water():
    """A river on levels 1 and 2: the boat stays below the step."""
    heights = ["2" * 20, "1" * 6 + "2" * 14, "2" * 20]
    p = afloat(CANOE, (1, 3), worker(1, 3), heights=heights)
    assert water_row(reach(p)) == {0, 1, 2, 4, 5}


@pytest.mark.rule("BRC-273")
def test_a_boat_may_end_beyond_a_bridge_but_never_under_it():
    """A deck next to the canoe: its stud counts, and nobody stops there [M25]."""
    p = afloat(CANOE, (1, 1), worker(1, 1), decks={(1, 2): 6, (1, 3): 6})  # too high to land on
    assert water_row(reach(p)) == {0, *range(4, 14)}
    p = march(p, (1, 4))
    assert (p.record.left, p.record.credit) == (3, 0)


@pytest.mark.rule("BRC-276")
@pytest.mark.parametrize(("segments", "passes"), [(1, True), (2, True), (3, False)])
def test_only_a_surfaced_pillar_blocks_boats(segments, passes):
    """A worker on the bank stacks segments in the channel: two stay below the surface, the third blocks it."""
    crew = [worker(0, 3, wood_raw=1), warrior(1, 1)]
    p = afloat(CANOE, (1, 1), *crew, heights=["4" * 20, "1" * 20, "5" * 20], stage="build", actions=(2, 1))
    build(p, "road", *[(1, 3)] * segments)
    idle_to(p, Prompt.DEPLOY_TOP, 0)
    assert cell(p, "road", (1, 3)) == segments
    sailed = {column for column in water_row(reach(p, 1)) if place(march(p.clone(), (1, column), slot=1), 0, 1) == (1, column)}
    assert sailed - {3} == ({0, *range(2, 14)} - {3} if passes else {0, 2})


@pytest.mark.rule("BRC-276")
def test_swimmers_ignore_a_pillar_below_the_surface():
    """Water with two segments costs three studs, with three segments it is a road."""
    for segments, left in ((2, 1), (3, 3)):
        p = march(scene([".~."], pawns={0: [worker(0, 0)]}, roads={(0, 1): segments}), (0, 1))
        assert p.record.left == left


# ------------------------------------------------------------------------------------------------ crews
@pytest.mark.rule("BRC-226")
def test_only_the_acting_pawn_leaves_the_boat():
    """Three workers aboard, one acts: after it lands two are still aboard where the boat went."""
    p = march(afloat(SAILBOAT, (1, 2), *[worker(1, 2)] * 3, board=STRAIT), (1, 8), (0, 8))
    assert [place(p, 0, slot) for slot in range(3)] == [(0, 8), (1, 8), (1, 8)]
    assert [int(boat) for boat in p.record.aboard[0][:3]] == [0, 1, 1]


@pytest.mark.rule("BRC-226")
def test_a_chosen_group_lands_together():
    """With a companion chosen before both step ashore, the third stays aboard."""
    p = march(afloat(SAILBOAT, (1, 2), *[worker(1, 2)] * 3, board=STRAIT), (1, 8), (0, 8), group=[1])
    assert [place(p, 0, slot) for slot in range(3)] == [(0, 8), (0, 8), (1, 8)]


@pytest.mark.rule("BRC-227")
def test_a_manned_unfriendly_boat_cannot_be_boarded():
    """A sailboat with an unfriendly worker aboard has room, but not for enemies."""
    shore = ["......", "~~~~~~", "~~~~~~", "......"]
    pawns = {0: [worker(0, 2)], 1: [worker(1, 2)]}
    p = scene(shore, pawns=pawns, structures=[piece(SAILBOAT, 1, 2, 1)], unfriendly=[(0, 1)])
    assert (1, 2) not in reach(p)


@pytest.mark.rule("BRC-227", "BRC-237")
def test_boarding_an_empty_unfriendly_boat_seizes_it():
    """The boat of an enemy that nobody guards belongs to whoever boards it; a friend's does not change hands."""
    for hostile, holder in (([(0, 1)], 0), ([], 1)):
        p = scene(CHANNEL, pawns={0: [worker(0, 3)], 1: [worker(0, 9)]}, structures=[piece(CANOE, 1, 3, 1)], unfriendly=hostile)
        march(p, (1, 3)).play("end")
        assert p.record.aboard[0][0] == 1
        assert owner(p, 0) == holder


@pytest.mark.rule("BRC-227", "BRC-237")
def test_a_seized_boat_may_be_sailed_with_the_next_deploy_action():
    """The last warrior boards an empty unfriendly boat and sails it in the same turn [K5]."""
    pawns = {0: [warrior(0, 3)], 1: [worker(0, 15)]}
    p = scene(CHANNEL, pawns=pawns, structures=[piece(CANOE, 1, 3, 1)], unfriendly=[(0, 1)], stage="deploy", actions=(2, 1))
    march(p, (1, 3)).play("end")
    assert (owner(p, 0), prompt(p)) == (0, (0, Prompt.DEPLOY_TOP))
    march(p, (1, 10))
    assert place(p, 0, 0) == (1, 10)


# ------------------------------------------------------------------------------------------------ building boats
@pytest.mark.rule("BRC-264", "BRC-266")
@pytest.mark.parametrize(("kind", "cost", "room"), [(CANOE, 2, 1), (SAILBOAT, 4, 4)])
def test_the_price_and_the_room_of_boats(kind, cost, room):
    """A canoe for 2 wood carries one pawn, a sailboat for 4 wood four."""
    board = ["......", "~~~~~~", "~~~~~~", "......"]
    store = [piece("storehouse_row", 0, 4, wood_raw=cost)]
    p = scene(board, pawns={0: [worker(0, 3)]}, structures=store, stage="build")
    build(p, kind, (1, 3))
    assert (cell(p, "boat", (1, 3)), owner(p, 1)) == (2, 0)
    assert goods_of(p, 0) == {}
    assert p.record.actions[0] == 0
    store = [piece("storehouse_row", 0, 4, wood_raw=cost - 1)]
    assert kind not in builds(scene(board, pawns={0: [worker(0, 3)]}, structures=store, stage="build"))
    for aboard, enters in ((room - 1, True), (room, False)):
        crew = [worker(0, 3), *[worker(1, 3)] * aboard]
        p = scene(board, pawns={0: crew}, structures=[piece(kind, 1, 3)])
        assert ((1, 3) in reach(p)) == enters


@pytest.mark.rule("BRC-265", "BRC-267")
def test_canoes_are_built_near_land_and_sailboats_anywhere_on_a_lake():
    """From a sailboat on (4,2): the inner stud (4,3) is no canoe water but sail water."""
    stock = [worker(4, 2, wood_raw=2), worker(4, 2, wood_raw=2)]
    p = afloat(SAILBOAT, (4, 2), *stock, board=LAKE, stage="build")
    assert sites(p, "canoe") == {(3, 2), (5, 2), (4, 1)}
    assert sites(p, "sailboat") == {(3, 2), (5, 2), (4, 1), (4, 3)}


@pytest.mark.rule("BRC-265", "BRC-267")
@pytest.mark.parametrize("kind", [CANOE, SAILBOAT])
def test_no_boat_is_built_under_a_deck_or_on_a_stud_with_a_boat(kind):
    """Of four water studs around a worker on a rock one has a deck, one a boat, two are free."""
    board = ["~~~~~~", "~~~~~~", "~~.~~~", "~~~~~~", "~~~~~~", "......"]
    stock = [worker(2, 2, wood_raw=2), worker(2, 2, wood_raw=2)]
    p = scene(board, pawns={0: stock}, stage="build", decks={(1, 2): 1}, structures=[piece(CANOE, 2, 1)])
    assert sites(p, kind) == {(2, 3), (3, 2)}


@pytest.mark.rule("BRC-265", "BRC-267")
@pytest.mark.parametrize("kind", [CANOE, SAILBOAT])
def test_no_boat_is_built_on_a_surfaced_pillar(kind):
    """Three segments fill a water stud, two leave it to boats."""
    board = ["~~~~~~", "~~~~~~", "~~.~~~", "~~~~~~", "~~~~~~", "......"]
    for segments, free in ((2, True), (3, False)):
        stock = [worker(2, 2, wood_raw=2)] * 2 + [worker(2, 2, wood_raw=1)]
        p = build(scene(board, pawns={0: stock}, stage="build", actions=(2, 1)), "road", *[(3, 2)] * segments).play("end")
        assert ((3, 2) in sites(p, kind)) == free


@pytest.mark.rule("BRC-267")
def test_every_stud_of_a_pond_of_two_by_two_is_sail_water():
    """Four studs of water serve, three in an angle do not."""
    pond = ["......", ".~~...", ".~~...", "......"]
    for at in ((0, 1), (0, 2), (3, 1), (3, 2)):
        p = scene(pond, pawns={0: [worker(*at, wood_raw=2), worker(*at, wood_raw=2)]}, stage="build")
        assert sites(p, "sailboat") == {(1 if at[0] == 0 else 2, at[1])}
    angle = ["......", ".~~...", ".~....", "......"]
    assert "sailboat" not in builds(scene(angle, pawns={0: [worker(0, 1, wood_raw=2), worker(0, 1, wood_raw=2)]}, stage="build"))
