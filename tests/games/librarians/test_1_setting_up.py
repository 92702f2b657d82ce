"""Chapter 1 of RULES.md: setting up."""

from __future__ import annotations

from collections import Counter

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.components import NONE
from emberstacks.games.librarians.state import BOXED, FIRST_ROW
from tests.games.librarians.table import BOX, SET, THRILLS, table


def arrows(match: es.Match) -> list[int]:
    """The arrows of the first four shelf cards from the top: 1 runs to the right."""
    state = table(match)
    cards = [card for card in state["shelf"] if card != NONE]
    return [
        -int(BOX.arrow[card]) if state["turned"] >> card & 1 else int(BOX.arrow[card])
        for card in cards
    ]


def in_game(match: es.Match) -> list[int]:
    return [book for book, place in enumerate(table(match)["place"]) if place != BOXED]


def test_two_to_six_people_play() -> None:
    """§1.1"""
    for players in (2, 3, 4, 5, 6):
        assert es.new("librarians", players=players, seed=1).to_act is not None
    for players in (1, 7):
        with pytest.raises(es.BadOptions, match="2 to 6 players"):
            es.new("librarians", players=players, seed=1)


def test_the_box_holds_what_the_rules_list() -> None:
    """§1.2"""
    assert len(BOX.titles) == len(set(BOX.names)) == 144
    assert Counter(int(colour) for colour in BOX.colour[:SET]) == dict.fromkeys(range(6), 11)
    assert Counter(int(colour) for colour in BOX.colour[SET:THRILLS]) == dict.fromkeys(range(6), 11)
    assert all(BOX.titles[book][0] == chr(ord("A") + BOX.letter[book]) for book in range(144))
    assert {int(letter) for letter in BOX.letter[:SET]} == set(range(26))
    assert len(BOX.arrow) == len(BOX.actions) == 12
    assert Counter(int(arrow) for arrow in BOX.arrow) == {1: 6, -1: 6}
    assert len(in_game(es.new("librarians", seed=1))) == 66


def test_authors_and_series_follow_the_recipe() -> None:
    """§1.2: nine authors of several books in each set, and a series of three in each colour."""
    books = Counter(int(author) for author in BOX.author[:SET] if author != NONE)
    assert sorted(books.values()) == [2, 3, 5, 5, 5, 5, 5, 6, 6]
    assert Counter(int(series) for series in BOX.series if series != NONE) == dict.fromkeys(
        range(12), 3
    )


@pytest.mark.parametrize(
    ("preset", "red", "black"),
    [("classic", 0, 20), ("shelves", 1, 21), ("hands", 2, 22), ("stacks", 3, 23)],
)
def test_presets_choose_a_genre_for_every_colour(preset: str, red: int, black: int) -> None:
    """§1.3"""
    match = es.new("librarians", seed=1, preset=preset, black="preset")
    genre = match._s.agreed.genre  # type: ignore[attr-defined]
    assert (genre[0], genre[SET - 1]) == (red, black)


def test_a_colour_may_have_a_genre_of_its_own() -> None:
    """§1.3"""
    genre = es.new("librarians", seed=1, preset="hands", red="horror")._s.agreed.genre  # type: ignore[attr-defined]
    assert (genre[0], genre[11]) == (0, 6)


def test_colours_may_be_left_out() -> None:
    """§1.4"""
    match = es.new("librarians", seed=1, red="none", blue="none")
    assert len(in_game(match)) == 44
    assert not any(BOX.colour[book] in (0, 2) for book in in_game(match))


def test_too_few_colours_for_the_hands_are_refused() -> None:
    """§1.4: four players need sixteen books."""
    one = dict.fromkeys(["red", "green", "blue", "purple", "yellow"], "none")
    assert len(in_game(es.new("librarians", players=2, seed=1, **one))) == 11
    with pytest.raises(
        es.BadOptions, match="4 players need the books of 2 colours to begin, not of 1"
    ):
        es.new("librarians", players=4, seed=1, **one)


def test_colours_may_be_doubled() -> None:
    """§1.5"""
    match = es.new("librarians", seed=1, red="horror+tragedy", black="none")
    genre = match._s.agreed.genre  # type: ignore[attr-defined]
    assert len(in_game(match)) == 66
    assert (genre[0], genre[SET]) == (0, 3)


def test_four_shelf_cards_are_drawn() -> None:
    """§1.6"""
    seen: Counter[int] = Counter()
    for seed in range(60):
        state = table(es.new("librarians", seed=seed))
        cards = [card for card in state["shelf"] if card != NONE]
        assert state["shelf"][FIRST_ROW : FIRST_ROW + 4] == cards
        assert [state["spare"][card] for card in cards] == [0, 0, 0, 0]
        assert sum(state["spare"]) == 8
        seen.update(cards)
    assert len(seen) == 12


def test_arrows_lie_as_printed_or_alternate() -> None:
    """§1.7"""
    printed = es.new("librarians", seed=2)
    assert table(printed)["turned"] == 0
    for seed in range(20):
        assert arrows(es.new("librarians", seed=seed, arrows="alternating")) == [-1, 1, -1, 1]


def test_everybody_is_dealt_four_books_for_their_eyes_only() -> None:
    """§1.8"""
    match = es.new("librarians", players=6, seed=4)
    for seat in range(6):
        hands = match.view(seat)["state"]["hands"]
        assert [sum(slot[0] is not None for slot in cards) for cards in hands] == [
            4 * (other == seat) for other in range(6)
        ]
    assert table(match)["limit"] == 4
    assert table(match)["deck"]["rest"] == 42


def test_chance_decides_who_begins() -> None:
    """§1.9"""
    assert {es.new("librarians", players=3, seed=seed).to_act for seed in range(30)} == {0, 1, 2}


def test_every_difficulty_can_be_played_and_says_how_often_it_is_cleared() -> None:
    """§1.3: the options of each make sense for two to six people; the first is the plain game."""
    assert GAME.info.presets[0].options == {}
    for preset in GAME.info.presets:
        for players in range(2, 7):
            GAME.full_options(players, preset.options)
        assert "bots cleared" in preset.measured
