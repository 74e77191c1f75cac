"""The Ray backend on a cluster of several nodes, started with Ray's own tool for tests: the same results as here, whatever dies."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from rulebound.agents import Agent, AgentError, RandomAgent
from rulebound.envs import game
from rulebound.envs.core import jit
from rulebound.envs.core.batch import Batch
from rulebound.train.cluster import RayBackend
from rulebound.train.compare import Comparison
from rulebound.train.match import Referee
from rulebound.train.shards import LocalBackend, Shard, cut, open_backend
from rulebound.train.tournament import Tournament
from tests.train.conftest import GAME

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

ONE = game(GAME)
OTHER = list(ONE.rules.presets)[-1]
NODES, PROCESSORS = 2, 2


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator:
    """A head that plays nothing and nodes that do, each with a folder of its own for compiled kernels, empty at first."""
    folder = tmp_path_factory.mktemp("ray")
    nodes = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    for number in range(NODES):
        nodes.add_node(num_cpus=PROCESSORS, env_vars={"NUMBA_CACHE_DIR": str(folder / f"kernels{number}")})
    yield nodes
    nodes.shutdown()


@pytest.fixture
def backend(cluster) -> Iterator[RayBackend]:
    with RayBackend(cluster.address) as opened:
        yield opened
    assert not ray.is_initialized()


# ------------------------------------------------------------------------------------------------ equal results
def test_a_tournament_on_two_nodes_is_the_local_one(backend: RayBackend) -> None:
    """Equal results, both nodes at work, progress to the end; and one process of each node has compiled, the others not."""
    arguments = {"game": ONE, "agents": ["random", "scripted"], "seeds": 12, "num_players": 3, "seed": 4, "chunk": 9}
    seen: list[tuple[int, int]] = []
    result = Tournament(**arguments, backend=backend).run(lambda done, total: seen.append((done, total)))
    assert result == Tournament(**arguments).run()
    assert seen == sorted(seen)
    assert seen[0] == (0, 72)
    assert seen[-1] == (72, 72)
    workers = backend.workers.values()
    assert len({worker.node for worker in workers}) == NODES
    compiled = Counter(worker.node for worker in workers if worker.compiled)
    assert set(compiled.values()) == {1}
    assert len(compiled) == NODES
    assert backend.players == f"{len(workers)} workers on {NODES} Ray nodes"


def test_a_comparison_is_the_local_one(backend: RayBackend) -> None:
    arguments = {"game": ONE, "rules": ["standard", OTHER], "agents": ["random"], "seeds": 9, "num_players": 2, "chunk": 4}
    here, there = Comparison(**arguments).run(), Comparison(**arguments, backend=backend).run()
    assert here == there
    for mine, theirs in zip(here.traces, there.traces, strict=True):
        for name, values in vars(mine).items():
            assert np.array_equal(values, getattr(theirs, name)), name


def test_commands(cluster, run: Callable, tmp_path: Path) -> None:
    """The three commands with --backend ray print and write what they do without."""
    common = ("--agents", "random", "--players", 2, "--seeds", 4, "--chunk", 4)
    far = ("--backend", "ray", "--ray-address", cluster.address)
    for words in (
        ("tournament", GAME, "--players", 2, "--agents", "random,scripted", "--seeds", 4, "--chunk", 4),
        ("compare", GAME, "standard", OTHER, *common),
    ):
        here, there = run(*words), run(*words, *far)
        assert there.exit_code == 0, there.output
        assert there.stdout == here.stdout
        assert "Ray nodes" in there.stderr
    pages = [tmp_path / "here.html", tmp_path / "there.html"]
    for page, place in zip(pages, ((), far), strict=True):
        assert run("report", GAME, *common, "--out", page, *place).exit_code == 0
    assert pages[0].read_text() == pages[1].read_text()


# ------------------------------------------------------------------------------------------------ trouble
def mortal(mark: Path) -> Agent:
    """A random agent whose process is killed in the middle of its games, once: `mark` says that it happened.

    Made in a function, its class travels with it; a node could not import this file.
    """

    class Mortal(RandomAgent):
        name = "mortal"
        asked = 0

        def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
            self.asked += 1
            if self.asked == 20 and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return super().act(batch, rows)

    return Mortal(ONE)


def test_a_killed_worker_costs_no_result(backend: RayBackend, tmp_path: Path) -> None:
    agent = mortal(tmp_path / "killed")
    arguments = {"game": ONE, "agents": [agent, "random"], "seeds": 6, "num_players": 2, "chunk": 4}
    result = Tournament(**arguments, backend=backend).run()
    assert (tmp_path / "killed").exists()
    assert result.complete
    assert result == Tournament(**arguments).run()


def test_a_shard_that_kills_every_worker_is_given_up(backend: RayBackend) -> None:
    class Deadly(RandomAgent):
        def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
            os.kill(os.getpid(), signal.SIGKILL)
            return super().act(batch, rows)

    backend.repeats = 1
    with pytest.raises(OSError, match="lost, though begun up to 2 times"):
        list(backend.play([Shard(Referee(ONE, [Deadly(ONE)], ONE.variant(), 2), [1], 0)]))


def test_an_error_of_an_agent_is_told_as_it_is(backend: RayBackend) -> None:
    class Refusing(RandomAgent):
        def act(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
            if batch.size > 1:  # not while it is made ready
                raise AgentError("cannot play on")
            return super().act(batch, rows)

    with pytest.raises(AgentError, match=r"^cannot play on$"):
        Comparison(ONE, ["standard"], [Refusing(ONE)], 2, 2, backend=backend).run()


def test_other_sources_are_refused(backend: RayBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "source_hash", lambda: "other")
    with pytest.raises(ValueError, match="install the same on all nodes"):
        Comparison(ONE, ["standard"], ["random"], 2, 2, backend=backend).run()


def test_a_stopped_comparison_goes_on_anywhere(backend: RayBackend) -> None:
    """What is complete when it is stopped is kept, and played on locally it is the same comparison."""
    arguments = {"game": ONE, "rules": ["standard", OTHER], "agents": ["random"], "seeds": 12, "num_players": 2, "chunk": 4}
    comparison = Comparison(**arguments, backend=backend)

    def stop(done: int, total: int) -> None:
        if done >= total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        comparison.run(stop)
    assert comparison.done < 12
    comparison.backend = LocalBackend()
    assert comparison.run() == Comparison(**arguments).run()


def test_a_lost_node_costs_no_result(cluster, backend: RayBackend) -> None:
    """The last test of this cluster: a node dies while it plays."""
    arguments = {"game": ONE, "agents": ["random", "scripted"], "seeds": 200, "num_players": 2, "chunk": 20}
    lost: list = []

    def lose(done: int, total: int) -> None:
        if done > total / 10 and not lost:
            lost.append(max(cluster.worker_nodes, key=lambda node: node.node_id))
            cluster.remove_node(lost[0], allow_graceful=False)

    result = Tournament(**arguments, backend=backend).run(lose)
    assert lost
    assert result == Tournament(**arguments).run()


# ------------------------------------------------------------------------------------------------ without a cluster
def test_shards_cover_the_deals() -> None:
    assert cut([5, 6, 7], 2) == [[5, 6], [7]]
    assert cut([5], 2) == [[5]]


def test_backends_by_name(refused: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_backend("local") as local:
        assert isinstance(local, LocalBackend)
    words = ("compare", GAME, "standard", OTHER, "--seeds", 2)
    assert "must be one of local, ray" in refused(*words, "--backend", "slurm")
    assert "the backend is local" in refused(*words, "--ray-address", "auto")
    assert "no Ray cluster answers at 127.0.0.1:1" in refused(*words, "--backend", "ray", "--ray-address", "127.0.0.1:1")
    monkeypatch.delitem(__import__("sys").modules, "rulebound.train.cluster")
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    assert "rulebound[ray]" in refused(*words, "--backend", "ray")
