"""God powers: when one can be used, whom it strikes, and what it does.

Rulebook chapter "Components", section on divine powers, and the god cards. A power is one code of the table `CARD_POWER`
with numbers from the rules; powers that only change the action of their own card are looked up there
(`power_in_force`). Read `cards.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.pieces import (
    add_building,
    ask,
    available,
    bank_total,
    city_size,
    cubes_of,
    destroy,
    figure_left,
    has_building,
    has_unit,
    lose_unit,
    receive,
    remove_tile,
)  # fmt: skip
from rulebound.envs.age_of_mythology.state import (
    CARD_POWER,
    CARD_STANDALONE,
    FIRST_GOD,
    FIRST_TILE,
    FIRST_UNIT,
    HERO_OF,
    NUM_BUILDINGS,
    NUM_TERRAINS,
    NUM_TILES,
    POWER_ON_OWN,
    POWER_RESOURCE,
    POWER_UNIT,
    TILE_RESOURCE,
    TILE_TERRAIN,
    UNIT_CLASS,
    Building,
    Mode,
    Power,
    Prompt,
    Resource,
    Stage,
    Tag,
    Unit,
)  # fmt: skip
from rulebound.envs.core.jit import kernel

NUM_MORTALS = 3  # the first units of every culture
ANY_UNIT = 1  # gods.hades_sacrifice


# ------------------------------------------------------------------------------------------------ when a power can be used
@kernel
def has_mortal(s, seat):
    """Whether a seat has a mortal unit."""
    first = FIRST_UNIT[s.culture[seat]]
    for unit in range(first, first + NUM_MORTALS):
        if s.units[seat, unit] > 0:
            return True
    return False


@kernel
def has_myth_unit(s, seat):
    """Whether a seat has a myth unit, Dwarfs on tiles included."""
    culture = s.culture[seat]
    for unit in range(FIRST_UNIT[culture] + NUM_MORTALS, FIRST_UNIT[culture + 1]):
        if UNIT_CLASS[unit] == Tag.MYTH and available(s, seat, unit) > 0:
            return True
    return False


@kernel
def has_tile(s, seat, resource):
    """Whether a seat has a production tile of a resource, or any tile where it is -1."""
    for tile in range(NUM_TILES):
        if s.tiles[seat, tile] > 0 and (resource < 0 or TILE_RESOURCE[tile] == resource):
            return True
    return False


@kernel
def has_terrain(s, seat, terrain):
    """Whether a seat has a production tile of a terrain."""
    for tile in range(FIRST_TILE[terrain], FIRST_TILE[terrain + 1]):
        if s.tiles[seat, tile] > 0:
            return True
    return False


@kernel
def share_terrain(s, one, other):
    """Whether two seats have tiles of the same terrain."""
    for terrain in range(NUM_TERRAINS):
        if has_terrain(s, one, terrain) and has_terrain(s, other, terrain):
            return True
    return False


@kernel
def can_strike(s, card, seat, other):
    """Whether a power of `seat` finds a target at a player."""
    if other == seat and POWER_ON_OWN[card] == 0:
        return False
    power = CARD_POWER[card]
    if power == Power.STEAL:
        return cubes_of(s, other) > 0
    if power == Power.DESTROY_BUILDING:
        return has_building(s, other)
    if power == Power.REMOVE_TILE:
        return has_tile(s, other, POWER_RESOURCE[card])
    if power == Power.SWAP_TILE_SAME_TERRAIN:
        return share_terrain(s, seat, other)
    return has_myth_unit(s, other)


@kernel
def can_strike_any(s, card, seat):
    """Whether a power finds a target anywhere."""
    for other in range(s.num_players):
        if can_strike(s, card, seat, other):
            return True
    return False


@kernel
def strikes_a_player(power):
    """Powers whose owner names a player first."""
    if power == Power.STEAL or power == Power.DESTROY_BUILDING or power == Power.REMOVE_TILE:
        return True
    return power == Power.SWAP_TILE_SAME_TERRAIN or power == Power.KILL_MYTH_UNIT


@kernel
def can_gain_unit(s, r, seat, card):
    """AOM-189, AOM-204: a figure is left of the unit given, or of any mortal."""
    if POWER_UNIT[card] >= 0:
        return figure_left(s, r, seat, POWER_UNIT[card])
    first = FIRST_UNIT[s.culture[seat]]
    for unit in range(first, first + NUM_MORTALS):
        if figure_left(s, r, seat, unit):
            return True
    return False


@kernel
def can_give_up(s, r, seat, unit):
    """AOM-193: the units that Hades takes: mortals, or any with the printed card."""
    return available(s, seat, unit) > 0 and (UNIT_CLASS[unit] == Tag.MORTAL or r.gods_hades_sacrifice == ANY_UNIT)


@kernel
def has_effect(s, r, seat, card, spent):
    """AOM-029: whether a power that acts by itself would do anything, its favor being paid."""
    power = CARD_POWER[card]
    if strikes_a_player(power):
        return can_strike_any(s, card, seat)
    if power == Power.FOURTH_ACTION:
        return s.extra_action[seat] == 0
    if power == Power.GAIN:
        resource = POWER_RESOURCE[card]
        return s.bank[resource] + (spent if resource == Resource.FAVOR else 0) > 0
    if power == Power.GAIN_ANY:
        return bank_total(s) + spent > 0
    if power == Power.SACRIFICE_FOR_RESOURCES:
        return has_mortal(s, seat) or (r.gods_hades_sacrifice == ANY_UNIT and has_unit(s, seat))
    if power == Power.FREE_HOUSE:
        return can_add_house(s, r, seat)
    if power == Power.FREE_UNITS:
        return can_gain_unit(s, r, seat, card)
    if power == Power.MORTALS_TO_MUMMIES:
        return has_mortal(s, seat) and figure_left(s, r, seat, Unit.MUMMY)
    hero = HERO_OF[s.culture[seat], s.age[seat]]
    return hero >= 0 and figure_left(s, r, seat, hero)


@kernel
def can_add_house(s, r, seat):
    """AOM-195: a free square and fewer houses than allowed."""
    return city_size(s, seat) < r.limits_city_squares and s.buildings[seat, Building.HOUSE] < r.building_max[Building.HOUSE]


# ------------------------------------------------------------------------------------------------ what a power does
@kernel
def use_power(s, r):
    """AOM-022, AOM-023: the power takes effect before the action; the favor has been paid."""
    s.stage = Stage.ACTION if s.mode == Mode.POWER_AND_ACTION else Stage.CARD_END
    seat = s.active
    power = CARD_POWER[s.card]
    amount = r.god_amount[s.card - FIRST_GOD]
    s.left = 0
    s.cursor = 0
    if CARD_STANDALONE[s.card] == 0 or not has_effect(s, r, seat, s.card, 0):
        return  # it changes the action, or finds nothing to do
    if strikes_a_player(power):
        ask(s, seat, Prompt.POWER_PLAYER)
    elif power == Power.FOURTH_ACTION:
        s.extra_action[seat] = 1  # AOM-187, AOM-207
    elif power == Power.GAIN:
        receive(s, seat, POWER_RESOURCE[s.card], amount)  # AOM-197, AOM-202
    elif power == Power.FREE_HOUSE:
        add_building(s, seat, Building.HOUSE)  # AOM-195
    elif power == Power.FREE_HERO_OF_CURRENT_AGE:
        s.units[seat, HERO_OF[s.culture[seat], s.age[seat]]] += 1  # AOM-182, AOM-198
    elif power == Power.SACRIFICE_FOR_RESOURCES:
        ask(s, seat, Prompt.POWER_SACRIFICE)
    elif power == Power.FREE_UNITS and POWER_UNIT[s.card] >= 0:
        for _ in range(amount):
            if figure_left(s, r, seat, POWER_UNIT[s.card]):
                s.units[seat, POWER_UNIT[s.card]] += 1  # AOM-189
    elif amount > 0:
        s.left = amount
        if power == Power.GAIN_ANY:
            ask(s, seat, Prompt.POWER_GAIN_ANY)
        elif power == Power.FREE_UNITS:
            ask(s, seat, Prompt.POWER_FREE_UNIT)
        else:
            ask(s, seat, Prompt.POWER_TRADE_UNIT)


@kernel
def legal_power(s, r, mask):
    """The targets and choices of the power that is being used."""
    prompt = s.prompt
    if prompt == Prompt.POWER_PLAYER:
        for distance in range(s.num_players):
            if can_strike(s, s.card, s.seat, (s.seat + distance) % s.num_players):
                mask[ID.player + distance] = 1
    elif prompt == Prompt.POWER_BUILDING:
        for building in range(NUM_BUILDINGS):
            if s.buildings[s.target, building] > 0:
                mask[ID.destroy + building] = 1
    elif prompt == Prompt.POWER_TILE or prompt == Prompt.POWER_OWN_TILE:
        legal_power_tile(s, mask)
    else:
        legal_power_unit(s, r, mask)


@kernel
def legal_power_tile(s, mask):
    """AOM-178, AOM-186, AOM-194: tiles that are removed, or given and taken in a swap."""
    for tile in range(NUM_TILES):
        if s.prompt == Prompt.POWER_OWN_TILE:
            open_tile = s.tiles[s.seat, tile] > 0 and TILE_TERRAIN[tile] == TILE_TERRAIN[s.tile_chosen]
        elif s.tiles[s.target, tile] == 0:
            open_tile = False
        elif CARD_POWER[s.card] == Power.SWAP_TILE_SAME_TERRAIN:
            open_tile = has_terrain(s, s.seat, TILE_TERRAIN[tile])
        else:
            open_tile = POWER_RESOURCE[s.card] < 0 or TILE_RESOURCE[tile] == POWER_RESOURCE[s.card]
        if open_tile:
            mask[ID.tile + tile] = 1


@kernel
def legal_power_unit(s, r, mask):
    """AOM-176, AOM-193, AOM-204, AOM-209: units that are killed, given up, turned into Mummies or gained."""
    prompt = s.prompt
    seat = s.target if prompt == Prompt.POWER_UNIT else s.seat
    culture = s.culture[seat]
    if prompt == Prompt.POWER_FREE_UNIT or prompt == Prompt.POWER_TRADE_UNIT:
        mask[ID.done] = 1
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        mortal = UNIT_CLASS[unit] == Tag.MORTAL
        if prompt == Prompt.POWER_UNIT:
            open_unit = UNIT_CLASS[unit] == Tag.MYTH and available(s, seat, unit) > 0
        elif prompt == Prompt.POWER_SACRIFICE:
            open_unit = can_give_up(s, r, seat, unit)
        elif prompt == Prompt.POWER_FREE_UNIT:
            open_unit = mortal and unit >= s.cursor and figure_left(s, r, seat, unit)
        else:
            open_unit = mortal and unit >= s.cursor and s.units[seat, unit] > 0
        if open_unit:
            mask[ID.choose + unit] = 1


@kernel
def apply_power(s, r, action):
    """Carry out a choice of the power that is being used."""
    prompt = s.prompt
    if prompt == Prompt.POWER_PLAYER:
        strike(s, r, (s.seat + action - ID.player) % s.num_players)
    elif prompt == Prompt.POWER_BUILDING:
        destroy(s, s.target, action - ID.destroy)
        end_power(s)
    elif prompt == Prompt.POWER_TILE or prompt == Prompt.POWER_OWN_TILE:
        apply_power_tile(s, action - ID.tile)
    elif prompt == Prompt.POWER_UNIT:
        lose_unit(s, s.target, action - ID.choose)
        end_power(s)
    elif prompt == Prompt.POWER_SACRIFICE:
        lose_unit(s, s.seat, action - ID.choose)
        s.left = r.god_amount[s.card - FIRST_GOD]
        s.prompt = Prompt.POWER_GAIN_ANY if s.left > 0 else Prompt.NONE
    else:
        apply_power_units(s, r, action)


@kernel
def strike(s, r, player):
    """The player whom the power strikes is named; the next question is what."""
    s.target = player
    power = CARD_POWER[s.card]
    if power == Power.STEAL:
        s.left = min(r.god_amount[s.card - FIRST_GOD], cubes_of(s, player))
        s.prompt = Prompt.TAKE_CUBES
        if s.left == 0:
            end_power(s)
    elif power == Power.DESTROY_BUILDING:
        s.prompt = Prompt.POWER_BUILDING
    elif power == Power.KILL_MYTH_UNIT:
        s.prompt = Prompt.POWER_UNIT
    else:
        s.prompt = Prompt.POWER_TILE


@kernel
def apply_power_tile(s, tile):
    """AOM-178, AOM-186, AOM-194: a tile goes back to the pool, or two of equal terrain change places."""
    if CARD_POWER[s.card] == Power.REMOVE_TILE:
        remove_tile(s, s.target, tile)
        s.pool[tile] += 1
        end_power(s)
    elif s.prompt == Prompt.POWER_TILE:
        s.tile_chosen = tile
        s.prompt = Prompt.POWER_OWN_TILE
    else:
        remove_tile(s, s.target, s.tile_chosen)
        remove_tile(s, s.seat, tile)
        s.tiles[s.target, tile] += 1
        s.tiles[s.seat, s.tile_chosen] += 1
        end_power(s)


@kernel
def apply_power_units(s, r, action):
    """AOM-176, AOM-204: a mortal becomes a Mummy, or comes for free; until the number or the figures are used up."""
    if action == ID.done:
        end_power(s)
        return
    unit = action - ID.choose
    s.cursor = unit
    s.left -= 1
    if s.prompt == Prompt.POWER_FREE_UNIT:
        s.units[s.seat, unit] += 1
    else:
        s.units[s.seat, unit] -= 1
        s.units[s.seat, Unit.MUMMY] += 1
        if not figure_left(s, r, s.seat, Unit.MUMMY):
            s.left = 0
    if s.left == 0:
        end_power(s)


@kernel
def end_power(s):
    """The power is used up; the card goes on with its action, if that was announced."""
    s.left = 0
    s.cursor = 0
    s.target = -1
    s.tile_chosen = -1
    s.prompt = Prompt.NONE
