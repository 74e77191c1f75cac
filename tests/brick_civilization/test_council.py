"""Rules of the high council and of the other ends of the game (BRC-382 to BRC-395)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt, WinKind
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    critical,
    flat,
    go,
    idle_until,
    in_bed,
    march,
    on_board,
    owner,
    piece,
    place,
    points,
    prompt,
    scene,
    warrior,
    worker,
)

A, B, C = (1, 1), (1, 8), (4, 8)  # anchors of villages: p0's, p1's, a further one
ROAD = [(1, c) for c in range(4, 8)]
FEW = {"pop_per_player": 1, "turn_cap": 3}


def village(at, seat: int, **more) -> dict:
    """A village in a row."""
    return piece("village_row_e", *at, seat, **more)


def palace(turns: int = 1, seat: int = 0, **more) -> dict:
    """A palace at (4, 2), finished unless told otherwise, held for some ends of rounds."""
    return piece("palace_rows", 4, 2, seat, **{"progress": 7, "palace_turns": turns, **more})


def assembly(pawns=None, further=(), *, homes=None, **more) -> Position:
    """The end of round 3, the last one: villages of p0 and p1 linked by a road; who is not asked has the game end."""
    more.setdefault("rules", FEW)
    more.setdefault("roads", ROAD)
    more.setdefault("stage", "round_end")
    pawns = pawns or {0: [worker(*A)], 1: [worker(*B)]}
    return scene(flat(7, 12), pawns=pawns, structures=[*(homes or [village(A, 0), village(B, 1)]), *further], **more)


def called(p: Position) -> bool:
    """Whether the council is put to somebody; otherwise the round cap has ended the game."""
    assert p.record.prompt == Prompt.COUNCIL or p.record.win_kind == WinKind.TURN_CAP
    return p.record.prompt == Prompt.COUNCIL and not p.over


# ------------------------------------------------------------------------------------------------ the call
@pytest.mark.rule("BRC-382")
def test_the_first_high_council_ends_the_game():
    """The first YES ends the game with final scores, and there is no further round."""
    p = assembly(further=[palace()], rules={"pop_per_player": 1})
    assert prompt(p) == (0, Prompt.COUNCIL)
    assert set(p.legal()) == {"yes", "end"}
    p.play("yes")
    assert p.over
    assert p.record.win_kind == WinKind.COUNCIL
    assert p.record.round_number == 3
    assert not p.record.truncated
    assert points(p)[0] == points(p)[1] + 10
    assert p.rewards == [1.0, -1.0]


@pytest.mark.rule("BRC-390")
def test_any_player_may_call_whoever_fulfils_the_conditions():
    """p0 has the palace and declines: p1 may call."""
    p = assembly(further=[palace()]).play("end")
    assert prompt(p) == (1, Prompt.COUNCIL)
    p.play("yes")
    assert p.over
    assert p.record.win_kind == WinKind.COUNCIL


@pytest.mark.rule("BRC-390", "BRC-392")
def test_when_all_decline_the_game_goes_on():
    """The question is put once in the round; after two refusals round 4 begins."""
    p = assembly(further=[palace()], rules={"pop_per_player": 1}).play("end", "end")
    assert not p.over
    assert p.record.round_number == 4
    assert p.record.prompt != Prompt.COUNCIL


@pytest.mark.rule("BRC-392")
def test_the_starting_seat_is_asked_first():
    """Starting seat 1 of 3: asked 1, 2, 0."""
    p = assembly({0: [worker(*A)], 1: [worker(*B)], 2: [worker(6, 11)]}, [palace()], players=3, start=1, turn=1, rules=FEW)
    asked = []
    while p.record.prompt == Prompt.COUNCIL and not p.over:
        asked.append(p.seat)
        p.play("end")
    assert asked == [1, 2, 0]


@pytest.mark.rule("BRC-392")
def test_a_council_may_be_called_automatically():
    """council=auto: the game ends without asking."""
    p = assembly(further=[palace()], rules={**FEW, "council": "auto"})
    assert p.over
    assert p.record.win_kind == WinKind.COUNCIL


# ------------------------------------------------------------------------------------------------ population
@pytest.mark.rule("BRC-383")
@pytest.mark.parametrize(("pawns", "enough"), [((20, 20), True), ((20, 19), False), ((1, 39), True), ((39, 0), False)])
def test_g1_a_council_needs_twenty_pawns_per_player(pawns, enough):
    """[G1] 2 players: 40 pawns together are enough, 39 are not."""
    crowd = {seat: [worker(*at)] * count for seat, at, count in ((0, A, pawns[0]), (1, B, pawns[1]))}
    assert called(assembly(crowd, [palace()], rules={"turn_cap": 3})) == enough


@pytest.mark.rule("BRC-383")
@pytest.mark.parametrize(("last", "enough"), [(20, True), (19, False)])
def test_three_players_need_sixty_pawns(last, enough):
    """3 players: 60 pawns."""
    crowd = {0: [worker(*A)] * 20, 1: [worker(*B)] * 20, 2: [warrior(6, 11)] * last}
    assert called(assembly(crowd, [palace()], players=3, rules={"turn_cap": 3})) == enough


@pytest.mark.rule("BRC-391")
def test_critical_pawns_do_not_count():
    """39 on the board and 2 critical: not offered."""
    crowd = {0: [worker(*A)] * 21, 1: [worker(*B)] * 20}
    assert called(assembly(crowd, [palace()], rules={"turn_cap": 3}))
    beds = in_bed(21, {19: (0, 5), 20: (0, 5)})
    assert not called(assembly(crowd, [palace()], rules={"turn_cap": 3}, seats={0: beds}))


# ------------------------------------------------------------------------------------------------ links
@pytest.mark.rule("BRC-384")
def test_all_players_must_be_connected():
    """Without the road there is no council."""
    assert called(assembly(further=[palace()]))
    assert not called(assembly(further=[palace()], roads=ROAD[:3]))


@pytest.mark.rule("BRC-384")
def test_g1_a_blockaded_link_does_not_count():
    """[G1] p1's warrior beside the only road: as an enemy it blockades, as a friend it does not."""
    pawns = {0: [worker(*A)], 1: [worker(*B), warrior(3, 5)]}
    assert called(assembly(pawns, [palace()]))
    assert not called(assembly(pawns, [palace()], unfriendly=[(0, 1)]))


@pytest.mark.rule("BRC-384")
def test_enemies_are_connected_where_nobody_blockades():
    """Unfriendly stances alone do not cut the route between two villages."""
    assert called(assembly(further=[palace()], unfriendly=[(0, 1)]))


def chain(unfriendly=(), gap: bool = False, third: bool = True, seat_of_third: int = 2) -> Position:
    """Villages of p0, p1 and p2 along one road."""
    villages = [village((1, 0), 0), village((1, 6), 1), *([village((1, 12), seat_of_third)] if third else [])]
    return scene(
        flat(7, 16),
        pawns={0: [worker(1, 0)], 1: [worker(1, 6)], 2: [worker(6, 15)]},
        structures=[*villages, palace()],
        roads=[(1, c) for c in (3, 4, 5, 9, 10, 11)][: 5 if gap else 6],
        players=3,
        unfriendly=unfriendly,
        stage="round_end",
        rules=FEW,
    )


@pytest.mark.rule("BRC-391")
def test_players_are_linked_transitively():
    """p0 with p1 and p1 with p2: all three are connected, even if p2's goods may not pass p1's village to p0."""
    assert called(chain())
    assert called(chain(unfriendly=[(1, 2)]))
    assert not called(chain(gap=True))


@pytest.mark.rule("BRC-391")
def test_players_without_a_village_are_left_aside():
    """p2 has a pawn but no village: it needs no link."""
    assert called(chain(third=False))


# ------------------------------------------------------------------------------------------------ palaces
@pytest.mark.rule("BRC-385", "BRC-386")
@pytest.mark.parametrize(
    ("further", "enough"),
    [([], False), ([palace(0)], False), ([palace(1)], True), ([palace(5, 1)], True), ([palace(0, progress=6)], False)],
)
def test_a_council_needs_a_palace_held_for_two_turns(further, enough):
    """Population and links given: nothing without a palace, or with one held for one end of round; the second makes it."""
    assert called(assembly(further=further)) == enough


FED = [village(A, 0, fish=4), village(B, 1, fish=4)]


@pytest.mark.rule("BRC-386")
def test_g1_a_palace_counts_from_the_end_of_the_round_of_its_completion():
    """[G1] Finished in round 3 and held: the council is first possible at the end of round 4."""
    p = assembly(further=[palace(0)], homes=FED, rules={"pop_per_player": 1})
    assert p.record.prompt != Prompt.COUNCIL
    assert p.record.palace_turns[2] == 1
    idle_until(p, lambda q: q.record.prompt == Prompt.COUNCIL)
    assert p.record.round_number == 4
    assert p.record.palace_turns[2] == 2


@pytest.mark.rule("BRC-386")
def test_a_seized_palace_counts_afresh_for_its_new_controller():
    """p1's worker walks into p0's palace in round 3, which p0 had held: p1 needs until the end of round 4."""
    pawns = {0: [worker(*A)], 1: [worker(6, 2, fish=2), worker(*B)]}
    p = assembly(pawns, [palace(1)], homes=FED, unfriendly=[(0, 1)], stage="move", turn=1, rules={"pop_per_player": 1}, actions=(1, 1))
    march(p, (5, 2)).play("end")
    assert owner(p, 2) == 1
    idle_until(p, lambda q: q.record.prompt == Prompt.COUNCIL)
    assert p.record.round_number == 4
    assert p.record.palace_turns[2] == 2


@pytest.mark.rule("BRC-385")
def test_the_number_of_palace_turns_is_a_rule():
    """palace_turns=1: the end of the round of completion is enough."""
    assert called(assembly(further=[palace(0)], rules={**FEW, "palace_turns": 1}))


# ------------------------------------------------------------------------------------------------ diplomats
@pytest.mark.rule("BRC-385", "BRC-387")
@pytest.mark.parametrize(("guest", "enough"), [(worker(*B), True), (warrior(*B), False), (worker(*A), False), (worker(1, 7), False)])
def test_a_diplomat_is_a_worker_in_a_village_of_another_player(guest, enough):
    """p0's worker in p1's village counts; a warrior there, a worker at home or beside the village does not."""
    assert called(assembly({0: [worker(*A), guest], 1: [worker(*B)]})) == enough


@pytest.mark.rule("BRC-388")
def test_a_diplomat_counts_in_the_whole_complex():
    """p0's worker walks into the storehouse of p1's village and is a diplomat."""
    homes = [village(A, 0, fish=4), village(B, 1, fish=4), piece("storehouse_row", 2, 8, 1)]
    p = assembly({0: [worker(3, 8, fish=1)], 1: [worker(*B)]}, homes=homes, stage="move", rules={"pop_per_player": 1})
    p.play("pawn 0")
    complex_studs = [(2, 8), (2, 9), (1, 8), (1, 9), (1, 10)]
    goal = next(stud for stud in complex_studs if f"target {stud[0] - 3:+d} {stud[1] - 8:+d}" in p.legal())
    go(p, goal).play("end")
    assert place(p, 0, 0) == B
    idle_until(p, lambda q: q.record.prompt == Prompt.COUNCIL or q.record.round_number > 3)
    assert p.record.prompt == Prompt.COUNCIL


@pytest.mark.rule("BRC-388")
def test_a_diplomat_counts_regardless_of_stance_in_a_controlled_village():
    """Unfriendly, with p1's worker in the village, it counts; alone there, with the village out of control, it does not."""
    pawns = {0: [worker(*A), worker(*B)], 1: [worker(*B)]}
    assert called(assembly(pawns, unfriendly=[(0, 1)]))
    alone = {0: [worker(*A), worker(*B)], 1: [worker(6, 11)]}
    assert not called(assembly(alone, homes=[village(A, 0), village(B, 1, lost=1)], unfriendly=[(0, 1)]))


@pytest.mark.rule("BRC-389")
@pytest.mark.parametrize(("guests", "enough"), [([B, C], True), ([B], False), ([C, C], False)])
def test_g5_there_must_be_a_diplomat_in_every_opposing_village(guests, enough):
    """[G5] p1 has two villages: one worker in each fulfils the condition, in one of them it does not."""
    homes = [village(A, 0), village(B, 1), village(C, 1)]
    pawns = {0: [worker(*A), *(worker(*at) for at in guests)], 1: [worker(*B), worker(*C)]}
    assert called(assembly(pawns, homes=homes)) == enough


@pytest.mark.rule("BRC-389")
def test_every_opponent_counts():
    """With three players p0 needs a diplomat with p1 and with p2."""
    homes = [village(A, 0), village(B, 1), village(C, 2)]
    roads = [*ROAD, (2, 8), (3, 8)]
    both = {0: [worker(*A), worker(*B), worker(*C)], 1: [worker(*B)], 2: [worker(*C)]}
    assert called(assembly(both, homes=homes, roads=roads, players=3))
    one = {0: [worker(*A), worker(*B), worker(*B)], 1: [worker(*B)], 2: [worker(*C)]}
    assert not called(assembly(one, homes=homes, roads=roads, players=3))


# ------------------------------------------------------------------------------------------------ order of the end of a round
@pytest.mark.rule("BRC-393")
@pytest.mark.parametrize(("lost", "enough"), [(2, True), (1, False)])
def test_villages_change_hands_before_the_council(lost, enough):
    """p1's only village, not linked to p0's, is taken over at the end of this round: p1 needs no link any more."""
    homes = [village(A, 0), village(B, 1, lost=lost)]
    pawns = {0: [worker(*A), warrior(*B)], 1: [worker(6, 11)]}
    p = assembly(pawns, [palace()], homes=homes, roads=(), unfriendly=[(0, 1)])
    assert (owner(p, 1) == 0) == enough
    assert called(p) == enough


@pytest.mark.rule("BRC-393")
def test_a_village_taken_over_counts_for_its_new_owner():
    """p1 has a diplomat in p0's only village; p0 takes p2's over in this round, and p1 lacks a diplomat there."""
    homes = [village(A, 0), village(B, 1), village(C, 2, lost=2)]
    pawns = {0: [worker(*A), warrior(*C)], 1: [worker(*B), worker(*A)], 2: [worker(6, 0)]}
    p = assembly(pawns, homes=homes, players=3, unfriendly=[(0, 2)])
    assert owner(p, 2) == 0
    assert not called(p)
    pawns[1].append(worker(*C))
    homes[2] = village(C, 0)
    assert called(assembly(pawns, homes=homes, players=3, unfriendly=[(0, 2)]))


@pytest.mark.rule("BRC-389")
def test_a_village_out_of_control_needs_no_diplomat():
    """p1's second village is held by p0's warrior: only the one that p1 controls counts."""
    homes = [village(A, 0), village(B, 1), village(C, 1, lost=1)]
    pawns = {0: [worker(*B), warrior(*C)], 1: [worker(*B)]}
    roads = ROAD  # p0's warrior reaches none of these studs
    assert called(assembly(pawns, homes=homes, roads=roads, unfriendly=[(0, 1)]))


@pytest.mark.rule("BRC-393")
def test_swimmers_go_before_the_population_is_counted():
    """40 pawns, one of them in the water: it is critical when the council is considered."""
    terrain = [*flat(6, 12), "~" * 12]
    crowd = {0: [*[worker(*A)] * 19, worker(6, 0)], 1: [worker(*B)] * 20}
    homes = [village(A, 0), village(B, 1), palace()]
    p = scene(terrain, pawns=crowd, structures=homes, roads=ROAD, stage="round_end", rules={"turn_cap": 3})
    assert critical(p, 0) == {19: 0}
    assert not called(p)


@pytest.mark.rule("BRC-393")
def test_the_council_comes_before_the_round_cap():
    """In the last round the council is asked, and the cap ends the game if all decline."""
    p = assembly(further=[palace()])
    assert called(p)
    p.play("end", "end")
    assert p.over
    assert p.record.win_kind == WinKind.TURN_CAP


@pytest.mark.rule("BRC-393")
def test_the_next_round_begins_with_the_next_seat():
    """The starting player moves one seat to the left."""
    p = assembly(rules={"pop_per_player": 1})
    assert p.record.round_number == 4
    assert p.record.start == 1


# ------------------------------------------------------------------------------------------------ other ends
@pytest.mark.rule("BRC-394")
def test_g6_the_game_ends_after_sixty_rounds():
    """[G6] After round 60 it is scored as it stands and reported as truncated; after round 59 it goes on."""
    p = assembly(further=[palace(0, 1)], round_number=60, rules={})
    assert p.over
    assert p.record.win_kind == WinKind.TURN_CAP
    assert p.record.truncated
    assert points(p)[1] == points(p)[0] + 10
    earlier = assembly(round_number=59, rules={})
    assert not earlier.over
    assert earlier.record.round_number == 60


@pytest.mark.rule("BRC-395")
def test_the_game_ends_when_only_one_player_is_left():
    """p1's last village is taken over at the end of the round, and it has no pawn: the game is over, not truncated."""
    p = assembly({0: [worker(*A), warrior(*B)], 1: []}, homes=[village(A, 0), village(B, 1, lost=2)], unfriendly=[(0, 1)], rules={})
    assert p.over
    assert p.record.win_kind == WinKind.LAST_STANDING
    assert not p.record.truncated
    assert owner(p, 1) == 0
    assert points(p)[0] > points(p)[1]


@pytest.mark.rule("BRC-395")
def test_the_game_ends_in_the_moment_the_last_pawn_dies():
    """p1's only pawn falls in a skirmish without a village to lie in: the game is over at once."""
    p = scene(flat(7, 8), pawns={0: [warrior(3, 3)], 1: [worker(3, 5)]}, unfriendly=[(0, 1)], stage="deploy")
    p.queue_dice(1).play("pawn 0", "yes", "detachment 0", "yes")
    assert on_board(p, 1) == []
    assert p.record.deaths[1] == 1
    while not p.over and p.seat == 0 and p.record.prompt in (Prompt.SK_REACT, Prompt.SK_PRESS):
        p.play("end")
    assert p.over
    assert p.record.win_kind == WinKind.LAST_STANDING


@pytest.mark.rule("BRC-395")
def test_a_critical_pawn_keeps_its_civilization_in_the_game():
    """p1 has neither village nor pawn on the board, but one in critical condition in a friend's village."""
    more = {"homes": [village(A, 0)], "rules": {}}
    p = assembly({0: [worker(*A)], 1: [worker(*A)]}, seats={1: in_bed(1, {0: (0, 4)})}, **more)
    assert not p.over
    assert not p.record.out[1]


@pytest.mark.rule("BRC-395")
def test_a_player_who_is_out_is_skipped():
    """With three players the game goes on without p1, who is never asked again."""
    homes = [village(A, 0, fish=4), village(B, 1, lost=2), village(C, 2, fish=4)]
    p = assembly({0: [worker(*A), warrior(*B, fish=2)], 1: [], 2: [worker(*C)]}, homes=homes, unfriendly=[(0, 1)], players=3, rules={})
    assert not p.over
    assert p.record.out[1]
    seats = set()
    while p.record.round_number < 5 and not p.over:
        seats.add(p.seat)
        p.play(next((a for a in ("end", "raise worker", "target +0 +0") if a in p.legal()), p.legal()[0]))
    assert seats == {0, 2}
