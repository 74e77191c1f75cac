"""The package as a user gets it: the wheel, installed away from the checkout, plays every game."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import venv
import zipfile
from pathlib import Path

import pytest

from rulebound.envs import GAMES

ROOT = Path(__file__).parents[1]


def _run(*command: object, cwd: Path) -> str:
    """Run a command outside the checkout, without its settings."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA", "RULEBOUND", "VIRTUAL_ENV"))}
    env["COLUMNS"] = "200"  # no table is cut
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=env, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_wheel_plays_in_a_clean_venv(tmp_path: Path) -> None:
    """Built, installed with the core dependencies alone, and used from an empty folder: every game is played,
    the registries know it, and the command line runs. Nothing heavier than the core is needed or imported."""
    _run(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path / "dist", ROOT, cwd=tmp_path)
    wheel = next((tmp_path / "dist").glob("*.whl"))
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if not name.startswith(("rulebound/", "rulebound-"))]
    assert not [name for name in names if name.startswith("rulebound/tests")]
    for game in GAMES:
        assert f"rulebound/envs/{game}/data.yaml" in names
        assert f"rulebound/configs/{game}/ppo.yaml" in names
    assert "rulebound/agents/zoo/age_of_heroes.pt" in names

    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    _run(python, "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", wheel, cwd=tmp_path)
    code = f"""
        import sys
        import gymnasium, numpy as np, pettingzoo
        import rulebound.envs
        for name in {GAMES!r}:
            game = rulebound.envs.game(name)
            env = pettingzoo.make("aec", game.registry_id)
            env.reset(seed=1)
            rng, decisions = np.random.default_rng(1), 0
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, info = env.last()
                over = terminated or truncated
                env.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                decisions += not over
            solo = gymnasium.make(game.registry_id, opponents="scripted")
            solo.reset(seed=1)
            print(name, decisions > 20, env.position.over)
        heavy = [m for m in ("torch", "stable_baselines3", "matplotlib", "PIL", "pandas", "ray") if m in sys.modules]
        print("heavy", heavy, rulebound.envs.__file__)
    """
    (tmp_path / "empty").mkdir()
    said = _run(python, "-c", textwrap.dedent(code), cwd=tmp_path / "empty")
    for game in GAMES:
        assert f"{game} True True" in said
    assert "heavy [] " in said
    assert str(tmp_path / "venv") in said
    command = tmp_path / "venv" / "bin" / "rulebound"
    assert GAMES[0] in _run(command, "games", cwd=tmp_path / "empty")
    assert "scripted" in _run(command, "match", GAMES[0], "--seeds", 3, "--players", 2, cwd=tmp_path / "empty")
    refused = subprocess.run(
        [command, "match", GAMES[0], "--agents", f"ppo:{GAMES[0]},random"], capture_output=True, text=True, cwd=tmp_path
    )
    assert refused.returncode == 2
    assert refused.stderr.strip() == 'error: ppo agents need torch: pip install "rulebound[train]"'


def test_nothing_but_the_decorators_compiles() -> None:
    """All compiled code goes through one module, whose cache cannot be stale; `memory.py` only teaches the compiler a few words."""
    importers = [
        path.relative_to(ROOT).as_posix()
        for part in ("envs", "agents", "train", "benchmarks")
        for path in (ROOT / part).rglob("*.py")
        if any(line.startswith(("import numba", "from numba")) for line in path.read_text(encoding="utf-8").splitlines())
    ]
    assert sorted(importers) == ["envs/core/jit.py", "envs/core/memory.py"]
    assert "jit(" not in (ROOT / "envs/core/memory.py").read_text(encoding="utf-8")
