"""Tells people outside the page that it is their turn: a browser's push service, e-mail, ntfy or a
webhook.

A table is due when somebody who can be told has been asked for a while (`LiveTable.due`). The sweep
comes here. What is to be sent is written to the outbox together with the fact that the person was
told, so that nothing is lost or said twice, and any process may send it. A notice says whose table
it is and nothing about the game.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from dataclasses import asdict, dataclass
from hashlib import sha256
from urllib.parse import urljoin, urlsplit

from emberstacks.games import GAMES
from emberstacks.server import clock
from emberstacks.server.limits import HOUR, Quota
from emberstacks.server.notify.mail import MailServer, NotSent
from emberstacks.server.notify.outside import Unreachable, post
from emberstacks.server.store.rows import NoticeRow
from emberstacks.server.tables.hub import Hub
from emberstacks.server.tables.live import LiveTable, earliest

log = logging.getLogger("emberstacks.notices")

A_FEW = 20  # notices begun at once
MOST = 200  # under way, in this process
A_HOST = 10  # of them to one host: one at a time, and the others wait for it
PAUSE = 5.0  # seconds until a notice to such a host is looked at again
CLAIM = 60.0  # seconds until another process may try
WAITS = (60.0, 300.0, 1800.0, 7200.0)  # seconds before each further try
LONGEST_LOOK = 600.0  # seconds until we look again whether somebody is still there
GONE = (404, 410)  # what a push service says about a browser that is no more
PUSH, EMAIL, NTFY, WEBHOOK = "push", "email", "ntfy", "webhook"


@dataclass(frozen=True)
class Notice:
    """What people are told."""

    title: str
    text: str
    path: str  # of the page to open


TEST = Notice("A test from Emberstacks", "This is how you will be told that it is your turn.", "/")


def host_of(row: NoticeRow) -> str:
    """Where a notice goes; our own mail server takes e-mails for everybody."""
    return str(row.address if row.kind == EMAIL else urlsplit(row.target).netloc.lower())


class Gone(Exception):
    """There is nobody at this address any more."""


class Notices:
    """Decides who is told, and sends."""

    def __init__(
        self,
        hub: Hub,
        address: str,
        mail: MailServer | None,
        inside: bool,
        grace: float,
        an_hour: int,
    ) -> None:
        self.hub = hub
        self.store = hub.store
        self.address = address  # of this server, as people reach it
        self.mail = mail
        self.inside = inside  # may people give addresses in a private network?
        self.grace = grace  # seconds after which a person without a sign of life is away
        self.an_hour = an_hour  # notices to one person
        self.sending: dict[str, asyncio.Task[None]] = {}  # by person: nobody has two under way
        self.hosts: Counter[str] = Counter()  # how many are under way to each host
        self.doors: dict[str, asyncio.Lock] = {}  # by host: whoever holds it sends
        self.trouble: BaseException | None = None  # our own, not that of a host

    async def look(self, live: LiveTable) -> float | None:
        """Tell those who are asked and away. Returns when to look at the table again, if ever."""
        return earliest(
            *[await self.look_at(live, seat) for seat in live.asked() if seat in live.reachable]
        )

    async def look_at(self, live: LiveTable, seat: int) -> float | None:
        now = clock.now()
        back = live.vacations.get(seat, 0.0)
        if now < back:
            return back
        late = max(live.since, live.resumed, back, live.left.get(seat, 0.0)) + live.notice
        if now < late:
            return late
        if await self.is_here(live, seat, now):
            return now + min(LONGEST_LOOK, max(live.notice, now - live.since))
        person = live.chairs[seat].person
        sentence = "You were told often just now."
        full = await self.store.spend([Quota("notices", person, self.an_hour, HOUR, sentence)])
        if full is not None:
            return now + full[1]
        await self.store.tell(live.id, seat, live.settled, now)
        return None

    async def is_here(self, live: LiveTable, seat: int, now: float) -> bool:
        if live.is_connected(seat):
            return True
        return self.store.shared and now - await self.store.seen(live.id, seat) < max(
            self.grace, live.notice
        )

    # Sending

    async def send_due(self) -> None:
        """Begin to send what is in the outbox. Nobody waits for a slow host but those who want to
        be told by it.
        """
        if self.trouble is not None:
            wrong, self.trouble = self.trouble, None
            raise wrong
        now = clock.now()
        room = min(A_FEW, MOST - len(self.sending))
        for row in (
            await self.store.claim_outbox(now, now + CLAIM, room, list(self.sending))
            if room > 0
            else ()
        ):
            host = host_of(row)
            if self.hosts[host] >= A_HOST:
                await self.store.put_off(row.id, now + PAUSE)
            else:
                self.begin(row, host)

    def begin(self, row: NoticeRow, host: str) -> None:
        task = asyncio.get_running_loop().create_task(self.deliver(row, host, time.monotonic()))
        self.sending[row.person] = task
        self.hosts[host] += 1

        def over(done: asyncio.Task[None]) -> None:
            del self.sending[row.person]
            self.hosts[host] -= 1
            if not self.hosts[host]:
                del self.hosts[host]
                self.doors.pop(host, None)
            if not done.cancelled():
                self.trouble = done.exception() or self.trouble

        task.add_done_callback(over)

    async def deliver(self, row: NoticeRow, host: str, claimed: float) -> None:
        """Send one notice when it is its turn at the host, unless that took so long that another
        process may have it by now.
        """
        async with self.doors.setdefault(host, asyncio.Lock()):
            if time.monotonic() - claimed < CLAIM / 2:
                await self.settle(row)
            else:
                await self.store.put_off(row.id, clock.now() + PAUSE)

    async def close(self) -> None:
        """Stop sending; what was not sent is still in the outbox."""
        tasks = list(self.sending.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def settle(self, row: NoticeRow) -> None:
        """Send one notice; what cannot be sent is tried again, and then given up. A test is tried
        once.
        """
        notice = await self.notice_of(row)
        if notice is None:
            await self.store.sent(row.id)
            return
        try:
            await self.send(row, notice)
        except Gone:
            log.info("an address of %s (%s) is no more, and was removed", row.person, row.kind)
            await self.store.drop_address(row.address)
        except (Unreachable, NotSent) as wrong:
            log.info("a notice could not be sent by %s: %s", row.kind, wrong)
            if row.table and row.tries < len(WAITS):
                await self.store.send_later(row.id, clock.now() + WAITS[row.tries])
            else:
                await self.store.sent(row.id)
        else:
            await self.store.sent(row.id)

    async def notice_of(self, row: NoticeRow) -> Notice | None:
        """What to say now; nothing if the person has answered in the meantime or is back."""
        if not row.table:
            return TEST
        live = await self.hub.table(row.table)
        if (
            live is None
            or row.seat not in live.asked()
            or live.chairs[row.seat].person != row.person
        ):
            return None
        if live.is_connected(row.seat):
            return None
        others = [chair.name for chair in live.chairs if chair.seat != row.seat]
        players = (
            f", with {' and '.join(filter(None, (', '.join(others[:-1]), others[-1])))}"
            if others
            else ""
        )
        title = GAMES[live.row.game].info.title
        return Notice(f"Your turn: {title}", f"{live.row.title}{players}.", f"/table/{live.id}")

    async def send(self, row: NoticeRow, notice: Notice) -> None:
        if row.kind == EMAIL:
            await self.send_mail(row, notice)
            return
        url, headers, body = row.target, {"Content-Type": "application/json"}, b""
        if row.kind == PUSH:
            headers, body = await asyncio.to_thread(self.pushed, row, notice, await self.push_key())
        elif row.kind == NTFY:
            parts = urlsplit(row.target)
            url = f"{parts.scheme}://{parts.netloc}/{'?' + parts.query if parts.query else ''}"
            topic = {"topic": parts.path.strip("/"), "title": notice.title, "message": notice.text}
            body = json.dumps({**topic, "click": self.full(notice.path)}).encode()
        else:
            body = json.dumps(
                {"title": notice.title, "text": notice.text, "url": self.full(notice.path)}
            ).encode()
        status = await post(url, headers, body, self.inside)
        if status in GONE and row.kind == PUSH:
            raise Gone
        if not 200 <= status < 300:
            raise Unreachable(f"the answer was {status}")

    def pushed(self, row: NoticeRow, notice: Notice, key: str) -> tuple[dict[str, str], bytes]:
        # in a thread, because the first time takes a while
        from emberstacks.server.notify import push

        contact = (
            self.address
            if self.address.startswith("https:")
            else f"mailto:host@{urlsplit(self.address).hostname}"
        )
        # the link of a table is nobody else's business
        topic = push.packed(sha256(row.table.encode()).digest()[:24])
        return push.request(
            row.target, row.browser, json.dumps(asdict(notice)).encode(), topic, key, contact
        )

    async def push_key(self) -> str:
        """This server's private key."""

        def make() -> str:
            from emberstacks.server.notify import push

            return push.new_key()

        return await self.store.own_key("push", make)

    async def send_mail(self, row: NoticeRow, notice: Notice) -> None:
        if self.mail is None:
            raise NotSent("there is no mail server", refused=False)
        stop = self.full(f"/api/addresses/{row.address}/stop")
        text = (
            f"{notice.title}.\n{notice.text}\n\n{self.full(notice.path)}\n\n"
            f"To stop these e-mails: {self.full('/mail')}#stop={row.address}\n"
        )
        try:
            await self.mail.send(row.target, notice.title, text, stop)
        except NotSent as wrong:
            if wrong.refused:
                raise Gone from wrong
            raise

    def full(self, path: str) -> str:
        """An address of this server as people outside need it."""
        return urljoin(self.address, path)
