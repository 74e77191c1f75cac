"""The READMEs say what the code does: generated parts are up to date and every code block runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rulebound.envs import GAMES, game
from tests.pages import ROOT, board, pages

BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
PAGES = [ROOT / "README.md", *(game(name).folder / "README.md" for name in GAMES)]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_generated_parts_are_up_to_date(path: Path) -> None:
    """If this fails: make pages."""
    assert path.read_text(encoding="utf-8") == pages()[path]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_code_blocks_run(path: Path, tmp_path: Path) -> None:
    """Every Python block runs as it stands, in a process of its own."""
    blocks = [code for language, code in BLOCK.findall(path.read_text(encoding="utf-8")) if language == "python"]
    assert blocks
    for code in blocks:
        done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, code + done.stderr


def test_commands_exist() -> None:
    """Every `rulebound` command in the README is one that the command line knows, with the options it shows."""
    lines = [
        line for language, code in BLOCK.findall(PAGES[0].read_text(encoding="utf-8")) if language == "sh" for line in code.splitlines()
    ]
    commands = [line.split("#")[0].split() for line in lines if line.startswith("rulebound ")]
    assert len(commands) >= 6
    for words in commands:
        named = []
        for word in words[1:]:
            if not re.fullmatch(r"[a-z]+", word):
                break
            named.append(word)
        done = subprocess.run([sys.executable, "-m", "rulebound.train.cli", *named, "--help"], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, (words, done.stderr)
        for option in (word for word in words if word.startswith("--")):
            assert option in done.stdout, (words, option)
    targets = [line for line in lines if line.startswith("make ")]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert {"make test", "make demo"} <= {line.split("#")[0].strip() for line in targets}
    for line in targets:
        assert f"\n{line.split()[1]}:" in makefile


@pytest.mark.parametrize("name", GAMES)
def test_the_picture_is_up_to_date(name: str) -> None:
    """The board on the game's page is drawn by the code (small differences of fonts allowed)."""
    drawn, kept = board(game(name)).astype(int), np.asarray(Image.open(game(name).folder / "board.png").convert("RGB")).astype(int)
    assert drawn.shape == kept.shape
    assert np.abs(drawn - kept).mean() < 4
