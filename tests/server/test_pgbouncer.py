"""PgBouncer between the servers and PostgreSQL, pooling transactions: every transaction may meet
another connection.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.server.conftest import Server, free_port
from tests.server.test_postgres import (
    test_answers_to_a_question_put_to_several_are_kept_and_opened_by_any_process as sealed_answers,
)
from tests.server.test_postgres import test_two_processes_share_a_table_and_one_dies as shared_table
from tests.waiting import until

pytestmark = pytest.mark.process

CONFIG = """
[databases]
{name} = host={host} port={port} dbname={name} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {door}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
"""


@pytest.fixture(scope="module")
def bouncer(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PgBouncer before the PostgreSQL of the tests."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    parts = urlsplit(postgres)
    host = parse_qs(parts.query).get("host", [parts.hostname or ""])[0]
    if program is None or not host.startswith("/"):
        pytest.skip("PgBouncer is not installed, or PostgreSQL is not ours")
    door, name, user = free_port(), parts.path.strip("/"), parts.username
    file = tmp_path_factory.mktemp("bouncer") / "pgbouncer.ini"
    file.write_text(
        CONFIG.format(name=name, host=host, port=parts.port or 5432, user=user, door=door)
    )
    owner = pwd.getpwuid(Path(host).stat().st_uid).pw_name
    for folder in (file, *file.parents[:4]):
        if folder.stat().st_uid == os.getuid() and "pytest" in str(folder):
            folder.chmod(0o755)
    running = subprocess.Popen([program, *(["-u", owner] if os.getuid() == 0 else []), str(file)])
    try:

        def is_open() -> bool:
            with suppress(OSError):
                socket.create_connection(("127.0.0.1", door), timeout=1).close()
                return True
            return False

        until(is_open)
        yield f"postgresql://{user}@127.0.0.1:{door}/{name}"
    finally:
        running.terminate()
        running.wait(20)


@pytest.fixture(scope="module")
def processes(bouncer: str, postgres: str) -> Iterator[tuple[Server, Server]]:
    one, two = Server(bouncer, direct=postgres).start(), Server(bouncer, direct=postgres).start()
    yield one, two
    one.stop()
    two.stop()


def test_two_processes_play_through_it(processes: tuple[Server, Server]) -> None:
    shared_table(processes)
    sealed_answers(processes)
