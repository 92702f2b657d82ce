"""Requests without a browser: with patience for a busy machine, and without certificates, which
take longer to read than plain HTTP takes to answer. They find servers in memory (memory.py) by
their addresses, and all others by the network.
"""

from functools import partial
from typing import Any

import httpx

PATIENCE = 60  # seconds
IN_MEMORY: dict[str, httpx.BaseTransport] = {}  # by address


class Way(httpx.BaseTransport):
    """To a server in memory, or else over the network."""

    def __init__(self) -> None:
        self.network = httpx.HTTPTransport(verify=False)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        address = f"{request.url.scheme}://{request.url.netloc.decode()}"
        return IN_MEMORY.get(address, self.network).handle_request(request)

    def close(self) -> None:
        self.network.close()


class Client(httpx.Client):
    def __init__(self, **more: Any) -> None:
        super().__init__(timeout=PATIENCE, transport=Way(), **more)


def once(method: str, address: str, **more: Any) -> httpx.Response:
    with Client() as client:
        return client.request(method, address, **more)


get, post, put, delete = (partial(once, method) for method in ("GET", "POST", "PUT", "DELETE"))
