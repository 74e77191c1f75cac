"""Rules of the units' dice, bonuses and prices (AOM-246 to AOM-254)."""

from __future__ import annotations

import pytest

from rulebound.envs.age_of_mythology.state import Prompt
from rulebound.envs.core.position import Position
from tests.age_of_mythology.helpers import arrange, battle, cubes, faces, offered, prompt, scene, stock
from tests.age_of_mythology.helpers import units as units_of

# The printed battle cards: types, dice, bonus dice against types, price in food, wood, gold and favor, first age.
EGYPTIAN = {
    "spearman": ("mortal warrior", 3, {"cavalry": 3, "hero": 4}, (1, 1, 0, 0), "archaic"),
    "chariot_archer": ("mortal archer cavalry", 3, {"flyer": 3, "warrior": 3}, (0, 1, 1, 0), "archaic"),
    "elephant": ("mortal giant", 3, {"mortal": 2}, (2, 0, 1, 0), "archaic"),
    "anubite": ("myth cavalry", 5, {"archer": 4}, (0, 0, 3, 1), "archaic"),
    "mummy": ("myth", 5, {}, (0, 0, 3, 2), "archaic"),
    "phoenix": ("myth flyer", 6, {"giant_killer": 4}, (0, 2, 0, 3), "archaic"),
    "scorpion_man": ("myth giant", 5, {"mortal": 4}, (4, 0, 2, 0), "archaic"),
    "sphinx": ("myth giant_killer", 5, {"giant": 6}, (0, 0, 2, 2), "archaic"),
    "wadjet": ("myth warrior", 5, {"cavalry": 4}, (2, 0, 0, 2), "archaic"),
    "priest": ("hero", 4, {"myth": 5}, (2, 0, 4, 0), "classical"),
    "pharaoh": ("hero", 6, {"myth": 4}, (3, 0, 3, 0), "heroic"),
    "son_of_osiris": ("hero", 8, {"myth": 4}, (0, 0, 4, 4), "mythic"),
}
GREEK = {
    "hoplite": ("mortal warrior", 3, {"cavalry": 3, "mortal": 1}, (1, 1, 0, 0), "archaic"),
    "toxotes": ("mortal archer", 3, {"flyer": 4, "warrior": 3}, (1, 1, 0, 0), "archaic"),
    "hippokon": ("mortal cavalry", 3, {"hero": 4, "archer": 4}, (1, 0, 1, 0), "archaic"),
    "centaur": ("myth archer cavalry", 5, {"archer": 3, "flyer": 3}, (0, 3, 0, 1), "archaic"),
    "cyclops": ("myth giant", 6, {"mortal": 4}, (3, 0, 0, 3), "archaic"),
    "hydra": ("myth giant", 6, {"warrior": 4}, (0, 0, 2, 2), "archaic"),
    "manticore": ("myth flyer", 5, {"giant_killer": 4}, (2, 0, 0, 2), "archaic"),
    "medusa": ("myth giant_killer", 5, {"giant": 4}, (1, 0, 0, 3), "archaic"),
    "minotaur": ("myth warrior", 5, {"cavalry": 4}, (2, 2, 0, 0), "archaic"),
    "classical_greek_hero": ("hero", 5, {"myth": 4}, (3, 0, 3, 0), "classical"),
    "heroic_greek_hero": ("hero", 6, {"myth": 4}, (3, 0, 4, 0), "heroic"),
    "mythical_greek_hero": ("hero", 5, {}, (0, 0, 4, 4), "mythic"),
}
NORSE = {
    "huskarl": ("mortal warrior", 3, {"cavalry": 4}, (1, 0, 2, 0), "archaic"),
    "throwing_axeman": ("mortal archer", 3, {"warrior": 3, "flyer": 4}, (1, 1, 0, 0), "archaic"),
    "jarl": ("mortal cavalry", 3, {"hero": 4, "archer": 4}, (1, 0, 1, 0), "archaic"),
    "dwarf": ("myth giant_killer", 4, {"giant": 7}, (2, 0, 2, 0), "archaic"),
    "frost_giant": ("myth giant", 7, {"warrior": 2, "mortal": 3}, (4, 0, 0, 2), "archaic"),
    "nidhogg": ("myth flyer", 7, {"giant_killer": 4}, (0, 0, 4, 1), "archaic"),
    "troll": ("myth warrior", 6, {"cavalry": 4}, (3, 2, 0, 0), "archaic"),
    "valkyrie": ("myth cavalry", 5, {"archer": 4}, (0, 0, 1, 3), "archaic"),
    "classical_norse_hero": ("hero", 5, {"myth": 4}, (3, 0, 3, 0), "classical"),
    "heroic_norse_hero": ("hero", 6, {"myth": 4}, (3, 0, 3, 0), "heroic"),
    "mythic_norse_hero": ("hero", 8, {"myth": 4}, (4, 0, 0, 4), "mythic"),
}
CULTURES = {"egyptian": EGYPTIAN, "greek": GREEK, "norse": NORSE}
EVERYBODY = {**EGYPTIAN, **GREEK, **NORSE}
DECLARATIONS = (Prompt.PHARAOH_SWAP, Prompt.SPECIAL_ATT, Prompt.SPECIAL_DEF)


def culture(unit: str) -> str:
    """The culture of a unit."""
    return next(name for name, table in CULTURES.items() if unit in table)


def meeting(attack: str, defence: str, rules: object = None) -> list[int]:
    """The dice of two units that meet, nobody using a special; the first forced six decides for the attacker."""
    p = battle({attack: 1}, {defence: 2}, "holding", rules=rules).queue_dice(*faces(1, 30))
    p.play(f"fight with {attack}", f"fight with {defence}")
    while p.record.prompt in DECLARATIONS:
        p.play("done")
    return p.record.dice.tolist()


def both_ways(left: str, right: str, dice: list[int], rules: object = None) -> None:
    """The dice are the same whoever attacks."""
    assert meeting(left, right, rules) == dice
    assert meeting(right, left, rules) == dice[::-1]


def expected(unit: str, foe: str) -> int:
    """Printed dice, every matching bonus, and the opponent's printed dice for the Mythical Greek Hero."""
    _, dice, bonus, _, _ = EVERYBODY[unit]
    types = EVERYBODY[foe][0].split()
    extra = EVERYBODY[foe][1] if unit == "mythical_greek_hero" else 0
    return dice + sum(value for kind, value in bonus.items() if kind in types) + extra


# ------------------------------------------------------------------------------------------------ dice of the listed pairs
@pytest.mark.rule("AOM-246")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [("spearman", "jarl", [6, 3]), ("chariot_archer", "jarl", [3, 7]), ("elephant", "hoplite", [5, 4])],
)
def test_dice_of_egyptian_mortals(left, right, dice):
    """Spearman 6 : Jarl 3, Chariot Archer 3 : Jarl 7, Elephant 5 : Hoplite 4."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-247")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [
        ("anubite", "centaur", [9, 5]),
        ("mummy", "troll", [5, 6]),
        ("phoenix", "medusa", [10, 5]),
        ("scorpion_man", "hoplite", [9, 3]),
        ("sphinx", "frost_giant", [11, 7]),
        ("wadjet", "valkyrie", [9, 5]),
    ],
)
def test_dice_of_egyptian_myth_units(left, right, dice):
    """One pair for every myth unit."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-248")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [("priest", "cyclops", [9, 6]), ("pharaoh", "hydra", [10, 6]), ("son_of_osiris", "minotaur", [12, 5])],
)
def test_dice_of_egyptian_heroes(left, right, dice):
    """Priest 9 : Cyclops 6, Pharaoh 10 : Hydra 6, Son of Osiris 12 : Minotaur 5."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-249")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [("hoplite", "jarl", [7, 3]), ("toxotes", "huskarl", [6, 3]), ("hippokon", "throwing_axeman", [7, 3])],
)
def test_dice_of_greek_mortals(left, right, dice):
    """Hoplite 7 : Jarl 3, Toxotes 6 : Huskarl 3, Hippokon 7 : Throwing Axeman 3."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-250")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [
        ("centaur", "chariot_archer", [8, 3]),
        ("cyclops", "jarl", [10, 3]),
        ("hydra", "wadjet", [10, 5]),
        ("manticore", "sphinx", [9, 5]),
        ("medusa", "frost_giant", [9, 7]),
        ("minotaur", "anubite", [9, 5]),
    ],
)
def test_dice_of_greek_myth_units(left, right, dice):
    """One pair for every myth unit."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-250")
@pytest.mark.parametrize("rules", [{"medusa_vs_giant": 6}, "printed"])
def test_the_printed_medusa_rolls_two_dice_more(rules):
    """With medusa_vs_giant = 6: Medusa 11 : Frost Giant 7."""
    both_ways("medusa", "frost_giant", [11, 7], rules)


@pytest.mark.rule("AOM-251")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [("classical_greek_hero", "mummy", [9, 5]), ("heroic_greek_hero", "troll", [10, 6]), ("mythical_greek_hero", "spearman", [8, 7])],
)
def test_dice_of_greek_heroes(left, right, dice):
    """Classical 9 : Mummy 5, Heroic 10 : Troll 6, Mythical 5 + 3 : Spearman 7."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-252")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [("huskarl", "hippokon", [7, 3]), ("throwing_axeman", "phoenix", [7, 6]), ("jarl", "priest", [7, 4])],
)
def test_dice_of_norse_mortals(left, right, dice):
    """Huskarl 7 : Hippokon 3, Throwing Axeman 7 : Phoenix 6, Jarl 7 : Priest 4."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-253")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [
        ("dwarf", "scorpion_man", [11, 5]),
        ("frost_giant", "hoplite", [12, 3]),
        ("nidhogg", "medusa", [11, 5]),
        ("troll", "hippokon", [10, 3]),
        ("valkyrie", "toxotes", [9, 3]),
    ],
)
def test_dice_of_norse_myth_units(left, right, dice):
    """One pair for every myth unit."""
    both_ways(left, right, dice)


@pytest.mark.rule("AOM-254")
@pytest.mark.parametrize(
    ("left", "right", "dice"),
    [("classical_norse_hero", "mummy", [9, 5]), ("heroic_norse_hero", "cyclops", [10, 6]), ("mythic_norse_hero", "hydra", [12, 6])],
)
def test_dice_of_norse_heroes(left, right, dice):
    """Classical 9 : Mummy 5, Heroic 10 : Cyclops 6, Mythic 12 : Hydra 6."""
    both_ways(left, right, dice)


# ------------------------------------------------------------------------------------------------ all pairs
def against_all(unit: str, foes: str) -> Position:
    """A unit in battle against one of every unit of another culture; both sides are to choose."""
    third = next(name for name in CULTURES if name not in (culture(unit), foes))
    armies = {"attacker": {unit: 1}, "defender": dict.fromkeys(CULTURES[foes], 1)}
    return arrange(
        {"culture": culture(unit), "units": {}, "used": ["attack"]},
        {"culture": foes, "units": {}},
        {"culture": third, "hand": ["gather"]},
        **{"stage": "fight", "card": "attack", "mode": "action", "attacker": 0, "defender": 1, "area": "holding"},
        in_battle=armies,
        queue=faces(1, 64),
    )


@pytest.mark.rule("AOM-246", "AOM-247", "AOM-248", "AOM-249", "AOM-250", "AOM-251", "AOM-252", "AOM-253", "AOM-254")
@pytest.mark.parametrize("unit", EVERYBODY)
def test_the_dice_of_a_unit_against_every_unit_of_the_other_cultures(unit):
    """No bonus is missing and none is too much: both sides of every pair roll what their cards say."""
    for foes in CULTURES:
        if foes == culture(unit):
            continue
        start = against_all(unit, foes)
        for foe in CULTURES[foes]:
            p = start.clone().play(f"fight with {unit}", f"fight with {foe}")
            while p.record.prompt in DECLARATIONS:
                p.play("done")
            assert (foe, p.record.dice.tolist()) == (foe, [expected(unit, foe), expected(foe, unit)])


# ------------------------------------------------------------------------------------------------ prices
def recruiting(unit: str, price: tuple[int, ...], age: str) -> Position:
    """A player of that culture and age with exactly these cubes plays Recruit; None of its units are owned."""
    own = {"culture": culture(unit), "age": age, "hand": ["recruit"], "resources": cubes(*price), "units": {}}
    return scene(own, {}, {})


@pytest.mark.rule("AOM-246", "AOM-247", "AOM-248", "AOM-249", "AOM-250", "AOM-251", "AOM-252", "AOM-253", "AOM-254")
@pytest.mark.parametrize("unit", EVERYBODY)
def test_the_price_of_a_unit(unit):
    """Exactly the price is paid; with one cube less of any part the unit cannot be recruited."""
    _, _, _, price, age = EVERYBODY[unit]
    p = recruiting(unit, price, age).play("play recruit")
    assert unit in offered(p, "recruit")
    p.play(f"recruit {unit}")
    assert (units_of(p, 0), stock(p, 0)) == ({unit: 1}, (0, 0, 0, 0))
    assert prompt(p) == (1, Prompt.PLAY_CARD)
    for resource in range(4):
        if price[resource]:
            short = [9 if k != resource else cost - 1 for k, cost in enumerate(price)]
            assert unit not in offered(recruiting(unit, tuple(short), age).play("play recruit"), "recruit")


@pytest.mark.rule("AOM-248", "AOM-251", "AOM-254")
@pytest.mark.parametrize("hero", [unit for unit, card in EVERYBODY.items() if card[0] == "hero"])
def test_a_hero_needs_its_age(hero):
    """One age earlier the hero cannot be recruited."""
    ages = ("archaic", "classical", "heroic", "mythic")
    age = EVERYBODY[hero][4]
    for earlier in ages[: ages.index(age)]:
        assert hero not in offered(recruiting(hero, (9, 9, 9, 9), earlier).play("play recruit"), "recruit")
    for later in ages[ages.index(age) :]:
        assert hero in offered(recruiting(hero, (9, 9, 9, 9), later).play("play recruit"), "recruit")


@pytest.mark.rule("AOM-246", "AOM-247", "AOM-249", "AOM-250", "AOM-252", "AOM-253")
@pytest.mark.parametrize("name", CULTURES)
def test_mortals_and_myth_units_are_recruited_from_the_archaic_age_on(name):
    """A rich archaic player of a culture may recruit its mortals and myth units and nothing else."""
    table = CULTURES[name]
    p = recruiting(next(iter(table)), (9, 9, 9, 9), "archaic").play("play recruit")
    assert offered(p, "recruit") == {unit for unit, card in table.items() if card[0] != "hero"}
