"""Who somebody is: guests by a session cookie, accounts by a password besides; sessions are kept here and can be revoked."""

from __future__ import annotations

import asyncio
import hashlib
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

from emberstacks.server.protocol import MAX_NAME, Credentials, NewGuest, Password, Person
from emberstacks.server.store import Conflict, Store
from emberstacks.server.trouble import TROUBLES, bad_request, forbidden

COOKIE = "emberstacks"
YEAR = 31_536_000
SHORTEST_PASSWORD = 8

hasher = PasswordHasher()


def session_id(token: str) -> str:
    """What the database keeps of a cookie."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A nickname as others may see it: printable, one line, not too long."""
    tidy = " ".join("".join(sign for sign in name if sign.isprintable()).split())
    if not 1 <= len(tidy) <= MAX_NAME:
        raise bad_request("bad-name", f"A name has 1 to {MAX_NAME} letters.")
    return tidy


async def person_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Person | None:
    """The person behind a request or socket; None for somebody unknown."""
    token = connection.cookies.get(COOKIE)
    store: Store = connection.app.state.store
    row = await store.person_of(session_id(token)) if token else None
    return None if row is None else Person(id=row.id, name=row.name, account=row.account is not None)


async def provide_person(request: Request[Any, Any, Any]) -> Person:
    """For handlers that need somebody known."""
    person = await person_of(request)
    if person is None:
        raise forbidden("who-are-you", "Choose a name first.")
    return person


def session_cookie(token: str, secure: bool) -> Cookie:
    return Cookie(key=COOKIE, value=token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


async def new_session(state: State, person: Person) -> Response[Person]:
    """The person, with a fresh cookie."""
    token = secrets.token_urlsafe(32)
    await state.store.add_session(session_id(token), person.id, time.time())
    return Response(person, cookies=[session_cookie(token, state.secure)])


class People(Controller):
    """Who you are."""

    path = "/api/session"
    tags = ("people",)

    @get(summary="Who am I?", responses=TROUBLES)
    async def who(self, request: Request[Any, Any, Any]) -> Person | None:
        return await person_of(request)

    @post(summary="Come in as a guest", responses=TROUBLES)
    async def come_in(self, data: JSONBody[NewGuest], state: State) -> Response[Person]:
        person = Person(id=secrets.token_urlsafe(12), name=clean_name(data.name), account=False)
        await state.store.add_person(person.id, person.name, time.time())
        return await new_session(state, person)

    @patch(summary="Change my name", responses=TROUBLES)
    async def rename(self, data: JSONBody[NewGuest], person: NamedDependency[Person], state: State) -> Person:
        name = clean_name(data.name)
        await state.store.rename(person.id, name)
        return Person(id=person.id, name=name, account=person.account)

    @delete(summary="Leave for good: this session ends", status_code=204, responses=TROUBLES)
    async def go(self, request: Request[Any, Any, Any], state: State) -> None:
        token = request.cookies.get(COOKIE)
        if token:
            await state.store.drop_session(session_id(token))

    @post("/account", summary="Make my name an account with a password", responses=TROUBLES)
    async def make_account(self, data: JSONBody[Password], person: NamedDependency[Person], state: State) -> Person:
        if not SHORTEST_PASSWORD <= len(data.password) <= 200:
            raise bad_request("bad-password", f"A password has at least {SHORTEST_PASSWORD} characters.")
        hashed = await asyncio.to_thread(hasher.hash, data.password)
        try:
            await state.store.make_account(person.id, person.name, hashed)
        except Conflict:
            raise bad_request("name-taken", f"There is an account {person.name} already; change your name first.") from None
        return Person(id=person.id, name=person.name, account=True)

    @post("/login", summary="Come in with a password", responses=TROUBLES)
    async def login(self, data: JSONBody[Credentials], state: State) -> Response[Person]:
        row = await state.store.account(data.name)
        if row is None:
            await asyncio.to_thread(hasher.hash, data.password)  # takes as long as for a name that is known
            raise forbidden("bad-login", "Name and password do not fit together.")
        try:
            await asyncio.to_thread(hasher.verify, row.password, data.password)
        except VerifyMismatchError:
            raise forbidden("bad-login", "Name and password do not fit together.") from None
        return await new_session(state, Person(id=row.id, name=row.name, account=True))
