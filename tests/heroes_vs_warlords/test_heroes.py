"""Growth of heroes, their displays, transfers of units, and hero 2 (HVW-045 to HVW-057, HVW-063 to HVW-067)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.core.record import PositionError
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import Prompt, Status
from tests.heroes_vs_warlords.helpers import (
    abilities,
    arrange,
    asked,
    beat,
    guarded,
    heroes,
    hex_of,
    in_battle,
    pair,
    pass_until,
    player,
    producing,
    sections,
    start_hex,
    stock,
)

HOME = start_hex("SK_C")
MINE = {"control": {"T01_N": "player_0"}, "activated": {"T01_N": 1}}
DEAD_2 = {"hero_status": ["on_map", "dead"], "hero_killed": [0, 1], "hero_kills": 1}


def holders(p: Position) -> list[str]:
    """The holders offered."""
    return [action.removeprefix("holder ") for action in p.legal() if action.startswith("holder ")]


def garrison(p: Position, site: str) -> list[int]:
    """Units by level that the owner left on a Resource."""
    return p.record.garrison[SITES.index(site)].tolist()


# ------------------------------------------------------------------------------------------------ growth
@pytest.mark.rule("HVW-045")
@pytest.mark.parametrize(("level", "after"), [(9, 10), (10, 10)])
def test_heroes_end_at_level_10(level: int, after: int) -> None:
    """A hero of level 10 with 100 EP wins a fight and stays at 10; one of level 9 still grows once."""
    hero = player("T01_C", (20, "K1"), hero_level=[level, 1], hero_ep=[100 if level == 10 else 9, 0])
    p = beat(arrange(hero, **guarded("T01_N", level_1=5)).play("hero 1", "go n"), 0)
    assert (asked(p)[1] == Prompt.ABILITY) == (level < after)
    assert p.record.hero_level[0, 0] == after


@pytest.mark.rule("HVW-045")
def test_an_ability_ends_at_15() -> None:
    """Attack 15 cannot be chosen at a tower, the others can."""
    p = arrange(player("T01_C", (5, "K1"), ability=heroes(abilities(attack=15, defense=14))), dice=(1,)).play("hero 1", "go se")
    assert p.legal() == ["raise defense", "raise initiative", "raise movement"]
    assert p.play("raise defense").record.ability[0, 0].tolist() == [15, 15, 6, 6]


# ------------------------------------------------------------------------------------------------ sections
@pytest.mark.rule("HVW-046")
def test_six_sections_of_twenty() -> None:
    """Six full sections are 120 units; a section of 21 or a seventh one cannot be."""
    p = arrange(player(None, *[(20, f"K{level}") for level in range(1, 7)]))
    assert sum(number for number, _ in sections(p, 0)) == 120
    with pytest.raises(PositionError):
        arrange(player(None, (21, "K1")))
    with pytest.raises(PositionError):
        arrange({"section_unit": [["K1"] * 7, []], "section_count": [[1] * 7, []]})


@pytest.mark.rule("HVW-046")
@pytest.mark.parametrize(("first", "most"), [(20, 0), (18, 2)])
def test_no_twenty_first_unit_in_a_section(first: int, most: int) -> None:
    """From the garrison onto a section of twenty: masked; onto one of eighteen: at most two."""
    p = arrange(player(None, (first, "K1"), place_garrison={"level_1": 5})).play("hero 1", "transfer", "holder garrison 1")
    assert ("section 0" in holders(p)) == (most > 0)
    if most:
        p.play("holder section 0")
        assert p.legal() == ["number 1", "number 2"]


@pytest.mark.rule("HVW-047")
def test_a_section_holds_one_unit() -> None:
    """K2 cannot be put on K1, but on another K2 or an empty section."""
    p = arrange(player(None, (5, "K1"), (3, "K2"), (4, "K2"))).play("hero 1", "transfer", "holder section 1")
    assert "section 0" not in holders(p)
    assert {"section 2", "section 3", "garrison 2"} <= set(holders(p))
    assert "garrison 1" not in holders(p)


@pytest.mark.rule("HVW-048")
def test_no_rearranging_in_the_open() -> None:
    """Two sections on a plain hex: no transfer; in the City there is one."""
    for where, may in (("T01_C", False), (None, True)):
        p = arrange(player(where, (5, "K1"), (3, "K2"))).play("hero 1")
        assert ("transfer" in p.legal()) == may


@pytest.mark.rule("HVW-049")
def test_free_regrouping_in_the_own_city() -> None:
    """10xK1 are split into 6 and 4; the four go to the garrison and come back."""
    p = arrange(player(None, (10, "K1"))).play("hero 1", "transfer", "holder section 0", "holder section 1", "number 4")
    assert sections(p, 0) == [(6, "K1"), (4, "K1")]
    p.play("transfer", "holder section 1", "holder garrison 1", "number 4")
    assert (sections(p, 0), p.record.place_garrison[0].tolist()) == ([(6, "K1")], [4, 0, 0, 0, 0, 0])
    p.play("transfer", "holder garrison 1", "holder section 0", "number 4")
    assert (sections(p, 0), p.record.place_garrison[0].tolist()) == ([(10, "K1")], [0] * 6)


@pytest.mark.rule("HVW-049")
def test_a_hero_at_home_may_give_all_his_units_away() -> None:
    """In the own City the last unit may go to the garrison."""
    p = arrange(player(None, (3, "K1"))).play("hero 1", "transfer", "holder section 0", "holder garrison 1")
    assert "number 3" in p.legal()
    assert sections(p.play("number 3"), 0) == []


@pytest.mark.rule("HVW-050")
def test_heroes_in_one_hex_exchange_units() -> None:
    """Hero 1 passes the hex of hero 2, gives him 3xK2, and takes his K1."""
    p = arrange(pair("T05_S", "T05_C", [(5, "K1"), (3, "K2")], [(2, "K1")])).play("hero 1", "go n")
    p.play("transfer", "holder section 1", "holder other section 1", "number 3")
    assert (sections(p, 0), sections(p, 0, 1)) == ([(5, "K1")], [(2, "K1"), (3, "K2")])
    p.play("transfer", "holder other section 0", "holder section 0", "number 2")
    assert (sections(p, 0), sections(p, 0, 1)) == ([(7, "K1")], [(3, "K2")])


@pytest.mark.rule("HVW-050")
def test_heroes_in_neighbouring_hexes_exchange_nothing() -> None:
    """One hex apart there is no transfer."""
    assert "transfer" not in arrange(pair("T05_S", "T05_C", [(5, "K1")], [(2, "K1")])).play("hero 1").legal()


@pytest.mark.rule("HVW-051", "HVW-052")
def test_a_hero_who_arrives_may_only_drop_units() -> None:
    """He comes with 4xK1 to his wood hex with a garrison of three: dropping two is legal, picking up is not."""
    p = arrange(player("T01_C", (4, "K1")), **MINE, garrison={"T01_N": {"level_1": 3}}).play("hero 1", "go n", "transfer")
    assert holders(p) == ["section 0"]
    p.play("holder section 0")
    assert holders(p) == ["garrison 1"]
    p.play("holder garrison 1", "number 2")
    assert (sections(p, 0), garrison(p, "T01_N")) == ([(2, "K1")], [5, 0, 0, 0, 0, 0])


@pytest.mark.rule("HVW-052")
def test_a_hero_who_has_not_moved_may_pick_up() -> None:
    """He begins on his wood hex with a garrison of three: he may take them; after a step away and back he may not."""
    p = arrange(player("T01_N", (4, "K1")), **MINE, garrison={"T01_N": {"level_1": 3}}).play("hero 1")
    back = p.clone().play("go s", "go n", "transfer")
    assert holders(back) == ["section 0"]
    p.play("transfer")
    assert holders(p) == ["section 0", "garrison 1"]
    p.play("holder garrison 1", "holder section 0", "number 3")
    assert (sections(p, 0), garrison(p, "T01_N")) == ([(7, "K1")], [0] * 6)


@pytest.mark.rule("HVW-054")
def test_units_without_a_hero_do_not_react() -> None:
    """In war an enemy hero steps beside a garrison of nine: nobody is asked, and its owner cannot move it."""
    theirs = {"control": {"T01_N": "player_1"}, "activated": {"T01_N": 1}, "garrison": {"T01_N": {"level_1": 9}}}
    p = arrange(player("T01_S", (5, "K1")), **theirs).play("hero 1", "go n")
    assert asked(p) == (0, Prompt.ACT)
    while asked(p) != (1, Prompt.HERO):
        p.play("pass")
    assert p.legal() == ["pass", "hero 1"]  # he is far away in the Camp
    assert "transfer" not in p.play("hero 1").legal() or holders(p.play("transfer")) == ["section 0"]


@pytest.mark.rule("HVW-054")
def test_a_garrison_of_a_city_does_not_react() -> None:
    """A Barbarian hero stops beside a City with a garrison of nine and no hero: nobody is asked."""
    p = arrange(
        player("T02_C", (5, "K1"), place_garrison={"level_1": 9}), player("T05_NE", (5, "B1")), order=[1, 0, 0]
    ).play("hero 1", "go se")  # fmt: skip
    assert p.record.hero_hex[1, 0] == start_hex("SK_SW")
    assert asked(p) == (1, Prompt.ACT)


@pytest.mark.rule("HVW-055")
def test_a_moving_hero_keeps_one_unit() -> None:
    """Six units on a Resource hex and points left: five may be dropped, not six."""
    p = arrange(player("T01_C", (6, "K1")), **MINE).play("hero 1", "go n", "transfer", "holder section 0", "holder garrison 1")
    assert p.legal() == [f"number {k}" for k in range(1, 6)]


@pytest.mark.rule("HVW-055")
def test_one_unit_of_any_section_is_enough() -> None:
    """With a second section the first may be dropped whole."""
    p = arrange(player("T01_C", (6, "K1"), (1, "K2")), **MINE).play("hero 1", "go n", "transfer", "holder section 0", "holder garrison 1")
    assert "number 6" in p.legal()
    assert "transfer" not in p.play("number 6").legal()  # K2 is now the last unit


@pytest.mark.rule("HVW-055")
def test_the_last_unit_may_be_dropped_when_the_movement_is_over() -> None:
    """Without movement points left the hero may drop his last unit; afterwards he cannot move on."""
    p = arrange(player("T01_C", (6, "K1"), hero_mp=[1, 0]), **MINE)
    p.play("hero 1", "go n", "transfer", "holder section 0", "holder garrison 1")
    assert "number 6" in p.legal()
    p.play("number 6")
    assert garrison(p, "T01_N") == [6, 0, 0, 0, 0, 0]
    assert not [action for action in p.legal() if action.startswith("go ")]


@pytest.mark.rule("HVW-056")
def test_twelve_transfers_a_turn() -> None:
    """After the twelfth there is none until the next turn."""
    p = arrange(player(None, (10, "K1"), hero_transfers=[11, 0])).play("hero 1")
    p.play("transfer", "holder section 0", "holder garrison 1", "number 1")
    assert "transfer" not in p.legal()
    while p.record.sequence == 0:
        p.play("pass")
    assert "transfer" in pass_until(p, Prompt.HERO).play("hero 1").legal()


@pytest.mark.rule("HVW-056")
def test_the_twelfth_transfer_of_a_whole_turn() -> None:
    """Twelve transfers of one unit are made, the thirteenth is not offered."""
    p = arrange(player(None, (20, "K1"))).play("hero 1")
    for _ in range(12):
        p.play("transfer", "holder section 0", "holder garrison 1", "number 1")
    assert p.record.place_garrison[0, 0] == 12
    assert "transfer" not in p.legal()


# ------------------------------------------------------------------------------------------------ hero 2
@pytest.mark.rule("HVW-057", "HVW-063", "HVW-066")
@pytest.mark.parametrize(("gold", "may"), [(6, True), (5, False)])
def test_hero_2_costs_six_gold(gold: int, may: bool) -> None:
    """No hero lost yet: hero 2 appears at home without an army, beside hero 1 if he is there."""
    p = producing({"stock": {"gold": gold}})
    assert ("buy hero 2" in p.legal()) == may
    assert "buy hero 1" not in p.legal()
    if may:
        p.play("buy hero 2")
        assert stock(p, 0) == [0, 0, 0, 0]
        assert p.record.hero_hex[0].tolist() == [HOME, HOME]
        assert sections(p, 0, 1) == []


@pytest.mark.rule("HVW-064")
@pytest.mark.parametrize("hero", [1, 2])
def test_a_dead_hero_is_bought_back_in_production(hero: int) -> None:
    """For 12 gold after one loss he stands at home without units; on the map no such action exists."""
    status = ["dead", "on_map"] if hero == 1 else ["on_map", "dead"]
    hexes = [-1, hex_of("T01_C")] if hero == 1 else [hex_of("T01_C"), -1]
    fields = {"hero_status": status, "hero_killed": [int(hero == 1), int(hero == 2)], "hero_kills": 1, "hero_hex": hexes}
    empty = {"section_unit": [["none"] * 6] * 2, "section_count": [[0] * 6] * 2, "hero_mp": [0, 0]}
    p = producing({**fields, **empty, "stock": {"gold": 12}})
    assert f"buy hero {3 - hero}" not in p.legal()
    p.play(f"buy hero {hero}")
    assert stock(p, 0) == [0, 0, 0, 0]
    assert p.record.hero_hex[0, hero - 1] == HOME
    assert sections(p, 0, hero - 1) == []
    outside = arrange({**fields, **empty, "stock": {"gold": 50}})
    assert not [action for action in outside.legal() if action.startswith("buy")]


@pytest.mark.rule("HVW-064")
def test_heroes_are_bought_at_home_only() -> None:
    """With a conquered Camp beside the City only the City offers hero 2, and the Camp's gold does not pay him."""
    camp = {"place_owner": "player_0", "conquered": 1, "stock": {"gold": 20}, "hero_hex": [hex_of("T12_S"), -1]}
    for place, may in (("place player_0", True), ("place player_1", False)):
        p = producing({"stock": {"gold": 6}}, camp)
        assert asked(p) == (0, Prompt.PLACE)
        assert ("buy hero 2" in p.play(place).legal()) == may
    poor = producing({"stock": {"gold": 5}}, camp).play("place player_0")
    assert "buy hero 2" not in poor.legal()


@pytest.mark.rule("HVW-063")
def test_the_price_grows_with_every_loss() -> None:
    """0, 1, 2 and 3 kills suffered: 6, 12, 18 and 24 gold."""
    for kills in range(4):
        lost = DEAD_2 | {"hero_kills": kills} if kills else {}
        for gold in (6 * kills + 5, 6 * kills + 6):
            p = producing({**lost, "stock": {"gold": gold}})
            assert ("buy hero 2" in p.legal()) == (gold == 6 * kills + 6)


@pytest.mark.rule("HVW-063")
def test_every_death_counts_for_the_price() -> None:
    """Hero 1 dies while hero 2 lives: one kill suffered, and hero 1 costs 12 gold."""
    both = pair("T01_C", "T05_C", [(1, "K1")], [(5, "K1")], stock={"gold": 12})
    p = arrange(both, rules={"income.per_place": 0}, **guarded("T01_N", level_1=9)).play("hero 1", "go n")
    beat(p, 1)
    assert (int(p.record.hero_kills[0]), int(p.record.hero_status[0, 0])) == (1, Status.DEAD)
    p = pass_until(p, Prompt.ITEM)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.ITEM)
    assert stock(p.play("buy hero 1"), 0) == [0, 0, 0, 0]


@pytest.mark.rule("HVW-065")
@pytest.mark.parametrize(("points", "may"), [(1, False), (2, True)])
def test_own_heroes_do_not_stop_together(points: int, may: bool) -> None:
    """Hero 2 ahead: the step needs a further point, and the hero must go on."""
    p = arrange(pair("T05_S", "T05_C", [(5, "K1")], [(2, "K1")], hero_mp=[points, 6])).play("hero 1")
    assert ("go n" in p.legal()) == may
    if may:
        p.play("go n")
        assert "pass" not in p.legal()
        p.play("go se")
        assert p.record.hero_hex[0].tolist() == [hex_of("T05_SE"), hex_of("T05_C")]


@pytest.mark.rule("HVW-065")
@pytest.mark.parametrize(("points", "may"), [(1, False), (2, True)])
def test_own_heroes_do_not_stop_together_at_home(points: int, may: bool) -> None:
    """Neither do they in the City, when the other one is no newcomer."""
    both = pair(start_hex("SK_NE"), HOME, [(5, "K1")], [(2, "K1")], hero_mp=[points, 6])
    assert ("go sw" in arrange(both).play("hero 1").legal()) == may


@pytest.mark.rule("HVW-066")
def test_a_newcomer_shares_the_home() -> None:
    """Bought while hero 1 is at home: both stay through clean-up, and neither has to leave in the next turn."""
    p = producing({"stock": {"gold": 6}}).play("buy hero 2")
    while p.record.game_round == 1:
        p.play("pass")
    p.validate()
    assert p.record.hero_hex[0].tolist() == [HOME, HOME]
    while asked(p) != (0, Prompt.HERO):
        p.play("pass")
    p.play("hero 1")
    assert "pass" in p.legal()


# ------------------------------------------------------------------------------------------------ sieges
@pytest.mark.rule("HVW-067")
@pytest.mark.parametrize(("level", "die", "wall"), [(3, 7, 2), (3, 6, 1), (1, 9, 2), (1, 8, 1)])
def test_siege_strength_is_die_plus_level(level: int, die: int, wall: int) -> None:
    """Against 10 structure points level 3 and d20 7 destroy the wall, d20 6 only damages it."""
    p = arrange(player(None, (3, "K1")), player(start_hex("SK_SW"), (20, "B1"), hero_level=[level, 1]), order=[1, 0, 0])
    p.play("hero 1", "go ne").queue_dice(die).play("yes")
    assert in_battle(p)
    assert p.record.wall[0] == wall
