"""Rules of information and luck, bounds of turns and pieces, and presets (BRC-411 to BRC-418)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.brick_civilization.observation import GOODS, PAWN_FEATURES, STRUCT_FEATURES
from rulebound.envs.brick_civilization.state import Prompt, Stage
from rulebound.envs.core.position import IllegalAction, Position
from tests.brick_civilization.helpers import (
    GAME,
    board,
    build,
    builds,
    critical,
    flat,
    go,
    listed,
    march,
    on_board,
    piece,
    place,
    prompt,
    scene,
    targets,
    warrior,
    worker,
)

PAWN, STRUCT = tuple(PAWN_FEATURES), tuple(STRUCT_FEATURES)

LAND = board(flat(10, 12)) + "starts\n2 1 1\n7 8 1\n2 8 1\n7 1 1\n"
LUCK = ("key", "streams")


def see(p: Position, seat: int, name: str) -> np.ndarray:
    """A slice of what a seat sees, in whole numbers."""
    return np.asarray(p.view.read(p.observe(seat), name)).astype(int)


# ------------------------------------------------------------------------------------------------ information
@pytest.mark.rule("BRC-411")
def test_the_goods_of_others_are_open():
    """p1's storehouse with 5 goods appears in p0's observation with 5, and in p1's own too."""
    p = scene(flat(7, 9), pawns={0: [worker(0, 0)], 1: [worker(6, 6)]}, structures=[piece("storehouse_row", 4, 4, 1, fish=3, stone=2)])
    goods = [STRUCT.index(name) for name in GOODS]
    fish, stone = STRUCT.index("fish"), STRUCT.index("stone")
    for seat in (0, 1):
        row = see(p, seat, "structures").reshape(-1, len(STRUCT_FEATURES))[0]
        assert row[goods].sum() == 5
        assert (row[fish], row[stone]) == (3, 2)
        assert row[STRUCT.index("owner")] == (2 if seat == 0 else 1)


@pytest.mark.rule("BRC-411")
def test_both_seats_see_the_same_pieces_each_from_its_own_side():
    """Pawns, cargo, actions, deaths and stances of everybody are the same for both seats, rotated."""
    p = scene(
        flat(7, 9),
        pawns={0: [worker(0, 0, fish=1), warrior(0, 3)], 1: [worker(6, 6, stone=2)]},
        actions=(3, 2),
        seats={0: {"deaths": 4}, 1: {"deaths": 1, "surplus": 7}},
        unfriendly=[(0, 1)],
    )
    for name in ("actions", "deaths", "surplus", "milled_total", "offers", "out"):
        mine, theirs = see(p, 0, name).ravel(), see(p, 1, name).ravel()
        assert list(mine[:2]) == list(theirs[:2][::-1])
    assert list(see(p, 0, "actions").ravel()[:2]) == [3, 2]
    width = len(PAWN_FEATURES)
    pawns = [see(p, seat, "pawns").reshape(4, -1, width) for seat in (0, 1)]
    assert (pawns[0][0][:, : width - 1] == pawns[1][1][:, : width - 1]).all()
    assert (pawns[0][1][:, : width - 1] == pawns[1][0][:, : width - 1]).all()
    assert pawns[0][1][0, PAWN.index("stone")] == 2
    for plane in ("terrain", "ground", "surface", "road", "wall"):
        assert (see(p, 0, f"{plane}_plane") == see(p, 1, f"{plane}_plane")).all()


@pytest.mark.rule("BRC-411")
def test_there_is_nothing_to_redeal():
    """Nobody lacks any knowledge, so a fair sample of what a seat cannot know leaves the pieces as they are."""
    p = scene(flat(7, 9), pawns={0: [worker(0, 0, fish=1)], 1: [worker(6, 6, stone=2)]})
    before = names(p)
    assert names(p.clone().redeal(0, 99)) == before


# ------------------------------------------------------------------------------------------------ luck
def names(p: Position) -> dict:
    """The position in names, without its sources of luck."""
    return {name: value for name, value in p.to_names().items() if name not in LUCK}


def peaceful(seed: int, decisions: int = 24) -> Position:
    """A game on a fixed map in which nobody fights: always the last legal action but those of stances and fights."""
    p = GAME.new(2, rules={"map": LAND, "turn_cap": 2, "stances": "fixed"}, seed=seed)
    for k in range(decisions):
        if p.over:
            break
        legal = p.legal_ids()
        p.play(legal[(7 * k) % len(legal)])
    return p


@pytest.mark.rule("BRC-412")
@pytest.mark.slow
def test_without_skirmishes_and_on_a_fixed_map_luck_decides_nothing():
    """The same actions under two seeds lead to the same position."""
    assert names(peaceful(1)) == names(peaceful(2))


@pytest.mark.rule("BRC-413")
@pytest.mark.slow
def test_the_same_seed_and_actions_lead_to_the_same_state():
    """Configuration, seed and actions determine the run: equal hashes."""
    first, second = peaceful(5), peaceful(5)
    assert first.hash() == second.hash()
    assert first == second


def duel(seed: int = 0) -> Position:
    """Two p0 warriors challenge one p1 worker in a group; the dice are not forced."""
    p = scene(
        flat(7, 9),
        pawns={0: [warrior(3, 3), warrior(3, 3)], 1: [worker(3, 5), worker(6, 8)]},
        structures=[piece("village_row_e", 0, 5, 1)],
        unfriendly=[(0, 1)],
        stage="deploy",
        options={"seed": seed},
    )
    return p.play("pawn 0", "pawn 1", "yes", "detachment 0")


@pytest.mark.rule("BRC-413")
def test_injected_dice_are_drawn_in_their_order():
    """[C2] Dice 1 and 2: both drawn, one casualty; with 6 and 6 nobody falls."""
    p = duel()
    hit = p.clone().queue_dice(1, 2, 5).play("yes")
    assert hit.record.queued == 1
    assert hit.record.queue[0] == 5
    assert list(critical(hit, 1)) == [0]
    assert not critical(p.clone().queue_dice(6, 6).play("yes"), 1)


@pytest.mark.rule("BRC-412", "BRC-413")
@pytest.mark.slow
def test_the_die_is_luck_and_repeats_with_the_seed():
    """Unforced dice are the same for the same seed, and over several seeds both outcomes occur."""
    fallen = [bool(critical(duel(seed).play("yes"), 1)) for seed in range(5)]
    assert len(set(fallen)) == 2
    assert [bool(critical(duel(seed).play("yes"), 1)) for seed in range(2)] == fallen[:2]


# ------------------------------------------------------------------------------------------------ bounds of turns
@pytest.mark.rule("BRC-414")
@pytest.mark.slow
def test_forced_decisions_can_be_skipped():
    """With skip_forced every decision shown has at least 2 legal actions; without it some have one."""
    counts = {}
    for skip in (True, False):
        p = GAME.new(2, rules={"map": LAND, "turn_cap": 2, "trade": "none", "stances": "fixed"}, skip_forced=skip)
        counts[skip] = []
        for k in range(20):
            if p.over:
                break
            legal = p.legal_ids()
            counts[skip].append(len(legal))
            p.play(legal[(5 * k) % len(legal)])
    assert min(counts[True]) >= 2
    assert min(counts[False]) == 1


@pytest.mark.rule("BRC-415")
def test_a_phase_turn_ends_after_256_decisions():
    """After the 256th decision of a turn END is forced until the turn is over; before it the turn goes on."""
    p = scene(flat(7, 9), pawns={0: [worker(3, 3), worker(3, 5), worker(3, 7)]}, actions=(9, 1), stage="move")
    p.record.turn_decisions = 250
    p.play("pawn 0")
    assert prompt(p) == (0, Prompt.UNIT)
    p.play("end")
    assert prompt(p) == (0, Prompt.MOVE_TOP)
    p.record.turn_decisions = 255
    p.play("pawn 1")  # the 256th
    while p.seat == 0 and p.record.stage == Stage.MOVE:
        assert p.legal() == ["end"]
        p.play("end")
    assert p.record.actions[0] == 9


@pytest.mark.rule("BRC-415")
def test_with_forced_decisions_skipped_the_257th_does_not_occur():
    """With skip_forced the turn is over right after the 256th decision."""
    p = scene(flat(7, 9), pawns={0: [worker(3, 3), worker(3, 5)]}, actions=(9, 1), stage="move", options={"skip_forced": True})
    p.record.turn_decisions = 255
    p.play("pawn 1")
    assert (p.seat, int(p.record.stage)) != (0, Stage.MOVE)


# ------------------------------------------------------------------------------------------------ bounds of pieces
def estate(count: int) -> Position:
    """p0 with that many structures: a palace site beside its worker, and storehouses full of wood and stone."""
    spots = [(r, c) for r in range(15, -1, -1) for c in range(0, 12, 2)][: count - 1]
    barns = [piece("storehouse_row", *at, 0, wood_raw=4, stone=4) for at in spots]
    return scene(
        flat(16, 16),
        pawns={0: [worker(12, 11)]},
        structures=[piece("palace_columns", 13, 12, 0), *barns],
        stage="build",
        actions=(2, 1),
    )


@pytest.mark.rule("BRC-416")
@pytest.mark.slow
def test_at_48_structures_only_bundles_and_palace_parts_are_offered():
    """With 48 structures no further one may be built; with 47 one more."""
    full = builds(estate(48))
    assert {"road", "wall"} <= full
    assert full <= {"road", "wall", "palace_column", "palace_roof"}
    almost = estate(47)
    assert "storehouse_row" in builds(almost)
    assert "tower" in builds(almost)


@pytest.mark.rule("BRC-416")
def test_palace_parts_may_be_built_at_the_limit():
    """A column of an own palace site next to the worker is no new structure."""
    structures = [piece("palace_rows", 3, 4, 0)]
    p = scene(flat(7, 9), pawns={0: [worker(3, 3, stone=2)]}, structures=structures, stage="build", rules={"max_structs": 1})
    assert builds(p) == {"wall", "palace_column"}
    build(p, "palace_column", (3, 4))
    assert p.record.progress[0] == 2


@pytest.mark.rule("BRC-416")
def test_the_limits_are_rules():
    """max_structs and max_pawns can be lowered."""
    p = scene(flat(7, 9), pawns={0: [worker(3, 3, wood_raw=2)]}, stage="build", rules={"max_structs": 1})
    build(p, "storehouse_row", (3, 4))
    assert p.record.structs == 1
    crowd = scene(
        flat(7, 9),
        pawns={0: [worker(3, 3)] * 8},
        structures=[piece("village_row_e", 3, 3, 0)],
        stage="populate",
        rules={"max_pawns": 8, "turn_cap": 3},
    )
    assert crowd.over
    assert len(on_board(crowd, 0)) == 8


@pytest.mark.rule("BRC-417")
def test_targets_lie_within_thirteen_studs():
    """A boat that could sail 18 studs is sent 13 at most in one leg, and the rest in a second leg of the same action."""
    terrain = ["." * 30, "~" * 30, "." * 30]
    p = scene(terrain, pawns={0: [worker(1, 0)]}, structures=[piece("canoe", 1, 0, 0)], stage="move", rules={"move_studs": 6})
    p.play("pawn 0")
    assert max(c for _, c in targets(p)) == 13
    with pytest.raises(IllegalAction):
        go(p, (1, 14))
    go(p, (1, 13))
    assert p.record.actions[0] == 0
    assert (1, 14) in targets(p)
    go(p, (1, 18))
    assert place(p, 0, 0) == (1, 18)


# ------------------------------------------------------------------------------------------------ presets
@pytest.mark.rule("BRC-418")
@pytest.mark.parametrize(
    ("preset", "knobs"),
    [
        ("standard", {"size": 0, "turn_cap": 60, "pop_per_player": 20, "trade": "basic", "max_offers": 2, "start_choice": "candidates",
                      "max_pawns": 64, "max_structs": 48, "interrupts": "every_step", "commit": "choose", "max_relocations": 16,
                      "field_claim": "auto", "explicit_sources": False, "manual_gates": False, "food_first": "fish"}),
        ("full", {"trade": "full", "start_choice": "free", "max_offers": 4, "field_claim": "cells", "explicit_sources": True,
                  "max_relocations": 64, "manual_gates": True, "food_first": "ask", "turn_cap": 60, "pop_per_player": 20}),
        ("mini", {"size": 24, "turn_cap": 30, "pop_per_player": 8, "trade": "none", "max_pawns": 24, "max_structs": 24,
                  "interrupts": "first", "commit": "all", "max_relocations": 6, "start_choice": "candidates"}),
    ],
)  # fmt: skip
def test_presets(preset, knobs):
    """standard = defaults; full = all fidelity switches; mini = a small board, 30 rounds, 8 pawns per player, no trade."""
    variant = GAME.variant(preset)
    assert {name: variant[name] for name in knobs} == knobs


@pytest.mark.rule("BRC-418")
def test_the_standard_preset_is_the_default():
    """Nothing named means standard, with every knob of the rulings at its default."""
    assert GAME.variant("standard") == GAME.variant(None)
    defaults = {
        "symmetry": "rot", "woods": 1, "impassable": 0, "edge_rivers": True, "random_first": False, "touch_limit": 2,
        "village_single_place": True, "payment": "connected", "adjacent_attach": True, "stances": "free", "initial_stance": "friendly",
        "gate_cost": "either", "fort_shapes": "masonry", "base_actions": 1, "move_studs": 4, "warrior_food": 4, "range_downhill": True,
        "max_press": 12, "palace_turns": 2, "council": "ask", "palace_points": "builder", "industry": "mills", "score_zero": False,
    }  # fmt: skip
    variant = GAME.variant(None)
    assert {name: variant[name] for name in defaults} == defaults


@pytest.mark.rule("BRC-418")
def test_the_mini_preset_trades_nothing():
    """Without trade no offer can be opened."""
    more = {"pawns": {0: [worker(3, 3)], 1: [worker(3, 4)]}, "actions": (3, 3), "roads": [(3, 3), (3, 4)]}
    assert "offer to player_1" in scene(flat(7, 9), **more).legal()
    assert "offer to player_1" not in scene(flat(7, 9), rules={"trade": "none"}, **more).legal()
    assert listed(march(scene(flat(7, 9), **more), (3, 2))) == []
