"""Records: read, written and refused with one clear sentence that names the line."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.kernel import record

HEAD = '[Game "fire-prototype"] [Rules "1.0"] [Players "2"]\n'
GOOD = (
    HEAD
    + "{green} {green} {brown} {yellow} {white} {A} {B}\n1. A {green} A draw {white} A score\n2. B"
    " {fire} B score\n"
)


def test_a_record_is_read_and_written() -> None:
    match = es.read_record(GOOD, seed=1)
    assert match.view(None)["scores"] == [15, 3]
    assert "1.  A {green}  A draw  {white}  A score" in match.record()


def test_a_record_without_its_seed_does_not_claim_another() -> None:
    """Its draws came from elsewhere: the seed it goes on with would not explain them."""
    for match in (es.read_record(GOOD, seed=1), es.read_record(GOOD)):
        while not match.over:
            match.push(match.legal()[-1])
        assert "Seed" not in match.record()
        assert "Secret" not in match.record()
        assert "Commitment" not in match.copy().record()
        assert "does not reveal its seed" in str(match.verify())


def test_spaces_line_breaks_numbers_and_comments_do_not_matter() -> None:
    loose = (
        "# sent by a friend\n"
        + HEAD
        + "{green}{green} {brown} {yellow}\n\n{white} {A}\n{B}  A  {green} A draw {white}\nA Score"
        " 7. B {fire} B score"
    )
    assert es.read_record(loose, seed=1).to_json() == es.read_record(GOOD, seed=1).to_json()


def test_a_long_turn_is_wrapped_and_read_again() -> None:
    words = [f"word{number}" for number in range(40)]
    lines = record.wrapped(3, words)
    assert all(len(line) <= record.WIDTH for line in lines)
    assert " ".join(lines).split() == ["3.", *words]


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (("[Game", "[Gime"), 'line 1: expected a header [Game "..."]'),
        (("fire-prototype", "chess"), "line 1: There is no game 'chess'"),
        (('[Rules "1.0"]', '[Rules "9.9"]'), "line 1: this record follows rules 9.9 of fire-prototype; this Em"),
        (('[Players "2"]', '[Players "two"]'), 'line 1: expected a header [Players "..."] with a number, found two'),
        (('[Players "2"]', '[Players "²"]'), 'line 1: expected a header [Players "..."] with a number, found ²'),
        (('[Players "2"]', f'[Players "{"2" * 5000}"]'), 'line 1: expected a header [Players "..."] with a number, found 2222'),
        (('[Players "2"]', '[Players "7"]'), "line 1: Fire in the Library (early prototype) is for 2 to 5 players, not 7"),
        (('[Players "2"]', '[Players "2"] [Options "speed=9"]'), "(early prototype) has no option 'speed'"),
        (('[Players "2"]', '[Players 2]'), "line 1: a header looks like"),
        (("{brown}", "{browm}"), "line 2: {browm} cannot come up here; expected {green}, {brown}, {yellow}, {black} or {wh"),
        (("{brown} ", ""), "line 2: {A} cannot come up here; expected {green}"),
        (("{brown}", "{brown"), "line 2: '{' stands alone"),
        (("A draw", "A drawn"), "line 3: 'A drawn' is not possible; expected A draw or A score."),
        (("A draw", "C draw"), "line 3: 'C draw' is not possible; expected A draw or A score."),
        (("A draw", "draw"), "line 3: 'draw' has no seat before it; expected A draw or A score."),
        (("A draw {white}", "A draw"), "line 3: 'A score' is not possible; expected {green}"),
        (("{fire} B", "{?} B"), "line 4: {?} hides an outcome"),
        (("B score", "[B score]"), "line 4: answers are not given together here; expected B draw or B score."),
        (("B score", "B score ]"), "line 4: ] closes no group"),
        (('[Players "2"]', '[Players "2"] [Seat "A"]'), "line 1: this record was redacted for A"),
        (('[Players "2"]', '[Players "2"] [Result "A 1, B 2; won by B"]'), "line 1: the moves lead to an unfinished game"),
        (('[Players "2"]', '[Players "2"] [Position "{}"]'), "line 1: the position has no field 'bag'"),
        (('[Players "2"]', '[Players "2"] [Position "nonsense"]'), "line 1: the position is not JSON data"),
        (('[Players "2"]', '[Players "2"] [Secret "xyz"]'), "line 1: the secret must be hexadecimal digits"),
    ],
)  # fmt: skip
def test_a_damaged_record_gives_one_clear_error(damage: tuple[str, str], complaint: str) -> None:
    with pytest.raises(es.BadRecord) as refused:
        es.read_record(GOOD.replace(*damage, 1), seed=1)
    assert complaint in str(refused.value)
    assert "\n" not in str(refused.value)


def test_moves_after_the_end_are_refused() -> None:
    match = es.new("fire-prototype", players=2, seed=1)
    while not match.over:
        match.push(match.legal()[-1])
    with pytest.raises(es.BadRecord, match="the end of the record, for the game is over"):
        es.read_record(match.record() + "A draw")


def test_a_wrong_result_is_refused() -> None:
    match = es.new("fire-prototype", players=2, seed=1)
    while not match.over:
        match.push(match.legal()[-1])
    with pytest.raises(es.BadRecord, match="line 5: the moves lead to A"):
        es.read_record(match.record().replace("won by", "lost by"))


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(es.BadRecord, match="line 1"):
        es.read_record("")


def test_a_redacted_record_says_for_whom() -> None:
    match = es.read_record(GOOD, seed=1)
    assert '[Seat "A"]' in match.record(seat=0)
    assert '[Seat "spectator"]' in match.record(seat=None)


def test_a_record_may_start_from_a_position() -> None:
    middle = es.from_json(es.read_record(GOOD, seed=1).to_json(), seed=5)
    middle.push(middle.legal()[0])
    assert "[Position " in middle.record()
    assert es.read_record(middle.record(), seed=1).to_json() == middle.to_json()
