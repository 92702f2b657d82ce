"""Other figures at the table: `--figures` in the browser and in the terminal, and what becomes of
such games.
"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

import emberstacks as es
from emberstacks.games import GAMES, data_files, folder_of, game_by_id, game_of
from tests.cli.terminal import PATIENCE, run
from tests.cli.test_serve import served
from tests.server.people import Player

QUICK = 20  # knowledge that ends a game of the prototype, instead of 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copied(
        "fire-prototype", tmp_path / "quick-fire", ("knowledge = 100", f"knowledge = {QUICK}")
    )


def copied(name: str, folder: Path, *changes: tuple[str, str]) -> Path:
    """The data files of a game, changed."""
    folder.mkdir()
    for file in data_files(game_by_id(name)):
        text = (folder_of(game_by_id(name)) / file).read_text()
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (folder / file).write_text(text)
    return folder


@pytest.mark.parametrize("name", GAMES)
def test_a_folder_is_known_by_its_tables(name: str, tmp_path: Path) -> None:
    assert game_of(copied(name, tmp_path / "copy")) == name


def test_a_server_plays_with_other_figures_and_keeps_its_games_with_them(
    folder: Path, tmp_path: Path
) -> None:
    with served(tmp_path, "--figures", str(folder), workers=1) as (base, log):
        cards = {
            card["id"]: card
            for card in httpx.get(f"{base}/api/games", timeout=PATIENCE).json()["games"]
        }
        assert cards["fire-prototype"]["title"].endswith(
            "(early prototype) with the figures of quick-fire"
        )
        # these have other figures
        assert (cards["fire-prototype"]["lessons"], cards["fire-prototype"]["puzzles"]) == ([], 0)
        assert cards["fire"]["lessons"]
        assert (
            httpx.get(f"{base}/api/games/fire-prototype/box", timeout=PATIENCE).json()["knowledge"]
            == QUICK
        )
        with Player(base, "Ada") as ada:
            table = ada.open_table("me", "greedy")  # which thinks in a process of its own
            assert ada.post(f"/api/tables/{table}/start").is_success
            ada.connect(table)
            now = ada.play_on(ada.hear_turn())
            assert QUICK < max(now["view"]["scores"]) < 60
    assert log == []
    assert (folder / "tables.db").is_file()
    assert not (tmp_path / "emberstacks" / "tables.db").exists()


def test_a_game_with_other_figures_is_replayed_with_them_only(folder: Path, tmp_path: Path) -> None:
    words = [
        "play",
        "--figures",
        str(folder),
        "--seats",
        "greedy,greedy",
        "--seed",
        "3",
        "--save",
        "own.record",
    ]
    assert run(tmp_path, *words).returncode == 0
    assert run(tmp_path, "replay", "own.record", "--figures", str(folder)).returncode == 0
    assert run(tmp_path, "replay", "own.record", EMBERSTACKS_FIGURES=str(folder)).returncode == 0
    without = run(tmp_path, "replay", "own.record")
    assert without.returncode == 2
    assert "this game was played with other figures, which have the fingerprint" in without.stderr
    (tmp_path / "plain.record").write_text(es.new("fire-prototype", 2, 3).record())
    other = run(tmp_path, "replay", "plain.record", "--figures", str(folder))
    assert "this game was played with the game's own figures. Leave out --figures." in other.stderr


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            ("[setup]", "[set-up]"),
            "The data files in bad do not describe the box of fire-prototype: components.toml, line"
            " 40: there is no table 'set-up'",
        ),
        (
            ("burned_books = 5", "burned_books = 50"),
            "fire-prototype cannot be played with the data files in bad: a game breaks off",
        ),
        (
            ("burned_books = 5", "burned_books ="),
            "The data files in bad cannot be read: Invalid value (at line",
        ),
    ],
)
def test_figures_that_nobody_can_play_with_are_one_sentence(
    change: tuple[str, str], complaint: str, tmp_path: Path
) -> None:
    copied("fire-prototype", tmp_path / "bad", change)
    for command in (["serve", "--no-browser"], ["play"]):
        done = run(tmp_path, *command, "--figures", "bad")
        assert done.returncode == 2
        assert complaint in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


def test_a_folder_without_data_files_is_one_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--figures", ".")
    assert (done.returncode, done.stderr) == (
        2,
        (
            "emberstacks: . has no data files of a game. Copy those of one there, and change what"
            " you like.\n"
        ),
    )
