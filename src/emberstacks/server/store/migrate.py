"""Migrations. They run at every start, under a lock, so that several servers can start at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

if TYPE_CHECKING:
    from alembic.config import Config

LOCK = 20_261_115  # any number that nobody else uses for a lock


MIGRATIONS = Path(__file__).parent.parent / "migrations"


def config() -> Config:
    """Alembic without an ini file."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    return settings


def upgrade(connection: Connection) -> None:
    """Bring the database up to date. SQLite's BEGIN IMMEDIATE is a lock by itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    if present(connection):
        return
    from alembic import command  # takes a fifth of the start, and is rarely needed

    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


def present(connection: Connection) -> bool:
    """Is the database up to date?"""
    newest = max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [newest]
