"""Rules of declaring war and of committing forces (AOH-100 to AOH-111)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.age_of_heroes.state import Prompt
from tests.age_of_heroes.helpers import commit, discarded, everything, hand, home_armies, prompt, table, war, wars


@pytest.mark.rule("AOH-100")
@pytest.mark.parametrize(
    ("attacker", "legal"),
    [
        ({"armies": 0}, False),
        ({"armies": 0, "hand": ["hero"]}, True),
        ({"armies": 1}, True),
        ({"armies": 2, "armies_away": 2}, False),
        ({"armies": 2, "armies_disabled": 2}, False),
        ({"armies": 2, "armies_away": 1, "armies_disabled": 1}, False),
        ({"armies": 2, "armies_away": 2, "hand": ["hero"]}, True),
        ({"armies": 0, "generals": 1}, False),
    ],
)
def test_war_needs_an_army_at_home_or_a_hero(attacker, legal):
    """Without a fit army at home and without a Hero no war can be declared."""
    p = table([attacker, {"hand": ["gold"], "cities": 2, "progress": 1}])
    assert bool(wars(p)) is legal


@pytest.mark.rule("AOH-101")
def test_any_other_living_player_can_be_attacked():
    """Distance and cities do not matter: all five rivals can be plundered."""
    players = [{"armies": 1}] + [{"hand": ["gold"], "cities": int(seat != 3)} for seat in range(1, 6)]
    p = table(players, day=1)
    assert wars(p) == {f"player_{seat} plunder" for seat in range(1, 6)}


@pytest.mark.rule("AOH-101")
def test_an_eliminated_player_cannot_be_attacked():
    """Only living rivals are targets."""
    p = table([{}, {"alive": 0, "cities": 0, "armies": 0}, {"hand": ["gold"]}], day=1)
    assert wars(p) == {"player_2 plunder"}


@pytest.mark.rule("AOH-102")
@pytest.mark.parametrize(
    ("day", "goals"),
    [
        (1, {"plunder", "destruction"}),
        (2, {"plunder", "destruction"}),
        (3, {"conquest", "plunder", "destruction"}),
        (4, {"conquest", "plunder", "destruction"}),
    ],
)
def test_conquest_opens_on_day_3(day, goals):
    """Plunder and Destruction are legal from the first day, Conquest from the third."""
    p = table([{}, {"cities": 2, "hand": ["gold"], "progress": 1}], day=day)
    assert wars(p) == {f"player_1 {goal}" for goal in goals}


@pytest.mark.rule("AOH-103")
@pytest.mark.parametrize(
    ("day", "defender", "goals"),
    [
        (3, {"cities": 1}, {"conquest"}),
        (2, {"cities": 1}, set()),
        (3, {"cities": 0, "hand": ["gold"]}, {"plunder"}),
        (3, {"cities": 0, "hand": ["gold"], "progress": 1}, {"plunder", "destruction"}),
        (3, {"cities": 1, "progress": 1}, {"conquest", "destruction"}),
    ],
)
def test_a_goal_needs_something_to_gain(day, defender, goals):
    """No Conquest without a city, no Plunder without a card, no Destruction without progress."""
    p = table([{}, defender], day=day)
    assert wars(p) == {f"player_1 {goal}" for goal in goals}


@pytest.mark.rule("AOH-104")
def test_the_defender_cancels_a_war_with_olympics():
    """Cancelled: no dice, no loss on either side, the card is discarded."""
    p = table([{"armies": 3}, {"armies": 2, "cities": 2, "hand": ["olympics", "gold"]}, {}], queue=[6, 1])
    p.play("war player_1 plunder")
    assert prompt(p) == (1, Prompt.OLYMPICS)
    assert set(p.legal()) == {"olympics cancel", "olympics keep"}
    p.play("olympics cancel")
    assert p.record.queued == 2
    assert p.record.armies[:2].tolist() == [3, 2]
    assert p.record.cities[:2].tolist() == [1, 2]
    assert discarded(p) == {"olympics": 1}
    assert hand(p, 0) == {}
    assert hand(p, 1) == {"gold": 1, "wood": 1}  # the next turn is its own, with a draw
    assert prompt(p) == (1, Prompt.MAIN)


@pytest.mark.rule("AOH-104")
def test_a_defender_who_keeps_olympics_has_to_fight():
    """Kept: the card stays in hand and the battle takes place."""
    p = table([{"armies": 2}, {"armies": 1, "cities": 3, "hand": ["olympics"]}, {}], queue=[6, 1])
    p.play("war player_1 conquest", "olympics keep")
    assert prompt(p) == (0, Prompt.ARMIES)
    commit(p, 2)
    commit(p, 1)
    assert p.record.queued == 0
    assert p.record.cities[:2].tolist() == [2, 2]
    assert p.record.armies[1] == 0
    assert hand(p, 1)["olympics"] == 1
    assert discarded(p) == {}


@pytest.mark.rule("AOH-104")
def test_nobody_but_the_defender_is_asked_for_olympics():
    """Olympics of the attacker and of a third seat do not stop the war."""
    p = table([{"hand": ["olympics"]}, {"hand": ["gold"]}, {"hand": ["olympics"]}]).play("war player_1 plunder")
    assert prompt(p) == (0, Prompt.ARMIES)
    commit(p, 1)
    assert prompt(p) == (1, Prompt.ARMIES)
    commit(p, 0)
    assert hand(p, 0) == {"olympics": 1, "gold": 1}
    assert hand(p, 2) == {"olympics": 1}


@pytest.mark.rule("AOH-105")
def test_a_cancelled_war_has_used_the_action_and_changes_nothing_else():
    """Olympics comes before any commitment; then the attacker discards and the next seat plays."""
    cards = ["iron"] * 3 + ["stone"] * 4
    p = table([{"armies": 3, "hand": cards}, {"hand": ["olympics"]}, {"hand": ["gold"]}]).play("war player_1 plunder")
    assert prompt(p) == (1, Prompt.OLYMPICS)
    before = everything(p)
    p.play("olympics cancel")
    assert prompt(p) == (0, Prompt.DISCARD)
    assert home_armies(p, 0) == 3
    olympics = 16
    before["hand"][1][olympics] = 0
    before["discard"][olympics] = 1
    assert everything(p) == before
    p.play("card iron")
    assert prompt(p) == (0, Prompt.DISCARD)
    p.play("card iron")
    assert prompt(p) == (1, Prompt.MAIN)
    assert home_armies(p, 0) == 3


def seen_by_defender(attack: tuple, observer: int = 1) -> list[np.ndarray]:
    """Observations at the three commit prompts of seat 1, which is attacked with these forces."""
    attacker = {"armies": 3, "generals": 1, "hand": ["hero", "hero", "iron"]}
    p = table([attacker, {"armies": 2, "generals": 1, "hand": ["hero", "gold"]}, {}]).play("war player_1 plunder")
    commit(p, *attack)
    seen = []
    for asked, answer in ((Prompt.ARMIES, "commit 1 armies"), (Prompt.HEROES, "commit 1 heroes"), (Prompt.LEADER, "lead with none")):
        assert prompt(p) == (1, asked)
        seen.append(p.observe(observer))
        p.play(answer)
    return seen


@pytest.mark.rule("AOH-106", "AOH-179")
@pytest.mark.parametrize("observer", [1, 2])
@pytest.mark.parametrize("attack", [(3,), (2,), (1, 1), (0, 2), (1, 0, "general"), (1, 0, "hero"), (3, 1, "hero")])
def test_the_defender_commits_without_knowing_the_attackers_forces(attack, observer):
    """Armies, Heroes and leader of the attacker make no difference to what anybody else sees before both are in."""
    for one, other in zip(seen_by_defender((1,), observer), seen_by_defender(attack, observer), strict=True):
        assert np.array_equal(one, other)


@pytest.mark.rule("AOH-106", "AOH-111")
def test_committed_heroes_leave_the_hand_when_both_sides_are_in():
    """Until the defender has committed, the attacker's Heroes show neither in hand sizes nor in the discard pile."""
    p = table([{"armies": 1, "hand": ["hero", "hero"]}, {"armies": 1, "hand": ["hero", "fortune"]}, {}], queue=[6, 1])
    p.play("war player_1 plunder")
    commit(p, 1, 1, "hero")
    for answer in ("commit 1 armies", "commit 1 heroes"):
        assert p.describe(2)["hand_size"] == {"+1": 2, "+2": 2}
        assert discarded(p) == {}
        p.play(answer)
    assert p.describe(2)["hand_size"] == {"+1": 2, "+2": 2}
    assert discarded(p) == {}
    p.play("lead with none")
    assert prompt(p) == (1, Prompt.REROLL)
    assert p.describe(2)["hand_size"] == {"+2": 1}
    assert discarded(p) == {"hero": 3}


@pytest.mark.rule("AOH-107")
def test_each_side_commits_any_number_of_its_home_armies():
    """The attacker sends 1 to 3 of its 3 armies, the defender 0 to 3."""
    p = table([{"armies": 3}, {"armies": 3, "hand": ["gold"]}]).play("war player_1 plunder")
    assert p.legal() == ["commit 1 armies", "commit 2 armies", "commit 3 armies"]
    commit(p, 2)
    assert prompt(p) == (1, Prompt.ARMIES)
    assert p.legal() == ["commit 0 armies", "commit 1 armies", "commit 2 armies", "commit 3 armies"]


@pytest.mark.rule("AOH-107")
def test_only_home_armies_can_be_committed():
    """Armies away and disabled armies stay out of the battle, on both sides."""
    unfit = {"armies": 4, "armies_away": 1, "armies_disabled": 2}
    p = table([unfit, {**unfit, "hand": ["gold"]}]).play("war player_1 plunder")
    assert p.legal() == ["commit 1 armies"]
    commit(p, 1)
    assert p.legal() == ["commit 0 armies", "commit 1 armies"]


@pytest.mark.rule("AOH-107")
def test_the_attacker_commits_at_least_one_army_or_army_hero():
    """With a Hero in hand the attacker may send no army, but then the Hero has to fight."""
    p = table([{"armies": 3, "hand": ["hero"]}, {"hand": ["gold"]}]).play("war player_1 plunder")
    assert p.legal() == [f"commit {k} armies" for k in range(4)]
    p.play("commit 0 armies")
    assert prompt(p) == (0, Prompt.HEROES)
    assert p.legal() == ["commit 1 heroes"]


@pytest.mark.rule("AOH-107")
def test_with_an_army_committed_heroes_are_free():
    """Any number of Heroes, none included, may join committed armies; the defender may always send none."""
    p = table([{"hand": ["hero", "hero"]}, {"hand": ["hero"]}]).play("war player_1 plunder", "commit 1 armies")
    assert p.legal() == ["commit 0 heroes", "commit 1 heroes", "commit 2 heroes"]
    p.play("commit 0 heroes", "lead with none", "commit 0 armies")
    assert p.legal() == ["commit 0 heroes", "commit 1 heroes"]


@pytest.mark.rule("AOH-108")
def test_a_hero_can_fight_as_one_more_army():
    """A Hero alone beats an army like an army would."""
    p = table([{"armies": 0, "hand": ["hero"]}, {}, {"armies": 1, "cities": 2}], queue=[5, 2])
    war(p, 2, "conquest", (0, 1), (1,))
    assert p.record.armies[2] == 0
    assert p.record.cities[[0, 2]].tolist() == [2, 1]


@pytest.mark.rule("AOH-109")
def test_a_hero_can_serve_as_general():
    """A leading Hero adds 2: dice 3 against 4 become 5 to 4."""
    p = table([{"armies": 1, "hand": ["hero"]}, {}, {"armies": 1, "cities": 2}], queue=[3, 4])
    war(p, 2, "conquest", (1, 0, "hero"), (1,))
    assert p.record.queued == 0
    assert p.record.armies[[0, 2]].tolist() == [1, 0]
    assert p.record.cities[0] == 2


@pytest.mark.rule("AOH-109")
@pytest.mark.parametrize(
    ("heroes", "fighting", "leaders"), [(1, 1, ["none"]), (1, 0, ["none", "hero"]), (2, 1, ["none", "hero"]), (2, 2, ["none"])]
)
@pytest.mark.parametrize("side", [0, 1])
def test_one_hero_fills_one_role_only(heroes, fighting, leaders, side):
    """A Hero that fights as army is not offered as leader; a further one is."""
    players = [{"armies": 1}, {"armies": 1, "hand": ["gold"]}]
    players[side]["hand"] = ["hero"] * heroes
    p = table(players).play("war player_1 conquest")
    if side == 1:
        commit(p, 1)
    p.play("commit 1 armies", f"commit {fighting} heroes")
    assert prompt(p) == (side, Prompt.LEADER)
    assert p.legal() == [f"lead with {leader}" for leader in leaders]


@pytest.mark.rule("AOH-110")
@pytest.mark.parametrize(("away", "leaders"), [(0, ["none", "general", "hero"]), (1, ["none", "hero"])])
def test_a_side_has_one_leader_at_most(away, leaders):
    """The defender names none, a general at home, or a Hero that is left; a general away cannot lead."""
    p = table([{}, {"generals": 1, "generals_away": away, "hand": ["hero"]}]).play("war player_1 plunder")
    commit(p, 1)
    p.play("commit 1 armies", "commit 0 heroes")
    assert prompt(p) == (1, Prompt.LEADER)
    assert p.legal() == [f"lead with {leader}" for leader in leaders]
    assert sum(text.startswith("lead with") for text in p.play("lead with none").legal()) == 0


@pytest.mark.rule("AOH-110", "AOH-118")
def test_a_side_without_armies_is_asked_for_no_leader():
    """A defender who commits neither army nor army-Hero commits no leader; its general and Hero stay where they are."""
    p = table([{}, {}, {"armies": 2, "generals": 1, "cities": 2, "hand": ["hero"]}]).play("war player_2 conquest")
    commit(p, 1)
    p.play("commit 0 armies", "commit 0 heroes")
    assert prompt(p) == (1, Prompt.MAIN)
    assert hand(p, 2) == {"hero": 1}
    assert p.record.generals[2] == 1
    assert p.record.cities[[0, 2]].tolist() == [2, 1]


@pytest.mark.rule("AOH-111")
@pytest.mark.parametrize("dice", [(6, 1), (1, 6)])
@pytest.mark.parametrize("forces", [(0, 1), (1, 0, "hero")])
@pytest.mark.parametrize("side", [0, 1])
def test_committed_heroes_are_discarded_whatever_the_result(dice, forces, side):
    """As army or as leader, on either side, in victory or defeat: the Hero ends in the discard pile."""
    players = [{}, {}, {"cities": 2}]
    players[2 * side]["hand"] = ["hero"]
    p = table(players, queue=list(dice) * 3)
    war(p, 2, "conquest", *((forces, (1,)) if side == 0 else ((1,), forces)))
    assert discarded(p) == {"hero": 1}
    assert hand(p, 2 * side) == {}
    assert p.record.cities[2] == (1 if dice == (6, 1) else 2)
