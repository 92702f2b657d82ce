"""Laws of Horror in the Library, over random games in which more happens than by chance alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import emberstacks as es
from emberstacks.games.horror import GAME
from emberstacks.games.horror.components import (
    DIRECTIONS,
    MARKERS,
    NEIGHBOUR,
    NOWHERE,
    PORTAL,
    ROOMS,
    WALL,
)
from emberstacks.games.horror.state import HorrorTable
from emberstacks.kernel import laws
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import encode
from emberstacks.kernel.game import Value
from emberstacks.kernel.loop import give, legal, to_act, waiting
from emberstacks.kernel.state import OVER
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.view import mask_of, resample, view
from tests.conftest import COMPILED
from tests.every_game.table import some_options
from tests.games.horror.busy import busy_choice
from tests.games.horror.table import BOX, table, texts

GAMES = 4 if COMPILED else 1  # for each number of players


def agreed(players: int, seed: int) -> dict[str, Value]:
    """Options at random, of games that are not too long; the advanced game more often than not."""
    options = some_options(GAME, players, random.Random(seed))
    options["rounds"] = 10 if seed % 2 else 20
    if seed % 3:
        options["abilities"] = options["monster_abilities"] = True
    return GAME.full_options(players, options)


def positions(players: int, seed: int) -> Iterator[HorrorTable]:
    """Every position of a game whose players search, exchange and fight rather than wander."""
    rng, dealer = random.Random(seed), Dealer(seed)
    s = GAME.start(players, agreed(players, seed)).clone()
    while True:
        assert isinstance(s, HorrorTable)
        yield s
        if s.step is OVER:
            return
        seat = to_act(s)
        code = int(dealer.deal(s)) if seat == CHANCE else busy_choice(s, int(seat), rng)
        give(s, seat, code)


@pytest.mark.parametrize("players", range(2, 7))
def test_invariants(players: int) -> None:
    for seed in range(GAMES):
        out = 0
        for s in positions(players, seed):
            check_markers(s)
            check_monsters(s)
            in_play = sum(1 for room in s.lurks if room != NOWHERE)
            assert in_play >= out, "monsters never leave the library"
            out = in_play
            assert all(-5 <= fortitude <= 5 for fortitude in s.fortitude)
            assert all(0 <= count <= 8 for count in s.coins)
            if type(s.step).__name__ == "TakeTurn":
                assert PORTAL not in list(s.place), "nobody rests in the Portal"
            GAME.check(s)


def check_markers(s: HorrorTable) -> None:
    """At most six, at most one on a fixture, and the numbers in use follow one another round the
    cycle.
    """
    for seat in range(s.seats):
        mine = [int(s.marker[MARKERS * seat + k]) for k in range(MARKERS)]
        out = [fixture for fixture in mine if fixture != NOWHERE]
        assert len(out) == len(set(out))
        assert len(out) == MARKERS or [fixture != NOWHERE for fixture in mine] == [
            k < s.meter[seat] for k in range(MARKERS)
        ]


def check_monsters(s: HorrorTable) -> None:
    """At most four in a room, and level 2 only when all of level 1 are out."""
    where = [int(room) for room in s.lurks]
    assert all(where.count(room) <= 4 for room in range(ROOMS + 1))
    levels = [int(BOX.level[k]) for k in range(8) if where[k] != NOWHERE]
    assert 2 not in levels or levels.count(1) == 4


@pytest.mark.parametrize("players", range(2, 7))
def test_views_tell_nothing_hidden(players: int) -> None:
    """The generic laws about views, at positions that wandering players would hardly reach."""
    dealer = Dealer(players)
    for seed in range(GAMES):
        options = agreed(players, seed)
        for number, s in enumerate(positions(players, seed)):
            if number % 20 == 0:
                laws.check_json(GAME, players, options, s)
                for viewer in [*range(players), None]:
                    laws.check_view(GAME, options, s, viewer, dealer)


@pytest.mark.parametrize("players", range(2, 7))
def test_who_is_asked_depends_on_what_everybody_knows(players: int) -> None:
    """§9.9, §10.4: the same open answer in a world that looks the same to a viewer asks the same
    seats the same question.
    """
    dealer, rng = Dealer(players), random.Random(players)
    for seed in range(GAMES):
        options = agreed(players, seed)
        for s in positions(players, seed):
            if s.step is OVER or rng.random() > 0.1:
                continue
            viewer = rng.choice([*range(players), None])
            world = resample(GAME, view(GAME, options, s, viewer), dealer)
            assert isinstance(world, HorrorTable)
            seat = to_act(s)
            for code in open_answers(s, world, viewer):
                truth, twin = s.clone(), world.clone()
                give(truth, seat, code)
                give(twin, seat, code)
                assert waiting(truth) == waiting(twin)
                assert encode(truth, 0)["stack"] == encode(twin, 0)["stack"]


def open_answers(s: HorrorTable, world: HorrorTable, viewer: int | None) -> list[int]:
    """Answers possible in both worlds that the viewer gives or sees."""
    seat = to_act(s)
    if seat == CHANCE:
        here, there = s.step.weights(s), world.step.weights(world)
        codes = [k for k in range(len(here)) if here[k] > 0 and there[k] > 0]
    else:
        codes = [int(code) for code in legal(s, seat) if code in list(legal(world, seat))]
    if len(waiting(s)) > 1:
        return []  # the answers of the others are still sealed
    mask = mask_of(viewer)
    return [code for code in codes if seat == viewer or s.step.witnesses(s, seat, code) & mask]


@pytest.mark.parametrize("seed", range(3))
def test_a_neighbouring_room_is_never_more_than_a_turn_away(seed: int) -> None:
    """§3.3: played from every room of a library towards each of its neighbours, with all who stand
    in the way of nobody.
    """
    layout = ("square", "horseshoe", "generated")[seed]
    laid = es.new("horror", players=2, seed=seed, layout=layout, characters="by-seat")
    for room in texts(laid):
        start = laid.copy()
        start.push(room)
        start.push(room)
        here = table(start)["place"][0]
        for side, direction in enumerate(DIRECTIONS):
            cell = NEIGHBOUR[4 * table(start)["cell"][here] + side]
            beyond = table(start)["at"][cell] if cell != NOWHERE else NOWHERE
            if 0 <= beyond < PORTAL:
                turns = (
                    "turn here left",
                    "turn here right",
                    f"turn {direction} left",
                    f"turn {direction} right",
                )
                assert arrives(start, start.to_act, beyond, (f"go {direction}", *turns)), (
                    room,
                    direction,
                )


def arrives(match: es.Match, seat: int | None, room: int, tries: Sequence[str]) -> bool:
    """Can this seat be in the room before its turn is over, by these actions alone?"""
    assert seat is not None
    if table(match)["place"][seat] == room:
        return True
    if match.to_act != seat:
        return False
    for action in [text for text in texts(match) if text in tries]:
        then = match.copy()
        then.push(action)
        if arrives(then, seat, room, tries):
            return True
    return False


def test_a_quarter_turn_gives_any_room_a_door_on_any_side() -> None:
    """So that two turns and a step always suffice."""
    for room in range(ROOMS):
        for turn in range(4):
            for side in range(4):
                kinds = [BOX.doors[16 * room + 4 * ((turn + by) % 4) + side] for by in (0, 1, 3)]
                assert any(kind != WALL for kind in kinds)
