"""The benchmark: ours next to others, in one run, on one core. README.md says how to read it."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parent
ROOT = BENCH.parent
BUILD = ROOT / "build" / "bench"
# games whose scores must be the same for everyone who uses our random numbers
CHECKED_GAMES = 1_000
COSTS = f"{'clone':>9}{'view':>9}{'choices':>9}"
KNOWN = "fire-prototype"  # the game that others play as well
FOLDERS = sorted(
    path.parent.name for path in (ROOT / "src/emberstacks/games").glob("*/__init__.py")
)
# this one first
OUR_GAMES = sorted((name.replace("_", "-") for name in FOLDERS), key=lambda name: name != KNOWN)
REPLAYED_GAMES = 100  # which OpenSpiel's version of the game must play step by step as we do
TARGETS = """Targets: simulate 50 x OpenSpiel at fire-prototype, and every game 10 x RLCard, PettingZoo and catanatron;
the compiled search 1 x the one in C++, and 10 x those in Python;
batches a million steps a second at fire-prototype, 150,000 at every other game;
quick and greedy 10,000 answers a second at every game."""


class Row:
    """One line of the table: a worker process and what it measured, round by round."""

    def __init__(
        self,
        name: str,
        worker: str,
        build: str = "",
        path: str = "",
        exact: bool = False,
        python: str = "",
    ) -> None:
        self.name = name
        self.python = python or sys.executable
        self.worker = worker
        self.build = build  # which build of ours it must be
        self.path = path  # where it finds our package
        self.exact = exact  # plays our random numbers, so its games are known
        self.missing = ""  # why it is not measured
        self.can: list[str] = []
        self.games = 1  # in a round
        self.copies = {"clone": 1, "view": 1, "legal": 1}
        self.decisions_per_second: list[float] = []
        self.games_per_second: list[float] = []
        self.cost: dict[str, list[float]] = {"clone": [], "view": [], "legal": []}  # seconds each
        self.process: subprocess.Popen[str] | None = None
        # it lives as long as the worker
        self.complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115

    def start(self) -> None:
        """Start the worker and hear what it can do."""
        command = [self.python, str(BENCH / "worker.py"), self.worker]
        if self.worker == "C":
            command = [str(BUILD / "yardstick")]
            self.missing = compile_yardstick()
            if self.missing:
                return
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / self.path),
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        }
        self.process = subprocess.Popen(
            command,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
        )
        hello = self.heard()
        self.can = hello.get("ready", [])
        self.missing = hello.get("missing", self.missing)
        if self.build and not self.missing and hello["build"] != self.build:
            self.missing = f"there is no {self.build} build (see what 'make fast' says)"

    def heard(self) -> dict[str, Any]:
        """The worker's next line; if it has stopped instead, its last words are why it is missing."""
        assert self.process is not None
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.complaints.seek(0)
            self.missing = (
                self.complaints.read().strip() or "it stopped without a word"
            ).splitlines()[-1]
            return {"seconds": 1.0, "decisions": 0}
        reply: dict[str, Any] = json.loads(line)
        return reply

    def ask(self, command: str, *numbers: int) -> dict[str, Any]:
        """Have the worker carry out a command."""
        assert self.process is not None
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(
                " ".join([command, *[str(number) for number in numbers]]) + "\n"
            )
            self.process.stdin.flush()
        return self.heard()

    def calibrate(self, seconds: float) -> None:
        """Find how many games and copies take about this long."""
        self.games = self.enough("play", seconds, 0)
        for command in self.copies:
            if command in self.can and not self.missing:
                self.copies[command] = self.enough(command, seconds / 5)

    def enough(self, command: str, seconds: float, *more: int) -> int:
        """How many take about this long, without the first, because a command costs something even
        without games.
        """
        first: float = self.ask(command, 1, *more)["seconds"]
        count, taken = 1, first
        while not self.missing and taken - first < max(first, seconds / 10):
            count *= 4
            taken = self.ask(command, count, *more)["seconds"]
        return max(1, round((count - 1) * (seconds - first) / max(taken - first, 1e-9)))

    def measure(self) -> None:
        """One round."""
        reply = self.ask("play", self.games, 0)
        for command, count in self.copies.items():
            if command in self.can and not self.missing:
                self.cost[command].append(self.ask(command, count)["seconds"] / count)
        if not self.missing:
            self.decisions_per_second.append(reply["decisions"] / reply["seconds"])
            self.games_per_second.append(self.games / reply["seconds"])

    def stop(self) -> None:
        """Let the worker go."""
        if self.process is not None and self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()
            self.process.wait()
        self.complaints.close()


def same_game() -> list[Row]:
    """All who play fire-prototype with four players: C first, OpenSpiel last, because the others
    are compared with these.
    """
    return [
        Row("C (yardstick.c)", "C", exact=True),
        Row(
            "Emberstacks compiled, many games in one call",
            "ours:Playouts",
            "compiled",
            ".fast",
            exact=True,
        ),
        Row(
            "Emberstacks compiled, kernel called from Python",
            "ours:PythonLoop",
            "compiled",
            ".fast",
            exact=True,
        ),
        Row(
            "Emberstacks compiled, Match with codes", "ours:Codes", "compiled", ".fast", exact=True
        ),
        Row(
            "Emberstacks compiled, Match with Choices",
            "ours:Choices",
            "compiled",
            ".fast",
            exact=True,
        ),
        Row(
            "Emberstacks interpreted, many games in one call",
            "ours:Playouts",
            "interpreted",
            "src",
            exact=True,
        ),
        Row(
            "Emberstacks interpreted, Match with codes",
            "ours:Codes",
            "interpreted",
            "src",
            exact=True,
        ),
        Row(
            "Emberstacks interpreted, Match with Choices",
            "ours:Choices",
            "interpreted",
            "src",
            exact=True,
        ),
        Row("OpenSpiel {open-spiel}, the game in Python", "peer_openspiel:Fire", path="src"),
    ]


def other_games() -> list[Row]:
    """Peers at games of their own, for scale."""
    return [
        Row("OpenSpiel {open-spiel}, pig in C++, 4 players", "peer_openspiel:Pig", path="src"),
        Row("RLCard {rlcard}, Leduc hold'em", "peer_rlcard:Leduc"),
        Row("PettingZoo {pettingzoo}, tic-tac-toe, bare", "peer_pettingzoo:Raw"),
        Row("PettingZoo {pettingzoo}, tic-tac-toe, wrapped", "peer_pettingzoo:Wrapped"),
        Row("catanatron {catanatron}, 4 random players", "peer_catanatron:Catan"),
        Row(
            "fastcatan, batches of 256, masks only",
            "peer_fastcatan:Batch",
            python=os.environ.get("FASTCATAN_PYTHON", ""),
        ),
    ]


def our_games() -> list[Row]:
    """Each of our games, compiled and interpreted."""
    builds = (("compiled", ".fast"), ("interpreted", "src"))
    return [
        Row(f"{game}, {build}", f"ours:Playouts:{game}", build, path)
        for game in OUR_GAMES
        for build, path in builds
    ]


def simulated() -> list[Row]:
    """Each of our games from the command line; the games of the first are known."""
    return [
        Row(f"simulate {game}", f"ours:Simulate:{game}", "compiled", ".fast", game == KNOWN)
        for game in OUR_GAMES
    ]


def thinking() -> list[Row]:
    """Bots that answer at first sight: by what they have learned, and by the yardstick."""
    return [
        Row(f"{game}, {bots}", f"ours:Answers:{game}:{bots}", "compiled", ".fast")
        for game in OUR_GAMES
        for bots in ("quick", "greedy")
    ]


def searches() -> list[Row]:
    """Tree search with random playouts: ours, then the peers."""
    pig = "pig(players=4)"
    return [
        Row("Emberstacks compiled, fire-prototype", "ours:Searches", "compiled", ".fast"),
        Row("Emberstacks interpreted, fire-prototype", "ours:Searches", "interpreted", "src"),
        Row(
            "OpenSpiel {open-spiel}, search and pig in C++",
            f"peer_openspiel_search:InC:{pig}",
            path="src",
        ),
        Row(
            "OpenSpiel {open-spiel}, search in Python, pig",
            f"peer_openspiel_search:InPython:{pig}",
            path="src",
        ),
        Row(
            "OpenSpiel {open-spiel}, both in Python, the same game",
            "peer_openspiel_search:InPython:python_fire_prototype",
            path="src",
        ),
    ]


def learners() -> list[Row]:
    """Each of our games as learners play it: in batches, and one at a time through PettingZoo's
    interface.
    """
    faces = (("batches of 256", "Batch"), ("our AEC", "Zoo"))
    return [
        Row(f"{game}, {face}", f"learners:{worker}:{game}", "compiled", ".fast")
        for game in OUR_GAMES
        for face, worker in faces
    ]


def compile_yardstick() -> str:
    """Compile the C program; what is missing if it cannot be."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return "no C compiler was found"
    BUILD.mkdir(parents=True, exist_ok=True)
    command = [compiler, "-O3", "-o", str(BUILD / "yardstick"), str(BENCH / "yardstick.c")]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return (
        (result.stderr.strip() or "the C compiler failed").splitlines()[0]
        if result.returncode != 0
        else ""
    )


def check(rows: list[Row]) -> str:
    """Does everybody play the same game? What is wrong, or nothing."""
    totals: dict[str, list[str]] = {}
    for row in rows:
        reply = row.ask("play", CHECKED_GAMES, 0) if row.exact and not row.missing else {}
        if row.exact and not row.missing:
            totals.setdefault(
                f"scores {reply['scores']} in {reply['decisions']} decisions", []
            ).append(row.name)
        replayed = row.ask("same", REPLAYED_GAMES) if "same" in row.can and not row.missing else {}
        if "different" in replayed:
            return f"{title(row)}: {replayed['different']}"
    if len(totals) > 1:
        return "\n".join(f"{', '.join(names)}: {total}" for total, names in totals.items())
    return ""


class Versions(dict[str, str]):
    """The version of an installed package by its name."""

    def __missing__(self, package: str) -> str:
        try:
            return metadata.version(package)
        except metadata.PackageNotFoundError:
            return "(not installed)"


def title(row: Row) -> str:
    """A row's name, with the version of the package it measures."""
    return row.name.format_map(Versions())


def say(text: str) -> None:
    """Progress on standard error: one line that changes, if somebody is watching."""
    if sys.stderr.isatty():
        print(f"\r{text:<78.78}\r", end="", file=sys.stderr, flush=True)


def one_core() -> None:
    """Keep this process, and so every worker, on one core if the system lets us."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def ratio(row: Row, base: Row) -> float | None:
    """How many times the other's speed: the median over rounds, because the machine's speed changes
    between them.
    """
    if row.missing or base.missing:
        return None
    pairs = zip(row.decisions_per_second, base.decisions_per_second, strict=True)
    return statistics.median(own / other for own, other in pairs)


def duration(seconds: float) -> str:
    """A short time as people write it.

    >>> duration(2.5e-7), duration(0.00031)
    ('250 ns', '310 µs')
    """
    for unit, size in (("ns", 1e-9), ("µs", 1e-6), ("ms", 1e-3)):
        if seconds < 999.5 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def figure(number: float | None) -> str:
    """Three digits that count, thousands set apart.

    >>> figure(9876543.2), figure(0.01234), figure(None)
    ('9,880,000', '0.0123', '-')
    """
    if number is None:
        return "-"
    return f"{float(f'{number:.3g}'):,.0f}" if number >= 100 else f"{number:.3g}"


def start_of(row: Row) -> str:
    """What every line of a table of peers starts with."""
    if row.missing:
        return f"  {title(row):<48}not measured: {row.missing}"
    speeds = row.decisions_per_second
    speed = statistics.median(speeds)
    spread = (max(speeds) - min(speeds)) / 2 / speed
    return f"  {title(row):<48}{figure(speed):>11}{spread:>6.0%}{figure(statistics.median(row.games_per_second)):>10}"


def line_of(row: Row, openspiel: Row, c: Row) -> str:
    """A row as text."""
    if row.missing:
        return start_of(row)
    clone, view, _ = (
        duration(statistics.median(times)) if times else "-" for times in row.cost.values()
    )
    times, part = ratio(row, openspiel), ratio(row, c)
    percent = "-" if part is None else f"{figure(part * 100)} %"
    return f"{start_of(row)}{figure(times):>11}{percent:>10}{clone:>9}{view:>9}"


def beside(*names: str) -> str:
    """The titles over what line_beside adds."""
    return "".join(f"{f'x {name}':>13}" for name in names)


def line_beside(row: Row, others: list[Row]) -> str:
    """A row of the lab as text: how many times the speed of each of the others."""
    return start_of(row) + (
        "" if row.missing else "".join(f"{figure(ratio(row, other)):>13}" for other in others)
    )


def line_of_game(row: Row, interpreted: Row) -> str:
    """One of our games as text."""
    if row.missing:
        return f"  {row.name:<48}not measured: {row.missing}"
    speed = statistics.median(row.decisions_per_second)
    game = duration(1 / statistics.median(row.games_per_second))
    costs = "".join(f"{duration(statistics.median(times)):>9}" for times in row.cost.values())
    return (
        f"  {row.name:<48}{figure(speed):>11}{figure(ratio(row, interpreted)):>15}{game:>10}{costs}"
    )


def table(
    same: list[Row],
    other: list[Row],
    games: list[Row],
    lab: list[Row],
    minds: list[Row],
    learning: list[Row],
    search: list[Row],
    rounds: int,
    seconds: float,
) -> str:
    """The whole result as text."""
    c, openspiel = same[0], same[-1]
    start = f"{'decisions/s':>11}{'+-':>6}{'games/s':>10}"
    titles = f"{start}{'x OpenSpiel':>13}{'of C':>8}{'clone':>9}{'view':>9}"
    search_titles = start.replace("games", " sims") + beside("C++", "Python", "same game")
    peers = [openspiel, *other[1:3], other[4]]
    lines = [
        (
            f"All seats at random; one core, CPU time; medians of {rounds} interleaved rounds of"
            f" {seconds:g} s."
        ),
        (
            "+- is half the way from the slowest round to the fastest. bench/README.md explains the"
            " rows."
        ),
        "",
        f"{'The same game: fire-prototype, 4 players':<50}{titles}",
        *[line_of(row, openspiel, c) for row in same],
        "",
        f"{'Other games, for scale':<50}{titles}",
        *[line_of(row, openspiel, c) for row in other],
        "",
        f"{'Our games, 4 players':<50}{'decisions/s':>11}{'x interpreted':>15}{'a game':>10}"
        + COSTS,
        *[line_of_game(row, games[number | 1]) for number, row in enumerate(games)],
        "",
        (
            f"{'The command, rows written, 4 players':<50}{start}{beside('OpenSpiel', 'RLCard', 'PettingZoo', 'catanatron')}"
        ),
        *[line_beside(row, peers) for row in lab],
        "",
        (
            f"{'Bots at first sight, answers with a choice, 4 players':<50}{start}{beside('greedy', 'random')}"
        ),
        *[
            line_beside(row, [minds[number | 1], lab[number // 2]])
            for number, row in enumerate(minds)
        ],
        "",
        f"{'Learners, observations and masks, 4 players':<50}{start}"
        + beside("our AEC", "OpenSpiel", "RLCard", "PettingZoo", "fastcatan"),
        *[
            line_beside(row, [learning[number | 1], *other[:3], other[5]])
            for number, row in enumerate(learning)
        ],
        "",
        f"{'Tree search, random playouts, 4 players':<50}{search_titles}",
        *[line_beside(row, search[2:]) for row in search],
        "",
        TARGETS,
    ]
    if not same[1].missing:
        lines += [
            "",
            (
                "A million random games, compiled:"
                f" {1e6 / statistics.median(same[1].games_per_second):.1f} s."
            ),
        ]
    return "\n".join(lines)


def as_json(rows: list[Row], seconds: float) -> dict[str, Any]:
    """All that was measured, round by round."""
    return {
        "python": platform.python_version(),
        "machine": platform.platform(),
        "seconds": seconds,
        "rows": [
            {
                "name": title(row),
                "missing": row.missing,
                "decisions_per_second": row.decisions_per_second,
                "games_per_second": row.games_per_second,
                "clone_seconds": row.cost["clone"],
                "view_seconds": row.cost["view"],
                "choices_seconds": row.cost["legal"],
            }
            for row in rows
        ],
    }


def measure(rows: list[Row], rounds: int, seconds: float) -> str:
    """Start everybody, check, and take turns; what is wrong, or nothing."""
    for row in rows:
        say(f"starting {title(row)}")
        row.start()
    say("checking that all play the same game")
    wrong = check(rows)
    if wrong:
        return wrong
    for row in rows:
        say(f"trying out {title(row)}")
        if not row.missing:
            row.calibrate(seconds)
    for number in range(rounds):
        for row in rows if number % 2 == 0 else reversed(rows):
            say(f"round {number + 1} of {rounds}: {title(row)}")
            if not row.missing:
                row.measure()
    return ""


def main() -> int:
    """The command; returns 1 if someone plays a different game from the others."""
    parser = argparse.ArgumentParser(
        description=__doc__, epilog="Example: bench/run.py --quick --json result.json"
    )
    parser.add_argument(
        "--quick", action="store_true", help="three short rounds, to see that it works"
    )
    parser.add_argument("--rounds", type=int, help="how many rounds (5; quick: 3)")
    parser.add_argument(
        "--seconds", type=float, help="CPU seconds of play for each row and round (1; quick: 0.1)"
    )
    parser.add_argument("--json", metavar="FILE", help="also write every round's figures there")
    options = parser.parse_args()
    rounds = options.rounds or (3 if options.quick else 5)
    seconds = options.seconds or (0.1 if options.quick else 1.0)
    one_core()
    same, other, games = same_game(), other_games(), our_games()
    lab, minds, learning, search = simulated(), thinking(), learners(), searches()
    rows = [*same, *other, *games, *lab, *minds, *learning, *search]
    try:
        wrong = measure(rows, rounds, seconds)
    finally:
        for row in rows:
            row.stop()
        say("")
    if wrong:
        print(f"emberstacks: no figures, for not everybody plays the same game:\n{wrong}")
        return 1
    print(table(same, other, games, lab, minds, learning, search, rounds, seconds))
    if options.json:
        Path(options.json).write_text(
            json.dumps(as_json(rows, seconds), indent=1) + "\n", encoding="utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
