"""What effect rows allow and forbid: the operations on attacks, powers and allowances (HOH-210 to HOH-220)."""

from __future__ import annotations

import pytest

from tests.heroes_of_history.helpers import (
    attack,
    command,
    legal,
    made_up,
    museum,
    pass_turn,
    place,
    play,
    playable,
    points,
    shown,
    side,
    table,
    trench,
    unit,
)


# ------------------------------------------------------------------------------------------------ attacks
@pytest.mark.rule("HOH-210")
def test_stun_forbids_attacks_and_nothing_else():
    """A stunned Lagertha cannot attack and may switch; attacked, she fights with 4."""
    p = table(side(unit("lagertha", turn_powers=16), unit("rollo")), side(unit("ajax")))
    assert {"switch 0", "next phase"} <= legal(p)
    assert legal(p.play("next phase")) == {"next phase", "attack with 1"}
    p = attack(table(side(unit("rollo")), side(unit("lagertha", round_powers=[16, 0, 0, 0]))), 0, "enemy player_1 0")
    assert (museum(p), museum(p, 1), points(p)) == ({"rollo": 1}, {"lagertha": 1}, [50, 50])


@pytest.mark.rule("HOH-211")
def test_lock_forbids_switching_and_nothing_else():
    """A locked Lagertha cannot switch but attacks; Rollo beside her may switch."""
    p = table(side(unit("lagertha", turn_powers=32), unit("rollo")), side())
    assert "switch 1" in legal(p)
    assert "switch 0" not in legal(p)
    assert "attack with 0" in legal(p.play("next phase"))


@pytest.mark.rule("HOH-212")
def test_again_gives_more_attacks_this_turn():
    """Berserkergang on Rollo: two attacks of 5 this turn, not three; next turn one of 4."""
    p = play(table(side(unit("rollo"), hand=["berserkergang"]), side()), "berserkergang", "own 0").play("next phase")
    p.play("attack with 0", "player player_1")
    assert (points(p), legal(p)) == ([50, 45], {"next phase", "attack with 0"})
    p.play("attack with 0", "player player_1")
    assert (points(p), p.record.phase) == ([50, 40], 4)
    pass_turn(pass_turn(p))
    attack(p, 0, "player player_1")
    assert (points(p), p.record.phase) == ([50, 36], 4)


# ------------------------------------------------------------------------------------------------ powers
def targets(*foes: dict, attacker: dict | None = None) -> set[str]:
    """Whom Rollo, or another Combatant of A, may attack."""
    p = table(side(attacker or unit("rollo")), side(*foes)).play("next phase", "attack with 0")
    return legal(p)


@pytest.mark.rule("HOH-213")
@pytest.mark.parametrize("mode", ["a", "d"])
def test_attacks_must_be_aimed_at_a_guard(mode):
    """Hector beside Paris is the only target; Hector and Huscarl both are; without them Paris is."""
    assert targets(unit("hector", mode), unit("paris")) == {"enemy player_1 0"}
    assert targets(unit("hector", mode), unit("paris"), unit("huscarl", mode)) == {"enemy player_1 0", "enemy player_1 2"}
    assert targets(unit("paris"), unit("ajax")) == {"enemy player_1 0", "enemy player_1 1"}


@pytest.mark.rule("HOH-213")
def test_a_guard_protects_its_own_player_only():
    """Three players: seat 1 has Hector and Paris, seat 2 Ajax: Hector and Ajax are targets."""
    p = table(side(unit("rollo")), side(unit("hector"), unit("paris")), side(unit("ajax"))).play("next phase", "attack with 0")
    assert legal(p) == {"enemy player_1 0", "enemy player_2 0"}


@pytest.mark.rule("HOH-213")
def test_a_guard_for_a_turn_works_like_a_printed_one(tmp_path):
    """A made-up Action makes Ajax a guard for this turn: he is the only target, in his own turn he is none any more."""
    rules = made_up(tmp_path, "{type: action, fx: [{when: play, to: pick_theirs, op: guard, for: turn}]}")
    p = table(side(unit("rollo"), hand=["card_95"]), side(unit("paris"), unit("ajax")), rules=rules)
    play(p, "card_95", "enemy player_1 1")
    assert shown(p, "guard")[1, :2].tolist() == [0, 1]
    assert legal(p.clone().play("next phase", "attack with 0")) == {"enemy player_1 1"}
    assert shown(pass_turn(p), "guard")[1, :2].tolist() == [0, 0]


@pytest.mark.rule("HOH-213", "HOH-214", "HOH-215", "HOH-216")
@pytest.mark.parametrize("power", ["guard", "pierce", "raid", "ward"])
def test_a_continuous_row_grants_a_power_while_its_source_is_active(tmp_path, power):
    """A made-up Battlefield grants a power to own soldiers; discarded, it grants none."""
    rules = made_up(tmp_path, f"{{type: battlefield, fx: [{{when: cont, to: mine, only: {{sub: soldier}}, op: {power}}}]}}")
    p = table(side(unit("varangian"), unit("rollo"), unit("argonauts"), battlefield="card_95"), side(unit("raider")), rules=rules)
    assert shown(p, power)[:2, :3].tolist() == [[1, 0, 1], [0, 0, 0]]
    p.play("discard battlefield")
    assert not shown(p, power).any()


@pytest.mark.rule("HOH-214")
@pytest.mark.parametrize(("attacker", "left"), [("amazon_rider", 48), ("rollo", 50)])
def test_pierce_costs_the_controller_of_a_beaten_defender_the_difference(attacker, left):
    """Amazon Rider with Xiphos on Pericles in defense: 6 against 4, B 48; Rollo in her place: B 50 (T09)."""
    p = attack(table(side(unit(attacker, "a", "xiphos")), side(unit("pericles", "d"))), 0, "enemy player_1 0")
    assert (points(p), museum(p, 1)) == ([50, left], {"pericles": 1})


@pytest.mark.rule("HOH-214")
def test_pierce_works_for_the_attacker_only():
    """Lagertha in attack mode loses to a defending Amazon Rider with Aspis as to anybody: A loses the difference of 1 once."""
    p = attack(table(side(unit("lagertha")), side(unit("amazon_rider", "d", "none", "aspis"))), 0, "enemy player_1 0")
    assert points(p) == [49, 50]


@pytest.mark.rule("HOH-215")
def test_raid_attacks_a_player_past_combatants():
    """Bellerophon activated against Paris: direct or at Paris, B 44; not activated: only Paris (T08)."""
    p = table(side(unit("bellerophon")), side(unit("paris", "d")))
    assert legal(p.clone().play("next phase", "attack with 0")) == {"enemy player_1 0"}
    p.play("activate 0", "next phase", "attack with 0")
    assert legal(p) == {"enemy player_1 0", "player player_1"}
    p.play("player player_1")
    assert (points(p), trench(p, 1)[0]) == ([48, 44], "paris")


@pytest.mark.rule("HOH-215")
def test_raid_does_not_pass_a_guard():
    """Bellerophon activated against Hector and Paris: only Hector, A paid 2 (T08)."""
    p = table(side(unit("bellerophon")), side(unit("hector"), unit("paris", "d"))).play("activate 0", "next phase", "attack with 0")
    assert (points(p)[0], legal(p)) == (48, {"enemy player_1 0"})


@pytest.mark.rule("HOH-216")
def test_ward_saves_once_a_turn_and_the_points_are_lost():
    """Two Lagerthas (5) on a Shieldmaiden in attack mode (3): B 48 and she stays; B 46 and she is gone."""
    p = table(side(unit("lagertha"), unit("lagertha")), side(unit("shieldmaiden")))
    attack(p, 0, "enemy player_1 0")
    assert (points(p), trench(p, 1)[0], shown(p, "ward")[1, 0]) == ([50, 48], "shieldmaiden", 0)
    attack(p, 1, "enemy player_1 0")
    assert (points(p), museum(p, 1)) == ([50, 46], {"shieldmaiden": 1})


@pytest.mark.rule("HOH-216")
def test_ward_works_again_in_every_turn():
    """A Shieldmaiden saved in A's turn is saved again when she attacks in B's turn, and again in A's next."""
    p = table(side(unit("odin", "d"), unit("lagertha")), side(unit("shieldmaiden")))
    attack(p, 1, "enemy player_1 0")
    pass_turn(p)
    assert shown(p, "ward", 1)[0, 0] == 1
    attack(p, 0, "enemy player_0 0")
    assert (points(p), trench(p, 1)[0]) == ([50, 49 - 4], "shieldmaiden")
    pass_turn(p)
    attack(p, 1, "enemy player_1 0")
    assert (points(p), trench(p, 1)[0]) == ([50, 44], "shieldmaiden")


@pytest.mark.rule("HOH-216")
def test_ward_works_against_equal_totals():
    """Huscarl (3) and Shieldmaiden (3): he goes, she stays."""
    p = attack(table(side(unit("huscarl")), side(unit("shieldmaiden"))), 0, "enemy player_1 0")
    assert (museum(p), museum(p, 1), points(p)) == ({"huscarl": 1}, {}, [50, 50])


# ------------------------------------------------------------------------------------------------ allowances
@pytest.mark.rule("HOH-217")
@pytest.mark.parametrize(("card", "stars"), [("leonidas", 1), ("alexander", 2), ("thor", 3)])
def test_cheapen_takes_tributes_off(card, stars):
    """Mount Olympus: Leonidas 0, Alexander 1, Thor 2 tributes."""
    for field, needed in (("olympus", stars - 1), ("none", stars)):
        start = side(hand=[card] + ["ajax"] * needed, battlefield=field)
        p = play(table(start, side()), card, *["hand 0"] * needed, "mode attack")
        assert (trench(p)[0], museum(p)) == (card, {"ajax": needed} if needed else {})
        if needed:
            assert card not in playable(table(side(hand=[card] + ["ajax"] * (needed - 1), battlefield=field), side()))


@pytest.mark.rule("HOH-217")
def test_a_price_of_0_needs_a_free_slot():
    """Mount Olympus and a full Trench: Leonidas is not playable; with four units he is, untaxed (T32)."""
    full = side(*[unit("ajax")] * 5, hand=["leonidas"], battlefield="olympus")
    assert playable(table(full, side())) == set()
    p = play(table(side(*[unit("ajax")] * 4, hand=["leonidas"], battlefield="olympus"), side()), "leonidas")
    assert legal(p) == {"mode attack", "mode defense"}


@pytest.mark.rule("HOH-217")
def test_cheapen_adds_up_and_stops_at_0(tmp_path):
    """A made-up hold beside Mount Olympus takes 3 more off: Thor is free, not cheaper than free."""
    rules = made_up(tmp_path, "{type: hold, station: command, fx: [{when: cont, to: me, op: cheapen, amt: 3}]}")
    p = table(side(hand=["thor"], battlefield="olympus", command=["card_95"]), side(), rules=rules)
    assert trench(play(p, "thor", "mode attack"))[0] == "thor"


@pytest.mark.rule("HOH-218")
@pytest.mark.parametrize("place_of", ["hand", "trench"])
def test_worth_counts_as_several_tributes(place_of):
    """One Helot Levy, in hand or Trench, pays for Alexander (2 stars); a Rollo alone does not."""
    for card, enough in (("helots", True), ("rollo", False)):
        p = table(side(hand=["alexander", card]) if place_of == "hand" else side(unit(card), hand=["alexander"]), side())
        assert ("alexander" in playable(p)) == enough
    p = table(side(hand=["alexander", "helots"]) if place_of == "hand" else side(unit("helots"), hand=["alexander"]), side())
    play(p, "alexander", "hand 0" if place_of == "hand" else "own 0", "mode attack")
    assert (trench(p)[0], museum(p)) == ("alexander", {"helots": 1})


@pytest.mark.rule("HOH-218")
def test_worth_adds_to_other_tributes():
    """Thrall (2) from hand and Rollo (1) from the Trench pay for Thor, who takes slot 0; Leif is still playable (T11)."""
    p = table(side(unit("rollo", "d"), hand=["thor", "thrall", "leif"]), side())
    play(p, "thor")
    p.play(f"hand {place(p, 'thrall')}", "own 0")
    assert legal(p) == {"mode attack", "mode defense"}
    p.play("mode attack")
    assert (trench(p)[:2], museum(p), playable(p)) == (["thor", "none"], {"rollo": 1, "thrall": 1}, {"leif"})


@pytest.mark.rule("HOH-219")
def test_muster_gives_one_more_plain_play_this_turn():
    """Longship Crew, then Lagertha, then no more (T35); next turn one again."""
    p = table(side(hand=["longship_crew", "lagertha", "rollo", "ajax"]), side())
    play(p, "longship_crew", "mode attack")
    assert playable(p) == {"lagertha", "rollo", "ajax"}
    play(p, "lagertha", "mode attack")
    assert playable(p) == set()
    pass_turn(pass_turn(p))
    play(p, "rollo", "mode attack")
    assert playable(p) == set()


@pytest.mark.rule("HOH-219")
@pytest.mark.parametrize(("slots", "left"), [("separate", {"rollo"}), ("shared", set())])
def test_muster_under_shared_slots_adds_a_summon_of_any_kind(slots, left):
    """summon_slots=shared: after Longship Crew one more summon, plain or Exceptional, then none; separate: one of each."""
    p = table(side(hand=["longship_crew", "rollo", "leonidas", "ajax"]), side(), rules={"summon_slots": slots})
    play(p, "longship_crew", "mode attack")
    assert playable(p) == {"rollo", "leonidas", "ajax"}
    play(p, "leonidas")
    p.play(f"hand {place(p, 'ajax')}", "mode attack")
    assert playable(p) == left


@pytest.mark.rule("HOH-220")
def test_rearm_gives_one_more_weapon_and_one_more_hold_move():
    """Forge of Hephaestus: a second weapon and a second hold are attached, a third of either is not (T19)."""
    loose = ["seax", "aspis", "dory"]
    p = table(side(*[unit("ajax")] * 3, hand=["forge"], command=["xiphos", *loose], deck=["rollo"]), side())
    p.play("attach 0", "own 0", "attach 2", "own 0")
    assert {action for action in legal(p) if action.startswith("attach")} == set()
    play(p, "forge")
    p.play("attach 1", "own 1")
    assert command(p)[:4] == ["forge", "none", "none", "dory"]
    assert {action for action in legal(p) if action.startswith("attach")} == set()


@pytest.mark.rule("HOH-220")
def test_rearm_counts_for_holds_and_ends_with_the_turn():
    """After the Forge two holds are attached but not three; next turn one again."""
    p = table(side(*[unit("rollo")] * 4, hand=["forge"], command=["aspis"] * 4, deck=["rollo"] * 3), side())
    play(p, "forge").play("attach 0", "own 0", "attach 1", "own 1")
    assert not {"attach 2", "attach 3"} & legal(p)
    pass_turn(pass_turn(p))
    p.play("attach 2", "own 2")
    assert "attach 3" not in legal(p)
