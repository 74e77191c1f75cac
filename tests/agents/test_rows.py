"""The part of a network that reads tables: rows in, a choice among rows out."""

from __future__ import annotations

import dataclasses

import pytest
import torch

from rulebound.agents.network import PolicyNetwork
from rulebound.agents.rows import ROW, RowChoice, Rows, Surroundings
from rulebound.envs import age_of_heroes_v0
from rulebound.envs.core.layout import ActionLayout, Axis, Block, ObservationLayout, Slice

LAYOUT = ObservationLayout((
    Slice("round", "an amount", high=10),
    Slice("pawns", "by seat and slot", (2, 9), (("me", "+1"), ("0", "1", "2"), ("type", "goods")), table=True),
    Slice("houses", "in the order of building", (4, 3), (("0", "1", "2", "3"), ("size", "place")), table=True),
))  # fmt: skip
NUMBER = Axis("number", ("0", "1", "2"))
ACTIONS = ActionLayout((
    Block("end", "end", "stop"),
    Block("pawn", "pawn {number}", "one's own", (NUMBER,), rows="pawns"),
    Block("house", "house {number}", "one's own", (NUMBER,), rows="houses.place"),
))  # fmt: skip
GAME = dataclasses.replace(age_of_heroes_v0.GAME, actions=ACTIONS, observation=LAYOUT)
#                     round  my pawns           the other's        houses: the third is my first, the first my second
RAW = torch.tensor([[3, 1, 0, 0, 0, 2, 9, 1, 4, 0, 0, 0, 0, 4, 2, 1, 0, 2, 1, 0, 0]], dtype=torch.uint8)


def test_rows_are_read_alike_and_empty_ones_say_nothing() -> None:
    """Equal rows look equal wherever they stand; the summary shows sums and highest values of each seat."""
    torch.manual_seed(1)
    pawns = Rows(LAYOUT, LAYOUT.tables[0])
    summary, rows = pawns(RAW)
    assert rows.shape[:3] == (1, 2, 3)
    rows = rows.flatten(1, 2)
    assert summary.shape == (1, pawns.size)
    assert not rows[0, [1, 4, 5]].any()
    assert rows[0, [0, 2, 3]].any(dim=1).all()
    swapped = RAW.clone()
    swapped[0, 1:7] = RAW[0, [5, 6, 1, 2, 3, 4]]
    other, moved = pawns(swapped)
    torch.testing.assert_close(moved[0, 0], rows[0, [2, 0]])
    torch.testing.assert_close(other, summary)


def test_actions_mean_rows() -> None:
    """By their order, or by the feature that says which action means a row."""
    torch.manual_seed(1)
    tables = [torch.randn(1, 2, 3, 24), torch.randn(1, 1, 4, 24)]
    body = torch.randn(1, 8)
    by_order, by_place = (RowChoice(block, LAYOUT, 8) for block in ACTIONS.blocks[1:])
    fits = [table[0].flatten(0, 1) @ choice.question(body)[0] for table, choice in zip(tables, (by_order, by_place), strict=True)]
    torch.testing.assert_close(by_order(RAW, body, tables)[0], fits[0][:3])
    torch.testing.assert_close(by_place(RAW, body, tables)[0], torch.stack([fits[1][2], fits[1][0], torch.zeros(())]))
    with pytest.raises(ValueError, match="the tables are"):
        RowChoice(dataclasses.replace(ACTIONS.blocks[1], rows="cards"), LAYOUT, 8)


def test_rows_that_no_game_uses_are_left_out() -> None:
    """A game gets the same logits alone as beside one with longer tables."""
    torch.manual_seed(3)
    network = PolicyNetwork(GAME, 16, 1, norm=True)
    short = RAW.clone()
    short[0, [5, 6, 7, 8, 17, 18]] = 0
    alone, together = network(short)[0], network(torch.cat([short, RAW]))[0]
    assert network.tables[0](short)[1].shape[2] == 1
    torch.testing.assert_close(together[0], alone[0])
    assert not torch.allclose(together[1], alone[0])


def test_rows_see_the_map_where_they_stand() -> None:
    """What is added to a row is what the grid shows at its row and column, whatever stands elsewhere."""
    layout = ObservationLayout((
        Slice("pawns", "by seat and slot", (9, 9), (("me", "+1"), ("0", "1", "2"), ("row", "column")), table=True),
        Slice("height", "an amount", high=20, axes=(tuple("012345"), tuple("01234567")), plane=True),
    ))  # fmt: skip
    torch.manual_seed(4)
    around = Surroundings(layout, layout.tables[0], 5)
    raw = torch.zeros(1, layout.size, dtype=torch.uint8)
    raw[0, :12] = torch.tensor([0, 0, 4, 7, 1, 2, 5, 0, 2, 3, 0, 0])
    grid, rows = torch.randn(1, 5, 3, 4), torch.randn(1, 2, 2, ROW)
    seen = around(raw, rows, grid) - rows
    for place, (row, column) in {(0, 0): (0, 0), (0, 1): (2, 3), (1, 0): (2, 0), (1, 1): (1, 1)}.items():
        torch.testing.assert_close(seen[0][place], torch.relu(around.add(grid[0, :, row, column])))


def test_every_value_reaches_the_logits() -> None:
    """Whatever changes in a table or beside it counts."""
    torch.manual_seed(2)
    network = PolicyNetwork(GAME, 16, 1, norm=True)
    logits, _ = network(RAW)
    assert logits.shape == (1, ACTIONS.size)
    for index in range(RAW.shape[1]):
        changed = RAW.clone()
        changed[0, index] = 0 if RAW[0, index] else 1
        assert not torch.allclose(network(changed)[0], logits), index
