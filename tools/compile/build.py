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
from compile.spell import Spelt


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
    os.environ["MYPYPATH"] = str(COPY)
    separate = [(compiled, name) for name, compiled in groups(package).items()]
    everything = [file for compiled, _ in separate for file in compiled]
    for file in everything:
        rewrite(file, Spelt())
    found: list[Any] = mypycify(
        ["--strict", *map(str, everything)],
        opt_level="0" if how == "quick" else "3",
        debug_level="0",
        separate=[([str(file) for file in compiled], name) for compiled, name in separate],
    )
    for source in {Path(source) for extension in found for source in extension.sources}:
        source.write_text(mend.mended(source.read_text(encoding="utf-8")), encoding="utf-8")
    for extension in found if os.name == "posix" else []:
        # otherwise the C compiler may not inline our functions; a new list, because the extensions
        # share theirs
        extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden"]
    return found


def arguments(how: str) -> dict[str, Any]:
    """What setuptools is asked to build: "1" guides all groups by a profile, "test" optimises
    little and guides only the smallest, and "quick" does neither.
    """
    found = extensions(how)
    groups_of_games = sorted((each for each in found if each.name.endswith("__mypyc")), key=size)
    if how == "test":
        groups_of_games = groups_of_games[:1]
        ProfiledBuild.rehearsal = ("--short",)
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, "-O1"]
    ProfiledBuild.guided = tuple(each.name for each in groups_of_games)
    return {
        "package_dir": {"": str(COPY)},
        "ext_modules": found,
        "options": {"build_ext": {"parallel": os.cpu_count()}},
        "cmdclass": {
            "build_py": BuildCopied,
            "build_ext": Build if how == "quick" else ProfiledBuild,
        },
    }


def size(extension: Any) -> int:
    """How much C there is to compile."""
    return sum(Path(source).stat().st_size for source in extension.sources)
