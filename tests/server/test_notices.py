"""Your turn, outside the page: once for each turn, only to people who are away, and nothing is lost
when a server dies.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from email.message import Message as Mail
from typing import Any, cast

import pytest
from sqlalchemy import func, select

from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.schema import addresses, outbox, own_keys
from tests.server import plain
from tests.server.conftest import Server, in_memory
from tests.server.memory import InMemory
from tests.server.people import Message, Player
from tests.server.sinks import MailSink, PushBrowser, WebSink, claims_of, mail_sink, web_sink
from tests.server.test_own_games import two
from tests.waiting import until

SOON = 0.5  # seconds after which the servers of these tests tell people


@pytest.fixture
def sink() -> Iterator[WebSink]:
    with web_sink() as running:
        yield running


@pytest.fixture
def mails() -> Iterator[MailSink]:
    with mail_sink() as running:
        yield running


@pytest.fixture
def server(database: str, mails: MailSink) -> Iterator[InMemory]:
    more: dict[str, Any] = {
        "notice": SOON,
        "private_addresses": True,
        "address": "https://games.example.org",
    }
    running = in_memory(database, smtp=mails.address, mail_from="games@example.org", **more)
    yield running
    running.stop()


def asked(host: Player, guest: Player, table: str) -> tuple[Player, Player]:
    """The player who is asked, and the other one."""
    (mine,) = [one for one in host.get("/api/mine/games").json() if one["table"]["id"] == table]
    return (host, guest) if mine["waiting"] == [0] else (guest, host)


def text_of(mail: Mail) -> str:
    return cast(bytes, mail.get_payload(decode=True)).decode()


def webhook(player: Player, sink: WebSink, path: str = "/hook", kind: str = "webhook") -> None:
    answer = player.post("/api/mine/addresses/web", {"kind": kind, "url": f"{sink.base}{path}"})
    assert answer.status_code == 204, answer.text


def known(player: Player) -> list[Message]:
    found: list[Message] = player.get("/api/mine/addresses").json()["addresses"]
    return found


def later(server: InMemory, seconds: float) -> None:
    """So much later, everybody who is due then has been told."""
    server.passes(seconds)
    notices = server.services.notices

    async def tell() -> None:
        for live in list(server.services.hub.tables.values()):
            await notices.look(live)
        await notices.send_due()
        await asyncio.gather(*notices.sending.values())

    server.do(tell())


def turn(player: Player, table: str) -> None:
    """Come to the table, answer until it is somebody else's turn, and leave again."""
    with player.connect(table):
        update = player.hear_turn()
        while update["choices"]:
            player.move(update, update["choices"][-1]["text"])
            update = player.hear_version(update["version"] + 1)
    player.sockets.pop()


def test_a_browser_is_told_once_for_a_turn(server: InMemory, sink: WebSink) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        here = PushBrowser(f"{sink.base}/push/ada")
        assert ada.post("/api/mine/addresses/push", here.subscription()).status_code == 204
        # the same browser again
        assert ada.post("/api/mine/addresses/push", here.subscription()).status_code == 204
        assert [one["kind"] for one in known(ada)] == ["push"]
        table = two(ada, ben)
        if asked(ada, ben, table)[0] is ben:
            turn(ben, table)
        until(lambda: sink.got)
        (got,) = sink.got
        assert (got.path, got.headers["content-encoding"], got.headers["ttl"]) == (
            "/push/ada",
            "aes128gcm",
            "86400",
        )
        assert table.encode() not in got.body
        assert table not in str(got.headers)  # the push service learns nothing, not even the topic
        key = ada.get("/api/mine/addresses").json()["push_key"]
        claims = claims_of(got.headers["authorization"], key)
        assert (claims["aud"], claims["sub"]) == (sink.base, "https://games.example.org")
        assert time.time() < claims["exp"] < time.time() + 86_400
        said = here.read(got.body)
        assert said == {
            "title": "Your turn: " + said["title"].removeprefix("Your turn: "),
            "text": said["text"],
            "path": said["path"],
        }
        assert (said["path"], said["text"]) == (f"/table/{table}", "Ada's table, with Ben.")
        # all her tables are looked at again
        ada.http.put("/api/mine/vacation", json={"until": 0.0})
        later(server, 6 * SOON)
        assert len(sink.got) == 1  # nobody is told twice
        turn(ada, table)
        turn(ben, table)
        until(lambda: len(sink.got) == 2)  # the next turn is another matter


def test_nobody_is_told_who_is_at_the_table(server: InMemory, sink: WebSink) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        webhook(ada, sink)
        webhook(ben, sink, "/ben")
        table = ada.open_table("me", "open")
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
        for player in (ada, ben):
            player.connect(table)  # before the game begins, however long that takes
        assert ada.post(f"/api/tables/{table}/start").is_success
        first, _ = asked(ada, ben, table)
        first.hear_turn()
        later(server, 5 * SOON)
        assert sink.got == []
        first.sockets.pop().close()
        until(lambda: sink.got)  # gone for a while without an answer
        assert [got.path for got in sink.got] == ["/hook" if first is ada else "/ben"]


def test_nobody_is_told_whose_turn_it_is_not_or_who_gave_no_address(
    server: InMemory, sink: WebSink
) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table = two(ada, ben)
        first, other = asked(ada, ben, table)
        webhook(other, sink)
        later(server, 5 * SOON)
        assert sink.got == []
        webhook(first, sink, "/late")  # who gives an address while others wait is told, too
        until(lambda: sink.got)
        assert [got.path for got in sink.got] == ["/late"]


def test_a_webhook_and_a_topic_of_ntfy(server: InMemory, sink: WebSink) -> None:
    with Player(server.base, "Ada") as ada:
        webhook(ada, sink, "/hook?key=7")
        webhook(ada, sink, "/ada-games", "ntfy")
        table = ada.open_table("me", "random")
        ada.post(f"/api/tables/{table}/start")
        until(lambda: len(sink.got) == 2)
        hook, ntfy = sorted(sink.got, key=lambda got: got.path, reverse=True)
        link = f"https://games.example.org/table/{table}"
        assert (hook.path, hook.json()["url"]) == ("/hook?key=7", link)
        assert set(hook.json()) == {"title", "text", "url"}
        assert ntfy.path == "/"
        assert (ntfy.json()["topic"], ntfy.json()["click"]) == ("ada-games", link)
        assert ntfy.json()["title"].startswith("Your turn: ")


def test_an_address_can_be_tried_out_and_removed(server: InMemory, sink: WebSink) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        webhook(ada, sink)
        (address,) = known(ada)
        assert ben.post(f"/api/mine/addresses/{address['id']}/test").status_code == 404
        assert ada.post(f"/api/mine/addresses/{address['id']}/test").status_code == 204
        until(lambda: sink.got)
        assert sink.got[0].json()["title"] == "A test from Emberstacks"
        assert ben.http.delete(f"/api/mine/addresses/{address['id']}").status_code == 404
        assert ada.http.delete(f"/api/mine/addresses/{address['id']}").status_code == 204
        assert known(ada) == []


def test_an_e_mail_address_is_confirmed_first_and_stopped_with_one_click(
    server: InMemory, mails: MailSink
) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        ada.post(f"/api/tables/{table}/start")
        assert ada.get("/api/mine/addresses").json()["mail"] is True
        assert (
            ada.post("/api/mine/addresses/email", {"address": "ada@example.org"}).status_code == 204
        )
        assert [one["confirmed"] for one in known(ada)] == [False]
        until(lambda: mails.got)
        later(server, 4 * SOON)
        (first,) = mails.got  # nothing else before it is confirmed
        assert (first["To"], first["From"]) == ("ada@example.org", "games@example.org")
        (code,) = re.findall(r"https://games\.example\.org/mail#confirm=([\w-]+)", text_of(first))
        # the mail may be read on another device
        with plain.Client(base_url=server.base) as stranger:
            assert (
                stranger.post("/api/addresses/confirm", json={"code": code + "x"}).status_code
                == 403
            )
            assert stranger.post("/api/addresses/confirm", json={"code": code}).status_code == 204
            assert stranger.post("/api/addresses/confirm", json={"code": code}).status_code == 403
            until(lambda: len(mails.got) == 2)
            notice = mails.got[1]
            assert notice["Subject"].startswith("Your turn: ")
            assert f"https://games.example.org/table/{table}" in text_of(notice)
            assert notice["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            stop = notice["List-Unsubscribe"].strip("<>").removeprefix("https://games.example.org")
            answer = stranger.post(
                stop,
                data={"List-Unsubscribe": "One-Click"},
                headers={"Sec-Fetch-Site": "cross-site"},
            )
            assert answer.status_code == 204
        assert known(ada) == []


def test_a_new_e_mail_address_replaces_the_old_one_only_when_it_is_confirmed(
    server: InMemory, mails: MailSink
) -> None:
    def add(player: Player, address: str) -> str:
        assert player.post("/api/mine/addresses/email", {"address": address}).status_code == 204
        (code,) = re.findall(r"mail#confirm=([\w-]+)", text_of(mails.got[-1]))
        return str(code)

    with Player(server.base, "Ada") as ada:
        ada.post("/api/addresses/confirm", {"code": add(ada, "old@example.org")})
        add(ada, "typo@example.org")
        code = add(ada, "new@example.org")
        assert [(one["target"], one["confirmed"]) for one in known(ada)] == [
            ("old@example.org", True),
            ("new@example.org", False),
        ]
        assert ada.post("/api/addresses/confirm", {"code": code}).status_code == 204
        assert [(one["target"], one["confirmed"]) for one in known(ada)] == [
            ("new@example.org", True)
        ]


def test_only_a_few_e_mails_are_sent_to_an_address_that_nobody_confirms(
    server: InMemory, mails: MailSink
) -> None:
    with Player(server.base, "Eve") as eve:
        answers = [
            eve.post("/api/mine/addresses/email", {"address": "ada@example.org"}).status_code
            for _ in range(4)
        ]
        assert answers == [204, 204, 429, 429]
        assert len(mails.got) == 2
        for wrong in (
            "ada",
            "ada@here",
            "ada@example.org\nBcc: ben@example.org",
            "a@b.c, d@e.f",
            "é@example.org",
        ):
            assert (
                eve.post("/api/mine/addresses/email", {"address": wrong}).json()["code"]
                == "bad-address"
            )


def test_a_browser_that_is_no_more_is_removed_and_others_are_tried_again(
    server: InMemory, sink: WebSink
) -> None:
    with Player(server.base, "Ada") as ada:
        gone = PushBrowser(f"{sink.base}/push/gone")
        assert ada.post("/api/mine/addresses/push", gone.subscription()).status_code == 204
        sink.status = 410
        assert ada.post(f"/api/mine/addresses/{known(ada)[0]['id']}/test").status_code == 204
        until(lambda: known(ada) == [])
        webhook(ada, sink, "/broken")
        sink.status = 302  # a redirect is not followed, and counts as a failure
        ada.post(f"/api/tables/{ada.open_table('me', 'random')}/start")
        until(lambda: len(sink.got) == 2)

        def waiting() -> list[int]:
            with sqlite_engine(server.database).begin() as db:
                return [
                    row.tries
                    for row in db.execute(select(outbox).where(outbox.c.due > time.time() + 30))
                ]

        until(lambda: waiting() == [1])
        assert [got.path for got in sink.got] == ["/push/gone", "/broken"]


@pytest.mark.process
def test_a_notice_survives_the_death_of_the_server(database: str, sink: WebSink) -> None:
    first = Server(database, notice=3.0, private_addresses=True).start()
    try:
        with Player(first.base, "Ada") as ada:
            webhook(ada, sink)
            key = ada.get("/api/mine/addresses").json()["push_key"]
            table = ada.open_table("me", "random")
            ada.post(f"/api/tables/{table}/start")
            cookie = ada.http.cookies["emberstacks"]
    finally:
        first.kill()
    assert sink.got == []
    second = Server(database, notice=3.0, private_addresses=True).start()
    try:
        until(lambda: sink.got)
        mine = plain.get(
            f"{second.base}/api/mine/addresses", headers={"Cookie": f"emberstacks={cookie}"}
        ).json()
        # a browser's subscription is for this key, so it never changes
        assert mine["push_key"] == key
    finally:
        second.stop()
    assert sink.got[0].json()["url"].endswith(f"/table/{table}")
    with sqlite_engine(database).begin() as db:
        assert db.scalar(select(func.count()).select_from(own_keys)) == 1
        assert db.scalar(select(func.count()).select_from(outbox)) == 0


@pytest.mark.process
def test_two_processes_tell_a_person_once(postgres: str, sink: WebSink) -> None:
    """The second server is in memory, so that it can be told to look at its tables and at the
    outbox when the first one has sent its notice.
    """
    settings: dict[str, Any] = {"notice": SOON, "private_addresses": True}
    first, second = Server(postgres, **settings).start(), in_memory(postgres, **settings)
    try:
        with Player(first.base, "Ada") as ada, Player(first.base, "Ben") as ben:
            webhook(ada, sink)
            webhook(ben, sink, "/ben")
            table = two(ada, ben)
            for _ in range(2):  # the other process is asked about the table as well
                assert plain.get(f"{second.base}/api/tables/{table}").status_code == 200
            until(lambda: sink.got)
            assert table in second.services.hub.tables
            later(second, 6 * SOON)
            assert len(sink.got) == 1
    finally:
        first.stop()
        second.stop()


def test_addresses_inside_a_network_are_refused_unless_the_host_allows_them(database: str) -> None:
    strict = in_memory(database, addresses_a_person=2)
    try:
        with Player(strict.base, "Eve") as eve:
            for url in (
                "http://127.0.0.1/x",
                "http://[::1]/x",
                "http://10.0.0.1/x",
                "http://169.254.169.254/latest",
                "http://localhost/x",
                "http://router/x",
                "http://printer.local/x",
                "https://ada:secret@example.org/x",
                "file:///etc/passwd",
                "gopher://example.org/",
                "https://example.org:99999/x",
                "https:///x",
                "https://exa mple.org/x",
                "nonsense",
            ):
                answer = eve.post("/api/mine/addresses/web", {"kind": "webhook", "url": url})
                assert (answer.status_code, answer.json()["code"]) == (400, "bad-address"), url
                push = {"endpoint": url, "p256dh": "AAAA", "auth": "AAAA"}
                assert eve.post("/api/mine/addresses/push", push).status_code == 400
            for number in range(3):
                answer = eve.post(
                    "/api/mine/addresses/web",
                    {"kind": "ntfy", "url": f"https://ntfy.example.org/{number}"},
                )
            assert answer.json()["code"] == "too-many-addresses"
            assert (
                eve.post("/api/mine/addresses/email", {"address": "eve@example.org"}).json()["code"]
                == "no-mail"
            )
    finally:
        strict.stop()
    with sqlite_engine(database).begin() as db:
        assert db.scalar(select(func.count()).select_from(addresses)) == 2
