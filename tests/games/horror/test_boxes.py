"""Boxes with other pieces: monsters of level 3, cards that came later, and data files that no rule
can play with.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from emberstacks.games import folder_of, with_figures
from emberstacks.games.horror import GAME, Horror
from emberstacks.games.horror.components import MOST_LEVEL
from emberstacks.kernel import laws
from emberstacks.kernel.begin import match_from_json
from emberstacks.kernel.chance import Dealer, ScriptedDealer
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.loop import give, to_act
from emberstacks.kernel.state import OVER
from emberstacks.kernel.step import CHANCE
from tests.games.horror.busy import busy_choice
from tests.games.horror.table import nerve, push, scene, texts, told

PAGE = (folder_of(GAME) / "components.toml").read_text(encoding="utf-8")


def box_with(folder: Path, old: str, new: str, more: str = "") -> Horror:
    """Horror with another data file: some of its text is replaced, and some added."""
    assert old in PAGE
    (folder / "components.toml").write_text(PAGE.replace(old, new, 1) + more, encoding="utf-8")
    game = with_figures("horror", folder)
    assert isinstance(game, Horror)
    return game


@pytest.mark.parametrize("level", [0, MOST_LEVEL + 1, 9])
def test_a_level_that_no_monster_can_have_is_refused_in_a_sentence(
    level: int, tmp_path: Path
) -> None:
    line = PAGE[: PAGE.index("level = 2")].count("\n") + 1
    with pytest.raises(
        BadOptions,
        match=(
            f"components.toml, line {line}: 'level' of monster 2 must be a whole number from 1 to"
            f" 3, not {level}"
        ),
    ):
        box_with(tmp_path, "level = 2", f"level = {level}")


def test_a_piece_that_came_later_stands_last(tmp_path: Path) -> None:
    for since, why in (
        ("1.1", "came later, so it must stand after all that came before it"),
        ("1.x", "must be a version of the rules"),
    ):
        with pytest.raises(
            BadOptions,
            match=f"components.toml, line [0-9]+: .*the blessing 'Restorative Tincture' {why}",
        ):
            box_with(tmp_path, 'word = "tincture"\n', f'word = "tincture"\nsince = "{since}"\n')


def test_more_cards_than_answers_have_numbers_for_are_refused(tmp_path: Path) -> None:
    block = '[[blessing]]\nname = "Bell {0}"\nword = "bell {0}"\ncopies = 1\ntext = ""\n'
    with pytest.raises(
        BadOptions, match=re.escape("there are 21 blocks [[blessing]], and there can be 20 at most")
    ):
        box_with(tmp_path, "[players]", "[players]", "".join(block.format(k) for k in range(12)))


def test_the_old_table_of_harm_is_refused_and_not_left_unread(tmp_path: Path) -> None:
    """What a Curse takes stands with the Curse now."""
    line = PAGE.count("\n") + 1
    with pytest.raises(
        BadOptions,
        match=(
            f"components.toml, line {line}: there is no table 'harm' in this game; there can be"
            " players"
        ),
    ):
        box_with(tmp_path, "[players]", "[players]", "[harm]\nrevolver = 5\n")


def test_monsters_of_level_3_can_be_played_with(tmp_path: Path) -> None:
    """§11.3, §11.6: whole games in which everybody searches and fights; those of level 3 come first
    here.
    """
    game = box_with(tmp_path, "level = 1", "level = 3")
    game.box.coming = Ints(list(game.box.coming)[::-1])
    fought: set[str] = set()
    for seed in range(8):
        players = 2 + seed % 3
        options = game.full_options(players, {"rounds": 30, "monster_abilities": True})
        s, rng, dealer = game.start(players, options), random.Random(seed), Dealer(seed)
        while s.step is not OVER:
            seat = to_act(s)
            code = int(dealer.deal(s)) if seat == CHANCE else busy_choice(s, int(seat), rng)
            if seat >= 0:
                fought.add(s.step.text(s, code))
            give(s, seat, code)
            game.check(s)
    assert "fight 3" in fought
    laws.check_game(game, 2, game.full_options(2, {"rounds": 10}), seed=5)


def test_a_win_over_level_3_brings_3(tmp_path: Path) -> None:
    """§11.7: the Bound Horror is of level 3 here."""
    game = box_with(tmp_path, "level = 2", "level = 3")
    before = scene(monsters={"great hall": [2]}).to_json()
    match = match_from_json(game, before, ScriptedDealer(["yellow 3", "white 4"], 1), None)
    assert [text for text in texts(match) if text.startswith("fight")] == ["fight 3"]
    push(match, "fight 3", "send map room")
    assert nerve(match) == [3, 0]
    assert "A attacks the Bound Horror (level 3)." in told(match)


def test_a_curse_of_the_box_that_takes_fortitude_needs_no_code(tmp_path: Path) -> None:
    """§8.1: it is shown, strikes, and goes under its deck."""
    block = (
        '[[curse]]\nname = "Grave Chill"\nword = "grave chill"\nkept = false\nharm = 3\ntext = "At'
        ' once: Fortitude -3."\n'
    )
    game = box_with(tmp_path, "[players]", "[players]", block)
    dealer = ScriptedDealer(["curse coin", "grave chill"], 1)
    before = scene().to_json()
    before["state"]["curses"]["rest"].append(1)
    match = match_from_json(game, before, dealer, None)
    push(match, "search drawer")
    assert nerve(match) == [-3, 0]
