"""The format of lessons: what is read, and what is refused, with its line."""

from __future__ import annotations

import pytest

from emberstacks.kernel.errors import BadRecord, IllegalChoice
from emberstacks.lessons import lesson as lesson_of
from emberstacks.lessons.check import examine
from emberstacks.lessons.play import LONGEST_WAY, scene
from emberstacks.lessons.script import read_lesson

HEAD = """[Game "fire-prototype"]
[Rules "1.0"]
[Players "2"]
[Names "Ada, Mara"]
[Title "A try"]
[Minutes "1"]

{green} {white} {brown} {yellow} {black} {A} {B}
A {white}

"""
BODY = """> Draw a book. §3.1
* The bag
A draw {green}
! score: That is safe.
  B {black} B score B take 2 {brown}

> Enough.
A score B {black}

> Done.
"""


def test_stops_words_clauses_and_what_glows() -> None:
    lesson = read_lesson(HEAD + BODY)
    assert [(stop.words, stop.clause, stop.glow, stop.wanted) for stop in lesson.stops] == [
        ("Draw a book.", "3.1", ["The bag"], "draw"),
        ("Enough.", "", None, "score"),
        ("Done.", "", None, ""),
    ]
    assert lesson.names == ["Ada", "Mara"]
    first = scene(lesson, 0, [])
    assert first.moves
    assert first.points
    assert first.glow == ["The bag"]
    assert not scene(lesson, 2, []).moves


def test_another_answer_has_words_and_a_way_of_its_own() -> None:
    lesson = read_lesson(HEAD + BODY)
    assert lesson.stops[0].others["score"].said == "That is safe."
    tried = scene(lesson, 0, ["score"])
    said = [event["text"] for event in tried.match.events(0)]
    assert any(
        text.startswith("Ada scores 11, ") and text.endswith(" and now has 11.") for text in said
    )
    assert "Mara draws a black book." in said
    assert tried.moves
    assert not tried.points


def test_an_answer_without_words_says_what_it_would_do_but_not_what_luck_brings() -> None:
    """A draw is not told before it is tried; a book on a shelf is."""
    here = scene(read_lesson(HEAD + BODY), 1, [])
    assert here.others() == {
        "draw": "You may do that. The lesson continues with “Score 14 points”."
    }
    placing = scene(lesson_of("librarians", 3), 2, [])
    assert (
        placing.others()["3r2"]
        == "You may do that: Ada plays Orchard at the Edge (purple, Fantasy) in the second place to"
        " the right on shelf 3. The lesson continues with “Shelf 4, place 1 to the right”."
    )
    assert placing.here.wanted not in placing.others()


def test_whoever_leaves_the_script_plays_on_against_somebody_who_answers() -> None:
    lesson = read_lesson(HEAD + BODY)
    tried = ["draw"]
    shown = scene(lesson, 1, tried)
    while shown.moves:
        tried.append(str(shown.match.legal(0)[0]))
        shown = scene(lesson, 1, tried)
    assert len(tried) == LONGEST_WAY
    assert scene(lesson, 1, tried).match.record() == shown.match.record(), "the same way twice"
    with pytest.raises(IllegalChoice):
        scene(lesson, 1, [*tried, "draw"])
    with pytest.raises(IllegalChoice):
        scene(lesson, 1, ["sleep"])
    with pytest.raises(IllegalChoice):
        scene(lesson, 2, ["draw"])  # nothing is waited for there


def test_what_stands_before_the_first_words_has_happened() -> None:
    lesson = read_lesson(HEAD + "A draw {green}\n" + BODY.partition("\n\n")[2])
    assert [stop.wanted for stop in lesson.stops] == ["score", ""]
    assert len(scene(lesson, 0, []).film) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BODY.replace("> Done.\n", ""), "a lesson ends with words"),
        (BODY.replace("§3.1", "§33.1"), "line 11: the rules have no clause 33.1"),
        (
            BODY.replace("! score", "! sleep"),
            "line 14: 'sleep' is no other answer here; there is score",
        ),
        (
            BODY.replace("! score: That", "! That"),
            "line 14: another answer stands under the learner's own",
        ),
        (BODY.replace("score B {black}", "score"), "line 18: chance is asked next"),
        (
            BODY.replace("draw {green}", "sleep {green}"),
            "line 13: 'A sleep' is not possible; expected A draw or A score",
        ),
        (
            BODY.replace("B {black} B score B take 2", "B {black} B take 2"),
            "line 15: 'B take 2' is not possible",
        ),
        (BODY.replace("Draw a book.", "One. Two. Three."), "line 11: no more than 2 sentences"),
        (
            BODY.replace("Draw a book.", "long " * 60),
            "line 11: no more than 2 sentences and 240 characters",
        ),
        ("* The bag\n" + BODY, "line 11: '*' points at something"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_lesson(HEAD + text)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('[Title "A try"]\n', "", "a lesson needs a header [Title"),
        ('"1"]', '"one"]', "the minutes are a whole number"),
        ('"Ada, Mara"', '"Ada"', "line 4: 1 names for 2 seats"),
        ('"fire-prototype"', '"chess"', "line 1: There is no game 'chess'"),
        ('[Minutes "1"]', '[Minutes "1"]\n[Learner "me"]', "the learner is a seat"),
    ],
)
def test_headers(old: str, new: str, said: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read_lesson(HEAD.replace(old, new) + BODY)
    assert said in str(refused.value)


def test_the_check_finds_long_silence() -> None:
    silent = (
        "> Go.\nA draw {green} A draw {brown} A draw {green} A draw {yellow}\nB {black}\n\n>"
        " Done.\n"
    )
    assert [finding.text for finding in examine(read_lesson(HEAD + silent))] == [
        "3 moves in a row without a word."
    ]
