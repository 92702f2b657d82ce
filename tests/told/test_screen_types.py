"""The page's types of tables, boxes and facts follow from the games, and what is sent to screens
has these types.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import states

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.told.screens import on_screen

WEB = Path(__file__).parents[2] / "web"
ALL_OPTIONS: dict[str, dict[str, Any]] = {  # with what an ordinary game does not have
    "fire": {"technology": True, "robot": True},
    "horror": {"abilities": True, "monster_abilities": True},
    "librarians": {"curse": "powers+columns", "sequels": True, "talk": "markers"},
    "alexandria": {"hidden_totals": True},
}


def test_the_files_are_current() -> None:
    """Every build of the page writes them: what is there is what the games say now."""
    states.write()
    assert [game.info.id for game in states.drawn()] == list(GAMES)
    for game in states.drawn():
        assert states.target(game).read_text(encoding="utf-8") == states.source(game)


@pytest.mark.parametrize("name", GAMES)
def test_events_have_the_arguments_that_the_page_has_names_for(name: str) -> None:
    """As many as are named, and -1 for the rest."""
    names, told = states.told_kinds(GAMES[name]), set()
    for seed in range(3):
        match = es.new(name, players=3, seed=seed, **ALL_OPTIONS.get(name, {}))
        rng = random.Random(seed)
        for _ in range(400):
            if not match.over:
                seat = match.waiting[0]
                match.push(rng.choice(match.legal(seat)), seat)
        for event in match.events(0):
            told.add(event["kind"])
            assert set(event["args"][len(names[event["kind"]]) :]) <= {-1}, event
    assert len(told) > 5


def test_no_program_of_the_page_takes_a_mask_apart() -> None:
    games = [file for file in (WEB / "src/games").rglob("*") if file.suffix in (".ts", ".svelte")]
    assert len(games) > 50
    for file in games:
        text = file.read_text(encoding="utf-8")
        assert not any(sign in text for sign in (">> ", "1 << ", "2 ** ", " & 1", "BigInt")), file


def shown(name: str, players: int, seed: int) -> Iterator[dict[str, object]]:
    """What screens get of a random game, every 40 answers: a player's and a spectator's."""
    rng = random.Random(seed)
    match = es.new(name, players=players, seed=seed, **ALL_OPTIONS.get(name, {}))
    for turn in range(300):
        if match.over:
            break
        if turn % 40 == 0:
            for seat in (match.waiting[0], None):
                yield json.loads(json.dumps(on_screen(match.game, match.view(seat, facts=True))))
        seat = match.waiting[0]
        match.push(rng.choice(match.legal(seat)), seat)


def test_what_screens_get_has_these_types(tmp_path: Path) -> None:
    """TypeScript itself compares real boxes, tables, facts and options of every game with the
    files.
    """
    lines: list[str] = []
    for number, game in enumerate(states.drawn()):
        (tmp_path / f"game{number}.ts").write_text(states.source(game), encoding="utf-8")
        lines.append(f'import type * as g{number} from "./game{number}";')
        lines.append(f"export const box{number}: g{number}.Box = {json.dumps(game.printed())};")
        for k, view in enumerate(shown(game.info.id, 3, number)):
            for kind, part in (("TableState", "state"), ("Facts", "facts"), ("Options", "options")):
                lines.append(
                    f"export const {part}{number}_{k}: g{number}.{kind} = {json.dumps(view[part])};"
                )
    assert len(lines) > 100
    lines += [
        "// @ts-expect-error a wrong type is found",
        "export const wrong: g0.TableState = { bag: 1 };",
    ]
    (tmp_path / "data.ts").write_text("\n".join(lines), encoding="utf-8")
    how = ["--noEmit", "--strict", "--skipLibCheck", "--lib", "es2022", "--module", "esnext"]
    command = [
        "node",
        str(WEB / "node_modules/typescript/bin/tsc"),
        *how,
        str(tmp_path / "data.ts"),
    ]
    assert subprocess.run(command, capture_output=True, text=True, check=False).stdout == ""


@pytest.mark.parametrize("name", GAMES)
def test_browsers_round_no_number_of_a_table(name: str) -> None:
    """Masks were the only numbers beyond 2**53."""
    for view in shown(name, 4, 7):
        assert all(abs(number) < 2**53 for number in numbers(view))


def numbers(data: object) -> Iterator[int]:
    """Every number in plain data."""
    if isinstance(data, (dict, list)):
        for part in data.values() if isinstance(data, dict) else data:
            yield from numbers(part)
    elif isinstance(data, int):
        yield data
