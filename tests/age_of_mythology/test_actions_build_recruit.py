"""The Build and the Recruit action, and the cost of a Trade (AOM-142 to AOM-150)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import DATA
from tests.age_of_mythology.helpers import arrange, ask, bank, buildings, cubes, offered, prompt, scene, stock, units

NOTHING = cubes(0, 0, 0, 0)


# ------------------------------------------------------------------------------------------------ build
@pytest.mark.rule("AOM-142")
def test_up_to_the_number_of_the_card() -> None:
    """Build 2 with 6 food 6 wood: two houses, and the action ends with 2 2 left."""
    p = scene({"hand": ["build_2"], "resources": cubes(6, 6, 0, 0)}, {}, {}).play("play build_2", "build house", "build house")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (stock(p, 0), buildings(p, 0)) == ((2, 2, 0, 0), {"house": 2})


@pytest.mark.rule("AOM-142")
@pytest.mark.parametrize(("card", "number"), [("build", 1), ("build_2", 2), ("build_3", 3), ("build_4", 4)])
def test_every_build_card_has_its_number(card: str, number: int) -> None:
    """A rich player builds exactly as many houses as the card says."""
    p = scene({"hand": [card], "resources": cubes(12, 12, 0, 0)}, {}, {}).play(f"play {card}")
    while ask(p, Prompt.BUILD_PICK):
        p.play("build house")
    assert buildings(p, 0) == {"house": number}


@pytest.mark.rule("AOM-142")
def test_stopping_early() -> None:
    """`done` after one house ends the action with 4 4 left."""
    p = scene({"hand": ["build_2"], "resources": cubes(6, 6, 0, 0)}, {}, {}).play("play build_2", "build house", "done")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (stock(p, 0), buildings(p, 0)) == ((4, 4, 0, 0), {"house": 1})


@pytest.mark.rule("AOM-142")
def test_each_building_is_paid_when_taken() -> None:
    """After the first of Build 2 only what the rest can pay is offered."""
    p = scene({"hand": ["build_2"], "resources": cubes(5, 4, 0, 0)}, {}, {}).play("play build_2")
    assert offered(p, "build") == {"house", "gold_mint"}
    p.play("build house")
    assert stock(p, 0) == (3, 2, 0, 0)
    p.play("build gold_mint")
    assert stock(p, 0) == (0, 0, 0, 0)


@pytest.mark.rule("AOM-143")
def test_a_new_quarry_does_not_cheapen_the_house_after_it() -> None:
    """Build 2: quarry, then a house for 4 cubes."""
    p = scene({"hand": ["build_2"], "resources": cubes(7, 3, 1, 0)}, {}, {}).play("play build_2", "build quarry", "build house")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == (1, 1, 0, 0)


@pytest.mark.rule("AOM-143")
def test_a_new_quarry_brings_no_house_within_reach() -> None:
    """2 food 1 wood are left after the quarry: its discount would pay for a house, but only from the next action on."""
    p = scene({"hand": ["build_2"], "resources": cubes(6, 1, 1, 0)}, {}, {}).play("play build_2", "build quarry")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == (2, 1, 0, 0)


@pytest.mark.rule("AOM-144")
@pytest.mark.parametrize(
    ("answers", "left"),
    [
        (["favor", "favor"], (0, 0, 0, 2)),
        (["gold", "favor"], (0, 0, 1, 1)),
        (["favor", "gold"], (0, 0, 1, 1)),
        (["gold", "gold"], (0, 0, 2, 0)),
    ],
)
def test_a_discount_is_taken_cube_by_cube(answers: list[str], left: tuple) -> None:
    """Nephthys on a market (3 gold 2 favor): two cubes of the owner's choice are saved."""
    p = scene({"hand": ["nephthys"], "resources": cubes(0, 0, 3, 4)}, {}, {}).play("play nephthys with power", "build market")
    for answer in answers:
        assert prompt(p) == (0, Prompt.BUILD_DISCOUNT)
        assert p.legal() == ["discount gold", "discount favor"]
        p.play(f"discount {answer}")
    assert buildings(p, 0) == {"market": 1}
    assert stock(p, 0) == left


@pytest.mark.rule("AOM-144")
def test_no_part_of_a_price_goes_below_zero() -> None:
    """With a Quarry as well: after two favor the third cube can only be gold."""
    own = {"hand": ["nephthys"], "resources": cubes(0, 0, 3, 4), "buildings": {"quarry": 1}}
    p = scene(own, {}, {}, rules={"auto_skip_forced": False}).play("play nephthys with power", "build market")
    p.play("discount favor", "discount favor")
    assert p.legal() == ["discount gold"]
    p.play("discount gold")
    assert stock(p, 0) == (0, 0, 1, 2)


@pytest.mark.rule("AOM-144")
def test_a_discount_keeps_the_rest_payable() -> None:
    """With 1 gold and the Quarry an armory (3 wood 2 gold) is reached by saving gold only."""
    own = {"hand": ["build"], "resources": cubes(0, 3, 1, 0), "buildings": {"quarry": 1}}
    p = scene(own, {}, {}, rules={"auto_skip_forced": False}).play("play build", "build armory")
    assert p.legal() == ["discount gold"]
    assert stock(p.play("discount gold"), 0) == (0, 0, 0, 0)


@pytest.mark.rule("AOM-145")
def test_quarry_and_nephthys_add_up() -> None:
    """A granary (2 wood 3 gold) costs 2 cubes with both."""
    own = {"hand": ["nephthys"], "resources": cubes(0, 2, 3, 2), "buildings": {"quarry": 1}}
    p = scene(own, {}, {}).play("play nephthys with power", "build granary", "discount wood", "discount wood")
    assert stock(p, 0) == (0, 2, 1, 0)  # the third cube could only be gold
    assert buildings(p, 0) == {"quarry": 1, "granary": 1}


@pytest.mark.rule("AOM-145")
@pytest.mark.parametrize(("quarry", "cost"), [(1, 3), (0, 4)])
def test_nephthys_is_not_for_houses(quarry: int, cost: int) -> None:
    """A house costs 3 cubes with both, and 4 with Nephthys alone."""
    own = {"hand": ["nephthys"], "resources": cubes(2, 2, 0, 2), "buildings": {"quarry": quarry}}
    p = scene(own, {}, {}).play("play nephthys with power", "build house", *["discount food"] * quarry)
    assert buildings(p, 0)["house"] == 1
    assert sum(stock(p, 0)) == 4 - cost


@pytest.mark.rule("AOM-145")
def test_nephthys_for_its_action_alone_saves_nothing() -> None:
    """Without her favor paid a granary costs its 5 cubes."""
    p = scene({"hand": ["nephthys"], "resources": cubes(0, 2, 3, 2)}, {}, {}).play("play nephthys", "build granary")
    assert stock(p, 0) == (0, 0, 0, 2)


# ------------------------------------------------------------------------------------------------ recruit
@pytest.mark.rule("AOM-146")
def test_recruits_are_paid_one_after_another() -> None:
    """Recruit 2 with 3 food 3 wood: Minotaur, then Toxotes, and nothing is left."""
    own = {"culture": "greek", "hand": ["recruit"], "resources": cubes(3, 3, 0, 0)}
    p = scene(own, {}, {})
    before = bank(p)
    p.play("play recruit", "recruit minotaur")
    assert stock(p, 0) == (1, 1, 0, 0)
    assert offered(p, "recruit") == {"hoplite", "toxotes"}
    p.play("recruit toxotes")
    assert stock(p, 0) == (0, 0, 0, 0)
    assert units(p, 0) == {"hoplite": 2, "toxotes": 3, "hippokon": 2, "minotaur": 1}
    assert bank(p) == (before[0] + 3, before[1] + 3, *before[2:])


@pytest.mark.rule("AOM-146")
@pytest.mark.parametrize(("card", "number"), [("recruit", 2), ("recruit_3", 3), ("recruit_4", 4), ("recruit_5", 5)])
def test_every_recruit_card_has_its_number(card: str, number: int) -> None:
    """With 20 of each still only as many units as the card says."""
    p = scene({"culture": "greek", "hand": [card], "resources": cubes(20, 20, 20, 20)}, {"resources": NOTHING}).play(f"play {card}")
    while ask(p, Prompt.RECRUIT_PICK):
        p.play("recruit hydra")
    assert units(p, 0)["hydra"] == number
    assert stock(p, 0) == (20, 20, 20 - 2 * number, 20 - 2 * number)


@pytest.mark.rule("AOM-146")
def test_recruiting_may_stop_early() -> None:
    """`done` after one unit, or before any."""
    p = scene({"culture": "greek", "hand": ["recruit"]}, {}, {}).play("play recruit", "recruit hydra", "done")
    assert (prompt(p), stock(p, 0)) == ((1, Prompt.PLAY_CARD), (4, 4, 2, 2))


@pytest.mark.rule("AOM-147")
def test_mortal_and_myth_units_in_any_age() -> None:
    """An archaic Greek with 4 of each may recruit Hoplite and Hydra, and every other mortal and myth unit."""
    p = scene({"culture": "greek", "hand": ["recruit"]}, {}, {}).play("play recruit")
    expected = {name for name, facts in DATA["units"].items() if facts["culture"] == "greek" and facts["class"] != "hero"}
    assert {"hoplite", "hydra"} <= expected
    assert offered(p, "recruit") == expected


@pytest.mark.rule("AOM-148")
@pytest.mark.parametrize(
    ("culture", "heroes"),
    [
        ("egyptian", ["priest", "pharaoh", "son_of_osiris"]),
        ("greek", ["classical_greek_hero", "heroic_greek_hero", "mythical_greek_hero"]),
        ("norse", ["classical_norse_hero", "heroic_norse_hero", "mythic_norse_hero"]),
    ],
)
@pytest.mark.parametrize("age", range(4))
def test_a_hero_needs_his_age(age: int, culture: str, heroes: list[str]) -> None:
    """None in the archaic age, then one more with every age; earlier heroes stay available."""
    own = {
        "culture": culture,
        "age": ("archaic", "classical", "heroic", "mythic")[age],
        "hand": ["recruit"],
        "resources": cubes(9, 9, 9, 9),
    }
    p = scene(own, {}, {}).play("play recruit")
    assert {unit for unit in offered(p, "recruit") if DATA["units"][unit]["class"] == "hero"} == set(heroes[:age])


@pytest.mark.rule("AOM-148")
def test_a_hero_may_be_recruited_in_the_turn_of_the_new_age() -> None:
    """Next Age in round 1, the Priest in round 2."""
    p = arrange({"hand": ["next_age", "recruit"], "resources": cubes(6, 4, 8, 4)}, {}, {}).play("play next_age")
    assert p.record.round_number == 2
    p.play("play recruit", "recruit priest")
    assert units(p, 0)["priest"] == 1
    assert stock(p, 0) == (0, 0, 0, 0)


@pytest.mark.rule("AOM-149")
def test_a_recruit_fights_at_once() -> None:
    """A Troll recruited in round 1 is committed to a battle of the same round."""
    p = scene({"culture": "norse", "hand": ["recruit"]}, {"culture": "greek", "hand": ["attack"]}, {})
    p.play("play recruit", "recruit troll", "done")
    assert units(p, 0)["troll"] == 1
    p.play("play attack", "player player_0", "attack city", "commit hoplite", "done")
    assert prompt(p) == (0, Prompt.COMMIT_DEF)
    assert p.record.round_number == 1
    p.play("commit troll", "done", "fight with hoplite")
    assert "fight with troll" in p.legal()


# ------------------------------------------------------------------------------------------------ the cost of a trade
@pytest.mark.rule("AOM-150")
def test_the_cost_of_a_trade_comes_first() -> None:
    """Trade 2 with 1 food 1 gold: both are paid and no cube is left to exchange."""
    p = scene({"hand": ["trade"], "resources": cubes(1, 0, 1, 0)}, {}, {}, rules={"auto_skip_forced": False}).play("play trade")
    assert prompt(p) == (0, Prompt.TRADE_COST)
    p.play("pay food", "pay gold")
    assert stock(p, 0) == (0, 0, 0, 0)
    assert not offered(p, "exchange")


@pytest.mark.rule("AOM-150")
@pytest.mark.parametrize("paid", [("food", "food"), ("food", "favor"), ("wood", "gold"), ("favor", "favor")])
def test_any_cubes_pay_a_trade(paid: tuple[str, str]) -> None:
    """Two cubes of the player's choice go to the bank before any exchange is offered."""
    p = scene({"hand": ["trade"]}, {}, {}, rules={"auto_skip_forced": False}).play("play trade")
    before = bank(p)
    for resource in paid:
        assert prompt(p) == (0, Prompt.TRADE_COST)
        assert not offered(p, "exchange")
        p.play(f"pay {resource}")
    assert prompt(p) == (0, Prompt.TRADE_EXCHANGE)
    names = ("food", "wood", "gold", "favor")
    assert stock(p, 0) == tuple(4 - paid.count(name) for name in names)
    assert bank(p) == tuple(held + paid.count(name) for held, name in zip(before, names, strict=True))


@pytest.mark.rule("AOM-150")
def test_a_trade_that_cannot_be_paid_is_masked() -> None:
    """One cube in all does not pay Trade 2, but Trade 1."""
    assert scene({"hand": ["trade"], "resources": cubes(0, 0, 1, 0)}, {}, {}).legal() == ["drop trade"]
    assert "play trade_1" in scene({"hand": ["trade_1"], "resources": cubes(0, 0, 1, 0)}, {}, {}).legal()
