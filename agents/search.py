"""The search agent: information-set Monte Carlo tree search with one tree for the seat to act, for every game.

Each simulation copies the position, redeals everything that the seat cannot know, follows the tree by UCB
among the actions that are legal in this deal, adds one node, plays on by a simple policy to the end or for
a limited number of moves, and adds what each seat got to all nodes on its way. The answer is the action
that was followed most often.

The real position is read through `redeal` only, with its random streams rewound, and through the mask of the
seat to act: the search cannot know more than a player could, and answers the same for every deal that the
player cannot tell apart.

Nothing is kept between two decisions. A tree could be kept only where the same seat acts again and nothing was
drawn, rolled or done by others in between. In Age of Heroes that is one decision in five, mostly discards, and
every row of a batch would need a tree of its own; an answer would no longer depend on the position alone.
"""
# ruff: noqa: F821  (the game's kernels and the policy are bound per game)

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module

import numpy as np

from rulebound.agents import tree
from rulebound.agents.base import Agent, AgentError
from rulebound.envs.core import drivers, rng
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry, kernel, rebind
from rulebound.envs.core.sampling import sample_row

# Found by matches of Age of Heroes. Rollouts of 30 moves are faster and no weaker at 50 simulations, but more simulations
# then gain little: they find out exactly what the margin says, which is not who wins.
EXPLORATION = 0.7  # weight of the unknown in UCB, for results in [-1, 1]
DEPTH = 150  # moves of a rollout, after which the standing counts
MOST_SIMULATIONS = 1_000_000
ROLLOUTS = ("random", "scripted")
USAGE = "write search:200 for 200 simulations per decision, or search:200:scripted for scripted rollouts"

NO_TRAIL = np.uint64(0)
DEALS, EXPANSIONS, PLAYOUTS = range(3)  # streams of a simulation's own luck


# ------------------------------------------------------------------------------------------------ templates
def value(s, r, out):
    """Leave in the first column of `out` what each seat got: its result, or the margin of an unfinished game."""
    judge(s, r, out)
    if s.over == 0:
        for seat in range(s.num_players):
            out[seat, RESULT] = margin(s.num_players, out, seat)


def simulate(s, r, nodes, used, root_mask, mask, untried, exploration, depth, key):
    """Play one simulation in `s`, a redealt copy of the root; the node at which the rollout began.

    The tree has `used` nodes and grows by at most one. Forced moves in the tree need no node: a fingerprint of
    them tells apart what came after different ones. Tree and rollout share one loop, so that the rules are
    compiled into it once.
    """
    for action in range(len(mask)):
        mask[action] = root_mask[action]
    at = ROOT
    trail = NO_TRAIL
    growing = True
    step = 0
    while s.over == 0:
        if growing:
            action = only_action(mask)
            if action >= 0:
                trail = rng.mix(trail, s.seat, action)
            else:
                child = select(nodes, at, s.seat, trail, mask, untried, exploration)
                if child < 0:
                    action = sample_row(untried, rng.mix(key, EXPANSIONS, 0))
                    child = used
                    place(nodes, child, at, s.seat, action, trail)
                    growing = False
                at = child
                action = nodes[at].action
                trail = NO_TRAIL
        else:
            if step == depth:
                break
            action = pick(s, r, mask, rng.mix(key, PLAYOUTS, step))
            step += 1
        advance(s, r, action)
        write_mask(s, r, mask)
    return at


def search_one(states, rules, i, root_mask, work, nodes, mask, untried, exploration, depth, key):
    """The best action of the seat to act in game i; without a choice, the only one (-1 if the game is over)."""
    action = only_action(root_mask)
    root = work[0]
    work[0] = states[i]
    if action >= 0 or root.over != 0:
        return action
    for stream in range(len(root.streams)):
        root.streams[stream] = 0  # how often luck was asked for is not known to a player
    r = rules[root.ruleset]
    s = work[1]
    out = np.zeros((len(root.reward), 3), np.float32)
    place(nodes, ROOT, -1, -1, -1, NO_TRAIL)
    used = 1
    for number in range(len(nodes) - 1):
        work[1] = work[0]
        redeal(s, r, root.seat, rng.mix(key, DEALS, number))
        at = simulate(s, r, nodes, used, root_mask, mask, untried, exploration, depth, rng.mix(key, EXPANSIONS, number))
        if at == used:
            used += 1
        value(s, r, out)
        back_up(nodes, at, out[:, RESULT])
    return most_visited(nodes, root.seat)


def search_rows(states, rules, masks, rows, work, nodes, mask, untried, exploration, depth, bits, actions):
    """The best action of each row; a row's answer depends on nothing but its position and its random word."""
    for k in range(len(rows)):
        i = rows[k]
        actions[k] = search_one(states, rules, i, masks[i], work, nodes, mask, untried, exploration, depth, bits[k])


def random_pick(s, r, mask, bits):
    """Any legal action."""
    return sample_row(mask, bits)


# ------------------------------------------------------------------------------------------------ binding
SHARED = (drivers.judge, drivers.margin, drivers.clear, drivers.write_mask, drivers.only_action, drivers.advance)
INNER = (*SHARED, value, simulate, search_one)
KERNELS = ("legal", "apply", "outcome", "redeal")


def _policy(game: str, rollouts: str) -> Callable:
    """The kernel that chooses in rollouts."""
    if rollouts == "random":
        return kernel(random_pick)
    try:
        return import_module(f"rulebound.agents.scripted.{game}").choose
    except ModuleNotFoundError:
        raise AgentError(f"{game} has no scripted agent, so search has no scripted rollouts there") from None


@cache
def _bound(game: Game, rollouts: str) -> Callable:
    """The search of one game with one kind of rollouts, ready to compile on first use."""
    namespace = {
        "np": np, "rng": rng, "sample_row": sample_row, "pick": _policy(game.name, rollouts),
        "NO_TRAIL": NO_TRAIL, "DEALS": DEALS, "EXPANSIONS": EXPANSIONS, "PLAYOUTS": PLAYOUTS,
        "ROOT": tree.ROOT, "RESULT": drivers.RESULT, "PLACE": drivers.PLACE, "SCORE": drivers.SCORE,
        "place": tree.place, "select": tree.select, "back_up": tree.back_up, "most_visited": tree.most_visited,
        "__name__": __name__, **{name: game.kernels[name] for name in KERNELS},
    }  # fmt: skip

    def bound(template: Callable) -> Callable:
        copy = rebind(template, namespace, __name__)
        # Both kinds of rollouts of all games live in this module: in the disk cache only the names tell them apart.
        copy.__qualname__ = f"{game.name}_{rollouts}_{template.__name__}"
        return copy

    for template in INNER:
        namespace[template.__name__] = kernel(bound(template))
    return entry(bound(search_rows))


# ------------------------------------------------------------------------------------------------ the agent
class SearchAgent(Agent):
    """Plays the move that a search over fair samples of the hidden information prefers.

    simulations  per decision
    rollouts     how simulations are played to their end: random, or scripted where the game has that agent
    exploration  weight of the unknown in UCB
    depth        moves of a rollout, after which the margin of scores counts in place of the result
    threads      threads that share the rows; None takes as many as the batch has. The actions do not depend on it
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        simulations: int = 200,
        rollouts: str = "random",
        exploration: float = EXPLORATION,
        depth: int = DEPTH,
        threads: int | None = None,
    ) -> None:
        if not 1 <= simulations <= MOST_SIMULATIONS:
            raise AgentError(f"search: {simulations} simulations; there must be 1 to {MOST_SIMULATIONS:,}")
        if rollouts not in ROLLOUTS:
            raise AgentError(f"search: no rollouts are called {rollouts!r}; there are {', '.join(ROLLOUTS)}")
        if exploration < 0 or depth < 0:
            raise AgentError(f"search: exploration {exploration} and depth {depth} must not be negative")
        if threads is not None and threads < 1:
            raise AgentError(f"search: {threads} threads; there must be at least 1")
        super().__init__(game, seed)
        self.name = f"search:{simulations}" + ("" if rollouts == "random" else f":{rollouts}")
        self.simulations = int(simulations)
        self.exploration = float(exploration)
        self.depth = int(depth)
        self.threads = threads
        self.rollouts = rollouts
        _bound(game, rollouts)  # refuses what the game does not have
        self._rooms: list[tuple[np.ndarray, ...]] = []  # what each thread works in
        self._pool: ThreadPoolExecutor | None = None

    @classmethod
    def from_text(cls, game: Game, seed: int, argument: str) -> SearchAgent:
        """The agent of a name's argument: the number of simulations and perhaps the kind of rollouts."""
        number, _, rollouts = argument.partition(":")
        if not (number.isascii() and number.isdigit()):
            raise AgentError(f"search needs a number of simulations, not {number!r}: {USAGE}" if number else f"search: {USAGE}")
        if argument.endswith(":"):
            raise AgentError(f"search:{argument} ends in a colon: {USAGE}")
        return cls(game, seed, int(number), rollouts or "random")

    def warm(self) -> None:
        self.act_once()

    def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        rows = np.asarray(rows, np.int64)
        actions = np.empty(len(rows), np.int64)
        threads = max(1, min(self.threads or batch.threads, len(rows)))
        while len(self._rooms) < threads:
            self._rooms.append(self._room())
        if threads == 1:
            self._share(batch, rows, 0, 1, actions)
            return actions
        if self._pool is None:
            self._pool = ThreadPoolExecutor()
        for job in [self._pool.submit(self._share, batch, rows, number, threads, actions) for number in range(threads)]:
            job.result()
        return actions

    def _share(self, batch: Batch, rows: np.ndarray, number: int, threads: int, actions: np.ndarray) -> None:
        """The share of one thread: every row whose place leaves `number`, so that easy and hard ones mix."""
        mine = np.ascontiguousarray(rows[number::threads])
        found = np.empty(len(mine), np.int64)
        luck = self.luck(batch, mine)
        search = _bound(self.game, self.rollouts)
        search(batch.states, batch.rules, batch.mask, mine, *self._rooms[number], self.exploration, self.depth, luck, found)
        actions[number::threads] = found

    def __getstate__(self) -> dict:
        return {**self.__dict__, "_rooms": [], "_pool": None}  # nothing in them outlives a decision

    def _room(self) -> tuple[np.ndarray, ...]:
        """The records, tree and masks that one thread writes into."""
        masks = np.zeros((2, self.game.actions.size), np.int8)
        return np.zeros(2, self.game.state.dtype), tree.new_tree(self.simulations, self.game.seats), masks[0], masks[1]
