"""Points and Time: how they are counted, gained and spent (§2.3, §2.4, §4.8)."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.alexandria import vocabulary as v
from emberstacks.games.alexandria.components import AXIS, COLLECTION_COUNT
from emberstacks.games.alexandria.news import News, reason
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import how_many
from emberstacks.kernel.notation import mark


@final
class PointsChanged(News):
    """§4.8 Somebody gains or loses points."""

    kind: ClassVar[str] = "points"

    def note(self, s: Alexandria, seat: i64, points: i64, cause: i64) -> None:
        if s.log is not None:
            change = f"{'gains' if points > 0 else 'loses'} {max(points, -points)}"
            one = "point" if points * points == 1 else "points"
            self.tell(
                s,
                f"{mark(seat)} {change} {one}{reason(s.box, cause, points > 0)}.",
                [seat, points],
                cause,
            )


@final
class TimeChanged(News):
    """§2.4 An effect moves a Time token."""

    kind: ClassVar[str] = "time"

    def note(self, s: Alexandria, seat: i64, change: i64, cause: i64) -> None:
        if s.log is not None:
            verb = (
                f"{'loses' if change < 0 else 'gains'} {max(change, -change)}"
                f" Time{reason(s.box, cause, change > 0)}"
            )
            self.tell(
                s,
                f"{mark(seat)} {verb} and is on {s.time[seat]}.",
                [seat, change, s.time[seat]],
                cause,
            )


@final
class TimeSpent(News):
    """§2.1 Somebody pays for an action."""

    kind: ClassVar[str] = "spend"

    def note(self, s: Alexandria, seat: i64, spaces: i64) -> None:
        if s.log is not None:
            self.tell(
                s,
                f"{mark(seat)} spends {spaces} Time and is on {s.time[seat]}.",
                [seat, spaces, s.time[seat]],
            )


POINTS_CHANGED: Final = PointsChanged()
TIME_CHANGED: Final = TimeChanged()
TIME_SPENT: Final = TimeSpent()


def tally(s: Alexandria, seat: i64, count: i64, of: i64) -> i64:
    """§4.8 How many of what a verb counts this seat has."""
    found: i64 = 0
    k: i64
    if count == v.ONCE:
        found = 1
    elif count == v.RESCUE_CARDS:
        found = s.rescue_count(seat, of)
    elif count == v.DISTINCT_TRAIT:
        for k in range(of * AXIS, (of + 1) * AXIS):
            if s.rescued[seat] & s.box.axis_masks[k] != 0:
                found += 1
    else:
        for k in range(COLLECTION_COUNT):
            if how_many(s.rescued[seat] & s.box.collection_masks[k]) >= 2:
                found += 1
    return found


def ranked(s: Alexandria, rank: i64, count: i64, of: i64) -> i64:
    """§4.8 The mask of the seats with the most, or the fewest; everybody who is tied counts."""
    best = tally(s, 0, count, of)
    seats: i64 = 0
    seat: i64
    for seat in range(s.seats):
        found = tally(s, seat, count, of)
        if found != best and (found > best) == (rank == v.MOST):
            best = found
            seats = 0
        if found == best:
            seats |= 1 << seat
    return seats


def gain(s: Alexandria, seat: i64, points: i64, cause: i64) -> None:
    """§4.8 Gain or lose points, because of some card; nobody has fewer than 0."""
    before = s.points[seat]
    s.points[seat] = max(before + points, 0)
    # §1.12: a smaller loss would give away an empty screen
    told = points if s.hidden_totals else s.points[seat] - before
    if told != 0:
        POINTS_CHANGED.note(s, seat, told, cause)


def shift_time(s: Alexandria, seat: i64, spaces: i64, cause: i64) -> None:
    """§2.4 Time gained or lost by an effect, because of some card."""
    before = s.time[seat]
    move_token(s, seat, spaces)
    if s.time[seat] != before:
        TIME_CHANGED.note(s, seat, s.time[seat] - before, cause)


def spend_time(s: Alexandria, seat: i64, spaces: i64) -> None:
    """§2.1 Time paid for an action."""
    move_token(s, seat, -spaces)
    TIME_SPENT.note(s, seat, spaces)


def move_token(s: Alexandria, seat: i64, spaces: i64) -> None:
    """§2.4 A token never goes beyond the ends of the track; §2.3 it goes on top, or stays if it
    cannot move.
    """
    space = min(max(s.time[seat] + spaces, 0), s.box.max_time)
    if space != s.time[seat]:
        s.time[seat] = space
        k: i64 = 0
        while s.track[k] != seat:
            k += 1
        while k < s.seats - 1:
            s.track[k] = s.track[k + 1]
            k += 1
        s.track[k] = seat
