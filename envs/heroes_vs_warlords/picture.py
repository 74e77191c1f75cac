"""The picture of Heroes vs Warlords: the hex map, a panel per player and, in a battle, the arena or display.

All coordinates are pixels of the finished picture (see `core/canvas.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from rulebound.envs.core.canvas import Canvas, Point
from rulebound.envs.heroes_vs_warlords.components import (
    BLOCKED,
    BRIDGED,
    CELLS,
    CITY_CELL,
    GROUND,
    HEX_Q,
    HEX_R,
    NUM_CELLS,
    NUM_WALLS,
    ROADS,
    ROWS,
    TENTS,
    UNITS,
    WALL_AT,
    Ground,
    Objective,
)
from rulebound.envs.heroes_vs_warlords.render import DESTROYED, View, listed
from rulebound.envs.heroes_vs_warlords.state import BATTLE_SLOTS, GUARDS, HEROES, SIDES, Stage, Status, Terrain
from rulebound.envs.heroes_vs_warlords.variant import FACILITIES, RESOURCES

WIDTH, HEIGHT = 1120, 760
BAR = 40  # height of the title bar
MAP = (8, BAR + 6, 742, HEIGHT - 8)  # the map's box
PANEL = (750, BAR + 6, WIDTH - 8, HEIGHT - 8)

# ------------------------------------------------------------------------------------------------ colours
NIGHT, SEA, INK, PAPER, FAINT, GOLD, WHITE = "#15181c", "#22303a", "#241d14", "#f3ead4", "#8b8270", "#e3b341", "#ffffff"
FOG, FOG_LINE = "#39424a", "#4a545d"
TERRAIN_COLOURS = ("#a9c27a", "#e2cf94", "#b59a63", "#5f8a4c", "#8c8078")  # clear, desert, hills, woods, mountain
SEAT_COLOURS = ("#2f62b5", "#b5372f", "#7a3fa0")
GUARD_COLOUR = "#4b4b4b"
OBJECTIVE_COLOURS = {
    Objective.GOLD: "#e8b923", Objective.CRYSTAL: "#5ec8d8", Objective.STONE: "#9a9a9a", Objective.WOOD: "#7a4b22",
    Objective.RUIN: "#6b5344", Objective.TOWER: "#cfc4b0", Objective.OUTPOST: "#d98b3a", Objective.RECRUITMENT: "#3f7f5f",
    Objective.HOLY: "#f5f5f5", Objective.CITY: "#c9b48a"
}  # fmt: skip
OBJECTIVE_LETTERS = {o: o.name[0] for o in Objective} | {Objective.RECRUITMENT: "P", Objective.NONE: "", Objective.CITY: ""}
GROUND_COLOURS = {
    Ground.PLAIN: "#b9b78a", Ground.STONE: "#8d8d8d", Ground.WOODS: "#6d8f55", Ground.FORD: "#7fb3cf", Ground.GRAVEYARD: "#5b5348",
    Ground.WALL: "#6e6259",
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ geometry
class Lattice:
    """Flat-top hexes fitted into a box; coordinates are axial."""

    def __init__(self, cells: Sequence[tuple[int, int]], box: tuple[float, float, float, float]) -> None:
        xs, ys = [1.5 * q for q, _ in cells], [math.sqrt(3) * (r + q / 2) for q, r in cells]
        width, height = max(xs) - min(xs) + 2.2, max(ys) - min(ys) + 2.0
        self.size = min((box[2] - box[0]) / width, (box[3] - box[1]) / height)
        self.x = (box[0] + box[2]) / 2 - self.size * (max(xs) + min(xs)) / 2
        self.y = (box[1] + box[3]) / 2 - self.size * (max(ys) + min(ys)) / 2

    def centre(self, q: int, r: int) -> Point:
        """The middle of a hex."""
        return self.x + self.size * 1.5 * q, self.y + self.size * math.sqrt(3) * (r + q / 2)

    def corners(self, q: int, r: int, part: float = 1.0) -> list[Point]:
        """The six corners, from the north-eastern end of the northern side clockwise."""
        x, y = self.centre(q, r)
        angles = [math.radians(60 * k - 60) for k in range(6)]
        return [(x + part * self.size * math.cos(a), y + part * self.size * math.sin(a)) for a in angles]

    def side(self, q: int, r: int, direction: int) -> tuple[Point, Point]:
        """The two ends of a side."""
        corners = self.corners(q, r)
        return corners[(direction + 5) % 6], corners[direction]


# ------------------------------------------------------------------------------------------------ the map
def draw(view: View) -> np.ndarray:
    """The whole picture."""
    canvas = Canvas((WIDTH, HEIGHT), NIGHT)
    s = view.s
    canvas.rectangle((0, 0, WIDTH, BAR), "#2b241b")
    canvas.text((14, BAR / 2), "Heroes vs Warlords", 18, GOLD, "lm")
    moment = f"round {s.game_round} of {view.rules.length_max_rounds}, sequence {s.sequence + 1}, {'war' if s.war else 'peace'}"
    canvas.text((230, BAR / 2), moment, 13, PAPER, "lm")
    canvas.text((WIDTH - 14, BAR / 2), view.question()[:78], 13, WHITE, "rm")
    canvas.rectangle(MAP, SEA, radius=8)
    if s.stage == Stage.BATTLE:
        draw_map(canvas, view, (MAP[0], MAP[1], MAP[2], MAP[1] + 300))
        draw_battle(canvas, view, (MAP[0] + 6, MAP[1] + 306, MAP[2] - 6, MAP[3] - 6))
    else:
        draw_map(canvas, view, MAP)
    draw_panel(canvas, view)
    return canvas.pixels()


def draw_map(canvas: Canvas, view: View, box: tuple[float, float, float, float]) -> None:
    """Every tile on the table: fog, terrain, barriers, roads, objectives, control, heroes."""
    hexes = view.hexes()
    if not hexes:
        return
    lattice = Lattice([(int(HEX_Q[h]), int(HEX_R[h])) for h in hexes], (box[0] + 8, box[1] + 8, box[2] - 8, box[3] - 8))
    for hex in hexes:
        draw_ground(canvas, view, lattice, hex)
    for hex in hexes:
        if not view.is_hidden(hex):
            draw_sides(canvas, view, lattice, hex)
    for hex in hexes:
        if not view.is_hidden(hex):
            draw_objective(canvas, view, lattice, hex)
    for hex in hexes:
        draw_heroes(canvas, view, lattice, hex)


def draw_ground(canvas: Canvas, view: View, lattice: Lattice, hex: int) -> None:
    """Fog or terrain."""
    q, r = int(HEX_Q[hex]), int(HEX_R[hex])
    if view.is_hidden(hex):
        canvas.polygon(lattice.corners(q, r), FOG, FOG_LINE)
        if hex % 7 == 0:
            canvas.text(lattice.centre(q, r), "?", max(8, int(lattice.size)), FAINT, anchor="mm")
        return
    canvas.polygon(lattice.corners(q, r), TERRAIN_COLOURS[view.terrain(hex)], "#5c6650")


def draw_sides(canvas: Canvas, view: View, lattice: Lattice, hex: int) -> None:
    """Roads, and barriers with their bridges."""
    q, r = int(HEX_Q[hex]), int(HEX_R[hex])
    tile, position = int(view.s.tile[hex // 7]), hex % 7
    for direction in range(6):
        a, b = lattice.side(q, r, direction)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        if ROADS[tile, position] >> direction & 1:
            canvas.line((lattice.centre(q, r), middle), "#8a6a45", lattice.size * 0.16)
        if BLOCKED[tile, position] >> direction & 1:
            canvas.line((a, b), "#3b7fb0", lattice.size * 0.18)
            if BRIDGED[tile, position] >> direction & 1:
                canvas.disc(middle, lattice.size * 0.16, "#d9c08a", INK)


def draw_objective(canvas: Canvas, view: View, lattice: Lattice, hex: int) -> None:
    """What a hex offers, who controls it and who guards it."""
    q, r, s = int(HEX_Q[hex]), int(HEX_R[hex]), view.s
    x, y = lattice.centre(q, r)
    size, site, objective, place = lattice.size, view.site(hex), view.objective(hex), view.place_at(hex)
    if place >= 0:
        owner = int(s.place_owner[place])
        draw_place(canvas, (x, y), size, SEAT_COLOURS[owner - 1] if owner else FAINT, view.home(place) == "Camp")
        return
    if site < 0:
        return
    faded = objective == Objective.RUIN and s.explored[site]
    canvas.polygon(lattice.corners(q, r, 0.86), None, GOLD if not faded else FAINT, 1.5)
    canvas.disc((x, y - size * 0.12), size * 0.36, OBJECTIVE_COLOURS[objective] if not faded else FAINT, INK)
    canvas.text((x, y - size * 0.12), OBJECTIVE_LETTERS[objective], max(7, int(size * 0.42)), INK, anchor="mm")
    if s.control[site]:
        colour = SEAT_COLOURS[int(s.control[site]) - 1]
        canvas.polygon(
            [(x - size * 0.7, y + size * 0.75), (x - size * 0.7, y + size * 0.1), (x - size * 0.2, y + size * 0.3)], colour, WHITE
        )
    units, colour = int(s.guards[site].sum()), GUARD_COLOUR
    if not units and s.control[site]:
        units, colour = int(s.garrison[site].sum()), SEAT_COLOURS[int(s.control[site]) - 1]
    if units:
        canvas.disc((x + size * 0.3, y + size * 0.42), size * 0.32, colour, WHITE)
        canvas.text((x + size * 0.3, y + size * 0.42), str(units), max(7, int(size * 0.36)), WHITE, anchor="mm")
    if s.visited[site]:
        canvas.text((x, y + size * 0.5), "visited", max(6, int(size * 0.28)), INK, anchor="mm")


def draw_place(canvas: Canvas, centre: Point, size: float, colour: str, camp: bool) -> None:
    """A City with battlements, or a tent."""
    x, y = centre
    if camp:
        canvas.polygon([(x - size * 0.65, y + size * 0.5), (x, y - size * 0.6), (x + size * 0.65, y + size * 0.5)], colour, WHITE, 1.5)
        canvas.polygon([(x - size * 0.15, y + size * 0.5), (x, y), (x + size * 0.15, y + size * 0.5)], INK)
        return
    points = [(-0.6, 0.5), (-0.6, -0.5), (-0.35, -0.5), (-0.35, -0.25), (-0.12, -0.25), (-0.12, -0.5), (0.12, -0.5), (0.12, -0.25)]
    points += [(0.35, -0.25), (0.35, -0.5), (0.6, -0.5), (0.6, 0.5)]
    canvas.polygon([(x + size * a, y + size * b) for a, b in points], colour, WHITE, 1.5)


def draw_heroes(canvas: Canvas, view: View, lattice: Lattice, hex: int) -> None:
    """Heroes as shields with their number."""
    x, y = lattice.centre(int(HEX_Q[hex]), int(HEX_R[hex]))
    size = lattice.size * 0.5
    for k, (seat, hero) in enumerate(view.heroes_at(hex)):
        at = x + size * (1.1 * k - 0.2)
        shield = [(-0.6, -0.8), (0.6, -0.8), (0.6, 0.1), (0.0, 0.9), (-0.6, 0.1)]
        canvas.polygon([(at + size * a, y + size * b) for a, b in shield], SEAT_COLOURS[seat], GOLD, 2)
        canvas.text((at, y - size * 0.1), str(hero + 1), max(8, int(size * 0.9)), WHITE, anchor="mm")


# ------------------------------------------------------------------------------------------------ the players
def draw_panel(canvas: Canvas, view: View) -> None:
    """A box per player: home, stock, facilities, heroes with their armies."""
    height = (PANEL[3] - PANEL[1] - 8 * (view.players - 1)) / view.players
    for seat in range(view.players):
        top = PANEL[1] + seat * (height + 8)
        canvas.rectangle((PANEL[0], top, PANEL[2], top + height), PAPER, radius=8)
        canvas.rectangle((PANEL[0], top, PANEL[2], top + 24), SEAT_COLOURS[seat], radius=8)
        name = view.label(seat) + ("" if view.s.alive[seat] else ", out of the game")
        canvas.text((PANEL[0] + 10, top + 12), name, 14, WHITE, "lm")
        canvas.text((PANEL[2] - 10, top + 12), f"{int((view.s.control == seat + 1).sum())} Resources", 12, WHITE, "rm")
        if view.s.alive[seat]:
            draw_seat(canvas, view, seat, top + 38)


def draw_seat(canvas: Canvas, view: View, seat: int, y: float) -> None:
    """The lines of one player's box."""
    left = PANEL[0] + 10
    owner = int(view.s.place_owner[seat])
    held = "" if owner == seat + 1 else " (lost)"
    canvas.text((left, y), f"{view.home(seat)}{held}: {listed(RESOURCES, view.shown('stock', seat))}", 12, INK, "lm")
    built = [name.replace("_", " ") for name, stands in zip(FACILITIES, view.shown("facility", seat), strict=True) if stands]
    inside = " ".join(f"{n}x L{k + 1}" for k, n in enumerate(view.shown("place_garrison", seat)) if n)
    y += 17
    for line in _broken(", ".join(built), 58)[:2]:
        canvas.text((left, y), line, 11, FAINT, "lm")
        y += 14
    if inside:
        canvas.text((left, y), f"garrison {inside}", 11, INK, "lm")
        y += 15
    for hero in range(HEROES):
        status = view.status(seat, hero)
        if status != Status.ON_MAP:
            continue
        s = view.s
        values = "/".join(str(int(v)) for v in s.ability[seat, hero])
        canvas.text((left, y), f"hero {hero + 1}: level {s.hero_level[seat, hero]}, {values}, {s.hero_ep[seat, hero]} EP", 12, INK, "lm")
        x = left
        y += 20
        for unit, number in view.army(seat, hero):
            canvas.rectangle((x, y - 9, x + 52, y + 9), SEAT_COLOURS[seat], radius=4)
            canvas.text((x + 26, y), f"{number} {unit}", 11, WHITE, anchor="mm")
            x += 57
        y += 22


def _broken(words: str, width: int) -> list[str]:
    """Words in lines of at most so many characters."""
    lines: list[str] = []
    for word in words.split(", ") if words else []:
        if lines and len(lines[-1]) + len(word) < width:
            lines[-1] += f", {word}"
        else:
            lines.append(word)
    return lines


# ------------------------------------------------------------------------------------------------ battles
def draw_battle(canvas: Canvas, view: View, box: tuple[float, float, float, float]) -> None:
    """The battle: the display in modes 2 and 4, boxes in the arena."""
    s = view.s
    canvas.rectangle(box, PAPER, radius=8)
    kind = {Terrain.OPEN: "open ground", Terrain.RESOURCE: "Resource", Terrain.SIEGE: "siege"}[Terrain(int(s.battle_terrain))]
    canvas.text((box[0] + 10, box[1] + 12), f"Battle, {kind}, round {s.battle_round}, initiative: {SIDES[s.battle_init]}", 13, INK, "lm")
    for side in range(2):
        fighter = int(s.battle_seat[side])
        colour = GUARD_COLOUR if fighter == GUARDS else SEAT_COLOURS[fighter]
        canvas.text((box[2] - 10, box[1] + 12 + 16 * side), f"{SIDES[side]}: {view.label(fighter)}", 12, colour, "rm")
    inner = (box[0] + 8, box[1] + 28, box[2] - 8, box[3] - 8)
    if view.rules.combat_mode % 2 == 0:
        draw_display(canvas, view, inner)
    else:
        draw_arena(canvas, view, inner)


def _stack_colour(view: View, side: int) -> str:
    fighter = int(view.s.battle_seat[side])
    return GUARD_COLOUR if fighter == GUARDS else SEAT_COLOURS[fighter]


def draw_arena(canvas: Canvas, view: View, box: tuple[float, float, float, float]) -> None:
    """Two rows of seven boxes, the wall between them in a siege."""
    s = view.s
    width, middle = (box[2] - box[0]) / BATTLE_SLOTS, (box[1] + box[3]) / 2
    for side in range(2):
        top = box[1] + 26 if side == 0 else middle + 24
        for slot in range(BATTLE_SLOTS):
            left = box[0] + slot * width
            tower = side == 1 and s.battle_terrain == Terrain.SIEGE and slot >= 5 and s.manned[slot - 5]
            canvas.rectangle((left + 4, top, left + width - 4, top + 90), "#d8c9a5" if not tower else "#a8947a", INK, radius=6)
            if s.slot_count[side, slot]:
                canvas.disc((left + width / 2, top + 38), 26, _stack_colour(view, side), WHITE)
                canvas.text(
                    (left + width / 2, top + 38), f"{s.slot_count[side, slot]} {UNITS[s.slot_unit[side, slot]]}", 14, WHITE, anchor="mm"
                )
            if s.slot_wounds[side, slot]:
                canvas.text((left + width / 2, top + 76), f"{s.slot_wounds[side, slot]} wounds", 11, INK, anchor="mm")
    if s.battle_terrain == Terrain.SIEGE:
        colour = ("#6e6259", "#b5803a", "#c9c2b5")[int(s.wall[0])]
        canvas.rectangle((box[0], middle - 6, box[2], middle + 8), colour)


def draw_display(canvas: Canvas, view: View, box: tuple[float, float, float, float]) -> None:
    """The hex display with its features, walls and stacks."""
    s, siege = view.s, view.s.battle_terrain == Terrain.SIEGE
    lattice = Lattice([(cell // ROWS, cell % ROWS) for cell in range(NUM_CELLS)], box)
    for cell in range(NUM_CELLS):
        q, r = cell // ROWS, cell % ROWS
        ground = Ground(int(GROUND[int(siege), cell]))
        colour = GROUND_COLOURS[ground if view.rules.combat_mode == 4 or ground in (Ground.GRAVEYARD, Ground.WALL) else Ground.PLAIN]
        target = int(WALL_AT[cell]) if siege else -1
        if target >= 0 and s.wall[target] == DESTROYED:
            colour = "#c9c2b5"
        elif target >= NUM_WALLS:
            colour = "#a8947a"
        elif siege and CITY_CELL[cell]:
            colour = "#d8c9a5"
        elif TENTS[int(siege), cell]:
            colour = "#cfa86a"
        canvas.polygon(lattice.corners(q, r), colour, "#8b8270")
        canvas.text(lattice.centre(q, r), CELLS[cell], max(6, int(lattice.size * 0.5)), "#8b8270", anchor="mm")
    for side in range(2):
        for slot in range(BATTLE_SLOTS):
            cell = int(s.slot_cell[side, slot])
            if s.slot_count[side, slot] and cell >= 0:
                centre = lattice.centre(cell // ROWS, cell % ROWS)
                canvas.disc(centre, lattice.size * 0.85, _stack_colour(view, side), WHITE)
                canvas.text(
                    centre,
                    f"{s.slot_count[side, slot]}{UNITS[s.slot_unit[side, slot]]}",
                    max(7, int(lattice.size * 0.6)),
                    WHITE,
                    anchor="mm",
                )
