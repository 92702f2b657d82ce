"""Who you are: guests have a session cookie, accounts also a password. Sessions are kept here and can be revoked."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.datastructures.state import State
from litestar.di import NamedDependency
from litestar.params import JSONBody

from emberstacks.server.limits import HOUR, Limits, Quota, address_of, new_guest, told, whole_seconds
from emberstacks.server.protocol import MAX_NAME, Credentials, DeviceCode, DeviceLink, NewGuest, Password, Person
from emberstacks.server.store import Store
from emberstacks.server.store.outcomes import Conflict
from emberstacks.server.wire.trouble import TROUBLES, bad_request, forbidden, too_many
from emberstacks.server.wire.turnstile import spend

log = logging.getLogger("emberstacks.people")

COOKIE = "emberstacks"
YEAR = 31_536_000
SHORTEST_PASSWORD = 8
AT_ONCE = 2  # passwords that are hashed
MOST_HASHING = 16  # that wait for it
LINK_SECONDS = 600  # for which a link to another device can be used

hasher = PasswordHasher()


def session_id(token: str) -> str:
    """What the database keeps instead of the cookie itself."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_text(text: str) -> str:
    """One line of printable characters; databases refuse some of the others."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def clean_name(name: str) -> str:
    """A nickname as others may see it: printable, one line, not too long."""
    tidy = clean_text(name)
    if not 1 <= len(tidy) <= MAX_NAME:
        raise bad_request("bad-name", f"A name has 1 to {MAX_NAME} letters.")
    return tidy


async def person_of(connection: ASGIConnection[Any, Any, Any, Any], store: Store) -> Person | None:
    """The person behind a request or socket; None for somebody unknown."""
    token = connection.cookies.get(COOKIE)
    row = await store.person_of(session_id(token)) if token else None
    return None if row is None else Person(id=row.id, name=row.name, account=row.account is not None)


async def provide_person(request: Request[Any, Any, Any]) -> Person:
    """For handlers that need somebody known."""
    person = await person_of(request, request.app.state.store)
    if person is None:
        raise forbidden("who-are-you", "Choose a name first.")
    request.app.state.thinking.met(person.id, address_of(request))
    return person


def session_cookie(token: str, secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


NO_SESSION = Cookie(key=COOKIE, value="", max_age=0, httponly=True, samesite="lax", path="/")


async def new_session(state: State, person: Person) -> Response[Person]:
    """The person, with a new cookie."""
    token = secrets.token_urlsafe(32)
    await state.store.add_session(session_id(token), person.id, time.time())
    return Response(person, cookies=[session_cookie(token, state.secure)])


class People(Controller):
    """Who you are."""

    path = "/api/session"
    tags = ("people",)

    @get(summary="Who am I?", responses=TROUBLES)
    async def who(self, request: Request[Any, Any, Any], state: State) -> Person | None:
        return await person_of(request, state.store)

    @post(summary="Log in as a guest", responses=TROUBLES)
    async def come_in(self, data: JSONBody[NewGuest], request: Request[Any, Any, Any], state: State) -> Response[Person]:
        person = Person(id=secrets.token_urlsafe(12), name=clean_name(data.name), account=False)
        await spend(state, *new_guest(state.settings, address_of(request)))
        await state.store.add_person(person.id, person.name, time.time())
        return await new_session(state, person)

    @patch(summary="Change my name", responses=TROUBLES)
    async def rename(self, data: JSONBody[NewGuest], person: NamedDependency[Person], state: State) -> Person:
        name = clean_name(data.name)
        await state.store.rename(person.id, name)
        return Person(id=person.id, name=name, account=person.account)

    @delete(summary="Log out: this session ends", status_code=204, responses=TROUBLES, response_cookies=[NO_SESSION])
    async def go(self, request: Request[Any, Any, Any], state: State) -> None:
        token = request.cookies.get(COOKIE)
        if token:
            await state.store.drop_session(session_id(token))

    @post("/account", summary="Make my name an account with a password", responses=TROUBLES)
    async def make_account(self, data: JSONBody[Password], person: NamedDependency[Person], state: State) -> Person:
        if not SHORTEST_PASSWORD <= len(data.password) <= 200:
            raise bad_request("bad-password", f"A password has at least {SHORTEST_PASSWORD} characters.")
        await spend(state, Quota("accounts", person.id, 10, HOUR, "You have chosen a password several times just now."))
        async with state.hashers:
            hashed = await asyncio.to_thread(hasher.hash, data.password)
        try:
            await state.store.make_account(person.id, person.name, hashed)
        except Conflict:
            raise bad_request("name-taken", f"There is an account {person.name} already; change your name first.") from None
        return Person(id=person.id, name=person.name, account=True)

    @post("/login", summary="Log in with a password", responses=TROUBLES)
    async def login(self, data: JSONBody[Credentials], request: Request[Any, Any, Any], state: State) -> Response[Person]:
        row = await state.store.account(clean_text(data.name))
        address = address_of(request)
        await password_may_be_tried(state, data.name, address)
        right = await check_password(state, row.password if row is not None else None, data.password)
        who = f"of {row.id}" if row is not None else "of nobody known"  # not the name: some people type their password there
        if row is None or not right:
            state.figures.logins.labels("wrong").inc()
            log.warning("a wrong password for the account %s from %s", who, address)
            raise forbidden("bad-login", "Wrong name or password.")
        await state.store.forgive(account_key(data.name), address_key(address))
        state.figures.logins.labels("right").inc()
        log.info("a login to the account %s from %s", who, address)
        return await new_session(state, Person(id=row.id, name=row.name, account=True))

    @post("/link", summary="Make a link that brings me to another device", responses=TROUBLES)
    async def make_link(self, person: NamedDependency[Person], state: State) -> DeviceLink:
        await spend(state, Quota("links", person.id, 20, HOUR, "You have made many links just now."))
        code = secrets.token_urlsafe(24)
        await state.store.add_link(session_id(code), person.id, time.time() + LINK_SECONDS)
        return DeviceLink(code=code, seconds=LINK_SECONDS)

    @post("/device", summary="Go on here as the person of such a link", responses=TROUBLES)
    async def use_link(self, data: JSONBody[DeviceCode], request: Request[Any, Any, Any], state: State) -> Response[Person]:
        token = secrets.token_urlsafe(32)
        row = await state.store.use_link(session_id(data.code), session_id(token), time.time())
        if row is None:
            raise forbidden("old-link", "This link was used already, or is too old. Make a new one on your other device.")
        log.info("a link brought %s to another device, from %s", row.id, address_of(request))
        person = Person(id=row.id, name=row.name, account=row.account is not None)
        return Response(person, cookies=[session_cookie(token, state.secure)])


def account_key(name: str) -> str:
    return f"password:{hashlib.sha256(name.lower().encode()).hexdigest()}"


def address_key(address: str) -> str:
    return f"password-address:{address}"


async def password_may_be_tried(state: State, name: str, address: str) -> None:
    """Count a try before it is made. After a few wrong ones, each try must wait longer than the one before."""
    limits: Limits = state.settings
    keys = [(account_key(name), limits.wrong_passwords), (address_key(address), limits.wrong_passwords_an_address)]
    wait, tries = await state.store.try_passwords(keys, limits.longest_lock)
    if wait > 0:
        state.figures.limited("passwords")
        raise too_many("too-many", told("Too many wrong passwords were tried.", wait), whole_seconds(wait))
    if tries >= limits.wrong_passwords:
        log.warning("many passwords are tried from %s (%d so far); the next try must wait", address, tries)


async def check_password(state: State, hashed: str | None, password: str) -> bool:
    """Is it right? An unknown name takes just as long. Hashing needs 64 MB, so only a few run at once."""
    if state.hashing >= MOST_HASHING:
        state.figures.limited("hashing")
        raise too_many("busy", "Many people are logging in just now. Try again in 2 seconds.", 2)
    state.hashing += 1
    try:
        async with state.hashers:
            if hashed is None:
                await asyncio.to_thread(hasher.hash, password)
                return False
            await asyncio.to_thread(hasher.verify, hashed, password)
            return True
    except VerifyMismatchError:
        return False
    finally:
        state.hashing -= 1
