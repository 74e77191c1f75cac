"""The compile decorators: nothing stale is ever run, every kernel is compiled once, other users are left alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numba
import numpy as np
import pytest

from rulebound.envs import GAMES, game
from rulebound.envs.core import jit

ROOT = Path(__file__).parents[2]


def _python(code: str, **environment: str) -> subprocess.CompletedProcess:
    """Run Python code in a fresh process."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=600, env={**os.environ, **environment}
    )


@pytest.mark.slow
def test_an_edited_callee_is_never_stale(tmp_path: Path) -> None:
    """A rule edited in another file than its caller's takes effect in the next process, although the caller is
    in the cache; and an unedited package is loaded from the cache."""
    for part in jit.PACKAGE_PARTS:
        shutil.copytree(ROOT / part, tmp_path / "rulebound" / part, ignore=shutil.ignore_patterns("__pycache__"))
    helper = tmp_path / "rulebound" / "envs" / "core" / "helper.py"
    (tmp_path / "rulebound" / "envs" / "core" / "caller.py").write_text(
        "from rulebound.envs.core.jit import entry\nfrom rulebound.envs.core.helper import rule\n\n\n"
        "@entry\ndef call(x):\n    return rule(x)\n"
    )
    run = f"""
        import sys
        sys.path.insert(0, {str(tmp_path)!r})
        sys.meta_path[:] = [finder for finder in sys.meta_path if "editable" not in repr(finder).lower()]
        from rulebound.envs.core.caller import call
        print(call(1), sum(call.stats.cache_hits.values()))
    """
    seen = []
    for constant in (10, 10, 20):
        helper.write_text(f"from rulebound.envs.core.jit import kernel\n\n\n@kernel\ndef rule(x):\n    return x + {constant}\n")
        done = _python(run, NUMBA_CACHE_DIR=str(tmp_path / "cache"), RULEBOUND_QUIET="1", PYTHONDONTWRITEBYTECODE="1")
        assert done.returncode == 0, done.stderr
        seen.append(done.stdout.split())
    assert seen == [["11", "0"], ["11", "1"], ["21", "0"]]


def test_the_cache_depends_on_compiler_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code compiled with and without bounds checks never shares a cache."""
    plain = jit.source_hash()
    monkeypatch.setattr(jit.config, "BOUNDSCHECK", not jit.config.BOUNDSCHECK)
    assert jit.source_hash() != plain


def test_bounds_checks_reach_inner_functions(tmp_path: Path) -> None:
    """With NUMBA_BOUNDSCHECK=1 a wrong index in a kernel, however deep, is an IndexError in Python."""
    (tmp_path / "wrong.py").write_text(
        "import numpy as np\nfrom rulebound.envs.core.jit import entry, kernel\n\n\n"
        "@kernel\ndef inner(values, k):\n    return values[k]\n\n\n@kernel\ndef outer(values, k):\n    return inner(values, k + 1)\n\n\n"
        "@entry\ndef call(values, k):\n    return outer(values, k)\n\n\nprint(call(np.arange(3), 1))\ncall(np.arange(3), 2)\n"
    )
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "RULEBOUND_QUIET": "1"}
    done = subprocess.run([sys.executable, tmp_path / "wrong.py"], capture_output=True, text=True, timeout=300, env=environment)
    assert done.stdout.strip() == "2"
    assert "IndexError" in done.stderr


def test_other_users_of_numba_keep_their_cache_folder() -> None:
    """The folder is set while decorating only."""
    before = numba.config.CACHE_DIR

    @jit.entry
    def one() -> int:
        return 1

    assert before == numba.config.CACHE_DIR


@pytest.mark.parametrize("name", GAMES)
def test_every_kernel_is_compiled_for_one_set_of_types(name: str) -> None:
    """A kernel with several specialisations multiplies the compile time of all it calls. Counted in a fresh
    process with an empty cache, so that everything is really compiled."""
    code = f"""
        from rulebound.envs import game
        from rulebound.envs.core.jit import specialisations
        game({name!r}).warm()
        counts = specialisations()
        print(len(counts), sorted(name for name, count in counts.items() if count > 1))
    """
    done = _python(code, NUMBA_CACHE_DIR=os.devnull, RULEBOUND_QUIET="1")
    assert done.returncode == 0, done.stderr
    number, several = done.stdout.strip().split(" ", 1)
    assert int(number) > 50
    assert several == "[]"


@pytest.mark.parametrize("name", GAMES)
def test_the_same_rules_run_as_plain_python(name: str) -> None:
    """With NUMBA_DISABLE_JIT=1 the rules run in the debugger, and play the very same games."""
    code = f"""
        import numpy as np
        from rulebound.envs import game
        for seed in range(2):
            position, rng = game({name!r}).new(3, seed=seed), np.random.default_rng(seed)
            while not position.over and position.record.decisions < 150:
                position.play(int(rng.choice(position.legal_ids())))
            print(position.hash(), position.clone().redeal(0, 1).hash(), float(position.observe(1).sum()))
    """
    compiled, plain = _python(code), _python(code, NUMBA_DISABLE_JIT="1")
    assert plain.returncode == 0, plain.stderr
    assert compiled.stdout == plain.stdout
    assert len(plain.stdout.split()) == 6


def test_compiling_says_so_once() -> None:
    """The first compile of a module prints one line on stderr, and RULEBOUND_QUIET silences it."""
    code = """
        import numpy as np
        from rulebound.envs.core.sampling import sample_batch
        for _ in range(2):
            sample_batch(np.ones((1, 3), np.int8), 0, 1, np.uint64(1), 1, np.zeros(1, np.int64))
    """
    said = _python(code, NUMBA_CACHE_DIR=os.devnull).stderr
    assert said.count("rulebound: compiling envs.core.sampling") == 1
    assert "compiling" not in _python(code, NUMBA_CACHE_DIR=os.devnull, RULEBOUND_QUIET="1").stderr


def test_cached_drivers_give_the_same_game() -> None:
    """A process that loads its drivers from disk plays the games of a process that compiled them."""
    g = game(GAMES[0])
    code = f"""
        import numpy as np
        from rulebound.envs import game
        position, rng = game({g.name!r}).new(4, seed=9), np.random.default_rng(9)
        while not position.over:
            position.play(int(rng.choice(position.legal_ids())))
        print(position.hash())
    """
    position, rng = g.new(4, seed=9), np.random.default_rng(9)
    while not position.over:
        position.play(int(rng.choice(position.legal_ids())))
    assert _python(code).stdout.strip() == position.hash()
