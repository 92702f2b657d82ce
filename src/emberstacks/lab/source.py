"""Where results come from: the commit, the rules, the options and the seeds, for all who keep
results.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from emberstacks import build
from emberstacks.games import game_by_id
from emberstacks.lab.plan import Plan


def about(plan: Plan, games: int) -> dict[str, str]:
    """Where a table comes from, for its metadata; a Parquet file keeps it."""
    return {
        "commit": commit(),
        "game": plan.game,
        "rules": game_by_id(plan.game).info.rules_version,
        "options": json.dumps(plan.options),
        "seeds": f"{plan.first_seed} to {plan.first_seed + games - 1}",
    }


def commit() -> str:
    """The commit of the source tree, with a + if it has changed since; the version of an installed
    package.
    """
    tree = build.root()
    if tree is None:
        from importlib.metadata import version

        return version("emberstacks")
    said = git(tree, "rev-parse", "HEAD")
    return said + "+" * bool(git(tree, "status", "--porcelain", "--untracked-files=no", "src"))


def git(tree: Path, *words: str) -> str:
    """What git says; nothing if it is not there."""
    try:
        return subprocess.run(
            ["git", *words], cwd=tree, capture_output=True, text=True, check=False
        ).stdout.strip()
    except OSError:
        return ""
