"""Chapter 14 of RULES.md: Monster Abilities, a test for each object."""

from __future__ import annotations

from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.horror import GAME
from emberstacks.kernel.begin import match_from_json
from emberstacks.kernel.chance import ScriptedDealer
from emberstacks.kernel.step import EVERYBODY
from tests.games.horror.table import CAST, loose_pages, nerve, page_of, push, scene, table, texts

WIN = ["yellow 3", "white 3"]
LOSE = ["yellow 2", "white 2"]
OBJECT = {
    "betty": "oriental hand fan",
    "hermione": "hand mirror",
    "deckford": "pistol and ammunition",
    "eldred": "egyptian canopic jar",
    "crane": "mandrake root",
    "vesper": "obsidian scrying stone",
}


def owning(who: str, **setup: Any) -> es.Match:
    """A is this character, with the object of its Monster Ability lying loose."""
    others = tuple(other for other in CAST if other != who)
    agreed = setup.pop("monster_abilities", True)
    return scene(cast=(who, *others), loose={"A": OBJECT[who]}, monster_abilities=agreed, **setup)


def test_an_ability_is_lost_with_its_object() -> None:
    """§14.1: B steals the fan."""
    match = owning("betty", weapons={"B": "ice pick"}, monsters={"great hall": [1]}, chance=LOSE)
    push(match, "end", "ice pick a", "steal oriental hand fan", "end", "fight 1")
    assert loose_pages(match, "B") == ["oriental hand fan"]
    assert "send rotunda" not in texts(match)


def test_a_framed_object_works_as_well() -> None:
    """§14.1: the fan is one of A's secrets, and nobody can take it any more."""
    data = scene(found="A", monster_abilities=True, monsters={"great hall": [1]}).to_json()
    state = data["state"]
    fan = page_of("oriental hand fan")
    state["supply"][4]["rest"][fan % 10] = 0
    state["supply"][0]["rest"][1] = 1  # the cavalry sabre goes back
    state["pages"][4]["rest"][fan % 10] = 0
    state["pages"][0]["rest"][1] = 1
    state["rack"][0][0] = [fan % 10, EVERYBODY, 10, 1023]
    state["framed"][0] = 1 << fan | 1 << page_of("belladonna")
    match = push(match_from_json(GAME, data, ScriptedDealer(LOSE, 1), None), "fight 1")
    assert "send rotunda" in texts(match)


def test_an_ability_needs_to_be_agreed_and_is_the_characters_own() -> None:
    """§14.1"""
    plain = push(
        owning("betty", monsters={"great hall": [1]}, chance=LOSE, monster_abilities=False),
        "fight 1",
    )
    assert nerve(plain)[0] == -1
    other = scene(
        loose={"A": "hand mirror"}, monster_abilities=True, monsters={"great hall": [1]}, chance=WIN
    )
    assert nerve(push(other, "fight 1"))[0] == 1


def test_oriental_hand_fan() -> None:
    """§14.2: a 4 is a 6."""
    match = push(owning("betty", monsters={"great hall": [1]}, chance=LOSE), "fight 1")
    assert "send rotunda" in texts(match)


def test_hand_mirror() -> None:
    """§14.3"""
    assert (
        nerve(push(owning("hermione", monsters={"great hall": [1]}, chance=WIN), "fight 1"))[0] == 3
    )


def test_pistol_and_ammunition() -> None:
    """§14.4: both are beaten with one roll, and moved one after the other."""
    match = owning("deckford", monsters={"great hall": [1, 2]}, chance=WIN)
    assert {"fight 1", "fight 2", "fight 1 2"} <= set(texts(match))
    push(match, "fight 1 2")
    assert nerve(match)[0] == 3
    push(match, "send rotunda", "send map room")
    assert table(match)["lurks"].count(0) == 0


@pytest.mark.parametrize(
    ("levels", "fight", "loss"),
    [([1, 1], "fight 1 1", 1), ([1, 2], "fight 1 2", 2), ([2, 2], "fight 2 2", 2)],
)
def test_pistol_and_ammunition_lost(levels: list[int], fight: str, loss: int) -> None:
    """§14.4: only the higher level counts."""
    match = push(owning("deckford", monsters={"great hall": levels}, chance=LOSE), fight)
    assert nerve(match)[0] == -loss


def test_pistol_in_the_portal() -> None:
    """§14.4, §12.3"""
    match = owning(
        "deckford",
        at={"A": "long gallery"},
        found="A",
        monsters={"green portal": [1, 1]},
        chance=WIN,
    )
    push(match, "go north", "fight 1 1", "send rotunda", "send rotunda")
    assert match.over


def test_egyptian_canopic_jar() -> None:
    """§14.5: against monsters that appear or are moved to him, not on entry, at the beginning of a
    turn or in a lost attack.
    """
    markers = {"B": ["great hall bookcase 1", "great hall drawer 1"]}
    match = push(
        owning("eldred", markers=markers, chance=["curse coin", "revolver"]), "search drawer"
    )
    assert nerve(match) == [0, -1]
    moved = owning("eldred", at={"B": "rotunda"}, monsters={"rotunda": [1]}, chance=WIN)
    push(moved, "end", "fight 1", "send great hall")
    assert nerve(moved) == [0, 0]  # B lost 1 when the turn began, and won it back
    assert nerve(push(owning("eldred", monsters={"map room": [1]}), "go south"))[0] == -1
    waiting = owning("eldred", at={"B": "rotunda"}, monsters={"great hall": [1]}, chance=LOSE)
    push(waiting, "fight 1")
    assert nerve(waiting)[0] == -1
    assert nerve(push(waiting, "end", "end"))[0] == -2


def test_mandrake_root() -> None:
    """§14.6: once a turn."""
    match = owning("crane", monsters={"great hall": [1, 1]}, chance=[*LOSE, *WIN, *LOSE])
    push(match, "fight 1")
    assert texts(match) == ["roll again", "accept"]
    push(match, "roll again", "send rotunda", "fight 1")
    assert nerve(match)[0] == 0  # won 1, lost 1 without being asked
    accepted = push(owning("crane", monsters={"great hall": [1]}, chance=LOSE), "fight 1", "accept")
    assert nerve(accepted)[0] == -1


def test_obsidian_scrying_stone() -> None:
    """§14.7: not on entry, but at the beginning of her turn."""
    match = push(owning("vesper", monsters={"map room": [1, 1]}), "go south")
    assert nerve(match)[0] == 0
    assert nerve(push(match, "end", "end"))[0] == -2
