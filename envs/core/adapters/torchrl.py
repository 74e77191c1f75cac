"""The batch face as a native TorchRL environment, and advantages along each seat's own decisions.

    from rulebound.envs.core.adapters.torchrl import TorchRLEnv
    env = TorchRLEnv("age_of_heroes", 64, num_players=4)
    env.rollout(100, break_when_any_done=False)

One environment is a whole batch of games, `batch_size=[N]`; a step plays one action of whichever seat is to act in each.
Consecutive steps of a game mostly belong to different seats, so TorchRL's estimators, which look from one step to the next,
would credit a seat with what its rivals did: `seat_advantages` takes their place, the losses stay TorchRL's own.
"""

from __future__ import annotations

import numpy as np

from rulebound.envs import game as game_named
from rulebound.envs.core.batch import Batch
from rulebound.envs.core.game import Game

try:
    import torch
    from tensordict import TensorDict, TensorDictBase
    from torchrl.data import Binary, Bounded, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase
except ImportError as error:
    raise ImportError(f'{error}; TorchRL comes with: pip install "rulebound[torchrl]"', name=error.name) from error


class TorchRLEnv(EnvBase):
    """`size` games in one compiled batch; rules, num_players, seed, threads, observe, illegal and options as in `Batch`.

    Keys, each with the batch size in front:
    observation   what the seat to act sees: float32 in [0, 1], or uint8 with observe="raw"
    action_mask   its legal actions (all of them once a game is over: a distribution without any would be undefined)
    seat          the seat to act
    reward        what the step paid to every seat, acting or not: as many entries as the largest table has players
    done, terminated, truncated   all seats end together

    `rand_action` and `action_spec.rand()` are legal at any time; TorchRL's RandomPolicy is not, as it keeps a copy of the
    spec from before the game: for random play roll out without a policy.

    A game that is over waits, unchanged by any action, until TorchRL resets it. After `set_seed(s)` the next full reset
    deals in row i the game that `reset(seed=s + i)` deals in the AEC face; later ones go on from there.
    """

    def __init__(
        self,
        game: str | Game,
        size: int,
        rules: object = None,
        num_players: object = None,
        seed: int = 0,
        threads: int = 1,
        observe: str = "scaled",
        illegal: str = "raise",
        device: torch.device | str = "cpu",
        **options,
    ) -> None:
        if observe not in ("scaled", "raw"):
            raise ValueError(f"observe = {observe!r}: must be scaled or raw")
        super().__init__(device=torch.device(device), batch_size=torch.Size([size]))
        self.game = game_named(game) if isinstance(game, str) else game
        self.batch = Batch(self.game, size, rules, num_players, seed, threads, autoreset=False, observe=observe, illegal=illegal, **options)
        self.seats = int(self.batch.players.max())
        self._seen = self.batch.observation if observe == "scaled" else self.batch.raw
        self._truncated = self.batch.states["truncated"]
        self._next_seed: int | None = seed
        self._make_specs()

    def _make_specs(self) -> None:
        size, actions, device = self.batch.size, self.game.actions.size, self.device
        high = 1 if self._seen is self.batch.observation else 255
        seen = torch.from_numpy(self._seen)
        self.observation_spec = Composite(
            observation=Bounded(0, high, seen.shape, dtype=seen.dtype, device=device),
            action_mask=Binary(actions, (size, actions), dtype=torch.bool, device=device),
            seat=Categorical(self.seats, (size, 1), dtype=torch.int64, device=device),
            shape=(size,),
            device=device,
        )
        mask = torch.ones(size, actions, dtype=torch.bool, device=device)
        self.action_spec = Categorical(actions, (size,), dtype=torch.int64, device=device, mask=mask)
        self.reward_spec = Unbounded((size, self.seats), dtype=torch.float32, device=device)
        flag = Binary(1, (size, 1), dtype=torch.bool, device=device)
        self.done_spec = Composite(done=flag, terminated=flag.clone(), truncated=flag.clone(), shape=(size,), device=device)

    # -------------------------------------------------------------------------------------------- play
    def _set_seed(self, seed: int | None) -> None:
        self._next_seed = seed

    def _reset(self, tensordict: TensorDictBase | None = None, **kwargs) -> TensorDictBase:
        chosen = None if tensordict is None else tensordict.get("_reset", None)
        rows = None if chosen is None else np.flatnonzero(chosen.cpu().numpy())
        if rows is None or len(rows) == self.batch.size:
            self.batch.reset(self._next_seed)
            self._next_seed = None
        else:
            self.batch.reset(None, rows)
        return self._now()

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        actions = tensordict.get("action").cpu().numpy()
        over = self.batch.finished != 0
        self.batch.step(np.where(over, -1, actions) if over.any() else actions)
        now = self._now()
        now.set("reward", self._given(self.batch.reward[:, : self.seats]))
        return now

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """A uniform legal action for every game, chosen in compiled code: the spec's own way takes longer than the games."""
        if tensordict is None:
            tensordict = TensorDict(batch_size=self.batch_size, device=self.device)
        chosen = np.maximum(self.batch.sample(), 0)  # games that are over have none, and ignore what they get
        return tensordict.set("action", torch.from_numpy(chosen).to(self.device))

    def _now(self) -> TensorDictBase:
        """What the seats to act see, and the flags."""
        batch = self.batch
        over, truncated = (batch.finished != 0)[:, None], (self._truncated != 0)[:, None]
        mask = batch.mask.view(np.bool_)
        if over.any():
            mask = mask | over
        legal = self._given(mask)
        self.input_spec["full_action_spec", "action"].update_mask(legal)  # for whoever draws from the spec
        values = {
            "observation": self._given(self._seen),
            "action_mask": legal,
            "seat": self._given(batch.seat[:, None].astype(np.int64)),
            "done": self._given(over),
            "terminated": self._given(over & ~truncated),
            "truncated": self._given(over & truncated),
        }
        return TensorDict(values, batch_size=self.batch_size, device=self.device)

    def _given(self, array: np.ndarray) -> torch.Tensor:
        """A copy: rollouts keep the tensors of every step, while the batch writes into the same arrays again."""
        return torch.from_numpy(array).to(self.device, copy=True)

    def close(self, *, raise_if_closed: bool = True) -> None:
        """End the threads."""
        self.batch.close()
        super().close(raise_if_closed=raise_if_closed)


# ------------------------------------------------------------------------------------------------ learning
def seat_advantages(rollout: TensorDictBase, gamma: float = 1.0, lmbda: float = 0.95) -> TensorDictBase:
    """Generalised advantages along each seat's own decisions, for a rollout of shape [games, steps] with `state_value`.

    A transition of a seat goes from its decision to its next one, or to the end of the game, and carries all that the seat
    was paid in between, whoever acted. Adds `advantage` and `value_target`, the names that TorchRL's losses read, and
    `ready`: False for the last decisions of games that go on, whose outcome is not known yet. Learn from
    `rollout[rollout["ready"].squeeze(-1)]`.
    """
    value, seat = rollout["state_value"], rollout["seat"]
    reward, done = rollout["next", "reward"], rollout["next", "done"]
    games, steps, seats = reward.shape
    paid, next_value, next_advantage = (torch.zeros(games, seats, dtype=value.dtype, device=value.device) for _ in range(3))
    known = torch.zeros(games, seats, dtype=torch.bool, device=value.device)  # whether the seat's next decision or end is seen
    advantage, ready = torch.zeros_like(value), torch.zeros_like(done)
    for step in reversed(range(steps)):
        over = done[:, step]
        paid = reward[:, step] + torch.where(over, 0.0, paid)
        next_value, next_advantage = torch.where(over, 0.0, next_value), torch.where(over, 0.0, next_advantage)
        known = known | over
        mine, here = seat[:, step], value[:, step]
        gain = paid.gather(1, mine) + gamma * (next_value.gather(1, mine) + lmbda * next_advantage.gather(1, mine)) - here
        ready[:, step] = known.gather(1, mine)
        advantage[:, step] = torch.where(ready[:, step], gain, 0.0)
        paid = paid.scatter(1, mine, 0.0)
        next_value, next_advantage = next_value.scatter(1, mine, here), next_advantage.scatter(1, mine, advantage[:, step])
        known = known.scatter(1, mine, True)
    rollout.set("advantage", advantage)
    rollout.set("value_target", advantage + value)
    rollout.set("ready", ready)
    return rollout
