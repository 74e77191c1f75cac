"""The rule parameters of Heroes vs Warlords: every number of `data.yaml`, and which combinations cannot be played.

Read `components.py` next.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from rulebound.envs.core.rules import RuleSchema

FOLDER = Path(__file__).parent
DATA = yaml.safe_load((FOLDER / "data.yaml").read_text(encoding="utf-8"))

FACTIONS = tuple(DATA["order"]["factions"])
RESOURCES = tuple(DATA["order"]["resources"])
FACILITIES = tuple(name for name, entry in DATA["facilities"].items() if entry["facts"]["build_index"] != "none")
GUARD_COLUMNS = tuple(DATA["tables"]["guards"])
QUESTS = tuple(DATA["quests"])
EQUIPMENT = tuple(DATA["equipment"])
DIE = tuple(range(1, 7))


def _distinct_factions(values: Mapping[str, object], players: int) -> str | None:
    chosen = [values[f"players.faction_{seat}"] for seat in range(players)]
    if len(set(chosen)) < players:
        named = ", ".join(f"players.faction_{seat} = {faction}" for seat, faction in enumerate(chosen))
        return f"{named}: the factions of {players} players must be distinct"
    return None


def _movement_needs_terrain(values: Mapping[str, object], players: int) -> str | None:
    if values["modules.adv_movement"] and not values["modules.adv_terrain"]:
        return "modules.adv_movement = true needs modules.adv_terrain = true"
    return None


def _buildings_need_honor(values: Mapping[str, object], players: int) -> str | None:
    if values["modules.special_buildings"] and not values["modules.honor"]:
        return "modules.special_buildings = true needs modules.honor = true"
    return None


RULES = RuleSchema.from_data(
    DATA,
    stacks={
        "faction": [f"players.faction_{seat}" for seat in range(3)],  # [seat]
        "hero_start": [f"heroes.{faction}_{hero}" for faction in FACTIONS for hero in (1, 2)],  # [faction * 2 + hero, ability]
        "cost": [f"facilities.{name}.cost_{faction}" for faction in FACTIONS for name in FACILITIES],  # [faction * 17 + facility, resource]
        "guard_table": [f"tables.guards.{column}.roll_{die}" for column in GUARD_COLUMNS for die in DIE],  # [column * 6 + die - 1, level]
        "outpost_table": [f"tables.outpost.roll_{die}" for die in DIE],  # [die - 1]
        "conquest_table": [f"tables.conquest.{resource}" for resource in RESOURCES],  # [resource, die - 1]
        "works_points": ["works.city_points", "works.camp_points"],  # [is a Camp, level - 1]
        "marker_copies": [f"equipment.{name}.copies" for name in EQUIPMENT],  # [marker]
        "quest_count": [f"quests.{name}.count" for name in QUESTS],  # [card]
        "quest_reward": [f"quests.{name}.reward" for name in QUESTS],  # [card, resource or EP]
    },
    constraints=(_distinct_factions, _movement_needs_terrain, _buildings_need_honor),
)
