"""By which name was this computer asked?

A page of another site can give it a name of its own (DNS rebinding), and then it reads all that we
answer. It cannot do that with a number or with `localhost`, so a server knows its names and answers
to no other.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import cache

HERE = "localhost"
HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([^\s:@/\[\]]+))(?::[0-9]*)?")  # and a port


def name_of(host: str) -> str:
    """The name or the number in a Host header, in one spelling; empty if it makes no sense.

    >>> name_of("Table.example:8080"), name_of("[::1]:8080"), name_of("table.example."), name_of("127.0.0.1")
    ('table.example', '::1', 'table.example', '127.0.0.1')
    >>> name_of("evil.example:80@localhost"), name_of(""), name_of("[::1"), name_of("localhost:")
    ('', '', '', 'localhost')
    """
    found = HOST.fullmatch(host.lower())
    return (found[1] or found[2]).removesuffix(".") if found is not None else ""


def is_number(name: str) -> bool:
    """Is it an address and no name? Nobody can point such a "name" elsewhere.

    >>> is_number("192.168.1.20"), is_number("fe80::1"), is_number("table.example")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_here(name: str) -> bool:
    """Does a name mean this computer for everybody who uses it?

    >>> [is_here(name) for name in ("localhost", "lab.localhost", "127.0.0.1", "::1", "192.168.1.20", "localhost.example")]
    [True, True, True, True, False, False]
    """
    return (
        name == HERE
        or name.endswith(f".{HERE}")
        or (is_number(name) and ipaddress.ip_address(name).is_loopback)
    )


@cache
def own_names() -> frozenset[str]:
    """What this computer calls itself, and what its neighbours call it without a name server."""
    name = socket.gethostname().lower()
    return frozenset((name, f"{name.partition('.')[0]}.local")) if name else frozenset()
