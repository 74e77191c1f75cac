"""The sequence of play: rounds, sequences, player turns, the choice of a hero and what he may do where he stands.

Rulebook chapters 6, 4.3.3, 15.4, 17.2 and 17.3. Read `movement.py` next.
"""

from __future__ import annotations

from rulebound.envs.core.dice import roll
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.rng import below
from rulebound.envs.heroes_vs_warlords.actions import ID
from rulebound.envs.heroes_vs_warlords.components import (
    NUM_QUESTS,
    NUM_SITES,
    NUM_SLOTS,
    PILGRIM,
    SITE_OBJECTIVE,
    SURVEYOR,
    Facility,
    Objective,
    QuestEvent,
)
from rulebound.envs.heroes_vs_warlords.rules.aftermath import eliminate_for_capital
from rulebound.envs.heroes_vs_warlords.rules.heroes import (
    MOVEMENT,
    ability,
    can_raise_ability,
    can_transfer,
    end_dialogue,
    gain_experience,
    gain_honor,
    progress_quest,
)
from rulebound.envs.heroes_vs_warlords.rules.movement import begin_step, can_step
from rulebound.envs.heroes_vs_warlords.rules.setup import D20, roll_initiative
from rulebound.envs.heroes_vs_warlords.rules.world import ask, is_resource, owns_place_at, shares_hex, site_at, store, treasury
from rulebound.envs.heroes_vs_warlords.state import HEROES, MOST_UNITS, NUM_SECTIONS, Prompt, Stage, Status, Stream

HOLY_GOLD, HOLY_HONOR, HOLY_MOVEMENT, HOLY_MINES, HOLY_EXPERIENCE = range(5)


# ------------------------------------------------------------------------------------------------ rounds and turns
@kernel
def begin_round(s, r):
    """HVW-121, HVW-133: initiative, then the first sequence."""
    roll_initiative(s)
    s.sequence = 0
    s.stage = Stage.TURN


@kernel
def begin_turn(s, r):
    """HVW-134, HVW-137, HVW-152, HVW-157: the next living player; fresh movement points, war after the last tile."""
    if s.turn == s.num_players:
        s.turn = 0
        s.stage = Stage.INCOME
        return
    seat = s.order[s.turn]
    if s.alive[seat] == 0:
        s.turn += 1
        return
    if s.explored_all != 0:
        s.war = 1
    for site in range(NUM_SITES):
        s.tried[site] = 0
    for hero in range(HEROES):
        s.hero_done[seat, hero] = 0
        s.hero_moved[seat, hero] = 0
        s.hero_transfers[seat, hero] = 0
        s.hero_mp[seat, hero] = ability(s, seat, hero, MOVEMENT) if s.hero_status[seat, hero] == Status.ON_MAP else 0
        for other in range(2 * s.num_players):
            s.reacted[hero, other] = 0
    s.camp_moved = 0
    s.stage = Stage.CAMP


@kernel
def end_turn(s, r):
    """HVW-062: whoever had one more turn to retake his capital is out without it; then the next turn."""
    seat = s.order[s.turn]
    s.acting = -1
    if s.alive[seat] != 0 and s.deadline[seat] != 0:
        if s.deadline[seat] == 2 and s.place_owner[seat] != seat + 1:
            eliminate_for_capital(s, r, seat)
        s.deadline[seat] = 0
    s.turn += 1
    s.stage = Stage.TURN


@kernel
def choose_hero(s, r):
    """HVW-136: one hero after the other; a player who is out has no turn any more."""
    seat = s.order[s.turn]
    s.acting = -1
    if s.alive[seat] == 0:
        s.stage = Stage.TURN_END
    else:
        ask(s, seat, Prompt.HERO)


@kernel
def legal_hero(s, r, mask):
    """A hero on the map who has not finished, or the end of the turn."""
    mask[ID.pass_] = 1
    for hero in range(HEROES):
        mask[ID.hero + hero] = s.hero_status[s.seat, hero] == Status.ON_MAP and s.hero_done[s.seat, hero] == 0


@kernel
def apply_hero(s, action):
    """The chosen hero acts, or the turn ends."""
    s.prompt = Prompt.NONE
    if action == ID.pass_:
        s.stage = Stage.TURN_END
    else:
        s.acting = action - ID.hero
        s.stage = Stage.ACT


# ------------------------------------------------------------------------------------------------ the acting hero
@kernel
def act(s, r):
    """The acting hero goes on, unless he has finished or died."""
    seat = s.order[s.turn]
    if s.alive[seat] == 0 or s.hero_status[seat, s.acting] != Status.ON_MAP or s.hero_done[seat, s.acting] != 0:
        s.stage = Stage.HEROES
    else:
        ask(s, seat, Prompt.ACT)


@kernel
def must_move_on(s, seat, hero):
    """HVW-065, HVW-066: own heroes do not end together, unless one has just arrived in their place."""
    if not shares_hex(s, seat, hero) or s.hero_moved[seat, hero] == 0:
        return False
    return s.hero_new[seat, 1 - hero] == 0 or owns_place_at(s, seat, s.hero_hex[seat, hero]) < 0


@kernel
def legal_act(s, r, mask):
    """Steps, and what the place where the hero stands offers."""
    seat = s.seat
    hero = s.acting
    steps = 0
    for direction in range(6):
        if can_step(s, r, seat, hero, direction):
            mask[ID.go + direction] = 1
            steps += 1
    mask[ID.pass_] = steps == 0 or not must_move_on(s, seat, hero)
    mask[ID.transfer] = can_transfer(s, r, seat, hero)
    hex = s.hero_hex[seat, hero]
    place = owns_place_at(s, seat, hex)
    if place >= 0:
        trains = s.facility[place, Facility.TRAINING_AREA] != 0 and s.hero_trained[seat, hero] == 0
        mask[ID.train] = trains and can_raise_ability(s, r, seat, hero)
        mask[ID.deposit] = most_deposited(s, r, seat, hero) > 0
        mask[ID.quest] = place == seat and can_draw_quest(s, r, seat, hero)
    elif r.modules_adv_terrain != 0:
        site = site_at(s, hex)
        mask[ID.holy] = site >= 0 and SITE_OBJECTIVE[site] == Objective.HOLY and s.visited[site] == 0


@kernel
def apply_act(s, r, action):
    """Carry out what the acting hero does."""
    seat = s.seat
    hero = s.acting
    s.prompt = Prompt.NONE
    if action == ID.pass_:
        s.hero_done[seat, hero] = 1
        s.stage = Stage.HEROES
    elif ID.go <= action < ID.go + 6:
        begin_step(s, r, seat, hero, action - ID.go)
    elif action == ID.transfer:
        s.hero_transfers[seat, hero] += 1
        s.prompt = Prompt.TRANSFER_FROM
    elif action == ID.train:
        s.hero_trained[seat, hero] = 1  # HVW-094
        s.ability_points[seat, hero] += 1
        s.pending = 1
    elif action == ID.deposit:
        s.prompt = Prompt.DEPOSIT_NUMBER
    elif action == ID.quest:
        draw_quest(s, r, seat, hero)
    else:
        stop_at_holy_place(s, r, seat, hero)


# ------------------------------------------------------------------------------------------------ holy places
@kernel
def stop_at_holy_place(s, r, seat, hero):
    """HVW-326..HVW-331: the remaining movement is lost, a d20 decides the gift."""
    s.visited[site_at(s, s.hero_hex[seat, hero])] = 1
    s.hero_mp[seat, hero] = 0
    face = roll(s, Stream.HOLY, D20)
    gift = 0
    while gift < 5 and face > r.tables_holy_place_limits[gift]:
        gift += 1
    if gift == HOLY_GOLD:
        store(s, treasury(s, seat), 0, r.tables_holy_place_gold)
    elif gift == HOLY_HONOR:
        stacks = 0
        for section in range(NUM_SECTIONS):
            stacks += s.section_count[seat, hero, section] > 0
        gain_honor(s, r, seat, hero, stacks)
    elif gift == HOLY_MOVEMENT:
        s.hero_mp[seat, hero] = r.tables_holy_place_movement
    elif gift == HOLY_MINES:
        for site in range(NUM_SITES):
            if is_resource(site) and s.control[site] == seat + 1:
                store(s, treasury(s, seat), SITE_OBJECTIVE[site] - 1, 1)
    elif gift == HOLY_EXPERIENCE:
        gain_experience(s, r, seat, hero, roll(s, Stream.HOLY, D20))
    progress_quest(s, r, seat, hero, QuestEvent.HOLY_PLACE_ROLLED, 1)
    if s.hero_mp[seat, hero] == 0:
        s.hero_done[seat, hero] = 1


# ------------------------------------------------------------------------------------------------ quests
@kernel
def quest_possible(s, r, card):
    """HVW-358: a card can be fulfilled under these rules and in this world."""
    if card == PILGRIM:
        return r.modules_adv_terrain != 0
    if card == SURVEYOR:
        for slot in range(NUM_SLOTS):
            if s.tile[slot] >= 0 and s.revealed[slot] == 0:
                return True
        return False
    return True


@kernel
def can_draw_quest(s, r, seat, hero):
    """HVW-356: a hero at home with a Tavern and without an open quest, while a possible card is free."""
    if r.modules_quests == 0 or s.facility[seat, Facility.TAVERN] == 0 or s.hero_quest[seat, hero] != 0:
        return False
    for card in range(NUM_QUESTS):
        if s.quest_card[card] != 1 and quest_possible(s, r, card):
            return True
    return False


@kernel
def draw_quest(s, r, seat, hero):
    """HVW-356, HVW-358: a random card of the deck; impossible ones are discarded, an empty deck is made new."""
    while s.hero_quest[seat, hero] == 0:
        left = 0
        for card in range(NUM_QUESTS):
            left += s.quest_card[card] == 0
        if left == 0:
            for card in range(NUM_QUESTS):
                if s.quest_card[card] == 2:
                    s.quest_card[card] = 0
            continue
        place = below(s, Stream.QUEST, left)
        for card in range(NUM_QUESTS):
            if s.quest_card[card] == 0:
                if place == 0:
                    s.quest_card[card] = 2
                    if quest_possible(s, r, card):
                        s.quest_card[card] = 1
                        s.hero_quest[seat, hero] = card + 1
                        s.hero_progress[seat, hero] = 0
                place -= 1


# ------------------------------------------------------------------------------------------------ honor
@kernel
def most_deposited(s, r, seat, hero):
    """HVW-360, HVW-465: honor points that can be stored in the special building of the own home."""
    place = owns_place_at(s, seat, s.hero_hex[seat, hero])
    if place != seat or s.facility[place, Facility.SPECIAL] == 0:
        return 0
    return max(0, min(s.hero_honor[seat, hero], r.limits_stored_honor - s.stored_honor[place], MOST_UNITS))


@kernel
def apply_deposit(s, action):
    """HVW-360: stored points never come back."""
    points = action - ID.number + 1
    s.hero_honor[s.seat, s.acting] -= points
    s.stored_honor[s.seat] += points
    end_dialogue(s)
