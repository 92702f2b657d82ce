"""Errors of the HTTP face: a code for programs, a sentence for people."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from emberstacks.kernel.errors import EmberstacksError
from emberstacks.protocol import Trouble
from emberstacks.server.services import services_of
from emberstacks.server.store.outcomes import Unavailable

NOT_SAVED = "The server cannot save right now, so your move was not made."
NOT_DONE = "The server cannot save right now, so nothing was changed. Try again in a moment."
RETRY_AFTER = 5  # seconds

log = logging.getLogger("emberstacks.trouble")

TROUBLES = {  # for the OpenAPI document: every refusal has the same form
    status: ResponseSpec(Trouble, description=words)
    for status, words in {
        400: "What was sent makes no sense",
        403: "Not for you, or another site's page asks",
        404: "There is no such thing",
        409: "Not now",
        413: "Too much was sent",
        415: "Not JSON",
        429: "Too many requests",
        503: "The database does not answer, or the server is being stopped",
    }.items()
}


class TableTrouble(HTTPException):
    """Why a request cannot be done."""

    def __init__(
        self, status: int, code: str, message: str, headers: dict[str, str] | None = None
    ) -> None:
        super().__init__(status_code=status, detail=message, headers=headers)
        self.code = code


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


def answer(status: int, code: str, message: str) -> Response[Trouble]:
    return Response(
        Trouble(code=code, message=message), status_code=status, media_type=MediaType.JSON
    )


def on_http(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    """A refusal by the framework or a handler."""
    code = (
        error.code
        if isinstance(error, TableTrouble)
        else {429: "too-fast", 404: "not-found"}.get(error.status_code, "refused")
    )
    message = (
        "What was sent does not have the right form."
        if isinstance(error, ValidationException)
        else error.detail
    )
    response = answer(error.status_code, code, message)
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


def on_mistake(_request: Request[Any, Any, Any], error: EmberstacksError) -> Response[Trouble]:
    """Mistakes that the rules explain themselves."""
    return answer(400, "refused", str(error))


def on_unavailable(_request: Request[Any, Any, Any], _error: Unavailable) -> Response[Trouble]:
    """The database has a problem: try again later."""
    response = answer(503, "unavailable", NOT_DONE)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def on_depth(_request: Request[Any, Any, Any], _error: RecursionError) -> Response[Trouble]:
    """JSON in JSON in JSON, a thousand times."""
    return answer(400, "refused", "What was sent does not have the right form.")


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[Trouble]:
    """Our own fault."""
    services_of(request.app).figures.errors.inc()
    log.error("a request failed", exc_info=error)
    return answer(500, "broken", "Something is wrong with the server. The error has been logged.")
