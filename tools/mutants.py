"""Mutation testing of the rules: change one small thing in a game's code, and see whether that game's tests notice.

`make mutants` samples changes of every game, runs the tests of that game on each in a process of its own, and lists those that
nobody noticed. It is our own small tool: mutmut and cosmic-ray have not been tried on this layout.
Here the change is made while the
module is imported (this file is also a plugin of pytest), so nothing on disk is touched and a run can be ended at any time;
what is known already is not run again (`.mutants/`).
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/emberstacks/games"
KNOWN = ROOT / ".mutants"
EQUIVALENT = ROOT / "tools/mutants.toml"
MUTANT = "EMBERSTACKS_MUTANT"
NO_RULES = ("__init__.py", "view.py", "printed.py", "words.py", "options.py", "components.py", "why.py", "texts.py")
WORDS = {  # what people read; rules never ask for it
    "text", "label", "question", "why_not", "pieces", "public_text", "words", "rule", "board", "why_no_end", "place_pieces",
    "why_not_there", "cell_text", "cell_words", "title", "describe", "hand_text", "tapped_text", "tapped_words", "column_text",
    "column_words", "cell_of", "note", "tell",
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
PATIENCE = 900  # seconds until a mutant that does not end counts as noticed


# Changing a module.


def sites(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    """Every place of the rules where something can be changed, and how; always in the same order."""
    found: list[tuple[ast.AST, str]] = []

    def visit(node: ast.AST) -> None:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name in WORDS:
            return
        if isinstance(node, (ast.Assert, ast.Raise, ast.JoinedStr, ast.Import, ast.ImportFrom)) or is_words(node):
            return
        operator = getattr(node, "op", None) or (node.ops[0] if isinstance(node, ast.Compare) and len(node.ops) == 1 else None)
        if type(operator) in SWAPS:
            found.append((node, "op"))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            found.append((node, "not"))
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            found.append((node, "constant"))
        if isinstance(node, ast.If):
            found.append((node, "never"))
        if isinstance(node, (ast.AugAssign, ast.Expr)) or (
            isinstance(node, ast.Assign) and isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
        ):
            found.append((node, "leave out"))
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
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in ("note", "note_secret")


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
        constant.value = not constant.value if isinstance(constant.value, bool) else constant.value + 1
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


# As a plugin of pytest: one module is imported with a change.


class Changer(importlib.abc.MetaPathFinder):
    """Finds the one module that is to be changed, and leaves all others to Python."""

    def __init__(self, path: Path, number: int) -> None:
        self.path, self.number = path, number
        parts = path.relative_to(ROOT / "src").with_suffix("").parts
        self.name = ".".join(parts)

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        if name != self.name:
            return None
        return importlib.util.spec_from_loader(name, ChangedLoader(name, str(self.path), self.number), origin=str(self.path))


class ChangedLoader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, number: int) -> None:
        super().__init__(name, path)
        self.number = number

    def get_code(self, fullname: str) -> Any:
        tree = ast.parse(Path(self.path).read_text(encoding="utf-8"))
        changed(tree, self.number)
        return compile(tree, self.path, "exec")


if MUTANT in os.environ:
    where, _, which = os.environ[MUTANT].rpartition(":")
    sys.meta_path.insert(0, Changer(ROOT / where, int(which)))


# Sampling, running, reporting.


def rule_files(game: str) -> Iterator[Path]:
    for path in sorted((GAMES / game).rglob("*.py")):
        if path.name not in NO_RULES:
            yield path


def sampled(game: str, count: int, seed: int) -> list[tuple[str, int]]:
    """So many changes of a game at random: the file, and the number of the site."""
    every = [
        (path.relative_to(ROOT).as_posix(), number)
        for path in rule_files(game)
        for number in range(len(sites(ast.parse(path.read_text(encoding="utf-8")))))
    ]
    return random.Random(f"{seed} {game}").sample(every, min(count, len(every)))


def described(file: str, number: int) -> dict[str, Any]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    before, after, line = changed(copy.deepcopy(tree), number)
    return {"file": file, "line": line, "before": before, "after": after}


def survives(game: str, file: str, number: int) -> bool:
    """Run the game's tests on a change: first those that look at everything, and stop where one notices it."""
    name = game.replace("_", "-")
    environment = {**os.environ, MUTANT: f"{file}:{number}", "PYTHONDONTWRITEBYTECODE": "1"}
    golden = "tests/every_game/test_golden.py"
    tests = [
        f"{golden}::test_node_counts[{name}]",
        *[
            f"{golden}::test_transcripts[{path.stem}]"
            for path in sorted((ROOT / "tests/every_game/golden").glob(f"{name}-[0-9].txt"))
        ],
        *sorted([path.as_posix() for path in (ROOT / "tests/games" / game).glob("test_*.py")], key=lambda path: "laws" in path),
        f"tests/every_game/test_kept_records.py::test_kept_records_replay_as_they_were[{name}-1.0]",
    ]
    quiet = ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
    command = [sys.executable, "-m", "pytest", "-p", "tools.mutants", *quiet, *tests]
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1, 2):
        raise SystemExit(done.stdout.decode() + done.stderr.decode())
    return done.returncode == 0


def known_equivalents() -> list[dict[str, str]]:
    if not EQUIVALENT.exists():
        return []
    listed: list[dict[str, str]] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("equivalent", [])
    return listed


def reason_of(mutant: dict[str, Any]) -> str:
    """Why a change can change nothing, if somebody has said so."""
    for one in known_equivalents():
        if mutant["file"].endswith(one["file"]) and (one["before"], one["after"]) == (mutant["before"], mutant["after"]):
            return one["reason"]
    return ""


def tried(game: str, file: str, number: int, known: dict[str, bool]) -> dict[str, Any]:
    mutant = described(file, number)
    key = f"{file} {number} {mutant['before']} -> {mutant['after']}"
    mutant["reason"] = reason_of(mutant)
    if key not in known:
        known[key] = not mutant["reason"] and survives(game, file, number)
        if not mutant["reason"]:
            with (KNOWN / f"{game}.jsonl").open("a", encoding="utf-8") as out:
                out.write(json.dumps([key, known[key]]) + "\n")
    mutant["survived"] = known[key]
    return mutant


def report(game: str, count: int, seed: int, workers: int) -> tuple[int, int]:
    """Try a sample of one game and say what nobody noticed; returns how many were noticed, and of how many."""
    KNOWN.mkdir(exist_ok=True)
    stored = KNOWN / f"{game}.jsonl"
    lines = stored.read_text(encoding="utf-8").splitlines() if stored.exists() else []
    known: dict[str, bool] = dict(json.loads(line) for line in lines)
    known = {key: survived for key, survived in known.items() if not survived}  # survivors are tried again: tests may be new
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(tried, game, file, number, known) for file, number in sampled(game, count, seed)]
        mutants = [job.result() for job in jobs]
    equivalent = [mutant for mutant in mutants if mutant["reason"]]
    alive = [mutant for mutant in mutants if mutant["survived"]]
    of_all = len(mutants) - len(equivalent)
    noticed = of_all - len(alive)
    print(f"{game}: {noticed} of {of_all} changes noticed ({100 * noticed / max(1, of_all):.0f} %)", flush=True)
    for mutant in alive:
        print(f"  survives  {mutant['file']}:{mutant['line']}  {mutant['before']}  ->  {mutant['after']}", flush=True)
    for mutant in equivalent:
        print(f"  equivalent  {mutant['file']}:{mutant['line']}  {mutant['before']}  ->  {mutant['after']}: {mutant['reason']}")
    return noticed, of_all


def main() -> int:
    games = [path.name for path in sorted(GAMES.iterdir()) if (path / "RULES.md").exists()]
    parser = argparse.ArgumentParser(description="Change the rules in small ways and see whether the tests notice.")
    parser.add_argument("count", type=int, nargs="?", default=40, help="changes of each game")
    parser.add_argument("games", nargs="*", default=games, help=f"of {', '.join(games)}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    said = parser.parse_args()
    results = [report(game, said.count, said.seed, said.workers) for game in said.games]
    noticed, of_all = (sum(column) for column in zip(*results, strict=True))
    share = 100 * noticed / max(1, of_all)
    print(f"all games: {noticed} of {of_all} changes noticed ({share:.1f} %); at least 95 % are asked for (seed {said.seed})")
    return int(share < 95)


if __name__ == "__main__":
    sys.exit(main())
