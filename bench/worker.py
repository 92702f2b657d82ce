"""A worker: one thing to measure, in its own process. `worker.py MODULE:CLASS[:GAME]` answers the
commands of run.py.

Commands come one per line, and each is answered by one line of JSON:
    play GAMES SEED    play this many games from this seed on: seconds of CPU, decisions, scores if games can be compared
    clone COUNT        copy a position from the middle of a game this many times: seconds of CPU
    view COUNT         show that position to one player this many times: seconds of CPU
    legal COUNT        list the choices there this many times: seconds of CPU
    same GAMES         does it play those games of ours step by step as we do? the difference, or nothing
The first line it writes says which of them it knows, or what is missing.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from typing import Any

TIMED = ("play", "clone", "view", "legal")


def main() -> None:
    """Answer commands until there are no more."""
    replies, commands = sys.stdout, sys.stdin
    sys.stdout = sys.stderr  # some packages greet on import
    sys.stdin = open(os.devnull)  # noqa: SIM115  (the commands are nobody else's)
    module, name, *game = sys.argv[1].split(":")
    try:
        subject = getattr(importlib.import_module(module), name)(*game)
    except ImportError as missing:
        print(json.dumps({"missing": str(missing)}), file=replies, flush=True)
        return
    known = [command for command in (*TIMED, "same") if getattr(subject, command, None)]
    print(
        json.dumps({"ready": known, "build": getattr(subject, "build", None)}),
        file=replies,
        flush=True,
    )
    for line in commands:
        command, *numbers = line.split()
        print(
            json.dumps(answer(subject, command, [int(number) for number in numbers])),
            file=replies,
            flush=True,
        )


def answer(subject: Any, command: str, numbers: list[int]) -> dict[str, Any]:
    """Carry out a command, timing what is timed."""
    work = getattr(subject, command)
    start = time.process_time()
    reply: dict[str, Any] = work(*numbers) or {}
    if command in TIMED:
        # a worker may leave out what should not count
        reply.setdefault("seconds", time.process_time() - start)
    return reply


if __name__ == "__main__":
    main()
