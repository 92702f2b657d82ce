"""Learning by self-play: a network plays itself, and learns from what it should have expected
(TD(λ)).

A generation is a number of games that are played with the same weights, on all cores. Each position
and seat is a row: what the seat knows, and what became of it. The rows of the last few generations
move the weights (Adam), and the next one plays with them. Everything follows from the seed, so a
training that was stopped continues as if it had not been.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from emberstacks.bots.ismcts import Insight
from emberstacks.bots.learned import Learned, features_of, insight_with
from emberstacks.bots.mind import heuristic_of, mind_of
from emberstacks.bots.network import HEADS, FarSighted, Network, SelfPlay
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadOptions
from emberstacks.lab.results import BadResults
from emberstacks.lab.workers import Crew, mapped

Numbers = NDArray[np.float32]

# All of these are ours.
BLOCK: Final = 8  # games of a piece of work
ROWS: Final = 512  # of a step of the learner
KEPT, KEPT_SEARCHED = 4, 8  # generations that the learner looks at, and once it searches
FAST, SLOW = 2e-3, 1e-4  # how far a step goes, at first and at last
MEMORY = (0.9, 0.999)  # of the learner, for its direction and its pace
TINY: Final = 1e-8
POINTS: Final = 0.2  # how much points count against winning
LONGEST: Final = 600  # decisions of a game; what comes later is only expected
EVERYBODY: Final = 100  # of a hundred seats

PLAYOUTS: Final = "playouts"
GREEDY: Final = "greedy"


@dataclass(frozen=True)
class Settings:
    """What a training follows from."""

    game: str
    # numbers of players and options (as JSON), which take turns
    tables: tuple[tuple[int, str], ...]
    seed: int
    games: int = 200  # of a generation
    generations: int = 60
    hidden: int = 32
    heat: float = 0.02  # how much its answers vary, as a share of the win
    trace: float = 0.8  # how much the end counts against what was expected on the way
    guided: int = 4  # generations at first in which the mind's playouts answer for everybody
    guests: int = 25  # of a hundred seats for which they answer after that
    guide: str = PLAYOUTS  # who they are: the playouts, or the heuristic
    slips: int = 0  # of a hundred answers of theirs, how many are random instead
    lines: int = 0  # lines of play that a search tries for each answer in the last generations,
    searched: int = 0  # and how many generations these are


@dataclass
class Rows:
    """What one generation teaches."""

    features: Numbers
    questions: NDArray[np.int64]
    wins: Numbers
    points: Numbers

    def __len__(self) -> int:
        return len(self.wins)


@dataclass(frozen=True)
class Task:
    """Games to play with the same weights."""

    settings: Settings
    numbers: bytes
    scale: float
    table: tuple[int, str]
    first: int  # seed
    guided: bool
    searched: bool


def practise(task: Task) -> Rows:
    """In a worker: play the games of a task."""
    settings = task.settings
    game = game_by_id(settings.game)
    features = features_of(settings.game)
    numbers = np.frombuffer(task.numbers, np.float32).astype(float).tolist()
    network = Network(game, features, settings.hidden, task.scale, numbers)
    players, options = task.table
    start = game.start(players, game.full_options(players, json.loads(options)))
    guide = guide_of(network, settings.guide)
    play = SelfPlay(network, guide, start, settings.heat, 1.0 if task.guided else settings.trace)
    play.slips = settings.slips
    if task.searched:
        play.lines = settings.lines
        play.thinker = insight_with(network, mind_of(settings.game).plays_on)
    for seed in range(task.first, task.first + BLOCK):
        play.play(seed, EVERYBODY if task.guided else settings.guests, LONGEST)
    rows = np.array(play.rows, np.float32).reshape(-1, int(features.count))
    return Rows(
        rows,
        np.array(play.questions),
        np.array(play.wins, np.float32),
        np.array(play.points, np.float32),
    )


def guide_of(network: Network, guide: str) -> Insight:
    """Who answers for guests."""
    game = network.game.info.id
    if guide == PLAYOUTS:
        return mind_of(game).insight
    heuristic = heuristic_of(network.game)
    if guide != GREEDY or heuristic is None:
        raise BadOptions(
            f"Guests in {game!r} are guided by {PLAYOUTS!r} or, if it has a heuristic, by"
            f" {GREEDY!r}."
        )
    return FarSighted(network, heuristic, 0)


class Learner:
    """The network as arrays, and the learner's memory of its steps."""

    def __init__(self, settings: Settings) -> None:
        game, features = game_by_id(settings.game), features_of(settings.game)
        self.settings = settings
        self.network = Network(game, features, settings.hidden, 1.0, [])
        self.questions, self.features = int(self.network.questions), int(features.count)
        rng = np.random.default_rng(settings.seed)
        inputs = self.questions + self.features
        first = rng.normal(0.0, 1.0 / np.sqrt(self.features), (inputs, settings.hidden))
        first[: self.questions] *= 0.1
        second = np.zeros((settings.hidden + 1, HEADS))
        self.weights = np.concatenate([first.ravel(), second.ravel()]).astype(np.float32)
        self.pull = np.zeros_like(self.weights)
        self.pace = np.zeros_like(self.weights)
        self.steps = 0
        self.scale = 0.0  # points that the network calls 1, from the first generation

    def parts(self, flat: Numbers) -> tuple[Numbers, Numbers]:
        """The first and the second layer of something that has a number for each weight."""
        inputs, hidden = self.questions + self.features, self.settings.hidden
        return flat[: inputs * hidden].reshape(inputs, hidden), flat[inputs * hidden :].reshape(
            hidden + 1, HEADS
        )

    def learn(self, rows: Rows, rng: np.random.Generator, rate: float) -> float:
        """One pass over the rows, in any order; returns how wrong the chances were (log loss)."""
        loss = 0.0
        order = rng.permutation(len(rows))
        for start in range(0, len(order), ROWS):
            loss += self.step(rows, order[start : start + ROWS], rate)
        return loss / max(1, len(order))

    def step(self, rows: Rows, chosen: NDArray[np.int64], rate: float) -> float:
        count = len(chosen)
        asked = np.zeros((count, self.questions), np.float32)
        asked[np.arange(count), rows.questions[chosen]] = 1.0
        inputs = np.concatenate([asked, rows.features[chosen]], axis=1)
        first, second = self.parts(self.weights)
        units = np.maximum(inputs @ first, 0.0)
        said = units @ second[:-1] + second[-1]
        chance = 1.0 / (1.0 + np.exp(-said[:, 0]))
        wanted = rows.wins[chosen]
        wrong = np.empty_like(said)
        wrong[:, 0] = chance - wanted
        wrong[:, 1] = POINTS * (said[:, 1] - rows.points[chosen] / self.scale)
        wrong /= count
        slope = np.empty_like(self.weights)
        first_slope, second_slope = self.parts(slope)
        second_slope[:-1] = units.T @ wrong
        second_slope[-1] = wrong.sum(axis=0)
        first_slope[:] = inputs.T @ ((wrong @ second[:-1].T) * (units > 0.0))
        self.move(slope, rate)
        near = np.clip(chance, 1e-6, 1.0 - 1e-6)
        return float(-(wanted * np.log(near) + (1.0 - wanted) * np.log(1.0 - near)).sum())

    def move(self, slope: Numbers, rate: float) -> None:
        """A step of Adam (Kingma and Ba, 2015)."""
        self.steps += 1
        short, long = MEMORY
        self.pull += (1.0 - short) * (slope - self.pull)
        self.pace += (1.0 - long) * (slope * slope - self.pace)
        pull = self.pull / (1.0 - short**self.steps)
        pace = self.pace / (1.0 - long**self.steps)
        self.weights -= (rate * pull / (np.sqrt(pace) + TINY)).astype(np.float32)


@dataclass(frozen=True)
class Progress:
    """How a training stands after a generation."""

    generation: int
    games: int
    rows: int
    loss: float


class Training:
    """A training under way, kept in a file after every generation."""

    work = staticmethod(practise)  # what a worker does with a task
    fast = FAST  # how far a step goes at first

    def __init__(self, settings: Settings, file: Path) -> None:
        if settings.games < BLOCK or settings.games % BLOCK:
            raise BadOptions(f"A generation has a multiple of {BLOCK} games, not {settings.games}.")
        self.settings, self.file = settings, file
        self.learner = Learner(settings)
        self.generation = 0
        self.history: list[Rows] = []
        if file.exists():
            self.resume()

    def run(self, crew: Crew) -> Iterator[Progress]:
        """The generations that are left, one after the other."""
        settings = self.settings
        while self.generation < settings.generations:
            rows = joined(list(mapped(self.work, self.tasks(), crew)))
            learner = self.learner
            if learner.scale == 0.0:
                learner.scale = max(1.0, float(np.abs(rows.points).mean()))
            self.history = [*self.history, rows][-(KEPT_SEARCHED if self.searching else KEPT) :]
            rng = np.random.default_rng((settings.seed, self.generation))
            loss = 0.0
            for past in self.history:
                loss = learner.learn(past, rng, self.rate())
            self.generation += 1
            self.keep()
            yield Progress(self.generation, self.generation * settings.games, len(rows), loss)

    @property
    def searching(self) -> bool:
        """Is this one of the last generations, in which a search answers?"""
        return self.generation >= self.settings.generations - self.settings.searched

    def rate(self) -> float:
        """How far a step goes: less and less, and again, from half as far, when searching begins."""
        settings = self.settings
        before = settings.generations - settings.searched
        if self.searching:
            done, fast = (self.generation - before) / settings.searched, self.fast / 2.0
        else:
            done, fast = self.generation / before, self.fast
        return float(SLOW + (fast - SLOW) * (1.0 + np.cos(np.pi * done)) / 2.0)

    def tasks(self) -> Iterator[Task]:
        settings, learner = self.settings, self.learner
        first = (settings.seed << 32) + self.generation * settings.games
        for k in range(0, settings.games, BLOCK):
            table = settings.tables[(k // BLOCK) % len(settings.tables)]
            guided = self.generation < settings.guided
            yield Task(
                settings,
                learner.weights.tobytes(),
                learner.scale or 1.0,
                table,
                first + k,
                guided,
                self.searching,
            )

    def learned(self, provenance: Mapping[str, Any]) -> Learned:
        """The weights so far."""
        settings = self.settings
        return Learned(
            settings.game,
            settings.hidden,
            self.learner.scale,
            self.learner.weights.astype(float).tolist(),
            {**asdict(settings), "generations": self.generation, **provenance},
            tuple(step.__name__ for step in game_by_id(settings.game).steps),
            tuple(features_of(settings.game).names),
        )

    def keep(self) -> None:
        """Write all that the next generation needs; a full disk leaves the last file as it was."""
        learner = self.learner
        beside = self.file.with_name(self.file.name + ".new")
        past = {
            f"{name}{k}": getattr(rows, name)
            for k, rows in enumerate(self.history)
            for name in Rows.__annotations__
        }
        try:
            with beside.open("wb") as file:
                np.savez(
                    file,
                    settings=repr(self.settings),
                    generation=self.generation,
                    weights=learner.weights,
                    pull=learner.pull,
                    pace=learner.pace,
                    steps=learner.steps,
                    scale=learner.scale,
                    **past,
                )
            os.replace(beside, self.file)
        except OSError as wrong:
            beside.unlink(missing_ok=True)
            raise BadResults(
                f"{self.file} cannot be written: {wrong.strerror}. The last generation is kept."
            ) from None

    def resume(self) -> None:
        """Go on where a file ends."""
        learner = self.learner
        try:
            with self.file.open("rb") as file, np.load(file, allow_pickle=False) as there:
                data = {name: there[name] for name in there.files}
            before = str(data["settings"])
            learner.weights, learner.pull, learner.pace = (
                data["weights"],
                data["pull"],
                data["pace"],
            )
            learner.steps, learner.scale = int(data["steps"]), float(data["scale"])
            self.generation = int(data["generation"])
            kept = [name for name in data if name.startswith("wins")]
            self.history = [
                Rows(*(data[f"{name}{k}"] for name in Rows.__annotations__))
                for k in range(len(kept))
            ]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as wrong:
            raise BadResults(
                f"{self.file} is damaged, or no training. Name another file with --out."
            ) from wrong
        if before != repr(self.settings):
            raise BadResults(
                f"{self.file} holds a training with other settings. Name another file with --out."
            )


def joined(parts: list[Rows]) -> Rows:
    """The rows of all games of a generation."""
    return Rows(
        *(np.concatenate([getattr(part, name) for part in parts]) for name in Rows.__annotations__)
    )
