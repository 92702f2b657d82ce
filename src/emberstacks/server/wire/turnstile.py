"""Every request passes here: it gets a number, and is counted, timed and logged, without anything
secret.
"""

from __future__ import annotations

import contextvars
import logging
import os
import secrets
import time
from typing import Any

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from emberstacks import build
from emberstacks.server import clock
from emberstacks.server.errors import TableTrouble, forbidden, not_found, too_many
from emberstacks.server.limits import Quota, told, whole_seconds
from emberstacks.server.services import Services, services_of
from emberstacks.server.wire.address import network
from emberstacks.server.wire.origin import UNKNOWN_NAME, is_ours
from emberstacks.server.wire.trouble import on_trouble

log = logging.getLogger("emberstacks.requests")

LONGEST_PATH = 400  # characters; the longest of ours has fewer than a hundred
FILES, FOLDER = "/assets/", build.page() / "assets"
# says nothing about anybody, and those who watch a server may call it what they like
ALIVE = "/health"
current: contextvars.ContextVar[str] = contextvars.ContextVar("request", default="")


def numbered(factory: Any = logging.LogRecord) -> Any:
    """Adds the number of the request to log records."""

    def record(*arguments: Any, **more: Any) -> logging.LogRecord:
        made: logging.LogRecord = factory(*arguments, **more)
        made.request = current.get()
        return made

    return record


def turnstile(app: ASGIApp) -> ASGIApp:
    """The application behind it."""

    async def passed(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        token = current.set(secrets.token_hex(4))
        began = time.perf_counter()
        status = 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            admit(scope)
            await app(scope, receive, sent)
        except TableTrouble as refused:
            asking: Request[Any, Any, Any] = Request(scope)
            await on_trouble(asking, refused).to_asgi_response(None, asking)(scope, receive, sent)
        finally:
            seconds = time.perf_counter() - began
            route, method = str(scope.get("path_template") or "other"), str(scope.get("method"))
            services_of(scope["app"]).figures.requests.labels(method, route, str(status)).observe(
                seconds
            )
            log.info("%s %s %d %.1f ms", method, route, status, seconds * 1000)
            current.reset(token)

    return passed


def host_of(scope: Any) -> str:
    """The host that was asked for."""
    return next(
        (value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), ""
    )


def admit(scope: Any) -> None:
    """Refuse clients that ask too much, and names and paths that cannot be ours."""
    path, services = scope["path"], services_of(scope["app"])
    file = is_file(path)
    if not (file and scope["method"] in ("GET", "HEAD")):
        client = scope.get("client")
        wait = services.crowd.request(network(client[0] if client else ""), clock.now())
        if wait:
            services.figures.limited("requests")
            raise too_many(
                "too-fast",
                told("Too many requests came from this address.", wait),
                whole_seconds(wait),
            )
    if path != ALIVE and not is_ours(host_of(scope), services.settings.known_names):
        raise forbidden("unknown-name", UNKNOWN_NAME)
    if "\0" in path or len(path) > LONGEST_PATH or (path.startswith(FILES) and not file):
        raise not_found("There is no such page.")


def is_file(path: str) -> bool:
    """Is it one of the page's own files? A page needs many of them at once, so they do not count."""
    name = path.removeprefix(FILES)
    # false for names that no file can have
    return name != path and "/" not in name and os.path.isfile(FOLDER / name)


async def spend(services: Services, *quotas: Quota) -> None:
    """Count one more in each, or refuse the request if one is used up."""
    refused = await services.store.spend(quotas)
    if refused is not None:
        quota, wait = refused
        services.figures.limited(quota.name)
        raise too_many("too-many", told(quota.sentence, wait), whole_seconds(wait))
