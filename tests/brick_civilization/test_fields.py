"""Rules of the fields: what a field is, who claims which studs, how it changes and lapses (BRC-032, BRC-092 to BRC-106)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    cargo,
    field_of,
    flat,
    go,
    idle_to,
    idle_until,
    layer,
    march,
    offered,
    piece,
    plane,
    prompt,
    reach,
    scene,
    warrior,
    worker,
)

WHEAT = {"wheat_raw": 2}
AROUND_5_5 = {(4, 4), (4, 5), (4, 6), (5, 4), (5, 5), (5, 6), (6, 4), (6, 5)}


def columns(first: int, last: int) -> set[Stud]:
    """Studs of row 0."""
    return {(0, c) for c in range(first, last + 1)}


def gather(terrain: Iterable[str], *workers: dict, heights=1, **more) -> Position:
    """Seat 0 with these workers after its income."""
    return scene(list(terrain), heights, pawns={0: list(workers)}, stage="claims", **more)


def marked(rows: int, cols: int, studs: Iterable[Stud], value: int = 1) -> list[int]:
    """A layer `field` in which these studs belong to a worker (1 + 64 * seat + slot)."""
    out = [0] * (rows * cols)
    for r, c in studs:
        out[r * cols + c] = value
    return out


# ------------------------------------------------------------------------------------------------ what a field is
@pytest.mark.rule("BRC-092", "BRC-088")
def test_a_worker_on_a_meadow_farms_eight_studs_for_two_wheat():
    """A lone worker takes the eight nearest studs and carries 2 raw wheat."""
    p = gather(flat(10, 10), worker(5, 5))
    assert field_of(p, 0, 0) == AROUND_5_5
    assert cargo(p, 0, 0) == WHEAT


@pytest.mark.rule("BRC-032")
@pytest.mark.parametrize(("letter", "wheat"), [(".", WHEAT), ("r", {})])
def test_only_grass_is_farmed(letter, wheat):
    """Eight connected studs of grass give wheat, of rock nothing."""
    p = gather([letter * 8], worker(0, 3))
    assert cargo(p, 0, 0) == wheat
    assert len(field_of(p, 0, 0)) == (8 if wheat else 0)


@pytest.mark.rule("BRC-032")
def test_rock_studs_do_not_complete_a_field():
    """Seven studs of grass and one of rock are no field."""
    assert cargo(gather([".......r"], worker(0, 3)), 0, 0) == {}


@pytest.mark.rule("BRC-093")
@pytest.mark.parametrize(("upper", "field"), [(2, 8), (3, 0)])
def test_field_studs_are_joined_by_steps_of_at_most_one(upper, field):
    """Two rows of four: one level apart a field, two levels apart none."""
    p = gather(["....", "...."], worker(0, 1), heights=["1111", str(upper) * 4])
    assert len(field_of(p, 0, 0)) == field
    assert cargo(p, 0, 0) == (WHEAT if field else {})


@pytest.mark.rule("BRC-093")
def test_a_field_may_climb_step_by_step():
    """Eight studs in a row, each one level above the last, are contiguous."""
    p = gather(["........"], worker(0, 3), heights=["12345678"])
    assert field_of(p, 0, 0) == columns(0, 7)


@pytest.mark.rule("BRC-094")
def test_studs_that_touch_only_at_a_corner_are_not_contiguous():
    """Two blocks of 2 x 2 joined at a corner are no field; joined along an edge they are."""
    apart = gather(["..~~", "..~~", "~~..", "~~.."], worker(1, 1))
    assert field_of(apart, 0, 0) == set()
    assert cargo(apart, 0, 0) == {}
    joined = gather(["..~~", "..~~", "..~~", "..~~"], worker(1, 1))
    assert cargo(joined, 0, 0) == WHEAT


@pytest.mark.rule("BRC-095")
def test_fields_never_overlap():
    """Sixteen studs in a row and workers at 2 and 5: the worker with fewer studs is not served at the cost of the other."""
    p = gather(["." * 16], worker(0, 2), worker(0, 5))
    assert field_of(p, 0, 0) == set()
    assert field_of(p, 0, 1) == columns(1, 8)
    assert (cargo(p, 0, 0), cargo(p, 0, 1)) == ({}, WHEAT)


@pytest.mark.rule("BRC-095")
def test_fields_of_different_players_never_overlap():
    """Two civilizations on nine studs: the first in turn order has the only field."""
    p = scene(["." * 9], pawns={0: [worker(0, 0)], 1: [worker(0, 8)]}, stage="claims")
    assert field_of(p, 0, 0) == columns(0, 7)
    assert field_of(p, 1, 0) == set()
    assert cargo(p, 1, 0) == {}


@pytest.mark.rule("BRC-096")
@pytest.mark.parametrize(("studs", "wheat"), [(7, {}), (8, WHEAT)])
def test_fewer_than_eight_studs_yield_nothing(studs, wheat):
    """Seven studs are no field, eight are."""
    p = gather(["." * studs], worker(0, 3))
    assert cargo(p, 0, 0) == wheat
    assert layer(p, "field").any() == bool(wheat)


@pytest.mark.rule("BRC-096", "BRC-100")
def test_two_patches_of_four_cut_by_a_road_yield_nothing():
    """Nine studs with a road in the middle: no field; without it there is one."""
    assert cargo(gather(["." * 9], worker(0, 2), roads=[(0, 4)]), 0, 0) == {}
    assert cargo(gather(["." * 9], worker(0, 2)), 0, 0) == WHEAT


@pytest.mark.rule("BRC-097")
def test_fields_change_no_height_and_no_walk():
    """The surface of a field is the ground, and walking over four field studs costs four."""
    p = gather(flat(10, 12), worker(5, 5), worker(5, 2))
    assert len(field_of(p, 0, 0)) == 8
    assert (plane(p, "surface") == plane(p, "ground"))[:10].all()
    idle_to(p, Prompt.MOVE_TOP, 0)
    assert reach(p, 1) == {(r, c) for r in range(10) for c in range(12) if 0 < abs(r - 5) + abs(c - 2) <= 4}
    assert march(p, (5, 5), slot=1).record.left == 1


# ------------------------------------------------------------------------------------------------ eligible studs
@pytest.mark.rule("BRC-100")
def test_pawns_on_a_stud_do_not_matter():
    """A foreign pawn on a stud does not keep it out of the field."""
    p = scene(flat(10, 10), pawns={0: [worker(5, 5)], 1: [warrior(4, 5)]}, stage="claims")
    assert field_of(p, 0, 0) == AROUND_5_5


@pytest.mark.rule("BRC-100")
@pytest.mark.parametrize(
    "thing",
    [
        {"roads": [(4, 5)]},
        {"walls": {(4, 5): (1, 0)}},
        {"structures": [piece("storehouse_row", 4, 5)]},
        {"structures": [piece("storehouse_row", 4, 5, owner=1)]},
    ],
    ids=["road", "wall", "own structure", "foreign structure"],
)
def test_built_up_studs_are_no_field_land(thing):
    """A stud with a road, wall or structure is left out; the field takes another one."""
    p = gather(flat(10, 10), worker(5, 5), **thing)
    assert len(field_of(p, 0, 0)) == 8
    assert (4, 5) not in field_of(p, 0, 0)
    assert cargo(p, 0, 0) == WHEAT


@pytest.mark.rule("BRC-036", "BRC-100")
@pytest.mark.parametrize(("free", "wheat"), [(7, {}), (8, WHEAT)])
def test_grove_studs_are_no_field_land(free, wheat):
    """Seven free studs beside a grove are no field, eight are."""
    rows = ["..." + "." * free, ".T." + "#" * free, "..." + "#" * free]
    p = gather(rows, worker(0, 4))
    assert cargo(p, 0, 0) == wheat
    assert field_of(p, 0, 0) == ({(0, 3 + k) for k in range(8)} if wheat else set())


@pytest.mark.rule("BRC-101")
def test_two_workers_on_one_stud_have_one_field():
    """The stud of a farmer feeds one farmer."""
    p = gather(flat(12, 12), worker(5, 5), worker(5, 5))
    assert (cargo(p, 0, 0), cargo(p, 0, 1)) == (WHEAT, {})
    assert (layer(p, "field") > 0).sum() == 8
    assert (5, 5) in field_of(p, 0, 0)


@pytest.mark.rule("BRC-089")
def test_warriors_do_not_farm():
    """A warrior on a meadow has no field and no wheat."""
    p = gather(flat(8, 8), warrior(4, 4))
    assert cargo(p, 0, 0) == {}
    assert not layer(p, "field").any()


# ------------------------------------------------------------------------------------------------ borders and lapses
@pytest.mark.rule("BRC-098")
def test_a_field_regrows_around_a_road():
    """A road laid on a field stud in Build: at the end of the phase the field has eight studs again and yields on."""
    rows = flat(10, 10)
    rows[3] = ".....r...."
    p = scene(rows, pawns={0: [worker(5, 5)], 1: [worker(3, 5, wood_raw=1, fish=1)]}, stage="claims")
    assert field_of(p, 0, 0) == AROUND_5_5
    idle_to(p, Prompt.BUILD_TOP, 1)
    build(p, "road", (4, 5)).play("end")
    idle_until(p, lambda q: q.record.phase == 3)
    field = field_of(p, 0, 0)
    assert len(field) == 8
    assert (5, 5) in field
    assert (4, 5) not in field
    idle_to(p, Prompt.LOGISTICS, round_number=4)
    assert len(field_of(p, 0, 0)) == 8
    assert cargo(p, 0, 0) == {"wheat_raw": 3}  # two of the first Gather, one eaten, two of the second


@pytest.mark.rule("BRC-099")
def test_a_field_that_cannot_regrow_lapses():
    """On eight studs in a row a road ends the field: nothing in the next Gather."""
    p = scene(["........", "###r####"], pawns={0: [worker(0, 4)], 1: [worker(1, 3, wood_raw=1, fish=1)]}, stage="claims")
    assert field_of(p, 0, 0) == columns(0, 7)
    idle_to(p, Prompt.BUILD_TOP, 1)
    build(p, "road", (0, 3)).play("end")
    idle_until(p, lambda q: q.record.phase == 3)
    assert not layer(p, "field").any()
    idle_to(p, Prompt.LOGISTICS, round_number=4)
    assert cargo(p, 0, 0) == {"wheat_raw": 1}  # two of the first Gather, one eaten


@pytest.mark.rule("BRC-102")
def test_a_field_lapses_when_its_worker_walks_away():
    """The studs are free at once; the next Gather claims eight studs around the new place."""
    p = gather(flat(10, 10), worker(5, 5))
    idle_to(p, Prompt.MOVE_TOP, 0)
    assert field_of(p, 0, 0) == AROUND_5_5
    march(p, (5, 6))
    assert not layer(p, "field").any()
    idle_to(p, Prompt.LOGISTICS, round_number=4)
    assert field_of(p, 0, 0) == {(r, c + 1) for r, c in AROUND_5_5}


@pytest.mark.rule("BRC-102")
def test_a_field_is_kept_while_its_worker_stays():
    """A field that another shape would now be nearer stays as it is."""
    p = gather(["." * 16], worker(0, 7), field=marked(6, 16, columns(7, 14)))
    assert field_of(p, 0, 0) == columns(7, 14)
    idle_to(p, Prompt.LOGISTICS, round_number=4)
    assert field_of(p, 0, 0) == columns(7, 14)


@pytest.mark.rule("BRC-102")
def test_a_field_lapses_when_its_worker_starves():
    """A farmer without food starves, and its studs are free."""
    village = [piece("village_row_e", 8, 1, owner=1, fish=1)]
    pawns = {0: [worker(5, 5)], 1: [worker(8, 1)]}
    p = scene(flat(10, 10), pawns=pawns, structures=village, stage="consume", field=marked(10, 10, AROUND_5_5), unfriendly=[(0, 1)])
    assert field_of(p, 0, 0) == AROUND_5_5
    idle_until(p, lambda q: not layer(q, "field").any() or q.record.phase != 4)
    assert not layer(p, "field").any()


@pytest.mark.rule("BRC-102")
@pytest.mark.parametrize("first", [0, 1])
def test_fields_are_claimed_in_turn_order(first):
    """On nine studs whoever starts has the field."""
    p = scene(["." * 9], pawns={0: [worker(0, 0)], 1: [worker(0, 8)]}, stage="claims", start=first, turn=first)
    assert field_of(p, first, 0) == (columns(0, 7) if first == 0 else columns(1, 8))
    assert field_of(p, 1 - first, 0) == set()


# ------------------------------------------------------------------------------------------------ the canonical claim
@pytest.mark.rule("BRC-103")
def test_neighbours_leave_each_other_room():
    """Sixteen studs in a row, workers at 6 and 9: two fields of eight."""
    p = gather(["." * 16], worker(0, 6), worker(0, 9))
    assert field_of(p, 0, 0) == columns(0, 7)
    assert field_of(p, 0, 1) == columns(8, 15)
    assert (cargo(p, 0, 0), cargo(p, 0, 1)) == (WHEAT, WHEAT)


@pytest.mark.rule("BRC-103")
def test_eight_workers_around_a_village_all_have_fields():
    """A lone village on a meadow of 12 x 12 feeds a worker on each of its eight sides."""
    places = [(4, 4), (4, 5), (4, 6), (5, 3), (5, 7), (6, 4), (6, 5), (6, 6)]
    p = gather(flat(12, 12), *(worker(r, c) for r, c in places), structures=[piece("village_row_e", 5, 4)])
    fields = [field_of(p, 0, slot) for slot in range(8)]
    assert [len(field) for field in fields] == [8] * 8
    assert len(set().union(*fields)) == 64
    assert all(place in field for place, field in zip(places, fields, strict=True))
    assert sum(cargo(p, 0, slot)["wheat_raw"] for slot in range(8)) == 16


@pytest.mark.rule("BRC-104")
def test_fields_are_laid_again_when_a_claim_fails():
    """A worker that finds no eight studs: all fields of its player are laid anew, and both have one."""
    p = gather(["." * 16], worker(0, 7), worker(0, 12), field=marked(6, 16, columns(3, 10)))
    assert field_of(p, 0, 0) == columns(0, 7)
    assert field_of(p, 0, 1) == columns(8, 15)
    assert cargo(p, 0, 0) == cargo(p, 0, 1) == WHEAT


@pytest.mark.rule("BRC-104")
def test_the_old_fields_stay_unless_the_new_layout_has_more():
    """On twelve studs two fields are impossible: the old one stays where it is."""
    p = gather(["." * 12], worker(0, 7), worker(0, 1), field=marked(6, 12, columns(4, 11)))
    assert field_of(p, 0, 0) == columns(4, 11)
    assert field_of(p, 0, 1) == set()
    assert (cargo(p, 0, 0), cargo(p, 0, 1)) == (WHEAT, {})


# ------------------------------------------------------------------------------------------------ other ways to claim
@pytest.mark.rule("BRC-105")
@pytest.mark.parametrize(
    ("direction", "place", "field"),
    [
        ("east", (5, 2), {(5, c) for c in range(2, 10)}),
        ("north", (8, 4), {(r, 4) for r in range(1, 9)}),
        ("none", (5, 5), AROUND_5_5),
    ],
)
def test_a_claim_grows_in_the_direction_chosen(direction, place, field):
    """The owner names a direction and the field stretches that way."""
    p = gather(flat(10, 10), worker(*place), rules={"field_claim": "bias"})
    assert prompt(p) == (0, Prompt.FIELD)
    assert set(offered(p, "field ")) == {"none", "north", "east", "south", "west"}
    p.play(f"field {direction}")
    assert field_of(p, 0, 0) == field


@pytest.mark.rule("BRC-106")
def test_the_owner_may_choose_the_studs_one_by_one():
    """A straight field of 1 x 8 from its end."""
    p = gather(flat(8, 8), worker(5, 0), rules={"field_claim": "cells"})
    assert prompt(p) == (0, Prompt.FIELD)
    for column in range(1, 8):
        go(p, (5, column))
    assert field_of(p, 0, 0) == {(5, c) for c in range(8)}
    idle_to(p, Prompt.LOGISTICS, 0)
    assert cargo(p, 0, 0) == WHEAT


@pytest.mark.rule("BRC-106")
def test_ending_the_choice_lets_the_canonical_rule_finish():
    """One stud is chosen, the rest follows the rule."""
    p = gather(flat(10, 10), worker(5, 5), rules={"field_claim": "cells"})
    go(p, (5, 4))
    p.play("end")
    assert len(field_of(p, 0, 0)) == 8
    assert {(5, 5), (5, 4)} <= field_of(p, 0, 0)


@pytest.mark.rule("BRC-106")
def test_fields_may_be_surveyed_again_once_per_phase():
    """With the choice of studs a player may lay out its fields anew in Move, once."""
    p = gather(flat(10, 10), worker(5, 5), rules={"field_claim": "cells"})
    idle_to(p, Prompt.MOVE_TOP, 0)
    assert "field none" in p.legal()
    p.play("field none")
    idle_to(p, Prompt.MOVE_TOP, 0)
    assert "field none" not in p.legal()
    assert len(field_of(p, 0, 0)) == 8


@pytest.mark.rule("BRC-106")
def test_fields_are_not_surveyed_again_under_the_canonical_rule():
    """By default nobody is asked about fields."""
    p = gather(flat(10, 10), worker(5, 5))
    assert prompt(p) == (0, Prompt.LOGISTICS)
    idle_to(p, Prompt.MOVE_TOP, 0)
    assert offered(p, "field") == []
