"""The one way this project compiles: two decorators, a cache that cannot go stale, a line while compiling.

`kernel` marks a function that only compiled code calls (rules, dice, decks); `entry` marks a function that
Python calls. Nothing else in the project compiles anything. Read `memory.py` and `rng.py` next.
"""

from __future__ import annotations

import gc
import hashlib
import os
import shutil
import sys
import types as python_types
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import config, event, ir
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.targetconfig import TargetConfig
from numba.core.typed_passes import DumpParforDiagnostics, InlineOverloads, NativeLowering, NopythonRewrites
from numba.core.untyped_passes import (
    FindLiterallyCalls,
    InlineClosureLikes,
    InlineInlinables,
    LiteralPropagationSubPipelinePass,
    LiteralUnroll,
    MakeFunctionToJitFunction,
    RewriteDynamicRaises,
    WithLifting,
)
from numba.extending import lower_cast

PACKAGE_PARTS = ("envs", "agents")  # the folders that hold compiled code and the data frozen into it
LOOSE_PARTS = ("train", "benchmarks")  # folders in which only some files compile something
KEPT_CACHES = 8  # older cache folders of edited sources are deleted beyond this number
DISABLED = bool(config.DISABLE_JIT)  # NUMBA_DISABLE_JIT=1: the same rules as plain Python, for the debugger


# ------------------------------------------------------------------------------------------------ cache
def _sources() -> list[Path]:
    """Every file whose text ends up in compiled code, in a fixed order."""
    root = Path(__file__).resolve().parents[2]
    files = []
    for part in PACKAGE_PARTS:
        for pattern in ("*.py", "*.yaml", "maps/*.txt"):
            files += sorted((root / part).rglob(pattern))
    for part in LOOSE_PARTS:
        files += [path for path in sorted((root / part).rglob("*.py")) if b"core.jit import" in path.read_bytes()]
    return files


def source_hash() -> str:
    """Hash of all sources, the compiler's version and the settings that change the machine code.

    Numba notices an edit in the decorated function's own file only; a rule edited in another file would keep
    running in its old form. A cache folder named by this hash cannot be stale.
    """
    digest = hashlib.sha256()
    for setting in (numba.__version__, np.__version__, sys.version, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT):
        digest.update(repr(setting).encode())
    for path in _sources():
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _open_cache() -> str:
    """Create the cache folder of these sources and delete the oldest ones of other sources."""
    root = Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("rulebound") / "kernels")
    folder = root / f"rulebound-{source_hash()}"
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            others = sorted(root.glob("rulebound-*"), key=lambda path: path.stat().st_mtime, reverse=True)
            for old in others[KEPT_CACHES:]:
                shutil.rmtree(old, ignore_errors=True)
    except OSError:
        # A read-only home (a cluster node, a container): compile without a cache. Numba's own choice of a
        # folder would not be named by the sources.
        return ""
    return str(folder)


CACHE_DIR = "" if DISABLED else _open_cache()


# ------------------------------------------------------------------------------------------------ types
@lower_cast(types.NestedArray, types.Array)
def _nested_to_array(context, builder, fromty, toty, val):
    """A sub-array of a record already has the memory layout of an ordinary array."""
    return val


def _widened(t: types.Type) -> types.Type:
    """The one type under which an argument is compiled: every integer as int64, every sub-array as array.

    Without this a helper called with an int8 field here and a loop variable there would be compiled once per
    combination, with all of its callees; measured, that doubles the compile time of a game.
    """
    if isinstance(t, types.IntEnumMember | types.IntegerLiteral):
        return types.int64
    if isinstance(t, types.Integer) and t != types.uint64:
        return types.int64
    if isinstance(t, types.NestedArray):
        return types.Array(t.dtype, t.ndim, "C")
    return t


# ------------------------------------------------------------------------------------------------ typing
# While it types a function Numba asks thousands of times for the description of a record, what an operator gives and which
# variables an instruction has, and compares its own options. These give the same answers faster; on Brick Civilization
# operators and variables alone save 8 % of the time to compile.
_record_text = types.Record.__repr__


def _remembered_text(record: types.Record) -> str:
    if "_text" not in record.__dict__:
        record._text = _record_text(record)
    return record._text


def _option_names(options: TargetConfig) -> int:
    return hash(tuple(sorted(options.options)))


def _same_options(options: TargetConfig, other: object) -> bool:
    if not isinstance(other, TargetConfig):
        return NotImplemented
    return (type(options) is type(other) and options._values == other._values) or options.values() == other.values()


_call_type = types.BaseFunction.get_call_type
_variables = ir.Inst._rec_list_vars
_NO_VARIABLES = frozenset({str, int, bool, float, type(None), ir.Loc})


def _remembered_call_type(function: types.BaseFunction, context, args, kws):
    """What an operator gives for operands of these types; only operators, whose answers depend on nothing else."""
    if kws or getattr(function.typing_key, "__module__", None) != "_operator":
        return _call_type(function, context, args, kws)
    answers = function.__dict__.setdefault("_answers", {})
    key = (id(context), args)
    if key not in answers:
        answers[key] = _call_type(function, context, args, kws)
    return answers[key]


def _quick_variables(instruction: ir.Inst, value) -> list:
    if type(value) is ir.Var:
        return [value]
    return [] if type(value) in _NO_VARIABLES else _variables(instruction, value)


if not DISABLED:
    types.Record.__repr__ = _remembered_text
    types.BaseFunction.get_call_type = _remembered_call_type
    ir.Inst._rec_list_vars = _quick_variables
    TargetConfig.__hash__ = _option_names
    TargetConfig.__eq__ = _same_options


# ------------------------------------------------------------------------------------------------ linking
# Numba links every function with all of its callees, optimises the whole and emits machine code for it, on
# every level of the call graph, although inner functions are only ever reached through entries. Here an inner
# function is left as it was lowered, and an entry links each function it reaches once and optimises once.
# Measured on Age of Heroes: a third of the compile time, and rules that run a quarter faster, because LLVM
# decides about inlining over the whole entry.
class _InnerLibrary(JITCodeLibrary):
    """The code of an inner function, waiting to be linked into entries."""

    @property
    def codegen(self):
        return _NoEnvironment(self._codegen)

    def _optimize_functions(self, module):
        module.data_layout = self._codegen._data_layout

    def finalize(self):
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name):
        self._ensure_finalized()
        return 0


class _NoEnvironment:
    """A code generator that does not look up the environment of a function without machine code."""

    def __init__(self, codegen):
        self._codegen = codegen

    def __getattr__(self, name):
        return getattr(self._codegen, name)

    def set_env(self, name, env):
        pass


class _EntryLibrary(JITCodeLibrary):
    """The code of an entry, linked with every inner function that it reaches."""

    def finalize(self):
        reached = dict.fromkeys(self._linking_libraries)
        waiting = list(reached)
        while waiting:
            library = waiting.pop()
            if isinstance(library, _InnerLibrary):
                new = [callee for callee in library._linking_libraries if callee not in reached]
                reached.update(dict.fromkeys(new))
                waiting += new
        self._linking_libraries = list(reached)
        super().finalize()


class _Lowering(NativeLowering):
    library: type[JITCodeLibrary]

    def run_pass(self, state):
        if state.library is None:
            state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return super().run_pass(state)


@register_pass(mutates_CFG=True, analysis_only=False)
class _InnerLowering(_Lowering):
    _name = "rulebound_inner_lowering"
    library = _InnerLibrary


@register_pass(mutates_CFG=True, analysis_only=False)
class _EntryLowering(_Lowering):
    _name = "rulebound_entry_lowering"
    library = _EntryLibrary


# Steps for what no kernel has: closures, computed messages of errors, `with`, literal tuples, array expressions. Each looks at
# every function all the same; without them Brick Civilization compiles in 7 % less time.
UNUSED_PASSES = (
    WithLifting, InlineClosureLikes, RewriteDynamicRaises, MakeFunctionToJitFunction, InlineInlinables, FindLiterallyCalls, LiteralUnroll,
    LiteralPropagationSubPipelinePass, InlineOverloads, NopythonRewrites, DumpParforDiagnostics,
)  # fmt: skip


class _Compiler(CompilerBase):
    """Numba's own pipeline with one of the lowerings above."""

    lowering: type[_Lowering]

    def define_pipelines(self):
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes = [(self.lowering if step is NativeLowering else step, why) for step, why in manager.passes if step not in UNUSED_PASSES]
        manager.passes = passes
        manager.finalize()
        return [manager]


class _InnerCompiler(_Compiler):
    lowering = _InnerLowering


class _EntryCompiler(_Compiler):
    lowering = _EntryLowering


# ------------------------------------------------------------------------------------------------ decorators
KERNELS: list = []  # every compiled inner function, so that a test can count their specialisations


def kernel(function: Callable) -> Callable:
    """Compile a function that only compiled code calls."""
    if DISABLED:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_InnerCompiler)(
        function
    )
    plain = dispatcher.get_call_template

    def widened_template(args, kws):
        return plain(tuple(_widened(a) for a in args), {name: _widened(a) for name, a in kws.items()})

    dispatcher.get_call_template = widened_template
    KERNELS.append(dispatcher)
    return dispatcher


def entry(function: Callable) -> Callable:
    """Compile a function that Python calls, and keep its machine code on disk."""
    if DISABLED:
        return function
    before = config.CACHE_DIR
    # Set only while decorating: other users of Numba in this process keep their own cache folder.
    config.CACHE_DIR = CACHE_DIR
    try:
        return numba.njit(cache=bool(CACHE_DIR), nogil=True, error_model="numpy", pipeline_class=_EntryCompiler)(function)
    finally:
        config.CACHE_DIR = before


def compile_for(function: Callable, arguments: tuple) -> None:
    """Compile an entry for arguments of these types, or load it from disk, without calling it."""
    if not DISABLED:
        function.compile(tuple(numba.typeof(argument) for argument in arguments))


def rebind(template: Callable, namespace: dict, module: str) -> Callable:
    """A copy of `template` whose global names are looked up in `namespace`.

    This is how one driver serves every game and is still found again in the disk cache: the copy refers to
    the game's kernels by global name, under a module name of its own.
    """
    bound = python_types.FunctionType(template.__code__, namespace, template.__name__, template.__defaults__)
    bound.__qualname__ = f"{template.__name__}"
    bound.__module__ = module
    bound.__doc__ = template.__doc__
    return bound


# ------------------------------------------------------------------------------------------------ progress
COMPILING = (100_000, 20, 20)  # thresholds of the garbage collector: compiling makes millions of objects that stay


class _CompileLine(event.Listener):
    """Says on stderr that a game is being compiled, once a game and process, and keeps the garbage collector from looking on."""

    def __init__(self) -> None:
        self.depth = 0
        self.thresholds = gc.get_threshold()
        self.said: set[str] = set()

    def on_start(self, event):
        self.depth += 1
        module = getattr(event.data.get("dispatcher"), "__module__", None) or ""
        if self.depth == 1:
            self.thresholds = gc.get_threshold()
            gc.set_threshold(*COMPILING)
        if self.depth == 1 and module.startswith("rulebound") and module not in self.said:
            self.said.add(module)
            _say(f"rulebound: compiling {module.removeprefix('rulebound.')} (once per version, some seconds) ...")

    def on_end(self, event):
        self.depth -= 1
        if self.depth == 0:
            gc.set_threshold(*self.thresholds)


def _say(text: str) -> None:
    if not os.environ.get("RULEBOUND_QUIET"):
        print(text, file=sys.stderr, flush=True)


_COMPILE_LINE = _CompileLine()
if not DISABLED:
    event.register("numba:compile", _COMPILE_LINE)


# ------------------------------------------------------------------------------------------------ what is compiled
def compiled_modules() -> list[str]:
    """The modules of which this process has compiled something itself, not found it in the disk cache."""
    return sorted(_COMPILE_LINE.said)


def specialisations() -> dict[str, int]:
    """For every compiled inner function the number of argument types it was compiled for (should be 1)."""
    return {f"{d.__module__}.{d.__qualname__}": len(d.overloads) for d in KERNELS if d.overloads}
