"""Metrics of a running server, for Prometheus: how long things take, what was refused, what is
waiting.
"""

from __future__ import annotations

import threading
import time
from collections import Counter as Counts
from collections.abc import Mapping
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    generate_latest,
)

import emberstacks
from emberstacks import build
from emberstacks.server.supervision import Supervisor

WAITS = (0.01, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0)  # seconds
TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Metrics:
    """What is counted from the start of a process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Histogram(
            "emberstacks_request_seconds",
            "How long requests took",
            ["method", "route", "status"],
            buckets=TIMES,
            registry=self.registry,
        )
        self.moves = Histogram(
            "emberstacks_move_seconds",
            "How long moves of people took, until they were durable and everybody had been told",
            buckets=TIMES,
            registry=self.registry,
        )
        self.errors = Counter(
            "emberstacks_errors",
            "Requests and sockets that failed because of a bug",
            registry=self.registry,
        )
        self.refused = Counter(
            "emberstacks_limited", "Requests refused by a limit", ["limit"], registry=self.registry
        )
        self.logins = Counter(
            "emberstacks_logins", "Logins by password", ["result"], registry=self.registry
        )
        known = {
            "version": emberstacks.VERSION,
            "build": "compiled" if build.compiled() else "interpreted",
        }
        Info("emberstacks_build", "Which program this is", registry=self.registry).info(known)
        about_process(self.registry)
        self.thinking_waiting = Gauge(
            "emberstacks_thinking_waiting",
            "Bots, hints and reviews whose turn has not come",
            ["kind"],
            registry=self.registry,
        )
        self.thinking_running = Gauge(
            "emberstacks_thinking_running",
            "Bots, hints and reviews being thought about",
            ["kind"],
            registry=self.registry,
        )
        self.thinking_waits = Histogram(
            "emberstacks_thinking_wait_seconds",
            "How long bots, hints and reviews waited for their turn",
            ["kind"],
            buckets=WAITS,
            registry=self.registry,
        )
        self.thinking = Histogram(
            "emberstacks_thinking_seconds",
            "How long bots and hints thought, in processor time, and how long reviews took",
            ["kind"],
            buckets=WAITS,
            registry=self.registry,
        )
        for kind in ("bots", "markers", "hints", "mistakes", "reviews"):
            self.thinking_waiting.labels(kind)
            self.thinking_running.labels(kind)
            self.thinking_waits.labels(kind)

    def limited(self, limit: str) -> None:
        self.refused.labels(limit).inc()

    def text(
        self,
        now: Mapping[str, tuple[str, float]],
        by_game: Counts[tuple[str, str]],
        supervisor: Supervisor,
    ) -> str:
        """All counts, and the current state."""
        standing = CollectorRegistry()
        for name, (words, value) in now.items():
            Gauge(name, words, registry=standing).set(value)
        tables = Gauge(
            "emberstacks_tables_by_game", "Tables in memory", ["game", "status"], registry=standing
        )
        for (game, status), number in by_game.items():
            tables.labels(game, status).set(number)
        failed = Gauge(
            "emberstacks_task_failures",
            "Failed attempts of background tasks",
            ["task"],
            registry=standing,
        )
        troubled = Gauge(
            "emberstacks_tasks_in_trouble",
            "Background tasks that are failing now",
            ["task"],
            registry=standing,
        )
        for task in supervisor.failures:
            failed.labels(task).set(supervisor.failures[task])
            troubled.labels(task).set(len(supervisor.troubled.get(task, ())))
        return generate_latest(self.registry).decode() + generate_latest(standing).decode()


def about_process(registry: CollectorRegistry) -> None:
    """Memory, files, processor time and threads, under the names that every exporter uses."""
    if Path("/proc/self/stat").exists():
        ProcessCollector(registry=registry)
    else:  # not on Linux: what Python itself can say
        spent = Gauge("process_cpu_seconds_total", "Processor time in seconds", registry=registry)
        spent.set_function(time.process_time)
        Gauge("process_start_time_seconds", "When the process began", registry=registry).set(
            time.time()
        )
    Gauge("process_threads", "Threads of Python", registry=registry).set_function(
        threading.active_count
    )
