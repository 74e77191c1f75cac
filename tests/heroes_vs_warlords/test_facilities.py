"""What is built in Cities and Camps: prices, prerequisites, and what each facility does (HVW-077 to HVW-111)."""

from __future__ import annotations

import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_vs_warlords.state import Prompt, Status
from rulebound.envs.heroes_vs_warlords.variant import FACILITIES
from tests.heroes_vs_warlords.helpers import (
    DEFENDER,
    abilities,
    arrange,
    asked,
    heroes,
    hex_of,
    pair,
    pass_until,
    player,
    producing,
    sections,
    stacks,
    start_hex,
    stock,
)

TRIBES = ("knights", "barbarians", "amazons")
NEEDED = {
    "wall_3": "wall_2", "tower_2": "tower_1", "shooting_range": "barracks", "academy": "shooting_range", "tiltyard": "academy",
    "garde": "tiltyard", "city_hall": "town_hall", "palace": "city_hall", "storehouse": "trade_hall",
}  # fmt: skip
ARMY = ("barracks", "shooting_range", "academy", "tiltyard", "garde")
EVERYTHING = {"gold": 50, "crystal": 50, "stone": 50, "wood": 50}
HOME = start_hex("SK_C")


def needs(facility: str) -> dict[str, int]:
    """All that must stand before a facility is built."""
    standing = {}
    while facility in NEEDED:
        facility = NEEDED[facility]
        standing[facility] = 1
    return standing


def of_tribe(tribe: str) -> dict[str, str]:
    """Rules in which seat 0 plays a tribe."""
    return {"players.faction_0": tribe, "players.faction_1": TRIBES[(TRIBES.index(tribe) + 1) % 3]}


def costs(tribe: str, facility: str, price: tuple[int, int, int, int]) -> bool:
    """The facility can be built for this price (gold, crystal, stone, wood) and nothing is left, and not for one piece less."""
    names = ("gold", "crystal", "stone", "wood")
    exact = dict(zip(names, price, strict=True))
    p = producing({"stock": exact, "facility": needs(facility)}, rules=of_tribe(tribe)).play(f"build {facility}")
    if stock(p, 0) != [0, 0, 0, 0] or not p.record.facility[0, FACILITIES.index(facility)]:
        return False
    for name in names:
        if exact[name]:
            short = producing({"stock": {**exact, name: exact[name] - 1}, "facility": needs(facility)}, rules=of_tribe(tribe))
            if f"build {facility}" in short.legal():
                return False
    return True


def three(facility: str, *prices: tuple[int, int, int, int]) -> bool:
    """The prices of Knights, Barbarians and Amazons."""
    return all(costs(tribe, facility, price) for tribe, price in zip(TRIBES, prices, strict=True))


def built(p: Position) -> set[str]:
    """What may be built now."""
    return {action.removeprefix("build ") for action in p.legal() if action.startswith("build ")}


def earned(facilities: dict[str, int], **fields: object) -> list[int]:
    """What the home of seat 0 earns in one income."""
    p = arrange({"stock": {}, "facility": facilities}, {}, stage="income", **fields)
    return stock(p, 0)


def siege(die: int, facilities: dict[str, int] | None = None, camp: bool = False, level: int = 1, unit: str = "1") -> Position:
    """A hero of a level rolls this die against the works of a City or Camp with a garrison of five and no hero."""
    defender = {"hero_hex": [hex_of("T02_C"), -1], "facility": facilities or {}, "place_garrison": {f"level_{unit}": 5}}
    values = heroes(abilities(attack=0, defense=0))
    if camp:
        p = arrange(player(start_hex("SB_N"), (20, "K1"), hero_level=[level, 1], ability=values), defender).play("hero 1", "go s")
    else:
        attacker = player(start_hex("SK_SW"), (20, "B1"), hero_level=[level, 1], ability=values)
        p = arrange(defender, attacker, order=[1, 0, 0]).play("hero 1", "go ne")
    p = pass_until(p, Prompt.BREACH)
    return p.queue_dice(die).play("yes")


def wall(p: Position) -> str:
    """The state of the arena's wall."""
    return ("intact", "damaged", "destroyed")[p.record.wall[0]]


def holds(p: Position, attacker: int, defender: int) -> bool:
    """After the wall fell: no unit of the garrison dies when twenty level-1 units attack it with these dice."""
    while not (asked(p)[1] == Prompt.ATTACK and p.seat == p.record.battle_seat[0]):
        p.play("pass")
    p.queue_dice(attacker, defender).play("target 0")
    return [number for number, _ in stacks(p, DEFENDER)] == [5]


# ------------------------------------------------------------------------------------------------ records
@pytest.mark.rule("HVW-077")
def test_each_place_has_its_own_facilities() -> None:
    """A Tavern in the City: no second one there, but one in the conquered Camp."""
    camp = {"place_owner": "player_0", "conquered": 1, "stock": EVERYTHING, "hero_hex": [hex_of("T12_S"), -1]}
    p = producing({"stock": EVERYTHING, "facility": {"tavern": 1}}, camp)
    assert "tavern" not in built(p.clone().play("place player_0"))
    p.play("place player_1")
    assert "tavern" in built(p)
    p.play("build tavern")
    assert "tavern" not in built(p)
    assert stock(p, 0) == [50] * 4  # paid in the Camp, at the Barbarians' price
    assert stock(p, 1) == [48, 50, 48, 45]


@pytest.mark.rule("HVW-104")
def test_seventeen_facilities_at_most() -> None:
    """There is a Palace, and nothing called Capitol."""
    assert len(FACILITIES) == 17
    assert "palace" in FACILITIES
    assert not [name for name in FACILITIES if "capit" in name]
    standing = dict.fromkeys(FACILITIES[:16], 1)
    assert built(producing({"stock": EVERYTHING, "facility": standing})) == set()
    rules = {"honor": True, "special_buildings": True}
    assert built(producing({"stock": EVERYTHING, "facility": standing}, rules=rules)) == {"special"}


# ------------------------------------------------------------------------------------------------ defensive works
@pytest.mark.rule("HVW-078", "HVW-079")
@pytest.mark.parametrize("camp", [False, True])
@pytest.mark.parametrize(("works", "points"), [({}, 10), ({"wall_2": 1}, 20), ({"wall_2": 1, "wall_3": 1}, 40)])
def test_structure_points(camp: bool, works: dict[str, int], points: int) -> None:
    """City 10, 20, 40 and Camp 5, 10, 20: destroyed at the points, damaged at half of them, otherwise nothing."""
    points = points // 2 if camp else points
    for total, state in ((points, "destroyed"), (points - 1, "damaged"), (-(-points // 2), "damaged"), (-(-points // 2) - 1, "intact")):
        level = 1 if total <= 21 else 10
        if 1 <= total - level <= 20:
            assert wall(siege(total - level, works, camp, level)) == state


@pytest.mark.rule("HVW-078", "HVW-079")
@pytest.mark.parametrize("camp", [False, True])
@pytest.mark.parametrize(("works", "bonus"), [({}, 1), ({"wall_2": 1}, 2), ({"wall_2": 1, "wall_3": 1}, 4)])
def test_works_help_every_defender(camp: bool, works: dict[str, int], bonus: int) -> None:
    """Attack 3 and die 15 against DV 2 and die 16 - b: equal totals do nothing; one less is hit."""
    for die, safe in ((16 - bonus, True), (15 - bonus, False)):
        p = siege(20, works, camp, 10)
        while wall(p) != "destroyed":
            p = pass_until(p, Prompt.BREACH).queue_dice(20).play("yes")
        assert holds(p, 15, die) == safe


@pytest.mark.rule("HVW-079", "HVW-082", "HVW-085", "HVW-102", "HVW-103", "HVW-107")
@pytest.mark.parametrize(("facility", "needed"), NEEDED.items())
def test_prerequisites(facility: str, needed: str) -> None:
    """With all the goods in the world it is masked until its prerequisite stands, then legal."""
    before = needs(needed)
    assert facility not in built(producing({"stock": EVERYTHING, "facility": before}))
    assert facility in built(producing({"stock": EVERYTHING, "facility": {**before, needed: 1}}))


@pytest.mark.rule("HVW-080")
def test_prices_of_works() -> None:
    """Step 1: 2/6/2, 1/2/5, 2/5/3; step 2: 4/11/3, 3/4/9, 4/9/5 (gold, stone, wood)."""
    assert three("wall_2", (2, 0, 6, 2), (1, 0, 2, 5), (2, 0, 5, 3))
    assert three("wall_3", (4, 0, 11, 3), (3, 0, 4, 9), (4, 0, 9, 5))


@pytest.mark.rule("HVW-081")
def test_conquest_resets_the_works() -> None:
    """A City of 40 structure points falls: no works are left, so 10 points and +1; towers are gone, Barracks stay."""
    works = dict.fromkeys(("wall_2", "wall_3", "tower_1", "barracks"), 1)
    p = arrange(
        {"hero_hex": [hex_of("T02_C"), -1], "facility": works}, player(start_hex("SK_SW"), (20, "B1")), order=[1, 0, 0], dice=(1, 1, 1, 1)
    ).play("hero 1", "go ne")  # fmt: skip
    assert p.record.place_owner[0] == 2
    assert [name for k, name in enumerate(FACILITIES) if p.record.facility[0, k]] == ["barracks"]


# ------------------------------------------------------------------------------------------------ towers
@pytest.mark.rule("HVW-082")
def test_two_towers_at_most() -> None:
    """One, then the other, then none."""
    p = producing({"stock": EVERYTHING})
    assert {"tower_1", "tower_2"} & built(p) == {"tower_1"}
    assert {"tower_1", "tower_2"} & built(p.play("build tower_1")) == {"tower_2"}
    assert {"tower_1", "tower_2"} & built(p.play("build tower_2")) == set()


@pytest.mark.rule("HVW-083")
def test_prices_of_towers() -> None:
    """First: 2/5/2, 2/2/5, 2/4/3; second: 3/6/3, 3/3/6, 3/5/4."""
    assert three("tower_1", (2, 0, 5, 2), (2, 0, 2, 5), (2, 0, 4, 3))
    assert three("tower_2", (3, 0, 6, 3), (3, 0, 3, 6), (3, 0, 5, 4))


@pytest.mark.rule("HVW-084")
@pytest.mark.parametrize(("die", "safe"), [(15, True), (14, False)])
def test_towers_do_not_help_who_stands_outside(die: int, safe: bool) -> None:
    """Two towers, works of level 1, a close combat garrison: attack 15 + 3 against die + 2 + 1."""
    p = siege(19, {"tower_1": 1, "tower_2": 1})
    assert wall(p) == "destroyed"
    assert holds(p, 15, die) == safe


# ------------------------------------------------------------------------------------------------ army facilities
@pytest.mark.rule("HVW-085")
@pytest.mark.parametrize("standing", range(6))
def test_army_facilities_in_order(standing: int) -> None:
    """Just the next one may be built."""
    p = producing({"stock": EVERYTHING, "facility": dict.fromkeys(ARMY[:standing], 1)})
    assert built(p) & set(ARMY) == set(ARMY[standing : standing + 1])


@pytest.mark.rule("HVW-086")
def test_prices_of_army_facilities() -> None:
    """Gold, crystal, stone and wood for the three tribes."""
    assert three("barracks", (3, 0, 3, 2), (3, 0, 2, 3), (3, 0, 2, 3))
    assert three("shooting_range", (3, 0, 4, 3), (3, 0, 3, 4), (3, 0, 3, 4))
    assert three("academy", (5, 0, 5, 4), (5, 0, 4, 5), (5, 0, 5, 4))
    assert three("tiltyard", (6, 2, 6, 5), (6, 2, 5, 6), (6, 2, 5, 6))
    assert three("garde", (8, 4, 8, 6), (8, 4, 6, 8), (8, 4, 7, 7))


@pytest.mark.rule("HVW-087")
def test_the_hamlet_trains_from_the_start() -> None:
    """Four gold: 4xK1, at most, and no other level."""
    p = producing({"stock": {"gold": 4}})
    assert [action for action in p.legal() if action.startswith("recruit")] == ["recruit level 1"]
    p.play("recruit level 1")
    assert p.legal() == [f"amount {k}" for k in range(1, 5)]
    p.play("amount 4")
    assert (stock(p, 0), p.record.place_garrison[0].tolist()) == ([0] * 4, [4, 0, 0, 0, 0, 0])


@pytest.mark.rule("HVW-087")
def test_the_hamlet_of_a_captured_place() -> None:
    """In a conquered Camp its own gold trains units of its tribe, without any building."""
    camp = {"place_owner": "player_0", "conquered": 1, "stock": {"gold": 4}, "hero_hex": [hex_of("T12_S"), -1]}
    p = producing({"stock": {}}, camp)
    if asked(p)[1] == Prompt.PLACE:
        p.play("place player_1")
    p.play("recruit level 1", "amount 4")
    assert p.record.natives[1].tolist() == [4, 0, 0, 0, 0, 0]
    assert stock(p, 1) == [0] * 4


@pytest.mark.rule("HVW-088", "HVW-089", "HVW-090", "HVW-091", "HVW-092")
@pytest.mark.parametrize(
    ("level", "goods", "number"),
    [
        (2, (4, 0), 2), (2, (5, 0), 2), (3, (9, 0), 3), (3, (8, 0), 2), (4, (8, 0), 2), (4, (11, 0), 2), (5, (10, 1), 1), (5, (10, 2), 2),
        (5, (9, 2), 1), (5, (10, 0), 0), (6, (12, 4), 2), (6, (12, 3), 1), (6, (11, 4), 1), (6, (12, 1), 0),
    ],
)  # fmt: skip
def test_units_cost_their_level_and_crystal(level: int, goods: tuple[int, int], number: int) -> None:
    """Level in gold, plus 1 crystal for level 5 and 2 for level 6; the facility of the level below does not train it."""
    gold, crystal = goods
    stocked = {"stock": {"gold": gold, "crystal": crystal}}
    p = producing({**stocked, "facility": dict.fromkeys(ARMY[: level - 1], 1)})
    assert (f"recruit level {level}" in p.legal()) == (number > 0)
    lower = producing({**stocked, "facility": dict.fromkeys(ARMY[: level - 2], 1)})
    assert f"recruit level {level}" not in lower.legal()
    if not number:
        return
    p.play(f"recruit level {level}")
    if number > 1:
        assert p.legal() == [f"amount {k}" for k in range(1, number + 1)]
        p.play(f"amount {number}")
    assert p.record.place_garrison[0, level - 1] == number
    assert stock(p, 0)[:2] == [gold - level * number, crystal - {5: 1, 6: 2}.get(level, 0) * number]


@pytest.mark.rule("HVW-088")
def test_barracks_and_units_in_one_production() -> None:
    """6 gold, 3 stone, 2 wood: Barracks, then one unit of level 2 for 2 of the last 3 gold."""
    p = producing({"stock": {"gold": 6, "stone": 3, "wood": 2}}).play("build barracks")
    assert stock(p, 0) == [3, 0, 0, 0]
    p.play("recruit level 2")
    assert (stock(p, 0), p.record.place_garrison[0].tolist()) == ([1, 0, 0, 0], [0, 1, 0, 0, 0, 0])


# ------------------------------------------------------------------------------------------------ Training Area and Tavern
@pytest.mark.rule("HVW-093")
def test_price_of_the_training_area() -> None:
    """4/5/2, 3/3/5, 4/4/3, and nothing is needed before."""
    assert three("training_area", (4, 0, 5, 2), (3, 0, 3, 5), (4, 0, 4, 3))


@pytest.mark.rule("HVW-094")
def test_each_hero_trains_once() -> None:
    """Hero 1 raises his defense from 3 to 4 and never trains again; hero 2 still may."""
    both = pair(HOME, HOME, [(5, "K1")], [(5, "K1")], facility={"training_area": 1}, hero_new=[0, 1])
    p = arrange(both).play("hero 1", "train")
    assert p.legal() == ["raise attack", "raise defense", "raise initiative", "raise movement"]
    p.play("raise defense")
    assert p.record.ability[0, 0].tolist() == [2, 4, 6, 6]
    assert "train" not in p.legal()
    p.play("pass", "hero 2")
    assert "train" in p.legal()
    p.play("pass")
    while p.record.sequence == 0 or asked(p) != (0, Prompt.HERO):
        p.play("pass")
    assert "train" not in p.play("hero 1").legal()


@pytest.mark.rule("HVW-094")
@pytest.mark.parametrize(("where", "area", "may"), [(HOME, 1, True), (HOME, 0, False), (start_hex("SK_NE"), 1, False)])
def test_training_needs_the_area_and_the_hero_in_it(where: int, area: int, may: bool) -> None:
    """Not beside the City and not without the building."""
    p = arrange(player(where, (5, "K1"), facility={"training_area": area})).play("hero 1")
    assert ("train" in p.legal()) == may


@pytest.mark.rule("HVW-095")
def test_a_training_area_in_a_conquered_place() -> None:
    """The Barbarian hero stands in the City he has conquered: attack 3 becomes 4."""
    city = {"place_owner": "player_1", "conquered": 1, "facility": {"training_area": 1}, "hero_hex": [hex_of("T12_S"), -1]}
    p = arrange(city, player(HOME, (5, "B1")), order=[1, 0, 0]).play("hero 1", "train", "raise attack")
    assert p.record.ability[1, 0].tolist() == [4, 2, 6, 6]


@pytest.mark.rule("HVW-095")
def test_training_once_for_all_areas() -> None:
    """Who has trained somewhere does not train in another place."""
    city = {"place_owner": "player_1", "conquered": 1, "facility": {"training_area": 1}, "hero_hex": [hex_of("T12_S"), -1]}
    p = arrange(city, player(HOME, (5, "B1"), hero_trained=[1, 0]), order=[1, 0, 0]).play("hero 1")
    assert "train" not in p.legal()


@pytest.mark.rule("HVW-096")
def test_price_of_the_tavern() -> None:
    """3/2/4, 2/2/5, 3/3/3, and nothing is needed before."""
    assert three("tavern", (3, 0, 2, 4), (2, 0, 2, 5), (3, 0, 3, 3))


@pytest.mark.rule("HVW-097")
def test_the_tavern_brings_hero_2() -> None:
    """He comes home without units and without a price."""
    p = producing({"stock": {"gold": 3, "stone": 2, "wood": 4}}).play("build tavern")
    assert p.record.hero_status[0].tolist() == [Status.ON_MAP, Status.ON_MAP]
    assert p.record.hero_hex[0, 1] == HOME
    assert sections(p, 0, 1) == []
    assert p.record.hero_kills[0] == 0


@pytest.mark.rule("HVW-097")
def test_a_tavern_while_the_home_is_lost() -> None:
    """Built in a conquered Camp with the own City lost: hero 2 appears where the Tavern stands."""
    p = producing(
        player("T01_C", (5, "K1"), place_owner="player_1", conquered=1),
        player("T12_S", (5, "B1"), place_owner="player_0", conquered=1, stock={"gold": 2, "stone": 2, "wood": 5}),
    )
    while asked(p) != (0, Prompt.ITEM):
        p.play(next(action for action in p.legal() if action.startswith("place ")))
    p.play("build tavern")
    assert p.record.hero_hex[0, 1] == p.record.place_hex[1]


@pytest.mark.rule("HVW-098")
@pytest.mark.parametrize("status", ["on_map", "dead"])
def test_a_tavern_brings_nobody_twice(status: str) -> None:
    """Hero 2 on the map or dead: nothing changes."""
    seen = {"hero_status": ["on_map", status], "hero_killed": [0, int(status == "dead")], "hero_kills": int(status == "dead")}
    hexes = [HOME, hex_of("T01_C") if status == "on_map" else -1]
    p = producing({**seen, "hero_hex": hexes, "stock": {"gold": 3, "stone": 2, "wood": 4}})
    before = (p.record.hero_status[0].tolist(), p.record.hero_hex[0].tolist())
    p.play("build tavern")
    assert (p.record.hero_status[0].tolist(), p.record.hero_hex[0].tolist()) == before


# ------------------------------------------------------------------------------------------------ improvements and income
@pytest.mark.rule("HVW-007")
def test_each_place_earns_its_own_gold() -> None:
    """A player with two bare places: both stocks grow by one gold."""
    camp = {"place_owner": "player_0", "conquered": 1, "stock": {}, "hero_hex": [hex_of("T12_S"), -1]}
    p = arrange({"stock": {}}, camp, stage="income")
    assert (stock(p, 0), stock(p, 1)) == ([1, 0, 0, 0], [1, 0, 0, 0])


@pytest.mark.rule("HVW-008")
def test_base_income_after_each_sequence() -> None:
    """A bare City with 4 gold has 5, 6 and, when production begins, 7."""
    p = arrange({}, {})
    seen = [stock(p, 0)[0]]
    while asked(p)[1] != Prompt.ITEM:
        p.play("pass")
        seen.append(stock(p, 0)[0])
    assert sorted(set(seen)) == [4, 5, 6, 7]
    assert stock(p, 0) == [7, 0, 2, 2]


@pytest.mark.rule("HVW-099", "HVW-101", "HVW-102", "HVW-103", "HVW-109")
@pytest.mark.parametrize(
    ("facilities", "gold"),
    [
        ((), 1), (("town_hall",), 2), (("town_hall", "city_hall"), 3), (("town_hall", "city_hall", "palace"), 4),
        (("trade_hall",), 1), (("trade_hall", "storehouse"), 2), (("town_hall", "city_hall", "palace", "trade_hall", "storehouse"), 5),
        (FACILITIES[:16], 5),
    ],
)  # fmt: skip
def test_gold_of_a_place(facilities: tuple[str, ...], gold: int) -> None:
    """Base 1, Town Hall, City Hall, Palace and Storehouse 1 each, everything else nothing: 5 at most."""
    assert earned(dict.fromkeys(facilities, 1)) == [gold, 0, 0, 0]


@pytest.mark.rule("HVW-099")
def test_fifteen_gold_a_round() -> None:
    """With all improvements three incomes give 15."""
    halls = dict.fromkeys(("town_hall", "city_hall", "palace", "trade_hall", "storehouse"), 1)
    p = pass_until(arrange({"stock": {}, "facility": halls}, {}), Prompt.ITEM)
    assert stock(p, 0) == [15, 0, 0, 0]


@pytest.mark.rule("HVW-100")
def test_prices_of_improvements() -> None:
    """Town Hall, City Hall and Palace for the three tribes."""
    assert three("town_hall", (4, 0, 4, 2), (4, 0, 2, 4), (4, 0, 3, 3))
    assert three("city_hall", (6, 0, 6, 4), (6, 0, 4, 6), (6, 0, 5, 5))
    assert three("palace", (8, 1, 8, 6), (8, 1, 6, 8), (8, 1, 7, 7))


@pytest.mark.rule("HVW-093", "HVW-096", "HVW-101", "HVW-105")
@pytest.mark.parametrize("facility", ["wall_2", "tower_1", "barracks", "training_area", "tavern", "town_hall", "trade_hall"])
def test_facilities_without_prerequisite(facility: str) -> None:
    """They may be built in a bare place."""
    assert facility in built(producing({"stock": EVERYTHING}))


# ------------------------------------------------------------------------------------------------ trade and stock
@pytest.mark.rule("HVW-105", "HVW-107")
def test_prices_of_trade_buildings() -> None:
    """Trade Hall 2/3/2, 3/2/2, 2/2/3; Storehouse 6/9/6, 6/6/9, 6/7/8."""
    assert three("trade_hall", (2, 0, 3, 2), (3, 0, 2, 2), (2, 0, 2, 3))
    assert three("storehouse", (6, 0, 9, 6), (6, 0, 6, 9), (6, 0, 7, 8))


@pytest.mark.rule("HVW-106")
@pytest.mark.parametrize(("wood", "may"), [(3, True), (2, False)])
def test_three_for_one(wood: int, may: bool) -> None:
    """With a Trade Hall three wood buy one crystal, stone or gold; two do not."""
    p = producing({"stock": {"wood": wood}, "facility": {"trade_hall": 1}})
    trades = [action for action in p.legal() if action.startswith("trade")]
    assert trades == (["trade wood for gold", "trade wood for crystal", "trade wood for stone"] if may else [])
    if may:
        assert stock(p.play("trade wood for crystal"), 0) == [0, 1, 0, 0]


@pytest.mark.rule("HVW-106")
def test_no_trade_without_a_hall() -> None:
    """In a bare place nothing is traded."""
    assert not [action for action in producing({"stock": EVERYTHING}).legal() if action.startswith("trade")]


@pytest.mark.rule("HVW-108")
@pytest.mark.parametrize(("stone", "may"), [(2, True), (1, False)])
def test_two_for_one(stone: int, may: bool) -> None:
    """With a Storehouse two stone buy one gold; one does not."""
    p = producing({"stock": {"stone": stone}, "facility": {"trade_hall": 1, "storehouse": 1}})
    assert ("trade stone for gold" in p.legal()) == may
    if may:
        assert stock(p.play("trade stone for gold"), 0) == [1, 0, 0, 0]


@pytest.mark.rule("HVW-110")
def test_the_stock_is_cut_after_production() -> None:
    """23 gold and 21 wood become 20 when production is over; 20 stone and 4 crystal stay."""
    p = producing({"stock": {"gold": 23, "crystal": 4, "stone": 20, "wood": 21}})
    assert stock(p, 0) == [23, 4, 20, 21]
    while asked(p)[1] in (Prompt.ITEM, Prompt.PLACE):
        p.play("pass")
    assert stock(p, 0) == [20, 4, 20, 20]


@pytest.mark.rule("HVW-110")
def test_the_surplus_may_be_spent_in_production() -> None:
    """23 gold: all of it can be paid before the cut."""
    p = producing({"stock": {"gold": 23}}).play("recruit level 1", "amount 20", "recruit level 1", "amount 3")
    assert p.record.place_garrison[0, 0] == 23


@pytest.mark.rule("HVW-111")
def test_the_stock_may_exceed_twenty_before() -> None:
    """22 gold and an income in sequence 2: 23 in sequence 3."""
    p = arrange({"stock": {"gold": 22}}, stage="income", sequence=1)
    assert p.record.sequence == 2
    assert stock(p, 0)[0] == 23
    while p.record.sequence == 2 and asked(p)[1] != Prompt.ITEM:
        assert stock(p, 0)[0] == 23
        p.play("pass")
    assert stock(p, 0)[0] == 24
