"""War: declaration, Olympics, hidden commitments, rounds of combat and the spoils.

Rulebook chapter "War". Side 0 is the attacker, side 1 the defender. Read `__init__.py` for how the chapters
are joined.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes.actions import ID
from rulebound.envs.age_of_heroes.rules.cards import hand_size, lose, steal_random
from rulebound.envs.age_of_heroes.rules.ending import check_cities, check_elimination, lower_progress
from rulebound.envs.age_of_heroes.rules.preparation import ask, home_armies
from rulebound.envs.age_of_heroes.state import Building, Card, Goal, Leader, Prompt, Stage, Stream
from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel

ATTACKER, DEFENDER = 0, 1
LOW, HIGH = 0, 1  # order of the members of the spoils


@kernel
def seat_of(s, side):
    """The seat that fights on a side."""
    return s.attacker if side == ATTACKER else s.defender


@kernel
def direct_road(s, a, b):
    """AOH-136: a road between two neighbouring seats."""
    n = s.num_players
    return ((a + 1) % n == b and s.road[a] != 0) or ((b + 1) % n == a and s.road[b] != 0)


# ------------------------------------------------------------------------------------------------ declaration
@kernel
def worth_a_war(s, r, rival, goal):
    """AOH-102, AOH-103: the day has come for this goal, and there is something to gain."""
    if s.day < r.war_day[goal]:
        return False
    if goal == Goal.CONQUEST:
        return s.cities[rival] > 0
    if goal == Goal.PLUNDER:
        return hand_size(s, rival) > 0
    return s.progress[rival] > 0


@kernel
def legal_war(s, r, mask):
    """AOH-100, AOH-101: with an army at home or a Hero, against any other living player."""
    n = s.num_players
    if home_armies(s, s.seat) == 0 and s.hand[s.seat, Card.HERO] == 0:
        return
    for distance in range(1, n):
        rival = (s.seat + distance) % n
        if s.alive[rival] == 0 or (r.war_attack_cityless == 0 and s.cities[rival] == 0):
            continue
        for goal in range(3):
            if worth_a_war(s, r, rival, goal):
                mask[ID.war + (distance - 1) * 3 + goal] = 1


@kernel
def declare_war(s, rival, goal):
    """Target and goal are announced."""
    s.attacker = s.turn_seat
    s.defender = rival
    s.war_goal = goal
    s.stage = Stage.DECLARED


@kernel
def answer_declaration(s, r):
    """AOH-104, AOH-105: a defender with Olympics may cancel the war before any forces are committed."""
    s.stage = Stage.COMMIT
    s.committing = ATTACKER
    if r.war_olympics_cancel != 0 and s.hand[s.defender, Card.OLYMPICS] > 0:
        ask(s, s.defender, Prompt.OLYMPICS)


# ------------------------------------------------------------------------------------------------ commitment
@kernel
def commit(s, r):
    """AOH-106: the attacker commits first, then the defender without knowing the attacker's forces.

    Committed Heroes leave the hands only when both sides are in, so that nothing shows before.
    """
    if s.committing <= DEFENDER:
        ask(s, seat_of(s, s.committing), Prompt.ARMIES)
        return
    for side in (ATTACKER, DEFENDER):
        heroes = s.war_heroes[side] + (s.war_leader[side] == Leader.HERO)
        lose(s, seat_of(s, side), Card.HERO, heroes)  # AOH-111
    s.stage = Stage.BATTLE


@kernel
def legal_commit(s, r, mask):
    """AOH-107..AOH-110: home armies, Heroes as armies, and one leader; an attacker needs at least one army."""
    side = s.committing
    seat = s.seat
    heroes = s.hand[seat, Card.HERO]
    if s.prompt == Prompt.ARMIES:
        fewest = 1 if side == ATTACKER and heroes == 0 else 0
        for armies in range(fewest, home_armies(s, seat) + 1):
            mask[ID.armies + armies] = 1
    elif s.prompt == Prompt.HEROES:
        fewest = 1 if side == ATTACKER and s.war_armies[side] == 0 else 0
        for committed in range(fewest, heroes + 1):
            mask[ID.heroes + committed] = 1
    else:
        mask[ID.leader + Leader.NONE] = 1
        if s.generals[seat] > s.generals_away[seat]:
            mask[ID.leader + Leader.GENERAL] = 1
        if heroes > s.war_heroes[side]:
            mask[ID.leader + Leader.HERO] = 1


@kernel
def apply_commit(s, r, action):
    """Take down one part of a commitment and ask for the next."""
    side = s.committing
    if s.prompt == Prompt.ARMIES:
        s.war_armies[side] = action - ID.armies
        s.prompt = Prompt.HEROES
        return
    if s.prompt == Prompt.HEROES:
        s.war_heroes[side] = action - ID.heroes
        if s.war_armies[side] + s.war_heroes[side] > 0:
            s.prompt = Prompt.LEADER
            return
    else:
        s.war_leader[side] = action - ID.leader
    s.prompt = Prompt.NONE
    s.committing += 1


# ------------------------------------------------------------------------------------------------ battle
@kernel
def battle_total(s, r, side):
    """AOH-114..AOH-116: the die, the leader's bonus, and the defender's fortresses."""
    strength = s.war_die[side]
    if s.war_leader[side] != Leader.NONE:
        strength += r.war_general_bonus
    if side == DEFENDER:
        strength += r.war_fortress_bonus * s.fortresses[s.defender]
    return strength


@kernel
def fight(s, r):
    """AOH-112, AOH-113, AOH-117, AOH-118: rounds until one side has no army left."""
    if s.war_armies[ATTACKER] + s.war_heroes[ATTACKER] == 0 or s.war_armies[DEFENDER] + s.war_heroes[DEFENDER] == 0:
        take_spoils(s, r)
        return
    if s.war_die[ATTACKER] == 0:
        s.war_die[ATTACKER] = roll(s, Stream.BATTLE_DICE, r.war_die_sides)
        s.war_die[DEFENDER] = roll(s, Stream.BATTLE_DICE, r.war_die_sides)
    difference = battle_total(s, r, ATTACKER) - battle_total(s, r, DEFENDER)
    if difference == 0:
        end_round(s)
        return
    loser = DEFENDER if difference > 0 else ATTACKER
    if r.war_fortune_reroll != 0 and s.war_reroll[loser] == 0 and s.hand[seat_of(s, loser), Card.FORTUNE] > 0:
        ask(s, seat_of(s, loser), Prompt.REROLL)  # AOH-122, AOH-123
        return
    lose_army(s, loser)


@kernel
def lose_army(s, side):
    """AOH-119, AOH-120: Heroes fall first; a lost army returns to the supply."""
    if s.war_heroes[side] > 0:
        s.war_heroes[side] -= 1
    else:
        s.war_armies[side] -= 1
        s.armies[seat_of(s, side)] -= 1
        s.supply[Building.ARMY] += 1
    end_round(s)


@kernel
def end_round(s):
    """The dice are picked up."""
    for side in (ATTACKER, DEFENDER):
        s.war_die[side] = 0
        s.war_reroll[side] = 0


@kernel
def apply_reroll(s, r, action):
    """AOH-122, AOH-124, AOH-125: the new value stands, and the other side may answer; at most one a side."""
    side = ATTACKER if s.seat == s.attacker else DEFENDER
    s.prompt = Prompt.NONE
    if action == ID.reroll:
        lose(s, s.seat, Card.FORTUNE, 1)
        s.war_reroll[side] = 1
        s.war_die[side] = roll(s, Stream.BATTLE_DICE, r.war_die_sides)
    else:
        lose_army(s, side)


# ------------------------------------------------------------------------------------------------ result
@kernel
def take_spoils(s, r):
    """AOH-126..AOH-132: if the attacker has armies left, the goal of the war is applied."""
    attacker = s.attacker
    defender = s.defender
    armies = s.war_armies[ATTACKER] + s.war_heroes[ATTACKER]
    if armies > 0:
        size = HIGH if armies >= r.war_spoils_threshold else LOW
        if s.war_goal == Goal.CONQUEST:
            cities = min(r.war_conquest_cities[size], s.cities[defender])
            s.cities[defender] -= cities
            s.cities[attacker] += cities
        elif s.war_goal == Goal.PLUNDER:
            steal_random(s, defender, attacker, min(r.war_plunder_per_army * armies, hand_size(s, defender)))
        else:
            lower_progress(s, r, defender, r.war_destruction_progress[size])
    go_home(s)
    end_war(s)
    check_cities(s, r, attacker)
    check_elimination(s, r)  # AOH-158


@kernel
def go_home(s):
    """AOH-133..AOH-137: the defender's forces are home at once, the attacker's only over a direct road."""
    attacker = s.attacker
    if not direct_road(s, attacker, s.defender):
        s.armies_away[attacker] += s.war_armies[ATTACKER]
        s.generals_away[attacker] += s.war_leader[ATTACKER] == Leader.GENERAL


@kernel
def end_war(s):
    """Clear the battle; the attacker's turn goes to its end."""
    s.attacker = -1
    s.defender = -1
    s.war_goal = Goal.CONQUEST
    s.committing = 0
    for side in (ATTACKER, DEFENDER):
        s.war_armies[side] = 0
        s.war_heroes[side] = 0
        s.war_leader[side] = Leader.NONE
    s.stage = Stage.TURN_END


@kernel
def apply_olympics(s, r, action):
    """AOH-105: a cancelled war has used the attacker's action and changes nothing else."""
    s.prompt = Prompt.NONE
    if action == ID.olympics:
        lose(s, s.seat, Card.OLYMPICS, 1)
        end_war(s)
        check_elimination(s, r)
