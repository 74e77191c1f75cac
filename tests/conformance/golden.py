"""Record the golden replays again, after a deliberate change of behaviour: python -m tests.conformance.golden [game ...]."""

from __future__ import annotations

import argparse

import numpy as np

from rulebound.envs import GAMES, game
from rulebound.envs.core.replay import Replay
from tests.conformance.cases import NAMED
from tests.conformance.test_positions import GOLDEN


def main() -> None:
    """One random game for every game, preset and number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="only these games")
    wanted = parser.parse_args().game or GAMES
    for name, preset, players in NAMED:
        if name not in wanted:
            continue
        rng = np.random.default_rng(players)
        replay = Replay.record(game(name), lambda p, rng=rng: rng.choice(p.legal_ids()), players, preset, 2026, ["random"] * players)
        replay.save(GOLDEN / f"{game(name).id}-{preset}-{players}.json")
        print(f"{game(name).id} {preset} {players}: {len(replay.actions)} actions, result {replay.result}")


if __name__ == "__main__":
    main()
