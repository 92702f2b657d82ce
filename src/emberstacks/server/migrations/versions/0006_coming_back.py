"""For coming back: when a table must be looked at, its rules, why it was set aside, signs of life,
snapshots.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rules", sa.String(16), nullable=False, server_default="1.0"))
    op.add_column("tables", sa.Column("aside", sa.Text, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("due", sa.Float))
    # somebody looks at each of them once
    op.execute("UPDATE tables SET due = changed WHERE status = 'playing'")
    op.create_index("tables_by_due", "tables", ["due"])
    where = sa.text("aside <> ''")
    op.create_index(
        "tables_set_aside", "tables", ["id"], sqlite_where=where, postgresql_where=where
    )
    op.create_table(
        "presence",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("snapshots")
    op.drop_table("presence")
    op.drop_index("tables_set_aside", "tables")
    op.drop_index("tables_by_due", "tables")
    for name in ("due", "aside", "rules"):
        op.drop_column("tables", name)
