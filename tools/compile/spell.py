"""Spell out what mypyc compiles inline only if it sees the array's own type and function."""

from __future__ import annotations

import ast

from compile.declare import calls, imported

ITEMS = {"Ints": "i64", "Floats": "float"}
IMPORTS = """
from librt.vecs import pop, vec
from mypy_extensions import i64
"""


class Spelt(ast.NodeTransformer):
    """`vec[i64]([...])` for `Ints([...])` and `pop(v, k)[0]` for `remove_at(v, k)`."""

    wrote = False

    def visit_Module(self, file: ast.Module) -> ast.Module:
        """A file; what the new expressions use is imported."""
        self.generic_visit(file)
        return imported(file, IMPORTS) if self.wrote else file

    def visit_Call(self, call: ast.Call) -> ast.expr:
        """A call, after those in its arguments."""
        self.generic_visit(call)
        new = spelt(call, [ast.unparse(argument) for argument in call.args])
        self.wrote = self.wrote or new is not None
        return call if new is None else ast.parse(new, mode="eval").body


def spelt(call: ast.Call, arguments: list[str]) -> str | None:
    """What stands for a call; None if it stays."""
    if calls(call, "remove_at"):
        return f"pop({', '.join(arguments)})[0]"
    if calls(call, *ITEMS) and len(arguments) == 1 and new_list(call.args[0]):
        return f"vec[{ITEMS[ast.unparse(call.func)]}]({arguments[0]})"
    return None


def new_list(value: ast.expr) -> bool:
    """Is this a list that exists only to become an array: [a, b], [f(x) for x in y] or [x] * n?"""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return isinstance(value.left, ast.List) and len(value.left.elts) == 1
    return isinstance(value, (ast.List, ast.ListComp)) and not any(
        isinstance(each, ast.Starred) for each in getattr(value, "elts", ())
    )
