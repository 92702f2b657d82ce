"""Many games side by side: one call answers in all of them and fills the arrays that you give.

>>> from emberstacks.envs.batch import Games
>>> games = Games("fire-prototype", players=3, count=64)
>>> arrays = games.arrays()
>>> games.reset(7, arrays)
>>> for _ in range(100):
...     games.step(games.sample(), arrays)
>>> arrays.observations.shape, arrays.masks.shape, arrays.rewards.shape
((64, 96), (64, 9), (64, 3))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from emberstacks.envs.setup import Setup
from emberstacks.kernel.batch import EVERY_SEAT
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadArray, BadOptions, IllegalChoice, one_of
from emberstacks.kernel.game import Value

SEEDS: Final = 2**30  # a batch has one of these; its games have that and their number
WHOLE: Final = ("int8", "int16", "int32", "int64")
KINDS: Final = {  # the types that each array may have
    "observations": ("float32", "float64", *WHOLE),
    "masks": ("bool", "uint8", "int8"),
    "rewards": ("float32", "float64"),
    "done": ("bool", "uint8", "int8"),
    "seats": WHOLE,
}


class Masks:
    """Masks that nobody else writes to: only what has changed is written, because most of them are
    zeros that stay zeros.
    """

    def __init__(self, shape: tuple[int, ...], numbers: NDArray[np.uint8] | None = None) -> None:
        # all zeros at first
        self.numbers = np.zeros(shape, np.uint8) if numbers is None else numbers
        self.shown = self.numbers.view()  # what others see
        self.shown.flags.writeable = False
        self.ones: NDArray[np.int64] = np.zeros(0, np.int64)  # where something is that is not 0

    def fill(self, ones: NDArray[np.int64], actions: int) -> None:
        """Ones there and nowhere else; places are counted over all games."""
        flat = self.numbers.reshape(-1)
        flat[self.ones] = 0
        if self.numbers.shape[1] == actions:
            self.ones = ones.copy()
            flat[ones] = 1
        else:
            game, action = np.divmod(ones, actions)
            self.ones = game * self.numbers.shape[1] + (action >> 3)
            np.add.at(flat, self.ones, np.left_shift(1, action & 7).astype(np.uint8))


@dataclass(frozen=True)
class Arrays:
    """Your arrays, filled by every call; leave out those that you do not want. Each has a row for
    every game.

    Anything with a writable buffer will do: a NumPy array, an array.array, a tensor's `numpy()`,
    shared memory.
    """

    observations: Any = None  # what the seat that is asked may know, as floats or as whole numbers
    # a 1 for each legal action, as bytes or packed into bits (the lowest bit first)
    masks: Any = None
    rewards: Any = None  # for each seat its share of the win, if a game has just ended; else 0
    done: Any = None  # 1 if a game has just ended: the row is already about the next one
    seats: Any = None  # the seat that is asked
    own: Masks | None = None  # those behind `masks`, if `Games.arrays` made them


class Games:
    """`count` games with this number of players and these options. A game that ends is followed by
    another at once.
    """

    def __init__(
        self, game: str, players: int | None = None, count: int = 1, **options: Value
    ) -> None:
        if count < 1:
            raise BadOptions(f"A batch has at least 1 game, not {count}.")
        self.table = Setup(game, players, options)
        self.count = count
        self.batch = self.table.batch(count, EVERY_SEAT, at_once=True)
        self.batch.reset(0)
        self._policy = Dealer(0)
        self._known = Arrays()
        self._targets: dict[str, NDArray[Any]] = {}
        self._masks: Masks | None = None

    @property
    def actions(self) -> int:
        """How many actions there are; they are numbered from 0."""
        return self.table.actions

    @property
    def size(self) -> int:
        """How many numbers an observation has; `table.observer.blocks` says what they are."""
        return self.table.observer.size

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape that each array must have."""
        rows, seats = self.count, self.table.players
        return {
            "observations": (rows, self.size),
            "masks": (rows, self.actions),
            "rewards": (rows, seats),
            "done": (rows,),
            "seats": (rows,),
        }

    def arrays(self, observations: str = "float32", bits: bool = False) -> Arrays:
        """New arrays that fit; observations may be whole numbers, and masks bits. You cannot write
        to these masks.
        """
        shapes = self.shapes()
        masks = Masks((self.count, packed(self.actions)) if bits else shapes["masks"])
        return Arrays(
            np.zeros(shapes["observations"], observations),
            masks.shown,
            np.zeros(shapes["rewards"], np.float32),
            np.zeros(shapes["done"], np.bool_),
            np.zeros(shapes["seats"], np.int64),
            masks,
        )

    def reset(self, seed: int | None, arrays: Arrays) -> None:
        """Begin all games again: the same ones for the same seed; without a seed, the next ones."""
        targets = self._checked(arrays)
        if seed is None:
            self.batch.resume()
        else:
            if not 0 <= seed < SEEDS:
                raise BadOptions(
                    f"The seed of a batch is a number from 0 to {SEEDS - 1}, not {seed}."
                )
            self.batch.reset(seed)
            self._policy = Dealer(~seed)
        self._fill(targets)

    def step(self, actions: Any, arrays: Arrays) -> None:
        """Take one action in every game. IllegalChoice and BadArray say what is wrong, and then
        nothing has changed.
        """
        targets = self._checked(arrays)
        answers = whole(actions, self.count)
        wrong = int(self.batch.take(answers.data))
        if wrong >= 0:
            raise self._refusal(wrong, int(answers[wrong]))
        self.batch.step()
        self._fill(targets)

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every game, at random."""
        return np.array(self.batch.sample(self._policy))

    def seeds(self) -> list[int]:
        """The seed of every game now: `emberstacks.new(game, players, seed)` is the same game."""
        return [int(self.batch.seed_of(k)) for k in range(self.count)]

    def _refusal(self, k: int, action: int) -> IllegalChoice:
        legal = [str(number) for number in np.flatnonzero(rows(self.batch.masks, self.count)[k])]
        clause = self.batch.places[k].s.step.clause
        if not 0 <= action < self.actions:
            return IllegalChoice(
                f"Game {k}: there is no action {action}; actions are 0 to {self.actions - 1}.",
                clause,
                legal,
            )
        return IllegalChoice(
            f"Game {k}: action {action} is not possible now. Choose {one_of(legal)}.", clause, legal
        )

    def _checked(self, arrays: Arrays) -> dict[str, NDArray[Any]]:
        """Your arrays, ready to be filled; those of the last call were checked then."""
        if arrays is not self._known:
            shapes = self.shapes()
            own = (
                arrays.own if arrays.own is not None and arrays.masks is arrays.own.shown else None
            )
            given = {name: getattr(arrays, name) for name in KINDS}
            if own is not None:
                given["masks"] = own.numbers
            self._targets = {
                name: fitting(name, one, shapes[name])
                for name, one in given.items()
                if one is not None
            }
            self._known, self._masks = arrays, own
        return self._targets

    def _fill(self, targets: dict[str, NDArray[Any]]) -> None:
        for name, target in targets.items():
            if name == "observations":
                fill_numbers(target, rows(self.batch.page.numbers, self.count))
            elif name == "masks" and self._masks is not None:
                self._masks.fill(
                    np.asarray(self.batch.open, np.int64)[: int(self.batch.ones)], self.actions
                )
            elif name == "masks":
                fill_masks(target, rows(self.batch.masks, self.count))
            else:
                source = np.asarray(getattr(self.batch, name))
                np.copyto(target, source.reshape(target.shape), casting="unsafe")


def rows(board: Any, count: int) -> NDArray[Any]:
    """What a batch has written, one row for each game: its own memory in the compiled build, so
    only look.
    """
    return np.asarray(board).reshape(count, -1)


def packed(actions: int) -> int:
    """The bytes that hold a bit for each action.

    >>> packed(8), packed(9)
    (1, 2)
    """
    return -(-actions // 8)


def whole(actions: Any, count: int) -> NDArray[np.int64]:
    """The actions, if they are one whole number for each game; BadArray if not."""
    given = np.asarray(actions)
    if given.shape != (count,):
        raise BadArray(f"The actions must be an array of shape {(count,)}, not {given.shape}.")
    if given.dtype.kind not in "iu":
        raise BadArray(f"The actions must be whole numbers, not {given.dtype}.")
    return np.ascontiguousarray(given, np.int64)


def fitting(name: str, given: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """The array behind what was given, if it can be filled."""
    try:
        target = np.asarray(memoryview(given))
    except TypeError:
        raise BadArray(
            f"{name!r} must be an array with a buffer, such as NumPy's, not {type(given).__name__}."
        ) from None
    if not target.flags.writeable:
        raise BadArray(f"{name!r} cannot be written: give an array of your own.")
    if target.dtype.name not in KINDS[name]:
        raise BadArray(
            f"{name!r} must be an array of {one_of(list(KINDS[name]))}, not {target.dtype.name}."
        )
    bits = (shape[0], packed(shape[-1]))
    if target.shape == shape or (name == "masks" and target.shape == bits):
        return target
    also = f", or {bits} for bits" if name == "masks" else ""
    raise BadArray(f"{name!r} must have the shape {shape}{also}, not {target.shape}.")


def fill_numbers(target: NDArray[Any], numbers: NDArray[Any]) -> None:
    """Numbers that a small type cannot hold become the nearest that it can."""
    if target.dtype.kind == "f" or target.dtype == numbers.dtype:
        np.copyto(target, numbers, casting="unsafe")
    else:
        limits = np.iinfo(target.dtype)
        np.clip(numbers, limits.min, limits.max, out=target, casting="unsafe")


def fill_masks(target: NDArray[Any], masks: NDArray[Any]) -> None:
    """A byte or a bit for each action."""
    if target.shape == masks.shape:
        np.copyto(target.view(np.uint8), masks)
    else:
        target.view(np.uint8)[:] = np.packbits(masks, axis=1, bitorder="little")
