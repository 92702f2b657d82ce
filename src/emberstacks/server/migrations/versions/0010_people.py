"""For people: where to tell them that it is their turn, vacations and pauses, ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("people", sa.Column("away", sa.Float, nullable=False, server_default="0"))
    op.add_column(
        "seats", sa.Column("wants_pause", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column(
        "tables", sa.Column("paused", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("tables", sa.Column("resumed", sa.Float, nullable=False, server_default="0"))
    op.add_column(
        "tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    )
    where = sa.text("status = 'over' AND NOT rated")
    op.create_index(
        "tables_to_rate", "tables", ["changed"], sqlite_where=where, postgresql_where=where
    )
    op.create_table(
        "addresses",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("addresses_by_person", "addresses", ["person"])
    op.create_index("addresses_to_confirm", "addresses", ["code"])
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(32), sa.ForeignKey("addresses.id"), nullable=False),
        sa.Column("table", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("outbox_by_due", "outbox", ["due"])
    op.create_index("outbox_by_address", "outbox", ["address"])
    op.create_table(
        "told",
        sa.Column("table", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_table(
        "own_keys",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("ratings_by_player", "ratings", ["player"])


def downgrade() -> None:
    for table in ("ratings", "own_keys", "told", "outbox", "addresses"):
        op.drop_table(table)
    op.drop_index("tables_to_rate", "tables")
    for table, column in (
        ("tables", "rated"),
        ("tables", "resumed"),
        ("tables", "paused"),
        ("seats", "wants_pause"),
        ("people", "away"),
    ):
        op.drop_column(table, column)
