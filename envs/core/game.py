"""Game: the facts of one game as data, its declared layouts and its compiled rules.

Everything else in the project (faces, agents, command line, tests) takes a `Game` and asks it; nothing else
knows which games exist. Read a game's folder next, e.g. `envs/age_of_heroes/state.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np

from rulebound.envs.core import drivers, rng, sampling
from rulebound.envs.core.jit import CACHE_DIR, compile_for
from rulebound.envs.core.layout import ActionLayout, ObservationLayout
from rulebound.envs.core.record import StateLayout
from rulebound.envs.core.rules import REWARDS, RuleSchema, RulesError, Variant

if TYPE_CHECKING:
    from rulebound.envs.core.position import Position


# Drivers that are used together, the most needed first.
GROUPS = {
    "single": ("step_one", "judge_one"),
    "batch": ("step_batch", "look_batch", "roll_out"),
    "search": ("redeal_one",),
}


@dataclass(frozen=True, eq=False)
class Facts:
    """What a researcher wants to know before choosing a game."""

    title: str
    summary: str
    edition: str  # which rulebook this implements
    players: tuple[int, int]
    usual_players: int
    max_decisions: int  # after this many actions a game is truncated
    hidden_information: str  # what some seat cannot see
    chance: str  # where luck comes in
    zero_sum: bool = True


@dataclass(frozen=True, eq=False)
class Pieces:
    """Things that seats put into play, such as cards, by numbers from 1: the report asks who wins with them.

    name     what one is called
    labels   (variant) -> the names of pieces 1, 2, ...
    places   (states) -> whole numbers [game, seat, place]: the pieces that each seat has in play, 0 for an empty place
    """

    name: str
    labels: Callable[[Variant], Sequence[str]]
    places: Callable[[np.ndarray], np.ndarray]


@dataclass(frozen=True)
class MapSheet:
    """A map for people."""

    title: str
    board: str  # as it is printed
    facts: list[tuple[str, str]]  # what it is made of
    columns: tuple[str, ...]
    starts: list[tuple[str, ...]]  # a line per start site


@dataclass(frozen=True, eq=False)
class MapTools:
    """What `rulebound map` asks a game whose landscape can be drawn by hand.

    names     () -> the maps that come with the game
    check     (file) -> (what it is in words, problems)
    deal      (game, name or file) -> a game dealt on that map
    sheet     (position) -> MapSheet of the landscape that a game is dealt on
    text      (position) -> the text of a map file with that landscape
    Whatever cannot be answered is refused with a ValueError.
    """

    names: Callable[[], Sequence[str]]
    check: Callable[[Path], tuple[str, Sequence[str]]]
    deal: Callable[[Game, str], Position]
    sheet: Callable[[Position], MapSheet]
    text: Callable[[Position], str]


@dataclass(frozen=True, eq=False)
class Views:
    """Observation layouts of a game whose tables differ in what there is to see, such as boards of several sizes.

    key      (variant, players) -> the whole numbers on which the layout of that table depends
    layout   (key) -> its layout, one object per key; ValueError for a key that no table has
    """

    key: Callable[[Variant, int], tuple[int, ...]]
    layout: Callable[[tuple[int, ...]], ObservationLayout]


@dataclass(frozen=True)
class DeckSheet:
    """A deck for people."""

    title: str
    columns: tuple[str, ...]
    groups: dict[str, list[tuple[str, ...]]]  # a line per card, by type of card
    sum_columns: tuple[str, ...]
    sums: list[tuple[str, ...]]  # a line per type and one for the whole deck
    problems: tuple[str, ...]  # what forbids it; nothing if it is legal


@dataclass(frozen=True, eq=False)
class DeckTools:
    """What `rulebound deck` asks a game whose players bring decks; `cards` are files of further card sets.

    check    (file, cards, players) -> (what it is in words, problems), of a deck or a card set
    sheet    (name or file of a deck, cards, players) -> DeckSheet
    random   (game, seed, size or None, pool or None, cards, players) -> the text of a deck file
    Whatever cannot be answered is refused with a ValueError.
    """

    check: Callable[[Path, Sequence[Path], int], tuple[str, Sequence[str]]]
    sheet: Callable[[str, Sequence[Path], int], DeckSheet]
    random: Callable[[Game, int, int | None, str | None, Sequence[Path], int], str]


@dataclass(frozen=True, eq=False)
class Game:
    """One game: facts, layouts, kernels (see `drivers.KERNELS`) and a few plain Python functions.

    blank     (record, rules record): the position that a hand-written one starts from; dtype already zeroed
    complete  (record, rules record, names): fill in what a hand-written position left open
    check     (record, rules record) -> problems: what cannot be, beyond the fields' ranges
    text      (position, seat or None) -> str: the position for the terminal, as that seat may see it
    picture   (position, seat or None) -> uint8 array (height, width, 3)

    `observation` is the layout of every table, or, in a game with `views`, that of the standard rules at the
    smallest table: ask `view` for the one of a table at hand.
    """

    name: str
    version: int
    facts: Facts
    state: StateLayout
    actions: ActionLayout
    observation: ObservationLayout
    rules: RuleSchema
    kernels: Mapping[str, Callable]
    blank: Callable[[np.record, np.record], None]
    complete: Callable[[np.record, np.record, Mapping], None]
    check: Callable[[np.record, np.record], list[str]]
    text: Callable[..., str]
    picture: Callable[..., np.ndarray]
    completed_names: tuple[str, ...] = ()  # fields that `complete` fills in when a position does not name them
    extra_names: tuple[str, ...] = ()  # names that `complete` reads from a hand-written position beside the fields
    played: Pieces | None = None  # what the report counts as played, if the game has such things
    decks: DeckTools | None = None  # if its players bring decks
    maps: MapTools | None = None  # if it is played on landscapes
    views: Views | None = None  # if the layout of observations depends on the table
    folder: Path = field(default_factory=Path)
    _warmed: set[str] = field(default_factory=set, repr=False)

    # -------------------------------------------------------------------------------------------- names
    @property
    def id(self) -> str:
        """The PettingZoo name, e.g. age_of_heroes_v0."""
        return f"{self.name}_v{self.version}"

    @property
    def registry_id(self) -> str:
        """The Gymnasium and PettingZoo registry name, e.g. rulebound/AgeOfHeroes-v0."""
        camel = "".join(part.capitalize() for part in self.name.split("_"))
        return f"rulebound/{camel}-v{self.version}"

    @property
    def seats(self) -> int:
        """Seats that every array is padded to."""
        return self.state.seats

    # -------------------------------------------------------------------------------------------- rules
    def variant(self, rules: str | Path | Mapping | Variant | None = None, **overrides: object) -> Variant:
        """A validated rule variant: a preset name, a YAML file, a mapping, or None for standard."""
        return self.rules.variant(rules, **overrides)

    def players(self, num_players: int | None, variant: Variant) -> int:
        """The checked number of players; None takes what the rules say."""
        low, high = self.facts.players
        number = variant.num_players if num_players is None else num_players
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or not low <= number <= high:
            raise RulesError(f"num_players = {number!r}: {self.name} is played by {low} to {high}")
        variant.check_players(int(number))
        return int(number)

    def rules_record(
        self,
        variant: Variant,
        reward: str = "win",
        shaping: float = 0.1,
        skip_forced: bool = False,
        max_decisions: int | None = None,
    ) -> np.record:
        """The rules as kernels read them, with the options of a face."""
        if reward not in REWARDS:
            raise ValueError(f"reward = {reward!r}: must be one of {', '.join(REWARDS)}")
        limit = self.facts.max_decisions if max_decisions is None else max_decisions
        if not 1 <= limit <= self.facts.max_decisions:
            raise ValueError(f"max_decisions = {limit}: must be between 1 and {self.facts.max_decisions}")
        if not 0 <= shaping <= 1:
            raise ValueError(f"shaping = {shaping}: must be between 0 and 1")
        record = variant.record()
        record.reward = REWARDS.index(reward)
        record.shaping = shaping
        record.skip_forced = bool(skip_forced)
        record.max_decisions = limit
        return record

    # -------------------------------------------------------------------------------------------- views
    def view_key(self, variant: Variant, players: int) -> tuple[int, ...]:
        """What the layout of observations depends on at a table; nothing in most games."""
        return () if self.views is None else self.views.key(variant, players)

    def view_by_key(self, key: tuple[int, ...]) -> ObservationLayout:
        """The layout of observations of a `view_key`; ValueError for a key that no table has."""
        if self.views is not None:
            return self.views.layout(key)
        if key:
            raise ValueError(f"view {list(key)}: all tables of {self.name} have one view, []")
        return self.observation

    def view(self, variant: Variant, players: int) -> ObservationLayout:
        """The layout of observations at a table."""
        return self.view_by_key(self.view_key(variant, players))

    # -------------------------------------------------------------------------------------------- kernels
    @cached_property
    def zero(self) -> np.ndarray:
        """One record of zeros, which drivers copy to clear a game."""
        return np.zeros(1, self.state.dtype)

    @cached_property
    def drivers(self) -> SimpleNamespace:
        """The compiled loops of this game; each is compiled or loaded from disk at its first call."""
        return drivers.bind(self.name, self.kernels)

    def ready(self, group: str) -> SimpleNamespace:
        """The drivers, with those of a group (a name in GROUPS) in memory.

        If the disk cache misses one of a group, the whole group is compiled: the rules are then compiled
        once for all of them, and the next process finds every one.
        """
        if group not in self._warmed:
            names = GROUPS[group]
            _warm(self, names[:1])
            if CACHE_DIR and sum(getattr(self.drivers, names[0]).stats.cache_misses.values()):
                _warm(self, names)
            self._warmed.add(group)
        return self.drivers

    def warm(self) -> None:
        """Compile or load every driver of this game."""
        for names in GROUPS.values():
            _warm(self, names)
        mask, actions = np.ones((1, self.actions.size), np.int8), np.zeros(1, np.int64)
        sampling.sample_batch(mask, 0, 1, np.uint64(0), 0, actions)
        sampling.first_illegal(mask, actions, 0, 1)

    # -------------------------------------------------------------------------------------------- positions
    def new(self, num_players: int | None = None, rules=None, seed: int = 0, **options) -> Position:
        """A freshly dealt game. `options` are those of `rules_record`."""
        from rulebound.envs.core.position import Position

        return Position.deal(self, num_players, rules, seed, **options)

    def position(self, named: Mapping, num_players: int | None = None, rules=None, seed: int = 0, **options) -> Position:
        """A position written by hand, as nested names and values; see the game's README for the fields.

        What is not mentioned has its value from the start of a game. A position in which nobody is asked
        anything runs on until somebody is. PositionError names what is wrong.
        """
        from rulebound.envs.core.position import Position

        return Position.from_names(self, named, num_players, rules, seed, **options)

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __reduce__(self):
        return _game_by_name, (self.name,)


def _game_by_name(name: str) -> Game:
    from rulebound.envs import game

    return game(name)


def _warm(game: Game, names: tuple[str, ...]) -> None:
    """Compile drivers for the arguments they are called with, or load them from disk; nothing is played."""
    states, rules = np.zeros(1, game.state.dtype), np.zeros(1, game.rules.dtype)
    raw, scale = np.zeros((1, game.observation.size), np.uint8), game.observation.scale
    observation = np.zeros((1, game.observation.size), np.float32)
    mask = np.zeros((1, game.actions.size), np.int8)
    seen, seen_all = (raw[0], scale, observation[0], mask[0]), (raw, scale, observation, mask)
    key, players = np.uint64(rng.seed_key(0)), game.facts.players[0]
    seat, ints, flags = np.zeros(1, np.int32), np.zeros(1, np.int64), np.zeros(1, np.int8)
    keys, reward = np.array([key]), np.zeros((1, game.seats), np.float32)
    one = (states, rules, 0)
    arguments = {
        "step_one": (states, rules, game.zero, 0, drivers.LOOK, key, players, *seen),
        "judge_one": (*one, np.zeros((game.seats, 3), np.float32)),
        "redeal_one": (*one, 0, key),
        "step_batch": (
            states, rules, game.zero, 0, 0, ints, keys, ints, ints + players, ints, True, False,
            *seen_all, seat, reward, flags, flags, reward,
        ),
        "look_batch": (*one, 0, seat, *seen_all),
        "roll_out": (states, rules, game.zero, 0, 0, 1, key, mask[0]),
    }  # fmt: skip
    for name in names:
        compile_for(getattr(game.drivers, name), arguments[name])
