"""A fair queue: people take turns, and whoever used little lately goes first.

Everybody has at most one piece of work under way. What somebody waits for goes before what nobody
waits for, and a hand may be kept free for it. After that, the
address with the fewest seconds of thinking lately goes first, and there the person with the fewest:
guests are cheap, so many guests of one address together get no more than somebody else's one.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from emberstacks.server.figures import Figures

HALF_LIFE = 60.0  # seconds after which what somebody used counts half
FORGOTTEN = 0.001  # seconds of thinking that no longer count
# seconds after which work is done as if somebody waited for it, so that every game goes on
LONG_ENOUGH = 20.0

Hand = TypeVar("Hand")  # what does the work, such as a process


class NotWanted(Exception):
    """The game has moved on, so nobody wants to know any more."""


@dataclass(frozen=True)
class Asker:
    """For whom something is thought about."""

    person: str
    address: str = ""  # where they come from; empty if nobody knows
    waits: Callable[[], bool] = lambda: True  # is somebody there who waits for it?

    @cached_property
    def keys(self) -> tuple[str, str]:
        """Under which names the time is written down: the address's and the person's."""
        return f"at {self.address or self.person}", self.person


@dataclass(eq=False)
class Piece:
    """A piece of work in the queue."""

    kind: str
    asker: Asker
    wanted: Callable[[], bool] = lambda: True
    since: float = 0.0
    number: int = 0
    began: bool = False
    for_nobody: bool = False  # nobody waited for it when it began
    turn: asyncio.Future[object] = field(init=False)


class Lane(Generic[Hand]):
    """Work that waits for the same hands."""

    def __init__(
        self, hands: Sequence[Hand], figures: Figures, clock: Callable[[], float], reserved: int = 0
    ) -> None:
        self.idle = list(hands)
        # hands that may do what nobody waits for, at the same time
        self.for_nobody = len(hands) - reserved
        self.figures = figures
        self.clock = clock
        self.waiting: list[Piece] = []
        self.busy: dict[str, Piece] = {}  # people, and what is being done for them
        # seconds of thinking lately, by person and by address
        self.spent: defaultdict[str, float] = defaultdict(float)
        self.faded = clock()
        self.numbers = itertools.count()

    async def turn(self, piece: Piece) -> Hand:
        """Wait until it is this piece's turn, and take a hand, which must be given back; NotWanted
        if it came too late.
        """
        if not piece.number:
            piece.since, piece.number = self.clock(), next(self.numbers) + 1
        piece.began = False
        piece.turn = asyncio.get_running_loop().create_future()
        self.waiting.append(piece)
        self.figures.thinking_waiting.labels(piece.kind).inc()
        self.hand_out()
        try:
            return await piece.turn  # type: ignore[return-value]
        except asyncio.CancelledError:
            if piece in self.waiting:
                self.remove(piece)
            elif piece.began:  # it was given a hand in the same moment
                self.give_back(piece, piece.turn.result(), 0.0)  # type: ignore[arg-type]
            raise

    def give_back(self, piece: Piece, hand: Hand, seconds: float) -> None:
        """A piece of work is over, and took this much thinking."""
        self.fade()
        for key in piece.asker.keys:
            self.spent[key] += seconds
        del self.busy[piece.asker.person]
        self.figures.thinking_running.labels(piece.kind).dec()
        self.idle.append(hand)
        self.hand_out()

    def hand_out(self) -> None:
        """Give every idle hand something to do."""
        if self.idle:
            self.drop_unwanted()
        while self.idle and (ready := [one for one in self.waiting if self.may_begin(one)]):
            now = self.clock()
            piece = min(ready, key=lambda one: self.rank(one, now))
            self.remove(piece)
            if piece.turn.done():  # given up a moment ago
                continue
            piece.began, piece.for_nobody = True, not piece.asker.waits()
            self.busy[piece.asker.person] = piece
            self.figures.thinking_running.labels(piece.kind).inc()
            self.figures.thinking_waits.labels(piece.kind).observe(now - piece.since)
            piece.turn.set_result(self.idle.pop())

    def may_begin(self, piece: Piece) -> bool:
        """Is nothing else under way for its person, and may it have a hand?"""
        if piece.asker.person in self.busy:
            return False
        return (
            piece.asker.waits()
            or sum(one.for_nobody for one in self.busy.values()) < self.for_nobody
        )

    def rank(self, piece: Piece, now: float) -> tuple[bool, float, float, int]:
        """The lowest goes first."""
        address, person = piece.asker.keys
        pressing = piece.asker.waits() or now - piece.since >= LONG_ENOUGH
        return not pressing, self.spent.get(address, 0.0), self.spent.get(person, 0.0), piece.number

    def drop_unwanted(self) -> None:
        """What nobody wants to know any more leaves the queue."""
        for piece in [one for one in self.waiting if not one.wanted()]:
            self.remove(piece)
            if not piece.turn.done():
                piece.turn.set_exception(NotWanted())

    def remove(self, piece: Piece) -> None:
        self.waiting.remove(piece)
        self.figures.thinking_waiting.labels(piece.kind).dec()

    def fade(self) -> None:
        """What was used long ago counts less and less."""
        now = self.clock()
        while now - self.faded >= HALF_LIFE and self.spent:
            self.faded += HALF_LIFE
            faded = {key: spent / 2 for key, spent in self.spent.items() if spent / 2 >= FORGOTTEN}
            self.spent = defaultdict(float, faded)
        self.faded = max(self.faded, now - HALF_LIFE)

    def count(self, kind: str, asker: Asker) -> tuple[int, int]:
        """How many pieces of a kind wait for a person, and for everybody at their address."""
        self.drop_unwanted()
        own = [
            one.asker
            for one in self.waiting
            if one.kind == kind and one.asker.keys[0] == asker.keys[0]
        ]
        return sum(one.person == asker.person for one in own), len(own)
