"""The database: the same SQL for SQLite and PostgreSQL. What it acknowledged is never lost, and
nothing is written twice.
"""

from __future__ import annotations

from emberstacks.server.store.addresses import AddressStore
from emberstacks.server.store.host import HostStore
from emberstacks.server.store.log import LogStore
from emberstacks.server.store.people import PeopleStore
from emberstacks.server.store.profile import ProfileStore
from emberstacks.server.store.puzzles import PuzzleStore
from emberstacks.server.store.tables import TableStore


class Store(PeopleStore, TableStore, LogStore, AddressStore, ProfileStore, PuzzleStore, HostStore):
    """All reading and writing, by subject."""
