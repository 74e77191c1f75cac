"""Every game as a Python game of OpenSpiel: importing this module registers them all.

    import pyspiel
    import rulebound.envs.core.adapters.openspiel
    game = pyspiel.load_game("rulebound_age_of_heroes_v0(players=4)")

Chance has one node, at the root: it picks one of `deals` numbered deals, and the deal decides all cards and dice to come.
So the history of a game replays it exactly, and OpenSpiel can clone, serialize and check it; its third kind of chance,
sampled inside the state, is closed to Python games, which OpenSpiel 2.0 cannot serialize then. No seat is told the deal:
the information is imperfect in every game. A clone knows it, though, so a search over clones (MCTS) foresees hidden cards
and coming dice; `resample_from_infostate` deals everything anew that a seat cannot know, and information-set search
(ISMCTS) is fair through it.

OpenSpiel's bots that are written in C++ crash on Python games, its own included: take those of `open_spiel.python`.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np

from rulebound.envs import GAMES
from rulebound.envs import game as game_named
from rulebound.envs.core.drivers import DEAL, LOOK
from rulebound.envs.core.game import Game
from rulebound.envs.core.position import Position
from rulebound.envs.core.rng import seed_key

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f'{error}; OpenSpiel comes with: pip install "rulebound[openspiel]"', name=error.name) from error

DEALS = 1000  # what the chance node lists unless told otherwise; every new game goes through the list
MOST_DEALS = 1_000_000
REWARDS = ("win", "rank", "margin")  # all paid at the end; OpenSpiel holds returns to their bounds, which shaping passes
VIEWS_IN_WORDS = 2048  # kept, because searches ask for the same ones again and again
UNDEALT = "nothing is dealt yet"
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def short_name(game: Game) -> str:
    """The name of a game in OpenSpiel's registry, e.g. rulebound_age_of_heroes_v0."""
    return f"rulebound_{game.id}"


def defaults(game: Game) -> dict[str, int | str | bool]:
    """The parameters of a game in OpenSpiel, with their defaults.

    players, rules, reward, skip_forced, max_decisions  as in `GameEnv`; rules are a preset or a YAML file
    deals                                               how many deals chance picks from
    seed                                                deal k is the game that `reset(seed=seed + k)` deals in the AEC face
    """
    return {
        "players": game.players(None, game.variant()),
        "rules": "standard",
        "reward": "win",
        "skip_forced": False,
        "max_decisions": game.facts.max_decisions,
        "deals": DEALS,
        "seed": 0,
    }


def game_type(game: Game, reward: str = "win") -> pyspiel.GameType:
    """The facts of a game in OpenSpiel's words."""
    kind = pyspiel.GameType
    low, high = game.facts.players
    return kind(
        short_name=short_name(game),
        long_name=game.facts.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        # Ranks and margins add up to nothing whatever the results do.
        utility=kind.Utility.ZERO_SUM if game.facts.zero_sum or reward != "win" else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(game),
    )


class _Desk(threading.local):
    """A position per thread, over which the bytes of a state are laid to be played or looked at."""

    def __init__(self, game: Game, *arguments, **options) -> None:
        self.position, self.players = Position._empty(game, *arguments, options)
        self.bytes = self.position.states.view(np.uint8)
        self.seat, self.over = self.position.states["seat"], self.position.states["over"]

    def lay(self, state: bytes) -> Position:
        self.bytes[:] = np.frombuffer(state, np.uint8)
        return self.position


class SpielGame(pyspiel.Game):
    """A game with its parameters (see `defaults`); every registered game is a subclass that names its `game`."""

    game: Game

    def __init__(self, params: Mapping[str, int | str | bool] | None = None) -> None:
        chosen = {**defaults(self.game), **(params or {})}
        if chosen["reward"] not in REWARDS:
            raise ValueError(f"reward = {chosen['reward']!r}: in OpenSpiel it must be one of {', '.join(REWARDS)}")
        if not 1 <= chosen["deals"] <= MOST_DEALS:
            raise ValueError(f"deals = {chosen['deals']}: must be between 1 and {MOST_DEALS:,}")
        options = {name: chosen[name] for name in ("reward", "skip_forced", "max_decisions")}
        self.desk = _Desk(self.game, chosen["players"], chosen["rules"], **options)
        self.view = self.desk.position.view
        self.seed, self.deals = chosen["seed"], chosen["deals"]
        self.chances = [(deal, 1 / self.deals) for deal in range(self.deals)]
        self.in_words = lru_cache(VIEWS_IN_WORDS)(self._in_words)
        kind = game_type(self.game, chosen["reward"])
        self.zero_sum = kind.utility == pyspiel.GameType.Utility.ZERO_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions.size,
            max_chance_outcomes=self.deals,
            num_players=self.desk.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=chosen["max_decisions"],
        )
        super().__init__(kind, info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        """A game before its deal: a chance node."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The deal, and nothing after it."""
        return 1

    def make_py_observer(self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: object = None) -> SeatObserver:
        """What a seat sees now, or with perfect recall what it has seen."""
        if params:
            raise ValueError(f"observation parameters {params}: there are none")
        single = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if iig_obs_type is not None and not (iig_obs_type.public_info and iig_obs_type.private_info == single):
            raise ValueError("observers show a seat all that it knows: public_info=True, private_info=SINGLE_PLAYER")
        return SeatObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)

    def raw_view(self, state: bytes, seat: int) -> bytes:
        """The whole numbers that a seat sees."""
        return self.desk.lay(state)._look(seat)[0].tobytes()

    def _in_words(self, raw: bytes) -> str:
        named = self.view.describe(np.frombuffer(raw, np.uint8))
        return "\n".join(f"{name}: {value}" for name, value in named.items() if value not in (0, None, {}))


class Past:
    """A moment of a game and how it came about; copies of a state share their past, which never changes.

    What a seat has gone through is a chain of fingerprints, one link for each of its own actions and each change of what
    it sees. Others' decisions that it does not notice add none, so that their number gives nothing away. The chain is
    made when somebody asks for it: random play, which is most of a search, never does.
    """

    __slots__ = ("action", "actor", "before", "chain", "game", "state")

    def __init__(self, game: SpielGame, state: bytes, before: Past | None = None, actor: int = 0, action: int = 0) -> None:
        self.game, self.state = game, state
        self.before, self.actor, self.action = before, actor, action
        self.chain: dict[int, bytes] = {}

    def of(self, seat: int) -> bytes:
        """The fingerprint of all that a seat has gone through."""
        if seat in self.chain:
            return self.chain[seat]
        moments = [self]
        while seat not in moments[-1].chain and moments[-1].before is not None:
            moments.append(moments[-1].before)
        first = moments.pop()
        view = self.game.raw_view(first.state, seat)
        link = first.chain.setdefault(seat, _fingerprint(view))
        for moment in reversed(moments):
            seen = self.game.raw_view(moment.state, seat)
            if moment.actor == seat:
                link = _fingerprint(link, moment.action.to_bytes(4), seen)
            elif seen != view:
                link = _fingerprint(link, seen)
            moment.chain[seat], view = link, seen
        return link

    def moved(self, state: bytes) -> Past:
        """The same experience of every seat, but in another state and without the moments that led to it."""
        root = Past(self.game, state)
        root.chain = {seat: self.of(seat) for seat in range(self.game.num_players())}
        return root

    def __deepcopy__(self, memo: dict) -> Past:
        return self

    def __getstate__(self) -> dict:
        return {"state": self.state, "chain": self.moved(self.state).chain if self.game else self.chain}

    def __setstate__(self, kept: dict) -> None:
        self.__init__(None, kept["state"])  # type: ignore[arg-type]  (a complete chain asks no game)
        self.chain = kept["chain"]


def _fingerprint(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


class SpielState(pyspiel.State):
    """A state: bytes that are never changed, so that clones share them."""

    # OpenSpiel copies and pickles what is in __dict__; the game is not to be among it.
    __slots__ = ("__dict__", "_game")

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self._past: Past | None = None
        self._mask = b""
        self._player = CHANCE

    # -------------------------------------------------------------------------------------------- play
    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's numbers for chance and for the end."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over, by its rules or at `max_decisions`."""
        return self._player == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        return self._game.chances

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(np.frombuffer(self._mask, np.int8)).tolist()

    def _apply_action(self, action: int) -> None:
        game = self._game
        if self._past is None:
            game.desk.position.drive(DEAL, seed_key(game.seed + action), game.desk.players)
            self._take(Past(game, game.desk.position.to_bytes()))
        else:
            game.desk.lay(self._past.state).drive(action)
            self._take(Past(game, game.desk.position.to_bytes(), self._past, self._player, action))

    def _take(self, past: Past) -> None:
        """Go on from the position on the desk, which is the end of `past`."""
        desk = self._game.desk
        self._past = past
        self._mask = desk.position.seen[3].tobytes()
        self._player = TERMINAL if desk.over[0] else int(desk.seat[0])

    def returns(self) -> list[float]:
        """The reward of each seat once the game is over, and nothing before."""
        players = self._game.desk.players
        if self._player != TERMINAL:
            return [0.0] * players
        paid = self._game.desk.lay(self._past.state).record.reward[:players].astype(np.float64)
        if self._game.zero_sum:
            # Results are single precision (a third is 0.33333334); OpenSpiel wants sums right to nine digits.
            paid -= paid.mean()
            paid /= max(1.0, np.abs(paid).max())
        return paid.tolist()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that `player` cannot tell from this one: everything that it cannot know is dealt anew."""
        twin = self.clone()
        if self._past is not None:
            desk = self._game.desk
            redealt = desk.lay(self._past.state).redeal(player, int(sampler() * 2**53)).to_bytes()
            past = self._past.moved(redealt)  # which lays older moments on the desk
            desk.lay(redealt).drive(LOOK)
            twin._take(past)
        return twin

    # -------------------------------------------------------------------------------------------- look
    def observe(self, seat: int, out: np.ndarray) -> None:
        """Write what a seat sees, scaled to [0, 1]; nothing before the deal."""
        out[:] = 0.0 if self._past is None else self._game.desk.lay(self._past.state)._look(seat)[2]

    def seen_by(self, seat: int, recall: bool) -> str:
        """What a seat sees in words; with `recall` also the fingerprint of what it has gone through."""
        if self._past is None:
            return f"player_{seat}: {UNDEALT}"
        title = f"player_{seat} after {self._past.of(seat).hex()}" if recall else f"player_{seat}"
        return f"{title}\n{self._game.in_words(self._game.raw_view(self._past.state, seat))}"

    def position(self) -> Position:
        """A copy of the game in hand, to read it, save it or play it elsewhere."""
        if self._past is None:
            raise ValueError(f"{UNDEALT}: apply one of the {self._game.deals:,} chance outcomes first")
        return self._game.desk.lay(self._past.state).clone()

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"deal {action}"
        return self._game.game.actions.text(action, player, self._game.desk.players)

    def __str__(self) -> str:
        """The whole game face up, with a fingerprint: equal texts are equal games, their luck included."""
        if self._past is None:
            return UNDEALT
        position = self._game.desk.lay(self._past.state)
        return f"{position.text()}\n{position.hash()}"


class SeatObserver:
    """What a seat sees, for OpenSpiel's observation functions.

    The tensor is that of the other faces, and `dict` its named parts. With perfect recall there is only text: what a seat
    has gone through has no fixed size.
    """

    def __init__(self, game: SpielGame, recall: bool) -> None:
        self.recall = recall
        self.tensor = None if recall else np.zeros(game.view.size, np.float32)
        self.dict: dict[str, np.ndarray] = {}
        if not recall:
            for part in game.view.slices:
                start = game.view.starts[part.name]
                self.dict[part.name] = self.tensor[start : start + part.size].reshape(part.shape)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what `player` sees into the tensor."""
        if self.tensor is not None:
            state.observe(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What `player` sees, in words."""
        return state.seen_by(player, self.recall)


def _register() -> None:
    """Make every game known to OpenSpiel.

    Each as a class, though a function would do: OpenSpiel lets go of what is registered only after Python has shut down,
    and the end of anything but a class would crash the process then.
    """
    known = set(pyspiel.registered_names())
    for name in GAMES:
        game = game_named(name)
        if short_name(game) not in known:
            title = "".join(part.capitalize() for part in name.split("_"))
            pyspiel.register_game(game_type(game), type(f"{title}Game", (SpielGame,), {"game": game, "__doc__": game.facts.summary}))


_register()
