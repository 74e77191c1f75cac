"""Village improvements and fortifications (BRC-217 to BRC-222, BRC-228 to BRC-234)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Mode, Prompt, Status
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    flat,
    idle_until,
    march,
    offered,
    owner,
    piece,
    place,
    prompt,
    reach,
    scene,
    warrior,
    worker,
)

PLAIN = flat(11, 12)
VILLAGE = piece("village_row_e", 5, 4, wood_raw=4)  # on (5,4), (5,5) and (5,6)
LEVELS = "1" * 12


def terrace(columns: str) -> list[str]:
    """Levels of the plain with these in row 5."""
    return [LEVELS] * 5 + [columns] + [LEVELS] * 5


# ------------------------------------------------------------------------------------------------ improvements
@pytest.mark.rule("BRC-217")
def test_a_storehouse_touching_the_village_improves_it():
    """Built on (5,7), (5,8) it belongs to the village; on (5,8), (5,9) it is free standing."""
    p = build(scene(PLAIN, pawns={0: [worker(5, 4)]}, structures=[VILLAGE], stage="build"), "storehouse_row", (5, 7))
    assert p.record.complex[1] == 1
    p = scene(PLAIN, pawns={0: [worker(5, 7, wood_raw=2)]}, structures=[VILLAGE], stage="build")
    build(p, "storehouse_row", (5, 8))
    assert p.record.complex[1] == 0


@pytest.mark.rule("BRC-218")
def test_walking_through_a_village_is_free_inside():
    """From (5,2) one action leads through the village to (5,8) [M23]."""
    p = scene(PLAIN, pawns={0: [worker(5, 2)]}, structures=[VILLAGE])
    assert (5, 8) in reach(p)
    assert (5, 9) not in reach(p)
    assert march(p, (5, 8)).record.left == 0


@pytest.mark.rule("BRC-218")
def test_walking_through_an_improvement_is_free_as_well():
    """With a storehouse on (5,7), (5,8) the same action leads to (5,10)."""
    p = scene(PLAIN, pawns={0: [worker(5, 2)]}, structures=[VILLAGE, piece("storehouse_row", 5, 7)])
    assert (5, 10) in reach(p)
    assert (5, 11) not in reach(p)
    free = scene(PLAIN, pawns={0: [worker(5, 2)]}, structures=[piece("storehouse_row", 5, 4), piece("storehouse_row", 5, 6)])
    assert (5, 7) not in reach(free)


@pytest.mark.rule("BRC-218")
def test_a_pawn_in_an_improvement_is_in_the_village():
    """A worker that walks into the storehouse of the complex has the place of the village, and leaves on its other side."""
    p = scene(PLAIN, pawns={0: [worker(5, 10)]}, structures=[VILLAGE, piece("storehouse_row", 5, 7)])
    inside = {(5, column) for column in range(4, 9)}
    entered = reach(p) & inside
    assert entered
    march(p, min(entered))
    assert place(p, 0, 0) == (5, 4)
    assert p.record.left == 2


@pytest.mark.rule("BRC-218", "BRC-178")
def test_a_village_is_left_at_the_height_of_the_stud_that_one_leaves():
    """The dwelling stands two levels above the hall, beside ground of its own level: through the village one climbs for free."""
    p = scene(PLAIN, terrace("111111333311"), pawns={0: [worker(5, 3)]}, structures=[VILLAGE])
    assert march(p, (5, 7)).record.left == 2
    p = scene(PLAIN, terrace("111111333311"), pawns={0: [worker(5, 4)]}, structures=[VILLAGE])
    assert march(p, (5, 7)).record.left == 3


@pytest.mark.rule("BRC-220")
@pytest.mark.parametrize(
    ("limit", "base", "touches"), [(2, 1, True), (2, 0, False), (2, 5, True), (2, 6, False), (0, 2, False), (0, 3, True), (3, 0, True)]
)
def test_structures_touch_when_their_bodies_overlap(limit, base, touches):
    """Village on base 3: a storehouse on base 1 touches it, on base 0 not; the limit is a knob."""
    heights = terrace("1111333" + str(base) * 2 + "111")
    p = scene(PLAIN, heights, pawns={0: [worker(5, 4)]}, structures=[VILLAGE], stage="build", rules={"touch_limit": limit})
    build(p, "storehouse_row", (5, 7))
    assert bool(p.record.complex[1]) == touches


@pytest.mark.rule("BRC-221")
def test_a_piece_that_touches_only_an_improvement_does_not_belong():
    """Storehouses A on (5,7), (5,8) and B on (5,9), (5,10): an enemy in B owns B and leaves A alone."""
    structures = [VILLAGE, piece("storehouse_row", 5, 7), piece("storehouse_row", 5, 9)]
    pawns = {0: [worker(5, 4)], 1: [worker(7, 10)]}
    p = scene(PLAIN, pawns=pawns, structures=structures, turn=1, unfriendly=[(0, 1)])
    assert [int(k) for k in p.record.complex[:3]] == [1, 1, 0]
    march(p, (5, 10)).play("end")
    assert [owner(p, k) for k in range(3)] == [0, 0, 1]


@pytest.mark.rule("BRC-221")
def test_a_chain_built_in_play_does_not_belong_either():
    """A storehouse built beside the improvement stands free."""
    structures = [VILLAGE, piece("storehouse_row", 5, 7)]
    p = scene(PLAIN, pawns={0: [worker(5, 4)]}, structures=structures, stage="build")
    build(p, "storehouse_row", (5, 9))
    assert [int(k) for k in p.record.complex[:3]] == [1, 1, 0]


@pytest.mark.rule("BRC-221")
def test_a_piece_between_two_villages_belongs_to_the_lower_number():
    """A storehouse touching both own villages is part of the first; a friend's village has no claim."""
    structures = [piece("village_row_e", 5, 8), piece("village_row_w", 5, 4, wood_raw=4)]  # (5,8)-(5,10) and (5,3)-(5,5)
    p = build(scene(PLAIN, pawns={0: [worker(5, 4)]}, structures=structures, stage="build"), "storehouse_row", (5, 6))
    assert p.record.complex[2] == 1
    structures[0] = piece("village_row_e", 5, 8, 1)
    p = build(scene(PLAIN, pawns={0: [worker(5, 4)]}, structures=structures, stage="build"), "storehouse_row", (5, 6))
    assert p.record.complex[2] == 2


@pytest.mark.rule("BRC-222")
def test_pawns_may_be_kept_on_single_studs_of_a_village():
    """With village_single_place off every inner step costs one: (5,6) is the end of the action."""
    p = scene(PLAIN, pawns={0: [worker(5, 2)]}, structures=[VILLAGE], rules={"village_single_place": False})
    assert (5, 6) in reach(p)
    assert (5, 8) not in reach(p)
    assert (5, 7) not in reach(p)
    march(p, (5, 6))
    assert place(p, 0, 0) == (5, 6)


@pytest.mark.rule("BRC-222")
def test_inner_steps_do_not_count_height():
    """A dwelling two levels above its hall is one stud away."""
    heights = terrace("111111311111")
    p = scene(PLAIN, heights, pawns={0: [worker(5, 5)]}, structures=[VILLAGE], rules={"village_single_place": False})
    assert march(p, (5, 6)).record.left == 3


# ------------------------------------------------------------------------------------------------ fortifications
def ranged(p: Position, slot: int = 0) -> set[Stud]:
    """The studs of enemies that a warrior has in range, asked by holding it in place at the top of a Deploy turn."""
    q = p.clone().play(f"pawn {slot}", "yes")
    for _ in range(4):
        if prompt(q)[1] != Prompt.INTERRUPT:
            break
        q.play("end")
    found = set()
    for number in offered(q, "detachment "):
        k = int(number)
        found.add(divmod(int(q.record.listed_cell[k]), int(q.record.cols)))
    return found


def duel(own: dict, foe: dict, *, board: list[str] | None = None, turn: int = 0, **more: object) -> Position:
    """Two unfriendly pawns in Deploy."""
    return scene(board or flat(9, 9), pawns={0: [own], 1: [foe]}, stage="deploy", turn=turn, unfriendly=[(0, 1)], **more)


@pytest.mark.rule("BRC-228", "BRC-232")
def test_touching_fortifications_form_a_fortress():
    """From a gate the range passes the wall that touches it; from a storehouse in its place the wall bars it."""
    corridor = ["......"]
    walls = {(0, 2): (1, 0)}
    gate = duel(warrior(0, 1), worker(0, 3), board=corridor, walls=walls, structures=[piece("gate_row_wood", 0, 0)])
    assert ranged(gate) == {(0, 3)}
    house = duel(warrior(0, 1), worker(0, 3), board=corridor, walls=walls, structures=[piece("storehouse_row", 0, 0)])
    assert ranged(house) == set()
    apart = duel(warrior(0, 1), worker(0, 3), board=corridor, walls=walls)
    assert ranged(apart) == set()


@pytest.mark.rule("BRC-228")
def test_a_tower_a_wall_and_a_gate_are_one_fortress():
    """From the tower the range of three passes the wall and the stud of the gate behind it."""
    structures = [piece("tower", 2, 2), piece("gate_row_wood", 3, 5)]
    board = ["#########", "#########", "##..#####", "##.......", "#########", "#########"]
    p = duel(warrior(3, 3), worker(3, 6), board=board, walls={(3, 4): (1, 0)}, structures=structures)
    assert ranged(p) == {(3, 6)}
    p = duel(warrior(3, 3), worker(3, 6), board=board, walls={(3, 4): (1, 0)}, structures=structures[:1])
    assert ranged(p) == {(3, 6)}
    p = duel(warrior(3, 3), worker(3, 6), board=board, structures=structures[:1], walls={(3, 5): (1, 0)})
    assert ranged(p) == set()


@pytest.mark.rule("BRC-229")
def test_the_height_of_a_wall_counts_over_it():
    """Over a wall of one: up two studs, down two studs, then nothing is left."""
    p = scene(flat(1, 6), pawns={0: [worker(0, 0)]}, walls={(0, 1): (1, 0)})
    assert march(p.clone(), (0, 1)).record.left == 2
    assert max(column for _, column in reach(p)) == 2
    p = scene(flat(1, 6), pawns={0: [worker(0, 0)]}, walls={(0, 1): (3, 0)})
    assert reach(p) == {(0, 1)}


@pytest.mark.rule("BRC-229")
def test_a_closed_gate_cannot_be_climbed_and_an_empty_one_is_open():
    """A garrisoned gate of an enemy bars a corridor, an empty one lets through."""
    gate = [piece("gate_row_wood", 0, 2, 1)]
    more = {"structures": gate, "unfriendly": [(0, 1)]}
    p = scene(flat(1, 8), pawns={0: [worker(0, 1)], 1: [worker(0, 2)]}, **more)
    assert reach(p) == {(0, 0)}
    p = scene(flat(1, 8), pawns={0: [worker(0, 1)], 1: [worker(0, 7)]}, **more)
    assert (0, 5) in reach(p)


@pytest.mark.rule("BRC-230")
def test_the_height_of_a_fortification_does_not_count_in_range():
    """A warrior on a wall of three and an enemy two studs away on the ground have each other in range."""
    walls = {(5, 5): (3, 0)}
    assert ranged(duel(warrior(5, 5), worker(5, 7), walls=walls)) == {(5, 7)}
    assert ranged(duel(warrior(5, 5), worker(5, 8), walls=walls)) == set()
    walls = {(5, 5): (3, 1)}
    assert ranged(duel(warrior(5, 7), worker(5, 5), walls=walls)) == {(5, 5)}


@pytest.mark.rule("BRC-231")
@pytest.mark.parametrize(("holder", "walled"), [(0, True), (1, True), (0, False)])
def test_a_fortification_between_two_pawns_cuts_the_range(holder, walled):
    """A wall of one on (5,5) between (5,4) and (5,6), whoever owns it [C4]."""
    p = duel(warrior(5, 4), worker(5, 6), walls={(5, 5): (1, holder)} if walled else {})
    assert ranged(p) == (set() if walled else {(5, 6)})


@pytest.mark.rule("BRC-232")
@pytest.mark.parametrize("foe", [(5, 4), (5, 6)])
def test_the_garrison_of_a_wall_is_not_cut_off_by_it(foe):
    """From the top of the wall both neighbours are in range [C4]."""
    assert ranged(duel(warrior(5, 5), worker(*foe), walls={(5, 5): (1, 0)})) == {foe}


@pytest.mark.rule("BRC-232", "BRC-233")
@pytest.mark.parametrize(
    ("footing", "die", "hit"),
    [("open", 2, True), ("open", 3, False), ("wall", 3, True), ("wall", 4, False), ("gate", 3, True), ("tower", 3, True)],
)
def test_fortifications_add_to_the_strength(footing, die, hit):
    """A warrior hits with two in the open and with three on a wall, in a gate or in a tower [C11]."""
    more: dict = {"walls": {(5, 5): (1, 0)}} if footing == "wall" else {}
    home = [piece("village_row_e", 0, 0, 1)]
    if footing == "gate":
        home.append(piece("gate_column_wood", 4, 5))
    if footing == "tower":
        home.append(piece("tower", 4, 4))
    p = duel(warrior(5, 5), worker(5, 6), structures=home, **more).queue_dice(die)
    p.play("pawn 0", "yes", "detachment 0")
    if prompt(p) == (0, Prompt.CHALLENGE):
        p.play("yes")
    for _ in range(6):
        if p.record.queued == 0:
            break
        p.play("yes" if p.legal() == ["yes"] else p.legal()[0])
    idle_until(p, lambda q: q.record.prompt in (Prompt.SK_REACT, Prompt.SK_PRESS, Prompt.DEPLOY_TOP, Prompt.UNIT_MOVING), most=8)
    assert (p.record.status[1][0] == Status.CRITICAL) == hit


@pytest.mark.rule("BRC-233")
def test_a_tower_adds_one_to_the_range():
    """Three studs from a tower, two from a gate."""
    assert ranged(duel(warrior(5, 5), worker(5, 8), structures=[piece("tower", 4, 4)])) == {(5, 8)}
    assert ranged(duel(warrior(5, 5), worker(5, 8), structures=[piece("gate_column_wood", 4, 5)])) == set()


@pytest.mark.rule("BRC-234")
@pytest.mark.parametrize(("segments", "up"), [(1, True), (4, True), (5, False)])
def test_stairs_lead_from_a_gate_onto_the_wall_beside_it(segments, up):
    """From inside the gate a wall of up to four is one wall stud away."""
    p = scene(flat(1, 6), pawns={0: [worker(0, 1)]}, structures=[piece("gate_row_wood", 0, 0)], walls={(0, 2): (segments, 0)})
    assert ((0, 2) in reach(p)) == up
    if up:
        march(p, (0, 2))
        assert (p.record.left, Mode(p.record.mode), p.record.credit) == (3, Mode.WALL, 1)


@pytest.mark.rule("BRC-234")
def test_there_are_no_stairs_on_the_outside():
    """A wall of four beside the gate cannot be climbed from the ground, and from its top one comes down into the gate only."""
    more = {"structures": [piece("gate_row_wood", 0, 0)], "walls": {(0, 2): (4, 0)}}
    assert (0, 2) not in reach(scene(flat(1, 6), pawns={0: [worker(0, 3)]}, **more))
    p = scene(flat(1, 6), pawns={0: [worker(0, 2)]}, **more)
    assert (0, 1) in reach(p)
    assert (0, 3) not in reach(p)


@pytest.mark.rule("BRC-234")
def test_a_wall_apart_from_the_gate_has_no_stairs():
    """With a stud between gate and wall the wall of four stays out of reach."""
    p = scene(flat(1, 6), pawns={0: [worker(0, 1)]}, structures=[piece("gate_row_wood", 0, 0)], walls={(0, 3): (4, 0)})
    assert reach(p) == {(0, 0), (0, 2)}


@pytest.mark.rule("BRC-234")
@pytest.mark.parametrize(("gate", "wall", "hostile", "up"), [(1, 1, [], True), (0, 1, [], True), (0, 1, [(0, 1)], False)])
def test_stairs_belong_to_friends_too(gate, wall, hostile, up):
    """A guest in a friend's gate climbs the friend's wall, but nobody climbs a wall of an enemy from the own gate."""
    more = {"structures": [piece("gate_row_wood", 0, 0, gate)], "walls": {(0, 2): (4, wall)}, "unfriendly": hostile}
    p = scene(flat(1, 6), pawns={0: [worker(0, 1)], 1: [worker(0, 5)]}, **more)
    assert ((0, 2) in reach(p)) == up
