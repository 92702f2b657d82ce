"""Effects as cards.toml writes them, compiled into flat numbers; a word outside the vocabulary is
refused with its line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from emberstacks.games.alexandria import vocabulary as v

if TYPE_CHECKING:
    from emberstacks.games.alexandria.steps.effect import Verb

Effect = list[dict[str, Any]]
Fields = dict[str, tuple[str, ...]]

# The fields of the two forms that decide what comes next, each with the words it may have; none: a
# number, a list or a table.
FORMS: Final[dict[str, Fields]] = {
    "choose": {"options": ()},
    "if": {
        "cond": v.CONDITIONS,
        "then": (),
        "else": (),
        "traits": (),
        "category": (),
        "categories": (),
        "any": (),
    },
}
MAY_LEAVE_OUT: Final = ("else", "traits", "category", "categories", "any")


class Compiler:
    """Turns effects into numbers, one program after the other."""

    def __init__(
        self,
        source: str,
        name: str,
        traits: dict[str, int],
        axes: dict[str, int],
        verbs: Mapping[str, Verb],
    ) -> None:
        self.lines = source.splitlines()
        self.name = name
        self.traits = traits  # the mask of the rescue cards that have each trait
        self.axes = axes  # the number of each axis of traits
        self.verbs = verbs  # by their names
        self.code: list[int] = [v.END] * v.WIDTH  # program 0 does nothing
        self.card = ""  # the id of the card being read, for refusals

    def refuse(self, word: object, why: str) -> NoReturn:
        """Say which word cannot be read, with its file and line."""
        start = next((k for k, line in enumerate(self.lines) if f'id = "{self.card}"' in line), 0)
        found = next(
            (k for k in range(start, len(self.lines)) if str(word) in self.lines[k]), start
        )
        raise ValueError(f"{self.name}, line {found + 1}: {self.card}: {why}")

    def word(self, word: str, known: tuple[str, ...], kind: str) -> int:
        """The number of a word, if there is such a word."""
        if word not in known:
            self.refuse(word, f"there is no {kind} {word!r}; there is {', '.join(known)}.")
        return known.index(word)

    def program(self, effect: Effect) -> int:
        """Compile an effect; returns where it begins."""
        start = len(self.code)
        self.effect(effect)
        self.emit(v.END)
        return start

    def emit(self, op: int, *fields: int) -> int:
        """Append one instruction; returns its place."""
        at = len(self.code)
        self.code += [op, *fields, *[0] * (v.WIDTH - 1 - len(fields))]
        return at

    def effect(self, effect: Effect) -> None:
        for step in effect:
            name = str(step.get("op"))
            self.word(name, (*self.verbs, *FORMS), "verb")
            if name in self.verbs:
                verb = self.verbs[name]
                self.check(step, name, verb.fields, verb.optional)
                verb.write(self, step)
            else:
                self.check(step, name, FORMS[name], MAY_LEAVE_OUT)
                if name == "choose":
                    self.choose(step["options"])
                else:
                    self.branch(step)

    def check(
        self, step: dict[str, Any], name: str, fields: Fields, optional: tuple[str, ...]
    ) -> None:
        """Refuse fields and words that a verb does not have, and fields that it lacks."""
        for field, value in step.items():
            if field != "op" and field not in fields:
                self.refuse(
                    field, f"{name!r} has no field {field!r}; it has {', '.join(fields) or 'none'}."
                )
            if field != "op" and fields[field]:
                self.word(str(value), fields[field], f"{field} of {name!r}")
        for field in fields:
            if field not in step and field not in optional:
                self.refuse(name, f"{name!r} needs its field {field!r}.")

    def repeat(self, n: int, op: int, *fields: int) -> None:
        for _ in range(n):
            self.emit(op, *fields)

    def count(self, per: dict[str, Any]) -> tuple[int, int]:
        """What is counted, and of which category or axis."""
        count = self.word(str(per["count"]), v.COUNTS, "count")
        if count == v.DISTINCT_TRAIT:
            axis = f"{per['category']}.{per['axis']}"
            return count, (
                self.axes[axis]
                if axis in self.axes
                else self.refuse(per["axis"], f"there is no axis {axis!r}.")
            )
        return count, self.category(per["category"]) if count == v.RESCUE_CARDS else 0

    def category(self, word: str) -> int:
        return self.word(word, (*v.CATEGORIES, "any"), "category")

    def mask(self, categories: list[str]) -> int:
        return sum(1 << self.word(category, v.CATEGORIES, "category") for category in categories)

    def trait_mask(self, words: list[str]) -> int:
        """The rescue cards that have one of these traits."""
        cards = 0
        for word in words:
            self.word(word, tuple(self.traits), "trait")
            cards |= self.traits[word]
        return cards

    def choose(self, options: list[Effect]) -> None:
        if len(options) > v.WIDTH - 3:
            self.refuse("choose", f"'choose' has room for {v.WIDTH - 3} options.")
        at = self.emit(v.CHOOSE, len(options))
        leave = []
        for number, option in enumerate(options):
            self.code[at + 2 + number] = len(self.code)
            self.effect(option)
            leave.append(self.emit(v.JUMP))
        for jump in leave:
            self.code[jump + 1] = len(self.code)
        self.code[at + v.WIDTH - 1] = len(self.code)

    def branch(self, step: dict[str, Any]) -> None:
        condition = v.CONDITIONS.index(step["cond"])
        of = 0
        if condition in (v.KEPT_TRAIT, v.HOLDS_TRAIT):
            of = self.trait_mask(step["traits"])
        elif condition == v.TARGET_LACKS:
            of = self.category(step["category"])
        elif condition == v.HOLDS:
            of = self.mask(step["categories"])
        at = self.emit(v.IF, condition, of, step.get("any", 1))
        self.effect(step["then"])
        leave = self.emit(v.JUMP)
        self.code[at + 4] = len(self.code)
        self.effect(step.get("else", []))
        self.code[leave + 1] = len(self.code)
