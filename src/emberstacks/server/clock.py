"""The time of day as this process counts it: read once at the start, then counted on, so that it
never jumps.

If somebody sets the system's clock while people play, no clock of a table runs out early, and none
waits an hour longer. The computer's sleep counts, where the system can tell.
"""

from __future__ import annotations

import logging
import sys
import time

log = logging.getLogger("emberstacks.clock")

FAR = 60.0  # seconds by which the system's clock may differ before we say so


def counted() -> float:
    """Seconds that only ever grow, one by one."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


BEGAN = time.time() - counted()


def now() -> float:
    """Seconds since 1970."""
    return BEGAN + counted()


class Watch:
    """Says it once when the system's clock was set."""

    def __init__(self) -> None:
        self.ahead = 0.0  # by how much the system's clock was ahead of ours when we last looked

    async def look(self) -> None:
        ahead = time.time() - now()
        if abs(ahead - self.ahead) > FAR:
            log.warning(
                "the system's clock was changed by %.0f seconds; this process counts on as before",
                ahead - self.ahead,
            )
            self.ahead = ahead
