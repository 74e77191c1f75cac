"""Rare cases of reactions, sieges and withdrawals that the clauses imply (HVW-156 to HVW-310)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import SITES, UNITS
from rulebound.envs.heroes_vs_warlords.state import GUARDS, Cause, Prompt, Status
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    GAME,
    abilities,
    arrange,
    asked,
    dice_left,
    fallen,
    guarded,
    guards_on,
    heroes,
    in_battle,
    pass_until,
    player,
    sections,
    spot,
    stacks,
    stock,
    strike,
    walk,
)

MINE, RUIN = "T03_NW", "T03_SE"  # both lie beside T03_C


def next_turn(p: Position, seat: int) -> Position:
    """Pass until this seat may choose a hero."""
    p = pass_until(p, Prompt.HERO)
    while p.seat != seat:
        p = pass_until(p.play("pass"), Prompt.HERO)
    return p


def withdraw(p: Position, seat: int) -> Position:
    """Pass until a seat is asked for its withdrawal, which succeeds."""
    p = pass_until(p, Prompt.WITHDRAW)
    if p.seat != seat:
        p = pass_until(p.play("pass"), Prompt.WITHDRAW)
    return p.queue_dice(1).play("yes")


def slots(p: Position, side: int) -> list[tuple[int, str]]:
    """All seven slots of a side as (number, unit)."""
    s = p.record
    return [(int(s.slot_count[side, k]), UNITS[s.slot_unit[side, k]]) for k in range(7)]


def targets(p: Position) -> list[int]:
    """The slots that the stack in turn may attack."""
    assert asked(p)[1] == Prompt.ATTACK
    return [int(action.split()[1]) for action in p.legal() if action.startswith("target")]


# ------------------------------------------------------------------------------------------------ reactions
@pytest.mark.rule("HVW-158")
def test_guards_left_untested_try_on_the_next_hex() -> None:
    """7.3.1: the ruin's guards react and are beaten; those of the mine test only when he moves on beside them."""
    world = {"guards": {MINE: {"level_1": 3}, RUIN: {"level_2": 2}}, "activated": {MINE: 1, RUIN: 1}}
    p = arrange(player("T03_S", (9, "K1")), dice=(1,), **world).play("hero 1")
    strike(walk(p, "T03_C").play("pass"), 0, 20, 1).queue_dice(1)
    assert (asked(p), dice_left(p)) == ((0, Prompt.ACT), 1)
    walk(p, "T03_N")
    assert (in_battle(p), stacks(p, ATTACKER)) == (True, [(3, "N1")])


@pytest.mark.rule("HVW-172", "HVW-175")
def test_one_reaction_battle_per_hex() -> None:
    """7.3.2: the hero with more initiative reacts and dies; in this hex neither the other one nor guards try any more."""
    rivals = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("T03_NE"), spot("T03_SW")],
              "ability": heroes(abilities(initiative=5), abilities(initiative=7)),
              "section_unit": [["B1"], ["B2"]], "section_count": [[9], [1]]}  # fmt: skip
    p = arrange(player("T03_S", (9, "K1")), rivals, **guarded(MINE, level_1=4)).play("hero 1")
    walk(p, "T03_C").queue_dice(7).play("yes")
    strike(p, 0, 20, 1).queue_dice(1).play("raise attack")
    assert (asked(p), dice_left(p)) == ((0, Prompt.ACT), 1)
    walk(p, "T03_N")
    assert asked(p) == (1, Prompt.REACT)


@pytest.mark.rule("HVW-160")
def test_guards_that_killed_their_visitor_react_too() -> None:
    """7.3.1: they appeared, won, and test against the hero of another player beside them."""
    p = arrange(player("T01_S", (1, "K1")), player("T03_C", (9, "B1")), dice=(1,)).play("hero 1")
    p.play("go se", "pass")
    assert asked(p) == (1, Prompt.ATTACK)
    strike(p, 0, 20, 1, 2)
    p = pass_until(p, Prompt.ATTACK)
    assert p.record.hero_status[0, 0] == Status.DEAD
    assert (p.record.battle_cause, p.record.battle_seat.tolist()) == (Cause.BYSTANDER, [GUARDS, 1])


@pytest.mark.rule("HVW-160", "HVW-166")
def test_a_bystander_may_beat_the_guards() -> None:
    """7.3.1: he fights in his own hex, has his points and stays there; the mine is empty and nobody's."""
    p = arrange(player("T01_S", (9, "K1")), player("T03_C", (9, "B1")), dice=(1,)).play("hero 1")
    p = pass_until(p.play("go se", "pass"), Prompt.WITHDRAW)
    p.queue_dice(1, 2).play("yes")
    while not (p.seat == 1 and asked(p)[1] == Prompt.ATTACK and p.record.battle_step % 2 == 0):
        p.play("pass")
    strike(p, 0, 20, 1)
    assert not in_battle(p)
    assert (p.record.hero_hex[1, 0], p.record.hero_ep[1, 0]) == (spot("T03_C"), 6)
    assert guards_on(p, MINE) == [0] * 6
    assert p.record.control[SITES.index(MINE)] == 0


@pytest.mark.rule("HVW-166", "HVW-174")
def test_a_reacting_force_that_does_nothing_goes_home() -> None:
    """7.3, 19.18: after three rounds without an attack guards return, and the mover goes on from where he is."""
    p = arrange(player("T03_S", (9, "K1")), dice=(1,), **guarded(MINE, level_1=4)).play("hero 1")
    p = pass_until(walk(p, "T03_C"), Prompt.ACT)
    assert (p.seat, p.record.hero_mp[0, 0], p.record.hero_hex[0, 0]) == (0, 5, spot("T03_C"))
    assert guards_on(p, MINE) == [4, 0, 0, 0, 0, 0]
    walk(p.queue_dice(1), "T03_N")
    assert (in_battle(p), dice_left(p)) == (False, 1)  # they have had their attempt


@pytest.mark.rule("HVW-195", "HVW-159")
@pytest.mark.parametrize("reactor", ["guards", "hero"])
def test_a_garrison_fights_beside_the_hero_who_is_attacked_in_its_hex(reactor: str) -> None:
    """8.2: a hero enters his own wood with a garrison; guards or a hero react there and meet both."""
    own = {"control": {"T01_N": "player_0"}, "garrison": {"T01_N": {"level_2": 4}}}
    guards = {"guards": {"T05_SW": {"level_1": 4}}, "activated": {"T01_N": 1, "T05_SW": 1}}
    rival = player("T05_S" if reactor == "hero" else "T12_S", (9, "B1"))
    world = guards if reactor == "guards" else {"activated": {"T01_N": 1}}
    p = walk(arrange(player("T01_C", (9, "K1")), rival, **own, **world).play("hero 1").queue_dice(1), "T01_N")
    if reactor == "hero":
        p.play("yes")
    assert in_battle(p)
    assert stacks(p, DEFENDER) == [(9, "K1"), (4, "K2")]


@pytest.mark.rule("HVW-167")
def test_after_a_reaction_the_objective_is_used() -> None:
    """7.3.1.2: guards react on the outpost and are beaten; then its die is rolled."""
    p = arrange(player("T02_C", (9, "K1"), stock=dict.fromkeys(("gold", "crystal", "stone", "wood"), 0)), **guarded(MINE, level_1=4))
    walk(p.play("hero 1").queue_dice(1), "T02_NE").play("pass")
    assert p.record.visited[SITES.index("T02_NE")] == 0
    strike(p, 0, 20, 1, 5)
    assert (stock(p, 0), p.record.visited[SITES.index("T02_NE")]) == ([1, 0, 0, 0], 1)


@pytest.mark.rule("HVW-167", "HVW-263")
def test_a_reaction_brings_points() -> None:
    """8.11: four guards beaten in a reaction are four points."""
    p = arrange(player("T03_S", (9, "K1")), dice=(1,), **guarded(MINE, level_1=4)).play("hero 1")
    strike(walk(p, "T03_C").play("pass"), 0, 20, 1)
    assert p.record.hero_ep[0, 0] == 4


@pytest.mark.rule("HVW-254", "HVW-173")
def test_an_intercepted_hero_who_withdraws_is_done() -> None:
    """7.3.2, 8.9: his movement is over, and the reactor is back on his hex."""
    p = arrange(player("T03_S", (9, "K1")), player("T03_NE", (9, "B1"))).play("hero 1")
    walk(p, "T03_C").queue_dice(1).play("yes")
    p = withdraw(p, 0)
    assert (asked(p), set(p.legal())) == ((0, Prompt.RETREAT), {"go n", "go se", "go s", "go sw", "go nw"})
    p.play("go sw")
    assert p.record.hero_hex[:2, 0].tolist() == [spot("T03_SW"), spot("T03_NE")]
    assert p.record.order[p.record.turn] == 1  # nobody of seat 0 is left to act


@pytest.mark.rule("HVW-254")
@pytest.mark.parametrize("reactor", [True, False])
def test_who_withdraws_in_the_turn_of_another_acts_in_his_own(reactor: bool) -> None:
    """8.9: only his activity in that turn is over; in his own turn he has all his movement points."""
    p = arrange(player("T03_S", (9, "K1")), player("T03_NE" if reactor else "T03_C", (9, "B1"))).play("hero 1")
    walk(p, "T03_C")
    if reactor:
        p.queue_dice(1).play("yes")
    p = withdraw(p, 1)
    if asked(p)[1] == Prompt.RETREAT:
        p.play("go n")
    p = next_turn(p, 1)
    assert p.record.sequence == 0
    p.play("hero 1")
    assert p.record.hero_mp[1, 0] == 6
    assert any(action.startswith("go") for action in p.legal())


# ------------------------------------------------------------------------------------------------ the Camp
@pytest.mark.rule("HVW-180")
def test_a_camp_never_enters_the_hex_of_an_enemy_hero() -> None:
    """7.4: neither his hex nor those beside it."""
    p = arrange(player(spot("SB_N"), (9, "K1")), {}, order=[1, 0, 0], stage="turn").play("move camp")
    assert {action for action in p.legal() if action.startswith("go")} == {"go se", "go sw"}


@pytest.mark.rule("HVW-184")
def test_both_heroes_inside_are_asked() -> None:
    """7.4: one rides along, the other stays behind."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("SB_C")] * 2, "hero_mp": [6, 6],
            "section_unit": [["B1"], ["B2"]], "section_count": [[9], [9]]}  # fmt: skip
    p = arrange({}, both, order=[1, 0, 0], stage="turn").play("move camp", "go n", "pass")
    assert asked(p) == (1, Prompt.RIDE)
    p.play("yes")
    assert p.record.hero_hex[1].tolist() == [spot("SB_C"), spot("SB_N")]
    assert p.record.hero_mp[1].tolist() == [6, 6]


@pytest.mark.rule("HVW-185", "HVW-283", "HVW-293")
def test_an_ownerless_camp_neither_moves_nor_earns() -> None:
    """7.4, 8.13: nobody is offered its move, and its stock does not grow."""
    p = arrange({}, fallen(), {}, falls=1, stage="turn")
    before = stock(p, 1)
    while p.record.sequence == 0:
        assert asked(p)[1] != Prompt.CAMP
        p.play("pass")
    assert stock(p, 1) == before


# ------------------------------------------------------------------------------------------------ sieges
def siege(attacker: list, hero: list | None = None, garrison: dict | None = None, towers: int = 2) -> Position:
    """Barbarians have entered the City of the Knights."""
    built = {"tower_1": int(towers > 0), "tower_2": int(towers > 1)}
    at_home = player(spot("SK_C"), *hero) if hero else player("T01_C", (9, "K1"))
    knights = {**at_home, "facility": built, "place_garrison": garrison or {}}
    return walk(arrange(knights, player(spot("SK_NE"), *attacker), order=[1, 0, 0]).play("hero 1"), "SK_C")


@pytest.mark.rule("HVW-222", "HVW-221")
def test_only_a_single_stack_of_shooters_may_be_split() -> None:
    """8.7: with two stacks of shooters the second may stay behind the wall, but nothing is split."""
    p = siege([(9, "B1")], [(4, "K3"), (5, "K3")]).play("target 0")
    assert asked(p) == (0, Prompt.MAN_TOWER)
    p.play("pass")
    assert asked(p) == (1, Prompt.BREACH)
    assert slots(p, DEFENDER)[5:] == [(4, "K3"), (0, "none")]


@pytest.mark.rule("HVW-222")
def test_a_split_is_offered_however_many_stacks_there_are() -> None:
    """8.7: two towers and one stack of shooters among seven stacks: it may be split, towers are filled before boxes."""
    others = [(1, "K1"), (2, "K1"), (3, "K2"), (4, "K4"), (5, "K5"), (6, "K3")]
    p = siege([(9, "B1")], others, {"level_6": 7}).play("target 5")
    assert asked(p) == (0, Prompt.SPLIT)


@pytest.mark.rule("HVW-198", "HVW-220")
@pytest.mark.parametrize("garrison", [{"level_3": 5}, {"level_6": 7, "level_3": 5}])
def test_shooters_of_a_large_garrison_may_man_a_tower(garrison: dict[str, int]) -> None:
    """8.2.2: shooters are placed in the towers first; with seven or more other stacks they may still be named for one."""
    six = [(1, "K1"), (2, "K1"), (3, "K2"), (4, "K4"), (5, "K5"), (6, "K6")]
    p = siege([(9, "B1")], six, garrison, towers=1)
    assert asked(p) == (0, Prompt.MAN_TOWER)
    p.play(p.legal()[1])
    assert slots(p, DEFENDER)[5] == (5, "K3")


@pytest.mark.rule("HVW-222", "HVW-262")
@pytest.mark.parametrize("inside", [True, False])
def test_a_split_stack_is_one_again_after_the_combat(inside: bool) -> None:
    """8.7, 8.10: four and three of its units go back to the same section or garrison."""
    p = siege([(9, "B1")], [(7, "K3")]) if inside else siege([(9, "B1")], garrison={"level_3": 7})
    p = withdraw(p.play("target 0", "yes"), 1)
    if inside:
        assert sections(p, 0) == [(7, "K3")]
    else:
        assert p.record.place_garrison[0].tolist() == [0, 0, 7, 0, 0, 0]


@pytest.mark.rule("HVW-199", "HVW-223")
def test_a_close_stack_in_the_box_of_an_unused_tower() -> None:
    """8.2.2: six stacks and shooters in tower 0: the box of tower 1 holds a surplus stack, behind the wall and no tower."""
    army = [(1, "K1"), (2, "K1"), (3, "K2"), (4, "K4"), (5, "K5"), (6, "K3")]
    p = siege([(5, "B3"), (9, "B1")], army, {"level_6": 7}).play("target 5")
    if asked(p)[1] == Prompt.SPLIT:
        p.play("pass")
    assert slots(p, DEFENDER)[5] == (6, "K3")
    assert slots(p, DEFENDER)[6][1] not in ("none", "K3")
    p.play("pass", "pass")  # no breach, no shot from the tower
    assert targets(p) == [5]
    p = pass_until(pass_until(p, Prompt.WITHDRAW).play("pass"), Prompt.BREACH).queue_dice(9).play("yes")
    while not (p.seat == 1 and asked(p)[1] == Prompt.ATTACK):
        p.play("pass")
    count = slots(p, DEFENDER)[6][0]
    assert 6 in targets(p)
    strike(p, 6, 20, 1)
    assert slots(p, DEFENDER)[6][0] == max(0, count - 5)  # all five hits


@pytest.mark.rule("HVW-235")
def test_an_emptied_damaged_tower_still_draws_the_next_strike() -> None:
    """8.7.1: tower 0 is damaged and its last shooter shot; when the wall falls tower 1 stays whole."""
    p = siege([(9, "B3")], [(2, "K3"), (5, "K3"), (3, "K1")]).play("target 0", "target 1").queue_dice(4).play("yes", "tower 0")
    assert [n for n, _ in slots(p, DEFENDER)[5:]] == [1, 5]
    while not (p.seat == 1 and asked(p)[1] == Prompt.ATTACK):
        p.play("pass")
    strike(p, 5, 20, 1)
    assert [n for n, _ in slots(p, DEFENDER)[5:]] == [0, 5]
    p = pass_until(pass_until(p, Prompt.WITHDRAW).play("pass"), Prompt.BREACH).queue_dice(9).play("yes")
    assert asked(p)[1] != Prompt.TOWER
    assert p.record.wall[0] == 2
    assert [n for n, _ in slots(p, DEFENDER)[5:]] == [0, 5]


@pytest.mark.rule("HVW-229", "HVW-236")
def test_a_damaged_tower_still_halves_hits() -> None:
    """8.7: a damaged tower stands; five hits on its three shooters kill all three, three hits two."""
    p = siege([(3, "B3")], [(6, "K3"), (3, "K1")], towers=1).play("target 0").queue_dice(4).play("yes", "pass")
    strike(p, 5, 20, 1)
    assert slots(p, DEFENDER)[5] == (1, "K3")


@pytest.mark.rule("HVW-243")
def test_the_bonus_counts_constructed_towers() -> None:
    """8.7.2.3: two towers are built and one is manned: its shooters add 4."""
    p = siege([(4, "B3")], [(4, "K3"), (5, "K3")]).play("target 0", "pass", "pass", "pass")
    strike(p, 5, 9, 10)  # 14 against 10 + 4
    assert slots(p, DEFENDER)[5] == (4, "K3")


@pytest.mark.rule("HVW-287", "HVW-186")
def test_after_a_siege_the_hero_may_go_on() -> None:
    """8.14: the conqueror of a City stands in it with his remaining points."""
    p = siege([(9, "B1")], garrison={"level_1": 3}, towers=0).queue_dice(9).play("yes", "pass")
    strike(p, 0, 20, 1, 1, 1, 1, 1)
    assert (asked(p), p.record.hero_mp[1, 0], p.record.hero_hex[1, 0]) == ((1, Prompt.ACT), 5, spot("SK_C"))
    assert p.record.place_owner[0] == 2


@pytest.mark.rule("HVW-186", "HVW-190")
def test_mercenaries_alone_defend_a_place() -> None:
    """7.5: three mercenaries left in the Camp make it a siege."""
    p = arrange(player(spot("SB_N"), (9, "K1")), player("T12_S", (9, "B1"), mercenaries=3)).play("hero 1")
    walk(p, "SB_C")
    assert asked(p) == (0, Prompt.BREACH)
    assert stacks(p, DEFENDER) == [(3, "M")]


@pytest.mark.rule("HVW-195", "HVW-262")
def test_units_of_two_heroes_and_a_garrison_go_back_to_their_own() -> None:
    """8.10: after a siege everybody has his survivors again."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("SK_C")] * 2, "hero_mp": [6, 6],
            "section_unit": [["K1"], ["none", "K1"]], "section_count": [[5], [0, 6]], "place_garrison": {"level_1": 7}}  # fmt: skip
    p = arrange(both, player(spot("SK_NE"), (2, "B1")), order=[1, 0, 0]).play("hero 1")
    p = walk(p, "SK_C").queue_dice(9).play("yes", "pass", "pass", "pass")
    assert stacks(p, DEFENDER) == [(5, "K1"), (6, "K1"), (7, "K1")]
    p = withdraw(strike(p, 1, 20, 1), 1)
    assert (sections(p, 0), sections(p, 0, 1)) == ([(5, "K1")], [(4, "K1")])
    assert p.record.place_garrison[0].tolist() == [7, 0, 0, 0, 0, 0]


# ------------------------------------------------------------------------------------------------ combat and aftermath
@pytest.mark.rule("HVW-206", "HVW-212")
@pytest.mark.parametrize(("die", "left"), [(10, 5), (9, 2)])
def test_shooters_defend_themselves_like_others_in_the_arena(die: int, left: int) -> None:
    """8.5.2: attacked hand-to-hand they add their defense 3 and their hero's 2: 10 + 3 + 2 ties with 10 + 5."""
    p = arrange(player("T03_S", (3, "K1"), (3, "K1")), player("T03_C", (5, "B3"), (1, "B1"))).play("hero 1")
    walk(p, "T03_C").play("pass", "pass")
    strike(p, 0, 10, die)
    assert stacks(p, DEFENDER)[0] == (left, "B3")


@pytest.mark.rule("HVW-213", "HVW-263", "HVW-280")
def test_an_attacker_who_loses_his_last_stack_dies() -> None:
    """8.5.2, 8.11, 8.13: his own attack fails; the defender has his points and, on an even die, his marker."""
    attacker = player("T03_S", (3, "K1"), equipment=[{"attack_1": 1}, {}])
    p = arrange(attacker, player("T03_C", (9, "B1")), cup={"attack_1": 3}).play("hero 1")
    strike(walk(p, "T03_C").play("pass"), 0, 1, 20, 2)
    assert p.record.hero_status[0, 0] == Status.DEAD
    assert p.record.equipment[1, 0, 0] == 1
    assert (p.record.hero_level[1, 0], p.record.hero_ep[1, 0]) == (2, 3)


@pytest.mark.rule("HVW-258")
def test_no_retreat_to_a_second_enemy_hero() -> None:
    """8.9: the other hero of the attacker shuts his hex."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("T03_S"), spot("T03_N")], "hero_mp": [6, 6],
            "section_unit": [["K1"], ["K2"]], "section_count": [[9], [9]]}  # fmt: skip
    p = walk(arrange(both, player("T03_C", (9, "B1"))).play("hero 1"), "T03_C")
    assert set(withdraw(p, 1).legal()) == {"go ne", "go se", "go sw", "go nw"}


@pytest.mark.rule("HVW-261", "HVW-289")
def test_a_mine_left_by_its_defender_changes_hands() -> None:
    """8.9, 9.1: the owner's hero withdraws from his mine; the attacker takes it."""
    p = arrange(player("T03_C", (9, "K1")), player(MINE, (9, "B1")), control={MINE: "player_1"}, activated={MINE: 1}).play("hero 1")
    p = withdraw(walk(p, MINE), 1).play("go n")
    p = pass_until(p, Prompt.ACT)
    assert p.record.control[SITES.index(MINE)] == 1
    assert p.record.hero_hex[0, 0] == spot(MINE)


@pytest.mark.rule("HVW-296")
def test_a_hero_who_appears_in_production_is_hidden_too() -> None:
    """11.1: the Tavern of the first producer brings hero 2; the second producer sees him only afterwards."""
    rich = player(None, stock=dict.fromkeys(("gold", "crystal", "stone", "wood"), 9))
    p = pass_until(arrange(rich, rich, stage="income", sequence=2), Prompt.ITEM)
    assert p.seat == 0
    p.play("build tavern")
    assert p.record.hero_status[0, 1] == Status.ON_MAP

    def seen(name: str) -> list:
        return GAME.observation.read(p.observe(1), name)[1].tolist()

    assert seen("status")[1] == [1, 0, 0]
    assert seen("hero_q")[1] == 0
    p.play("pass")
    assert (p.seat, seen("status")[1]) == (1, [1, 0, 0])
    p.play("pass")
    assert seen("status")[1] == [0, 1, 0]


@pytest.mark.rule("HVW-306")
def test_guards_of_a_tower_are_reinforced() -> None:
    """12.0: every hex with guards grows, not only Resources."""
    p = arrange(stage="clean_up", **guarded("T01_SE", level_2=3))
    assert guards_on(p, "T01_SE") == [0, 4, 0, 0, 0, 0]


@pytest.mark.rule("HVW-308", "HVW-284")
def test_an_ownerless_capital_is_not_in_enemy_hands() -> None:
    """12.1: the conqueror of the City is out himself, so at the check nobody holds it: its first owner stays in the game."""
    p = arrange(player("T01_C", (9, "K1"), place_owner="none", conquered=1), {}, {}, stage="clean_up")
    assert p.record.alive.tolist() == [1, 1, 1]


@pytest.mark.rule("HVW-308", "HVW-310")
def test_all_lost_capitals_are_checked_at_the_same_moment() -> None:
    """12.1: Amazons hold the City of the Knights, who hold the Camp: both are out, and the Amazons have won."""
    knights = player("T01_C", (9, "K1"), place_owner="player_2", conquered=1)
    p = arrange(knights, player("T12_S", (9, "B1"), place_owner="player_0", conquered=1), {}, stage="clean_up")
    assert (p.over, p.record.winner, p.record.alive.tolist()) == (True, 2, [0, 0, 1])


@pytest.mark.rule("HVW-309")
def test_the_turn_of_an_eliminated_player_ends() -> None:
    """12.1: guards kill the last hero of the active player; the next player begins his turn."""
    last = {"hero_status": ["on_map", "dead"], "hero_killed": [0, 1], "hero_kills": 1}
    p = arrange({**player("T03_C", (3, "K1")), **last}, {}, {}, **guarded(MINE, level_1=5)).play("hero 1")
    strike(walk(p, MINE), 0, 20, 1)
    assert (p.over, p.record.alive.tolist()) == (False, [0, 1, 1])
    assert p.record.order[p.record.turn] == 1
    assert p.seat == 1


@pytest.mark.rule("HVW-194", "HVW-262")
def test_a_reserve_goes_home_unharmed() -> None:
    """8.2, 8.10: 145 guards are eight stacks; after a withdrawal all of them stand on their hex again."""
    crowd = {"level_1": 40, "level_2": 40, "level_3": 40, "level_4": 25}
    p = walk(arrange(player("T03_C", (9, "K6")), **guarded(MINE, **crowd)).play("hero 1"), MINE)
    assert stacks(p, DEFENDER) == [(20, "N1"), (20, "N1"), (20, "N2"), (20, "N2"), (20, "N3"), (20, "N3"), (20, "N4")]
    assert guards_on(p, MINE) == [0, 0, 0, 5, 0, 0]
    assert guards_on(withdraw(p, 0), MINE) == [40, 40, 40, 25, 0, 0]
