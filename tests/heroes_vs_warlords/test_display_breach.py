"""Breaching of walls and towers on the battle display (19.17.2)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    asked,
    besieged,
    cell_of,
    display_siege,
    in_battle,
    stacks,
    until,
)


def _aimed(works: int, target: int, *dice: int, down: Sequence[str] = (), level: int = 1) -> Position:
    """The hero (initiative 6) aims at a target of the Camp."""
    p = besieged(display_siege([(5, "K1")], {"level_1": 5}, works=works), ["A2"], ["I12"], down)
    p.record.hero_level[0, 0] = level
    return p.queue_dice(*dice).play(f"wall {target}")


@pytest.mark.rule("HVW-452")
def test_accuracy() -> None:
    """19.17.2: a roll up to the initiative of 6 stays on the target, 7 lets the defender shift it."""
    hit = _aimed(2, 2, 6, 20)
    assert hit.record.wall.tolist() == [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]
    assert hit.record.queued == 0
    miss = _aimed(2, 2, 7, 20)
    assert asked(miss) == (1, Prompt.SCATTER)
    miss.play("wall 3")
    assert miss.record.wall.tolist() == [0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-452", "HVW-455")
def test_a_destroyed_wall_is_no_target() -> None:
    """19.17.2: what is destroyed cannot be aimed at again; the attempt is optional."""
    p = besieged(display_siege([(5, "K1")], {"level_1": 5}), ["A2"], ["I12"], ["C8", "I11"])
    assert set(p.legal()) == {"pass", *(f"wall {k}" for k in (0, 1, 3, 4, 5, 6, 7))}
    p.record.wall[0] = 1
    assert "wall 0" in p.legal()


@pytest.mark.rule("HVW-453")
@pytest.mark.parametrize(
    ("works", "target", "down", "choices"),
    [
        (2, 2, (), {1, 2, 3}),
        (2, 2, ("B8",), {2, 3}),
        (3, 2, (), {0, 1, 2, 3, 4}),
        (3, 0, (), {0, 1, 2}),
        (2, 8, (), {7, 8}),
        (3, 4, ("D9",), {2, 4, 5, 6}),
    ],
)
def test_scatter(works: int, target: int, down: tuple[str, ...], choices: set[int]) -> None:
    """19.17.2: after a miss the defender shifts the mark by up to 1 or 2 hexes to a standing wall hex."""
    p = _aimed(works, target, 7, down=down)
    assert asked(p) == (1, Prompt.SCATTER)
    assert set(p.legal()) == {f"wall {k}" for k in choices}


@pytest.mark.rule("HVW-453")
def test_no_scatter_at_works_of_level_1() -> None:
    """19.17.2: at level 1 the mark stays even after a miss."""
    p = _aimed(1, 2, 20, 20)
    assert asked(p)[1] != Prompt.SCATTER
    assert p.record.wall[2] == 2


@pytest.mark.rule("HVW-454")
@pytest.mark.parametrize(("die", "before", "after"), [(19, 0, 2), (18, 0, 1), (9, 0, 1), (8, 0, 0), (9, 1, 2), (8, 1, 1)])
def test_the_effect_of_a_breach(die: int, before: int, after: int) -> None:
    """19.17.2: against 20 points with level 1: 19 destroys, 9 damages, a second damage destroys, 8 does nothing."""
    p = display_siege([(5, "K1")], {"level_1": 5}, works=3)
    p = besieged(p, ["A2"], ["I12"])
    p.record.wall[2] = before
    p.queue_dice(6, die).play("wall 2")
    assert p.record.wall.tolist() == [0, 0, after, 0, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-454")
def test_the_level_of_the_hero_counts() -> None:
    """19.17.2: d20 + level: level 4 destroys 20 points with a 16."""
    assert _aimed(3, 2, 6, 16, level=4).record.wall[2] == 2
    assert _aimed(3, 2, 6, 15, level=4).record.wall[2] == 1
    assert _aimed(3, 2, 6, 16, level=3).record.wall[2] == 1


@pytest.mark.rule("HVW-455")
@pytest.mark.parametrize(("die", "left"), [(16, 9), (15, 6)])
def test_a_destroyed_wall_protects_nobody(die: int, left: int) -> None:
    """19.17.2: fire at a defender on the destroyed C8 meets a plain d20 even at works of level 3."""
    p = besieged(display_siege([(3, "K3")], {"level_1": 9}, works=3), ["C6"], ["C8"], ["C8"])
    p = until(p, 0, Prompt.MARCH).queue_dice(10, die).play("pass")
    if asked(p)[1] == Prompt.STRIKE:
        p.play("target 0")
    assert stacks(p, DEFENDER) == [(left, "B1")]


@pytest.mark.rule("HVW-456")
@pytest.mark.parametrize(
    ("down", "first", "second"), [((), False, False), (("C8",), True, False), (("D9",), True, False), (("H11",), False, True)]
)
def test_when_a_tower_is_a_target(down: tuple[str, ...], first: bool, second: bool) -> None:
    """19.17.2: a tower may be breached once a wall hex next to it is destroyed."""
    p = besieged(display_siege([(5, "K1")], {"level_3": 5}, towers=2), ["A2"], ["C9"], down)
    assert ("wall 9" in p.legal()) == first
    assert ("wall 10" in p.legal()) == second


@pytest.mark.rule("HVW-456")
@pytest.mark.parametrize(("die", "left"), [(1, 5), (2, 3), (20, 0)])
def test_losses_in_a_breached_tower(die: int, left: int) -> None:
    """19.17.2: a damaged tower loses half of five B3 rounded down, a destroyed one all."""
    p = display_siege([(5, "K1")], {"level_3": 5, "level_1": 9}, towers=1)
    p = besieged(p, ["A2"], ["C9", "I12"], ["C8"]).queue_dice(6, die).play("wall 9")
    assert stacks(p, DEFENDER) == ([(left, "B3")] if left else []) + [(9, "B1")]


@pytest.mark.rule("HVW-456")
def test_losses_in_a_tower_are_kills() -> None:
    """19.17.2: with the tower destroyed and nobody else inside the Camp falls, and the five B3 give experience."""
    p = display_siege([(5, "K1")], {"level_3": 5}, towers=1)
    p = besieged(p, ["A2"], ["C9"], ["C8"])
    p.record.hero_level[0, 0] = 9
    p.queue_dice(6, 20, 1, 1, 1, 1).play("wall 9")
    assert not in_battle(p)
    assert p.record.place_owner[1] == 1
    assert p.record.hero_ep[0, 0] == 15


@pytest.mark.rule("HVW-457")
def test_a_mark_on_a_tower_does_not_scatter() -> None:
    """19.17.2: aimed at C9 with a 15 against initiative 6 the effect is still rolled on C9."""
    p = display_siege([(5, "K1")], {"level_3": 5, "level_1": 9}, towers=1, works=3)
    p = besieged(p, ["A2"], ["C9", "I12"], ["C8"]).queue_dice(15, 20).play("wall 9")
    assert asked(p)[1] != Prompt.SCATTER
    assert p.record.wall[9] == 2
    assert stacks(p, DEFENDER) == [(9, "B1")]


@pytest.mark.rule("HVW-457")
def test_a_destroyed_tower_is_passable() -> None:
    """19.17.2: over the destroyed wall C8 a besieger enters the ruins of C9; a standing tower is closed."""
    for ruined in (True, False):
        p = besieged(display_siege([(5, "K1")], {"level_1": 9}, towers=1), ["C7"], ["I12"], ["C8", "C9"] if ruined else ["C8"])
        p = until(p, 0, Prompt.MARCH).play("go s")
        assert ("go s" in p.legal()) == ruined


@pytest.mark.rule("HVW-457", "HVW-396")
def test_ruins_of_a_tower_are_city_ground() -> None:
    """19.17.2: a defender on the destroyed C9 has the bonus of the works and is safe from fire."""
    p = besieged(display_siege([(3, "K3")], {"level_1": 9}, works=3, towers=1), ["C6"], ["C9"], ["C8", "C9"])
    p = until(p, 0, Prompt.MARCH)
    assert "pass" not in p.legal()
    for die, left in ((12, 9), (11, 6)):  # 8 + 10 against 2 + 4 + die
        close = besieged(display_siege([(3, "K5")], {"level_1": 9}, works=3, towers=1), ["C8"], ["C9"], ["C8", "C9"])
        close = until(close, 0, Prompt.MARCH).queue_dice(10, die).play("pass")
        if asked(close)[1] == Prompt.STRIKE:
            close.play("target 0")
        assert stacks(close, DEFENDER) == [(left, "B1")]


@pytest.mark.rule("HVW-457", "HVW-398")
def test_shooters_do_not_enter_the_ruins() -> None:
    """19.17.2: the ruins of a tower are a City hex, closed to the shooters of the attacker."""
    p = besieged(display_siege([(5, "K3")], {"level_1": 9}, towers=1), ["C7"], ["I12"], ["C8", "C9"])
    p = until(p, 0, Prompt.MARCH).play("go s")
    assert cell_of(p, ATTACKER) == "C8"
    assert "go s" not in p.legal()
