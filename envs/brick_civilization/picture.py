"""The picture of Brick Civilization: the landscape from above with its heights, everything that stands on it, and the civilizations.

All coordinates are pixels of the finished picture (see `core/canvas.py`). The light comes from the north-west: edges towards
it are bright, edges away from it throw a shadow that grows with the step.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulebound.envs.brick_civilization.render import SEAT_NAMES, Structure, View, counted, words
from rulebound.envs.brick_civilization.state import PALACE_DONE, SLOTS, Kind, Pawn, Terrain
from rulebound.envs.brick_civilization.variant import GOODS
from rulebound.envs.core.canvas import INK, PARCHMENT, Canvas, Point

BOARD, PANEL, BAR = 768, 292, 44  # side of the board, width of the panel, height of the title bar
MARGIN = 10

# ------------------------------------------------------------------------------------------------ colours
NIGHT, SLATE, FAINT, GOLD, WHITE = "#15191d", "#232a31", "#8d99a3", "#e8b93a", "#ffffff"
SEAT_COLOURS = ("#d2402f", "#2f6fd2", "#e9b824", "#8f4fc4")
SEAT_DARK = ("#8c241a", "#1c4690", "#a47c0c", "#5b2c85")
GRASS = ((86, 139, 67), (112, 160, 78), (141, 179, 91), (170, 196, 109), (197, 209, 130))  # by level, from the first
ROCK = ((128, 128, 134), (146, 146, 151), (166, 166, 170), (186, 186, 189))
DEEP, SHALLOW, RIVER = (38, 92, 150), (78, 146, 196), (92, 162, 208)
LAVA = (94, 60, 52)
WHEAT, SAND, PLANK, STONE = "#e3bd4f", "#d9c79a", "#9a6a3a", "#b9b6ae"
GOODS_COLOURS = ("#e3bd4f", "#f2dda0", "#6fc3dd", "#8a5a2f", "#c08a55", "#a9adb3")
ROOFS = {Kind.VILLAGE: "#b6553c", Kind.STOREHOUSE: "#9a6a3a", Kind.MILL: "#7d5a3c", Kind.QUARRY: "#77777c"}


def tone(colour: Sequence[float], factor: float) -> str:
    """A colour made brighter or darker."""
    return "#" + "".join(f"{min(255, max(0, round(part * factor))):02x}" for part in colour)


def parts(colour: str) -> tuple[int, int, int]:
    """The red, green and blue of a colour."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


# ------------------------------------------------------------------------------------------------ the landscape
class Landscape(Canvas):
    """A canvas that knows where studs lie."""

    view: View
    stud: float
    origin: Point

    def box(self, stud: int, inset: float = 0) -> tuple[float, float, float, float]:
        """The square of a stud, made smaller by a share of its side."""
        row, column = divmod(stud, self.view.cols)
        x, y, edge = self.origin[0] + column * self.stud, self.origin[1] + row * self.stud, inset * self.stud
        return x + edge, y + edge, x + self.stud - edge, y + self.stud - edge

    def centre(self, stud: int) -> Point:
        """The middle of a stud."""
        left, top, right, bottom = self.box(stud)
        return (left + right) / 2, (top + bottom) / 2

    def hull(self, studs: Sequence[int], inset: float = 0) -> tuple[float, float, float, float]:
        """The rectangle around studs."""
        boxes = np.array([self.box(stud) for stud in studs])
        edge = inset * self.stud
        return boxes[:, 0].min() + edge, boxes[:, 1].min() + edge, boxes[:, 2].max() - edge, boxes[:, 3].max() - edge

    def disc(self, centre: Point, radius: float, fill: str, outline: str | None = None, width: float = 1) -> None:
        """A disc."""
        x, y = centre
        self.ellipse((x - radius, y - radius, x + radius, y + radius), fill, outline, width)


def draw_ground(canvas: Landscape) -> None:
    """Terrain by height, with a knob on every stud of land."""
    view = canvas.view
    terrain, ground = view.layer("terrain"), view.layer("ground")
    depth = shore_distance(view)
    for stud in range(view.studs):
        colour = stud_colour(int(terrain[stud]), int(ground[stud]), int(depth[stud]))
        left, top, right, bottom = canvas.box(stud)
        canvas.rectangle((left, top, right + 0.5, bottom + 0.5), tone(colour, 1))
        if terrain[stud] == Terrain.WATER:
            if (stud * 7 + stud // view.cols * 3) % 5 == 0:
                x, y = canvas.centre(stud)
                reach = canvas.stud * 0.28
                canvas.line(
                    [(x - reach, y), (x - reach / 3, y - reach / 3), (x + reach / 3, y), (x + reach, y - reach / 3)], tone(colour, 1.18)
                )
        elif terrain[stud] != Terrain.IMPASSABLE:
            x, y = canvas.centre(stud)
            canvas.disc((x + canvas.stud * 0.03, y + canvas.stud * 0.04), canvas.stud * 0.27, tone(colour, 0.9))
            canvas.disc((x, y), canvas.stud * 0.26, tone(colour, 1.07))
        else:
            canvas.line([(left + 2, bottom - 2), (right - 2, top + 2)], "#d9692c", canvas.stud * 0.12)


def stud_colour(terrain: int, level: int, depth: int) -> tuple[int, ...]:
    """The colour of a stud."""
    if terrain == Terrain.WATER:
        share = min(1.0, (depth - 1) / 3)
        return tuple(round(near + (far - near) * share) for near, far in zip(SHALLOW, DEEP, strict=True))
    if terrain == Terrain.IMPASSABLE:
        return LAVA
    scale = ROCK if terrain == Terrain.ROCK else GRASS
    return scale[min(len(scale) - 1, max(0, (level - 3) // 2 if terrain == Terrain.ROCK else level - 1))]


def shore_distance(view: View) -> np.ndarray:
    """How far water studs are from land."""
    water = (view.layer("terrain") == Terrain.WATER).reshape(view.rows, view.cols)
    distance, inner = water.astype(int), water.copy()
    for _ in range(4):
        around = np.pad(inner, 1, mode="edge")
        inner = inner & around[:-2, 1:-1] & around[2:, 1:-1] & around[1:-1, :-2] & around[1:-1, 2:]
        distance += inner
    return distance.ravel()


def draw_slopes(canvas: Landscape) -> None:
    """Bright and dark edges where neighbouring studs differ in height, and the shore."""
    view = canvas.view
    level = view.surface().reshape(view.rows, view.cols)
    water = (view.layer("terrain") == Terrain.WATER).reshape(view.rows, view.cols)
    for stud in range(view.studs):
        row, column = divmod(stud, view.cols)
        left, top, right, bottom = canvas.box(stud)
        for down, across, edge in ((1, 0, (left, bottom, right, bottom)), (0, 1, (right, top, right, bottom))):
            if row + down >= view.rows or column + across >= view.cols:
                continue
            step = int(level[row, column] - level[row + down, column + across])
            ends = [(edge[0], edge[1]), (edge[2], edge[3])]
            if water[row, column] != water[row + down, column + across]:
                canvas.line(ends, "#f1e4b8", max(1, canvas.stud * 0.1))
            if step > 0:  # the shadow falls on the lower stud
                width = canvas.stud * min(0.42, 0.02 + 0.1 * step)
                shift = width / 2
                dark = [(x + shift * across, y + shift * down) for x, y in ends]
                canvas.line(dark, "#4c6638" if step < 2 else "#3d5230" if step < 3 else "#33302f", width)
            elif step < 0:
                canvas.line(ends, "#eef2c4" if step > -3 else "#f4f4f0", max(1, canvas.stud * min(0.16, 0.05 - 0.03 * step)))


def draw_groves(canvas: Landscape) -> None:
    """Trees: crowns on every stud of a footprint, the trunk's crown on top."""
    view = canvas.view
    tree = view.layer("tree")
    for stud in np.flatnonzero(tree):
        x, y = canvas.centre(int(stud))
        wobble = ((int(stud) * 37) % 7 - 3) / 3 * canvas.stud * 0.08
        canvas.disc((x + wobble + canvas.stud * 0.08, y + canvas.stud * 0.1), canvas.stud * 0.52, "#24451f")
        canvas.disc((x + wobble, y), canvas.stud * 0.48, "#2f6a2b")
        canvas.disc((x + wobble - canvas.stud * 0.12, y - canvas.stud * 0.14), canvas.stud * 0.2, "#4a8c3d")
    for trunk in np.asarray(view.s.trunk)[: int(view.s.groves)]:
        x, y = canvas.centre(int(trunk))
        canvas.disc((x, y), canvas.stud * 0.62, "#3b7d34", "#24451f", canvas.stud * 0.05)
        canvas.disc((x - canvas.stud * 0.15, y - canvas.stud * 0.18), canvas.stud * 0.28, "#5da24c")
        canvas.disc((x, y), canvas.stud * 0.13, "#6b4423")


# ------------------------------------------------------------------------------------------------ what is built
def draw_fields(canvas: Landscape) -> None:
    """Wheat in furrows, bordered in the colour of its farmer."""
    view = canvas.view
    field = view.layer("field")
    for stud in np.flatnonzero(field):
        left, top, right, bottom = canvas.box(int(stud), 0.04)
        canvas.rectangle((left, top, right, bottom), WHEAT)
        for k in range(1, 4):
            y = top + (bottom - top) * k / 4
            canvas.line([(left + 1, y), (right - 1, y)], "#c2962c", max(0.6, canvas.stud * 0.06))
    for stud in np.flatnonzero(field):
        row, column = divmod(int(stud), view.cols)
        colour = SEAT_COLOURS[(int(field[stud]) - 1) // SLOTS]
        left, top, right, bottom = canvas.box(int(stud))
        for down, across, ends in (
            (-1, 0, [(left, top), (right, top)]),
            (1, 0, [(left, bottom), (right, bottom)]),
            (0, -1, [(left, top), (left, bottom)]),
            (0, 1, [(right, top), (right, bottom)]),
        ):
            inside = 0 <= row + down < view.rows and 0 <= column + across < view.cols
            if not inside or field[(row + down) * view.cols + column + across] != field[stud]:
                canvas.line(ends, colour, max(1.2, canvas.stud * 0.1))


def draw_roads(canvas: Landscape) -> None:
    """Roads, pillars, decks and walls."""
    view = canvas.view
    deck, wall, owner, fished = view.layer("deck"), view.layer("wall"), view.layer("wall_owner"), view.layer("fished")
    for stud in np.flatnonzero(view.roads()):
        left, top, right, bottom = canvas.box(int(stud), 0.05)
        canvas.rectangle((left, top, right, bottom), PLANK if deck[stud] else SAND, "#6b4a28" if deck[stud] else "#b09a66", 0.6, 1)
        for k in (1, 2) if deck[stud] else ():
            x = left + (right - left) * k / 3
            canvas.line([(x, top), (x, bottom)], "#6b4a28", 0.7)
    for stud in np.flatnonzero(fished):
        x, y = canvas.centre(int(stud))
        canvas.ellipse(
            (x - canvas.stud * 0.3, y - canvas.stud * 0.3, x + canvas.stud * 0.3, y + canvas.stud * 0.3),
            None,
            "#e6f4fa",
            max(1, canvas.stud * 0.07),
        )
    for stud in np.flatnonzero(wall):
        left, top, right, bottom = canvas.box(int(stud), 0.06)
        canvas.rectangle((left, top, right, bottom), STONE, SEAT_DARK[int(owner[stud]) - 1], max(1.2, canvas.stud * 0.1))
        canvas.text(canvas.centre(int(stud)), str(int(wall[stud])), canvas.stud * 0.62, INK, "mm")


def draw_structure(canvas: Landscape, structure: Structure) -> None:
    """One structure in its owner's colour."""
    colour = FAINT if structure.owner < 0 else SEAT_COLOURS[structure.owner]
    dark = INK if structure.owner < 0 else SEAT_DARK[structure.owner]
    {
        Kind.VILLAGE: draw_village,
        Kind.STOREHOUSE: draw_house,
        Kind.MILL: draw_mill,
        Kind.CANOE: draw_boat,
        Kind.SAILBOAT: draw_boat,
        Kind.GATE: draw_fort,
        Kind.TOWER: draw_fort,
        Kind.QUARRY: draw_quarry,
        Kind.PALACE: draw_palace,
    }[structure.kind](canvas, structure, colour, dark)


def draw_roof(canvas: Landscape, studs: Sequence[int], roof: str, colour: str, dark: str) -> None:
    """A house from above: walls in the owner's colour, a roof with its ridge, lit from the north-west."""
    left, top, right, bottom = canvas.hull(studs, 0.07)
    edge = canvas.stud * 0.13
    canvas.rectangle((left + edge / 2, top + edge / 2, right + edge / 2, bottom + edge / 2), "#2b2a24", None, 1, 2)
    canvas.rectangle((left, top, right, bottom), colour, dark, max(1, canvas.stud * 0.06), 2)
    left, top, right, bottom = left + edge, top + edge, right - edge, bottom - edge
    light, shade = tone(parts(roof), 1.18), tone(parts(roof), 0.82)
    if right - left >= bottom - top:
        middle = (top + bottom) / 2
        canvas.rectangle((left, top, right, middle), light)
        canvas.rectangle((left, middle, right, bottom), shade)
        canvas.line([(left, middle), (right, middle)], tone(parts(roof), 0.6), 0.8)
    else:
        middle = (left + right) / 2
        canvas.rectangle((left, top, middle, bottom), light)
        canvas.rectangle((middle, top, right, bottom), shade)
        canvas.line([(middle, top), (middle, bottom)], tone(parts(roof), 0.6), 0.8)


def draw_village(canvas: Landscape, structure: Structure, colour: str, dark: str) -> None:
    """Town hall and dwelling; a flag, at half-mast while out of control."""
    roof = ROOFS[Kind.VILLAGE]
    draw_roof(canvas, structure.studs[2:], tone(parts(roof), 1.15), colour, dark)
    draw_roof(canvas, structure.studs[:2], roof, colour, dark)
    left, top, right, bottom = canvas.hull(structure.studs[:2])
    x, y = (left + right) / 2, (top + bottom) / 2
    mast = canvas.stud * 0.9
    canvas.line([(x, y), (x, y - mast)], INK, max(1, canvas.stud * 0.08))
    height = y - mast * (0.55 if structure.lost else 1)
    canvas.polygon([(x, height), (x + mast * 0.62, height + mast * 0.17), (x, height + mast * 0.36)], colour, WHITE)


def draw_house(canvas: Landscape, structure: Structure, colour: str, dark: str) -> None:
    """A storehouse; its goods as dots."""
    draw_roof(canvas, structure.studs, ROOFS[Kind.STOREHOUSE], colour, dark)


def draw_mill(canvas: Landscape, structure: Structure, colour: str, dark: str) -> None:
    """A mill with its wheel."""
    draw_roof(canvas, structure.studs, ROOFS[Kind.MILL], colour, dark)
    left, top, right, bottom = canvas.hull(structure.studs)
    x, y, radius = (left + right) / 2, (top + bottom) / 2, canvas.stud * 0.52
    canvas.disc((x, y), radius, "#d8bd8a", INK, max(1, canvas.stud * 0.06))
    for across, down in ((1, 0), (0, 1), (0.7, 0.7), (0.7, -0.7)):
        canvas.line(
            [(x - across * radius, y - down * radius), (x + across * radius, y + down * radius)], "#6b4a28", max(1, canvas.stud * 0.08)
        )


def draw_boat(canvas: Landscape, structure: Structure, colour: str, dark: str) -> None:
    """A canoe, or a sailboat with its sail."""
    x, y = canvas.centre(structure.studs[0])
    reach = canvas.stud * 0.46
    hull = [(x - reach, y), (x - reach * 0.6, y + reach * 0.6), (x + reach * 0.6, y + reach * 0.6), (x + reach, y)]
    canvas.polygon(hull, "#6b4423" if structure.kind == Kind.SAILBOAT else "#9a6a3a", dark)
    if structure.kind == Kind.SAILBOAT:
        canvas.line([(x, y + reach * 0.1), (x, y - reach * 1.3)], INK, max(1, canvas.stud * 0.07))
        canvas.polygon([(x, y - reach * 1.3), (x + reach * 0.85, y - reach * 0.15), (x, y - reach * 0.1)], WHITE, dark)
    canvas.disc((x - reach * 0.35, y + reach * 0.2), reach * 0.22, colour)


def draw_fort(canvas: Landscape, structure: Structure, colour: str, dark: str) -> None:
    """A tower with battlements, or a gate with its door."""
    left, top, right, bottom = canvas.hull(structure.studs, 0.04)
    canvas.rectangle((left, top, right, bottom), STONE, dark, max(1.5, canvas.stud * 0.14))
    inset = canvas.stud * 0.28
    if structure.kind == Kind.TOWER:
        canvas.rectangle((left + inset, top + inset, right - inset, bottom - inset), "#8f8c85", INK, 0.8)
        canvas.disc(((left + right) / 2, (top + bottom) / 2), canvas.stud * 0.3, colour, WHITE)
    else:
        canvas.rectangle((left + inset, top + inset, right - inset, bottom - inset), "#5b3b20", colour, 1.2)


def draw_quarry(canvas: Landscape, structure: Structure, colour: str, dark: str) -> None:
    """A pit with blocks of stone."""
    left, top, right, bottom = canvas.hull(structure.studs, 0.07)
    canvas.rectangle((left, top, right, bottom), "#5d5b5a", colour, max(1.5, canvas.stud * 0.13))
    for k, stud in enumerate(structure.studs):
        x, y = canvas.centre(stud)
        half = canvas.stud * 0.2
        canvas.rectangle((x - half, y - half, x + half, y + half), "#d7d5d0" if k else "#bdbab4", INK, 0.6)


def draw_palace(canvas: Landscape, structure: Structure, colour: str, dark: str) -> None:
    """A site with the columns that stand, or the palace under its golden roof."""
    left, top, right, bottom = canvas.hull(structure.studs, 0.05)
    canvas.rectangle((left, top, right, bottom), "#efe9da", colour, max(1.5, canvas.stud * 0.14), 2)
    if structure.progress >= PALACE_DONE:
        inset = canvas.stud * 0.26
        canvas.rectangle((left + inset, top + inset, right - inset, bottom - inset), GOLD, "#8a6a10", 1.2, 2)
        x, y = (left + right) / 2, (top + bottom) / 2
        canvas.disc((x, y), canvas.stud * 0.42, "#f7dc7d", "#8a6a10")
        canvas.disc((x, y), canvas.stud * 0.16, colour)
        return
    for k, stud in enumerate(structure.studs):
        canvas.disc(canvas.centre(stud), canvas.stud * 0.28, "#ffffff" if k < structure.progress else "#d8d0bc", "#a09880", 1)


# ------------------------------------------------------------------------------------------------ pawns
def draw_pawns(canvas: Landscape) -> None:
    """Pawns at their places: those of several seats or types side by side, with their number."""
    view = canvas.view
    for place, there in view.detachments().items():
        x, y = canvas.centre(place)
        spread = canvas.stud * 0.5
        for k, ((seat, pawn), number) in enumerate(sorted(there.items())):
            draw_pawn(canvas, (x + spread * (k - (len(there) - 1) / 2) * 1.4, y), seat, pawn, number)


def draw_pawn(canvas: Landscape, at: Point, seat: int, pawn: Pawn, number: int) -> None:
    """A pawn: a body and a head, warriors with a shield."""
    x, y = at
    size = max(canvas.stud * 0.9, 13.0)
    canvas.ellipse((x - size * 0.36, y + size * 0.22, x + size * 0.42, y + size * 0.48), "#20261c")
    body = [
        (x - size * 0.34, y + size * 0.38),
        (x - size * 0.14, y - size * 0.1),
        (x + size * 0.14, y - size * 0.1),
        (x + size * 0.34, y + size * 0.38),
    ]
    canvas.polygon(body, SEAT_COLOURS[seat], WHITE)
    canvas.disc((x, y - size * 0.24), size * 0.21, SEAT_COLOURS[seat], WHITE, 0.8)
    if pawn == Pawn.WARRIOR:
        canvas.line([(x + size * 0.36, y + size * 0.3), (x + size * 0.36, y - size * 0.55)], "#f2f2f2", max(1.2, size * 0.09))
        canvas.disc((x - size * 0.2, y + size * 0.14), size * 0.2, SEAT_DARK[seat], WHITE, 0.8)
    if number > 1:
        canvas.disc((x + size * 0.34, y - size * 0.34), size * 0.27, INK)
        canvas.text((x + size * 0.34, y - size * 0.34), str(number), size * 0.42, WHITE, "mm")


def draw_choices(canvas: Landscape) -> None:
    """The focus, the studs that may be chosen, and start sites."""
    view = canvas.view
    s = view.s
    if s.over:
        return
    colour = SEAT_COLOURS[int(s.seat)]
    for stud in view.targets():
        canvas.disc(canvas.centre(stud), canvas.stud * 0.17, colour, WHITE, 0.8)
    for number, site in enumerate(view.sites()):
        left, top, right, bottom = canvas.hull(site)
        for stud in site:
            canvas.rectangle(canvas.box(stud, 0.08), None, WHITE, max(1.2, canvas.stud * 0.1), 2)
        canvas.disc(((left + right) / 2, (top + bottom) / 2), max(7, canvas.stud * 0.42), colour, WHITE)
        canvas.text(((left + right) / 2, (top + bottom) / 2), str(number), max(9, canvas.stud * 0.5), WHITE, "mm")
    if s.unit > 0:
        x, y = canvas.centre(int(s.focus))
        radius = max(canvas.stud * 0.75, 11)
        canvas.ellipse((x - radius, y - radius, x + radius, y + radius), None, WHITE, 2)


# ------------------------------------------------------------------------------------------------ panel
def draw_title(canvas: Canvas, view: View, width: int) -> None:
    """Name of the game, round, and what is asked of whom."""
    canvas.rectangle((0, 0, width, BAR), "#0d1013")
    canvas.rectangle((0, BAR - 2, width, BAR), GOLD)
    canvas.text((16, BAR / 2), "BRICK CIVILIZATION", 19, GOLD)
    canvas.text((240, BAR / 2), view.phase(), 15, WHITE, "lm", 260)
    s = view.s
    asked = view.result() if s.over else f"{view.label(int(s.seat))}: {view.question()}"
    canvas.text((width - 16, BAR / 2), asked, 15, PARCHMENT, "rm", width - 520)


def draw_seat(canvas: Canvas, view: View, seat: int, box: tuple[float, float, float, float]) -> None:
    """One civilization: points, people, work, goods and what it has built."""
    left, top, right, bottom = box
    canvas.rectangle(box, SLATE, GOLD if view.to_act(seat) else "#3a444d", 2 if view.to_act(seat) else 1, 8)
    canvas.rectangle((left, top, left + 8, bottom), SEAT_COLOURS[seat], None, 1, 4)
    canvas.text((left + 18, top + 16), SEAT_NAMES[seat] + (" wins" if view.wins(seat) else ""), 16, WHITE)
    canvas.text((right - 12, top + 16), f"{view.score(seat):g} points", 15, GOLD, "rm")
    workers, warriors, critical = view.people(seat)
    people = f"{counted(workers, 'worker')}, {counted(warriors, 'warrior')}" + (f", {critical} critical" if critical else "")
    canvas.text((left + 18, top + 38), people, 12.5, PARCHMENT, "lm", right - left - 30)
    fields, fished = view.work(seat)
    work = f"{counted(int(view.s.actions[seat]), 'action')}, {counted(fields, 'field')}, {fished} fishing"
    canvas.text((left + 18, top + 55), work, 12.5, PARCHMENT, "lm", right - left - 30)
    for k, (units, colour) in enumerate(zip(view.goods(seat).tolist(), GOODS_COLOURS, strict=True)):
        x = left + 18 + k * (right - left - 26) / len(GOODS)
        canvas.rectangle((x, top + 68, x + 13, top + 81), colour, INK, 0.6, 3)
        canvas.text((x + 17, top + 75), str(units), 12.5, WHITE)
    names = [counted(number, name) for name, number in view.built(seat).items()]
    lines, line = [], ""
    for name in names:
        if line and len(line) + len(name) > 36:
            lines.append(line)
            line = ""
        line += f"{', ' if line else ''}{name}"
    for k, words_line in enumerate([*lines, line][: max(1, int((bottom - top - 92) // 16))]):
        canvas.text((left + 18, top + 98 + 16 * k), words_line, 12, FAINT, "lm", right - left - 30)
    enemies = view.unfriendly(seat)
    if enemies:
        canvas.text((right - 12, bottom - 12), "against " + ", ".join(SEAT_NAMES[other] for other in enemies), 11.5, "#ef8b7d", "rm")


def draw_legend(canvas: Canvas, at: Point) -> None:
    """The colours of goods."""
    x, y = at
    for k, name in enumerate(GOODS):
        left, top = x + (k % 3) * 92, y + (k // 3) * 18
        canvas.rectangle((left, top - 6, left + 12, top + 6), GOODS_COLOURS[k], INK, 0.6, 3)
        canvas.text((left + 17, top), words(name), 11.5, FAINT)


# ------------------------------------------------------------------------------------------------ picture
def draw(view: View) -> np.ndarray:
    """The whole picture: the board at the left, the civilizations at the right."""
    stud = min(BOARD / view.rows, BOARD / view.cols)
    width, height = MARGIN * 3 + BOARD + PANEL, BAR + MARGIN * 2 + BOARD
    canvas = Landscape((width, height), NIGHT)
    canvas.view, canvas.stud = view, stud
    canvas.origin = (MARGIN + (BOARD - stud * view.cols) / 2, BAR + MARGIN + (BOARD - stud * view.rows) / 2)
    draw_ground(canvas)
    draw_fields(canvas)
    draw_slopes(canvas)
    draw_groves(canvas)
    draw_roads(canvas)
    for structure in view.structures():
        draw_structure(canvas, structure)
    draw_pawns(canvas)
    draw_choices(canvas)
    draw_title(canvas, view, width)
    left, room = MARGIN * 2 + BOARD, BOARD - 60
    each = min(210.0, room / view.players)
    for seat in range(view.players):
        top = BAR + MARGIN + seat * each
        draw_seat(canvas, view, seat, (left, top, left + PANEL, top + each - 10))
    draw_legend(canvas, (left + 6, height - MARGIN - 34))
    return canvas.pixels()
