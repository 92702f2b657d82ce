"""Chapter 6 of RULES.md: one test, or more, for every power."""

from __future__ import annotations

import re
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.librarians.steps.powers import POWERS
from emberstacks.games.librarians.steps.thrills import ACTIONS
from tests.games.librarians.table import (
    BOX,
    EVERYBODY,
    hand,
    known_hand,
    name_of,
    play,
    position,
    powers,
    push,
    refused,
    rows,
    sign,
    table,
    texts,
    told,
    where,
)

RED_LINE = ["AR DR > FR", "> MG", "< RG", "> SB"]  # an L at 1r2 completes it


def holding(
    genre: str, colour: str, library: list[str], cards: str = "MG GB", **more: object
) -> es.Match:
    """A holds a power card of this genre and these books, with two books played already."""
    fields = {"plays": 2, **more}
    return position(library, hand=cards, powers=[genre], options={colour: genre}, **fields)  # type: ignore[arg-type]


# Red


def test_horror() -> None:
    """§6.1"""
    match = play(position(RED_LINE, hand="LR UR"), "LR", "1r2")
    assert match.over
    assert match.result is not None
    assert match.result.winners == []
    assert match.result.summary.startswith("Horror has struck, and you lose together")


def test_detective_takes_an_outer_shelf_with_its_books() -> None:
    """§6.2: the M and everything on it leave with the topmost shelf."""
    match = position(
        ["AR DR > FR . . MG", "> EG", "> RG"], hand="LR UR", options={"red": "detective"}
    )
    play(match, "LR", "1r2")
    assert texts(match) == ["top", "bottom"]
    with pytest.raises(es.IllegalChoice, match="only the topmost or the lowest"):
        match.push("shelf 2")
    push(match, "top")
    assert rows(match) == ["> EG", "> RG"]
    assert bin(table(match)["gone"]).count("1") == 1
    assert "The topmost shelf leaves the game, and with it 1 book." in told(match)


def test_detective_takes_rows_beyond_the_shelf_as_well() -> None:
    """§6.2"""
    match = position(["- . EG", "AR DR > FR", "> RG"], hand="LR UR", options={"red": "detective"})
    push(play(match, "LR", "1r2"), "top")
    assert rows(match) == ["> RG"]


def test_detective_takes_even_the_last_shelf() -> None:
    """§6.2: and then nobody can play any more."""
    match = play(position(["AR DR > FR"], hand="LR UR", options={"red": "detective"}), "LR", "1r2")
    assert rows(match) == []
    assert texts(match) == ["give up"]


def test_true_crime_lowers_the_hand_limit() -> None:
    """§6.3"""
    match = position(RED_LINE, hand="LR UR VG", others=["QR YY"], options={"red": "true-crime"})
    play(match, "LR", "1r2")
    assert table(match)["limit"] == 3
    play(match, "UR", "2r2").push("end")
    assert len(hand(match)) == 3


def test_true_crime_leaves_a_limit_of_one() -> None:
    """§6.3"""
    match = play(
        position(RED_LINE, hand="LR UR", options={"red": "true-crime"}, limit=1), "LR", "1r2"
    )
    assert table(match)["limit"] == 1


def test_tragedy_ends_stacking() -> None:
    """§6.4: but not for Self-Help."""
    match = position(
        [*RED_LINE[:2], "> GB"],
        hand="LR GG UR",
        powers=["self-help"],
        options={"red": "tragedy", "green": "self-help"},
    )
    assert "3r1" in where(match, "GG")
    play(match, "LR", "1r2")
    assert "3r1" not in where(match, "GG")
    assert "since the Tragedy" in refused(match, "GG", "3r1")
    push(match, "use self-help")
    assert "3r1" in where(match, "GG")


# Green


def test_romance_removes_five_cards_from_the_deck() -> None:
    """§6.5"""
    match = holding("romance", "green", ["> LR"])
    before = table(match)["deck"]["rest"]
    push(match, "use romance")
    assert table(match)["deck"]["rest"] == before - 5
    assert sum("leaves the game unplayed" in line for line in told(match)) == 5


def test_romance_takes_fewer_if_there_are_fewer_and_can_win_the_game() -> None:
    """§6.5, §7.1"""
    match = position(["> LR"], hand="UR", others=[""], powers=["romance"], deck="QR VG", plays=1)
    play(match, "UR", "1r2").push("use romance")
    assert match.over
    assert match.result is not None
    assert match.result.winners == [0, 1]


@pytest.mark.parametrize(
    ("answer", "where_"), [("top", 0), ("top turned", 0), ("bottom", 2), ("bottom turned", 2)]
)
def test_comedy_adds_a_shelf(answer: str, where_: int) -> None:
    """§6.6"""
    match = holding("comedy", "green", ["> LR", "> LK"])
    push(match, "use comedy", answer)
    assert len(rows(match)) == 3
    assert rows(match)[where_] in (">", "<")
    assert bin(table(match)["turned"]).count("1") == int("turned" in answer)
    assert sum(table(match)["spare"]) == 9


def test_adventure_raises_the_hand_limit() -> None:
    """§6.7"""
    match = holding("adventure", "green", ["> LR"], others=["QR"])
    push(match, "use adventure", "end")
    assert len(hand(match)) == 5


def test_self_help_allows_any_stack_in_order() -> None:
    """§6.8: M fits on the L between D and N, G does so too, but U does not."""
    match = holding("self-help", "green", ["> DR LR NB"], cards="MG GB UR")
    assert "1r2" not in where(match, "MG")
    push(match, "use self-help")
    assert "1r2" in where(match, "MG")
    assert "1r2" in where(match, "GB")
    assert "1r2" not in where(match, "UR")


# Blue


def test_thriller_moves_two_books() -> None:
    """§6.9: whatever their letters, to empty places that touch the library; both must move."""
    match = holding("thriller", "blue", ["> DR LR UR", ">"], cards="MG")
    push(match, "use thriller", "1r3")
    assert "1r3" not in texts(match)
    assert "2r3" not in texts(match)
    push(match, "1l1")
    assert texts(match) == ["1r1", "1r2"]
    push(match, "1r2", "2r1")
    assert rows(match) == ["UR > DR", "> LR"]
    assert match.to_act == 0


def test_action_swaps_two_books() -> None:
    """§6.10: also with the topmost book of a stack."""
    match = holding("action", "blue", ["> QR+Q1R LR", "> UR"], cards="MG")
    push(match, "use action", "1r1")
    assert "1r1" not in texts(match)
    push(match, "2r1")
    assert rows(match) == ["> QR+UR LR", "> Q1R"]


def test_travel_removes_two_books_and_may_replace_them() -> None:
    """§6.11: in any order of letters; each counts as a play."""
    match = holding("travel", "blue", ["> DR LR UR", ">"], cards="VG GB", plays=0)
    push(match, "use travel", "1r1")
    assert texts(match) == ["nothing", "put violets by return post", "put ghost ferry timetable"]
    push(match, "put violets by return post", "1r3", "nothing")
    assert rows(match) == ["> VG LR", ">"]
    assert table(match)["plays"] == 1


def test_travel_takes_fewer_if_there_are_fewer() -> None:
    """§6.11"""
    match = holding("travel", "blue", ["> LR"], cards="MG")
    push(match, "use travel", "1r1", "nothing")
    assert (rows(match), match.to_act) == ([">"], 0)


def test_mythology_takes_two_books_into_the_hand() -> None:
    """§6.12: everybody remembers which."""
    match = holding("mythology", "blue", ["> DR LR UR"], cards="MG GB VG NB")
    push(match, "use mythology", "1r3", "1r2")
    assert rows(match) == ["> DR"]
    assert len(hand(match)) == 6
    assert known_hand(match, 0) == ["LR", "UR"]


# Purple


def test_fantasy_waives_the_books_of_a_turn() -> None:
    """§6.13"""
    match = holding("fantasy", "purple", ["> LR"], plays=0)
    assert "end" not in texts(match)
    push(match, "use fantasy")
    assert "end" in texts(match)
    assert "use fantasy" not in texts(match)


def test_scifi_allows_corners_and_a_gap_of_one() -> None:
    """§6.14: but at the end of the turn the library must be one."""
    match = holding("scifi", "purple", ["> LR", ">"], cards="RG UR")
    assert not {"1r3", "2r2"} & set(where(match, "RG"))
    push(match, "use scifi")
    assert {"1r3", "2r2"} <= set(where(match, "RG"))
    assert "1r4" not in where(match, "RG")
    play(match, "RG", "1r3")
    assert "end" not in texts(match)


def test_poetry_switches_the_order_off() -> None:
    """§6.15"""
    match = holding("poetry", "purple", ["> LR", ">"], cards="AR ZK")
    assert "1r2" not in where(match, "AR")
    push(match, "use poetry")
    assert "1r2" in where(match, "AR")


def test_graphic_novel_opens_the_rows_beyond_the_shelves() -> None:
    """§6.16: without order, for this turn only, and the books stay."""
    match = holding("graphic-novel", "purple", ["> LR QR", ">"], cards="ZK AR MG", others=["WB UR"])
    assert "0r1" not in where(match, "ZK")
    push(match, "use graphic-novel")
    twin = push(match.copy(), f"play {name_of(match, 'ZK')}")
    labels = {str(choice): choice.label for choice in twin.legal()}
    assert labels["0r1"] == "Above shelf 1, place 1 to the right"
    play(play(match, "ZK", "0r1"), "AR", "0r2")
    assert rows(match) == ["- ZK AR", "> LR QR", ">"]
    push(match, "end")
    assert not any(place.startswith("0") for place in where(match, "WB"))


# Yellow


def test_biography_shows_the_hand() -> None:
    """§6.17, §8.2: and it stays known."""
    match = holding("biography", "yellow", ["> LR"])
    assert known_hand(match, 0) == []
    push(match, "use biography")
    assert known_hand(match, 0) == ["GB", "MG"]
    assert "A shows the hand: Ghost Ferry Timetable, Moths and Moonlight." in told(match)


def test_science_taps_two_cards() -> None:
    """§6.18: books or shelf cards, two different ones."""
    match = holding("science", "yellow", ["> LR", ">"])
    push(match, "use science", "1r1")
    assert texts(match) == ["shelf 1", "shelf 2"]
    with pytest.raises(es.IllegalChoice, match="two different cards"):
        match.push("1r1")
    push(match, "shelf 2")
    assert told(match)[-2:] == [
        "A taps Lanterns over Low Water in the first place to the right on shelf 1.",
        "A taps shelf 2.",
    ]
    assert len(table(match)["taps"]) == 2


def test_business_passes_all_hands_to_the_left() -> None:
    """§6.19: a player who gave a hand away still knows it."""
    match = holding("business", "yellow", ["> LR"], others=["QR", "UR VG"])
    push(match, "use business")
    assert [hand(match, seat) for seat in range(3)] == [["UR", "VG"], ["GB", "MG"], ["QR"]]
    seen = match.view(0)["state"]["hands"]
    assert sorted(sign(slot[0]) for slot in seen[1]) == ["GB", "MG"]
    assert [slot[0] for slot in seen[2]] == [None]
    assert match.to_act == 0


def test_cooking_shows_and_orders_the_next_six_cards() -> None:
    """§6.20"""
    match = holding("cooking", "yellow", ["> LR"])
    push(match, "use cooking")
    shown = texts(match)
    assert len(shown) == 6
    for name in reversed(shown):
        if name in texts(match):
            match.push(name)
    top = table(match)["deck"]["top"]
    assert [match.game.box.names[slot[0]] for slot in top] == shown[::-1]  # type: ignore[attr-defined]
    assert {slot[1] for slot in top} == {EVERYBODY}
    push(match, "end")
    assert len(known_hand(match, 0)) == 2


def test_cooking_with_a_short_deck() -> None:
    """§6.20: the two cards left are known already, and only change places."""
    match = holding("cooking", "yellow", ["> LR"], deck="QR UR")
    push(match, "use cooking", "under the clock tower")
    assert [sign(slot[0]) for slot in table(match)["deck"]["top"]] == ["UR", "QR"]


# Black


def test_mystery_allows_one_wrong_book() -> None:
    """§6.21: three Thrillers and the M just laid; the card kept is a Thriller."""
    match = holding("mystery", "black", ["> CB GB . NB", "> . . UR"], cards="MG GG UR")
    push(match, "use mystery")
    play(match, "MG", "1r3")
    push(match, "keep thriller")
    assert (
        "Thriller is complete with Moths and Moonlight among them: 4 books leave the library."
        in told(match)
    )
    push(match, "give b")
    assert powers(match, 1) == ["thriller"]


def test_mystery_needs_a_book_laid_since() -> None:
    """§6.21: a line that stood before counts only when a book of it is laid or moved; a thrill
    breaks it.
    """
    match = holding("mystery", "black", ["> CB GB MG NB"], cards="GG UR")
    push(match, "use mystery")
    assert rows(match) == ["> CB GB MG NB"]
    thrill = position(["> CB GB . NB"], hand="J* L*", powers=["mystery"], options={"thrills": 12})
    push(thrill, "use mystery")
    play(thrill, "J*", "1r3")
    assert not any("is complete" in line for line in told(thrill))


def test_crime_turns_a_shelf_card() -> None:
    """§6.22: its books stay where they are."""
    match = holding("crime", "black", ["> DR LR", "< AR"], cards="UR MG")
    push(match, "use crime", "shelf 1")
    assert rows(match) == ["< DR LR", "< AR"]
    assert "1l1" in where(match, "UR")
    assert "1r3" not in where(match, "UR")


def test_drama_inserts_a_book_between_two() -> None:
    """§6.23: outwards, up to the first gap; stacks move along."""
    match = holding("drama", "black", ["> DR LR+LK UR . VG", ">"], cards="FR ZK GB", plays=0)
    push(match, "use drama")
    assert texts(match) == ["insert footprints on the ceiling", "insert ghost ferry timetable"]
    push(match, "insert footprints on the ceiling")
    assert texts(match) == ["1r2"]
    with pytest.raises(es.IllegalChoice, match="between two cards of a row that touch"):
        match.push("1r4")
    push(match, "1r2")
    assert rows(match) == ["> DR FR LR+LK UR VG", ">"]
    assert table(match)["plays"] == 1


def test_drama_inserts_between_shelf_card_and_book() -> None:
    """§6.23: to the left of the shelf card outwards is to the left."""
    match = holding("drama", "black", ["DR LR > UR"], cards="MG AR")
    push(match, "use drama", "insert moths and moonlight")
    assert texts(match) == ["1l1", "1r1"]
    push(match, "1l1")
    assert rows(match) == ["DR LR MG > UR"]


@pytest.mark.parametrize(
    ("answer", "after"),
    [
        ("down r1", ["> . RG", "> DR", "> LR+LK"]),
        ("up r1", ["> LR+LK RG", ">", "> DR"]),
    ],
)
def test_picture_book_shifts_a_column(answer: str, after: list[str]) -> None:
    """§6.24: stacks whole, empty places too, and round at the ends."""
    match = holding("picture-book", "black", ["> DR RG", "> LR+LK", ">"], cards="MG")
    push(match, "use picture-book", answer)
    assert rows(match) == after


def test_every_genre_and_thrill_of_the_box_is_carried_out_by_a_class() -> None:
    """By its name, or by the name of the one that it is like; a class that nobody has would be a
    mistake.
    """
    assert list(POWERS) == BOX.genre_likes
    assert [power.clause for power in POWERS.values()] == [f"6.{number}" for number in range(1, 25)]
    assert list(ACTIONS) == BOX.action_likes
    assert [one.clause for one in ACTIONS.values()] == [f"13.{number}" for number in range(2, 14)]


IDLE = [
    ("romance", {"deck": ""}, "the deck is empty. (rules §6.5)"),
    ("thriller", {}, "no book has an empty place to go to. (rules §6.9)"),
    ("action", {}, "there are no two books to swap. (rules §6.10)"),
    ("travel", {}, "there is no book to remove. (rules §6.11)"),
    ("mythology", {}, "there is no book to take. (rules §6.12)"),
    (
        "poetry",
        {"allowed": 4},
        "this is allowed already, or you have no book to play. (rules §6.15)",
    ),
    ("cooking", {"deck": ""}, "the deck is empty, or everybody knows its only card. (rules §6.20)"),
    ("drama", {}, "none of your books may go between two cards. (rules §6.23)"),
    ("picture-book", {}, "there is no column to move, or only one shelf. (rules §6.24)"),
]


@pytest.mark.parametrize(("genre", "fields", "reason"), IDLE)
def test_a_power_that_would_change_nothing_says_why(
    genre: str, fields: dict[str, Any], reason: str
) -> None:
    """§3.3 Each power has its own reason."""
    preset = BOX.presets[BOX.genres.index(genre) % 4]
    match = position(
        hand="AR FR", others=("BG",), powers=[genre], options={"preset": preset}, **fields
    )
    with pytest.raises(es.IllegalChoice, match=re.escape(reason)):
        match.push(f"use {genre}")
    with pytest.raises(
        es.IllegalChoice, match=r"there is no power card of .* in front of you\. \(rules §3\.3\)"
    ):
        match.push("use fantasy" if genre != "fantasy" else "use romance")
