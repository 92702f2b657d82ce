"""All thinking on the server: bots, hints and the coach, mistakes and reviews take their turns
here, fairly by person.

Short work (bots that answer at once, forced answers) has a worker of its own, so that it never
waits for an expert, and reviews have theirs, because they take minutes. One worker for long work is
kept for what somebody waits for. Answers are remembered for a while: whoever asks the same question
again, or meanwhile, gets the same answer.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, Protocol

from emberstacks.bots.hints import Hint
from emberstacks.bots.specs import answers_at_once
from emberstacks.kernel.notation import Choice
from emberstacks.server.errors import too_many, unavailable
from emberstacks.server.figures import Figures
from emberstacks.server.limits import told
from emberstacks.server.tables import workers
from emberstacks.server.tables.lane import Asker, Lane, NotWanted, Piece
from emberstacks.server.tables.workers import Worker, packed

TRIES = 3  # if its process dies
REMEMBERED = 500  # answers
KNOWN_ADDRESSES = 20_000  # people

# the table, its version, the seat that is asked, and what is wanted
Question = tuple[str, int, int, str]


class Bound(NamedTuple):
    """How many pieces of a kind may wait for one person, and for everybody at one address."""

    person: int
    address: int
    sentence: str
    seconds: int  # until asking again makes sense


ADVICE = Bound(4, 100, "You are waiting for answers about several games already.", 5)
BOUNDS = {
    "hints": ADVICE,
    "mistakes": ADVICE,
    "reviews": Bound(
        2, 20, "Two of your games, or many at your address, already wait for a review.", 60
    ),
}


class Mind(Protocol):
    """What thinks: a worker."""

    async def do(self, work: Callable[..., Any], *what: Any) -> tuple[Any, float]: ...
    def replace(self) -> None: ...
    async def close(self) -> None: ...


class Job:
    """Something being thought about, or found out, and how many wait for it."""

    def __init__(self, piece: Piece, task: asyncio.Task[Any]) -> None:
        self.piece = piece
        self.task = task
        self.askers = 0


class Thinking:
    """The queue for everything that thinks."""

    def __init__(
        self,
        quick: Sequence[Mind],
        slow: Sequence[Mind],
        figures: Figures,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.minds = [*quick, *slow]
        self.figures = figures
        self.clock = clock
        self.quick = Lane(quick, figures, clock)
        self.slow = Lane(slow, figures, clock, reserved=len(slow) > 1)
        self.reviewing = Lane(["the reviewer"], figures, clock)
        self.jobs: OrderedDict[Question, Job] = OrderedDict()
        self.stopped = False
        self.addresses: OrderedDict[str, str] = OrderedDict()

    def met(self, person: str, address: str) -> None:
        """Somebody came from this address."""
        self.addresses[person] = address
        self.addresses.move_to_end(person)
        if len(self.addresses) > KNOWN_ADDRESSES:
            self.addresses.popitem(last=False)

    def asker(self, person: str, waits: Callable[[], bool] = lambda: True) -> Asker:
        return Asker(person, self.addresses.get(person, ""), waits)

    async def choose(
        self,
        piece: Piece,
        question: Question,
        spec: str,
        view: dict[str, Any],
        choices: Sequence[Choice],
        seed: int,
    ) -> str:
        """What a bot answers."""
        lane = self.quick if len(choices) == 1 or answers_at_once(spec) else self.slow
        given: str = await self.ask(
            lane,
            piece,
            question,
            workers.think,
            spec,
            view,
            [packed(choice) for choice in choices],
            seed,
        )
        return given

    async def mark(self, piece: Piece, question: Question, spec: str, view: dict[str, Any]) -> str:
        """Where a bot wants its marker; "" for nowhere."""
        place: str = await self.ask(self.quick, piece, question, workers.mark, spec, view)
        return place

    async def hints(
        self,
        piece: Piece,
        question: Question,
        view: dict[str, Any],
        choices: Sequence[Choice],
        seed: int,
    ) -> list[Hint]:
        """How good each choice is for the seat with this view."""
        listed = [packed(choice) for choice in choices]
        given: list[Hint] = await self.ask(
            self.slow, piece, question, workers.advise, view, listed, seed
        )
        return given

    async def loss(
        self,
        piece: Piece,
        question: Question,
        view: dict[str, Any],
        choices: Sequence[Choice],
        choice: str,
        best: str,
        at: int,
    ) -> float:
        """What a choice loses for the seat with this view."""
        listed = [packed(one) for one in choices]
        lost: float = await self.ask(
            self.slow, piece, question, workers.weigh, view, listed, choice, best, at
        )
        return lost

    async def ask(
        self,
        lane: Lane[Mind],
        piece: Piece,
        question: Question,
        work: Callable[..., Any],
        *what: Any,
    ) -> Any:
        """The answer to a question: a known one, one that somebody else waits for, or a new one
        when its turn has come.
        """
        if self.stopped:
            raise no_answer(piece.kind)
        job = self.jobs.get(question)
        if job is None:
            self.admit(lane, piece)
            job = self.jobs[question] = Job(
                piece, asyncio.create_task(self.worked(lane, piece, work, *what))
            )
            job.task.add_done_callback(lambda task: self.forget(question, task))
        self.jobs.move_to_end(question)
        job.askers += 1
        try:
            return await asyncio.shield(job.task)
        except asyncio.CancelledError:
            if self.stopped and job.task.cancelled():
                raise no_answer(piece.kind) from None
            raise
        finally:
            job.askers -= 1
            # nobody waits for it any more
            if not job.askers and not job.piece.began and not job.task.done():
                job.task.cancel()
                self.jobs.pop(question, None)

    async def worked(
        self, lane: Lane[Mind], piece: Piece, work: Callable[..., Any], *what: Any
    ) -> Any:
        """Do a piece of work when its turn has come; if its process dies, try again with another
        one.
        """
        for tries in range(TRIES):
            mind = await lane.turn(piece)
            began = self.clock()
            seconds = None
            try:
                found, seconds = await mind.do(work, *what)
                self.figures.thinking.labels(piece.kind).observe(seconds)
                return found
            except BrokenExecutor:
                mind.replace()
                if tries == TRIES - 1:
                    raise
            except TimeoutError:  # it would take for ever
                mind.replace()
                raise
            finally:
                lane.give_back(piece, mind, self.clock() - began if seconds is None else seconds)
        raise AssertionError("the last try returns or raises")

    def forget(self, question: Question, task: asyncio.Task[Any]) -> None:
        """Failures are not remembered, and old answers only as long as there are few."""
        failed = task.cancelled() or task.exception() is not None
        if failed and question in self.jobs and self.jobs[question].task is task:
            del self.jobs[question]
        done = [known for known, job in self.jobs.items() if job.task.done()]
        for known in done[: max(0, len(done) - REMEMBERED)]:
            del self.jobs[known]

    def admit(self, lane: Lane[Any], piece: Piece) -> None:
        """Refuse what goes beyond a bound."""
        bound = BOUNDS.get(piece.kind)
        if bound is None:
            return
        own, there = lane.count(piece.kind, piece.asker)
        if own >= bound.person or there >= bound.address:
            self.figures.limited(piece.kind)
            raise too_many("busy", told(bound.sentence, bound.seconds), bound.seconds)

    @asynccontextmanager
    async def reviews(self, piece: Piece) -> AsyncIterator[None]:
        """The turn of a review, which its own process makes."""
        reviewer = await self.reviewing.turn(piece)
        began = self.clock()
        try:
            yield
        finally:
            seconds = self.clock() - began
            self.figures.thinking.labels(piece.kind).observe(seconds)
            self.reviewing.give_back(piece, reviewer, seconds)

    def stop(self) -> None:
        """Nothing is thought about any more, and whoever waits is told so."""
        self.stopped = True
        for job in self.jobs.values():
            job.task.cancel()

    async def close(self) -> None:
        """End everything, even what is being thought about, and wait until the workers are gone."""
        self.stop()
        await asyncio.gather(*[job.task for job in self.jobs.values()], return_exceptions=True)
        for mind in self.minds:
            await mind.close()


def no_answer(kind: str) -> Exception:
    """Why there is no answer when the server is stopped: a sentence for people; bots go on after
    the next start.
    """
    return (
        unavailable("The server is being stopped. Try again in a moment.")
        if kind in BOUNDS
        else NotWanted()
    )


def thinking_with(processes: int, figures: Figures) -> Thinking:
    """With this many processes for long work, one more if somebody waits for it, and one for short
    work.

    With none, threads of this process do it, as in tests.
    """
    slow = [Worker(processes > 0) for _ in range(max(1, processes) + 1)]
    return Thinking([Worker(processes > 0)], slow, figures)
