"""Playing cards of every type, attaching and tributes (HOH-050 to HOH-060, HOH-071 to HOH-076, HOH-081, HOH-083)."""

from __future__ import annotations

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.state import NAMES, Phase, Prompt
from tests.heroes_of_history.helpers import (
    asked,
    attack,
    battlefield,
    command,
    hand,
    legal,
    museum,
    pass_turn,
    play,
    playable,
    points,
    shown,
    side,
    stats,
    table,
    trench,
    unit,
)


def to_action_2(p: Position) -> Position:
    """Attack B, who has no Combatant, with the Combatant in slot 0, whose only attack ends the battle."""
    attack(p, 0, "player player_1")
    if p.record.phase == Phase.BATTLE:
        p.play("next phase")
    assert p.record.phase == Phase.ACTION_2
    return p


def weapons(p: Position, seat: int = 0) -> list[str]:
    """The weapons of a Trench, by slot."""
    return [NAMES[int(card)] for card in p.record.weapon[seat]]


def holds(p: Position, seat: int = 0) -> list[str]:
    """The holds of a Trench, by slot."""
    return [NAMES[int(card)] for card in p.record.hold[seat]]


def attaching(p: Position) -> set[str]:
    """The attach moves that are legal."""
    return {action for action in legal(p) if action.startswith("attach")}


# ------------------------------------------------------------------------------------------------ Battlefields
@pytest.mark.rule("HOH-050", "HOH-052")
def test_one_battlefield_is_played_per_turn() -> None:
    """Marathon replaces Troy for 2; Mount Olympus has to wait until the next turn (T18)."""
    p = table(side(unit("rollo"), hand=["marathon", "olympus"], battlefield="troy"), side())
    assert playable(p) == {"marathon", "olympus"}
    play(p, "marathon")
    assert points(p) == [48, 50]
    assert museum(p) == {"troy": 1}
    assert playable(p) == set()
    to_action_2(p)
    assert playable(p) == set()
    pass_turn(p)
    p.play("end turn", "draw 1")
    assert (p.seat, "olympus" in playable(p)) == (0, True)


@pytest.mark.rule("HOH-050")
def test_discarding_a_battlefield_does_not_allow_a_second_play() -> None:
    """Marathon played and discarded: Mount Olympus is still not playable."""
    p = play(table(side(hand=["marathon", "olympus"]), side()), "marathon").play("discard battlefield")
    assert battlefield(p) == "none"
    assert playable(p) == set()


@pytest.mark.rule("HOH-050")
def test_a_battlefield_may_wait_for_action_2() -> None:
    """What was not played in Action 1 is played after the battle."""
    p = to_action_2(table(side(unit("rollo"), hand=["marathon"]), side()))
    assert playable(p) == {"marathon"}
    assert battlefield(play(p, "marathon")) == "marathon"


@pytest.mark.rule("HOH-051")
@pytest.mark.parametrize("sp", [50, 1])
def test_a_battlefield_into_the_empty_slot_is_free(sp: int) -> None:
    """Playing Marathon costs nothing, so 1 State Point is enough."""
    p = play(table(side(sp=sp, hand=["marathon"]), side(battlefield="repton")), "marathon")
    assert points(p) == [sp, 50]
    assert battlefield(p) == "marathon"
    assert museum(p) == {}


@pytest.mark.rule("HOH-052")
@pytest.mark.parametrize(("sp", "allowed"), [(1, False), (2, False), (3, True)])
def test_replacing_a_battlefield_costs_2(sp: int, allowed: bool) -> None:
    """Two State Points are due and one must be left; Troy goes to the Museum."""
    p = table(side(sp=sp, hand=["marathon"], battlefield="troy"), side())
    assert (playable(p) == {"marathon"}) == allowed
    if allowed:
        play(p, "marathon")
        assert points(p) == [1, 50]
        assert museum(p) == {"troy": 1}
        assert battlefield(p) == "marathon"


@pytest.mark.rule("HOH-053")
def test_discarding_a_battlefield_in_an_action_phase_costs_2() -> None:
    """Troy goes for 2; then Marathon is played for nothing."""
    p = table(side(hand=["marathon"], battlefield="troy"), side()).play("discard battlefield")
    assert points(p) == [48, 50]
    assert museum(p) == {"troy": 1}
    assert "discard battlefield" not in legal(p)
    play(p, "marathon")
    assert points(p) == [48, 50]


@pytest.mark.rule("HOH-053")
def test_the_discard_costs_2_in_action_2_as_well() -> None:
    """After the battle nothing is cheaper."""
    p = to_action_2(table(side(unit("ajax"), battlefield="marathon"), side())).play("discard battlefield")
    assert points(p) == [48, 46]


@pytest.mark.rule("HOH-053")
@pytest.mark.parametrize(("sp", "allowed"), [(2, False), (3, True)])
def test_the_discard_must_be_affordable(sp: int, allowed: bool) -> None:
    """One State Point must be left."""
    assert ("discard battlefield" in legal(table(side(sp=sp, battlefield="troy"), side()))) == allowed


# ------------------------------------------------------------------------------------------------ weapons and holds
@pytest.mark.rule("HOH-054")
def test_weapons_and_holds_are_played_while_there_is_room() -> None:
    """Of three Seax and three Aspis five are played in one turn, the sixth finds no slot."""
    p = table(side(hand=["seax"] * 3 + ["aspis"] * 3), side())
    for card in ("seax", "aspis", "seax", "aspis", "seax"):
        assert card in playable(p)
        play(p, card)
    assert command(p) == ["seax", "aspis", "seax", "aspis", "seax"]
    assert hand(p) == {"aspis": 1}
    assert playable(p) == set()
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-054")
def test_playing_a_supply_is_no_move_of_it() -> None:
    """A weapon and a hold can still be attached after five were played."""
    p = table(side(unit("rollo"), hand=["seax"] * 3 + ["aspis"] * 2), side())
    for card in ("seax", "seax", "seax", "aspis", "aspis"):
        play(p, card)
    assert attaching(p) == {f"attach {k}" for k in range(5)}


@pytest.mark.rule("HOH-055")
@pytest.mark.parametrize(("card", "totals"), [("xiphos", (6, 4)), ("aspis", (4, 6)), ("drinking_horn", (5, 5))])
def test_a_loose_weapon_or_hold_does_nothing(card: str, totals: tuple[int, int]) -> None:
    """Rollo has 4/4 with the card in the Command Zone, and more once it is attached."""
    p = table(side(unit("rollo"), command=[card]), side())
    assert stats(p) == (4, 4)
    p.play("attach 0", "own 0")
    assert stats(p) == totals


@pytest.mark.rule("HOH-056")
def test_attaching_moves_a_card_under_an_own_combatant() -> None:
    """Xiphos is played and attached in one turn; B's Combatants are no bearers."""
    p = play(table(side(unit("rollo"), None, unit("ajax"), hand=["xiphos"]), side(unit("hector"))), "xiphos")
    assert command(p)[0] == "xiphos"
    p.play("attach 0")
    assert legal(p) == {"own 0", "own 2"}
    p.play("own 0")
    assert command(p)[0] == "none"
    assert int(p.record.weapon[0, 0]) == 26
    assert weapons(p, 1) == ["none"] * 5
    assert points(p) == [50, 50]


@pytest.mark.rule("HOH-056")
def test_attaching_needs_a_card_in_the_command_zone() -> None:
    """A weapon in hand cannot be attached at once."""
    p = table(side(unit("rollo"), hand=["xiphos"]), side())
    assert attaching(p) == set()
    assert attaching(play(p, "xiphos")) == {"attach 0"}


@pytest.mark.rule("HOH-056")
def test_a_card_played_in_an_earlier_turn_is_attached_too() -> None:
    """Xiphos played by A now and attached in A's next turn."""
    p = pass_turn(play(table(side(unit("rollo"), hand=["xiphos"]), side()), "xiphos"))
    p.play("end turn", "draw 1", "attach 0", "own 0")
    assert weapons(p)[0] == "xiphos"


@pytest.mark.rule("HOH-057")
def test_one_weapon_is_attached_per_turn() -> None:
    """After Xiphos the Seax stays loose in both Action Phases; in the next turn it can be attached (T19)."""
    p = table(side(unit("rollo"), unit("lagertha"), command=["xiphos", "seax"]), side())
    assert attaching(p) == {"attach 0", "attach 1"}
    p.play("attach 0", "own 0")
    assert attaching(p) == set()
    to_action_2(p)
    assert attaching(p) == set()
    pass_turn(p).play("end turn", "draw 1")
    assert attaching(p) == {"attach 1"}


@pytest.mark.rule("HOH-057")
def test_the_forge_allows_a_second_weapon() -> None:
    """After Forge of Hephaestus the Seax can be attached as well (T19)."""
    p = table(side(unit("rollo"), unit("lagertha"), command=["xiphos", "seax"], hand=["forge"]), side()).play("attach 0", "own 0")
    play(p, "forge")
    assert attaching(p) == {"attach 1"}
    p.play("attach 1", "own 1")
    assert weapons(p)[:2] == ["xiphos", "seax"]


@pytest.mark.rule("HOH-058")
def test_one_hold_is_attached_per_turn_beside_the_weapon() -> None:
    """Xiphos and Aspis are attached, Drinking Horn is not this turn."""
    p = table(side(unit("rollo"), unit("ajax"), command=["xiphos", "aspis", "drinking_horn"]), side())
    p.play("attach 0", "own 0")
    assert attaching(p) == {"attach 1", "attach 2"}
    p.play("attach 1", "own 1")
    assert attaching(p) == set()
    assert (int(p.record.weapons_moved), int(p.record.holds_moved)) == (1, 1)
    assert (weapons(p)[0], holds(p)[1]) == ("xiphos", "aspis")
    assert attaching(to_action_2(p)) == set()
    pass_turn(p).play("end turn", "draw 1")
    assert attaching(p) == {"attach 2"}


@pytest.mark.rule("HOH-058")
def test_the_hold_may_come_first() -> None:
    """A hold takes no weapon move away."""
    p = table(side(unit("rollo"), unit("ajax"), command=["xiphos", "aspis", "drinking_horn"]), side()).play("attach 1", "own 0")
    assert attaching(p) == {"attach 0"}


@pytest.mark.rule("HOH-059")
def test_a_combatant_carries_one_weapon() -> None:
    """Rollo with a Xiphos takes the Aspis, not the Seax; a second Combatant would take it."""
    p = table(side(unit("rollo", "a", "xiphos"), command=["seax", "aspis"]), side())
    assert attaching(p) == {"attach 1"}
    p = table(side(unit("rollo", "a", "xiphos"), unit("ajax"), command=["seax", "aspis"]), side())
    assert legal(p.clone().play("attach 0")) == {"own 1"}
    assert legal(p.clone().play("attach 1")) == {"own 0", "own 1"}


@pytest.mark.rule("HOH-059")
def test_a_combatant_carries_one_hold() -> None:
    """Rollo with an Aspis takes the Seax, not the Drinking Horn."""
    p = table(side(unit("rollo", "a", "none", "aspis"), command=["seax", "drinking_horn"]), side())
    assert attaching(p) == {"attach 0"}
    p.play("attach 0", "own 0")
    assert (weapons(p)[0], holds(p)[0]) == ("seax", "aspis")


@pytest.mark.rule("HOH-060")
@pytest.mark.parametrize("card", ["long_walls", "golden_fleece", "raven_banner", "longship"])
def test_standing_holds_are_never_attached(card: str) -> None:
    """They stay in the Command Zone, where a trench hold beside them could be attached."""
    p = table(side(unit("lagertha"), command=[card, "aspis"]), side())
    assert attaching(p) == {"attach 1"}


@pytest.mark.rule("HOH-060")
def test_standing_holds_act_from_the_command_zone() -> None:
    """Two Long Walls: Rollo has DEF 6 in defense mode and 4 in attack mode (T30)."""
    p = table(side(unit("rollo", "d"), command=["long_walls", "long_walls"]), side(unit("rollo", "d")))
    assert stats(p) == (4, 6)
    assert stats(p, 1) == (4, 4)
    p.play("switch 0")
    assert stats(p) == (4, 4)


@pytest.mark.rule("HOH-060")
def test_a_standing_hold_acts_as_soon_as_it_is_played() -> None:
    """Raven Banner gives Lagertha in attack mode 1 ATK at once."""
    p = table(side(unit("lagertha"), hand=["raven_banner"]), side())
    assert stats(p) == (4, 3)
    assert stats(play(p, "raven_banner")) == (5, 3)


# ------------------------------------------------------------------------------------------------ Actions
@pytest.mark.rule("HOH-071")
def test_actions_are_played_without_limit() -> None:
    """Three Ambrosia in one turn give 12; five Actions fill the Command Zone."""
    p = table(side(hand=["ambrosia"] * 3 + ["lindisfarne"] * 3), side())
    for sp in (54, 58, 62):
        play(p, "ambrosia")
        assert points(p)[0] == sp
    for sp in (64, 66):
        play(p, "lindisfarne")
        assert points(p)[0] == sp
    assert playable(p) == set()


@pytest.mark.rule("HOH-071", "HOH-072")
def test_an_action_needs_a_free_command_slot() -> None:
    """With four loose Seax one Ambrosia is playable, then no further Supply (T22)."""
    p = table(side(unit("rollo"), hand=["ambrosia", "ambrosia", "seax"], command=["seax"] * 4), side())
    assert playable(p) == {"ambrosia", "seax"}
    play(p, "ambrosia")
    assert points(p) == [54, 50]
    assert playable(p) == set()


@pytest.mark.rule("HOH-072")
def test_a_used_action_blocks_its_slot_until_the_end_of_the_turn() -> None:
    """Slot 4 holds Ambrosia through Action 2 and is empty in B's turn; Ambrosia lies in A's Museum (T22)."""
    p = table(side(unit("rollo"), hand=["ambrosia", "ambrosia", "seax"], command=["seax"] * 4), side())
    play(p, "ambrosia")
    assert command(p)[4] == "ambrosia"
    to_action_2(p)
    assert command(p)[4] == "ambrosia"
    assert playable(p) == set()
    assert museum(p) == {}
    p.play("end turn")
    assert p.seat == 1
    assert command(p) == ["seax"] * 4 + ["none"]
    assert museum(p) == {"ambrosia": 1}


@pytest.mark.rule("HOH-072")
def test_only_actions_are_cleared() -> None:
    """Weapons and holds around them stay in their slots."""
    p = table(side(hand=["seax", "ambrosia", "delphi", "long_walls"]), side())
    for card in ("ambrosia", "seax", "delphi", "long_walls"):
        play(p, card)
    p.play("end turn")
    assert command(p) == ["none", "seax", "none", "long_walls", "none"]
    assert museum(p) == {"ambrosia": 1, "delphi": 1}


@pytest.mark.rule("HOH-073")
def test_an_action_resolves_before_anything_else() -> None:
    """While Berserkergang waits for its pick only the own Combatants are legal."""
    a = side(
        unit("rollo", "a", "xiphos"), None, unit("ajax"), hand=["berserkergang", "paris", "ambrosia"], command=["seax"], battlefield="troy"
    )
    p = play(table(a, side(unit("hector"))), "berserkergang")
    assert asked(p) == Prompt.PICK_MINE
    assert legal(p) == {"own 0", "own 2"}
    p.play("own 2")
    assert asked(p) == Prompt.ACT
    assert int(p.record.extra_attacks[0, 2]) == 1


@pytest.mark.rule("HOH-073")
def test_all_rows_of_an_action_resolve_before_the_next_move() -> None:
    """Blot: the discard is asked, then both cards are drawn before the hand can be used."""
    p = play(table(side(hand=["blot", "paris", "thor"], deck=["ajax", "hector", "leif"]), side()), "blot")
    assert asked(p) == Prompt.DUMP
    assert playable(p) == {"paris", "thor"}
    assert "end turn" not in legal(p)
    play(p, "thor")
    assert hand(p) == {"paris": 1, "ajax": 1, "hector": 1}
    assert museum(p) == {"thor": 1}
    assert asked(p) == Prompt.ACT


# ------------------------------------------------------------------------------------------------ Combatants
@pytest.mark.rule("HOH-074")
def test_one_plain_combatant_is_played_per_turn() -> None:
    """After Paris Hector waits for the next turn."""
    p = table(side(unit("rollo"), hand=["paris", "hector"]), side())
    assert playable(p) == {"paris", "hector"}
    play(p, "paris", "mode defense")
    assert int(p.record.plain_played) == 1
    assert playable(p) == set()
    assert playable(to_action_2(p)) == set()
    pass_turn(p).play("end turn", "draw 1")
    assert p.seat == 0
    assert "hector" in playable(p)


@pytest.mark.rule("HOH-074")
def test_a_combatant_that_left_again_still_counts() -> None:
    """Trashing Paris does not allow Hector."""
    p = play(table(side(hand=["paris", "hector"]), side()), "paris", "mode attack").play("trash unit 0")
    assert trench(p) == ["none"] * 5
    assert playable(p) == set()


@pytest.mark.rule("HOH-075")
def test_a_plain_combatant_needs_a_free_slot() -> None:
    """With five units Socrates is not playable, after one is trashed he is; Leonidas makes room himself (T12)."""
    p = table(side(*[unit("ajax")] * 5, hand=["socrates", "leonidas"]), side())
    assert playable(p) == {"leonidas"}
    p.play("trash unit 3")
    assert playable(p) == {"socrates", "leonidas"}
    play(p, "socrates", "mode attack")
    assert trench(p)[3] == "socrates"


@pytest.mark.rule("HOH-076")
@pytest.mark.parametrize(("mode", "defending"), [("attack", 0), ("defense", 1)])
def test_a_combatant_enters_face_up_in_the_mode_of_choice(mode: str, defending: int) -> None:
    """Exactly the two modes are asked for; B sees the card and its mode."""
    p = play(table(side(hand=["paris", "ambrosia"], command=["seax"]), side(unit("rollo"))), "paris")
    assert asked(p) == Prompt.MODE
    assert p.legal_ids() == [8, 9]
    assert legal(p) == {"mode attack", "mode defense"}
    p.play(f"mode {mode}")
    assert int(p.record.mode[0, 0]) == defending
    assert shown(p, "trench", 1)[1, 0] == NAMES.index("paris") == 9
    assert shown(p, "defending", 1)[1, 0] == defending


@pytest.mark.rule("HOH-076")
@pytest.mark.parametrize(("mode", "defending"), [("attack", 0), ("defense", 1)])
def test_an_exceptional_combatant_chooses_its_mode_too(mode: str, defending: int) -> None:
    """After the tribute the mode is asked."""
    p = play(table(side(hand=["leonidas", "paris"]), side()), "leonidas", "hand 0")
    assert legal(p) == {"mode attack", "mode defense"}
    p.play(f"mode {mode}")
    assert (trench(p)[0], int(p.record.mode[0, 0])) == ("leonidas", defending)


@pytest.mark.rule("HOH-081")
def test_there_is_no_summoning_delay() -> None:
    """Rollo played in attack mode attacks in the same turn; in defense mode he does not."""
    p = play(table(side(hand=["rollo"]), side()), "rollo", "mode attack")
    assert "next phase" in legal(p)
    p.play("next phase")
    assert "attack with 0" in legal(p)
    p.play("attack with 0", "player player_1")
    assert points(p) == [52, 46]
    p = play(table(side(hand=["rollo"]), side()), "rollo", "mode defense")
    assert "next phase" not in legal(p)


# ------------------------------------------------------------------------------------------------ tribute
@pytest.mark.rule("HOH-083")
@pytest.mark.parametrize(("card", "stars"), [("leonidas", 1), ("alexander", 2), ("thor", 3)])
@pytest.mark.parametrize("payment", ["rollo", "lagertha"])
def test_an_exceptional_combatant_costs_its_stars(card: str, stars: int, payment: str) -> None:
    """So many Combatant cards go to the Museum before the mode is asked."""
    p = play(table(side(hand=[card] + [payment] * 3), side()), card)
    for paid in range(stars):
        assert asked(p) == Prompt.TRIBUTE
        assert museum(p) == ({payment: paid} if paid else {})
        p.play("hand 0")
    assert asked(p) == Prompt.MODE
    p.play("mode attack")
    assert trench(p)[0] == card
    assert museum(p) == {payment: stars}
    assert hand(p) == ({payment: 3 - stars} if stars < 3 else {})
    assert points(p) == [50, 50]  # the tributes are not played


@pytest.mark.rule("HOH-083")
@pytest.mark.parametrize(
    ("card", "stars"), [("leonidas", 1), ("odysseus", 1), ("alexander", 2), ("ragnar", 2), ("thor", 3), ("achilles", 3)]
)
def test_without_enough_combatants_it_is_not_playable(card: str, stars: int) -> None:
    """One card fewer than stars is not enough; other cards in hand do not help."""
    for payers in range(4):
        p = table(side(hand=[card] + ["rollo"] * payers + ["xiphos", "ambrosia", "aspis", "troy"]), side())
        assert (card in playable(p)) == (payers >= stars)


@pytest.mark.rule("HOH-083")
def test_the_card_does_not_pay_for_itself() -> None:
    """Leonidas alone is not playable; with a second Leonidas he is."""
    assert playable(table(side(hand=["leonidas"]), side())) == set()
    assert playable(table(side(hand=["leonidas", "leonidas"]), side())) == {"leonidas"}


@pytest.mark.rule("HOH-083")
def test_all_exceptional_titles_cost_one_to_three() -> None:
    """Every one of the sixteen asks for as many cards as the table of cards says."""
    stars = {
        "alexander": 2, "achilles": 3, "heracles": 3, "perseus": 2, "leonidas": 1, "odysseus": 1, "hippolyta": 1, "bellerophon": 1,
        "thor": 3, "odin": 3, "ragnar": 2, "hardrada": 2, "erik_bloodaxe": 1, "bjorn": 1, "ivar": 1, "freyja": 1,
    }  # fmt: skip
    for card, number in stars.items():
        p = play(table(side(hand=[card] + ["rollo"] * 4), side()), card)
        while asked(p) == Prompt.TRIBUTE:
            p.play("hand 0")
        assert museum(p) == {"rollo": number}
        assert np.count_nonzero(p.record.trench[0]) == 0  # it waits for its mode
