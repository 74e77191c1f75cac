"""Rules of the set-up: seats, start sites, the first village and its two workers (BRC-044 to BRC-052)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from tests.brick_civilization.helpers import (
    GAME,
    Stud,
    board,
    flat,
    go,
    goods_of,
    idle_until,
    offered,
    place,
    prompt,
    studs_of,
    targets,
)


def land(*starts: tuple[int, int, int], rows: list[str] | None = None, heights=1, players: int = 4) -> str:
    """A map with start sites (row, column, shape of the village)."""
    text = board(rows or flat(12, 12), heights, players=players)
    return text + ("starts\n" + "".join(f"{r} {c} {shape}\n" for r, c, shape in starts) if starts else "")


FOUR = ((1, 1, 1), (1, 7, 1), (9, 1, 1), (9, 7, 1))  # villages in a row, hall first


def deal(text: str, players: int = 2, seed: int = 0, **rules) -> Position:
    """A new game on a map."""
    return GAME.new(num_players=players, rules={"map": text, **rules}, seed=seed)


def settle(p: Position, site: int | None = None) -> Position:
    """The seat to act takes a site and puts both workers into its village."""
    p.play(f"site {site if site is not None else min(map(int, offered(p, 'site')))}")
    while p.record.prompt == Prompt.SETUP_WORKER:
        p.play("target +0 +0")
    return p


def free_sites(p: Position, shape: str) -> set[Stud]:
    """The anchors on which a village of a shape may be placed in a free start."""
    found: set[Stud] = set()
    if shape not in offered(p, "build"):
        return found
    chosen = p.clone().play(f"build {shape}")
    for sector in offered(chosen, "sector"):
        found |= targets(chosen.clone().play(f"sector {sector}"))
    return found


# ------------------------------------------------------------------------------------------------ seats
@pytest.mark.rule("BRC-044")
@pytest.mark.parametrize("players", [1, 5, 0])
def test_fewer_than_two_and_more_than_four_do_not_play(players):
    """One and five civilizations are refused."""
    with pytest.raises(RulesError):
        deal(land(*FOUR), players)


@pytest.mark.rule("BRC-044")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_civilizations_play(players):
    """The game starts with two, three and four."""
    p = deal(land(*FOUR), players)
    assert p.num_players == players
    assert prompt(p) == (0, Prompt.SETUP_SITE)


# ------------------------------------------------------------------------------------------------ sites
@pytest.mark.rule("BRC-045")
def test_villages_are_placed_in_turn_order():
    """Three players: three villages, owned in the order of the seats."""
    p = deal(land(*FOUR), 3)
    asked = []
    while p.record.phase == 6:
        if p.record.prompt == Prompt.SETUP_SITE:
            asked.append(p.seat)
        settle(p)
    assert asked == [0, 1, 2]
    assert p.record.structs == 3
    assert p.record.struct_kind[:3].tolist() == [1, 1, 1]
    assert p.record.struct_owner[:3].tolist() == [0, 1, 2]


@pytest.mark.rule("BRC-047")
def test_a_taken_site_and_those_that_overlap_it_are_masked():
    """Site 0 is taken: the overlapping site 1 is gone as well, the others stay."""
    p = deal(land((1, 1, 1), (1, 3, 1), (1, 7, 1), (9, 1, 1)))
    assert offered(p, "site") == ["0", "1", "2", "3"]
    settle(p, 0)
    assert prompt(p) == (1, Prompt.SETUP_SITE)
    assert offered(p, "site") == ["2", "3"]


@pytest.mark.rule("BRC-047")
def test_the_village_stands_where_the_site_says():
    """Anchor and shape of the site become those of the village."""
    p = deal(land((1, 1, 1), (6, 6, 9), players=2)).play("site 1")
    assert p.record.struct_shape[0] == 9
    cells = {divmod(int(k), 12) for k in range(144) if p.record.struct[k] == 1}
    assert cells == set(studs_of("village_column_ws", 6, 6))


@pytest.mark.rule("BRC-047", "BRC-014")
def test_there_are_never_more_than_sixteen_sites():
    """A map without sites offers at most sixteen, at least one for everybody."""
    p = deal(land(players=2, rows=["r" * 8] * 8))
    assert 2 <= len(offered(p, "site")) <= 16


STEPPED = ["111111111111"] * 5 + ["112222222222"] + ["111111111111"] * 2 + ["333333333333", "111111111111", "444444444444", "111111111111"]


@pytest.mark.rule("BRC-046")
def test_a_hall_stands_level():
    """A hall over levels 1 and 2 is illegal, on one level it is legal."""
    p = deal(land(heights=STEPPED), start_choice="free")
    assert (5, 0) in free_sites(p, "village_row_nw")
    assert (5, 1) not in free_sites(p, "village_row_nw")  # its hall would be on levels 1 and 2
    assert (5, 2) in free_sites(p, "village_row_nw")


@pytest.mark.rule("BRC-046")
def test_the_dwelling_is_at_most_two_levels_away():
    """A dwelling two levels above the hall is legal, three levels above is not."""
    p = deal(land(heights=STEPPED), start_choice="free")
    assert (7, 4) in free_sites(p, "village_row_sw")  # the dwelling on row 8, level 3
    assert (9, 4) not in free_sites(p, "village_row_sw")  # the dwelling on row 10, level 4
    assert (9, 4) in free_sites(p, "village_row_e")


@pytest.mark.rule("BRC-046")
def test_groves_water_and_impassable_studs_are_no_sites():
    """Nothing of a village may stand there."""
    rows = flat(12, 12)
    rows[4] = "....T......."
    rows[8] = "~~~~....####"
    p = deal(land(rows=rows), start_choice="free")
    legal = free_sites(p, "village_row_e")
    for anchor in ((4, 1), (3, 5), (8, 2), (8, 6), (0, 10)):
        assert anchor not in legal, anchor
    for anchor in ((4, 0), (3, 6), (8, 4), (9, 0), (0, 9)):
        assert anchor in legal, anchor


@pytest.mark.rule("BRC-048")
def test_a_free_start_takes_any_legal_place():
    """The corner of the board: hall along the row, dwelling to the east."""
    p = deal(land(rows=flat(8, 8)), start_choice="free")
    p.play("build village_row_e")
    assert prompt(p) == (0, Prompt.SETUP_SECTOR)
    p.play("sector 1 1")
    assert prompt(p) == (0, Prompt.SETUP_CELL)
    go(p, (0, 0))
    assert prompt(p) == (0, Prompt.SETUP_WORKER)
    assert [int(k) for k in range(64) if p.record.struct[k] == 1] == [0, 1, 2]


@pytest.mark.rule("BRC-048")
def test_a_free_start_offers_every_place_of_the_board():
    """On open grass all anchors from which the village stays on the board."""
    p = deal(land(rows=flat(8, 8)), start_choice="free")
    assert len(offered(p, "build")) == 12
    assert free_sites(p, "village_row_e") == {(r, c) for r in range(8) for c in range(6)}
    assert free_sites(p, "village_column_n") == {(r, c) for r in range(1, 7) for c in range(8)}


@pytest.mark.rule("BRC-048", "BRC-047")
def test_a_free_start_does_not_overlap_the_villages_that_stand():
    """The second player keeps off the studs of the first village."""
    p = deal(land(rows=flat(8, 8)), start_choice="free").play("build village_row_e", "sector 1 1")
    go(p, (0, 0)).play("target +0 +0", "target +0 +0")
    assert prompt(p) == (1, Prompt.SETUP_SITE)
    assert not {(0, 0), (0, 1), (0, 2)} & free_sites(p, "village_row_e")
    assert (0, 3) in free_sites(p, "village_row_e")


# ------------------------------------------------------------------------------------------------ workers
@pytest.mark.rule("BRC-049")
def test_each_civilization_starts_with_two_workers_in_or_beside_its_village():
    """The places are the village and the studs that share an edge with it."""
    p = deal(land(*FOUR)).play("site 0")
    village = {(1, 1), (1, 2), (1, 3)}
    around = {(0, 1), (0, 2), (0, 3), (2, 1), (2, 2), (2, 3), (1, 0), (1, 4)}
    assert around <= targets(p) <= around | village
    assert targets(p) & village
    assert (1, 5) not in targets(p)
    assert (0, 0) not in targets(p)
    go(p, (1, 4))
    assert prompt(p) == (0, Prompt.SETUP_WORKER)
    p.play("target +0 +0")
    assert [place(p, 0, slot) for slot in (0, 1)] == [(1, 4), (1, 1)]
    settle(p)
    for seat in (0, 1):
        assert (p.record.pawn[seat] == 1).sum() == 2
        assert (p.record.pawn[seat] == 2).sum() == 0


@pytest.mark.rule("BRC-050")
@pytest.mark.parametrize(("level", "legal"), [("3", True), ("2", False), ("9", True), ("a", False)])
def test_workers_are_placed_over_at_most_three_levels(level, legal):
    """Village on level 6: a stud three below or above it is a place, four below or above is not."""
    heights = ["6" * 12 for _ in range(12)]
    heights[1] = "6666" + level + "6666666"
    p = deal(land(*FOUR, heights=heights)).play("site 0")
    assert ((1, 4) in targets(p)) == legal


@pytest.mark.rule("BRC-050")
def test_the_workers_follow_right_after_the_own_village():
    """Seat 1 chooses its site when both workers of seat 0 stand."""
    p = deal(land(*FOUR)).play("site 0")
    assert [prompt(p)] == [(0, Prompt.SETUP_WORKER)]
    p.play("target +0 +0")
    assert prompt(p) == (0, Prompt.SETUP_WORKER)
    p.play("target +0 +0")
    assert prompt(p) == (1, Prompt.SETUP_SITE)
    assert (p.record.pawn[0] == 1).sum() == 2


@pytest.mark.rule("BRC-050")
def test_workers_are_not_placed_on_water_or_impassable_studs():
    """Beside the village only land counts."""
    rows = flat(12, 12)
    rows[0], rows[2] = ".~~~........", ".###........"
    p = deal(land(*FOUR, rows=rows)).play("site 0")
    assert targets(p) - {(1, 1), (1, 2), (1, 3)} == {(1, 0), (1, 4)}


# ------------------------------------------------------------------------------------------------ the first round
def settled(players: int = 2, seed: int = 0, **rules) -> Position:
    """The first decision of round 1."""
    p = deal(land(*FOUR), players, seed, **rules)
    while p.record.prompt == Prompt.SETUP_SITE:
        settle(p)
    return p


@pytest.mark.rule("BRC-051")
def test_nobody_starts_with_goods_and_the_first_gather_gives_one_action():
    """All stores and cargo are empty; in the first Gather everybody has one action."""
    p = deal(land(*FOUR))
    settle(p)
    assert prompt(p) == (1, Prompt.SETUP_SITE)
    assert goods_of(p, 0) == {}
    assert p.record.actions[:2].tolist() == [0, 0]
    settle(p)
    assert p.record.round_number == 1
    assert p.record.phase == 0
    assert goods_of(p, 0) == goods_of(p, 1) == {}  # workers in villages without water gather nothing
    assert p.record.actions[:2].tolist() == [1, 1]


@pytest.mark.rule("BRC-052")
def test_seat_0_starts_round_1():
    """Three players: the order of round 1 is 0, 1, 2."""
    p = settled(3)
    order = []

    def look(q: Position) -> bool:
        if q.record.prompt == Prompt.MOVE_TOP and q.seat not in order:
            order.append(q.seat)
        return q.record.phase > 1

    idle_until(p, look)
    assert order == [0, 1, 2]
    assert p.record.start == 0


@pytest.mark.rule("BRC-052")
def test_the_first_seat_may_be_drawn():
    """random_first: among a few seeds both seats start; the same seed draws the same."""
    firsts = [settled(2, seed, random_first=True) for seed in range(8)]
    assert {int(p.record.start) for p in firsts} == {0, 1}
    assert all(p.seat == p.record.start for p in firsts)
    assert [int(settled(2, seed, random_first=True).record.start) for seed in range(3)] == [int(p.record.start) for p in firsts[:3]]
