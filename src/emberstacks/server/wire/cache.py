"""What never changes while the server runs is made, encoded and compressed once."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache
from typing import Any

from litestar import MediaType, Request, Response
from litestar.serialization import encode_json

LEVEL = 6  # of compression
COMPRESSED = "compressed"  # marks routes that compress by themselves
CACHED = {COMPRESSED: True}


@cache
def made(make: Callable[..., Any], *what: str | bool) -> tuple[bytes, bytes]:
    """Something as JSON, plain and compressed."""
    plain = encode_json(make(*what))
    return plain, gzip.compress(plain, LEVEL, mtime=0)


def cached(
    request: Request[Any, Any, Any], make: Callable[..., Any], *what: str | bool
) -> Response[Any]:
    """What a function makes of these, as an answer."""
    plain, small = made(make, *what)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(plain, media_type=MediaType.JSON, headers={"Vary": "Accept-Encoding"})
    return Response(
        small,
        media_type=MediaType.JSON,
        headers={"Vary": "Accept-Encoding", "Content-Encoding": "gzip"},
    )
