"""The counts behind the limits, as SQL: one row for everyone who has done something lately, shared by all processes."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select, update

from emberstacks.server.limits import Quota
from emberstacks.server.schema import quotas


def read(db: Connection, key: str) -> tuple[float, int]:
    """Until when a key is used up, and how often it was counted; nobody else can change it before this transaction ends."""
    row = db.execute(select(quotas).where(quotas.c.key == key).with_for_update()).first()
    return (0.0, 0) if row is None else (float(row.until), int(row.times))


def write(db: Connection, key: str, until: float, count: int = 0) -> None:
    if db.execute(update(quotas).where(quotas.c.key == key).values(until=until, times=count)).rowcount == 0:
        db.execute(insert(quotas).values(key=key, until=until, times=count))


def spend(db: Connection, wanted: Sequence[Quota], now: float) -> tuple[Quota, float] | None:
    """Count one more in each, or none: then the one that is used up, and the seconds until there is room again.

    A row holds the time at which everything counted has worn off, each unit after the one before (a leaky bucket).
    """
    news = []
    for quota in sorted(wanted, key=lambda quota: quota.key):  # in one order, so that nobody waits in a circle
        until = max(read(db, quota.key)[0], now) + quota.seconds / quota.most
        if until > now + quota.seconds + 1e-6:
            return quota, until - now - quota.seconds
        news.append((quota.key, until))
    for key, until in news:
        write(db, key, until)
    return None


def try_password(db: Connection, key: str, free: int, longest: float, now: float) -> tuple[float, int]:
    """One more try of a password: the seconds to wait before it may be made (0: it may), and the tries so far.

    It is counted before it is made, so that many at once gain nothing. After the free ones each must wait twice as long.
    """
    until, count = read(db, key)
    if now < until:
        return until - now, count
    count = 1 if now - until > longest else count + 1
    write(db, key, now + (min(longest, 2.0 ** min(count - free, 30)) if count >= free else 0.0), count)
    return 0.0, count


def forgive(db: Connection, account: str, address: str) -> None:
    """The password was right: the account starts afresh, and the address has this try back."""
    db.execute(delete(quotas).where(quotas.c.key == account))
    until, count = read(db, address)
    if count:
        write(db, address, min(until, 1.0) if count == 1 else until, count - 1)


def worn_off(db: Connection, before: float) -> None:
    db.execute(delete(quotas).where(quotas.c.until < before))
