"""What a choice would bring is said before somebody commits to it, in the words of the game."""

from __future__ import annotations

import emberstacks as es
from emberstacks.games.fire.components import FIRE
from emberstacks.games.librarians.state import ANY_ORDER
from tests.games.alexandria import table as alexandria
from tests.games.fire import table as fire
from tests.games.librarians import table as librarians


def brings(match: es.Match, text: str, seat: int | None = None) -> str:
    choice = next(one for one in match.legal(seat) if str(one) == text)
    return match.brings(choice)


def test_a_draw_says_how_many_fires_there_are_and_what_they_would_burn() -> None:
    match = fire.turn("", on={"1st": "white white yellow"})
    bag = fire.truth(match)["bag"]
    odds = (
        f"{bag[FIRE]} of {sum(bag)} tokens in the bag are fires"
        f" ({round(100 * bag[FIRE] / sum(bag))} %)."
    )
    assert (
        brings(match, "draw")
        == f"{odds} If one spreads, nothing is scored, and library cards burn: 2 white, 1 yellow."
    )
    safe = fire.turn("", card="4th", cards="B C D A", on={"4th": "white"})
    assert brings(safe, "draw").endswith(" %)."), "a fire on a safe space does no harm"


def test_who_lets_a_fire_spread_knows_what_burns() -> None:
    match = fire.go(fire.turn("fire", on={"1st": "white yellow"}, hands={"A": "bucket"}), "A draw")
    assert (
        brings(match, "pass", 0)
        == "If nobody puts the fire out, nothing is scored, and library cards burn: 1 white, 1"
        " yellow."
    )
    assert brings(match, "bucket", 0) == "", "the label says it"


def test_a_draw_of_the_prototype_says_whether_a_fire_is_only_a_warning() -> None:
    match = es.new("fire-prototype", players=2, seed=1)
    while match.step != "DrawOrScore":
        match.push(match.legal()[0])
    assert "tokens in the bag are fires (" in brings(match, "draw")
    assert brings(match, "draw").endswith(
        (
            "A fire now is only a warning.",
            "A fire now is the end of your turn: all books on your card burn.",
        )
    )
    assert brings(match, "score") == ""


def test_a_card_of_alexandria_says_what_it_does() -> None:
    match = alexandria.position(
        hands={"A": "requisition"}, furniture={"A": "chest"}, script="ivory aulos, cat of bubastis"
    )
    assert brings(match, "play requisition").startswith(
        "Interact with a Chest or Armoire: draw 2 Items, keep 1;"
    )
    assert brings(match, "wait") == ""


def test_a_rescue_card_says_what_its_collection_pays() -> None:
    """§10.3"""
    box = alexandria.BOX
    items = range(15, 30)  # a card that draws Items is played below
    collection, (one, other) = next(
        (number, of[:2])
        for number in range(len(box.collections))
        if len(of := [box.rescue_slugs[k] for k in items if box.collection_of[k] == number]) > 1
    )
    lone = next(box.rescue_slugs[k] for k in items if box.collection_of[k] < 0)
    match = alexandria.position(
        hands={"A": "requisition"},
        furniture={"A": "chest"},
        script=f"{other}, {lone}",
        rescued={"A": one},
    )
    alexandria.do(match, "A play requisition", "A pay alone")
    assert (
        brings(match, f"keep {other}")
        == f"{box.collections[collection]}: you would hold 2 of 3, worth 4 points at the end (2 are worth 4,"
        " 3 are worth 8)."
    )
    assert brings(match, f"keep {lone}") == "It belongs to no collection."
    assert brings(match, "enough") == ""


def test_a_book_says_what_its_genre_brings() -> None:
    match = librarians.position(["> CB GB NB", ">"], hand="SB UR", allowed=ANY_ORDER)
    labels = {choice.label: match.brings(choice) for choice in match.legal()}
    assert [text for label, text in labels.items() if "blue" in label] == [
        "A complete line of Thriller brings its power: Move two books to empty places."
    ]
    assert [text for label, text in labels.items() if "red" in label] == [
        "A complete line of Horror strikes: The game is lost."
    ]
    match.push(next(choice for choice in match.legal() if "blue" in choice.label))
    assert (
        brings(match, "1r4")
        == "A complete line of Thriller brings its power: Move two books to empty places."
    )
    assert brings(match, "2r1") == ""
