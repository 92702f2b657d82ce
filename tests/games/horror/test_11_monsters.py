"""Chapter 11 of RULES.md: monsters."""

from __future__ import annotations

import pytest

import emberstacks as es
from tests.games.horror.table import (
    cards_of,
    nerve,
    older,
    push,
    room_of,
    scene,
    table,
    texts,
    told,
)

WIN = ["yellow 3", "white 3"]
LOSE = ["yellow 2", "white 3"]
HALL = ["great hall bookcase 1", "great hall drawer 1"]


def lurking(match: es.Match, room: str) -> int:
    """How many monsters are in a room."""
    count: int = table(match)["lurks"].count(room_of(room))
    return count


@pytest.mark.parametrize(
    ("players", "markers", "comes"),
    [(2, 2, True), (3, 2, True), (4, 2, False), (4, 3, True), (6, 3, True)],
)
def test_markers_bring_a_monster(players: int, markers: int, comes: bool) -> None:
    """§11.1: the third marker with two or three players, the fourth with more."""
    laid = {"B": HALL, "C": HALL[:1]} if markers == 3 else {"B": HALL}
    match = scene(players=players, markers=laid, chance=["curse coin", "nihilism"])
    push(match, "search drawer")
    assert lurking(match, "great hall") == (1 if comes else 0)


def test_more_markers_bring_no_more_monsters() -> None:
    """§11.2"""
    match = scene(players=3, markers={"B": HALL, "C": HALL[:1]}, chance=["curse coin", "nihilism"])
    push(match, "search drawer")
    assert lurking(match, "great hall") == 0


def test_a_marker_that_left_and_another_bring_a_monster_again() -> None:
    """§11.2: A lifts a marker from the hall into the Rotunda; B makes up the number again."""
    six = [
        "great hall drawer 1",
        "map room bookcase 1",
        "map room bookcase 2",
        "map room drawer 1",
        "rotunda drawer 1",
    ]
    match = scene(
        at={"A": "rotunda"},
        markers={"A": [*six, "great hall bookcase 1"], "B": ["great hall bookcase 1"]},
        monsters={"folio vault": [1]},
        chance=["yellow 1", "white 1", "pith helmet", "curse coin", "nihilism"],
    )
    push(match, "search bookcase", "end", "search drawer")
    assert lurking(match, "great hall") == 1


def test_a_marker_replaced_in_the_same_room_changes_nothing() -> None:
    """§11.2: A's marker 1 goes from the hall's drawer to its drawer again."""
    others = [
        "map room bookcase 1",
        "map room bookcase 2",
        "map room drawer 1",
        "rotunda drawer 1",
        "rotunda bookcase 1",
    ]
    match = scene(
        markers={"A": ["great hall drawer 1", *others], "B": HALL},
        chance=["curse coin", "nihilism"],
    )
    push(match, "search drawer")
    assert lurking(match, "great hall") == 0


def test_level_1_comes_first_and_nothing_comes_as_the_fifth() -> None:
    """§11.3"""
    fifth = scene(
        markers={"B": HALL}, monsters={"map room": [1, 1, 1, 1]}, chance=["curse coin", "nihilism"]
    )
    push(fifth, "search drawer")
    assert (
        "The Bound Horror (level 2) appears in the Great Hall: 3 search markers are there now."
        in told(fifth)
    )
    full = scene(
        markers={"B": HALL},
        monsters={"great hall": [1, 1, 1, 1]},
        chance=["curse coin", "nihilism"],
    )
    push(full, "search drawer")
    assert lurking(full, "great hall") == 4
    none_left = scene(
        markers={"B": HALL},
        monsters={"map room": [1, 1, 1, 1], "rotunda": [2, 2, 2, 2]},
        chance=["curse coin", "nihilism"],
    )
    assert lurking(push(none_left, "search drawer"), "great hall") == 0


def test_a_monster_that_appears_hurts_everybody_there() -> None:
    """§11.4"""
    match = scene(
        players=3, at={"C": "map room"}, markers={"B": HALL}, monsters={"rotunda": [1, 1, 1, 1]}
    )
    push(match, "search bookcase")
    assert nerve(match) == [-2, -2, 0]


def test_entering_a_room_costs_all_levels() -> None:
    """§11.5: also when only passing through."""
    match = push(
        scene(monsters={"map room": [1, 1, 2]}, fortitude={"A": 5}), "go south", "go north"
    )
    assert nerve(match)[0] == 1


@pytest.mark.parametrize(
    ("dice", "won"), [((1, 5), True), ((2, 3), False), ((6, 6), True), ((1, 1), False)]
)
def test_an_attack_needs_6(dice: tuple[int, int], won: bool) -> None:
    """§11.6"""
    match = scene(monsters={"great hall": [1]}, chance=[f"yellow {dice[0]}", f"white {dice[1]}"])
    push(match, "fight 1")
    assert ("send rotunda" in texts(match)) is won
    assert nerve(match)[0] == (1 if won else -1)


def test_a_summoned_monster_can_be_attacked_before_the_search_goes_on() -> None:
    """§11.6, §11.9: and so can the others in the room, until one is lost to."""
    match = scene(
        markers={"B": HALL},
        monsters={"great hall": [1]},
        chance=[*WIN, *LOSE, "curse coin", "nihilism"],
    )
    assert texts(push(match, "search drawer")) == ["fight 1", "go on"]
    push(match, "fight 1", "send rotunda")
    assert texts(match) == ["fight 1", "go on"]
    assert "A draws a Curse coin." not in told(match)
    push(match, "fight 1")
    assert told(match)[-2].startswith("Nihilism strikes A")
    assert "fight 1" not in texts(match)


def test_a_search_that_goes_on_leaves_the_attack_for_later() -> None:
    """§11.6"""
    match = scene(markers={"B": HALL}, chance=["curse coin", "nihilism", *WIN])
    push(match, "search drawer", "go on", "fight 1")
    assert "send rotunda" in texts(match)


def test_who_has_lost_here_is_not_asked_before_the_search_goes_on() -> None:
    """§11.6, §11.10"""
    match = scene(
        markers={"B": HALL},
        monsters={"great hall": [1]},
        fortitude={"A": 1},
        chance=[*LOSE, "curse coin", "nihilism"],
    )
    push(match, "fight 1", "search drawer")
    assert "A draws a Curse coin." in told(match)


def test_until_1_1_a_summoned_monster_waited_for_the_search() -> None:
    """§11.6"""
    match = older(scene(markers={"B": HALL}))
    push(match, "search drawer")
    assert "go on" not in texts(match)
    assert any("coin" in line for line in told(match))


def test_a_beaten_monster_goes_to_any_other_room_that_is_not_full() -> None:
    """§11.7: the Rotunda is full."""
    match = scene(monsters={"great hall": [1, 1], "rotunda": [2, 2, 2, 2]}, chance=WIN)
    push(match, "fight 1")
    assert nerve(match)[0] == 1
    assert "send green portal" in texts(match)
    assert not {"send great hall", "send rotunda"} & set(texts(match))
    with pytest.raises(es.IllegalChoice, match="four monsters in the Rotunda already") as refused:
        match.push("send rotunda")
    assert refused.value.clause == "11.3"
    with pytest.raises(es.IllegalChoice, match="fewer than four monsters or stays where it is"):
        match.push("send great hall")


def test_a_beaten_monster_can_be_left_where_it_is() -> None:
    """§11.7: it cannot be attacked again in this turn, but the next one can, and both in the next
    turn.
    """
    match = push(scene(monsters={"great hall": [1, 1]}, chance=[*WIN, *WIN]), "fight 1", "leave")
    assert told(match)[-1].endswith("where it is.")
    assert table(match)["lurks"].count(room_of("great hall")) == 2
    push(match, "fight 1", "leave")
    assert nerve(match)[0] == 2
    assert "fight 1" not in texts(match)
    with pytest.raises(
        es.IllegalChoice, match="beaten it in this turn and left it here"
    ) as refused:
        match.push("fight 1")
    assert refused.value.clause == "11.7"
    push(match, "end", "end")
    assert "fight 1" in texts(match)


def test_under_rules_1_0_a_beaten_monster_must_be_moved() -> None:
    """§11.7: until 1.0."""
    match = older(scene(monsters={"great hall": [1]}), "1.0")
    while not any(text.startswith("send") for text in texts(match)):
        match.push("fight 1" if "fight 1" in texts(match) else "end")
    assert "leave" not in texts(match)


def test_a_moved_monster_hurts_those_where_it_arrives() -> None:
    """§11.8"""
    match = scene(
        players=3,
        at={"B": "folio vault", "C": "folio vault"},
        monsters={"great hall": [1]},
        chance=WIN,
    )
    push(match, "fight 1")
    assert [choice.label for choice in match.legal() if str(choice) == "send folio vault"] == [
        "To the Folio Vault (hurts B, C)"
    ]
    push(match, "send folio vault")
    assert nerve(match) == [1, -1, -1]


def test_chain_attack() -> None:
    """§11.9"""
    match = scene(monsters={"great hall": [1, 1, 1]}, chance=[*WIN, *WIN, *LOSE])
    push(match, "fight 1", "send rotunda", "fight 1", "send rotunda", "fight 1")
    assert nerve(match)[0] == 1
    assert "fight 1" not in texts(match)


def test_after_a_loss_one_must_leave_and_come_back() -> None:
    """§11.10: and pay for entering."""
    match = scene(monsters={"great hall": [1]}, chance=LOSE)
    push(match, "fight 1")
    with pytest.raises(es.IllegalChoice, match="leave it and come back"):
        match.push("fight 1")
    push(match, "go south", "go north")
    assert nerve(match)[0] == -2
    assert "fight 1" in texts(match)


def test_after_a_loss_another_room_may_be_fought_for() -> None:
    """§11.10: only the room of the defeat is barred."""
    match = push(
        scene(monsters={"great hall": [1], "map room": [1]}, chance=LOSE), "fight 1", "go south"
    )
    assert "fight 1" in texts(match)


def test_a_new_turn_allows_a_new_attack() -> None:
    """§11.10"""
    match = push(
        scene(at={"B": "rotunda"}, monsters={"great hall": [1]}, chance=LOSE),
        "fight 1",
        "end",
        "end",
    )
    assert "fight 1" in texts(match)


@pytest.mark.parametrize("event", ["appears", "enters", "turn", "lost"])
def test_blessed_locket_against_monsters(event: str) -> None:
    """§11.11"""
    if event == "appears":
        match = push(
            scene(markers={"B": HALL}, hand={"A": "locket"}, chance=["curse coin", "revolver"]),
            "search drawer",
        )
    elif event == "enters":
        match = push(scene(monsters={"map room": [1, 2]}, hand={"A": "locket"}), "go south")
    elif event == "turn":
        match = push(
            scene(at={"B": "map room"}, hand={"A": "locket"}, monsters={"great hall": [1]}),
            "end",
            "end",
        )
    else:
        match = push(
            scene(monsters={"great hall": [1]}, hand={"A": "locket"}, chance=LOSE),
            "fight 1",
            "pass",
        )
    assert texts(match, 0) == ["pass", "locket"]
    push(match, "A: locket")
    assert nerve(match)[0] == 0
    assert cards_of(match, "A") in ([], ["revolver"])
    assert "A plays the Blessed Locket and is not hurt." in told(match)
    if event == "lost":
        assert "fight 1" not in texts(match)


def test_blessed_locket_is_of_no_use_against_ones_own_curse() -> None:
    """§11.11, §8.4: nobody is asked, because nobody attacks."""
    match = push(
        scene(hand={"A": "locket"}, chance=["curse coin", "canker spider"]), "search drawer"
    )
    assert nerve(match)[0] == -2
    assert cards_of(match, "A") == ["locket"]


def test_all_who_would_be_hurt_are_asked_together() -> None:
    """§11.11: A and B might hold it, C holds no card and D is elsewhere; only B is spared."""
    hand = {"A": "tincture", "B": "locket", "D": "third eye"}
    laid = {"B": HALL, "C": HALL[:1]}
    match = scene(players=4, at={"D": "rotunda"}, markers=laid, hand=hand)
    push(match, "search bookcase")
    assert match.waiting == (0, 1)
    push(match, "B: locket", "A: pass")
    assert nerve(match) == [-1, 0, -1, 0]


def test_at_the_lowest_nobody_is_asked() -> None:
    """§11.11: there is nothing to lose."""
    match = push(
        scene(monsters={"map room": [1]}, hand={"A": "locket"}, fortitude={"A": -5}), "go south"
    )
    assert "turn here left" in texts(match)
