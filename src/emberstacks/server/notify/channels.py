"""The ways in which people are told outside the page, one class for each: where a notice is handed
in, and what it looks like there.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Final, Protocol
from urllib.parse import urljoin, urlsplit

from emberstacks.server.notify.mail import MailServer, NotSent
from emberstacks.server.notify.outside import Unreachable, post
from emberstacks.server.settings import Settings
from emberstacks.server.store import Store
from emberstacks.server.store.rows import NoticeRow

NO_MORE = (404, 410)  # what a push service says about a browser that is no more
JSON: Final = {"Content-Type": "application/json"}


@dataclass(frozen=True)
class Notice:
    """What people are told."""

    title: str
    text: str
    path: str  # of the page to open


class Gone(Exception):
    """There is nobody at this address any more."""


class Channel(Protocol):
    """A way in which people are told."""

    @property
    def kind(self) -> str:
        """As the database calls it."""
        ...

    def host(self, row: NoticeRow) -> str:
        """Where it is handed in: each host gets one notice at a time."""
        ...

    async def send(self, row: NoticeRow, notice: Notice) -> None:
        """Hand it in. Gone if there is nobody any more; Unreachable or NotSent if it cannot be
        now.
        """
        ...


class Webhook:
    """A POST to an address that a person gave."""

    kind = "webhook"

    def __init__(self, address: str, inside: bool) -> None:
        self.address = address  # of this server, as people reach it
        self.inside = inside  # may people give addresses in a private network?

    def host(self, row: NoticeRow) -> str:
        return urlsplit(row.target).netloc.lower()

    async def send(self, row: NoticeRow, notice: Notice) -> None:
        url = urljoin(self.address, notice.path)
        await self.post(row.target, JSON, {"title": notice.title, "text": notice.text, "url": url})

    async def post(
        self, url: str, headers: dict[str, str], body: Mapping[str, str] | bytes
    ) -> None:
        """Gone if the answer says that there is nobody any more."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        status = await post(url, headers, data, self.inside)
        if not 200 <= status < 300:
            raise Unreachable(f"the answer was {status}", status)


class Ntfy(Webhook):
    """A topic of ntfy."""

    kind = "ntfy"

    async def send(self, row: NoticeRow, notice: Notice) -> None:
        parts = urlsplit(row.target)
        url = f"{parts.scheme}://{parts.netloc}/{'?' + parts.query if parts.query else ''}"
        topic = {"topic": parts.path.strip("/"), "title": notice.title, "message": notice.text}
        await self.post(url, JSON, {**topic, "click": urljoin(self.address, notice.path)})


class Push(Webhook):
    """A browser, through its push service."""

    kind = "push"

    def __init__(self, address: str, inside: bool, store: Store) -> None:
        super().__init__(address, inside)
        self.store = store

    async def send(self, row: NoticeRow, notice: Notice) -> None:
        headers, body = await asyncio.to_thread(self.packed, row, notice, await self.key())
        try:
            await self.post(row.target, headers, body)
        except Unreachable as wrong:
            if wrong.status in NO_MORE:
                raise Gone from wrong
            raise

    def packed(self, row: NoticeRow, notice: Notice, key: str) -> tuple[dict[str, str], bytes]:
        # in a thread, because the first time takes a while
        from emberstacks.server.notify import push

        contact = (
            self.address
            if self.address.startswith("https:")
            else f"mailto:host@{urlsplit(self.address).hostname}"
        )
        # the link of a table is nobody else's business
        topic = push.packed(sha256(row.table.encode()).digest()[:24])
        message = json.dumps(asdict(notice)).encode()
        return push.request(row.target, row.browser, message, topic, key, contact)

    async def key(self) -> str:
        """This server's private key."""

        def make() -> str:
            from emberstacks.server.notify import push

            return push.new_key()

        return await self.store.own_key("push", make)

    async def public_key(self) -> str:
        """What browsers need to know of it."""
        key = await self.key()

        def public() -> str:
            from emberstacks.server.notify import push

            return push.public_key(key)

        return await asyncio.to_thread(public)

    async def knows(self, p256dh: str, auth: str) -> bool:
        """Are these the keys of a browser?"""

        def right() -> bool:
            from emberstacks.server.notify import push

            return push.check_keys(p256dh, auth)

        return await asyncio.to_thread(right)


class Email:
    """E-mail, if the host has named a mail server."""

    kind = "email"

    def __init__(self, address: str, server: MailServer | None) -> None:
        self.address = address  # of this server, as people reach it
        self.server = server

    def host(self, row: NoticeRow) -> str:
        """Our own mail server takes e-mails for everybody."""
        return row.address

    async def send(self, row: NoticeRow, notice: Notice) -> None:
        if self.server is None:
            raise NotSent("there is no mail server", refused=False)
        stop = urljoin(self.address, f"/api/addresses/{row.address}/stop")
        text = (
            f"{notice.title}.\n{notice.text}\n\n{urljoin(self.address, notice.path)}\n\n"
            f"To stop these e-mails: {urljoin(self.address, '/mail')}#stop={row.address}\n"
        )
        try:
            await self.server.send(row.target, notice.title, text, stop)
        except NotSent as wrong:
            if wrong.refused:
                raise Gone from wrong
            raise


@dataclass(frozen=True)
class Channels:
    """All ways in which this server tells people."""

    push: Push
    email: Email
    ntfy: Ntfy
    webhook: Webhook

    @classmethod
    def of(cls, settings: Settings, store: Store) -> Channels:
        """As the host has set them up."""
        here, inside = settings.reached, settings.private_addresses
        server = MailServer.from_text(settings.smtp, settings.mail_from) if settings.smtp else None
        return cls(
            Push(here, inside, store),
            Email(here, server),
            Ntfy(here, inside),
            Webhook(here, inside),
        )

    def by_kind(self) -> dict[str, Channel]:
        """As notices in the outbox name them."""
        every: list[Channel] = [self.push, self.email, self.ntfy, self.webhook]
        return {one.kind: one for one in every}
