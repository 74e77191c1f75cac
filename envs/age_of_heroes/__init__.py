"""Age of Heroes: a civilization-building card game for 2 to 6 tribes. This file assembles `GAME`.

Reading order: `variant.py`, `state.py`, `actions.py`, the folder `rules`, `observation.py`, `render.py`.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes import observation, position, render, rules
from rulebound.envs.age_of_heroes.actions import ACTIONS
from rulebound.envs.age_of_heroes.state import STATE
from rulebound.envs.age_of_heroes.variant import FOLDER, RULES
from rulebound.envs.core.game import Facts, Game

GAME = Game(
    name="age_of_heroes",
    version=0,
    facts=Facts(
        title="Age of Heroes",
        summary="Ancient tribes race for five cities or a monument, trading, building and waging war with cards and dice.",
        edition="PlayPalace rulebook, 2026",
        players=(2, 6),
        usual_players=4,
        max_decisions=20_000,
        hidden_information="hands, the order of the draw pile, forces committed to a battle until both sides are in",
        chance="the deck, the setup dice, battle dice, plundered cards",
    ),
    state=STATE,
    actions=ACTIONS,
    observation=observation.OBSERVATION,
    rules=RULES,
    kernels={
        "setup": rules.setup,
        "proceed": rules.proceed,
        "legal": rules.legal,
        "apply": rules.apply,
        "outcome": rules.outcome,
        "observe": observation.observe,
        "redeal": observation.redeal,
    },
    blank=position.blank,
    complete=position.complete,
    check=position.check,
    completed_names=position.COMPLETED_NAMES,
    extra_names=position.EXTRA_NAMES,
    text=render.text,
    picture=render.picture,
    folder=FOLDER,
)
