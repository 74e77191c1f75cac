"""Decisions per second through the TorchRL and OpenSpiel adapters, in random legal play, beside the bare batch face.

    python -m rulebound.benchmarks.adapter_rows [--game age_of_heroes] [--seconds 0.3]

`ROWS` maps a name to a function (game, seconds) -> decisions per second. Batches draw actions by the compiled sampler, as the
bare batch does; OpenSpiel's rows choose from its list of legal actions, as its users do. One thread everywhere.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from rulebound.agents.network import torch_threads
from rulebound.benchmarks.measure import rate
from rulebound.benchmarks.throughput import batch_rate
from rulebound.envs import GAMES, game
from rulebound.envs.core.game import Game

SIZE = 1024  # games of a batch
STEPS = 16  # of a rollout: its tensors of all steps and the steps after them take 64 MB in Age of Heroes

Work = Callable[[], int]  # plays some decisions; how many


# ------------------------------------------------------------------------------------------------ TorchRL
def torchrl_steps(one: Game) -> Work:
    """`step_and_maybe_reset`, which collectors call, with nothing kept."""
    from rulebound.envs.core.adapters.torchrl import TorchRLEnv

    env = TorchRLEnv(one, SIZE, num_players=one.facts.usual_players, seed=1)
    now = [env.reset()]

    def work() -> int:
        for _ in range(STEPS):
            _, now[0] = env.step_and_maybe_reset(env.rand_action(now[0]))
        return SIZE * STEPS

    return work


def torchrl_rollout(one: Game, observe: str) -> Work:
    """`rollout`, which keeps every step in one tensor per key."""
    from rulebound.envs.core.adapters.torchrl import TorchRLEnv

    env = TorchRLEnv(one, SIZE, num_players=one.facts.usual_players, seed=1, observe=observe)
    now = [env.reset()]

    def work() -> int:
        rollout = env.rollout(STEPS, auto_reset=False, tensordict=now[0], break_when_any_done=False)
        now[0] = env.maybe_reset(rollout[:, -1]["next"].exclude("reward"))
        return SIZE * STEPS

    return work


# ------------------------------------------------------------------------------------------------ OpenSpiel
def openspiel_play(one: Game, look: bool) -> Work:
    """`legal_actions` and `apply_action`; with `look` also mask and observation of the seat to act."""
    import pyspiel
    from open_spiel.python.observation import make_observation

    from rulebound.envs.core.adapters.openspiel import short_name

    loaded = pyspiel.load_game(f"{short_name(one)}(players={one.facts.usual_players})")
    observation, deals, games = make_observation(loaded), loaded.max_chance_outcomes(), iter(range(10**9))

    def work() -> int:
        state, played = loaded.new_initial_state(), 0
        state.apply_action(next(games) % deals)
        while not state.is_terminal():
            if look:
                np.asarray(state.legal_actions_mask(), np.int8)
                observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[played * 7919 % len(legal)])
            played += 1
        return played

    return work


def openspiel_rollouts(one: Game) -> Work:
    """The random rollouts of OpenSpiel's MCTS from a fresh deal: clone, then play to the end with its own choice of actions."""
    import pyspiel
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

    from rulebound.envs.core.adapters.openspiel import short_name

    root = pyspiel.load_game(f"{short_name(one)}(players={one.facts.usual_players})").new_initial_state()
    root.apply_action(0)
    played = [0]

    class Counted(np.random.RandomState):
        """Its one draw per decision is what is counted."""

        def choice(self, *arguments, **options):
            played[0] += 1
            return super().choice(*arguments, **options)

    evaluator = RandomRolloutEvaluator(1, Counted(1))

    def work() -> int:
        before = played[0]
        evaluator.evaluate(root)
        return played[0] - before

    return work


# ------------------------------------------------------------------------------------------------ table
def _measured(make: Callable[[Game], Work], one: Game, seconds: float) -> float:
    with torch_threads(1):
        return rate(make(one), seconds)


def bare(one: Game, seconds: float) -> float:
    """The batch that the adapters are measured against."""
    return batch_rate(one, SIZE, seconds, one.facts.usual_players)


ROWS: dict[str, Callable[[Game, float], float]] = {
    f"TorchRL, steps of {SIZE} games": partial(_measured, torchrl_steps),
    f"TorchRL, rollouts of {SIZE} games": partial(_measured, partial(torchrl_rollout, observe="scaled")),
    f"TorchRL, rollouts of {SIZE} games, raw observations": partial(_measured, partial(torchrl_rollout, observe="raw")),
    "OpenSpiel, one game": partial(_measured, partial(openspiel_play, look=False)),
    "OpenSpiel, one game with mask and observation": partial(_measured, partial(openspiel_play, look=True)),
    "OpenSpiel, random rollouts of its MCTS": partial(_measured, openspiel_rollouts),
}


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=GAMES, action="append", help="game to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=0.3, help="seconds of one run; each figure is the best of five")
    options = parser.parse_args(arguments)
    console = Console()
    for name in options.game or GAMES:
        one = game(name)
        # The bare batch before and after: the machine may have changed its speed in between.
        before, figures = bare(one, options.seconds), {label: row(one, options.seconds) for label, row in ROWS.items()}
        batch = max(before, bare(one, options.seconds))
        table = Table("", "decisions/s", "of the batch", title=f"{one.id}, {one.facts.usual_players} players", title_justify="left")
        table.add_row(f"batch of {SIZE}", f"{batch:,.0f}", "1")
        for label, figure in figures.items():
            table.add_row(label, f"{figure:,.0f}", f"{figure / batch:.3f}")
        console.print(table)


if __name__ == "__main__":
    main()
