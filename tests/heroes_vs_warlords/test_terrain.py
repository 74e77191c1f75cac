"""Barriers, bridges, roads, terrain costs and holy places, and the advanced movement of heroes and Camps (chapters 15, 18 and 20)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import DIRECTIONS, NEIGHBOUR, POSITIONS, REGULAR_TILES, ROADS, TERRAIN, TILES
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import (
    arrange,
    asked,
    guarded,
    hex_of,
    in_battle,
    pass_until,
    player,
    stock,
)

ADVANCED = {"adv_terrain": True}
MOVING = {"adv_terrain": True, "adv_movement": True}
RING = ("N", "NE", "SE", "S", "SW", "NW")


def _hero(
    where: str | int, rules: object = ADVANCED, mp: int = 6, own: tuple[str, ...] = (), more: dict | None = None, **fields
) -> Position:
    """Hero 1 of the Knights is about to step; the named Resources are his, so that nothing happens on them."""
    fields = {"control": dict.fromkeys(own, "player_0"), "activated": dict.fromkeys(own, 1), **fields}
    p = arrange(player(where, (5, "K1"), hero_mp=[mp, 0], **(more or {})), rules=rules, **fields)
    return p.play("hero 1")


def _world(slot: int, tile: str, hidden: tuple[int, ...] = ()) -> dict[str, list]:
    """The written world with another tile in one slot, some slots face down."""
    base = arrange({}, {}).record
    tiles = ["none" if k < 0 else TILES[k] for k in base.tile]
    tiles[slot] = tile
    revealed = base.revealed.tolist()
    for other in hidden:
        revealed[other] = 0
    return {"tile": tiles, "revealed": revealed}


def _next_turn(p: Position, seat: int) -> Position:
    """Everybody passes until this seat chooses a hero again."""
    p.play("pass")
    while asked(p) != (seat, Prompt.HERO):
        p = pass_until(p.play("pass") if asked(p)[1] == Prompt.HERO else p, Prompt.HERO)
    return p


# ------------------------------------------------------------------------------------------------ barriers
@pytest.mark.rule("HVW-320")
@pytest.mark.parametrize(
    ("where", "closed", "open_"),
    [("T10_C", ("n", "ne", "se"), ("s", "nw")), ("T03_C", ("ne",), ("n", "s", "sw")), ("T04_C", ("ne",), ("n", "se", "s", "sw", "nw"))],
)
def test_closed_sides(where: str, closed: tuple[str, ...], open_: tuple[str, ...]) -> None:
    """15.1: a side with a lake, an unbridged river or a range cannot be crossed; the basic game knows no barriers."""
    own = ("T04_C", "T10_NE", "T03_NW")
    legal = _hero(where, own=own).legal()
    assert not {f"go {side}" for side in closed} & set(legal)
    assert {f"go {side}" for side in open_} <= set(legal)
    assert {f"go {side}" for side in closed} <= set(_hero(where, rules=None, own=own).legal())


@pytest.mark.rule("HVW-320")
def test_nobody_reacts_across_a_closed_side() -> None:
    """15.1: guards behind a lake do not test for a reaction; in the basic game they do."""
    for rules, tested in ((ADVANCED, 0), (None, 1)):
        p = _hero("T10_S", rules, **guarded("T10_NE", level_1=5)).queue_dice(20)
        p.play("go n")
        assert 1 - int(p.record.queued) == tested


@pytest.mark.rule("HVW-321")
def test_a_side_is_closed_from_both_hexes() -> None:
    """15.1: the side that only T15 lists as range is closed for a hero who stands outside."""
    world = _world(3, "T15")
    ring = 3 * 7 + POSITIONS.index("NW")
    west, north = int(NEIGHBOUR[ring, 5]), int(NEIGHBOUR[ring, 0])
    assert "go se" not in _hero(west, **world).legal()
    assert "go se" in _hero(west, rules=None, **world).legal()
    assert "go s" in _hero(north, **world).legal()  # the other side of the same hex is open


@pytest.mark.rule("HVW-322")
def test_back_over_the_side_of_entry() -> None:
    """15.1: a hero may go back by the side he came by, although it is closed."""
    world, north = _world(3, "T15"), 3 * 7 + POSITIONS.index("N")
    assert "go n" in _hero(north, more={"hero_entered": [0, -1]}, **world).legal()
    assert "go n" not in _hero(north, more={"hero_entered": [-1, -1]}, **world).legal()
    assert "go n" not in _hero(north, more={"hero_entered": [5, -1]}, **world).legal()
    assert "go s" not in _hero(north, more={"hero_entered": [0, -1]}, **world).legal()


@pytest.mark.rule("HVW-322")
def test_the_side_of_entry_is_remembered_and_replaced() -> None:
    """15.1: the way back stays open in the next turn, and closes once he has come in by another side."""
    world, north = _world(3, "T15", hidden=(3,)), 3 * 7 + POSITIONS.index("N")
    outside = int(NEIGHBOUR[north, 0])
    p = _hero(outside, mp=12, **world).play("go s")
    assert p.record.hero_hex[0, 0] == north
    later = _next_turn(p.clone(), 0).play("hero 1")
    assert "go n" in later.legal()
    p.play("go nw", "go se")
    assert p.record.hero_hex[0, 0] == north
    assert "go n" not in p.legal()


@pytest.mark.rule("HVW-323")
def test_unseen_barriers_do_not_count_known_ones_do() -> None:
    """15.1: a face-down tile is entered over its own unseen barrier, but not over one of the known hex."""
    north = POSITIONS.index("N")
    assert "go n" not in _hero(north, **_world(0, "T15", hidden=(4,))).legal()  # T15 N lists N, the tile beyond is unseen
    assert "go n" in _hero(north, own=("T01_N",), **_world(0, "T01", hidden=(4,))).legal()
    beyond = 3 * 7 + POSITIONS.index("NW")
    outside = int(NEIGHBOUR[beyond, 5])
    assert "go se" in _hero(outside, **_world(3, "T15", hidden=(3,))).legal()
    assert "go se" not in _hero(outside, **_world(3, "T15")).legal()


@pytest.mark.rule("HVW-324")
@pytest.mark.parametrize("game_round", [1, 5])
def test_bridges(game_round: int) -> None:
    """15.2: an intact bridge is crossed at the price of the hex entered, a destroyed one never."""
    own = ("T11_S", "T11_NE")
    p = _hero("T11_SE", own=own, game_round=game_round).play("go sw")
    assert p.record.hero_hex[0, 0] == hex_of("T11_S")
    assert p.record.hero_mp[0, 0] == 4
    assert "go s" not in _hero("T11_C", own=own, game_round=game_round).legal()
    back = _hero("T11_S", own=own, game_round=game_round).legal()
    assert "go ne" in back
    assert "go n" not in back


@pytest.mark.rule("HVW-325")
def test_mountains_and_ranges() -> None:
    """15.3: a mountain is entered for 3 points, a range is not crossed."""
    p = _hero("T12_N", searched={"T12_C": 1}, activated={"T12_C": 1}).play("go s")
    assert p.record.hero_hex[0, 0] == hex_of("T12_C")
    assert p.record.hero_mp[0, 0] == 3
    assert "go ne" not in _hero("T04_C", mp=15, own=("T04_C",)).legal()


# ------------------------------------------------------------------------------------------------ holy places
def _holy(*dice: int, rules: object = ADVANCED, stacks: tuple = ((5, "K1"),), own: tuple[str, ...] = (), mp: int = 3, **more) -> Position:
    """A hero on the holy place T07_S stops there and rolls."""
    marks = {"control": dict.fromkeys(own, "player_0"), "activated": dict.fromkeys(own, 1)}
    p = arrange(player("T07_S", *stacks, hero_mp=[mp, 0], **{"stock": {"gold": 4, "stone": 2, "wood": 2}, **more}), rules=rules, **marks)
    return p.play("hero 1").queue_dice(*dice).play("stop at holy place")


@pytest.mark.rule("HVW-326")
def test_stopping_at_a_holy_place() -> None:
    """15.4: who stops loses his movement points and rolls; who walks on rolls nothing."""
    p = _holy(4)
    assert p.record.hero_mp[0, 0] == 0
    assert p.record.queued == 0
    assert p.record.hero_done[0, 0]
    through = _hero("T07_C", mp=3).queue_dice(4).play("go s")
    assert "stop at holy place" in through.legal()
    through.play("go se")
    assert through.record.queued == 1
    assert stock(through, 0)[0] == 4


@pytest.mark.rule("HVW-326")
def test_a_holy_place_reached_with_the_last_point() -> None:
    """15.4: a hero without movement points left has stopped there and may roll, or not."""
    p = _hero("T07_C", mp=1).queue_dice(4).play("go s")
    assert asked(p) == (0, Prompt.ACT)
    assert {"stop at holy place", "pass"} <= set(p.legal())
    left = p.clone().play("pass")
    assert left.record.queued == 1
    assert stock(p.play("stop at holy place"), 0)[0] == 5


@pytest.mark.rule("HVW-326")
def test_holy_places_are_inert_without_the_module() -> None:
    """15.4: in the basic game nobody stops at a holy place."""
    assert "stop at holy place" not in _hero("T07_S", rules=None).legal()
    assert "stop at holy place" not in _hero("T07_C").legal()


@pytest.mark.rule("HVW-327", "HVW-331")
@pytest.mark.parametrize(("die", "gold"), [(1, 5), (4, 5), (5, 5), (6, 4), (10, 4)])
def test_gold_of_a_holy_place(die: int, gold: int) -> None:
    """15.4: 1 to 5 give one gold to the home stock."""
    assert stock(_holy(die), 0) == [gold, 0, 2, 2]


@pytest.mark.rule("HVW-327")
@pytest.mark.parametrize(("die", "points"), [(10, 0), (11, 4), (12, 4), (15, 4), (16, 0)])
def test_movement_of_a_holy_place(die: int, points: int) -> None:
    """15.4: 11 to 15 give four movement points, usable at once."""
    p = _holy(die)
    assert p.record.hero_mp[0, 0] == points
    if points:
        assert asked(p) == (0, Prompt.ACT)
        p.play("go se")
        assert p.record.hero_mp[0, 0] == 3
    else:
        assert asked(p) != (0, Prompt.ACT)


@pytest.mark.rule("HVW-327")
def test_experience_of_a_holy_place() -> None:
    """15.4: 20 gives experience by a further d20, which counts towards a level."""
    assert _holy(20, 9).record.hero_ep[0, 0] == 9
    p = _holy(20, 13)
    assert asked(p) == (0, Prompt.ABILITY)
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (2, 3)
    assert _holy(19).record.hero_ep[0, 0] == 0


@pytest.mark.rule("HVW-328")
@pytest.mark.parametrize(("die", "points"), [(5, 0), (6, 4), (7, 4), (10, 4), (11, 0)])
def test_honor_of_a_holy_place(die: int, points: int) -> None:
    """15.4: 6 to 10 give honor points by the number of the hero's stacks."""
    stacks = ((5, "K1"), (1, "K2"), (2, "K3"), (9, "M"))
    p = _holy(die, rules={**ADVANCED, "honor": True}, stacks=stacks)
    assert p.record.hero_honor[0, 0] == points


@pytest.mark.rule("HVW-328", "HVW-465")
def test_honor_of_a_holy_place_is_limited() -> None:
    """15.4: no hero has more than 20 honor points."""
    p = _holy(7, rules={**ADVANCED, "honor": True}, stacks=((1, "K1"), (1, "K2"), (1, "K3")), hero_honor=[18, 0])
    assert p.record.hero_honor[0, 0] == 20


@pytest.mark.rule("HVW-329")
@pytest.mark.parametrize(("die", "paid"), [(15, 0), (16, 1), (19, 1), (20, 0)])
def test_mines_of_a_holy_place(die: int, paid: int) -> None:
    """15.4: 16 to 19 give one resource for each controlled Resource hex of that kind, others' mines nothing."""
    own = ("T04_C", "T01_N", "T05_SW", "T06_SE")
    marks = {"control": {**dict.fromkeys(own, "player_0"), "T02_S": "player_1"}, "activated": dict.fromkeys((*own, "T02_S"), 1)}
    p = arrange(player("T07_S", (5, "K1"), stock={"gold": 4, "stone": 2, "wood": 2}), rules=ADVANCED, **marks)
    p.play("hero 1").queue_dice(die, 1).play("stop at holy place")
    assert stock(p, 0) == [4 + paid, paid, 2, 2 + 2 * paid]


@pytest.mark.rule("HVW-330")
def test_a_holy_place_serves_once_a_round() -> None:
    """15.4: after hero 1 neither he, hero 2 nor another player uses the place in this round."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [hex_of("T07_S"), hex_of("T07_SE")], "hero_mp": [6, 6]}
    units = {"section_unit": [["K1"] + ["none"] * 5] * 2, "section_count": [[5] + [0] * 5] * 2}
    p = arrange({**both, **units}, {}, rules=ADVANCED)
    p.play("hero 1").queue_dice(12).play("stop at holy place")
    assert "stop at holy place" not in p.legal()
    p.play("go n", "go n", "pass", "hero 2", "go sw")
    assert p.record.hero_hex[0, 1] == hex_of("T07_S")
    assert "stop at holy place" not in p.legal()
    p.play("go ne", "pass")
    p = pass_until(p, Prompt.HERO)
    assert asked(p) == (1, Prompt.HERO)
    p.play("hero 1", "go n", "go ne")
    while asked(p)[1] == Prompt.REACT:
        p.play("pass")
    assert p.record.hero_hex[1, 0] == hex_of("T07_S")
    assert asked(p) == (1, Prompt.ACT)
    assert "stop at holy place" not in p.legal()


@pytest.mark.rule("HVW-330", "HVW-466")
def test_clean_up_frees_holy_places() -> None:
    """20.0: the mark of a used place is taken off in clean-up."""
    used = {"visited": {"T07_S": 1}}
    seats = (player("T07_S", (5, "K1")), {})
    same = arrange(*seats, rules=ADVANCED, **used).play("hero 1")
    assert "stop at holy place" not in same.legal()
    p = arrange(*seats, rules=ADVANCED, stage="clean_up", **used)
    assert p.record.game_round == 2
    assert not p.record.visited.any()
    p = pass_until(p, Prompt.HERO)
    while p.seat != 0:
        p = pass_until(p.play("pass"), Prompt.HERO)
    p.play("hero 1")
    assert "stop at holy place" in p.legal()


@pytest.mark.rule("HVW-331")
def test_without_honor_the_place_gives_none() -> None:
    """15.4: without the honor module 6 to 10 change nothing."""
    p = _holy(8, stacks=((5, "K1"), (3, "K2")))
    assert p.record.hero_honor[0, 0] == 0
    assert stock(p, 0) == [4, 0, 2, 2]
    assert p.record.hero_ep[0, 0] == 0


@pytest.mark.rule("HVW-331")
def test_holy_gold_goes_home_or_to_the_own_place() -> None:
    """15.4: the gold goes into the home stock, or into an own other place while the home is lost."""
    homes = (
        player("T07_S", (5, "K1"), stock={"gold": 0}, place_owner="player_1", conquered=1),
        player("T01_C", (5, "B1"), stock={"gold": 0}, place_owner="player_0", conquered=1),
    )
    p = arrange(*homes, rules=ADVANCED)
    p.play("hero 1").queue_dice(3).play("stop at holy place")
    assert (stock(p, 0)[0], stock(p, 1)[0]) == (0, 1)


# ------------------------------------------------------------------------------------------------ roads and prices
@pytest.mark.rule("HVW-332")
def test_roads_lead_over_rivers() -> None:
    """15.5: along the road a step costs 1 even over the river; beside it the river is closed."""
    own = ("T08_N",)
    p = _hero("T08_N", own=own).play("go se")
    assert (p.record.hero_hex[0, 0], p.record.hero_mp[0, 0]) == (hex_of("T08_NE"), 5)
    p.play("go nw")
    assert (p.record.hero_hex[0, 0], p.record.hero_mp[0, 0]) == (hex_of("T08_N"), 4)  # hills, but by road
    beside = _hero("T08_C", own=own)
    assert "go ne" not in beside.legal()
    assert beside.play("go n").record.hero_mp[0, 0] == 4  # the same hills without a road


@pytest.mark.rule("HVW-332")
def test_a_road_joins_tiles_only_if_both_hexes_have_it() -> None:
    """15.5: the road from the Knights' stone hills to the pass costs 1 both ways, other ways full price."""
    own = ("SK_SE",)
    south = hex_of("T12_NW")
    p = _hero(south, own=own).play("go n")
    assert p.record.hero_mp[0, 0] == 5
    assert _hero(hex_of("T12_N"), own=own).play("go nw").record.hero_mp[0, 0] == 4


@pytest.mark.rule("HVW-333")
def test_exits_of_roads() -> None:
    """15.5: a road on a ring hex leaves the tile by the side next clockwise to its position."""
    exits = dict(zip(RING, ("NE", "SE", "S", "SW", "NW", "N"), strict=True))
    found = 0
    for tile in range(len(TILES)):
        for position, name in enumerate(POSITIONS[1:], 1):
            sides = [side for k, side in enumerate(DIRECTIONS) if ROADS[tile, position] >> k & 1]
            outward = [side for side in sides if int(NEIGHBOUR[position, DIRECTIONS.index(side)]) >= 7]
            assert outward == ([exits[name]] if sides else [])
            found += len(outward)
    assert found == 19
    t02 = TILES.index("T02")
    assert ROADS[t02, POSITIONS.index("SE")] >> DIRECTIONS.index("S") & 1
    assert ROADS[t02, POSITIONS.index("NW")] >> DIRECTIONS.index("N") & 1
    assert np.count_nonzero(ROADS[t02]) == 3


PRICES = [
    ("T01_C", "ne", 1),  # clear
    ("T07_C", "sw", 1),  # desert
    ("T07_C", "s", 1),  # holy place
    ("T12_NW", "se", 1),  # road up a mountain
    ("T07_C", "n", 2),  # hills
    ("T05_S", "n", 2),  # woods
    ("T12_N", "s", 3),  # mountain
]


@pytest.mark.rule("HVW-334")
@pytest.mark.parametrize(("where", "side", "price"), PRICES)
def test_terrain_prices(where: str, side: str, price: int) -> None:
    """15.6: clear, desert, holy place and road 1, hills and woods 2, mountain 3; the basic game takes 1."""
    tower = {"searched": {"T12_C": 1}, "activated": {"T12_C": 1}}
    assert _hero(where, **tower).play(f"go {side}").record.hero_mp[0, 0] == 6 - price
    assert _hero(where, rules=None, **tower).play(f"go {side}").record.hero_mp[0, 0] == 5


@pytest.mark.rule("HVW-334")
def test_price_of_a_city() -> None:
    """15.6: a City is entered for 1 point."""
    city = int(arrange({}, {}).record.place_hex[0])
    p = _hero(city + POSITIONS.index("NE")).play("go sw")
    assert p.record.hero_hex[0, 0] == city
    assert p.record.hero_mp[0, 0] == 5


@pytest.mark.rule("HVW-335")
def test_terrain_of_the_regular_tiles() -> None:
    """15.6: 57 clear, 8 desert, 29 hills, 22 woods and 10 mountain hexes."""
    assert np.bincount(TERRAIN[:REGULAR_TILES].ravel(), minlength=5).tolist() == [57, 8, 29, 22, 10]


@pytest.mark.rule("HVW-336")
@pytest.mark.parametrize(("camp", "price"), [("T07_N", 2), ("T07_NW", 1)])
def test_price_of_a_camp(camp: str, price: int) -> None:
    """15.6: a hex with a Camp costs its own terrain."""
    p = arrange({}, player("T07_C", (5, "B1"), place_hex=hex_of(camp)), rules=ADVANCED, order=[1, 0, 0])
    p.play("hero 1", "go n" if camp == "T07_N" else "go nw")
    assert p.record.hero_hex[1, 0] == hex_of(camp)
    assert p.record.hero_mp[1, 0] == 6 - price


@pytest.mark.rule("HVW-336")
def test_price_of_a_bridged_hex() -> None:
    """15.6: the hills behind an intact bridge cost 2."""
    assert _hero("T03_C").play("go n").record.hero_mp[0, 0] == 4


@pytest.mark.rule("HVW-337")
@pytest.mark.parametrize(("mp", "enough"), [(1, False), (2, True)])
def test_the_full_price_must_be_there(mp: int, enough: bool) -> None:
    """15.6: without the advanced movement nobody enters hills with 1 point left."""
    legal = _hero("T07_C", mp=mp).legal()
    assert ("go n" in legal) == enough
    assert "go sw" in legal


# ------------------------------------------------------------------------------------------------ advanced movement
@pytest.mark.rule("HVW-369")
@pytest.mark.parametrize("mp", [1, 2])
def test_one_last_hex(mp: int) -> None:
    """18.0: with at least one point a hero enters one more hex of any price and fights there."""
    fields = guarded("T04_C", level_1=5)
    p = _hero("T04_SE", MOVING, mp, **fields)
    assert "go nw" in p.legal()
    assert "go nw" not in _hero("T04_SE", ADVANCED, mp, **fields).legal()
    p.play("go nw")
    assert in_battle(p)
    assert p.record.hero_hex[0, 0] == hex_of("T04_C")
    assert p.record.hero_mp[0, 0] == 0


@pytest.mark.rule("HVW-369")
def test_the_last_hex_must_be_passable() -> None:
    """18.0: barriers hold for the last hex too, and without points nobody moves."""
    legal = _hero("T03_C", MOVING, 1).legal()
    assert "go ne" not in legal
    assert "go n" in legal  # hills behind the bridge
    assert not any(action.startswith("go ") for action in _hero("T07_S", MOVING, 0).legal())


@pytest.mark.rule("HVW-369")
def test_the_last_hex_is_used() -> None:
    """18.0: the objective of the last hex serves: the tower on the mountain raises an ability."""
    p = _hero("T12_N", MOVING, 1).queue_dice(1).play("go s")
    assert asked(p) == (0, Prompt.ABILITY)


def _camp(where: str, rules: object, **fields: object) -> set[str]:
    """The steps open to a Camp on a hex; the Barbarians begin the turn, their hero is away."""
    away = player("T09_S", (5, "B1"), place_hex=hex_of(where))
    p = arrange({}, away, rules=rules, order=[1, 0, 0], stage="turn", turn=0, **fields)
    assert asked(p) == (1, Prompt.CAMP)
    if "move camp" not in p.legal():
        return set()
    return {action[3:] for action in p.play("move camp").legal() if action.startswith("go ")}


@pytest.mark.rule("HVW-370")
def test_camps_respect_barriers() -> None:
    """18.1: a Camp moves one hex whatever the price, not over a lake, and not onto an objective."""
    assert _camp("T06_C", MOVING) == {"n", "ne", "s"}  # NE hills; SW lake; SE gold, NW tower
    assert _camp("T06_C", ADVANCED) == {"n", "ne", "s", "sw"}
    assert "ne" not in _camp("T02_C", MOVING)  # an outpost
    assert {"n", "se", "nw", "sw"} <= _camp("T02_C", MOVING)


@pytest.mark.rule("HVW-370")
def test_an_explored_ruin_is_no_objective() -> None:
    """18.1: a Camp enters a ruin only when it has been explored."""
    assert "se" not in _camp("T03_C", MOVING)
    assert "se" in _camp("T03_C", MOVING, explored={"T03_SE": 1}, activated={"T03_SE": 1})


@pytest.mark.rule("HVW-370")
def test_guards_behind_a_closed_side_do_not_hinder_a_camp() -> None:
    """18.1: a hex next to guards is closed to a Camp, but not if a river runs between."""
    fields = guarded("T03_NW", level_1=5)
    assert "s" in _camp("T04_SW", MOVING, **fields)  # T03 N, river to T03 NW
    assert "s" not in _camp("T04_SW", None, **fields)
