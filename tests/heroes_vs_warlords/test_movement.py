"""Movement of heroes, exploration, and peace until the last tile is turned up (HVW-004, 006, HVW-139 to HVW-155)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.heroes_vs_warlords.components import NEIGHBOUR, POSITIONS, SITES, TILES
from rulebound.envs.heroes_vs_warlords.state import Cause, Prompt, Stage, Status
from tests.heroes_vs_warlords.helpers import (
    DEFENDER,
    GAME,
    arrange,
    asked,
    beat,
    dice_left,
    face_down,
    guarded,
    hex_of,
    in_battle,
    pair,
    player,
    sections,
    stacks,
    start_hex,
)

BIG = (20, "K1")


def ways(p: Position) -> set[str]:
    """The steps that are legal."""
    return {action for action in p.legal() if action.startswith("go ")}


def owner(p: Position, site: str) -> int:
    """Who controls a Resource: 0 nobody, otherwise seat + 1."""
    return int(p.record.control[SITES.index(site)])


# ------------------------------------------------------------------------------------------------ points
@pytest.mark.rule("HVW-004")
@pytest.mark.parametrize(("module", "left"), [(False, 5), (True, 3)])
def test_a_mountain_is_clear_ground_in_the_basic_game(module: bool, left: int) -> None:
    """T12 N to NE, a mountain: one point of six, with the terrain module three."""
    p = arrange(player("T12_N", BIG), rules={"adv_terrain": module}).play("hero 1", "go se")
    assert p.record.hero_hex[0, 0] == hex_of("T12_NE")
    assert p.record.hero_mp[0, 0] == left


@pytest.mark.rule("HVW-004", "HVW-141")
@pytest.mark.parametrize("where", ["T01_SW", "T04_NW", "T07_SW", "T12_S", "T11_NW"])
def test_every_ground_costs_one_point(where: str) -> None:
    """Woods, hills, desert, mountain and clear ground alike."""
    target = hex_of(where)
    beside = next(int(h) for h in NEIGHBOUR[target] if h >= 0 and h < 84)
    p = arrange(player(beside, BIG)).play("hero 1", f"go {('n', 'ne', 'se', 's', 'sw', 'nw')[NEIGHBOUR[beside].tolist().index(target)]}")
    assert p.record.hero_mp[0, 0] == 5


@pytest.mark.rule("HVW-006")
def test_a_home_costs_one_point() -> None:
    """A hero with four points enters his City or Camp: three are left."""
    p = arrange(player(start_hex("SK_NE"), (5, "K1"), hero_mp=[4, 0])).play("hero 1", "go sw")
    assert (int(p.record.hero_hex[0, 0]), int(p.record.hero_mp[0, 0])) == (start_hex("SK_C"), 3)
    p = arrange({}, player(start_hex("SB_N"), (5, "B1"), hero_mp=[4, 0]), order=[1, 0, 0]).play("hero 1", "go s")
    assert (int(p.record.hero_hex[1, 0]), int(p.record.hero_mp[1, 0])) == (start_hex("SB_C"), 3)


@pytest.mark.rule("HVW-139")
def test_a_hero_moves_with_his_whole_display() -> None:
    """Three sections are still with him, and nothing stays behind."""
    army = [(5, "K1"), (3, "K2"), (2, "K3")]
    p = arrange(player("T05_C", *army)).play("hero 1", "go s")
    assert p.record.hero_hex[0, 0] == hex_of("T05_S")
    assert sections(p, 0) == army
    assert not p.record.garrison.any()


@pytest.mark.rule("HVW-139")
def test_a_hero_leaves_no_unit_in_his_city() -> None:
    """Out of the City with all sections; the garrison stays where it is."""
    p = arrange(player(None, (5, "K1"), (3, "K2"), place_garrison={"level_1": 4})).play("hero 1", "go sw")
    assert sections(p, 0) == [(5, "K1"), (3, "K2")]
    assert p.record.place_garrison[0].tolist() == [4, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-140")
def test_a_hero_without_units_stays_put() -> None:
    """In the City with an empty display: no step until units are taken from the garrison."""
    home = start_hex("SK_C")
    p = arrange(pair("T05_C", home, [(5, "K1")], [], place_garrison={"level_1": 4}, hero_new=[0, 1])).play("hero 2")
    assert ways(p) == set()
    p.play("transfer", "holder garrison 1", "holder section 0", "number 4")
    assert "go sw" in ways(p)


@pytest.mark.rule("HVW-141")
@pytest.mark.parametrize(("marker", "steps"), [({}, 6), ({"movement_1": 1}, 7), ({"movement_2": 1}, 8), ({"attack_2": 1}, 6)])
def test_a_hero_enters_as_many_hexes_as_he_has_points(marker: dict[str, int], steps: int) -> None:
    """Six steps with movement 6 and no seventh; a movement marker adds its bonus."""
    p = arrange(player("T05_C", (5, "K1"), equipment=[marker, {}]), cup={}, stage="turn").play("hero 1")
    for k in range(steps):
        assert p.record.hero_mp[0, 0] == steps - k
        p.play("go s" if k % 2 == 0 else "go n")
    assert p.record.hero_mp[0, 0] == 0
    assert asked(p) != (0, Prompt.ACT) or not ways(p)


@pytest.mark.rule("HVW-141")
def test_outside_the_world_there_is_nothing() -> None:
    """T05 N lies at the edge: three sides only."""
    p = arrange(player("T05_N", (5, "K1")), explored={"T05_N": 1}, activated={"T05_N": 1}).play("hero 1")
    assert ways(p) == {"go se", "go s", "go sw"}


# ------------------------------------------------------------------------------------------------ exploration
@pytest.mark.rule("HVW-145")
def test_a_hidden_tile_is_turned_up() -> None:
    """A step onto the N hex of slot 3: the hero stands there for one point, and the whole tile is seen by all."""
    p = arrange(player(start_hex("SK_SW"), (5, "K1")), revealed=face_down(3, 0)).play("hero 1")
    for seat in range(2):
        assert GAME.observation.read(p.observe(seat), "tile_q")[3] == 0
        assert GAME.observation.read(p.observe(seat), "face_down")[3] == 1
    p.play("go s")
    assert p.record.revealed[3] == 1
    assert p.record.revealed[0] == 0
    assert p.record.hero_hex[0, 0] == hex_of("T04_N")
    assert p.record.hero_mp[0, 0] == 5
    for seat in range(2):
        assert GAME.observation.read(p.observe(seat), "tile_q")[3] > 0
        assert GAME.observation.read(p.observe(seat), "face_down")[3] == 0
        assert GAME.observation.read(p.observe(seat), "tile_q")[0] == 0


@pytest.mark.rule("HVW-145")
def test_exploring_is_a_step_like_any_other() -> None:
    """Without points no tile is turned up, and beside a tile it stays face down."""
    p = arrange(player(start_hex("SK_SW"), (5, "K1"), hero_mp=[1, 0]), revealed=face_down(3)).play("hero 1", "go ne")
    assert p.record.revealed[3] == 0
    assert not ways(p)


@pytest.mark.rule("HVW-146")
@pytest.mark.parametrize(
    ("hidden", "beside", "way", "die", "guards"),
    [(2, "T10_N", "go nw", 2, [(5, "N2")]), (0, "T04_SW", "go sw", 4, [(4, "N1")]), (2, "T01_S", "go se", 3, [(5, "N2")])],
)
def test_guards_of_an_explored_hex_are_faced_at_once(hidden: int, beside: str, way: str, die: int, guards: list) -> None:
    """A ruin, a tower and a gold hex of a hidden tile: the fight is part of the same step."""
    p = arrange(player(beside, BIG), revealed=face_down(hidden), dice=(die,)).play("hero 1", way)
    assert in_battle(p)
    assert p.record.revealed[hidden] == 1
    assert stacks(p, DEFENDER) == guards
    assert p.record.battle_hex == p.record.hero_hex[0, 0]


# ------------------------------------------------------------------------------------------------ order of an entry
@pytest.mark.rule("HVW-147")
@pytest.mark.parametrize(("die", "reacts"), [(4, True), (5, False)])
def test_hostile_units_first_then_reactions(die: int, reacts: bool) -> None:
    """2xN1 in the hex, 3xN2 beside it: the fight in the hex and its marker come first, then their d20."""
    world = {"guards": {"T01_N": {"level_1": 2}, "T05_SW": {"level_2": 3}}, "activated": {"T01_N": 1, "T05_SW": 1}}
    p = arrange(player("T01_C", BIG), **world).play("hero 1", "go n")
    assert (Cause(int(p.record.battle_cause)), stacks(p, DEFENDER)) == (Cause.ENTERED, [(2, "N1")])
    assert p.record.tried[SITES.index("T05_SW")] == 0
    p.play("pass").queue_dice(20, 1, die).play("target 0")
    assert dice_left(p) == 0
    assert owner(p, "T01_N") == 1
    assert p.record.tried[SITES.index("T05_SW")] == 1
    assert in_battle(p) == reacts
    if reacts:
        assert p.record.battle_cause == Cause.GUARD_REACTION
        assert p.record.battle_hex == hex_of("T01_N")


@pytest.mark.rule("HVW-148")
def test_reactions_before_the_objective() -> None:
    """A fresh wood hex beside 3xN2: a 5 fails as their reaction, then a 1 brings no guards."""
    p = arrange(player("T01_C", BIG), dice=(5, 1), **guarded("T05_SW", level_2=3)).play("hero 1", "go n")
    assert not in_battle(p)
    assert owner(p, "T01_N") == 1
    assert dice_left(p) == 0


@pytest.mark.rule("HVW-148")
def test_a_reaction_is_fought_before_guards_are_looked_for() -> None:
    """Their 4 succeeds: the battle begins with the wood hex not yet activated; after it the d6 is thrown."""
    p = arrange(player("T01_C", BIG), dice=(4,), **guarded("T05_SW", level_2=3)).play("hero 1", "go n")
    assert (in_battle(p), Cause(int(p.record.battle_cause))) == (True, Cause.GUARD_REACTION)
    assert p.record.activated[SITES.index("T01_N")] == 0
    while asked(p) != (0, Prompt.ATTACK):
        p.play("pass")
    p.queue_dice(20, 1, 3).play("target 0")
    assert stacks(p, DEFENDER) == [(6, "N1")]
    assert p.record.battle_cause == Cause.OBJECTIVE


# ------------------------------------------------------------------------------------------------ peace and war
@pytest.mark.rule("HVW-149")
@pytest.mark.parametrize("kind", ["hero", "camp", "city"])
@pytest.mark.parametrize("hidden", [True, False])
def test_no_attack_while_a_tile_is_face_down(kind: str, hidden: bool) -> None:
    """Hexes with an enemy hero, Camp or City are masked until every tile is seen."""
    fields = {"revealed": face_down(11)} if hidden else {}
    if kind == "hero":
        p, way = arrange(player("T01_C", BIG), player("T01_NE", (5, "B1")), **fields), "go ne"
    elif kind == "camp":
        p, way = arrange(player(start_hex("SB_N"), BIG), player("T06_C", (5, "B1")), **fields), "go s"
    else:
        p, way = arrange(player("T06_C", BIG), player(start_hex("SK_SW"), (5, "B1")), order=[1, 0, 0], **fields), "go ne"
    p.play("hero 1")
    assert (way in ways(p)) == (not hidden)
    assert len(ways(p)) >= 4


@pytest.mark.rule("HVW-149")
def test_an_attack_in_peace_is_refused() -> None:
    """The step raises an error and changes nothing."""
    p = arrange(player("T01_C", BIG), player("T01_NE", (5, "B1")), revealed=face_down(11)).play("hero 1")
    with pytest.raises(IllegalAction):
        p.play("go ne")
    assert p.record.hero_hex[0, 0] == hex_of("T01_C")


@pytest.mark.rule("HVW-149")
def test_heroes_do_not_react_in_peace() -> None:
    """A step beside an enemy hero: nobody is asked; in war he is."""
    for fields, prompt in (({"revealed": face_down(11)}, Prompt.ACT), ({}, Prompt.REACT)):
        p = arrange(player("T01_C", BIG), player("T04_SW", (5, "B1")), **fields).play("hero 1", "go ne")
        assert asked(p)[1] == prompt


@pytest.mark.rule("HVW-150", "HVW-151")
@pytest.mark.parametrize("hidden", [True, False])
def test_an_enemy_resource_is_closed_in_peace(hidden: bool) -> None:
    """An empty enemy wood hex beside a hero: masked in peace; in war the step takes it."""
    theirs = {"control": {"T01_N": "player_1"}, "activated": {"T01_N": 1}}
    fields = {"revealed": face_down(11)} if hidden else {}
    p = arrange(player("T01_C", BIG), **theirs, **fields).play("hero 1")
    assert ("go n" in ways(p)) == (not hidden)
    if hidden:
        for action in p.legal():
            assert owner(p.clone().play(action), "T01_N") == 2
    else:
        assert owner(p.play("go n"), "T01_N") == 1


@pytest.mark.rule("HVW-151")
def test_own_and_neutral_resources_are_open_in_peace() -> None:
    """The ban concerns enemy Resources only."""
    mine = {"control": {"T01_N": "player_0"}, "activated": {"T01_N": 1}}
    for fields in (mine, {}):
        p = arrange(player("T01_C", BIG), revealed=face_down(11), **fields).play("hero 1")
        assert "go n" in ways(p)


@pytest.mark.rule("HVW-152")
def test_war_begins_with_the_next_turn() -> None:
    """Seat 0 turns up the last tile and still may not attack; seat 1 may in its turn."""
    p = arrange(player("T02_N", BIG), player("T02_NE", (5, "B1")), revealed=face_down(0)).play("hero 1", "go ne")
    assert p.record.hero_hex[0, 0] == hex_of("T01_S")
    assert p.record.revealed[0] == 1
    assert asked(p) == (0, Prompt.ACT)  # nobody is asked to react
    assert "go s" not in ways(p)
    p.play("pass")
    while asked(p) != (1, Prompt.HERO):
        p.play("pass")
    p.play("hero 1")
    assert "go n" in ways(p)
    assert in_battle(p.play("go n"))


@pytest.mark.rule("HVW-152")
def test_the_second_hero_is_barred_in_that_turn_too() -> None:
    """The ban lasts for the whole player turn."""
    both = pair("T02_N", "T05_C", [BIG], [BIG])
    p = arrange(both, player("T05_S", (5, "B1")), revealed=face_down(0)).play("hero 1", "go ne", "pass", "hero 2")
    assert "go s" not in ways(p)


@pytest.mark.rule("HVW-152")
def test_peace_goes_on_while_another_tile_is_hidden() -> None:
    """Two tiles face down, one is turned up: nobody may attack in the next turn."""
    p = arrange(player("T02_N", BIG), player("T02_NE", (5, "B1")), revealed=face_down(0, 11)).play("hero 1", "go ne", "pass")
    while asked(p) != (1, Prompt.HERO):
        p.play("pass")
    assert "go n" not in ways(p.play("hero 1"))


@pytest.mark.rule("HVW-154")
@pytest.mark.parametrize(("peace", "may"), [(True, False), (False, True)])
def test_war_from_the_first_turn(peace: bool, may: bool) -> None:
    """With the knob `peace_until_explored` off an adjacent enemy hero may be attacked with tiles face down."""
    p = arrange(
        player("T01_C", BIG), player("T01_NE", (5, "B1")), rules={"peace_until_explored": peace}, revealed=face_down(11)
    ).play("hero 1")  # fmt: skip
    assert ("go ne" in ways(p)) == may


@pytest.mark.rule("HVW-154")
def test_war_in_a_dealt_game() -> None:
    """A game dealt with the knob off is at war in round 1, one dealt without it is not."""
    for peace in (True, False):
        p = GAME.new(rules={"peace_until_explored": peace}, seed=2)
        while asked(p)[1] in (Prompt.START_SLOT, Prompt.ARMY, Prompt.ARMY_NUMBER):
            p.play(p.legal_ids()[-1])
        assert p.record.war == (not peace)


# ------------------------------------------------------------------------------------------------ sharing hexes
def _owners(p: Position) -> dict[int, set[int]]:
    """The players with living units or heroes by hex."""
    s, found = p.record, {}
    for seat in range(p.num_players):
        for hero in range(2):
            if s.hero_status[seat, hero] == Status.ON_MAP:
                found.setdefault(int(s.hero_hex[seat, hero]), set()).add(seat)
    for place in range(p.num_players):
        if s.place_owner[place] and (s.place_garrison[place].any() or s.natives[place].any() or s.mercenaries[place]):
            found.setdefault(int(s.place_hex[place]), set()).add(int(s.place_owner[place]) - 1)
    where = {f"{TILES[tile]}_{POSITIONS[k]}": slot * 7 + k for slot, tile in enumerate(s.tile) if tile >= 0 for k in range(7)}
    for site in np.flatnonzero(s.garrison.any(axis=1)):
        found.setdefault(where[SITES[site]], set()).add(int(s.control[site]) - 1)
    return found


@pytest.mark.slow
@pytest.mark.rule("HVW-153")
@pytest.mark.parametrize("seed", range(3))
def test_units_of_two_players_share_no_hex_outside_combat(seed: int) -> None:
    """Three thousand decisions of a war, chosen by a fixed generator: whenever nobody fights, each hex has one owner."""
    luck = np.random.default_rng(seed)
    p = GAME.new(num_players=3, rules={"peace_until_explored": False}, seed=seed)
    looked = 0
    for _ in range(3000):
        if p.over:
            break
        legal = p.legal_ids()
        p.play(int(legal[luck.integers(len(legal))]))
        if p.record.stage not in (Stage.BATTLE, Stage.ENTRY) and not p.over:
            looked += 1
            assert all(len(seats) == 1 for seats in _owners(p).values())
    assert looked > 100


@pytest.mark.rule("HVW-153")
def test_entering_an_enemy_hex_is_a_battle() -> None:
    """A step onto an enemy hero with units: the battle is fought before anything else, and one side leaves the hex."""
    p = arrange(player("T01_C", BIG), player("T01_NE", (1, "B1"))).play("hero 1", "go ne")
    assert in_battle(p)
    beat(p, 0)
    while asked(p)[1] in (Prompt.ABILITY, Prompt.ARMY, Prompt.ARMY_NUMBER):
        p.play(p.legal_ids()[-1])
    assert p.record.hero_hex[0, 0] == hex_of("T01_NE")
    assert hex_of("T01_NE") not in p.record.hero_hex[1]


# ------------------------------------------------------------------------------------------------ guards beside the way
@pytest.mark.rule("HVW-155")
def test_guards_beside_the_way_are_tested() -> None:
    """A step beside 4xN1: one d20, which fails with 3; a step elsewhere rolls nothing."""
    p = arrange(player("T04_NW", BIG), dice=(3, 9), **guarded("T01_N", level_1=4)).play("hero 1", "go sw")
    assert p.record.hero_hex[0, 0] == hex_of("T01_NE")
    assert dice_left(p) == 1
    assert asked(p) == (0, Prompt.ACT)
    p = arrange(player("T04_NW", BIG), dice=(3, 9), **guarded("T01_N", level_1=4)).play("hero 1", "go n")
    assert dice_left(p) == 2


@pytest.mark.rule("HVW-155")
def test_a_successful_test_is_a_battle() -> None:
    """A 2 triggers the reaction of level 1, in the hero's hex."""
    p = arrange(player("T04_NW", BIG), dice=(2,), **guarded("T01_N", level_1=4)).play("hero 1", "go sw")
    assert p.record.battle_cause == Cause.GUARD_REACTION
    assert p.record.battle_hex == hex_of("T01_NE")
