"""Rules of gates and towers as passages: shape, garrison, policy, units and goods passing through (BRC-281 to BRC-287, BRC-294)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    build,
    flat,
    go,
    layer,
    march,
    offered,
    piece,
    prompt,
    pulls,
    reach,
    scene,
    sites,
    warrior,
    worker,
)

PASS = flat(1, 12)  # a lane one stud wide between impassable studs
LANE = flat(2, 12)  # two studs wide: a tower bars it


def lane(*, gate: str = "gate_row_wood", garrison=(), unfriendly=(), players: int = 2, turn: int = 0, third=(), **more) -> Position:
    """p1's gate on the studs 4 and 5 of a lane, or its tower, p0's worker at stud 2."""
    terrain = LANE if gate == "tower" else PASS
    pawns = {0: [worker(0, 2)], 1: list(garrison), 2: list(third)}
    fort = piece(gate, 0, 4, 1, policy=more.pop("policy", 0))
    more.setdefault("stage", "move")
    return scene(terrain, pawns=pawns, structures=[fort], unfriendly=unfriendly, players=players, turn=turn, **more)


def trading(garrison, *, unfriendly=(), policy: int = 0, gate: str = "gate_row_wood", **rules) -> bool:
    """Whether stone passes between p0's storehouses at both ends of a road through p1's gate or tower."""
    roads = [(0, c) for c in (2, 3, 6, 7)]
    structures = [
        piece("storehouse_row", 0, 0, 0, stone=3),
        piece("storehouse_row", 0, 8, 0),
        piece(gate, 0, 4, 1, policy=policy),
    ]
    p = scene(
        LANE if gate == "tower" else PASS,
        pawns={0: [worker(0, 0, fish=2)], 1: list(garrison) or [worker(0, 11, fish=2)]},
        structures=structures,
        roads=roads,
        unfriendly=unfriendly,
        stage="logistics",
        rules=rules,
    )
    assert prompt(p) == (0, Prompt.LOGISTICS)
    return "stone" in pulls(p, "structure 1")


# ------------------------------------------------------------------------------------------------ shape and height
@pytest.mark.rule("BRC-281")
@pytest.mark.parametrize(("shape", "studs"), [("gate_row_wood", {(4, 5), (4, 6)}), ("gate_column_wood", {(4, 5), (5, 5)})])
def test_a_gate_covers_two_studs(shape, studs):
    """A gate covers 1x2 studs."""
    p = build(scene(flat(9, 9), pawns={0: [worker(4, 4, wood_raw=2)]}, stage="build"), shape, (4, 5))
    struct = layer(p, "struct")
    assert {(r, c) for r in range(9) for c in range(9) if struct[r, c]} == studs


@pytest.mark.rule("BRC-281")
def test_a_gate_may_be_played_with_one_stud():
    """fort_shapes=1x1: a gate covers one stud."""
    p = scene(flat(9, 9), pawns={0: [worker(4, 4, wood_raw=2)]}, stage="build", rules={"fort_shapes": "1x1"})
    struct = layer(build(p, "gate_row_wood", (4, 5)), "struct")
    assert struct[4, 5] == 1
    assert (struct > 0).sum() == 1


@pytest.mark.rule("BRC-281")
@pytest.mark.parametrize("actions", [1, 4])
def test_a_closed_gate_cannot_be_climbed(actions):
    """A gate is 4 high: whoever is barred cannot go over it, whatever the budget."""
    shut = lane(garrison=[worker(0, 4)], unfriendly=[(0, 1)], actions=(actions, 1))
    assert reach(shut) == {(0, 0), (0, 1), (0, 3)}
    assert reach(march(shut, (0, 3)).play("end")) <= {(0, 0), (0, 1), (0, 2)}


@pytest.mark.rule("BRC-281")
def test_the_studs_of_a_gate_are_level():
    """Both studs of a gate have the same base."""
    levels = ["1" * 9] * 4 + ["111112111"] + ["1" * 9] * 4
    p = scene(flat(9, 9), levels, pawns={0: [worker(4, 4, wood_raw=2)]}, stage="build")
    assert (4, 5) not in sites(p, "gate_row_wood")
    assert (3, 4) in sites(p, "gate_row_wood")


# ------------------------------------------------------------------------------------------------ units
@pytest.mark.rule("BRC-282")
def test_a_garrisoned_gate_stops_enemies_of_its_controller_and_lets_friends_pass():
    """p1's gatekeeper stops p0, with whom it is at odds, and lets p2 enter and pass."""
    more = {"garrison": [worker(0, 4)], "unfriendly": [(0, 1)], "players": 3, "third": [worker(0, 7)]}
    assert not reach(lane(**more)) & {(0, c) for c in range(4, 12)}
    friend = reach(lane(turn=2, **more))
    assert (0, 5) in friend  # the free stud of the gate
    assert (0, 4) not in friend  # the gatekeeper's own stud
    assert (0, 3) in friend


@pytest.mark.rule("BRC-282")
@pytest.mark.parametrize(("inside", "passes"), [([1], False), ([0, 1], True)])
def test_pawns_inside_decide_and_with_several_players_the_owner(inside, passes):
    """The controller of the pawns inside opens and closes; with pawns of several players inside it is the owner."""
    pawns = {0: [worker(0, 0, fish=2)], 1: [worker(0, 5)], 2: [worker(0, 7)]}
    if 0 in inside:
        pawns[0].append(worker(0, 4))
    p = scene(PASS, pawns=pawns, structures=[piece("gate_row_wood", 0, 4, 0)], unfriendly=[(1, 2)], players=3, turn=2, stage="move")
    assert ((0, 3) in reach(p)) == passes


@pytest.mark.rule("BRC-283")
def test_a_closed_gate_stops_units_from_entering_and_passing():
    """Nobody barred may end in a closed gate or beyond it."""
    shut = lane(garrison=[worker(0, 5)], unfriendly=[(0, 1)])
    assert (0, 3) in reach(shut)
    assert not reach(shut) & {(0, 4), (0, 5), (0, 6)}


@pytest.mark.rule("BRC-283")
@pytest.mark.parametrize(("policy", "passes"), [(0, True), (1, True), (2, False)])
def test_a_closed_gate_stops_goods(policy, passes):
    """A road through a gate closed to p0 does not link p0's storehouses on its ends, though a friend blockades nothing."""
    assert trading([worker(0, 4, fish=2)], policy=policy, manual_gates=True) == passes


@pytest.mark.rule("BRC-283")
def test_a_gate_closed_to_the_unfriendly_stops_their_goods():
    """p1's garrisoned gate cuts the road of unfriendly p0 in two."""
    keeper = [worker(0, 4, fish=2)]
    assert trading(keeper)
    assert not trading(keeper, unfriendly=[(0, 1)])


@pytest.mark.rule("BRC-284")
@pytest.mark.parametrize("unfriendly", [(), [(0, 1)]])
def test_an_empty_gate_is_open_to_all_units(unfriendly):
    """p0's worker walks into and through p1's ungarrisoned gate, friendly or not."""
    p = lane(unfriendly=unfriendly, garrison=[worker(0, 11)])
    assert {(0, 3), (0, 4), (0, 5), (0, 6)} <= reach(p)


@pytest.mark.rule("BRC-284")
@pytest.mark.parametrize("unfriendly", [(), [(0, 1)]])
def test_an_empty_gate_is_open_to_all_goods(unfriendly):
    """p0's goods pass through p1's ungarrisoned gate, friendly or not."""
    assert trading([], unfriendly=unfriendly)


@pytest.mark.rule("BRC-284")
def test_an_empty_gate_is_open_even_with_a_closing_policy():
    """A policy counts only with a gatekeeper."""
    assert trading([], policy=2, manual_gates=True)
    assert (0, 6) in reach(lane(garrison=[worker(0, 11)], policy=2, rules={"manual_gates": True}))


# ------------------------------------------------------------------------------------------------ policy
@pytest.mark.rule("BRC-285")
def test_gates_are_open_to_friends_without_a_question():
    """p0 walks through a friend's garrisoned gate and nobody is asked."""
    p = march(lane(garrison=[worker(0, 4)]), (0, 6))
    assert prompt(p) == (0, Prompt.UNIT_MOVING)


@pytest.mark.rule("BRC-285")
def test_turning_unfriendly_shuts_the_gate_at_once():
    """After p0 flips its stance, p1's garrisoned gate stops it in the same turn."""
    p = lane(garrison=[worker(0, 4)])
    assert (0, 6) in reach(p)
    p.play("change stance to player_1")
    assert not reach(p) & {(0, 4), (0, 5), (0, 6)}


@pytest.mark.rule("BRC-285")
def test_a_stance_of_the_gatekeeper_alone_shuts_the_gate():
    """One unfriendly stance is enough: p1 turned against p0, which stays friendly to p1."""
    seats = {1: {"stance": {"player_0": "unfriendly", "player_1": "friendly"}}}
    assert not reach(lane(garrison=[worker(0, 4)], seats=seats)) & {(0, 4), (0, 5), (0, 6)}


def policies(stage: str, **rules) -> Position:
    """p0 owns a gate with a gatekeeper in the lane; p1's warriors and p2's stand on both sides."""
    return scene(
        PASS,
        pawns={0: [worker(0, 4)], 1: [warrior(0, 2), worker(0, 1)], 2: [warrior(0, 7), worker(0, 8)]},
        structures=[piece("gate_row_wood", 0, 4, 0)],
        unfriendly=[(0, 1)],
        players=3,
        stage=stage,
        rules={"interrupts": "none", **rules},
    )


@pytest.mark.rule("BRC-286")
def test_owners_set_one_of_three_policies():
    """With manual gates the owner of a garrisoned gate chooses among three policies."""
    p = policies("move", manual_gates=True).play("structure 0")
    assert prompt(p) == (0, Prompt.GATE)
    assert set(offered(p, "gate ")) == {"closed_to_unfriendly", "open_to_all", "closed_to_others"}


@pytest.mark.rule("BRC-286")
@pytest.mark.parametrize(
    ("policy", "enemy_passes", "friend_passes"),
    [("closed_to_unfriendly", False, True), ("open_to_all", True, True), ("closed_to_others", False, False)],
)
def test_a_policy_says_who_passes(policy, enemy_passes, friend_passes):
    """Open to all lets an unfriendly warrior pass; closed to all others stops a friend too."""
    p = policies("deploy", manual_gates=True).play("structure 0", f"gate {policy}", "end")
    assert prompt(p) == (1, Prompt.DEPLOY_TOP)
    assert ((0, 6) in reach(p)) == enemy_passes
    p.play("end")
    assert ((0, 3) in reach(p)) == friend_passes


@pytest.mark.rule("BRC-286")
def test_without_manual_gates_nobody_is_offered_a_policy():
    """By default gates follow the stances and no policy can be set."""
    assert "structure 0" in policies("move", manual_gates=True).legal()
    assert "structure 0" not in policies("move").legal()


# ------------------------------------------------------------------------------------------------ strength and range
@pytest.mark.rule("BRC-287")
@pytest.mark.parametrize(("row", "column", "asked"), [(3, 6, False), (3, 7, False), (3, 8, True), (2, 6, False), (2, 7, True)])
def test_a_worker_in_a_gate_reaches_two_studs(row, column, asked):
    """A gate adds nothing to the range of 2, and makes the range of a worker effective."""
    p = scene(
        flat(7, 13),
        pawns={0: [warrior(row, column - 1)], 1: [worker(2, 9)]},
        structures=[piece("gate_row_wood", 2, 9, 1)],
        unfriendly=[(0, 1)],
        stage="deploy",
    )
    p.play("pawn 0")
    go(p, (row, column))
    assert (prompt(p) == (1, Prompt.INTERRUPT)) == asked


@pytest.mark.rule("BRC-287", "BRC-308")
@pytest.mark.parametrize(("pawn", "die", "hit"), [(worker, 1, True), (worker, 2, False), (warrior, 3, True), (warrior, 4, False)])
def test_a_gate_adds_one_to_strength(pawn, die, hit):
    """In a gate a worker hits on 1 and a warrior on 3."""
    p = scene(
        flat(7, 13),
        pawns={0: [worker(6, 12), warrior(2, 6)], 1: [pawn(2, 9)]},
        structures=[piece("gate_row_wood", 2, 9, 1), piece("village_row_e", 5, 0, 0), piece("village_row_e", 5, 5, 1)],
        unfriendly=[(0, 1)],
        stage="deploy",
        rules={"commit": "all"},
    )
    p.queue_dice(die, 6)
    march(p, (2, 7), slot=1)
    assert prompt(p) == (1, Prompt.INTERRUPT)
    p.play("yes")
    while p.record.prompt in (Prompt.COMMIT, Prompt.RESPOND, Prompt.SK_TARGET):
        p.play("yes" if "yes" in p.legal() else p.legal()[0])
    assert (p.record.status[0][1] == 1) == hit


# ------------------------------------------------------------------------------------------------ towers
@pytest.mark.rule("BRC-294")
def test_a_garrisoned_tower_bars_the_pass_to_enemies():
    """An unfriendly worker can neither enter nor cross a garrisoned tower on the only pass; a friend can."""
    shut = lane(gate="tower", garrison=[worker(0, 4)], unfriendly=[(0, 1)])
    assert not reach(shut) & {(r, c) for r in (0, 1) for c in range(4, 12)}
    friend = reach(lane(gate="tower", garrison=[worker(0, 4)]))
    assert {(0, 5), (1, 4), (1, 5), (0, 6)} <= friend


@pytest.mark.rule("BRC-294")
@pytest.mark.parametrize("unfriendly", [(), [(0, 1)]])
def test_an_empty_tower_is_open(unfriendly):
    """An ungarrisoned tower lets everybody through."""
    p = lane(gate="tower", garrison=[worker(0, 11)], unfriendly=unfriendly)
    assert {(0, 4), (0, 5), (0, 6)} <= reach(p)


@pytest.mark.rule("BRC-294")
def test_goods_pass_a_tower_like_a_gate():
    """Goods pass an empty or a friend's tower, not one closed to them."""
    assert trading([], gate="tower", unfriendly=[(0, 1)])
    assert trading([worker(0, 4, fish=2)], gate="tower")
    assert not trading([worker(0, 4, fish=2)], gate="tower", policy=2, manual_gates=True)


@pytest.mark.rule("BRC-286", "BRC-294")
def test_towers_have_policies_too():
    """With manual gates a garrisoned tower is opened and closed like a gate."""
    p = scene(LANE, pawns={0: [worker(0, 4)], 1: [worker(0, 2)]}, structures=[piece("tower", 0, 4, 0)], rules={"manual_gates": True})
    p.play("structure 0", "gate closed_to_others", "end")
    assert prompt(p) == (1, Prompt.MOVE_TOP)
    assert not reach(p) & {(r, c) for r in (0, 1) for c in range(4, 12)}
