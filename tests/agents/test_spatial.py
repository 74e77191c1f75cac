"""The part of a network that looks at a map: planes in, a choice among the cells of a window out."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import torch

from rulebound.agents.base import AgentError
from rulebound.agents.network import PolicyNetwork, load_policy, save_policy
from rulebound.agents.spatial import FINE, KEY, CellChoice, Patches
from rulebound.envs import age_of_heroes_v0
from rulebound.envs.core.game import Views
from rulebound.envs.core.layout import ActionLayout, Axis, Block, ObservationLayout, Slice

SIDE = 5


def layout(rows: int, columns: int) -> ObservationLayout:
    """A number, the focus, and two planes: an amount and a code."""
    axes = (tuple(map(str, range(rows))), tuple(map(str, range(columns))))
    return ObservationLayout((
        Slice("round", "an amount", high=10),
        Slice("focus", "row and column", high=63, axes=(("row", "column"),)),
        Slice("height", "an amount", high=20, axes=axes, plane=True),
        Slice("terrain", "a code", high=3, axes=axes, plane=True, codes=True),
    ))  # fmt: skip


STEPS = tuple(str(step - SIDE // 2) for step in range(SIDE))
ACTIONS = ActionLayout((
    Block("end", "end", "stop"),
    Block("target", "target {row} {column}", "a cell", (Axis("row", STEPS), Axis("column", STEPS)), window="focus"),
    Block("yes", "yes", "agree"),
))  # fmt: skip
GAME = dataclasses.replace(
    age_of_heroes_v0.GAME, actions=ACTIONS, observation=layout(6, 7), views=Views(lambda variant, players: (6, 7), lambda key: layout(*key))
)


def observation(rows: int, columns: int, focus: tuple[int, int], seed: int = 0) -> torch.Tensor:
    """A made-up observation."""
    rng = np.random.default_rng(seed)
    land = rng.integers(0, [[21], [4]], (2, rows * columns))
    return torch.from_numpy(np.concatenate([[3, *focus], *land]).astype(np.uint8))[None]


@pytest.mark.parametrize("size", [(6, 8), (6, 7), (5, 5)])
def test_squares_hold_the_planes_of_their_cells(size: tuple[int, int]) -> None:
    """An amount by the root of its range, a number for each value of a code but 0; beyond the map there is nothing."""
    rows, columns = size
    patches = Patches(layout(rows, columns))
    raw = observation(rows, columns, (2, 3))
    seen = patches(raw)[0]
    assert seen.shape == (-(-rows // FINE), -(-columns // FINE), FINE**2 * (1 + 3))
    height, terrain = raw[0, 3:].reshape(2, rows, columns)
    for row in range(seen.shape[0] * FINE):
        for column in range(seen.shape[1] * FINE):
            inside, cell = row < rows and column < columns, row % FINE * FINE + column % FINE
            amount, codes = seen[row // FINE, column // FINE, cell], seen[row // FINE, column // FINE, FINE**2 :].view(FINE**2, 3)[cell]
            assert float(amount) == pytest.approx(float(height[row, column]) / 20**0.5 if inside else 0)
            assert codes.tolist() == [inside and int(terrain[row, column]) == code for code in (1, 2, 3)]


@pytest.mark.parametrize("focus", [(0, 0), (5, 6), (2, 3)])
def test_a_window_shows_the_cells_around_the_focus(focus: tuple[int, int]) -> None:
    """Each id of the window gets the fit of the cell that it means; cells beyond the map get nothing."""
    choice = CellChoice(ACTIONS.blocks[1], layout(6, 7), width=8)
    keys, body = torch.randn(1, KEY, 6, 7), torch.randn(1, 8)
    logits = choice(observation(6, 7, focus), body, keys).detach()[0].reshape(SIDE, SIDE)
    question, places = choice.question(body).detach()[0], (choice.question_place(body) @ choice.place.T).detach().reshape(SIDE, SIDE)
    for i in range(SIDE):
        for j in range(SIDE):
            row, column = focus[0] + i - SIDE // 2, focus[1] + j - SIDE // 2
            inside = 0 <= row < 6 and 0 <= column < 7
            wanted = float(keys[0, :, row, column] @ question) if inside else 0.0
            assert float(logits[i, j] - places[i, j]) == pytest.approx(wanted, abs=1e-5)


def test_a_window_is_a_square_with_a_middle() -> None:
    """Other shapes are refused with their name."""
    block = Block("target", "target {row} {column}", "a cell", (Axis("row", ("0", "1")), Axis("column", ("0", "1"))), window="focus")
    with pytest.raises(ValueError, match="odd side"):
        CellChoice(block, layout(6, 7), width=8)


def test_every_cell_and_value_reaches_the_logits() -> None:
    """The network gives a logit per id, and the land, the focus and the other values all count."""
    torch.manual_seed(1)
    network = PolicyNetwork(GAME, 16, 1, channels=8)
    raw = observation(6, 7, (2, 3))
    logits, value = network(raw)
    assert logits.shape == (1, ACTIONS.size)
    assert value.shape == (1,)
    for index in range(raw.shape[1]):
        changed = raw.clone()
        changed[0, index] = (int(raw[0, index]) + 1) % 4
        assert not torch.allclose(network(changed)[0], logits), index


def test_policy_files_know_their_view(tmp_path) -> None:
    """A policy comes back with its view and channels; one of a view that the game does not have is refused."""
    torch.manual_seed(1)
    network = PolicyNetwork(GAME, 16, 1, (6, 7), 8).eval()
    save_policy(tmp_path / "policy.pt", network, GAME, {})
    loaded, _ = load_policy(tmp_path / "policy.pt", GAME)
    raw = observation(6, 7, (2, 3))
    assert loaded.view == (6, 7)
    torch.testing.assert_close(loaded(raw)[0], network(raw)[0], atol=1e-2, rtol=1e-2)
    with pytest.raises(AgentError, match="one view"):
        load_policy(tmp_path / "policy.pt", dataclasses.replace(GAME, views=None))


def test_weights_do_not_depend_on_the_size_of_the_map() -> None:
    """What was learned on a small map fits a network for a larger one, odd sides included."""
    small, large = PolicyNetwork(GAME, 16, 1, (6, 7), 8), PolicyNetwork(GAME, 16, 1, (9, 11), 8)
    large.load_state_dict(small.state_dict())
    assert large(observation(9, 11, (8, 10)))[0].shape == (1, ACTIONS.size)
