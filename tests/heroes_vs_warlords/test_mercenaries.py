"""Mercenaries: one stack per hero, hired in Taverns or found at the Recruitment Locations of defeated players (chapter 17.1)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt
from tests.heroes_vs_warlords.helpers import arrange, asked, pass_until, player, sections, stock

RULES = {"mercenaries": True, "income.per_place": 0}
FULL = tuple((1, f"K{k}") for k in range(1, 7))


def _ways(p: Position) -> dict[tuple[str, str], int]:
    """Every transfer that can be begun: from, to and the largest number."""
    found: dict[tuple[str, str], int] = {}
    if "transfer" not in p.legal():
        return found
    first = p.clone().play("transfer")
    for source in [action for action in first.legal() if action.startswith("holder ")]:
        second = first.clone().play(source)
        for goal in [action for action in second.legal() if action.startswith("holder ")]:
            numbers = [int(action[7:]) for action in second.clone().play(goal).legal() if action.startswith("number ")]
            found[source[7:], goal[7:]] = max(numbers)
    return found


def _production(*stacks: tuple[int, str], rules: dict = RULES, gold: int = 5, seat: int = 0, **fields: object) -> Position:
    """Production of seat 0, whose hero is at home with this army."""
    fields = {"facility": {"tavern": 1}, "stock": {"gold": gold}, **fields}
    p = arrange(player(None, *stacks, **fields), stage="income", sequence=2, rules=rules)
    assert asked(p) == (seat, Prompt.ITEM)
    return p


def _amounts(p: Position, hero: int = 1) -> list[int]:
    """How many mercenaries can be hired for a hero."""
    if f"hire mercenaries for hero {hero}" not in p.legal():
        return []
    p = p.clone().play(f"hire mercenaries for hero {hero}")
    return [int(action[7:]) for action in p.legal() if action.startswith("amount ")]


# ------------------------------------------------------------------------------------------------ one stack
@pytest.mark.rule("HVW-350")
def test_one_mercenary_stack_per_hero() -> None:
    """17.1: three more join the section of five, a second section of mercenaries is not possible."""
    p = arrange(player(None, (5, "K1"), (5, "M"), mercenaries=3), rules=RULES).play("hero 1")
    ways = _ways(p)
    assert ways["pool", "section 1"] == 3
    assert not {("pool", f"section {k}") for k in (0, 2, 3, 4, 5)} & set(ways)
    p.play("transfer", "holder pool", "holder section 1", "number 3")
    assert sections(p, 0) == [(5, "K1"), (8, "M")]
    assert p.record.mercenaries[0] == 0


@pytest.mark.rule("HVW-350")
def test_a_first_mercenary_stack() -> None:
    """17.1: a hero without mercenaries takes them into an empty section, never into a section of others."""
    p = arrange(player(None, (5, "K1"), mercenaries=3), rules=RULES).play("hero 1")
    ways = _ways(p)
    assert ("pool", "section 1") in ways
    assert ("pool", "section 0") not in ways
    p.play("transfer", "holder pool", "holder section 1", "number 3")
    assert sections(p, 0) == [(5, "K1"), (3, "M")]


@pytest.mark.rule("HVW-351")
def test_mercenaries_guard_no_resource() -> None:
    """17.1: on his wood hex a hero drops his own units but no mercenary."""
    mine = {"control": {"T01_N": "player_0"}, "activated": {"T01_N": 1}}
    ways = _ways(arrange(player("T01_N", (2, "K1"), (5, "M")), rules=RULES, **mine).play("hero 1"))
    assert ("section 0", "garrison 1") in ways
    assert not [way for way in ways if way[0] == "section 1" and not way[1].startswith("section")]


# ------------------------------------------------------------------------------------------------ Taverns
@pytest.mark.rule("HVW-352")
def test_a_tavern_hires_out_for_one_gold_each() -> None:
    """17.1.1: with 5 gold up to 5 mercenaries, each for 1 gold, straight onto the hero."""
    p = _production((5, "K1"))
    assert _amounts(p) == [1, 2, 3, 4, 5]
    p.play("hire mercenaries for hero 1", "amount 3")
    assert stock(p, 0)[0] == 2
    assert sections(p, 0) == [(5, "K1"), (3, "M")]
    assert p.record.mercenaries[0] == 0


@pytest.mark.rule("HVW-352")
def test_no_hiring_without_tavern_gold_or_module() -> None:
    """17.1.1: mercenaries need a Tavern, gold, and the module."""
    assert _amounts(_production((5, "K1"), facility={"tavern": 0})) == []
    poor = {"facility": {"tavern": 1, "trade_hall": 1}, "stock": {"wood": 3}}
    assert _amounts(_production((5, "K1"), **poor)) == []
    assert _amounts(_production((5, "K1"), rules={"income.per_place": 0})) == []


@pytest.mark.rule("HVW-353")
def test_hiring_needs_a_hero_with_room() -> None:
    """17.1.1: nobody is hired for an absent hero, nor for one with six other stacks."""
    assert _amounts(_production((5, "K1"), hero_hex=[0, -1])) == []
    assert _amounts(_production(*FULL)) == []
    assert _amounts(_production(*FULL[:5], (1, "M"))) == [1, 2, 3, 4, 5]
    assert _amounts(_production(*FULL[:5])) == [1, 2, 3, 4, 5]
    assert _amounts(_production((5, "K1")), hero=2) == []


@pytest.mark.rule("HVW-353")
def test_hiring_in_a_conquered_camp() -> None:
    """17.1.1: any own place with a Tavern serves the hero who is there."""
    camp = int(arrange({}, {}).record.place_hex[1])
    p = arrange(
        player(camp, (5, "K1"), stock={"gold": 9}),
        player("T01_C", (5, "B1"), place_owner="player_0", conquered=1, facility={"tavern": 1}, stock={"gold": 2}),
        stage="income",
        sequence=2,
        rules=RULES,
    )
    p = pass_until(p, Prompt.PLACE)
    p.play("place player_1")
    assert _amounts(p) == [1, 2]  # paid from the stock of the Camp


@pytest.mark.rule("HVW-355")
def test_limit_of_twenty() -> None:
    """17.1.3: a hero with 18 mercenaries hires or takes at most two more."""
    assert _amounts(_production((18, "M"))) == [1, 2]
    assert _amounts(_production((20, "M"))) == []
    ways = _ways(arrange(player(None, (18, "M"), mercenaries=5), rules=RULES).play("hero 1"))
    assert ways["pool", "section 0"] == 2


# ------------------------------------------------------------------------------------------------ the world
def _fallen(pool: int) -> dict[str, object]:
    """A third player who is out of the game; mercenaries wait at his Recruitment Location."""
    nothing = {"section_unit": [["none"] * 6] * 2, "section_count": [[0] * 6] * 2, "hero_hex": [-1, -1]}
    gone = {"alive": 0, "fallen": 1, "hero_status": ["dead", "unseen"], "hero_killed": [1, 0], "hero_mp": [0, 0], "place_owner": "none"}
    return {**nothing, **gone, "pool": pool, "pool_active": 1}


def _beside_the_glade(pool: int, rules: object, *stacks: tuple[int, str]) -> Position:
    """A hero enters the Recruitment Location of the Amazons, who are out."""
    glade = int(arrange({}, {}, {}).record.place_hex[2])
    p = arrange(player(glade + 2, *stacks), {}, _fallen(pool), rules=rules, falls=1)
    return p.play("hero 1", "go s")


@pytest.mark.rule("HVW-354")
@pytest.mark.parametrize("rules", [None, RULES])
def test_mercenaries_of_a_defeated_player(rules: object) -> None:
    """17.1.2: with or without the module, a hero takes the three mercenaries waiting there."""
    p = _beside_the_glade(3, rules, (5, "K1"))
    p.play("transfer", "holder pool", "holder section 1", "number 3")
    assert sections(p, 0) == [(5, "K1"), (3, "M")]
    assert p.record.pool[2] == 0


@pytest.mark.rule("HVW-354", "HVW-355")
def test_found_mercenaries_obey_the_limits() -> None:
    """17.1.2: those found join the one stack of at most 20."""
    ways = _ways(_beside_the_glade(6, None, (5, "K1"), (18, "M")))
    assert [goal for source, goal in ways if source == "pool"] == ["section 1"]
    assert ways["pool", "section 1"] == 2


@pytest.mark.rule("HVW-354")
def test_a_living_players_pool_is_no_mercenary_camp() -> None:
    """17.1.2: the inactive Recruitment Location of a living enemy gives nothing."""
    glade = int(arrange({}, {}, {}).record.place_hex[2])
    p = arrange(player(glade + 2, (5, "K1")), {}, player("T01_C", (5, "A1"))).play("hero 1", "go s")
    assert not [way for way in _ways(p) if way[0] == "pool"]
