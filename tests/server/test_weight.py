"""What the first look at the page weighs on the wire."""

from __future__ import annotations

import re

import httpx

from tests.server.conftest import Server

MOST = 150_000  # bytes, without fonts


def weight(server: Server, path: str) -> tuple[int, httpx.Response]:
    with httpx.stream("GET", server.base + path, headers={"Accept-Encoding": "gzip"}) as answer:
        return sum(len(part) for part in answer.iter_raw()), answer


def test_the_first_load_is_light_and_kept(server: Server) -> None:
    total, index = weight(server, "/")
    assert index.headers["cache-control"] == "no-cache"
    names = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', httpx.get(server.base).text)
    assert names
    for name in names:
        size, answer = weight(server, name)
        assert answer.headers["content-encoding"] == "gzip"
        assert "immutable" in answer.headers["cache-control"]
        total += size
    assert total < MOST
