"""The worked examples of the rulebook, number by number."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import CELLS, NEIGHBOUR, POSITIONS, TILES
from rulebound.envs.heroes_vs_warlords.state import Prompt, Status
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    GAME,
    abilities,
    army,
    arrange,
    asked,
    deployed,
    guarded,
    heroes,
    hex_of,
    pass_until,
    player,
    put,
    sections,
    stacks,
    step_to,
    stock,
)


# ------------------------------------------------------------------------------------------------ heroes and armies
@pytest.mark.rule("HVW-063")
@pytest.mark.parametrize(("kills", "price"), [(1, 12), (3, 24), (6, 42)])
def test_price_of_a_hero(kills: int, price: int) -> None:
    """4.1: after three hero kills the next hero costs 24 gold."""
    lost = {"hero_kills": kills, "hero_status": ["on_map", "dead"], "hero_killed": [0, 1], "stock": {"gold": price}}
    p = pass_until(arrange(player(None, **lost), rules={"income.per_place": 0}), Prompt.ITEM)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.ITEM)
    p.play("buy hero 2")
    assert stock(p, 0)[0] == 0
    assert p.record.hero_status[0, 1] == Status.ON_MAP
    poor = pass_until(arrange(player(None, **{**lost, "stock": {"gold": price - 1}}), rules={"income.per_place": 0}), Prompt.ITEM)
    assert "buy hero 2" not in poor.legal()


@pytest.mark.rule("HVW-114", "HVW-117")
def test_buying_an_army() -> None:
    """5.1: 7 units of level 1, 2 of level 2 and 3 of level 3 cost 7, 4 and 9 gold, and stand in sections of their own."""
    p = GAME.new(seed=1)
    while asked(p)[1] == Prompt.START_SLOT:
        p.play(p.legal_ids()[0])
    seat = p.seat
    spent = []
    for level, number in ((1, 7), (2, 2), (3, 3)):
        before = int(p.record.army_gold)
        p.play(f"recruit level {level}", f"number {number}")
        spent.append(before - int(p.record.army_gold))
    letter = "KBA"[p.record.faction[seat]]
    assert sections(p, seat) == [(7, f"{letter}1"), (2, f"{letter}2"), (3, f"{letter}3")]
    assert spent[:2] == [7, 4]
    assert seat != p.seat  # the last nine gold are gone, so the next player buys


@pytest.mark.rule("HVW-141")
def test_six_movement_points() -> None:
    """7.1.1: a hero whose display shows 6 may enter six hexes."""
    p = arrange(player("T05_C", (5, "K1"), hero_mp=[6, 0]), control={})
    p.play("hero 1")
    centre, other = hex_of("T05_C"), hex_of("T05_S")
    for k in range(6):
        p.play(step_to(centre, other) if k % 2 == 0 else step_to(other, centre))
    assert p.record.hero_mp[0, 0] == 0
    assert asked(p) != (0, Prompt.ACT)


@pytest.mark.rule("HVW-184")
def test_a_camp_takes_its_hero_along() -> None:
    """7.4: the Camp moves one hex, and the hero inside rides along with all his movement points."""
    p = arrange({}, {}, order=[1, 0, 0], stage="turn", turn=0)
    assert asked(p) == (1, Prompt.CAMP)
    old = int(p.record.place_hex[1])
    p.play("move camp")
    p.play(next(action for action in p.legal() if action.startswith("go ")))
    assert asked(p) == (1, Prompt.RIDE)
    p.play("yes")
    assert p.record.place_hex[1] != old
    assert p.record.hero_hex[1, 0] == p.record.place_hex[1]
    assert p.record.hero_mp[1, 0] == 6


# ------------------------------------------------------------------------------------------------ basic combat
def _attack_guards(unit: tuple[int, str], dice: tuple[int, ...], rules: object = None, seat: int = 0, **levels: int) -> Position:
    """Hero 1 of a seat with one stack attacks guards on T01_N; everybody else stands far away."""
    attacker = player("T01_C", unit)
    players = [attacker, {}] if seat == 0 else [{}, attacker] if seat == 1 else [{}, {}, attacker]
    order = [seat, *(k for k in range(len(players)) if k != seat)]
    p = arrange(*players, rules=rules, order=order + [0] * (3 - len(order)), **guarded("T01_N", **levels))
    p.play("hero 1", "go n")
    return p.queue_dice(*dice)


@pytest.mark.rule("HVW-217")
def test_basic_example_1() -> None:
    """8.6, no. 1: three shooters with attack 6, rolls 9 and 10: three of five die."""
    p = _attack_guards((3, "K3"), (9, 10), level_1=5)
    p.play("target 0")
    assert stacks(p, DEFENDER) == [(2, "N1")]


@pytest.mark.rule("HVW-209")
def test_basic_example_2() -> None:
    """8.6, no. 2: two shooters with attack 7, rolls 9 and 16: equal, nothing happens."""
    p = _attack_guards((2, "A3"), (9, 16), seat=2, level_1=4)
    p.play("target 0")
    assert stacks(p, DEFENDER) == [(4, "N1")]
    assert stacks(p, ATTACKER) == [(2, "A3")]


@pytest.mark.rule("HVW-212", "HVW-217")
def test_basic_example_3() -> None:
    """8.6, no. 3: 8 + 4 + 5 = 17 against 9 + 2 + 4 = 15: three of five die."""
    p = arrange(
        player("T01_C", (3, "K2"), ability=heroes(abilities(attack=5))),
        player("T01_NE", (5, "B1"), ability=heroes(abilities(defense=4))),
    )
    p.play("hero 1", "go ne")
    p = pass_until(p, Prompt.ATTACK)
    assert p.seat == 1
    p.play("pass").queue_dice(8, 9).play("target 0")
    assert stacks(p, DEFENDER) == [(2, "B1")]
    assert stacks(p, ATTACKER) == [(3, "K2")]


@pytest.mark.rule("HVW-270")
def test_loot_is_rounded_up() -> None:
    """8.12: 2.1 becomes 3: a stock of 7 gold at 30 percent."""
    p = arrange(player(None, stock={"gold": 0}), {"hero_hex": [hex_of("T01_C"), -1], "stock": {"gold": 7}}, rules={"income.per_place": 0})
    beside = int(p.record.place_hex[1]) + 1  # the hex north of the Camp, on its own tile
    p = arrange(
        player(beside, (9, "K1"), stock={"gold": 0}),
        {"hero_hex": [hex_of("T01_C"), -1], "stock": {"gold": 7}},
        rules={"income.per_place": 0},
        dice=(3, 1, 1, 1),
    )
    p.play("hero 1", "go s")
    assert p.record.place_owner[1] == 1
    assert stock(p, 0)[0] == 3
    assert stock(p, 1)[0] == 4


@pytest.mark.rule("HVW-311", "HVW-312", "HVW-313")
def test_final_scoring() -> None:
    """12.1: armies of 25, 29 and 18; Knights win two categories, Amazons one, Barbarians none."""
    resources = {
        "player_0": ["T01_N", "T02_S", "T03_NW", "T04_C", "T05_SW", "T06_SE"],
        "player_1": ["T07_NE", "T08_N", "T08_S"],
        "player_2": ["T09_SE", "T10_NE", "T11_NE", "T11_S", "SA_NE"],
    }
    control = {site: seat for seat, sites in resources.items() for site in sites}
    both = {"hero_status": ["on_map", "on_map"]}
    p = arrange(
        {**army((6, "K1"), (4, "K2"), (5, "K3")), **both, "hero_level": [4, 1], "hero_hex": [hex_of("T01_C"), hex_of("T01_S")]},
        {**army((3, "B1"), (6, "B2"), (1, "B3")), "hero_level": [5, 1], "hero_hex": [hex_of("T02_C"), -1]},
        {**army((7, "A1"), (3, "A2"), (4, "A3")), **both, "hero_level": [6, 2], "hero_hex": [hex_of("T05_C"), hex_of("T05_S")]},
        stage="clean_up",
        game_round=8,
        control=control,
        activated=dict.fromkeys(control, 1),
    )
    assert p.over
    assert p.record.winner == 0
    assert p.outcome()[:, 0].tolist() == [1.0, -0.5, -0.5]


# ------------------------------------------------------------------------------------------------ terrain
@pytest.mark.rule("HVW-323")
def test_barriers_of_an_unseen_tile() -> None:
    """15.1: a hex may be entered over a barrier not yet seen, but the way on is closed."""
    rules = {"adv_terrain": True}
    base = arrange({}, {}, rules=rules).record
    tiles = ["none" if tile < 0 else TILES[tile] for tile in base.tile]
    tiles[3] = "T15"
    revealed = base.revealed.tolist()
    revealed[3] = 0
    north = 3 * 7 + POSITIONS.index("N")
    outside = int(NEIGHBOUR[north, 0])
    p = arrange(player(outside, (5, "K1")), {}, rules=rules, tile=tiles, revealed=revealed)
    p.play("hero 1", "go s")
    assert p.record.hero_hex[0, 0] == north
    assert "go s" not in p.legal()
    assert "go n" in p.legal()  # back over the side by which he came


@pytest.mark.rule("HVW-329")
def test_holy_place_and_mines() -> None:
    """15.4: with 1 gold, 2 wood and 1 stone Resource a roll of 16 to 19 gives just these."""
    control = dict.fromkeys(("T03_NW", "T01_N", "T05_SW", "T02_S"), "player_0")
    p = arrange(
        player("T07_S", (5, "K1"), stock={"gold": 4, "stone": 2, "wood": 2}),
        rules={"adv_terrain": True}, control=control, activated=dict.fromkeys(control, 1), dice=(17,),
    )  # fmt: skip
    p.play("hero 1", "stop at holy place")
    assert stock(p, 0) == [5, 0, 3, 4]


# ------------------------------------------------------------------------------------------------ the battle display
def _shooters(unit: str, number: int, mode: int, **levels: int) -> Position:
    """A hero with shooters and a stack of level 1 against guards, at the first movement of the shooters."""
    p = arrange(player("T01_C", (number, unit), (5, f"{unit[0]}1")), rules={"combat_mode": mode}, **guarded("T01_N", **levels))
    p.play("hero 1", "go n")
    p = pass_until(p, Prompt.DEPLOY)
    return pass_until(deployed(p), Prompt.MARCH)


@pytest.mark.rule("HVW-383")
@pytest.mark.parametrize(("cell", "sees"), [("E6", False), ("E5", False), ("D7", True)])
def test_a_stone_blocks_the_sight(cell: str, sees: bool) -> None:
    """19.4.1.3: a stack behind the stone on E7 cannot be shot from the straight row behind it."""
    p = _shooters("K3", 3, 4, level_1=5)
    put(put(put(p, ATTACKER, 0, cell), ATTACKER, 1, "A1"), DEFENDER, 0, "E8")
    p.record.march_from = CELLS.index(cell)
    assert ("pass" in p.legal()) == sees  # only a stack with a target may hold its place


@pytest.mark.rule("HVW-424")
@pytest.mark.parametrize(
    ("cell", "target", "reaches"), [("E6", "E9", True), ("E6", "E10", False), ("E7", "E11", True), ("E7", "E12", False)]
)
def test_range_of_a_shooter(cell: str, target: str, reaches: bool) -> None:
    """19.10, no. 1: Barbarian shooters with attack 5 have range 3, on the stone of E7 range 4."""
    p = arrange({}, player("T01_C", (3, "B3"), (5, "B1")), rules={"combat_mode": 4}, order=[1, 0, 0], **guarded("T01_N", level_1=5))
    p.play("hero 1", "go n")
    p = pass_until(deployed(pass_until(p, Prompt.DEPLOY)), Prompt.MARCH)
    while p.seat != 1:
        p.play("pass")
    put(put(put(p, ATTACKER, 0, cell), ATTACKER, 1, "A1"), DEFENDER, 0, target)
    p.record.march_from = CELLS.index(cell)
    assert ("pass" in p.legal()) == reaches


@pytest.mark.rule("HVW-426")
@pytest.mark.parametrize(("mode", "left"), [(4, 6), (2, 10)])
def test_hits_of_fire(mode: int, left: int) -> None:
    """19.10, no. 2: two shooters of level 3 deal six hits in the advanced system, two kills in the basic one."""
    p = _shooters("K3", 2, mode, level_1=12)
    put(put(put(p, ATTACKER, 0, "B8"), ATTACKER, 1, "A1"), DEFENDER, 0, "B10")
    p.record.march_from = CELLS.index("B8")
    p.queue_dice(20, 1).play("pass")  # held, so they must fire at their only target
    assert stacks(p, DEFENDER) == [(left, "N1")]


@pytest.mark.rule("HVW-450", "HVW-451")
@pytest.mark.parametrize(("target", "left", "wounds"), [("A1", 2, 4), ("C4", 1, 0), ("C6", 0, 0)])
def test_fire_from_a_tower(target: str, left: int, wounds: int) -> None:
    """19.17.1.2: four shooters with attack 5 in a tower deal 4 hits at distance 9, 6 at 5 and 12 at 3."""
    camp = arrange({}, {}).record.place_hex[1]
    p = arrange(
        player(int(camp) + 1, (2, "K6"), (2, "K5"), (2, "K4")),
        {"hero_hex": [hex_of("T01_C"), -1], "facility": {"tower_1": 1}, "place_garrison": {"level_3": 4}},
        rules={"combat_mode": 4},
    )
    p.play("hero 1", "go s")
    assert asked(p) == (1, Prompt.DEPLOY)
    p.play("cell c9")
    p = pass_until(deployed(p), Prompt.MARCH)
    assert p.seat == 1
    for slot, cell in enumerate((target, "I6", "I5")):
        put(p, ATTACKER, slot, cell)
    p.play("pass").queue_dice(20, 1).play("target 0")
    assert int(p.record.slot_count[ATTACKER, 0]) == left
    assert int(p.record.slot_wounds[ATTACKER, 0]) == wounds


# ------------------------------------------------------------------------------------------------ advanced hits
@pytest.mark.rule("HVW-408")
def test_defection() -> None:
    """19.8: five honor points on ten mercenaries, 6 + 8 = 14 against 9 + 3 = 12: five change sides."""
    p = arrange(
        player("T01_C", (5, "K1"), ability=heroes(abilities(initiative=6)), hero_honor=[5, 0]),
        player("T01_NE", (10, "M"), ability=heroes(abilities(initiative=9))),
        rules={"combat_mode": 3, "honor": True}, dice=(8, 3),
    )  # fmt: skip
    p.play("hero 1", "go ne")
    assert asked(p) == (0, Prompt.DEFECT)
    p.play("number 5")
    assert stacks(p, ATTACKER) == [(5, "K1"), (5, "M")]
    assert stacks(p, DEFENDER) == [(5, "M")]
    assert p.record.hero_honor[0, 0] == 0


@pytest.mark.rule("HVW-434")
def test_hits_by_level() -> None:
    """19.14: three units of level 5 deal up to 15 hits."""
    p = _attack_guards((3, "K5"), (20, 1), {"combat_mode": 3}, level_1=20)
    p.play("pass", "target 0")  # no leaving before the fight
    assert stacks(p, DEFENDER) == [(5, "N1")]


@pytest.mark.rule("HVW-435")
def test_advanced_example() -> None:
    """19.15: 5 hits on three units of level 2: two die, the third has one wound; one hit comes back (19.16.1)."""
    attacker = player("T01_C", (5, "K1"), ability=heroes(abilities(attack=3)))
    p = arrange(attacker, rules={"combat_mode": 3}, **guarded("T01_N", level_2=3))
    p.play("hero 1", "go n", "pass", "pass")  # no leaving before the fight, and the guards let their turn pass
    p.queue_dice(9, 11).play("target 0")
    assert stacks(p, DEFENDER) == [(1, "N2")]
    assert int(p.record.slot_wounds[DEFENDER, 0]) == 1
    assert stacks(p, ATTACKER) == [(4, "K1")]


@pytest.mark.rule("HVW-438")
def test_attrition_example() -> None:
    """19.16.1: six units of level 1 beat a stack of level 6: six hits, and one comes back."""
    p = arrange(player("T01_C", (6, "K1")), rules={"combat_mode": 3}, **guarded("T01_N", level_6=3))
    p.play("hero 1", "go n", "pass", "pass")
    p.queue_dice(20, 1).play("target 0")
    assert stacks(p, DEFENDER) == [(2, "N6")]
    assert stacks(p, ATTACKER) == [(5, "K1")]
