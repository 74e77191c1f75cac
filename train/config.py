"""Training configs: YAML files checked field by field, with single values changed on the command line.

`configs/<game>/<trainer>.yaml` holds what a run of that game needs; `load` reads it into the trainer's own model
(`ppo.PPOConfig`, `sb3.SB3Config`) and applies changes such as `learning_rate=1e-4` or `network.width=128`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

import rulebound.configs

FOLDER = Path(rulebound.configs.__file__).parent


class ConfigError(ValueError):
    """A config that cannot be read or has a wrong value."""


class Config(BaseModel):
    """The base of all config models: unknown fields are refused and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Model = TypeVar("Model", bound=Config)


def default_path(game: str, trainer: str) -> Path:
    """The config that a game ships for a trainer; ConfigError if there is none."""
    path = FOLDER / game / f"{trainer}.yaml"
    if not path.is_file():
        known = sorted(file.parent.name for file in FOLDER.glob(f"*/{trainer}.yaml"))
        raise ConfigError(f"{game} has no {trainer} config; there are some for {', '.join(known) or 'no game yet'}")
    return path


def load(model: type[Model], path: str | Path, changes: Sequence[str] = ()) -> Model:
    """Read a config file and change single values, each written as key=value with dots for nested keys."""
    try:
        document = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise ConfigError(f"cannot read {path}: {problem.strerror}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{path} is not a YAML file: {' '.join(str(problem).split())}") from None
    if not isinstance(document, dict):
        raise ConfigError(f"{path} must hold a mapping of names to values, not {type(document).__name__}")
    for change in changes:
        _change(document, change)
    return checked(model, document, str(path))


def checked(model: type[Model], document: Mapping, source: str) -> Model:
    """A config from plain data; ConfigError names every wrong field with its value."""
    try:
        return model.model_validate(document)
    except ValidationError as problem:
        found = [f"{'.'.join(map(str, one['loc']))} = {one['input']!r}: {one['msg'].lower()}" for one in problem.errors()]
        unknown = any(one["type"] == "extra_forbidden" for one in problem.errors())
        hint = f"; the fields are {', '.join(model.model_fields)}" if unknown else ""
        raise ConfigError(f"{source}: {'; '.join(found)}{hint}") from None


def _change(document: dict, change: str) -> None:
    """Apply one `key=value`."""
    key, equals, text = change.partition("=")
    if not equals or not key.strip():
        raise ConfigError(f"--set {change!r}: write key=value, e.g. --set seed=3")
    *path, last = key.strip().split(".")
    place = document
    for name in path:
        place = place.setdefault(name, {})
        if not isinstance(place, dict):
            raise ConfigError(f"--set {change!r}: {name} holds no further fields")
    try:
        place[last] = yaml.safe_load(text)
    except yaml.YAMLError:
        raise ConfigError(f"--set {change!r}: {text!r} is not a value") from None
