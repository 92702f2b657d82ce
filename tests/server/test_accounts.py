"""Accounts: one key for each name, names that cannot be taken for others, and locks that do not
shut out the owner.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from emberstacks.server.names import account_key, skeleton
from emberstacks.server.people.accounts import hasher
from emberstacks.server.store import Store
from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.migrate import upgrade
from emberstacks.server.store.schema import quotas
from tests.server import plain
from tests.server.conftest import Running, in_memory
from tests.server.memory import InMemory
from tests.server.people import Message, Player
from tests.server.test_migrations import at_version

RIGHT = "papyrus and ink"
CYRILLIC_ADA = "\u0410\u0501\u0430"  # looks like Ada, letter by letter


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InMemory]:
    """With a lock after three wrong passwords."""
    database = f"sqlite:///{tmp_path_factory.mktemp('accounts') / 'tables.db'}"
    running = in_memory(
        database, wrong_passwords=3, wrong_passwords_an_address=10_000, longest_lock=600
    )
    yield running
    running.stop()


def registered(server: Running, name: str) -> Player:
    player = Player(server.base, name)
    made = player.post("/api/session/account", {"password": RIGHT})
    assert made.status_code == 201, made.text
    return player


def login(
    server: Running, name: str, password: str = RIGHT, cookies: dict[str, str] | None = None
) -> Message:
    with plain.Client(base_url=server.base, cookies=cookies) as browser:
        return dict(
            browser.post("/api/session/login", json={"name": name, "password": password}).json()
        )


def counts(server: Running) -> set[str]:
    """What wrong passwords are counted under, apart from addresses."""
    with sqlite_engine(server.database).begin() as db:
        keys = db.scalars(select(quotas.c.key).where(quotas.c.key.startswith("password"))).all()
    return {key for key in keys if not key.startswith("password-address")}


def lock(server: Running, *keys: str) -> None:
    """As many more wrong tries would, without waiting for them."""
    with sqlite_engine(server.database).begin() as db:
        db.execute(
            update(quotas).where(quotas.c.key.in_(keys)).values(until=time.time() + 500, times=20)
        )


def test_blanks_case_and_forms_of_letters_count_as_one_name(guarded: Running) -> None:
    with registered(guarded, "Hypatia"):
        names = [
            "Hypatia",
            " hypatia",
            "HYPATIA ",
            "Hypatia\u200b",
            "\uff28ypatia",
            "\tHypatia",
            "hy\u00adpatia",
            "Hypatia \u3164",
        ]
        before = counts(guarded)
        codes = [login(guarded, name, "wrong")["code"] for name in names]
        assert set(codes) <= {"bad-login", "too-many"}
        (new,) = counts(guarded) - before
        lock(guarded, new)
        assert [login(guarded, name)["code"] for name in names] == ["too-many"] * len(names)


def test_an_account_is_found_however_its_name_is_written(server: Running) -> None:
    with registered(server, "Stra\u00dfe \u00c9mile") as owner:
        for name in ("STRASSE \u00c9MILE", " stra\u00dfe  e\u0301mile ", "Stra\u00dfe \u00c9mile"):
            assert login(server, name)["id"] == owner.person["id"]
        with Player(server.base, "Strasse E\u0301mile") as other:
            assert (
                other.post("/api/session/account", {"password": RIGHT}).json()["code"]
                == "name-taken"
            )


@pytest.mark.parametrize("name", [CYRILLIC_ADA, "lda", "Ada\u2800", "A\u115fda", "ADA"])
def test_no_account_looks_like_another(name: str, tmp_path: Path) -> None:
    owner = "Ida" if name == "lda" else "Ada"
    server = in_memory(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        with registered(server, owner), Player(server.base, name) as eve:
            assert (
                eve.post("/api/session/account", {"password": RIGHT}).json()["code"] == "name-taken"
            )
            with registered(server, "Eve") as account:
                renamed = account.http.patch("/api/session", json={"name": name})
                assert renamed.json()["code"] == "name-taken"
                assert account.get("/api/session").json()["name"] == "Eve"
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ada" + "\u0301" * 3, "A name has at most 2 accents on a letter."),
        ("\u0301Ada", "A name has at most 2 accents on a letter."),
        ("\u0410da", "A name is written in one alphabet."),
        ("Ad\u03b1", "A name is written in one alphabet."),
        ("Ada \u2713", "A name has no tick, because one stands beside the names of accounts."),
        ("\u2705Ada\ufe0f", "A name has no tick, because one stands beside the names of accounts."),
        ("\u3164", "A name has 1 to 24 letters."),
        ("\u2800\u200b\ufe0f", "A name has 1 to 24 letters."),
    ],
)
def test_names_that_nobody_can_read_are_refused(server: Running, name: str, sentence: str) -> None:
    refused = plain.post(f"{server.base}/api/session", json={"name": name})
    assert (refused.status_code, refused.json()["message"]) == (400, sentence)


@pytest.mark.parametrize(
    "name",
    [
        "Zo\u00eb",
        "\u0414\u0430\u0440\u044c\u044f",
        "Nguy\u1ec5n",
        "\u674eMing",
        "\u05e0\u05d5\u05e2\u05d4",
        "O'Brien 2",
    ],
)
def test_names_of_the_world_are_welcome(server: Running, name: str) -> None:
    with registered(server, name) as player:
        assert player.person["name"] == name
        assert login(server, name)["id"] == player.person["id"]


def test_what_nobody_can_see_is_left_out(server: Running) -> None:
    with Player(server.base, " A\u200bd\u2060a\ufe0f ") as ada:
        assert ada.person["name"] == "Ada"


@pytest.mark.parametrize("name", ["\u0130" * 24, "\ufdfa" * 24])
def test_a_name_that_grows_still_fits(postgres: str, name: str) -> None:
    assert len(account_key(name)) > 24
    server = in_memory(postgres)
    try:
        with registered(server, name) as player:
            assert login(server, name)["id"] == player.person["id"]
    finally:
        server.stop()


def test_an_account_is_logged_in_to_with_its_new_name(server: Running) -> None:
    with registered(server, "Before") as player:
        assert player.http.patch("/api/session", json={"name": "Afterwards"}).is_success
        assert login(server, "afterwards")["id"] == player.person["id"]
        assert login(server, "before")["code"] == "bad-login"
    with registered(server, "Before"):
        pass  # the name is free again


def test_a_table_tells_accounts_from_guests(server: Running) -> None:
    with (
        registered(server, "Theano") as theano,
        Player(server.base, "Theano") as guest,
        Player(server.base, "Cato") as cato,
    ):
        table = guest.open_table("me", "open", "open")
        assert theano.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
        seats = cato.post(f"/api/tables/{table}/sit", {"seat": 2}).json()["seats"]
        assert [(seat["name"], seat["account"]) for seat in seats] == [
            ("Theano", False),
            ("Theano 2", True),
            ("Cato", False),
        ]
        assert guest.http.patch("/api/session", json={"name": "Somebody else"}).is_success
        assert guest.post("/api/session/account", {"password": RIGHT}).is_success
        seats = cato.get(f"/api/tables/{table}").json()["seats"]
        assert not seats[0]["account"], "it is an account now, but not of the name on this chair"


def test_strangers_cannot_lock_the_owner_out(guarded: Running) -> None:
    with registered(guarded, "Eratosthenes") as owner:
        device = {
            name: value
            for name, value in owner.http.cookies.items()
            if name.startswith("emberstacks-device-")
        }
        assert len(device) == 1
        strangers = counts(guarded)
        login(guarded, "Eratosthenes", "wrong")
        lock(guarded, *(counts(guarded) - strangers))
        assert login(guarded, "Eratosthenes")["code"] == "too-many", "a new browser must wait"
        assert login(guarded, "Eratosthenes", cookies=device)["id"] == owner.person["id"]
        assert login(guarded, "Eratosthenes")["code"] == "too-many", (
            "and strangers still wait after the owner came in"
        )
        strangers = counts(guarded)
        assert login(guarded, "Eratosthenes", "wrong", device)["code"] == "bad-login"
        lock(guarded, *(counts(guarded) - strangers))
        assert login(guarded, "Eratosthenes", RIGHT, device)["code"] == "too-many", (
            "this browser has a count of its own"
        )


def test_a_device_cookie_is_for_one_account_and_cannot_be_made_up(guarded: Running) -> None:
    with registered(guarded, "Euclid") as euclid, registered(guarded, "Mallory") as mallory:
        mine = next(
            value
            for name, value in mallory.http.cookies.items()
            if name.startswith("emberstacks-device-")
        )
        name = f"emberstacks-device-{euclid.person['id']}"
        strangers = counts(guarded)
        login(guarded, "Euclid", "wrong")
        lock(guarded, *(counts(guarded) - strangers))
        for forged in (
            mine,
            "0011223344556677.",
            "0011223344556677." + "0" * 64,
            ".",
            "%C3%A9.%C3%A9",
        ):
            assert login(guarded, "Euclid", cookies={name: forged})["code"] == "too-many"
        header = euclid.post(
            "/api/session/login", {"name": "Euclid", "password": RIGHT}
        ).headers.get_list("set-cookie")
        device = next(line for line in header if line.startswith(name))
        assert "HttpOnly" in device
        assert "SameSite=lax" in device


def old_account(identity: str, name: str, created: float) -> str:
    hashed = hasher.hash(f"password of {identity}")
    return (
        "INSERT INTO people (id, name, account, password, created) "
        f"VALUES ('{identity}', '{name}', '{name.lower()}', '{hashed}', {created})"
    )


def test_accounts_from_before_still_log_in(database: str) -> None:
    """Also those of which two have the same key, or look the same, by now."""
    before = {
        "plain": "Ada",
        "folded": "Stra\u00dfe",
        "wide": "\uff24ora",
        "elder": "\ufb01n",  # the key of both is fin; the younger one has it already
        "younger": "Fin",
        "first": "\ufb02ora",  # the key of both is flora; nobody has it yet
        "second": "\uff26lora",
        "alike": CYRILLIC_ADA,
    }
    with sqlite_engine(database).begin() as db:
        at_version(db, "0011")
        for k, (identity, name) in enumerate(before.items()):
            db.execute(text(old_account(identity, name, float(k))))
        upgrade(db)

    async def check() -> None:
        store = Store(database)
        await store.open()
        try:
            for identity, name in before.items():
                row = await store.account(name)
                assert row is not None, name
                assert row.id == identity
                assert row.password is not None
                assert hasher.verify(row.password, f"password of {identity}")
            strasse = await store.account("STRASSE")
            assert strasse is not None
            assert strasse.id == "folded"
            assert strasse.registered == 1.0
            ada = await store.person("plain")
            assert ada is not None
            assert ada.skeleton == skeleton("Ada")
        finally:
            await store.close()

    asyncio.run(check())
