"""A sealed answer tells nobody anything, not even that it was given: others are sent the same bytes
with and without it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.server.tables.live import LiveTable
from tests.server.test_draft_secrecy import alike, moments, pried
from tests.server.test_two_hubs import asked_together
from tests.server.test_wire_secrecy import Leak, run, two_worlds

__all__ = ["moments"]

PLAYERS = 3
LATE = 200.0  # seconds: longer than anybody has to wait before others may ask for a bot


async def compare(folder: Path, start: es.Match, viewer: int | None, moments: list[float]) -> int:
    """In one world the second player has answered, in the other not yet; returns how many messages
    were compared.
    """
    async with two_worlds(folder, PLAYERS, viewer) as worlds:
        for world in worlds:
            await world.open("t", start.game.info.id, dict(start.options), start._s)
            # or the clock would decide for everybody
            await world.house.store.change_table(world.live.id, clock=0)
            await world.house.play.refresh(world.live)
            if viewer is not None:
                await world.answers(viewer, world.match.codes(viewer)[0])
            world.told()
        answered = worlds[0]
        await answered.answers(1, answered.match.codes(1)[-1])
        if answered.told():
            raise Leak("others are told that somebody has answered")
        compared, known = 0, worlds[1].live.version
        for wait in (7.0, LATE):
            moments[0] += wait
            words = [choice.text for choice in worlds[1].match.legal(1)][:2]
            found = [await pried(world, known, words, late=1) for world in worlds]
            compared += alike(*found)
        assert all(world.live.held[1] >= 0 for world in worlds), (
            "the clock's answer was given for who had not"
        )
    return compared


@pytest.fixture(params=["fire", "alexandria"])
def question(request: pytest.FixtureRequest) -> es.Match:
    """A question to all three, which is no window, because windows close by themselves."""
    found = asked_together(request.param, PLAYERS, 1)
    return next(match for match in found if len(match.waiting) == PLAYERS and not match.window)


@pytest.mark.parametrize("viewer", [0, 2])
def test_nobody_learns_that_somebody_has_answered(
    tmp_path: Path, moments: list[float], question: es.Match, viewer: int
) -> None:
    assert run(compare(tmp_path, question, viewer, moments)) > 20


def test_a_planted_leak_is_found(
    tmp_path: Path, moments: list[float], monkeypatch: pytest.MonkeyPatch, question: es.Match
) -> None:
    """As it was before: those who have answered are asked no more, and everybody who comes in sees
    it.
    """
    with_own = LiveTable.with_own
    monkeypatch.setattr(
        LiveTable, "with_own", lambda self, _seat: with_own(self, next(iter(self.held), None))
    )
    with pytest.raises(Leak):
        run(compare(tmp_path, question, 2, moments))
