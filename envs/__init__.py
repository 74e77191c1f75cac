"""Environments: one folder per game, the shared core, and the list of games.

`from rulebound.envs import age_of_heroes_v0` gives the PettingZoo face of a game; importing this package
registers every game with Gymnasium and PettingZoo.
"""

from __future__ import annotations

from importlib import import_module

from rulebound.envs.core.game import Game

GAMES = ("age_of_heroes",)


def game(name: str) -> Game:
    """A game by name; the error for a wrong one lists those there are."""
    if name not in GAMES:
        raise ValueError(f"no game is called {name!r}; there are {', '.join(GAMES)}")
    return import_module(f"rulebound.envs.{name}").GAME


def game_by_id(env_id: str) -> Game:
    """A game by its versioned name, such as age_of_heroes_v0."""
    name, mark, version = str(env_id).rpartition("_v")
    if not mark or name not in GAMES:
        raise ValueError(f"no environment is called {env_id!r}; there are {', '.join(game(n).id for n in GAMES)}")
    found = game(name)
    if found.id != env_id:
        raise ValueError(f"{env_id} is not in this version; its rules live on as {found.id}")
    return found
