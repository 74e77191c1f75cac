"""Positions of Heroes of History written by hand: where they start from, how they are completed and checked.

A deck that a position does not mention holds the cards of the seat's deck list that lie nowhere else; every other
zone is empty.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rulebound.envs.heroes_of_history.cards import Feature
from rulebound.envs.heroes_of_history.language import Column, Kind, Op, Selector, Trigger
from rulebound.envs.heroes_of_history.rules import FULL_GAME, HALF_GAME
from rulebound.envs.heroes_of_history.rules.decks import DRAFT, FIXED
from rulebound.envs.heroes_of_history.state import HAND, NAMES, SEATS, SLOTS, Phase, Prompt, WinKind
from rulebound.envs.heroes_of_history.variant import DRAFT_ROW

EXTRA_NAMES: tuple[str, ...] = ()
COMPLETED_NAMES = ("seat", "serial", "queued")
EFFECT_PROMPTS = range(Prompt.PICK_MINE, Prompt.OPPONENT + 1)
UNIT_FIELDS = (
    "mode", "weapon", "hold", "serials", "attacks", "extra_attacks", "switches", "activated", "warded",
    "turn_atk", "turn_def", "stay_atk", "stay_def", "turn_powers", "round_atk", "round_def", "round_powers",
)  # fmt: skip


def cards_of_seat(s: np.record, seat: int) -> np.ndarray:
    """Copies of every title that a seat has, wherever they are."""
    counts = s.museum[seat].astype(np.int64)
    for name in ("hand", "deck", "trench", "weapon", "hold", "command"):
        counts += np.bincount(s[name][seat], minlength=len(NAMES))
    counts[int(s.battlefield[seat])] += 1
    if seat == s.active:
        counts[int(s.card)] += 1
    counts[0] = 0
    return counts


def blank(s: np.record, r: np.record) -> None:
    """Seat 0 in Action Phase 1 of a later turn, everybody with the starting State Points and no cards."""
    n = int(s.num_players)
    s.phase = Phase.ACTION_1
    s.winner = s.attacker_seat = s.it_seat = s.opponent = -1
    s.alive[:n] = 1
    s.turns[:n] = 1
    s.state_points[:n] = int(r.state_points_start) or (FULL_GAME if n == 2 else HALF_GAME)


def complete(s: np.record, r: np.record, named: Mapping) -> None:
    """Sort hands, number the Combatants, stack decks that are not mentioned, and count everybody's cards."""
    players = named.get("players", [])
    for seat in range(int(s.num_players)):
        player = players[seat] if seat < len(players) else {}
        size = int(s.hand_size[seat])
        s.hand[seat, :size] = np.sort(s.hand[seat, :size])
        if "serials" not in player:
            for slot in np.flatnonzero(s.trench[seat]):
                s.serials[seat, slot] = 1 + SLOTS * seat + slot
        if "deck" not in player and s.alive[seat] and s.phase != Phase.DRAFT:
            _stack_rest(s, r, seat)
        if "owned" not in player:
            s.owned[seat] = min(255, cards_of_seat(s, seat).sum()) if s.phase != Phase.DRAFT else 0
        if s.alive[seat] == 0 and "state_points" not in player:
            s.state_points[seat] = 0
        if s.alive[seat] == 0 and "fallen" not in player:
            s.fallen[seat] = 1 + int((s.fallen > 0).sum())
    if "falls" not in named:
        s.falls = int((s.alive[: int(s.num_players)] == 0).sum())
    if "serial" not in named:
        s.serial = int(s.serials.max())
    if "seat" not in named and s.prompt != Prompt.NONE:
        s.seat = s.active
    if "queued" not in named and isinstance(named.get("queue"), list):
        s.queued = len(named["queue"])


def _stack_rest(s: np.record, r: np.record, seat: int) -> None:
    """The seat's list (any cards of the pool, where there are no lists) without the cards that lie elsewhere."""
    listed = r.deck_list[seat][r.deck_list[seat] > 0] if r.decks_mode == FIXED else np.flatnonzero(r.in_pool)[:40]
    left = np.bincount(listed, minlength=len(NAMES)) - cards_of_seat(s, seat)
    rest = np.repeat(np.arange(len(NAMES)), np.maximum(left, 0)).astype(np.uint8)
    # Any fixed generator will do: whoever needs a certain order lists it.
    np.random.Generator(np.random.PCG64(int(s.key) + seat)).shuffle(rest)
    s.deck[seat, : len(rest)] = rest
    s.deck_size[seat] = len(rest)


# ------------------------------------------------------------------------------------------------ checks
def check(s: np.record, r: np.record) -> list[str]:
    """What cannot be, beyond the ranges of the fields."""
    n = int(s.num_players)
    found = [
        f"{name} = {s[name]}: seats run from 0 to {n - 1}"
        for name in ("seat", "active", "first_player", "winner", "attacker_seat", "target_seat", "it_seat", "opponent")
        if s[name] >= n
    ]
    for name in ("hand", "deck", "trench", "weapon", "hold", "command", "battlefield", "card", "draft_row", "draft_pool"):
        if int(np.max(s[name])) > r.titles:
            found.append(f"{name}: card {int(np.max(s[name]))} is not in the sets of these rules, which have {r.titles} titles")
    if s.museum[:, r.titles + 1 :].any():
        found.append(f"museum: a card is not in the sets of these rules, which have {r.titles} titles")
    if found:
        return found
    for seat in range(SEATS):
        found += _check_zones(s, r, seat) + _check_trench(s, r, seat)
    if found:
        return found
    return _check_course(s, r) + _check_queue(s, r) or _check_moment(s, r)


def _check_zones(s: np.record, r: np.record, seat: int) -> list[str]:
    """One seat's piles, Command Zone, Battlefield and the number of its cards."""
    found, who = [], f"players[{seat}]"
    cards = cards_of_seat(s, seat)
    gone = seat >= s.num_players or not s.alive[seat]
    if gone and not s.over and (cards.any() or s.deck_size[seat] or s.hand_size[seat] or s.owned[seat]):
        found.append(f"{who} is not in the game but has cards")
    if not gone and s.state_points[seat] == 0:
        found.append(f"{who} has no State Points but is in the game")
    if gone != (s.fallen[seat] > 0) and seat < s.num_players:
        found.append(f"{who}: fallen is {s.fallen[seat]}, but the seat is {'out' if gone else 'in'}")
    hand = s.hand[seat][: int(s.hand_size[seat])]
    if (hand == 0).any() or (np.diff(hand.astype(int)) < 0).any() or s.hand[seat][int(s.hand_size[seat]) :].any():
        found.append(f"{who}.hand must list cards by rising number")
    deck = s.deck[seat]
    if (deck[: int(s.deck_size[seat])] == 0).any() or deck[int(s.deck_size[seat]) :].any():
        found.append(f"{who}.deck holds a place without a card")
    if seat < s.num_players and s.phase != Phase.DRAFT and cards.sum() != s.owned[seat]:
        found.append(f"{who} owns {s.owned[seat]} cards, but {cards.sum()} are in this position")
    for place, card in enumerate(s.command[seat]):
        if card and (r.card[card, Feature.KIND] not in (Kind.ACTION, Kind.HOLD, Kind.WEAPON) or place >= r.zones_command_slots):
            found.append(f"{who}.command[{place}]: {NAMES[card]} cannot lie there")
    if s.battlefield[seat] and r.card[s.battlefield[seat], Feature.KIND] != Kind.BATTLEFIELD:
        found.append(f"{who}.battlefield: {NAMES[int(s.battlefield[seat])]} is no Battlefield")
    if r.zones_battlefield_scope and seat == 0 and (s.battlefield > 0).sum() > 1:
        found.append("battlefield: with zones.battlefield_scope = shared there is one for the table")
    return found


def _check_trench(s: np.record, r: np.record, seat: int) -> list[str]:
    """One seat's Combatants and what is attached to them."""
    found, who = [], f"players[{seat}]"
    for slot in range(SLOTS):
        card = s.trench[seat, slot]
        if card == 0:
            if any(np.any(s[name][seat, slot]) for name in UNIT_FIELDS):
                found.append(f"{who}: slot {slot} of the Trench is empty, but something is noted there")
            continue
        if r.card[card, Feature.KIND] not in (Kind.EXCEPTIONAL, Kind.COMBATANT) or slot >= r.zones_trench_slots:
            found.append(f"{who}.trench[{slot}]: {NAMES[card]} cannot stand there")
        if s.weapon[seat, slot] and r.card[s.weapon[seat, slot], Feature.KIND] != Kind.WEAPON:
            found.append(f"{who}.weapon[{slot}]: {NAMES[s.weapon[seat, slot]]} is no weapon")
        hold = s.hold[seat, slot]
        if hold and (r.card[hold, Feature.KIND] != Kind.HOLD or r.card[hold, Feature.STATION]):
            found.append(f"{who}.hold[{slot}]: {NAMES[hold]} is no hold that can be attached")
        if not 1 <= s.serials[seat, slot] <= s.serial:
            found.append(f"{who}.serials[{slot}] = {s.serials[seat, slot]}: must be between 1 and serial = {s.serial}")
        if s.round_atk[seat, slot, int(s.num_players) :].any() or s.round_powers[seat, slot, int(s.num_players) :].any():
            found.append(f"{who}: a seat beyond the table has changed slot {slot}")
    serials = s.serials[s.serials > 0]
    if seat == 0 and len(np.unique(serials)) < len(serials):
        found.append("serials: two Combatants have the same serial number")
    return found


def _check_course(s: np.record, r: np.record) -> list[str]:
    """Players out, the end of the game, the draft."""
    n, found = int(s.num_players), []
    living = int(s.alive[:n].sum())
    if s.falls != n - living or s.alive[n:].any():
        found.append(f"falls = {s.falls}: {n - living} players are out")
    if s.over and not s.truncated and s.offender < 0 and (s.winner < 0 or s.win_kind == WinKind.NONE):
        found.append("the game is over without a winner")
    if not s.over and (s.winner >= 0 or s.win_kind != WinKind.NONE or living < 2):
        found.append("the game goes on, but it has a winner or fewer than two players")
    if r.turn_most and s.turn >= r.turn_most and not s.over:
        found.append(f"turn = {s.turn}: turn.most = {r.turn_most} turns have been played")
    if s.phase == Phase.DRAFT and not s.over:
        found += _check_draft(s, r)
    elif s.draft_row.any():
        found.append("draft_row: nothing lies open after a draft")
    return found


def _check_draft(s: np.record, r: np.record) -> list[str]:
    if r.decks_mode != DRAFT:
        return ["phase draft needs decks.mode = draft"]
    n = int(s.num_players)
    size = int(r.decks_size) or (40 if n == 2 else 25)
    rounds = size if r.decks_draft_rounds < 0 else int(r.decks_draft_rounds)
    found = []
    if s.deck_size.sum() != s.picks or s.picks > rounds * n or s.deck_size.max() > rounds:
        found.append(f"picks = {s.picks}: as many cards as were picked lie in the decks, at most {rounds} in each")
    if (s.draft_row == 0).any() or s.draft_pool_size < n * size - s.picks:
        found.append(f"the row of a draft has {DRAFT_ROW} cards, and the pool enough for all decks")
    if s.hand_size.any() or s.museum.any() or s.trench.any() or s.command.any() or s.battlefield.any() or s.owned.any():
        found.append("in a draft all cards lie in the row, the pool and the decks")
    if (s.draft_pool[: int(s.draft_pool_size)] == 0).any() or s.draft_pool[int(s.draft_pool_size) :].any():
        found.append("draft_pool holds a place without a card")
    return found


def _check_queue(s: np.record, r: np.record) -> list[str]:
    """Rows that wait, and the battle and picks they refer to."""
    n, found = int(s.num_players), []
    first, end = int(s.queue_next), int(s.queue_end)
    if first > end or (first == end and end):
        found.append(f"queue_next = {first}: must lie below queue_end = {end}, both 0 for an empty queue")
    for name, low, high in (("queue_row", 0, int(r.rows) - 1), ("queue_seat", 0, n - 1), ("queue_opponent", -1, n - 1)):
        values = s[name][first:end]
        if ((values < low) | (values > high)).any():
            found.append(f"{name}: must lie between {low} and {high}")
        if s[name][:first].any() or s[name][end:].any():
            found.append(f"{name}: something stands outside the queue")
    for name in ("queue_slot", "queue_serial", "queue_starts"):
        if s[name][:first].any() or s[name][end:].any():
            found.append(f"{name}: something stands outside the queue")
    if end and (s.over or s.phase == Phase.DRAFT):
        found.append("rows wait in a draft or after the end of the game")
    if s.attacker_seat >= 0 and s.phase not in (Phase.BATTLE, Phase.END):
        found.append("attacker_seat: a battle is fought in the Battle Phase")
    if s.attacker_seat >= 0 and s.target_seat == s.attacker_seat:
        found.append("target_seat: nobody attacks an own Combatant")
    return found


def _check_moment(s: np.record, r: np.record) -> list[str]:
    """Is the question that is asked one that can be asked now, of that seat?"""
    if s.over:
        return []
    found = []
    if s.phase != Phase.DRAFT and not s.alive[s.active] and not (s.phase == Phase.END and s.step == 2):
        found.append(f"it is the turn of player_{s.active}, who is out")
    if s.turns.max() >= 80 or s.turn >= 4 * 80:
        found.append("turns: nobody has so many cards to draw")
    if s.card and s.prompt not in (Prompt.TRIBUTE, Prompt.MODE):
        found.append(f"card: {NAMES[int(s.card)]} waits for a tribute or a mode that is not asked for")
    if s.due and s.prompt not in (Prompt.TRIBUTE, Prompt.DUMP):
        found.append(f"due = {s.due}: nothing is to be paid or discarded")
    if s.place and s.prompt not in (Prompt.TARGET, Prompt.ATTACH):
        found.append(f"place = {s.place}: no attacker seeks a target, and nothing is being attached")
    if s.prompt == Prompt.NONE:
        return found
    if s.prompt != Prompt.DRAFT and s.seat != s.active:
        found.append(f"seat = {s.seat}: only the active player_{s.active} decides")
    action = s.phase in (Phase.ACTION_1, Phase.ACTION_2)
    fits = {
        Prompt.DRAFT: s.phase == Phase.DRAFT,
        Prompt.DRAW: s.phase == Phase.BEGINNING and s.step == 0,
        Prompt.ACT: action,
        Prompt.ATTACK: s.phase == Phase.BATTLE,
        Prompt.TARGET: s.phase == Phase.BATTLE,
        Prompt.DISCARD: s.phase == Phase.END and s.step == 2,
    }.get(Prompt(s.prompt), action)
    if not fits:
        found.append(f"prompt {Prompt(s.prompt).name.lower()} does not occur in phase {Phase(s.phase).name.lower()}, step {s.step}")
    waits = s.prompt in EFFECT_PROMPTS or s.prompt == Prompt.MODE
    if s.queue_end and not waits:
        found.append(f"rows wait, but {Prompt(s.prompt).name.lower()} is asked")
    if s.prompt in EFFECT_PROMPTS and not found:
        found += _check_effect(s, r)
    if s.prompt in (Prompt.TRIBUTE, Prompt.MODE):
        full = not (s.trench[s.seat, : int(r.zones_trench_slots)] == 0).any()
        if r.card[s.card, Feature.KIND] not in (Kind.EXCEPTIONAL, Kind.COMBATANT) or (s.prompt == Prompt.MODE and full):
            found.append("card: a Combatant that can enter the Trench must wait for its tribute or mode")
        if s.prompt == Prompt.TRIBUTE and s.due == 0:
            found.append("due = 0: a tribute is asked for as long as something is due")
    if s.prompt in (Prompt.ATTACK, Prompt.TARGET) and s.attacker_seat >= 0:
        found.append("attacker_seat: the last battle is not over")
    if s.prompt == Prompt.TARGET and not s.trench[s.seat, s.place]:
        found.append(f"place = {s.place}: no Combatant stands there to attack")
    if s.prompt == Prompt.ATTACH and r.card[s.command[s.seat, s.place], Feature.KIND] not in (Kind.WEAPON, Kind.HOLD):
        found.append(f"place = {s.place}: no weapon or hold lies there to be attached")
    return found


def _check_effect(s: np.record, r: np.record) -> list[str]:
    """Does the front row of the queue ask this question?"""
    if not s.queue_end:
        return [f"prompt {Prompt(s.prompt).name.lower()} needs an effect row that asks"]
    row = r.row[s.queue_row[s.queue_next]]
    op, to = Op(int(row[Column.OP])), Selector(int(row[Column.TO]))
    asked = {
        Prompt.PICK_MINE: to == Selector.PICK_MINE,
        Prompt.PICK_THEIRS: to == Selector.PICK_THEIRS,
        Prompt.CHOOSE: op in (Op.FETCH, Op.RECALL, Op.RAISE, Op.LEVY),
        Prompt.ORDER: op == Op.ORDER,
        Prompt.DUMP: op == Op.DUMP and 0 < s.due <= s.hand_size[s.seat],
        Prompt.OPPONENT: to == Selector.OPP and s.opponent < 0,
    }[Prompt(s.prompt)]
    found = []
    if not asked or row[Column.WHEN] not in (Trigger.PLAY, Trigger.ACTIVATE) or s.queue_seat[s.queue_next] != s.seat:
        found.append(f"prompt {Prompt(s.prompt).name.lower()} is not what the waiting row asks")
    if s.prompt == Prompt.CHOOSE and op in (Op.FETCH, Op.RECALL) and s.hand_size[s.seat] >= HAND:
        found.append("a full hand cannot take a chosen card")
    if op in (Op.ORDER, Op.RAISE, Op.LEVY) and not (s.trench[s.seat, : int(r.zones_trench_slots)] == 0).any():
        found.append("a special order needs a free slot")
    return found
