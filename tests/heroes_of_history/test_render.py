"""The text and the picture of Heroes of History: right facts, hidden secrets, and a size that fits."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from rulebound.envs.core.position import Position
from rulebound.envs.heroes_of_history.cards import FOLDER, catalogue
from rulebound.envs.heroes_of_history.render import PLAYER, View, picture, text
from rulebound.envs.heroes_of_history.state import NAMES, Mode, Phase, Power, Prompt, WinKind
from tests.heroes_of_history.helpers import GAME, asked, attack, hand, made_up, play, side, table, unit

TABLES = (2, 3, 4)
STANDARD = catalogue(["standard"])
LONG = (
    '{title: "The Extraordinarily Long-Winded Philosopher of All Macedonia", type: exceptional, stars: 3, atk: 8, def: 8, sub: general}',
    '{title: "Donaudampfschifffahrtsgesellschaftskapitaensmuetzenknopf", type: combatant}',
    '{title: "Sword of a Thousand Needlessly Verbose Ancestral Spirits", type: weapon, fx: [{when: cont, to: self, op: atk, amt: 20}]}',
    '{title: "Þórr’s Völva of Høyland and the Æsir beyond the Sea", type: hold, fx: [{when: cont, to: self, op: def, amt: 20}]}',
    '{title: "Battle at the Very Far Away Field Beyond the Hundred Hills", type: battlefield}',
    '{title: "A Quite Unreasonably Long Description of a Simple Action", type: action, '
    "fx: [{when: play, to: pick_theirs, op: stun, for: round}]}",
)


def busy(**fields: object) -> Position:
    """Two players with cards in every zone."""
    a = side(
        unit("alexander", "a", "xiphos"), unit("hector", "d", "none", "aspis"), None, unit("pythia", "d"), sp=41,
        hand=["paris", "ambrosia", "troy"], command=["seax", "long_walls"], battlefield="thermopylae", museum=["leif", "leif", "ambrosia"],
    )  # fmt: skip
    b = side(
        unit("thor", "a", "mjolnir"), unit("huscarl", "d", "dane_axe", "round_shield"), sp=17, hand=["odin", "skald"],
        command=["none", "raven_banner"], museum=["gudrid"],
    )  # fmt: skip
    return table(a, b, **fields)


def random_game(players: int, seed: int, every: int = 1, rules: object = None) -> Iterator[Position]:
    """Positions of a game of random moves, the last one included."""
    position = GAME.new(num_players=players, seed=seed, rules=rules)
    chance = np.random.default_rng(seed)
    step = 0
    while not position.over:
        if step % every == 0:
            yield position
        position.play(int(chance.choice(position.legal_ids())))
        step += 1
    yield position


def row(shown: str, start: str) -> str:
    """The first line that begins with some words, whatever stands in the first column."""
    lines = [line for line in shown.splitlines() if line[1:].startswith(start) or line.startswith(start)]
    assert lines, f"no line begins with {start!r} in\n{shown}"
    return lines[0]


def altered(position: Position, **fields: object) -> Position:
    """A copy with other values in its record; a pair (place, value) changes one member of an array."""
    copy = position.clone()
    for name, value in fields.items():
        if isinstance(value, tuple):
            copy.record[name][value[0]] = value[1]
        else:
            copy.record[name] = value
    return copy


def same_picture(a: Position, b: Position, seat: int | None) -> bool:
    """Whether a viewer is shown the same picture of two positions."""
    return np.array_equal(picture(a, seat), picture(b, seat))


def card(key: str) -> int:
    """The number of a card."""
    return NAMES.index(key)


# ------------------------------------------------------------------------------------------------ facts
def test_the_header_tells_turn_phase_question_and_what_may_still_be_done():
    lines = text(busy(turn=7)).splitlines()
    assert lines[0] == "Heroes of History · turn 8 · Action Phase 1 · turn of player_0 (Greeks)"
    assert lines[1] == "player_0 (Greeks) to act: play, move or switch cards, attack, or end the turn?"
    assert lines[2] == "player_0 may still play 1 Combatant, 1 Exceptional, 1 Battlefield and attach 1 weapon, 1 hold"


def test_a_question_does_not_offer_what_is_not_legal():
    peaceful = table(side(unit("rollo", "d")), side(unit("ajax", "d")))
    assert "switch cards, or end the turn?" in text(peaceful)
    assert "draw how many cards?" in text(table(side(), side(), phase="beginning"))
    assert "draw how many cards, or first discard the Battlefield?" in text(table(side(battlefield="troy"), side(), phase="beginning"))


def test_what_was_done_is_no_longer_allowed():
    position = play(table(side(hand=["leif", "troy"], command=["seax"]), side()), "leif", "mode attack")
    play(position, "troy").play("attach 0", "own 0")
    assert "player_0 may still play 1 Exceptional and attach 1 hold" in text(position)


def test_a_seat_shows_its_points_piles_and_zones():
    assert ">player_0 (Greeks) · 41 State Points · deck 20 · hand 3 · museum 3\n" in text(busy())
    assert " player_1 (Vikings) · 17 State Points · deck 20 · hand 2 · museum 1\n" in text(busy())
    mine = text(busy()).partition(">player_0")[2].partition("player_1")[0]
    assert row(mine, "command").split(maxsplit=1)[1] == "0 Seax, 1 Long Walls"
    assert row(mine, "battlefield").split(maxsplit=1)[1] == "Thermopylae"
    assert row(mine, "museum").split(maxsplit=1)[1] == "Ambrosia, 2 Leif Erikson"
    assert row(mine, "hand").split(maxsplit=1)[1] == "0 Paris, 1 Ambrosia, 2 Plains of Troy"
    assert row(text(busy()).partition(" player_1")[2], "command").split(maxsplit=1)[1] == "1 Raven Banner"  # by its place


def test_a_combatant_is_one_line_of_facts():
    lines = [" ".join(line.split()) for line in text(busy()).splitlines()]
    assert "trench 0 Alexander the Great ** 9/6 attack general with Xiphos" in lines
    assert "1 Hector 5/7 defense warrior with Aspis, guard" in lines
    assert "3 Pythia 1/4 defense civilian ability" in lines
    assert "1 Huscarl 6/6 defense soldier with Dane Axe and Round Shield, guard" in lines


@pytest.mark.parametrize(("power", "word"), [*zip(Power, ("guard", "pierce", "raid", "ward", "stunned", "locked"), strict=True)])
def test_powers_show_in_text_and_picture(power: Power, word: str):
    bare = table(side(unit("rollo")), side())
    given = table(side(unit("rollo", turn_powers=int(power))), side())
    assert row(text(given), "trench").endswith(f"general  {word}")
    assert not row(text(bare), "trench").endswith(word)
    assert not same_picture(bare, given, 1)


def test_a_combatant_that_has_attacked_is_spent():
    fresh, spent = (table(side(unit("rollo", attacks=n)), side()) for n in (0, 1))
    assert row(text(spent), "trench").endswith("spent")
    assert "spent" not in text(fresh)
    assert "spent" not in text(table(side(unit("rollo", attacks=1, extra_attacks=1)), side()))
    assert not same_picture(fresh, spent, 0)


def test_totals_beyond_what_is_told_have_a_plus():
    position = table(side(unit("rollo", stay_atk=90)), side())
    assert "40+/4 " in row(text(position), "trench")
    assert picture(position).shape == (720, 960, 3)


def test_a_seat_that_is_out_is_one_line_until_the_game_is_over():
    shown = text(table(side(), side(), {"alive": 0}))
    assert " player_2 (Mixed) · out of the game" in shown.splitlines()
    shown = text(ended("battle"))
    assert " player_1 (Vikings) · out of the game · 0 State Points · deck 20 · hand 0 · museum 1" in shown.splitlines()


def test_made_up_decks_have_no_name():
    rules = {"decks": [dict(STANDARD.starters["greeks"]), "vikings"]}
    assert row(text(GAME.new(rules=rules)), "player_0 ·")
    assert row(text(GAME.new(rules=rules)), "player_1 (Vikings)")
    assert "(" not in row(text(GAME.new(rules="random")), "player_0 ·")


def test_a_draft_shows_the_row_and_all_picks():
    position = GAME.new(num_players=3, rules="draft", seed=2)
    first = STANDARD.title(int(position.record.draft_row[4]))
    position.play("choice 4")
    lines = text(position, 2).splitlines()
    assert lines[:2] == ["Heroes of History · pick 2 of 75 · Draft", "player_1 to act: which card of the open row?"]
    assert " player_0 · 1 card picked" in lines
    assert row(text(position, 2), "picked").split(maxsplit=1)[1] == first
    for place, number in enumerate(position.record.draft_row.tolist()):
        assert f"{place} {STANDARD.title(number)}" in text(position, 2)
    assert "pick 1 of 6 ·" in text(GAME.new(rules={"deck_mode": "draft", "draft_rounds": 3}))


# ------------------------------------------------------------------------------------------------ prompts
WEAPONS = ["rollo", "seax", "mjolnir", "seax", "dory"]
TOO_MANY = ["leif"] * 3 + ["seax"] * 3 + ["rollo"] * 2
PROMPTS: dict[Prompt, tuple[Callable[[], Position], str]] = {
    Prompt.DRAFT: (lambda: GAME.new(rules="draft", seed=1), "which card of the open row?"),
    Prompt.DRAW: (lambda: table(side(), side(), phase="beginning"), "draw how many cards?"),
    Prompt.ACT: (lambda: busy(), "play, move or switch cards, attack, or end the turn?"),
    Prompt.ATTACK: (lambda: busy().play("next phase"), "which Combatant attacks, or none any more?"),
    Prompt.TARGET: (lambda: busy().play("next phase", "attack with 0"), "whom does Alexander the Great attack?"),
    Prompt.TRIBUTE: (
        lambda: play(table(side(unit("rollo"), hand=["leonidas", "leif"]), side()), "leonidas"),
        "which card is tributed for Leonidas? (1 due)",
    ),
    Prompt.MODE: (lambda: play(table(side(hand=["leif"]), side()), "leif"), "in which mode does Leif Erikson enter?"),
    Prompt.ATTACH: (lambda: table(side(unit("rollo"), unit("leif"), command=["seax"]), side()).play("attach 0"), "who bears Seax?"),
    Prompt.PICK_MINE: (
        lambda: play(table(side(unit("rollo"), unit("leif"), hand=["berserkergang"]), side(), phase="action_2"), "berserkergang"),
        "Berserkergang: which own Combatant?",
    ),
    Prompt.PICK_THEIRS: (
        lambda: play(table(side(hand=["loki_trick"]), side(unit("rollo"), unit("leif"))), "loki_trick"),
        "Loki's Trick: which enemy Combatant?",
    ),
    Prompt.CHOOSE: (
        lambda: play(table(side(hand=["archimedes"], deck=WEAPONS), side()), "archimedes", "mode defense"),
        "Archimedes: which card?",
    ),
    Prompt.ORDER: (
        lambda: play(table(side(hand=["helen", "huscarl", "raider"]), side()), "helen", "mode defense"),
        "Helen of Troy: which Combatant in hand?",
    ),
    Prompt.DUMP: (
        lambda: play(table(side(hand=["blot", "leif", "seax"]), side()), "blot"),
        "Blot: which card is discarded? (1 due)",
    ),
    Prompt.OPPONENT: (lambda: play(table(side(hand=["danegeld"]), side(), side()), "danegeld"), "Danegeld: which opponent?"),
    Prompt.DISCARD: (lambda: table(side(hand=TOO_MANY), side()).play("end turn"), "which card is discarded? (hand limit 6)"),
}
every_prompt = pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: prompt.name.lower())


def asking(prompt: Prompt) -> Position:
    """A position in which seat 0 is asked something."""
    return PROMPTS[prompt][0]()


def test_every_prompt_and_phase_is_tried():
    assert set(PROMPTS) == set(Prompt) - {Prompt.NONE}
    assert {Phase(int(asking(prompt).record.phase)) for prompt in PROMPTS} == set(Phase)


@every_prompt
def test_every_question_is_shown_to_all(prompt: Prompt):
    position, question = asking(prompt), PROMPTS[prompt][1]
    assert asked(position) == prompt
    for viewer in (None, *range(position.num_players)):
        assert text(position, viewer).splitlines()[1].endswith(f"to act: {question}")
        image = picture(position, viewer)
        assert image.shape == (720, 960, 3)
        assert np.array_equal(image, picture(asking(prompt), viewer))


@every_prompt
def test_the_picture_shows_the_question(prompt: Prompt):
    """The strip that tells what is asked differs from that of another question."""
    position, strip = asking(prompt), slice(262, 298) if prompt == Prompt.DRAFT else slice(364, 401)
    other = altered(position, prompt=Prompt.ATTACK if prompt != Prompt.ATTACK else Prompt.DISCARD)
    assert not np.array_equal(picture(position, 0)[strip], picture(other, 0)[strip])


def test_the_choices_are_numbered_as_the_actions_count_them():
    position = asking(Prompt.CHOOSE)
    listed = row(text(position), "choices").split(maxsplit=1)[1].split(", ")
    assert listed == ["0 Dory", "1 Mjolnir", "2 Seax"]
    for place, title in enumerate(title.split(maxsplit=1)[1] for title in listed):
        taken = position.clone().play(f"choice {place}")
        assert [STANDARD.title(card(key)) for key in hand(taken)] == [title]


@pytest.mark.parametrize(("key", "zone"), [("valkyries", "museum"), ("odysseus", "deck"), ("freyja", "museum"), ("trojan_horse", "deck")])
def test_as_many_choices_are_listed_as_are_legal(key: str, zone: str):
    """Cards of all kinds lie in the zone: the list has those that the effect takes, and not more than can be named."""
    everything = list(NAMES[1:95])
    kept = everything[:40] if zone == "deck" else []
    player = side(hand=[key, "rollo", "rollo"], deck=kept or ["leif"], **({"museum": everything[8:66]} if zone == "museum" else {}))
    position = play(table(player, side()), key)
    while asked(position) in (Prompt.TRIBUTE, Prompt.MODE):
        position.play(position.legal_ids()[0])
    assert asked(position) == Prompt.CHOOSE
    assert len(View(position).candidates()) == len(position.legal_ids()) > 1
    assert picture(position, 0).shape == (720, 960, 3)


def test_cards_that_can_be_chosen_are_marked_for_their_owner_alone():
    position = asking(Prompt.DISCARD)
    assert View(position, 0).playable(0) == {place for place in range(8) if f"hand {place}" in position.legal()} != set()
    assert View(position, 1).playable(0) == set()


def test_targets_are_those_that_can_be_pointed_at():
    position = asking(Prompt.TARGET)
    assert View(position, 1).targets() == {(1, 1)}  # the guard
    free = altered(position, trench=((1, 1), card("lagertha")))
    assert View(free, 1).targets() == {(1, 0), (1, 1)}
    assert View(position).attacker() == (0, 0)
    assert View(asking(Prompt.ATTACK)).attacker() is None
    direct = table(side(unit("rollo")), side()).play("next phase", "attack with 0")
    assert View(direct).targets() == {(1, PLAYER)}
    assert View(asking(Prompt.ATTACH)).targets() == {(0, 0), (0, 1)}
    assert View(asking(Prompt.OPPONENT), 2).targets() == {(1, PLAYER), (2, PLAYER)}
    assert View(busy()).targets() == set()


@pytest.mark.parametrize(
    ("prompt", "part"),
    [
        (Prompt.TARGET, "targets"), (Prompt.TARGET, "attacker"), (Prompt.TRIBUTE, "targets"), (Prompt.TRIBUTE, "playable"),
        (Prompt.OPPONENT, "targets"), (Prompt.ACT, "to_act"),
    ],
)  # fmt: skip
def test_what_the_question_is_about_glows(prompt: Prompt, part: str, monkeypatch: pytest.MonkeyPatch):
    """The war zones look different if that part of what is told is left out."""
    zones = np.r_[50:360, 404:715]
    image = picture(asking(prompt), 0)[zones]
    monkeypatch.setattr(View, part, lambda *_: set())
    assert not np.array_equal(picture(asking(prompt), 0)[zones], image)


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_war_zone_of_the_seat_to_act_has_a_golden_edge(viewer: int):
    above, below = ((picture(busy(), viewer)[y, 480] == (232, 185, 58)).all() for y in (50, 713))
    assert (above, below) == (viewer == 1, viewer == 0)


def test_the_card_to_attach_glows():
    one, two = (table(side(unit("rollo"), command=["seax", "seax"]), side()).play(f"attach {place}") for place in (0, 1))
    assert not same_picture(one, two, 0)


def test_changed_values_have_a_colour(monkeypatch: pytest.MonkeyPatch):
    from rulebound.envs.heroes_of_history import picture as module

    raised, usual = (table(side(unit("rollo", stay_atk=n)), side()) for n in (1, 0))
    images = [picture(raised), picture(usual)]
    monkeypatch.setattr(module, "CHANGED", dict.fromkeys((-1, 0, 1), module.WHITE))
    module.card_image.cache_clear()
    assert not np.array_equal(picture(raised), images[0])
    assert np.array_equal(picture(usual), images[1])
    module.card_image.cache_clear()


# ------------------------------------------------------------------------------------------------ secrets
def test_hands_are_named_only_to_their_owner():
    for position in (busy(), busy().play("next phase"), busy(active=1)):
        assert "Odin" in text(position, 1)
        assert "Odin" in text(position)
        assert "Odin" not in text(position, 0)
        assert "Skald" not in text(position, 0)
        assert "Ambrosia" in text(position, 0)
        assert "Plains of Troy" not in text(position, 1)


def test_choices_from_the_deck_are_the_owners_secret():
    position = asking(Prompt.CHOOSE)
    assert "choices" in text(position, 0)
    assert "choices" not in text(position, 1)
    assert "Mjolnir" not in text(position, 1)
    other = altered(position, deck=((0, 1), card("gungnir")))
    assert not same_picture(position, other, 0)
    assert same_picture(position, other, 1)


def test_picture_shows_the_own_hand_and_hides_the_others():
    position = busy()
    other = altered(position, hand=((1, 0), card("rollo")))
    assert not same_picture(position, other, 1)
    assert not same_picture(position, other, None)
    assert same_picture(position, other, 0)
    assert text(position, 0) == text(other, 0)


@pytest.mark.parametrize("rules", [None, "random", "draft"])
@pytest.mark.parametrize("players", TABLES)
def test_what_a_seat_cannot_know_changes_neither_its_text_nor_its_picture(players: int, rules: str | None):
    changed = 0
    for place, position in enumerate(random_game(players, players, 31, rules)):
        for seat in range(players):
            other = position.clone().redeal(seat, key=7)
            assert text(other, seat) == text(position, seat)
            changed += text(other) != text(position)
            if place % players == seat:
                assert same_picture(other, position, seat)
    assert changed > 4  # the redeals did deal anew


@every_prompt
def test_no_prompt_betrays_hidden_cards(prompt: Prompt):
    """The others see the same text and picture of every question after a redeal of what they cannot know."""
    position = asking(prompt)
    for seat in range(1, position.num_players):
        for key in range(3):
            other = position.clone().redeal(seat, key)
            assert text(other, seat) == text(position, seat)
            assert same_picture(other, position, seat)


def test_only_the_view_reads_hidden_fields():
    source = (FOLDER / "picture.py").read_text(encoding="utf-8")
    assert re.findall(r"\bs\.(?:hand|deck|draft_pool)\b|_mask|_sight", source) == []


@pytest.mark.parametrize("show", [text, picture])
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(show: Callable, seat: int):
    with pytest.raises(ValueError, match=f"seat {seat} does not exist"):
        show(busy(), seat)


# ------------------------------------------------------------------------------------------------ cards in words
def test_cards_in_sight_are_explained_and_others_not():
    explained = text(busy(), 0).partition("cards in sight\n")[2]
    assert "  Pythia, civilian 0/3: once a turn, for 1 State Point: draw 1 card\n" in explained
    assert "  Thor, *** warrior 9/7: when it attacks: each opponent loses 1 State Point\n" in explained
    assert "  Long Walls, hold of the Command Zone: own Combatants in defense mode: +1 DEF\n" in explained
    titles = {"Alexander the Great", "Xiphos", "Hector", "Aspis", "Pythia", "Paris", "Ambrosia", "Plains of Troy", "Seax", "Long Walls"}
    titles |= {"Thermopylae", "Thor", "Mjolnir", "Huscarl", "Dane Axe", "Round Shield", "Raven Banner"}
    assert {line.strip().partition(",")[0] for line in explained.splitlines() if line[:6].strip() and line[2] != " "} == titles


# ------------------------------------------------------------------------------------------------ size
@pytest.mark.parametrize("rules", [None, "draft"])
@pytest.mark.parametrize("players", TABLES)
def test_text_fits_a_terminal(players: int, rules: str | None):
    phases = set()
    for position in random_game(players, players + 10, 7, rules):
        phases.add(Phase(int(position.record.phase)))
        for viewer in (None, 0):
            assert max(map(len, text(position, viewer).splitlines())) <= 100
    assert {Phase.BEGINNING, Phase.ACTION_1, Phase.BATTLE} <= phases


@pytest.mark.parametrize("players", TABLES)
def test_long_titles_and_full_zones_fit(players: int, tmp_path: Path):
    exceptional, plain, weapon, hold, field, action = (f"card_{number}" for number in range(95, 101))
    full = side(
        unit(exceptional, "a", weapon, hold, stay_atk=5), unit(plain, "d", weapon, hold, turn_powers=63),
        unit(exceptional, "d", weapon, hold), unit(plain, "a", weapon, hold, turn_powers=63), unit("heracles", "d", turn_powers=63), sp=99,
        hand=[exceptional, plain, weapon, hold, field, action] * 2, command=[weapon, hold, action, weapon, hold], battlefield=field,
        museum=["leif"] * 30, deck=[exceptional] * 3,
    )  # fmt: skip
    position = table(*[full] * players, rules=made_up(tmp_path, *LONG))
    for viewer in (None, 0):
        assert max(map(len, text(position, viewer).splitlines())) <= 100
        assert picture(position, viewer).shape == (720, 960, 3)
    shown = text(position, 1)
    for title in ("Donaudampfschifffahrtsgesellschaftskapitaensmuetzenknopf", "Þórr’s Völva of Høyland"):
        assert title in shown


def test_a_further_set_has_a_colour_of_its_own(tmp_path: Path):
    """The same Combatant but for its set: the card looks different in the Trench of a further set."""
    rules = made_up(tmp_path, '{title: "Hector ", type: combatant, sub: warrior, atk: 4, def: 4, fx: [{when: cont, to: self, op: guard}]}')
    here, there = (table(side(unit(key)), side(), rules=rules) for key in ("hector", "card_95"))
    assert not same_picture(here, there, 0)


def test_drafts_of_large_decks_fit():
    position = GAME.new(rules={"deck_mode": "draft", "deck_size": 80}, seed=3)
    chance = np.random.default_rng(3)
    while position.record.phase == Phase.DRAFT:
        if position.record.picks % 53 == 0:
            assert picture(position).shape == (720, 960, 3)
            assert max(map(len, text(position).splitlines())) <= 100
        position.play(int(chance.choice(position.legal_ids())))


# ------------------------------------------------------------------------------------------------ picture
@pytest.mark.parametrize("rules", [None, "draft"])
@pytest.mark.parametrize("players", TABLES)
def test_picture_is_an_image_and_the_same_every_time(players: int, rules: str | None):
    position = GAME.new(num_players=players, seed=1, rules=rules)
    image = picture(position)
    assert image.shape == (720, 960, 3)
    assert image.dtype == np.uint8
    assert np.array_equal(image, picture(position.clone()))
    assert image.std() > 20  # something is drawn


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": 9}, {"phase": Phase.ACTION_2}, {"active": 1}, {"seat": 1}, {"state_points": (1, 16)}, {"deck_size": (1, 12)},
        {"hand_size": (1, 1)}, {"museum": ((1, 3), 2)}, {"battlefield": (1, 93)}, {"command": ((1, 0), 75)}, {"trench": ((1, 4), 60)},
        {"mode": ((1, 0), Mode.DEFENSE)}, {"weapon": ((1, 0), 75)}, {"hold": ((1, 0), 83)}, {"stay_atk": ((1, 0), 1)},
        {"turn_def": ((1, 1), -1)}, {"alive": (1, 0)}, {"over": 1, "winner": 1, "win_kind": WinKind.STATE_POINTS},
    ],
    ids=lambda changes: next(iter(changes)),
)  # fmt: skip
def test_picture_shows_every_public_fact(changes: dict):
    assert not same_picture(busy(), altered(busy(), **changes), 0)


@pytest.mark.parametrize("changes", [{"draft_row": (3, 56)}, {"deck": ((1, 0), 56)}, {"seat": 0}, {"draft_pool_size": 99}, {"picks": 3}])
def test_picture_shows_the_draft(changes: dict):
    position = GAME.new(rules="draft", seed=1).play("choice 0", "choice 1")
    assert not same_picture(position, altered(position, **changes), 0)


def test_the_viewer_sits_at_the_bottom():
    """Seat 1 alone has a full Trench: for itself it is drawn below the strip, for the others not left below."""
    full = side(*[unit("thor")] * 5)
    for players in TABLES:
        position = table(side(), *[full, side(), side()][: players - 1])
        top, bottom = (slice(52, 358), slice(406, 712))
        empty = table(*[side()] * players)
        left = slice(0, 470)
        assert not np.array_equal(picture(position, 1)[bottom, left], picture(empty, 1)[bottom, left])
        for viewer in (None, 0):
            assert np.array_equal(picture(position, viewer)[bottom, left], picture(empty, viewer)[bottom, left])
            assert not np.array_equal(picture(position, viewer)[top], picture(empty, viewer)[top])


def test_smaller_zones_leave_no_empty_slots():
    rules = {"trench_slots": 3, "command_slots": 4}
    small, usual = (table(side(), side(), rules=each) for each in (rules, None))
    assert not same_picture(small, usual, 0)


def test_titles_of_the_standard_set_are_never_shortened():
    """On every card, plate and strip that a title can stand on."""
    from rulebound.envs.heroes_of_history.picture import NARROW, WIDE, broken, fitted, font, plain

    seen: set[str] = set()
    blank = font(20).getmask("\uffff").getbbox()
    for one in STANDARD.cards:
        for style in (WIDE, NARROW):
            sizes = [style.held] + [style.unit, style.unit[::-1]] * bool(one.sub)
            bands = [(wide - 9.5, high * (0.26 if high > wide else 0.29) - 1) for wide, high in sizes]
            tucks = [(wide - 10, 0) for wide in style.unit] if one.type in ("weapon", "hold") and one.station == "trench" else []
            for (width, height), smallest in [(box, 6.5 if style is NARROW else 7.5) for box in bands] + [(box, 7.0) for box in tucks]:
                _, lines = fitted(plain(one.title), width, height, style.words, smallest)
                assert "…" not in "".join(lines), (one.title, width, height)
        seen |= set(one.title)
    assert not [letter for letter in seen if letter != " " and font(20).getmask(letter).getbbox() == blank]
    assert plain("Þórr Völva Øst") == "Thorr Volva Ost"
    assert broken("Far-Traveler of Rome", 1, 10) == ("Far-", "Traveler", "of", "Rome")


def test_too_long_words_are_shortened():
    from rulebound.envs.heroes_of_history.picture import SCALE, fitted, font

    for height, most in ((0, 1), (24, 3)):
        size, lines = fitted("Donaudampfschifffahrtsgesellschaft of the whole river and of the sea far beyond it", 60, height, 10, 7)
        assert size == 7
        assert len(lines) == most
        assert lines[-1].endswith("…")
        assert all(font(size).getlength(line) <= 60 * SCALE for line in lines)
    assert fitted("Thor", 60, 24, 10, 7) == (10, ("Thor",))


def test_picture_without_pillow_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ImportError, match=r'pip install "rulebound\[render\]"'):
        picture(busy())


# ------------------------------------------------------------------------------------------------ the end
OUT = "player_0 (Greeks) wins: the last opponent has lost all State Points"
ENDS: dict[str, tuple[Callable[[], Position], str]] = {
    "battle": (lambda: attack(table(side(unit("thor")), side(unit("paris"), sp=5)), 0, "enemy player_1 0"), OUT),
    "direct": (lambda: attack(table(side(unit("rollo")), side(sp=4)), 0, "player player_1"), OUT),
    "empty": (lambda: table(side(), side(deck=())).play("end turn"), "player_0 (Greeks) wins: the last opponent has no card to draw"),
    "cap": (
        lambda: table(side(sp=12), side(sp=30), rules={"max_turns": 4}, turn=3).play("end turn"),
        "player_1 (Vikings) wins: most State Points at the cap of turns",
    ),
    "equal": (
        lambda: table(side(sp=30), side(sp=30), rules={"max_turns": 4}, turn=3).play("end turn"),
        "draw: equal State Points at the cap of turns",
    ),
    "decisions": (
        lambda: GAME.position({"players": [side(), side()]}, max_decisions=1).play("end turn"),
        "nobody wins: truncated on turn 2",
    ),
    "illegal": (lambda: altered(busy(), over=1, offender=1), "player_1 (Vikings) loses by an illegal action"),
    "draft": (lambda: altered(GAME.new(rules="draft"), over=1, offender=0), "player_0 loses by an illegal action"),
}


def ended(end: str) -> Position:
    """A game that ended in some way."""
    return ENDS[end][0]()


@pytest.mark.parametrize("end", ENDS)
def test_the_end_tells_who_won_and_how(end: str):
    position = ended(end)
    assert position.over
    for viewer in (None, 0, 1):
        shown = text(position, viewer)
        assert f"The game is over: {ENDS[end][1]}" in shown
        assert "to act" not in shown
        assert max(map(len, shown.splitlines())) <= 100
        assert picture(position, viewer).shape == (720, 960, 3)


def test_the_winner_is_marked_and_the_turn_stays_within_its_cap():
    assert "turn 4 ·" in text(ended("cap"))
    assert row(text(ended("cap")), "player_1").startswith("*")
    assert not same_picture(ended("cap"), altered(ended("cap"), winner=0), 0)


def test_the_last_battle_is_told():
    assert "Last battle: Thor of player_0 attacked Paris of player_1" in text(ended("battle"), 1)
    assert "Last battle: Rollo of player_0 attacked player_1 directly" in text(ended("direct"))
    assert "Last battle" not in text(ended("empty"))
    assert not same_picture(ended("battle"), altered(ended("battle"), attacker_card=card("odin")), 0)


def test_who_fought_last_glows_if_it_still_stands():
    assert (View(ended("battle")).attacker(), View(ended("battle")).targets()) == ((0, 0), set())
    assert View(ended("direct")).targets() == {(1, PLAYER)}
    lost = attack(table(side(unit("rollo"), sp=3), side(unit("huscarl", "d", "none", "round_shield"))), 0, "enemy player_1 0")
    assert (View(lost).attacker(), View(lost).targets()) == (None, {(1, 0)})
    assert (View(ended("empty")).attacker(), View(ended("empty")).targets()) == (None, set())
