"""The network of the learned agents: one small torch module for every game and player count, and its files.

It reads the raw bytes of an observation, scales amounts by their declared ranges, embeds codes, reads tables row by row
(`rows.py`), looks at the planes of a map with convolutions (`spatial.py`), may be told what the scripted agent would do, and
gives a logit per action and the value for the seat that looks. A policy file holds weights and plain facts; loading one never
runs code.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from rulebound.agents.base import AgentError
from rulebound.agents.rows import RowChoice, Rows, Surroundings
from rulebound.agents.spatial import CellChoice, MapBody, window_block
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry
from rulebound.envs.core.layout import ObservationLayout

FORMAT, SCHEMA = "rulebound-policy", 1
EMBEDDING = 8  # numbers that stand for a code
MAP_LAYERS = 2  # convolutions that look at a map
ILLEGAL = -1e9  # a finite logit: minus infinity turns into nan in the entropy
_LOW_BITS = np.uint64(11)
_UNIT = 2.0**-53


class Entrance(nn.Module):
    """What the body of a network reads itself: amounts scaled by their ranges, and codes (`Slice.codes`) embedded.

    All codes with the same highest code share a table: a card means the same in hand, in play or on offer.
    """

    def __init__(self, layout: ObservationLayout) -> None:
        super().__init__()
        coded = np.concatenate([np.zeros(0, np.int64), *layout.codes.values()])
        elsewhere = [np.arange(layout.starts[part.name], layout.starts[part.name] + part.size) for part in layout.tables + layout.planes]
        amounts = np.setdiff1d(np.arange(layout.size), np.concatenate([coded, *elsewhere]))
        self.whole = len(amounts) == layout.size
        self.register_buffer("amounts", torch.from_numpy(amounts), persistent=False)
        self.register_buffer("scale", torch.from_numpy(layout.scale[amounts]), persistent=False)
        self.tables = nn.ModuleList(nn.Embedding(high + 1, EMBEDDING) for high in layout.codes)
        for number, indices in enumerate(layout.codes.values()):
            self.register_buffer(f"codes_{number}", torch.from_numpy(indices), persistent=False)
        for table in self.tables:
            nn.init.normal_(table.weight, std=0.5)
        self.size = len(amounts) + EMBEDDING * len(coded)

    def forward(self, raw: torch.Tensor) -> torch.Tensor:
        """The numbers for the body, from whole numbers as `Batch.raw` holds them."""
        if self.whole:
            return raw.float() * self.scale
        parts = [raw[:, self.amounts].float() * self.scale]
        for number, table in enumerate(self.tables):
            parts.append(table(raw[:, getattr(self, f"codes_{number}")].long()).flatten(1))
        return torch.cat(parts, dim=1)


class Advice(nn.Module):
    """The scripted agent's move as something to read, and how much more likely that makes it."""

    def __init__(self, actions: int, width: int, trust: float) -> None:
        super().__init__()
        self.size = 2 * EMBEDDING
        self.meaning = nn.Embedding(actions, self.size)
        self.following = _linear(width, 1, 0.01)
        nn.init.normal_(self.meaning.weight, std=0.5)
        nn.init.constant_(self.following.bias, trust)

    def forward(self, advised: torch.Tensor | None) -> torch.Tensor:
        """Numbers for the body that stand for the advised actions."""
        if advised is None:
            raise ValueError("advised = None: this network is told the scripted agent's move; give it the actions of ScriptedAgent.act")
        return self.meaning(advised)


class PolicyNetwork(nn.Module):
    """Observation bytes to (logits, value): a shared body of `depth` layers and two heads.

    view       key of the observations (`Game.view_key`)
    channels   of the convolutions that look at the planes of a map, where the game has one; 0: it does not look at them
    norm       every layer of the body is normalised
    trust      above 0 the network is told what the scripted agent would do, and begins with so much on that action's logit;
               it learns when to follow and what else to do
    """

    def __init__(
        self, game: Game, width: int = 256, depth: int = 2, view: tuple[int, ...] | None = None, channels: int = 32, norm: bool = False,
        trust: float = 0.0,
    ) -> None:  # fmt: skip
        super().__init__()
        self.view = game.view_key(game.variant(), game.facts.players[0]) if view is None else tuple(view)
        self.width, self.depth, self.channels, self.norm, self.trust = width, depth, channels, norm, trust
        layout = game.view_by_key(self.view)
        self.entrance = Entrance(layout)
        self.tables = nn.ModuleList(Rows(layout, table) for table in layout.tables)
        self.advice = Advice(game.actions.size, width, trust) if trust > 0 else None
        read = self.entrance.size + sum(table.size for table in self.tables) + (self.advice.size if self.advice else 0)
        looks = channels > 0 and len(layout.planes) > 0
        self.map = MapBody(layout, read, channels, MAP_LAYERS) if looks else None
        self.around = nn.ModuleList(Surroundings(layout, table, channels) for table in layout.tables if looks)
        window = window_block(game.actions) if looks else None
        self.cells = CellChoice(window, layout, width) if window else None
        self.window = _span(game, window.name) if window else None
        chosen = [block for block in game.actions.blocks if block.rows is not None]
        self.rows = nn.ModuleList(RowChoice(block, layout, width) for block in chosen)
        self.row_spans = [_span(game, block.name) for block in chosen]
        sizes = [read + (self.map.size if self.map else 0), *[width] * depth]
        layers: list[nn.Module] = []
        for before, after in pairwise(sizes):
            layers += [_linear(before, after, 2**0.5), *([nn.LayerNorm(after)] if norm else []), nn.ReLU()]
        self.body = nn.Sequential(*layers)
        self.policy = _linear(width, game.actions.size - (window.size if window else 0), 0.01)
        self.value = nn.Sequential(_linear(width, width, 2**0.5), nn.ReLU(), _linear(width, 1, 1.0))

    def forward(self, raw: torch.Tensor, advised: torch.Tensor | None = None) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of all actions, legal or not, and the value, from whole numbers as `Batch.raw` holds them.

        advised   the actions that the scripted agent would take there, for a network that wants to be told
        """
        values = self.entrance(raw)
        summaries, tables = zip(*(table(raw) for table in self.tables), strict=True) if self.tables else ((), ())
        told = (self.advice(advised),) if self.advice is not None else ()
        values, keys = torch.cat([values, *summaries, *told], dim=1), None
        if self.map is not None:
            summary, keys, seen = self.map(raw, values)
            values = torch.cat([values, summary], dim=1)
            tables = [around(raw, rows, seen) for around, rows in zip(self.around, tables, strict=True)]
        body = self.body(values)
        logits = self.policy(body)
        if self.cells is not None:
            before, after = logits[:, : self.window.start], logits[:, self.window.start :]
            logits = torch.cat([before, self.cells(raw, body, keys), after], dim=1)
        for choice, span in zip(self.rows, self.row_spans, strict=True):
            fit = choice(raw, body, tables)
            logits = logits + functional.pad(fit, (span.start, logits.shape[1] - span.stop))
        if self.advice is not None:
            logits = logits.scatter_add(1, advised[:, None], self.advice.following(body))
        return logits, self.value(body).squeeze(-1)


def _span(game: Game, block: str) -> slice:
    """The ids of a block of actions."""
    first = game.actions.starts[block]
    return slice(first, first + next(one.size for one in game.actions.blocks if one.name == block))


def _linear(before: int, after: int, gain: float) -> nn.Linear:
    """A layer whose outputs start with about `gain` times the spread of its inputs."""
    layer = nn.Linear(before, after)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


@entry
def sample_logits(logits, mask, rows, bits, greedy, actions, chances):
    """Draw a legal action for each row by the softmax of its logits (or take the best), with its log probability.

    Row k of `logits`, `bits`, `actions` and `chances` belongs to row rows[k] of `mask`. Only legal actions are
    looked at: a game has hundreds of actions and a handful of legal ones.
    """
    for k in range(len(rows)):
        i = rows[k]
        best = -1
        for action in range(mask.shape[1]):
            if mask[i, action] != 0 and (best < 0 or logits[k, action] > logits[k, best]):
                best = action
        total = 0.0
        for action in range(mask.shape[1]):
            if mask[i, action] != 0:
                total += np.exp(np.float64(logits[k, action] - logits[k, best]))
        chosen = best
        if not greedy:
            left = np.float64(bits[k] >> _LOW_BITS) * _UNIT * total
            for action in range(mask.shape[1]):
                if mask[i, action] != 0:
                    chosen = action  # rounding may leave a crumb: the last legal action takes it
                    left -= np.exp(np.float64(logits[k, action] - logits[k, best]))
                    if left < 0.0:
                        break
        actions[k] = chosen
        chances[k] = np.float64(logits[k, chosen] - logits[k, best]) - np.log(total)


def warm_sampling(actions: int) -> None:
    """Compile or load `sample_logits`, by a draw among so many actions."""
    one = np.zeros(1, np.int64)
    mask, bits = np.ones((1, actions), np.int8), np.zeros(1, np.uint64)
    sample_logits(np.zeros((1, actions), np.float32), mask, one, bits, False, one.copy(), np.zeros(1, np.float32))


@contextmanager
def torch_threads(threads: int) -> Iterator[None]:
    """Let torch use so many threads: left alone it takes all processors, and crawls where others are at work on them."""
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def fingerprint(tensors: Iterable[torch.Tensor]) -> str:
    """A short hash of weights."""
    digest = hashlib.sha256()
    for tensor in tensors:
        digest.update(tensor.detach().numpy().tobytes())
    return digest.hexdigest()[:16]


# ------------------------------------------------------------------------------------------------ files
def save_torch(path: str | Path, document: dict) -> None:
    """Write tensors and plain data, whole or not at all."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    os.close(handle)
    try:
        torch.save(document, temporary)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load_torch(path: str | Path, kind: str, schema: int, error: type[ValueError]) -> dict:
    """Tensors and plain data of ours, or `error` with the reason; nothing in the file is run."""
    try:
        document = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as problem:
        raise error(f"cannot read {path}: {problem.strerror}") from None
    except (pickle.UnpicklingError, RuntimeError, EOFError, ValueError, KeyError, AttributeError) as problem:
        raise error(f"{path} is not a {kind} file: {' '.join(str(problem).split())[:120]}") from None
    if not isinstance(document, dict) or document.get("format") != kind:
        raise error(f"{path} is not a {kind} file")
    if document.get("schema") != schema:
        raise error(f"{path} has schema {document.get('schema')!r}; this version reads {schema}")
    return document


def save_policy(path: str | Path, network: PolicyNetwork, game: Game, facts: dict) -> None:
    """Write a policy: the weights as 16-bit numbers, and facts (rules, seed, results) as plain data."""
    save_torch(
        path,
        {
            "format": FORMAT,
            "schema": SCHEMA,
            "game": game.id,
            "observation": game.view_by_key(network.view).size,
            "actions": game.actions.size,
            "view": list(network.view),
            "width": network.width,
            "depth": network.depth,
            "channels": network.channels,
            "norm": network.norm,
            "trust": network.trust,
            "facts": json.dumps(facts),
            "weights": {name: tensor.to(torch.float16) for name, tensor in network.state_dict().items()},
        },
    )


def load_policy(path: str | Path, game: Game) -> tuple[PolicyNetwork, dict]:
    """A network and its facts; AgentError says why a file does not fit this game."""
    document = load_torch(path, FORMAT, SCHEMA, AgentError)
    view = tuple(document.get("view", ()))
    try:
        size = game.view_by_key(view).size
    except (ValueError, TypeError) as problem:
        raise AgentError(f"{path}: {problem}") from None
    expected = {"game": game.id, "observation": size, "actions": game.actions.size}
    for name, value in expected.items():
        if document.get(name) != value:
            raise AgentError(f"{path} was trained for {name} {document.get(name)!r}; {game.id} has {value!r}")
    try:
        sizes = int(document["width"]), int(document["depth"])
        trust = float(document.get("trust", 0.0))
        network = PolicyNetwork(game, *sizes, view, int(document.get("channels", 32)), bool(document.get("norm", False)), trust)
        network.load_state_dict({name: tensor.float() for name, tensor in document["weights"].items()})
        facts = json.loads(document["facts"])
    except (KeyError, TypeError, ValueError, AttributeError, RuntimeError) as problem:
        raise AgentError(f"{path} is damaged: {' '.join(str(problem).split())[:120]}") from None
    return network.eval(), facts
