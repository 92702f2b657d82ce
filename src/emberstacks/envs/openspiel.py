"""The games for OpenSpiel, with real chance nodes: `emberstacks_fire`, `emberstacks_horror` and so
on.

>>> import pyspiel
>>> from emberstacks.envs import openspiel
>>> game = pyspiel.load_game("emberstacks_fire_prototype", {"players": 3})
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
import pyspiel

from emberstacks.envs.observation import Vector
from emberstacks.envs.setup import Setup
from emberstacks.games import GAMES
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import TRUTH, canonical, decode, encode
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import Game
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE, Chance, Together
from emberstacks.kernel.view import mask_of, resample, view


def name_of(game: Game) -> str:
    """The name in OpenSpiel's list.

    >>> name_of(GAMES["fire-prototype"])
    'emberstacks_fire_prototype'
    """
    return "emberstacks_" + game.info.id.replace("-", "_")


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know about a game before loading it."""
    kinds = pyspiel.GameType
    start = game.start(game.info.min_players, game.full_options(game.info.min_players, {}))
    secrets = (
        start.zones() or start.decks() or any(issubclass(step, Together) for step in game.steps)
    )
    return kinds(
        short_name=name_of(game),
        long_name=game.info.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if secrets
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.IDENTICAL if game.info.cooperative else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.info.max_players,
        min_num_players=game.info.min_players,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.info.min_players,
            # without the letter OpenSpiel would read a number
            "rules": f"v{game.info.rules_version}",
            **{option.name: option.default for option in game.info.options},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game with this number of players and these options; utilities are shares of the win."""

    kind: ClassVar[Any]
    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        if "rules" in given:
            given["rules"] = str(given["rules"]).removeprefix("v")
        self.table = Setup(self.name, given.pop("players", None), given)
        game = self.table.game
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions,
            max_chance_outcomes=max(
                step.size for step in self.table.steps if issubclass(step, Chance)
            ),
            num_players=self.table.players,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=game.max_answers(self.table.players),
        )
        super().__init__(self.kind, info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.table.game.max_answers(self.table.players)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> SpielObserver | None:
        """What one player knows now, all of it or only what others do not, or what a spectator
        knows.

        None, as OpenSpiel wants it, for every other kind of observation.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise BadOptions("Observations of Emberstacks have no parameters.")
        private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.perfect_recall or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return (
            SpielObserver(self.table, kind.public_info, private)
            if kind.public_info or private
            else None
        )


class Position:
    """A state, and what everyone but the owner of a draft sees instead."""

    def __init__(self, setup: Setup, s: State, before: State | None, owner: int) -> None:
        self.table = setup
        self.s = s
        self.before = before
        self.owner = owner

    def __deepcopy__(self, memo: Any) -> Position:
        """OpenSpiel copies a state by copying what it holds."""
        return Position(
            self.table,
            self.s.clone(),
            None if self.before is None else self.before.clone(),
            self.owner,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """It also pickles what a state holds."""
        setup = self.table
        before = None if self.before is None else encode(self.before, TRUTH)
        agreed = setup.game.info.id, setup.players, setup.agreed
        return unpickled, (agreed, encode(self.s, TRUTH), before, self.owner)

    def answer(self, code: int, drafts: bool) -> None:
        """Chance or a seat answers; others see a draft when it ends, or when its owner learns
        something.
        """
        seat = int(to_act(self.s))
        before = self.s.clone() if drafts and seat >= 0 and self.before is None else self.before
        answer(self.s, code)
        self.before, self.owner = before, seat
        if seat < 0 or int(to_act(self.s)) != seat or self.s.learners >> seat & 1:
            self.before = None

    def seen_by(self, seat: int | None) -> State:
        return self.s if self.before is None or seat == self.owner else self.before


def unpickled(
    agreed: tuple[str, int, dict[str, Any]],
    now: dict[str, Any],
    before: dict[str, Any] | None,
    owner: int,
) -> Position:
    setup = Setup(*agreed)
    known = setup.game, setup.rules, setup.players, setup.options
    states = [None if state is None else decode(*known, state) for state in (now, before)]
    assert states[0] is not None
    return Position(setup, states[0], states[1], owner)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position; chance outcomes are the kernel's."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        setup = game.table
        self.position = Position(setup, setup.start(), None, CHANCE)

    @property
    def table(self) -> Setup:
        found: SpielGame = self.get_game()
        return found.table

    def current_player(self) -> int:
        acting = int(to_act(self.position.s))
        if acting == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return acting if acting >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        s = self.position.s
        if player != to_act(s):
            return []
        first = self.table.firsts[type(s.step).__name__]
        return sorted(first + int(code) for code in legal(s, player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        s = self.position.s
        weights = [int(weight) for weight in s.step.weights(s)]
        return [
            (outcome, weight / sum(weights)) for outcome, weight in enumerate(weights) if weight > 0
        ]

    def _apply_action(self, action: int) -> None:
        self.position.answer(self._code(action), self.table.game.info.drafts)

    def _action_to_string(self, player: int, action: int) -> str:
        s = self.position.s
        return s.step.text(s, self._code(action))

    def is_terminal(self) -> bool:
        return self.position.s.step is OVER

    def returns(self) -> list[float]:
        game, s = self.table.game, self.position.s
        return game.shares(game.winners(s) if self.is_terminal() else [], self.table.players)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state in a possible world that looks exactly the same to this player."""
        setup = self.table
        seen = view(setup.game, setup.options, self.position.seen_by(player), player)
        world: SpielState = self.clone()
        world.position = Position(
            setup, resample(setup.game, seen, Dealer(int(sampler() * 2**32))), None, CHANCE
        )
        return world

    def __str__(self) -> str:
        """The whole position, so that equal texts mean equal positions."""
        return canonical(encode(self.position.s, TRUTH))

    def _code(self, action: int) -> int:
        step = self.position.s.step
        return action if step.seat == CHANCE else action - self.table.firsts[type(step).__name__]


class SpielObserver:
    """What a player may know, as a tensor and as JSON; or a part of it: what everybody knows, or
    what only the player does.
    """

    def __init__(self, setup: Setup, public: bool, private: bool) -> None:
        self.table = setup
        self.public = public
        self.private = private
        self.tensor = np.zeros(setup.observer.size, np.float32)
        self.dict = {name: self.tensor[block] for name, block in setup.observer.blocks.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = self._numbers(state, player if self.private else None)
        if not self.public:
            self.tensor -= self._numbers(state, None)

    def string_from(self, state: SpielState, player: int) -> str:
        seen = self._view(state, player if self.private else None)
        if self.public:
            return canonical(seen)
        everybodys = self._view(state, None)["state"]
        return canonical(
            {name: value for name, value in seen["state"].items() if everybodys[name] != value}
        )

    def _numbers(self, state: SpielState, seat: int | None) -> Vector:
        page = self.table.page
        page.write(state.position.seen_by(seat), mask_of(seat), 0)
        return np.array(page.numbers, np.float32)

    def _view(self, state: SpielState, seat: int | None) -> dict[str, Any]:
        return view(self.table.game, self.table.options, state.position.seen_by(seat), seat)


def register(game: Game) -> None:
    """Register a game with OpenSpiel. Its list outlives the interpreter, so it needs a class:
    nothing else would survive.
    """
    kind = game_type(game)
    pyspiel.register_game(
        kind, type(name_of(game), (SpielGame,), {"kind": kind, "name": game.info.id})
    )


for _game in GAMES.values():
    register(_game)
