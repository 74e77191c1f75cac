"""A canvas for the pictures of all games: shapes, icons and words in pixels of the finished picture.

Everything is drawn `SCALE` times as large and then reduced, which smooths every edge. Only the pictures of the games
import this file: Pillow is an extra.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Self

import numpy as np
from PIL import Image, ImageDraw, ImageFont

SCALE = 2
INK, PARCHMENT = "#2e2418", "#f4e9cf"

Point = tuple[float, float]
# Shapes in a unit square: polygons (p), ellipses (e) and lines (l) with their points, in the icon's colour,
# or dark (d) or light (w).
Icon = tuple[tuple[str, str, tuple[float, ...]], ...]


class Canvas:
    """An image that is drawn on in pixels of the finished picture."""

    icons: Mapping[str, Icon] = {}  # a game's picture has icons of its own

    def __init__(self, size: tuple[int, int], colour: str | tuple[int, ...] = (0, 0, 0, 0)) -> None:
        self.image = Image.new("RGBA", (size[0] * SCALE, size[1] * SCALE), colour)
        self.pen = ImageDraw.Draw(self.image)

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self)((1, 1))
        twin.image = self.image.copy()
        twin.pen = ImageDraw.Draw(twin.image)
        return twin

    def rectangle(
        self, box: Sequence[float], fill: str | None = None, outline: str | None = None, width: float = 1, radius: float = 0
    ) -> None:
        """A rectangle, with round corners if a radius is given."""
        self.pen.rounded_rectangle([v * SCALE for v in box], radius * SCALE, fill, outline, round(width * SCALE))

    def ellipse(self, box: Sequence[float], fill: str | None = None, outline: str | None = None, width: float = 1) -> None:
        """An ellipse in its box."""
        self.pen.ellipse([v * SCALE for v in box], fill, outline, round(width * SCALE))

    def disc(self, centre: Point, radius: float, fill: str | None = None, outline: str | None = None, width: float = 1) -> None:
        """A disc around a point."""
        x, y = centre
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill, outline, width)

    def line(self, points: Sequence[Point], fill: str, width: float = 1) -> None:
        """A line through points."""
        self.pen.line([(x * SCALE, y * SCALE) for x, y in points], fill, round(width * SCALE), joint="curve")

    def polygon(self, points: Sequence[Point], fill: str | None, outline: str | None = None, width: float = 0.5) -> None:
        """A polygon."""
        self.pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill, outline, round(width * SCALE))

    def text(
        self, at: Point, words: str, size: float = 12, fill: str = INK, anchor: str = "lm", width: float | None = None, bold: bool = False
    ) -> None:
        """Words at a point; they are made smaller until they fit a width."""
        while width is not None and size > 6 and font(size).getlength(words) > width * SCALE:
            size -= 0.5
        self.pen.text((at[0] * SCALE, at[1] * SCALE), words, fill, font(size), anchor, stroke_width=SCALE / 4 if bold else 0)

    def icon(self, name: str, at: Point, size: float, colour: str, light: str = PARCHMENT) -> None:
        """An icon with its top left corner at a point."""
        for shape, tone, values in self.icons[name]:
            fill = {"": colour, "d": INK, "w": light}[tone]
            points = [(at[0] + x * size, at[1] + y * size) for x, y in zip(values[::2], values[1::2], strict=True)]
            if shape == "p":
                self.polygon(points, fill, None if tone else light)  # the outline parts overlapping icons
            elif shape == "e":
                self.ellipse((*points[0], *points[1]), fill)
            else:
                self.line(points, fill, max(1, size / 9))

    def pixels(self) -> np.ndarray:
        """The finished picture (height, width, 3)."""
        return np.array(self.image.reduce(SCALE).convert("RGB"))

    def paste(self, image: Image.Image, centre: Point) -> None:
        """Lay an image on this one, its centre at a point."""
        corner = (round(centre[0] * SCALE - image.width / 2), round(centre[1] * SCALE - image.height / 2))
        self.image.alpha_composite(image, corner)


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """Pillow's own font."""
    return ImageFont.load_default(size * SCALE)


def sentence(words: str) -> str:
    """Words with a capital at their beginning."""
    return words[:1].upper() + words[1:]
