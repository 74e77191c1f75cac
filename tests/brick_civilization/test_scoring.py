"""Rules of scoring: palaces, superlative categories, ties and deaths (BRC-396 to BRC-410)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    flat,
    go,
    idle_until,
    in_bed,
    layer,
    piece,
    points,
    prompt,
    scene,
    warrior,
    worker,
)

CATEGORIES = (
    "first_palace", "other_palace", "diplomats_sent", "diplomats_received", "villages", "wheat", "fish", "wood", "stone", "population",
    "industry", "food_surplus", "death",
)  # fmt: skip


def only(*categories: str, **rules: object) -> dict:
    """Rules in which nothing else is worth points; the game ends after round 3."""
    return {"turn_cap": 3, **{f"scoring.{name}": 0 for name in CATEGORIES if name not in categories}, **rules}


def village(at: Stud, seat: int, **more) -> dict:
    """A village in a row."""
    return piece("village_row_e", *at, seat, **more)


def final(*categories: str, terrain=None, pawns=None, structures=(), rules=None, **more) -> list[float]:
    """Points of each seat at the end of the last round."""
    more.setdefault("stage", "round_end")
    p = scene(terrain or flat(9, 12), pawns=pawns, structures=structures, rules=only(*categories, **(rules or {})), **more)
    assert p.over
    return points(p)


# ------------------------------------------------------------------------------------------------ palaces
def palace(column: int, builder: int, roof: int, owner: int | None = None, **more) -> dict:
    """A palace in row 1; roof 1 is the first of the game."""
    return piece("palace_rows", 1, column, builder if owner is None else owner, **{"progress": 7, "builder": builder, "roof": roof, **more})


@pytest.mark.rule("BRC-396", "BRC-397")
def test_g4_the_first_palace_is_worth_ten_every_other_seven():
    """[G4] Two later palaces by p0 and the first by p1: 14 and 10."""
    structures = [palace(0, 0, 2), palace(4, 0, 2), palace(8, 1, 1)]
    assert final("first_palace", "other_palace", structures=structures) == [14, 10]


@pytest.mark.rule("BRC-396", "BRC-397")
def test_a_palace_without_its_roof_is_worth_nothing():
    """Six columns are no palace."""
    site = piece("palace_rows", 1, 0, 0, progress=6)
    assert final("first_palace", "other_palace", structures=[site]) == [0, 0]


@pytest.mark.rule("BRC-396", "BRC-397", "BRC-398")
def test_the_roof_decides_which_palace_is_first():
    """p0 lays the first roof, then another: 10, then 17 points."""
    sites = [piece("palace_rows", 1, 0, 0, progress=6), piece("palace_rows", 1, 5, 0, progress=6)]
    barns = [piece("storehouse_row", 1, 3, 0, stone=8), piece("storehouse_row", 2, 3, 0, stone=8)]
    p = scene(flat(6, 8), pawns={0: [worker(1, 3), worker(1, 4)]}, structures=[*sites, *barns], stage="build", actions=(2, 1),
              rules=only("first_palace", "other_palace"))  # fmt: skip
    build(p, "palace_roof", (1, 2))
    assert points(p) == [10, 0]
    build(p, "palace_roof", (1, 5), slot=1)
    assert points(p) == [17, 0]


@pytest.mark.rule("BRC-398")
@pytest.mark.parametrize(("rule", "expected"), [("builder", [10, 0]), ("controller", [0, 10])])
def test_palace_points_go_to_the_player_who_placed_the_roof(rule, expected):
    """p0 placed the roof and p1 holds the palace: p0 keeps the 10 points; palace_points=controller gives them to p1."""
    structures = [palace(0, 0, 1, owner=1)]
    assert final("first_palace", "other_palace", structures=structures, rules={"palace_points": rule}) == expected


# ------------------------------------------------------------------------------------------------ ties
def three(*counts: int) -> list[dict]:
    """So many villages of p0, p1 and p2."""
    return [village((2 * k, 4 * seat), seat) for seat, count in enumerate(counts) for k in range(count)]


@pytest.mark.rule("BRC-399", "BRC-403")
@pytest.mark.parametrize(
    ("counts", "expected"), [((3, 3, 1), [2, 2, 0]), ((2, 2, 2), [0, 0, 0]), ((1, 3, 2), [0, 4, 0]), ((1, 2, 2), [0, 2, 2])]
)
def test_g3_two_leaders_share_and_three_score_nothing(counts, expected):
    """[G3] Most villages: 4 points; a tie of two splits them, a tie of three scores nothing."""
    assert final("villages", structures=three(*counts), players=3) == expected


@pytest.mark.rule("BRC-400")
def test_a_category_in_which_nobody_has_anything_is_not_scored():
    """Stone 0 : 0 scores nothing; with score_zero it is a tie of two, 1.5 each."""
    assert final("stone") == [0, 0]
    assert final("stone", rules={"score_zero": True}) == [1.5, 1.5]
    assert final("stone", rules={"score_zero": True}, players=3) == [0, 0, 0]


# ------------------------------------------------------------------------------------------------ diplomats and villages
A, A2, B, B2 = (1, 1), (4, 1), (1, 7), (4, 7)
FOUR = [village(A, 0), village(A2, 0), village(B, 1), village(B2, 1)]


@pytest.mark.rule("BRC-401")
def test_most_diplomats_sent_is_worth_eight():
    """2 against 1: 8 : 0; 1 against 1: 4 each; warriors do not count."""
    assert final("diplomats_sent", pawns={0: [worker(*B), worker(*B)], 1: [worker(*A)]}, structures=FOUR) == [8, 0]
    assert final("diplomats_sent", pawns={0: [worker(*B), warrior(*B)], 1: [worker(*A)]}, structures=FOUR) == [4, 4]


@pytest.mark.rule("BRC-402")
def test_diplomats_received_from_most_players_is_worth_five():
    """1 against 1: 2.5 each, although p0 sent two."""
    assert final("diplomats_received", pawns={0: [worker(*B), worker(*B2)], 1: [worker(*A)]}, structures=FOUR) == [2.5, 2.5]


@pytest.mark.rule("BRC-402")
def test_two_diplomats_of_one_player_count_as_one_player():
    """p0 receives one of p1 and one of p2, p1 receives three of p0: 5 for p0."""
    pawns = {0: [worker(*B), worker(*B), worker(*B2)], 1: [worker(*A)], 2: [worker(*A2)]}
    assert final("diplomats_received", pawns=pawns, structures=FOUR, players=3) == [5, 0, 0]


@pytest.mark.rule("BRC-401", "BRC-402")
def test_a_diplomat_in_a_village_out_of_control_is_none():
    """p0's worker alone in the village of unfriendly p1 is an occupier."""
    structures = [village(A, 0), village(B, 1, lost=1)]
    pawns = {0: [worker(*B)], 1: [worker(8, 11)]}
    assert final("diplomats_sent", "diplomats_received", pawns=pawns, structures=structures, unfriendly=[(0, 1)]) == [0, 0]


@pytest.mark.rule("BRC-403")
def test_most_villages_is_worth_four():
    """3 against 3: 2 each; 2 against 1: 4 : 0."""
    assert final("villages", structures=FOUR) == [2, 2]
    assert final("villages", structures=FOUR[:3]) == [4, 0]


# ------------------------------------------------------------------------------------------------ cultivation
LANES = ["." * 9, "#" * 9, "." * 9, "#" * 9, "." * 9, "#" * 9]


def fields(cols: int, claims: dict[tuple[int, int], list[Stud]]) -> list[int]:
    """The layer of fields: (seat, slot) -> studs."""
    values = [0] * (cols * (1 + max(r for studs in claims.values() for r, _ in studs)))
    for (seat, slot), studs in claims.items():
        for r, c in studs:
            values[r * cols + c] = 1 + seat * 64 + slot
    return values


def row(r: int, first: int = 0) -> list[Stud]:
    """Eight studs of a row."""
    return [(r, c) for c in range(first, first + 8)]


@pytest.mark.rule("BRC-404", "BRC-405")
def test_most_fields_are_worth_three():
    """Two fields against one: 3 : 0."""
    pawns = {0: [worker(0, 0), worker(2, 0)], 1: [worker(4, 0)]}
    field = fields(9, {(0, 0): row(0), (0, 1): row(2), (1, 0): row(4)})
    assert final("wheat", terrain=LANES, pawns=pawns, field=field) == [3, 0]


@pytest.mark.rule("BRC-405")
def test_a_broken_field_does_not_count():
    """p1 builds a road into p0's only field on a lane of 9 studs: the field is gone when the game is scored."""
    field = fields(9, {(0, 0): row(0)})
    pawns = {0: [worker(0, 1, fish=2)], 1: [worker(0, 8, wood_raw=1, fish=1)]}
    p = scene(LANES, pawns=pawns, field=field, stage="build", turn=1, rules=only("wheat"))
    assert points(p) == [3, 0]
    build(p, "road", (0, 7))
    idle_until(p, lambda q: q.over)
    assert (layer(p, "field") == 0).all()
    assert points(p) == [0, 0]


@pytest.mark.rule("BRC-404", "BRC-405")
def test_most_fished_studs_are_worth_three():
    """Two fishers in boats against one: 3 : 0; two workers who share the only stud count once."""
    sea = ["~" * 12] * 3 + flat(6, 12)
    boats = [piece("sailboat", 0, 0, 0), piece("sailboat", 0, 3, 0), piece("sailboat", 0, 8, 1)]
    assert final("fish", terrain=sea, pawns={0: [worker(0, 0), worker(0, 3)], 1: [worker(0, 8)]}, structures=boats) == [3, 0]
    ponds = [*flat(2, 12), "....~.......", *flat(3, 12), "....~.......", *flat(2, 12)]
    homes = [village((1, 4), 0), village((7, 4), 1)]  # each touches one stud of water
    pawns = {0: [worker(1, 4), worker(1, 4)], 1: [worker(7, 4)]}
    assert final("fish", terrain=ponds, pawns=pawns, structures=homes) == [1.5, 1.5]


@pytest.mark.rule("BRC-404", "BRC-405")
def test_most_worked_groves_are_worth_three():
    """Two groves against one; two workers in one grove count once."""
    woods = [*flat(1, 12), ".T...T...T..", *flat(7, 12)]
    assert final("wood", terrain=woods, pawns={0: [worker(1, 1), worker(1, 5)], 1: [worker(1, 9)]}) == [3, 0]
    assert final("wood", terrain=woods, pawns={0: [worker(1, 1), worker(1, 1)], 1: [worker(1, 9)]}) == [1.5, 1.5]
    assert final("wood", terrain=woods, pawns={0: [warrior(1, 1), worker(8, 8)], 1: [worker(1, 9)]}) == [0, 3]


@pytest.mark.rule("BRC-404", "BRC-405")
def test_most_masons_are_worth_three_and_a_quarry_has_two():
    """A quarry with 3 workers counts 2, as much as one with 2 workers; with 1 worker it is less."""
    cliffs = ["rr..........rr", *flat(6, 14)]
    heights = ["44111111111144", *["1" * 14] * 6]
    pits = [piece("quarry_row", 1, 0, 0), piece("quarry_row", 1, 12, 1)]
    for masons, expected in ((2, [1.5, 1.5]), (1, [3, 0])):
        pawns = {0: [worker(1, 0)] * 3, 1: [worker(1, 12)] * masons}
        p = scene(cliffs, heights, pawns=pawns, structures=pits, stage="round_end", rules=only("stone"))
        assert points(p) == expected


# ------------------------------------------------------------------------------------------------ population, industry, food, deaths
@pytest.mark.rule("BRC-406")
def test_the_largest_population_is_worth_four_and_critical_pawns_do_not_count():
    """3 against 4: 0 : 4; with two of the four critical 4 : 0."""
    homes = [village(A, 0), village(B, 1)]
    pawns = {0: [worker(*A), warrior(*A), worker(8, 8)], 1: [worker(*B)] * 4}
    assert final("population", pawns=pawns, structures=homes) == [0, 4]
    assert final("population", pawns=pawns, structures=homes, seats={1: in_bed(4, {2: (1, 5), 3: (1, 5)})}) == [4, 0]


RIVER = ["~" * 12, *flat(8, 12)]  # one stud wide, along the edge


def mill(column: int, seat: int, side: str = "north") -> dict:
    """A mill on the bank; with its wheel to the south it does not work."""
    return piece(f"mill_{side}", 1, column, seat)


@pytest.mark.rule("BRC-407", "BRC-408")
def test_most_working_mills_are_worth_three():
    """1 against 0: 3 : 0; a mill whose wheel is dry or whose wheel stud was filled does not count."""
    assert final("industry", terrain=RIVER, structures=[mill(0, 0)]) == [3, 0]
    two = [mill(0, 0), mill(3, 0), mill(8, 1)]
    assert final("industry", terrain=RIVER, structures=two) == [3, 0]
    assert final("industry", terrain=RIVER, structures=two, roads={(0, 3): 3}) == [1.5, 1.5]
    assert final("industry", terrain=RIVER, structures=[mill(0, 0), mill(3, 0, "south"), mill(8, 1)]) == [1.5, 1.5]


@pytest.mark.rule("BRC-408")
@pytest.mark.parametrize(("measure", "expected"), [("mills", [3, 0]), ("last", [0, 3]), ("total", [0, 3])])
def test_industry_may_be_measured_by_milled_units(measure, expected):
    """industry=last and total count the units milled in the last Gather and in the game."""
    seats = {0: {"milled_last": 1, "milled_total": 5}, 1: {"milled_last": 2, "milled_total": 6}}
    structures = [mill(0, 0), mill(3, 0), mill(8, 1)]
    assert final("industry", terrain=RIVER, structures=structures, seats=seats, rules={"industry": measure}) == expected


@pytest.mark.rule("BRC-409")
def test_the_largest_food_surplus_is_worth_three():
    """5 against 9: 0 : 3."""
    assert final("food_surplus", seats={0: {"surplus": 5}, 1: {"surplus": 9}}) == [0, 3]


@pytest.mark.rule("BRC-409")
def test_food_spent_in_the_last_populate_does_not_lower_the_surplus():
    """p0 has 5 food after the feeding and p1 4; p0 pays 4 for a warrior and still has the larger surplus."""
    homes = [village(A, 0), village(B, 1, fish=4), piece("storehouse_row", 2, 1, 0, fish=6)]
    p = scene(
        flat(9, 12), pawns={0: [worker(*A)], 1: [worker(8, 11, fish=1)]}, structures=homes, stage="consume", rules=only("food_surplus")
    )
    idle_until(p, lambda q: q.record.prompt == Prompt.POP_KIND)
    assert prompt(p) == (0, Prompt.POP_KIND)
    go(p.play("raise warrior"), A)
    assert list(p.record.surplus[:2]) == [5, 4]
    idle_until(p, lambda q: q.over)
    assert points(p) == [3, 0]


@pytest.mark.rule("BRC-410")
def test_each_death_costs_a_point():
    """2 deaths: -2."""
    assert final("death", seats={0: {"deaths": 2}}) == [-2, 0]


@pytest.mark.rule("BRC-410")
def test_a_casualty_a_starved_and_a_drowned_pawn_cost_three_points_and_the_saved_nothing():
    """p1's warrior falls, its worker starves, its swimmer drowns, none is revived: -3."""
    terrain = [*flat(8, 12), "~" * 12]
    homes = [village(A, 0, fish=4), village(B, 1)]
    pawns = {0: [warrior(5, 5, fish=2)], 1: [warrior(5, 7), worker(7, 0), worker(8, 11, fish=1)]}
    p = scene(terrain, pawns=pawns, structures=homes, unfriendly=[(0, 1)], stage="deploy", rules=only("death", turn_cap=4))
    p.queue_dice(1, 6).play("pawn 0", "yes", "detachment 0", "yes")
    idle_until(p, lambda q: q.over)
    assert p.record.deaths[1] == 3
    assert points(p)[1] == -3


@pytest.mark.rule("BRC-410")
def test_a_revived_pawn_costs_nothing():
    """A pawn that was critical and was revived has not died."""
    homes = [village(A, 0, fish=2)]
    p = scene(
        flat(9, 12), pawns={0: [worker(*A)]}, structures=homes, seats={0: in_bed(1, {0: (0, 3)})}, stage="consume", rules=only("death")
    )
    idle_until(p, lambda q: q.record.prompt == Prompt.REVIVE)
    idle_until(p.play("yes"), lambda q: q.over)
    assert points(p) == [0, 0]


# ------------------------------------------------------------------------------------------------ everything together
@pytest.mark.rule("BRC-399", "BRC-400", "BRC-401", "BRC-402", "BRC-403", "BRC-404", "BRC-406", "BRC-407", "BRC-409", "BRC-410")
def test_g2_all_categories_together():
    """[G2] 28.0 : 16.0."""
    terrain = ["~" * 26, *flat(9, 26), *["." * 26] * 6]
    terrain[6] = terrain[7] = terrain[8] = "." * 20 + "~" * 6  # a lake for the boats
    terrain[2] = ".....T...T...T" + "." * 12  # groves in rows 1 to 3
    homes = [village((4, 4 * k), 0) for k in range(3)] + [village((4, 13 + 4 * k), 1) for k in range(3)]
    boats = [piece("sailboat", 6, 20, 0), piece("sailboat", 8, 20, 0), piece("sailboat", 6, 24, 1), piece("sailboat", 8, 24, 1)]
    others = [piece("palace_rows", 1, 17, 0, progress=7, roof=1), piece("mill_north", 1, 0, 0)]
    blocks = [(r, c) for r in (10, 12, 14) for c in range(0, 24, 4)]  # 2 x 4 studs each
    owners = [(0, k) for k in range(8)] + [(1, k) for k in range(10)]
    claims = {who: [(r + dr, c + dc) for dr in (0, 1) for dc in range(4)] for who, (r, c) in zip(owners, blocks, strict=True)}
    farmers = {seat: [worker(*claims[who][0]) for who in owners if who[0] == seat] for seat in (0, 1)}
    pawns = {
        0: [
            *farmers[0],
            worker(6, 20),
            worker(8, 20),
            *(worker(2, c) for c in (5, 9, 13)),
            worker(4, 13),
            worker(4, 17),
            *[worker(4, 0)] * 6,
        ],
        1: [*farmers[1], worker(6, 24), worker(8, 24), worker(4, 0), *[worker(4, 13)] * 9],
    }
    p = scene(
        terrain, pawns=pawns, structures=[*homes, *boats, *others], field=fields(26, claims), stage="round_end", rules={"turn_cap": 3},
        seats={0: {"surplus": 5, "deaths": 2}, 1: {"surplus": 9}},
    )  # fmt: skip
    assert p.over
    assert [len([k for k in range(64) if p.record.pawn[seat][k]]) for seat in (0, 1)] == [21, 22]
    assert points(p) == [28, 16]
    assert list(p.outcome()[:, 0]) == [1, -1]


@pytest.mark.rule("BRC-399")
def test_the_most_points_win_and_equal_points_share_the_win():
    """With equal totals nobody is ahead."""
    p: Position = scene(flat(9, 12), pawns={0: [worker(8, 8)], 1: [worker(8, 11)]}, stage="round_end", rules={"turn_cap": 3})
    assert points(p)[0] == points(p)[1]
    assert list(p.outcome()[:, 0]) == [0, 0]
