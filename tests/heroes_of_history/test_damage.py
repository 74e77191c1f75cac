"""The Damage Step: who falls, what it costs, and in which order everything triggered resolves (HOH-109 to HOH-121)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.state import WinKind
from tests.heroes_of_history.helpers import attack, legal, made_up, museum, points, side, stats, table, trench, unit

B0, B1 = "enemy player_1 0", "enemy player_1 1"
DIRECT = "player player_1"


def duel(a: dict, b: dict, rules: object = None) -> Position:
    """The Combatant in slot 0 of A attacks that in slot 0 of B."""
    return attack(table(a, b, rules=rules), 0, B0)


def won(p: Position, seat: int) -> bool:
    """Whether the game is over and a seat has won it."""
    return p.over and p.record.winner == seat


# ------------------------------------------------------------------------------------------------ who falls
@pytest.mark.rule("HOH-109")
def test_the_loser_and_its_attachments_go_to_the_museum():
    """Alexander beats Rollo with Seax and Aspis 7 against 5: three cards in B's Museum, Alexander stays."""
    p = duel(side(unit("alexander")), side(unit("rollo", "a", "seax", "aspis")))
    assert museum(p, 1) == {"rollo": 1, "seax": 1, "aspis": 1}
    assert museum(p) == {}
    assert trench(p)[0] == "alexander"
    assert trench(p, 1)[0] == "none"
    assert p.record.weapon[1, 0] == p.record.hold[1, 0] == 0


@pytest.mark.rule("HOH-109")
def test_a_losing_attacker_goes_with_its_attachments():
    """The other way round the cards go to A's Museum."""
    p = duel(side(unit("rollo", "a", "seax", "aspis")), side(unit("alexander", "a", "xiphos")))
    assert museum(p) == {"rollo": 1, "seax": 1, "aspis": 1}
    assert museum(p, 1) == {}
    assert (trench(p, 1)[0], p.record.weapon[1, 0]) == ("alexander", 26)
    assert points(p) == [46, 50]


@pytest.mark.rule("HOH-109")
def test_one_point_decides():
    """Five against four kills, five against five does not leave a winner."""
    assert museum(duel(side(unit("leonidas")), side(unit("rollo")))) == {}
    assert museum(duel(side(unit("leonidas")), side(unit("leonidas")))) == {"leonidas": 1}


# ------------------------------------------------------------------------------------------------ what it costs
@pytest.mark.rule("HOH-110")
def test_a_loser_in_attack_mode_costs_the_difference():
    """Alexander 7 against Rollo 4, whoever attacks: Rollo's controller loses 3."""
    assert points(duel(side(unit("alexander")), side(unit("rollo")))) == [50, 47]
    p = duel(side(unit("rollo")), side(unit("alexander")))
    assert points(p) == [47, 50]
    assert museum(p) == {"rollo": 1}


@pytest.mark.rule("HOH-111")
@pytest.mark.parametrize("attacker", ["alexander", "thor"])
def test_a_loser_in_defense_mode_costs_nothing(attacker):
    """Rollo in defense falls and B keeps all State Points, but for the 1 of Thor's own row."""
    p = duel(side(unit(attacker)), side(unit("rollo", "d")))
    assert museum(p, 1) == {"rollo": 1}
    assert points(p) == [50, 49 if attacker == "thor" else 50]


@pytest.mark.rule("HOH-112")
@pytest.mark.parametrize(("recoil", "left"), [(True, 49), (False, 50)])
def test_an_attacker_beaten_by_a_defender_costs_the_difference(recoil, left):
    """Berserker 6 against a shielded Huscarl 7: A loses 1, or nothing with recoil_vs_defense=false; the Berserker falls."""
    p = duel(side(unit("berserker")), side(unit("huscarl", "d", hold="round_shield")), {"recoil_vs_defense": recoil})
    assert points(p) == [left, 50]
    assert museum(p) == {"berserker": 1}
    assert trench(p, 1)[0] == "huscarl"


@pytest.mark.rule("HOH-112")
def test_recoil_by_default():
    """Paris 3 against DEF 5 costs A 2 unless the rules say otherwise."""
    assert points(duel(side(unit("paris")), side(unit("huscarl", "d")))) == [48, 50]


@pytest.mark.rule("HOH-112")
def test_no_recoil_does_not_spare_an_attacker_beaten_in_attack_mode():
    """recoil_vs_defense=false: Rollo beaten by Alexander in attack mode still costs 3."""
    assert points(duel(side(unit("rollo")), side(unit("alexander")), {"recoil_vs_defense": False})) == [47, 50]


@pytest.mark.rule("HOH-113")
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (unit("spartan_hoplite"), unit("rollo")),
        (unit("rollo"), unit("rollo", "d")),
        (unit("helen"), unit("pythia")),
        (unit("rollo", "a", "xiphos", "aspis"), unit("rollo", "a", "ulfberht", "round_shield")),
    ],
    ids=["attack mode", "defense mode", "0 against 0", "with attachments"],
)
def test_equal_totals_destroy_both_at_no_cost(a, b):
    """Both Combatants and all that is attached go to their owners' Museums; nobody loses State Points."""
    p = duel(side(a), side(b))
    assert points(p) == [50, 50]
    for seat, one in enumerate((a, b)):
        cards = [one[field] for field in ("trench", "weapon", "hold") if one[field] != "none"]
        assert museum(p, seat) == dict.fromkeys(cards, 1)
        assert trench(p, seat)[0] == "none"


@pytest.mark.rule("HOH-113", "HOH-216")
def test_a_ward_keeps_its_bearer_at_equal_totals():
    """Longship Crew and Shieldmaiden, 3 against 3: the Crew falls, the ward holds."""
    p = duel(side(unit("longship_crew")), side(unit("shieldmaiden")))
    assert (trench(p)[0], trench(p, 1)[0]) == ("none", "shieldmaiden")
    assert points(p) == [50, 50]


# ------------------------------------------------------------------------------------------------ direct attacks
@pytest.mark.rule("HOH-114")
def test_an_opponent_without_combatants_is_attacked_directly():
    """Cards in other zones of B do not stand in the way; the total ATK is lost."""
    p = table(side(unit("rollo", "a", "ulfberht")), side(hand=["thor"], command=["long_walls", "xiphos"], battlefield="troy"))
    p.play("next phase", "attack with 0")
    assert legal(p) == {DIRECT}
    p.play(DIRECT)
    assert points(p) == [50, 44]
    assert trench(p)[0] == "rollo"


@pytest.mark.rule("HOH-114")
def test_the_way_is_open_once_the_last_combatant_has_fallen():
    """Rollo kills Helen, then Lagertha may attack the player."""
    p = duel(side(unit("rollo"), unit("lagertha")), side(unit("helen", "d")))
    p.play("attack with 1")
    assert legal(p) == {DIRECT}
    p.play(DIRECT)
    assert points(p) == [50, 46]


@pytest.mark.rule("HOH-115")
@pytest.mark.parametrize("mode", ["a", "d"])
def test_an_opponent_with_a_combatant_cannot_be_attacked_directly(mode):
    """Helen alone shields B, in either mode and however weak."""
    p = table(side(unit("rollo")), side(None, None, unit("helen", mode))).play("next phase", "attack with 0")
    assert legal(p) == {"enemy player_1 2"}


# ------------------------------------------------------------------------------------------------ the printed examples
EXAMPLE = side(unit("alexander", "a", "xiphos"))


@pytest.mark.rule("HOH-116")
@pytest.mark.parametrize("paris", ["a", "d"])
def test_example_1(paris):
    """Alexander with Xiphos (9) kills Rollo (4) beside Paris: A pays 3, B loses 5 and Rollo."""
    p = table(EXAMPLE, side(unit("rollo"), unit("paris", paris)))
    assert (stats(p)[0], stats(p, 1)[0]) == (9, 4)
    attack(p, 0, B0)
    assert points(p) == [47, 45]
    assert (museum(p), museum(p, 1)) == ({}, {"rollo": 1})
    assert (trench(p)[0], p.record.weapon[0, 0], trench(p, 1)[1]) == ("alexander", 26, "paris")


@pytest.mark.rule("HOH-117")
def test_example_2():
    """Rollo in defense mode: the same, but B loses nothing."""
    p = duel(EXAMPLE, side(unit("rollo", "d"), unit("paris", "d")))
    assert points(p) == [47, 50]
    assert museum(p, 1) == {"rollo": 1}
    assert (trench(p)[0], p.record.weapon[0, 0]) == ("alexander", 26)


@pytest.mark.rule("HOH-116", "HOH-117")
def test_the_examples_without_paris():
    """Without Paris in play the killer pays nothing."""
    assert points(duel(EXAMPLE, side(unit("rollo")))) == [50, 45]
    assert points(duel(EXAMPLE, side(unit("rollo", "d")))) == [50, 50]


# ------------------------------------------------------------------------------------------------ order
@pytest.mark.rule("HOH-118")
def test_damage_ends_the_game_before_a_trigger_can_answer():
    """A at 3 beats Rollo beside Paris: with B at 5 A wins and Paris is silent; with B at 6 Paris wins for B."""
    for b, winner, left in ((5, 0, [3, 0]), (6, 1, [0, 1])):
        p = duel({**EXAMPLE, "state_points": 3}, side(unit("rollo"), unit("paris", "d"), sp=b))
        assert won(p, winner)
        assert p.record.win_kind == WinKind.STATE_POINTS
        assert points(p) == left


@pytest.mark.rule("HOH-118")
def test_a_losing_attacker_is_out_before_its_own_side_answers():
    """Rollo beside A's Paris loses by 3 to Alexander: A at 3 is out at once; at 4 Paris takes B's last 3."""
    for a, winner, left in ((3, 1, [0, 3]), (4, 0, [1, 0])):
        p = duel(side(unit("rollo"), unit("paris", "d"), sp=a), side(unit("alexander"), sp=3))
        assert won(p, winner)
        assert points(p) == left


@pytest.mark.rule("HOH-119")
def test_kill_rows_come_before_death_rows():
    """Ragnar steals 2, then the Coin of the fallen Rollo pays 4; B at 2 is out before the Coin."""
    p = duel(side(unit("ragnar")), side(unit("rollo", "d", hold="coin_of_charon")))
    assert points(p) == [52, 52]
    p = duel(side(unit("ragnar")), side(unit("rollo", "d", hold="coin_of_charon"), sp=2))
    assert won(p, 0)
    assert points(p) == [52, 0]


@pytest.mark.rule("HOH-119")
def test_kill_rows_of_combatants_come_before_death_rows_of_combatants(tmp_path):
    """The killer's row takes B's last 5 before the row of the fallen can take A's last 5."""
    rules = made_up(
        tmp_path,
        "{type: combatant, atk: 5, def: 3, fx: [{when: kill, to: opp, op: lose, amt: 5}]}",
        "{type: combatant, fx: [{when: death, to: each_opp, op: lose, amt: 5}]}",
    )
    p = duel(side(unit("card_95"), sp=5), side(unit("card_96", "d"), sp=5), rules)
    assert won(p, 0)
    assert points(p) == [5, 0]


@pytest.mark.rule("HOH-119")
def test_death_rows_of_the_attacker_come_first(tmp_path):
    """Equal totals, both rows would take the last 5 of the other: the attacker's resolves first."""
    rules = made_up(tmp_path, "{type: combatant, fx: [{when: death, to: each_opp, op: lose, amt: 5}]}")
    p = duel(side(unit("card_95"), sp=5), side(unit("card_95"), sp=5), rules)
    assert won(p, 0)
    assert points(p) == [5, 0]


@pytest.mark.rule("HOH-119")
def test_death_rows_fire_on_both_sides():
    """Rollo on Rollo, a Coin of Charon on each: 54 and 54."""
    p = duel(side(unit("rollo", hold="coin_of_charon")), side(unit("rollo", hold="coin_of_charon")))
    assert points(p) == [54, 54]


@pytest.mark.rule("HOH-119")
def test_death_rows_come_before_ally_killed_rows(tmp_path):
    """The fallen pays 4 at 38, so that the comrade who gains 7 at 40 or less finds 42."""
    rules = made_up(
        tmp_path,
        "{type: combatant, fx: [{when: death, to: me, op: gain, amt: 4}]}",
        "{type: combatant, fx: [{when: ally_killed, if: [sp_le, 40], to: me, op: gain, amt: 7}]}",
    )
    p = duel(side(unit("rollo")), side(unit("card_95", "d"), unit("card_96", "d"), sp=38), rules)
    assert points(p) == [50, 42]
    p = duel(side(unit("rollo")), side(unit("card_95", "d"), unit("card_96", "d"), sp=36), rules)
    assert points(p) == [50, 47]


@pytest.mark.rule("HOH-119", "HOH-082")
def test_all_rows_of_combatants_come_before_rows_of_attached_cards():
    """A at 3 wins with Draupnir against Rollo beside Paris: Paris takes 3 first and A is out; A at 4 is left with 3."""
    p = duel(side(unit("alexander", "a", hold="draupnir"), sp=3), side(unit("rollo"), unit("paris", "d")))
    assert won(p, 1)
    assert points(p) == [0, 47]
    p = duel(side(unit("alexander", "a", hold="draupnir"), sp=4), side(unit("rollo"), unit("paris", "d")))
    assert points(p) == [3, 47]


@pytest.mark.rule("HOH-119", "HOH-082")
def test_among_combatants_the_attackers_side_comes_first():
    """Rollo beside A's Paris falls to Ragnar: Paris takes B's last 3 before Ragnar can steal."""
    p = duel(side(unit("rollo"), unit("paris", "d")), side(unit("ragnar"), sp=3))
    assert won(p, 0)
    assert points(p) == [47, 0]


@pytest.mark.rule("HOH-120")
def test_equal_totals_fire_ally_killed_against_the_other_side():
    """Hoplite and Rollo fall; B's Paris costs A 3, A's Paris costs B 3."""
    assert points(duel(side(unit("spartan_hoplite")), side(unit("rollo"), unit("paris")))) == [47, 50]
    assert points(duel(side(unit("rollo"), unit("paris")), side(unit("rollo")))) == [50, 47]
    assert points(duel(side(unit("rollo"), unit("paris")), side(unit("rollo"), unit("paris")))) == [47, 47]


@pytest.mark.rule("HOH-120")
@pytest.mark.parametrize("side_with_ring", [0, 1])
def test_equal_totals_fire_no_kill_row(side_with_ring):
    """Draupnir gains nothing after 4 against 4, for attacker or target; after a victory it gains 2."""
    pair = [unit("rollo"), unit("rollo")]
    pair[side_with_ring] = unit("rollo", hold="draupnir")
    assert points(duel(side(pair[0]), side(pair[1]))) == [50, 50]
    if side_with_ring == 0:
        assert points(duel(side(pair[0]), side(unit("paris")))) == [52, 49]


@pytest.mark.rule("HOH-120")
def test_a_survivor_of_equal_totals_has_not_killed():
    """A warded Shieldmaiden outlives a draw of 3 against 3, but her Draupnir gains nothing."""
    p = duel(side(unit("shieldmaiden", "a", hold="draupnir")), side(unit("longship_crew")))
    assert (trench(p)[0], trench(p, 1)[0]) == ("shieldmaiden", "none")
    assert points(p) == [50, 50]


# ------------------------------------------------------------------------------------------------ Paris
@pytest.mark.rule("HOH-121")
@pytest.mark.parametrize(("copies", "left"), [(0, 50), (1, 47), (2, 44), (3, 41)])
def test_copies_of_paris_add_up(copies, left):
    """Each Paris beside the fallen Rollo costs the killer 3."""
    p = duel(side(unit("achilles")), side(unit("rollo"), *[unit("paris")] * copies))
    assert points(p) == [left, 45]


@pytest.mark.rule("HOH-121")
def test_the_death_of_paris_does_not_count_for_himself():
    """A lone Paris falls unanswered; of two, the one left answers for the other."""
    assert points(duel(side(unit("achilles")), side(unit("paris", "d")))) == [50, 50]
    assert points(duel(side(unit("achilles")), side(unit("paris", "d"), unit("paris", "d")))) == [47, 50]


@pytest.mark.rule("HOH-121")
def test_paris_answers_for_a_comrade_that_fell_attacking():
    """Rollo attacks Alexander and falls: A loses the difference of 3, B 3 for Paris."""
    assert points(duel(side(unit("rollo"), unit("paris", "d")), side(unit("alexander")))) == [47, 47]


@pytest.mark.rule("HOH-121")
def test_paris_answers_for_every_loss():
    """Two comrades fall in one turn: 6."""
    p = duel(side(unit("achilles"), unit("alexander")), side(unit("rollo", "d"), unit("paris", "d"), unit("rollo", "d")))
    p.play("attack with 1", "enemy player_1 2")
    assert points(p) == [44, 50]


@pytest.mark.rule("HOH-121")
def test_paris_is_silent_about_a_comrade_saved_by_a_ward_and_about_enemies():
    """A warded Shieldmaiden has not fallen; A's own Paris does not answer for B's Rollo."""
    assert points(duel(side(unit("achilles")), side(unit("shieldmaiden", "d"), unit("paris")))) == [50, 50]
    assert points(duel(side(unit("achilles"), unit("paris")), side(unit("rollo", "d")))) == [50, 50]


@pytest.mark.rule("HOH-121")
def test_paris_answers_only_from_the_trench():
    """Paris in hand or Museum is not in play."""
    p = duel(side(unit("achilles")), side(unit("rollo", "d"), hand=["paris"], museum=["paris"]))
    assert points(p) == [50, 50]
