"""Card effects of Heroes of History in words: every row of a card as a short English clause, made from its columns.

Nothing here is written for a card: whoever adds a word to the effect language gives it words here. Read `decks.py` next.
"""

from __future__ import annotations

from itertools import groupby

from rulebound.envs.heroes_of_history.cards import Card, Catalogue
from rulebound.envs.heroes_of_history.language import Condition, Duration, Filter, Kind, Op, Row, Scale, Selector, Trigger

# {s}: the Combatant that a row belongs to, "it" on its own card and "its bearer" on a weapon or hold.
TRIGGERS = {
    Trigger.CONT: "",
    Trigger.PLAY: "when played",
    Trigger.ACTIVATE: "once a turn",
    Trigger.ATTACK: "when {s} attacks",
    Trigger.DIRECT: "when {s} deals direct damage",
    Trigger.KILL: "when {s} kills",
    Trigger.DEATH: "when {s} is destroyed",
    Trigger.ALLY_KILLED: "when another own Combatant is killed",
    Trigger.BEGIN: "when your turn begins",
    Trigger.END: "when your turn ends",
}
CONDITIONS = {
    Condition.ATTACKING: "while {s} attacks",
    Condition.DEFENDING: "while {s} is attacked",
    Condition.ARMED: "if {s} has a weapon",
    Condition.HOLDING: "if {s} has a hold",
    Condition.BEARER_IS: "if {s} is {a}",
    Condition.BEARER_SUB: "if {s} is a {a}",
    Condition.FOE_STAR: "against an Exceptional Combatant",
    Condition.WITH: "if {a} is in your Trench",
    Condition.MINE_GE: "if you have {n} or more {a}s",
    Condition.THEIRS_GE: "if opponents have {n} or more Combatants",
    Condition.SP_LE: "if you have {n} or fewer State Points",
    Condition.MUSEUM_GE: "if {n} or more Combatants are in your Museum",
    Condition.FIELD: "if you have a Battlefield",
}
UNITS = {
    Selector.SELF: "{s}",
    Selector.IT: "that Combatant",
    Selector.FOE: "the enemy {one}",
    Selector.MINE: "own {many}",
    Selector.OTHERS: "other {many}",
    Selector.THEIRS: "enemy {many}",
    Selector.PICK_MINE: "one own {one}",
    Selector.PICK_THEIRS: "one enemy {one}",
    Selector.WEAK_THEIRS: "the weakest enemy {one}",
    Selector.STRONG_THEIRS: "the strongest enemy {one}",
}
MANY = {Selector.MINE, Selector.OTHERS, Selector.THEIRS}
BATTLE = {Trigger.ATTACK, Trigger.DIRECT, Trigger.KILL}  # triggers that know who is on the other side
STATS = {Op.ATK: "ATK", Op.DEF: "DEF", Op.BOTH: "ATK and DEF"}
POWERS = {
    Op.GUARD: "guard (must be attacked first)",
    Op.PIERCE: "pierce (damage goes through defense mode)",
    Op.RAID: "raid (may attack a player past Combatants)",
    Op.WARD: "ward (survives one lost battle a turn)",
}
# What a player does: with a verb of the player's own, {n} the amount, {x} a card of the filter.
DEEDS = {
    Op.GAIN: "gain {n}",
    Op.LOSE: "lose {n}",
    Op.DRAW: "draw {n}",
    Op.TOSS: "discard {n} at random",
    Op.DUMP: "discard {n} of your choice",
    Op.MILL: "put {n} from the top of the deck into the Museum",
    Op.FETCH: "take {x} from your deck into your hand",
    Op.RECALL: "take {x} from your Museum into your hand",
    Op.ORDER: "put {x} from your hand into your Trench",
    Op.RAISE: "put {x} from your Museum into your Trench",
    Op.LEVY: "put {x} from your deck into your Trench",
    Op.CHEAPEN: "Exceptional Combatants cost you {n} fewer",
    Op.MUSTER: "you may play {n} this turn",
    Op.REARM: "you may attach {n} this turn",
}
COUNTED = {
    Op.GAIN: ("State Point",),
    Op.LOSE: ("State Point",),
    Op.CHEAPEN: ("tribute",),
    Op.MUSTER: ("more plain Combatant",),
    Op.REARM: ("more weapon", "more hold"),
}
FATES = {Op.SLAY: "destroy {x}", Op.DISARM: "disarm {x}"}
FORBIDDEN = {Op.STUN: "attack", Op.LOCK: "switch mode"}
MODES = ("turn {x} to attack mode", "turn {x} to defense mode", "switch the mode of {x}")
DURATIONS = {Duration.TURN: " this turn", Duration.ROUND: " until your next turn", Duration.STAY: " while {they} in the Trench"}
SCALES = {
    Scale.MINE_SUB: "per other own {a}",
    Scale.THEIRS: "per enemy Combatant",
    Scale.MUSEUM: "per Combatant in your Museum",
}
KINDS = {
    Kind.EXCEPTIONAL: "Exceptional Combatant",
    Kind.COMBATANT: "plain Combatant",
    Kind.ACTION: "Action",
    Kind.HOLD: "Hold",
    Kind.WEAPON: "weapon",
    Kind.BATTLEFIELD: "Battlefield",
}


def card_words(card: Card, cards: Catalogue) -> str:
    """All effects of a card, those of one trigger behind it: "when played: draw 1 card; +1 ATK"."""
    parts = []
    for when, rows in groupby(card.fx, key=lambda row: row.when):
        listed = list(rows)
        lead = _trigger_words(Trigger[when.upper()], card, listed[0].pay)
        parts.append(lead + ", ".join(row_words(row, card, cards) for row in listed))
    return "; ".join(parts)


def row_words(row: Row, card: Card, cards: Catalogue) -> str:
    """One row of a card without its trigger and price."""
    op, to = Op[row.op.upper()], Selector[row.to.upper()]
    if to in UNITS:
        text = _unit_words(row, op, to, card)
    else:
        text = _player_words(row, op, _player(to, Trigger[row.when.upper()]))
    return text + _scale_words(row) + _own_filter_words(row, to, card) + _condition_words(row, card, cards)


def _source(card: Card) -> str:
    """How a card calls the Combatant that its rows belong to."""
    return "its bearer" if card.kind in (Kind.WEAPON, Kind.HOLD) else "it"


def _trigger_words(when: Trigger, card: Card, pay: int | None) -> str:
    words = [] if card.kind == Kind.ACTION else [TRIGGERS[when].format(s=_source(card))]
    if pay:
        words.append(f"for {_count(pay, 'State Point')}")
    text = ", ".join(filter(None, words))
    return f"{text}: " if text else ""


# ------------------------------------------------------------------------------------------------ parts of a row
def _unit_words(row: Row, op: Op, to: Selector, card: Card) -> str:
    """What a row does to Combatants, and for how long."""
    many = to in MANY
    whom = UNITS[to].format(s=_source(card), one=_noun(row.only), many=_noun(row.only, many=True))
    lasting = DURATIONS[Duration[row.lasting.upper()]].format(they="they stay" if many else "it stays") if row.lasting else ""
    if op in STATS or op in POWERS or op == Op.WORTH:
        what = f"{row.amt:+d} {STATS[op]}" if op in STATS else POWERS.get(op, f"counts as {row.amt} when tributed")
        if to == Selector.SELF:
            return what + lasting
        return f"{whom}: {what}" if row.when == "cont" else f"{whom} {'get' if many else 'gets'} {what}{lasting}"
    if op == Op.AGAIN:
        return f"{whom} may attack {_count(row.amt or 0, 'more time')}{lasting}"
    if op in FORBIDDEN:
        return f"{whom} cannot {FORBIDDEN[op]}{lasting}"
    return (MODES[row.amt or 0] if op == Op.MODE else FATES[op]).format(x=f"all {whom}" if many else whom)


def _player(to: Selector, when: Trigger) -> str:
    """The player whom a row means; nothing for its own controller."""
    if to == Selector.OPP:
        return "that opponent" if when in BATTLE else "an opponent" if when in (Trigger.PLAY, Trigger.ACTIVATE) else "the next opponent"
    return {Selector.ME: "", Selector.EACH_OPP: "each opponent", Selector.KILLER: "the killer's owner"}[to]


def _player_words(row: Row, op: Op, who: str) -> str:
    """What a row makes a player do."""
    if op == Op.STEAL:
        return f"steal {row.amt} from {who or 'yourself'}"
    if op == Op.RAZE:
        return f"discard the Battlefield of {who}" if who else "discard your Battlefield"
    amount = " and ".join(_count(row.amt or 0, noun) for noun in COUNTED.get(op, ("card",)))
    deed = DEEDS[op].format(n=amount, x=_with_article(_noun(row.only)))
    if not who:
        return deed
    verb, _, rest = deed.partition(" ")
    return f"{who} {verb}s {rest}"


def _scale_words(row: Row) -> str:
    if not row.per:
        return ""
    return f" {SCALES[Scale[row.per[0].upper()]].format(a=row.per[-1])} (at most {row.cap})"


def _condition_words(row: Row, card: Card, cards: Catalogue) -> str:
    if not row.condition:
        return ""
    name, *arguments = row.condition
    number = next((one for one in arguments if isinstance(one, int)), 0)
    word = next((one for one in arguments if isinstance(one, str)), "")
    if word in cards.ids:
        word = cards.title(cards.ids[word])
    return " " + CONDITIONS[Condition[str(name).upper()]].format(s=_source(card), a=word, n=number)


def _own_filter_words(row: Row, to: Selector, card: Card) -> str:
    """A filter on the Combatant itself is a condition."""
    if to != Selector.SELF or row.only == Filter():
        return ""
    return f" if {_source(card)} is {_with_article(_noun(row.only))}"


# ------------------------------------------------------------------------------------------------ nouns
def _noun(only: Filter, many: bool = False) -> str:
    """The cards that a filter keeps: "Combatant", "soldiers", "Greeks in defense mode"."""
    kind = Kind[only.kind.upper()] if only.kind else Kind.NONE
    people = only.set is not None and only.set.endswith("s")  # a set such as greeks names its own
    own_noun = not only.sub and not only.kind and only.star is None
    if people and own_noun:
        noun = str(only.set).replace("_", " ").title()
        noun = noun if many else noun[:-1]
    else:
        noun = only.sub or KINDS.get(kind, "Combatant")
        if only.sub and kind:
            noun = f"{KINDS[kind].split()[0]} {only.sub}"
        if only.star:
            noun = noun if noun.startswith("Exceptional") else f"Exceptional {noun}"
        noun += "s" if many else ""
        if only.set:
            noun += f" of the {str(only.set).replace('_', ' ').title()}"
        if only.star is False:
            noun += " that are not Exceptional" if many else " that is not Exceptional"
    return f"{noun} in {only.mode} mode" if only.mode else noun


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
