"""Databases of earlier versions are brought to the present form, with all that is in them."""

from __future__ import annotations

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select, text

from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.migrate import config, upgrade
from emberstacks.server.store.schema import metadata, tables

FIRST_TABLE = """
INSERT INTO tables
    (id, game, players, options, title, public, clock, silent, status, host, secret, created, changed, result, next)
VALUES ('old', 'fire-prototype', 2, '{}', 'Old', 0, 0, 0, 'open', 'ada', '00', 1.0, 1.0, '', '')
"""


def at_version(connection: Connection, version: str) -> None:
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, version)


def test_a_table_of_the_first_version_gives_hints(database: str) -> None:
    with sqlite_engine(database).begin() as connection:
        at_version(connection, "0001")
        connection.execute(text(FIRST_TABLE))
        upgrade(connection)
        row = connection.execute(select(tables)).one()
        assert (row.id, row.help) == ("old", True)


def test_the_migrations_end_at_the_schema(database: str) -> None:
    with sqlite_engine(database).begin() as connection:
        upgrade(connection)
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
