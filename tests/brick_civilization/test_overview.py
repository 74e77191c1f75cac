"""Rules of trading between players and of what may change hands when (BRC-054 to BRC-062)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulebound.envs.brick_civilization.state import Prompt
from rulebound.envs.core.position import IllegalAction, Position
from tests.brick_civilization.helpers import (
    cargo,
    flat,
    gives,
    idle_to,
    offered,
    owner,
    piece,
    prompt,
    scene,
    store,
    wants,
    warrior,
    worker,
)

PARTNER = "offer to player_1"


def shops(mine: Mapping, theirs: Mapping, stage: str = "logistics", **more) -> Position:
    """Adjoining storehouses of two players, 0 of seat 0 and 1 of seat 1, with goods."""
    pieces = [piece("storehouse_row", 2, 1, **mine), piece("storehouse_row", 2, 3, owner=1, **theirs)]
    return scene(flat(6, 7), structures=pieces, stage=stage, **more)


def goods_in(items: set[str]) -> set[str]:
    """The goods among the items of an offer."""
    return {item for item in items if item[0].isdigit() and not item.endswith("actions")}


# ------------------------------------------------------------------------------------------------ goods and actions
@pytest.mark.rule("BRC-054", "BRC-127")
@pytest.mark.parametrize("stage", ["logistics", "move"])
def test_players_far_apart_trade_along_a_road(stage: str):
    """Storehouses three studs apart: an offer is open with a road between them, and not with a gap in it."""
    pieces = [piece("storehouse_row", 2, 1, stone=2), piece("storehouse_row", 2, 6, owner=1, stone=2)]
    pawns = {0: [worker(0, 0, fish=2)], 1: [worker(0, 8, fish=2)]}
    for road, open_to in (([3, 4, 5], ["player_1"]), ([3, 5], [])):
        roads = [(2, column) for column in road]
        p = scene(flat(6, 9), structures=pieces, pawns=pawns, roads=roads, stage=stage, actions=(2, 2))
        assert offered(p, "offer to") == open_to


@pytest.mark.rule("BRC-054")
def test_goods_are_traded_for_actions():
    """Two wheat for one action: both holdings change at once."""
    p = shops({"wheat_raw": 2}, {})
    p.play(PARTNER, "give 2_wheat_raw", "want 1_actions")
    assert prompt(p) == (1, Prompt.OFFER_REPLY)
    assert set(p.legal()) == {"end", "yes"}
    p.play("yes")
    assert (store(p, 0), store(p, 1)) == ({}, {"wheat_raw": 2})
    assert p.record.actions[:2].tolist() == [2, 0]
    assert prompt(p) == (0, Prompt.LOGISTICS)


@pytest.mark.rule("BRC-055", "BRC-056", "BRC-081")
@pytest.mark.parametrize(
    ("stage", "goods", "actions"),
    [("logistics", True, True), ("move", False, True), ("build", False, True), ("deploy", False, True), ("consume", True, False)],
)
def test_what_is_traded_depends_on_the_phase(stage, goods, actions):
    """Gather: goods and actions; Move, Build and Deploy: actions; Consume: goods. The same on both sides."""
    p = shops({"wheat_raw": 1}, {"stone": 1}, stage=stage)
    given = gives(p, "player_1")
    assert ("1_wheat_raw" in given, "1_actions" in given) == (goods, actions)
    wanted = wants(p, "player_1", "1_actions" if actions else "1_wheat_raw")
    assert ("1_stone" in wanted) == goods
    assert "nothing" in wanted


@pytest.mark.rule("BRC-055")
def test_nothing_is_traded_in_populate():
    """No offer can be made in Populate under the basic protocol."""
    village = [piece("village_row_e", 2, 0, fish=1), piece("village_row_e", 2, 3, owner=1, fish=1)]
    p = scene(flat(6, 7), structures=village, stage="populate")
    assert prompt(p) == (0, Prompt.POP_KIND)
    assert not offered(p, "offer to")


@pytest.mark.rule("BRC-055")
def test_without_the_protocol_nobody_trades():
    """trade=none: no offer in Gather."""
    assert not offered(shops({"wheat_raw": 1}, {}, rules={"trade": "none"}), "offer to")
    assert offered(shops({"wheat_raw": 1}, {}), "offer to") == ["player_1"]


@pytest.mark.rule("BRC-056")
def test_an_offer_in_move_names_actions_only():
    """Goods are masked on both sides in Move."""
    p = shops({"wheat_raw": 2, "stone": 2}, {"fish": 2}, stage="move", actions=(2, 2))
    given = gives(p, "player_1")
    assert goods_in(given) == set()
    assert {"1_actions", "2_actions"} <= given
    wanted = wants(p, "player_1", "1_actions")
    assert goods_in(wanted) == set()


# ------------------------------------------------------------------------------------------------ the protocol
@pytest.mark.rule("BRC-057")
@pytest.mark.parametrize("answer", ["yes", "end"])
def test_an_offer_swaps_one_item_for_another_or_changes_nothing(answer):
    """Two raw wood for one stone: accepted it is carried out, declined nothing happens."""
    p = shops({"wood_raw": 3}, {"stone": 1})
    p.play(PARTNER, "give 2_wood_raw", "want 1_stone", answer)
    if answer == "yes":
        assert (store(p, 0), store(p, 1)) == ({"wood_raw": 1, "stone": 1}, {"wood_raw": 2})
    else:
        assert (store(p, 0), store(p, 1)) == ({"wood_raw": 3}, {"stone": 1})
    assert prompt(p) == (0, Prompt.LOGISTICS)


@pytest.mark.rule("BRC-057")
def test_an_item_has_at_most_four_units():
    """Of eight wood four can be offered, not five."""
    p = shops({"wood_raw": 8}, {})
    assert {item for item in gives(p, "player_1") if item.endswith("wood_raw")} == {f"{n}_wood_raw" for n in (1, 2, 3, 4)}
    with pytest.raises(IllegalAction):
        p.play(PARTNER, "give 5_wood_raw")


@pytest.mark.rule("BRC-057")
def test_gifts_and_demands_are_offers_too():
    """Nothing for something, and something for nothing."""
    p = shops({"wood_raw": 1}, {"stone": 1})
    p.play(PARTNER, "give nothing", "want 1_stone", "yes")
    assert (store(p, 0), store(p, 1)) == ({"wood_raw": 1, "stone": 1}, {})
    p.play(PARTNER, "give 1_wood_raw", "want nothing", "yes")
    assert (store(p, 0), store(p, 1)) == ({"stone": 1}, {"wood_raw": 1})


@pytest.mark.rule("BRC-057")
def test_nobody_offers_or_wants_what_is_not_there():
    """Only goods that are in stock, and only so many."""
    p = shops({"wood_raw": 2}, {"stone": 1})
    assert goods_in(gives(p, "player_1")) == {"1_wood_raw", "2_wood_raw"}
    assert goods_in(wants(p, "player_1", "1_wood_raw")) == {"1_stone"}


@pytest.mark.rule("BRC-058")
def test_a_player_makes_two_offers_in_a_phase():
    """After two offers in Move no third one until Build."""
    p = shops({}, {}, stage="move", actions=(3, 3))
    for _ in range(2):
        assert offered(p, "offer to") == ["player_1"]
        p.play(PARTNER, "give 1_actions", "want nothing", "end")
    assert not offered(p, "offer to")
    idle_to(p, Prompt.MOVE_TOP, 1)
    assert offered(p, "offer to") == ["player_0"]  # the other player has its own two
    idle_to(p, Prompt.BUILD_TOP, 0)
    assert offered(p, "offer to") == ["player_1"]


@pytest.mark.rule("BRC-058")
def test_the_number_of_offers_is_a_knob():
    """max_offers=1: one offer."""
    p = shops({}, {}, stage="move", actions=(3, 3), rules={"max_offers": 1})
    p.play(PARTNER, "give 1_actions", "want nothing", "end")
    assert not offered(p, "offer to")


@pytest.mark.rule("BRC-059")
@pytest.mark.parametrize(("stone", "items"), [(8, set()), (7, {"1_wood_raw"}), (6, {"1_wood_raw", "2_wood_raw"})])
def test_goods_are_offered_only_into_free_room(stone, items):
    """A full storehouse takes nothing, one free place takes one unit."""
    p = shops({"wood_raw": 2}, {"stone": stone})
    assert goods_in(gives(p, "player_1")) == items


@pytest.mark.rule("BRC-059")
def test_goods_that_cannot_travel_are_not_offered():
    """Storehouses a stud apart: no goods can be offered."""
    pieces = [piece("storehouse_row", 2, 1, wood_raw=2), piece("storehouse_row", 2, 4, owner=1)]
    p = scene(flat(6, 7), structures=pieces, stage="logistics")
    assert goods_in(gives(p, "player_1")) == set()


@pytest.mark.rule("BRC-060")
def test_unfriendly_partners_may_still_deal():
    """Adjoining storehouses of unfriendly players without a unit in range: wood can be offered, and arrives."""
    p = shops({"wood_raw": 2}, {}, unfriendly=[(0, 1)])
    assert "2_wood_raw" in gives(p, "player_1")
    p.play(PARTNER, "give 2_wood_raw", "want nothing", "yes")
    assert (store(p, 0), store(p, 1)) == ({}, {"wood_raw": 2})


@pytest.mark.rule("BRC-060")
def test_buildings_of_a_third_unfriendly_player_are_closed_to_the_deal():
    """A storehouse of a common friend links two players, one of an enemy does not."""
    pieces = [
        piece("storehouse_row", 2, 0, wood_raw=2),
        piece("storehouse_row", 2, 2, owner=2),
        piece("storehouse_row", 2, 4, owner=1),
    ]
    friend = scene(flat(6, 7), structures=pieces, players=3, stage="logistics")
    assert "1_wood_raw" in gives(friend, "player_1")
    enemy = scene(flat(6, 7), structures=pieces, players=3, stage="logistics", unfriendly=[(1, 2)])
    assert "1_wood_raw" not in gives(enemy, "player_1")


# ------------------------------------------------------------------------------------------------ structures and pawns
FULL = {"trade": "full"}


@pytest.mark.rule("BRC-061")
@pytest.mark.parametrize("stage", ["logistics", "move", "build", "deploy", "consume", "populate"])
def test_a_village_is_given_away_with_its_improvements_and_contents(stage):
    """In any phase: village and storehouse change owner, all eight goods with them."""
    pieces = [
        piece("village_row_e", 2, 1, fish=3),
        piece("storehouse_row", 2, 4, stone=5),
        piece("village_row_e", 5, 6, fish=1),
        piece("village_row_e", 0, 6, owner=1),
    ]
    p = scene(flat(7, 10), structures=pieces, stage=stage, rules=FULL)
    p.play(PARTNER, "give structure")
    assert prompt(p) == (0, Prompt.OFFER_GIVE_ID)
    assert set(offered(p, "structure")) <= {"0", "1", "2"}
    p.play("structure 0", "want nothing")
    assert prompt(p) == (1, Prompt.OFFER_REPLY)
    p.play("yes")
    assert [owner(p, k) for k in range(4)] == [1, 1, 0, 1]
    assert (store(p, 0), store(p, 1)) == ({"fish": 3}, {"stone": 5})


@pytest.mark.rule("BRC-061")
def test_structures_are_traded_only_with_the_full_protocol():
    """Under the basic protocol neither structures nor pawns are items."""
    pieces = [piece("village_row_e", 2, 1, fish=1), piece("village_row_e", 2, 4, owner=1, fish=1)]
    basic = scene(flat(6, 8), pawns={0: [worker(5, 5)]}, structures=pieces, stage="logistics")
    assert not {"structure", "pawn"} & gives(basic, "player_1")
    full = scene(flat(6, 8), pawns={0: [worker(5, 5)]}, structures=pieces, stage="logistics", rules=FULL)
    assert {"structure", "pawn"} <= gives(full, "player_1")


@pytest.mark.rule("BRC-061")
def test_roads_are_not_traded():
    """A player with roads only has no structure to give."""
    p = scene(flat(6, 8), pawns={0: [worker(2, 2)], 1: [worker(4, 4)]}, roads=[(2, 2), (2, 3)], stage="logistics", rules=FULL)
    assert "structure" not in gives(p, "player_1")


@pytest.mark.rule("BRC-062")
def test_a_pawn_changes_owner_where_it_stands():
    """A worker alone on its stud goes to the partner with its cargo."""
    p = scene(flat(8, 8), pawns={0: [worker(5, 5, stone=1), worker(2, 2)], 1: [worker(0, 0)]}, stage="logistics", rules=FULL)
    p.play(PARTNER, "give pawn", "pawn 0", "want nothing", "yes")
    assert p.record.pawn[0, 0] == 0
    assert p.record.pawn[1, 1] == 1
    assert divmod(int(p.record.cell[1, 1]), int(p.record.cols)) == (5, 5)
    assert cargo(p, 1, 1) == {"stone": 1}


@pytest.mark.rule("BRC-062")
def test_a_pawn_that_shares_its_stud_is_not_traded():
    """Two workers on one stud: neither can be given, the third one can."""
    pawns = {0: [worker(5, 5), worker(5, 5), warrior(2, 2)], 1: [worker(0, 0)]}
    p = scene(flat(8, 8), pawns=pawns, stage="logistics", rules=FULL)
    p.play(PARTNER, "give pawn")
    assert offered(p, "pawn") == ["2"]
