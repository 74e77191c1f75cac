"""Which words of the effect language random play meets; run as a program, in plain Python, by test_random_play.py.

    NUMBA_DISABLE_JIT=1 python -m tests.heroes_of_history.coverage

Rows that change something when they are resolved, and continuous rows that hold, are noted on the way; the words
not met are printed as JSON.
"""

from __future__ import annotations

import json

import numpy as np

from rulebound.envs import game
from rulebound.envs.heroes_of_history import rules
from rulebound.envs.heroes_of_history.language import Column, Condition, Duration, Op, Scale, Selector, Trigger, words
from rulebound.envs.heroes_of_history.rules import action, totals

WORDS = {"when": (Column.WHEN, Trigger), "if": (Column.IF, Condition), "to": (Column.TO, Selector), "op": (Column.OP, Op)}
MORE = {"per": (Column.PER, Scale), "for": (Column.FOR, Duration)}
PRESETS = ("mixed", "standard", "random")
GAMES = 300


def missing(met: set[int], table: np.ndarray) -> dict[str, list[str]]:
    """The words of every column that no row met has, except that of "none"."""
    found = {}
    for name, (column, enum) in {**WORDS, **MORE}.items():
        seen = {int(table[row, column]) for row in met}
        found[name] = [word for code, word in enumerate(words(enum)) if code and code not in seen]
    return found


def main() -> None:
    """Play random games with random decks and print what was not met."""
    met: set[int] = set()
    resolve, holds, worth_of = rules.resolve, totals.condition_holds, action.may_pay_for

    def noted_resolve(s, r):
        row, before = int(s.queue_row[s.queue_next]), s.copy()
        resolve(s, r)
        if any(not np.array_equal(before[name], s[name]) for name in telling):
            met.add(row)  # it has changed something or asks for something; a row that is only dropped does not count

    def noted_holds(s, r, row, seat, slot):
        true = holds(s, r, row, seat, slot)
        if true and r.row[row, Column.WHEN] == Trigger.CONT:
            met.add(int(row))
        return true

    def noted_worth(r, card, payer):
        for row in range(r.first[payer], r.first[payer + 1]):
            if r.row[row, Column.OP] == Op.WORTH:
                met.add(int(row))
        return worth_of(r, card, payer)

    rules.resolve, totals.condition_holds, action.may_pay_for = noted_resolve, noted_holds, noted_worth
    one = game("heroes_of_history")
    telling = [name for name in one.state.fields if not name.startswith(("queue", "it_", "opponent"))]
    table = one.variant().record().row
    mask = np.zeros(one.actions.size, np.int8)
    for seed in range(GAMES):
        position, rng = one.new(2 + seed % 3, PRESETS[seed % len(PRESETS)], seed), np.random.default_rng(seed)
        s, r = position.record, position.rules[0]
        while not s.over:
            mask[:] = 0
            rules.legal(s, r, mask)
            rules.apply(s, r, int(rng.choice(np.flatnonzero(mask))))
        if not any(missing(met, table).values()):
            break
    print(json.dumps(missing(met, table)))


if __name__ == "__main__":
    main()
