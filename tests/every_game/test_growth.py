"""The law of growth: a piece that is added to a box changes no older game, and bots, screens and
learners live with it.

Each game's `tests/games/<game>/growth.py` says what is added to a copy of its data files, with
`since = "9.9"`. The prototype of Fire has none: its box is closed, with a shelf for each colour of
token and a card for each player.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.bots.levels import AT_TABLES
from emberstacks.envs.observation import Observer
from emberstacks.games import GAMES, data_files, folder_of, playing_with
from emberstacks.kernel.game import Game
from emberstacks.kernel.step import Chance
from emberstacks.kernel.versions import number_of
from emberstacks.kernel.view import view
from tests.conftest import COMPILED
from tests.every_game.test_kept_records import KEPT, records

FUTURE = "9.9"
GROWING = [
    name
    for name in GAMES
    if (Path(__file__).parents[1] / "games" / name.replace("-", "_") / "growth.py").exists()
]
BOTS = ["random", "greedy", *[level.name for level in AT_TABLES]]
ANSWERS = 8  # of each bot
SECONDS = 0.1  # that a bot may think: whether it answers is asked here, not how well


def write_box(name: str, folder: Path, since: str = FUTURE) -> None:
    """The data files of a game with more pieces, which came with a version of its rules."""
    own = GAMES[name]
    blocks: dict[str, str] = import_module(f"tests.games.{name.replace('-', '_')}.growth").BLOCKS
    assert set(blocks) <= set(data_files(own))
    for file in data_files(own):
        text = (folder_of(own) / file).read_text(encoding="utf-8")
        more = blocks.get(file, "").replace(f'"{FUTURE}"', f'"{since}"')
        (folder / file).write_text(f"{text}\n{more}", encoding="utf-8")


def grow(name: str, folder: Path) -> Game:
    """The game with more pieces in its box, under rules of the future; today's rules are an earlier
    version.
    """
    own = GAMES[name]
    write_box(name, folder)
    game = own.with_figures(folder)
    earlier = {**own.info.earlier, own.info.rules_version: own.info.options}
    game.info = replace(game.info, rules_version=FUTURE, earlier=earlier)
    return game


@pytest.fixture
def grown(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Game]:
    with playing_with(grow(request.param, tmp_path)) as game:
        yield game


@pytest.mark.parametrize("grown", GROWING, indirect=True)
def test_kept_records_and_positions_do_not_notice_new_pieces(grown: Game) -> None:
    """The same text again, the same codes, the same positions, with a piece in the box that came
    later.
    """
    kept = [place for place in KEPT if place.name == grown.info.id]
    for place in kept if COMPILED else kept[-1:]:
        codes = json.loads((place / "codes.json").read_text(encoding="utf-8"))
        for name, text in records(place / "games.txt").items():
            match = es.read_record(text)
            assert match.record(resumable=True) == text, name
            assert [list(answer) for answer in match.answers()] == codes[name], name
        for position in json.loads((place / "positions.json").read_text(encoding="utf-8")):
            assert es.from_json(position).to_json() == position


@pytest.mark.parametrize("grown", GROWING, indirect=True)
def test_learners_keep_their_numbers(grown: Game) -> None:
    """New pieces take numbers that were kept for them: those of other answers do not move. Under
    older rules an observation has the same numbers in the same places.
    """
    own = grown.with_figures(folder_of(grown))
    assert grown.first_actions() == own.first_actions()
    for players in range(own.info.min_players, own.info.max_players + 1):
        newest = number_of(own.info.rules_version)
        before, after = (
            own.start(players, own.full_options(players, {})),
            grown.start(players, grown.full_options(players, {}), newest),
        )
        assert [len(deck.rest) for deck in after.decks()] == [
            len(deck.rest) for deck in before.decks()
        ]
        assert own.census(before) == grown.census(after)
        options = own.full_options(players, {})
        observers = [Observer(game, players, options, newest) for game in (own, grown)]
        assert [observer.names() for observer in observers] == [observers[0].names()] * 2
        seen = view(own, options, before, 0)
        assert observers[0].vector(seen).tolist() == observers[1].vector(seen).tolist()


@pytest.mark.parametrize("name", GROWING)
def test_every_menu_keeps_numbers_for_new_kinds_of_answers(name: str) -> None:
    """So that a kind that is added moves no number of another question."""
    found = 0
    for step in GAMES[name].steps:
        menu = None if issubclass(step, Chance) else step(*[0] * len(step.MADE_OF)).menu()
        if menu is not None:
            found += 1
            assert max(step.size, step.block) > menu.size, step.__name__
    assert found > 5


@pytest.mark.parametrize("grown", GROWING, indirect=True)
@pytest.mark.parametrize("spec", BOTS)
def test_bots_answer_with_a_piece_they_have_never_seen(grown: Game, spec: str) -> None:
    info = grown.info
    for players in (info.min_players, min(3, info.max_players)):
        match = es.new(info.id, players=players, seed=players)
        rng = random.Random(players)
        for turn in range(300):
            if match.over:
                break
            seat = match.waiting[0]
            asked = turn % (300 // ANSWERS) == 0 or spec in ("random", "greedy")
            bot = es.bot(spec if asked else "random")
            match.push(bot.choose(match.view(seat), match.legal(seat), rng, SECONDS), seat)


@pytest.mark.parametrize("grown", GROWING, indirect=True)
def test_a_new_piece_comes_into_new_games(grown: Game) -> None:
    """The piece is in the census of new games, and the gallery and the printed box have it."""
    own = grown.with_figures(folder_of(grown))
    players = own.info.min_players
    ours, theirs = (
        own.census(own.start(players, own.full_options(players, {}))),
        grown.census(grown.start(players, grown.full_options(players, {}))),
    )
    assert len(theirs) > len(ours) or sum(theirs) > sum(ours)
    assert len(grown.pieces()) > len(own.pieces())
