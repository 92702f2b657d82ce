"""Chapter 1 of RULES.md: setting up."""

from __future__ import annotations

from collections import Counter

import pytest

import emberstacks as es
from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.components import DECK, START
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import ScriptedDealer
from emberstacks.kernel.versions import V1_2
from tests.games.alexandria.table import BOX, room, table, texts, told


def chosen(match: es.Match) -> es.Match:
    """The same match after everybody has chosen the first hero left and the first Dramatic End."""
    while "which action" not in match.question:
        match.push(match.legal()[0])
    return match


def test_two_to_four_players() -> None:
    """§1.1"""
    with pytest.raises(es.BadOptions, match="2 to 4"):
        es.new("alexandria", players=5)


def test_what_is_in_the_box() -> None:
    """§1.2"""
    assert [sum(BOX.furniture[players]) for players in (2, 3, 4)] == [40, 60, 80]
    assert (len(BOX.rooms), len(BOX.rescue_names), len(BOX.types)) == (20, 45, 6)
    assert Counter(BOX.collection_of)[-1] == 45 - 24
    assert all(Counter(BOX.collection_of)[collection] == 3 for collection in range(8))
    assert all(len(traits) == 2 for traits in BOX.rescue_traits)


def test_everybody_has_a_deck_and_two_dramatic_ends() -> None:
    """§1.3"""
    state = es.new("alexandria", players=3, seed=1).to_json()["state"]
    assert [sum(deck["rest"]) for deck in state["draws"]] == [12] * 3
    assert [len(ends) for ends in state["boxed"]] == [2] * 3


def test_chance_names_the_start_player() -> None:
    """§1.4"""
    match = new_match(GAME, 3, {}, ScriptedDealer(["C"], 1), None)
    assert told(match)[0] == "C is the start player."


def test_heroes_are_picked_from_the_start_player_on() -> None:
    """§1.5: C, then A, then B."""
    match = new_match(GAME, 3, {}, ScriptedDealer(["C"], 1), None)
    assert (match.to_act, texts(match)) == (2, ["octavia", "neferhotep", "kallista", "lysandros"])
    match.push("lysandros")
    assert (match.to_act, texts(match)) == (0, ["octavia", "neferhotep", "kallista"])
    with pytest.raises(es.IllegalChoice, match="somebody else plays that hero"):
        match.push("lysandros")


def test_heroes_agreed_on_and_dealt() -> None:
    """§1.5"""
    match = es.new(
        "alexandria", players=4, seed=1, heroes="deal", hero_b="kallista", hero_d="octavia"
    )
    heroes = match.to_json()["state"]["hero"]
    assert (heroes[1], heroes[3]) == (2, 0)
    assert sorted(heroes) == [0, 1, 2, 3]


def test_senseless_agreements_are_refused() -> None:
    """§1.5"""
    with pytest.raises(es.BadOptions, match="same hero"):
        es.new("alexandria", players=2, hero_a="octavia", hero_b="octavia")
    with pytest.raises(es.BadOptions, match="no player C"):
        es.new("alexandria", players=2, hero_c="octavia")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_common_rooms_and_a_starting_room_each(players: int) -> None:
    """§1.6"""
    state = table(chosen(es.new("alexandria", players=players, seed=players)))
    built = [one for one in range(20) if state["library"] >> one & 1]
    assert len(built) == 5 * players
    assert sorted(one - START for one in built if one >= START) == sorted(state["hero"])


def test_rooms_follow_the_light_beams() -> None:
    """§1.7: north, north, east, then south beside the second; a beam that is blocked goes on."""
    rooms = [
        "hall of the muses",
        "gallery of poets",
        "map chamber",
        "cabinet of mechanisms",
        "ships' books depot",
    ]
    agreed = {"hero_a": "octavia", "hero_b": "neferhotep"}
    match = new_match(GAME, 2, agreed, ScriptedDealer(["A", *rooms], 1), None)
    state = match.to_json()["state"]
    places = [(state["x"][room(name)], state["y"][room(name)]) for name in rooms]
    # west of (1, 0) lies (0, 0), so it slides on to (-1, 0)
    assert places == [(0, 0), (0, -1), (1, -1), (1, 0), (-1, 0)]


def test_the_next_room_is_built_from_the_one_that_slid() -> None:
    """§1.7"""
    rooms = ["hall of the muses", "map chamber", "ships' books depot", "gallery of poets"]
    agreed = {"hero_a": "octavia", "hero_b": "neferhotep"}
    state = new_match(GAME, 2, agreed, ScriptedDealer(["A", *rooms], 1), None).to_json()["state"]
    assert (state["x"][room(rooms[2])], state["y"][room(rooms[2])]) == (-1, 0)
    assert (state["x"][room(rooms[3])], state["y"][room(rooms[3])]) == (-1, -1)


def test_every_room_gets_four_tiles() -> None:
    """§1.8"""
    state = table(chosen(es.new("alexandria", players=3, seed=8)))
    for one in range(20):
        count = state["down"][one] + sum(state["up"][one * 6 : one * 6 + 6])
        assert count == (4 if state["library"] >> one & 1 else 0)


def test_furniture_is_revealed_around_the_heroes() -> None:
    """§1.9, the rulebook's example: starting rooms and the rooms orthogonally adjacent to them."""
    state = table(chosen(es.new("alexandria", players=4, seed=8)))
    assert state["position"] == [START + hero for hero in state["hero"]]
    seen = 0
    for one in state["position"]:
        seen |= 1 << one | state["doors"][one]
    for one in range(20):
        if state["library"] >> one & 1:
            assert state["down"][one] == (0 if seen >> one & 1 else 4)


def test_five_secret_cards_each() -> None:
    """§1.10"""
    match = chosen(es.new("alexandria", players=2, seed=8))
    view = match.view(1)["state"]
    assert [len(cards) for cards in view["hands"]] == [5, 5]
    assert all(slot[0] is None for slot in view["hands"][0])
    assert all(0 <= slot[0] < DECK for slot in view["hands"][1])


def test_dramatic_ends_are_chosen_secretly_and_together() -> None:
    """§1.11"""
    match = es.new("alexandria", players=2, seed=8, hero_a="octavia", hero_b="kallista")
    assert match.waiting == (0, 1)
    assert all(
        ": As a Portent: " in choice.label and " As the End: " in choice.label
        for choice in match.legal(0)
    )
    match.push("a choking ash", 1)
    match.push("a decree of the senate", 0)
    assert match.view(0)["state"]["chosen"][0][0][0] == 1
    assert match.view(0)["state"]["chosen"][1][0][0] is None
    assert "choking" not in match.record(0)
    assert "choking" in match.record(1)
    assert "B chooses a Dramatic End." in told(match)


def test_hidden_totals() -> None:
    """§1.12"""
    match = chosen(es.new("alexandria", players=3, seed=8, hidden_totals=True))
    assert match.view(1)["scores"] == [None, 0, None]
    assert match.view(None)["scores"] == [None, None, None]
    assert "hidden points" in match.board(0)
    assert chosen(es.new("alexandria", players=3, seed=8)).view(1)["scores"] == [0, 0, 0]


def test_the_start_player_can_be_agreed_on() -> None:
    """§1.4: until 1.2 always drawn."""
    for seat, letter in enumerate("abc"):
        match = es.new("alexandria", players=3, seed=seat, start_player=letter)
        assert match.to_json()["state"]["active"] == seat
        assert f"{letter.upper()} is the start player." in told(match)
    drawn = {
        es.new("alexandria", players=3, seed=seed).to_json()["state"]["active"]
        for seed in range(20)
    }
    assert drawn == {0, 1, 2}
    with pytest.raises(es.BadOptions, match="no such player"):
        es.new("alexandria", players=2, start_player="c")
    assert "start_player" not in [option.name for option in GAME.options_of(V1_2)]
