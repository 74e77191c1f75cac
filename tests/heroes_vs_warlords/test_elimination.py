"""Clean-up, eliminated players and the last one left (HVW-283 to HVW-286, HVW-304 to HVW-310)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import Prompt, Stage, Status, WinKind
from tests.heroes_vs_warlords.helpers import (
    arrange,
    asked,
    dice_left,
    fallen,
    guarded,
    guards_on,
    in_battle,
    pass_until,
    player,
    sections,
    spot,
    stock,
    strike,
    walk,
)

NO_INCOME = {"income.per_place": 0}
LAST = {"hero_status": ["on_map", "dead"], "hero_killed": [0, 1], "hero_kills": 1}


def even(amount: int) -> dict[str, int]:
    return dict.fromkeys(("gold", "crystal", "stone", "wood"), amount)


def kill_barbarian(*others: dict, knights: dict | None = None, barbarians: dict | None = None, **fields) -> Position:
    """Hero 1 of seat 0 has just killed the only hero of seat 1, whose second hero was dead, on T03_C."""
    victim = {**player("T03_C", (1, "B1")), **LAST, **(barbarians or {})}
    p = arrange({**player("T03_S", (9, "K1")), **(knights or {})}, victim, *others, **fields).play("hero 1")
    walk(p, "T03_C").play("pass")
    return strike(p, 0, 20, 1)


# ------------------------------------------------------------------------------------------------ what an eliminated player leaves
@pytest.mark.rule("HVW-283")
def test_an_ownerless_camp_falls_to_the_next_hero() -> None:
    """8.13: six gold there and a 4: three are captured, three stay, and the Camp is his."""
    p = arrange(
        player(spot("SB_N", 3), (9, "K1"), stock=even(0)), {**fallen(), "stock": {**even(0), "gold": 6}}, {},
        falls=1, dice=(4, 1, 1, 1), rules=NO_INCOME,
    ).play("hero 1")  # fmt: skip
    walk(p, "SB_C")
    assert (in_battle(p), dice_left(p)) == (False, 0)
    assert p.record.place_owner[1] == 1
    assert (stock(p, 0)[0], stock(p, 1)[0]) == (3, 3)


@pytest.mark.rule("HVW-283", "HVW-284")
def test_everything_of_an_eliminated_player_vanishes() -> None:
    """8.13: his units are gone, his home and the City he had conquered are ownerless; the stocks stay."""
    p = kill_barbarian(
        player("T12_S", (9, "A1"), place_owner="player_1", conquered=1, place_garrison={"level_1": 4}, natives={"level_1": 3}),
        barbarians={"place_garrison": {"level_2": 5}, "stock": {**even(0), "gold": 6}, "mercenaries": 2},
        control={"T01_N": "player_1"}, activated={"T01_N": 1}, garrison={"T01_N": {"level_1": 3}},
    )  # fmt: skip
    s = p.record
    assert s.alive.tolist() == [1, 0, 1]
    assert s.place_owner.tolist() == [1, 0, 0]
    assert (s.place_garrison.sum(), s.natives.sum(), s.mercenaries.sum(), s.garrison.sum()) == (0, 0, 0, 0)
    assert s.hero_hex[1].tolist() == [-1, -1]
    assert stock(p, 1)[0] == 6
    assert not p.over


@pytest.mark.rule("HVW-284")
def test_a_second_hero_of_the_eliminated_player_vanishes() -> None:
    """8.13: a player who is out because his capital is lost has no hero on the map any more."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [spot("T03_C", 3), spot("T12_S", 3)],
            "section_unit": [["B1"], ["B2"]], "section_count": [[9], [9]]}  # fmt: skip
    p = arrange({}, {**both, "place_owner": "player_0", "conquered": 1}, {}, stage="clean_up")
    assert p.record.alive.tolist() == [1, 0, 1]
    assert Status.ON_MAP not in p.record.hero_status[1].tolist()
    assert sections(p, 1) + sections(p, 1, 1) == []
    assert p.record.place_owner.tolist() == [1, 1, 3]  # conquered already, so it stays with its conqueror


@pytest.mark.rule("HVW-285")
def test_resources_of_an_eliminated_player_turn_neutral() -> None:
    """8.13: no owner, not activated; at the next entry guards are looked for."""
    mine = {"control": {"T03_NW": "player_1", "T02_S": "player_0"}, "activated": {"T03_NW": 1, "T02_S": 1}}
    p = pass_until(kill_barbarian({}, **mine), Prompt.ACT)
    site = SITES.index("T03_NW")
    assert (p.record.control[site], p.record.activated[site]) == (0, 0)
    assert (p.record.control[SITES.index("T02_S")], p.record.activated[SITES.index("T02_S")]) == (1, 1)
    walk(p.queue_dice(3), "T03_NW")
    assert in_battle(p)
    assert p.record.slot_count[1].tolist() == [5, 0, 0, 0, 0, 0, 0]
    assert p.record.activated[site] == 1


@pytest.mark.rule("HVW-285")
def test_a_start_tile_resource_gets_its_five_guards_again() -> None:
    """8.13, 3.3.1: the special rule holds there, no die is rolled."""
    p = arrange(player(spot("SB_C", 3), (9, "K1")), fallen(), {}, falls=1, dice=(6,)).play("hero 1")
    walk(p, "SB_S")
    assert (in_battle(p), dice_left(p)) == (True, 1)
    assert p.record.slot_count[1].tolist() == [5, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("HVW-286")
@pytest.mark.parametrize(("active", "units"), [(0, 0), (1, 7)])
def test_a_recruitment_location_becomes_a_pool_of_one_mercenary(active: int, units: int) -> None:
    """8.13: active or not, and whatever had gathered there."""
    p = kill_barbarian({}, barbarians={"pool_active": active, "pool": units})
    assert p.record.pool[1] == 1
    while p.record.game_round == 1:
        p.play("pass" if "pass" in p.legal() else p.legal()[0])
    assert p.record.pool[1] == 2


@pytest.mark.rule("HVW-286")
def test_any_hero_may_take_these_mercenaries() -> None:
    """8.13: Knights enter the place and take the one mercenary; the pool is empty."""
    p = arrange(player(spot("SB_N", 3), (9, "K1")), fallen(), {}, falls=1).play("hero 1")
    walk(p, "SB_NW").play("transfer", "holder pool", "holder section 1")
    if asked(p)[1] == Prompt.TRANSFER_NUMBER:
        p.play("number 1")
    assert sections(p, 0) == [(9, "K1"), (1, "M")]
    assert p.record.pool[1] == 0


@pytest.mark.rule("HVW-286")
def test_a_living_enemys_recruits_cannot_be_taken() -> None:
    """8.13: while its owner lives an active place cannot even be entered."""
    p = arrange(player(spot("SB_N", 3), (9, "K1")), player("T12_S", (9, "B1"), pool_active=1, pool=3), {}).play("hero 1")
    assert "go sw" not in p.legal()


# ------------------------------------------------------------------------------------------------ clean-up
@pytest.mark.rule("HVW-304")
def test_clean_up_clears_the_outposts() -> None:
    """12.0: an outpost used in round 1 pays again in round 2, but not before."""
    hero = player("T02_C", (9, "K1"), stock=even(0))
    p = walk(arrange(hero, visited={"T02_NE": 1}, dice=(5,)).play("hero 1"), "T02_NE")
    assert (dice_left(p), stock(p, 0)) == (1, [0, 0, 0, 0])
    p = arrange(hero, visited={"T02_NE": 1, "T09_C": 1}, stage="clean_up", queue=[20, 1])
    assert (p.record.game_round, p.record.visited.sum()) == (2, 0)
    walk(p.play("hero 1").queue_dice(5), "T02_NE")
    assert stock(p, 0) == [1, 0, 0, 0]


@pytest.mark.rule("HVW-305")
def test_pools_grow_in_clean_up() -> None:
    """12.0: an active pool from 2 to 3, that of an eliminated player from 1 to 2, an inactive one not."""
    p = arrange(player(None, pool_active=1, pool=2), fallen(), {}, falls=1, stage="clean_up")
    assert p.record.game_round == 2
    assert p.record.pool.tolist() == [3, 2, 0]


@pytest.mark.rule("HVW-306")
def test_guards_are_reinforced_by_one_of_their_lowest_level() -> None:
    """12.0: 4 of level 1 and 2 of level 2 become 5 and 2; a hex without guards stays empty."""
    p = arrange(
        stage="clean_up", guards={"T01_N": {"level_1": 4, "level_2": 2}, "T04_S": {"level_3": 1, "level_6": 1}},
        activated={"T01_N": 1, "T04_S": 1, "T02_S": 1}, control={"T05_SW": "player_0"},
    )  # fmt: skip
    assert guards_on(p, "T01_N") == [5, 2, 0, 0, 0, 0]
    assert guards_on(p, "T04_S") == [0, 0, 2, 0, 0, 1]
    for empty in ("T02_S", "T05_SW", "T03_SE", "T09_NW"):  # cleared, owned, never entered
        assert guards_on(p, empty) == [0] * 6
    assert p.record.guards.sum() == 10


@pytest.mark.rule("HVW-307")
@pytest.mark.parametrize(("before", "after"), [(39, 40), (40, 40)])
def test_a_hex_holds_forty_guards_of_a_level(before: int, after: int) -> None:
    """12.0: the fortieth still comes, a forty-first does not."""
    p = arrange(stage="clean_up", **guarded("T01_N", level_1=before, level_2=3))
    assert guards_on(p, "T01_N") == [after, 3, 0, 0, 0, 0]


# ------------------------------------------------------------------------------------------------ defeat
def city_taken(retake: bool) -> Position:
    """Barbarians take the undefended City in sequence 2 and go away; Knights may retake it in sequence 3."""
    p = arrange(player(spot("SK_NW"), (9, "K1")), player(spot("SK_NE"), (9, "B1")), order=[1, 0, 0], sequence=1).play("hero 1")
    walk(p, "SK_C")
    assert p.record.place_owner[0] == 2
    p.record.hero_hex[1, 0] = spot("T12_S")
    p = pass_until(p.play("pass"), Prompt.HERO)
    while not (p.seat == 0 and p.record.sequence == 2):
        p = pass_until(p.play("pass"), Prompt.HERO)
    if retake:
        walk(p.play("hero 1"), "SK_C")
        assert p.record.place_owner[0] == 1
    while p.record.stage != Stage.PRODUCTION:
        p.play("pass")
    assert p.record.alive[:2].tolist() == [1, 1]
    while not p.over and p.record.stage == Stage.PRODUCTION:
        p.play("pass")
    return p


@pytest.mark.rule("HVW-308")
def test_a_capital_lost_at_the_end_of_the_round_is_the_end() -> None:
    """12.1: taken in sequence 2 and still lost at the check after production: the Knights are out."""
    p = city_taken(retake=False)
    assert p.over
    assert (p.record.winner, p.record.win_kind) == (1, WinKind.LAST_PLAYER)


@pytest.mark.rule("HVW-308")
def test_a_capital_retaken_in_time_saves_its_player() -> None:
    """12.1: retaken in sequence 3: the game goes on in round 2."""
    p = city_taken(retake=True)
    assert (p.over, p.record.game_round) == (False, 2)
    assert p.record.alive[:2].tolist() == [1, 1]


@pytest.mark.rule("HVW-308")
@pytest.mark.parametrize(("owner", "alive"), [("player_0", 1), ("player_1", 0), ("player_2", 0)])
def test_only_a_capital_in_enemy_hands_counts(owner: str, alive: int) -> None:
    """12.1: whoever of the others holds it."""
    p = arrange(player("T01_C", (9, "K1"), place_owner=owner, conquered=1), {}, {}, stage="clean_up")
    assert p.record.alive.tolist() == [alive, 1, 1]
    assert not p.over


@pytest.mark.rule("HVW-309")
def test_a_player_without_heroes_is_out_at_once() -> None:
    """12.1: hero 2 was killed before, hero 1 dies: eliminated in that step, though his Camp is his."""
    p = kill_barbarian({})
    assert p.record.alive.tolist() == [1, 0, 1]
    assert not p.over
    seats = set()
    while p.record.game_round == 1:
        seats.add(p.seat)
        p.play("pass" if "pass" in p.legal() else p.legal()[0])
    assert seats == {0, 2}


@pytest.mark.rule("HVW-309")
def test_the_order_in_which_the_heroes_died_does_not_matter() -> None:
    """12.1: hero 1 was killed before and hero 2 dies."""
    second = {"hero_status": ["dead", "on_map"], "hero_killed": [1, 0], "hero_kills": 1, "hero_hex": [-1, spot("T03_C", 3)],
              "section_unit": [[], ["B1"]], "section_count": [[], [1]]}  # fmt: skip
    p = arrange(player("T03_S", (9, "K1")), second, {}).play("hero 1")
    strike(walk(p, "T03_C").play("pass"), 0, 20, 1)
    assert p.record.alive.tolist() == [1, 0, 1]


@pytest.mark.rule("HVW-309")
@pytest.mark.parametrize("status", ["unseen", "on_map"])
def test_a_player_with_another_hero_stays_in(status: str) -> None:
    """12.1: a hero who was never seen, or one on the map, even if he was killed once, keeps his player in the game."""
    other = {"hero_status": ["on_map", status], "hero_killed": [0, int(status == "on_map")]}
    if status == "on_map":
        other |= {"hero_hex": [spot("T03_C"), spot("T12_S")], "section_unit": [["B1"], ["B2"]], "section_count": [[1], [5]]}
    p = arrange(player("T03_S", (9, "K1")), {**player("T03_C", (1, "B1")), **other}).play("hero 1")
    strike(walk(p, "T03_C").play("pass"), 0, 20, 1)
    assert (p.over, p.record.alive[:2].tolist()) == (False, [1, 1])
    assert p.record.hero_status[1, 0] == Status.DEAD


@pytest.mark.rule("HVW-309", "HVW-310")
def test_a_player_may_lose_his_last_hero_in_his_own_turn() -> None:
    """12.1: guards kill the last hero of the active player; the other one has won."""
    knights = {**player("T03_C", (3, "K1")), **LAST}
    p = arrange(knights, **guarded("T03_NW", level_1=5)).play("hero 1")
    strike(walk(p, "T03_NW"), 0, 20, 1)
    assert p.over
    assert (p.record.winner, p.record.win_kind) == (1, WinKind.LAST_PLAYER)


@pytest.mark.rule("HVW-310")
def test_the_last_player_left_wins_at_once() -> None:
    """12.1: of two players one is eliminated in sequence 1: the game is over."""
    p = kill_barbarian()
    assert p.over
    assert (p.record.winner, p.record.win_kind, p.record.game_round, p.record.sequence) == (0, WinKind.LAST_PLAYER, 1, 0)
    assert p.outcome()[:, 0].tolist() == [1.0, -1.0]


@pytest.mark.rule("HVW-310")
def test_of_three_players_two_must_fall() -> None:
    """12.1: with one player out already the fall of the second ends the game."""
    p = kill_barbarian(fallen(), falls=1)
    assert p.over
    assert (p.record.winner, p.record.truncated) == (0, 0)
    assert p.outcome()[:, 0].tolist() == [1.0, -0.5, -0.5]
