"""The Lone Librarian's turn: right by enumeration with the rules themselves, and what was learned
is read as it was written.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import emberstacks as es
from emberstacks.bots.minds.fire import alone
from emberstacks.bots.minds.fire.lone import HAND, TOOLS, WIDTH, Future, row, seen
from emberstacks.games.fire import GAME
from emberstacks.games.fire.components import BUCKET, GLOVES, MAP
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.ints import Floats, Ints
from emberstacks.kernel.loop import answer, give, legal, to_act
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.view import resample
from tests.games.fire.table import go, turn

pytestmark = pytest.mark.both_builds

LONE = {"solo": "lone-librarian"}
LATE = "white white yellow white yellow black"


def last_turn(
    script: str = "", on: str = "", hand: str = "", card: str = "3rd", more: bool = False
) -> es.Match:
    """The twelfth turn; `more`: with tools to take."""
    cards = ["x"] * 6
    cards[int(card[0]) - 1] = "A"
    return turn(
        script,
        players=1,
        options=LONE,
        cards=" ".join(cards),
        card=card,
        on={card: on} if on else {},
        known={"A": hand} if hand else {},
        burned=LATE,
        round=12,
        draws=1 if on else 0,
        score=[100],
        market="map, map, torch" if more else "",
        rest_in="deck" if more else "game_tools",
    )


def enumerated(s: State, known: dict[tuple[object, ...], float]) -> float:
    """The best average of the final score, by the rules alone: every answer and every draw to the
    end of the game.
    """
    if s.step is OVER:
        return float(s.score[0])  # type: ignore[attr-defined]
    table: Any = s
    key = (
        type(s.step).__name__,
        *map(str, (table.bag, table.spaces, table.score, table.burned, table.spread, table.gloves)),
        *map(str, (table.digs, table.looked, table.hands[0].face, s.step.args())),
    )
    if key not in known:
        if s.step.seat == CHANCE:
            weights = list(s.step.weights(s))
            parts = [
                weight * enumerated(after(s, CHANCE, code), known)
                for code, weight in enumerate(weights)
                if weight
            ]
            known[key] = sum(parts) / sum(weights)
        else:
            seat = int(to_act(s))
            known[key] = max(
                enumerated(after(s, seat, int(code)), known) for code in legal(s, seat)
            )
    return known[key]


def after(s: State, seat: int, code: int) -> State:
    twin = s.clone()
    if seat == CHANCE:
        answer(twin, code)
    else:
        give(twin, seat, code)
    return twin


def both(match: es.Match) -> dict[str, tuple[float, float]]:
    """What each choice brings beyond the score, as the bot says and by enumeration."""
    said = alone.worths(match.view(0), match.legal(0))
    assert said is not None
    s = resample(GAME, match.view(0), Dealer(1))
    score = truth_of(match)
    found = [enumerated(after(s, 0, choice.code), {}) - score for choice in match.legal(0)]
    return {
        choice.text: pair
        for choice, pair in zip(match.legal(0), zip(said, found, strict=True), strict=True)
    }


def truth_of(match: es.Match) -> int:
    return int(match.to_json()["state"]["score"][0])


@pytest.mark.parametrize(
    ("on", "hand", "card"),
    [
        ("white purple", "", "3rd"),
        ("black yellow", "bucket", "2nd"),
        ("fire purple", "bucket", "4th"),
        ("purple", "", "1st"),
    ],
)
def test_a_last_turn_is_worth_what_the_rules_say(on: str, hand: str, card: str) -> None:
    for said, found in both(last_turn(on=on, hand=hand, card=card)).values():
        assert said == pytest.approx(found, abs=1e-6)


@pytest.mark.parametrize("hand", ["gloves", "shovel", "torch", "cloak", "slingshot"])
def test_tools_are_worth_about_what_the_rules_say(hand: str) -> None:
    """What it simplifies costs at most a point, and the best choice is the best."""
    pairs = both(last_turn(on="white purple", hand=hand, card="2nd"))
    best = max(pairs, key=lambda text: pairs[text][0])
    for said, found in pairs.values():
        assert said == pytest.approx(found, abs=1.0)
    assert pairs[best][1] == pytest.approx(max(found for _, found in pairs.values()), abs=0.01)


@pytest.mark.parametrize("hand", ["bucket", "cloak", "slingshot", "bucket, cloak"])
def test_tools_against_a_fire(hand: str) -> None:
    pairs = both(go(last_turn("fire", on="white purple", hand=hand, card="2nd"), "A draw"))
    for said, found in pairs.values():
        assert said == pytest.approx(found, abs=1.0)


def test_a_tool_for_leaving_early_may_bring_something_at_once() -> None:
    for said, found in both(last_turn(on="white purple", more=True)).values():
        assert said == pytest.approx(found, abs=0.2)


def test_tools_after_scoring() -> None:
    match = go(
        last_turn(on="white white purple", hand="collector's edition, lockbox", card="3rd"),
        "A stop",
    )
    for said, found in both(match).values():
        # it does not see that a boxed book still counts for the collector
        assert said == pytest.approx(found, abs=2.0)


def test_what_was_learned_is_a_sum_with_a_weight_each() -> None:
    luck = random.Random(3)
    weights = Floats([luck.uniform(-1.0, 1.0) for _ in range(WIDTH)])
    hand = (2 << HAND * BUCKET) + (1 << HAND * GLOVES) + (1 << HAND * MAP)
    future = Future(GAME.box, 5, 0b110101, weights, Ints([1] * TOOLS))
    at = 0b001_010_011_010
    terms = row(seen(GAME.box, at, 0b110101), hand, 0)
    assert future.plain(at, hand) == pytest.approx(
        sum(w * x for w, x in zip(weights, terms, strict=True))
    )
    drawn = [
        future.plain(at, hand + (1 << HAND * kind)) - future.plain(at, hand)
        for kind in range(TOOLS)
    ]
    assert future.unseen(at, hand) == pytest.approx(sum(drawn) / TOOLS)


def test_it_collects_tools_early_and_points_late() -> None:
    """With 11 points on the 3rd card, the librarian of the second turn leaves for a tool that will
    be worth more later.
    """
    position = turn(
        players=1,
        options=LONE,
        cards="- - A - - -",
        card="3rd",
        on={"3rd": "purple"},
        market="gloves, map, torch",
        draws=1,
    )
    tool = go(position, "A stop")
    worths = alone.worths(tool.view(0), tool.legal(0))
    assert worths is not None
    said = dict(zip([choice.text for choice in tool.legal(0)], worths, strict=True))
    assert said["gloves"] > said["no tool"] + 2
    assert str(es.bot("expert").choose(tool.view(0), tool.legal(0), random.Random(1))) != "no tool"


@pytest.mark.parametrize(
    "options", [{"solo": "robot"}, {**LONE, "tools": False}, {**LONE, "technology": True}]
)
def test_other_ways_to_play_alone_are_left_to_others(options: dict[str, str | bool]) -> None:
    match = es.new("fire", players=1, seed=1, **options)
    assert alone.worths(match.view(0), match.legal(0)) is None


@pytest.mark.parametrize(
    "text", ["", "{}", '{"weights": "????"}', '{"weights": "AAAA"}', '{"weights": ""}']
)
def test_a_damaged_file_is_one_sentence(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "lone.json"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(alone, "FILE", file)
    alone.weights.cache_clear()
    with pytest.raises(BadBot, match=r"lone\.json"):
        alone.weights()
    alone.weights.cache_clear()
