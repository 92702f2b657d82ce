"""What the log says: every event is told by its own sentence, and says why it happened."""

from __future__ import annotations

import random
import re
from typing import Any

import emberstacks as es
from emberstacks.games.alexandria.news import News
from tests.games.alexandria.table import (
    GROUPS,
    agreed,
    burning,
    busy_answer,
    card,
    do,
    passed,
    position,
    room,
    told,
)

WHO = r"\{[A-D]\}|[A-D]"
SENTENCES = {
    "start-player": "W is the start player.",
    "hero": "W plays X.",
    "laid-out": "The Library is laid out: N rooms with N Furniture tiles.",
    "hands": "Everybody draws N cards.",
    "choose-end": "W chooses X.",
    "round": "Round N begins.",
    "round-over": "Round N is over.",
    "turn": "W acts, on N Time(, on top of X)?.",
    "turn-over": "The action of W is over.",
    "dusk": (
        "The Action phase of round N is over: the Time tokens return to N( because of X)?, and the"
        " Library burns."
    ),
    "wait": "W waits.",
    "move": "W goes to the X.",
    "turn-up": "An? X is turned up in the X.",
    "reveal": "W reveals the furniture of the X.",
    "move-furniture": "W brings an? X tile from the X.",
    "remove-furniture": "W removes an? X tile from the X.",
    "fire": "W places a Fire token in the X.",
    "unfire": "W removes the Fire token from the X.",
    "water": "W places the Water token in the X.",
    "mark": "W places a (guard|toll) in the X.",
    "guard": "W meets the guard of W in the X.",
    "toll": "W uses furniture at the toll of W in the X.",
    "draw": "W draws X.",
    "renew": "W shuffles the discard pile to form a new deck.",
    "discard": "W discards X.",
    "take-back": "W takes X from the discard pile.",
    "act": "W uses X.",
    "slot": "W slots X.",
    "unslot": "W discards X from the slot.",
    "respond": "W responds with X.",
    "decline": "W takes X back: nobody assists.",
    "ongoing": "W has X in the slot: it takes effect.",
    "assist": "W assists W with N Time.",
    "time": "W (gains|loses) N Time( (for|because of) X)? and is on N.",
    "spend": "W spends N Time and is on N.",
    "prevented": "W is spared.",
    "points": "W (gains|loses) N points?( (for|because of) X)?.",
    "show": "W draws X.",
    "keep": "W keeps X.",
    "throw": "W discards X.",
    "recover": "W takes X from the discards.",
    "hand-over": "W gives X to W.",
    "lose-rescue": "W loses X.",
    "renew-rescue": "The discarded (Book|Item|Person)s are shuffled to form a new deck.",
    "lay": "W lays X face down as a Peril.",
    "peril": "W lays a Peril in the X.",
    "peril-triggered": "A Peril is triggered in the X: X.",
    "peril-lost": "A Peril is lost with the X: X.",
    "select": (
        "The X is about to burn: it (holds Fire|is one of the last|has (one neighbour|two"
        " neighbours), and .*)."
    ),
    "choose-burning": "W, who took the last action, chooses the X among N rooms.",
    "passed-over": "The X holds Fire, but is passed over: the Library would be split.",
    "fewest-rescued": (
        "W has the fewest Rescue cards( and, of those tied, the highest Time token)?."
    ),
    "saved": "The X does not burn.",
    "destiny": "W meets their Destiny: X.",
    "burn": "The X burns down.",
    "flee": "W flees to the X.",
    "cleanup": "Cleanup of round N: tokens and played cards are put away.",
    "reveal-end": "The Dramatic End of W is revealed: X.",
    "portent": "Ominous Portent: X.",
    "portent-works": "X: X.",
    "dramatic-end": "Dramatic End: X.",
    "collection": "W gains N points for X.",
    "tie": "X are tied with N points: .*.",
    "over": "The Library is no more.",
}


def form(sentence: str) -> re.Pattern[str]:
    parts = {"W": f"({WHO})", "N": r"\d+", "X": ".+"}
    text = re.sub(r"(?<![A-Za-z])[WNX](?![A-Za-z])", lambda found: parts[found[0]], sentence[:-1])
    return re.compile(text + r"[.!]?")  # some names end with their own mark


def events(match: es.Match) -> list[dict[str, Any]]:
    """All events with their secrets."""
    return [event for seat in range(match.players) for event in passed(match).events(seat)]


def test_every_event_is_told_with_its_sentence() -> None:
    heard: set[str] = set()
    matches = [
        split(),
        tie("euclid; timaeus", "plotinus of lycopolis"),
        poorest(),
        hand_over(),
        toll(),
        revealing(),
        guarded(),
        declined(),
    ]
    games = [agreed(group, seed=seed) for seed, group in enumerate(GROUPS)]
    for match in [*games, es.new("alexandria", players=3, seed=1)]:
        rng = random.Random(match.players)
        while not match.over:
            busy_answer(match, rng)
        matches.append(match)
    for match in matches:
        for event in events(match):
            heard.add(event["kind"])
            assert form(SENTENCES[event["kind"]]).fullmatch(event["text"]), event
    assert {news.kind for news in News.__subclasses__()} == set(SENTENCES)
    assert sorted(set(SENTENCES) - heard) == []


def piece(name: str) -> str:
    """The id of a card in the gallery."""
    return f"card-{card(name)}"


def because(match: es.Match, kind: str) -> list[str]:
    """What caused the events of a kind."""
    return [
        event.get("because", "") for event in passed(match).events(None) if event["kind"] == kind
    ]


def test_a_guard_and_a_toll_are_named() -> None:
    """§6.1"""
    match = guarded()
    news = told(passed(match))
    assert "A meets the guard of B in the Scriptorium." in news
    assert "B gains 1 point for Bribed Guard." in news
    assert because(match, "guard") == because(match, "points")[1:] == [piece("bribed guard")]
    match = toll()
    assert "A uses furniture at the toll of B in the House of Healing." in told(match)
    assert "B gains 1 point for Rearrange the Stacks." in told(match)


def guarded() -> es.Match:
    """A puts out a Fire, and comes to a room where B has a guard."""
    fields: dict[str, Any] = {
        "guard": [0, 1 << room("scriptorium")],
        "fire": 1 << room("catalogue hall"),
        "time": [8, 0],
    }
    match = position("lysandros octavia", hands={"A": "bucket chain"}, **fields)
    return do(match, "A play bucket chain", "A scriptorium", "A move scriptorium")


def declined() -> es.Match:
    """A cannot pay alone, and asks nobody."""
    match = position(
        hands={"A": "a burning cache"}, furniture={"A": "chest"}, time=[2, 1], track=[1, 0]
    )
    return do(match, "A play a burning cache", "A take back")


def toll() -> es.Match:
    """A uses an armoire where B has a toll."""
    fields: dict[str, Any] = {
        "toll": [0, 1 << room("house of healing")],
        "furniture": {"A": "armoire"},
    }
    match = position("kallista lysandros", time=[8, 0], hands={"A": "medicine chest"}, **fields)
    return do(match, "A play medicine chest")


def revealing() -> es.Match:
    """A reveals the furniture of one of two rooms."""
    furniture = {"scriptorium": "?", "star terrace": "?"}
    match = position("neferhotep octavia", hands={"A": "read the plans"}, furniture=furniture)
    return do(match, "A play read the plans", "A star terrace")


def test_what_a_slotted_card_brings_is_told_by_its_name() -> None:
    """§5.8: Arsonist's Eye, and The Keeper's Key, whose card nobody else sees."""
    match = burning("gallery of poets", slot={"A": "arsonist's eye"})
    news = told(passed(match))
    assert "A has Arsonist's Eye in the slot: it takes effect." in news
    assert "A gains 2 points for Arsonist's Eye." in news
    assert piece("arsonist's eye") in because(match, "points")
    match = position(
        "lysandros octavia", slot={"A": "the keeper's key"}, time=[1, 0], script="bucket chain"
    )
    do(match, "A wait")
    while "action do you take" not in match.question:
        match.push(match.codes()[0])
    news = told(match)
    at = news.index("A has The Keeper's Key in the slot: it takes effect.")
    assert news[at + 1] == "A draws a card."
    assert because(match, "ongoing") == [piece("the keeper's key")]


def test_an_ongoing_effect_that_brings_nothing_is_not_told() -> None:
    """§4.16: Captives for the Triumph without cards of two categories."""
    match = position("octavia kallista", slot={"A": "captives for the triumph"}, time=[1, 0])
    do(match, "A wait")
    while "action do you take" not in match.question:
        match.push(match.codes()[0])
    assert not because(match, "ongoing")


def test_lost_time_and_points_say_why() -> None:
    """§4.17 §4.8"""
    match = position(
        "neferhotep kallista",
        to_act="B",
        perils={"loose keystone": "scriptorium"},
        at={"B": "star terrace"},
    )
    do(match, "B move scriptorium")
    assert "B loses 2 Time because of Loose Keystone and is on 5." in told(passed(match))
    assert piece("loose keystone") in because(match, "time")
    match = do(
        position(hands={"A": "confiscate"}, at={"B": "envoys' antechamber"}), "A play confiscate"
    )
    assert "B loses 2 points because of Confiscate." in told(match)


def split() -> es.Match:
    """Fire in the middle of a row of rooms: A has waited, and the Library burns."""
    only = "hall of the muses, gallery of poets, star terrace, scriptorium, envoys' antechamber"
    at = {"A": "envoys' antechamber", "B": "hall of the muses"}
    match = position(only=only, at=at, fire=1 << room("star terrace"), time=[1, 0])
    return do(match, "A wait")


def test_a_room_with_fire_that_would_split_the_library_is_passed_over() -> None:
    """§7.4"""
    assert "The Star Terrace holds Fire, but is passed over: the Library would be split." in told(
        split()
    )


def test_why_a_room_burns() -> None:
    """§7.3 §7.5"""
    assert "The Gallery of Poets is about to burn: it holds Fire." in told(
        passed(burning("gallery of poets"))
    )
    match = do(position(time=[1, 0], at={"A": "map chamber"}), "A wait")
    assert "which room burns" in match.question
    do(match, f"A {match.legal()[0]}")
    assert any(line.startswith("A, who took the last action, chooses the ") for line in told(match))


def poorest() -> es.Match:
    return burning("hall of the muses", standing=[0, 1, 1, 0, 8, 7, 0], revealed=[], time=[1, 0])


def test_who_has_the_fewest_rescue_cards() -> None:
    """§7.2: a tie is decided by the Time track, and told."""
    tied = [line for line in told(poorest()) if "fewest Rescue cards" in line]
    assert len(tied) == 1
    assert tied[0].endswith("and, of those tied, the highest Time token.")


def test_a_turn_says_who_is_on_top() -> None:
    """§2.2: of several tokens on a space the topmost acts; turns and rounds begin and end."""
    match = do(position("octavia kallista lysandros"), "A wait")
    assert [line for line in told(match) if " acts, " in line] == [
        "B acts, on 8 Time, on top of C."
    ]
    match = es.new("alexandria", players=2, seed=1)
    rng = random.Random(1)
    while not match.over:
        busy_answer(match, rng)
    kinds = [event["kind"] for event in match.events(None)]
    for begin, end in (("round", "round-over"), ("turn", "turn-over")):
        marks = [kind for kind in kinds if kind in (begin, end)]
        assert marks == [begin, end] * (len(marks) // 2)
    assert kinds.count("round") == 5


def test_the_set_up_is_told_in_a_few_lines() -> None:
    match = es.new("alexandria", players=4, seed=3, heroes="deal")
    while match.waiting and "Dramatic Ends" in match.question:
        match.push(match.codes()[0])
    news = told(match)
    before = news[: news.index("Round 1 begins.")]
    assert "The Library is laid out: 20 rooms with 80 Furniture tiles." in before
    # the start player, four heroes, the Library, the hands and four Dramatic Ends
    assert len(before) <= 11


def tie(ours: str, theirs: str, **fields: Any) -> es.Match:
    """A game that ends with as many points for both."""
    match = position(
        rescued={"A": ours, "B": theirs}, time=[1, 0], round=5, revealed=[0, 1], ends=TAME, **fields
    )
    do(match, "A wait")
    while not match.over:
        match.push("pass" if "Do you respond?" in match.question else match.codes()[0])
    return match


TAME = "ships aflame in the harbour, the wounded cry out"  # the last pays for Persons


def test_what_decided_a_tie() -> None:
    """§10.5"""
    match = tie("euclid; timaeus", "plotinus of lycopolis")
    assert "A and B are tied with 11 points: A has the most Rescue cards." in told(match)
    match = tie("euclid", "plotinus of lycopolis", hands={"B": "roll call"})
    assert (
        "A and B are tied with 11 points: they have as many Rescue cards, and B has the most cards"
        " in hand." in told(match)
    )
    match = tie("euclid", "plotinus of lycopolis")
    assert any(
        line.endswith("they have as many Rescue cards and cards in hand, and share the win.")
        for line in told(match)
    )


def hand_over() -> es.Match:
    """A swap."""
    rescued = {"A": "timaeus", "B": "argonautica"}
    where = {"B": "catalogue hall"}
    match = position("lysandros octavia", hands={"A": "fair exchange"}, at=where, rescued=rescued)
    return do(match, "A play fair exchange", "A give timaeus")
