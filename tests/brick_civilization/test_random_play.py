"""What holds in every position of games of random legal actions (BRC-007, BRC-053, BRC-063, BRC-068, BRC-084)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from rulebound.envs.brick_civilization.actions import ACTIONS
from rulebound.envs.brick_civilization.state import Phase, Prompt
from rulebound.envs.brick_civilization.variant import DATA
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import GAME, piece, scene, warrior, worker

pytestmark = pytest.mark.slow

LAND = [
    "~~..........",
    "~~.....T....",
    "~~..........",
    "~~........rr",
    "~~........rr",
    "~~....T.....",
    "~~..........",
    "~~..........",
    "~~.......T..",
    "~~..........",
]
HEIGHTS = ["1" * 12] * 3 + ["111111111133"] * 2 + ["1" * 12] * 5
DECISIONS = 250
ENDS = {Prompt.LOGISTICS: 0.6, Prompt.MOVE_TOP: 0.6, Prompt.BUILD_TOP: 0.1, Prompt.BUILD_KIND: 0.02}  # how often something is ended


def opening(rules: dict) -> Position:
    """Two civilizations with a full storehouse, a mill or a boat, workers at work and a warrior; Gather begins."""
    pieces = []
    for seat, row in ((0, 1), (1, 8)):
        pieces.append(piece("village_row_e", row, 2, owner=seat, fish=4))
        pieces.append(piece("storehouse_row", row + 1, 2, owner=seat, wood_raw=5, stone=3))
    pieces += [piece("mill_west", 4, 2, wood_raw=1), piece("sailboat", 9, 1, owner=1), piece("quarry_row", 5, 10, owner=1)]
    pawns = {
        0: [worker(1, 2), worker(1, 7), worker(5, 6), warrior(3, 6), worker(1, 2)],
        1: [worker(8, 2), worker(9, 6), worker(9, 1), warrior(6, 8), worker(5, 10), worker(8, 2)],
    }
    return scene(LAND, HEIGHTS, pawns=pawns, structures=pieces, stage="claims", rules={"base_actions": 3, **rules})


@cache
def random_game(seed: int = 2, rules: tuple[tuple[str, object], ...] = ()) -> tuple[tuple[Position, int], ...]:
    """Positions of a game of random legal actions, each with the action that follows; read them, do not play on."""
    p = opening(dict(rules))
    luck = np.random.default_rng(seed)
    course = []
    while not p.over and len(course) < DECISIONS:
        legal = p.legal_ids()
        end = ENDS.get(Prompt(int(p.record.prompt)), 0.3)
        weights = np.array([end / (1 - end) * (len(legal) - 1) if action == 0 and len(legal) > 1 else 1.0 for action in legal])
        action = int(luck.choice(legal, p=weights / weights.sum()))
        course.append((p.clone(), action))
        p.play(action)
    course.append((p.clone(), -1))
    return tuple(course)


def total(p: Position) -> int:
    """All goods on the board."""
    s = p.record
    stored = np.asarray(s.store)[: int(s.structs)].sum()
    return int(stored + np.asarray(s.cargo)[: p.num_players].sum())


@pytest.mark.rule("BRC-007")
def test_terrain_never_changes_and_nothing_is_demolished():
    """The landscape stays byte for byte, and structures, roads and walls only grow."""
    course = random_game()
    first = course[0][0].record
    for (before, _), (after, _) in pairwise(course):
        a, b = before.record, after.record
        assert np.array_equal(b.terrain, first.terrain)
        assert np.array_equal(b.ground, first.ground)
        assert np.array_equal(b.tree, first.tree)
        assert b.structs >= a.structs
        assert np.array_equal(b.struct_kind[: a.structs], a.struct_kind[: a.structs])
        for layer in ("road", "deck", "wall"):
            assert (np.asarray(b[layer]) >= np.asarray(a[layer])).all()
    assert course[-1][0].record.structs > course[0][0].record.structs


@pytest.mark.rule("BRC-084")
def test_goods_are_whole_numbers_of_six_kinds():
    """No store and no cargo is ever negative, and empty slots carry nothing."""
    for p, _ in random_game():
        s = p.record
        assert np.asarray(s.store).min() >= 0
        assert np.asarray(s.cargo).min() >= 0
        assert np.asarray(s.store).shape[-1] == 6
        assert not np.asarray(s.cargo)[np.asarray(s.pawn) == 0].any()
        assert not np.asarray(s.store)[int(s.structs) :].any()


def income(p: Position) -> int:
    """What the Gather that was just taken has produced, by what is cultivated and milled."""
    s = p.record
    cells = int(s.rows) * int(s.cols)
    fields = len(set(np.asarray(s.field)[:cells].tolist()) - {0})
    fished = len(set(np.asarray(s.fished)[:cells].tolist()) - {0})
    workers = [(seat, k) for seat in range(2) for k in range(64) if s.pawn[seat, k] == 1 and s.status[seat, k] == 0]
    groves = {int(s.cell[who]) for who in workers if s.tree[s.cell[who]] and not s.aboard[who]}
    quarries: dict[int, int] = {}
    for who in workers:
        k = int(s.struct[s.cell[who]]) - 1
        if k >= 0 and s.struct_kind[k] == 8:
            quarries[k] = quarries.get(k, 0) + 1
    return 2 * fields + 2 * fished + len(groves) + sum(min(2, n) for n in quarries.values()) + int(np.asarray(s.milled_last)[:2].sum())


def drowned(p: Position) -> int:
    """Cargo of the pawns that are in the water without a boat."""
    s = p.record
    lost = 0
    for who in ((seat, k) for seat in range(2) for k in range(64) if s.pawn[seat, k] and not s.status[seat, k] and not s.aboard[seat, k]):
        i = int(s.cell[who])
        if s.terrain[i] == 2 and not s.deck[i] and s.road[i] < 3:
            lost += int(np.asarray(s.cargo[who]).sum())
    return lost


@pytest.mark.rule("BRC-053")
def test_goods_enter_only_by_income_and_milling():
    """The total grows at the beginning of a Gather only, by exactly the yield of what is cultivated."""
    course = random_game()
    gathers = 0
    for (before, _), (after, _) in pairwise(course):
        change = total(after) - total(before)
        new_round = after.record.round_number != before.record.round_number
        if after.record.phase == Phase.GATHER and new_round and after.record.prompt == Prompt.LOGISTICS:
            assert change + drowned(before) in (income(after), income(after) - 4)  # a warrior of the last Populate costs four
            gathers += change > 0
        else:
            assert change <= 0, (Prompt(before.record.prompt).name, Prompt(after.record.prompt).name)
    assert gathers > 0


@pytest.mark.rule("BRC-053")
def test_goods_leave_only_by_payment_eating_or_removal():
    """In Move nothing is lost; in Build exactly the price of what is built; in Populate four food for a warrior."""
    prices = {
        name: sum(DATA["structures"][name]["cost"]["value"].values()) for name in ("storehouse", "mill", "canoe", "sailboat", "quarry")
    }
    course = random_game()
    built = 0
    for (before, action), (after, _) in pairwise(course):
        lost = total(before) - total(after)
        a, b = before.record, after.record
        if a.phase == Phase.MOVE and b.phase == Phase.MOVE:
            assert lost == 0
        if a.phase == Phase.BUILD and b.phase == Phase.BUILD:
            if b.structs > a.structs:
                kind = GAME.state.fields["struct_kind"].labels[int(b.struct_kind[int(a.structs)])]
                built += 1
                if kind in prices:
                    assert lost == prices[kind], kind
            elif a.prompt != Prompt.BUILD_SEGMENTS:
                assert lost in (0, 1)  # the first segment of a bundle, a column of a palace
        if before.action_text(action).startswith("raise warrior"):
            assert lost in (0, 4)
    assert built > 0


@pytest.mark.rule("BRC-063")
def test_somebody_can_always_act_and_nobody_votes():
    """Every position has a legal action, the same one every time it is asked, and no action is a vote."""
    assert ACTIONS.size == 1031
    assert not any("vote" in block.text for block in ACTIONS.blocks)
    for p, _ in random_game()[::5]:
        if not p.over:
            mask = p.mask()
            assert mask.any()
            assert np.array_equal(mask, p.clone().mask())


@pytest.mark.rule("BRC-068")
def test_fixed_stances_offer_no_change_in_random_play():
    """stances=fixed: no stance action in any position of a random game, and the matrix never changes."""
    course = random_game(1, (("stances", "fixed"),))[:200]
    first = np.asarray(course[0][0].record.stance).copy()
    for p, _ in course:
        assert not any(action.startswith("change stance") for action in p.legal())
        assert np.array_equal(p.record.stance, first)
