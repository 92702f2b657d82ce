"""What networks look at, how they judge, and what they learn from games against themselves."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import emberstacks as es
from emberstacks.bots import learned as learned_module
from emberstacks.bots.greedy import GreedyBot
from emberstacks.bots.heuristic import Greed
from emberstacks.bots.ismcts import Search
from emberstacks.bots.learned import (
    Learned,
    features_of,
    file_of,
    insight,
    insight_of,
    insight_with,
    parts,
    read_learned,
    shipped,
    shipped_for,
)
from emberstacks.bots.mind import NO_MIND, heuristic_of, mind_of
from emberstacks.bots.network import FarSighted, LearnedInsight, Network, SelfPlay, rivals
from emberstacks.games import GAMES, game_by_id
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.setup import DealCharacter
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadBot
from emberstacks.kernel.game import Value
from emberstacks.kernel.ints import Floats, Ints
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.step import CHANCE
from emberstacks.kernel.view import resample, view
from tests.every_game.table import RENEW

LOOKED_AT = [game for game in GAMES if mind_of(game).features is not None]
VALUES = Path(__file__).parent / "networks.json"
SHIPPED = Path(__file__).parent / "shipped.json"

pytestmark = pytest.mark.both_builds


def a_network(game: str, seed: int = 5, hidden: int = 6) -> Network:
    """One with weights at random."""
    size = Network(game_by_id(game), features_of(game), hidden, 1.0, []).size()
    rng = random.Random(seed)
    return Network(
        game_by_id(game),
        features_of(game),
        hidden,
        10.0,
        [round(rng.gauss(0.0, 0.4), 3) for _ in range(size)],
    )


def positions(
    game: str, players: int, seed: int, options: Mapping[str, Value] | None = None
) -> Iterator[State]:
    """Every position of a random game, also those where chance is about to answer."""
    rules = game_by_id(game)
    s = rules.start(players, rules.full_options(players, options or {}))
    dealer = Dealer(seed)
    while s.step is not OVER:
        if s.step.seat == CHANCE:
            answer(s, dealer.pick(s.step.weights(s)))
        else:
            codes = legal(s, to_act(s))
            answer(s, codes[dealer.below(len(codes))])
        yield s


def row_of(network: Network, s: State, seat: int) -> list[float]:
    network.features.look(s)
    network.features.write(s, seat, network.row)
    return list(network.row)


@pytest.mark.parametrize("game", LOOKED_AT)
def test_features_are_what_the_seat_may_know(game: str) -> None:
    rules, network = game_by_id(game), a_network(game)
    dealer = Dealer(3)
    for players in (2, rules.info.max_players):
        options = rules.full_options(players, {})
        for k, s in enumerate(islice(positions(game, players, 20 + players), 400)):
            if k % 17 or s.step is OVER or s.step.seat == CHANCE:
                continue
            for seat in range(players):
                world = resample(rules, view(rules, options, s, seat), dealer)
                assert row_of(network, world, seat) == row_of(network, s, seat), (players, k, seat)
                assert network.features.alike(world, seat) == network.features.alike(s, seat), (
                    players,
                    k,
                    seat,
                )


@pytest.mark.parametrize("game", LOOKED_AT)
def test_features_do_not_depend_on_what_was_looked_at_before(game: str) -> None:
    """Some keep what they have worked out until it changes."""
    used = a_network(game)
    for players, seed in ((3, 5), (2, 6), (3, 7)):
        for s in islice(positions(game, players, seed), 0, 400, 3):
            fresh = a_network(game)
            for seat in range(players):
                assert row_of(used, s, seat) == row_of(fresh, s, seat)


@pytest.mark.parametrize("game", LOOKED_AT)
def test_features_are_about_one_in_size_and_all_used(game: str) -> None:
    network = a_network(game)
    highest = [0.0] * int(network.features.count)
    for seed, (players, options) in enumerate(
        [(2, {}), (3, {}), (4, {}), (4, {}), *mind_of(game).tables], 1
    ):
        for s in islice(positions(game, players, seed, options), 0, 600, 3):
            for seat in range(players):
                row = row_of(network, s, seat)
                highest = [max(most, abs(one)) for most, one in zip(highest, row, strict=True)]
    assert max(highest) <= 10.0
    unused = [
        name for name, most in zip(network.features.names, highest, strict=True) if most == 0.0
    ]
    assert len(unused) <= len(highest) // 8, unused  # a random game does not reach everything


@pytest.mark.parametrize("game", LOOKED_AT)
def test_both_builds_judge_alike_to_the_last_bit(game: str) -> None:
    network = a_network(game)
    found = []
    for k, s in enumerate(islice(positions(game, 3, 11), 400)):
        if k % 9 == 0 and s.step is not OVER:
            network.features.look(s)
            network.judge(s, k % 3)
            found.append([network.win.hex(), network.points.hex()])
    kept = json.loads(VALUES.read_text(encoding="utf-8"))
    assert len(found) > 5
    assert found[:40] == kept[game]


@pytest.mark.parametrize("game", LOOKED_AT)
def test_shipped_networks_choose_what_they_have_always_chosen(game: str) -> None:
    """Weights are found by the names of questions and features: neither new kinds of answers nor
    other numbers for learners move them.
    """
    network = shipped(game)
    assert network is not None
    found: list[list[object]] = []
    for k, s in enumerate(islice(positions(game, 3, 12), 400)):
        if k % 3 == 0 and s.step.seat >= 0 and len(found) < 16:
            codes = Ints(list(legal(s, to_act(s)))[:12])
            worths = list(network.worths(s, to_act(s), codes))
            best = max(range(len(codes)), key=lambda one: worths[one])
            found.append([int(codes[best]), worths[best].hex()])
    kept = json.loads(SHIPPED.read_text(encoding="utf-8")) if SHIPPED.exists() else {}
    if RENEW and game not in kept:
        SHIPPED.write_text(json.dumps({**kept, game: found}) + "\n", encoding="utf-8")
        kept[game] = found
    assert len(found) > 2
    assert found == kept[game]


def test_the_two_best_rivals() -> None:
    merits = Floats([3.0, 9.0, 5.0, 9.5])
    assert list(rivals(merits, 3)) == [1, 2]
    assert list(rivals(merits, 1)) == [3, 2]
    assert list(rivals(Floats([3.0, 1.0]), 0)) == [1, -1]
    assert list(rivals(Floats([3.0]), 0)) == [-1, -1]


def test_a_network_is_the_sum_it_claims_to_be() -> None:
    network = a_network("fire-prototype", hidden=3)
    s = next(s for s in positions("fire-prototype", 2, 4) if s.step.seat >= 0)
    seat = int(s.step.seat)
    row, numbers = row_of(network, s, seat), list(network.numbers)
    asked, questions = int(network.question(s, seat)), int(network.questions)
    units = []
    for unit in range(3):
        total = numbers[3 * asked + unit] + math.fsum(
            one * numbers[3 * (questions + k) + unit] for k, one in enumerate(row)
        )
        units.append(max(0.0, total))
    ends = numbers[3 * (questions + len(row)) :]
    win = ends[6] + math.fsum(unit * ends[2 * k] for k, unit in enumerate(units))
    points = ends[7] + math.fsum(unit * ends[2 * k + 1] for k, unit in enumerate(units))
    network.judge(s, seat)
    assert network.win == pytest.approx(1.0 / (1.0 + math.exp(-win)))
    assert network.points == pytest.approx(10.0 * points)


@pytest.mark.parametrize(
    ("trace", "game"), [(1.0, "fire-prototype"), (0.0, "fire-prototype"), (0.6, "horror")]
)
def test_what_a_game_teaches(trace: float, game: str) -> None:
    rules, network = game_by_id(game), a_network(game)
    start = rules.start(2, rules.full_options(2, {}))
    guide = mind_of(game).insight
    play, hoped = (
        SelfPlay(network, guide, start, 0.05, trace),
        SelfPlay(network, guide, start, 0.05, 0.0),
    )
    play.play(8, 50, 4000)
    hoped.play(8, 50, 4000)
    wins, later = list(play.wins), list(hoped.wins)
    assert len(play.rows) == len(wins) * network.features.count
    # the last position is worth what came of it
    assert sorted(wins[-2:]) in ([0.0, 1.0], [0.5, 0.5])
    for seat in range(2):
        own, next_hope = wins[seat::2], later[seat::2]
        for at in range(len(own) - 1):
            assert own[at] == pytest.approx(trace * own[at + 1] + (1.0 - trace) * next_hope[at])


def test_a_guide_answers_instead() -> None:
    rules, network = game_by_id("horror"), a_network("horror")
    play = SelfPlay(
        network, mind_of("horror").insight, rules.start(2, rules.full_options(2, {})), 0.0, 1.0
    )
    play.play(3, 100, 4000)
    assert 20 < play.decisions < 400
    play.play(4, 0, 30)  # somebody who has learned nothing does not escape
    assert play.decisions > 49


def thoughtful(lines: int, trace: float, players: int = 2) -> SelfPlay:
    """Horror in which every answer is searched for."""
    rules, network = game_by_id("horror"), a_network("horror")
    play = SelfPlay(
        network,
        mind_of("horror").insight,
        rules.start(players, rules.full_options(players, {})),
        0.0,
        trace,
    )
    play.lines, play.thinker = lines, insight_with(network, 4)
    return play


@pytest.mark.parametrize("players", [2, 3])
def test_what_searches_say_counts_instead_of_what_the_network_says(players: int) -> None:
    """With no trace, a position should have expected what the next search said: nothing is ever
    left open.
    """
    play = thoughtful(8, 0.0, players)
    play.play(3, 0, 12)
    wins = [list(play.wins[at : at + players]) for at in range(0, len(play.wins), players)]
    assert all(0.0 <= win <= 1.0 for position in wins for win in position)
    # the end was never searched
    assert all(math.fsum(position) == pytest.approx(1.0) for position in wins[:-2])
    network = play.network
    rows = np.array(play.rows).reshape(-1, int(network.features.count))
    # also the positions in which it searched
    assert len(rows) == len(play.wins) > players * play.decisions
    others = thoughtful(8, 1.0, players)
    others.play(3, 0, 12)
    assert list(others.rows) == list(play.rows)  # the trace changes no answer
    assert list(others.wins) != list(play.wins)


def test_a_search_in_self_play_knows_only_what_its_seat_knows() -> None:
    """The same position with other hidden facts: the same answer, and the same is said of it."""
    seat = 0
    match = es.new("horror", players=2, seed=12)
    while not (match.to_act == seat and match.length > 60 and len(match.codes(seat)) > 3):
        match.push(match.legal()[0])
    found = []
    for seed in range(3):
        s = match.worlds(seat).deal(Dealer(seed))
        play = thoughtful(30, 1.0)
        code = play.thought(s, seat, Ints(match.codes(seat)), Dealer(9))
        found.append((code, play.wins[seat]))
        search = Search(
            match.game, match.worlds(seat), seat, Dealer(9), play.thinker, Ints(match.codes(seat))
        )
        search.run(play.lines, 0.0)
        assert play.wins[seat] == search.root.mean(code)
        assert play.wins[1 - seat] == pytest.approx(1.0 - search.root.mean(code))
    # something is hidden
    assert len({str(match.world(seat, random.Random(seed)).to_json()) for seed in range(3)}) > 1
    assert len(set(found)) == 1


def test_a_guide_slips_as_often_as_you_like() -> None:
    rules, network, heuristic = (
        game_by_id("horror"),
        a_network("horror"),
        heuristic_of(game_by_id("horror")),
    )
    assert heuristic is not None
    lengths = []
    for slips in (0, 50):
        play = SelfPlay(
            network, Greed(heuristic, 0), rules.start(2, rules.full_options(2, {})), 0.0, 1.0
        )
        play.slips = slips
        for seed in range(8):
            play.play(seed, 100, 4000)
        lengths.append(play.decisions)
    assert lengths[1] > 1.5 * lengths[0]  # those who slip take much longer to escape


def test_a_search_trusts_what_the_network_expects() -> None:
    network = a_network("horror")
    insight = LearnedInsight(network)
    rules = game_by_id("horror")
    s = next(
        s
        for k, s in enumerate(positions("horror", 3, 5))
        if k > 60 and s.step.seat >= 0 and len(legal(s, s.step.seat)) > 2
    )
    seat = int(s.step.seat)
    codes = legal(s, seat)
    hopes = list(insight.hopes(s, seat, codes, Dealer(1)))
    assert insight.choose(s, seat, codes, Dealer(1)) == codes[hopes.index(max(hopes))]
    assert math.fsum(insight.chances(rules, s)) == pytest.approx(1.0)
    assert len(insight.standing(rules, s)) == 3


def seen(match: es.Match) -> tuple[int, State, Ints]:
    """Who is asked, what it may know, and its answers."""
    seat = match.waiting[0]
    return seat, match.worlds(seat).deal(Dealer(5)), Ints(match.codes(seat))


@pytest.mark.parametrize("game", [game for game in GAMES if heuristic_of(GAMES[game]) is not None])
def test_greed_in_the_head_is_that_of_the_bot(game: str) -> None:
    heuristic = heuristic_of(GAMES[game])
    assert heuristic is not None
    greed, dealer = Greed(heuristic, 5), Dealer(1)
    match = es.new(game, players=2, seed=4)
    for _ in range(40):
        if match.over:
            break
        seat, s, codes = seen(match)
        worths = list(heuristic.worths(s, seat, codes))
        best = {
            int(code) for code, worth in zip(codes, worths, strict=True) if worth == max(worths)
        }
        assert {int(greed.choose(s, seat, codes, dealer)) for _ in range(8 * len(codes))} == best
        match.push(GreedyBot().choose(match.view(seat), match.legal(seat), random.Random(1)))


def test_a_far_sighted_search_plays_on_like_greedy_and_then_asks_the_network() -> None:
    heuristic, network, rules = (
        heuristic_of(game_by_id("horror")),
        a_network("horror"),
        game_by_id("horror"),
    )
    assert heuristic is not None
    insight = FarSighted(network, heuristic, 10)
    match = es.new("horror", players=2, seed=6)
    while True:  # until there is a clear favourite among several answers
        seat, s, codes = seen(match)
        worths = list(heuristic.worths(s, seat, codes))
        favourite = worths.index(max(worths))
        if len(codes) > 4 and sorted(worths)[-2] < max(worths) and match.length > 30:
            break
        match.push(match.legal(seat)[favourite])
    assert insight.choose(s, seat, codes, Dealer(1)) == codes[favourite]
    assert len(insight.hopes(s, seat, codes, Dealer(1))) == 0
    assert insight.playout(s, Dealer(3)) == 10
    assert list(insight.chances(rules, s)) == list(LearnedInsight(network).chances(rules, s))
    search = Search(rules, match.worlds(seat), seat, Dealer(4), insight, codes)
    search.run(1, 0.0)
    assert list(search.root.liked).index(max(search.root.liked)) == favourite


def test_weights_survive_a_file(tmp_path: Path) -> None:
    size = a_network("horror").size()
    numbers = [float(k) / 8.0 for k in range(size)]
    learned = Learned("horror", 6, 2.0, numbers, {"seed": 3})
    file = tmp_path / "w.json"
    file.write_text(learned.to_json(), encoding="utf-8")
    assert read_learned(file) == learned
    assert read_learned(file).network().size() == size


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"weights": "no base64!"}, "damaged"),
        ({"weights": "AADAfw=="}, "damaged"),  # not a number
        ({"hidden": 0}, "damaged"),
        ({"hidden": 7}, "other features"),
        ({"scale": "much"}, "damaged"),
    ],
)
def test_wrong_weights_are_refused_in_a_sentence(
    change: dict[str, object], told: str, tmp_path: Path
) -> None:
    data = json.loads(Learned("horror", 6, 2.0, [0.5] * a_network("horror").size(), {}).to_json())
    file = tmp_path / "w.json"
    file.write_text(json.dumps({**data, **change}), encoding="utf-8")
    with pytest.raises(BadBot, match=told):
        es.bot(f"trained:{file}")


def test_weights_are_laid_out_by_the_names_in_their_file() -> None:
    """A question and a feature that a file does not know get zeros; everything else says what it
    said.
    """
    full = read_learned(file_of("horror"))
    steps, names = full.steps, full.features
    assert steps[3] == "DealCharacter"
    assert names[-1] == "beaten here"
    hidden, known = full.hidden, parts(steps, names)
    gone = {("DealCharacter", 0), ("DealCharacter", 1), ("beaten here", 2)}
    kept = [k for k, part in enumerate(known) if part not in gone]
    rest = full.numbers[hidden * len(known) :]
    numbers = [
        number for k in kept for number in full.numbers[hidden * k : hidden * (k + 1)]
    ] + rest
    older = replace(
        full, numbers=numbers, steps=steps[:3] + steps[4:], features=names[:-1]
    ).network()
    today = full.network()
    assert older.size() == today.size()
    for s in positions("horror", 3, 20):
        assert isinstance(s, HorrorTable)
        if s.step is OVER or s.beaten == 1 or isinstance(s.step, DealCharacter):
            continue
        for network in (older, today):
            network.features.look(s)
        assert older.expect(s, 1) == today.expect(s, 1)


def test_shipped_weights_that_do_not_fit_are_told_once_and_left_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    full = read_learned(file_of("horror"))
    file = tmp_path / "network.json"
    file.write_text(
        replace(full, features=("luck", *full.features[1:])).to_json(), encoding="utf-8"
    )
    monkeypatch.setattr(learned_module, "file_of", lambda _: file)
    shipped_for.cache_clear()
    insight.cache_clear()
    try:
        match = es.new("horror", players=2, seed=1)
        for _ in range(2):
            assert es.bot("quick").choose(match.view(0), match.legal(0)) in match.legal(0)
            assert insight_of(match.view(0)) is mind_of("horror").insight
        assert [record.getMessage().split(".")[0] for record in caplog.records] == [
            "These weights are for other features of 'horror'"
        ]
    finally:
        shipped_for.cache_clear()
        insight.cache_clear()


def test_no_weights_at_all_are_refused_too(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="cannot be read"):
        es.bot(f"trained:{tmp_path / 'none.json'}")
    (tmp_path / "half.json").write_text('{"game": "horror"', encoding="utf-8")
    with pytest.raises(BadBot, match="damaged"):
        es.bot(f"trained:{tmp_path / 'half.json'}")


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "w.json"
    file.write_text(
        Learned("horror", 6, 2.0, [0.5] * a_network("horror").size(), {}).to_json(),
        encoding="utf-8",
    )
    match = es.new("fire", players=2, seed=1)
    seat = match.to_act
    assert seat is not None
    with pytest.raises(BadBot, match="for 'horror'"):
        es.bot(f"trained:{file}").choose(match.view(seat), match.legal(seat))


@pytest.mark.parametrize("game", [game for game in LOOKED_AT if shipped(game) is not None])
def test_shipped_weights_fit_and_say_where_they_come_from(game: str) -> None:
    file = file_of(game)
    learned = read_learned(file)
    assert file.stat().st_size < 300_000
    assert learned.game == game
    assert {"command", "seed", "games", "version", "strength"} <= set(learned.provenance)


def test_a_game_that_no_network_looks_at_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learned_module, "mind_of", lambda _: NO_MIND)
    with pytest.raises(
        BadBot, match="Nobody has written yet what a network should look at in 'horror'"
    ):
        features_of("horror")


TRAINED = [game for game in LOOKED_AT if shipped(game) is not None]


@pytest.mark.parametrize("game", [game for game in TRAINED if game_by_id(game).info.cooperative])
def test_teams_of_quick_bots_do_better_than_random_ones(game: str) -> None:
    from emberstacks.bots.table import play

    def points(bot: str) -> int:
        match = play(es.new(game, players=2, seed=3), [es.bot(bot)] * 2, random.Random(3))
        assert match.result is not None
        return int(match.result.scores[0])

    assert points("quick") > points("random") + 10


@pytest.mark.parametrize(
    "game", [game for game in TRAINED if not game_by_id(game).info.cooperative]
)
def test_quick_bots_beat_random_ones(game: str) -> None:
    from emberstacks.bots.table import play

    won = 0.0
    for seed in range(6):
        bots = [es.bot("quick"), es.bot("random")]
        match = play(
            es.new(game, players=2, seed=seed), bots[:: 1 - 2 * (seed % 2)], random.Random(seed)
        )
        assert match.result is not None
        won += match.result.winners == [seed % 2]
    assert won >= 5


def test_answers_of_a_list_stay_in_order() -> None:
    network = a_network("fire-prototype")
    s = next(
        s
        for s in positions("fire-prototype", 2, 4)
        if s.step.seat >= 0 and len(legal(s, s.step.seat)) > 1
    )
    seat = int(s.step.seat)
    codes = legal(s, seat)
    both = list(network.worths(s, seat, codes))
    assert both == [next(iter(network.worths(s, seat, Ints([code])))) for code in codes]
