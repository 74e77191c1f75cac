"""The rules of Brick Civilization: setup, the machine that runs the stages, what is legal, and what an action does.

The game is a small machine: `stage` says where it goes on, `turn` whose turn it is there, `prompt` what a seat is asked.
`proceed` runs the stages until somebody is asked something; `apply` carries out the answer and proceeds.

A function `advance_name(s, r)` is called with `s.turn` set, and `s.part`, `s.cursor`, `s.asked` at 0 when a player's turn
in the stage begins. It plays that turn as far as possible: 1 when it is finished, 0 when somebody has been asked
(`turns.ask`) or it has to be called again; after an answer (`turns.answered`) it goes on. A pair
`legal_name(s, r, mask)`, `apply_name(s, r, action)` says what the seat to act may answer and carries the answer out.

Read `turns.py`, `relations.py` and `board.py`, then the chapters: `preparation.py`; `fields.py`, `gather.py`,
`routes.py`, `goods.py`, `trades.py`; `ranges.py`, `movement.py`; `roads.py`, `building.py`, `control.py`;
`detachments.py`, `plunder.py`, `skirmish.py`; `pawns.py`, `consume.py`; `populate.py`; `council.py`.
"""

from __future__ import annotations

from rulebound.envs.brick_civilization.actions import ID
from rulebound.envs.brick_civilization.rules.board import (
    chart_water,
    footing,
    gatekeeper,
    join_complexes,
    on_board,
    own_struct,
    target_stud,
)
from rulebound.envs.brick_civilization.rules.building import (
    build_at,
    choose_build,
    clear_built,
    end_build,
    legal_anchors,
    legal_builders,
    legal_builds,
    select_builder,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.consume import advance_consume, apply_consume, begin_consume, end_consume, legal_consume
from rulebound.envs.brick_civilization.rules.control import check_control, pass_villages
from rulebound.envs.brick_civilization.rules.council import (
    advance_council,
    apply_council,
    check_last_standing,
    count_palaces,
    end_game,
    legal_council,
    outcome,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.detachments import list_enemies
from rulebound.envs.brick_civilization.rules.fields import (
    advance_claims,
    apply_field,
    legal_field,
    may_resurvey,
    regrow,
    resurvey,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.gather import advance_income, apply_promote, begin_gather, legal_promote
from rulebound.envs.brick_civilization.rules.goods import (
    advance_logistics,
    apply_logistics,
    apply_pull_kind,
    apply_pull_source,
    legal_logistics,
    legal_pull_kind,
    legal_pull_source,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.movement import (
    drop_unit,
    leader,
    legal_companions,
    legal_legs,
    legal_units,
    pay_action,
    plan_leg,
    release_unit,
    select_unit,
    take_step,
    toggle_companion,
    unlock,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.pawns import lay_critical, rehouse
from rulebound.envs.brick_civilization.rules.populate import advance_populate, apply_populate, legal_populate
from rulebound.envs.brick_civilization.rules.preparation import (
    advance_setup,
    apply_site,
    apply_worker_place,
    legal_site,
    legal_worker_places,
    prepare,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.relations import legal_stances
from rulebound.envs.brick_civilization.rules.skirmish import (
    advance_skirmish,
    apply_casualty,
    apply_interrupt,
    apply_picks,
    apply_press,
    apply_reaction,
    apply_retreat,
    apply_target,
    begin_challenge,
    begin_watch,
    end_action,
    finish_action,
    legal_casualty,
    legal_challenge,
    legal_interrupt,
    legal_picks,
    legal_reaction,
    legal_retreat,
    may_stop,
)  # fmt: skip
from rulebound.envs.brick_civilization.rules.trades import apply_offer, legal_offer, legal_partners, open_offer
from rulebound.envs.brick_civilization.rules.turns import answered, ask, begin_turns, next_turn, relative, top_prompt
from rulebound.envs.brick_civilization.state import (
    IS_FORT,
    NUM_GOODS,
    OWNED,
    SLOTS,
    TURN_DECISIONS,
    Footing,
    Phase,
    Prompt,
    Skirmish,
    Stage,
    WinKind,
)  # fmt: skip
from rulebound.envs.core.jit import kernel

__all__ = ["apply", "legal", "outcome", "proceed", "setup"]

NO_ACTION = -1
OVER = 1  # `part` of a turn of Move, Build or Deploy that its player has ended


@kernel
def setup(s, r):
    """Set up a new game and play on to the first decision."""
    prepare(s, r)
    run(s, r, NO_ACTION)


@kernel
def proceed(s, r):
    """Run a position written by hand on until some seat has to decide, or it is over."""
    chart_water(s)
    join_complexes(s, r)
    run(s, r, NO_ACTION)


@kernel
def apply(s, r, action):
    """Carry out a legal action and play on to the next decision."""
    run(s, r, action)


@kernel
def run(s, r, action):
    """Carry out an action, if there is one, then run the stages until somebody is asked."""
    if action >= 0:
        s.turn_decisions = min(s.turn_decisions + 1, TURN_DECISIONS + 1)
        answer(s, r, action)
        if s.stage != Stage.SETUP:
            check_last_standing(s, r)
    while s.over == 0 and s.prompt == Prompt.NONE:
        advance(s, r)


# ------------------------------------------------------------------------------------------------ stages
@kernel
def advance(s, r):
    """Go one step on from where nobody is asked anything."""
    if s.stage == Stage.ROUND:
        begin_round(s, r)
    elif s.stage == Stage.ROUND_END:
        end_round(s, r)
    elif s.stage == Stage.COUNCIL:
        if advance_council(s, r) != 0 and s.over == 0:
            close_round(s, r)
    elif s.step >= s.num_players:
        next_stage(s, r)
    elif advance_turn(s, r) != 0:
        next_turn(s)


@kernel
def advance_turn(s, r):
    """The turn of one player in a stage goes on; 1 when it is finished."""
    stage = s.stage
    if stage == Stage.SETUP:
        return advance_setup(s, r)
    if stage == Stage.CLAIMS:
        return advance_claims(s, r)
    if stage == Stage.INCOME:
        return advance_income(s, r)
    if stage == Stage.LOGISTICS:
        return advance_logistics(s, r)
    if stage == Stage.CONSUME:
        return advance_consume(s, r)
    if stage == Stage.POPULATE:
        return advance_populate(s, r)
    return advance_actions(s, r)


@kernel
def next_stage(s, r):
    """All players have had their turn: the next stage, and with it perhaps the next phase."""
    if s.stage == Stage.SETUP:
        s.stage = Stage.ROUND
    elif s.stage == Stage.CLAIMS:
        begin_stage(s, Stage.INCOME)
    elif s.stage == Stage.INCOME:
        begin_stage(s, Stage.LOGISTICS)
    elif s.stage == Stage.LOGISTICS:
        begin_phase(s, Phase.MOVE, Stage.MOVE)
    elif s.stage == Stage.MOVE:
        begin_phase(s, Phase.BUILD, Stage.BUILD)
    elif s.stage == Stage.BUILD:
        begin_phase(s, Phase.DEPLOY, Stage.DEPLOY)
    elif s.stage == Stage.DEPLOY:
        begin_phase(s, Phase.CONSUME, Stage.CONSUME)
        begin_consume(s)
    elif s.stage == Stage.CONSUME:
        end_consume(s, r)
        begin_phase(s, Phase.POPULATE, Stage.POPULATE)
    else:
        s.stage = Stage.ROUND_END
    check_last_standing(s, r)


@kernel
def begin_stage(s, stage):
    """A stage begins with the starting player."""
    s.stage = stage
    begin_turns(s)


@kernel
def begin_phase(s, phase, stage):
    """BRC-098: after Build fields regrow; between phases offers are counted anew and released units are free."""
    if s.phase == Phase.BUILD:
        regrow(s)
    s.phase = phase
    for seat in range(s.num_players):
        s.offers[seat] = 0
        s.surveyed[seat] = 0
        unlock(s, seat)
    begin_stage(s, stage)


@kernel
def begin_round(s, r):
    """BRC-070: a round begins with Gather."""
    s.round_number += 1
    for p in range(s.num_players):
        for q in range(s.num_players):
            s.flipped[p, q] = 0
    begin_gather(s)
    begin_phase(s, Phase.GATHER, Stage.CLAIMS)


@kernel
def end_round(s, r):
    """BRC-383: swimmers, ownership of villages and palaces are settled, in this order, before the council."""
    drown(s, r)
    check_control(s, r)
    if pass_villages(s, r) != 0:
        rehouse(s, r)
    count_palaces(s, r)
    check_last_standing(s, r)
    begin_stage(s, Stage.COUNCIL)


@kernel
def drown(s, r):
    """BRC-203: whoever is in the water without a boat lies in critical condition, its cargo lost."""
    for seat in range(s.num_players):
        for slot in range(SLOTS):
            if on_board(s, seat, slot) != 0 and s.aboard[seat, slot] == 0 and footing(s, s.cell[seat, slot]) == Footing.WATER:
                for good in range(NUM_GOODS):
                    s.cargo[seat, slot, good] = 0
                lay_critical(s, r, seat, slot)


@kernel
def close_round(s, r):
    """BRC-073: the start passes to the left neighbour; after the last round the scores count as they stand."""
    if s.round_number >= r.ending_turn_cap:
        end_game(s, r, WinKind.TURN_CAP)
        return
    s.start = relative(s, s.start, 1)
    s.stage = Stage.ROUND


# ------------------------------------------------------------------------------------------------ turns with actions
@kernel
def advance_actions(s, r):
    """A turn of Move, Build or Deploy goes on; 1 when its player has ended it."""
    if s.skirmish != Skirmish.NONE:
        advance_skirmish(s, r)
    elif s.path_at < s.path_length:
        take_step(s, r)
        if s.phase == Phase.DEPLOY and may_stop(s, r) != 0:
            begin_watch(s)
    elif s.unit != 0 and leader(s) < 0:
        finish_action(s, r)
    elif s.unit != 0:
        ask_unit(s, r)
    elif s.part == OVER:
        if s.phase == Phase.BUILD:
            clear_built(s)
        return 1
    else:
        ask(s, s.turn, top_prompt(s))
    return 0


@kernel
def ask_unit(s, r):
    """Ask what the selected unit does; in Deploy the enemies it may challenge are listed."""
    if s.paid == 0:
        ask(s, s.turn, Prompt.UNIT)
        return
    if s.phase == Phase.DEPLOY and s.completing == 0 and s.press < r.combat_max_press:
        list_enemies(s, r)
    ask(s, s.turn, Prompt.UNIT_MOVING)


@kernel
def change_stance(s, r, other):
    """BRC-066: the player in turn becomes friendly or unfriendly; what it holds of the other is judged anew."""
    s.stance[s.turn, other] = 1 - s.stance[s.turn, other]
    s.flipped[s.turn, other] = 1
    check_control(s, r)
    rehouse(s, r)


# ------------------------------------------------------------------------------------------------ what is legal
@kernel
def legal(s, r, mask):
    """Write the legal actions of the seat to act into a mask of zeros."""
    prompt = s.prompt
    if prompt <= Prompt.OFFER_REPLY:
        legal_goods(s, r, mask)
    elif prompt <= Prompt.DEPLOY_TOP:
        legal_turn(s, r, mask)
    elif prompt <= Prompt.SK_PRESS:
        legal_skirmish(s, r, mask)
    elif prompt <= Prompt.REVIVE:
        legal_consume(s, r, mask)
    elif prompt <= Prompt.POP_CELL:
        legal_populate(s, r, mask)
        if prompt == Prompt.POP_KIND:
            legal_partners(s, r, mask)
    else:
        legal_council(s, r, mask)
    if s.turn_decisions >= TURN_DECISIONS and mask[ID.end] != 0:
        for action in range(ID.end + 1, len(mask)):  # BRC-418
            mask[action] = 0


@kernel
def legal_goods(s, r, mask):
    """What is open in the set-up, in Gather and in an offer."""
    prompt = s.prompt
    if prompt == Prompt.LOGISTICS:
        legal_logistics(s, r, mask)
        legal_partners(s, r, mask)
        legal_stances(s, r, mask)
    elif prompt <= Prompt.SETUP_CELL:
        legal_site(s, r, mask)
    elif prompt == Prompt.SETUP_WORKER:
        legal_worker_places(s, r, mask)
    elif prompt == Prompt.FIELD:
        legal_field(s, r, mask)
    elif prompt == Prompt.PROMOTE:
        legal_promote(s, r, mask)
    elif prompt == Prompt.PULL_KIND:
        legal_pull_kind(s, r, mask)
    elif prompt == Prompt.PULL_SOURCE:
        legal_pull_source(s, r, mask)
    else:
        legal_offer(s, r, mask)


@kernel
def legal_turn(s, r, mask):
    """What is open in a turn of Move, Build or Deploy."""
    prompt = s.prompt
    if prompt == Prompt.UNIT or prompt == Prompt.UNIT_MOVING:
        mask[ID.end] = 1
        legal_legs(s, r, mask)
        if prompt == Prompt.UNIT_MOVING:
            legal_challenge(s, mask)
        else:
            legal_companions(s, mask)
            if s.phase == Phase.DEPLOY:
                mask[ID.yes] = 1
    elif prompt == Prompt.BUILD_KIND:
        legal_builds(s, r, mask)
    elif prompt == Prompt.BUILD_CELL or prompt == Prompt.BUILD_SEGMENTS:
        legal_anchors(s, r, mask)
    elif prompt == Prompt.GATE:
        for policy in range(3):
            mask[ID.gate + policy] = 1
    else:
        legal_top(s, r, mask)


@kernel
def legal_top(s, r, mask):
    """What a player may begin in its turn of Move, Build or Deploy."""
    mask[ID.end] = 1
    if s.prompt == Prompt.BUILD_TOP:
        legal_builders(s, mask)
    else:
        legal_units(s, mask)
        if may_resurvey(s, r, s.turn):
            mask[ID.field] = 1
    legal_partners(s, r, mask)
    legal_stances(s, r, mask)
    if r.structures_gate_manual_policy != 0:
        for place in range(OWNED):
            k = own_struct(s, s.turn, place)
            if k >= 0 and IS_FORT[s.struct_kind[k]] != 0 and gatekeeper(s, k) == s.turn:
                mask[ID.struct + place] = 1


@kernel
def legal_skirmish(s, r, mask):
    """What is open in a skirmish."""
    prompt = s.prompt
    if prompt == Prompt.INTERRUPT or prompt == Prompt.SK_PRESS:
        legal_interrupt(s, mask)
    elif prompt <= Prompt.RESPOND:
        legal_picks(s, mask)
    elif prompt == Prompt.SK_TARGET:
        legal_challenge(s, mask)
    elif prompt == Prompt.SK_CASUALTY:
        legal_casualty(s, mask)
    elif prompt == Prompt.SK_REACT:
        legal_reaction(s, r, mask)
    else:
        legal_retreat(s, r, mask)


# ------------------------------------------------------------------------------------------------ what an action does
@kernel
def answer(s, r, action):
    """Carry out the answer of the seat to act."""
    prompt = s.prompt
    if prompt <= Prompt.OFFER_REPLY:
        answer_goods(s, r, action)
    elif prompt <= Prompt.DEPLOY_TOP:
        answer_turn(s, r, action)
    elif prompt <= Prompt.SK_PRESS:
        answer_skirmish(s, r, action)
    elif prompt <= Prompt.REVIVE:
        apply_consume(s, r, action)
    elif prompt <= Prompt.POP_CELL:
        if action >= ID.partner and action < ID.give:
            open_offer(s, r, action)
        else:
            apply_populate(s, r, action)
    else:
        apply_council(s, r, action)


@kernel
def answer_goods(s, r, action):
    """Carry out an answer in the set-up, in Gather or in an offer."""
    prompt = s.prompt
    if prompt == Prompt.LOGISTICS:
        if answer_table(s, r, action) == 0:
            apply_logistics(s, r, action)
    elif prompt <= Prompt.SETUP_CELL:
        apply_site(s, r, action)
    elif prompt == Prompt.SETUP_WORKER:
        apply_worker_place(s, r, action)
    elif prompt == Prompt.FIELD:
        apply_field(s, r, action)
    elif prompt == Prompt.PROMOTE:
        apply_promote(s, r, action)
    elif prompt == Prompt.PULL_KIND:
        apply_pull_kind(s, r, action)
    elif prompt == Prompt.PULL_SOURCE:
        apply_pull_source(s, r, action)
    else:
        apply_offer(s, r, action)


@kernel
def answer_table(s, r, action):
    """Offers and stances, which every top-level question allows; 1 if it was one."""
    if action >= ID.partner and action < ID.give:
        open_offer(s, r, action)
    elif action >= ID.stance and action < ID.sector:
        change_stance(s, r, relative(s, s.turn, action - ID.stance + 1))
        answered(s)
    else:
        return 0
    return 1


@kernel
def answer_turn(s, r, action):
    """Carry out an answer in a turn of Move, Build or Deploy."""
    prompt = s.prompt
    if prompt == Prompt.UNIT or prompt == Prompt.UNIT_MOVING:
        answer_unit(s, r, action)
    elif prompt == Prompt.BUILD_KIND:
        if action == ID.end:
            release_unit(s)
            end_build(s)
        else:
            choose_build(s, r, action - ID.build)
    elif prompt == Prompt.BUILD_CELL or prompt == Prompt.BUILD_SEGMENTS:
        answer_build(s, r, action)
    elif prompt == Prompt.GATE:
        s.policy[s.goal - 1] = action - ID.gate
        s.goal = 0
        answered(s)
    elif answer_table(s, r, action) == 0:
        answer_top(s, r, action)


@kernel
def answer_top(s, r, action):
    """A player ends its turn, takes a pawn in hand, chooses a gate, or surveys its fields again."""
    if action == ID.end:
        s.part = OVER
        answered(s)
    elif action >= ID.field:
        resurvey(s, r)
    elif action >= ID.struct:
        s.goal = own_struct(s, s.turn, action - ID.struct) + 1
        ask(s, s.turn, Prompt.GATE)
    elif s.prompt == Prompt.BUILD_TOP:
        select_builder(s, r, action - ID.pawn)
        ask(s, s.turn, Prompt.BUILD_KIND)
    else:
        select_unit(s, r, action - ID.pawn)
        answered(s)


@kernel
def answer_unit(s, r, action):
    """The selected unit goes on a leg, takes a companion along, holds its position, challenges, or is done."""
    if action == ID.end:
        if s.paid == 0:
            release_unit(s)
        elif s.phase == Phase.DEPLOY:
            end_action(s, r)
        else:
            drop_unit(s)
            check_control(s, r)
        answered(s)
    elif action >= ID.det:
        begin_challenge(s, action - ID.det)
    elif action >= ID.pawn and action < ID.struct:
        toggle_companion(s, r, action - ID.pawn)
    else:
        if s.paid == 0:
            pay_action(s)
        if action != ID.yes:
            plan_leg(s, r, target_stud(s, action))
        answered(s)


@kernel
def answer_build(s, r, action):
    """A piece goes up, the bundle is ended, or roads switch between fill and deck."""
    if action == ID.end:
        if s.paid == 0:
            release_unit(s)
        end_build(s)
    elif action == ID.deck:
        s.decking = 1 - s.decking
    else:
        build_at(s, r, target_stud(s, action))


@kernel
def answer_skirmish(s, r, action):
    """Carry out an answer in a skirmish."""
    prompt = s.prompt
    if prompt == Prompt.INTERRUPT:
        apply_interrupt(s, r, action)
    elif prompt == Prompt.SK_PRESS:
        apply_press(s, r, action)
    elif prompt <= Prompt.RESPOND:
        apply_picks(s, action)
    elif prompt == Prompt.SK_TARGET:
        apply_target(s, action)
    elif prompt == Prompt.SK_CASUALTY:
        apply_casualty(s, r, action)
    elif prompt == Prompt.SK_REACT:
        apply_reaction(s, r, action)
    else:
        apply_retreat(s, r, action)
