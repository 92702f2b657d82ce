"""How often passwords may be tried. A browser that has once logged in to an account has a count of
its own for it.

So strangers cannot lock an owner out by trying wrong passwords (OWASP, "device cookies"). Such a
cookie is signed with a key of this server and belongs to one account; it opens nothing by itself.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from emberstacks.server.errors import too_many
from emberstacks.server.limits import Limits, told, whole_seconds
from emberstacks.server.names import account_key
from emberstacks.server.services import Services

log = logging.getLogger("emberstacks.people")

DEVICE = "emberstacks-device-"  # and the id of the person
PATH = "/api/session"
SECRET = "devices"
YEARS = 2 * 31_536_000

Tries = list[tuple[str, int]]  # keys, and how many tries each has before the next must wait


async def signed(services: Services, person: str, device: str) -> str:
    own = await services.store.own_key(SECRET, lambda: secrets.token_hex(32))
    return hmac.new(bytes.fromhex(own), f"{person} {device}".encode(), hashlib.sha256).hexdigest()


async def device_cookie(services: Services, person: str) -> Cookie:
    """For a browser that has just logged in."""
    device = secrets.token_hex(8)
    value = f"{device}.{await signed(services, person, device)}"
    name = f"{DEVICE}{person}"
    return Cookie(
        key=name,
        value=value,
        max_age=YEARS,
        httponly=True,
        samesite="lax",
        secure=services.settings.secure,
        path=PATH,
    )


def no_device(person: str) -> Cookie:
    """Takes the cookie away again."""
    return Cookie(
        key=f"{DEVICE}{person}", value="", max_age=0, httponly=True, samesite="lax", path=PATH
    )


async def device_of(
    services: Services, connection: ASGIConnection[Any, Any, Any, Any], person: str
) -> str:
    """The device of a browser that has once logged in to this account; empty for any other."""
    device, _, signature = connection.cookies.get(f"{DEVICE}{person}", "").partition(".")
    right = await signed(services, person, device) if signature else ""
    return device if signature and hmac.compare_digest(signature.encode(), right.encode()) else ""


def tries_of_stranger(limits: Limits, name: str, address: str) -> Tries:
    """Counted for the account, known or not, and for the address."""
    account = hashlib.sha256(account_key(name).encode()).hexdigest()
    return [
        (f"password:{account}", limits.wrong_passwords),
        (f"password-address:{address}", limits.wrong_passwords_an_address),
    ]


def tries_of_device(limits: Limits, person: str, device: str) -> Tries:
    return [(f"password-device:{device}:{person}", limits.wrong_passwords)]


async def may_try(services: Services, tries: Tries, address: str) -> None:
    """Count a try before it is made. After a few wrong ones, each try must wait longer than the one
    before.
    """
    limits: Limits = services.settings
    wait, so_far = await services.store.try_passwords(tries, limits.longest_lock)
    if wait > 0:
        services.figures.limited("passwords")
        raise too_many(
            "too-many", told("Too many wrong passwords were tried.", wait), whole_seconds(wait)
        )
    if so_far >= limits.wrong_passwords:
        log.warning(
            "many passwords are tried from %s (%d so far); the next try must wait", address, so_far
        )


async def forgive(services: Services, tries: Tries) -> None:
    """The password was right: the count of the account or device begins anew, and an address gets
    this try back.
    """
    await services.store.forgive(*[key for key, _ in tries])
