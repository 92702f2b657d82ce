"""The story of a game: every kind of event is told, with its sentence, and what others cause is
told as its consequence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import emberstacks as es
from emberstacks.games.horror import GAME
from emberstacks.kernel.events import Happening
from tests.games.horror.busy import busy_game
from tests.games.horror.table import begun, push, scene, told
from tests.games.horror.test_13_abilities import besotted, playing
from tests.games.horror.test_14_monster_abilities import owning
from tests.games.horror.test_transcripts import GAMES

SENTENCES = {
    "laid-out": r"The library is laid out: (8|15) rooms and the Green Portal\.",
    "lay": r"\w lays the .+ on [a-e][1-5]\.",
    "first-tie": r"\w(, \w)*( and \w)? have rolled the highest and roll again\.",
    "character": r"\w is (Betty|Lady|Capt\.|Mr|Dr|Madame) .+\.",
    "secret": r"\w is dealt (a \w+ secret|the \w+ secret .+)\.",
    "first": r"\w begins\.",
    "begin": r"\w begins in the .+\.",
    "round": r"Round \d+ begins\.",
    "round-over": r"Round \d+ is over\.",
    "rounds": r"It was the last round: the game is over, and nobody has escaped\.",
    "turn": r"It is \w's turn\.",
    "turn-over": r"\w's turn is over(, with 1 action left|, with [23] actions left)?\.",
    "hysteria": r"\w is hysterical; \w takes an action for her\.",
    "escape": r"\w steps through the Green Portal and has escaped\. The game is over\.",
    "go": (
        r"\w goes into the [A-Z].+?( by a closed door \((1 Fortitude|nothing to lose at -5)\))?\."
    ),
    "turn-room": r"\w turns the .+ (a quarter left|a quarter right|half round)\.",
    "thrown": r"\w is thrown back into the .+\.",
    "marker": r"\w places marker [1-6] on a (bookcase|drawer) of the .+\.",
    "lift": r"\w takes marker [1-6] from a (bookcase|drawer) of the .+\.",
    "coin": r"\w draws a (Blessing|Curse) coin\.",
    "refill": r"That was the last coin: all sixteen go back into the bag\.",
    "exchange": r"\w exchanges pages\.",
    "no-page": r"\w finds nothing: there is no \w+ page left\.",
    "page": r"\w gets a page: .+ \(\w+\)\.",
    "frame": r"It matches a secret of \w: .+ goes into the frame\.",
    "give-back": r"\w gives .+ \(\w+\) back to the decks\.",
    "under": r"\w puts another \w+ page, unseen by the others, under the deck\.",
    "mirror": r"\w steps out of the mirror in the .+\.",
    "picture": r"\w looks at a picture\.",
    "roll": r"\w rolls (\d|\d on the yellow and \d on the white die|\d, and \w \d)\.",
    "change-yellow": r"\w plays [A-Z].+: the (yellow die|die of \w) now shows \d\.",
    "change-white": r"\w plays [A-Z].+: the (white die|die of \w) now shows \d\.",
    "change-total": r"\w plays [A-Z].+: the total is now \d+\.",
    "harm": r"The .+ hurts? \w(, \w)*( and \w)?(, \d+ each)?\.",
    "spared": r"Thanks to the .+, \w is not hurt by monsters\.",
    "locket": r"\w plays the Blessed Locket and is not hurt\.",
    "fortitude": r"\w (gains|loses) \d+ Fortitude( \(.+\))? and is now at (0|[+-][1-5])\.",
    "blessing": r"\w keeps (a Blessing|the Blessing .+)\.",
    "weapon": r"\w keeps (a Curse|the Curse .+)\.",
    "no-card": r"\w finds nothing: that deck is empty\.",
    "curse": r"[A-Z].+ strikes \w(, who.+)?\.",
    "play": r"\w plays [A-Z].+\.",
    "free": r"\w breaks free of the Devil's Fingertrap\.",
    "stuck": r"\w stays in the Devil's Fingertrap: it takes 5 or more\.",
    "settled": r"The Unresolved Business of \w is settled\.",
    "attack": r"\w attacks \w with [A-Z].+\.",
    "defend": r"\w turns the attack away with [A-Z].+\.",
    "backfire": r"The Blunderbuss backfires on \w\.",
    "steal": r"\w steals .+ \(\w+\) from \w\.",
    "steal-blessing": r"\w steals (a Blessing|the Blessing .+) from the hand of \w\.",
    "steal-curse": r"\w steals (a Curse|the Curse .+) from the hand of \w\.",
    "duel": r"\w challenges \w to a duel with dice: \w has the yellow die, \w the white one\.",
    "duel-won": r"\w wins the duel with \w, \d to \d\.",
    "draw": r"\w does not win the duel with \w, \d to \d\.",
    "besotted": r"\w is besotted with \w\.",
    "gift": r"\w gives .+ \(\w+\) to \w\.",
    "gift-blessing": r"\w gives (a Blessing|the Blessing .+) to \w\.",
    "gift-curse": r"\w gives (a Curse|the Curse .+) to \w\.",
    "summon": r"The .+ \(level [123]\) appears in the .+: [34] search markers are there now\.",
    "fight": r"\w attacks the .+ \(level [123]\)( and the .+ \(level [123]\))?\.",
    "won": r"\w beats the .+ with \d+(, 2 of it by the Oriental hand fan)?\.",
    "lost": (
        r"\w loses against the .+ with -?\d+(, 2 of it by the Oriental hand fan)?; it takes 6\."
    ),
    "reroll": r"The mandrake root lets \w roll again\.",
    "move-monster": r"\w drives the .+ into the .+\.",
    "leave-monster": r"\w leaves the .+ where it is\.",
}
ALL_RED = (
    "pistol and ammunition, cavalry sabre, powder flask, hunting horn, bowie knife, campaign medal,"
    " pith helmet"
)
ALL_BLESSINGS = (
    "tincture, tincture, mysterious mirror, book, locket, third eye, corset, antidote, lockpicks,"
    " dice"
)
LOST = ["yellow 1", "white 1"]


def kinds(of: type[Happening] = Happening) -> Iterator[str]:
    """The kinds of events that Horror's rules know."""
    for one in of.__subclasses__():
        if one.kind and one.__module__.startswith("emberstacks.games.horror."):
            yield one.kind
        yield from kinds(one)


def scenes() -> Iterator[es.Match]:
    """Positions in which what hardly ever happens does happen."""
    yield push(scene(at={"A": "map room"}, fortitude={"A": 1}, found="A"), "go east")
    portal = scene(
        at={"A": "map room"},
        fortitude={"A": 1},
        found="A",
        monsters={"green portal": [1]},
        chance=LOST,
    )
    yield push(portal, "go east", "fight 1", "leave west")
    yield push(scene(weapons={"A": "ice pick"}, hand={"B": "corset"}), "ice pick b", "B: corset")
    yield push(scene(weapons={"A": "blunderbuss"}, chance=["white 1"]), "blunderbuss b")
    locket = scene(hand={"A": "locket"}, monsters={"great hall": [1]}, chance=LOST)
    yield push(locket, "fight 1", "A: pass", "A: locket")
    blind: dict[str, Any] = {
        "blind_theft": True,
        "weapons": {"A": "ice pick", "B": "revolver"},
        "hand": {"B": "corset"},
    }
    yield push(scene(chance=["corset"], **blind), "ice pick b", "B: pass", "steal a blessing")
    yield push(scene(chance=["revolver"], **blind), "ice pick b", "B: pass", "steal a curse")
    duel = playing(
        "deckford", 5, loose={"B": "rue"}, hand={"A": "dice"}, chance=["yellow 4", "white 4"]
    )
    yield push(duel, "duel b", "A: dice white -1", "steal rue")
    yield push(playing("deckford", 5, loose={"B": "rue"}, chance=["yellow 4", "white 4"]), "duel b")
    yield push(besotted(loose={"A": "rue"}), "adore b", "give rue")
    yield push(besotted(hand={"A": "locket"}), "adore b", "give locket")
    yield push(besotted(weapons={"A": "revolver"}), "adore b", "give revolver")
    vesper = playing("vesper", 5, chance=["yellow 1", "white 1", "pith helmet", "hunting horn"])
    yield push(vesper, "search bookcase", "keep pith helmet")
    crane = owning("crane", monsters={"great hall": [1]}, chance=[*LOST, *LOST])
    yield push(crane, "fight 1", "roll again")
    yield push(owning("vesper", monsters={"map room": [1]}), "go south")
    yield push(
        scene(fields={"coins": [0, 1]}, chance=["curse coin", "canker spider"]), "search drawer"
    )
    yield push(
        scene(loose={"B": ALL_RED + ", snare trap, brass knuckles, signal flare"}, chance=LOST),
        "search bookcase",
    )
    yield push(
        scene(at={"B": "rotunda"}, hand={"B": ALL_BLESSINGS}, chance=["blessing coin"]),
        "search drawer",
    )
    yield push(scene(hand={"A": "book"}, chance=LOST), "search bookcase", "A: book yellow +2")
    yield push(scene(curses={"fingertrap": "A"}, chance=["white 5"]), "break free")
    yield push(es.new("horror", players=2, seed=1, laying="by-hand"), "lay great hall north")
    yield es.read_record(
        begun(3).record().split("{white")[0] + "{white 5} {white 5} {white 1}", seed=1
    )
    yield push(scene(curses={"unresolved business": "A"}, fields={"business_turns": 1}), "end")


@cache
def stories() -> list[dict[str, Any]]:
    """What everybody is told, and each player, in busy games and in the scenes."""
    found = [
        busy_game(players, seed=7, rounds=10 if players > 4 else 20, **options)
        for players, options in GAMES.values()
    ]
    return [
        event
        for match in [*found, *scenes()]
        for who in (None, 0, 1)
        for event in match.events(who)
    ]


def test_every_kind_of_event_is_told() -> None:
    assert set(kinds()) == set(SENTENCES) == {event["kind"] for event in stories()}


@pytest.mark.parametrize("kind", SENTENCES)
def test_an_event_has_its_sentence(kind: str) -> None:
    for event in stories():
        if event["kind"] == kind:
            assert re.fullmatch(SENTENCES[kind], event["text"]), event
            assert not re.search(r"\b[Yy]ou\b|[{}]", event["text"]), "everybody reads it"


def test_what_others_cause_names_a_piece_of_the_gallery() -> None:
    ids = {piece.id for piece in GAME.pieces()}
    causes = {event["kind"]: event["because"] for event in stories() if "because" in event}
    assert set(causes.values()) <= ids
    assert set(causes) >= {
        "harm",
        "fortitude",
        "curse",
        "free",
        "settled",
        "duel",
        "duel-won",
        "draw",
        "besotted",
        "gift",
        "reroll",
    }


def test_turns_and_rounds_begin_and_end() -> None:
    """Also the first ones; only an escape ends the game in the middle of a turn."""
    frame = [
        event
        for event in busy_game(3, seed=3, rounds=10).events(None)
        if event["kind"].startswith(("turn", "round"))
    ]
    marks = [event["kind"] for event in frame if event["kind"] != "turn-room"]
    turns = ["turn", "turn-over"] * 3
    assert marks[: 2 * (len(turns) + 2)] == 2 * ["round", *turns, "round-over"]
    assert marks[-1] == "rounds"


def test_the_first_thing_to_read_is_one_line_about_the_library() -> None:
    """§1.3"""
    log = told(es.new("horror", players=2, seed=1))
    assert log[0] == "The library is laid out: 8 rooms and the Green Portal."
    assert not any("printed north" in line for line in log)


def test_the_monster_that_hurts_is_named_and_who_is_hurt() -> None:
    """§11.5, §11.8: on entering all in the room, by a move the one that comes."""
    match = push(scene(monsters={"map room": [1, 1]}), "go south")
    assert told(match)[-2:] == [
        "The Dust Wraith and the Paper Ghoul hurt A.",
        "A loses 2 Fortitude and is now at -2.",
    ]
    assert [event["because"] for event in match.events(None)[-2:]] == ["monster-0", "monster-0"]
    beaten = scene(
        3,
        at={"B": "rotunda", "C": "rotunda"},
        monsters={"great hall": [1]},
        chance=["yellow 6", "white 6"],
    )
    push(beaten, "fight 1", "send rotunda")
    assert told(beaten)[-3:] == [
        "The Dust Wraith hurts B and C, 1 each.",
        "B loses 1 Fortitude and is now at -1.",
        "C loses 1 Fortitude and is now at -1.",
    ]


def test_a_closed_door_that_takes_nothing_says_so() -> None:
    """§3.2"""
    match = push(scene(fortitude={"A": -5}), "go east")
    assert told(match)[-1] == "A goes into the Rotunda by a closed door (nothing to lose at -5)."
    assert str(scene(fortitude={"A": -5}).legal(0)[1].label).endswith(
        "(closed door, nothing to lose at -5)"
    )
    paid = push(scene(), "go east")
    assert told(paid)[-2:] == [
        "A goes into the Rotunda by a closed door (1 Fortitude).",
        "A loses 1 Fortitude and is now at -1.",
    ]


def test_a_weapon_is_named_with_what_it_takes() -> None:
    """§9.2"""
    match = push(scene(weapons={"A": "ice pick"}), "ice pick b")
    assert told(match)[-1] == "B loses 2 Fortitude (Ice Pick) and is now at -2."
    assert match.events(None)[-1]["because"] == "curse-3"
