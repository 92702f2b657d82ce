"""Where somebody comes from."""

from __future__ import annotations

import ipaddress
from typing import Any

from litestar.connection import ASGIConnection


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address somebody comes from; for IPv6 the part that belongs to a household.

    Behind a proxy that uvicorn trusts, this is what the proxy says.
    """
    return network(connection.client.host if connection.client is not None else "")


def network(host: str) -> str:
    """
    >>> network("192.0.2.7"), network("2001:db8:1:2:3:4:5:6"), network("testclient")
    ('192.0.2.7', '2001:db8:1:2::', 'testclient')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:60]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False).network_address)
    return str(address)
