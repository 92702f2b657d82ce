"""Chapter 1 of RULES.md: setting up."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games import game_by_id
from emberstacks.games.fire_prototype import GAME
from emberstacks.games.fire_prototype.state import FireTable
from tests.games.fire_prototype.table import played, table, told


def test_two_to_five_people_play() -> None:
    """§1.1"""
    for players in (2, 3, 4, 5):
        assert es.new("fire-prototype", players=players, seed=1).to_act is not None
    for players in (0, 1, 6):
        with pytest.raises(es.BadOptions, match="2 to 5 players"):
            es.new("fire-prototype", players=players, seed=1)


def test_the_box_holds_what_the_rules_list() -> None:
    """§1.2"""
    box = GAME.box
    assert dict(zip(box.colours, box.books, strict=False)) == {
        "green": 7,
        "brown": 6,
        "yellow": 5,
        "black": 4,
        "white": 3,
    }
    assert (box.fires, box.bucket_supply, len(box.bravery)) == (7, 10, 5)
    assert [int(steps) for steps in box.collapse] == [2 * books - 1 for books in (7, 6, 5, 4, 3)]


def test_everything_starts_at_its_lowest() -> None:
    """§1.3"""
    start = GAME.start(3, {})
    assert isinstance(start, FireTable)
    assert [int(start.value(shelf)) for shelf in range(5)] == [2, 2, 3, 2, 3]
    assert list(start.knowledge) == [0, 0, 0]
    assert list(start.buckets) == [0, 0, 0]


def test_five_books_burn_and_stay_out_of_the_game() -> None:
    """§1.4"""
    match = played("", burned="white white white black green")
    assert table(match)["aside"] == [1, 0, 0, 1, 3]
    assert table(match)["burned"] == [1, 0, 0, 1, 3]
    assert "A white book burns before the game: white is now worth 12." in told(match)


def test_five_books_of_one_kind_cannot_be_drawn() -> None:
    """§1.4: the bag holds only three white books, so no tracker comes near its X."""
    with pytest.raises(es.BadRecord, match=r"\{white\} cannot come up here"):
        played("", burned="white white white white green")


def test_then_seven_fires_join_the_bag() -> None:
    """§1.5"""
    match = played("A {green}", burned="green green brown yellow white")
    assert table(match)["bag"] == [4, 5, 4, 4, 2, 7]  # one green book is on A's card
    assert sum(table(match)["bag"]) == 26


@pytest.mark.parametrize(
    ("players", "cards"), [(2, [2, 3]), (3, [1, 2, 3]), (4, [1, 2, 3, 4]), (5, [1, 2, 3, 4, 5])]
)
def test_cards_by_number_of_players(players: int, cards: list[int]) -> None:
    """§1.6"""
    holders = table(es.new("fire-prototype", players=players, seed=3))["holder"]
    assert [card + 1 for card, holder in enumerate(holders) if holder >= 0] == cards
    assert sorted(holder for holder in holders if holder >= 0) == list(range(players))


def test_the_first_cards_are_dealt_at_random() -> None:
    """§1.7"""
    assert table(played("B {green}", dealt="BCA"))["holder"] == [1, 2, 0, -2, -2]
    orders = {
        tuple(table(es.new("fire-prototype", players=3, seed=seed))["holder"][:3])
        for seed in range(200)
    }
    assert len(orders) == 6


def test_the_game_starts_from_nothing() -> None:
    """§1.3 Only the first token, which §3.1 must be drawn, lies on the first card."""
    state = table(es.new("fire-prototype", players=3, seed=3))
    assert [state[field] for field in ("doused", "card", "drawn", "fires", "round")] == [
        0,
        0,
        1,
        0,
        1,
    ]
    assert (state["knowledge"], state["buckets"], state["burned"]) == (
        [0] * 3,
        [0] * 3,
        state["aside"],
    )


def test_the_registry_knows_the_game() -> None:
    assert game_by_id("fire-prototype") is GAME
