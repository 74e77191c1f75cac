"""The actions of Age of Heroes: blocks of ids and their words.

Seats and special resources are counted from the acting seat, so an id means the same in every position: rival
+1 is the next seat, `own_special` what the actor collects, `special+1` what the next seat collects. Ids that
belong to seats beyond the table are never legal. Read `rules/__init__.py` next.
"""

from __future__ import annotations

from rulebound.envs.age_of_heroes.state import (
    BUILDINGS,
    CARDS,
    GOALS,
    MOST_HEROES,
    MOST_PIECES,
    SEATS,
    WISHES,
    Card,
    Leader,
    names,
)  # fmt: skip
from rulebound.envs.core.jit import kernel
from rulebound.envs.core.layout import ActionLayout, Axis, Block, rivals

RELATIVE_CARDS = tuple(
    "own_special" if k == Card.SPECIAL else f"special+{k - Card.SPECIAL}" if Card.SPECIAL < k < Card.POPULATION_GROWTH else name
    for k, name in enumerate(CARDS)
)


def _card_name(index: int, seat: int, players: int) -> str:
    """A card as the table calls it: specials by the seat that collects them."""
    distance = index - Card.SPECIAL
    if 0 < distance < players:
        return f"special_{(seat + distance) % players}"
    return RELATIVE_CARDS[index]


RIVAL = rivals(SEATS)
CARD = Axis("card", RELATIVE_CARDS, _card_name)

ACTIONS = ActionLayout((
    Block("tax", "tax", "Tax Collection"),
    Block("do_nothing", "do nothing", "end the turn without an action"),
    Block("build", "build {building}", "Construction, or more of it", (Axis("building", BUILDINGS[:4]),)),
    Block("road", "build road {side}", "ask a neighbour for a road (two players: right)", (Axis("side", ("left", "right")),)),
    Block("stop_building", "stop building", "end Construction"),
    Block("war", "war {rival} {goal}", "declare war", (RIVAL, Axis("goal", GOALS))),
    Block("armies", "commit {armies} armies", "armies for the battle", (Axis("armies", tuple(map(str, range(MOST_PIECES + 1)))),), True),
    Block("heroes", "commit {heroes} heroes", "Heroes as armies", (Axis("heroes", tuple(map(str, range(MOST_HEROES + 1)))),), True),
    Block("leader", "lead with {leader}", "leader of the battle", (Axis("leader", names(Leader)),), True),
    Block("road_reply", "road {reply}", "answer a neighbour's road request", (Axis("reply", ("accept", "decline")),), ("decline",)),
    Block("olympics", "olympics {reply}", "cancel a war on the actor, or keep the card", (Axis("reply", ("cancel", "keep")),), ("keep",)),
    Block("reroll", "{reply} roll", "spend Fortune on the actor's battle die", (Axis("reply", ("repeat", "keep")),), ("keep",)),
    Block("block", "block {card}", "cancel an event, or accept it", (Axis("card", ("none", "fortune", "olympics")),), ("none",)),
    Block("earthquake", "earthquake {rival}", "target of an Earthquake", (RIVAL,)),
    Block("eruption", "eruption {rival}", "target of an Eruption", (RIVAL,)),
    Block("hold", "hold", "keep the disaster in hand", secret=True),
    Block("card", "card {card}", "the card to lose, exchange or discard", (CARD,)),
    Block("wait", "wait", "let the market round pass"),
    Block("stop_trading", "stop trading", "withdraw the offer and leave this Fair"),
    Block("offer", "offer {card} for {wish}", "stand an offer", (CARD, Axis("wish", WISHES))),
))  # fmt: skip

ID = ACTIONS.first


@kernel
def absolute_card(card, seat, players):
    """The kind of card that a relative index means for a seat."""
    if Card.SPECIAL <= card < Card.POPULATION_GROWTH:
        return card + seat if card + seat < Card.SPECIAL + players else card + seat - players
    return card


@kernel
def relative_card(card, seat, players):
    """How a kind of card is counted from a seat; the inverse of `absolute_card`."""
    if Card.SPECIAL <= card < Card.POPULATION_GROWTH:
        return card - seat if card - seat >= Card.SPECIAL else card - seat + players
    return card
