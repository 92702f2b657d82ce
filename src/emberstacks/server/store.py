"""The database: the same SQL for SQLite and PostgreSQL. What it acknowledged is never lost, and nothing is written twice."""

from __future__ import annotations

from emberstacks.server.address_store import AddressStore
from emberstacks.server.log_store import LogStore
from emberstacks.server.people_store import PeopleStore
from emberstacks.server.profile_store import ProfileStore
from emberstacks.server.puzzle_store import PuzzleStore
from emberstacks.server.table_store import TableStore


class Store(PeopleStore, TableStore, LogStore, AddressStore, ProfileStore, PuzzleStore):
    """All reading and writing, by subject."""
