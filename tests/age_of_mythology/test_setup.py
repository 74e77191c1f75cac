"""Cultures and seats, start player, decks, figures, bank and starting units (AOM-061 to AOM-079)."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.age_of_mythology.variant import CULTURES, DATA
from rulebound.envs.core.position import Position
from rulebound.envs.core.record import PositionError
from rulebound.envs.core.rules import RulesError
from tests.age_of_mythology.helpers import (
    GAME,
    arrange,
    ask,
    bank,
    clash,
    cubes,
    hand,
    offered,
    prompt,
    random_game,
    scene,
    stock,
    units,
    vp,
)

BANK = {2: 20, 3: 25, 4: 30, 5: 40, 6: 50, 7: 55, 8: 60}
PATTERN = {2: "ab", 3: "abc", 4: "abac", 5: "ababc", 6: "abcabc", 7: "abcabac", 8: "abcabcab"}
EVERY_NUMBER = range(2, 9)
NOTHING = cubes(0, 0, 0, 0)
STARTING = {
    "egyptian": {"spearman": 2, "chariot_archer": 2, "elephant": 2},
    "greek": {"hoplite": 2, "toxotes": 2, "hippokon": 2},
    "norse": {"huskarl": 2, "throwing_axeman": 2, "jarl": 2},
}


@cache
def deals(players: int, number: int, mode: str = "three_cultures") -> tuple[tuple[tuple[str, ...], int], ...]:
    """Cultures by seat and start player of games dealt with the seeds 0, 1, 2 and so on."""
    found = []
    for seed in range(number):
        record = GAME.new(num_players=players, rules={"four_player_mode": mode}, seed=seed).record
        found.append((tuple(CULTURES[c] for c in record.culture[:players]), int(record.start)))
    return tuple(found)


def letters(cultures: tuple[str, ...]) -> str:
    """The seating as a pattern, the cultures named in the order of their first seats."""
    order = list(dict.fromkeys(cultures))
    return "".join("abc"[order.index(culture)] for culture in cultures)


def recruits(p: Position) -> set[str]:
    """Units that a Recruit card of seat 0 offers."""
    return offered(p.play("play recruit"), "recruit")


# ------------------------------------------------------------------------------------------------ cultures and seats
@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.rule("AOM-061")
def test_two_players_have_two_different_cultures_at_random() -> None:
    """600 seeds: never equal cultures, and each of the 6 ordered pairs about 100 times."""
    counted = Counter(cultures for cultures, _ in deals(2, 600))
    assert len(counted) == 6
    assert all(a != b for a, b in counted)
    assert all(60 <= count <= 145 for count in counted.values())


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.rule("AOM-062")
def test_three_players_have_every_culture_once_at_random() -> None:
    """600 seeds: always a permutation, and each of the 6 about 100 times."""
    counted = Counter(cultures for cultures, _ in deals(3, 600))
    assert len(counted) == 6
    assert all(sorted(cultures) == sorted(CULTURES) for cultures in counted)
    assert all(60 <= count <= 145 for count in counted.values())


@pytest.mark.rule("AOM-062")
def test_a_fixed_list_of_cultures() -> None:
    """The knob `cultures` seats them as listed, for every seed."""
    wanted = ["norse", "egyptian", "greek"]
    for seed in range(10):
        p = GAME.new(num_players=3, rules={"cultures": wanted + ["random"] * 5}, seed=seed)
        assert [CULTURES[c] for c in p.record.culture[:3]] == wanted


@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.rule("AOM-063")
def test_four_players_have_one_culture_twice() -> None:
    """600 seeds: counts 2 1 1, and each culture is the double one about 200 times."""
    double = Counter()
    for cultures, _ in deals(4, 600):
        assert sorted(Counter(cultures).values()) == [1, 1, 2]
        double[Counter(cultures).most_common(1)[0][0]] += 1
    assert set(double) == set(CULTURES)
    assert all(150 <= count <= 250 for count in double.values())


@pytest.mark.rule("AOM-064", "AOM-066")
@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_neighbours_never_share_a_culture(players: int) -> None:
    """No seat has the culture of the next one, the last and the first included."""
    for cultures, _ in deals(players, 20):
        assert all(cultures[seat] != cultures[(seat + 1) % players] for seat in range(players))


@pytest.mark.rule("AOM-064")
def test_the_double_culture_of_four_sits_opposite() -> None:
    """Its two players are two seats apart."""
    for cultures, _ in deals(4, 20):
        twice = Counter(cultures).most_common(1)[0][0]
        seats = [seat for seat in range(4) if cultures[seat] == twice]
        assert seats[1] - seats[0] == 2


@pytest.mark.rule("AOM-064")
def test_equal_neighbours_are_refused() -> None:
    """Neither rules nor a position may seat them so."""
    with pytest.raises(RulesError, match="neighbours"):
        GAME.new(num_players=3, rules={"cultures": ["norse", "greek", "norse"] + ["random"] * 5})
    with pytest.raises(PositionError, match="same culture"):
        arrange({"culture": "norse"}, {"culture": "norse"}, {"culture": "greek"})


@pytest.mark.rule("AOM-064")
def test_players_of_one_culture_cannot_attack_each_other() -> None:
    """Four players: the seat opposite is no target, the two neighbours are."""
    p = scene({"culture": "greek", "hand": ["attack"]}, {"culture": "norse"}, {"culture": "greek"}, {"culture": "egyptian"})
    assert p.play("play attack").legal() == ["player player_1", "player player_3"]


@pytest.mark.rule("AOM-065")
@pytest.mark.parametrize("mode", ["two_by_two", "teams"])
def test_two_cultures_twice(mode: str) -> None:
    """A B A B for every seed, the third culture on no seat, and every pair of cultures occurs."""
    found = deals(4, 40, mode)
    assert {letters(cultures) for cultures, _ in found} == {"abab"}
    assert len({cultures for cultures, _ in found}) == 6


@pytest.mark.rule("AOM-066")
@pytest.mark.parametrize(("players", "counts"), [(5, [1, 2, 2]), (6, [2, 2, 2]), (7, [2, 2, 3]), (8, [2, 3, 3])])
def test_five_to_eight_players_sit_by_the_pattern(players: int, counts: list[int]) -> None:
    """A B A B C / A B C A B C / A B C A B A C / A B C A B C A B, with every culture as A."""
    found = deals(players, 20)
    assert {letters(cultures) for cultures, _ in found} == {PATTERN[players]}
    assert all(sorted(Counter(cultures).values()) == counts for cultures, _ in found)
    assert {cultures[0] for cultures, _ in found} == set(CULTURES)


# ------------------------------------------------------------------------------------------------ start player, decks, figures
@pytest.mark.slow
@pytest.mark.statistical
@pytest.mark.rule("AOM-067")
def test_every_seat_starts_equally_often() -> None:
    """4 players, 4000 seeds: each seat starts 1000 +- 120 times."""
    counted = Counter(start for _, start in deals(4, 4000))
    assert sorted(counted) == [0, 1, 2, 3]
    assert all(880 <= count <= 1120 for count in counted.values())


@pytest.mark.rule("AOM-067")
def test_a_fixed_start_seat() -> None:
    """The knob `start_seat` names the start player, who also drafts first."""
    for seed in range(10):
        p = GAME.new(num_players=4, rules={"start_seat": 2}, seed=seed)
        assert (p.record.start, p.seat) == (2, 2)
    with pytest.raises(RulesError, match="start_seat"):
        GAME.new(num_players=2, rules={"start_seat": 2})


@pytest.mark.rule("AOM-068")
@pytest.mark.parametrize(("culture", "types"), [("egyptian", 12), ("greek", 12), ("norse", 11)])
def test_everybody_recruits_from_his_own_culture(culture: str, types: int) -> None:
    """A mythic player who can pay everything chooses among all units of his culture, and no others."""
    player = {"culture": culture, "age": "mythic", "hand": ["recruit"], "resources": cubes(20, 20, 20, 20)}
    found = recruits(scene(player, {"resources": NOTHING}))
    assert found == {name for name, facts in DATA["units"].items() if facts["culture"] == culture}
    assert len(found) == types


@pytest.mark.rule("AOM-069")
@pytest.mark.parametrize("players", [2, 3])
def test_up_to_three_players_have_a_deck_each(players: int) -> None:
    """45 cards in the draw pile of every culture in play, none for a culture out of play."""
    p = GAME.new(num_players=players, seed=3)
    assert p.record.draw.sum(axis=1).tolist() == [45 * (culture in p.record.culture[:players]) for culture in range(3)]
    assert p.record.hand.sum() == 0


@pytest.mark.rule("AOM-069")
def test_a_deck_of_ones_own_shrinks_by_own_draws_only() -> None:
    """Seats draw 1, 2 and 3 random cards: their own piles hold 44, 43 and 42."""
    p = arrange({"culture": "greek"}, {"culture": "norse"}, {"culture": "egyptian"}, stage="hands")
    for permanents in (3, 2, 1):
        p.play(*[f"take {card}" for card in ("explore", "gather", "build")[:permanents]], "done")
    assert {culture: int(p.record.draw[k].sum()) for k, culture in enumerate(CULTURES)} == {"egyptian": 42, "greek": 44, "norse": 43}


@pytest.mark.rule("AOM-070")
def test_players_of_one_culture_share_a_deck() -> None:
    """Four players: 3 decks of 45; two and one random cards of the double culture leave 42, and a god can be drawn once."""
    p = arrange(
        *({"culture": culture} for culture in ("greek", "egyptian", "greek", "norse")),
        stage="hands",
        stacked_cards=["zeus", "build_2", "zeus", "attack_7"],
    )
    assert p.record.draw.sum(axis=1).tolist() == [45, 45, 45]
    four = ["take explore", "take gather", "take build", "take recruit"]
    p.play(*four[:2], "done", *four, *four[:3], "done", *four)
    assert p.record.draw.sum(axis=1).tolist() == [45, 42, 45]
    assert hand(p, 0) == {"explore": 1, "gather": 1, "zeus": 1, "build_2": 1}
    assert sum(hand(p, 2).values()) == 4
    assert "zeus" not in hand(p, 2)


@pytest.mark.rule("AOM-071", "AOM-072")
@pytest.mark.parametrize(("unit", "two_tints"), [("hoplite", 8), ("hydra", 8), ("classical_greek_hero", 2)])
@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_figures_limit_the_units(players: int, unit: str, two_tints: int) -> None:
    """8/8/2 mortal, myth and hero figures with 2 or 3 players, 4/4/1 with more: the last one can be had, no further one."""
    limit = two_tints if players <= 3 else two_tints // 2
    cultures = [["greek", "norse", "egyptian"]["abc".index(letter)] for letter in PATTERN[players]]
    for owned in (limit - 1, limit):
        greek = {"age": "classical", "hand": ["recruit"], "units": {unit: owned, "toxotes": 1}}
        seats = [{"culture": culture, **(greek if seat == 0 else {})} for seat, culture in enumerate(cultures)]
        found = recruits(arrange(*seats))
        assert (unit in found) == (owned < limit)
        assert "toxotes" in found
    with pytest.raises(PositionError, match="figures"):
        arrange(*({"culture": culture, **({"units": {unit: limit + 1}} if not seat else {})} for seat, culture in enumerate(cultures)))


@pytest.mark.rule("AOM-071")
@pytest.mark.parametrize(("players", "limit"), [(3, 4), (4, 2)])
def test_the_knob_for_heroes(players: int, limit: int) -> None:
    """hero_figures_per_tint = 2 doubles the heroes: 4 with two tints, 2 with one."""
    cultures = [["greek", "norse", "egyptian"]["abc".index(letter)] for letter in PATTERN[players]]
    for owned in (limit - 1, limit):
        seats = [{"culture": culture} for culture in cultures]
        seats[0] |= {"age": "classical", "hand": ["recruit"], "units": {"classical_greek_hero": owned}}
        found = recruits(arrange(*seats, rules={"hero_figures_per_tint": 2}))
        assert ("classical_greek_hero" in found) == (owned < limit)


@pytest.mark.rule("AOM-072")
def test_figures_may_be_unlimited() -> None:
    """figure_limit = unlimited: a ninth Hoplite can be recruited, at a table of three or of four."""
    for more in ({}, {"culture": "norse"}):
        seats = [{"culture": "egyptian"}, more] if more else [{}]
        p = scene({"culture": "greek", "hand": ["recruit"], "units": {"hoplite": 8}}, *seats, rules={"figure_limit": "unlimited"})
        assert "hoplite" in recruits(p)


@pytest.mark.rule("AOM-072")
@pytest.mark.parametrize(("owned", "gained"), [(2, 2), (3, 1)])
def test_a_unit_without_figure_cannot_be_gained(owned: int, gained: int) -> None:
    """Four players, Apollo's two Toxotes: only as many come as figures are left."""
    player = {"culture": "greek", "hand": ["apollo"], "units": {"toxotes": owned}}
    p = scene(player, {"culture": "norse"}, {"culture": "greek"}, {"culture": "egyptian"}).play("play apollo power only")
    assert units(p, 0) == {"toxotes": owned + gained}


@pytest.mark.rule("AOM-073")
@pytest.mark.parametrize("lost", [True, False])
def test_an_eliminated_unit_frees_its_figure(lost: bool) -> None:
    """Four players, four Hoplites: after one was eliminated a Hoplite can be recruited again, otherwise not."""
    p = arrange(
        {"culture": "greek", "hand": ["attack", "recruit"], "units": {"hoplite": 4}},
        *({"culture": culture} for culture in ("norse", "greek", "egyptian")),
    )
    p.play(
        "play attack", "player player_1", "attack city", "commit hoplite", "commit hoplite", "done", "commit jarl", "commit jarl", "done"
    )
    clash(p, "hoplite", "jarl", (0, 7, 1, 3) if lost else (1, 7, 0, 3))
    p.play("retreat", "fight with jarl")
    assert prompt(p) == (0, Prompt.PLAY_CARD)
    assert units(p, 0) == {"hoplite": 3 if lost else 4}
    assert ("hoplite" in recruits(p)) == lost


@pytest.mark.rule("AOM-073")
def test_a_sacrificed_unit_frees_its_figure() -> None:
    """Four players, four Hoplites: one given up to Hades can be recruited again."""
    p = arrange(
        {"culture": "greek", "hand": ["hades", "recruit"], "units": {"hoplite": 4}},
        *({"culture": culture} for culture in ("norse", "greek", "egyptian")),
    )
    p.play("play hades power only")  # the only kind of mortal is not asked for
    while not ask(p, Prompt.PLAY_CARD):
        p.play(p.legal()[-1])
    assert units(p, 0) == {"hoplite": 3}
    assert "hoplite" in recruits(p)


# ------------------------------------------------------------------------------------------------ bank and starting pieces
@pytest.mark.rule("AOM-074", "AOM-075")
@pytest.mark.parametrize("start", [0, 4, 6])
@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_bank_and_starting_resources(players: int, start: int) -> None:
    """The bank counts 20 25 30 40 50 55 60 of each resource; the starting cubes come out of it."""
    p = GAME.new(num_players=players, rules={"start_resources": start}, seed=2)
    assert bank(p) == (BANK[players] - players * start,) * 4
    assert [stock(p, seat) for seat in range(players)] == [(start,) * 4] * players


@pytest.mark.rule("AOM-075")
def test_four_of_each_is_the_rule() -> None:
    """Without a knob everybody has 4 of each: bank 13 with three players, 28 with eight."""
    for players, left in ((2, 12), (3, 13), (4, 14), (8, 28)):
        p = GAME.new(num_players=players)
        assert bank(p) == (left,) * 4
        assert stock(p, 0) == (4, 4, 4, 4)


@pytest.mark.slow
@pytest.mark.rule("AOM-076")
@pytest.mark.parametrize(("players", "seed"), [(3, 9), (4, 2)])
def test_resources_are_conserved(players: int, seed: int) -> None:
    """Bank and players together hold the starting total of each resource after every step."""
    for p in random_game(players, seed):
        assert (p.record.bank + p.record.resources.sum(axis=0)).tolist() == [BANK[players]] * 4


@pytest.mark.rule("AOM-077")
@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_thirty_victory_cubes(players: int) -> None:
    """They all lie in the bank at the start, whatever the number of players."""
    p = GAME.new(num_players=players, seed=4)
    assert p.record.vp_bank == 30
    assert vp(p) == [0] * players
    assert p.record.vp_card.tolist() == [0, 0, 0, 0]


@pytest.mark.rule("AOM-077")
def test_the_knob_for_victory_cubes() -> None:
    """vp_pool counts the victory cubes, up to 60."""
    for number in (30, 45, 60):
        assert GAME.new(num_players=3, rules={"vp_pool": number}).record.vp_bank == number
    with pytest.raises(RulesError, match="60"):
        GAME.variant({"vp_pool": 61})


@pytest.mark.rule("AOM-077")
def test_six_cubes_last_for_two_turns_of_three_players() -> None:
    """With 6 cubes in the bank the second turn is the last one."""
    p = arrange({}, {}, {}, stage="place", vp_card={"wonder": 24})
    turns = set()
    while not p.over:
        turns.add(int(p.record.turn))
        p.play(p.legal()[0] if not offered(p, "drop") else next(action for action in p.legal() if action.startswith("drop")))
    assert turns == {1, 2}


@pytest.mark.rule("AOM-078", "AOM-079")
@pytest.mark.parametrize("players", EVERY_NUMBER)
def test_starting_pieces(players: int) -> None:
    """Two of each mortal type and nothing else, no buildings, no villagers, archaic."""
    p = GAME.new(num_players=players, seed=6)
    for seat in range(players):
        assert units(p, seat) == STARTING[CULTURES[p.record.culture[seat]]]
    for field in ("age", "buildings", "idle_villagers", "villager_on", "dwarf_on", "tiles", "hand"):
        assert not p.record[field].any()


@pytest.mark.rule("AOM-079")
def test_the_first_hand_has_four_cards() -> None:
    """After the first hand phase of a dealt game everybody holds 4 cards."""
    p = GAME.new(num_players=3, rules={"draft": "skip"}, seed=1)
    while not ask(p, Prompt.PLAY_CARD):
        p.play(p.legal()[0])
    assert p.record.hand.sum(axis=1)[:3].tolist() == [4, 4, 4]
