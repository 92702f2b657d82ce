"""Machine instructions per decision of random play, for our compiled build and for C: a busy
machine does not change them.

Counted by valgrind, as the difference of a long and a short run, so that starting up does not
count. Every game is played by two; the prototype also by four, as the C program plays it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from bench.run import BUILD, ROOT, compile_yardstick
from emberstacks import list_games

SHORT, LONG = 200, 1_200  # games of the prototype
FEW, MORE = 20, 100  # of any other game
OURS = """
import sys
from emberstacks.bots.playouts import run_games
from emberstacks.games import GAMES
game, players, games = sys.argv[1:]
print(run_games(GAMES[game], int(players), {}, int(games), 0).decisions)
"""


def counted(command: list[str], given: str = "") -> tuple[int, str]:
    """The instructions that a command took, and what it printed."""
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT / ".fast")}
    tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    result = subprocess.run(
        [*tool, *command], env=environment, input=given, capture_output=True, text=True, check=True
    )
    found = re.search(r"I +refs: +([\d,]+)", result.stderr)
    assert found is not None, result.stderr
    return int(found[1].replace(",", "")), result.stdout


def ours(
    game: str = "fire-prototype", players: int = 4, numbers: tuple[int, int] = (SHORT, LONG)
) -> float:
    """Instructions per decision of our compiled playouts; of the prototype for four, if nothing is
    said.
    """
    runs = [
        counted([sys.executable, "-c", OURS, game, str(players), str(games)]) for games in numbers
    ]
    (short, first), (long, second) = runs
    return (long - short) / (int(second) - int(first))


def c() -> float:
    """Instructions per decision of the C program."""
    runs = [counted([str(BUILD / "yardstick")], f"play {games} 0\n") for games in (SHORT, LONG)]
    decisions = [int(re.findall(r'"decisions": (\d+)', printed)[0]) for _, printed in runs]
    return (runs[1][0] - runs[0][0]) / (decisions[1] - decisions[0])


def missing() -> str:
    """Why nothing can be counted here; empty if it can."""
    if shutil.which("valgrind") is None:
        return "valgrind is not installed (Debian and Ubuntu: 'apt-get install valgrind')"
    if not list(Path(ROOT / ".fast").glob("emberstacks__mypyc*")):
        return "there is no compiled build ('make fast' makes one)"
    return compile_yardstick()


if __name__ == "__main__":
    reason = missing()
    if reason:
        print(f"Machine instructions per decision: not counted, for {reason}.")
    else:
        print(f"Machine instructions per decision: Emberstacks compiled {ours():.0f}, C {c():.0f}.")
        for info in list_games():
            print(
                f"Machine instructions per decision of {info.id} for two:"
                f" {ours(info.id, 2, (FEW, MORE)):.0f}.",
                flush=True,
            )
