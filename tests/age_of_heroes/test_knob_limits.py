"""Defaults and ranges of the rule knobs, the reference preset, and the values and combinations refused."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_heroes.state import Building
from rulebound.envs.core.rules import RulesError
from tests.age_of_heroes.helpers import GAME, all_cards, random_steps

DEFAULTS = {
    "num_players": 4,
    "victory_cities": 5,
    "monument_size": 5,
    "hand_limit": 5,
    "initial_hand": 5,
    "start_cities": 1,
    "start_armies": 1,
    "conquest_day": 3,
    "event_grace_days": 1,
    "disaster_timing": "preparation",
    "block_mode": "choice",
    "barbarian_pick": "victim",
    "play_trigger_scope": "turn_draw",
    "fair_rounds": 3,
    "elimination": "no_cities_no_cards",
    "attack_cityless": True,
    "olympics_cancel": True,
    "fortune_reroll": True,
    "general_bonus": 2,
    "plunder_per_army": 2,
    "spoils_threshold": 3,
    "collected_specials": "discard",
    "tie_reroll": "tied_only",
    "supply": [12, 12, 9, 6, 6],
    "max_days": 100,
}
REFERENCE = {
    "event_grace_days": 2,
    "disaster_timing": "own_turn",
    "block_mode": "auto",
    "elimination": "no_cities",
    "attack_cityless": False,
    "olympics_cancel": False,
    "fortune_reroll": False,
    "tie_reroll": "keep_others",
}
RANGES = {
    "num_players": (2, 6),
    "victory_cities": (3, 7),
    "monument_size": (3, 6),
    "hand_limit": (3, 10),
    "initial_hand": (3, 7),
    "start_cities": (0, 2),
    "start_armies": (0, 2),
    "conquest_day": (1, 5),
    "event_grace_days": (0, 3),
    "fair_rounds": (0, 6),
    "general_bonus": (1, 3),
    "plunder_per_army": (1, 3),
    "spoils_threshold": (2, 4),
    "max_days": (10, 1000),
}
WORDS = {
    "disaster_timing": ("preparation", "own_turn"),
    "block_mode": ("choice", "auto"),
    "barbarian_pick": ("victim", "random"),
    "play_trigger_scope": ("turn_draw", "all_play_draws"),
    "elimination": ("no_cities_no_cards", "no_cities"),
    "attack_cityless": (True, False),
    "olympics_cancel": (True, False),
    "fortune_reroll": (True, False),
    "collected_specials": ("discard", "set_aside"),
    "tie_reroll": ("tied_only", "keep_others"),
}
PATHS = GAME.variant().schema.knobs


def test_standard_values_are_the_documented_defaults():
    """Without changes every knob has the default of the list."""
    variant = GAME.variant("standard")
    assert {knob: variant[knob] for knob in DEFAULTS} == DEFAULTS
    assert set(PATHS) == set(DEFAULTS)


def test_reference_preset():
    """The preset changes exactly the eight knobs in which the published program differs."""
    variant = GAME.variant("reference")
    assert {knob: variant[knob] for knob in DEFAULTS} == {**DEFAULTS, **REFERENCE}


def test_every_end_of_every_range_is_accepted():
    """Both ends of a range and every listed word are values that the rules take."""
    for knob, values in {**RANGES, **WORDS}.items():
        for value in values:
            assert GAME.variant({knob: value})[knob] == value


@pytest.mark.parametrize(("knob", "value"), [(knob, value) for knob, (low, high) in RANGES.items() for value in (low - 1, high + 1)])
def test_values_just_outside_a_range_are_refused(knob, value):
    """The error names the rule, the value and the range."""
    with pytest.raises(RulesError) as error:
        GAME.variant({knob: value})
    message = str(error.value)
    assert knob in message or PATHS[knob] in message
    assert str(value) in message
    low, high = RANGES[knob]
    assert f"{low} and {high}" in message or f"{low}..{high}" in message


@pytest.mark.parametrize(("place", "value"), [(place, value) for place, high in enumerate([12, 12, 9, 6, 6]) for value in (-1, high + 1)])
def test_a_supply_outside_its_range_is_refused(place, value):
    """No piece is fewer than none or more than printed."""
    pieces = [12, 12, 9, 6, 6]
    high = pieces[place]
    pieces[place] = value
    with pytest.raises(RulesError) as error:
        GAME.variant({"supply": pieces})
    assert PATHS["supply"][place] in str(error.value)
    assert f"= {value}" in str(error.value)
    assert f"0 and {high}" in str(error.value)


@pytest.mark.parametrize("knob", list(WORDS))
@pytest.mark.parametrize("value", ["sometimes", 2, None])
def test_unknown_words_are_refused(knob, value):
    """The error names the rule, the value and the allowed words."""
    with pytest.raises(RulesError) as error:
        GAME.variant({knob: value})
    message = str(error.value)
    assert knob in message or PATHS[knob] in message
    assert repr(value) in message
    assert all(str(word).lower() in message.lower() for word in WORDS[knob])


@pytest.mark.parametrize("value", ["5", 5.0, 4.5, True, None, [5]])
def test_values_of_the_wrong_type_are_refused(value):
    """A number has to be a whole number."""
    with pytest.raises(RulesError, match=r"victory"):
        GAME.variant({"victory_cities": value})


@pytest.mark.parametrize("players", [1, 7])
def test_tables_of_one_and_seven_are_refused(players):
    """A game is for two to six, however the number is given."""
    with pytest.raises(RulesError, match=f"{players}.*2 (and|to) 6"):
        GAME.new(num_players=players)
    with pytest.raises(RulesError, match=f"{players}.*2 (and|to) 6"):
        GAME.variant({"num_players": players})


def names_both(message: str, *knobs: str) -> bool:
    """Whether an error names these rules, by knob or by path."""
    return all(knob in message or PATHS.get(knob, knob) in message for knob in knobs)


def test_no_cities_with_no_starting_city_is_refused():
    """Everybody would be out before the first turn; the error names both knobs."""
    with pytest.raises(RulesError) as error:
        GAME.variant({"elimination": "no_cities", "start_cities": 0})
    assert names_both(str(error.value), "elimination", "start_cities")
    GAME.variant({"elimination": "no_cities", "start_cities": 1})


@pytest.mark.parametrize(("copies", "size", "refused"), [(4, 5, True), (5, 6, True), (5, 5, False), (3, 3, False), (6, 6, False)])
def test_set_aside_with_too_few_copies_is_refused(copies, size, refused):
    """A monument that can never be completed is refused; the error names both knobs."""
    rules = {"collected_specials": "set_aside", "cards.special.per_tribe_in_play": copies, "monument_size": size}
    if not refused:
        GAME.variant(rules)
        return
    with pytest.raises(RulesError) as error:
        GAME.variant(rules)
    assert names_both(str(error.value), "collected_specials", "monument_size")
    GAME.variant({**rules, "collected_specials": "discard"})


def test_more_than_108_cards_are_refused():
    """Six players leave no room for one more card; fewer players do."""
    with pytest.raises(RulesError, match="108"):
        GAME.variant({"num_players": 6, "cards.gold.count": 7})
    with pytest.raises(RulesError, match="108"):
        GAME.new(num_players=6, rules={"cards.gold.count": 7})
    with pytest.raises(RulesError, match="108"):
        GAME.variant({"num_players": 2, "cards.iron.count": 24, "cards.wood.count": 24, "cards.gold.count": 7})
    assert sum(all_cards(GAME.new(rules={"num_players": 2, "cards.iron.count": 24, "cards.wood.count": 24}))) == 108


def test_the_card_limit_counts_the_seats_of_the_table():
    """Rules that fit two players but not the default four can be played by two."""
    assert sum(all_cards(GAME.new(num_players=2, rules={"cards.iron.count": 24, "cards.wood.count": 24}))) == 108


@pytest.mark.parametrize("path", ["war.conquest_cities", "war.destruction_progress"])
def test_lower_spoils_above_the_higher_ones_are_refused(path):
    """The spoils of few armies cannot exceed those of many."""
    with pytest.raises(RulesError, match=path):
        GAME.variant({f"{path}.low": 3, f"{path}.high": 2})


def test_unknown_rules_are_refused():
    """A misspelt knob is named."""
    with pytest.raises(RulesError, match="victory_citys"):
        GAME.variant({"victory_citys": 5})


LOW = {knob: low for knob, (low, _) in RANGES.items() if knob != "num_players"}
HIGH = {knob: high for knob, (_, high) in RANGES.items() if knob not in ("num_players", "max_days")}
OTHER_WORDS = {knob: words[1] for knob, words in WORDS.items()}


@pytest.mark.rule("AOH-170")
@pytest.mark.parametrize(
    "rules",
    [
        LOW,
        HIGH,
        "reference",
        {**HIGH, **OTHER_WORDS},
        {**LOW, "start_cities": 1, **OTHER_WORDS},
        {**LOW, "supply": [0, 0, 0, 0, 0]},
        {**HIGH, "disaster_timing": "own_turn", "play_trigger_scope": "all_play_draws", "start_cities": 0},
    ],
)
@pytest.mark.parametrize("players", [2, 6])
def test_random_games_stay_valid_at_the_ends_of_all_ranges(rules, players):
    """With all knobs at one end games run to their end, every state is valid and no piece or card is lost."""
    for seed in range(2):
        p = GAME.new(num_players=players, rules=rules, seed=seed)
        pieces = p.variant["supply"]
        cities, armies = players * p.variant["start_cities"], players * p.variant["start_armies"]
        set_aside = p.variant["collected_specials"] == "set_aside"
        for _ in random_steps(p, seed):
            p.validate()
            assert p.record.armies.sum() + p.record.supply[Building.ARMY] == pieces[0] + armies
            assert p.record.cities.sum() + p.record.supply[Building.CITY] == pieces[1] + cities
            assert p.record.fortresses.sum() + p.record.supply[Building.FORTRESS] == pieces[2]
            assert p.record.generals.sum() + p.record.supply[Building.GENERAL] == pieces[3]
            assert p.record.road.sum() + p.record.supply[Building.ROAD] == pieces[4]
            assert sum(all_cards(p)) + set_aside * p.record.progress.sum() == 72 + 6 * players
