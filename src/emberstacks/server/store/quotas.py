"""The counts behind the limits, in SQL: one row for everyone who was active lately, shared by all
processes.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from emberstacks.server.limits import Quota
from emberstacks.server.store.schema import quotas


def read(db: Connection, key: str) -> tuple[float, int]:
    """Until when a key is used up, and how often it was counted, locked until this transaction
    ends.
    """
    row = db.execute(select(quotas).where(quotas.c.key == key).with_for_update()).first()
    return (0.0, 0) if row is None else (float(row.until), int(row.times))


def write(db: Connection, key: str, until: float, count: int = 0) -> None:
    if (
        db.execute(
            update(quotas).where(quotas.c.key == key).values(until=until, times=count)
        ).rowcount
        == 0
    ):
        db.execute(insert(quotas).values(key=key, until=until, times=count))


def spend(db: Connection, wanted: Sequence[Quota], now: float) -> tuple[Quota, float] | None:
    """Count one more in each. If one is used up, count none, and return it with the seconds until
    there is room again.

    A row holds the time at which everything counted so far will have worn off (a leaky bucket).
    """
    news = []
    # always in the same order, so that nobody waits in a circle
    for quota in sorted(wanted, key=lambda quota: quota.key):
        until = max(read(db, quota.key)[0], now) + quota.seconds / quota.most
        if until > now + quota.seconds + 1e-6:
            return quota, until - now - quota.seconds
        news.append((quota.key, until))
    for key, until in news:
        write(db, key, until)
    return None


def try_passwords(
    db: Connection, tries: Sequence[tuple[str, int]], longest: float, now: float
) -> tuple[float, int]:
    """Count a try of a password, under keys that each have a number of free tries.

    Returns the seconds to wait first (0: none), and the most tries so far. A try is counted before
    it is made, so that making many at once gains nothing. After the free tries, each must wait
    twice as long as the one before.
    """
    kept = [(key, free, *read(db, key)) for key, free in tries]
    wait = max(until - now for _, _, until, _ in kept)
    if wait > 0:
        return wait, 0
    most = 0
    for key, free, until, count in kept:
        count = 1 if now - until > longest else count + 1
        write(
            db,
            key,
            now + (min(longest, 2.0 ** min(count - free, 30)) if count >= free else 0.0),
            count,
        )
        most = max(most, count)
    return 0.0, most


def forgive(db: Connection, account: str, address: str) -> None:
    """The password was right: reset the account's count, and give the address this try back."""
    db.execute(delete(quotas).where(quotas.c.key == account))
    until, count = read(db, address)
    if count:
        write(db, address, min(until, 1.0) if count == 1 else until, count - 1)


def worn_off(db: Connection, before: float) -> None:
    db.execute(delete(quotas).where(quotas.c.until < before))
