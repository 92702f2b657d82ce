"""Lessons over HTTP: every request says where the learner is, and nothing is kept here.

Nothing hidden can leak: the lesson says what chance and the others do, and off its script a fixed
seed decides.
"""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import FromPath, JSONBody

from emberstacks.games import GAMES
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import named
from emberstacks.lessons import lesson, numbers_of
from emberstacks.lessons.play import Scene, scene
from emberstacks.server.protocol import (
    EventInfo,
    LessonPlace,
    LessonQuestion,
    LessonScene,
    Reason,
    SeatInfo,
    Update,
)
from emberstacks.server.tables.live import choice_info, undrawn
from emberstacks.server.tables.screens import on_screen
from emberstacks.server.wire.trouble import TROUBLES, not_found

STEPS = 100  # more than anybody can try at one stop: versions tell all moments apart


def moment(game: str, number: int, place: LessonPlace) -> Scene:
    if game not in GAMES or number not in numbers_of(game):
        raise not_found("There is no such lesson.")
    return scene(lesson(game, number), place.stop, place.tried)


def told(match: Match, seat: int, since: int) -> list[EventInfo]:
    return [
        EventInfo(kind=one["kind"], args=one["args"], text=one["text"])
        for one in match.events(seat, since)
    ]


def update(match: Match, seat: int, since: int, asks: bool, version: int) -> Update:
    """The game as a learner sees it, who may be asked for an answer."""
    view = match.view(seat, facts=True)
    offered = match.legal(seat) if asks else []
    return Update(
        version=version,
        view=on_screen(match.game, view),
        question=named(view["question"], match.names),
        clause=view["clause"],
        choices=[choice_info(match, choice) for choice in offered],
        events_from=since,
        events=told(match, seat, since),
        can_undo=False,
        can_hint=False,
        window=match.window,
        deadline=0.0,
        since=0.0,
        result=match.result.summary if match.result else "",
        board=undrawn(match, view, offered),
    )


def updates(shown: Scene) -> list[Update]:
    """One for each answer since the previous moment; the first moment of a lesson has one as well."""
    film = shown.film if len(shown.film) == 1 else shown.film[1:]
    before = shown.film[0].event_count(shown.lesson.learner) if shown.stop or shown.tried else 0
    version = (shown.stop + 1) * STEPS * STEPS + len(shown.tried) * STEPS
    made = []
    for k, match in enumerate(film):
        asks = match is shown.match and shown.moves  # only the last one
        made.append(update(match, shown.lesson.learner, before, asks, version + k))
        before = match.event_count(shown.lesson.learner)
    return made


def seats(match: Match) -> list[SeatInfo]:
    return [
        SeatInfo(
            seat=k,
            kind="person",
            name=name,
            bot="",
            person="",
            connected=True,
            stand_in=False,
            wants_end=False,
        )
        for k, name in enumerate(match.names[: match.players])
    ]


class Lessons(Controller):
    """Learning by playing."""

    path = "/api/lessons"
    tags = ("lessons",)

    @post(
        "/{game:str}/{number:int}",
        summary="A moment of a lesson",
        status_code=200,
        sync_to_thread=True,
        responses=TROUBLES,
    )
    def at(
        self, game: FromPath[str], number: FromPath[int], data: JSONBody[LessonPlace]
    ) -> LessonScene:
        shown = moment(game, number, data)
        here, match = shown.here, shown.match
        return LessonScene(
            title=shown.lesson.title,
            stop=shown.stop,
            stops=len(shown.lesson.stops),
            words=shown.words,
            clause=here.clause,
            glow=shown.glow,
            moves=shown.moves,
            wanted="" if shown.tried else here.wanted,
            points=shown.points,
            others=shown.others(),
            you=shown.lesson.learner,
            seats=seats(match),
            options=match.options,
            updates=updates(shown),
            events=told(match, shown.lesson.learner, 0),
        )

    @post(
        "/{game:str}/{number:int}/why",
        summary="Why not?",
        status_code=200,
        sync_to_thread=True,
        responses=TROUBLES,
    )
    def why(
        self, game: FromPath[str], number: FromPath[int], data: JSONBody[LessonQuestion]
    ) -> Reason:
        shown = moment(game, number, data)
        message, clause = shown.match.why_not(data.choice, shown.lesson.learner)
        return Reason(choice=data.choice, message=message, clause=clause)
