"""What a seat may know: redealing what it cannot know never changes what it sees."""

from __future__ import annotations

import numpy as np

from rulebound.envs import game
from rulebound.envs.core.aec import GameEnv
from tests.conformance.cases import every_case, few_cases, positions_along_play


@every_case
def test_redeal_keeps_what_the_seat_sees(env: str, preset: str, players: int) -> None:
    """Observation, mask and rendered text of a seat are unchanged by redealing everything hidden from it, and
    the redealt game is a sound one in which somebody can act."""
    moved = 0
    for number, here in enumerate(positions_along_play(env, preset, players, every=9)):
        for seat in range(players):
            other = here.clone().redeal(seat, 1000 * number + seat)
            other.validate()
            np.testing.assert_array_equal(other.observe(seat), here.observe(seat))
            np.testing.assert_array_equal(other.mask(seat), here.mask(seat))
            assert other.text(seat) == here.text(seat)
            assert other.over or other.legal_ids()
            moved += other.to_bytes() != here.to_bytes()
    assert moved > 50


@few_cases
def test_redealt_games_can_be_played_on(env: str, preset: str, players: int) -> None:
    """A redealt game plays to a sound end."""
    rng = np.random.default_rng(0)
    for number, here in enumerate(positions_along_play(env, preset, players, every=41, games=1)):
        trial = here.clone().redeal(number % players, number)
        while not trial.over:
            trial.play(int(rng.choice(trial.legal_ids())))
        trial.validate()
        assert not trial.mask().any()


@few_cases
def test_nobody_foresees_luck(env: str, preset: str, players: int) -> None:
    """Two redeals with different keys lead to different luck: the real future is not in the redealt game."""
    here = game(env).new(players, preset, 3)
    futures = {here.clone().redeal(0, key).hash() for key in range(20)}
    assert len(futures) == 20
    assert here.hash() not in futures


@few_cases
def test_infos_hold_no_secrets(env: str, preset: str, players: int) -> None:
    """Infos are the same for a game and its redealt twin, and only seats that act have a mask."""
    table = GameEnv(game(env), preset, players)
    twin = GameEnv(game(env), preset, players)
    for here in positions_along_play(env, preset, players, every=37, games=1):
        if here.over:
            continue
        table.reset(options={"position": here})
        twin.reset(options={"position": here.clone().redeal(here.seat, 7)})
        assert table.infos == twin.infos
        assert table.agent_selection == twin.agent_selection
        for seat, agent in enumerate(table.agents):
            mask = table.observe(agent)["action_mask"]
            assert mask.any() == (seat == here.seat)


@every_case
def test_observations_lie_in_their_space_and_read_back(env: str, preset: str, players: int) -> None:
    """Every value lies in [0, 1] and every slice holds whole numbers of its range."""
    layout = game(env).view(game(env).variant(preset), players)
    for here in positions_along_play(env, preset, players, every=11, games=1):
        for seat in range(players):
            observation = here.observe(seat)
            assert observation.dtype == np.float32
            assert observation.min() >= 0
            assert observation.max() <= 1
            for part in layout.slices:
                start = layout.starts[part.name]
                values = observation[start : start + part.size] * part.highs
                np.testing.assert_allclose(values, np.rint(values), atol=1e-3, err_msg=part.name)
                if part.one_hot:
                    assert (layout.read(observation, part.name).reshape(-1, part.shape[-1]).sum(axis=1) <= 1).all()
            assert set(layout.describe(observation)) == set(layout.starts)
