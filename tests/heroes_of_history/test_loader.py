"""What the loader of card files accepts and refuses; every error names the file, the line and the card (HOH-236 to HOH-238)."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rulebound.envs.core.rules import RulesError
from rulebound.envs.heroes_of_history.cards import STANDARD, CardError, catalogue, read_set
from rulebound.envs.heroes_of_history.language import (
    Column,
    Condition,
    Duration,
    Kind,
    Op,
    Row,
    RowError,
    Scale,
    Selector,
    Subtype,
    Trigger,
    compile_row,
    words,
)
from tests.heroes_of_history.helpers import GAME

HEAD = ["schema: 1", "game: heroes_of_history", "sets: [made]", "cards:"]
GOOD = {"id": 1, "key": "good", "title": "The Good One", "set": "made", "type": "combatant", "sub": "soldier", "atk": 3, "def": 3}
BAD = {"id": 2, "key": "culprit", "title": "The Culprit", "set": "made"}
STATS = {
    "combatant": {"sub": "soldier", "atk": 3, "def": 3},
    "exceptional": {"sub": "general", "stars": 1, "atk": 5, "def": 5},
}
LINE = 6  # of the second card

# One row for every operation, as it may stand on a Combatant.
ROWS = {
    **{op: f"when: play, to: self, op: {op}, amt: 1, for: turn" for op in ("atk", "def", "both")},
    **{op: f"when: play, to: opp, op: {op}, amt: 1" for op in ("gain", "lose", "steal", "draw", "toss", "mill")},
    "dump": "when: play, to: me, op: dump, amt: 1",
    **{op: f"when: play, to: me, op: {op}, only: {{kind: weapon}}" for op in ("fetch", "recall")},
    **{op: f"when: play, to: me, op: {op}, only: {{kind: combatant}}" for op in ("order", "raise", "levy")},
    **{op: f"when: play, to: theirs, op: {op}" for op in ("slay", "disarm")},
    "raze": "when: play, to: opp, op: raze",
    "mode": "when: play, to: theirs, op: mode, amt: 1",
    **{op: f"when: play, to: theirs, op: {op}, for: round" for op in ("stun", "lock")},
    "again": "when: play, to: self, op: again, amt: 1, for: turn",
    **{op: f"when: play, to: self, op: {op}, for: turn" for op in ("guard", "pierce", "raid", "ward")},
    "cheapen": "when: cont, to: me, op: cheapen, amt: 1",
    "worth": "when: cont, to: self, op: worth, amt: 2",
    "muster": "when: play, to: me, op: muster, amt: 1",
    "rearm": "when: play, to: me, op: rearm, amt: 1",
}


def coded(*codes: int) -> set[str]:
    """Operations by their codes."""
    return {words(Op)[code] for code in codes}


PLAYER_OPS = coded(*range(4, 16), 18, 27, 29, 30)
AMOUNT_OPS = coded(*range(1, 11), 19, 22, *range(27, 31))
LASTING_OPS = coded(1, 2, 3, *range(20, 27))
CONT_OPS = coded(1, 2, 3, *range(23, 29))
CHOICE_OPS = coded(9, *range(11, 16))
PLAYERS = {"me", "opp", "each_opp", "killer"}


def row(op: str, **changes: object) -> dict:
    """The row of an operation with changes; None takes a key away."""
    found = {**yaml.safe_load(f"{{{ROWS[op]}}}"), **changes}
    return {name: value for name, value in found.items() if value is not None}


def written(folder: Path, *cards: dict, more: tuple[str, ...] = (), head: list[str] = HEAD) -> Path:
    """A card file with one card on each line from line 5, and further lines."""
    lines = [f"- {yaml.safe_dump(card, default_flow_style=True, width=10_000, sort_keys=False).strip()}" for card in cards]
    path = folder / "made.yaml"
    path.write_text("\n".join([*head, *lines, *more, ""]), encoding="utf-8")
    return path


def culprit(kind: str = "combatant", **changes: object) -> dict:
    """A second card with changes; None takes a key away."""
    found = {**BAD, "type": kind, **STATS.get(kind, {}), **changes}
    return {name: value for name, value in found.items() if value is not None}


def refusal(path: Path) -> str:
    """What a game says that is to be played with a card file it refuses."""
    with pytest.raises(RulesError) as caught:
        GAME.variant({"card_sets": [STANDARD, str(path)]})
    return str(caught.value)


def problem(folder: Path, kind: str = "combatant", **changes: object) -> str | None:
    """What is wrong with a card, after a check that file, line and card are named; None if it is accepted."""
    path = written(folder, GOOD, culprit(kind, **changes))
    try:
        read_set(path)
    except CardError as error:
        message = str(error)
        assert refusal(path).endswith(message)
        assert message.startswith(f"made.yaml, line {LINE}: culprit: ")
        return message
    assert GAME.variant({"card_sets": [STANDARD, str(path)]})
    return None


def of_row(folder: Path, kind: str = "combatant", first: tuple[dict, ...] = (), **parts: object) -> str | None:
    """What is wrong with a row of a card; `when_` and the like stand for words of the language."""
    return problem(folder, kind, fx=[*first, {name.rstrip("_"): value for name, value in parts.items() if value is not None}])


# ------------------------------------------------------------------------------------------------ the shipped set and the codes
@pytest.mark.rule("HOH-236")
def test_the_shipped_pool_compiles_to_114_rows_of_18_numbers():
    """94 cards, 114 rows; the rows of a card stand together in file order."""
    cards = catalogue([STANDARD])
    assert (len(cards.cards), cards.rows.shape) == (94, (114, 18))
    for number, card in enumerate(cards.cards, 1):
        own = cards.rows[cards.first[number] : cards.first[number + 1]]
        assert own[:, Column.CARD].tolist() == [number] * len(card.fx)
        assert [Op(int(code)).name.lower() for code in own[:, Column.OP]] == [one.op for one in card.fx]


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("key", "numbers"),
    [
        ("raven_banner", [81, 1, 0, 0, 0, 4, 0, 4, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0]),
        ("freydis", [71, 1, 10, 0, 2, 1, 0, 0, 0, 0, 0, 1, 1, 2, 0, 3, 0, 0]),
        ("ostracism", [40, 2, 0, 0, 0, 10, 0, 0, 0, 2, 0, 16, 0, 0, 0, 0, 0, 2]),
        ("companion_cavalry", [18, 1, 8, 1, 0, 1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0]),
        ("ivar", [54, 2, 0, 0, 0, 8, 0, 0, 0, 0, 0, 3, -2, 0, 0, 0, 2, 0]),
        ("trojan_horse", [38, 2, 0, 0, 0, 11, 2, 3, 0, 0, 0, 15, 0, 0, 0, 0, 0, 2]),
        ("ulfhednar", [59, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 4, 2, 0, 0]),
    ],
)
def test_rows_have_the_published_columns(key, numbers):
    """The first row of a card as the 18 numbers of the table of columns."""
    cards = catalogue([STANDARD])
    assert cards.rows[cards.first[cards.ids[key]]].tolist() == numbers


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("enum", "listed"),
    [
        (Trigger, "cont play activate attack direct kill death ally_killed begin end"),
        (Condition, "attacking defending armed holding bearer_is bearer_sub foe_star with mine_ge theirs_ge sp_le museum_ge field"),
        (Selector, "self it foe mine others theirs pick_mine pick_theirs weak_theirs strong_theirs me opp each_opp killer"),
        (
            Op,
            "atk def both gain lose steal draw toss dump mill fetch recall order raise levy slay disarm raze mode stun lock"
            " again guard pierce raid ward cheapen worth muster rearm",
        ),
        (Scale, "mine_sub theirs museum"),
        (Duration, "turn round stay"),
        (Subtype, "general civilian soldier warrior"),
        (Kind, "exceptional combatant action hold weapon battlefield"),
    ],
)
def test_words_have_their_published_places(enum, listed):
    """The place of a word in its list is its code: 10 triggers, 13 conditions, 14 selectors, 30 operations."""
    assert list(words(enum)[1:]) == listed.split()


@pytest.mark.rule("HOH-236", "HOH-237")
@pytest.mark.parametrize("op", ROWS)
def test_every_operation_is_accepted_where_it_belongs(tmp_path, op):
    """One sound row for each of the 30 operations."""
    assert problem(tmp_path, fx=[row(op)]) is None


# ------------------------------------------------------------------------------------------------ words and numbers of a card
@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"cost": 3}, "cost"),
        ({"title": None}, "title"),
        ({"title": ""}, "title"),
        ({"type": "hero"}, "type"),
        ({"type": None}, "type"),
        ({"sub": "pirate"}, "sub"),
        ({"sub": None}, "sub"),
        ({"set": "greeks"}, "greeks"),
        ({"set": "pirates"}, "pirates"),
        ({"atk": "three"}, "atk"),
        ({"atk": -1}, "atk"),
        ({"atk": 3.5}, "atk"),
        ({"atk": True}, "atk"),
        ({"limit": 0}, "limit"),
        ({"limit": 4}, "limit"),
        ({"station": "museum"}, "station"),
        ({"station": "command"}, "station"),
        ({"fx": "none"}, "fx"),
        ({"id": 3}, "id = 3"),
        ({"id": 1}, "id = 1"),
        ({"id": 0}, "id = 0"),
        ({"id": "two"}, "id"),
        ({"id": None}, "id"),
        ({"title": "Rollo"}, "Rollo"),
        ({"title": "The Good One"}, "The Good One"),
    ],
)
def test_unknown_words_gaps_and_double_titles_of_a_card_are_refused(tmp_path, changes, word):
    """File, line and card are named, and what is wrong with it."""
    assert word in problem(tmp_path, **changes)


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize("key", ["rollo", "good", "Bad Key", "9lives"])
def test_double_and_malformed_keys_are_refused(tmp_path, key):
    """The key itself names the card."""
    assert f"made.yaml, line {LINE}: {key}: " in refusal(written(tmp_path, GOOD, culprit(key=key)))


@pytest.mark.rule("HOH-236")
def test_a_card_without_a_key_is_called_by_its_place(tmp_path):
    """File and line are named all the same."""
    message = refusal(written(tmp_path, GOOD, culprit(key=None)))
    assert f"made.yaml, line {LINE}: " in message
    assert "key" in message


@pytest.mark.rule("HOH-236")
def test_a_gap_in_the_numbers_is_refused(tmp_path):
    """Cards 1, 2, 4: the third one is named."""
    cards = [GOOD, culprit(), culprit(id=4, key="third", title="The Third")]
    assert "made.yaml, line 7: third: id = 4" in refusal(written(tmp_path, *cards))


@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize("kind", ["weapon", "hold", "action", "battlefield"])
@pytest.mark.parametrize("extra", [{"sub": "soldier"}, {"atk": 1}, {"def": 1}, {"stars": 1}])
def test_only_combatants_have_a_sub_type_stats_and_stars(tmp_path, kind, extra):
    """Each of them on another card is refused; without them it is accepted."""
    assert problem(tmp_path, kind) is None
    assert problem(tmp_path, kind, **extra) is not None


# ------------------------------------------------------------------------------------------------ words of a row
@pytest.mark.rule("HOH-236")
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{whenn: play, to: me, op: gain, amt: 1}", "when"),
        ("{when: play, to: me, op: gain, amt: 1, also: 2}", "also"),
        ("{when: sometimes, to: me, op: gain, amt: 1}", "when"),
        ("{to: me, op: gain, amt: 1}", "when"),
        ("{when: play, to: everybody, op: gain, amt: 1}", "to"),
        ("{when: play, op: gain, amt: 1}", "to"),
        ("{when: play, to: me, op: heal, amt: 1}", "op"),
        ("{when: play, to: me, amt: 1}", "op"),
        ("{when: play, to: me, op: none}", "op"),
        ("{when: cont, if: [lucky], to: self, op: atk, amt: 1}", "lucky"),
        ("{when: cont, if: [bearer_is, zeus], to: self, op: atk, amt: 1}", "bearer_is"),
        ("{when: cont, if: [with], to: self, op: atk, amt: 1}", "with"),
        ("{when: cont, if: [bearer_sub, pirate], to: self, op: atk, amt: 1}", "bearer_sub"),
        ("{when: cont, if: [mine_ge, soldier], to: self, op: atk, amt: 1}", "mine_ge"),
        ("{when: cont, if: [mine_ge, soldier, many], to: self, op: atk, amt: 1}", "mine_ge"),
        ("{when: cont, if: [sp_le], to: self, op: atk, amt: 1}", "sp_le"),
        ("{when: cont, if: [field, 2], to: self, op: atk, amt: 1}", "field"),
        ("{when: cont, to: self, op: atk, amt: 1, per: [moon], cap: 2}", "moon"),
        ("{when: cont, to: self, op: atk, amt: 1, per: [mine_sub], cap: 2}", "per"),
        ("{when: cont, to: self, op: atk, amt: 1, per: [mine_sub, pirate], cap: 2}", "per"),
        ("{when: cont, to: self, op: atk, amt: 1, per: [museum, soldier], cap: 2}", "per"),
        ("{when: play, to: self, op: atk, amt: 1, for: ever}", "for"),
        ("{when: cont, to: mine, only: {colour: red}, op: atk, amt: 1}", "colour"),
        ("{when: cont, to: mine, only: {sub: pirate}, op: atk, amt: 1}", "sub"),
        ("{when: cont, to: mine, only: {kind: hero}, op: atk, amt: 1}", "kind"),
        ("{when: cont, to: mine, only: {set: pirates}, op: atk, amt: 1}", "pirates"),
        ("{when: cont, to: mine, only: {star: maybe}, op: atk, amt: 1}", "star"),
        ("{when: cont, to: mine, only: {mode: asleep}, op: atk, amt: 1}", "mode"),
        ("{when: play, to: me, op: gain, amt: much}", "amt"),
        ("{when: play, to: me, op: gain, amt: true}", "amt"),
        ("{when: play, to: me, op: gain, amt: 1000}", "amt"),
        ("{when: play, pay: 0, to: me, op: gain, amt: 1}", "pay"),
    ],
)
def test_unknown_words_of_a_row_are_refused(tmp_path, text, word):
    """File, line and card are named, and the word."""
    assert word in problem(tmp_path, fx=[yaml.safe_load(text)])


@pytest.mark.rule("HOH-236")
def test_the_line_is_that_of_the_row_if_a_card_takes_several(tmp_path):
    """A card written over many lines: the mistake is on the line of its second row."""
    lines = ["- id: 2", "  key: culprit", "  title: The Culprit", "  set: made", "  type: action", "  fx:"]
    lines += ["  - {when: play, to: me, op: gain, amt: 1}", "  - {when: play, to: me, op: heal, amt: 1}"]
    path = written(tmp_path, GOOD, more=tuple(lines))
    assert "made.yaml, line 13: culprit: " in refusal(path)
    path = written(
        tmp_path, GOOD, more=tuple(lines[:-1] + ["  - {when: play, to: me, op: raze}", "  - {when: play, to: me, op: stun, for: turn}"])
    )
    assert "made.yaml, line 14: culprit: " in refusal(path)


# ------------------------------------------------------------------------------------------------ the grammar of rows
@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize(
    "text",
    [
        "{when: cont, to: self, op: atk, amt: 1, per: [museum]}",
        "{when: play, to: theirs, op: stun, for: stay}",
        "{when: begin, to: pick_theirs, op: stun, for: round}",
        "{when: play, to: me, op: cheapen, amt: 1}",
        "{when: play, to: self, op: draw, amt: 1}",
        "{when: cont, to: self, op: atk, amt: 1, cap: 3}",
        "{when: play, to: me, op: gain, amt: 0}",
        "{when: play, to: me, op: gain, amt: -1}",
        "{when: play, to: theirs, op: mode, amt: 3}",
    ],
)
def test_rows_that_contradict_themselves_are_refused(tmp_path, text):
    """per without cap, a stun that stays, a pick at the beginning, cheapen as an event, a draw to a Combatant, and the like."""
    assert problem(tmp_path, fx=[yaml.safe_load(text)]) is not None


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("op", ROWS)
def test_amt_is_there_exactly_where_the_operation_needs_it(tmp_path, op):
    """Operations 1-10, 19, 22 and 27-30 need it, the others have none."""
    assert "amt" in problem(tmp_path, fx=[row(op, amt=None if op in AMOUNT_OPS else 1)])


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("op", ROWS)
def test_for_is_there_exactly_where_the_operation_needs_it(tmp_path, op):
    """Operations 1-3 and 20-26 need it in triggered rows, the others have none."""
    assert "for" in problem(tmp_path, fx=[row(op, **{"for": None if op in LASTING_OPS else "turn"})])


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("op", sorted(LASTING_OPS))
@pytest.mark.parametrize("lasting", ["turn", "round", "stay"])
def test_which_durations_an_operation_takes(tmp_path, op, lasting):
    """Values take all three, stun and lock turn and round, the powers and again the turn only."""
    allowed = {"stay", "round", "turn"} if op in ("atk", "def", "both") else {"round", "turn"} if op in ("stun", "lock") else {"turn"}
    assert (problem(tmp_path, fx=[row(op, **{"for": lasting})]) is None) == (lasting in allowed)


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("op", ROWS)
def test_which_operations_a_continuous_row_takes(tmp_path, op):
    """1-3 and 23-28, without a duration; 27 and 28 nowhere else."""
    assert (problem(tmp_path, fx=[row(op, when="cont", **{"for": None})]) is None) == (op in CONT_OPS)
    if op in CONT_OPS:
        assert problem(tmp_path, fx=[row(op, when="cont", **{"for": "turn"})]) is not None
    if op in ("cheapen", "worth"):
        assert problem(tmp_path, fx=[row(op, when="begin")]) is not None


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("selector", words(Selector)[1:])
def test_which_selectors_a_continuous_row_takes(tmp_path, selector):
    """self, others, mine and theirs for Combatants, me for the player."""
    op = {"op": "cheapen", "amt": 1} if selector in PLAYERS else {"op": "atk", "amt": 1}
    found = of_row(tmp_path, when="cont", to=selector, **op)
    assert (found is None) == (selector in ("self", "others", "mine", "theirs", "me"))


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("op", ROWS)
def test_players_and_combatants_are_not_confused(op):
    """Operations on players refuse selectors of Combatants and the other way round."""
    for selector in words(Selector)[1:]:
        if (op in PLAYER_OPS) != (selector in PLAYERS):
            with pytest.raises(RowError):
                compile_row(Row.model_validate(row(op, to=selector)), 1, Kind.COMBATANT, {}, {})


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("trigger", words(Trigger)[1:])
def test_only_play_and_activate_rows_ask_for_a_choice(tmp_path, trigger):
    """pick_mine, pick_theirs, it, dump and the zone operations stand in those alone."""
    may = trigger in ("play", "activate")
    for selector in ("pick_mine", "pick_theirs"):
        assert (of_row(tmp_path, when=trigger, to=selector, op="slay") is None) == may
    first = {"when": "play" if trigger != "activate" else "activate", "to": "pick_mine", "op": "disarm"}
    assert (of_row(tmp_path, first=(first,), when=trigger, to="it", op="slay") is None) == may
    for op in CHOICE_OPS:
        assert (problem(tmp_path, fx=[row(op, when=trigger)]) is None) == may


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("op", sorted(CHOICE_OPS))
@pytest.mark.parametrize("selector", ["opp", "each_opp"])
def test_choices_from_zones_are_the_controllers_own(tmp_path, op, selector):
    """dump, fetch, recall, order, raise and levy are to me."""
    assert problem(tmp_path, fx=[row(op, to=selector)]) is not None


@pytest.mark.rule("HOH-237")
def test_it_needs_an_earlier_pick(tmp_path):
    """A row on `it` alone, or before the pick, is refused."""
    pick, it = {"when": "play", "to": "pick_mine", "op": "disarm"}, {"when": "play", "to": "it", "op": "slay"}
    assert problem(tmp_path, fx=[pick, it]) is None
    assert problem(tmp_path, fx=[it]) is not None
    assert problem(tmp_path, fx=[it, pick]) is not None


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("trigger", words(Trigger)[1:])
def test_foe_killer_pay_and_conditions_stand_in_their_triggers_only(tmp_path, trigger):
    """foe in attack and kill rows, killer in ally_killed rows, pay in play and activate rows, no condition in death rows."""
    assert (of_row(tmp_path, when=trigger, to="foe", op="disarm") is None) == (trigger in ("attack", "kill"))
    assert (of_row(tmp_path, when=trigger, to="killer", op="lose", amt=1) is None) == (trigger == "ally_killed")
    if trigger != "cont":
        price = of_row(tmp_path, "action" if trigger == "play" else "combatant", when=trigger, to="me", op="gain", amt=1, pay=1)
        assert (price is None) == (trigger in ("play", "activate"))
        asking = of_row(tmp_path, when=trigger, if_=["field"], to="me", op="gain", amt=1)
        assert (asking is None) == (trigger != "death")


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("kind", ["exceptional", "combatant", "action", "hold", "weapon", "battlefield"])
def test_which_triggers_a_kind_of_card_has(tmp_path, kind):
    """activate rows on Combatants only; Actions have play rows only."""
    for trigger in words(Trigger)[1:]:
        op = {"op": "cheapen", "amt": 1} if trigger == "cont" else {"op": "gain", "amt": 1}
        if trigger == "activate":
            allowed = kind in ("exceptional", "combatant")
        else:
            allowed = kind != "action" or trigger == "play"
        assert (of_row(tmp_path, kind, when=trigger, to="me", **op) is None) == allowed


@pytest.mark.rule("HOH-237")
@pytest.mark.parametrize("op", ["fetch", "recall", "order", "raise", "levy"])
@pytest.mark.parametrize("only", [None, "exceptional", "combatant", "action", "hold", "weapon", "battlefield"])
def test_zone_operations_name_a_kind(tmp_path, op, only):
    """fetch and recall any kind, special orders plain Combatants; none of them goes without."""
    allowed = only is not None if op in ("fetch", "recall") else only == "combatant"
    assert (problem(tmp_path, fx=[row(op, only={"kind": only} if only else {})]) is None) == allowed


@pytest.mark.rule("HOH-237")
def test_a_price_stands_in_the_first_row_of_its_trigger(tmp_path):
    """pay in the second row is refused."""
    free, priced = {"when": "play", "to": "me", "op": "gain", "amt": 1}, {"when": "play", "to": "me", "op": "draw", "amt": 1, "pay": 1}
    assert problem(tmp_path, "action", fx=[priced, free]) is None
    assert "pay" in problem(tmp_path, "action", fx=[free, priced])


@pytest.mark.rule("HOH-233", "HOH-237")
@pytest.mark.parametrize("kind", ["exceptional", "combatant", "action", "hold", "weapon", "battlefield"])
def test_only_actions_have_a_price_for_being_played(tmp_path, kind):
    """pay belongs to the play row of an Action or the activate row of a Combatant; a price that nobody is asked for is refused."""
    assert (of_row(tmp_path, kind, when="play", to="me", op="gain", amt=1, pay=2) is None) == (kind == "action")


# ------------------------------------------------------------------------------------------------ printed stats
@pytest.mark.rule("HOH-238")
@pytest.mark.parametrize(("stars", "low", "high"), [(0, 3, 8), (1, 9, 11), (2, 12, 13), (3, 14, 16)])
def test_printed_stats_lie_on_the_curve(tmp_path, stars, low, high):
    """ATK + DEF of a plain Combatant 3-8, with stars 9-11, 12-13 and 14-16."""
    kind = {"kind": "exceptional", "stars": stars} if stars else {"kind": "combatant"}
    for total in (low - 1, low, high, high + 1):
        found = problem(tmp_path, **kind, atk=total // 2, **{"def": total - total // 2})
        assert (found is None) == (low <= total <= high)
        assert found is None or str(total) in found


@pytest.mark.rule("HOH-238")
@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("exceptional", {"stars": 0}),
        ("exceptional", {"stars": None}),
        ("exceptional", {"stars": 4}),
        ("exceptional", {"stars": -1}),
        ("exceptional", {"limit": 3}),
        ("combatant", {"stars": 1}),
        ("combatant", {"stars": 1, "atk": 5, "def": 5}),
    ],
)
def test_stars_and_limits_of_combatants(tmp_path, kind, changes):
    """Exceptional ones have 1 to 3 stars and a limit of at most 2, plain ones no star."""
    assert problem(tmp_path, kind) is None
    assert next(iter(changes)) in problem(tmp_path, kind, **changes)
