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
from emberstacks.puzzles import Puzzle, of_the_day, puzzles_of, today
from emberstacks.puzzles.grade import cost, grade
from emberstacks.puzzles.mistakes import mistakes, with_loss
from emberstacks.puzzles.progress import Try, another, answered, rating_of, streak
from emberstacks.server import clock
from emberstacks.server.learning.lessons import seats, update
from emberstacks.server.people.accounts import person_of
from emberstacks.server.protocol import (
    Person,
    PuzzleAnswer,
    PuzzleChoice,
    PuzzleGrade,
    PuzzleProgress,
    PuzzleScene,
    Reason,
    ReviewInfo,
)
from emberstacks.server.services import Services, services_of
from emberstacks.server.tables.access import find as find_table
from emberstacks.server.tables.access import played
from emberstacks.server.tables.lane import Piece
from emberstacks.server.wire.leaving import while_here
from emberstacks.server.wire.trouble import (
    TROUBLES,
    TableTrouble,
    bad_request,
    conflict,
    forbidden,
    not_found,
)

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


def progress(tries: list[Try], person: Person | None) -> PuzzleProgress:
    tried = len({one.number for one in tries})
    return PuzzleProgress(
        rating=rating_of(tries), streak=streak(tries, today()), tried=tried, kept=person is not None
    )


def scene(
    one: Puzzle, names: list[str], count: int, daily: bool, standing: PuzzleProgress | None
) -> PuzzleScene:
    """A puzzle as its seat sees it."""
    match = one.match()
    match.names = names or match.names
    return PuzzleScene(
        game=one.game,
        number=one.number,
        count=count,
        daily=daily,
        rating=one.rating,
        note=one.note,
        you=one.seat,
        seats=seats(match),
        options=match.options,
        update=update(match, one.seat, 0, asks=True, version=one.number),
        progress=standing,
    )


def graded(one: Puzzle, choice: str, standing: PuzzleProgress | None, another: int) -> PuzzleGrade:
    """What an answer is worth, beside all others whose worth is known."""
    given, best = grade(one, choice), one.best
    known = [other for other in one.choices() if other.text in one.losses]
    return PuzzleGrade(
        grade=given.name,
        solved=given.solved,
        words=given.words,
        why=one.why,
        choices=[
            PuzzleChoice(
                text=other.text,
                label=other.label,
                best=other.text == best,
                words=cost(one.losses[other.text], one.in_points),
            )
            for other in sorted(known, key=lambda other: one.losses[other.text])
        ],
        progress=standing,
        another=another,
    )


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
        return scene(one, [], len(puzzles_of(game)), daily, progress(tries, person))

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
        return graded(
            one, data.choice, progress(tries, person), another(game, tries, now, one.number)
        )

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
        message, clause = one.match().why_not(data.choice, one.seat)
        return Reason(choice=data.choice, message=message, clause=clause)


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
        return scene(chosen(found, number), list(match.names), len(found), False, None)

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
        message, clause = one.match().why_not(data.choice, one.seat)
        return Reason(choice=data.choice, message=message, clause=clause)


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
