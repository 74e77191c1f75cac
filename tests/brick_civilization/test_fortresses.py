"""Rules of walls, towers and quarries as buildings, and what walls and towers give to pawns (BRC-288 to BRC-293, BRC-295 to BRC-297)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    Stud,
    build,
    builds,
    cargo,
    cell,
    flat,
    go,
    layer,
    march,
    piece,
    prompt,
    scene,
    sites,
    targets,
    warrior,
    worker,
)


def mason(**goods: int) -> Position:
    """A worker with goods in the middle of a meadow, about to build."""
    return scene(flat(9, 9), pawns={0: [worker(4, 4, **goods)]}, stage="build", actions=(3, 1))


# ------------------------------------------------------------------------------------------------ wall bundles
@pytest.mark.rule("BRC-288")
def test_one_stone_and_one_action_buy_four_separate_wall_segments():
    """Four segments on four legal studs cost 1 stone and 1 action."""
    p = build(mason(stone=2), "wall", (3, 4), (5, 4), (4, 3), (4, 5))
    assert [cell(p, "wall", stud) for stud in ((3, 4), (5, 4), (4, 3), (4, 5))] == [1, 1, 1, 1]
    assert layer(p, "wall").sum() == 4
    assert cargo(p, 0, 0) == {"stone": 1}
    assert p.record.actions[0] == 2
    assert prompt(p) == (0, Prompt.BUILD_TOP)


@pytest.mark.rule("BRC-288")
def test_without_stone_no_wall_is_offered():
    """Walls are paid in stone, wood does not help."""
    assert "wall" in builds(mason(stone=1))
    assert "wall" not in builds(mason(wood_raw=2))


@pytest.mark.rule("BRC-288")
def test_a_bundle_may_be_ended_early():
    """Segments that are not placed are lost."""
    p = build(mason(stone=1), "wall", (3, 4)).play("end")
    assert layer(p, "wall").sum() == 1
    assert cargo(p, 0, 0) == {}
    assert "wall" not in builds(p)


@pytest.mark.rule("BRC-289")
def test_wall_segments_stack():
    """Four segments on one stud make a wall of height 4; on four studs, height 1 each."""
    stacked = build(mason(stone=1), "wall", *[(4, 5)] * 4)
    assert cell(stacked, "wall", (4, 5)) == 4
    spread = build(mason(stone=1), "wall", (4, 5), (4, 6), (4, 7), (4, 8))
    assert [cell(spread, "wall", (4, c)) for c in range(5, 9)] == [1, 1, 1, 1]
    assert cell(spread, "wall_owner", (4, 8)) == 1


@pytest.mark.rule("BRC-290")
def test_a_wall_stack_has_at_most_eight_segments():
    """The eighth segment is legal, the ninth masked."""
    p = scene(flat(9, 9), pawns={0: [worker(4, 4, stone=2)]}, walls={(4, 5): (7, 0)}, stage="build")
    p.play("pawn 0", "build wall")
    assert (4, 5) in targets(p)
    go(p, (4, 5))
    assert cell(p, "wall", (4, 5)) == 8
    assert (4, 5) not in targets(p)
    assert (3, 4) in targets(p)


@pytest.mark.rule("BRC-288")
@pytest.mark.parametrize(("owner", "legal"), [(0, True), (1, True), (2, False)])
def test_segments_are_added_to_own_and_friendly_walls_only(owner, legal):
    """Segments may be put on a wall of one's own or a friend's, which keeps its owner; not on an enemy's."""
    p = scene(flat(9, 9), pawns={0: [worker(4, 4, stone=1)]}, walls={(4, 5): (1, owner)}, unfriendly=[(0, 2)], players=3, stage="build")
    assert ((4, 5) in sites(p, "wall")) == legal
    if legal:
        assert cell(build(p, "wall", (4, 5)), "wall_owner", (4, 5)) == owner + 1


# ------------------------------------------------------------------------------------------------ pawns on walls
def watched(guard, *, walls=None, structures=(), steps: tuple[Stud, ...], start: Stud = (4, 4)) -> Position:
    """p0's warrior goes some legs near a pawn of p1."""
    p = scene(
        flat(9, 14),
        pawns={0: [warrior(*start)], 1: [guard]},
        walls=walls,
        structures=structures,
        unfriendly=[(0, 1)],
        stage="deploy",
    )
    return march(p, *steps)


@pytest.mark.rule("BRC-291")
@pytest.mark.parametrize(("goal", "asked"), [((4, 6), False), ((4, 7), True)])
def test_a_worker_on_a_wall_has_an_effective_range_of_two(goal, asked):
    """A worker on a wall may declare at distance 2, not at 3."""
    p = watched(worker(4, 9), walls={(4, 9): (2, 1)}, steps=(goal,))
    assert (prompt(p) == (1, Prompt.INTERRUPT)) == asked


@pytest.mark.rule("BRC-291")
def test_a_worker_in_the_open_is_never_asked():
    """The same worker beside the wall has no effective range."""
    assert prompt(watched(worker(4, 9), walls={(4, 10): (2, 1)}, steps=((4, 7),))) == (0, Prompt.UNIT_MOVING)


@pytest.mark.rule("BRC-291")
def test_a_worker_on_a_wall_blockades_two_studs_around():
    """p0 may build where the p1 worker on the wall does not reach, and nowhere within 2 studs of it."""
    more = {"pawns": {0: [worker(4, 4, stone=1), worker(4, 6, stone=1)], 1: [worker(4, 8)]}, "unfriendly": [(0, 1)], "stage": "build"}
    on_wall = scene(flat(9, 14), walls={(4, 8): (1, 1)}, **more)
    assert sites(on_wall, "wall", 0) == {(3, 4), (5, 4), (4, 3), (4, 5)}
    assert sites(on_wall, "wall", 1) == {(3, 6), (5, 6), (4, 5)}  # not (4, 7)
    in_the_open = scene(flat(9, 14), **more)
    assert (4, 7) in sites(in_the_open, "wall", 1)


@pytest.mark.rule("BRC-291", "BRC-308")
@pytest.mark.parametrize(("pawn", "die", "hit"), [(worker, 1, True), (worker, 2, False), (warrior, 3, True), (warrior, 4, False)])
def test_a_wall_adds_one_to_strength(pawn, die, hit):
    """On a wall a worker hits on 1 only and a warrior on 1, 2 and 3."""
    p = scene(
        flat(9, 14),
        pawns={0: [warrior(4, 4)], 1: [pawn(4, 9)]},
        walls={(4, 9): (1, 1)},
        structures=[piece("village_row_e", 8, 0, 0)],
        unfriendly=[(0, 1)],
        stage="deploy",
        rules={"commit": "all"},
    )
    p.queue_dice(die, 6)
    march(p, (4, 7)).play("yes")
    while p.record.prompt in (Prompt.COMMIT, Prompt.RESPOND, Prompt.SK_TARGET):
        p.play("yes" if "yes" in p.legal() else p.legal()[0])
    assert (p.record.status[0][0] == 1) == hit


# ------------------------------------------------------------------------------------------------ towers
def store_beside(stone: int) -> Position:
    """A worker in a storehouse with stone."""
    return scene(
        flat(9, 9), pawns={0: [worker(4, 4)]}, structures=[piece("storehouse_row", 4, 3, 0, stone=stone)], stage="build", actions=(2, 1)
    )


@pytest.mark.rule("BRC-292")
def test_a_tower_costs_four_stone_and_one_action():
    """4 stone and 1 action; with 3 stone it is masked."""
    assert "tower" not in builds(store_beside(3))
    p = build(store_beside(5), "tower", (4, 5))
    assert p.record.store[0].sum() == 1
    assert p.record.actions[0] == 1
    assert p.record.struct_kind[1] == 7


@pytest.mark.rule("BRC-293")
def test_a_tower_covers_four_level_studs():
    """By default a tower covers 2x2 studs of equal base."""
    p = build(store_beside(4), "tower", (4, 5))
    assert {tuple(map(int, stud)) for stud in np.argwhere(layer(p, "struct") == 2)} == {(4, 5), (4, 6), (5, 5), (5, 6)}
    levels = ["1" * 9] * 5 + ["111111211"] + ["1" * 9] * 3
    bumpy = scene(flat(9, 9), levels, pawns={0: [worker(4, 4)]}, structures=[piece("storehouse_row", 4, 3, 0, stone=4)], stage="build")
    assert (4, 5) not in sites(bumpy, "tower")
    assert (3, 5) in sites(bumpy, "tower")


@pytest.mark.rule("BRC-293")
def test_a_tower_may_be_played_with_one_stud():
    """fort_shapes=1x1: a tower covers one stud."""
    p = scene(
        flat(9, 9),
        pawns={0: [worker(4, 4)]},
        structures=[piece("storehouse_row", 4, 3, 0, stone=4)],
        stage="build",
        rules={"fort_shapes": "1x1"},
    )
    assert (layer(build(p, "tower", (4, 5)), "struct") == 2).sum() == 1


@pytest.mark.rule("BRC-293", "BRC-294")
def test_a_closed_tower_cannot_be_climbed():
    """A tower is 4 high: an enemy cannot get on a garrisoned one from the ground."""
    p = scene(
        flat(9, 9), pawns={0: [worker(4, 3)], 1: [worker(4, 5)]}, structures=[piece("tower", 4, 5, 1)], unfriendly=[(0, 1)], actions=(3, 1)
    )
    p.play("pawn 0")
    assert not targets(p) & {(4, 5), (4, 6), (5, 5), (5, 6)}
    assert (4, 4) in targets(p)


TOWER = [piece("tower", 2, 2, 1)]


@pytest.mark.rule("BRC-295", "BRC-315", "BRC-321", "BRC-324")
def test_c3_a_worker_in_a_tower_fights_at_distance_three():
    """[C3] The tower worker may declare at distance 3 and hits on 1; the warrior has no target there and does not roll."""
    p = scene(
        flat(9, 12),
        pawns={0: [warrior(3, 9)], 1: [worker(3, 3)]},
        structures=[*TOWER, piece("village_row_e", 8, 0, 0)],
        unfriendly=[(0, 1)],
        stage="deploy",
    )
    p.queue_dice(1, 1)
    march(p, (3, 6))
    assert prompt(p) == (1, Prompt.INTERRUPT)
    assert (int(p.record.cell[0][0]) // 12, int(p.record.cell[0][0]) % 12) == (3, 6)
    p.play("yes")
    while p.record.prompt in (Prompt.COMMIT, Prompt.RESPOND, Prompt.SK_TARGET):
        p.play(next(a for a in (*[x for x in p.legal() if x.startswith("detachment")], "yes") if a in p.legal()))
    assert p.record.status[0][0] == 1
    assert p.record.queued == 1  # the second die is still there: the warrior rolled none


@pytest.mark.rule("BRC-295")
def test_c3_a_tower_worker_misses_on_two():
    """[C3] The strength of a worker in a tower is 1: a 2 misses."""
    p = scene(
        flat(9, 12),
        pawns={0: [warrior(3, 9)], 1: [worker(3, 3)]},
        structures=[*TOWER, piece("village_row_e", 8, 0, 0)],
        unfriendly=[(0, 1)],
        stage="deploy",
        rules={"commit": "all"},
    )
    p.queue_dice(2)
    march(p, (3, 6)).play("yes")
    while p.record.prompt in (Prompt.COMMIT, Prompt.RESPOND, Prompt.SK_TARGET):
        p.play("yes" if "yes" in p.legal() else p.legal()[0])
    assert p.record.status[0][0] == 0
    assert p.record.queued == 0


@pytest.mark.rule("BRC-295")
@pytest.mark.slow
def test_a_tower_worker_covers_25_studs_of_open_level_ground():
    """Nothing may be built within 3 studs of an unfriendly pawn in a tower of one stud: 24 studs and its own."""
    free = set()
    for start in ((1, 5), (7, 11), (10, 3)):
        p = scene(
            flat(13, 13),
            pawns={0: [worker(*start, stone=2)], 1: [worker(6, 6)]},
            structures=[piece("tower_1x1", 6, 6, 1)],
            unfriendly=[(0, 1)],
            stage="build",
            rules={"fort_shapes": "1x1", "structures.wall.segments": 8},
        )
        p.play("pawn 0", "build wall")
        seen = targets(p)
        for _ in range(7):  # walls lead on to further studs
            towards = min(targets(p), key=lambda stud: (abs(stud[0] - 6) + abs(stud[1] - 6), stud))
            if p.record.prompt != Prompt.BUILD_SEGMENTS:
                break
            go(p, towards)
            seen |= targets(p) if p.record.prompt == Prompt.BUILD_SEGMENTS else set()
        free |= seen
    within = {(r, c) for r in range(13) for c in range(13) if abs(r - 6) + abs(c - 6) <= 3}
    assert len(within) == 25
    assert not free & within
    assert any(abs(r - 6) + abs(c - 6) == 4 for r, c in free)


@pytest.mark.rule("BRC-295")
@pytest.mark.parametrize(("pawn", "die", "hit"), [(warrior, 3, True), (warrior, 4, False)])
def test_a_warrior_in_a_tower_has_strength_three(pawn, die, hit):
    """A tower adds 1 to the strength of 2."""
    p = scene(
        flat(9, 12),
        pawns={0: [warrior(3, 9)], 1: [pawn(3, 3)]},
        structures=[*TOWER, piece("village_row_e", 8, 0, 0)],
        unfriendly=[(0, 1)],
        stage="deploy",
        rules={"commit": "all"},
    )
    p.queue_dice(die)
    march(p, (3, 6)).play("yes")
    while p.record.prompt in (Prompt.COMMIT, Prompt.RESPOND, Prompt.SK_TARGET):
        p.play("yes" if "yes" in p.legal() else p.legal()[0])
    assert (p.record.status[0][0] == 1) == hit


# ------------------------------------------------------------------------------------------------ quarries
def quarrier(terrain: list[str], levels: list[str], wood: int = 4) -> Position:
    """A worker at (3, 2) in a storehouse with wood; rows 0 and 1 hold the cliff."""
    home = piece("storehouse_row", 3, 2, 0, wood_raw=wood)
    return scene(terrain, levels, pawns={0: [worker(3, 2)]}, structures=[home], stage="build", actions=(2, 1))


CLIFF = ["..rr....", *flat(7, 8)]


def heights(left: int, right: int) -> list[str]:
    """Level 1, the cliff as given."""
    return [f"11{left}{right}1111", *["1" * 8] * 7]


@pytest.mark.rule("BRC-296")
def test_a_quarry_costs_four_wood_and_covers_two_studs():
    """4 wood and 1 action; with 3 wood it is masked."""
    terrain, levels = [flat(1, 8)[0], *CLIFF[:-1]], ["1" * 8, *heights(3, 3)[:-1]]
    assert "quarry_row" not in builds(quarrier(terrain, levels, 3))
    p = build(quarrier(terrain, levels, 5), "quarry_row", (2, 2))
    assert {tuple(map(int, stud)) for stud in np.argwhere(layer(p, "struct") == 2)} == {(2, 2), (2, 3)}
    assert p.record.store[0].sum() == 1
    assert p.record.actions[0] == 1


@pytest.mark.rule("BRC-297")
@pytest.mark.parametrize(
    ("letters", "left", "right", "legal"),
    [("rr", 3, 3, True), ("rr", 4, 3, True), ("rr", 3, 2, False), ("..", 4, 4, False), ("r.", 3, 3, False), ("rr", 1, 1, False)],
)
def test_b7_the_long_side_borders_a_rock_cliff_two_tall(letters, left, right, legal):
    """[B7] Both studs along one long side are rock and at least 2 above the quarry; grass is no cliff."""
    terrain = [flat(1, 8)[0], f"..{letters}....", *flat(6, 8)]
    p = quarrier(terrain, ["1" * 8, *heights(left, right)[:-1]])
    assert ((2, 2) in sites(p, "quarry_row")) == legal


@pytest.mark.rule("BRC-297")
def test_the_short_side_at_the_cliff_is_not_enough():
    """A quarry whose short side alone meets the rock is illegal; turned along the cliff it is legal."""
    terrain, levels = [flat(1, 8)[0], *CLIFF[:-1]], ["1" * 8, *heights(3, 3)[:-1]]
    terrain, levels = [*terrain[:2], *flat(6, 8)], levels
    p = scene(terrain, levels, pawns={0: [worker(3, 3)]}, structures=[piece("storehouse_row", 3, 3, 0, wood_raw=4)], stage="build")
    assert (2, 2) in sites(p, "quarry_row")
    assert "quarry_column" not in builds(p)


@pytest.mark.rule("BRC-297")
def test_the_ground_under_a_quarry_is_level():
    """A quarry needs two studs of equal base."""
    terrain, levels = [flat(1, 8)[0], *CLIFF[:-1]], ["1" * 8, "11551111", "11211111", *["1" * 8] * 5]
    assert "quarry_row" not in builds(quarrier(terrain, levels))
    assert (2, 2) in sites(quarrier(terrain, ["1" * 8, "11551111", *["1" * 8] * 6]), "quarry_row")
