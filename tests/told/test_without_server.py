"""Everything that is told can be said without a server: no web framework, no database, no network,
as in a browser that runs Python with msgspec alone.
"""

from __future__ import annotations

import subprocess
import sys

# What a program needs that plays, teaches and asks puzzles by itself.
PROGRAM = """
import random, sys
from importlib.abc import MetaPathFinder

ABSENT = {"asyncio", "http", "multiprocessing", "socket", "ssl", "subprocess"}

class Nothing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if first in ABSENT or (
            first not in sys.stdlib_module_names
            and first not in ("emberstacks", "msgspec", "librt", "mypy_extensions")
            and not first.endswith("__mypyc")
        ):
            raise ImportError(f"{name} is not here")
        if name.startswith("emberstacks.server"):
            raise ImportError(f"{name} is not here")
        return None

sys.meta_path.insert(0, Nothing())

import msgspec
import emberstacks as es
from emberstacks.bots.hints import hints
from emberstacks.lessons import lesson
from emberstacks.lessons.play import scene
from emberstacks.puzzles import puzzle, today
from emberstacks.told.box import aid, pieces, printed, rulebook
from emberstacks.told.catalogue import catalogue
from emberstacks.told.coach import coach_book, coach_words, hint_infos, meaning_infos
from emberstacks.told.ending import ending, proof
from emberstacks.told.lessons import lesson_scene
from emberstacks.told.puzzles import graded, progress, puzzle_scene
from emberstacks.told.updates import frame, reason, update

def say(what):
    assert len(msgspec.json.encode(what)) > 2, what

say(catalogue(docs=False))
for info in es.list_games():
    game = info.id
    for what in (printed(game), rulebook(game), pieces(game), coach_book(game), meaning_infos(game)):
        say(what)
    say(lesson_scene(scene(lesson(game, 1), 0, [])))
    one = puzzle(game, 1)
    say(puzzle_scene(one, [], 1, True, progress([], today(), False)))
    say(graded(one, one.best, None, 2))

match, rng, version, known = es.new("fire-prototype", players=2, seed=7), random.Random(7), 0, 0
player = es.bot("greedy")
say(aid(match))
view, choices = match.view(0), match.legal(0)
given = hints(view, choices, rng)
say(hint_infos(given))
say(coach_words(given, choices, version))
say(reason(match, 0, "nonsense"))
while not match.over:
    seat, = match.waiting
    told = update(match, 0, known, version=version, offered=match.legal(0))
    say(told)
    assert (not told.choices) == (seat != 0)
    known, version = told.events_from + len(told.events), version + 1
    match.push(player.choose(match.view(seat), match.legal(seat), rng), seat)
say(ending(match))
assert proof(match) is None  # of a seed that everybody knows there is nothing to prove
say(frame(match, match.length, None, match.length))
left = sorted(name for name in sys.modules if name.partition(".")[0] in ABSENT)
print("said it all", left)
"""


def test_everything_is_told_without_a_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stdout == "said it all []\n", done.stderr
