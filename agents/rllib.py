"""The agent of an RLlib module: a policy that RLlib trained, in matches and tournaments.

It is made from the module itself, not named by text: RLlib's checkpoints are pickles, and reading one runs code.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from rulebound.agents.base import Agent, AgentError
from rulebound.agents.network import fingerprint, sample_logits, torch_threads, warm_sampling
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game


class RLlibAgent(Agent):
    """Plays by a torch module with the observations of `envs/core/adapters/rllib.py`, e.g. `algorithm.get_module("shared")`.

    It draws from the module's probabilities, or with `greedy` takes the likeliest legal action.
    """

    def __init__(self, game: Game, module: Any, seed: int = 0, name: str = "rllib", greedy: bool = False) -> None:
        super().__init__(game, seed)
        self.module = module
        self.name = name
        self.greedy = greedy

    @property
    def identity(self) -> str:
        """The name with a fingerprint of the weights."""
        return f"{self.name} {fingerprint(self.module.state_dict().values())}"

    def warm(self) -> None:
        warm_sampling(self.game.actions.size)

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        if not len(batch.observation):
            raise AgentError(f'{self.name} looks at observations: make the batch with observe="scaled"')
        rows = np.asarray(rows, np.int64)
        with torch.inference_mode(), torch_threads(batch.threads):
            seen = {
                "observations": torch.from_numpy(batch.observation[rows]),
                "action_mask": torch.from_numpy(batch.mask[rows].astype(np.float32)),
            }
            logits = self.module.forward_inference({"obs": seen})["action_dist_inputs"]
        actions, chances = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
        sample_logits(np.ascontiguousarray(logits.numpy()), batch.mask, rows, self.luck(batch, rows), self.greedy, actions, chances)
        return actions
