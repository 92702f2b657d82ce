"""From the source to what setuptools is asked to build: a way of compiling gives its arguments."""

from __future__ import annotations

import ast
import importlib
import os
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools.command.build_py import build_py

from compile import mend
from compile.copy import COPY, copied, files, groups
from compile.declare import Declared
from compile.profile import Build, ProfiledBuild
from compile.progress import tell
from compile.spell import Spelt

OPTIMISED = {"1": "3", "quick": "1"}  # gcc's -O for each way of compiling


class BuildCopied(build_py):
    """Only what was there when the copy was made: the documentation may be built while the compiler
    is at work.
    """

    packages: list[str] | None

    def finalize_options(self) -> None:
        """Leave out packages that are not in the copy."""
        super().finalize_options()
        self.packages = [
            name for name in self.packages or () if Path(self.get_package_dir(name)).is_dir()
        ]


def rewrite(file: Path, change: ast.NodeTransformer) -> None:
    """Change a file of the copy; one in which nothing changes stays as it was written."""
    text = file.read_text(encoding="utf-8")
    tree = ast.parse(text)
    before = ast.dump(tree)
    after = change.visit(tree)
    if ast.dump(after) != before:
        file.write_text(ast.unparse(ast.fix_missing_locations(after)) + "\n", encoding="utf-8")


def declare(package: Path) -> None:
    """Write out in the copy what steps and states declare."""
    declaring = [package / "kernel/step.py", package / "kernel/declare.py"]
    for file in [*declaring, *files(package, "games")]:
        name = ".".join(file.relative_to(package.parent).with_suffix("").parts)
        made = importlib.import_module(name.removesuffix(".__init__"))
        rewrite(file, Declared(vars(made) if file not in declaring else {}))


def extensions(how: str) -> list[Any]:
    """The C extensions: mypyc reads the copy, and its C is mended."""
    mend.check_version()
    package = copied()
    declare(package)
    tell("the source is copied and written out")
    os.environ["MYPYPATH"] = str(COPY)
    separate = [(compiled, name) for name, compiled in groups(package).items()]
    everything = [file for compiled, _ in separate for file in compiled]
    for file in everything:
        rewrite(file, Spelt())
    found: list[Any] = mypycify(
        ["--strict", *map(str, everything)],
        opt_level=OPTIMISED[how],
        debug_level="0",
        separate=[([str(file) for file in compiled], name) for compiled, name in separate],
    )
    for source in {Path(source) for extension in found for source in extension.sources}:
        source.write_text(mend.mended(source.read_text(encoding="utf-8")), encoding="utf-8")
    for extension in found if os.name == "posix" else []:
        # otherwise the C compiler may not inline our functions; a new list, because the extensions
        # share theirs
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    tell(f"mypyc has written C for {len(everything)} files")
    return found


def arguments(how: str) -> dict[str, Any]:
    """What setuptools is asked to build: "1" optimises all and is guided by a profile, "quick"
    optimises what takes the compiler little time.
    """
    return {
        "package_dir": {"": str(COPY)},
        "ext_modules": extensions(how),
        "options": {"build_ext": {"parallel": os.cpu_count()}},
        "cmdclass": {
            "build_py": BuildCopied,
            "build_ext": Build if how == "quick" else ProfiledBuild,
        },
    }
