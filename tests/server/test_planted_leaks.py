"""Leaks planted on purpose: the checker of test_wire_secrecy notices each, so that one that nobody
planted is noticed too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from emberstacks.kernel.codec import TRUTH
from emberstacks.kernel.match import Match
from emberstacks.protocol import ChatLine, Reason, Refused, TableInfo, Update
from emberstacks.server import clock
from emberstacks.server.errors import TableTrouble
from emberstacks.server.tables import access, live, play, played, socket, telling
from emberstacks.server.tables.live import LiveTable
from tests.server.test_draft_secrecy import check_drafts, moments
from tests.server.test_wire_secrecy import Leak, check, one_moment

__all__ = ["moments", "one_moment"]


def next_seat(seat: int | None) -> int:
    return 0 if seat is None else (seat + 1) % 3


def leak_events(monkeypatch: pytest.MonkeyPatch) -> None:
    events = Match.events
    monkeypatch.setattr(
        Match, "events", lambda self, seat, since=0: events(self, next_seat(seat), since)
    )


def leak_view(monkeypatch: pytest.MonkeyPatch) -> None:
    view = Match.view
    monkeypatch.setattr(
        Match,
        "view",
        lambda self, seat, facts=False: view(self, next_seat(seat), facts) | {"seat": seat},
    )


def leak_record(monkeypatch: pytest.MonkeyPatch) -> None:
    record = Match.record
    monkeypatch.setattr(Match, "record", lambda self, _seat=TRUTH: record(self))


def leak_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = live.refused

    def with_hands(
        table: LiveTable,
        seat: int | None,
        code: Any,
        message: str,
        clause: str = "",
        legal: list[str] | None = None,
    ) -> Refused:
        hands = json.dumps(table.match.to_json()["state"]) if table.match is not None else ""
        return refused(table, seat, code, message + hands, clause, legal)

    monkeypatch.setattr(play, "refused", with_hands)


def leak_chat(monkeypatch: pytest.MonkeyPatch) -> None:
    tell = telling.line

    def with_hands(table: LiveTable, line: ChatLine) -> None:
        line.text += json.dumps(table.match.to_json()["state"]) if table.match is not None else ""
        tell(table, line)

    monkeypatch.setattr(telling, "line", with_hands)


def truth(match: Match | None) -> int:
    """A number that depends on everything, hidden things above all."""
    text = json.dumps(match.to_json()["state"]) if match is not None else ""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4])


def change_updates(monkeypatch: pytest.MonkeyPatch, change: Callable[[Update, int], None]) -> None:
    """Every update is changed by what nobody may know."""
    update = LiveTable.update

    def changed(self: LiveTable, seat: int | None, known_events: int) -> Update:
        made = update(self, seat, known_events)
        change(made, truth(self.match))
        return made

    monkeypatch.setattr(LiveTable, "update", changed)


def leak_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a hidden answer counted at once."""

    def change(update: Update, secret: int) -> None:
        update.version += secret % 2

    change_updates(monkeypatch, change)


def leak_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(update: Update, secret: int) -> None:
        update.deadline += secret % 7 / 1000

    change_updates(monkeypatch, change)


def leak_order_of_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(update: Update, secret: int) -> None:
        update.choices.sort(
            key=lambda choice: hashlib.sha256(f"{choice.text} {secret}".encode()).digest()
        )

    change_updates(monkeypatch, change)


def leak_label_of_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(update: Update, secret: int) -> None:
        for choice in update.choices:
            choice.label += " " * (secret % 3)

    change_updates(monkeypatch, change)


def leak_question(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(update: Update, secret: int) -> None:
        update.question += "?" * (secret % 2)

    change_updates(monkeypatch, change)


def leak_undo(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(update: Update, secret: int) -> None:
        update.can_undo = bool(secret % 2)

    change_updates(monkeypatch, change)


def leak_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(update: Update, secret: int) -> None:
        update.can_hint = bool(secret % 2)

    change_updates(monkeypatch, change)


def leak_one_message_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """How often something is told tells something, too."""
    tell = telling.game

    def twice(table: LiveTable, only: int | None = None) -> None:
        tell(table, only)
        if truth(table.match) % 2:
            tell(table, only)

    monkeypatch.setattr(telling, "game", twice)


def leak_table(monkeypatch: pytest.MonkeyPatch) -> None:
    info = LiveTable.info

    def changed(self: LiveTable) -> TableInfo:
        made = info(self)
        made.title = str(truth(self.match))
        return made

    monkeypatch.setattr(LiveTable, "info", changed)


def leak_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    after = Match.after
    monkeypatch.setattr(Match, "after", lambda self, answers: Telling(after(self, answers)))


class Telling:
    """A match that shows somebody else's hand."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)

    def view(self, seat: int | None, facts: bool = False) -> dict[str, Any]:
        return self.match.view(next_seat(seat), facts) | {"seat": seat}


def leak_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page is refused with depends on the truth."""
    known: list[Match] = []
    find_played = access.played

    def remembered(table: LiveTable) -> Match:
        match = find_played(table)
        known[:] = [match]
        return match

    def forbidden(code: str, message: str) -> TableTrouble:
        return TableTrouble(403, code, f"{message} {truth(known[0]) if known else 0}")

    monkeypatch.setattr(played, "played", remembered)
    monkeypatch.setattr(access, "forbidden", forbidden)


def draft_in_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    refused = live.refused

    def with_version(table: LiveTable, seat: int | None, *what: Any) -> Refused:
        made = refused(table, seat, *what)
        made.version = table.version
        return made

    monkeypatch.setattr(play, "refused", with_version)


def draft_in_what_is_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveTable, "known_version", lambda self, _seat: self.version)


def draft_in_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    deadline = LiveTable.deadline
    monkeypatch.setattr(LiveTable, "deadline", lambda self, _seat=TRUTH: deadline(self))


def draft_in_the_order_of_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    made = play.move_of
    monkeypatch.setattr(
        play, "move_of", lambda table, after, rows, _only=None: made(table, after, rows)
    )


def draft_in_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "reason", telling_reason)


def telling_reason(table: LiveTable, seat: int, choice: str) -> Reason:
    """As if the step of the draft answered."""
    assert table.match is not None
    message, clause = table.match.why_not(choice, seat)
    return Reason(choice=choice, message=message, clause=f"{clause}{len(table.match.answers())}")


def draft_in_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        play.Play, "took", lambda self, _table, seconds: self.figures.moves.observe(seconds)
    )


def draft_when_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a draft that was taken back whole were settled."""
    reached = LiveTable.reached

    def settled(self: LiveTable, version: int, at: float, drafter: int | None = None) -> None:
        reached(
            self,
            version,
            at,
            drafter if self.match is not None and self.match.drafted(None) else None,
        )

    monkeypatch.setattr(LiveTable, "reached", settled)


DRAFT_LEAKS = [value for name, value in list(globals().items()) if name.startswith("draft_")]
LEAKS = [value for name, value in list(globals().items()) if name.startswith("leak_")]


def test_there_are_at_least_ten() -> None:
    assert len(LEAKS) >= 10


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Any
) -> None:
    leak(monkeypatch)
    with pytest.raises(Leak):
        check(tmp_path, "librarians", 3, 0, seed=3)


@pytest.mark.parametrize("leak", DRAFT_LEAKS)
def test_a_draft_that_tells_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Any, moments: list[float]
) -> None:
    monkeypatch.setattr(clock, "now", lambda: moments[0])
    leak(monkeypatch)
    with pytest.raises(Leak):
        check_drafts(tmp_path, "librarians", None if leak is draft_in_deadlines else 1, moments)
