"""Who you are: guests have a session cookie, accounts also a password. Sessions are kept here and
can be revoked.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
from contextlib import suppress
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from litestar import Controller, Request, Response, delete, get, patch, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody

from emberstacks.protocol import (
    MAX_NAME,
    Credentials,
    DeviceCode,
    DeviceLink,
    NewGuest,
    NewPassword,
    Password,
    Person,
)
from emberstacks.server import clock
from emberstacks.server.errors import TableTrouble, bad_request, conflict, forbidden, too_many
from emberstacks.server.limits import HOUR, Limits, Quota, new_guest
from emberstacks.server.names import flaw, tidy
from emberstacks.server.people.tries import (
    device_cookie,
    device_of,
    forgive,
    may_try,
    tries_of_device,
    tries_of_stranger,
)
from emberstacks.server.services import Services, services_of
from emberstacks.server.store import Store
from emberstacks.server.store.outcomes import Conflict, Unavailable
from emberstacks.server.tables.visitors import PERSON
from emberstacks.server.wire.address import address_of
from emberstacks.server.wire.browsers import browser_of
from emberstacks.server.wire.trouble import TROUBLES
from emberstacks.server.wire.turnstile import spend

log = logging.getLogger("emberstacks.people")

COOKIE = "emberstacks"
YEAR = 31_536_000
SHORTEST_PASSWORD = 8
LONGEST = 200  # letters of a name or password that we look at
MOST_HASHING = 16  # that wait for it
LINK_SECONDS = 600  # for which a link to another device can be used

Asking = Request[Any, Any, Any]

hasher = PasswordHasher()


def session_id(token: str) -> str:
    """What the database keeps instead of the cookie itself."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A nickname as others may see it: letters that can be seen, one line, not too long."""
    found = tidy(name[:LONGEST])
    if not 1 <= len(found) <= MAX_NAME:
        raise bad_request("bad-name", f"A name has 1 to {MAX_NAME} letters.")
    wrong = flaw(found)
    if wrong:
        raise bad_request("bad-name", wrong)
    return found


def session_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The id of the session that a request or socket came with; empty if with none."""
    token = connection.cookies.get(COOKIE)
    return session_id(token) if token else ""


async def person_of(connection: ASGIConnection[Any, Any, Any, Any], store: Store) -> Person | None:
    """The person behind a request or socket; None for somebody unknown."""
    session = session_of(connection)
    row = await store.person_of(session) if session else None
    if row is None:
        return None
    now = clock.now()
    if now - row.seen > HOUR:
        with suppress(Unavailable):  # a full disk must not keep anybody out
            await store.use_session(session, now)
    return Person(id=row.id, name=row.name, account=row.account is not None)


async def provide_person(request: Asking) -> Person:
    """For handlers that need somebody known."""
    person = await person_of(request, services_of(request.app).store)
    if person is None:
        raise forbidden("who-are-you", "Choose a name first.")
    services_of(request.app).thinking.met(person.id, address_of(request))
    return person


def session_cookie(token: str, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=secure,
        path="/",
    )


NO_SESSION = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax", path="/")


async def new_session(services: Services, person: Person, request: Asking) -> Response[Person]:
    """The person, with a new cookie; for an account also that of a browser which has logged in."""
    token = secrets.token_urlsafe(32)
    await services.store.add_session(session_id(token), person.id, clock.now(), browser_of(request))
    return await with_cookies(services, person, token)


async def with_cookies(services: Services, person: Person, token: str) -> Response[Person]:
    device = [await device_cookie(services, person.id)] if person.account else []
    return Response(person, cookies=[session_cookie(token, services.settings.secure), *device])


async def new_hash(services: Services, password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST:
        raise bad_request(
            "bad-password", f"A password has at least {SHORTEST_PASSWORD} characters."
        )
    async with services.hashers:
        return await asyncio.to_thread(hasher.hash, password)


async def prove(services: Services, person: Person, password: str, request: Asking) -> None:
    """Whoever is logged in must still know the password of the account; tries of all its sessions
    count together.
    """
    tries = tries_of_device(services.settings, person.id, "own")
    await may_try(services, tries, address_of(request))
    row = await services.store.person(person.id)
    if row is None or not await check_password(services, row.password, password):
        raise forbidden("bad-password", "That is not your password.")
    await forgive(services, tries)


async def sessions_ended(services: Services, person: str) -> None:
    """Close the sockets of sessions that are over, here and at other processes."""
    await services.visitors.look(person)
    services.announce(f"{PERSON}{person}")


class People(Controller):
    """Who you are."""

    path = "/api/session"
    tags = ("people",)

    @get(summary="Who am I?", responses=TROUBLES)
    async def who(self, request: Asking, services: NamedDependency[Services]) -> Person | None:
        return await person_of(request, services.store)

    @post(summary="Log in as a guest", responses=TROUBLES)
    async def come_in(
        self, data: JSONBody[NewGuest], request: Asking, services: NamedDependency[Services]
    ) -> Response[Person]:
        person = Person(
            id=secrets.token_urlsafe(12).replace("-", "_"),
            name=clean_name(data.name),
            account=False,
        )
        await spend(services, *new_guest(services.settings, address_of(request)))
        await services.store.add_person(person.id, person.name, clock.now())
        return await new_session(services, person, request)

    @patch(summary="Change my name", responses=TROUBLES)
    async def rename(
        self,
        data: JSONBody[NewGuest],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> Person:
        """An account is also logged in to with its new name."""
        name = clean_name(data.name)
        try:
            await services.store.rename(person.id, name)
        except Conflict:
            raise taken(name) from None
        return Person(id=person.id, name=name, account=person.account)

    @delete(
        summary="Log out: this session ends",
        status_code=204,
        responses=TROUBLES,
        response_cookies=[NO_SESSION],
    )
    async def go(self, request: Asking, services: NamedDependency[Services]) -> None:
        person = await services.store.drop_session(session_of(request))
        if person:
            await sessions_ended(services, person)

    @post("/account", summary="Make my name an account with a password", responses=TROUBLES)
    async def make_account(
        self,
        data: JSONBody[Password],
        person: NamedDependency[Person],
        services: NamedDependency[Services],
    ) -> Response[Person]:
        if person.account:
            raise conflict(
                "has-account", "You have an account already. Change its password instead."
            )
        name = clean_name(person.name)  # names of guests from before may not do for an account
        await spend(
            services,
            Quota(
                "accounts",
                person.id,
                10,
                HOUR,
                "You have chosen a password several times just now.",
            ),
        )
        hashed = await new_hash(services, data.password)
        try:
            await services.store.make_account(person.id, name, hashed, clock.now())
        except Conflict:
            raise taken(name) from None
        made = Person(id=person.id, name=person.name, account=True)
        return Response(made, cookies=[await device_cookie(services, person.id)])

    @put(
        "/password",
        summary="Change my password; I stay logged in only here",
        status_code=204,
        responses=TROUBLES,
    )
    async def change_password(
        self,
        data: JSONBody[NewPassword],
        person: NamedDependency[Person],
        request: Asking,
        services: NamedDependency[Services],
    ) -> None:
        if not person.account:
            raise conflict("no-account", "You are a guest: first make your name an account.")
        await prove(services, person, data.old, request)
        await services.store.change_password(
            person.id, await new_hash(services, data.new), session_of(request)
        )
        log.info("a new password for the account of %s", person.id)
        await sessions_ended(services, person.id)

    @post("/login", summary="Log in with a password", responses=TROUBLES)
    async def login(
        self, data: JSONBody[Credentials], request: Asking, services: NamedDependency[Services]
    ) -> Response[Person]:
        name = data.name[:LONGEST]
        row = await services.store.account(name)
        address = address_of(request)
        device = await device_of(services, request, row.id) if row is not None else ""
        limits: Limits = services.settings
        tries = (
            tries_of_device(limits, row.id, device)
            if row is not None and device
            else tries_of_stranger(limits, name, address)
        )
        await may_try(services, tries, address)
        right = await check_password(
            services, row.password if row is not None else None, data.password
        )
        # not the name: some people type their password there
        who = f"of {row.id}" if row is not None else "of nobody known"
        if row is None or not right:
            services.figures.logins.labels("wrong").inc()
            log.warning("a wrong password for the account %s from %s", who, address)
            raise forbidden("bad-login", "Wrong name or password.")
        await forgive(services, tries)
        services.figures.logins.labels("right").inc()
        log.info("a login to the account %s from %s", who, address)
        return await new_session(services, Person(id=row.id, name=row.name, account=True), request)

    @post("/link", summary="Make a link that brings me to another device", responses=TROUBLES)
    async def make_link(
        self, person: NamedDependency[Person], services: NamedDependency[Services]
    ) -> DeviceLink:
        await spend(
            services, Quota("links", person.id, 20, HOUR, "You have made many links just now.")
        )
        code = secrets.token_urlsafe(24)
        await services.store.add_link(session_id(code), person.id, clock.now() + LINK_SECONDS)
        return DeviceLink(code=code, seconds=LINK_SECONDS)

    @post("/device", summary="Go on here as the person of such a link", responses=TROUBLES)
    async def use_link(
        self, data: JSONBody[DeviceCode], request: Asking, services: NamedDependency[Services]
    ) -> Response[Person]:
        token = secrets.token_urlsafe(32)
        row = await services.store.use_link(
            session_id(data.code), session_id(token), clock.now(), browser_of(request)
        )
        if row is None:
            raise forbidden(
                "old-link",
                "This link was used already, or is too old. Make a new one on your other device.",
            )
        log.info("a link brought %s to another device, from %s", row.id, address_of(request))
        person = Person(id=row.id, name=row.name, account=row.account is not None)
        return await with_cookies(services, person, token)


def taken(name: str) -> TableTrouble:
    return bad_request(
        "name-taken",
        f"There is an account {name} already, or one that looks the same. Choose another name.",
    )


async def check_password(services: Services, hashed: str | None, password: str) -> bool:
    """Is it right? An unknown name takes just as long. Hashing needs 64 MB, so only a few run at
    once.
    """
    if services.hashing >= MOST_HASHING:
        services.figures.limited("hashing")
        raise too_many("busy", "Many people are logging in just now. Try again in 2 seconds.", 2)
    services.hashing += 1
    try:
        async with services.hashers:
            if hashed is None:
                await asyncio.to_thread(hasher.hash, password)
                return False
            await asyncio.to_thread(hasher.verify, hashed, password)
            return True
    except VerifyMismatchError:
        return False
    finally:
        services.hashing -= 1
