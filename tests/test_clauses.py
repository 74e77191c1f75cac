"""Every clause of every rulebook has a test that carries its mark."""

from __future__ import annotations

import pytest

from rulebound.envs import GAMES
from tests.clauses import clauses, marked_tests


@pytest.mark.parametrize("env", GAMES)
def test_every_clause_has_a_test(env: str) -> None:
    """No clause is without a test, and no test claims a clause that does not exist."""
    known, marked = {clause["id"] for clause in clauses(env)}, marked_tests(env)
    assert sorted(known - set(marked)) == []
    assert sorted(set(marked) - known) == []


@pytest.mark.parametrize("env", GAMES)
def test_clauses_are_numbered_without_gaps(env: str) -> None:
    """Ids are a prefix and a running number, each used once."""
    ids = [clause["id"] for clause in clauses(env)]
    prefix = ids[0].split("-")[0]
    assert ids == [f"{prefix}-{number:03}" for number in range(1, len(ids) + 1)]
