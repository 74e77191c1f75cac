"""The picture of Age of Heroes: tribes around an oval table, drawn from simple shapes.

All coordinates are pixels of the finished picture (see `core/canvas.py`).
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from functools import cache

import numpy as np
from PIL import Image

from rulebound.envs.age_of_heroes.render import ATTACKER, DEFENDER, SIDES, View
from rulebound.envs.age_of_heroes.state import CARDS, GOALS, Card, Leader, Stage
from rulebound.envs.core.canvas import INK, PARCHMENT, SCALE, Canvas, Icon, Point, font, sentence

WIDTH, HEIGHT = 960, 720
BAR = 46  # height of the title bar
CENTRE = (480, 384)
RADII = (380, 243)  # of the oval that seats and roads lie on
MAT = (270, 176)  # size of a seat's mat
BOX = (304, 286, 656, 525)  # the middle of the table
CARD = (40, 60)

# ------------------------------------------------------------------------------------------------ colours
NIGHT, RIM, RIM_DARK, FELT, FELT_LIGHT = "#1b1712", "#7a4e2b", "#4d2f18", "#24463c", "#2d5648"
SHADE, FAINT, GOLD = "#dccba4", "#8d7d62", "#e8b93a"
BACK, BACK_LINE, WHITE = "#38466b", "#8fa0cc", "#ffffff"
TRIBE_COLOURS = ("#b8860b", "#a3212f", "#2f6db5", "#6d3f9e", "#2f7d3b", "#d1591b")
CARD_COLOURS = {
    Card.IRON: "#76828f", Card.WOOD: "#8a5a2f", Card.GRAIN: "#c99a1f", Card.STONE: "#8f8878", Card.GOLD: "#e0b020",
    Card.POPULATION_GROWTH: "#4d9a58", Card.EARTHQUAKE: "#7b5145", Card.ERUPTION: "#c2411f", Card.HUNGER: "#6a6d3c",
    Card.BARBARIANS: "#7d2436", Card.OLYMPICS: "#3d7fa6", Card.HERO: "#b8472e", Card.FORTUNE: "#3f9184"
}  # fmt: skip
SHORT_NAMES = {Card.POPULATION_GROWTH: "growth"}

# ------------------------------------------------------------------------------------------------ icons
ICONS: dict[str, Icon] = {
    "city": (
        ("p", "", (0.05, 0.95, 0.05, 0.5, 0.3, 0.28, 0.55, 0.5, 0.55, 0.95)),
        ("p", "", (0.5, 0.95, 0.5, 0.25, 0.72, 0.05, 0.95, 0.25, 0.95, 0.95)),
        ("p", "w", (0.22, 0.95, 0.22, 0.65, 0.38, 0.65, 0.38, 0.95)),
        ("p", "w", (0.66, 0.35, 0.66, 0.52, 0.8, 0.52, 0.8, 0.35)),
    ),
    "army": (
        ("p", "", (0.1, 0.1, 0.9, 0.1, 0.9, 0.5, 0.5, 0.98, 0.1, 0.5)),
        ("l", "w", (0.5, 0.18, 0.5, 0.8)),
        ("l", "w", (0.22, 0.38, 0.78, 0.38)),
    ),
    "general": (
        ("p", "", (0.2, 0.95, 0.2, 0.45, 0.35, 0.2, 0.65, 0.2, 0.8, 0.45, 0.8, 0.95, 0.62, 0.95, 0.56, 0.6, 0.44, 0.6, 0.38, 0.95)),
        ("p", "d", (0.1, 0.3, 0.2, 0.08, 0.5, 0.02, 0.8, 0.08, 0.9, 0.3, 0.65, 0.22, 0.35, 0.22)),
    ),
    "fortress": (
        ("p", "", (
            0.06, 0.95, 0.06, 0.12, 0.26, 0.12, 0.26, 0.28, 0.4, 0.28, 0.4, 0.12, 0.6, 0.12, 0.6, 0.28, 0.74, 0.28,
            0.74, 0.12, 0.94, 0.12, 0.94, 0.95,
        )),
        ("p", "w", (0.38, 0.95, 0.38, 0.62, 0.5, 0.5, 0.62, 0.62, 0.62, 0.95)),
    ),
    "road": (
        ("p", "", (0.3, 0.05, 0.7, 0.05, 0.98, 0.95, 0.02, 0.95)),
        ("l", "w", (0.5, 0.15, 0.5, 0.4)),
        ("l", "w", (0.5, 0.58, 0.5, 0.88)),
    ),
    "star": (
        ("p", "", (
            0.5, 0.0, 0.62, 0.35, 0.98, 0.35, 0.69, 0.57, 0.8, 0.93, 0.5, 0.72, 0.2, 0.93, 0.31, 0.57, 0.02, 0.35, 0.38, 0.35,
        )),
    ),
    "iron": (
        ("p", "w", (0.3, 0.08, 0.7, 0.08, 0.8, 0.45, 0.2, 0.45)),
        ("p", "w", (0.1, 0.52, 0.44, 0.52, 0.5, 0.92, 0.0, 0.92)),
        ("p", "w", (0.56, 0.52, 0.9, 0.52, 1.0, 0.92, 0.54, 0.92)),
    ),
    "wood": (
        ("e", "w", (0.0, 0.48, 0.48, 0.96)), ("e", "", (0.14, 0.62, 0.34, 0.82)),
        ("e", "w", (0.52, 0.48, 1.0, 0.96)), ("e", "", (0.66, 0.62, 0.86, 0.82)),
        ("e", "w", (0.26, 0.04, 0.74, 0.52)), ("e", "", (0.4, 0.18, 0.6, 0.38)),
    ),
    "grain": (
        ("l", "w", (0.5, 0.2, 0.5, 1.0)),
        ("p", "w", (0.5, 0.0, 0.62, 0.16, 0.5, 0.34, 0.38, 0.16)),
        ("p", "w", (0.46, 0.52, 0.2, 0.44, 0.14, 0.18, 0.4, 0.28)), ("p", "w", (0.54, 0.52, 0.8, 0.44, 0.86, 0.18, 0.6, 0.28)),
        ("p", "w", (0.46, 0.86, 0.2, 0.78, 0.14, 0.52, 0.4, 0.62)), ("p", "w", (0.54, 0.86, 0.8, 0.78, 0.86, 0.52, 0.6, 0.62)),
    ),
    "stone": (("p", "w", (0.02, 0.88, 0.12, 0.42, 0.42, 0.12, 0.8, 0.3, 1.0, 0.88)), ("l", "", (0.42, 0.12, 0.52, 0.5, 0.78, 0.62))),
    "gold": (("e", "w", (0.06, 0.06, 0.94, 0.94)), ("e", "", (0.18, 0.18, 0.82, 0.82)), ("e", "w", (0.32, 0.32, 0.68, 0.68))),
    "special": (
        ("p", "w", (0.02, 0.52, 0.46, 0.52, 0.46, 0.9, 0.02, 0.9)),
        ("p", "w", (0.56, 0.52, 1.0, 0.52, 1.0, 0.9, 0.56, 0.9)),
        ("p", "w", (0.28, 0.06, 0.74, 0.06, 0.74, 0.43, 0.28, 0.43)),
    ),
    "population_growth": (
        ("e", "w", (0.15, 0.08, 0.45, 0.4)), ("p", "w", (0.05, 0.95, 0.12, 0.48, 0.48, 0.48, 0.55, 0.95)),
        ("l", "w", (0.8, 0.3, 0.8, 0.8)), ("l", "w", (0.58, 0.55, 1.0, 0.55)),
    ),
    "earthquake": (("p", "w", (0.55, 0.0, 0.2, 0.5, 0.45, 0.5, 0.3, 1.0, 0.85, 0.38, 0.58, 0.38, 0.8, 0.0)),),
    "eruption": (
        ("p", "w", (0.02, 0.95, 0.36, 0.42, 0.64, 0.42, 0.98, 0.95)), ("e", "w", (0.4, 0.0, 0.6, 0.2)),
        ("e", "w", (0.14, 0.1, 0.32, 0.28)), ("e", "w", (0.68, 0.1, 0.86, 0.28)),
    ),
    "hunger": (("p", "w", (0.02, 0.45, 0.98, 0.45, 0.75, 0.9, 0.25, 0.9)), ("l", "w", (0.1, 0.1, 0.9, 0.32))),
    "barbarians": (("l", "w", (0.3, 1.0, 0.6, 0.1)), ("p", "w", (0.5, 0.05, 0.95, 0.12, 0.9, 0.6, 0.48, 0.42))),
    "olympics": (
        ("p", "w", (0.35, 0.48, 0.65, 0.48, 0.55, 1.0, 0.45, 1.0)),
        ("p", "w", (0.5, 0.0, 0.75, 0.28, 0.62, 0.42, 0.38, 0.42, 0.25, 0.28)),
    ),
    "hero": (
        ("l", "w", (0.5, 0.6, 0.5, 1.0)), ("l", "w", (0.22, 0.7, 0.78, 0.7)),
        ("p", "w", (0.4, 0.14, 0.5, 0.0, 0.6, 0.14, 0.6, 0.7, 0.4, 0.7)),
    ),
    "fortune": (
        ("e", "w", (0.06, 0.06, 0.94, 0.94)), ("e", "", (0.2, 0.2, 0.8, 0.8)),
        ("l", "w", (0.5, 0.1, 0.5, 0.9)), ("l", "w", (0.1, 0.5, 0.9, 0.5)), ("e", "w", (0.38, 0.38, 0.62, 0.62)),
    ),
}  # fmt: skip


class Board(Canvas):
    """A canvas with the icons of this game."""

    icons = ICONS


# ------------------------------------------------------------------------------------------------ picture
def draw(view: View) -> np.ndarray:
    """The whole picture of what a viewer may know."""
    canvas = table().copy()
    draw_title(canvas, view)
    draw_roads(canvas, view)
    for seat in range(view.players):
        draw_mat(canvas, view, seat)
    draw_supply(canvas, view)
    draw_piles(canvas, view)
    draw_moment(canvas, view)
    return canvas.pixels()


@cache
def table() -> Board:
    """The empty table, the same in every picture."""
    canvas = Board((WIDTH, HEIGHT), NIGHT)
    x, y = CENTRE
    for grow, colour in ((62, "#120f0b"), (54, RIM_DARK), (49, RIM), (36, RIM_DARK), (33, FELT), (-70, FELT_LIGHT)):
        canvas.ellipse((x - RADII[0] - grow, y - RADII[1] - grow, x + RADII[0] + grow, y + RADII[1] + grow), colour)
    canvas.rectangle((0, 0, WIDTH, BAR), "#0f0c09")
    canvas.line([(0, BAR), (WIDTH, BAR)], GOLD, 2)
    return canvas


def draw_title(canvas: Board, view: View) -> None:
    """Name of the game, day, phase and turn."""
    canvas.icon("star", (16, 13), 20, GOLD)
    canvas.text((46, BAR / 2), "AGE OF HEROES", 20, GOLD, bold=True)
    canvas.text((WIDTH / 2, BAR / 2), f"Day {view.s.day} · {view.phase().capitalize()}", 20, WHITE, "mm")
    canvas.text((WIDTH - 16, BAR / 2), "The game is over" if view.s.over else sentence(view.turn()), 14, SHADE, "rm", 310)


def angle(view: View, place: float) -> float:
    """Direction of a place at the table: the viewer sits at the bottom, the next seat to the right of it."""
    return math.pi / 2 - 2 * math.pi * (place - (view.viewer or 0)) / view.players


def on_oval(direction: float) -> Point:
    """The point of the oval in a direction."""
    return CENTRE[0] + RADII[0] * math.cos(direction), CENTRE[1] + RADII[1] * math.sin(direction)


def mat_corner(view: View, seat: int) -> Point:
    """Top left corner of a seat's mat, moved inwards where the oval is too near to the border."""
    x, y = on_oval(angle(view, seat))
    left = min(max(x - MAT[0] / 2, 8), WIDTH - MAT[0] - 8)
    top = min(max(y - MAT[1] / 2, BAR + 8), HEIGHT - MAT[1] - 8)
    return round(left), round(top)


def draw_roads(canvas: Board, view: View) -> None:
    """Paved roads between neighbours, and faint tracks where none is built."""
    for seat in range(1 if view.players == 2 else view.players):
        steps = np.linspace(seat, seat + 1, 61)
        points = [on_oval(angle(view, step)) for step in steps]
        if view.road(seat):
            canvas.line(points, "#3b2c1c", 18)
            canvas.line(points, "#b39b74", 14)
            dash, colour, width = 2, PARCHMENT, 2
        else:
            dash, colour, width = 1, "#3f6e5e", 2
        for k in range(0, 60, 2 * dash):
            canvas.line(points[k : k + dash + 1], colour, width)


# ------------------------------------------------------------------------------------------------ a seat
def draw_mat(canvas: Board, view: View, seat: int) -> None:
    """Everything that belongs to one seat."""
    s = view.s
    x, y = mat_corner(view, seat)
    width, height = MAT
    alive = bool(s.alive[seat])
    colour = TRIBE_COLOURS[s.tribe[seat]] if alive else "#77706a"
    if view.to_act(seat) or s.winner == seat:
        for grow, tone in ((7, "#8c6d1f"), (5, GOLD)):
            canvas.rectangle((x - grow, y - grow, x + width + grow, y + height + grow), tone, radius=10 + grow)
    canvas.rectangle((x, y, x + width, y + height), PARCHMENT if alive else "#bdb6aa", INK, 1.5, 10)
    canvas.rectangle((x, y, x + width, y + 26), colour, INK, 1.5, 10)
    canvas.rectangle((x + 1.5, y + 14, x + width - 1.5, y + 26), colour)
    draw_name(canvas, view, seat, (x, y))
    draw_monument(canvas, view, seat, (x + width - 60, y + 30), colour)
    if alive:
        draw_pieces(canvas, view, seat, (x + 10, y + 31), colour)
        draw_hand(canvas, view, seat, (x + width / 2, y + 122))
        draw_hand_words(canvas, view, seat, (x, y + height - 11))
    else:
        canvas.text((x + width / 2 - 20, y + 95), "eliminated", 26, "#8a3b32", "mm", bold=True)


def draw_name(canvas: Board, view: View, seat: int, at: Point) -> None:
    """Seat, tribe and marks in the head of the mat."""
    x, y = at
    canvas.text((x + 10, y + 13), f"{seat}  {view.tribe(seat)}", 16, WHITE, bold=True)
    marks = ["winner"] if view.s.winner == seat else ["to act"] if view.to_act(seat) else []
    if view.s.starter == seat:
        marks.append("leads")
    right = x + MAT[0] - 8
    for mark in marks:
        wide = font(11).getlength(mark) / SCALE + 12
        canvas.rectangle((right - wide, y + 5, right, y + 21), GOLD if mark != "leads" else SHADE, radius=8)
        canvas.text((right - wide / 2, y + 13), mark, 11, INK, "mm")
        right -= wide + 5


def draw_monument(canvas: Board, view: View, seat: int, at: Point, colour: str) -> None:
    """A stack of blocks, filled from below, each layer narrower than the one under it."""
    size, progress = int(view.rules.victory_monument_size), int(view.s.progress[seat])
    x, y = at[0] + 26, at[1] + 44
    for block in range(size):
        half, top = 25 - 3 * block, y - 8 * (block + 1)
        full = block < progress
        canvas.rectangle((x - half, top, x + half, top + 7), colour if full else SHADE, INK if full else FAINT, 0.8, 1)
    canvas.text((x, y + 8), f"{view.special(seat)} {progress}/{size}", 10, INK, "mm", 56)


def draw_pieces(canvas: Board, view: View, seat: int, at: Point, colour: str) -> None:
    """Cities and fortresses, then armies, then generals; those away pale, those disabled crossed out."""
    s = view.s
    x, y = at
    cities, fortresses = int(s.cities[seat]), int(s.fortresses[seat])
    draw_row(canvas, (x, y), 118, [("city", "")] * cities, colour)
    draw_row(canvas, (x + 124, y), 68, [("fortress", "")] * fortresses, colour)
    away, disabled = int(s.armies_away[seat]), int(s.armies_disabled[seat])
    armies = [("army", "")] * view.home_armies(seat) + [("army", "away")] * away + [("army", "disabled")] * disabled
    draw_row(canvas, (x, y + 21), 118, armies, colour)
    generals = [("general", "")] * view.home_generals(seat) + [("general", "away")] * int(s.generals_away[seat])
    draw_row(canvas, (x + 124, y + 21), 68, generals, colour)
    words = [f"{number} {state}" for number, state in ((away + int(s.generals_away[seat]), "away"), (disabled, "disabled")) if number]
    canvas.text((x, y + 50), ", ".join(words), 10, FAINT)


def draw_row(canvas: Board, at: Point, width: float, pieces: Sequence[tuple[str, str]], colour: str) -> None:
    """The number of pieces and an icon for each, moved together if there are many."""
    if not pieces:
        return
    x, y = at
    canvas.text((x + 13, y + 9), str(len(pieces)), 13, INK, "rm", bold=True)
    step = min(18, (width - 34) / max(1, len(pieces) - 1))
    for place, (name, state) in enumerate(pieces):
        left = x + 17 + step * place
        canvas.icon(name, (left, y), 17, {"": colour, "away": "#b9a98a", "disabled": "#8b8378"}[state])
        if state == "disabled":
            canvas.line([(left, y + 17), (left + 17, y)], "#a3212f", 2)


def draw_hand(canvas: Board, view: View, seat: int, centre: Point) -> None:
    """A fan of cards: face up what the viewer knows, the others as backs."""
    known = view.known_hand(seat)
    faces = [(kind, 0) for kind, number in enumerate(known) for _ in range(number)]
    if len(faces) > 15:  # too many to read: one card for each kind, with its number
        faces = [(kind, int(number)) for kind, number in enumerate(known) if number]
    backs = view.hand_size(seat) - int(known.sum())
    cards = [face(view, kind, number) for kind, number in faces] + [back()] * min(backs, 24)
    step = min(CARD[0] + 2, (MAT[0] - 20 - CARD[0]) / max(1, len(cards) - 1))
    turn = min(2.5, 14 / max(1, len(cards)))
    for place, card in enumerate(cards):
        offset = place - (len(cards) - 1) / 2
        tilted = card.rotate(-offset * turn, Image.Resampling.BICUBIC, expand=True)
        canvas.paste(tilted, (centre[0] + offset * step, centre[1] + 0.15 * turn * offset * offset))


def draw_hand_words(canvas: Board, view: View, seat: int, at: Point) -> None:
    """Hand size, and the standing offer during the market."""
    x, y = at
    size = view.hand_size(seat)
    words, offer = f"{size} card{'' if size == 1 else 's'}", view.offer(seat)
    if not offer:
        canvas.text((x + MAT[0] / 2, y), words, 10, FAINT, "mm")
        return
    canvas.text((x + 10, y), words, 10, FAINT)
    canvas.rectangle((x + 54, y - 8, x + MAT[0] - 8, y + 8), "#fffaf0", INK, 1, 8)
    canvas.text((x + (MAT[0] + 46) / 2, y), offer, 12, INK, "mm", MAT[0] - 74)


# ------------------------------------------------------------------------------------------------ cards
def card_colour(view: View, kind: int) -> str:
    """The colour of a kind of card; specials have that of the tribe that collects them."""
    if Card.SPECIAL <= kind < Card.POPULATION_GROWTH:
        return TRIBE_COLOURS[view.s.tribe[kind - Card.SPECIAL]]
    return CARD_COLOURS[Card(kind)]


def icon_name(kind: int) -> str:
    """The icon of a kind of card."""
    return "special" if Card.SPECIAL <= kind < Card.POPULATION_GROWTH else CARDS[kind]


def short_name(view: View, kind: int) -> str:
    """The name of a card as it fits on a small one."""
    return SHORT_NAMES.get(kind, view.card(kind))


def face(view: View, kind: int, number: int = 0) -> Image.Image:
    """A card face up, with a number if it stands for several."""
    return card_face(short_name(view, kind), icon_name(kind), card_colour(view, kind), number)


@cache
def card_face(name: str, icon: str, colour: str, number: int) -> Image.Image:
    """A card face up; its name runs along the left edge, which stays in sight in a fan."""
    width, height = CARD
    canvas = Board(CARD)
    canvas.rectangle((0, 0, width - 0.5, height - 0.5), colour, PARCHMENT, 1.5, 5)
    canvas.icon(icon, (18, 20), 17, colour, WHITE)
    strip = Board((height - 4, 14))
    strip.text(((height - 4) / 2, 7), name.capitalize(), 11, WHITE, "mm", height - 9)
    canvas.paste(strip.image.rotate(90, expand=True), (9, height / 2))
    if number:
        canvas.text((27, 10), f"x{number}", 11, WHITE, "mm")
    return canvas.image


@cache
def back() -> Image.Image:
    """A card face down."""
    width, height = CARD
    canvas = Board(CARD)
    canvas.rectangle((0, 0, width - 0.5, height - 0.5), BACK, PARCHMENT, 1.5, 5)
    canvas.rectangle((5, 5, width - 5.5, height - 5.5), None, BACK_LINE, 1, 3)
    canvas.icon("star", (11, 21), 18, BACK_LINE)
    return canvas.image


# ------------------------------------------------------------------------------------------------ the middle
def draw_supply(canvas: Board, view: View) -> None:
    """The pieces left to build."""
    left, top, right, _ = BOX
    canvas.rectangle((left, top, right, top + 34), "#1d3a31", "#4d7a69", 1, 8)
    canvas.text((left + 10, top + 17), "Supply", 13, SHADE)
    for place, (name, number) in enumerate(zip(("army", "city", "fortress", "general", "road"), view.s.supply, strict=True)):
        x = left + 70 + 57 * place
        canvas.icon(name, (x, top + 7), 20, SHADE, "#1d3a31")
        canvas.text((x + 26, top + 17), str(number), 15, WHITE)


def draw_piles(canvas: Board, view: View) -> None:
    """The draw pile as a stack of backs, and what lies in the discard pile."""
    s = view.s
    left, top = BOX[0], BOX[1] + 40
    canvas.rectangle((left + 6, top + 6, left + 46, top + 66), None, "#4d7a69", 1, 5)
    layers = min(4, math.ceil(int(s.deck_size) / 24))
    for layer in range(layers):
        canvas.paste(back(), (left + 26 + 2 * layer, top + 36 - 2 * layer))
    canvas.rectangle((left + 6, top + 52, left + 56, top + 70), NIGHT, "#4d7a69", 1, 8)
    canvas.text((left + 31, top + 61), f"{s.deck_size} left", 11, WHITE, "mm")
    canvas.text((left + 72, top + 7), f"Discard pile: {s.discard.sum()}", 12, SHADE)
    for place, kind in enumerate(np.flatnonzero(s.discard)):
        draw_chip(canvas, view, int(kind), (left + 72 + 40 * (place % 7), top + 16 + 19 * (place // 7)))


def draw_chip(canvas: Board, view: View, kind: int, at: Point) -> None:
    """A kind of card in the discard pile and how many of it."""
    x, y = at
    canvas.rectangle((x, y, x + 37, y + 17), card_colour(view, kind), radius=4)
    canvas.icon(icon_name(kind), (x + 4, y + 2), 13, card_colour(view, kind), WHITE)
    canvas.text((x + 33, y + 8.5), str(view.s.discard[kind]), 11, WHITE, "rm")


def draw_moment(canvas: Board, view: View) -> None:
    """What is going on: the end, a war, or the question of the moment."""
    left, _, right, bottom = BOX
    top = bottom - 118
    canvas.rectangle((left, top, right, bottom), PARCHMENT, GOLD, 2, 10)
    if view.s.over:
        draw_end(canvas, view, (left, top))
        return
    if view.at_war():
        draw_war(canvas, view, (left, top))
        top += 76
    elif occasion(view):
        canvas.text(((left + right) / 2, top + 20), occasion(view), 13, FAINT, "mm", right - left - 24)
        top += 20
    middle = ((left + right) / 2, (top + bottom) / 2)
    draw_question(canvas, view, middle, right - left - 24)


def occasion(view: View) -> str:
    """What the question of the moment is about, if there is anything to say."""
    if view.event():
        return f"Event: {view.event()}"
    if view.refusals():
        return f"Road refused by {view.refusals()}"
    return "The market is open" if view.s.stage == Stage.MARKET else ""


def draw_question(canvas: Board, view: View, middle: Point, width: float) -> None:
    """Who has to act, and what it is asked if the viewer may know."""
    x, y = middle
    seat, question = int(view.s.seat), view.question()
    canvas.text((x, y - 10 if question else y), f"{view.label(seat)} to act", 16, TRIBE_COLOURS[view.s.tribe[seat]], "mm", width, bold=True)
    if question:
        canvas.text((x, y + 11), sentence(question), 14, INK, "mm", width)


def draw_end(canvas: Board, view: View, at: Point) -> None:
    """The result, under a star in the colour of the winner."""
    x, y = (BOX[0] + BOX[2]) / 2, at[1]
    winner = int(view.s.winner)
    colour = TRIBE_COLOURS[view.s.tribe[winner]] if winner >= 0 else FAINT
    canvas.icon("star", (x - 20, y + 8), 40, GOLD if winner >= 0 else SHADE)
    head, _, rest = view.result().partition(": ")
    canvas.text((x, y + 66), head, 22, colour, "mm", BOX[2] - BOX[0] - 24, bold=True)
    for place, line in enumerate(textwrap.wrap(rest, 56)):
        canvas.text((x, y + 91 + 15 * place), line, 14, INK, "mm", BOX[2] - BOX[0] - 24)


def draw_war(canvas: Board, view: View, at: Point) -> None:
    """Both sides of a war, their forces as icons, and the dice between them."""
    x, y = at
    middle = (BOX[0] + BOX[2]) / 2
    canvas.text((middle, y + 13), f"War of {GOALS[view.s.war_goal]}", 14, INK, "mm", bold=True)
    for side in (ATTACKER, DEFENDER):
        seat = view.fighter(side)
        colour = TRIBE_COLOURS[view.s.tribe[seat]]
        edge, anchor = (x + 10, "lm") if side == ATTACKER else (BOX[2] - 10, "rm")
        canvas.text((edge, y + 13), view.tribe(seat), 14, colour, anchor, bold=True)
        canvas.text((edge, y + 29), SIDES[side], 10, FAINT, anchor)
        draw_forces(canvas, view, side, (edge, y + 38), colour)
        if view.s.war_die[side]:
            draw_die(canvas, view, side, (middle + (-46 if side == ATTACKER else 14), y + 26), colour)
    canvas.line([(x + 10, y + 76), (BOX[2] - 10, y + 76)], SHADE)


def draw_forces(canvas: Board, view: View, side: int, at: Point, colour: str) -> None:
    """The forces of a side growing from its edge inwards, or why they are not shown."""
    forces = view.forces(side)
    x, y = at
    if forces is None:
        canvas.text((x, y + 12), view.secrecy(side), 12, INK, "lm" if side == ATTACKER else "rm")
        return
    led = forces.leader != Leader.NONE
    pieces = [forces.leader.name.lower()] * led + ["army"] * forces.armies + ["hero"] * forces.heroes
    step = min(22, 84 / max(1, len(pieces) - 1))
    for place, name in enumerate(pieces):
        left = x + 2 + step * place if side == ATTACKER else x - 22 - step * place
        if led and place == 0:
            canvas.ellipse((left - 3, y - 3, left + 23, y + 23), GOLD)
        canvas.icon(name, (left, y), 20, colour, colour if name == "hero" else PARCHMENT)


PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def draw_die(canvas: Board, view: View, side: int, at: Point, colour: str) -> None:
    """The die of a side and its total."""
    x, y = at
    value, bonus = int(view.s.war_die[side]), view.bonus(side)
    canvas.rectangle((x, y, x + 32, y + 32), colour, INK, 1, 6)
    for pip in PIPS[value]:
        px, py = x + 8 + 8 * (pip % 3), y + 8 + 8 * (pip // 3)
        canvas.ellipse((px - 3, py - 3, px + 3, py + 3), WHITE)
    canvas.text((x + 16, y + 41), f"{value} + {bonus} = {value + bonus}", 11, INK, "mm")
