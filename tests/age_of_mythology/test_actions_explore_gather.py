"""The Explore and the Gather action (AOM-120 to AOM-141)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import CARDS, ORDER, RESOURCES, TILES
from rulebound.envs.core.position import IllegalAction, Position
from tests.age_of_mythology.helpers import arrange, ask, bank, cubes, hand, offered, prompt, random_game, scene, stock, tiles, units

NOTHING = cubes(0, 0, 0, 0)
WORKERS = (Prompt.WORKERS_KEEP, Prompt.ASSIGN_VILLAGER, Prompt.ASSIGN_DWARF)


def explored(*shown: str, players: tuple = ({}, {}), **own: object) -> Position:
    """Seat 0 of three explores, and exactly these tiles are shown."""
    card = {3: "explore_same", 4: "explore", 5: "explore_plus2"}[len(shown)]
    p = scene({"hand": [card], **own}, *players, stacked_tiles=list(shown)).play(f"play {card}")
    assert {TILES[k]: int(p.record.shown[k]) for k in np.flatnonzero(p.record.shown)} == {t: shown.count(t) for t in shown}
    return p


def gather(p: Position, scope: str, keep: bool = True) -> Position:
    """Seat to act gathers this; its workers stay where they are unless they shall be lifted."""
    p.play("play gather", f"gather {scope}")
    return p.play("confirm" if keep else "done") if ask(p, Prompt.WORKERS_KEEP) else p


def workers(p: Position, seat: int) -> tuple[dict[str, int], int]:
    """Tiles with a villager, and idle villagers."""
    on = p.record.villager_on[seat]
    return {TILES[k]: int(on[k]) for k in np.flatnonzero(on)}, int(p.record.idle_villagers[seat])


# ------------------------------------------------------------------------------------------------ explore
@pytest.mark.rule("AOM-120")
@pytest.mark.parametrize(("card", "more"), [("explore", 1), ("explore_same", 0), ("explore_plus2", 2)])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_number_of_tiles_shown(players: int, card: str, more: int) -> None:
    """As many tiles as players, plus the number on the card, come out of the pool and are shown."""
    p = arrange({"hand": [card]}, *[{}] * (players - 1))
    before = p.record.pool.sum()
    p.play(f"play {card}")
    assert p.record.shown.sum() == players + more
    assert p.record.pool.sum() == before - players - more
    assert all(p.describe(seat)["shown"] == p.describe(0)["shown"] for seat in range(players))


@pytest.mark.rule("AOM-121")
def test_the_active_player_chooses_first_then_clockwise() -> None:
    """Four players, active 2: order 2 3 0 1, each once."""
    players = [{"hand": ["explore"] if seat == 2 else []} for seat in range(4)]
    p = arrange(*players, start=2, stacked_tiles=["fertile_food2"] * 5).play("play explore")
    asked = []
    while ask(p, Prompt.EXPLORE_PICK):
        asked.append(p.seat)
        p.play("tile fertile_food2")
    assert asked == [2, 3, 0, 1]
    assert p.record.tiles.sum(axis=1)[:4].tolist() == [1, 1, 1, 1]


@pytest.mark.rule("AOM-122")
def test_one_tile_for_each_player() -> None:
    """Three players, four tiles: three leave, the fourth goes back."""
    p = explored("fertile_food2", "fertile_food2", "fertile_food2", "fertile_food2")
    before = p.record.pool.sum()
    p.play(*["tile fertile_food2"] * 3)
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert [tiles(p, seat) for seat in range(3)] == [{"fertile_food2": 1}] * 3
    assert (p.record.shown.sum(), p.record.pool.sum()) == (0, before + 1)


@pytest.mark.rule("AOM-122")
def test_tiles_of_a_full_terrain_are_masked() -> None:
    """An Egyptian whose forest is taken may choose the swamp and the desert only, and a tile taken is gone for the next."""
    p = explored("forest_wood2", "swamp_food1", "desert_gold1", "mountains_gold2", tiles=["forest_food1"])
    assert offered(p, "tile") == {"swamp_food1", "desert_gold1"}
    p.play("tile swamp_food1")
    assert offered(p, "tile") == {"forest_wood2", "desert_gold1", "mountains_gold2"}


@pytest.mark.rule("AOM-123")
def test_everybody_may_pass() -> None:
    """`done` is an answer of each of the three players although every tile fits."""
    p = explored("fertile_food2", "fertile_food2", "swamp_food1")
    for seat in range(3):
        assert p.seat == seat
        assert p.legal()[0] == "done"
        p.play("done")
    assert p.record.tiles.sum() == 0


@pytest.mark.slow
@pytest.mark.rule("AOM-123", "AOM-124")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_a_pick_offers_a_tile_and_a_pass(players: int, seed: int) -> None:
    """Whenever somebody is asked to pick an explored tile he may pass, and at least one tile fits."""
    picks = [p for p in random_game(players, seed) if ask(p, Prompt.EXPLORE_PICK)]
    assert len(picks) > 5
    for p in picks:
        assert "done" in p.legal()
        assert offered(p, "tile")


@pytest.mark.rule("AOM-124")
def test_a_player_without_a_placeable_tile_is_skipped() -> None:
    """Two desert tiles are left and the others' desert squares are full: neither is asked."""
    full = {"tiles": ["desert_gold1"]}
    p = explored("desert_favor2", "forest_wood2", "desert_gold1", players=(full, full)).play("tile forest_wood2")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    p = explored("desert_favor2", "forest_wood2", "desert_gold1", players=(full, {})).play("tile forest_wood2")
    assert prompt(p) == (2, Prompt.EXPLORE_PICK)


@pytest.mark.rule("AOM-124")
def test_the_active_player_too_is_skipped() -> None:
    """Only mountains are shown to an Egyptian: the next player picks first."""
    p = explored("mountains_gold2", "mountains_gold2", "mountains_wood1")
    assert prompt(p) == (1, Prompt.EXPLORE_PICK)


@pytest.mark.rule("AOM-125")
def test_tiles_left_over_go_back() -> None:
    """Three players, four tiles shown, two taken: the pool falls by exactly two."""
    p = explored("fertile_food2", "hills_gold2", "swamp_food1", "desert_gold1")
    p.play("tile fertile_food2", "done", "tile hills_gold2")
    assert p.record.shown.sum() == 0
    assert p.record.pool.sum() == 88
    assert p.record.pool[TILES.index("swamp_food1")] == 4


@pytest.mark.rule("AOM-126")
@pytest.mark.parametrize("left", [1, 2, 4, 6])
def test_a_short_pool_shows_what_it_has(left: int) -> None:
    """Three players and Explore +1 with 2 tiles in the pool: 2 are shown."""
    counts = {f"tiles.{name}.count": left if name == "fertile_food2" else 0 for name in TILES}
    p = scene({"hand": ["explore"]}, {}, {}, rules=counts).play("play explore")
    assert p.record.shown.sum() == min(left, 4)
    assert p.record.pool.sum() == max(0, left - 4)


@pytest.mark.slow
@pytest.mark.rule("AOM-127")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_a_placed_tile_stays(players: int, seed: int) -> None:
    """Tiles leave a board only by Set, Hathor, Hephaestos or the spoils of an attack on somebody else."""
    for before, after in pairwise(random_game(players, seed)):
        card = CARDS[before.record.card] if before.record.card >= 0 else ""
        held = set(hand(before, before.seat)) if ask(before, Prompt.PLAY_CARD) else set()
        for seat in np.flatnonzero((after.record.tiles < before.record.tiles).any(axis=1)):
            spoils = ask(before, Prompt.LOOT_TILE) and before.record.defender == seat
            powers = {"set", "hephaestos"} | ({"hathor"} if seat != before.seat else set())
            assert spoils or {card, *held} & powers


@pytest.mark.rule("AOM-127")
def test_an_own_tile_cannot_be_given_up() -> None:
    """Taking, gathering and exploring never offer to remove or move a placed tile."""
    own = {"tiles": ["swamp_food1", "fertile_food2"], "buildings": {"house": 1}}
    p = explored("hills_gold2", "hills_gold2", "hills_gold2", **own)
    assert p.legal() == ["done", "tile hills_gold2"]
    with pytest.raises(IllegalAction):
        p.play("tile swamp_food1")
    p = scene({"hand": ["hathor"], **own}, {"tiles": ["hills_food1"]}, {}).play("play hathor power only")
    assert (tiles(p, 0), tiles(p, 1)) == ({"swamp_food1": 1, "fertile_food2": 1}, {})


# ------------------------------------------------------------------------------------------------ gather: scope
@pytest.mark.rule("AOM-128")
def test_six_terrains_or_four_resources() -> None:
    """The permanent card lets its player name one of ten."""
    p = scene({"hand": ["gather"]}, {}, {}).play("play gather")
    assert prompt(p) == (0, Prompt.GATHER_CHOICE)
    assert p.legal() == [f"gather {scope}" for scope in (*ORDER["terrains"], *RESOURCES)]


@pytest.mark.rule("AOM-129")
def test_all_players_collect_what_was_named() -> None:
    """Everybody has hills_gold2 and forest_wood2, the active player names gold: +2 gold and no wood for each."""
    player = {"tiles": ["hills_gold2", "forest_wood2"], "resources": NOTHING}
    p = gather(scene({"hand": ["gather"], **player}, player, player), "gold")
    assert [stock(p, seat) for seat in range(3)] == [(0, 0, 2, 0)] * 3
    assert prompt(p) == (1, Prompt.PLAY_CARD)  # nobody else was asked


@pytest.mark.rule("AOM-130")
def test_gathering_a_terrain() -> None:
    """Hills: hills_gold2 and hills_food1 pay, fertile_food2 does not."""
    p = scene({"hand": ["gather"], "resources": NOTHING, "tiles": ["hills_gold2", "hills_food1", "fertile_food2"]}, {}, {})
    assert stock(gather(p, "hills"), 0) == (1, 0, 2, 0)


@pytest.mark.rule("AOM-131")
def test_gathering_a_resource() -> None:
    """Wood: forest_wood2 and swamp_wood1 pay, forest_gold1 does not."""
    own = {"culture": "norse", "hand": ["gather"], "resources": NOTHING, "tiles": ["forest_wood2", "swamp_wood1", "forest_gold1"]}
    assert stock(gather(scene(own, {}, {}), "wood"), 0) == (0, 3, 0, 0)


@pytest.mark.rule("AOM-132")
def test_gathering_all() -> None:
    """Every tile of every player pays; nothing is named."""
    own = {"resources": NOTHING, "tiles": ["fertile_food2", "forest_wood2", "desert_gold1"]}
    p = scene({"hand": ["gather_all"], **own}, {"resources": NOTHING, "tiles": ["hills_favor1", "swamp_food1"]}, own).play(
        "play gather_all"
    )
    assert [stock(p, seat) for seat in range(3)] == [(2, 2, 1, 0), (1, 0, 0, 1), (2, 2, 1, 0)]


# ------------------------------------------------------------------------------------------------ gather: workers
@pytest.mark.rule("AOM-133")
def test_only_the_active_player_moves_workers() -> None:
    """All three have an idle villager and a tile; only the player of the card is asked, before anybody collects."""
    player = {"tiles": ["forest_wood2"], "buildings": {"house": 1}, "resources": NOTHING}
    p = scene({"hand": ["gather"], **player}, player, player).play("play gather", "gather wood")
    assert prompt(p) == (0, Prompt.WORKERS_KEEP)
    assert [stock(p, seat) for seat in range(3)] == [(0, 0, 0, 0)] * 3
    p.play("done", "villager forest_wood2")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert [stock(p, seat) for seat in range(3)] == [(0, 3, 0, 0), (0, 2, 0, 0), (0, 2, 0, 0)]


@pytest.mark.slow
@pytest.mark.rule("AOM-133")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_workers_move_with_an_own_gather_only(players: int, seed: int) -> None:
    """Questions about workers go to the active seat, and villagers on tiles grow in number at no other time."""
    for before, after in pairwise(random_game(players, seed)):
        if ask(before, *WORKERS):
            assert before.seat == before.record.active
        more = (after.record.villager_on > before.record.villager_on).any(axis=1)
        assert set(np.flatnonzero(more)) <= ({before.seat} if ask(before, *WORKERS, Prompt.GATHER_CHOICE, Prompt.PLAY_CARD) else set())


@pytest.mark.rule("AOM-134")
def test_workers_move_freely() -> None:
    """Three villagers on three food tiles stand on three wood tiles after one Gather."""
    own = {
        "culture": "norse",
        "hand": ["gather"],
        "resources": NOTHING,
        "buildings": {"house": 3},
        "tiles": {"fertile_food2": 3, "forest_wood2": 3},
        "villager_on": {"fertile_food2": 3},
    }
    p = gather(scene(own, {}, {}), "wood", keep=False).play(*["villager forest_wood2"] * 3)
    assert workers(p, 0) == ({"forest_wood2": 3}, 0)
    assert stock(p, 0) == (0, 9, 0, 0)


@pytest.mark.rule("AOM-134")
def test_workers_may_go_home() -> None:
    """From tile to holding area and back in one Gather: one stays, one is put away, one comes from home."""
    own = {
        "hand": ["gather"],
        "buildings": {"house": 3},
        "tiles": {"fertile_food2": 2, "desert_gold1": 1},
        "villager_on": {"fertile_food2": 2},
    }
    p = gather(scene(own, {}, {}), "swamp", keep=False).play(
        "villager fertile_food2",
        "villager desert_gold1",
    )
    assert workers(p, 0) == ({"fertile_food2": 1, "desert_gold1": 1}, 1)


@pytest.mark.rule("AOM-135")
def test_one_worker_on_a_tile() -> None:
    """A single hills_gold2 with a villager takes neither a second villager nor a Dwarf."""
    own = {
        "culture": "norse",
        "hand": ["gather"],
        "buildings": {"house": 2},
        "tiles": ["hills_gold2", "forest_wood2"],
        "units": {"dwarf": 1},
    }
    p = gather(scene(own, {}, {}, rules={"auto_skip_forced": False}), "gold", keep=False)
    assert offered(p, "villager") == {"hills_gold2", "forest_wood2"}
    p.play("villager hills_gold2")
    assert (prompt(p), p.legal()) == ((0, Prompt.ASSIGN_VILLAGER), ["done"])
    p.play("done")
    assert (prompt(p), p.legal()) == ((0, Prompt.ASSIGN_DWARF), ["done"])
    p.play("done")
    assert (units(p, 0), p.record.dwarf_on[0].sum()) == ({"dwarf": 1}, 0)


@pytest.mark.rule("AOM-135")
def test_a_second_tile_of_the_kind_takes_a_second_worker() -> None:
    """With two hills_gold2 a villager and a Dwarf stand side by side: 2+1 and 2+2 gold."""
    own = {"culture": "norse", "hand": ["gather"], "buildings": {"house": 1}, "tiles": {"hills_gold2": 2}, "units": {"dwarf": 2}}
    p = gather(scene({**own, "resources": NOTHING}, {}, {}), "gold", keep=False).play("villager hills_gold2")
    assert offered(p, "dwarf") == {"hills_gold2"}
    p.play("dwarf hills_gold2")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert stock(p, 0) == (0, 0, 7, 0)


@pytest.mark.rule("AOM-136")
@pytest.mark.parametrize(
    ("scope", "expected"), [("desert", (0, 0, 2, 0)), ("gold", (0, 0, 2, 0)), ("wood", (0, 0, 0, 0)), ("hills", (0, 0, 0, 0))]
)
def test_a_villager_adds_one_if_its_tile_is_in_scope(scope: str, expected: tuple) -> None:
    """Villager on desert_gold1: 2 gold when desert or gold is gathered, nothing otherwise."""
    own = {"hand": ["gather"], "resources": NOTHING, "buildings": {"house": 1}, "tiles": ["desert_gold1"], "villager_on": ["desert_gold1"]}
    assert stock(gather(scene(own, {}, {}), scope), 0) == expected


@pytest.mark.rule("AOM-137")
def test_workers_pay_when_others_gather() -> None:
    """A villager on forest_wood2 brings its owner 3 wood when an opponent gathers wood, and stays there."""
    owner = {"resources": NOTHING, "buildings": {"house": 1}, "tiles": ["forest_wood2"], "villager_on": ["forest_wood2"]}
    p = gather(scene({"hand": ["gather"]}, owner, {}), "wood")
    assert stock(p, 1) == (0, 3, 0, 0)
    assert workers(p, 1) == ({"forest_wood2": 1}, 0)


@pytest.mark.rule("AOM-137")
def test_a_dwarf_pays_when_others_gather() -> None:
    """A Dwarf on mountains_gold2 makes it pay 4 gold."""
    owner = {"culture": "norse", "resources": NOTHING, "tiles": ["mountains_gold2"], "dwarf_on": ["mountains_gold2"]}
    p = gather(scene({"hand": ["gather"]}, owner, {}), "gold")
    assert stock(p, 1) == (0, 0, 4, 0)
    assert p.record.dwarf_on[1].sum() == 1


@pytest.mark.rule("AOM-138")
def test_keep_moves_nothing() -> None:
    """`confirm` leaves every worker where it is."""
    own = {"hand": ["gather"], "buildings": {"house": 2}, "tiles": ["fertile_food2", "swamp_food1"], "villager_on": ["fertile_food2"]}
    p = gather(scene(own, {}, {}), "food")
    assert workers(p, 0) == ({"fertile_food2": 1}, 1)
    assert stock(p, 0) == (8, 4, 4, 4)


@pytest.mark.rule("AOM-138")
def test_reassigning_lifts_all_workers() -> None:
    """Then villagers are placed, then Dwarfs; `done` at once leaves everybody idle."""
    own = {
        "culture": "norse",
        "hand": ["gather"],
        "resources": NOTHING,
        "buildings": {"house": 2},
        "tiles": ["fertile_food2", "forest_wood2", "hills_gold2"],
        "villager_on": ["fertile_food2", "forest_wood2"],
        "dwarf_on": ["hills_gold2"],
        "units": {"jarl": 1},
    }
    p = gather(scene(own, {}, {}), "gold", keep=False)
    assert prompt(p) == (0, Prompt.ASSIGN_VILLAGER)
    assert offered(p, "villager") == {"fertile_food2", "forest_wood2", "hills_gold2"}
    p.play("done")
    assert prompt(p) == (0, Prompt.ASSIGN_DWARF)
    assert offered(p, "dwarf") == {"hills_gold2"}
    p.play("done")
    assert workers(p, 0) == ({}, 2)
    assert (units(p, 0), p.record.dwarf_on[0].sum()) == ({"jarl": 1, "dwarf": 1}, 0)
    assert stock(p, 0) == (0, 0, 2, 0)


# ------------------------------------------------------------------------------------------------ gather: collecting
@pytest.mark.rule("AOM-139", "AOM-140")
def test_collecting_runs_clockwise_from_the_active_player() -> None:
    """Bank gold 3, one hills_gold2 each, active seat 1 of 3: seat 1 +2, seat 2 +1, seat 0 nothing."""
    tile = {"tiles": ["hills_gold2"]}
    p = arrange(
        {**tile, "resources": cubes(0, 0, 22, 0)},
        {**tile, "resources": NOTHING, "hand": ["gather"]},
        {**tile, "resources": NOTHING, "hand": ["gather"]},
        start=1,
    )
    assert bank(p)[2] == 3
    gather(p, "gold")
    assert [stock(p, seat)[2] for seat in range(3)] == [22, 2, 1]
    assert bank(p)[2] == 0


@pytest.mark.rule("AOM-140")
def test_what_the_bank_lacks_is_lost() -> None:
    """Due 4 favor with 3 in the bank: +3; when favor comes back to the bank nothing more is paid."""
    own = {"hand": ["gather"], "resources": NOTHING, "tiles": {"desert_favor2": 2}}
    p = gather(scene(own, {"culture": "greek", "hand": ["hera"], "resources": cubes(0, 0, 0, 22)}, {"resources": NOTHING}), "favor")
    assert (stock(p, 0)[3], bank(p)[3]) == (3, 0)
    p.play("play hera power only")
    assert (stock(p, 0)[3], bank(p)[3]) == (3, 1)


@pytest.mark.rule("AOM-140")
def test_a_building_bonus_too_is_limited_by_the_bank() -> None:
    """A monument pays 1 favor if the bank holds 1."""
    p = scene(
        {"hand": ["gather"], "resources": NOTHING, "buildings": {"monument": 1}}, {"resources": cubes(0, 0, 0, 24)}, {"resources": NOTHING}
    )
    assert stock(gather(p, "wood"), 0) == (0, 0, 0, 1)


@pytest.mark.rule("AOM-141")
def test_gather_all_serves_one_player_completely_before_the_next() -> None:
    """Bank favor 3 gold 9; due 2 favor 3 gold and 4 favor 1 gold: the active player gets 2 and 3, the next 1 and 1."""
    p = scene(
        {"hand": ["gather_all"], "resources": NOTHING, "tiles": {"desert_favor2": 1, "desert_gold1": 3}},
        {"culture": "greek", "resources": NOTHING, "tiles": {"desert_favor2": 1, "hills_favor1": 2, "fertile_gold1": 1}},
        {"resources": cubes(0, 0, 16, 22)},
    )
    assert bank(p)[2:] == (9, 3)
    p.play("play gather_all")
    assert (stock(p, 0), stock(p, 1)) == ((0, 0, 3, 2), (0, 0, 1, 1))
