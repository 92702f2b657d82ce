"""Bots by spec string."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import emberstacks as es
from emberstacks.bots.people import people_of
from emberstacks.bots.specs import bot_kinds
from emberstacks.kernel.errors import one_of

CHOOSE = "Choose " + one_of([str(kind) for kind in bot_kinds()]) + "."


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("genius", "There is no bot 'genius'. "),
        ("", "There is no bot ''. "),
        ("Greedy", "There is no bot 'Greedy'. Did you mean 'greedy'? "),
        (":greedy", "There is no bot ''. "),
        ("random:7", "The bot 'random' takes no argument, so 'random:7' does not work. "),
        ("greedy:", "The bot 'greedy' takes no argument, so 'greedy:' does not work. "),
        ("stdio", "The bot 'stdio' needs an argument, as in stdio:COMMAND. "),
        ("stdio:", "The bot 'stdio' needs an argument, as in stdio:COMMAND. "),
        ("stdio:  ", "The bot 'stdio' needs an argument, as in stdio:COMMAND. "),
    ],
)
def test_a_wrong_spec_is_told_which_bots_there_are(spec: str, complaint: str) -> None:
    with pytest.raises(es.BadBot) as refused:
        es.bot(spec)
    assert str(refused.value) == complaint + CHOOSE


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (
            "no-such-program --fast",
            "The command 'no-such-program --fast' of a stdio bot cannot be started: No such file",
        ),
        ("'unfinished", "cannot be started: No closing quotation."),
        ("''", "cannot be started: "),
    ],
)
def test_a_command_that_does_not_start(command: str, complaint: str) -> None:
    with pytest.raises(es.BadBot, match=re.escape(complaint)) as refused:
        es.bot(f"stdio:{command}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "greedy",
        " greedy ",
        "ismcts:9",
        "exact",
        "novice",
        "apprentice",
        "adept",
        "expert",
        "cautious",
        "daring",
        "friendly",
    ],
)
def test_bots_answer_from_the_public_face(spec: str) -> None:
    match = es.new("fire-prototype", players=2, seed=1)
    seat = match.to_act
    bot = es.bot(spec)
    assert bot.choose(match.view(seat), match.legal()) in match.legal()
    assert bot.name == spec.strip()
    bot.close()


def test_a_bot_that_nobody_can_choose_any_more_still_plays() -> None:
    assert es.bot("master").name == "master"
    assert "master" not in CHOOSE
    assert people_of("master") == ()


def test_every_kind_says_what_it_is() -> None:
    for kind in bot_kinds():
        assert re.fullmatch(r"[A-Z][^.]*\.", kind.help), kind.name
    assert [kind.name for kind in bot_kinds() if kind.argument] == [
        "ismcts",
        "trials",
        "trained",
        "tuned",
        "stdio",
    ]


def test_importing_the_package_does_not_import_what_only_some_bots_need() -> None:
    code = (
        "import sys, emberstacks; print([name for name in ('subprocess', 'tempfile', 'asyncio') if"
        " name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
