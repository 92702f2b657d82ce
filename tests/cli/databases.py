"""Databases of a server, made and damaged without one."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from emberstacks.server.store import Store


def made(file: Path, *people: str, games: int = 0) -> Path:
    """A database with these people, and games of five entries each."""

    async def write() -> None:
        store = Store(f"sqlite:///{file}")
        await store.open()
        for name in people:
            await store.add_person(name.lower(), name, time.time())
        for number in range(games):
            await store.add_table(table_row(f"t{number}"), [chair(f"t{number}")])
            rows = [
                {"version": k, "kind": "answer", "seat": 0, "code": 0, "at": 0.0}
                for k in range(1, 6)
            ]
            head = {"table": f"t{number}", "changed": 0.0, "result": "", "ended": True, "due": None}
            await store.append((head, [{"table": f"t{number}", **row} for row in rows]))
        await store.close()

    asyncio.run(write())
    return file


def table_row(name: str, **more: Any) -> dict[str, Any]:
    facts = {
        "id": name,
        "game": "fire-prototype",
        "players": 2,
        "options": "{}",
        "title": name,
        "public": False,
        "clock": 0,
    }
    rest = {
        "silent": False,
        "help": True,
        "status": "over",
        "host": "ada",
        "secret": "00" * 32,
        "position": None,
    }
    return {**facts, **rest, "created": 0.0, "changed": 0.0, "result": "", "next": "", **more}


def chair(table: str, seat: int = 0, **more: Any) -> dict[str, Any]:
    facts = {
        "table": table,
        "seat": seat,
        "kind": "person",
        "person": "ada",
        "bot": "",
        "name": "Ada",
        "stand_in": False,
    }
    return {**facts, **more}


def change(file: Path, *statements: str) -> None:
    """As a newer program, or an accident, would."""
    with closing(sqlite3.connect(file)) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def spoil(file: Path) -> None:
    """A page in the middle of the file is lost, as a dying disk does it."""
    whole = bytearray(file.read_bytes())
    for start in range(4096, len(whole), 4096):
        if whole[start] == 13:  # a leaf of a table
            whole[start + 1 : start + 4096] = b"\xff" * 4095
    file.write_bytes(whole)


def names(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return sorted(name for (name,) in database.execute("SELECT name FROM people"))


def everything(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir()) if file.is_file()}
