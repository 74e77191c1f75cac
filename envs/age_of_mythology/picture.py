"""The picture of Age of Mythology: the boards of all players below the table with bank, victory cards and tiles.

All coordinates are pixels of the finished picture (see `core/canvas.py`). A board shows the production area as printed,
the city, the army, the cubes and the hand.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.age_of_mythology.render import AREAS, VICTORY_CARDS, View, words
from rulebound.envs.age_of_mythology.state import FIRST_UNIT, NUM_PERMANENT, SIDES, TILE_RESOURCE, UNIT_CLASS, Age, Area, Prompt
from rulebound.envs.age_of_mythology.variant import BUILDINGS, CARDS, CULTURES, DATA, ORDER, TILES, UNITS
from rulebound.envs.core.canvas import INK, PARCHMENT, Canvas, Point

WIDTH = 1200
BAR, TABLE, MAT = 46, 128, 214  # heights of the title bar, the table and a player's mat
MARGIN, COLUMNS = 10, 2
SQUARE = 26  # of a production area
PLOT = 30  # of a city

# ------------------------------------------------------------------------------------------------ colours
NIGHT, FELT, SHADE, FAINT, GOLD, WHITE = "#17151c", "#26343f", "#d9c9a6", "#8b7d66", "#e8b93a", "#ffffff"
CULTURE_COLOURS = ("#b98a3a", "#3d8b57", "#3f6fb0")
RESOURCE_COLOURS = ("#3f9a45", "#8a5a2f", "#e0b020", "#3f77c9")
TERRAIN_COLOURS = dict(
    zip(ORDER["terrains"], ("#a9c26b", "#4f7f4a", "#b59a5b", "#8b8b93", "#e3cf94", "#6f8f86"), strict=True)
)  # fmt: skip
CLASS_COLOURS = ("#7c6a55", "#7a3f86", "#a8342c")
AGE_WORDS = tuple(age.name.lower() for age in Age)
SHORT = {
    "house": "Hou", "wall": "Wal", "tower": "Tow", "storehouse": "Sto", "market": "Mar", "armory": "Arm", "quarry": "Qua",
    "monument": "Mon", "granary": "Gra", "gold_mint": "Mint", "wood_workshop": "Wood", "siege_engine_workshop": "Siege",
    "great_temple": "Tem", "wonder": "WON",
}  # fmt: skip


# ------------------------------------------------------------------------------------------------ canvas
class Board(Canvas):
    """A canvas that draws cubes."""

    def cube(self, at: Point, colour: str, number: int, fill: str = INK) -> None:
        """A cube and how many there are of it."""
        x, y = at
        self.rectangle((x, y - 6, x + 12, y + 6), colour, INK, 0.5, 2)
        self.text((x + 16, y), str(number), 12, fill)


# ------------------------------------------------------------------------------------------------ picture
def draw(view: View) -> np.ndarray:
    """The whole picture of what a viewer may know."""
    rows = (view.players + COLUMNS - 1) // COLUMNS
    canvas = Board((WIDTH, BAR + TABLE + rows * MAT + MARGIN), NIGHT)
    draw_title(canvas, view)
    draw_table(canvas, view)
    width = (WIDTH - MARGIN) / COLUMNS
    for seat in range(view.players):
        row, column = divmod(seat, COLUMNS)
        draw_mat(canvas, view, seat, (MARGIN + column * width, BAR + TABLE + row * MAT))
    return canvas.pixels()


def draw_title(canvas: Board, view: View) -> None:
    """Name of the game, turn, and what is asked of whom."""
    canvas.rectangle((0, 0, WIDTH, BAR), "#0d0b10")
    canvas.rectangle((0, BAR - 2, WIDTH, BAR), GOLD)
    canvas.text((16, BAR / 2), "AGE OF MYTHOLOGY", 20, GOLD)
    canvas.text((400, BAR / 2), view.phase(), 17, WHITE, "mm", 300)
    s = view.s
    asked = view.result() if s.over else f"{view.label(s.seat)}: {view.question()}"
    canvas.text((WIDTH - 16, BAR / 2), asked, 15, SHADE, "rm", 620)


def draw_table(canvas: Board, view: View) -> None:
    """The bank, the victory cards, the shown tiles, and the card or the battle in progress."""
    s = view.s
    top = BAR + 6
    canvas.rectangle((MARGIN, top, WIDTH - MARGIN, BAR + TABLE - 6), FELT, None, 1, 8)
    canvas.text((24, top + 14), "Bank", 13, SHADE)
    for k, colour in enumerate(RESOURCE_COLOURS):
        canvas.cube((24 + 46 * k, top + 36), colour, int(s.bank[k]), WHITE)
    canvas.cube((24 + 46 * 4, top + 36), "#c0392b", int(s.vp_bank), WHITE)
    canvas.text((24, top + 60), f"pool {int(s.pool.sum())} tiles · {view.label(s.start)} starts", 12, SHADE, width=250)
    for k, name in enumerate(VICTORY_CARDS):
        x = 290 + 92 * k
        canvas.rectangle((x, top + 8, x + 84, top + 70), PARCHMENT, INK, 1, 5)
        canvas.text((x + 42, top + 22), name, 11, INK, "mm", 76)
        canvas.rectangle((x + 24, top + 38, x + 38, top + 52), "#c0392b", INK, 0.5, 2)
        canvas.text((x + 46, top + 45), str(int(s.vp_card[k])), 15)
    draw_shown(canvas, view, (680, top + 8))
    line = view.card_in_play()
    if view.at_war():
        draw_battle(canvas, view, (24, top + 84))
    elif line:
        canvas.text((24, top + 92), line, 14, GOLD, width=WIDTH - 60)


def draw_shown(canvas: Board, view: View, at: Point) -> None:
    """Tiles that can be picked."""
    x, y = at
    shown = [kind for kind in range(len(TILES)) for _ in range(int(view.s.shown[kind]))]
    for number, kind in enumerate(shown[:48]):
        row, column = divmod(number, 16)
        draw_tile(canvas, (x + 31 * column, y + 25 * row), 23, kind)


def draw_battle(canvas: Board, view: View, at: Point) -> None:
    """Both sides of a battle in a line each."""
    x, y = at
    s = view.s
    area = "" if s.prompt == Prompt.ATTACK_AREA else f" for the {AREAS[Area(s.area)]}"
    for side, name in enumerate(SIDES):
        fighter = view.fighter_words(side)
        line = f"{name} {view.label(view.fighter(side))}: {view.army_words(side)}{f'; {fighter}' if fighter else ''}"
        canvas.text((x, y + 16 * side), line, 12, GOLD if side == 0 else WHITE, width=900)
    roll = f"{s.sixes[0]} : {s.sixes[1]} sixes of {s.dice[0]} : {s.dice[1]} dice" if view.armies_shown() and s.dice.any() else ""
    canvas.text((WIDTH - 24, y), f"Battle{area}", 13, GOLD, "rm", 240)
    canvas.text((WIDTH - 24, y + 16), roll, 12, WHITE, "rm", 240)


# ------------------------------------------------------------------------------------------------ a player's mat
def draw_mat(canvas: Board, view: View, seat: int, at: Point) -> None:
    """The board of one seat."""
    x, y = at
    s = view.s
    width = (WIDTH - MARGIN) / COLUMNS - MARGIN
    edge = GOLD if view.to_act(seat) or view.wins(seat) else INK
    canvas.rectangle((x, y, x + width, y + MAT - 10), PARCHMENT, edge, 3 if edge == GOLD else 1, 8)
    canvas.rectangle((x + 2, y + 2, x + width - 2, y + 26), CULTURE_COLOURS[s.culture[seat]], None, 1, 6)
    note = "  wins" if view.wins(seat) else "  +4th action" if s.extra_action[seat] else ""
    canvas.text((x + 12, y + 14), f"{seat} {view.culture(seat)} · {AGE_WORDS[s.age[seat]]}{note}", 14, WHITE)
    canvas.rectangle((x + width - 62, y + 8, x + width - 50, y + 20), "#c0392b", WHITE, 0.5, 2)
    canvas.text((x + width - 44, y + 14), f"{s.vp[seat]} VP", 13, WHITE)
    draw_production(canvas, view, seat, (x + 10, y + 34))
    draw_city(canvas, view, seat, (x + 130, y + 34))
    draw_holding(canvas, view, seat, (x + 270, y + 34), width - 280)
    draw_hand(canvas, view, seat, (x + 10, y + MAT - 44), width - 20)


def draw_tile(canvas: Board, at: Point, size: float, kind: int) -> None:
    """A production tile: its terrain, and the cubes it gives."""
    x, y = at
    terrain, _, resource = TILES[kind].partition("_")
    canvas.rectangle((x, y, x + size, y + size), TERRAIN_COLOURS[terrain], INK, 1, 3)
    amount = int(resource[-1])
    for k in range(amount):
        left = x + size / 2 - 4.5 * amount + 9 * k
        canvas.rectangle((left, y + size / 2 - 4, left + 8, y + size / 2 + 4), RESOURCE_COLOURS[TILE_RESOURCE[kind]], INK, 0.5, 1.5)


def draw_production(canvas: Board, view: View, seat: int, at: Point) -> None:
    """The production area as printed; tiles lie on the first squares of their terrain."""
    s = view.s
    grid = DATA["boards"][CULTURES[s.culture[seat]]]["grid"]
    tiles: dict[str, list[tuple[int, str]]] = {terrain: [] for terrain in ORDER["terrains"]}
    for kind, name in enumerate(TILES):
        villagers, dwarfs = int(s.villager_on[seat, kind]), int(s.dwarf_on[seat, kind])
        for k in range(int(s.tiles[seat, kind])):
            worker = "v" if k < villagers else "d" if k < villagers + dwarfs else ""
            tiles[name.partition("_")[0]].append((kind, worker))
    for row, terrains in enumerate(grid):
        for column, terrain in enumerate(terrains):
            x, y = at[0] + 28 * column, at[1] + 28 * row
            if not tiles[terrain]:
                canvas.rectangle((x, y, x + SQUARE, y + SQUARE), None, TERRAIN_COLOURS[terrain], 2.5, 3)
                continue
            kind, worker = tiles[terrain].pop(0)
            draw_tile(canvas, (x, y), SQUARE, kind)
            if worker:
                canvas.disc((x + SQUARE - 5, y + 5), 4, WHITE if worker == "v" else "#7a3f86", INK)
    left = sum(map(len, tiles.values()))  # with other boards than the printed ones
    if left:
        canvas.text((at[0], at[1] + 118), f"+{left} tiles", 10, FAINT)


def draw_city(canvas: Board, view: View, seat: int, at: Point) -> None:
    """The city, building by building."""
    s = view.s
    built = [name for k, name in enumerate(BUILDINGS) for _ in range(int(s.buildings[seat, k]))]
    for place in range(16):
        row, column = divmod(place, 4)
        x, y = at[0] + 32 * column, at[1] + 28 * row
        canvas.rectangle((x, y, x + PLOT, y + SQUARE), SHADE if place < len(built) else None, SHADE, 1.5, 3)
        if place < len(built):
            canvas.text((x + PLOT / 2, y + SQUARE / 2), SHORT[built[place]], 10, INK, "mm", PLOT - 3)
    if len(built) > 16:
        canvas.text((at[0], at[1] + 118), f"+{len(built) - 16} buildings", 10, FAINT)


def draw_holding(canvas: Board, view: View, seat: int, at: Point, width: float) -> None:
    """Cubes, idle villagers and the army."""
    s = view.s
    x, y = at
    for k, colour in enumerate(RESOURCE_COLOURS):
        canvas.cube((x + 46 * k, y + 8), colour, int(s.resources[seat, k]))
    canvas.disc((x + 196, y + 8), 5, WHITE, INK)
    canvas.text((x + 206, y + 8), f"{int(s.idle_villagers[seat])} idle", 11)
    culture = int(s.culture[seat])
    place = 0
    for unit in range(int(FIRST_UNIT[culture]), int(FIRST_UNIT[culture + 1])):
        number = int(s.units[seat, unit])
        if not number:
            continue
        column, row = divmod(place, 5)
        left, top = x + column * width / 3, y + 24 + 18 * row
        canvas.rectangle((left, top, left + 18, top + 15), CLASS_COLOURS[UNIT_CLASS[unit]], None, 1, 3)
        canvas.text((left + 9, top + 8), str(number), 11, WHITE, "mm")
        canvas.text((left + 22, top + 8), words(UNITS[unit]), 10, INK, width=width / 3 - 26)
        place += 1
    if not place:
        canvas.text((x, y + 34), "nobody at home", 11, FAINT)


def draw_hand(canvas: Board, view: View, seat: int, at: Point, width: float) -> None:
    """The hand, face up for who may see it, and the cards used this turn."""
    x, y = at
    s = view.s
    counts = s.hand[seat] if view.sees(seat) else []
    known = [kind for kind, number in enumerate(counts) for _ in range(int(number))]
    cards = [(words(CARDS[kind]), kind < NUM_PERMANENT) for kind in known]
    if not view.sees(seat):
        permanent = int(s.hand_permanent[seat]) if view.rules.hands_reveal_backs else 0
        cards = [("", k < permanent) for k in range(view.hand_size(seat))]
    for place, (name, permanent) in enumerate(cards):
        left = x + place * 62
        canvas.rectangle((left, y, left + 58, y + 24), "#d7c393" if permanent else "#a8bdd6", INK, 1, 4)
        canvas.text((left + 29, y + 12), name, 10, INK, "mm", 54)
    used = [words(CARDS[kind]) for kind, number in enumerate(s.used[seat]) for _ in range(int(number))]
    if used:
        canvas.text((x + width, y + 12), f"played: {', '.join(used)}", 10, FAINT, "rm", max(90, width - 62 * len(cards) - 10))
