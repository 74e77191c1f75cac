"""Cubes, tiles, workers, buildings, units and cards moving between bank, pool, piles and boards.

Rulebook chapter "Components". Everything that leaves one place arrives at another one, so nothing is ever lost.
Read `preparation.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.state import (
    CARD_POWER,
    FIRST_TILE,
    FIRST_UNIT,
    NUM_BUILDINGS,
    NUM_PERMANENT,
    NUM_RANDOM,
    NUM_RESOURCES,
    NUM_TILES,
    TILE_TERRAIN,
    UNIT_CLASS,
    Building,
    Mode,
    Resource,
    Stage,
    Stream,
    Tag,
    Unit,
)  # fmt: skip
from rulebound.envs.age_of_mythology.variant import MOST_FIGURES
from rulebound.envs.core.deck import draw_counted, total
from rulebound.envs.core.jit import kernel

UNLIMITED = 1  # figures.limit
ATTACKER, DEFENDER = 0, 1  # the sides of a battle


@kernel
def ask(s, seat, prompt):
    """Put a question to a seat."""
    s.seat = seat
    s.prompt = prompt


@kernel
def power_in_force(s, power):
    """Whether the card in play was played with this power, beside its action."""
    return s.mode == Mode.POWER_AND_ACTION and CARD_POWER[s.card] == power


# ------------------------------------------------------------------------------------------------ cubes
@kernel
def pay(s, seat, resource, cubes):
    """AOM-017: cubes go back to the bank."""
    s.resources[seat, resource] -= cubes
    s.bank[resource] += cubes


@kernel
def receive(s, seat, resource, cubes):
    """AOM-140: cubes come from the bank, as far as it has them."""
    cubes = min(cubes, s.bank[resource])
    s.bank[resource] -= cubes
    s.resources[seat, resource] += cubes


@kernel
def cubes_of(s, seat):
    """Resource cubes of a seat."""
    return total(s.resources[seat])


@kernel
def holds(s, seat, resource, spent):
    """Cubes of a resource that a seat holds once it has spent some favor."""
    return s.resources[seat, resource] - (spent if resource == Resource.FAVOR else 0)


# ------------------------------------------------------------------------------------------------ tiles and workers
@kernel
def free_squares(s, r, seat, terrain):
    """AOM-004..AOM-007: squares of a terrain on a seat's board that hold no tile."""
    free = r.squares[s.culture[seat], terrain]
    for tile in range(FIRST_TILE[terrain], FIRST_TILE[terrain + 1]):
        free -= s.tiles[seat, tile]
    return free


@kernel
def fits(s, r, seat, tile):
    """AOM-007: whether a tile has a free square of its terrain."""
    return free_squares(s, r, seat, TILE_TERRAIN[tile]) > 0


@kernel
def can_place_shown(s, r, seat):
    """Whether any shown tile fits the seat's board."""
    for tile in range(NUM_TILES):
        if s.shown[tile] > 0 and fits(s, r, seat, tile):
            return True
    return False


@kernel
def take_shown(s, seat, tile):
    """A shown tile is placed on a board."""
    s.shown[tile] -= 1
    s.tiles[seat, tile] += 1


@kernel
def remove_tile(s, seat, tile):
    """AOM-211, AOM-241: a tile leaves a board, an empty one first, then one with a villager, then one with a Dwarf;
    its worker goes to the holding area."""
    s.tiles[seat, tile] -= 1
    if s.villager_on[seat, tile] + s.dwarf_on[seat, tile] <= s.tiles[seat, tile]:
        return
    if s.villager_on[seat, tile] > 0:
        s.villager_on[seat, tile] -= 1
        s.idle_villagers[seat] += 1
    else:
        s.dwarf_on[seat, tile] -= 1
        s.units[seat, Unit.DWARF] += 1


@kernel
def draw_tile(s):
    """AOM-080: a random tile of the pool, or the one a position forces; -1 if the pool is empty."""
    while s.tiles_forced > 0:
        s.tiles_forced -= 1
        tile = s.stacked_tiles[s.tiles_forced]
        s.stacked_tiles[s.tiles_forced] = 0
        if s.pool[tile] > 0:
            s.pool[tile] -= 1
            return tile
    return draw_counted(s, Stream.TILES, s.pool)


@kernel
def show_tiles(s, tiles):
    """AOM-120, AOM-126: tiles of the pool are shown, fewer if it is short."""
    for _ in range(tiles):
        tile = draw_tile(s)
        if tile < 0:
            return
        s.shown[tile] += 1


@kernel
def return_shown(s):
    """AOM-087, AOM-125: tiles that nobody took go back to the pool."""
    for tile in range(NUM_TILES):
        s.pool[tile] += s.shown[tile]
        s.shown[tile] = 0


# ------------------------------------------------------------------------------------------------ buildings
@kernel
def city_size(s, seat):
    """Buildings in a city."""
    return total(s.buildings[seat])


@kernel
def add_building(s, seat, building):
    """AOM-038: a building is placed; a house brings an idle villager."""
    s.buildings[seat, building] += 1
    if building == Building.HOUSE:
        s.idle_villagers[seat] += 1


@kernel
def destroy(s, seat, building):
    """AOM-014, AOM-037: a building returns to the supply; for a house its owner will remove a villager."""
    s.buildings[seat, building] -= 1
    if building == Building.HOUSE:
        s.house_owner = seat


@kernel
def has_building(s, seat):
    """Whether a city holds any building."""
    for building in range(NUM_BUILDINGS):
        if s.buildings[seat, building] > 0:
            return True
    return False


# ------------------------------------------------------------------------------------------------ units
@kernel
def revealed(s):
    """Whether armies stand in a battle: they have then left their boards."""
    return Stage.FIGHT <= s.stage <= Stage.REWARDS and s.attacker >= 0


@kernel
def seat_of(s, side):
    """The seat that fights on a side."""
    return s.attacker if side == ATTACKER else s.defender


@kernel
def troops(s, side):
    """Units of a side in the battle, or chosen for it."""
    culture = s.culture[seat_of(s, side)]
    units = 0
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        units += s.in_battle[side, unit]
    return units


@kernel
def dwarfs_on_tiles(s, seat):
    """Dwarfs at work in the production area."""
    return total(s.dwarf_on[seat])


@kernel
def available(s, seat, unit):
    """AOM-212: units of a type on a seat's board, holding and production area."""
    return s.units[seat, unit] + (dwarfs_on_tiles(s, seat) if unit == Unit.DWARF else 0)


@kernel
def owned(s, seat, unit):
    """Units of a type that a seat has in play."""
    units = available(s, seat, unit)
    if revealed(s):
        if s.attacker == seat:
            units += s.in_battle[ATTACKER, unit]
        elif s.defender == seat:
            units += s.in_battle[DEFENDER, unit]
    return units


@kernel
def army_size(s, seat):
    """AOM-016, AOM-288: all units of a seat, Dwarfs on tiles included, villagers not."""
    culture = s.culture[seat]
    units = dwarfs_on_tiles(s, seat)
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        units += s.units[seat, unit]
        if revealed(s):
            if s.attacker == seat:
                units += s.in_battle[ATTACKER, unit]
            elif s.defender == seat:
                units += s.in_battle[DEFENDER, unit]
    return units


@kernel
def has_unit(s, seat):
    """Whether a seat has any unit on its board."""
    culture = s.culture[seat]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if s.units[seat, unit] > 0:
            return True
    return dwarfs_on_tiles(s, seat) > 0


@kernel
def figures(s, r, unit):
    """AOM-071: figures of a type that each player has."""
    if r.figures_limit == UNLIMITED:
        return MOST_FIGURES
    tints = r.figures_tints_per_player[s.num_players - 2]
    if UNIT_CLASS[unit] == Tag.MORTAL:
        return tints * r.figures_per_tint_mortal
    if UNIT_CLASS[unit] == Tag.MYTH:
        return tints * r.figures_per_tint_myth
    return tints * r.figures_per_tint_hero


@kernel
def figure_left(s, r, seat, unit):
    """AOM-072, AOM-073: whether a figure is left in the supply."""
    return owned(s, seat, unit) < figures(s, r, unit)


@kernel
def lose_unit(s, seat, unit):
    """AOM-217: a unit leaves the board; of several Dwarfs an idle one first, then those on tiles in kind order."""
    if s.units[seat, unit] > 0:
        s.units[seat, unit] -= 1
        return
    for tile in range(NUM_TILES):
        if s.dwarf_on[seat, tile] > 0:
            s.dwarf_on[seat, tile] -= 1
            return


# ------------------------------------------------------------------------------------------------ cards
@kernel
def hand_size(s, seat):
    """Cards in a hand."""
    return total(s.hand[seat])


@kernel
def leave_hand(s, seat, card):
    """A card leaves a hand; its back is seen to go."""
    s.hand[seat, card] -= 1
    if card < NUM_PERMANENT:
        s.hand_permanent[seat] -= 1
    else:
        s.hand_random[seat] -= 1


@kernel
def turn_over(s, culture):
    """AOM-099: the face-up pile is shuffled and becomes the face-down pile."""
    for card in range(NUM_RANDOM):
        s.draw[culture, card] += s.discard[culture, card]
        s.discard[culture, card] = 0


@kernel
def draw_card(s, seat):
    """AOM-021, AOM-099: a random card of the own culture's deck, or the one a position forces, comes to the hand."""
    culture = s.culture[seat]
    pile = s.draw[culture]
    if total(pile) == 0:
        turn_over(s, culture)
    card = -1
    while s.cards_forced > 0 and card < 0:
        s.cards_forced -= 1
        forced = s.stacked_cards[s.cards_forced]
        s.stacked_cards[s.cards_forced] = 0
        if pile[forced] > 0:
            pile[forced] -= 1
            card = forced
    if card < 0:
        card = draw_counted(s, Stream.EGYPTIAN_DECK + culture, pile)
    if card < 0:
        return
    s.hand[seat, NUM_PERMANENT + card] += 1
    if total(pile) == 0:
        turn_over(s, culture)


@kernel
def count_backs(s, seat):
    """AOM-102: permanent and random cards of a hand, as everybody may count them."""
    permanent = 0
    for card in range(NUM_PERMANENT):
        permanent += s.hand[seat, card]
    s.hand_permanent[seat] = permanent
    s.hand_random[seat] = hand_size(s, seat) - permanent


@kernel
def bank_total(s):
    """Resource cubes in the bank."""
    cubes = 0
    for resource in range(NUM_RESOURCES):
        cubes += s.bank[resource]
    return cubes
