"""Dice, boards, tiles, units, villagers and cubes: what they are and how many there are (AOM-001 to AOM-019)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import TILE_TERRAIN, Building, Prompt, VictoryCard
from rulebound.envs.age_of_mythology.variant import CULTURES, DATA, ORDER, TILES, UNITS
from rulebound.envs.core.position import IllegalAction
from rulebound.envs.core.record import PositionError
from tests.age_of_mythology.helpers import (
    GAME,
    arrange,
    ask,
    bank,
    battle,
    buildings,
    clash,
    cubes,
    hand,
    offered,
    prompt,
    random_game,
    scene,
    seen,
    stock,
    tiles,
    vp,
)

SQUARES = {
    "egyptian": {"fertile": 5, "forest": 1, "hills": 2, "mountains": 0, "desert": 6, "swamp": 2},
    "greek": {"fertile": 3, "forest": 2, "hills": 8, "mountains": 1, "desert": 1, "swamp": 1},
    "norse": {"fertile": 3, "forest": 4, "hills": 3, "mountains": 4, "desert": 1, "swamp": 1},
}
COUNTS = (12, 3, 3, 3, 9, 2, 2, 2, 4, 4, 4, 4, 6, 3, 3, 7, 7, 4, 4, 4)
RICH = cubes(5, 5, 5, 5)
NOTHING = cubes(0, 0, 0, 0)


def of_terrain(terrain: str) -> list[str]:
    """All tiles of one terrain that a sheet holds, kind after kind."""
    return [name for name, count in zip(TILES, COUNTS, strict=True) if DATA["tiles"][name]["terrain"] == terrain for _ in range(count)]


def full_board(culture: str) -> list[str]:
    """Tiles that fill every square of a board."""
    return [tile for terrain, squares in SQUARES[culture].items() for tile in of_terrain(terrain)[:squares]]


def may_take(culture: str, owned: list[str], *shown: str) -> set[str]:
    """What a player with these tiles may take of those shown by an Explore card."""
    card = {2: "explore_same", 3: "explore", 4: "explore_plus2"}[len(shown)]
    p = scene({"culture": culture, "hand": [card], "tiles": owned}, {}, stacked_tiles=list(shown)).play(f"play {card}")
    assert prompt(p) == (0, Prompt.EXPLORE_PICK)
    return offered(p, "tile")


# ------------------------------------------------------------------------------------------------ dice, cards, areas
@pytest.mark.rule("AOM-001")
def test_more_than_eight_dice_are_rolled() -> None:
    """Priest and throwing Cyclops roll nine dice each, and every one of them counts."""
    p = battle({"priest": 1, "spearman": 1}, {"cyclops": 1, "hoplite": 1}, attacker={"age": "classical"})
    clash(p, "priest", "cyclops", (9, 9, 8, 9), declare=["confirm"])
    assert p.record.sixes.tolist() == [9, 8]


@pytest.mark.rule("AOM-002")
def test_nothing_is_bought_without_a_card() -> None:
    """A rich player with one card may play it or drop it, and nothing else."""
    p = scene({"hand": ["gather"], "resources": RICH}, {}, {})
    assert p.legal() == ["play gather", "drop gather"]
    for action in ("build house", "recruit spearman", "exchange food for gold", "attack city", "tile swamp_food1"):
        with pytest.raises(IllegalAction):
            p.play(action)


@pytest.mark.slow
@pytest.mark.rule("AOM-002")
def test_every_answer_in_a_round_names_a_card_in_hand() -> None:
    """Through a whole game, card play offers plays of the actor's own cards and the dropping of each of them."""
    moments = [p for p in random_game(3, 9) if ask(p, Prompt.PLAY_CARD)]
    assert len(moments) > 60
    for p in moments:
        actions = [action.split() for action in p.legal()]
        assert {action[0] for action in actions} <= {"play", "drop"}
        assert {action[1] for action in actions} == set(hand(p, p.seat))
        assert {action[1] for action in actions if action[0] == "drop"} == set(hand(p, p.seat))


@pytest.mark.rule("AOM-003")
def test_a_board_has_three_areas() -> None:
    """An attack names the city, the production area or the holding area."""
    p = scene({"hand": ["attack"]}, {}, {}).play("play attack", "player player_1")
    assert prompt(p) == (0, Prompt.ATTACK_AREA)
    assert p.legal() == ["attack city", "attack production", "attack holding"]


# ------------------------------------------------------------------------------------------------ boards and tiles
@pytest.mark.rule("AOM-004")
@pytest.mark.parametrize("culture", CULTURES)
def test_sixteen_tiles_fill_a_board(culture: str) -> None:
    """A board has sixteen squares; its owner is passed over whatever is shown then."""
    assert sum(GAME.variant()[f"boards.{culture}.squares"].values()) == 16  # type: ignore[attr-defined]
    board = full_board(culture)
    shown = ["fertile_favor1", "forest_favor1", "hills_favor1", "mountains_favor1", "desert_gold1"]
    p = scene({"culture": culture, "hand": ["explore_plus2"], "tiles": board}, {}, {}, stacked_tiles=shown)
    p.play("play explore_plus2")
    assert p.record.shown.sum() == 5
    assert prompt(p) == (1, Prompt.EXPLORE_PICK)
    assert p.record.tiles[0].sum() == 16


@pytest.mark.rule("AOM-004")
@pytest.mark.parametrize("culture", CULTURES)
def test_no_board_holds_a_seventeenth_tile(culture: str) -> None:
    """Whatever tile is added to a full board, the position cannot be."""
    for tile in ("fertile_favor1", "forest_favor1", "hills_favor1", "mountains_favor1", "desert_gold1", "swamp_favor1"):
        with pytest.raises(PositionError, match="squares"):
            scene({"culture": culture, "hand": ["gather"], "tiles": [*full_board(culture), tile]}, {}, {})


@pytest.mark.rule("AOM-005")
@pytest.mark.parametrize("terrain", ORDER["terrains"])
@pytest.mark.parametrize("culture", CULTURES)
def test_squares_of_each_terrain(culture: str, terrain: str) -> None:
    """A tile can be taken as long as fewer tiles than squares of its terrain are placed, and not beyond."""
    squares, tile = SQUARES[culture][terrain], of_terrain(terrain)[-1]
    other = "swamp_wood1" if terrain == "fertile" else "fertile_wood1"
    assert may_take(culture, of_terrain(terrain)[:squares], tile, other) == {other}
    if squares:
        assert may_take(culture, of_terrain(terrain)[: squares - 1], tile, other) == {tile, other}


@pytest.mark.rule("AOM-005")
def test_four_mountains_tiles_mask_the_gold_mountain() -> None:
    """A Norse player whose four mountains are taken cannot take mountains_gold2."""
    owned = ["mountains_wood1"] * 3 + ["mountains_favor1"]
    assert may_take("norse", owned, "mountains_gold2", "swamp_wood1") == {"swamp_wood1"}
    assert may_take("norse", owned[:3], "mountains_gold2", "swamp_wood1") == {"mountains_gold2", "swamp_wood1"}


@pytest.mark.rule("AOM-006")
@pytest.mark.parametrize("owned", [{}, {"hills_gold2": 3, "hills_food1": 4}])
def test_squares_of_equal_terrain_are_interchangeable(owned: dict) -> None:
    """The first and the eighth hills tile change the board alike: one more of that kind."""
    p = scene({"culture": "greek", "hand": ["explore_same"], "tiles": owned}, {}, stacked_tiles=["hills_gold2", "hills_wood1"])
    before = p.record.tiles.copy()
    p.play("play explore_same", "tile hills_gold2")
    assert {(int(seat), TILES[k]): int(d) for (seat, k), d in np.ndenumerate(p.record.tiles - before) if d} == {(0, "hills_gold2"): 1}


@pytest.mark.rule("AOM-007")
def test_a_tile_without_a_free_square_is_refused() -> None:
    """Taking a second desert tile is an illegal action for a Greek player."""
    shown = ["desert_favor2", "hills_gold2"]
    p = scene({"culture": "greek", "hand": ["explore_same"], "tiles": ["desert_gold1"]}, {}, stacked_tiles=shown)
    p.play("play explore_same")
    with pytest.raises(IllegalAction):
        p.play("tile desert_favor2")
    assert tiles(p.play("tile hills_gold2"), 0) == {"desert_gold1": 1, "hills_gold2": 1}


@pytest.mark.slow
@pytest.mark.rule("AOM-004", "AOM-007")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_tiles_never_exceed_squares(players: int, seed: int) -> None:
    """Through whole games nobody has more tiles of a terrain than squares, nor more than sixteen."""
    for p in random_game(players, seed):
        for seat in range(players):
            placed = np.bincount(TILE_TERRAIN, weights=p.record.tiles[seat], minlength=6)
            assert (placed <= list(SQUARES[CULTURES[p.record.culture[seat]]].values())).all()
            assert placed.sum() <= 16


@pytest.mark.rule("AOM-008")
def test_ninety_tiles_in_twenty_kinds() -> None:
    """One sheet holds the printed number of each kind, 90 in all."""
    rules = GAME.variant()
    counts = [rules[f"tiles.{name}.count"] for name in TILES]
    assert tuple(counts) == COUNTS
    assert sum(COUNTS) == 90
    assert np.bincount(TILE_TERRAIN, weights=counts).tolist() == [21, 15, 16, 12, 14, 12]
    p = GAME.new(num_players=3, seed=5)
    assert (p.record.pool + p.record.shown).tolist() == list(COUNTS)


@pytest.mark.rule("AOM-009")
def test_five_kinds_yield_two() -> None:
    """Fertile food, forest wood, hills gold, mountains gold and desert favor show 2, all others 1."""
    double = {"fertile_food2", "forest_wood2", "hills_gold2", "mountains_gold2", "desert_favor2"}
    for name in TILES:
        assert GAME.variant()[f"tiles.{name}.amount"] == (2 if name in double else 1)


@pytest.mark.rule("AOM-009")
@pytest.mark.parametrize("tile", TILES)
def test_a_tile_yields_what_it_shows(tile: str) -> None:
    """Gathering the tile's terrain pays its printed amount of its resource."""
    facts = DATA["tiles"][tile]
    culture = "norse" if facts["terrain"] == "mountains" else "greek"
    p = scene({"culture": culture, "hand": ["gather"], "resources": NOTHING, "tiles": [tile]}, {}, {})
    p.play("play gather", f"gather {facts['terrain']}")
    expected = [0, 0, 0, 0]
    expected[ORDER["resources"].index(facts["resource"])] = 2 if tile.endswith("2") else 1
    assert stock(p, 0) == tuple(expected)


@pytest.mark.rule("AOM-009")
def test_gathering_the_desert() -> None:
    """desert_favor2 and desert_gold1 pay 2 favor and 1 gold."""
    p = scene({"hand": ["gather"], "resources": NOTHING, "tiles": ["desert_favor2", "desert_gold1"]}, {}, {})
    assert stock(p.play("play gather", "gather desert"), 0) == (0, 0, 1, 2)


@pytest.mark.rule("AOM-010")
def test_a_full_draft_leaves_sixty_six_tiles() -> None:
    """Four players who pick 24 tiles leave 66 of 90 in the pool."""
    picks = ["swamp_food1", "forest_wood2", "fertile_food2", "fertile_food2", "fertile_food2", "desert_gold1"]
    shown = {tile: 4 * picks.count(tile) for tile in picks}
    p = GAME.position({"stage": "draft", "turn": 0, "shown": shown}, num_players=4)
    for number in range(24):
        assert ask(p, Prompt.DRAFT)
        p.play(f"tile {picks[number // 4]}")
    assert p.record.pool.sum() == 66
    assert p.record.shown.sum() == 0
    assert p.record.tiles.sum() == 24


@pytest.mark.rule("AOM-010")
@pytest.mark.parametrize(("players", "total"), [(2, 90), (3, 90), (4, 90), (5, 90), (6, 180), (7, 180), (8, 180)])
def test_two_sheets_for_more_than_five_players(players: int, total: int) -> None:
    """90 tiles up to five players, 180 with six to eight, of each kind in proportion."""
    p = GAME.new(num_players=players, seed=1)
    assert (p.record.pool + p.record.shown).tolist() == [count * total // 90 for count in COUNTS]


@pytest.mark.slow
@pytest.mark.rule("AOM-010")
@pytest.mark.parametrize(("players", "seed", "total"), [(3, 9, 90), (4, 2, 90), (6, 2, 180)])
def test_no_tile_is_ever_lost(players: int, seed: int, total: int) -> None:
    """Pool, shown tiles and boards hold all tiles of every kind at every moment."""
    for p in random_game(players, seed, 250 if players == 6 else 5000):
        everywhere = p.record.pool + p.record.shown + p.record.tiles.sum(axis=0)
        assert everywhere.tolist() == [count * total // 90 for count in COUNTS]


# ------------------------------------------------------------------------------------------------ units and villagers
@pytest.mark.rule("AOM-011")
def test_every_unit_is_mortal_myth_or_hero() -> None:
    """Exactly one of the three words stands on every unit: 3/6/3, 3/6/3 and 3/5/3 types."""
    counted = {culture: [0, 0, 0] for culture in CULTURES}
    for facts in DATA["units"].values():
        words = [word for word in ("mortal", "myth", "hero") if word in facts["tags"]]
        assert words == [facts["class"]]
        counted[facts["culture"]][("mortal", "myth", "hero").index(words[0])] += 1
    assert counted == {"egyptian": [3, 6, 3], "greek": [3, 6, 3], "norse": [3, 5, 3]}
    assert len(UNITS) == 35


@pytest.mark.rule("AOM-012")
def test_villagers_follow_houses() -> None:
    """Two houses built and one lost leave one house and one villager."""
    p = scene({"hand": ["build_2"]}, {"culture": "norse", "hand": ["njord"]}, {})
    p.play("play build_2", "build house", "build house")
    assert (buildings(p, 0), p.record.idle_villagers[0]) == ({"house": 2}, 2)
    p.play("play njord power only")
    assert (buildings(p, 0), p.record.idle_villagers[0], p.record.villager_on[0].sum()) == ({"house": 1}, 1, 0)


@pytest.mark.slow
@pytest.mark.rule("AOM-012")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_as_many_villagers_as_houses(players: int, seed: int) -> None:
    """At every moment of whole games, unless a lost house is just being settled."""
    assert any(p.record.villager_on.any() for p in random_game(players, seed))
    for p in random_game(players, seed):
        villagers = p.record.idle_villagers + p.record.villager_on.sum(axis=1)
        houses = p.record.buildings[:, Building.HOUSE].copy()
        if p.record.house_owner >= 0:
            houses[p.record.house_owner] += 1
        assert villagers.tolist() == houses.tolist()


@pytest.mark.rule("AOM-013")
def test_an_idle_villager_stays_idle_when_others_gather() -> None:
    """The opponent's Gather neither moves it nor counts it."""
    owner = {"resources": NOTHING, "tiles": ["forest_wood2"], "buildings": {"house": 1}}
    p = scene({"hand": ["gather"]}, {**owner, "hand": ["gather"]}, {})
    p.play("play gather", "gather wood")
    assert stock(p, 1) == (0, 2, 0, 0)
    assert (p.record.idle_villagers[1], p.record.villager_on[1].sum()) == (1, 0)
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    p.play("play gather", "gather wood", "done", "villager forest_wood2")
    assert stock(p, 1) == (0, 5, 0, 0)


@pytest.mark.rule("AOM-014")
@pytest.mark.parametrize(("answer", "idle", "working"), [("done", 0, 1), ("villager fertile_food2", 1, 0)])
def test_the_owner_of_a_lost_house_chooses_the_villager(answer: str, idle: int, working: int) -> None:
    """With one villager idle and one at work he has exactly these two answers."""
    owner = {"buildings": {"house": 2}, "tiles": ["fertile_food2"], "villager_on": ["fertile_food2"], "hand": ["gather"]}
    p = scene({"culture": "norse", "hand": ["njord"]}, owner, {}).play("play njord power only")
    assert prompt(p) == (1, Prompt.VILLAGER_LOSS)
    assert p.legal() == ["done", "villager fertile_food2"]
    p.play(answer)
    assert buildings(p, 1) == {"house": 1}
    assert (p.record.idle_villagers[1], p.record.villager_on[1].sum()) == (idle, working)


@pytest.mark.rule("AOM-014")
def test_every_house_razed_costs_a_villager_of_the_owners_choice() -> None:
    """Two houses razed after an attack: the loser answers for the first before the attacker names the second."""
    city = {"buildings": {"house": 3}, "tiles": ["fertile_food2"], "villager_on": ["fertile_food2"]}
    p = battle({"troll": 1}, {"hoplite": 1}, "city", attacker={"buildings": {"siege_engine_workshop": 1}}, defender=city)
    clash(p, "troll", "hoplite", (1, 6, 0, 3)).play("destroy house")
    assert prompt(p) == (1, Prompt.VILLAGER_LOSS)
    p.play("villager fertile_food2")
    assert prompt(p) == (0, Prompt.RAZE)
    p.play("destroy house")
    assert (buildings(p, 1), p.record.idle_villagers[1], p.record.villager_on[1].sum()) == ({"house": 1}, 1, 0)


@pytest.mark.rule("AOM-015", "AOM-068")
@pytest.mark.parametrize("age", ORDER["ages"])
@pytest.mark.parametrize("culture", CULTURES)
def test_villagers_are_never_recruited(culture: str, age: str) -> None:
    """A Recruit card offers units of the own culture only: with everything paid, 9 to 12 types, Norse one fewer."""
    player = {"culture": culture, "age": age, "hand": ["recruit"], "resources": cubes(20, 20, 20, 20), "buildings": {"house": 1}}
    p = scene(player, {"resources": NOTHING}).play("play recruit")
    assert prompt(p) == (0, Prompt.RECRUIT_PICK)
    assert set(p.legal()) - {"done"} == {f"recruit {unit}" for unit in offered(p, "recruit")}
    assert {DATA["units"][unit]["culture"] for unit in offered(p, "recruit")} == {culture}
    assert len(offered(p, "recruit")) == 9 + ORDER["ages"].index(age) - (culture == "norse")
    p.play(p.legal()[1], "done")
    assert p.record.idle_villagers[0] == 1


@pytest.mark.rule("AOM-016")
def test_villagers_do_not_fight() -> None:
    """Six mortals and four villagers: only the six can be committed."""
    p = scene({"hand": ["attack_7"], "buildings": {"house": 4}}, {}, {}).play("play attack_7", "player player_1", "attack city")
    committed = 0
    while offered(p, "commit"):
        p.play(next(action for action in p.legal() if action.startswith("commit")))
        committed += 1
    assert committed == 6
    assert p.legal() == ["done"]


@pytest.mark.rule("AOM-016")
@pytest.mark.parametrize(("rivals", "expected"), [(5, [30, 0, 0]), (6, [0, 0, 0]), (7, [0, 30, 0])])
def test_villagers_do_not_count_for_the_largest_army(rivals: int, expected: list[int]) -> None:
    """Six mortals and four villagers are an army of six."""
    p = arrange(
        {"hand": ["gather"], "buildings": {"house": 4}},
        {"units": {"hoplite": rivals}},
        {"units": {"jarl": 1}},
        round_number=3,
        vp_card={"largest_army": 30},
    )
    p.play("drop gather")
    assert p.over
    assert vp(p) == expected


# ------------------------------------------------------------------------------------------------ cubes and victory cubes
@pytest.mark.rule("AOM-017")
@pytest.mark.parametrize(
    ("card", "purchase", "price"),
    [
        ("build", ["build house"], (2, 2, 0, 0)),
        ("recruit", ["recruit mummy", "done"], (0, 0, 3, 2)),
        ("trade", ["pay food", "pay favor", "done"], (1, 0, 0, 1)),
        ("next_age", [], (4, 4, 4, 4)),
    ],
)
def test_prices_go_from_the_payer_to_the_bank(card: str, purchase: list[str], price: tuple) -> None:
    """What is paid leaves the payer's stock and lies in the bank."""
    p = scene({"hand": [card], "resources": RICH}, {}, {})
    before = bank(p)
    others = stock(p, 1), stock(p, 2)
    p.play(f"play {card}", *purchase)
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == tuple(5 - paid for paid in price)
    assert bank(p) == tuple(held + paid for held, paid in zip(before, price, strict=True))
    assert (stock(p, 1), stock(p, 2)) == others


@pytest.mark.rule("AOM-018")
def test_victory_cubes_are_not_taken_by_an_attack() -> None:
    """A won attack on a holding area with 6 victory cubes and no resources takes nothing."""
    p = battle({"troll": 1}, {"hoplite": 1}, "holding", defender={"resources": NOTHING, "vp": 6})
    before = stock(p, 0)
    clash(p, "troll", "hoplite", (1, 6, 0, 3))
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert vp(p) == [3, 6, 0]  # the three are those of the last battle
    assert stock(p, 0) == before


@pytest.mark.rule("AOM-018")
def test_victory_cubes_cannot_be_traded_stolen_or_spent() -> None:
    """With victory cubes alone nothing can be paid, and Loki finds nothing to steal."""
    poor = {"resources": NOTHING, "vp": 9}
    p = scene({"hand": ["trade", "build", "recruit", "next_age"], **poor}, {}, {})
    assert not offered(p, "play")
    p = scene({"culture": "norse", "hand": ["loki"]}, poor, poor)
    assert p.legal() == ["play loki", "drop loki"]


@pytest.mark.rule("AOM-018")
def test_victory_cubes_do_not_spoil() -> None:
    """Nine victory cubes are still there after the end of a turn, nine food are not."""
    p = arrange({"hand": ["gather"], "vp": 9, "resources": cubes(9, 0, 0, 0)}, {}, {}, round_number=3)
    p.play("drop gather")
    assert prompt(p) == (1, Prompt.PLACE_VP)
    assert (vp(p), stock(p, 0)) == ([9, 0, 0], (5, 0, 0, 0))


@pytest.mark.rule("AOM-019")
def test_four_open_victory_cards() -> None:
    """A cube goes on one of four cards, and everybody sees what lies on them."""
    p = arrange({}, {}, {}, stage="place", vp_card={"largest_army": 1, "most_buildings": 2, "last_battle": 3, "wonder": 4})
    assert offered(p, "place cube on") == {"largest_army", "most_buildings", "last_battle", "wonder"}
    assert len(p.legal()) == 4
    p.play("place cube on last_battle")
    for seat in range(3):
        assert seen(p, seat, "vp_card").tolist() == [1, 2, 4, 4]
    assert p.record.vp_card[VictoryCard.LAST_BATTLE] == 4
