"""The clauses of a rulebook and the tests that carry their marks, read from the sources."""

from __future__ import annotations

import ast
from pathlib import Path

import yaml

from rulebound.envs import game

TESTS = Path(__file__).parent


def clauses(env: str) -> list[dict]:
    """The numbered clauses of a game's rulebook."""
    return yaml.safe_load((game(env).folder / "rulebook.yaml").read_text(encoding="utf-8"))


def marked_tests(env: str) -> dict[str, list[str]]:
    """Clause id -> the tests that carry it, as file::function."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / env).glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        for argument in mark.args:
                            found.setdefault(ast.literal_eval(argument), []).append(f"{path.name}::{node.name}")
    return found
