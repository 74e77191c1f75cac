"""Tiles, start tiles, armies, initiative and the length of a game (HVW-112 to HVW-132)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import IllegalAction, Position
from rulebound.envs.core.record import PositionError
from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_vs_warlords.components import HEX_Q, HEX_R, OBJECTIVE, TILES, TOUCHING
from rulebound.envs.heroes_vs_warlords.state import Prompt, WinKind
from rulebound.envs.heroes_vs_warlords.variant import DATA
from tests.heroes_vs_warlords.helpers import GAME, arrange, asked, hex_of, player, sections, stock

NOBODY = {
    "place_hex": -1, "place_owner": "none", "hero_status": ["unseen", "unseen"], "hero_hex": [-1, -1], "hero_mp": [0, 0],
    "section_unit": [["none"], []], "section_count": [[0], []],
}  # fmt: skip


def table(*dice: int, players: int = 2, rules: object = None) -> Position:
    """The very start of a game with forced initiative dice: 12 tiles face down, no start tile placed."""
    world = {"tile": [*TILES[:12], *["none"] * 25], "revealed": [0] * 37}
    return GAME.position({"players": [NOBODY] * players, "stage": "setup", "queue": list(dice), **world}, rules=rules)


def slots(p: Position) -> list[int]:
    """Where the start tile may be placed."""
    return [int(action.rsplit(" ", 1)[1]) for action in p.legal()]


def buying(*dice: int, players: int = 2, rules: object = None) -> Position:
    """All start tiles are placed and the first player buys his army."""
    p = table(*(dice or (20, *[1] * (players - 1))), players=players, rules=rules)
    while asked(p)[1] == Prompt.START_SLOT:
        p.play(p.legal_ids()[0])
    return p


def buy(p: Position, level: int, number: int) -> Position:
    """Buy units of a level for the army; a single possible number is not asked for."""
    p.play(f"recruit level {level}")
    if asked(p)[1] == Prompt.ARMY_NUMBER:
        p.play(f"number {number}")
    return p


def offers(p: Position) -> list[str]:
    """Levels that may be bought."""
    return [action for action in p.legal() if action.startswith("recruit")]


# ------------------------------------------------------------------------------------------------ armies
@pytest.mark.rule("HVW-112", "HVW-115")
def test_army_gold_that_is_left_over_is_lost() -> None:
    """5 units of level 1 and a pass: the other 15 gold are gone, and the stock is 4 gold, 2 stone, 2 wood."""
    p = buying()
    assert (p.seat, int(p.record.army_gold)) == (0, 20)
    buy(p, 1, 5)
    assert p.record.army_gold == 15
    p.play("pass")
    assert (p.seat, int(p.record.army_gold)) == (1, 20)
    assert stock(p, 0) == stock(p, 1) == [4, 0, 2, 2]
    assert sections(p, 0) == [(5, "K1")]


@pytest.mark.rule("HVW-113")
def test_levels_1_to_3_and_three_of_level_3() -> None:
    """Level 4 is never offered; of level 3 at most three, at once or one after the other."""
    p = buying()
    assert offers(p) == [f"recruit level {k}" for k in (1, 2, 3)]
    p.play("recruit level 3")
    assert p.legal() == ["number 1", "number 2", "number 3"]
    buy(p.play("number 2"), 3, 1)
    assert sections(p, 0) == [(3, "K3")]
    assert offers(p) == ["recruit level 1", "recruit level 2"]
    with pytest.raises(IllegalAction):
        p.play("recruit level 3")
    with pytest.raises(IllegalAction):
        p.play("recruit level 4")


@pytest.mark.rule("HVW-114", "HVW-112", "HVW-117")
def test_a_unit_costs_its_level() -> None:
    """7 of level 1, 2 of level 2 and 3 of level 3 are 7, 4 and 9 gold: with 20 gold nothing is left to buy."""
    p = buying()
    left = []
    for level, number in ((1, 7), (2, 2)):
        buy(p, level, number)
        left.append(int(p.record.army_gold))
    assert left == [13, 9]
    buy(p, 3, 3)
    assert p.seat == 1
    assert sections(p, 0) == [(7, "K1"), (2, "K2"), (3, "K3")]


@pytest.mark.rule("HVW-112")
def test_nothing_is_bought_on_credit() -> None:
    """With one gold left only level 1 is offered, and ten of level 2 is the most that 20 gold buy."""
    p = buying().play("recruit level 2")
    assert p.legal()[-1] == "number 10"
    p = buy(buy(buying(), 3, 3), 2, 5)
    assert (int(p.record.army_gold), offers(p)) == (1, ["recruit level 1"])


@pytest.mark.rule("HVW-116")
def test_at_least_one_unit_is_bought() -> None:
    """Passing is masked until a unit is bought."""
    p = buying()
    assert "pass" not in p.legal()
    assert "pass" in buy(p, 1, 1).legal()


@pytest.mark.rule("HVW-117")
def test_different_units_use_different_sections() -> None:
    """5xK1 are one section with the number 5; K2 take another one."""
    p = buy(buying(), 1, 5)
    assert p.record.section_unit[0, 0].tolist() == [1, 0, 0, 0, 0, 0]
    assert p.record.section_count[0, 0].tolist() == [5, 0, 0, 0, 0, 0]
    buy(p, 2, 2)
    assert p.record.section_unit[0, 0].tolist() == [1, 2, 0, 0, 0, 0]
    assert p.record.section_count[0, 0].tolist() == [5, 2, 0, 0, 0, 0]


@pytest.mark.rule("HVW-118")
def test_a_type_joins_its_section() -> None:
    """12 and then 8 of level 1 end as 20 in section 0; more than 20 cannot be bought."""
    p = buying().play("recruit level 1")
    assert p.legal()[-1] == "number 20"
    p.play("number 12")
    assert sections(buy(p, 1, 8), 0) == [(20, "K1")]


@pytest.mark.rule("HVW-118")
def test_a_full_section_is_followed_by_an_empty_one() -> None:
    """With 60 gold and stacks of 20: 25 of level 1 are 20 and 5."""
    p = buying(rules={"setup.army_gold": 60})
    buy(buy(p, 1, 20), 1, 5)
    assert sections(p, 0) == [(20, "K1"), (5, "K1")]


@pytest.mark.rule("HVW-118")
def test_armies_are_bought_in_initiative_order() -> None:
    """Rolls 5, 17, 9: seats 1, 2, 0."""
    p = buying(5, 17, 9, players=3)
    seats = []
    while asked(p)[1] == Prompt.ARMY:
        seats.append(p.seat)
        buy(p, 1, 1).play("pass")
    assert seats == [1, 2, 0]


# ------------------------------------------------------------------------------------------------ initiative
@pytest.mark.rule("HVW-119")
@pytest.mark.parametrize(
    ("dice", "order"), [((5, 17, 9), [1, 2, 0]), ((17, 5, 9), [0, 1, 2]), ((5, 9, 17), [2, 0, 1]), ((9, 5, 17), [2, 0, 1])]
)
def test_the_highest_roll_is_first(dice: tuple[int, ...], order: list[int]) -> None:
    """The others follow clockwise, whatever they rolled."""
    p = table(*dice, players=3)
    assert p.record.order.tolist() == order
    assert p.seat == order[0]


@pytest.mark.rule("HVW-120")
@pytest.mark.parametrize(
    ("dice", "order"),
    [((17, 17, 9, 3, 4), [1, 2, 0]), ((17, 17, 9, 4, 3), [0, 1, 2]), ((9, 17, 17, 2, 1), [1, 2, 0]), ((8, 8, 8, 1, 1, 2), [2, 0, 1])],
)
def test_only_those_tied_for_the_highest_roll_again(dice: tuple[int, ...], order: list[int]) -> None:
    """17, 17, 9: seats 0 and 1 roll again in seat order, seat 2 is out of it; no die is left over or missing."""
    p = table(*dice, 20, players=3)
    assert p.record.order.tolist() == order
    assert p.record.queued == 1


@pytest.mark.rule("HVW-120")
def test_a_second_tie_is_rolled_again() -> None:
    """17 each, 8 each, then 2 and 3."""
    assert table(17, 17, 8, 8, 2, 3).record.order[:2].tolist() == [1, 0]


@pytest.mark.rule("HVW-120")
def test_a_tie_for_the_second_place_does_not_matter() -> None:
    """9, 17, 9: no further die."""
    p = table(9, 17, 9, 20, players=3)
    assert (p.record.order.tolist(), int(p.record.queued)) == ([1, 2, 0], 1)


@pytest.mark.rule("HVW-121")
def test_initiative_is_thrown_for_setup_and_every_round() -> None:
    """A game of two rounds uses three sets of dice: for setup, for round 1 and for round 2."""
    p = table(3, 8, 9, 4, 2, 7, rules={"max_rounds": 2})
    orders = [p.record.order[:2].tolist()]
    while asked(p)[1] in (Prompt.START_SLOT, Prompt.ARMY, Prompt.ARMY_NUMBER):
        assert p.record.queued == 4
        p.play(p.legal_ids()[-1])
    assert p.record.queued == 2
    orders.append(p.record.order[:2].tolist())
    while p.record.game_round == 1:
        assert p.record.queued == 2
        p.play("pass")
    assert p.record.queued == 0
    orders.append(p.record.order[:2].tolist())
    assert orders == [[1, 0], [0, 1], [1, 0]]


# ------------------------------------------------------------------------------------------------ the world
@pytest.mark.rule("HVW-122", "HVW-123")
@pytest.mark.parametrize(("count", "fits"), [(11, False), (12, True), (15, True), (18, True), (19, False)])
def test_size_of_the_world(count: int, fits: bool) -> None:
    """12 to 18 regular tiles; start tiles are not counted."""
    if not fits:
        with pytest.raises(RulesError):
            GAME.new(rules={"tile_count": count})
        return
    p = GAME.new(rules={"tile_count": count}, seed=5)
    while asked(p)[1] == Prompt.START_SLOT:
        p.play(p.legal_ids()[0])
    tiles = p.record.tile[p.record.tile >= 0]
    assert int((tiles < 18).sum()) == count
    assert len(tiles) == count + 2


@pytest.mark.rule("HVW-124", "HVW-125")
def test_regular_tiles_lie_face_down_in_the_first_slots() -> None:
    """12 different tiles on slots 0 to 11, none turned up, slots 12 to 36 free."""
    s = GAME.new(seed=6).record
    assert (s.tile[:12] >= 0).all()
    assert (s.tile[:12] < 18).all()
    assert len(set(s.tile[:12].tolist())) == 12
    assert (s.tile[12:] == -1).all()
    assert not s.revealed.any()


@pytest.mark.rule("HVW-124")
def test_tiles_are_drawn_at_random() -> None:
    """Two seeds lay two sequences, the same seed the same one; in ten games every tile occurs."""
    worlds = [tuple(GAME.new(seed=seed).record.tile[:12].tolist()) for seed in range(10)]
    assert len(set(worlds)) == 10
    assert tuple(GAME.new(seed=3).record.tile[:12].tolist()) == worlds[3]
    assert {tile for world in worlds for tile in world} == set(range(18))


@pytest.mark.rule("HVW-124")
def test_all_tiles_have_the_printed_orientation() -> None:
    """The hex north of a tile's centre is its printed N hex: a hero there finds the wood of T01 wherever the tile lies."""
    tiles = [*TILES[:12], *["none"] * 25]
    tiles[0], tiles[5] = tiles[5], tiles[0]  # T01 now lies on slot 5
    base = arrange({}, {}).record
    tiles[12], tiles[18] = "SK", "SB"
    p = arrange(player(5 * 7, (5, "K1")), tile=tiles, revealed=base.revealed.tolist(), dice=(1,)).play("hero 1", "go n")
    assert p.record.hero_hex[0, 0] == 5 * 7 + 1
    assert (int(HEX_Q[36] - HEX_Q[35]), int(HEX_R[36] - HEX_R[35])) == (0, -1)
    assert p.record.control[0] == 1  # T01_N is the first site


@pytest.mark.rule("HVW-127")
def test_where_the_first_start_tile_may_lie() -> None:
    """With 12 tiles slots 12, 14, 16, 18, 20, 21, 23 and 24: free ones that touch at least two regular tiles."""
    p = table(20, 1)
    assert slots(p) == [12, 14, 16, 18, 20, 21, 23, 24]
    touching = [slot for slot in range(12, 37) if sum(0 <= other < 12 for other in TOUCHING[slot]) >= 2]
    assert slots(p) == touching


@pytest.mark.rule("HVW-127")
def test_start_tiles_are_placed_in_initiative_order() -> None:
    """Rolls 5, 17, 9: seats 1, 2 and 0 are asked, each lays the tile of his tribe."""
    p = table(5, 17, 9, players=3)
    seats = []
    while asked(p)[1] == Prompt.START_SLOT:
        seat, slot = p.seat, slots(p)[0]
        seats.append(seat)
        p.play(f"start tile on slot {slot}")
        assert TILES[p.record.tile[slot]] == ("SK", "SB", "SA")[seat]
        assert p.record.revealed[slot] == 1
    assert seats == [1, 2, 0]


@pytest.mark.rule("HVW-128")
@pytest.mark.parametrize("slot", [12, 14, 16, 18, 20, 21, 23, 24])
def test_start_tiles_lie_two_steps_apart(slot: int) -> None:
    """Neighbours of a start tile, such as 21 of 20, are masked for the next player; everything else stays open."""
    p = table(20, 1).play(f"start tile on slot {slot}")
    near = {int(other) for other in TOUCHING[slot]}
    assert slots(p) == [other for other in (12, 14, 16, 18, 20, 21, 23, 24) if other != slot and other not in near]
    if slot == 20:
        assert 21 not in slots(p)
    assert p.record.revealed[slot] == 1


@pytest.mark.rule("HVW-129", "HVW-043")
def test_hero_1_and_the_camp_begin_on_the_start_tile() -> None:
    """On its centre; the other tiles stay face down."""
    p = buying()
    for seat, tile in enumerate(("SK", "SB")):
        centre = p.record.tile.tolist().index(TILES.index(tile)) * 7
        assert p.record.place_hex[seat] == centre
        assert p.record.hero_hex[seat].tolist() == [centre, -1]
        assert OBJECTIVE[TILES.index(tile), 0] == DATA["order"]["objectives"].index("city" if tile == "SK" else "none")
    assert int(p.record.revealed.sum()) == 2


# ------------------------------------------------------------------------------------------------ length
@pytest.mark.rule("HVW-130", "HVW-131")
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_game_ends_after_the_agreed_rounds(rounds: int) -> None:
    """Each player has three turns a round; the categories are counted after the last victory check."""
    p = arrange({}, {}, rules={"max_rounds": rounds})
    turns = []
    while not p.over:
        if asked(p)[1] == Prompt.HERO:
            turns.append((int(p.record.game_round), p.seat))
        p.play("pass")
    assert [turns.count((k, seat)) for k in range(1, rounds + 1) for seat in (0, 1)] == [3] * (2 * rounds)
    assert p.record.game_round == rounds
    assert p.record.win_kind in (WinKind.CATEGORIES, WinKind.DRAWN)


@pytest.mark.rule("HVW-130")
def test_the_default_length() -> None:
    """8 rounds in the arena, 4 in the presets on the display."""
    lengths = {name: int(GAME.variant(name).record().length_max_rounds) for name in ("basic", "arena_plus", "display_light", "full")}
    assert lengths == {"basic": 8, "arena_plus": 8, "display_light": 4, "full": 4}


@pytest.mark.rule("HVW-132")
@pytest.mark.parametrize(("mode", "cap"), [(1, 6000), (2, 40000), (3, 6000), (4, 40000)])
def test_the_decision_cap(mode: int, cap: int) -> None:
    """Reached with the next decision: truncated, and scored by categories; one decision earlier the game goes on."""
    ahead = {"control": {"T01_N": "player_0"}, "activated": {"T01_N": 1}}
    p = arrange(player("T05_C", (20, "K2")), rules={"combat_mode": mode}, decisions=cap - 2, **ahead).play("hero 1")
    assert not p.over
    p.play("go s")
    assert p.over
    assert p.record.truncated
    assert p.record.winner == 0
    assert p.record.win_kind == WinKind.CATEGORIES
    assert p.outcome()[:, 0].tolist() == [1.0, -1.0]


@pytest.mark.rule("HVW-132")
def test_the_cap_is_a_knob() -> None:
    """A cap of 1000 decisions, and none below."""
    rules = {"decision_cap": {"arena": 1000, "display": 1000}}
    p = arrange(player("T05_C", (20, "K2")), rules=rules, decisions=999).play("hero 1")
    assert p.over
    with pytest.raises(RulesError):
        GAME.variant({"decision_cap": {"arena": 999, "display": 1000}})


@pytest.mark.rule("HVW-130")
def test_the_end_of_the_rounds_is_no_truncation() -> None:
    """Scored after the last round, the game has ended regularly."""
    p = arrange(player(hex_of("T05_C"), (20, "K2")), stage="clean_up", game_round=8)
    assert p.over
    assert not p.record.truncated


@pytest.mark.rule("HVW-130")
def test_no_round_after_the_last() -> None:
    """Round 4 of a game of three cannot be."""
    with pytest.raises(PositionError):
        arrange({}, {}, rules={"max_rounds": 3}, game_round=4)
