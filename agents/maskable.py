"""The agent behind the name `sb3:path`: it plays by the policy of a MaskablePPO model that `train/sb3.py` saved.

A model file of Stable-Baselines3 holds pickles, which can run anything when they are opened. Only its weights are
read here, as plain tensors; the JSON document beside the file says of which network they are. So a model from
others is never more than data. Importing this module imports torch, and torch alone.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import torch

from rulebound.agents.base import Agent, AgentError
from rulebound.agents.network import fingerprint, sample_logits, torch_threads, warm_sampling
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.position import read_document

FORMAT = "rulebound-sb3-model"
SCHEMA = 1
GREEDY = "greedy"
ACTIVATIONS = {"tanh": torch.tanh, "relu": torch.relu}
USAGE = f"write sb3:runs/first/model.zip, or sb3:runs/first/model.zip:{GREEDY} for the likeliest action"


class MaskableAgent(Agent):
    """Plays by a trained policy; a legal action of every row comes from one pass through the network.

    weights     the state of a MaskableActorCriticPolicy, which is copied: the agent stays as it is while a learner goes on
    widths      units of the hidden layers
    activation  what follows each of them, a name in ACTIVATIONS
    greedy      take the likeliest action, where others are drawn by their probability
    view        key of the observations (`Game.view_key`)
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        weights: Mapping[str, torch.Tensor],
        widths: Sequence[int],
        activation: str = "tanh",
        greedy: bool = False,
        name: str = "sb3",
        view: Sequence[int] = (),
    ) -> None:
        super().__init__(game, seed)
        self.name = name
        self.greedy = bool(greedy)
        self._activation = ACTIVATIONS[activation]
        self.view = tuple(view)
        sizes = [game.view_by_key(self.view).size, *widths, game.actions.size]
        parts = [*(f"mlp_extractor.policy_net.{2 * k}" for k in range(len(widths))), "action_net"]
        self._layers = [
            (_tensor(weights, f"{part}.weight", (sizes[k + 1], sizes[k])), _tensor(weights, f"{part}.bias", (sizes[k + 1],)))
            for k, part in enumerate(parts)
        ]
        hidden = len({str(name).rpartition(".")[0] for name in weights if str(name).startswith("mlp_extractor.policy_net.")})
        if hidden != len(widths):  # layers of equal width could be left out unnoticed
            raise AgentError(f"the policy has {hidden} hidden layers; net_arch = {list(widths)} has {len(widths)}")

    @classmethod
    def from_text(cls, game: Game, seed: int, argument: str) -> MaskableAgent:
        """The agent of a name's argument: the file and perhaps `greedy`."""
        file = argument.removesuffix(f":{GREEDY}")
        if not file:
            raise AgentError(f"sb3 needs the file of a model: {USAGE}")
        return cls.load(game, seed, file, file != argument, f"sb3:{argument}")

    @classmethod
    def load(cls, game: Game, seed: int, path: str | Path, greedy: bool = False, name: str = "sb3") -> MaskableAgent:
        """The agent of a saved model; AgentError says why a file is refused or does not fit the game."""
        about = describe(path, game)
        try:
            weights = read_tensors(path, "policy.pth")
            return cls(game, seed, weights, about["net_arch"], about["activation"], greedy, name, about.get("view", ()))
        except AgentError as problem:
            raise AgentError(f"{path}: {problem}") from None

    @property
    def identity(self) -> str:
        """The name with a fingerprint of the weights."""
        return f"{self.name} {fingerprint(tensor for layer in self._layers for tensor in layer)}"

    def warm(self) -> None:
        warm_sampling(self.game.actions.size)

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        if not len(batch.observation):
            raise AgentError(f"{self.name} reads observations: the batch must be made with observe='scaled'")
        if batch.view_key != self.view:
            raise AgentError(f"{self.name} was trained for the view {list(self.view)}; these games have {list(batch.view_key)}")
        rows = np.asarray(rows, np.int64)
        with torch.inference_mode(), torch_threads(batch.threads):
            x = torch.from_numpy(batch.observation[rows])
            for weight, bias in self._layers[:-1]:
                x = self._activation(torch.nn.functional.linear(x, weight, bias))
            logits = torch.nn.functional.linear(x, *self._layers[-1]).numpy()
        actions, chances = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
        sample_logits(logits, batch.mask, rows, self.luck(batch, rows), self.greedy, actions, chances)
        return actions


# ------------------------------------------------------------------------------------------------ files
def document_path(path: str | Path) -> Path:
    """The JSON document beside a model file."""
    return Path(path).with_suffix(".json")


def describe(path: str | Path, game: Game) -> dict:
    """What the document beside a model file says; AgentError names what does not fit the game."""
    if not Path(path).is_file():
        raise AgentError(f"{path} is not a file: {USAGE}")
    source = document_path(path)
    about = read_document(source, FORMAT, SCHEMA, AgentError)
    try:
        size = game.view_by_key(tuple(about.get("view", ()))).size
    except (ValueError, TypeError) as problem:
        raise AgentError(f"{source}: {problem}") from None
    for field, wanted in (("game", game.id), ("observation", size), ("actions", game.actions.size)):
        if about.get(field) != wanted:
            raise AgentError(f"{source}: {field} = {about.get(field)!r}, but {game.id} needs {wanted!r}")
    widths = about.get("net_arch")
    if not isinstance(widths, list) or not all(type(width) is int and width > 0 for width in widths):
        raise AgentError(f"{source}: net_arch = {widths!r} must list the widths of the hidden layers")
    if about.get("activation") not in ACTIVATIONS:
        raise AgentError(f"{source}: activation = {about.get('activation')!r} must be one of {', '.join(ACTIVATIONS)}")
    return about


def read_tensors(path: str | Path, member: str) -> dict:
    """The tensors of one member of a model file, read as data: a file that asks for code to be run is refused."""
    try:
        with zipfile.ZipFile(path) as archive:
            data = archive.read(member)
        found = torch.load(BytesIO(data), map_location="cpu", weights_only=True)
    except Exception as problem:  # damaged files fail in many ways, in zipfile, zlib, pickle and torch
        reason = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        raise AgentError(f"{path} is not a model of MaskablePPO that can be read: {reason}") from None
    if not isinstance(found, dict):
        raise AgentError(f"{path} is not a model of MaskablePPO: its {member} holds no named tensors")
    return found


def _tensor(weights: Mapping[str, torch.Tensor], name: str, shape: tuple[int, ...]) -> torch.Tensor:
    """A copy of one tensor of a policy, of the shape that the network has there."""
    tensor = weights.get(name)
    if not isinstance(tensor, torch.Tensor) or tuple(tensor.shape) != shape:
        found = f"has shape {tuple(tensor.shape)}" if isinstance(tensor, torch.Tensor) else "is missing"
        raise AgentError(f"{name} {found}; the network needs {shape}")
    if not tensor.is_floating_point() or not torch.isfinite(tensor).all():
        raise AgentError(f"{name} holds something other than finite numbers")
    return tensor.detach().to("cpu", torch.float32, copy=True).contiguous()
