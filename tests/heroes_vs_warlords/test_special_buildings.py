"""Blacksmith, Shaman Tent and Temple: prices, stored honor points and their use in a siege (chapter 17.3)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.core.record import PositionError
from rulebound.envs.heroes_vs_warlords.components import Facility
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import (
    ATTACKER,
    DEFENDER,
    GAME,
    abilities,
    army,
    arrange,
    asked,
    heroes,
    hex_of,
    in_battle,
    pass_until,
    player,
    stacks,
    stock,
)


def _rules(tribe: str = "knights", rival: str | None = None, mode: int = 1, **more: object) -> dict[str, object]:
    rival = rival or ("barbarians" if tribe == "knights" else "knights")
    seats = {"players.faction_0": tribe, "players.faction_1": rival}
    return {"honor": True, "special_buildings": True, "combat_mode": mode, "income.per_place": 0, **seats, **more}


def _siege(
    tribe: str,
    *attackers: tuple[int, str],
    garrison: dict | None = None,
    hero: tuple | None = None,
    honor: int = 0,
    stored: int = 5,
    mode: int = 1,
) -> Position:
    """Seat 1 attacks the home of seat 0, which has its special building; abilities of heroes are 0 except initiative."""
    rival = "barbarians" if tribe == "knights" else "knights"
    home = int(arrange({}, {}, rules=_rules(tribe)).record.place_hex[0])
    plain = heroes(abilities(0, 0))
    inside = {
        "hero_honor": [honor, 0],
        "ability": plain,
        "facility": {"special": 1},
        "stored_honor": stored,
        "place_garrison": garrison or {},
    }
    owner = player(home if hero else "T01_C", *(hero or ((1, f"{tribe[0].upper()}1"),)), **inside)
    p = arrange(owner, player(home + 1, *attackers, ability=plain), rules=_rules(tribe, rival, mode), order=[1, 0, 0])
    p.play("hero 1", "go s")
    assert in_battle(p)
    return p


def _breached(p: Position) -> Position:
    """The wall falls in the first round."""
    p = pass_until(p, Prompt.BREACH)
    return p.queue_dice(20).play("yes")


def _numbers(p: Position) -> list[int]:
    return [int(action[7:]) for action in p.legal() if action.startswith("number ")]


def _helped(p: Position, slot: int, number: int) -> Position:
    """Points for one stack, whether or not the number is asked."""
    p.play(f"target {slot}")
    if asked(p)[1] == Prompt.STRENGTHEN_NUMBER:
        p.play(f"number {number}")
    return p


# ------------------------------------------------------------------------------------------------ storing
def _depositing(where: int | None = None, honor: int = 7, stored: int = 0, **fields: object) -> Position:
    fields = {"facility": {"special": 1}, **fields}
    p = arrange(player(where, (5, "K1"), hero_honor=[honor, 0], stored_honor=stored, **fields), rules=_rules())
    return p.play("hero 1")


@pytest.mark.rule("HVW-360")
def test_storing_honor() -> None:
    """17.3: of 7 points 5 are stored: the hero keeps 2, and no action brings the others back."""
    p = _depositing().play("deposit honor")
    assert _numbers(p) == [1, 2, 3, 4, 5, 6, 7]
    p.play("number 5")
    assert p.record.hero_honor[0, 0] == 2
    assert p.record.stored_honor[0] == 5
    p.play("deposit honor")
    assert _numbers(p) == [1, 2]
    p.play("number 2")
    assert (p.record.hero_honor[0, 0], p.record.stored_honor[0]) == (0, 7)
    assert "deposit honor" not in p.legal()
    assert not [action for action in p.legal() if "honor" in action]


@pytest.mark.rule("HVW-360")
def test_where_honor_is_stored() -> None:
    """17.3: only at home, in the own special building, and by a hero with points."""
    assert "deposit honor" in _depositing().legal()
    assert "deposit honor" not in _depositing(hex_of("T01_C")).legal()
    assert "deposit honor" not in _depositing(facility={"special": 0}).legal()
    assert "deposit honor" not in _depositing(honor=0).legal()


@pytest.mark.rule("HVW-360", "HVW-465")
def test_at_most_twenty_points_are_stored() -> None:
    """17.3: a building with 18 points takes two more, a full one none."""
    p = _depositing(stored=18).play("deposit honor")
    assert _numbers(p) == [1, 2]
    assert "deposit honor" not in _depositing(stored=20).legal()


# ------------------------------------------------------------------------------------------------ spending
@pytest.mark.rule("HVW-361")
def test_stored_points_serve_with_and_without_a_hero() -> None:
    """17.3: with a hero of 3 points and 2 stored ones up to 5 may be spent, without a hero the 2."""
    p = pass_until(_siege("knights", (5, "B1"), hero=((5, "K6"),), honor=3, stored=2), Prompt.STRENGTHEN)
    assert asked(p) == (0, Prompt.STRENGTHEN)
    assert _numbers(p.play("target 0")) == [1, 2, 3, 4, 5]
    alone = pass_until(_siege("knights", (5, "B1"), garrison={"level_6": 5}, honor=3, stored=2), Prompt.STRENGTHEN)
    assert asked(alone) == (0, Prompt.STRENGTHEN)
    assert _numbers(alone.play("target 0")) == [1, 2]


@pytest.mark.rule("HVW-361")
def test_a_hero_without_stored_points_uses_his_own() -> None:
    """17.3: the points of a hero who is present serve alone too; without any points nothing is offered."""
    p = pass_until(_siege("knights", (5, "B1"), hero=((5, "K6"),), honor=3, stored=0), Prompt.STRENGTHEN)
    assert _numbers(p.play("target 0")) == [1, 2, 3]
    none = _siege("knights", (5, "B1"), hero=((5, "K6"),), honor=0, stored=0)
    while in_battle(none):
        assert asked(none)[1] != Prompt.STRENGTHEN
        none.play("pass")


@pytest.mark.rule("HVW-361")
def test_no_help_outside_the_place() -> None:
    """17.3: the points serve the defence of the place, not a fight elsewhere, and not the attacker."""
    p = arrange(
        player("T01_C", (5, "K1"), facility={"special": 1}, stored_honor=9, hero_honor=[9, 0]),
        player("T01_NE", (5, "B1"), facility={"special": 1}, stored_honor=9, hero_honor=[9, 0]),
        rules=_rules(),
    )
    p.play("hero 1", "go ne")
    while in_battle(p):
        assert asked(p)[1] != Prompt.STRENGTHEN
        p.play("pass")


@pytest.mark.rule("HVW-362")
def test_stored_points_are_spent_first() -> None:
    """17.3: of 2 stored points and 3 of the hero 4 are spent: none stay stored, the hero keeps 1."""
    p = pass_until(_siege("knights", (5, "B1"), hero=((5, "K6"),), honor=3, stored=2), Prompt.STRENGTHEN)
    p.play("target 0", "number 4")
    assert p.record.stored_honor[0] == 0
    assert p.record.hero_honor[0, 0] == 1


@pytest.mark.rule("HVW-362")
@pytest.mark.parametrize(("tribe", "unit"), [("knights", "K6"), ("amazons", "A6")])
def test_help_begins_in_the_second_round(tribe: str, unit: str) -> None:
    """17.3: the first combat round has no help, the second begins with it, and declining leaves it for the third."""
    p = _siege(tribe, (5, "B1" if tribe == "knights" else "K1"), hero=((5, unit),))
    rounds = []
    while in_battle(p):
        if asked(p)[1] == Prompt.STRENGTHEN:
            rounds.append(int(p.record.battle_round))
        p.play("pass")
    assert rounds == [2, 3]  # three idle rounds end the siege


@pytest.mark.rule("HVW-362")
@pytest.mark.parametrize("mode", [2, 4])
def test_help_on_the_display(mode: int) -> None:
    """17.3: on the display too, help is offered from the second round on."""
    p = _siege("knights", (5, "B1"), hero=((5, "K6"),), mode=mode)
    while asked(p)[1] != Prompt.STRENGTHEN:
        assert in_battle(p)
        p.play("pass" if "pass" in p.legal() else p.legal()[0])
    assert asked(p)[0] == 0
    assert p.record.battle_round == 2
    assert _numbers(p.play("target 0")) == [1, 2, 3, 4, 5]


@pytest.mark.rule("HVW-363")
def test_conquest_destroys_the_building() -> None:
    """17.3: whoever takes the City finds neither building nor points."""
    home = int(arrange({}, {}).record.place_hex[0])
    city = player("T01_C", (5, "K1"), facility={"special": 1}, stored_honor=9)
    p = arrange(city, player(home + 1, (5, "B1")), rules=_rules(), order=[1, 0, 0], dice=(1, 1, 1, 1))
    p.play("hero 1", "go s")
    assert p.record.place_owner[0] == 2
    assert p.record.stored_honor[0] == 0
    assert not p.record.facility[0, Facility.SPECIAL]


@pytest.mark.rule("HVW-363")
@pytest.mark.parametrize("conquered", [0, 1])
def test_the_building_is_never_rebuilt(conquered: int) -> None:
    """17.3: in a home that was once conquered, and now is his own again, the building is closed for ever."""
    rich = {"gold": 20, "crystal": 20, "stone": 20, "wood": 20}
    p = arrange(player(None, (5, "K1"), stock=rich, conquered=conquered), rules=_rules(), stage="income", sequence=2)
    assert asked(p) == (0, Prompt.ITEM)
    assert ("build special" in p.legal()) == (not conquered)
    assert "build tavern" in p.legal()


@pytest.mark.rule("HVW-363")
def test_the_conqueror_does_not_build_it() -> None:
    """17.3: neither does the conqueror build it in the conquered place."""
    rich = {"gold": 20, "crystal": 20, "stone": 20, "wood": 20}
    p = arrange(
        player(None, (5, "K1"), facility={"special": 1}),
        player("T01_C", (5, "B1"), place_owner="player_0", conquered=1, stock=rich),
        rules=_rules(), stage="income", sequence=2,
    )  # fmt: skip
    p = pass_until(p, Prompt.PLACE).play("place player_1")
    assert "build tavern" in p.legal()
    assert "build special" not in p.legal()


@pytest.mark.rule("HVW-364")
@pytest.mark.parametrize(("tribe", "price"), [("knights", (5, 1, 6, 3)), ("barbarians", (5, 1, 3, 6)), ("amazons", (5, 1, 5, 4))])
def test_prices_of_special_buildings(tribe: str, price: tuple[int, ...]) -> None:
    """17.3: gold, crystal, stone and wood of the three buildings, without any other building before."""
    names = ("gold", "crystal", "stone", "wood")

    def producing(paid: tuple[int, ...]) -> Position:
        own = army((5, f"{tribe[0].upper()}1")) | {"stock": dict(zip(names, paid, strict=True))}
        return arrange(own, {}, rules=_rules(tribe), stage="income", sequence=2)

    p = producing(price)
    assert asked(p) == (0, Prompt.ITEM)
    p.play("build special")
    assert stock(p, 0) == [0, 0, 0, 0]
    assert p.record.facility[0, Facility.SPECIAL]
    for k in range(4):
        poor = producing(tuple(amount - (k == n) for n, amount in enumerate(price)))
        assert poor.seat != 0 or "build special" not in poor.legal()
    off = arrange({"stock": dict.fromkeys(names, 20)}, {}, stage="income", sequence=2, rules={"honor": True})
    assert "build special" not in off.legal()


# ------------------------------------------------------------------------------------------------ Blacksmith
def _forge(points: int | None) -> Position:
    """Round 2 of a breached City: five K2 have got some attack points and are about to strike five B1."""
    p = _breached(_siege("knights", (5, "B1"), hero=((5, "K2"),), stored=9))
    p = pass_until(p, Prompt.STRENGTHEN)
    p = p.play("pass") if points is None else _helped(p, 0, points)
    p = pass_until(p, Prompt.ATTACK)
    assert asked(p) == (0, Prompt.ATTACK)
    return p


@pytest.mark.rule("HVW-365")
def test_the_blacksmith_raises_the_attack() -> None:
    """17.3.1: 10 + 4 against 13 + 2 is lost, with 1 point it is even, with 2 points of the Blacksmith 16 : 15 is won."""
    lost, even, won = (_forge(points).queue_dice(10, 13).play("target 0") for points in (None, 1, 2))
    assert not in_battle(lost)
    assert lost.record.place_owner[0] == 2
    assert (stacks(even, DEFENDER), stacks(even, ATTACKER)) == ([(5, "K2")], [(5, "B1")])
    assert not in_battle(won)
    assert won.record.place_owner[0] == 1
    assert won.record.hero_hex[0, 0] == won.record.place_hex[0]


@pytest.mark.rule("HVW-365")
def test_attack_points_are_limited_by_the_level_and_given_once() -> None:
    """17.3.1: a stack of level 2 gets at most 2 points and only once; another stack gets its own."""
    p = _breached(_siege("knights", (5, "B1"), hero=((5, "K2"), (5, "K4")), stored=9))
    p = pass_until(p, Prompt.STRENGTHEN)
    assert {"target 0", "target 1"} <= set(p.legal())
    p.play("target 0")
    assert _numbers(p) == [1, 2]
    p.play("number 1")
    assert asked(p) == (0, Prompt.STRENGTHEN)
    assert "target 0" not in p.legal()
    p.play("target 1")
    assert _numbers(p) == [1, 2, 3, 4]
    p.play("number 4")
    assert p.record.stored_honor[0] == 4
    assert p.record.slot_bonus[DEFENDER, :2].tolist() == [1, 4]
    if asked(p)[1] == Prompt.STRENGTHEN:
        assert not [action for action in p.legal() if action.startswith("target")]


@pytest.mark.rule("HVW-365")
def test_attack_points_last_and_leave_the_defense_alone() -> None:
    """17.3.1: the points hold in the third round, and do not raise the DV."""
    p = _forge(2).play("pass")
    assert asked(p) == (1, Prompt.ATTACK)
    p.queue_dice(12, 10).play("target 0")  # 12 + 3 against 10 + 4 + 1: even
    assert stacks(p, DEFENDER) == [(5, "K2")]
    assert stacks(p, ATTACKER) == [(5, "B1")]
    p = pass_until(p, Prompt.ATTACK)
    assert p.record.battle_round == 3
    p.queue_dice(10, 13).play("target 0")
    assert not in_battle(p)
    assert p.record.place_owner[0] == 1


# ------------------------------------------------------------------------------------------------ Shaman Tent
def _wounded_camp(stored: int, mode: int = 1) -> Position:
    """Ten B3 of a breached Camp have lost four to shooters; the second round begins."""
    p = _siege("barbarians", (4, "K3"), garrison={"level_3": 10}, stored=stored, mode=mode)
    p = _breached(p)
    assert asked(p) == (0, Prompt.ATTACK)
    p.play("pass").queue_dice(20, 1).play("target 0")
    assert stacks(p, DEFENDER) == [(6, "B3")]
    return pass_until(p, Prompt.STRENGTHEN)


@pytest.mark.rule("HVW-366")
def test_the_shaman_revives_units() -> None:
    """17.3.2: 9 points revive three units of level 3, from 6 to 9, once in this combat."""
    p = _wounded_camp(9)
    assert asked(p) == (0, Prompt.STRENGTHEN)
    p.play("target 0")
    assert _numbers(p) == [1, 2, 3]
    p.play("number 3")
    assert stacks(p, DEFENDER) == [(9, "B3")]
    assert p.record.stored_honor[0] == 0


@pytest.mark.rule("HVW-366", "HVW-367")
def test_a_stack_is_revived_once_and_up_to_its_size() -> None:
    """17.3.2: with 20 points four units come back at most, and later losses of the stack stay."""
    p = _wounded_camp(20)
    p.play("target 0")
    assert _numbers(p) == [1, 2, 3, 4]
    p.play("number 2")
    assert p.record.stored_honor[0] == 14
    assert stacks(p, DEFENDER) == [(8, "B3")]
    if asked(p)[1] == Prompt.STRENGTHEN:
        assert "target 0" not in p.legal()
        p.play("pass")
    while asked(p) != (1, Prompt.ATTACK):
        p.play("pass")
    p.queue_dice(20, 1).play("target 0")
    while in_battle(p) and p.record.battle_round < 4:
        assert asked(p)[1] != Prompt.STRENGTHEN or "target 0" not in p.legal()
        p.play("pass")


@pytest.mark.rule("HVW-366")
def test_a_destroyed_stack_is_not_revived() -> None:
    """17.3.2: of two wounded stacks the one that is gone cannot be chosen."""
    p = _breached(_siege("barbarians", (4, "K3"), garrison={"level_3": 4, "level_1": 9}, stored=20))
    units = [unit for _, unit in stacks(p, DEFENDER)]
    assert units == ["B3", "B1"]
    p.play("pass").queue_dice(20, 1).play("target 0")
    assert stacks(p, DEFENDER) == [(9, "B1")]
    while in_battle(p) and p.record.battle_round < 3:
        assert asked(p)[1] != Prompt.STRENGTHEN or "target 0" not in p.legal()
        p.play("pass")


@pytest.mark.rule("HVW-366")
def test_the_shaman_serves_after_every_round() -> None:
    """17.3.2: a stack hurt in the second round may be revived in the third."""
    p = _wounded_camp(20).play("pass")
    while asked(p) != (1, Prompt.ATTACK):
        p.play("pass")
    p.queue_dice(20, 1).play("target 0")
    assert stacks(p, DEFENDER) == [(2, "B3")]
    p = pass_until(p, Prompt.STRENGTHEN)
    assert p.record.battle_round == 3
    p.play("target 0")
    assert _numbers(p) == [1, 2, 3, 4, 5, 6]  # eight are missing, 20 points are enough for six


@pytest.mark.rule("HVW-367")
@pytest.mark.parametrize(("points", "left", "wounds"), [(1, 4, 0), (2, 5, 2), (3, 5, 1), (4, 5, 0)])
def test_the_shaman_heals_hit_points(points: int, left: int, wounds: int) -> None:
    """17.3.2: in advanced hits one point is one hit point, wounds first: 4 points heal the wound and a whole unit."""
    p = _breached(_siege("barbarians", (2, "K2"), garrison={"level_3": 5}, stored=9, mode=3))
    assert asked(p) == (0, Prompt.ATTACK)
    p.play("pass").queue_dice(20, 1).play("target 0")
    assert stacks(p, DEFENDER) == [(4, "B3")]
    assert p.record.slot_wounds[DEFENDER, 0] == 1
    p = pass_until(p, Prompt.STRENGTHEN).play("target 0")
    assert _numbers(p) == [1, 2, 3, 4]
    p.play(f"number {points}")
    assert stacks(p, DEFENDER) == [(left, "B3")]
    assert p.record.slot_wounds[DEFENDER, 0] == wounds
    assert p.record.stored_honor[0] == 9 - points


# ------------------------------------------------------------------------------------------------ Temple
@pytest.mark.rule("HVW-368")
def test_the_temple_raises_the_defense() -> None:
    """17.3.3: with 5 stored points a stack of level 3 gets at most 3 DV, once."""
    p = _breached(_siege("amazons", (5, "K1"), hero=((5, "A3"),), stored=5))
    p = pass_until(p, Prompt.STRENGTHEN)
    p.play("target 0")
    assert _numbers(p) == [1, 2, 3]
    p.play("number 3")
    assert p.record.stored_honor[0] == 2
    if asked(p)[1] == Prompt.STRENGTHEN:
        assert "target 0" not in p.legal()
        p.play("pass")
    while asked(p) != (1, Prompt.ATTACK):
        p.play("pass")
    p.queue_dice(14, 10).play("target 0")  # 17 against 10 + 3 + 1 + 3: even, without the Temple lost
    assert stacks(p, DEFENDER) == [(5, "A3")]
    assert stacks(p, ATTACKER) == [(5, "K1")]


@pytest.mark.rule("HVW-368")
def test_without_the_temple_the_same_blow_lands() -> None:
    """17.3.3: the blow that the Temple stops is lost without it."""
    p = _breached(_siege("amazons", (3, "K1"), hero=((5, "A3"),), stored=5))
    p = pass_until(p, Prompt.STRENGTHEN).play("pass")
    while asked(p) != (1, Prompt.ATTACK):
        p.play("pass")
    p.queue_dice(14, 10).play("target 0")
    assert stacks(p, DEFENDER) == [(2, "A3")]


@pytest.mark.rule("HVW-368")
def test_temple_points_are_no_attack() -> None:
    """17.3.3: the Temple leaves the attack alone: 10 + 3 against 11 + 2 stays even."""
    p = _breached(_siege("amazons", (5, "K1"), garrison={"level_1": 5}, stored=5))
    p = _helped(pass_until(p, Prompt.STRENGTHEN), 0, 1)
    p = pass_until(p, Prompt.ATTACK)
    assert asked(p) == (0, Prompt.ATTACK)
    assert p.record.slot_bonus[DEFENDER, 0] == 1
    p.queue_dice(10, 11).play("target 0")
    assert stacks(p, DEFENDER) == [(5, "A1")]
    assert stacks(p, ATTACKER) == [(5, "K1")]


@pytest.mark.rule("HVW-365", "HVW-368")
def test_points_are_seen_by_both_sides() -> None:
    """17.3: the points of a stack lie open."""
    p = _forge(2)
    for seat in (0, 1):
        seen = GAME.observation.read(p.observe(seat), "stack_bonus")
        assert seen.reshape(2, 7)[DEFENDER, 0] == 2


@pytest.mark.rule("HVW-360")
def test_no_special_building_without_its_module() -> None:
    """17.3 is a module: a position with a special building is refused while it is off."""
    with pytest.raises(PositionError, match=r"modules\.special_buildings"):
        arrange(player(facility={"special": 1}))
    built = arrange(player(facility={"special": 1}), rules={"special_buildings": True, "honor": True})
    assert built.record.facility[0].any()
