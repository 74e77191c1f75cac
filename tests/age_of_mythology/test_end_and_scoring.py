"""Rules of chapter X: the end of the game, victory cubes and the winner (AOM-281 to AOM-299)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from rulebound.envs.age_of_mythology.state import Prompt, VictoryCard, WinKind
from rulebound.envs.age_of_mythology.variant import BUILDINGS
from rulebound.envs.core.jit import DISABLED
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import GAME, battle, buildings, commit, cubes, prompt, scene, stock, vp

ARMY = {"egyptian": ("spearman", "elephant"), "greek": ("hoplite", "toxotes"), "norse": ("jarl", "huskarl")}
NAMES = ("egyptian", "greek", "norse")
TEN = cubes(10, 10, 10, 10)


def last_turn(*players: Mapping, cards: Mapping | None = None, **fields: object) -> Position:
    """Round 3 of the last turn: the victory bank is empty, cubes not named lie on the Wonder card; seat 0 holds a last card."""
    on_cards = dict(cards or {})
    owned = sum(on_cards.values()) + sum(player.get("vp", 0) for player in players)
    on_cards["wonder"] = on_cards.get("wonder", 0) + 30 - owned
    seats = [{"hand": [] if seat else ["gather"], **player} for seat, player in enumerate(players)]
    p = scene(*seats, vp_card=on_cards, **{"round_number": 3, **fields})
    assert p.record.vp_bank == 0
    return p


def ended(*players: Mapping, **fields: object) -> Position:
    """The game has ended after that last card was dropped."""
    p = last_turn(*players, **fields).play("drop gather")
    assert p.over
    assert WinKind(p.record.win_kind) == WinKind.CUBES
    return p


def winners(p: Position) -> list[int]:
    """The seats on the first place."""
    places = p.outcome()[:, 1]
    return np.flatnonzero(places == places.min()).tolist()


def armies(*sizes: int) -> list[dict]:
    """Players of the three cultures with armies of these sizes, of two mortal types."""
    return [
        {"culture": name, "units": {ARMY[name][0]: min(size, 8), ARMY[name][1]: max(0, size - 8)}}
        for name, size in zip(NAMES, sizes, strict=True)
    ]


def cities(*sizes: int) -> list[dict]:
    """Players with that many buildings, all of different types."""
    return [{"culture": name, "buildings": dict.fromkeys(BUILDINGS[1 : 1 + size], 1)} for name, size in zip(NAMES, sizes, strict=True)]


def wonder(round_number: int = 2, others: tuple[Mapping, Mapping] = ({}, {}), **fields: object) -> Position:
    """Seat 0 is mythic, can pay for the Wonder and plays Build."""
    builder = {"age": "mythic", "hand": ["build", "gather"], "resources": TEN, **fields.pop("builder", {})}
    p = scene(builder, *others, round_number=round_number, **fields)
    return p.play("play build")


# ------------------------------------------------------------------------------------------------ the end
@pytest.mark.rule("AOM-281")
def test_the_wonder_ends_the_game_at_once():
    """Built in round 2: no further card is played, and all four victory cards are settled."""
    cards = {"largest_army": 2, "most_buildings": 3, "last_battle": 4, "wonder": 5}
    p = wonder(others=({"units": {}}, {"units": {}}), vp_card=cards).play("build wonder")
    assert p.over
    assert WinKind(p.record.win_kind) == WinKind.WONDER
    assert vp(p) == [2 + 3 + 5, 0, 0]
    assert p.legal() == []
    assert p.record.round_number == 2


@pytest.mark.rule("AOM-281")
def test_nothing_else_ends_the_game():
    """With a victory cube in the bank the turn ends with spoilage and another one begins."""
    p = scene({"hand": ["gather"], "resources": cubes(0, 0, 9, 0)}, {"hand": []}, {"hand": []}, round_number=3, vp_card={"wonder": 29})
    p.play("drop gather")
    assert not p.over
    assert (prompt(p), stock(p, 0)) == ((1, Prompt.PLACE_VP), (0, 0, 5, 0))


@pytest.mark.rule("AOM-281")
def test_another_building_does_not_end_the_game():
    """A mythic player builds a house instead: the game goes on."""
    p = wonder().play("build house")
    assert not p.over
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-281", "AOM-282")
def test_the_wonder_may_be_built_in_the_last_turn():
    """The last cube is placed and the Wonder is built in round 1: the game ends there."""
    p = last_turn({"age": "mythic", "hand": ["build", "gather"], "resources": TEN}, {"hand": ["gather"]}, {}, round_number=1)
    p.play("play build", "build wonder")
    assert p.over
    assert (WinKind(p.record.win_kind), vp(p)) == (WinKind.WONDER, [30, 0, 0])


@pytest.mark.rule("AOM-282")
def test_the_last_turn_is_played_to_its_end():
    """The last cubes are placed: hands, three rounds and a fourth action follow, then the game is over."""
    odin = {"culture": "norse", "hand": ["odin"]}
    p = scene({"culture": "greek", "hand": []}, odin, {"hand": []}, stage="place", vp_card={"wonder": 27})
    p.play(*["place cube on last_battle"] * 3)
    assert (p.record.vp_bank, p.over) == (0, False)
    while p.record.prompt == Prompt.PICK_HAND:
        p.play("done")
    rounds = []
    while not p.over:
        assert p.record.prompt == Prompt.PLAY_CARD
        rounds.append((int(p.record.round_number), p.seat))
        legal = p.legal()
        p.play("play odin power only" if "play odin power only" in legal else next(text for text in legal if text.startswith("drop")))
    assert rounds == [(number, seat) for number in (1, 2, 3) for seat in (0, 1, 2)] + [(4, 1)]


@pytest.mark.rule("AOM-283")
def test_nothing_spoils_in_the_last_turn():
    """Nine gold are still there at the end and decide the tie."""
    p = ended({"vp": 10, "resources": cubes(0, 0, 9, 0)}, {"vp": 10, "resources": cubes(2, 2, 2, 2)}, {})
    assert stock(p, 0) == (0, 0, 9, 0)
    assert winners(p) == [0]


@pytest.mark.rule("AOM-284")
def test_the_last_cube_bought_ends_the_game_with_the_turn():
    """Bought in round 1: rounds 2 and 3 are played, then the game is scored without spoilage and discards."""
    buyer = {"hand": ["trade", "gather", "build", "explore"], "resources": cubes(0, 0, 9, 8), "buildings": {"great_temple": 1, "market": 1}}
    others = {"hand": ["gather", "build", "explore", "trade"]}
    p = scene(buyer, others, others, vp_card={"wonder": 29})
    p.play("play trade", "buy victory cube")
    assert p.record.vp_bank == 0
    played = 0
    while not p.over:
        assert p.record.prompt == Prompt.PLAY_CARD
        p.play(next(text for text in p.legal() if text.startswith("drop")))
        played += 1
    assert played == 2 + 3 + 3
    assert (WinKind(p.record.win_kind), stock(p, 0), vp(p)) == (WinKind.CUBES, (0, 0, 9, 0), [1, 0, 0])
    assert p.record.hand.sum() == 3


@pytest.mark.rule("AOM-285")
@pytest.mark.parametrize(("players", "placed", "turns"), [(2, 2, 15), (3, 3, 10), (4, 3, 10), (5, 3, 10)])
def test_the_number_of_turns(players, placed, turns):
    """Two cubes a turn with 2 players, three with more: 15 or 10 turns if nobody buys cubes or builds the Wonder."""
    names = {2: "gn", 3: "gne", 4: "gnge", 5: "gngne"}[players]
    p = scene(*[{"culture": {"g": "greek", "n": "norse", "e": "egyptian"}[name], "hand": []} for name in names], stage="place")
    seen = {}
    while not p.over:
        asked = Prompt(p.record.prompt)
        if asked == Prompt.PLAY_CARD:
            seen[int(p.record.turn)] = int(p.record.vp_bank)
        answers = {Prompt.PLACE_VP: "place cube on wonder", Prompt.PICK_HAND: "done"}
        p.play(answers[asked] if asked in answers else next(text for text in p.legal() if text.startswith("drop")))
    assert seen == {turn: 30 - placed * turn for turn in range(1, turns + 1)}


@pytest.mark.rule("AOM-285")
def test_a_full_game_of_two_has_15_turns():
    """From the deal on, with every card dropped, the thirtieth cube is placed in turn 15."""
    p = GAME.new(num_players=2, seed=3)
    while not p.over:
        legal = p.legal()
        p.play(next((text for text in legal if text.startswith("drop")), legal[0]))
    assert (p.record.turn, p.record.vp_bank, p.record.win_kind) == (15, 0, WinKind.CUBES)


# ------------------------------------------------------------------------------------------------ victory cards
@pytest.mark.rule("AOM-286")
def test_cubes_of_the_victory_cards_are_added_and_each_counts_one():
    """Five own cubes and four from most buildings make nine, which beat eight."""
    p = ended({"vp": 5, "buildings": {"wall": 1}}, {"vp": 8}, {}, cards={"most_buildings": 4})
    assert vp(p) == [9, 8, 0]
    assert winners(p) == [0]


@pytest.mark.rule("AOM-286")
def test_victory_cards_are_settled_only_at_the_end():
    """Before the last card is played nobody has the cubes."""
    p = last_turn({"vp": 5, "buildings": {"wall": 1}}, {"vp": 8}, {}, cards={"most_buildings": 4, "largest_army": 2})
    assert (vp(p), p.record.vp_card[VictoryCard.MOST_BUILDINGS]) == ([5, 8, 0], 4)


@pytest.mark.rule("AOM-287")
@pytest.mark.parametrize(("sizes", "gains"), [((9, 8, 4), [6, 0, 0]), ((3, 8, 4), [0, 6, 0]), ((0, 0, 1), [0, 0, 6])])
def test_the_largest_army_takes_its_cubes(sizes, gains):
    """Strictly most units."""
    assert vp(ended(*armies(*sizes), cards={"largest_army": 6})) == gains


@pytest.mark.rule("AOM-287")
def test_villagers_are_no_part_of_an_army():
    """Five units and six villagers lose against six units."""
    first, second, third = armies(5, 6, 0)
    p = ended({**first, "buildings": {"house": 6}}, second, third, cards={"largest_army": 6})
    assert vp(p) == [0, 6, 0]


@pytest.mark.rule("AOM-288")
@pytest.mark.parametrize(("on_tiles", "gains"), [(0, [0, 0, 0]), (1, [0, 0, 6])])
def test_dwarfs_on_tiles_belong_to_the_army(on_tiles, gains):
    """Eight units and a Dwarf on a tile beat eight."""
    first, second, third = armies(8, 2, 8)
    third |= {"tiles": {"mountains_gold2": 1}, "dwarf_on": {"mountains_gold2": on_tiles}}
    assert vp(ended(first, second, third, cards={"largest_army": 6})) == gains


@pytest.mark.rule("AOM-289")
@pytest.mark.parametrize(
    ("sizes", "rules", "gains"),
    [
        ((9, 9, 4), None, [0, 0, 0]),
        ((9, 9, 9), None, [0, 0, 0]),
        ((0, 0, 0), None, [0, 0, 0]),
        ((9, 9, 4), {"army_building_ties": "split_down"}, [3, 3, 0]),
        ((9, 4, 9), {"army_building_ties": "split_down"}, [3, 0, 3]),
        ((9, 9, 9), {"army_building_ties": "split_down"}, [2, 2, 2]),
        ((9, 8, 4), {"army_building_ties": "split_down"}, [7, 0, 0]),
    ],
)
def test_a_tie_for_the_largest_army_pays_nobody(sizes, rules, gains):
    """Seven cubes: lost by default, shared and rounded down with split_down."""
    assert vp(ended(*armies(*sizes), cards={"largest_army": 7}, rules=rules)) == gains


@pytest.mark.rule("AOM-290")
@pytest.mark.parametrize(("sizes", "gains"), [((5, 4, 4), [3, 0, 0]), ((2, 3, 1), [0, 3, 0]), ((0, 0, 1), [0, 0, 3])])
def test_most_buildings_take_their_cubes(sizes, gains):
    """Strictly most buildings."""
    assert vp(ended(*cities(*sizes), cards={"most_buildings": 3})) == gains


@pytest.mark.rule("AOM-291")
def test_houses_count_as_buildings():
    """Five houses beat four other buildings."""
    first, second, third = cities(0, 4, 2)
    p = ended({**first, "buildings": {"house": 5}}, second, third, cards={"most_buildings": 3})
    assert vp(p) == [3, 0, 0]


@pytest.mark.rule("AOM-291")
def test_the_wonder_counts_as_a_building():
    """Four houses and the Wonder beat four buildings, which would have been a tie."""
    _, second, third = cities(0, 4, 2)
    p = wonder(others=(second, third), builder={"culture": "egyptian", "buildings": {"house": 4}}, vp_card={"most_buildings": 3})
    p.play("build wonder")
    assert buildings(p, 0) == {"house": 4, "wonder": 1}
    assert vp(p) == [3, 0, 0]


@pytest.mark.rule("AOM-292")
@pytest.mark.parametrize(
    ("sizes", "rules", "gains"),
    [
        ((5, 5, 2), None, [0, 0, 0]),
        ((0, 0, 0), None, [0, 0, 0]),
        ((5, 5, 2), {"army_building_ties": "split_down"}, [3, 3, 0]),
        ((5, 6, 2), None, [0, 7, 0]),
    ],
)
def test_a_tie_for_most_buildings_pays_nobody(sizes, rules, gains):
    """Two players in front, or nobody with a building at all."""
    assert vp(ended(*cities(*sizes), cards={"most_buildings": 7}, rules=rules)) == gains


@pytest.mark.rule("AOM-293")
def test_the_cubes_of_the_wonder_stay_where_they_are_if_nobody_builds_it():
    """Eight cubes on the Wonder card: 22 are with players, none of the eight."""
    p = ended({"vp": 10}, {"vp": 7}, {"vp": 5}, cards={"wonder": 8})
    assert vp(p) == [10, 7, 5]
    assert sum(vp(p)) + 8 == 30


@pytest.mark.rule("AOM-293")
def test_only_the_builder_takes_the_cubes_of_the_wonder():
    """The builder has fewer points than an opponent without them."""
    p = wonder(others=({"vp": 7}, {}), vp_card={"wonder": 8}).play("build wonder")
    assert vp(p)[0] == 8
    assert vp(p)[1:] == [7, 0]
    assert winners(p) == [0]


# ------------------------------------------------------------------------------------------------ last battle
@pytest.mark.rule("AOM-294")
def test_last_battle_cubes_are_paid_after_every_battle():
    """Two cubes for the first winner; one is placed in the next turn and goes to the next winner."""
    kept = {"attacker": {"hand": ["attack"]}, "defender": {"hand": ["attack"]}}
    p = battle({"spearman": 1}, {"hoplite": 1}, vp_card={"last_battle": 2}, **kept).play("fight with spearman", "retreat")
    assert (vp(p), p.record.vp_card[VictoryCard.LAST_BATTLE]) == ([2, 0, 0], 0)
    p.play("drop attack", "drop gather")
    assert prompt(p) == (1, Prompt.PLACE_VP)
    p.play("place cube on last_battle", "place cube on wonder", "place cube on wonder")
    p.play("take attack", "done", "done", "done")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    p.play("play attack", "player player_0", "attack city")
    commit(commit(p, {"hoplite": 1}), {"spearman": 1})
    p.play("fight with hoplite", "retreat")
    assert (vp(p), p.record.vp_card[VictoryCard.LAST_BATTLE]) == ([2, 1, 0], 0)


@pytest.mark.rule("AOM-294")
def test_a_second_battle_of_the_turn_is_fought_for_nothing():
    """The card is empty after the first one."""
    p = battle({"spearman": 1}, {"hoplite": 1}, defender={"hand": ["attack"]}).play("fight with spearman", "retreat")
    p.play("play attack", "player player_0", "attack city")
    commit(commit(p, {"hoplite": 1}), {"spearman": 1})
    p.play("fight with hoplite", "retreat")
    assert vp(p) == [3, 0, 0]
    assert p.record.last_winner == 1


@pytest.mark.rule("AOM-295")
@pytest.mark.parametrize(
    ("rules", "winner", "points"),
    [
        (None, 1, [3, 2, 1]),
        ({"leftover_last_battle": "lost"}, 1, [3, 2, 1]),
        ({"leftover_last_battle": "last_winner"}, 1, [3, 6, 1]),
        ({"leftover_last_battle": "last_winner"}, 0, [7, 2, 1]),
        ({"leftover_last_battle": "last_winner"}, -1, [3, 2, 1]),
    ],
)
def test_cubes_left_on_the_last_battle_card_are_lost(rules, winner, points):
    """Four cubes: to nobody by default, to the winner of the last battle (if there was one) with last_winner."""
    players = {"vp": 3}, {"vp": 2}, {"vp": 1}
    assert vp(ended(*players, cards={"last_battle": 4}, rules=rules, last_winner=winner)) == points


@pytest.mark.rule("AOM-295")
def test_the_winner_of_the_last_battle_takes_what_is_left_when_the_wonder_ends_the_game():
    """The knob works for both ways to end."""
    p = wonder(vp_card={"last_battle": 4}, last_winner=2, rules={"leftover_last_battle": "last_winner"}).play("build wonder")
    assert vp(p) == [0, 0, 4]


# ------------------------------------------------------------------------------------------------ five ways
def gains_are_explained(p: Position, before: Position, action: str) -> bool:
    """Whether the victory cubes that players gained by an action came from a battle, a purchase or the end."""
    gained = p.record.vp.astype(int) - before.record.vp
    if not gained.any():
        return True
    if (gained < 0).any():
        return False
    if p.over:
        return True
    if action == "buy victory cube":
        return gained.tolist() == [int(seat == before.seat) for seat in range(len(gained))]
    card = int(before.record.vp_card[VictoryCard.LAST_BATTLE])
    ended_here = before.record.attacker >= 0 and p.record.vp_card[VictoryCard.LAST_BATTLE] == 0
    return bool(ended_here and gained.sum() == card and gained[p.record.last_winner] == card)


@pytest.mark.slow
@pytest.mark.rule("AOM-296")
def test_victory_cubes_come_from_battles_purchases_and_the_end_only():
    """Over many random games every rise falls on one of them, no player ever loses a cube and the cubes stay 30."""
    games, rises = (2 if DISABLED else 1000), 0
    for seed in range(games):
        luck = np.random.default_rng(seed)
        p = GAME.new(num_players=2 + seed % 3, seed=seed)
        while not p.over:
            before = p.clone()
            legal = p.legal_ids()
            action = legal[luck.integers(len(legal))]
            text = p.action_text(action)
            p.play(action)
            assert gains_are_explained(p, before, text), (seed, text)
            rises += int((p.record.vp != before.record.vp).any() and not p.over)
            assert p.over or p.record.vp.sum() + p.record.vp_card.sum() + p.record.vp_bank == 30
        assert p.record.vp.sum() <= 30
    assert rises > 0


# ------------------------------------------------------------------------------------------------ the winner
@pytest.mark.rule("AOM-297")
@pytest.mark.parametrize(("points", "winner"), [((12, 11, 7), 0), ((7, 12, 11), 1), ((0, 0, 1), 2)])
def test_most_points_win(points, winner):
    """Alone, whatever the others' cubes; the places follow the points."""
    rich = [{"vp": number, "resources": cubes(*[0 if seat == winner else 5] * 4)} for seat, number in enumerate(points)]
    p = ended(*rich)
    assert winners(p) == [winner]
    assert [reward > 0 for reward in p.rewards] == [seat == winner for seat in range(3)]


@pytest.mark.rule("AOM-297")
def test_places_follow_the_points():
    """First, second and third place."""
    assert ended({"vp": 7}, {"vp": 12}, {"vp": 11}).outcome()[:, 1].tolist() == [3, 1, 2]


@pytest.mark.rule("AOM-298")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [((9, 0, 0, 0), (5, 3, 3, 3), 1), ((4, 4, 4, 3), (14, 0, 0, 0), 0), ((0, 0, 0, 9), (0, 0, 8, 0), 0)],
)
def test_a_tie_in_points_goes_to_more_resource_cubes(first, second, winner):
    """The sum over all four resources counts."""
    p = ended({"vp": 12, "resources": cubes(*first)}, {"vp": 12, "resources": cubes(*second)}, {"vp": 6, "resources": cubes(4, 4, 4, 4)})
    assert winners(p) == [winner]
    assert p.outcome()[1 - winner, 1] == 2


@pytest.mark.rule("AOM-298")
def test_resource_cubes_do_not_count_without_a_tie():
    """Twelve points beat eleven with 20 cubes more."""
    assert winners(ended({"vp": 12, "resources": cubes(0, 0, 0, 0)}, {"vp": 11, "resources": cubes(5, 5, 5, 5)}, {"vp": 0})) == [0]


@pytest.mark.rule("AOM-299")
@pytest.mark.parametrize(("third", "shared"), [(6, [0, 1]), (10, [0, 1, 2])])
def test_a_remaining_tie_is_a_shared_win(third, shared):
    """Ten points and nine cubes each: all of them have won."""
    stocks = cubes(9, 0, 0, 0), cubes(0, 4, 5, 0), cubes(3, 3, 3, 0)
    p = ended(*[{"vp": number, "resources": resources} for number, resources in zip((10, 10, third), stocks, strict=True)])
    assert winners(p) == shared
    assert len({p.rewards[seat] for seat in shared}) == 1
    assert len(shared) == 3 or p.rewards[2] < p.rewards[0]


# ------------------------------------------------------------------------------------------------ teams
def teams(*players: Mapping) -> Position:
    """The end of a game of two teams, seats 0 and 2 against 1 and 3."""
    seats = [{"culture": ("greek", "norse")[seat % 2], **player} for seat, player in enumerate(players)]
    return ended(*seats, rules={"four_player_mode": "teams"})


@pytest.mark.rule("AOM-297", "AOM-298", "AOM-299")
def test_teams_add_up_points_then_resources():
    """Both members get the result of their team: by points, by resource cubes, or shared."""
    assert winners(teams({"vp": 3}, {"vp": 9}, {"vp": 8}, {"vp": 1})) == [0, 2]
    few, more = cubes(1, 0, 0, 0), cubes(2, 2, 2, 2)
    assert winners(
        teams({"vp": 6, "resources": few}, {"vp": 8, "resources": few}, {"vp": 4, "resources": few}, {"vp": 2, "resources": more})
    ) == [1, 3]
    assert winners(teams({"vp": 6}, {"vp": 8}, {"vp": 4}, {"vp": 2})) == [0, 1, 2, 3]
