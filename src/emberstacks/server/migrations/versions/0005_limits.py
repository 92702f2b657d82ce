"""Limits are counted in the database, and what they ask for is found quickly."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_index("tables_by_host", "tables", ["host", "status"])
    op.create_index("sessions_by_person", "sessions", ["person"])
    op.create_table(
        "quotas",
        sa.Column("key", sa.String(120), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
    )
    op.create_index("quotas_by_time", "quotas", ["until"])
    op.create_table(
        "crowd",
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("address", sa.String(64), primary_key=True),
        sa.Column("sockets", sa.Integer, nullable=False),
        sa.Column("requests", sa.Integer, nullable=False),
        sa.Column("minute", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("crowd")
    op.drop_table("quotas")
    op.drop_index("sessions_by_person", "sessions")
    op.drop_index("tables_by_host", "tables")
