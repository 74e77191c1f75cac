"""Age of Mythology for people: a text for the terminal and a picture.

`View` decides what a viewer may know and puts it into words; `text` below and the drawing in `picture.py` only arrange
what it tells. Read `picture.py` next.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rulebound.envs.age_of_mythology.state import (
    CARD_POWER,
    FIGHTERS,
    NUM_PERMANENT,
    SCOPES,
    SIDES,
    TILE_TERRAIN,
    Age,
    Area,
    Mode,
    Power,
    Prompt,
    Stage,
    Unit,
    WinKind,
)  # fmt: skip
from rulebound.envs.age_of_mythology.variant import BUILDINGS, CARDS, CULTURES, ORDER, RESOURCES, TILES, UNITS

if TYPE_CHECKING:
    from rulebound.envs.core.position import Position

COLUMNS = 100
TEAMS = 2  # seating.four_player_mode
AREAS = ("city", "production area", "holding area")
VICTORY_CARDS = ("largest army", "most buildings", "last battle", "Wonder")

QUESTIONS = {
    Prompt.DRAFT: "which starting tile?",
    Prompt.PLACE_VP: "on which victory card goes the cube?",
    Prompt.PICK_HAND: "which permanent cards, before the deck fills the hand?",
    Prompt.PLAY_CARD: "which card is played, or dropped?",
    Prompt.EXPLORE_PICK: "which of the shown tiles?",
    Prompt.GATHER_CHOICE: "which terrain or resource is gathered?",
    Prompt.WORKERS_KEEP: "do the workers stay where they are?",
    Prompt.ASSIGN_VILLAGER: "where does the next villager go?",
    Prompt.ASSIGN_DWARF: "where does the next dwarf go?",
    Prompt.BUILD_PICK: "what is built? (up to {left})",
    Prompt.BUILD_DISCOUNT: "which cube comes off the price of the {ordered}?",
    Prompt.RECRUIT_PICK: "whom to recruit? (up to {left})",
    Prompt.TRADE_COST: "which cubes pay for the trade? ({left} to pay)",
    Prompt.TRADE_EXCHANGE: "which cubes are exchanged?",
    Prompt.TRADE_VP: "buy another victory cube?",
    Prompt.ATTACK_TARGET: "which neighbour is attacked?",
    Prompt.ATTACK_AREA: "which area of {defender} is attacked?",
    Prompt.COMMIT_ATT: "who goes into battle? (up to {limit})",
    Prompt.COMMIT_DEF: "who goes into battle? (up to {limit})",
    Prompt.APHRODITE: "which enemy unit goes home?",
    Prompt.FIGHT_ATT: "who fights this round, or retreat?",
    Prompt.FIGHT_DEF: "who fights this round, or retreat?",
    Prompt.PHARAOH_SWAP: "does a wadjet fight for the pharaoh?",
    Prompt.SPECIAL_ATT: "use the special of the {fighter}?",
    Prompt.SPECIAL_DEF: "use the special of the {fighter}?",
    Prompt.RESURRECT: "buy the {fallen} back with favor?",
    Prompt.REINFORCE: "which unit joins the battle?",
    Prompt.RAZE: "which building of {defender} is destroyed?",
    Prompt.LOOT_TILE: "which tile of {defender} is taken?",
    Prompt.TAKE_CUBES: "which cubes of {target} are taken? ({left} to take)",
    Prompt.VILLAGER_LOSS: "which villager leaves with the house?",
    Prompt.POWER_PLAYER: "whom does {card} strike?",
    Prompt.POWER_TILE: "which tile of {target}?",
    Prompt.POWER_OWN_TILE: "which own tile is given for it?",
    Prompt.POWER_BUILDING: "which building of {target} is destroyed?",
    Prompt.POWER_UNIT: "which unit of {target} dies?",
    Prompt.POWER_FREE_UNIT: "which unit comes for free? (up to {left})",
    Prompt.POWER_TRADE_UNIT: "which mortal becomes a mummy? (up to {left})",
    Prompt.POWER_SACRIFICE: "which unit is given up?",
    Prompt.POWER_GAIN_ANY: "which cubes from the bank? (up to {left})",
    Prompt.DISCARD: "which cards are discarded?",
}
ENDS = {WinKind.CUBES: "the last victory cube left the bank", WinKind.WONDER: "the Wonder stands"}


def words(name: str) -> str:
    """A name as people write it."""
    return name.replace("_", " ")


def listed(labels: Sequence[str], counts: Iterable[int]) -> str:
    """Things in words, with their number where there are several."""
    there = [(words(label), int(number)) for label, number in zip(labels, counts, strict=True) if number]
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in there)


# ------------------------------------------------------------------------------------------------ what a viewer knows
class View:
    """A position as one seat may know it, or all of it for viewer None.

    Only this class reads hands, armies and fighters.
    """

    def __init__(self, position: Position, viewer: int | None = None) -> None:
        self.s = position.record
        self.rules = position.rules[0]
        self.players = position.num_players
        self.viewer = viewer
        if viewer is not None and not 0 <= viewer < self.players:
            raise ValueError(f"seat {viewer} does not exist: seats run from 0 to {self.players - 1}")
        self.position = position

    def sees(self, seat: int) -> bool:
        """May the viewer know what this seat knows?"""
        return self.viewer is None or self.viewer == seat

    # -------------------------------------------------------------------------------------------- names
    def culture(self, seat: int) -> str:
        """The culture of a seat."""
        return CULTURES[self.s.culture[seat]].capitalize()

    def label(self, seat: int) -> str:
        """The culture and the seat."""
        return f"{self.culture(seat)} ({seat})"

    def in_teams(self) -> bool:
        """Do players opposite each other win together?"""
        return self.players == 4 and self.rules.seating_four_player_mode == TEAMS

    # -------------------------------------------------------------------------------------------- seats
    def to_act(self, seat: int) -> bool:
        """Is the game waiting for this seat?"""
        return not self.s.over and self.s.seat == seat

    def army(self, seat: int) -> int:
        """Units of a seat, wherever they stand."""
        army = int(self.s.units[seat].sum()) + int(self.s.dwarf_on[seat].sum())
        for side in range(2):
            if self.armies_shown() and self.fighter(side) == seat:
                army += int(self.s.in_battle[side].sum())
        return army

    def villagers(self, seat: int) -> tuple[int, int]:
        """Villagers at work and idle ones."""
        return int(self.s.villager_on[seat].sum()), int(self.s.idle_villagers[seat])

    def hand(self, seat: int) -> str:
        """A hand as far as the viewer knows it."""
        s = self.s
        if self.sees(seat):
            return listed(CARDS, s.hand[seat]) or "no cards"
        permanent, random = int(s.hand_permanent[seat]), int(s.hand_random[seat])
        if not self.rules.hands_reveal_backs:
            return f"{permanent + random} cards"
        return f"{permanent} permanent, {random} random" if permanent + random else "no cards"

    def hand_size(self, seat: int) -> int:
        """Cards in a hand, as everybody may count them."""
        return int(self.s.hand_permanent[seat]) + int(self.s.hand_random[seat])

    def production(self, seat: int) -> dict[str, list[str]]:
        """Tiles by terrain, each with its worker."""
        s = self.s
        found: dict[str, list[str]] = {terrain: [] for terrain in ORDER["terrains"]}
        for kind in range(len(TILES)):
            villagers, dwarfs = int(s.villager_on[seat, kind]), int(s.dwarf_on[seat, kind])
            for k in range(int(s.tiles[seat, kind])):
                worker = "+villager" if k < villagers else "+dwarf" if k < villagers + dwarfs else ""
                resource = TILES[kind].rpartition("_")[2]
                found[ORDER["terrains"][TILE_TERRAIN[kind]]].append(f"{resource[:-1]} {resource[-1]}{worker}")
        return found

    def squares(self, seat: int) -> dict[str, int]:
        """Squares of each terrain on a seat's board."""
        return dict(zip(ORDER["terrains"], self.rules.squares[self.s.culture[seat]].tolist(), strict=True))

    # -------------------------------------------------------------------------------------------- the moment
    def phase(self) -> str:
        """Turn and round, or the draft."""
        s = self.s
        if s.stage == Stage.DRAFT:
            return "draft of the starting tiles"
        parts = {Stage.PLACE: "victory cubes", Stage.HANDS: "hands", Stage.DISCARD: "discards", Stage.TURN_END: "end"}
        if s.stage in parts:
            return f"turn {s.turn} · {parts[Stage(s.stage)]}"
        fourth = s.round_number > self.rules.limits_rounds_per_turn
        return f"turn {s.turn} · {'fourth actions' if fourth else f'round {s.round_number}'}"

    def question(self) -> str:
        """What the seat to act is asked."""
        s = self.s
        if s.over or s.prompt == Prompt.NONE:
            return ""
        side = 0 if s.seat == s.attacker else 1
        return QUESTIONS[Prompt(s.prompt)].format(
            left=s.left,
            card=CARDS[s.card].capitalize(),
            ordered=words(BUILDINGS[s.ordered]),
            defender=self.label(max(0, s.defender)),
            target=self.label(max(0, s.target)),
            limit=s.limit[side],
            fighter=words(FIGHTERS[s.pick[side] + 1]),
            fallen=words(FIGHTERS[s.pick[1 - s.won] + 1]),
        )

    def card_in_play(self) -> str:
        """The card in play, how it is played and how far it is."""
        s = self.s
        if s.card < 0:
            return ""
        how = {Mode.ACTION: "", Mode.POWER_AND_ACTION: " with its power", Mode.POWER_ONLY: ", its power only"}[Mode(s.mode)]
        power = "" if s.mode == Mode.ACTION else f" ({words(Power(CARD_POWER[s.card]).name.lower())})"
        scope = f", gathering {words(SCOPES[s.scope])}" if s.scope >= 0 else ""
        return f"{self.label(s.active)} plays {words(CARDS[s.card])}{how}{power}{scope}"

    def result(self) -> str:
        """Who won and how, or why nobody did; empty before the end."""
        s = self.s
        if not s.over:
            return ""
        if s.offender >= 0:
            return f"{self.label(s.offender)} loses by an illegal action"
        if s.win_kind == WinKind.NONE:
            return f"nobody wins: truncated in turn {s.turn}"
        outcome = self.position.outcome()
        winners = [self.label(seat) for seat in range(self.players) if outcome[seat, 0] == outcome[:, 0].max()]
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}: {ENDS[WinKind(s.win_kind)]}"

    def wins(self, seat: int) -> bool:
        """Has this seat won?"""
        s = self.s
        if not s.over or s.win_kind == WinKind.NONE:
            return False
        outcome = self.position.outcome()
        return bool(outcome[seat, 0] == outcome[:, 0].max())

    # -------------------------------------------------------------------------------------------- battle
    def at_war(self) -> bool:
        """Is an attack in progress, its target named?"""
        return bool(self.s.attacker >= 0 and self.s.defender >= 0)

    def fighter(self, side: int) -> int:
        """The seat on a side."""
        return int(self.s.attacker if side == 0 else self.s.defender)

    def armies_shown(self) -> bool:
        """Have both armies been revealed?"""
        return bool(self.at_war() and Stage.FIGHT <= self.s.stage <= Stage.REWARDS)

    def army_words(self, side: int) -> str:
        """The army of a side, as far as the viewer knows it."""
        s = self.s
        if self.armies_shown():
            return listed(UNITS, s.in_battle[side]) or "nobody left"
        chosen = listed(UNITS, s.in_battle[side]) if self.sees(self.fighter(side)) else ""
        if chosen:
            return f"{chosen} (not yet revealed)"
        if s.stage == Stage.SPOILS:
            return "gone home"
        return "chosen in secret" if side == 0 and s.prompt == Prompt.COMMIT_DEF else "not yet chosen"

    def fighter_words(self, side: int) -> str:
        """Who fights this round, as far as the viewer knows it."""
        s = self.s
        pick = int(s.pick[side])
        if pick < 0 or not self.armies_shown():
            return ""
        if s.stage > Stage.FIGHT or self.sees(self.fighter(side)):
            note = " (special)" if s.special[side] else ""
            return "retreats" if pick == Unit.RETREAT else f"fights with {words(UNITS[pick])}{note}"
        return "has chosen in secret" if s.prompt == Prompt.FIGHT_DEF else ""


# ------------------------------------------------------------------------------------------------ text
def text(position: Position, seat: int | None = None) -> str:
    """The position for the terminal, at most 100 columns wide, as a seat may see it, or everything."""
    view = View(position, seat)
    lines = [*header_lines(view), "", *seat_lines(view), "", *table_lines(view)]
    for player in range(view.players):
        lines += ["", *board_lines(view, player)]
    if view.at_war():
        lines += ["", *battle_lines(view)]
    return "\n".join(line.rstrip() for line in lines)


def header_lines(view: View) -> list[str]:
    """Turn, start player, what is asked of whom, and the card in play."""
    s = view.s
    header = f"Age of Mythology · {view.phase()} · {view.label(s.start)} starts"
    if view.in_teams():
        header += " · teams 0+2 and 1+3"
    if s.over:
        return [header, *wrapped("The game is over: ", view.result())]
    lines = [header, *wrapped(f"{view.label(s.seat)} to act: ", view.question())]
    if view.card_in_play():
        lines += wrapped("Card: ", view.card_in_play())
    return lines


def seat_lines(view: View) -> list[str]:
    """A table with one row per seat."""
    heading = f"{'seat':13} {'age':9} {'VP':>3}  food wood gold favor  army tiles buildings villagers hand"
    return [heading, *(seat_line(view, seat) for seat in range(view.players))]


def seat_line(view: View, seat: int) -> str:
    """The numbers of one seat."""
    s = view.s
    mark = ">" if view.to_act(seat) else "*" if view.wins(seat) else " "
    food, wood, gold, favor = s.resources[seat].tolist()
    working, idle = view.villagers(seat)
    fourth = "  +4th action" if s.extra_action[seat] else ""
    return (
        f"{mark}{seat} {view.culture(seat):10} {Age(s.age[seat]).name.lower():9} {s.vp[seat]:3}  "
        f"{food:4} {wood:4} {gold:4} {favor:5}  {view.army(seat):4} {int(s.tiles[seat].sum()):5} {int(s.buildings[seat].sum()):9} "
        f"{f'{working}+{idle}':>9} {view.hand_size(seat):4}{fourth}"
    )


def table_lines(view: View) -> list[str]:
    """The bank, the victory cards, shown tiles and the piles."""
    s = view.s
    bank = ", ".join(f"{number} {name}" for name, number in zip(RESOURCES, s.bank.tolist(), strict=True))
    cards = ", ".join(f"{name} {number}" for name, number in zip(VICTORY_CARDS, s.vp_card.tolist(), strict=True))
    lines = [*wrapped("bank      ", f"{bank}; {s.vp_bank} victory cubes"), *wrapped("cards     ", f"victory cubes on {cards}")]
    if s.shown.any():
        lines += wrapped("shown     ", listed(TILES, s.shown))
    lines += wrapped("pool      ", f"{int(s.pool.sum())} tiles face down")
    for culture, name in enumerate(CULTURES):
        pile = listed(CARDS[NUM_PERMANENT:], s.discard[culture])
        if pile:
            lines += wrapped(f"{name:9} ", f"face-up pile: {pile}")
    return lines


def board_lines(view: View, seat: int) -> list[str]:
    """Production area, city, army and hand of one seat."""
    s = view.s
    lines = [f"{view.label(seat)}"]
    tiles = [
        f"{terrain} {len(found)}/{view.squares(seat)[terrain]}" + (f" ({', '.join(found)})" if found else "")
        for terrain, found in view.production(seat).items()
        if view.squares(seat)[terrain]
    ]
    lines += wrapped("  tiles   ", "; ".join(tiles))
    lines += wrapped("  city    ", listed(BUILDINGS, s.buildings[seat]) or "no buildings")
    lines += wrapped("  army    ", listed(UNITS, s.units[seat]) or "nobody at home")
    lines += wrapped("  hand    ", view.hand(seat))
    if s.used[seat].any():
        lines += wrapped("  played  ", listed(CARDS, s.used[seat]))
    return lines


def battle_lines(view: View) -> list[str]:
    """The two sides of a battle and the last roll."""
    s = view.s
    area = "" if s.prompt == Prompt.ATTACK_AREA else f" for the {AREAS[Area(s.area)]}"
    lines = [f"Battle{area}"]
    for side, name in enumerate(SIDES):
        fighter = view.fighter_words(side)
        army = f"{view.label(view.fighter(side))}: {view.army_words(side)}{f'; {fighter}' if fighter else ''}"
        lines += wrapped(f"  {name:9} ", army)
    if view.armies_shown() and s.dice.any():
        units = [words(FIGHTERS[unit + 1]) for unit in s.met]
        lines.append(f"  last roll  {units[0]} {s.sixes[0]} sixes of {s.dice[0]}, {units[1]} {s.sixes[1]} sixes of {s.dice[1]}")
    return lines


def wrapped(start: str, line: str) -> list[str]:
    """A long line broken at the width of the terminal, indented below its beginning."""
    indent = " " * min(len(start), 20)
    return textwrap.wrap(line, COLUMNS, initial_indent=start, subsequent_indent=indent) or [start]


# ------------------------------------------------------------------------------------------------ picture
def picture(position: Position, seat: int | None = None) -> np.ndarray:
    """The position as an image, uint8 (height, width, 3), as a seat may see it, or everything."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise ImportError('pictures are drawn with Pillow, which is missing: pip install "rulebound[render]"') from None
    from rulebound.envs.age_of_mythology.picture import draw

    return draw(View(position, seat))
