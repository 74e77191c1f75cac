"""Age of Heroes for people: a text for the terminal and a picture.

`View` decides what a viewer may know and puts it into words; `text` below and the drawing in `picture.py` only
arrange what it tells. Read `picture.py` next.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rulebound.envs.age_of_heroes.state import (
    BUILDINGS,
    CARDS,
    GOALS,
    MANDATORY,
    SPECIALS,
    TRIBES,
    WISHES,
    Card,
    Event,
    Leader,
    Prompt,
    Stage,
    WinKind,
    Wish,
)

if TYPE_CHECKING:
    from rulebound.envs.core.position import Position

COLUMNS = 100
ATTACKER, DEFENDER = 0, 1
SIDES = ("attacker", "defender")
PLURALS = {"army": "armies", "city": "cities", "fortress": "fortresses", "general": "generals", "road": "roads"}

QUESTIONS = {
    Prompt.DISASTER: "whom does the {disaster} strike, or is it held?",
    Prompt.BLOCK: "block the {event} of {event_owner}?",
    Prompt.LOSE_CARD: "which card do the barbarians take? ({losses_left} to lose)",
    Prompt.MARKET: "offer a card, wait or stop trading?",
    Prompt.MAIN: "tax, build, wage war or do nothing?",
    Prompt.BUILD: "build more, or stop building?",
    Prompt.ROAD_REPLY: "accept a road to {turn_seat}?",
    Prompt.EXCHANGE: "which card is exchanged for a new one?",
    Prompt.OLYMPICS: "cancel the war with the Olympics?",
    Prompt.ARMIES: "how many armies go into battle?",
    Prompt.HEROES: "how many heroes fight as armies?",
    Prompt.LEADER: "who leads the battle?",
    Prompt.REROLL: "repeat the roll with Fortune?",
    Prompt.DISCARD: "which card is discarded? (hand limit {hand_limit})",
}
WINS = {
    WinKind.CITIES: "an empire of {cities} cities",
    WinKind.MONUMENT: "a complete monument of {special}",
    WinKind.LAST_TRIBE: "the last tribe standing",
}


class Forces(NamedTuple):
    """What one side has brought into a war."""

    armies: int
    heroes: int
    leader: Leader

    def __str__(self) -> str:
        parts = [count(self.armies, "army")]
        if self.heroes:
            parts.append(f"{self.heroes} {'hero' if self.heroes == 1 else 'heroes'}")
        if self.leader != Leader.NONE:
            parts.append(f"led by a {self.leader.name.lower()}")
        return ", ".join(parts)


def count(number: int, building: str) -> str:
    """A number of pieces in words."""
    return f"{number} {building if number == 1 else PLURALS[building]}"


# ------------------------------------------------------------------------------------------------ what a viewer knows
class View:
    """A position as one seat may know it, or all of it for viewer None.

    Only this class reads hands, the question asked, refused roads and committed forces.
    """

    def __init__(self, position: Position, viewer: int | None = None) -> None:
        self.s = position.record
        self.rules = position.rules[0]
        self.players = position.num_players
        self.viewer = viewer
        if viewer is not None and not 0 <= viewer < self.players:
            raise ValueError(f"seat {viewer} does not exist: seats run from 0 to {self.players - 1}")

    def sees(self, seat: int) -> bool:
        """May the viewer know what this seat knows?"""
        return self.viewer is None or self.viewer == seat

    # -------------------------------------------------------------------------------------------- names
    def tribe(self, seat: int) -> str:
        """The tribe of a seat."""
        return TRIBES[self.s.tribe[seat]].capitalize()

    def label(self, seat: int) -> str:
        """The tribe and the seat."""
        return f"{self.tribe(seat)} ({seat})"

    def special(self, seat: int) -> str:
        """The special resource that a seat collects."""
        return SPECIALS[self.s.tribe[seat]]

    def card(self, kind: int) -> str:
        """A card by its name; specials as their tribe calls them."""
        if Card.SPECIAL <= kind < Card.POPULATION_GROWTH:
            return self.special(kind - Card.SPECIAL)
        return CARDS[kind].replace("_", " ")

    def cards(self, counts: Iterable[int]) -> str:
        """Cards in words, specials with the tribe that collects them."""
        words = []
        for kind, number in enumerate(counts):
            if number:
                special = Card.SPECIAL <= kind < Card.POPULATION_GROWTH
                name = f"{self.card(kind)} ({self.tribe(kind - Card.SPECIAL)})" if special else self.card(kind)
                words.append(name if number == 1 else f"{number} {name}")
        return ", ".join(words)

    # -------------------------------------------------------------------------------------------- seats
    def home_armies(self, seat: int) -> int:
        """Armies neither away nor disabled."""
        return int(self.s.armies[seat]) - int(self.s.armies_away[seat]) - int(self.s.armies_disabled[seat])

    def home_generals(self, seat: int) -> int:
        """Generals not away."""
        return int(self.s.generals[seat]) - int(self.s.generals_away[seat])

    def hand_size(self, seat: int) -> int:
        """Cards in a hand."""
        return int(self.s.hand[seat].sum())

    def known_hand(self, seat: int) -> np.ndarray:
        """The cards of a hand that the viewer knows, by kind."""
        return self.s.hand[seat] if self.sees(seat) else self.s.shown[seat]

    def road(self, seat: int) -> bool:
        """Does a road join a seat and the next one?"""
        return bool(self.s.road[0 if self.players == 2 else seat])  # two seats have one gap between them

    def to_act(self, seat: int) -> bool:
        """Is the game waiting for this seat?"""
        return not self.s.over and self.s.seat == seat

    def offer(self, seat: int) -> str:
        """The standing offer of a seat, or that it trades no more."""
        if self.s.stopped[seat]:
            return "stopped trading"
        if self.s.offer_give[seat] < 0:
            return ""
        return f"{self.card(self.s.offer_give[seat])} for {self.wish(seat)}"

    def wish(self, seat: int) -> str:
        """What the standing offer of a seat asks for."""
        wish = self.s.offer_wish[seat]
        return self.special(seat) if wish == Wish.OWN_SPECIAL else WISHES[wish]

    # -------------------------------------------------------------------------------------------- the moment
    def phase(self) -> str:
        """The part of the day."""
        if self.s.stage >= Stage.TURN:
            return "play"
        return "fair" if self.s.stage >= Stage.FAIR else "preparation"

    def turn(self) -> str:
        """Whose turn it is within the phase."""
        if self.s.stage == Stage.MARKET:
            return f"round {self.s.market_round} of {self.rules.fair_rounds}, {self.label(self.s.market_seat)} trade"
        if self.s.stage >= Stage.TURN:
            return f"turn of {self.label(self.s.turn_seat)}"
        return f"cards of {self.label(self.s.preparing)}"

    def question(self) -> str:
        """What the seat to act is asked; others learn only that it has to act."""
        s = self.s
        if s.over or not self.sees(s.seat) or s.prompt == Prompt.NONE:
            return ""
        disaster = MANDATORY[s.prepared] if s.prompt == Prompt.DISASTER else Card.EARTHQUAKE
        return QUESTIONS[Prompt(s.prompt)].format(
            disaster=self.card(disaster),
            event=Event(s.event).name.lower(),
            event_owner=self.label(s.event_owner),
            losses_left=s.losses_left,
            turn_seat=self.label(s.turn_seat),
            hand_limit=self.rules.turn_hand_limit,
        )

    def refusals(self) -> str:
        """The neighbours that refused the turn player a road, which only that player is told."""
        s, seat = self.s, int(self.s.turn_seat)
        if not self.sees(seat):
            return ""
        neighbours = ((seat - 1) % self.players, (seat + 1) % self.players)
        return " and ".join(self.label(neighbours[side]) for side in range(2) if s.refused >> side & 1)

    def event(self) -> str:
        """The event card in effect."""
        s = self.s
        if s.over or s.event == Event.NONE:
            return ""
        return f"{Event(s.event).name.lower()} of {self.label(s.event_owner)}"

    def result(self) -> str:
        """Who won and how, or why nobody did; empty before the end."""
        s = self.s
        if not s.over:
            return ""
        if s.offender >= 0:
            return f"{self.label(s.offender)} lose by an illegal action"
        if s.winner >= 0:
            how = WINS[WinKind(s.win_kind)].format(cities=s.cities[s.winner], special=self.special(s.winner))
            return f"{self.label(s.winner)} win: {how}"
        if s.win_kind == WinKind.DRAWN:
            last = [self.label(seat) for seat in range(self.players) if s.fallen[seat] == s.falls]
            return f"draw: {', '.join(last)} fell together"
        return f"nobody wins: truncated on day {s.day}"

    # -------------------------------------------------------------------------------------------- war
    def at_war(self) -> bool:
        """Is a war in progress?"""
        return bool(self.s.attacker >= 0)

    def fighter(self, side: int) -> int:
        """The seat on a side."""
        return int(self.s.attacker if side == ATTACKER else self.s.defender)

    def forces(self, side: int) -> Forces | None:
        """The forces of a side, None while they are secret or not yet there."""
        s = self.s
        chosen = s.committing > side or (s.committing == side and s.prompt in (Prompt.HEROES, Prompt.LEADER))
        if s.stage == Stage.BATTLE or (self.sees(self.fighter(side)) and chosen):
            return Forces(int(s.war_armies[side]), int(s.war_heroes[side]), Leader(s.war_leader[side]))
        return None

    def secrecy(self, side: int) -> str:
        """Why the forces of a side are not shown."""
        s = self.s
        if s.committing > side:
            return "committed in secret"
        return "committing now" if s.committing == side and s.seat == self.fighter(side) else "not yet committed"

    def bonus(self, side: int) -> int:
        """What is added to the die of a side once the forces are open."""
        forces = self.forces(side)
        bonus = int(self.rules.war_general_bonus) if forces and forces.leader != Leader.NONE else 0
        if side == DEFENDER:
            bonus += int(self.rules.war_fortress_bonus) * int(self.s.fortresses[self.s.defender])
        return bonus


# ------------------------------------------------------------------------------------------------ text
def text(position: Position, seat: int | None = None) -> str:
    """The position for the terminal, at most 100 columns wide, as a seat may see it, or everything."""
    view = View(position, seat)
    lines = [*header_lines(view), "", *seat_lines(view), "", *hand_lines(view), "", *table_lines(view)]
    if view.at_war():
        lines += ["", *war_lines(view)]
    return "\n".join(line.rstrip() for line in lines)


def header_lines(view: View) -> list[str]:
    """Day, phase, whose turn it is, and what is asked of whom."""
    s = view.s
    header = f"Age of Heroes · day {s.day} · {view.phase()} · {view.turn()} · {view.label(s.starter)} lead"
    if s.over:
        return [header, *wrapped("The game is over: ", view.result())]
    question = view.question()
    lines = [header, f"{view.label(s.seat)} to act{': ' if question else ''}{question}"]
    if view.event():
        lines.append(f"Event: {view.event()}")
    if view.refusals():
        lines.append(f"Roads refused this turn by {view.refusals()}")
    return lines


def seat_lines(view: View) -> list[str]:
    """A table with one row per seat."""
    heading = f"{'seat':14} {'collects':9} city army h/a/d gen h/a fort  mon hand road"
    return [heading, *(seat_line(view, seat) for seat in range(view.players)), "h/a/d: home, away, disabled"]


def seat_line(view: View, seat: int) -> str:
    """The board of one seat; the last column holds its standing offer or its fate."""
    s = view.s
    mark = ">" if view.to_act(seat) else "*" if s.winner == seat else " "
    armies = f"{view.home_armies(seat)}/{s.armies_away[seat]}/{s.armies_disabled[seat]}"
    generals = f"{view.home_generals(seat)}/{s.generals_away[seat]}"
    cities = f"{s.cities[seat]}/{view.rules.victory_cities}"
    monument = f"{s.progress[seat]}/{view.rules.victory_monument_size}"
    road = f"to {(seat + 1) % view.players}" if view.road(seat) else "-"
    note = "wins" if s.winner == seat else view.offer(seat) if s.alive[seat] else "eliminated"
    return (
        f"{mark}{seat} {view.tribe(seat):11} {view.special(seat):9} {cities:>4} {armies:>10} {generals:>7} "
        f"{s.fortresses[seat]:4} {monument:>4} {view.hand_size(seat):4} {road:>4} {note}"
    )


def hand_lines(view: View) -> list[str]:
    """The cards in each hand as far as the viewer knows them."""
    lines = ["hands"]
    for seat in range(view.players):
        if not view.s.alive[seat]:
            continue
        known = view.cards(view.s.shown[seat])
        if view.sees(seat):
            words = (view.cards(view.known_hand(seat)) or "no cards") + (f"; known to all: {known}" if known else "")
        else:
            size = view.hand_size(seat)
            words = f"{size} card{'' if size == 1 else 's'}" + (f", among them {known}" if known else "")
        lines += wrapped(f" {seat} {view.tribe(seat):11} ", words)
    return lines


def table_lines(view: View) -> list[str]:
    """The supply and the piles."""
    s = view.s
    supply = ", ".join(count(int(number), building) for number, building in zip(s.supply, BUILDINGS, strict=True))
    size = int(s.discard.sum())
    discard = f"{size} card{'' if size == 1 else 's'}" + (f": {view.cards(s.discard)}" if size else "")
    return [f"supply        {supply}", f"draw pile     {s.deck_size} cards", *wrapped("discard pile  ", discard)]


def war_lines(view: View) -> list[str]:
    """The war in progress: goal, forces and dice."""
    s = view.s
    lines = [f"war           {view.label(s.attacker)} attack {view.label(s.defender)}, goal {GOALS[s.war_goal]}"]
    for side, name in enumerate(SIDES):
        forces = view.forces(side)
        line = f" {name:12} {view.label(view.fighter(side))}: {forces or view.secrecy(side)}"
        if s.war_die[side]:
            bonus = view.bonus(side)
            line += f"; rolls {s.war_die[side]} + {bonus} = {s.war_die[side] + bonus}"
        lines.append(line)
    return lines


def wrapped(head: str, words: str) -> list[str]:
    """Words broken into lines that are indented under the first."""
    return textwrap.wrap(words, COLUMNS, initial_indent=head, subsequent_indent=" " * len(head))


# ------------------------------------------------------------------------------------------------ picture
def picture(position: Position, seat: int | None = None) -> np.ndarray:
    """The position as an image, uint8 (height, width, 3), as a seat may see it, or everything."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise ImportError('pictures are drawn with Pillow, which is missing: pip install "rulebound[render]"') from None
    from rulebound.envs.age_of_heroes.picture import draw

    return draw(View(position, seat))
