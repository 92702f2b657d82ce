"""The compiled build, on request: EMBERSTACKS_COMPILE=1 compiles kernel and games with mypyc; without it the wheel is pure.

It compiles a copy of the source in which kernel/ints.py is the fast one, one mypyc group a game, and never writes into src.
With gcc it does so twice: the first build plays games (tools/rehearse.py), the second is quick at what they did often.
EMBERSTACKS_COMPILE=quick compiles once and hardly optimises: enough to test with, and several times sooner done.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

COPY = Path("build/fast-source")
CORE = ("kernel", "games/fire_prototype", "bots/playouts.py", "bots/ismcts.py")
LEFT_OUT = ("kernel/errors.py", "kernel/ints.py")
# for a build that is only rehearsed with: without what takes the compiler long and comes after it has set its counters
HASTE = [
    *("--param", "inline-unit-growth=0", "--param", "large-unit-insns=0"),
    *("-fno-tree-pre", "-fno-gcse", "-fno-schedule-insns2"),
    *("-fno-tree-dominator-opts", "-fno-rerun-cse-after-loop", "-fno-cse-follow-jumps"),
]
FIRST_IMPORT = "from __future__ import annotations\n"
# a plain list display or [x] * n, and minus: mypyc compiles them in place where it sees the array's own type and function
NEW_INTS = re.compile(r"\bInts\((?=\[[^][*]*\](?: \* [\w.]+)?\))")
MINUS = re.compile(r"\bminus\(([\w.]+), ([\w.]+)\)")
# mypyc's setters of packed arrays count a reference twice (mypy 2.4.1), so that every position read from JSON would leak
COUNTED_TWICE = re.compile(
    r"(tmp = VecI64Api\.unbox\(value\);\s+if \(VEC_IS_ERROR\(tmp\)\) \{[^}]*\}\s+)VEC_I64_INCREF\(tmp\);"
)


def copied_source() -> Path:
    """A copy of the source with machine integers in place of Python's."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree("src/emberstacks", COPY / "emberstacks", ignore=shutil.ignore_patterns("__pycache__"))
    (COPY / "emberstacks/kernel/ints_fast.py").replace(COPY / "emberstacks/kernel/ints.py")
    return COPY / "emberstacks"


def groups(package: Path) -> dict[str, tuple[str, ...]]:
    """One C file each, so that two compilers can work at once and none has too much: the core, and every other game."""
    games = sorted(f"games/{file.parent.name}" for file in package.glob("games/*/__init__.py"))
    return {"emberstacks": CORE, **{f"emberstacks_{Path(game).name}": (game,) for game in games if game not in CORE}}


def spell_out(file: Path) -> None:
    """Write out what kernel/ints.py abbreviates; else arrays are made of Python lists and shortened by Python code."""
    text = file.read_text(encoding="utf-8")
    spelt = MINUS.sub(r"pop(\1, \2)[0]", NEW_INTS.sub("vec[i64](", text))
    if spelt != text:
        imports = f"{FIRST_IMPORT}\nfrom librt.vecs import pop, vec\nfrom mypy_extensions import i64\n"
        file.write_text(spelt.replace(FIRST_IMPORT, imports, 1), encoding="utf-8")


def modules(package: Path, parts: tuple[str, ...]) -> list[str]:
    """The files of a group: everything that states, rules, search and playouts are made of."""
    found = []
    for part in parts:
        path = package / part
        found += [path] if path.suffix == ".py" else sorted(path.rglob("*.py"))
    return [str(path) for path in found if str(path.relative_to(package)) not in LEFT_OUT and path.exists()]


def mend(source: Path) -> None:
    """Count once what mypyc counts twice; tests/compiled/test_memory.py tells when this is needed no more."""
    text = source.read_text(encoding="utf-8")
    source.write_text(COUNTED_TWICE.sub(r"\1", text), encoding="utf-8")


class BuildRehearsed(build_ext):
    """Compiles by the profile of a rehearsal; with compilers other than gcc, simply compiles."""

    def build_extensions(self) -> None:
        if os.name == "posix" and self.by_gcc():
            self.build_all(["-fprofile-generate", *HASTE], ["-fprofile-generate"])
            played = {**os.environ, "PYTHONPATH": self.build_lib}
            subprocess.run([sys.executable, "tools/rehearse.py"], env=played, check=True)
            self.build_all(["-fprofile-use", "-Wno-missing-profile"], [])
        else:
            super().build_extensions()

    def by_gcc(self) -> bool:
        """Is the C compiler gcc? Others say so, too, but define macros of their own."""
        command = [*self.compiler.compiler_so, "-dM", "-E", "-x", "c", "-"]
        told = subprocess.run(command, input="", capture_output=True, text=True, check=False).stdout
        return "__GNUC__" in told and "__clang__" not in told

    def build_all(self, compiling: list[str], linking: list[str]) -> None:
        """Build all extensions, also those that are there, with these arguments besides their own."""
        self.force = True
        own = [(extension.extra_compile_args, extension.extra_link_args) for extension in self.extensions]
        for extension, (compile_args, link_args) in zip(self.extensions, own, strict=True):
            extension.extra_compile_args = [*compile_args, *compiling]
            extension.extra_link_args = [*link_args, *linking]
        super().build_extensions()
        for extension, (compile_args, link_args) in zip(self.extensions, own, strict=True):
            extension.extra_compile_args, extension.extra_link_args = compile_args, link_args


if os.environ.get("EMBERSTACKS_COMPILE") in ("1", "quick"):
    from mypyc.build import mypycify

    quick = os.environ["EMBERSTACKS_COMPILE"] == "quick"
    package = copied_source()
    os.environ["MYPYPATH"] = str(COPY)
    separate = [(modules(package, parts), name) for name, parts in groups(package).items()]
    files = [file for group, _ in separate for file in group]
    for file in files:
        spell_out(Path(file))
    extensions = mypycify(["--strict", *files], opt_level="0" if quick else "3", debug_level="0", separate=separate)
    for source in {source for extension in extensions for source in extension.sources}:
        mend(Path(source))
    for extension in extensions if os.name == "posix" else []:
        # else the C compiler may not inline one of our functions; a new list, for the extensions share theirs
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    setup(
        package_dir={"": str(COPY)},
        ext_modules=extensions,
        options={"build_ext": {"parallel": os.cpu_count()}},
        cmdclass={} if quick else {"build_ext": BuildRehearsed},
    )
else:
    setup()
