"""PPO by self-play: one network plays every seat of many games at once and learns from each seat's own trajectory.

A transition of a seat begins at one of its decisions and ends at its next one or at the end of the game; it carries
everything the seat was paid in between, so a game lost on somebody else's move is a loss for whoever lost it. Read
from the bottom up for the large view (`Trainer.update`), or from the top down as written.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import torch
from pydantic import Field, PositiveInt, model_validator
from torch.nn import functional

from rulebound.agents import make
from rulebound.agents.network import ILLEGAL, PolicyNetwork, load_torch, save_policy, save_torch
from rulebound.agents.policy import PolicyAgent
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game
from rulebound.envs.core.jit import entry
from rulebound.envs.core.position import write_text
from rulebound.envs.core.rng import seed_key
from rulebound.train.config import Config, ConfigError, checked
from rulebound.train.match import Match

FORMAT, SCHEMA = "rulebound-ppo-run", 1
HELD = ("raw", "legal", "action", "advice", "chance", "value")  # arrays of a window that a held-over decision needs
CHECKPOINT, POLICY, HISTORY = "checkpoint.pt", "policy.pt", "history.json"
UNSIGNED = ("seeds", "sampler")  # arrays of a saved batch that torch can only hold as signed numbers
SELF, PAST, SCRIPTED = range(3)  # who sits opposite the learner in a row of the batch

Share = Annotated[float, Field(ge=0, le=1)]
Rate = Annotated[float, Field(gt=0, le=1)]


class NetworkConfig(Config):
    """The size of the network."""

    width: Annotated[int, Field(ge=8, le=4096)] = 256
    depth: Annotated[int, Field(ge=1, le=8)] = 2
    norm: bool = False  # normalise every layer: the copying of large observations goes far faster
    channels: Annotated[int, Field(ge=0, le=512)] = 32  # of the convolutions, in games with a map; 0: it does not look at the map
    trust: Annotated[float, Field(ge=0, le=20)] = 0.0  # above 0: told the scripted agent's move, with so much on its logit at first


class OpponentConfig(Config):
    """Shares of the games in which the learner has one seat among others; in the rest it plays all seats itself."""

    past: Share = 0.2  # all other seats are played by a past self, drawn anew at every update
    scripted: Share = 0.1
    every: PositiveInt = 25  # updates between two snapshots for the pool of past selves
    keep: PositiveInt = 20  # snapshots kept; the oldest goes first

    @model_validator(mode="after")
    def _leave_room(self) -> OpponentConfig:
        if self.past + self.scripted > 1:
            raise ValueError(f"past + scripted = {self.past + self.scripted}: together they are at most 1")
        return self


class EvaluationConfig(Config):
    """Seat-rotated matches of the learner, for every number of players it is trained for."""

    every: PositiveInt = 50  # updates
    deals: PositiveInt = 100
    against: tuple[str, ...] = ("random", "scripted")


class PPOConfig(Config):
    """Everything that determines a run; the same config and seed give the same run."""

    players: Annotated[list[PositiveInt], Field(min_length=1)]  # numbers of players, each for an equal share of the games
    rules: str = "standard"  # a preset or a YAML file
    reward: Literal["win", "rank", "margin", "shaped"] = "win"
    shaping: Share = 0.1  # weight of the score on the way, with reward = shaped
    decisions: PositiveInt = 50_000_000  # length of the run, decisions of all seats counted
    minutes: Annotated[float, Field(gt=0)] | None = None  # the run also ends after this time, and its schedules with it
    games: PositiveInt = 1024  # games played side by side
    length: PositiveInt = 32  # decisions of each game between two updates
    epochs: PositiveInt = 2
    minibatch: PositiveInt = 4096
    gamma: Rate = 0.997
    gae_lambda: Share = 0.95
    clip: Rate = 0.2
    value_weight: Annotated[float, Field(ge=0)] = 0.5
    max_grad_norm: Annotated[float, Field(gt=0)] = 0.5
    learning_rate: Rate = 5e-4
    learning_rate_end: Share = 0.0
    entropy: Share = 0.02
    entropy_end: Share = 0.002
    imitation: Annotated[float, Field(ge=0, lt=1)] = 0.0  # the first part of the run, in which the learner only copies the scripted agent
    imitation_rate: Rate = 2e-3  # learning rate at its beginning; it ends with learning_rate
    # While improving: weight of the scripted agent's own moves in games against it, or of its advice where the network is told
    # (network.trust); there it says by how many spreads of the advantages another move must be better to become more likely.
    guidance: Annotated[float, Field(ge=0, le=10)] = 0.0
    guidance_until: Rate = 0.3  # the part of the run by which that weight has fallen to nothing
    value_first: Annotated[float, Field(ge=0, lt=1)] = 0.0  # the first part of the run, in which a told network learns only the value
    network: NetworkConfig = NetworkConfig()
    opponents: OpponentConfig = OpponentConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    seed: int = 0
    threads: PositiveInt = 1  # of torch and of the games; two are a third faster on idle processors, and crawl on busy ones

    @model_validator(mode="after")
    def _have_a_guide(self) -> PPOConfig:
        if self.network.trust > 0 and self.imitation > 0:
            raise ValueError(f"network.trust = {self.network.trust}: told the scripted agent's move, a network has nothing to copy")
        if self.value_first > 0 and self.network.trust == 0:
            raise ValueError(f"value_first = {self.value_first}: a network that is told nothing (network.trust) has no policy to wait with")
        if self.guidance > 0 and self.opponents.scripted == 0 and self.network.trust == 0:
            raise ValueError(f"guidance = {self.guidance}: there are no moves to learn from while opponents.scripted is 0")
        return self


# ------------------------------------------------------------------------------------------------ advantages
@entry
def advantages(value, reward, over, seat, mine, held, held_reward, gamma, gae_lambda, advantage, ready, opened):
    """Generalised advantages along each seat's own decisions; marks the decisions that are ready to be learned from.

    The first rows of `value`, `advantage` and `ready`, one per seat, are decisions held over from earlier windows;
    window step t is row seats + t. A decision is ready once its seat's next decision or the end of its game is
    known. One that is not is reported in `opened[seat]` (its step) with what it was paid so far in `held_reward`,
    and waits: a seat that was eliminated, or waits for three others, still gets the result of its game.
    """
    seats, games = held.shape
    next_value, next_advantage = np.zeros(seats), np.zeros(seats)
    paid, known = np.zeros(seats), np.zeros(seats, np.bool_)
    for i in range(games):
        for s in range(seats):
            next_value[s] = next_advantage[s] = paid[s] = 0.0
            known[s] = False
            opened[s, i] = -1
        for t in range(len(over) - 1, -1, -1):
            if over[t, i] != 0:
                for s in range(seats):
                    next_value[s] = next_advantage[s] = paid[s] = 0.0
                    known[s] = True
            for s in range(seats):
                paid[s] += reward[t, i, s]
            s, row = seat[t, i], seats + t
            ready[row, i] = False
            if mine[t, i]:
                if known[s]:
                    next_advantage[s] = paid[s] + gamma * next_value[s] - value[row, i] + gamma * gae_lambda * next_advantage[s]
                    advantage[row, i] = next_advantage[s]
                    ready[row, i] = True
                else:
                    opened[s, i] = t
                    held_reward[s, i, 1] = paid[s]
                next_value[s] = value[row, i]
                paid[s] = 0.0
                known[s] = True
        for s in range(seats):
            ready[s, i] = False
            if held[s, i]:
                paid[s] += held_reward[s, i, 0]
                if known[s]:
                    advantage[s, i] = paid[s] + gamma * next_value[s] - value[s, i] + gamma * gae_lambda * next_advantage[s]
                    ready[s, i] = True
                    held[s, i] = False
                else:
                    held_reward[s, i, 0] = paid[s]
            if opened[s, i] >= 0:
                held[s, i] = True
                held_reward[s, i, 0] = held_reward[s, i, 1]


class Window:
    """The decisions between two updates, and before them one held-over decision per seat and game."""

    def __init__(self, game: Game, observation: int, games: int, length: int) -> None:
        rows = game.seats + length
        self.seats = game.seats
        self.raw = np.zeros((rows, games, observation), np.uint8)
        self.legal = np.zeros((rows, games, (game.actions.size + 7) // 8), np.uint8)  # one bit per action
        self.action = np.zeros((rows, games), np.int64)
        self.advice = np.zeros((rows, games), np.int64)  # what the scripted agent would do, where it is copied or asked
        self.chance = np.zeros((rows, games), np.float32)  # log probability when it was chosen
        self.value = np.zeros((rows, games), np.float32)
        self.advantage = np.zeros((rows, games), np.float32)
        self.ready = np.zeros((rows, games), np.bool_)
        self.reward = np.zeros((length, games, game.seats), np.float32)
        self.over = np.zeros((length, games), np.int8)
        self.seat = np.zeros((length, games), np.int32)
        self.mine = np.zeros((length, games), np.bool_)
        self.held = np.zeros((game.seats, games), np.bool_)
        self.held_reward = np.zeros((game.seats, games, 2), np.float64)  # paid so far; scratch
        self.opened = np.zeros((game.seats, games), np.int64)

    def finish(self, gamma: float, gae_lambda: float) -> np.ndarray:
        """Work out the advantages; the flat places of the decisions that are ready."""
        advantages(
            self.value, self.reward, self.over, self.seat, self.mine, self.held, self.held_reward, gamma, gae_lambda,
            self.advantage, self.ready, self.opened,
        )  # fmt: skip
        return np.flatnonzero(self.ready)

    def hold_over(self) -> None:
        """Move the decisions that are not ready to the front, for the next window."""
        for seat in range(self.seats):
            games = np.flatnonzero(self.opened[seat] >= 0)
            rows = self.seats + self.opened[seat, games]
            for name in HELD:
                array = getattr(self, name)
                array[seat, games] = array[rows, games]

    def save(self) -> dict[str, torch.Tensor]:
        """What the next window needs of this one."""
        kept = {name: getattr(self, name)[: self.seats].copy() for name in HELD}
        return {name: torch.from_numpy(array) for name, array in {**kept, "held": self.held, "held_reward": self.held_reward}.items()}

    def load(self, saved: dict[str, torch.Tensor]) -> None:
        """Go on from what `save` returned."""
        for name, tensor in saved.items():
            getattr(self, name)[: self.seats] = tensor.numpy()


# ------------------------------------------------------------------------------------------------ training
class Trainer:
    """A training run in a folder: `update` plays one window and learns from it; `save` makes it resumable."""

    def __init__(self, game: Game, config: PPOConfig, out: str | Path) -> None:
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.game, self.config, self.out = game, config, Path(out)
        self.variant = game.variant(config.rules)
        self.players = [game.players(number, self.variant) for number in config.players]
        if config.games < len(self.players):
            raise ConfigError(f"games = {config.games}: there must be at least one for each of players = {self.players}")
        self.batch = Batch(
            game, config.games, self.variant, [self.players[i % len(self.players)] for i in range(config.games)],
            seed_key(config.seed, 2), config.threads, observe="raw", reward=config.reward, shaping=config.shaping, skip_forced=True,
        )  # fmt: skip
        self.window = Window(game, self.batch.view.size, config.games, config.length)
        self.network = self._network()
        self.optimizer = torch.optim.Adam(self.network.parameters(), config.learning_rate, eps=1e-5)
        self.learner = PolicyAgent(game, self.network, seed_key(config.seed, 3), "learner")
        self.past = PolicyAgent(game, self._network(), seed_key(config.seed, 4), "past")
        self.scripted = make("scripted", game, seed_key(config.seed, 5)) if self._wants_scripted() else None
        self.kind = self._kinds()
        self.pool: list[dict[str, torch.Tensor]] = []
        self.updates = self.decisions = 0
        self.seconds = 0.0
        self.figures: dict[str, float] = {}  # of the last update
        self.history: list[dict] = []

    def _network(self) -> PolicyNetwork:
        network = self.config.network
        return PolicyNetwork(self.game, network.width, network.depth, self.batch.view_key, network.channels, network.norm, network.trust)

    def _wants_scripted(self) -> bool:
        """Whether the run needs the scripted agent: as an opponent, a model or an adviser."""
        return self.config.opponents.scripted > 0 or self.config.imitation > 0 or self.config.network.trust > 0

    def _kinds(self) -> np.ndarray:
        """Who sits opposite the learner in each row: the shares of the config, within every number of players."""
        place = np.arange(self.config.games) // len(self.players) * len(self.players) / self.config.games
        past, scripted = self.config.opponents.past, self.config.opponents.scripted
        return np.where(place < past, PAST, np.where(place < past + scripted, SCRIPTED, SELF))

    @property
    def progress(self) -> float:
        """The part of the run that is done, by decisions or by time, whichever is further."""
        minutes = self.config.minutes
        return min(1.0, max(self.decisions / self.config.decisions, 0.0 if minutes is None else self.seconds / (60 * minutes)))

    @property
    def done(self) -> bool:
        return self.progress >= 1

    @property
    def copying(self) -> bool:
        """Whether the learner still copies the scripted agent."""
        return self.progress < self.config.imitation

    @property
    def guidance(self) -> float:
        """The weight of the scripted agent's own moves at this point of the run."""
        return self.config.guidance * max(0.0, 1 - self.progress / self.config.guidance_until)

    @property
    def rate(self) -> float:
        """The learning rate at this point of the run."""
        config, progress = self.config, self.progress
        if self.copying:
            return _between(config.imitation_rate, config.learning_rate, progress / config.imitation)
        return _between(config.learning_rate, config.learning_rate_end, (progress - config.imitation) / (1 - config.imitation))

    # -------------------------------------------------------------------------------------------- playing
    def _mine(self) -> np.ndarray:
        """Where the learner has to act: everywhere it plays alone or copies, and at its own seat among others."""
        batch = self.batch
        if self.copying:
            return np.ones(batch.size, np.bool_)
        own = (np.arange(batch.size) // len(self.players) + batch.episode) % batch.players
        return (self.kind == SELF) | (batch.seat == own)

    def play(self) -> None:
        """Fill the window: `length` decisions in every game.

        While it copies, the learner is told everywhere what the scripted agent would do. In every other game that is done, so
        that the learner sees where the scripted agent comes to; in the others it sees where it comes to itself.
        """
        batch, window, copying = self.batch, self.window, self.copying
        advised = self.network.advice is not None
        actions = np.empty(batch.size, np.int64)
        for t in range(self.config.length):
            row, mine = window.seats + t, self._mine()
            rows = np.flatnonzero(mine)
            window.raw[row] = batch.raw
            window.legal[row] = np.packbits(batch.mask.view(np.bool_), axis=1)
            window.seat[t], window.mine[t] = batch.seat, mine
            if copying or advised:
                window.advice[row, rows] = self.scripted.act(batch, rows)
            told = window.advice[row, rows] if advised else None
            actions[rows], window.chance[row, rows], window.value[row, rows] = self.learner.decide(batch, rows, told)
            if copying:
                actions[::2] = window.advice[row, ::2]
            for kind, agent in ((PAST, self.past), (SCRIPTED, self.scripted)):
                others = np.flatnonzero(~mine & (self.kind == kind))
                if len(others):
                    actions[others] = agent.act(batch, others)
            window.action[row] = actions
            batch.step(actions)
            window.reward[t], window.over[t] = batch.reward, batch.over

    def _draw_past(self) -> None:
        """The past self that plays this window; the present one while the pool is empty."""
        rng = np.random.default_rng([self.config.seed, self.updates, 0])
        weights = self.pool[rng.integers(len(self.pool))] if self.pool else self.network.state_dict()
        self.past.network.load_state_dict(weights)

    # -------------------------------------------------------------------------------------------- learning
    def update(self) -> dict[str, float]:
        """Play one window and learn from what is ready; the figures that a curve is drawn from."""
        begin = time.perf_counter()
        config, copying, rate = self.config, self.copying, self.rate
        entropy_weight = _between(config.entropy, config.entropy_end, self.progress)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self._draw_past()
        self.play()
        figures = self._learn(self.window.finish(config.gamma, config.gae_lambda), entropy_weight, copying)
        self.window.hold_over()
        self.updates += 1
        self.decisions += self.window.over.size
        if copying and not self.copying:
            self.window.held[:] = False  # half of these decisions were the scripted agent's: nothing to improve on
        if self.updates % config.opponents.every == 0:
            self.pool.append({name: tensor.clone() for name, tensor in self.network.state_dict().items()})
            del self.pool[: -config.opponents.keep]
        seconds = time.perf_counter() - begin
        self.seconds += seconds
        self.figures = {
            **figures,
            "learning_rate": rate,
            "decisions_per_second": self.window.over.size / seconds,
            "decisions_per_game": self.window.over.size / max(1, int(self.window.over.sum())),
        }
        return self.figures

    def _guiding_places(self) -> np.ndarray:
        """The flat places of the scripted agent's own decisions in the window, while they guide."""
        theirs = np.zeros(self.window.action.shape, np.bool_)
        if self.guidance > 0 and self.network.advice is None:
            theirs[self.window.seats :] = ~self.window.mine & (self.kind == SCRIPTED)
        return np.flatnonzero(theirs)

    def _learn(self, places: np.ndarray, entropy_weight: float, copying: bool = False) -> dict[str, float]:
        """Some epochs of clipped policy improvement over the given decisions, or of copying what was advised there."""
        window, config = self.window, self.config
        raw, legal = (array.reshape(-1, array.shape[-1]) for array in (window.raw, window.legal))
        value, advantage = window.value.reshape(-1), window.advantage.reshape(-1)
        action, advice, chance = window.action.reshape(-1), window.advice.reshape(-1), window.chance.reshape(-1)
        rng = np.random.default_rng([config.seed, self.updates, 1])
        names = ("policy_loss", "value_loss", "entropy", "kl", "clipped", "agreement", "explained_variance")
        if len(places) < 2:  # a first window may be too short for anything to be ready; one decision has no spread
            return dict.fromkeys(names, 0.0)
        sums, steps = np.zeros(6), 0
        parts = max(1, round(len(places) / config.minibatch))
        guiding = self._guiding_places()
        for _ in range(config.epochs):
            order, examples = rng.permutation(places), rng.permutation(guiding)
            for chunk, shown in zip(np.array_split(order, parts), np.array_split(examples, parts), strict=True):
                mask = torch.from_numpy(np.unpackbits(legal[chunk], axis=1, count=self.game.actions.size)).bool()
                told = torch.from_numpy(advice[chunk]) if self.network.advice is not None else None
                logits, estimate = self.network(torch.from_numpy(raw[chunk]), told)
                logits = logits.masked_fill(~mask, ILLEGAL)
                chances = torch.log_softmax(logits, dim=1)
                entropy = -(torch.softmax(logits, dim=1) * chances).sum(1).mean()  # exp(chances) is slow far below zero
                gain = torch.from_numpy(advantage[chunk])
                target = gain + torch.from_numpy(value[chunk])
                if copying:
                    policy_loss, kl, clipped, agreement = _copied(chances, torch.from_numpy(advice[chunk]))
                else:
                    taken = chances.gather(1, torch.from_numpy(action[chunk])[:, None])[:, 0]
                    policy_loss, kl, clipped, agreement = _improved(taken - torch.from_numpy(chance[chunk]), gain, config.clip)
                    policy_loss = policy_loss - entropy_weight * entropy
                    if told is not None:
                        policy_loss = policy_loss + self.guidance * functional.nll_loss(chances, told)
                        policy_loss = policy_loss * (self.progress >= config.value_first)
                value_loss = (estimate - target).square().mean()
                loss = policy_loss + config.value_weight * value_loss
                if len(shown):
                    loss = loss + self.guidance * self._surprise(raw[shown], legal[shown], action[shown])
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), config.max_grad_norm)
                self.optimizer.step()
                sums += [one.item() for one in (policy_loss, value_loss, entropy, kl, clipped, agreement)]
                steps += 1
        target = value[places] + advantage[places]
        explained = 1 - advantage[places].var() / max(1e-8, target.var())
        return dict(zip(names, [*(sums / steps).tolist(), float(explained)], strict=True))

    def _surprise(self, raw: np.ndarray, legal: np.ndarray, action: np.ndarray) -> torch.Tensor:
        """How unlikely the network finds actions: the mean of minus their log probabilities."""
        mask = torch.from_numpy(np.unpackbits(legal, axis=1, count=self.game.actions.size)).bool()
        logits = self.network(torch.from_numpy(raw))[0].masked_fill(~mask, ILLEGAL)
        return functional.cross_entropy(logits, torch.from_numpy(action))

    # -------------------------------------------------------------------------------------------- measuring
    def evaluate(self) -> dict:
        """Matches of the learner as it is, kept in the history: share of first places with its 95 % interval."""
        entry = {
            "updates": self.updates,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 1),
            "figures": self.figures,
            "matches": [],
        }
        agent = PolicyAgent(self.game, self.network, seed_key(self.config.seed, 6), "learner")
        for players in sorted(set(self.players)):
            for name in self.config.evaluation.against:
                result = Match(self.game, [agent, name], self.config.evaluation.deals, players, self.variant, seed=1_000_000).run()
                score = result.score("learner")
                figures = {"share": score.share, "low": score.low, "high": score.high, "parity": score.parity}
                entry["matches"].append({"players": players, "against": name, **figures})
        self.history.append(entry)
        return entry

    # -------------------------------------------------------------------------------------------- files
    def save(self) -> None:
        """Write the run: a checkpoint to go on from, the policy as an agent, and the history."""
        arrays = {name: array.view(np.int64) if name in UNSIGNED else array for name, array in self.batch.save().items()}
        save_torch(
            self.out / CHECKPOINT,
            {
                "format": FORMAT,
                "schema": SCHEMA,
                "game": self.game.id,
                "rules_hash": self.variant.hash,
                "config": self.config.model_dump_json(),
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "pool": self.pool,
                "batch": {name: torch.from_numpy(array) for name, array in arrays.items()},
                "window": self.window.save(),
                "updates": self.updates,
                "decisions": self.decisions,
                "seconds": self.seconds,
                "history": json.dumps(self.history),
            },
        )
        save_policy(self.out / POLICY, self.network, self.game, self.facts())
        write_text(self.out / HISTORY, json.dumps(self.history, indent=1))

    def facts(self) -> dict:
        """Where a policy comes from."""
        return {
            "rules": self.variant.name,
            "rules_hash": self.variant.hash,
            "updates": self.updates,
            "decisions": self.decisions,
            "minutes": round(self.seconds / 60, 1),
            "config": self.config.model_dump(mode="json"),
            "evaluation": self.history[-1] if self.history else None,
        }

    @classmethod
    def resume(cls, game: Game, out: str | Path, **changes: object) -> Trainer:
        """The run of a folder, exactly where it stopped; `changes` may lengthen it (decisions, minutes)."""
        saved = load_torch(Path(out) / CHECKPOINT, FORMAT, SCHEMA, ConfigError)
        if saved["game"] != game.id:
            raise ConfigError(f"{out} holds a run of {saved['game']}, not of {game.id}")
        config = checked(PPOConfig, {**json.loads(saved["config"]), **changes}, str(out))
        trainer = cls(game, config, out)
        if trainer.variant.hash != saved["rules_hash"]:
            raise ConfigError(f"{out} was trained under other rules: {config.rules} has changed since")
        trainer.network.load_state_dict(saved["network"])
        trainer.optimizer.load_state_dict(saved["optimizer"])
        trainer.pool = list(saved["pool"])
        arrays = {name: tensor.numpy() for name, tensor in saved["batch"].items()}
        trainer.batch.load({name: array.view(np.uint64) if name in UNSIGNED else array for name, array in arrays.items()})
        trainer.window.load(saved["window"])
        trainer.updates, trainer.decisions, trainer.seconds = saved["updates"], saved["decisions"], saved["seconds"]
        trainer.history = json.loads(saved["history"])
        return trainer

    def close(self) -> None:
        """End the threads."""
        self.batch.close()


def _between(first: float, last: float, progress: float) -> float:
    """A linear schedule."""
    return first + (last - first) * progress


def _improved(change: torch.Tensor, gain: torch.Tensor, clip: float) -> tuple[torch.Tensor, ...]:
    """The clipped loss of actions whose log probabilities changed so, and how far the policy has moved, and how often too far."""
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    ratio = change.exp()
    loss = -torch.minimum(ratio * gain, ratio.clamp(1 - clip, 1 + clip) * gain).mean()
    with torch.no_grad():
        return loss, (ratio - 1 - change).mean(), ((ratio - 1).abs() > clip).float().mean(), torch.zeros(())


def _copied(chances: torch.Tensor, advice: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """How surprising the advised actions are, nothing twice, and how often the likeliest action is the advised one."""
    agreement = (chances.argmax(1) == advice).float().mean()
    return functional.nll_loss(chances, advice), torch.zeros(()), torch.zeros(()), agreement


def run(trainer: Trainer, show: Callable[[Trainer, dict[str, float]], None], stop: Callable[[], bool] = lambda: False) -> None:
    """Train to the end of the run or until `stop` says so; evaluated and saved now and then, and at the end.

    `show` is called after every update with its figures. Whatever ends the run, its last complete update is saved.
    """
    while not trainer.done and not stop():
        figures = trainer.update()
        if trainer.done or trainer.updates % trainer.config.evaluation.every == 0:
            trainer.evaluate()
            trainer.save()
        show(trainer, figures)
    trainer.save()
