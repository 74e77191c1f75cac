"""Short words for arranging positions of Heroes vs Warlords and reading them back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebound.envs import heroes_vs_warlords
from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import CELLS, NEIGHBOUR, POSITIONS, SITES, TILES, UNITS
from rulebound.envs.heroes_vs_warlords.position import start_slots
from rulebound.envs.heroes_vs_warlords.state import Prompt, Stage, Step
from rulebound.envs.heroes_vs_warlords.variant import FACTIONS

GAME = heroes_vs_warlords.GAME
ATTACKER, DEFENDER = 0, 1


def hex_of(name: str, tiles: Sequence[str] | None = None) -> int:
    """The hex of a tile and position such as T01_N in the world of written positions."""
    tile, position = name.split("_")
    slots = {key: slot for slot, key in enumerate(tiles or TILES[:12])}
    return slots[tile] * 7 + POSITIONS.index(position)


def army(*stacks: tuple[int, str], hero: int = 0) -> dict[str, list]:
    """The fields of a player whose hero 1 or 2 has these sections; the other hero has none."""
    filled, empty = stacks, ()
    both = (filled, empty) if hero == 0 else (empty, filled)
    units = [[unit for _, unit in one] + ["none"] * (6 - len(one)) for one in both]
    counts = [[number for number, _ in one] + [0] * (6 - len(one)) for one in both]
    return {"section_unit": units, "section_count": counts}


def player(where: str | int | None = None, *stacks: tuple[int, str], **fields: object) -> dict[str, object]:
    """A player with hero 1 on a hex and an army; without a hex hero 1 stays at home."""
    made: dict[str, object] = army(*stacks) if stacks else {}
    if where is not None:
        made["hero_hex"] = [hex_of(where) if isinstance(where, str) else where, -1]
    return {**made, **fields}


def abilities(attack: int = 2, defense: int = 2, initiative: int = 6, movement: int = 6) -> dict[str, int]:
    """The abilities of one hero."""
    return {"attack": attack, "defense": defense, "initiative": initiative, "movement": movement}


def heroes(first: Mapping[str, int], second: Mapping[str, int] | None = None) -> list[Mapping[str, int]]:
    """The field `ability` of a player."""
    return [first, second or abilities()]


def arrange(*players: Mapping, rules: object = None, dice: Sequence[int] = (), seed: int = 0, **fields: object) -> Position:
    """A position of these players; it runs on from its stage until somebody is asked."""
    seats = list(players) + [{}] * (2 - len(players))
    position = GAME.position({"players": seats, **fields}, rules=rules, seed=seed)
    return position.queue_dice(*dice)


def guarded(site: str, **levels: int) -> dict[str, object]:
    """The fields of a world with guards on one site: guarded("T01_N", level_1=5)."""
    return {"guards": {site: levels}, "activated": {site: 1}}


def asked(p: Position) -> tuple[int, Prompt]:
    """Who is asked, and what."""
    return p.seat, Prompt(int(p.record.prompt))


def stacks(p: Position, side: int) -> list[tuple[int, str]]:
    """The living stacks of a side as (number, unit)."""
    s = p.record
    return [(int(s.slot_count[side, k]), UNITS[s.slot_unit[side, k]]) for k in range(7) if s.slot_count[side, k]]


def sections(p: Position, seat: int, hero: int = 0) -> list[tuple[int, str]]:
    """The filled sections of a display as (number, unit)."""
    s = p.record
    return [(int(n), UNITS[u]) for u, n in zip(s.section_unit[seat, hero], s.section_count[seat, hero], strict=True) if n]


def stock(p: Position, place: int) -> list[int]:
    """Gold, crystal, stone and wood of a place."""
    return p.record.stock[place].tolist()


def guards_on(p: Position, site: str) -> list[int]:
    """Guards of a site by level."""
    return p.record.guards[SITES.index(site)].tolist()


def put(p: Position, side: int, slot: int, cell: str) -> Position:
    """Move a stack of a battle on the display by hand."""
    p.record.slot_cell[side, slot] = CELLS.index(cell)
    return p


def step_to(hex: int, to: int) -> str:
    """The words for a step between two neighbouring hexes."""
    return f"go {('n', 'ne', 'se', 's', 'sw', 'nw')[NEIGHBOUR[hex].tolist().index(to)]}"


def pass_until(p: Position, *prompts: Prompt) -> Position:
    """Pass, or take the first answer where that is not possible, until one of these questions comes up."""
    for _ in range(2000):
        if p.over or Prompt(int(p.record.prompt)) in prompts:
            return p
        legal = p.legal()
        p.play("pass" if "pass" in legal else legal[0])
    raise AssertionError("the moment never came")


def deployed(p: Position) -> Position:
    """Deploy every stack on the first cell that is free."""
    while Prompt(int(p.record.prompt)) == Prompt.DEPLOY:
        p.play(p.legal_ids()[0])
    return p


def in_battle(p: Position) -> bool:
    """A battle is being fought."""
    return p.record.stage == Stage.BATTLE


def start_hex(name: str, players: int = 2) -> int:
    """The hex of a start tile such as SK_S in the world of written positions with 12 tiles."""
    tile, position = name.split("_")
    return {2: {"SK": 12, "SB": 18}, 3: {"SK": 12, "SB": 16, "SA": 20}}[players][tile] * 7 + POSITIONS.index(position)


def pair(first: str | int, second: str | int, army_1: Sequence[tuple[int, str]], army_2: Sequence[tuple[int, str]], **fields) -> dict:
    """A player with both heroes on the map, each with an army and six movement points."""
    hexes = [hex_of(where) if isinstance(where, str) else where for where in (first, second)]
    made: dict[str, object] = {"hero_status": ["on_map", "on_map"], "hero_hex": hexes, "hero_mp": [6, 6]}
    made["section_unit"] = [[unit for _, unit in one] + ["none"] * (6 - len(one)) for one in (army_1, army_2)]
    made["section_count"] = [[number for number, _ in one] + [0] * (6 - len(one)) for one in (army_1, army_2)]
    return {**made, **fields}


def face_down(*slots: int, players: int = 2) -> list[int]:
    """The field `revealed` of a written world of 12 tiles with these slots face down."""
    starts = {2: (12, 18), 3: (12, 16, 20)}[players]
    return [int((slot < 12 or slot in starts) and slot not in slots) for slot in range(37)]


def beat(p: Position, seat: int) -> Position:
    """Fight the arena battle in hand: this seat hits with every attack, everybody else passes."""
    for _ in range(200):
        prompt = Prompt(int(p.record.prompt))
        if not in_battle(p) or prompt in (Prompt.ABILITY, Prompt.SKILL):
            return p
        targets = [action for action in p.legal() if action.startswith("target ")]
        if prompt == Prompt.ATTACK and targets and p.seat == seat:
            p.queue_dice(20, 1).play(targets[0])
        else:
            p.play("pass" if "pass" in p.legal() else p.legal()[0])
    raise AssertionError("the battle never ended")


def producing(*players: Mapping, rules: Mapping | None = None, **fields: object) -> Position:
    """Production of round 1 with the first seat of the order at work, nobody having earned anything."""
    quiet = {"income.per_place": 0, "income.per_hall": 0, "income.per_resource": 0, **(rules or {})}
    return arrange(*players, rules=quiet, stage="income", sequence=2, **fields)


def spot(name: str, players: int = 2) -> int:
    """The hex of a tile and position in the world of written positions, start tiles included."""
    tile, position = name.split("_")
    if tile in TILES[:12]:
        return hex_of(name)
    slots = dict(zip(("SK", "SB", "SA"), start_slots(12, players), strict=False))
    return slots[tile] * 7 + POSITIONS.index(position)


def walk(p: Position, *names: str) -> Position:
    """Steps of the acting hero over hexes given by name."""
    for name in names:
        s = p.record
        p.play(step_to(int(s.hero_hex[s.order[s.turn], s.acting]), spot(name, p.num_players)))
    return p


def dice_left(p: Position) -> int:
    """Forced dice that nobody has rolled yet."""
    return int(p.record.queued)


def strike(p: Position, target: int, *dice: int) -> Position:
    """The stack in turn attacks with these dice."""
    return p.queue_dice(*dice).play(f"target {target}")


def fallen() -> dict[str, object]:
    """A player who is out of the game; the position also says `falls=1`."""
    nobody = {"hero_status": ["dead", "dead"], "hero_killed": [1, 1], "hero_hex": [-1, -1], "hero_mp": [0, 0]}
    return {"alive": 0, "fallen": 1, "place_owner": "none", "pool_active": 1, "pool": 1, **nobody, **army()}


# ------------------------------------------------------------------------------------------------ the battle display
def acting_side(p: Position) -> int:
    """The side whose step of a combat round it is."""
    s = p.record
    return int(s.battle_init) ^ (int(s.battle_step) - Step.RANGED_FIRST) % 2


def marching(p: Position) -> Position:
    """Deploy everybody and go on to the first stack that may move."""
    return pass_until(deployed(pass_until(p, Prompt.DEPLOY)), Prompt.MARCH)


def on_cells(p: Position, attacker: Sequence[str], defender: Sequence[str]) -> Position:
    """Stand the stacks of both sides on these cells, slot by slot, before the first of them has moved."""
    s = p.record
    for side, cells in ((ATTACKER, attacker), (DEFENDER, defender)):
        for slot, cell in enumerate(cells):
            s.slot_cell[side, slot] = CELLS.index(cell)
    if s.prompt == Prompt.MARCH:
        s.march_from = s.slot_cell[acting_side(p), s.battle_cursor]
    return p


def cell_of(p: Position, side: int, slot: int = 0) -> str:
    """The cell on which a stack stands."""
    return CELLS[p.record.slot_cell[side, slot]]


def display_field(
    mode: int, units: Sequence[tuple[int, str]], at: Sequence[str], levels: dict, cells: Sequence[str], **more: object
) -> Position:
    """A hero of seat 0 fights guards in the open. A lone N3 of the guards, far away, moves first and has held its place."""
    tribe = FACTIONS["KBA".index(units[0][1][0])]
    rival = "barbarians" if tribe != "barbarians" else "knights"
    rules = {"combat_mode": mode, "players.faction_0": tribe, "players.faction_1": rival, **more}
    levels = {**levels, "level_3": 1}
    p = arrange(player("T01_C", *units, ability=heroes(abilities())), rules=rules, **guarded("T01_N", **levels))
    p = marching(p.play("hero 1", "go n"))
    place = sorted(levels).index("level_3")
    on_cells(p, at, [*cells[:place], "I15", *cells[place:]])
    return p.play("pass")


WALLS = ("A7", "B8", "C8", "D9", "E9", "F10", "G10", "H11", "I11", "C9", "G11")
WORKS = {1: {}, 2: {"wall_2": 1}, 3: {"wall_2": 1, "wall_3": 1}}
TOWERS = {0: {}, 1: {"tower_1": 1}, 2: {"tower_1": 1, "tower_2": 1}}


def display_siege(
    units: Sequence[tuple[int, str]], garrison: dict, mode: int = 2, works: int = 1, towers: int = 0, initiative: int = 6, **more: object
) -> Position:
    """Knights (abilities 0 but initiative) attack the Camp, whose garrison has no hero; the garrison deploys."""
    camp = int(arrange({}, {}).record.place_hex[1])
    attacker = player(camp + 1, *units, ability=heroes(abilities(0, 0, initiative)))
    home = {"hero_hex": [hex_of("T01_C"), -1], "place_garrison": garrison, "facility": {**WORKS[works], **TOWERS[towers]}}
    return arrange(attacker, home, rules={"combat_mode": mode, **more}).play("hero 1", "go s")


def besieged(p: Position, attacker: Sequence[str], defender: Sequence[str], down: Sequence[str] = ()) -> Position:
    """Everybody is deployed, then stands on these cells, some walls are down, and the hero is asked for a breach."""
    p = deployed(p)
    assert asked(p) == (0, Prompt.AIM)
    for cell in down:
        p.record.wall[WALLS.index(cell)] = 2
    return on_cells(p, attacker, defender)


def until(p: Position, seat: int, prompt: Prompt) -> Position:
    """Everybody passes, or takes the first answer, until this question."""
    while asked(p) != (seat, prompt):
        assert in_battle(p)
        p.play("pass" if "pass" in p.legal() else p.legal()[0])
    return p
