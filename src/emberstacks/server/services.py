"""What the routes and sockets of a running server work with, each by its type."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, final

from litestar import Litestar
from litestar.datastructures.state import State

from emberstacks.server import clock

if TYPE_CHECKING:
    from emberstacks.server.figures import Figures
    from emberstacks.server.notify.notices import Notices
    from emberstacks.server.settings import Settings
    from emberstacks.server.store import Store
    from emberstacks.server.supervision import Supervisor
    from emberstacks.server.tables.bus import Bus
    from emberstacks.server.tables.clockwork import Clockwork
    from emberstacks.server.tables.hub import Hub
    from emberstacks.server.tables.play import Announce, Play
    from emberstacks.server.tables.reviews import Reviews
    from emberstacks.server.tables.thinking import Thinking
    from emberstacks.server.tables.visitors import Visitors
    from emberstacks.server.wire.crowd import Crowd

HASHED_AT_ONCE = 2  # passwords


@final
class Services:
    """Made once, when the server starts; handlers ask for it by its name, `services`."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        figures: Figures,
        play: Play,
        hub: Hub,
        visitors: Visitors,
        announce: Announce,
        thinking: Thinking,
        reviews: Reviews,
        notices: Notices,
        supervisor: Supervisor,
        crowd: Crowd,
        clockwork: Clockwork,
        bus: Bus,
    ) -> None:
        self.settings = settings
        self.store = store
        self.figures = figures
        self.play = play
        self.hub = hub
        self.visitors = visitors
        self.announce = announce  # tells other processes that a table or a person has changed
        self.thinking = thinking
        self.reviews = reviews
        self.notices = notices
        self.supervisor = supervisor
        self.crowd = crowd
        self.clockwork = clockwork
        self.bus = bus
        self.began = clock.now()
        self.hashers = asyncio.Semaphore(HASHED_AT_ONCE)
        self.hashing = 0  # passwords being hashed or waiting for it


def services_of(app: Litestar) -> Services:
    """Those of an application that has started."""
    found: Services = app.state.services
    return found


def provide_services(state: State) -> Services:
    """For handlers."""
    found: Services = state.services
    return found
