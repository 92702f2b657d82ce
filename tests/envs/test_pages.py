"""Law 21: what a page shows a seat, written from the state, is exactly what the vector of its view
says. On both builds.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import emberstacks as es
from emberstacks.envs.setup import Setup
from emberstacks.games import GAMES
from emberstacks.kernel.game import Value
from emberstacks.kernel.secrecy import check_secrecy
from emberstacks.kernel.versions import number_of
from tests.conftest import COMPILED, SOAK
from tests.every_game.table import sample, some_options

ROUNDS = SOAK or (2 if COMPILED else 1)  # games for each number of players
SECRET_ROUNDS = SOAK // 100 or 1
TRIES = 200


def check(table: Setup, match: es.Match) -> None:
    """What every seat and a spectator are shown of a position, in both ways."""
    for seat in [*range(table.players), None]:
        match.show(seat, table.page)
        page, seen = (
            np.array(table.page.numbers, np.float32),
            table.observer.vector(match.view(seat)),
        )
        wrong = [
            name
            for name, block in table.observer.blocks.items()
            if not np.array_equal(page[block], seen[block])
        ]
        assert not wrong, f"seat {seat} is shown something else of {wrong}"


def play(table: Setup, seed: int, looks: float) -> None:
    """A random game; sealed answers come in any order, so positions with some of them are among
    those looked at.
    """
    rng = random.Random(seed)
    match = table.begin(seed)
    while not match.over:
        if rng.random() < looks:
            check(table, match)
        seat = rng.choice(match.waiting)
        match.push(rng.choice(match.codes(seat)), seat)
    check(table, match)


@pytest.mark.parametrize(("name", "players"), sample())
def test_pages_are_the_views(name: str, players: int) -> None:
    """At every decision of a game, for every number of players, with options at random."""
    rng = random.Random(players)
    for seed in range(ROUNDS):
        play(
            Setup(name, players, some_options(GAMES[name], players, rng)),
            seed,
            looks=1 if COMPILED else 0.2,
        )


@pytest.mark.parametrize(
    ("name", "version"), [(name, one) for name, game in GAMES.items() for one in game.info.earlier]
)
def test_learners_can_stay_with_older_rules(name: str, version: str) -> None:
    """Everything an environment does follows the version that was asked for."""
    game, rng = GAMES[name], random.Random(name)
    for players in range(game.info.min_players, game.info.max_players + 1):
        options = some_options(game, players, rng, number_of(version))
        table = Setup(name, players, {**options, "rules": version})
        assert table.begin(1).view(0)["rules"] == version
        play(table, players, looks=0.2)


STEPS = json.loads((Path(__file__).parent / "steps.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "version"), [(name, version) for name in STEPS for version in STEPS[name]]
)
def test_learners_of_older_rules_know_the_questions_of_then(name: str, version: str) -> None:
    """A question that is new says so (`Step.since`); steps.json only grows."""
    game = GAMES[name]
    assert [step.__name__ for step in game.steps_of(number_of(version))] == STEPS[name][version]
    assert set(game.first_actions(number_of(version))) <= {*STEPS[name][version], "end"}


def test_every_older_version_is_in_the_list_of_questions() -> None:
    assert {(name, version) for name, game in GAMES.items() for version in game.info.earlier} <= {
        (name, version) for name in STEPS for version in STEPS[name]
    }


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(es.BadOptions, match=r"this environment follows rules 7\.7 of fire"):
        Setup("fire", 2, {"rules": "7.7"})


def every_value(name: str) -> Iterator[tuple[str, Value]]:
    for option in GAMES[name].info.options:
        for value in option.choices:
            yield option.name, value


@pytest.mark.parametrize("name", GAMES)
def test_pages_are_the_views_with_every_value_of_every_option(name: str) -> None:
    game, rng = GAMES[name], random.Random(name)
    for option, value in every_value(name):
        for _ in range(TRIES):
            players = rng.randint(game.info.min_players, game.info.max_players)
            options = {**some_options(game, players, rng), option: value}
            try:
                table = Setup(name, players, options)
            except es.BadOptions:
                continue
            play(table, 1, looks=0.5 if COMPILED else 0.02)
            break
        else:
            pytest.fail(f"no game has the option {option}={value}")


@pytest.mark.parametrize(("name", "players"), sample())
def test_pages_tell_nothing_that_a_seat_may_not_know(name: str, players: int) -> None:
    """The secrecy law over pages: next to a game in which all that a seat may not know is
    different, it sees the same.
    """
    game, rng = GAMES[name], random.Random(players)
    for seed in range(SECRET_ROUNDS):
        options = some_options(game, players, rng)
        check_secrecy(game, players, options, seed, page=Setup(name, players, options).page)


def hides(name: str) -> bool:
    """Does the game have hidden pieces?"""
    game = GAMES[name]
    return bool(game.start(2, game.full_options(2, {})).zones())


@pytest.mark.parametrize("name", [name for name in GAMES if hides(name)])
def test_the_law_would_notice(name: str) -> None:
    """A page written for somebody who may see everything differs from the view: these games do hide
    something.
    """
    table = Setup(name, 2, {})
    match, rng = table.begin(1), random.Random(1)
    for _ in range(5):
        seat = match.waiting[0]
        table.page.write(match._s, -1, 0)
        assert not np.array_equal(
            np.array(table.page.numbers, np.float32), table.observer.vector(match.view(seat))
        )
        match.push(rng.choice(match.codes(seat)), seat)
