"""The tutorial's game, copied into a tree of its own and nothing else touched: laws, terminal,
bots, lab, learners, server.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import emberstacks as es
from tests.conftest import COMPILED
from tests.server.browser import (
    browser,
    clean_in_every_light,
    come_in,
    open_table,
    play_to_the_end,
    violations,
)
from tests.server.conftest import Server, luck

__all__ = ["browser", "luck"]

ROOT = Path(__file__).parents[2]
TUTORIAL = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r'```\w+ title="([^"]+)"\n(.*?)```', TUTORIAL, re.DOTALL))
BUILDING = ("setup.py", "pyproject.toml", "tools/test.py", "tools/fast.py")
WON = re.compile(r"(wins|share the win) with \d+ points")
OUTSIDE = ("test_overdue.py", "play.py")
LEARNING = """
import warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test
import emberstacks.envs.gym, emberstacks.envs.openspiel, gymnasium, pyspiel
from emberstacks.envs import aec
api_test(aec.env("overdue", players=3), num_cycles=100)
state = pyspiel.load_game("emberstacks_overdue", {"players": 2}).new_initial_state()
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
env = gymnasium.make("emberstacks/Seat-v0", game="overdue", players=2, bots="novice")
observation, info = env.reset(seed=1)
ended = False
while not ended:
    _, _, ended, _, info = env.step(int(info["action_mask"].argmax()))
print("learned", state.returns())
"""
COMPILED_FILES = """
import sys
from pathlib import Path
sys.path.insert(0, "tools")
from compile.copy import groups
print([file.as_posix() for file in groups(Path("src/emberstacks"))["emberstacks_overdue"]])
"""

# the first that can be chosen on the board
CARD = "() => document.querySelector('main button[data-answer]')"

SIXTH = os.environ.get("EMBERSTACKS_SIXTH") == "1"  # `make sixth`

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILED, reason="the sixth game is read from its source"),
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with one more folder."""
    tree = tmp_path_factory.mktemp("sixth")
    for name in ("src", "tests", "tools"):
        shutil.copytree(
            ROOT / name,
            tree / name,
            ignore=shutil.ignore_patterns("*-pytest-*.pyc", "site", "*.egg-info"),
        )
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    game, tests = tree / "src/emberstacks/games/overdue", tree / "tests/games/overdue"
    game.mkdir()
    tests.mkdir()
    (tests / "__init__.py").touch()
    for name, text in BLOCKS.items():
        folder = game if name not in OUTSIDE else tests if name.startswith("test") else tree
        (folder / name).write_text(text, encoding="utf-8")
    return tree


def run(tree: Path, *arguments: str, **environment: str) -> str:
    """What a Python command says in the tree with six games."""
    where = {"PYTHONPATH": str(tree / "src"), "XDG_DATA_HOME": str(tree), "COLUMNS": "80"}
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command,
        cwd=tree,
        env={**os.environ, **where, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_laws_and_its_own_tests_hold(tree: Path) -> None:
    told = run(
        tree,
        "-m",
        "pytest",
        "-q",
        "tests/games/overdue",
        "tests/every_game",
        "-k",
        "overdue",
        EMBERSTACKS_RENEW="1",
    )
    passed = re.search(r"(\d+) passed", told)
    assert passed is not None
    assert int(passed[1]) > 35


def test_it_plays_in_the_terminal_and_from_python(tree: Path) -> None:
    assert "Hands: A " in run(tree, "play.py")
    assert "Overdue" in run(tree, "-m", "emberstacks", "games")
    assert "higher than the one below" in run(tree, "-m", "emberstacks", "rules", "overdue", "2.2")
    played = run(
        tree,
        "-m",
        "emberstacks",
        "play",
        "overdue",
        "--seats",
        "random,novice,expert",
        "--seed",
        "1",
    )
    assert WON.search(played)


def test_every_bot_and_hint_plays_it(tree: Path) -> None:
    """Bots know nothing about this game, and play it by its rules alone; so do hints and reviews."""
    seats = "greedy,daring,exact,ismcts:20"
    run(
        tree,
        "-m",
        "emberstacks",
        "play",
        "overdue",
        "--seats",
        seats,
        "--seed",
        "2",
        "--save",
        "game.txt",
    )
    assert "overdue" in (tree / "game.txt").read_text(encoding="utf-8")
    assert "A" in run(
        tree, "-m", "emberstacks", "analyse", "game.txt", "--budget", "10", "--decisions", "4"
    )


def test_the_lab_and_learners_take_it(tree: Path) -> None:
    simulated = run(
        tree,
        "-m",
        "emberstacks",
        "simulate",
        "overdue",
        "--games",
        "20",
        "--bots",
        "random,ismcts:20",
    )
    assert "20 games" in simulated
    rated = run(
        tree,
        "-m",
        "emberstacks",
        "tournament",
        "overdue",
        "--bots",
        "random,novice",
        "--seeds",
        "2",
    )
    assert "novice" in rated
    (tree / "docs").mkdir()
    run(tree, "tools/figures.py", "2", "overdue")
    assert "## overdue" in (tree / "docs/figures.md").read_text(encoding="utf-8")
    assert "learned" in run(tree, "-c", LEARNING)


def test_it_is_compiled_with_the_others(tree: Path) -> None:
    assert "'src/emberstacks/games/overdue/steps.py'" in run(tree, "-c", COMPILED_FILES)


@pytest.mark.skipif(not SIXTH, reason="'make sixth' compiles it, which takes some minutes")
def test_compiled_it_obeys_the_laws_too(tree: Path, tmp_path: Path) -> None:
    """With the kernel and one other game, not optimised: whether mypyc takes it and both builds
    agree is what counts.
    """
    small = tmp_path / "small"
    shutil.copytree(tree, small)
    for game in (small / "src/emberstacks/games").iterdir():
        if game.is_dir() and game.name not in ("overdue", "fire_prototype"):
            shutil.rmtree(game)
    run(small, "setup.py", "--quiet", "build", "--build-lib", "fast", EMBERSTACKS_COMPILE="quick")
    laws = ("-m", "pytest", "-q", "tests/games/overdue", "tests/every_game", "-k", "overdue")
    compiled = {"PYTHONPATH": str(small / "fast"), "EMBERSTACKS_TEST_COMPILED": "1"}
    run(small, *laws, EMBERSTACKS_RENEW="1")  # the golden files of the interpreted build
    passed = re.search(r"(\d+) passed", run(small, *laws, **compiled))
    assert passed is not None
    assert int(passed[1]) > 35
    where = run(
        small,
        "-c",
        "import emberstacks.games.overdue.steps as steps; print(steps.__file__)",
        **compiled,
    )
    assert where.strip().endswith((".so", ".pyd"))


def test_nothing_lists_the_games() -> None:
    """A file that names three of them is a list, unless it is about one game; files that build and
    test name none.
    """
    games = [info.id for info in es.list_games()]
    files = [*ROOT.glob("*.*"), *(ROOT / "web").glob("*.*")]
    files += [
        file
        for part in ("src", "tools", "bench", "web/src", "web/install")
        for file in (ROOT / part).rglob("*")
    ]
    named = []
    for file in files:
        path = file.relative_to(ROOT).as_posix()
        about = re.search(r"/(games|minds)/\w+/|/(static|site)/|mutants.toml|package-lock", path)
        if about or file.suffix not in (".py", ".toml", ".ts", ".js", ".svelte", ".css", ".json"):
            continue
        text = file.read_text(encoding="utf-8")
        spelt = [rf"[\"/]({re.escape(name)}|{name.replace('-', '_')})\b" for name in games]
        if sum(re.search(way, text) is not None for way in spelt) > (0 if path in BUILDING else 2):
            named.append(path)
    assert named == []


def test_it_is_played_in_the_browser_by_clicking_its_cards(
    tree: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tree / "src"))
    server = Server(f"sqlite:///{tree / 'tables.db'}").start()
    try:
        with browser.new_context() as context:
            page = come_in(context, server, "Ada")
            address = open_table(page, "Novice bot", game="overdue")
            expect(page.get_by_text("which book do you return?").first).to_be_visible()
            board = page.get_by_label("The table", exact=True)
            hand = board.get_by_role("list", name="Ada, Hand: 3")
            expect(
                hand.get_by_role("button", name=re.compile("^Return the [1-6] for"))
            ).to_have_count(3)
            expect(hand).to_contain_text(re.compile("Book [1-6]"))
            # nobody sees the hand of the bot
            expect(board.get_by_role("img", name="3 hidden cards")).to_be_visible()
            expect(board.get_by_role("img", name="Deck: 18")).to_be_visible()
            clean_in_every_light(page, sizes=((390, 844), (1440, 900)))
            number = hand.get_by_role("button").first.get_attribute("data-answer")
            hand.get_by_role("button").first.press("Enter")
            expect(
                board.get_by_role("list", name=re.compile("^Pile: [1-9]"))
                .get_by_label(f"Book {number}")
                .first
            ).to_be_visible()
            board.get_by_role("button", name="Show as text").click()
            expect(board).to_contain_text(
                re.compile(r"Hands: Ada [0-5] [0-5] [0-5], .+ \? \? \?\s+Pile: [0-5]")
            )
            board.get_by_role("button", name="Show cards").click()
            play_to_the_end(page, wish=CARD)
            expect(page.get_by_text(WON).first).to_be_visible()
            page.goto(address.replace("/table/", "/replay/"))
            expect(page.get_by_role("list", name="Pile: 24")).to_be_visible()
            page.get_by_role("button", name="First").click()
            expect(page.get_by_role("img", name="Deck: 24")).to_be_visible()
            assert violations(page) == []
    finally:
        server.stop()
