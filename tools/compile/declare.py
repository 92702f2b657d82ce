"""Write out what follows from the fields that steps and states declare. kernel/declare.py does the
same in the interpreted build when a class is made; its texts are used here.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from emberstacks.kernel import declare
from emberstacks.kernel.state import State

SHAPES = ("one", "each", "per_seat", "up_to")  # how a field says what it can be
IMPORTS = """
from typing import Any, ClassVar
from emberstacks.kernel.domains import Shape
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.page import Page
from emberstacks.kernel.step import Step
"""


class Declared(ast.NodeTransformer):
    """Classes as kernel/declare.py makes them, and without what only type checkers need."""

    def __init__(self, made: Mapping[str, object]) -> None:
        self.made = made  # the classes of the file, by name, as they are in the interpreted build
        self.wrote = False

    def visit_Module(self, file: ast.Module) -> ast.Module:
        """A file; what the new lines use is imported."""
        self.generic_visit(file)
        return imported(file, IMPORTS) if self.wrote else file

    def visit_ClassDef(self, cls: ast.ClassDef) -> ast.ClassDef:
        """A class, with new lines at the end of its body."""
        cls.decorator_list = [
            each for each in cls.decorator_list if not calls(each, "dataclass_transform")
        ]
        cls.body = [part for part in cls.body if not only_for_types(part)]
        made_of = getattr(self.made.get(cls.name), "MADE_OF", None)
        if made_of is not None and (own_fields(cls) or by_hand(cls, "__init__")):
            self.wrote = True
            new = ast.parse(written(cls, made_of)).body
            for part in shapes(cls):
                part.value = None  # mypyc would take it for a value
            cls.body += new
        return cls


def imported(file: ast.Module, imports: str) -> ast.Module:
    """A file that imports more, after its first import, which is from __future__."""
    first = next(k for k, part in enumerate(file.body) if isinstance(part, ast.ImportFrom))
    file.body[first + 1 : first + 1] = ast.parse(imports).body
    return file


def written(cls: ast.ClassDef, made_of: dict[str, str]) -> str:
    """The lines that a class gets."""
    own = own_fields(cls)
    parts = [f"MADE_OF: ClassVar[dict[str, str]] = {made_of!r}\n"]
    if shapes(cls):
        parts.append(domains(cls))
    if not by_hand(cls, "__init__"):
        inherited = {name: kind for name, kind in made_of.items() if name not in own}
        parts.append(declare.init_source("super().__init__", inherited, own))
    if "below" not in made_of:  # a step
        return "".join([*parts, declare.shown_step(made_of)])
    if not by_hand(cls, "FIELDS"):
        fields = declare.fields(made_of, State.MADE_OF)
        parts.append(f"FIELDS: ClassVar[tuple[str, ...]] = {fields!r}\n")
    if not by_hand(cls, "clone"):
        parts.append(declare.clone_source(cls.name, made_of))
    return "".join([*parts, declare.shown_state(made_of, State.MADE_OF)])


def domains(cls: ast.ClassDef) -> str:
    """The line with what the fields of a class can be."""
    base = ast.unparse(cls.bases[0]).split("[")[0]
    said = [f"{name_of(part)!r}: {ast.unparse(part.value)}" for part in shapes(cls) if part.value]
    return f"DOMAINS: ClassVar[dict[str, Shape]] = {{{', '.join([f'**{base}.DOMAINS', *said])}}}\n"


def own_fields(cls: ast.ClassDef) -> dict[str, str]:
    """What a class declares in its body, with the types as written."""
    declared = [*shapes(cls), *(part for part in annotated(cls) if part.value is None)]
    return {name_of(part): ast.unparse(part.annotation) for part in cls.body if part in declared}


def shapes(cls: ast.ClassDef) -> list[ast.AnnAssign]:
    """The fields of a class that say what they can be (kernel/domains.py)."""
    return [part for part in annotated(cls) if calls(part.value, *SHAPES)]


def annotated(cls: ast.ClassDef) -> list[ast.AnnAssign]:
    """What has a type in the body of a class."""
    return [part for part in cls.body if isinstance(part, ast.AnnAssign)]


def by_hand(cls: ast.ClassDef, name: str) -> bool:
    """Does the class itself define this?"""
    return any(name in (getattr(part, "name", ""), name_of(part)) for part in cls.body)


def name_of(part: ast.stmt) -> str:
    """What a line with a type is about; nothing for other lines."""
    return ast.unparse(part.target) if isinstance(part, ast.AnnAssign) else ""


def calls(value: ast.expr | None, *names: str) -> bool:
    """Is this a call of one of these functions?"""
    return isinstance(value, ast.Call) and ast.unparse(value.func) in names


def only_for_types(part: ast.stmt) -> bool:
    """Is this a block that never runs?"""
    return isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"
