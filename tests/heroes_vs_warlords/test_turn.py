"""The course of a round: sequences, turns, heroes one after the other, movement points (HVW-133 to HVW-138)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.heroes_vs_warlords.components import SITES
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import (
    DEFENDER,
    GAME,
    arrange,
    asked,
    beat,
    guarded,
    guards_on,
    hex_of,
    pair,
    player,
    stacks,
    start_hex,
    stock,
)


def turns(p: Position) -> list[tuple[int, int]]:
    """Sequence and seat of every choice of a hero until the round is over, all passing."""
    seen, number = [], int(p.record.game_round)
    while not p.over and p.record.game_round == number:
        if asked(p)[1] == Prompt.HERO:
            seen.append((int(p.record.sequence), p.seat))
        p.play("pass")
    return seen


# ------------------------------------------------------------------------------------------------ rounds
@pytest.mark.rule("HVW-133")
def test_a_round_in_order() -> None:
    """Initiative, three sequences with income, production, clean-up, then the next round."""
    p = arrange(
        player(None, pool_active=1, stock={"gold": 22}), stage="round", queue=[9, 4, 2, 8],
        visited={"T02_NE": 1}, **guarded("T01_N", level_1=3),
    )  # fmt: skip
    seen = []

    def look() -> None:
        s = p.record
        stage = "production" if asked(p)[1] == Prompt.ITEM else f"sequence {s.sequence}"
        outpost, guards = int(s.visited[SITES.index("T02_NE")]), guards_on(p, "T01_N")[0]
        now = (int(s.game_round), stage, stock(p, 0)[0], int(s.pool[0]), outpost, guards, int(s.queued))
        if not seen or seen[-1] != now:
            seen.append(now)

    while p.record.game_round == 1:
        look()
        p.play("pass")
    look()
    assert seen == [
        (1, "sequence 0", 22, 0, 1, 3, 2),
        (1, "sequence 1", 23, 0, 1, 3, 2),
        (1, "sequence 2", 24, 0, 1, 3, 2),
        (1, "production", 25, 0, 1, 3, 2),
        (2, "sequence 0", 20, 1, 0, 4, 0),
    ]
    assert p.record.order[:2].tolist() == [1, 0]


@pytest.mark.rule("HVW-133")
def test_the_victory_check_comes_last() -> None:
    """A capital in enemy hands costs the game only after production and clean-up."""
    p = arrange(player("T05_C", place_owner="player_1", conquered=1), player(None, stock={"gold": 9}), sequence=2)
    while asked(p)[1] not in (Prompt.ITEM, Prompt.PLACE):
        assert not p.over
        p.play("pass")
    assert p.seat == 1
    while not p.over:
        assert p.record.alive[0] == 1
        p.play("pass")
    assert p.record.winner == 1


@pytest.mark.rule("HVW-134")
@pytest.mark.parametrize("players", [2, 3])
def test_a_sequence_is_one_turn_each_and_income(players: int) -> None:
    """Six turns and three incomes for two players, nine and three for three."""
    p = arrange(*[{"stock": {}}] * players)
    seen = turns(p)
    assert len(seen) == 3 * players
    assert seen == [(sequence, seat) for sequence in range(3) for seat in range(players)]
    assert [stock(p, seat)[0] for seat in range(players)] == [3] * players


@pytest.mark.rule("HVW-134")
@pytest.mark.parametrize("players", [2, 3])
def test_income_waits_for_the_last_turn_of_a_sequence(players: int) -> None:
    """Nobody earns before the last player of the order has finished, then all do at once."""
    p = arrange(*[{"stock": {}}] * players)
    while p.record.sequence == 0:
        assert not p.record.stock.any()
        p.play("pass")
    assert [stock(p, seat)[0] for seat in range(players)] == [1] * players


@pytest.mark.rule("HVW-135")
@pytest.mark.parametrize("dice", [(3, 9), (9, 3)])
def test_the_order_holds_for_the_round(dice: tuple[int, int]) -> None:
    """Order 1, 0: turns 1, 0, 1, 0, 1, 0."""
    p = arrange({}, {}, stage="round", queue=list(dice))
    first = int(dice[1] > dice[0])
    assert [seat for _, seat in turns(p)] == [first, 1 - first] * 3


@pytest.mark.rule("HVW-135")
def test_the_order_of_three() -> None:
    """Rolls 2, 3, 9: turns 2, 0, 1 three times."""
    p = arrange({}, {}, {}, stage="round", queue=[2, 3, 9])
    assert [seat for _, seat in turns(p)] == [2, 0, 1] * 3


# ------------------------------------------------------------------------------------------------ heroes in a turn
@pytest.mark.rule("HVW-136")
def test_heroes_act_one_after_the_other() -> None:
    """Hero 1 moves and passes: only hero 2 may be chosen now; while hero 1 acts hero 2 is not offered."""
    p = arrange(pair("T05_C", "T01_C", [(5, "K1")], [(5, "K1")]))
    assert p.legal() == ["pass", "hero 1", "hero 2"]
    p.play("hero 1", "go s")
    with pytest.raises(IllegalAction):
        p.play("hero 2")
    p.play("pass")
    assert p.record.hero_mp[0, 0] == 5
    assert p.legal() == ["pass", "hero 2"]
    p.play("hero 2", "go s", "pass")
    assert p.seat == 1


@pytest.mark.rule("HVW-136")
def test_hero_2_may_be_first() -> None:
    """The player chooses the order of his heroes."""
    p = arrange(pair("T05_C", "T01_C", [(5, "K1")], [(5, "K1")])).play("hero 2", "go s", "pass")
    assert p.legal() == ["pass", "hero 1"]


@pytest.mark.rule("HVW-136")
def test_both_heroes_are_free_again_in_the_next_turn() -> None:
    """Who has finished may be chosen in the next sequence."""
    p = arrange(pair("T05_C", "T01_C", [(5, "K1")], [(5, "K1")])).play("hero 1", "pass", "hero 2", "pass")
    while asked(p) != (0, Prompt.HERO):
        p.play("pass")
    assert p.record.sequence == 1
    assert p.legal() == ["pass", "hero 1", "hero 2"]


@pytest.mark.rule("HVW-137")
def test_movement_gained_counts_from_the_next_turn() -> None:
    """Movement 6 becomes 7 at a tower: five points after the first step, seven in the next turn."""
    p = arrange(player("T01_C", (5, "K1")), dice=(1,)).play("hero 1", "go se", "raise movement")
    assert p.record.ability[0, 0].tolist() == [2, 3, 6, 7]
    assert p.record.hero_mp[0, 0] == 5
    while p.record.sequence == 0:
        p.play("pass")
    assert p.record.hero_mp[0, 0] == 7


@pytest.mark.rule("HVW-137")
def test_an_attack_gained_counts_at_once() -> None:
    """Attack 2 becomes 3 at a tower: in the next hex 10 + 3 + 3 beats 13 + 2."""
    for ability, left in (("attack", 4), ("movement", 5)):
        p = arrange(player("T01_C", (1, "K1")), dice=(20, 1), **guarded("T03_NW", level_1=5))  # no reaction, no guards in the tower
        p.play("hero 1", "go se", f"raise {ability}", "go s")
        while asked(p) != (0, Prompt.ATTACK):
            p.play("pass")
        p.queue_dice(10, 13).play("target 0")
        assert stacks(p, DEFENDER) == [(left, "N1")]


@pytest.mark.rule("HVW-137")
def test_points_are_reset_when_the_turn_begins() -> None:
    """Two steps in sequence 1: six points again in sequence 2, markers included; unspent points are not kept."""
    hero = player("T05_C", (5, "K1"), equipment=[{"movement_1": 1}, {}], hero_mp=[7, 0])
    p = arrange(hero, cup={}).play("hero 1", "go s", "go n", "pass")
    assert p.record.hero_mp[0, 0] == 5
    while p.record.sequence == 0:
        p.play("pass")
    assert p.record.hero_mp[0, 0] == 7


@pytest.mark.rule("HVW-137")
def test_a_movement_marker_counts_from_the_next_turn() -> None:
    """Found in a ruin: movement +2 gives no points now, but eight in the next turn."""
    p = arrange(player("T03_C", (20, "K1")), dice=(1,), cup={"movement_2": 1}).play("hero 1", "go se")
    beat(p, 0)
    assert p.record.hero_mp[0, 0] == 5
    while p.record.sequence == 0:
        p.play("pass")
    assert p.record.hero_mp[0, 0] == 8


# ------------------------------------------------------------------------------------------------ forced decisions
def _broke(skip: bool) -> Position:
    """Nobody owns anything when production begins."""
    return GAME.position(
        {"players": [{"stock": {}}, {"stock": {}}], "stage": "income", "sequence": 2},
        rules={"income.per_place": 0}, skip_forced=skip,
    )  # fmt: skip


@pytest.mark.rule("HVW-138")
def test_a_single_legal_action_is_carried_out() -> None:
    """With `skip_forced` two players with empty stocks produce without being asked; round 2 begins."""
    p = _broke(True)
    assert p.record.game_round == 2
    assert asked(p)[1] in (Prompt.HERO, Prompt.CAMP)
    assert len(p.legal()) > 1


@pytest.mark.rule("HVW-138")
def test_skipping_forced_decisions_changes_nothing_else() -> None:
    """Played through by hand, or skipped, the same position is reached."""
    p, skipped = _broke(False), _broke(True)
    while len(p.legal()) == 1:
        p.play(p.legal_ids()[0])
    assert {path for path in p.diff(skipped) if path not in ("decisions", "standing")} == set()


@pytest.mark.rule("HVW-138")
def test_a_real_choice_is_asked() -> None:
    """With one gold a unit could be recruited, so the player is asked."""
    p = GAME.position(
        {"players": [{"stock": {"gold": 1}}, {"stock": {}}], "stage": "income", "sequence": 2},
        rules={"income.per_place": 0}, skip_forced=True,
    )  # fmt: skip
    assert asked(p) == (0, Prompt.ITEM)


# ------------------------------------------------------------------------------------------------ homes
@pytest.mark.rule("HVW-005")
@pytest.mark.parametrize(("seat", "asked_first"), [(0, Prompt.HERO), (1, Prompt.CAMP), (2, Prompt.HERO)])
def test_only_the_barbarian_camp_moves(seat: int, asked_first: Prompt) -> None:
    """Knights and Amazons have a City and are never offered to move it."""
    order = [seat, *(k for k in range(3) if k != seat)]
    p = arrange({}, {}, {}, stage="turn", order=order)
    assert asked(p) == (seat, asked_first)
    assert ("move camp" in p.legal()) == (seat == 1)
    if seat != 1:
        with pytest.raises(IllegalAction):
            p.play("move camp")


@pytest.mark.rule("HVW-005")
def test_the_camp_moves_and_the_city_does_not() -> None:
    """After a whole round of moving whatever may move, the City stands where it was."""
    p = arrange({}, {}, stage="turn", order=[1, 0, 0])
    p.play("move camp", "go n")
    assert p.record.place_hex.tolist()[:2] == [start_hex("SK_C"), start_hex("SB_N")]
    assert hex_of("T01_C") not in p.record.place_hex
    while p.record.game_round == 1:
        p.play("pass")
    assert p.record.place_hex[0] == start_hex("SK_C")
