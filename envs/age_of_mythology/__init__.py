"""Age of Mythology: The Boardgame, for 2 to 8 players. This file assembles `GAME`.

Reading order: `variant.py`, `state.py`, `actions.py`, the folder `rules`, `observation.py`, `render.py`.
"""

from __future__ import annotations

from rulebound.envs.age_of_mythology import observation, position, render, rules
from rulebound.envs.age_of_mythology.actions import ACTIONS
from rulebound.envs.age_of_mythology.state import STATE
from rulebound.envs.age_of_mythology.variant import FOLDER, RULES
from rulebound.envs.core.game import Facts, Game

GAME = Game(
    name="age_of_mythology",
    version=0,
    facts=Facts(
        title="Age of Mythology",
        summary="Egyptians, Greeks and Norse gather, build, recruit and fight for victory cubes, with cards and god powers.",
        edition="Age of Mythology: The Boardgame, rulebook of the Dutch edition (PS-games)",
        players=(2, 8),
        usual_players=4,
        max_decisions=20_000,
        hidden_information="hands, the face-down decks, armies and fighters of a battle until both sides have chosen",
        chance="cultures and start player, production tiles, random cards, battle dice",
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
