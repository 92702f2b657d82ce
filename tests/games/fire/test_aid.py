"""The player aid explains the game that is played: its tools, and nothing that stays in the box."""

from __future__ import annotations

from itertools import product

import pytest

import emberstacks as es
from emberstacks.games.fire import GAME
from tests.games.fire.table import BOX, truth, turn

KINDS = len(BOX.tools)


def aid(players: int, **options: str | bool) -> str:
    parts = GAME.aid(players, GAME.full_options(players, options))
    return "\n".join(
        line
        for part in parts
        for line in [part.title, *part.lines, *(words for _, words in part.signs)]
    )


@pytest.mark.parametrize("players", range(1, 7))
def test_the_aid_names_the_tools_that_are_in_the_game(players: int) -> None:
    """§1.5 §14.1 The Axe and the Library Cart stay in the box with few people, and all do without
    tools.
    """
    for tools, variant in product((True, False), ("standard", "wild-fire", "inferno")):
        state = truth(
            es.new(
                "fire",
                players=players,
                seed=1,
                solo="lone-librarian" if players == 1 else "robot",
                tools=tools,
            )
        )
        in_play = [
            state["deck"]["rest"][kind] + state["market"].count(kind) for kind in range(KINDS)
        ]
        for hand in state["hands"]:
            for piece, *_ in hand:
                in_play[piece] += 1
        text = aid(
            players,
            tools=tools,
            variant=variant,
            solo="lone-librarian" if players == 1 else "robot",
        )
        assert [title for title in BOX.titles if f"{title}: " in text] == [
            title for kind, title in enumerate(BOX.titles) if in_play[kind]
        ]


def test_the_aid_says_what_burns_with_a_robot() -> None:
    """§14.6 §16.1 §18.4"""
    assert "Nothing burns at the end of a round" in aid(3, robot=True)
    assert "At the end of a round the card with the lowest burn index burns." in aid(
        3, robot=True, variant="wild-fire"
    )
    assert "At the end of a round the card with the lowest burn index burns." in aid(
        1, variant="wild-fire"
    )
    assert "You are dealt a turn order card" in aid(1, variant="inferno")
    assert "the two sections with the lowest burn index burn" in aid(
        1, variant="inferno", solo="lone-librarian"
    )


def test_the_gallery_counts_what_is_in_the_box() -> None:
    """The destroyed cards and the tokens of the Technology Books too."""
    counts: dict[str, list[int]] = {}
    for piece in GAME.pieces():
        counts.setdefault(piece.group, []).append(piece.count)
    assert counts == {
        "Sections of the library": [8, 7, 6, 5],
        "Turn order cards": [1] * 6,
        "Tools": [3] * 13,
        "Tokens": [7, 6, 5, 4, 3, 18],
    }


def test_gloves_say_their_price() -> None:
    """Where they are chosen, on the card and in the aid."""
    assert "no tool for leaving early" in BOX.texts[BOX.tools.index("gloves")]
    match = turn(hands={"A": "gloves"})
    gloves = next(choice for choice in match.legal() if str(choice) == "gloves")
    assert "no tool for leaving early" in gloves.label
    assert (
        match._s.step.brings(match._s, gloves.code)
        == "You take no tool for leaving early this turn."
    )
