"""Rules of the round: phases, turns, starting player, the order of income, and actions (BRC-069 to BRC-083)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Phase, Prompt
from rulebound.envs.brick_civilization.variant import DATA
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    build,
    cargo,
    flat,
    gives,
    idle,
    idle_to,
    idle_until,
    march,
    offered,
    owner,
    piece,
    prompt,
    scene,
    store,
    warrior,
    worker,
)

TOP = {
    Phase.GATHER: Prompt.LOGISTICS,
    Phase.MOVE: Prompt.MOVE_TOP,
    Phase.BUILD: Prompt.BUILD_TOP,
    Phase.DEPLOY: Prompt.DEPLOY_TOP,
    Phase.CONSUME: Prompt.LOGISTICS,
    Phase.POPULATE: Prompt.POP_KIND,
}


def villages(players: int, **more) -> Position:
    """Every civilization has a village with food in a country of its own; a round is about to begin."""
    rows = flat(6, 6 * players)
    pieces = [piece("village_row_e", 2, 6 * seat + 1, owner=seat, fish=4) for seat in range(players)]
    return scene(rows, structures=pieces, players=players, stage="claims", **more)


def log(p: Position, rounds: int) -> list[tuple[int, Phase, int]]:
    """Round, phase and seat of the top question of every turn, for so many rounds of doing nothing."""
    seen: list[tuple[int, Phase, int]] = []
    last = int(p.record.round_number) + rounds
    while p.record.round_number < last:
        phase = Phase(int(p.record.phase))
        here = (int(p.record.round_number), phase, p.seat)
        if p.record.prompt == TOP[phase] and (not seen or seen[-1] != here):
            seen.append(here)
        idle(p)
    return seen


# ------------------------------------------------------------------------------------------------ phases and turns
@pytest.mark.rule("BRC-069")
def test_a_round_has_six_phases_in_order():
    """Gather, Move, Build, Deploy, Consume, Populate, round after round."""
    phases = [(number, phase) for number, phase, _ in log(villages(2, round_number=1), 3)]
    assert list(dict.fromkeys(phases)) == [(number, phase) for number in (1, 2, 3) for phase in Phase if phase != Phase.SETUP]


@pytest.mark.rule("BRC-070")
def test_each_phase_goes_round_the_table_from_the_starting_player():
    """Three players, seat 1 starts: every phase is played in the order 1, 2, 0."""
    turns = log(villages(3, start=1, turn=1), 1)
    for phase in TOP:
        assert [seat for _, here, seat in turns if here == phase] == [1, 2, 0], phase.name
    assert [here for _, here, _ in turns] == sorted(here for _, here, _ in turns)


@pytest.mark.rule("BRC-071")
def test_the_starting_player_moves_one_seat_on_each_round():
    """Three players: the starting seats of rounds 1 to 4 are 0, 1, 2, 0."""
    turns = log(villages(3, round_number=1), 4)
    firsts = [next(seat for number, phase, seat in turns if number == k and phase == Phase.GATHER) for k in (1, 2, 3, 4)]
    assert firsts == [0, 1, 2, 0]


@pytest.mark.rule("BRC-072")
def test_a_player_without_pawns_and_villages_is_skipped():
    """The last pawn of seat 2 starves in round 9: from round 10 on only seats 0 and 1 decide."""
    pieces = [piece("village_row_e", 2, 1, fish=4), piece("village_row_e", 2, 7, owner=1, fish=4)]
    p = scene(
        flat(6, 12),
        pawns={2: [worker(5, 5)]},
        structures=pieces,
        players=3,
        unfriendly=[(0, 2), (1, 2)],
        stage="consume",
        round_number=9,
    )
    idle_until(p, lambda q: q.record.round_number == 10)
    assert p.record.out[:3].tolist() == [0, 0, 1]
    assert p.record.deaths[2] == 1
    assert {seat for _, _, seat in log(p, 2)} == {0, 1}


@pytest.mark.rule("BRC-072")
def test_a_player_with_a_village_only_plays_on():
    """Without a pawn but with a village one is not out."""
    p = villages(2)
    assert {seat for _, _, seat in log(p, 1)} == {0, 1}
    assert not p.record.out[:2].any()


# ------------------------------------------------------------------------------------------------ the order of income
def all_seven() -> Position:
    """A civilization with every kind of income, asked about a promotion."""
    rows = [list("~~............") for _ in range(12)]
    rows[2][7] = "T"
    rows[0][10] = rows[0][11] = "r"
    heights = [list("1" * 14) for _ in range(12)]
    heights[0][10] = heights[0][11] = "3"
    pieces = [
        piece("storehouse_row", 0, 2),
        piece("mill_west", 3, 2, wood_raw=1),
        piece("quarry_row", 1, 10),
        piece("tower", 6, 5),
    ]
    pawns = [worker(9, 10), worker(0, 2), worker(2, 7), worker(1, 10), worker(6, 5), warrior(9, 3)]
    return scene(["".join(row) for row in rows], ["".join(row) for row in heights], pawns={0: pawns}, structures=pieces, stage="claims")


@pytest.mark.rule("BRC-073", "BRC-074")
def test_income_follows_the_printed_numbers():
    """When the promotion is asked, actions and all goods are in and nothing is milled; then comes industry."""
    p = all_seven()
    assert prompt(p) == (0, Prompt.PROMOTE)
    assert p.record.actions[0] == 2
    assert [cargo(p, 0, slot) for slot in range(4)] == [{"wheat_raw": 2}, {"fish": 2}, {"wood_raw": 1}, {"stone": 1}]
    assert store(p, 1) == {"wood_raw": 1}
    p.play("yes")
    assert prompt(p) == (0, Prompt.LOGISTICS)
    assert store(p, 1) == {"wood_milled": 2}
    assert p.record.pawn[0, 4] == 2
    assert p.record.actions[0] == 2


@pytest.mark.rule("BRC-074")
def test_fish_comes_before_wood():
    """The printed numbers rule where the rows of the table are in another order."""
    assert DATA["income"]["order"]["value"] == "actions_wheat_fish_wood_stone_promotions_industry"
    assert DATA["income"]["order"]["fixed"]


@pytest.mark.rule("BRC-075")
@pytest.mark.parametrize("first", [0, 1])
def test_everybody_has_its_income_before_anybody_relocates(first):
    """At the first relocation the wheat of the second player is on the board as well."""
    pawns = {0: [worker(2, 2)], 1: [worker(2, 12)]}
    p = scene(flat(6, 15), pawns=pawns, stage="claims", start=first, turn=first)
    assert prompt(p) == (first, Prompt.LOGISTICS)
    assert cargo(p, 0, 0) == cargo(p, 1, 0) == {"wheat_raw": 2}
    assert p.record.actions[:2].tolist() == [1, 1]


# ------------------------------------------------------------------------------------------------ actions
@pytest.mark.rule("BRC-076")
@pytest.mark.parametrize(("rules", "actions"), [({}, 1), ({"base_actions": 2}, 2), ({"base_actions": 0}, 0)])
def test_the_base_income_is_one_action(rules, actions):
    """Without warriors a player has one action."""
    p = scene(flat(6, 6), pawns={0: [worker(2, 2), worker(2, 3)]}, stage="claims", rules=rules)
    assert p.record.actions[0] == actions


@pytest.mark.rule("BRC-077")
def test_every_warrior_gives_one_more_action():
    """Three warriors: four actions; the other player's warriors do not count."""
    p = scene(flat(6, 6), pawns={0: [warrior(2, 2)] * 3, 1: [warrior(5, 5), worker(5, 5)]}, stage="claims")
    assert p.record.actions[:2].tolist() == [4, 2]


@pytest.mark.rule("BRC-077", "BRC-073")
def test_promotions_of_this_gather_give_no_action_yet():
    """One warrior, one worker in a tower that is promoted: two actions now, three in the next round."""
    tower = [piece("tower", 2, 2)]
    p = scene(flat(8, 8), pawns={0: [warrior(6, 6, fish=2), worker(2, 2, fish=2)]}, structures=tower, stage="claims")
    assert prompt(p) == (0, Prompt.PROMOTE)
    p.play("yes")
    assert p.record.actions[0] == 2
    idle_until(p, lambda q: q.record.round_number == 4 and q.record.phase == Phase.GATHER)
    assert p.record.actions[0] == 3


@pytest.mark.rule("BRC-078")
def test_warriors_in_critical_condition_give_no_action():
    """Two warriors on the board and one critical: three actions."""
    critical = {"status": ["board", "board", "critical"], "bed": [0, 0, 1], "due": [0, 0, 4]}
    pawns = {0: [warrior(4, 4), warrior(4, 5), warrior(2, 1)]}
    p = scene(flat(6, 6), pawns=pawns, structures=[piece("village_row_e", 2, 1)], stage="claims", seats={0: critical})
    assert p.record.actions[0] == 3


@pytest.mark.rule("BRC-079")
def test_actions_pay_for_moves_builds_and_deploys():
    """Four actions: two moves, a build and a deploy; then nobody can be selected any more."""
    pawns = {0: [worker(2, 1, wood_raw=1), warrior(4, 1)]}
    p = scene(flat(6, 12), pawns=pawns, actions=(4, 1), stage="move")
    for column in (3, 5):
        march(p, (2, column)).play("end")
    assert p.record.actions[0] == 2
    idle_to(p, Prompt.BUILD_TOP, 0)
    build(p, "road", (2, 6)).play("end")
    assert p.record.actions[0] == 1
    idle_to(p, Prompt.DEPLOY_TOP, 0)
    march(p, (4, 3), slot=1).play("end")
    assert p.record.actions[0] == 0
    assert prompt(p) == (0, Prompt.DEPLOY_TOP) or p.seat == 1
    assert not (p.seat == 0 and offered(p, "pawn"))


@pytest.mark.rule("BRC-079")
@pytest.mark.parametrize("stage", ["move", "build", "deploy"])
def test_without_actions_nobody_is_selected(stage):
    """With 0 actions no pawn can be chosen."""
    pawns = {0: [worker(2, 1, wood_raw=2), warrior(4, 1)]}
    with_one = scene(flat(6, 6), pawns=pawns, actions=(1, 1), stage=stage)
    assert offered(with_one, "pawn")
    without = scene(flat(6, 6), pawns=pawns, actions=(0, 1), stage=stage)
    assert without.seat != 0 or not offered(without, "pawn")


@pytest.mark.rule("BRC-079")
def test_workers_move_in_move_and_warriors_in_deploy():
    """Each phase spends actions on its own pawns."""
    pawns = {0: [worker(2, 1), warrior(4, 1)]}
    assert offered(scene(flat(6, 6), pawns=pawns, stage="move"), "pawn") == ["0"]
    assert offered(scene(flat(6, 6), pawns=pawns, stage="deploy"), "pawn") == ["1"]


def neighbours(linked: bool = True, blockade: bool = False, unfriendly: bool = False, stage: str = "logistics") -> Position:
    """Villages of two players with a road between them, over which a warrior may watch."""
    pieces = [piece("village_row_e", 2, 0, wood_raw=1, fish=1), piece("village_row_e", 2, 9, owner=1)]
    pawns = {1: [warrior(4, 5)]} if blockade else {}
    roads = [(2, c) for c in range(3, 9)] if linked else []
    pairs = [(0, 1)] if unfriendly else []
    return scene(flat(6, 12), pawns=pawns, structures=pieces, roads=roads, unfriendly=pairs, stage=stage)


@pytest.mark.rule("BRC-080")
def test_actions_are_traded_along_routes_even_through_a_blockade():
    """Linked: actions and wood; linked behind a blockade: actions only; not linked: neither."""
    assert {"1_actions", "1_wood_raw"} <= gives(neighbours(), "player_1")
    assert {"1_actions", "1_wood_raw"} <= gives(neighbours(blockade=True), "player_1")  # friends do not blockade
    watched = gives(neighbours(blockade=True, unfriendly=True), "player_1")
    assert "1_actions" in watched
    assert "1_wood_raw" not in watched
    apart = gives(neighbours(linked=False), "player_1")
    assert not {"1_actions", "1_wood_raw"} & apart


@pytest.mark.rule("BRC-080")
def test_a_traded_action_changes_hands():
    """One action given away: the partner has one more."""
    p = neighbours()
    p.play("offer to player_1", "give 1_actions", "want nothing", "yes")
    assert p.record.actions[:2].tolist() == [0, 2]


@pytest.mark.rule("BRC-080")
def test_nobody_offers_more_actions_than_it_has():
    """With one action two cannot be offered."""
    assert "2_actions" not in gives(neighbours(), "player_1")


@pytest.mark.rule("BRC-081")
@pytest.mark.parametrize(("stage", "actions", "goods"), [("logistics", True, True), ("deploy", True, False), ("consume", False, True)])
def test_actions_change_hands_from_gather_to_deploy(stage, actions, goods):
    """In Consume actions can no longer be offered, fish can."""
    items = gives(neighbours(stage=stage), "player_1")
    assert ("1_actions" in items) == actions
    assert ("1_fish" in items) == goods


@pytest.mark.rule("BRC-082")
def test_actions_are_not_seized_with_a_building():
    """A worker walks into an unfriendly storehouse: goods change hands, actions do not."""
    shop = [piece("storehouse_row", 2, 3, owner=1, stone=5)]
    p = scene(flat(6, 6), pawns={0: [worker(2, 1)], 1: [worker(5, 5)]}, structures=shop, unfriendly=[(0, 1)], actions=(1, 3))
    march(p, (2, 3)).play("end")
    assert owner(p, 0) == 0
    assert p.record.actions[:2].tolist() == [0, 3]


@pytest.mark.rule("BRC-082")
def test_actions_are_not_plundered_from_a_casualty():
    """A killed pawn loses its cargo, its player no action."""
    pawns = {0: [warrior(2, 1)], 1: [worker(2, 3, stone=1), worker(5, 5)]}
    village = [piece("village_row_e", 4, 0, owner=1)]
    p = scene(flat(6, 6), pawns=pawns, structures=village, unfriendly=[(0, 1)], stage="deploy", actions=(1, 3))
    p.queue_dice(1)
    p.play("pawn 0", "yes", "detachment 0")
    idle_until(p, lambda q: q.record.status[1, 0] == 1 or "yes" not in q.legal())
    if p.record.status[1, 0] != 1:
        p.play("yes")
    assert p.record.status[1, 0] == 1
    assert cargo(p, 0, 0) == {"stone": 1}
    assert p.record.actions[1] == 3


@pytest.mark.rule("BRC-083")
def test_unspent_actions_are_lost_when_consume_begins():
    """Three actions left after Deploy: none in Consume, and two in the next Gather with one warrior."""
    p = scene(flat(6, 6), pawns={0: [warrior(2, 2, fish=2)]}, actions=(3, 2), stage="deploy")
    idle_until(p, lambda q: q.record.phase == Phase.CONSUME)
    assert p.record.actions[:2].tolist() == [0, 0]
    idle_until(p, lambda q: q.record.round_number == 4 and q.record.phase == Phase.GATHER)
    assert p.record.actions[0] == 2
