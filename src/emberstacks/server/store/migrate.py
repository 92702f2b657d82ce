"""Migrations. They run at every start, under a lock, so that several servers can start at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from emberstacks.server.store.outcomes import CannotOpen

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
    if version_of(connection) == newest():
        return
    from alembic import command  # takes a fifth of the start, and is rarely needed

    settings = config()
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


def version_of(connection: Connection) -> str:
    """The version of a database, "" for an empty one; CannotOpen if a newer program wrote it."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    version = str(connection.scalar(text("SELECT version_num FROM alembic_version")) or "")
    check_known(version)
    return version


def check_known(version: str) -> None:
    """CannotOpen if a newer program wrote the database."""
    if version and version not in versions():
        raise CannotOpen(
            f"The database was written by a newer version of Emberstacks (it has version {version},"
            f" and this program knows versions up to {newest()}). Use the newer program, or bring"
            " back a backup from before its upgrade."
        )


def versions() -> list[str]:
    """All versions that this program knows, oldest first."""
    return sorted(
        path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("[0-9]*.py")
    )


def newest() -> str:
    return versions()[-1]
