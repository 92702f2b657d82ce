"""Chapter 12 of RULES.md: Curse of the Book Shelves."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.librarians.table import (
    BOX,
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

POWERS = {"shelf_powers": True}


def test_each_part_is_an_option() -> None:
    """§12.1: without them nothing is cursed."""
    match = position([">2", "> LR+LK"], hand="MG AR")
    assert {"1l1", "1r1", "2r2"} <= set(where(match, "MG"))


def test_shelf_cards_that_name_a_missing_colour_stay_in_the_box() -> None:
    """§12.1: without red, the card against red and yellow is never drawn."""
    for seed in range(30):
        state = table(es.new("librarians", seed=seed, shelf_powers=True, red="none"))
        assert 3 not in state["shelf"]
        assert state["spare"][3] == 0
    assert table(es.new("librarians", seed=1, red="none"))["gone"] == 0


def test_moves_are_not_limited() -> None:
    """§12.1: Thriller may move an M onto the shelf that takes no M."""
    match = position([">2", "> MG"], hand="AR BG", powers=["thriller"], options=POWERS)
    push(match, "use thriller", "2r1")
    assert "1r1" in texts(match)


def test_no_stacks() -> None:
    """§12.2: not even by Self-Help."""
    match = position(
        [">0 LR", "> DR"],
        hand="LK DP",
        powers=["self-help"],
        options={**POWERS, "green": "self-help"},
    )
    assert "1r1" not in where(match, "LK")
    assert "2r1" in where(match, "DP")
    push(match, "use self-help")
    assert "1r1" not in where(match, "LK")
    assert "power of that shelf" in refused(match, "LK", "1r1")


def test_forbidden_letters() -> None:
    """§12.3: no M to T on the third card, also on top of another."""
    match = position([">2 NB", ">"], hand="MG NB UR LR", options=POWERS)
    assert not any(place.startswith("1") for place in where(match, "MG") + where(match, "NB"))
    assert "1r2" in where(match, "UR")
    assert "1l1" in where(match, "LR")


def test_forbidden_colours() -> None:
    """§12.4: no red and no yellow on the fourth card; a thrill has no colour and may."""
    match = position(["<3"], hand="UR YY MG J*", options={**POWERS, "thrills": 12})
    assert where(match, "UR") == where(match, "YY") == []
    assert where(match, "MG") == where(match, "J*") == ["1l1", "1r1"]


def test_letters_of_one_side() -> None:
    """§12.5: on the left of the fifth card only A to L."""
    match = position([">4"], hand="MG LR", options=POWERS)
    assert (where(match, "MG"), where(match, "LR")) == (["1r1"], ["1l1", "1r1"])


def test_colours_of_one_side() -> None:
    """§12.6: on the right of the seventh card only blue and green, so no thrill."""
    match = position(["<6"], hand="MG LR J*", options={**POWERS, "thrills": 12})
    assert (where(match, "MG"), where(match, "LR"), where(match, "J*")) == (
        ["1l1", "1r1"],
        ["1l1"],
        ["1l1"],
    )


def test_a_full_side() -> None:
    """§12.7: three places on the left of the ninth card; laying on top is free."""
    match = position(["UR SB NB <8", ">"], hand="WB NB", options=POWERS)
    assert "1l4" not in where(match, "WB")
    assert "1l1" in where(match, "NB")


def test_wild_letters() -> None:
    """§12.8, §12.10: on the tenth card A to J count as any genre, so the green E may pass for a
    Thriller.
    """
    match = position(["NB KB GB EG <9", ">"], hand="AR MG", options=POWERS)
    assert "complete thriller" in texts(match)
    push(match, "complete thriller", "keep thriller", "give a")
    assert rows(match) == ["<", ">"]
    assert powers(match, 0) == ["thriller"]


def test_wild_colour() -> None:
    """§12.9: purple is wild on the eleventh card; a thrill never is."""
    match = position([">10 CB DP GB NB", ">"], hand="AR MG", options=POWERS)
    assert "complete thriller" in texts(match)
    thrill = position([">10 CB D* GB NB", ">"], hand="AR MG", options={**POWERS, "thrills": 12})
    assert "complete thriller" not in texts(thrill)


def test_a_line_with_wild_books_waits_for_the_player() -> None:
    """§12.10: three red books and a wild purple one do not strike; only the player could complete
    them.
    """
    match = position([">10 AR DR DP", ">"], hand="FR MG", options=POWERS)
    play(match, "FR", "1r4")
    assert not match.over
    assert "complete horror" in texts(match)
    assert "complete fantasy" not in texts(match)
    play(match, "MG", "2r1").push("end")
    assert not any("is complete" in line for line in told(match))


def test_order_in_the_columns() -> None:
    """§12.11: downwards, and upwards where the card of the book's own shelf is turned."""
    match = position(["> GB", ">", "> RG"], hand="MG UR AR", options={"columns": True})
    assert ("2r1" in where(match, "MG"), "2r1" in where(match, "UR")) == (True, False)
    assert "2r1" not in where(match, "AR")
    assert "books of that column" in refused(match, "UR", "2r1")
    card = next(k for k in range(12) if BOX.arrow[k] == -1)
    turned = position(["> GB", f">{card}", "> AR"], hand="DR UR", options={"columns": True})
    assert "2r1" in where(turned, "DR")


def test_the_columns_are_free_without_the_option() -> None:
    """§12.11: with it a U may not stand between a G above and an R below."""
    assert "2r1" in where(position(["> GB", ">", "> RG"], hand="UR AR"), "UR")
    assert "2r1" not in where(
        position(["> GB", ">", "> RG"], hand="UR AR", options={"columns": True}), "UR"
    )


def test_balance() -> None:
    """§12.12: the rulebook's example, three stacks on the left and two on the right."""
    left = "CB+C1B DR+DP EG+EY FR"
    right = "KB+KY LR+LK UR"
    match = position([f"{left} > {right}"], hand="FK UR M1G", options={"balance": True})
    assert "1l1" not in where(match, "FK")
    assert "out of balance" in refused(
        position([f"{left} > {right}", ">"], hand="FK UR", options={"balance": True}), "FK", "1l1"
    )
    assert "1r3" in where(match, "UR")


def test_balance_leaves_existing_stacks_free() -> None:
    """§12.12"""
    match = position(["CB+C1B DR+DP > UR", ">"], hand="C2B DP", options={"balance": True})
    assert "1l2" in where(match, "C2B")
    assert "1l1" in where(match, "DP")


@pytest.mark.parametrize("shelf", range(12))
def test_every_shelf_card_says_what_it_does(shelf: int) -> None:
    """In the words that the board prints."""
    match = position([f">{shelf}"], hand="AR MG", options=POWERS)
    assert f"shelf 1: {BOX.shelf_texts[shelf]}" in match.board(0)
