"""The tree of an information-set search: its nodes in one preallocated array, and the kernels that grow it.

A node stands for a choice made by some seat. Its children are the choices seen after it, in any deal of the
hidden cards and with any dice: which of them are legal differs from simulation to simulation, so each counts
how often it could have been chosen (Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search",
2012). Results are summed per seat, so that any number of players can be served: whoever has to choose looks at
its own sum. Read `search.py` next.
"""

from __future__ import annotations

import math

import numpy as np

from rulebound.envs.core.jit import kernel

ROOT = 0


def node_dtype(seats: int) -> np.dtype:
    """One node, for a game padded to a number of seats."""
    fields = [
        ("trail", "u8"),  # fingerprint of the forced moves between the parent's choice and this one
        ("action", "i4"),  # what was chosen
        ("seat", "i4"),  # by whom
        ("parent", "i4"),  # -1 for the root
        ("first", "i4"),  # the youngest child, or -1
        ("next", "i4"),  # the next older sibling, or -1
        ("visits", "i4"),  # simulations that went through this node
        ("available", "i4"),  # simulations in which it could have been chosen
        ("total", "f8", (seats,)),  # sum of the results of those that went through, per seat
    ]
    return np.dtype((np.record, fields))


def new_tree(budget: int, seats: int) -> np.ndarray:
    """Room for the root and the node that each simulation adds."""
    return np.zeros(budget + 1, node_dtype(seats))


@kernel
def place(nodes, at, parent, seat, action, trail):
    """Make node `at` a fresh child of `parent`."""
    node = nodes[at]
    node.trail = trail
    node.action = action
    node.seat = seat
    node.parent = parent
    node.first = -1
    node.next = -1
    node.visits = 0
    node.available = 1
    for k in range(len(node.total)):
        node.total[k] = 0.0
    if parent >= 0:
        node.next = nodes[parent].first
        nodes[parent].first = at


@kernel
def select(nodes, at, seat, trail, mask, untried, exploration):
    """The child of `at` that `seat` should follow by UCB, or -1 if some legal action has no child yet.

    Counts the availability of every child that is legal now, and leaves in `untried` the legal actions without
    a child. Children that another seat chose, or that came after other forced moves, belong to other deals.
    """
    left = 0
    for action in range(len(mask)):
        untried[action] = mask[action]
        left += mask[action]
    best = -1
    most = -math.inf
    child = nodes[at].first
    while child >= 0:
        node = nodes[child]
        if mask[node.action] != 0 and node.seat == seat and node.trail == trail:
            untried[node.action] = 0
            left -= 1
            node.available += 1
            value = node.total[seat] / node.visits + exploration * math.sqrt(math.log(node.available) / node.visits)
            if value > most:
                most = value
                best = child
        child = node.next
    return best if left == 0 else -1


@kernel
def back_up(nodes, at, values):
    """Add the result of a simulation to a node and all nodes above it."""
    while at >= 0:
        node = nodes[at]
        node.visits += 1
        for k in range(len(values)):
            node.total[k] += values[k]
        at = node.parent


@kernel
def most_visited(nodes, seat):
    """The action at the root that was followed most often; of equals, the one with the best result for `seat`."""
    action = -1
    visits = 0
    total = 0.0
    child = nodes[ROOT].first
    while child >= 0:
        node = nodes[child]
        if node.visits > visits or (node.visits == visits and node.total[seat] > total):
            action = node.action
            visits = node.visits
            total = node.total[seat]
        child = node.next
    return action
