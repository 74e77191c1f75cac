"""Honor points for destroyed stacks, and the mercenaries that they win over (chapters 19.8 and 19.21)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    GAME,
    abilities,
    arrange,
    asked,
    deployed,
    guarded,
    heroes,
    hex_of,
    in_battle,
    pass_until,
    player,
    stacks,
)

SIX_STACKS = tuple((1, f"B{k}") for k in range(1, 7))


def _duel(
    mine: tuple = ((5, "K1"),),
    theirs: tuple = ((10, "M"),),
    honor: tuple[int, int] = (5, 0),
    mode: int = 3,
    on: bool = True,
    **fields: object,
) -> Position:
    """The hero of seat 0 (initiative 6) attacks the hero of seat 1 (initiative 9)."""
    p = arrange(
        player("T01_C", *mine, ability=heroes(abilities(initiative=6)), hero_honor=[honor[0], 0], hero_level=[5, 1]),
        player("T01_NE", *theirs, ability=heroes(abilities(initiative=9)), hero_honor=[honor[1], 0]),
        rules={"combat_mode": mode, "honor": on},
        **fields,
    )
    p.play("hero 1", "go ne")
    return deployed(p)


def _numbers(p: Position) -> list[int]:
    return [int(action[7:]) for action in p.legal() if action.startswith("number ")]


# ------------------------------------------------------------------------------------------------ the offer
@pytest.mark.rule("HVW-407")
@pytest.mark.parametrize("mode", [2, 3, 4])
def test_points_for_mercenaries(mode: int) -> None:
    """19.8: with 5 points and 10 enemy mercenaries 1 to 5 may be tried."""
    p = _duel(mode=mode)
    assert asked(p) == (0, Prompt.DEFECT)
    assert _numbers(p) == [1, 2, 3, 4, 5]
    assert "pass" in p.legal()


@pytest.mark.rule("HVW-407")
def test_no_more_than_there_are() -> None:
    """19.8: of three mercenaries at most three can be tried."""
    assert _numbers(_duel(theirs=((3, "M"), (5, "B1")))) == [1, 2, 3]


@pytest.mark.rule("HVW-407")
@pytest.mark.parametrize(
    "case",
    [{"mode": 1}, {"on": False}, {"honor": (0, 0)}, {"theirs": ((10, "B1"),)}, {"mine": ((5, "M"),), "theirs": ((10, "B1"),)}],
)
def test_when_nothing_is_offered(case: dict) -> None:
    """19.8: never in mode 1, without the module, without points or without enemy mercenaries."""
    p = _duel(**case)
    for _ in range(40):
        if not in_battle(p):
            break
        assert asked(p)[1] != Prompt.DEFECT
        p.play("pass")


@pytest.mark.rule("HVW-408", "HVW-409")
@pytest.mark.parametrize(("dice", "won"), [((8, 3), True), ((7, 3), True), ((6, 3), False), ((1, 20), False)])
def test_the_higher_total_wins_them(dice: tuple[int, int], won: bool) -> None:
    """19.8: initiative 6 and 9 are added; only a higher total of the subverter wins, else they run away."""
    p = _duel().queue_dice(*dice).play("number 5")
    assert p.record.hero_honor[0, 0] == 0
    assert stacks(p, DEFENDER) == [(5, "M")]
    assert stacks(p, ATTACKER) == ([(5, "K1"), (5, "M")] if won else [(5, "K1")])


@pytest.mark.rule("HVW-408", "HVW-409")
@pytest.mark.parametrize(("dice", "ep"), [((20, 1), 10 + 10), ((1, 20), 20 + 10)])
def test_mercenaries_who_run_away_are_losses(dice: tuple[int, int], ep: int) -> None:
    """19.8: those who ran away count as kills of the victor, those who changed sides do not."""
    p = _duel(mine=((10, "K3"),)).queue_dice(*dice).play("number 5")
    p = pass_until(p, Prompt.ATTACK)
    p.queue_dice(20, 1).play("target 0")
    assert not in_battle(p)
    assert p.record.hero_ep[0, 0] == ep


@pytest.mark.rule("HVW-410")
def test_the_other_hero_may_try_in_turn() -> None:
    """19.8: with 2 points the robbed hero may win two of those who just defected."""
    p = _duel(honor=(5, 2)).queue_dice(8, 3).play("number 5")
    while in_battle(p) and asked(p) != (1, Prompt.DEFECT):
        p.play("pass")
    assert asked(p) == (1, Prompt.DEFECT)
    assert _numbers(p) == [1, 2]
    p.queue_dice(10, 3).play("number 2")
    assert stacks(p, ATTACKER) == [(5, "K1"), (3, "M")]
    assert stacks(p, DEFENDER) == [(7, "M")]
    assert p.record.hero_honor[1, 0] == 0


@pytest.mark.rule("HVW-411")
def test_defectors_above_twenty_are_lost() -> None:
    """19.8: 18 and 5 make 20; the three others are gone and give no experience."""
    p = _duel(mine=((10, "K3"), (18, "M"))).queue_dice(8, 3).play("number 5")
    assert stacks(p, ATTACKER) == [(10, "K3"), (20, "M")]
    assert stacks(p, DEFENDER) == [(5, "M")]
    p = pass_until(p, Prompt.ATTACK)
    p.queue_dice(20, 1).play("target 0")
    assert not in_battle(p)
    assert p.record.hero_ep[0, 0] == 10 + 10  # five mercenaries and the hero


@pytest.mark.rule("HVW-412")
@pytest.mark.parametrize(("garrison", "joined"), [(3, False), (0, True)])
def test_defectors_without_a_stack_take_a_free_slot(garrison: int, joined: bool) -> None:
    """19.8: with seven filled slots and no mercenaries the three are lost, with six they form a stack."""
    p = arrange(
        player("T01_C", (10, "M"), ability=heroes(abilities(initiative=6))),
        player("T01_N", *SIX_STACKS, ability=heroes(abilities(initiative=9)), hero_honor=[3, 0]),
        rules={"combat_mode": 3, "honor": True},
        control={"T01_N": "player_1"}, activated={"T01_N": 1}, garrison={"T01_N": {"level_1": garrison}},
    )  # fmt: skip
    p.play("hero 1", "go n")
    assert asked(p) == (1, Prompt.DEFECT)
    assert len(stacks(p, DEFENDER)) == (7 if garrison else 6)
    p.queue_dice(20, 1).play("number 3")
    assert stacks(p, ATTACKER) == [(7, "M")]
    assert ((3, "M") in stacks(p, DEFENDER)) == joined
    assert len(stacks(p, DEFENDER)) == 7


@pytest.mark.rule("HVW-413")
def test_the_window_is_repeated() -> None:
    """19.8: after 2 of 5 points the hero is asked again for up to 3."""
    p = _duel().queue_dice(8, 3).play("number 2")
    assert asked(p) == (0, Prompt.DEFECT)
    assert _numbers(p) == [1, 2, 3]


@pytest.mark.rule("HVW-413")
def test_the_window_is_the_start_of_a_round() -> None:
    """19.8: declined, the offer returns only at the start of the next round."""
    p = _duel()
    rounds = []
    while in_battle(p):
        if asked(p)[1] == Prompt.DEFECT:
            rounds.append(int(p.record.battle_round))
        p.play("pass")
    assert rounds == [1, 2, 3]  # three idle rounds end the combat


@pytest.mark.rule("HVW-413")
def test_the_side_with_the_initiative_is_asked_first() -> None:
    """19.8: the defender, who has the combat initiative, comes before the attacker."""
    p = _duel(mine=((5, "K1"), (5, "M")), honor=(5, 5))
    assert asked(p) == (1, Prompt.DEFECT)
    p.play("pass")
    assert asked(p) == (0, Prompt.DEFECT)


@pytest.mark.rule("HVW-414")
@pytest.mark.parametrize(("die", "won"), [(3, False), (4, True)])
def test_mercenaries_without_a_hero(die: int, won: bool) -> None:
    """19.8: a garrison's mercenaries have initiative 0: a roll of 9 is 9."""
    camp = int(arrange({}, {}).record.place_hex[1])
    p = arrange(
        player(camp + 1, (5, "K1"), ability=heroes(abilities(initiative=6)), hero_honor=[5, 0]),
        {"hero_hex": [hex_of("T01_C"), -1], "mercenaries": 10, "hero_honor": [9, 0]},
        rules={"combat_mode": 3, "honor": True},
    )
    p.play("hero 1", "go s")
    assert asked(p) == (0, Prompt.DEFECT)
    p.queue_dice(die, 9).play("number 5")
    assert stacks(p, DEFENDER) == [(5, "M")]
    assert stacks(p, ATTACKER) == ([(5, "K1"), (5, "M")] if won else [(5, "K1")])


@pytest.mark.rule("HVW-414")
def test_the_subverter_needs_a_hero() -> None:
    """19.8: the points of a hero who is elsewhere win nobody."""
    camp = int(arrange({}, {}).record.place_hex[1])
    p = arrange(
        player(camp + 1, (5, "M")),
        {"hero_hex": [hex_of("T01_C"), -1], "place_garrison": {"level_1": 5}, "hero_honor": [9, 0]},
        rules={"combat_mode": 3, "honor": True},
    )
    p.play("hero 1", "go s")
    assert in_battle(p)
    while in_battle(p):
        assert asked(p)[1] != Prompt.DEFECT
        p.play("pass")


# ------------------------------------------------------------------------------------------------ earning honor
def _shoot(p: Position, *targets: int) -> Position:
    """The shooters of seat 0 fire, one stack after the other, and hit."""
    for target in targets:
        while p.seat == 1:
            p.play("pass")
        p.queue_dice(20, 1).play(f"target {target}")
    return p


def _hunt(levels: dict, shooters: tuple = ((20, "K3"), (5, "K3"), (5, "K3")), on: bool = True, honor: int = 0, mode: int = 1) -> Position:
    hunter = player("T01_C", *shooters, hero_honor=[honor, 0])
    p = arrange(hunter, rules={"honor": on, "combat_mode": mode}, **guarded("T01_N", **levels))
    p.play("hero 1", "go n")
    return p.play("pass") if asked(p)[1] == Prompt.LEAVE else p


@pytest.mark.rule("HVW-464")
@pytest.mark.parametrize(("honor", "after", "on"), [(0, 4, True), (7, 11, True), (18, 20, True), (0, 0, False)])
def test_honor_of_a_victory(honor: int, after: int, on: bool) -> None:
    """19.21: two stacks of level 1 and one of level 4 destroyed give 1 + 1 + 2 points, never above 20."""
    p = _hunt({"level_1": 21, "level_4": 1}, honor=honor, on=on)
    assert [number for number, _ in stacks(p, DEFENDER)] == [20, 1, 1]
    p = _shoot(p, 0, 1, 2)
    assert not in_battle(p)
    assert p.record.hero_honor[0, 0] == after


@pytest.mark.rule("HVW-464")
def test_no_honor_for_a_withdrawal() -> None:
    """19.21: a destroyed stack counts only if the combat is won."""
    p = _shoot(_hunt({"level_1": 5, "level_4": 9}), 0)
    assert stacks(p, DEFENDER) == [(9, "N4")]
    p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    assert not in_battle(p)
    assert p.record.hero_honor[0, 0] == 0


@pytest.mark.rule("HVW-464")
def test_honor_for_the_stacks_of_a_player() -> None:
    """19.21: an enemy who withdraws leaves honor only for the stacks that were destroyed."""
    p = arrange(
        player("T01_C", (5, "K3"), (5, "K3")), player("T01_NE", (5, "B1"), (5, "M"), (9, "B2")), rules={"honor": True, "combat_mode": 3}
    )
    p = _shoot(p.play("hero 1", "go ne"), 0, 1)
    assert stacks(p, DEFENDER) == [(9, "B2")]
    while asked(p) != (1, Prompt.WITHDRAW):
        p.play("pass")
    p.queue_dice(1).play("yes")
    p.play(next(action for action in p.legal() if action.startswith("go ")))
    assert not in_battle(p)
    assert p.record.hero_honor[0, 0] == 2  # level 1 and mercenaries, level 2
    assert p.record.hero_honor[1, 0] == 0


@pytest.mark.rule("HVW-465")
@pytest.mark.parametrize("mode", [1, 3])
@pytest.mark.parametrize(("level", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_honor_table(mode: int, level: int, points: int) -> None:
    """19.21: levels 1 and 2 give 1 point, 3 and 4 two, 5 and 6 three."""
    p = _shoot(_hunt({f"level_{level}": 2}, mode=mode), 0)
    assert not in_battle(p)
    assert p.record.hero_honor[0, 0] == points


@pytest.mark.rule("HVW-465")
def test_limits_of_honor() -> None:
    """19.21: at most 20 points per hero and 20 stored."""
    values = GAME.variant(None).values
    assert values["limits.honor"] == values["limits.stored_honor"] == 20
    p = _shoot(_hunt({"level_6": 2}, honor=20), 0)
    assert p.record.hero_honor[0, 0] == 20
