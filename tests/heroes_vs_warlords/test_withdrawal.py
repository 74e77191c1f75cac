"""The end of a combat round: withdrawal, retreat and the return of the survivors (HVW-249 to HVW-262)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import GUARDS, Prompt, Stage
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    arrange,
    asked,
    dice_left,
    guarded,
    guards_on,
    in_battle,
    pass_until,
    player,
    sections,
    spot,
    stacks,
    step_to,
    strike,
    walk,
)

MINE = "T03_NW"


def meet_guards(*units: tuple[int, str], hero: dict | None = None, **levels: int) -> Position:
    """Hero 1 of seat 0 enters the gold mine T03_NW from T03_C and meets guards."""
    p = arrange(player("T03_C", *units, **(hero or {})), **guarded(MINE, **levels)).play("hero 1")
    return walk(p, MINE)


def duel(attacker: list | None = None, defender: list | None = None, rival: dict | None = None, **fields) -> Position:
    """Hero 1 of seat 0 attacks hero 1 of seat 1 on T03_C, coming from T03_S."""
    first, second = player("T03_S", *(attacker or [(9, "K1")])), player("T03_C", *(defender or [(9, "B1")]))
    return walk(arrange(first, {**second, **(rival or {})}, **fields).play("hero 1"), "T03_C")


def leave(p: Position, seat: int, roll: int = 1) -> Position:
    """Pass until a seat is asked for its withdrawal, and try it."""
    p = pass_until(p, Prompt.WITHDRAW)
    if p.seat != seat:
        p = pass_until(p.play("pass"), Prompt.WITHDRAW)
    assert p.seat == seat
    return p.queue_dice(roll).play("yes")


# ------------------------------------------------------------------------------------------------ the attempt
@pytest.mark.rule("HVW-249")
@pytest.mark.parametrize(("roll", "gone"), [(6, True), (7, False)])
def test_a_hero_withdraws_up_to_his_initiative(roll: int, gone: bool) -> None:
    """8.9: initiative 6: a 6 leaves; with a 7 he stays and may try again in the next round."""
    p = leave(meet_guards((9, "K1"), level_1=5), 0, roll)
    assert in_battle(p) != gone
    if not gone:
        p = pass_until(p, Prompt.WITHDRAW)
        assert (p.seat, p.record.battle_round) == (0, 2)
        assert not in_battle(p.queue_dice(6).play("yes"))


@pytest.mark.rule("HVW-249")
def test_a_side_without_hero_is_not_asked() -> None:
    """8.9: neither guards nor a garrison withdraw."""
    p = pass_until(meet_guards((9, "K1"), level_1=5), Prompt.WITHDRAW)
    assert p.seat == 0
    assert p.play("pass").record.battle_round == 2
    p = arrange(
        player("T03_C", (9, "K1")), player("T12_S", (9, "B1")),
        control={MINE: "player_1"}, activated={MINE: 1}, garrison={MINE: {"level_1": 5}},
    ).play("hero 1")  # fmt: skip
    p = pass_until(walk(p, MINE), Prompt.WITHDRAW)
    assert p.seat == 0
    assert p.play("pass").record.battle_round == 2


@pytest.mark.rule("HVW-250")
def test_the_attacker_decides_first() -> None:
    """8.9: then the defender, if the attacker stays."""
    p = pass_until(duel(), Prompt.WITHDRAW)
    assert (p.seat, p.record.battle_round) == (0, 1)
    p.play("pass")
    assert asked(p) == (1, Prompt.WITHDRAW)


@pytest.mark.rule("HVW-250")
def test_once_one_side_has_left_the_other_is_not_asked() -> None:
    """8.9: the battle is over."""
    p = leave(duel(), 0)
    assert not in_battle(p)
    assert asked(p)[1] not in (Prompt.WITHDRAW, Prompt.RETREAT)


@pytest.mark.rule("HVW-251")
def test_after_a_change_the_side_without_initiative_decides_first() -> None:
    """8.9: the attacker took the initiative in round 1; in round 2 the defender is asked before him."""
    p = pass_until(duel(), Prompt.SEIZE).queue_dice(1).play("yes")
    while p.record.battle_round == 1:
        p.play("pass")
    p = pass_until(p, Prompt.WITHDRAW)
    assert (p.seat, p.record.battle_round) == (1, 2)
    p.play("pass")
    assert asked(p) == (0, Prompt.WITHDRAW)


@pytest.mark.rule("HVW-252")
def test_a_besieged_hero_cannot_withdraw() -> None:
    """8.9: five rounds of a siege bring not one offer to the defender."""
    p = arrange(player(spot("SK_C"), (9, "K1")), player(spot("SK_NE"), (9, "B1")), order=[1, 0, 0]).play("hero 1")
    walk(p, "SK_C")
    offers = []
    while p.record.battle_round < 6:
        seat, prompt = asked(p)
        if prompt == Prompt.WITHDRAW:
            offers.append(seat)
        p.queue_dice(1).play("yes") if prompt == Prompt.BREACH else p.play("pass")
    assert offers == [1] * 5


@pytest.mark.rule("HVW-253")
def test_combat_ends_with_the_last_unit_of_a_side() -> None:
    """8.9: cavalry destroys the last stack in step 5; steps 6 to 9 do not happen."""
    p = meet_guards((9, "K1"), (9, "K5"), level_1=5)
    assert asked(p) == (0, Prompt.ATTACK)
    strike(p, 0, 20, 1)
    assert not in_battle(p)
    assert asked(p) == (0, Prompt.ACT)
    assert p.record.control[SITES.index(MINE)] == 1


# ------------------------------------------------------------------------------------------------ what it costs
@pytest.mark.rule("HVW-254")
def test_a_withdrawn_hero_keeps_his_units_and_is_done() -> None:
    """8.9: twelve of twenty units and four movement points are left: he acts no more in this turn."""
    p = meet_guards((20, "K1"), hero={"hero_mp": [5, 0]}, level_1=8)
    strike(p, 0, 20, 1)
    assert stacks(p, ATTACKER) == [(12, "K1")]
    p = leave(p, 0)
    assert sections(p, 0) == [(12, "K1")]
    assert p.record.order[p.record.turn] == 1  # his player has nobody else, so the turn is over


@pytest.mark.rule("HVW-255")
def test_the_other_hero_may_still_act() -> None:
    """8.9: hero 1 is done, hero 2 is not."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("T03_C"), spot("T12_S")], "hero_mp": [6, 6],
            "section_unit": [["K1"], ["K2"]], "section_count": [[9], [4]]}  # fmt: skip
    p = walk(arrange(both, **guarded(MINE, level_1=8)).play("hero 1"), MINE)
    p = leave(p, 0)
    assert asked(p) == (0, Prompt.HERO)
    assert "hero 2" in p.legal()
    assert "hero 1" not in p.legal()
    assert p.record.hero_hex[0, 0] == spot("T03_C")


@pytest.mark.rule("HVW-256")
def test_a_withdrawing_attacker_returns_to_where_he_came_from() -> None:
    """8.9: from T05_NE into the ruin T05_N and back; his two points are of no use any more."""
    p = arrange(player("T05_NE", (9, "K1"), hero_mp=[3, 0]), **guarded("T05_N", level_1=5)).play("hero 1")
    assert p.record.hero_hex[0, 0] == 30
    walk(p, "T05_N")
    assert p.record.hero_mp[0, 0] == 2
    p = leave(p, 0)
    assert p.record.hero_hex[0, 0] == 30
    assert p.record.order[p.record.turn] == 1
    assert p.record.explored[SITES.index("T05_N")] == 0


@pytest.mark.rule("HVW-256")
def test_a_hex_taken_by_the_own_other_hero_is_avoided() -> None:
    """8.9: he came through the hex of his other hero and goes to the first free hex around it, clockwise from north."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("T03_S"), spot("T03_C")], "hero_mp": [6, 6],
            "section_unit": [["K1"], ["K2"]], "section_count": [[9], [4]]}  # fmt: skip
    p = walk(arrange(both, **guarded(MINE, level_1=20), rules={"tables.reaction.level_1": 0}).play("hero 1"), "T03_C", MINE)
    p = leave(p, 0)
    assert p.record.hero_hex[0].tolist() == [spot("T03_N"), spot("T03_C")]


# ------------------------------------------------------------------------------------------------ retreat of the defender
@pytest.mark.rule("HVW-257")
def test_a_withdrawing_defender_chooses_an_adjacent_hex() -> None:
    """8.9: five hexes are open, that of the attacker is not."""
    p = leave(duel(), 1)
    assert asked(p) == (1, Prompt.RETREAT)
    assert set(p.legal()) == {"go n", "go ne", "go se", "go sw", "go nw"}
    p.play("go sw")
    assert p.record.hero_hex[1, 0] == spot("T03_SW")
    assert p.record.hero_hex[0, 0] == spot("T03_C")
    assert not in_battle(p)


def cornered(freed: str = "") -> Position:
    """Seat 1 attacks hero 1 of seat 0 on T03_N from T03_C; all other hexes are shut but the freed one."""
    knights = {"hero_status": ["on_map", "on_map"], "hero_mp": [6, 6], "section_unit": [["K1"], ["K2"]], "section_count": [[9], [4]],
               "hero_hex": [spot("T03_N"), spot("T12_S" if freed == "own hero" else "T03_NE")]}  # fmt: skip
    camp = spot("SB_C" if freed == "enemy place" else "T04_SW")
    face_up = [int((0 < slot < 12) or slot in (12, 18) or (freed == "hidden" and slot == 0)) for slot in range(37)]
    guards = {} if freed == "guards" else guarded("T04_S", level_1=4)
    p = arrange(
        knights, player("T03_C", (9, "B1"), place_hex=camp), order=[1, 0, 0], revealed=face_up,
        rules={"adv_terrain": freed != "closed side", "peace_until_explored": False}, **guards,
    ).play("hero 1")  # fmt: skip
    return walk(p, "T03_N")


@pytest.mark.rule("HVW-258")
def test_without_a_hex_to_go_to_withdrawal_is_not_offered() -> None:
    """8.9: around the defender lie a hidden tile, guards, an enemy Camp, his own hero, a river and the attacker's hex."""
    p = pass_until(cornered(), Prompt.WITHDRAW)
    assert p.seat == 1
    p.play("pass")
    assert (p.record.battle_round, asked(p)[1]) == (2, Prompt.ATTACK)


@pytest.mark.rule("HVW-258")
@pytest.mark.parametrize(
    ("freed", "way"), [("enemy place", "go n"), ("guards", "go ne"), ("own hero", "go se"), ("closed side", "go sw"), ("hidden", "go nw")]
)
def test_each_of_these_alone_shuts_a_hex(freed: str, way: str) -> None:
    """8.9: take one of them away, and withdrawal is offered, to that hex only."""
    p = leave(cornered(freed), 0)
    if asked(p)[1] == Prompt.RETREAT:
        assert p.legal() == [way]
        p.play(way)
    assert step_to(spot("T03_N"), int(p.record.hero_hex[0, 0])) == way


@pytest.mark.rule("HVW-258")
@pytest.mark.parametrize(("owner", "shut"), [("player_0", True), ("player_1", False), ("none", False)])
def test_no_retreat_onto_an_enemy_resource(owner: str, shut: bool) -> None:
    """8.9: the own or a free mine is open, one of an enemy is not."""
    p = leave(duel(control={MINE: owner}, activated={MINE: 1}), 1)
    assert ("go nw" not in p.legal()) == shut


@pytest.mark.rule("HVW-258")
@pytest.mark.parametrize("active", [0, 1])
def test_no_retreat_onto_an_active_enemy_recruitment_location(active: int) -> None:
    """8.9: from T04_N the way to SK_S is open only while it is not active."""
    knights = player("T04_NW", (9, "K1"), pool_active=active)
    p = walk(arrange(knights, player("T04_N", (9, "B1"))).play("hero 1"), "T04_N")
    assert ("go ne" in leave(p, 1).legal()) == (not active)


@pytest.mark.rule("HVW-259")
def test_a_retreat_triggers_nothing() -> None:
    """8.9: onto an outpost next to guards: no reaction is tested and nothing is collected."""
    p = arrange(player("T02_SW", (9, "K1")), player("T02_C", (9, "B1")), **guarded(MINE, level_1=4)).play("hero 1")
    p = leave(walk(p, "T02_C"), 1).queue_dice(1)
    p.play("go ne")
    assert p.record.hero_hex[1, 0] == spot("T02_NE")
    assert (in_battle(p), dice_left(p)) == (False, 1)
    assert p.record.visited[SITES.index("T02_NE")] == 0
    assert p.record.stock[1].tolist() == [4, 0, 2, 2]


@pytest.mark.rule("HVW-259")
def test_going_back_triggers_no_reaction() -> None:
    """8.9: an attacker who goes back next to an enemy hero is left alone."""
    p = arrange(player("T03_C", (9, "K1")), player("T03_SW", (9, "B1")), **guarded(MINE, level_1=4)).play("hero 1")
    p = walk(p, MINE)
    p = leave(p, 0)
    assert asked(p)[1] != Prompt.REACT
    assert p.record.hero_hex[0, 0] == spot("T03_C")


# ------------------------------------------------------------------------------------------------ who stays
@pytest.mark.rule("HVW-260")
def test_guards_stay_active_after_a_withdrawal() -> None:
    """8.9: three guards are left on their hex, and in the next turn they may react."""
    p = meet_guards((2, "K1"), level_2=5)
    p.play("pass")
    p = leave(strike(p, 0, 20, 1), 0)
    assert guards_on(p, MINE) == [0, 3, 0, 0, 0, 0]
    assert (p.record.activated[SITES.index(MINE)], p.record.control[SITES.index(MINE)]) == (1, 0)
    p = pass_until(p, Prompt.HERO)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.HERO)
    walk(p.play("hero 1").queue_dice(4), "T03_N")
    assert in_battle(p)
    assert p.record.battle_seat[ATTACKER] == GUARDS


@pytest.mark.rule("HVW-261")
def test_the_side_that_stays_wins() -> None:
    """8.9: the attacker leaves after losing four units: four points for the defender's hero, none for him."""
    p = duel(defender=[(4, "B1")])
    strike(p, 0, 20, 1)
    assert stacks(p, ATTACKER) == [(5, "K1")]
    p = leave(p, 0)
    assert p.record.hero_ep[:2, 0].tolist() == [0, 4]
    assert p.record.hero_hex[1, 0] == spot("T03_C")


@pytest.mark.rule("HVW-261", "HVW-287")
def test_an_attacker_whose_enemy_left_goes_on() -> None:
    """8.9: the defender leaves; the attacker has his points, the hex and his movement points."""
    p = duel(attacker=[(4, "K1")])
    p.play("pass")
    p = leave(strike(p, 0, 20, 1), 1).play("go n")
    p = pass_until(p, Prompt.ACT)
    assert p.record.hero_ep[:2, 0].tolist() == [4, 0]
    assert (asked(p), p.record.hero_mp[0, 0]) == ((0, Prompt.ACT), 5)
    assert p.record.stage == Stage.ACT


@pytest.mark.rule("HVW-262")
def test_survivors_go_back_to_their_section() -> None:
    """8.10: a section of ten with four losses shows six, a destroyed one is empty, an untouched one the same."""
    p = meet_guards((10, "K1"), (3, "K2"), (5, "K4"), level_1=4, level_2=3)
    strike(p, 0, 20, 1)
    strike(p, 1, 20, 1)
    while p.seat == 1:
        p.play("pass")
    strike(p, 0, 20, 1)
    assert asked(p) == (0, Prompt.ATTACK)
    strike(p, 1, 20, 1)
    assert not in_battle(p)
    units, counts = p.record.section_unit[0, 0].tolist(), p.record.section_count[0, 0].tolist()
    assert counts[:3] == [6, 0, 5]
    assert (units[0], units[1], units[2]) == (1, 0, 4)


@pytest.mark.rule("HVW-262")
def test_survivors_go_back_to_their_garrison() -> None:
    """8.10: units of a Resource hex return to its garrison, those of the hero to his display, guards to their hex."""
    p = arrange(
        player("T03_C", (2, "K1")), player(MINE, (4, "B2")),
        control={MINE: "player_1"}, activated={MINE: 1}, garrison={MINE: {"level_1": 5}},
    ).play("hero 1")  # fmt: skip
    p = walk(p, MINE)
    while p.seat == 1:
        p.play("pass")
    p = leave(strike(p, 1, 20, 1), 0)
    assert p.record.garrison[SITES.index(MINE)].tolist() == [3, 0, 0, 0, 0, 0]
    assert sections(p, 1) == [(4, "B2")]
    p = leave(strike(meet_guards((5, "K1"), level_1=23).play("pass", "pass"), 1, 20, 1), 0)
    assert guards_on(p, MINE) == [20, 0, 0, 0, 0, 0]
