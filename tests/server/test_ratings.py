"""Ratings and results that mean something: who leaves is last, and what a bot played is nobody's
own.
"""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select

from emberstacks.kernel.game import Result
from emberstacks.server.people.leaving import leavers
from emberstacks.server.people.ratings import places, players_of
from emberstacks.server.people.tally import Tally
from emberstacks.server.services import Services
from emberstacks.server.store.engines import sqlite_engine
from emberstacks.server.store.log import ANSWER, STAND_IN
from emberstacks.server.store.profile import Given, Played
from emberstacks.server.store.results import kept
from emberstacks.server.store.schema import tables
from tests.server.conftest import Server
from tests.server.house import in_house
from tests.server.people import Message, Player
from tests.server.test_first_database import folder
from tests.server.test_own_games import two
from tests.server.test_profile import profile
from tests.waiting import until

__all__ = ["folder"]


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    return own_server  # what others have won against a bot changes what a game with it is worth


def rated(server: Server, table: str) -> None:
    """Wait until the ratings have looked at a table."""

    def done() -> bool:
        with sqlite_engine(server.database).begin() as db:
            return bool(db.scalar(select(tables.c.rated).where(tables.c.id == table)))

    until(done)


def rating(player: Player) -> int:
    """Of somebody who has played one game; 0 if it was not rated."""
    found = profile(player)["ratings"]
    return int(found[0]["rating"]) if found else 0


def started(player: Player, *seats: str) -> str:
    table = player.open_table(*seats)
    assert player.post(f"/api/tables/{table}/start").is_success
    return table


def one_answer(player: Player, table: str) -> Message:
    """Give one answer of one's own; the table as it is told next."""
    with player.connect(table):
        update = player.hear_turn()
        player.move(update, update["choices"][-1]["text"])
        return player.hear_version(update["version"] + 1)


def test_whoever_leaves_is_last_and_the_others_are_rated(
    ada: Player, ben: Player, server: Server
) -> None:
    table = two(ada, ben)
    assert ben.post(f"/api/tables/{table}/leave").json()["seats"][1]["stand_in"]
    with ada.connect(table):
        ada.play_on(ada.hear_turn())
    rated(server, table)
    assert rating(ada) > 1500 > rating(ben) > 0  # however the bot has done
    assert profile(ada)["games"][0]["played"] == 1
    assert profile(ben)["games"] == [], "a bot has played all of it"
    assert profile(ben)["latest"] == []


def test_coming_back_to_look_changes_nothing(ada: Player, ben: Player, server: Server) -> None:
    table = two(ada, ben)
    ben.post(f"/api/tables/{table}/leave")
    with ada.connect(table), ben.connect(table):  # who connects has come back, and leaves again
        ben.hear(lambda message: message["type"] == "table")
        ben.say(type="leave")
        ben.hear(
            lambda message: message["type"] == "table" and message["table"]["seats"][1]["stand_in"]
        )
        ada.play_on(ada.hear_turn())
        with ben.connect(table):
            rated(server, table)
    assert rating(ada) > 1500 > rating(ben) > 0


def test_ending_a_game_against_bots_is_leaving_it(ada: Player, ben: Player, server: Server) -> None:
    table = started(ada, "me", "random")
    one_answer(ada, table)
    assert ada.post(f"/api/tables/{table}/end").json()["status"] == "over"
    rated(server, table)
    assert 0 < rating(ada) < 1500
    assert [(game["played"], game["won"]) for game in profile(ada)["games"]] == [(1, 0)]
    other = started(ben, "me", "random")
    assert ben.post(f"/api/tables/{other}/end").json()["status"] == "over"
    rated(server, other)
    assert rating(ben) == 0, "nobody has really begun"
    assert profile(ben)["games"] == []


def test_taking_a_game_off_the_list_is_leaving_it(ada: Player, server: Server) -> None:
    table = started(ada, "me", "random")
    one_answer(ada, table)
    assert ada.http.delete(f"/api/mine/games/{table}").status_code == 204
    rated(server, table)
    assert 0 < rating(ada) < 1500


def test_people_who_agree_to_end_a_game_are_not_rated(
    ada: Player, ben: Player, server: Server
) -> None:
    table = two(ada, ben)
    for player in (ada, ben):
        assert player.post(f"/api/tables/{table}/end").is_success
    rated(server, table)
    assert rating(ada) == rating(ben) == 0
    assert profile(ada)["games"] == []


def chair(seat: int, kind: str = "person", agreed: bool = False) -> Any:
    who = {
        "person": f"p{seat}" if kind == "person" else "",
        "bot": "" if kind == "person" else "greedy",
    }
    return SimpleNamespace(seat=seat, kind=kind, name=f"P{seat}", wants_end=agreed, **who)


def game(result: str, chairs: list[Any], **given: tuple[int, int, bool]) -> Played:
    row: Any = SimpleNamespace(
        id="t",
        game="fire-prototype",
        result=result,
        position=None,
        players=len(chairs),
        changed=0.0,
    )
    return Played(
        row, chairs, {int(seat.removeprefix("s")): Given(*counts) for seat, counts in given.items()}
    )


RESULT = kept(Result([10, 30, 20], [1], ""))


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (game(RESULT, [chair(0), chair(1), chair(2)]), [2, 0, 1]),
        # left at the end
        (game(RESULT, [chair(0), chair(1), chair(2)], s1=(20, 5, True)), [2, 3, 1]),
        # came back and finished
        (game(RESULT, [chair(0), chair(1), chair(2)], s1=(20, 5, False)), [2, 0, 1]),
        # came back for the last answers
        (game(RESULT, [chair(0), chair(1), chair(2)], s1=(5, 20, False)), [2, 3, 1]),
        (
            game(RESULT, [chair(0), chair(1, "bot"), chair(2)], s0=(0, 9, True), s2=(1, 9, True)),
            [3, 0, 3],
        ),
        (
            game(
                RESULT,
                [chair(0), chair(1), chair(2)],
                s0=(0, 9, True),
                s1=(0, 9, True),
                s2=(0, 9, True),
            ),
            [],
        ),
        (
            game(
                "",
                [chair(0, agreed=True), chair(1, agreed=True), chair(2, "bot")],
                s0=(4, 0, False),
                s1=(4, 0, False),
            ),
            [],
        ),
        (game("", [chair(0, agreed=True), chair(1, "bot")], s0=(4, 0, False)), [2, 0]),
        (game("", [chair(0, agreed=True), chair(1, "bot")], s0=(0, 0, False)), []),
        (game("", [chair(0, agreed=True), chair(1, "bot")]), []),
        # the other had left
        (game("", [chair(0, agreed=True), chair(1)], s0=(4, 0, False), s1=(4, 3, True)), [0, 2]),
        (
            game(
                "",
                [chair(0, agreed=True), chair(1), chair(2, "bot")],
                s0=(4, 0, False),
                s1=(4, 3, True),
            ),
            [3, 3, 0],
        ),
    ],
)
def test_the_places_of_those_who_stay_and_leave(played: Played, expected: list[int]) -> None:
    assert places(played) == expected
    assert bool(players_of(played)) == bool(expected)


def test_what_counts_as_ones_own() -> None:
    chairs = [chair(0), chair(1), chair(2)]
    mine = game(RESULT, chairs, s1=(17, 5, True))
    others = game(RESULT, chairs, s1=(17, 61, True))
    whole = game(RESULT, chairs)
    assert leavers(mine) == leavers(others) == {1}
    tally = Tally("p1", [mine, others, whole])
    assert [(one.played, one.won) for one in tally.games.values()] == [(2, 1)], (
        "61 of 78 answers of a bot are not yours"
    )


@pytest.mark.parametrize("absent", [0, 1])
def test_the_log_remembers_what_a_bot_answered_in_secret(folder: Path, absent: int) -> None:
    """A question to several: the answers wait in the database, and one of them is a bot's."""

    async def check(house: Services) -> None:
        live = await house.hub.table("sealed")
        assert live is not None
        assert live.match is not None
        await house.store.stand_in(live.id, absent, None)
        await house.play.refresh(live)
        version = live.version
        for seat in list(live.match.waiting):
            assert await house.play.move(live, seat, version, str(live.match.default(seat))) is None
        rows = [row for row in await house.store.log("sealed", version) if row.seat in (0, 1)]
        assert {row.seat: row.kind for row in rows[:2]} == {absent: STAND_IN, 1 - absent: ANSWER}

    in_house(folder, check, asleep=True)
