"""Snapshots of matches, so that a long game does not have to be replayed from its start. The log
stays the truth.

A snapshot can always be thrown away. If it is damaged, comes from another version of the program or
does not fit the log, it is ignored, and the log is replayed from its start.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Sequence

import emberstacks
from emberstacks.kernel.match import Match
from emberstacks.kernel.snapshot import restored, snapshot
from emberstacks.server.store.log import UNDO
from emberstacks.server.store.rows import LogRow
from emberstacks.server.tables.live import LiveTable

log = logging.getLogger("emberstacks.snapshots")

EVERY = 64  # entries of the log
FORMAT = 1


def wanted(live: LiveTable) -> bool:
    """Is the game long enough by now, and at a point that everybody knows?"""
    match = live.match
    if match is None or live.drafter is not None or match.sealed():
        return False
    return live.version - live.kept >= EVERY or (
        match.over and live.version - live.kept >= EVERY // 4
    )


def taken(live: LiveTable) -> str:
    """The snapshot of a table as the database keeps it."""
    assert live.match is not None
    body = {
        "made_by": made_by(),
        "version": live.version,
        "answers": digest(live.match.answers()),
        "by_clock": sorted(live.by_clock),
        "match": snapshot(live.match),
    }
    text = json.dumps(body, separators=(",", ":"))
    return f"{hashlib.sha256(text.encode()).hexdigest()} {text}"


def made_by() -> str:
    return f"{FORMAT} {emberstacks.VERSION}"


def digest(answers: Sequence[tuple[int, int]]) -> str:
    return hashlib.sha256(json.dumps(list(answers)).encode()).hexdigest()


def put_back(live: LiveTable, start: Match, rows: list[LogRow], text: str) -> list[LogRow]:
    """Start from a snapshot, if it can be trusted; returns the rest of the log."""
    checksum, _, body = text.partition(" ")
    if hashlib.sha256(body.encode()).hexdigest() != checksum:
        log.warning("the snapshot of table %s is damaged; replaying its log instead", live.id)
        return rows
    data = json.loads(body)
    version = data["version"]
    covered = [row for row in rows if row.version <= version]
    answers = answers_of(covered)
    if (
        data["made_by"] != made_by()
        or not covered
        or covered[-1].version != version
        or data["answers"] != digest(answers)
    ):
        return rows
    try:
        live.match = restored(start, answers, data["match"])
    except Exception:
        log.exception("the snapshot of table %s cannot be used; replaying its log instead", live.id)
        return rows
    live.by_clock = set(data["by_clock"])
    live.kept = version
    live.reached(version, covered[-1].at)
    return rows[len(covered) :]


def answers_of(rows: Sequence[LogRow]) -> list[tuple[int, int]]:
    """The answers in the log that were not taken back."""
    answers: list[tuple[int, int]] = []
    for row in rows:
        if row.kind == UNDO:
            answers.pop()
        else:
            answers.append((row.seat, row.code))
    return answers
