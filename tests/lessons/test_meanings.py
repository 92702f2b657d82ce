"""What things on the table mean: every line cites a clause that exists, and no two mean the same
name.
"""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.games import folder_of, game_by_id
from emberstacks.kernel.rules import clauses
from emberstacks.lessons.meanings import FILE, LINE, about, meanings
from emberstacks.lessons.script import END, LONGEST, SENTENCES

GAMES = [info.id for info in es.list_games()]


@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_short_and_cites_a_clause(game: str) -> None:
    rules = clauses(game_by_id(game).rules())
    text = (folder_of(game_by_id(game)) / FILE).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert lines
    for line in lines:
        found = LINE.match(line)
        assert found is not None, line
        name, said, clause = found.groups()
        assert clause in rules, name
        assert len(said) <= LONGEST, name
        assert len(END.findall(said)) <= SENTENCES, name


@pytest.mark.parametrize("game", GAMES)
def test_the_box_is_explained_with_its_clauses(game: str) -> None:
    known = {one.name: one for one in meanings(game)}
    rules = clauses(game_by_id(game).rules())
    for piece in game_by_id(game).pieces():
        assert known[piece.name].text
        assert known[piece.name].clause in rules, piece.name


def test_a_word_finds_the_thing_or_what_has_it_in_its_name() -> None:
    assert [one.name for one in about("alexandria", "fire")] == ["Fire"]
    assert {one.clause for one in about("horror", "door")} == {"3.1", "3.2"}
    assert about("fire", "") == []
    assert about("fire", "spaceship") == []


def test_a_book_of_librarians_says_what_it_is_and_what_it_does() -> None:
    """Whose it is, for whom, and what its genre brings; the audiences are those of the box."""
    known = {one.name: one.text for one in meanings("librarians")}
    assert (
        known["Marmalade Street 1"]
        == "A green book by Orson Thimblewick, for kids. Volume 1 of a series. Four of its genre in"
        " a line leave the library."
    )
    assert known["Romance"].endswith("bring a power: Five cards leave the deck unplayed.")
    assert known["Horror"] == "Red books. Four in a line strike at once: The game is lost."
