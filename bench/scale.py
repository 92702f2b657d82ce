"""What many people at tables need, computed from measured figures; `python -m bench.scale` prints
the table of docs/hosting.md.

It really deals tables to processes by consistent hashing, so the fullest process and what moves
when one dies are found, not guessed.
"""

from __future__ import annotations

import argparse
import hashlib
from bisect import bisect
from collections import Counter

POINTS = 100  # places of each process on the ring


class Ring:
    """Consistent hashing, as a proxy does it: a table belongs to the next process on the ring."""

    def __init__(self, processes: list[str]) -> None:
        marks = sorted(
            (place(f"{name} {point}"), name) for name in processes for point in range(POINTS)
        )
        self.places = [mark for mark, _ in marks]
        self.names = [name for _, name in marks]

    def of(self, table: str) -> str:
        return self.names[bisect(self.places, place(table)) % len(self.names)]


def place(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])


def row(people: int, arguments: argparse.Namespace) -> str:
    """One row: how many processes, how full the fullest is, and what PostgreSQL and the bus have to
    bear.
    """
    tables = [f"table {number}" for number in range(people // arguments.at_table)]
    moves = people * arguments.moves_a_minute / 60
    by_cpu = moves * arguments.ms_a_move / 1000 / arguments.busy
    by_memory = people * arguments.kb_a_socket / 1024 / arguments.mb_a_process
    # one spare
    processes = [f"process {number}" for number in range(max(2, int(max(by_cpu, by_memory)) + 2))]
    ring = Ring(processes)
    home = {table: ring.of(table) for table in tables}
    fullest = max(Counter(home.values()).values()) * len(processes) / len(tables)
    after = Ring(processes[1:])
    moved = sum(after.of(table) != place for table, place in home.items()) / len(tables)
    commits = len(processes) * min(moves / len(processes), 1000 / arguments.ms_a_commit)
    # every commit is told to every other process, which may have a watcher
    heard = commits * (len(processes) - 1)
    cells = [
        f"{people:,}",
        f"{len(tables):,}",
        f"{moves:,.0f}",
        f"{len(processes)}",
        f"{fullest:.2f}",
        f"{moved:.0%}",
    ]
    cells += [f"{commits:,.0f}", f"{heard:,.0f}", f"{len(processes) * arguments.connections}"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--ms-a-move",
        type=float,
        default=0.5,
        help="CPU of a process for a durable move (make bench-server)",
    )
    parser.add_argument(
        "--kb-a-socket",
        type=float,
        default=9.4,
        help="memory of an idle socket (make bench-server)",
    )
    parser.add_argument(
        "--ms-a-commit",
        type=float,
        default=4.0,
        help="a transaction of PostgreSQL; moves that wait share one",
    )
    parser.add_argument("--mb-a-process", type=float, default=1000.0)
    parser.add_argument("--moves-a-minute", type=float, default=4.0, help="of a person at a table")
    parser.add_argument("--at-table", type=int, default=3)
    parser.add_argument(
        "--busy", type=float, default=0.5, help="how much of a core a process may use"
    )
    parser.add_argument(
        "--connections",
        type=int,
        default=17,
        help="of a process: 15 in the pool, 1 that writes moves, 1 that listens",
    )
    arguments = parser.parse_args()
    print(
        "| people | tables | moves/s | processes | fullest / mean | tables that move when one dies"
        " | commits/s |",
        end="",
    )
    print(" messages/s of the bus | connections |")
    print("|" + "---|" * 9)
    for people in (1_000, 10_000, 100_000):
        print(row(people, arguments))


if __name__ == "__main__":
    main()
