"""The Camp: its move at the start of a turn, heroes riding along, its flight from guards.

Rulebook chapters 7.4 and 18.1. There is at most one Camp, because the tribes are distinct.
Read `objectives.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.jit import kernel
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import BARBARIANS, NEIGHBOUR, SITE_TILE, START_TILE
from rulebound.envs.heroes_vs_warlords.rules.world import (
    ask,
    guards_at,
    hex_distance,
    is_camp,
    is_resource,
    objective_at,
    place_at,
    reaches,
    side_open,
    site_at,
    site_hex,
)
from rulebound.envs.heroes_vs_warlords.state import HEROES, Prompt, Stage, Status


@kernel
def camp_place(s):
    """The place that is a Camp, or -1."""
    for place in range(s.num_players):
        if is_camp(s, place):
            return place
    return -1


@kernel
def harmless_to_camp(site):
    """HVW-181: guards on the Resources of the Barbarian start tile neither stop nor chase the Camp."""
    return is_resource(site) and SITE_TILE[site] == START_TILE[BARBARIANS]


@kernel
def camp_may_step(s, r, place, direction):
    """HVW-179, HVW-180, HVW-370: no objective, no hidden tile, no enemy hero or active guards beside it."""
    hex = NEIGHBOUR[s.place_hex[place], direction]
    if hex < 0 or s.tile[hex // 7] < 0 or s.revealed[hex // 7] == 0 or objective_at(s, hex) != 0 or place_at(s, hex) >= 0:
        return False
    if r.modules_adv_movement != 0 and not side_open(s, r, s.place_hex[place], direction):
        return False
    owner = s.place_owner[place] - 1
    for seat in range(s.num_players):
        for hero in range(HEROES):
            near = s.hero_status[seat, hero] == Status.ON_MAP and hex_distance(s.hero_hex[seat, hero], hex) <= 1
            if near and seat != owner:
                return False
    for side in range(6):
        other = NEIGHBOUR[hex, side]
        site = site_at(s, other) if other >= 0 else -1
        if site >= 0 and guards_at(s, site) > 0 and not harmless_to_camp(site) and side_open(s, r, hex, side):
            return False
    return True


@kernel
def camp_can_move(s, r, place):
    """Some step of the Camp is allowed."""
    for direction in range(6):
        if camp_may_step(s, r, place, direction):
            return True
    return False


@kernel
def offer_camp(s, r):
    """HVW-178, HVW-185: once a turn, before any hero has moved, its owner may move the Camp."""
    seat = s.order[s.turn]
    place = camp_place(s)
    if s.camp_from >= 0:
        ask_rider(s, seat)
    elif s.camp_moved == 0 and place >= 0 and s.place_owner[place] == seat + 1 and camp_can_move(s, r, place):
        ask(s, seat, Prompt.CAMP)
    else:
        s.camp_moved = 1
        s.stage = Stage.HEROES


@kernel
def ask_rider(s, seat):
    """HVW-184: every hero left behind who has not moved may ride along."""
    while s.rider < HEROES:
        if s.hero_status[seat, s.rider] == Status.ON_MAP and s.hero_hex[seat, s.rider] == s.camp_from:
            ask(s, seat, Prompt.RIDE)
            return
        s.rider += 1
    s.rider = 0
    s.camp_from = -1


@kernel
def legal_camp(s, r, mask):
    """Move the Camp or not, where to, and who rides along."""
    if s.prompt == Prompt.CAMP:
        mask[ID.camp] = 1
    elif s.prompt == Prompt.RIDE:
        mask[ID.yes] = 1
    else:
        for direction in range(6):
            mask[ID.go + direction] = camp_may_step(s, r, camp_place(s), direction)
    mask[ID.pass_] = s.prompt != Prompt.CAMP_FLIGHT


@kernel
def apply_camp(s, r, action):
    """Carry out a decision about the Camp."""
    prompt = s.prompt
    place = camp_place(s)
    s.prompt = Prompt.NONE
    if prompt == Prompt.RIDE:
        if action == ID.yes:
            s.hero_hex[s.seat, s.rider] = s.place_hex[place]
            s.hero_entered[s.seat, s.rider] = -1
        s.rider += 1
    elif prompt == Prompt.CAMP_FLIGHT:
        flee(s, place, NEIGHBOUR[s.place_hex[place], action - ID.go])
    elif action == ID.pass_:
        s.camp_moved = 1
    elif action == ID.camp:
        s.prompt = Prompt.CAMP_STEP
    else:
        s.camp_moved = 1
        s.camp_from = s.place_hex[place]
        s.rider = 0
        s.place_hex[place] = NEIGHBOUR[s.camp_from, action - ID.go]


# ------------------------------------------------------------------------------------------------ flight
@kernel
def camp_must_flee(s, r, site):
    """HVW-182, HVW-183: guards of a Resource that newly stand beside a Camp drive it away, if it can go."""
    place = camp_place(s)
    if place < 0 or s.place_owner[place] == 0 or not is_resource(site) or harmless_to_camp(site):
        return
    if reaches(s, r, s.place_hex[place], site_hex(s, site)) and camp_can_move(s, r, place):
        s.flight = 1
        s.pending = 1


@kernel
def ask_flight(s):
    """The owner of the Camp chooses where it goes."""
    s.flight = 0
    ask(s, s.place_owner[camp_place(s)] - 1, Prompt.CAMP_FLIGHT)


@kernel
def flee(s, place, hex):
    """HVW-183: heroes inside go with the Camp; its normal move stays free."""
    owner = s.place_owner[place] - 1
    for hero in range(HEROES):
        if s.hero_status[owner, hero] == Status.ON_MAP and s.hero_hex[owner, hero] == s.place_hex[place]:
            s.hero_hex[owner, hero] = hex
            s.hero_entered[owner, hero] = -1
    s.place_hex[place] = hex
