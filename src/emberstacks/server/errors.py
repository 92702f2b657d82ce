"""Why something cannot be done: a code for programs, a sentence for people. Handlers and what they
call raise these, and `wire/trouble.py` answers with them.
"""

from __future__ import annotations

RETRY_AFTER = 5  # seconds


class TableTrouble(Exception):
    """Why a request cannot be done."""

    def __init__(
        self, status: int, code: str, message: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status  # as HTTP counts
        self.code = code
        self.headers = headers or {}


def bad_request(code: str, message: str) -> TableTrouble:
    return TableTrouble(400, code, message)


def forbidden(code: str, message: str) -> TableTrouble:
    return TableTrouble(403, code, message)


def not_found(message: str) -> TableTrouble:
    return TableTrouble(404, "not-found", message)


def conflict(code: str, message: str) -> TableTrouble:
    return TableTrouble(409, code, message)


def too_many(code: str, message: str, seconds: int) -> TableTrouble:
    return TableTrouble(429, code, message, {"Retry-After": str(seconds)})


def unavailable(message: str) -> TableTrouble:
    return TableTrouble(503, "unavailable", message, {"Retry-After": str(RETRY_AFTER)})
