"""What all messages are made of."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

MAX_TEXT = 500  # characters in a line of chat
MAX_NAME = 24
MAX_TITLE = 60

Value = str | int | bool
Small = Annotated[int, Meta(ge=0, le=2**31 - 1)]  # as a database counts


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
