"""The 44 test scenarios of the clarified rules, T01 to T44, in their order.

A is seat 0 and B seat 1, both at 50 State Points, not in their first turn, A in Action Phase 1, unless said otherwise.
"""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.jit import DISABLED
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import catalogue
from rulebound.envs.heroes_of_history.state import Mode, Phase, Prompt
from tests.heroes_of_history.helpers import (
    GAME,
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
    shown,
    side,
    stats,
    table,
    trench,
    unit,
    units,
)

B0, B1 = "enemy player_1 0", "enemy player_1 1"
DIRECT = "player player_1"
ALEXANDER = unit("alexander", "a", "xiphos")


@pytest.mark.rule("HOH-116")
def test_t01_rulebook_example_1():
    """Alexander with Xiphos attacks Rollo beside Paris: 9 against 4, A 47, B 45, Rollo falls."""
    p = attack(table(side(ALEXANDER), side(unit("rollo"), unit("paris", "d"))), 0, B0)
    assert points(p) == [47, 45]
    assert museum(p, 1) == {"rollo": 1}
    assert (trench(p)[0], p.record.weapon[0, 0], museum(p)) == ("alexander", 26, {})


@pytest.mark.rule("HOH-117")
def test_t02_rulebook_example_2():
    """The same with Rollo in defense mode: A 47, B 50."""
    p = attack(table(side(ALEXANDER), side(unit("rollo", "d"), unit("paris", "d"))), 0, B0)
    assert points(p) == [47, 50]
    assert museum(p, 1) == {"rollo": 1}


@pytest.mark.rule("HOH-034")
def test_t03_no_attack_in_the_first_turn():
    """A's first turn: NEXT_PHASE is illegal; in the second it is legal."""
    assert "next phase" not in legal(table(side(unit("rollo"), turns=0), side()))
    assert "next phase" in legal(table(side(unit("rollo"), turns=1), side()))


@pytest.mark.rule("HOH-113")
def test_t04_equal_totals():
    """Spartan Hoplite on Rollo, 4 against 4: both fall at no cost."""
    p = attack(table(side(unit("spartan_hoplite")), side(unit("rollo"))), 0, B0)
    assert (museum(p), museum(p, 1), points(p)) == ({"spartan_hoplite": 1}, {"rollo": 1}, [50, 50])


@pytest.mark.rule("HOH-112")
@pytest.mark.parametrize(("rules", "left"), [(None, 49), ({"recoil_vs_defense": False}, 50)])
def test_t05_recoil(rules, left):
    """Berserker on a shielded Huscarl in defense, 6 against 7: the Berserker falls and A is at 49, or 50 without recoil."""
    p = attack(table(side(unit("berserker")), side(unit("huscarl", "d", hold="round_shield")), rules=rules), 0, B0)
    assert (museum(p), points(p)) == ({"berserker": 1}, [left, 50])


@pytest.mark.rule("HOH-114")
def test_t06_direct_attack():
    """Rollo with Ulfberht on an empty B: 44."""
    assert points(attack(table(side(unit("rollo", "a", "ulfberht")), side()), 0, DIRECT)) == [50, 44]


@pytest.mark.rule("HOH-115")
def test_t07_no_direct_attack_past_a_combatant():
    """Helen in defense is the only target."""
    p = table(side(unit("rollo")), side(unit("helen", "d"))).play("next phase", "attack with 0")
    assert legal(p) == {B0}


@pytest.mark.rule("HOH-213", "HOH-215")
def test_t08_raid_and_guard():
    """Bellerophon's ability costs 2: past Paris he strikes B for 6, past Hector he cannot."""
    p = table(side(unit("bellerophon")), side(unit("hector"), unit("paris", "d"))).play("activate 0")
    assert points(p) == [48, 50]
    assert legal(p.play("next phase", "attack with 0")) == {B0}
    p = table(side(unit("bellerophon")), side(None, unit("paris", "d"))).play("activate 0", "next phase", "attack with 0")
    assert legal(p) == {B1, DIRECT}
    assert points(p.play(DIRECT)) == [48, 44]


@pytest.mark.rule("HOH-214")
def test_t09_pierce():
    """Amazon Rider with Xiphos on Pericles in defense, 6 against 4: B 48."""
    p = attack(table(side(unit("amazon_rider", "a", "xiphos")), side(unit("pericles", "d"))), 0, B0)
    assert (museum(p, 1), points(p)) == ({"pericles": 1}, [50, 48])


@pytest.mark.rule("HOH-102", "HOH-216")
def test_t10_ward():
    """Two Lagerthas on a Shieldmaiden in defense, 5 against 3 twice: she survives the first, not the second."""
    p = attack(table(side(unit("lagertha"), unit("lagertha")), side(unit("shieldmaiden", "d"))), 0, B0)
    assert units(p, 1) == 1
    p.play("attack with 1", B0)
    assert (units(p, 1), museum(p, 1), points(p)) == (0, {"shieldmaiden": 1}, [50, 50])


@pytest.mark.rule("HOH-083", "HOH-084", "HOH-218")
def test_t11_tribute_with_worth():
    """Thor for a Thrall (2) and Rollo: the cost is met, Thor in slot 0, Leif can still be played."""
    p = table(side(unit("rollo", "d"), hand=["thor", "thrall", "leif"]), side())
    play(p, "thor")
    play(p, "thrall", "own 0")
    assert legal(p) == {"mode attack", "mode defense"}
    p.play("mode attack")
    assert trench(p)[:2] == ["thor", "none"]
    assert playable(p) == {"leif"}


@pytest.mark.rule("HOH-075", "HOH-088")
def test_t12_full_trench():
    """Five Combatants: Socrates is not playable, Leonidas is, and the first tribute comes from the Trench."""
    p = table(side(*[unit("rollo", "d")] * 5, hand=["leonidas", "socrates"]), side())
    assert playable(p) == {"leonidas"}
    assert legal(play(p, "leonidas")) == {f"own {slot}" for slot in range(5)}


@pytest.mark.rule("HOH-035", "HOH-036")
def test_t13_hand_limit():
    """Eight cards of six titles: two discards, without effect, then B's turn; with hand_limit=10 none."""
    cards = ["leonidas", "socrates", "rollo", "rollo", "xiphos", "aspis", "thor", "thor"]
    p = table(side(hand=cards), side()).play("end turn")
    assert (len(legal(p)), playable(p)) == (6, set(cards))
    play(p, "socrates")
    assert (p.seat, sum(hand(p).values()), len(legal(p))) == (0, 7, 5)
    play(p, "rollo")
    assert (p.seat, points(p), p.record.deck_size[0]) == (1, [50, 50], 20)
    assert museum(p) == {"socrates": 1, "rollo": 1}
    p = table(side(hand=cards), side(), rules={"hand_limit": 10}).play("end turn")
    assert (p.seat, sum(hand(p).values())) == (1, 8)


@pytest.mark.rule("HOH-042", "HOH-043", "HOH-044")
@pytest.mark.parametrize(("held", "cards", "most"), [(0, 20, 5), (2, 20, 3), (5, 20, 1), (6, 20, 1), (2, 2, 2)])
def test_t14_draws(held, cards, most):
    """Draw up to five in hand, one at least, no more than the deck has."""
    p = table(side(hand=["rollo"] * held, deck=["paris"] * cards), side(), phase="beginning")
    assert legal(p) == {f"draw {k}" for k in range(1, most + 1)}
    p.play(f"draw {most}")
    assert (sum(hand(p).values()), p.record.deck_size[0]) == (held + most, cards - most)


@pytest.mark.rule("HOH-130")
def test_t15_deck_out():
    """B's deck is empty and A ends the turn: A wins at 50 to 50."""
    p = table(side(), side(deck=[])).play("end turn")
    assert (p.over, p.record.winner, points(p)) == (True, 0, [50, 50])


@pytest.mark.rule("HOH-070", "HOH-079")
def test_t16_costs_leave_a_state_point():
    """Trashing Rollo is illegal at 2 State Points, and leaves 1 of 3."""
    assert "trash unit 0" not in legal(table(side(unit("rollo"), sp=2), side()))
    p = table(side(unit("rollo"), sp=3), side()).play("trash unit 0")
    assert (points(p), museum(p)) == ([1, 50], {"rollo": 1})


@pytest.mark.rule("HOH-048")
def test_t17_free_discard_of_a_battlefield():
    """At the beginning Plains of Troy may be discarded for nothing, before the draw."""
    p = table(side(hand=["rollo"] * 5, battlefield="troy"), side(), phase="beginning")
    assert legal(p) == {"discard battlefield", "draw 1"}
    p.play("discard battlefield")
    assert (points(p), museum(p), battlefield(p), legal(p)) == ([50, 50], {"troy": 1}, "none", {"draw 1"})


@pytest.mark.rule("HOH-050", "HOH-052")
def test_t18_replacing_a_battlefield():
    """Marathon replaces Plains of Troy for 2; Mount Olympus is not playable this turn."""
    p = table(side(hand=["marathon", "olympus"], battlefield="troy"), side())
    assert playable(p) == {"marathon", "olympus"}
    play(p, "marathon")
    assert (points(p), museum(p), battlefield(p), playable(p)) == ([48, 50], {"troy": 1}, "marathon", set())


@pytest.mark.rule("HOH-057", "HOH-220")
def test_t19_weapon_moves():
    """One weapon is attached per turn, two after Forge of Hephaestus."""
    p = table(side(unit("rollo"), unit("lagertha"), hand=["forge"], command=["xiphos", "seax"]), side())
    assert {"attach 0", "attach 1"} <= legal(p)
    p.play("attach 0", "own 0")
    assert "attach 1" not in legal(p)
    play(p, "forge")
    assert "attach 1" in legal(p)


@pytest.mark.rule("HOH-063", "HOH-064")
def test_t20_swap():
    """Rollo's Xiphos goes to Lagertha for 2; the weapon move is still unused."""
    p = table(side(unit("rollo", "a", "xiphos"), unit("lagertha"), command=["seax"]), side()).play("swap weapons 0-1")
    assert (points(p), p.record.weapon[0, :2].tolist()) == ([48, 50], [0, 26])
    assert shown(p, "weapon_moves_left") == 1
    assert "attach 0" in legal(p)


@pytest.mark.rule("HOH-065", "HOH-066")
def test_t21_full_command_zone():
    """A weapon cannot return to a full Command Zone, but be trashed."""
    full = ["seax", "seax", "seax", "aspis", "long_walls"]
    found = legal(table(side(unit("rollo", "a", "xiphos"), command=full), side()))
    assert "return weapon 0" not in found
    assert "trash weapon 0" in found
    assert "return weapon 0" in legal(table(side(unit("rollo", "a", "xiphos"), command=full[:4]), side()))


@pytest.mark.rule("HOH-009", "HOH-071", "HOH-072")
def test_t22_actions_need_room():
    """Four Seaxes leave room for one Ambrosia; after the turn its slot is empty again."""
    p = table(side(hand=["ambrosia", "ambrosia", "seax"], command=["seax"] * 4), side())
    play(p, "ambrosia")
    assert (points(p), playable(p), command(p)[4]) == ([54, 50], set(), "ambrosia")
    p.play("end turn")
    assert (p.seat, command(p)[4], museum(p)) == (1, "none", {"ambrosia": 1})


@pytest.mark.rule("HOH-103")
def test_t23_never_below_0():
    """Helen with Winged Sandals has total ATK 0."""
    assert stats(table(side(unit("helen", hold="winged_sandals")), side()))[0] == 0


@pytest.mark.rule("HOH-080", "HOH-119")
def test_t24_coin_of_charon():
    """Ragnar steals 2, then the Coin pays B 4: 52 and 52; trashing its bearer gains nothing."""
    p = attack(table(side(unit("ragnar")), side(unit("rollo", "d", hold="coin_of_charon"))), 0, B0)
    assert (points(p), museum(p, 1)) == ([52, 52], {"rollo": 1, "coin_of_charon": 1})
    p = table(side(unit("rollo", hold="coin_of_charon")), side()).play("trash unit 0")
    assert (points(p), museum(p)) == ([48, 50], {"rollo": 1, "coin_of_charon": 1})


@pytest.mark.rule("HOH-121")
def test_t25_two_paris():
    """Achilles kills Rollo beside two Paris: A 44, B 45."""
    p = attack(table(side(unit("achilles")), side(unit("rollo"), unit("paris"), unit("paris"))), 0, B0)
    assert points(p) == [44, 45]


@pytest.mark.rule("HOH-120")
def test_t26_paris_after_a_draw():
    """Hoplite and Rollo fall, Paris costs A 3: A 47, B 50."""
    p = attack(table(side(unit("spartan_hoplite")), side(unit("rollo"), unit("paris"))), 0, B0)
    assert (points(p), units(p), units(p, 1)) == ([47, 50], 0, 1)


@pytest.mark.rule("HOH-118")
@pytest.mark.parametrize(("b", "winner", "left"), [(5, 0, [3, 0]), (6, 1, [0, 1])])
def test_t27_damage_before_triggers(b, winner, left):
    """Example 1 with A at 3: B at 5 is out first; B at 6 is left with 1 and Paris wins."""
    p = attack(table(side(ALEXANDER, sp=3), side(unit("rollo"), unit("paris", "d"), sp=b)), 0, B0)
    assert (p.over, p.record.winner, points(p)) == (True, winner, left)


@pytest.mark.rule("HOH-178", "HOH-210", "HOH-211")
def test_t28_perseus():
    """The picked Lagertha neither attacks nor switches in B's turn, Rollo does; she is free at A's next beginning."""
    p = table(side(hand=["perseus", "huscarl", "huscarl"]), side(unit("lagertha"), unit("rollo")))
    play(p, "perseus")
    play(p, "huscarl")
    play(p, "huscarl", "mode attack", B0)
    pass_turn(p)
    assert {"switch 0", "switch 1"} & legal(p) == {"switch 1"}
    assert legal(p.play("next phase")) == {"next phase", "attack with 1"}
    p.play("next phase")
    assert {"switch 0", "switch 1"} & legal(p) == {"switch 1"}
    p.play("end turn")
    assert (p.seat, p.record.phase) == (0, Phase.BEGINNING)
    assert [shown(p, name)[1, 0] for name in ("stunned", "locked")] == [0, 0]


@pytest.mark.rule("HOH-047", "HOH-227")
def test_t29_phalanx_formation():
    """Hoplite DEF 5, Rollo 4; still 5 in B's turn, 3 at A's next beginning."""
    p = play(table(side(unit("spartan_hoplite", "d"), unit("rollo", "d"), hand=["phalanx"]), side()), "phalanx")
    assert (stats(p)[1], stats(p, 0, 1)[1]) == (5, 4)
    pass_turn(p)
    assert stats(p)[1] == 5
    p.play("end turn")
    assert (p.seat, stats(p)[1]) == (0, 3)


@pytest.mark.rule("HOH-060")
def test_t30_long_walls():
    """Two Long Walls: Rollo has DEF 6 in defense mode, 4 after switching."""
    p = table(side(unit("rollo", "d"), command=["long_walls", "long_walls"]), side())
    assert stats(p)[1] == 6
    assert stats(p.play("switch 0"))[1] == 4


@pytest.mark.rule("HOH-171", "HOH-181")
def test_t31_alexanders_army():
    """Alexander, Paris, Rollo, Companion Cavalry: ATK 7, 4, 4, 7."""
    p = table(side(unit("alexander"), unit("paris"), unit("rollo"), unit("companion_cavalry")), side())
    assert [stats(p, 0, slot)[0] for slot in range(4)] == [7, 4, 4, 7]


@pytest.mark.rule("HOH-217")
def test_t32_mount_olympus():
    """Leonidas needs no tribute there, but a free slot."""
    p = table(side(hand=["leonidas"], battlefield="olympus"), side())
    assert legal(play(p, "leonidas")) == {"mode attack", "mode defense"}
    p = table(side(*[unit("rollo")] * 5, hand=["leonidas"], battlefield="olympus"), side())
    assert playable(p) == set()


@pytest.mark.rule("HOH-206", "HOH-233")
def test_t33_ragnarok():
    """A pays 3, all Combatants fall, the Coin pays 4: A 51, B 50; Paris is silent, it was no battle."""
    a = side(unit("rollo", "d", hold="coin_of_charon"), hand=["ragnarok"])
    p = play(table(a, side(unit("thor"), unit("paris"))), "ragnarok")
    assert (points(p), units(p), units(p, 1)) == ([51, 50], 0, 0)
    assert museum(p, 1) == {"thor": 1, "paris": 1}


@pytest.mark.rule("HOH-091", "HOH-092", "HOH-204")
def test_t34_call_of_the_valkyries():
    """It pays 2 and offers only Rollo; his play row brings A back to 50; Lagertha can still be played."""
    p = table(side(hand=["valkyries", "lagertha"], museum=["rollo", "thor"]), side())
    assert legal(play(p, "valkyries")) == {"choice 0"}
    assert points(p) == [48, 50]
    p.play("choice 0", "mode attack")
    assert (points(p), trench(p)[0], museum(p), playable(p)) == ([50, 50], "rollo", {"thor": 1}, {"lagertha"})


@pytest.mark.rule("HOH-219")
def test_t35_longship_crew():
    """Crew, then Lagertha; Rollo is not playable."""
    p = play(table(side(hand=["longship_crew", "lagertha", "rollo"]), side()), "longship_crew", "mode attack")
    assert playable(p) == {"lagertha", "rollo"}
    assert playable(play(p, "lagertha", "mode attack")) == set()


@pytest.mark.rule("HOH-188", "HOH-189")
def test_t36_three_players():
    """Danegeld asks for an opponent: seat 2 at 23; Thor's row takes 1 of each, his direct attack 9: 25, 24, 13."""
    p = table(side(unit("thor"), sp=25, hand=["danegeld"]), side(unit("huscarl", "d"), sp=25), side(sp=25))
    assert legal(play(p, "danegeld")) == {"player player_1", "player player_2"}
    assert points(p.play("player player_2")) == [25, 25, 23]
    assert points(attack(p, 0, "player player_2")) == [25, 24, 13]


@pytest.mark.rule("HOH-107", "HOH-207")
def test_t37_bearded_axe():
    """Varangian Guard disarms Rollo before totals are taken: 6 against 4, B 48."""
    p = attack(table(side(unit("varangian", "a", "bearded_axe")), side(unit("rollo", "a", "xiphos"))), 0, B0)
    assert (points(p), museum(p, 1)) == ([50, 48], {"rollo": 1, "xiphos": 1})


@pytest.mark.rule("HOH-185")
def test_t38_artemis_bow():
    """After the draw the weakest enemy, Paris with DEF 2, has 1 less this turn; Lagertha is unchanged."""
    p = table(side(unit("rollo", "a", "artemis_bow")), side(unit("lagertha"), unit("paris", "d")), phase="beginning")
    assert stats(p, 1, 1) == (3, 2)
    p.play("draw 1")
    assert (stats(p, 1, 0), stats(p, 1, 1)) == ((4, 3), (2, 1))
    assert stats(pass_turn(p), 1, 1) == (3, 2)


@pytest.mark.rule("HOH-099")
def test_t39_attack_cost():
    """attack_cost=1: A 49, B 46."""
    assert points(attack(table(side(unit("rollo")), side(), rules={"attack_cost": 1}), 0, DIRECT)) == [49, 46]


@pytest.mark.rule("HOH-090")
@pytest.mark.parametrize(("slots", "left"), [("separate", {"lagertha"}), ("shared", set())])
def test_t40_summon_slots(slots, left):
    """Leonidas for Rollo: with shared slots Lagertha is not playable any more."""
    p = table(side(unit("rollo"), hand=["leonidas", "lagertha"]), side(), rules={"summon_slots": slots})
    assert playable(play(p, "leonidas", "own 0", "mode attack")) == left


@pytest.mark.rule("HOH-078")
def test_t41_switches():
    """Lagertha turns once in Action Phase 1, attacks, and turns back in Action Phase 2."""
    p = table(side(unit("lagertha", "d")), side()).play("switch 0")
    assert "switch 0" not in legal(p)
    attack(p, 0, DIRECT)
    assert (p.record.phase, points(p)) == (Phase.ACTION_2, [50, 46])
    p.play("switch 0")
    assert p.record.mode[0, 0] == Mode.DEFENSE
    assert "switch 0" not in legal(p)


@pytest.mark.rule("HOH-024", "HOH-025", "HOH-026", "HOH-027", "HOH-028", "HOH-139")
def test_t42_deck_checks():
    """39 or 81 cards, 4 Lagertha, 3 Thor, 2 Mjolnir are refused; the starters and 25 cards of three players are not."""
    plain = [card.key for card in catalogue(["standard"]).cards if card.type == "combatant" and card.key != "lagertha"]
    full = dict.fromkeys(plain[:13], 3)  # 39 cards
    refused = [full, dict.fromkeys(plain[:27], 3)] + [{**full, **extra} for extra in ({"lagertha": 4}, {"thor": 3}, {"mjolnir": 2})]
    for cards, named in zip(refused, ("39", "81", "Lagertha", "Thor", "Mjolnir"), strict=True):
        with pytest.raises(RulesError, match=named):
            GAME.new(rules={"decks": [cards]})
    for name in ("greeks", "vikings", "mixed"):
        assert GAME.new(rules={"decks": [name]}).record.deck_size[:2].tolist() == [35, 35]
    small = {**dict.fromkeys(plain[:8], 3), "lagertha": 1}
    assert GAME.new(num_players=3, rules={"decks": [small]}).record.deck_size[:3].tolist() == [20, 20, 20]


@pytest.mark.rule("HOH-030")
@pytest.mark.parametrize("players", [2, 4])
def test_t43_same_seed_same_game(players):
    """The same seed and the same actions give identical bytes after every step; another seed does not."""
    luck = np.random.default_rng(7)
    p, again = GAME.new(num_players=players, seed=12), GAME.new(num_players=players, seed=12)
    assert p.to_bytes() != GAME.new(num_players=players, seed=13).to_bytes()
    while not p.over:
        assert p.to_bytes() == again.to_bytes()
        action = int(luck.choice(p.legal_ids()))
        p.play(action)
        again.play(action)
    assert p.to_bytes() == again.to_bytes()


@pytest.mark.slow
@pytest.mark.rule("HOH-019")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_t44_cards_are_conserved(players):
    """After every step of random games each living player's cards add up to the deck of 40 it began with."""
    for batch in random_games(15 if DISABLED else 400, players, seed=21):
        s = batch.states
        piles = s["deck_size"].astype(int) + s["hand_size"] + s["museum"].sum(axis=2, dtype=int) + (s["battlefield"] > 0)
        slots = sum((s[name] > 0).sum(axis=2) for name in ("trench", "weapon", "hold", "command"))
        pending = np.isin(s["prompt"], (Prompt.TRIBUTE, Prompt.MODE)) & (s["over"] == 0)
        waits = pending[:, None] & (np.arange(4) == s["active"][:, None])
        alive = s["alive"] == 1
        assert ((piles + slots + waits)[alive] == 40).all()
        assert (np.count_nonzero(s["hand"], axis=2) == s["hand_size"]).all()
