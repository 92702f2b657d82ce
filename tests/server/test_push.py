"""Web Push as its standard shows it, and requests that only go where they may."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest

from emberstacks.server.notify import push
from emberstacks.server.notify.outside import Unreachable, post
from tests.server.sinks import PushBrowser, web_sink


def test_the_example_of_the_standard() -> None:
    """RFC 8291, section 5."""
    body = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        push.private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        push.unpacked("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert (
        push.packed(body)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_keys_of_a_browser_are_taken() -> None:
    keys = PushBrowser("https://push.example.org/x").subscription()
    assert push.check_keys(keys["p256dh"], keys["auth"])
    assert not push.check_keys(keys["p256dh"], keys["auth"] + "AA")
    for wrong in ("", "AAAA", "nonsense!", "é", keys["p256dh"][:-4], "B" * 87):
        assert not push.check_keys(wrong, keys["auth"])


def test_a_name_that_leads_inside_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One private address among public ones is enough to refuse: the next lookup may return that
    one.
    """

    async def found(_loop: Any, _host: str, port: int, **_more: Any) -> list[Any]:
        family, kind = socket.AF_INET, socket.SOCK_STREAM
        return [(family, kind, 6, "", (host, port)) for host in ("93.184.215.14", "127.0.0.1")]

    with web_sink() as sink:
        url = f"http://games.example.org:{sink.base.rpartition(':')[2]}/x"
        monkeypatch.setattr(asyncio.base_events.BaseEventLoop, "getaddrinfo", found)
        with pytest.raises(Unreachable, match="private"):
            asyncio.run(post(url, {}, b"secret"))
        monkeypatch.undo()
        with pytest.raises(Unreachable, match="private"):
            asyncio.run(post(f"{sink.base}/x", {}, b"secret"))
        assert asyncio.run(post(f"{sink.base}/x", {"X-One": "1"}, b"words", inside=True)) == 201
        assert [(got.path, got.headers["x-one"], got.body) for got in sink.got] == [
            ("/x", "1", b"words")
        ]


def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emberstacks.server.notify.outside.SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable):
        asyncio.run(post(f"http://127.0.0.1:{silent.getsockname()[1]}/x", {}, b"", inside=True))
