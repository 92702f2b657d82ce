"""Our sockets and doors are made of insides of uvicorn, which promises nothing about them: the day
it moves, this says so.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from importlib.metadata import requires, version
from typing import Any

import pytest
from packaging.requirements import Requirement

from emberstacks.server.wire.frames import FrameSocket
from emberstacks.server.wire.timeouts import TimedHttp, TimedSocket

OURS: list[type[Any]] = [TimedHttp, TimedSocket, FrameSocket]


def tree_of(kind: type[Any]) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(kind)))


def names_on_self(kind: type[Any], made: bool) -> set[str]:
    """The attributes that a class uses, or makes."""
    found = {
        node.attr
        for node in ast.walk(tree_of(kind))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
        if not made or isinstance(node.ctx, ast.Store)
    }
    return found | set(vars(kind)) if made else found


@pytest.mark.parametrize("kind", OURS, ids=lambda kind: str(kind.__name__))
def test_uvicorn_has_all_that_we_take_from_it(kind: type[Any]) -> None:
    theirs = [
        base for base in kind.__mro__[1:] if base.__module__.startswith(("uvicorn", "asyncio"))
    ]
    known: set[str] = set().union(*(names_on_self(base, made=True) for base in theirs))
    own: set[str] = set().union(
        *(names_on_self(one, made=True) for one in kind.__mro__ if one in OURS)
    )
    made_by_us = {
        name for one in kind.__mro__ if one in OURS for name in set(vars(one)) | {"visitor"}
    }
    assert names_on_self(kind, made=False) - own <= known
    written = (
        names_on_self(kind, made=True)
        - set(vars(kind))
        - made_by_us
        - {"opened", "timer", "clogged"}
    )
    assert written <= known, "we write what uvicorn never reads"
    for name, method in vars(kind).items():
        inherited = next((vars(base)[name] for base in theirs if name in vars(base)), None)
        if inspect.isfunction(method) and inherited is not None and name != "__init__":
            assert list(inspect.signature(method).parameters) == list(
                inspect.signature(inherited).parameters
            ), name


def test_the_uvicorn_that_is_installed_is_one_that_we_know() -> None:
    wanted = [Requirement(one) for one in requires("emberstacks") or []]
    bounds = next(one.specifier for one in wanted if one.name == "uvicorn")
    assert any(bound.operator == "<" for bound in bounds)
    assert version("uvicorn") in bounds
