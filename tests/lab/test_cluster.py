"""`--ray`: the same rows from a cluster, even when it loses a worker. Needs the extra `ray`, which
tests do without.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from emberstacks.cli.app import main
from emberstacks.kernel.errors import BadBot
from emberstacks.lab.plan import planned
from emberstacks.lab.workers import Crew, blocks

HERE = "127.0.0.1"
START = f"""
import ray, sys
for last in (False, False, True):  # Ray gives up after 30 seconds, which a busy machine may need
    try:
        ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="{HERE}", object_store_memory=100_000_000)
        break
    except Exception:
        ray.shutdown()
        if last:
            raise
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return ended.value.code


def needs_ray() -> None:
    if find_spec("ray") is None:
        why = "ray is not installed ('pip install emberstacks[ray]')"
        warnings.warn(
            pytest.PytestWarning(f"SKIPPED the tests of a Ray cluster: {why}"), stacklevel=1
        )
        pytest.skip(why)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """A cluster of two workers on this machine, of a process of its own; its address."""
    needs_ray()
    os.environ.update(RAY_AUTH_MODE="disabled", RAY_USAGE_STATS_ENABLED="0")
    # the switch by which Ray stays on this machine's own address
    os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"
    with subprocess.Popen(
        [sys.executable, "-c", START],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield next(
            (line.strip() for line in process.stdout if line.startswith(HERE)),
            "the cluster did not start",
        )
        process.stdin.close()


@pytest.mark.filterwarnings("ignore", "default:SKIPPED")  # of what Ray thinks of itself
def test_a_killed_worker_loses_no_row(cluster: str) -> None:
    from emberstacks.lab.cluster import RayCluster

    plan = planned("fire-prototype", ["greedy", "random"], None, {}, 40, 0)
    expected = "".join(block.text for block in blocks(plan, range(40), Crew()))
    found = ""
    with RayCluster(cluster) as crew:
        assert crew.workers == 2
        for number, block in enumerate(blocks(plan, range(40), crew)):
            found += block.text
            if number in (1, 3):
                os.kill(crew.result(crew.submit(os.getpid)), signal.SIGKILL)
        with pytest.raises(BadBot, match="There is no bot 'genius'"):
            crew.result(crew.submit(planned, "fire", ["genius"], 2, {}, 1, 0))
    assert found == expected


@pytest.mark.filterwarnings("ignore", "default:SKIPPED")
def test_commands_use_it(cluster: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for name, where in (("here", ["--workers", "1"]), ("there", ["--ray", cluster])):
        path = tmp_path / name
        assert (
            run("simulate", "fire", "--bots", "random", "--games", "50", *where, "--out", str(path))
            == 0
        )
        files.append(path.read_bytes())
    assert files[0] == files[1]
    meetings = str(tmp_path / "meetings")
    assert (
        run("tournament", "fire-prototype", "--seeds", "2", "--ray", cluster, "--out", meetings)
        == 0
    )
    assert "share of wins" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore", "default:SKIPPED")
def test_no_cluster_is_one_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    needs_ray()
    assert run("simulate", "fire", "--ray", f"{HERE}:1", "--out", str(tmp_path / "rows.csv")) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert f"There is no Ray cluster at {HERE}:1 (" in said
    assert list(tmp_path.iterdir()) == []


def test_without_ray_a_sentence_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for command in ("simulate", "tournament"):
        assert run(command, "fire-prototype", "--ray", "auto") == 2
        assert "pip install emberstacks[ray]" in capsys.readouterr().err


def test_workers_are_not_for_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("simulate", "fire", "--ray", "auto", "--workers", "3") == 2
    assert "--workers is for processes on this machine" in capsys.readouterr().err
