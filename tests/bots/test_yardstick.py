"""The bot `greedy` is what every other bot is measured by: what it thinks of many positions is
kept, and must not change.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.games.librarians.state import ANY_ORDER, ONE_WRONG
from emberstacks.kernel.game import Options
from emberstacks.kernel.step import Auto, Chance
from tests.bots.mixed import rated
from tests.every_game.table import compare, random_game, some_options
from tests.games.horror.table import push as push_horror
from tests.games.horror.table import scene
from tests.games.horror.test_14_monster_abilities import owning
from tests.games.librarians.table import BOX, PER_COLOUR, THRILLS, position, push, sign

pytestmark = pytest.mark.both_builds

KEPT = Path(__file__).parent / "yardstick"
SEEDS = range(24)
WALKS = 320  # games at random in which questions are looked for
LONGEST = 500  # answers of such a game
LIVES = 4  # of each rare position
TIMES = 2  # that each kind of question is kept


def judged(match: es.Match, seat: int, number: str) -> str:
    """The choices that it likes best, and what it thinks of all of them together."""
    worths = rated(match, seat)
    best = max(worths.values())
    liked = " | ".join(text for text, worth in worths.items() if worth == best)
    return f"{number}: {liked} ({best:.6g}; {len(worths)} choices, {sum(worths.values()):.6g})\n"


def after_some_answers(name: str, seed: int) -> str:
    match = random_game(name, 2 + seed % 2, seed, decisions=3 * seed)
    return "" if match.over else judged(match, match.waiting[0], str(seed))


@pytest.mark.parametrize("name", [info.id for info in es.list_games()])
def test_greedy_judges_as_ever(name: str) -> None:
    compare(KEPT / f"{name}.txt", "".join(after_some_answers(name, seed) for seed in SEEDS))


def librarians() -> Iterator[es.Match]:
    """A library with books to move about, where A has a power card; and thrills, authors and genres
    to choose from.
    """
    rows = ["BG EG . > MG RG", "AR DR > PK XK", "> CB GB NB"]
    for genre in BOX.genres[PER_COLOUR:]:
        options: Options = {BOX.colours[BOX.genres.index(genre) // PER_COLOUR]: genre}
        match = position(rows, hand="OP VG", others=["QR YY"], powers=[genre], options=options)
        if f"use {genre}" in [str(choice) for choice in match.legal()]:
            match.push(f"use {genre}")
            yield match
    everything: Options = {"thrills": 12, "yellow": "cooking"}
    borrowed = position(
        ["> DR"],
        hand="N* MG",
        others=["UR", "QR"],
        powers=["", "romance cooking"],
        options=everything,
    )
    borrowed.push("play " + BOX.names[THRILLS + 11])
    yield borrowed
    yield position(["EG > KY", "> SB"], hand="MG UR", options={"authors": True})
    library = ["> CB GB NB", "> . . . EG", "> . . . RG", "> . . . VG"]
    lines = position(library, hand="BG DR", allowed=ONE_WRONG | ANY_ORDER)
    push(lines, next(str(choice) for choice in lines.legal() if sign(choice.code) == "BG"), "1r4")
    yield lines


def horror() -> Iterator[es.Match]:
    """Monsters in the Portal, and somebody who may roll again."""
    portal = scene(
        at={"A": "long gallery"}, found="A", fortitude={"A": 3}, monsters={"green portal": [1, 2]}
    )
    portal.push("go north")
    yield portal
    thrown = scene(
        at={"A": "long gallery"},
        found="A",
        monsters={"green portal": [1]},
        chance=["yellow 2", "white 3"],
    )
    yield es.from_json(push_horror(thrown, "go north", "fight 1").to_json(), seed=1)
    yield owning("crane", monsters={"great hall": [1, 1]})


# positions with questions that games at random hardly ever come to
RARE = {"librarians": librarians, "horror": horror}
PAST = {"SetMarker"}  # questions that only older rules ask


def beginnings(name: str) -> Iterator[es.Match]:
    """Where to look for questions: in rare positions first, and then in games at random."""
    if name in RARE:
        for match in RARE[name]():
            for _ in range(LIVES):
                yield match.copy()
    game = GAMES[name]
    for seed in range(WALKS):
        rng = random.Random(seed)
        players = rng.randint(game.info.min_players, game.info.max_players)
        yield es.new(name, players=players, seed=seed, **some_options(game, players, rng))


def questions(name: str) -> dict[str, list[str]]:
    """What it thinks of the first questions of every kind."""
    asked = {step.__name__ for step in GAMES[name].steps if not issubclass(step, (Auto, Chance))}
    found: dict[str, list[str]] = {step: [] for step in asked - PAST}
    for number, match in enumerate(beginnings(name)):
        if all(len(kept) == TIMES for kept in found.values()):
            break
        rng = random.Random(number)
        while not match.over and match.length < LONGEST:
            seat = rng.choice(match.waiting)
            codes = match.codes(seat)
            if len(codes) > 1 and len(found[match.step]) < TIMES:
                found[match.step].append(judged(match, seat, f"{match.step} {number}"))
            match.push(rng.choice(codes), seat)
    return found


@pytest.mark.parametrize("name", [info.id for info in es.list_games()])
def test_greedy_judges_every_kind_of_question_as_ever(name: str) -> None:
    """A new kind of question must be judged too: put a position where it is asked into RARE if no
    game comes to it.
    """
    found = questions(name)
    compare(
        KEPT / "questions" / f"{name}.txt",
        "".join(line for step in sorted(found) for line in found[step]),
    )
    assert [step for step in found if not found[step]] == []
