"""The pool of production tiles and the draft before the first turn (AOM-080 to AOM-087)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import TILE_TERRAIN, Prompt
from rulebound.envs.age_of_mythology.variant import CULTURES, ORDER, TILES
from rulebound.envs.core.position import IllegalAction, Position
from tests.age_of_mythology.helpers import (
    GAME,
    ask,
    offered,
    same,
    scene,
    seen,
    tiles,
)

EVERY_NUMBER = range(2, 9)
FITS_ALL = ["swamp_food1", "forest_wood2", "fertile_food2", "fertile_food2", "fertile_food2", "desert_gold1"]


def draft(shown: list[str], num_players: int = 3, **fields: object) -> Position:
    """The start of a draft with these tiles shown."""
    return GAME.position({"stage": "draft", "turn": 0, "shown": shown, **fields}, num_players=num_players)


# ------------------------------------------------------------------------------------------------ the draft
@pytest.mark.rule("AOM-080")
def test_the_pool_is_known_as_counts_only() -> None:
    """Everybody sees how many tiles of each kind are left; which come next changes no observation."""
    orders = ["swamp_food1", "hills_gold2", "forest_wood2"], ["desert_gold1", "fertile_food2", "mountains_gold2"]
    first, second = (scene({"hand": ["explore_same"]}, {}, {}, stacked_tiles=order) for order in orders)
    assert same(first, second, 0, 1, 2)
    assert seen(first, 1, "pool").tolist() == first.record.pool.tolist()
    for p, order in zip((first, second), orders, strict=True):
        p.play("play explore_same")
        assert {TILES[k] for k in np.flatnonzero(p.record.shown)} == set(order)


@pytest.mark.rule("AOM-080")
def test_the_pool_is_shuffled() -> None:
    """Ten seeds show ten different starting selections."""
    shown = {tuple(GAME.new(num_players=3, seed=seed).record.shown.tolist()) for seed in range(10)}
    assert len(shown) == 10


@pytest.mark.rule("AOM-081")
@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_six_tiles_per_player_are_shown(players: int) -> None:
    """3 players: 18 shown and 72 in the pool; 4: 24 and 66; and so on."""
    p = GAME.new(num_players=players, seed=7)
    assert p.record.shown.sum() == 6 * players
    assert p.record.pool.sum() == (90 if players <= 5 else 180) - 6 * players
    assert ask(p, Prompt.DRAFT)


@pytest.mark.rule("AOM-082", "AOM-083")
@pytest.mark.parametrize(
    ("players", "start", "order"), [(4, 2, [2, 3, 0, 1, 1, 0, 3, 2]), (3, 1, [1, 2, 0, 0, 2, 1]), (2, 0, [0, 1, 1, 0])]
)
def test_the_draft_is_a_snake(players: int, start: int, order: list[int]) -> None:
    """Clockwise from the start player, back from the last picker, three times over: six opportunities each."""
    p = GAME.new(num_players=players, rules={"start_seat": start}, seed=8)
    asked = []
    while ask(p, Prompt.DRAFT):
        asked.append(p.seat)
        p.play(p.legal()[-1])
    assert asked == order * 3
    assert max(p.record.tiles.sum(axis=1)) <= 6


@pytest.mark.rule("AOM-083")
def test_one_opportunity_takes_at_most_one_tile() -> None:
    """Each pick adds exactly one tile to the picker's board and takes it from those shown."""
    p = draft(FITS_ALL * 3)
    for number in range(18):
        seat, before = p.seat, p.record.shown.sum()
        p.play(f"tile {FITS_ALL[number // 3]}")
        assert p.record.tiles[seat].sum() == number // 3 + 1
        if number < 17:
            assert p.record.shown.sum() == before - 1
    assert p.record.tiles.sum(axis=1)[:3].tolist() == [6, 6, 6]


@pytest.mark.rule("AOM-083")
@pytest.mark.parametrize("seed", range(3))
def test_the_draft_may_be_skipped(seed: int) -> None:
    """draft = skip: no draft decision, 6 random tiles each that fit their boards."""
    p = GAME.new(num_players=4, rules={"draft": "skip"}, seed=seed)
    assert ask(p, Prompt.PLACE_VP)
    assert p.record.tiles.sum(axis=1)[:4].tolist() == [6] * 4
    assert (p.record.pool.sum(), p.record.shown.sum()) == (66, 0)
    for seat in range(4):
        placed = np.bincount(TILE_TERRAIN, weights=p.record.tiles[seat], minlength=6)
        squares = GAME.variant()[f"boards.{CULTURES[p.record.culture[seat]]}.squares"]
        assert all(placed[k] <= squares[terrain] for k, terrain in enumerate(ORDER["terrains"]))  # type: ignore[index]


@pytest.mark.rule("AOM-083")
def test_a_skipped_draft_deals_at_random() -> None:
    """Five seeds deal five different boards."""
    boards = [GAME.new(num_players=2, rules={"draft": "skip"}, seed=seed).record.tiles[0].tolist() for seed in range(5)]
    assert all(boards.count(board) == 1 for board in boards)


@pytest.mark.rule("AOM-084")
def test_egyptians_never_draft_mountains() -> None:
    """At each of his opportunities the mountains shown are masked, while others may take them."""
    p = draft(["mountains_gold2"] * 6 + ["mountains_wood1"] * 3 + ["desert_gold1"] * 7 + ["swamp_food1"] * 2)
    takers = set()
    while ask(p, Prompt.DRAFT):
        if any("mountains" in tile for tile in offered(p, "tile")):
            takers.add(CULTURES[p.record.culture[p.seat]])
        if p.record.culture[p.seat] == CULTURES.index("egyptian"):
            with pytest.raises(IllegalAction):
                p.play("tile mountains_gold2")
        p.play("tile desert_gold1" if "desert_gold1" in offered(p, "tile") else "done")
    assert takers == {"greek", "norse"}


@pytest.mark.rule("AOM-084")
def test_a_drafted_tile_fills_its_square_at_once() -> None:
    """After a Greek player took a desert tile the next one is masked for him."""
    p = draft(FITS_ALL * 3, players=[{"culture": "norse"}, {"culture": "egyptian"}, {"culture": "greek"}])
    p.play("done", "done", "tile desert_gold1")
    assert p.seat == 2
    assert tiles(p, 2) == {"desert_gold1": 1}
    assert offered(p, "tile") == set(FITS_ALL) - {"desert_gold1"}


@pytest.mark.rule("AOM-085")
def test_a_pass_costs_only_that_opportunity() -> None:
    """Who passes first still picks five times."""
    p = draft(FITS_ALL * 3)
    passed, asked = p.seat, 0
    p.play("done")
    while ask(p, Prompt.DRAFT):
        asked += p.seat == passed
        assert "done" in p.legal()
        fitting = [tile for tile in FITS_ALL if tile in offered(p, "tile")]
        p.play(f"tile {fitting[-1]}" if p.seat == passed else "done")
    assert asked == 5
    assert sum(tiles(p, passed).values()) == 5


@pytest.mark.rule("AOM-086")
def test_a_player_without_a_placeable_tile_is_still_asked() -> None:
    """Mountains and two forests shown: the Egyptian may take one forest, then has only `done`; the draft has 18 decisions."""
    players = [{"culture": "egyptian"}, {"culture": "greek"}, {"culture": "norse"}]
    shown = ["mountains_gold2"] * 6 + ["mountains_wood1"] * 3 + ["mountains_favor1"] * 3 + ["forest_wood2"] * 6
    p = draft(shown, players=players)
    decisions, answers = 0, []
    while ask(p, Prompt.DRAFT):
        decisions += 1
        if p.seat == 0:
            answers.append(p.legal())
        p.play("tile forest_wood2" if p.seat == 0 and len(p.legal()) > 1 else "done")
    assert decisions == 18
    assert answers == [["done", "tile forest_wood2"]] + [["done"]] * 5


@pytest.mark.rule("AOM-086")
def test_a_board_without_squares_drafts_nothing() -> None:
    """All tiles shown are unplaceable for one seat: six forced passes of his own."""
    rules = {"boards.egyptian.squares": dict.fromkeys(ORDER["terrains"], 0), "cultures": ["egyptian", "greek", "norse"] + ["random"] * 5}
    p = GAME.new(num_players=3, rules=rules, seed=2)
    asked = []
    while ask(p, Prompt.DRAFT):
        asked.append(p.seat)
        if p.seat == 0:
            assert p.legal() == ["done"]
        p.play(p.legal()[-1])
    assert len(asked) == 18
    assert asked.count(0) == 6


@pytest.mark.rule("AOM-087")
def test_unpicked_tiles_go_back_to_the_pool() -> None:
    """Three players pick 15 tiles: 75 in the pool, none shown, none lost."""
    p = draft(FITS_ALL * 3)
    for number in range(18):
        p.play("done" if number >= 15 else f"tile {FITS_ALL[number // 3]}")
    assert ask(p, Prompt.PLACE_VP)
    assert (p.record.pool.sum(), p.record.shown.sum(), p.record.tiles.sum()) == (75, 0, 15)
    assert p.record.pool[TILES.index("desert_gold1")] == 7
