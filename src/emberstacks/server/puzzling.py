"""Puzzles over HTTP: a position as its seat sees it, and a grade for the answer. Somebody known has their tries kept."""

from __future__ import annotations

import time
from typing import Any

from litestar import Controller, Request, get, post
from litestar.datastructures.state import State
from litestar.params import FromPath, JSONBody

from emberstacks.games import GAMES
from emberstacks.puzzles import Puzzle, of_the_day, puzzles_of, today
from emberstacks.puzzles.grade import cost, grade
from emberstacks.puzzles.progress import Try, another, answered, rating_of, streak
from emberstacks.server.learning import seats, update
from emberstacks.server.people import person_of
from emberstacks.server.protocol import (
    Person,
    PuzzleAnswer,
    PuzzleChoice,
    PuzzleGrade,
    PuzzleProgress,
    PuzzleScene,
    Reason,
)
from emberstacks.server.trouble import TROUBLES, bad_request, not_found

Asking = Request[Any, Any, Any]


def find(game: str, number: int) -> Puzzle:
    """A puzzle; 0 stands for that of today."""
    known = puzzles_of(game) if game in GAMES else {}
    found = known.get(number or of_the_day(game, today())) if known else None
    if found is None:
        raise not_found("There is no such puzzle.")
    return found


async def past(request: Asking, game: str) -> tuple[Person | None, list[Try]]:
    """Who asks, and what they have tried before."""
    person = await person_of(request, request.app.state.store)
    return person, await request.app.state.store.puzzle_tries(person.id, game) if person is not None else []


def progress(tries: list[Try], person: Person | None) -> PuzzleProgress:
    tried = len({one.number for one in tries})
    return PuzzleProgress(rating=rating_of(tries), streak=streak(tries, today()), tried=tried, kept=person is not None)


class Puzzles(Controller):
    """Positions with one best choice."""

    path = "/api/puzzles"
    tags = ("puzzles",)

    @get("/{game:str}/{number:int}", summary="A puzzle, or with the number 0 the one of today", responses=TROUBLES)
    async def at(self, game: FromPath[str], number: FromPath[int], request: Asking) -> PuzzleScene:
        one = find(game, number)
        person, tries = await past(request, game)
        match = one.match()
        return PuzzleScene(
            number=one.number,
            count=len(puzzles_of(game)),
            daily=one.number == of_the_day(game, today()),
            rating=one.rating,
            you=one.seat,
            seats=seats(match),
            options=match.options,
            update=update(match, one.seat, 0, asks=True, version=one.number),
            progress=progress(tries, person),
        )

    @post("/{game:str}/{number:int}", summary="Answer a puzzle", status_code=200, responses=TROUBLES)
    async def answer(
        self, game: FromPath[str], number: FromPath[int], data: JSONBody[PuzzleAnswer], request: Asking, state: State
    ) -> PuzzleGrade:
        one = find(game, number)
        if data.choice not in one.losses:
            raise bad_request("bad-choice", "That is not one of the choices.")
        person, tries = await past(request, game)
        now, given = today(), grade(one, data.choice)
        if (new := answered(tries, one, given, now)) is not None:
            tries.append(new)
            if person is not None:
                await state.store.keep_try(person.id, game, new, time.time())
        best = one.best
        choices = [
            PuzzleChoice(
                text=choice.text,
                label=choice.label,
                best=choice.text == best,
                words=cost(one.losses[choice.text], one.in_points),
            )
            for choice in sorted(one.choices(), key=lambda choice: one.losses[choice.text])
        ]
        return PuzzleGrade(
            grade=given.name,
            solved=given.solved,
            words=given.words,
            why=one.why,
            choices=choices,
            progress=progress(tries, person),
            another=another(game, tries, now, one.number),
        )

    @post("/{game:str}/{number:int}/why", summary="Why not?", status_code=200, sync_to_thread=True, responses=TROUBLES)
    def why(self, game: FromPath[str], number: FromPath[int], data: JSONBody[PuzzleAnswer]) -> Reason:
        one = find(game, number)
        message, clause = one.match().why_not(data.choice, one.seat)
        return Reason(choice=data.choice, message=message, clause=clause)
