"""What the docs say is true: one page about the code, a screen for each decision, a first change
that works, and examples.
"""

from __future__ import annotations
import __future__

import ast
import doctest
import inspect
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import emberstacks as es
from emberstacks.kernel import zones
from emberstacks.kernel.game import Game
from emberstacks.kernel.match import Match
from emberstacks.kernel.state import State
from emberstacks.kernel.step import Chance, Step

ROOT = Path(__file__).parents[2]
DECISIONS = sorted((ROOT / "docs/decisions").glob("0*.md"))
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
REFERENCE = ROOT / "docs/reference.md"
# of zones: they only help to deal again
HELPERS = {"by_public", "shuffled_to_fit", "shuffled_so_far", "matched", "place"}
FIRST = (
    (ROOT / "CONTRIBUTING.md")
    .read_text(encoding="utf-8")
    .partition("## Your first change")[2]
    .partition("\n## ")[0]
)


def linked(text: str) -> list[str]:
    """The files that a page links to."""
    text = re.sub(r"`[^`\n]*`", "code", text)
    return [
        link.partition("#")[0]
        for link in re.findall(r"\]\(([^)\s]+)\)", text)
        if "://" not in link and link[0] != "#"
    ]


def test_architecture_is_one_page() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert len(text.split()) <= 900
    assert len(re.findall(r"^!\[.+\]\(docs/pictures/\w+\.svg\)$", text, re.MULTILINE)) == 3
    named = re.findall(r"`((?:kernel|games|tables|cli)/[\w/]+\.py)`", text)
    assert len(named) > 5
    for name in named:
        assert any(
            (ROOT / "src/emberstacks" / folder / name).exists() for folder in ("", "server")
        ), name


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_is_a_screen_with_its_costs(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {int(page.stem[:3])}. ")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == ["What", "Why", "What it costs"]
    assert all(
        len(part.split()) >= 15 for part in re.split(r"^##? .*$", text, flags=re.MULTILINE)[2:]
    )
    assert len(text.split()) < 400


def test_the_list_of_decisions_is_whole() -> None:
    assert [int(page.stem[:3]) for page in DECISIONS] == [*range(1, len(DECISIONS) + 1)]
    listed = re.findall(
        r"^(\d+)\. \[(.+)\]\((.+)\)$", (ROOT / "docs/decisions/README.md").read_text(), re.MULTILINE
    )
    titles = [page.read_text(encoding="utf-8").partition("\n")[0] for page in DECISIONS]
    assert [(f"# {number}. {title}", name) for number, title, name in listed] == [
        (title, page.name) for title, page in zip(titles, DECISIONS, strict=True)
    ]


def test_links_between_pages_lead_somewhere() -> None:
    missing = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in PAGES
        for link in linked(page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]
    assert missing == []


def test_the_first_change_is_red_and_then_green(tmp_path: Path) -> None:
    """In a copy of the source, with the code that stands there."""
    wish, change = re.findall(r"```python\n(.*?)```", FIRST, re.DOTALL)
    folder = tmp_path / "src/emberstacks"
    shutil.copytree(
        ROOT / "src/emberstacks",
        folder,
        ignore=shutil.ignore_patterns("static", "site", "__pycache__"),
    )
    test = tmp_path / "test_first.py"
    kept = (ROOT / "tests/games/fire_prototype/test_3_a_turn.py").read_text(encoding="utf-8")
    test.write_text(f"{kept}\n\n{wish}", encoding="utf-8")
    assert tried(test, tmp_path) == "1 failed"
    steps = folder / "games/fire_prototype/steps.py"
    before = steps.read_text(encoding="utf-8")
    scoring = re.search(r"class Scoring\(.*?\n\n\n", before, re.DOTALL)
    assert scoring is not None
    steps.write_text(
        before.replace(scoring[0], f"{scoring[0].rstrip()}\n\n{change}\n\n"), encoding="utf-8"
    )
    assert tried(test, tmp_path) == "1 passed"


def tried(test: Path, tree: Path) -> str:
    """What pytest says about the wish, on the copied source."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-o",
        "addopts=",
        "-p",
        "no:cacheprovider",
        "-k",
        "made_of",
        str(test),
    ]
    path = os.pathsep.join([str(tree / "src"), str(ROOT)])
    done = subprocess.run(
        command,
        cwd=tree,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    said = re.search(r"\d+ (?:passed|failed)", done.stdout)
    assert said is not None, done.stdout + done.stderr
    return said[0]


def test_the_changelog_ends_with_the_version_that_this_is() -> None:
    """What is to come is first, then the newest release; since 1.1.0 each bullet is one line for
    people.
    """
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = re.search(
        r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert version is not None
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(version[1])} - \d{{4}}-\d\d-\d\d", heads[1])
    newer = text.partition("\n## 1.0.0 ")[0]
    assert [line for line in newer.splitlines() if line.startswith("- ") and len(line) > 320] == []


def examples() -> doctest.DocTest:
    """All examples of the reference, as one test."""
    text = re.sub(r"^```.*$", "", REFERENCE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return doctest.DocTestParser().get_doctest(
        text, {"annotations": __future__.annotations}, REFERENCE.name, str(REFERENCE), 0
    )


class Renewing(doctest.DocTestRunner):
    """Writes what the examples say now into the page, for review, as golden files are written
    again.
    """

    moved = 0  # lines, by answers of another length

    def report_failure(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        lines = REFERENCE.read_text(encoding="utf-8").split("\n")
        start = example.lineno + example.source.count("\n") + self.moved
        lines[start : start + example.want.count("\n")] = got.splitlines()
        self.moved += len(got.splitlines()) - example.want.count("\n")
        REFERENCE.write_text("\n".join(lines), encoding="utf-8")


def test_the_examples_of_the_reference_are_true() -> None:
    said: list[str] = []
    runner = (
        Renewing(verbose=False)
        if os.environ.get("EMBERSTACKS_RENEW") == "1"
        else doctest.DocTestRunner(verbose=False)
    )
    found = runner.run(examples(), out=said.append)
    assert "".join(said) == ""
    assert found.attempted > 150


def named(owner: object) -> dict[str, object]:
    """What a class or a module defines for others."""
    of = getattr(owner, "__module__", None) or getattr(owner, "__name__", "")
    return {
        name: value
        for name, value in vars(owner).items()
        if name[0] != "_"
        and (isinstance(value, property) or (inspect.isfunction(value) and value.__module__ == of))
        and name not in HELPERS
    }


@pytest.mark.parametrize(
    "owner",
    [Match, Game, Step, Chance, State, zones, zones.Slots, zones.Deck],
    ids=lambda one: one.__name__,
)
def test_every_public_name_has_an_example(owner: object) -> None:
    """On the page of the reference, or in its own docstring."""
    used = {
        node.attr
        for one in examples().examples
        for node in ast.walk(ast.parse(one.source))
        if isinstance(node, ast.Attribute)
    }
    names = named(owner)
    assert names
    assert [
        name
        for name, value in names.items()
        if name not in used and ">>> " not in (value.__doc__ or "")
    ] == []


def test_the_public_face_is_all_on_the_page() -> None:
    """Errors come with their sentences, and what is only returned is named beside an example."""
    page = REFERENCE.read_text(encoding="utf-8")
    assert [
        name
        for name in [*es.__all__, "VERSION"]
        if not re.search(rf"\bes\.{name}\b|^{name}: |`{name}`", page, re.MULTILINE)
    ] == []
