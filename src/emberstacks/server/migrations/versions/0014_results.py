"""Results as numbers; until now they were kept in the form of a record, such as "A 30, B 104; won
by B".
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from emberstacks.kernel.match import result_from, result_header
from emberstacks.server.store.results import kept, outcome_of

revision, down_revision = "0014", "0013"

TABLES = sa.table("tables", sa.column("id", sa.String), sa.column("result", sa.Text))


def upgrade() -> None:
    for row in finished():
        write(row.id, kept(result_from(row.result)))


def downgrade() -> None:
    for row in finished():
        outcome = outcome_of(row.result)
        assert outcome is not None
        write(row.id, result_header(outcome.scores, outcome.winners))


def finished() -> list[sa.Row[tuple[str, str]]]:
    return list(
        op.get_bind().execute(sa.select(TABLES.c.id, TABLES.c.result).where(TABLES.c.result != ""))
    )


def write(table: str, result: str) -> None:
    op.execute(TABLES.update().where(TABLES.c.id == table).values(result=result))
