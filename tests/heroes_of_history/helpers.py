"""Short words for arranging positions of Heroes of History and reading them back.

Notation of the clause list: A is seat 0 and acts, B is seat 1; a Combatant is written as card, mode (a or d), weapon and
hold, e.g. unit("rollo", "a", "xiphos", "aspis").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import yaml

from rulebound.envs import game
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.state import NAMES, SLOTS, Prompt

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
    return int(layout.read(seen, "attack")[0, slot]), int(layout.read(seen, "defense")[0, slot])


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


def asked(p: Position) -> Prompt:
    """What the seat to act is asked."""
    return Prompt(int(p.record.prompt))


def pass_turn(p: Position, draws: str = "draw 1") -> Position:
    """End the turn, discard down to the hand limit if need be, and draw for the next player."""
    p.play("end turn")
    while not p.over and asked(p) == Prompt.DISCARD:
        p.play(p.legal_ids()[0])
    return p.play(draws)


def extra_cards(folder: Path, *cards: Mapping) -> dict[str, object]:
    """Rules with further cards of the form of cards.yaml, without id, set and title; positions call them card_95, card_96, ..."""
    listed = [{"id": k, "set": "extra", "title": f"Extra {card['key']}", **card} for k, card in enumerate(cards, 1)]
    path = folder / "extra.yaml"
    path.write_text(yaml.safe_dump({"schema": 1, "game": "heroes_of_history", "sets": ["extra"], "cards": listed}), encoding="utf-8")
    return {"card_sets": ["standard", str(path)]}


def random_games(size: int, num_players: int = 2, rules: object = None, seed: int = 0, **options: object) -> Iterator[Batch]:
    """Play games uniformly over the legal actions to the end; yields the batch after the deal and after every step."""
    batch = Batch(GAME, size, rules, num_players, seed, autoreset=False, observe=None, **options)  # type: ignore[arg-type]
    yield batch
    while not batch.finished.all():
        batch.step(batch.sample())
        yield batch


def made_up(folder: Path, *cards: str, **rules: object) -> dict[str, object]:
    """Rules with further cards written as in a card file: a type, effect rows, and for Combatants sub, atk and def unless 3/3 soldiers.

    Positions call them card_95, card_96, ...; their keys are made_1, made_2, ...
    """
    listed = []
    for number, text in enumerate(cards, 1):
        card = yaml.safe_load(text)
        printed = {"sub": "soldier", "atk": 3, "def": 3} if card["type"] in ("combatant", "exceptional") else {}
        listed.append({"key": f"made_{number}", **printed, **card})
    return {**extra_cards(folder, *listed), **rules}


def waiting(p: Position) -> int:
    """Effect rows that wait to be resolved."""
    return int(p.record.queue_end - p.record.queue_next)
