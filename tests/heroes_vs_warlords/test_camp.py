"""The moving Camp, and places without defenders (HVW-178 to HVW-186)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt, Stage, Status
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    abilities,
    army,
    arrange,
    asked,
    dice_left,
    guarded,
    guards_on,
    heroes,
    in_battle,
    pass_until,
    player,
    sections,
    spot,
    strike,
    walk,
)


def camp_turn(camp: str, *others: dict, hero: str | None = None, rules: object = None, **fields) -> Position:
    """The turn of the Barbarians begins with their Camp on a hex and hero 1 inside or elsewhere."""
    barbarians = player(spot(hero or camp), (9, "B1"), place_hex=spot(camp))
    return arrange(*(others or ({},)), barbarians, order=[1, 0, 0], stage="turn", rules=rules, **fields)


def hidden(*slots: int) -> list[int]:
    """The field `revealed` of a world for two players with some tiles face down."""
    return [int((slot < 12 and slot not in slots) or slot in (12, 18)) for slot in range(37)]


def steps(p: Position) -> set[str]:
    """The directions in which the Camp may move."""
    assert asked(p)[1] in (Prompt.CAMP_STEP, Prompt.CAMP_FLIGHT)
    return {action for action in p.legal() if action.startswith("go ")}


# ------------------------------------------------------------------------------------------------ the move of its owner
@pytest.mark.rule("HVW-178")
def test_a_camp_moves_one_hex_before_any_own_hero() -> None:
    """7.4: the offer comes first in the turn; after one Camp step it is over."""
    p = camp_turn("SB_C")
    assert asked(p) == (1, Prompt.CAMP)
    assert sorted(p.legal()) == ["move camp", "pass"]
    p.play("move camp", "go n", "yes")
    assert p.record.place_hex[1] == spot("SB_N")
    assert asked(p) == (1, Prompt.HERO)
    p.play("hero 1")
    assert "move camp" not in p.legal()
    walk(p, "SB_C").play("pass")
    assert "move camp" not in p.legal()


@pytest.mark.rule("HVW-178")
def test_after_the_first_hero_step_the_camp_stays() -> None:
    """7.4: who declines and moves a hero is not offered the Camp again in this turn, but in the next."""
    p = camp_turn("SB_C").play("pass", "hero 1")
    walk(p, "SB_N")
    assert "move camp" not in p.legal()
    p.play("pass")
    assert not (p.seat == 1 and "move camp" in p.legal())
    p = pass_until(p, Prompt.CAMP)
    assert (p.seat, p.record.sequence) == (1, 1)


@pytest.mark.rule("HVW-179")
@pytest.mark.parametrize(("face_down", "legal"), [((1,), {"go n", "go ne", "go se"}), ((), {"go n", "go ne", "go se", "go nw"})])
def test_a_camp_enters_no_objective_and_no_hidden_tile(face_down: tuple[int, ...], legal: set[str]) -> None:
    """7.4: beside T09_N lie an outpost, a ruin and, if T02 is face down, a hidden hex."""
    p = camp_turn("T09_N", revealed=hidden(*face_down)).play("move camp")
    assert steps(p) == legal


@pytest.mark.rule("HVW-179")
def test_a_camp_may_enter_an_explored_ruin() -> None:
    """3.3.3, 7.4: an explored ruin is an ordinary hex."""
    p = camp_turn("T09_N", explored={"T09_NW": 1}, activated={"T09_NW": 1}).play("move camp")
    assert "go sw" in steps(p)
    p.play("go sw")
    assert p.record.place_hex[1] == spot("T09_NW")


@pytest.mark.rule("HVW-180")
@pytest.mark.parametrize(
    ("fields", "hero", "legal"),
    [
        ({}, "T12_N", {"go n", "go s", "go nw"}),
        (guarded("T01_N", level_1=4), "T12_N", {"go n", "go s"}),
        ({}, "T05_S", {"go s"}),
    ],
)
def test_a_camp_does_not_move_next_to_guards_or_an_enemy_hero(fields: dict, hero: str, legal: set[str]) -> None:
    """7.4: guards on T01_N close T01_NE, an enemy hero on T05_S closes T01_NE and T04_NW."""
    p = camp_turn("T04_SW", player(spot(hero), (9, "K1")), **fields).play("move camp")
    assert steps(p) == legal


@pytest.mark.rule("HVW-180")
@pytest.mark.parametrize(("terrain", "open_"), [(False, False), (True, True)])
def test_guards_behind_a_closed_side_do_not_stop_a_camp(terrain: bool, open_: bool) -> None:
    """7.4: where terrain counts, the river between the ruin of T03 and T03_NE makes them not adjacent."""
    p = camp_turn("T03_N", rules={"adv_terrain": terrain}, **guarded("T03_SE", level_1=4)).play("move camp")
    assert ("go se" in steps(p)) == open_


@pytest.mark.rule("HVW-181")
def test_guards_on_the_barbarian_start_tile_do_not_stop_the_camp() -> None:
    """7.4: five guards on the stone of the start tile: the Camp may step beside them, and they do not react."""
    p = camp_turn("SB_C", dice=(1,), **guarded("SB_S", level_1=5)).play("move camp")
    assert steps(p) == {"go n", "go se", "go sw"}  # all but wood, stone and Recruitment Location
    p.play("go se", "yes")
    assert (dice_left(p), in_battle(p)) == (1, False)
    assert p.record.place_hex[1] == spot("SB_SE")


@pytest.mark.rule("HVW-184")
@pytest.mark.parametrize(("answer", "where"), [("yes", "SB_N"), ("pass", "SB_C")])
def test_a_hero_inside_rides_along_or_stays(answer: str, where: str) -> None:
    """7.4: with the Camp he keeps all his movement points; he may also stay behind."""
    p = camp_turn("SB_C").play("move camp", "go n")
    assert asked(p) == (1, Prompt.RIDE)
    p.play(answer)
    assert (p.record.hero_hex[1, 0], p.record.hero_mp[1, 0]) == (spot(where), 6)
    assert p.record.place_hex[1] == spot("SB_N")


@pytest.mark.rule("HVW-184")
def test_a_camp_may_enter_the_hex_of_an_own_hero() -> None:
    """7.4: nobody rides then, and the hero is inside."""
    p = camp_turn("SB_C", hero="SB_N").play("move camp")
    assert "go n" in steps(p)
    p.play("go n")
    assert asked(p) == (1, Prompt.HERO)
    assert p.record.hero_hex[1, 0] == p.record.place_hex[1] == spot("SB_N")


@pytest.mark.rule("HVW-185")
def test_the_conqueror_of_a_camp_moves_it() -> None:
    """7.4: Knights who own the Camp are offered its move in each of their three turns, the Barbarians in none."""
    lost = player("T12_S", (9, "B1"), place_owner="player_0", conquered=1)
    p = arrange({}, lost, stage="turn")
    offers = []
    while p.record.stage != Stage.PRODUCTION:
        if asked(p)[1] == Prompt.CAMP:
            offers.append((p.seat, int(p.record.sequence)))
            assert "move camp" in p.legal()
        p.play("pass")
    assert offers == [(0, 0), (0, 1), (0, 2)]


@pytest.mark.rule("HVW-185", "HVW-180")
def test_a_conquered_camp_obeys_the_same_limits() -> None:
    """7.4: for the Knights the Barbarian hero is the enemy hero."""
    lost = player("T05_S", (9, "B1"), place_owner="player_0", conquered=1, place_hex=spot("T04_SW"))
    p = arrange({}, lost, stage="turn").play("move camp")
    assert steps(p) == {"go s"}


# ------------------------------------------------------------------------------------------------ guards appear beside a Camp
def flight(camp_hero: str = "T12_S", rules: object = None, kill: int = 4, **fields) -> Position:
    """Seat 0 wakes six guards on the gold mine T03_NW beside the Camp on T03_N, kills some and withdraws."""
    barbarians = player(spot(camp_hero), (9, "B1"), place_hex=spot("T03_N"))
    knights = player("T01_S", (kill, "K1"), ability=heroes(abilities(initiative=6)))
    p = arrange(knights, barbarians, rules=rules, **fields).play("hero 1").queue_dice(1)
    p.play("go se")
    while asked(p)[1] == Prompt.REACT:
        p.play("pass")
    p = pass_until(p, Prompt.ATTACK)
    p.play("pass")
    strike(p, 0, 20, 1)
    if kill < 6:
        p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    return p


@pytest.mark.rule("HVW-182")
def test_guards_that_appear_make_a_camp_flee() -> None:
    """7.4: two of six guards survive: the owner must move the Camp to a hex at least two steps from them."""
    p = flight()
    assert guards_on(p, "T03_NW") == [2, 0, 0, 0, 0, 0]
    assert asked(p) == (1, Prompt.CAMP_FLIGHT)
    assert set(p.legal()) == {"go n", "go se"}  # no ruin, no tower, not beside the guards
    p.play("go n")
    assert p.record.place_hex[1] == spot("T04_SW")
    assert asked(p)[0] == 0 or asked(p)[1] == Prompt.CAMP


@pytest.mark.rule("HVW-182")
def test_beaten_guards_drive_no_camp_away() -> None:
    """7.4: if nobody survives the Camp stays."""
    p = flight(kill=6)
    assert asked(p)[1] != Prompt.CAMP_FLIGHT
    assert p.record.place_hex[1] == spot("T03_N")


@pytest.mark.rule("HVW-182", "HVW-161")
def test_the_camp_flees_before_the_guards_react() -> None:
    """7.4: the hero inside goes along and is then out of their reach."""
    p = flight("T03_N", {"tables.reaction.level_1": 20})
    assert asked(p) == (1, Prompt.CAMP_FLIGHT)
    p.queue_dice(1).play("go n")
    assert (in_battle(p), dice_left(p)) == (False, 1)


@pytest.mark.rule("HVW-183")
def test_without_a_fitting_hex_the_camp_stays() -> None:
    """7.4: guards in the ruin T04_S close the last two hexes."""
    p = flight(**guarded("T04_S", level_1=3))
    assert asked(p)[1] != Prompt.CAMP_FLIGHT
    assert p.record.place_hex[1] == spot("T03_N")


@pytest.mark.rule("HVW-183")
def test_a_forced_move_takes_the_hero_along_and_leaves_the_own_move() -> None:
    """7.4: the hero inside is moved without being asked, and in its own turn the Camp may move again."""
    p = flight("T03_N").play("go n")
    assert p.record.hero_hex[1, 0] == p.record.place_hex[1] == spot("T04_SW")
    p = pass_until(p, Prompt.CAMP)
    assert (p.seat, p.record.sequence) == (1, 0)
    assert "move camp" in p.legal()
    assert p.record.hero_mp[1, 0] == 6


# ------------------------------------------------------------------------------------------------ undefended places
@pytest.mark.rule("HVW-186")
@pytest.mark.parametrize(("seat", "start", "place"), [(0, "SB_N", "SB_C"), (1, "SK_NE", "SK_C")])
def test_an_undefended_place_falls_without_a_fight(seat: int, start: str, place: str) -> None:
    """7.5: who enters an enemy City or Camp without units owns it, after four dice of conquest."""
    mover, absent = player(spot(start), (9, "KB"[seat] + "1")), player("T12_S" if seat == 0 else "T01_C", (9, "BK"[seat] + "1"))
    players = [mover, absent] if seat == 0 else [absent, mover]
    p = arrange(*players, order=[seat, 1 - seat, 0], dice=(1, 1, 1, 1)).play("hero 1")
    walk(p, place)
    assert (in_battle(p), dice_left(p)) == (False, 0)
    assert p.record.place_owner[1 - seat] == seat + 1
    assert p.record.conquered[1 - seat] == 1
    assert p.record.hero_hex[seat, 0] == spot(place)


@pytest.mark.rule("HVW-186")
def test_a_garrison_must_be_beaten_first() -> None:
    """7.5: one unit inside makes it a siege."""
    p = arrange(player(spot("SB_N"), (9, "K1")), player("T12_S", (9, "B1"), place_garrison={"level_1": 1}), dice=(4, 1)).play("hero 1")
    walk(p, "SB_C")
    assert asked(p) == (0, Prompt.BREACH)
    assert p.record.place_owner[1] == 2


@pytest.mark.rule("HVW-186", "HVW-279")
def test_a_hero_without_units_defends_nothing() -> None:
    """7.5: a Camp whose only occupant is a hero without units is conquered, and he dies."""
    p = arrange(player(spot("SB_N"), (9, "K1")), player(spot("SB_C"), **army()), dice=(1, 1, 1, 1)).play("hero 1")
    walk(p, "SB_C")
    assert not in_battle(p)
    assert p.record.place_owner[1] == 1
    assert p.record.hero_status[1, 0] == Status.DEAD
    assert sections(p, 0) == [(9, "K1")]


@pytest.mark.rule("HVW-279")
def test_a_hero_without_units_dies_when_attacked_in_the_open() -> None:
    """7.5, 8.13: nobody fights; the attacker stands in the hex and may go on."""
    p = arrange(player("T03_S", (9, "K1")), player("T03_C", **army())).play("hero 1")
    walk(p, "T03_C")
    assert p.record.hero_status[1, 0] == Status.DEAD
    p = pass_until(p, Prompt.ACT)
    assert asked(p) == (0, Prompt.ACT)
    assert p.record.hero_hex[0, 0] == spot("T03_C")
    assert p.record.battle_seat[ATTACKER] == -1
