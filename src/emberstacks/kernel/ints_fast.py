"""The number types of the compiled build: machine integers and packed arrays. Replaces ints.py
there.
"""

from librt.vecs import append, pop, vec
from mypy_extensions import i64, mypyc_attr, u8

Ints = vec[i64]
Floats = vec[float]
Flags = vec[u8]


def remove_at(v: Ints, k: i64) -> Ints:
    """v without its k-th number. Use the result: v itself may have moved."""
    return pop(v, k)[0]


__all__ = ["Flags", "Floats", "Ints", "append", "i64", "mypyc_attr", "remove_at"]
