"""schemathesis against a real server: everything the OpenAPI document promises holds, whatever is
asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import allow_header_conformance, positive_data_acceptance

from tests.server.conftest import Server
from tests.server.people import Player

pytestmark = pytest.mark.process

document = schemathesis.pytest.from_fixture("api")
# a document cannot say which games and bots there are, and the framework's own answer to OPTIONS is
# none of ours
NOT_OURS = [positive_data_acceptance, allow_header_conformance]


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server  # who knows what it is asked


@pytest.fixture(scope="module")
def api(server: Server) -> object:
    return schemathesis.openapi.from_url(f"{server.base}/schema/openapi.json", timeout=120)


@pytest.fixture(scope="module")
def ada(server: Server) -> Iterator[Player]:
    with Player(server.base, "Ada") as somebody:
        yield somebody


@document.parametrize()
@settings(max_examples=8)
def test_the_document_is_kept(case: Case[Any], ada: Player) -> None:
    """By somebody who is known, and half of the time at a real table, so that not everything is a
    404.
    """
    if "table" in case.path_parameters and len(str(case.body)) % 2:
        case.path_parameters["table"] = ada.open_table("me", "random")
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    headers = {} if case.method == "DELETE" else {"Cookie": cookie}  # nobody's session ends
    case.call_and_validate(headers=headers, excluded_checks=NOT_OURS)


def test_the_document_is_kept_from_step_to_step(api: Any, ada: Player) -> None:
    """Stateful: what one answer tells (the id of a table, a chair) is used in the next request."""
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())

    class Steps(api.as_state_machine()):  # type: ignore[misc]
        def get_call_kwargs(self, case: Case[Any]) -> dict[str, Any]:
            return {"headers": {"Cookie": cookie} if case.method != "DELETE" else {}}

        def validate_response(self, response: Any, case: Case[Any], **more: Any) -> None:
            case.validate_response(response, excluded_checks=NOT_OURS, **more)

    Steps.run(settings=settings(max_examples=4, stateful_step_count=6, deadline=None))
