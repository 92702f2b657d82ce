"""Writes all waiting moves, of any tables, with a few statements, because a statement costs more
than its rows.

SQLite takes them from lists of rows, PostgreSQL in one statement from two JSON texts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, text

# what becomes of a table, and the rows of its log
Move = tuple[dict[str, Any], Sequence[dict[str, Any]]]

INSERT_EVENTS = (
    'INSERT INTO events ("table", version, kind, seat, code, at) VALUES (:table, :version, :kind,'
    " :seat, :code, :at)"
)
DELETE_SEALED = 'DELETE FROM sealed WHERE "table" = :table'
UPDATE_TABLES = (
    "UPDATE tables SET changed = :changed, result = :result, due = :due, "
    "status = CASE WHEN :ended THEN 'over' ELSE status END WHERE id = :table"
)

CHANNEL = "emberstacks"  # on which processes hear of each other's moves

# Every table is locked first, in the order of the ids, so that two servers never wait for each
# other in a circle. If a table is gone, its foreign key fails. The same transaction tells the other
# processes, in one message for all its tables.
ALL_IN_ONE = """
WITH heads AS (
    SELECT * FROM jsonb_to_recordset(CAST(CAST({heads} AS text) AS jsonb))
    AS h("table" text, changed float8, result text, ended boolean, due float8)
), held AS MATERIALIZED (
    SELECT id FROM tables WHERE id IN (SELECT "table" FROM heads) ORDER BY id FOR UPDATE
), written AS (
    INSERT INTO events ("table", version, kind, seat, code, at)
    SELECT r."table", r.version, r.kind, r.seat, r.code, r.at
    FROM jsonb_to_recordset(CAST(CAST({rows} AS text) AS jsonb))
    AS r("table" text, version int, kind text, seat int, code bigint, at float8)
    WHERE (SELECT count(*) FROM held) >= 0
), opened AS (
    DELETE FROM sealed WHERE "table" IN (SELECT id FROM held)
), changed AS (
    UPDATE tables SET changed = h.changed, result = h.result, due = h.due,
        status = CASE WHEN h.ended THEN 'over' ELSE status END
    FROM heads AS h JOIN held ON held.id = h."table" WHERE tables.id = h."table"
)
SELECT pg_notify('{channel}', CAST({me} AS text) || ' ' || string_agg(id, ' ')) FROM held
"""
# as its own driver wants it
POSTGRES = ALL_IN_ONE.format(heads="$1", rows="$2", me="$3", channel=CHANNEL)
POSTGRES_TEXT = text(ALL_IN_ONE.format(heads=":heads", rows=":rows", me=":me", channel=CHANNEL))

encoder = msgspec.json.Encoder()


def write_moves(db: Connection, moves: Sequence[Move], me: str) -> None:
    """Write moves of any number of tables, as part of a transaction; `me` tells other processes who
    wrote them.
    """
    heads = [head for head, _ in moves]
    if db.dialect.name == "sqlite":
        db.exec_driver_sql(INSERT_EVENTS, [row for _, rows in moves for row in rows])
        db.exec_driver_sql(DELETE_SEALED, heads)
        db.exec_driver_sql(UPDATE_TABLES, heads)
    else:
        heads_text, rows_text = as_json(moves)
        db.execute(POSTGRES_TEXT, {"heads": heads_text, "rows": rows_text, "me": me})


def as_json(moves: Sequence[Move]) -> tuple[str, str]:
    """Tables and rows of the log, as PostgreSQL takes them."""
    rows = [row for _, part in moves for row in part]
    return encoder.encode([head for head, _ in moves]).decode(), encoder.encode(rows).decode()
