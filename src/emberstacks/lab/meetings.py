"""A tournament's file: one row per meeting of two bots, so that it can continue where it stopped."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Final

from emberstacks.lab.results import BadResults, RowFile
from emberstacks.lab.tournament import Duel, Meeting, in_order, names

COLUMNS: Final = ["seed", "game", "rules", "options", "players", "bot", "against", "share", "lead"]


class Meetings(RowFile):
    """The meetings of a tournament so far."""

    what = "meetings"

    def __init__(self, path: Path, pairs: list[list[Meeting]]) -> None:
        self.places = in_order(pairs)
        self.pairs = [list(names(pair[0])) for pair in pairs]
        self.done: list[tuple[float, float]] = []  # share and lead
        super().__init__(path, COLUMNS)

    def check(self, number: int, row: list[str]) -> None:
        heading = heading_of(self.places[min(self.rows, len(self.places) - 1)][1])
        if row[1:5] != heading[1:5] or row[5:7] not in self.pairs:
            raise BadResults(
                f"{self.path} holds meetings of {' '.join(row[1:7])}, not of this tournament. Name"
                " another file with --out."
            )
        if self.rows == len(self.places):
            raise BadResults(
                f"{self.path} already has more seeds than you want. Name another file with --out."
            )
        if row[:7] != heading:
            raise self.damaged(number)
        try:
            self.done.append((float(row[7]), float(row[8])))
        except ValueError:
            raise self.damaged(number) from None

    def expected(self) -> str:
        seed, *_, one, other = heading_of(self.places[min(self.rows, len(self.places) - 1)][1])
        return f"seed {seed}, {one} against {other}"

    def keep(self, duel: Duel) -> None:
        """Write the last meeting of a duel."""
        self.append(row_of(self.places[self.rows][1], duel.shares[-1], duel.leads[-1]))


def heading_of(meeting: Meeting) -> list[str]:
    """What comes before the result in the row of a meeting."""
    plan = meeting[0]
    return [str(plan.first_seed), *plan.fixed()[:3], str(plan.players), *names(meeting)]


def row_of(meeting: Meeting, share: float, lead: float) -> str:
    """A meeting and its result as a line."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([*heading_of(meeting), share, lead])
    return text.getvalue()
