"""Rules of casualties, reactions and pressing the attack in a skirmish (BRC-329 to BRC-343)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
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
    targets,
    warrior,
    worker,
)

HOMES = (piece("village_row_e", 0, 0, 0), piece("village_row_e", 0, 6, 1))


def field(p0, p1, *, terrain=None, heights=1, structures=HOMES, p2=(), **more) -> Position:
    """A meadow with a village of p0 and p1 each in the north, in p0's Deploy; p0 and p1 are at odds."""
    more.setdefault("unfriendly", [(0, 1)])
    players = more.setdefault("players", 3 if p2 else 2)
    pawns = dict(list({0: list(p0), 1: list(p1), 2: list(p2)}.items())[:players])
    more.setdefault("stage", "deploy")
    return scene(terrain or flat(9, 9), heights, pawns=pawns, structures=structures, **more)


def challenge(p: Position, *detachments: Stud, dice=(), seat: int = 1) -> Position:
    """p0 challenges p1's detachments on these studs."""
    p.queue_dice(*dice)
    for stud in detachments:
        p.play(f"detachment {offered(p, 'detachment ')[listed(p).index((seat, stud))]}")
    p.play("yes")
    while p.record.prompt == Prompt.RESPOND:
        p.play("yes" if "yes" in p.legal() else "end")
    return p


def duel(dice=(6, 6), **more) -> Position:
    """p0's warrior at (5, 5) deploys without moving and challenges p1's at (5, 7)."""
    p = field([warrior(5, 5)], [warrior(5, 7)], **more)
    return challenge(p.play("pawn 0", "yes"), (5, 7), dice=dice)


# ------------------------------------------------------------------------------------------------ casualties
@pytest.mark.rule("BRC-329")
def test_the_controller_names_the_casualty_and_the_other_stays():
    """One hit on two workers with different cargo: the owner names one."""
    for named in (0, 1):
        p = field([warrior(5, 5)], [worker(5, 7, stone=1), worker(5, 7, fish=1)])
        challenge(p.play("pawn 0", "yes"), (5, 7), dice=(1,))
        p.play(f"pawn {named}")
        assert list(critical(p, 1)) == [named]
        assert on_board(p, 1) == [1 - named]


@pytest.mark.rule("BRC-329")
def test_equal_pawns_are_taken_without_a_question():
    """Two workers with the same cargo are no choice."""
    p = field([warrior(5, 5)], [worker(5, 7), worker(5, 7)])
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(1,))
    assert p.record.prompt != Prompt.SK_CASUALTY
    assert len(critical(p, 1)) == 1


@pytest.mark.rule("BRC-330")
def test_c2_hits_beyond_the_targeted_pawns_are_void():
    """[C2] Two p0 warriors against one worker, dice 1 and 2: one casualty, the bystander beside it stays."""
    p = field([warrior(5, 5), warrior(5, 5)], [worker(5, 7), worker(6, 7)])
    challenge(p.play("pawn 0", "pawn 1", "yes"), (5, 7), dice=(1, 2))
    assert list(critical(p, 1)) == [0]
    assert on_board(p, 1) == [1]


@pytest.mark.rule("BRC-331")
@pytest.mark.parametrize("pawn", [worker, warrior])
def test_one_hit_makes_any_pawn_a_casualty(pawn):
    """Workers and warriors fall with one hit, and lie in the village."""
    p = field([warrior(5, 5)], [pawn(5, 7)])
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(1, 6))
    assert critical(p, 1) == {0: 1}
    assert place(p, 1, 0) == (0, 6)


@pytest.mark.rule("BRC-331", "BRC-332")
@pytest.mark.parametrize(
    ("villages", "bed"),
    [
        ([((0, 0), 1), ((8, 10), 1), ((8, 6), 2)], 2),  # own at 11 and 4, a friend's at 3
        ([((5, 11), 1), ((1, 7), 2)], 0),  # own and friend's both at 4: own
        ([((1, 7), 2), ((5, 11), 1)], 1),  # the same in the other order
        ([((5, 11), 1), ((1, 7), 1)], 0),  # two own ones at 4: the older
        ([((3, 7), 0), ((0, 0), 1)], 1),  # an enemy's village is no bed
    ],
)
def test_c10_casualties_lie_in_the_nearest_friendly_village(villages, bed):
    """[C10] Nearest by Manhattan distance to the closest stud; at a tie own before friend's, then the older one."""
    structures = [piece("village_row_e", *at, owner) for at, owner in villages]
    p = field(
        [warrior(5, 5)], [worker(5, 7)], terrain=flat(9, 14), structures=structures, players=3, unfriendly=[(0, 1)], p2=[worker(8, 0)]
    )
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(1,))
    assert critical(p, 1) == {0: bed}


@pytest.mark.rule("BRC-331")
def test_a_casualty_without_a_friendly_village_dies_at_once():
    """Nobody to lie with: the pawn is dead and counted."""
    p = field([warrior(5, 5)], [worker(5, 7), worker(8, 8)], structures=HOMES[:1])
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(1,))
    assert critical(p, 1) == {}
    assert on_board(p, 1) == [1]
    assert p.record.deaths[1] == 1


@pytest.mark.rule("BRC-331")
def test_a_village_out_of_control_is_no_bed():
    """A casualty goes past its own village that enemies hold to one farther away."""
    structures = [piece("village_row_e", 3, 6, 1, lost=1), piece("village_row_e", 0, 0, 1), piece("village_row_e", 8, 0, 0)]
    p = field([warrior(5, 5), worker(3, 6)], [worker(5, 7)], structures=structures)
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(1,))
    assert critical(p, 1) == {0: 1}


@pytest.mark.rule("BRC-331")
def test_control_is_checked_after_casualties():
    """p1's only pawn in its village falls beside p0's warrior in it: the village is out of control at once."""
    p = field([warrior(0, 6)], [worker(0, 6), worker(8, 8)], structures=HOMES)
    challenge(p.play("pawn 0", "yes"), (0, 6), dice=(1,))
    assert p.record.lost[1] == 1


# ------------------------------------------------------------------------------------------------ reactions
@pytest.mark.rule("BRC-333")
def test_defenders_react_first_and_everybody_may_do_nothing():
    """p1, challenged, is asked before p0; p0 with movement left may retreat or complete, with no action left not re-deploy."""
    p = duel()
    assert prompt(p) == (1, Prompt.SK_REACT)
    assert set(p.legal()) == {"end", "react retreat"}
    p.play("end")
    assert prompt(p) == (0, Prompt.SK_REACT)
    assert set(p.legal()) == {"end", "react retreat", "react complete"}


@pytest.mark.rule("BRC-333")
def test_a_challenged_active_player_reacts_before_the_declarer():
    """p1 declares on p0's deploying warrior: p0 is the defender and is asked first."""
    p = field([warrior(5, 2)], [warrior(5, 6)], rules={"commit": "all"})
    march(p, (5, 4)).queue_dice(6, 6).play("yes")
    while p.record.prompt == Prompt.RESPOND:
        p.play("yes")
    assert prompt(p) == (0, Prompt.SK_REACT)
    assert prompt(p.play("end")) == (1, Prompt.SK_REACT)


@pytest.mark.rule("BRC-333", "BRC-339")
@pytest.mark.parametrize("reaction", [("react retreat", "go west"), ("end",)])
def test_movement_that_is_not_completed_is_lost(reaction):
    """After 2 of 4 base studs p0 retreats or does nothing: the other 2 are gone."""
    p = march(field([warrior(5, 3)], [worker(5, 7)]), (5, 5))
    assert p.record.left == 2
    challenge(p, (5, 7), dice=(6,)).play("end", *reaction)
    while p.record.prompt in (Prompt.SK_PRESS, Prompt.SK_REACT, Prompt.SK_RETREAT):
        p.play("end")
    assert prompt(p) == (0, Prompt.DEPLOY_TOP)
    assert not offered(p, "pawn")


# ------------------------------------------------------------------------------------------------ retreat
@pytest.mark.rule("BRC-334", "BRC-337")
def test_c7_retreat_leads_one_stud_away_from_the_challengers():
    """[C7] From (5, 7), with the enemy at (5, 5): north, east and south, not west."""
    p = duel().play("react retreat")
    assert prompt(p) == (1, Prompt.SK_RETREAT)
    assert set(p.legal()) == {"end", "go north", "go east", "go south"}
    assert place(p.clone().play("go east"), 1, 0) == (5, 8)
    assert place(p.clone().play("go north"), 1, 0) == (4, 7)
    assert place(p.play("end"), 1, 0) == (5, 7)


@pytest.mark.rule("BRC-334")
def test_nobody_retreats_onto_a_stud_of_another_player():
    """A stud held by a foreign pawn is no way out."""
    p = field([warrior(5, 5)], [warrior(5, 7)], p2=[worker(5, 8)])
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(6, 6)).play("react retreat")
    assert set(p.legal()) == {"end", "go north", "go south"}


@pytest.mark.rule("BRC-334")
def test_a_whole_detachment_retreats():
    """All pawns of the detachment go together."""
    p = field([warrior(5, 5)], [warrior(5, 7), worker(5, 7)])
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(6, 6)).play("react retreat", "go east")
    assert [place(p, 1, k) for k in (0, 1)] == [(5, 8), (5, 8)]


def levels(**studs: int) -> list[str]:
    """Level 3, but for the neighbours of (5, 7)."""
    rows = [["3"] * 9 for _ in range(9)]
    for name, level in studs.items():
        r, c = {"north": (4, 7), "east": (5, 8), "south": (6, 7)}[name]
        rows[r][c] = str(level)
    return ["".join(row) for row in rows]


@pytest.mark.rule("BRC-335", "BRC-336")
@pytest.mark.parametrize(
    ("studs", "ways"),
    [
        ({"north": 4, "east": 2, "south": 3}, {"north", "east", "south"}),
        ({"north": 5, "east": 3, "south": 3}, {"east", "south"}),
        ({"north": 1, "east": 5, "south": 4}, {"south"}),
    ],
)
def test_a_retreat_ignores_one_level(studs, ways):
    """A stud 1 higher or lower is legal, 2 up or down is not."""
    p = duel(heights=levels(**studs)).play("react retreat")
    assert set(offered(p, "go ")) == ways


@pytest.mark.rule("BRC-336")
def test_without_a_way_out_retreat_is_not_offered():
    """All studs farther away are 2 levels up: no retreat."""
    p = duel(heights=levels(north=5, east=5, south=5))
    if prompt(p) == (1, Prompt.SK_REACT):
        assert "react retreat" not in p.legal()
    else:
        assert p.seat == 0


@pytest.mark.rule("BRC-336")
def test_nobody_retreats_into_water():
    """Water is no way out."""
    terrain = [list(row) for row in flat(9, 9)]
    terrain[5][8] = terrain[4][7] = "~"
    p = duel(terrain=["".join(row) for row in terrain]).play("react retreat")
    assert set(offered(p, "go ")) == {"south"}


@pytest.mark.rule("BRC-336")
def test_a_manned_boat_shifts_one_water_stud():
    """A crew in a boat retreats with it."""
    p = scene(
        [*["~" * 8] * 5, "." * 8],
        pawns={0: [warrior(2, 1)], 1: [warrior(2, 3)]},
        structures=[piece("sailboat", 2, 1, 0), piece("sailboat", 2, 3, 1)],
        unfriendly=[(0, 1)],
        stage="deploy",
    )
    challenge(p.play("pawn 0", "yes"), (2, 3), dice=(6, 6)).play("react retreat")
    assert set(offered(p, "go ")) == {"north", "east", "south"}
    p.play("go east")
    assert place(p, 1, 0) == (2, 4)
    assert int(p.record.struct_cell[1]) == 2 * 8 + 4


@pytest.mark.rule("BRC-335")
def test_a_retreat_on_a_road_is_one_stud_too():
    """Roads give nothing to a retreat."""
    p = duel(roads=[(5, c) for c in range(5, 9)]).play("react retreat", "go east")
    assert place(p, 1, 0) == (5, 8)
    assert p.record.prompt != Prompt.SK_RETREAT


@pytest.mark.rule("BRC-337")
def test_each_detachment_retreats_or_stays_by_itself():
    """p1's detachment at (5, 7) steps to (5, 8), the one at (3, 5) stays."""
    p = field([warrior(5, 5)], [worker(5, 7), worker(3, 5)])
    challenge(p.play("pawn 0", "yes"), (5, 7), (3, 5), dice=(6,))
    if p.record.prompt == Prompt.SK_TARGET:
        p.play("detachment 0")
    while p.record.prompt == Prompt.SK_CASUALTY:
        p.play(p.legal()[0])
    p.play("react retreat")
    for _ in range(2):
        assert prompt(p) == (1, Prompt.SK_RETREAT)
        p.play("go east" if place_of_question(p) == (5, 7) else "end")
    assert [place(p, 1, 0), place(p, 1, 1)] == [(5, 8), (3, 5)]


def place_of_question(p: Position) -> Stud:
    """The place of the detachment that is asked to retreat."""
    return divmod(int(p.record.engaged_cell[int(p.record.cursor)]), int(p.record.cols))


@pytest.mark.rule("BRC-337")
def test_farther_is_measured_to_the_nearest_enemy():
    """Between two engaged enemies at equal distance a step towards either is none away."""
    p = field([warrior(5, 5)], [warrior(5, 7), warrior(5, 3)])
    challenge(p.play("pawn 0", "yes"), (5, 7), (5, 3), dice=(6, 6, 6))
    while p.record.prompt == Prompt.SK_TARGET:
        p.queue_dice(6).play("detachment 0")
    p.play("end", "react retreat")
    assert prompt(p) == (0, Prompt.SK_RETREAT)
    assert set(offered(p, "go ")) == {"north", "south"}


# ------------------------------------------------------------------------------------------------ complete and re-deploy
@pytest.mark.rule("BRC-338")
def test_the_active_player_completes_its_movement_before_anybody_presses():
    """Interrupted after 2 base studs, 2 more may be moved; the press question comes afterwards."""
    p = march(field([warrior(5, 3)], [worker(5, 7)]), (5, 5))
    challenge(p, (5, 7), dice=(6,)).play("end", "react complete")
    assert prompt(p) == (0, Prompt.UNIT_MOVING)
    assert p.record.left == 2
    assert max(abs(r - 5) + abs(c - 5) for r, c in targets(p)) == 2
    assert not offered(p, "detachment")
    go(p, (5, 6)).play("end")
    assert prompt(p) == (0, Prompt.SK_PRESS)
    assert place(p, 0, 0) == (5, 6)


@pytest.mark.rule("BRC-338")
def test_others_do_not_interrupt_the_completion():
    """Only parties of the skirmish may interrupt it: p2's tower, in range all along, is not asked again."""
    tower = piece("tower", 6, 5, 2)
    p = field(
        [warrior(5, 2)], [worker(4, 6)], p2=[worker(6, 5)], structures=[*HOMES, tower], unfriendly=[(0, 1), (0, 2)], rules={"commit": "all"}
    )
    march(p, (5, 4))
    while p.record.prompt == Prompt.INTERRUPT:
        p.play("end")
    assert (1, (4, 6)) not in listed(p)
    go(p, (5, 5))
    while p.record.prompt == Prompt.INTERRUPT:
        p.play("end")
    challenge(p, (4, 6), dice=(6,))
    while prompt(p) != (0, Prompt.SK_REACT):
        p.play("end")
    p.play("react complete")
    go(p, (5, 6))
    assert p.seat == 0


@pytest.mark.rule("BRC-338")
def test_nothing_is_left_to_complete_after_four_studs():
    """Without movement left the reaction is not offered."""
    p = march(field([warrior(5, 1)], [worker(5, 7)]), (5, 5))
    challenge(p, (5, 7), dice=(6,)).play("end")
    assert p.seat == 0
    assert "react complete" not in p.legal()


@pytest.mark.rule("BRC-340")
def test_the_active_player_re_deploys_with_another_action():
    """With a second action p0 may react by another deploy action, in which p1 may declare at the first step."""
    p = duel(actions=(2, 1), rules={"commit": "all"}).play("end")
    assert set(p.legal()) == {"end", "react retreat", "react complete", "react redeploy"}
    p.play("react redeploy")
    if p.record.prompt == Prompt.DEPLOY_TOP:
        p.play("pawn 0")
    go(p, (5, 6))
    assert p.record.actions[0] == 0
    assert prompt(p) == (1, Prompt.INTERRUPT)
    assert "yes" in p.legal()


@pytest.mark.rule("BRC-340")
def test_the_inactive_player_can_neither_complete_nor_re_deploy():
    """p1 has actions, but it is not its turn."""
    assert set(duel(actions=(2, 3)).legal()) == {"end", "react retreat"}


# ------------------------------------------------------------------------------------------------ press
@pytest.mark.rule("BRC-341")
def test_the_attack_is_pressed_at_once_and_free_of_charge():
    """Nobody reacts at distance 2: p0 may press with no action left."""
    p = duel().play("end", "end")
    assert prompt(p) == (0, Prompt.SK_PRESS)
    assert p.record.actions[0] == 0
    challenge(p.play("yes"), (5, 7), dice=(1, 6))
    assert critical(p, 1) == {0: 1}
    assert p.record.press == 2


@pytest.mark.rule("BRC-341")
def test_c7_after_a_retreat_out_of_range_nobody_presses():
    """[C7] At distance 3 p0 cannot press, and p1 cannot either."""
    p = duel().play("react retreat", "go east")
    assert prompt(p) == (0, Prompt.SK_REACT)
    p.play("end")
    assert prompt(p) == (0, Prompt.DEPLOY_TOP)


@pytest.mark.rule("BRC-341")
def test_after_completing_into_range_the_attack_is_pressed():
    """[C7] p1 retreated to distance 3; p0 completes one stud and may press."""
    p = duel().play("react retreat", "go east", "react complete")
    go(p, (5, 6))
    while p.record.prompt in (Prompt.INTERRUPT, Prompt.UNIT_MOVING):
        p.play("end")
    assert prompt(p) == (0, Prompt.SK_PRESS)


@pytest.mark.rule("BRC-342")
def test_with_nobody_left_the_skirmish_is_over():
    """All p1 pawns in range are casualties: no press question, the turn goes on."""
    p = field([warrior(5, 5)], [worker(5, 7)], actions=(2, 1))
    challenge(p.play("pawn 0", "yes"), (5, 7), dice=(1,))
    while p.record.prompt in (Prompt.SK_REACT, Prompt.UNIT_MOVING):
        assert p.seat == 0
        p.play("end")
    assert prompt(p) == (0, Prompt.DEPLOY_TOP)
    assert "pawn 0" in p.legal()


@pytest.mark.rule("BRC-342", "BRC-343")
def test_the_previous_declarer_is_asked_first_and_all_decline():
    """p0 declines, p1 with a warrior in range is asked, declines, and the skirmish is over."""
    p = duel().play("end", "end")
    asked = []
    while p.record.prompt == Prompt.SK_PRESS:
        asked.append(p.seat)
        p.play("end")
    assert asked == [0, 1]
    assert prompt(p) == (0, Prompt.DEPLOY_TOP)


@pytest.mark.rule("BRC-341", "BRC-343")
def test_another_party_presses_and_becomes_the_declarer():
    """p1 presses: its die comes first."""
    p = duel(rules={"commit": "all"}).play("end", "end", "end")
    assert prompt(p) == (1, Prompt.SK_PRESS)
    p.queue_dice(1, 6).play("yes")
    while p.record.prompt in (Prompt.COMMIT, Prompt.RESPOND, Prompt.CHALLENGE):
        p.play(p.legal()[-1] if "yes" not in p.legal() else "yes")
    assert critical(p, 0) == {0: 0}
    assert p.record.declarer == 1


@pytest.mark.rule("BRC-343")
@pytest.mark.parametrize("most", [12, 3])
def test_at_most_twelve_rounds_per_deploy_action(most):
    """All dice miss and p0 always presses: exactly 12 rounds (or as many as the rules say), then the action ends."""
    p = duel((6, 6) * most, rules={} if most == 12 else {"max_press": most})
    rounds = 1
    for _ in range(200):
        if p.record.prompt == Prompt.DEPLOY_TOP:
            break
        if prompt(p) == (0, Prompt.SK_PRESS):
            rounds += 1
            p.play("yes")
        elif prompt(p) == (0, Prompt.CHALLENGE):
            p.play("detachment 0" if listed(p) else "yes")
        else:
            p.play("end")
    assert rounds == most
    assert p.record.queued == 0
    assert prompt(p) == (0, Prompt.DEPLOY_TOP)
