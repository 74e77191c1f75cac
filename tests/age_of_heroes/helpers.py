"""Short words for arranging positions of Age of Heroes and reading them back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from rulebound.envs import game
from rulebound.envs.age_of_heroes.state import CARDS, Building, Card, Prompt
from rulebound.envs.core.position import Position

GAME = game("age_of_heroes")
NO_FAIR_DRAW: dict[str, object] = {"fair.base_draw": 0}  # hands are seen at the market as Preparation left them
OUT: dict[str, object] = {"alive": 0, "cities": 0, "armies": 0}
HARMLESS = ("wood",) * 6  # what is drawn where a test does not care
FULL_SUPPLY = {"army": 12, "city": 12, "fortress": 9, "general": 6, "road": 6}
PIECES = ("tribe", "alive", "cities", "armies", "armies_away", "armies_disabled", "generals", "generals_away", "fortresses", "progress")
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


# ------------------------------------------------------------------------------------------------ wars, whole tables, moments
# The answer that changes least, by prompt; where none is listed, the first legal one is given.
IDLE = {
    Prompt.MAIN: "do nothing",
    Prompt.MARKET: "stop trading",
    Prompt.BUILD: "stop building",
    Prompt.DISASTER: "hold",
    Prompt.BLOCK: "block none",
}


def table(players: int | Sequence[dict], *, deck: Sequence[str] = HARMLESS, rules=None, seed: int = 0, **fields) -> Position:
    """A position of day 3 (Conquest is open) at the main action of seat 0, with harmless cards on the deck."""
    seats = [{} for _ in range(players)] if isinstance(players, int) else list(players)
    return GAME.position({"day": 3, "players": seats, "deck": list(deck), **fields}, rules=rules, seed=seed)


def supplies(p: Position) -> list[int]:
    """The supply: armies, cities, fortresses, generals, roads."""
    return p.record.supply.tolist()


def all_cards(p: Position) -> list[int]:
    """Cards of every kind in hands, draw pile and discard pile."""
    piles = p.record.hand.astype(int).sum(axis=0) + p.record.discard
    return (piles + np.bincount(p.record.deck[: p.record.deck_size], minlength=len(CARDS))).tolist()


def prompt(p: Position) -> tuple[int, Prompt]:
    """Who is asked, and what."""
    return p.seat, Prompt(p.record.prompt)


def everything(p: Position) -> dict[str, list]:
    """Everything that lies on the table: boards, roads, supply, hands and piles."""
    fields = (*PIECES, "hand", "road", "supply", "discard", "deck_size")
    return {name: np.asarray(p.record[name]).tolist() for name in fields}


def commit(p: Position, armies: int, heroes: int = 0, leader: str = "none") -> Position:
    """Answer the prompts for the forces of one side."""
    p.play(f"commit {armies} armies", f"commit {heroes} heroes")
    return p.play(f"lead with {leader}") if armies + heroes else p


def war(p: Position, rival: int, goal: str, attack: tuple, defence: tuple = (0,)) -> Position:
    """Declare a war and commit both sides: (armies, heroes, leader)."""
    p.play(f"war player_{rival} {goal}")
    commit(p, *attack)
    return commit(p, *defence)


def idle(p: Position, until: Callable[[Position], bool]) -> Position:
    """Let everybody do as little as possible until a moment comes."""
    for _ in range(10_000):
        if p.over or until(p):
            return p
        answer = IDLE.get(Prompt(p.record.prompt))
        p.play(answer if answer is not None else p.legal_ids()[0])
    raise AssertionError("the moment never came")


def at_prompt(seat: int, kind: Prompt, day: int | None = None) -> Callable[[Position], bool]:
    """The moment at which a seat is asked something, on a certain day if one is named."""
    return lambda p: prompt(p) == (seat, kind) and (day is None or p.record.day == day)


def at_market(day: int) -> Callable[[Position], bool]:
    """The first market prompt of a day."""
    return lambda p: p.record.day == day and Prompt(p.record.prompt) is Prompt.MARKET


def random_steps(p: Position, seed: int) -> Iterator[Position]:
    """Play uniformly over the legal actions to the end; yields the position after every action."""
    rng = np.random.default_rng(seed)
    while not p.over:
        legal = p.legal_ids()
        p.play(legal[rng.integers(len(legal))])
        yield p


def road_actions(p: Position) -> set[str]:
    """The sides to which a road can be asked for."""
    return {action.removeprefix("build road ") for action in p.legal() if action.startswith("build road ")}


def wars(p: Position) -> set[str]:
    """The wars that can be declared, such as 'player_1 plunder'."""
    return {action.removeprefix("war ") for action in p.legal() if action.startswith("war ")}
