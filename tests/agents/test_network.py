"""The network of the learned agents: amounts are scaled, codes are embedded through one table, files fit their game."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from rulebound.agents.network import EMBEDDING, Entrance, PolicyNetwork
from rulebound.envs import GAMES, game
from rulebound.envs.core.layout import ObservationLayout, Slice

LAYOUT = ObservationLayout((
    Slice("points", "an amount", high=50),
    Slice("hand", "cards by number", high=9, axes=(("0", "1"),), codes=True),
    Slice("table", "a card by number", high=9, codes=True),
    Slice("place", "a place by number", high=4, codes=True),
))  # fmt: skip


def test_codes_are_grouped_by_their_highest() -> None:
    """Slices with the same highest code share a table; amounts have none."""
    assert {high: indices.tolist() for high, indices in LAYOUT.codes.items()} == {9: [1, 2, 3], 4: [4]}
    assert "codes 0..9" in LAYOUT.table()


def test_the_entrance_scales_amounts_and_embeds_codes() -> None:
    """One scaled amount, then the rows of the tables that the codes name."""
    entrance = Entrance(LAYOUT)
    assert entrance.size == 1 + 4 * EMBEDDING
    read = entrance(torch.tensor([[25, 3, 0, 3, 3]], dtype=torch.uint8))
    assert read.shape == (1, entrance.size)
    assert read[0, 0].item() == pytest.approx(0.5)
    cards, places = entrance.tables
    parts = read[0, 1:].reshape(4, EMBEDDING)
    torch.testing.assert_close(parts[0], cards.weight[3])
    torch.testing.assert_close(parts[1], cards.weight[0])
    torch.testing.assert_close(parts[2], cards.weight[3])  # the same card means the same everywhere
    torch.testing.assert_close(parts[3], places.weight[3])


def test_without_codes_the_entrance_only_scales() -> None:
    """A game that shows amounts alone has no tables, and its network reads the scaled observation."""
    layout = ObservationLayout((Slice("points", "an amount", high=50), Slice("cards", "another", high=4)))
    entrance = Entrance(layout)
    assert not list(entrance.parameters())
    torch.testing.assert_close(entrance(torch.tensor([[50, 1]], dtype=torch.uint8)), torch.tensor([[1.0, 0.25]]))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_network(name: str) -> None:
    """A position of every game goes through, and every code that is shown reaches the logits."""
    one = game(name)
    position = one.new(seed=1)
    network = PolicyNetwork(one, width=32, depth=1)
    raw = torch.from_numpy(position.seen[0].copy())[None]
    logits, value = network(raw)
    assert logits.shape == (1, one.actions.size)
    assert value.shape == (1,)
    for high, indices in one.observation.codes.items():
        for index in indices[:: max(1, len(indices) // 5)]:
            changed = raw.clone()
            changed[0, int(index)] = (int(raw[0, int(index)]) + 1) % (high + 1)
            assert not np.allclose(network(changed)[0].detach(), logits.detach()), index
