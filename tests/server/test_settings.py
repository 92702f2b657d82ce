"""A setting is declared once: its flag, its variable, its default and its row in the docs follow."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from cyclopts import Parameter

from emberstacks.cli.app import app
from emberstacks.cli.serve import Chosen
from emberstacks.server.settings import HostSettings, Limits, Settings, variable

HOSTING = Path(__file__).parents[2] / "docs/hosting.md"


def shown(default: object) -> str:
    return f"{default:,}" if isinstance(default, int) and default is not False else ""


def table(heading: str, rows: list[str]) -> str:
    """As it is in the docs, between two empty lines."""
    columns = heading.count("|") - 1
    return "\n".join(["", heading, "|---" * columns + "|", *rows, "", ""])


def test_the_docs_have_a_row_for_each_setting() -> None:
    rows = [
        f"| `--{one.name.replace('_', '-')}` | `{variable(one.name)}` | {shown(one.default)} |"
        f" {one.metadata['help']} |"
        for one in fields(HostSettings)
    ]
    assert table("| Flag | Variable | Default | What it does |", rows) in HOSTING.read_text("utf-8")


def test_the_docs_have_a_row_for_each_limit() -> None:
    rows = [
        f"| `{one.name}` | {shown(one.default)} | {one.metadata['help']} |"
        for one in fields(Limits)
    ]
    assert table("| Limit | Default | What it counts |", rows) in HOSTING.read_text("utf-8")


def chosen(*words: str) -> Chosen:
    """What `emberstacks serve` makes of a command line."""
    _, bound, _ = app.parse_args(["serve", *words], exit_on_error=False, print_error=False)
    found = bound.arguments.get("chosen", Chosen())
    assert isinstance(found, Chosen)
    return found


def test_a_flag_overrides_a_variable_and_a_variable_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("EMBERSTACKS_PORT", "tcp://10.0.0.7:8080")  # as a cluster does
    assert chosen() == Chosen()
    monkeypatch.setenv("EMBERSTACKS_KEEP_UNFINISHED", "30")
    monkeypatch.setenv("EMBERSTACKS_SECURE", "yes")
    monkeypatch.setenv("EMBERSTACKS_NAME", "attic.example cellar.example")
    assert chosen() == Chosen(
        keep_unfinished=30, secure=True, name=("attic.example", "cellar.example")
    )
    found = chosen("--keep-unfinished", "7", "--no-secure", "--name", "loft.example")
    assert (found.keep_unfinished, found.secure, found.name) == (7, False, ("loft.example",))


@pytest.mark.parametrize("one", fields(HostSettings), ids=lambda one: str(one.name))
def test_each_setting_has_a_flag_and_a_variable(one: object) -> None:
    name = str(getattr(one, "name"))  # noqa: B009 (a field of a dataclass)
    hint = Chosen.__annotations__[name]
    (told,) = hint.__metadata__
    assert isinstance(told, Parameter)
    assert told.env_var == (variable(name),)


def test_the_address_of_links_is_the_one_that_the_host_has_named() -> None:
    assert Settings("sqlite:///x").reached == "http://localhost:8080"
    named = Settings("sqlite:///x", address="https://games.example.org", name=("pi.local",))
    assert named.reached == "https://games.example.org"
    assert named.known_names == ("games.example.org", "pi.local")
