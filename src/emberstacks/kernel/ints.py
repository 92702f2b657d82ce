"""The number types of states. The compiled build swaps this one file for ints_fast.py; neither is
ever compiled itself.
"""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
i64 = int
Ints = list[int]
Floats = list[float]
Flags = bytearray


def append(v: list[T], x: T) -> list[T]:
    """v with x appended. Use the result: v itself may have moved."""
    v.append(x)
    return v


def remove_at(v: Ints, k: i64) -> Ints:
    """v without its k-th number. Use the result: v itself may have moved."""
    del v[k]
    return v


def mypyc_attr(**_: bool) -> Callable[[T], T]:
    """Advice to the compiler; does nothing when interpreted."""
    return lambda thing: thing
