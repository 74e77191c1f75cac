"""The part of a network that looks at a map: planes of an observation in, a summary and a choice among cells out.

Its weights do not depend on the size of the map. The planes are looked at on a grid half as fine, which costs a quarter.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from rulebound.envs.core.layout import ActionLayout, Block, ObservationLayout

KEY = 12  # numbers by which a cell is chosen
FINE = 2  # cells of the map along a side of a cell of the coarse grid


class Patches(nn.Module):
    """The planes of raw observations, cut into squares of FINE x FINE cells: the numbers of a square, one row for each.

    An amount is divided by the root of its range, so that the first unit counts; a code has a number for each of its values but
    0, which is nothing. Looking embeddings up instead takes three times as long, as most of the time goes into their gradient.
    """

    def __init__(self, layout: ObservationLayout) -> None:
        super().__init__()
        planes = layout.planes
        self.first = layout.starts[planes[0].name]
        rows, columns = planes[0].shape
        self.planes, self.shape = (len(planes), rows, columns), (-(-rows // FINE), -(-columns // FINE))
        self.margin = (0, self.shape[1] * FINE - columns, 0, self.shape[0] * FINE - rows)  # cells that fill up the last squares
        amounts = [k for k, plane in enumerate(planes) if not plane.codes]
        codes = [(k, code) for k, plane in enumerate(planes) if plane.codes for code in range(1, plane.high + 1)]
        each = torch.arange(FINE**2)[:, None] * len(planes)  # in a square, cell after cell with all of its planes
        self.register_buffer("amounts", (each + torch.tensor(amounts, dtype=torch.long)).flatten(), persistent=False)
        self.register_buffer("scale", torch.tensor([planes[k].high ** -0.5 for k in amounts]).repeat(FINE**2), persistent=False)
        self.register_buffer("coded", (each + torch.tensor([k for k, _ in codes], dtype=torch.long)).flatten(), persistent=False)
        self.register_buffer("codes", torch.tensor([code for _, code in codes], dtype=torch.uint8).repeat(FINE**2), persistent=False)
        self.size = len(self.scale) + len(self.codes)

    def forward(self, raw: torch.Tensor) -> torch.Tensor:
        """The numbers [game, row of squares, column of squares, size]."""
        number, high, wide = self.planes[0], *self.shape
        planes = functional.pad(raw[:, self.first :].view(-1, *self.planes), self.margin)
        # In two steps, because a transposition that moves single bytes in six dimensions takes ten times as long.
        cells = planes.flatten(2).transpose(1, 2).contiguous().view(-1, high, FINE, wide, FINE * number)
        cells = cells.transpose(2, 3).reshape(-1, high, wide, FINE**2 * number)
        amounts = cells.index_select(3, self.amounts) * self.scale
        return torch.cat([amounts, (cells.index_select(3, self.coded) == self.codes).float()], dim=3)


class MapBody(nn.Module):
    """What the planes say, in the light of the other values: a summary, and keys by which cells are chosen.

    Every square of the grid is first read by itself; of what is read, one part goes on into the convolutions and one goes
    straight to the keys of its cells.
    """

    def __init__(self, layout: ObservationLayout, values: int, channels: int, depth: int) -> None:
        super().__init__()
        self.patches = Patches(layout)
        self.channels = channels
        self.read = nn.Linear(self.patches.size, channels + KEY * FINE**2)
        self.context = nn.Linear(values, channels)
        self.layers = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(depth))
        self.coarse_keys = nn.Conv2d(channels, KEY * FINE**2, 1)
        self.size = 2 * channels
        for layer in self.layers:
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)

    def forward(self, raw: torch.Tensor, values: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The summary [game, size], the keys of all cells [game, KEY, row, column] and the grid [game, channel, row, column]."""
        read = self.read(self.patches(raw)).permute(0, 3, 1, 2)
        seen, straight = read[:, : self.channels], read[:, self.channels :]
        seen = seen + self.context(values)[:, :, None, None]
        for layer in self.layers:
            seen = layer(functional.relu(seen))
        seen = functional.relu(seen)
        keys = functional.pixel_shuffle(self.coarse_keys(seen) + straight, FINE)
        _, rows, columns = self.patches.planes
        return torch.cat([seen.mean(dim=(2, 3)), seen.amax(dim=(2, 3))], dim=1), keys[:, :, :rows, :columns], seen


class CellChoice(nn.Module):
    """Logits of the actions of a window block: how well a cell answers the questions that the body asks.

    One question goes to the keys of the cells, one to their places in the window: how far away they are, and where.
    """

    def __init__(self, block: Block, layout: ObservationLayout, width: int) -> None:
        super().__init__()
        side = block.shape[0]
        if block.shape != (side, side) or side % 2 == 0:
            raise ValueError(f"action block {block.name}: a window is a square with an odd side, not {block.shape}")
        self.reach = side // 2
        self.focus = layout.starts[block.window]
        self.question = nn.Linear(width, KEY)
        self.question_place = nn.Linear(width, KEY)
        self.place = nn.Parameter(0.5 * torch.randn(side**2, KEY))
        for layer in (self.question, self.question_place):
            nn.init.orthogonal_(layer.weight, 0.1)
            nn.init.zeros_(layer.bias)

    def forward(self, raw: torch.Tensor, body: torch.Tensor, keys: torch.Tensor) -> torch.Tensor:
        """Logits [game, cell of the window]; cells beyond the map are never legal."""
        fit = torch.einsum("bkrc,bk->brc", keys, self.question(body))
        wide = functional.pad(fit, [self.reach] * 4)
        side = 2 * self.reach + 1
        steps = torch.arange(side, device=raw.device)
        rows = raw[:, self.focus].long()[:, None, None] + steps[:, None]
        columns = raw[:, self.focus + 1].long()[:, None, None] + steps
        places = (rows * wide.shape[2] + columns).flatten(1)
        return wide.flatten(1).gather(1, places) + self.question_place(body) @ self.place.T


def window_block(actions: ActionLayout) -> Block | None:
    """The block of actions that is a window of a map, if the game has one."""
    return next((block for block in actions.blocks if block.window is not None), None)
