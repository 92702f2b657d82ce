"""Runs in a folder: what was asked for, and the games so far, so that a run continues where it
stopped.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import shutil
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadOptions, EmberstacksError
from emberstacks.kernel.match import Match
from emberstacks.lab.balance import PIECE, Measures, play_piece
from emberstacks.lab.counts import Counts
from emberstacks.lab.desk.specs import BALANCE, RunSpec, from_json
from emberstacks.lab.games import Played, whole_game
from emberstacks.lab.meetings import Meetings
from emberstacks.lab.plan import Plan, figures_of
from emberstacks.lab.results import BadResults, RowFile
from emberstacks.lab.source import commit
from emberstacks.lab.tournament import Duel, compared, in_order, meet, names
from emberstacks.lab.workers import Crew, mapped
from emberstacks.lock import Key

ABOUT: Final = "run.json"
ROWS: Final = "rows.csv"
SECONDS: Final = 0.5  # that a piece of work should take, so that there is something to watch
LONGEST: Final = 1 << 24  # signs of the row of a game
AGAIN: Final = "press Continue"
INSTEAD: Final = "delete the run and start it again"


class BadRun(EmberstacksError):
    """A run that is not there or cannot be read."""


class Run:
    """One run. The page looks at it while a thread adds games, so both hold its lock."""

    unit = "games"

    def __init__(self, folder: Path, spec: RunSpec, about: dict[str, str]) -> None:
        self.folder, self.spec, self.about = folder, spec, about
        self.number = int(folder.name)
        self.lock = threading.Lock()
        self.done = 0
        self.trouble = ""  # why it stopped
        self.loaded = False
        self.size = 1  # games of the next piece of work

    @property
    def rows(self) -> Path:
        return self.folder / ROWS

    @property
    def wanted(self) -> int:
        return self.spec.games

    @property
    def over(self) -> bool:
        return self.done >= self.wanted

    def load(self) -> None:
        """Read the games so far, once."""
        raise NotImplementedError

    def play(self, crew: Crew) -> Generator[None]:
        """Play the games that are missing; comes back after each piece of work."""
        raise NotImplementedError

    def plan_of(self, number: int, seating: int) -> Plan:
        """What game of the run this is; BadRun if it was not played."""
        raise NotImplementedError

    def game(self, number: int, seating: int) -> Match:
        """A game of the run, played again: the same seed and bots give the same game."""
        plan = self.plan_of(number, seating)
        with figures_of(plan):
            return whole_game(replace(plan, counts=False), plan.first_seed)[0]

    def paced(self, seconds: float) -> None:
        """Make the next piece of work larger if the last was done quickly, or smaller."""
        self.size = max(
            1,
            min(
                PIECE,
                2 * self.size if seconds < SECONDS / 2 else self.size if seconds < SECONDS else 1,
            ),
        )


class BalanceRun(Run):
    """How fair, long and close a game is."""

    def __init__(self, folder: Path, spec: RunSpec, about: dict[str, str]) -> None:
        super().__init__(folder, spec, about)
        self.plan = replace(spec.plan(), counts=True)
        self.team = game_by_id(spec.game).info.cooperative
        self.measures = Measures(self.plan)

    def add(self, game: Played) -> None:
        with self.lock:
            self.measures.add(game, self.team)
            self.done = self.measures.games

    def load(self) -> None:
        if not self.loaded and self.rows.exists():
            with closing(GameFile(self)):
                pass
        self.loaded = True

    def play(self, crew: Crew) -> Generator[None]:
        self.measures, self.done = Measures(self.plan), 0
        with closing(GameFile(self)) as file:
            self.loaded = True
            began = time.monotonic()
            for games in mapped(play_piece, self.pieces(), crew):
                for game in games:
                    file.keep(game)
                self.paced(time.monotonic() - began)
                began = time.monotonic()
                yield

    def pieces(self) -> Iterator[tuple[Plan, range]]:
        seed, last = self.plan.first_seed + self.done, self.plan.first_seed + self.plan.games
        while seed < last:
            size = min(self.size, last - seed)
            yield self.plan, range(seed, seed + size)
            seed += size

    def plan_of(self, number: int, seating: int) -> Plan:
        if not 0 <= number < self.done or seating != 0:
            raise BadRun(f"Run {self.number} has no game {number}.")
        return replace(self.plan, first_seed=self.plan.first_seed + number)


class TournamentRun(Run):
    """Which bot is better."""

    unit = "meetings"

    def __init__(self, folder: Path, spec: RunSpec, about: dict[str, str]) -> None:
        super().__init__(folder, spec, about)
        self.pairs = spec.pairs()
        self.places = in_order(self.pairs)
        self.team = game_by_id(spec.game).info.cooperative
        self.duels = [Duel(*names(pair[0])) for pair in self.pairs]

    @property
    def wanted(self) -> int:
        return len(self.places)

    def add(self, share: float, lead: float) -> Duel:
        with self.lock:
            duel = self.duels[self.places[self.done][0]]
            duel.shares.append(share)
            duel.leads.append(lead)
            self.done += 1
        return duel

    def take(self, file: Meetings) -> None:
        """The meetings of a file."""
        self.duels, self.done = [Duel(*names(pair[0])) for pair in self.pairs], 0
        for share, lead in file.done:
            self.add(share, lead)
        self.loaded = True

    def load(self) -> None:
        if not self.loaded and self.rows.exists():
            with closing(Kept(self.rows, self.pairs)) as file:
                self.take(file)
        self.loaded = True

    def play(self, crew: Crew) -> Generator[None]:
        with closing(Kept(self.rows, self.pairs)) as file:
            self.take(file)
            rest = [meeting for _, meeting in self.places[self.done :]]
            for meeting, games in zip(rest, mapped(meet, rest, crew), strict=True):
                file.keep(self.add(*compared(meeting, games, meeting[0].seats[0], self.team)))
                yield

    def plan_of(self, number: int, seating: int) -> Plan:
        if not 0 <= number < self.done or not 0 <= seating < len(self.places[number][1]):
            raise BadRun(f"Run {self.number} has no game {number}, {seating}.")
        return self.places[number][1][seating]


class Kept(Meetings):
    """The file of a tournament."""

    again = AGAIN
    instead = INSTEAD


class GameFile(RowFile):
    """The file of a run about a game: a row for each game, with all that its figures are made of."""

    what = "games"
    longest = LONGEST
    again = AGAIN
    instead = INSTEAD

    def __init__(self, run: BalanceRun) -> None:
        self.run = run
        super().__init__(run.rows, ["seed", "game"])

    def check(self, number: int, row: list[str]) -> None:
        try:
            game = from_row(row)
            right = (
                game.seed == self.run.plan.first_seed + self.rows
                and len(game.scores) == self.run.plan.players
            )
        except (ValueError, KeyError, TypeError, IndexError):
            raise self.damaged(number) from None
        if not right:
            raise self.damaged(number)
        self.run.add(game)

    def expected(self) -> str:
        return f"seed {self.run.plan.first_seed + self.rows}"

    def keep(self, game: Played) -> None:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow([game.seed, as_json(game)])
        self.write(line.getvalue())
        self.run.add(game)
        self.rows += 1


def as_json(game: Played) -> str:
    """A game with what was possible and done in it: for each seat, step and answer how often it was
    possible, and given.
    """
    assert game.counts is not None
    seats = []
    for offered, chosen in zip(game.counts.offered, game.counts.chosen, strict=True):
        steps: dict[str, dict[str, list[int]]] = {}
        for (step, text), times in offered.items():
            steps.setdefault(step, {})[text] = [times, chosen[step, text]]
        seats.append(steps)
    told = {name: getattr(game, name) for name in ("scores", "winners", "shares", "length")}
    return json.dumps(
        {**told, "course": game.counts.course, "roles": game.counts.roles, "seats": seats},
        separators=(",", ":"),
    )


def from_row(row: list[str]) -> Played:
    """A game as a file has it."""
    data = json.loads(row[1])
    both = [
        ((step, text), times)
        for one in data["seats"]
        for step, texts in one.items()
        for text, times in texts.items()
    ]  # the shape is checked by reading it
    assert all(len(times) == 2 for _, times in both)
    offered, chosen = (
        [
            Counter(
                {
                    (step, text): times[k]
                    for step, texts in one.items()
                    for text, times in texts.items()
                    if times[k]
                }
            )
            for one in data["seats"]
        ]
        for k in range(2)
    )
    counts = Counts(offered, chosen, Counter(), data["course"], data["roles"])
    return Played(
        int(row[0]), data["scores"], data["winners"], data["shares"], data["length"], counts
    )


def rules_of(spec: RunSpec) -> dict[str, str]:
    """What must be the same for a run to continue."""
    game = game_by_id(spec.game)
    return {"rules": game.info.rules_version, "figures": game.figures}


def read_run(folder: Path, own: bool) -> Run:
    """The run in a folder; BadRun says what is wrong with it."""
    try:
        data = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        spec = from_json(data["wish"], own)
        about = {str(name): str(text) for name, text in data["about"].items()}
        if any(about.get(name, "") != text for name, text in rules_of(spec).items()):
            why = "its rules or figures are not those of this lab"
            raise BadOptions(
                f"{why}. If it was made with --figures, start the lab with the same folder."
            )
        return (BalanceRun if spec.kind == BALANCE else TournamentRun)(folder, spec, about)
    except EmberstacksError as wrong:
        raise BadRun(f"Run {folder.name} cannot be played any more: {wrong}") from None
    except OSError as wrong:
        raise BadRun(f"Run {folder.name} cannot be read: {wrong.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise BadRun(f"Run {folder.name} cannot be read: its file {ABOUT} is damaged.") from None


class Shelf:
    """All runs of a folder. Only one process may have it open, because two would write into the
    same files.
    """

    def __init__(self, folder: Path, own: bool = False) -> None:
        self.folder = folder
        self.own = own  # may runs use programs and files of this computer?
        self.runs: dict[int, Run] = {}
        self.broken: dict[int, str] = {}  # why a run cannot be shown
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.key = Key(folder / "lock")
        except BlockingIOError:
            raise BadRun(
                f"Another lab has {folder} open. Stop it, or name another folder with --folder."
            ) from None
        except OSError as wrong:
            raise BadRun(
                f"Cannot write to {folder}: {wrong.strerror}. Name another folder with --folder."
            ) from None
        for place in sorted(folder.iterdir()):
            if place.is_dir() and place.name.isdecimal():
                try:
                    self.runs[int(place.name)] = read_run(place, own)
                except BadRun as wrong:
                    self.broken[int(place.name)] = str(wrong)

    def add(self, spec: RunSpec) -> Run:
        """A new run, written down before anything is played; BadRun if it cannot be."""
        spec.check(self.own)
        number = max([0, *self.runs, *self.broken]) + 1
        place = self.folder / str(number)
        about = {
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "commit": commit(),
            **rules_of(spec),
        }
        try:
            place.mkdir()
            (place / ABOUT).write_text(
                json.dumps({"wish": asdict(spec), "about": about}, indent=1) + "\n",
                encoding="utf-8",
            )
        except OSError as wrong:
            shutil.rmtree(place, ignore_errors=True)
            raise BadRun(f"The run cannot be kept: {reason(wrong)}.") from None
        self.runs[number] = read_run(place, self.own)
        return self.runs[number]

    def find(self, number: int) -> Run:
        """A run with its games; BadRun if it is not there or damaged."""
        if number in self.broken:
            raise BadRun(self.broken[number])
        if number not in self.runs:
            raise BadRun(f"There is no run {number}.")
        run = self.runs[number]
        try:
            run.load()
        except BadResults as wrong:
            run.trouble = str(wrong)
        return run

    def remove(self, number: int) -> None:
        """Delete a run and its games."""
        try:
            shutil.rmtree(self.folder / str(number))
        except OSError as wrong:
            raise BadRun(f"Run {number} cannot be deleted: {reason(wrong)}.") from None
        self.runs.pop(number, None)
        self.broken.pop(number, None)

    def close(self) -> None:
        self.key.close()


def reason(wrong: OSError) -> str:
    """What the system says, in plain words."""
    return (
        "the disk is full" if wrong.errno in (errno.ENOSPC, errno.EDQUOT) else str(wrong.strerror)
    )
