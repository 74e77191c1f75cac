"""Position: one game in hand, under its rules; play it, read and write it by name, copy, compare, save it.

The AEC face, replays, tests and the command line are built on it. A refused call never changes the position.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from rulebound.envs.core.drivers import DEAL, PROCEED, SHOW
from rulebound.envs.core.game import Game
from rulebound.envs.core.layout import ObservationLayout
from rulebound.envs.core.record import PositionError
from rulebound.envs.core.rng import seed_key
from rulebound.envs.core.rules import RulesError, Variant

FORMAT = "rulebound-position"
SCHEMA = 1


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the position is unchanged."""


class Position:
    """One game. `record` is its whole state, `rules` its one-row table of rules."""

    def __init__(self, game: Game, variant: Variant, states: np.ndarray, rules: np.ndarray) -> None:
        self.game = game
        self.variant = variant
        self.states = states
        self.rules = rules
        self._seen: tuple[np.ndarray, ...] | None = None

    @property
    def seen(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The arrays that drivers write a view into: raw numbers, their scale, observation and mask.

        Made when first needed, so that copies for search stay cheap.
        """
        if self._seen is None:
            layout = self.view
            self._seen = (
                np.zeros(layout.size, np.uint8),
                layout.scale,
                np.zeros(layout.size, np.float32),
                np.zeros(self.game.actions.size, np.int8),
            )
        return self._seen  # type: ignore[return-value]

    @property
    def view(self) -> ObservationLayout:
        """The layout of what a seat sees at this table."""
        return self.game.view(self.variant, self.num_players)

    # -------------------------------------------------------------------------------------------- making one
    @classmethod
    def deal(cls, game: Game, num_players: int | None = None, rules=None, seed: int = 0, **options) -> Position:
        """A freshly dealt game; the same seed deals the same game."""
        position, players = cls._empty(game, num_players, rules, options)
        position.drive(DEAL, seed_key(seed), players)
        return position

    @classmethod
    def _empty(cls, game: Game, num_players, rules, options) -> tuple[Position, int]:
        game.ready("single")
        variant = game.variant(rules)
        players = game.players(num_players, variant)
        table = np.zeros(1, game.rules.dtype)
        table[0] = game.rules_record(variant, **options)
        states = np.zeros(1, game.state.dtype)
        states[0].num_players = players
        return cls(game, variant, states, table), players

    @classmethod
    def from_names(cls, game: Game, named: Mapping, num_players=None, rules=None, seed: int = 0, **options) -> Position:
        """A position from nested names and values; PositionError says what is wrong with it."""
        if not isinstance(named, Mapping):
            raise PositionError(f"a position is a mapping of field names, not {type(named).__name__}")
        if num_players is None and "num_players" in named:
            num_players = named["num_players"]
        elif num_players is None and isinstance(named.get("players"), list | tuple):
            num_players = max(len(named["players"]), game.facts.players[0])
        try:
            position, players = cls._empty(game, num_players, rules, options)
        except RulesError as error:
            raise PositionError(str(error)) from None
        record = position.record
        record.offender = -1
        record.key = np.uint64(seed_key(seed))
        game.blank(record, position.rules[0])
        game.state.from_names(record, {name: value for name, value in named.items() if name not in game.extra_names})
        if record.num_players != players:
            raise PositionError(f"position.num_players = {record.num_players}: this table has {players} players")
        game.complete(record, position.rules[0], named)
        position.validate()
        if not record.over:
            position.drive(PROCEED)
            position._somebody_can_act()
        return position

    def _somebody_can_act(self) -> None:
        if not self.over and not self.mask().any():
            raise PositionError(f"player_{self.seat} has to act but has no legal action")

    # -------------------------------------------------------------------------------------------- reading
    @property
    def record(self) -> np.record:
        """The state; `position.record.cities[0]` reads a field, and writing one changes the position."""
        return self.states[0]

    @property
    def num_players(self) -> int:
        return int(self.record.num_players)

    @property
    def seat(self) -> int:
        """The seat that has to act."""
        return int(self.record.seat)

    @property
    def over(self) -> bool:
        return bool(self.record.over)

    def mask(self, seat: int | None = None) -> np.ndarray:
        """The legal actions as 0/1 per id: of the seat to act, or all zero for another seat."""
        return self._look(self.seat if seat is None else seat)[3].copy()

    def legal_ids(self) -> list[int]:
        """The legal action ids of the seat to act."""
        return np.flatnonzero(self.mask()).tolist()

    def legal(self) -> list[str]:
        """The legal actions of the seat to act, in words."""
        return [self.action_text(action) for action in self.legal_ids()]

    def action_text(self, action: int) -> str:
        """An action of the seat to act, in words."""
        return self.game.actions.text(action, self.seat, self.num_players)

    def observe(self, seat: int) -> np.ndarray:
        """What a seat sees, scaled to [0, 1]."""
        return self._look(seat)[2].copy()

    def describe(self, seat: int) -> dict:
        """What a seat sees, in words."""
        return self.view.describe(self.observe(seat))

    def _look(self, seat: int) -> tuple[np.ndarray, ...]:
        if not 0 <= seat < self.num_players:
            raise ValueError(f"seat {seat} does not exist: seats run from 0 to {self.num_players - 1}")
        self.drive(SHOW, number=seat)
        return self.seen

    def outcome(self) -> np.ndarray:
        """Per seat: result in [-1, 1], place from 1, score in [0, 1]; before the end, as it stands."""
        out = np.zeros((self.game.seats, 3), np.float32)
        self.game.drivers.judge_one(self.states, self.rules, 0, out)
        return out[: self.num_players]

    @property
    def rewards(self) -> list[float]:
        """What the last action paid to each seat."""
        return self.record.reward[: self.num_players].tolist()

    # -------------------------------------------------------------------------------------------- playing
    def play(self, *actions: int | str) -> Position:
        """Play actions one after the other, as ids or in words. IllegalAction leaves the position as it was
        before that action."""
        for action in actions:
            self._play(action)
        return self

    def _play(self, action: int | str) -> None:
        if self.over:
            raise IllegalAction(f"{action!r} refused: the game is over")
        if isinstance(action, str):
            try:
                action = self.game.actions.parse(action, self.seat, self.num_players)
            except ValueError as error:
                raise IllegalAction(str(error)) from None
        mask = self._look(self.seat)[3]
        if not 0 <= action < len(mask) or not mask[action]:
            raise IllegalAction(self.refusal(action))
        self.drive(int(action))

    def drive(self, order: int, key: int = 0, number: int = 0) -> None:
        """Play an action without asking whether it is legal, or follow an order (`core/drivers.py`, step_one)."""
        self.game.drivers.step_one(self.states, self.rules, self.game.zero, 0, order, np.uint64(key), number, *self.seen)

    def refusal(self, action: int) -> str:
        """Why an action is refused: its name and what is legal instead."""
        size = self.game.actions.size
        if not 0 <= action < size:
            return f"action {action} does not exist: ids run from 0 to {size - 1}"
        legal = self.legal()
        shown = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
        return f"{self.action_text(action)!r} (id {action}) is not legal for player_{self.seat} now; legal: {shown}"

    def queue_dice(self, *faces: int) -> Position:
        """Force the next dice rolls, for tests and puzzles."""
        room = self.game.state.queue
        if self.record.queued + len(faces) > room or any(not 1 <= face <= 127 for face in faces):
            raise PositionError(f"queued dice {faces}: at most {room} faces from 1 up")
        for face in faces:
            self.record.queue[self.record.queued] = face
            self.record.queued += 1
        return self

    def redeal(self, seat: int, key: int) -> Position:
        """Replace everything `seat` cannot know by a fair sample of what it could be."""
        self._look(seat)  # refuses a seat that does not exist
        self.game.drivers.redeal_one(self.states, self.rules, 0, seat, np.uint64(seed_key(key)))
        return self

    # -------------------------------------------------------------------------------------------- copies
    def clone(self) -> Position:
        """An independent copy, its luck included."""
        # Copying bytes and laying the record over them takes half a microsecond, `states.copy()` twenty.
        states = np.ndarray(self.states.shape, self.states.dtype, bytearray(self.states.view(np.uint8)))
        return Position(self.game, self.variant, states, self.rules)

    def to_bytes(self) -> bytes:
        """The whole state as bytes."""
        return self.states.tobytes()

    def set_bytes(self, data: bytes) -> None:
        """Take over a state from `to_bytes` of the same game and rules; refused if it is not a valid one."""
        if len(data) != self.states.nbytes:
            raise PositionError(f"a state of {self.game.id} has {self.states.nbytes} bytes, these are {len(data)}")
        other = Position(self.game, self.variant, np.frombuffer(data, self.game.state.dtype).copy(), self.rules)
        other.validate()
        other._somebody_can_act()
        if other.view is not self.view:
            self._seen = None
        self.states[0] = other.states[0]

    def hash(self) -> str:
        """Fingerprint of the whole state."""
        return hashlib.blake2b(self.to_bytes(), digest_size=8).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other.game is self.game and other.to_bytes() == self.to_bytes()

    __hash__ = None  # type: ignore[assignment]

    def validate(self) -> None:
        """PositionError if a field is out of range or the pieces do not add up."""
        problems = self.game.state.problems(self.record) or self._header_problems() or self.game.check(self.record, self.rules[0])
        if problems:
            raise PositionError("; ".join(problems))

    def _header_problems(self) -> list[str]:
        """What the ranges of the common fields cannot say, because it depends on the rules in hand."""
        found, limit = [], int(self.rules[0].max_decisions)
        if self.record.ruleset >= len(self.rules):
            found.append(f"ruleset = {self.record.ruleset}: this position is played under rules 0 to {len(self.rules) - 1}")
        if not self.over and self.record.decisions >= limit:
            found.append(f"decisions = {self.record.decisions}: a game that goes on has fewer than {limit}")
        return found

    # -------------------------------------------------------------------------------------------- names
    def to_names(self) -> dict:
        """The position as nested names and values, from which `Game.position` makes the same one again."""
        blank = np.zeros(1, self.game.state.dtype)[0]
        blank.num_players = self.num_players
        blank.offender = -1
        self.game.blank(blank, self.rules[0])
        return self.game.state.to_names(self.record, blank, self.game.completed_names)

    def diff(self, other: Position) -> dict[str, tuple]:
        """Every named value that differs: path -> (here, there)."""
        return dict(_differences(self.game.state.to_names(self.record), other.game.state.to_names(other.record), ""))

    def save(self, path: str | Path) -> None:
        """Write the position to a JSON file that anybody can read and that never runs code."""
        document = {
            "format": FORMAT,
            "schema": SCHEMA,
            "env": self.game.id,
            "rules_name": self.variant.name,
            "rules": self.variant.to_dict(),
            "rules_hash": self.variant.hash,
            "position": {**self.to_names(), "num_players": self.num_players, "key": int(self.record.key)},
        }
        write_text(path, json.dumps(document, indent=1))

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None, **options) -> Position:
        """Read a position file; PositionError says why a file is refused."""
        from rulebound.envs import game_by_id

        document = read_document(path, FORMAT, SCHEMA, PositionError)
        try:
            game = game or game_by_id(document["env"])
            if document["env"] != game.id:
                raise PositionError(f"{path} is a position of {document['env']}, not of {game.id}")
            variant = game.variant(document["rules"])
            named = document["position"]
            variant = Variant(variant.schema, str(document.get("rules_name", "custom")), variant.changes)
            if variant.hash != document["rules_hash"]:
                raise PositionError(f"{path}: the rules do not have the hash {document['rules_hash']!r} that the file names")
            return cls.from_names(game, named, None, variant, **options)
        except KeyError as error:
            raise PositionError(f"{path}: {error.args[0]!r} is missing") from None
        except (ValueError, TypeError, AttributeError) as error:
            raise PositionError(str(error) if isinstance(error, PositionError) else f"{path}: {error}") from None

    # -------------------------------------------------------------------------------------------- text
    def text(self, seat: int | None = None) -> str:
        """The position for the terminal, as a seat may see it, or everything."""
        return self.game.text(self, seat)

    def __repr__(self) -> str:
        return f"<{self.game.id} position, {self.num_players} players, decision {int(self.record.decisions)}>"


# ------------------------------------------------------------------------------------------------ files
def write_text(path: str | Path, text: str) -> None:
    """Write a file whole or not at all: an interrupted run never leaves half of one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)  # read by setting it: the temporary file is private, the finished one as any other
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_document(path: str | Path, kind: str, schema: int, error: type[ValueError]) -> dict:
    """A JSON document of ours, or `error` with the reason why the file is not one."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise error(f"cannot read {path}: {problem.strerror}") from None
    except (ValueError, RecursionError) as problem:
        raise error(f"{path} is not a JSON document: {problem}") from None
    if not isinstance(document, dict) or document.get("format") != kind:
        raise error(f"{path} is not a {kind} file")
    if document.get("schema") != schema:
        raise error(f"{path} has schema {document.get('schema')!r}; this version reads schema {schema}")
    return document


def _differences(a: object, b: object, path: str):
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        for name in [*a, *(k for k in b if k not in a)]:
            yield from _differences(a.get(name), b.get(name), f"{path}.{name}" if path else str(name))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for place, (x, y) in enumerate(zip(a, b, strict=True)):
            yield from _differences(x, y, f"{path}[{place}]")
    elif a != b:
        yield path, (a, b)
