"""The picture of Heroes of History: the war zones of all seats around a strip that tells what is going on.

All coordinates are pixels of the finished picture (see `core/canvas.py`).
"""

from __future__ import annotations

import math
import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from PIL import Image

from rulebound.envs.core.canvas import INK, PARCHMENT, SCALE, Canvas, Icon, Point, font, sentence
from rulebound.envs.heroes_of_history.language import Kind
from rulebound.envs.heroes_of_history.render import PLAYER, Unit, View, count, total
from rulebound.envs.heroes_of_history.state import Phase, Prompt
from rulebound.envs.heroes_of_history.wording import card_words

WIDTH, HEIGHT = 960, 720
BAR = 46  # height of the title bar
MAT_HEIGHT, MARGIN, GAP = 306, 8, 6
TOPS = (BAR + GAP, HEIGHT - MARGIN - MAT_HEIGHT)  # of the mats above and below the strip
STRIP = (MARGIN, TOPS[0] + MAT_HEIGHT + 5, WIDTH - MARGIN, TOPS[1] - 5)

Box = tuple[float, float, float, float]

# ------------------------------------------------------------------------------------------------ colours
NIGHT, FELT, FELT_LINE, FELT_LIGHT, EMPTY = "#1b1712", "#24463c", "#4d7a69", "#2d5648", "#3b6a5b"
SHADE, FAINT, GOLD, WHITE = "#dccba4", "#8d7d62", "#e8b93a", "#ffffff"
BACK, BACK_LINE, RED, GREEN = "#38466b", "#8fa0cc", "#ff5a45", "#8fe06a"
SEAT_COLOURS = ("#2f6db5", "#a3212f", "#6d3f9e", "#b8700b")
SET_COLOURS = ("#2a7a8c", "#9b3a2e", "#6b4a9a", "#5f7d2a", "#96602a", "#7a2f5c", "#3f6a4c")
KIND_COLOURS = {
    Kind.EXCEPTIONAL: "#2c4a80", Kind.COMBATANT: "#2c4a80", Kind.ACTION: "#b98512", Kind.HOLD: "#7e8994", Kind.WEAPON: "#26262b",
    Kind.BATTLEFIELD: "#2f7d3b",
}  # fmt: skip
ATK, DEF = ("#b5392c", "#6b4a45"), ("#2f62a6", "#4a5666")  # bright, and dull where the value does not count in this mode
CHANGED = {0: WHITE, 1: "#c6f7a8", -1: "#ffc4a8"}
POWER_COLOURS = {
    "guard": "#2f62a6", "pierce": "#b5392c", "raid": "#c26a12", "ward": "#8b5fbf", "stunned": "#5b5b5b", "locked": "#7a4e2b",
    "ability": "#2f8f86", "spent": "#8d7d62",
}  # fmt: skip
SPELLINGS = str.maketrans({"ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ð": "d", "þ": "th", "Þ": "Th", "ß": "ss", "ł": "l", "–": "-"})

# ------------------------------------------------------------------------------------------------ icons
# Shapes in a square of 100 x 100: polygons (p), ellipses in a box (e) and lines (l) with their points; capitals are light.
SHAPES = {
    "star": "p 50 0 62 35 98 35 69 57 80 93 50 72 20 93 31 57 2 35 38 35",
    "general": "p 10 40 16 14 36 0 64 0 84 14 90 40 80 26 62 13 38 13 20 26, p 20 100 16 50 26 29 42 19 58 19 74 29 84 50 80 100 60 100 "
    "56 70 44 70 40 100, P 25 50 46 56 46 63 28 63, P 75 50 54 56 54 63 72 63",
    "civilian": "e 33 2 67 36, p 16 98 26 44 50 38 74 44 84 98",
    "soldier": "l 86 2 86 100, p 86 0 95 20 77 20, e 2 20 74 92, E 13 31 63 81, e 26 44 50 68",
    "warrior": "l 4 6 82 84, l 96 6 18 84, l 62 94 92 64, l 38 94 8 64",
    "action": "p 0 34 50 34 50 8 100 50 50 92 50 66 0 66",
    "hold": "e 12 26 88 100, E 28 42 72 84, p 32 14 42 0 58 0 68 14 50 36",
    "weapon": "l 6 94 32 68, l 12 52 48 88, p 30 58 84 2 98 0 98 16 42 70",
    "battlefield": "l 62 6 62 60, p 62 4 98 16 62 30, p 0 94 30 42 46 62 62 48 100 94",
    "museum": "p 2 34 50 2 98 34, p 4 86 96 86 96 98 4 98, p 12 42 26 42 26 80 12 80, p 43 42 57 42 57 80 43 80, p 74 42 88 42 88 80 74 80",
    "guard": "p 10 8 90 8 90 50 50 100 10 50",
    "pierce": "l 0 50 70 50, p 56 20 100 50 56 80, l 34 10 34 90",
    "raid": "p 46 4 90 62 6 62, p 0 72 100 72 80 98 20 98",
    "ward": "p 50 100 4 46 4 22 26 6 50 24 74 6 96 22 96 46",
    "stunned": "l 10 14 86 14 14 86 90 86",
    "locked": "e 22 2 78 66, E 36 16 64 56, p 10 44 90 44 90 100 10 100",
    "ability": "p 50 0 62 38 100 50 62 62 50 100 38 62 0 50 38 38",
    "spent": "p 12 4 88 4 50 50, p 12 96 88 96 50 50",
}


def shapes(text: str) -> Icon:
    """An icon as the canvas draws it."""
    parts = [part.split() for part in text.split(", ")]
    return tuple((name.lower(), "w" if name.isupper() else "", tuple(int(v) / 100 for v in values)) for name, *values in parts)


ICONS = {name: shapes(text) for name, text in SHAPES.items()}


class Board(Canvas):
    """A canvas with the icons of this game, on which words are broken and shortened until they fit."""

    icons = ICONS

    def text(
        self, at: Point, words: str, size: float = 12, fill: str = INK, anchor: str = "lm", width: float | None = None, bold: bool = False
    ) -> None:
        """Words at a point on one line, made smaller and then shortened until they fit a width."""
        size, (line,) = fitted(plain(words), width or WIDTH, 0, size, min(size, 7))
        super().text(at, line, size, fill, anchor, bold=bold)

    def paragraph(self, box: Box, words: str, size: float, fill: str, smallest: float = 7) -> None:
        """Words in the middle of a box, on as many lines as it has room for."""
        size, lines = fitted(plain(words), box[2] - box[0], box[3] - box[1], size, smallest)
        for place, line in enumerate(lines):
            y = (box[1] + box[3]) / 2 + (place - (len(lines) - 1) / 2) * size * 1.1
            super().text(((box[0] + box[2]) / 2, y), line, size, fill, "mm")


# ------------------------------------------------------------------------------------------------ words that fit
def plain(words: str) -> str:
    """Words in the letters that Pillow's own font has."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", words.translate(SPELLINGS)) if not unicodedata.combining(letter))


@lru_cache(4096)
def fitted(words: str, width: float, height: float, size: float, smallest: float) -> tuple[float, tuple[str, ...]]:
    """The largest size at which words fit into a box, and their lines; at the smallest size they are shortened."""
    size = round(2 * size) / 2  # few sizes, so that few fonts are kept
    while True:
        lines, room = broken(words, width, size), max(1, int(height / (size * 1.1)))
        if len(lines) <= room and all(font(size).getlength(line) <= width * SCALE for line in lines):
            return size, lines
        if size <= smallest:
            kept = (*lines[: room - 1], " ".join(lines[room - 1 :]))
            return size, tuple(shortened(line, width, size) for line in kept)
        size = max(smallest, size - 0.5)


def broken(words: str, width: float, size: float) -> tuple[str, ...]:
    """Words on lines of a width, broken at spaces and after hyphens."""
    lines = [""]
    for part in re.findall(r"[^\s-]*-|[^\s-]+|\s+", words.strip()):
        if lines[-1] and font(size).getlength(lines[-1] + part.rstrip()) > width * SCALE:
            lines.append("")
        lines[-1] += part if lines[-1] else part.lstrip()
    return tuple(line.rstrip() for line in lines)


def shortened(line: str, width: float, size: float) -> str:
    """A line that fits, with an ellipsis for what is left out."""
    kept = line
    while kept and font(size).getlength(line if kept == line else f"{kept}…") > width * SCALE:
        kept = kept[:-1]
    return line if kept == line else f"{kept.rstrip()}…"


# ------------------------------------------------------------------------------------------------ picture
class Style(NamedTuple):
    """The sizes of a mat: wide for a seat that has a row of the picture for itself, narrow for two in a row."""

    width: float
    unit: tuple[float, float]  # a Combatant that attacks
    slot: tuple[float, float]
    tuck: float  # how far a borne card looks out
    chip: tuple[float, float]  # a card in the Command Zone
    held: tuple[float, float]  # a card in hand
    left: float  # where Trench, Command Zone and hand begin
    room: float  # for the hand
    words: float  # size of titles


WIDE = Style(944, (78, 106), (127, 138), 14, (127, 42), (76, 94), 164, 647, 10.5)
NARROW = Style(469, (62, 84), (90, 110), 12, (53, 46), (57, 78), 6, 457, 8.5)


class Mat(NamedTuple):
    """Where a seat sits."""

    x: float
    top: bool
    style: Style

    @property
    def y(self) -> float:
        return TOPS[0] if self.top else TOPS[1]

    def rows(self) -> dict[str, float]:
        """The upper edges of Trench, Command Zone and hand, the Trench nearest to the strip; narrow mats also have a head."""
        heights = {"trench": self.style.slot[1], "command": self.style.chip[1], "hand": self.style.held[1] + 6}
        if self.style is NARROW:
            heights["head"] = 30
        gap = (MAT_HEIGHT - sum(heights.values())) / (len(heights) + 1)
        edges, y = {}, self.y + gap
        for name in reversed(heights) if self.top else heights:
            edges[name] = y
            y += heights[name] + gap
        return edges


def seats_of(view: View) -> dict[int, Mat]:
    """The mats: the viewer, or the lowest seat, at the bottom, the others clockwise."""
    order = [((view.viewer or 0) + k) % view.players for k in range(view.players)]
    right = WIDTH - MARGIN - NARROW.width
    places = {
        2: (Mat(MARGIN, False, WIDE), Mat(MARGIN, True, WIDE)),
        3: (Mat(MARGIN, False, WIDE), Mat(MARGIN, True, NARROW), Mat(right, True, NARROW)),
        4: (Mat(MARGIN, False, NARROW), Mat(MARGIN, True, NARROW), Mat(right, True, NARROW), Mat(right, False, NARROW)),
    }
    return dict(zip(order, places[view.players], strict=True))


def draw(view: View) -> np.ndarray:
    """The whole picture of what a viewer may know."""
    canvas = Board((WIDTH, HEIGHT), NIGHT)
    draw_title(canvas, view)
    if view.s.phase == Phase.DRAFT:
        draw_draft(canvas, view)
    else:
        mats = seats_of(view)
        for seat, mat in mats.items():
            draw_mat(canvas, view, seat, mat)
        draw_strip(canvas, view, STRIP)
        if view.candidates():
            draw_candidates(canvas, view, mats)
    return canvas.pixels()


def draw_title(canvas: Board, view: View) -> None:
    """Name of the game, turn, phase and whose turn it is."""
    canvas.rectangle((0, 0, WIDTH, BAR), "#0f0c09")
    canvas.line([(0, BAR), (WIDTH, BAR)], GOLD, 2)
    canvas.icon("warrior", (15, 13), 20, GOLD)
    canvas.text((46, BAR / 2), "HEROES OF HISTORY", 20, GOLD, bold=True)
    canvas.text((WIDTH / 2, BAR / 2), f"{view.turn().capitalize()} · {view.phase()}", 19, WHITE, "mm")
    seat = int(view.s.seat if view.s.phase == Phase.DRAFT else view.s.active)
    words = "The game is over" if view.s.over else f"{'Pick' if view.s.phase == Phase.DRAFT else 'Turn'} of {view.label(seat)}"
    canvas.text((WIDTH - 16, BAR / 2), words, 14, SHADE, "rm", 280)


def frame(canvas: Board, box: Box, colour: str, radius: float, wide: float = 3) -> None:
    """A glowing edge around a box."""
    canvas.rectangle((box[0] - wide, box[1] - wide, box[2] + wide, box[3] + wide), colour, radius=radius + wide)


# ------------------------------------------------------------------------------------------------ a seat
def draw_mat(canvas: Board, view: View, seat: int, mat: Mat) -> None:
    """The war zone of one seat."""
    s, (x, y), rows = view.s, (mat.x, mat.y), mat.rows()
    box = (x, y, x + mat.style.width, y + MAT_HEIGHT)
    if view.to_act(seat) or s.winner == seat:
        frame(canvas, box, GOLD, 10)
    alive = bool(s.alive[seat])
    canvas.rectangle(box, FELT if alive else "#2b2926", FELT_LINE if alive else "#4a4640", 1.5, 10)
    draw_points(canvas, view, seat, mat, rows.get("head", y + 8))
    if not view.has_cards(seat):
        canvas.text((x + mat.style.width / 2, y + MAT_HEIGHT / 2), "out of the game", 28, "#9a8f80", "mm", bold=True)
        return
    draw_trench(canvas, view, seat, mat, rows["trench"])
    draw_command(canvas, view, seat, mat, rows["command"])
    draw_hand(canvas, view, seat, mat, rows["hand"])
    if mat.style is WIDE:
        draw_battlefield(canvas, view, seat, (x + 8, y + 178, x + 156, y + 298))
        draw_pile(canvas, "deck", int(s.deck_size[seat]), (x + 836, y + 40), (64, 88))
        draw_pile(canvas, "museum", int(s.museum[seat].sum()), (x + 836, y + 178), (64, 88))
    else:
        draw_battlefield(canvas, view, seat, (x + 6, rows["command"], x + 88, rows["command"] + 46))
        draw_pile(canvas, "deck", int(s.deck_size[seat]), (x + 377, rows["command"]), (34, 46))
        draw_pile(canvas, "museum", int(s.museum[seat].sum()), (x + 422, rows["command"]), (34, 46))


def draw_points(canvas: Board, view: View, seat: int, mat: Mat, y: float) -> None:
    """The name of a seat and its State Points, as a number and as a bar; the plate glows if the player can be pointed at."""
    points, large = int(view.s.state_points[seat]), mat.style is WIDE
    share = min(1.0, points / view.starting_points())
    tone = "#5fb04a" if share > 0.5 else "#d9a520" if share > 0.25 else "#d0402e"
    x, right = mat.x + 8, mat.x + (156 if large else NARROW.width - 6)
    plate = (x, y, right, y + (160 if large else 28))
    if (seat, PLAYER) in view.targets():
        frame(canvas, plate, RED, 8)
    canvas.rectangle(plate, NIGHT, radius=8)
    name = (x, y, x + (148 if large else 170), y + 28)
    canvas.rectangle(name, SEAT_COLOURS[seat] if view.s.alive[seat] else "#5d5750", INK, 1, 8)
    canvas.text((x + 9, y + 14), view.label(seat), 15, WHITE, "lm", name[2] - x - 18, bold=True)
    if large:
        canvas.text((x + 74, y + 79), str(points), 58, WHITE, "mm", bold=True)
        canvas.text((x + 74, y + 122), "State Points", 12, SHADE, "mm")
        bar = (x + 10, y + 138, right - 10, y + 149)
    else:
        canvas.text((right - 8, y + 14), str(points), 25, WHITE, "rm", bold=True)
        canvas.text((right - 48, y + 14), "State Points", 10, SHADE, "rm")
        bar = (name[2] + 12, y + 9, right - 116, y + 19)
    canvas.rectangle(bar, "#4a4038", radius=4)
    if points:
        canvas.rectangle((bar[0], bar[1], bar[0] + max(8, (bar[2] - bar[0]) * share), bar[3]), tone, radius=4)


def draw_trench(canvas: Board, view: View, seat: int, mat: Mat, y: float) -> None:
    """The five slots and the Combatants in them; who attacks, and who can be pointed at, glows."""
    style, targets = mat.style, view.targets()
    units = {unit.slot: unit for unit in view.units(seat)}
    pitch = style.slot[0] + (3 if style is WIDE else 2)
    for slot in range(int(view.rules.zones_trench_slots)):
        x = mat.x + style.left + slot * pitch
        canvas.rectangle((x, y, x + style.slot[0], y + style.slot[1]), FELT_LIGHT, EMPTY, 1, 8)
        if slot not in units:
            canvas.text((x + style.slot[0] / 2, y + style.slot[1] / 2), str(slot), 20, "#3f7565", "mm")
            continue
        aimed = (GREEN if view.to_act(seat) else RED) if (seat, slot) in targets else None
        draw_unit(canvas, view, units[slot], style, (x, y), GOLD if view.attacker() == (seat, slot) else aimed)


def draw_unit(canvas: Board, view: View, unit: Unit, style: Style, at: Point, glow: str | None) -> None:
    """A Combatant in its slot, upright or sideways, with what it bears looking out from under it and its powers around it."""
    card = view.cards.card(unit.number)
    wide, high = style.unit[::-1] if unit.defends else style.unit
    borne = [number for number in (unit.weapon, unit.hold) if number]
    x, y = at[0] + (style.slot[0] - wide) / 2, at[1] + (style.slot[1] - high - style.tuck * len(borne)) / 2
    if glow:
        frame(canvas, (x, y, x + wide, y + high), glow, 6, 4)
    for place in reversed(range(len(borne))):
        colour, bottom = KIND_COLOURS[view.cards.card(borne[place]).kind], y + high + style.tuck * (place + 1)
        canvas.rectangle((x + 4, y + high - 10, x + wide - 4, bottom), colour, SHADE, 0.8, 4)
        canvas.text((x + wide / 2, bottom - style.tuck / 2), view.title(borne[place]), style.words - 1, WHITE, "mm", wide - 10)
    changes = (int(np.sign(unit.attack - card.atk)), int(np.sign(unit.defense - card.defense)))
    seen = face(view, unit.number)._replace(values=(total(unit.attack), total(unit.defense)), changes=changes, defends=unit.defends)
    canvas.paste(card_image(seen, (wide, high), style.words), (x + wide / 2, y + high / 2))
    size = 17 if style is WIDE else 13
    for place, power in enumerate(unit.powers):
        beside, above = (x + wide + 1, y + 2 + place * (size + 0.5)), (x + wide - (place + 1) * (size + 1), y - size + 1)
        draw_badge(canvas, power, above if unit.defends else beside, size)


def draw_badge(canvas: Board, power: str, at: Point, size: float) -> None:
    """The round sign of a power."""
    x, y = at
    canvas.ellipse((x, y, x + size, y + size), POWER_COLOURS[power], WHITE, 1)
    canvas.icon(power, (x + size * 0.25, y + size * 0.25), size * 0.5, WHITE, POWER_COLOURS[power])


def draw_command(canvas: Board, view: View, seat: int, mat: Mat, y: float) -> None:
    """The places of the Command Zone."""
    wide, high = mat.style.chip
    attaching = view.to_act(seat) and view.s.prompt == Prompt.ATTACH
    for place, number in enumerate(view.command(seat)):
        x = mat.x + (WIDE.left if mat.style is WIDE else 93) + place * (wide + 3)
        box = (x, y, x + wide, y + high)
        if attaching and view.s.place == place:
            frame(canvas, box, GOLD, 5)
        if number:
            draw_chip(canvas, view, number, box, mat.style.words)
        else:
            canvas.rectangle(box, None, EMPTY, 1, 5)


def draw_chip(canvas: Board, view: View, number: int, box: Box, words: float, place: str = "") -> None:
    """A card as a small plate: its kind as frame and icon, its title, and its place among others."""
    card, wide = face(view, number), 30 if box[2] - box[0] > 80 else 1
    canvas.rectangle(box, PARCHMENT, card.colour, 2.5, 5)
    if wide > 1:
        canvas.rectangle((box[0], box[1], box[0] + wide, box[3]), card.colour, radius=5)
        canvas.icon(card.icon, (box[0] + 5, (box[1] + box[3]) / 2 - 10), 20, PARCHMENT, card.colour)
    canvas.paragraph((box[0] + wide + 3, box[1] + 3, box[2] - 5, box[3] - 3), f"{place} {card.title}", words + 0.5, INK, 6.5)


def draw_battlefield(canvas: Board, view: View, seat: int, box: Box) -> None:
    """The active Battlefield of a seat, or the place for one."""
    number, (x, y, right, bottom) = int(view.s.battlefield[seat]), box
    large, green = bottom - y > 60, KIND_COLOURS[Kind.BATTLEFIELD]
    canvas.rectangle(box, green if number else None, PARCHMENT if number else EMPTY, 1, 6)
    if not number:
        canvas.paragraph((x + 6, y, right - 6, bottom), "no Battlefield", 11 if large else 9, "#5f9583")
    elif large:
        canvas.rectangle((x + 5, y + 5, right - 5, bottom - 38), "#d5e2b8", radius=4)
        canvas.icon("battlefield", ((x + right) / 2 - 32, y + 10), 64, green, "#d5e2b8")
        canvas.paragraph((x + 8, bottom - 36, right - 8, bottom - 4), view.title(number), 13, WHITE, 8)
    else:
        canvas.icon("battlefield", (x + 5, y + 11), 22, "#d5e2b8", green)
        canvas.paragraph((x + 29, y + 2, right - 3, bottom - 2), view.title(number), 9, WHITE, 6.5)


def draw_pile(canvas: Board, name: str, size: int, at: Point, card: tuple[float, float]) -> None:
    """A deck or a Museum with the number of its cards."""
    (x, y), (wide, high) = at, card
    large = wide > 50
    fill, line = (BACK, BACK_LINE) if name == "deck" else ("#6b5a45", SHADE)
    canvas.rectangle((x, y, x + wide, y + high), None, EMPTY, 1, 5)
    for layer in range(min(4 if large else 3, math.ceil(size / 10))):
        canvas.rectangle((x + 2 * layer, y - 2 * layer, x + wide + 2 * layer, y + high - 2 * layer), fill, line, 1, 5)
    if size:
        canvas.icon("star" if name == "deck" else "museum", (x + wide / 4 + 3, y + high * 0.1), wide / 2, line, fill)
    canvas.text((x + wide / 2 + 3 * bool(size), y + high * 0.72), str(size), 24 if large else 15, WHITE, "mm", bold=True)
    if large:
        canvas.text((x + wide / 2 + 3, y + high + 12), name.capitalize(), 12, SHADE, "mm")


def draw_hand(canvas: Board, view: View, seat: int, mat: Mat, y: float) -> None:
    """The cards in hand: face up if the viewer may know them, those that can be chosen now raised; else backs."""
    wide, high = mat.style.held
    held, size, playable, room = view.hand(seat), int(view.s.hand_size[seat]), view.playable(seat), mat.style.room
    step = min(wide + 4, (room - wide) / max(1, size - 1))
    first = mat.x + mat.style.left + (room - wide - step * (size - 1)) / 2
    for place in range(size):
        x = first + place * step
        if held is None:
            canvas.paste(back(mat.style.held), (x + wide / 2, y + 3 + high / 2))
            continue
        top = y if place in playable else y + 6
        if place in playable:
            frame(canvas, (x, top, x + wide, top + high), GREEN, 6, 2)
        sight = wide if place == size - 1 else min(wide, step)
        canvas.paste(card_image(face(view, held[place]), (wide, high), mat.style.words, sight), (x + wide / 2, top + high / 2))
    if held is None and size:
        x, y = mat.x + mat.style.left + room / 2, y + high / 2 + 3
        canvas.rectangle((x - 34, y - 11, x + 34, y + 11), NIGHT, BACK_LINE, 1, 10)
        canvas.text((x, y), count(size, "card"), 13, WHITE, "mm")


# ------------------------------------------------------------------------------------------------ cards
class Face(NamedTuple):
    """What is seen on a card that lies face up."""

    title: str
    icon: str
    kind: str
    colour: str  # of its kind
    band: str  # of its set
    stars: int
    values: tuple[str, ...]  # ATK and DEF of a Combatant
    changes: tuple[int, int] = (0, 0)  # 1 and -1: a value is higher or lower than printed
    defends: bool | None = None  # the mode in a Trench


def face(view: View, number: int) -> Face:
    """A card as it is printed."""
    card = view.cards.card(number)
    band = SET_COLOURS[(view.cards.sets[card.set] - 1) % len(SET_COLOURS)]
    values = (str(card.atk), str(card.defense)) if card.sub else ()
    return Face(card.title, card.sub or card.type, card.type, KIND_COLOURS[card.kind], band, card.stars, values)


@lru_cache(512)
def card_image(card: Face, size: tuple[float, float], words: float, sight: float | None = None) -> Image.Image:
    """A card face up: title, stars and icon, then ATK and DEF or the kind of card.

    Of a card that others lie on only a part is in sight, and what has to be read stays within it.
    """
    (width, height), canvas = size, Board(size)
    upright, sight = height > width, sight or width
    ground = "#f7e3a6" if card.stars else PARCHMENT
    band, foot = height * (0.26 if upright else 0.29), height * (0.25 if upright else 0.33)
    canvas.rectangle((0, 0, width - 0.5, height - 0.5), card.colour, "#e9dcc0", 1, 6)
    canvas.rectangle((3, 3, width - 3.5, height - 3.5), ground, radius=4)
    canvas.rectangle((3, 3, width - 3.5, 3 + band), card.band, radius=4)
    canvas.paragraph((4.5, 3.5, sight - 5, 2.5 + band), card.title, words, WHITE, 6.5 if words < 10 else 7.5)
    art = min(height - band - foot - 10, sight - 12, 40)
    x, y = sight / 2, (band + height - foot) / 2
    if card.stars:  # above the icon of an upright card, beside that of one that lies sideways
        star = art * (0.3 if upright else 0.5)
        left, top = (x - star * 0.55 * card.stars, band + 5) if upright else (x + art * 0.55, y - star / 2)
        for place in range(card.stars):
            canvas.icon("star", (left + place * star * 1.1, top), star, "#c98a06", ground)
        art, x, y = (art - star, x, y + star * 0.55) if upright else (art, x - art * 0.6, y)
    canvas.icon(card.icon, (x - art / 2, y - art / 2), art, card.colour, ground)
    if card.values:
        draw_values(canvas, card, (3, height - 3.5 - foot, sight - 3.5, height - 3.5))
    else:
        canvas.text((sight / 2, height - 3.5 - foot / 2), card.kind, words - 1, INK, "mm", sight - 8)
    return canvas.image


def draw_values(canvas: Board, card: Face, box: Box) -> None:
    """ATK and DEF; in a Trench the one that does not count in the mode of the Combatant is dull."""
    foot, wide = box[3] - box[1], (box[2] - box[0]) / 2
    for place, (value, change) in enumerate(zip(card.values, card.changes, strict=True)):
        dull = card.defends is not None and card.defends != bool(place)
        x, sign = box[0] + place * wide, foot * 0.42
        ground = (ATK, DEF)[place][dull]
        canvas.rectangle((x, box[1], x + wide, box[3]), ground, radius=4)
        if wide < sign + 12:
            sign = -2.0  # too narrow for more than the number
        else:
            canvas.icon(("weapon", "guard")[place], (x + 3, box[1] + (foot - sign) / 2), sign, ("#f3cfc8", "#c8d8f0")[place], ground)
        at, size = (x + (3 + sign + wide) / 2, box[1] + foot / 2), foot * (0.66 if dull else 0.86)
        canvas.text(at, value, size, CHANGED[change], "mm", wide - sign - 7, bold=not dull)


@cache
def back(size: tuple[float, float]) -> Image.Image:
    """A card face down."""
    width, height = size
    canvas = Board(size)
    canvas.rectangle((0, 0, width - 0.5, height - 0.5), BACK, PARCHMENT, 1.5, 6)
    canvas.rectangle((5, 5, width - 5.5, height - 5.5), None, BACK_LINE, 1, 4)
    canvas.icon("warrior", (width / 2 - 13, height / 2 - 13), 26, BACK_LINE)
    return canvas.image


# ------------------------------------------------------------------------------------------------ the moment
def draw_strip(canvas: Board, view: View, box: Box) -> None:
    """Between the mats: the question and the card it is about, or the end of the game; and what the signs mean."""
    x, y, right, bottom = box
    middle = (y + bottom) / 2
    if view.s.over:
        canvas.rectangle(box, GOLD, WHITE, 1.5, 8)
        for left in (x + 14, right - 40):
            canvas.icon("star", (left, middle - 13), 26, "#8c5f0a", GOLD)
        last = view.last_battle()
        canvas.text((WIDTH / 2, middle - 6 * bool(last)), view.result(), 18, INK, "mm", right - x - 120, bold=True)
        canvas.text((WIDTH / 2, middle + 11), last, 11, INK, "mm", right - x - 120)
        return
    canvas.rectangle(box, PARCHMENT, GOLD, 2, 8)
    if view.s.phase == Phase.DRAFT:
        canvas.text((right - 12, middle), f"{count(int(view.s.draft_pool_size), 'card')} left in the pool", 13, FAINT, "rm")
        right -= 170
    powers = [name for name in POWER_COLOURS if any(name in unit.powers for seat in range(view.players) for unit in view.units(seat))]
    for power in reversed(powers):
        wide = font(10).getlength(power) / SCALE
        canvas.text((right - 10, middle), power, 10, INK, "rm")
        draw_badge(canvas, power, (right - 13 - wide - 16, middle - 8), 16)
        right -= wide + 28
    left, seat, question = x + 12, int(view.s.seat), view.question()
    if view.pending():
        draw_chip(canvas, view, view.pending(), (left - 6, y + 4, left + 124, bottom - 4), 10)
        left += 134
    canvas.text((left, middle - 8), f"{view.label(seat)} to act", 12, SEAT_COLOURS[seat], "lm", right - left - 10, bold=True)
    canvas.text((left, middle + 8), sentence(question), 13, INK, "lm", right - left - 10)


def draw_candidates(canvas: Board, view: View, mats: dict[int, Mat]) -> None:
    """What the seat to act chooses from, over the hands on the other side of the strip."""
    mat = next(mat for mat in mats.values() if mat.top != mats[int(view.s.seat)].top)
    cards, y, high = view.candidates(), mat.rows()["hand"], mat.style.held[1] + 6
    x, right = (mat.x + WIDE.left, mat.x + WIDE.left + WIDE.room) if mat.style is WIDE else (MARGIN + 6, WIDTH - MARGIN - 6)
    canvas.rectangle((x, y, right, y + high), NIGHT, GOLD, 2, 10)
    wide, tall, columns, lines = (right - x - 10) / 8, (high - 10) / 2, min(8, len(cards)), math.ceil(len(cards) / 8)
    for place, number in enumerate(cards):
        left = (x + right) / 2 + (place % 8 - columns / 2) * wide
        top = y + high / 2 + (place // 8 - lines / 2) * tall
        draw_chip(canvas, view, number, (left + 1, top + 1, left + wide - 1, top + tall - 1), 10, str(place))


# ------------------------------------------------------------------------------------------------ draft
def draw_draft(canvas: Board, view: View) -> None:
    """The open row with what every card does, and below it what every seat has picked."""
    wide, high, size = (WIDTH - 2 * MARGIN + 6) / 6, 96, (66, 86)
    for place, number in enumerate(view.draft_row()):
        x, y = MARGIN + place % 6 * wide, BAR + 9 + place // 6 * (high + 6)
        canvas.rectangle((x, y, x + wide - 6, y + high), FELT, FELT_LINE, 1, 7)
        if number:
            canvas.paste(card_image(face(view, number), size, 9.5), (x + 5 + size[0] / 2, y + high / 2))
            canvas.text((x + wide - 15, y + 10), str(place), 11, GOLD, "mm", bold=True)
            words = sentence(card_words(view.cards.card(number), view.cards))
            canvas.paragraph((x + 75, y + 16, x + wide - 10, y + high - 3), words, 9.5, PARCHMENT, 6.5)
    strip = (MARGIN, BAR + 215, WIDTH - MARGIN, BAR + 253)
    draw_strip(canvas, view, strip)
    wide = (WIDTH - 2 * MARGIN - 8 * (view.players - 1)) / view.players
    for seat in range(view.players):
        x = MARGIN + seat * (wide + 8)
        draw_picks(canvas, view, seat, (x, strip[3] + 9, x + wide, HEIGHT - MARGIN))


def draw_picks(canvas: Board, view: View, seat: int, box: Box) -> None:
    """The cards that a seat has picked, by kind, in as many columns as keep them readable."""
    if view.to_act(seat):
        frame(canvas, box, GOLD, 10)
    canvas.rectangle(box, FELT, FELT_LINE, 1.5, 10)
    canvas.rectangle((box[0], box[1], box[2], box[1] + 28), SEAT_COLOURS[seat], INK, 1, 10)
    canvas.text((box[0] + 10, box[1] + 14), view.label(seat), 15, WHITE, bold=True)
    canvas.text((box[2] - 10, box[1] + 14), count(int(view.s.deck_size[seat]), "card"), 13, WHITE, "rm")
    lines: list[tuple[Kind, str, int]] = []
    for kind in list(Kind)[1:]:
        mine = {number: copies for number, copies in view.picked(seat).items() if view.cards.card(number).kind == kind}
        if mine:
            lines.append((kind, "", sum(mine.values())))
            lines += [(kind, view.title(number), copies) for number, copies in mine.items()]
    high = box[3] - box[1] - 40
    columns = max(1, math.ceil(len(lines) * 13 / high))
    rows, wide = math.ceil(len(lines) / columns), (box[2] - box[0] - 12) / columns
    pitch = min(18, high / max(1, rows))
    for place, (kind, title, copies) in enumerate(lines):
        x, y = box[0] + 8 + place // rows * wide, box[1] + 34 + (place % rows + 0.5) * pitch
        if not title:
            canvas.rectangle((x, y - pitch / 2 + 1, x + wide - 6, y + pitch / 2 - 1), KIND_COLOURS[kind], radius=4)
            icon = {Kind.EXCEPTIONAL: "star", Kind.COMBATANT: "warrior"}.get(kind, kind.name.lower())
            canvas.icon(icon, (x + 4, y - pitch * 0.33), pitch * 0.66, WHITE, KIND_COLOURS[kind])
            canvas.text((x + pitch + 4, y), kind.name.capitalize(), pitch * 0.72, WHITE, "lm", wide - 50)
            canvas.text((x + wide - 11, y), str(copies), pitch * 0.72, WHITE, "rm")
        else:
            canvas.text((x + 6, y), title if copies == 1 else f"{copies} {title}", pitch * 0.7, PARCHMENT, "lm", wide - 14)
