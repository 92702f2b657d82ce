"""The server as one application: HTTP for the lobby and finished games, a socket for each table,
and the page.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures.headers import CacheControlHeader, MutableScopeHeaders
from litestar.datastructures.state import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

import emberstacks
from emberstacks import build
from emberstacks.kernel.errors import EmberstacksError
from emberstacks.server import clock
from emberstacks.server.assembly import assembled, in_background
from emberstacks.server.errors import RETRY_AFTER, RequestError, forbidden
from emberstacks.server.learning.advice import Advice
from emberstacks.server.learning.challenges import Challenges
from emberstacks.server.learning.lessons import Lessons
from emberstacks.server.learning.puzzles import Mistakes, Puzzles
from emberstacks.server.notify.addresses import Links, MyAddresses
from emberstacks.server.people.accounts import People, provide_person
from emberstacks.server.people.mine import Mine
from emberstacks.server.people.profile import Profiles
from emberstacks.server.people.sessions import Sessions
from emberstacks.server.run import calm_collector
from emberstacks.server.services import Services, provide_services
from emberstacks.server.settings import Settings
from emberstacks.server.store.opening import only_server, tried
from emberstacks.server.store.outcomes import Unavailable
from emberstacks.server.tables.after import After
from emberstacks.server.tables.catalogue import Games
from emberstacks.server.tables.opening import Opening
from emberstacks.server.tables.played import Played
from emberstacks.server.tables.presence import Presence
from emberstacks.server.tables.seating import Seating
from emberstacks.server.wire.address import address_of
from emberstacks.server.wire.cache import COMPRESSED, LEVEL
from emberstacks.server.wire.errors import (
    ERRORS,
    on_depth,
    on_failure,
    on_http,
    on_mistake,
    on_request_error,
    on_unavailable,
)
from emberstacks.server.wire.manual import manual
from emberstacks.server.wire.middleware import current as request_number
from emberstacks.server.wire.middleware import middleware
from emberstacks.server.wire.openapi import StrictStructs
from emberstacks.server.wire.origin import only_own_page

log = logging.getLogger("emberstacks.app")

TIDY = 600.0  # seconds
# seconds after which /health does not trust what it knows, and writes something itself
HEARTBEAT = 10.0
# a changed file has another name
FOREVER = CacheControlHeader(public=True, max_age=365 * 86_400, immutable=True)
PAGE = build.page()
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none';"
    " form-action 'self'; frame-ancestors 'none'"
)
FILE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HEADERS = FILE_HEADERS | {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Frame-Options": "DENY",  # for browsers that do not know frame-ancestors
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}


class Early(msgspec.Struct, frozen=True):
    """The addresses of the page (web/src/routes.ts), and what a browser may ask for at once, as
    links: by screen, and for boards by game.
    """

    addresses: tuple[str, ...] = ("/",)
    screens: dict[str, str] = {}
    boards: dict[str, str] = {}

    @classmethod
    def read(cls, file: Path) -> Early:
        """As the build of the page wrote it; a page that an older or newer build wrote works
        without, only more slowly.
        """
        try:
            return msgspec.json.decode(file.read_bytes(), type=cls)
        except (OSError, msgspec.MsgspecError):
            return cls()


@get(
    "/health",
    tags=["operation"],
    summary="Is the server alive, and its database?",
    responses=ERRORS,
)
async def health(services: NamedDependency[Services]) -> Response[dict[str, str]]:
    try:
        async with asyncio.timeout(services.settings.patience + 1):
            await services.store.check(HEARTBEAT)
    except (Unavailable, TimeoutError) as wrong:
        reason = str(wrong) or "the database does not answer"
        headers = {"Retry-After": str(RETRY_AFTER)}
        return Response(
            {"status": "unavailable", "reason": reason}, status_code=503, headers=headers
        )
    return Response({"status": "ok"})


@get(
    "/metrics",
    tags=["operation"],
    summary="Metrics for Prometheus",
    media_type="text/plain",
    responses=ERRORS,
    sync_to_thread=False,
)
def metrics(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> Response[str]:
    if not may_see_metrics(request, services.settings):
        raise forbidden("not-for-you", "Only the host of this server may see its metrics.")
    hub = services.hub
    now = {
        "emberstacks_sockets": ("Open sockets", services.connections.sockets.total()),
        "emberstacks_addresses": ("Addresses with open sockets", len(services.connections.sockets)),
        "emberstacks_tables": ("Tables in memory", len(hub.tables)),
        "emberstacks_tasks": (
            "Bots thinking and clocks running",
            sum(len(live.tasks) for live in hub.tables.values()),
        ),
        "emberstacks_writes_waiting": (
            "Transactions that wait for the database",
            services.store.waiting,
        ),
        "emberstacks_passwords_waiting": (
            "Passwords being hashed or waiting for it",
            services.hashing,
        ),
        "emberstacks_tables_set_aside": ("Tables whose game cannot continue", len(hub.set_aside)),
        "emberstacks_moves": ("Moves committed since the start", services.play.moves),
        "emberstacks_uptime_seconds": ("Seconds since the start", clock.now() - services.began),
    }
    by_game: Counter[tuple[str, str]] = Counter(
        (live.row.game, live.row.status) for live in hub.tables.values()
    )
    return Response(
        services.metrics.text(now, by_game, services.supervisor),
        media_type="text/plain; version=0.0.4",
    )


def may_see_metrics(request: Request[Any, Any, Any], settings: Settings) -> bool:
    """Programs with the token; without one, programs on this computer that did not come through a
    proxy.
    """
    if settings.metrics_token:
        given = request.headers.get("authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {settings.metrics_token}".encode())
    forwarded = any(
        name in request.headers
        for name in ("forwarded", "x-forwarded-for", "x-forwarded-host", "via")
    )
    return not settings.secure and not forwarded and address_of(request) in ("127.0.0.1", "::")


def page(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> Response[bytes]:
    """The page: the same file for every address; it looks at the address itself. A header names
    what its screen needs.
    """
    _, screen, *rest = request.url.path.split("/")
    live = services.hub.tables.get(rest[0]) if screen == "table" else None
    return the_page(200, screen, live.row.game if live else "")


def the_page(status: int, screen: str | None = None, game: str = "") -> Response[bytes]:
    index = PAGE / "index.html"
    if not index.exists():
        return Response(
            b"The page has not been built: run 'make web'.",
            status_code=503,
            media_type="text/plain",
        )
    headers = {"Cache-Control": "no-cache"}
    early = Early.read(PAGE / "links.json")
    if screen in early.screens:
        # so that a browser asks for it before the page's script does
        headers["Link"] = early.screens[screen]
        if game in early.boards:
            headers["Link"] += (
                f", {early.boards[game]}, </api/games/{game}/box>; rel=preload; as=fetch;"
                " crossorigin"
            )
    return Response(
        index.read_bytes(), status_code=status, media_type=MediaType.HTML, headers=headers
    )


@get("/worker.js", include_in_schema=False, media_type="text/javascript", sync_to_thread=False)
def worker() -> Response[bytes]:
    """The service worker that keeps the page's own files; it has no hash in its name, so a browser
    always asks for it.
    """
    found = PAGE / "worker.js"
    if not found.exists():
        raise NotFoundException
    return Response(
        found.read_bytes(), media_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


def on_missing(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """A wrong address: people get the page, which shows them the way back, and programs get a
    sentence.
    """
    for_people = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if for_people and not request.url.path.startswith(("/api/", "/assets/")):
        return the_page(404)
    return on_http(request, error)


@asynccontextmanager
async def running(app: Litestar) -> AsyncIterator[None]:
    """Everything that lives as long as the server does."""
    settings: Settings = app.state.settings
    # by default, the thread that writes waits 5 ms for this thread at every statement
    sys.setswitchinterval(0.0002)
    with nullcontext() if settings.locked else only_server(settings.database):
        store = await tried(settings.database, settings.patience, settings.direct)
        try:
            app.state.services = services = assembled(settings, store)
            async with in_background(services):
                calm_collector()
                yield
        finally:
            await store.close()


def create_app(settings: Settings) -> Litestar:
    """The application, ready for a server to run."""
    static: list[Any] = []
    if (PAGE / "assets").exists():
        static = [
            create_static_files_router(
                "/assets", [PAGE / "assets"], cache_control=FOREVER, include_in_schema=False
            )
        ]
    app = Litestar(
        [
            Games,
            People,
            Sessions,
            Opening,
            Seating,
            Played,
            Presence,
            Mine,
            MyAddresses,
            Profiles,
            Links,
            After,
            Advice,
            Lessons,
            Puzzles,
            Mistakes,
            Challenges,
            health,
            metrics,
            get(
                list(Early.read(PAGE / "links.json").addresses),
                include_in_schema=False,
                media_type=MediaType.HTML,
                sync_to_thread=False,
            )(page),
            worker,
            manual,
            *static,
        ],
        dependencies={
            "person": Provide(provide_person),
            "services": Provide(provide_services, sync_to_thread=False),
        },
        exception_handlers={
            NotFoundException: on_missing,
            RequestError: on_request_error,
            HTTPException: on_http,
            EmberstacksError: on_mistake,
            Unavailable: on_unavailable,
            RecursionError: on_depth,
            Exception: on_failure,
        },
        compression_config=CompressionConfig(
            "gzip", gzip_compress_level=LEVEL, exclude_opt_key=COMPRESSED
        ),
        guards=[only_own_page],
        before_send=[add_headers],
        lifespan=[running],
        state=State({"settings": settings}),
        openapi_config=OpenAPIConfig(
            "Emberstacks", emberstacks.VERSION, path="/schema", render_plugins=[JsonRenderPlugin()]
        ),
        plugins=[StrictStructs()],
        logging_config=None,  # the program that runs the application says where its log goes
        request_max_body_size=65_536,
    )
    # as a middleware it would not see wrong addresses
    app.asgi_handler = middleware(app.asgi_handler)
    return app


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer, errors included, tells the browser to trust nothing from outside; what only
    pages obey, files leave out.
    """
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        secure = scope["app"].state.settings.secure
        a_file = scope["path"].startswith("/assets/")
        known = FILE_HEADERS if a_file else HEADERS
        for name, value in (known | HTTPS_ONLY if secure else known).items():
            headers[name] = value
        if scope["path"].startswith("/api/"):
            # no browser's cache may keep what only one person may know
            headers["Cache-Control"] = "no-store"
        # a first screen has a dozen files, and nobody asks the log about one that has come
        if request_number.get() and not (a_file and message["status"] < 400):
            headers["X-Request-Id"] = request_number.get()
