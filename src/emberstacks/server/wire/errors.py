"""Errors of the HTTP face: a code for programs, a sentence for people."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from emberstacks.kernel.errors import EmberstacksError
from emberstacks.protocol import Trouble
from emberstacks.server.errors import RETRY_AFTER, RequestError
from emberstacks.server.services import services_of
from emberstacks.server.store.outcomes import Unavailable

NOT_SAVED = "The server cannot save right now, so your move was not made."
NOT_DONE = "The server cannot save right now, so nothing was changed. Try again in a moment."

log = logging.getLogger("emberstacks.errors")

ERRORS = {  # for the OpenAPI document: every refusal has the same form
    # examples would be words at random, and need packages that nothing else does
    status: ResponseSpec(Trouble, description=words, generate_examples=False)
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


def answer(status: int, code: str, message: str) -> Response[Trouble]:
    return Response(
        Trouble(code=code, message=message), status_code=status, media_type=MediaType.JSON
    )


def on_request_error(_request: Request[Any, Any, Any], error: RequestError) -> Response[Trouble]:
    """A refusal by a handler, or by what it calls."""
    response = answer(error.status, error.code, str(error))
    for name, value in error.headers.items():
        response.headers[name] = value
    return response


def on_http(_request: Request[Any, Any, Any], error: HTTPException) -> Response[Trouble]:
    """A refusal by the framework."""
    code = {429: "too-fast", 404: "not-found"}.get(error.status_code, "refused")
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
    services_of(request.app).metrics.errors.inc()
    log.error("a request failed", exc_info=error)
    return answer(500, "broken", "Something is wrong with the server. The error has been logged.")
