"""Whole games of people at two processes that share PostgreSQL, without any fault: none is declared
broken.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from tests.server.conftest import Server
from tests.server.people import Message, Player

pytestmark = pytest.mark.process

ENOUGH = 300  # seconds; a game takes a few


@pytest.fixture(scope="module")
def processes(postgres: str) -> Iterator[tuple[Server, Server]]:
    """Two servers that share the tables, for people who answer much faster than people do."""
    one, two = (Server(postgres, messages=100_000, reaction=0.05).start() for _ in range(2))
    yield one, two
    one.stop()
    two.stop()


# with three players there is always one in these games; test_two_hubs.py comes to those of Horror
ASK_SEVERAL = ("fire", "alexandria")
OPTIONS = {"horror": {"expansion": True, "rounds": 12}}


def play(person: Player, seed: int, troubles: list[Message], together: list[Message]) -> None:
    """Answer everything at random until the game is over, and keep the questions to several seats;
    a question that is gone by then is no trouble.
    """
    rng = random.Random(seed)
    while True:
        message = person.hear(
            lambda m: (
                m["type"] in ("update", "refused")
                or bool(m["type"] == "table" and m["table"]["aside"])
            )
        )
        if message["type"] == "table" or (
            message["type"] == "refused" and message["code"] not in ("stale", "not-asked")
        ):
            troubles.append(message)
            return
        if message["type"] == "update" and message["view"]["over"]:
            return
        asked = message["type"] == "update" and person.person["seat"] in message["view"]["waiting"]
        if asked and message["choices"]:
            if len(message["view"]["waiting"]) > 1:
                together.append(message)
            person.say(
                type="move",
                version=message["version"],
                choice=rng.choice(message["choices"])["text"],
            )


@pytest.mark.parametrize("clock", [0, 86_400])
@pytest.mark.parametrize("game", list(GAMES))
def test_nobody_is_told_that_the_game_is_broken(
    processes: tuple[Server, Server], game: str, clock: int
) -> None:
    one, two = processes
    with (
        Player(one.base, "Ada") as ada,
        Player(two.base, "Ben") as ben,
        Player(two.base, "Cleo") as cleo,
    ):
        people = [ada, ben, cleo]
        chosen = OPTIONS.get(game, {})
        table = ada.open_table("me", "open", "open", game=game, clock=clock, options=chosen)
        for seat, person in enumerate(people):
            assert (
                person is ada or person.post(f"/api/tables/{table}/sit", {"seat": seat}).is_success
            )
            person.person["seat"] = seat
            person.connect(table)
        assert ada.post(f"/api/tables/{table}/start").is_success
        troubles: list[Message] = []
        together: list[Message] = []
        threads = [
            threading.Thread(target=play, args=(person, seat, troubles, together))
            for seat, person in enumerate(people)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(ENOUGH)
        assert not any(thread.is_alive() for thread in threads), [
            person.received[-1:] for person in people
        ]
        assert troubles == []
        assert together or game not in ASK_SEVERAL
        records = [person.get(f"/api/tables/{table}/record").text for person in people]
        assert records[0] == records[1]
        assert es.read_record(records[0]).verify() is None


def test_a_person_at_the_other_process_is_there(processes: tuple[Server, Server]) -> None:
    """And is gone a few seconds after leaving, without any word from that process."""
    one, two = processes
    with Player(one.base, "Ada") as ada, Player(two.base, "Ben") as ben:
        table = ada.open_table("me", "open")
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).is_success
        ada.connect(table)
        ben.connect(table)
        there = {True: 1, False: 0}
        ada.hear(lambda m: m["type"] == "table" and m["table"]["seats"][there[True]]["connected"])
        ben.hear(lambda m: m["type"] == "table" and m["table"]["seats"][there[False]]["connected"])
        two.kill()
        ada.hear(lambda m: m["type"] == "table" and not m["table"]["seats"][1]["connected"])
        two.start()
