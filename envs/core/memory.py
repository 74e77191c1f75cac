"""Memory by hand: small arrays on the stack, and rows that go past the cache.

`scratch(n, dtype)` and `cleared(n, dtype)` are `np.empty` and `np.zeros` for a constant number of values that only the function
itself and what it calls look at: an array of NumPy costs 15 to 90 ns to make, and some rules need twenty of them for a decision.
Never return one, and keep them small: a thread has a few megabytes for all of them.

Rows of a large batch are written once and read much later, and games need the cache meanwhile: `stream(source, row)` copies
bytes and `stream_scaled(source, scale, row)` bytes as scaled floats straight to memory. `drained()` comes after the last of them,
before another thread reads the rows.
"""

from __future__ import annotations

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from rulebound.envs.core.jit import DISABLED, kernel

LINE = 64  # bytes of a cache line; such a store must begin at one
LANES = LINE // 4  # floats in a line
_BYTES, _FLOATS = ir.VectorType(ir.IntType(8), LINE), ir.VectorType(ir.FloatType(), LANES)
_FEW_BYTES = ir.VectorType(ir.IntType(8), LANES)


# ------------------------------------------------------------------------------------------------ small arrays
def _on_stack(count, dtype, clear: bool):
    """Signature and code of an array on the stack of the calling function."""
    if not isinstance(count, types.IntegerLiteral):
        return None  # the size must be a constant
    array = types.Array(dtype.dtype, 1, "C")
    number = count.literal_value

    def generate(context, builder, signature, args):
        value = context.get_value_type(dtype.dtype)
        size = context.get_abi_sizeof(value)
        memory = cgutils.alloca_once(builder, value, size=context.get_constant(types.intp, number))
        memory.align = LINE  # may be viewed as wider numbers
        if clear:
            cgutils.memset(builder, memory, context.get_constant(types.intp, number * size), 0)
        new = make_array(array)(context, builder)
        shape, stride, item = (context.get_constant(types.intp, amount) for amount in (number, size, size))
        populate_array(new, data=memory, shape=(shape,), strides=(stride,), itemsize=item, meminfo=None)
        return new._getvalue()

    return array(count, dtype), generate


@intrinsic(prefer_literal=True)
def scratch(typing, count, dtype):
    """A small array with anything in it, gone when the function returns."""
    return _on_stack(count, dtype, False)


@intrinsic(prefer_literal=True)
def cleared(typing, count, dtype):
    """A small array of zeros, gone when the function returns."""
    return _on_stack(count, dtype, True)


# ------------------------------------------------------------------------------------------------ past the cache
def _store_line(builder, value, pointer) -> None:
    """Store a line straight to memory."""
    store = builder.store(value, pointer, align=LINE)
    store.set_metadata("nontemporal", builder.module.add_metadata([ir.Constant(ir.IntType(32), 1)]))


@intrinsic
def _stream_lines(typing, source, target, lines):
    """Copy lines of bytes from one address to another, which is the beginning of a line."""

    def generate(context, builder, signature, args):
        source, target = builder.inttoptr(args[0], _BYTES.as_pointer()), builder.inttoptr(args[1], _BYTES.as_pointer())
        with cgutils.for_range(builder, args[2]) as loop:
            line = builder.load(builder.gep(source, [loop.index]), align=1)
            _store_line(builder, line, builder.gep(target, [loop.index]))
        return context.get_dummy_value()

    return types.void(types.uintp, types.uintp, types.intp), generate


@intrinsic
def _stream_scaled_lines(typing, source, scale, target, lines):
    """Write lines of floats, each a byte times its scale, to an address that is the beginning of a line."""

    def generate(context, builder, signature, args):
        pointers = zip(args, (_FEW_BYTES, _FLOATS, _FLOATS), strict=False)
        source, scale, target = (builder.inttoptr(address, vector.as_pointer()) for address, vector in pointers)
        with cgutils.for_range(builder, args[3]) as loop:
            whole = builder.load(builder.gep(source, [loop.index]), align=1)
            factor = builder.load(builder.gep(scale, [loop.index]), align=4)
            _store_line(builder, builder.fmul(builder.uitofp(whole, _FLOATS), factor), builder.gep(target, [loop.index]))
        return context.get_dummy_value()

    return types.void(types.uintp, types.uintp, types.uintp, types.intp), generate


@intrinsic
def _fence(typing):
    """Wait until everything is written."""

    def generate(context, builder, signature, args):
        builder.fence("seq_cst")
        return context.get_dummy_value()

    return types.void(), generate


@kernel
def stream(source, row):
    """Copy bytes into a row."""
    n = len(row)
    head = min(n, -row.ctypes.data % LINE)
    lines = (n - head) // LINE
    for k in range(head):
        row[k] = source[k]
    _stream_lines(source.ctypes.data + head, row.ctypes.data + head, lines)
    for k in range(head + lines * LINE, n):
        row[k] = source[k]


@kernel
def stream_scaled(source, scale, row):
    """Write bytes into a row of floats, each times its scale."""
    n = len(row)
    head = min(n, -row.ctypes.data % LINE // 4)
    lines = (n - head) // LANES
    for k in range(head):
        row[k] = np.float32(source[k]) * scale[k]
    _stream_scaled_lines(source.ctypes.data + head, scale.ctypes.data + 4 * head, row.ctypes.data + 4 * head, lines)
    for k in range(head + lines * LANES, n):
        row[k] = np.float32(source[k]) * scale[k]


@kernel
def drained():
    """Wait until everything that was streamed has arrived."""
    _fence()


if DISABLED:
    scratch, cleared = np.empty, np.zeros

    def stream(source, row):
        """Copy bytes into a row."""
        row[:] = source

    def stream_scaled(source, scale, row):
        """Write bytes into a row of floats, each times its scale."""
        row[:] = source.astype(np.float32) * scale

    def drained():
        """Nothing to wait for."""
