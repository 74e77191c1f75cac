"""Rules of the Egyptian god cards (AOM-176 to AOM-187)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Age, Prompt
from rulebound.envs.age_of_mythology.variant import DATA
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
)

SIX_MORTALS = {"spearman": 2, "chariot_archer": 2, "elephant": 2}
NOTHING_LEFT = (0, 0, 0, 0)


def egyptian(card: str, *others: dict, resources: dict | None = None, **fields) -> Position:
    """An Egyptian on seat 0 holds a god card; there are three players unless more are named."""
    rules = fields.pop("rules", None)
    table = {name: fields.pop(name) for name in list(fields) if name in ("stacked_tiles", "round_number", "vp_card")}
    player = {"culture": "egyptian", "hand": [card], "resources": resources or cubes(4, 4, 4, 4), **fields}
    return scene(player, *(others or ({}, {})), rules=rules, **table)


FAVOR = {"anubis": 1, "bast": 1, "hathor": 1, "horus": 1, "isis": 1, "nephthys": 2, "osiris": 2, "ptah": 1, "ra": 2, "sekhmet": 3,
         "set": 1, "thoth": 1}  # fmt: skip


@pytest.mark.rule("AOM-176", "AOM-177", "AOM-178", "AOM-179", "AOM-180", "AOM-181")
@pytest.mark.rule("AOM-182", "AOM-183", "AOM-184", "AOM-185", "AOM-186", "AOM-187")
@pytest.mark.parametrize("god", FAVOR)
def test_the_favor_of_an_egyptian_power(god):
    """The power is open with exactly its favor and closed with one less."""
    target = {"culture": "greek", "tiles": {"desert_favor2": 1, "hills_food1": 1}, "buildings": {"wall": 1}}
    own = {"age": "classical", "tiles": {"desert_gold1": 2}}
    enough = egyptian(god, target, {}, resources=cubes(4, 4, 4, FAVOR[god]), **own)
    assert f"play {god} with power" in enough.legal()
    short = egyptian(god, target, {}, resources=cubes(4, 4, 4, FAVOR[god] - 1), **own)
    assert f"play {god} with power" not in short.legal()
    assert modes(short, god) <= {"action"}
    before = bank(enough)[3]
    enough.play(f"play {god} with power")
    assert bank(enough)[3] == before + FAVOR[god]
    assert stock(enough, 0)[3] == 0


# ------------------------------------------------------------------------------------------------ Anubis, Bast
@pytest.mark.rule("AOM-176")
def test_anubis_turns_three_mortals_into_mummies():
    """Without Mummies three swaps, then the Recruit of the card."""
    p = egyptian("anubis", {}, {}, {}, units=SIX_MORTALS)
    p.play("play anubis with power")
    assert offered(p, "choose") == {"spearman", "chariot_archer", "elephant"}
    p.play("choose spearman", "choose chariot_archer", "choose elephant")
    assert units(p, 0) == {"spearman": 1, "chariot_archer": 1, "elephant": 1, "mummy": 3}
    assert (prompt(p), p.record.left) == ((0, Prompt.RECRUIT_PICK), 4)


@pytest.mark.rule("AOM-176")
def test_anubis_is_limited_by_the_mummy_figures():
    """Four players and three Mummies: one swap only; with four Mummies the power is closed."""
    p = egyptian("anubis", {}, {}, {}, units={**SIX_MORTALS, "mummy": 3})
    p.play("play anubis power only", "choose elephant")
    assert units(p, 0) == {"spearman": 2, "chariot_archer": 2, "elephant": 1, "mummy": 4}
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert modes(egyptian("anubis", {}, {}, {}, units={**SIX_MORTALS, "mummy": 4}), "anubis") == {"action"}


@pytest.mark.rule("AOM-176")
def test_anubis_may_turn_fewer_and_mortals_only():
    """One swap and done; myth units and heroes are no choice, and without a mortal the power is closed."""
    p = egyptian("anubis", units={"spearman": 2, "sphinx": 1, "priest": 1}, age="classical")
    p.play("play anubis power only")
    assert offered(p, "choose") == {"spearman"}
    p.play("choose spearman", "done")
    assert units(p, 0) == {"spearman": 1, "sphinx": 1, "priest": 1, "mummy": 1}
    assert modes(egyptian("anubis", units={"sphinx": 1}), "anubis") == {"action"}


@pytest.mark.rule("AOM-177")
def test_bast_makes_every_mortal_cost_one_food():
    """Three Elephants for 3 food, a Sphinx in the same action for 2 gold and 2 favor."""
    p = egyptian("bast", resources=cubes(3, 0, 2, 3)).play("play bast with power")
    p.play("recruit elephant", "recruit elephant", "recruit elephant")
    assert stock(p, 0) == (0, 0, 2, 2)
    assert offered(p, "recruit") == {"sphinx"}
    p.play("recruit sphinx")
    assert stock(p, 0) == NOTHING_LEFT
    assert units(p, 0) == {"spearman": 2, "chariot_archer": 2, "elephant": 5, "sphinx": 1}


@pytest.mark.rule("AOM-177")
@pytest.mark.parametrize("unit", ["spearman", "chariot_archer", "elephant"])
def test_bast_asks_food_and_nothing_else_for_a_mortal(unit):
    """One food is enough for each mortal; with gold and wood but no food there is none."""
    p = egyptian("bast", resources=cubes(1, 0, 0, 1)).play("play bast with power", f"recruit {unit}")
    assert stock(p, 0) == NOTHING_LEFT
    p = egyptian("bast", resources=cubes(0, 4, 4, 2)).play("play bast with power")
    assert unit not in offered(p, "recruit")


@pytest.mark.rule("AOM-177")
def test_bast_recruits_six_and_without_power_at_full_price():
    """Six units of the card; played without its power an Elephant costs 2 food and 1 gold."""
    p = egyptian("bast", resources=cubes(8, 0, 0, 1)).play("play bast with power", *["recruit spearman"] * 6)
    assert (units(p, 0)["spearman"], stock(p, 0)) == (8, (2, 0, 0, 0))
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    p = egyptian("bast", resources=cubes(3, 0, 2, 0)).play("play bast", "recruit elephant")
    assert stock(p, 0) == (1, 0, 1, 0)
    assert modes(egyptian("bast"), "bast") == {"action", "with power"}


# ------------------------------------------------------------------------------------------------ Hathor, Horus
@pytest.mark.rule("AOM-178")
def test_hathor_removes_a_food_tile_of_another_player():
    """The chosen tile goes to the pool; the tiles of other resources are no choice."""
    rival = {"culture": "greek", "tiles": {"fertile_food2": 2, "hills_food1": 1, "hills_gold2": 1}}
    p = egyptian("hathor", rival, {}, tiles={"swamp_food1": 1})
    pool = p.record.pool.copy()
    p.play("play hathor power only")
    assert prompt(p) == (0, Prompt.POWER_TILE)
    assert offered(p, "tile") == {"fertile_food2", "hills_food1"}
    p.play("tile fertile_food2")
    assert tiles(p, 1) == {"fertile_food2": 1, "hills_food1": 1, "hills_gold2": 1}
    assert (p.record.pool - pool).tolist() == [1] + [0] * 19
    assert tiles(p, 0) == {"swamp_food1": 1}


@pytest.mark.rule("AOM-178")
def test_hathor_strikes_any_other_player_but_not_the_own_board():
    """Four players: everybody with a food tile may be named, the player opposite too, never oneself."""
    owner = {"tiles": {"fertile_food2": 1}}
    p = egyptian("hathor", owner, owner, {"tiles": {"hills_gold2": 1}}, tiles={"fertile_food2": 1}).play("play hathor with power")
    assert offered(p, "player") == {"player_1", "player_2"}
    assert modes(egyptian("hathor", tiles={"fertile_food2": 1}), "hathor") == {"action"}


@pytest.mark.rule("AOM-178")
@pytest.mark.parametrize(("age", "price"), [("archaic", 3), ("classical", 4), ("heroic", 5)])
def test_hathor_then_leads_to_the_next_age(age, price):
    """The tile first, then the age for 3, 4 or 5 of each."""
    p = egyptian("hathor", {"tiles": {"fertile_food2": 1}}, {}, resources=cubes(price, price, price, price + 1), age=age)
    p.play("play hathor with power")
    assert tiles(p, 1) == {}
    assert (p.record.age[0], stock(p, 0)) == (Age[age.upper()] + 1, NOTHING_LEFT)


@pytest.mark.rule("AOM-179")
def test_horus_destroys_one_building_of_any_player():
    """Own Wall, neighbours' and the opposite player's buildings are targets; exactly one goes."""
    others = {"buildings": {"tower": 1}}, {"buildings": {"market": 1, "quarry": 1}}, {"buildings": {"armory": 1}}
    p = egyptian("horus", *others, buildings={"wall": 1, "house": 1}).play("play horus power only")
    assert offered(p, "player") == {"player_0", "player_1", "player_2", "player_3"}
    p.play("player player_2")
    assert offered(p, "destroy") == {"market", "quarry"}
    p.play("destroy quarry")
    assert [buildings(p, seat) for seat in range(4)] == [{"wall": 1, "house": 1}, {"tower": 1}, {"market": 1}, {"armory": 1}]
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-179")
def test_horus_may_destroy_an_own_building():
    """The own Wall goes, then up to three buildings are built, a new Wall among them; without any building there is no power."""
    p = egyptian("horus", {"buildings": {"tower": 1}}, {}, buildings={"wall": 1, "house": 1}, resources=cubes(4, 9, 9, 4))
    p.play("play horus with power", "player player_0", "destroy wall")
    assert buildings(p, 0) == {"house": 1}
    assert (prompt(p), p.record.left) == ((0, Prompt.BUILD_PICK), 3)
    assert "wall" in offered(p, "build")
    assert modes(egyptian("horus"), "horus") == {"action"}


@pytest.mark.rule("AOM-179")
def test_a_house_destroyed_by_horus_takes_a_villager_along():
    """Its owner names which villager goes: the one on a tile, or an idle one."""
    rival = {"culture": "greek", "buildings": {"house": 2}, "tiles": {"hills_gold2": 1}, "villager_on": {"hills_gold2": 1}}
    p = egyptian("horus", rival, {}).play("play horus power only")
    assert prompt(p) == (1, Prompt.VILLAGER_LOSS)
    assert p.legal() == ["done", "villager hills_gold2"]
    p.play("villager hills_gold2")
    assert (buildings(p, 1), p.record.idle_villagers[1], p.record.villager_on[1].sum()) == ({"house": 1}, 1, 0)


# ------------------------------------------------------------------------------------------------ Isis, Nephthys
@pytest.mark.rule("AOM-180")
def test_isis_keeps_the_first_loss_in_the_battle():
    """The first Spearman that loses fights on; the second one that loses is removed."""
    p = battle({"spearman": 2}, {"hoplite": 2}, card="play isis with power")
    clash(p, "spearman", "hoplite", (0, 3, 1, 4))
    assert (in_battle(p, 0), in_battle(p, 1)) == ({"spearman": 2}, {"hoplite": 2})
    clash(p, "spearman", "hoplite", (0, 3, 1, 4))
    assert in_battle(p, 0) == {"spearman": 1}
    p.play("retreat", "fight with hoplite")
    assert units(p, 0) == {"spearman": 1}


@pytest.mark.rule("AOM-180")
def test_isis_keeps_a_last_unit_and_only_units_of_the_attacker():
    """A single Spearman loses and fights on; the defender's loss is gone as ever."""
    p = battle({"spearman": 1}, {"hoplite": 2}, card="play isis with power")
    clash(p, "spearman", "hoplite", (2, 3, 1, 4))
    assert in_battle(p, 1) == {"hoplite": 1}
    clash(p, "spearman", "hoplite", (0, 3, 1, 4))
    assert prompt(p) == (0, Prompt.FIGHT_ATT)
    assert in_battle(p, 0) == {"spearman": 1}


@pytest.mark.rule("AOM-180")
def test_isis_without_her_power_is_a_plain_attack_with_seven():
    """The first loss is removed; seven units may be sent either way."""
    p = battle({"spearman": 2}, {"hoplite": 2}, card="play isis")
    assert p.record.limit.tolist() == [7, 7]
    clash(p, "spearman", "hoplite", (0, 3, 1, 4))
    assert in_battle(p, 0) == {"spearman": 1}
    assert battle({"spearman": 2}, {"hoplite": 2}, card="play isis with power").record.limit.tolist() == [7, 7]


@pytest.mark.rule("AOM-181")
@pytest.mark.parametrize(
    ("off", "paid"),
    [
        (("wood", "wood"), (0, 0, 3, 0)),
        (("wood", "gold"), (0, 1, 2, 0)),
        (("gold", "wood"), (0, 1, 2, 0)),
        (("gold", "gold"), (0, 2, 1, 0)),
    ],
)
def test_nephthys_takes_two_cubes_of_choice_off_a_building(off, paid):
    """A Granary of 2 wood and 3 gold costs three cubes; its owner says which two are saved."""
    p = egyptian("nephthys", resources=cubes(9, 9, 9, 9)).play("play nephthys with power", "build granary")
    p.play(*[f"discount {resource}" for resource in off])
    assert buildings(p, 0) == {"granary": 1}
    assert stock(p, 0) == tuple(have - cost for have, cost in zip((9, 9, 9, 7), paid, strict=True))


@pytest.mark.rule("AOM-181")
def test_nephthys_works_on_every_building_of_the_action_but_houses():
    """Granary 3, house 4 and Wall 4 cubes in one action, and no fourth building."""
    p = egyptian("nephthys", resources=cubes(5, 5, 6, 2)).play("play nephthys with power", "build granary")
    p.play("discount gold", "discount gold")
    assert stock(p, 0) == (5, 3, 5, 0)
    p.play("build house")
    assert stock(p, 0) == (3, 1, 5, 0)
    assert "wall" in offered(p, "build")
    p.play("build wall")
    assert stock(p, 0) == (3, 0, 2, 0)  # two wood are missing, so they are what is saved
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-181")
def test_nephthys_builds_the_wonder_for_38_cubes():
    """Forty cubes after the favor: two are left."""
    p = egyptian("nephthys", resources=cubes(10, 10, 10, 12), age="mythic").play("play nephthys with power", "build wonder")
    p.play("discount food", "discount favor")
    assert p.over
    assert stock(p, 0) == (1, 0, 0, 1)


@pytest.mark.rule("AOM-181")
def test_nephthys_and_a_quarry_add_up():
    """A Granary costs 2 cubes, a house 3 (the Quarry alone)."""
    p = egyptian("nephthys", resources=cubes(9, 9, 9, 9), buildings={"quarry": 1}).play("play nephthys with power")
    p.play("build granary", "discount wood", "discount gold", "discount gold")
    assert stock(p, 0) == (9, 8, 8, 7)
    p.play("build house", "discount food")
    assert stock(p, 0) == (8, 6, 8, 7)


@pytest.mark.rule("AOM-181")
def test_nephthys_without_her_power_gives_no_discount():
    """The full price is paid and nothing is asked; what only a discount makes payable needs the power."""
    p = egyptian("nephthys", resources=cubes(9, 9, 9, 9)).play("play nephthys", "build granary")
    assert (stock(p, 0), p.record.left) == ((9, 7, 6, 9), 2)
    p = egyptian("nephthys", resources=cubes(0, 2, 1, 2))
    assert modes(p, "nephthys") == {"with power"}
    assert stock(p.play("play nephthys with power", "build granary"), 0) == NOTHING_LEFT


# ------------------------------------------------------------------------------------------------ Osiris, Ptah, Ra
@pytest.mark.rule("AOM-182")
@pytest.mark.parametrize(("age", "hero"), [("classical", "priest"), ("heroic", "pharaoh"), ("mythic", "son_of_osiris")])
def test_osiris_gives_the_hero_of_exactly_the_current_age(age, hero):
    """Two favor and the hero stands on the board; no other hero can be had."""
    p = egyptian("osiris", age=age).play("play osiris power only")
    assert units(p, 0) == {**SIX_MORTALS, hero: 1}
    assert stock(p, 0) == (4, 4, 4, 2)
    assert prompt(p) == (1, Prompt.PLAY_CARD)


@pytest.mark.rule("AOM-182")
def test_osiris_gives_nothing_in_the_archaic_age():
    """The power is closed, the Recruit is open."""
    assert modes(egyptian("osiris", age="archaic"), "osiris") == {"action"}


@pytest.mark.rule("AOM-182")
@pytest.mark.parametrize(("players", "owned", "legal"), [(4, 0, True), (4, 1, False), (3, 1, True), (3, 2, False)])
def test_osiris_needs_a_figure_of_the_hero(players, owned, legal):
    """One Pharaoh with four players, two with three."""
    p = egyptian("osiris", *[{}] * (players - 1), age="heroic", units={"spearman": 1, "pharaoh": owned})
    assert ("play osiris with power" in p.legal()) is legal


@pytest.mark.rule("AOM-182")
def test_osiris_then_recruits_four():
    """The free hero does not count against the number of the card."""
    p = egyptian("osiris", age="heroic").play("play osiris with power")
    assert units(p, 0)["pharaoh"] == 1
    assert (prompt(p), p.record.left) == ((0, Prompt.RECRUIT_PICK), 4)


SHOWN = ["fertile_food2", "fertile_food2", "fertile_wood1", "hills_food1", "hills_gold2"]


@pytest.mark.rule("AOM-183")
def test_ptah_picks_twice_before_the_others():
    """Five tiles with three players: two picks, then one of each other player, and one tile is left."""
    p = egyptian("ptah", stacked_tiles=SHOWN)
    pool = int(p.record.pool.sum())
    p.play("play ptah with power")
    assert p.record.shown.sum() == 5
    order = []
    for tile in ("fertile_food2", "hills_gold2", "fertile_food2", "hills_food1"):
        order.append(p.seat)
        p.play(f"tile {tile}")
    assert order == [0, 0, 1, 2]
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert tiles(p, 0) == {"fertile_food2": 1, "hills_gold2": 1}
    assert p.record.pool.sum() == pool - 4


@pytest.mark.rule("AOM-183")
def test_ptah_skips_picks_that_have_no_tile():
    """Four mountains and a forest: the second pick of an Egyptian has nothing to place."""
    p = egyptian("ptah", stacked_tiles=["mountains_gold2"] * 4 + ["forest_wood2"]).play("play ptah with power", "tile forest_wood2")
    assert prompt(p) == (1, Prompt.EXPLORE_PICK)


@pytest.mark.rule("AOM-183")
def test_ptah_without_his_power_picks_once():
    """Everybody picks once; the power alone cannot be played."""
    p = egyptian("ptah", stacked_tiles=SHOWN)
    assert modes(p, "ptah") == {"action", "with power"}
    p.play("play ptah", "tile fertile_food2")
    assert prompt(p) == (1, Prompt.EXPLORE_PICK)


@pytest.mark.rule("AOM-184")
def test_ra_adds_two_food_for_every_own_food_tile():
    """Tiles of 2 + 2 + 1 food: 5 + 6 = 11 food; an opponent's food tile pays as printed."""
    rival = {"culture": "greek", "tiles": {"fertile_food2": 1, "hills_gold2": 1}, "resources": cubes(0, 0, 0, 0)}
    own = {"fertile_food2": 2, "swamp_food1": 1, "desert_gold1": 1}
    p = egyptian("ra", rival, {}, resources=cubes(0, 0, 0, 2), tiles=own).play("play ra with power")
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    assert (stock(p, 0), stock(p, 1)) == ((11, 0, 0, 0), (2, 0, 0, 0))


@pytest.mark.rule("AOM-184")
def test_ra_without_power_gathers_food_as_printed():
    """No choice of a resource; 5 food."""
    p = egyptian("ra", resources=cubes(0, 0, 0, 2), tiles={"fertile_food2": 2, "swamp_food1": 1, "desert_gold1": 1})
    assert modes(p, "ra") == {"action", "with power"}
    p.play("play ra")
    assert stock(p, 0) == (5, 0, 0, 2)


# ------------------------------------------------------------------------------------------------ Sekhmet, Set, Thoth
@pytest.mark.rule("AOM-185")
@pytest.mark.parametrize(
    ("card", "own", "other", "limits"),
    [
        ("play sekhmet with power", {}, {}, [8, 6]),
        ("play sekhmet with power", {"armory": 1}, {}, [9, 6]),
        ("play sekhmet with power", {}, {"armory": 1}, [8, 7]),
        ("play sekhmet", {}, {}, [6, 6]),
        ("play sekhmet", {"armory": 1}, {}, [7, 6]),
    ],
)
def test_sekhmet_lets_the_attacker_commit_eight(card, own, other, limits):
    """Eight against six, one more with an Armory; without the power six against six."""
    rival = {"culture": "greek", "units": {"hoplite": 8, "toxotes": 8}, "buildings": other}
    p = egyptian("sekhmet", rival, {}, units={"spearman": 8, "elephant": 8}, buildings=own)
    p.play(card, "player player_1", "attack holding", "commit spearman", *["commit elephant"] * (limits[0] - 1))
    assert p.legal() == ["done"]
    p.play("done", *["commit hoplite"] * limits[1])
    assert p.legal() == ["done"]
    assert p.record.limit.tolist() == limits


@pytest.mark.rule("AOM-186")
def test_set_swaps_two_tiles_of_equal_terrain():
    """An own desert_gold1 for a desert_favor2; both boards keep their number of desert tiles."""
    rival = {"culture": "greek", "tiles": {"desert_favor2": 1, "mountains_wood1": 1}}
    p = egyptian("set", rival, {}, tiles={"desert_gold1": 2, "hills_food1": 1})
    pool = p.record.pool.tolist()
    p.play("play set power only")
    assert tiles(p, 0) == {"desert_gold1": 1, "desert_favor2": 1, "hills_food1": 1}
    assert tiles(p, 1) == {"desert_gold1": 1, "mountains_wood1": 1}
    assert p.record.pool.tolist() == pool


@pytest.mark.rule("AOM-186")
def test_set_offers_equal_terrain_only():
    """Hills are swapped for hills and desert for desert; the player names the other's tile and then the own one."""
    rival = {"culture": "greek", "tiles": {"desert_favor2": 1, "hills_gold2": 1, "forest_wood2": 1}}
    own = {"desert_gold1": 1, "hills_food1": 1, "hills_wood1": 1}
    p = egyptian("set", rival, {}, tiles=own).play("play set power only")
    assert prompt(p) == (0, Prompt.POWER_TILE)
    assert offered(p, "tile") == {"desert_favor2", "hills_gold2"}
    p.play("tile hills_gold2")
    assert prompt(p) == (0, Prompt.POWER_OWN_TILE)
    assert offered(p, "tile") == {"hills_food1", "hills_wood1"}
    p.play("tile hills_wood1")
    assert tiles(p, 0) == {"desert_gold1": 1, "hills_food1": 1, "hills_gold2": 1}
    assert tiles(p, 1) == {"desert_favor2": 1, "hills_wood1": 1, "forest_wood2": 1}


@pytest.mark.rule("AOM-186")
def test_set_is_closed_without_a_common_terrain():
    """Own hills and the others' deserts cannot be swapped."""
    p = egyptian("set", {"tiles": {"desert_favor2": 1}}, {"tiles": {"desert_gold1": 1}}, tiles={"hills_food1": 1})
    assert modes(p, "set") == {"action"}


@pytest.mark.rule("AOM-186")
def test_set_reaches_the_player_opposite():
    """With four players any other player may be named."""
    p = egyptian("set", *[{"tiles": {"fertile_food2": 1}}] * 3, tiles={"fertile_wood1": 1}).play("play set power only")
    assert offered(p, "player") == {"player_1", "player_2", "player_3"}
    p.play("player player_2")
    assert (tiles(p, 0), tiles(p, 2)) == ({"fertile_food2": 1}, {"fertile_wood1": 1})


@pytest.mark.rule("AOM-187")
@pytest.mark.parametrize(("mode", "fourth"), [("play thoth power only", True), ("drop thoth", False)])
def test_thoth_gives_a_fourth_action_after_the_third_round(mode, fourth):
    """Used in round 2: after everybody's third card its owner plays one more, and nobody else."""
    idle = {"hand": ["gather", "build", "trade"]}
    p = scene({"culture": "egyptian", "hand": ["thoth", "gather", "build", "explore"]}, idle, idle, round_number=2)
    p.play(mode, "drop gather", "drop gather")
    assert (p.record.round_number, p.seat) == (3, 0)
    p.play("drop gather", "drop build", "drop build")
    assert p.record.prompt == (Prompt.PLAY_CARD if fourth else Prompt.DISCARD)
    assert p.seat == 0
    if fourth:
        assert set(p.legal()) >= {"play explore", "drop explore", "drop build"}
        p.play("drop build")
        assert (prompt(p), hand(p, 0)) == ((0, Prompt.DISCARD), {"explore": 1})


@pytest.mark.rule("AOM-187")
def test_thoth_with_his_attack_gives_both():
    """The fourth action is granted first, then the attack with six units is made."""
    p = egyptian("thoth").play("play thoth with power")
    assert prompt(p) == (0, Prompt.ATTACK_TARGET)
    assert p.record.extra_action[0] == 1
    commit(p.play("player player_1", "attack city"), {"spearman": 2, "chariot_archer": 2, "elephant": 2})
    assert p.record.limit.tolist() == [6, 6]


@pytest.mark.rule("AOM-187")
def test_a_fourth_action_is_lost_with_an_empty_hand():
    """No card is left after the third round: nothing happens."""
    p = scene({"culture": "egyptian", "hand": ["thoth", "gather"]}, {"hand": ["gather"]}, {"hand": ["gather"]}, round_number=2)
    p.play("play thoth power only", "drop gather", "drop gather", "drop gather")
    assert prompt(p) == (1, Prompt.PLACE_VP)


@pytest.mark.rule("AOM-176", "AOM-177", "AOM-179", "AOM-180", "AOM-181", "AOM-182", "AOM-185", "AOM-187")
@pytest.mark.parametrize(
    ("god", "action", "number"),
    [
        ("anubis", "recruit", 4), ("bast", "recruit", 6), ("horus", "build", 3), ("isis", "attack", 7),
        ("nephthys", "build", 3), ("osiris", "recruit", 4), ("sekhmet", "attack", 6), ("thoth", "attack", 6),
    ],
)  # fmt: skip
def test_the_number_on_an_egyptian_god_card(god, action, number):
    """Played for its action alone, the card allows its number."""
    p = egyptian(god, resources=cubes(12, 12, 12, 12)).play(f"play {god}")
    assert DATA["cards"][god]["action"] == action
    if action == "attack":
        p.play("player player_1", "attack city")
        assert p.record.limit.tolist() == [number, number]
    else:
        p.play(*{"build": ["build house"], "recruit": ["recruit spearman"]}[action] * number)
        assert prompt(p) == (1, Prompt.PLAY_CARD)
