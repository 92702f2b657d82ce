"""The repository is in order: locks without hosts, no path of a machine, a README that does what it
says.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import browser
import pytest
import yaml

import emberstacks as es
from emberstacks.bots.specs import bot_kinds
from emberstacks.cli.app import app
from emberstacks.cli.serve import proxies
from emberstacks.server.settings import HostSettings, variable

ROOT = Path(__file__).parents[2]
REGISTRY = re.compile(
    r"(?<![\w.])(?:[\w-]+\.)*(?:pypi|pythonhosted|npmjs|yarnpkg)\.\w+|index-url\s*=|\"resolved\":"
)
MACHINE = re.compile(r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/")


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout, so there is no list of tracked files")
    return [ROOT / name for name in listed.stdout.split("\n") if name and (ROOT / name).exists()]


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in tracked():
        if path == Path(__file__) or path.suffix in (".png", ".woff2"):
            continue
        for number, line in enumerate(
            path.read_text(encoding="utf-8", errors="replace").splitlines(), 1
        ):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}")
    return found


def test_no_tracked_file_names_a_package_registry() -> None:
    assert lines_with(REGISTRY) == []


def test_no_tracked_file_holds_a_path_of_a_machine() -> None:
    assert lines_with(MACHINE) == []


@pytest.mark.parametrize("name", ["play", "host", "dev", "bench", "ray", "uv"])
def test_locks_are_pinned_and_hashed(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    assert entries
    for entry in entries:
        assert re.match(r"[\w.-]+==\S+", entry), entry[:60]
        assert "--hash=sha256:" in entry, entry[:60]


def test_the_readme_does_what_it_says() -> None:
    """Its Python is executed, and its tables and links are true."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    snippets = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    assert snippets
    for snippet in snippets:
        exec(compile(snippet, "README.md", "exec"), {})
    for link in re.findall(r"\]\(([^)#:]+)\)", readme):
        assert (ROOT / link).exists(), link
    for info in es.list_games():
        assert f"| `{info.id}` |" in readme


def test_every_command_of_the_makefile_is_documented() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)
    contributing = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for target in targets:
        if target != "help":
            assert f"`make {target}`" in contributing, target
            assert f'@echo "make {target} ' in makefile, target


def test_no_test_command_is_hidden_in_ci() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "make test" in script
    assert "make check" in script


def test_hosted_ci_runs_what_people_type() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = [
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    assert "make test" in commands
    assert "make check" in commands
    for command in commands:
        kind, _, rest = command.partition(" ")
        assert (
            f"\n{rest}:" in makefile
            if kind == "make"
            else (ROOT / rest.split()[0]).exists() or rest == "games"
        ), command


def test_a_container_starts_the_server_as_it_can_be_started() -> None:
    """What cannot be built here is checked as far as it goes: files that it copies, options that it
    passes.
    """
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    starts = [json.loads(text.rpartition("CMD ")[2]), services["table"]["command"]]
    for start in starts:
        assert start[:2] == ["emberstacks", "serve"]
        app.parse_args(start[1:], print_error=False, exit_on_error=False)
    assert (ROOT / re.findall(r"COPY (requirements\S+)", text)[0]).exists()
    mounted = [
        volume.partition(":")[0]
        for volume in services["proxy"]["volumes"]
        if volume.startswith("./")
    ]
    assert [name for name in mounted if not (ROOT / name).exists()] == []
    unit = (ROOT / "deploy/emberstacks.service").read_text(encoding="utf-8")
    app.parse_args(
        re.findall(r"^ExecStart=\S+ (.*)", unit, re.MULTILINE)[0].split(),
        print_error=False,
        exit_on_error=False,
    )


def test_compose_lets_only_its_own_network_say_where_people_come_from() -> None:
    whole = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    command = whole["services"]["table"]["command"]
    subnet = whole["networks"]["default"]["ipam"]["config"][0]["subnet"]
    assert proxies(command[command.index("--proxy") + 1]) == [subnet]


@pytest.fixture(scope="module")
def analyse() -> str:
    """What judges units; it comes with systemd, which does nothing in a container."""
    if shutil.which("systemd-analyze") is None and browser.may_install():
        browser.apt("install", "-y", "--no-install-recommends", "systemd")
    found = shutil.which("systemd-analyze")
    if found is None:
        pytest.skip("there is no systemd here to read the units")
    return found


def test_systemd_understands_the_units(analyse: str, tmp_path: Path) -> None:
    copies = []
    for file in sorted((ROOT / "deploy").glob("emberstacks*.*")):
        text = file.read_text(encoding="utf-8")
        copies.append(tmp_path / file.name)
        program = r"(?m)^ExecStart=\S+"  # it must exist
        copies[-1].write_text(
            re.sub(program, f"ExecStart={sys.executable}", text), encoding="utf-8"
        )
    assert [copy.name for copy in copies] == [
        "emberstacks-backup.service",
        "emberstacks-backup.timer",
        "emberstacks.service",
    ]
    done = subprocess.run(
        [analyse, "verify", "--man=no", *copies], capture_output=True, text=True, check=False
    )
    told = [line for line in done.stderr.splitlines() if "emberstacks" in line]
    assert (done.returncode, told) == (0, [])


@pytest.mark.parametrize("name", ["emberstacks", "emberstacks-backup"])
def test_the_units_leave_little_open(analyse: str, name: str) -> None:
    """At most 2.0 of 10 by systemd's own count."""
    command = [
        analyse,
        "security",
        "--offline=true",
        "--threshold=20",
        "--no-pager",
        f"{ROOT}/deploy/{name}.service",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert level is not None
    assert float(level[1]) <= 2.0


def test_a_night_has_its_backup() -> None:
    """Both units are one user, so that the backup may read what the server writes; the newest
    fourteen are kept.
    """
    server, backup = (
        configured(f"deploy/{name}.service") for name in ("emberstacks", "emberstacks-backup")
    )
    assert backup["ExecStart"] == [
        "/opt/emberstacks/bin/emberstacks backup /var/lib/emberstacks-backups --keep 14"
    ]
    assert backup["StateDirectory"] == [f"{server['StateDirectory'][0]} emberstacks-backups"]
    for same in ("User", "DynamicUser", "EnvironmentFile", "Environment"):
        assert server[same] == backup[same]
    assert configured("deploy/emberstacks-backup.timer")["OnCalendar"] == ["daily"]
    assert "postgresql.service" in server["After"][0].split()
    assert float(server["RestartSec"][0]) > 0


@pytest.mark.parametrize("name", ["emberstacks", "emberstacks-backup"])
def test_the_units_name_what_they_close(name: str) -> None:
    """Where no systemd can count, too."""
    unit = configured(f"deploy/{name}.service")
    assert unit["SystemCallFilter"][0] == "@system-service"
    assert unit["ProtectProc"] == ["invisible"]
    assert unit["PrivateUsers"] == ["yes"]
    assert re.fullmatch(r"\d+[MG]", unit["MemoryMax"][0])


def configured(path: str) -> dict[str, list[str]]:
    """The settings of a unit."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(
        r"^(\w+)=(.*)$", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE
    ):
        found.setdefault(name, []).append(value)
    return found


def test_what_the_docs_say_about_hosting_is_there() -> None:
    hosting = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    for file in sorted((ROOT / "deploy").iterdir()):
        assert f"(../deploy/{file.name})" in hosting, file.name
    assert "\n## What can run code\n" in hosting


def test_the_list_of_what_can_run_code_is_whole() -> None:
    """Every bot that uses the computer, every setting from outside, and every kind of file that
    might name code.
    """
    listed = (
        (ROOT / "docs/hosting.md")
        .read_text(encoding="utf-8")
        .partition("\n## What can run code\n")[2]
        .partition("\n## ")[0]
    )
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py")]
    settings = {name for text in sources for name in re.findall(r"EMBERSTACKS_[A-Z_]+", text)}
    settings |= {variable(one.name) for one in fields(HostSettings)}
    bots = {str(kind) for kind in bot_kinds() if kind.reaches}
    files = {
        "--figures",
        "network.json",
        "run.json",
        "PYTHONPATH",
        "lessons and puzzles",
        "a position or the options",
    }
    assert len(settings) > 3
    assert [name for name in sorted(settings | bots | files) if name not in listed] == []


def test_the_container_is_built_by_the_steps_of_the_wheel_test() -> None:
    """The wheel comes from `make dist`, and is installed beside locked packages without any others,
    as in test_wheel.py.
    """
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    tried = (ROOT / "tests/project/test_wheel.py").read_text(encoding="utf-8")
    assert "ARG COMPILE=1\n" in text
    assert "make web docs && EMBERSTACKS_COMPILE=${COMPILE} make dist" in text
    for step in ("--require-hashes", "--no-deps"):
        assert f"/opt/emberstacks/bin/pip install --no-cache-dir {step}" in text
        assert f'"{step}"' in tried
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv*", ".fast"} <= set(ignored)
