"""Shards: a measurement cut into parts that can be played in any order, and the backend that plays them here.

A tournament or a comparison makes shards and puts their results together; a backend plays them. `LocalBackend` plays one
after the other in this process, `cluster.RayBackend` many at a time on a Ray cluster. The results are the same: a shard's
games hang on its referee, its deals and its number only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Protocol

from rulebound.train.match import Referee

BACKENDS = ("local", "ray")

Tell = Callable[[int], None]  # is told the games that are over, of all shards together


@dataclass(frozen=True)
class Shard:
    """Some deals of a measurement; `part` is their number, on which the agents' luck hangs."""

    referee: Referee
    deals: Sequence[int]
    part: int

    @property
    def games(self) -> int:
        return len(self.deals) * self.referee.players


class Backend(Protocol):
    """Something that plays shards.

    players   who has played so far, in words, if that is worth telling
    """

    players: str

    def play(self, shards: Sequence[Shard], tell: Tell | None = None) -> Iterator[tuple[int, Any]]:
        """Play all shards; yields the place of each in the sequence and what its referee gave, in any order.

        Whatever ends the iteration early (Ctrl-C among them) ends the shards in play, and no result that was yielded is lost.
        """
        ...


class LocalBackend:
    """Plays shards in this process, in their order."""

    players = ""

    def play(self, shards: Sequence[Shard], tell: Tell | None = None) -> Iterator[tuple[int, Any]]:
        before = 0
        for place, shard in enumerate(shards):
            progress = None if tell is None else lambda over, before=before: tell(before + over)
            yield place, shard.referee.play(shard.deals, shard.part, progress)
            before += shard.games


def cut(deals: Sequence[int], at_once: int) -> list[Sequence[int]]:
    """The deals in groups of `at_once`, the last one perhaps smaller."""
    return [deals[first : first + at_once] for first in range(0, len(deals), at_once)]


def open_backend(name: str, address: str | None = None) -> AbstractContextManager[Backend]:
    """A backend by name, for a `with` statement; `address` is that of a Ray cluster.

    ValueError for a name that does not exist, an address that is not for this backend, or a library that is missing.
    """
    if name not in BACKENDS:
        raise ValueError(f"backend = {name!r}: must be one of {', '.join(BACKENDS)}")
    if name == "local":
        if address is not None:
            raise ValueError(f"the address {address} is that of a Ray cluster, but the backend is local: choose the backend ray")
        return nullcontext(LocalBackend())
    try:
        from rulebound.train.cluster import RayBackend
    except ImportError as problem:
        raise ValueError(f'the backend ray needs {problem.name or problem}: pip install "rulebound[ray]"') from None
    return RayBackend(address)
