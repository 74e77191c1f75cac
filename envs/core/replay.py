"""Replays: a played game as a small JSON file that anybody can check and that never runs code.

A replay names the environment, the rules, the seed and every action; `verify` plays it again and compares the
fingerprint of the position after each action, so any change of behaviour shows at the decision where it
happens.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

import numpy as np

from rulebound.envs.core.drivers import DEAL
from rulebound.envs.core.game import Game
from rulebound.envs.core.position import IllegalAction, Position, read_document, write_text
from rulebound.envs.core.rng import seed_key
from rulebound.envs.core.rules import RulesError, Variant

FORMAT = "rulebound-replay"
SCHEMA = 1


class ReplayError(ValueError):
    """A replay that is damaged, foreign, or does not play as it says."""


@dataclass
class Replay:
    """One recorded game. `hashes[k]` is the position's fingerprint before action k, the last one after all."""

    game: Game
    variant: Variant
    num_players: int
    seed: int
    episode: int = 0
    actions: list[int] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    agents: list[str] = field(default_factory=list)
    result: list[float] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)

    # -------------------------------------------------------------------------------------------- recording
    @classmethod
    def record(cls, game: Game, choose, num_players=None, rules=None, seed: int = 0, agents: Sequence[str] = ()) -> Replay:
        """Play a game to its end with `choose(position) -> action` and record it."""
        variant = game.variant(rules)
        players = game.players(num_players, variant)
        position = Position.deal(game, players, variant, seed)
        replay = cls(game, variant, players, seed, agents=list(agents))
        while not position.over:
            replay.hashes.append(position.hash())
            action = int(choose(position))
            position.play(action)
            replay.actions.append(action)
        replay.hashes.append(position.hash())
        replay.result = position.outcome()[:, 0].tolist()
        replay.versions = {"rulebound": version("rulebound"), "numpy": np.__version__}
        return replay

    # -------------------------------------------------------------------------------------------- playing again
    def positions(self) -> Iterator[Position]:
        """The position before every action and after the last one; ReplayError if an action is not legal."""
        position = Position.deal(self.game, self.num_players, self.variant, self.seed)
        position.drive(DEAL, seed_key(self.seed, self.episode), self.num_players)
        yield position
        for number, action in enumerate(self.actions):
            try:
                position.play(action)
            except IllegalAction as error:
                raise ReplayError(f"action {number}: {error}") from None
            yield position

    def verify(self) -> Position:
        """Play the game again; ReplayError names the first decision that differs. Returns the last position."""
        last = None
        for number, position in enumerate(self.positions()):
            if position.hash() != self.hashes[number]:
                raise ReplayError(f"before action {number} the position is {position.hash()}, the replay says {self.hashes[number]}")
            last = position
        assert last is not None
        if not last.over:
            raise ReplayError(f"after {len(self.actions)} actions the game is not over")
        outcome = last.outcome()[:, 0].tolist()
        if len(outcome) != len(self.result) or not np.allclose(outcome, self.result, atol=1e-6):
            raise ReplayError(f"the result is {outcome}, the replay says {self.result}")
        return last

    # -------------------------------------------------------------------------------------------- files
    def save(self, path: str | Path) -> None:
        """Write the replay as JSON."""
        document = {
            "format": FORMAT,
            "schema": SCHEMA,
            "env": self.game.id,
            "rules_name": self.variant.name,
            "rules": self.variant.to_dict(),
            "rules_hash": self.variant.hash,
            "num_players": self.num_players,
            "seed": self.seed,
            "episode": self.episode,
            "agents": self.agents,
            "result": self.result,
            "versions": self.versions,
            "actions": self.actions,
            "hashes": self.hashes,
        }
        write_text(path, json.dumps(document, separators=(",", ":")))

    @classmethod
    def load(cls, path: str | Path) -> Replay:
        """Read a replay; ReplayError says why a file is refused."""
        from rulebound.envs import game_by_id

        document = read_document(path, FORMAT, SCHEMA, ReplayError)
        try:
            game = game_by_id(document["env"])
            variant = game.variant(document["rules"])
            replay = cls(
                game=game,
                variant=Variant(variant.schema, str(document["rules_name"]), variant.changes),
                num_players=game.players(document["num_players"], variant),
                seed=_whole(document, "seed"),
                episode=_whole(document, "episode"),
                actions=_listed(document, "actions", int),
                hashes=_listed(document, "hashes", str),
                agents=_listed(document, "agents", str),
                result=_listed(document, "result", int | float),
                versions=dict(document.get("versions", {})),
            )
        except KeyError as error:
            raise ReplayError(f"{path}: {error.args[0]!r} is missing") from None
        except (RulesError, ValueError, TypeError, AttributeError) as error:
            raise ReplayError(f"{path}: {error}") from None
        if variant.hash != document.get("rules_hash"):
            raise ReplayError(f"{path}: the rules have the hash {variant.hash}, the file says {document.get('rules_hash')!r}")
        if len(replay.hashes) != len(replay.actions) + 1:
            raise ReplayError(f"{path}: {len(replay.hashes)} fingerprints for {len(replay.actions)} actions; there must be one more")
        if any(not 0 <= action < game.actions.size for action in replay.actions):
            raise ReplayError(f"{path}: an action lies outside 0..{game.actions.size - 1}")
        return replay


def _whole(document: dict, name: str) -> int:
    value = document[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise ReplayError(f"{name} = {value!r}: must be a whole number")
    return value


def _listed(document: dict, name: str, kind) -> list:
    value = document[name]
    if not isinstance(value, list) or any(isinstance(item, bool) or not isinstance(item, kind) for item in value):
        raise ReplayError(f"{name} must be a list of {getattr(kind, '__name__', 'number')}")
    return value
