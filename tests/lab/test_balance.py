"""`emberstacks lab balance`: a page that says what the games say."""

from __future__ import annotations

import re
import shutil
import sys
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from emberstacks.cli.app import main
from emberstacks.games import GAMES, game_by_id
from emberstacks.lab.balance import Measures, bins, measured
from emberstacks.lab.counts import Counts, Kind
from emberstacks.lab.games import Played
from emberstacks.lab.plan import planned, with_other_figures
from emberstacks.lab.report import comeback, compared, page, verdict
from emberstacks.lab.statistics import Interval
from emberstacks.lab.uses import Uses, by_role


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(["balance", *words])
    return ended.value.code


def of(game: str, bots: list[str], players: int | None, games: int, workers: int = 1) -> Measures:
    return last(measured(planned(game, bots, players, {}, games, 0), game == "librarians", workers))


def last(found: Iterator[Measures]) -> Measures:
    return deque(found, maxlen=1)[0]


def test_two_sets_of_rules_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    words = [
        "fire",
        "--bots",
        "random",
        "--players",
        "2",
        "--games",
        "30",
        "--against-option",
        "tools=False",
    ]
    assert run(*words, "--workers", "1", "--out", str(path)) == 0
    text = path.read_text()
    assert text.count("<section>") == 2
    assert "tools True" in text
    assert "tools False" in text
    assert "--against-option tools=False" in text
    assert not re.search(r"(?:src|href)=|<script", text)  # it needs nothing else
    assert run(*words, "--workers", "2", "--out", str(path)) == 0
    assert path.read_text() == text  # the same command, the same page


@pytest.mark.both_builds
@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_with_a_copy_of_its_figures(name: str, tmp_path: Path) -> None:
    plan = planned(name, ["random"], None, {}, 2, 0)
    copied(name, tmp_path)
    twins = [last(measured(one, False, 1)) for one in (plan, with_other_figures(plan, tmp_path))]
    assert twins[0].scores == twins[1].scores


@pytest.mark.both_builds
def test_changed_figures_change_the_games_beside_the_others(tmp_path: Path) -> None:
    """With a track that ends at 20 knowledge instead of 100 the prototype is a short game."""
    file = copied("fire-prototype", tmp_path) / "components.toml"
    file.write_text(file.read_text().replace("knowledge = 100", "knowledge = 20"))
    path = tmp_path / "page.html"
    words = ["fire-prototype", "--bots", "greedy", "--games", "12", "--workers", "1"]
    assert run(*words, "--against-figures", str(tmp_path), "--out", str(path)) == 0
    long, short = re.findall(r"A game has ([0-9.]+) ± ", path.read_text())
    assert float(short) < float(long) / 2
    assert f"figures of {tmp_path}" in path.read_text()
    played_here: Any = game_by_id("fire-prototype")
    assert played_here.box.knowledge == 100


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            None,
            (
                "components.toml cannot be read: No such file or directory. Copy the data files of"
                " fire there"
            ),
        ),
        ("tools = [", "do not describe the box of fire"),
        ("tools = []", "do not describe the box of fire"),
    ],
)
def test_wrong_figures_are_one_sentence(
    content: str | None, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if content is not None:
        (tmp_path / "components.toml").write_text(content)
    assert run("fire", "--against-figures", str(tmp_path)) == 2
    assert complaint in capsys.readouterr().err


def copied(name: str, folder: Path) -> Path:
    """The data files of a game, to be changed."""
    module = sys.modules[type(game_by_id(name)).__module__]
    for file in Path(str(module.__file__)).parent.glob("*.toml"):
        shutil.copy(file, folder)
    return folder


def test_all_games_are_counted() -> None:
    found = of("fire-prototype", ["random"], 3, 50)
    assert found.games == 50
    assert sum(sum(wins) for wins in found.wins) == pytest.approx(50)
    assert sum(count for _, _, count in bins(found.lengths, 9)) == 50
    assert min(found.leads) >= 0


@pytest.mark.parametrize(("game", "players"), [("librarians", 2), ("fire", 1)])
def test_a_team_and_a_lone_player_have_no_fair_share(game: str, players: int) -> None:
    text = page([of(game, ["random"], players, 3)], "x")
    assert "fair share" not in text
    assert "Won in" in text


LUCKY, PLAIN, IDLE = ("TakeTool", "axe"), ("TakeTool", "map"), ("TakeTool", "cloak")


def counts(*chosen: list[Kind], middle: list[int]) -> Counts:
    every = [Counter({LUCKY: 1, PLAIN: 1, IDLE: 2}) for _ in chosen]
    return Counts(
        every,
        [Counter(kinds) for kinds in chosen],
        Counter(),
        [[0] * len(middle), middle, middle, middle],
    )


def test_a_tool_that_wins_is_found_and_one_that_nobody_uses() -> None:
    """Of 40 games, 30 are won by the one seat that has the axe; everybody has the map half of the
    time.
    """
    uses = Uses()
    wins: list[list[float]] = [[], []]
    for game in range(40):
        maps = [PLAIN] * (game % 2)
        uses.add(game, counts([LUCKY, *maps], maps, middle=[0, 0]))
        wins[0].append(float(game < 30))
        wins[1].append(float(game >= 30))
    axe, plain = uses.values(wins)
    assert (axe.kind, axe.users, axe.with_it, axe.without) == (LUCKY, 40, 0.75, 0.25)
    # of two seats one wins: the difference of a game is 1 or -1, so its error is that of 40 such
    # games
    assert axe.difference.high - axe.difference.middle == pytest.approx(
        1.96 * (4 * 0.75 * 0.25 / 40) ** 0.5
    )
    assert axe.difference.low > 0
    assert (plain.kind, plain.difference.middle) == (PLAIN, 0.0)
    assert uses.dead() == [(IDLE, 160)]


def test_the_cards_of_a_hero_are_compared_among_the_games_of_that_hero() -> None:
    """Octavia wins 3 of 4 games; of her card, which nobody else has, only her games with and
    without it tell something.
    """
    uses = Uses()
    wins: list[list[float]] = [[], []]
    for game in range(80):
        used = [LUCKY] * (game % 2)
        uses.add(game, replace(counts(used, [], middle=[0, 0]), roles=["Octavia", "Claudius"]))
        wins[0].append(float(game % 4 != 0))
        wins[1].append(float(game % 4 == 0))
    (card,) = uses.values(wins)
    assert (card.users, card.with_it, card.without) == (40, 1.0, 0.5)
    assert {
        role: (seats, share.middle) for role, (seats, share) in by_role(uses, wins).items()
    } == {
        "Octavia": (80, 0.75),
        "Claudius": (80, 0.25),
    }
    assert by_role(Uses(), []) == {}


def test_wins_by_hero_are_told_of_games_that_have_heroes() -> None:
    found = of("alexandria", ["random"], 3, 4)
    text = page([found], "x")
    assert sum(seats for seats, _ in by_role(found.uses, found.wins).values()) == 12
    assert "<h3>Wins by hero</h3>" in text
    assert all(role in text for role in by_role(found.uses, found.wins))
    assert "Wins by hero" not in page([of("fire-prototype", ["random"], 2, 2)], "x")


def test_two_sets_of_rules_are_compared_seed_by_seed() -> None:
    """The same rules twice differ in nothing; a game in which every score is one higher differs in
    that alone.
    """
    one = of("fire-prototype", ["random"], 2, 40)
    assert [row[3:] for row in compared(one, one)] == [
        *[("+0 ± 0 points", False)] * 2,
        *[("+0.0 ± 0.0", False)] * 3,
    ]
    more = replace(one, scores=[[points + 1 for points in seat] for seat in one.scores])
    sure = {words: change for words, _, _, change, found in compared(one, more) if found}
    assert sure == {"Points of a seat": "+1.0 ± 0.0"}
    text = page([one, more], "x")
    assert "<h2>The difference</h2>" in text
    assert "<h2>The difference</h2>" not in page([one], "x")


def test_games_of_other_sizes_are_compared_in_what_they_share() -> None:
    """Seats of a game for two and of one for three are not the same seats; a team has no seats to
    compare.
    """
    two, three = of("fire-prototype", ["random"], 2, 3), of("fire-prototype", ["random"], 3, 3)
    assert [row[0] for row in compared(two, three)] == [
        *["Points of a seat", "Lead of the best over the next"],
        "Length in decisions",
    ]
    team = of("librarians", ["random"], 2, 3)
    assert compared(team, team)[0][0] == "Wins of the team"
    assert "Wins" not in "".join(row[0] for row in compared(two, team))


def test_little_is_not_compared() -> None:
    uses = Uses()
    for game in range(30):
        uses.add(game, counts([LUCKY] if game < 19 else [], [PLAIN] * 2, middle=[0, 0]))
    assert [value.kind for value in uses.values([[1.0] * 30, [0.0] * 30])] == [PLAIN]


def test_whoever_was_behind_and_won_came_back() -> None:
    found = Measures(planned("fire-prototype", ["random"], 2, {}, 3, 0))
    for seed, middle in enumerate([[9, 3], [3, 9], [5, 5]]):
        found.add(
            Played(seed, [10, 50], [1], [0.0, 1.0], 20, counts([], [], middle=middle)), team=False
        )
    assert found.leader == {0: 0.0, 1: 1.0}  # nobody led in the last game
    assert "win 50.0 % ± 98.0 of the 2 games" in comeback(found)


def test_the_page_tells_what_was_used_and_what_never() -> None:
    found = of("fire", ["random"], 3, 40)
    found.uses.offered["TakeTool", "ladder"] = 7
    text = page([found], "x")
    assert "Players who are behind at half-time win" in text
    assert "map (After Scoring)" in text
    assert "<summary>Possible but never given: " in text
    assert "<tr><td>ladder (Take Tool)</td><td>7</td></tr>" in text


def test_an_unfair_seat_is_named() -> None:
    assert "No seat differs" in verdict([Interval(0.5, 0.4, 0.6), Interval(0.5, 0.4, 0.6)], 0.5)
    assert verdict([Interval(0.7, 0.6, 0.8), Interval(0.3, 0.2, 0.4)], 0.5).startswith(
        "Seat A and B differ "
    )


def test_a_better_bot_makes_its_seat_better() -> None:
    assert "differ from the fair share" in page(
        [of("fire-prototype", ["greedy", "random"], None, 20)], "x"
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "There is no game 'chess'"),
        (["fire", "--against", "chess"], "There is no game 'chess'"),
        (["fire", "--against-option", "tools=perhaps"], "Choose "),
        (["fire", "--out", "/nowhere/page.html"], "there is no folder"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert complaint in capsys.readouterr().err
