"""Adapters need libraries that not everybody has: without one, the error says how to get it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("adapter", "library"), [("openspiel", "pyspiel"), ("torchrl", "torchrl")])
def test_a_missing_library_is_named_with_its_extra(adapter: str, library: str) -> None:
    """The core imports without it; the adapter's own import fails with the command that installs it."""
    code = f"""
import sys
sys.modules["{library}"] = None  # as if it were not installed
import rulebound.envs.core.adapters
try:
    import rulebound.envs.core.adapters.{adapter}
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert f'pip install "rulebound[{adapter}]"' in done.stdout, done.stderr
