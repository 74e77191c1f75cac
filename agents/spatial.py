"""The part of a network that looks at a map: planes of an observation in, a summary and a choice among cells out.

Its weights do not depend on the size of the map. The planes are looked at on a grid half as fine, which costs a quarter; what
the choice among cells needs to know stud by stud comes straight from the planes.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn
from torch.nn import functional

from rulebound.envs.core.layout import ActionLayout, Block, ObservationLayout

CODE = 4  # numbers that stand for a code of a plane
KEY = 8  # numbers by which a cell is chosen
FINE = 2  # cells of the map along a side of a cell of the coarse grid


class Planes(nn.Module):
    """The planes of raw observations as channels: amounts scaled by their ranges, codes embedded."""

    def __init__(self, layout: ObservationLayout) -> None:
        super().__init__()
        planes = layout.planes
        self.first = layout.starts[planes[0].name]
        self.shape = (len(planes), *planes[0].shape)
        amounts = [k for k, plane in enumerate(planes) if not plane.codes]
        self.coded = [k for k, plane in enumerate(planes) if plane.codes]
        self.register_buffer("amounts", torch.tensor(amounts), persistent=False)
        self.register_buffer("scale", torch.tensor([1 / planes[k].high for k in amounts]).view(-1, 1, 1), persistent=False)
        self.tables = nn.ModuleList(nn.Embedding(planes[k].high + 1, CODE) for k in self.coded)
        for table in self.tables:
            nn.init.normal_(table.weight, std=0.5)
        self.channels = len(amounts) + CODE * len(self.coded)

    def forward(self, raw: torch.Tensor) -> torch.Tensor:
        """Channels [game, channel, row, column]."""
        planes = raw[:, self.first :].view(-1, *self.shape)
        parts = [planes[:, self.amounts].float() * self.scale]
        for k, table in zip(self.coded, self.tables, strict=True):
            parts.append(table(planes[:, k].long()).permute(0, 3, 1, 2))
        return torch.cat(parts, dim=1)


class MapBody(nn.Module):
    """What the planes say, in the light of the other values: a summary, and keys by which cells are chosen."""

    def __init__(self, layout: ObservationLayout, values: int, channels: int, depth: int) -> None:
        super().__init__()
        self.planes = Planes(layout)
        self.context = nn.Linear(values, channels)
        sizes = [self.planes.channels, *[channels] * depth]
        self.layers = nn.ModuleList(
            nn.Conv2d(before, after, 3, stride=FINE if k == 0 else 1, padding=1) for k, (before, after) in enumerate(pairwise(sizes))
        )
        self.coarse_keys = nn.Conv2d(channels, KEY * FINE**2, 1)
        self.fine_keys = nn.Conv2d(self.planes.channels, KEY, 1)
        self.size = 2 * channels
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)

    def forward(self, raw: torch.Tensor, values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The summary [game, size] and the keys of all cells [game, KEY, row, column]."""
        planes = self.planes(raw)
        seen = self.layers[0](planes) + self.context(values)[:, :, None, None]
        for layer in self.layers[1:]:
            seen = layer(functional.relu(seen))
        seen = functional.relu(seen)
        rows, columns = planes.shape[-2:]
        keys = functional.pixel_shuffle(self.coarse_keys(seen), FINE)[:, :, :rows, :columns] + self.fine_keys(planes)
        return torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3))], dim=1), keys


class CellChoice(nn.Module):
    """Logits of the actions of a window block: how well the key of a cell answers the question that the body asks."""

    def __init__(self, block: Block, layout: ObservationLayout, width: int) -> None:
        super().__init__()
        side = block.shape[0]
        if block.shape != (side, side) or side % 2 == 0:
            raise ValueError(f"action block {block.name}: a window is a square with an odd side, not {block.shape}")
        self.reach = side // 2
        self.focus = layout.starts[block.window]
        self.question = nn.Linear(width, KEY)
        nn.init.orthogonal_(self.question.weight, 0.1)
        nn.init.zeros_(self.question.bias)

    def forward(self, raw: torch.Tensor, body: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
        """Logits [game, cell of the window]; cells beyond the map have 0 and are never legal."""
        fit = torch.einsum("bkrc,bk->brc", keys, self.question(body))
        wide = functional.pad(fit, [self.reach] * 4)
        side = 2 * self.reach + 1
        steps = torch.arange(side, device=raw.device)
        rows = raw[:, self.focus].long()[:, None, None] + steps[:, None]
        columns = raw[:, self.focus + 1].long()[:, None, None] + steps
        places = (rows * wide.shape[2] + columns).flatten(1)
        return wide.flatten(1).gather(1, places)


def window_block(actions: ActionLayout) -> Block | None:
    """The block of actions that is a window of a map, if the game has one."""
    return next((block for block in actions.blocks if block.window is not None), None)
