"""Trade, Diplomacy and the skills of the three tribes (chapter 16)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt
from rulebound.envs.heroes_vs_warlords.variant import DATA
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    GAME,
    abilities,
    arrange,
    asked,
    guarded,
    guards_on,
    heroes,
    hex_of,
    in_battle,
    pass_until,
    player,
    stacks,
    stock,
)

LETTER = {"knights": "K", "barbarians": "B", "amazons": "A"}


def _tribes(first: str, second: str | None = None, mode: int = 1) -> dict[str, object]:
    """Rules with skills and these tribes on seats 0 and 1."""
    second = second or next(name for name in LETTER if name != first)
    return {"skills": True, "combat_mode": mode, "players.faction_0": first, "players.faction_1": second}


def _skill(trade: int = 0, diplomacy: int = 0, tribe: int = 0) -> list[dict[str, int]]:
    return [{"trade": trade, "diplomacy": diplomacy, "tribe": tribe}, {}]


def _attack(*units: tuple[int, str], tribe: str = "knights", mode: int = 1, levels: dict | None = None, **fields: object) -> Position:
    """Hero 1 of seat 0 goes against guards on T01_N; seat 1 plays the guards."""
    fields = {"ability": heroes(abilities()), **fields}
    p = arrange(player("T01_C", *units, **fields), rules=_tribes(tribe, mode=mode), **guarded("T01_N", **(levels or {"level_1": 5})))
    p.play("hero 1", "go n")
    if asked(p)[1] == Prompt.LEAVE:
        p.play("pass")
    return p


def _duel(first: str, second: str, mine: tuple[int, str], theirs: tuple[int, str], skills: tuple[int, int], mode: int = 1) -> Position:
    """The hero of seat 0 attacks the hero of seat 1 in the open; both have abilities 2/2 and a tribe's skill."""
    p = arrange(
        player("T01_C", mine, ability=heroes(abilities()), skill=_skill(tribe=skills[0])),
        player("T01_NE", theirs, ability=heroes(abilities()), skill=_skill(tribe=skills[1])),
        rules=_tribes(first, second, mode),
    )
    return p.play("hero 1", "go ne")


def _level(ep: int, rules: object = None, **fields: object) -> Position:
    """A hero with some experience kills one guard with shooters."""
    rules = {"skills": True} if rules is None else rules
    p = arrange(player("T01_C", (5, "K3"), hero_ep=[ep, 0], **fields), rules=rules, **guarded("T01_N", level_1=1))
    return p.play("hero 1", "go n").queue_dice(20, 1).play("target 0")


# ------------------------------------------------------------------------------------------------ learning
@pytest.mark.rule("HVW-338")
def test_a_hero_has_three_skills() -> None:
    """16.0: Trade, Diplomacy and one skill of the tribe."""
    p = GAME.new(rules={"skills": True})
    assert p.record.skill.shape[-1] == 3
    tribes = {name: DATA["factions"][name]["skill"] for name in LETTER}
    assert tribes == {"knights": "military_experience", "barbarians": "fury", "amazons": "cleverness"}
    p = pass_until(_level(9), Prompt.SKILL)
    assert p.legal() == ["learn trade", "learn diplomacy", "learn tribe"]


@pytest.mark.rule("HVW-339")
def test_each_level_teaches_one_skill() -> None:
    """16.1: skills start at 0, and a new level adds one point to one of them, besides the ability."""
    assert not GAME.new(rules={"skills": True}).record.skill.any()
    assert asked(_level(8))[1] not in (Prompt.ABILITY, Prompt.SKILL)
    p = _level(9)
    assert p.record.hero_level[0, 0] == 2
    asked_for = []
    while asked(p)[1] in (Prompt.ABILITY, Prompt.SKILL):
        asked_for.append(asked(p))
        p.play("raise attack" if asked(p)[1] == Prompt.ABILITY else "learn diplomacy")
    assert sorted(asked_for) == [(0, Prompt.ABILITY), (0, Prompt.SKILL)]
    assert p.record.skill[0, 0].tolist() == [0, 1, 0]
    assert p.record.skill.sum() == 1


@pytest.mark.rule("HVW-339")
def test_two_levels_teach_two_skills() -> None:
    """16.1: every level of several at once gives its point."""
    p = _level(19)
    assert p.record.hero_level[0, 0] == 3
    while asked(p)[1] in (Prompt.ABILITY, Prompt.SKILL):
        p.play("raise attack" if asked(p)[1] == Prompt.ABILITY else "learn tribe")
    assert p.record.skill[0, 0].tolist() == [0, 0, 2]


@pytest.mark.rule("HVW-339")
def test_no_skills_without_the_module() -> None:
    """16.1: in the basic game a level raises an ability only."""
    p = _level(9, rules={"skills": False})
    assert asked(p) == (0, Prompt.ABILITY)
    p.play("raise attack")
    assert asked(p)[1] != Prompt.SKILL
    assert not p.record.skill.any()


@pytest.mark.rule("HVW-340")
def test_a_skill_stops_at_nine() -> None:
    """16.1: a skill of 9 cannot be chosen, one of 8 can."""
    p = pass_until(_level(9, skill=_skill(9, 8, 0)), Prompt.SKILL)
    assert p.legal() == ["learn diplomacy", "learn tribe"]
    p.play("learn diplomacy")
    assert p.record.skill[0, 0].tolist() == [9, 9, 0]


@pytest.mark.rule("HVW-341")
@pytest.mark.parametrize(("trade", "paid"), [(0, 1), (2, 3), (9, 10)])
def test_trade_at_an_outpost(trade: int, paid: int) -> None:
    """16.1.1: the outpost pays as many more as the level of Trade."""
    p = arrange(player("T02_C", (5, "K1"), skill=_skill(trade, 5, 5), stock={"gold": 4, "stone": 2, "wood": 2}), rules=_tribes("knights"))
    p.play("hero 1").queue_dice(6).play("go ne")
    assert stock(p, 0) == [4, paid, 2, 2]


@pytest.mark.rule("HVW-341")
def test_trade_of_the_other_hero_does_not_count() -> None:
    """16.1.1: only the hero at the outpost trades."""
    p = arrange(player("T02_C", (5, "K1"), skill=[{"trade": 0}, {"trade": 4}]), rules=_tribes("knights"))
    p.play("hero 1").queue_dice(6).play("go ne")
    assert stock(p, 0)[1] == 1


# ------------------------------------------------------------------------------------------------ diplomacy
@pytest.mark.rule("HVW-342")
@pytest.mark.parametrize(("tribe", "targets"), [("knights", {0, 2, 4}), ("amazons", {0, 2, 4}), ("barbarians", {1, 3, 5})])
def test_levels_of_diplomacy(tribe: str, targets: set[int]) -> None:
    """16.1.2: Knights and Amazons address levels 1, 3 and 5, Barbarians 2, 4 and 6; the hero may also decline."""
    levels = {f"level_{k}": 2 for k in range(1, 7)}
    p = _attack((5, f"{LETTER[tribe]}1"), tribe=tribe, levels=levels, skill=_skill(diplomacy=1))
    assert asked(p) == (0, Prompt.DIPLOMACY)
    assert set(p.legal()) == {"pass", *(f"target {k}" for k in targets)}


@pytest.mark.rule("HVW-342", "HVW-343")
@pytest.mark.parametrize(("mode", "left", "wounds"), [(1, 1, 0), (3, 3, 2)])
def test_knights_address_level_3(mode: int, left: int, wounds: int) -> None:
    """16.1.2: of 4 N2 and 3 N3 only the N3; Diplomacy 2 kills two in basic hits and wounds twice in advanced ones."""
    p = _attack((5, "K1"), mode=mode, levels={"level_2": 4, "level_3": 3}, skill=_skill(diplomacy=2))
    assert asked(p) == (0, Prompt.DIPLOMACY)
    assert set(p.legal()) == {"pass", "target 1"}
    p.play("target 1")
    assert stacks(p, DEFENDER) == [(4, "N2"), (left, "N3")]
    assert int(p.record.slot_wounds[DEFENDER, 1]) == wounds


@pytest.mark.rule("HVW-342")
def test_no_diplomacy_without_skill_or_stack() -> None:
    """16.1.2: without the skill, or without a stack of a level for the tribe, nothing is offered."""
    assert asked(_attack((5, "K1"), skill=_skill(diplomacy=0)))[1] != Prompt.DIPLOMACY
    assert asked(_attack((5, "K1"), levels={"level_2": 5}, skill=_skill(diplomacy=3)))[1] != Prompt.DIPLOMACY
    assert asked(_attack((5, "K1"), levels={"level_1": 5}, skill=_skill(diplomacy=3)))[1] == Prompt.DIPLOMACY


@pytest.mark.rule("HVW-342")
def test_no_diplomacy_against_players() -> None:
    """16.1.2: Diplomacy speaks to neutrals only."""
    p = arrange(
        player("T01_C", (5, "K1"), skill=_skill(diplomacy=4)),
        player("T01_NE", (5, "B1"), skill=_skill(diplomacy=4)),
        rules=_tribes("knights"),
    )
    p.play("hero 1", "go ne")
    assert in_battle(p)
    assert asked(p)[1] != Prompt.DIPLOMACY


@pytest.mark.rule("HVW-342")
def test_diplomacy_against_guards_that_react() -> None:
    """16.1.2: a hero attacked by reacting guards may use it too."""
    p = arrange(player("T01_SW", (5, "K1"), skill=_skill(diplomacy=2)), rules=_tribes("knights"), **guarded("T01_N", level_1=5))
    p.play("hero 1").queue_dice(2).play("go ne")
    assert in_battle(p)
    assert asked(p) == (0, Prompt.DIPLOMACY)
    p.play("target 0")
    assert stacks(p, ATTACKER) == [(3, "N1")]


@pytest.mark.rule("HVW-344")
@pytest.mark.parametrize(("mode", "levels", "skill", "ep"), [(1, {"level_1": 8}, 2, 2), (3, {"level_3": 6}, 4, 3)])
def test_experience_of_diplomacy_without_victory(mode: int, levels: dict, skill: int, ep: int) -> None:
    """16.1.2: units killed by Diplomacy give experience though the hero withdraws; other kills do not."""
    p = _attack((3, "K3"), mode=mode, levels=levels, skill=_skill(diplomacy=skill)).play("target 0")
    while p.seat == 1:
        p.play("pass")
    p = pass_until(p.queue_dice(20, 1).play("target 0"), Prompt.WITHDRAW)
    assert p.seat == 0
    p.queue_dice(1).play("yes")
    assert not in_battle(p)
    assert p.record.hero_ep[0, 0] == ep
    assert p.record.hero_hex[0, 0] == hex_of("T01_C")


@pytest.mark.rule("HVW-344")
def test_experience_of_diplomacy_after_a_forced_retreat() -> None:
    """16.1.2: three idle rounds send the hero back, and the persuaded units still count."""
    p = _attack((3, "K1"), levels={"level_1": 8}, skill=_skill(diplomacy=2)).play("target 0")
    while in_battle(p):
        p.play("pass")
    assert p.record.hero_hex[0, 0] == hex_of("T01_C")
    assert p.record.hero_ep[0, 0] == 2
    assert guards_on(p, "T01_N")[0] == 6


@pytest.mark.rule("HVW-344")
def test_diplomacy_that_ends_the_fight() -> None:
    """16.1.2: who persuades all guards has won: 2 experience, once, and the Resource."""
    p = _attack((3, "K1"), levels={"level_1": 2}, skill=_skill(diplomacy=3)).play("target 0")
    assert not in_battle(p)
    assert guards_on(p, "T01_N") == [0] * 6
    assert p.record.hero_ep[0, 0] == 2
    assert p.record.control[0] == 1


@pytest.mark.rule("HVW-344")
def test_experience_of_diplomacy_counts_once() -> None:
    """16.1.2: after a victory the persuaded units are not paid twice."""
    p = _attack((3, "K3"), levels={"level_1": 4}, skill=_skill(diplomacy=2)).play("target 0")
    p = pass_until(p, Prompt.ATTACK)
    p.queue_dice(20, 1).play("target 0")
    assert not in_battle(p)
    assert p.record.hero_ep[0, 0] == 4


# ------------------------------------------------------------------------------------------------ military experience
@pytest.mark.rule("HVW-345")
@pytest.mark.parametrize(("skill", "left"), [(1, 8), (3, 10), (4, 10)])
def test_military_experience_takes_hits_off(skill: int, left: int) -> None:
    """16.1.3: 3 hits on an own stack are cut by the skill; what is over is lost."""
    p = _attack((10, "K1"), levels={"level_1": 3}, skill=_skill(tribe=skill))
    assert asked(p) == (1, Prompt.ATTACK)  # the guards strike first
    p.queue_dice(20, 1).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, ATTACKER) == [(left, "K1")]


@pytest.mark.rule("HVW-345")
def test_military_experience_once_a_combat() -> None:
    """16.1.3: after its use it is not offered again in this combat; declining keeps it."""
    for answer, again in (("yes", False), ("pass", True)):
        p = _attack((10, "K1"), levels={"level_1": 3}, skill=_skill(tribe=4)).queue_dice(20, 1)
        p.play("target 0", answer)
        assert asked(p) == (0, Prompt.ATTACK)
        p.queue_dice(1, 20).play("target 0")  # lost: three hits again
        assert (asked(p) == (0, Prompt.TRIBE_SKILL)) == again


@pytest.mark.rule("HVW-345")
def test_military_experience_is_fresh_in_the_next_combat() -> None:
    """16.1.3: once per combat, so the next combat offers it again."""
    sites = ("T01_N", "T01_SE")
    p = arrange(
        player("T01_C", (10, "K1"), skill=_skill(tribe=4)),
        rules=_tribes("knights"),
        guards={site: {"level_1": 3} for site in sites},
        activated=dict.fromkeys(sites, 1),
        tried=dict.fromkeys(sites, 1),
    )
    p.play("hero 1")
    for steps in (("go n",), ("go s", "go se")):
        p.play(*steps).queue_dice(20, 1).play("target 0")
        assert asked(p) == (0, Prompt.TRIBE_SKILL)
        p.play("yes").queue_dice(20, 1).play("target 0")
        assert not in_battle(p)


@pytest.mark.rule("HVW-345")
def test_military_experience_against_hits_in_return() -> None:
    """16.1.3: hits in return (19.16.1) are hits suffered, so they may be cut too."""
    p = _attack((6, "K1"), mode=3, levels={"level_6": 3}, skill=_skill(tribe=1)).play("pass")
    p.queue_dice(20, 1).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, ATTACKER) == [(6, "K1")]
    assert stacks(p, DEFENDER) == [(2, "N6")]


@pytest.mark.rule("HVW-345", "HVW-439")
def test_hits_taken_off_bring_no_hits_in_return() -> None:
    """16.1.3: four hits cut to three are three hits received, so none comes back."""
    for answer, left in (("yes", 4), ("pass", 3)):
        p = _attack((9, "K2"), mode=3, levels={"level_1": 4}, skill=_skill(tribe=1)).queue_dice(20, 1)
        p.play("target 0", answer)
        assert stacks(p, DEFENDER) == [(left, "N1")]


# ------------------------------------------------------------------------------------------------ fury
@pytest.mark.rule("HVW-346")
@pytest.mark.parametrize(("number", "left"), [(4, 0), (5, 0), (10, 5)])
def test_fury_adds_hits(number: int, left: int) -> None:
    """16.1.4: 3 hits and Fury 2: of four N1 all die and a point is lost, of ten five die."""
    p = _attack((3, "B1"), tribe="barbarians", levels={"level_1": number, "level_2": 3}, skill=_skill(tribe=2))
    p = pass_until(p, Prompt.ATTACK)
    while p.seat == 1:
        p.play("pass")
    p.queue_dice(20, 1).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, DEFENDER) == ([(left, "N1")] if left else []) + [(3, "N2")]  # never on another stack


@pytest.mark.rule("HVW-346")
def test_fury_of_a_stack_that_is_attacked() -> None:
    """16.1.4: hits on an enemy who attacked and lost may be raised as well, once per combat."""
    p = _attack((3, "B1"), tribe="barbarians", levels={"level_1": 10}, skill=_skill(tribe=2))
    assert asked(p) == (1, Prompt.ATTACK)
    p.queue_dice(1, 20).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, DEFENDER) == [(5, "N1")]
    p.queue_dice(20, 1).play("target 0")
    assert stacks(p, DEFENDER) == [(2, "N1")]
    assert asked(p)[1] != Prompt.TRIBE_SKILL


@pytest.mark.rule("HVW-346", "HVW-348")
def test_fury_is_not_offered_in_vain() -> None:
    """16.1.4: a stack that is wiped out anyway needs no Fury."""
    p = _attack((3, "B1"), tribe="barbarians", levels={"level_1": 3, "level_2": 3}, skill=_skill(tribe=2)).play("pass", "pass")
    p.queue_dice(20, 1).play("target 0")
    assert stacks(p, DEFENDER) == [(3, "N2")]
    assert asked(p)[1] != Prompt.TRIBE_SKILL


@pytest.mark.rule("HVW-346", "HVW-438")
def test_hits_of_fury_bring_hits_in_return() -> None:
    """16.1.4: three hits and one of Fury are four received, so one comes back."""
    p = _attack((3, "B1"), tribe="barbarians", mode=3, levels={"level_6": 2}, skill=_skill(tribe=1)).play("pass")
    p.queue_dice(20, 1).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert p.record.slot_wounds[DEFENDER, 0] == 4
    assert stacks(p, ATTACKER) == [(2, "B1")]


# ------------------------------------------------------------------------------------------------ cleverness
@pytest.mark.rule("HVW-347")
@pytest.mark.parametrize(("skill", "amazons", "guards"), [(3, 5, 3), (2, 5, 8)])
def test_cleverness_of_an_attack(skill: int, amazons: int, guards: int) -> None:
    """16.1.5: an attack lost 12 : 14 is won with 15 : 14, and with 14 : 14 nothing happens."""
    p = _attack((5, "A1"), tribe="amazons", levels={"level_1": 8}, skill=_skill(tribe=skill)).play("pass")
    p.queue_dice(7, 12).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    declined = p.clone().play("pass")
    assert not in_battle(declined) or stacks(declined, ATTACKER) == []  # eight hits on five
    p.play("yes")
    assert stacks(p, ATTACKER) == [(amazons, "A1")]
    assert stacks(p, DEFENDER) == [(guards, "N1")]


@pytest.mark.rule("HVW-347")
def test_cleverness_of_a_defence() -> None:
    """16.1.5: the total of an attacked stack may be raised: guards 14 : 12 become 14 : 15 and lose."""
    p = _attack((5, "A1"), tribe="amazons", levels={"level_1": 8}, skill=_skill(tribe=3))
    p.queue_dice(11, 8).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, ATTACKER) == [(5, "A1")]
    assert stacks(p, DEFENDER) == [(3, "N1")]
    p.queue_dice(7, 12).play("target 0")  # lost, and the skill is spent
    assert asked(p)[1] != Prompt.TRIBE_SKILL


@pytest.mark.rule("HVW-347", "HVW-348")
@pytest.mark.parametrize(("skill", "offered"), [(1, False), (2, True)])
def test_cleverness_of_shooters(skill: int, offered: bool) -> None:
    """16.1.5: a miss of 15 : 16 becomes a hit with 2 more; with 1 more it stays a miss and is not offered."""
    p = _attack((2, "A3"), tribe="amazons", levels={"level_1": 8}, skill=_skill(tribe=skill))
    assert asked(p) == (0, Prompt.ATTACK)
    p.queue_dice(8, 16).play("target 0")
    assert (asked(p) == (0, Prompt.TRIBE_SKILL)) == offered
    if offered:
        p.play("yes")
    assert stacks(p, DEFENDER) == [(6 if offered else 8, "N1")]


@pytest.mark.rule("HVW-348")
def test_cleverness_turns_a_tie() -> None:
    """16.1.5: a tie of 15 : 15 is worth a point."""
    p = _attack((5, "A1"), tribe="amazons", levels={"level_1": 8}, skill=_skill(tribe=1)).play("pass")
    p.queue_dice(10, 13).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, DEFENDER) == [(3, "N1")]


@pytest.mark.rule("HVW-348")
def test_cleverness_is_not_offered_in_vain() -> None:
    """16.1.5: neither for a roll already won, nor too little, nor for a stack that is shot at."""
    won = _attack((5, "A1"), tribe="amazons", levels={"level_1": 8}, skill=_skill(tribe=9)).play("pass").queue_dice(20, 1)
    assert asked(won.play("target 0"))[1] != Prompt.TRIBE_SKILL
    small = _attack((20, "A1"), tribe="amazons", levels={"level_1": 8}, skill=_skill(tribe=1)).play("pass").queue_dice(7, 12)
    assert asked(small.play("target 0"))[1] != Prompt.TRIBE_SKILL  # 13 : 14 is lost all the same
    shot = _attack((5, "A1"), tribe="amazons", levels={"level_3": 2}, skill=_skill(tribe=9))
    assert asked(shot) == (1, Prompt.ATTACK)
    shot.queue_dice(10, 12).play("target 0")  # 15 : 12 hits
    assert asked(shot)[1] != Prompt.TRIBE_SKILL
    assert stacks(shot, ATTACKER) == [(3, "A1")]


# ------------------------------------------------------------------------------------------------ order of skills
@pytest.mark.rule("HVW-348")
def test_fury_comes_before_military_experience() -> None:
    """16.1.5: Barbarians add to three hits first, then the Knights take off."""
    p = _duel("barbarians", "knights", (3, "B1"), (10, "K1"), (2, 4))
    p.play("pass").queue_dice(20, 1).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert asked(p) == (1, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, DEFENDER) == [(9, "K1")]  # 3 + 2 - 4


@pytest.mark.rule("HVW-348")
def test_cleverness_comes_before_fury() -> None:
    """16.1.5: the Amazons may turn a lost attack before the Barbarians are asked for Fury."""
    p = _duel("amazons", "barbarians", (5, "A1"), (3, "B1"), (3, 1))
    p.play("pass").queue_dice(7, 10).play("target 0")  # 12 : 14
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    won = p.clone().play("yes")
    assert not in_battle(won)  # 15 : 14, five hits on three
    p.play("pass")
    assert asked(p) == (1, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, ATTACKER) == [(1, "A1")]


@pytest.mark.rule("HVW-348")
def test_cleverness_comes_before_military_experience() -> None:
    """16.1.5: hits won by Cleverness may still be cut by the Knights."""
    p = _duel("amazons", "knights", (5, "A1"), (10, "K1"), (3, 4))
    p.play("pass").queue_dice(7, 10).play("target 0")
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert asked(p) == (1, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, DEFENDER) == [(9, "K1")]


# ------------------------------------------------------------------------------------------------ towers
def _tower(fury: int, experience: int) -> Position:
    """Eight shooters of the Barbarians hit ten Knights' shooters in the tower of the City, mode 1."""
    city = int(arrange({}, {}).record.place_hex[0])
    p = arrange(
        player(None, (10, "K3"), ability=heroes(abilities()), skill=_skill(tribe=experience), facility={"tower_1": 1}),
        player(city + 2, (8, "B3"), ability=heroes(abilities()), skill=_skill(tribe=fury)),
        rules=_tribes("knights", "barbarians"),
        order=[1, 0, 0],
    )
    p.play("hero 1", "go sw")
    assert asked(p) == (0, Prompt.MAN_TOWER)
    p.play("target 0")
    assert asked(p) == (1, Prompt.BREACH)
    p.play("pass", "pass")  # no breach, and the tower does not fire
    assert asked(p) == (1, Prompt.ATTACK)
    p.queue_dice(20, 1).play(next(action for action in p.legal() if action.startswith("target")))
    return p


@pytest.mark.rule("HVW-349")
def test_tower_halving_before_military_experience() -> None:
    """16.1.5: 8 hits on a tower become 4, of which Military Experience 2 takes 2."""
    p = _tower(0, 2)
    assert asked(p) == (0, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, DEFENDER) == [(8, "K3")]


@pytest.mark.rule("HVW-349")
def test_tower_halving_before_fury() -> None:
    """16.1.5: 8 hits on a tower become 4, to which Fury 2 adds 2."""
    p = _tower(2, 0)
    assert asked(p) == (1, Prompt.TRIBE_SKILL)
    p.play("yes")
    assert stacks(p, DEFENDER) == [(4, "K3")]
