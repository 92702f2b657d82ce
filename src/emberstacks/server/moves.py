"""How moves are written: many at once by three statements, from one JSON text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, TextClause, text


def write_moves(db: Connection, moves: list[tuple[dict[str, Any], Sequence[dict[str, Any]]]]) -> None:
    """Moves at any number of tables by three statements: each statement costs more than the rows that it writes.

    They come in the order of the tables, so that two servers that write at once never wait for each other in a circle.
    """
    moves = sorted(moves, key=lambda move: str(move[0]["table"]))
    heads = json.dumps([move for move, _ in moves])
    rows = json.dumps([row for _, part in moves for row in part])
    insert_events, delete_sealed, update_tables = MOVES[db.dialect.name]
    db.execute(insert_events, {"rows": rows})
    db.execute(delete_sealed, {"rows": heads})
    db.execute(update_tables, {"rows": heads})


def move_statements(events_in: str, heads_in: str) -> tuple[TextClause, TextClause, TextClause]:
    """What a move writes, from rows that come as one JSON text."""
    return (
        text(f'INSERT INTO events ("table", version, kind, seat, code, at) {events_in}'),
        text(f'DELETE FROM sealed WHERE "table" IN (SELECT m."table" FROM ({heads_in}) AS m)'),
        text(
            "UPDATE tables SET changed = m.changed, result = m.result, due = m.due, "
            "status = CASE WHEN m.ended THEN 'over' ELSE status END "
            f'FROM ({heads_in}) AS m WHERE tables.id = m."table"'
        ),
    )


def from_json(**columns: str) -> str:
    """SQLite: the objects of a JSON array as rows."""
    named = ", ".join(f"""json_extract(value, '$.{name}') AS "{name}" """ for name in columns)
    return f"SELECT {named} FROM json_each(:rows)"


def from_jsonb(**columns: str) -> str:
    """PostgreSQL: the same."""
    typed = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
    return f"SELECT * FROM jsonb_to_recordset(CAST(CAST(:rows AS text) AS jsonb)) AS r({typed})"


EVENT = {"table": "text", "version": "int", "kind": "text", "seat": "int", "code": "bigint", "at": "float8"}
HEAD = {"table": "text", "changed": "float8", "result": "text", "ended": "boolean", "due": "float8"}
MOVES = {
    "sqlite": move_statements(from_json(**EVENT), from_json(**HEAD)),
    "postgresql": move_statements(from_jsonb(**EVENT), from_jsonb(**HEAD)),
}
