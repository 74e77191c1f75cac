"""The rule parameters of Age of Mythology: every number of `data.yaml`, and which combinations cannot be played.

Read `state.py` next.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from rulebound.envs.core.rules import RuleSchema

FOLDER = Path(__file__).parent
DATA = yaml.safe_load((FOLDER / "data.yaml").read_text(encoding="utf-8"))
ORDER = DATA["order"]

RESOURCES = tuple(ORDER["resources"])
CULTURES = tuple(ORDER["cultures"])
BUILDINGS = tuple(DATA["buildings"])
TILES = tuple(DATA["tiles"])
UNITS = tuple(DATA["units"])
CARDS = tuple(DATA["cards"])
PERMANENT = tuple(name for name in CARDS if DATA["cards"][name]["kind"] == "permanent")
PLAIN = tuple(name for name in CARDS if DATA["cards"][name]["kind"] == "plain")
GODS = tuple(name for name in CARDS if DATA["cards"][name]["kind"] == "god")
SEATS = DATA["players"]["count"]["range"][1]
MOST_FIGURES = 99  # of one unit type, where the supply is unlimited


def _completed(maps: Mapping, part: str, members: tuple[str, ...]) -> None:
    """Write out the members of a map that the data file leaves out because they count 0."""
    for row in maps.values():
        if part in row:
            row[part]["value"] = {member: row[part]["value"].get(member, 0) for member in members}


_completed(DATA["buildings"], "cost", RESOURCES)
_completed(DATA["units"], "cost", RESOURCES)
_completed(DATA["units"], "bonus", tuple(ORDER["tags"]))
_completed(DATA["cards"], "copies", CULTURES)


def _bank_suffices(values: Mapping[str, object], players: int) -> str | None:
    bank = values["setup.bank_per_resource"][f"players_{players}"]  # type: ignore[index]
    needed = players * values["setup.start_resources"]  # type: ignore[operator]
    if needed > bank:
        return (
            f"setup.start_resources = {values['setup.start_resources']} takes {needed} cubes of each resource for {players} players; "
            f"setup.bank_per_resource.players_{players} = {bank}"
        )
    return None


def _start_seat_exists(values: Mapping[str, object], players: int) -> str | None:
    seat = values["setup.start_seat"]
    if seat != "random" and seat >= players:  # type: ignore[operator]
        return f"setup.start_seat = {seat}: {players} players sit on seats 0 to {players - 1}"
    return None


def _cultures_fit(values: Mapping[str, object], players: int) -> str | None:
    chosen = [values[f"seating.player_{seat}"] for seat in range(players)]
    if all(culture == "random" for culture in chosen):
        return None
    if "random" in chosen:
        seat = chosen.index("random")
        return f"seating.player_{seat} = random: give a culture to each of the {players} players or to none (here {chosen})"
    for seat in range(players):
        if chosen[seat] == chosen[(seat + 1) % players]:
            return f"seating.player_{seat} = {chosen[seat]}: neighbours never share a culture (here {chosen})"
    return None


def _figures_suffice(values: Mapping[str, object], players: int) -> str | None:
    figures = values["figures.per_tint_mortal"] * values["figures.tints_per_player"][f"players_{players}"]  # type: ignore[operator,index]
    if values["figures.limit"] == "data" and values["setup.start_units"] > figures:  # type: ignore[operator]
        return (
            f"setup.start_units = {values['setup.start_units']} of each mortal type; "
            f"figures.per_tint_mortal = {values['figures.per_tint_mortal']} gives each of {players} players {figures}"
        )
    return None


RULES = RuleSchema.from_data(
    DATA,
    stacks={
        "culture_of": [f"seating.player_{seat}" for seat in range(SEATS)],  # [seat]: 0 random, 1 + culture
        "building_cost": [f"buildings.{name}.cost" for name in BUILDINGS],  # [building, resource]
        "building_max": [f"buildings.{name}.max" for name in BUILDINGS],  # [building]
        "tile_amount": [f"tiles.{name}.amount" for name in TILES],  # [tile]
        "tile_count": [f"tiles.{name}.count" for name in TILES],  # [tile]
        "squares": [f"boards.{name}.squares" for name in CULTURES],  # [culture, terrain]
        "unit_dice": [f"units.{name}.dice" for name in UNITS],  # [unit]
        "unit_bonus": [f"units.{name}.bonus" for name in UNITS],  # [unit, type of the opponent]
        "unit_cost": [f"units.{name}.cost" for name in UNITS],  # [unit, resource]
        "unit_amount": [f"units.{name}.amount" for name in UNITS],  # [unit]: the number in its special
        "card_number": [f"cards.{name}.number" for name in CARDS],  # [card]
        "copies": [f"cards.{name}.copies" for name in PLAIN],  # [plain card, culture]
        "god_favor": [f"cards.{name}.favor" for name in GODS],  # [god]
        "god_amount": [f"cards.{name}.amount" for name in GODS],  # [god]: the number in its power
    },
    constraints=(_bank_suffices, _start_seat_exists, _cultures_fit, _figures_suffice),
)
