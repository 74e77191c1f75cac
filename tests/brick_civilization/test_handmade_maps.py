"""Rules of boards made by hand: what a map file holds, extra letters, and what is refused (BRC-009 to BRC-014)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.rules import RulesError
from tests.brick_civilization.helpers import GAME, board, cargo, flat, layer, offered

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


def load(text: str, players: int = 2, **rules):
    """A game on a map."""
    return GAME.new(num_players=players, rules={"map": text, **rules})


@pytest.mark.rule("BRC-009")
def test_a_handmade_map_becomes_the_board():
    """The sample file: nine water studs, four rock studs on level 5, one grove, two start sites."""
    p = load(SAMPLE)
    terrain, ground = layer(p, "terrain"), layer(p, "ground")
    assert terrain.shape == (8, 10)
    assert (terrain == 2).sum() == 9
    assert (terrain == 1).sum() == 4
    assert set(ground[terrain == 1].tolist()) == {5}
    assert set(ground[terrain == 2].tolist()) == {1}
    assert p.record.groves == 1
    assert divmod(int(p.record.trunk[0]), 10) == (1, 5)
    assert offered(p, "site") == ["0", "1"]


@pytest.mark.rule("BRC-009")
def test_comments_and_missing_legends_are_fine():
    """A line that begins with a hash and a space is no part of the map."""
    text = SAMPLE.replace("terrain\n", "# the terrain\nterrain\n", 1).replace("legend s GRASS\n", "")
    assert np.array_equal(layer(load(text), "terrain"), layer(load(SAMPLE), "terrain"))


@pytest.mark.rule("BRC-009")
def test_a_map_may_be_read_from_a_file(tmp_path):
    """The same board from a path."""
    path = tmp_path / "sample.txt"
    path.write_text(SAMPLE, encoding="utf-8")
    assert np.array_equal(layer(load(str(path)), "terrain"), layer(load(SAMPLE), "terrain"))


@pytest.mark.rule("BRC-010")
@pytest.mark.parametrize(("terrain", "wheat"), [("GRASS", {"wheat_raw": 2}), ("ROCK", {})])
def test_an_extra_letter_stands_for_one_of_the_four_terrains(terrain, wheat):
    """Eight connected studs of the letter s, mapped to grass, are a field; mapped to rock they are not."""
    text = board(["ssssssss"] + ["#" * 8] * 5).replace("terrain\n", f"legend s {terrain}\nterrain\n", 1)
    named = {
        "stage": "claims",
        "phase": "gather",
        "players": [{"pawn": ["worker"], "cell": [3]}, {"pawn": ["warrior"], "cell": [0]}],
    }
    p = GAME.position(named, 2, rules={"map": text})
    assert cargo(p, 0, 0) == wheat


@pytest.mark.rule("BRC-010")
@pytest.mark.parametrize("line", ["legend s LAVA", "legend . ROCK", "legend ss GRASS"])
def test_an_extra_letter_is_new_and_of_a_known_terrain(line):
    """Unknown terrains and letters that have a meaning already are refused."""
    with pytest.raises(RulesError):
        load(SAMPLE.replace("legend s GRASS", line))


def edited(row: int, text: str, block: str = "terrain") -> str:
    """The sample with one row of a block replaced."""
    lines = SAMPLE.splitlines()
    lines[lines.index(block) + 1 + row] = text
    return "\n".join(lines) + "\n"


@pytest.mark.rule("BRC-011")
@pytest.mark.parametrize(
    "text",
    [
        edited(0, "........."),
        edited(0, "..........."),
        edited(2, "222222222", "height"),
        edited(0, ".....T...."),
        edited(3, "..rrT....."),
        edited(0, "x........."),
        edited(0, "l222222222", "height"),
        edited(0, "222222-222", "height"),
        SAMPLE.replace("brickmap 1", "brickmap 2"),
        SAMPLE.replace("size 8 10", "size 5 10"),
        SAMPLE.replace("1 1 0", "1 5 0"),
    ],
    ids=[
        "short row",
        "long row",
        "short row of heights",
        "trunk on the border",
        "overlapping groves",
        "unknown letter",
        "height 21",
        "no height",
        "header",
        "five rows",
        "start in a grove",
    ],
)
def test_bad_maps_are_refused(text):
    """Ragged rows, groves where they cannot stand, unknown letters, too great heights."""
    with pytest.raises(RulesError):
        load(text)


@pytest.mark.rule("BRC-011")
@pytest.mark.parametrize(
    ("rows", "fine"),
    [
        (["........", "........", "........", "....T.T.", "........", "........"], False),
        (["........", "........", "........", ".T..T...", "........", "........"], True),
        ([".....T..", "........", "........", "........", "........", "........"], False),
        (["........", "T.......", "........", "........", "........", "........"], False),
        (["........", ".T......", "........", "........", "........", "........"], True),
        (["........", ".T......", "..~.....", "........", "........", "........"], False),
        (["........", ".T......", "..#.....", "........", "........", "........"], False),
        (["........", ".T......", "..r.....", "........", "........", "........"], True),
    ],
    ids=["overlapping", "side by side", "top border", "left border", "inside", "over water", "over impassable", "over rock"],
)
def test_groves_stand_on_land_apart_from_each_other_and_off_the_border(rows, fine):
    """A trunk needs its eight neighbours on the board and on land, and groves never overlap."""
    if fine:
        assert load(board(rows)).record.groves == "".join(rows).count("T")
    else:
        with pytest.raises(RulesError):
            load(board(rows))


@pytest.mark.rule("BRC-011")
@pytest.mark.parametrize(("letter", "level"), [("k", 20), ("l", None), ("0", 0)])
def test_levels_go_up_to_twenty(letter, level):
    """The level k is 20 and loads, l is 21 and does not."""
    heights = ["1" * 8] * 5 + [letter * 8]
    if level is None:
        with pytest.raises(RulesError):
            load(board(flat(6, 8), heights))
    else:
        assert set(layer(load(board(flat(6, 8), heights)), "ground")[5].tolist()) == {level}


@pytest.mark.rule("BRC-014")
def test_a_map_without_good_sites_still_loads():
    """All rock: two to sixteen candidates, all legal, spread over the board."""
    p = load(board(["r" * 16] * 16, players=2))
    count = int(p.record.candidates)
    assert 2 <= count <= 16
    anchors = [divmod(int(cell), 16) for cell in p.record.candidate[:count]]
    assert len(set(anchors)) == count
    (r0, c0), (r1, c1) = anchors[:2]
    assert abs(r0 - r1) + abs(c0 - c1) >= 16  # the second site is far from the first
    assert {r < 8 for r, _ in anchors} == {True, False}
    assert {c < 8 for _, c in anchors} == {True, False}


@pytest.mark.rule("BRC-009")
def test_a_map_for_two_is_not_played_by_three():
    """The players that a map names are the most it has room for."""
    with pytest.raises(RulesError):
        load(SAMPLE, players=3)
