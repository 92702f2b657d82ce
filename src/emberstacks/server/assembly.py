"""The parts of a server, put together: what it works with, and what it does by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

from emberstacks.server import clock
from emberstacks.server.limits import HOUR
from emberstacks.server.metrics import Metrics
from emberstacks.server.notify.addresses import TO_CONFIRM
from emberstacks.server.notify.channels import Channels
from emberstacks.server.notify.notices import Notices
from emberstacks.server.people.accounts import YEAR
from emberstacks.server.people.ratings import keep_ratings
from emberstacks.server.services import Services
from emberstacks.server.settings import Settings
from emberstacks.server.store import Store
from emberstacks.server.store.outcomes import Unavailable
from emberstacks.server.supervision import Supervisor
from emberstacks.server.tables.hub import Hub
from emberstacks.server.tables.live import DAY
from emberstacks.server.tables.play import Play, Wake, nobody
from emberstacks.server.tables.pubsub import PubSub
from emberstacks.server.tables.reviews import Reviews
from emberstacks.server.tables.scheduler import Scheduler
from emberstacks.server.tables.thinking import thinking_with
from emberstacks.server.tables.visitors import EVERY, Visitors
from emberstacks.server.wire.connections import EXCHANGE, Connections

log = logging.getLogger("emberstacks.app")

TIDY = 600.0  # seconds


def assembled(settings: Settings, store: Store, wake: Wake | None = None) -> Services:
    """Everything that handlers and sockets work with; nothing runs yet. `wake` is told of every
    move in place of the scheduler.
    """
    said: asyncio.Queue[str] = asyncio.Queue()
    announce = said.put_nowait if store.shared else nobody
    metrics, supervisor, visitors = Metrics(), Supervisor(), Visitors(store)
    # A move wakes the bots, and they move: the scheduler, the last of this circle to be made, is
    # looked up when something moves.
    play = Play(store, metrics, wake or (lambda live: scheduler.wake(live)), announce)
    hub = Hub(store, play, settings.reaction, settings.notice)
    thinking = thinking_with(settings.bot_workers, metrics)
    channels = Channels.of(settings, store)
    notices = Notices(hub, channels, settings.grace, settings.notices_an_hour)
    scheduler = Scheduler(hub, thinking, supervisor, settings.pace, settings.grace, notices.look)
    return Services(
        settings=settings,
        store=store,
        metrics=metrics,
        play=play,
        hub=hub,
        visitors=visitors,
        announce=announce,
        thinking=thinking,
        reviews=Reviews(store, thinking, supervisor, settings.review_limit),
        channels=channels,
        notices=notices,
        supervisor=supervisor,
        connections=Connections(settings),
        scheduler=scheduler,
        pubsub=PubSub(hub, visitors, said, supervisor, settings.patience),
    )


@asynccontextmanager
async def in_background(services: Services) -> AsyncIterator[None]:
    """Everything that a server does by itself, for as long as it runs."""
    store, supervisor = services.store, services.supervisor
    services.pubsub.open()
    if store.shared:
        supervisor.start(
            "connections", partial(services.connections.exchange, store), every=EXCHANGE
        )
    services.hub.set_aside.update(await store.set_aside())
    services.scheduler.start()
    supervisor.start("ratings", partial(keep_ratings, store), every=2.0)
    supervisor.start("sessions", services.visitors.look_at_all, every=EVERY)
    supervisor.start("notices", services.notices.send_due, every=1.0)
    supervisor.start("recovery", partial(recover, store), every=1.0)
    supervisor.start("tidying", partial(tidy, services.hub, services.settings), every=TIDY)
    try:
        yield
    finally:
        await supervisor.close()
        await services.notices.close()
        await services.reviews.close()
        await services.scheduler.close()


async def recover(store: Store) -> None:
    """After trouble, find out when the database can be written again, even if nobody writes and
    nobody asks.
    """
    if store.trouble:
        with suppress(Unavailable):  # as it has said
            await store.beat()


async def tidy(hub: Hub, settings: Settings) -> None:
    """Remove abandoned tables from the database, and idle ones from memory."""
    now, store = clock.now(), hub.store
    played = now - settings.keep_unfinished * DAY if settings.keep_unfinished else 0.0
    gone = await store.forget(now - settings.keep_open * DAY, played)
    if gone:
        log.info("removed %d abandoned tables", len(gone))
    people = await store.forget_people(now - settings.keep_guests * DAY, now - YEAR)
    if people:
        log.info("removed %d guests who never sat down", people)
    await store.wear_off(now - HOUR)
    await store.drop_unconfirmed(now - TO_CONFIRM)
    hub.let_go(gone)
