"""Where the marker of each player lies."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("seats", sa.Column("marker", sa.String(32), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("seats", "marker")
