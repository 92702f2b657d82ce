"""Which page is asking? Pages of other sites must not write in the name of somebody who is logged
in here.

The session cookie is SameSite=Lax, so that browsers keep it from other sites' writes. This is the
second lock, and it needs no secret that a restart or a second process would not know: browsers
themselves say where a request comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from emberstacks.hosts import is_here, is_number, name_of, own_names
from emberstacks.server.errors import TableTrouble, forbidden
from emberstacks.server.services import services_of

READING = ("GET", "HEAD", "OPTIONS")
OWN = ("same-origin", "none")  # none: the person typed the address; no page did it
PORTS = {"http": 80, "https": 443}
MANY = 1000  # spellings of hosts that are remembered
UNKNOWN_NAME = (
    "This server does not know itself by the name in your address bar. Use the address that it"
    " printed when it started, or a number such as http://192.168.1.20:8080. If you run it: start"
    " it with --address https://THE.NAME, or --name THE.NAME."
)


def is_ours(host: str, names: Sequence[str]) -> bool:
    """Is this host a name of our own, by its header? Any other may be another site's name for us,
    by DNS rebinding.

    A proxy passes the header on, or names us by a number. What else it forwards does not count,
    because any page can write it.
    """
    return known(host, tuple(names))


@lru_cache(MANY)
def known(host: str, names: tuple[str, ...]) -> bool:
    name = name_of(host)
    return (
        is_here(name)
        or is_number(name)
        or (name != "" and name in (*own_names(), *map(str.lower, names)))
    )


def from_own_page(connection: ASGIConnection[Any, Any, Any, Any], secure: bool) -> bool:
    """Is this our own page, or no page at all (curl, a program)? No page can forge or leave out
    these headers.
    """
    site = connection.headers.get("sec-fetch-site")
    if site is not None:  # every modern browser sends it, but not over plain http in a home network
        return site in OWN
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    parts = urlsplit(origin)
    if parts.scheme not in PORTS or (secure and parts.scheme != "https"):  # "null" among them
        return False
    # a page cannot set X-Forwarded-Host for another site without asking first, so we can trust it
    # here
    hosts = (connection.headers.get("host"), connection.headers.get("x-forwarded-host"))
    return any(
        host is not None and full(host, parts.scheme) == full(parts.netloc, parts.scheme)
        for host in hosts
    )


def full(host: str, scheme: str) -> str:
    """A host with its port, in one spelling.

    >>> full("Table.example", "https"), full("[::1]:8080", "http")
    ('table.example:443', '[::1]:8080')
    """
    name = host.lower()
    return name if name.rpartition(":")[2].isdecimal() else f"{name}:{PORTS[scheme]}"


def only_own_page(
    connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
) -> None:
    """Refuse writes from other sites' pages, and anything but JSON, because a form on another site
    can send the rest.
    """
    # a socket has no method, and checks this itself
    if connection.scope.get("method", "GET") in READING:
        return
    # it does nothing in anybody's name, and mail programs send a form
    if handler.opt.get("any_page"):
        return
    if not from_own_page(connection, services_of(connection.app).settings.secure):
        raise forbidden("foreign-page", "Another site's page may not do that in your name.")
    headers = connection.headers
    kind = headers.get("content-type")
    empty = headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers
    if kind is None and empty:
        return
    if kind is None or kind.partition(";")[0].strip().lower() != "application/json":
        raise TableTrouble(
            415, "not-json", "Only JSON is accepted here (content-type: application/json)."
        )
