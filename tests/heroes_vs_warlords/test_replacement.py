"""The replacement of a dead hero 1, and the loss of the capital with him (HVW-058 to HVW-062)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import HEX_Q, HEX_R, OBJECTIVE, Objective
from rulebound.envs.heroes_vs_warlords.state import Prompt, Status
from tests.heroes_vs_warlords.helpers import (
    arrange,
    asked,
    beat,
    face_down,
    guarded,
    hex_of,
    pair,
    player,
    sections,
    start_hex,
    stock,
)

HOME = start_hex("SK_C")


def distance(a: int, b: int) -> int:
    """Steps between two hexes of the world."""
    q, r = int(HEX_Q[a] - HEX_Q[b]), int(HEX_R[a] - HEX_R[b])
    return max(abs(q), abs(r), abs(q + r))


def city_falls(**fields) -> Position:
    """Barbarians with twenty units take the City of the Knights, whose hero 1 dies in it; then their hero grows."""
    p = arrange(
        player(None, (3, "K1")),
        player(start_hex("SK_SW"), (20, "B1"), **fields.pop("barbarians", {})),
        **{"order": [1, 0, 0], **fields},
    )
    p.play("hero 1", "go ne")
    assert asked(p) == (1, Prompt.BREACH)
    p.queue_dice(20).play("yes").play("pass").queue_dice(20, 1, 1, 1, 1, 1).play("target 0")
    while asked(p)[1] == Prompt.ABILITY:
        p.play("raise attack")
    return p


# ------------------------------------------------------------------------------------------------ replacement
@pytest.mark.rule("HVW-058", "HVW-063")
def test_hero_2_replaces_hero_1_for_free() -> None:
    """Hero 1 dies in the field: hero 2 stands at home, an army of 10 gold is bought, the stock is untouched."""
    p = beat(arrange(player("T01_C", (1, "K1")), **guarded("T01_N", level_1=9)).play("hero 1", "go n"), 1)
    assert asked(p) == (0, Prompt.ARMY)
    assert p.record.army_gold == 10
    assert p.record.hero_status[0].tolist() == [Status.DEAD, Status.ON_MAP]
    assert p.record.hero_hex[0].tolist() == [-1, HOME]
    p.play("recruit level 2", "number 5")
    assert sections(p, 0, 1) == [(5, "K2")]
    assert stock(p, 0) == [4, 0, 2, 2]
    assert p.record.hero_kills[0] == 1  # so the next hero costs 12


@pytest.mark.rule("HVW-058")
def test_no_free_replacement_once_hero_2_was_seen() -> None:
    """Hero 2 is on the map when hero 1 dies: nobody comes, no army is bought."""
    both = pair("T01_C", "T05_C", [(1, "K1")], [(5, "K1")])
    p = beat(arrange(both, **guarded("T01_N", level_1=9)).play("hero 1", "go n"), 1)
    assert asked(p) == (0, Prompt.HERO)
    assert p.record.hero_hex[0].tolist() == [-1, hex_of("T05_C")]


@pytest.mark.rule("HVW-059")
def test_the_replacement_army_obeys_the_limits() -> None:
    """Levels 1 to 3; with more gold than usual still at most three units of level 3."""
    lost = player("T01_C", (1, "K1"))
    p = beat(arrange(lost, rules={"setup.replacement_army_gold": 20}, **guarded("T01_N", level_1=9)).play("hero 1", "go n"), 1)
    assert [action for action in p.legal() if action != "pass"] == [f"recruit level {k}" for k in (1, 2, 3)]
    p.play("recruit level 3")
    assert [action for action in p.legal() if action.startswith("number")] == ["number 1", "number 2", "number 3"]
    p.play("number 3")
    assert "recruit level 3" not in p.legal()
    assert "recruit level 2" in p.legal()


@pytest.mark.rule("HVW-060", "HVW-061")
def test_a_replacement_beside_the_lost_capital() -> None:
    """City and hero 1 are lost in one siege: hero 2 stands four hexes away on open ground, with 10 gold of units."""
    p = city_falls()
    assert asked(p) == (0, Prompt.ARMY)
    assert (int(p.record.place_owner[0]), int(p.record.army_gold)) == (2, 10)
    s = p.record
    fits = [
        h for h in range(259)
        if s.tile[h // 7] >= 0 and OBJECTIVE[s.tile[h // 7], h % 7] == Objective.NONE and distance(h, HOME) == 4
    ]  # fmt: skip
    assert len(fits) > 3
    assert s.hero_hex[0, 1] == min(fits)


@pytest.mark.rule("HVW-061")
@pytest.mark.parametrize(("taken", "expected"), [("T05_SE", "T05_NW"), ("T05_NW", "T05_C")])
def test_the_replacement_hex_is_nearest_to_four_from_below(taken: str, expected: str) -> None:
    """T05 has free hexes at distances 2 (NE, SE), 3 (C, S) and 4 (NW): NW, or C if the enemy's hero 2 stands on NW."""
    second = pair(start_hex("SK_SW"), taken, [(20, "B1")], [(5, "B1")])
    hidden = [slot for slot in range(12) if slot != 4]
    p = city_falls(rules={"peace_until_explored": False}, revealed=face_down(*hidden), barbarians=second)
    assert [distance(hex_of(f"T05_{where}"), HOME) for where in ("NE", "SE", "C", "S", "NW")] == [2, 2, 3, 3, 4]
    assert p.record.hero_hex[0, 1] == hex_of(expected)


@pytest.mark.rule("HVW-061")
def test_a_near_hex_serves_when_none_is_farther() -> None:
    """Only the start tiles are face up: the free hex of the City's own tile with the lowest number, one step away."""
    p = city_falls(rules={"peace_until_explored": False}, revealed=face_down(*range(12)))
    assert p.record.hero_hex[0, 1] == start_hex("SK_NE")


@pytest.mark.rule("HVW-061")
def test_a_hex_with_units_is_passed_over() -> None:
    """An enemy hero on SK NE: the next free hex of that distance is SK SW, which the attacker has left."""
    second = pair(start_hex("SK_SW"), start_hex("SK_NE"), [(20, "B1")], [(5, "B1")])
    p = city_falls(rules={"peace_until_explored": False}, revealed=face_down(*range(12)), barbarians=second)
    assert p.record.hero_hex[0, 1] == start_hex("SK_SW")


@pytest.mark.rule("HVW-061")
def test_without_a_hex_within_four_the_nearest_one_serves() -> None:
    """All free hexes around the City are taken and the tiles beyond are face down: T02 N, seven hexes away, is the nearest."""
    hidden = [slot for slot in range(12) if slot != 1]
    p = arrange(
        player(None, (3, "K1")),
        pair(start_hex("SK_S", 3), start_hex("SK_NE", 3), [(20, "B1")], [(5, "B1")]),
        pair(start_hex("SK_SW", 3), start_hex("SK_NW", 3), [(5, "A1")], [(5, "A1")]),
        rules={"peace_until_explored": False}, revealed=face_down(*hidden, players=3), order=[1, 0, 2],
    )  # fmt: skip
    p.play("hero 1", "go n")
    p.queue_dice(20).play("yes").play("pass").queue_dice(20, 1, 1, 1, 1, 1).play("target 0")
    while asked(p)[1] == Prompt.ABILITY:
        p.play("raise attack")
    assert asked(p) == (0, Prompt.ARMY)
    s = p.record
    open_ground = [h for h in range(259) if s.revealed[h // 7] and OBJECTIVE[s.tile[h // 7], h % 7] == Objective.NONE and h // 7 != 12]
    assert sorted(distance(h, HOME) for h in open_ground)[:2] == [7, 8]
    assert s.hero_hex[0, 1] == hex_of("T02_N")


@pytest.mark.rule("HVW-058", "HVW-060")
def test_a_replacement_while_the_capital_is_lost_already() -> None:
    """Hero 1 dies in the field while the City is in enemy hands: hero 2 does not appear in it."""
    lost = {"place_owner": "player_1", "conquered": 1}
    p = arrange(player("T01_C", (1, "K1"), **lost), player("T12_S", (5, "B1")), **guarded("T01_N", level_1=9)).play("hero 1", "go n")
    beat(p, 1)
    assert asked(p) == (0, Prompt.ARMY)
    assert 0 < distance(int(p.record.hero_hex[0, 1]), HOME) <= 4


def retaking(deadline: int, **fields) -> Position:
    """Hero 2 of the Knights beside the City, which the Barbarians hold without units."""
    knights = {
        "hero_status": ["dead", "on_map"], "hero_killed": [1, 0], "hero_kills": 1, "hero_hex": [-1, start_hex("SK_NE")],
        "hero_mp": [0, 6], "place_owner": "player_1", "conquered": 1, "deadline": deadline,
        "section_unit": [["none"] * 6, ["K1"] + ["none"] * 5], "section_count": [[0] * 6, [5] + [0] * 5],
    }  # fmt: skip
    return arrange(knights, player("T12_S", (5, "B1")), **fields)


@pytest.mark.rule("HVW-062")
def test_capital_lost_in_the_last_turn() -> None:
    """Lost in the last turn of the round: the player survives that check and is out after his next turn."""
    p = city_falls(sequence=2, order=[0, 1, 0], turn=1)
    p.play("recruit level 1", "number 10")
    while p.record.game_round == 1:
        p.play("pass")
    assert p.record.alive[0] == 1
    while not p.over:
        assert p.record.game_round == 2
        assert p.record.sequence == 0
        p.play("pass")
    assert p.record.alive[0] == 0
    assert p.record.winner == 1


@pytest.mark.rule("HVW-062")
def test_the_extra_turn_saves_who_retakes_the_capital() -> None:
    """In the one further turn hero 2 walks into the City: the player stays in the game."""
    lost = retaking(2, game_round=2).play("hero 2", "pass")
    while not lost.over and lost.seat == 0:
        lost.play("pass")
    assert (lost.over, int(lost.record.winner)) == (True, 1)
    p = retaking(2, game_round=2).queue_dice(1, 1, 1, 1).play("hero 2", "go sw")
    assert p.record.place_owner[0] == 1
    while p.record.sequence == 0:
        p.play("pass")
    assert p.record.alive[0] == 1


@pytest.mark.rule("HVW-062")
def test_capital_lost_earlier_in_the_round() -> None:
    """Lost in sequence 2 with turns since: out at the victory check of this round, unless retaken."""
    p = city_falls(sequence=1, order=[1, 0, 0])
    p.play("recruit level 1", "number 10")
    while not p.over and p.record.game_round == 1:
        p.play("pass")
    assert p.over
    assert p.record.winner == 1


@pytest.mark.rule("HVW-062")
@pytest.mark.parametrize("retaken", [True, False])
def test_retaken_before_the_round_ends(retaken: bool) -> None:
    """Hero 2 beside the City in sequence 3: walking in saves the player at the check of this round, staying out does not."""
    p = retaking(0, sequence=2)
    if retaken:
        p.queue_dice(1, 1, 1, 1).play("hero 2", "go sw")
    while not p.over and p.record.game_round == 1:
        p.play("pass")
    assert p.over == (not retaken)
    assert p.record.alive[0] == int(retaken)
