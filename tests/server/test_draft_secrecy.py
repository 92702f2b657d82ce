"""A draft tells nobody anything: whether somebody has laid no card yet or tried out five, others
are sent the same bytes.

In one world a player drafts, takes steps back and thinks; in the other they only think. Time passes
alike. Everybody else does all that people do to learn more than they should, in both worlds.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.server import clock
from emberstacks.server.people.accounts import COOKIE
from emberstacks.server.services import Services
from emberstacks.server.tables.live import Connection
from tests.server.house import read, running_table
from tests.server.people import Message
from tests.server.test_two_hubs import with_two
from tests.server.test_wire_secrecy import Leak, World, difference, run, two_worlds

PLAYERS = 3
TURNS = 3
BEGAN = 1000.0
DRAFTING = [name for name, game in GAMES.items() if game.info.drafts]


@pytest.fixture(autouse=True)
def moments(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Time passes when a test says so."""
    at = [BEGAN]
    monkeypatch.setattr(clock, "now", lambda: at[0])
    return at


def turn_of_another(game: str, viewer: int | None, turns: int) -> es.Match:
    """A game after some turns, where somebody else is asked."""
    match = es.new(game, players=PLAYERS, seed=5)
    while turns > 0 or match.to_act == viewer:
        before = match.to_act
        match.push(match.legal()[-1])
        turns -= match.to_act != before
    return match


async def open_tables(world: World, start: es.Match, turns: int) -> None:
    """The table that is looked at, between an older and a newer one, all public."""
    for name in ("older", "looked-at", "newer"):
        await world.open(f"{name}-{turns}", start.game.info.id, dict(start.options), start._s)
        await world.house.store.change_table(world.live.id, public=True)
        if name == "looked-at":
            kept, connection = world.live, world.connection
    world.live, world.connection = kept, connection
    world.told()


async def drafted(world: World, rng: random.Random, steps: int) -> None:
    """Some steps of a draft, and some of them taken back."""
    for _ in range(steps):
        match = world.match
        owner = match.waiting[0]
        if match.can_undo == owner and rng.random() < 0.4:
            await world.says(owner, type="undo", version=world.live.version)
            continue
        for choice in rng.sample(match.legal(owner), len(match.legal(owner))):
            tried = match.copy()
            tried.push(choice, owner)
            if tried.drafted(None):
                await world.says(owner, type="move", version=world.live.version, choice=choice.text)
                break


async def pried(world: World, known: int, words: list[str], late: int = 0) -> list[str]:
    """Everything that somebody curious can ask, with what they are sent."""
    viewer = world.seat
    for choice in words:
        for version in (known, known + 1):
            await world.says(viewer, type="move", version=version, choice=choice)
        await world.says(viewer, type="why", choice=choice)
    await world.says(viewer, type="undo", version=known)
    await world.says(viewer, type="mark", piece="cell-3")
    await world.says(viewer, type="nonsense")
    await world.comes_back()
    pages = [await world.asks(path) for path in ("record", "frames/0", "frames/1", "chat")]
    headers = {"Cookie": f"{COOKIE}={world.person}"}
    table = f"/api/tables/{world.live.id}"
    for path in ("/api/tables", "/api/mine/games", table):
        pages.append((await world.client.get(path, headers=headers)).text)
    figures = (await world.client.get("/metrics")).text.splitlines()
    counts = [
        line
        for line in figures
        if line.startswith(("emberstacks_moves ", "emberstacks_move_seconds_count"))
    ]
    assert len(counts) == 2
    pages += counts
    answer = await world.client.post(f"{table}/absent", json={"seat": late}, headers=headers)
    return [*pages, answer.text, *world.told()]


def alike(one: list[str], two: list[str]) -> int:
    """How many messages were compared; Leak if the two worlds are not told the same."""
    for here, there in zip(one, two, strict=False):
        if here != there:
            raise Leak(difference(here, there))
    if len(one) != len(two):
        raise Leak("one world is told more")
    return len(one)


async def compare(
    folder: Path, game: str, viewer: int | None, moments: list[float], seed: int
) -> int:
    """The draft of some turns in one world, none in the other; returns how many messages were
    compared.
    """
    compared, rng = 0, random.Random(seed)
    async with two_worlds(folder, PLAYERS, viewer) as (drafting, idle):
        for turns in range(TURNS):
            start = turn_of_another(game, viewer, turns)
            for world in (drafting, idle):
                await open_tables(world, start, turns)
            known, words = idle.live.version, ["end", "1r1", idle.match.legal()[0].text]
            for steps in (1, 2, 4):
                # all together less than the minute after which the clocks of the tables decide
                moments[0] += 5.0
                await drafted(drafting, rng, steps)
                if drafting.told():
                    raise Leak("others are told that a draft goes on")
                found = [await pried(world, known, words) for world in (drafting, idle)]
                compared += alike(*found)
    return compared


def check_drafts(
    folder: Path, game: str, viewer: int | None, moments: list[float], seed: int = 1
) -> int:
    return run(compare(folder, game, viewer, moments, seed))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.parametrize("game", DRAFTING)
def test_a_draft_tells_nobody_anything(
    tmp_path: Path, moments: list[float], game: str, viewer: int | None
) -> None:
    assert check_drafts(tmp_path, game, viewer, moments) > 100


@pytest.mark.parametrize("game", DRAFTING)
def test_a_draft_tells_nobody_at_another_process_anything(tmp_path: Path, game: str) -> None:
    """Its owner is told there as well; others are not, not even that there is nothing new for them."""

    async def check(one: Services, two: Services) -> None:
        here = await running_table(one, 0, turn_of_another(game, None, 1), people=PLAYERS)
        there = await two.hub.table("t")
        assert there is not None
        assert here.match is not None
        owner = here.match.waiting[0]
        told: dict[int | None, list[Message]] = {seat: [] for seat in [*range(PLAYERS), None]}
        for seat, heard in told.items():
            connection = Connection(
                f"p{seat}",
                seat,
                lambda frame, heard=heard: heard.append(read(frame)),  # type: ignore[misc]
            )
            await two.hub.join(there, connection)
        for heard in told.values():
            heard.clear()
        for _ in range(3):
            for choice in here.match.legal(owner):
                tried = here.match.copy()
                tried.push(choice, owner)
                if tried.drafted(None):
                    assert await one.play.move(here, owner, here.version, choice.text) is None
                    await two.hub.look_again(there)
                    break
        assert await one.play.undo(here, owner, here.version) is None
        await two.hub.look_again(there)
        assert there.version == here.version > here.settled
        assert {seat: len(heard) for seat, heard in told.items() if heard} == {owner: 4}
        settled = here.settled
        while here.settled == settled:
            assert (
                await one.play.move(here, owner, here.version, here.match.legal(owner)[-1].text)
                is None
            )
            await two.hub.look_again(there)
        assert all(heard[-1]["version"] == here.version for heard in told.values())

    with_two(tmp_path, True, check)
