"""Requests to addresses that people give: only to public ones, without redirects, in a few seconds.

The name is looked up once, checked, and the connection goes to the address that was checked, so
that a name which changes its address in between gains nothing.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from functools import cache
from urllib.parse import SplitResult, urlsplit

import h11

SECONDS = 10.0  # for the whole request
LONGEST = 500  # characters of an address
PORTS = {"http": 80, "https": 443}
INSIDE = [
    ipaddress.ip_network(text)
    for text in (
        "::/8",  # reserved; some of it holds an IPv4 address, such as 64:ff9b::/96
        "2002::/16",  # holds an IPv4 address
        "2001::/32",  # the same
        "fec0::/10",  # a site's own, as it was done before fc00::/7
        "5f00::/16",  # segment routing inside a network
        "168.63.129.16/32",  # a public number that is the inside of a large cloud
    )
]


class Unreachable(Exception):
    """Nothing could be sent there, and why; with the status of the answer, if there was one."""

    def __init__(self, reason: str, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status


def parted(url: str) -> SplitResult:
    """The parts of a web address; ValueError with a sentence if we do not send there."""
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError("That is not a web address.")
    parts = urlsplit(url)
    _ = parts.port  # raises if it is no port
    if parts.scheme not in PORTS or not parts.hostname:
        raise ValueError("A web address begins with https:// or http://.")
    if parts.username or parts.password:
        raise ValueError("The address must not hold a name or a password.")
    return parts


def public(host: str) -> bool:
    """Is this an address on the internet, not one in somebody's house?

    >>> [public(host) for host in ("8.8.8.8", "2606:4700::1", "127.0.0.1", "10.1.2.3", "169.254.169.254", "0.0.0.0")]
    [True, True, False, False, False, False]
    >>> [public(host) for host in ("::1", "fe80::1%eth0", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "::a00:1")]
    [False, False, False, False, False, False]
    >>> [public(host) for host in ("fec0::1", "feff::1", "5f00::1", "168.63.129.16", "168.63.129.17", "::ffff:8.8.8.8")]
    [False, False, False, False, True, True]
    """
    address = ipaddress.ip_address(host.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return public(str(address.ipv4_mapped))
    return (
        address.is_global
        and not address.is_multicast
        and not any(address in network for network in INSIDE)
    )


def check(url: str, inside: bool) -> None:
    """Refuse at once what could never be sent (ValueError with a sentence); names are looked up
    when something is sent.
    """
    host = parted(url).hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        local = (
            host == "localhost"
            or host.endswith((".localhost", ".local", ".internal"))
            or "." not in host
        )
    else:
        local = not public(host)
    if local and not inside:
        raise ValueError(
            "That address is inside a private network. Give one that can be reached from the"
            " internet."
        )


async def found(parts: SplitResult, inside: bool) -> str:
    """The address behind a name; Unreachable if any of its addresses is private."""
    port = parts.port or PORTS[parts.scheme]
    try:
        known = await asyncio.get_running_loop().getaddrinfo(
            parts.hostname, port, type=socket.SOCK_STREAM
        )
    except (OSError, UnicodeError) as wrong:
        raise Unreachable("there is no such host") from wrong
    hosts = [str(one[4][0]) for one in known]
    if not inside and not all(public(host) for host in hosts):
        raise Unreachable("its address is private")
    return hosts[0]


@cache
def trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(url: str, headers: dict[str, str], body: bytes, inside: bool = False) -> int:
    """Send a request, and return the status of the answer; a redirect is not followed."""
    try:
        async with asyncio.timeout(SECONDS):
            return await exchange(parted(url), headers, body, inside)
    except (OSError, TimeoutError, ValueError, h11.RemoteProtocolError) as wrong:
        raise Unreachable(str(wrong) or type(wrong).__name__) from wrong


async def exchange(parts: SplitResult, headers: dict[str, str], body: bytes, inside: bool) -> int:
    secure = await asyncio.to_thread(trusted) if parts.scheme == "https" else None
    name = parts.hostname if secure is not None else None
    port = parts.port or PORTS[parts.scheme]
    reader, writer = await asyncio.open_connection(
        await found(parts, inside), port, ssl=secure, server_hostname=name
    )
    try:
        here = h11.Connection(h11.CLIENT)
        given = {
            "Host": parts.netloc,
            "Connection": "close",
            "Content-Length": str(len(body)),
            **headers,
        }
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        asked = here.send(h11.Request(method="POST", target=target, headers=list(given.items())))
        writer.write((asked or b"") + (here.send(h11.Data(body)) or b""))
        await writer.drain()
        while not isinstance(event := here.next_event(), h11.Response):
            if event is h11.NEED_DATA:
                here.receive_data(await reader.read(4096))
            elif not isinstance(event, h11.InformationalResponse):
                raise h11.RemoteProtocolError("there was no answer")
        return int(event.status_code)
    finally:
        writer.transport.abort()  # the rest of the answer does not matter
