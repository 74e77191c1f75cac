"""Boards, tiles, units, villagers, cubes and cards, and when a card may be played (AOM-001 to AOM-030)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import FIRST_GOD, TILE_TERRAIN, Building, Prompt, Stage, VictoryCard
from rulebound.envs.age_of_mythology.variant import CARDS, CULTURES, DATA, GODS, ORDER, PERMANENT, TILES, UNITS
from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.record import PositionError
from tests.age_of_mythology.helpers import (
    GAME,
    arrange,
    ask,
    bank,
    battle,
    buildings,
    clash,
    cubes,
    offered,
    prompt,
    random_game,
    same,
    scene,
    seen,
    stock,
    tiles,
    units,
    vp,
)

SQUARES = {
    "egyptian": dict(fertile=5, forest=1, hills=2, mountains=0, desert=6, swamp=2),
    "greek": dict(fertile=3, forest=2, hills=8, mountains=1, desert=1, swamp=1),
    "norse": dict(fertile=3, forest=4, hills=3, mountains=4, desert=1, swamp=1),
}
COUNTS = (12, 3, 3, 3, 9, 2, 2, 2, 4, 4, 4, 4, 6, 3, 3, 7, 7, 4, 4, 4)
STANDALONE = {
    *("anubis", "hathor", "horus", "osiris", "set", "thoth"),
    *("apollo", "hades", "hephaestos", "hera", "hermes", "poseidon", "zeus"),
    *("forseti", "freyja", "hel", "loki", "njord", "odin", "thor"),
}
RICH = cubes(5, 5, 5, 5)
NOTHING = cubes(0, 0, 0, 0)


def of_terrain(terrain: str) -> list[str]:
    """All tiles of one terrain that a sheet holds, kind after kind."""
    return [name for name, count in zip(TILES, COUNTS, strict=True) if DATA["tiles"][name]["terrain"] == terrain for _ in range(count)]


def shown_to(culture: str, owned: list[str], *shown: str) -> set[str]:
    """Tiles that a player with these tiles may take when these are shown."""
    other = "greek" if culture == "egyptian" else "egyptian"
    card = ("explore_same", "explore", "explore_plus2")[len(shown) - 2]
    return offered(
        arrange({"culture": culture, "hand": [card], "tiles": owned}, {"culture": other}, stacked_tiles=list(shown)).play(f"play {card}"),
        "tile",
    )


def full_board(culture: str) -> list[str]:
    """Sixteen tiles that fill a board."""
    return [tile for terrain, squares in SQUARES[culture].items() for tile in of_terrain(terrain)[:squares]]


# ------------------------------------------------------------------------------------------------ dice, cards, areas
@pytest.mark.rule("AOM-001")
def test_more_than_eight_dice_are_rolled() -> None:
    """Priest and throwing Cyclops roll nine dice each, and every one of them counts."""
    p = battle({"priest": 1, "spearman": 1}, {"cyclops": 1, "hoplite": 1}, attacker={"age": "classical"})
    clash(p, "priest", "cyclops", (9, 9, 8, 9), declare=["confirm"])
    assert p.record.sixes.tolist() == [9, 8]


@pytest.mark.rule("AOM-002")
def test_in_a_round_only_cards_in_hand_can_be_played_or_dropped() -> None:
    """A rich player with one card may play it or drop it; nothing is bought without a card."""
    p = scene({"hand": ["gather"], "resources": RICH, "units": {"spearman": 2}}, {}, {})
    assert p.legal() == ["play gather", "drop gather"]


@pytest.mark.slow
@pytest.mark.rule("AOM-002")
def test_every_answer_in_a_round_names_a_card_in_hand() -> None:
    """Through a whole game, card play offers plays and drops of the actor's own cards only."""
    moments = [p for p in random_game(3, 0) if ask(p, Prompt.PLAY_CARD)]
    assert len(moments) > 30
    for p in moments:
        for action in p.legal():
            assert action.split()[0] in ("play", "drop")
            assert p.record.hand[p.seat, CARDS.index(action.split()[1])] > 0
        held = {CARDS[k] for k in np.flatnonzero(p.record.hand[p.seat])}
        assert {action.split()[1] for action in p.legal() if action.startswith("drop")} == held


@pytest.mark.rule("AOM-003")
def test_a_board_has_three_areas() -> None:
    """An attack names the city, the production area or the holding area."""
    p = scene({"hand": ["attack"]}, {}, {}).play("play attack", "player player_1")
    assert prompt(p) == (0, Prompt.ATTACK_AREA)
    assert p.legal() == ["attack city", "attack production", "attack holding"]


# ------------------------------------------------------------------------------------------------ boards and tiles
@pytest.mark.rule("AOM-004")
@pytest.mark.parametrize("culture", CULTURES)
def test_a_board_has_sixteen_squares(culture: str) -> None:
    """Sixteen tiles fill every board, and a seventeenth has no place on it."""
    assert sum(GAME.variant()[f"boards.{culture}.squares"].values()) == 16  # type: ignore[union-attr]
    others = [other for other in CULTURES if other != culture]
    for tile in TILES:
        p = arrange(
            {"culture": culture, "hand": ["explore"], "tiles": [t for t in full_board(culture) if t != tile or COUNTS[TILES.index(t)] > 5][:16]},
            *({"culture": other, "hand": ["gather"]} for other in others),
        )
        del p
    p = arrange(
        {"culture": culture, "hand": ["explore"], "tiles": full_board(culture)},
        *({"culture": other, "hand": ["gather"]} for other in others),
    )
    assert p.record.tiles[0].sum() == 16
    p.play("play explore")
    assert p.seat == 1  # nothing shown fits: the full board is passed over
