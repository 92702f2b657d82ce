"""What happens is told as a story: every kind of event, what caused it, and what readers could not
follow before.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.librarians import GAME
from emberstacks.games.librarians.state import LibraryTable
from emberstacks.games.librarians.steps.completing import AUTHOR_COMPLETED
from emberstacks.kernel import loop
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.events import Happening
from emberstacks.kernel.step import CHANCE, NOBODY
from emberstacks.kernel.versions import V1_0
from tests.games.librarians.table import BOX, play, position, push, told
from tests.games.librarians.test_loaded import loaded
from tests.games.librarians.test_rules_1_1 import under_1_0

PIECES = {piece.id for piece in GAME.pieces()}
# told in positions
RARE = {"mark", "won", "answer-tap", "empty-handed", "horror", "tragedy", "remove-shelf", "author"}


def happenings() -> dict[str, type[Happening]]:
    """Every class of events of the game, by its kind."""
    return {
        one.kind: one
        for one in Happening.__subclasses__()
        if one.__module__.startswith("emberstacks.games.librarians")
    }


def after(match: es.Match, *answers: str) -> dict[str, Any]:
    """The last event, as the player to act reads it."""
    last: dict[str, Any] = push(match, *answers).events(0)[-1]
    return last


def test_random_games_full_of_powers_tell_every_kind() -> None:
    """Each with at most three numbers, a sentence, and a cause that is a piece of the box."""
    kinds = set(happenings()) - RARE
    rng = random.Random(2)
    for seed in range(60):
        s = loaded(3, rng)
        s.log = []
        dealer, policy = Dealer(seed), Dealer(~seed)
        while s.step.seat != NOBODY:
            codes = s.step.weights(s) if s.step.seat == CHANCE else loop.legal(s, loop.to_act(s))
            loop.answer(
                s, dealer.pick(codes) if s.step.seat == CHANCE else codes[policy.below(len(codes))]
            )
        assert isinstance(s, LibraryTable)
        for event in s.log:
            assert len(event.args) == 3
            assert event.text.endswith(".")
            assert event.because in {"", *PIECES}
            kinds.discard(event.kind)
        if not kinds:
            return
    raise AssertionError(f"never told: {kinds}")


def test_a_book_that_is_laid_on_another_says_so() -> None:
    """§4.4"""
    match = play(position(["> LR", ">"], hand="LK MG"), "LK", "1r1")
    title = BOX.titles[match.events(0)[-1]["args"][1]]
    place = "in the first place to the right on shelf 1"
    assert (
        told(match)[-1] == f"A plays {title} (black, Mystery) on Lanterns over Low Water {place}."
    )


def power(genre: str, rows: list[str], **more: Any) -> es.Match:
    """A is about to use a power; two books are played already."""
    colour = BOX.colours[BOX.genre_colour[BOX.genres.index(genre)]]
    return position(rows, hand="MG GB", powers=[genre], options={colour: genre}, plays=2, **more)


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (
            ("top",),
            (
                "A adds a shelf at the top, A to Z to the {way}: it is shelf 1 now, and the others"
                " are counted from there."
            ),
        ),
        (("bottom",), "A adds a shelf at the bottom, A to Z to the {way}: it is shelf 3 now."),
    ],
)
def test_where_a_shelf_is_added_and_how_it_points(answers: tuple[str, ...], sentence: str) -> None:
    """§6.6"""
    match = power("comedy", ["> LR", ">"])
    push(match, "use comedy")
    label = next(choice.label for choice in match.legal() if str(choice) == answers[0])
    last = after(match, *answers)
    assert last["text"] == sentence.format(way=label.split()[-1])
    assert last["because"] == "genre-green"


def test_which_shelf_is_turned() -> None:
    """§6.22"""
    last = after(power("crime", ["> LR", ">"]), "use crime", "shelf 2")
    assert (last["text"], last["because"]) == (
        "A turns shelf 2 round: it now runs from A to Z to the left.",
        "genre-black",
    )


def test_which_column_moves() -> None:
    """§6.24: names of genres, and not their ids."""
    match = power("picture-book", ["> LR", ">"])
    assert [choice.label for choice in match.legal() if str(choice) == "use picture-book"] == [
        "Use your power card: Picture Book"
    ]
    last = after(match, "use picture-book", "down r1")
    assert (last["text"], last["args"]) == (
        "The first column to the right moves down by one row.",
        [1, 43, -1],
    )
    assert "A uses Picture Book: move a column of books up or down." in told(match)


def test_who_makes_room_for_a_book_between_two_others() -> None:
    """§6.23"""
    match = position(
        ["> LR QR", ">"],
        hand="MG GB NB",
        powers=["drama"],
        options={"black": "drama"},
        plays=1,
        owed=2,
    )
    push(match, "use drama", f"insert {BOX.names[next(iter(book_of(match, 'M')))]}", "1r2")
    assert "1 book from the second place to the right on shelf 1 on makes room." in told(match)


def book_of(match: es.Match, letter: str) -> list[int]:
    """The books in A's hand with a letter."""
    held = [slot[0] for slot in match.view(0)["state"]["hands"][0]]
    return [book for book in held if BOX.titles[book].startswith(letter)]


def test_which_shelf_the_detective_takes() -> None:
    """§6.2"""
    match = play(
        position(["> AR DR FR", "> "], hand="LR UR", options={"red": "detective"}), "LR", "1r4"
    )
    last = after(match, "bottom")
    assert (last["text"], last["because"]) == (
        "The lowest shelf leaves the game, and with it no books.",
        "genre-red",
    )


@pytest.mark.parametrize(
    ("genre", "kind", "text"),
    [
        ("horror", "horror", "Horror: you have lost."),
        ("tragedy", "tragedy", "Books can no longer be laid on others with the same letter."),
        ("true-crime", "limit", "The hand limit is now 3."),
    ],
)
def test_a_red_line_is_the_cause_of_what_it_does(genre: str, kind: str, text: str) -> None:
    """§5.6"""
    last = play(
        position(["> AR DR FR", ">"], hand="LR UR", options={"red": genre}), "LR", "1r4"
    ).events(0)[-1]
    assert (last["kind"], last["text"], last["because"]) == (kind, text, "genre-red")


def test_turns_begin_and_end_also_the_first_one() -> None:
    """§3.5 §3.6"""
    match = es.new("librarians", players=2, seed=4)
    kinds = [event["kind"] for event in match.events(0)]
    assert kinds[-2:] == ["begin", "turn"]
    while "turn-over" not in [event["kind"] for event in match.events(0)]:
        match.push(match.legal()[0])
    kinds = [event["kind"] for event in match.events(0)]
    assert kinds.index("turn") < kinds.index("draw", kinds.index("turn")) < kinds.index("turn-over")
    assert kinds[kinds.index("turn-over") + 1] == "turn"


def test_a_player_without_books_has_a_turn_in_the_story() -> None:
    """§3.6"""
    match = position(["> LR", ">"], hand="MG UR", others=["", "AR"], deck="")
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    assert told(match)[-5:] == [
        "A's turn is over.",
        "It is B's turn.",
        "B has no book to play.",
        "B's turn is over.",
        "It is C's turn.",
    ]


def test_who_has_not_brought_the_library_together_did_not_fail_to_play() -> None:
    """§7.2: only who could not play at all `cannot play`."""
    match = position(["AR > ZK . . Z1K"], hand="Z2K", others=["QR"], deck="")
    push(play(match, "Z2K", "1r2"), "give up")
    assert told(match)[-1] == "A has not brought the library back into one piece: the game is over."


def test_what_a_thrill_does_is_told_with_the_thrill() -> None:
    """§13.1 §13.9"""
    match = play(position(["> MG", ">"], hand="R* NB", options={"thrills": 12}), "R*", "1r2")
    told_now = match.events(0)[-1]
    assert told_now["text"] == "Rattling Paintbox: name a colour that the next player must play."
    assert told_now["because"] == f"book-{told_now['args'][0]}"
    last = after(match, "red")
    assert last["text"] == "A asks for red: the next player must play such a book if they can."
    assert last["because"] == told_now["because"]


def test_who_does_not_see_a_card_reads_that_one_was_drawn() -> None:
    """§3.5: the number of the book is veiled, too."""
    match = position(["> LR", ">"], hand="MG UR", others=["QR RG"])
    play(play(match, "MG", "1r2"), "UR", "1r3").push("end")
    mine = [event for event in match.events(0) if event["kind"] == "draw"]
    theirs = [event for event in match.events(1) if event["kind"] == "draw"]
    assert [event["text"] for event in theirs] == ["A draws a card."] * 4
    assert [event["args"][0] for event in theirs] == [-1] * 4
    assert [event["text"] for event in mine] == [
        f"A draws {BOX.titles[event['args'][0]]}." for event in mine
    ]


def test_answers_to_a_tap_markers_of_old_authors_and_the_end() -> None:
    """What random games hardly come to."""
    match = position(
        ["> LR", ">"],
        hand="MG UR",
        others=["QR"],
        powers=["science"],
        options={"yellow": "science"},
    )
    push(match, "use science", "1r1", "shelf 2")
    match.push("yes", 1)
    assert match.events(0)[-1]["kind"] == "answer-tap"
    old = under_1_0(
        position(["> LR", ">"], hand="MG UR", others=["QR RG"], options={"talk": "markers"})
    )
    play(play(old, "MG", "1r2"), "UR", "1r3").push("end")
    assert old._s.rules == V1_0
    push(old, "leave 1r4")
    assert [event["kind"] for event in old.events(0)][-3:] == ["mark", "turn-over", "turn"]
    won = play(position(["> LR"], hand="UR", deck=""), "UR", "1r2")
    assert won.events(0)[-1]["kind"] == "won"
    s = old._s.clone()
    assert isinstance(s, LibraryTable)
    s.log = []
    AUTHOR_COMPLETED.note(s, 0)
    assert s.log[0].text == f"All books of {BOX.authors[0]} are together and leave the library."
