"""The check of a game's data files: what tables, keys and values there can be is said once, as
numbers of a state are.

    BOX: Final = table(
        players=table(least=within(1, 6), most=within(1, 6)),
        tool=blocks(1, 20, name=TEXT, lasts=word("turn", "round"), since=SINCE),
        card=blocks(6, 6, spaces=listed(COUNT, 5, 5)),
    )

`read` refuses what does not fit, in a sentence with its file and line, and fills in what was left
out. Every table may have a `provenance`, which nobody reads.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn, final

from emberstacks.kernel.domains import LARGEST, Domain
from emberstacks.kernel.errors import BadFigures, one_of
from emberstacks.kernel.versions import number_of

Place = tuple[str | int, ...]  # the keys that lead to a value, and its number in a list
Words = Callable[[dict[str, Any]], list[str]]  # the words there can be, from all that the files say
PROVENANCE: Final = "provenance"
ABSENT: Final = object()
NAMES: Final = ("id", "name", "title", "word")  # keys that tell one block of a kind from the others
KEY: Final = re.compile(
    r"""((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*"""
)
BETWEEN: Final = re.compile(r"(?:\s|,|#[^\n]*)*")


@final
class File:
    """A data file that is being read."""

    def __init__(self, name: str, text: str, all_said: dict[str, Any]) -> None:
        self.name = name
        self.text = text
        self.all_said = all_said  # by this file and those beside it

    def refuse(self, place: Place, sentence: str) -> NoReturn:
        raise BadFigures(f"{self.name}, line {line_of(self.text, place)}: {sentence}.")

    def must_be(self, place: Place, expected: str, found: Any) -> NoReturn:
        told = "something nested" if isinstance(found, (list, dict)) else repr(found)[:60]
        told = {"True": "true", "False": "false"}.get(told, told)
        self.refuse(place, f"{self.named(place)} must be {expected}, not {told}")

    def named(self, place: Place) -> str:
        """A value as people speak of it: 'lasts' of the tool 'axe'."""
        last = place[-1]
        if isinstance(last, int):
            return f"number {last + 1} of {self.named(place[:-1])}"
        return f"{last!r} of {self.owner(place[:-1])}" if len(place) > 1 else repr(last)

    def owner(self, place: Place) -> str:
        """A table as people speak of it: [bag], or the tool 'axe'."""
        if not isinstance(place[-1], int):
            flat = all(isinstance(part, str) for part in place)
            return f"[{'.'.join(str(part) for part in place)}]" if flat else self.named(place)
        found: Any = tomllib.loads(self.text)
        for part in place:
            found = found[part]
        kind = str(place[-2]).replace("_", " ").removesuffix("s")
        name = next((found[key] for key in NAMES if isinstance(found.get(key), str)), None)
        return f"{kind} {place[-1] + 1}" if name is None else f"the {kind} {name!r}"


class Kind:
    """What a value can be."""

    def read(self, file: File, place: Place, value: Any) -> Any:
        """The value as the game gets it; refuses what it cannot be."""
        raise NotImplementedError


What = Kind | Domain  # a domain is a whole number


@final
class Number(Kind):
    """A whole number."""

    def __init__(self, domain: Domain) -> None:
        self.least, self.most = domain.bounds(None)

    def read(self, file: File, place: Place, value: Any) -> Any:
        if (
            not isinstance(value, int)
            or isinstance(value, bool)
            or not self.least <= value <= self.most
        ):
            file.must_be(place, f"a whole number{self.bounds()}", value)
        return value

    def bounds(self) -> str:
        if self.most < LARGEST:
            return f" from {self.least} to {self.most}"
        return f", {self.least} or more" if self.least > -LARGEST else ""


@final
class Text(Kind):
    """Some text."""

    def read(self, file: File, place: Place, value: Any) -> Any:
        if not isinstance(value, str):
            file.must_be(place, "a text in quotes", value)
        return value


@final
class Letters(Kind):
    """A text that is made of some letters."""

    def __init__(self, of: str | Words, least: int, most: int) -> None:
        self.of = of
        self.least = least
        self.most = most

    def read(self, file: File, place: Place, value: Any) -> Any:
        fits = isinstance(value, str) and self.least <= len(value) <= self.most
        known = self.of if isinstance(self.of, str) else "".join(self.of(file.all_said))
        if not fits or any(letter not in known for letter in value):
            count = self.least if self.least == self.most else f"{self.least} to {self.most}"
            file.must_be(place, f"a text of {count} of the letters {known}", value)
        return value


@final
class Word(Kind):
    """One of some words."""

    def __init__(self, words: list[str], known: Words | None) -> None:
        self.words = words
        self.known = known

    def read(self, file: File, place: Place, value: Any) -> Any:
        words = self.words if self.known is None else self.known(file.all_said)
        if value not in words:
            file.must_be(place, one_of([repr(word) for word in words]), value)
        return value


@final
class Truth(Kind):
    """Yes or no."""

    def read(self, file: File, place: Place, value: Any) -> Any:
        if not isinstance(value, bool):
            file.must_be(place, "true or false", value)
        return value


@final
class Since(Kind):
    """The version of the rules that brought a piece; the game gets its number."""

    def read(self, file: File, place: Place, value: Any) -> Any:
        number = number_of(value) if isinstance(value, str) else -1
        if number < 0:
            file.must_be(place, 'a version of the rules, such as "1.2"', value)
        return number


@final
class Anything(Kind):
    """What the game itself checks."""

    def read(self, file: File, place: Place, value: Any) -> Any:
        return value


@final
class Optional(Kind):
    """What may be left out: then the game gets this instead, or nothing."""

    def __init__(self, of: Kind, otherwise: Any) -> None:
        self.of = of
        self.otherwise = otherwise

    def read(self, file: File, place: Place, value: Any) -> Any:
        return self.of.read(file, place, value)


@final
class Listed(Kind):
    """A list of values that are all alike."""

    def __init__(self, of: Kind, least: int, most: int) -> None:
        self.of = of
        self.least = least
        self.most = most

    def read(self, file: File, place: Place, value: Any) -> Any:
        if not isinstance(value, list):
            file.must_be(place, "a list in square brackets", value)
        if not self.least <= len(value) <= self.most:
            count = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            count = f"at least {self.least}" if self.most == LARGEST else count
            file.refuse(place, f"{file.named(place)} must have {count} entries, not {len(value)}")
        return [self.of.read(file, (*place, k), one) for k, one in enumerate(value)]


@final
class Row(Kind):
    """A list of values that each mean something else."""

    def __init__(self, parts: list[Kind]) -> None:
        self.parts = parts

    def read(self, file: File, place: Place, value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(self.parts):
            file.must_be(place, f"a list of {len(self.parts)}", value)
        return [part.read(file, (*place, k), value[k]) for k, part in enumerate(self.parts)]


@final
class Keys(Kind):
    """The keys that a table of a data file has."""

    def __init__(self, keys: dict[str, Kind]) -> None:
        self.keys = keys

    def read(self, file: File, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            file.must_be(place, "a table", value)
        for key in value:
            if key not in self.keys and key != PROVENANCE:
                known = one_of(list(self.keys))
                if not place:
                    file.refuse(
                        (key,), f"there is no table {key!r} in this game; there can be {known}"
                    )
                file.refuse(
                    (*place, key),
                    f"there is no {key!r} in {file.owner(place)}; there can be {known}",
                )
        found: dict[str, Any] = {}
        for key, kind in self.keys.items():
            if key in value:
                found[key] = kind.read(file, (*place, key), value[key])
            elif isinstance(kind, Optional):
                if kind.otherwise is not ABSENT:
                    found[key] = kind.otherwise
            else:
                file.refuse(place, f"{file.owner(place) if place else 'this file'} needs {key!r}")
        return found


@final
class Keyed(Kind):
    """A table with a value for each of some numbers, or with any keys."""

    def __init__(self, of: Kind, least: int, most: int) -> None:
        self.of = of
        self.least = least
        self.most = most  # negative: any keys

    def read(self, file: File, place: Place, value: Any) -> Any:
        if not isinstance(value, dict):
            file.must_be(place, "a table", value)
        own = {key: one for key, one in value.items() if key != PROVENANCE}
        if self.most >= 0:
            wanted = [str(number) for number in range(self.least, self.most + 1)]
            for key in own:
                if key not in wanted:
                    file.refuse(
                        (*place, key),
                        f"{file.owner(place)} has a line for each number from {self.least} to"
                        f" {self.most}, not for {key!r}",
                    )
            for key in wanted:
                if key not in own:
                    file.refuse(place, f"there is no {key!r} in {file.owner(place)}")
            return {int(key): self.of.read(file, (*place, key), one) for key, one in own.items()}
        return {key: self.of.read(file, (*place, key), one) for key, one in own.items()}


@final
class Blocks(Kind):
    """Blocks of one kind, such as a [[tool]] for each tool."""

    def __init__(self, of: Keys, least: int, most: int) -> None:
        self.of = of
        self.least = least
        self.most = most

    def read(self, file: File, place: Place, value: Any) -> Any:
        header = f"[[{'.'.join(str(part) for part in place)}]]"
        if not isinstance(value, list):
            file.refuse(place, f"there must be a block {header} for each of them")
        if len(value) > self.most:
            file.refuse(
                (*place, self.most),
                f"there are {len(value)} blocks {header}, and there can be {self.most} at most",
            )
        if len(value) < self.least:
            file.refuse(
                place,
                f"there are {len(value)} blocks {header}, and there must be {self.least} at least",
            )
        found = [self.of.read(file, (*place, k), one) for k, one in enumerate(value)]
        for k in range(1, len(found)):
            if found[k].get("since", 0) < found[k - 1].get("since", 0):
                file.refuse(
                    (*place, k - 1),
                    f"{file.owner((*place, k - 1))} came later, so it must stand after all that"
                    " came before it",
                )
        return found


# What the games write.

TEXT: Final = Text()
TRUTH: Final = Truth()
ANYTHING: Final = Anything()
SINCE: Final = Optional(Since(), 0)  # 0: it was always there


def kind_of(what: What) -> Kind:
    return Number(what) if isinstance(what, Domain) else what


def table(**keys: What) -> Keys:
    """A table with these keys."""
    return Keys({key: kind_of(what) for key, what in keys.items()})


def blocks(least: int, most: int, **keys: What) -> Blocks:
    """So many blocks with these keys; those with a later `since` stand last."""
    return Blocks(table(**keys), least, most)


def opt(of: What, otherwise: Any) -> Optional:
    """What may be left out: then it is this."""
    return Optional(kind_of(of), otherwise)


def maybe(of: What) -> Optional:
    """What may be left out."""
    return Optional(kind_of(of), ABSENT)


def listed(of: What, least: int = 0, most: int = LARGEST) -> Listed:
    """A list with so many entries."""
    return Listed(kind_of(of), least, most)


def row(*parts: What) -> Row:
    """A list of exactly these."""
    return Row([kind_of(part) for part in parts])


def word(*words: str) -> Word:
    """One of these words."""
    return Word(list(words), None)


def among(words: Words) -> Word:
    """One of the words that the files themselves name."""
    return Word([], words)


def letters(of: str | Words, least: int, most: int) -> Letters:
    """A text of so many of these letters."""
    return Letters(of, least, most)


def by_number(least: int, most: int, of: What) -> Keyed:
    """A table with a line for each number, such as each number of players."""
    return Keyed(kind_of(of), least, most)


def by_name(of: What) -> Keyed:
    """A table whose keys are names."""
    return Keyed(kind_of(of), 0, -1)


def column(rows: list[dict[str, Any]], key: str) -> list[Any]:
    """What each of several blocks says about the same."""
    return [row[key] for row in rows]


# Reading.


def read(folder: Path, files: Mapping[str, Keys]) -> dict[str, Any]:
    """What the data files of a folder say."""
    return parsed({name: (folder / name).read_text(encoding="utf-8") for name in files}, files)


def parsed(texts: Mapping[str, str], files: Mapping[str, Keys]) -> dict[str, Any]:
    """The same from their texts."""
    raw = {name: toml(name, text) for name, text in texts.items()}
    all_said = {key: value for data in raw.values() for key, value in data.items()}
    found: dict[str, Any] = {}
    for name, data in raw.items():
        found.update(files[name].read(File(name, texts[name], all_said), (), data))
    return found


def toml(name: str, text: str) -> dict[str, Any]:
    """A file as plain data."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as wrong:
        said = re.fullmatch(r"(.*) \(at (?:line (\d+).*|end of document)\)", str(wrong))
        why, line = (said[1], said[2] or text.count("\n") + 1) if said else (str(wrong), 1)
        raise BadFigures(
            f"{name}, line {line}: this cannot be read ({why[:1].lower()}{why[1:]})."
        ) from None


def line_of(text: str, place: Place) -> int:
    """The line of a valid file where a value stands, or the nearest table or key above it.

    >>> line_of('[bag]\\nfires = 7\\n[[tool]]\\n[[tool]]\\nburns = [\\n  "wy",\\n  "p",\\n]', ("tool", 1, "burns", 1))
    7
    """
    at = best = depth = 0
    table: Place = ()
    blocks_of: dict[Place, int] = {}
    while (at := past(text, at)) < len(text):
        if text[at] == "[":
            double = text.startswith("[[", at)
            end = text.index("]", at)
            names = parts_of(text[at + 1 + double : end])
            table = ()
            for k, name in enumerate(names):
                table = (*table, name)
                if double and k == len(names) - 1:
                    blocks_of[table] = blocks_of.get(table, -1) + 1
                if table in blocks_of:
                    table = (*table, blocks_of[table])
            if place[: len(table)] == table and len(table) > depth:
                best, depth = at, len(table)
            at = end + 1 + double
            continue
        key = KEY.match(text, at)
        if key is None:
            break
        found = (*table, *parts_of(key[1]))
        if place[: len(found)] == found:
            best = inside(text, at, key.end(), place[len(found) :])
            break
        at = value_end(text, key.end())
    return text.count("\n", 0, best) + 1


def parts_of(key: str) -> Place:
    """The parts of a dotted key."""
    return tuple(part.strip().strip("\"'") for part in key.split("."))


def past(text: str, at: int) -> int:
    """Where the next thing begins, after spaces, commas and comments."""
    space = BETWEEN.match(text, at)
    return space.end() if space else at


def inside(text: str, start: int, at: int, place: Place) -> int:
    """Where a part of a value stands; where the value itself begins, if the part is not in it."""
    if place and text[at] in "[{":
        for key, first, value in entries(text, at)[0]:
            if key == place[0]:
                return inside(text, first, value, place[1:])
    return start


def entries(text: str, at: int) -> tuple[list[tuple[str | int, int, int]], int]:
    """The entries of a list or an inline table, each with where it and its value begin, and where
    all of it ends.
    """
    found: list[tuple[str | int, int, int]] = []
    closing = "]" if text[at] == "[" else "}"
    at = past(text, at + 1)
    while text[at] != closing:
        key = KEY.match(text, at) if closing == "}" else None
        value = key.end() if key else at
        found.append((parts_of(key[1])[0] if key else len(found), at, value))
        at = past(text, value_end(text, value))
    return found, at + 1


def value_end(text: str, at: int) -> int:
    """Where a value ends."""
    for quotes in ('"""', "'''"):
        if text.startswith(quotes, at):
            return text.index(quotes, at + 3) + 3
    if text[at] == "'":
        return text.index("'", at + 1) + 1
    if text[at] == '"':
        at += 1
        while text[at] != '"':
            at += 2 if text[at] == "\\" else 1
        return at + 1
    if text[at] in "[{":
        return entries(text, at)[1]
    while at < len(text) and text[at] not in ",]}\n#":
        at += 1
    return at
