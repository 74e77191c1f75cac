"""The actions of Heroes of History: 111 ids in blocks, and their words.

A move with a target takes two steps: the first names a card or Combatant, the second its target, tribute, mode or
candidate. A first step is legal only if a second one exists, so there is no way back and no dead end. Opponents are
counted from the acting seat. Read `rules/__init__.py` next.
"""

from __future__ import annotations

from itertools import combinations

from rulebound.envs.core.layout import ActionLayout, Axis, Block, rivals
from rulebound.envs.heroes_of_history.state import HAND, MOST_CHOICES, SEATS, SLOTS, Mode, names

PAIRS = tuple(combinations(range(SLOTS), 2))
SLOT = Axis("slot", tuple(map(str, range(SLOTS))))
PLACE = Axis("place", tuple(map(str, range(HAND))))
PAIR = Axis("pair", tuple(f"{one}-{two}" for one, two in PAIRS))
CANDIDATE = Axis("candidate", tuple(map(str, range(MOST_CHOICES))))
RIVAL = rivals(SEATS)

ACTIONS = ActionLayout((
    Block("next_phase", "next phase", "to the Battle Phase, or out of it"),
    Block("end_turn", "end turn", "end the turn"),
    Block("draw", "draw {cards}", "draw so many cards", (Axis("cards", ("1", "2", "3", "4", "5")),)),
    Block("discard_battlefield", "discard battlefield", "the own one: free before the draw, else for State Points"),
    Block("mode", "mode {mode}", "the mode in which a Combatant enters", (Axis("mode", names(Mode)),)),
    Block("hand", "hand {place}", "play, pay with or discard the card at a place of the hand", (PLACE,)),
    Block("switch", "switch {slot}", "turn a Combatant into the other mode", (SLOT,)),
    Block("activate", "activate {slot}", "use a Combatant's ability", (SLOT,)),
    Block("attack", "attack with {slot}", "attack with a Combatant; then its target", (SLOT,)),
    Block("attach", "attach {slot}", "attach a card of the Command Zone; then its bearer", (SLOT,)),
    Block("trash_unit", "trash unit {slot}", "send a Combatant to the Museum for State Points", (SLOT,)),
    Block("trash_weapon", "trash weapon {slot}", "send a Combatant's weapon to the Museum for State Points", (SLOT,)),
    Block("return_weapon", "return weapon {slot}", "put a Combatant's weapon into the Command Zone for State Points", (SLOT,)),
    Block("trash_command", "trash command {slot}", "send a weapon or hold of the Command Zone to the Museum for State Points", (SLOT,)),
    Block("swap", "swap weapons {pair}", "exchange two Combatants' weapons for State Points", (PAIR,)),
    Block("own", "own {slot}", "an own Combatant: as tribute, bearer or picked for an effect", (SLOT,)),
    Block("enemy", "enemy {rival} {slot}", "a Combatant of an opponent: as target or picked for an effect", (RIVAL, SLOT)),
    Block("player", "player {rival}", "an opponent: attacked directly, or meant by a card", (RIVAL,)),
    Block("choice", "choice {candidate}", "a candidate out of deck, Museum or draft row", (CANDIDATE,), True),
))  # fmt: skip

ID = ACTIONS.first
