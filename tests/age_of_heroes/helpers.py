"""Short words for arranging positions of Age of Heroes and reading them back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from rulebound.envs import game
from rulebound.envs.age_of_heroes.state import CARDS, Building, Card, Prompt
from rulebound.envs.core.position import Position

GAME = game("age_of_heroes")
NO_FAIR_DRAW: dict[str, object] = {"fair.base_draw": 0}  # hands are seen at the market as Preparation left them
OUT: dict[str, object] = {"alive": 0, "cities": 0, "armies": 0}
PASSIVE = ("wait", "do nothing", "hold", "block none", "stop building", "road decline", "olympics keep", "keep roll", "lead with none")


def arrange(*players: Mapping, rules: object = None, seed: int = 0, **fields: object) -> Position:
    """A position of these players; it runs on from its stage until somebody is asked."""
    return GAME.position({"players": list(players), **fields}, rules=rules, seed=seed)


def holds(*names: str, **fields: object) -> dict[str, object]:
    """A player with these cards in hand."""
    return {"hand": list(names), **fields}


def prepare(*players: Mapping, day: int = 2, rules: Mapping | None = None, **fields: object) -> Position:
    """A Preparation whose Fair draws nothing."""
    return arrange(*players, day=day, stage="preparation", rules={**NO_FAIR_DRAW, **(rules or {})}, **fields)


def cards(*names: str) -> dict[str, int]:
    """Counts of the named cards."""
    return dict(Counter(names))


def _counts(row: Sequence[int]) -> dict[str, int]:
    return {name: int(count) for name, count in zip(CARDS, row, strict=True) if count}


def hand(p: Position, seat: int) -> dict[str, int]:
    """The cards a seat holds, by name."""
    return _counts(p.record.hand[seat])


def hand_sizes(p: Position) -> list[int]:
    """Cards in hand per seat."""
    return [int(p.record.hand[seat].sum()) for seat in range(p.num_players)]


def held(p: Position, seat: int, card: Card) -> int:
    """Copies of one card in a hand."""
    return int(p.record.hand[seat, card])


def discarded(p: Position) -> dict[str, int]:
    """The discard pile, by name."""
    return _counts(p.record.discard)


def supply(p: Position, building: Building) -> int:
    """Pieces of one kind left to build."""
    return int(p.record.supply[building])


def home_armies(p: Position, seat: int) -> int:
    """Armies that a seat can commit."""
    return int(p.record.armies[seat] - p.record.armies_away[seat] - p.record.armies_disabled[seat])


def boards(p: Position) -> dict[str, list[int]]:
    """Everything that stands on the table."""
    names = ("alive", "cities", "armies", "armies_away", "armies_disabled", "generals", "generals_away", "fortresses", "progress")
    return {name: p.record[name].tolist() for name in (*names, "road", "supply")}


def asked(p: Position) -> Prompt:
    """What the seat to act is asked."""
    return Prompt(p.record.prompt)


def pass_on(p: Position) -> Position:
    """Answer one prompt with as little as possible."""
    legal = p.legal()
    return p.play(next((text for text in PASSIVE if text in legal), legal[0]))


def pass_until(p: Position, *prompts: Prompt, day: int = 0) -> Position:
    """Answer passively until one of these prompts comes up, on this day or later."""
    while not (asked(p) in prompts and p.record.day >= day):
        assert not p.over
        pass_on(p)
    return p


def close_market(p: Position) -> Position:
    """Everybody stops trading."""
    while asked(p) == Prompt.MARKET:
        p.play("stop trading")
    return p


def random_game(num_players: int, seed: int) -> Iterator[Position]:
    """A game of random legal actions, seen before every one of them."""
    p = GAME.new(num_players=num_players, seed=seed)
    luck = np.random.default_rng(seed)
    while not p.over:
        yield p
        p.play(int(luck.choice(p.legal_ids())))
