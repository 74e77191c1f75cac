"""The random agent: every legal action is equally likely."""

from __future__ import annotations

import numpy as np

from rulebound.agents.base import Agent
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.jit import entry
from rulebound.envs.core.sampling import sample_row


@entry
def sample_rows(mask, rows, bits, actions):
    """A uniform legal action for each row."""
    for k in range(len(rows)):
        actions[k] = sample_row(mask[rows[k]], bits[k])


class RandomAgent(Agent):
    """Plays a uniform legal action."""

    name = "random"

    def warm(self) -> None:
        self.act_once()

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        rows = np.asarray(rows, np.int64)
        actions = np.empty(len(rows), np.int64)
        sample_rows(batch.mask, rows, self.luck(batch, rows), actions)
        return actions
