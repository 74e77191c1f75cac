"""An attack up to the dice: target and area, hidden armies, hidden fighters, declarations, and who wins an encounter.

Rulebook chapters "The action cards" (attacking) and "The battle". Side 0 is the attacker, side 1 the defender. What an
encounter and a battle bring is in `spoils.py`; read that next.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology.actions import ID
from rulebound.envs.age_of_mythology.rules.pieces import (
    ATTACKER,
    DEFENDER,
    ask,
    available,
    has_unit,
    lose_unit,
    power_in_force,
    seat_of,
    troops,
)  # fmt: skip
from rulebound.envs.age_of_mythology.rules.spoils import end_battle, settle_encounter
from rulebound.envs.age_of_mythology.state import (
    FIRST_GOD,
    FIRST_UNIT,
    NUM_TAGS,
    UNIT_SPECIAL,
    UNIT_TAGS,
    Area,
    Building,
    Power,
    Prompt,
    Special,
    Stage,
    Stream,
    Tag,
    Unit,
)  # fmt: skip
from rulebound.envs.age_of_mythology.variant import MOST_FIGURES
from rulebound.envs.core.dice import roll_pool
from rulebound.envs.core.jit import kernel

BOTH_TO_DEFENDER, BOTH_TO_ATTACKER = 0, 1  # battle.both_retreat
BEST_ONLY = 1  # battle.bonus_lines
DIE = 6
NUM_AREAS = 3


# ------------------------------------------------------------------------------------------------ target and area
@kernel
def begin_attack(s):
    """AOM-160: the attacker names a neighbour first."""
    s.attacker = s.active
    s.stage = Stage.COMMIT
    ask(s, s.attacker, Prompt.ATTACK_TARGET)


@kernel
def legal_target(s, mask):
    """AOM-160: the left or the right neighbour; with two players the other one."""
    mask[ID.player + 1] = 1
    mask[ID.player + s.num_players - 1] = 1


@kernel
def apply_target(s, action):
    """AOM-161: then the area."""
    s.defender = (s.seat + action - ID.player) % s.num_players
    s.prompt = Prompt.ATTACK_AREA


@kernel
def apply_area(s, r, action):
    """AOM-047, AOM-162, AOM-163, AOM-185, AOM-190, AOM-203: the area is named and the limits of both sides follow."""
    s.area = action - ID.attack
    s.prompt = Prompt.NONE
    s.isis_left = power_in_force(s, Power.FIRST_LOSS_RETURNS)
    for side in (ATTACKER, DEFENDER):
        s.limit[side] = r.card_number[s.card]
    if power_in_force(s, Power.OWN_LIMIT):
        s.limit[ATTACKER] = r.god_amount[s.card - FIRST_GOD]
    for side in (ATTACKER, DEFENDER):
        if s.buildings[seat_of(s, side), Building.ARMORY] > 0:
            s.limit[side] += r.limits_armory_units
        if power_in_force(s, Power.NO_LIMIT_BOTH):
            s.limit[side] = MOST_FIGURES


# ------------------------------------------------------------------------------------------------ hidden armies
@kernel
def commit(s):
    """AOM-213..AOM-216: the attacker chooses in secret, then the defender, who may have nobody to choose."""
    s.cursor = 0
    if s.stage == Stage.COMMIT:
        s.stage = Stage.COMMIT_DEFENCE
        ask(s, s.attacker, Prompt.COMMIT_ATT)
        return
    s.stage = Stage.REVEAL
    if has_unit(s, s.defender):
        ask(s, s.defender, Prompt.COMMIT_DEF)


@kernel
def legal_commit(s, mask):
    """AOM-163, AOM-212, AOM-215: units of the own board in rising order up to the limit; an attacker needs one."""
    side = ATTACKER if s.prompt == Prompt.COMMIT_ATT else DEFENDER
    chosen = troops(s, side)
    if side == DEFENDER or chosen > 0:
        mask[ID.done] = 1
    if chosen >= s.limit[side]:
        return
    culture = s.culture[s.seat]
    for unit in range(max(s.cursor, FIRST_UNIT[culture]), FIRST_UNIT[culture + 1]):
        if available(s, s.seat, unit) > s.in_battle[side, unit]:
            mask[ID.commit + unit] = 1


@kernel
def apply_commit(s, action):
    """One unit more, or the army is complete."""
    if action == ID.done:
        s.cursor = 0
        s.prompt = Prompt.NONE
        return
    side = ATTACKER if s.prompt == Prompt.COMMIT_ATT else DEFENDER
    s.cursor = action - ID.commit
    s.in_battle[side, s.cursor] += 1


@kernel
def reveal(s):
    """AOM-188, AOM-213, AOM-217: both armies leave their boards; Aphrodite sends one enemy unit home."""
    for side in (ATTACKER, DEFENDER):
        s.met[side] = -1
        s.dice[side] = 0
        s.sixes[side] = 0
        seat = seat_of(s, side)
        culture = s.culture[seat]
        for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
            for _ in range(s.in_battle[side, unit]):
                lose_unit(s, seat, unit)
    s.stage = Stage.FIGHT
    if power_in_force(s, Power.REMOVE_ENEMY_AT_START) and troops(s, DEFENDER) > 0:
        ask(s, s.attacker, Prompt.APHRODITE)


@kernel
def legal_enemy(s, mask):
    """AOM-188: any unit of the defender's army."""
    culture = s.culture[s.defender]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if s.in_battle[DEFENDER, unit] > 0:
            mask[ID.choose + unit] = 1


@kernel
def apply_enemy(s, action):
    """AOM-188: the unit goes home alive."""
    unit = action - ID.choose
    s.in_battle[DEFENDER, unit] -= 1
    s.units[s.defender, unit] += 1
    s.prompt = Prompt.NONE


# ------------------------------------------------------------------------------------------------ hidden fighters
@kernel
def next_round(s, r):
    """AOM-216, AOM-218, AOM-232: a side without units has lost; otherwise both choose a unit in secret."""
    s.declared = 0
    for side in (ATTACKER, DEFENDER):
        s.pick[side] = -1
        s.special[side] = 0
    if troops(s, ATTACKER) == 0:
        end_battle(s, r, DEFENDER)
    elif troops(s, DEFENDER) == 0:
        end_battle(s, r, ATTACKER)
    else:
        ask(s, s.attacker, Prompt.FIGHT_ATT)


@kernel
def legal_fight(s, mask):
    """AOM-218..AOM-220: a unit still in the battle, or retreat."""
    side = ATTACKER if s.prompt == Prompt.FIGHT_ATT else DEFENDER
    mask[ID.retreat] = 1
    culture = s.culture[s.seat]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if s.in_battle[side, unit] > 0:
            mask[ID.fight + unit] = 1


@kernel
def apply_fight(s, action):
    """AOM-214: the attacker's choice stays hidden until the defender has chosen too."""
    fighter = Unit.RETREAT if action == ID.retreat else action - ID.fight
    if s.prompt == Prompt.FIGHT_ATT:
        s.pick[ATTACKER] = fighter
        ask(s, s.defender, Prompt.FIGHT_DEF)
    else:
        s.pick[DEFENDER] = fighter
        s.prompt = Prompt.NONE
        s.stage = Stage.CLASH


# ------------------------------------------------------------------------------------------------ declarations
@kernel
def clash(s, r):
    """AOM-221..AOM-223: retreats first; then the declarations in order; then the dice."""
    if s.pick[ATTACKER] == Unit.RETREAT or s.pick[DEFENDER] == Unit.RETREAT:
        retreat(s, r)
    elif s.declared == 0:
        s.declared = 1
        offer_swap(s)
    elif s.declared <= 2:
        side = s.declared - 1
        s.declared += 1
        if has_choice(s, side):
            ask(s, seat_of(s, side), Prompt.SPECIAL_ATT if side == ATTACKER else Prompt.SPECIAL_DEF)
    else:
        encounter(s, r)


@kernel
def retreat(s, r):
    """AOM-221, AOM-222: the side that stays wins; if both retreat the rules say who."""
    if s.pick[ATTACKER] != Unit.RETREAT:
        end_battle(s, r, ATTACKER)
    elif s.pick[DEFENDER] != Unit.RETREAT or r.battle_both_retreat == BOTH_TO_DEFENDER:
        end_battle(s, r, DEFENDER)
    elif r.battle_both_retreat == BOTH_TO_ATTACKER:
        end_battle(s, r, ATTACKER)
    else:
        end_battle(s, r, -1)


@kernel
def offer_swap(s):
    """AOM-258, AOM-260: a Wadjet of the battle may step in for a revealed Pharaoh."""
    for side in (ATTACKER, DEFENDER):
        if UNIT_SPECIAL[s.pick[side]] & Special.GUARDED_BY_WADJET and s.in_battle[side, Unit.WADJET] > 0:
            ask(s, seat_of(s, side), Prompt.PHARAOH_SWAP)


@kernel
def apply_swap(s, action):
    """AOM-223: the Wadjet fights instead."""
    if action == ID.confirm:
        s.pick[ATTACKER if s.seat == s.attacker else DEFENDER] = Unit.WADJET
    s.prompt = Prompt.NONE


@kernel
def can_throw(s, side):
    """AOM-263, AOM-264: a Cyclops against anybody but a giant."""
    return UNIT_SPECIAL[s.pick[side]] & Special.THROW != 0 and UNIT_TAGS[s.pick[1 - side], Tag.GIANT] == 0


@kernel
def can_go_berserk(s, side):
    """AOM-210, AOM-272, AOM-278: units that may, and every unit of an attacker under Tyr."""
    return UNIT_SPECIAL[s.pick[side]] & Special.BERSERK != 0 or (side == ATTACKER and power_in_force(s, Power.ALL_OWN_BERSERK))


@kernel
def has_choice(s, side):
    """Whether the fighter of a side may use a special."""
    return can_throw(s, side) or can_go_berserk(s, side)


@kernel
def legal_yes_no(mask):
    """Use it or leave it."""
    mask[ID.done] = 1
    mask[ID.confirm] = 1


@kernel
def apply_special(s, action):
    """The special is used in this encounter, or not."""
    s.special[ATTACKER if s.prompt == Prompt.SPECIAL_ATT else DEFENDER] = action == ID.confirm
    s.prompt = Prompt.NONE


# ------------------------------------------------------------------------------------------------ dice
@kernel
def bonus_dice(s, r, unit, foe):
    """AOM-224, AOM-225: the bonus of every line that matches a type of the opponent, or the best one."""
    added = 0
    best = 0
    for tag in range(NUM_TAGS):
        if UNIT_TAGS[foe, tag] != 0:
            added += r.unit_bonus[unit, tag]
            best = max(best, r.unit_bonus[unit, tag])
    return best if r.battle_bonus_lines == BEST_ONLY else added


@kernel
def special_dice(s, r, side):
    """AOM-210, AOM-226, AOM-263, AOM-272: dice of a throw or of going berserk; a unit's own berserk comes first."""
    unit = s.pick[side]
    if s.special[side] == 0:
        return 0
    if UNIT_SPECIAL[unit] & (Special.THROW | Special.BERSERK):
        return r.unit_amount[unit]
    return r.god_amount[s.card - FIRST_GOD]


@kernel
def is_throwing(s, side):
    """Whether a side throws in this encounter; every other declared special is going berserk."""
    return s.special[side] != 0 and UNIT_SPECIAL[s.pick[side]] & Special.THROW != 0


@kernel
def is_negated(s):
    """AOM-041, AOM-044, AOM-054, AOM-229, AOM-255, AOM-262, AOM-273: the attacker's workshop, or a unit of his still
    in the battle, cancels walls and towers."""
    if s.buildings[s.attacker, Building.SIEGE_ENGINE_WORKSHOP] > 0:
        return True
    culture = s.culture[s.attacker]
    for unit in range(FIRST_UNIT[culture], FIRST_UNIT[culture + 1]):
        if s.in_battle[ATTACKER, unit] > 0 and UNIT_SPECIAL[unit] & Special.NEGATE_FORTIFICATIONS:
            return True
    return False


@kernel
def fortification_dice(s, r):
    """AOM-039, AOM-040, AOM-043: a Wall guards the city, a Tower the production area."""
    guard = Building.WALL if s.area == Area.CITY else Building.TOWER
    if s.area == Area.HOLDING or s.buildings[s.defender, guard] == 0 or is_negated(s):
        return 0
    return r.limits_wall_tower_dice


@kernel
def dice_of(s, r, side):
    """AOM-224..AOM-226, AOM-200, AOM-265, AOM-266, AOM-271: all dice of a side in this encounter."""
    unit = s.pick[side]
    foe = s.pick[1 - side]
    dice = r.unit_dice[unit] + special_dice(s, r, side)
    if not is_throwing(s, side) or r.battle_cyclops_throw_keeps_bonus != 0:
        dice += bonus_dice(s, r, unit, foe)
    if UNIT_SPECIAL[unit] & Special.ADD_OPPONENT_BASE_DICE:
        dice += r.unit_dice[foe]
    if UNIT_SPECIAL[unit] & Special.GROW_PER_KILL:
        dice += s.hydra_kills * r.unit_amount[unit]
    if side == DEFENDER:
        dice += fortification_dice(s, r)
    elif power_in_force(s, Power.ALL_OWN_DICE):
        dice += r.god_amount[s.card - FIRST_GOD]
    return dice


@kernel
def tie_winner(s):
    """AOM-210, AOM-268, AOM-272: who wins equal sixes; -1 for a new roll."""
    for side in (ATTACKER, DEFENDER):
        if UNIT_SPECIAL[s.pick[side]] & Special.WINS_TIES:
            return side
    for side in (ATTACKER, DEFENDER):
        if s.special[side] != 0 and not is_throwing(s, side):
            return 1 - side
    return -1


@kernel
def encounter(s, r):
    """AOM-001, AOM-227, AOM-228: both roll all their dice, again and again, until one side has more sixes."""
    for side in (ATTACKER, DEFENDER):
        s.met[side] = s.pick[side]
        s.dice[side] = min(dice_of(s, r, side), MOST_FIGURES)
    while True:
        for side in (ATTACKER, DEFENDER):
            s.sixes[side] = roll_pool(s, Stream.DICE, s.dice[side], DIE, r.limits_hit_face)
        if s.sixes[ATTACKER] != s.sixes[DEFENDER]:
            s.won = ATTACKER if s.sixes[ATTACKER] > s.sixes[DEFENDER] else DEFENDER
            break
        tied = tie_winner(s)
        if tied >= 0:
            s.won = tied
            break
    settle_encounter(s, r, is_throwing(s, s.won))
