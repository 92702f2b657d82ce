"""`emberstacks tournament`: fair to both, honest about what it does not know."""

from __future__ import annotations

import pytest

from emberstacks.cli.app import main
from emberstacks.lab.tournament import Duel, held, ratings, round_robin
from emberstacks.lab.workers import crew_of


def duels(game: str, bots: list[str], seeds: int, workers: int = 1, players: int | None = None) -> list[Duel]:
    last: dict[tuple[str, str], Duel] = {}
    with crew_of(workers) as crew:
        for duel in held(round_robin(game, bots, players, {}, range(seeds)), crew):
            last[duel.one, duel.other] = duel
    return list(last.values())


def test_every_pair_plays_every_seed_on_both_seatings() -> None:
    pairs = round_robin("fire-prototype", ["random", "greedy", "exact"], 4, {}, range(5, 8))
    assert len(pairs) == 3
    for pair in pairs:
        assert [meeting[0].first_seed for meeting in pair] == [5, 6, 7]
        for first, second in pair:
            assert first.seats[::2] == second.seats[1::2]
            assert first.seats[0] != second.seats[0]


def test_the_better_bot_is_found() -> None:
    (duel,) = duels("fire-prototype", ["greedy", "random"], 8)
    assert duel.share().low > 0.5
    assert duel.lead().low > 0
    assert duel.share().high <= 1


def test_the_same_bot_under_two_names_is_no_better() -> None:
    """Both answer alike from the same generator, so that changing seats cancels exactly."""
    (duel,) = duels("fire-prototype", ["exact", "expert"], 6)
    assert duel.share().middle == 0.5
    assert duel.lead().middle == 0


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    one, two = (duels("fire-prototype", ["greedy", "random"], 4, workers)[0] for workers in (1, 2))
    assert (one.shares, one.leads) == (two.shares, two.leads)


def test_a_team_is_compared_with_the_other_team() -> None:
    (duel,) = duels("librarians", ["random", "greedy"], 1)
    assert duel.lead().middle < 0


def test_few_seeds_are_not_certain() -> None:
    assert Duel("a", "b", [1.0, 1.0, 1.0], [5.0, 5.0, 5.0]).share().low < 0.8


def test_ratings_follow_the_results() -> None:
    pytest.importorskip("openskill")
    rated = ratings([Duel("a", "b", [1.0] * 20, [1.0] * 20), Duel("b", "c", [1.0] * 20, [1.0] * 20)])
    assert rated is not None
    assert rated["a"][0] > rated["b"][0] > rated["c"][0]


def test_what_ratings_need_is_named_in_full(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("emberstacks.cli.tournament.ratings", lambda _: None)
    with pytest.raises(SystemExit) as ended:
        main(["tournament", "fire-prototype", "--seeds", "1", "--workers", "1"])
    assert ended.value.code == 0
    assert "pip install emberstacks[lab]." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "There is no game 'chess'"),
        (["fire", "--bots", "greedy"], "at least two bots"),
        (["fire", "--bots", "greedy,greedy"], "each of them once"),
        (["fire", "--bots", "greedy,genius"], "There is no bot 'genius'"),
        (["fire", "--players", "9"], "1 to 6 players"),
        (["fire", "--seeds", "0"], "--seeds is from 1"),
    ],
)
def test_bad_input_is_one_sentence(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tournament", *words])
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err
