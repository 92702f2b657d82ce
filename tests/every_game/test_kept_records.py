"""Records never rot: what was played under older rules is replayed, checked and written as it was,
on both builds, for ever.

`tests/records/<version>/<game>` was written by `tools/keep_records.py` when that version was the
newest, and never changes.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel import laws
from emberstacks.kernel.secrecy import check_secrecy
from emberstacks.kernel.versions import number_of
from tests.every_game.table import sample, some_options

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[1] / "records"
KEPT = sorted(place for place in FOLDER.glob("*/*") if place.is_dir())
OLD = [(name, version) for name, game in GAMES.items() for version in game.info.earlier]


def records(path: Path) -> dict[str, str]:
    """The records of a file by the comment before each."""
    parts = ("\n" + path.read_text(encoding="utf-8")).split("\n# ")[1:]
    return {part.split("\n", 1)[0]: part.split("\n", 1)[1].rstrip("\n") + "\n" for part in parts}


def title(place: Path) -> str:
    return f"{place.name}-{place.parent.name}"


def test_every_older_version_of_every_game_is_kept() -> None:
    kept = {(place.name, place.parent.name) for place in KEPT}
    assert kept >= {(name, "1.0") for name in GAMES if "1.0" in GAMES[name].versions()}
    assert kept >= set(OLD)


@pytest.mark.parametrize("place", KEPT, ids=title)
def test_kept_records_replay_as_they_were(place: Path) -> None:
    """The same text again, the same codes (a table's log has these), draws that follow from the
    secret, the same redaction.
    """
    codes = json.loads((place / "codes.json").read_text(encoding="utf-8"))
    spectator = records(place / "spectator.txt")
    for name, text in records(place / "games.txt").items():
        match = es.read_record(text)
        assert match.record(resumable=True) == text, name
        assert [list(answer) for answer in match.answers()] == codes[name], name
        assert match.verify() is None, name
        assert match.over != name.endswith("unfinished"), name
        if name in spectator:
            assert match.record(None) == spectator[name], name


@pytest.mark.parametrize("place", KEPT, ids=title)
def test_kept_games_can_be_looked_at_and_gone_on_with(place: Path) -> None:
    """Views, boards, worlds and bots of an older game are of its own version."""
    for name, text in records(place / "games.txt").items():
        if not name.endswith("unfinished"):
            continue
        match = es.read_record(text)
        seat = match.waiting[0]
        assert match.view(seat)["rules"] == place.parent.name
        assert match.board(seat)
        assert match.world(seat, 1).to_json()["rules"] == place.parent.name
        bot = es.bot("greedy")
        for turn in range(10):
            if not match.over:
                seat = match.waiting[0]
                match.push(
                    bot.choose(match.view(seat), match.legal(seat), random.Random(turn)), seat
                )
        assert es.read_record(match.record(resumable=True)).to_json() == match.to_json()


@pytest.mark.parametrize("place", KEPT, ids=title)
def test_kept_positions_are_read_as_they_were(place: Path) -> None:
    positions = json.loads((place / "positions.json").read_text(encoding="utf-8"))
    assert positions
    for position in positions:
        assert es.from_json(position).to_json() == position


@pytest.mark.parametrize(("name", "version"), OLD)
def test_older_versions_obey_all_laws(name: str, version: str) -> None:
    game, rules, rng = GAMES[name], number_of(version), random.Random(1)
    for players in [players for other, players in sample() if other == name]:
        options = some_options(game, players, rng, rules)
        laws.check_game(game, players, options, seed=players, rules=rules)
        check_secrecy(game, players, options, seed=players, rules=rules)


@pytest.mark.parametrize("name", GAMES)
def test_unknown_versions_are_refused_and_the_sentence_says_what_can_be_read(name: str) -> None:
    match = es.new(name, seed=1)
    known = " and ".join(
        filter(None, (", ".join(GAMES[name].versions()[:-1]), GAMES[name].versions()[-1]))
    )
    newest = GAMES[name].info.rules_version
    for wrong in ("9.9", "", "newest", "1.0.0", "-1.0", "¹.0"):
        sentence = f"follows rules {wrong} of {name}; this Emberstacks knows {known}."
        with pytest.raises(es.BadRecord) as refused:
            es.read_record(match.record().replace(f'[Rules "{newest}"]', f'[Rules "{wrong}"]'))
        assert str(refused.value) == f"line 2: this record {sentence}"
        with pytest.raises(es.BadPosition) as refused_too:
            es.from_json({**match.to_json(), "rules": wrong})
        assert str(refused_too.value) == f"this position {sentence}"
    with pytest.raises(es.BadRecord, match="line 1: expected a header"):
        es.read_record(match.record().replace(f'[Rules "{newest}"]\n', ""))
    with pytest.raises(es.BadPosition, match="rules 11"):
        es.from_json({**match.to_json(), "rules": 11})
