"""What a seat of Heroes of History sees, and a fair guess at what it does not see.

Everything is ego-centric: seats are counted from the observer. Cards are shown by their number (a network embeds
them, see `Slice.codes`), Museums and the own deck as counts per title. `redeal` replaces what the observer cannot
know: other hands, the order of all decks and future luck.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs.core.jit import kernel
from rulebound.envs.core.layout import ObservationLayout, Slice
from rulebound.envs.core.rng import shuffle
from rulebound.envs.heroes_of_history.actions import ACTIONS
from rulebound.envs.heroes_of_history.cards import MOST_TITLES, Feature
from rulebound.envs.heroes_of_history.state import (
    CARDS,
    HAND,
    MOST_CARDS,
    MOST_POINTS,
    SEATS,
    SLOTS,
    Phase,
    Power,
    Prompt,
    Stream,
    names,
)
from rulebound.envs.heroes_of_history.variant import DRAFT_ROW

RELATIVE = ("me", *(f"+{k}" for k in range(1, SEATS)))
SLOT = tuple(map(str, range(SLOTS)))
PLACE = tuple(map(str, range(HAND)))
SHOWN_TOTAL = 40  # larger totals look like this one
SHOWN_COPIES = 4

OBSERVATION = ObservationLayout((
    Slice("phase", "phase of the turn", axes=(names(Phase),), one_hot=True),
    Slice("prompt", "what the seat to act is asked", axes=(names(Prompt),), one_hot=True),
    Slice("active", "whose turn it is", axes=(RELATIVE,), one_hot=True),
    Slice("players", "number of players", high=SEATS),
    Slice("hand_limit", "cards kept at the end of a turn", high=10),
    Slice("attack_cost", "State Points that an attack costs", high=2),
    Slice("move_cost", "State Points that moving a card in play costs", high=4),
    Slice("plain_left", "plain Combatants that may still be played this turn", high=8),
    Slice("exceptional_left", "1 if an Exceptional Combatant may still be played this turn", high=8),
    Slice("battlefield_left", "1 if a Battlefield may still be played this turn"),
    Slice("weapon_moves_left", "weapons that may still be attached this turn", high=8),
    Slice("hold_moves_left", "holds that may still be attached this turn", high=8),
    Slice("card", "the Combatant that waits for its tribute or mode", high=MOST_TITLES, codes=True),
    Slice("due", "tributes still to pay, or cards still to discard for an effect", high=20),
    Slice("place", "slot of the attacker that seeks a target, or place of the card to attach", axes=(SLOT,), one_hot=True),
    Slice("effect", "the card whose effect asks", high=MOST_TITLES, codes=True),
    Slice("hand", "the observer's own cards, by place", high=MOST_TITLES, axes=(PLACE,), codes=True),
    Slice("draft_row", "cards that lie open in a draft", high=MOST_TITLES, axes=(tuple(map(str, range(DRAFT_ROW))),), codes=True),
    Slice("alive", "seats still in the game", axes=(RELATIVE,)),
    Slice("state_points", "State Points", high=MOST_POINTS, axes=(RELATIVE,)),
    Slice("deck_size", "cards in the deck", high=MOST_CARDS, axes=(RELATIVE,)),
    Slice("hand_size", "cards in hand", high=HAND, axes=(RELATIVE,)),
    Slice("first_turn", "1 if the seat has not yet ended a turn", axes=(RELATIVE,)),
    Slice("battlefield", "active Battlefield", high=MOST_TITLES, axes=(RELATIVE,), codes=True),
    Slice("command", "cards in the Command Zone", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("trench", "Combatants in the Trench", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("weapon", "their weapons", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("hold", "their holds", high=MOST_TITLES, axes=(RELATIVE, SLOT), codes=True),
    Slice("defending", "1 in defense mode", axes=(RELATIVE, SLOT)),
    Slice("atk", f"total ATK, at most {SHOWN_TOTAL}", high=SHOWN_TOTAL, axes=(RELATIVE, SLOT)),
    Slice("def", f"total DEF, at most {SHOWN_TOTAL}", high=SHOWN_TOTAL, axes=(RELATIVE, SLOT)),
    Slice("attacks_left", "attacks that it may still make this turn", high=8, axes=(RELATIVE, SLOT)),
    Slice("guard", "attacks on its player must be aimed at a guard", axes=(RELATIVE, SLOT)),
    Slice("pierce", "beating a defender costs its controller the difference", axes=(RELATIVE, SLOT)),
    Slice("raid", "may attack a player past Combatants", axes=(RELATIVE, SLOT)),
    Slice("ward", "survives the next defeat of this turn", axes=(RELATIVE, SLOT)),
    Slice("stunned", "cannot attack", axes=(RELATIVE, SLOT)),
    Slice("locked", "cannot switch its mode", axes=(RELATIVE, SLOT)),
    Slice("ability", "1 if it has an ability not used this turn", axes=(RELATIVE, SLOT)),
    Slice("museum", "cards in the Museum; in a draft the cards picked", high=SHOWN_COPIES, axes=(RELATIVE, CARDS)),
    Slice("deck", "the observer's own deck, without its order", high=SHOWN_COPIES, axes=(CARDS,)),
))  # fmt: skip
