"""A readable name for what somebody uses, from what it says about itself."""

from __future__ import annotations

from typing import Any

from litestar.connection import ASGIConnection

PROGRAMS = {  # the first that fits, because most of them claim to be others as well
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def browser_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    return browser_name(connection.headers.get("user-agent", ""))


def browser_name(agent: str) -> str:
    """
    >>> browser_name("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"), browser_name("curl/8.0")
    ('Firefox on Linux', 'A program')
    """
    program = next((name for sign, name in PROGRAMS.items() if sign in agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in agent), "")
    if not program:
        return "A program"
    return f"{program} on {system}" if system else program
