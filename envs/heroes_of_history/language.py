"""The effect language of Heroes of History: its words as enums, and one row of a card file as 18 whole numbers.

A row says when something happens, under which condition, to whom, with which filter, which operation and how
much. `rules/interpreter.py` runs the numbers; no card has code of its own. Read `cards.py` next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MOST_AMOUNT = 20  # of one row, up or down
MOST_REPEATS = 2  # rows of one card with the same trigger, so that the queue of waiting rows can never overflow
MOST_STEPS = 4  # `play` or `activate` rows of one card


class Kind(IntEnum):
    """Types of cards."""

    NONE = 0
    EXCEPTIONAL = 1
    COMBATANT = 2
    ACTION = 3
    HOLD = 4
    WEAPON = 5
    BATTLEFIELD = 6


class Subtype(IntEnum):
    """Sub-types of Combatants."""

    NONE = 0
    GENERAL = 1
    CIVILIAN = 2
    SOLDIER = 3
    WARRIOR = 4


class Trigger(IntEnum):
    """`when`: what makes a row happen."""

    NONE = 0
    CONT = 1  # never fires: true as long as its source is active
    PLAY = 2
    ACTIVATE = 3
    ATTACK = 4
    DIRECT = 5
    KILL = 6
    DEATH = 7
    ALLY_KILLED = 8
    BEGIN = 9
    END = 10


class Condition(IntEnum):
    """`if`: what must be true."""

    ALWAYS = 0
    ATTACKING = 1
    DEFENDING = 2
    ARMED = 3
    HOLDING = 4
    BEARER_IS = 5
    BEARER_SUB = 6
    FOE_STAR = 7
    WITH = 8
    MINE_GE = 9
    THEIRS_GE = 10
    SP_LE = 11
    MUSEUM_GE = 12
    FIELD = 13


class Selector(IntEnum):
    """`to`: whom a row strikes."""

    NONE = 0
    SELF = 1
    IT = 2
    FOE = 3
    MINE = 4
    OTHERS = 5
    THEIRS = 6
    PICK_MINE = 7
    PICK_THEIRS = 8
    WEAK_THEIRS = 9
    STRONG_THEIRS = 10
    ME = 11
    OPP = 12
    EACH_OPP = 13
    KILLER = 14


class Op(IntEnum):
    """`op`: what a row does."""

    NONE = 0
    ATK = 1
    DEF = 2
    BOTH = 3
    GAIN = 4
    LOSE = 5
    STEAL = 6
    DRAW = 7
    TOSS = 8
    DUMP = 9
    MILL = 10
    FETCH = 11
    RECALL = 12
    ORDER = 13
    RAISE = 14
    LEVY = 15
    SLAY = 16
    DISARM = 17
    RAZE = 18
    MODE = 19
    STUN = 20
    LOCK = 21
    AGAIN = 22
    GUARD = 23
    PIERCE = 24
    RAID = 25
    WARD = 26
    CHEAPEN = 27
    WORTH = 28
    MUSTER = 29
    REARM = 30


class Scale(IntEnum):
    """`per`: what an amount is multiplied with."""

    NONE = 0
    MINE_SUB = 1
    THEIRS = 2
    MUSEUM = 3


class Duration(IntEnum):
    """`for`: how long a change lasts."""

    NONE = 0
    TURN = 1
    ROUND = 2
    STAY = 3


class Column(IntEnum):
    """The columns of a compiled row."""

    CARD = 0
    WHEN = 1
    IF = 2
    IF_A = 3
    IF_N = 4
    TO = 5
    F_KIND = 6
    F_SUB = 7
    F_SET = 8
    F_STAR = 9
    F_MODE = 10
    OP = 11
    AMT = 12
    PER = 13
    PER_A = 14
    CAP = 15
    FOR = 16
    PAY = 17


def words(enum: type[IntEnum]) -> tuple[str, ...]:
    """The members of an enum as they are written in card files."""
    return tuple(member.name.lower() for member in enum)


UNIT_SELECTORS = {
    Selector.SELF, Selector.IT, Selector.FOE, Selector.MINE, Selector.OTHERS, Selector.THEIRS,
    Selector.PICK_MINE, Selector.PICK_THEIRS, Selector.WEAK_THEIRS, Selector.STRONG_THEIRS,
}  # fmt: skip
PLAYER_OPS = {*range(Op.GAIN, Op.LEVY + 1), Op.RAZE, Op.CHEAPEN, Op.MUSTER, Op.REARM}
ZONE_OPS = set(range(Op.FETCH, Op.LEVY + 1))
CHOICE_OPS = {Op.DUMP, *ZONE_OPS}
AMOUNT_OPS = {*range(Op.ATK, Op.MILL + 1), Op.MODE, Op.AGAIN, Op.CHEAPEN, Op.WORTH, Op.MUSTER, Op.REARM}
LASTING_OPS = {Op.ATK, Op.DEF, Op.BOTH, *range(Op.STUN, Op.WARD + 1)}
CONT_OPS = {Op.ATK, Op.DEF, Op.BOTH, *range(Op.GUARD, Op.WORTH + 1)}
CONT_SELECTORS = {Selector.SELF, Selector.OTHERS, Selector.MINE, Selector.THEIRS, Selector.ME}
BY_CHOICE = {Trigger.PLAY, Trigger.ACTIVATE}
CARD_CONDITIONS = {Condition.BEARER_IS, Condition.WITH}
SUBTYPE_CONDITIONS = {Condition.BEARER_SUB, Condition.MINE_GE}
NUMBER_CONDITIONS = {Condition.MINE_GE, Condition.THEIRS_GE, Condition.SP_LE, Condition.MUSEUM_GE}


# ------------------------------------------------------------------------------------------------ as written
class Filter(BaseModel):
    """`only`: which cards a selector keeps."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal[words(Kind)[1:]] | None = None  # type: ignore[valid-type]
    sub: Literal[words(Subtype)[1:]] | None = None  # type: ignore[valid-type]
    set: str | None = None
    star: bool | None = None
    mode: Literal["attack", "defense"] | None = None


class Row(BaseModel):
    """One row of `fx` as it is written."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    when: Literal[words(Trigger)[1:]]  # type: ignore[valid-type]
    condition: list[str | int] = Field(default_factory=list, alias="if", max_length=3)
    to: Literal[words(Selector)[1:]]  # type: ignore[valid-type]
    only: Filter = Filter()
    op: Literal[words(Op)[1:]]  # type: ignore[valid-type]
    amt: Annotated[int, Field(ge=-MOST_AMOUNT, le=MOST_AMOUNT)] | None = None
    per: list[str] = Field(default_factory=list, max_length=2)
    cap: Annotated[int, Field(ge=1, le=MOST_AMOUNT)] | None = None
    lasting: Literal[words(Duration)[1:]] | None = Field(None, alias="for")  # type: ignore[valid-type]
    pay: Annotated[int, Field(ge=1, le=MOST_AMOUNT)] | None = None


class RowError(ValueError):
    """A row that the language does not allow; the message says why."""


# ------------------------------------------------------------------------------------------------ compiling
def compile_row(row: Row, card: int, kind: Kind, ids: Mapping[str, int], sets: Mapping[str, int]) -> list[int]:
    """The 18 numbers of a row of a card of some kind; RowError says what its grammar forbids."""
    when, to, op = Trigger[row.when.upper()], Selector[row.to.upper()], Op[row.op.upper()]
    lasting = Duration[row.lasting.upper()] if row.lasting else Duration.NONE
    condition, if_a, if_n = _condition(row, ids)
    per, per_a = _scale(row)
    _check_place(row, when, to, op, kind, condition)
    _check_amount(row, when, op, lasting)
    only = row.only
    if only.set is not None and only.set not in sets:
        raise RowError(f"only.set = {only.set!r}: the sets are {', '.join(sets)}")
    return [
        card, when, condition, if_a, if_n, to,
        Kind[only.kind.upper()] if only.kind else 0,
        Subtype[only.sub.upper()] if only.sub else 0,
        sets[only.set] if only.set else 0,
        0 if only.star is None else 1 if only.star else 2,
        0 if only.mode is None else 1 + (only.mode == "defense"),
        op, row.amt or 0, per, per_a, row.cap or 0, lasting, row.pay or 0,
    ]  # fmt: skip


def _condition(row: Row, ids: Mapping[str, int]) -> tuple[Condition, int, int]:
    """Condition, its card or sub-type, its number."""
    if not row.condition:
        return Condition.ALWAYS, 0, 0
    name, *arguments = row.condition
    if name not in words(Condition)[1:]:
        raise RowError(f"if = {name!r}: the conditions are {', '.join(words(Condition)[1:])}")
    condition = Condition[str(name).upper()]
    if_a = if_n = 0
    if condition in CARD_CONDITIONS:
        if_a = _argument(row, arguments, "the key of a card", lambda key: ids.get(key))
    if condition in SUBTYPE_CONDITIONS:
        if_a = _argument(row, arguments, f"one of {', '.join(words(Subtype)[1:])}", _subtype)
    if condition in NUMBER_CONDITIONS:
        if_n = _argument(row, arguments, "a whole number from 0 to 99", _small_number)
    if arguments:
        raise RowError(f"if = {row.condition!r}: {arguments[0]!r} is one argument too many")
    return condition, if_a, if_n


def _argument(row: Row, arguments: list, wanted: str, read: Callable[[object], int | None]) -> int:
    value = read(arguments.pop(0)) if arguments else None
    if value is None:
        raise RowError(f"if = {row.condition!r}: the condition needs {wanted}")
    return value


def _subtype(word: object) -> int | None:
    return words(Subtype).index(word) if word in words(Subtype)[1:] else None  # type: ignore[arg-type]


def _small_number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 99 else None


def _scale(row: Row) -> tuple[Scale, int]:
    if not row.per:
        if row.cap is not None:
            raise RowError("cap needs per")
        return Scale.NONE, 0
    if row.per[0] not in words(Scale)[1:]:
        raise RowError(f"per = {row.per[0]!r}: the scalings are {', '.join(words(Scale)[1:])}")
    scale = Scale[row.per[0].upper()]
    if row.cap is None:
        raise RowError("per needs cap")
    subtype = _subtype(row.per[1]) if len(row.per) == 2 else None
    if (scale == Scale.MINE_SUB) != (len(row.per) == 2) or (scale == Scale.MINE_SUB and subtype is None):
        raise RowError(f"per = {row.per!r}: write [mine_sub, SUBTYPE], [theirs] or [museum]")
    return scale, subtype or 0


def _check_place(row: Row, when: Trigger, to: Selector, op: Op, kind: Kind, condition: Condition) -> None:
    """Trigger, selector and operation must fit each other and the card."""
    if (op in PLAYER_OPS) == (to in UNIT_SELECTORS):
        raise RowError(f"{row.op} takes {'players' if op in PLAYER_OPS else 'Combatants'}, not {row.to}")
    if when == Trigger.CONT and (op not in CONT_OPS or to not in CONT_SELECTORS):
        raise RowError(f"a cont row cannot have {row.op} to {row.to}")
    if op in (Op.CHEAPEN, Op.WORTH) and when != Trigger.CONT:
        raise RowError(f"{row.op} stands in cont rows only")
    if op == Op.WORTH and (to != Selector.SELF or condition != Condition.ALWAYS or row.per or kind > Kind.COMBATANT):
        raise RowError("worth is a plain number of the Combatant itself: to self, without if and per")
    if op == Op.CHEAPEN and to != Selector.ME:
        raise RowError("cheapen is to me")
    if (to in (Selector.PICK_MINE, Selector.PICK_THEIRS, Selector.IT) or op in CHOICE_OPS) and when not in BY_CHOICE:
        raise RowError(f"{row.op} to {row.to} needs a choice, which only play and activate rows can ask for")
    if op in (CHOICE_OPS | {Op.MUSTER, Op.REARM}) and to != Selector.ME:
        raise RowError(f"{row.op} is to me")
    if op in ZONE_OPS and row.only.kind is None:
        raise RowError(f"{row.op} needs only.kind")
    if op in (Op.ORDER, Op.RAISE, Op.LEVY) and row.only.kind != "combatant":
        raise RowError(f"{row.op} needs only.kind combatant")
    if to == Selector.FOE and when not in (Trigger.ATTACK, Trigger.KILL):
        raise RowError("foe stands in attack and kill rows only")
    if to == Selector.KILLER and when != Trigger.ALLY_KILLED:
        raise RowError("killer stands in ally_killed rows only")
    if row.pay is not None and when != Trigger.ACTIVATE and not (when == Trigger.PLAY and kind == Kind.ACTION):
        raise RowError("pay stands in play rows of Actions and activate rows of Combatants only")
    if when == Trigger.ACTIVATE and kind > Kind.COMBATANT:
        raise RowError("only Combatants have activate rows")
    if kind == Kind.ACTION and when != Trigger.PLAY:
        raise RowError("Actions have play rows only")
    if when == Trigger.DEATH and condition != Condition.ALWAYS:
        raise RowError("death rows have no condition")


def _check_amount(row: Row, when: Trigger, op: Op, lasting: Duration) -> None:
    """`amt` and `for` are there exactly where the operation needs them."""
    if (row.amt is not None) != (op in AMOUNT_OPS):
        raise RowError(f"{row.op} {'needs' if op in AMOUNT_OPS else 'has no'} amt")
    if (op in range(Op.GAIN, Op.MILL + 1) and row.amt < 1) or (op in range(Op.AGAIN, Op.REARM + 1) and (row.amt or 1) < 1):  # type: ignore[operator]
        raise RowError(f"amt = {row.amt}: {row.op} needs at least 1")
    if op == Op.MODE and row.amt not in (0, 1, 2):
        raise RowError(f"amt = {row.amt}: mode takes 0 (attack), 1 (defense) or 2 (flip)")
    if row.per and op not in AMOUNT_OPS - {Op.MODE, Op.CHEAPEN, Op.WORTH}:
        raise RowError(f"{row.op} has no per")
    if (lasting != Duration.NONE) != (when != Trigger.CONT and op in LASTING_OPS):
        raise RowError(f"{row.op} in a {row.when} row {'has no' if lasting else 'needs'} for")
    if lasting and op in (Op.STUN, Op.LOCK) and lasting == Duration.STAY:
        raise RowError(f"{row.op} lasts for turn or round")
    if lasting and op in range(Op.AGAIN, Op.WARD + 1) and lasting != Duration.TURN:
        raise RowError(f"{row.op} lasts for turn")
