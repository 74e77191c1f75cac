"""Brick Civilization: building, trading and fighting on a grid of studs, for 2 to 4 players. This file assembles `GAME`.

Reading order: `maps.py`, `variant.py`, `state.py`, `actions.py`, the folder `rules`, `landscape.py`, `sites.py`,
`observation.py`, `position.py`, `render.py`.
"""

from __future__ import annotations

from rulebound.envs.brick_civilization import atlas, observation, position, render, rules
from rulebound.envs.brick_civilization.actions import ACTIONS
from rulebound.envs.brick_civilization.state import STATE
from rulebound.envs.brick_civilization.variant import FOLDER, RULES
from rulebound.envs.core.game import Facts, Game, Views

GAME = Game(
    name="brick_civilization",
    version=0,
    facts=Facts(
        title="Brick Civilization",
        summary="Civilizations on a landscape of studs gather, move, build, deploy, consume and populate until a high council is called.",
        edition="an untitled rulebook for building bricks, named by this project",
        players=(2, 4),
        usual_players=2,
        max_decisions=60_000,
        hidden_information="nothing: everything is open",
        chance="the landscape, the first seat if drawn, and the dice of skirmishes",
    ),
    state=STATE,
    actions=ACTIONS,
    observation=observation.OBSERVATION,
    views=Views(observation.key, observation.layout),
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
    maps=atlas.TOOLS,
    folder=FOLDER,
)
