"""Games whose tables differ in what there is to see: every face shows the view of its table, and a batch has one."""

from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
import pytest

from rulebound.envs import age_of_heroes_v0
from rulebound.envs.core.aec import GameEnv
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Views
from rulebound.envs.core.layout import ObservationLayout, Slice
from rulebound.envs.core.solo import SoloEnv

PLAIN = age_of_heroes_v0.GAME


@cache
def _layout(key: tuple[int, ...]) -> ObservationLayout:
    """The plain layout and as many further values as there are players."""
    (players,) = key
    if not 2 <= players <= 6:
        raise ValueError(f"view {list(key)}: there are 2 to 6 players")
    return ObservationLayout((*PLAIN.observation.slices, Slice("chairs", "one per player", axes=(tuple("abcdef"[:players]),))))


GAME = dataclasses.replace(PLAIN, views=Views(lambda variant, players: (players,), _layout))


@pytest.mark.parametrize("players", [2, 4])
def test_faces_show_the_view_of_their_table(players: int) -> None:
    """Position, AEC face, Gymnasium face and batch have the size of their table."""
    size = PLAIN.observation.size + players
    assert GAME.new(players).observe(0).shape == (size,)
    assert "chairs" in GAME.new(players).describe(0)
    env = GameEnv(GAME, num_players=players)
    env.reset(seed=1)
    assert env.observation_space("player_0").contains(env.observe("player_0"))
    assert env.state().shape == (size * GAME.seats,)
    assert SoloEnv(GAME, num_players=players).reset(seed=1)[0].shape == (size,)
    batch = Batch(GAME, 2, num_players=players)
    assert batch.view is _layout((players,))
    assert batch.observation.shape == batch.raw.shape == (2, size)


def test_a_batch_has_one_view() -> None:
    """Games that look different cannot share a batch, and no position or saved game of another view gets in."""
    with pytest.raises(ValueError, match=r"views \[2\] and \[3\]"):
        Batch(GAME, 4, num_players=[2, 3, 2, 3])
    batch = Batch(GAME, 1, num_players=2)
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match="another view"):
        batch.set_position(0, GAME.new(3))
    with pytest.raises(ValueError, match="another view"):
        batch.load(Batch(GAME, 1, num_players=3).save())
    assert batch.states.tobytes() == before
    batch.set_position(0, GAME.new(2, seed=5))
    assert batch.position(0).record.key == GAME.new(2, seed=5).record.key


def test_a_saved_batch_is_checked_as_positions_are() -> None:
    """Pieces that do not add up are refused, and nothing changes."""
    batch = Batch(PLAIN, 2, num_players=2)
    saved, before = batch.save(), batch.states.tobytes()
    records = saved["states"].reshape(-1).view(PLAIN.state.dtype)
    records["seat"][1] = 5
    with pytest.raises(ValueError, match="saved game 1"):
        batch.load(saved)
    assert batch.states.tobytes() == before


def test_games_without_views_have_one() -> None:
    """All tables of a plain game share its layout."""
    assert PLAIN.view(PLAIN.variant(), 2) is PLAIN.view(PLAIN.variant(), 6) is PLAIN.observation
    with pytest.raises(ValueError, match="one view"):
        PLAIN.view_by_key((3,))


def test_planes_come_last_and_are_alike() -> None:
    """A plane has rows and columns, and the planes end a layout."""
    plane = Slice("land", "terrain", axes=(("0", "1"), ("0", "1", "2")), plane=True)
    layout = ObservationLayout((Slice("round", "a number", high=9), plane))
    assert layout.planes == (plane,)
    np.testing.assert_array_equal(layout.read(np.arange(7, dtype=np.uint8), "land"), [[1, 2, 3], [4, 5, 6]])
    with pytest.raises(ValueError, match="last slices"):
        ObservationLayout((plane, Slice("round", "a number", high=9)))
    with pytest.raises(ValueError, match="one shape"):
        ObservationLayout((plane, Slice("water", "depth", axes=(("0",), ("0",)), plane=True)))
    with pytest.raises(ValueError, match="two axes"):
        Slice("land", "terrain", axes=(("0",),), plane=True)
