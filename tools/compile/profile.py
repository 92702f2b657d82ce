"""How gcc compiles: with a profile it counts what games do in a first build, and makes that fast in
a second. Other compilers simply compile.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from setuptools.command.build_ext import build_ext

from compile.progress import tell

# Expand macros first, because gcc spends longer on noting where each of them was than on all the
# rest; and skip warnings, which nobody reads about C that a program wrote. The machine code is the
# same, in less than half the time.
PLAIN_C = ["-no-integrated-cpp", "-w"]
# for the first of two builds: skips what takes the compiler long and happens after it has set its
# counters
HASTE = [
    *("--param", "inline-unit-growth=0", "--param", "large-unit-insns=0"),
    *("-fno-tree-pre", "-fno-gcse", "-fno-schedule-insns2"),
    *("-fno-tree-dominator-opts", "-fno-rerun-cse-after-loop", "-fno-cse-follow-jumps"),
]
GROUP = "__mypyc"  # the end of the name of an extension with a group's code; others only find it
COUNT = "-fprofile-generate"
COUNTED = ["-fprofile-use", "-Wno-missing-profile"]


class Build(build_ext):
    """A build that spares gcc work that changes nothing."""

    extensions: list[Any]

    def build_extensions(self) -> None:
        """All of them, each once."""
        if self.by_gcc():
            for extension in self.extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *PLAIN_C]
        super().build_extensions()

    def build_extension(self, ext: Any) -> None:
        """One of them; tells if it was a long one."""
        super().build_extension(ext)
        if ext.name.endswith(GROUP):
            tell(f"compiled {ext.name.removesuffix(GROUP)}")

    def by_gcc(self) -> bool:
        """Is the C compiler gcc? Others claim to be, but define their own macros as well."""
        if os.name != "posix":
            return False
        command = [*self.compiler.compiler_so, "-dM", "-E", "-x", "c", "-"]
        told = subprocess.run(command, input="", capture_output=True, text=True, check=False).stdout
        return "__GNUC__" in told and "__clang__" not in told


class ProfiledBuild(Build):
    """A build guided by a profile of games (tools/rehearse.py)."""

    def build_extensions(self) -> None:
        """Those that the profile guides twice, and in between play."""
        if not self.by_gcc():
            super().build_extensions()
            return
        everything = self.extensions
        guided = [each for each in everything if each.name.endswith(GROUP)]
        self.build_some([each for each in everything if each not in guided], [], [])
        self.build_some(guided, [COUNT, *HASTE], [COUNT])
        self.rehearse()
        self.build_some(guided, COUNTED, [])
        self.extensions = everything

    def rehearse(self) -> None:
        """Play on the first build, which counts."""
        print(
            "emberstacks: playing games, so that the compiler knows what happens often", flush=True
        )
        command = [sys.executable, "tools/rehearse.py"]
        played = {**os.environ, "PYTHONPATH": self.build_lib}
        subprocess.run(command, env=played, check=True)

    def build_some(self, extensions: list[Any], compiling: list[str], linking: list[str]) -> None:
        """Build these again, with more arguments than their own."""
        self.force = True
        self.extensions = extensions
        own = [(each.extra_compile_args, each.extra_link_args) for each in extensions]
        for each, (compile_args, link_args) in zip(extensions, own, strict=True):
            each.extra_compile_args = [*compile_args, *compiling]
            each.extra_link_args = [*link_args, *linking]
        super().build_extensions()
        for each, (compile_args, link_args) in zip(extensions, own, strict=True):
            each.extra_compile_args, each.extra_link_args = compile_args, link_args
