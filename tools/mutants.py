"""Mutation testing of the rules: change one small thing in a game's code, and see whether that
game's tests notice.

`make mutants` samples changes of every game. For each game, the tests are collected and run once,
to learn which functions each test calls and how long it takes. Every change is then made in a fork
of that process, by giving the function another body. Only the tests that call it run there, the
fastest first, until one fails. So nothing is imported again, no file changes, and a change costs as
much as the tests that could notice it. A change that was noticed once is not run again
(`.mutants/`).

Why not mutmut or cosmic-ray: mutmut 3.8 runs here, but it can neither leave out what people read
nor take a sample. All 34 survivors of the first 55 of its 468 changes of the prototype's steps were
labels, reasons and lists of pieces. cosmic-ray starts the tests again for each change; on another
module that took 7.6 seconds each, where mutmut took 0.8.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import resource
import signal
import sys
import time
import tomllib
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/emberstacks/games"
KNOWN = ROOT / ".mutants"
EQUIVALENT = ROOT / "tools/mutants.toml"
NO_RULES = (
    "__init__.py",
    "view.py",
    "printed.py",
    "words.py",
    "options.py",
    "components.py",
    "why.py",
    "texts.py",
    "aid.py",
)
WORDS = {  # what people read; rules never ask for it
    "text", "label", "question", "why_not", "pieces", "public_text", "words", "rule", "board", "why_no_end", "place_pieces",
    "why_not_there", "cell_text", "cell_words", "title", "describe", "hand_text", "tapped_text", "tapped_words", "column_text",
    "column_words", "cell_of", "note", "tell", "not_now",
}  # fmt: skip
SWAPS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE,),
    ast.LtE: (ast.Lt,),
    ast.Gt: (ast.GtE,),
    ast.GtE: (ast.Gt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
# a change that hangs counts as noticed after ten times what a test takes, plus this many seconds
PATIENCE = 20
MEMORY = 3 << 30  # bytes that the tests of a change may take
Function = tuple[str, int]  # a file, and the line where a function begins


# Changing a module.


def sites(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    """Every place in the rules where something can be changed, and how; always in the same order."""
    found: list[tuple[ast.AST, str]] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in WORDS:
            return
        if isinstance(
            node, (ast.Assert, ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)
        ) or is_words(node):
            return
        found.extend((node, how) for how in ways(node))
        for child in ast.iter_child_nodes(node):
            visit(child)

    for part in tree.body:
        if isinstance(part, ast.ClassDef):
            for inner in part.body:
                if isinstance(inner, ast.FunctionDef) and inner.name != "__init__":
                    visit_body(inner, visit)
        elif isinstance(part, ast.FunctionDef):
            visit_body(part, visit)
    return found


def ways(node: ast.AST) -> Iterator[str]:
    """How a place can be changed."""
    operator = getattr(node, "op", None) or (
        node.ops[0] if isinstance(node, ast.Compare) and len(node.ops) == 1 else None
    )
    if type(operator) in SWAPS:
        yield "op"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not"
    elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        yield "constant"
    if isinstance(node, ast.If):
        yield "never"
    if isinstance(node, (ast.AugAssign, ast.Expr)) or (
        isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
    ):
        yield "leave out"


def visit_body(function: ast.FunctionDef, visit: Any) -> None:
    """A function without its annotations, its defaults and its docstring."""
    if function.name in WORDS or function.name in ("args", "clone", "actor"):
        return
    for line in function.body:
        if not (isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)):
            visit(line)


def is_words(node: ast.AST) -> bool:
    """A call that only tells people something."""
    call = node.value if isinstance(node, ast.Expr) else node
    return (
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in ("note", "note_secret")
    )


def changed(tree: ast.Module, number: int) -> tuple[str, str, int]:
    """Change the tree at one of its sites; returns what was there, what is there now, and the line."""
    node, how = sites(tree)[number]
    before = ast.unparse(node if how != "never" else node.test)  # type: ignore[attr-defined]
    if how == "op":
        holder: Any = node
        if isinstance(node, ast.Compare):
            holder.ops = [SWAPS[type(node.ops[0])][0]()]
        else:
            holder.op = SWAPS[type(holder.op)][0]()
    elif how == "not":
        twin: Any = node
        twin.op = ast.UAdd()  # `+x` has the truth of x
    elif how == "constant":
        constant: Any = node
        constant.value = (
            not constant.value if isinstance(constant.value, bool) else constant.value + 1
        )
    elif how == "never":
        branch: Any = node
        branch.test = ast.copy_location(ast.Constant(False), branch.test)
    else:
        gone = ast.copy_location(ast.Pass(), node)
        replace(tree, node, gone)
        return before, "nothing", int(getattr(node, "lineno", 0))
    ast.fix_missing_locations(tree)
    after = ast.unparse(node) if how != "never" else "False"
    return before, after, int(getattr(node, "lineno", 0))


def replace(tree: ast.AST, old: ast.AST, new: ast.stmt) -> None:
    """Put one statement in place of another."""
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            lines = getattr(node, field, None)
            if isinstance(lines, list) and any(line is old for line in lines):
                setattr(node, field, [new if line is old else line for line in lines])


# Making the change in a process that has imported everything.


def bodies(code: CodeType) -> Iterator[CodeType]:
    """All functions within a piece of code."""
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield part
            yield from bodies(part)


def functions_of(module: Any) -> Iterator[FunctionType]:
    """The functions and methods that a module defines."""
    for thing in vars(module).values():
        if isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
            yield thing
        elif isinstance(thing, type) and thing.__module__ == module.__name__:
            for part in vars(thing).values():
                inner = part.__func__ if isinstance(part, (classmethod, staticmethod)) else part
                inner = inner.fget if isinstance(inner, property) else inner
                if isinstance(inner, FunctionType):
                    yield inner


def change(file: str, number: int) -> bool:
    """Give one function its changed body; False if there is nothing of that name to change."""
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8"))
    changed(tree, number)
    before = {
        (code.co_qualname, code.co_firstlineno): code
        for code in bodies(compile(path.read_text(encoding="utf-8"), str(path), "exec"))
    }
    after = {
        (code.co_qualname, code.co_firstlineno): code
        for code in bodies(compile(tree, str(path), "exec"))
    }
    module = sys.modules[".".join(path.relative_to(ROOT / "src").with_suffix("").parts)]
    done = False
    for function in functions_of(module):
        key = function.__code__.co_qualname, function.__code__.co_firstlineno
        if key in after and after[key] != before[key]:
            function.__code__ = after[key]
            done = True
    return done


def around(file: str, line: int) -> ast.FunctionDef:
    """The function around a line."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return max(
        (node for node in functions if node.lineno <= line <= (node.end_lineno or 0)),
        key=lambda node: node.lineno,
    )


def function_of(file: str, line: int) -> Function:
    """Where the function around a line begins."""
    inner = around(file, line)
    return str(ROOT / file), min(
        [inner.lineno, *(decorator.lineno for decorator in inner.decorator_list)]
    )


class Trier:
    """As a plugin of pytest: runs the tests once, and then for every change those that call what
    was changed.
    """

    def __init__(self, mutants: list[tuple[str, int]], workers: int) -> None:
        self.mutants = mutants
        self.workers = workers
        self.survived: dict[int, bool] = {}
        self.uncalled: set[int] = set()
        self.broken: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        session.config.pluginmanager.unregister(name="terminalreporter")
        calls, seconds = self.rehearse(session.items)
        running: dict[int, int] = {}
        for which, (file, number) in enumerate(self.mutants):
            where = function_of(file, described(file, number)["line"])
            tests = sorted(
                (item for item in session.items if where in calls[item.nodeid]),
                key=lambda item: seconds[item.nodeid],
            )
            if not tests:
                self.uncalled.add(which)
                self.survived[which] = True
                continue
            while len(running) >= self.workers:
                self.reap(running)
            process = os.fork()
            if process == 0:
                os._exit(noticed_by(tests, seconds, file, number))
            running[process] = which
        while running:
            self.reap(running)
        return True

    def rehearse(
        self, items: list[pytest.Item]
    ) -> tuple[dict[str, set[Function]], dict[str, float]]:
        """Run every test as it is: what it calls, and how long it takes."""
        calls: dict[str, set[Function]] = {}
        seconds: dict[str, float] = {}
        for k, item in enumerate(items):
            called: set[CodeType] = set()

            def note(
                frame: FrameType, _event: str, _arg: object, called: set[CodeType] = called
            ) -> None:
                called.add(frame.f_code)

            began = time.perf_counter()
            sys.settrace(note)
            reports = runtestprotocol(
                item, log=False, nextitem=items[k + 1] if k + 1 < len(items) else None
            )
            sys.settrace(None)
            seconds[item.nodeid] = time.perf_counter() - began
            calls[item.nodeid] = {(code.co_filename, code.co_firstlineno) for code in called}
            self.broken += [report.nodeid for report in reports if report.failed]
        return calls, seconds

    def reap(self, running: dict[int, int]) -> None:
        """Wait for one change: it survives only if every test has passed."""
        process, status = os.wait()
        self.survived[running.pop(process)] = status == 0


def noticed_by(tests: list[pytest.Item], seconds: dict[str, float], file: str, number: int) -> int:
    """In a fork: make the change and run the tests; 1 as soon as one fails, 0 if none does. A test
    that hangs is killed.
    """
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        if not change(file, number):
            return 1
        for test in tests:
            signal.alarm(PATIENCE + int(10 * seconds[test.nodeid]))
            if any(report.failed for report in runtestprotocol(test, log=False, nextitem=None)):
                return 1
    except BaseException:  # the change has broken more than a test
        return 1
    return 0


# Sampling, running, reporting.


def rule_files(game: str) -> Iterator[Path]:
    for path in sorted((GAMES / game).rglob("*.py")):
        if path.name not in NO_RULES:
            yield path


def sampled(game: str, count: int, seed: int) -> list[tuple[str, int]]:
    """A random sample of changes of a game: the file and the number of the site."""
    every = [
        (path.relative_to(ROOT).as_posix(), number)
        for path in rule_files(game)
        for number in range(len(sites(ast.parse(path.read_text(encoding="utf-8")))))
    ]
    return random.Random(f"{seed} {game}").sample(every, min(count, len(every)))


def described(file: str, number: int) -> dict[str, Any]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    before, after, line = changed(copy.deepcopy(tree), number)
    code = (ROOT / file).read_text(encoding="utf-8").splitlines()[line - 1].strip()
    function = around(file, line).name
    return {
        "file": file,
        "line": line,
        "function": function,
        "code": code,
        "before": before,
        "after": after,
    }


def tests_of(game: str) -> list[str]:
    """The tests of a game: its own, its transcripts, node counts and kept records, and a sample of
    the laws.
    """
    name = game.replace("_", "-")
    golden = "tests/every_game/test_golden.py"
    transcripts = sorted((ROOT / "tests/every_game/golden").glob(f"{name}-[0-9].txt"))
    records = "tests/every_game/test_kept_records.py::test_kept_records_replay_as_they_were"
    return [
        f"{golden}::test_node_counts[{name}]",
        *[f"{golden}::test_transcripts[{path.stem}]" for path in transcripts],
        *[
            f"{records}[{name}-{path.name}]"
            for path in sorted((ROOT / "tests/records").iterdir())
            if (path / name).exists()
        ],
        f"tests/every_game/test_figures.py::test_a_box_is_what_its_files_say[{name}]",
        f"tests/every_game/test_endings.py::test_the_sources_of_points_add_up_and_ranks_follow_the_winners[{name}]",
        f"tests/every_game/test_laws.py::test_random_games_obey_all_laws[{name}-2-0]",
        f"tests/games/{game}",
    ]


def try_all(game: str, mutants: list[tuple[str, int]], workers: int, answer: Any) -> None:
    """In a separate process: collect the tests of a game and try the changes."""
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    from tests.games import conftest  # what tests exercise is not watched here

    vars(conftest)["COMPILED"] = True
    trier = Trier(mutants, workers)
    quiet = [
        "-q",
        "-x",
        "--assert=plain",
        "--capture=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-o",
        "faulthandler_timeout=0",
    ]
    pytest.main([*quiet, *tests_of(game)], plugins=[trier])
    answer.put((trier.survived, trier.uncalled, trier.broken))


def known_equivalents() -> list[dict[str, str]]:
    if not EQUIVALENT.exists():
        return []
    listed: list[dict[str, str]] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get(
        "equivalent", []
    )
    return listed


def reason_of(mutant: dict[str, Any]) -> str:
    """Why a change makes no difference, if somebody has said so."""
    for one in known_equivalents():
        same = all(one[key] == mutant[key] for key in ("function", "code", "before", "after"))
        if same and mutant["file"].endswith(one["file"]):
            return one["reason"]
    return ""


def report(game: str, count: int, seed: int, workers: int) -> tuple[int, int]:
    """Try a sample of one game and say what nobody noticed; returns how many were noticed, and of
    how many.
    """
    KNOWN.mkdir(exist_ok=True)
    stored = KNOWN / f"{game}.jsonl"
    noticed_before = (
        set(stored.read_text(encoding="utf-8").splitlines()) if stored.exists() else set()
    )
    sample = sampled(game, count, seed)
    mutants = [
        {**described(file, number), "reason": reason_of(described(file, number))}
        for file, number in sample
    ]
    keys = [
        f"{mutant['file']}:{mutant['line']} {mutant['before']} -> {mutant['after']}"
        for mutant in mutants
    ]
    wanted = [
        k
        for k, mutant in enumerate(mutants)
        if not mutant["reason"] and keys[k] not in noticed_before
    ]
    survived: dict[int, bool] = {}
    uncalled: set[int] = set()
    if wanted:
        context = get_context("fork")
        answer = context.SimpleQueue()
        process = context.Process(
            target=try_all, args=(game, [sample[k] for k in wanted], workers, answer)
        )
        process.start()
        survived, uncalled, broken = answer.get()
        process.join()
        if broken or len(survived) < len(wanted):
            raise SystemExit(
                f"{game}: these tests fail without any change:"
                f" {', '.join(broken) or 'they cannot be collected'}"
            )
    for k, mutant in enumerate(mutants):
        mutant["survived"] = k in wanted and survived[wanted.index(k)]
        mutant["uncalled"] = k in wanted and wanted.index(k) in uncalled
    with stored.open("a", encoding="utf-8") as out:
        out.writelines(f"{keys[k]}\n" for k in wanted if not mutants[k]["survived"])
    equivalent = [mutant for mutant in mutants if mutant["reason"]]
    alive = [mutant for mutant in mutants if mutant["survived"]]
    of_all = len(mutants) - len(equivalent)
    noticed = of_all - len(alive)
    print(
        f"{game}: {noticed} of {of_all} changes noticed ({100 * noticed / max(1, of_all):.0f} %)",
        flush=True,
    )
    for mutant in alive:
        idle = "  (no test calls it)" if mutant["uncalled"] else ""
        print(
            f"  survives  {mutant['file']}:{mutant['line']}  {mutant['before']}  -> "
            f" {mutant['after']}{idle}",
            flush=True,
        )
    for mutant in equivalent:
        print(
            f"  equivalent  {mutant['file']}:{mutant['line']}  {mutant['before']}  -> "
            f" {mutant['after']}: {mutant['reason']}"
        )
    return noticed, of_all


def main() -> int:
    games = [path.name for path in sorted(GAMES.iterdir()) if (path / "RULES.md").exists()]
    parser = argparse.ArgumentParser(
        description="Change the rules in small ways and see whether the tests notice."
    )
    parser.add_argument("count", type=int, nargs="?", default=40, help="changes of each game")
    parser.add_argument("games", nargs="*", default=games, help=f"of {', '.join(games)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    said = parser.parse_args()
    results = [report(game, said.count, said.seed, said.workers) for game in said.games]
    noticed, of_all = (sum(column) for column in zip(*results, strict=True))
    share = 100 * noticed / max(1, of_all)
    print(
        f"all games: {noticed} of {of_all} changes noticed ({share:.1f} %); at least 95 % are asked"
        f" for (seed {said.seed})"
    )
    return int(share < 95)


if __name__ == "__main__":
    sys.exit(main())
