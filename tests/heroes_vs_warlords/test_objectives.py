"""Resources and their guards, Recruitment Locations, outposts, and terrain without its module (HVW-009 to 022, 037 to 041, 142 to 144)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import GUARDS, Prompt, Stage
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    arrange,
    asked,
    beat,
    dice_left,
    guarded,
    guards_on,
    hex_of,
    in_battle,
    pair,
    pass_until,
    player,
    sections,
    stacks,
    start_hex,
    stock,
)

WOOD_STONE = {1: "", 2: "4xN1", 3: "6xN1", 4: "3xN2", 5: "4xN1 2xN2", 6: "2xN2 2xN3"}
GOLD_CRYSTAL = {1: "6xN1", 2: "8xN1", 3: "5xN2", 4: "3xN2 2xN3", 5: "2xN3 2xN4", 6: "2xN2 2xN4 1xN5"}
# the hex beside a site of each kind and the way in
WAYS = {
    "wood": ("T01_C", "go n"), "stone": ("T02_C", "go s"), "gold": ("T03_C", "go nw"), "crystal": ("T10_C", "go ne"),
    "outpost": ("T02_C", "go ne"),
}  # fmt: skip
BIG = (20, "K1")


def enter(kind: str, *dice: int) -> Position:
    """Hero 1 of seat 0 with twenty units enters a site of a kind, with these dice."""
    beside, way = WAYS[kind]
    return arrange(player(beside, BIG), dice=dice).play("hero 1", way)


def enemies(p: Position) -> str:
    """The stacks of the defender as words."""
    return " ".join(f"{number}x{unit}" for number, unit in stacks(p, DEFENDER))


def owner(p: Position, site: str) -> int:
    """Who controls a Resource: 0 nobody, otherwise seat + 1."""
    return int(p.record.control[SITES.index(site)])


def flag(p: Position, name: str, site: str) -> int:
    """A mark of a site."""
    return int(p.record[name][SITES.index(site)])


def withdraw(p: Position, *dice: int) -> Position:
    """Seat 0 leaves the battle with a roll of 1; further dice follow."""
    p = pass_until(p, Prompt.WITHDRAW)
    assert p.seat == 0
    return p.queue_dice(1, *dice).play("yes")


# ------------------------------------------------------------------------------------------------ guards of Resources
@pytest.mark.rule("HVW-009", "HVW-011")
def test_a_gold_hex_gets_guards_by_a_die() -> None:
    """Gold on T03, d6 3: five guards of level 2, and one die is gone."""
    p = enter("gold", 3, 6)
    assert in_battle(p)
    assert enemies(p) == "5xN2"
    assert dice_left(p) == 1


@pytest.mark.rule("HVW-010")
@pytest.mark.parametrize("kind", ["wood", "stone"])
@pytest.mark.parametrize(("die", "guards"), WOOD_STONE.items())
def test_guards_of_wood_and_stone(kind: str, die: int, guards: str) -> None:
    """None; 4xN1; 6xN1; 3xN2; 4xN1 and 2xN2; 2xN2 and 2xN3."""
    p = enter(kind, die)
    assert in_battle(p) == bool(guards)
    assert enemies(p) == guards


@pytest.mark.rule("HVW-011")
@pytest.mark.parametrize("kind", ["gold", "crystal"])
@pytest.mark.parametrize(("die", "guards"), GOLD_CRYSTAL.items())
def test_guards_of_gold_and_crystal(kind: str, die: int, guards: str) -> None:
    """6xN1; 8xN1; 5xN2; 3xN2 and 2xN3; 2xN3 and 2xN4; 2xN2, 2xN4 and N5."""
    p = enter(kind, die)
    assert in_battle(p)
    assert enemies(p) == guards


@pytest.mark.rule("HVW-012")
@pytest.mark.parametrize(("beside", "way"), [(start_hex("SK_C"), "go n"), (hex_of("T02_NW"), "go sw"), (start_hex("SK_C"), "go se")])
def test_resources_of_start_tiles_have_five_guards(beside: int, way: str) -> None:
    """Wood or stone of SK, and wood of SB: 5xN1, and no die is rolled."""
    p = arrange(player(beside, BIG), player("T12_S"), dice=(1, 1)).play("hero 1", way)
    assert enemies(p) == "5xN1"
    assert dice_left(p) == 2


@pytest.mark.rule("HVW-012")
def test_an_enemy_finds_the_same_five_guards() -> None:
    """SK wood, not activated, entered by a Barbarian hero: 5xN1 without a die."""
    p = arrange(player("T12_S"), player(start_hex("SK_NW"), (20, "B1")), order=[1, 0, 0], dice=(1,)).play("hero 1", "go ne")
    assert enemies(p) == "5xN1"
    assert dice_left(p) == 1


@pytest.mark.rule("HVW-013", "HVW-142")
def test_control_comes_with_the_last_guard() -> None:
    """Five of 6xN1 fall and the hero withdraws: no owner; the next hero kills the sixth and has the hex, without a die."""
    p = arrange(pair("T01_C", "T01_NE", [(5, "K1")], [(4, "K1")]), dice=(3,)).play("hero 1", "go n")
    p = pass_until(p, Prompt.ATTACK).play("pass").queue_dice(20, 1).play("target 0")
    p = withdraw(p, 20)  # the guards do not react against hero 2
    assert owner(p, "T01_N") == 0
    assert guards_on(p, "T01_N") == [1, 0, 0, 0, 0, 0]
    p.play("hero 2", "go nw")
    assert enemies(p) == "1xN1"
    beat(p, 0)
    assert owner(p, "T01_N") == 1
    assert p.record.hero_hex[0, 1] == hex_of("T01_N")


@pytest.mark.rule("HVW-015")
def test_guards_who_die_away_from_home_leave_an_unowned_hex() -> None:
    """4xN1 of a wood hex die in a reaction: nobody earns wood there, and the next hero to enter has it without a die."""
    p = arrange(player("T04_NW", BIG), dice=(2,), **guarded("T01_N", level_1=4)).play("hero 1", "go sw")
    assert in_battle(p)
    beat(p, 0)
    assert guards_on(p, "T01_N") == [0] * 6
    assert (owner(p, "T01_N"), flag(p, "activated", "T01_N")) == (0, 1)
    later = p.clone()
    while later.record.sequence == 0:
        later.play("pass")
    assert stock(later, 0) == [5, 0, 2, 2]
    p.queue_dice(3).play("go nw")
    assert not in_battle(p)
    assert owner(p, "T01_N") == 1
    assert dice_left(p) == 1


@pytest.mark.rule("HVW-142")
def test_guards_left_meet_the_next_visitor() -> None:
    """First entry one d6; 3xN2 left from it are fought by the next hero, without a die."""
    p = enter("wood", 4, 6)
    assert (enemies(p), dice_left(p)) == ("3xN2", 1)
    p = arrange({}, player("T01_C", (20, "B1")), order=[1, 0, 0], dice=(1,), **guarded("T01_N", level_2=3)).play("hero 1", "go n")
    assert in_battle(p)
    assert (enemies(p), dice_left(p)) == ("3xN2", 1)


@pytest.mark.rule("HVW-143")
def test_guards_that_appear_are_fought_at_once() -> None:
    """d6 3 on wood: the hero attacks 6xN1, who have the initiative; the left neighbour plays them."""
    p = enter("wood", 3)
    s = p.record
    assert s.battle_seat.tolist() == [0, GUARDS]
    assert (stacks(p, ATTACKER), stacks(p, DEFENDER)) == ([BIG], [(6, "N1")])
    assert s.battle_init == DEFENDER
    assert asked(p) == (1, Prompt.ATTACK)
    assert s.battle_hex == hex_of("T01_N")


@pytest.mark.rule("HVW-144", "HVW-010")
def test_no_guards_give_the_resource_without_combat() -> None:
    """d6 1 on wood: the control marker is placed at once, and the hero may go on."""
    p = enter("wood", 1)
    assert asked(p) == (0, Prompt.ACT)
    assert (owner(p, "T01_N"), flag(p, "activated", "T01_N")) == (1, 1)
    assert p.record.hero_mp[0, 0] == 5


@pytest.mark.rule("HVW-014")
def test_the_owner_may_leave_units_on_his_resource() -> None:
    """A hero with 5xK1 drops three on his wood hex."""
    mine = {"control": {"T01_N": "player_0"}, "activated": {"T01_N": 1}}
    p = arrange(player("T01_N", (5, "K1")), **mine).play("hero 1", "transfer", "holder section 0", "holder garrison 1", "number 3")
    assert sections(p, 0) == [(2, "K1")]
    assert p.record.garrison[SITES.index("T01_N")].tolist() == [3, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-014")
def test_nobody_leaves_units_on_a_resource_he_does_not_control() -> None:
    """On an activated wood hex without owner marker there is no transfer."""
    p = arrange(player("T01_N", (5, "K1")), activated={"T01_N": 1}).play("hero 1")
    assert owner(p, "T01_N") == 0
    assert "transfer" not in p.legal()


# ------------------------------------------------------------------------------------------------ Recruitment Locations
@pytest.mark.rule("HVW-016", "HVW-017")
def test_the_first_entry_activates_the_own_location() -> None:
    """Inactive and empty at the start; the Knights enter SK S: active with one unit, for the rest of the game."""
    p = arrange(player(start_hex("SK_SW"), (5, "K1")))
    assert not p.record.pool_active.any()
    assert not p.record.pool.any()
    p.play("hero 1", "go se")
    assert p.record.pool_active.tolist() == [1, 0, 0]
    assert p.record.pool.tolist() == [1, 0, 0]
    while p.record.game_round < 5:
        p.play("pass")
    assert p.record.pool_active.tolist() == [1, 0, 0]


@pytest.mark.rule("HVW-017")
def test_a_later_entry_creates_no_unit() -> None:
    """Entered again with an empty pool: still empty."""
    p = arrange(player(start_hex("SK_SW"), (5, "K1"), pool_active=1, pool=0)).play("hero 1", "go se")
    assert p.record.pool[0] == 0
    assert "transfer" not in p.legal()


@pytest.mark.rule("HVW-018")
@pytest.mark.parametrize(
    ("before", "to", "after"),
    [((10, "K1"), "holder section 0", [(14, "K1")]), ((3, "K2"), "holder section 1", [(3, "K2"), (4, "K1")])],
)
def test_gathered_units_are_taken(before: tuple[int, str], to: str, after: list) -> None:
    """A pool of four joins ten of level 1, or forms a section of its own."""
    p = arrange(player(start_hex("SK_SW"), before, pool_active=1, pool=4)).play("hero 1", "go se", "transfer", "holder pool")
    p.play(to, "number 4")
    assert sections(p, 0) == after
    assert p.record.pool[0] == 0


@pytest.mark.rule("HVW-018")
def test_gathered_units_join_no_other_unit() -> None:
    """A pool of level 1 cannot be put on a section of level 2, nor above twenty in a section."""
    p = arrange(player(start_hex("SK_SW"), (3, "K2"), (18, "K1"), pool_active=1, pool=4)).play("hero 1", "go se", "transfer", "holder pool")
    assert "holder section 0" not in p.legal()
    p.play("holder section 1")
    assert p.legal() == ["number 1", "number 2"]


@pytest.mark.rule("HVW-053")
def test_units_are_not_left_on_a_location() -> None:
    """On the own location with a pool of two: taking is offered, giving is not."""
    p = arrange(player(start_hex("SK_SW"), (5, "K1"), pool_active=1, pool=2)).play("hero 1", "go se", "transfer")
    assert [action for action in p.legal() if action != "pass"] == ["holder pool"]
    p.play("holder pool", "holder section 0", "number 2")
    assert sections(p, 0) == [(7, "K1")]


@pytest.mark.rule("HVW-019")
def test_an_active_pool_grows_in_clean_up() -> None:
    """Emptied in round 1: one after that clean-up, two after the next; not before, and no other pool."""
    p = arrange(player(None, pool_active=1, pool=0))
    while p.record.game_round == 1:
        assert p.record.pool[0] == 0
        p.play("pass")
    assert p.record.pool.tolist() == [1, 0, 0]
    while p.record.game_round == 2:
        assert p.record.pool[0] == 1
        p.play("pass")
    assert p.record.pool.tolist() == [2, 0, 0]


@pytest.mark.rule("HVW-019", "HVW-017")
def test_the_unit_of_the_activation_and_the_one_of_clean_up() -> None:
    """Activated and emptied in round 1: one unit waits in round 2."""
    p = arrange(player(start_hex("SK_SW"), (5, "K1"))).play("hero 1", "go se", "transfer", "holder pool", "holder section 0")
    if asked(p)[1] == Prompt.TRANSFER_NUMBER:
        p.play("number 1")
    assert (sections(p, 0), int(p.record.pool[0])) == ([(6, "K1")], 0)
    while p.record.game_round == 1:
        p.play("pass")
    assert p.record.pool[0] == 1


@pytest.mark.rule("HVW-022")
@pytest.mark.parametrize(("before", "after"), [(19, 20), (20, 20)])
def test_a_pool_holds_twenty(before: int, after: int) -> None:
    """It grows to twenty and no further."""
    p = arrange(player(None, pool_active=1, pool=before), stage="clean_up")
    assert p.record.pool[0] == after


@pytest.mark.rule("HVW-020")
def test_an_active_enemy_location_is_closed() -> None:
    """A Barbarian beside the active SK S: just that one direction is masked."""
    ways = {}
    for active in (0, 1):
        p = arrange(player(None, pool_active=active), player("T04_N", (5, "B1")), order=[1, 0, 0]).play("hero 1")
        ways[active] = {action for action in p.legal() if action.startswith("go ")}
    assert ways[0] - ways[1] == {"go ne"}
    assert len(ways[0]) == 6


@pytest.mark.rule("HVW-021")
def test_an_inactive_enemy_location_may_be_entered() -> None:
    """It stays inactive and empty, and offers nothing."""
    p = arrange({}, player("T04_N", (5, "B1")), order=[1, 0, 0]).play("hero 1", "go ne")
    assert p.record.hero_hex[1, 0] == start_hex("SK_S")
    assert not p.record.pool_active.any()
    assert not p.record.pool.any()
    assert "transfer" not in p.legal()


# ------------------------------------------------------------------------------------------------ outposts
@pytest.mark.rule("HVW-037", "HVW-038", "HVW-039")
@pytest.mark.parametrize(("die", "got"), [(1, 3), (2, 3), (3, 2), (4, 2), (5, 0), (6, 1)])
def test_an_outpost_gives_a_resource(die: int, got: int) -> None:
    """1 and 2 wood, 3 and 4 stone, 5 gold, 6 crystal: one into the stock, and never a fight."""
    p = enter("outpost", die)
    wanted = [4, 0, 2, 2]
    wanted[got] += 1
    assert stock(p, 0) == wanted
    assert asked(p) == (0, Prompt.ACT)
    assert p.record.stage != Stage.BATTLE


@pytest.mark.rule("HVW-038")
@pytest.mark.parametrize("holds_camp", [True, False])
def test_goods_of_an_outpost_while_the_home_is_lost(holds_camp: bool) -> None:
    """They go to another place of the player; with none they are lost."""
    lost = player("T02_C", (5, "K1"), place_owner="player_1", conquered=1, stock={})
    camp = player("T12_S", (5, "B1"), stock={}, **({"place_owner": "player_0", "conquered": 1} if holds_camp else {}))
    p = arrange(lost, camp, dice=(5,)).play("hero 1", "go ne")
    assert dice_left(p) == 0
    assert stock(p, 0) == [0, 0, 0, 0]
    assert stock(p, 1) == [int(holds_camp), 0, 0, 0]


@pytest.mark.rule("HVW-040")
def test_an_outpost_pays_once_a_round() -> None:
    """Collected by hero 1: neither hero 2 nor an enemy in a later sequence gets anything, but in the next round it pays."""
    both = pair("T02_C", "T02_N", [(5, "K1")], [(5, "K1")])
    p = arrange(both, player("T09_N", (5, "B1")), dice=(5, 5)).play("hero 1", "go ne", "go sw", "pass", "hero 2", "go se")
    assert (stock(p, 0), dice_left(p)) == ([5, 0, 2, 2], 1)
    p.play("go n", "go n", "pass")
    while p.record.sequence < 2 or p.seat != 1 or asked(p)[1] != Prompt.HERO:
        p.play("pass")
    before = stock(p, 1)
    p.play("hero 1")
    for way in ("go n", "go nw"):
        p.play(way)
        while asked(p)[1] == Prompt.REACT:
            p.play("pass")
    assert p.record.hero_hex[1, 0] == hex_of("T02_NE")
    assert (stock(p, 1), dice_left(p)) == (before, 1)


@pytest.mark.rule("HVW-040")
def test_an_outpost_pays_again_after_clean_up() -> None:
    """The mark of the last round is gone."""
    p = arrange(player("T02_C", (5, "K1")), stage="clean_up", visited={"T02_NE": 1}, queue=[20, 1])
    assert flag(p, "visited", "T02_NE") == 0
    p = pass_until(p, Prompt.HERO).queue_dice(5).play("hero 1", "go ne")
    assert stock(p, 0) == [5, 0, 2, 2]


# ------------------------------------------------------------------------------------------------ terrain without the module
@pytest.mark.rule("HVW-041")
def test_a_river_does_nothing_in_the_basic_game() -> None:
    """T11 C to S over the broken bridge: one point; with the terrain module the side is closed."""
    p = arrange(player("T11_C", BIG), dice=(1,)).play("hero 1", "go s")
    assert p.record.hero_mp[0, 0] == 5
    closed = arrange(player("T11_C", BIG), rules={"adv_terrain": True}).play("hero 1")
    assert "go s" not in closed.legal()


@pytest.mark.rule("HVW-041")
def test_a_holy_place_does_nothing_in_the_basic_game() -> None:
    """On T07 S there is nothing to stop for, unless the terrain module is on."""
    p = arrange(player("T07_S", BIG)).play("hero 1")
    with pytest.raises(IllegalAction):
        p.play("stop at holy place")
    assert "stop at holy place" in arrange(player("T07_S", BIG), rules={"adv_terrain": True}).play("hero 1").legal()


@pytest.mark.rule("HVW-041")
def test_roads_and_lakes_do_nothing_in_the_basic_game() -> None:
    """T06 C to SW across the lake costs one point; the module closes it."""
    p = arrange(player("T06_C", BIG)).play("hero 1", "go sw")
    assert p.record.hero_mp[0, 0] == 5
    assert "go sw" not in arrange(player("T06_C", BIG), rules={"adv_terrain": True}).play("hero 1").legal()
