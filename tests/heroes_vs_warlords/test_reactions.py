"""Reactions of guards and heroes against a hero who moves (HVW-156 to HVW-177)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import GUARDS, Cause, Prompt, Step
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
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
    stacks,
    strike,
    walk,
)

ALWAYS = {"tables.reaction": {f"level_{k}": 20 for k in range(1, 7)}}
MINE, RUIN = "T03_NW", "T03_SE"  # both lie beside T03_C


def two_sites(mine: dict[str, int], ruin: dict[str, int]) -> dict[str, object]:
    """Guards on the gold mine and in the ruin of T03."""
    return {"guards": {MINE: mine, RUIN: ruin}, "activated": {MINE: 1, RUIN: 1}}


def beside_guards(*dice: int, unit: tuple[int, str] = (9, "K1"), **levels: int) -> Position:
    """Hero 1 of seat 0 has stepped from T03_S to T03_C, beside guards on the gold mine."""
    p = arrange(player("T03_S", unit), **guarded(MINE, **levels)).play("hero 1").queue_dice(*dice)
    return walk(p, "T03_C")


def tried(p: Position, site: str) -> int:
    return int(p.record.tried[SITES.index(site)])


# ------------------------------------------------------------------------------------------------ guards: who and when
@pytest.mark.rule("HVW-156")
@pytest.mark.parametrize(
    ("seat", "start", "to", "site", "rolled"),
    [
        (0, "SK_NE", "SK_C", "SK_N", False),
        (1, "SB_N", "SB_C", "SB_NE", False),
        (0, "SK_SW", "SK_NW", "SK_N", True),
        (1, "SB_C", "SB_N", "SB_NE", True),
    ],
)
def test_guards_do_not_react_into_a_city_or_camp(seat: int, start: str, to: str, site: str, rolled: bool) -> None:
    """7.3.1: a hero who enters his City or Camp beside guards is safe, on the next hex they test."""
    mover = player(spot(start), (9, "KB"[seat] + "1"))
    p = arrange(*([mover, {}] if seat == 0 else [{}, mover]), order=[seat, 1 - seat, 0], **guarded(site, level_1=5))
    walk(p.play("hero 1").queue_dice(20), to)
    assert dice_left(p) == (0 if rolled else 1)
    assert tried(p, site) == int(rolled)
    assert asked(p) == (seat, Prompt.ACT)


@pytest.mark.rule("HVW-157")
def test_guards_try_once_and_the_hero_goes_on() -> None:
    """7.3.1: after a failed test no movement is lost, and beside the same guards there is no second one."""
    p = beside_guards(3, level_1=4)
    assert (asked(p), dice_left(p)) == ((0, Prompt.ACT), 0)
    assert p.record.hero_mp[0, 0] == 5
    walk(p.queue_dice(1), "T03_N")
    assert (asked(p), dice_left(p)) == ((0, Prompt.ACT), 1)


@pytest.mark.rule("HVW-157")
def test_the_attempt_of_guards_belongs_to_the_player_turn() -> None:
    """7.3.1: the second hero of the same turn is not tested; in the next player's turn they may try again."""
    p = arrange(
        {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("T03_S"), spot("T09_N")], "hero_mp": [6, 6],
         "section_unit": [["K1"], ["K1"]], "section_count": [[9], [9]]},
        player("T04_SW", (9, "B1")),
        rules={"tables.reaction.level_1": 2},
        **guarded(MINE, level_1=4),
    )  # fmt: skip
    walk(p.play("hero 1").queue_dice(20), "T03_C").play("pass", "hero 2")
    p.record.hero_hex[0, 0] = spot("T12_N")  # out of reach of the Barbarians
    walk(p.queue_dice(1), "T03_SW")
    assert (in_battle(p), dice_left(p)) == (False, 1)
    p.record.hero_hex[0, 1] = spot("T12_S")
    p = pass_until(p.play("pass"), Prompt.HERO, Prompt.CAMP)
    if asked(p)[1] == Prompt.CAMP:
        p.play("pass")
    walk(p.play("hero 1"), "T03_N")
    assert in_battle(p)
    assert p.record.battle_seat.tolist() == [GUARDS, 1]


@pytest.mark.rule("HVW-158")
def test_the_highest_guards_test_first_and_a_success_ends_the_tests() -> None:
    """7.3.1: level 5 rolls before level 2; if it succeeds level 2 keeps its attempt."""
    p = arrange(player("T03_S", (9, "K1")), **two_sites({"level_2": 3}, {"level_5": 2}), dice=(10, 1)).play("hero 1")
    walk(p, "T03_C")
    assert (in_battle(p), dice_left(p)) == (True, 1)
    assert stacks(p, ATTACKER) == [(2, "N5")]
    assert (tried(p, RUIN), tried(p, MINE)) == (1, 0)


@pytest.mark.rule("HVW-158")
@pytest.mark.parametrize(("second", "battle"), [(4, True), (5, False)])
def test_after_a_failure_the_next_guards_test(second: int, battle: bool) -> None:
    """7.3.1: level 5 fails with 11, then level 2 tests against 4."""
    p = arrange(player("T03_S", (9, "K1")), **two_sites({"level_2": 3}, {"level_5": 2}), dice=(11, second)).play("hero 1")
    walk(p, "T03_C")
    assert (tried(p, RUIN), tried(p, MINE), dice_left(p)) == (1, 1, 0)
    assert in_battle(p) == battle
    if battle:
        assert stacks(p, ATTACKER) == [(3, "N2")]


@pytest.mark.rule("HVW-158")
@pytest.mark.parametrize(("ties", "first"), [((9, 5), RUIN), ((5, 9), MINE)])
def test_equal_guards_roll_for_the_first_test(ties: tuple[int, int], first: str) -> None:
    """7.3.1: guards of the same level throw a d20 each, in the order of their hexes; the higher one tests first."""
    p = arrange(player("T03_S", (9, "K1")), **two_sites({"level_2": 3}, {"level_2": 5}), dice=(*ties, 4)).play("hero 1")
    walk(p, "T03_C")
    assert (in_battle(p), dice_left(p)) == (True, 0)
    assert (tried(p, MINE), tried(p, RUIN)) == (int(first == MINE), int(first == RUIN))
    assert stacks(p, ATTACKER) == [(3 if first == MINE else 5, "N2")]


@pytest.mark.rule("HVW-159")
def test_the_battle_takes_place_in_the_heros_hex() -> None:
    """7.3.1: the hero is original defender; withdrawing he may go to five hexes, not to that of the guards."""
    p = beside_guards(2, level_1=4)
    s = p.record
    assert (s.battle_hex, s.battle_cause, s.battle_seat.tolist()) == (spot("T03_C"), Cause.GUARD_REACTION, [GUARDS, 0])
    p = pass_until(p, Prompt.WITHDRAW)
    assert p.seat == 0
    p.queue_dice(6).play("yes")
    assert asked(p) == (0, Prompt.RETREAT)
    assert set(p.legal()) == {"go n", "go ne", "go se", "go s", "go sw"}  # the guards came from the north-west
    p.play("go s")
    assert p.record.hero_hex[0, 0] == spot("T03_S")


# ------------------------------------------------------------------------------------------------ guards woken by somebody else
def withdrawn(p: Position, *dice: int) -> Position:
    """Seat 0 leaves the battle at the end of its first round; then these dice."""
    p = pass_until(p, Prompt.WITHDRAW)
    return p.queue_dice(1, *dice).play("yes")


def wake(*others: dict, rules: object = None) -> Position:
    """Seat 0 has entered the gold mine from T01_S, and six guards of level 1 have appeared."""
    p = arrange(player("T01_S", (9, "K1")), *others, rules=rules).play("hero 1").queue_dice(1)
    s = p.record
    p.play("go se")
    while asked(p)[1] == Prompt.REACT:
        p.play("pass")
    assert (int(s.hero_hex[0, 0]), dice_left(p)) == (spot(MINE), 0)
    return p


@pytest.mark.rule("HVW-160", "HVW-161", "HVW-162")
@pytest.mark.parametrize(("roll", "battle"), [(2, True), (3, False)])
def test_guards_that_another_player_woke_react_against_a_bystander(roll: int, battle: bool) -> None:
    """7.3.1: guards not beaten by the one who woke them make one normal test against a hero beside them."""
    p = withdrawn(wake(player("T03_C", (9, "B1"))), roll)
    assert dice_left(p) == 0
    assert in_battle(p) == battle
    if battle:
        assert (p.record.battle_cause, p.record.battle_seat.tolist()) == (Cause.BYSTANDER, [GUARDS, 1])
        assert p.record.battle_hex == spot("T03_C")
    else:
        assert p.record.hero_hex[1, 0] == spot("T03_C")


@pytest.mark.rule("HVW-160")
def test_beaten_guards_react_against_nobody() -> None:
    """7.3.1: if the guards that appeared are beaten, the bystander is left alone."""
    p = pass_until(wake(player("T03_C", (9, "B1"))), Prompt.ATTACK)
    assert p.seat == 1
    p.play("pass")
    strike(p, 0, 20, 1).queue_dice(1)
    assert not in_battle(p)
    assert dice_left(p) == 1


@pytest.mark.rule("HVW-161")
def test_the_fighter_and_heroes_in_a_place_are_no_bystanders() -> None:
    """7.3.1: neither the hero who just fought nor one in a City or Camp is chosen."""
    p = withdrawn(wake(player("T12_S", (9, "B1")), rules=ALWAYS), 1)
    assert (in_battle(p), dice_left(p)) == (False, 1)
    camp = {**player("T03_C", (9, "B1")), "place_hex": spot("T03_C")}
    p = withdrawn(wake(camp, rules=ALWAYS), 1)
    p = p.play(p.legal()[0]) if asked(p)[1] == Prompt.CAMP_FLIGHT else p
    assert (in_battle(p), dice_left(p)) == (False, 1)


@pytest.mark.rule("HVW-161")
@pytest.mark.statistical
def test_one_of_two_bystanders_is_chosen_with_even_odds() -> None:
    """7.3.1: with two heroes beside the guards a die decides."""
    chosen = []
    before = pass_until(wake(player("T03_C", (9, "B1")), player("T03_N", (9, "A1")), rules=ALWAYS), Prompt.WITHDRAW)
    for key in range(1, 121):
        p = before.clone()
        p.record.key = key * 0x9E3779B97F4A7C15 % 2**64
        p.queue_dice(1).play("yes")
        assert p.record.battle_cause == Cause.BYSTANDER
        chosen.append(int(p.record.battle_seat[DEFENDER]))
    assert set(chosen) == {1, 2}
    assert 38 <= chosen.count(1) <= 82  # four standard deviations


# ------------------------------------------------------------------------------------------------ guards: the test and the battle
@pytest.mark.rule("HVW-162")
@pytest.mark.parametrize("level", range(1, 7))
def test_guards_react_up_to_twice_their_level(level: int) -> None:
    """7.3.1.1: d20 up to 2, 4, 6, 8, 10 or 12."""
    assert in_battle(beside_guards(2 * level, **{f"level_{level}": 3}))
    assert not in_battle(beside_guards(2 * level + 1, **{f"level_{level}": 3}))


@pytest.mark.rule("HVW-163")
def test_a_mixed_stack_tests_with_its_highest_unit() -> None:
    """7.3.1.1: four guards of level 1 and two of level 3 react up to 6."""
    assert in_battle(beside_guards(6, level_1=4, level_3=2))
    assert not in_battle(beside_guards(7, level_1=4, level_3=2))


@pytest.mark.rule("HVW-164")
def test_reacting_guards_deploy_first_and_hold_the_initiative() -> None:
    """7.3.1.2: guards act in step 6, the hero's stacks in step 7, and only the hero may try to change that."""
    p = beside_guards(1, level_1=4)
    assert (p.record.battle_init, p.record.battle_set_up) == (ATTACKER, ATTACKER)
    assert asked(p) == (1, Prompt.ATTACK)
    assert p.record.battle_step == Step.CLOSE_FIRST
    p.play("pass")
    assert asked(p) == (0, Prompt.ATTACK)
    assert p.record.battle_step == Step.CLOSE_SECOND
    p.play("pass")
    assert asked(p) == (0, Prompt.SEIZE)


@pytest.mark.rule("HVW-165", "HVW-188")
@pytest.mark.parametrize(("mover", "controller"), [(0, 1), (1, 2), (2, 0)])
def test_reacting_guards_are_played_by_the_left_neighbour(mover: int, controller: int) -> None:
    """7.3.1.2: of three players the one to the left of the active player chooses the guards' targets."""
    players: list[dict] = [{}, {}, {}]
    players[mover] = player("T03_S", (9, "KBA"[mover] + "1"))
    p = arrange(*players, order=[mover, (mover + 1) % 3, (mover + 2) % 3], dice=(1,), **guarded(MINE, level_1=4)).play("hero 1")
    walk(p, "T03_C")
    assert asked(p) == (controller, Prompt.ATTACK)
    assert "target 0" in p.legal()


@pytest.mark.rule("HVW-166", "HVW-260")
def test_surviving_guards_go_home() -> None:
    """7.3.1.2: two of five guards are left when the hero withdraws; they stand on their mine and stay active."""
    p = beside_guards(1, unit=(3, "K1"), level_2=5)
    p.play("pass")
    p = withdrawn(strike(p, 0, 20, 1))
    p.play("go s")
    assert guards_on(p, MINE) == [0, 2, 0, 0, 0, 0]
    assert p.record.activated[SITES.index(MINE)] == 1
    assert p.record.control[SITES.index(MINE)] == 0


@pytest.mark.rule("HVW-167", "HVW-142")
def test_a_hero_who_beats_reacting_guards_moves_on() -> None:
    """7.3.1.2: the battle costs no movement points, and the mine still needs a visit."""
    p = beside_guards(1, level_1=4)
    p.play("pass")
    strike(p, 0, 20, 1)
    assert asked(p) == (0, Prompt.ACT)
    assert p.record.hero_mp[0, 0] == 5
    assert p.record.hero_hex[0, 0] == spot("T03_C")
    assert guards_on(p, MINE) == [0] * 6
    assert p.record.control[SITES.index(MINE)] == 0
    walk(p.queue_dice(3), MINE)
    assert p.record.control[SITES.index(MINE)] == 1
    assert dice_left(p) == 1  # activated already: nobody looks for guards again


# ------------------------------------------------------------------------------------------------ heroes
def hidden(*slots: int) -> list[int]:
    """The field `revealed` of a world for two players with some tiles face down."""
    return [int((slot < 12 and slot not in slots) or slot in (12, 18)) for slot in range(37)]


def beside_heroes(*rivals: dict, unit: tuple[int, str] = (9, "K1"), **fields) -> Position:
    """Hero 1 of seat 0 is about to step from T03_S."""
    return arrange(player("T03_S", unit), *rivals, **fields).play("hero 1")


@pytest.mark.rule("HVW-168")
def test_heroes_react_only_in_war() -> None:
    """7.3.2: in peace an enemy hero beside the mover is not asked; in war he is."""
    rival = player("T03_NE", (9, "B1"))
    p = walk(beside_heroes(rival, revealed=hidden(11)), "T03_C")
    assert (p.record.war, asked(p)) == (0, (0, Prompt.ACT))
    p = walk(beside_heroes(rival), "T03_C")
    assert (p.record.war, asked(p)) == (1, (1, Prompt.REACT))


@pytest.mark.rule("HVW-169")
def test_a_hero_who_declines_is_asked_again() -> None:
    """7.3.2: he may let the mover pass on the first hex and react on the second."""
    p = walk(beside_heroes(player("T03_NE", (9, "B1"))), "T03_C")
    p.queue_dice(6)
    assert sorted(p.legal()) == ["pass", "yes"]
    p.play("pass")
    assert (asked(p), dice_left(p)) == ((0, Prompt.ACT), 1)
    walk(p, "T03_N")
    assert asked(p) == (1, Prompt.REACT)
    p.play("yes")
    assert (in_battle(p), dice_left(p)) == (True, 0)


@pytest.mark.rule("HVW-170")
@pytest.mark.parametrize(("markers", "roll", "battle"), [(0, 6, True), (0, 7, False), (1, 7, True), (1, 8, False)])
def test_a_hero_reacts_up_to_his_initiative(markers: int, roll: int, battle: bool) -> None:
    """7.3.2: d20 up to the initiative of the reacting hero, equipment included."""
    rival = player("T03_NE", (9, "B1"), equipment=[{"initiative_1": markers}, {}])
    p = walk(beside_heroes(rival, cup={"initiative_1": 3 - markers}), "T03_C").queue_dice(roll).play("yes")
    assert in_battle(p) == battle
    assert battle or asked(p) == (0, Prompt.ACT)


@pytest.mark.rule("HVW-171")
def test_a_hero_tries_once_against_a_mover() -> None:
    """7.3.2: after a failed attempt he is not asked on the next hex."""
    p = walk(beside_heroes(player("T03_NE", (9, "B1"))), "T03_C").queue_dice(9).play("yes")
    walk(p, "T03_N")
    assert asked(p) == (0, Prompt.ACT)
    assert p.record.hero_hex[0, 0] == spot("T03_N")


@pytest.mark.rule("HVW-171")
def test_the_attempt_counts_against_one_moving_hero() -> None:
    """7.3.2: a rival who failed against hero 1 may still try against hero 2 in the same turn."""
    mover = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("T03_S"), spot("T04_C")], "hero_mp": [6, 6],
             "section_unit": [["K1"], ["K1"]], "section_count": [[9], [9]]}  # fmt: skip
    p = arrange(mover, player("T03_NE", (9, "B1")), activated={"T04_C": 1}).play("hero 1")
    walk(p, "T03_C").queue_dice(9).play("yes", "pass", "hero 2")
    walk(p, "T04_SE", "T11_NW")
    assert asked(p) == (1, Prompt.REACT)


def two_rivals(first: int, second: int) -> dict:
    """Both Barbarian heroes beside T03_C with these initiatives."""
    return {
        "hero_status": ["on_map", "on_map"],
        "hero_hex": [spot("T03_NE"), spot("T03_SW")],
        "ability": heroes(abilities(initiative=first), abilities(initiative=second)),
        "section_unit": [["B1"], ["B2"]],
        "section_count": [[9], [7]],
    }


@pytest.mark.rule("HVW-172")
def test_of_two_willing_heroes_the_one_with_more_initiative_tries() -> None:
    """7.3.2: initiative 7 rolls before 5; if it fails nobody else may try in this hex."""
    p = walk(beside_heroes(player("T03_NE", (9, "B1"), ability=heroes(abilities(initiative=5))),
                           player("T03_SW", (9, "A1"), ability=heroes(abilities(initiative=7)))), "T03_C")  # fmt: skip
    assert asked(p) == (2, Prompt.REACT)
    p.queue_dice(8).play("yes")
    assert asked(p) == (0, Prompt.ACT)
    walk(p, "T03_N")
    assert asked(p) == (1, Prompt.REACT)  # his own attempt is left


@pytest.mark.rule("HVW-172")
def test_if_the_higher_hero_declines_the_lower_one_is_asked() -> None:
    """7.3.2: hero 2 has initiative 7 and declines; hero 1 with 5 reacts."""
    p = walk(beside_heroes(two_rivals(5, 7)), "T03_C").play("pass")
    assert asked(p) == (1, Prompt.REACT)
    p.queue_dice(5).play("yes")
    assert stacks(p, ATTACKER) == [(9, "B1")]


@pytest.mark.rule("HVW-172")
@pytest.mark.parametrize(("ties", "first"), [((12, 4), 1), ((4, 12), 2)])
def test_heroes_of_equal_initiative_roll(ties: tuple[int, int], first: int) -> None:
    """7.3.2: a d20 each in seat order, the higher one is asked first."""
    p = beside_heroes(player("T03_NE", (9, "B1")), player("T03_SW", (9, "A1")), dice=ties)
    walk(p, "T03_C")
    assert (asked(p), dice_left(p)) == ((first, Prompt.REACT), 0)


@pytest.mark.rule("HVW-173", "HVW-187")
def test_the_intercepted_hero_defends_with_the_initiative() -> None:
    """7.3.2: the mover is defender, deploys first and acts in step 6; the reactor is attacker."""
    p = walk(beside_heroes(player("T03_NE", (9, "B1"))), "T03_C").queue_dice(6).play("yes")
    s = p.record
    assert (s.battle_cause, s.battle_seat.tolist(), s.battle_hex) == (Cause.HERO_REACTION, [1, 0], spot("T03_C"))
    assert (s.battle_init, s.battle_set_up) == (DEFENDER, DEFENDER)
    assert (asked(p), s.battle_step) == ((0, Prompt.ATTACK), Step.CLOSE_FIRST)
    p.play("pass")
    assert (asked(p), s.battle_step) == ((1, Prompt.ATTACK), Step.CLOSE_SECOND)


@pytest.mark.rule("HVW-174")
def test_a_reacting_hero_who_withdraws_is_back_on_his_hex() -> None:
    """7.3.2: he returns to where he came from and the mover stays in the battle hex."""
    p = walk(beside_heroes(player("T03_NE", (9, "B1"))), "T03_C").queue_dice(6).play("yes")
    p = pass_until(p, Prompt.WITHDRAW)
    assert p.seat == 1  # the attacker decides first
    p.queue_dice(6).play("yes")
    assert asked(p) == (0, Prompt.ACT)
    assert (p.record.hero_hex[1, 0], p.record.hero_hex[0, 0]) == (spot("T03_NE"), spot("T03_C"))
    assert p.record.hero_mp[0, 0] == 5


@pytest.mark.rule("HVW-174")
def test_a_victorious_reactor_returns_too() -> None:
    """7.3.2: he does not stay in the hex where he killed the mover."""
    p = walk(beside_heroes(player("T03_NE", (9, "B1")), unit=(1, "K1")), "T03_C").queue_dice(6).play("yes")
    p.play("pass")
    strike(p, 0, 20, 1)
    assert not in_battle(p)
    assert p.record.hero_hex[1, 0] == spot("T03_NE")
    assert sections(p, 1) == [(9, "B1")]


@pytest.mark.rule("HVW-175", "HVW-261")
def test_a_victorious_mover_meets_further_reactions() -> None:
    """7.3.2: after his victory he goes on, and the next enemy hero may react."""
    rivals = {**two_rivals(6, 6), "hero_hex": [spot("T03_NE"), spot("T02_SE")], "section_count": [[2], [7]]}
    p = walk(beside_heroes(rivals), "T03_C").queue_dice(6).play("yes")
    strike(p, 0, 20, 1).play("raise attack")  # two units and a hero: twelve points
    assert asked(p) == (0, Prompt.ACT)
    walk(p, "T03_SW")
    assert asked(p) == (1, Prompt.REACT)
    p.queue_dice(1).play("yes")
    assert stacks(p, ATTACKER) == [(7, "B2")]


@pytest.mark.rule("HVW-176")
@pytest.mark.parametrize(("answer", "dice", "left"), [("yes", (12, 1), 1), ("pass", (12,), 0)])
def test_guards_react_only_if_all_heroes_decline(answer: str, dice: tuple[int, ...], left: int) -> None:
    """7.3.2: a hero who tries and fails silences the guards; if he declines they test."""
    p = walk(beside_heroes(player("T03_NE", (9, "B1")), **guarded(MINE, level_1=4)), "T03_C")
    assert asked(p) == (1, Prompt.REACT)
    p.queue_dice(*dice).play(answer)
    assert (asked(p), dice_left(p)) == ((0, Prompt.ACT), left)
    assert tried(p, MINE) == (answer == "pass")


@pytest.mark.rule("HVW-177")
def test_no_hero_reacts_into_a_city() -> None:
    """7.3.2: the mover enters his City beside an enemy hero and nobody is asked; on the hex before, he was."""
    p = arrange(player(spot("SK_NW"), (9, "K1")), player(spot("SK_NE"), (9, "B1"))).play("hero 1")
    walk(p, "SK_C")
    assert asked(p) == (0, Prompt.ACT)
    p = arrange(player(spot("SK_C"), (9, "K1")), player(spot("SK_NE"), (9, "B1")), control={"SK_N": "player_0"}, activated={"SK_N": 1})
    walk(p.play("hero 1"), "SK_N")
    assert asked(p) == (1, Prompt.REACT)


@pytest.mark.rule("HVW-177")
def test_a_hero_without_units_does_not_react() -> None:
    """7.3.2: only a hero with an army is asked."""
    p = walk(beside_heroes(player("T03_NE", **army())), "T03_C")
    assert asked(p) == (0, Prompt.ACT)


@pytest.mark.rule("HVW-177")
@pytest.mark.parametrize(("terrain", "start", "reacts"), [(False, "T03_NE", True), (True, "T03_NE", False), (True, "T03_N", True)])
def test_no_hero_reacts_across_a_closed_side(terrain: bool, start: str, reacts: bool) -> None:
    """7.3.2: the river between T03_C and T03_NE stops him where terrain counts, the bridge to T03_N does not."""
    p = walk(beside_heroes(player(start, (9, "B1")), rules={"adv_terrain": terrain}), "T03_C")
    assert asked(p) == ((1, Prompt.REACT) if reacts else (0, Prompt.ACT))


@pytest.mark.rule("HVW-177", "HVW-156")
@pytest.mark.parametrize(("terrain", "rolled"), [(False, True), (True, False)])
def test_guards_do_not_react_across_a_closed_side(terrain: bool, rolled: bool) -> None:
    """7.3.2: where terrain counts, the river between the ruin and T03_NE holds guards back as well."""
    p = arrange(player("T11_NW", (9, "K1")), rules={"adv_terrain": terrain}, dice=(20,), **guarded(RUIN, level_1=4)).play("hero 1")
    walk(p, "T03_NE")
    assert dice_left(p) == (0 if rolled else 1)
