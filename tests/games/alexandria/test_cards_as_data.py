"""Cards are data: what the files may say, and what they are refused for."""

from __future__ import annotations

from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.games.alexandria import FOLDER, GAME, components
from emberstacks.games.alexandria.components import FIGURES, Components, Editions, of_version
from emberstacks.games.alexandria.programs import FORMS
from emberstacks.games.alexandria.steps.verbs import ALL_VERBS, BY_NAME
from emberstacks.kernel.figures import parsed
from emberstacks.kernel.versions import V1_2
from tests.games.alexandria.table import BOX, position

CARDS = (FOLDER / "cards.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> Components:
    """The box with cards.toml changed in one place."""
    assert old in CARDS
    source = CARDS.replace(old, new, 1)
    texts = {
        "components.toml": (FOLDER / "components.toml").read_text(encoding="utf-8"),
        "cards.toml": source,
    }
    data = parsed(texts, {"components.toml": FIGURES, "cards.toml": components.CARDS})
    return Components(of_version(data, V1_2), source, "cards.toml", BY_NAME)


def line_of(text: str) -> int:
    return CARDS[: CARDS.index(text)].count("\n") + 1


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            'op = "remove_furniture", where = "here", pick',
            'op = "burn_furniture", where = "here", pick',
            "no verb 'burn_furniture'",
        ),
        ('traits = ["Weapon", "Iron"]', 'traits = ["Weapon", "Paper"]', "no trait 'Paper'"),
        (
            'triggers = ["other_keeps_nearby"]',
            'triggers = ["other_sneezes"]',
            "no trigger 'other_sneezes'",
        ),
        ('trigger = "other_enters"', 'trigger = "other_sings"', "no Peril trigger 'other_sings'"),
        ('uses = ["brazier"]', 'uses = ["sofa"]', "no furniture 'sofa'"),
        ('cond = "alone"', 'cond = "asleep"', "no cond of 'if' 'asleep'"),
        ('rule = "guard"', 'rule = "dog"', "no rule of 'mark' 'dog'"),
        ('rule = "burning_start_fire"', 'rule = "rain"', "no Portent 'rain'"),
        ('count = "distinct_trait"', 'count = "letters"', "no count 'letters'"),
        ('trigger = "room_burned_fire"', 'trigger = "room_flooded"', "no trigger 'room_flooded'"),
    ],
)
def test_unknown_words_are_refused_with_file_and_line(old: str, new: str, reason: str) -> None:
    """A mistake in a card names the file, the line and the words that exist."""
    with pytest.raises(ValueError, match=f"cards.toml, line {line_of(old)}: .*{reason}"):
        changed(old, new)


def test_too_many_options_are_refused() -> None:
    option = '[ { op = "points", who = "self", n = -3 } ],'
    with pytest.raises(ValueError, match="'choose' has room for 3 options"):
        changed(option, 3 * option)


def test_unknown_and_missing_fields_are_refused() -> None:
    with pytest.raises(ValueError, match="'fire' has no field 'colour'"):
        changed(
            '{ op = "fire", where = "nearby" }', '{ op = "fire", where = "nearby", colour = "red" }'
        )
    with pytest.raises(ValueError, match="'fire' needs its field 'where'"):
        changed('{ op = "fire", where = "nearby" }', '{ op = "fire" }')


def test_only_actions_move_heroes_and_draw_rescue_cards() -> None:
    """§5.6"""
    response = (
        'effect = [ { op = "time", who = "trigger", n = -1 }, { op = "points", who = "self", n ='
        " 1 } ]"
    )
    with pytest.raises(ValueError, match="only an action may"):
        changed(response, 'effect = [ { op = "move", who = "self", steps = 1 } ]')


def test_perils_differ_in_what_they_wait_for_and_in_nothing_that_shows() -> None:
    """§6.2, §6.5"""
    with pytest.raises(ValueError, match="two Perils cannot both wait for 'other_enters'"):
        changed('trigger = "other_uses_furniture"', 'trigger = "other_enters"')
    peril = 'name = "Rotten Boards"\ntype = "peril"\nslot = false\nwhite = 2'
    with pytest.raises(ValueError, match="must cost the same"):
        changed(peril, peril.replace("white = 2", "white = 3"))


def test_every_hero_has_twelve_cards_and_every_action_costs_time() -> None:
    """§1.3"""
    with pytest.raises(ValueError, match="octavia has 11 cards"):
        changed(
            'hero = "octavia"\nname = "A Burning Cache"',
            'hero = "kallista"\nname = "A Burning Cache"',
        )
    with pytest.raises(ValueError, match="at least 1 white Time"):
        changed("white = 1\nblack = 2", "white = 0\nblack = 2")


def test_every_verb_is_used_by_a_card() -> None:
    """19 operations and 2 control forms."""
    assert (len(BY_NAME), len(FORMS)) == (19, 2)
    assert [verb for verb in [*BY_NAME, *FORMS] if f'op = "{verb}"' not in CARDS] == []


def test_verbs_have_different_numbers_that_stay() -> None:
    """Programs are made of them, and positions point into programs."""
    numbers = {type(verb).__name__: verb.op for verb in ALL_VERBS}
    assert sorted(numbers.values()) == list(range(4, 28))
    assert (
        numbers["MoveFreely"],
        numbers["Points"],
        numbers["Time"],
        numbers["Draw"],
        numbers["Prevent"],
    ) == (
        4,
        11,
        14,
        15,
        27,
    )


def test_a_rulebook_card() -> None:
    """A Burning Cache costs 1 white and 2 black Time, as the rulebook's example needs it."""
    assert (BOX.names[0], BOX.white[0], BOX.black[0]) == ("A Burning Cache", 1, 2)
    assert Editions(Path(FOLDER), BY_NAME).newest.names == BOX.names


def test_an_impossible_position_is_refused() -> None:
    data = position().to_json()
    for field, value, reason in (
        ("time", [11, 8], "must be from 0 to 10, not 11"),
        ("fire", 1 << 15, "Fire can only be in rooms that stand"),
        ("position", [15, 18], "room that stands"),
        ("position", [-5, 18], "must be from -1 to 19, not -5"),
        ("water", -5, "must be from -1 to 19, not -5"),
        ("water", 15, "Water is in an unburnt room"),
        ("latest", 25, "must be from -1 to 19, not 25"),
        ("latest", -5, "must be from -1 to 19, not -5"),
        ("guard", [-5, 0], "must be from 0 to"),
        ("toll", [0, 1 << 20], "Hero tokens"),
        ("hero", [1, 1], "a different hero"),
        ("hero", [0, -1], "somebody has no hero"),
        ("track", [0, 0], "every seat once"),
        ("doors", [0] * 20, "do not lead to the rooms beside it"),
        ("in_decks", 0, "pieces are missing or doubled"),
        ("points", [1], "must have 2 entries"),
        ("round", 6, "must be from 0 to 5, not 6"),
        ("first", 2, "must be from -1 to 1, not 2"),
        ("declined", 1 << 27, "must be from 0 to"),
        ("revealed", [0, 0], "revealed once"),
        ("buried", 0, "pieces are missing or doubled"),
    ):
        with pytest.raises(es.BadPosition, match=reason):
            es.from_json({**data, "state": {**data["state"], field: value}})


def test_a_peril_in_no_room_is_refused() -> None:
    data = position("neferhotep octavia", perils={"loose keystone": "scriptorium"}).to_json()
    es.from_json(data)
    with pytest.raises(es.BadPosition, match="must be from -1 to 19, not -5"):
        es.from_json({**data, "state": {**data["state"], "peril_rooms": [-5, -1, -1]}})


def test_an_older_card_must_be_one_of_the_cards(tmp_path: Path) -> None:
    for file in Path(FOLDER).glob("*.toml"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "cards.toml").write_text(
        CARDS + '\n[[until_1_1]]\nid = "OCT-1O"\n', encoding="utf-8"
    )
    with pytest.raises(
        ValueError,
        match=r"cards.toml, line [0-9]+: 'id' of the until 1 1 'OCT-1O' must be 'OCT-01'",
    ):
        Editions(tmp_path, BY_NAME)


def test_the_game_is_registered() -> None:
    """§1.1"""
    info = next(info for info in es.list_games() if info.id == "alexandria")
    assert (info.min_players, info.max_players, info.designers) == (2, 4, "Babis Giannios")
    assert GAME.max_answers(4) > GAME.max_answers(2)


def test_cards_say_what_they_do_in_the_words_of_the_rules() -> None:
    """Who took the last action is no "chooser"; a prevented loss is named; a bookshelf is one word."""
    texts = " ".join([*GAME.box.texts, *GAME.box.portent_texts])
    assert "chooser" not in texts
    assert "Book shelf" not in texts
    assert "the player who took the last action places 1 Fire token" in texts
    assert "prevent that loss or that Destiny Response" in texts


def test_only_what_has_been_played_is_paid_for() -> None:
    """Otherwise a card that is taken back would be doubled (§3.9)."""
    match = position(hands={"A": "a burning cache"}, furniture={"A": "chest"})
    match.push("play a burning cache")
    data = match.to_json()
    assert es.from_json(data).to_json() == data
    data["state"]["stack"][-1] = ["PayTime", 0, 1]
    with pytest.raises(es.BadPosition, match="just been played"):
        es.from_json(data)
    data["state"]["stack"][-1] = ["PayTime", 0, 60]
    with pytest.raises(es.BadPosition, match="only an action"):
        es.from_json(data)
