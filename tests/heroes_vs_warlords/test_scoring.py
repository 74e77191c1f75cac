"""The three categories at the agreed end, and the switches of the advanced rules (chapters 12.1 and 13)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_vs_warlords.state import Prompt, WinKind
from tests.heroes_vs_warlords.helpers import GAME, army, arrange, asked, hex_of, pass_until, player

MINES = ("T01_N", "T02_S", "T03_NW", "T04_C", "T05_SW", "T06_SE", "T07_NE", "T08_N", "T08_S", "T09_SE", "T10_NE", "T11_NE")
HEXES = ("T01_C", "T02_C", "T05_C")
LETTERS = "KBA"
MODULES = ("adv_terrain", "adv_movement", "skills", "mercenaries", "quests", "honor", "special_buildings")


def _scored(*seats: tuple[int, int, int], rules: object = None, extra: dict | None = None) -> Position:
    """The end of the last round: for each seat its Resources, the level of its only hero and its level-1 units."""
    control, mines = {}, iter(MINES)
    players = []
    for seat, (resources, level, units) in enumerate(seats):
        control |= {next(mines): f"player_{seat}" for _ in range(resources)}
        stacks = [(min(20, units - k), f"{LETTERS[seat]}1") for k in range(0, units, 20)]
        players.append(player(HEXES[seat], *stacks, hero_level=[level, 1]) | (extra or {}).get(seat, {}))
    p = arrange(*players, rules=rules, stage="clean_up", game_round=8, control=control, activated=dict.fromkeys(control, 1))
    assert p.over
    return p


# ------------------------------------------------------------------------------------------------ categories
@pytest.mark.rule("HVW-311")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [((6, 5, 29), (5, 8, 25), 0), ((5, 8, 25), (6, 5, 29), 1), ((6, 8, 25), (5, 5, 29), 0), ((5, 5, 29), (6, 8, 25), 1)],
)
def test_three_categories_are_compared(first: tuple[int, int, int], second: tuple[int, int, int], winner: int) -> None:
    """12.1: Resource hexes, sum of hero levels and army strength; two of three win."""
    p = _scored(first, second)
    assert (p.record.winner, p.record.win_kind) == (winner, WinKind.CATEGORIES)
    assert p.outcome()[winner, 0] == 1
    assert p.outcome()[1 - winner, 0] == -1


@pytest.mark.rule("HVW-311", "HVW-313")
def test_each_category_decides_alone() -> None:
    """12.1: with the other two equal, one more in a category wins the game."""
    for better in ((4, 3, 9), (3, 4, 9), (3, 3, 10)):
        assert _scored(better, (3, 3, 9)).record.winner == 0
        assert _scored((3, 3, 9), better).record.winner == 1


@pytest.mark.rule("HVW-311")
def test_levels_of_both_heroes_are_added() -> None:
    """12.1: the levels of the two heroes on the map count together."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [hex_of("T01_C"), hex_of("T01_S")], "hero_level": [4, 2]}
    assert _scored((0, 4, 5), (0, 5, 5), extra={0: both}).record.winner == 0
    assert _scored((0, 4, 5), (0, 6, 5), extra={0: both}).record.winner == -1
    assert _scored((0, 4, 5), (0, 7, 5), extra={0: both}).record.winner == 1


@pytest.mark.rule("HVW-312")
@pytest.mark.parametrize(
    ("stacks", "strength"),
    [
        (((7, "K1"), (3, "K2"), (4, "K3")), 25),
        (((7, "K1"), (3, "K2"), (4, "K3"), (3, "M")), 31),
        (((1, "K4"), (1, "K5"), (2, "K6")), 21),
        (((3, "M"),), 6),
    ],
)
def test_army_strength_is_level_times_number(stacks: tuple, strength: int) -> None:
    """12.1: level times number of all units, mercenaries counting as level 2."""
    own = {0: army(*stacks)}
    assert _scored((0, 1, 1), (0, 1, strength - 1), extra=own).record.winner == 0
    assert _scored((0, 1, 1), (0, 1, strength), extra=own).record.winner == -1
    assert _scored((0, 1, 1), (0, 1, strength + 1), extra=own).record.winner == 1


@pytest.mark.rule("HVW-313")
def test_one_category_each_is_a_draw() -> None:
    """12.1: an equal maximum of categories is a draw with nothing for anybody."""
    p = _scored((5, 1, 5), (4, 2, 5))
    assert (p.record.winner, p.record.win_kind) == (-1, WinKind.DRAWN)
    assert p.outcome()[:, 0].tolist() == [0.0, 0.0]
    three = _scored((3, 1, 5), (2, 2, 5), (2, 1, 6))
    assert three.record.win_kind == WinKind.DRAWN
    assert three.outcome()[:, 0].tolist() == [0.0, 0.0, 0.0]


@pytest.mark.rule("HVW-314")
@pytest.mark.parametrize(("tie", "winner"), [("nobody", -1), ("shared", 0)])
def test_a_shared_first_place(tie: str, winner: int) -> None:
    """12.1: Resources 3:3 count for nobody, or for both with category_tie shared."""
    p = _scored((3, 2, 5), (3, 1, 5), (0, 1, 6), rules={"category_tie": tie})
    assert p.record.winner == winner


@pytest.mark.rule("HVW-314")
def test_no_resources_at_all() -> None:
    """12.1: a category in which everybody has nothing changes nothing."""
    for tie in ("nobody", "shared"):
        assert _scored((0, 2, 5), (0, 1, 5), rules={"category_tie": tie}).record.winner == 0


@pytest.mark.rule("HVW-315")
@pytest.mark.parametrize(
    "absent",
    [{"hero_status": ["on_map", "unseen"]}, {"hero_status": ["on_map", "dead"], "hero_killed": [0, 1], "hero_kills": 1}],
)
def test_absent_heroes_do_not_count(absent: dict) -> None:
    """12.1: a hero who is dead or was never seen counts level 0, whatever he had reached."""
    absent = {**absent, "hero_level": [2, 9]}
    assert _scored((0, 2, 5), (0, 2, 5), extra={0: absent}).record.winner == -1
    assert _scored((0, 2, 5), (0, 3, 5), extra={0: absent}).record.winner == 1


@pytest.mark.rule("HVW-315")
def test_pools_do_not_count_but_garrisons_do() -> None:
    """12.1: units in a Recruitment Location count nothing, those in places and on Resources do."""
    assert _scored((0, 1, 5), (0, 1, 5), extra={0: {"pool_active": 1, "pool": 6}}).record.winner == -1
    assert _scored((0, 1, 5), (0, 1, 9), extra={0: {"place_garrison": {"level_3": 2}}}).record.winner == 0
    assert _scored((0, 1, 5), (0, 1, 6), extra={0: {"mercenaries": 1}}).record.winner == 0
    control = {"T01_N": "player_0", "T02_S": "player_1"}
    seats = (player("T01_C", (5, "K1")), player("T02_C", (6, "B1")))
    fields = {"stage": "clean_up", "game_round": 8, "control": control, "activated": dict.fromkeys(control, 1)}
    assert arrange(*seats, **fields).record.winner == 1
    assert arrange(*seats, garrison={"T01_N": {"level_2": 1}}, **fields).record.winner == 0


# ------------------------------------------------------------------------------------------------ switches
@pytest.mark.rule("HVW-316")
@pytest.mark.parametrize("module", [m for m in MODULES if m not in ("adv_movement", "special_buildings")])
@pytest.mark.parametrize("mode", [1, 4])
def test_each_module_may_be_added_alone(module: str, mode: int) -> None:
    """13.0: every advanced rule is optional and may be added to the basic game."""
    variant = GAME.variant({module: True, "combat_mode": mode})
    assert variant.values[f"modules.{module}"] is True
    assert sum(bool(variant.values[f"modules.{name}"]) for name in MODULES) == 1
    p = arrange({}, {}, rules=variant)
    assert asked(p) == (0, Prompt.HERO)
    seen = GAME.observation.read(p.observe(0), "module").tolist()
    assert [int(v > 0) for v in seen] == [int(name == module) for name in MODULES]


@pytest.mark.rule("HVW-316")
def test_all_modules_off_is_the_basic_game() -> None:
    """13.0: without a switch none of the advanced actions exists."""
    p = arrange(player("T07_S", (5, "K1"), facility={"tavern": 1}), {})
    p.play("hero 1")
    assert not {"stop at holy place", "draw quest", "deposit honor"} & set(p.legal())
    assert GAME.variant("basic").values == GAME.variant(None).values


@pytest.mark.rule("HVW-317")
@pytest.mark.parametrize(
    ("rules", "allowed"),
    [
        ({"special_buildings": True}, {"special_buildings": True, "honor": True}),
        ({"adv_movement": True}, {"adv_movement": True, "adv_terrain": True}),
    ],
)
def test_modules_that_need_another(rules: dict, allowed: dict) -> None:
    """13.0: adv_movement needs adv_terrain, special_buildings needs honor."""
    with pytest.raises(RulesError):
        GAME.new(rules=rules)
    assert not GAME.new(rules=allowed).over


@pytest.mark.rule("HVW-317")
@pytest.mark.parametrize("mode", [0, 5])
def test_combat_methods_are_one_to_four(mode: int) -> None:
    """13.0: there is no fifth combat method."""
    with pytest.raises(RulesError):
        GAME.variant({"combat_mode": mode})


@pytest.mark.rule("HVW-317")
def test_the_combat_method_never_changes() -> None:
    """13.0: a whole round of play under one method, which no action changes."""
    p = arrange({}, {}, rules={"combat_mode": 3})
    p = pass_until(p, Prompt.ITEM)
    assert int(p.rules[0].combat_mode) == 3
    assert GAME.observation.read(p.observe(0), "combat_mode").tolist() == [0, 0, 1, 0]
    with pytest.raises(IllegalAction):
        p.play("combat mode 1")


@pytest.mark.rule("HVW-318")
@pytest.mark.parametrize(
    ("preset", "mode", "rounds", "off"),
    [
        (None, 1, 8, set(MODULES)),
        ("standard", 1, 8, set(MODULES)),
        ("basic", 1, 8, set(MODULES)),
        ("display_light", 2, 4, set(MODULES)),
        ("arena_plus", 3, 8, {"quests"}),
        ("full", 4, 4, set()),
    ],
)
def test_presets(preset: str | None, mode: int, rounds: int, off: set[str]) -> None:
    """13.0: combat method, rounds and modules of the default and of the presets, all with 12 tiles."""
    values = GAME.variant(preset).values
    assert values["combat.mode"] == mode
    assert values["length.max_rounds"] == rounds
    assert values["setup.tile_count"] == 12
    assert {name for name in MODULES if not values[f"modules.{name}"]} == off
    p = GAME.new(rules=preset)
    assert p.num_players == 2
    assert int((p.record.tile >= 0).sum()) == 12
