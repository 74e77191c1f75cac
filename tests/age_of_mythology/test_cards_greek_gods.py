"""Rules of the Greek god cards (AOM-188 to AOM-198)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Age, Prompt
from rulebound.envs.age_of_mythology.variant import BUILDINGS, DATA
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import (
    bank,
    battle,
    buildings,
    clash,
    commit,
    cubes,
    in_battle,
    modes,
    offered,
    prompt,
    scene,
    stock,
    tiles,
    units,
    vp,
)  # fmt: skip

NOTHING = cubes(0, 0, 0, 0)
EMPTY = (0, 0, 0, 0)


def greek(card: str, *others: dict, resources: dict | None = None, rules: object = None, table: dict | None = None, **fields) -> Position:
    """A Greek on seat 0 holds a god card; there are three players unless more are named."""
    player = {"culture": "greek", "hand": [card], "resources": resources or cubes(4, 4, 4, 4), **fields}
    return scene(player, *(others or ({}, {})), rules=rules, **(table or {}))


FAVOR = {"aphrodite": 2, "apollo": 1, "ares": 3, "artemis": 1, "dionysus": 2, "hades": 1, "hephaestos": 2, "hera": 1, "hermes": 1,
         "poseidon": 1, "zeus": 2}  # fmt: skip


@pytest.mark.rule("AOM-188", "AOM-189", "AOM-190", "AOM-191", "AOM-192")
@pytest.mark.rule("AOM-193", "AOM-194", "AOM-195", "AOM-196", "AOM-197", "AOM-198")
@pytest.mark.parametrize("god", FAVOR)
def test_the_favor_of_a_greek_power(god):
    """The power is open with exactly its favor and closed with one less."""
    own = {"age": "classical", "tiles": {"hills_gold2": 2, "fertile_food2": 1}}
    enough = greek(god, resources=cubes(4, 4, 4, FAVOR[god]), **own)
    assert "with power" in modes(enough, god)
    assert modes(greek(god, resources=cubes(4, 4, 4, FAVOR[god] - 1), **own), god) <= {"action"}
    before = bank(enough)[3]
    enough.play(f"play {god} with power")
    assert bank(enough)[3] == before + FAVOR[god]
    assert stock(enough, 0)[3] == 0


@pytest.mark.rule("AOM-188", "AOM-189", "AOM-190", "AOM-195")
@pytest.mark.parametrize(
    ("god", "action", "number"),
    [("aphrodite", "attack", 6), ("apollo", "recruit", 4), ("ares", "attack", 6), ("hera", "build", 3)],
)
def test_the_number_on_a_greek_god_card(god, action, number):
    """Played for its action alone, the card allows its number."""
    p = greek(god, resources=cubes(12, 12, 12, 12)).play(f"play {god}")
    assert DATA["cards"][god]["action"] == action
    if action == "attack":
        p.play("player player_1", "attack city")
        assert p.record.limit.tolist() == [number, number]
    else:
        p.play(*{"build": ["build house"], "recruit": ["recruit hoplite"]}[action] * number)
        assert prompt(p) == (1, Prompt.PLAY_CARD)


# ------------------------------------------------------------------------------------------------ Aphrodite, Apollo, Ares
@pytest.mark.rule("AOM-188")
def test_aphrodite_sends_one_enemy_unit_home():
    """After the reveal the Frost Giant goes back to its board, alive; the battle is fought against the Jarl."""
    p = battle({"hoplite": 2}, {"frost_giant": 1, "jarl": 1}, card="play aphrodite with power")
    assert prompt(p) == (0, Prompt.APHRODITE)
    assert offered(p, "choose") == {"frost_giant", "jarl"}
    p.play("choose frost_giant")
    assert in_battle(p, 1) == {"jarl": 1}
    assert units(p, 1) == {"frost_giant": 1}
    clash(p, "hoplite", "jarl", (1, 7, 0, 3))
    assert units(p, 1) == {"frost_giant": 1}
    assert vp(p) == [3, 0, 0]


@pytest.mark.rule("AOM-188")
def test_aphrodite_wins_at_once_if_nobody_is_left():
    """The only committed unit goes home: the attacker has won without a roll."""
    p = battle({"hoplite": 1}, {"frost_giant": 1}, card="play aphrodite with power")
    assert vp(p) == [3, 0, 0]
    assert (units(p, 0), units(p, 1)) == ({"hoplite": 1}, {"frost_giant": 1})
    assert p.record.dice.tolist() == [0, 0]


@pytest.mark.rule("AOM-188")
def test_aphrodite_without_her_power_removes_nobody():
    """The battle begins with both armies whole; the power alone cannot be played."""
    p = battle({"hoplite": 2}, {"frost_giant": 1, "jarl": 1}, card="play aphrodite")
    assert prompt(p) == (0, Prompt.FIGHT_ATT)
    assert in_battle(p, 1) == {"frost_giant": 1, "jarl": 1}
    assert modes(greek("aphrodite"), "aphrodite") == {"action", "with power"}


@pytest.mark.rule("AOM-188")
def test_aphrodite_takes_one_figure_of_several():
    """Of two Jarls one stays in the battle."""
    p = battle({"hoplite": 2}, {"jarl": 2, "huskarl": 1}, card="play aphrodite with power").play("choose jarl")
    assert (in_battle(p, 1), units(p, 1)) == ({"jarl": 1, "huskarl": 1}, {"jarl": 1})
    assert prompt(p) == (0, Prompt.FIGHT_ATT)


@pytest.mark.rule("AOM-189")
@pytest.mark.parametrize(("players", "owned", "after"), [(3, 2, 4), (4, 2, 4), (4, 3, 4), (3, 7, 8), (3, 0, 2)])
def test_apollo_gives_two_toxotes_as_far_as_figures_allow(players, owned, after):
    """Two free Toxotes; four players with three Toxotes: one."""
    p = greek("apollo", *[{}] * (players - 1), units={"hoplite": 1, "toxotes": owned}).play("play apollo power only")
    assert units(p, 0) == {"hoplite": 1, "toxotes": after}
    assert stock(p, 0) == (4, 4, 4, 3)


@pytest.mark.rule("AOM-189")
def test_apollo_is_closed_without_a_figure_and_then_recruits_four():
    """Four Toxotes with four players: no power; with figures the Recruit 4 follows."""
    assert modes(greek("apollo", {}, {}, {}, units={"toxotes": 4}), "apollo") == {"action"}
    p = greek("apollo").play("play apollo with power")
    assert units(p, 0)["toxotes"] == 4
    assert (prompt(p), p.record.left) == ((0, Prompt.RECRUIT_PICK), 4)


@pytest.mark.rule("AOM-190")
@pytest.mark.parametrize(
    ("card", "own", "other", "limits"),
    [
        ("play ares with power", {}, {}, [8, 6]),
        ("play ares with power", {}, {"armory": 1}, [8, 7]),
        ("play ares with power", {"armory": 1}, {}, [9, 6]),
        ("play ares", {}, {}, [6, 6]),
    ],
)
def test_ares_lets_the_attacker_commit_eight(card, own, other, limits):
    """Eight against six; the Armory of either side adds one to its own limit."""
    rival = {"culture": "norse", "units": {"jarl": 8}, "buildings": other}
    p = greek("ares", rival, {}, units={"hoplite": 8, "toxotes": 8}, buildings=own)
    p.play(card, "player player_1", "attack city", "commit hoplite", *["commit toxotes"] * (limits[0] - 1))
    assert p.legal() == ["done"]
    p.play("done", *["commit jarl"] * limits[1])
    assert p.legal() == ["done"]


# ------------------------------------------------------------------------------------------------ Artemis, Dionysus
SIX = ["fertile_food2", "fertile_food2", "fertile_food2", "fertile_wood1", "hills_food1", "hills_gold2"]


@pytest.mark.rule("AOM-191")
def test_artemis_picks_twice_before_the_others():
    """Four players: six tiles; the order is active, active, next, next, next."""
    p = greek("artemis", {}, {}, {}, table={"stacked_tiles": SIX})
    pool = int(p.record.pool.sum())
    p.play("play artemis with power")
    assert p.record.shown.sum() == 6
    order = []
    for tile in ("hills_gold2", "hills_food1", "fertile_food2", "fertile_food2", "fertile_food2"):
        order.append(p.seat)
        assert "done" in p.legal()
        p.play(f"tile {tile}")
    assert order == [0, 0, 1, 2, 3]
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert p.record.pool.sum() == pool - 5


@pytest.mark.rule("AOM-191")
def test_each_pick_of_artemis_may_be_declined():
    """A first pick that is declined does not cost the second; everybody may decline."""
    p = greek("artemis", {}, {}, {}, table={"stacked_tiles": SIX}).play("play artemis with power")
    order = []
    while p.record.prompt == Prompt.EXPLORE_PICK:
        order.append(p.seat)
        p.play("done")
    assert order == [0, 0, 1, 2, 3]
    assert [tiles(p, seat) for seat in range(4)] == [{}] * 4


@pytest.mark.rule("AOM-192")
def test_dionysus_adds_one_food_per_food_tile_and_feeds_nobody_else():
    """Tiles of 2 and 1 food: 3 + 2 = 5; the others collect nothing."""
    rival = {"resources": NOTHING, "tiles": {"fertile_food2": 2}}
    own = {"fertile_food2": 1, "hills_food1": 1, "hills_gold2": 1}
    p = greek("dionysus", rival, rival, resources=cubes(0, 0, 0, 2), tiles=own).play("play dionysus with power")
    assert (stock(p, 0), stock(p, 1), stock(p, 2)) == ((5, 0, 0, 0), EMPTY, EMPTY)


@pytest.mark.rule("AOM-192")
def test_dionysus_without_power_gathers_food_for_all():
    """3 food, and 4 for each of the others."""
    rival = {"resources": NOTHING, "tiles": {"fertile_food2": 2}}
    p = greek("dionysus", rival, rival, resources=cubes(0, 0, 0, 2), tiles={"fertile_food2": 1, "hills_food1": 1})
    assert modes(p, "dionysus") == {"action", "with power"}
    p.play("play dionysus")
    assert (stock(p, 0), stock(p, 1), stock(p, 2)) == ((3, 0, 0, 2), (4, 0, 0, 0), (4, 0, 0, 0))


# ------------------------------------------------------------------------------------------------ Hades
@pytest.mark.rule("AOM-193")
def test_hades_turns_a_mortal_into_seven_cubes():
    """A Toxotes less, a favor less, then two food, a wood, two gold and two favor, then the Gather."""
    p = greek("hades", resources=cubes(0, 0, 0, 1)).play("play hades with power")
    assert offered(p, "choose") == {"hoplite", "toxotes", "hippokon"}
    p.play("choose toxotes")
    before = bank(p)
    p.play(*["cube food"] * 2, "cube wood", *["cube gold"] * 2, *["cube favor"] * 2)
    assert stock(p, 0) == (2, 1, 2, 2)
    assert bank(p) == (before[0] - 2, before[1] - 1, before[2] - 2, before[3] - 2)
    assert units(p, 0) == {"hoplite": 2, "toxotes": 1, "hippokon": 2}
    assert prompt(p) == (0, Prompt.GATHER_CHOICE)


@pytest.mark.rule("AOM-193")
def test_hades_takes_mortals_only_unless_the_printed_card_is_used():
    """The Hydra is no choice; with hades_sacrifice = any_unit it is."""
    owned = {"hoplite": 1, "hydra": 1, "classical_greek_hero": 1, "toxotes": 1}
    p = greek("hades", units=owned, age="classical").play("play hades with power")
    assert offered(p, "choose") == {"hoplite", "toxotes"}
    p = greek("hades", units=owned, age="classical", rules={"hades_sacrifice": "any_unit"}).play("play hades with power")
    assert offered(p, "choose") == set(owned)
    assert units(p.play("choose hydra"), 0) == {"hoplite": 1, "classical_greek_hero": 1, "toxotes": 1}


@pytest.mark.rule("AOM-193")
def test_hades_needs_a_mortal():
    """With a Hydra alone the power is closed by default and open with the printed card."""
    assert modes(greek("hades", units={"hydra": 1}), "hades") == {"action"}
    printed = greek("hades", units={"hydra": 1}, rules={"hades_sacrifice": "any_unit"})
    assert modes(printed, "hades") == {"action", "with power", "power only"}


@pytest.mark.rule("AOM-193")
def test_hades_may_take_fewer_cubes_and_no_more_than_the_bank_has():
    """The choice may be ended early, and a resource that the bank lacks is no choice."""
    rival = {"resources": cubes(12, 4, 4, 4)}
    p = greek("hades", rival, {**rival, "resources": cubes(13, 4, 4, 4)}, resources=cubes(0, 0, 0, 1))
    p.play("play hades power only", "choose hoplite")
    assert offered(p, "cube") == {"wood", "gold", "favor"}
    p.play("cube gold", "done")
    assert stock(p, 0) == (0, 0, 1, 0)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


# ------------------------------------------------------------------------------------------------ Hephaestos, Hera
@pytest.mark.rule("AOM-194")
def test_hephaestos_removes_a_tile_of_anybody():
    """Own tiles and those of every opponent are targets; the tile goes to the pool."""
    p = greek("hephaestos", *[{"tiles": {"fertile_food2": 1, "swamp_wood1": 1}}] * 3, tiles={"hills_gold2": 1, "desert_gold1": 1})
    p.play("play hephaestos power only")
    assert offered(p, "player") == {"player_0", "player_1", "player_2", "player_3"}
    other = p.clone().play("player player_2")
    assert offered(other, "tile") == {"fertile_food2", "swamp_wood1"}
    pool = p.record.pool.tolist()
    p.play("player player_0", "tile hills_gold2")
    assert tiles(p, 0) == {"desert_gold1": 1}
    changed = [k for k, (a, b) in enumerate(zip(pool, p.record.pool.tolist(), strict=True)) if a != b]
    assert [list(DATA["tiles"])[k] for k in changed] == ["hills_gold2"]
    assert p.record.pool.sum() == sum(pool) + 1


@pytest.mark.rule("AOM-194")
@pytest.mark.parametrize(("age", "price"), [("archaic", 3), ("classical", 4), ("heroic", 5)])
def test_hephaestos_then_leads_to_the_next_age(age, price):
    """The tile first, then the age for 3, 4 or 5 of each."""
    p = greek("hephaestos", resources=cubes(price, price, price, price + 2), age=age, tiles={"hills_gold2": 1})
    p.play("play hephaestos with power")
    assert tiles(p, 0) == {}
    assert (p.record.age[0], stock(p, 0)) == (Age[age.upper()] + 1, EMPTY)


@pytest.mark.rule("AOM-194")
def test_hephaestos_needs_a_tile():
    """On empty boards the power is closed."""
    assert modes(greek("hephaestos"), "hephaestos") == {"action"}


@pytest.mark.rule("AOM-195")
def test_hera_gives_a_house_on_top_of_three_buildings():
    """Four buildings in all, the house for a favor, with a villager."""
    p = greek("hera", resources=cubes(6, 6, 0, 1)).play("play hera with power")
    assert (buildings(p, 0), p.record.idle_villagers[0], stock(p, 0)) == ({"house": 1}, 1, (6, 6, 0, 0))
    p.play(*["build house"] * 3)
    assert (buildings(p, 0), p.record.idle_villagers[0]) == ({"house": 4}, 4)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


OTHERS = dict.fromkeys(BUILDINGS[1:13], 1)  # everything but houses and the Wonder


@pytest.mark.rule("AOM-195")
@pytest.mark.parametrize(
    ("city", "legal"),
    [
        ({**OTHERS, "house": 4}, False),
        ({**OTHERS, "house": 3}, True),
        ({"house": 10}, False),
        ({"house": 9}, True),
        ({"house": 10, "wall": 1, "tower": 1, "market": 1, "quarry": 1, "armory": 1, "granary": 1}, False),
    ],
)
def test_hera_needs_a_square_and_fewer_than_ten_houses(city, legal):
    """Sixteen buildings or ten houses close the power."""
    p = greek("hera", buildings=city)
    assert ("play hera power only" in p.legal()) is legal
    assert ("play hera with power" in p.legal()) is legal


@pytest.mark.rule("AOM-195")
def test_the_free_house_may_fill_the_city():
    """With 15 buildings the house takes the last square and the Build is over."""
    p = greek("hera", buildings={**OTHERS, "house": 3}, resources=cubes(9, 9, 9, 9)).play("play hera with power")
    assert buildings(p, 0)["house"] == 4
    assert prompt(p) == (1, Prompt.PLAY_CARD)


# ------------------------------------------------------------------------------------------------ Hermes, Poseidon, Zeus
def hermes() -> Position:
    """After the favor is paid the bank holds nine gold and one favor."""
    return greek("hermes", {"resources": cubes(12, 12, 8, 12)}, {"resources": cubes(13, 13, 8, 12)}, resources=cubes(0, 0, 0, 1))


@pytest.mark.rule("AOM-196")
@pytest.mark.parametrize("favor", [0, 1])
def test_hermes_takes_four_cubes_of_free_choice(favor):
    """Four gold, or three gold and the favor; there is no food and no wood."""
    p = hermes().play("play hermes power only")
    assert bank(p) == (0, 0, 9, 1)
    assert offered(p, "cube") == {"gold", "favor"}
    p.play(*["cube gold"] * (4 - favor), *["cube favor"] * favor)
    assert stock(p, 0) == (0, 0, 4 - favor, favor)
    assert prompt(p) == (1, Prompt.PLAY_CARD)  # nothing is exchanged


@pytest.mark.rule("AOM-196")
def test_hermes_then_trades_free_of_cost():
    """The four cubes first, then exchanges without payment."""
    p = hermes().play("play hermes with power", *["cube gold"] * 4)
    assert prompt(p) == (0, Prompt.TRADE_EXCHANGE)
    p.play("exchange gold for favor")
    assert stock(p, 0) == (0, 0, 3, 1)
    p = greek("hermes", resources=cubes(1, 0, 0, 0)).play("play hermes", "exchange food for gold")
    assert stock(p, 0) == (0, 0, 1, 0)


@pytest.mark.rule("AOM-197")
@pytest.mark.parametrize(("in_bank", "gained"), [(0, 0), (3, 3), (5, 5), (10, 5)])
def test_poseidon_gives_up_to_five_food(in_bank, gained):
    """As much as the bank has, five at most; an empty bank closes the power."""
    p = greek("poseidon", {"resources": cubes(12, 4, 4, 4)}, {"resources": cubes(13 - in_bank, 4, 4, 4)}, resources=cubes(0, 0, 0, 1))
    if not gained:
        assert modes(p, "poseidon") == {"action"}
        return
    assert bank(p)[0] == in_bank
    p.play("play poseidon with power")
    assert stock(p, 0) == (gained, 0, 0, 0)
    assert bank(p)[0] == in_bank - gained
    assert prompt(p) == (0, Prompt.GATHER_CHOICE)


@pytest.mark.rule("AOM-197")
def test_poseidon_gathers_a_terrain_or_a_resource_afterwards():
    """All ten scopes are open, and everybody collects."""
    p = greek("poseidon", {"culture": "norse", "resources": NOTHING, "tiles": {"forest_wood2": 1}}, {}, tiles={"forest_wood2": 2})
    p.play("play poseidon with power")
    assert len(offered(p, "gather")) == 10
    p.play("gather wood")
    assert (stock(p, 0), stock(p, 1)) == ((9, 8, 4, 3), (0, 2, 0, 0))


@pytest.mark.rule("AOM-198")
def test_zeus_gives_the_hero_of_the_age_before_the_next_one():
    """Classical with six favor and four of the rest: the Classical Hero, then heroic with nothing left."""
    p = greek("zeus", resources=cubes(4, 4, 4, 6), age="classical", units={"hoplite": 1}).play("play zeus with power")
    assert units(p, 0) == {"hoplite": 1, "classical_greek_hero": 1}
    assert (p.record.age[0], stock(p, 0)) == (Age.HEROIC, EMPTY)


@pytest.mark.rule("AOM-198")
@pytest.mark.parametrize(
    ("age", "hero"),
    [("classical", "classical_greek_hero"), ("heroic", "heroic_greek_hero"), ("mythic", "mythical_greek_hero")],
)
def test_zeus_alone_gives_the_hero_of_the_current_age(age, hero):
    """Two favor for the hero; the age stays, also with an action that cannot be paid or has no further age."""
    p = greek("zeus", age=age, units={"hoplite": 1}).play("play zeus with power" if age == "mythic" else "play zeus power only")
    assert units(p, 0) == {"hoplite": 1, hero: 1}
    assert (p.record.age[0], stock(p, 0)) == (Age[age.upper()], (4, 4, 4, 2))


@pytest.mark.rule("AOM-198")
@pytest.mark.parametrize(
    ("age", "heroes"), [("archaic", {}), ("classical", {"classical_greek_hero": 2}), ("mythic", {"mythical_greek_hero": 2})]
)
def test_zeus_is_closed_in_the_archaic_age_and_without_a_figure(age, heroes):
    """No hero of that age is there to be had."""
    p = greek("zeus", age=age, units={"hoplite": 1, **heroes})
    assert modes(p, "zeus") <= {"action"}
    assert modes(greek("zeus", age="classical", units={"hoplite": 1, "heroic_greek_hero": 2}), "zeus") > {"with power"}


@pytest.mark.rule("AOM-190", "AOM-191")
def test_powers_that_only_change_their_action_are_not_played_alone():
    """Ares and Artemis are played for the action, with or without the power."""
    for god in ("ares", "artemis"):
        assert modes(greek(god), god) == {"action", "with power"}


@pytest.mark.rule("AOM-188", "AOM-190")
def test_an_attack_of_a_god_card_is_made_like_any_other():
    """Target, area, armies: the defender may send as many as the card says."""
    p = greek("aphrodite", {"culture": "norse", "units": {"jarl": 8}}, {}).play("play aphrodite", "player player_1", "attack city")
    commit(p, {"hoplite": 1})
    p.play(*["commit jarl"] * 6)
    assert p.legal() == ["done"]
