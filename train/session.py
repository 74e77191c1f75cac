"""One game in hand among agents: the table behind `play` and `watch`, which can be saved as a replay."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from rulebound.agents import AgentError, make
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.position import Position
from rulebound.envs.core.replay import Replay
from rulebound.envs.core.rng import seed_key

PERSON = "person"
TURN_FIELDS = ("day", "round", "turn", "turn_seat")  # state fields whose change begins a new turn


class Session:
    """A game with an agent, or a person, in every seat.

    names  one per seat: the agent's name, or PERSON for a seat whose actions the caller chooses
    seed   of the deal; the agents' luck follows from it. None takes a random one
    """

    def __init__(self, game: Game, names: Sequence[str], variant: object = None, seed: int | None = None) -> None:
        self.game = game
        self.names = list(names)
        self.seed = secrets.randbits(31) if seed is None else seed
        # Agents act on batches, so this is a batch of one game.
        self.batch = Batch(game, 1, variant, len(self.names), self.seed, autoreset=False)
        self.variant = self.batch.variants[0]
        self.agents = [None if name == PERSON else make(name, game, seed_key(self.seed, 1 + seat)) for seat, name in enumerate(self.names)]
        self.actions: list[int] = []

    @property
    def position(self) -> Position:
        """A copy of the game as it stands."""
        return self.batch.position(0)

    @property
    def over(self) -> bool:
        return bool(self.batch.finished[0])

    @property
    def seat(self) -> int:
        """The seat that has to act."""
        return int(self.batch.seat[0])

    def choose(self) -> int:
        """The action of the agent that has to act."""
        agent = self.agents[self.seat]
        if agent is None:
            raise AgentError(f"seat {self.seat} is a person's")
        return int(agent.act(self.batch, np.zeros(1, np.int64))[0])

    def play(self, action: int) -> Position:
        """Play an action of the seat to act; returns the position after it."""
        self.batch.step(np.array([action]))
        self.actions.append(action)
        return self.position

    def title(self) -> str:
        """The game, its rules and its seed in one line."""
        return f"{self.game.facts.title}, rules {self.variant.name}, {len(self.names)} players, seed {self.seed}"

    def save(self, path: str | Path) -> None:
        """Write the replay of a finished game."""
        actions = iter(self.actions)
        replay = Replay.record(self.game, lambda _: next(actions), len(self.names), self.variant, self.seed, self.names)
        replay.save(path)


def fill_seats(game: Game, names: Sequence[str], num_players: int | None, rules: object, person: int | None = None) -> list[str]:
    """The name for every seat: one name for all agents, or one for each; a person takes its own seat."""
    players = game.players(num_players, game.variant(rules))
    if person is not None and not 0 <= person < players:
        raise ValueError(f"seat {person} does not exist: seats run from 0 to {players - 1}")
    agents = players - (person is not None)
    if len(names) not in (1, agents):
        raise AgentError(f"{len(names)} agents for {agents} seats; give one, or {agents}")
    seated = list(names) * agents if len(names) == 1 else list(names)
    if person is not None:
        seated.insert(person, PERSON)
    return seated


def say_position(position: Position, seat: int | None, say: Callable[[str], None]) -> None:
    """The position as a seat may see it, or everything, between empty lines."""
    text = position.text(seat)
    if text:
        say(f"\n{text}\n")


def turn_of(position: Position) -> tuple:
    """What stays the same during one turn of a game."""
    fields = [name for name in TURN_FIELDS if name in position.game.state.fields and not position.game.state.fields[name].axes]
    return tuple(int(position.record[name]) for name in fields) or (position.seat,)


def result_lines(position: Position, names: Sequence[str]) -> list[str]:
    """How a finished game ended, seat by seat, the best first."""
    kind = position.game.state.fields.get("win_kind")
    how = f" ({kind.labels[int(position.record.win_kind) - kind.low].replace('_', ' ')})" if kind and kind.labels else ""
    lines = [f"The game is over after {int(position.record.decisions)} decisions{how}."]
    if bool(position.record.truncated):
        lines[0] = f"The game was ended by its limit of {int(position.record.decisions)} decisions."
    outcome = position.outcome().tolist()
    for seat in sorted(range(position.num_players), key=lambda seat: outcome[seat][1]):
        result, place, score = outcome[seat]
        lines.append(
            f"  place {place:g}: player_{seat} ({names[seat] if seat < len(names) else '?'}), result {result:+.2f}, score {score:.2f}"
        )
    return lines
