"""People have settings, take games off their list, and agree to end one."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sa.Column("settings", sa.Text, nullable=False, server_default="{}"))
    op.add_column(
        "seats", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column(
        "seats", sa.Column("wants_end", sa.Boolean, nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    op.drop_column("seats", "wants_end")
    op.drop_column("seats", "hidden")
    op.drop_column("people", "settings")
