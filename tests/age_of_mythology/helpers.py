"""Short words for arranging positions of Age of Mythology and reading them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebound.envs import game
from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import RESOURCES, TILES, UNITS
from rulebound.envs.core.position import Position

GAME = game("age_of_mythology")


def arrange(*players: Mapping, rules: object = None, seed: int = 0, **fields: object) -> Position:
    """A position of these players; it runs on from its stage until somebody is asked."""
    return GAME.position({"players": list(players), **fields}, rules=rules, seed=seed)


def cubes(food: int, wood: int, gold: int, favor: int) -> dict[str, int]:
    """Resource cubes in the order of the rulebook's tables."""
    return dict(zip(RESOURCES, (food, wood, gold, favor), strict=True))


def stock(p: Position, seat: int) -> tuple[int, ...]:
    """Food, wood, gold and favor of a seat."""
    return tuple(p.record.resources[seat].tolist())


def bank(p: Position) -> tuple[int, ...]:
    """Food, wood, gold and favor in the bank."""
    return tuple(p.record.bank.tolist())


def _named(labels: Sequence[str], counts: Sequence[int]) -> dict[str, int]:
    return {label: int(count) for label, count in zip(labels, counts, strict=True) if count}


def units(p: Position, seat: int) -> dict[str, int]:
    """Units in the holding area, by name."""
    return _named(UNITS, p.record.units[seat])


def in_battle(p: Position, side: int) -> dict[str, int]:
    """Units of a side in the battle, by name."""
    return _named(UNITS, p.record.in_battle[side])


def tiles(p: Position, seat: int) -> dict[str, int]:
    """Production tiles of a seat, by name."""
    return _named(TILES, p.record.tiles[seat])


def prompt(p: Position) -> tuple[int, Prompt]:
    """Who is asked, and what."""
    return p.seat, Prompt(p.record.prompt)


def faces(sixes: int, dice: int) -> list[int]:
    """That many dice, of which so many show a six."""
    return [6] * sixes + [1] * (dice - sixes)
