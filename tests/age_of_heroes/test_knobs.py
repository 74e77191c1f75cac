"""Every rule knob at both ends of its range, with its effect on the game."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Building, Prompt, WinKind
from rulebound.envs.core.position import Position
from tests.age_of_heroes.helpers import (
    GAME,
    all_cards,
    at_market,
    at_prompt,
    commit,
    discarded,
    hand,
    hand_sizes,
    home_armies,
    idle,
    prompt,
    supplies,
    table,
    war,
    wars,
)

CITY = ["wood", "wood", "stone"]


def dealt(players: int, rules: dict, dice: list[int] | None = None) -> Position:
    """A game from its setup on with nothing but conventional cards at first; seat 0 starts."""
    cards = [card for card in ("iron", "wood", "grain", "stone") for _ in range(12)]
    return GAME.position(
        {"stage": "setup", "deck": cards, "queue": dice or [6, 6] + [1, 1] * (players - 1)}, num_players=players, rules=rules
    )


# ------------------------------------------------------------------------------------------------ setup
@pytest.mark.rule("AOH-001")
@pytest.mark.parametrize("players", [2, 6])
def test_num_players(players):
    """The table has as many seats as the rules say."""
    p = GAME.new(rules={"num_players": players}, seed=1)
    assert p.num_players == players
    assert p.record.alive.tolist() == [1] * players + [0] * (6 - players)


@pytest.mark.rule("AOH-016")
@pytest.mark.parametrize("cards", [3, 7])
def test_initial_hand(cards):
    """That many cards are dealt; the Fair adds one before the first question."""
    p = dealt(3, {"initial_hand": cards})
    assert hand_sizes(p) == [cards + 1] * 3


@pytest.mark.rule("AOH-011", "AOH-012")
@pytest.mark.parametrize("cities", [0, 2])
@pytest.mark.parametrize("armies", [0, 2])
def test_start_cities_and_start_armies(cities, armies):
    """Everybody starts with these pieces, which do not come out of the supply."""
    p = dealt(3, {"start_cities": cities, "start_armies": armies})
    assert p.record.cities[:3].tolist() == [cities] * 3
    assert p.record.armies[:3].tolist() == [armies] * 3
    assert supplies(p) == [12, 12, 9, 6, 6]
    assert p.record.alive[:3].tolist() == [1, 1, 1]


@pytest.mark.rule("AOH-014")
@pytest.mark.parametrize(
    ("rule", "rerolls", "starter"),
    [
        ("tied_only", [1, 1, 1, 2], 1),
        ("keep_others", [1, 1, 1, 2], 2),
        ("tied_only", [6, 3, 1, 1], 0),
        ("keep_others", [6, 3, 1, 1], 0),
    ],
)
def test_tie_reroll(rule, rerolls, starter):
    """Totals 8, 8, 7: by keep_others the 7 stays in the contest and wins against low rerolls."""
    p = dealt(3, {"tie_reroll": rule}, [4, 4, 2, 6, 3, 4, *rerolls])
    assert p.record.starter == starter


@pytest.mark.rule("AOH-091", "AOH-092")
@pytest.mark.parametrize(("pieces", "legal"), [([0] * 5, False), ([12, 12, 9, 6, 6], True)])
def test_supply(pieces, legal):
    """An empty supply closes every building, the full one opens them."""
    p = table([{"hand": {"iron": 3, "wood": 3, "grain": 3, "stone": 3, "gold": 2}}, {}, {}], rules={"supply": pieces})
    assert supplies(p) == pieces
    builds = {"build army", "build city", "build fortress", "build general", "build road left", "build road right"}
    assert builds & set(p.legal()) == (builds if legal else set())


# ------------------------------------------------------------------------------------------------ days and events
@pytest.mark.rule("AOH-102")
@pytest.mark.parametrize(("first", "day", "legal"), [(1, 1, True), (5, 4, False), (5, 5, True)])
def test_conquest_day(first, day, legal):
    """Conquest opens on that day."""
    p = table([{}, {"cities": 2}], day=day, rules={"conquest_day": first})
    assert ("player_1 conquest" in wars(p)) is legal


@pytest.mark.rule("AOH-023", "AOH-035")
@pytest.mark.parametrize(("grace", "day", "live"), [(0, 1, True), (3, 1, False), (3, 3, False), (3, 4, True)])
def test_event_grace_days(grace, day, live):
    """Events of the Preparation are harmless on so many days and live afterwards."""
    players = [{"hand": ["earthquake", "hunger", "barbarians", "iron", "iron", "grain"]}, {"hand": ["grain"], "armies": 2}]
    p = table(players, day=day, stage="preparation", rules={"event_grace_days": grace}, deck=["gold", "gold"])
    if live:
        assert prompt(p) == (0, Prompt.DISASTER)
        p.play("earthquake player_1")
    assert Prompt(p.record.prompt) is Prompt.MARKET
    assert hand(p, 0) == ({"gold": 1} if live else {"iron": 2, "grain": 1, "gold": 1})
    assert hand(p, 1) == ({"gold": 1} if live else {"grain": 1, "gold": 1})
    assert p.record.armies_disabled[1] == (2 if live else 0)
    assert discarded(p)["earthquake"] == discarded(p)["hunger"] == discarded(p)["barbarians"] == 1


@pytest.mark.rule("AOH-165")
@pytest.mark.parametrize(
    ("most", "day", "over"), [(10, 9, False), (10, 10, True), (1000, 10, False), (1000, 100, False), (1000, 999, False), (1000, 1000, True)]
)
def test_max_days(most, day, over):
    """The last turn of that day ends the game."""
    p = table(2, day=day, turn_seat=1, rules={"max_days": most}).play("do nothing")
    assert p.over is over
    assert p.record.day == (day if over else day + 1)
    if over:
        assert (p.record.winner, p.record.win_kind) == (-1, WinKind.TRUNCATED)


@pytest.mark.rule("AOH-024", "AOH-028")
def test_disaster_timing_preparation():
    """Disasters are asked for in Preparation and cannot be played on the own turn."""
    p = table([{"hand": ["earthquake", "eruption"]}, {}, {}], stage="preparation", rules={"disaster_timing": "preparation"})
    assert prompt(p) == (0, Prompt.DISASTER)
    idle(p, at_prompt(0, Prompt.MAIN))
    assert hand(p, 0)["earthquake"] == hand(p, 0)["eruption"] == 1
    assert not any(action.startswith(("earthquake", "eruption")) for action in p.legal())


@pytest.mark.rule("AOH-024", "AOH-028", "AOH-029")
def test_disaster_timing_own_turn():
    """Any number of disasters is played on the own turn, after the draw and before the main action."""
    rules = {"disaster_timing": "own_turn"}
    p = table(
        [{"hand": ["earthquake", "earthquake"]}, {"armies": 3, "cities": 2}, {"armies": 2}],
        stage="preparation",
        rules=rules,
        deck=["grain"] * 3 + ["eruption", "grain"],
    )
    assert Prompt(p.record.prompt) is Prompt.MARKET  # nothing is asked in Preparation
    idle(p, at_prompt(0, Prompt.MAIN))
    assert hand(p, 0) == {"earthquake": 2, "eruption": 1, "grain": 1}
    targets = {f"{card} player_{seat}" for card in ("earthquake", "eruption") for seat in (1, 2)}
    assert targets <= set(p.legal())
    assert {"tax", "do nothing"} <= set(p.legal())
    p.play("earthquake player_1", "earthquake player_2", "eruption player_1")
    assert prompt(p) == (0, Prompt.MAIN)
    assert (home_armies(p, 1), home_armies(p, 2), p.record.cities[1]) == (0, 0, 1)
    assert discarded(p) == {"earthquake": 2, "eruption": 1}
    p.play("war player_1 conquest")  # the main action is still there, and the armies are down
    commit(p, 1)
    assert prompt(p) == (1, Prompt.ARMIES)
    assert p.legal() == ["commit 0 armies"]


@pytest.mark.rule("AOH-023", "AOH-028")
@pytest.mark.parametrize(("grace", "day", "playable"), [(1, 1, False), (1, 2, True), (3, 3, False), (3, 4, True), (0, 1, True)])
def test_disaster_timing_own_turn_keeps_the_cards_in_preparation(grace, day, playable):
    """The cards stay in hand in every Preparation and become playable on the first day after the grace days."""
    rules = {"disaster_timing": "own_turn", "event_grace_days": grace}
    p = table([{"hand": ["earthquake", "eruption"]}, {}], day=day, stage="preparation", rules=rules)
    assert hand(p, 0) == {"earthquake": 1, "eruption": 1, "wood": 1}
    assert discarded(p) == {}
    idle(p, at_prompt(0, Prompt.MAIN))
    assert {"earthquake player_1", "eruption player_1"} & set(p.legal()) == (
        {"earthquake player_1", "eruption player_1"} if playable else set()
    )


@pytest.mark.rule("AOH-039", "AOH-028")
def test_disaster_timing_own_turn_can_be_blocked():
    """The victim of a disaster on the own turn is asked as in Preparation."""
    p = table([{"hand": ["eruption"]}, {"hand": ["olympics"]}], rules={"disaster_timing": "own_turn"}).play("eruption player_1")
    assert prompt(p) == (1, Prompt.BLOCK)
    p.play("block olympics")
    assert prompt(p) == (0, Prompt.MAIN)
    assert p.record.cities[1] == 1
    assert discarded(p) == {"eruption": 1, "olympics": 1}


@pytest.mark.rule("AOH-043", "AOH-044")
@pytest.mark.parametrize(
    ("event", "victim", "choice", "spent"),
    [
        ("hunger", ["fortune", "grain"], True, "fortune"),
        ("hunger", ["fortune", "gold"], False, "fortune"),  # spent with nothing to lose
        ("hunger", ["olympics", "grain"], False, None),
        ("barbarians", ["fortune", "olympics", "iron"], True, "fortune"),
        ("barbarians", ["olympics", "iron"], True, "olympics"),
    ],
)
def test_block_mode(event, victim, choice, spent):
    """By choice a victim with something to lose is asked; auto spends Fortune, else Olympics where it works, unasked."""
    named = {"day": 2, "stage": "preparation", "deck": ["gold"] * 2}
    players = [{"hand": [event, *victim]}, {}] if event == "barbarians" else [{"hand": [event]}, {"hand": victim}]
    seat = 0 if event == "barbarians" else 1
    asked = table(players, rules={"block_mode": "choice"}, **named)
    assert (prompt(asked) == (seat, Prompt.BLOCK)) is choice
    if not choice:
        assert hand(asked, seat)[victim[0]] == 1
    auto = table(players, rules={"block_mode": "auto"}, **named)
    assert Prompt(auto.record.prompt) is Prompt.MARKET
    assert discarded(auto) == {event: 1, **({spent: 1} if spent else {"grain": 1})}
    kept = [card for card in victim if card != (spent or "grain")]
    assert all(hand(auto, seat).get(card) for card in kept)


@pytest.mark.rule("AOH-042")
@pytest.mark.parametrize(
    ("event", "card", "blocked"),
    [("earthquake", "fortune", True), ("earthquake", "olympics", False), ("eruption", "fortune", True), ("eruption", "olympics", True)],
)
def test_block_mode_auto_against_disasters(event, card, blocked):
    """Auto blocks Earthquake with Fortune only and Eruption with either card."""
    p = table([{"hand": [event]}, {"armies": 2, "hand": [card]}], stage="preparation", rules={"block_mode": "auto"}).play(
        f"{event} player_1"
    )
    assert Prompt(p.record.prompt) is Prompt.MARKET
    assert (p.record.cities[1], home_armies(p, 1)) == ((1, 2) if blocked else (1, 0))
    assert hand(p, 1).get(card, 0) == (0 if blocked else 1)


@pytest.mark.rule("AOH-037")
def test_barbarian_pick():
    """The victim is asked which cards go; at random nobody is asked and any two conventional cards can go."""
    players = [{"hand": ["barbarians", "iron", "wood", "grain", "gold", "hero"]}, {}]
    named = {"day": 2, "stage": "preparation", "deck": ["gold"] * 2}
    p = table(players, rules={"barbarian_pick": "victim"}, **named)
    assert prompt(p) == (0, Prompt.LOSE_CARD)
    lost = set()
    for seed in range(40):
        p = table(players, rules={"barbarian_pick": "random"}, seed=seed, **named)
        assert Prompt(p.record.prompt) is Prompt.MARKET
        gone = discarded(p)
        assert gone.pop("barbarians") == 1
        assert sum(gone.values()) == 2
        assert hand(p, 0)["gold"] == 2
        assert hand(p, 0)["hero"] == 1
        lost.add(tuple(sorted(gone)))
    assert lost == {("iron", "wood"), ("grain", "iron"), ("grain", "wood")}


@pytest.mark.rule("AOH-067")
def test_play_trigger_scope_for_tax():
    """Hunger drawn by Tax strikes at once under all_play_draws, the other draws follow; by default it goes to the hand."""
    players = [{"cities": 3, "hand": ["grain"]}, {"hand": ["grain"]}, {}]
    deck = ["hunger", "iron", "grain", "wood"]
    p = table(players, rules={"play_trigger_scope": "turn_draw"}, deck=deck).play("tax")
    assert hand(p, 0) == {"grain": 2, "hunger": 1, "iron": 1}
    p = table(players, rules={"play_trigger_scope": "all_play_draws"}, deck=deck).play("tax")
    assert hand(p, 0) == {"iron": 1, "grain": 1}
    assert hand(p, 1) == {"wood": 1}
    assert discarded(p) == {"hunger": 1, "grain": 2}


@pytest.mark.rule("AOH-067", "AOH-050")
def test_play_trigger_scope_for_exchange_and_fair():
    """Under all_play_draws the draw of an exchange triggers as well; the Fair is not part of Play."""
    rules = {"play_trigger_scope": "all_play_draws"}
    p = table([{"cities": 0, "hand": ["iron", "wood", "gold"]}, {}, {}], rules=rules, deck=["barbarians", "wood"]).play("tax", "card gold")
    assert hand(p, 0) == {}
    assert p.record.alive[0] == 0  # nothing is left
    p = table([{"hand": ["iron", "wood"]}, {}], stage="fair", rules=rules, deck=["barbarians", "wood"])
    assert hand(p, 0) == {"iron": 1, "wood": 1, "barbarians": 1}


@pytest.mark.rule("AOH-061")
@pytest.mark.parametrize(("rounds", "prompts"), [(0, 0), (6, 12)])
def test_fair_rounds(rounds, prompts):
    """The market has so many rounds; with none the Fair only draws."""
    p = table([{"hand": ["iron", "wood"]}, {"hand": ["grain", "stone"]}], stage="fair", deck=["gold"] * 4, rules={"fair_rounds": rounds})
    asked = 0
    while Prompt(p.record.prompt) is Prompt.MARKET:
        mine = "iron" if p.seat == 0 else "grain"
        p.play(f"offer {mine} for hero")
        asked += 1
    assert asked == prompts
    assert prompt(p) == (0, Prompt.MAIN)
    assert hand_sizes(p) == [4, 3]


# ------------------------------------------------------------------------------------------------ a turn
@pytest.mark.rule("AOH-139")
@pytest.mark.parametrize(("limit", "cards", "discards"), [(3, 3, 0), (3, 5, 2), (10, 10, 0), (10, 12, 2)])
def test_hand_limit(limit, cards, discards):
    """A hand is discarded down to the limit at the end of the turn."""
    p = table([{"hand": {"iron": cards // 2, "grain": cards - cards // 2}}, {}], rules={"hand_limit": limit}).play("do nothing")
    asked = 0
    while prompt(p) == (0, Prompt.DISCARD):
        p.play(p.legal()[0])
        asked += 1
    assert asked == discards
    assert hand_sizes(p)[0] == min(cards, limit)


@pytest.mark.rule("AOH-143", "AOH-170")
def test_collected_specials():
    """Collected specials go to the discard pile, or stay out of the game as long as they are progress."""
    players = [{"hand": ["special_0", "special_0"]}, {}, {}]
    p = table(players, rules={"collected_specials": "discard"}).play("do nothing")
    assert discarded(p) == {"special_0": 2}
    assert sum(all_cards(p)) == 90
    p = table(players, rules={"collected_specials": "set_aside"}).play("do nothing")
    assert p.record.progress[0] == 2
    assert discarded(p) == {}
    assert sum(all_cards(p)) == 88


@pytest.mark.rule("AOH-130", "AOH-143")
@pytest.mark.parametrize(("armies", "lost"), [(1, 1), (3, 2)])
def test_set_aside_specials_return_by_destruction(armies, lost):
    """Progress destroyed comes back as cards in the discard pile when specials are set aside, and not otherwise."""
    for option, back in (("set_aside", lost), ("discard", 0)):
        p = table([{"armies": armies}, {}, {"progress": 3}], rules={"collected_specials": option})
        before = sum(all_cards(p))
        war(p, 2, "destruction", (armies,))
        assert p.record.progress[2] == 3 - lost
        assert discarded(p) == ({"special_2": back} if back else {})
        assert sum(all_cards(p)) == before + back


# ------------------------------------------------------------------------------------------------ war
@pytest.mark.rule("AOH-101")
@pytest.mark.parametrize("allowed", [True, False])
def test_attack_cityless(allowed):
    """Players without a city can be attacked, or not."""
    p = table([{}, {"cities": 0, "progress": 2, "hand": ["gold"]}, {"hand": ["gold"]}], rules={"attack_cityless": allowed})
    assert bool({"player_1 plunder", "player_1 destruction"} & wars(p)) is allowed
    assert "player_2 plunder" in wars(p)


@pytest.mark.rule("AOH-104")
@pytest.mark.parametrize("allowed", [True, False])
def test_olympics_cancel(allowed):
    """A defender with Olympics is asked, or the war goes straight to the commitment."""
    p = table([{}, {"hand": ["olympics"]}], rules={"olympics_cancel": allowed}).play("war player_1 plunder")
    assert prompt(p) == ((1, Prompt.OLYMPICS) if allowed else (0, Prompt.ARMIES))


@pytest.mark.rule("AOH-122")
@pytest.mark.parametrize("allowed", [True, False])
def test_fortune_reroll(allowed):
    """The losing side with Fortune is asked, or simply loses."""
    p = table([{}, {}, {"cities": 2, "hand": ["fortune"]}], queue=[5, 2], rules={"fortune_reroll": allowed})
    war(p, 2, "conquest", (1,), (1,))
    assert prompt(p) == ((2, Prompt.REROLL) if allowed else (1, Prompt.MAIN))
    assert hand(p, 2) == {"fortune": 1}


@pytest.mark.rule("AOH-114")
@pytest.mark.parametrize("bonus", [1, 3])
@pytest.mark.parametrize("leader", ["general", "hero"])
def test_general_bonus(bonus, leader):
    """A leader makes up for exactly this difference of the dice."""
    attacker = {"generals": 1, "hand": ["hero", "fortune"]}
    p = table([attacker, {}, {"cities": 2}], queue=[3, 3 + bonus, 1, 6], rules={"general_bonus": bonus})
    war(p, 2, "conquest", (1, 0, leader), (1,))
    assert p.record.war_die.tolist() == [1, 6]  # the first round was a draw
    assert p.record.war_armies.tolist() == [1, 1]
    p = table([attacker, {}, {"cities": 2}], queue=[3, 2 + bonus], rules={"general_bonus": bonus})
    war(p, 2, "conquest", (1, 0, leader), (1,))
    assert p.record.armies[[0, 2]].tolist() == [1, 0]


@pytest.mark.rule("AOH-127")
@pytest.mark.parametrize(("each", "moved"), [(1, 2), (3, 6)])
def test_plunder_per_army(each, moved):
    """Two surviving armies take so many cards each."""
    p = table([{"armies": 2}, {}, {"hand": ["gold"] * 4 + ["iron"] * 4}], rules={"plunder_per_army": each})
    war(p, 2, "plunder", (2,))
    assert [hand_sizes(p)[seat] for seat in (0, 2)] == [moved, 8 - moved]


@pytest.mark.rule("AOH-126", "AOH-130")
@pytest.mark.parametrize(("threshold", "survivors", "spoils"), [(2, 1, 1), (2, 2, 2), (4, 3, 1), (4, 4, 2)])
def test_spoils_threshold(threshold, survivors, spoils):
    """So many surviving armies take the higher spoils."""
    for goal, field in (("conquest", "cities"), ("destruction", "progress")):
        p = table([{"armies": survivors}, {}, {"cities": 3, "progress": 3}], rules={"spoils_threshold": threshold})
        war(p, 2, goal, (survivors,))
        assert p.record[field][2] == 3 - spoils


# ------------------------------------------------------------------------------------------------ victory
@pytest.mark.rule("AOH-151")
@pytest.mark.parametrize("target", [3, 7])
def test_victory_cities(target):
    """The city that reaches the target wins, the one before does not."""
    for cities, wins in ((target - 2, False), (target - 1, True)):
        p = table([{"cities": cities, "hand": CITY}, {}], rules={"victory_cities": target}).play("build city")
        assert p.over is wins
        assert p.record.win_kind == (WinKind.CITIES if wins else WinKind.NONE)
        assert p.describe(1)["victory_cities"] == target


@pytest.mark.rule("AOH-153")
@pytest.mark.parametrize("size", [3, 6])
def test_monument_size(size):
    """The special that reaches the size wins, the one before does not."""
    for progress, wins in ((size - 2, False), (size - 1, True)):
        p = table([{"progress": progress, "hand": ["special_0"]}, {}], rules={"monument_size": size}).play("do nothing")
        assert p.over is wins
        assert p.record.win_kind == (WinKind.MONUMENT if wins else WinKind.NONE)
        assert p.describe(1)["monument_size"] == size


@pytest.mark.rule("AOH-154", "AOH-155", "AOH-170")
@pytest.mark.parametrize(("rule", "alive"), [("no_cities_no_cards", 1), ("no_cities", 0)])
def test_elimination(rule, alive):
    """Without city but with cards a player lives, or is out; no card is lost with it."""
    p = table([{}, {}, {"cities": 1, "armies": 2, "hand": ["gold", "iron"]}], rules={"elimination": rule})
    war(p, 2, "conquest", (1,))
    assert p.record.alive[2] == alive
    assert p.record.cities[[0, 2]].tolist() == [2, 0]
    assert sum(all_cards(p)) == 90
    assert p.record.supply[Building.ARMY] == (12 if alive else 14)
    idle(p, at_market(4))
    assert (p.record.hand[2].sum() > 0) == alive


@pytest.mark.rule("AOH-156")
@pytest.mark.parametrize(("rule", "over"), [("no_cities_no_cards", False), ("no_cities", True)])
def test_elimination_of_the_last_rival(rule, over):
    """Taking the last city of the only rival wins under no_cities and not otherwise."""
    p = table([{}, {"hand": ["gold"]}], rules={"elimination": rule})
    war(p, 1, "conquest", (1,))
    assert p.over is over
    if over:
        assert (p.record.winner, p.record.win_kind) == (0, WinKind.LAST_TRIBE)
