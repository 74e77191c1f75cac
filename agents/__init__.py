"""Agents: everything that chooses actions, behind one batched interface and named by text.

`rulebound.agents.make("scripted", game)` gives an agent; `NAMES` lists the kinds. `search` takes the number of
simulations per decision and perhaps the kind of rollouts: `search:200`, `search:200:scripted`. `ppo` takes a name of
the zoo, a training run or a policy file: `ppo:age_of_heroes`, `ppo:runs/mine`; `sb3` takes the file of a model that
`rulebound.train.sb3` saved: `sb3:runs/first/model.zip`. With `:greedy` after it both play their likeliest actions.
"""

from __future__ import annotations

from rulebound.agents.base import Agent, AgentError
from rulebound.agents.random import RandomAgent
from rulebound.agents.scripted import ScriptedAgent
from rulebound.agents.search import SearchAgent
from rulebound.envs.core.game import Game

NAMES = ("random", "scripted", "search", "ppo", "sb3")

__all__ = ["NAMES", "Agent", "AgentError", "RandomAgent", "ScriptedAgent", "SearchAgent", "make"]


def make(name: str | Agent, game: Game, seed: int = 0) -> Agent:
    """An agent by its text name, e.g. "random"; AgentError lists the names there are.

    The text after a colon is the agent's own argument. An Agent is passed through as it is.
    """
    if isinstance(name, Agent):
        return name
    kind, _, argument = str(name).partition(":")
    if kind not in NAMES:
        raise AgentError(f"no agent is called {name!r}; there are {', '.join(NAMES)}")
    if kind == "search":
        return SearchAgent.from_text(game, seed, argument)
    if kind in ("ppo", "sb3"):
        return _learned(kind, game, seed, argument)
    if argument:
        raise AgentError(f"{name!r}: {kind} takes no argument")
    return {"random": RandomAgent, "scripted": ScriptedAgent}[kind](game, seed)


def _learned(kind: str, game: Game, seed: int, argument: str) -> Agent:
    """A trained agent; torch, which not everybody has and which is slow to import, is imported only here."""
    try:
        if kind == "ppo":
            from rulebound.agents.policy import PolicyAgent as Learned
        else:
            from rulebound.agents.maskable import MaskableAgent as Learned
    except ModuleNotFoundError as problem:
        extra = {"ppo": "train", "sb3": "sb3"}[kind]
        raise AgentError(f'{kind} agents need {problem.name}: pip install "rulebound[{extra}]"') from None
    return Learned.from_text(game, seed, argument)
