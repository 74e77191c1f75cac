"""What all commands share: one-line errors with exit codes, consoles, progress and checked file names."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console
    from rich.table import Table

USAGE = 2  # exit code for wrong names, values and files
INTERRUPTED = 130  # exit code after Ctrl-C, as shells have it
PIPE_WIDTH = 140  # columns of a table that goes into a file or a pipe


class Commands(TyperGroup):
    """The command line's error handling: one line on stderr and an exit code, never a traceback."""

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> NoReturn:
        """Run a command and leave with its exit code."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")  # a terminal without a character shows "?"
        sys.exit(self._code(args, extra))

    def _code(self, args: tuple, extra: dict) -> int:
        try:
            code = super().main(*args, standalone_mode=False, **extra)
            sys.stdout.flush()
            return code if isinstance(code, int) else 0
        except (KeyboardInterrupt, typer.Abort):
            return INTERRUPTED
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader went away, as `head` does
            return 0
        except (ValueError, OSError) as problem:
            error(_words(problem))
            return USAGE
        except Exception as problem:
            if not hasattr(problem, "format_message"):  # Typer's own complaints about the command's words
                raise
            text = problem.format_message()
            if text:
                error(text)
            return USAGE


def _words(problem: Exception) -> str:
    """An exception as one line."""
    if isinstance(problem, OSError) and problem.strerror:
        return f"{problem.filename}: {problem.strerror}" if problem.filename else problem.strerror
    return str(problem) or type(problem).__name__


def error(text: str) -> None:
    """One line on stderr that says what is wrong."""
    print(f"error: {' '.join(text.split())}", file=sys.stderr, flush=True)


def note(text: str) -> None:
    """One line on stderr beside the output proper."""
    print(text, file=sys.stderr, flush=True)


def console() -> Console:
    """Where tables go: stdout, as wide as the terminal."""
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(width=width, highlight=False, markup=False, emoji=False)


def plain_table(title: str | None = None) -> Table:
    """An empty table that is narrow enough for 80 columns."""
    from rich import box
    from rich.table import Table

    return Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, collapse_padding=True)


@contextmanager
def progress_bar(text: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr, if that is a terminal; yields the function (done, total) that moves it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def writable(path: Path | None) -> Path | None:
    """The path, if a file can be written there: better refused now than after the game."""
    if path is None:
        return None
    folder = next(parent for parent in path.absolute().parents if parent.exists())
    if path.is_dir():
        raise ValueError(f"{path} is a folder, not a file")
    if not folder.is_dir():
        raise ValueError(f"cannot write {path}: {folder} is not a folder")
    if not os.access(folder, os.W_OK):
        raise ValueError(f"cannot write {path}: no permission in {folder}")
    return path


def split_names(text: str) -> list[str]:
    """The parts of a comma-separated list."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise ValueError(f"{text!r} is not a list of names separated by commas")
    return names
