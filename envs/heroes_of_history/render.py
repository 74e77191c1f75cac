"""Heroes of History for people: a text for the terminal and a picture.

`View` decides what a viewer may know and puts it into words; `text` below and the drawing in `picture.py` only
arrange what it tells. Read `picture.py` next.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rulebound.envs.heroes_of_history.actions import ID
from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Column, Kind, Op
from rulebound.envs.heroes_of_history.observation import SHOWN_TOTAL
from rulebound.envs.heroes_of_history.rules import FULL_GAME, HALF_GAME
from rulebound.envs.heroes_of_history.state import HAND, MOST_CHOICES, SLOTS, Mode, Phase, Prompt, WinKind
from rulebound.envs.heroes_of_history.variant import cards_of, deck_size
from rulebound.envs.heroes_of_history.wording import card_words

if TYPE_CHECKING:
    from rulebound.envs.core.position import Position

COLUMNS = 100
GLUE = "\u00a0"  # a space that no line is broken at
PLAYER = -1  # in place of a slot: the player and not a Combatant
QUESTIONS = {
    Prompt.DRAFT: "which card of the open row?",
    Prompt.DRAW: "draw how many cards{or_discard}?",
    Prompt.ACT: "play, move or switch cards{or_attack}, or end the turn?",
    Prompt.ATTACK: "which Combatant attacks, or none any more?",
    Prompt.TARGET: "whom does {attacker} attack?",
    Prompt.TRIBUTE: "which card is tributed for {pending}? ({due} due)",
    Prompt.MODE: "in which mode does {pending} enter?",
    Prompt.ATTACH: "who bears {pending}?",
    Prompt.PICK_MINE: "{pending}: which own Combatant?",
    Prompt.PICK_THEIRS: "{pending}: which enemy Combatant?",
    Prompt.CHOOSE: "{pending}: which card?",
    Prompt.ORDER: "{pending}: which Combatant in hand?",
    Prompt.DUMP: "{pending}: which card is discarded? ({due} due)",
    Prompt.OPPONENT: "{pending}: which opponent?",
    Prompt.DISCARD: "which card is discarded? (hand limit {hand_limit})",
}
PHASES = {
    Phase.DRAFT: "Draft",
    Phase.BEGINNING: "Beginning Phase",
    Phase.ACTION_1: "Action Phase 1",
    Phase.BATTLE: "Battle Phase",
    Phase.ACTION_2: "Action Phase 2",
    Phase.END: "End Phase",
}
WINS = {
    WinKind.STATE_POINTS: "the last opponent has lost all State Points",
    WinKind.DECK_OUT: "the last opponent has no card to draw",
    WinKind.TURN_CAP: "most State Points at the cap of turns",
}
ALLOWANCES = {
    "play": {"plain_left": "Combatant", "exceptional_left": "Exceptional", "battlefield_left": "Battlefield"},
    "attach": {"weapon_moves_left": "weapon", "hold_moves_left": "hold"},
}
POWERS = ("guard", "pierce", "raid", "ward", "stunned", "locked", "ability")


class Unit(NamedTuple):
    """A Combatant as everybody sees it."""

    slot: int
    number: int
    defends: bool
    attack: int
    defense: int
    weapon: int
    hold: int
    powers: tuple[str, ...]  # of POWERS, and "spent" if it cannot attack again this turn


def total(value: int) -> str:
    """A total as it is shown: very large ones are not told exactly."""
    return f"{value}{'+' if value == SHOWN_TOTAL else ''}"


def count(number: int, thing: str) -> str:
    """A number of things."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


# ------------------------------------------------------------------------------------------------ what a viewer knows
class View:
    """A position as one seat may know it, or all of it for viewer None.

    Only this class reads hands, decks and legal moves. Cards are numbers, 0 is no card.
    """

    def __init__(self, position: Position, viewer: int | None = None) -> None:
        self.s = position.record
        self.rules = position.rules[0]
        self.players = position.num_players
        self.viewer = viewer
        self.values = position.variant.values
        self.cards = cards_of(self.values)
        if viewer is not None and not 0 <= viewer < self.players:
            raise ValueError(f"seat {viewer} does not exist: seats run from 0 to {self.players - 1}")
        self._layout = position.game.observation
        self._sight = position.observe(0)
        self._mask = position.mask()

    def sees(self, seat: int) -> bool:
        """May the viewer know what this seat knows?"""
        return self.viewer is None or self.viewer == seat

    def seen(self, name: str) -> np.ndarray:
        """A slice of what seat 0 sees; the slices asked for here are public, and seats count from seat 0."""
        return self._layout.read(self._sight, name)

    # -------------------------------------------------------------------------------------------- names
    def title(self, number: int) -> str:
        """The title of a card."""
        return self.cards.title(number)

    def label(self, seat: int) -> str:
        """A seat, with the name of its deck if it has one; everybody knows who plays which ready-made deck."""
        lists = self.values["decks.lists"]
        deck = lists[seat % len(lists)] if self.values["decks.mode"] == "fixed" else None
        return f"player_{seat} ({deck.replace('_', ' ').capitalize()})" if isinstance(deck, str) else f"player_{seat}"

    # -------------------------------------------------------------------------------------------- zones
    def has_cards(self, seat: int) -> bool:
        """Are there cards of a seat to show? Whoever goes out loses them, but the position that ends the game stays as it is."""
        return bool(self.s.alive[seat] or self.s.owned[seat])

    def units(self, seat: int) -> list[Unit]:
        """The Combatants in a Trench."""
        s = self.s
        found = []
        for slot in np.flatnonzero(s.trench[seat]).tolist():
            powers = [name for name in POWERS if self.seen(name)[seat, slot]]
            if self.seen("attacks_left")[seat, slot] == 0:
                powers.append("spent")
            found.append(
                Unit(
                    slot=slot,
                    number=int(s.trench[seat, slot]),
                    defends=bool(s.mode[seat, slot] == Mode.DEFENSE),
                    attack=int(self.seen("attack")[seat, slot]),
                    defense=int(self.seen("defense")[seat, slot]),
                    weapon=int(s.weapon[seat, slot]),
                    hold=int(s.hold[seat, slot]),
                    powers=tuple(powers),
                )
            )
        return found

    def command(self, seat: int) -> list[int]:
        """The places of a Command Zone, empty ones as 0."""
        return self.s.command[seat].tolist()[: int(self.rules.zones_command_slots)]

    def hand(self, seat: int) -> list[int] | None:
        """The cards in a hand, by place; None if the viewer may not know them."""
        return self.s.hand[seat][: int(self.s.hand_size[seat])].tolist() if self.sees(seat) else None

    def museum(self, seat: int) -> dict[int, int]:
        """The copies of each card in a Museum."""
        return {card: int(self.s.museum[seat, card]) for card in np.flatnonzero(self.s.museum[seat]).tolist()}

    def draft_row(self) -> list[int]:
        """The cards that lie open in a draft."""
        return self.s.draft_row.tolist()

    def picked(self, seat: int) -> dict[int, int]:
        """The copies of each card that a seat has picked in a draft, which everybody has seen."""
        if self.s.phase != Phase.DRAFT:
            return {}
        counts = np.bincount(self.s.deck[seat][: int(self.s.deck_size[seat])])
        return {card: int(counts[card]) for card in np.flatnonzero(counts).tolist()}

    def starting_points(self) -> int:
        """State Points at the start of the game."""
        return int(self.rules.state_points_start) or (FULL_GAME if self.players == 2 else HALF_GAME)

    # -------------------------------------------------------------------------------------------- the moment
    def to_act(self, seat: int) -> bool:
        """Is the game waiting for this seat?"""
        return not self.s.over and self.s.seat == seat

    def attacker(self) -> tuple[int, int] | None:
        """Seat and slot of the Combatant that seeks a target; after the end of the one that fought last, if it still stands."""
        s = self.s
        if s.over:
            return self._standing(int(s.attacker_seat), int(s.attacker_slot), int(s.attacker_serial))
        return (int(s.seat), int(s.place)) if s.prompt == Prompt.TARGET else None

    def targets(self) -> set[tuple[int, int]]:
        """Seats and slots that can be pointed at now, which everybody can tell; after the end what was attacked last."""
        s, n = self.s, self.players
        if s.over:
            if s.attacker_seat >= 0 and s.target_slot == PLAYER:
                return {(int(s.target_seat), PLAYER)}
            struck = self._standing(int(s.target_seat), int(s.target_slot), int(s.target_serial))
            return {struck} if struck else set()
        seat = int(s.seat)
        found = {(seat, slot) for slot in range(SLOTS) if self._mask[ID.own + slot]}
        for distance in range(1, n):
            other, first = (seat + distance) % n, ID.enemy + (distance - 1) * SLOTS
            found |= {(other, slot) for slot in range(SLOTS) if self._mask[first + slot]}
            if self._mask[ID.player + distance - 1]:
                found.add((other, PLAYER))
        return found

    def _standing(self, seat: int, slot: int, serial: int) -> tuple[int, int] | None:
        """A Combatant of the battle that ended the game, if it is still there."""
        return (seat, slot) if self.s.attacker_seat >= 0 and self.s.serials[seat, slot] == serial else None

    def playable(self, seat: int) -> set[int]:
        """Places of the hand that can be chosen now, if the viewer may know."""
        if not self.sees(seat) or not self.to_act(seat):
            return set()
        return {place for place in range(HAND) if self._mask[ID.hand + place]}

    def pending(self) -> int:
        """The card that the question is about."""
        s = self.s
        if s.over:
            return 0
        if s.prompt in (Prompt.TRIBUTE, Prompt.MODE):
            return int(s.card)
        if s.prompt == Prompt.ATTACH:
            return int(s.command[s.seat, s.place])
        if Prompt.PICK_MINE <= s.prompt <= Prompt.OPPONENT:
            return int(self.rules.row[s.queue_row[s.queue_next], Column.CARD])
        return 0

    def candidates(self) -> list[int]:
        """What the seat to act chooses from out of deck or Museum, if the viewer may know."""
        s, r = self.s, self.rules
        if s.over or s.prompt != Prompt.CHOOSE or not self.sees(int(s.seat)):
            return []
        row = r.row[s.queue_row[s.queue_next]]
        from_museum = row[Column.OP] in (Op.RECALL, Op.RAISE)
        zone = set(self.museum(int(s.seat)) if from_museum else s.deck[s.seat].tolist())
        return [card for card in r.by_rank[: int(r.titles)].tolist() if card in zone and self._passes(row, card)][:MOST_CHOICES]

    def _passes(self, row: np.ndarray, number: int) -> bool:
        """Does a card pass the filter of an effect row?"""
        card, star = self.rules.card[number], int(row[Column.F_STAR])
        wanted = ((Feature.KIND, Column.F_KIND), (Feature.SUBTYPE, Column.F_SUB), (Feature.SET, Column.F_SET))
        fits = all(row[column] in (0, card[feature]) for feature, column in wanted)
        return fits and (star == 0 or (card[Feature.KIND] == Kind.EXCEPTIONAL) == (star == 1))

    # -------------------------------------------------------------------------------------------- course
    def turn(self) -> str:
        """The number of the turn, or of the pick in a draft."""
        s = self.s
        if s.phase == Phase.DRAFT:
            rounds = int(self.values["decks.draft_rounds"])  # type: ignore[call-overload]
            picks = self.players * (deck_size(self.values, self.players) if rounds < 0 else rounds)
            return f"pick {min(int(s.picks) + 1, picks)} of {picks}"
        most = int(self.rules.turn_most)
        return f"turn {min(int(s.turn) + 1, most) if most else int(s.turn) + 1}"

    def phase(self) -> str:
        """The phase of the turn."""
        return PHASES[Phase(int(self.s.phase))]

    def question(self) -> str:
        """What the seat to act is asked; empty after the end."""
        s = self.s
        if s.over or s.prompt == Prompt.NONE:
            return ""
        return QUESTIONS[Prompt(int(s.prompt))].format(
            or_discard=", or first discard the Battlefield" if s.battlefield[s.seat] else "",
            or_attack=", attack" if self._mask[ID.next_phase] else "",
            attacker=self.title(int(s.trench[s.seat, s.place])),
            pending=self.title(self.pending()),
            due=int(s.due),
            hand_limit=int(self.rules.turn_hand_limit),
        )

    def allowance(self) -> str:
        """What the active player may still play and attach this turn; empty outside the Action Phases."""
        s = self.s
        if s.over or s.phase not in (Phase.ACTION_1, Phase.ACTION_2):
            return ""
        words = []
        for verb, things in ALLOWANCES.items():
            left = [count(int(self.seen(name)), thing) for name, thing in things.items() if self.seen(name)]
            if left:
                words.append(f"{verb} {', '.join(left)}")
        return f"player_{int(s.active)} may still {' and '.join(words)}" if words else ""

    def result(self) -> str:
        """Who won and how, or why nobody did; empty before the end."""
        s = self.s
        if not s.over:
            return ""
        if s.offender >= 0:
            return f"{self.label(int(s.offender))} loses by an illegal action"
        if s.winner >= 0:
            return f"{self.label(int(s.winner))} wins: {WINS[WinKind(int(s.win_kind))]}"
        return "draw: equal State Points at the cap of turns" if s.win_kind == WinKind.DRAWN else f"nobody wins: truncated on {self.turn()}"

    def last_battle(self) -> str:
        """The battle that ended the game; empty if none did."""
        s = self.s
        if not s.over or s.attacker_seat < 0:
            return ""
        target = f"player_{int(s.target_seat)}"
        struck = f"{self.title(int(s.target_card))} of {target}" if s.target_slot >= 0 else f"{target} directly"
        return f"{self.title(int(s.attacker_card))} of player_{int(s.attacker_seat)} attacked {struck}"


# ------------------------------------------------------------------------------------------------ text
def text(position: Position, seat: int | None = None) -> str:
    """The position for the terminal, at most 100 columns wide, as a seat may see it, or everything."""
    view = View(position, seat)
    lines = header_lines(view)
    if view.s.phase == Phase.DRAFT:
        lines += ["", *draft_lines(view)]
    else:
        for player in range(view.players):
            lines += ["", *seat_lines(view, player)]
    if view.candidates():
        lines += ["", *listed("choices", numbered(view, view.candidates()))]
    described = in_sight(view)
    if described:
        lines += ["", "cards in sight", *(line for card in described for line in card_lines(view, card))]
    return "\n".join(line.rstrip() for line in lines)


def header_lines(view: View) -> list[str]:
    """Turn, phase, and what is asked of whom."""
    s = view.s
    header = f"Heroes of History · {view.turn()} · {view.phase()}"
    if s.phase != Phase.DRAFT:
        header += f" · turn of {view.label(int(s.active))}"
    if s.over:
        last = view.last_battle()
        return [header, *wrapped("The game is over: ", view.result()), *(wrapped("Last battle: ", last) if last else [])]
    lines = [header, *wrapped(f"{view.label(int(s.seat))} to act: ", view.question())]
    return [*lines, *wrapped("", view.allowance())]


def draft_lines(view: View) -> list[str]:
    """The open row and what everybody has picked."""
    lines = listed("open row", numbered(view, view.draft_row()))
    for seat in range(view.players):
        size = int(view.s.deck_size[seat])
        lines += ["", f"{mark(view, seat)}{view.label(seat)} · {count(size, 'card')} picked"]
        lines += listed("picked", copies(view, view.picked(seat)))
    return lines


def mark(view: View, seat: int) -> str:
    """The sign before a seat: to act, or the winner."""
    return ">" if view.to_act(seat) else "*" if view.s.winner == seat else " "


def seat_lines(view: View, seat: int) -> list[str]:
    """The war zone of one seat."""
    s = view.s
    head = f"{mark(view, seat)}{view.label(seat)}{'' if s.alive[seat] else ' · out of the game'}"
    if not view.has_cards(seat):
        return [head]
    museum = view.museum(seat)
    sizes = f"deck {int(s.deck_size[seat])} · hand {int(s.hand_size[seat])} · museum {sum(museum.values())}"
    lines = [f"{head} · {count(int(s.state_points[seat]), 'State Point')} · {sizes}"]
    for place, unit in enumerate(view.units(seat)):
        lines += wrapped(" trench       " if place == 0 else " " * 14, unit_words(view, unit))
    held = view.hand(seat)
    lines += listed("command", numbered(view, view.command(seat)))
    lines += listed("battlefield", copies(view, {int(s.battlefield[seat]): 1}))
    lines += listed("museum", copies(view, museum))
    return lines + listed("hand", numbered(view, held or ()))


def unit_words(view: View, unit: Unit) -> str:
    """A Combatant in columns: slot, title, totals, mode, sub-type, what it bears and its powers."""
    card = view.cards.card(unit.number)
    title = f"{card.title} {'*' * card.stars}".strip()
    totals = f"{total(unit.attack)}/{total(unit.defense)}"
    borne = " and ".join(view.title(number) for number in (unit.weapon, unit.hold) if number)
    extras = ", ".join([f"with {borne}"] * bool(borne) + list(unit.powers))
    return f"{unit.slot} {title:23} {totals:>5} {'defense' if unit.defends else 'attack':8}{card.sub:9}{extras}"


def in_sight(view: View) -> list[int]:
    """The cards whose words help now: in the open row, in play, in hands that the viewer knows, and to choose from."""
    if view.s.over:
        return []
    if view.s.phase == Phase.DRAFT:
        return sorted(set(view.draft_row()))
    found = {view.pending(), *view.candidates(), *view.s.battlefield.tolist()}
    for seat in range(view.players):
        found |= {*view.command(seat), *(view.hand(seat) or ())}
        for unit in view.units(seat):
            found |= {unit.number, unit.weapon, unit.hold}
    return sorted(found - {0})


def card_lines(view: View, number: int) -> list[str]:
    """What a card is and does."""
    card = view.cards.card(number)
    facts = f"{'*' * card.stars} {card.sub} {card.atk}/{card.defense}".strip() if card.sub else card.type
    if card.station == "command":
        facts += " of the Command Zone"
    effects = card_words(card, view.cards)
    words = f"{card.title}, {facts}{': ' if effects else ''}{effects}"
    return textwrap.wrap(words, COLUMNS, initial_indent="  ", subsequent_indent="      ")


def numbered(view: View, cards: Iterable[int]) -> list[str]:
    """Cards with the numbers by which actions name them."""
    return [f"{place} {view.title(card)}" for place, card in enumerate(cards) if card]


def copies(view: View, counts: dict[int, int]) -> list[str]:
    """Cards with their copies."""
    return [view.title(card) if number == 1 else f"{number} {view.title(card)}" for card, number in counts.items() if card]


def listed(name: str, things: Sequence[str]) -> list[str]:
    """Things under a name, broken between two of them only; no line if there are none."""
    glued = ", ".join(thing.replace(" ", GLUE) for thing in things)
    lines = textwrap.wrap(glued, COLUMNS, initial_indent=f" {name:13}", subsequent_indent=" " * 14, break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines]


def wrapped(head: str, words: str) -> list[str]:
    """Words broken into lines that are indented under the first; no line if there are none."""
    return textwrap.wrap(words, COLUMNS, initial_indent=head, subsequent_indent=" " * min(len(head), 14))


# ------------------------------------------------------------------------------------------------ picture
def picture(position: Position, seat: int | None = None) -> np.ndarray:
    """The position as an image, uint8 (height, width, 3), as a seat may see it, or everything."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise ImportError('pictures are drawn with Pillow, which is missing: pip install "rulebound[render]"') from None
    from rulebound.envs.heroes_of_history.picture import draw

    return draw(View(position, seat))
