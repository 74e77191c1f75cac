"""Positions of Age of Heroes written by hand: where they start from, how they are completed and checked.

Cards that a position does not mention go to the place that it names as `rest`: "deck" (the default, shuffled
under the cards listed in `deck`), "discard", or a player such as "player_1".
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rulebound.envs.age_of_heroes.state import (
    BUILDINGS,
    CARDS,
    MANDATORY,
    NUM_CARDS,
    NUM_RESOURCES,
    SEATS,
    STATE,
    Card,
    Event,
    Leader,
    Prompt,
    Stage,
)
from rulebound.envs.core.record import PositionError

EXTRA_NAMES = ("rest",)
LED_BY_STARTER = ("turn_seat", "preparing", "market_seat")
COMPLETED_NAMES = (*LED_BY_STARTER, "seat", "market_round", "queued", "supply")
SET_ASIDE = 1
PIECES = ("armies", "cities", "fortresses", "generals")  # the fields that hold what the supply lends, roads apart


def full_deck(s: np.record, r: np.record) -> np.ndarray:
    """Cards of every kind in the game."""
    counts = np.zeros(NUM_CARDS, np.int64)
    counts[:NUM_RESOURCES] = r.copies[:NUM_RESOURCES]
    counts[Card.SPECIAL : Card.SPECIAL + int(s.num_players)] = r.cards_special_per_tribe_in_play
    counts[Card.POPULATION_GROWTH :] = r.copies[NUM_RESOURCES:]
    return counts


def placed_cards(s: np.record, r: np.record) -> np.ndarray:
    """Cards of every kind in hands, piles and, if they are set aside, monuments."""
    counts = s.hand.astype(np.int64).sum(axis=0) + s.discard
    counts += np.bincount(s.deck[: int(s.deck_size)], minlength=NUM_CARDS)
    if r.deck_collected_specials == SET_ASIDE:
        counts[Card.SPECIAL : Card.SPECIAL + SEATS] += s.progress
    return counts


def room(s: np.record) -> np.ndarray:
    """Pieces of every kind that the supply can hold: no seat may ever come to own more than a position counts."""
    return np.array([STATE.fields[name].high - int(s[name].sum()) for name in PIECES])


def blank(s: np.record, r: np.record) -> None:
    """The starting pieces, seat 0 leading, everybody's hand empty, at a main action of day 1."""
    n = int(s.num_players)
    s.day = 1
    s.stage = Stage.MAIN
    s.winner = s.attacker = s.defender = -1
    s.supply[:] = r.supply
    s.tribe[:n] = range(n)
    s.alive[:n] = 1
    s.cities[:n] = r.start_cities
    s.armies[:n] = r.start_armies
    s.offer_give[:] = -1
    s.offer_wish[:] = -1


def complete(s: np.record, r: np.record, named: Mapping) -> None:
    """Let the loops of the day begin at the starter and put the pieces and cards not mentioned into their place."""
    if "supply" not in named:
        s.supply[: len(PIECES)] = np.clip(room(s), 0, s.supply[: len(PIECES)])
    for name in LED_BY_STARTER:
        if name not in named:
            s[name] = s.starter
    if s.stage == Stage.MARKET and "market_round" not in named:
        s.market_round = 1
    if s.prompt != Prompt.NONE and "seat" not in named:
        s.seat = s.turn_seat
    if "queued" not in named and "queue" in named:
        s.queued = len(named["queue"])
    missing = full_deck(s, r) - placed_cards(s, r)
    if (missing < 0).any():
        card = int(np.argmin(missing))
        raise PositionError(f"{placed_cards(s, r)[card]} cards of kind {CARDS[card]} are placed; the game has {full_deck(s, r)[card]}")
    rest = np.repeat(np.arange(NUM_CARDS), missing).astype(np.int8)
    place = named.get("rest", "deck")
    if place == "deck":
        # Any fixed generator will do: whoever needs a certain order lists it.
        np.random.Generator(np.random.PCG64(int(s.key))).shuffle(rest)
        listed = s.deck[: int(s.deck_size)].copy()
        s.deck[: len(rest)] = rest
        s.deck[len(rest) : len(rest) + len(listed)] = listed
        s.deck_size = len(rest) + len(listed)
    elif place == "discard":
        s.discard += missing.astype(np.int8)
    else:
        seats = [f"player_{k}" for k in range(int(s.num_players))]
        if place not in seats:
            raise PositionError(f"position.rest = {place!r}: must be deck, discard or one of {', '.join(seats)}")
        s.hand[seats.index(place)] += missing.astype(np.int8)


def check(s: np.record, r: np.record) -> list[str]:
    """What cannot be in a game, beyond the ranges of the fields."""
    n = int(s.num_players)
    found = []
    missing = full_deck(s, r) - placed_cards(s, r)
    for card in np.flatnonzero(missing):
        found.append(f"{CARDS[card]}: {full_deck(s, r)[card]} cards are in the game, {placed_cards(s, r)[card]} in this position")
    for name in ("seat", "starter", "turn_seat", "preparing", "market_seat", "event_owner", "victim", "winner", "attacker", "defender"):
        if s[name] >= n:
            found.append(f"{name} = {s[name]}: seats run from 0 to {n - 1}")
    if found:
        return found
    for seat in range(SEATS):
        pieces = sum(int(s[name][seat]) for name in ("cities", "armies", "generals", "fortresses", "progress"))
        if seat >= n and (s.alive[seat] or pieces or s.hand[seat].any()):
            found.append(f"seat {seat} is beyond the {n} players of this table")
        if not s.alive[seat] and (s.hand[seat].any() or s.cities[seat] or s.armies[seat] or s.generals[seat] or s.fortresses[seat]):
            found.append(f"players[{seat}] is eliminated but still has pieces or cards")
        if s.armies_away[seat] + s.armies_disabled[seat] > s.armies[seat]:
            found.append(f"players[{seat}]: more armies away and disabled than the {s.armies[seat]} owned")
        if s.generals_away[seat] > s.generals[seat]:
            found.append(f"players[{seat}]: more generals away than the {s.generals[seat]} owned")
        if (s.shown[seat] > s.hand[seat]).any():
            found.append(f"players[{seat}]: more cards shown than held")
        if s.offer_give[seat] >= 0 and s.hand[seat, s.offer_give[seat]] == 0:
            found.append(f"players[{seat}] offers {CARDS[s.offer_give[seat]]} without holding it")
        if (s.offer_give[seat] < 0) != (s.offer_wish[seat] < 0):
            found.append(f"players[{seat}]: an offer needs both offer_give and offer_wish")
    gaps = 1 if n == 2 else n
    if s.road[gaps:].any():
        found.append(f"road: {n} players have {gaps} gaps between neighbours")
    for building in np.flatnonzero(s.supply[: len(PIECES)] > room(s)):
        most = f"at most {room(s)[building]} beside the {PIECES[building]} on the table"
        found.append(f"supply.{BUILDINGS[building]} = {s.supply[building]}: {most}")
    if (s.progress > r.victory_monument_size).any():
        found.append(f"progress is above the monument's {r.victory_monument_size}")
    return found or _check_moment(s)


def _check_forces(s: np.record) -> list[str]:
    """Are the forces of a war there?"""
    found = []
    for side, seat in enumerate((int(s.attacker), int(s.defender))):
        home = s.armies[seat] - s.armies_away[seat] - s.armies_disabled[seat]
        if s.war_armies[side] > home:
            found.append(f"player_{seat} has {s.war_armies[side]} armies in the war but {home} at home")
        heroes = s.war_heroes[side] + (s.war_leader[side] == Leader.HERO)
        if s.stage != Stage.BATTLE and heroes > s.hand[seat, Card.HERO]:
            found.append(f"player_{seat} has committed {heroes} Heroes but holds {s.hand[seat, Card.HERO]}")
        if s.war_leader[side] == Leader.GENERAL and s.generals_away[seat] >= s.generals[seat]:
            found.append(f"player_{seat} is led by a general that is not at home")
    return found


def _check_moment(s: np.record) -> list[str]:
    """Is somebody there to answer the question that is asked?"""
    if s.over:
        return []
    found = []
    if int(s.alive.sum()) < 2:
        found.append("fewer than two players are alive, but the game is not over")
    war = s.stage in (Stage.DECLARED, Stage.COMMIT, Stage.BATTLE)
    if war and (s.attacker != s.turn_seat or s.defender < 0 or s.defender == s.attacker or not s.alive[s.defender]):
        found.append("a war needs the turn player as attacker and another living player as defender")
    if not war and s.attacker >= 0:
        found.append(f"attacker = {s.attacker} outside a war (stage {Stage(s.stage).name.lower()})")
    if war and (s.committing == 2) != (s.stage == Stage.BATTLE) and s.prompt != Prompt.NONE:
        found.append("committing must be 2 in a battle and below 2 before it")
    if war:
        found += _check_forces(s)
    if s.prompt == Prompt.NONE:
        return found
    if not s.alive[s.seat]:
        found.append(f"player_{s.seat} has to act but is eliminated")
    if s.prompt in (Prompt.BLOCK, Prompt.LOSE_CARD) and s.event == Event.NONE:
        found.append("an event prompt needs an event")
    if s.prompt == Prompt.BLOCK and (s.victim != s.seat or s.victims_left == 0):
        found.append("a block is asked of the victim")
    if s.prompt == Prompt.LOSE_CARD and (s.event_owner != s.seat or s.losses_left == 0):
        found.append("Barbarians ask their holder while cards are still to be lost")
    needed = {Prompt.OLYMPICS: Card.OLYMPICS, Prompt.REROLL: Card.FORTUNE}.get(Prompt(s.prompt))
    if s.prompt == Prompt.DISASTER:
        needed = MANDATORY[s.prepared] if s.prepared in (1, 2) else None
        if needed is None or s.seat != s.preparing:
            found.append("a disaster is asked of the seat that prepares, for its Earthquakes or Eruptions")
    if needed is not None and s.hand[s.seat, needed] == 0:
        found.append(f"player_{s.seat} is asked about {CARDS[needed]} without holding it")
    if s.prompt == Prompt.ROAD_REPLY and s.seat == s.turn_seat:
        found.append("a road is asked of a neighbour, not of the builder")
    home = {
        Prompt.DISASTER: (Stage.PREPARATION,),
        Prompt.MARKET: (Stage.MARKET,),
        Prompt.MAIN: (Stage.MAIN,),
        Prompt.BUILD: (Stage.CONSTRUCTION,),
        Prompt.ROAD_REPLY: (Stage.MAIN, Stage.CONSTRUCTION),
        Prompt.EXCHANGE: (Stage.DRAW,),
        Prompt.OLYMPICS: (Stage.COMMIT,),
        Prompt.ARMIES: (Stage.COMMIT,),
        Prompt.HEROES: (Stage.COMMIT,),
        Prompt.LEADER: (Stage.COMMIT,),
        Prompt.REROLL: (Stage.BATTLE,),
        Prompt.DISCARD: (Stage.TURN_END,),
    }.get(Prompt(s.prompt))
    if home is not None and s.stage not in home:
        found.append(f"prompt {Prompt(s.prompt).name.lower()} does not occur at stage {Stage(s.stage).name.lower()}")
    return found
