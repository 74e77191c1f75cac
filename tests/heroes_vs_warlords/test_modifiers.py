"""Defensive modifiers of Resource hexes, works and towers (HVW-239 to HVW-244), and the change of initiative (HVW-245 to HVW-248)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt, Step
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    abilities,
    arrange,
    asked,
    dice_left,
    guarded,
    heroes,
    pass_until,
    player,
    spot,
    stacks,
    strike,
    walk,
)

MINE = "T03_NW"


def towers_built(number: int) -> dict[str, int]:
    return {"tower_1": int(number > 0), "tower_2": int(number > 1)}


def held_mine(owner: dict | None = None, knights: dict | None = None, unit: tuple[int, str] = (3, "K1"), hero: bool = False) -> Position:
    """Hero 1 of seat 0 attacks a gold mine of seat 1 held by five units of level 1, of a garrison or a hero."""
    rival = player(MINE, (5, "B1")) if hero else player("T12_S", (9, "B1"))
    p = arrange(
        player("T03_C", unit, **(knights or {})), {**rival, **(owner or {})}, control={MINE: "player_1"}, activated={MINE: 1},
        garrison={MINE: {"level_1": 0 if hero else 5}},
    ).play("hero 1")  # fmt: skip
    walk(p, MINE)
    while p.seat == 1:
        p.play("pass")
    return p


def defense_at_a_tie(p: Position, value: int) -> None:
    """The stack in turn, with attack 3 + 2 or 3 + 3, ties with a target of this defense and beats one less."""
    attack = 5 if p.seat == 0 else 6
    hit = p.clone()
    strike(p, 0, 12, 12 + attack - value)
    assert p.record.slot_count[:, 0].tolist() == hit.record.slot_count[:, 0].tolist()
    strike(hit, 0, 12, 12 + attack - value - 1)
    assert hit.record.slot_count[DEFENDER, 0] < p.record.slot_count[DEFENDER, 0]


# ------------------------------------------------------------------------------------------------ Resource hexes
@pytest.mark.rule("HVW-239")
@pytest.mark.parametrize(("towers", "value"), [(0, 2), (1, 4), (2, 6)])
def test_towers_at_home_help_on_resource_hexes(towers: int, value: int) -> None:
    """8.7.2.1: a defense of 2 counts 4 with one tower and 6 with two."""
    defense_at_a_tie(held_mine({"facility": towers_built(towers)}), value)


@pytest.mark.rule("HVW-239")
def test_the_bonus_adds_to_that_of_a_hero() -> None:
    """8.7.2.1: a hero of defense 2 on his mine with two towers at home: 2 + 2 + 4."""
    defense_at_a_tie(held_mine({"facility": towers_built(2)}, hero=True), 8)


@pytest.mark.rule("HVW-239")
@pytest.mark.parametrize("control", ["player_0", "none"])
def test_only_the_owner_of_the_hex_has_the_bonus(control: str) -> None:
    """8.7.2.1: a hero who stands on a mine that is not his gets nothing for his towers."""
    rival = player(MINE, (5, "B1"), facility=towers_built(2))
    p = arrange(player("T03_C", (3, "K1")), rival, control={MINE: control}, activated={MINE: 1}).play("hero 1")
    walk(p, MINE).play("pass")
    defense_at_a_tie(p, 4)


@pytest.mark.rule("HVW-240")
def test_towers_of_a_lost_home_do_not_count() -> None:
    """8.7.2.1: the bonus is gone with the home, even if the conqueror built towers there again."""
    defense_at_a_tie(held_mine({"facility": towers_built(2), "place_owner": "player_0", "conquered": 1}), 2)


@pytest.mark.rule("HVW-240")
def test_towers_of_a_conquered_city_do_not_count() -> None:
    """8.7.2.1: Barbarians with a City and its towers, but none at home."""
    defense_at_a_tie(held_mine(knights={"facility": towers_built(2), "place_owner": "player_1", "conquered": 1}), 2)


# ------------------------------------------------------------------------------------------------ works and towers in a siege
def siege(garrison: dict[str, int], attacker: tuple[int, str] = (3, "B1"), works: int = 1, towers: int = 0, **rival: object) -> Position:
    """Barbarians have entered the City of the Knights."""
    built = {"wall_2": int(works > 1), "wall_3": int(works > 2), **towers_built(towers)}
    p = arrange(
        player("T01_C", (9, "K1"), place_garrison=garrison, facility=built),
        player(spot("SK_NE"), attacker, hero_level=[10, 1], **rival),
        order=[1, 0, 0],
    ).play("hero 1")  # fmt: skip
    return walk(p, "SK_C")


def breached(p: Position) -> Position:
    """The wall falls by one roll or two; then it is the attacker's close combat step."""
    while p.record.wall[0] < 2:
        p = pass_until(p, Prompt.BREACH).queue_dice(20).play("yes")
    while not (p.seat == 1 and asked(p)[1] == Prompt.ATTACK):
        p.play("pass")
    return p


@pytest.mark.rule("HVW-241")
@pytest.mark.parametrize(("works", "value"), [(1, 3), (2, 4), (3, 6)])
def test_works_help_the_besieged(works: int, value: int) -> None:
    """8.7.2.2: Levies of defense 2 count 3, 4 or 6."""
    defense_at_a_tie(breached(siege({"level_1": 9}, works=works)), value)


@pytest.mark.rule("HVW-241")
@pytest.mark.parametrize(("works", "die"), [(1, 13), (2, 12), (3, 10)])
def test_works_help_against_shooters(works: int, die: int) -> None:
    """8.5.1, 8.7.2.2: 9 + 5 of the shooters ties with die + 1, 2 or 4."""
    p = breached(siege({"level_1": 9}, (3, "B3"), works=works))
    missed, hit = p.clone(), p.clone()
    assert stacks(strike(missed, 0, 9, die), DEFENDER) == [(9, "K1")]
    assert stacks(strike(hit, 0, 9, die - 1), DEFENDER) == [(6, "K1")]


@pytest.mark.rule("HVW-241")
def test_works_do_not_help_the_attack_of_the_besieged() -> None:
    """8.7.2.2: the bonus is added to the defense only: Levies attack with 3."""
    p = siege({"level_1": 9}, works=3)
    while p.record.wall[0] < 2:
        p = pass_until(p, Prompt.BREACH).queue_dice(20).play("yes")
    assert asked(p) == (0, Prompt.ATTACK)
    strike(p, 0, 10, 9)  # 10 + 3 against 9 + 2 + 2: nothing
    assert (stacks(p, ATTACKER), stacks(p, DEFENDER)) == ([(3, "B1")], [(9, "K1")])


@pytest.mark.rule("HVW-242")
def test_the_bonus_of_the_works_outlasts_the_wall() -> None:
    """8.7.2.2: the wall fell in round 1; in round 2 works of level 2 still give 2."""
    p = breached(siege({"level_1": 9}, works=2))
    p = pass_until(p, Prompt.WITHDRAW).play("pass")
    while p.seat == 0:
        p.play("pass")
    assert (p.record.battle_round, p.record.wall[0]) == (2, 2)
    defense_at_a_tie(p, 4)


@pytest.mark.rule("HVW-243", "HVW-244")
@pytest.mark.parametrize(("works", "towers", "bonus"), [(1, 1, 2), (1, 2, 4), (2, 1, 2), (3, 1, 4), (3, 2, 4), (2, 2, 4)])
def test_the_larger_of_tower_and_works_bonus_holds(works: int, towers: int, bonus: int) -> None:
    """8.7.2.3: shooters in towers add 2 or 4 against fire, the works 1, 2 or 4; they are not added together."""
    p = siege({"level_3": 9}, (4, "B3"), works=works, towers=towers).play("target 0")
    if towers == 2:
        p.play("pass")  # the stack stays together
    p.play("pass", "pass")  # no breach, no shot from the tower
    missed, hit = p.clone(), p.clone()
    assert stacks(strike(missed, 5, 9, 14 - bonus), DEFENDER) == [(9, "K3")]
    assert stacks(strike(hit, 5, 9, 13 - bonus), DEFENDER) == [(7, "K3")]


@pytest.mark.rule("HVW-243", "HVW-241")
def test_shooters_behind_the_wall_have_no_tower_bonus() -> None:
    """8.7.2.3: two towers stand empty; the stack behind the fallen wall adds the works only."""
    p = breached(siege({"level_3": 9}, (4, "B3"), towers=2).play("pass"))
    missed, hit = p.clone(), p.clone()
    assert stacks(strike(missed, 0, 9, 13), DEFENDER) == [(9, "K3")]
    assert stacks(strike(hit, 0, 9, 12), DEFENDER) == [(5, "K3")]


# ------------------------------------------------------------------------------------------------ change of initiative
def duel(**rival: object) -> Position:
    """Hero 1 of seat 0 attacks hero 1 of seat 1; the change of initiative is offered."""
    knights = player("T03_S", (9, "K1"), (9, "K5"), ability=heroes(abilities(initiative=6)))
    p = arrange(knights, player("T03_C", (9, "B1"), (9, "B5"), **rival)).play("hero 1")
    return pass_until(walk(p, "T03_C"), Prompt.SEIZE)


def order_of_attacks(p: Position) -> list[tuple[int, int]]:
    """Who is asked in which step of this round, everybody passing."""
    log, now = [], int(p.record.battle_round)
    while p.record.battle_round == now and asked(p)[1] == Prompt.ATTACK:
        log.append((p.seat, int(p.record.battle_step)))
        p.play("pass")
    return log


@pytest.mark.rule("HVW-245", "HVW-246")
@pytest.mark.parametrize(("roll", "first"), [(6, 0), (7, 1)])
def test_the_side_without_initiative_may_take_it(roll: int, first: int) -> None:
    """8.8: d20 up to the hero's initiative; from the next round on he acts in the defender's steps."""
    p = duel()
    assert p.seat == 0
    p.queue_dice(roll).play("yes")
    assert dice_left(p) == 0
    p = pass_until(p, Prompt.ATTACK)
    assert p.record.battle_round == 2
    assert order_of_attacks(p) == [
        (first, Step.CAVALRY_FIRST), (1 - first, Step.CAVALRY_SECOND), (first, Step.CLOSE_FIRST), (1 - first, Step.CLOSE_SECOND),
    ]  # fmt: skip


@pytest.mark.rule("HVW-245")
def test_equipment_counts_for_the_initiative() -> None:
    """8.8: initiative 6 and a marker of 2 succeed with 8."""
    hero = player("T03_S", (9, "K1"), equipment=[{"initiative_2": 1}, {}])
    p = arrange(hero, player("T03_C", (9, "B1")), cup={"initiative_2": 0}).play("hero 1")
    p = pass_until(walk(p, "T03_C"), Prompt.SEIZE).queue_dice(8).play("yes")
    p = pass_until(p, Prompt.ATTACK)
    assert p.seat == 0


@pytest.mark.rule("HVW-245")
def test_guards_are_never_asked_for_the_initiative() -> None:
    """8.8: the hero takes it in round 1; guards have no hero to take it back."""
    p = arrange(player("T03_C", (9, "K1")), **guarded(MINE, level_1=9)).play("hero 1")
    p = pass_until(walk(p, MINE), Prompt.SEIZE)
    assert p.seat == 0
    p.queue_dice(1).play("yes")
    for _ in range(2):
        p = pass_until(p, Prompt.ATTACK)
        assert p.seat == 0
        strike(p, 0, 10, 13)  # a tie, so that the battle goes on
        p.play("pass")
        assert asked(p) == (0, Prompt.WITHDRAW)
        p.play("pass")


@pytest.mark.rule("HVW-245")
def test_a_garrison_without_hero_is_not_asked() -> None:
    """8.8: only players with a hero in the battle may try; here nobody takes the initiative back."""
    p = pass_until(held_mine(), Prompt.SEIZE)
    assert p.seat == 0
    p.queue_dice(1).play("yes", "pass")
    strike(p, 0, 10, 13)
    p.play("pass")
    assert asked(p) == (0, Prompt.WITHDRAW)


@pytest.mark.rule("HVW-247")
@pytest.mark.parametrize("roll", [1, 20])
def test_each_hero_tries_once_per_combat(roll: int) -> None:
    """8.8: after his attempt a hero is not asked again, whether it succeeded or not."""
    p = duel().queue_dice(roll).play("yes")
    offers = []
    for _ in range(60):
        if p.record.battle_round > 3 or not p.record.battle_round:
            break
        if asked(p)[1] == Prompt.SEIZE:
            offers.append((p.seat, int(p.record.battle_round)))
        if asked(p)[1] == Prompt.ATTACK and p.seat == 0 and p.record.battle_cursor == 0:
            strike(p, 0, 10, 11)  # 10 + 3 + 2 against 11 + 2 + 2: nothing
        else:
            p.play("pass")
    # if seat 0 has the initiative now it is seat 1 who may try, and passing keeps his attempt
    assert offers == ([(1, 2), (1, 3)] if roll == 1 else [])


@pytest.mark.rule("HVW-247")
def test_declining_keeps_the_attempt() -> None:
    """8.8: who does not try in round 1 may try in round 2."""
    p = pass_until(duel().play("pass"), Prompt.SEIZE)
    assert (p.seat, p.record.battle_round) == (0, 2)


@pytest.mark.rule("HVW-247")
def test_a_new_combat_brings_a_new_attempt() -> None:
    """8.8: the limit is per combat."""
    p = duel().queue_dice(20).play("yes")
    p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    p = pass_until(p, Prompt.HERO)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.HERO)
    p = pass_until(walk(p.play("hero 1"), "T03_C"), Prompt.SEIZE)
    assert (p.seat, p.record.battle_round) == (0, 1)


@pytest.mark.rule("HVW-248")
def test_in_a_siege_the_change_alters_only_the_order() -> None:
    """8.8: the attacker takes the initiative: he still breaches, and the City keeps the bonus of its works."""
    p = pass_until(siege({"level_1": 9}, works=2), Prompt.SEIZE)
    assert p.seat == 1
    p.queue_dice(1).play("yes")
    p = pass_until(p, Prompt.BREACH)
    assert (p.seat, p.record.battle_round) == (1, 2)
    p.queue_dice(20).play("yes")
    assert (asked(p), p.record.battle_step) == ((1, Prompt.ATTACK), Step.CLOSE_FIRST)
    assert p.record.battle_seat.tolist() == [1, 0]
    defense_at_a_tie(p, 4)


@pytest.mark.rule("HVW-248", "HVW-252")
def test_a_besieged_hero_without_initiative_still_may_not_withdraw() -> None:
    """8.8, 8.9: who defends a City stays its defender."""
    p = arrange(player(spot("SK_C"), (9, "K1")), player(spot("SK_NE"), (9, "B1")), order=[1, 0, 0]).play("hero 1")
    p = pass_until(walk(p, "SK_C"), Prompt.SEIZE).queue_dice(1).play("yes")
    p = pass_until(p.play("pass"), Prompt.SEIZE)
    assert (p.seat, p.record.battle_round) == (0, 2)
    p.play("pass")
    assert asked(p) == (1, Prompt.WITHDRAW)
