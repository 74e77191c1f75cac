"""The conquest of Cities and Camps: loot, what survives, and what the new owner may do there (HVW-268 to HVW-278)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import Facility
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import (
    DEFENDER,
    arrange,
    asked,
    dice_left,
    in_battle,
    pass_until,
    player,
    spot,
    stacks,
    stock,
    strike,
    walk,
)

NO_INCOME = {"income.per_place": 0, "income.per_hall": 0}
TABLE = {
    "gold": (10, 20, 30, 50, 70, 90),
    "crystal": (0, 10, 30, 50, 70, 90),
    "stone": (10, 30, 50, 70, 90, 100),
    "wood": (10, 30, 50, 70, 90, 100),
}
KINDS = tuple(TABLE)
Stock = dict[str, int]


def even(amount: int) -> Stock:
    return dict.fromkeys(KINDS, amount)


def conquer(camp: dict | None = None, *dice: int, city: dict | None = None, rules: object = None) -> Position:
    """Hero 1 of seat 0 enters the undefended Camp of seat 1; the dice are those of the loot."""
    knights = player(spot("SB_N"), (9, "K1"), stock=even(0), **(city or {}))
    p = arrange(knights, player("T12_S", (9, "B1"), **(camp or {})), rules={**NO_INCOME, **(rules or {})}, dice=dice).play("hero 1")
    return walk(p, "SB_C")


def owned(place: dict, home: dict | None = None, rules: object = None, **fields) -> Position:
    """Knights own the conquered Camp, and it is their production."""
    camp = {"place_owner": "player_0", "conquered": 1, **place}
    p = arrange(
        {**player("T01_C", (9, "K1")), **(home or {})}, player("T12_S", (9, "B1"), **camp),
        rules={**NO_INCOME, **(rules or {})}, stage="income", sequence=2, **fields,
    )  # fmt: skip
    while not (p.seat == 0 and asked(p)[1] in (Prompt.PLACE, Prompt.ITEM)):
        p.play("pass")
    return p


def in_the_camp(p: Position) -> Position:
    """The production of the Knights goes on in the Camp."""
    assert asked(p) == (0, Prompt.PLACE)
    return p.play("place player_1")


# ------------------------------------------------------------------------------------------------ loot
@pytest.mark.rule("HVW-268")
def test_each_resource_is_rolled_for_in_order() -> None:
    """8.12: four dice, for gold, crystal, stone and wood."""
    p = conquer({"stock": even(10)}, 3, 2, 1, 6)
    assert dice_left(p) == 0
    assert stock(p, 0) == [3, 1, 1, 10]
    assert stock(p, 1) == [7, 9, 9, 0]


@pytest.mark.rule("HVW-268")
def test_a_captured_camp_after_a_siege_is_looted_as_well() -> None:
    """8.12: the loot comes after the last defender has fallen."""
    camp = player("T12_S", (9, "B1"), stock=even(10), place_garrison={"level_1": 3})
    p = arrange(player(spot("SB_N"), (9, "K1"), stock=even(0)), camp, rules=NO_INCOME).play("hero 1")
    walk(p, "SB_C").queue_dice(4).play("yes", "pass")
    strike(p, 0, 20, 1, 6, 6, 6, 6)
    assert not in_battle(p)
    assert (stock(p, 0), stock(p, 1)) == ([9, 9, 10, 10], [1, 1, 0, 0])


@pytest.mark.rule("HVW-269")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_conquest_table(die: int) -> None:
    """8.12: percent of gold, crystal, stone and wood by the die; of ten, a tenth of it."""
    p = conquer({"stock": even(10)}, die, die, die, die)
    assert stock(p, 0) == [TABLE[kind][die - 1] // 10 for kind in KINDS]


@pytest.mark.rule("HVW-270")
@pytest.mark.parametrize(("gold", "die", "loot"), [(7, 3, 3), (1, 1, 1), (11, 1, 2), (10, 2, 2), (3, 6, 3), (0, 6, 0)])
def test_loot_is_rounded_up(gold: int, die: int, loot: int) -> None:
    """8.12: 30 percent of 7 are 2.1, so 3; whole amounts stay."""
    p = conquer({"stock": {**even(0), "gold": gold}}, die, 6, 6, 6)
    assert (stock(p, 0)[0], stock(p, 1)[0]) == (loot, gold - loot)


@pytest.mark.rule("HVW-271", "HVW-276")
def test_the_rest_stays_and_serves_the_new_owner_there() -> None:
    """8.12: three of seven gold are captured; with the other four he recruits in the Camp."""
    p = conquer({"stock": {**even(0), "gold": 7}}, 3, 1, 1, 1)
    p = pass_until(p, Prompt.PLACE)
    in_the_camp(p).play("recruit level 1")
    assert "amount 4" in p.legal()
    assert "amount 5" not in p.legal()
    p.play("amount 4")
    assert p.record.natives[1].tolist() == [4, 0, 0, 0, 0, 0]
    assert (stock(p, 1)[0], stock(p, 0)[0]) == (0, 3)


# ------------------------------------------------------------------------------------------------ what survives
@pytest.mark.rule("HVW-272")
def test_only_army_buildings_survive() -> None:
    """8.12: of walls, towers, palace and the rest only Barracks to Academy stay."""
    built = ["wall_2", "wall_3", "tower_1", "tower_2", "barracks", "shooting_range", "academy", "training_area", "tavern",
             "town_hall", "city_hall", "palace", "trade_hall", "storehouse"]  # fmt: skip
    p = conquer({"facility": dict.fromkeys(built, 1)}, 1, 1, 1, 1)
    left = {Facility(k).name for k in range(17) if p.record.facility[1, k]}
    assert left == {"BARRACKS", "SHOOTING_RANGE", "ACADEMY"}


@pytest.mark.rule("HVW-272")
def test_the_whole_military_line_survives() -> None:
    """8.12: Tiltyard and Garde stay too; a special building and its honor points do not."""
    built = ["barracks", "shooting_range", "academy", "tiltyard", "garde", "special"]
    p = conquer({"facility": dict.fromkeys(built, 1), "stored_honor": 5}, 1, 1, 1, 1, rules={"honor": True, "special_buildings": True})
    left = {Facility(k).name for k in range(17) if p.record.facility[1, k]}
    assert left == {"BARRACKS", "SHOOTING_RANGE", "ACADEMY", "TILTYARD", "GARDE"}
    assert p.record.stored_honor[1] == 0


@pytest.mark.rule("HVW-272", "HVW-301")
def test_a_conquered_city_has_works_of_level_1() -> None:
    """8.12: the next siege of a City that had level 3 meets 10 points and a bonus of 1; natives defend it."""
    city = player("T01_C", (9, "K1"), facility={"wall_2": 1, "wall_3": 1})
    p = arrange(city, player(spot("SK_NE"), (9, "B1")), order=[1, 0, 0], dice=(1, 1, 1, 1)).play("hero 1")
    walk(p, "SK_C")
    assert p.record.place_owner[0] == 2
    p.record.natives[0, 0] = 5
    p.record.hero_hex[1, 0] = spot("T12_S")
    p.record.hero_hex[0, 0] = spot("SK_NE")
    p = pass_until(p.play("pass"), Prompt.HERO)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.HERO)
    walk(p.play("hero 1"), "SK_C")
    assert stacks(p, DEFENDER) == [(5, "K1")]
    assert p.queue_dice(9).play("yes").record.wall[0] == 2
    p.play("pass")
    strike(p, 0, 10, 12)  # 10 + 3 + 2 against 12 + 2 + 1: nothing
    assert stacks(p, DEFENDER) == [(5, "K1")]


# ------------------------------------------------------------------------------------------------ income and building
@pytest.mark.rule("HVW-273")
def test_the_conqueror_has_the_base_income_at_once() -> None:
    """8.12: captured in sequence 1, the Camp pays one gold to its stock at the end of that sequence."""
    camp = player("T12_S", (9, "B1"), stock=even(0), facility={"town_hall": 1})
    p = arrange(player(spot("SB_N"), (9, "K1"), stock=even(0)), camp, dice=(1, 1, 1, 1)).play("hero 1")
    walk(p, "SB_C")
    while p.record.sequence == 0:
        p.play("pass")
    assert (stock(p, 0), stock(p, 1)) == ([1, 0, 0, 0], [1, 0, 0, 0])
    assert p.record.place_owner[1] == 1


@pytest.mark.rule("HVW-274")
def test_no_army_building_in_a_conquered_place() -> None:
    """8.12: with nine of everything the Town Hall may be built there, the Barracks may not; at home both."""
    p = in_the_camp(owned({"stock": even(9)}, {"stock": even(9)}))
    assert "build town_hall" in p.legal()
    assert not {"build barracks", "build shooting_range"} & set(p.legal())
    assert {"build wall_2", "build tower_1", "build tavern", "build trade_hall", "build training_area"} <= set(p.legal())
    p = owned({"stock": even(9)}, {"stock": even(9)}).play("place player_0")
    assert {"build town_hall", "build barracks"} <= set(p.legal())


@pytest.mark.rule("HVW-274")
def test_the_next_army_building_may_not_be_added() -> None:
    """8.12: surviving Barracks are no way to a Shooting Range."""
    p = in_the_camp(owned({"stock": even(20), "facility": {"barracks": 1}}))
    assert "build shooting_range" not in p.legal()
    assert "recruit level 2" in p.legal()


@pytest.mark.rule("HVW-274")
def test_a_special_building_is_never_rebuilt() -> None:
    """17.3: not by the conqueror."""
    p = in_the_camp(owned({"stock": even(20)}, rules={"honor": True, "special_buildings": True}))
    assert "build special" not in p.legal()


@pytest.mark.rule("HVW-275")
@pytest.mark.parametrize(("wood", "legal"), [(5, True), (4, False)])
def test_building_there_has_the_native_price(wood: int, legal: bool) -> None:
    """8.12: Knights pay 2 gold, 2 stone and 5 wood for a Tavern in the Camp."""
    p = owned({"stock": {"gold": 2, "crystal": 0, "stone": 2, "wood": wood}}, {"stock": even(20)})
    p = in_the_camp(p)
    assert ("build tavern" in p.legal()) == legal
    if legal:
        p.play("build tavern")
        assert stock(p, 1) == [0, 0, 0, 0]
        assert stock(p, 0) == [20, 20, 20, 20]


@pytest.mark.rule("HVW-276")
def test_each_place_pays_from_its_own_stock() -> None:
    """8.12: fifteen gold at home do not help a Camp with one."""
    p = in_the_camp(owned({"stock": {**even(0), "gold": 1}}, {"stock": {**even(0), "gold": 15}})).play("recruit level 1")
    if asked(p)[1] == Prompt.RECRUIT_NUMBER:
        assert p.legal() == ["amount 1"]
        p.play("amount 1")
    assert (stock(p, 0)[0], stock(p, 1)[0]) == (15, 0)
    assert p.record.natives[1].tolist() == [1, 0, 0, 0, 0, 0]
    assert "recruit level 1" not in p.legal()


# ------------------------------------------------------------------------------------------------ where the loot goes
@pytest.mark.rule("HVW-277")
def test_without_a_home_loot_goes_to_the_lowest_other_place() -> None:
    """8.12: Amazons hold the Knights' City; the Knights own the Camp and take the Amazons' City: loot to the Camp."""
    p = arrange(
        player(spot("SA_N", 3), (9, "K1"), place_owner="player_2", conquered=1, stock=even(0)),
        player("T12_S", (9, "B1"), place_owner="player_0", conquered=1, stock=even(0)),
        player("T12_N", (9, "A1"), stock={**even(0), "gold": 7}),
        rules=NO_INCOME, dice=(3, 1, 1, 1),
    ).play("hero 1")  # fmt: skip
    walk(p, "SA_C")
    assert p.record.place_owner.tolist() == [3, 1, 1]
    assert [stock(p, place)[0] for place in range(3)] == [0, 3, 4]


@pytest.mark.rule("HVW-277")
def test_without_any_place_loot_is_lost() -> None:
    """8.12: Knights without a home take the Camp: three of its seven gold are gone."""
    p = conquer({"stock": {**even(0), "gold": 7}}, 3, 1, 1, 1, city={"place_owner": "player_1", "conquered": 1})
    assert p.record.place_owner[:2].tolist() == [2, 1]
    assert [stock(p, place)[0] for place in range(2)] == [0, 4]


@pytest.mark.rule("HVW-277", "HVW-293")
def test_with_a_home_loot_goes_there() -> None:
    """8.12: the home stock comes first even if another place has a lower number."""
    p = arrange(
        player("T12_N", (9, "K1"), place_owner="player_2", conquered=1, stock=even(0)),
        player("T12_S", (9, "B1"), stock={**even(0), "gold": 7}),
        player(spot("SB_N", 3), (9, "A1"), stock=even(0)),
        rules=NO_INCOME, dice=(3, 1, 1, 1), order=[2, 0, 1],
    ).play("hero 1")  # fmt: skip
    walk(p, "SB_C")
    assert [stock(p, place)[0] for place in range(3)] == [0, 4, 3]


# ------------------------------------------------------------------------------------------------ a home retaken
@pytest.mark.rule("HVW-278")
def test_a_home_retaken_is_a_normal_home_again() -> None:
    """8.12: Knights retake their City with 3 gold, 3 stone and 2 wood in it: Barracks may be built."""
    city = player(spot("SK_NE"), (9, "K1"), place_owner="player_1", conquered=1, stock={"gold": 3, "crystal": 0, "stone": 3, "wood": 2})
    p = arrange(city, player("T12_S", (9, "B1")), rules=NO_INCOME, sequence=2, dice=(3, 3, 3, 3)).play("hero 1")
    walk(p, "SK_C")
    assert p.record.place_owner[0] == 1
    assert stock(p, 0) == [3, 0, 3, 2]
    p = pass_until(p, Prompt.ITEM)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.ITEM)
    p.play("build barracks")
    assert stock(p, 0) == [0, 0, 0, 0]


@pytest.mark.rule("HVW-278")
def test_recruits_of_a_home_retaken_may_leave() -> None:
    """8.12: they are ordinary units again, which a hero may take along."""
    city = player(spot("SK_C"), (9, "K1"), conquered=1, stock={**even(0), "gold": 2})
    p = arrange(city, player("T12_S", (9, "B1")), rules=NO_INCOME, stage="income", sequence=2)
    p = pass_until(p, Prompt.ITEM)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.ITEM)
    p.play("recruit level 1", "amount 2")
    assert p.record.place_garrison[0, 0] == 2
    p = pass_until(p, Prompt.HERO)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.HERO)
    p.play("hero 1", "transfer", "holder garrison 1", "holder section 0", "number 2")
    assert p.record.section_count[0, 0, 0] == 11
    assert p.record.place_garrison[0, 0] == 0
