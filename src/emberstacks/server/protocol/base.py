"""What all messages are made of."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

MAX_TEXT = 500  # characters in a line of chat
MAX_NAME = 24
MAX_TITLE = 60
MOST_EXACT = 2**53 - 1  # browsers round larger numbers

Value = str | int | bool
Small = Annotated[int, Meta(ge=0, le=2**31 - 1)]  # as a database counts


def exact(data: Any) -> Any:
    """The same data for a browser: a number that it would round, such as a mask of sixty pages, becomes a text.

    >>> exact({"loose": [3, 2**59 + 1]})
    {'loose': [3, '576460752303423489']}
    """
    if isinstance(data, dict):
        return {name: exact(part) for name, part in data.items()}
    if isinstance(data, list):
        return [exact(part) for part in data]
    return str(data) if isinstance(data, int) and not -MOST_EXACT <= data <= MOST_EXACT else data


class Wire(Struct, forbid_unknown_fields=True, kw_only=True):
    """A plain part of messages."""


class PieceOf(Wire):
    """A piece on the table: what kind, and which one."""

    kind: str
    number: int


class Trouble(Wire):
    """What is wrong with a request, in a sentence."""

    code: str
    message: str
    clause: str = ""
