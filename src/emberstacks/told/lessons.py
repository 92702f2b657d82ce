"""Lessons as they are told. Nothing hidden can leak: the lesson says what chance and the others do,
and off its script a fixed seed decides.
"""

from __future__ import annotations

from emberstacks.lessons.play import Scene
from emberstacks.protocol import LessonScene, Update
from emberstacks.told.updates import events, seats, update

STEPS = 100  # more than anybody can try at one stop: versions tell all moments apart


def lesson_scene(shown: Scene) -> LessonScene:
    """A moment of a lesson."""
    here, match, learner = shown.here, shown.match, shown.lesson.learner
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
        you=learner,
        seats=seats(match),
        options=match.options,
        updates=updates(shown),
        events=events(match, learner),
    )


def updates(shown: Scene) -> list[Update]:
    """One for each answer since the previous moment; the first moment of a lesson has one as well."""
    learner = shown.lesson.learner
    film = shown.film if len(shown.film) == 1 else shown.film[1:]
    before = shown.film[0].event_count(learner) if shown.stop or shown.tried else 0
    version = (shown.stop + 1) * STEPS * STEPS + len(shown.tried) * STEPS
    made = []
    for k, match in enumerate(film):
        asks = match is shown.match and shown.moves  # only the last one
        offered = match.legal(learner) if asks else []
        made.append(update(match, learner, before, version=version + k, offered=offered))
        before = match.event_count(learner)
    return made
