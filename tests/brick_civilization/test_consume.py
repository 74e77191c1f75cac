"""Rules of feeding, starvation and saving (BRC-349 to BRC-362)."""

from __future__ import annotations

import pytest

from rulebound.envs.brick_civilization.state import Prompt, Stage
from rulebound.envs.core.position import Position
from tests.brick_civilization.helpers import (
    cargo,
    critical,
    flat,
    goods_of,
    idle_until,
    in_bed,
    offered,
    on_board,
    piece,
    place,
    prompt,
    pull,
    scene,
    store,
    warrior,
    worker,
)

HOME = (1, 1)  # anchor of p0's village
VILLAGE = piece("village_row_e", *HOME, 0)


def table(pawns, structures=(), *, terrain=None, stage: str = "consume", **more) -> Position:
    """p0's Consume turn; the game would end after this round."""
    rules = {"turn_cap": 3, **more.pop("rules", {})}
    return scene(terrain or flat(7, 8), pawns=pawns, structures=structures, stage=stage, rules=rules, **more)


def village(**goods: int) -> dict:
    """p0's village with goods."""
    return piece("village_row_e", *HOME, 0, **goods)


def barn(**goods: int) -> dict:
    """A storehouse of p0 that touches its village."""
    return piece("storehouse_row", 2, 1, 0, **goods)


def dine(p: Position) -> Position:
    """Everybody eats; nobody saves, revives or chooses."""
    return idle_until(p, lambda q: q.over or q.record.stage != Stage.CONSUME)


def served(p: Position) -> Position:
    """p0 has eaten and p1 is about to relocate its goods: nothing was put into storage yet."""
    return idle_until(p, lambda q: prompt(q) == (1, Prompt.LOGISTICS))


# ------------------------------------------------------------------------------------------------ eating
@pytest.mark.rule("BRC-349")
def test_every_pawn_on_the_board_eats_one_food():
    """Three connected pawns and 5 fish: 2 fish are left, and nobody starves."""
    p = dine(table({0: [worker(*HOME), worker(*HOME), warrior(*HOME)]}, [village(), barn(fish=5)]))
    assert goods_of(p, 0) == {"fish": 2}
    assert on_board(p, 0) == [0, 1, 2]


@pytest.mark.rule("BRC-349")
def test_critical_pawns_do_not_eat():
    """A pawn in critical condition takes no food."""
    p = table({0: [worker(*HOME), worker(*HOME)]}, [village(fish=3)], seats={0: in_bed(2, {1: (0, 4)})})
    assert goods_of(dine(p), 0) == {"fish": 2}
    assert critical(p, 0) == {1: 0}


@pytest.mark.rule("BRC-350")
def test_fish_and_wheat_raw_or_milled_are_food():
    """1 fish, 1 raw and 1 milled wheat feed three pawns."""
    p = dine(table({0: [worker(*HOME)] * 3}, [village(fish=1, wheat_raw=1, wheat_milled=1)]))
    assert goods_of(p, 0) == {}
    assert on_board(p, 0) == [0, 1, 2]


@pytest.mark.rule("BRC-350")
@pytest.mark.parametrize("good", ["wood_raw", "wood_milled", "stone"])
def test_wood_and_stone_are_no_food(good):
    """A pawn beside wood or stone starves."""
    p = dine(table({0: [worker(*HOME)]}, [village(**{good: 3})]))
    assert critical(p, 0) == {0: 0}
    assert goods_of(p, 0) == {good: 3}


@pytest.mark.rule("BRC-351")
def test_goods_are_relocated_before_feeding():
    """The relocation comes first, with all food still there; then 1 food for each pawn is eaten."""
    p = table({0: [worker(*HOME, wheat_raw=2), worker(1, 4, stone=1)]}, [village()], roads=[(1, 4)])
    assert prompt(p) == (0, Prompt.LOGISTICS)
    assert goods_of(p, 0) == {"wheat_raw": 2, "stone": 1}
    pull(p, "pawn 1", "wheat_raw")
    assert cargo(p, 0, 1) == {"wheat_raw": 1, "stone": 1}
    p.play("end")
    assert goods_of(p, 0) == {"stone": 1}
    assert on_board(p, 0) == [0, 1]


def cut_off(unfriendly) -> Position:
    """p0's food is in a storehouse at one end of a road, its worker at the other; p1's warrior stands beside the road."""
    return table(
        {0: [worker(2, 7)], 1: [warrior(0, 4, fish=2)]},
        [piece("storehouse_row", 2, 0, 0, fish=8), piece("village_row_e", 6, 0, 0)],
        terrain=flat(7, 9),
        roads=[(2, c) for c in range(2, 8)],
        unfriendly=unfriendly,
    )


@pytest.mark.rule("BRC-352")
def test_s7_food_behind_a_blockade_feeds_nobody():
    """[S7] The pawn starves although p0 owns enough; without the blockade it eats."""
    assert critical(dine(cut_off([(0, 1)])), 0) == {0: 1}
    fed = dine(cut_off([]))
    assert on_board(fed, 0) == [0]
    assert goods_of(fed, 0) == {"fish": 7}


@pytest.mark.rule("BRC-352")
def test_food_in_a_village_out_of_control_feeds_nobody():
    """The goods of a village that enemies hold cannot leave it."""
    p = table(
        {0: [worker(1, 4)], 1: [worker(*HOME, fish=2)]},
        [piece("village_row_e", *HOME, 0, fish=4, lost=1), piece("village_row_e", 6, 0, 0)],
        unfriendly=[(0, 1)],
    )
    assert critical(dine(p), 0) == {0: 1}
    assert store(p, 0) == {"fish": 4}


@pytest.mark.rule("BRC-353")
def test_as_many_pawns_as_possible_are_fed():
    """Fish reaches both pawns, wheat only the first: the first eats the wheat although fish comes first."""
    structures = [piece("storehouse_row", 2, 0, 0, fish=1), piece("storehouse_row", 2, 3, 0, wheat_raw=1)]
    p = dine(table({0: [worker(2, 2), worker(1, 0)]}, structures))
    assert on_board(p, 0) == [0, 1]
    assert goods_of(p, 0) == {}


# ------------------------------------------------------------------------------------------------ what is eaten first
@pytest.mark.rule("BRC-354")
@pytest.mark.parametrize(
    ("first", "goods", "left"),
    [
        ("fish", {"fish": 1, "wheat_raw": 1}, {"wheat_raw": 1}),
        ("fish", {"fish": 1, "wheat_milled": 1}, {"wheat_milled": 1}),
        ("fish", {"wheat_milled": 1, "wheat_raw": 1}, {"wheat_raw": 1}),
        ("wheat", {"fish": 1, "wheat_raw": 1}, {"fish": 1}),
    ],
)
def test_food_is_eaten_in_order(first, goods, left):
    """Fish, milled wheat, raw wheat; food_first=wheat puts fish last."""
    p = dine(table({0: [worker(*HOME)]}, [village(**goods)], rules={"food_first": first}))
    assert goods_of(p, 0) == left


@pytest.mark.rule("BRC-354")
def test_food_on_the_own_stud_is_eaten_before_other_food():
    """A worker eats its own fish, not that of the village or of the storehouse."""
    p = served(table({0: [worker(1, 4, fish=1)]}, [village(fish=1), barn(fish=1)]))
    assert cargo(p, 0, 0) == {}
    assert (store(p, 0), store(p, 1)) == ({"fish": 1}, {"fish": 1})


@pytest.mark.rule("BRC-354")
def test_pawns_come_before_villages_and_villages_before_storehouses():
    """With nothing on its own stud a pawn eats what another pawn carries, then from the village, then from the storehouse."""
    p = served(table({0: [worker(1, 4), worker(1, 0, fish=2)]}, [village(fish=1), barn(fish=1)]))
    assert goods_of(p, 0) == {"fish": 2}
    assert (store(p, 0), store(p, 1)) == ({"fish": 1}, {"fish": 1})
    q = served(table({0: [worker(1, 4)]}, [barn(fish=1), village(fish=1)]))
    assert (store(q, 0), store(q, 1)) == ({"fish": 1}, {})


@pytest.mark.rule("BRC-354")
def test_mills_come_before_villages():
    """Raw wheat in a mill is eaten before raw wheat in the village."""
    mill = piece("mill_north", 2, 1, 0, wheat_raw=1)
    p = served(table({0: [worker(1, 4)]}, [village(wheat_raw=1), mill]))
    assert (store(p, 0), store(p, 1)) == ({"wheat_raw": 1}, {})


@pytest.mark.rule("BRC-355")
@pytest.mark.parametrize(("first", "left"), [("fish", {"wheat_raw": 1}), ("wheat", {"fish": 1})])
def test_the_owner_may_choose_which_food_goes_first(first, left):
    """food_first=ask: a choice of two orders is offered in Consume."""
    p = table({0: [worker(*HOME)]}, [village(fish=1, wheat_raw=1)], rules={"food_first": "ask"})
    assert set(offered(p, "eat ")) == {"fish first", "wheat first"}
    p.play(f"eat {first} first")
    assert goods_of(dine(p), 0) == left


@pytest.mark.rule("BRC-355")
def test_by_default_no_order_is_asked():
    """Without food_first=ask the order is fixed, and in Gather it is never asked."""
    more = ({0: [worker(*HOME)]}, [village(fish=1, wheat_raw=1)])
    assert not offered(table(*more), "eat ")
    assert not offered(table(*more, stage="logistics", rules={"food_first": "ask"}), "eat ")


# ------------------------------------------------------------------------------------------------ starvation
@pytest.mark.rule("BRC-356")
def test_s3_the_owner_names_who_starves():
    """[S3] Three connected pawns, 2 food: p0 names one of the three."""
    for named in range(3):
        p = table({0: [worker(*HOME), worker(*HOME), warrior(*HOME)]}, [village(fish=2)]).play("end")
        assert prompt(p) == (0, Prompt.STARVE)
        assert p.legal() == ["pawn 0", "pawn 1", "pawn 2"]
        assert list(critical(dine(p.play(f"pawn {named}")), 0)) == [named]
        assert goods_of(p, 0) == {}


@pytest.mark.rule("BRC-356")
def test_only_pawns_whose_hunger_helps_the_others_may_be_named():
    """A lone pawn with food of its own cannot be named for those who share 2 food among three."""
    p = table({0: [worker(*HOME), worker(*HOME), worker(6, 6, fish=1), worker(*HOME)]}, [village(fish=2)]).play("end")
    assert p.legal() == ["pawn 0", "pawn 1", "pawn 3"]


@pytest.mark.rule("BRC-356")
def test_several_are_named_one_by_one():
    """Four pawns and 2 food: two are named, nobody twice."""
    p = table({0: [worker(*HOME)] * 4}, [village(fish=2)]).play("end", "pawn 1")
    assert prompt(p) == (0, Prompt.STARVE)
    assert p.legal() == ["pawn 0", "pawn 2", "pawn 3"]
    assert set(critical(dine(p.play("pawn 3")), 0)) == {1, 3}


# ------------------------------------------------------------------------------------------------ saving
LANE = flat(4, 16)
ROAD = [(1, c) for c in range(4, 12)]


def neighbours(*, linked: bool = True, stack: int = 1, food: int = 2, carried=None, **more) -> Position:
    """p0's worker 0 on the road between p0's village without food and p1's with some."""
    hungry = worker(1, 7, **(carried or {}))
    return table(
        {0: [hungry] * stack, 1: [worker(1, 12)]},
        [piece("village_row_e", 1, 1, 0), piece("village_row_e", 1, 12, 1, fish=food)],
        terrain=LANE,
        roads=ROAD if linked else ROAD[:5],
        **more,
    )


def starve(p: Position) -> Position:
    """p0's turn up to the question whether its pawn 0 is saved, if anybody is asked."""
    p.play("end")
    while prompt(p) == (0, Prompt.STARVE):
        p.play("pawn 0" if "pawn 0" in p.legal() else p.legal()[0])
    return p


@pytest.mark.rule("BRC-357", "BRC-359")
def test_s3_a_connected_neighbour_may_save_a_starving_pawn():
    """[S3] p1 pays 1 food, and the pawn with its cargo is p1's where it stands; no death is counted."""
    p = starve(neighbours(carried={"stone": 1}))
    assert prompt(p) == (1, Prompt.SAVE)
    assert set(p.legal()) == {"yes", "end"}
    p.play("yes")
    assert on_board(p, 0) == []
    assert critical(p, 0) == {}
    assert on_board(p, 1) == [0, 1]
    assert place(p, 1, 1) == (1, 7)
    assert cargo(p, 1, 1) == {"stone": 1}
    assert store(p, 1) == {"fish": 1}
    dine(p)
    assert list(p.record.deaths[:2]) == [0, 0]
    assert on_board(p, 1) == [0, 1]  # the saved pawn has eaten already, the last fish fed the other
    assert goods_of(p, 1).get("fish", 0) == 0


@pytest.mark.rule("BRC-357")
@pytest.mark.parametrize("more", [{"linked": False}, {"food": 0}])
def test_nobody_without_a_route_or_food_is_asked(more):
    """p1 unconnected, or without food: not asked."""
    p = starve(neighbours(**more))
    assert p.record.prompt != Prompt.SAVE
    assert critical(p, 0) == {0: 0}


@pytest.mark.rule("BRC-357")
def test_even_an_enemy_may_save_where_nobody_blockades():
    """A deal is a deal: unfriendly p1, connected by the open road, is asked."""
    assert prompt(starve(neighbours(unfriendly=[(0, 1)]))) == (1, Prompt.SAVE)


@pytest.mark.rule("BRC-359", "BRC-360")
def test_a_pawn_in_a_village_is_saved_where_it_stands():
    """A village of three studs has room for pawns of several players: p1's new pawn stays in p0's village."""
    p = table(
        {0: [worker(1, 1), worker(1, 1, fish=1)], 1: [worker(1, 12)]},
        [piece("village_row_e", 1, 1, 0), piece("village_row_e", 1, 12, 1, fish=2)],
        terrain=LANE,
        roads=ROAD,
    )
    assert prompt(starve(p)) == (1, Prompt.SAVE)
    p.play("yes")
    assert place(p, 1, 1) == (1, 1)
    assert len(on_board(p, 0)) == 1


@pytest.mark.rule("BRC-357")
def test_a_blockade_keeps_the_saver_away():
    """p1's own warrior blockades the road against p0: the route is no route."""
    p = table(
        {0: [worker(1, 7)], 1: [worker(1, 12), warrior(3, 9, fish=2)]},
        [piece("village_row_e", 1, 1, 0), piece("village_row_e", 1, 12, 1, fish=2)],
        terrain=LANE,
        roads=ROAD,
        unfriendly=[(0, 1)],
    )
    assert starve(p).record.prompt != Prompt.SAVE


def three(left: int, right: int, left_at: int, right_at: int) -> Position:
    """A starving p0 worker at (1, 7); storehouses with fish of two others at both ends of the road."""
    return table(
        {0: [worker(1, 7)], 1: [worker(3, 0, fish=2)], 2: [worker(3, 15, fish=2)]},
        [piece("storehouse_row", 1, left_at - 1, left, fish=2), piece("storehouse_row", 1, right_at, right, fish=2)],
        terrain=LANE,
        roads=[(1, c) for c in range(left_at + 1, right_at)],
        players=3,
    )


@pytest.mark.rule("BRC-358", "BRC-360")
@pytest.mark.parametrize(
    ("left", "right", "left_at", "right_at", "order"),
    [(1, 2, 4, 12, [1, 2]), (2, 1, 4, 12, [2, 1]), (1, 2, 2, 10, [2, 1]), (1, 2, 4, 10, [1, 2]), (2, 1, 4, 10, [1, 2])],
)
def test_savers_are_asked_by_the_distance_of_their_food(left, right, left_at, right_at, order):
    """The nearer food first; at equal distances the turn order; who declines leaves it to the next."""
    p = starve(three(left, right, left_at, right_at))
    asked = []
    while p.record.prompt == Prompt.SAVE:
        asked.append(p.seat)
        p.play("end")
    assert asked == order


@pytest.mark.rule("BRC-358")
def test_after_a_yes_nobody_else_is_asked():
    """The first saver takes the pawn."""
    p = starve(three(1, 2, 4, 12)).play("yes")
    assert p.record.prompt != Prompt.SAVE
    assert 1 in on_board(p, 1)


@pytest.mark.rule("BRC-360")
def test_a_pawn_that_shares_its_stud_cannot_be_saved():
    """Another p0 pawn stands on the same open stud: p1 would share it, and is not asked."""
    p = starve(neighbours(stack=2, carried=None, seats={0: {"cargo": [{}, {"fish": 1}]}}))
    assert p.record.prompt != Prompt.SAVE
    assert len(critical(p, 0)) == 1


@pytest.mark.rule("BRC-360")
def test_a_save_needs_a_free_pawn_slot():
    """p1 is at its limit of pawns: not asked."""
    crowd = {0: [worker(1, 7)], 1: [worker(1, 12)] * 8}
    structures = [piece("village_row_e", 1, 1, 0), piece("village_row_e", 1, 12, 1, fish=4), piece("storehouse_row", 2, 12, 1, fish=8)]
    full = table(crowd, structures, terrain=LANE, roads=ROAD, rules={"max_pawns": 8})
    assert starve(full).record.prompt != Prompt.SAVE
    room = table(crowd, structures, terrain=LANE, roads=ROAD, rules={"max_pawns": 9})
    assert prompt(starve(room)) == (1, Prompt.SAVE)


# ------------------------------------------------------------------------------------------------ without help
@pytest.mark.rule("BRC-361")
def test_unsaved_pawns_lie_in_the_nearest_friendly_village():
    """[S3] p1 declines: the pawn leaves the board and lies in p0's village."""
    p = starve(neighbours()).play("end")
    assert critical(p, 0) == {0: 0}
    assert place(p, 0, 0) == (1, 1)
    assert on_board(p, 1) == [0]
    assert store(p, 1) == {"fish": 2}


@pytest.mark.rule("BRC-361")
def test_a_friends_village_may_be_the_nearest():
    """The pawn at (1, 10) lies in p1's village, 2 studs away."""
    p = table(
        {0: [worker(1, 10)], 1: [worker(1, 12, fish=2)]},
        [piece("village_row_e", 1, 1, 0), piece("village_row_e", 1, 12, 1)],
        terrain=LANE,
    )
    assert critical(starve(p), 0) == {0: 1}


@pytest.mark.rule("BRC-362")
def test_the_cargo_of_a_starved_pawn_is_picked_up():
    """Its stone goes to an own worker 2 studs away that has room; a full one leaves it."""
    p = starve(table({0: [worker(5, 3, stone=1), worker(5, 5, fish=1)]}, [village()]))
    assert critical(p, 0) == {0: 0}
    assert cargo(p, 0, 1) == {"stone": 1}
    full = starve(table({0: [worker(5, 3, stone=1), worker(5, 5, fish=1, wood_raw=2)]}, [village()]))
    assert goods_of(full, 0) == {"wood_raw": 2}


@pytest.mark.rule("BRC-362")
def test_without_a_friendly_village_the_starved_pawn_dies():
    """No village anywhere: one death, and the slot is empty."""
    p = starve(table({0: [worker(5, 3), worker(5, 5, fish=1)]}))
    assert on_board(p, 0) == [1]
    assert critical(p, 0) == {}
    assert p.record.deaths[0] == 1


@pytest.mark.rule("BRC-361")
def test_starvation_itself_counts_no_death():
    """A pawn that goes critical has not died."""
    p = starve(table({0: [worker(5, 3)]}, [village()]))
    assert p.record.deaths[0] == 0
    assert int(p.record.due[0][0]) == 4
