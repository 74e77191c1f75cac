"""Sieges on the battle display: walls, drawbridge, towers and City hexes (19.4.1.6 to 19.4.1.9, 19.17 and 19.17.1)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt, Step
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    WALLS,
    asked,
    besieged,
    cell_of,
    display_siege,
    in_battle,
    stacks,
    until,
)


# ------------------------------------------------------------------------------------------------ walls and the drawbridge
@pytest.mark.rule("HVW-389")
def test_walls_are_closed_until_destroyed() -> None:
    """19.4.1.6: C8 cannot be entered from C7 before it is destroyed, then it costs 1; nobody deploys on a wall."""
    p = display_siege([(5, "K1")], {"level_1": 5})
    assert not {f"cell {cell.lower()}" for cell in WALLS[:9]} & set(p.legal())
    standing = until(besieged(p.clone(), ["C7"], ["I12"]), 0, Prompt.MARCH)
    assert "go s" not in standing.legal()
    damaged = besieged(p.clone(), ["C7"], ["I12"])
    damaged.record.wall[2] = 1
    assert "go s" not in until(damaged, 0, Prompt.MARCH).legal()
    fallen = until(besieged(p, ["C7"], ["I12"], ["C8"]), 0, Prompt.MARCH)
    assert fallen.play("go s").record.march_mp == 2
    assert cell_of(fallen, ATTACKER) == "C8"


@pytest.mark.rule("HVW-391")
def test_a_sally_over_the_drawbridge() -> None:
    """19.4.1.7: a defender with movement 3 goes from E10 over E9 to E8, but does not stop on the bridge."""
    p = until(besieged(display_siege([(5, "K1")], {"level_1": 5}), ["A2"], ["E10"]), 1, Prompt.MARCH)
    p.play("go n")
    assert (cell_of(p, DEFENDER), int(p.record.march_mp)) == ("E9", 2)
    assert "pass" not in p.legal()
    p.play("go n")
    assert (cell_of(p, DEFENDER), int(p.record.march_mp)) == ("E8", 1)
    assert "pass" in p.legal()


@pytest.mark.rule("HVW-391")
def test_the_last_point_does_not_lead_onto_the_bridge() -> None:
    """19.4.1.7: who could not leave it again does not step on it; once destroyed it is open ground."""
    p = until(besieged(display_siege([(5, "K1")], {"level_1": 5}), ["A2"], ["E12"]), 1, Prompt.MARCH)
    p.play("go n", "go n")
    assert p.record.march_mp == 1
    assert "go n" not in p.legal()
    down = until(besieged(display_siege([(5, "K1")], {"level_1": 5}), ["A2"], ["E12"], ["E9"]), 1, Prompt.MARCH)
    down.play("go n", "go n", "go n")
    assert cell_of(down, DEFENDER) == "E9"


@pytest.mark.rule("HVW-391")
def test_other_walls_are_closed_to_the_defender() -> None:
    """19.4.1.6: only the drawbridge lets defenders out."""
    p = until(besieged(display_siege([(5, "K1")], {"level_1": 5}), ["A2"], ["D10"]), 1, Prompt.MARCH)
    assert "go n" not in p.legal()  # D9
    assert "go ne" in p.legal()  # E9


@pytest.mark.rule("HVW-392", "HVW-396", "HVW-455")
@pytest.mark.parametrize(
    ("works", "cell", "beside", "bonus"),
    [
        (1, "C10", "C9", 1),
        (2, "C10", "C9", 2),
        (3, "C10", "C9", 4),
        (3, "E8", "E7", 0),
        (3, "C8", "C7", 0),
        (3, "C9", "C8", 4),
    ],
)
def test_the_bonus_of_city_hexes(works: int, cell: str, beside: str, bonus: int) -> None:
    """19.4.1.9: +1, +2 or +4 behind the wall, nothing outside it and nothing on a destroyed wall hex."""
    for even in (True, False):
        p = besieged(display_siege([(3, "K5")], {"level_1": 9}, works=works), [beside], [cell], ["C8"])
        p = until(p, 0, Prompt.MARCH)
        # 8 + 10 against 2 + bonus + die
        p.queue_dice(10, 16 - bonus - (not even)).play("pass")
        if asked(p)[1] == Prompt.STRIKE:
            p.play("target 0")
        assert stacks(p, DEFENDER) == [(9 if even else 6, "B1")]


@pytest.mark.rule("HVW-396")
def test_no_bonus_for_the_attacker() -> None:
    """19.4.1.9: a besieger on C10 defends with his own value only."""
    p = besieged(display_siege([(5, "K2")], {"level_5": 2}, works=3), ["C10"], ["C11"], ["C8"])
    p = until(p, 1, Prompt.MARCH)
    p.queue_dice(5, 10).play("pass")  # 9 + 5 against 4 + 10
    if asked(p)[1] == Prompt.STRIKE:
        p.play("target 0")
    assert stacks(p, ATTACKER) == [(5, "K2")]
    assert stacks(p, DEFENDER) == [(2, "B5")]
    worse = until(besieged(display_siege([(5, "K2")], {"level_5": 2}, works=3), ["C10"], ["C11"], ["C8"]), 1, Prompt.MARCH)
    worse.queue_dice(6, 10).play("pass")
    if asked(worse)[1] == Prompt.STRIKE:
        worse.play("target 0")
    assert stacks(worse, ATTACKER) == [(3, "K2")]


@pytest.mark.rule("HVW-393")
def test_the_attacker_does_not_use_the_drawbridge() -> None:
    """19.4.1.7: a besieger next to E9 cannot enter it, but may aim at it."""
    p = besieged(display_siege([(5, "K1")], {"level_1": 5}), ["E8"], ["I12"])
    assert "wall 4" in p.legal()
    p = until(p, 0, Prompt.MARCH)
    assert "go s" not in p.legal()
    fallen = until(besieged(display_siege([(5, "K1")], {"level_1": 5}), ["E8"], ["I12"], ["E9"]), 0, Prompt.MARCH)
    assert "go s" in fallen.legal()


# ------------------------------------------------------------------------------------------------ towers and City hexes
@pytest.mark.rule("HVW-394", "HVW-448")
def test_who_deploys_in_a_tower() -> None:
    """19.4.1.8: only ranged stacks start in a constructed tower; an unbuilt one is a City hex for everybody."""
    close = display_siege([(5, "K1")], {"level_1": 5}, towers=1)
    assert "cell c9" not in close.legal()
    assert "cell g11" in close.legal()  # not built
    assert "cell g11" not in display_siege([(5, "K1")], {"level_1": 5}, towers=2).legal()
    assert {"cell c9", "cell g11"} <= set(display_siege([(5, "K1")], {"level_3": 5}, towers=2).legal())
    assert {"cell c9", "cell g11"} <= set(display_siege([(5, "K1")], {"level_1": 5}).legal())


@pytest.mark.rule("HVW-394")
def test_a_tower_is_left_for_good() -> None:
    """19.4.1.8: the stack may leave the tower and cannot return; no other stack enters it."""
    p = until(besieged(display_siege([(5, "K1")], {"level_3": 5}, towers=1), ["I5"], ["C9"]), 1, Prompt.MARCH)
    p.play("go s")
    assert cell_of(p, DEFENDER) == "C10"
    assert "go n" not in p.legal()
    other = until(besieged(display_siege([(5, "K1")], {"level_1": 5}, towers=1), ["I5"], ["C10"]), 1, Prompt.MARCH)
    assert "go n" not in other.legal()
    unbuilt = until(besieged(display_siege([(5, "K1")], {"level_1": 5}), ["I5"], ["C10"]), 1, Prompt.MARCH)
    assert "go n" in unbuilt.legal()


@pytest.mark.rule("HVW-395", "HVW-449")
def test_fire_from_a_tower_at_any_distance() -> None:
    """19.4.1.8: from C9 four B3 hit a stack on A1, 9 hexes away; in mode 2 with a kill for each."""
    p = until(besieged(display_siege([(9, "K1")], {"level_3": 4}, towers=1), ["A1"], ["C9"]), 1, Prompt.MARCH)
    p.play("pass")
    assert asked(p) == (1, Prompt.STRIKE)
    assert "target 0" in p.legal()
    p.queue_dice(20, 1).play("target 0")
    assert stacks(p, ATTACKER) == [(5, "K1")]


@pytest.mark.rule("HVW-395")
def test_a_tower_fires_only_over_the_wall() -> None:
    """19.4.1.8: enemies inside the City are out of a tower's fire; beside it the same shooters reach 3 hexes."""
    inside = until(besieged(display_siege([(9, "K1")], {"level_3": 4}, towers=1), ["C11"], ["C9"]), 1, Prompt.MARCH)
    inside.play("pass")
    assert asked(inside) != (1, Prompt.STRIKE)
    ground = until(besieged(display_siege([(9, "K1")], {"level_3": 4}), ["A1"], ["C9"]), 1, Prompt.MARCH)
    ground.play("pass")
    assert asked(ground) != (1, Prompt.STRIKE)


@pytest.mark.rule("HVW-319", "HVW-395")
def test_stones_do_not_stop_fire_from_towers() -> None:
    """14.0: the stack behind the stone G8 is safe from the ground but not from the tower on G11."""
    p = besieged(display_siege([(9, "K1")], {"level_3": 4}, mode=4, towers=2), ["G7"], ["G11"])
    p = until(p, 1, Prompt.MARCH).play("pass")
    assert asked(p) == (1, Prompt.STRIKE)
    assert "target 0" in p.legal()
    low = besieged(display_siege([(9, "K1")], {"level_3": 4}, mode=4), ["G7"], ["G9"], ["G10"])
    low = until(low, 1, Prompt.MARCH).play("pass")
    assert asked(low) != (1, Prompt.STRIKE)


@pytest.mark.rule("HVW-397")
@pytest.mark.parametrize(("cell", "seen"), [("B9", False), ("C8", True), ("B7", True)])
def test_city_hexes_are_safe_from_fire(cell: str, seen: bool) -> None:
    """19.4.1.9: a defender on a City hex is no target for shooters, on a destroyed wall hex or outside he is."""
    shooter = {"B9": "B6", "C8": "C6", "B7": "B5"}[cell]
    p = besieged(display_siege([(3, "K3")], {"level_1": 9}), [shooter], [cell], ["C8", "B8"])
    p = until(p, 0, Prompt.MARCH)
    assert p.record.battle_step == Step.RANGED_SECOND
    assert ("pass" in p.legal()) == seen


@pytest.mark.rule("HVW-398")
def test_shooters_of_the_attacker_stay_outside() -> None:
    """19.4.1.9: K3 may enter the destroyed wall C8 but no City hex behind it; K1 may."""
    for unit, enters in (("K3", False), ("K1", True)):
        p = until(besieged(display_siege([(5, unit)], {"level_1": 5}), ["C7"], ["I12"], ["C8"]), 0, Prompt.MARCH)
        p.play("go s")
        assert cell_of(p, ATTACKER) == "C8"
        assert ("go sw" in p.legal()) == enters
        assert ("go s" in p.legal()) == enters


@pytest.mark.rule("HVW-404", "HVW-459")
def test_a_breach_is_an_offensive_action() -> None:
    """19.7: with breach attempts alone the count of idle rounds stays 0."""
    p = besieged(display_siege([(5, "K1")], {"level_1": 5}), ["A2"], ["I12"])
    for number in (1, 2, 3, 4):
        assert p.record.battle_round == number
        p.queue_dice(1, 1).play("wall 0")
        p = until(p, 0, Prompt.AIM)
        assert p.record.battle_idle == 0
    assert in_battle(p)


@pytest.mark.rule("HVW-420")
def test_besieged_stacks_need_not_fight() -> None:
    """19.9: on B9, next to an enemy on the destroyed C8, a defender may stay without attacking."""
    p = until(besieged(display_siege([(5, "K1")], {"level_1": 5}), ["C8"], ["B9"], ["C8"]), 1, Prompt.MARCH)
    p.queue_dice(20, 1).play("pass")
    if asked(p) == (1, Prompt.STRIKE):
        assert {"pass", "target 0"} <= set(p.legal())
        p.play("pass")
    assert p.record.queued == 2
    assert stacks(p, ATTACKER) == [(5, "K1")]


@pytest.mark.rule("HVW-420", "HVW-418")
def test_a_sallied_stack_must_fight_or_leave() -> None:
    """19.9: outside the wall a defender who starts next to an enemy and stays has to attack."""
    p = besieged(display_siege([(3, "K1"), (9, "K2")], {"level_1": 9}), ["E7", "D7"], ["E8"])
    p = until(p, 1, Prompt.MARCH).queue_dice(20, 1).play("pass")
    if asked(p) == (1, Prompt.STRIKE):
        assert "pass" not in p.legal()
        p.play("target 0")
    assert p.record.queued == 0
    assert stacks(p, ATTACKER) == [(9, "K2")]


@pytest.mark.rule("HVW-443")
@pytest.mark.parametrize(("cell", "reaches"), [("C6", True), ("C5", False)])
def test_walls_count_for_ranges(cell: str, reaches: bool) -> None:
    """19.17: from C6 over the wall C8 to the tower C9 are 3 hexes."""
    p = besieged(display_siege([(3, "K3")], {"level_3": 5}, towers=1), [cell], ["C9"])
    p = until(p, 1, Prompt.MARCH).play("pass")
    p = until(p, 0, Prompt.MARCH)
    assert ("pass" in p.legal()) == reaches


def _shot_at_tower(works: int, number: int, dice: tuple[int, int], mode: int = 2, towers: int = 1) -> Position:
    """Shooters on C6 fire at five B3 in the tower C9."""
    p = besieged(display_siege([(number, "K3")], {"level_3": 5}, works=works, towers=towers, mode=mode), ["C6"], ["C9"])
    p = until(p, 1, Prompt.MARCH).play("pass")
    p = until(p, 0, Prompt.MARCH).queue_dice(*dice).play("pass")
    return p.play("target 0") if asked(p)[1] == Prompt.STRIKE else p


@pytest.mark.rule("HVW-444")
@pytest.mark.parametrize(("works", "bonus"), [(1, 1), (2, 2), (3, 4)])
@pytest.mark.parametrize("towers", [1, 2])
def test_the_city_bonus_holds_against_fire(works: int, bonus: int, towers: int) -> None:
    """19.17: fire at a tower meets d20 + 1, 2 or 4, whatever the number of towers: 16 : 16 misses, 16 : 15 hits."""
    assert stacks(_shot_at_tower(works, 4, (10, 16 - bonus), towers=towers), DEFENDER) == [(5, "B3")]
    assert stacks(_shot_at_tower(works, 4, (10, 15 - bonus), towers=towers), DEFENDER) == [(3, "B3")]


@pytest.mark.rule("HVW-445")
@pytest.mark.parametrize(("mode", "number", "left", "wounds"), [(2, 5, 3, 0), (2, 1, 5, 0), (4, 3, 4, 1)])
def test_a_tower_halves_the_damage(mode: int, number: int, left: int, wounds: int) -> None:
    """19.17.1: 5 hits on five B3 kill two, 1 hit none; 9 advanced hits count as 4."""
    p = _shot_at_tower(1, number, (20, 1), mode)
    assert stacks(p, DEFENDER) == [(left, "B3")]
    assert p.record.slot_wounds[DEFENDER, 0] == wounds


@pytest.mark.rule("HVW-446")
@pytest.mark.parametrize(("cell", "down", "legal"), [("C8", ["C8"], True), ("C10", [], True), ("B9", [], True), ("C7", [], False)])
def test_close_combat_against_a_tower(cell: str, down: list[str], legal: bool) -> None:
    """19.17.1: a tower is attacked by hand only from a destroyed wall hex or a City hex next to it."""
    p = besieged(display_siege([(3, "K1")], {"level_3": 5}, towers=1), [cell], ["C9"], down)
    p = until(p, 0, Prompt.MARCH)
    assert ("pass" in p.legal()) == legal  # a besieger holds only to attack
    if legal:
        p.queue_dice(20, 1).play("pass")
        if asked(p)[1] == Prompt.STRIKE:
            p.play("target 0")
        assert stacks(p, DEFENDER) == [(4, "B3")]  # half of three hits, rounded down


@pytest.mark.rule("HVW-447")
def test_towers_do_not_hold_up_movement() -> None:
    """19.17.1: past the tower C9 a besieger goes on from C8 to B9; another defender would stop him."""
    p = besieged(display_siege([(3, "K1")], {"level_3": 5}, towers=1), ["C7"], ["C9"], ["C8"])
    p = until(p, 1, Prompt.MARCH).play("pass")
    p = until(p, 0, Prompt.MARCH).play("go s")
    assert cell_of(p, ATTACKER) == "C8"
    assert asked(p) == (0, Prompt.MARCH)
    p.play("go sw")
    assert cell_of(p, ATTACKER) == "B9"
    held = besieged(display_siege([(3, "K1")], {"level_1": 5}), ["C7"], ["C9"], ["C8"])
    held = until(held, 1, Prompt.MARCH).play("pass")
    held = until(held, 0, Prompt.MARCH).play("go s")
    assert cell_of(held, ATTACKER) == "C8"
    assert asked(held) != (0, Prompt.MARCH)


@pytest.mark.rule("HVW-447")
def test_a_start_next_to_a_tower_binds_nobody() -> None:
    """19.17.1: from C8, next to the tower C9 only, the first step may lead to B9, which touches the tower too."""
    p = besieged(display_siege([(3, "K1")], {"level_3": 5}, towers=1), ["C8"], ["C9"], ["C8"])
    p = until(p, 0, Prompt.MARCH)
    assert "go sw" in p.legal()
    held = besieged(display_siege([(3, "K1")], {"level_3": 5}), ["C8"], ["C9"], ["C8"])
    assert "go sw" not in until(held, 0, Prompt.MARCH).legal()


@pytest.mark.rule("HVW-439", "HVW-445")
def test_hits_in_return_from_a_tower() -> None:
    """19.16.1: eight hits on a tower stack count as four, so one comes back."""
    p = besieged(display_siege([(8, "K1")], {"level_3": 5}, mode=4, towers=1), ["C8"], ["C9"], ["C8"])
    p = until(p, 0, Prompt.MARCH).queue_dice(20, 1).play("pass")
    if asked(p)[1] == Prompt.STRIKE:
        p.play("target 0")
    assert stacks(p, DEFENDER) == [(4, "B3")]
    assert p.record.slot_wounds[DEFENDER, 0] == 1
    assert stacks(p, ATTACKER) == [(7, "K1")]


@pytest.mark.rule("HVW-447")
def test_towers_fire_at_their_neighbours() -> None:
    """19.17.1: B3 in the tower fire at a stack on C8 and are not forced into close combat."""
    p = besieged(display_siege([(9, "K1")], {"level_3": 4}, towers=1), ["C8"], ["C9"], ["C8"])
    p = until(p, 1, Prompt.MARCH)
    assert p.record.battle_step == Step.RANGED_FIRST
    assert "pass" in p.legal()
    p.play("pass")
    assert asked(p) == (1, Prompt.STRIKE)
    assert {"pass", "target 0"} <= set(p.legal())
    hit = p.clone().queue_dice(20, 1).play("target 0")
    assert stacks(hit, ATTACKER) == [(5, "K1")]
    p.play("pass")
    while asked(p) != (0, Prompt.MARCH):
        assert asked(p)[1] == Prompt.STRIKE
        assert "pass" in p.legal()
        p.play("pass")


@pytest.mark.rule("HVW-448")
def test_an_unbuilt_tower_is_a_city_hex() -> None:
    """19.17.1: B3 on the unbuilt C9 take full damage by hand and are safe from fire."""
    p = besieged(display_siege([(3, "K3")], {"level_3": 5}), ["C6"], ["C9"])
    p = until(p, 1, Prompt.MARCH).play("pass")
    p = until(p, 0, Prompt.MARCH)
    assert "pass" not in p.legal()  # no target
    close = besieged(display_siege([(3, "K5")], {"level_1": 5}), ["C8"], ["C9"], ["C8"])
    close = until(close, 0, Prompt.MARCH).queue_dice(20, 1).play("pass")
    if asked(close)[1] == Prompt.STRIKE:
        close.play("target 0")
    assert stacks(close, DEFENDER) == [(2, "B1")]


@pytest.mark.rule("HVW-450", "HVW-451", "HVW-374")
@pytest.mark.parametrize(
    ("bands", "cell", "hits"),
    [
        ("example", "A1", 4),
        ("example", "C3", 6),
        ("example", "C4", 6),
        ("example", "C6", 12),
        ("text", "C4", 4),
        ("text", "C5", 4),
        ("text", "C6", 12),
        ("text", "A1", 4),
    ],
)
def test_bands_of_tower_fire(bands: str, cell: str, hits: int) -> None:
    """19.17.1.2: four B3 deal 12 hits up to range 3, 6 up to 6 and 4 beyond; the text alone knows no middle band."""
    p = display_siege([(20, "K1")], {"level_3": 4}, mode=4, towers=1, tower_fire_bands=bands)
    p = until(besieged(p, [cell], ["C9"]), 1, Prompt.MARCH)
    p.play("pass").queue_dice(20, 1).play("target 0")
    assert stacks(p, ATTACKER) == [(20 - hits, "K1")]
