"""The compiled build, on request: EMBERSTACKS_COMPILE=1 compiles kernel and games with mypyc;
without it the wheel is pure.

It compiles a copy of the source that uses kernel/ints_fast.py, with one mypyc group per game, and
never writes into src. With gcc this is a profile-guided build: the first build plays games
(tools/rehearse.py), and the second is fast at what they did often. EMBERSTACKS_COMPILE=test
optimises little and guides only the smallest group, =quick does neither: good enough for tests, and
ready much sooner.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import indent
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

COPY = Path("build/fast-source")
CORE = (
    "kernel",
    "bots/playouts.py",
    "bots/heuristic.py",
    "bots/memo.py",
    "bots/ismcts.py",
    "bots/network.py",
)
# how bots play a game to its end in their heads, what their networks look at, and what they think
# of answers at first sight
MIND = (
    "playouts",
    "features",
    "worths",
    "figures",
    "odds",
    "facts",
    "shelves",
    "costs",
    "plans",
    "lone",
)
# a game that says this is compiled in one group with the kernel
WITH_KERNEL = re.compile(r"^WITH_KERNEL\b", re.MULTILINE)
LEFT_OUT = ("kernel/errors.py", "kernel/ints.py")
# for the first of the two builds: skips what takes the compiler long and happens after it has set
# its counters
HASTE = [
    *("--param", "inline-unit-growth=0", "--param", "large-unit-insns=0"),
    *("-fno-tree-pre", "-fno-gcse", "-fno-schedule-insns2"),
    *("-fno-tree-dominator-opts", "-fno-rerun-cse-after-loop", "-fno-cse-follow-jumps"),
]
# With gcc: expand macros first, because gcc spends longer on noting where each of them was than on
# all the rest; and skip warnings, which nobody reads about C that a program wrote. The machine code
# is the same, in less than half the time.
PLAIN_C = ["-no-integrated-cpp", "-w"]
FIRST_IMPORT = "from __future__ import annotations\n"
DECLARED_IMPORTS = """
from typing import Any, ClassVar
from emberstacks.kernel.domains import Shape
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.page import Page
from emberstacks.kernel.step import Step
"""
OF_THE_PACKAGE = re.compile(
    r"^(from emberstacks\b.*|@mypyc_attr\(.*\)|@dataclass_transform\(.*\))\n", re.MULTILINE
)
ONLY_FOR_TYPES = re.compile(
    r"    if TYPE_CHECKING:\n        seat: i64 = fixed\(\)\n|@dataclass_transform\(.*\)\n"
)
# a plain list display or [x] * n, and remove_at: mypyc compiles them inline if it sees the array's
# own type and function
NEW_ARRAY = re.compile(
    r"\b(Ints|Floats)\((?=\[[^][*]*\](?: \* (?:[\w.]+|\w+\([\w.]+\)|\([^()]+\)))?\))"
)
SHAPES = ("one", "each", "per_seat", "up_to")  # how a field says what it can be
ITEMS = {"Ints": "i64", "Floats": "float"}
REMOVE_AT = re.compile(r"\bremove_at\(([\w.]+), ([\w.]+)\)")
# Unpacking an array takes a reference (mypy 2.4.1). Setters of attributes take a second one, and
# functions that Python calls never give theirs back, because mypyc believes that it has only
# borrowed the array: both would leak it.
UNPACKED = r"Vec(\w+)Api\.unbox\(\w+\);\s+if \(VEC_IS_ERROR\(\w+\)\) \{[^}]*\}"
COUNTED_TWICE = re.compile(rf"(\btmp = {UNPACKED}\s+)VEC_\w+_INCREF\(tmp\);")
NEVER_GIVEN_BACK = re.compile(rf"\b(arg_\w+) = {UNPACKED}(?! VEC_)")  # unless it was mended before


def copied_source() -> Path:
    """A copy of the source with machine integers instead of Python's."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(
        "src/emberstacks", COPY / "emberstacks", ignore=shutil.ignore_patterns("__pycache__")
    )
    (COPY / "emberstacks/kernel/ints_fast.py").replace(COPY / "emberstacks/kernel/ints.py")
    return COPY / "emberstacks"


def mind(package: Path, game: str) -> list[str]:
    """What bots know about a game and need often, if somebody has written that."""
    files = (f"bots/minds/{game}/{name}.py" for name in MIND)
    return [file for file in files if (package / file).exists()]


def groups(package: Path) -> dict[str, tuple[str, ...]]:
    """One C file each, so that two compilers can work at once: the core, and every game that does
    not ask to be in it.
    """
    games = {
        file.parent.name: file.read_text(encoding="utf-8")
        for file in sorted(package.glob("games/*/__init__.py"))
    }
    core = [name for name, text in games.items() if WITH_KERNEL.search(text)]
    parts = {name: [f"games/{name}", *mind(package, name)] for name in games}
    others = {f"emberstacks_{name}": tuple(parts[name]) for name in games if name not in core}
    return {"emberstacks": (*CORE, *(part for name in core for part in parts[name])), **others}


def spell_out(file: Path) -> None:
    """Write out what kernel/ints.py abbreviates; otherwise arrays are made from Python lists and
    shortened by Python code.
    """
    source = text = file.read_text(encoding="utf-8")
    if file.name != "masks.py":
        text = inlined(text)
    spelt = REMOVE_AT.sub(
        r"pop(\1, \2)[0]", NEW_ARRAY.sub(lambda new: f"vec[{ITEMS[new[1]]}](", text)
    )
    if spelt != source:
        imports = (
            f"{FIRST_IMPORT}\nfrom librt.vecs import pop, vec\nfrom mypy_extensions import i64\n"
        )
        file.write_text(spelt.replace(FIRST_IMPORT, imports, 1), encoding="utf-8")


def inlined(text: str) -> str:
    """The source with `mask >> k & 1` instead of `has(mask, k)`: a call between two groups costs
    more than the answer.
    """
    while True:
        calls = [
            node
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "has"
        ]
        if not calls:
            return text
        call = calls[-1]  # a walk finds inner calls later
        mask, k = (ast.get_source_segment(text, argument) for argument in call.args)
        lines = [line.encode() for line in text.splitlines(keepends=True)]
        before, after = (
            lines[call.lineno - 1][: call.col_offset],
            lines[(call.end_lineno or 0) - 1][call.end_col_offset :],
        )
        lines[call.lineno - 1 : call.end_lineno] = [
            before + f"(({mask}) >> ({k}) & 1 != 0)".encode() + after
        ]
        text = b"".join(lines).decode()


def class_body(cls: ast.ClassDef, name: str) -> Any:
    """The statement in the body of a class that gives a name its value or type, or defines it; None
    if there is none.
    """
    for part in cls.body:
        if name in (
            getattr(part, "name", ""),
            ast.unparse(getattr(part, "target", None) or ast.Constant(0)),
        ):
            return part
    return None


def own_fields(cls: ast.ClassDef) -> dict[str, str]:
    """What a class declares in its body, with the types as written."""
    fields = [
        part
        for part in cls.body
        if isinstance(part, ast.AnnAssign) and (part.value is None or is_shape(part))
    ]
    return {ast.unparse(part.target): ast.unparse(part.annotation) for part in fields}


def is_shape(part: ast.AnnAssign) -> bool:
    """Does a field say what it can be (kernel/domains.py)?"""
    return isinstance(part.value, ast.Call) and ast.unparse(part.value.func) in SHAPES


def shapes(cls: ast.ClassDef) -> list[ast.AnnAssign]:
    """The fields of a class that say what they can be."""
    return [part for part in cls.body if isinstance(part, ast.AnnAssign) and is_shape(part)]


def domains(cls: ast.ClassDef) -> str:
    """The line with what the fields of a class can be."""
    base = ast.unparse(cls.bases[0]).split("[")[0]
    said = [
        f"{ast.unparse(part.target)!r}: {ast.unparse(part.value)}"
        for part in shapes(cls)
        if part.value
    ]
    return f"DOMAINS: ClassVar[dict[str, Shape]] = {{{', '.join([f'**{base}.DOMAINS', *said])}}}\n"


class Declarations:
    """Writes what follows from the declared fields of steps and states, as kernel/declare.py does
    in the interpreted build.
    """

    def __init__(self, kernel: Path) -> None:
        self.made_of: dict[str, dict[str, str]] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        for file in (kernel / "step.py", kernel / "state.py"):
            for cls in ast.parse(file.read_text(encoding="utf-8")).body:
                found = class_body(cls, "MADE_OF") if isinstance(cls, ast.ClassDef) else None
                if found is not None:
                    self.made_of[cls.name] = ast.literal_eval(found.value)
        self.state = dict(self.made_of["State"])
        declare: dict[str, Any] = {"__name__": "declare"}
        exec(OF_THE_PACKAGE.sub("", (kernel / "declare.py").read_text(encoding="utf-8")), declare)
        self.declare = declare

    def of(self, name: str) -> dict[str, str] | None:
        """What a class is made of; None if it is neither a step nor a state."""
        if name not in self.made_of and name in self.classes:
            cls = self.classes[name]
            inherited = next(
                (
                    found
                    for base in cls.bases
                    if (found := self.of(ast.unparse(base).split("[")[0])) is not None
                ),
                None,
            )
            if inherited is None:
                return None
            init = class_body(cls, "__init__")
            by_hand = (
                {a.arg: ast.unparse(a.annotation) for a in init.args.args[1:] if a.annotation}
                if init
                else None
            )
            self.made_of[name] = (
                by_hand if by_hand is not None else {**inherited, **own_fields(cls)}
            )
        return self.made_of.get(name)

    def written(self, cls: ast.ClassDef) -> str:
        """The lines that a class gets, at the end of its body."""
        made_of, own = self.of(cls.name), own_fields(cls)
        if made_of is None or not (own or class_body(cls, "__init__")):
            return ""
        parts = [f"MADE_OF: ClassVar[dict[str, str]] = {made_of!r}\n"]
        if shapes(cls):
            parts.append(domains(cls))
        if not class_body(cls, "__init__"):
            inherited = {name: kind for name, kind in made_of.items() if name not in own}
            parts.append(self.declare["init_source"]("super().__init__", inherited, own))
        if "below" in made_of:
            if not class_body(cls, "FIELDS"):
                parts.append(
                    "FIELDS: ClassVar[tuple[str, ...]] ="
                    f" {self.declare['fields'](made_of, self.state)!r}\n"
                )
            if not class_body(cls, "clone"):
                parts.append(self.declare["clone_source"](cls.name, made_of))
            parts.append(self.declare["shown_state"](made_of, self.state))
        else:
            parts.append(self.declare["shown_step"](made_of))
        return "".join("\n" + indent(part, "    ") for part in parts)

    def write(self, folder: Path) -> None:
        """Write them into all files of a game."""
        trees = {
            file: ast.parse(file.read_text(encoding="utf-8"))
            for file in sorted(folder.rglob("*.py"))
        }
        found = {
            file: [cls for cls in tree.body if isinstance(cls, ast.ClassDef)]
            for file, tree in trees.items()
        }
        self.classes = {cls.name: cls for classes in found.values() for cls in classes}
        kernel = dict(self.made_of)
        for file, classes in found.items():
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            # mypyc would take them for values
            for part in (part for cls in classes for part in shapes(cls)):
                lines[part.lineno - 1 : part.end_lineno] = [
                    f"    {ast.unparse(part.target)}: {ast.unparse(part.annotation)}\n",
                    *["\n"] * ((part.end_lineno or 0) - part.lineno),
                ]
            added = {cls.end_lineno or 0: self.written(cls) for cls in classes}
            text = "".join(line + added.get(number, "") for number, line in enumerate(lines, 1))
            if any(added.values()):
                file.write_text(
                    text.replace(FIRST_IMPORT, FIRST_IMPORT + DECLARED_IMPORTS, 1), encoding="utf-8"
                )
        self.made_of = kernel


def declare_fields(package: Path) -> None:
    """Spell out in the copy what steps and states declare; mypyc must not see what only type
    checkers need.
    """
    declarations = Declarations(package / "kernel")
    for file in package.glob("games/*/__init__.py"):
        declarations.write(file.parent)
    for name in ("step.py", "declare.py"):
        file = package / "kernel" / name
        file.write_text(ONLY_FOR_TYPES.sub("", file.read_text(encoding="utf-8")), encoding="utf-8")


def modules(package: Path, parts: tuple[str, ...]) -> list[str]:
    """The files of a group."""
    found = []
    for part in parts:
        path = package / part
        found += [path] if path.suffix == ".py" else sorted(path.rglob("*.py"))
    return [
        str(path)
        for path in found
        if str(path.relative_to(package)) not in LEFT_OUT and path.exists()
    ]


def mend(source: Path) -> None:
    """Mend how mypyc counts references to arrays; tests/compiled/test_memory.py fails if a leak
    comes back.
    """
    text = COUNTED_TWICE.sub(r"\1", source.read_text(encoding="utf-8"))
    # the object that was unpacked keeps the array alive during the call
    source.write_text(
        NEVER_GIVEN_BACK.sub(lambda m: f"{m[0]} VEC_{m[2].upper()}_DECREF({m[1]});", text),
        encoding="utf-8",
    )


class BuildCopied(build_py):
    """Only what was there when the copy was made: the documentation may be built while the compiler
    is at work.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.packages = [
            name for name in self.packages or () if Path(self.get_package_dir(name)).is_dir()
        ]


class BuildSooner(build_ext):
    """A build that spares gcc work that changes nothing."""

    def build_extensions(self) -> None:
        if self.by_gcc():
            for extension in self.extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *PLAIN_C]
        super().build_extensions()

    def by_gcc(self) -> bool:
        """Is the C compiler gcc? Others claim to be, but define their own macros as well."""
        if os.name != "posix":
            return False
        command = [*self.compiler.compiler_so, "-dM", "-E", "-x", "c", "-"]
        told = subprocess.run(command, input="", capture_output=True, text=True, check=False).stdout
        return "__GNUC__" in told and "__clang__" not in told


class BuildRehearsed(BuildSooner):
    """A profile-guided build; with compilers other than gcc, simply a build."""

    plain: tuple[str, ...] = ()  # extensions that no profile guides
    rehearsal: tuple[str, ...] = ()  # arguments of tools/rehearse.py

    def build_extensions(self) -> None:
        if self.by_gcc():
            everything = self.extensions
            guided = [
                each
                for each in everything
                if each.name.endswith("__mypyc") and each.name not in self.plain
            ]
            self.build_some([each for each in everything if each not in guided], [], [])
            self.build_some(guided, ["-fprofile-generate", *HASTE], ["-fprofile-generate"])
            played = {**os.environ, "PYTHONPATH": self.build_lib}
            subprocess.run(
                [sys.executable, "tools/rehearse.py", *self.rehearsal], env=played, check=True
            )
            self.build_some(guided, ["-fprofile-use", "-Wno-missing-profile"], [])
            self.extensions = everything
        else:
            super().build_extensions()

    def build_some(self, extensions: list[Any], compiling: list[str], linking: list[str]) -> None:
        """Build these again, with more arguments than their own."""
        self.force = True
        self.extensions = extensions
        own = [
            (extension.extra_compile_args, extension.extra_link_args) for extension in extensions
        ]
        for extension, (compile_args, link_args) in zip(extensions, own, strict=True):
            extension.extra_compile_args = [*compile_args, *compiling]
            extension.extra_link_args = [*link_args, *linking]
        super().build_extensions()
        for extension, (compile_args, link_args) in zip(extensions, own, strict=True):
            extension.extra_compile_args, extension.extra_link_args = compile_args, link_args


# what these want is the package as it is: they compile nothing
ONLY_ASKED = {"egg_info", "dist_info", "sdist"}

if os.environ.get("EMBERSTACKS_COMPILE") in ("1", "test", "quick") and not ONLY_ASKED & set(
    sys.argv
):
    from mypyc.build import mypycify

    how = os.environ["EMBERSTACKS_COMPILE"]
    package = copied_source()
    declare_fields(package)
    os.environ["MYPYPATH"] = str(COPY)
    separate = [(modules(package, parts), name) for name, parts in groups(package).items()]
    files = [file for group, _ in separate for file in group]
    for file in files:
        spell_out(Path(file))
    extensions = mypycify(
        ["--strict", *files],
        opt_level="0" if how == "quick" else "3",
        debug_level="0",
        separate=separate,
    )
    for source in {source for extension in extensions for source in extension.sources}:
        mend(Path(source))
    for extension in extensions if os.name == "posix" else []:
        # otherwise the C compiler may not inline our functions; a new list, because the extensions
        # share theirs
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    if how == "test":
        sizes = {
            extension.name: sum(Path(source).stat().st_size for source in extension.sources)
            for extension in extensions
        }
        grouped = sorted(
            (name for name in sizes if name.endswith("__mypyc")), key=lambda name: sizes[name]
        )
        BuildRehearsed.plain = tuple(grouped[1:])
        BuildRehearsed.rehearsal = ("--short",)
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-O1"]
    setup(
        package_dir={"": str(COPY)},
        ext_modules=extensions,
        options={"build_ext": {"parallel": os.cpu_count()}},
        cmdclass={
            "build_py": BuildCopied,
            "build_ext": BuildSooner if how == "quick" else BuildRehearsed,
        },
    )
else:
    setup()
