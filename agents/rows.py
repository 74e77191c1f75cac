"""The part of a network that reads tables: every row with the same weights, a summary of all, and a choice among rows."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn
from torch.nn import functional

from rulebound.agents.spatial import FINE
from rulebound.envs.core.layout import Block, ObservationLayout, Slice

ROW = 24  # numbers that stand for a row
SHARE = 1 / 8  # of the sum over rows that the summary shows


class Rows(nn.Module):
    """The rows of one table, and what they say together."""

    def __init__(self, layout: ObservationLayout, table: Slice) -> None:
        super().__init__()
        self.first, self.last = layout.starts[table.name], layout.starts[table.name] + table.size
        groups = table.size // (table.shape[-1] * table.shape[-2])  # a table with several axes of rows is summed up along the last
        self.shape = (groups, *table.shape[-2:])
        # Divided by the root of the range: the first unit of an amount counts.
        self.register_buffer("scale", torch.from_numpy(table.highs[: table.shape[-1]] ** -0.5), persistent=False)
        self.read = nn.Linear(table.shape[-1], ROW)
        self.norm = nn.LayerNorm(ROW)
        self.size = 2 * ROW * groups

    def forward(self, raw: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The summary [game, size] and the rows [game, group, row, ROW]; rows that are empty say nothing.

        Tables are filled from the top and made for the largest games: rows at the end that are empty in all games are left out.
        """
        values = raw[:, self.first : self.last].view(-1, *self.shape)
        present = (values != 0).any(dim=-1, keepdim=True)
        filled = present.flatten(0, 1).any(dim=0).nonzero()
        used = int(filled[-1, 0]) + 1 if len(filled) else 1
        values, present = values[..., :used, :], present[..., :used, :]
        rows = functional.relu(self.norm(self.read(values * self.scale))) * present
        summary = torch.cat([rows.sum(dim=-2) * SHARE, rows.amax(dim=-2)], dim=-1)
        return summary.flatten(1), rows


class Surroundings(nn.Module):
    """What the map shows where the rows of a table stand (their features "row" and "column"), added to the rows.

    Whether a pawn is to be chosen hangs on what lies around it, which its own row does not say.
    """

    def __init__(self, layout: ObservationLayout, table: Slice, channels: int) -> None:
        super().__init__()
        if not {"row", "column"} <= set(table.axes[-1]):
            raise ValueError(f"table {table.name}: beside a map its rows need the features row and column, not only {table.axes[-1]}")
        first, (*_, rows, features) = layout.starts[table.name], table.shape
        self.places = [slice(first + table.axes[-1].index(name), first + table.size, features) for name in ("row", "column")]
        self.rows = rows
        self.add = nn.Linear(channels, ROW)

    def forward(self, raw: torch.Tensor, rows: torch.Tensor, seen: torch.Tensor) -> torch.Tensor:
        """The rows [game, group, row, ROW] with what the grid [game, channel, row, column] shows at their places."""
        row, column = (raw[:, place].view(len(raw), -1, self.rows)[:, :, : rows.shape[2]].flatten(1) // FINE for place in self.places)
        cells = row.long() * seen.shape[3] + column.long()
        there = seen.flatten(2).gather(2, cells[:, None].expand(-1, seen.shape[1], -1)).transpose(1, 2)
        return rows + functional.relu(self.add(there)).view_as(rows)


class RowChoice(nn.Module):
    """Logits of the actions of a block of rows: how well a row answers the question that the body asks."""

    def __init__(self, block: Block, layout: ObservationLayout, width: int) -> None:
        super().__init__()
        name, _, feature = str(block.rows).partition(".")
        table = next((part for part in layout.tables if part.name == name), None)
        if table is None:
            raise ValueError(f"action block {block.name}: rows = {block.rows!r}, but the tables are {[t.name for t in layout.tables]}")
        self.number, self.size = layout.tables.index(table), block.size
        first, features = layout.starts[name], table.shape[-1]
        # Where the observation says which action means a row; without a feature for that, the first row is the first action.
        self.place = slice(first + table.axes[-1].index(feature), first + table.size, features) if feature else None
        self.group = table.shape[-2]
        self.question = nn.Linear(width, ROW)
        nn.init.orthogonal_(self.question.weight, 0.1)
        nn.init.zeros_(self.question.bias)

    def forward(self, raw: torch.Tensor, body: torch.Tensor, tables: Sequence[torch.Tensor]) -> torch.Tensor:
        """Logits [game, action of the block]; those of rows that do not exist are 0, and never legal."""
        fit = torch.einsum("bgrk,bk->bgr", tables[self.number], self.question(body))
        used = fit.shape[2]
        if self.place is None:
            return functional.pad(fit, (0, self.group - used)).flatten(1)[:, : self.size]
        places = raw[:, self.place].view(len(raw), -1, self.group)[:, :, :used].flatten(1)
        found = fit.new_zeros(len(fit), self.size + 1)  # the first column takes the rows that no action means
        return found.scatter(1, places.long(), fit.flatten(1))[:, 1:]
