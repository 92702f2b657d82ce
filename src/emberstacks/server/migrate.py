"""Migrations, run at every start under a lock, so that several servers may start at once."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

LOCK = 20_261_115  # any number that nobody else locks


def config() -> Config:
    """Alembic without an ini file."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return settings


def upgrade(connection: Connection) -> None:
    """Bring the database to the present form. SQLite's BEGIN IMMEDIATE is a lock by itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
