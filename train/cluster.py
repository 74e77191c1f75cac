"""The Ray backend: shards of a measurement played by the workers of a Ray cluster.

A shard is a Ray task. Ray starts the workers, places the tasks and repeats a task whose worker or node has died; what a
repeated shard gives is the same, because nothing but its own data decides it. Referees travel with their agents inside, so
that a node needs no file of this machine, only the package in the same version.
"""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import ray
from filelock import FileLock
from ray import cloudpickle

from rulebound.envs.core import jit
from rulebound.train.match import Referee
from rulebound.train.shards import Shard, Tell

KNOCK = 10.0  # seconds within which a cluster must answer
LOOK_EVERY = 0.25  # seconds between two looks at the progress of shards in play
OPEN_REFEREES = 4  # referees that a worker keeps


class Worker(NamedTuple):
    """A process that has played shards."""

    node: str
    process: int
    compiled: tuple[str, ...]  # what it compiled itself rather than loading it from the disk of its node


class RayBackend:
    """Plays shards on a Ray cluster, in a `with` statement.

    address   as in `ray.init`; None takes the environment variable RAY_ADDRESS, or else starts a cluster on this machine for
              as long as the statement lasts. A program that has called `ray.init` itself keeps its cluster.
    repeats   times that a shard is begun again after its worker has died
    """

    def __init__(self, address: str | None = None, repeats: int = 5) -> None:
        self.address = address or os.environ.get("RAY_ADDRESS") or "local"
        self.repeats = repeats
        self.workers: dict[tuple[str, int], Worker] = {}  # who has played so far, by node and process
        self._connected = False

    def __enter__(self) -> RayBackend:
        if not ray.is_initialized():
            _knock(self.address)
            starts = {"include_dashboard": False} if self.address == "local" else {}
            ray.init(address=self.address, log_to_driver=False, logging_level="ERROR", **starts)
            self._connected = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._connected:
            ray.shutdown()
            self._connected = False

    @property
    def players(self) -> str:
        """Who has played so far."""
        return f"{len(self.workers)} workers on {len({worker.node for worker in self.workers.values()})} Ray nodes"

    def play(self, shards: Sequence[Shard], tell: Tell | None = None) -> Iterator[tuple[int, Any]]:
        """Play all shards; yields the place and the result of each as it is complete."""
        packed = _packed([shard.referee for shard in shards])
        board = _Board.remote()
        waiting = {}
        for place, shard in enumerate(shards):
            task = _play_shard.options(num_cpus=shard.referee.threads, max_retries=self.repeats)
            waiting[task.remote(*packed[id(shard.referee)], list(shard.deals), shard.part, place, board)] = place
        over = 0
        try:
            while waiting:
                done, _ = ray.wait(list(waiting), timeout=LOOK_EVERY)
                for task in done:
                    place = waiting.pop(task)
                    worker, found = self._take(task, place)
                    self.workers[worker.node, worker.process] = worker
                    over += shards[place].games
                    if tell is not None:
                        tell(over)
                    yield place, found
                if not done and tell is not None:
                    tell(over + sum(_in_play(board, waiting.values())))
        finally:
            for task in waiting:
                ray.cancel(task, force=True)
            ray.kill(board)

    def _take(self, task: ray.ObjectRef, place: int) -> tuple[Worker, Any]:
        """The result of a task that is done."""
        try:
            worker, sources, found = ray.get(task)
        except ray.exceptions.RayTaskError as problem:
            if isinstance(problem.cause, Exception):
                raise problem.cause from problem  # what the referee or an agent said
            raise
        except ray.exceptions.RayError as problem:
            raise OSError(f"shard {place} was lost, though begun up to {self.repeats + 1} times: {problem}") from problem
        if sources != jit.source_hash():
            raise ValueError(
                f"node {worker.node} has other sources of rulebound, or another version of Python, NumPy or Numba, than this machine "
                f"({sources}, not {jit.source_hash()}): install the same on all nodes, or their games are not comparable"
            )
        return worker, found


def _knock(address: str) -> None:
    """OSError if nobody answers at an address of host and port: Ray itself would try for minutes before it says so."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host and port.isdigit():
        try:
            socket.create_connection((host, int(port)), timeout=KNOCK).close()
        except OSError as problem:
            raise OSError(f"no Ray cluster answers at {address}: {problem.strerror or problem}") from None


def _packed(referees: Sequence[Referee]) -> dict[int, tuple[str, ray.ObjectRef]]:
    """Each referee once in the object store, with a name for it.

    As bytes: Ray would lend arrays to the workers for reading only, and agents write into theirs.
    """
    packed: dict[int, tuple[str, ray.ObjectRef]] = {}
    for referee in referees:
        if id(referee) not in packed:
            content = cloudpickle.dumps(referee)
            packed[id(referee)] = hashlib.sha256(content).hexdigest(), ray.put(content)
    return packed


@ray.remote(num_cpus=0, max_restarts=-1)
class _Board:
    """Where shards in play note how many of their games are over."""

    def __init__(self) -> None:
        self.over: dict[int, int] = {}

    def note(self, place: int, games: int) -> None:
        self.over[place] = games

    def read(self) -> dict[int, int]:
        return self.over


def _in_play(board: Any, places: Sequence[int]) -> list[int]:
    """The games that are over in shards that are not complete; none while the board is being started again."""
    try:
        noted = ray.get(board.read.remote(), timeout=LOOK_EVERY)
    except (ray.exceptions.RayActorError, ray.exceptions.GetTimeoutError):
        return []
    return [noted.get(place, 0) for place in places]


# ------------------------------------------------------------------------------------------------ on a worker
_REFEREES: dict[str, Referee] = {}


@ray.remote(scheduling_strategy="SPREAD")
def _play_shard(name: str, content: bytes, deals: list[int], part: int, place: int, board: Any) -> tuple[Worker, str, Any]:
    """Play a shard; who did, by which sources, and what came of it."""
    os.environ["RULEBOUND_QUIET"] = "1"
    found = _opened(name, content).play(deals, part, lambda over: board.note.remote(place, over))
    return Worker(ray.get_runtime_context().get_node_id(), os.getpid(), tuple(jit.compiled_modules())), _sources(), found


def _opened(name: str, content: bytes) -> Referee:
    """The referee of a name, ready to play; a worker keeps the last few."""
    if name not in _REFEREES:
        while len(_REFEREES) >= OPEN_REFEREES:
            del _REFEREES[next(iter(_REFEREES))]
        referee = cloudpickle.loads(content)
        warm_once(referee)
        _REFEREES[name] = referee
    return _REFEREES[name]


@cache
def _sources() -> str:
    return jit.source_hash()


def warm_once(referee: Referee) -> None:
    """Make a referee ready: the first process on a node compiles, all others wait for it and load from disk.

    A mark in the cache folder, which is named by the sources, says that all is there. A process that dies while compiling
    sets no mark and leaves no lock behind.
    """
    if jit.CACHE_DIR:
        what = repr((type(referee).__name__, referee.game.id, sorted(referee.names)))
        name = f"warm-{socket.gethostname()}-{hashlib.sha256(what.encode()).hexdigest()[:16]}"
        mark = Path(jit.CACHE_DIR) / name
        if not mark.exists():
            with FileLock(mark.with_suffix(".lock")):
                if not mark.exists():
                    referee.warm()
                    mark.touch()
    referee.warm()
