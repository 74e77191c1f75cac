"""Rules of skirmishes: strength, detachments, declaration, response, targets and dice (BRC-307 to BRC-328)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    aims,
    critical,
    flat,
    go,
    listed,
    march,
    offered,
    on_board,
    piece,
    place,
    prompt,
    scene,
    warrior,
    worker,
)

HOMES = (piece("village_row_e", 0, 0, 0), piece("village_row_e", 0, 6, 1))
FIGHT = range(Prompt.INTERRUPT, Prompt.STARVE)


def field(p0, p1, *, structures=(), p2=(), **more) -> Position:
    """A meadow with a village of p0 and p1 each in the north, in p0's Deploy; p0 is at odds with everybody."""
    players = more.setdefault("players", 3 if p2 else 2)
    more.setdefault("unfriendly", [(0, k) for k in range(1, players)])
    more.setdefault("stage", "deploy")
    pawns = {0: list(p0), 1: list(p1), 2: list(p2)} if players > 2 else {0: list(p0), 1: list(p1)}
    return scene(flat(9, 9), pawns=pawns, structures=[*HOMES, *structures], **more)


def pick(p: Position, *detachments: tuple[int, Stud]) -> Position:
    """Choose listed detachments."""
    for detachment in detachments:
        p.play(f"detachment {offered(p, 'detachment ')[listed(p).index(detachment)]}")
    return p


def hold(p: Position, slot: int = 0, group=()) -> Position:
    """Deploy without moving."""
    return p.play(f"pawn {slot}", *(f"pawn {k}" for k in group), "yes")


def declare(p: Position, *detachments: tuple[int, Stud], dice=()) -> Position:
    """Challenge detachments with these dice to come."""
    return pick(p.queue_dice(*dice), *detachments).play("yes")


def stay_out(p: Position) -> Position:
    """Nobody joins."""
    while p.record.prompt == Prompt.RESPOND:
        p.play("yes" if "yes" in p.legal() else "end")
    return p


# ------------------------------------------------------------------------------------------------ strength
@pytest.mark.rule("BRC-307", "BRC-308")
def test_a_warrior_in_the_open_hits_on_one_and_two():
    """Of the six faces exactly two hit: the strength of a warrior is 2."""
    p = pick(hold(field([warrior(5, 5)], [worker(5, 7)])), (1, (5, 7)))
    hits = [die for die in range(1, 7) if critical(p.clone().queue_dice(die).play("yes"), 1)]
    assert hits == [1, 2]


@pytest.mark.rule("BRC-307")
def test_strength_is_the_same_in_defence():
    """A challenged warrior in the open hits on 1 and 2 as well."""
    p = pick(hold(field([warrior(5, 5)], [warrior(5, 7)])), (1, (5, 7)))
    hits = [die for die in range(1, 7) if critical(p.clone().queue_dice(6, die).play("yes"), 0)]
    assert hits == [1, 2]


@pytest.mark.rule("BRC-308")
def test_c11_a_three_hits_from_a_wall_and_misses_from_the_open():
    """[C11] Both roll 3: the warrior on the wall hits, the one in the open misses."""
    p = field([warrior(5, 5)], [warrior(5, 7)], walls={(5, 7): (1, 1)})
    declare(hold(p), (1, (5, 7)), dice=(3, 3))
    assert critical(p, 0) == {0: 0}
    assert critical(p, 1) == {}


# ------------------------------------------------------------------------------------------------ detachments
@pytest.mark.rule("BRC-309", "BRC-311", "BRC-329")
def test_c1_one_hit_takes_one_pawn_of_the_detachment_which_its_controller_chooses():
    """[C1] Two p1 workers on one stud are targeted together; p1 names the casualty, and workers roll no die."""
    p = field([warrior(5, 2)], [worker(5, 7, stone=1), worker(5, 7)])
    march(p, (5, 5))
    declare(p, (1, (5, 7)), dice=(2, 1))
    assert prompt(p) == (1, Prompt.SK_CASUALTY)
    assert p.legal() == ["pawn 0", "pawn 1"]
    assert p.record.queued == 1
    p.play("pawn 1")
    assert critical(p, 1) == {1: 1}
    assert on_board(p, 1) == [0]
    assert critical(p, 0) == {}


@pytest.mark.rule("BRC-310")
def test_pawns_on_different_studs_are_different_detachments():
    """Each stud is a place of its own."""
    assert aims(field([warrior(5, 5)], [worker(5, 7), worker(5, 6), worker(5, 6)])) == {(1, (5, 7)), (1, (5, 6))}


@pytest.mark.rule("BRC-310")
def test_pawns_in_a_village_complex_are_one_detachment():
    """Everybody in a village and its storehouse stands at one place."""
    p = field([warrior(3, 7)], [worker(0, 6)] * 3, structures=[piece("storehouse_row", 1, 6, 1)])
    assert listed(hold(p)) == [(1, (0, 6))]
    declare(p, (1, (0, 6)), dice=(1,))
    assert p.record.engaged == 2


@pytest.mark.rule("BRC-310")
def test_different_players_in_one_boat_are_different_detachments():
    """p1's and p2's pawns in one boat are challenged separately."""
    p = scene(
        [*["~" * 8] * 5, "." * 8],
        pawns={0: [warrior(2, 1)], 1: [worker(2, 3)], 2: [worker(2, 3)]},
        structures=[piece("sailboat", 2, 1, 0), piece("sailboat", 2, 3, 1)],
        unfriendly=[(0, 1), (0, 2)],
        players=3,
        stage="deploy",
    )
    assert aims(p) == {(1, (2, 3)), (2, (2, 3))}
    declare(hold(p), (2, (2, 3)), dice=(1,))
    assert on_board(p, 1) == [0]
    assert on_board(p, 2) == []


@pytest.mark.rule("BRC-310")
def test_pawns_in_a_grove_are_one_detachment():
    """A grove is one place, at its trunk."""
    terrain = ["." * 9] * 3 + ["....T...."] + ["." * 9] * 3
    p = scene(terrain, pawns={0: [warrior(3, 6)], 1: [worker(3, 4), worker(3, 4)]}, unfriendly=[(0, 1)], stage="deploy")
    assert listed(hold(p)) == [(1, (3, 4))]


@pytest.mark.rule("BRC-311")
def test_a_warrior_and_a_worker_challenged_together_roll_one_die():
    """Only the warrior of a mixed detachment rolls."""
    p = field([warrior(5, 5)], [worker(5, 7), warrior(5, 7)])
    declare(hold(p), (1, (5, 7)), dice=(6, 1, 1))
    assert p.record.queued == 1
    assert critical(p, 0) == {0: 0}


# ------------------------------------------------------------------------------------------------ declaration
@pytest.mark.rule("BRC-312")
def test_a_skirmish_is_declared_during_or_after_a_deploy_action():
    """Five studs away nothing is offered before the action; after a leg of 3 and at its end a challenge is."""
    p = field([warrior(5, 2)], [worker(5, 7)]).play("pawn 0")
    assert not listed(p)
    go(p, (5, 5))
    assert listed(p) == [(1, (5, 7))]
    go(p, (4, 5))
    assert not listed(p)  # one stud aside is out of range again, and the action is used up
    end = march(field([warrior(5, 1)], [worker(5, 7)]), (5, 5))
    assert end.record.left == 0
    assert listed(end) == [(1, (5, 7))]


@pytest.mark.rule("BRC-312")
def test_nothing_can_be_declared_once_the_action_is_over():
    """After the deploy action was ended there is no declaration until another one."""
    p = march(field([warrior(5, 2)], [worker(5, 7)]), (5, 5)).play("end")
    assert prompt(p) == (0, Prompt.DEPLOY_TOP)
    assert not offered(p, "detachment")


@pytest.mark.rule("BRC-314", "BRC-324")
def test_c12_two_detachments_are_challenged_at_once():
    """[C12] Between two p1 detachments p0 challenges both, and its two warriors take different targets."""
    p = field([warrior(5, 5), warrior(5, 5)], [worker(5, 7), worker(5, 3)])
    declare(hold(p, group=[1]), (1, (5, 7)), (1, (5, 3)), dice=(1, 1))
    assert prompt(p) == (0, Prompt.SK_TARGET)
    assert set(listed(p)) == {(1, (5, 7)), (1, (5, 3))}
    pick(p, (1, (5, 7)))
    assert prompt(p) == (0, Prompt.SK_TARGET)
    pick(p, (1, (5, 3)))
    assert set(critical(p, 1)) == {0, 1}


@pytest.mark.rule("BRC-324", "BRC-330")
def test_two_warriors_may_take_the_same_target():
    """Both hits fall on one detachment; the other stays whole."""
    p = field([warrior(5, 5), warrior(5, 5)], [worker(5, 7), worker(5, 3)])
    declare(hold(p, group=[1]), (1, (5, 7)), (1, (5, 3)), dice=(1, 1))
    pick(p, (1, (5, 7)))
    pick(p, (1, (5, 7)))
    assert set(critical(p, 1)) == {0}


@pytest.mark.rule("BRC-314")
def test_detachments_are_listed_by_distance_seat_and_cell():
    """The nearest first, then by seat, then by stud."""
    p = field([warrior(5, 5)], [worker(6, 6), worker(3, 5), worker(5, 6)], p2=[worker(4, 4), worker(5, 4)])
    assert listed(hold(p)) == [(1, (5, 6)), (2, (5, 4)), (1, (3, 5)), (1, (6, 6)), (2, (4, 4))]


@pytest.mark.rule("BRC-314")
def test_a_challenge_names_at_least_one_detachment():
    """Before anybody is named the challenge cannot be confirmed, and nobody is named twice."""
    p = hold(field([warrior(5, 5)], [worker(5, 7), worker(5, 3)]))
    assert "yes" not in p.legal()
    p.play("detachment 0")
    assert prompt(p) == (0, Prompt.CHALLENGE)
    assert "yes" in p.legal()
    assert "detachment 0" not in p.legal()


@pytest.mark.rule("BRC-314")
def test_challenging_one_of_two_leaves_the_other_out():
    """Only the detachment named is engaged."""
    p = field([warrior(5, 5)], [worker(5, 7), worker(5, 3)])
    declare(hold(p), (1, (5, 3)), dice=(1,))
    assert set(critical(p, 1)) == {1}


TOWERS = [piece("tower", 2, 2, 1), piece("tower", 6, 2, 1)]
GUARDS = [worker(3, 3), worker(6, 3)]  # rows 2-3 and 6-7 of the columns 2-3


@pytest.mark.rule("BRC-315")
def test_inactive_players_target_only_the_deploying_pawns():
    """An idle p0 warrior 2 studs from p1's tower may not be challenged while another deploys far away."""
    p = field([warrior(3, 5), warrior(8, 8)], [GUARDS[0]], structures=TOWERS[:1])
    hold(p, 1)
    while p.record.prompt != Prompt.DEPLOY_TOP:
        assert p.seat == 0
        p.play("end")
    assert p.record.press == 0


@pytest.mark.rule("BRC-316")
def test_challenged_pawns_take_part_without_a_question():
    """Three challenged warriors roll three dice, and nobody was asked whether they fight."""
    p = field([warrior(5, 5)], [warrior(5, 7)] * 3)
    declare(hold(p), (1, (5, 7)), dice=(6, 6, 6, 6, 5))
    assert p.record.queued == 1
    assert prompt(p) == (1, Prompt.SK_REACT)


@pytest.mark.rule("BRC-317")
def test_responders_add_pawns_that_could_target_the_declarers():
    """p1's warrior within 2 of the declarer may join; one farther away and workers in the open may not."""
    p = field([warrior(5, 5)], [worker(5, 7), warrior(4, 6), warrior(2, 7), worker(6, 5)])
    declare(hold(p), (1, (5, 7)), dice=(6, 2))
    assert prompt(p) == (1, Prompt.RESPOND)
    assert listed(p) == [(1, (4, 6))]
    pick(p, (1, (4, 6))).play("yes")
    assert prompt(p) == (0, Prompt.SK_TARGET)  # whoever joins exposes itself
    assert set(listed(p)) == {(1, (5, 7)), (1, (4, 6))}
    pick(p, (1, (5, 7)))
    assert critical(p, 0) == {0: 0}


@pytest.mark.rule("BRC-317")
def test_responders_need_not_join():
    """Without joining the warrior nearby rolls nothing."""
    p = field([warrior(5, 5)], [worker(5, 7), warrior(4, 6)])
    stay_out(declare(hold(p), (1, (5, 7)), dice=(6, 2)))
    assert p.record.queued == 1
    assert critical(p, 0) == {}


@pytest.mark.rule("BRC-318", "BRC-319")
def test_c6_holding_a_position_opens_the_fight_for_both():
    """[C6] Two warriors 2 apart: nothing before a deploy action; after p0 pays one to hold, p0 may declare and so may p1."""
    p = field([warrior(5, 5)], [warrior(5, 7)])
    assert not offered(p, "detachment")
    asked = hold(p)
    seen = set()
    for _ in range(6):
        if asked.record.prompt == Prompt.DEPLOY_TOP:
            break
        if asked.seat == 0 and listed(asked):
            seen.add(0)
        if prompt(asked) == (1, Prompt.INTERRUPT):
            assert "yes" in asked.legal()
            seen.add(1)
        asked.play("end")
    assert seen == {0, 1}
    assert asked.record.actions[0] == 0


@pytest.mark.rule("BRC-320")
def test_a_worker_never_starts_a_skirmish_on_its_own_turn():
    """p0's worker in a tower with an enemy at distance 3 is not offered anything, even while a warrior deploys elsewhere."""
    p = field([worker(3, 3), warrior(8, 8)], [worker(3, 6)], structures=[piece("tower", 2, 2, 0)])
    assert offered(p, "pawn ") == ["1"]
    assert not offered(p, "detachment")
    assert listed(hold(p, 1)) == []


# ------------------------------------------------------------------------------------------------ interruptions
@pytest.mark.rule("BRC-321")
def test_c3_the_question_comes_on_the_step_into_range_and_on_every_further_one():
    """[C3] Walking (3, 8) to (3, 5) towards a tower at (2..3, 2..3): asked at (3, 6), then at (3, 5), not before."""
    p = march(field([warrior(3, 8)], GUARDS[:1], structures=TOWERS[:1]), (3, 5))
    assert prompt(p) == (1, Prompt.INTERRUPT)
    assert place(p, 0, 0) == (3, 6)
    p.play("end")
    assert prompt(p) == (1, Prompt.INTERRUPT)
    assert place(p, 0, 0) == (3, 5)


@pytest.mark.rule("BRC-321")
def test_interrupts_first_asks_on_entering_range_and_at_the_end():
    """interrupts=first: at (3, 6), not at (3, 5), and again when the action ends."""
    p = march(field([warrior(3, 8)], GUARDS[:1], structures=TOWERS[:1], rules={"interrupts": "first"}), (3, 5))
    assert prompt(p) == (1, Prompt.INTERRUPT)
    assert place(p, 0, 0) == (3, 6)
    p.play("end")
    assert prompt(p) == (0, Prompt.UNIT_MOVING)
    assert place(p, 0, 0) == (3, 5)
    assert prompt(p.play("end")) == (1, Prompt.INTERRUPT)


@pytest.mark.rule("BRC-321")
def test_interrupts_none_never_asks():
    """interrupts=none: the inactive players cannot declare."""
    p = march(field([warrior(3, 8)], GUARDS[:1], structures=TOWERS[:1], rules={"interrupts": "none"}), (3, 5))
    assert prompt(p) == (0, Prompt.UNIT_MOVING)
    assert prompt(p.play("end")) == (0, Prompt.DEPLOY_TOP)


@pytest.mark.rule("BRC-321")
@pytest.mark.parametrize(("turn", "order"), [(0, [1, 2]), (1, [2, 0]), (2, [0, 1])])
def test_inactive_players_are_asked_in_seat_order_from_the_active_one(turn, order):
    """With two towers of different players in range the seats after the active one are asked in turn."""
    first, second = order
    pawns = {turn: [warrior(4, 6)], first: [worker(3, 3)], second: [worker(6, 3)]}
    p = scene(
        flat(9, 9),
        pawns=pawns,
        structures=[piece("tower", 2, 2, first), piece("tower", 6, 2, second)],
        unfriendly=[(0, 1), (0, 2), (1, 2)],
        players=3,
        turn=turn,
        stage="deploy",
    )
    march(p, (4, 4))  # over (4, 5): 3 studs from (3, 3), and 4 from (6, 3)
    asked = []
    while p.record.prompt == Prompt.INTERRUPT:
        asked.append((p.seat, place(p, turn, 0)))
        p.play("end")
    assert asked == [(first, (4, 5)), (first, (4, 4)), (second, (4, 4))]


@pytest.mark.rule("BRC-321")
def test_friends_are_not_asked():
    """A friend's tower has nothing to declare."""
    p = march(field([warrior(3, 8)], GUARDS[:1], structures=TOWERS[:1], unfriendly=[]), (3, 5))
    assert prompt(p) == (0, Prompt.UNIT_MOVING)


@pytest.mark.rule("BRC-322")
def test_nobody_is_asked_while_the_unit_passes_an_occupied_stud():
    """On the stud of p2's worker the warrior could not stay: p1 is asked one step later."""
    more = {"structures": [piece("gate_row_wood", 0, 8, 1)], "unfriendly": [(0, 1)], "players": 3, "stage": "deploy"}
    p = scene(flat(1, 12), pawns={0: [warrior(0, 4)], 1: [worker(0, 8)], 2: [worker(0, 6)]}, **more)
    march(p, (0, 7))
    assert prompt(p) == (1, Prompt.INTERRUPT)
    assert place(p, 0, 0) == (0, 7)
    free = scene(flat(1, 12), pawns={0: [warrior(0, 4)], 1: [worker(0, 8)], 2: [worker(0, 11)]}, **more)
    march(free, (0, 7))
    assert place(free, 0, 0) == (0, 6)


TWINS = [piece("tower", 1, 2, 1), piece("tower", 6, 2, 1)]  # (4, 3) lies 2 studs from both guards
TWIN_GUARDS = [worker(2, 3), worker(6, 3)]


def two_towers(*more, **rules) -> Position:
    """p0's warrior steps between two garrisoned towers of p1, which declares."""
    p = field([warrior(4, 6), *more], TWIN_GUARDS, structures=TWINS, rules=rules)
    p.queue_dice(6, 6, 6, 6)
    march(p, (4, 3))
    while place(p, 0, 0) != (4, 3):
        p.play("end")
    assert prompt(p) == (1, Prompt.INTERRUPT)
    return p.play("yes")


@pytest.mark.rule("BRC-323")
def test_the_inactive_declarer_chooses_whom_it_commits():
    """p1 commits one of two towers: one worker rolls, then the warrior."""
    p = two_towers()
    assert prompt(p) == (1, Prompt.COMMIT)
    assert set(listed(p)) == {(1, (2, 3)), (1, (6, 3))}
    pick(p, (1, (2, 3))).play("yes")
    assert p.record.queued == 2  # of 4 dice: one worker and the warrior
    assert p.record.press == 1


@pytest.mark.rule("BRC-323")
def test_commit_all_commits_everybody_in_range():
    """commit=all: both workers roll, nobody is asked whom to commit."""
    p = two_towers(commit="all")
    assert prompt(p) == (0, Prompt.SK_TARGET)  # the warrior has two targets now
    pick(p, (1, (2, 3)))
    assert p.record.queued == 1  # of 4 dice: two workers and the warrior


# ------------------------------------------------------------------------------------------------ targets
@pytest.mark.rule("BRC-325")
def test_a_hit_falls_only_on_the_targeted_detachment():
    """A hit on the detachment at (5, 7): nobody of the one at (5, 3) may be named."""
    p = field([warrior(5, 5)], [worker(5, 7, stone=1), worker(5, 7), worker(5, 3, fish=1)])
    declare(hold(p), (1, (5, 7)), (1, (5, 3)), dice=(1,))
    pick(p, (1, (5, 7)))
    assert prompt(p) == (1, Prompt.SK_CASUALTY)
    assert p.legal() == ["pawn 0", "pawn 1"]


@pytest.mark.rule("BRC-326")
def test_a_single_target_is_taken_without_a_question():
    """One declaring warrior and one challenged detachment: no target decision."""
    p = field([warrior(5, 5)], [warrior(5, 7)])
    declare(hold(p), (1, (5, 7)), dice=(6, 6))
    assert prompt(p) == (1, Prompt.SK_REACT)


@pytest.mark.rule("BRC-326")
def test_the_declarer_chooses_targets_before_the_responders():
    """p1 declares with two towers, p0 responds with a second warrior: p1's pawns take aim first, then p0's."""
    p = two_towers(warrior(3, 3), commit="all")
    assert prompt(p) == (0, Prompt.RESPOND)
    pick(p, (0, (3, 3))).play("yes")
    asked = []
    while p.record.prompt == Prompt.SK_TARGET:
        asked.append(p.seat)
        p.play("detachment 0")
    assert asked == [1, 1, 0]  # p0's second warrior has one target only


# ------------------------------------------------------------------------------------------------ dice
@pytest.mark.rule("BRC-327")
@pytest.mark.parametrize(("dice", "fallen"), [((2, 5), [1]), ((5, 2), [0]), ((6, 6), [])])
def test_the_declarer_rolls_first(dice, fallen):
    """The first die is the declarer's warrior's, the second the responder's."""
    p = field([warrior(5, 5)], [warrior(5, 7)])
    declare(hold(p), (1, (5, 7)), dice=dice)
    assert [seat for seat in (0, 1) if critical(p, seat)] == fallen


@pytest.mark.rule("BRC-327")
def test_an_inactive_declarer_rolls_before_the_active_player():
    """p1's warrior declares on p0's deploying one: the first die is p1's."""
    p = field([warrior(5, 2)], [warrior(5, 6)], rules={"commit": "all"})
    march(p, (5, 4))
    assert prompt(p) == (1, Prompt.INTERRUPT)
    p.queue_dice(1, 6).play("yes")
    assert critical(stay_out(p), 0) == {0: 0}
    assert critical(p, 1) == {}


@pytest.mark.rule("BRC-327")
def test_dice_go_by_slot_within_a_player_and_by_seat_among_responders():
    """Warriors 0 and 1 of p0, then p1, then p2."""
    p = field([warrior(5, 5), warrior(5, 5)], [warrior(5, 7)], p2=[warrior(5, 3)])
    declare(hold(p, group=[1]), (1, (5, 7)), (2, (5, 3)), dice=(6, 1, 6, 6))
    pick(p, (1, (5, 7)))
    pick(p, (2, (5, 3)))
    assert critical(p, 1) == {}
    assert not on_board(p, 2)  # the second die was warrior 1's, aimed at p2


@pytest.mark.rule("BRC-328")
def test_all_dice_are_rolled_before_casualties():
    """Warrior against warrior, dice 1 and 2: both fall."""
    p = field([warrior(5, 5)], [warrior(5, 7)])
    declare(hold(p), (1, (5, 7)), dice=(1, 2))
    assert critical(p, 0) == {0: 0}
    assert critical(p, 1) == {0: 1}
