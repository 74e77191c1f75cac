"""Rule variants: every number of a game's data file as a typed, ranged parameter; presets, overrides, hash.

`RuleSchema.from_data` turns a data file into parameters; `schema.variant(...)` builds a validated `Variant`
from a preset name, a YAML file or a mapping of overrides. A variant packs into one record that the kernels
read, so changing a rule needs no compilation and one batch can mix variants.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rulebound.envs.core.record import RECORD_TYPE

REWARDS = ("win", "rank", "margin", "shaped")  # what a seat is paid for; see drivers.settle

# Options of the faces that travel with the rules, so that one batch can mix them. Not part of the hash.
OPTIONS = [("reward", "i1"), ("skip_forced", "i1"), ("max_decisions", "i4"), ("shaping", "f4")]


class RulesError(ValueError):
    """A rule variant that is refused: the message names the parameter, the value and what is allowed."""


@dataclass(frozen=True)
class Kind:
    """A sort of parameter that is neither a number nor a word of a list, such as a deck of cards.

    Its values are plain data that JSON can hold. Kernels do not read them: a game turns them into `tables`.
    """

    allowed: str  # what may be written, in words
    check: Callable[[object, Path | None], object]  # value, folder of the file it stands in -> canonical value, or ValueError


@dataclass(frozen=True)
class Parameter:
    """One overridable entry of a data file."""

    path: str
    default: object
    low: int | None = None
    high: int | None = None
    options: tuple = ()
    fixed: bool = False
    note: str = ""
    source: str = ""
    kind: Kind | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The members of a parameter that is a map of numbers."""
        return tuple(self.default) if isinstance(self.default, Mapping) and self.kind is None else ()

    @property
    def allowed(self) -> str:
        """What may be written here, in words."""
        if self.fixed:
            return f"fixed at {self.default!r}{f' ({self.note})' if self.note else ''}"
        if self.kind is not None:
            return self.kind.allowed
        if self.options:
            words = ", ".join(str(option).lower() if isinstance(option, bool) else str(option) for option in self.options)
            return f"a list of {words}" if isinstance(self.default, list) else f"one of {words}"
        each = "each a whole number" if self.keys else "a whole number"
        return f"{each} between {self.low} and {self.high}"

    @property
    def type(self) -> str:
        """The type of the parameter in the rules record: two bytes, or four where its range needs them."""
        return "i4" if max(abs(self.low or 0), abs(self.high or 0)) > 32767 else "i2"

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the parameter in the rules record."""
        if self.keys:
            return (len(self.keys),)
        return (len(self.options),) if isinstance(self.default, list) else ()

    def check(self, value: object, folder: Path | None = None) -> object:
        """The value in its canonical form; RulesError if it is not allowed. Paths in it start from `folder`."""
        if self.fixed:
            if value != self.default:
                raise RulesError(f"{self.path} = {value!r}: is {self.allowed}")
            return value
        if self.kind is not None:
            try:
                return self.kind.check(value, folder)
            except ValueError as error:
                raise RulesError(f"{self.path}: {error}") from None
        if self.keys:
            if not isinstance(value, Mapping):
                raise RulesError(f"{self.path} = {value!r}: must be a map of {', '.join(self.keys)}")
            for key in value:
                if key not in self.keys:
                    raise RulesError(f"{self.path}.{key}: no such member; there are {', '.join(self.keys)}")
            return {key: self._number(value.get(key, self.default[key]), f"{self.path}.{key}") for key in self.keys}
        if isinstance(self.default, list):
            if not isinstance(value, Sequence) or isinstance(value, str) or any(v not in self.options for v in value):
                raise RulesError(f"{self.path} = {value!r}: must be {self.allowed}")
            return [option for option in self.options if option in value]
        if self.options:
            matches = [option for option in self.options if option == value and isinstance(option, bool) == isinstance(value, bool)]
            if not matches:
                raise RulesError(f"{self.path} = {value!r}: must be {self.allowed}")
            return matches[0]
        return self._number(value, self.path)

    def _number(self, value: object, where: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:  # type: ignore[operator]
            raise RulesError(f"{where} = {value!r}: must be a whole number between {self.low} and {self.high}")
        return value

    def pack(self, value: object) -> object:
        """The value as the kernels read it: numbers as they are, options as their index, lists as 0/1."""
        if self.keys:
            return [value[key] for key in self.keys]  # type: ignore[index]
        if isinstance(self.default, list):
            return [int(option in value) for option in self.options]  # type: ignore[operator]
        if self.options:
            return int(value) if isinstance(value, bool) else self.options.index(value)
        return value


class VariantFile(BaseModel):
    """A rule variant as a YAML file."""

    model_config = ConfigDict(extra="forbid", strict=True)

    game: str
    name: str = Field(min_length=1, max_length=80)
    extends: str = "standard"
    description: str = ""
    rules: dict = Field(default_factory=dict)


Constraint = Callable[[Mapping[str, object], int], str | None]


@dataclass(frozen=True, eq=False)
class RuleSchema:
    """All rule parameters of one game, its presets, and the record that kernels read."""

    game: str
    parameters: dict[str, Parameter]
    knobs: dict[str, str | tuple[str, ...]]
    presets: dict[str, dict]
    stacks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    constraints: tuple[Constraint, ...] = ()
    tables: dict[str, tuple[int, ...]] = field(default_factory=dict)  # arrays that `fill` makes of the values
    fill: Callable[[Mapping[str, object]], Mapping[str, np.ndarray]] | None = None
    players: str = "players.count"

    @classmethod
    def from_data(
        cls,
        data: Mapping,
        stacks: Mapping[str, Sequence[str]],
        constraints: Sequence[Constraint],
        kinds: Mapping[str, Kind] | None = None,
        tables: Mapping[str, tuple[int, ...]] | None = None,
        fill: Callable[[Mapping[str, object]], Mapping[str, np.ndarray]] | None = None,
    ) -> RuleSchema:
        """Every mapping of a data file that has a `value` becomes one parameter.

        stacks  arrays that kernels index, such as cost[building]: parameters of equal shape, stacked
        kinds   what an entry with a `kind` may be
        tables  further arrays of whole numbers that kernels read, by shape; `fill` makes them of the values
        """
        parameters = {p.path: p for p in _parameters(data, (), kinds or {})}
        knobs = {k: tuple(v) if isinstance(v, list) else v for k, v in data.get("knobs", {}).items()}
        presets = {name: dict(profile["overrides"]) for name, profile in data.get("profiles", {}).items()}
        presets = {"standard": {}, **{name: preset for name, preset in presets.items() if name != "rulebook"}}
        named_stacks = {k: tuple(v) for k, v in stacks.items()}
        return cls(data["game"], parameters, knobs, presets, named_stacks, tuple(constraints), dict(tables or {}), fill)

    # -------------------------------------------------------------------------------------------- record
    @cached_property
    def dtype(self) -> np.dtype:
        """The record: options of the faces, then one field per free parameter, then the stacks and tables."""
        names = list(OPTIONS)
        names += [(_identifier(p.path), p.type, p.shape) for p in self.parameters.values() if _in_record(p)]
        stacks = {name: [self.parameters[path] for path in paths] for name, paths in self.stacks.items()}
        names += [(name, max(p.type for p in members), (len(members), *members[0].shape)) for name, members in stacks.items()]
        names += [(name, "i2", shape) for name, shape in self.tables.items()]
        return np.dtype((RECORD_TYPE, np.dtype(names, align=True)))

    def pack(self, values: Mapping[str, object]) -> np.record:
        """A rules record holding `values`, with the faces' options at zero."""
        record = np.zeros(1, self.dtype)[0]
        for path, parameter in self.parameters.items():
            if _in_record(parameter):
                record[_identifier(path)] = parameter.pack(values[path])
        for name, paths in self.stacks.items():
            record[name] = [self.parameters[path].pack(values[path]) for path in paths]
        if self.fill is not None:
            for name, table in self.fill(values).items():
                record[name] = table
        return record

    # -------------------------------------------------------------------------------------------- variants
    def variant(self, rules: str | Path | Mapping | Variant | None = None, **overrides: object) -> Variant:
        """A validated variant.

        rules      a preset name, the path of a YAML file, a mapping of overrides, a Variant, or None (standard).
        overrides  further changes by knob name, e.g. victory_cities=4.
        """
        if isinstance(rules, Variant):
            if rules.schema.game != self.game:
                raise RulesError(f"these are rules of {rules.schema.game}, not of {self.game}")
            if not overrides:
                return rules
            name, changes = rules.name, dict(rules.changes)
        elif rules is None:
            name, changes = "standard", {}
        elif isinstance(rules, Mapping):
            name, changes = "custom", {}
            self._merge(changes, rules)
        elif isinstance(rules, Path) or str(rules).endswith((".yaml", ".yml")):
            name, changes = self._read(Path(rules), ())
        else:
            name, changes = str(rules), {}
            self._merge(changes, self.preset(str(rules)))
        if overrides:
            self._merge(changes, overrides)
            name = f"{name}*"
        return Variant(self, name, changes)

    def preset(self, name: str) -> dict:
        """The overrides of a preset."""
        if name not in self.presets:
            raise RulesError(f"no preset of {self.game} is called {name!r}; there are {', '.join(self.presets)} (or give a .yaml file)")
        return self.presets[name]

    def _read(self, path: Path, seen: tuple[Path, ...]) -> tuple[str, dict]:
        """Name and changes of a variant file, the changes of what it extends first."""
        path = path.resolve()
        if path in seen:
            raise RulesError(f"{path.name} extends itself")
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise RulesError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise RulesError(f"{path.name} is not YAML: it is no text") from None
        try:
            file = VariantFile.model_validate(yaml.safe_load(text))
        except yaml.YAMLError as error:
            raise RulesError(f"{path.name} is not YAML: {' '.join(str(error).split())}") from None
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"]) or "file"
            raise RulesError(f"{path.name}: {place}: {first['msg']}") from None
        if file.game != self.game:
            raise RulesError(f"{path.name} is for {file.game}, not for {self.game}")
        changes: dict = {}
        try:
            if file.extends.endswith((".yaml", ".yml")):
                changes = self._read(path.parent / file.extends, (*seen, path))[1]
            else:
                self._merge(changes, self.preset(file.extends))
            self._merge(changes, file.rules, path.parent)
        except RulesError as error:
            if str(error).startswith(path.name):
                raise
            raise RulesError(f"{path.name}: {error}") from None
        return file.name, changes

    def _merge(self, changes: dict, overrides: Mapping, folder: Path | None = None) -> None:
        """Add checked overrides, which may name files in `folder`, to `changes`, keyed by full path."""
        for path, value in self._resolved(overrides, ""):
            parameter = self.parameters[path]
            if parameter.keys and isinstance(value, Mapping):
                value = {**changes.get(path, parameter.default), **value}  # type: ignore[dict-item]
            changes[path] = parameter.check(value, folder)

    def _resolved(self, overrides: Mapping, prefix: str) -> Iterator[tuple[str, object]]:
        """Overrides as (full path, value): knob names, dotted paths, nested maps and members of maps."""
        for name, value in overrides.items():
            path = f"{prefix}{name}"
            if not prefix and path in self.knobs:
                target = self.knobs[path]
                if isinstance(target, tuple):
                    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != len(target):
                        raise RulesError(f"{path} = {value!r}: must be a list of {len(target)} numbers")
                    yield from zip(target, value, strict=True)
                else:
                    yield from self._resolved({target: value}, "")
            elif path in self.parameters:
                yield path, value
            elif path.rpartition(".")[0] in self.parameters and self.parameters[path.rpartition(".")[0]].keys:
                parent, _, member = path.rpartition(".")
                yield parent, {member: value}
            elif isinstance(value, Mapping) and any(p.startswith(f"{path}.") for p in self.parameters):
                yield from self._resolved(value, f"{path}.")
            else:
                raise RulesError(f"{path}: no such rule; 'rulebound variant show {self.game}' lists them")

    def table(self) -> str:
        """The parameters as a markdown table."""
        short = {v: k for k, v in self.knobs.items() if isinstance(v, str)}
        rows = ["| parameter | knob | default | allowed | source | note |", "|---|---|---|---|---|---|"]
        for p in self.parameters.values():
            if not p.fixed:
                rows.append(f"| `{p.path}` | {short.get(p.path, '')} | {_plain(p.default)} | {p.allowed} | {p.source} | {p.note} |")
        return "\n".join(rows)


@dataclass(frozen=True, eq=False)
class Variant:
    """One validated set of rules. Two variants with the same values have the same hash."""

    schema: RuleSchema
    name: str
    changes: dict

    def __post_init__(self) -> None:
        """Refuse rules that nobody can play: the number of players they name, or else any number."""
        counts = [self.num_players]
        if self.schema.players not in self.changes:
            parameter = self.schema.parameters[self.schema.players]
            counts = [self.num_players, *range(parameter.low, parameter.high + 1)]  # type: ignore[operator,arg-type]
        first: RulesError | None = None
        for players in counts:
            try:
                self.check_players(players)
                return
            except RulesError as error:
                first = first or error
        assert first is not None
        raise first

    def check_players(self, players: int) -> None:
        """RulesError if these rules cannot be played by that many players."""
        parameter = self.schema.parameters[self.schema.players]
        parameter.check(players)
        for constraint in self.schema.constraints:
            problem = constraint(self.values, players)
            if problem:
                raise RulesError(problem)

    @cached_property
    def values(self) -> dict[str, object]:
        """Every parameter's value by path."""
        return {path: self.changes.get(path, parameter.default) for path, parameter in self.schema.parameters.items()}

    @property
    def num_players(self) -> int:
        """The number of players that these rules name."""
        return self.values[self.schema.players]  # type: ignore[return-value]

    def __getitem__(self, name: str) -> object:
        """The value of a knob or a path."""
        path = self.schema.knobs.get(name, name)
        if isinstance(path, tuple):
            return [self.values[p] for p in path]
        if path in self.values:
            return self.values[path]
        parent, _, member = path.rpartition(".")
        if parent not in self.values or member not in self.schema.parameters[parent].keys:
            raise RulesError(f"{name}: no such rule of {self.schema.game}")
        return self.values[parent][member]  # type: ignore[index]

    @cached_property
    def hash(self) -> str:
        """Fingerprint of the rules; the number of players is not part of it."""
        free = {path: value for path, value in self.values.items() if path != self.schema.players}
        text = json.dumps([self.schema.game, free], sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def record(self) -> np.record:
        """A fresh record of these rules for the kernels."""
        return self.schema.pack(self.values)

    def to_dict(self) -> dict:
        """Plain data from which `variant()` builds the same rules again."""
        return {path: value for path, value in self.changes.items() if value != self.schema.parameters[path].default}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and other.hash == self.hash and other.num_players == self.num_players

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self):
        return _variant_again, (self.schema.game, self.name, self.changes)

    def __repr__(self) -> str:
        return f"<{self.schema.game} rules {self.name} {self.hash}>"


def _variant_again(game: str, name: str, changes: dict) -> Variant:
    from rulebound.envs import game as game_named

    return Variant(game_named(game).rules, name, changes)


# ------------------------------------------------------------------------------------------------ data files
def _in_record(parameter: Parameter) -> bool:
    """Whether kernels read a parameter as it is."""
    return not parameter.fixed and parameter.kind is None


def _parameters(node: Mapping, path: tuple[str, ...], kinds: Mapping[str, Kind]) -> Iterator[Parameter]:
    for name, entry in node.items():
        if not isinstance(entry, Mapping):
            continue
        here = (*path, str(name))
        if "value" in entry:
            low, high = entry.get("range", (None, None))
            yield Parameter(
                path=".".join(here),
                default=dict(entry["value"]) if isinstance(entry["value"], Mapping) else entry["value"],
                low=low,
                high=high,
                options=tuple(entry.get("options", ())),
                fixed=bool(entry.get("fixed", False)),
                note=entry.get("note", ""),
                source=entry.get("source", ""),
                kind=kinds[entry["kind"]] if "kind" in entry else None,
            )
        else:
            yield from _parameters(entry, here, kinds)


def _identifier(path: str) -> str:
    return path.replace(".", "_")


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
