"""Heroes of History: a duel of decks for 2 to 4 players. This file assembles `GAME`.

Reading order: `language.py`, `cards.py`, `wording.py`, `decks.py`, `variant.py`, `state.py`, `actions.py`, the folder `rules`,
`observation.py`, `render.py`.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.game import DeckTools, Facts, Game, Pieces
from rulebound.envs.core.rules import Variant
from rulebound.envs.heroes_of_history import decks, observation, position, render, rules
from rulebound.envs.heroes_of_history.actions import ACTIONS
from rulebound.envs.heroes_of_history.cards import FOLDER
from rulebound.envs.heroes_of_history.state import STATE
from rulebound.envs.heroes_of_history.variant import RULES, cards_of


def titles(variant: Variant) -> list[str]:
    """The titles of the cards of a variant, by number."""
    return [card.title for card in cards_of(variant.values).cards]


def in_play(states: np.ndarray) -> np.ndarray:
    """The cards that each seat has in its Trench, attached, in its Command Zone and as its Battlefield: [game, seat, place]."""
    zones = [states[name] for name in ("trench", "weapon", "hold", "command")]
    return np.concatenate([*zones, states["battlefield"][..., None]], axis=-1)


GAME = Game(
    name="heroes_of_history",
    version=0,
    facts=Facts(
        title="Heroes of History",
        summary="Greeks and Vikings meet in the trenches: Combatants, weapons, holds, actions and battlefields fight for State Points.",
        edition="Greeks and Vikings rulebook, with card values of this project",
        players=(2, 4),
        usual_players=2,
        max_decisions=5_000,
        hidden_information="hands, the order of the decks, which cards random decks hold",
        chance="the shuffle of the decks, random discards, the first player, the draft",
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
    played=Pieces("card", titles, in_play),
    decks=DeckTools(decks.check_file, decks.deck_sheet, decks.random_deck),
    folder=FOLDER,
)
