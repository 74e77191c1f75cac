"""Rules of the Norse god cards (AOM-199 to AOM-210) and of workers on tiles that leave a board (AOM-211)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Age, Prompt
from rulebound.envs.age_of_mythology.variant import DATA, TILES
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import (
    bank,
    battle,
    buildings,
    clash,
    commit,
    cubes,
    hand,
    in_battle,
    modes,
    offered,
    prompt,
    scene,
    stock,
    tiles,
    units,
    vp,
)  # fmt: skip

NOTHING = cubes(0, 0, 0, 0)
EMPTY = (0, 0, 0, 0)


def norse(card: str, *others: dict, resources: dict | None = None, rules: object = None, table: dict | None = None, **fields) -> Position:
    """A Norse on seat 0 holds a god card; there are three players unless more are named."""
    player = {"culture": "norse", "hand": [card], "resources": resources or cubes(4, 4, 4, 4), **fields}
    return scene(player, *(others or ({}, {})), rules=rules, **(table or {}))


FAVOR = {"baldr": 1, "bragi": 2, "forseti": 1, "freyja": 1, "heimdall": 4, "hel": 1, "loki": 2, "njord": 1, "odin": 1, "skadi": 1,
         "thor": 1, "tyr": 3}  # fmt: skip


@pytest.mark.rule("AOM-199", "AOM-200", "AOM-201", "AOM-202", "AOM-203", "AOM-204")
@pytest.mark.rule("AOM-205", "AOM-206", "AOM-207", "AOM-208", "AOM-209", "AOM-210")
@pytest.mark.parametrize("god", FAVOR)
def test_the_favor_of_a_norse_power(god):
    """The power is open with exactly its favor and closed with one less."""
    rival = {"culture": "greek", "units": {"hydra": 1, "medusa": 1}, "buildings": {"wall": 1, "tower": 1}}
    enough = norse(god, rival, {}, resources=cubes(4, 4, 4, FAVOR[god]))
    assert "with power" in modes(enough, god)
    assert modes(norse(god, rival, {}, resources=cubes(4, 4, 4, FAVOR[god] - 1)), god) <= {"action"}
    before = bank(enough)[3]
    enough.play(f"play {god} with power")
    assert bank(enough)[3] == before + FAVOR[god]
    assert stock(enough, 0)[3] == 0


@pytest.mark.rule("AOM-200", "AOM-203", "AOM-204", "AOM-206", "AOM-210")
@pytest.mark.parametrize(
    ("god", "action", "number"),
    [("bragi", "attack", 6), ("heimdall", "attack", 4), ("hel", "recruit", 3), ("njord", "build", 4), ("tyr", "attack", 6)],
)
def test_the_number_on_a_norse_god_card(god, action, number):
    """Played for its action alone, the card allows its number."""
    p = norse(god, resources=cubes(12, 12, 12, 12)).play(f"play {god}")
    assert DATA["cards"][god]["action"] == action
    if action == "attack":
        p.play("player player_1", "attack city")
        assert p.record.limit.tolist() == [number, number]
    else:
        p.play(*{"build": ["build house"], "recruit": ["recruit jarl"]}[action] * number)
        assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-199", "AOM-200", "AOM-203", "AOM-208", "AOM-210")
@pytest.mark.parametrize("god", ["baldr", "bragi", "heimdall", "skadi", "tyr"])
def test_powers_that_only_change_their_action_are_not_played_alone(god):
    """They are played for the action, with or without the power."""
    assert modes(norse(god), god) == {"action", "with power"}


# ------------------------------------------------------------------------------------------------ Baldr, Bragi
THREE = ["fertile_food2", "fertile_food2", "hills_gold2"]


@pytest.mark.rule("AOM-199")
def test_baldr_lets_only_its_player_pick():
    """Three tiles with three players, one pick, and nobody else is asked."""
    p = norse("baldr", table={"stacked_tiles": THREE})
    pool = int(p.record.pool.sum())
    p.play("play baldr with power")
    assert (p.record.shown.sum(), prompt(p)) == (3, (0, Prompt.EXPLORE_PICK))
    p.play("tile fertile_food2")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert p.record.pool.sum() == pool - 1
    assert [tiles(p, seat) for seat in range(3)] == [{"fertile_food2": 1}, {}, {}]


@pytest.mark.rule("AOM-199")
def test_baldr_without_power_lets_everybody_pick():
    """The others are asked one after the other."""
    p = norse("baldr", table={"stacked_tiles": THREE}).play("play baldr", "tile fertile_food2")
    assert prompt(p) == (1, Prompt.EXPLORE_PICK)
    p.play("tile fertile_food2")
    assert prompt(p) == (2, Prompt.EXPLORE_PICK)


@pytest.mark.rule("AOM-200")
def test_bragi_gives_every_attacking_unit_a_die():
    """Jarl against Hoplite 4 to 7, Huskarl against Hoplite 4 to 4, encounter after encounter."""
    p = battle({"jarl": 1, "huskarl": 1}, {"hoplite": 3}, card="play bragi with power")
    clash(p, "jarl", "hoplite", (1, 4, 0, 7))
    clash(p, "jarl", "hoplite", (1, 4, 0, 7))
    clash(p, "huskarl", "hoplite", (1, 4, 0, 4), declare=["done"])


@pytest.mark.rule("AOM-200")
def test_bragi_without_power_gives_no_die():
    """Jarl against Hoplite 3 to 7."""
    clash(battle({"jarl": 1}, {"hoplite": 2}, card="play bragi"), "jarl", "hoplite", (1, 3, 0, 7))


# ------------------------------------------------------------------------------------------------ Forseti, Freyja
@pytest.mark.rule("AOM-201")
def test_forseti_takes_four_cubes_of_free_choice():
    """With nothing but a favor: four cubes afterwards, which are missing in the bank."""
    p = norse("forseti", resources=cubes(0, 0, 0, 1))
    total = sum(bank(p))
    p.play("play forseti power only")
    assert sum(bank(p)) == total + 1
    p.play("cube food", "cube wood", "cube gold", "cube favor")
    assert stock(p, 0) == (1, 1, 1, 1)
    assert sum(bank(p)) == total + 1 - 4
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-201")
def test_forseti_then_trades_free_of_cost():
    """The cubes taken are exchanged without payment; fewer than four may be taken."""
    p = norse("forseti", resources=cubes(0, 0, 0, 1)).play("play forseti with power", "cube wood", "cube wood", "done")
    assert (prompt(p), stock(p, 0)) == ((0, Prompt.TRADE_EXCHANGE), (0, 2, 0, 0))
    p.play("exchange wood for gold", "exchange wood for food")
    assert stock(p, 0) == (1, 0, 1, 0)


@pytest.mark.rule("AOM-202")
def test_freyja_takes_her_gold_before_gold_is_gathered():
    """Six gold in the bank: five for the power, one for the Gather of everybody."""
    hill = {"hills_gold2": 1}
    rivals = {"tiles": hill, "resources": cubes(4, 4, 9, 4)}, {"tiles": hill, "resources": cubes(4, 4, 10, 4)}
    p = norse("freyja", *rivals, resources=cubes(0, 0, 0, 1), tiles=hill)
    assert bank(p)[2] == 6
    p.play("play freyja with power")
    assert (stock(p, 0), bank(p)[2]) == ((0, 0, 5, 0), 1)
    p.play("gather gold")
    assert ([stock(p, seat)[2] for seat in range(3)], bank(p)[2]) == ([6, 9, 10], 0)


@pytest.mark.rule("AOM-202")
@pytest.mark.parametrize(("in_bank", "gained"), [(0, 0), (2, 2), (9, 5)])
def test_freyja_gives_up_to_five_gold(in_bank, gained):
    """As much as the bank has, five at most; an empty bank closes the power."""
    p = norse("freyja", {"resources": cubes(4, 4, 12, 4)}, {"resources": cubes(4, 4, 13 - in_bank, 4)}, resources=cubes(0, 0, 0, 1))
    if not gained:
        assert modes(p, "freyja") == {"action"}
        return
    p.play("play freyja power only")
    assert (stock(p, 0), bank(p)[2]) == ((0, 0, gained, 0), in_bank - gained)


# ------------------------------------------------------------------------------------------------ Heimdall, Hel
ELEVEN = {"huskarl": 4, "throwing_axeman": 4, "jarl": 3}
NINE = {"hoplite": 4, "toxotes": 5}


@pytest.mark.rule("AOM-203")
def test_heimdall_lifts_the_limit_for_both_sides():
    """Eleven attackers and nine defenders are committed."""
    p = norse("heimdall", {"culture": "greek", "units": NINE}, {}, units=ELEVEN)
    p.play("play heimdall with power", "player player_1", "attack city")
    commit(p, ELEVEN)
    commit(p, NINE)
    assert (in_battle(p, 0), in_battle(p, 1)) == (ELEVEN, NINE)


@pytest.mark.rule("AOM-203")
def test_heimdall_without_power_allows_four():
    """The fifth unit of either side is refused."""
    p = norse("heimdall", {"culture": "greek", "units": NINE}, {}, units=ELEVEN).play("play heimdall", "player player_1", "attack city")
    p.play(*["commit huskarl"] * 4)
    assert p.legal() == ["done"]
    p.play("done", *["commit hoplite"] * 4)
    assert p.legal() == ["done"]


@pytest.mark.rule("AOM-204")
@pytest.mark.parametrize(
    ("chosen", "after"),
    [
        (("huskarl", "jarl"), {"huskarl": 3, "throwing_axeman": 2, "jarl": 3}),
        (("jarl", "jarl"), {"huskarl": 2, "throwing_axeman": 2, "jarl": 4}),
        (("throwing_axeman",), {"huskarl": 2, "throwing_axeman": 3, "jarl": 2}),
    ],
)
def test_hel_gives_two_mortals_of_choice(chosen, after):
    """One of each, two of a kind, or fewer; then the Recruit 3."""
    p = norse("hel").play("play hel with power")
    assert offered(p, "choose") == {"huskarl", "throwing_axeman", "jarl"}
    p.play(*[f"choose {unit}" for unit in chosen], *["done"] * (2 - len(chosen)))
    assert units(p, 0) == after
    assert (prompt(p), p.record.left, stock(p, 0)) == ((0, Prompt.RECRUIT_PICK), 3, (4, 4, 4, 3))


@pytest.mark.rule("AOM-204")
def test_hel_is_limited_by_figures():
    """Four players and four Jarls: no Jarl; no mortal figure at all: no power."""
    p = norse("hel", {}, {}, {}, units={"jarl": 4, "huskarl": 3}).play("play hel power only")
    assert offered(p, "choose") == {"huskarl", "throwing_axeman"}
    p.play("choose huskarl")
    assert offered(p, "choose") == {"throwing_axeman"}
    full = {"jarl": 4, "huskarl": 4, "throwing_axeman": 4}
    assert modes(norse("hel", {}, {}, {}, units=full), "hel") == {"action"}


# ------------------------------------------------------------------------------------------------ Loki, Njord, Odin
@pytest.mark.rule("AOM-205")
def test_loki_steals_five_cubes_of_choice():
    """Five of the victim's cubes come over; victory cubes and the others' cubes are untouched."""
    p = norse("loki", {"resources": cubes(2, 0, 4, 1), "vp": 6}, {}, resources=cubes(0, 0, 0, 2))
    before = bank(p)
    p.play("play loki power only", "player player_1")
    assert offered(p, "cube") == {"food", "gold", "favor"}
    p.play("cube food", *["cube gold"] * 4)
    assert (stock(p, 0), stock(p, 1), stock(p, 2)) == ((1, 0, 4, 0), (1, 0, 0, 1), (4, 4, 4, 4))
    assert vp(p) == [0, 6, 0]
    assert bank(p) == (*before[:3], before[3] + 2)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-205")
def test_loki_takes_what_there_is():
    """A victim with three cubes loses three, then the trade follows, free of cost."""
    p = norse("loki", {"resources": cubes(2, 0, 1, 0)}, {"resources": NOTHING}, resources=cubes(0, 0, 0, 2))
    p.play("play loki with power", "cube food", "cube food", "cube gold")
    assert (stock(p, 0), stock(p, 1)) == ((2, 0, 1, 0), EMPTY)
    assert prompt(p) == (0, Prompt.TRADE_EXCHANGE)


@pytest.mark.rule("AOM-205")
def test_loki_strikes_any_one_opponent_that_has_cubes():
    """The player opposite too, but nobody without cubes; if nobody has any, the power is closed."""
    p = norse("loki", {"resources": NOTHING}, {}, {}).play("play loki power only")
    assert offered(p, "player") == {"player_2", "player_3"}
    assert modes(norse("loki", {"resources": NOTHING}, {"resources": NOTHING}), "loki") == {"action"}


@pytest.mark.rule("AOM-206")
def test_njord_destroys_a_building_of_another_player():
    """Own buildings are no target; exactly one goes, then up to four are built."""
    p = norse("njord", {}, {"buildings": {"wall": 1, "quarry": 1}}, {"buildings": {"tower": 1}}, buildings={"market": 1})
    p.play("play njord with power")
    assert offered(p, "player") == {"player_2", "player_3"}
    p.play("player player_2", "destroy quarry")
    assert [buildings(p, seat) for seat in range(4)] == [{"market": 1}, {}, {"wall": 1}, {"tower": 1}]
    assert (prompt(p), p.record.left) == ((0, Prompt.BUILD_PICK), 4)


@pytest.mark.rule("AOM-206")
def test_njord_needs_a_building_of_another_player():
    """With own buildings alone the power is closed."""
    assert modes(norse("njord", buildings={"market": 1}), "njord") == {"action"}


@pytest.mark.rule("AOM-206")
def test_a_destroyed_building_can_be_built_again():
    """Its tile is back in the supply: the victim may build it once more."""
    rival = {"culture": "greek", "buildings": {"wall": 1}, "hand": ["build"], "resources": cubes(0, 3, 3, 0)}
    p = norse("njord", rival, {}).play("play njord power only")
    assert buildings(p, 1) == {}
    p.play("play build", "build wall")
    assert buildings(p, 1) == {"wall": 1}


@pytest.mark.rule("AOM-207")
@pytest.mark.parametrize("mode", ["play odin power only", "play odin with power", "play odin", "drop odin"])
def test_odin_gives_a_fourth_action(mode):
    """Used in round 1: after everybody's third card its owner plays a fourth; without the power nobody does."""
    idle = {"hand": ["gather", "build", "trade"]}
    p = scene({"culture": "norse", "hand": ["odin", "gather", "build", "explore"]}, idle, idle)
    p.play(mode)
    assert p.record.age[0] == (Age.CLASSICAL if mode in ("play odin with power", "play odin") else Age.ARCHAIC)
    p.play("drop gather", "drop gather", "drop gather", "drop build", "drop build", "drop build", "drop trade", "drop trade")
    assert hand(p, 0) == {"explore": 1}
    assert prompt(p) == (0, Prompt.PLAY_CARD if "power" in mode else Prompt.DISCARD)
    if "power" in mode:
        p.play("play explore")
        assert prompt(p) == (0, Prompt.EXPLORE_PICK)


@pytest.mark.rule("AOM-207")
def test_a_fourth_action_of_odin_is_lost_with_an_empty_hand():
    """No card is left: nothing happens, and the next turn begins without one."""
    p = scene({"culture": "norse", "hand": ["odin"]}, {"hand": []}, {"hand": []}).play("play odin power only")
    assert prompt(p) == (1, Prompt.PLACE_VP)
    assert p.record.extra_action.sum() == 0


@pytest.mark.rule("AOM-207")
def test_odin_serves_a_mythic_player_too():
    """There is no further age, but the power can be used, alone or with an action that is then skipped."""
    p = norse("odin", age="mythic", resources=cubes(9, 9, 9, 9))
    assert modes(p, "odin") == {"with power", "power only"}
    p.play("play odin with power")
    assert (prompt(p), stock(p, 0), p.record.extra_action[0]) == ((1, Prompt.PLAY_CARD), (9, 9, 9, 8), 1)


@pytest.mark.rule("AOM-207")
def test_fourth_actions_are_taken_clockwise_from_the_start_player():
    """Two Norse used Odin's power and one Egyptian Thoth's: they follow in seat order, after the third round."""
    players = [
        {"culture": "egyptian", "extra_action": 1, "hand": ["gather", "build"]},
        {"culture": "greek", "hand": ["gather", "build"]},
        {"culture": "norse", "extra_action": 1, "hand": ["gather", "build"]},
    ]
    p = scene(*players, round_number=3, start=1)
    order = []
    while p.record.prompt == Prompt.PLAY_CARD:
        order.append(p.seat)
        p.play("drop gather" if "drop gather" in p.legal() else "drop build")
    assert order == [1, 2, 0, 2, 0]


# ------------------------------------------------------------------------------------------------ Skadi, Thor, Tyr
@pytest.mark.rule("AOM-208")
@pytest.mark.parametrize(("mode", "others"), [("play skadi with power", 0), ("play skadi", 2)])
def test_skadi_keeps_the_others_from_gathering(mode, others):
    """The owner gathers 3 wood; the others get theirs only if the power is not used."""
    rival = {"resources": NOTHING, "tiles": {"forest_wood2": 1}}
    p = norse("skadi", rival, rival, resources=cubes(0, 0, 0, 1), tiles={"forest_wood2": 1, "mountains_wood1": 1})
    p.play(mode, "gather wood")
    assert stock(p, 0) == (0, 3, 0, int(mode == "play skadi"))
    assert (stock(p, 1)[1], stock(p, 2)[1]) == (others, others)


@pytest.mark.rule("AOM-209")
def test_thor_kills_a_myth_unit_without_a_battle():
    """The Hydra is gone; mortals and heroes are no target, nor are units without an enemy."""
    rival = {"culture": "greek", "age": "classical", "units": {"hydra": 1, "medusa": 1, "hoplite": 2, "classical_greek_hero": 1}}
    p = norse("thor", rival, {"culture": "egyptian"}, units={"troll": 1}).play("play thor with power")
    assert offered(p, "choose") == {"hydra", "medusa"}
    p.play("choose hydra")
    assert units(p, 1) == {"medusa": 1, "hoplite": 2, "classical_greek_hero": 1}
    assert prompt(p) == (0, Prompt.GATHER_CHOICE)
    assert vp(p) == [0, 0, 0]


@pytest.mark.rule("AOM-209")
def test_thor_strikes_players_that_are_no_neighbours():
    """The player opposite is a target; oneself never is."""
    p = norse("thor", {"culture": "greek", "units": {"hydra": 1}}, {"culture": "norse", "units": {"troll": 1}}, {}, units={"troll": 1})
    p.play("play thor power only")
    assert offered(p, "player") == {"player_1", "player_2"}
    p.play("player player_2")
    assert (units(p, 0), units(p, 2)) == ({"troll": 1}, {})


@pytest.mark.rule("AOM-209")
def test_thor_kills_a_dwarf_on_a_tile():
    """The Dwarf goes, the tile stays."""
    rival = {"culture": "norse", "units": {"jarl": 1}, "tiles": {"mountains_gold2": 1}, "dwarf_on": {"mountains_gold2": 1}}
    p = norse("thor", {"culture": "greek"}, rival, {"culture": "egyptian"}).play("play thor power only")
    assert (p.record.dwarf_on[2].sum(), units(p, 2), tiles(p, 2)) == (0, {"jarl": 1}, {"mountains_gold2": 1})


@pytest.mark.rule("AOM-209")
def test_thor_needs_a_myth_unit_of_another_player():
    """Own myth units do not open the power."""
    assert modes(norse("thor", units={"troll": 1}), "thor") == {"action"}


@pytest.mark.rule("AOM-210")
def test_tyr_lets_any_attacking_unit_go_berserk():
    """Troll against Spearman 8 to 3; with equal sixes the berserk Troll is eliminated without a reroll."""
    p = battle({"troll": 1, "jarl": 1}, {"spearman": 2}, card="play tyr with power")
    clash(p, "troll", "spearman", (1, 8, 1, 3), declare=["confirm"])
    assert (in_battle(p, 0), in_battle(p, 1)) == ({"jarl": 1}, {"spearman": 2})


@pytest.mark.rule("AOM-210")
def test_tyr_is_decided_in_every_encounter():
    """Calm in the first encounter, with a reroll of equal sixes, berserk in the second."""
    p = battle({"troll": 1}, {"spearman": 3}, card="play tyr with power")
    p.play("fight with troll", "fight with spearman")
    assert prompt(p) == (0, Prompt.SPECIAL_ATT)
    p.queue_dice(*[6, 1, 1, 1, 1, 1, 6, 1, 1], *[6, 6, 1, 1, 1, 1, 6, 1, 1])
    p.play("done")
    assert (p.record.dice.tolist(), p.record.sixes.tolist(), p.record.queued) == ([6, 3], [2, 1], 0)
    clash(p, "troll", "spearman", (2, 8, 1, 3), declare=["confirm"])
    assert in_battle(p, 1) == {"spearman": 1}


@pytest.mark.rule("AOM-210")
def test_tyr_does_not_double_a_units_own_berserk():
    """A Huskarl goes berserk with 5 dice, not 7."""
    clash(battle({"huskarl": 1}, {"spearman": 2}, card="play tyr with power"), "huskarl", "spearman", (1, 5, 0, 3), declare=["confirm"])


@pytest.mark.rule("AOM-210")
def test_without_tyr_a_troll_stays_calm():
    """Nothing is asked: 6 dice to 3."""
    clash(battle({"troll": 1}, {"spearman": 2}, card="play tyr"), "troll", "spearman", (1, 6, 0, 3))


# ------------------------------------------------------------------------------------------------ workers on lost tiles
def removed(owner: dict, tile: str) -> Position:
    """Hephaestos has removed a tile of the Norse player on seat 1."""
    p = scene({"culture": "greek", "hand": ["hephaestos"]}, {"culture": "norse", **owner}, {}).play("play hephaestos power only")
    return p.play(f"tile {tile}") if p.record.prompt == Prompt.POWER_TILE else p


@pytest.mark.rule("AOM-211")
def test_hathor_takes_an_empty_tile_before_one_with_a_villager():
    """Of two equal tiles the empty one goes; the last one sends its villager home."""
    rival = {"culture": "greek", "tiles": {"fertile_food2": 2}, "villager_on": {"fertile_food2": 1}, "buildings": {"house": 1}}
    p = scene({"culture": "egyptian", "hand": ["hathor"]}, rival, {}).play("play hathor power only")
    assert (tiles(p, 1), p.record.villager_on[1, 0], p.record.idle_villagers[1]) == ({"fertile_food2": 1}, 1, 0)
    p = scene({"culture": "egyptian", "hand": ["hathor"]}, {**rival, "tiles": {"fertile_food2": 1}}, {}).play("play hathor power only")
    assert (tiles(p, 1), p.record.villager_on[1].sum(), p.record.idle_villagers[1]) == ({}, 0, 1)
    assert buildings(p, 1) == {"house": 1}


@pytest.mark.rule("AOM-211")
@pytest.mark.parametrize(
    ("number", "villager", "dwarf", "after"),
    [(3, 1, 1, (1, 1, 0, 0)), (2, 1, 1, (0, 1, 1, 0)), (2, 0, 1, (0, 1, 0, 0)), (1, 0, 1, (0, 0, 0, 1)), (1, 1, 0, (0, 0, 1, 0))],
)
def test_an_empty_tile_goes_first_then_a_villagers_then_a_dwarfs(number, villager, dwarf, after):
    """After the loss: villagers and Dwarfs on tiles, then idle villagers and Dwarfs at home."""
    kind = "mountains_gold2"
    owner = {"tiles": {kind: number}, "villager_on": {kind: villager}, "dwarf_on": {kind: dwarf}, "units": {"jarl": 1}}
    p = removed({**owner, "buildings": {"house": villager}}, kind)
    place = TILES.index(kind)
    home = int(p.record.idle_villagers[1]), units(p, 1).get("dwarf", 0)
    assert (int(p.record.villager_on[1, place]), int(p.record.dwarf_on[1, place]), *home) == after
    assert p.record.tiles[1, place] == number - 1


@pytest.mark.rule("AOM-211")
def test_swapped_tiles_send_their_workers_home():
    """Set's swap leaves the villagers of both tiles idle with their owners."""
    own = {"tiles": {"desert_gold1": 1}, "villager_on": {"desert_gold1": 1}, "buildings": {"house": 1}}
    rival = {"culture": "greek", "tiles": {"desert_favor2": 1}, "villager_on": {"desert_favor2": 1}, "buildings": {"house": 1}}
    p = scene({"culture": "egyptian", "hand": ["set"], **own}, rival, {}).play("play set power only")
    assert (tiles(p, 0), tiles(p, 1)) == ({"desert_favor2": 1}, {"desert_gold1": 1})
    assert p.record.villager_on.sum() == 0
    assert p.record.idle_villagers[:2].tolist() == [1, 1]
