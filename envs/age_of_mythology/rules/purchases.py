"""Build, Recruit, Trade and Next Age: what cubes buy.

Rulebook chapter "The action cards", the sections of these four. Read `powers.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.ending import end_game
from rulebound.envs.age_of_mythology.rules.pieces import (
    add_building,
    ask,
    bank_total,
    city_size,
    cubes_of,
    figure_left,
    holds,
    pay,
    power_in_force,
    receive,
)  # fmt: skip
from rulebound.envs.age_of_mythology.state import (
    FIRST_GOD,
    FIRST_UNIT,
    NUM_BUILDINGS,
    NUM_RESOURCES,
    UNIT_AGE,
    UNIT_CLASS,
    Age,
    Building,
    Power,
    Prompt,
    Resource,
    Stage,
    Tag,
    WinKind,
)  # fmt: skip
from rulebound.envs.core.deck import total
from rulebound.envs.core.jit import kernel


# ------------------------------------------------------------------------------------------------ build
@kernel
def full_price(r, building):
    """Cubes that a building costs without a discount."""
    cubes = 0
    for resource in range(NUM_RESOURCES):
        cubes += r.building_cost[building, resource]
    return cubes


@kernel
def discounts(r, building, quarry, blessing):
    """AOM-048, AOM-145, AOM-181: cubes off a price: the Quarry's, and a blessing of Nephthys unless for a house."""
    cubes = r.limits_quarry_discount if quarry else 0
    if building != Building.HOUSE:
        cubes += blessing
    return min(cubes, full_price(r, building))


@kernel
def can_build(s, r, seat, building, quarry, blessing, spent):
    """AOM-032..AOM-035, AOM-058: room, number, age and price of one building."""
    if s.buildings[seat, building] >= r.building_max[building] or city_size(s, seat) >= r.limits_city_squares:
        return False
    if building == Building.WONDER and s.age[seat] < r.ages_wonder_age:
        return False
    missing = 0
    for resource in range(NUM_RESOURCES):
        missing += max(0, r.building_cost[building, resource] - holds(s, seat, resource, spent))
    return missing <= discounts(r, building, quarry, blessing)


@kernel
def can_build_any(s, r, seat, blessing, spent):
    """AOM-027: whether a Build card could buy anything."""
    quarry = s.buildings[seat, Building.QUARRY] > 0
    for building in range(NUM_BUILDINGS):
        if can_build(s, r, seat, building, quarry, blessing, spent):
            return True
    return False


@kernel
def begin_build(s, r):
    """AOM-049, AOM-142, AOM-143: the card's number of buildings; only a Quarry that stands now gives its discount."""
    s.left = r.card_number[s.card]
    s.quarry = s.buildings[s.active, Building.QUARRY] > 0
    s.stage = Stage.BUILD


@kernel
def blessing_in_force(s, r):
    """Cubes that the power of the card in play takes off a price."""
    return r.god_amount[s.card - FIRST_GOD] if power_in_force(s, Power.BUILD_DISCOUNT) else 0


@kernel
def build(s, r):
    """AOM-142: building by building, until the number is reached or the player stops."""
    if s.left == 0:
        s.stage = Stage.CARD_END
    else:
        ask(s, s.active, Prompt.BUILD_PICK)


@kernel
def legal_build(s, r, mask):
    """AOM-031, AOM-034: every building that can be paid for."""
    mask[ID.done] = 1
    for building in range(NUM_BUILDINGS):
        if can_build(s, r, s.seat, building, s.quarry != 0, blessing_in_force(s, r), 0):
            mask[ID.build + building] = 1


@kernel
def apply_build(s, r, action):
    """A building is ordered; with a discount the player first says which cubes it saves."""
    s.prompt = Prompt.NONE
    if action == ID.done:
        s.stage = Stage.CARD_END
        return
    building = action - ID.build
    s.ordered = building
    for resource in range(NUM_RESOURCES):
        s.price[resource] = r.building_cost[building, resource]
    if discounts(r, building, s.quarry != 0, blessing_in_force(s, r)) > 0:
        s.prompt = Prompt.BUILD_DISCOUNT
    else:
        finish_building(s, r)


@kernel
def discounts_left(s, r):
    """Cubes that may still come off the price of the ordered building."""
    taken = full_price(r, s.ordered) - total(s.price)
    return discounts(r, s.ordered, s.quarry != 0, blessing_in_force(s, r)) - taken


@kernel
def legal_discount(s, r, mask):
    """AOM-144: a cube that the price still contains, so that the rest can be paid."""
    missing = 0
    for resource in range(NUM_RESOURCES):
        missing += max(0, s.price[resource] - s.resources[s.seat, resource])
    spare = discounts_left(s, r) > missing
    for resource in range(NUM_RESOURCES):
        if s.price[resource] > 0 and (spare or s.price[resource] > s.resources[s.seat, resource]):
            mask[ID.discount + resource] = 1


@kernel
def apply_discount(s, r, action):
    """One cube off; after the last one the building is paid for."""
    s.price[action - ID.discount] -= 1
    if discounts_left(s, r) == 0:
        s.prompt = Prompt.NONE
        finish_building(s, r)


@kernel
def finish_building(s, r):
    """AOM-017, AOM-059: the price is paid and the building placed; the Wonder ends the game."""
    building = s.ordered
    for resource in range(NUM_RESOURCES):
        pay(s, s.active, resource, s.price[resource])
        s.price[resource] = 0
    add_building(s, s.active, building)
    s.ordered = -1
    s.left -= 1
    if building == Building.WONDER:
        end_game(s, r, WinKind.WONDER)


# ------------------------------------------------------------------------------------------------ recruit
@kernel
def unit_price(r, unit, resource, mortal_food):
    """AOM-177: the price of a unit; with Bast a mortal costs only some food (`mortal_food` is -1 without her)."""
    if mortal_food >= 0 and UNIT_CLASS[unit] == Tag.MORTAL:
        return mortal_food if resource == Resource.FOOD else 0
    return r.unit_cost[unit, resource]


@kernel
def can_recruit(s, r, seat, unit, mortal_food, spent):
    """AOM-072, AOM-146..AOM-148: age, figure and price of one unit."""
    if s.age[seat] < UNIT_AGE[unit]:
        return False
    for resource in range(NUM_RESOURCES):
        if holds(s, seat, resource, spent) < unit_price(r, unit, resource, mortal_food):
            return False
    return figure_left(s, r, seat, unit)


@kernel
def can_recruit_any(s, r, seat, mortal_food, spent):
    """AOM-027: whether a Recruit card could buy anything."""
    culture = s.culture[seat]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if can_recruit(s, r, seat, unit, mortal_food, spent):
            return True
    return False


@kernel
def mortal_food_in_force(s, r):
    """What a mortal costs by the power of the card in play; -1 if it has none."""
    return r.god_amount[s.card - FIRST_GOD] if power_in_force(s, Power.MORTAL_PRICE) else -1


@kernel
def recruit(s, r):
    """AOM-146: unit by unit, until the number is reached or the player stops."""
    if s.left == 0:
        s.stage = Stage.CARD_END
    else:
        ask(s, s.active, Prompt.RECRUIT_PICK)


@kernel
def legal_recruit(s, r, mask):
    """AOM-015, AOM-068: every unit of the own culture that can be had."""
    mask[ID.done] = 1
    culture = s.culture[s.seat]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if can_recruit(s, r, s.seat, unit, mortal_food_in_force(s, r), 0):
            mask[ID.recruit + unit] = 1


@kernel
def apply_recruit(s, r, action):
    """AOM-149: a unit is paid for and stands ready in the holding area."""
    s.prompt = Prompt.NONE
    if action == ID.done:
        s.stage = Stage.CARD_END
        return
    unit = action - ID.recruit
    for resource in range(NUM_RESOURCES):
        pay(s, s.seat, resource, unit_price(r, unit, resource, mortal_food_in_force(s, r)))
    s.units[s.seat, unit] += 1
    s.left -= 1


# ------------------------------------------------------------------------------------------------ trade
@kernel
def trade_cost(s, r, seat, card):
    """AOM-046, AOM-150: cubes that a Trade card costs; none with a Market."""
    return 0 if s.buildings[seat, Building.MARKET] > 0 else r.card_number[card]


@kernel
def begin_trade(s, r):
    """AOM-150: the cost comes first."""
    s.left = trade_cost(s, r, s.active, s.card)
    s.cursor = 0
    s.stage = Stage.TRADE


@kernel
def trade(s, r):
    """The cost is paid cube by cube; then cubes are exchanged."""
    if s.left > 0:
        ask(s, s.active, Prompt.TRADE_COST)
    else:
        s.cursor = 0
        ask(s, s.active, Prompt.TRADE_EXCHANGE)


@kernel
def legal_cost(s, mask):
    """AOM-116, AOM-150: any own cube, in rising order, so that the cost can be met."""
    after = 0
    for resource in range(NUM_RESOURCES - 1, -1, -1):
        after += s.resources[s.seat, resource]
        if resource >= s.cursor and s.resources[s.seat, resource] > 0 and after >= s.left:
            mask[ID.pay + resource] = 1


@kernel
def apply_cost(s, action):
    """One cube of the cost."""
    s.cursor = action - ID.pay
    pay(s, s.seat, s.cursor, 1)
    s.left -= 1
    s.prompt = Prompt.NONE


@kernel
def can_buy_cube(s, r):
    """AOM-056, AOM-153: a Great Temple, enough favor and a victory cube in the bank."""
    seat = s.seat
    if s.buildings[seat, Building.GREAT_TEMPLE] == 0 or s.vp_bank == 0:
        return False
    return s.resources[seat, Resource.FAVOR] >= r.limits_favor_per_victory_cube


@kernel
def legal_trade(s, r, mask):
    """AOM-151, AOM-154, AOM-155: exchanges with the bank; what was received is not given, nor the reverse."""
    mask[ID.done] = 1
    if can_buy_cube(s, r):
        mask[ID.buy] = 1
    if s.prompt == Prompt.TRADE_VP:
        return
    for given in range(NUM_RESOURCES):
        if s.resources[s.seat, given] == 0 or s.got[given] != 0:
            continue
        for received in range(NUM_RESOURCES):
            if received != given and s.bank[received] > 0 and s.gave[received] == 0:
                mask[ID.exchange + NUM_RESOURCES * given + received] = 1


@kernel
def apply_trade(s, r, action):
    """AOM-057, AOM-151: one exchange, one victory cube, or the end of the trade."""
    if action == ID.done:
        s.prompt = Prompt.NONE
        s.stage = Stage.CARD_END
    elif action == ID.buy:
        pay(s, s.seat, Resource.FAVOR, r.limits_favor_per_victory_cube)
        s.vp_bank -= 1
        s.vp[s.seat] += 1
        s.prompt = Prompt.TRADE_VP
    else:
        given = (action - ID.exchange) // NUM_RESOURCES
        received = (action - ID.exchange) % NUM_RESOURCES
        pay(s, s.seat, given, 1)
        receive(s, s.seat, received, 1)
        s.gave[given] = 1
        s.got[received] = 1


# ------------------------------------------------------------------------------------------------ next age
@kernel
def can_age(s, r, seat, card, spent):
    """AOM-156, AOM-157: below the mythic age, with the price of the next one at hand."""
    if s.age[seat] == Age.MYTHIC:
        return False
    for resource in range(NUM_RESOURCES):
        if holds(s, seat, resource, spent) < age_price(s, r, seat, card):
            return False
    return True


@kernel
def age_price(s, r, seat, card):
    """AOM-165, AOM-170: cubes of each resource that a card asks for the next age."""
    return r.card_number[card] + s.age[seat] * r.ages_price_step


@kernel
def advance_age(s, r):
    """AOM-156, AOM-159: the price is paid and the age rises by one."""
    price = age_price(s, r, s.active, s.card)
    for resource in range(NUM_RESOURCES):
        pay(s, s.active, resource, price)
    s.age[s.active] += 1
    s.stage = Stage.CARD_END


# ------------------------------------------------------------------------------------------------ cubes of free choice
@kernel
def legal_gain(s, mask):
    """AOM-116, AOM-196: any cube that the bank has, in rising order; taking less is allowed."""
    mask[ID.done] = 1
    for resource in range(s.cursor, NUM_RESOURCES):
        if s.bank[resource] > 0:
            mask[ID.cube + resource] = 1


@kernel
def apply_gain(s, action):
    """One cube from the bank."""
    if action != ID.done:
        s.cursor = action - ID.cube
        receive(s, s.seat, s.cursor, 1)
        s.left -= 1
    if action == ID.done or s.left == 0 or bank_total(s) == 0:
        end_taking(s)


@kernel
def legal_take(s, mask):
    """AOM-116, AOM-242, AOM-243: any cube of the stricken player, in rising order.

    The spoils of a battle must be taken in full, so a cube is open only if those after it suffice; what a power
    takes may be less.
    """
    spoils = s.stage == Stage.SPOILS
    if not spoils:
        mask[ID.done] = 1
    after = 0
    for resource in range(NUM_RESOURCES - 1, -1, -1):
        after += s.resources[s.target, resource]
        if resource >= s.cursor and s.resources[s.target, resource] > 0 and (after >= s.left or not spoils):
            mask[ID.cube + resource] = 1


@kernel
def apply_take(s, action):
    """One cube from another player."""
    if action != ID.done:
        s.cursor = action - ID.cube
        s.resources[s.target, s.cursor] -= 1
        s.resources[s.seat, s.cursor] += 1
        s.left -= 1
    if action == ID.done or s.left == 0 or cubes_of(s, s.target) == 0:
        end_taking(s)


@kernel
def end_taking(s):
    """No more cubes."""
    s.left = 0
    s.cursor = 0
    s.target = -1
    s.prompt = Prompt.NONE
