"""Lessons over HTTP: every request says where the learner is, and nothing is kept here."""

from __future__ import annotations

from litestar import Controller, post
from litestar.params import FromPath, JSONBody

from emberstacks.games import GAMES
from emberstacks.lessons import lesson, numbers_of
from emberstacks.lessons.play import Scene, scene
from emberstacks.protocol import LessonPlace, LessonQuestion, LessonScene, Reason
from emberstacks.server.errors import not_found
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.told.lessons import lesson_scene
from emberstacks.told.updates import reason


def moment(game: str, number: int, place: LessonPlace) -> Scene:
    if game not in GAMES or number not in numbers_of(game):
        raise not_found("There is no such lesson.")
    return scene(lesson(game, number), place.stop, place.tried)


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
        return lesson_scene(moment(game, number, data))

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
        return reason(shown.match, shown.lesson.learner, data.choice)
