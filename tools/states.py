"""The types of what the page draws, one file for each game that has a board there:
web/src/games/<game>/state.ts.

The table follows from the fields of the game's State and what they can be (kernel/domains.py), as
screens get them (told/screens.py); questions from its steps; events from what their classes tell
(kernel/events.py); the box and the facts from the TypedDicts that `printed` and `facts` return; the
options from those of all versions of the rules.
"""

import ast
import inspect
import json
import re
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from emberstacks.games import GAMES, folder_of
from emberstacks.kernel.domains import Shape
from emberstacks.kernel.game import Game
from emberstacks.kernel.state import State
from emberstacks.told.screens import state_class

SCREENS = Path("web/src/games")
PLAIN = {
    int: "number",
    float: "number",
    str: "string",
    bool: "boolean",
    type(None): "null",
    Any: "unknown",
}
FIELDS = {
    "i64": "number",
    "Ints": "number[]",
    "Slots": "Slot[]",
    "Deck": "Deck",
    "list[Ints]": "number[][]",
    "list[Slots]": "Slot[][]",
    "list[Deck]": "Deck[]",
}
COMMON = """\
/** Written by tools/states.py from the game's own types: change those. */

/** A piece as somebody may know it: its face (null: hidden from the viewer), who has seen it (8: the spectators), its lot. */
export type Slot = [face: number | null, seen: number[], lot: number];

/** A pile: known places on top, how many lie shuffled, known places at the bottom. */
export interface Deck {
  top: Slot[];
  rest: number;
  lot: number;
  bottom: Slot[];
}
"""


def drawn() -> list[Game]:
    """The games whose boards somebody has drawn."""
    return [game for game in GAMES.values() if (SCREENS / game.info.id).is_dir()]


def target(game: Game) -> Path:
    return SCREENS / game.info.id / "state.ts"


def write() -> None:
    """Write all files; every build and every check of the page does this, so they are never stale."""
    for game in drawn():
        text, file = source(game), target(game)
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


def source(game: Game) -> str:
    """The file of a game."""
    cls = state_class(game)
    dicts: dict[str, str] = {}
    named("Box", game.printed, dicts)
    named("Facts", game.facts, dicts)
    parts = [table(cls), questions(game), events(game), *dicts.values(), options(game)]
    return "\n".join([COMMON, *parts])


def table(cls: type[State]) -> str:
    """The position."""
    said = comments(cls)
    lines = [
        f"/** {summary(cls)} */" if cls.__doc__ else "",
        "export interface TableState {",
    ]
    for name in cls.FIELDS:
        kind = field(cls.MADE_OF[name], cls.DOMAINS.get(name))
        if name in cls.SCREENED:
            kind = kind.replace("number", "(number | null)")
        lines.append(f"  {name}{'?' if name in cls.SINCE else ''}: {kind};{said.get(name, '')}")
    lines += ["  /** The waiting questions, the current one last. */", "  stack: Question[];"]
    lines += [
        "  /** Each seat's sealed answer, if several are asked at once. */",
        "  sealed?: number[];",
        "}",
        "",
    ]
    return "\n".join(lines)


def field(kind: str, shape: Shape | None) -> str:
    """The type of a field; a mask is a list of numbers."""
    masked = shape is not None and shape.domain().bits
    return FIELDS[kind].replace("number", "number[]") if masked else FIELDS[kind]


def questions(game: Game) -> str:
    """Every question of the game, with what it is about."""
    lines = ["/** A question: its name and what it is about. */", "export type Question ="]
    for step in game.steps:
        parts = [
            f"{name}: {field(kind, step.DOMAINS.get(name))}" for name, kind in step.MADE_OF.items()
        ]
        lines.append(f"  | [{', '.join([f'asks: {json.dumps(step.__name__)}', *parts])}]")
    return "\n".join(lines) + ";\n"


def events(game: Game) -> str:
    """Every kind of event, with the names of its arguments."""
    lines = [
        "/** What happened, with what it is about; -1 is nothing, or a secret. After these, -1. */",
        "export type Happening =",
    ]
    for kind, names in sorted(told_kinds(game).items()):
        args = [f"{name}: number" for name in names]
        lines.append(f"  | {{ kind: {json.dumps(kind)}; args: [{', '.join(args)}, ...number[]] }}")
    return "\n".join(lines).replace("[, ...", "[...") + ";\n"


def told_kinds(game: Game) -> dict[str, list[str]]:
    """The kinds of events of a game, and what each tells: the list in its own class, or in the
    class above it.
    """
    classes = [
        part
        for file in sorted(folder_of(game).rglob("*.py"))
        for part in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(part, ast.ClassDef)
    ]
    lists = {part.name: names for part in classes if (names := told_list(part)) is not None}
    found: dict[str, list[str]] = {}
    for part in classes:
        above = [ast.unparse(base) for base in part.bases]
        names = next((lists[name] for name in [part.name, *above] if name in lists), None)
        for line in part.body:
            said = re.fullmatch(r"kind: ClassVar\[str\] = '(.+)'", ast.unparse(line))
            if said and names is not None:
                found[said[1]] = names
    return found


def told_list(cls: ast.ClassDef) -> list[str] | None:
    """The names in the list that a kind of event hands to `told`, or to a method that does."""
    for call in ast.walk(cls):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("self.told", "self.tell"):
            for argument in call.args:
                if isinstance(argument, ast.List):
                    return [argument_name(part) for part in argument.elts]
    return None


def argument_name(part: ast.expr) -> str:
    """The name of a number in that list: of a variable, a field, a length.

    >>> [argument_name(ast.parse(text, mode="eval").body) for text in ("seat", "s.time[seat]")]
    ['seat', 'time']
    >>> argument_name(ast.parse("-1 if kind == ONE else s.yellow", mode="eval").body)
    'yellow'
    """
    if isinstance(part, ast.Subscript):
        return argument_name(part.value)
    if isinstance(part, ast.Attribute):
        return part.attr
    if isinstance(part, ast.IfExp):
        return argument_name(part.orelse)
    if isinstance(part, ast.Call):
        return argument_name(part.args[0])
    return part.id.lower() if isinstance(part, ast.Name) else "none"


def options(game: Game) -> str:
    """What the players agreed on, under any version of the rules."""
    versions = [game.info.options, *game.info.earlier.values()]
    lines = ["/** What the players agreed on. */", "export type Options = {"]
    for name in dict.fromkeys(option.name for offered in versions for option in offered):
        same = [option for offered in versions for option in offered if option.name == name]
        choices = dict.fromkeys(json.dumps(choice) for option in same for choice in option.choices)
        kind = "boolean" if set(choices) == {"false", "true"} else " | ".join(choices)
        lines.append(f"  {name}{'' if len(same) == len(versions) else '?'}: {kind};")
    return "\n".join([*lines, "};", ""])


def named(name: str, method: Callable[..., Any], dicts: dict[str, str]) -> None:
    """What a method of a game returns, under a name that all games share."""
    kind = get_type_hints(method)["return"]
    if is_typeddict(kind):
        assert typed(kind, dicts) == name
    else:
        dicts[name] = f"export type {name} = Record<string, never>;\n"


def typed(kind: Any, dicts: dict[str, str]) -> str:
    """A type of Python as one of TypeScript; a TypedDict becomes an interface."""
    if kind in PLAIN:
        return PLAIN[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(json.dumps(arg) for arg in args)
    if origin in (Union, types.UnionType):
        return " | ".join(typed(arg, dicts) for arg in args)
    if origin is list:
        item = typed(args[0], dicts)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(typed(arg, dicts) for arg in args)}]"
    if origin is dict:
        return f"Record<{typed(args[0], dicts)}, {typed(args[1], dicts)}>"
    if not is_typeddict(kind):
        raise TypeError(f"{kind} is no type for a page")
    if kind.__name__ not in dicts:
        dicts[kind.__name__] = ""  # it may be part of itself
        dicts[kind.__name__] = interface(kind, dicts)
    return str(kind.__name__)


def interface(kind: Any, dicts: dict[str, str]) -> str:
    said = comments(kind)
    lines = [f"/** {summary(kind)} */", f"export interface {kind.__name__} {{"]
    for name, part in get_type_hints(kind).items():
        optional = "" if name in kind.__required_keys__ else "?"
        lines.append(f"  {name}{optional}: {typed(part, dicts)};{said.get(name, '')}")
    return "\n".join([*lines, "}", ""])


def comments(cls: type) -> dict[str, str]:
    """What the comment above a field, or at the end of its line, says about it."""
    found: dict[str, str] = {}
    for one in reversed(
        [base for base in cls.__mro__ if base.__module__.startswith("emberstacks.games")]
    ):
        above = ""
        for line in inspect.getsource(one).splitlines():
            field = re.match(r"    (\w+): (?:.*?  # (.*))?", line)
            if field and (said := field[2] or above):
                found[field[1]] = f" // {said}"
            comment = re.match(r"    # (.*)", line)
            above = f"{above} {comment[1]}".strip() if comment else ""
    return found


def summary(cls: type) -> str:
    """The first sentence of what a class says of itself, on one line."""
    return " ".join((cls.__doc__ or "").partition("\n\n")[0].split())


if __name__ == "__main__":
    write()
