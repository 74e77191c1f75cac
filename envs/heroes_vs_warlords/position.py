"""Positions of Heroes vs Warlords written by hand: where they start from, how they are completed and checked.

A position starts from a world whose regular tiles lie face up in printed order (T01 on slot 0, and so on) with
the start tiles of the seats on slots 12, 18 and 24 (further out in larger worlds), hero 1 of everybody at home
with twenty level-1 units, seat 0 about to choose a hero in the first turn of round 1. With every tile face up
players may be attacked; a position that lays a tile face down is at peace unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rulebound.envs.heroes_vs_warlords.battle_position import check_battle
from rulebound.envs.heroes_vs_warlords.components import (
    MERCENARY,
    NUM_SLOTS,
    NUM_TILES,
    OBJECTIVE,
    REGULAR_TILES,
    SITE,
    SITE_OBJECTIVE,
    SITE_TILE,
    SITES,
    START_TILE,
    TILES,
    TOUCHING,
    UNITS,
    Facility,
    Objective,
)
from rulebound.envs.heroes_vs_warlords.state import (
    BATTLE_SLOTS,
    HEROES,
    STATE,
    Entry,
    Prompt,
    Stage,
    Status,
    WinKind,
)
from rulebound.envs.heroes_vs_warlords.variant import FACTIONS

EXTRA_NAMES = ()
COMPLETED_NAMES = ("seat", "pending", "war", "explored_all", "queued", "place_hex")
PLAYER_FIELDS = tuple(f.name for f in STATE.own if f.axes[:1] == ("seat",))
ARMY = 20


def _empty_table(s: np.record) -> None:
    """The values of fields that are not zero where nothing is; `rules.setup.empty_table` for plain Python."""
    blank = {"winner": -1, "acting": -1, "came_from": -1, "fresh": -1, "camp_from": -1, "chosen": -1, "chosen_to": -1}
    blank |= {"replacing": -1, "place": -1, "battle_hex": -1, "battle_origin": -1, "battle_place": -1, "battle_site": -1}
    blank |= {"battle_left": -1, "aim": -1, "march_from": -1, "clash_loser": -1, "game_round": 1}
    for name, value in blank.items():
        s[name] = value
    for name in ("reactors", "tile", "battle_seat", "battle_hero", "slot_cell", "place_hex", "hero_hex", "hero_entered"):
        s[name][...] = -1
    s.hero_level[...] = 1


def empty_record() -> np.record:
    """A record of an empty table."""
    empty = np.zeros(1, STATE.dtype)[0]
    _empty_table(empty)
    return empty


def start_slots(tile_count: int, players: int) -> list[int]:
    """Slots for start tiles, spread round the world: each touches two tiles and no other start tile."""
    chosen: list[int] = []
    for slot in range(tile_count, NUM_SLOTS):
        near = [int(k) for k in TOUCHING[slot] if k >= 0]
        if sum(k < tile_count for k in near) >= 2 and not any(k in chosen for k in near):
            chosen.append(slot)
    step = max(1, len(chosen) // players)
    return chosen[::step][:players]


def blank(s: np.record, r: np.record) -> None:
    """The start of a game with the world face up, as the module's docstring says."""
    n, tiles = int(s.num_players), int(r.setup_tile_count)
    _empty_table(s)
    s.stage = Stage.HEROES
    s.order[:n] = range(n)
    s.tile[:tiles] = range(tiles)
    s.revealed[:tiles] = 1
    s.cup[:] = r.marker_copies
    s.camp_moved = 1
    s.faction[:n] = r.faction[:n]
    s.alive[:n] = 1
    s.hero_level[:n] = r.heroes_level
    s.stock[:n] = r.setup_stock
    for seat, slot in enumerate(start_slots(tiles, n)):
        faction = int(s.faction[seat])
        s.ability[seat] = r.hero_start[2 * faction : 2 * faction + 2]
        s.tile[slot] = START_TILE[faction]
        s.revealed[slot] = 1
        s.place_hex[seat] = slot * 7
        s.place_owner[seat] = seat + 1
        s.hero_status[seat, 0] = Status.ON_MAP
        s.hero_hex[seat, 0] = slot * 7
        s.hero_mp[seat, 0] = s.ability[seat, 0, 3]
        s.section_unit[seat, 0, 0] = faction * 6 + 1
        s.section_count[seat, 0, 0] = min(ARMY, int(r.limits_stack_max))


def complete(s: np.record, r: np.record, named: Mapping) -> None:
    """Fill in the seat to act, war and peace, and homes that follow from the tiles."""
    n = int(s.num_players)
    hidden = bool(((s.tile >= 0) & (s.revealed == 0)).any())
    if "tile" in named:
        players = named.get("players", [])
        for seat in range(n):
            moved = seat < len(players) and isinstance(players[seat], Mapping) and "place_hex" in players[seat]
            slots = np.flatnonzero(s.tile == START_TILE[int(s.faction[seat])])
            if not moved and len(slots):
                _move_home(s, seat, int(slots[0]) * 7)
    waiting = s.ability_points.any() or s.skill_points.any() or s.replacement.any() or s.flight
    if "pending" not in named and waiting:
        s.pending = 1
    if "explored_all" not in named:
        s.explored_all = not hidden
    if "war" not in named:
        s.war = not hidden or not r.peace_until_explored
    if s.prompt != Prompt.NONE and "seat" not in named:
        s.seat = s.order[s.turn]
    if "queued" not in named and "queue" in named:
        s.queued = len(named["queue"])


def _move_home(s: np.record, seat: int, hex: int) -> None:
    """A home that stands where the start tile was goes with the tile, heroes inside too."""
    old = int(s.place_hex[seat])
    s.hero_hex[seat][s.hero_hex[seat] == old] = hex
    s.place_hex[seat] = hex


# ------------------------------------------------------------------------------------------------ checks
def check(s: np.record, r: np.record) -> list[str]:
    """What cannot be in a game, beyond the ranges of the fields."""
    found = _check_players(s, r) or _check_world(s) or _check_sites(s, r)
    found = found or _check_homes(s, r) or _check_heroes(s, r) or _check_displays(s, r)
    if not found and not s.over:
        found = _check_moment(s, r)
    if not found and s.over:
        found = _check_end(s)
    return found or check_battle(s, r, empty_record())


def _check_players(s: np.record, r: np.record) -> list[str]:
    """Seats, order, factions."""
    n, found = int(s.num_players), []
    if sorted(s.order[:n].tolist()) != list(range(n)) or s.order[n:].any():
        found.append(f"order = {s.order.tolist()}: must name each of the seats 0 to {n - 1} once")
    if len(set(s.faction[:n].tolist())) < n:
        found.append(f"faction: {', '.join(FACTIONS[k] for k in s.faction[:n])} are not distinct")
    empty = empty_record()
    found += [f"{name}: there is no player_{n}" for name in PLAYER_FIELDS if not np.array_equal(s[name][n:], empty[name][n:])]
    for name in ("seat", "turn"):
        if s[name] >= n:
            found.append(f"{name} = {s[name]}: there are {n} players")
    if s.producer > n:
        found.append(f"producer = {s.producer}: there are {n} players")
    if s.seat < n and s.prompt != Prompt.NONE and not s.over and not s.alive[s.seat]:
        found.append(f"player_{s.seat} has to act but is out of the game")
    if not s.over and int(s.alive[:n].sum()) < 2:
        found.append("fewer than two players are alive, but the game is not over")
    if s.falls < int(s.fallen.max()):
        found.append(f"falls = {s.falls}: some player fell at moment {int(s.fallen.max())}")
    if ((s.fallen[:n] > 0) != (s.alive[:n] == 0)).any():
        found.append("fallen must be set for those who are not alive, and only for them")
    if s.game_round > r.length_max_rounds:
        found.append(f"game_round = {s.game_round}: the game has {r.length_max_rounds} rounds")
    if s.sequence >= r.length_sequences_per_round:
        found.append(f"sequence = {s.sequence}: a round has {r.length_sequences_per_round} sequences, counted from 0")
    return found


def _check_world(s: np.record) -> list[str]:
    """Tiles and slots."""
    found = []
    placed = s.tile[s.tile >= 0]
    counts = np.bincount(placed, minlength=NUM_TILES)
    found += [f"tile {TILES[k]} lies in {counts[k]} slots" for k in np.flatnonzero(counts > 1)]
    if (s.revealed[s.tile < 0] != 0).any():
        found.append("revealed: a slot without a tile cannot lie face up")
    if (s.revealed[s.tile >= REGULAR_TILES] == 0).any():
        found.append("start tiles lie face up")
    factions = s.faction[: int(s.num_players)].tolist()
    foreign = [TILES[k] for k in placed if k >= REGULAR_TILES and k not in [START_TILE[f] for f in factions]]
    if foreign:
        found.append(f"tile {foreign[0]} belongs to a tribe that does not play")
    return found


def _seen_sites(s: np.record) -> np.ndarray:
    """Which sites lie on a face-up tile."""
    seen = np.zeros(NUM_TILES, bool)
    seen[s.tile[(s.tile >= 0) & (s.revealed != 0)]] = True
    return seen[SITE_TILE]


def _check_sites(s: np.record, r: np.record) -> list[str]:
    """Marks, control, guards and garrisons where they can be."""
    found, n = [], int(s.num_players)
    seen, resource = _seen_sites(s), SITE_OBJECTIVE <= Objective.WOOD
    ruin, tower = SITE_OBJECTIVE == Objective.RUIN, SITE_OBJECTIVE == Objective.TOWER
    mark = (SITE_OBJECTIVE == Objective.OUTPOST) | (SITE_OBJECTIVE == Objective.HOLY)
    guarded = s.guards.any(axis=1)
    allowed = {"control": resource, "activated": resource | ruin | tower, "explored": ruin, "visited": mark, "searched": tower}
    allowed |= {"tried": resource | ruin | tower}
    for name, where in allowed.items():
        for site in np.flatnonzero((s[name] != 0) & ~(where & seen)):
            found.append(f"{name}.{SITES[site]}: nothing of this kind is to be seen there")
    fighting = s.stage == Stage.BATTLE
    for site in np.flatnonzero(guarded & ~((resource | ruin | tower) & seen & (s.activated != 0))):
        found.append(f"guards.{SITES[site]}: guards stand on activated Resources, ruins and towers of face-up tiles")
    for site in np.flatnonzero(guarded & (s.control != 0)):
        found.append(f"guards.{SITES[site]}: a Resource under control has no guards")
    for site in np.flatnonzero(s.garrison.any(axis=1) & (s.control == 0)):
        found.append(f"garrison.{SITES[site]}: nobody controls this Resource")
    owners = s.control[s.control > 0] - 1
    if (owners >= n).any() or not s.alive[owners].all():
        found.append("control: only living players control Resources")
    if (s.searched >> (2 * n)).any():
        found.append(f"searched: there are {2 * n} heroes")
    if (s.guards > r.limits_guards_per_level).any():
        found.append(f"guards: at most {r.limits_guards_per_level} of a level")
    if (s.garrison > r.limits_garrison_per_type).any():
        found.append(f"garrison: at most {r.limits_garrison_per_type} of a level")
    if (s.explored[guarded] != 0).any() and not fighting:
        found.append("guards: an explored ruin has none")
    if s.fresh >= 0 and not (s.activated[s.fresh] and seen[s.fresh]):
        found.append(f"fresh = {SITES[s.fresh]}: no guards have appeared there")
    return found


def _check_homes(s: np.record, r: np.record) -> list[str]:
    """Homes stand on the table once start tiles are placed, each on a hex of its own."""
    found, n = [], int(s.num_players)
    placed = [bool((s.tile == START_TILE[int(s.faction[seat])]).any()) for seat in range(n)]
    waiting = int(s.turn) if s.stage == Stage.START_TILES else 0 if s.stage == Stage.SETUP else n
    for place in range(n):
        hex = int(s.place_hex[place])
        early = s.stage <= Stage.START_TILES and place not in s.order[:waiting].tolist()
        if early != (hex < 0) or early == placed[place]:
            found.append(f"players[{place}].place_hex: a home stands on its placed start tile, and before that nowhere")
            continue
        owner = int(s.place_owner[place])
        strangers = s.place_garrison[place].any() or s.natives[place].any() or s.mercenaries[place] or s.stored_honor[place]
        if not owner and strangers:
            found.append(f"players[{place}]: an ownerless place is empty")
        if s.stored_honor[place] and not s.facility[place, Facility.SPECIAL]:
            found.append(f"players[{place}].stored_honor: there is no special building")
        if s.facility[place, Facility.SPECIAL] and not r.modules_special_buildings:
            found.append(f"players[{place}].facility: special buildings need modules.special_buildings = true")
        if early and (owner or s.conquered[place]):
            found.append(f"players[{place}].place_owner: the place does not stand yet")
        if early:
            continue
        if not s.revealed[hex // 7]:
            found.append(f"players[{place}].place_hex = {hex}: must lie on a face-up tile")
        elif s.faction[place] != FACTIONS.index("barbarians") and (hex % 7 or s.tile[hex // 7] != START_TILE[int(s.faction[place])]):
            found.append(f"players[{place}].place_hex = {hex}: a City stands on the centre of its start tile")
        elif s.faction[place] == FACTIONS.index("barbarians") and not _open_ground(s, hex):
            found.append(f"players[{place}].place_hex = {hex}: a Camp stands on no objective")
        if owner and (owner > n or not s.alive[owner - 1]):
            found.append(f"players[{place}].place_owner: only living players own places")
        if owner != place + 1 and owner and not s.conquered[place]:
            found.append(f"players[{place}].place_owner: a place of somebody else was conquered")
        if owner == place + 1 and s.natives[place].any():
            found.append(f"players[{place}].natives: in his own home a player's units are place_garrison")
    hexes = [int(h) for h in s.place_hex[:n] if h >= 0]
    if len(set(hexes)) < len(hexes):
        found.append("place_hex: two places stand on one hex")
    return found


def _open_ground(s: np.record, hex: int) -> bool:
    """A hex without an objective, an explored ruin counting as none."""
    tile, position = int(s.tile[hex // 7]), hex % 7
    objective = OBJECTIVE[tile, position]
    return objective == Objective.NONE or (objective == Objective.RUIN and bool(s.explored[SITE[tile, position]]))


def _check_heroes(s: np.record, r: np.record) -> list[str]:
    """Heroes on hexes where they can be, and what they may own."""
    found, n = [], int(s.num_players)
    owned = s.equipment[:n].astype(int).sum(axis=(0, 1)) + s.cup
    for marker in np.flatnonzero(owned > r.marker_copies):
        found.append(f"cup and equipment hold {owned[marker]} markers of one kind; the game has {r.marker_copies[marker]}")
    occupied: dict[int, int] = {}
    for seat in range(n):
        for hero in range(HEROES):
            where, hex = f"players[{seat}].hero_%s[{hero}]", int(s.hero_hex[seat, hero])
            on_map = s.hero_status[seat, hero] == Status.ON_MAP
            if on_map != (hex >= 0):
                found.append(where % "hex" + f" = {hex}: a hero on the map stands on a hex, others do not")
            elif on_map and (s.tile[hex // 7] < 0 or not s.revealed[hex // 7]):
                found.append(where % "hex" + f" = {hex}: must lie on a face-up tile")
            elif on_map and occupied.setdefault(hex, seat) != seat and not _in_battle_hex(s, hex):
                found.append(where % "hex" + f" = {hex}: heroes of two players stand there")
            elif on_map and not s.alive[seat]:
                found.append(where % "status" + ": a player who is out has no hero on the map")
            if (s.hero_status[seat, hero] == Status.DEAD) and not s.hero_killed[seat, hero] and s.alive[seat]:
                found.append(where % "killed" + ": a dead hero was killed")
            if s.hero_status[seat, hero] != Status.ON_MAP and (s.section_count[seat, hero].any() or s.equipment[seat, hero].any()):
                found.append(f"players[{seat}]: hero {hero + 1} is not on the map but has units or equipment")
            if s.hero_status[seat, hero] != Status.ON_MAP and (s.ability_points[seat, hero] or s.skill_points[seat, hero]):
                found.append(f"players[{seat}]: hero {hero + 1} is not on the map but grows")
            if s.hero_transfers[seat, hero] > r.limits_transfers_per_turn:
                found.append(where % "transfers" + f": at most {r.limits_transfers_per_turn}")
            if s.hero_quest[seat, hero] and s.quest_card[s.hero_quest[seat, hero] - 1] != 1:
                found.append(where % "quest" + ": quest_card must say 1 for a card with a hero")
        if s.hero_status[seat, 0] == Status.UNSEEN and s.stage > Stage.START_TILES:
            found.append(f"players[{seat}].hero_status: hero 1 has been seen")
        heroless = s.alive[seat] and not s.replacement[seat] and (s.hero_status[seat] != Status.ON_MAP).all()
        if heroless and s.hero_killed[seat].all() and s.stage > Stage.START_TILES:
            found.append(f"players[{seat}]: both heroes are dead, so the player is out")
        if s.replacement[seat] and (s.hero_status[seat, 0] != Status.DEAD or s.hero_status[seat, 1] != Status.UNSEEN):
            found.append(f"players[{seat}].replacement: hero 2, never seen, replaces hero 1, who is dead")
    held = s.hero_quest[:n].ravel()
    held = held[held > 0].tolist()
    if len(set(held)) < len(held) or int((s.quest_card == 1).sum()) != len(held):
        found.append("quest_card: as many cards are with heroes (1) as heroes have open quests")
    return found


def _in_battle_hex(s: np.record, hex: int) -> bool:
    return s.stage in (Stage.BATTLE, Stage.ENTRY) and (hex == s.battle_hex or s.stage == Stage.ENTRY)


def _check_displays(s: np.record, r: np.record) -> list[str]:
    """Sections of displays."""
    found, n = [], int(s.num_players)
    for seat in range(n):
        fighting = s.stage == Stage.BATTLE and seat in s.battle_seat
        own = range(6 * int(s.faction[seat]) + 1, 6 * int(s.faction[seat]) + 7)
        for hero in range(HEROES):
            units, counts = s.section_unit[seat, hero], s.section_count[seat, hero]
            for unit in units[units > 0]:
                if unit not in own and unit != MERCENARY:
                    found.append(f"players[{seat}].section_unit: {UNITS[unit]} does not serve the {FACTIONS[s.faction[seat]]}")
            if int((units == MERCENARY).sum()) > 1:
                found.append(f"players[{seat}].section_unit: a hero has one section of mercenaries")
            if ((units == 0) & (counts > 0)).any() or (not fighting and ((units > 0) & (counts == 0)).any()):
                found.append(f"players[{seat}]: section_unit and section_count of hero {hero + 1} do not agree")
            if (counts > r.limits_stack_max).any():
                found.append(f"players[{seat}].section_count: at most {r.limits_stack_max} units in a section")
    for name in ("place_garrison", "natives", "mercenaries"):
        if (s[name] > r.limits_garrison_per_type).any():
            found.append(f"{name}: at most {r.limits_garrison_per_type} of a kind")
    return found


# The stages at which a prompt occurs.
MOMENTS = {
    Prompt.START_SLOT: (Stage.START_TILES,),
    Prompt.CAMP: (Stage.CAMP,),
    Prompt.CAMP_STEP: (Stage.CAMP,),
    Prompt.RIDE: (Stage.CAMP,),
    Prompt.HERO: (Stage.HEROES,),
    Prompt.REACT: (Stage.ENTRY,),
    Prompt.CAMP_FLIGHT: (Stage.ENTRY,),
    **dict.fromkeys((Prompt.ACT, Prompt.TRANSFER_FROM, Prompt.TRANSFER_TO, Prompt.TRANSFER_NUMBER, Prompt.DEPOSIT_NUMBER), (Stage.ACT,)),
    **dict.fromkeys((Prompt.PLACE, Prompt.ITEM, Prompt.RECRUIT_NUMBER, Prompt.HIRE_NUMBER), (Stage.PRODUCTION,)),
    **dict.fromkeys((p for p in Prompt if Prompt.RETREAT <= p <= Prompt.WITHDRAW), (Stage.BATTLE,)),
}


def _check_moment(s: np.record, r: np.record) -> list[str]:
    """Is somebody there to answer the question that is asked?"""
    found, prompt, stage = [], Prompt(s.prompt), Stage(s.stage)
    if stage not in MOMENTS.get(prompt, (stage,)):
        return [f"prompt {prompt.name.lower()} does not occur at stage {stage.name.lower()}"]
    active = int(s.order[s.turn])
    own = (Prompt.START_SLOT, Prompt.CAMP, Prompt.CAMP_STEP, Prompt.RIDE, Prompt.HERO)
    if (prompt in own or (stage == Stage.ACT and prompt in MOMENTS)) and s.seat != active:
        found.append(f"prompt {prompt.name.lower()} is put to the player whose turn it is")
    if stage in (Stage.ACT, Stage.ENTRY, Stage.BATTLE) and s.acting < 0:
        found.append(f"acting = {s.acting}: a hero acts at stage {stage.name.lower()}")
    if stage not in (Stage.ACT, Stage.ENTRY, Stage.BATTLE, Stage.HEROES, Stage.TURN_END) and s.acting >= 0:
        found.append(f"acting = {s.acting}: nobody acts at stage {stage.name.lower()}")
    if prompt in MOMENTS and stage == Stage.ACT and s.acting >= 0 and s.hero_status[active, s.acting] != Status.ON_MAP:
        found.append("the acting hero is not on the map")
    if prompt == Prompt.DEPOSIT_NUMBER and s.place_owner[active] != active + 1:
        found.append("honor is deposited in the own home")
    if (s.war == 0 and stage > Stage.ARMIES and not r.peace_until_explored) or (s.war and r.peace_until_explored and _hides(s)):
        found.append(f"war = {s.war}: players may be attacked once all tiles lie face up")
    if s.explored_all and _hides(s):
        found.append("explored_all: some tile lies face down")
    return found + _check_registers(s, r, prompt, stage)


def _hides(s: np.record) -> bool:
    return bool(((s.tile >= 0) & (s.revealed == 0)).any())


def _check_registers(s: np.record, r: np.record, prompt: Prompt, stage: Stage) -> list[str]:
    """Choices already made in a dialogue, and where a turn stands."""
    found, n = [], int(s.num_players)
    growing = prompt in (Prompt.ABILITY, Prompt.SKILL)
    dialogue = {
        Prompt.TRANSFER_TO: range(19), Prompt.TRANSFER_NUMBER: range(19), Prompt.ARMY_NUMBER: range(1, 7),
        Prompt.RECRUIT_NUMBER: range(1, 7), Prompt.HIRE_NUMBER: range(HEROES), Prompt.STRENGTHEN_NUMBER: range(BATTLE_SLOTS),
        Prompt.ABILITY: range(HEROES), Prompt.SKILL: range(HEROES),
    }  # fmt: skip
    if int(s.chosen) not in dialogue.get(prompt, (-1,)):
        found.append(f"chosen = {s.chosen}: not a choice at prompt {prompt.name.lower()}")
    elif growing and not s[f"{prompt.name.lower()}_points"][s.seat, s.chosen]:
        found.append(f"chosen = {s.chosen}: that hero has nothing to raise")
    if int(s.chosen_to) not in (range(19) if prompt == Prompt.TRANSFER_NUMBER else (-1,)):
        found.append(f"chosen_to = {s.chosen_to}: not a choice at prompt {prompt.name.lower()}")
    buying = prompt in (Prompt.ARMY, Prompt.ARMY_NUMBER)
    if s.replacing >= 0 and (not buying or s.replacing != s.seat or s.hero_status[s.seat, 1] != Status.ON_MAP):
        found.append(f"replacing = {s.replacing}: nobody buys the army of a replacement hero now")
    if buying and s.replacing < 0 and (stage != Stage.ARMIES or s.seat != s.order[s.turn]):
        found.append("an army is bought at the start, or for a replacement hero")
    if not buying and (s.army_gold or s.army_third):
        found.append("army_gold and army_third belong to the purchase of an army")
    if s.army_third > r.setup_army_level_3_most and s.army_third:
        found.append(f"army_third = {s.army_third}: at most {r.setup_army_level_3_most}")
    if stage != Stage.ENTRY and stage != Stage.BATTLE and (s.entry or s.fought or s.came_from >= 0 or s.fresh >= 0):
        found.append("entry, fought, came_from and fresh belong to the entry of a hex")
    if stage in (Stage.ENTRY, Stage.BATTLE) and (s.came_from < 0 or s.tile[s.came_from // 7] < 0 or not s.revealed[s.came_from // 7]):
        found.append("came_from: the acting hero came from a face-up hex")
    asked = s.reactors[s.reactors >= 0]
    if (s.reactors[len(asked) :] >= 0).any() or (len(asked) and (stage != Stage.ENTRY or s.entry != Entry.REACT)):
        found.append("reactors are asked one after the other while a hex is entered")
    for rival in asked:
        if rival >= 2 * n or rival // 2 == s.order[s.turn] or s.hero_status[rival // 2, rival % 2] != Status.ON_MAP:
            found.append(f"reactors: {rival} is no enemy hero on the map")
    if prompt == Prompt.REACT and (not len(asked) or s.seat != asked[0] // 2):
        found.append("a reaction is asked of the owner of the first of reactors")
    camp = [k for k in range(n) if s.faction[k] == FACTIONS.index("barbarians") and s.place_owner[k]]
    if prompt in (Prompt.CAMP, Prompt.CAMP_STEP, Prompt.RIDE, Prompt.CAMP_FLIGHT) and (not camp or s.place_owner[camp[0]] != s.seat + 1):
        found.append("there is no Camp that this player could move")
    waiting = s.ability_points.any() or s.skill_points.any() or s.replacement.any() or s.flight
    if waiting and not s.pending:
        found.append("pending: a hero has to grow or to be replaced, or a Camp to flee")
    if s.flight and (stage != Stage.ENTRY or not camp):
        found.append("flight: there is no Camp to flee")
    if (s.camp_from >= 0) and (stage != Stage.CAMP or not camp):
        found.append("camp_from: no Camp has just moved")
    if prompt == Prompt.RIDE and (
        s.camp_from < 0 or s.hero_status[s.seat, s.rider] != Status.ON_MAP or s.hero_hex[s.seat, s.rider] != s.camp_from
    ):
        found.append("rider: that hero is not where the Camp was")
    if s.rider and prompt != Prompt.RIDE:
        found.append("rider: nobody is asked to ride along")
    if stage == Stage.CAMP and prompt == Prompt.NONE and s.camp_moved == 0 and s.camp_from >= 0:
        found.append("camp_moved must say that the Camp has moved")
    if stage == Stage.PRODUCTION:
        found += _check_production(s, prompt)
    elif s.producer or s.place >= 0 or any(s[name].any() for name in PLAYER_FIELDS if name.startswith("shown_")) or s.place_done.any():
        found.append("producer, place, place_done and shown_ fields belong to production")
    return found


def _check_production(s: np.record, prompt: Prompt) -> list[str]:
    """Whose production it is, and where."""
    found = []
    if prompt == Prompt.NONE or s.producer >= s.num_players:
        return ["production is under way only while a player is asked for an item"]
    if s.order[s.producer] != s.seat:
        found.append(f"producer = {s.producer}: it is player_{s.seat} who produces")
    if (prompt == Prompt.PLACE) != (s.place < 0):
        found.append(f"place = {s.place}: does not go with prompt {prompt.name.lower()}")
    if s.place >= 0 and (s.place >= s.num_players or s.place_owner[s.place] != s.seat + 1):
        found.append(f"place = {s.place}: player_{s.seat} does not own it")
    for seat in range(int(s.num_players)):
        for hero in range(HEROES):
            appeared = s.shown_status[seat, hero] != s.hero_status[seat, hero]
            if appeared and (s.hero_status[seat, hero] != Status.ON_MAP or s.shown_status[seat, hero] == Status.ON_MAP):
                found.append(f"players[{seat}].shown_status: a hero only appears in production")
            if s.shown_mercenaries[seat, hero] and not (s.section_unit[seat, hero] == MERCENARY).any():
                found.append(f"players[{seat}].shown_mercenaries: hero {hero + 1} has none")
    if (s.shown_facility > s.facility).any():
        found.append("shown_facility: nothing is torn down in production")
    return found


def _check_end(s: np.record) -> list[str]:
    """A game that is over says how it ended."""
    if s.winner >= s.num_players:
        return [f"winner = {s.winner}: there are {s.num_players} players"]
    if (s.winner >= 0) != (s.win_kind in (WinKind.LAST_PLAYER, WinKind.CATEGORIES)):
        return ["winner and win_kind do not agree"]
    return []
