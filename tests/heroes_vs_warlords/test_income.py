"""Income, production and the acquisition of units (HVW-290 to HVW-303)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import Facility
from rulebound.envs.heroes_vs_warlords.state import Prompt, Stage
from tests.heroes_vs_warlords.helpers import (
    GAME,
    arrange,
    asked,
    in_battle,
    pass_until,
    player,
    sections,
    spot,
    stacks,
    stock,
    strike,
    walk,
)

NO_INCOME = {"income.per_place": 0, "income.per_hall": 0}
PRODUCING = (Prompt.PLACE, Prompt.ITEM)
ITEMS = ("build", "recruit", "trade", "buy", "hire")


def even(amount: int) -> dict[str, int]:
    return dict.fromkeys(("gold", "crystal", "stone", "wood"), amount)


def goods(gold: int = 0, crystal: int = 0, stone: int = 0, wood: int = 0) -> dict[str, int]:
    return {"gold": gold, "crystal": crystal, "stone": stone, "wood": wood}


def after_income(*players: dict, sequence: int = 0, **fields) -> Position:
    """The position after the income of a sequence."""
    return arrange(*players, stage="income", sequence=sequence, **fields)


def production(*players: dict, seat: int = 0, rules: object = None, **fields) -> Position:
    """The production of a seat, without any income before it."""
    p = arrange(*players, stage="income", sequence=2, rules={**NO_INCOME, **(rules or {})}, **fields)
    while not (p.seat == seat and asked(p)[1] in PRODUCING):
        p.play("pass")
    return p


def next_turn(p: Position, seat: int = 0) -> Position:
    """Pass until this seat may choose a hero."""
    p = pass_until(p, Prompt.HERO)
    while p.seat != seat:
        p = pass_until(p.play("pass"), Prompt.HERO)
    return p


# ------------------------------------------------------------------------------------------------ income
@pytest.mark.rule("HVW-290")
def test_each_resource_hex_pays_one_point() -> None:
    """9.2: two woods and a crystal mine pay two wood and one crystal in every sequence."""
    control = dict.fromkeys(("T01_N", "T05_SW", "T04_C"), "player_0")
    p = after_income(
        player(None, stock=even(0)), player(None, stock=even(0)), control=control, activated=dict.fromkeys(control, 1),
        rules=NO_INCOME,
    )  # fmt: skip
    assert (stock(p, 0), stock(p, 1)) == ([0, 1, 0, 2], [0, 0, 0, 0])
    while p.record.sequence == 1:
        p.play("pass")
    assert stock(p, 0) == [0, 2, 0, 4]


@pytest.mark.rule("HVW-291", "HVW-292")
@pytest.mark.parametrize(
    ("built", "gold"),
    [
        ((), 1),
        (("town_hall", "storehouse", "trade_hall"), 3),
        (("town_hall",), 2),
        (("town_hall", "city_hall"), 3),
        (("town_hall", "city_hall", "palace"), 4),
        (("trade_hall",), 1),
        (("trade_hall", "storehouse"), 2),
        (("town_hall", "city_hall", "palace", "trade_hall", "storehouse"), 5),
        (("tavern", "training_area", "barracks", "wall_2", "tower_1"), 1),
    ],
)
def test_halls_and_storehouse_earn_gold(built: tuple[str, ...], gold: int) -> None:
    """9.2: one gold for the place and one each for Town Hall, City Hall, Palace and Storehouse, none for the Trade Hall."""
    p = after_income(player(None, stock=even(0), facility=dict.fromkeys(built, 1)))
    assert stock(p, 0) == [gold, 0, 0, 0]


@pytest.mark.rule("HVW-293")
def test_where_income_goes() -> None:
    """9.2: halls pay into the stock of their own place, Resources into that of the home."""
    p = after_income(
        player(None, stock=even(0)),
        player("T12_S", (9, "B1"), stock=even(0), place_owner="player_0", conquered=1, facility={"town_hall": 1}),
        control={"T02_S": "player_0"}, activated={"T02_S": 1},
    )  # fmt: skip
    assert (stock(p, 0), stock(p, 1)) == ([1, 0, 1, 0], [2, 0, 0, 0])


@pytest.mark.rule("HVW-293")
@pytest.mark.parametrize(("camp", "pays"), [("player_0", 1), ("player_1", 0)])
def test_without_a_home_resources_go_to_another_place_or_are_lost(camp: str, pays: int) -> None:
    """9.2: Knights who lost their City but own the Camp collect there; without any place the point is lost."""
    p = after_income(
        player("T01_C", (9, "K1"), stock=even(0), place_owner="player_1", conquered=1),
        player("T12_S", (9, "B1"), stock=even(0), place_owner=camp, conquered=1),
        control={"T02_S": "player_0"}, activated={"T02_S": 1}, rules=NO_INCOME,
    )  # fmt: skip
    assert (stock(p, 0), stock(p, 1)) == ([0, 0, 0, 0], [0, 0, pays, 0])


# ------------------------------------------------------------------------------------------------ production
@pytest.mark.rule("HVW-294")
def test_production_comes_after_the_third_sequence() -> None:
    """10.0: in three sequences nobody is asked to build or recruit; then everybody is."""
    p = arrange(player(None, stock=even(20)), player(None, stock=even(20)), stage="turn")
    turns = []
    while p.record.stage != Stage.PRODUCTION:
        assert asked(p)[1] not in PRODUCING
        assert not any(action.startswith(ITEMS) for action in p.legal())
        if asked(p)[1] == Prompt.HERO:
            turns.append((p.seat, int(p.record.sequence)))
        p.play("pass")
    assert turns == [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)]
    producers = []
    while p.record.stage == Stage.PRODUCTION:
        producers.append(p.seat)
        p.play("pass")
    assert producers == [0, 1]


@pytest.mark.rule("HVW-295")
@pytest.mark.parametrize(
    ("stock_", "legal"),
    [
        (goods(3, 0, 3, 2), True),
        (goods(2, 0, 3, 2), False),
        (goods(3, 0, 2, 2), False),
        (goods(3, 0, 3, 1), False),
    ],
)
def test_a_facility_costs_its_price(stock_: dict[str, int], legal: bool) -> None:
    """11.1: Barracks of the Knights cost 3 gold, 3 stone and 2 wood."""
    p = production(player(None, stock=stock_))
    assert ("build barracks" in p.legal()) == legal
    if legal:
        p.play("build barracks")
        assert stock(p, 0) == [0, 0, 0, 0]
        assert p.record.facility[0, Facility.BARRACKS] == 1


@pytest.mark.rule("HVW-295")
@pytest.mark.parametrize(
    ("facility", "needs"),
    [
        ("wall_3", "wall_2"), ("tower_2", "tower_1"), ("shooting_range", "barracks"), ("academy", "shooting_range"),
        ("tiltyard", "academy"), ("garde", "tiltyard"), ("city_hall", "town_hall"), ("palace", "city_hall"), ("storehouse", "trade_hall"),
    ],
)  # fmt: skip
def test_a_facility_needs_its_prerequisite(facility: str, needs: str) -> None:
    """11.1: with twenty of everything it is the missing facility that forbids it; what stands is not built twice."""
    assert f"build {facility}" not in production(player(None, stock=even(20))).legal()
    p = production(player(None, stock=even(20), facility={needs: 1}))
    assert f"build {facility}" in p.legal()
    assert f"build {needs}" not in p.legal()


@pytest.mark.rule("HVW-296")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_production_is_hidden_until_all_have_finished(order: tuple[int, int]) -> None:
    """11.1: the second producer, in initiative order, sees the first as he was before; afterwards everything."""
    first, second = order
    rich = player(None, stock=goods(9, 0, 9, 9))
    p = production(rich, rich, seat=first, order=[first, second, 0])

    def seen(name: str) -> list[int]:
        return GAME.observation.read(p.observe(second), name)[1].tolist()

    before = (seen("stock"), seen("facility"), seen("place_garrison"))
    p.play("build barracks", "recruit level 2", "amount 2")
    own = GAME.observation.read(p.observe(first), "stock")[0].tolist()
    assert own == stock(p, first) != [9, 0, 9, 9]
    assert (seen("stock"), seen("facility"), seen("place_garrison")) == before
    p.play("pass")
    assert p.seat == second
    assert (seen("stock"), seen("facility"), seen("place_garrison")) == before
    while p.record.stage == Stage.PRODUCTION:
        p.play("pass")
    assert seen("stock") == stock(p, first)
    assert seen("facility")[Facility.BARRACKS] == 1
    assert seen("place_garrison") == [0, 2, 0, 0, 0, 0]


@pytest.mark.rule("HVW-297")
def test_items_take_effect_at_once() -> None:
    """11.1: 6 gold, 3 stone, 2 wood: Barracks, then a unit of level 2 in the same production; one gold is left."""
    p = production(player(None, stock=goods(6, 0, 3, 2)))
    assert "recruit level 2" not in p.legal()
    p.play("build barracks", "recruit level 2")
    if asked(p)[1] == Prompt.RECRUIT_NUMBER:
        p.play("amount 1")
    assert stock(p, 0) == [1, 0, 0, 0]
    assert p.record.place_garrison[0].tolist() == [0, 1, 0, 0, 0, 0]
    assert asked(p) == (0, Prompt.ITEM)
    assert "recruit level 1" in p.legal()


@pytest.mark.rule("HVW-298")
def test_resources_may_be_saved() -> None:
    """11.1: who passes with 12 gold has 12 gold in the next round."""
    p = production(player(None, stock=goods(12))).play("pass")
    p = next_turn(p)
    assert p.record.game_round == 2
    assert stock(p, 0) == [12, 0, 0, 0]


# ------------------------------------------------------------------------------------------------ units
@pytest.mark.rule("HVW-299")
def test_recruits_wait_in_the_garrison() -> None:
    """11.2: two units of level 2 stand in the City, not on the display; a hero at home takes them."""
    p = production(player(spot("SK_C"), (9, "K1"), stock=goods(4), facility={"barracks": 1})).play("recruit level 2", "amount 2")
    assert p.record.place_garrison[0].tolist() == [0, 2, 0, 0, 0, 0]
    assert sections(p, 0) == [(9, "K1")]
    p = next_turn(p.play("pass")).play("hero 1", "transfer", "holder garrison 2", "holder section 1", "number 2")
    assert sections(p, 0) == [(9, "K1"), (2, "K2")]
    assert p.record.place_garrison[0].tolist() == [0] * 6


@pytest.mark.rule("HVW-299")
def test_recruits_of_one_place_do_not_appear_in_another() -> None:
    """11.2: the garrison of the place that paid grows, no other one."""
    p = production(player(None, stock=goods(4)), player("T12_S", (9, "B1"), stock=goods(4), place_owner="player_0", conquered=1))
    p.play("place player_1", "recruit level 1", "amount 3")
    assert p.record.natives[1].tolist() == [3, 0, 0, 0, 0, 0]
    assert p.record.place_garrison.sum() == 0
    assert (stock(p, 0)[0], stock(p, 1)[0]) == (4, 1)


def knights_in_the_camp(**camp: object) -> list[dict]:
    """Knights own the Camp, where their hero stands with nine Levies."""
    return [player(spot("SB_C"), (9, "K1")), player("T12_S", (9, "B1"), place_owner="player_0", conquered=1, **camp)]


@pytest.mark.rule("HVW-300")
@pytest.mark.parametrize(("built", "highest"), [((), 1), (("barracks",), 2), (("barracks", "shooting_range"), 3)])
def test_a_conquered_place_trains_natives_up_to_its_surviving_level(built: tuple[str, ...], highest: int) -> None:
    """11.2: in a Camp with Barracks Knights recruit Barbarians of level 1 and 2, never more, never Knights."""
    p = production(*knights_in_the_camp(stock=even(20), facility=dict.fromkeys(built, 1))).play("place player_1")
    offered = [action for action in p.legal() if action.startswith("recruit")]
    assert offered == [f"recruit level {level}" for level in range(1, highest + 1)]
    p.play(f"recruit level {highest}", "amount 1")
    assert p.record.natives[1, highest - 1] == 1
    assert p.record.place_garrison.sum() == 0


@pytest.mark.rule("HVW-301")
def test_natives_never_leave_their_place() -> None:
    """11.2: the hero of the conqueror may take his own units from there, but not the natives."""
    p = arrange(*knights_in_the_camp(natives={"level_1": 2}, place_garrison={"level_2": 3})).play("hero 1", "transfer")
    assert "holder garrison 2" in p.legal()
    assert "holder garrison 1" not in p.legal()
    p = arrange(*knights_in_the_camp(natives={"level_1": 2})).play("hero 1")
    if "transfer" in p.legal():
        assert not [action for action in p.play("transfer").legal() if action.startswith("holder garrison")]


@pytest.mark.rule("HVW-301")
def test_natives_fight_for_their_new_owner() -> None:
    """11.2: in a siege of the Camp they defend it, and survivors stay natives."""
    camp = player(spot("SB_N"), (9, "B1"), place_owner="player_0", conquered=1, natives={"level_1": 4})
    p = walk(arrange(player("T01_C", (9, "K1")), camp, order=[1, 0, 0]).play("hero 1"), "SB_C")
    assert in_battle(p)
    assert stacks(p, 1) == [(4, "B1")]
    p.queue_dice(4).play("yes")
    assert asked(p) == (0, Prompt.ATTACK)
    strike(p, 0, 20, 1)
    assert stacks(p, 0) == [(5, "B1")]
    p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    assert p.record.natives[1].tolist() == [4, 0, 0, 0, 0, 0]
    assert p.record.place_owner[1] == 1


@pytest.mark.rule("HVW-302")
@pytest.mark.parametrize(("there", "most"), [(60, 20), (97, 2), (99, 0)])
def test_counters_never_run_out(there: int, most: int) -> None:
    """11.2: with sixty Levies in the City more can be bought; a garrison holds 99 of a kind."""
    p = production(player(None, stock=goods(20), place_garrison={"level_1": there}))
    assert ("recruit level 1" in p.legal()) == (most > 0)
    if most:
        p.play("recruit level 1")
        assert [action for action in p.legal() if action.startswith("amount")][-1] == f"amount {most}"


@pytest.mark.rule("HVW-303")
@pytest.mark.parametrize(
    ("level", "number", "gold", "crystal"), [(1, 5, 5, 0), (2, 3, 6, 0), (3, 2, 6, 0), (4, 2, 8, 0), (5, 1, 5, 1), (6, 2, 12, 4)]
)
def test_the_price_of_units(level: int, number: int, gold: int, crystal: int) -> None:
    """11.2.1: the level in gold, with one crystal more for level 5 and two for level 6; less than that is not enough."""
    line = dict.fromkeys(("barracks", "shooting_range", "academy", "tiltyard", "garde"), 1)

    def offered(**have: int) -> Position:
        return production(player(None, stock=goods(**have), facility=line))

    p = offered(gold=gold + level, crystal=crystal + 2).play(f"recruit level {level}", f"amount {number}")
    assert stock(p, 0) == [level, 2, 0, 0]
    assert p.record.place_garrison[0, level - 1] == number
    p = offered(gold=gold - 1, crystal=crystal)
    assert f"recruit level {level}" not in p.legal() or f"amount {number}" not in p.play(f"recruit level {level}").legal()
    if crystal:
        p = offered(gold=20, crystal=crystal - 1)
        assert f"recruit level {level}" not in p.legal() or f"amount {number}" not in p.play(f"recruit level {level}").legal()
