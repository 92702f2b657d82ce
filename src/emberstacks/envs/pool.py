"""Batches in several processes: send actions to the part that has come back, while the others are
still playing.

>>> from emberstacks.envs.pool import Pool
>>> with Pool("fire-prototype", players=2, count=8, processes=2) as pool:
...     pool.reset(7)
...     for _ in range(6):
...         part = pool.recv()
...         pool.send(part.number, [int(mask.argmax()) for mask in part.arrays.masks])
>>> part.arrays.observations.shape
(4, 89)
"""

from __future__ import annotations

import multiprocessing
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.shared_memory import SharedMemory
from types import TracebackType
from typing import Any, Final

import numpy as np

from emberstacks.envs.batch import SEEDS, Arrays, Games, Masks, whole
from emberstacks.kernel.errors import BadOptions, EmberstacksError, IllegalChoice
from emberstacks.kernel.game import Value

STEP, SAMPLE, END = "step", "sample", "end"
MOST: Final = 256  # processes


class PoolLost(EmberstacksError):
    """A process of a pool is gone, or there is nothing to wait for."""


@dataclass(frozen=True)
class Part:
    """The games of one process, and their arrays as they are now: they change when you send the
    next actions.
    """

    number: int
    arrays: Arrays


class Pool:
    """`count` games, shared out evenly among processes. Each part goes on by itself, so a slow one
    holds nobody up.

    Like any program with processes, a script that makes a pool needs `if __name__ == "__main__":`
    around its work.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        count: int = 256,
        processes: int = 2,
        observations: str = "float32",
        **options: Value,
    ) -> None:
        if not 1 <= processes <= MOST or count < processes or count % processes:
            raise BadOptions(
                f"The games must be shared out evenly: {count} games among {processes} processes do"
                " not work."
            )
        self.each = count // processes
        like = Games(game, players, self.each, **options)
        self.actions, self.size, self.table = like.actions, like.size, like.table
        shapes = layout(like, observations)
        context = multiprocessing.get_context("spawn")
        self.lines: list[Connection] = []
        self.crew: list[Any] = []
        self.memory: list[SharedMemory] = []
        self.parts: list[Part] = []
        self.playing: set[int] = set()
        words = (game, like.table.players, self.each, observations, like.table.agreed)
        for number in range(processes):
            memory = SharedMemory(create=True, size=bytes_of(shapes))
            self.memory.append(memory)
            self.parts.append(Part(number, arrays_in(memory, shapes)))
            mine, theirs = context.Pipe()
            process = context.Process(target=play, args=(words, memory.name, theirs), daemon=True)
            process.start()
            theirs.close()
            self.lines.append(mine)
            self.crew.append(process)

    def reset(self, seed: int) -> None:
        """Begin all games again; each part has a seed of its own. Receive every part after that."""
        most = SEEDS // len(self.parts)
        if not 0 <= seed < most:
            raise BadOptions(f"The seed of this pool is a number from 0 to {most - 1}, not {seed}.")
        while self.playing:
            self.recv()
        for number in range(len(self.parts)):
            self._tell(number, ("reset", seed * len(self.parts) + number))

    def send(self, number: int, actions: Any = None) -> None:
        """Take one action in every game of a part; without actions, legal ones at random."""
        if number in self.playing or not 0 <= number < len(self.parts):
            raise PoolLost(f"Part {number} is not waiting for actions: receive it first.")
        if actions is None:
            self._tell(number, (SAMPLE, b""))
        else:
            self._tell(number, (STEP, whole(actions, self.each).tobytes()))

    def recv(self, timeout: float | None = None) -> Part:
        """The first part that is ready. An action that was not legal is told here, and that part
        has not changed.
        """
        if not self.playing:
            raise PoolLost("No part is playing: send actions first.")
        lines = {self.lines[number]: number for number in sorted(self.playing)}
        ready = wait(list(lines), timeout)
        if not ready:
            raise PoolLost(f"No part came back within {timeout:g} seconds.")
        line = ready[0]
        assert isinstance(line, Connection)
        number = lines[line]
        try:
            wrong = line.recv()
        except (EOFError, OSError):
            raise PoolLost(
                f"The process of part {number} has ended. Close the pool and make a new one."
            ) from None
        self.playing.discard(number)
        if wrong is not None:
            raise IllegalChoice(*wrong)
        return self.parts[number]

    def close(self) -> None:
        """End the processes; the arrays are gone after that."""
        for line in self.lines:
            with suppress(OSError):
                line.send((END, b""))
            line.close()
        for process in self.crew:
            process.join(5)
            if process.is_alive():
                process.terminate()
                process.join()
        self.parts.clear()
        for memory in self.memory:
            # somebody still looks at the arrays: the memory goes when they do
            with suppress(BufferError):
                memory.close()
            memory.unlink()
        self.lines, self.crew, self.memory = [], [], []

    def __enter__(self) -> Pool:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _tell(self, number: int, message: tuple[str, Any]) -> None:
        try:
            self.lines[number].send(message)
        except OSError:
            raise PoolLost(
                f"The process of part {number} has ended. Close the pool and make a new one."
            ) from None
        self.playing.add(number)


Layout = dict[str, tuple[tuple[int, ...], str]]


def layout(games: Games, observations: str) -> Layout:
    """The shape and type of each array, in the order in which they lie in memory."""
    if observations not in ("float32", "float64", "int8", "int16", "int32", "int64"):
        raise BadOptions(
            f"Observations can be float32, float64 or int8 to int64, not {observations!r}."
        )
    kinds = {
        "observations": observations,
        "masks": "uint8",
        "rewards": "float32",
        "done": "bool",
        "seats": "int64",
    }
    return {name: (shape, kinds[name]) for name, shape in games.shapes().items()}


def places(shapes: Layout) -> dict[str, int]:
    """Where each array begins; all of them at a multiple of 64."""
    found, at = {}, 0
    for name, (shape, kind) in shapes.items():
        found[name] = at
        at += -(-int(np.prod(shape)) * np.dtype(kind).itemsize // 64) * 64
    return {**found, "": at}


def bytes_of(shapes: Layout) -> int:
    return places(shapes)[""]


def arrays_in(memory: SharedMemory, shapes: Layout) -> Arrays:
    """The arrays of a part."""
    at = places(shapes)
    observations, masks, rewards, done, seats = (
        np.ndarray(shape, kind, memory.buf, at[name]) for name, (shape, kind) in shapes.items()
    )
    return Arrays(observations, masks, rewards, done, seats)


def play(words: tuple[str, int, int, str, dict[str, Value]], name: str, line: Connection) -> None:
    """In a process: do what is asked until there is nothing more to do."""
    game, players, count, observations, options = words
    games = Games(game, players, count, **options)
    memory = SharedMemory(name)
    given = arrays_in(memory, layout(games, observations))
    masks = Masks(given.masks.shape, given.masks)
    arrays = Arrays(given.observations, masks.shown, given.rewards, given.done, given.seats, masks)
    while True:
        try:
            what, more = line.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            break
        wrong: tuple[str, str, list[str]] | None = None
        try:
            if what == END:
                break
            if what == SAMPLE:
                games.step(games.sample(), arrays)
            elif what == STEP:
                games.step(np.frombuffer(more, np.int64), arrays)
            else:
                games.reset(more, arrays)
        except IllegalChoice as error:
            wrong = str(error), error.clause, error.legal
        line.send(wrong)
    line.close()
