"""Puzzles over HTTP: a position as its seat sees it, and a grade for the answer. Somebody known has
their tries kept.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from emberstacks.games import GAMES
from emberstacks.kernel.match import Match
from emberstacks.protocol import (
    Person,
    PuzzleAnswer,
    PuzzleGrade,
    PuzzleScene,
    Reason,
    ReviewInfo,
)
from emberstacks.puzzles import Puzzle, of_the_day, puzzles_of, today
from emberstacks.puzzles.grade import grade
from emberstacks.puzzles.mistakes import mistakes, with_loss
from emberstacks.puzzles.progress import Try, another, answered
from emberstacks.server import clock
from emberstacks.server.errors import TableTrouble, bad_request, conflict, forbidden, not_found
from emberstacks.server.people.accounts import person_of
from emberstacks.server.services import Services, services_of
from emberstacks.server.tables.access import find as find_table
from emberstacks.server.tables.access import played
from emberstacks.server.tables.lane import Piece
from emberstacks.server.wire.leaving import while_here
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.told.puzzles import graded, progress, puzzle_scene
from emberstacks.told.updates import reason

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
    store = services_of(request.app).store
    person = await person_of(request, store)
    return person, await store.puzzle_tries(person.id, game) if person is not None else []


class Puzzles(Controller):
    """Positions with one best choice."""

    path = "/api/puzzles"
    tags = ("puzzles",)

    @get(
        "/{game:str}/{number:int}",
        summary="A puzzle, or with the number 0 the one of today",
        responses=TROUBLES,
    )
    async def at(self, game: FromPath[str], number: FromPath[int], request: Asking) -> PuzzleScene:
        one = find(game, number)
        person, tries = await past(request, game)
        daily = one.number == of_the_day(game, today())
        standing = progress(tries, today(), kept=person is not None)
        return puzzle_scene(one, [], len(puzzles_of(game)), daily, standing)

    @post(
        "/{game:str}/{number:int}", summary="Answer a puzzle", status_code=200, responses=TROUBLES
    )
    async def answer(
        self,
        game: FromPath[str],
        number: FromPath[int],
        data: JSONBody[PuzzleAnswer],
        request: Asking,
        services: NamedDependency[Services],
    ) -> PuzzleGrade:
        one = find(game, number)
        if data.choice not in one.losses:
            raise bad_choice()
        person, tries = await past(request, game)
        now, given = today(), grade(one, data.choice)
        if (new := answered(tries, one, given, now)) is not None:
            tries.append(new)
            if person is not None:
                await services.store.keep_try(person.id, game, new, clock.now())
        standing = progress(tries, now, kept=person is not None)
        return graded(one, data.choice, standing, another(game, tries, now, one.number))

    @post(
        "/{game:str}/{number:int}/why",
        summary="Why not?",
        status_code=200,
        sync_to_thread=True,
        responses=TROUBLES,
    )
    def why(
        self, game: FromPath[str], number: FromPath[int], data: JSONBody[PuzzleAnswer]
    ) -> Reason:
        one = find(game, number)
        return reason(one.match(), one.seat, data.choice)


class Mistakes(Controller):
    """A person's own costliest decisions of a finished game as puzzles, once it has its review."""

    path = "/api/mistakes"
    tags = ("puzzles",)

    @get("/{table:str}/{number:int}", summary="One of my costliest decisions", responses=TROUBLES)
    async def at(
        self,
        table: FromPath[str],
        number: FromPath[int],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> PuzzleScene:
        match, found = await own_mistakes(services, table, person)
        return puzzle_scene(chosen(found, number), list(match.names), len(found), False, None)

    @post("/{table:str}/{number:int}", summary="Decide again", status_code=200, responses=TROUBLES)
    async def answer(
        self,
        table: FromPath[str],
        number: FromPath[int],
        data: JSONBody[PuzzleAnswer],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
        request: Asking,
    ) -> PuzzleGrade:
        _, found = await own_mistakes(services, table, person)
        one = chosen(found, number)
        choices = one.choices()
        if data.choice not in [choice.text for choice in choices]:
            raise bad_choice()
        if data.choice not in one.losses:
            piece = Piece("mistakes", services.thinking.asker(person.id))
            question = (table, one.at, one.seat, f"{data.choice} or {one.best}")
            view = one.match().view(one.seat)
            loss = await while_here(
                request,
                services.thinking.loss(
                    piece, question, view, choices, data.choice, one.best, one.at
                ),
            )
            one = with_loss(one, data.choice, loss)
        return graded(one, data.choice, None, number + 1 if number < len(found) else 0)

    @post("/{table:str}/{number:int}/why", summary="Why not?", status_code=200, responses=TROUBLES)
    async def why(
        self,
        table: FromPath[str],
        number: FromPath[int],
        data: JSONBody[PuzzleAnswer],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> Reason:
        one = chosen((await own_mistakes(services, table, person))[1], number)
        return reason(one.match(), one.seat, data.choice)


async def own_mistakes(
    services: Services, table: str, person: Person
) -> tuple[Match, list[Puzzle]]:
    """The finished game and what its review says a person could have done better there."""
    live = await find_table(services, table)
    match = played(live)
    seat = live.seat_of(person.id)
    if seat is None:
        raise forbidden("not-seated", "This is not one of your games.")
    kept = await services.store.review(table)
    if kept is None:
        raise conflict("no-review", "Review the game first; then you can decide again.")
    sides = msgspec.json.decode(kept, type=ReviewInfo).sides
    return match, mistakes(match, [one for side in sides for one in side.decisions], seat)


def chosen(found: list[Puzzle], number: int) -> Puzzle:
    if not 1 <= number <= len(found):
        raise not_found(
            "There is no such decision. If the review found no mistake of yours, well played!"
        )
    return found[number - 1]


def bad_choice() -> TableTrouble:
    return bad_request("bad-choice", "That is not one of the choices.")
