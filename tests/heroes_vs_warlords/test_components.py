"""Tiles, terrain, units, markers and heroes: what they are and how many there are (HVW-001 to 003, 027, 044, 068 to 076)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rulebound.envs.core.record import PositionError
from rulebound.envs.heroes_vs_warlords.components import HEX_Q, HEX_R, NUM_HEXES, UNITS
from rulebound.envs.heroes_vs_warlords.state import Prompt, Status, Step
from rulebound.envs.heroes_vs_warlords.variant import DATA, EQUIPMENT, FACTIONS
from tests.heroes_vs_warlords.helpers import (
    DEFENDER,
    GAME,
    abilities,
    army,
    arrange,
    asked,
    guarded,
    heroes,
    hex_of,
    player,
    producing,
    stacks,
    stock,
)

OBJECTIVES = {"gold": 6, "crystal": 4, "stone": 5, "wood": 5, "ruin": 6, "tower": 6, "outpost": 4, "holy": 3, "none": 87}
START_TILES = {
    "SK": {"C": "city", "N": "wood", "SE": "stone", "S": "recruitment"},
    "SB": {"C": "none", "NE": "wood", "S": "stone", "NW": "recruitment"},
    "SA": {"C": "city", "NE": "wood", "SW": "stone", "SE": "recruitment"},
}
# attack, defense, movement by level 1 to 6
UNIT_VALUES = {
    "K": [(3, 2, 3), (4, 4, 3), (6, 3, 3), (5, 7, 3), (8, 7, 6), (8, 10, 4)],
    "B": [(3, 2, 3), (5, 3, 4), (5, 3, 3), (7, 5, 4), (9, 6, 6), (11, 7, 4)],
    "A": [(3, 2, 4), (4, 3, 6), (7, 3, 4), (6, 6, 5), (8, 7, 5), (9, 9, 5)],
    "N": [(3, 2, 3), (4, 3, 3), (5, 3, 3), (6, 5, 4), (7, 6, 6), (9, 8, 4)],
}
MARKERS = {
    "attack_1": 4, "attack_2": 1, "defense_1": 4, "defense_2": 1,
    "initiative_1": 3, "initiative_2": 1, "movement_1": 2, "movement_2": 2,
}  # fmt: skip
HEROES = {
    "knights": [[2, 3, 6, 6], [2, 2, 5, 6]],
    "barbarians": [[3, 2, 6, 6], [3, 1, 5, 6]],
    "amazons": [[2, 2, 6, 7], [2, 1, 5, 7]],
}


def printed(tile: str) -> dict[str, str]:
    """Objective by position of a tile."""
    entry = next(entry for entry in DATA["tiles"] if entry["key"] == tile)
    return {one["pos"]: one["objective"] for one in entry["hexes"]}


def values(letter: str) -> list[tuple[int, int, int]]:
    """Attack, defense and movement of a tribe's units as the rules hold them."""
    units = DATA["units"]
    return [tuple(units[name]["value"][f"{letter}{level}"] for name in ("attack", "defense", "movement")) for level in range(1, 7)]


def seat_of(unit: str) -> int:
    """The seat whose tribe a unit serves."""
    return "KBA".index(unit[0])


def attacking(unit: str, number: int = 1, rules: object = None, **levels: int):
    """A hero with one stack of a unit meets guards of a Resource, with attack 0 and defense 0 of his own."""
    seat = seat_of(unit)
    fields = player("T01_C", (number, unit), ability=heroes(abilities(attack=0, defense=0)))
    players = [fields if k == seat else {} for k in range(max(2, seat + 1))]
    order = [seat, *(k for k in range(len(players)) if k != seat)]
    return arrange(*players, rules=rules, order=order + [0] * (3 - len(order)), **guarded("T01_N", **levels)).play("hero 1", "go n")


def own_attack(p, seat: int):
    """Let others pass until this seat is asked for an attack."""
    while asked(p) != (seat, Prompt.ATTACK):
        p.play("pass")
    return p


# ------------------------------------------------------------------------------------------------ tiles
@pytest.mark.rule("HVW-001")
def test_a_tile_has_seven_hexes() -> None:
    """18 regular tiles, three start tiles, seven hexes each."""
    assert [tile["key"] for tile in DATA["tiles"]] == [f"T{k:02}" for k in range(1, 19)] + ["SK", "SB", "SA"]
    assert all([one["pos"] for one in tile["hexes"]] == ["C", "N", "NE", "SE", "S", "SW", "NW"] for tile in DATA["tiles"])


@pytest.mark.rule("HVW-001")
@pytest.mark.parametrize(("players", "tiles"), [(2, 14), (3, 15)])
def test_the_world_of_a_game(players: int, tiles: int) -> None:
    """12 regular tiles and a start tile per player: 98 hexes for two players."""
    p = GAME.new(num_players=players, seed=3)
    while asked(p)[1] == Prompt.START_SLOT:
        p.play(p.legal_ids()[0])
    placed = p.record.tile[p.record.tile >= 0]
    assert len(placed) == len(set(placed.tolist())) == tiles
    assert int((placed < 18).sum()) == 12
    if players == 2:
        assert len(placed) * 7 == 98


@pytest.mark.rule("HVW-002")
def test_objectives_of_the_regular_tiles() -> None:
    """6 gold, 4 crystal, 5 stone, 5 wood, 6 ruins, 6 towers, 4 outposts, 3 holy places, 87 plain hexes."""
    counted = Counter(objective for k in range(1, 19) for objective in printed(f"T{k:02}").values())
    assert counted == OBJECTIVES


@pytest.mark.rule("HVW-003")
@pytest.mark.parametrize("tile", START_TILES)
def test_objectives_of_a_start_tile(tile: str) -> None:
    """The home on the centre, one wood, one stone and the Recruitment Location, nothing else."""
    assert {where: what for where, what in printed(tile).items() if what != "none" or where == "C"} == START_TILES[tile]


@pytest.mark.rule("HVW-126")
def test_the_lattice_of_slots() -> None:
    """Slot (I, J) has its centre at q = 2I - J, r = I + 3J; 37 slots make 259 different hexes."""
    slots = DATA["world"]["slots"]
    assert [one["slot"] for one in slots] == list(range(37))
    for one in slots:
        assert (int(HEX_Q[one["slot"] * 7]), int(HEX_R[one["slot"] * 7])) == (2 * one["I"] - one["J"], one["I"] + 3 * one["J"])
    assert (int(HEX_Q[56]), int(HEX_R[56])) == (1, 4)  # slot 8 is (1, 1)
    assert len(set(zip(HEX_Q.tolist(), HEX_R.tolist(), strict=True))) == NUM_HEXES == 259


# ------------------------------------------------------------------------------------------------ markers and heroes
@pytest.mark.rule("HVW-027")
def test_the_cup_at_the_start() -> None:
    """18 markers: attack, defense +1 x4 and +2 x1, initiative +1 x3 and +2 x1, movement +1 x2 and +2 x2."""
    cup = GAME.new(seed=1).record.cup
    assert dict(zip(EQUIPMENT, cup.tolist(), strict=True)) == MARKERS
    assert int(cup.sum()) == 18


@pytest.mark.rule("HVW-027")
def test_more_markers_than_printed_cannot_be() -> None:
    """Five markers attack +1 are refused."""
    with pytest.raises(PositionError):
        arrange(player(None, equipment=[{"attack_1": 1}, {}]), cup=MARKERS)
    arrange(player(None, equipment=[{"attack_1": 1}, {}]), cup={**MARKERS, "attack_1": 3})


@pytest.mark.rule("HVW-044")
def test_starting_heroes() -> None:
    """Attack, defense, initiative and movement of the six heroes, all level 1 without experience."""
    s = GAME.new(num_players=3, seed=2).record
    for seat in range(3):
        assert s.ability[seat].tolist() == HEROES[FACTIONS[s.faction[seat]]]
    assert (s.hero_level[:3] == 1).all()
    assert not s.hero_ep.any()


@pytest.mark.rule("HVW-043")
@pytest.mark.parametrize("players", [2, 3])
def test_hero_1_is_at_home_and_hero_2_unseen(players: int) -> None:
    """After setup hero 1 stands on the centre of the start tile, hero 2 nowhere."""
    p = GAME.new(num_players=players, seed=4)
    while asked(p)[1] in (Prompt.START_SLOT, Prompt.ARMY, Prompt.ARMY_NUMBER):
        p.play(p.legal_ids()[-1])
    s = p.record
    for seat in range(players):
        start = int(np.flatnonzero(s.tile == 18 + s.faction[seat])[0])
        assert s.hero_hex[seat].tolist() == [start * 7, -1]
        assert s.hero_status[seat].tolist() == [Status.ON_MAP, Status.UNSEEN]


# ------------------------------------------------------------------------------------------------ units
@pytest.mark.rule("HVW-072")
def test_knights_units() -> None:
    """3/2/3, 4/4/3, 6/3/3, 5/7/3, 8/7/6, 8/10/4."""
    assert values("K") == UNIT_VALUES["K"]


@pytest.mark.rule("HVW-073")
def test_barbarian_units() -> None:
    """3/2/3, 5/3/4, 5/3/3, 7/5/4, 9/6/6, 11/7/4."""
    assert values("B") == UNIT_VALUES["B"]


@pytest.mark.rule("HVW-074")
def test_amazon_units() -> None:
    """3/2/4, 4/3/6, 7/3/4, 6/6/5, 8/7/5, 9/9/5."""
    assert values("A") == UNIT_VALUES["A"]


@pytest.mark.rule("HVW-075")
def test_neutral_units() -> None:
    """3/2/3, 4/3/3, 5/3/3, 6/5/4, 7/6/6, 9/8/4."""
    assert values("N") == UNIT_VALUES["N"]


@pytest.mark.rule("HVW-072", "HVW-073", "HVW-074")
@pytest.mark.parametrize("unit", [f"{letter}{level}" for letter in "KBA" for level in (1, 2, 4, 5, 6)])
def test_attack_values_count_in_combat(unit: str) -> None:
    """A close attack of attack a and die 10 beats a guard (defense 2) at die 7 + a, and only ties it at 8 + a."""
    attack = UNIT_VALUES[unit[0]][int(unit[1]) - 1][0]
    for die, left in ((7 + attack, 8), (8 + attack, 9)):
        p = own_attack(attacking(unit, level_1=9), seat_of(unit))
        p.queue_dice(10, die).play("target 0")
        assert stacks(p, DEFENDER) == [(left, "N1")]


@pytest.mark.rule("HVW-072", "HVW-073", "HVW-074")
@pytest.mark.parametrize("unit", [f"{letter}{level}" for letter in "KBA" for level in range(1, 7)])
def test_defense_values_count_in_combat(unit: str) -> None:
    """A guard of attack 3 and die 10 loses to a unit of defense d at die 14 - d and ties it at 13 - d."""
    defense = UNIT_VALUES[unit[0]][int(unit[1]) - 1][1]
    rivals = ("level_1", "level_2") if unit[1] == "3" else ("level_1",)  # guards in the majority reach a shooter
    for die, left in ((14 - defense, 8), (13 - defense, 9)):
        p = attacking(unit, **dict.fromkeys(rivals, 9))
        while p.seat == seat_of(unit):
            p.play("pass")
        assert p.record.battle_step == Step.CLOSE_FIRST
        p.queue_dice(10, die).play("target 0")
        assert int(p.record.slot_count[DEFENDER, 0]) == left


@pytest.mark.rule("HVW-075")
@pytest.mark.parametrize("level", range(1, 7))
def test_guards_defend_with_their_value(level: int) -> None:
    """K1 (attack 3) with die 10 beats defense d at die 12 - d, not at 13 - d."""
    defense = UNIT_VALUES["N"][level - 1][1]
    for die, left in ((12 - defense, 2), (13 - defense, 3)):
        p = own_attack(attacking("K1", **{f"level_{level}": 3}), 0)
        p.queue_dice(10, die).play("target 0")
        assert stacks(p, DEFENDER) == [(left, f"N{level}")]


@pytest.mark.rule("HVW-076")
def test_the_mercenary() -> None:
    """Unit 25: level 2, close combat, attack 4, DV 3, move 4."""
    entry = DATA["unit_list"][24]
    assert (UNITS.index("M"), entry["id"], entry["level"], entry["type"]) == (25, 25, 2, "close")
    assert [DATA["units"][name]["value"]["M"] for name in ("attack", "defense", "movement")] == [4, 3, 4]


@pytest.mark.rule("HVW-076")
@pytest.mark.parametrize(("own", "winner"), [(4, 1), (5, -1), (6, 0)])
def test_a_mercenary_counts_two_in_army_strength(own: int, winner: int) -> None:
    """Armies of 10 strength against 4, 5 or 6 mercenaries; the other categories are tied."""
    p = arrange(
        {**army((own, "M")), "hero_hex": [hex_of("T01_C"), -1]},
        {**army((10, "B1")), "hero_hex": [hex_of("T02_C"), -1]},
        stage="clean_up", game_round=8,
    )  # fmt: skip
    assert p.over
    assert p.record.winner == winner


CLASS_STEPS = {
    "ranged": (("K3", "B3", "A3"), Step.RANGED_SECOND),
    "cavalry": (("K5", "B5", "A2"), Step.CAVALRY_SECOND),
    "close": (("K1", "K2", "K4", "K6", "B1", "B2", "B4", "B6", "A1", "A4", "A5", "A6"), Step.CLOSE_SECOND),
}


@pytest.mark.rule("HVW-068", "HVW-069")
@pytest.mark.parametrize(("unit", "step"), [(unit, step) for units, step in CLASS_STEPS.values() for unit in units])
def test_a_unit_acts_in_the_step_of_its_class(unit: str, step: Step) -> None:
    """Level 3 is ranged; cavalry is level 5, for Amazons level 2; the rest is close combat. It is asked once a round."""
    p = attacking(unit, level_1=5)
    seen = []
    while p.record.battle_round <= 1 and p.record.battle_step < Step.SEIZE:
        if asked(p) == (seat_of(unit), Prompt.ATTACK):
            seen.append(Step(int(p.record.battle_step)))
        p.play("pass")
    assert seen == [step]


@pytest.mark.rule("HVW-068", "HVW-069")
@pytest.mark.parametrize(("level", "step"), [(3, Step.RANGED_FIRST), (5, Step.CAVALRY_FIRST), (1, Step.CLOSE_FIRST), (2, Step.CLOSE_FIRST)])
def test_guards_act_in_the_step_of_their_class(level: int, step: Step) -> None:
    """N3 shoots, N5 is cavalry, the others fight hand to hand; guards have the combat initiative."""
    p = attacking("K1", 5, **{f"level_{level}": 4})
    assert asked(p) == (1, Prompt.ATTACK)
    assert p.record.battle_step == step


@pytest.mark.rule("HVW-070")
@pytest.mark.parametrize(("knob", "step"), [(False, Step.CLOSE_SECOND), (True, Step.CAVALRY_SECOND)])
def test_the_amazon_level_5_unit(knob: bool, step: Step) -> None:
    """Close combat, or cavalry with the knob `amazon_level5_cavalry`."""
    p = own_attack(attacking("A5", 2, {"amazon_level5_cavalry": knob}, level_1=5), 2)
    assert p.record.battle_step == step


@pytest.mark.rule("HVW-070")
def test_the_knob_leaves_other_amazons_alone() -> None:
    """A2 stays cavalry and A6 close combat."""
    for unit, step in (("A2", Step.CAVALRY_SECOND), ("A6", Step.CLOSE_SECOND)):
        p = own_attack(attacking(unit, 2, {"amazon_level5_cavalry": True}, level_1=5), 2)
        assert p.record.battle_step == step


@pytest.mark.rule("HVW-071")
@pytest.mark.parametrize(("number", "alive", "wounds"), [(3, 1, 3), (4, 0, 0)])
def test_a_level_is_the_hit_points(number: int, alive: int, wounds: int) -> None:
    """Mode 3: a unit of level 4 stands with three wounds and dies at the fourth hit, worth 4 EP."""
    p = attacking("K1", number, {"combat_mode": 3}, level_4=1)
    p = own_attack(p.play("pass"), 0)  # no leaving before the fight
    p.queue_dice(20, 1).play("target 0")
    if alive:
        assert stacks(p, DEFENDER) == [(1, "N4")]
        assert int(p.record.slot_wounds[DEFENDER, 0]) == wounds
    else:
        assert int(p.record.hero_ep[0, 0]) == 4


@pytest.mark.rule("HVW-071")
def test_a_level_is_the_price_in_gold() -> None:
    """Eight gold buy two units of level 4, seven only one."""
    military = {"barracks": 1, "shooting_range": 1, "academy": 1}
    p = producing({"stock": {"gold": 8}, "facility": military}).play("recruit level 4")
    assert p.legal() == ["amount 1", "amount 2"]
    assert stock(p.play("amount 2"), 0) == [0, 0, 0, 0]
    p = producing({"stock": {"gold": 7}, "facility": military}).play("recruit level 4")
    assert stock(p, 0) == [3, 0, 0, 0]  # only one can be paid, so nobody is asked how many
    assert p.record.place_garrison[0].tolist() == [0, 0, 0, 1, 0, 0]
