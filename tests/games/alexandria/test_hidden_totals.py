"""§1.12 With hidden totals the points of the others are in nothing that leaves the kernel before
the end.
"""

from __future__ import annotations

import json
import random

import pytest

import emberstacks as es
from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.game import Options, Value
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.secrecy import check_secrecy
from emberstacks.kernel.state import OVER
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.view import resample, view
from tests.games.alexandria.table import burning, do, points, position, told

HIDDEN: dict[str, Value] = {"heroes": "deal", "hidden_totals": True}


def shown(s: Alexandria, options: Options, seat: int | None) -> str:
    """Everything that a seat is shown of a position and of its choices."""
    step = s.step
    codes = legal(s, seat) if seat is not None and to_act(s) == seat else []
    words = [(step.text(s, code), step.label(s, code), step.pieces(s, code)) for code in codes]
    return json.dumps([view(GAME, options, s, seat), words])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_points_of_others_are_in_no_view(players: int) -> None:
    """Over random games: whatever the others have, everybody sees the same; only your own points
    are written anywhere.
    """
    options = GAME.full_options(players, HIDDEN)
    for seed in range(2):
        s = GAME.start(players, options).clone()
        assert isinstance(s, Alexandria)
        dealer = Dealer(seed)
        while s.step is not OVER:
            for seat in [*range(players), None]:
                seen = view(GAME, options, s, seat)
                assert seen["state"]["points"] == [
                    int(s.points[k]) if k == seat else None for k in range(players)
                ]
                assert seen["scores"] == seen["state"]["points"]
                if dealer.below(10) == 0:
                    twin = s.clone()
                    for other in range(players):
                        twin.points[other] += 0 if other == seat else 1 + dealer.below(9)
                    assert shown(twin, options, seat) == shown(s, options, seat)
            codes = legal(s, to_act(s)) if to_act(s) != CHANCE else []
            answer(s, dealer.deal(s) if to_act(s) == CHANCE else codes[dealer.below(len(codes))])
        assert view(GAME, options, s, None)["state"]["points"] == list(s.points)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_seat_can_tell_games_with_other_points_apart(players: int) -> None:
    """Not by any question, event or line of the record either (law 9), until the screens fall."""
    check_secrecy(GAME, players, HIDDEN, players)


def test_bots_imagine_totals_that_may_be() -> None:
    match = position(
        "octavia kallista lysandros", options={"hidden_totals": True}, points=[7, 30, 2]
    )
    worlds = [resample(GAME, match.view(0), Dealer(seed)) for seed in range(200)]
    totals = [GAME.scores(world) for world in worlds]
    assert {mine for mine, _, _ in totals} == {7}
    assert {theirs for _, theirs, _ in totals} == set(range(24))
    assert es.bot("greedy").choose(match.view(0), match.legal(), random.Random(1)) in match.legal()


def test_a_loss_is_announced_as_the_effect_says() -> None:
    """What was left when somebody had to lose more is nobody's business; with open points all see
    it.
    """
    for hidden, loss in ((True, 2), (False, 1)):
        match = position(
            hands={"A": "confiscate"},
            at={"A": "scriptorium", "B": "scriptorium"},
            points=[5, 1],
            options={"hidden_totals": hidden},
        )
        do(match, "A play confiscate")
        assert points(match) == [7, 0]
        assert f"B loses {loss} {'points' if loss > 1 else 'point'} because of Confiscate." in told(
            match
        )


def test_the_water_of_the_portent_tells_nothing_about_points() -> None:
    """§7.2: it goes by Rescue cards, which lie open."""
    standing = [0, 1, 1, 0, 8, 7, 0]
    for totals in ([10, 4], [4, 10]):
        match = burning(
            "hall of the muses", standing=standing, points=totals, rescued={"A": "euclid"}
        )
        assert "B, where do you place the Water token?" in match.question


def test_a_position_says_what_everybody_has() -> None:
    data = position(options={"hidden_totals": True}).to_json()
    assert data["state"]["points"] == [10, 10]
    data["state"]["points"][1] = None
    with pytest.raises(es.BadPosition, match="cannot be -1: it is 0 or more"):
        es.from_json(data)
