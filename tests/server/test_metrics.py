"""What Prometheus reads about the process itself."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry, generate_latest

import emberstacks
from emberstacks import build
from emberstacks.server import metrics
from emberstacks.server.supervision import Supervisor
from tests.server import plain
from tests.server.conftest import Server


def value(text: str, name: str) -> float:
    (found,) = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found)


def test_a_server_tells_what_it_uses_and_what_it_is(server: Server) -> None:
    text = plain.get(f"{server.base}/metrics").text
    assert value(text, "process_resident_memory_bytes") > 10_000_000
    assert value(text, "process_open_fds") > 3
    assert value(text, "process_cpu_seconds_total") > 0
    assert value(text, "process_threads") >= 2  # one of them writes to SQLite
    assert 0 < time.time() - value(text, "process_start_time_seconds") < 86_400
    kind = "compiled" if build.compiled() else "interpreted"
    assert (
        value(text, f'emberstacks_build_info{{build="{kind}",version="{emberstacks.VERSION}"}}')
        == 1
    )


def test_open_files_are_counted_now() -> None:
    told = metrics.Metrics()

    def files() -> float:
        return value(told.text({}, Counter(), Supervisor()), "process_open_fds")

    before = files()
    more = [os.open(os.devnull, os.O_RDONLY) for _ in range(7)]
    assert files() == before + 7
    for file in more:
        os.close(file)


def test_where_there_is_no_proc_the_rest_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda _path: False)
    registry = CollectorRegistry()
    metrics.about_process(registry)
    text = generate_latest(registry).decode()
    assert value(text, "process_cpu_seconds_total") > 0
    assert value(text, "process_start_time_seconds") > 0
    assert "process_open_fds" not in text
