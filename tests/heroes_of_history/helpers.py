"""Short words for arranging positions of Heroes of History and reading them back.

Notation of the clause list: A is seat 0 and acts, B is seat 1; a Combatant is written as card, mode (a or d), weapon and
hold, e.g. unit("rollo", "a", "xiphos", "aspis").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from rulebound.envs import game
from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.state import NAMES, SLOTS

GAME = game("heroes_of_history")
FILLER = ("pericles",) * 20  # a deck where a test does not care
MODES = {"a": "attack", "d": "defense"}


def unit(card: str, mode: str = "a", weapon: str = "none", hold: str = "none", **fields: object) -> dict[str, object]:
    """A Combatant in a Trench; further fields such as stay_atk=2 or attacks=1."""
    return {"trench": card, "mode": MODES[mode], "weapon": weapon, "hold": hold, **fields}


def side(*units: Mapping | None, sp: int = 50, deck: Sequence[str] = FILLER, **fields: object) -> dict[str, object]:
    """A player: Combatants by slot (None: empty slot), State Points, deck (next draw first), and further fields.

    hand=["rollo", "thor"], command=["xiphos"], battlefield="troy", museum=["rollo", "rollo"], turns=1, ...
    """
    player: dict[str, object] = {"state_points": sp, "deck": list(deck), "turns": 1, **fields}
    columns: dict[str, list] = {}
    for slot, one in enumerate(units):
        for name, value in (one or {}).items():
            column = columns.setdefault(name, [0 if name not in ("trench", "weapon", "hold", "mode") else None] * len(units))
            column[slot] = value
    empty = {"mode": "attack"}
    for name, column in columns.items():
        player[name] = [empty.get(name, "none") if value is None else value for value in column]
    return player


def table(*players: Mapping, phase: str = "action_1", rules: object = None, seed: int = 0, **fields: object) -> Position:
    """A position of these players, seat 0 acting; it runs on until somebody is asked.

    Options of the rules record (reward, shaping, skip_forced) may be given by GAME.position itself.
    """
    return GAME.position({"players": list(players), "phase": phase, **fields}, rules=rules, seed=seed)


def points(p: Position) -> list[int]:
    """State Points per seat."""
    return p.record.state_points[: p.num_players].tolist()


def _counts(cards: Sequence[int]) -> dict[str, int]:
    return dict(Counter(NAMES[int(card)] for card in cards if card))


def hand(p: Position, seat: int = 0) -> dict[str, int]:
    """The cards a seat holds, by name."""
    return _counts(p.record.hand[seat])


def museum(p: Position, seat: int = 0) -> dict[str, int]:
    """The cards in a Museum, by name."""
    return {name: int(count) for name, count in zip(NAMES, p.record.museum[seat], strict=True) if count}


def deck(p: Position, seat: int = 0) -> list[str]:
    """The cards of a deck, next draw first."""
    size = int(p.record.deck_size[seat])
    return [NAMES[int(card)] for card in p.record.deck[seat][:size][::-1]]


def command(p: Position, seat: int = 0) -> list[str]:
    """The cards in a Command Zone, by slot."""
    return [NAMES[int(card)] for card in p.record.command[seat]]


def trench(p: Position, seat: int = 0) -> list[str]:
    """The Combatants in a Trench, by slot."""
    return [NAMES[int(card)] for card in p.record.trench[seat]]


def battlefield(p: Position, seat: int = 0) -> str:
    """The active Battlefield of a seat."""
    return NAMES[int(p.record.battlefield[seat])]


def stats(p: Position, seat: int = 0, slot: int = 0) -> tuple[int, int]:
    """Total ATK and DEF of a Combatant as everybody sees them."""
    seen = p.observe(seat)
    layout = GAME.observation
    return int(layout.read(seen, "atk")[0, slot]), int(layout.read(seen, "def")[0, slot])


def shown(p: Position, name: str, seat: int = 0) -> np.ndarray:
    """One slice of what a seat sees, as whole numbers."""
    return GAME.observation.read(p.observe(seat), name)


def place(p: Position, card: str, seat: int = 0) -> int:
    """The place of a card in a hand."""
    return [NAMES[int(c)] for c in p.record.hand[seat]].index(card)


def play(p: Position, card: str, *further: str) -> Position:
    """Play a card from the hand of the seat to act, then the further actions in words."""
    return p.play(f"hand {place(p, card, p.seat)}", *further)


def legal(p: Position) -> set[str]:
    """The legal actions of the seat to act, in words."""
    return set(p.legal())


def playable(p: Position) -> set[str]:
    """The cards in the hand of the seat to act whose place is legal."""
    return {NAMES[int(p.record.hand[p.seat, k])] for k in range(12) if f"hand {k}" in legal(p)}


def attack(p: Position, slot: int, target: str) -> Position:
    """Attack from an Action or Battle Phase: the slot of the attacker and "enemy player_1 0" or "player player_1"."""
    if "next phase" in legal(p) and f"attack with {slot}" not in legal(p):
        p.play("next phase")
    return p.play(f"attack with {slot}", target)


def units(p: Position, seat: int = 0) -> int:
    """Number of Combatants in a Trench."""
    return sum(p.record.trench[seat, slot] > 0 for slot in range(SLOTS))
