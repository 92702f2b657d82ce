"""What rules 1.2 settle, each with how it was until 1.1: a game of that version goes on by it."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.state import ANY_ORDER, HIDDEN, ONE_WRONG, WIDTH
from emberstacks.kernel.game import Value
from emberstacks.kernel.versions import V1_1
from tests.games.librarians.table import (
    BOX,
    CHOSEN,
    known_hand,
    play,
    position,
    powers,
    push,
    refused,
    rows,
    table,
    texts,
    told,
    where,
)

POWERS: dict[str, Value] = {"curse": "powers"}


def under_1_1(match: es.Match) -> es.Match:
    """The same position, played by the rules 1.1."""
    said = match.to_json()
    said["rules"] = "1.1"
    options = {name: value for name, value in said["options"].items() if name not in CHOSEN}
    said["options"] = GAME.full_options(said["players"], options, V1_1)
    return es.from_json(said, seed=1)


# 3.3 What changes nothing is not offered


IDLE: list[tuple[str, str, dict[str, Any]]] = [
    ("poetry", "", {"plays": 2, "owed": 2}),
    ("scifi", "", {"plays": 2, "owed": 2}),
    ("self-help", "", {"plays": 2, "owed": 2}),
    ("graphic-novel", "", {"plays": 2, "owed": 2}),
    ("fantasy", "MG UR", {"plays": 2, "owed": 2}),
    ("adventure", "MG UR", {"deck": ""}),
    ("cooking", "MG UR", {"deck": "QR"}),
    ("business", "", {"others": ("",), "plays": 2, "owed": 2}),
]


@pytest.mark.parametrize(("genre", "hand", "fields"), IDLE)
def test_a_power_that_can_change_nothing_is_not_offered(
    genre: str, hand: str, fields: dict[str, Any]
) -> None:
    """§3.3: nor does it give a turn to a player without books (§3.6)."""
    preset = BOX.presets[BOX.genres.index(genre) % 4]
    more = {"others": ("AR",), "options": {"preset": preset}, **fields}
    match = position(["> LR", ">"], hand=hand, powers=[genre], **more)
    assert f"use {genre}" not in texts(match)
    with pytest.raises(es.IllegalChoice, match="that would change nothing"):
        match.push(f"use {genre}")
    assert f"use {genre}" in texts(under_1_1(match))


def test_a_hand_that_everybody_knows_is_not_shown_again() -> None:
    """§3.3 §6.17"""
    match = position(["> LR", ">"], hand="MG UR", others=["QR"], powers=["biography"])
    said = match.to_json()
    for slot in said["state"]["hands"][0]:
        slot[1] = 511
    known = es.from_json(said, seed=1)
    assert "use biography" in texts(match)
    assert "use biography" not in texts(known)
    assert "use biography" in texts(under_1_1(known))


def test_biography_shows_the_hand_at_once() -> None:
    """§6.17 §3.7: it ends the draft, so that others see it while the turn goes on; until 1.1 they
    saw it after it.
    """
    match = position(["> LR", ">"], hand="MG UR", others=["QR RG"], powers=["biography"])
    old = under_1_1(match)
    push(match, "use biography")
    assert match.can_undo is None
    seen = {BOX.titles[slot[0]] for slot in match.view(1)["state"]["hands"][0]}
    assert seen == {"Moths and Moonlight", "Under the Clock Tower"}
    assert match.to_act == 0
    push(old, "use biography")
    assert [slot[0] for slot in old.view(1)["state"]["hands"][0]] == [None, None]
    old.undo()
    assert "use biography" in texts(old)


# 6.13 Fantasy


def forced() -> es.Match:
    """A has the red U that was asked for, and could play it."""
    return position(
        ["> MG", ">"],
        hand="UR NB",
        others=["QR"],
        powers=["fantasy"],
        plays=1,
        owed=2,
        force_colour=0,
    )


def test_fantasy_frees_from_what_was_asked_for() -> None:
    """§6.13 §13.9 §13.10"""
    match = push(forced(), "use fantasy")
    assert "end" in texts(match)
    assert table(match)["force_colour"] == -1
    letter = position(
        ["> MG", ">"],
        hand="UR NB",
        others=["QR"],
        powers=["fantasy"],
        plays=2,
        owed=2,
        force_letter=20,
    )
    assert "end" not in texts(letter)
    assert "end" in texts(push(letter, "use fantasy"))


def test_until_1_1_fantasy_did_not_free_from_what_was_asked_for() -> None:
    """§6.13"""
    match = push(under_1_1(forced()), "use fantasy")
    assert "end" not in texts(match)


# 6.11 Travel


def travelled(**more: Any) -> es.Match:
    """The topmost Q has left; another one is still there."""
    options = {"blue": "travel", **more.pop("options", {})}
    match = position(
        ["> QR+Q1R LR", ">"],
        hand="MG UR",
        others=["FR"],
        powers=["travel"],
        options=options,
        **more,
    )
    return push(match, "use travel", "1r1")


def test_travel_lays_nothing_on_a_book_after_tragedy() -> None:
    """§6.11 §6.4: the second book is asked for at once; in an empty place a book may go."""
    assert match_asks(travelled(no_stacking=1)) == "TravelRemove"
    assert match_asks(travelled()) == "Replace"
    assert match_asks(travelled(no_stacking=1, allowed=8)) == "Replace"  # Self-Help
    assert match_asks(push(travelled(no_stacking=1), "1r2")) == "Replace"


def match_asks(match: es.Match) -> str:
    return match.legal()[0].step


def test_travel_lays_nothing_on_a_book_of_a_shelf_without_stacks() -> None:
    """§6.11 §12.2: the first shelf card has no stacks."""
    match = position(
        [">0 QR+Q1R LR", ">"],
        hand="MG UR",
        others=["FR"],
        powers=["travel"],
        options={**POWERS, "blue": "travel"},
    )
    old = under_1_1(match)
    assert match_asks(push(match, "use travel", "1r1")) == "TravelRemove"
    assert match_asks(push(old, "use travel", "1r1")) == "Replace"


def test_until_1_1_travel_laid_books_on_others_after_tragedy() -> None:
    """§6.11"""
    match = position(
        ["> QR+Q1R", ">"],
        hand="MG UR",
        others=["FR"],
        powers=["travel"],
        options={"blue": "travel"},
        no_stacking=1,
    )
    assert match_asks(push(under_1_1(match), "use travel", "1r1")) == "Replace"


# 6.6 Comedy


def test_the_column_of_shelf_cards_ends_with_the_table() -> None:
    """§6.6 §2.4: for boxes with more shelf cards than today's."""
    said = position(
        ["> LR", ">"], hand="MG UR", powers=["comedy"], options={"green": "comedy"}
    ).to_json()
    shelf = said["state"]["shelf"]
    said["state"]["shelf"] = [*shelf[8:], *shelf[:8]]
    for book in said["state"]["laid"]:
        said["state"]["place"][book] -= 8 * WIDTH
    high = push(es.from_json(said, seed=1), "use comedy")
    assert texts(high) == ["bottom", "bottom turned"]


# 6.9 Thriller


def test_thriller_moves_books_beyond_the_shelves_and_both_must_move() -> None:
    """§6.9: any empty place that touches the library; until 1.1 only in the rows of shelf cards,
    and one was enough.
    """
    match = position(["> LR QR", ">"], hand="MG UR", others=["FR"], powers=["thriller"])
    old = push(under_1_1(match), "use thriller", "1r2")
    push(match, "use thriller", "1r2")
    assert {"0r1", "2r1", "1l1"} <= set(texts(match))
    assert "0r1" not in texts(old)
    assert "0r2" not in texts(match)  # it touches nothing once the Q has left
    labels = {str(choice): choice.label for choice in match.legal()}
    assert labels["0r1"] == "Move it to above shelf 1, place 1 to the right"
    push(match, "0r1")
    assert texts(match) == ["1r1"]
    assert "done" in texts(push(old, "2r1"))
    assert rows(push(match, "1r1", "2r1")) == ["- QR", ">", "> LR"]
    assert rows(push(old, "done")) == ["> LR", "> QR"]


# 6.16 Graphic Novel


def test_graphic_novel_opens_more_than_one_row() -> None:
    """§6.16: as far out as books touch; next turn these rows are closed again."""
    match = position(
        ["> LR QR", ">"],
        hand="MG UR AR RG",
        others=["FR DR"],
        powers=["graphic-novel"],
        options={"purple": "graphic-novel"},
    )
    old = push(under_1_1(match), "use graphic-novel")
    push(match, "use graphic-novel")
    play(match, "MG", "0r1")
    assert "00r1" in where(match, "AR")
    play(match, "AR", "00r1")
    assert "in the first place to the right 2 rows above shelf 1." in told(match)[-1]
    assert where(match, "UR")[:1] == ["000r1"]
    assert "must touch a card" in refused(match, "UR", "000r3")
    play(old, "MG", "0r1")
    assert "00r1" not in where(old, "AR")
    push(match, "end")
    assert match.to_act == 1
    assert not any(cell.startswith("0") for cell in where(match, "FR"))


# 6.21 Mystery


def test_mystery_looks_at_the_books_of_the_whole_turn() -> None:
    """§6.21: used after the book; until 1.1 only books laid since counted."""
    library = ["> CB GB . NB", "> . . UR"]
    match = position(library, hand="MG GG UR", others=["QR"], powers=["mystery"])
    old = under_1_1(match)
    push(play(match, "MG", "1r3"), "use mystery", "keep thriller")
    assert any("Thriller is complete with" in line for line in told(match))
    push(play(old, "MG", "1r3"), "use mystery")
    assert not any("is complete" in line for line in told(old))


def test_mystery_takes_only_one_wrong_book() -> None:
    """§6.21: two lines share three Thrillers, each with a green book at its end; only the first of
    these leaves.
    """
    library = ["> EG GB . NB RG", ">"]
    match = position(library, hand="IY KB", others=["QR"], allowed=ONE_WRONG | ANY_ORDER)
    old = under_1_1(match)
    push(play(match, "KB", "1r3"), "keep thriller", "give a")
    assert rows(match) == ["> . . . . RG", ">"]
    push(play(old, "KB", "1r3"), "give a")
    assert rows(old) == [">", ">"]


# 5.5 Which book is kept


def test_of_a_line_with_several_genres_the_player_says_which_is_kept() -> None:
    """§5.5 §12.10: the green E is wild; until 1.1 one of the completed genre was kept."""
    match = position(["NB KB GB EG <9", ">"], hand="AR MG", options=POWERS)
    old = push(under_1_1(match), "complete thriller")
    push(match, "complete thriller")
    assert [choice.label for choice in match.legal()] == ["Keep Romance", "Keep Thriller"]
    assert "Which of its books is kept" in match.question
    assert len(rows(match)[0].split()) == 5  # the line is still there
    push(match, "keep romance", "give b")
    assert powers(match, 1) == ["romance"]
    assert texts(old) == ["give a", "give b"]


def test_a_red_book_is_never_kept() -> None:
    """§5.5: the wild red A of a line of Thrillers leaves with it."""
    match = position(["NB KB GB AR <9", ">"], hand="DR MG", options=POWERS)
    push(match, "complete thriller")
    assert texts(match) == ["give a", "give b"]


def test_a_line_that_is_not_there_cannot_be_asked_about() -> None:
    """§5.5"""
    said = position(["> LR"], hand="MG UR").to_json()
    said["state"]["stack"].append(["KeepOfLine", 0, 8, 0])
    with pytest.raises(es.BadPosition, match="no line of that genre is complete"):
        es.from_json(said)


# 12.10 Wild books are real, too


def test_four_real_books_complete_a_genre_even_if_one_is_wild() -> None:
    """§12.10 §5.1: purple is wild on the eleventh card; until 1.1 that kept its own line from being
    complete.
    """
    match = position([">10 DP HP . TP", ">"], hand="OP MG", options=POWERS)
    old = under_1_1(match)
    push(play(match, "OP", "1r3"), "give a")
    assert any(line.startswith("Fantasy is complete: 4 books") for line in told(match))
    play(old, "OP", "1r3")
    assert not any("is complete" in line for line in told(old))
    assert "complete fantasy" in texts(old)


# 11.1 Series and sorted columns


def test_a_series_follows_the_arrow_of_a_sorted_column() -> None:
    """§11.1 §12.11: on a card that is turned round columns run upwards, and so do volumes; until
    1.1 always downwards.
    """
    options: dict[str, Value] = {"sequels": True, "curse": "columns"}
    match = position(["> QR", "<0 . ", "<2"], hand="Q2R Q3R", others=["AR"], options=options)
    assert BOX.arrow[0] > 0
    upright = position(["> M1G", ">"], hand="M2G M3G", others=["AR"], options=options)
    assert "2r1" in where(upright, "M2G")
    turned = position(["> M2G", "<0"], hand="M1G M3G", others=["AR"], options=options)
    assert "2r1" in where(turned, "M1G")
    assert "2r1" not in where(turned, "M3G")
    assert "2r1" not in where(under_1_1(turned), "M1G")
    assert "2r1" in where(under_1_1(turned), "M3G")
    assert match.to_act == 0


# 13.1 Thrills


def test_thrills_can_be_chosen() -> None:
    """§13.1: some for sure, some never, and chance decides about the others, up to the number."""
    chosen: dict[str, Value] = {"skip": "in", "clear": "in", "draw": "out", "thrills": 4}
    seen = set()
    for seed in range(20):
        match = es.new("librarians", players=2, seed=seed, **chosen)
        place = match.to_json()["state"]["place"]
        playing = {
            BOX.actions[BOX.thrill[book]]
            for book in range(len(place))
            if BOX.thrill[book] >= 0 and place[book] == HIDDEN
        }
        assert len(playing) == 4
        assert {"skip", "clear"} <= playing
        assert "draw" not in playing
        seen |= playing
    assert len(seen) == 11


def test_more_thrills_than_are_left_are_not_dealt() -> None:
    """§13.1"""
    out: dict[str, Value] = {action.replace("-", "_"): "out" for action in BOX.actions[1:]}
    s = es.new("librarians", players=2, seed=1, thrills=12, **out)._s
    assert s.agreed.thrills == 1  # type: ignore[attr-defined]
    only = es.new("librarians", players=2, seed=1, swap="in")
    assert sum(only._s.place[book] == HIDDEN for book in range(132, 144)) == 1  # type: ignore[attr-defined]


def test_until_1_1_thrills_could_only_be_counted() -> None:
    """The rules of then have no such options."""
    with pytest.raises(es.BadOptions, match="no option 'skip'"):
        GAME.full_options(2, {"skip": "in"}, V1_1)


def test_a_shown_hand_stays_known() -> None:
    """§8.2"""
    match = position(["> LR", ">"], hand="MG UR", others=["QR"], powers=["biography"])
    assert known_hand(push(match, "use biography"), 0) == ["MG", "UR"]
