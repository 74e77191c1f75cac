"""The learned agent: a trained network by the name of its file or of a checkpoint that comes with the package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from rulebound.agents.base import Agent, AgentError
from rulebound.agents.network import PolicyNetwork, fingerprint, load_policy, sample_logits, torch_threads, warm_sampling
from rulebound.agents.scripted import ScriptedAgent
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game

ZOO = Path(__file__).parent / "zoo"
GREEDY = "greedy"
USAGE = "write ppo:NAME with a name of the zoo or the path of a policy file, and :greedy after it to play the likeliest action"


class PolicyAgent(Agent):
    """Plays by a network: draws from its probabilities, or with `greedy` takes the likeliest legal action.

    A network that wants advice gets it from a scripted agent of its own.
    """

    def __init__(self, game: Game, network: PolicyNetwork, seed: int = 0, name: str = "ppo", greedy: bool = False) -> None:
        self.adviser = ScriptedAgent(game, seed) if network.advice is not None else None
        super().__init__(game, seed)
        self.network = network
        self.name = name
        self.greedy = greedy

    def reseed(self, seed: int) -> None:
        super().reseed(seed)
        if self.adviser is not None:
            self.adviser.reseed(seed)

    @property
    def identity(self) -> str:
        """The name with a fingerprint of the weights."""
        return f"{self.name} {fingerprint(self.network.state_dict().values())}"

    @classmethod
    def from_text(cls, game: Game, seed: int, argument: str) -> PolicyAgent:
        """The agent of a name's argument: a zoo name or a path, perhaps with :greedy."""
        place, _, mode = argument.rpartition(":") if argument.endswith(f":{GREEDY}") else (argument, "", "")
        if not place:
            raise AgentError(f"ppo needs a policy: {USAGE}; the zoo has {', '.join(zoo_names())}")
        network, _ = load_policy(find_policy(place), game)
        return cls(game, network, seed, f"ppo:{argument}", mode == GREEDY)

    def warm(self) -> None:
        warm_sampling(self.game.actions.size)
        if self.adviser is not None:
            self.adviser.warm()

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        if not len(batch.raw):
            raise AgentError(f'{self.name} looks at observations: make the batch with observe="scaled" or "raw"')
        if batch.view_key != self.network.view:
            raise AgentError(f"{self.name} was trained for the view {list(self.network.view)}; these games have {list(batch.view_key)}")
        rows = np.asarray(rows, np.int64)
        with torch_threads(batch.threads):
            return self.decide(batch, rows, self.adviser.act(batch, rows) if self.adviser is not None else None)[0]

    def decide(self, batch: Batch, rows: np.ndarray, advised: np.ndarray | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Actions for the given rows, their log probabilities and the values, under advice where the network wants it."""
        with torch.inference_mode():
            logits, value = self.network(torch.from_numpy(batch.raw[rows]), None if advised is None else torch.from_numpy(advised))
        actions, chances = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
        sample_logits(logits.numpy(), batch.mask, rows, self.luck(batch, rows), self.greedy, actions, chances)
        return actions, chances, value.numpy()


def zoo_names() -> list[str]:
    """The checkpoints that come with the package."""
    return sorted(path.stem for path in ZOO.glob("*.pt"))


def find_policy(place: str) -> Path:
    """The file of a zoo name or a path; a folder stands for the policy.pt of a training run."""
    if place in zoo_names():
        return ZOO / f"{place}.pt"
    path = Path(place)
    path = path / "policy.pt" if path.is_dir() else path
    if not path.is_file():
        raise AgentError(f"no policy is called {place!r} and there is no such file; the zoo has {', '.join(zoo_names()) or 'none yet'}")
    return path
