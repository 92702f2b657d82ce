"""`emberstacks lab tune`: the same weights however it is run, and nothing claimed that was not
measured.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.bots.mind import mind_of
from emberstacks.bots.table import play
from emberstacks.bots.weights import as_they_are
from emberstacks.cli.app import main
from emberstacks.games import GAMES, playing_with
from emberstacks.lab.tune import spec_of
from tests.bots.toy import TOY
from tests.lab.killing import killed

WEIGHTS = {game: mind_of(game).weights for game in GAMES if mind_of(game).weights}
WORDS = ["tune", "fire-prototype", "--games", "4", "--seed", "3"]


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return ended.value.code


def test_every_weight_lies_within_its_bounds_and_belongs_to_a_heuristic() -> None:
    for game, weights in WEIGHTS.items():
        assert mind_of(game).heuristic
        assert all(weight.low <= weight.value <= weight.high for weight in weights.values())


@pytest.mark.parametrize("game", WEIGHTS)
def test_untuned_weights_play_as_the_greedy_bot(game: str) -> None:
    records = []
    for spec in ("greedy", spec_of(game, as_they_are(WEIGHTS[game]))):
        match = es.new(game, players=2, seed=5)
        records.append(play(match, [es.bot(spec), es.bot(spec)], random.Random(5)).record())
    assert records[0] == records[1]


@pytest.mark.parametrize("name", WEIGHTS["fire-prototype"])
def test_every_weight_of_the_prototype_matters(name: str) -> None:
    weight = WEIGHTS["fire-prototype"][name]
    records = set()
    for value in (weight.low, weight.high):
        bot = es.bot(spec_of("fire-prototype", {name: value}))
        rng = random.Random(5)
        records.add(
            "".join(
                play(es.new("fire-prototype", 3, seed), [bot] * 3, rng).record()
                for seed in range(4)
            )
        )
    assert len(records) == 2


@pytest.mark.parametrize("game", [game for game in WEIGHTS if not game.startswith("fire")])
def test_the_weights_of_every_other_game_can_be_tuned(game: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    assert (
        run("tune", game, "--games", "2", "--trials", "1", "--workers", "1", "--out", str(path))
        == 0
    )
    found = json.loads(path.read_text())
    assert found["game"] == game
    assert found["weights"].keys() == WEIGHTS[game].keys()
    assert all(
        weight.low <= found["weights"][name] <= weight.high
        for name, weight in WEIGHTS[game].items()
    )
    es.bot(f"tuned:{path}").close()


def test_the_same_command_finds_the_same_weights_and_goes_on_after_a_kill(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    assert run(*WORDS, "--trials", "13", "--workers", "1", "--out", str(whole)) == 0
    journal = cut.with_suffix(".journal")
    killed(journal, *WORDS, "--trials", "13", out=cut, sign=b'"lead"', times=4)
    assert not cut.exists()
    with open(journal, "ab") as file:
        file.write(b'{"op_code":4,"wor')  # as if the kill had come in the middle of a line
    assert run(*WORDS, "--trials", "13", "--workers", "1", "--out", str(cut)) == 0
    assert cut.read_text() == whole.read_text()
    found = json.loads(whole.read_text())
    assert found["weights"].keys() == WEIGHTS["fire-prototype"].keys()
    assert found["fresh_share"][1] < found["fresh_share"][0] < found["fresh_share"][2]
    match = es.new("fire-prototype", players=2, seed=1)
    assert play(match, [es.bot(f"tuned:{whole}"), es.bot("greedy")], random.Random(1)).over


def test_what_the_files_hold_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights.json"
    assert run(*WORDS, "--trials", "2", "--workers", "1", "--out", str(path)) == 0
    assert "weight" in capsys.readouterr().out
    assert run(*WORDS, "--trials", "1", "--workers", "1", "--out", str(path)) == 2
    assert "already has 2 trials" in capsys.readouterr().err
    assert run(*WORDS, "--trials", "2", "--players", "3", "--workers", "1", "--out", str(path)) == 2
    assert (
        "holds a study with other settings (game fire-prototype, rules 1.0, players 2"
        in capsys.readouterr().err
    )
    journal = path.with_suffix(".journal")
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*lines[:3], b"what?\n", *lines[3:]]))
    assert run(*WORDS, "--trials", "2", "--workers", "1", "--out", str(path)) == 2
    assert "is damaged or not a study. Name another file with --out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "There is no game 'chess'"),
        (["fire", "--games", "1"], "--games from 2"),
        (["fire", "--trials", "0"], "--trials must be from 1"),
        (["fire", "--option", "tools=perhaps"], "Choose "),
        (["fire", "--out", "/nowhere/weights.json"], "Cannot write /nowhere/weights"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("tune", *words) == 2
    assert complaint in capsys.readouterr().err


def test_a_game_without_weights_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with playing_with(TOY):
        assert run("tune", "toy") == 2
    assert "The bot for 'toy' has no weights to tune. Choose " in capsys.readouterr().err


def test_without_optuna_a_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "optuna", None)
    assert run("tune", "fire") == 2
    assert "pip install emberstacks[tune]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (None, "cannot be read from"),
        ("[]", "does not hold the weights of a game"),
        ('{"game": "chess", "weights": {}}', "does not hold the weights of a game"),
        ('{"game": "fire", "weights": {"axe": "sharp"}}', "does not hold the weights of a game"),
        ('{"game": "fire", "weights": {"pen": 1}}', "has a weight 'pen', which fire does not know"),
    ],
)
def test_a_bot_with_wrong_weights_is_one_sentence(
    content: str | None, complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / "weights.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(es.BadBot, match=complaint):
        es.bot(f"tuned:{path}")


def test_a_bot_that_is_tuned_for_another_game_says_so() -> None:
    match = es.new("horror", seed=1)
    with pytest.raises(es.BadBot, match="is tuned for fire, not for horror"):
        es.bot(spec_of("fire", {})).choose(match.view(0), match.legal(), random.Random(1))
