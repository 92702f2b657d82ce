"""Bots that are programs of their own: what they are sent, what they may answer, and what becomes
of those that fail.
"""

from __future__ import annotations

import gc
import json
import os
import random
import re
import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots.specs import bot_kinds
from emberstacks.bots.stdio import LISTED, MOST_UNREAD, StdioBot
from emberstacks.bots.table import play
from tests.waiting import until

ROOT = Path(__file__).parents[2]
ASKED = "was asked 'A, do you search for more books or score what you have?' (draw or score) and "
READ = "import json, sys, time, os\nquestion = json.loads(sys.stdin.readline())\n"
FOREVER = """import sys
for line in sys.stdin:
    pass
    print('{"choice": 0}', flush=True)
"""
SOON = 20.0  # seconds: long enough for a busy machine, and only waited for if something is wrong


@pytest.fixture
def match() -> es.Match:
    match = es.new("fire-prototype", players=3, seed=7)
    assert match.to_act == 0
    return match


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[[str], StdioBot]]:
    """Makes bots of programs, and in the end closes them and checks that nothing of them is left."""
    threads = threading.active_count()
    bots: list[StdioBot] = []

    def make(code: str) -> StdioBot:
        path = tmp_path / f"bot{len(bots)}.py"
        path.write_text(code, encoding="utf-8")
        bots.append(StdioBot(shlex.join([sys.executable, str(path)])))
        return bots[-1]

    yield make
    for bot in bots:
        bot.close()
        assert gone(bot._process.pid)
    until(lambda: threading.active_count() <= threads)


def gone(pid: int) -> bool:
    """Neither running nor a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def failure(bot: StdioBot, match: es.Match, budget: float = SOON) -> str:
    """What is said of a bot that fails; by then its process must be gone."""
    with pytest.raises(es.BadBot) as failed:
        bot.choose(match.view(0), match.legal(), random.Random(1), budget)
    assert gone(bot._process.pid)
    message = str(failed.value)
    assert "\n" not in message
    assert message.startswith(f"The bot {bot.name!r} ")
    assert message.endswith(".")
    return message.removeprefix(f"The bot {bot.name!r} ").removeprefix(ASKED)


def test_the_example_plays_whole_games() -> None:
    command = shlex.join([sys.executable, str(ROOT / "docs/examples/bot.py")])
    bots = [es.bot(f"stdio:{command}"), es.bot("greedy"), es.bot(f"stdio:{command}")]
    for seed in (1, 2):
        assert play(es.new("fire-prototype", players=3, seed=seed), bots, random.Random(seed)).over
    for bot in bots:
        bot.close()
        bot.close()  # twice does no harm
    assert all(gone(bot._process.pid) for bot in bots if isinstance(bot, StdioBot))


def test_the_example_needs_nothing_but_a_language() -> None:
    code = (ROOT / "docs/examples/bot.py").read_text(encoding="utf-8")
    assert re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE) == ["json", "sys"]


def test_what_is_sent(match: es.Match, program: Callable[[str], StdioBot], tmp_path: Path) -> None:
    sent = tmp_path / "sent"
    bot = program(FOREVER.replace("pass", f"open({str(sent)!r}, 'a').write(line)"))
    bot.choose(match.view(0), match.legal(), budget=SOON)
    bot.choose(match.view(0), match.legal())
    lines = sent.read_text(encoding="utf-8").splitlines()
    choices = [choice.json() for choice in match.legal()]
    assert json.loads(lines[0]) == {"view": match.view(0), "choices": choices, "budget": SOON}
    assert json.loads(lines[1]) == {"view": match.view(0), "choices": choices, "budget": 10.0}


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ('{"choice": "draw"}', "draw"),
        ('{"choice": "score", "why": "it burns"}', "score"),
        ('{"choice": " Score "}', "score"),
        ('{"choice": 0}', "draw"),
        ('{"choice": 1}\r', "score"),
    ],
)
def test_answers(
    answer: str, text: str, match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    bot = program(READ + f"print({answer!r})")
    assert str(bot.choose(match.view(0), match.legal(), budget=SOON)) == text


INSTEAD = 'instead of a line like {"choice": "draw"}.'


@pytest.mark.parametrize(
    ("code", "complaint"),
    [
        ("print('hello')", f"answered 'hello' {INSTEAD}"),
        ("print()", f"answered '' {INSTEAD}"),
        ("print('draw')", f"answered 'draw' {INSTEAD}"),
        ("print('[0]')", f"answered '[0]' {INSTEAD}"),
        ("print('0')", f"answered '0' {INSTEAD}"),
        ("print('{}')", f"answered '{{}}' {INSTEAD}"),
        ("print('[' * 100000)", f"answered '{'[' * 80}...' {INSTEAD}"),
        ("print('x' * 3000000)", f"answered '{'x' * 80}...' {INSTEAD}"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n')", f"answered '\ufffd\ufffd' {INSTEAD}"),
        (
            'print(\'{"choice": "fly"}\')',
            'answered \'{"choice": "fly"}\', which is not one of these.',
        ),
        ("print('{\"choice\": 2}')", "answered '{\"choice\": 2}', which is not one of these."),
        ("print('{\"choice\": -1}')", "answered '{\"choice\": -1}', which is not one of these."),
        (
            "print('{\"choice\": true}')",
            "answered '{\"choice\": true}', which is not one of these.",
        ),
        (
            "print('{\"choice\": null}')",
            "answered '{\"choice\": null}', which is not one of these.",
        ),
        ("sys.exit(3)", "ended with exit code 3 without an answer."),
        (
            "sys.exit('no idea')",
            "ended with exit code 1 without an answer; its last words were 'no idea'.",
        ),
        (
            "1 / 0",
            (
                "ended with exit code 1 without an answer; its last words were 'ZeroDivisionError:"
                " division by zero'."
            ),
        ),
        ("os.kill(os.getpid(), 9)", "was ended by SIGKILL without an answer."),
        ("os.close(1); time.sleep(60)", "closed its output without an answer."),
    ],
)
def test_a_program_that_answers_wrongly(
    code: str, complaint: str, match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    assert failure(program(READ + code), match) == complaint


@pytest.mark.parametrize(
    "code", ["time.sleep(60)", "while True: pass", "sys.stderr.write('thinking'); time.sleep(60)"]
)
def test_a_program_that_is_late(
    code: str, match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    began = time.monotonic()
    said = failure(program(READ + code), match, 0.5)
    assert said.startswith("did not answer within 0.5 s")
    assert time.monotonic() - began < SOON


def test_no_time_at_all_is_not_enough(match: es.Match, program: Callable[[str], StdioBot]) -> None:
    assert failure(program(READ + "print('{\"choice\": 0}')"), match, 0).startswith(
        "did not answer within 0 s"
    )


def test_a_program_that_is_gone_before_it_is_asked(
    match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    bot = program("import sys; sys.exit(4)")
    bot._process.wait(SOON)
    until(lambda: not bot._answers.empty())
    assert failure(bot, match) == "ended with exit code 4 without an answer."


def test_a_program_that_speaks_unasked(match: es.Match, program: Callable[[str], StdioBot]) -> None:
    bot = program(
        READ + "print('{\"choice\": 0}'); print('That was clever.', flush=True); time.sleep(60)"
    )
    bot.choose(match.view(0), match.legal(), budget=SOON)
    until(lambda: not bot._answers.empty())
    assert failure(bot, match) == "had already said 'That was clever.' unasked."


def test_a_program_that_never_stops_talking(
    match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    bot = program("while True: print('blah')")
    until(lambda: bot._process.poll() is not None)  # nobody listens any longer
    assert bot._answers.qsize() <= MOST_UNREAD + 1
    assert failure(bot, match) == "had already said 'blah' unasked."


def test_a_closed_bot_is_not_asked(match: es.Match, program: Callable[[str], StdioBot]) -> None:
    bot = program(READ + "print('hello')")
    failure(bot, match)
    with pytest.raises(es.BadBot, match="has been closed, so it cannot answer any more"):
        bot.choose(match.view(0), match.legal())


def test_a_program_that_ignores_the_end_is_ended(program: Callable[[str], StdioBot]) -> None:
    bot = program(
        "import signal, time\nfor s in (15, 1, 2): signal.signal(s, signal.SIG_IGN)\ntime.sleep(60)"
    )
    bot.close()
    assert gone(bot._process.pid)


def test_a_program_may_end_in_good_order(
    match: es.Match, program: Callable[[str], StdioBot], tmp_path: Path
) -> None:
    note = tmp_path / "note"
    bot = program(FOREVER + f"open({str(note)!r}, 'w').write('done')")
    bot.choose(match.view(0), match.legal(), budget=SOON)
    bot.close()
    assert note.read_text(encoding="utf-8") == "done"


def test_what_a_program_has_started_ends_with_it(
    match: es.Match, program: Callable[[str], StdioBot], tmp_path: Path
) -> None:
    fifo = tmp_path / "held"
    os.mkfifo(fifo)
    held = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    child = (
        f"import time; held = open({str(fifo)!r}, 'w'); print('{{\\\"choice\\\": 0}}', flush=True);"
        " time.sleep(60)"
    )
    bot = program(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])")
    bot.choose(match.view(0), match.legal(), budget=SOON)
    with pytest.raises(BlockingIOError):
        os.read(held, 1)  # somebody holds the other end
    assert failure(bot, match, 0.2) == "did not answer within 0.2 s."

    def nobody_holds_it() -> bool:
        try:
            return os.read(held, 1) == b""
        except BlockingIOError:
            return False

    until(nobody_holds_it)
    os.close(held)


def test_a_forgotten_bot_is_ended(match: es.Match) -> None:
    bot = StdioBot(shlex.join([sys.executable, str(ROOT / "docs/examples/bot.py")]))
    bot.choose(match.view(0), match.legal())
    pid = bot._process.pid
    del bot
    gc.collect()
    assert gone(pid)


LARGE = 5_000_000  # far more than a pipe holds


def test_long_lines_go_through_both_ways(
    match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    bot = program(
        READ
        + "print(json.dumps({'why': 'x' * 500000, 'choice': len(question['view']['padding']) =="
        " 5000000 and 'score'}))"
    )
    view: dict[str, Any] = {**match.view(0), "padding": "x" * LARGE}
    assert str(bot.choose(view, match.legal(), budget=SOON)) == "score"


def test_a_program_that_does_not_listen_holds_nobody_up(
    match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    bot = program("import time; time.sleep(60)")
    view = {**match.view(0), "padding": "x" * LARGE}
    with pytest.raises(es.BadBot, match=r"did not answer within 0\.5 s"):
        bot.choose(view, match.legal(), budget=0.5)
    assert gone(bot._process.pid)


def test_much_on_standard_error_holds_nobody_up(
    match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    bot = program(READ + "sys.stderr.write('x' * 5000000); print('{\"choice\": 0}')")
    assert str(bot.choose(match.view(0), match.legal(), budget=SOON)) == "draw"


def test_a_long_list_of_choices_is_shortened(
    match: es.Match, program: Callable[[str], StdioBot]
) -> None:
    choices = [es.Choice("Toy", 0, k, f"card {k}", "", "", []) for k in range(50)]
    with pytest.raises(
        es.BadBot, match=rf"\(card 0, .*card {LISTED - 1} or {50 - LISTED} more\) and answered"
    ):
        program(READ + "print('hello')").choose(match.view(0), choices, budget=SOON)


def test_the_page_about_bots_is_true(match: es.Match) -> None:
    page = (ROOT / "docs/bots.md").read_text(encoding="utf-8")
    for kind in bot_kinds():
        assert f"| `{kind}` | {kind.help} |" in page
    for snippet in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(compile(snippet, "bots.md", "exec"), {})
    for link in re.findall(r"\]\(([^)#:]+)\)", page):
        assert (ROOT / "docs" / link).exists(), link
    question, answer = (
        json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    )
    assert answer["choice"] in [choice["text"] for choice in question["choices"]]
    view = match.view(0)
    assert question["view"].pop("state").items() <= view.pop("state").items()
    assert question == {
        "view": view,
        "choices": [choice.json() for choice in match.legal()],
        "budget": 10.0,
    }
    for name in view:
        assert f"`{name}`" in page, name
