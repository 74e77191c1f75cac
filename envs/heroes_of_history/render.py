"""Heroes of History for people: a text for the terminal and a picture.

`View` decides what a viewer may know and puts it into words; `text` below and the drawing in `picture.py` only
arrange what it tells. Read `picture.py` next.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Column, Kind, Op
from rulebound.envs.heroes_of_history.state import MOST_CHOICES, SLOTS, Mode, Phase, Prompt, WinKind
from rulebound.envs.heroes_of_history.variant import cards_of

if TYPE_CHECKING:
    from rulebound.envs.core.position import Position

COLUMNS = 100
QUESTIONS = {
    Prompt.DRAFT: "which card of the open row?",
    Prompt.DRAW: "how many cards to draw?",
    Prompt.ACT: "play, move or switch cards, {or_attack}end the turn?",
    Prompt.ATTACK: "which Combatant attacks, or no more?",
    Prompt.TARGET: "whom does {attacker} attack?",
    Prompt.TRIBUTE: "which card is tributed for {card}? ({due} due)",
    Prompt.MODE: "in which mode does {card} enter?",
    Prompt.ATTACH: "who bears {attached}?",
    Prompt.PICK_MINE: "{effect}: which own Combatant?",
    Prompt.PICK_THEIRS: "{effect}: which enemy Combatant?",
    Prompt.CHOOSE: "{effect}: which card?",
    Prompt.ORDER: "{effect}: which Combatant in hand?",
    Prompt.DUMP: "{effect}: which card is discarded? ({due} due)",
    Prompt.OPPONENT: "{effect}: which opponent?",
    Prompt.DISCARD: "which card is discarded? (hand limit {hand_limit})",
}
WINS = {
    WinKind.STATE_POINTS: "all others have lost their State Points",
    WinKind.DECK_OUT: "the last opponent has no card to draw",
    WinKind.TURN_CAP: "most State Points at the cap of turns",
}
POWERS = ("guard", "pierce", "raid", "ward", "stunned", "locked")


class Unit(NamedTuple):
    """A Combatant as everybody sees it."""

    slot: int
    title: str
    number: int
    exceptional: bool
    defends: bool
    attack: int
    defense: int
    weapon: str
    hold: str
    attacks_left: int
    powers: tuple[str, ...]

    def __str__(self) -> str:
        title = f"{self.title}*" if self.exceptional else self.title
        words = [f"{self.slot} {title} {self.attack}/{self.defense} {'defends' if self.defends else 'attacks'}"]
        carried = [name for name in (self.weapon, self.hold) if name != "-"]
        if carried:
            words.append(f"with {' and '.join(carried)}")
        if self.powers:
            words.append(f"({', '.join(self.powers)})")
        return " ".join(words)


# ------------------------------------------------------------------------------------------------ what a viewer knows
class View:
    """A position as one seat may know it, or all of it for viewer None. Only this class reads hands and decks."""

    def __init__(self, position: Position, viewer: int | None = None) -> None:
        self.s = position.record
        self.rules = position.rules[0]
        self.players = position.num_players
        self.viewer = viewer
        self.cards = cards_of(position.variant.values)
        if viewer is not None and not 0 <= viewer < self.players:
            raise ValueError(f"seat {viewer} does not exist: seats run from 0 to {self.players - 1}")
        self._seen = position.game.observation
        self._sight = position.observe(0)

    def sees(self, seat: int) -> bool:
        """May the viewer know what this seat knows?"""
        return self.viewer is None or self.viewer == seat

    def shown(self, name: str, seat: int) -> np.ndarray:
        """A public slice of what everybody sees of a seat."""
        return self._seen.read(self._sight, name)[seat]

    # -------------------------------------------------------------------------------------------- zones
    def units(self, seat: int) -> list[Unit]:
        """The Combatants in a Trench."""
        found = []
        for slot in range(SLOTS):
            number = int(self.s.trench[seat, slot])
            if number == 0:
                continue
            powers = tuple(name for name in POWERS if self.shown(name, seat)[slot])
            found.append(
                Unit(
                    slot,
                    self.cards.title(number),
                    number,
                    self.cards.card(number).kind == Kind.EXCEPTIONAL,
                    self.s.mode[seat, slot] == Mode.DEFENSE,
                    int(self.shown("attack", seat)[slot]),
                    int(self.shown("defense", seat)[slot]),
                    self.cards.title(int(self.s.weapon[seat, slot])),
                    self.cards.title(int(self.s.hold[seat, slot])),
                    int(self.shown("attacks_left", seat)[slot]),
                    powers,
                )
            )
        return found

    def command(self, seat: int) -> list[tuple[int, str]]:
        """Places and titles of the cards in a Command Zone."""
        return [(place, self.cards.title(int(card))) for place, card in enumerate(self.s.command[seat]) if card]

    def battlefield(self, seat: int) -> str | None:
        """The active Battlefield."""
        card = int(self.s.battlefield[seat])
        return self.cards.title(card) if card else None

    def hand(self, seat: int) -> list[str] | None:
        """The titles in a hand, by place; None if the viewer may not know them."""
        if not self.sees(seat):
            return None
        return [self.cards.title(int(card)) for card in self.s.hand[seat][: int(self.s.hand_size[seat])]]

    def museum(self, seat: int) -> list[str]:
        """The titles in a Museum with their copies."""
        counts = self.s.museum[seat]
        return [
            f"{int(counts[c])} x {self.cards.title(c)}" if counts[c] > 1 else self.cards.title(c) for c in np.flatnonzero(counts).tolist()
        ]

    def draft_row(self) -> list[str]:
        """The cards that lie open in a draft."""
        return [self.cards.title(int(card)) for card in self.s.draft_row if card]

    def picked(self, seat: int) -> list[str]:
        """The cards a seat has picked in a draft."""
        return sorted(self.cards.title(int(card)) for card in self.s.deck[seat][: int(self.s.deck_size[seat])])

    def candidates(self) -> list[str]:
        """What the seat to act may choose from, if the viewer may know it."""
        s, r = self.s, self.rules
        if s.over or s.prompt != Prompt.CHOOSE or not self.sees(int(s.seat)):
            return []
        row, op = r.row[s.queue_row[s.queue_next]], r.row[s.queue_row[s.queue_next], Column.OP]
        seat = int(s.seat)
        there = s.museum[seat] if op in (Op.RECALL, Op.RAISE) else np.bincount(s.deck[seat], minlength=len(s.museum[seat]))
        chosen = [int(c) for c in r.by_rank[: int(r.titles)] if there[c] and self._passes(row, int(c))]
        return [self.cards.title(card) for card in chosen[:MOST_CHOICES]]

    def _passes(self, row: np.ndarray, number: int) -> bool:
        """Does a card pass the filter of a row?"""
        card = self.rules.card[number]
        wanted = {Feature.KIND: Column.F_KIND, Feature.SUBTYPE: Column.F_SUB, Feature.SET: Column.F_SET}
        star = int(row[Column.F_STAR])
        return all(not row[column] or card[feature] == row[column] for feature, column in wanted.items()) and (
            not star or (card[Feature.KIND] == Kind.EXCEPTIONAL) == (star == 1)
        )

    # -------------------------------------------------------------------------------------------- course
    def phase(self) -> str:
        """Turn and phase in words."""
        if self.s.phase == Phase.DRAFT:
            return f"draft, {int(self.s.picks)} cards picked"
        name = Phase(int(self.s.phase)).name.lower().replace("_", " ")
        return f"turn {int(self.s.turn) + 1}, {name}{' phase' if 'action' not in name else ''}, player_{int(self.s.active)}"

    def question(self) -> str:
        """What the seat to act is asked."""
        s = self.s
        front = int(self.rules.row[s.queue_row[s.queue_next], Column.CARD])
        words = QUESTIONS[Prompt(int(s.prompt))].format(
            or_attack="attack, " if s.phase == Phase.ACTION_1 else "or ",
            attacker=self.cards.title(int(s.trench[s.seat, s.place])),
            attached=self.cards.title(int(s.command[s.seat, s.place])),
            card=self.cards.title(int(s.card)),
            effect=self.cards.title(front),
            due=int(s.due),
            hand_limit=int(self.rules.turn_hand_limit),
        )
        return f"player_{int(s.seat)}: {words}"

    def ending(self) -> str:
        """How the game ended."""
        s = self.s
        if s.offender >= 0:
            return f"The game is over: player_{int(s.offender)} made an illegal move."
        if s.winner < 0:
            return "The game is over: cut short without a winner." if s.win_kind == WinKind.NONE else "The game is over: a draw."
        return f"player_{int(s.winner)} wins: {WINS[WinKind(int(s.win_kind))]}."


# ------------------------------------------------------------------------------------------------ text
def text(position: Position, seat: int | None = None) -> str:
    """The position for the terminal, as a seat may see it, or everything."""
    view = View(position, seat)
    lines = [f"Heroes of History, {view.phase()}"]
    if view.s.phase == Phase.DRAFT:
        lines += _wrapped("open row", [f"{place} {title}" for place, title in enumerate(view.draft_row())])
        lines += [line for player in range(view.players) for line in _wrapped(f"player_{player} picked", view.picked(player))]
    else:
        for player in range(view.players):
            lines += ["", *_player_lines(view, player)]
    lines.append("")
    if view.s.over:
        lines.append(view.ending())
    else:
        candidates = view.candidates()
        if candidates:
            lines += _wrapped("choices", [f"{k} {title}" for k, title in enumerate(candidates)])
        lines.append(view.question())
    return "\n".join(lines)


def _player_lines(view: View, seat: int) -> Iterable[str]:
    s = view.s
    if not s.alive[seat]:
        return [f"player_{seat} is out"]
    mark = " (to act)" if s.seat == seat and not s.over else ""
    piles = f"{int(s.deck_size[seat])} cards in deck, {int(s.hand_size[seat])} in hand"
    head = f"player_{seat}{mark}: {int(s.state_points[seat])} State Points, {piles}"
    lines = [head]
    for unit in view.units(seat):
        lines += textwrap.wrap(str(unit), COLUMNS, initial_indent="  trench ", subsequent_indent="           ")
    lines += _wrapped("command", [f"{place} {title}" for place, title in view.command(seat)])
    lines += _wrapped("battlefield", [view.battlefield(seat)] if view.battlefield(seat) else [])
    lines += _wrapped("museum", view.museum(seat))
    held = view.hand(seat)
    if held is not None:
        lines += _wrapped("hand", [f"{place} {title}" for place, title in enumerate(held)])
    return lines


def _wrapped(name: str, parts: Sequence[str]) -> list[str]:
    if not parts:
        return []
    return textwrap.wrap(f"{name}: {', '.join(parts)}", COLUMNS, initial_indent="  ", subsequent_indent="    ")


# ------------------------------------------------------------------------------------------------ picture
def picture(position: Position, seat: int | None = None) -> np.ndarray:
    """The position as an image (height, width, 3), as a seat may see it, or everything."""
    from rulebound.envs.heroes_of_history.picture import draw  # Pillow is an extra

    return draw(View(position, seat))
