"""What a seat of Heroes vs Warlords sees, and a fair guess at what it does not see.

Everything is ego-centric: seats, homes and owners are counted from the observer. The map is shown by tile and
site: where each tile lies, and what the 48 sites hold. While others produce, they look as they did when
production began. `redeal` replaces face-down tiles, hidden production and all future luck.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.layout import ObservationLayout, Slice
from rulebound.envs.core.rng import below, shuffle
from rulebound.envs.heroes_vs_warlords.actions import ACTIONS, ID
from rulebound.envs.heroes_vs_warlords.components import (
    ABILITIES,
    DIRECTIONS,
    FIRST_OUTPOST,
    FIRST_RECRUITMENT,
    FIRST_RUIN,
    FIRST_TOWER,
    HEX_Q,
    HEX_R,
    MERCENARY,
    NEIGHBOUR,
    NUM_FACILITIES,
    NUM_LEVELS,
    NUM_SITES,
    NUM_SLOTS,
    NUM_TILES,
    REGULAR_TILES,
    ROWS,
    SITES,
    TILES,
)
from rulebound.envs.heroes_vs_warlords.rules.heroes import ability, mercenary_section
from rulebound.envs.heroes_vs_warlords.rules.production import apply_production, legal_production, produce
from rulebound.envs.heroes_vs_warlords.rules.world import enemy_hero_at, objective_at, site_at
from rulebound.envs.heroes_vs_warlords.state import (
    BATTLE_SLOTS,
    GUARDS,
    HEROES,
    LEVELS,
    NUM_SECTIONS,
    SEATS,
    SIDES,
    TARGET_WORDS,
    Cause,
    Clash,
    Flag,
    Prompt,
    Stage,
    Status,
    Step,
    Stream,
    Terrain,
    names,
)
from rulebound.envs.heroes_vs_warlords.variant import DATA, EQUIPMENT, FACILITIES, FACTIONS, QUESTS, RESOURCES

RELATIVE = ("me", "+1", "+2")
FIGHTERS = (*RELATIVE, "guards")
HERO = ("hero 1", "hero 2")
SECTIONS = tuple(f"section {k}" for k in range(NUM_SECTIONS))
STACKS = tuple(f"stack {k}" for k in range(BATTLE_SLOTS))
SLOTS = tuple(f"slot {k}" for k in range(NUM_SLOTS))
MODULES = tuple(DATA["modules"])
OBJECTIVES = tuple(DATA["order"]["objectives"])
FLAGS = tuple(flag.name.lower() for flag in Flag)
MOST = 255  # what a byte holds
RESOURCE_SITES = SITES[:FIRST_RUIN]
GUARDED_SITES = SITES[:FIRST_OUTPOST]

OBSERVATION = ObservationLayout((
    # ---- the table
    Slice("stage", "part of the game", axes=(names(Stage),), one_hot=True),
    Slice("players", "number of players", high=SEATS),
    Slice("round", "round", high=40),
    Slice("rounds", "rounds of the game", high=40),
    Slice("sequence", "sequence of the round", high=4),
    Slice("combat_mode", "the combat method", axes=(("1", "2", "3", "4"),), one_hot=True),
    Slice("module", "advanced modules in force", axes=(MODULES,)),
    Slice("war", "1 once players may be attacked"),
    Slice("first", "who is first in this round's order", axes=(RELATIVE,), one_hot=True),
    Slice("turn", "whose turn it is", axes=(RELATIVE,), one_hot=True),
    Slice("acting", "the hero who acts in that turn", axes=(HERO,), one_hot=True),
    Slice("cup", "equipment markers left in the cup", high=4, axes=(EQUIPMENT,)),
    Slice("quest_card", "quest cards: 0 deck, 1 with a hero, 2 discarded", high=2, axes=(QUESTS,)),
    # ---- the world
    Slice("tile_q", "column of a tile's centre from 1, 0 while nobody has seen it", high=21, axes=(TILES,)),
    Slice("tile_r", "row of a tile's centre from 1", high=21, axes=(TILES,)),
    Slice("face_down", "a tile lies face down", axes=(SLOTS,)),
    Slice("control", "who controls a Resource", axes=(RELATIVE, RESOURCE_SITES)),
    Slice("activated", "guards were looked for", axes=(GUARDED_SITES,)),
    Slice("tried", "guards have tried to react this turn", axes=(GUARDED_SITES,)),
    Slice("guards", "neutral guards", high=40, axes=(GUARDED_SITES, LEVELS)),
    Slice("garrison", "units left on a Resource by its owner", high=99, axes=(RESOURCE_SITES, LEVELS)),
    Slice("explored", "ruin explored", axes=(SITES[FIRST_RUIN:FIRST_TOWER],)),
    Slice("searched", "tower searched by the own hero", axes=(HERO, SITES[FIRST_TOWER:FIRST_OUTPOST])),
    Slice("visited", "outpost or holy place used this round", axes=(SITES[FIRST_OUTPOST:FIRST_RECRUITMENT],)),
    # ---- the players and their homes
    Slice("faction", "tribe", axes=(RELATIVE, FACTIONS), one_hot=True),
    Slice("alive", "seats still in the game", axes=(RELATIVE,)),
    Slice("hero_kills", "hero kills suffered", high=100, axes=(RELATIVE,)),
    Slice("deadline", "a last chance to retake the capital", high=2, axes=(RELATIVE,)),
    Slice("pool_active", "Recruitment Location active", axes=(RELATIVE,)),
    Slice("pool", "units gathered there", high=20, axes=(RELATIVE,)),
    Slice("owner", "owner of this seat's home", axes=(RELATIVE, RELATIVE), one_hot=True),
    Slice("place_q", "column of the home from 1", high=21, axes=(RELATIVE,)),
    Slice("place_r", "row of the home from 1", high=21, axes=(RELATIVE,)),
    Slice("conquered", "the home was conquered once", axes=(RELATIVE,)),
    Slice("facility", "facilities", axes=(RELATIVE, FACILITIES)),
    Slice("stock", "resources", high=99, axes=(RELATIVE, RESOURCES)),
    Slice("place_garrison", "units of the owner's tribe", high=99, axes=(RELATIVE, LEVELS)),
    Slice("natives", "units of the native tribe under a conqueror", high=99, axes=(RELATIVE, LEVELS)),
    Slice("mercenaries", "mercenaries in the place", high=99, axes=(RELATIVE,)),
    Slice("stored_honor", "honor points in the special building", high=20, axes=(RELATIVE,)),
    # ---- the heroes
    Slice("status", "where a hero is", axes=(RELATIVE, HERO, names(Status)), one_hot=True),
    Slice("hero_q", "column of the hero from 1", high=21, axes=(RELATIVE, HERO)),
    Slice("hero_r", "row of the hero from 1", high=21, axes=(RELATIVE, HERO)),
    Slice("level", "level", high=10, axes=(RELATIVE, HERO)),
    Slice("experience", "experience points, at most 255", high=MOST, axes=(RELATIVE, HERO)),
    Slice("honor", "honor points", high=20, axes=(RELATIVE, HERO)),
    Slice("movement_points", "movement points left", high=40, axes=(RELATIVE, HERO)),
    Slice("done", "finished this turn", axes=(RELATIVE, HERO)),
    Slice("moved", "has moved this turn", axes=(RELATIVE, HERO)),
    Slice("new", "arrived in a place and has not moved since", axes=(RELATIVE, HERO)),
    Slice("trained", "has used a Training Area", axes=(RELATIVE, HERO)),
    Slice("entered", "side by which he entered his hex, from 1", high=6, axes=(RELATIVE, HERO)),
    Slice("transfers", "transfers begun this turn", high=20, axes=(RELATIVE, HERO)),
    Slice("quest", "open quest card, numbered from 1", high=len(QUESTS), axes=(RELATIVE, HERO)),
    Slice("progress", "progress of that quest", high=100, axes=(RELATIVE, HERO)),
    Slice("ability", "abilities without equipment", high=15, axes=(RELATIVE, HERO, ABILITIES)),
    Slice("skill", "skills", high=9, axes=(RELATIVE, HERO, ("trade", "diplomacy", "tribe"))),
    Slice("equipment", "what equipment adds to the abilities", high=12, axes=(RELATIVE, HERO, ABILITIES)),
    Slice("section_unit", "unit of a section by number", high=25, axes=(RELATIVE, HERO, SECTIONS)),
    Slice("section_count", "units in it", high=20, axes=(RELATIVE, HERO, SECTIONS)),
    # ---- around the own acting hero
    Slice("near_hidden", "a face-down tile lies there", axes=(DIRECTIONS,)),
    Slice("near_objective", "objective of the hex", axes=(DIRECTIONS, OBJECTIVES), one_hot=True),
    Slice("near_guards", "strength of its guards, at most 255", high=MOST, axes=(DIRECTIONS,)),
    Slice("near_enemy", "an enemy hero stands there", axes=(DIRECTIONS,)),
    # ---- a battle
    Slice("battle", "how it came about", axes=(names(Cause),), one_hot=True),
    Slice("battle_terrain", "where it takes place", axes=(names(Terrain),), one_hot=True),
    Slice("battle_seat", "who fights on each side", axes=(SIDES, FIGHTERS), one_hot=True),
    Slice("battle_hero", "the commanding hero", axes=(SIDES, HERO), one_hot=True),
    Slice("battle_init", "the side with the initiative", axes=(SIDES,), one_hot=True),
    Slice("battle_round", "combat round", high=100),
    Slice("battle_step", "step of the battle", axes=(names(Step),), one_hot=True),
    Slice("battle_pass", "part of the step on the display", high=2),
    Slice("battle_cursor", "stack whose turn it is", high=BATTLE_SLOTS),
    Slice("battle_idle", "rounds in a row without an attack", high=20),
    Slice("battle_seized", "tried to change the initiative (2: with success)", high=2, axes=(SIDES,)),
    Slice("battle_skilled", "tribe's skill used", axes=(SIDES,)),
    Slice("stack_unit", "unit of a stack by number", high=25, axes=(SIDES, STACKS)),
    Slice("stack_count", "units in it", high=20, axes=(SIDES, STACKS)),
    Slice("stack_start", "units it began with", high=20, axes=(SIDES, STACKS)),
    Slice("stack_wounds", "wounds", high=5, axes=(SIDES, STACKS)),
    Slice("stack_bonus", "points of a special building", high=6, axes=(SIDES, STACKS)),
    Slice("stack_column", "column on the display from 1", high=9, axes=(SIDES, STACKS)),
    Slice("stack_row", "row on the display from 1", high=ROWS, axes=(SIDES, STACKS)),
    Slice("stack_flags", f"what it has done, sum of bits: {', '.join(FLAGS)}", high=sum(Flag), axes=(SIDES, STACKS)),
    Slice("wall", "0 intact, 1 damaged, 2 destroyed", high=2, axes=(TARGET_WORDS,)),
    Slice("manned", "towers with a stack", axes=(("tower 0", "tower 1"),)),
    Slice("march", "movement points of the moving stack", high=8),
    Slice("clash", "part of the attack in hand", axes=(names(Clash),), one_hot=True),
    Slice("clash_side", "the attacking side", axes=(SIDES,), one_hot=True),
    Slice("clash_slot", "the attacking stack", high=BATTLE_SLOTS),
    Slice("clash_target", "the attacked stack", high=BATTLE_SLOTS),
    Slice("clash_total", "totals of attacker and target, plus 20", high=140, axes=(("attacker", "target"),)),
    Slice("clash_hits", "hits, at most 255", high=MOST),
    # ---- the question put to the observer
    Slice("prompt", "what the observer is asked, if it has to act", axes=(names(Prompt),), one_hot=True),
    Slice("chosen", "first choice of the dialogue, from 1", high=19),
    Slice("chosen_to", "second choice of the dialogue, from 1", high=19),
    Slice("army_gold", "gold left for the army", high=60),
    Slice("army_third", "units of level 3 bought for it", high=20),
    Slice("place", "the place in which the observer produces", axes=(RELATIVE,), one_hot=True),
    Slice("place_done", "places in which it has finished", axes=(RELATIVE,)),
    Slice("reactor", "the own hero who may react", axes=(HERO,), one_hot=True),
    Slice("aim", "target of the breach, from 1", high=len(TARGET_WORDS)),
))  # fmt: skip

AT = OBSERVATION.at
NUM_OBJECTIVES = len(OBJECTIVES)
NUM_ACTIONS = ACTIONS.size
MOST_SIMULATED = 60  # decisions of one hidden production


# ------------------------------------------------------------------------------------------------ observe
@kernel
def observe(s, r, seat, out):
    """Write what `seat` may know into a row of zeros."""
    observe_table(s, r, seat, out)
    observe_sites(s, seat, out)
    for place in range(s.num_players):
        other = seat + place if seat + place < s.num_players else seat + place - s.num_players
        observe_seat(s, seat, other, place, out)
        for hero in range(HEROES):
            observe_hero(s, seat, other, place, hero, out)
    if s.stage == Stage.BATTLE:
        observe_battle(s, seat, out)
    if s.seat == seat and s.over == 0:
        observe_question(s, seat, out)


@kernel
def distance(seat, other, players):
    """How many places `other` sits after `seat`."""
    return other - seat if other >= seat else other - seat + players


@kernel
def observe_table(s, r, seat, out):
    """Round, rules in force, whose turn it is, the tiles."""
    n = s.num_players
    out[AT.stage + s.stage] = 1
    out[AT.players] = n
    out[AT.round] = s.game_round
    out[AT.rounds] = r.length_max_rounds
    out[AT.sequence] = s.sequence
    out[AT.combat_mode + r.combat_mode - 1] = 1
    out[AT.module] = r.modules_adv_terrain
    out[AT.module + 1] = r.modules_adv_movement
    out[AT.module + 2] = r.modules_skills
    out[AT.module + 3] = r.modules_mercenaries
    out[AT.module + 4] = r.modules_quests
    out[AT.module + 5] = r.modules_honor
    out[AT.module + 6] = r.modules_special_buildings
    out[AT.war] = s.war
    out[AT.first + distance(seat, s.order[0], n)] = 1
    if s.stage < Stage.INCOME:
        out[AT.turn + distance(seat, s.order[min(s.turn, n - 1)], n)] = 1
    if s.acting >= 0:
        out[AT.acting + s.acting] = 1
    for marker in range(len(s.cup)):
        out[AT.cup + marker] = s.cup[marker]
    for card in range(len(s.quest_card)):
        out[AT.quest_card + card] = s.quest_card[card]
    for slot in range(NUM_SLOTS):
        if s.revealed[slot] != 0:
            out[AT.tile_q + s.tile[slot]] = HEX_Q[slot * 7] + 11
            out[AT.tile_r + s.tile[slot]] = HEX_R[slot * 7] + 11
        elif s.tile[slot] >= 0:
            out[AT.face_down + slot] = 1


@kernel
def observe_sites(s, seat, out):
    """What the sites hold; those of face-down tiles hold nothing.

    Plain loops of fixed length over one field each, which the compiler turns into block copies.
    """
    n = s.num_players
    for place in range(n):
        owner = (seat + place if seat + place < n else seat + place - n) + 1
        for site in range(FIRST_RUIN):
            out[AT.control + place * FIRST_RUIN + site] = s.control[site] == owner
    for site in range(FIRST_OUTPOST):
        out[AT.activated + site] = s.activated[site]
    for site in range(FIRST_OUTPOST):
        out[AT.tried + site] = s.tried[site]
    guards = s.guards.reshape(NUM_SITES * NUM_LEVELS)
    for k in range(FIRST_OUTPOST * NUM_LEVELS):
        out[AT.guards + k] = guards[k]
    garrison = s.garrison.reshape(NUM_SITES * NUM_LEVELS)
    for k in range(FIRST_RUIN * NUM_LEVELS):
        out[AT.garrison + k] = garrison[k]
    for site in range(FIRST_RUIN, FIRST_TOWER):
        out[AT.explored + site - FIRST_RUIN] = s.explored[site]
    for hero in range(HEROES):
        for site in range(FIRST_TOWER, FIRST_OUTPOST):
            out[AT.searched + hero * (FIRST_OUTPOST - FIRST_TOWER) + site - FIRST_TOWER] = s.searched[site] >> (2 * seat + hero) & 1
    for site in range(FIRST_OUTPOST, FIRST_RECRUITMENT):
        out[AT.visited + site - FIRST_OUTPOST] = s.visited[site]


@kernel
def hides_production(s, seat, owner):
    """HVW-296: during production nobody sees what others have changed since it began."""
    return s.stage == Stage.PRODUCTION and s.over == 0 and owner != seat


@kernel
def observe_seat(s, seat, other, place, out):
    """A player and his home, as the observer may see them."""
    n = s.num_players
    out[AT.faction + place * 3 + s.faction[other]] = 1
    out[AT.alive + place] = s.alive[other]
    out[AT.hero_kills + place] = s.hero_kills[other]
    out[AT.deadline + place] = s.deadline[other]
    out[AT.pool_active + place] = s.pool_active[other]
    out[AT.pool + place] = s.pool[other]
    owner = s.place_owner[other] - 1
    if owner >= 0:
        out[AT.owner + place * SEATS + distance(seat, owner, n)] = 1
    if s.place_hex[other] >= 0:
        out[AT.place_q + place] = HEX_Q[s.place_hex[other]] + 11
        out[AT.place_r + place] = HEX_R[s.place_hex[other]] + 11
    out[AT.conquered + place] = s.conquered[other]
    out[AT.mercenaries + place] = s.mercenaries[other]
    out[AT.stored_honor + place] = s.stored_honor[other]
    hidden = hides_production(s, seat, owner)
    for facility in range(NUM_FACILITIES):
        out[AT.facility + place * NUM_FACILITIES + facility] = s.shown_facility[other, facility] if hidden else s.facility[other, facility]
    for resource in range(4):
        out[AT.stock + place * 4 + resource] = s.shown_stock[other, resource] if hidden else s.stock[other, resource]
    for level in range(NUM_LEVELS):
        at = place * NUM_LEVELS + level
        out[AT.place_garrison + at] = s.shown_garrison[other, level] if hidden else s.place_garrison[other, level]
        out[AT.natives + at] = s.shown_natives[other, level] if hidden else s.natives[other, level]


@kernel
def observe_hero(s, seat, other, place, hero, out):
    """A hero; one who has just been bought in a hidden production has not appeared yet."""
    at = place * HEROES + hero
    hidden = hides_production(s, seat, other)
    status = s.shown_status[other, hero] if hidden else s.hero_status[other, hero]
    out[AT.status + at * 3 + status] = 1
    out[AT.level + at] = s.hero_level[other, hero]
    out[AT.trained + at] = s.hero_trained[other, hero]
    out[AT.quest + at] = s.hero_quest[other, hero]
    out[AT.progress + at] = s.hero_progress[other, hero]
    for kind in range(4):
        out[AT.ability + at * 4 + kind] = s.ability[other, hero, kind]
    for kind in range(3):
        out[AT.skill + at * 3 + kind] = s.skill[other, hero, kind]
    if status != Status.ON_MAP:
        return
    out[AT.hero_q + at] = HEX_Q[s.hero_hex[other, hero]] + 11
    out[AT.hero_r + at] = HEX_R[s.hero_hex[other, hero]] + 11
    out[AT.experience + at] = min(MOST, s.hero_ep[other, hero])
    out[AT.honor + at] = s.hero_honor[other, hero]
    out[AT.movement_points + at] = s.hero_mp[other, hero]
    out[AT.done + at] = s.hero_done[other, hero]
    out[AT.moved + at] = s.hero_moved[other, hero]
    out[AT.new + at] = s.hero_new[other, hero]
    out[AT.entered + at] = s.hero_entered[other, hero] + 1
    out[AT.transfers + at] = s.hero_transfers[other, hero]
    for kind in range(4):
        out[AT.equipment + at * 4 + kind] = ability(s, other, hero, kind) - s.ability[other, hero, kind]
    for section in range(NUM_SECTIONS):
        unit = s.section_unit[other, hero, section]
        number = s.section_count[other, hero, section]
        if hidden and unit == MERCENARY:
            number = s.shown_mercenaries[other, hero]
            unit = unit if number > 0 else 0
        out[AT.section_unit + at * NUM_SECTIONS + section] = unit
        out[AT.section_count + at * NUM_SECTIONS + section] = number


@kernel
def observe_battle(s, seat, out):
    """Everything on the arena or battle display is public."""
    n = s.num_players
    out[AT.battle + s.battle_cause] = 1
    out[AT.battle_terrain + s.battle_terrain] = 1
    out[AT.battle_init + s.battle_init] = 1
    out[AT.battle_round] = s.battle_round
    out[AT.battle_step + s.battle_step] = 1
    out[AT.battle_pass] = s.battle_pass
    out[AT.battle_cursor] = s.battle_cursor
    out[AT.battle_idle] = s.battle_idle
    out[AT.march] = s.march_mp
    for target in range(len(s.wall)):
        out[AT.wall + target] = s.wall[target]
    for side in range(2):
        fighter = s.battle_seat[side]
        out[AT.battle_seat + side * 4 + (3 if fighter == GUARDS else distance(seat, fighter, n))] = 1
        if s.battle_hero[side] >= 0:
            out[AT.battle_hero + side * HEROES + s.battle_hero[side]] = 1
        out[AT.battle_seized + side] = s.battle_seized[side]
        out[AT.battle_skilled + side] = s.battle_skilled[side]
        out[AT.manned + side] = s.manned[side]
        for slot in range(BATTLE_SLOTS):
            at = side * BATTLE_SLOTS + slot
            out[AT.stack_unit + at] = s.slot_unit[side, slot]
            out[AT.stack_count + at] = s.slot_count[side, slot]
            out[AT.stack_start + at] = s.slot_start[side, slot]
            out[AT.stack_wounds + at] = s.slot_wounds[side, slot]
            out[AT.stack_bonus + at] = s.slot_bonus[side, slot]
            if s.slot_cell[side, slot] >= 0:
                out[AT.stack_column + at] = s.slot_cell[side, slot] // ROWS + 1
                out[AT.stack_row + at] = s.slot_cell[side, slot] % ROWS + 1
            out[AT.stack_flags + at] = s.slot_flags[side, slot]
    out[AT.clash + s.clash] = 1
    if s.clash != 0:
        out[AT.clash_side + s.clash_side] = 1
        out[AT.clash_slot] = s.clash_slot + 1
        out[AT.clash_target] = s.clash_target + 1
        out[AT.clash_total] = s.clash_total[0] + 20
        out[AT.clash_total + 1] = s.clash_total[1] + 20
        out[AT.clash_hits] = min(MOST, s.clash_hits)


@kernel
def observe_question(s, seat, out):
    """What the observer itself is asked, and what lies around its acting hero."""
    n = s.num_players
    out[AT.prompt + s.prompt] = 1
    out[AT.chosen] = s.chosen + 1
    out[AT.chosen_to] = s.chosen_to + 1
    out[AT.army_gold] = s.army_gold
    out[AT.army_third] = s.army_third
    out[AT.aim] = s.aim + 1
    if s.stage == Stage.PRODUCTION:
        if s.place >= 0:
            out[AT.place + distance(seat, s.place, n)] = 1
        for place in range(n):
            if s.place_owner[place] == seat + 1:
                out[AT.place_done + distance(seat, place, n)] = s.place_done[place]
    if s.prompt == Prompt.REACT:
        out[AT.reactor + s.reactors[0] % 2] = 1
    if s.stage == Stage.ACT and s.acting >= 0:
        observe_surroundings(s, seat, s.hero_hex[seat, s.acting], out)


@kernel
def observe_surroundings(s, seat, hex, out):
    """The six hexes around the own acting hero."""
    for direction in range(6):
        other = NEIGHBOUR[hex, direction]
        if other < 0 or s.tile[other // 7] < 0:
            continue
        if s.revealed[other // 7] == 0:
            out[AT.near_hidden + direction] = 1
            continue
        out[AT.near_objective + direction * NUM_OBJECTIVES + objective_at(s, other)] = 1
        site = site_at(s, other)
        if site >= 0:
            strength = 0
            for level in range(NUM_LEVELS):
                strength += s.guards[site, level] * (level + 1)
            out[AT.near_guards + direction] = min(MOST, strength)
        out[AT.near_enemy + direction] = enemy_hero_at(s, seat, other) >= 0


# ------------------------------------------------------------------------------------------------ redeal
@kernel
def redeal(s, r, seat, key):
    """Replace face-down tiles, hidden production and all future luck by a fair sample.

    Every face-down tile may be any regular tile that nobody has seen, those left in the box included. Others'
    hidden productions start again from what they showed and are made of evenly chosen items.
    """
    s.key = key
    s.queued = 0
    for place in range(len(s.queue)):
        s.queue[place] = 0
    redeal_tiles(s)
    if s.stage == Stage.PRODUCTION and s.over == 0:
        redeal_production(s, r, seat)


@kernel
def redeal_tiles(s):
    """Shuffle the regular tiles that do not lie face up over the face-down slots."""
    seen = np.zeros(NUM_TILES, np.int8)
    for slot in range(NUM_SLOTS):
        if s.revealed[slot] != 0:
            seen[s.tile[slot]] = 1
    unseen = np.zeros(REGULAR_TILES, np.int8)
    size = 0
    for tile in range(REGULAR_TILES):
        if seen[tile] == 0:
            unseen[size] = tile
            size += 1
    shuffle(s, Stream.REDEAL, unseen, size)
    for slot in range(NUM_SLOTS):
        if s.tile[slot] >= 0 and s.revealed[slot] == 0:
            size -= 1
            s.tile[slot] = unseen[size]


@kernel
def redeal_production(s, r, seat):
    """The others' productions so far, made up anew; the question asked of the observer stays."""
    asked = s.seat
    prompt = s.prompt
    producer = s.producer
    place = s.place
    chosen = s.chosen
    chosen_to = s.chosen_to
    for other in range(s.num_players):
        if other != seat:
            undo_production(s, other)
    for turn in range(producer):
        if s.order[turn] != seat:
            s.producer = turn
            simulate_production(s, r, MOST_SIMULATED)
    s.producer = producer
    if asked != seat:
        simulate_production(s, r, below(s, Stream.REDEAL, 4))
        return
    s.seat = asked
    s.prompt = prompt
    s.place = place
    s.chosen = chosen
    s.chosen_to = chosen_to


@kernel
def undo_production(s, owner):
    """A player's places and heroes as they were when production began."""
    for place in range(s.num_players):
        if s.place_owner[place] == owner + 1:
            s.place_done[place] = 0
            for facility in range(NUM_FACILITIES):
                s.facility[place, facility] = s.shown_facility[place, facility]
            for resource in range(4):
                s.stock[place, resource] = s.shown_stock[place, resource]
            for level in range(NUM_LEVELS):
                s.place_garrison[place, level] = s.shown_garrison[place, level]
                s.natives[place, level] = s.shown_natives[place, level]
    for hero in range(HEROES):
        section = mercenary_section(s, owner, hero)
        if section >= 0:
            s.section_count[owner, hero, section] = s.shown_mercenaries[owner, hero]
            if s.section_count[owner, hero, section] == 0:
                s.section_unit[owner, hero, section] = 0
        if s.shown_status[owner, hero] != s.hero_status[owner, hero]:
            s.hero_status[owner, hero] = s.shown_status[owner, hero]
            s.hero_hex[owner, hero] = -1
            s.hero_new[owner, hero] = 0
            s.hero_done[owner, hero] = 0


@kernel
def simulate_production(s, r, decisions):
    """Evenly chosen items of the player whose production it is: to its end, or a few that do not end it."""
    turn = s.producer
    s.place = -1
    s.chosen = -1
    s.chosen_to = -1
    mask = np.zeros(NUM_ACTIONS, np.int8)
    whole = decisions == MOST_SIMULATED
    s.prompt = Prompt.NONE
    for step in range(MOST_SIMULATED):
        while s.prompt == Prompt.NONE and s.producer == turn:
            produce(s, r)
        if s.producer != turn or (not whole and step >= decisions and s.prompt <= Prompt.ITEM):
            return
        for action in range(NUM_ACTIONS):
            mask[action] = 0
        legal_production(s, r, mask)
        action = even_choice(s, mask, whole)
        if action < 0:
            return
        apply_production(s, r, action)
    while whole and s.producer == turn:  # enough items: finish
        s.prompt = Prompt.NONE
        s.producer += 1
    s.place = -1


@kernel
def even_choice(s, mask, may_pass):
    """One of the legal actions, evenly; -1 if only passing is left and that is not wanted."""
    count = 0
    for action in range(NUM_ACTIONS):
        count += mask[action] != 0 and (may_pass or action != ID.pass_)
    if count == 0:
        return -1
    place = below(s, Stream.REDEAL, count)
    for action in range(NUM_ACTIONS):
        if mask[action] != 0 and (may_pass or action != ID.pass_):
            if place == 0:
                return action
            place -= 1
    return -1
