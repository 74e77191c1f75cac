"""What a battle leaves behind: dead heroes, their replacements, conquered places, defeated players.

Rulebook chapters 4.1, 8.12, 8.13 and 12.1. Read `battle.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.components import (  # fmt: skip
    HEX_AT,
    HEX_Q,
    HEX_R,
    MILITARY,
    NUM_FACILITIES,
    NUM_HEXES,
    NUM_LEVELS,
    NUM_SITES,
    STEP_Q,
    STEP_R,
)
from rulebound.envs.heroes_vs_warlords.rules.setup import begin_purchase
from rulebound.envs.heroes_vs_warlords.rules.world import (
    ask,
    enemy_hero_at,
    guards_at,
    hero_at,
    hex_distance,
    objective_at,
    place_at,
    site_at,
    store,
    treasury,
)
from rulebound.envs.heroes_vs_warlords.state import HEROES, NUM_SECTIONS, Prompt, Stage, Status, Stream, WinKind

REPLACEMENT_DISTANCE = 4
MOST_RADIUS = 20


# ------------------------------------------------------------------------------------------------ heroes
@kernel
def kill_hero(s, r, seat, hero, victor, victor_hero):
    """HVW-279..HVW-282: a hero dies; each of his markers goes to the victorious hero on an even d6."""
    for marker in range(len(s.cup)):
        for _ in range(s.equipment[seat, hero, marker]):
            if victor_hero >= 0 and roll(s, Stream.CAPTURE, 6) % 2 == 0:
                s.equipment[victor, victor_hero, marker] += 1
        s.equipment[seat, hero, marker] = 0
    take_off_map(s, seat, hero)
    s.hero_killed[seat, hero] = 1
    s.hero_kills[seat] = min(100, s.hero_kills[seat] + 1)
    s.hero_ep[seat, hero] = 0
    s.hero_honor[seat, hero] = 0
    if hero == 0 and s.hero_status[seat, 1] == Status.UNSEEN:
        s.replacement[seat] = 1  # HVW-058
        s.pending = 1


@kernel
def take_off_map(s, seat, hero):
    """A hero leaves the map with whatever is left on his display."""
    s.hero_status[seat, hero] = Status.DEAD
    s.hero_hex[seat, hero] = -1
    s.hero_mp[seat, hero] = 0
    s.hero_new[seat, hero] = 0
    s.hero_entered[seat, hero] = -1
    for section in range(NUM_SECTIONS):
        s.section_unit[seat, hero, section] = 0
        s.section_count[seat, hero, section] = 0


@kernel
def put_on_map(s, seat, hero, hex):
    """A hero appears without units; he acts from his player's next turn on."""
    s.hero_status[seat, hero] = Status.ON_MAP
    s.hero_hex[seat, hero] = hex
    s.hero_new[seat, hero] = 1
    s.hero_done[seat, hero] = 1
    s.hero_entered[seat, hero] = -1
    s.hero_mp[seat, hero] = 0


@kernel
def replace_hero(s, r, seat):
    """HVW-058..HVW-061: hero 2 takes the place of hero 1, with units worth ten gold."""
    s.replacement[seat] = 0
    hex = s.place_hex[seat]
    if s.place_owner[seat] != seat + 1:
        hex = refuge(s, seat, hex)
    put_on_map(s, seat, 1, hex)
    s.replacing = seat
    begin_purchase(s, r, r.setup_replacement_army_gold)
    ask(s, seat, Prompt.ARMY)


@kernel
def is_refuge(s, hex):
    """HVW-061: a face-up hex without objective, place and units."""
    if s.tile[hex // 7] < 0 or s.revealed[hex // 7] == 0 or objective_at(s, hex) != 0 or place_at(s, hex) >= 0:
        return False
    return enemy_hero_at(s, -1, hex) < 0


@kernel
def refuge(s, seat, capital):
    """HVW-061: the nearest to four hexes from below, lowest index first; else the nearest, clockwise from north."""
    best = -1
    for hex in range(NUM_HEXES):
        distance = hex_distance(hex, capital)
        nearer = best < 0 or distance > hex_distance(best, capital)
        if 0 < distance <= REPLACEMENT_DISTANCE and nearer and is_refuge(s, hex):
            best = hex
    radius = REPLACEMENT_DISTANCE + 1
    while best < 0 and radius <= MOST_RADIUS:
        best = first_on_ring(s, capital, radius)
        radius += 1
    return best if best >= 0 else capital


@kernel
def first_on_ring(s, centre, radius):
    """The first refuge at a distance, clockwise from north; -1 without one."""
    q = HEX_Q[centre]
    row = HEX_R[centre] - radius
    for side in range(6):
        direction = (side + 2) % 6  # from the northern corner to the south-east, and so on round
        for _ in range(radius):
            if -10 <= q <= 10 and -10 <= row <= 10:
                hex = HEX_AT[q + 10, row + 10]
                if hex >= 0 and is_refuge(s, hex):
                    return hex
            q += STEP_Q[direction]
            row += STEP_R[direction]
    return -1


# ------------------------------------------------------------------------------------------------ places
@kernel
def conquer(s, r, seat, place):
    """HVW-186, HVW-268..HVW-273, HVW-283: loot by the Conquest Table; only Hamlet to Garde survive."""
    hoard = treasury(s, seat) if place != seat else place
    for resource in range(4):
        percent = r.conquest_table[resource, roll(s, Stream.CONQUEST, 6) - 1]
        taken = (s.stock[place, resource] * percent + 99) // 100
        s.stock[place, resource] -= taken
        store(s, hoard, resource, taken)
    for facility in range(NUM_FACILITIES):
        if MILITARY[facility] == 0:
            s.facility[place, facility] = 0
    empty_place(s, place)
    s.conquered[place] = 1
    s.place_owner[place] = seat + 1


@kernel
def empty_place(s, place):
    """Nobody and no honor is left in a place."""
    s.stored_honor[place] = 0
    s.mercenaries[place] = 0
    for level in range(NUM_LEVELS):
        s.place_garrison[place, level] = 0
        s.natives[place, level] = 0


# ------------------------------------------------------------------------------------------------ players
@kernel
def lost_all_heroes(s, seat):
    """HVW-309: no hero on the map, none on his way, and both have been killed."""
    for hero in range(HEROES):
        if s.hero_status[seat, hero] == Status.ON_MAP or s.hero_killed[seat, hero] == 0:
            return False
    return s.replacement[seat] == 0


@kernel
def eliminate(s, seat):
    """HVW-283..HVW-286: a defeated player leaves; his land turns neutral."""
    s.alive[seat] = 0
    s.fallen[seat] = s.falls + 1
    s.deadline[seat] = 0
    s.replacement[seat] = 0
    for hero in range(HEROES):
        if s.hero_status[seat, hero] == Status.ON_MAP:
            take_off_map(s, seat, hero)
        for marker in range(len(s.cup)):
            s.equipment[seat, hero, marker] = 0
        s.ability_points[seat, hero] = 0
        s.skill_points[seat, hero] = 0
    for place in range(s.num_players):
        if s.place_owner[place] == seat + 1:
            s.place_owner[place] = 0
            empty_place(s, place)
    for site in range(NUM_SITES):
        if s.control[site] == seat + 1:
            s.control[site] = 0
            s.activated[site] = 0
            for level in range(NUM_LEVELS):
                s.garrison[site, level] = 0
    s.pool_active[seat] = 1
    s.pool[seat] = 1


@kernel
def check_survivors(s):
    """HVW-310: the last player left wins; nobody left is a draw."""
    s.falls += 1
    living = 0
    last = -1
    for seat in range(s.num_players):
        if s.alive[seat] != 0:
            living += 1
            last = seat
    if living <= 1:
        end_game(s, last, WinKind.LAST_PLAYER if living == 1 else WinKind.DRAWN)


@kernel
def eliminate_for_capital(s, r, seat):
    """HVW-062: the capital was not retaken in time."""
    eliminate(s, seat)
    check_survivors(s)


@kernel
def eliminate_heroless(s, seat):
    """HVW-309: out at once."""
    if seat < s.num_players and s.alive[seat] != 0 and lost_all_heroes(s, seat):
        eliminate(s, seat)
        check_survivors(s)


@kernel
def end_game(s, winner, kind):
    """The game is over."""
    s.over = 1
    s.winner = winner
    s.win_kind = kind
    s.prompt = Prompt.NONE
    s.stage = Stage.CLEAN_UP


@kernel
def hostile_hex(s, seat, hex):
    """HVW-258: hostile units, or a place or Resource of somebody else."""
    place = place_at(s, hex)
    if enemy_hero_at(s, seat, hex) >= 0 or (place >= 0 and s.place_owner[place] != seat + 1):
        return True
    site = site_at(s, hex)
    if site < 0:
        return False
    return guards_at(s, site) > 0 or (s.control[site] != 0 and s.control[site] != seat + 1)


@kernel
def free_of_own_hero(s, seat, hex):
    """No hero of the seat stands there."""
    return hero_at(s, seat, hex) < 0
