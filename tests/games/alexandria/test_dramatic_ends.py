"""Chapter 9 of RULES.md and the eight Dramatic Ends, each test named after its card."""

from __future__ import annotations

from typing import Any

import emberstacks as es
from tests.games.alexandria.table import (
    BOX,
    burning,
    do,
    hand,
    has,
    passed,
    points,
    position,
    room,
    table,
    texts,
    tiles,
    till_dawn,
    time,
    told,
)

PAIR = "octavia neferhotep"


def portent(end: str, heroes: str, **fields: Any) -> es.Match:
    """The beginning of round 4 of a game for two, in which this Dramatic End of A is revealed."""
    fields["script"] = ", ".join(
        [heroes.split()[0], *([fields["script"]] if "script" in fields else [])]
    )
    return till_dawn(burning("hall of the muses", heroes, ends=end, round=3, **fields))


def final(end: str, heroes: str, **fields: Any) -> list[int]:
    """The points after a game for two, in whose last round this Dramatic End of A was revealed;
    everybody had 10 before.
    """
    match = position(heroes, ends=end, round=5, revealed=[1, 0], time=[1, 0], **show(end), **fields)
    return points(till_dawn(do(match, "A wait")))


def show(end: str) -> dict[str, Any]:
    """Both chosen cards lie open."""
    face = next(k for k, name in enumerate(BOX.slugs[-8:]) if name == end) % 2
    return {
        "chosen": [[[face, 511, 2, -1]], [[0, 511, 3, -1]]],
        "boxed": [[[1 - face, 1, 2, -1]], [[1, 2, 3, -1]]],
    }


def test_how_many_are_revealed_and_when() -> None:
    """§9.1: with two players none before round 4."""
    assert BOX.reveals == {2: [4, 5], 3: [3, 4, 5], 4: [2, 3, 4, 5]}
    early = till_dawn(burning("hall of the muses", PAIR, ends="a decree of the senate", round=2))
    assert not any("is revealed" in line for line in told(early))
    assert any("is revealed" in line for line in told(portent("a decree of the senate", PAIR)))


def test_a_revealed_card_lies_open() -> None:
    """§9.1 §9.2"""
    match = portent("a decree of the senate", PAIR)
    assert "The Dramatic End of A is revealed: A Decree of the Senate." in told(match)
    assert match.view(1)["state"]["chosen"][0][0][0] == 1
    assert match.view(0)["state"]["chosen"][1][0][0] is None


def test_in_the_last_round_only_the_end_counts() -> None:
    """§9.3: the Portent of a card revealed in round 5 is ignored."""
    match = till_dawn(
        burning(
            "hall of the muses",
            PAIR,
            ends="a decree of the senate",
            round=4,
            revealed=[1],
            script="octavia",
        )
    )
    assert match.view(None)["state"]["round"] == 5
    assert table(match)["standing"][2] == 1
    assert "Ominous Portent" not in " ".join(told(match))


def test_a_later_portent_replaces_an_earlier_one() -> None:
    """§9.4: A Decree of the Senate after The Wounded Cry Out; a Portent lasts."""
    standing = [0, 0, 2, 0, 8, 7, 0]
    match = portent("a decree of the senate", "octavia kallista", standing=standing)
    assert table(match)["standing"][2] == 0


def test_ships_aflame_in_the_harbour() -> None:
    """§7.2 Portent: Fire at the start of each Burning phase, never where the Water is. End: 1 point
    less for each Book.
    """
    match = burning(
        "hall of the muses", PAIR, standing=[1, 0, 1, 0, 8, 7, 0], water=room("map chamber")
    )
    assert "where do you place a Fire token" in match.question
    assert "map chamber" not in texts(match)
    assert "hall of the muses" not in texts(match)
    assert table(portent("ships aflame in the harbour", PAIR))["standing"][0] == 1
    assert final(
        "ships aflame in the harbour", PAIR, rescued={"A": "timaeus; babyloniaca", "B": "euclid"}
    ) == [8, 10]


def test_a_decree_of_the_senate() -> None:
    """Portent: no point for assisting. End: the most Rescue cards cost 4 points, a tie costs
    everybody.
    """
    match = position(
        "octavia kallista",
        hands={"A": "a burning cache"},
        furniture={"A": "chest"},
        standing=[0, 0, 0, 0, 8, 7, 0],
    )
    assert points(do(match, "A play a burning cache", "A kallista pays 1"))[1] == 10
    assert final(
        "a decree of the senate", PAIR, rescued={"A": "timaeus; euclid", "B": "ivory aulos"}
    ) == [6, 10]
    assert final("a decree of the senate", PAIR) == [6, 6]


def test_smoke_in_the_halls() -> None:
    """Portent: only the room entered is revealed (§3.2). End: 1 point for each Item, at most 4."""
    furniture, standing = {"scriptorium": "?", "star terrace": "?"}, [0, 0, 1, 1, 8, 7, 0]
    match = do(
        position(PAIR, furniture=furniture, standing=standing, script="chest"), "A move scriptorium"
    )
    assert (tiles(match, "scriptorium"), tiles(match, "star terrace")) == (["chest"], ["?"])
    held = "ivory aulos; cat of bubastis; ivory serapis; sword of alexander; shield from ilion"
    assert final("smoke in the halls", "neferhotep octavia", rescued={"A": held}) == [14, 10]


def test_fault_in_the_foundations() -> None:
    """Portent: 7 Time instead of 8, at once, the pile as it was (§9.6). End: the fewest Items cost
    3 points.
    """
    match = portent("fault in the foundations", "neferhotep octavia")
    assert (time(match), table(match)["track"]) == ([7, 7], [1, 0])
    assert "A draws" not in " ".join(told(match))
    late = till_dawn(burning("hall of the muses", PAIR, standing=[0, 0, 1, 0, 7, 7, 0]))
    assert time(late) == [7, 7]
    assert final(
        "fault in the foundations", "neferhotep octavia", rescued={"A": "ivory aulos"}
    ) == [10, 7]


def test_the_wounded_cry_out() -> None:
    """Portent: 2 points for assisting. End: 1 point for each Person."""
    match = position(
        "octavia kallista",
        hands={"A": "a burning cache"},
        furniture={"A": "chest"},
        standing=[0, 0, 2, 0, 8, 7, 0],
    )
    assert points(do(match, "A play a burning cache", "A kallista pays 1"))[1] == 12
    assert final(
        "the wounded cry out", "kallista octavia", rescued={"B": "euclid; nonnus of panopolis"}
    ) == [10, 12]


def test_a_choking_ash() -> None:
    """Portent: the hand limit is 5, and everybody discards down at the same time (§9.5). End: the
    fewest Persons cost 3.
    """
    hands = {
        "A": (
            "roll call, oath of kos, everyone out, follow me, litter bearers, take my hand, bind"
            " the wounds"
        ),
        "B": "confiscate, requisition, bribed guard, no witnesses, oil-soaked rags, arsonist's eye",
    }
    match = burning(
        "hall of the muses",
        "kallista octavia",
        ends="a choking ash",
        round=3,
        hands=hands,
        script="kallista",
    )
    while "only 5 cards" not in match.question:
        match.push("pass" if "respond" in match.question else match.codes()[0])
    assert match.waiting == (0, 1)
    do(match, "B discard confiscate", "A discard roll call", "A discard follow me")
    assert (len(hand(match, "A")), len(hand(match, "B"))) == (5, 5)
    assert final("a choking ash", "kallista octavia", rescued={"B": "euclid"}) == [7, 10]


def test_every_card_can_be_discarded_down() -> None:
    """§9.5: also the very first card of the box, whose number is 0."""
    first = BOX.slugs[0]
    hands = {
        "A": "roll call",
        "B": f"{first}, requisition, bribed guard, no witnesses, oil-soaked rags, arsonist's eye",
    }
    match = burning(
        "hall of the muses",
        "kallista octavia",
        ends="a choking ash",
        round=3,
        hands=hands,
        script="kallista",
    )
    while "only 5 cards" not in match.question:
        match.push("pass" if "respond" in match.question else match.codes()[0])
    do(match, f"B discard {first}")
    assert first not in hand(match, "B")


def test_the_catalogue_is_lost() -> None:
    """Portent: one Rescue card fewer, but never fewer than may be kept (§4.4). End: 1 point for
    each Book.
    """
    standing = [0, 0, 1, 0, 8, 7, -1]
    match = position(
        PAIR,
        furniture={"A": "chest"},
        hands={"A": "requisition"},
        standing=standing,
        script="ivory aulos",
    )
    assert texts(do(match, "A play requisition", "A pay alone")) == ["keep ivory aulos", "enough"]
    two = position(
        "neferhotep octavia",
        furniture={"A": "chest"},
        hands={"A": "open the strongroom"},
        standing=standing,
    )
    assert len(texts(do(two, "A play open the strongroom", "A pay alone"))) == 3
    assert final("the catalogue is lost", "lysandros octavia", rescued={"A": "timaeus"}) == [11, 10]


def test_the_cistern_bursts() -> None:
    """Portent: the fewest Rescue cards place the Water, the highest token of those tied (§7.2).
    End: 2 a collection begun.
    """
    standing = [0, 1, 1, 0, 8, 7, 0]
    poor = burning(
        "hall of the muses", PAIR, standing=standing, rescued={"A": "euclid"}, points=[4, 10]
    )
    assert "B, where do you place the Water token?" in poor.question
    tied = burning("hall of the muses", PAIR, standing=standing)
    assert "A, where do you place the Water token?" in tied.question
    there = burning("hall of the muses", PAIR, standing=standing, water=room("map chamber"))
    assert "Water" not in passed(there).question
    held = {"A": "the almagest; sphere of archimedes; euclid; hypatia of alexandria; timaeus"}
    assert final("the cistern bursts", "lysandros octavia", rescued=held) == [
        10 + 2 + 2 + 4 + 4,
        10,
    ]


def test_only_the_last_dramatic_end_is_scored() -> None:
    """§10.2: of the two cards revealed, the second one."""
    held = {"A": "timaeus; euclid", "B": "ivory aulos"}
    assert final("a decree of the senate", PAIR, rescued=held) == [6, 10]
    assert has(position(PAIR, rescued=held), "B") == ["ivory aulos"]
