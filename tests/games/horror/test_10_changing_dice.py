"""Chapter 10 of RULES.md: changing dice."""

from __future__ import annotations

from tests.games.horror.table import cards_of, loose_pages, nerve, push, scene, table, texts


def test_suspicious_dice_change_any_roll_of_anybody() -> None:
    """§10.1: B makes A's picture worth less."""
    match = scene(hand={"B": "dice"}, chance=["white 5"])
    push(match, "look picture")
    assert texts(match, 1) == ["pass", "dice white +1", "dice white -1"]
    push(match, "B: dice white -1")
    assert nerve(match)[0] == 2
    assert cards_of(match, "B") == []


def test_blessed_book_changes_an_own_roll_in_ones_own_turn() -> None:
    """§10.2: A may, B may not."""
    mine = scene(hand={"A": "book"}, chance=["white 3"])
    push(mine, "look picture")
    assert texts(mine, 0) == ["pass", "book white +2", "book white -2"]
    assert nerve(push(mine, "book white +2"))[0] == 3
    other = push(scene(hand={"B": "book"}, chance=["white 3"]), "look picture")
    assert texts(other, 1) == ["pass"]


def test_one_die_of_a_bookcase_roll_is_changed() -> None:
    """§10.3: from yellow 1, white 1 (red) to yellow 2, white 1 (green); a 1 cannot become less."""
    match = scene(hand={"A": "dice"}, chance=["yellow 1", "white 1", "rue"])
    push(match, "search bookcase")
    assert texts(match) == ["pass", "dice yellow +1", "dice white +1"]
    push(match, "dice yellow +1")
    assert loose_pages(match, "A") == ["rue"]


def test_a_changed_die_stays_between_1_and_6() -> None:
    """§10.2, §10.3: 5 and 2 more is 6."""
    match = push(
        scene(hand={"A": "book"}, chance=["yellow 5", "white 1"]),
        "search bookcase",
        "book yellow +2",
    )
    assert table(match)["yellow"] == 6


def test_in_an_attack_on_monsters_the_total_is_changed() -> None:
    """§10.3: 4 becomes 6, and the monster is beaten."""
    match = scene(hand={"A": "book"}, monsters={"great hall": [1]}, chance=["yellow 2", "white 2"])
    push(match, "fight 1")
    assert texts(match) == ["pass", "book total +2", "book total -2"]
    push(match, "book total +2")
    assert "send rotunda" in texts(match)


def test_in_a_duel_the_book_changes_only_the_own_die() -> None:
    """§10.3"""
    match = scene(
        cast=("deckford", "betty"),
        abilities=True,
        fortitude={"A": 5},
        hand={"A": "book, dice"},
        loose={"B": "rue"},
        chance=["yellow 3", "white 3"],
    )
    push(match, "duel b")
    book = [text for text in texts(match) if text.startswith("book")]
    assert book == ["book yellow +2", "book yellow -2"]
    assert "dice white -1" in texts(match)


def test_the_rollers_card_counts_first_and_the_other_is_kept_unseen() -> None:
    """§10.4: both change the roll; A's Book counts, and C neither loses the Dice nor shows them to
    B.
    """
    match = scene(players=3, hand={"A": "book", "B": "tincture", "C": "dice"}, chance=["white 3"])
    push(match, "look picture")
    assert list(match.waiting) == [0, 1, 2]
    push(match, "A: book white +2", "B: pass", "C: dice white -1")
    assert table(match)["white"] == 5
    assert cards_of(match, "C") == ["dice"]
    for seat in (0, 1, None):
        assert "dice" not in match.record(seat)
    assert "C dice white -1" in match.record(2)
    # all who might hold Suspicious Dice are asked again; A holds no card any more
    assert list(match.waiting) == [1, 2]
    push(match, "B: pass", "C: dice white -1")
    assert nerve(match)[0] == 2


def test_of_others_the_next_clockwise_counts() -> None:
    """§10.4: in B's turn C comes before A."""
    match = scene(
        players=3,
        hand={"A": "tincture", "C": "dice"},
        fields={"active": 1, "stack": [["TakeTurn", 1]]},
        chance=["white 3"],
    )
    push(match, "look picture", "A: pass", "C: dice white +1")
    assert table(match)["white"] == 4


def test_nobody_is_asked_who_cannot_hold_a_card() -> None:
    """§10.4: without a face-down Blessing no question is put."""
    match = push(scene(weapons={"B": "ice pick"}, chance=["white 3"]), "look picture")
    assert nerve(match)[0] == 2
