"""The picture of Heroes of History: the war zones of all players, drawn from simple shapes.

All coordinates are pixels of the finished picture (see `core/canvas.py`). Two players face each other over the whole
width, three or four sit in the corners of a square.
"""

from __future__ import annotations

import textwrap

import numpy as np

from rulebound.envs.core.canvas import INK, PARCHMENT, Canvas, Icon, Point
from rulebound.envs.heroes_of_history.cards import Card
from rulebound.envs.heroes_of_history.language import Kind
from rulebound.envs.heroes_of_history.render import Unit, View
from rulebound.envs.heroes_of_history.state import SLOTS, Phase, Prompt
from rulebound.envs.heroes_of_history.wording import card_words

WIDTH, HEIGHT = 960, 720
BAR = 46  # height of the title bar
FOOT = 30  # height of the line with the question
GAP = 8
SHADE, FAINT, GOLD, WHITE = "#dccba4", "#8d7d62", "#e8b93a", "#ffffff"
NIGHT, DARK, FELT = "#1b1712", "#0f0c09", "#33413a"
SEAT_COLOURS = ("#2f6db5", "#a3212f", "#2f7d3b", "#b8860b")
SET_COLOURS = ("#3c6ea5", "#9b3a30", "#4d7d45", "#7a5299", "#a8782a", "#3f8583")
KIND_COLOURS = {
    Kind.EXCEPTIONAL: "#35507c", Kind.COMBATANT: "#4a6a9c", Kind.ACTION: "#b8892a",
    Kind.HOLD: "#8b9097", Kind.WEAPON: "#4a4643", Kind.BATTLEFIELD: "#4d7d45",
}  # fmt: skip
BACK, BACK_LINE = "#38466b", "#8fa0cc"
BAD = {"stunned", "locked"}  # powers that harm their Combatant

ICONS: dict[str, Icon] = {
    "star": (
        ("p", "", (
            0.5, 0.0, 0.62, 0.35, 0.98, 0.35, 0.69, 0.57, 0.8, 0.93, 0.5, 0.72, 0.2, 0.93, 0.31, 0.57, 0.02, 0.35, 0.38, 0.35,
        )),
    ),
    "sword": (("l", "", (0.12, 0.88, 0.88, 0.12)), ("l", "", (0.12, 0.5, 0.5, 0.88)), ("l", "", (0.06, 0.94, 0.2, 0.8))),
    "shield": (("p", "", (0.1, 0.1, 0.9, 0.1, 0.9, 0.5, 0.5, 0.98, 0.1, 0.5)),),
    "general": (("p", "", (0.05, 0.9, 0.0, 0.2, 0.28, 0.52, 0.5, 0.05, 0.72, 0.52, 1.0, 0.2, 0.95, 0.9)),),
    "civilian": (("e", "", (0.28, 0.0, 0.72, 0.44)), ("p", "", (0.1, 1.0, 0.25, 0.5, 0.75, 0.5, 0.9, 1.0))),
    "soldier": (("p", "", (0.1, 1.0, 0.1, 0.45, 0.3, 0.1, 0.7, 0.1, 0.9, 0.45, 0.9, 1.0, 0.65, 1.0, 0.58, 0.55, 0.42, 0.55, 0.35, 1.0)),),
    "warrior": (("l", "", (0.2, 1.0, 0.62, 0.05)), ("p", "", (0.45, 0.0, 0.98, 0.1, 0.9, 0.62, 0.42, 0.42))),
}  # fmt: skip


class Board(Canvas):
    """A canvas with the icons of this game."""

    icons = ICONS


def draw(view: View) -> np.ndarray:
    """The whole picture of what a viewer may know."""
    canvas = Board((WIDTH, HEIGHT), NIGHT)
    draw_title(canvas, view)
    if view.s.phase == Phase.DRAFT:
        draw_draft(canvas, view)
    else:
        for seat in range(view.players):
            draw_zone(canvas, view, seat)
    draw_foot(canvas, view)
    return canvas.pixels()


def draw_title(canvas: Board, view: View) -> None:
    """Name of the game, turn and phase."""
    canvas.rectangle((0, 0, WIDTH, BAR), DARK)
    canvas.line([(0, BAR), (WIDTH, BAR)], GOLD, 2)
    canvas.icon("star", (16, 13), 20, GOLD)
    canvas.text((46, BAR / 2), "HEROES OF HISTORY", 20, GOLD, bold=True)
    canvas.text((WIDTH - 16, BAR / 2), view.phase(), 16, WHITE, "rm", 560)


def draw_foot(canvas: Board, view: View) -> None:
    """What is asked, or how the game ended."""
    top = HEIGHT - FOOT
    canvas.rectangle((0, top, WIDTH, HEIGHT), GOLD if view.s.over else DARK)
    words = view.ending() if view.s.over else view.question()
    canvas.text((WIDTH / 2, top + FOOT / 2), words, 15, INK if view.s.over else GOLD, "mm", WIDTH - 30, bold=bool(view.s.over))


# ------------------------------------------------------------------------------------------------ a war zone
def zone_box(view: View, seat: int) -> tuple[float, float, float, float]:
    """The box of a seat's war zone: the viewer (or seat 0) at the bottom, the next seats clockwise."""
    place = (seat - (view.viewer or 0)) % view.players
    top, height = BAR + GAP, (HEIGHT - BAR - FOOT - 3 * GAP) / 2
    low = top + height + GAP
    if view.players == 2:
        y = low if place == 0 else top
        return GAP, y, WIDTH - GAP, y + height
    wide = (WIDTH - 3 * GAP) / 2
    x, y = ((GAP, low), (GAP, top), (2 * GAP + wide, top), (2 * GAP + wide, low))[place]
    return x, y, x + wide, y + height


def draw_zone(canvas: Board, view: View, seat: int) -> None:
    """Everything that belongs to one seat."""
    s = view.s
    x, y, right, low = zone_box(view, seat)
    colour = SEAT_COLOURS[seat] if s.alive[seat] else "#6b6560"
    marked = (s.winner == seat) if s.over else s.seat == seat
    if marked:
        canvas.rectangle((x - 4, y - 4, right + 4, low + 4), GOLD, radius=12)
    canvas.rectangle((x, y, right, low), FELT if s.alive[seat] else "#3a3733", radius=9)
    canvas.rectangle((x, y, right, y + 28), colour, radius=9)
    canvas.rectangle((x, y + 14, right, y + 28), colour)
    mark = "winner" if s.winner == seat else "to act" if marked else "turn" if s.active == seat and not s.over else ""
    canvas.text((x + 12, y + 14), f"player_{seat}{f' - {mark}' if mark else ''}", 16, WHITE, bold=True)
    if not s.alive[seat]:
        canvas.text(((x + right) / 2, (y + low) / 2 + 14), "out of the game", 26, "#b6aca0", "mm", bold=True)
        return
    draw_points(canvas, (right - 8, y + 14), int(s.state_points[seat]), right - x)
    wide = view.players == 2
    if wide:
        draw_trench(canvas, view, seat, (x + 12, y + 38), (112, 150))
        draw_command(canvas, view, seat, (x + 606, y + 38), 326)
        draw_hand(canvas, view, seat, (x + 12, low - 98), right - x - 24, (72, 90))
    else:
        draw_trench(canvas, view, seat, (x + 8, y + 34), (86, 118))
        draw_command(canvas, view, seat, (x + 8, y + 160), right - x - 16)
        draw_hand(canvas, view, seat, (x + 8, low - 68), right - x - 16, (50, 62))


def draw_points(canvas: Board, at: Point, points: int, room: float) -> None:
    """State Points as a number and a bar."""
    x, y = at
    canvas.text((x, y), f"{points}", 20, WHITE, "rm", bold=True)
    wide = min(200.0, room / 3)
    left = x - 40 - wide
    canvas.rectangle((left, y - 6, left + wide, y + 6), DARK, radius=6)
    share = min(1.0, points / 50)
    tone = "#57a05a" if points > 20 else "#d9a520" if points > 8 else "#d4553f"
    if share > 0.06:
        canvas.rectangle((left + 1, y - 5, left + 1 + share * (wide - 2), y + 5), tone, radius=5)


def draw_trench(canvas: Board, view: View, seat: int, at: Point, size: tuple[float, float]) -> None:
    """Five slots with the Combatants."""
    units = {unit.slot: unit for unit in view.units(seat)}
    fights = _fighters(view, seat)
    for slot in range(SLOTS):
        x, y = at[0] + slot * (size[0] + 5), at[1]
        canvas.rectangle((x, y, x + size[0], y + size[1]), None, "#56675e", 1, 7)
        if slot in units:
            draw_unit(canvas, view, units[slot], (x, y), size, slot in fights)
        else:
            canvas.text((x + size[0] / 2, y + size[1] / 2), str(slot), 15, "#56675e", "mm")


def _fighters(view: View, seat: int) -> set[int]:
    """Slots of a seat that take part in the attack under way."""
    s = view.s
    if not s.over and s.prompt == Prompt.TARGET and s.seat == seat:
        return {int(s.place)}
    return set()


def card_of(view: View, number: int) -> Card:
    """A card by its number."""
    return view.cards.card(number)


def draw_unit(canvas: Board, view: View, unit: Unit, at: Point, size: tuple[float, float], fights: bool) -> None:
    """A Combatant: upright in attack mode, lying in defense mode, with what it carries below."""
    x, y = at
    card = card_of(view, unit.number)
    carried = [name for name in (unit.weapon, unit.hold) if name != "-"]
    room = size[1] - 17 * len(carried)
    wide, high = (size[0] - 2, min(room - 2, size[0] * 0.74)) if unit.defends else (size[0] * 0.84, room - 2)
    left, top = x + (size[0] - wide) / 2, y + (room - high) / 2
    tone = SET_COLOURS[(view.cards.sets[card.set] - 1) % len(SET_COLOURS)]
    canvas.rectangle((left, top, left + wide, top + high), PARCHMENT, GOLD if fights else INK, 3 if fights else 1.2, 6)
    band = 30 if high > 70 else 24
    canvas.rectangle((left + 1.5, top + 1.5, left + wide - 1.5, top + band), tone, radius=5)
    lines = textwrap.wrap(unit.title, 13, break_long_words=False)[:2]
    for k, line in enumerate(lines):
        canvas.text((left + wide / 2, top + band / 2 + (k - (len(lines) - 1) / 2) * 11), line, 11, WHITE, "mm", wide - 6, bold=True)
    canvas.icon(card.sub or "civilian", (left + 5, top + band + 3), 13, tone)
    for star in range(card.stars):
        canvas.icon("star", (left + wide - 15 - 13 * star, top + band + 3), 12, GOLD)
    draw_powers(canvas, unit, (left + wide / 2, top + band + 26), wide - 8, top + high - 24)
    draw_totals(canvas, unit, (left, top + high - 12), wide)
    for k, name in enumerate(carried):
        low = y + room + 17 * k
        weapon = name == unit.weapon and k == 0
        canvas.rectangle((x + 2, low + 1, x + size[0] - 2, low + 16), KIND_COLOURS[Kind.WEAPON if weapon else Kind.HOLD], radius=4)
        canvas.icon("sword" if weapon else "shield", (x + 6, low + 3), 10, WHITE)
        canvas.text((x + 20, low + 8.5), name, 10.5, WHITE, "lm", size[0] - 26)


def draw_powers(canvas: Board, unit: Unit, at: Point, wide: float, lowest: float) -> None:
    """Powers as small words, as many as there is room for."""
    x, y = at
    for name in unit.powers:
        if y > lowest:
            return
        canvas.text((x, y), name, 10, "#a3212f" if name in BAD else "#3d6b45", "mm", wide, bold=True)
        y += 11


def draw_totals(canvas: Board, unit: Unit, at: Point, wide: float) -> None:
    """Total ATK and DEF; the one that counts in this mode is large."""
    x, y = at
    attack, defense = (13, 19) if unit.defends else (19, 13)
    canvas.icon("sword", (x + 5, y - 5), 10, "#a3212f")
    canvas.text((x + 18, y), str(unit.attack), attack, INK if attack > 15 else FAINT, "lm", bold=attack > 15)
    canvas.icon("shield", (x + wide - 16, y - 5), 10, "#2f6db5")
    canvas.text((x + wide - 19, y), str(unit.defense), defense, INK if defense > 15 else FAINT, "rm", bold=defense > 15)


def draw_command(canvas: Board, view: View, seat: int, at: Point, wide: float) -> None:
    """Battlefield, piles and the five slots of the Command Zone."""
    x, y = at
    tall = view.players == 2
    field = view.battlefield(seat)
    columns = 2 if tall else 3
    cell, high = (wide - 6 * (columns - 1)) / columns, 34 if tall else 26
    cards = dict(view.command(seat))
    boxes = [
        (cards.get(slot), KIND_COLOURS[card_of(view, int(view.s.command[seat, slot])).kind] if slot in cards else None)
        for slot in range(SLOTS)
    ]
    boxes.append((field, KIND_COLOURS[Kind.BATTLEFIELD] if field else None))
    for k, (title, colour) in enumerate(boxes):
        left, top = x + (k % columns) * (cell + 6), y + (k // columns) * (high + 5)
        canvas.rectangle((left, top, left + cell, top + high), colour, None if colour else "#56675e", 1, 6)
        empty = "battlefield" if k == SLOTS else f"command {k}"
        canvas.text((left + cell / 2, top + high / 2), title or empty, 12, WHITE if title else "#71837a", "mm", cell - 8, bold=bool(title))
    s = view.s
    museum = int(s.museum[seat].sum())
    words = f"deck {int(s.deck_size[seat])}   museum {museum}   hand {int(s.hand_size[seat])}"
    top = y + (len(boxes) // columns) * (high + 5) + 11
    canvas.text((x, top), words, 13, SHADE, "lm", wide)


def draw_hand(canvas: Board, view: View, seat: int, at: Point, wide: float, size: tuple[float, float]) -> None:
    """The hand: face up if the viewer may see it, else backs."""
    held, number = view.hand(seat), int(view.s.hand_size[seat])
    step = min(size[0] + 5, (wide - size[0]) / max(1, number - 1))
    for place in range(number):
        x, y = at[0] + place * step, at[1]
        if held is None:
            canvas.rectangle((x, y, x + size[0], y + size[1]), BACK, BACK_LINE, 1.2, 5)
            canvas.rectangle((x + 6, y + 6, x + size[0] - 6, y + size[1] - 6), None, BACK_LINE, 1, 3)
            continue
        card = card_of(view, int(view.s.hand[seat, place]))
        draw_card(canvas, card, (x, y), size, place, min(step, size[0]))


def draw_card(canvas: Board, card: Card, at: Point, size: tuple[float, float], place: int, shown: float, effect: str = "") -> None:
    """A card face up, with its effect if there is room for it; `shown` is the width that the next card leaves free."""
    x, y = at
    canvas.rectangle((x, y, x + size[0], y + size[1]), PARCHMENT, INK, 1.2, 5)
    canvas.rectangle((x + 1.5, y + 1.5, x + size[0] - 1.5, y + 15), KIND_COLOURS[card.kind], radius=4)
    canvas.text((x + 5, y + 8), str(place), 10, WHITE, bold=True)
    for star in range(card.stars):
        canvas.icon("star", (x + 14 + 10 * star, y + 3), 9, GOLD)
    fights = card.kind in (Kind.COMBATANT, Kind.EXCEPTIONAL)
    size_of_words = 11 if size[0] > 60 else 9
    lines = textwrap.wrap(card.title, max(5, int(shown / (size_of_words * 0.56))), break_long_words=False)[: 4 if size[0] > 60 else 3]
    for k, line in enumerate(lines):
        canvas.text((x + 4, y + 24 + k * (size_of_words + 1)), line, size_of_words, INK, "lm", shown - 6)
    for k, line in enumerate(textwrap.wrap(effect, int(shown / 4.8))[:4]):
        canvas.text((x + 4, y + 37 + k * 10.5), line, 9, FAINT, "lm", shown - 6)
    words = f"{card.atk}/{card.defense}" if fights else card.type
    canvas.text((x + 4, y + size[1] - 9), words, 12 if fights else 9, INK if fights else FAINT, "lm", shown - 6, bold=fights)


# ------------------------------------------------------------------------------------------------ draft
def draw_draft(canvas: Board, view: View) -> None:
    """The open row of twelve, and what everybody has picked so far."""
    s = view.s
    size = (146, 92)
    for place, number in enumerate(s.draft_row):
        if number:
            x, y = 18 + (place % 6) * (size[0] + 10), BAR + 18 + (place // 6) * (size[1] + 10)
            card = card_of(view, int(number))
            draw_card(canvas, card, (x, y), size, place, size[0], card_words(card, view.cards))
    top = BAR + 18 + 2 * (size[1] + 10) + 8
    wide = (WIDTH - GAP * (view.players + 1)) / view.players
    for seat in range(view.players):
        x = GAP + seat * (wide + GAP)
        if s.seat == seat:
            canvas.rectangle((x - 4, top - 4, x + wide + 4, HEIGHT - FOOT - GAP + 4), GOLD, radius=12)
        canvas.rectangle((x, top, x + wide, HEIGHT - FOOT - GAP), FELT, radius=9)
        canvas.rectangle((x, top, x + wide, top + 28), SEAT_COLOURS[seat], radius=9)
        canvas.text((x + 12, top + 14), f"player_{seat}: {int(s.deck_size[seat])} cards", 15, WHITE, bold=True)
        draw_picks(canvas, view, seat, (x + 12, top + 42), wide - 24)


def draw_picks(canvas: Board, view: View, seat: int, at: Point, wide: float) -> None:
    """The picked titles by type, in as many lines as there is room for."""
    picked = [card_of(view, int(number)) for number in view.s.deck[seat][: int(view.s.deck_size[seat])]]
    x, y = at
    for kind, colour in KIND_COLOURS.items():
        titles = sorted(card.title for card in picked if card.kind == kind)
        if not titles:
            continue
        canvas.rectangle((x, y - 7, x + wide, y + 7), colour, radius=4)
        canvas.text((x + 6, y), f"{len(titles)} {kind.name.lower()}", 11, WHITE, bold=True)
        y += 16
        for line in textwrap.wrap(", ".join(titles), max(10, int(wide / 5.6))):
            if y > HEIGHT - FOOT - GAP - 8:
                return
            canvas.text((x, y), line, 10.5, SHADE, "lm", wide)
            y += 13
        y += 5
