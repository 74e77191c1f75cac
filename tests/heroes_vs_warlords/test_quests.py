"""Quest cards from the Tavern: drawing, progress and the twelve rewards (chapter 17.2)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.components import POSITIONS, SITES
from rulebound.envs.heroes_vs_warlords.state import Prompt
from rulebound.envs.heroes_vs_warlords.variant import DATA, QUESTS
from tests.heroes_vs_warlords.helpers import arrange, asked, guarded, hex_of, in_battle, pass_until, player, stock

RULES = {"quests": True}


def _at_home(rules: object = RULES, cards: dict | None = None, seed: int = 0, seats: tuple = ({},), **fields: object) -> Position:
    """Hero 1 of the Knights is at home with a Tavern."""
    fields = {"facility": {"tavern": 1}, **fields}
    return arrange(player(None, **fields), *seats, rules=rules, seed=seed, quest_card=cards or {}).play("hero 1")


def _deck(*cards: str) -> dict[str, int]:
    """Where the cards are when only these are left in the deck."""
    return {name: 0 if name in cards else 2 for name in QUESTS}


def _drawn(p: Position, seat: int = 0, hero: int = 0) -> str:
    card = int(p.record.hero_quest[seat, hero])
    return QUESTS[card - 1] if card else "none"


# ------------------------------------------------------------------------------------------------ drawing
@pytest.mark.rule("HVW-356")
def test_a_hero_at_home_with_a_tavern_may_draw() -> None:
    """17.2: a hero in his home with a Tavern and without an open quest may draw a card."""
    assert "draw quest" in _at_home().legal()
    assert "draw quest" not in _at_home(facility={"tavern": 0}).legal()
    assert "draw quest" not in _at_home(rules=None).legal()
    assert "draw quest" not in _at_home(hero_quest=["duel", "none"], cards={"duel": 1}).legal()
    away = arrange(player("T01_C", (5, "K1"), facility={"tavern": 1}), rules=RULES).play("hero 1")
    assert "draw quest" not in away.legal()


@pytest.mark.rule("HVW-356")
def test_only_the_home_gives_quests() -> None:
    """17.2: the Tavern of a conquered Camp has no quests for the conqueror."""
    camp = int(arrange({}, {}).record.place_hex[1])
    beaten = player("T01_C", (5, "B1"), place_owner="player_0", conquered=1, facility={"tavern": 1})
    p = arrange(player(camp, (5, "K1"), facility={"tavern": 1}), beaten, rules=RULES).play("hero 1")
    assert "draw quest" not in p.legal()


@pytest.mark.rule("HVW-356", "HVW-358")
def test_one_open_quest_per_hero() -> None:
    """17.2: with a card in hand hero 1 draws no second one, but hero 2 may draw his."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [84, 84], "hero_mp": [6, 6], "hero_new": [0, 1]}
    units = {"section_unit": [["K1"] + ["none"] * 5] * 2, "section_count": [[5] + [0] * 5] * 2}
    p = _at_home(cards=_deck("duel", "raider"), **both, **units)
    p.play("draw quest")
    assert _drawn(p) in ("duel", "raider")
    assert p.record.hero_progress[0, 0] == 0
    assert "draw quest" not in p.legal()
    p.play("pass", "hero 2", "draw quest")
    assert {_drawn(p), _drawn(p, hero=1)} == {"duel", "raider"}
    assert "draw quest" not in p.legal()


@pytest.mark.rule("HVW-357")
def test_a_fulfilled_quest_is_paid_and_discarded() -> None:
    """17.2: the Grave Robber who explores a ruin gets 5 experience, discards the card and may draw again at home."""
    p = arrange(
        player("T05_C", (5, "K3"), hero_quest=["grave_robber", "none"], hero_mp=[9, 0], facility={"tavern": 1}),
        rules=RULES, quest_card={"grave_robber": 1}, **guarded("T05_N", level_1=1),
    )  # fmt: skip
    p.play("hero 1", "go n").queue_dice(20, 1).play("target 0")
    assert not in_battle(p)
    assert p.record.hero_ep[0, 0] == 6  # the guard and the quest
    assert _drawn(p) == "none"
    assert p.record.quest_card[QUESTS.index("grave_robber")] == 2
    p.play("go se", "go ne", "go se")
    assert p.record.hero_hex[0, 0] == p.record.place_hex[0]
    assert "draw quest" in p.legal()


@pytest.mark.rule("HVW-357")
def test_an_empty_deck_is_shuffled_again() -> None:
    """17.2: when every card is discarded they form the deck again."""
    p = _at_home(cards=_deck()).play("draw quest")
    assert _drawn(p) != "none"
    assert sorted(p.record.quest_card.tolist()).count(1) == 1


@pytest.mark.rule("HVW-358")
@pytest.mark.parametrize("seed", range(4))
def test_a_pilgrim_needs_holy_places(seed: int) -> None:
    """17.2: without adv_terrain the Pilgrim is replaced by another card, with it he is kept."""
    p = _at_home(cards=_deck("pilgrim"), seed=seed).play("draw quest")
    assert _drawn(p) not in ("pilgrim", "none")
    kept = _at_home({**RULES, "adv_terrain": True}, cards=_deck("pilgrim"), seed=seed).play("draw quest")
    assert _drawn(kept) == "pilgrim"


@pytest.mark.rule("HVW-358")
@pytest.mark.parametrize("seed", range(4))
def test_a_surveyor_needs_unseen_tiles(seed: int) -> None:
    """17.2: with every tile face up the Surveyor is replaced by another card."""
    p = _at_home(cards=_deck("surveyor"), seed=seed).play("draw quest")
    assert _drawn(p) not in ("surveyor", "none")
    revealed = arrange({}, {}).record.revealed.tolist()
    revealed[0] = 0
    kept = arrange(player(None, facility={"tavern": 1}), rules=RULES, seed=seed, quest_card=_deck("surveyor"), revealed=revealed)
    assert _drawn(kept.play("hero 1", "draw quest")) == "surveyor"


@pytest.mark.rule("HVW-358")
def test_what_was_done_before_does_not_count() -> None:
    """17.2: a ruin explored before the draw leaves the progress at 0."""
    p = _at_home(cards=_deck("grave_robber"), rules=RULES).play("draw quest")
    assert _drawn(p) == "grave_robber"
    before = arrange(
        player(None, facility={"tavern": 1}), rules=RULES, quest_card=_deck("grave_robber"), explored={"T05_N": 1}, activated={"T05_N": 1}
    ).play("hero 1", "draw quest")
    assert _drawn(before) == "grave_robber"
    assert before.record.hero_progress[0, 0] == 0


@pytest.mark.rule("HVW-358")
def test_the_other_heros_deeds_do_not_count() -> None:
    """17.2: hero 2 at the outpost does nothing for the quest of hero 1."""
    both = {"hero_status": ["on_map", "on_map"], "hero_hex": [hex_of("T01_C"), hex_of("T02_C")], "hero_mp": [6, 6]}
    units = {"section_unit": [["K1"] + ["none"] * 5] * 2, "section_count": [[5] + [0] * 5] * 2}
    p = arrange({**both, **units, "hero_quest": ["courier", "none"]}, rules=RULES, quest_card={"courier": 1})
    p.play("hero 2").queue_dice(6).play("go ne")
    assert p.record.hero_progress[0].tolist() == [0, 0]
    assert _drawn(p) == "courier"


# ------------------------------------------------------------------------------------------------ the cards
CARDS = {
    "open_the_mines": (2, "resource_captured", {"gold": 4}),
    "grave_robber": (1, "ruin_explored", {"ep": 5}),
    "courier": (2, "outpost_collected", {"gold": 2, "crystal": 1}),
    "bounty": (10, "neutral_unit_killed", {"gold": 5}),
    "monster_hunt": (1, "neutral_stack_defeated_min_level", {"crystal": 2}),
    "surveyor": (2, "tile_revealed", {"stone": 3, "wood": 3}),
    "scholar": (1, "tower_searched", {"ep": 5}),
    "pilgrim": (1, "holy_place_rolled", {"gold": 3}),
    "duel": (1, "enemy_hero_combat_won", {"ep": 10}),
    "raider": (1, "enemy_resource_captured", {"gold": 6}),
    "warden": (6, "unit_left_as_resource_guard", {"stone": 4, "wood": 4}),
    "quartermaster": (3, "recruited_unit_picked_up", {"gold": 3}),
}


@pytest.mark.rule("HVW-359")
def test_the_deck_of_twelve() -> None:
    """17.2: events, counts and rewards of the twelve cards."""
    assert tuple(CARDS) == QUESTS
    values = arrange({}, {}).variant.values
    for name, (count, event, reward) in CARDS.items():
        assert DATA["quests"][name]["event"] == event
        assert values[f"quests.{name}.count"] == count
        full = {"gold": 0, "crystal": 0, "stone": 0, "wood": 0, "ep": 0} | reward
        assert values[f"quests.{name}.reward"] == full


def _on_quest(
    name: str, where: str | int, progress: int, *stacks: tuple[int, str], seat_1: dict | None = None, **fields: object
) -> Position:
    """A hero with an open quest that has come so far."""
    own = {"hero_quest": [name, "none"], "hero_progress": [progress, 0], "stock": {"gold": 0}, **fields.pop("own", {})}
    rules = {**RULES, "adv_terrain": name == "pilgrim"}
    p = arrange(player(where, *(stacks or ((5, "K1"),)), **own), seat_1 or {}, rules=rules, quest_card={name: 1}, **fields)
    return p.play("hero 1")


def _capture(progress: int) -> Position:
    return _on_quest("open_the_mines", "T05_C", progress).queue_dice(1).play("go sw")


def _ruin(progress: int) -> Position:
    p = _on_quest("grave_robber", "T05_C", progress, (5, "K3"), **guarded("T05_N", level_1=1))
    return p.play("go n").queue_dice(20, 1).play("target 0")


def _outpost(progress: int) -> Position:
    return _on_quest("courier", "T02_C", progress).queue_dice(1).play("go ne")


def _kill(progress: int) -> Position:
    p = _on_quest("bounty", "T01_C", progress, (1, "K3"), **guarded("T01_N", level_1=1))
    return p.play("go n").queue_dice(20, 1).play("target 0")


def _hunt(progress: int) -> Position:
    p = _on_quest("monster_hunt", "T01_C", progress, (2, "K3"), **guarded("T01_N", level_4=2))
    return p.play("go n").queue_dice(20, 1).play("target 0")


def _survey(progress: int) -> Position:
    revealed = arrange({}, {}).record.revealed.tolist()
    revealed[4] = 0
    return _on_quest("surveyor", "T04_NW", progress, revealed=revealed).play("go n")


def _study(progress: int) -> Position:
    return _on_quest("scholar", "T01_C", progress).queue_dice(1).play("go se")


def _pray(progress: int) -> Position:
    return _on_quest("pilgrim", "T07_S", progress).queue_dice(8).play("stop at holy place")


def _duel(progress: int) -> Position:
    p = _on_quest("duel", "T01_C", progress, (5, "K3"), seat_1=player("T01_NE", (1, "B1")))
    return p.play("go ne").queue_dice(20, 1).play("target 0")


def _raid(progress: int) -> Position:
    return _on_quest("raider", "T01_C", progress, control={"T01_N": "player_1"}, activated={"T01_N": 1}).play("go n")


def _guard(progress: int) -> Position:
    p = _on_quest("warden", "T01_N", progress, control={"T01_N": "player_0"}, activated={"T01_N": 1})
    return p.play("transfer", "holder section 0", "holder garrison 1", "number 1")


def _fetch(progress: int) -> Position:
    vale = int(arrange({}, {}).record.place_hex[0])
    p = _on_quest("quartermaster", vale + POSITIONS.index("SW"), progress, own={"pool_active": 1, "pool": 2})
    return p.play("go se", "transfer", "holder pool", "holder section 0", "number 1")


EVENTS: list[tuple[str, Callable[[int], Position], list[int], int]] = [
    ("open_the_mines", _capture, [4, 0, 0, 0], 0),
    ("grave_robber", _ruin, [0, 0, 0, 0], 6),
    ("courier", _outpost, [2, 1, 0, 1], 0),
    ("bounty", _kill, [5, 0, 0, 0], 1),
    ("monster_hunt", _hunt, [0, 2, 0, 0], 2),
    ("surveyor", _survey, [0, 0, 3, 3], 0),
    ("scholar", _study, [0, 0, 0, 0], 5),
    ("pilgrim", _pray, [3, 0, 0, 0], 0),
    ("raider", _raid, [6, 0, 0, 0], 0),
    ("warden", _guard, [0, 0, 4, 4], 0),
    ("quartermaster", _fetch, [3, 0, 0, 0], 0),
]


@pytest.mark.rule("HVW-359", "HVW-357")
@pytest.mark.parametrize(("name", "event", "goods", "ep"), EVENTS)
def test_the_last_event_pays(name: str, event: Callable[[int], Position], goods: list[int], ep: int) -> None:
    """17.2: the last event of the count brings the reward at once and frees the hero for a new quest."""
    p = event(CARDS[name][0] - 1)
    assert stock(p, 0) == goods
    assert p.record.hero_ep[0, 0] == ep
    assert _drawn(p) == "none"


@pytest.mark.rule("HVW-359")
@pytest.mark.parametrize(("name", "event"), [entry[:2] for entry in EVENTS if CARDS[entry[0]][0] > 1])
def test_an_earlier_event_only_counts(name: str, event: Callable[[int], Position]) -> None:
    """17.2: before the last one the card stays open and its progress grows by one."""
    p = event(CARDS[name][0] - 2)
    assert _drawn(p) == name
    assert p.record.hero_progress[0, 0] == CARDS[name][0] - 1


@pytest.mark.rule("HVW-359")
def test_a_duel_won() -> None:
    """17.2: beating an enemy hero pays 10 more than his death and his unit: 21 experience, two levels."""
    p = _duel(0)
    assert _drawn(p) == "none"
    assert (p.record.hero_level[0, 0], p.record.hero_ep[0, 0]) == (3, 1)


@pytest.mark.rule("HVW-359")
def test_monsters_begin_at_level_4() -> None:
    """17.2: a destroyed stack of level 3 is no monster."""
    p = _on_quest("monster_hunt", "T01_C", 0, (2, "K3"), **guarded("T01_N", level_3=2))
    p.play("go n")
    p = pass_until(p, Prompt.ATTACK)
    while asked(p) == (1, Prompt.ATTACK):
        p.play("pass")
    p.queue_dice(20, 1).play("target 0")
    assert not in_battle(p)
    assert _drawn(p) == "monster_hunt"
    assert p.record.hero_progress[0, 0] == 0


@pytest.mark.rule("HVW-359")
def test_an_unowned_resource_is_no_raid() -> None:
    """17.2: the Raider takes a Resource from an enemy, not from nobody."""
    p = _on_quest("raider", "T05_C", 0).queue_dice(1).play("go sw")
    assert p.record.control[SITES.index("T05_SW")] == 1
    assert _drawn(p) == "raider"
    assert p.record.hero_progress[0, 0] == 0
