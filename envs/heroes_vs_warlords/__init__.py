"""Heroes vs Warlords: a fantasy wargame on a world of hex tiles for 2 or 3 tribes. This file assembles `GAME`.

Reading order: `variant.py`, `components.py`, `state.py`, `actions.py`, the folder `rules`, `observation.py`,
`position.py`, `render.py`.
"""

from __future__ import annotations

from rulebound.envs.core.game import Facts, Game
from rulebound.envs.heroes_vs_warlords import observation, position, render, rules
from rulebound.envs.heroes_vs_warlords.actions import ACTIONS
from rulebound.envs.heroes_vs_warlords.state import STATE
from rulebound.envs.heroes_vs_warlords.variant import FOLDER, RULES

GAME = Game(
    name="heroes_vs_warlords",
    version=0,
    facts=Facts(
        title="Heroes vs Warlords",
        summary="Heroes with armies explore a world of hex tiles, beat its guards, build up their home and besiege each other.",
        edition="Udo Grebe Gamedesign rulebook, 2018, basic and advanced rules",
        players=(2, 3),
        usual_players=2,
        max_decisions=40_000,
        hidden_information="face-down tiles, what others produce until all have finished",
        chance="the tiles, guards, every roll of combat, reactions, loot, equipment and quest cards",
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
