"""Heroes vs Warlords for people: a text for the terminal and a picture.

`View` decides what a viewer may know and puts it into words; `text` below and the drawing in `picture.py` only
arrange what it tells. Read `picture.py` next.
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from rulebound.envs.heroes_vs_warlords.components import (
    CELLS,
    CITY_CELL,
    GROUND,
    HEX_Q,
    HEX_R,
    MERCENARY,
    NUM_HEXES,
    NUM_WALLS,
    OBJECTIVE,
    ROWS,
    SITE,
    TENTS,
    TERRAIN,
    UNITS,
    WALL_AT,
    Facility,
    Ground,
    Objective,
)
from rulebound.envs.heroes_vs_warlords.state import (
    BATTLE_SLOTS,
    GUARDS,
    HEROES,
    SIDES,
    Cause,
    Prompt,
    Stage,
    Status,
    Terrain,
    WinKind,
)
from rulebound.envs.heroes_vs_warlords.variant import DATA, EQUIPMENT, FACILITIES, FACTIONS, QUESTS, RESOURCES

if TYPE_CHECKING:
    from rulebound.envs.core.position import Position

COLUMNS = 110
WIDTH = 6  # characters of a hex in the text map
LETTERS = " GCSWRTOPHK"  # of objectives
GROUNDS = ".:nt^"  # of terrain without an objective
LEGEND = (
    "map: . clear  : desert  n hills  t woods  ^ mountain  ? face down  G C S W Resources  R ruin  T tower  O outpost",
    "     P recruitment  H holy place  # City or Camp  !5 guards  =0 control of player_0  +3 garrison  @02 hero 2 of player_0",
)
DISPLAY_LETTERS = {Ground.PLAIN: ".", Ground.STONE: "o", Ground.WOODS: "t", Ground.FORD: "~", Ground.GRAVEYARD: " ", Ground.WALL: "#"}
DESTROYED = 2

QUESTIONS = {
    Prompt.START_SLOT: "where does the start tile go?",
    Prompt.ARMY: "which units does the army get? ({army_gold} gold left)",
    Prompt.ARMY_NUMBER: "how many units of level {chosen}?",
    Prompt.CAMP: "does the Camp move?",
    Prompt.CAMP_STEP: "where does the Camp move?",
    Prompt.RIDE: "does hero {rider} ride along with the Camp?",
    Prompt.HERO: "which hero acts?",
    Prompt.ACT: "what does hero {acting} do?",
    Prompt.TRANSFER_FROM: "units from where?",
    Prompt.TRANSFER_TO: "units to where?",
    Prompt.TRANSFER_NUMBER: "how many units?",
    Prompt.DEPOSIT_NUMBER: "how many honor points are stored?",
    Prompt.ABILITY: "which ability of hero {grown} rises?",
    Prompt.SKILL: "which skill of hero {grown} rises?",
    Prompt.REACT: "does the hero beside the moving one react?",
    Prompt.CAMP_FLIGHT: "where does the Camp flee?",
    Prompt.RETREAT: "where does the hero retreat?",
    Prompt.LEAVE: "leave before the fight?",
    Prompt.DIPLOMACY: "which guards does diplomacy win over?",
    Prompt.MAN_TOWER: "which ranged stack mans the tower?",
    Prompt.SPLIT: "is the stack split over both towers?",
    Prompt.DEPLOY: "where is stack {cursor} deployed?",
    Prompt.STRENGTHEN: "which stack does the special building help?",
    Prompt.STRENGTHEN_NUMBER: "how much help does stack {chosen} get?",
    Prompt.DEFECT: "how many mercenaries are led to defect?",
    Prompt.BREACH: "try to breach the wall?",
    Prompt.TOWER: "which tower is struck?",
    Prompt.AIM: "where do the catapults aim?",
    Prompt.SCATTER: "where does the shot that missed go?",
    Prompt.ATTACK: "whom does stack {cursor} attack?",
    Prompt.MARCH: "where does stack {cursor} move? ({march_mp} points left)",
    Prompt.STRIKE: "whom does stack {cursor} attack?",
    Prompt.TRIBE_SKILL: "use the skill of the tribe on this roll ({total_0} : {total_1})?",
    Prompt.SEIZE: "try to take the combat initiative?",
    Prompt.WITHDRAW: "try to withdraw?",
    Prompt.PLACE: "produce in which place?",
    Prompt.ITEM: "what is produced?",
    Prompt.RECRUIT_NUMBER: "how many units of level {chosen}?",
    Prompt.HIRE_NUMBER: "how many mercenaries?",
}


# ------------------------------------------------------------------------------------------------ what a viewer knows
class View:
    """A position as one seat may know it, or all of it for viewer None.

    Only this class reads tiles, stocks, facilities, garrisons and the question asked: face-down tiles and the
    productions of others are hidden.
    """

    def __init__(self, position: Position, viewer: int | None = None) -> None:
        self.s = position.record
        self.rules = position.rules[0]
        self.players = position.num_players
        self.viewer = viewer
        if viewer is not None and not 0 <= viewer < self.players:
            raise ValueError(f"seat {viewer} does not exist: seats run from 0 to {self.players - 1}")

    def sees(self, seat: int) -> bool:
        """May the viewer know what this seat does in production?"""
        return self.viewer is None or self.viewer == seat or self.s.stage != Stage.PRODUCTION or bool(self.s.over)

    # -------------------------------------------------------------------------------------------- names
    def tribe(self, seat: int) -> str:
        """The tribe of a seat."""
        return FACTIONS[self.s.faction[seat]].capitalize()

    def label(self, seat: int) -> str:
        """The tribe and the seat, or the guards."""
        return "guards" if seat == GUARDS else f"{self.tribe(seat)} ({seat})"

    def home(self, seat: int) -> str:
        """City or Camp."""
        return "Camp" if DATA["factions"][FACTIONS[self.s.faction[seat]]]["home"] == "camp" else "City"

    # -------------------------------------------------------------------------------------------- the world
    def hexes(self) -> list[int]:
        """The hexes of tiles on the table."""
        return [hex for hex in range(NUM_HEXES) if self.s.tile[hex // 7] >= 0]

    def is_hidden(self, hex: int) -> bool:
        """The tile lies face down (for everybody, however much the viewer may know)."""
        return not self.s.revealed[hex // 7]

    def site(self, hex: int) -> int:
        """The site on a face-up hex, or -1."""
        return -1 if self.is_hidden(hex) else int(SITE[self.s.tile[hex // 7], hex % 7])

    def objective(self, hex: int) -> Objective:
        """The objective of a face-up hex."""
        return Objective(int(OBJECTIVE[self.s.tile[hex // 7], hex % 7]))

    def terrain(self, hex: int) -> int:
        """The terrain of a face-up hex."""
        return int(TERRAIN[self.s.tile[hex // 7], hex % 7])

    def place_at(self, hex: int) -> int:
        """The place on a hex, or -1."""
        return next((k for k in range(self.players) if self.s.place_hex[k] == hex), -1)

    def heroes_at(self, hex: int) -> list[tuple[int, int]]:
        """Heroes on a hex that the viewer knows of, as (seat, hero)."""
        pairs = [(seat, hero) for seat in range(self.players) for hero in range(HEROES)]
        return [(k, h) for k, h in pairs if self.status(k, h) == Status.ON_MAP and self.s.hero_hex[k, h] == hex]

    # -------------------------------------------------------------------------------------------- seats
    def shown(self, name: str, place: int) -> np.ndarray:
        """A field of a place as the viewer may see it."""
        owner = int(self.s.place_owner[place]) - 1
        hidden = {"stock": "shown_stock", "facility": "shown_facility", "place_garrison": "shown_garrison", "natives": "shown_natives"}
        return self.s[name if owner < 0 or self.sees(owner) else hidden[name]][place]

    def status(self, seat: int, hero: int) -> int:
        """Where a hero is, as far as the viewer knows."""
        return int(self.s.hero_status[seat, hero] if self.sees(seat) else self.s.shown_status[seat, hero])

    def army(self, seat: int, hero: int) -> list[tuple[str, int]]:
        """The sections of a display as (unit, number)."""
        found = []
        for unit, number in zip(self.s.section_unit[seat, hero], self.s.section_count[seat, hero], strict=True):
            if unit == MERCENARY and not self.sees(seat):
                number = self.s.shown_mercenaries[seat, hero]
            if number:
                found.append((UNITS[unit], int(number)))
        return found

    def stack(self, side: int, slot: int) -> str:
        """A battle stack in words."""
        s = self.s
        words = f"{s.slot_count[side, slot]} {UNITS[s.slot_unit[side, slot]]}"
        if s.slot_wounds[side, slot]:
            words += f" ({s.slot_wounds[side, slot]} wounds)"
        if s.slot_cell[side, slot] >= 0:
            words += f" on {CELLS[s.slot_cell[side, slot]]}"
        return words

    # -------------------------------------------------------------------------------------------- the moment
    def question(self) -> str:
        """Who is asked what; the production of others stays secret."""
        s = self.s
        if s.over:
            return self.result()
        if not self.sees(int(s.seat)):
            return f"{self.label(s.seat)} produce in secret"
        words = {
            "army_gold": s.army_gold, "chosen": s.chosen, "rider": s.rider + 1, "acting": s.acting + 1, "grown": s.chosen + 1,
            "cursor": s.battle_cursor, "march_mp": s.march_mp, "total_0": s.clash_total[0], "total_1": s.clash_total[1],
        }  # fmt: skip
        return f"{self.label(s.seat)}: {QUESTIONS[Prompt(int(s.prompt))].format(**words)}"

    def result(self) -> str:
        """How the game ended."""
        if self.s.offender >= 0:
            return f"{self.label(self.s.offender)} made an illegal move and lost the game"
        kind = WinKind(int(self.s.win_kind))
        if self.s.winner >= 0:
            how = "as the last player" if kind == WinKind.LAST_PLAYER else "with the most categories"
            return f"{self.label(self.s.winner)} have won {how}"
        return "the game is drawn" if kind == WinKind.DRAWN else "the game was stopped"


def listed(names: tuple[str, ...], numbers: np.ndarray) -> str:
    """Numbers with their names, those that are zero left out."""
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in zip(names, numbers, strict=True) if number) or "nothing"


# ------------------------------------------------------------------------------------------------ text
def text(position: Position, seat: int | None = None) -> str:
    """The position for the terminal, as a seat may see it, or everything."""
    view = View(position, seat)
    s = view.s
    mood = "war" if s.war else "peace"
    head = f"Heroes vs Warlords   round {s.game_round} of {view.rules.length_max_rounds}, sequence {s.sequence + 1}   {mood}"
    lines = [head, "", *map_lines(view), "", *LEGEND, ""]
    for k in range(view.players):
        lines += seat_lines(view, k)
    if s.stage == Stage.BATTLE:
        lines += ["", *battle_lines(view)]
    return "\n".join([*lines, "", view.question()])


def map_lines(view: View) -> list[str]:
    """The world: hexes of one column stand under each other, columns half a hex apart."""
    hexes = view.hexes()
    if not hexes:
        return ["(no tiles yet)"]
    rows = {hex: 2 * int(HEX_R[hex]) + int(HEX_Q[hex]) for hex in hexes}
    left, top = min(int(HEX_Q[hex]) for hex in hexes), min(rows.values())
    grid = [[" " * WIDTH] * (max(int(HEX_Q[hex]) for hex in hexes) - left + 1) for _ in range(max(rows.values()) - top + 1)]
    for hex in hexes:
        grid[rows[hex] - top][int(HEX_Q[hex]) - left] = token(view, hex).ljust(WIDTH)
    return ["".join(row).rstrip() for row in grid]


def token(view: View, hex: int) -> str:
    """A hex in at most five characters: what it is, who holds it, who stands there."""
    heroes = view.heroes_at(hex)
    mark = "".join(f"@{seat}{hero + 1}" for seat, hero in heroes[:1]) + ("+" if len(heroes) > 1 else "")
    if view.is_hidden(hex):
        return "?"
    place = view.place_at(hex)
    if place >= 0:
        owner = int(view.s.place_owner[place])
        return "#" + (mark or (f"={owner - 1}" if owner else ""))
    site, objective = view.site(hex), view.objective(hex)
    if site < 0 or (objective == Objective.RUIN and view.s.explored[site]):
        return GROUNDS[view.terrain(hex)] + mark
    if mark:
        return LETTERS[objective] + mark
    guards, garrison = int(view.s.guards[site].sum()), int(view.s.garrison[site].sum())
    if guards:
        return f"{LETTERS[objective]}!{guards}"
    if view.s.control[site]:
        return f"{LETTERS[objective]}={int(view.s.control[site]) - 1}" + (f"+{garrison}" if garrison else "")
    return LETTERS[objective] + ("-" if view.s.visited[site] else "")


def seat_lines(view: View, seat: int) -> list[str]:
    """A player: home, stock, facilities, garrison and heroes."""
    s = view.s
    if not s.alive[seat]:
        return [f"{view.label(seat)}: out of the game"]
    owner = int(s.place_owner[seat])
    resources = int((s.control == seat + 1).sum())
    held = "" if owner == seat + 1 else f", held by {view.label(owner - 1)}" if owner else ", ownerless"
    line = f"{view.label(seat)}: {view.home(seat)}{held}, {listed(RESOURCES, view.shown('stock', seat))}; {resources} Resources"
    if s.pool_active[seat]:
        line += f"; {s.pool[seat]} recruits"
    lines = [line]
    built = [name for name, stands in zip(FACILITIES, view.shown("facility", seat), strict=True) if stands]
    if built:
        lines += textwrap.wrap("   built " + ", ".join(built).replace("_", " "), COLUMNS, subsequent_indent=" " * 9)
    inside = [f"{number} of level {k + 1}" for k, number in enumerate(view.shown("place_garrison", seat)) if number]
    inside += [f"{number} natives of level {k + 1}" for k, number in enumerate(view.shown("natives", seat)) if number]
    inside += [f"{s.mercenaries[seat]} mercenaries"] if s.mercenaries[seat] else []
    if inside:
        lines.append(f"   garrison {', '.join(inside)}")
    for hero in range(HEROES):
        lines += hero_lines(view, seat, hero)
    return lines


def hero_lines(view: View, seat: int, hero: int) -> list[str]:
    """A hero: abilities, army, equipment, quest."""
    s, status = view.s, view.status(seat, hero)
    if status == Status.UNSEEN:
        return []
    if status == Status.DEAD:
        return [f"   hero {hero + 1} is dead"]
    attack, defense, initiative, movement = s.ability[seat, hero]
    army = ", ".join(f"{number} {unit}" for unit, number in view.army(seat, hero)) or "no units"
    line = f"   hero {hero + 1} level {s.hero_level[seat, hero]} ({s.hero_ep[seat, hero]} EP), attack {attack}, defense {defense}"
    line += f", initiative {initiative}, movement {movement} ({s.hero_mp[seat, hero]} left): {army}"
    extra = [name.replace("_", " +") for name, n in zip(EQUIPMENT, s.equipment[seat, hero], strict=True) for _ in range(n)]
    if s.hero_honor[seat, hero]:
        extra.append(f"{s.hero_honor[seat, hero]} honor")
    extra += [f"{name} {n}" for name, n in zip(("trade", "diplomacy", "tribe skill"), s.skill[seat, hero], strict=True) if n]
    if s.hero_quest[seat, hero]:
        extra.append(f"quest {QUESTS[s.hero_quest[seat, hero] - 1].replace('_', ' ')} ({s.hero_progress[seat, hero]})")
    return textwrap.wrap(line + (f"; {', '.join(extra)}" if extra else ""), COLUMNS, subsequent_indent=" " * 10)


def battle_lines(view: View) -> list[str]:
    """The battle in progress: sides, stacks, walls and the display."""
    s = view.s
    where = {Terrain.OPEN: "in the open", Terrain.RESOURCE: "for a Resource", Terrain.SIEGE: "for a City or Camp"}[
        Terrain(int(s.battle_terrain))
    ]
    cause = Cause(int(s.battle_cause)).name.lower().replace("_", " ")
    lines = [f"battle {where} ({cause}), round {s.battle_round}, initiative with the {SIDES[s.battle_init]}"]
    for side, name in enumerate(SIDES):
        stacks = [f"{slot}: {view.stack(side, slot)}" for slot in range(BATTLE_SLOTS) if s.slot_count[side, slot]]
        hero = f" with hero {s.battle_hero[side] + 1}" if s.battle_hero[side] >= 0 else ""
        lines += textwrap.wrap(
            f"   {name} {view.label(int(s.battle_seat[side]))}{hero}: {', '.join(stacks)}", COLUMNS, subsequent_indent=" " * 6
        )
    if s.battle_terrain == Terrain.SIEGE:
        states = ("intact", "damaged", "destroyed")
        walls = range(NUM_WALLS) if view.rules.combat_mode % 2 == 0 else range(1)
        lines.append(
            "   wall " + ", ".join(states[s.wall[k]] for k in walls) + "; towers " + ", ".join(states[k] for k in s.wall[NUM_WALLS:])
        )
    if view.rules.combat_mode % 2 == 0:
        lines += display_lines(view)
    return lines


def display_lines(view: View) -> list[str]:
    """The battle display: columns A to I, the attacker's edge on top; a and d mark stacks with their slot."""
    s, siege = view.s, view.s.battle_terrain == Terrain.SIEGE
    stacks = {
        int(s.slot_cell[side, slot]): f"{'ad'[side]}{slot}" for side in range(2) for slot in range(BATTLE_SLOTS) if s.slot_count[side, slot]
    }
    top = [int(CELLS[column * ROWS][1:]) for column in range(9)]
    rows: dict[int, list[str]] = {}
    for cell, name in enumerate(CELLS):
        column = cell // ROWS
        line = 2 * (int(name[1:]) - top[column]) + column  # hex rows slope down by half a hex from column to column
        rows.setdefault(line, ["    "] * 9)[column] = stacks.get(cell, cell_letter(view, cell, siege)).ljust(4)
    head = "   " + "".join(f"{name:4}" for name in "ABCDEFGHI")
    return [head, *("   " + "".join(rows[line]).rstrip() for line in sorted(rows))]


def cell_letter(view: View, cell: int, siege: bool) -> str:
    """An empty cell of the display in one character."""
    target = int(WALL_AT[cell]) if siege else -1
    if (
        target >= NUM_WALLS
        and view.s.wall[target] < DESTROYED
        and view.s.facility[view.s.battle_place, Facility.TOWER_1 + target - NUM_WALLS]
    ):
        return "T"
    if 0 <= target < NUM_WALLS:
        return "#%x"[int(view.s.wall[target])]
    ground = Ground(int(GROUND[int(siege), cell]))
    if ground == Ground.PLAIN or (view.rules.combat_mode != 4 and ground != Ground.GRAVEYARD):
        return "A" if TENTS[int(siege), cell] else "_" if siege and CITY_CELL[cell] else "."
    return DISPLAY_LETTERS[ground]


# ------------------------------------------------------------------------------------------------ picture
def picture(position: Position, seat: int | None = None) -> np.ndarray:
    """The position as an image, uint8 (height, width, 3), as a seat may see it, or everything."""
    try:
        import PIL  # noqa: F401
    except ImportError:
        raise ImportError('pictures are drawn with Pillow, which is missing: pip install "rulebound[render]"') from None
    from rulebound.envs.heroes_vs_warlords.picture import draw

    return draw(View(position, seat))
