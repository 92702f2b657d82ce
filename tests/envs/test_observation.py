"""What learners see: all that the layout has room for, and nothing that the view hides."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import emberstacks as es
from emberstacks.envs.observation import LIST, Observer, several
from emberstacks.envs.setup import Setup
from emberstacks.games import GAMES
from emberstacks.kernel.page import NUMBERS
from emberstacks.kernel.zones import Deck, Slots
from tests.every_game.table import some_options

EXACT = 2**24  # whole numbers up to here are exact in a vector
GAMES_EACH = 4


def positions(name: str, games: int = GAMES_EACH) -> Any:
    """Positions of random games of all kinds, each with its table and a seat that is asked."""
    game = GAMES[name]
    for seed in range(games):
        rng = random.Random(seed)
        players = rng.randint(game.info.min_players, game.info.max_players)
        table = Setup(name, players, some_options(game, players, rng))
        match = table.begin(seed)
        while not match.over:
            seat = rng.choice(match.waiting)
            yield rng, table, match, seat
            match.push(rng.choice(match.codes(seat)), seat)


@pytest.mark.parametrize("name", GAMES)
def test_everything_has_room(name: str) -> None:
    """No list is cut off and no number rounded; what waits far below the question now is left out
    on purpose.
    """
    for _, table, match, seat in positions(name):
        state, observer = match.view(seat)["state"], table.observer
        for field, like in observer.like.items():
            data = state[field]
            numbers = [data] if isinstance(data, int) else data
            # hidden pieces are counted, and need no room
            if all(isinstance(number, int) for number in numbers):
                most = 2 ** observer.bits[field] if field in observer.bits else EXACT
                assert all(-EXACT < number < most for number in numbers), field
                if isinstance(data, list) and not isinstance(like, Slots):
                    room = observer.room.get(field, LIST)
                    assert len(data) <= room if len(like) == 0 else len(data) == len(like), field
        assert all(len(args) <= NUMBERS for _, *args in state["stack"])


@pytest.mark.parametrize("name", GAMES)
def test_blocks_tell_where_things_lie(name: str) -> None:
    for rng, table, match, seat in positions(name, games=2):
        if rng.random() < 0.1:
            vector = table.vector(match, seat)
            assert vector.shape == (table.observer.size,)
            blocks = table.observer.blocks
            assert list(np.flatnonzero(vector[blocks["seat"]])) == [seat]
            assert list(np.flatnonzero(vector[blocks["waiting"]])) == list(match.waiting)
            assert table.observer.steps[int(np.argmax(vector[blocks["question"]]))] == match.step


def test_the_vector_of_a_known_position() -> None:
    """The prototype before the first answer, number by number."""
    match = es.new("fire-prototype", players=2, seed=7)
    table = Setup("fire-prototype", 2, {})
    state = match.view(0)["state"]
    vector, blocks = table.vector(match, 0), table.observer.blocks
    assert list(vector[blocks["bag"]]) == state["bag"]
    assert list(vector[blocks["buckets"]]) == state["buckets"]
    assert list(vector[blocks["doused"]]) == [0] * 5
    assert list(vector[blocks["stack"]])[:3] == [
        table.observer.steps.index(match.step),
        match.to_act,
        -1,
    ]


@pytest.mark.parametrize("name", GAMES)
def test_possible_worlds_look_the_same(name: str) -> None:
    """Nothing hidden enters: with all that a seat may not know dealt again, its vector and its mask
    are the same.
    """
    for rng, table, match, seat in positions(name):
        if rng.random() < 0.1:
            for viewer in range(match.players):
                world = match.world(viewer, rng)
                assert np.array_equal(table.vector(world, viewer), table.vector(match, viewer))
            world = match.world(seat, rng)
            assert np.array_equal(table.mask(world, seat), table.mask(match, seat))


def test_a_secret_shows_to_its_owner_only() -> None:
    """A vector that told nothing would pass the test above: the owner's does tell the books in
    hand.
    """
    match = es.new("librarians", players=2, seed=3)
    observer = Observer(match.game, 2, match.options)
    hands = observer.blocks["hands"]
    middle = (hands.start + hands.stop) // 2
    mine, theirs = (
        observer.vector(match.view(0))[hands.start : middle],
        observer.vector(match.view(1))[hands.start : middle],
    )
    assert mine[-1] == 0
    assert mine[:-1].sum() == theirs[-1] > 0
    assert theirs[:-1].sum() == 0


@pytest.mark.parametrize("name", GAMES)
def test_masks_are_the_choices(name: str) -> None:
    for rng, table, match, seat in positions(name, games=2):
        if rng.random() < 0.1:
            actions = [int(action) for action in np.flatnonzero(table.mask(match, seat))]
            first = table.firsts[match.step]
            assert [action - first for action in actions] == sorted(match.codes(seat))
            assert all(table.legal(match, seat, action) for action in actions)
            assert not table.legal(match, seat, first - 1)


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_a_state_says_what_it_can_be(name: str) -> None:
    """Hidden pieces are the only numbers without a domain."""
    game = GAMES[name]
    start = game.start(2, game.full_options(2, {}))
    numbers = {
        field
        for field in start.FIELDS
        if not isinstance(several(getattr(start, field))[0], (Slots, Deck))
    }
    assert numbers == set(start.DOMAINS)


@pytest.mark.parametrize("name", GAMES)
def test_every_number_has_a_name_and_stays_within_its_bounds(name: str) -> None:
    for rng, table, match, seat in positions(name, games=2):
        if rng.random() > 0.1:
            continue
        low, high = table.observer.bounds()
        vector = table.observer.vector(match.view(seat))
        names = table.observer.names()
        assert len(names) == len(set(names)) == table.observer.size
        wrong = [names[k] for k in range(len(names)) if not low[k] <= vector[k] <= high[k]]
        assert not wrong


def test_the_docs_say_how_many_numbers_there_are() -> None:
    """Three players, and the options that nobody has changed."""
    page = (Path(__file__).parents[2] / "docs/environments.md").read_text(encoding="utf-8")
    told = {
        name: (actions, numbers)
        for name, actions, numbers in re.findall(
            r"^\| `(\S+)` \| ([\d,]+) \| ([\d,]+) \|$", page, re.M
        )
    }
    tables = {name: Setup(name, 3, {}) for name in GAMES}
    assert told == {
        name: (f"{table.actions:,}", f"{table.observer.size:,}") for name, table in tables.items()
    }
