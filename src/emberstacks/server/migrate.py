"""Migrations, run at every start under a lock, so that several servers may start at once."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

LOCK = 20_261_115  # any number that nobody else locks


def config() -> Config:
    """Alembic without an ini file."""
    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return settings


def upgrade_with(connection: Connection) -> None:
    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the database to the present form. SQLite's BEGIN IMMEDIATE is a lock by itself."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        await connection.run_sync(upgrade_with)
