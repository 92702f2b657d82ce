"""Games on the machines of a Ray cluster."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

import emberstacks
from emberstacks.kernel.errors import EmberstacksError
from emberstacks.lab.results import BadResults
from emberstacks.lab.workers import AHEAD, Crew, Done, WorkerLost

SECONDS: Final = 5.0  # for a cluster to answer
TRIES: Final = 5  # times that a piece of work is given to another worker after one is lost


def reach(address: str) -> None:
    """Is anyone there? Ray itself would keep asking for minutes and then end the process."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), timeout=SECONDS).close()


class RayCluster(Crew):
    """The workers of a Ray cluster, each with the same Emberstacks installed; lost work is done
    again.
    """

    def __init__(self, address: str) -> None:
        # otherwise Ray warns about future changes
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        try:
            import ray
        except ImportError:
            raise BadResults(
                "A cluster needs ray, which is not installed. Run 'pip install emberstacks[ray]'."
            ) from None
        self.ray = ray
        try:
            reach(address)
            ray.init(
                address=address,
                ignore_reinit_error=True,
                log_to_driver=False,
                logging_level="ERROR",
            )
        except (OSError, OverflowError, RuntimeError, ValueError) as wrong:
            why = " ".join(str(wrong).split()).partition(". ")[0]
            raise BadResults(
                f"There is no Ray cluster at {address} ({why}). Start one with 'ray start --head'."
            ) from None
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.ahead = AHEAD * self.workers
        self.task = ray.remote(max_retries=TRIES)(guarded)
        self.check()

    def check(self) -> None:
        """Do the workers have the same version?"""
        theirs = self.result(self.submit(version))
        if theirs != emberstacks.VERSION:
            self.close()
            raise BadResults(
                f"The cluster has Emberstacks {theirs}, and we have {emberstacks.VERSION}. Install"
                " the same everywhere."
            )

    def submit(self, work: Callable[..., Done], *args: Any) -> Future[Done]:
        under_way: Future[Done] = self.task.remote(work, *args).future()
        return under_way

    def result(self, future: Future[Done]) -> Done:
        from ray.exceptions import RayError, RayTaskError

        try:
            done: Any = future.result()
        except RayTaskError as wrong:
            why = str(wrong).strip().splitlines()[-1]
            raise WorkerLost(f"A worker of the cluster could not do its work ({why})") from None
        except RayError as lost:
            raise WorkerLost(
                f"The cluster lost its workers {TRIES + 1} times ({type(lost).__name__})"
            ) from None
        if isinstance(done, EmberstacksError):
            raise done
        return done  # type: ignore[no-any-return]

    def close(self) -> None:
        self.ray.shutdown()


def guarded(work: Callable[..., Any], *args: Any) -> Any:
    """In a worker: our own errors come back as they are, without Ray's words around them."""
    try:
        return work(*args)
    except EmberstacksError as wrong:
        return wrong


def version() -> str:
    return emberstacks.VERSION
