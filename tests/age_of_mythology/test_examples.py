"""The worked examples of the rulebook, move by move: the battle of four rounds and the turn of three players."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Building, Prompt, VictoryCard
from rulebound.envs.age_of_mythology.variant import BUILDINGS
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import arrange, bank, cubes, faces, in_battle, prompt, stock, tiles, units

ANDREW, BILL, CHRISTINE = range(3)


# ------------------------------------------------------------------------------------------------ the battle
def _battle(rules: object = None) -> Position:
    """Egyptian attack with the permanent card on the Greek production area, both armies committed."""
    p = arrange(
        {
            "culture": "egyptian",
            "hand": ["attack"],
            "age": "classical",
            "units": {"priest": 1, "mummy": 1, "scorpion_man": 1, "spearman": 1},
        },
        {
            "culture": "greek",
            "age": "classical",
            "units": {"hydra": 1, "medusa": 1, "cyclops": 1, "classical_greek_hero": 1},
            "tiles": {"hills_gold2": 2, "fertile_food2": 1},
        },
        {"culture": "norse"},
        rules=rules,
        vp_card={"last_battle": 3},
    )
    p.play("play attack", "player player_1", "attack production")
    for unit in ("spearman", "mummy", "scorpion_man", "priest"):
        p.play(f"commit {unit}")
    p.play("done")
    for unit in ("cyclops", "hydra", "medusa", "classical_greek_hero"):
        p.play(f"commit {unit}")
    return p.play("done")


@pytest.mark.rule("AOM-001", "AOM-224", "AOM-227", "AOM-228", "AOM-245", "AOM-256", "AOM-263", "AOM-266")
def test_the_worked_battle() -> None:
    """Four rounds and a retreat end as printed."""
    p = _battle()
    assert in_battle(p, 0) == {"spearman": 1, "mummy": 1, "scorpion_man": 1, "priest": 1}
    assert in_battle(p, 1) == {"cyclops": 1, "hydra": 1, "medusa": 1, "classical_greek_hero": 1}
    before = bank(p), tiles(p, 1)

    p.queue_dice(1, 3, 4, 4, 5, *(1, 2, 2, 2, 5, 5, 6, 6, 6))
    p.play("fight with scorpion_man", "fight with medusa")
    assert p.record.dice.tolist() == [5, 9]
    assert p.record.sixes.tolist() == [0, 3]
    assert "scorpion_man" not in in_battle(p, 0)

    p.queue_dice(3, 3, 3, 4, 6, *(1, 1, 2, 3, 3, 3, 4, 5, 6), *(4, 4, 6, 6, 6), *(1, 1, 2, 2, 3, 4, 5, 6, 6))
    p.play("fight with mummy", "fight with classical_greek_hero")
    assert p.record.dice.tolist() == [5, 9]
    assert p.record.sixes.tolist() == [3, 2]
    assert in_battle(p, 0)["mummy"] == 1
    assert units(p, 0) == {"mummy": 1}  # the new one stands at home
    assert "classical_greek_hero" not in in_battle(p, 1)

    p.queue_dice(1, 2, 4, 4, 6, *(1, 2, 2, 4, 5, 6), *(4, 4, 4, 6, 6), *(4, 4, 5, 6, 6, 6))
    p.play("fight with mummy", "fight with hydra")
    assert p.record.dice.tolist() == [5, 6]
    assert p.record.sixes.tolist() == [2, 3]
    assert p.record.hydra_kills == 1
    assert "mummy" not in in_battle(p, 0)

    p.queue_dice(*faces(1, 9), *faces(2, 9))
    p.play("fight with priest", "fight with cyclops")
    assert prompt(p) == (1, Prompt.SPECIAL_DEF)
    p.play("confirm")
    assert p.record.dice.tolist() == [9, 9]
    assert p.record.sixes.tolist() == [1, 2]
    assert units(p, 0) == {"mummy": 1, "priest": 1}

    p.play("retreat", "fight with hydra")
    assert units(p, 0) == {"spearman": 1, "priest": 1, "mummy": 1}
    assert units(p, 1) == {"hydra": 1, "medusa": 1, "cyclops": 1}
    assert p.record.vp.tolist()[:3] == [0, 3, 0]
    assert p.record.vp_card[VictoryCard.LAST_BATTLE] == 0
    assert (bank(p), tiles(p, 1)) == before
    assert p.record.hydra_kills == 0


@pytest.mark.rule("AOM-250")
def test_the_printed_medusa_rolls_eleven_dice() -> None:
    """The preset `printed` gives Medusa six dice against a giant."""
    p = _battle("printed")
    p.queue_dice(*faces(0, 5), *faces(3, 11))
    p.play("fight with scorpion_man", "fight with medusa")
    assert p.record.dice.tolist() == [5, 11]


# ------------------------------------------------------------------------------------------------ the turn
def _third_turn() -> Position:
    """Andrew, Bill and Christine at the start of the third turn."""
    full = {"desert_gold1": 1}
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
            "tiles": {"forest_wood2": 1, "hills_food1": 1, "fertile_food2": 1, **full},
            "villager_on": {"fertile_food2": 1},
            "buildings": {"house": 2, "gold_mint": 1},
        },
        stage="place",
        turn=3,
        vp_card={"largest_army": 2, "most_buildings": 1, "last_battle": 2, "wonder": 1},
        stacked_cards=["trade_1", "explore_same", "set", "hades", "recruit_3"],
        stacked_tiles=[
            *("desert_favor2", "forest_wood2", "desert_gold1"),
            *("fertile_food2", "mountains_wood1", "forest_wood2", "swamp_wood1"),
        ],
    )


def _hands(p: Position) -> Position:
    """Victory cubes and hands as in the example."""
    p.play("place cube on wonder", "place cube on most_buildings", "place cube on most_buildings")
    p.play("take gather", "take recruit", "done")
    p.play("take explore", "take gather", "take build", "done")
    return p.play("take explore", "take gather", "take next_age")  # the last permanent card closes the pick


@pytest.mark.rule("AOM-300", "AOM-301", "AOM-302", "AOM-303", "AOM-304")
def test_the_worked_turn() -> None:
    """Every stock that the table names, from the victory cubes to the next start player."""
    p = _third_turn()
    assert bank(p) == (17, 24, 15, 18)
    assert p.record.vp_bank == 24
    _hands(p)
    assert p.record.vp_bank == 21
    assert p.record.vp_card.tolist() == [2, 3, 2, 2]
    assert [int(p.record.hand[seat].sum()) for seat in range(3)] == [5, 4, 4]
    pool = int(p.record.pool.sum())

    p.play("play explore_same", "tile forest_wood2")
    assert p.record.pool.sum() == pool - 1
    assert prompt(p) == (BILL, Prompt.PLAY_CARD)

    p.play("play explore", "tile fertile_food2", "tile mountains_wood1", "tile swamp_wood1")
    assert p.record.pool.sum() == pool - 4

    p.play("play gather", "gather wood", "done", "villager forest_wood2", "villager mountains_wood1")
    assert (stock(p, CHRISTINE), stock(p, ANDREW), stock(p, BILL)) == ((4, 5, 6, 4), (3, 3, 4, 2), (1, 2, 2, 1))
    assert bank(p) == (17, 15, 13, 18)

    p.play("play gather", "gather desert", "done", "villager desert_gold1")
    assert (stock(p, ANDREW), stock(p, BILL), stock(p, CHRISTINE)) == ((3, 3, 7, 6), (1, 2, 2, 3), (4, 5, 7, 4))
    assert bank(p) == (17, 15, 9, 12)

    p.play("play hades with power", "choose toxotes")
    for resource in ("food", "food", "wood", "gold", "gold", "favor", "favor"):
        p.play(f"cube {resource}")
    p.play("gather hills")
    assert (stock(p, BILL), stock(p, CHRISTINE), stock(p, ANDREW)) == ((4, 4, 4, 5), (5, 5, 7, 4), (3, 3, 11, 6))
    assert bank(p) == (13, 13, 3, 10)
    assert units(p, BILL) == {"hoplite": 2, "toxotes": 1, "hippokon": 2}

    p.play("play next_age")
    assert stock(p, CHRISTINE) == (1, 1, 3, 0)
    assert p.record.age[CHRISTINE] == 1
    assert bank(p) == (17, 17, 7, 14)

    p.play("play recruit", "recruit priest", "recruit phoenix")
    assert stock(p, ANDREW) == (1, 1, 7, 3)
    p.play("play build", "build house")
    assert stock(p, BILL) == (2, 2, 4, 5)
    assert p.record.idle_villagers[BILL] == 1
    p.play("play explore")
    while prompt(p)[1] == Prompt.EXPLORE_PICK:
        p.play("done")
    assert prompt(p) == (ANDREW, Prompt.DISCARD)
    assert stock(p, ANDREW) == (1, 1, 5, 3)  # two gold are spoiled
    assert bank(p) == (21, 21, 13, 17)

    p.play("drop trade_1", "done", "drop gather")
    assert prompt(p) == (CHRISTINE, Prompt.DISCARD)
    p.play("done")
    assert prompt(p) == (BILL, Prompt.PLACE_VP)
    assert p.record.turn == 4
    kept = [(int(p.record.hand_permanent[seat]), int(p.record.hand_random[seat])) for seat in range(3)]
    assert kept == [(0, 1), (0, 0), (0, 1)]
    for _ in range(3):
        p.play("place cube on wonder")
    p.play("done", "done", "done")
    assert [int(p.record.hand[seat].sum()) for seat in range(3)] == [5, 4, 5]
    assert p.record.buildings[CHRISTINE, Building.GOLD_MINT] == 1
    assert BUILDINGS[Building.GOLD_MINT] == "gold_mint"
