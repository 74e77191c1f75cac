"""Rules of chapter VIII on trading (AOM-151 to AOM-155), ageing (AOM-156 to AOM-159), attacking and passing (AOM-160 to AOM-164)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import Age, Prompt
from rulebound.envs.age_of_mythology.variant import CARDS, RESOURCES
from rulebound.envs.core.position import IllegalAction, Position
from tests.age_of_mythology.helpers import bank, commit, cubes, hand, offered, prompt, scene, stock, units, vp

MARKET = {"market": 1}
TEMPLE = {"market": 1, "great_temple": 1}
POOR = {"resources": cubes(0, 0, 0, 0)}


def trade(resources: dict[str, int], buildings: dict[str, int], *others: dict, card: str = "trade", **fields) -> Position:
    """Seat 0 of three has begun a trade."""
    first = {"hand": [card], "resources": resources, "buildings": buildings}
    return scene(first, *(others or ({}, {})), **fields).play(f"play {card}")


# ------------------------------------------------------------------------------------------------ trade
@pytest.mark.rule("AOM-151")
def test_exchanges_stop_when_the_bank_is_out_of_a_resource():
    """Two gold in the bank and five wood: two exchanges of wood for gold, not three."""
    p = trade(cubes(0, 5, 0, 0), MARKET, {"resources": cubes(0, 0, 12, 0)}, {"resources": cubes(0, 0, 11, 0)})
    assert bank(p)[2] == 2
    p.play("exchange wood for gold", "exchange wood for gold")
    assert stock(p, 0) == (0, 3, 2, 0)
    assert offered(p, "exchange") == {"wood for food", "wood for favor"}
    with pytest.raises(IllegalAction):
        p.play("exchange wood for gold")


@pytest.mark.rule("AOM-151")
@pytest.mark.parametrize("number", range(6))
def test_any_number_of_cubes_is_exchanged_one_for_one(number):
    """Five wood and a Market: from none to all five become gold."""
    p = trade(cubes(0, 5, 0, 0), MARKET)
    before = bank(p)
    p.play(*["exchange wood for gold"] * number)
    if number < 5:
        p.play("done")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == (0, 5 - number, number, 0)
    assert bank(p) == (before[0], before[1] + number, before[2] - number, before[3])


@pytest.mark.rule("AOM-151")
def test_only_own_cubes_are_exchanged():
    """Without food nothing is exchanged for food's sake: only the resources at hand are given."""
    p = trade(cubes(0, 1, 0, 1), MARKET)
    assert {text.split()[0] for text in offered(p, "exchange")} == {"wood", "favor"}
    assert not any(text.split()[0] == text.split()[2] for text in offered(p, "exchange"))


@pytest.mark.rule("AOM-152")
@pytest.mark.parametrize("given", RESOURCES)
@pytest.mark.parametrize("received", RESOURCES)
def test_a_trade_is_made_with_the_bank_alone(given, received):
    """Whatever is exchanged, one cube goes to the bank, one comes from it, and no other player's cubes change."""
    p = trade(cubes(4, 4, 4, 4), MARKET)
    if given == received:
        assert f"{given} for {received}" not in offered(p, "exchange")
        return
    before = np.array([bank(p), stock(p, 0), stock(p, 1), stock(p, 2)])
    p.play(f"exchange {given} for {received}")
    change = np.array([RESOURCES.index(received) == k for k in range(4)], int) - [RESOURCES.index(given) == k for k in range(4)]
    after = np.array([bank(p), stock(p, 0), stock(p, 1), stock(p, 2)])
    assert (after - before).tolist() == [(-change).tolist(), change.tolist(), [0] * 4, [0] * 4]


@pytest.mark.rule("AOM-152")
def test_no_other_player_is_asked_or_named_in_a_trade():
    """All decisions of a trade belong to its player, and none of them names a player."""
    p = trade(cubes(4, 4, 4, 8), {"great_temple": 1})
    others = stock(p, 1), stock(p, 2)
    for action in ("pay food", "pay wood", "exchange gold for food", "buy victory cube"):
        assert p.seat == 0
        assert not offered(p, "player")
        p.play(action)
        assert (stock(p, 1), stock(p, 2)) == others
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-153")
@pytest.mark.parametrize(("left", "bought"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_victory_cubes_bought_are_limited_by_those_in_the_bank(left, bought):
    """With 24 favor the Great Temple sells three cubes, or as many as there are."""
    p = trade(cubes(0, 0, 0, 24), TEMPLE, POOR, POOR, vp_card={"wonder": 30 - left})
    for number in range(bought):
        assert "buy victory cube" in p.legal()
        p.play("buy victory cube")
        assert (vp(p)[0], stock(p, 0)[3], p.record.vp_bank) == (number + 1, 24 - 8 * (number + 1), left - number - 1)
    assert "buy victory cube" not in p.legal()
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-153")
@pytest.mark.parametrize(("favor", "buildings", "legal"), [(8, TEMPLE, True), (7, TEMPLE, False), (8, MARKET, False)])
def test_a_victory_cube_costs_8_favor_and_needs_the_great_temple(favor, buildings, legal):
    """Eight favor buy a cube; seven do not, and without the temple nothing does."""
    p = trade(cubes(0, 0, 0, favor), buildings)
    assert ("buy victory cube" in p.legal()) is legal


@pytest.mark.rule("AOM-154")
def test_what_was_given_is_not_received_and_what_was_received_is_not_given():
    """After wood for gold, gold for anything and anything for wood are closed, all else is open."""
    p = trade(cubes(4, 4, 4, 4), MARKET)
    assert len(offered(p, "exchange")) == 12
    p.play("exchange wood for gold")
    assert offered(p, "exchange") == {
        "food for gold", "food for favor", "wood for food", "wood for gold", "wood for favor", "favor for food", "favor for gold",
    }  # fmt: skip


@pytest.mark.rule("AOM-154")
def test_the_next_trade_begins_afresh():
    """What was received in one trade may be given in the next."""
    first = {"hand": ["trade", "trade_1"], "resources": cubes(0, 2, 0, 0), "buildings": MARKET}
    p = scene(first, {"hand": ["gather", "build"]}, {"hand": ["gather", "build"]})
    p.play("play trade", "exchange wood for gold", "done", "drop gather", "drop gather", "play trade_1")
    assert "gold for wood" in offered(p, "exchange")


@pytest.mark.rule("AOM-155")
def test_no_exchange_after_the_first_victory_cube():
    """With 16 favor and 3 gold: exchanges are open before the purchase and closed after it."""
    p = trade(cubes(0, 0, 3, 16), TEMPLE)
    assert "gold for favor" in offered(p, "exchange")
    p.play("buy victory cube")
    assert p.legal() == ["done", "buy victory cube"]
    p.play("done")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == (0, 0, 3, 8)


@pytest.mark.rule("AOM-155")
def test_exchanges_may_come_before_the_purchase():
    """Five favor and three gold: three exchanges make the eight favor of a cube."""
    p = trade(cubes(0, 0, 3, 5), TEMPLE)
    favor = bank(p)[3]
    p.play(*["exchange gold for favor"] * 3, "buy victory cube")
    assert (stock(p, 0), vp(p)[0], bank(p)[3]) == ((0, 0, 0, 0), 1, favor + 5)


# ------------------------------------------------------------------------------------------------ next age
@pytest.mark.rule("AOM-156")
def test_next_age_costs_the_amount_of_every_resource_and_rises_one_age():
    """Archaic with 12 of each: classical with 8 of each; the cubes go to the bank."""
    p = scene({"hand": ["next_age"], "resources": cubes(12, 12, 12, 12)}, {}, {})
    before = bank(p)
    p.play("play next_age")
    assert Age(p.record.age[0]) == Age.CLASSICAL
    assert stock(p, 0) == (8, 8, 8, 8)
    assert bank(p) == tuple(k + 4 for k in before)
    assert p.record.age[1:3].tolist() == [0, 0]


@pytest.mark.rule("AOM-156")
@pytest.mark.parametrize("missing", range(4))
def test_next_age_needs_the_amount_of_every_single_resource(missing):
    """One cube short of one resource and the action is closed; dropping is not."""
    resources = [4, 4, 4, 4]
    resources[missing] = 3
    p = scene({"hand": ["next_age"], "resources": cubes(*resources)}, {}, {})
    assert p.legal() == ["drop next_age"]


@pytest.mark.rule("AOM-157")
def test_ages_follow_each_other_and_end_with_the_mythic():
    """Three cards lead from archaic over classical and heroic to mythic; a fourth cannot be played."""
    first = {"culture": "norse", "hand": ["next_age"] + ["next_age_cheap"] * 3, "resources": cubes(20, 20, 20, 20)}
    p = scene(
        first,
        {"hand": [], "resources": cubes(0, 0, 0, 0)},
        {"hand": [], "resources": cubes(0, 0, 0, 0)},
        rules={"limits.rounds_per_turn": 4},
    )
    seen = [p.record.age[0]]
    for card in ("next_age", "next_age_cheap", "next_age_cheap"):
        p.play(f"play {card}")
        seen.append(p.record.age[0])
    assert seen == [Age.ARCHAIC, Age.CLASSICAL, Age.HEROIC, Age.MYTHIC]
    assert stock(p, 0) == (20 - 4 - 4 - 5,) * 4
    assert p.legal() == ["drop next_age_cheap"]


@pytest.mark.rule("AOM-157")
@pytest.mark.parametrize("card", ["next_age", "next_age_cheap"])
def test_next_age_is_closed_in_the_mythic_age(card):
    """Mythic with 20 of each: the card can only be dropped; one age earlier it can be played."""
    first = {"culture": "norse", "hand": [card], "resources": cubes(20, 20, 20, 20)}
    others = {"resources": cubes(2, 2, 2, 2)}
    assert scene({**first, "age": "mythic"}, others, others).legal() == [f"drop {card}"]
    assert f"play {card}" in scene({**first, "age": "heroic"}, others, others).legal()


@pytest.mark.rule("AOM-158")
def test_the_bigger_hand_comes_with_the_next_turn():
    """Classical in round 2: no card is drawn then; the next hand has five cards, those of the others four."""
    first = {"hand": ["gather", "next_age", "build", "explore"]}
    p = scene(first, {"hand": []}, {"hand": []}, turn=1)
    p.play("drop gather")
    assert p.record.round_number == 2
    p.play("play next_age")
    assert p.record.age[0] == Age.CLASSICAL
    assert hand(p, 0) == {"build": 1, "explore": 1}
    p.play("drop build")
    assert prompt(p) == (0, Prompt.DISCARD)
    p.play("drop explore")
    assert prompt(p) == (1, Prompt.PLACE_VP)
    p.play(*["place cube on wonder"] * 3, "done", "done", "done")
    assert [int(p.record.hand[seat].sum()) for seat in range(3)] == [5, 4, 4]


@pytest.mark.rule("AOM-159")
def test_the_hero_of_the_new_age_is_recruited_in_the_next_round():
    """Archaic: no Priest. Classical by the first card: the second card recruits the Priest at once."""
    rich = cubes(12, 12, 12, 12)
    p = scene({"culture": "egyptian", "hand": ["recruit"], "resources": rich}, {}, {}).play("play recruit")
    assert "priest" not in offered(p, "recruit")
    first = {"culture": "egyptian", "hand": ["next_age", "recruit"], "resources": rich}
    p = scene(first, {"hand": []}, {"hand": []}).play("play next_age", "play recruit")
    assert p.record.round_number == 2
    assert {"priest", "pharaoh", "son_of_osiris"} & offered(p, "recruit") == {"priest"}
    p.play("recruit priest")
    assert units(p, 0)["priest"] == 1


@pytest.mark.rule("AOM-159")
@pytest.mark.parametrize(
    ("age", "heroes"),
    [
        ("archaic", set()),
        ("classical", {"priest"}),
        ("heroic", {"priest", "pharaoh"}),
        ("mythic", {"priest", "pharaoh", "son_of_osiris"}),
    ],
)
def test_heroes_of_earlier_ages_stay_recruitable(age, heroes):
    """Every age adds its hero to those of the ages before."""
    p = scene({"culture": "egyptian", "age": age, "hand": ["recruit"], "resources": cubes(9, 9, 9, 9)}, {}, {}).play("play recruit")
    assert offered(p, "recruit") & {"priest", "pharaoh", "son_of_osiris"} == heroes


# ------------------------------------------------------------------------------------------------ attack
@pytest.mark.rule("AOM-160")
@pytest.mark.parametrize(("players", "seat", "targets"), [(3, 0, {1, 2}), (4, 0, {1, 3}), (4, 2, {1, 3}), (4, 3, {0, 2}), (5, 1, {0, 2})])
def test_only_direct_neighbours_are_attacked(players, seat, targets):
    """Left and right neighbour are targets, nobody beyond them."""
    cultures = {3: "gen", 4: "gegn", 5: "gegen"}[players]
    names = {"g": "greek", "e": "egyptian", "n": "norse"}
    everybody = [{"culture": names[letter], "hand": ["attack"] if k == seat else []} for k, letter in enumerate(cultures)]
    p = scene(*everybody, start=seat).play("play attack")
    assert prompt(p) == (seat, Prompt.ATTACK_TARGET)
    assert p.legal() == [f"player player_{(seat + d) % players}" for d in range(1, players) if (seat + d) % players in targets]


@pytest.mark.rule("AOM-160")
def test_with_two_players_the_one_opponent_is_attacked():
    """There is one target; with forced decisions shown it is the only answer."""
    p = scene({"hand": ["attack"]}, {}).play("play attack")
    assert prompt(p) == (0, Prompt.ATTACK_AREA)
    assert (p.record.attacker, p.record.defender) == (0, 1)
    p = scene({"hand": ["attack"]}, {}, rules={"auto_skip_forced": False}).play("play attack")
    assert p.legal() == ["player player_1"]


@pytest.mark.rule("AOM-161")
@pytest.mark.parametrize("area", ["city", "production", "holding"])
def test_the_area_is_named_openly_before_units_are_chosen(area):
    """Target, area, attacking army, defending army: the defender knows the area when choosing."""
    p = scene({"hand": ["attack"]}, {}, {}).play("play attack")
    assert prompt(p) == (0, Prompt.ATTACK_TARGET)
    p.play("player player_1")
    assert prompt(p) == (0, Prompt.ATTACK_AREA)
    p.play(f"attack {area}")
    assert prompt(p) == (0, Prompt.COMMIT_ATT)
    assert p.describe(1)["area"] == area
    commit(p, {"spearman": 1})
    assert prompt(p) == (1, Prompt.COMMIT_DEF)
    seen = p.describe(1)
    assert (seen["area"], seen["attacker"], seen["defender"]) == (area, "+2", "me")


@pytest.mark.rule("AOM-162")
def test_an_empty_area_may_be_attacked():
    """An opponent without buildings, tiles and cubes still has three areas."""
    p = scene({"hand": ["attack"]}, {"buildings": {}, "tiles": {}, **POOR}, {}).play("play attack", "player player_1")
    assert offered(p, "attack") == {"city", "production", "holding"}


@pytest.mark.rule("AOM-162")
@pytest.mark.parametrize("area", ["city", "production", "holding"])
def test_a_battle_for_an_empty_area_is_fought_for_the_victory_cubes(area):
    """The winner takes the last-battle cubes, and there is nothing to take."""
    p = scene({"hand": ["attack"]}, {"units": {}, **POOR}, {}, vp_card={"last_battle": 2})
    p.play("play attack", "player player_1", f"attack {area}")
    commit(p, {"spearman": 1})
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert vp(p) == [2, 0, 0]


@pytest.mark.rule("AOM-163")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_attacker_uses_one_unit_up_to_the_number_of_the_card(number):
    """With six units and Attack 4, any number from 1 to 4 may be sent, a fifth may not."""
    p = scene({"culture": "egyptian", "hand": ["attack"], "units": {"spearman": 6}}, {}, {})
    p.play("play attack", "player player_1", "attack city", *["commit spearman"] * number)
    assert p.legal() == (["done", "commit spearman"] if number < 4 else ["done"])
    p.play("done")
    assert prompt(p) == (1, Prompt.COMMIT_DEF)


@pytest.mark.rule("AOM-163")
@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_the_defender_uses_none_up_to_the_number_of_the_card(number):
    """The defender has six units: any number from 0 to 4 may be sent, a fifth may not."""
    p = scene({"culture": "egyptian", "hand": ["attack"]}, {"culture": "greek", "units": {"hoplite": 6}}, {})
    commit(p.play("play attack", "player player_1", "attack city"), {"spearman": 1})
    p.play(*["commit hoplite"] * number)
    assert p.legal() == (["done", "commit hoplite"] if number < 4 else ["done"])
    p.play("done")
    assert p.record.in_battle[1].sum() == number
    assert prompt(p) == ((0, Prompt.FIGHT_ATT) if number else (1, Prompt.PLAY_CARD))


# ------------------------------------------------------------------------------------------------ pass
@pytest.mark.rule("AOM-164")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_card_in_hand_may_be_dropped_in_every_round(number):
    """All seven permanent cards, a plain card and a god card: each one may be dropped."""
    cards = [*CARDS[:7], "attack_5", "isis"]
    p = scene({"culture": "egyptian", "hand": cards}, {}, {}, round_number=number)
    assert offered(p, "drop") == set(cards)


@pytest.mark.rule("AOM-164")
@pytest.mark.parametrize("card", ["gather", "next_age", "attack_7", "gather_all", "thoth"])
def test_a_dropped_card_has_no_effect(card):
    """The hand is one card smaller; nothing else on the table has changed."""
    first = {"culture": "egyptian", "hand": [card, "build"], "tiles": {"fertile_food2": 2}, "resources": cubes(9, 9, 9, 9)}
    p = scene(first, {"tiles": {"hills_gold2": 1}}, {})
    before = p.clone()
    p.play(f"drop {card}")
    assert hand(p, 0) == {"build": 1}
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    course = {"decisions", "seat", "active", "step"}
    changed = {path for path in before.diff(p) if path not in course and "hand" not in path and "used" not in path}
    assert changed == set()


@pytest.mark.rule("AOM-164")
def test_a_dropped_card_is_not_played_again_this_turn():
    """The card is gone for the turn; the other cards remain."""
    p = scene({"hand": ["gather", "build"]}, {"hand": []}, {"hand": []}).play("drop gather")
    assert p.record.round_number == 2
    assert {text.split()[1] for text in p.legal()} == {"build"}
