"""The zones of a war zone, what goes where, and that no card gets lost (HOH-005 to HOH-014, HOH-019, HOH-061, HOH-062)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import STANDARD, catalogue
from rulebound.envs.heroes_of_history.language import Kind
from rulebound.envs.heroes_of_history.state import CARDS, NAMES, STATE, Prompt
from tests.heroes_of_history.helpers import (
    FILLER,
    GAME,
    asked,
    attack,
    battlefield,
    command,
    hand,
    legal,
    museum,
    pass_turn,
    play,
    playable,
    points,
    random_games,
    side,
    stats,
    table,
    trench,
    unit,
)

KINDS = {card.key: card.kind for card in catalogue([STANDARD]).cards}
COMBATANTS = {key for key, kind in KINDS.items() if kind in (Kind.EXCEPTIONAL, Kind.COMBATANT)}
SUPPLIES = {key for key, kind in KINDS.items() if kind in (Kind.ACTION, Kind.HOLD, Kind.WEAPON)}
BATTLEFIELDS = {key for key, kind in KINDS.items() if kind == Kind.BATTLEFIELD}
FIVE = [unit("pericles", "d")] * 5
SHARED = {"battlefield_scope": "shared"}
SWEEP = [20, pytest.param(1000, marks=pytest.mark.slow)]  # random games


def belongings(p: Position, seat: int) -> dict[str, list]:
    """Everything that a seat has: all fields with an axis of seats but rewards."""
    names = [f.name for f in STATE.fields.values() if f.axes[:1] == ("seat",) and f.name not in ("reward", "standing")]
    return {name: np.asarray(p.record[name][seat]).tolist() for name in names}


def well_supplied(card: str) -> Position:
    """A position in which every card of the game can be played: tributes, targets, soldiers, weapons and a Museum are there."""
    a = side(
        unit("spartan_hoplite"),
        hand=[card] + ["pericles"] * 3,
        museum=["rollo"],
        deck=["spartan_hoplite", "xiphos", "delphi", "marathon", "rollo", "rollo"],
    )
    return table(a, side(unit("rollo")))


# ------------------------------------------------------------------------------------------------ what goes where
@pytest.mark.rule("HOH-005")
def test_a_player_plays_only_into_the_own_war_zone() -> None:
    """Paris, Xiphos and Marathon fill A's zones; nothing of B changes."""
    p = table(side(hand=["paris", "xiphos", "marathon"]), side(unit("rollo", "d"), hand=["thor"], command=["seax"], museum=["leif"]))
    before = belongings(p, 1)
    play(p, "paris", "mode attack")
    play(p, "xiphos")
    play(p, "marathon")
    assert trench(p) == ["paris", "none", "none", "none", "none"]
    assert command(p) == ["xiphos", "none", "none", "none", "none"]
    assert battlefield(p) == "marathon"
    assert hand(p) == {}
    assert belongings(p, 1) == before


@pytest.mark.rule("HOH-006", "HOH-008", "HOH-010", "HOH-011")
@pytest.mark.parametrize("card", CARDS[:94])
def test_every_card_goes_to_its_zone(card: str) -> None:
    """Combatants are played to the Trench, Supplies to the Command Zone, Battlefields to their slot, and never elsewhere."""
    p = well_supplied(card)
    before = trench(p).count(card)
    play(p, card)
    while asked(p) != Prompt.ACT:
        p.play(p.legal_ids()[0])
    assert (trench(p).count(card) - before == 1) == (card in COMBATANTS)
    assert (card in command(p)) == (card in SUPPLIES)
    assert (battlefield(p) == card) == (card in BATTLEFIELDS)


@pytest.mark.rule("HOH-006", "HOH-008", "HOH-011")
def test_the_zones_share_out_all_titles() -> None:
    """50 Combatants (34 plain, 16 Exceptional), 36 Supplies (14 Actions, 10 Holds, 12 Weapons), 8 Battlefields."""
    assert (len(COMBATANTS), len(SUPPLIES), len(BATTLEFIELDS)) == (50, 36, 8)
    assert len(COMBATANTS | SUPPLIES | BATTLEFIELDS) == len(KINDS) == 94


@pytest.mark.rule("HOH-011")
def test_there_is_no_effect_zone() -> None:
    """The state has no field for it: a seat's cards are in deck, hand, Museum, Trench, Command Zone or Battlefield slot."""
    card_fields = {f.name for f in STATE.own if f.axes[:1] == ("seat",) and (f.labels == NAMES or "title" in f.axes)}
    assert card_fields == {"battlefield", "command", "museum", "trench", "weapon", "hold", "hand", "deck"}


# ------------------------------------------------------------------------------------------------ room
@pytest.mark.rule("HOH-007")
@pytest.mark.parametrize(("slots", "units"), [(5, 4), (5, 5), (4, 3), (4, 4), (3, 2), (3, 3)])
def test_the_trench_has_room_for_its_slots(slots: int, units: int) -> None:
    """A Combatant is playable while a slot is free."""
    p = table(side(*FIVE[:units], hand=["paris"]), side(), rules={"trench_slots": slots})
    assert playable(p) == ({"paris"} if units < slots else set())


@pytest.mark.rule("HOH-007")
def test_the_trench_has_five_slots_by_default() -> None:
    """The fifth Combatant enters, then no other one."""
    p = table(side(*FIVE[:4], hand=["longship_crew", "paris"]), side())
    play(p, "longship_crew", "mode defense")  # allows another Combatant this turn
    assert trench(p)[4] == "longship_crew"
    assert playable(p) == set()


@pytest.mark.rule("HOH-007", "HOH-009")
@pytest.mark.parametrize("zone", ["trench_slots", "command_slots"])
@pytest.mark.parametrize("slots", [2, 6])
def test_other_numbers_of_slots_are_refused(zone: str, slots: int) -> None:
    """Zones have 3 to 5 slots."""
    with pytest.raises(RulesError, match="3 and 5"):
        GAME.variant({zone: slots})


@pytest.mark.rule("HOH-007", "HOH-009")
@pytest.mark.parametrize("games", SWEEP)
def test_slots_beyond_a_smaller_zone_stay_empty(games: int) -> None:
    """With three slots each the other two are never used, and the three are."""
    most = {"trench": 0, "command": 0}
    for batch in random_games(games, rules={"trench_slots": 3, "command_slots": 3}, seed=100):
        for zone in most:
            cards = batch.states[zone]
            assert not cards[:, :, 3:].any()
            most[zone] = max(most[zone], int((cards > 0).sum(axis=2).max()))
    assert most == {"trench": 3, "command": 3}


@pytest.mark.rule("HOH-009")
def test_weapons_holds_and_used_actions_share_the_command_zone() -> None:
    """Two Seax, Aspis, Long Walls and a used Ambrosia leave no room for a further Supply."""
    more = ["seax", "aspis", "long_walls", "delphi", "danegeld"]
    p = table(side(hand=["ambrosia", "paris", "marathon", *more], command=["seax", "seax", "aspis", "long_walls"]), side())
    assert playable(p) == {"ambrosia", "paris", "marathon", *more}
    play(p, "ambrosia")
    assert command(p) == ["seax", "seax", "aspis", "long_walls", "ambrosia"]
    assert playable(p) == {"paris", "marathon"}


@pytest.mark.rule("HOH-009")
@pytest.mark.parametrize("slots", [3, 4])
def test_a_smaller_command_zone_is_full_earlier(slots: int) -> None:
    """command_slots is the number of cards that it takes."""
    p = table(side(hand=["seax"] * 3 + ["aspis"] * 3), side(), rules={"command_slots": slots})
    for _ in range(slots):
        assert playable(p)
        play(p, min(playable(p)))
    assert playable(p) == set()
    assert len([card for card in command(p) if card != "none"]) == slots


# ------------------------------------------------------------------------------------------------ battlefields
@pytest.mark.rule("HOH-010")
def test_both_players_have_a_battlefield_of_their_own() -> None:
    """A plays Marathon beside B's Repton Camp: both act, each for its owner."""
    p = table(side(unit("argonauts"), hand=["marathon"]), side(unit("argonauts"), battlefield="repton"))
    assert (stats(p, 0), stats(p, 1)) == ((4, 3), (5, 4))
    play(p, "marathon")
    assert (battlefield(p, 0), battlefield(p, 1)) == ("marathon", "repton")
    assert points(p) == [50, 50]
    assert (stats(p, 0), stats(p, 1)) == ((5, 3), (5, 4))


@pytest.mark.rule("HOH-010")
def test_nobody_has_two_battlefields() -> None:
    """A second one takes the place of the first."""
    p = play(table(side(unit("argonauts"), hand=["repton"], battlefield="marathon"), side()), "repton")
    assert battlefield(p) == "repton"
    assert museum(p) == {"marathon": 1}
    assert stats(p) == (5, 4)


@pytest.mark.rule("HOH-012")
def test_a_shared_slot_is_taken_over_for_2() -> None:
    """A replaces B's Marathon with Repton Camp, which helps A's soldiers only."""
    a, b = side(unit("argonauts"), hand=["repton"]), side(unit("argonauts"), battlefield="marathon")
    p = table(a, b, rules=SHARED)
    assert (stats(p, 0), stats(p, 1)) == ((4, 3), (5, 3))
    play(p, "repton")
    assert points(p) == [48, 50]
    assert (battlefield(p, 0), battlefield(p, 1)) == ("repton", "none")
    assert (museum(p, 0), museum(p, 1)) == ({}, {"marathon": 1})
    assert (stats(p, 0), stats(p, 1)) == ((5, 4), (4, 3))


@pytest.mark.rule("HOH-012")
def test_a_shared_battlefield_is_discarded_by_its_owner_only() -> None:
    """A's Repton Camp: no discard for B in the Beginning or an Action Phase, but for A in both."""
    p = table(side(battlefield="repton"), side(), rules=SHARED)
    assert "discard battlefield" in legal(p)
    p.play("end turn")
    assert p.seat == 1
    assert "discard battlefield" not in legal(p)
    p.play("draw 1")
    assert "discard battlefield" not in legal(p)
    p.play("end turn")
    assert p.seat == 0
    assert "discard battlefield" in legal(p)


@pytest.mark.rule("HOH-012")
@pytest.mark.parametrize(("sp", "allowed"), [(2, False), (3, True)])
def test_taking_over_a_shared_slot_must_be_affordable(sp: int, allowed: bool) -> None:
    """At 2 State Points B's card cannot be replaced; with a slot of one's own it would be free."""
    a, b = side(sp=sp, hand=["repton"]), side(battlefield="marathon")
    assert (playable(table(a, b, rules=SHARED)) == {"repton"}) == allowed
    assert playable(table(a, b)) == {"repton"}


@pytest.mark.rule("HOH-012")
def test_an_empty_shared_slot_is_free() -> None:
    """Nobody's card stands: playing costs nothing."""
    p = play(table(side(hand=["repton"]), side(), rules=SHARED), "repton")
    assert points(p) == [50, 50]
    assert battlefield(p) == "repton"


# ------------------------------------------------------------------------------------------------ museum and slots
@pytest.mark.rule("HOH-013")
def test_lost_cards_go_to_their_owners_museum() -> None:
    """Alexander beats Paris with an Aspis: both lie in B's Museum, nothing in A's."""
    p = attack(table(side(unit("alexander")), side(unit("paris", "d", "none", "aspis"))), 0, "enemy player_1 0")
    assert museum(p, 1) == {"paris": 1, "aspis": 1}
    assert museum(p, 0) == {}
    assert trench(p, 1) == ["none"] * 5


@pytest.mark.rule("HOH-013")
def test_each_side_keeps_its_own_losses() -> None:
    """Equal totals: A's Hoplite with its Aspis goes to A's Museum, B's Rollo to B's."""
    p = attack(table(side(unit("spartan_hoplite", "a", "none", "aspis")), side(unit("rollo"))), 0, "enemy player_1 0")
    assert (museum(p, 0), museum(p, 1)) == ({"spartan_hoplite": 1, "aspis": 1}, {"rollo": 1})


@pytest.mark.rule("HOH-014")
def test_a_combatant_takes_the_lowest_free_slot() -> None:
    """After slot 1 is trashed the others stay, and the next Combatant enters slot 1."""
    p = table(side(unit("hector", "d"), unit("rollo"), unit("ajax", "a", "seax"), hand=["paris"]), side())
    p.play("trash unit 1")
    assert trench(p) == ["hector", "none", "ajax", "none", "none"]
    assert p.record.weapon[0].tolist() == [0, 0, NAMES.index("seax"), 0, 0]
    play(p, "paris", "mode attack")
    assert trench(p) == ["hector", "paris", "ajax", "none", "none"]
    assert p.record.mode[0, :3].tolist() == [1, 0, 0]


@pytest.mark.rule("HOH-014")
def test_a_supply_takes_the_lowest_free_slot() -> None:
    """After command slot 1 is trashed the others stay, and the next Supply lies in slot 1."""
    p = table(side(hand=["aspis", "dory"], command=["xiphos", "seax", "long_walls"]), side()).play("trash command 1")
    assert command(p) == ["xiphos", "none", "long_walls", "none", "none"]
    play(p, "aspis")
    assert command(p) == ["xiphos", "aspis", "long_walls", "none", "none"]
    play(p, "dory")
    assert command(p) == ["xiphos", "aspis", "long_walls", "dory", "none"]


# ------------------------------------------------------------------------------------------------ random games
def counted(states: np.ndarray, field: str, size: str) -> np.ndarray:
    """Copies per game, seat and title in a pile."""
    pile = states[field].astype(np.int64)
    games, seats, places = pile.shape
    held = np.arange(places) < states[size][:, :, None]
    rows = np.arange(games * seats).reshape(games, seats, 1) * len(NAMES)
    return np.bincount((rows + pile)[held], minlength=games * seats * len(NAMES)).reshape(games, seats, -1)


@pytest.mark.rule("HOH-019")
@pytest.mark.parametrize("games", SWEEP)
@pytest.mark.parametrize(("players", "rules"), [(2, None), (3, None), (4, "random"), (2, "draft"), (2, SHARED)])
def test_cards_are_conserved(games: int, players: int, rules: object) -> None:
    """After every step each living player has as many cards as in the starting deck, wherever they are (T44)."""
    size = 25 if players > 2 and rules == "random" else 40
    for batch in random_games(games, players, rules, seed=200):
        s = batch.states
        cards = s["deck_size"].astype(int) + s["hand_size"] + s["museum"].sum(axis=2, dtype=int) + (s["battlefield"] > 0)
        for field in ("trench", "weapon", "hold", "command"):
            cards += (s[field] > 0).sum(axis=2)
        cards[np.arange(games), s["active"]] += s["card"] > 0
        playing = (s["alive"] == 1) & (s["phase"] > 0)[:, None] & (s["over"] == 0)[:, None]
        assert (cards[playing] == size).all()
        assert (s["owned"][playing] == size).all()


@pytest.mark.rule("HOH-061")
@pytest.mark.parametrize("games", SWEEP)
@pytest.mark.parametrize("players", [2, 3])
def test_hands_gain_cards_only_from_deck_and_museum(games: int, players: int) -> None:
    """Nothing in play goes back to a hand: every copy that a hand gains has left the deck or the Museum in that step."""
    before: dict[str, np.ndarray] = {}
    gained = 0
    for batch in random_games(games, players, {"decks": ["mixed"]}, seed=300):
        s = batch.states
        now = {"hand": counted(s, "hand", "hand_size"), "deck": counted(s, "deck", "deck_size"), "museum": s["museum"].astype(int)}
        if before:
            rise = np.maximum(now["hand"] - before["hand"], 0)
            source = np.maximum(before["deck"] - now["deck"], 0) + np.maximum(before["museum"] - now["museum"], 0)
            assert (rise <= source)[s["over"] == 0].all()
            gained += int(rise.sum())
        before = now
    assert gained > 10 * games


@pytest.mark.rule("HOH-061")
def test_no_move_of_an_action_phase_takes_a_card_back_to_the_hand() -> None:
    """Trashing, returning, swapping and discarding leave the hand as it was."""
    a = side(
        unit("rollo", "a", "xiphos", "aspis"), unit("ajax", "a", "seax"), hand=["paris"], command=["dory", "long_walls"], battlefield="troy"
    )
    start = table(a, side())
    moves = [action for action in start.legal() if action.split()[0] in ("trash", "return", "swap", "discard", "switch")]
    assert len(moves) == 12
    for move in moves:
        assert hand(start.clone().play(move)) == {"paris": 1}


@pytest.mark.rule("HOH-062")
@pytest.mark.parametrize("games", SWEEP)
@pytest.mark.parametrize("players", [2, 4])
def test_decks_never_grow(games: int, players: int) -> None:
    """No card goes into a deck after the opening shuffle."""
    before = np.full((games, 4), 80)
    for batch in random_games(games, players, {"decks": ["mixed"]}, seed=400):
        now = batch.states["deck_size"].astype(int)
        assert (now <= before).all()
        before = now


@pytest.mark.rule("HOH-062")
def test_a_shuffle_after_a_search_adds_nothing() -> None:
    """Archimedes takes one weapon out of the deck; the other cards are still the same."""
    p = table(side(hand=["archimedes"], deck=["xiphos", *FILLER[:5]]), side())
    play(p, "archimedes", "mode attack", "choice 0")
    assert hand(p) == {"xiphos": 1}
    assert p.record.deck_size[0] == 5
    pass_turn(p)
    assert p.record.deck_size[0] == 5
