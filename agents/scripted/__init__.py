"""The scripted agents: one module per game with a compiled `choose` kernel, driven by one class.

A module `rulebound.agents.scripted.<game>` defines `choose(s, r, mask, bits)`: the action that a sensible
player takes, using only what the seat to act may know.
"""
# ruff: noqa: F821  (`choose` is bound per game)

from __future__ import annotations

from functools import cache
from importlib import import_module

import numpy as np

from rulebound.agents.base import Agent, AgentError
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry, rebind


def choose_rows(states, rules, mask, rows, bits, actions):
    """The scripted action of each row (a template: `choose` is the game's)."""
    for k in range(len(rows)):
        i = rows[k]
        s = states[i]
        actions[k] = choose(s, rules[s.ruleset], mask[i], bits[k])


@cache
def _bound(game: str):
    module = f"rulebound.agents.scripted.{game}"
    try:
        kernel = import_module(module).choose
    except ModuleNotFoundError:
        raise AgentError(f"{game} has no scripted agent") from None
    return entry(rebind(choose_rows, {"choose": kernel, "range": range, "len": len}, module))


class ScriptedAgent(Agent):
    """Plays like a sensible person, by rules of thumb."""

    name = "scripted"

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        _bound(game.name)  # refuses a game without such an agent; not kept, so that the agent can be pickled

    def warm(self) -> None:
        self.act_once()

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        rows = np.asarray(rows, np.int64)
        actions = np.empty(len(rows), np.int64)
        _bound(self.game.name)(batch.states, batch.rules, batch.mask, rows, self.luck(batch, rows), actions)
        return actions
