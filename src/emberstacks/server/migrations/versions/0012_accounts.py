"""For accounts: keys and skeletons of names, when they were made, sessions in words, who left a
game, whose titles.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from emberstacks.server.names import account_key, skeleton

revision = "0012"
down_revision = "0011"

people = sa.table(
    "people",
    *[sa.column(name) for name in ("id", "name", "account", "created", "registered", "skeleton")],
)
tables = sa.table(
    "tables", *[sa.column(name) for name in ("id", "title", "host", "next", "titled")]
)
OTHERWISE = ", otherwise"  # how the title of a fork ends


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.alter_column("people", "account", type_=sa.Text)
    op.add_column("people", sa.Column("registered", sa.Float))
    op.add_column("people", sa.Column("skeleton", sa.Text))
    op.add_column("sessions", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.add_column(
        "sessions", sa.Column("browser", sa.String(40), nullable=False, server_default="")
    )
    op.add_column(
        "seats", sa.Column("stood_in", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("tables", sa.Column("titled", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("source", sa.String(32), nullable=False, server_default=""))
    op.execute("UPDATE sessions SET seen = created")
    op.execute("UPDATE people SET registered = created WHERE account IS NOT NULL")
    op.execute("UPDATE seats SET stood_in = stand_in")
    new_keys(op.get_bind())
    whose_titles(op.get_bind())
    op.create_index("people_by_skeleton", "people", ["skeleton"], unique=True)


def new_keys(db: sa.Connection) -> None:
    """Who has a key already keeps it; else the oldest account gets it, and a younger one keeps the
    key it had.
    """
    accounts = list(
        db.execute(
            sa.select(people)
            .where(people.c.account.is_not(None))
            .order_by(people.c.created, people.c.id)
        )
    )
    taken = {row.account for row in accounts}
    looks: set[str] = set()
    for row in accounts:
        key, look = account_key(row.account), skeleton(row.name)
        values: dict[str, Any] = {}
        if key and key not in taken:
            taken.add(key)
            values["account"] = key
        if look and look not in looks:
            looks.add(look)
            values["skeleton"] = look
        if values:
            db.execute(sa.update(people).where(people.c.id == row.id).values(**values))


def whose_titles(db: sa.Connection) -> None:
    """The titles that name their host, and what was copied from them for forks and rematches."""
    named = sa.select(tables, people.c.name).join(people, people.c.id == tables.c.host)
    rows = list(db.execute(named))
    owners = {row.title: row.host for row in rows if row.name in row.title}
    before = {row.next: row.title for row in rows if row.next}
    for row in rows:
        title = before.get(row.id, row.title)
        while title not in owners and title.endswith(OTHERWISE):
            title = title.removesuffix(OTHERWISE)
        owner = row.host if row.name in row.title else owners.get(title)
        if owner:
            db.execute(sa.update(tables).where(tables.c.id == row.id).values(titled=owner))


def downgrade() -> None:
    op.drop_index("people_by_skeleton", "people")
    for table, column in (
        ("tables", "source"),
        ("tables", "titled"),
        ("seats", "stood_in"),
        ("sessions", "browser"),
        ("sessions", "seen"),
        ("people", "skeleton"),
        ("people", "registered"),
    ):
        op.drop_column(table, column)
