"""Rules of friendship between civilizations: stances, what they decide, and when they change (BRC-064 to BRC-068)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import IllegalAction, Position
from tests.brick_civilization.helpers import (
    GAME,
    board,
    flat,
    idle_to,
    idle_until,
    march,
    offered,
    owner,
    piece,
    pulls,
    scene,
    warrior,
    worker,
)

FLIP = "change stance to player_1"
WORDS = ("unfriendly", "friendly")


def stances(first: int, second: int) -> dict:
    """The stance of seat 0 towards seat 1 and the other way round, as fields of the players."""
    return {
        0: {"stance": {"player_0": "friendly", "player_1": WORDS[first]}},
        1: {"stance": {"player_0": WORDS[second], "player_1": "friendly"}},
    }


def through_the_neighbour(first: int, second: int, stage: str = "logistics") -> Position:
    """Two storehouses of seat 0 with one of seat 1 between them."""
    pieces = [piece("storehouse_row", 2, 0, stone=1), piece("storehouse_row", 2, 2, owner=1), piece("storehouse_row", 2, 4)]
    return scene(flat(6, 6), structures=pieces, stage=stage, seats=stances(first, second))


def duel(first: int = 1, second: int = 1) -> Position:
    """A warrior of seat 0 two studs from a worker of seat 1, in Deploy."""
    pawns = {0: [warrior(2, 1)], 1: [worker(2, 3)]}
    return scene(flat(6, 6), pawns=pawns, stage="deploy", seats=stances(first, second))


def may_challenge(p: Position) -> bool:
    """Whether the warrior finds somebody to challenge when it holds its place."""
    return bool(offered(p.clone().play("pawn 0", "yes"), "detachment"))


# ------------------------------------------------------------------------------------------------ who is friendly
@pytest.mark.rule("BRC-064")
@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 0), (0, 1), (0, 0)])
def test_friendship_needs_both_stances(first, second):
    """Goods pass through the neighbour's building only when both are friendly; then nobody can be challenged."""
    friendly = bool(first and second)
    assert (pulls(through_the_neighbour(first, second), "structure 1") == {"stone"}) == friendly
    assert may_challenge(duel(first, second)) != friendly


@pytest.mark.rule("BRC-064")
def test_everybody_is_friendly_with_itself():
    """Own buildings and pawns are never in the way, whatever the others think."""
    pieces = [piece("storehouse_row", 2, 0, stone=1), piece("storehouse_row", 2, 2), piece("storehouse_row", 2, 4)]
    p = scene(flat(6, 6), structures=pieces, stage="logistics", unfriendly=[(0, 1)])
    assert pulls(p, "structure 2") == {"stone"}


# ------------------------------------------------------------------------------------------------ the beginning
@pytest.mark.rule("BRC-065")
@pytest.mark.parametrize(("rules", "stance"), [({}, 1), ({"initial_stance": "unfriendly"}, 0)])
def test_all_stances_start_friendly(rules, stance):
    """Everybody is friendly to everybody at the start, or unfriendly with the knob."""
    land = board(flat(8, 8), players=3) + "starts\n0 0 1\n3 0 1\n6 0 1\n"
    p = GAME.new(num_players=3, rules={"map": land, **rules})
    assert [[p.record.stance[a, b] for b in range(3) if b != a] for a in range(3)] == [[stance, stance]] * 3


@pytest.mark.rule("BRC-065")
@pytest.mark.parametrize("unfriendly", [False, True])
def test_friends_do_not_blockade_seize_or_fight(unfriendly):
    """Among friends a warrior cuts no route, a visitor takes no building and nobody is challenged; else all three happen."""
    pairs = [(0, 1)] if unfriendly else []
    pieces = [piece("storehouse_row", 2, 0, stone=1), piece("storehouse_row", 2, 5)]
    roads = [(2, 2), (2, 3), (2, 4)]
    watched = scene(flat(6, 7), pawns={1: [warrior(4, 3)]}, structures=pieces, roads=roads, stage="logistics", unfriendly=pairs)
    assert (pulls(watched, "structure 1") == {"stone"}) != unfriendly
    shop = [piece("storehouse_row", 2, 3, owner=1)]
    visited = scene(flat(6, 6), pawns={0: [worker(2, 1)], 1: [worker(5, 5)]}, structures=shop, unfriendly=pairs)
    march(visited, (2, 3)).play("end")
    assert owner(visited, 0) == (0 if unfriendly else 1)
    assert may_challenge(duel(not unfriendly, not unfriendly)) == unfriendly


# ------------------------------------------------------------------------------------------------ changes of stance
def table(stage: str = "move", **more) -> Position:
    """Three civilizations with villages and food in a round that is under way."""
    pieces = [piece("village_row_e", 2, 6 * seat + 1, owner=seat, fish=4) for seat in range(3)]
    return scene(flat(6, 18), structures=pieces, players=3, stage=stage, round_number=4, **more)


@pytest.mark.rule("BRC-066")
def test_a_stance_changes_once_per_opponent_and_round():
    """After a change towards seat 1 in Move of round 4 another one waits for round 5; towards seat 2 it is legal."""
    p = table()
    assert set(offered(p, "change stance to")) == {"player_1", "player_2"}
    p.play(FLIP)
    assert p.record.stance[0, 1] == 0
    assert p.record.stance[1, 0] == 1
    assert offered(p, "change stance to") == ["player_2"]
    idle_to(p, Prompt.BUILD_TOP, 0)
    assert offered(p, "change stance to") == ["player_2"]
    idle_to(p, Prompt.LOGISTICS, 0, round_number=5)
    assert set(offered(p, "change stance to")) == {"player_1", "player_2"}


@pytest.mark.rule("BRC-066")
def test_each_player_changes_its_own_stances():
    """A change by seat 0 does not use up that of seat 1."""
    p = table().play(FLIP)
    idle_to(p, Prompt.MOVE_TOP, 1)
    assert set(offered(p, "change stance to")) == {"player_0", "player_2"}


@pytest.mark.rule("BRC-066")
@pytest.mark.parametrize(
    ("stage", "allowed"),
    [("logistics", True), ("move", True), ("build", True), ("deploy", True), ("consume", False), ("populate", False)],
)
def test_stances_change_in_gather_move_build_and_deploy_only(stage, allowed):
    """Not in Consume and not in Populate."""
    p = table(stage)
    assert p.seat == 0
    assert bool(offered(p, "change stance to")) == allowed


@pytest.mark.rule("BRC-067")
def test_turning_unfriendly_works_at_once():
    """A friend cannot be challenged; after the change it can, in the same turn."""
    p = duel()
    assert not may_challenge(p)
    p.play(FLIP)
    assert may_challenge(p)


@pytest.mark.rule("BRC-067")
def test_peace_needs_both():
    """Both unfriendly: one of them changing back does not end it; with a friendly other side it does."""
    war = duel(0, 0).play(FLIP)
    assert war.record.stance[0, 1] == 1
    assert may_challenge(war)
    peace = duel(0, 1)
    assert may_challenge(peace)
    assert not may_challenge(peace.play(FLIP))


@pytest.mark.rule("BRC-067")
def test_a_change_cuts_and_mends_routes_at_once():
    """The neighbour's building carries goods again as soon as both are friendly."""
    p = through_the_neighbour(0, 1)
    assert pulls(p, "structure 1") == set()
    p.play(FLIP)
    assert pulls(p, "structure 1") == {"stone"}


@pytest.mark.rule("BRC-068")
def test_fixed_stances_never_change():
    """stances=fixed: no change is offered in two rounds of play."""
    p = table("logistics", rules={"stances": "fixed"})
    with pytest.raises(IllegalAction):
        p.play(FLIP)
    asked = []

    def look(q: Position) -> bool:
        asked.extend(offered(q, "change stance to"))
        return q.record.round_number == 6

    idle_until(p, look)
    assert asked == []
