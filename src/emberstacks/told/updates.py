"""A game as one seat may know it, at a table, in a lesson and in a puzzle: the only way anything
about a match is told.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from emberstacks.kernel.game import Game
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import Choice, named
from emberstacks.protocol import (
    ChoiceInfo,
    EventInfo,
    Frame,
    LabelInfo,
    NeutralBoard,
    PieceOf,
    Reason,
    SeatInfo,
    Update,
)
from emberstacks.told.neutral import neutral_board
from emberstacks.told.screens import on_screen


def update(
    match: Match,
    seat: int | None,
    known_events: int,
    *,
    version: int,
    offered: Sequence[Choice],
    late: Collection[int] = (),
    can_undo: bool = False,
    can_hint: bool = False,
    deadline: float = 0.0,
    since: float = 0.0,
    now: float = 0.0,
) -> Update:
    """The game as a seat sees it, which may choose from what is offered, and the events that it
    does not know yet; `late` are the numbers of those that a clock began.
    """
    known = min(known_events, match.event_count(seat))
    view = match.view(seat, facts=True)
    return Update(
        version=version,
        view=on_screen(match.game, view),
        question=named(view["question"], match.names),
        clause=view["clause"],
        choices=[choice_info(match, choice) for choice in offered],
        events_from=known,
        events=events(match, seat, known, late),
        can_undo=can_undo,
        can_hint=can_hint,
        window=match.window,
        deadline=deadline,
        since=since,
        result=match.result.summary if match.result else "",
        now=now,
        board=undrawn(match, view, offered),
    )


def frame(match: Match, answers: int, seat: int | None, known: int) -> Frame:
    """The game as a seat saw it after some of the answers that it knows, with all events until
    then.
    """
    then = match.after(answers)
    view = then.view(seat, facts=True)
    return Frame(
        answers=answers,
        of=known,
        view=on_screen(then.game, view),
        events=events(then, seat),
        question=then.question,
        clause=then.clause,
        result=then.result.summary if then.result else "",
        board=undrawn(then, view, []),
    )


def events(
    match: Match, seat: int | None, known: int = 0, late: Collection[int] = ()
) -> list[EventInfo]:
    """What has happened since, as a seat may know it; if the clock decided, it says so."""
    return [
        EventInfo(
            kind=event["kind"],
            args=event["args"],
            text=event["text"] + (" (the time was up)" if number in late else ""),
            because=event.get("because", ""),
        )
        for number, event in enumerate(match.events(seat, known), known)
    ]


def choice_info(match: Match, choice: Choice) -> ChoiceInfo:
    return ChoiceInfo(
        code=choice.code,
        text=choice.text,
        label=choice.label,
        parts=LabelInfo(**choice.parts._asdict()),
        clause=choice.clause,
        pieces=[PieceOf(kind=kind, number=number) for kind, number in choice.pieces],
        brings=match.brings(choice),
    )


@lru_cache(maxsize=64)
def has_screen(game: Game) -> bool:
    """Has somebody drawn a board for this game? Then its box says what is printed on the pieces."""
    return bool(game.printed())


def undrawn(match: Match, view: dict[str, Any], choices: Sequence[Choice]) -> NeutralBoard | None:
    """The neutral board of a game that nobody has drawn, as a seat sees it who can answer this."""
    return None if has_screen(match.game) else neutral_board(match.game, view, match.names, choices)


def reason(match: Match, seat: int, choice: str) -> Reason:
    """Why a seat cannot give an answer now; tells nothing that it could not learn by trying."""
    message, clause = match.known_to(seat).why_not(choice, seat)
    return Reason(choice=choice, message=message, clause=clause)


def seats(match: Match) -> list[SeatInfo]:
    """Who sits where, if they are all only names."""
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
