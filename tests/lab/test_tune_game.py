"""`emberstacks lab tune-game`: figures closer to the goals, the same however it is run, and no
unclear claims.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from emberstacks.cli.app import main
from emberstacks.games import GAMES, data_files, game_by_id
from emberstacks.lab.balance import Measures
from emberstacks.lab.counts import Counts
from emberstacks.lab.design import LEAST, Design, Trial, front
from emberstacks.lab.games import Played
from emberstacks.lab.goals import Goal
from emberstacks.lab.plan import planned
from emberstacks.lab.statistics import peeking_interval
from emberstacks.lab.varied import own_folder, varied, write
from emberstacks.lab.workers import Crew
from tests.lab.killing import killed

WORDS = [
    "tune-game",
    "fire-prototype",
    "--vary",
    "end.knowledge=20:120",
    "--goal",
    "length=30",
    "--bots",
    "random",
]


def run(*words: str) -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return ended.value.code


def test_a_shorter_game_is_found_tested_on_fresh_seeds_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*WORDS, "--trials", "8", "--games", "60", "--workers", "1", "--out", str(tmp_path)]
    assert run(*words) == 0
    said = capsys.readouterr()
    assert (
        "60 games tell a share to ± 12.7 points; two sets of them find a difference of 25.6 points"
        " four times in five." in said.err
    )
    assert "length: 51.2 ± 1.8 now, 30.0 wanted; a trial finds a change of" in said.err
    best = Path(
        said.out.strip().splitlines()[-1].removeprefix("Play one: emberstacks serve --figures ")
    )
    found, own = (
        tomllib.loads((folder / "components.toml").read_text())
        for folder in (best, own_folder("fire-prototype"))
    )
    assert 20 <= found["end"]["knowledge"] < 80
    assert {**found, "end": 0} == {**own, "end": 0}
    assert "# the game ends when a player passes this" in (best / "components.toml").read_text()
    page = (tmp_path / "report.html").read_text()
    assert f"<h3>{best.name}</h3>" in page
    assert "closer (-" in page
    assert page.count("<circle") + page.count('class="front"') == 8  # one dot for each trial
    assert run(*words) == 0
    assert (tmp_path / "report.html").read_text() == page


def test_it_goes_on_after_a_kill_with_any_number_of_workers(tmp_path: Path) -> None:
    whole, cut = tmp_path / "a" / "figures", tmp_path / "b" / "figures"
    for folder in (whole, cut):
        folder.mkdir(parents=True)
    words = [*WORDS, "--goal", "seats", "--trials", "12", "--games", "40", "--seed", "5"]
    assert run(*words, "--workers", "1", "--out", str(whole)) == 0
    journal = cut / "study.journal"
    killed(journal, *words, out=cut, sign=b'"games"', times=4)
    assert not (cut / "report.html").exists()
    with open(journal, "ab") as file:
        file.write(b'{"op_code":4,"wor')  # as if the kill had come in the middle of a line
    assert run(*words, "--workers", "1", "--out", str(cut)) == 0
    pages = [
        (folder / "report.html").read_text().replace(str(folder), "FOLDER")
        for folder in (whole, cut)
    ]
    assert pages[0] == pages[1]
    # the file keeps what it has
    assert run(*words, "--games", "50", "--workers", "1", "--out", str(cut)) == 2


def test_figures_that_cannot_be_played_are_told_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There are 25 books, so a game that burns more of them cannot begin."""
    words = [
        "tune-game",
        "fire-prototype",
        "--goal",
        "length=40",
        "--bots",
        "random",
        "--games",
        "40",
        "--workers",
        "1",
    ]
    assert (
        run(
            *words,
            "--vary",
            "setup.burned_books=1:60",
            "--trials",
            "6",
            "--out",
            str(tmp_path / "some"),
        )
        == 0
    )
    page = (tmp_path / "some" / "report.html").read_text()
    assert (
        "fire-prototype cannot be played with the data files in this trial: a game breaks off"
        " (ValueError:" in page
    )
    capsys.readouterr()
    assert (
        run(
            *words,
            "--vary",
            "setup.burned_books=50:60",
            "--trials",
            "3",
            "--out",
            str(tmp_path / "none"),
        )
        == 1
    )
    assert (
        "No set of figures could be played: fire-prototype cannot be played"
        in capsys.readouterr().err
    )


def test_a_game_that_never_ends_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write("fire-prototype", own_folder("fire-prototype"), [], {}, tmp_path)
    # as if nobody could wait for the end of an ordinary game
    monkeypatch.setattr("emberstacks.lab.plan.LONGEST", 20)
    assert (
        run(*WORDS, "--figures", str(tmp_path), "--out", str(tmp_path / "out"), "--workers", "1")
        == 2
    )
    assert "cannot be played with the data files in" in (said := capsys.readouterr().err)
    assert "a game of 2 does not end." in said


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess", "--vary", "a=1:2", "--goal", "seats"], "There is no game 'chess'"),
        (["fire", "--goal", "seats"], "--vary needs a value"),
        (["fire", "--vary", "bag.fires=1:2"], "--goal needs a value"),
        (
            ["fire-prototype", "--vary", "fires", "--goal", "seats"],
            "Write a figure with its bounds as name=low:high",
        ),
        (
            ["fire-prototype", "--vary", "fires=1:2", "--goal", "seats"],
            "There is no figure 'fires' in components.toml of fire-prototype. The file has",
        ),
        (
            ["fire-prototype", "--vary", "boxes:fires=1:2", "--goal", "seats"],
            "fire-prototype has no data file 'boxes.toml'. Choose components.toml.",
        ),
        (
            ["fire-prototype", "--vary", "setup=1:2", "--goal", "seats"],
            "'setup' in components.toml of fire-prototype is not a num",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=a:2", "--goal", "seats"],
            "The bounds of setup.fires must be whole numbers",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=3:3", "--goal", "seats"],
            "The lower bound of setup.fires must be below",
        ),
        (["fire-prototype", "--vary", "shelf.9.books=1:3", "--goal", "seats"], "shelf has 1 to 5"),
        (
            ["fire-prototype", "--vary", "setup.fires=1:3", "--goal", "fun"],
            "There is no goal 'fun'. Choose length, seats, heroes",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=1:3", "--goal", "length"],
            "The goal 'length' needs a number, such as length=90",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=1:3", "--goal", "seats=3"],
            "The goal 'seats' is always 0",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=1:3", "--goal", "comebacks=3"],
            "must be from 0 to 1, not 3",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=1:3", "--goal", "seats", "--goal", "seats"],
            "each only once",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=1:3", "--goal", "heroes"],
            "'heroes' makes no sense here",
        ),
        (
            ["librarians", "--vary", "setup.x=1:3", "--goal", "comebacks=0.3"],
            "is for games in which players compete",
        ),
        (
            ["fire-prototype", "--vary", "setup.fires=1:3", "--goal", "seats", "--games", "10"],
            "--games from 40",
        ),
        (
            [
                "fire-prototype",
                "--vary",
                "setup.fires=1:3",
                "--goal",
                "seats",
                "--out",
                "/dev/null/x",
            ],
            "Cannot write /dev/null/x",
        ),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("tune-game", *words, "--workers", "1", "--bots", "random") in (1, 2)
    assert complaint in (said := capsys.readouterr().err)
    assert "This is a bug" not in said


def numbers(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, float]]:
    """Every number in a data file, with the way to it."""
    if isinstance(data, dict):
        for name, inner in data.items():
            yield from numbers(inner, (*path, name))
    elif isinstance(data, list):
        for place, inner in enumerate(data, 1):
            yield from numbers(inner, (*path, str(place)))
    elif isinstance(data, (int, float)) and not isinstance(data, bool):
        yield ".".join(path), data


@pytest.mark.parametrize("game", GAMES)
def test_any_number_of_a_game_can_vary_and_nothing_else_changes(game: str, tmp_path: Path) -> None:
    own = own_folder(game)
    for file in data_files(game_by_id(game)):
        before = dict(numbers(tomllib.loads((own / file).read_text())))
        for name in random.Random(game + file).sample(sorted(before), min(4, len(before))):
            one = varied(
                game, own, f"{file.removesuffix('.toml')}:{name}={before[name]}:{before[name] + 7}"
            )
            write(game, own, [one], {one.name: 4242}, tmp_path)
            after = dict(numbers(tomllib.loads((tmp_path / file).read_text())))
            assert after == {**before, name: 4242}


def test_one_of_a_list_has_a_name() -> None:
    own = own_folder("fire-prototype")
    by_name, by_place = (
        varied("fire-prototype", own, f"shelf.{which}.books=1:9") for which in ("brown", "2")
    )
    assert (by_name.start, by_name.value) == (by_place.start, 6)


def figures(
    lengths: list[float], wins: list[int], middles: list[list[int]] | None = None
) -> Measures:
    """Games of two with these lengths and winners."""
    found = Measures(planned("fire-prototype", ["random"], 2, {}, len(lengths), 0))
    for game, (length, winner) in enumerate(zip(lengths, wins, strict=True)):
        middle = middles[game] if middles else [0, 0]
        end = [9 - 8 * winner, 1 + 8 * winner]
        counts = Counts(
            [Counter(), Counter()], [Counter(), Counter()], Counter(), [[0, 0], middle, middle, end]
        )
        shares = [1.0 - winner, float(winner)]
        found.add(Played(game, end, [winner], shares, int(length), counts), team=False)
    return found


def test_goals_measure_what_they_say() -> None:
    """Seat B wins 3 of 4 games; in the first two somebody led at half-time, and won only the first."""
    found = figures([10, 20, 30, 40], [1, 1, 1, 0], [[0, 5], [5, 0], [2, 2], [3, 3]])
    measured = {
        name: Goal(name, 0).measured(found).middle
        for name in ("length", "seats", "cleared", "comebacks", "single", "changes", "decided")
    }
    assert measured == pytest.approx(
        {
            "length": 25,
            "seats": -0.25,
            "cleared": 0.25,
            "comebacks": 0.5,
            "single": 1,
            "changes": 0.25,
            "decided": 0.75 + 1 / 12,
        }
    )
    assert Goal("seats", 0).told(found).endswith("(seat A)")
    assert Goal("length", 30).distance(found) == 5


def test_games_that_all_came_out_the_same_prove_little() -> None:
    always = figures([20.0] * 40, [1] * 40)
    single = Goal("single", 0.5)
    assert single.told(always) == "100.0 % ± 4.4"
    assert 0.05 < single.findable(always) < 0.15


def test_the_same_seeds_are_compared_with_themselves() -> None:
    """Lengths that vary a lot, but are all two shorter: what lies between the games does not
    matter, only the two.
    """
    lengths = [float(random.Random(7).randrange(20, 90)) for _ in range(60)]
    base, other = (
        figures(lengths, [0, 1] * 30),
        figures([length - 2 for length in lengths], [0, 1] * 30),
    )
    change = Goal("length", 1).change(base, other, 60, 0.05)
    assert (change.low, change.middle, change.high) == pytest.approx((-2, -2, -2))
    # further from a goal above both
    assert Goal("length", 1000).change(base, other, 60, 0.05).middle == pytest.approx(2)


def test_looking_again_and_again_fools_the_ordinary_interval_but_not_this_one() -> None:
    """Fair coins, looked at after each of 30 to 400 throws: how often does any look claim that they
    are not fair?
    """
    fooled = {"peeking": 0, "ordinary": 0}
    for series in range(200):
        rng = random.Random(series)
        values = [rng.random() for _ in range(400)]
        looks = range(30, 401, 10)
        peeking = [peeking_interval(values[:n], 400) for n in looks]
        fooled["peeking"] += any(not one.low <= 0.5 <= one.high for one in peeking)
        means = [(sum(values[:n]) / n, 1.96 * (1 / 12 / n) ** 0.5) for n in looks]
        fooled["ordinary"] += any(abs(mean - 0.5) > half for mean, half in means)
    assert fooled["peeking"] <= 10 < 40 <= fooled["ordinary"]
    assert peeking_interval([0.0, 1.0] * 200, 400).high < 0.62  # not so wide that it says nothing


def test_a_hopeless_trial_stops_early() -> None:
    own = own_folder("fire-prototype")
    plan = planned("fire-prototype", ["random"], 2, {}, 200, 0)
    knowledge = varied("fire-prototype", own, "end.knowledge=20:400")
    design = Design(plan, own, [knowledge], [Goal("length", 50)], Crew())
    *_, base = design.base(plan)
    assert LEAST <= design.tried({"end.knowledge": 400}, base).games < 100
    assert design.tried({"end.knowledge": 100}, base).games == 200


def test_the_front_has_those_that_no_other_beats() -> None:
    distances = {1: [3.0, 3.0], 2: [1.0, 5.0], 3: [4.0, 4.0], 4: [5.0, 1.0], 5: [1.0, 6.0]}
    trials = [
        Trial(number, {"x": float(number)}, found, found) for number, found in distances.items()
    ]
    trials.append(Trial(6, {"x": 6.0}, [], [], why_not="no"))
    assert [one.number for one in front(trials, [10.0, 10.0])] == [1, 2, 4]
    assert [one.number for one in front(trials, [1.0, 100.0])] == [2, 1, 4]
