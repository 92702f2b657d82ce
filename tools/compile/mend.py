"""Mend how mypyc counts references to arrays; tests/compiled/test_memory.py fails if a leak comes
back.

Unpacking an array takes a reference, also where mypyc asks only to borrow it (the report to its
authors is in docs/parts/build.md). Setters of attributes take a second one, and functions that
Python calls never give theirs back: both would leak the array.
"""

from __future__ import annotations

import re
from importlib.metadata import version

KNOWN = "2.4.1"  # the mypy whose C this mends
UNPACKED = r"Vec(\w+)Api\.unbox\(\w+\);\s+if \(VEC_IS_ERROR\(\w+\)\) \{[^}]*\}"
COUNTED_TWICE = re.compile(rf"(\btmp = {UNPACKED})\s+VEC_\w+_INCREF\(tmp\);")
NEVER_GIVEN_BACK = re.compile(rf"\b(arg_\w+) = {UNPACKED}(?! VEC_)")  # unless it was mended before


def mended(text: str) -> str:
    """The C with each reference counted once."""
    text = COUNTED_TWICE.sub(r"\1", text)
    # the object that was unpacked keeps the array alive during the call
    return NEVER_GIVEN_BACK.sub(lambda m: f"{m[0]} VEC_{m[2].upper()}_DECREF({m[1]});", text)


def check_version() -> None:
    """Another mypy writes other C: look at it first, and say here that you have."""
    if version("mypy") != KNOWN:
        raise SystemExit(
            f"emberstacks: the C of mypy {KNOWN} is mended by tools/compile/mend.py, but this is"
            f" mypy {version('mypy')}. Install what requirements/ names, or look whether its C"
            " still needs mending and change KNOWN there."
        )
