"""The rule parameters of Age of Heroes: every number of `data.yaml`, and which combinations cannot be played.

Read `state.py` next.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from rulebound.envs.core.rules import RuleSchema

FOLDER = Path(__file__).parent
DATA = yaml.safe_load((FOLDER / "data.yaml").read_text(encoding="utf-8"))

BUILDINGS = tuple(DATA["order"]["buildings"])
COUNTED = [name for name in DATA["cards"] if name != "special"]  # cards with a number of copies of their own
DECK_LIMIT = 108  # cards that the record has room for


def deck_size(values: Mapping[str, object], players: int) -> int:
    """Number of cards in the game."""
    counts = sum(values[f"cards.{name}.count"] for name in COUNTED)  # type: ignore[misc]
    return counts + players * values["cards.special.per_tribe_in_play"]  # type: ignore[operator,return-value]


def _deck_fits(values: Mapping[str, object], players: int) -> str | None:
    size = deck_size(values, players)
    if size > DECK_LIMIT:
        return f"the card counts add up to {size} cards for {players} players (players.count); cards.*.count may give at most {DECK_LIMIT}"
    return None


def _deal_fits(values: Mapping[str, object], players: int) -> str | None:
    needed, size = players * values["setup.initial_hand"], deck_size(values, players)  # type: ignore[operator]
    if needed > size:
        return (
            f"setup.initial_hand = {values['setup.initial_hand']} with players.count = {players} needs {needed} cards; the deck has {size}"
        )
    return None


def _monument_reachable(values: Mapping[str, object], players: int) -> str | None:
    copies, size = values["cards.special.per_tribe_in_play"], values["victory.monument_size"]
    if values["deck.collected_specials"] == "set_aside" and copies < size:  # type: ignore[operator]
        return (
            f"deck.collected_specials = set_aside with cards.special.per_tribe_in_play = {copies} "
            f"can never complete victory.monument_size = {size}"
        )
    return None


def _somebody_lives(values: Mapping[str, object], players: int) -> str | None:
    if values["elimination.rule"] == "no_cities" and values["start.cities"] == 0:
        return "elimination.rule = no_cities with start.cities = 0 eliminates everybody at once; give at least 1 city"
    return None


def _low_below_high(values: Mapping[str, object], players: int) -> str | None:
    for path in ("war.conquest_cities", "war.destruction_progress"):
        spoils = values[path]
        if spoils["low"] > spoils["high"]:  # type: ignore[index]
            return f"{path}.low = {spoils['low']} is above {path}.high = {spoils['high']}"  # type: ignore[index]
    return None


def _cities_reachable(values: Mapping[str, object], players: int) -> str | None:
    if values["start.cities"] >= values["victory.cities"]:  # type: ignore[operator]
        return f"start.cities = {values['start.cities']} already reaches victory.cities = {values['victory.cities']}"
    return None


RULES = RuleSchema.from_data(
    DATA,
    stacks={
        "cost": [f"buildings.{name}.cost" for name in BUILDINGS],  # [building, resource]
        "supply": [f"buildings.{name}.supply" for name in BUILDINGS],  # [building]
        "copies": [f"cards.{name}.count" for name in COUNTED],  # [counted card]
        "war_day": [f"days.{goal}_day" for goal in DATA["order"]["war_goals"]],  # [goal]
    },
    constraints=(_deck_fits, _deal_fits, _monument_reachable, _somebody_lives, _low_below_high, _cities_reachable),
)
