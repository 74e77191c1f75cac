"""Environments: one folder per game, the shared core, and the list of games.

`from rulebound.envs import age_of_heroes_v0` gives the PettingZoo face of a game; importing this package
registers every game with Gymnasium and PettingZoo.
"""

from __future__ import annotations

from importlib import import_module

import gymnasium
import pettingzoo

from rulebound.envs.core.game import Game

# The version of each game's environment; it rises when its behaviour changes.
VERSIONS = {"age_of_heroes": 0, "heroes_of_history": 0, "age_of_mythology": 0, "heroes_vs_warlords": 0, "brick_civilization": 0}
GAMES = tuple(VERSIONS)


def game(name: str) -> Game:
    """A game by name; the error for a wrong one lists those there are."""
    if name not in GAMES:
        raise ValueError(f"no game is called {name!r}; there are {', '.join(GAMES)}")
    return import_module(f"rulebound.envs.{name}").GAME


def game_by_id(env_id: str) -> Game:
    """A game by its versioned name, such as age_of_heroes_v0."""
    name = str(env_id).rpartition("_v")[0]
    if name not in GAMES:
        raise ValueError(f"no environment is called {env_id!r}; there are {', '.join(game(n).id for n in GAMES)}")
    found = game(name)
    if found.id != env_id:
        raise ValueError(f"{env_id} is not in this version; its rules live on as {found.id}")
    return found


def _register() -> None:
    """Make every game known to Gymnasium and PettingZoo by id, e.g. rulebound/AgeOfHeroes-v0."""
    for name in GAMES:
        camel = "".join(part.capitalize() for part in name.split("_"))
        env_id = f"rulebound/{camel}-v{VERSIONS[name]}"
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="rulebound.envs.core.solo:SoloEnv",
                vector_entry_point="rulebound.envs.core.vector:SoloVectorEnv",
                kwargs={"game": name},
                # Its passive checker samples illegal actions, which lose the game at once.
                disable_env_checker=True,
            )
        if hasattr(pettingzoo, "register") and env_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id, f"rulebound.envs.{name}_v{VERSIONS[name]}:env")


_register()
