"""Rules of chapter XI: the worked turn of Andrew, Bill and Christine, step by step (AOM-300 to AOM-304)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Age, Prompt
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import arrange, bank, cubes, hand, offered, prompt, stock, tiles, units

ANDREW, BILL, CHRISTINE = range(3)
FIRST_SHOWN = ["desert_favor2", "forest_wood2", "desert_gold1"]
THEN_SHOWN = ["fertile_food2", "mountains_wood1", "forest_wood2", "swamp_wood1"]


def stocks(p: Position) -> tuple:
    """The cubes of Andrew, Bill and Christine."""
    return stock(p, ANDREW), stock(p, BILL), stock(p, CHRISTINE)


def start() -> Position:
    """The third turn begins; the cards and tiles that will be drawn lie on top."""
    return arrange(
        {
            "culture": "egyptian",
            "age": "classical",
            "resources": cubes(3, 0, 4, 2),
            "tiles": {"desert_favor2": 2, "desert_gold1": 2, "hills_gold2": 2},
            "buildings": {"house": 1},
        },
        {
            "culture": "greek",
            "resources": cubes(1, 1, 2, 1),
            "tiles": {"desert_favor2": 1, "hills_wood1": 1, "hills_food1": 1, "hills_favor1": 1},
        },
        {
            "culture": "norse",
            "resources": cubes(4, 0, 4, 4),
            "tiles": {"forest_wood2": 1, "desert_gold1": 1, "hills_food1": 1, "fertile_food2": 1},
            "villager_on": {"fertile_food2": 1},
            "buildings": {"house": 2, "gold_mint": 1},
        },
        stage="place",
        turn=3,
        start=ANDREW,
        vp_card={"largest_army": 2, "most_buildings": 1, "last_battle": 2, "wonder": 1},
        stacked_cards=["trade_1", "explore_same", "set", "hades", "recruit_3"],
        stacked_tiles=[*FIRST_SHOWN, *THEN_SHOWN],
    )


def hands_taken() -> Position:
    """Cubes are placed and hands are filled."""
    p = start().play("place cube on wonder", "place cube on most_buildings", "place cube on most_buildings")
    p.play("take gather", "take recruit", "done", "take explore", "take gather", "take build", "done")
    return p.play("take explore", "take gather", "take next_age")


def explored() -> Position:
    """Andrew and Bill have explored."""
    p = hands_taken().play("play explore_same", "tile forest_wood2")
    return p.play("play explore", "tile fertile_food2", "tile mountains_wood1", "tile swamp_wood1")


def first_round() -> Position:
    """Christine has gathered wood with both villagers on wood tiles."""
    return explored().play("play gather", "gather wood", "done", "villager forest_wood2", "villager mountains_wood1")


def desert_gathered() -> Position:
    """Andrew has gathered in the desert."""
    return first_round().play("play gather", "gather desert", "done", "villager desert_gold1")


def second_round() -> Position:
    """Bill has used Hades and gathered in the hills, Christine has reached the classical age."""
    p = desert_gathered().play("play hades with power", "choose toxotes")
    p.play("cube food", "cube food", "cube wood", "cube gold", "cube gold", "cube favor", "cube favor")
    return p.play("gather hills", "play next_age")


def third_round() -> Position:
    """Priest and Phoenix, a house; Christine's Explore is about to be picked from."""
    return second_round().play("play recruit", "recruit priest", "recruit phoenix", "play build", "build house", "play explore")


def end_of_rounds() -> Position:
    """Everybody has passed at Christine's tiles."""
    p = third_round()
    while p.record.prompt == Prompt.EXPLORE_PICK:
        p.play("done")
    return p


# ------------------------------------------------------------------------------------------------ step by step
@pytest.mark.rule("AOM-300")
def test_the_example_starts_as_told():
    """Bank, victory cards and hands of five, four and four cards."""
    assert bank(start()) == (17, 24, 15, 18)
    p = hands_taken()
    assert (p.record.vp_bank, p.record.vp_card.tolist()) == (21, [2, 3, 2, 2])
    assert hand(p, ANDREW) == {"gather": 1, "recruit": 1, "trade_1": 1, "explore_same": 1, "set": 1}
    assert hand(p, BILL) == {"explore": 1, "gather": 1, "build": 1, "hades": 1}
    assert hand(p, CHRISTINE) == {"explore": 1, "gather": 1, "next_age": 1, "recruit_3": 1}


@pytest.mark.rule("AOM-300")
def test_andrew_takes_the_forest_and_nobody_else_can_place_a_desert():
    """Three tiles are shown, one is taken, two go back; Bill and Christine get no pick."""
    p = hands_taken()
    pool = p.record.pool.copy()
    p.play("play explore_same")
    assert p.record.shown.sum() == 3
    assert offered(p, "tile") == set(FIRST_SHOWN)
    p.play("tile forest_wood2")
    assert tiles(p, ANDREW)["forest_wood2"] == 1
    assert prompt(p) == (BILL, Prompt.PLAY_CARD)
    assert (p.record.shown.sum(), (pool - p.record.pool).sum()) == (0, 1)


@pytest.mark.rule("AOM-300")
def test_had_andrew_left_the_forest_the_others_could_have_taken_it():
    """If he takes a desert tile, Bill is asked for the forest."""
    p = hands_taken().play("play explore_same", "tile desert_favor2")
    assert prompt(p) == (BILL, Prompt.EXPLORE_PICK)
    assert offered(p, "tile") == {"forest_wood2"}


@pytest.mark.rule("AOM-300")
def test_bill_explores_for_all_three():
    """Four tiles: fertile for Bill, mountains for Christine, swamp for Andrew; the forest tile returns."""
    p = explored()
    assert (tiles(p, BILL)["fertile_food2"], tiles(p, CHRISTINE)["mountains_wood1"], tiles(p, ANDREW)["swamp_wood1"]) == (1, 1, 1)
    assert p.record.shown.sum() == 0
    assert prompt(p) == (CHRISTINE, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-301")
def test_christine_gathers_wood():
    """Five wood and two gold of the mint for her, three wood for Andrew, one for Bill."""
    p = explored()
    before = stocks(p)
    assert (bank(p)[1], bank(p)[2]) == (24, 15)
    p = first_round()
    assert stocks(p) == ((3, 3, 4, 2), (1, 2, 2, 1), (4, 5, 6, 4))
    assert [after[1] - old[1] for after, old in zip(stocks(p), before, strict=True)] == [3, 1, 5]
    assert bank(p) == (17, 15, 13, 18)


@pytest.mark.rule("AOM-302")
def test_andrew_gathers_in_the_desert():
    """Four favor and three gold for him, two favor for Bill, one gold for Christine without her mint."""
    p = first_round()
    assert (p.seat, p.record.round_number) == (ANDREW, 2)
    p = desert_gathered()
    assert stocks(p) == ((3, 3, 7, 6), (1, 2, 2, 3), (4, 5, 7, 4))
    assert bank(p) == (17, 15, 9, 12)


@pytest.mark.rule("AOM-303")
def test_bill_uses_hades_and_christine_ages():
    """A Toxotes for seven cubes, the hills for everybody, then four of each for the classical age."""
    p = second_round()
    assert stocks(p) == ((3, 3, 11, 6), (4, 4, 4, 5), (1, 1, 3, 0))
    assert bank(p) == (17, 17, 7, 14)
    assert units(p, BILL) == {"hoplite": 2, "toxotes": 1, "hippokon": 2}
    assert p.record.age[:3].tolist() == [Age.CLASSICAL, Age.ARCHAIC, Age.CLASSICAL]


@pytest.mark.rule("AOM-303")
def test_the_stocks_after_the_third_round():
    """Before spoilage: Andrew 1 1 7 3, Bill 2 2 4 5, Christine 1 1 3 0, bank 21 21 11 17."""
    p = third_round()
    assert prompt(p)[1] == Prompt.EXPLORE_PICK
    assert stocks(p) == ((1, 1, 7, 3), (2, 2, 4, 5), (1, 1, 3, 0))
    assert bank(p) == (21, 21, 11, 17)
    assert {"priest", "phoenix"} <= set(units(p, ANDREW))
    assert p.record.idle_villagers[BILL] == 1


@pytest.mark.rule("AOM-304")
def test_andrew_loses_two_gold_to_spoilage():
    """Seven gold become five; nobody else has too much."""
    p = end_of_rounds()
    assert prompt(p) == (ANDREW, Prompt.DISCARD)
    assert stocks(p) == ((1, 1, 5, 3), (2, 2, 4, 5), (1, 1, 3, 0))
    assert bank(p)[2] == 13


@pytest.mark.rule("AOM-304")
def test_bill_starts_the_next_turn_and_everybody_adds_four_cards():
    """Andrew keeps Set, Christine Recruit 3, Bill nothing: hands of 5, 4 and 5 cards, four of them new."""
    p = end_of_rounds().play("drop trade_1", "done", "drop gather", "done")
    assert prompt(p) == (BILL, Prompt.PLACE_VP)
    assert (p.record.start, p.record.turn) == (BILL, 4)
    assert [hand(p, seat) for seat in range(3)] == [{"set": 1}, {}, {"recruit_3": 1}]
    p.play(*["place cube on wonder"] * 3)
    assert prompt(p) == (BILL, Prompt.PICK_HAND)
    p.play("done", "done", "done")
    assert [sum(hand(p, seat).values()) for seat in range(3)] == [5, 4, 5]
    assert prompt(p) == (BILL, Prompt.PLAY_CARD)
