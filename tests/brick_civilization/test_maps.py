"""Map files: what loads, what is refused and where, what comes back when it is written, and the water and sites of a map."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rulebound.envs import game
from rulebound.envs.brick_civilization.maps import (
    GRASS,
    IMPASSABLE,
    ROCK,
    TRUNK,
    WATER,
    BrickMap,
    MapError,
    bundled_map,
    bundled_names,
    check_map,
    map_of_record,
    map_problems,
    read_map,
)
from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError

GAME = game("brick_civilization")
RIVER = 1
SAMPLE = """brickmap 1
size 8 10
players 2
legend s GRASS
terrain
..........
.....T....
..........
..rr......
..rr...~~~
.......~~~
.......~~~
..........
height
2222222222
2222222222
2222222222
2255222222
2255222111
2222222111
2222222111
2222222222
starts
1 1 0
7 5 0
"""


def flat(*rows: str, level: str = "1", players: int = 2, extra: str = "") -> str:
    """A map of one level."""
    lines = ["brickmap 1", f"size {len(rows)} {len(rows[0])}", f"players {players}", *extra.splitlines(), "terrain", *rows, "height"]
    return "\n".join([*lines, *(level * len(rows[0]) for _ in rows)]) + "\n"


def meadow(rows: int, columns: int, **letters: tuple[int, int]) -> list[str]:
    """Rows of grass with letters at some places."""
    grid = [["."] * columns for _ in range(rows)]
    for letter, (row, column) in letters.items():
        grid[row][column] = letter[0]
    return ["".join(line) for line in grid]


def deal(text: str, players: int = 2, **rules: object) -> Position:
    """A game on a map."""
    return GAME.new(num_players=players, rules={"map": text, **rules})


def rivers(position: Position) -> set[tuple[int, int]]:
    """The river studs of a board."""
    s = position.record
    found = np.flatnonzero(np.asarray(s.water)[: int(s.rows) * int(s.cols)] & RIVER)
    return {divmod(int(stud), int(s.cols)) for stud in found}


# ------------------------------------------------------------------------------------------------ what loads
@pytest.mark.rule("BRC-009")
def test_the_sample_map():
    one = read_map(SAMPLE)
    assert (one.rows, one.cols, one.players) == (8, 10, 2)
    assert (one.terrain == WATER).sum() == 9
    assert (one.terrain == ROCK).sum() == 4
    assert (one.ground[one.terrain == ROCK] == 5).all()
    assert one.trunks() == [(1, 5)]
    assert one.starts == ((1, 1, 0), (7, 5, 0))


@pytest.mark.rule("BRC-009")
def test_a_game_on_the_sample_map():
    s = deal(SAMPLE).record
    assert (int(s.rows), int(s.cols), int(s.groves), int(s.trunk[0])) == (8, 10, 1, 15)
    assert np.asarray(s.candidate)[: int(s.candidates)].tolist() == [11, 75]
    assert np.asarray(s.candidate_sector)[:2].tolist() == [0, 0]
    tree = np.asarray(s.tree)[:80].reshape(8, 10)
    assert (tree[:3, 4:7] == 1).all()
    assert tree.sum() == 9
    assert (int(s.tries), int(s.water_layout)) == (0, 0)


@pytest.mark.rule("BRC-010")
@pytest.mark.parametrize(("name", "code"), [("GRASS", GRASS), ("rock", ROCK), ("Water", WATER), ("IMPASSABLE", IMPASSABLE)])
def test_extra_letters_stand_for_one_of_the_classes(name, code):
    one = read_map(flat(*meadow(8, 8, s=(3, 4)), extra=f"legend s {name}"))
    assert one.terrain[3, 4] == code


def test_comments_and_empty_lines_are_skipped():
    text = SAMPLE.replace("players 2\n", "# for two\nplayers 2\n\n").replace("height\n", "# the levels\n#\nheight\n")
    assert read_map(text).text == read_map(SAMPLE).text


def test_a_row_of_impassable_studs_is_no_comment():
    assert (read_map(flat("######", *["......"] * 6)).terrain[0] == IMPASSABLE).all()


@pytest.mark.parametrize(("rows", "columns"), [(6, 6), (6, 64), (64, 7), (64, 64)])
def test_boards_may_be_small_large_and_oblong(rows, columns):
    s = deal(flat(*meadow(rows, columns))).record
    assert (int(s.rows), int(s.cols)) == (rows, columns)
    assert int(s.candidates) >= 2


# ------------------------------------------------------------------------------------------------ what is refused
@pytest.mark.rule("BRC-011")
@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (meadow(8, 10, T=(0, 5)), "line 5, column 6: the trunk (0, 5) is on the border"),
        (meadow(8, 10, T=(4, 9)), "line 9, column 10: the trunk (4, 9) is on the border"),
        (meadow(8, 10, T=(3, 4), Tt=(3, 6)), "line 8, column 7: the groves of the trunks (3, 4) and (3, 6) overlap at (2, 5)"),
        (["....", *["..........."] * 6], "line 5, column 5: row 0 of the terrain has 4 studs, the size says 11"),
        (meadow(8, 10, x=(2, 3)), "line 7, column 4: the letter 'x' is unknown; there are . r ~ # T"),
    ],
)
def test_what_the_terrain_cannot_be(rows, problem):
    text = flat(*rows) if len(rows[0]) == len(rows[1]) else flat(*rows).replace("size 7 4", "size 7 11")
    assert map_problems(text)[0] == problem
    with pytest.raises(MapError, match="line"):
        read_map(text)
    with pytest.raises(RulesError, match=r"board\.map: line"):
        GAME.variant({"map": text})


@pytest.mark.rule("BRC-011")
@pytest.mark.parametrize(("letter", "word"), [("~", "water"), ("#", "impassable")])
def test_a_grove_covers_no_water_and_no_impassable_stud(letter, word):
    rows = meadow(8, 10, T=(3, 4))
    rows[4] = rows[4][:5] + letter + rows[4][6:]
    assert map_problems(flat(*rows)) == [f"line 8, column 5: the grove of the trunk (3, 4) covers the {word} stud (4, 5)"]
    rows[4] = rows[4].replace(letter, "r")
    assert map_problems(flat(*rows)) == []


@pytest.mark.rule("BRC-011")
def test_levels_end_at_twenty():
    text = flat(*meadow(8, 10))
    assert read_map(text.replace("1111111111", "111k111111", 1)).ground[0, 3] == 20
    assert map_problems(text.replace("1111111111", "111l111111", 1)) == ["line 14, column 4: the level 'l' is 21, the highest is 20"]
    assert map_problems(text.replace("1111111111", "111.111111", 1)) == ["line 14, column 4: '.' is no level; levels are 0 to 9 and a to k"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("brickmap 1", "brickmap 2", "line 1, column 1: a map begins with 'brickmap 1'"),
        ("size 8 10", "size 5 10", "line 2, column 6: size is followed by 2 whole numbers between 6 and 64"),
        ("players 2", "players five", "line 3, column 9: players is followed by a whole number between 2 and 4"),
        ("legend s GRASS", "legend s LAVA", "line 4, column 8: legend is followed by a letter and one of GRASS, ROCK, WATER, IMPASSABLE"),
        ("legend s GRASS", "legend r GRASS", "line 4, column 8: the letter 'r' has a meaning already"),
        ("legend s GRASS", "weather fine", "line 4, column 1: 'weather' is none of size, players, legend, terrain, height, starts"),
        ("size 8 10\n", "", "line 4, column 1: the size must be named before the terrain"),
        ("..rr......\n", "", "line 13, column 1: the terrain has 7 rows, the size says 8"),
        ("7 5 0\n", "7 5 12\n", "line 25, column 1: a start site is a row, a column and a shape of a village (0 to 11)"),
        ("7 5 0\n", "", "line 24, column 1: there are 1 start sites, allowed are 2 to 16"),
        ("7 5 0\n", "7 0 0\n", "line 25, column 1: no village of shape 0 can stand at (7, 0): the stud (7, -1) is off the board"),
        ("7 5 0\n", "5 6 1\n", "line 25, column 1: no village of shape 1 can stand at (5, 6): the stud (5, 7) is water"),
        ("7 5 0\n", "2 6 1\n", "line 25, column 1: no village of shape 1 can stand at (2, 6): the stud (2, 6) is in a grove"),
        ("7 5 0\n", "3 1 1\n", "line 25, column 1: no village of shape 1 can stand at (3, 1): the hall stands on levels 2 and 5"),
        ("7 5 0\n", "5 2 2\n", "line 25, column 1: no village of shape 2 can stand at (5, 2): the dwelling stands 3 levels from the hall"),
    ],
)
def test_every_problem_names_its_line_and_column(old, new, problem):
    assert old in SAMPLE
    assert map_problems(SAMPLE.replace(old, new, 1)) == [problem]


def test_all_problems_are_found():
    text = flat(*meadow(8, 10, x=(1, 1), y=(6, 9))).replace("1111111111", "1z11111111", 1)
    assert len(map_problems(text)) == 3
    with pytest.raises(MapError, match=r"and 2 more"):
        read_map(text)


def test_a_map_seats_as_many_as_it_says():
    with pytest.raises(RulesError, match="for 2 players"):
        deal(SAMPLE, players=3)
    assert int(deal(flat(*meadow(20, 20), players=4), players=4).record.candidates) >= 4


# ------------------------------------------------------------------------------------------------ groves
@pytest.mark.rule("BRC-033")
def test_a_grove_is_nine_studs():
    tree = np.asarray(deal(flat(*meadow(8, 10, T=(3, 4)))).record.tree)[:80].reshape(8, 10)
    assert {tuple(stud) for stud in np.argwhere(tree).tolist()} == {(row, column) for row in (2, 3, 4) for column in (3, 4, 5)}


def test_low_studs_are_outside_a_grove():
    """Scenario M17: a stud 3 below the trunk is outside, higher ones are inside."""
    lines = flat(*meadow(8, 10, T=(3, 4)), level="5").splitlines()
    first = lines.index("height") + 1
    for row, column, level in ((2, 3, "2"), (2, 4, "3"), (4, 5, "9")):
        lines[first + row] = lines[first + row][:column] + level + lines[first + row][column + 1 :]
    tree = np.asarray(deal("\n".join(lines)).record.tree)[:80].reshape(8, 10)
    assert tree.sum() == 8
    assert tree[2, 3] == 0


# ------------------------------------------------------------------------------------------------ water
def lake(arm: list[str]) -> str:
    """A 7 x 7 lake in land with an arm to the east in its middle rows."""
    rows = [["."] * 20 for _ in range(11)]
    for row in range(2, 9):
        rows[row][2:9] = "~" * 7
    for k, line in enumerate(arm):
        rows[4 + k][9 : 9 + len(line)] = line
    return flat(*("".join(row) for row in rows))


@pytest.mark.rule("BRC-040")
def test_arms_of_a_lake():
    assert rivers(deal(lake(["~" * 8] * 2))) == {(row, column) for row in (4, 5) for column in range(9, 17)}
    assert rivers(deal(lake(["~" * 8] * 3))) == set()


@pytest.mark.rule("BRC-041")
def test_an_inlet_needs_four_studs():
    assert rivers(deal(lake(["~~~"]))) == set()
    assert rivers(deal(lake(["~~~~"]))) == {(4, column) for column in range(9, 13)}


@pytest.mark.rule("BRC-041", "BRC-042")
def test_ditches_and_ponds():
    edge = meadow(10, 12)
    edge[0] = edge[1] = "...~~~~~~..."
    assert len(rivers(deal(flat(*edge)))) == 12
    assert rivers(deal(flat(*edge), edge_rivers=False)) == set()
    pond = meadow(10, 12)
    pond[4] = pond[5] = "...~~~~~~..."
    assert rivers(deal(flat(*pond))) == set()


# ------------------------------------------------------------------------------------------------ start sites
@pytest.mark.rule("BRC-014")
def test_a_map_without_good_sites_offers_legal_ones():
    one = map_of_record(deal(flat(*["r" * 16] * 16)).record)
    assert 2 <= len(one.starts) <= 16
    assert all(one.village_problem(*start) is None for start in one.starts)
    first, second = one.village(*one.starts[0]), one.village(*one.starts[1])
    assert min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a in first for b in second) >= 24


def test_good_sites_of_a_map_come_first():
    one = bundled_map("crossroads")
    bare = BrickMap(4, one.terrain, one.ground)
    found = map_of_record(deal(bare.text).record)
    assert len(found.starts) >= 4
    assert all(found.village_problem(*start) is None for start in found.starts)


# ------------------------------------------------------------------------------------------------ writing and rules
def test_what_is_written_reads_the_same():
    for name in bundled_names():
        one = bundled_map(name)
        again = read_map(one.text)
        assert again.text == one.text
        assert np.array_equal(again.terrain, one.terrain)
        assert np.array_equal(again.ground, one.ground)
        assert again.starts == one.starts


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_can_be_written_and_played_again(players):
    position = GAME.new(num_players=players, seed=11)
    again = deal(map_of_record(position.record).text, players)
    for layer in ("terrain", "ground", "tree", "water", "trunk", "candidate", "candidate_variant"):
        assert np.array_equal(position.record[layer], again.record[layer]), layer


def test_bundled_maps_are_fair():
    """A quarter-turn leaves each unchanged, and every quarter has as many start sites."""
    sizes = [bundled_map(name).rows for name in bundled_names()]
    assert sizes == [24, 32, 40, 48, 64]
    for name in bundled_names():
        one = bundled_map(name)
        assert one.players == 4
        assert np.array_equal(one.terrain, np.rot90(one.terrain))
        assert np.array_equal(one.ground, np.rot90(one.ground))
        quarters = [(row >= one.rows // 2, column >= one.cols // 2) for row, column, _ in one.starts]
        assert len({quarters.count(quarter) for quarter in set(quarters)}) == 1
        assert len(set(quarters)) == 4
        assert one.terrain[one.terrain == TRUNK].size == len(one.trunks())


def test_a_rule_variant_carries_the_text_of_its_map(tmp_path: Path):
    path = tmp_path / "mine.txt"
    path.write_text("# mine\n" + SAMPLE.replace("brickmap 1\n", "", 1), encoding="utf-8")
    with pytest.raises(RulesError, match=r"mine.txt, line 2, column 1: a map begins"):
        GAME.variant({"map": str(path)})
    path.write_text(SAMPLE, encoding="utf-8")
    variant = GAME.variant({"map": str(path)})
    assert variant["map"] == read_map(SAMPLE).text
    assert variant == GAME.variant({"map": SAMPLE})
    assert GAME.variant(variant.to_dict()) == variant


def test_a_path_in_a_rules_file_starts_there(tmp_path: Path):
    (tmp_path / "mine.txt").write_text(SAMPLE, encoding="utf-8")
    (tmp_path / "mine.yaml").write_text("game: brick_civilization\nname: mine\nrules: {map: mine.txt}\n", encoding="utf-8")
    assert GAME.variant(tmp_path / "mine.yaml")["map"] == read_map(SAMPLE).text


@pytest.mark.parametrize("value", ["nowhere", "", 7, None, ["generate"]])
def test_what_is_no_map(value):
    with pytest.raises(MapError, match="crossroads"):
        check_map(value)
