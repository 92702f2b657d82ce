"""Where people want to be told that it is their turn, and when they are on vacation."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
from typing import Any

from litestar import Controller, Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from emberstacks.protocol import (
    Addresses,
    AddressInfo,
    Code,
    MailAddress,
    Person,
    PushAddress,
    Vacation,
    WebAddress,
)
from emberstacks.server import clock
from emberstacks.server.errors import bad_request, conflict, forbidden, not_found
from emberstacks.server.limits import HOUR, Quota
from emberstacks.server.notify.mail import NotSent, is_address
from emberstacks.server.notify.notices import EMAIL, PUSH, Notices
from emberstacks.server.notify.outside import check
from emberstacks.server.services import Services
from emberstacks.server.store.outcomes import TooMany
from emberstacks.server.tables.live import DAY
from emberstacks.server.wire.address import address_of
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.server.wire.turnstile import spend

LONGEST_VACATION = 60 * DAY  # seconds
TO_CONFIRM = DAY  # seconds in which an e-mail address must be confirmed

CONFIRM = """Somebody, we hope you, wants an e-mail at this address when it is your turn on Emberstacks.
To agree, open this link within a day:

{link}

If it was not you, do nothing. You will get no other e-mail.
"""


def hashed(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


async def renew(services: Services, person: str) -> None:
    """All tables where a person plays hear of a change."""
    for name in await services.store.playing(person):
        if name in services.hub.tables:
            await services.play.refresh(services.hub.tables[name])
        services.announce(name)


async def add(
    services: Services, person: Person, kind: str, target: str, keys: str = "", code: str = ""
) -> None:
    """Write an address; a new e-mail address replaces the last one."""
    await spend(
        services,
        Quota("addresses", person.id, 30, HOUR, "You have changed your addresses often just now."),
    )
    row: dict[str, Any] = {
        "id": secrets.token_urlsafe(24),
        "person": person.id,
        "kind": kind,
        "target": target,
        "browser": keys,
    }
    row |= {"code": hashed(code) if code else "", "created": clock.now()}
    try:
        await services.store.add_address(
            row, services.settings.addresses_a_person, only=kind == EMAIL
        )
    except TooMany:
        raise conflict(
            "too-many-addresses", "You have many addresses already. Remove one of them first."
        ) from None
    await renew(services, person.id)


def web_address(services: Services, url: str) -> str:
    try:
        check(url, services.settings.inside)
    except ValueError as wrong:
        raise bad_request("bad-address", str(wrong)) from None
    return url


class MyAddresses(Controller):
    """Where I am told."""

    path = "/api/mine"
    tags = ("people",)

    @get("/addresses", summary="Where I am told that it is my turn", responses=TROUBLES)
    async def listed(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> Addresses:
        notices: Notices = services.notices
        key = await notices.push_key()

        def public() -> str:
            from emberstacks.server.notify import push

            return push.public_key(key)

        known = [
            AddressInfo(id=row.id, kind=row.kind, target=row.target, confirmed=not row.code)
            for row in await services.store.addresses_of(person.id)
        ]
        return Addresses(
            addresses=known, push_key=await asyncio.to_thread(public), mail=notices.mail is not None
        )

    @post("/addresses/push", summary="Tell me in this browser", status_code=204, responses=TROUBLES)
    async def add_push(
        self,
        data: JSONBody[PushAddress],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> None:
        def right() -> bool:
            from emberstacks.server.notify import push

            return push.check_keys(data.p256dh, data.auth)

        endpoint = web_address(services, data.endpoint)
        if not await asyncio.to_thread(right):
            raise bad_request("bad-keys", "These are not the keys of a browser.")
        await add(
            services, person, PUSH, endpoint, json.dumps({"p256dh": data.p256dh, "auth": data.auth})
        )

    @post(
        "/addresses/web",
        summary="Tell me by ntfy or a webhook",
        status_code=204,
        responses=TROUBLES,
    )
    async def add_web(
        self,
        data: JSONBody[WebAddress],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> None:
        await add(services, person, data.kind, web_address(services, data.url))

    @post(
        "/addresses/email",
        summary="Tell me by e-mail; the address must be confirmed",
        status_code=204,
        responses=TROUBLES,
    )
    async def add_email(
        self,
        data: JSONBody[MailAddress],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
        request: Request[Any, Any, Any],
    ) -> None:
        notices: Notices = services.notices
        if notices.mail is None:
            raise conflict("no-mail", "This server sends no e-mail.")
        if not is_address(data.address):
            raise bad_request("bad-address", "That is not an e-mail address.")
        sentence = "Several e-mails were asked for just now."
        await spend(
            services,
            Quota("mails", person.id, 5, DAY, sentence),
            Quota("mails-to", hashed(data.address.lower()), 2, DAY, sentence),
            Quota("mails-address", address_of(request), 10, DAY, sentence),
            Quota("mails-all", "", services.settings.confirmations_an_hour, HOUR, sentence),
        )
        code = secrets.token_urlsafe(24)
        await add(services, person, EMAIL, data.address, code=code)
        text = CONFIRM.format(link=f"{notices.full('/mail')}#confirm={code}")
        try:
            await notices.mail.send(data.address, "Confirm your address for Emberstacks", text)
        except NotSent:
            raise conflict(
                "not-sent", "The e-mail could not be sent. Check the address, or try again later."
            ) from None

    @delete(
        "/addresses/{address:str}",
        summary="Do not tell me there any more",
        status_code=204,
        responses=TROUBLES,
    )
    async def remove(
        self,
        address: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> None:
        if await services.store.drop_address(address, person.id) is None:
            raise not_found("You have no such address.")
        await renew(services, person.id)

    @post(
        "/addresses/{address:str}/test",
        summary="Send a test to this address",
        status_code=204,
        responses=TROUBLES,
    )
    async def test(
        self,
        address: FromPath[str],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> None:
        known = [
            row
            for row in await services.store.addresses_of(person.id)
            if row.id == address and not row.code
        ]
        if not known:
            raise not_found("You have no such address, or it is not confirmed.")
        await spend(
            services, Quota("tests", person.id, 10, HOUR, "You have sent several tests just now.")
        )
        await services.store.try_out(address, clock.now())

    @get("/vacation", summary="Until when I am on vacation", responses=TROUBLES)
    async def vacation(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> Vacation:
        return Vacation(until=await services.store.away(person.id))

    @put("/vacation", summary="Go on vacation, or come back", responses=TROUBLES)
    async def go_away(
        self,
        data: JSONBody[Vacation],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> Vacation:
        now = clock.now()
        if data.until > now + LONGEST_VACATION:
            raise bad_request("too-long", "A vacation has at most 60 days.")
        until = data.until if data.until > now else 0.0
        await spend(
            services,
            Quota("vacations", person.id, 20, DAY, "You have changed your vacation often today."),
        )
        await services.store.go_away(person.id, until, now)
        await renew(services, person.id)
        return Vacation(until=until)


class Links(Controller):
    """What the links in an e-mail do. The code in the link is enough: anyone who reads the e-mail
    may use it.
    """

    path = "/api/addresses"
    tags = ("people",)

    @post("/confirm", summary="Confirm an e-mail address", status_code=204, responses=TROUBLES)
    async def confirm(self, data: JSONBody[Code], services: NamedDependency[Services]) -> None:
        now = clock.now()
        person = await services.store.confirm_address(hashed(data.code), now - TO_CONFIRM, now)
        if person is None:
            raise forbidden(
                "old-link", "This link was used already, or is too old. Give your address again."
            )
        await renew(services, person)

    @post(
        "/{address:str}/stop",
        summary="Send no more there",
        status_code=204,
        responses=TROUBLES,
        opt={"any_page": True},
    )
    async def stop(self, address: FromPath[str], services: NamedDependency[Services]) -> None:
        """One click in a mail program does it (RFC 8058); once more does no harm."""
        person = await services.store.drop_address(address)
        if person is not None:
            await renew(services, person)
