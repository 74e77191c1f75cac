"""What an encounter and a battle bring: losses, rewards for kills, victory cubes, and the spoils of the attacker.

Rulebook chapter "The battle". Read `__init__.py` for how the chapters are joined.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.pieces import (
    ATTACKER,
    DEFENDER,
    ask,
    cubes_of,
    destroy,
    figure_left,
    fits,
    has_building,
    pay,
    receive,
    remove_tile,
    seat_of,
    troops,
)  # fmt: skip
from rulebound.envs.age_of_mythology.state import (
    FIRST_UNIT,
    MOST_DICE,
    NUM_BUILDINGS,
    NUM_TILES,
    UNIT_CLASS,
    UNIT_SPECIAL,
    Area,
    Building,
    Prompt,
    Resource,
    Special,
    Stage,
    Tag,
    Unit,
    VictoryCard,
)  # fmt: skip
from rulebound.envs.core.deck import total
from rulebound.envs.core.jit import kernel


# ------------------------------------------------------------------------------------------------ an encounter
@kernel
def settle_encounter(s, r, thrown):
    """AOM-180, AOM-227, AOM-230, AOM-263: the loser's unit is thrown out alive, kept by Isis, or eliminated."""
    side = 1 - s.won
    loser = seat_of(s, side)
    unit = s.pick[side]
    if thrown:
        s.in_battle[side, unit] -= 1
        s.units[loser, unit] += 1
        s.stage = Stage.FIGHT  # nothing else is triggered
        return
    s.stage = Stage.REWARDS
    if side == ATTACKER and s.isis_left != 0:
        s.isis_left = 0
        return
    s.in_battle[side, unit] -= 1
    if unit == Unit.HYDRA:
        s.hydra_kills = 0  # AOM-267: the one that fought had the kills
    if can_resurrect(s, r, side, unit):
        ask(s, loser, Prompt.RESURRECT)


@kernel
def can_resurrect(s, r, side, unit):
    """AOM-257, AOM-259, AOM-261: some units come back for favor while a Priest of their side is in the battle."""
    if UNIT_SPECIAL[unit] & Special.RESURRECT_WITH_PRIEST == 0 or s.in_battle[side, Unit.PRIEST] == 0:
        return False
    return s.resources[seat_of(s, side), Resource.FAVOR] >= r.unit_amount[unit]


@kernel
def apply_resurrect(s, r, action):
    """AOM-257, AOM-261: the unit returns to the board, not to the battle."""
    if action == ID.confirm:
        unit = s.pick[1 - s.won]
        pay(s, s.seat, Resource.FAVOR, r.unit_amount[unit])
        s.units[s.seat, unit] += 1
    s.prompt = Prompt.NONE


@kernel
def reward(s, r):
    """AOM-230, AOM-231, AOM-256, AOM-266, AOM-270, AOM-277, AOM-279: what the winner's unit gets for the kill."""
    s.stage = Stage.FIGHT
    side = s.won
    seat = seat_of(s, side)
    unit = s.pick[side]
    special = UNIT_SPECIAL[unit]
    if special & Special.GROW_PER_KILL:
        s.hydra_kills = min(s.hydra_kills + 1, MOST_DICE)
    elif special & Special.CONVERT_KILL:
        if figure_left(s, r, seat, unit):
            s.units[seat, unit] += 1
    elif special & Special.FAVOR_PER_KILL:
        receive(s, seat, Resource.FAVOR, r.unit_amount[unit])
    elif special & Special.REINFORCE_PER_KILL:
        s.left = r.unit_amount[unit]
        if s.left > 0 and troops(s, 1 - side) > 0 and total(s.units[seat]) > 0:  # AOM-280
            ask(s, seat, Prompt.REINFORCE)
    elif special & Special.ROUT_ON_HERO_KILL and UNIT_CLASS[s.pick[1 - side]] == Tag.HERO:
        end_battle(s, r, side)


@kernel
def legal_reinforce(s, mask):
    """AOM-279: any unit of the holding area may join."""
    mask[ID.done] = 1
    culture = s.culture[s.seat]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if s.units[s.seat, unit] > 0:
            mask[ID.choose + unit] = 1


@kernel
def apply_reinforce(s, action):
    """AOM-279: it fights on from the next round, above the limit."""
    if action != ID.done:
        unit = action - ID.choose
        s.units[s.seat, unit] -= 1
        s.in_battle[s.won, unit] += 1
        s.left -= 1
    if action == ID.done or s.left == 0:
        s.left = 0
        s.prompt = Prompt.NONE


# ------------------------------------------------------------------------------------------------ the end of a battle
@kernel
def end_battle(s, r, winner):
    """AOM-232..AOM-235: survivors go home, the winning side takes the cubes of the last-battle card, and a victorious
    attacker the spoils; the winner is -1 where both retreat and nobody wins."""
    razing = siege(s)
    for side in (ATTACKER, DEFENDER):
        seat = seat_of(s, side)
        culture = s.culture[seat]
        for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
            s.units[seat, unit] += s.in_battle[side, unit]
            s.in_battle[side, unit] = 0
    s.stage = Stage.CARD_END
    s.left = 0
    if winner >= 0:
        seat = seat_of(s, winner)
        s.vp[seat] += s.vp_card[VictoryCard.LAST_BATTLE]
        s.vp_card[VictoryCard.LAST_BATTLE] = 0
        s.last_winner = seat
    if winner == ATTACKER:
        s.stage = Stage.SPOILS
        if s.area == Area.CITY:
            s.left = r.limits_buildings_destroyed_siege if razing else r.limits_buildings_destroyed_per_attack
        elif s.area == Area.PRODUCTION:
            s.left = 1
        else:
            s.target = s.defender
            s.cursor = 0
            s.left = min(r.limits_resources_stolen_per_attack, cubes_of(s, s.defender))


@kernel
def siege(s):
    """AOM-055, AOM-237, AOM-269, AOM-276: the attacker's workshop, or a surviving unit that razes two."""
    if s.buildings[s.attacker, Building.SIEGE_ENGINE_WORKSHOP] > 0:
        return True
    culture = s.culture[s.attacker]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if s.in_battle[ATTACKER, unit] > 0 and UNIT_SPECIAL[unit] & Special.RAZE_TWO:
            return True
    return False


@kernel
def take_spoils(s):
    """AOM-236..AOM-243: buildings, a tile, or cubes, by the area that was attacked."""
    s.stage = Stage.SPOILS if s.left > 0 else Stage.CARD_END
    if s.left == 0:
        return
    if s.area == Area.HOLDING:
        ask(s, s.attacker, Prompt.TAKE_CUBES)
    elif s.area == Area.CITY and has_building(s, s.defender):
        ask(s, s.attacker, Prompt.RAZE)
    elif s.area == Area.PRODUCTION and total(s.tiles[s.defender]) > 0:
        ask(s, s.attacker, Prompt.LOOT_TILE)
    else:
        s.left = 0


@kernel
def legal_spoils(s, r, mask):
    """AOM-244: every building or tile of the loser, or none."""
    if r.battle_spoils_optional != 0:
        mask[ID.done] = 1
    if s.prompt == Prompt.RAZE:
        for building in range(NUM_BUILDINGS):
            if s.buildings[s.defender, building] > 0:
                mask[ID.destroy + building] = 1
    else:
        for tile in range(NUM_TILES):
            if s.tiles[s.defender, tile] > 0:
                mask[ID.tile + tile] = 1


@kernel
def apply_spoils(s, r, action):
    """AOM-042, AOM-236, AOM-239, AOM-240: a building is destroyed; a tile goes to a free square or to the pool."""
    s.prompt = Prompt.NONE
    if action == ID.done:
        s.left = 0
        return
    s.left -= 1
    if action >= ID.destroy:
        destroy(s, s.defender, action - ID.destroy)
        return
    tile = action - ID.tile
    remove_tile(s, s.defender, tile)
    if fits(s, r, s.attacker, tile):
        s.tiles[s.attacker, tile] += 1
    else:
        s.pool[tile] += 1


# ------------------------------------------------------------------------------------------------ a lost house
@kernel
def legal_villager_loss(s, mask):
    """AOM-012, AOM-014: the owner of a lost house removes a villager: an idle one, or one from a tile."""
    if s.idle_villagers[s.seat] > 0:
        mask[ID.done] = 1
    for tile in range(NUM_TILES):
        if s.villager_on[s.seat, tile] > 0:
            mask[ID.villager + tile] = 1


@kernel
def apply_villager_loss(s, action):
    """AOM-012: villagers equal houses again."""
    if action == ID.done:
        s.idle_villagers[s.seat] -= 1
    else:
        s.villager_on[s.seat, action - ID.villager] -= 1
    s.house_owner = -1
    s.prompt = Prompt.NONE
