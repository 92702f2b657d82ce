"""For the host: games that are set aside by hand, and a row that shows whether anything can be
written.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013", "0012"


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("withheld", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "heartbeat",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("heartbeat")
    op.drop_column("tables", "withheld")
