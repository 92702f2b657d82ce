"""Who is here: sockets per address, per person and in all, and requests, counted over all
processes.
"""

from __future__ import annotations

import secrets
from collections import Counter

from emberstacks.server import clock
from emberstacks.server.settings import Limits
from emberstacks.server.store import Store

EXCHANGE = 2.0  # seconds between two exchanges with the other processes
WORTH_TELLING = 10  # a tenth of a limit is
ALL, PERSON = "*", "* "  # what processes also tell each other: sockets in all, and per person


class Connections:
    """Counts sockets and requests; a limit is for the sum over all processes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.me = secrets.token_hex(4)
        self.sockets: Counter[str] = Counter()
        self.people: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.minute = 0
        self.sockets_elsewhere: Counter[str] = Counter()  # of addresses, of people, and in all
        self.requests_elsewhere: dict[str, int] = {}

    def request(self, address: str, now: float) -> float:
        """Count a request. Returns 0, or the seconds to wait if there were too many."""
        minute = int(now // 60)
        if minute != self.minute:
            self.minute = minute
            self.requests.clear()
            self.requests_elsewhere = {}
        if (
            self.requests[address] + self.requests_elsewhere.get(address, 0)
            >= self.limits.requests_a_minute
        ):
            return 60.0 - now % 60
        self.requests[address] += 1
        return 0.0

    def come(self, address: str) -> str:
        """A socket opens: count it at once, before anything waits. Returns why it may not, or an
        empty text.
        """
        if self.sockets.total() + self.sockets_elsewhere[ALL] >= self.limits.sockets_in_all:
            return "sockets-all"
        if (
            self.sockets[address] + self.sockets_elsewhere[address]
            >= self.limits.sockets_an_address
        ):
            return "sockets-address"
        self.sockets[address] += 1
        return ""

    def go(self, address: str) -> None:
        release(self.sockets, address)

    def come_as(self, person: str) -> bool:
        """Count a person's socket; false if they have too many."""
        if (
            person
            and self.people[person] + self.sockets_elsewhere[PERSON + person]
            >= self.limits.sockets_a_person
        ):
            return False
        self.people[person] += 1
        return True

    def go_as(self, person: str) -> None:
        release(self.people, person)

    async def exchange(self, store: Store) -> None:
        """Tell the other processes who is busy here, and hear the same from them."""
        now = clock.now()
        busy = {
            a
            for a, n in self.sockets.items()
            if n * WORTH_TELLING >= self.limits.sockets_an_address
        }
        busy |= {
            a
            for a, n in self.requests.items()
            if n * WORTH_TELLING >= self.limits.requests_a_minute
        }
        mine = [
            (address, self.sockets[address], self.requests[address]) for address in sorted(busy)
        ]
        often = {
            p: n
            for p, n in self.people.items()
            if p and n * WORTH_TELLING >= self.limits.sockets_a_person
        }
        mine += [(PERSON + person, number, 0) for person, number in sorted(often.items())]
        mine.append((ALL, self.sockets.total(), 0))
        theirs = await store.exchange_connections(
            self.me, mine, self.minute, now, now - 5 * EXCHANGE
        )
        self.sockets_elsewhere = Counter()
        self.requests_elsewhere = {}
        for address, sockets, requests, minute in theirs:
            self.sockets_elsewhere[address] += sockets
            if minute == self.minute:
                self.requests_elsewhere[address] = (
                    self.requests_elsewhere.get(address, 0) + requests
                )


def release(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
