"""The world: tiles, sites, sides of hexes, and who stands where.

Rulebook chapters 3 and 15. A control marker or owner is stored as seat + 1, 0 meaning nobody.
Read `heroes.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.components import (
    BLOCKED,
    BRIDGED,
    HEX_Q,
    HEX_R,
    IS_CAMP,
    NEIGHBOUR,
    NUM_LEVELS,
    NUM_SLOTS,
    OBJECTIVE,
    ROADS,
    SITE,
    SITE_OBJECTIVE,
    SITE_POSITION,
    SITE_TILE,
    START_TILE,
    TERRAIN,
    Objective,
)
from rulebound.envs.heroes_vs_warlords.state import HEROES, MOST_STOCK, NUM_SECTIONS, Status


@kernel
def ask(s, seat, prompt):
    """The next decision belongs to this seat."""
    s.seat = seat
    s.prompt = prompt


# ------------------------------------------------------------------------------------------------ hexes
@kernel
def site_at(s, hex):
    """The site on a face-up hex, or -1."""
    slot = hex // 7
    return SITE[s.tile[slot], hex - 7 * slot] if s.revealed[slot] != 0 else -1


@kernel
def site_hex(s, site):
    """The hex of a site; its tile lies on the table."""
    for slot in range(NUM_SLOTS):
        if s.tile[slot] == SITE_TILE[site]:
            return slot * 7 + SITE_POSITION[site]
    return -1


@kernel
def is_resource(site):
    """HVW-009: wood, stone, crystal and gold hexes."""
    return site >= 0 and SITE_OBJECTIVE[site] <= Objective.WOOD


@kernel
def objective_at(s, hex):
    """The objective of a face-up hex; an explored ruin has none any more (HVW-026)."""
    slot = hex // 7
    if s.revealed[slot] == 0:
        return 0
    objective = OBJECTIVE[s.tile[slot], hex - 7 * slot]
    if objective == Objective.RUIN and s.explored[SITE[s.tile[slot], hex - 7 * slot]] != 0:
        return 0
    return objective


@kernel
def hex_distance(a, b):
    """Steps between two hexes."""
    q = HEX_Q[a] - HEX_Q[b]
    r = HEX_R[a] - HEX_R[b]
    return max(abs(q), abs(r), abs(q + r))


@kernel
def direction_to(a, b):
    """The direction in which hex b lies next to hex a, or -1."""
    for direction in range(6):
        if NEIGHBOUR[a, direction] == b:
            return direction
    return -1


@kernel
def road_joins(s, a, direction):
    """HVW-332: a road leaves both hexes through this side."""
    b = NEIGHBOUR[a, direction]
    here = ROADS[s.tile[a // 7], a % 7] >> direction
    return s.revealed[b // 7] != 0 and here & (ROADS[s.tile[b // 7], b % 7] >> ((direction + 3) % 6)) & 1 != 0


@kernel
def side_open(s, r, a, direction):
    """HVW-320..HVW-325, HVW-332: is the side of a known hex passable? Barriers of a face-down tile are unseen."""
    if r.modules_adv_terrain == 0:
        return True
    b = NEIGHBOUR[a, direction]
    back = (direction + 3) % 6
    blocked = BLOCKED[s.tile[a // 7], a % 7] >> direction & 1
    bridged = BRIDGED[s.tile[a // 7], a % 7] >> direction & 1
    if s.revealed[b // 7] != 0:
        blocked |= BLOCKED[s.tile[b // 7], b % 7] >> back & 1
        bridged |= BRIDGED[s.tile[b // 7], b % 7] >> back & 1
    return blocked == 0 or bridged != 0 or road_joins(s, a, direction)


@kernel
def reaches(s, r, a, b):
    """Two hexes are adjacent and nothing closes the side between them."""
    direction = direction_to(a, b)
    return direction >= 0 and side_open(s, r, a, direction)


@kernel
def step_cost(s, r, a, direction):
    """HVW-004, HVW-334, HVW-336: movement points for a step; a face-down hex is priced when it is seen."""
    b = NEIGHBOUR[a, direction]
    if r.modules_adv_terrain == 0 or s.revealed[b // 7] == 0 or road_joins(s, a, direction):
        return 1
    if OBJECTIVE[s.tile[b // 7], b % 7] >= Objective.HOLY:
        return 1  # holy places and Cities
    return r.tables_terrain_cost[TERRAIN[s.tile[b // 7], b % 7]]


# ------------------------------------------------------------------------------------------------ who is where
@kernel
def place_at(s, hex):
    """The seat whose home City or Camp stands on a hex, or -1."""
    for place in range(s.num_players):
        if s.place_hex[place] == hex:
            return place
    return -1


@kernel
def owns_place_at(s, seat, hex):
    """The place on a hex if it belongs to a seat, or -1."""
    place = place_at(s, hex)
    return place if place >= 0 and s.place_owner[place] == seat + 1 else -1


@kernel
def is_camp(s, place):
    """HVW-005: the home of the Barbarians moves."""
    return IS_CAMP[s.faction[place]] != 0


@kernel
def hero_at(s, seat, hex):
    """The first hero of a seat on a hex, or -1."""
    for hero in range(HEROES):
        if s.hero_status[seat, hero] == Status.ON_MAP and s.hero_hex[seat, hero] == hex:
            return hero
    return -1


@kernel
def enemy_hero_at(s, seat, hex):
    """A seat other than this one with a hero on a hex, or -1."""
    for other in range(s.num_players):
        if other != seat and hero_at(s, other, hex) >= 0:
            return other
    return -1


@kernel
def shares_hex(s, seat, hero):
    """Both heroes of a player stand on one hex."""
    other = 1 - hero
    return s.hero_status[seat, other] == Status.ON_MAP and s.hero_hex[seat, other] == s.hero_hex[seat, hero]


@kernel
def army_size(s, seat, hero):
    """Units on a hero's display."""
    units = 0
    for section in range(NUM_SECTIONS):
        units += s.section_count[seat, hero, section]
    return units


@kernel
def guards_at(s, site):
    """Guards of a site."""
    units = 0
    for level in range(NUM_LEVELS):
        units += s.guards[site, level]
    return units


@kernel
def highest_guard(s, site):
    """HVW-163: the highest level among the guards of a site, 0 without guards."""
    for level in range(NUM_LEVELS, 0, -1):
        if s.guards[site, level - 1] > 0:
            return level
    return 0


@kernel
def garrison_at(s, site):
    """Units left on a Resource by its owner."""
    units = 0
    for level in range(NUM_LEVELS):
        units += s.garrison[site, level]
    return units


@kernel
def place_units(s, place):
    """Units in a City or Camp, heroes' displays apart."""
    units = s.mercenaries[place]
    for level in range(NUM_LEVELS):
        units += s.place_garrison[place, level] + s.natives[place, level]
    return units


@kernel
def recruitment_seat(s, site):
    """The seat whose Recruitment Location a site is, or -1."""
    for seat in range(s.num_players):
        if START_TILE[s.faction[seat]] == SITE_TILE[site]:
            return seat
    return -1


@kernel
def forbidden_location(s, seat, site):
    """HVW-020, HVW-021: nobody enters an active Recruitment Location of a living enemy."""
    if site < 0 or SITE_OBJECTIVE[site] != Objective.RECRUITMENT:
        return False
    owner = recruitment_seat(s, site)
    return owner >= 0 and owner != seat and s.alive[owner] != 0 and s.pool_active[owner] != 0


@kernel
def defending_seat(s, seat, hex):
    """Whose units would fight a hero of this seat on a hex: a seat, 3 for guards, or -1."""
    site = site_at(s, hex)
    if site >= 0 and guards_at(s, site) > 0:
        return 3
    other = enemy_hero_at(s, seat, hex)
    if other >= 0:
        return other
    if is_resource(site) and s.control[site] != 0 and s.control[site] != seat + 1 and garrison_at(s, site) > 0:
        return s.control[site] - 1
    place = place_at(s, hex)
    if place >= 0 and s.place_owner[place] != 0 and s.place_owner[place] != seat + 1 and place_units(s, place) > 0:
        return s.place_owner[place] - 1
    return -1


# ------------------------------------------------------------------------------------------------ stocks
@kernel
def treasury(s, seat):
    """HVW-277, HVW-293: where goods go: the home stock, else the lowest place owned, else -1."""
    if s.place_owner[seat] == seat + 1:
        return seat
    for place in range(s.num_players):
        if s.place_owner[place] == seat + 1:
            return place
    return -1


@kernel
def store(s, place, resource, amount):
    """Add to a stock; goods without a place are lost."""
    if place >= 0:
        s.stock[place, resource] = min(MOST_STOCK, s.stock[place, resource] + amount)
