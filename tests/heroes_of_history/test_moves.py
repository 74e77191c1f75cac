"""Moves that cost State Points, switching modes, and the order of effects (HOH-063 to HOH-070, HOH-077 to HOH-080, HOH-082)."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.state import NAMES, Phase
from tests.heroes_of_history.helpers import (
    GAME,
    attack,
    battlefield,
    command,
    extra_cards,
    hand,
    legal,
    museum,
    pass_turn,
    play,
    playable,
    points,
    side,
    stats,
    table,
    trench,
    unit,
)

ARMED = unit("rollo", "a", "xiphos")


def weapons(p: Position, seat: int = 0) -> list[str]:
    """The weapons of a Trench, by slot."""
    return [NAMES[int(card)] for card in p.record.weapon[seat]]


def offered(p: Position, *words: str) -> set[str]:
    """The legal actions that begin with one of these words."""
    return {action for action in legal(p) if action.startswith(words)}


def phase(p: Position) -> Phase:
    """The phase of the turn."""
    return Phase(int(p.record.phase))


# ------------------------------------------------------------------------------------------------ swapping weapons
@pytest.mark.rule("HOH-063")
def test_two_combatants_swap_weapons_for_2() -> None:
    """Rollo's Xiphos goes to Lagertha (T20)."""
    p = table(side(ARMED, unit("lagertha")), side()).play("swap weapons 0-1")
    assert points(p) == [48, 50]
    assert weapons(p)[:2] == ["none", "xiphos"]
    assert (stats(p, 0, 0), stats(p, 0, 1)) == ((4, 4), (6, 3))
    assert museum(p) == {}


@pytest.mark.rule("HOH-063")
def test_two_weapons_change_places() -> None:
    """Xiphos for Seax, over slots that are not neighbours; the holds stay."""
    p = table(side(unit("rollo", "a", "xiphos", "aspis"), None, None, unit("ajax", "d", "seax")), side())
    assert offered(p, "swap") == {"swap weapons 0-3"}
    p.play("swap weapons 0-3")
    assert weapons(p) == ["seax", "none", "none", "xiphos", "none"]
    assert NAMES[int(p.record.hold[0, 0])] == "aspis"
    assert points(p) == [48, 50]


@pytest.mark.rule("HOH-063")
def test_only_own_combatants_swap() -> None:
    """One Combatant alone has nobody to swap with, whatever B's carry."""
    assert offered(table(side(ARMED), side(unit("lagertha", "a", "seax"))), "swap") == set()


@pytest.mark.rule("HOH-064")
def test_a_swap_uses_no_weapon_move() -> None:
    """After the swap a loose Seax can be attached, and after attaching a swap is still possible (T20)."""
    p = table(side(ARMED, unit("lagertha"), command=["seax"]), side()).play("swap weapons 0-1")
    assert int(p.record.weapons_moved) == 0
    p.play("attach 0")
    assert legal(p) == {"own 0"}
    p.play("own 0")
    assert weapons(p)[:2] == ["seax", "xiphos"]
    p.play("swap weapons 0-1")
    assert weapons(p)[:2] == ["xiphos", "seax"]
    assert points(p) == [46, 50]


@pytest.mark.rule("HOH-064")
@pytest.mark.parametrize(
    ("first", "second", "possible"),
    [("xiphos", "seax", True), ("xiphos", "none", True), ("none", "xiphos", True), ("seax", "seax", False), ("none", "none", False)],
)
def test_swaps_that_change_nothing_are_not_offered(first: str, second: str, possible: bool) -> None:
    """Equal titles or two unarmed Combatants: no swap."""
    p = table(side(unit("rollo", "a", first), unit("lagertha", "a", second)), side())
    assert ("swap weapons 0-1" in legal(p)) == possible


# ------------------------------------------------------------------------------------------------ trashing and returning
@pytest.mark.rule("HOH-065")
def test_an_attached_weapon_is_trashed_for_2() -> None:
    """Xiphos lies in the Museum, Rollo stays with ATK 4."""
    p = table(side(ARMED), side())
    assert stats(p) == (6, 4)
    p.play("trash weapon 0")
    assert points(p) == [48, 50]
    assert museum(p) == {"xiphos": 1}
    assert stats(p) == (4, 4)
    assert trench(p)[0] == "rollo"
    assert offered(p, "trash weapon") == set()


@pytest.mark.rule("HOH-066")
def test_an_attached_weapon_returns_to_the_command_zone_for_2() -> None:
    """Xiphos lies loose in the lowest free slot and is attached again with the weapon move of the turn."""
    p = table(side(ARMED, command=["aspis", "none", "dory"]), side()).play("return weapon 0")
    assert points(p) == [48, 50]
    assert command(p) == ["aspis", "xiphos", "dory", "none", "none"]
    assert stats(p) == (4, 4)
    assert hand(p) == museum(p) == {}
    p.play("attach 1", "own 0")
    assert stats(p) == (6, 4)
    assert int(p.record.weapons_moved) == 1


@pytest.mark.rule("HOH-066")
def test_a_returned_weapon_needs_a_weapon_move() -> None:
    """Attached this turn and returned: it cannot be attached again before the next turn."""
    p = table(side(unit("rollo"), command=["xiphos"]), side()).play("attach 0", "own 0", "return weapon 0")
    assert command(p)[0] == "xiphos"
    assert offered(p, "attach") == set()
    pass_turn(p).play("end turn", "draw 1")
    assert offered(p, "attach") == {"attach 0"}


@pytest.mark.rule("HOH-066")
def test_a_full_command_zone_takes_no_weapon_back() -> None:
    """Returning is illegal, trashing is not (T21)."""
    p = table(side(ARMED, command=["seax"] * 5), side())
    assert offered(p, "return") == set()
    assert "trash weapon 0" in legal(p)
    p = table(side(ARMED, command=["seax"] * 4), side())
    assert offered(p, "return") == {"return weapon 0"}


@pytest.mark.rule("HOH-066")
def test_a_smaller_command_zone_is_full_for_returns_too() -> None:
    """command_slots=3 with three cards in it."""
    p = table(side(ARMED, command=["seax"] * 3), side(), rules={"command_slots": 3})
    assert offered(p, "return") == set()


@pytest.mark.rule("HOH-067")
@pytest.mark.parametrize(("slot", "card"), [(0, "seax"), (1, "long_walls")])
def test_a_loose_weapon_or_hold_is_trashed_for_2(slot: int, card: str) -> None:
    """Seax and Long Walls can be trashed, a used Ambrosia cannot."""
    p = play(table(side(hand=["ambrosia"], command=["seax", "long_walls"]), side()), "ambrosia")
    assert points(p) == [54, 50]
    assert command(p)[2] == "ambrosia"
    assert offered(p, "trash command") == {"trash command 0", "trash command 1"}
    p.play(f"trash command {slot}")
    assert points(p) == [52, 50]
    assert museum(p) == {card: 1}
    assert command(p)[slot] == "none"


@pytest.mark.rule("HOH-067")
def test_trashing_makes_room_in_the_command_zone() -> None:
    """With a full zone no Supply is playable, after trashing one it is."""
    p = table(side(hand=["ambrosia"], command=["aspis"] * 5), side())
    assert playable(p) == set()
    assert playable(p.play("trash command 2")) == {"ambrosia"}


@pytest.mark.rule("HOH-068")
def test_an_attached_hold_stays() -> None:
    """Rollo with an Aspis: of all moves of cards in play only trashing the unit is legal."""
    p = table(side(unit("rollo", "a", "none", "aspis")), side())
    assert [action for action in p.legal_ids() if 37 <= action <= 71] == [42]
    assert GAME.actions.text(42) == "trash unit 0"


@pytest.mark.rule("HOH-068")
def test_holds_are_not_swapped() -> None:
    """Two Combatants with different holds and no weapons have nothing to swap."""
    p = table(side(unit("rollo", "a", "none", "aspis"), unit("ajax", "a", "none", "drinking_horn")), side())
    assert [action for action in p.legal_ids() if 37 <= action <= 71] == [42, 43]


# ------------------------------------------------------------------------------------------------ the fee
@pytest.mark.rule("HOH-069")
@pytest.mark.parametrize(("cost", "sp"), [(2, 44), (0, 50), (1, 47), (4, 38)])
def test_the_fee_is_due_every_time(cost: int, sp: int) -> None:
    """Three swaps in one turn cost three times move_cost."""
    p = table(side(ARMED, unit("lagertha")), side(), rules={"move_cost": cost})
    p.play("swap weapons 0-1", "swap weapons 0-1", "swap weapons 0-1")
    assert points(p) == [sp, 50]
    assert weapons(p)[:2] == ["none", "xiphos"]


MOVES = ["swap weapons 0-1", "trash unit 0", "trash weapon 0", "return weapon 0", "trash command 0", "discard battlefield", "hand 0"]


def seller(sp: int, **rules: object) -> Position:
    """A player who can make every move that has a fee."""
    return table(side(ARMED, unit("lagertha"), sp=sp, hand=["marathon"], command=["seax"], battlefield="troy"), side(), rules=rules)


@pytest.mark.rule("HOH-069")
@pytest.mark.parametrize("move", MOVES)
def test_every_move_has_the_same_fee(move: str) -> None:
    """Swapping, trashing, returning, discarding and replacing cost move_cost each."""
    assert points(seller(50).play(move)) == [48, 50]
    assert points(seller(50, move_cost=3).play(move)) == [47, 50]
    assert points(seller(1, move_cost=0).play(move)) == [1, 50]


@pytest.mark.rule("HOH-069")
def test_other_fees_are_refused() -> None:
    """move_cost is 0 to 4."""
    with pytest.raises(RulesError, match="0 and 4"):
        GAME.variant({"move_cost": 5})


@pytest.mark.rule("HOH-070")
@pytest.mark.parametrize("move", MOVES)
def test_a_payment_leaves_at_least_one_state_point(move: str) -> None:
    """A fee of 2 is illegal at 2 State Points and legal at 3, leaving 1 (T16)."""
    for sp in (1, 2):
        assert move not in legal(seller(sp))
    p = seller(3)
    assert move in legal(p)
    assert points(p.play(move)) == [1, 50]
    assert not p.over


@pytest.mark.rule("HOH-070")
@pytest.mark.parametrize(("card", "pay"), [("ostracism", 2), ("trojan_horse", 2), ("valkyries", 2), ("ragnarok", 3)])
def test_actions_with_a_price_leave_at_least_one_state_point(card: str, pay: int) -> None:
    """An Action that costs n is playable from n + 1 State Points on."""
    for sp in range(1, 6):
        p = table(side(sp=sp, hand=[card], museum=["lagertha"], deck=["argonauts"] * 3), side(unit("hector")))
        assert (playable(p) == {card}) == (sp > pay)


@pytest.mark.rule("HOH-070")
@pytest.mark.parametrize(("card", "pay"), [("pythia", 1), ("bellerophon", 2)])
def test_abilities_with_a_price_leave_at_least_one_state_point(card: str, pay: int) -> None:
    """An ability that costs n can be used from n + 1 State Points on."""
    for sp in range(1, 5):
        p = table(side(unit(card), sp=sp), side(unit("rollo")))
        assert ("activate 0" in legal(p)) == (sp > pay)


@pytest.mark.rule("HOH-070")
@pytest.mark.parametrize("move", MOVES)
def test_lethal_costs_can_be_allowed(move: str) -> None:
    """allow_lethal_costs: at 2 State Points the move is legal, and A is out; at 1 it cannot be paid."""
    assert move not in legal(seller(1, allow_lethal_costs=True))
    p = seller(2, allow_lethal_costs=True)
    assert move in legal(p)
    p.play(move)
    assert p.over
    assert points(p)[0] == 0
    assert int(p.record.winner) == 1


@pytest.mark.rule("HOH-070")
def test_a_lethal_cost_comes_before_the_effect() -> None:
    """Ragnarok at 3 State Points puts A out before anything is destroyed."""
    p = table(side(sp=3, hand=["ragnarok"]), side(unit("thor"), unit("hector")), rules={"allow_lethal_costs": True})
    play(p, "ragnarok")
    assert p.over
    assert int(p.record.winner) == 1
    assert trench(p, 1)[:2] == ["thor", "hector"]


# ------------------------------------------------------------------------------------------------ modes
@pytest.mark.rule("HOH-077")
def test_modes_are_switched_in_action_phases_only() -> None:
    """Two attackers: no switch between their attacks, but before and after the battle."""
    p = table(side(unit("ajax"), unit("hector"), unit("paris", "d")), side())
    assert offered(p, "switch") == {"switch 0", "switch 1", "switch 2"}
    p.play("next phase")
    assert (phase(p), offered(p, "switch")) == (Phase.BATTLE, set())
    p.play("attack with 0", "player player_1")
    assert (phase(p), offered(p, "switch")) == (Phase.BATTLE, set())
    p.play("attack with 1", "player player_1")
    assert phase(p) == Phase.ACTION_2
    assert offered(p, "switch") == {"switch 0", "switch 1", "switch 2"}
    p.play("switch 0", "switch 2")
    assert p.record.mode[0, :3].tolist() == [1, 0, 0]
    assert points(p) == [50, 42]


@pytest.mark.rule("HOH-077")
def test_nobody_switches_in_the_beginning_or_in_anothers_turn() -> None:
    """B's Combatants are switched by B in B's Action Phases."""
    p = table(side(unit("ajax")), side(unit("hector"), unit("paris")))
    assert offered(p, "switch") == {"switch 0"}
    p.play("end turn")
    assert (p.seat, offered(p, "switch")) == (1, set())
    p.play("draw 1")
    assert offered(p, "switch") == {"switch 0", "switch 1"}
    p.play("switch 1")
    assert p.record.mode[1, :2].tolist() == [0, 1]
    assert p.record.mode[0, 0] == 0


@pytest.mark.rule("HOH-078")
def test_a_unit_switches_once_per_action_phase() -> None:
    """Lagertha switches to attack, attacks, and switches back in Action 2 (T41)."""
    p = table(side(unit("lagertha", "d")), side())
    assert "next phase" not in legal(p)
    p.play("switch 0")
    assert offered(p, "switch") == set()
    attack(p, 0, "player player_1")
    assert phase(p) == Phase.ACTION_2
    assert offered(p, "switch") == {"switch 0"}
    p.play("switch 0")
    assert int(p.record.mode[0, 0]) == 1
    assert offered(p, "switch") == set()
    assert points(p) == [50, 46]


@pytest.mark.rule("HOH-078")
def test_every_unit_has_its_own_switch_in_every_turn() -> None:
    """After Ajax has switched Hector still can; in the next turn both can again."""
    p = table(side(unit("ajax"), unit("hector")), side()).play("switch 0")
    assert offered(p, "switch") == {"switch 1"}
    pass_turn(p).play("end turn", "draw 1")
    assert offered(p, "switch") == {"switch 0", "switch 1"}


@pytest.mark.rule("HOH-078")
def test_a_unit_does_not_switch_in_the_phase_it_entered() -> None:
    """Paris entered in Action 1: no switch there, one in Action 2."""
    p = table(side(unit("ajax"), hand=["paris"]), side())
    play(p, "paris", "mode defense")
    assert offered(p, "switch") == {"switch 0"}
    attack(p, 0, "player player_1")
    assert phase(p) == Phase.ACTION_2
    assert offered(p, "switch") == {"switch 0", "switch 1"}


@pytest.mark.rule("HOH-078")
def test_a_unit_that_entered_in_action_2_switches_next_turn() -> None:
    """Paris entered in Action 2: no switch in this turn, one in the next."""
    p = attack(table(side(unit("ajax"), hand=["paris"]), side()), 0, "player player_1")
    play(p, "paris", "mode attack")
    assert offered(p, "switch") == {"switch 0"}
    pass_turn(p).play("end turn", "draw 1")
    assert offered(p, "switch") == {"switch 0", "switch 1"}


@pytest.mark.rule("HOH-078")
def test_a_special_order_does_not_switch_in_the_phase_it_entered() -> None:
    """Lagertha raised by Call of the Valkyries keeps her mode in this phase."""
    p = table(side(hand=["valkyries"], museum=["lagertha"]), side())
    play(p, "valkyries", "choice 0", "mode defense")
    assert trench(p)[0] == "lagertha"
    assert offered(p, "switch") == set()


@pytest.mark.rule("HOH-078")
@pytest.mark.parametrize("switches", [0, 1, 2, 3])
def test_the_number_of_switches_is_a_knob(switches: int) -> None:
    """switches_per_phase of each unit in each Action Phase; with 0 modes are never switched."""
    p = table(side(unit("ajax"), unit("hector", "d")), side(), rules={"switches_per_phase": switches})
    for expected in (Phase.ACTION_1, Phase.ACTION_2):
        assert phase(p) == expected
        for _ in range(switches):
            p.play("switch 1")
        assert "switch 1" not in legal(p)
        if expected == Phase.ACTION_1:
            assert ("switch 0" in legal(p)) == (switches > 0)
            attack(p, 0, "player player_1")
            if phase(p) == Phase.BATTLE:
                p.play("next phase")
    assert int(p.record.mode[0, 1]) == 1  # switched an even number of times in all


# ------------------------------------------------------------------------------------------------ trashing a Combatant
@pytest.mark.rule("HOH-079")
def test_an_own_combatant_is_trashed_for_2_with_everything_attached() -> None:
    """Rollo, Xiphos and Aspis lie in the Museum; the hand is as it was."""
    p = table(side(unit("rollo", "a", "xiphos", "aspis"), unit("ajax"), hand=["thor"]), side(unit("hector"))).play("trash unit 0")
    assert points(p) == [48, 50]
    assert museum(p) == {"rollo": 1, "xiphos": 1, "aspis": 1}
    assert hand(p) == {"thor": 1}
    assert trench(p) == ["none", "ajax", "none", "none", "none"]
    assert weapons(p) == ["none"] * 5
    assert p.record.hold[0].tolist() == [0] * 5


@pytest.mark.rule("HOH-079")
def test_only_own_combatants_are_trashed() -> None:
    """With an empty Trench there is none, whatever B has."""
    assert offered(table(side(), side(unit("hector"))), "trash") == set()


@pytest.mark.rule("HOH-080")
def test_trashing_is_not_a_death() -> None:
    """Coin of Charon does not pay for a trashed bearer (T24), but for one lost in battle."""
    bearer = unit("rollo", "a", "none", "coin_of_charon")
    p = table(side(bearer), side()).play("trash unit 0")
    assert points(p) == [48, 50]
    assert museum(p) == {"rollo": 1, "coin_of_charon": 1}
    p = attack(table(side(bearer), side(unit("rollo"))), 0, "enemy player_1 0")
    assert points(p) == [54, 50]


@pytest.mark.rule("HOH-080")
def test_trashing_beside_paris_and_the_sacred_band_fires_nothing() -> None:
    """No ally was killed: nobody loses 3, and the Sacred Band has ATK 3."""
    p = table(side(unit("rollo"), unit("paris"), unit("sacred_band")), side(unit("hector"))).play("trash unit 0")
    assert points(p) == [48, 50]
    assert stats(p, 0, 2) == (3, 4)


# ------------------------------------------------------------------------------------------------ Combatants first
@pytest.mark.rule("HOH-082")
def test_the_attackers_own_row_comes_before_that_of_its_weapon() -> None:
    """Thor's row ends the game before his Bearded Axe disarms Rollo."""
    start = (unit("thor", "a", "bearded_axe"), unit("rollo", "a", "xiphos"))
    p = attack(table(side(start[0]), side(start[1], sp=1)), 0, "enemy player_1 0")
    assert p.over
    assert int(p.record.winner) == 0
    assert points(p) == [50, 0]
    assert weapons(p, 1)[0] == "xiphos"
    assert museum(p, 1) == {}
    p = attack(table(side(start[0]), side(start[1])), 0, "enemy player_1 0")  # both happen if the game goes on
    assert museum(p, 1) == {"xiphos": 1, "rollo": 1}
    assert points(p) == [50, 50 - 1 - 6]


@pytest.mark.rule("HOH-082")
@pytest.mark.parametrize(("sp", "after"), [(1, [50, 0]), (50, [53, 40])])
def test_a_weapon_that_gains_comes_after_its_bearers_row(tmp_path: Path, sp: int, after: list[int]) -> None:
    """Thor takes B's last State Point before a weapon that gains 3 for an attack does so."""
    rules = extra_cards(tmp_path, {"key": "horn", "type": "weapon", "fx": [{"when": "attack", "to": "me", "op": "gain", "amt": 3}]})
    p = attack(table(side(unit("thor", "a", "card_95")), side(sp=sp), rules=rules), 0, "player player_1")
    assert points(p) == after
    assert p.over == (sp == 1)


@pytest.mark.rule("HOH-082")
@pytest.mark.parametrize(("sp", "after"), [(3, 0), (4, 3)])
def test_combatants_answer_a_battle_before_attached_cards(sp: int, after: int) -> None:
    """Paris takes 3 before Draupnir gives 2: at 3 State Points A is out."""
    a, b = side(unit("alexander", "a", "none", "draupnir"), sp=sp), side(unit("rollo", "d"), unit("paris", "d"))
    p = attack(table(a, b), 0, "enemy player_1 0")
    assert points(p) == [after, 50]
    assert p.over == (after == 0)


@pytest.mark.rule("HOH-082")
def test_the_winners_own_kill_row_comes_before_other_combatants() -> None:
    """Ragnar steals 2 before Paris takes 3: at 3 State Points A survives with 2."""
    p = attack(table(side(unit("ragnar"), sp=3), side(unit("rollo", "d"), unit("paris", "d"))), 0, "enemy player_1 0")
    assert points(p) == [2, 48]
    assert not p.over


@pytest.mark.rule("HOH-082")
def test_combatants_begin_before_holds_and_battlefields(tmp_path: Path) -> None:
    """A Combatant that takes B's last State Point at the beginning ends the game before Hedeby gains."""
    herald = {"key": "herald", "type": "combatant", "sub": "civilian", "atk": 1, "def": 3}
    rules = extra_cards(tmp_path, {**herald, "fx": [{"when": "begin", "to": "each_opp", "op": "lose", "amt": 1}]})
    for sp, after in ((1, [50, 0]), (9, [51, 7])):
        a = side(unit("card_95", "d"), command=["longship"], battlefield="hedeby")
        p = table(a, side(sp=sp), phase="beginning", rules=rules).play("draw 1")
        assert points(p) == after
        assert battlefield(p) == "hedeby"
