"""What the program reads from the database has the names and the kinds of the columns."""

from __future__ import annotations

from typing import get_type_hints

import msgspec
import pytest
from sqlalchemy import Table, create_engine, insert

from emberstacks.server.store import rows, schema
from emberstacks.server.store.chairs import CHAIRS, chairs_of

PLAIN = [
    (rows.TableRow, schema.tables),
    (rows.LogRow, schema.events),
    (rows.ChatRow, schema.chat),
    (rows.PersonRow, schema.people),
    (rows.SessionRow, schema.sessions),
    (rows.AddressRow, schema.addresses),
    (rows.RatingRow, schema.ratings),
]


@pytest.mark.parametrize(("kind", "table"), PLAIN, ids=lambda one: getattr(one, "__name__", ""))
def test_a_row_has_the_columns_of_its_table(kind: type[msgspec.Struct], table: Table) -> None:
    assert kind.__struct_fields__ == tuple(column.name for column in table.columns)
    hints = get_type_hints(kind)
    for column in table.columns:
        hint = hints[column.name]
        assert (type(None) in getattr(hint, "__args__", ())) == column.nullable, column.name
        if hint in (int, float, bool, str):
            assert column.type.python_type is hint, column.name


def test_a_chair_is_read_with_who_sits_there() -> None:
    assert rows.ChairRow.__struct_fields__ == tuple(
        column.name for column in CHAIRS.selected_columns
    )
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    who = {"table": "t", "bot": "", "stand_in": False}
    with engine.begin() as db:
        db.execute(
            insert(schema.people).values(id="p", name="Ada", account="ada", created=0.0, away=5.0)
        )
        db.execute(
            insert(schema.seats).values(**who, seat=0, kind="person", person="p", name="Ada")
        )
        db.execute(insert(schema.seats).values(**who, seat=1, kind="open", person="", name=""))
        ada, nobody = chairs_of(db, "t")
    assert (ada.away, ada.account, ada.called, ada.reachable) == (5.0, True, "Ada", False)
    assert (nobody.away, nobody.account, nobody.called, nobody.reachable) == (
        0.0,
        False,
        None,
        False,
    )
    assert type(ada.account) is bool
    assert type(nobody.account) is bool
