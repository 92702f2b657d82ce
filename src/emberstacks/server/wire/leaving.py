"""People who close the page do not wait for an answer any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar import Request

from emberstacks.server.errors import conflict

T = TypeVar("T")


async def while_here(request: Request[Any, Any, Any], work: Coroutine[Any, Any, T]) -> T:
    """What the work gives; it is cancelled as soon as whoever asked is gone."""
    working = asyncio.ensure_future(work)
    gone = asyncio.ensure_future(hung_up(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise conflict("gone", "You did not wait for the answer.")
        return working.result()
    finally:
        working.cancel()
        gone.cancel()


async def hung_up(request: Request[Any, Any, Any]) -> None:
    """Returns when the connection is lost."""
    await request.body()  # what was sent comes first
    while (await request.receive())["type"] != "http.disconnect":
        pass
