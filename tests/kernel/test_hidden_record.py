"""Records of games with hidden pieces and sealed answers: read, written, redacted."""

from __future__ import annotations

import pytest

from emberstacks.kernel.begin import match_from_record
from emberstacks.kernel.errors import BadRecord
from emberstacks.kernel.game import Game
from emberstacks.kernel.match import Match
from emberstacks.kernel.record import read
from tests.toys.auction import AUCTION
from tests.toys.smugglers import SMUGGLERS
from tests.toys.table import again, at_random, auctioning, smuggling

HANDS = "veto dust veto lint lint dust rake"  # A: veto lint, B: dust lint, C: veto dust


def moves(match: Match, seat: int | None = -1) -> list[str]:
    """The lines of a record without headers and numbers."""
    lines = match.record(seat).split("\n\n", 1)[1].splitlines()
    return [line.split(".", 1)[1].strip() for line in lines if line]


# Private draws


def test_a_private_draw_is_read_back() -> None:
    match = smuggling("ash bone coin dice ember", "draw,peek,draw")
    assert moves(match) == [
        "A {ash}",
        "B {bone}",
        "C {coin}",
        "A draw  {dice}",
        "B peek  {ember}",
        "C draw",
    ]
    assert again(match).to_json() == match.to_json()
    assert again(match).record() == match.record()


def test_only_the_drawer_reads_a_private_draw() -> None:
    match = smuggling("ash bone coin dice ember", "draw,peek,draw")
    assert moves(match, 1) == [
        "A {?}",
        "B {bone}",
        "C {?}",
        "A draw  {?}",
        "B peek  {ember}",
        "C draw",
    ]
    assert moves(match, None) == ["A {?}", "B {?}", "C {?}", "A draw  {?}", "B peek  {?}", "C draw"]


def test_a_secret_gift_is_read_by_giver_and_receiver() -> None:
    match = smuggling("ash bone coin dice", "draw,peek,bury coin,give ash,lay bone")
    assert [moves(match, seat)[-2] for seat in (0, 1, 2, None)] == [
        "A give ash",
        "A give ash",
        "A give",
        "A give",
    ]
    assert [moves(match, seat)[-1] for seat in (0, 1, 2, None)] == [
        "B lay",
        "B lay bone",
        "B lay",
        "B lay",
    ]
    assert [moves(match, seat)[-3] for seat in (0, 1, 2, None)] == [
        "C bury",
        "C bury",
        "C bury coin",
        "C bury",
    ]


def test_a_redacted_record_is_not_replayed() -> None:
    match = smuggling("ash bone coin dice", "draw")
    with pytest.raises(BadRecord, match="redacted for B"):
        match_from_record(SMUGGLERS, read(match.record(1)), 1)
    with pytest.raises(BadRecord, match="hides an outcome"):
        match_from_record(SMUGGLERS, read(match.record(1).replace('[Seat "B"]\n', "")), 1)


def test_a_redacted_record_never_has_the_seed() -> None:
    """From the seed every hidden draw could be drawn again."""
    match = at_random(SMUGGLERS, 3, 5, 1000)
    assert match.over
    assert "[Seed " in match.record()
    assert "[Seed " not in match.record(1) + match.record(None)
    running = at_random(SMUGGLERS, 3, 5, 4)
    assert "[Seed " in running.record(resumable=True)
    assert "[Seed " not in running.record(1, resumable=True) + running.record(None, resumable=True)


def test_a_record_from_a_position_hides_its_faces_too() -> None:
    match = smuggling("ash bone coin dice", "draw,peek").world(0, 3)
    assert '"hands":[[[0,1,0,-1],[3,1,0,-1]],[[null,2,0,-1]],[[null,4,0,-1]]]' in match.record(
        0
    ).replace("\\", "")
    assert again(match).to_json() == match.to_json()


@pytest.mark.parametrize("game", [SMUGGLERS, AUCTION])
def test_any_position_is_read_back_from_its_record(game: Game) -> None:
    """In the middle of a question to several seats, too."""
    partly = 0
    for seed in range(25):
        for decisions in (seed, 2 * seed + 1):
            match = at_random(game, 2 + seed % 3, seed, decisions)
            twin = match_from_record(game, read(match.record(resumable=True)), None)
            assert twin.to_json() == match.to_json()
            assert [twin.record(seat) for seat in (0, 1, None)] == [
                match.record(seat) for seat in (0, 1, None)
            ]
            assert [twin.events(seat) for seat in (0, 1, None)] == [
                match.events(seat) for seat in (0, 1, None)
            ]
            partly += 0 < len(match.waiting) < match.players and game is AUCTION
    assert partly > 5 or game is SMUGGLERS


# Answers given together


def test_answers_given_together_are_one_group_in_the_order_of_the_seats() -> None:
    match = auctioning(HANDS)
    for seat, bid in ((2, "1"), (0, "0"), (1, "2")):
        match.push(bid, seat)
    assert moves(match)[-1] == "[A 0  B 2  C 1]"
    assert moves(match, None)[-1] == "[A 0  B 2  C 1]"
    assert again(match).to_json() == match.to_json()


def test_a_group_that_still_waits_shows_everybody_only_their_own_answer() -> None:
    match = auctioning(HANDS)
    match.push("2", 1)
    match.push("1", 2)
    assert moves(match)[-1] == "[B 2  C 1]"
    assert moves(match, 1)[-1] == "[B 2]"
    assert moves(match, 0) == ["A {veto}", "B {?}", "C {?}", "A {lint}", "B {?}", "C {?}  {rake}"]
    assert moves(match, None) == ["A {?}", "B {?}", "C {?}", "A {?}", "B {?}", "C {?}  {rake}"]


def test_a_group_that_still_waits_is_read_back_and_gone_on_with() -> None:
    match = auctioning(HANDS)
    match.push("2", 1)
    twin = again(match)
    assert twin.waiting == (0, 2)
    assert twin.record() == match.record()
    for each in (match, twin):
        each.push("0", 0)
        each.push("3", 2)
    assert twin.to_json() == match.to_json()
    assert moves(twin)[-1] == moves(match)[-1] == "[A 0  B 2  C 3]"


def test_a_waiting_answer_equal_to_an_earlier_one_is_read_back() -> None:
    """The same bid by the same seat in the round before must stay where it is."""
    match = auctioning("dust dust lint lint rake lamp", players=2)
    for bid in ("0", "0"):
        match.push(bid)
    match.push("0", 0)
    twin = again(match)
    assert twin.waiting == (1,)
    assert twin.record() == match.record()
    assert moves(twin)[-1] == "[A 0  B 0]  {lamp}  [A 0]"


def test_of_several_vetoes_only_the_one_turned_up_is_written() -> None:
    match = auctioning(HANDS)
    for bid in ("0", "2", "1"):
        match.push(bid)
    match.push("veto", 2)
    match.push("veto", 0)
    assert moves(match)[-1] == "[A 0  B 2  C 1]  [A veto  C veto]"
    assert moves(match, 0)[-1] == "[A 0  B 2  C 1]  [A veto  C veto]"
    assert moves(match, 1)[-1] == "[A 0  B 2  C 1]  [C veto]"
    assert moves(match, 2)[-1] == "[A 0  B 2  C 1]  [C veto]"
    assert moves(match, None)[-1] == "[A 0  B 2  C 1]  [C veto]"


def test_passes_are_never_shown() -> None:
    match = auctioning(HANDS)
    for bid in ("0", "2", "1"):
        match.push(bid)
    assert match.waiting == (0, 2)
    for seat in (0, 2):
        match.push("pass", seat)
    assert "[A pass  C pass]" in match.record()
    assert "[A pass]" in match.record(0)
    assert "[pass]" in match.record(1)
    assert "[pass]" in match.record(None)


@pytest.mark.parametrize(
    ("group", "complaint"),
    [
        ("[A 0  A 1", "'A 1' is not possible; expected B 0, B 1, B 2, B 3, C 0, C 1, C 2 or C 3"),
        ("[A 0  B 2  C 1  A veto]", "'A veto' is not possible; expected ]"),
        ("[A 0  B 2  C 1  {dust}]", "{dust} is chance, but expected ]"),
        ("[A 0  B 2", "a group of answers is not closed; expected ]"),
        ("[A 0  B 2] [C 1  [A pass]", "answers are not given together here; expected ]"),
        ("[A 0  B 2  C 9]", "'C 9' is not possible; expected C 0, C 1, C 2 or C 3"),
        ("{dust}", "{dust} is chance, but expected A 0"),
        (
            "[A 0  B 2  C 1]  [B veto]",
            "'B veto' is not possible; expected A pass, A veto, C pass or C veto",
        ),
    ],
)
def test_a_damaged_group_gives_one_clear_error(group: str, complaint: str) -> None:
    text = auctioning(HANDS).record() + group
    with pytest.raises(BadRecord) as refused:
        match_from_record(AUCTION, read(text), 1)
    assert complaint in str(refused.value)


def test_a_group_may_be_written_without_brackets_or_in_two() -> None:
    text = auctioning(HANDS).record()
    whole = match_from_record(AUCTION, read(text + "[A 0  B 2  C 1]"), 1)
    for loose in ("C 1 A 0 B 2", "[A 0] [C 1  B 2]"):
        assert match_from_record(AUCTION, read(text + loose), 1).record() == whole.record()
