"""Rules of the permanent cards (AOM-165), the plain random cards (AOM-166 to AOM-172) and the decks (AOM-173 to AOM-175)."""

from __future__ import annotations

from collections import Counter

import pytest

from rulebound.envs.age_of_mythology.state import Age, Culture, Prompt
from rulebound.envs.age_of_mythology.variant import CULTURES, DATA, RESOURCES
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import GAME, bank, buildings, cubes, hand, offered, prompt, scene, stock, units

RICH = cubes(17, 17, 17, 17)
STARTERS = {"egyptian": "spearman", "greek": "hoplite", "norse": "jarl"}
SPEARMEN = {"culture": "egyptian", "units": {"spearman": 8}}
HOPLITES = {"culture": "greek", "units": {"hoplite": 8}}


def attack(card: str, first: dict = SPEARMEN, second: dict = HOPLITES) -> Position:
    """Seat 0 attacks the city of seat 1; the army is still to be chosen."""
    return scene({**first, "hand": [card]}, second, {}).play(f"play {card}", "player player_1", "attack city")


def most_units(p: Position, unit: str) -> int:
    """How many units of a type the seat to act can commit."""
    number = 0
    while f"commit {unit}" in p.legal():
        p.play(f"commit {unit}")
        number += 1
    return number


# ------------------------------------------------------------------------------------------------ permanent cards
@pytest.mark.rule("AOM-165")
@pytest.mark.parametrize("culture", CULTURES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_permanent_explore_card_shows_one_tile_more_than_players(culture, players):
    """Players + 1 tiles are shown."""
    p = scene({"culture": culture, "hand": ["explore"]}, *[{}] * (players - 1), stacked_tiles=["fertile_food2"] * 8)
    p.play("play explore")
    assert p.record.shown.sum() == players + 1


@pytest.mark.rule("AOM-165")
@pytest.mark.parametrize("culture", CULTURES)
def test_the_permanent_gather_card_names_a_terrain_or_a_resource(culture):
    """Six terrains and four resources are open."""
    p = scene({"culture": culture, "hand": ["gather"]}, {}, {}).play("play gather")
    assert prompt(p) == (0, Prompt.GATHER_CHOICE)
    assert offered(p, "gather") == {"fertile", "forest", "hills", "mountains", "desert", "swamp", *RESOURCES}


@pytest.mark.rule("AOM-165")
@pytest.mark.parametrize("culture", CULTURES)
def test_the_permanent_build_card_builds_one_building(culture):
    """Cubes for several houses, but one house."""
    p = scene({"culture": culture, "hand": ["build"], "resources": RICH}, {}, {}).play("play build", "build house")
    assert buildings(p, 0) == {"house": 1}
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-165")
@pytest.mark.parametrize("culture", CULTURES)
def test_the_permanent_recruit_card_recruits_two_units(culture):
    """Cubes for many units, but two units."""
    unit = STARTERS[culture]
    p = scene({"culture": culture, "hand": ["recruit"], "resources": RICH}, {}, {})
    p.play("play recruit", f"recruit {unit}", f"recruit {unit}")
    assert units(p, 0)[unit] == 4
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-165")
@pytest.mark.parametrize("culture", CULTURES)
def test_the_permanent_trade_card_costs_two_cubes(culture):
    """Two cubes are paid before the first exchange."""
    p = scene({"culture": culture, "hand": ["trade"], "resources": cubes(2, 2, 0, 0)}, {}, {}).play("play trade")
    assert prompt(p) == (0, Prompt.TRADE_COST)
    p.play("pay food", "pay wood")
    assert prompt(p) == (0, Prompt.TRADE_EXCHANGE)
    assert stock(p, 0) == (1, 1, 0, 0)


@pytest.mark.rule("AOM-165")
@pytest.mark.parametrize("culture", CULTURES)
def test_the_permanent_attack_card_allows_four_units(culture):
    """Four units of each side."""
    p = attack("attack", {"culture": culture, "units": {STARTERS[culture]: 8}}, {})
    assert p.record.limit.tolist() == [4, 4]
    assert most_units(p, STARTERS[culture]) == 4


@pytest.mark.rule("AOM-165")
@pytest.mark.parametrize("culture", CULTURES)
@pytest.mark.parametrize(("age", "price"), [("archaic", 4), ("classical", 5), ("heroic", 6)])
def test_the_permanent_next_age_card_costs_4_5_and_6_of_each(culture, age, price):
    """The exact price is enough, one cube less is not."""
    player = {"culture": culture, "age": age, "hand": ["next_age"]}
    p = scene({**player, "resources": cubes(*[price] * 4)}, {}, {}).play("play next_age")
    assert stock(p, 0) == (0, 0, 0, 0)
    assert p.record.age[0] == Age[age.upper()] + 1
    assert "play next_age" not in scene({**player, "resources": cubes(*[price - 1] * 4)}, {}, {}).legal()


@pytest.mark.rule("AOM-165")
def test_every_player_may_take_the_same_seven_permanent_cards():
    """In the hand phase each culture chooses from the same seven cards."""
    p = scene({"hand": []}, {"hand": []}, {"hand": []}, stage="hands")
    for seat in range(3):
        assert p.seat == seat
        assert offered(p, "take") == {"explore", "gather", "build", "recruit", "trade", "attack", "next_age"}
        p.play("done")


# ------------------------------------------------------------------------------------------------ plain random cards
@pytest.mark.rule("AOM-166")
@pytest.mark.parametrize("number", [5, 6, 7])
def test_random_attack_cards_allow_5_6_or_7_units_of_each_side(number):
    """Both sides own eight units and commit exactly the number of the card."""
    p = attack(f"attack_{number}")
    assert most_units(p, "spearman") == number
    p.play("done")
    assert most_units(p, "hoplite") == number
    p.play("done")
    assert p.record.in_battle.sum(axis=1).tolist() == [number, number]


@pytest.mark.rule("AOM-167")
@pytest.mark.parametrize("number", [2, 3, 4])
def test_random_build_cards_allow_2_3_or_4_buildings(number):
    """With 12 food and 12 wood, as many houses as the card says."""
    p = scene({"hand": [f"build_{number}"], "resources": cubes(12, 12, 0, 0)}, {}, {})
    p.play(f"play build_{number}", *["build house"] * number)
    assert buildings(p, 0) == {"house": number}
    assert stock(p, 0) == (12 - 2 * number, 12 - 2 * number, 0, 0)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-167")
def test_build_4_with_8_food_and_8_wood_makes_four_houses():
    """The cubes are just enough; fewer buildings are allowed too."""
    player = {"hand": ["build_4"], "resources": cubes(8, 8, 0, 0)}
    p = scene(player, {}, {}).play("play build_4", *["build house"] * 4)
    assert (buildings(p, 0), stock(p, 0)) == ({"house": 4}, (0, 0, 0, 0))
    p = scene(player, {}, {}).play("play build_4", "build house", "done")
    assert (buildings(p, 0), prompt(p)) == ({"house": 1}, (1, Prompt.PLAY_CARD))


@pytest.mark.rule("AOM-168")
@pytest.mark.parametrize(("card", "extra"), [("explore_same", 0), ("explore_plus2", 2)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_explore_cards_show_players_plus_0_or_2_tiles(card, extra, players):
    """With four players 4 or 6 tiles."""
    p = scene({"hand": [card]}, *[{}] * (players - 1), stacked_tiles=["fertile_food2"] * 8)
    pool = int(p.record.pool.sum())
    p.play(f"play {card}")
    assert p.record.shown.sum() == players + extra
    assert p.record.pool.sum() == pool - players - extra


@pytest.mark.rule("AOM-169")
def test_the_random_gather_card_gathers_everything_for_everybody():
    """Nothing is named; all tiles of all players pay all four resources."""
    first = {"culture": "greek", "hand": ["gather_all"], "resources": cubes(0, 0, 0, 0)}
    first["tiles"] = {"fertile_food2": 1, "forest_wood2": 1, "hills_gold2": 1, "desert_favor2": 1, "swamp_food1": 1}
    second = {"culture": "egyptian", "resources": cubes(0, 0, 0, 0), "tiles": {"desert_gold1": 2, "fertile_wood1": 1}}
    p = scene(first, second, {"resources": cubes(1, 1, 1, 1)}).play("play gather_all")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (stock(p, 0), stock(p, 1), stock(p, 2)) == ((3, 2, 2, 2), (0, 1, 2, 0), (1, 1, 1, 1))


@pytest.mark.rule("AOM-169")
def test_workers_may_be_moved_before_everything_is_gathered():
    """The first question after the card is that of the workers, not that of the scope."""
    p = scene({"culture": "greek", "hand": ["gather_all"], "tiles": {"hills_gold2": 1}, "buildings": {"house": 1}}, {}, {})
    p.play("play gather_all")
    assert prompt(p) == (0, Prompt.WORKERS_KEEP)
    assert p.describe(0)["scope"] == "all"


@pytest.mark.rule("AOM-170")
@pytest.mark.parametrize(("age", "price"), [("archaic", 3), ("classical", 4), ("heroic", 5)])
def test_random_next_age_cards_cost_3_4_and_5_of_each(age, price):
    """With exactly the price the cheap card can be played and the permanent one cannot."""
    p = scene({"age": age, "hand": ["next_age", "next_age_cheap"], "resources": cubes(*[price] * 4)}, {}, {})
    assert offered(p, "play") == {"next_age_cheap"}
    p.play("play next_age_cheap")
    assert stock(p, 0) == (0, 0, 0, 0)
    assert p.record.age[0] == Age[age.upper()] + 1
    poor = {"age": age, "hand": ["next_age_cheap"], "resources": cubes(price, price, price, price - 1)}
    assert offered(scene(poor, {}, {}), "play") == set()


@pytest.mark.rule("AOM-171")
@pytest.mark.parametrize("number", [3, 4, 5])
def test_random_recruit_cards_allow_3_4_or_5_units(number):
    """Cubes for six Hoplites: as many as the card says."""
    player = {"culture": "greek", "hand": [f"recruit_{number}"], "resources": cubes(6, 6, 0, 0), "units": {"hoplite": 2}}
    p = scene(player, {}, {}).play(f"play recruit_{number}", *["recruit hoplite"] * number)
    assert units(p, 0) == {"hoplite": 2 + number}
    assert stock(p, 0) == (6 - number, 6 - number, 0, 0)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-171")
def test_recruit_5_with_5_food_and_5_wood_makes_five_hoplites():
    """The cubes are just enough for five more."""
    player = {"culture": "greek", "hand": ["recruit_5"], "resources": cubes(5, 5, 0, 0), "units": {"hoplite": 2}}
    p = scene(player, {}, {}).play("play recruit_5", *["recruit hoplite"] * 5)
    assert (units(p, 0), stock(p, 0)) == ({"hoplite": 7}, (0, 0, 0, 0))


@pytest.mark.rule("AOM-172")
def test_the_random_trade_card_costs_one_cube():
    """One cube of the player's choice is paid, then cubes are exchanged."""
    p = scene({"hand": ["trade_1"], "resources": cubes(1, 0, 2, 0)}, {}, {}).play("play trade_1")
    assert offered(p, "pay") == {"food", "gold"}
    before = bank(p)
    p.play("pay gold")
    assert bank(p)[2] == before[2] + 1
    assert prompt(p) == (0, Prompt.TRADE_EXCHANGE)


@pytest.mark.rule("AOM-172")
def test_a_single_cube_pays_the_random_trade_card():
    """One cube: legal, and nothing is left to exchange; no cube: closed; the permanent card needs two."""
    p = scene({"hand": ["trade", "trade_1"], "resources": cubes(0, 0, 1, 0)}, {}, {})
    assert offered(p, "play") == {"trade_1"}
    p.play("play trade_1")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == (0, 0, 0, 0)
    assert offered(scene({"hand": ["trade_1"], "resources": cubes(0, 0, 0, 0)}, {}, {}), "play") == set()


# ------------------------------------------------------------------------------------------------ the decks
PLAIN = ("attack_5", "attack_6", "attack_7", "build_2", "build_3", "build_4", "explore_same", "explore_plus2", "gather_all",
         "next_age_cheap", "recruit_3", "recruit_4", "recruit_5", "trade_1")  # fmt: skip
DECKS = {
    "egyptian": (
        (2, 2, 1, 2, 2, 1, 2, 2, 7, 2, 2, 1, 1, 6),
        ("anubis", "bast", "hathor", "horus", "isis", "nephthys", "osiris", "ptah", "ra", "sekhmet", "set", "thoth"),
    ),
    "greek": (
        (2, 2, 2, 2, 3, 1, 2, 2, 5, 2, 2, 2, 2, 5),
        ("aphrodite", "apollo", "ares", "artemis", "dionysus", "hades", "hephaestos", "hera", "hermes", "poseidon", "zeus"),
    ),
    "norse": (
        (2, 1, 2, 2, 3, 1, 2, 2, 5, 3, 2, 2, 2, 4),
        ("baldr", "bragi", "forseti", "freyja", "heimdall", "hel", "loki", "njord", "odin", "skadi", "thor", "tyr"),
    ),
}


def dealt_deck(culture: str, players: int = 3) -> dict[str, int]:
    """The face-down deck of a culture in a new game."""
    cards = list(DATA["cards"])[7:]
    p = GAME.new(num_players=players)
    return {name: int(count) for name, count in zip(cards, p.record.draw[Culture[culture.upper()]], strict=True) if count}


def check_deck(culture: str) -> None:
    """The deck has the copies of the table and every god once, 45 cards in all."""
    copies, gods = DECKS[culture]
    deck = dealt_deck(culture)
    assert deck == {**dict(zip(PLAIN, copies, strict=True)), **dict.fromkeys(gods, 1)}
    assert sum(deck.values()) == 45


@pytest.mark.rule("AOM-173")
def test_the_egyptian_deck():
    """33 plain cards and 12 gods."""
    check_deck("egyptian")
    assert sum(DECKS["egyptian"][0]) == 33


@pytest.mark.rule("AOM-174")
def test_the_greek_deck():
    """34 plain cards and 11 gods."""
    check_deck("greek")
    assert sum(DECKS["greek"][0]) == 34


@pytest.mark.rule("AOM-175")
def test_the_norse_deck():
    """33 plain cards and 12 gods."""
    check_deck("norse")
    assert sum(DECKS["norse"][0]) == 33


@pytest.mark.rule("AOM-173", "AOM-174", "AOM-175")
@pytest.mark.parametrize("culture", CULTURES)
def test_the_actions_of_all_decks_are_the_same(culture):
    """Attack 8, build 7, explore 5, gather 8, next age 4, recruit 7, trade 6, god cards included."""
    actions: Counter[str] = Counter()
    for card, copies in dealt_deck(culture).items():
        actions[DATA["cards"][card]["action"]] += copies
    assert actions == {"attack": 8, "build": 7, "explore": 5, "gather": 8, "next_age": 4, "recruit": 7, "trade": 6}


@pytest.mark.rule("AOM-173", "AOM-174", "AOM-175")
@pytest.mark.parametrize("culture", CULTURES)
def test_all_45_cards_are_drawn_before_a_card_comes_again(culture):
    """Hands of nine, filled five times from one deck, hold exactly its 45 cards."""
    p = scene({"culture": culture, "hand": []}, {"hand": []}, stage="hands", rules={"ages.hand.archaic": 9})
    seen: Counter[str] = Counter()
    for _ in range(5):
        while p.record.prompt == Prompt.PICK_HAND:
            p.play("done")
        assert sum(hand(p, 0).values()) == 9
        seen.update(hand(p, 0))
        while p.record.prompt != Prompt.PLACE_VP:
            p.play(next(text for text in p.legal() if text.startswith("drop")))
        p.play(*["place cube on wonder"] * 2)
    copies, gods = DECKS[culture]
    assert seen == {**dict(zip(PLAIN, copies, strict=True)), **dict.fromkeys(gods, 1)}
