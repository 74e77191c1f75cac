"""Short words for arranging positions of Age of Mythology and reading them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from rulebound.envs import game
from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import BUILDINGS, CARDS, CULTURES, DATA, RESOURCES, TILES, UNITS
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


# ------------------------------------------------------------------------------------------------ scenes and battles
def scene(*players: Mapping, rules: object = None, **fields: object) -> Position:
    """Seat 0 of two to four plays a card; whoever names no culture gets one, and the others hold a card to wait at."""
    seats = [dict(player) for player in players]
    for seat, player in enumerate(seats):
        neighbours = {seats[(seat + side) % len(seats)].get("culture") for side in (-1, 1)}
        taken = {other.get("culture") for other in seats} if len(seats) < 4 else neighbours
        if "culture" not in player:
            player["culture"] = next(culture for culture in CULTURES if culture not in taken)
        if seat:
            player.setdefault("hand", ["gather"])
    return arrange(*seats, rules=rules, **fields)


def commit(p: Position, army: Mapping[str, int]) -> Position:
    """Choose these units for the battle and close the choice."""
    for unit in sorted(army, key=UNITS.index):
        p.play(*[f"commit {unit}"] * army[unit])
    return p.play("done")


def battle(
    attack: Mapping[str, int],
    defence: Mapping[str, int],
    area: str = "city",
    card: str = "play attack",
    attacker: Mapping | None = None,
    defender: Mapping | None = None,
    rules: object = None,
    **fields: object,
) -> Position:
    """Seat 0 attacks seat 1 of three and both commit these armies; `attacker` and `defender` may own more."""
    seats = []
    for army, player in ((attack, attacker or {}), (defence, defender or {})):
        culture = DATA["units"][next(iter({**army, **player.get("units", {})}))]["culture"]
        owned = {unit: army.get(unit, 0) + player.get("units", {}).get(unit, 0) for unit in {**army, **player.get("units", {})}}
        seats.append({"culture": culture, **player, "units": owned})
    p = scene({"hand": [card.split()[1]], **seats[0]}, seats[1], {}, rules=rules, **{"vp_card": {"last_battle": 3}, **fields})
    p.play(card, "player player_1", f"attack {area}")
    commit(p, attack)
    return commit(p, defence) if seats[1]["units"] else p


def clash(p: Position, attack: str, defence: str, *rolls: tuple[int, int, int, int], declare: Sequence[str] = ()) -> Position:
    """One encounter with forced dice: every roll is (sixes, dice) of the attacker, then of the defender."""
    for a_sixes, a_dice, d_sixes, d_dice in rolls:
        p.queue_dice(*faces(a_sixes, a_dice), *faces(d_sixes, d_dice))
    p.play(f"fight with {attack}", f"fight with {defence}", *declare)
    if rolls:
        assert p.record.dice.tolist() == [rolls[-1][1], rolls[-1][3]]
        assert p.record.queued == 0
    return p


def vp(p: Position) -> list[int]:
    """Victory cubes of every seat."""
    return p.record.vp[: p.num_players].tolist()


def buildings(p: Position, seat: int) -> dict[str, int]:
    """Buildings of a seat, by name."""
    return _named(BUILDINGS, p.record.buildings[seat])


def hand(p: Position, seat: int) -> dict[str, int]:
    """Cards in the hand of a seat, by name."""
    return _named(CARDS, p.record.hand[seat])


def offered(p: Position, word: str) -> set[str]:
    """What the legal actions beginning with this word name."""
    return {action.removeprefix(f"{word} ") for action in p.legal() if action.startswith(f"{word} ")}


# ------------------------------------------------------------------------------------------------ what is seen, whole games
def seen(p: Position, seat: int, name: str) -> np.ndarray:
    """One slice of what a seat sees, as whole numbers."""
    return GAME.observation.read(p.observe(seat), name)


def same(a: Position, b: Position, *observers: int) -> bool:
    """Whether these seats see the same in both positions."""
    return all(np.array_equal(a.observe(seat), b.observe(seat)) for seat in observers)


def ask(p: Position, *prompts: Prompt) -> bool:
    """Whether one of these questions is asked."""
    return not p.over and Prompt(p.record.prompt) in prompts


EAGER = ("build house", "villager", "dwarf", "play build", "play gather", "play next_age")
RELUCTANT = ("done", "drop", "retreat", "exchange")


def _weight(p: Position, action: str) -> float:
    """How often a random game takes an action: houses, workers and powers often, stopping and dropping seldom."""
    if action.startswith(EAGER) or "power" in action or (action == "done" and ask(p, Prompt.WORKERS_KEEP, Prompt.TRADE_EXCHANGE)):
        return 4.0
    return 0.2 if action.startswith(RELUCTANT) else 1.0


@cache
def random_game(players: int, seed: int, most: int = 5000) -> tuple[Position, ...]:
    """The positions of a game of random legal actions in which much happens; read them, do not play on."""
    p = GAME.new(num_players=players, seed=seed)
    luck = np.random.default_rng(seed)
    positions = [p.clone()]
    while not p.over and len(positions) < most:
        actions = p.legal()
        weights = np.array([_weight(p, action) for action in actions])
        p.play(actions[luck.choice(len(actions), p=weights / weights.sum())])
        positions.append(p.clone())
    return tuple(positions)


def modes(p: Position, card: str) -> set[str]:
    """The ways in which a card can be played now: action, with power, power only."""
    return {text.removeprefix(f"play {card}").strip() or "action" for text in p.legal() if text.split()[:2] == ["play", card]}
