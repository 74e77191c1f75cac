"""Road segments: bundles, landfill, pillars and bridges (BRC-268 to BRC-279)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    builds,
    cargo,
    cell,
    field_of,
    flat,
    go,
    goods_of,
    idle_to,
    march,
    piece,
    plane,
    prompt,
    reach,
    scene,
    sites,
    targets,
    warrior,
    worker,
)

FIELD = flat(9, 9)
CROSS = [(3, 4), (5, 4), (4, 3), (4, 5)]


def paver(*at: int, wood: int = 1, board: list[str] = FIELD, heights: object = 1, **more: object) -> Position:
    """A worker of player 0 with wood at the top of its Build turn."""
    seats = {0: [worker(*at, wood_raw=wood)], **more.pop("others", {})}  # type: ignore[dict-item]
    return scene(board, heights, pawns=seats, stage=more.pop("stage", "build"), **more)  # type: ignore[arg-type]


def switch(p: Position, decking: bool) -> Position:
    """Let the next segment be a deck or a fill."""
    return p.play("deck") if bool(p.record.decking) != decking else p


def fill_sites(p: Position) -> set[Stud]:
    """Where the next segment of the bundle in hand may be filled in."""
    q = p.clone()
    if q.record.decking:
        if "deck" not in q.legal():
            return set()
        q.play("deck")
    return targets(q)


def deck_sites(p: Position) -> set[Stud]:
    """Where the next segment of the bundle in hand may be a deck."""
    q = p.clone()
    if not q.record.decking:
        if "deck" not in q.legal():
            return set()
        q.play("deck")
    return targets(q)


def start(p: Position, slot: int = 0) -> Position:
    """Begin a bundle; the position itself if no segment has a site."""
    q = p.clone().play(f"pawn {slot}")
    return q.play("build road") if "build road" in q.legal() else p


def lay(p: Position, *studs: Stud) -> Position:
    """Lay decks one after the other."""
    for stud in studs:
        go(switch(p, decking=True), stud)
    return p


def level(p: Position, stud: Stud) -> int:
    """Level of the deck over a stud, -1 without one."""
    return cell(p, "deck", stud) - 1


# ------------------------------------------------------------------------------------------------ bundles
@pytest.mark.rule("BRC-268", "BRC-269")
def test_one_wood_and_one_action_buy_four_segments():
    """Four studs that are not adjacent to each other take one bundle, then the worker is asked anew [B3]."""
    p = build(paver(4, 4, wood=2, actions=(2, 1)), "road", *CROSS)
    assert [cell(p, "road", stud) for stud in CROSS] == [1, 1, 1, 1]
    assert (p.record.actions[0], cargo(p, 0, 0)) == (1, {"wood_raw": 1})
    assert prompt(p) == (0, Prompt.BUILD_TOP)


@pytest.mark.rule("BRC-268")
def test_a_fifth_segment_needs_another_bundle():
    """It costs a second wood and a second action; without wood no bundle is offered."""
    p = build(paver(4, 4, wood=2, actions=(2, 1)), "road", *CROSS)
    build(p, "road", (4, 6)).play("end")
    assert (p.record.actions[0], cargo(p, 0, 0)) == (0, {})
    p = build(paver(4, 4, wood=1, actions=(2, 1)), "road", *CROSS)
    assert "road" not in builds(p)


@pytest.mark.rule("BRC-269")
def test_every_segment_needs_a_legal_site():
    """The studs next to the worker are sites, those two steps away are not."""
    p = paver(4, 4)
    assert sites(p, "road") == set(CROSS)


@pytest.mark.rule("BRC-270")
def test_segments_lean_on_earlier_ones_of_the_bundle():
    """A straight road of four studs leads away from the worker, stud by stud."""
    p = build(paver(4, 4), "road")
    for column in (5, 6, 7):
        assert (4, column + 1) not in targets(p)
        go(p, (4, column))
        assert (4, column + 1) in targets(p)
    go(p, (4, 8))
    assert [cell(p, "road", (4, column)) for column in (5, 6, 7, 8)] == [1, 1, 1, 1]


@pytest.mark.rule("BRC-270")
def test_unplaced_segments_are_lost():
    """Ending after two of them: the wood and the action are spent, and no segment waits."""
    p = build(paver(4, 4, wood=1, actions=(2, 1)), "road", (4, 5), (4, 6)).play("end")
    assert (p.record.actions[0], goods_of(p, 0), int(p.record.segments)) == (1, {}, 0)
    assert prompt(p) == (0, Prompt.BUILD_TOP)
    assert "road" not in builds(p)


# ------------------------------------------------------------------------------------------------ landfill
@pytest.mark.rule("BRC-271")
def test_segments_stack_on_one_stud():
    """Three segments on (4,5) raise its surface by three."""
    p = build(paver(4, 4), "road", (4, 5), (4, 5), (4, 5)).play("end")
    assert cell(p, "road", (4, 5)) == 3
    assert plane(p, "surface")[4, 5] == 4


@pytest.mark.rule("BRC-271")
def test_a_segment_at_the_foot_makes_a_cliff_climbable():
    """A cliff of four becomes a step of three, and takes the whole action."""
    heights = ["15"]
    assert reach(scene([".."], heights, pawns={0: [worker(0, 0)]}, actions=(5, 1))) == set()
    p = scene([".."], heights, pawns={0: [worker(0, 0)]}, roads=[(0, 0)])
    assert reach(p) == {(0, 1)}
    assert march(p, (0, 1)).record.left == 0


# ------------------------------------------------------------------------------------------------ bridges
RIVER_2 = ["....~~...."] * 6
RIVER_3 = ["....~~~..."] * 6


@pytest.mark.rule("BRC-272")
def test_a_river_of_two_studs_takes_two_decks_from_one_bank():
    """Banks and water on level 1: two segments at level 1, flush with the banks [B4]."""
    p = start(paver(2, 3, board=RIVER_2))
    assert deck_sites(p) == {(2, 4)}
    lay(p, (2, 4), (2, 5))
    assert [level(p, (2, column)) for column in (4, 5)] == [1, 1]
    assert p.record.segments == 2
    p.play("end")
    assert plane(p, "surface")[2, 4] == 1


@pytest.mark.rule("BRC-272")
def test_a_bridge_is_walked_like_a_road():
    """Over the finished bridge and beyond; without it the river takes two actions."""
    p = scene(RIVER_2, pawns={0: [worker(2, 3)]}, decks={(2, 4): 1, (2, 5): 1})
    assert (2, 8) in reach(p)
    assert (2, 5) not in reach(scene(RIVER_2, pawns={0: [worker(2, 3)]}))


@pytest.mark.rule("BRC-272", "BRC-278")
def test_impassable_ground_is_bridged_but_not_filled():
    """Two impassable studs between land: fills are masked, decks lie at the level of the land."""
    p = start(paver(0, 1, board=["..##.."], heights=2))
    assert fill_sites(p) == {(0, 0)}
    assert {stud for stud in deck_sites(p) if stud[0] == 0} == {(0, 2)}
    lay(p, (0, 2), (0, 3))
    assert [level(p, (0, column)) for column in (2, 3)] == [2, 2]
    p.play("end")
    assert cell(p, "road", (0, 2)) == 0
    crossing = scene(["..##.."], 2, pawns={0: [worker(0, 1)]}, decks={(0, 2): 2, (0, 3): 2})
    assert (0, 5) in reach(crossing)


@pytest.mark.rule("BRC-274")
def test_a_gap_of_three_studs_is_not_bridged():
    """A river three wide: no deck at its first stud."""
    p = start(paver(2, 3, board=RIVER_3))
    assert deck_sites(p) == set()
    assert (2, 4) in fill_sites(p)


@pytest.mark.rule("BRC-274", "BRC-275", "BRC-208")
def test_a_pillar_in_the_middle_carries_decks_on_both_sides():
    """A worker in a canoe on (1,5) lays three fills on (2,5), then the fourth segment as a deck on (2,4) or (2,6) [B5]."""
    p = start(paver(1, 5, board=RIVER_3, structures=[piece("canoe", 1, 5)]))
    assert (2, 5) in fill_sites(p)
    for segments in (1, 2, 3):
        assert {(2, 4), (2, 6)} & deck_sites(p) == set()
        go(switch(p, decking=False), (2, 5))
        assert cell(p, "road", (2, 5)) == segments
    assert plane(p, "surface")[2, 5] == 1
    assert {(2, 4), (2, 6)} <= deck_sites(p)
    lay(p, (2, 4))
    assert level(p, (2, 4)) == 1
    assert prompt(p) == (0, Prompt.BUILD_TOP) or p.seat == 1


@pytest.mark.rule("BRC-275")
@pytest.mark.parametrize(("segments", "surface"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 3)])
def test_three_segments_reach_the_surface_of_the_water(segments, surface):
    """What stands above the third segment adds to the water level of 1."""
    p = scene([".~."], pawns={0: [worker(0, 0)]}, roads={(0, 1): segments})
    assert plane(p, "surface")[0, 1] == surface


@pytest.mark.rule("BRC-275")
@pytest.mark.parametrize(("segments", "left"), [(2, 1), (3, 3)])
def test_a_surfaced_pillar_is_walkable(segments, left):
    """With two segments the stud is still water and costs three, with three it is a road."""
    p = march(scene([".~."], pawns={0: [worker(0, 0)]}, roads={(0, 1): segments}), (0, 1))
    assert p.record.left == left


@pytest.mark.rule("BRC-277")
@pytest.mark.parametrize(("banks", "water", "deck"), [("23", "1", 3), ("32", "1", 3), ("22", "1", 2), ("11", "1", 1), ("11", "2", 2)])
def test_a_deck_lies_at_the_higher_support(banks, water, deck):
    """The higher of the two banks, and never below the water that it spans."""
    p = start(paver(2, 1, board=["..~~.."] * 6, heights=[banks[0] * 2 + water * 2 + banks[1] * 2] * 6))
    lay(p, (2, 2), (2, 3))
    assert [level(p, (2, column)) for column in (2, 3)] == [deck, deck]


@pytest.mark.rule("BRC-277")
def test_road_segments_raise_a_support():
    """A bank raised by two segments carries the deck at its new height."""
    p = start(paver(2, 2, board=["...~..."] * 6, roads={(2, 4): 2}))
    lay(p, (2, 3))
    assert level(p, (2, 3)) == 3


@pytest.mark.rule("BRC-277")
def test_water_and_impassable_studs_are_no_supports():
    """Between a bank and an impassable stud that leads to the edge nothing carries the deck."""
    p = start(paver(2, 2, board=["...~##"] * 6))
    assert deck_sites(p) == set()
    p = start(paver(2, 2, board=["...~#."] * 6))
    assert deck_sites(p) == {(2, 3)}


@pytest.mark.rule("BRC-272")
def test_no_deck_over_land_or_over_a_boat():
    """Decks go over free water only: not over grass, not where a boat lies."""
    p = start(paver(2, 3, board=RIVER_2, structures=[piece("canoe", 2, 4)]))
    assert deck_sites(p) == set()
    p = start(paver(2, 3, board=["....~....."] * 6))
    assert deck_sites(p) == {(2, 4)}


@pytest.mark.rule("BRC-272")
def test_no_segment_goes_under_or_onto_an_existing_deck():
    """A decked stud takes neither fill nor deck."""
    p = start(paver(2, 3, board=RIVER_2, decks={(2, 4): 1, (2, 5): 1}))
    assert (2, 4) not in fill_sites(p)
    assert (2, 4) not in deck_sites(p)


# ------------------------------------------------------------------------------------------------ fields
STORE = piece("storehouse_row", 9, 0, 1, wood_raw=1)


@pytest.mark.rule("BRC-279")
def test_a_road_on_a_foreign_field_makes_it_regrow():
    """Player 1 lays a road on (4,5) in player 0's field: legal, and the field has eight other studs [E6]."""
    pawns = {0: [worker(5, 5)], 1: [worker(3, 5)]}
    p = scene(flat(10, 10), pawns=pawns, structures=[STORE], stage="claims", rules={"payment": "global"})
    assert (4, 5) in field_of(p, 0, 0)
    idle_to(p, Prompt.BUILD_TOP, 1)
    build(p, "road", (4, 5)).play("end", "end")
    field = field_of(p, 0, 0)
    assert len(field) == 8
    assert (4, 5) not in field
    assert (5, 5) in field


@pytest.mark.rule("BRC-279")
def test_a_field_without_room_to_regrow_lapses():
    """On eight studs in a row with one of them taken there is no field and no wheat any more [E6]."""
    pawns = {0: [worker(0, 3, fish=2)], 1: [worker(1, 7, wood_raw=1, fish=1)]}
    p = scene(["........", "#######."], pawns=pawns, stage="claims")
    assert len(field_of(p, 0, 0)) == 8
    idle_to(p, Prompt.BUILD_TOP, 1)
    build(p, "road", (0, 7)).play("end", "end")
    assert field_of(p, 0, 0) == set()


@pytest.mark.rule("BRC-279")
@pytest.mark.parametrize(("hostile", "free"), [([(0, 1)], False), ([], True)])
def test_a_blockade_protects_a_field(hostile, free):
    """With an unfriendly warrior beside it nobody lays a road on the field."""
    pawns = {0: [worker(5, 5), warrior(5, 6)], 1: [worker(3, 5)]}
    p = scene(flat(10, 10), pawns=pawns, structures=[STORE], stage="claims", unfriendly=hostile, rules={"payment": "global"})
    assert (4, 5) in field_of(p, 0, 0)
    idle_to(p, Prompt.BUILD_TOP, 1)
    assert ((4, 5) in sites(p, "road")) == free
