"""Plays runs one after the other, in a thread of its own with worker processes, so that the page
always answers.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from contextlib import closing

from emberstacks.kernel.errors import EmberstacksError
from emberstacks.lab.desk.runs import Run
from emberstacks.lab.workers import Processes, WorkerLost

log = logging.getLogger("emberstacks.lab")


class Foreman:
    """Has a queue of runs, and plays the first."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.changed = threading.Condition()
        self.queue: deque[Run] = deque()
        self.current: Run | None = None
        self.stopping: set[int] = set()  # runs that somebody wants to stop
        self.closed = False
        self.thread = threading.Thread(target=self.work, name="foreman", daemon=True)
        self.thread.start()

    def state(self, run: Run) -> str:
        """Is it playing, waiting, done or stopped?"""
        with self.changed:
            if run is self.current and run.number not in self.stopping:
                return "playing"
            if run in self.queue:
                return "waiting"
        return "done" if run.over else "stopped"

    def start(self, run: Run) -> None:
        """Play what is missing of a run, after those that wait already."""
        with self.changed:
            self.stopping.discard(run.number)
            if run is not self.current and run not in self.queue and not run.over:
                run.trouble = ""
                self.queue.append(run)
                self.changed.notify_all()

    def stop(self, run: Run) -> None:
        """Stop after the piece of work that is being done; its games are kept."""
        with self.changed:
            if run in self.queue:
                self.queue.remove(run)
            if run is self.current:
                self.stopping.add(run.number)

    def leave(self, run: Run) -> None:
        """Stop a run, and wait until its file is closed."""
        self.stop(run)
        with self.changed:
            self.changed.wait_for(lambda: run is not self.current, timeout=60)

    def close(self) -> None:
        """Stop everything."""
        with self.changed:
            self.closed = True
            self.queue.clear()
            self.changed.notify_all()

    def work(self) -> None:
        """The thread: a run after the other, until it is closed."""
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.queue or self.closed)
                if self.closed:
                    return
                run = self.current = self.queue.popleft()
            try:
                self.play(run)
            except WorkerLost as wrong:
                run.trouble = (
                    f"{str(wrong).rstrip('.')}. The {run.done} {run.unit} before it are kept."
                )
            except EmberstacksError as wrong:
                run.trouble = str(wrong)
            except Exception as wrong:  # a bug must not end the thread: the other runs go on
                log.exception("run %s failed", run.number)
                run.trouble = f"This is a bug in Emberstacks ({type(wrong).__name__}: {wrong})."
            finally:
                with self.changed:
                    self.current = None
                    self.stopping.discard(run.number)
                    self.changed.notify_all()

    def play(self, run: Run) -> None:
        """Until the run is over, or somebody wants to stop it."""
        with Processes(self.workers) as crew, closing(run.play(crew)) as pieces:
            for _ in pieces:
                if self.closed or run.number in self.stopping:
                    return
