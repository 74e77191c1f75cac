"""The four combat methods, advanced hits, attrition, advanced withdrawal and experience (chapters 19.0 to 19.3 and 19.14 to 19.20)."""

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
    guarded,
    guards_on,
    heroes,
    hex_of,
    in_battle,
    marching,
    on_cells,
    pass_until,
    player,
    sections,
    stacks,
)

MILITARY = {"barracks": 1, "shooting_range": 1, "academy": 1, "tiltyard": 1, "garde": 1}


def _guards(mode: int, *units: tuple[int, str], levels: dict | None = None, site: str = "T01_N", **fields: object) -> Position:
    """Hero 1 of the Knights meets guards; an early withdrawal is declined."""
    fields = {"ability": heroes(abilities()), **fields}
    p = arrange(player("T01_C", *units, **fields), rules={"combat_mode": mode}, **guarded(site, **(levels or {"level_1": 5})))
    p.play("hero 1", "go n")
    if asked(p)[1] == Prompt.LEAVE:
        p.play("pass")
    return p


def _strike(p: Position, *dice: int) -> Position:
    """The first attack of seat 0, whatever field it is fought on; the guards let their turn pass."""
    if asked(p)[1] == Prompt.DEPLOY:
        p = on_cells(marching(p), ["F6"], ["F8"])
        while p.seat == 1:
            p.play("pass")
        p.play("go s").queue_dice(*dice)
        return p.play("target 0")
    while p.seat == 1:
        p.play("pass")
    return p.queue_dice(*dice).play("target 0")


def _duel(mode: int, mine: tuple[int, str], theirs: tuple[int, str], initiative: tuple[int, int] = (6, 6), **fields: object) -> Position:
    """The hero of seat 0 attacks the hero of seat 1 in the open."""
    p = arrange(
        player("T01_C", mine, ability=heroes(abilities(initiative=initiative[0])), **fields),
        player("T01_NE", theirs, ability=heroes(abilities(initiative=initiative[1]))),
        rules={"combat_mode": mode},
    )
    return p.play("hero 1", "go ne")


def _shot(p: Position, *dice: int) -> Position:
    """The shooters of seat 0 fire at the first enemy stack."""
    if asked(p)[1] == Prompt.DEPLOY:
        p = on_cells(marching(p), ["D6"], ["D8", "I14"])
        while asked(p) != (0, Prompt.MARCH):
            p.play("pass" if "pass" in p.legal() else p.legal()[0])
        on_cells(p, ["D6"], ["D8"])
        p.queue_dice(*dice).play("pass")
        return p.play("target 0") if asked(p)[1] == Prompt.STRIKE else p
    while p.seat == 1:
        p.play("pass")
    return p.queue_dice(*dice).play("target 0")


# ------------------------------------------------------------------------------------------------ methods
@pytest.mark.rule("HVW-371", "HVW-372", "HVW-373", "HVW-374")
@pytest.mark.parametrize(("mode", "display", "left"), [(1, False, 7), (2, True, 7), (3, False, 4), (4, True, 4)])
def test_four_methods(mode: int, display: bool, left: int) -> None:
    """19.0: modes 2 and 4 deploy on the display; three K2 that win deal 3 kills in modes 1 and 2, 6 hits in 3 and 4."""
    p = _guards(mode, (3, "K2"), levels={"level_1": 10})
    assert (asked(p)[1] == Prompt.DEPLOY) == display
    assert GAME.observation.read(p.observe(0), "combat_mode").tolist() == [int(k == mode) for k in (1, 2, 3, 4)]
    p = _strike(p, 20, 1)
    assert stacks(p, DEFENDER) == [(left, "N1")]


@pytest.mark.rule("HVW-372")
def test_mode_2_has_no_attrition() -> None:
    """19.1: eight K1 that win lose nobody in mode 2, two in mode 4."""
    for mode, left in ((2, 8), (4, 6)):
        p = _strike(_guards(mode, (8, "K1"), levels={"level_1": 20}), 20, 1)
        assert stacks(p, ATTACKER) == [(left, "K1")]
        assert stacks(p, DEFENDER) == [(12, "N1")]


@pytest.mark.rule("HVW-372", "HVW-440")
@pytest.mark.parametrize(("mode", "die", "gone"), [(1, 6, True), (2, 6, True), (2, 7, False), (3, 6, False), (4, 4, False), (4, 3, True)])
def test_withdrawal_by_method(mode: int, die: int, gone: bool) -> None:
    """19.1: modes 1 and 2 roll up to the own initiative; modes 3 and 4 shift it by the difference: 6 against 9 is 3."""
    p = _duel(mode, (5, "K1"), (5, "B1"), (6, 9))
    while asked(p) != (0, Prompt.WITHDRAW):
        p.play("pass" if "pass" in p.legal() else p.legal_ids()[0])
    p.queue_dice(die).play("yes")
    assert in_battle(p) == (not gone)
    assert p.record.hero_hex[0, 0] == (hex_of("T01_C") if gone else hex_of("T01_NE"))


@pytest.mark.rule("HVW-373")
def test_mode_3_halves_towers_up() -> None:
    """19.2: 15 hits of five K3 on a tower stack become 8 in the arena: two B3 die, one has two wounds."""
    camp = int(arrange({}, {}).record.place_hex[1])
    p = arrange(
        player(camp + 1, (5, "K3")),
        {"hero_hex": [hex_of("T01_C"), -1], "facility": {"tower_1": 1}, "place_garrison": {"level_3": 9}},
        rules={"combat_mode": 3},
    )
    p.play("hero 1", "go s", "target 0")  # the tower is manned
    while asked(p) != (0, Prompt.ATTACK):
        p.play("pass")
    p.queue_dice(20, 1).play(next(action for action in p.legal() if action.startswith("target")))
    assert stacks(p, DEFENDER) == [(7, "B3")]
    assert sorted(p.record.slot_wounds[DEFENDER].tolist())[-1] == 2


@pytest.mark.rule("HVW-375", "HVW-461")
@pytest.mark.parametrize(("mode", "ep"), [(1, 12), (2, 16), (3, 16), (4, 16)])
def test_a_killed_hero_is_worth_ten(mode: int, ep: int) -> None:
    """19.3: a hero killed with two level-3 units: 6 + 10 experience in modes 2 to 4, 2 + 10 in mode 1."""
    p = _shot(_duel(mode, (5, "K3"), (2, "B3"), hero_level=[3, 1]), 20, 1)
    assert not in_battle(p)
    assert p.record.hero_kills[1] == 1
    level, left = (4, ep - 10) if mode == 1 else (3, ep)
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (level, left)


# ------------------------------------------------------------------------------------------------ hits
@pytest.mark.rule("HVW-434")
def test_the_attacked_stack_strikes_back() -> None:
    """19.14: an attack lost to four units of level 2 costs 8 hits; a tie costs nobody anything."""
    p = _strike(_guards(3, (10, "K1"), levels={"level_2": 4}), 1, 20)
    assert stacks(p, ATTACKER) == [(2, "K1")]
    tie = _strike(_guards(3, (10, "K1"), levels={"level_2": 4}), 10, 12)  # 10 + 3 + 2 against 12 + 3
    assert stacks(tie, ATTACKER) == [(10, "K1")]
    assert stacks(tie, DEFENDER) == [(4, "N2")]
    assert not tie.record.slot_wounds.any()


@pytest.mark.rule("HVW-434")
@pytest.mark.parametrize(("unit", "level"), [("K1", 1), ("K2", 2), ("K4", 4), ("K5", 5), ("K6", 6)])
def test_every_unit_deals_its_level(unit: str, level: int) -> None:
    """19.14: two units of a level deal twice their level."""
    p = _strike(_guards(3, (2, unit), levels={"level_1": 20}), 20, 1)
    assert stacks(p, DEFENDER) == [(20 - 2 * level, "N1")]


@pytest.mark.rule("HVW-435")
def test_wounds_add_up() -> None:
    """19.15.1: 3 hits on three N2 kill one and wound one; 3 more kill the other two."""
    p = _strike(_guards(3, (3, "K1"), levels={"level_2": 3, "level_6": 1}), 20, 1)
    assert stacks(p, DEFENDER) == [(2, "N2"), (1, "N6")]
    assert p.record.slot_wounds[DEFENDER, 0] == 1
    p = pass_until(p, Prompt.ATTACK)
    p = _strike(p, 20, 1)
    assert stacks(p, DEFENDER) == [(1, "N6")]


@pytest.mark.rule("HVW-436")
def test_surplus_hits_are_lost() -> None:
    """19.15.1: 9 hits on two N3 leave 3 over, which hurt nobody else."""
    p = _guards(3, (3, "K3"), levels={"level_1": 5, "level_3": 2})
    while p.seat == 1:
        p.play("pass")
    p.queue_dice(20, 1).play("target 1")
    assert stacks(p, DEFENDER) == [(5, "N1")]
    assert not p.record.slot_wounds.any()


@pytest.mark.rule("HVW-436")
def test_wounds_do_not_weaken() -> None:
    """19.15.1: a stack with a wound attacks, defends and hits as before."""
    p = _guards(3, (3, "K2"), levels={"level_1": 20})
    p.record.slot_wounds[ATTACKER, 0] = 1
    tie = p.clone().queue_dice(10, 7).play("target 0")  # the guards' 10 + 3 against 7 + 4 + 2
    assert stacks(tie, ATTACKER) == [(3, "K2")]
    assert stacks(tie, DEFENDER) == [(20, "N1")]
    p = _strike(p, 20, 1)
    assert stacks(p, DEFENDER) == [(14, "N1")]


@pytest.mark.rule("HVW-437")
def test_killed_units_can_be_recruited_again() -> None:
    """19.15.2: after the loss of three K5 level 5 is recruited as before."""
    fields = {"facility": MILITARY, "stock": {"gold": 20, "crystal": 9}}
    p = arrange(
        player("T01_C", (3, "K5"), (20, "K1"), **fields), rules={"combat_mode": 3}, sequence=2, **guarded("T01_N", level_5=4, level_1=1)
    )
    p.play("hero 1", "go n", "pass")
    assert asked(p) == (1, Prompt.ATTACK)
    p.queue_dice(20, 1).play("target 0")
    assert stacks(p, ATTACKER) == [(20, "K1")]
    p = pass_until(p, Prompt.ITEM)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.ITEM)
    p.play("recruit level 5", "amount 3")
    assert p.record.place_garrison[0, 4] == 3


# ------------------------------------------------------------------------------------------------ attrition
@pytest.mark.rule("HVW-438", "HVW-374")
@pytest.mark.parametrize("mode", [3, 4])
@pytest.mark.parametrize(("number", "back"), [(3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (16, 4)])
def test_hits_in_return(mode: int, number: int, back: int) -> None:
    """19.16.1: one hit comes back for every full four hits."""
    p = _strike(_guards(mode, (number, "K1"), levels={"level_6": 5}), 20, 1)
    assert stacks(p, ATTACKER) == [(number - back, "K1")]


@pytest.mark.rule("HVW-438")
def test_no_hits_in_return_for_fire_or_in_basic_methods() -> None:
    """19.16.1: ranged combat knows no attrition, nor do modes 1 and 2."""
    for mode in (3, 4):
        p = _shot(_guards(mode, (4, "K3"), levels={"level_6": 5}), 20, 1)
        assert stacks(p, DEFENDER) == [(3, "N6")]
        assert stacks(p, ATTACKER) == [(4, "K3")]
        assert not p.record.slot_wounds[ATTACKER].any()
    basic = _strike(_guards(1, (12, "K1"), levels={"level_1": 20}), 20, 1)
    assert stacks(basic, ATTACKER) == [(12, "K1")]


@pytest.mark.rule("HVW-438")
def test_the_attacked_winner_pays_too() -> None:
    """19.16.1: four N2 that repel ten K1 with 8 hits take 2 in return."""
    p = _strike(_guards(3, (10, "K1"), levels={"level_2": 4}), 1, 20)
    assert stacks(p, DEFENDER) == [(3, "N2")]


@pytest.mark.rule("HVW-439")
def test_only_hits_really_taken_come_back() -> None:
    """19.16.1: 15 hits on one N6 count as 6, so one comes back and causes nothing further."""
    p = _guards(3, (3, "K5"), levels={"level_6": 1, "level_1": 5})
    while p.seat == 1:
        p.play("pass")
    p.queue_dice(20, 1).play("target 1")
    assert stacks(p, DEFENDER) == [(5, "N1")]
    assert stacks(p, ATTACKER) == [(3, "K5")]
    assert p.record.slot_wounds[ATTACKER, 0] == 1


@pytest.mark.rule("HVW-439")
def test_the_last_unit_survives_its_victory() -> None:
    """19.16.1: hits in return never eliminate the last unit that the winner has in the battle."""
    p = _guards(3, (1, "K4"), levels={"level_1": 9})
    p.record.slot_wounds[ATTACKER, 0] = 3
    p = _strike(p, 20, 1)
    assert stacks(p, DEFENDER) == [(5, "N1")]
    assert stacks(p, ATTACKER) == [(1, "K4")]
    other = _guards(3, (1, "K4"), (1, "K1"), levels={"level_1": 9})
    other.record.slot_wounds[ATTACKER, 0] = 3
    assert stacks(_strike(other, 20, 1), ATTACKER) == [(1, "K1")]  # here it was not the last


# ------------------------------------------------------------------------------------------------ withdrawal
@pytest.mark.rule("HVW-440")
@pytest.mark.parametrize(
    ("own", "enemy", "die", "gone"),
    [
        (6, 9, 3, True),
        (6, 9, 4, False),
        (2, 9, 1, True),
        (2, 9, 2, False),
        (9, 6, 12, True),
        (9, 6, 13, False),
        (6, 6, 6, True),
        (6, 6, 7, False),
    ],
)
def test_advanced_withdrawal(own: int, enemy: int, die: int, gone: bool) -> None:
    """19.16.2: the own initiative is changed by the difference to the enemy's, and a 1 always works."""
    p = _duel(3, (5, "K1"), (5, "B1"), (own, enemy))
    while asked(p) != (0, Prompt.WITHDRAW):
        p.play("pass")
    p.queue_dice(die).play("yes")
    assert in_battle(p) == (not gone)


@pytest.mark.rule("HVW-441")
@pytest.mark.parametrize(("die", "gone"), [(6, True), (7, False)])
def test_withdrawal_from_guards(die: int, gone: bool) -> None:
    """19.16.2: without an enemy hero the plain initiative counts."""
    p = pass_until(_guards(3, (5, "K1")), Prompt.WITHDRAW)
    p.queue_dice(die).play("yes")
    assert in_battle(p) == (not gone)


@pytest.mark.rule("HVW-442")
@pytest.mark.parametrize("mode", [3, 4])
@pytest.mark.parametrize(("die", "gone"), [(5, True), (6, True), (7, False)])
def test_leaving_before_the_fight(mode: int, die: int, gone: bool) -> None:
    """19.16.3: a hero leaves a guarded Resource on a roll up to his initiative; the guards stay."""
    p = arrange(player("T01_C", (5, "K1")), rules={"combat_mode": mode}, **guarded("T01_N", level_1=6))
    p.play("hero 1", "go n")
    assert asked(p) == (0, Prompt.LEAVE)
    p.queue_dice(die).play("yes")
    assert in_battle(p) == (not gone)
    if gone:
        assert p.record.hero_hex[0, 0] == hex_of("T01_C")
        assert p.record.hero_done[0, 0]
        assert guards_on(p, "T01_N") == [6, 0, 0, 0, 0, 0]
        assert sections(p, 0) == [(5, "K1")]
        assert p.record.hero_ep[0, 0] == 0


@pytest.mark.rule("HVW-442")
def test_leaving_guards_that_just_appeared() -> None:
    """19.16.3: it holds for the guards of the first visit as well."""
    p = arrange(player("T05_C", (5, "K1")), rules={"combat_mode": 3})
    p.play("hero 1").queue_dice(2, 1).play("go sw")
    assert asked(p) == (0, Prompt.LEAVE)
    p.play("yes")
    assert guards_on(p, "T05_SW") == [4, 0, 0, 0, 0, 0]
    assert p.record.hero_hex[0, 0] == hex_of("T05_C")


@pytest.mark.rule("HVW-442")
@pytest.mark.parametrize(("extra", "asked_"), [({}, False), ({"early_withdraw_everywhere": True}, True)])
def test_no_leaving_of_ruins_and_players(extra: dict, asked_: bool) -> None:
    """19.16.3: only Resources are left early, ruins with early_withdraw_everywhere, and never in modes 1 and 2."""
    p = arrange(player("T05_C", (5, "K1")), rules={"combat_mode": 3, **extra}, **guarded("T05_N", level_1=6))
    p.play("hero 1", "go n")
    assert (asked(p)[1] == Prompt.LEAVE) == asked_
    assert asked(_duel(3, (5, "K1"), (5, "B1")))[1] != Prompt.LEAVE
    for mode in (1, 2):
        basic = arrange(player("T01_C", (5, "K1")), rules={"combat_mode": mode}, **guarded("T01_N", level_1=6))
        assert asked(basic.play("hero 1", "go n"))[1] != Prompt.LEAVE


# ------------------------------------------------------------------------------------------------ idle rounds
def _idle(p: Position, rounds: int) -> Position:
    """Nobody does anything until a round begins, or the battle is over."""
    while in_battle(p) and p.record.battle_round <= rounds:
        p.play("pass")
    return p


@pytest.mark.rule("HVW-458", "HVW-459")
@pytest.mark.parametrize("mode", [1, 3])
def test_three_idle_rounds_end_the_fight(mode: int) -> None:
    """19.18: after three rounds without an attack the attacker goes back without a die."""
    p = _guards(mode, (5, "K1"), levels={"level_1": 5}).queue_dice(13)
    assert in_battle(_idle(p.clone(), 2))
    p = _idle(p, 3)
    assert not in_battle(p)
    assert p.record.queued == 1
    assert p.record.hero_hex[0, 0] == hex_of("T01_C")
    assert p.record.hero_done[0, 0]
    assert guards_on(p, "T01_N") == [5, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-458")
def test_an_attack_starts_the_count_again() -> None:
    """19.18: two idle rounds, a blow and two more idle rounds end nothing."""
    p = _idle(_guards(3, (5, "K1"), levels={"level_1": 5}), 2)
    p = _strike(pass_until(p, Prompt.ATTACK), 10, 13)  # 15 : 15, but it was an attack
    p = _idle(p, 5)
    assert in_battle(p)
    assert p.record.battle_round == 6
    assert not in_battle(_idle(p, 6))


@pytest.mark.rule("HVW-459")
def test_an_idle_siege_ends_and_a_breach_is_an_action() -> None:
    """19.18: three idle rounds send a besieger home; breach attempts keep the siege going."""
    camp = int(arrange({}, {}).record.place_hex[1])
    defender = {"hero_hex": [hex_of("T01_C"), -1], "place_garrison": {"level_1": 9}}
    p = arrange(player(camp + 1, (5, "K1")), defender).play("hero 1", "go s")
    idle = _idle(p.clone(), 3)
    assert not in_battle(idle)
    assert idle.record.hero_hex[0, 0] == camp + 1
    assert idle.record.place_owner[1] == 2
    for _ in range(4):
        p = pass_until(p, Prompt.BREACH).queue_dice(1).play("yes")
        assert p.record.battle_idle == 0
    assert in_battle(p)


@pytest.mark.rule("HVW-459")
def test_a_limit_of_combat_rounds() -> None:
    """19.18: thirty rounds, or as many as the rules say, end any combat in the same way."""
    assert GAME.variant(None).values["combat.max_rounds"] == 30
    p = arrange(player("T01_C", (5, "K1")), rules={"max_combat_rounds": 2}, **guarded("T01_N", level_1=5)).play("hero 1", "go n")
    for number in (1, 2):
        assert p.record.battle_round == number
        p.play("pass").queue_dice(10, 13).play("target 0")  # even, but an attack
        while in_battle(p) and p.record.battle_round == number:
            p.play("pass")
    assert not in_battle(p)
    assert p.record.hero_hex[0, 0] == hex_of("T01_C")


@pytest.mark.rule("HVW-459")
def test_a_reacting_hero_goes_home() -> None:
    """19.18: a hero who reacted and did nothing stands on his own hex again, and the mover goes on."""
    p = arrange(player("T01_SW", (5, "K1")), player("T01_NE", (5, "B1")))
    p.play("hero 1", "go ne")
    assert asked(p) == (1, Prompt.REACT)
    p.queue_dice(1).play("yes")
    assert in_battle(p)
    p = _idle(p, 3)
    assert not in_battle(p)
    assert p.record.hero_hex[1, 0] == hex_of("T01_NE")
    assert p.record.hero_hex[0, 0] == hex_of("T01_C")
    assert asked(p) == (0, Prompt.ACT)


# ------------------------------------------------------------------------------------------------ after combat
@pytest.mark.rule("HVW-460")
def test_wounds_heal_after_combat() -> None:
    """19.19: a stack wounded in one combat is whole in the next."""
    sites = ("T01_N", "T01_SE")
    p = arrange(
        player("T01_C", (5, "K2")), rules={"combat_mode": 3}, guards={site: {"level_1": 3} for site in sites},
        activated=dict.fromkeys(sites, 1), tried=dict.fromkeys(sites, 1),
    )  # fmt: skip
    p.play("hero 1", "go n", "pass").queue_dice(20, 1).play("target 0")
    assert stacks(p, ATTACKER) == [(4, "K2")]
    assert p.record.slot_wounds[ATTACKER, 0] == 1
    p.queue_dice(20, 1).play("target 0")
    assert not in_battle(p)
    p.play("go s", "go se")
    if asked(p)[1] == Prompt.LEAVE:
        p.play("pass")
    assert stacks(p, ATTACKER) == [(4, "K2")]
    assert not p.record.slot_wounds.any()


@pytest.mark.rule("HVW-461")
@pytest.mark.parametrize(("mode", "ep"), [(1, 4), (2, 12), (3, 12), (4, 12)])
def test_experience_by_level(mode: int, ep: int) -> None:
    """19.20: four killed N3 give 12 experience in modes 2 to 4, 4 in mode 1."""
    p = _guards(mode, (5, "K3"), levels={"level_3": 4}, hero_level=[2, 1])
    p = _shot(p, 20, 1)
    assert not in_battle(p)
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (2, ep)


@pytest.mark.rule("HVW-461")
def test_no_experience_for_a_withdrawal() -> None:
    """19.20: who withdraws gains nothing and loses nothing."""
    p = _shot(_guards(3, (2, "K3"), levels={"level_3": 4}, hero_ep=[7, 0]), 20, 1)
    assert stacks(p, DEFENDER) == [(2, "N3")]
    p = pass_until(p, Prompt.WITHDRAW).queue_dice(1).play("yes")
    assert not in_battle(p)
    assert p.record.hero_ep[0, 0] == 7


@pytest.mark.rule("HVW-462", "HVW-463")
@pytest.mark.parametrize(
    ("level", "ep", "new", "left"),
    [(1, 0, 2, 0), (2, 15, 3, 5), (2, 9, 2, 19), (2, 10, 3, 0), (9, 80, 10, 0), (9, 79, 9, 89), (10, 95, 10, 105), (1, 25, 3, 5)],
)
def test_price_of_levels(level: int, ep: int, new: int, left: int) -> None:
    """19.20: a level costs ten times the current level: 10 from 1 to 2, 20 from 2 to 3, 90 from 9 to 10."""
    p = _shot(_guards(3, (5, "K3"), levels={"level_2": 5}, hero_level=[level, 1], hero_ep=[ep, 0]), 20, 1)
    assert not in_battle(p)
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (new, left)
    assert p.record.ability_points[0, 0] == new - level


@pytest.mark.rule("HVW-462", "HVW-463")
def test_price_of_levels_in_mode_1() -> None:
    """19.20: only mode 1 keeps the flat price of 10."""
    p = _shot(_guards(1, (5, "K3"), levels={"level_2": 5}, hero_level=[9, 1], hero_ep=[5, 0]), 20, 1)
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (10, 0)
