"""Ruins and towers: their guards, the equipment and the abilities that they give (HVW-023 to HVW-036, HVW-042)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import Prompt, Status
from tests.heroes_vs_warlords.helpers import (
    DEFENDER,
    abilities,
    arrange,
    asked,
    beat,
    dice_left,
    guarded,
    guards_on,
    heroes,
    hex_of,
    in_battle,
    pair,
    pass_until,
    player,
    stacks,
    start_hex,
)

RUIN = {1: "8xN1", 2: "5xN2", 3: "3xN2 2xN3", 4: "3xN3 1xN4", 5: "4xN1 3xN4", 6: "3xN2 2xN5 1xN6"}
TOWER = {1: "", 2: "", 3: "", 4: "4xN1", 5: "3xN2", 6: "2xN2 2xN3"}
# the hex beside a site of each kind and the way in
WAYS = {"ruin": ("T03_C", "go se"), "tower": ("T01_C", "go se")}
BIG = (20, "K1")


def enter(kind: str, *dice: int) -> Position:
    """Hero 1 of seat 0 with twenty units enters a site of a kind, with these dice."""
    beside, way = WAYS[kind]
    return arrange(player(beside, BIG), dice=dice).play("hero 1", way)


def enemies(p: Position) -> str:
    """The stacks of the defender as words."""
    return " ".join(f"{number}x{unit}" for number, unit in stacks(p, DEFENDER))


def flag(p: Position, name: str, site: str) -> int:
    """A mark of a site."""
    return int(p.record[name][SITES.index(site)])


def withdraw(p: Position) -> Position:
    """Seat 0 leaves the battle with a roll of 1."""
    p = pass_until(p, Prompt.WITHDRAW)
    assert p.seat == 0
    return p.queue_dice(1).play("yes")


# ------------------------------------------------------------------------------------------------ ruins
@pytest.mark.rule("HVW-023", "HVW-024")
@pytest.mark.parametrize(("die", "guards"), RUIN.items())
def test_guards_of_ruins(die: int, guards: str) -> None:
    """8xN1; 5xN2; 3xN2 and 2xN3; 3xN3 and N4; 4xN1 and 3xN4; 3xN2, 2xN5 and N6: never none."""
    p = enter("ruin", die)
    assert in_battle(p)
    assert enemies(p) == guards


@pytest.mark.rule("HVW-025")
def test_a_cleared_ruin_gives_a_marker() -> None:
    """The cup goes from 18 to 17, the hero owns one marker, the ruin is explored."""
    p = enter("ruin", 1)
    assert int(p.record.cup.sum()) == 18
    beat(p, 0)
    assert int(p.record.cup.sum()) == 17
    assert int(p.record.equipment[0, 0].sum()) == 1
    assert flag(p, "explored", "T03_SE") == 1


@pytest.mark.rule("HVW-025")
def test_the_marker_is_drawn_from_those_left() -> None:
    """With one movement +2 in the cup the hero gets just that."""
    p = arrange(player("T03_C", BIG), dice=(1,), cup={"movement_2": 1}).play("hero 1", "go se")
    beat(p, 0)
    assert p.record.equipment[0, 0].tolist() == [0, 0, 0, 0, 0, 0, 0, 1]
    assert not p.record.cup.any()


@pytest.mark.statistical
@pytest.mark.rule("HVW-025")
def test_markers_are_drawn_at_random() -> None:
    """Thirty seeds draw at least four kinds of markers."""
    kinds = set()
    for seed in range(30):
        p = beat(arrange(player("T03_C", BIG), dice=(1,), seed=seed).play("hero 1", "go se"), 0)
        kinds.add(int(p.record.equipment[0, 0].argmax()))
    assert len(kinds) >= 4


@pytest.mark.rule("HVW-026")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_explored_ruin_is_a_plain_hex(seat: int) -> None:
    """Neither the own nor an enemy hero meets guards or draws there again."""
    visitor = player("T03_C", (20, "KB"[seat] + "1"))
    players = [visitor, {}] if seat == 0 else [{}, visitor]
    explored = {"explored": {"T03_SE": 1}, "activated": {"T03_SE": 1}}
    p = arrange(*players, order=[seat, 1 - seat, 0], dice=(1,), **explored).play("hero 1", "go se")
    assert asked(p) == (seat, Prompt.ACT)
    assert dice_left(p) == 1
    assert int(p.record.cup.sum()) == 18


@pytest.mark.rule("HVW-028")
@pytest.mark.parametrize(("marker", "left"), [({}, 5), ({"attack_1": 1}, 4), ({"attack_2": 1}, 4)])
def test_a_marker_raises_an_ability(marker: dict[str, int], left: int) -> None:
    """Hero attack 2: 10 + 3 + 2 = 15 only ties 13 + 2; with attack +1 it is 16 and hits."""
    hero = player("T01_C", (1, "K1"), equipment=[marker, {}], ability=heroes(abilities(attack=2)))
    p = arrange(hero, cup={}, **guarded("T01_N", level_1=5)).play("hero 1", "go n", "pass")
    p.queue_dice(10, 13).play("target 0")
    assert stacks(p, DEFENDER) == [(left, "N1")]


@pytest.mark.rule("HVW-028")
def test_markers_are_not_handed_over() -> None:
    """Two heroes in one City: units may be exchanged, markers not, neither by a transfer nor otherwise."""
    home = start_hex("SK_C")
    p = arrange(pair(home, home, [(2, "K1")], [], equipment=[{"attack_1": 1}, {}], hero_new=[0, 1]), cup={}).play("hero 1")
    assert {action for action in p.legal() if not action.startswith("go ")} <= {"pass", "transfer"}
    p.play("transfer")
    assert [action for action in p.legal() if action != "pass"] == ["holder section 0"]
    p.play("holder section 0", "holder other section 0", "number 2")
    assert p.record.equipment[0].sum(axis=1).tolist() == [1, 0]


@pytest.mark.rule("HVW-028")
def test_markers_are_lost_with_their_hero() -> None:
    """Killed by guards, the hero leaves no marker, neither in the cup nor with anybody."""
    p = arrange(player("T01_C", (1, "K1"), equipment=[{"attack_1": 2}, {}]), cup={}, **guarded("T01_N", level_1=5))
    beat(p.play("hero 1", "go n"), 1)
    assert p.record.hero_status[0, 0] == Status.DEAD
    assert not p.record.equipment.any()
    assert not p.record.cup.any()


@pytest.mark.rule("HVW-029")
def test_an_empty_cup_gives_nothing() -> None:
    """The ruin is explored all the same."""
    p = beat(arrange(player("T03_C", BIG), dice=(1,), cup={}).play("hero 1", "go se"), 0)
    assert flag(p, "explored", "T03_SE") == 1
    assert not p.record.equipment.any()


@pytest.mark.rule("HVW-042")
def test_one_guard_left_withholds_the_marker() -> None:
    """A ruin with N6 left after a withdrawal: nothing drawn, not explored, and the guard stays."""
    p = withdraw(arrange(player("T03_C", (5, "K1")), **guarded("T03_SE", level_6=1)).play("hero 1", "go se"))
    assert int(p.record.cup.sum()) == 18
    assert flag(p, "explored", "T03_SE") == 0
    assert guards_on(p, "T03_SE") == [0, 0, 0, 0, 0, 1]
    assert p.record.hero_hex[0, 0] == hex_of("T03_C")


# ------------------------------------------------------------------------------------------------ towers
@pytest.mark.rule("HVW-030", "HVW-031")
@pytest.mark.parametrize(("die", "guards"), TOWER.items())
def test_guards_of_towers(die: int, guards: str) -> None:
    """1 to 3 none; 4xN1; 3xN2; 2xN2 and 2xN3."""
    p = enter("tower", die)
    assert in_battle(p) == bool(guards)
    assert enemies(p) == guards
    if not guards:
        assert asked(p) == (0, Prompt.ABILITY)


@pytest.mark.rule("HVW-032")
@pytest.mark.parametrize(("ability", "after"), [("attack", 0), ("defense", 1), ("initiative", 2), ("movement", 3)])
def test_a_tower_raises_one_ability(ability: str, after: int) -> None:
    """d6 3: the player chooses one of the four abilities, which rises by one."""
    p = enter("tower", 3)
    assert p.legal() == ["raise attack", "raise defense", "raise initiative", "raise movement"]
    wanted = p.record.ability[0, 0].tolist()
    wanted[after] += 1
    p.play(f"raise {ability}")
    assert p.record.ability[0, 0].tolist() == wanted
    assert asked(p) == (0, Prompt.ACT)


@pytest.mark.rule("HVW-032", "HVW-030")
def test_a_cleared_tower_raises_one_ability() -> None:
    """d6 4: after the fight one choice, and the guards are gone."""
    p = beat(enter("tower", 4), 0)
    assert asked(p) == (0, Prompt.ABILITY)
    p.play("raise attack")
    assert p.record.ability[0, 0].tolist() == [3, 3, 6, 6]
    assert asked(p) == (0, Prompt.ACT)
    assert guards_on(p, "T01_SE") == [0] * 6


@pytest.mark.rule("HVW-033")
def test_a_hero_searches_a_tower_once() -> None:
    """Leaving and coming back: no die and no choice."""
    p = enter("tower", 3).play("raise attack", "go nw").queue_dice(4).play("go se")
    assert asked(p) == (0, Prompt.ACT)
    assert dice_left(p) == 1
    assert p.record.ability[0, 0].tolist() == [3, 3, 6, 6]


@pytest.mark.rule("HVW-034")
def test_another_hero_searches_the_tower_anew() -> None:
    """Hero 1 has searched it: hero 2 rolls again and is rewarded."""
    both = pair("T05_C", "T01_C", [(5, "K1")], [BIG])
    p = arrange(both, searched={"T01_SE": 1}, activated={"T01_SE": 1}, dice=(2,)).play("hero 2", "go se")
    assert asked(p) == (0, Prompt.ABILITY)
    assert dice_left(p) == 0
    p.play("raise defense")
    assert p.record.ability[0, 1].tolist() == [2, 3, 5, 6]
    guarded_again = arrange(both, searched={"T01_SE": 1}, activated={"T01_SE": 1}, dice=(5,)).play("hero 2", "go se")
    assert enemies(guarded_again) == "3xN2"


@pytest.mark.rule("HVW-034")
def test_an_enemy_hero_searches_the_tower_anew() -> None:
    """What the Knights have searched the Barbarians may search."""
    p = arrange({}, player("T01_C", (20, "B1")), order=[1, 0, 0], searched={"T01_SE": 3}, activated={"T01_SE": 1}, dice=(1,))
    assert asked(p.play("hero 1", "go se")) == (1, Prompt.ABILITY)


@pytest.mark.rule("HVW-035")
def test_guards_left_in_a_tower_replace_the_roll() -> None:
    """2xN2 are left: the next hero fights them without a die and then gets the point."""
    p = arrange(player("T01_C", BIG), **guarded("T01_SE", level_2=2)).queue_dice(6).play("hero 1", "go se")
    assert (enemies(p), dice_left(p)) == ("2xN2", 1)
    p.record.queued = 0
    assert asked(beat(p, 0)) == (0, Prompt.ABILITY)
    p.play("raise attack")
    assert asked(p) == (0, Prompt.ACT)


@pytest.mark.rule("HVW-036")
def test_a_hero_who_has_searched_fights_without_reward() -> None:
    """A tower with N1 that he has searched: a fight, and no choice after it."""
    p = arrange(player("T01_C", BIG), searched={"T01_SE": 1}, **guarded("T01_SE", level_1=1)).play("hero 1", "go se")
    assert enemies(p) == "1xN1"
    assert asked(beat(p, 0)) == (0, Prompt.ACT)
    assert p.record.ability[0, 0].tolist() == [2, 3, 6, 6]
    assert guards_on(p, "T01_SE") == [0] * 6


@pytest.mark.rule("HVW-042", "HVW-013")
def test_a_tower_gives_nothing_while_guards_are_left() -> None:
    """After a withdrawal the hero has not searched it: the next visit fights the same guards and pays."""
    p = withdraw(enter("tower", 4))
    assert flag(p, "searched", "T01_SE") == 0
    assert guards_on(p, "T01_SE") == [4, 0, 0, 0, 0, 0]
    assert p.record.ability[0, 0].tolist() == [2, 3, 6, 6]
