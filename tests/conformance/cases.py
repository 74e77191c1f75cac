"""The cases of the conformance suite: every game, preset and number of players, and how random play is made."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numba.core import config

from rulebound.envs import GAMES, game
from rulebound.envs.core.game import Game
from rulebound.envs.core.position import Position

LARGE = 16_384  # bytes of a position from which on the cases are chosen sparingly

every_game = pytest.mark.parametrize("env", GAMES)


def _player_counts(g: Game) -> range:
    return range(g.facts.players[0], g.facts.players[1] + 1)


def _distinct_presets(g: Game) -> list[str]:
    """The presets of a game, without those that say the same as an earlier one under another name."""
    first: dict[str, str] = {}
    for preset in g.rules.presets:
        first.setdefault(g.variant(preset).hash, preset)
    return list(first.values())


def _is_worth_its_time(name: str, preset: str, players: int) -> bool:
    """A game on a large map takes as long as a hundred others: its smallest table and last preset, the quick one, stand for all.

    Golden replays and compiled random play, which are quick, still go through every table.
    """
    g = game(name)
    return g.state.dtype.itemsize < LARGE or (preset == _distinct_presets(g)[-1] and players == g.facts.players[0])


# Every preset, for what is recorded by name; and every preset that plays differently, for everything else.
NAMED = [(name, preset, players) for name in GAMES for preset in game(name).rules.presets for players in _player_counts(game(name))]
TABLES = [case for case in NAMED if case[1] in _distinct_presets(game(case[0]))]
CASES = [case for case in TABLES if _is_worth_its_time(*case)]

# The smallest table, the usual one and the largest, for checks whose cost grows with the square of the cases.
FEW = [(name, preset, players) for name, preset, players in CASES if players in (*game(name).facts.players, game(name).facts.usual_players)]
if config.BOUNDSCHECK:  # the second run of the same tests, at half the speed
    CASES = FEW
SEARCHED = [case for case in CASES if case[0] == GAMES[0] or not config.BOUNDSCHECK]  # search is one template for all games
every_name = pytest.mark.parametrize(("env", "preset", "players"), NAMED)
every_table = pytest.mark.parametrize(("env", "preset", "players"), TABLES)
every_case = pytest.mark.parametrize(("env", "preset", "players"), CASES)
every_searched_game = pytest.mark.parametrize("env", list(dict.fromkeys(case[0] for case in SEARCHED)))
every_search = pytest.mark.parametrize(("env", "preset", "players"), SEARCHED)
few_cases = pytest.mark.parametrize(("env", "preset", "players"), FEW)

# One table of every game, and the smallest where that is another, for checks that take long and care for no preset.
USUAL = [
    (name, preset, players)
    for name, preset, players in FEW
    if players <= game(name).facts.usual_players and (preset == "standard" or game(name).state.dtype.itemsize >= LARGE)
]
usual_cases = pytest.mark.parametrize(("env", "preset", "players"), USUAL)
usual_search = pytest.mark.parametrize(("env", "preset", "players"), [case for case in USUAL if case in SEARCHED])


def random_play(position: Position, seed: int = 0, most: int = 100_000) -> Iterator[Position]:
    """Play random legal actions, yielding the position at every decision (the same object each time)."""
    rng = np.random.default_rng(seed)
    for _ in range(most):
        if position.over:
            return
        yield position
        position.play(int(rng.choice(position.legal_ids())))


def positions_along_play(env: str, preset: str, players: int, every: int = 7, games: int = 2) -> Iterator[Position]:
    """Copies of positions met in random play, ever fewer in a long game, the last one of each game included."""
    for seed in range(games):
        position = game(env).new(players, preset, seed)
        for number, here in enumerate(random_play(position, seed)):
            if number % (every << min(number // 500, 6)) == 0:
                yield here.clone()
        yield position
