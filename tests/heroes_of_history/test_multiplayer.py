"""Three and four players: seats, decks, targets, rounds and players who go out (HOH-137 to HOH-144)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import catalogue
from rulebound.envs.heroes_of_history.state import Phase, Prompt, WinKind
from tests.heroes_of_history.helpers import (
    GAME,
    asked,
    attack,
    battlefield,
    command,
    deck,
    hand,
    legal,
    pass_turn,
    play,
    playable,
    points,
    shown,
    side,
    stats,
    table,
    trench,
    unit,
)


def seat_of(*units, **fields):
    """A player of a table of three or four, at 25 State Points unless said otherwise."""
    return side(*units, **{"sp": 25, **fields})


def legal_deck(size: int) -> dict[str, int]:
    """Copies of plain Combatants, three of a title as far as they go."""
    keys = [card.key for card in catalogue(["standard"]).cards if card.type == "combatant"]
    return {key: min(3, size - 3 * place) for place, key in enumerate(keys) if size > 3 * place}


# ------------------------------------------------------------------------------------------------ seats
@pytest.mark.rule("HOH-137")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_fewer_than_two_or_more_than_four_players_are_refused(players):
    """One or five players cannot play, however the number is given."""
    with pytest.raises(RulesError, match=str(players)):
        GAME.new(num_players=players)
    with pytest.raises(RulesError, match=str(players)):
        GAME.variant({"players": players})


@pytest.mark.rule("HOH-137")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players_can_play(players):
    """The table has as many seats, all in the game."""
    p = GAME.new(num_players=players)
    assert p.num_players == players
    assert p.record.alive[:players].all()


@pytest.mark.rule("HOH-137")
@pytest.mark.parametrize(("players", "first", "order"), [(4, 0, [0, 1, 2, 3, 0]), (4, 2, [2, 3, 0, 1, 2]), (3, 1, [1, 2, 0, 1])])
def test_turns_go_clockwise_from_the_first_player(players, first, order):
    """Seats follow each other upwards and around."""
    p = GAME.new(num_players=players, rules={"first_player": first})
    found = []
    for _ in order:
        found.append(p.seat)
        p.play("draw 1", "end turn")
        while asked(p) == Prompt.DISCARD:
            p.play(p.legal_ids()[0])
    assert found == order


@pytest.mark.rule("HOH-137")
def test_every_seat_has_its_own_deck():
    """Four decks for four seats; a list that fits neither one for all nor one for each is refused."""
    names = ["vikings", "mixed", "greeks", "vikings"]
    p = GAME.new(num_players=4, rules={"decks": names})
    for seat, name in enumerate(names):
        cards = {card: deck(p, seat).count(card) + hand(p, seat).get(card, 0) for card in {*deck(p, seat), *hand(p, seat)}}
        assert cards == catalogue(["standard"]).starters[name]
    with pytest.raises(RulesError, match="3 decks for 4 players"):
        GAME.new(num_players=4, rules={"decks": names[:3]})


# ------------------------------------------------------------------------------------------------ State Points and decks
@pytest.mark.rule("HOH-138")
@pytest.mark.parametrize(("players", "start"), [(2, 50), (3, 25), (4, 25)])
def test_three_and_four_players_start_at_25(players, start):
    """25 State Points each with more than two players, else 50."""
    assert points(GAME.new(num_players=players)) == [start] * players


@pytest.mark.rule("HOH-138")
def test_the_start_can_be_set_with_more_players_too():
    """start_sp says otherwise."""
    assert points(GAME.new(num_players=3, rules={"start_sp": 40})) == [40, 40, 40]


@pytest.mark.rule("HOH-139", "HOH-140")
@pytest.mark.parametrize(
    ("players", "size", "accepted"),
    [(3, 24, False), (3, 25, True), (4, 24, False), (4, 25, True), (2, 25, False), (2, 39, False), (2, 40, True)]
    + [(3, 80, True), (3, 81, False), (4, 80, True), (4, 81, False), (2, 81, False)],
)
def test_sizes_of_decks(players, size, accepted):
    """25 to 80 cards with three or four players, 40 to 80 with two."""
    rules = {"decks": [legal_deck(size)]}
    assert sum(rules["decks"][0].values()) == size
    if accepted:
        p = GAME.new(num_players=players, rules=rules)
        assert p.record.hand_size[:players].tolist() == [5] * players
        assert p.record.deck_size[:players].tolist() == [size - 5] * players
    else:
        with pytest.raises(RulesError, match=f"{size}"):
            GAME.new(num_players=players, rules=rules)


@pytest.mark.rule("HOH-139", "HOH-140")
@pytest.mark.parametrize("mode", ["random", "draft"])
@pytest.mark.parametrize(("players", "size", "accepted"), [(3, 24, False), (3, 25, True), (2, 25, False), (2, 40, True), (3, 79, True)])
def test_sizes_of_random_and_drafted_decks(mode, players, size, accepted):
    """The same bounds hold for every way to get a deck."""
    rules = {"deck_mode": mode, "deck_size": size}
    if accepted:
        GAME.new(num_players=players, rules=rules)
    else:
        with pytest.raises(RulesError, match=f"{size}"):
            GAME.new(num_players=players, rules=rules)


# ------------------------------------------------------------------------------------------------ targets
@pytest.mark.rule("HOH-141")
def test_any_opponent_may_be_attacked_and_each_trench_shields_its_own_player():
    """Seat 1 has Rollo, seat 2 nobody: seat 1's Rollo and seat 2 itself are targets, seat 1 itself is not."""
    p = table(seat_of(unit("rollo")), seat_of(unit("rollo")), seat_of()).play("next phase", "attack with 0")
    assert legal(p) == {"enemy player_1 0", "player player_2"}
    p.play("player player_2")
    assert points(p) == [25, 25, 21]


@pytest.mark.rule("HOH-141")
def test_a_guard_shields_its_own_player_only():
    """Seat 1's Huscarl draws attacks on seat 1; Combatants of the other seats stay open."""
    p = table(seat_of(unit("rollo")), seat_of(unit("paris"), unit("huscarl")), seat_of(unit("paris"), unit("leif")), seat_of())
    p.play("next phase", "attack with 0")
    assert legal(p) == {"enemy player_1 1", "enemy player_2 0", "enemy player_2 1", "player player_3"}


@pytest.mark.rule("HOH-141")
def test_opponents_are_counted_from_the_acting_seat():
    """In seat 1's turn seat 2 is the first opponent and seat 0 the second: ids 77 and 93."""
    p = table(seat_of(), seat_of(unit("rollo")), seat_of(unit("paris")))
    pass_turn(p).play("next phase", "attack with 0")
    assert p.seat == 1
    assert legal(p) == {"enemy player_2 0", "player player_0"}
    assert p.legal_ids() == [77, 93]


@pytest.mark.rule("HOH-141")
def test_one_turn_may_hold_attacks_on_several_opponents():
    """Rollo strikes seat 1, Lagertha seat 2."""
    p = attack(table(seat_of(unit("rollo"), unit("lagertha")), seat_of(), seat_of()), 0, "player player_1")
    p.play("attack with 1", "player player_2")
    assert points(p) == [25, 21, 21]


# ------------------------------------------------------------------------------------------------ rounds
def petrified() -> Position:
    """Seat 0 of three has played Perseus and picked Rollo of seat 2."""
    p = table(
        seat_of(hand=["perseus", "huscarl", "huscarl"]),
        seat_of(unit("rollo")),
        seat_of(unit("rollo"), unit("lagertha")),
    )
    play(p, "perseus")
    play(p, "huscarl")
    play(p, "huscarl", "mode defense")
    assert legal(p) == {"enemy player_1 0", "enemy player_2 0", "enemy player_2 1"}
    return p.play("enemy player_2 0")


@pytest.mark.rule("HOH-142")
def test_a_round_lasts_until_everybody_else_has_had_a_turn():
    """Perseus's victim at seat 2 is still stunned in seat 2's turn and free when seat 0 begins again."""
    p = petrified()
    pass_turn(p)  # seat 1
    assert shown(p, "stunned", 0)[2, :2].tolist() == [1, 0]
    pass_turn(p)  # seat 2
    assert p.seat == 2
    assert "switch 0" not in legal(p)
    assert "switch 1" in legal(p)
    p.play("next phase")
    assert legal(p) == {"next phase", "attack with 1"}
    p.play("next phase", "end turn")
    assert (p.seat, p.record.phase) == (0, Phase.BEGINNING)
    assert shown(p, "stunned", 0)[2, :2].tolist() == [0, 0]
    assert shown(p, "locked", 0)[2, :2].tolist() == [0, 0]


@pytest.mark.rule("HOH-142")
def test_a_round_is_over_in_the_second_turn_of_the_victim():
    """One round later seat 2's Rollo attacks and turns as he likes."""
    p = petrified()
    for _ in range(5):
        pass_turn(p)
    assert p.seat == 2
    assert "switch 0" in legal(p)
    p.play("next phase")
    assert legal(p) == {"next phase", "attack with 0", "attack with 1"}


@pytest.mark.rule("HOH-142")
def test_a_bonus_for_a_round_holds_through_all_other_turns():
    """Phalanx Formation of seat 0: DEF 5 in the turns of seats 1 and 2, 3 when seat 0 begins."""
    p = table(seat_of(unit("spartan_hoplite", "d"), hand=["phalanx"]), seat_of(), seat_of())
    play(p, "phalanx")
    for seat in (1, 2):
        p.play("end turn")
        assert (p.seat, stats(p)[1]) == (seat, 5)
        p.play("draw 1")
        assert stats(p)[1] == 5
    p.play("end turn")
    assert (p.seat, stats(p)[1]) == (0, 3)


# ------------------------------------------------------------------------------------------------ going out
def truce_of_a_fallen() -> Position:
    """Seat 0 has called the Olympic Truce; in seat 1's turn its last 2 State Points are at stake."""
    p = table(
        seat_of(unit("rollo", "d"), sp=2, hand=["olympic_truce", "thor"], command=["long_walls"], battlefield="hedeby", museum=["ajax"]),
        seat_of(unit("freydis"), hand=["danegeld", "ivar", "hector"]),
        seat_of(unit("lagertha")),
    )
    play(p, "olympic_truce")
    return pass_turn(p)


@pytest.mark.rule("HOH-143")
def test_round_effects_of_a_fallen_player_end():
    """Seats 1 and 2 are stunned by seat 0; once seat 0 is out both may attack, and the game goes on."""
    p = truce_of_a_fallen()
    assert "next phase" not in legal(p)
    assert shown(p, "stunned", 0)[:3, 0].tolist() == [0, 1, 1]
    play(p, "danegeld", "player player_0")
    assert not p.over
    assert p.record.alive[:3].tolist() == [0, 1, 1]
    assert "next phase" in legal(p)
    assert shown(p, "stunned", 2)[:3, 0].tolist() == [0, 0, 0]
    pass_turn(p)
    assert p.seat == 2
    assert "next phase" in legal(p)


@pytest.mark.rule("HOH-143")
def test_cards_of_a_fallen_player_leave_the_game():
    """Seat 0's Combatants, Supplies and Battlefield are gone: no targets, no pick, not counted as opponents."""
    p = truce_of_a_fallen()
    assert stats(p, 1)[0] == 5  # Freydis against two Combatants
    play(p, "danegeld", "player player_0")
    assert trench(p, 0) == command(p, 0) == ["none"] * 5
    assert battlefield(p, 0) == "none"
    assert stats(p, 1)[0] == 3
    p.play("next phase", "attack with 0")
    assert legal(p) == {"enemy player_2 0"}


@pytest.mark.rule("HOH-143")
def test_a_fallen_player_is_no_target_of_effects():
    """Ivar, played after seat 0 fell, may only pick the Combatant of seat 2."""
    p = truce_of_a_fallen()
    play(p, "danegeld", "player player_0")
    play(p, "ivar")
    play(p, "hector", "mode attack")
    assert legal(p) == {"enemy player_2 0"}


@pytest.mark.rule("HOH-143")
def test_a_fallen_player_cannot_be_attacked_directly():
    """Four players: once seat 1 is out, Lagertha may strike seats 2 and 3 only."""
    p = table(seat_of(unit("rollo"), unit("lagertha")), seat_of(sp=4), seat_of(), seat_of())
    attack(p, 0, "player player_1").play("attack with 1")
    assert legal(p) == {"player player_2", "player player_3"}


@pytest.mark.rule("HOH-143")
def test_lasting_and_turn_effects_of_others_are_not_touched():
    """What seat 2 gave its own Hoplite for a round stays when seat 1 falls."""
    hoplite = unit("spartan_hoplite", "d", round_def=[0, 0, 2, 0])
    p = table(seat_of(unit("rollo"), sp=25), seat_of(sp=4), seat_of(hoplite))
    assert stats(p, 2)[1] == 5
    attack(p, 0, "player player_1")
    assert stats(p, 2)[1] == 5


@pytest.mark.rule("HOH-144")
def test_an_active_player_who_falls_ends_the_turn():
    """A at 3 kills Rollo beside Paris of seat 1: A is out, Draupnir pays nobody, seat 1 begins."""
    p = table(seat_of(unit("alexander", "a", hold="draupnir"), unit("lagertha"), sp=3), seat_of(unit("rollo"), unit("paris")), seat_of())
    attack(p, 0, "enemy player_1 0")
    assert not p.over
    assert points(p) == [0, 22, 25]
    assert p.record.alive[:3].tolist() == [0, 1, 1]
    assert (p.seat, p.record.active, p.record.phase, asked(p)) == (1, 1, Phase.BEGINNING, Prompt.DRAW)


@pytest.mark.rule("HOH-144")
def test_pending_choices_of_a_fallen_player_vanish():
    """allow_lethal_costs: A pays its last 2 for Call of the Valkyries and never chooses whom to raise."""
    p = table(seat_of(sp=2, hand=["valkyries"], museum=["rollo"]), seat_of(), seat_of(), rules={"allow_lethal_costs": True})
    play(p, "valkyries")
    assert (p.seat, p.record.active, p.record.phase, asked(p)) == (1, 1, Phase.BEGINNING, Prompt.DRAW)
    assert p.record.alive[:3].tolist() == [0, 1, 1]
    assert p.record.queue_next == p.record.queue_end


@pytest.mark.rule("HOH-144")
def test_the_next_living_player_begins():
    """Four players: A puts seat 1 out, then falls to Paris of seat 2: seat 2 begins, then 3, then 2."""
    p = table(seat_of(unit("rollo"), unit("alexander"), sp=3), seat_of(sp=4), seat_of(unit("hector", "d"), unit("paris")), seat_of())
    attack(p, 0, "player player_1").play("attack with 1", "enemy player_2 0")
    assert p.record.alive.tolist() == [0, 0, 1, 1]
    order = []
    for _ in range(3):
        assert p.record.phase == Phase.BEGINNING
        order.append(p.seat)
        p.play("draw 1", "end turn")
    assert order == [2, 3, 2]


@pytest.mark.rule("HOH-144")
def test_a_new_turn_starts_with_fresh_allowances():
    """What the fallen player had played does not count against the next one."""
    a = seat_of(unit("alexander"), sp=3, hand=["hector", "marathon"])
    p = table(a, seat_of(unit("rollo"), unit("paris"), hand=["lagertha", "troy"]), seat_of())
    play(p, "hector", "mode attack")
    play(p, "marathon")
    attack(p, 0, "enemy player_1 0").play("draw 1")
    assert p.seat == 1
    assert {"lagertha", "troy"} <= playable(p)


@pytest.mark.rule("HOH-144", "HOH-133")
def test_the_last_but_one_to_fall_ends_the_game():
    """Three players: A puts seat 2 out, then falls to seat 1's Paris: seat 1 has won."""
    p = table(seat_of(unit("rollo"), unit("alexander"), sp=3), seat_of(unit("hector", "d"), unit("paris")), seat_of(sp=4))
    attack(p, 0, "player player_2").play("attack with 1", "enemy player_1 0")
    assert (p.over, p.record.winner, p.record.win_kind) == (True, 1, WinKind.STATE_POINTS)
    assert p.rewards == pytest.approx([-0.5, 1, -0.5])
