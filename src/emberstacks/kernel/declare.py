"""A field is declared once: the annotations in the body of a step or a state say what it is made
of, and what it can be.

    class PlaceOne(Step[FireTable]):
        placed: i64 = one(FLAG)  # 1: one has been put down

is made by `PlaceOne(seat, placed)`: first what its base needs, then its own fields in order. A
state gets its FIELDS and its `clone` in the same way, and both get `show` and DOMAINS (see
domains.py). In plain Python the code is written when the class is made, as for dataclasses;
tools/compile/declare.py writes the same lines, by the functions below, into the copy that is
compiled. What a class defines by hand stays, except for `show`.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection
from types import FunctionType
from typing import Any, ClassVar, Final, Literal, dataclass_transform

from emberstacks.kernel.domains import Shape, each, one, per_seat, up_to
from emberstacks.kernel.ints import mypyc_attr

# how to copy a field of each type; other types are shared and not part of a position
COPIED: Final = {
    "i64": "self.{}",
    "Ints": "self.{}[:]",
    "Slots": "self.{}.clone()",
    "Deck": "self.{}.clone()",
    "list[Ints]": "[part[:] for part in self.{}]",
    "list[Slots]": "[part.clone() for part in self.{}]",
    "list[Deck]": "[part.clone() for part in self.{}]",
}
SHOWN: Final = {  # how a page takes in a field of each type
    "i64": "page.whole(self.{})",
    "Ints": "page.row(self.{})",
    "Slots": "page.slots(self.{})",
    "Deck": "page.deck(self.{})",
    "list[Ints]": "for row in self.{}:\n        page.row(row)",
    "list[Slots]": "for slots in self.{}:\n        page.slots(slots)",
    "list[Deck]": "for deck in self.{}:\n        page.deck(deck)",
}
QUESTIONS: Final = {"below": "self.below.copy()"}  # steps are shared, their list is not


def fixed(*, init: Literal[False] = False) -> Any:
    """Tells type checkers that a field of the base class is not a parameter here."""


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass_transform(field_specifiers=(fixed, one, each, per_seat, up_to))
class Declared:
    """A class that declares its fields."""

    DOMAINS: ClassVar[dict[str, Shape]] = {}  # what they can be, for those that say it


def init_source(call: str, inherited: dict[str, str], own: dict[str, str]) -> str:
    """The constructor: pass on what the base class needs and keep the rest."""
    made_of = ", ".join(f"{name}: {kind}" for name, kind in {**inherited, **own}.items())
    lines = [f"def __init__(self, {made_of}) -> None:", f"    {call}({', '.join(inherited)})"]
    return "\n".join(lines + [f"    self.{name} = {name}" for name in own]) + "\n"


def clone_source(cls: str, made_of: dict[str, str]) -> str:
    """The copy of a state."""
    copies = [
        QUESTIONS.get(name) or COPIED.get(kind, "self.{}").format(name)
        for name, kind in made_of.items()
    ]
    lines = [
        f"def clone(self) -> {cls}:",
        f"    twin = {cls}(",
        *(f"        {copy}," for copy in copies),
        "    )",
    ]
    lines += ["    twin.rules = self.rules", "    return twin"]
    return "\n".join(lines) + "\n"


def show_source(calls: list[str]) -> str:
    """What a step or a state writes on a page (kernel/page.py) for those who may know it."""
    return (
        "\n".join(
            ["def show(self, page: Page) -> None:", *(f"    {call}" for call in calls or ["pass"])]
        )
        + "\n"
    )


def shown_step(made_of: dict[str, str]) -> str:
    """The numbers that come with a question."""
    return show_source([f"page.argument(self.{name})" for name in made_of])


def shown_state(made_of: dict[str, str], kernel: Collection[str]) -> str:
    """The fields of a position."""
    return show_source([SHOWN[made_of[name]].format(name) for name in fields(made_of, kernel)])


def fields(made_of: dict[str, str], kernel: Collection[str]) -> tuple[str, ...]:
    """The fields of a position: those that a clone copies, without those that every state has."""
    return tuple(name for name, kind in made_of.items() if kind in COPIED and name not in kernel)


def declare(cls: type, inherited: dict[str, str]) -> dict[str, str]:
    """Give a plain Python class its constructor and its domains; returns its fields and their types
    as written.
    """
    shapes = {name: shape for name, shape in cls.__dict__.items() if isinstance(shape, Shape)}
    for name in shapes:
        delattr(cls, name)
    if shapes:
        # mypyc knows no such attribute of a type
        setattr(cls, "DOMAINS", {**getattr(cls, "DOMAINS"), **shapes})  # noqa: B009, B010
    init = cls.__dict__.get("__init__")
    if isinstance(init, FunctionType):
        return {
            name: str(given.annotation)
            for name, given in list(inspect.signature(init).parameters.items())[1:]
        }
    own = {
        name: str(kind)
        for name, kind in inspect.get_annotations(cls).items()
        if not str(kind).startswith("ClassVar")
    }
    if own:
        define(cls, init_source("super(cls, self).__init__", inherited, own))
    return {**inherited, **own}


def by_hand(cls: type, name: str) -> bool:
    """Does the class itself define this?"""
    return name in cls.__dict__


def define(cls: type, source: str) -> None:
    """Write a method of a plain Python class."""
    found: dict[str, Any] = {}
    exec(f"from __future__ import annotations\n{source}", {"cls": cls, cls.__name__: cls}, found)
    for name, method in found.items():
        if name != "annotations":
            setattr(cls, name, method)
