"""Ownership and control of infrastructure, and villages out of control (BRC-235 to BRC-248)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt, Status
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    build,
    cell,
    flat,
    idle_to,
    idle_until,
    march,
    owner,
    piece,
    place,
    prompt,
    pulls,
    reach,
    scene,
    store,
    warrior,
    worker,
)

FOES = [(0, 1)]
TOWN = piece("village_row_e", 4, 3, 1, stone=4)  # of player 1
FAR = worker(0, 11, fish=2)


def pawns_of(p: Position, seat: int) -> int:
    """Pawns of a civilization on the board or in bed."""
    return int((p.record.pawn[seat] > 0).sum())


def town(*invaders: dict, own: tuple[dict, ...] = (FAR,), structures: tuple[dict, ...] = (TOWN,), **more: object) -> Position:
    """A village of player 1 on (4,3) to (4,5), pawns of the unfriendly player 0 and of player 1."""
    settings: dict = {"unfriendly": FOES, **more}
    return scene(flat(9, 12), pawns={0: list(invaders), 1: list(own)}, structures=list(structures), **settings)


# ------------------------------------------------------------------------------------------------ ownership
@pytest.mark.rule("BRC-235")
def test_new_infrastructure_belongs_to_its_builder():
    """A storehouse of player 1 beside player 0's village is player 1's and improves nothing."""
    pawns = {0: [worker(0, 0)], 1: [worker(4, 8, wood_raw=2)]}
    p = scene(flat(9, 12), pawns=pawns, structures=[piece("village_row_e", 4, 3)], stage="build", turn=1)
    build(p, "storehouse_row", (4, 6))
    assert owner(p, 1) == 1
    assert p.record.struct_builder[1] == 1
    assert p.record.complex[1] == 0


@pytest.mark.rule("BRC-236")
@pytest.mark.slow
def test_an_empty_structure_stays_owned():
    """An unfriendly worker beside player 1's empty storehouse for five rounds takes nothing."""
    structures = [
        piece("storehouse_row", 4, 5, 1, stone=3),
        piece("storehouse_row", 4, 2, fish=8),
        piece("storehouse_row", 0, 9, 1, fish=8),
    ]
    pawns = {0: [worker(4, 4)], 1: [worker(0, 11)]}
    p = scene(flat(9, 12), pawns=pawns, structures=structures, unfriendly=FOES)
    idle_until(p, lambda q: q.record.round_number == 8)
    assert place(p, 0, 0) == (4, 4)
    assert owner(p, 0) == 1


@pytest.mark.rule("BRC-237", "BRC-244")
@pytest.mark.parametrize(("stage", "invader"), [("move", worker), ("deploy", warrior)])
def test_whoever_enters_an_empty_unfriendly_structure_seizes_it_with_its_goods(stage, invader):
    """An unfriendly worker or warrior walks into a storehouse with five goods: both are player 0's at once [K1]."""
    house = piece("storehouse_row", 4, 3, 1, stone=3, fish=2)
    p = town(invader(4, 1), structures=(house,), stage=stage)
    march(p, (4, 3)).play("end")
    assert owner(p, 0) == 0
    assert store(p, 0) == {"stone": 3, "fish": 2}
    assert p.record.struct_builder[0] == 1


@pytest.mark.rule("BRC-237")
def test_a_friend_inside_seizes_nothing():
    """With friendly stances the guest leaves the owner in place."""
    p = town(worker(4, 1), structures=(piece("storehouse_row", 4, 3, 1),), unfriendly=[])
    march(p, (4, 3)).play("end")
    assert owner(p, 0) == 1


@pytest.mark.rule("BRC-237")
@pytest.mark.parametrize("shape", ["quarry_row", "gate_row_wood", "tower", "palace_rows", "mill_west"])
def test_every_building_but_a_village_is_seized_at_once(shape):
    """Quarries, gates, towers, palaces and mills change hands like storehouses."""
    p = town(worker(4, 1), structures=(piece(shape, 4, 3, 1),))
    march(p, (4, 3)).play("end")
    assert owner(p, 0) == 0


@pytest.mark.rule("BRC-237")
def test_a_seized_store_may_be_used_immediately():
    """In Consume of the same round the goods of the storehouse move to the pawn of its new owner."""
    p = town(worker(4, 1), structures=(piece("storehouse_row", 4, 3, 1, fish=2, stone=1),))
    march(p, (4, 3)).play("end")
    idle_until(p, lambda q: prompt(q) == (0, Prompt.LOGISTICS))
    assert pulls(p, "pawn 0") >= {"fish", "stone"}


@pytest.mark.rule("BRC-237")
@pytest.mark.parametrize(("limit", "holder"), [(2, 0), (1, -1)])
def test_a_seizure_beyond_the_limit_leaves_the_structure_ownerless(limit, holder):
    """With room for one structure, which player 0 has already, the storehouse it enters is nobody's."""
    structures = (piece("storehouse_row", 4, 3, 1), piece("storehouse_row", 8, 0))
    p = town(worker(4, 1), structures=structures, rules={"max_structs": limit})
    march(p, (4, 3)).play("end")
    assert owner(p, 0) == holder


@pytest.mark.rule("BRC-238")
@pytest.mark.parametrize("guard", [1, 2])
def test_one_pawn_of_the_owner_or_of_a_friend_prevents_seizure(guard):
    """A pawn of player 1, or of player 2 who is its friend, on the other stud of the storehouse."""
    pawns = {0: [worker(4, 1)], 1: [worker(0, 11)], 2: [worker(0, 9)]}
    pawns[guard] = [worker(4, 4)]
    p = scene(flat(9, 12), pawns=pawns, structures=[piece("storehouse_row", 4, 3, 1)], players=3, unfriendly=FOES)
    march(p, (4, 3)).play("end")
    assert place(p, 0, 0) == (4, 3)
    assert owner(p, 0) == 1


@pytest.mark.rule("BRC-219", "BRC-238")
def test_an_improvement_is_not_seized_while_the_owner_is_in_the_village():
    """Storehouse touching player 1's village, player 1's worker inside, player 0's warrior enters the storehouse [K4]."""
    structures = (TOWN, piece("storehouse_row", 4, 6, 1, stone=2))
    p = town(warrior(4, 9), own=(worker(4, 3),), structures=structures, stage="deploy")
    entered = reach(p) & {(4, 3), (4, 4), (4, 5), (4, 6), (4, 7)}
    assert entered
    march(p, min(entered)).play("end")
    idle_until(p, lambda q: q.record.prompt != Prompt.INTERRUPT)
    assert (owner(p, 0), owner(p, 1), int(p.record.lost[0])) == (1, 1, 0)


@pytest.mark.rule("BRC-219")
def test_an_improvement_of_an_empty_village_is_not_seized_separately():
    """The warrior in the storehouse puts the village out of control, but owns neither."""
    structures = (TOWN, piece("storehouse_row", 4, 6, 1, stone=2))
    p = town(warrior(4, 9), structures=structures, stage="deploy")
    march(p, min(reach(p) & {(4, 3), (4, 4), (4, 5), (4, 6), (4, 7)})).play("end")
    assert (owner(p, 0), owner(p, 1), int(p.record.lost[0])) == (1, 1, 1)


@pytest.mark.rule("BRC-239")
def test_roads_belong_to_nobody():
    """A road that player 1 builds carries the unfriendly player 0's pawns and goods."""
    structures = [piece("storehouse_row", 4, 0), piece("storehouse_row", 4, 6, stone=2)]
    pawns = {0: [worker(4, 0, fish=1)], 1: [worker(5, 5, wood_raw=1, fish=1)]}
    p = scene(flat(9, 12), pawns=pawns, structures=structures, roads=[(4, 2), (4, 3), (4, 4)], stage="build", turn=1, unfriendly=FOES)
    before = idle_to(p.clone(), Prompt.LOGISTICS, 0)
    assert "stone" not in pulls(before, "structure 0")
    build(p, "road", (4, 5)).play("end")
    idle_to(p, Prompt.LOGISTICS, 0)
    assert "stone" in pulls(p, "structure 0")
    idle_to(p, Prompt.MOVE_TOP, 0)
    assert (4, 6) in reach(p)  # six studs away, four of them road
    assert not p.record.wall_owner.any()


# ------------------------------------------------------------------------------------------------ villages
@pytest.mark.rule("BRC-240", "BRC-242", "BRC-244")
def test_a_village_changes_owner_after_a_whole_round_out_of_control():
    """Entered in Deploy of round 7: no pawn in round 7, flagged after its Populate, player 0's after Populate of round 8 [K2]."""
    p = town(warrior(4, 1, fish=2), stage="deploy", round_number=7)
    march(p, min(reach(p) & {(4, 3), (4, 4), (4, 5)})).play("end")
    assert (owner(p, 0), int(p.record.lost[0])) == (1, 1)
    idle_until(p, lambda q: q.record.round_number == 8)
    assert (owner(p, 0), int(p.record.lost[0])) == (1, 2)
    assert (pawns_of(p, 0), pawns_of(p, 1)) == (1, 1)
    idle_until(p, lambda q: q.record.round_number == 9)
    assert (owner(p, 0), int(p.record.lost[0])) == (0, 0)
    assert store(p, 0) == {"stone": 4}
    assert (pawns_of(p, 0), pawns_of(p, 1)) == (1, 1)


@pytest.mark.rule("BRC-240")
def test_a_village_is_still_its_owners_during_the_round_of_the_takeover():
    """Out of control since the last Populate: until the end of the next Populate the owner is the old one."""
    p = town(warrior(4, 3, fish=2), structures=({**TOWN, "lost": 2},), round_number=8)
    idle_until(p, lambda q: q.record.phase == 4 and q.seat == 1)
    assert owner(p, 0) == 1
    idle_until(p, lambda q: q.record.round_number == 9)
    assert owner(p, 0) == 0


@pytest.mark.rule("BRC-241", "BRC-242")
def test_regained_control_stops_the_takeover():
    """Player 1's worker enters in Move of round 8: control is restored, the village makes a pawn and stays [K3]."""
    p = town(warrior(4, 3, fish=2), own=(worker(2, 3, fish=2),), structures=({**TOWN, "lost": 2},), turn=1, round_number=8)
    march(p, min(reach(p) & {(4, 3), (4, 4), (4, 5)})).play("end")
    assert int(p.record.lost[0]) == 0
    idle_until(p, lambda q: q.record.round_number == 9)
    assert (owner(p, 0), pawns_of(p, 1)) == (1, 2)


@pytest.mark.rule("BRC-241")
def test_a_new_intrusion_counts_afresh():
    """The worker enters and leaves in the same Move: after that round the flag is new, the village falls a round later [K3]."""
    settings = {"structures": ({**TOWN, "lost": 2},), "turn": 1, "round_number": 8, "actions": (1, 2)}
    p = town(warrior(4, 3, fish=2), own=(worker(2, 3, fish=2),), **settings)
    march(p, min(reach(p) & {(4, 3), (4, 4), (4, 5)})).play("end")
    march(p, (2, 3)).play("end")
    assert int(p.record.lost[0]) == 1
    idle_until(p, lambda q: q.record.round_number == 9)
    assert (owner(p, 0), int(p.record.lost[0])) == (1, 2)
    idle_until(p, lambda q: q.record.round_number == 10)
    assert owner(p, 0) == 0


@pytest.mark.rule("BRC-242")
@pytest.mark.parametrize(("inside", "raised"), [((), 1), ((worker(4, 3),), 0)])
def test_a_village_out_of_control_makes_no_pawn(inside, raised):
    """With an unfriendly worker alone inside player 1 is not asked in Populate; without it one pawn comes."""
    p = town(*(inside or (worker(8, 0),)), structures=({**TOWN, "lost": 1 if inside else 0},), stage="populate")
    idle_until(p, lambda q: q.record.round_number == 4)
    assert pawns_of(p, 1) == 1 + raised


def frontier(**more: object) -> Position:
    """Player 1's storehouses west and east of its village, joined by roads and the village only; its turn in Gather."""
    lost = {"lost": 1} if more.pop("lost", False) else {}
    structures = (
        {**TOWN, **lost, "fish": 0, "stone": 2},
        piece("storehouse_row", 4, 0, 1, wood_raw=2),
        piece("storehouse_row", 4, 7, 1, fish=2),
    )
    invaders = (worker(4, 3),) if lost else (worker(8, 0),)
    return town(*invaders, structures=structures, roads=[(4, 2), (4, 6)], stage="logistics", turn=1, **more)


@pytest.mark.rule("BRC-243")
def test_goods_move_through_a_village_under_control():
    """Stone leaves it, fish crosses it, wood enters it."""
    p = frontier()
    assert pulls(p, "structure 1") == {"stone", "fish"}
    assert pulls(p, "structure 0") == {"wood_raw", "fish"}


@pytest.mark.rule("BRC-243")
def test_goods_move_neither_into_nor_out_of_nor_through_a_village_out_of_control():
    """An unfriendly worker, which has no range of its own, is alone inside: both roads end at the village."""
    p = frontier(lost=True)
    assert [pulls(p, f"structure {k}") for k in range(3)] == [set(), set(), set()]


@pytest.mark.rule("BRC-244")
def test_the_goods_of_a_village_pass_to_its_new_owner():
    """After the takeover the four units lie in the same village and player 0 may use them."""
    p = town(warrior(4, 3), structures=({**TOWN, "lost": 2},), stage="populate")
    idle_to(p, Prompt.LOGISTICS, 0, 4)
    assert (owner(p, 0), store(p, 0)) == (0, {"stone": 4})
    assert "stone" in pulls(p, "pawn 0")


@pytest.mark.rule("BRC-240", "BRC-244", "BRC-219")
def test_a_village_takes_its_improvements_along():
    """With the village its storehouse and the goods in it become player 0's."""
    structures = ({**TOWN, "lost": 2}, piece("storehouse_row", 4, 6, 1, fish=5), piece("storehouse_row", 8, 0, 1, fish=1))
    p = town(warrior(4, 3), structures=structures, stage="populate")
    idle_until(p, lambda q: q.record.round_number == 4)
    assert [owner(p, k) for k in range(3)] == [0, 0, 1]
    assert store(p, 1) == {"fish": 5}


@pytest.mark.rule("BRC-241")
def test_peace_restores_control():
    """When both players are friendly again the guest inside takes nothing."""
    stances = {0: {"stance": {"player_0": "friendly", "player_1": "unfriendly"}}}
    p = town(worker(4, 3, fish=2), structures=({**TOWN, "lost": 2},), unfriendly=[], seats=stances)
    p.play("change stance to player_1")
    assert int(p.record.lost[0]) == 0
    idle_until(p, lambda q: q.record.round_number == 4)
    assert (owner(p, 0), pawns_of(p, 1)) == (1, 2)


# ------------------------------------------------------------------------------------------------ several occupiers
def guests(first: int, third: int, turn: int) -> Position:
    """Player 1's quarry with pawns of players 0 and 2, who are its friends so far; player 0 has turned unfriendly already."""
    pawns = {0: [worker(4, 3)] * first, 1: [worker(0, 11)], 2: [worker(4, 4)] * third}
    return scene(flat(9, 12), pawns=pawns, structures=[piece("quarry_row", 4, 3, 1)], players=3, unfriendly=FOES, turn=turn)


@pytest.mark.rule("BRC-245", "BRC-247")
@pytest.mark.parametrize(("first", "third", "taker"), [(1, 2, 2), (2, 1, 0)])
def test_the_occupier_with_most_pawns_takes_the_structure(first, third, taker):
    """Players 0 and 2 in player 1's quarry: when the last friend turns unfriendly the larger party owns it."""
    p = guests(first, third, turn=2)
    assert owner(p, 0) == 1
    p.play("change stance to player_1")
    assert owner(p, 0) == taker


@pytest.mark.rule("BRC-245")
@pytest.mark.parametrize(("turn", "flip", "taker"), [(2, "player_1", 2), (1, "player_2", 0)])
def test_equal_parties_go_by_the_active_player_and_then_by_seat(turn, flip, taker):
    """One pawn each: the active player takes it if it is one of them, else the lowest seat."""
    p = guests(1, 1, turn=turn).play(f"change stance to {flip}")
    assert owner(p, 0) == taker


@pytest.mark.rule("BRC-246")
def test_walls_change_owner_stud_by_stud():
    """An unfriendly warrior on one stud of a wall of four owns that stud only."""
    walls = {(4, column): (1, 1) for column in (3, 4, 5, 6)}
    p = town(warrior(5, 4), structures=(), walls=walls, stage="deploy")
    march(p, (4, 4)).play("end")
    assert [cell(p, "wall_owner", (4, column)) - 1 for column in (3, 4, 5, 6)] == [1, 0, 1, 1]


@pytest.mark.rule("BRC-246")
def test_a_friend_on_a_wall_takes_nothing():
    """The stud under a friend's warrior stays its owner's."""
    p = town(warrior(5, 4), structures=(), walls={(4, 4): (1, 1)}, stage="deploy", unfriendly=[])
    march(p, (4, 4)).play("end")
    assert cell(p, "wall_owner", (4, 4)) - 1 == 1


@pytest.mark.rule("BRC-247")
@pytest.mark.parametrize(("turn", "flip"), [(0, "player_1"), (1, "player_0")])
def test_a_stance_flip_seizes_at_once(turn, flip):
    """A guest alone in a friend's storehouse owns it the moment either side turns unfriendly."""
    p = town(worker(4, 3), structures=(piece("storehouse_row", 4, 3, 1),), unfriendly=[], turn=turn)
    assert owner(p, 0) == 1
    p.play(f"change stance to {flip}")
    assert owner(p, 0) == 0


@pytest.mark.rule("BRC-247")
def test_a_casualty_lets_the_survivors_seize():
    """The only guard of a storehouse falls; player 0's warrior on its other stud owns it before anybody reacts."""
    homes = (piece("storehouse_row", 4, 3, 1), piece("village_row_e", 0, 0, 1))
    p = town(warrior(4, 3), own=(worker(4, 4),), structures=homes, stage="deploy").queue_dice(1)
    assert owner(p, 0) == 1
    p.play("pawn 0", "yes", "detachment 0")
    idle_until(p.play("yes") if "yes" in p.legal() else p, lambda q: q.record.status[1][0] == Status.CRITICAL, most=10)
    assert owner(p, 0) == 0


# ------------------------------------------------------------------------------------------------ critical pawns
@pytest.mark.rule("BRC-248")
@pytest.mark.parametrize("other", [True, False])
def test_critical_pawns_leave_a_village_that_an_enemy_takes(other):
    """They go to the nearest friendly village with the same deadline, or die if there is none."""
    structures = ({**TOWN, "lost": 2}, *([piece("village_row_e", 8, 8, 1, stone=4)] if other else ()))
    p = scene(
        flat(9, 12),
        pawns={0: [warrior(4, 3, fish=2)], 1: [FAR, worker(4, 3)]},
        structures=structures,
        stage="populate",
        round_number=8,
        unfriendly=FOES,
        seats={1: {"status": ["board", "critical"], "bed": [0, 1], "due": [0, 9]}},
    )
    idle_until(p, lambda q: q.record.round_number == 9)
    assert owner(p, 0) == 0
    if other:
        assert (int(p.record.bed[1][1]), int(p.record.due[1][1]), int(p.record.deaths[1])) == (2, 9, 0)
        assert p.record.status[1][1] == Status.CRITICAL
    else:
        assert (int(p.record.pawn[1][1]), int(p.record.deaths[1])) == (0, 1)
