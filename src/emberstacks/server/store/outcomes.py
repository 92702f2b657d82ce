"""How a transaction can end, as callers see it, on any database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError, InvalidRequestError, SQLAlchemyError


class Conflict(Exception):
    """Somebody else wrote this version first: read the log and decide again."""


class Unavailable(Exception):
    """The database cannot be read or written now, and why, in words for the host."""


class CannotOpen(Exception):
    """The database cannot be opened, and waiting would not help: why, and what to do, in a
    sentence.
    """


class EmptyChair(Exception):
    """Nobody sits on one of the chairs, so the game cannot begin."""


class TooManyTables(Exception):
    """No more tables for this person, or for anybody."""


class TooMany(Exception):
    """The person has as many of these as are allowed."""


class NoTable(Exception):
    """The table is not there any more."""


@contextmanager
def troubles() -> Iterator[None]:
    """Turns what a database raises into what it means to us."""
    try:
        yield
    except IntegrityError:
        raise Conflict from None
    except InvalidRequestError:  # our own mistake
        raise
    except (SQLAlchemyError, OSError) as trouble:
        raise Unavailable(why(trouble)) from trouble


def of_one_transaction(trouble: Unavailable) -> bool:
    """Is only this transaction to blame, by what it wanted to write? Then the database is well."""
    cause = getattr(trouble.__cause__, "orig", None)
    # bad data, a broken rule, a bad statement
    return str(getattr(cause, "sqlstate", None) or "")[:2] in ("22", "23", "42")


def why(trouble: Exception) -> str:
    """What is wrong with the database, in one line."""
    cause = getattr(trouble, "orig", None) or trouble
    words = " ".join(str(cause).split()) or type(cause).__name__
    known = {
        "database is locked": "another program holds the database file",
        "readonly database": "the database file cannot be written",
        "disk is full": "the disk is full",
    }
    return next(
        (meaning for part, meaning in known.items() if part in words),
        f"the database does not answer ({words[:200]})",
    )
