"""Whose session each open socket belongs to, so that it closes when the session ends, at whichever
process.
"""

from __future__ import annotations

from collections.abc import Callable

from emberstacks.server.store import Store

LOGGED_OUT = 4401  # how such a socket closes
SENTENCE = "You have logged out here."
AT_A_TIME = 500  # sessions in one question to the database
# seconds between two looks at all sessions, because a message from another process may get lost
EVERY = 15.0

PERSON = "person:"  # and an id: other processes should look at the sessions of that person

Close = Callable[[int, str], None]


class Visitors:
    """The open sockets of this process, by session."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.sockets: dict[str, set[Close]] = {}
        self.people: dict[str, str] = {}  # whose session it is

    def come(self, session: str, person: str, close: Close) -> None:
        self.sockets.setdefault(session, set()).add(close)
        self.people[session] = person

    def go(self, session: str, close: Close) -> None:
        here = self.sockets.get(session, set())
        here.discard(close)
        if not here:
            self.sockets.pop(session, None)
            self.people.pop(session, None)

    async def look(self, person: str) -> None:
        """Some sessions of a person may have ended."""
        await self.close_ended(
            [session for session, whose in self.people.items() if whose == person]
        )

    async def look_at_all(self) -> None:
        known = list(self.people)
        for k in range(0, len(known), AT_A_TIME):
            await self.close_ended(known[k : k + AT_A_TIME])

    async def close_ended(self, sessions: list[str]) -> None:
        living = await self.store.living(sessions) if sessions else set()
        for session in set(sessions) - living:
            for close in list(self.sockets.get(session, ())):
                close(LOGGED_OUT, SENTENCE)
