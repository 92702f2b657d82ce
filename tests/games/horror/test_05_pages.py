"""Chapter 5 of RULES.md: pages. A needs the cavalry sabre (red) and belladonna (green)."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games.horror import GAME
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import legal
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.view import worlds_of
from tests.games.horror.table import BOX, loose_pages, page_of, push, scene, table, texts, told

PAIR = "pith helmet, snare trap"
TRIO = "pith helmet, rue, sun disc"


def test_a_matching_page_is_framed() -> None:
    """§5.1"""
    match = push(scene(chance=["yellow 1", "white 1", "cavalry sabre"]), "search bookcase")
    assert table(match)["framed"][0] == 1 << page_of("cavalry sabre")
    assert loose_pages(match, "A") == []
    assert [face for face, seen, _, _ in table(match)["rack"][0] if seen == EVERYBODY] == [1]
    assert match.view(None)["scores"] == [1, 0]


def test_any_other_page_lies_loose_and_tells_something() -> None:
    """§5.2: everybody sees that A's red secret is not the pith helmet."""
    match = push(scene(chance=["yellow 1", "white 1", "pith helmet"]), "search bookcase")
    assert loose_pages(match, "A") == ["pith helmet"]
    red, green = sorted(table(match)["rack"][0], key=lambda row: row[2])
    assert red[3] == 1023 & ~(1 << 6)
    assert green[3] == 1023


def test_an_exchange_takes_an_action_and_a_marker() -> None:
    """§5.3"""
    match = scene(loose={"A": PAIR})
    push(match, "exchange", "give pith helmet", "give snare trap", "take belladonna")
    assert table(match)["actions"] == 2
    assert table(match)["meter"][0] == 1
    assert table(match)["framed"][0] == 1 << page_of("belladonna")
    assert loose_pages(match, "A") == []
    assert "exchange" not in texts(scene(loose={"A": PAIR}, fortitude={"A": -1}))
    assert "exchange" not in texts(
        scene(loose={"A": PAIR}, markers={"A": ["great hall bookcase 1"]})
    )


def test_an_exchange_may_summon_a_monster() -> None:
    """§5.3"""
    match = scene(
        loose={"A": PAIR}, markers={"B": ["great hall bookcase 1", "great hall drawer 1"]}
    )
    push(match, "exchange", "go on")
    assert any("appears in the Great Hall: 3 search markers" in line for line in told(match))
    assert "give pith helmet" in texts(match)


@pytest.mark.parametrize(
    ("pages", "possible"), [(PAIR, True), (TRIO, True), ("pith helmet, rue", False), ("rue", False)]
)
def test_a_set_is_two_of_one_or_three_of_three_colours(pages: str, possible: bool) -> None:
    """§5.4"""
    assert ("exchange" in texts(scene(loose={"A": pages}))) is possible


def test_pages_are_named_so_that_a_set_comes_out() -> None:
    """§5.4: rue cannot come first, because only one more colour would follow; the sun disc cannot
    either.
    """
    match = push(scene(loose={"A": TRIO + ", jade idol"}), "exchange")
    assert texts(match) == ["give pith helmet", "give jade idol"]
    push(match, "give pith helmet")
    assert texts(match) == ["give rue"]
    push(match, "give rue")
    assert texts(match) == ["give jade idol", "give sun disc"]
    push(match, "give sun disc", "take cavalry sabre")
    assert loose_pages(match, "A") == ["jade idol"]


def test_only_a_needed_page_in_a_deck_can_be_taken() -> None:
    """§5.5"""
    match = scene(loose={"A": PAIR, "B": "belladonna"})
    push(match, "exchange", "give pith helmet", "give snare trap")
    assert texts(match) == ["take cavalry sabre"]
    with pytest.raises(es.IllegalChoice, match="that you need"):
        match.push("take belladonna")
    none_left = scene(loose={"A": PAIR, "B": "belladonna, cavalry sabre"})
    with pytest.raises(es.IllegalChoice, match="no deck holds a page that you need"):
        none_left.push("exchange")


def test_a_monster_ability_object_is_needed_too() -> None:
    """§5.5: A is Betty Sizzle, whose object is the oriental hand fan."""
    match = scene(loose={"A": PAIR}, monster_abilities=True)
    push(match, "exchange", "give pith helmet", "give snare trap", "take oriental hand fan")
    assert loose_pages(match, "A") == ["oriental hand fan"]


def test_returned_pages_are_shuffled_in() -> None:
    """§5.6: what Madame Vesper once put under a deck she can no longer place."""
    under = [[page_of("hunting horn"), 2, 0, -1]]
    match = scene(loose={"A": PAIR})
    data = match.to_json()
    data["state"]["pages"][0]["rest"][page_of("hunting horn")] = 0
    data["state"]["pages"][0]["bottom"] = under
    match = push(
        es.from_json(data, seed=1),
        "exchange",
        "give pith helmet",
        "give snare trap",
        "take belladonna",
    )
    deck = match.to_json()["state"]["pages"][0]
    assert deck["bottom"] == []
    assert sum(deck["rest"]) == 10
    assert "A gives Pith helmet (red) back to the decks." in told(match)


def test_whoever_watches_an_exchange_imagines_only_worlds_with_a_page_to_take() -> None:
    """§5.5: B holds nearly all red and green pages, but A was asked, so that A needs one of the
    others.
    """
    kept = {"cavalry sabre", "belladonna", *PAIR.split(", ")}
    others = [name.lower() for name in BOX.objects[:20] if name.lower() not in kept]
    match = scene(loose={"A": PAIR, "B": ", ".join(others)})
    push(match, "exchange", "give pith helmet", "give snare trap")
    worlds, dealer = worlds_of(GAME, match.view(1)), Dealer(1)
    for _ in range(50):
        assert len(legal(worlds.deal(dealer), 0)) > 0
