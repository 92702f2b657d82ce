"""Information-set tree search: honest, repeatable, and better than choosing at random in every kind
of game.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator

import pytest

import emberstacks as es
from emberstacks.bots.ismcts import Insight, Search, stirred
from emberstacks.bots.mind import mind_of
from emberstacks.bots.minds.horror.playouts import HorrorInsight
from emberstacks.bots.review.judge import Judge
from emberstacks.bots.table import play
from emberstacks.bots.thinking import ThinkingBot, Thought, best_of
from emberstacks.games import playing_with
from emberstacks.games.horror.components import OBJECTS
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints
from tests.bots.toy import TOY
from tests.every_game.table import random_game, settings
from tests.games.horror.table import BOX, scene
from tests.toys.auction import AUCTION
from tests.toys.smugglers import SMUGGLERS

pytestmark = pytest.mark.both_builds
# seconds: long for a busy machine, and much less than a search would take that kept no time
LATE = 20.0


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with playing_with(TOY), playing_with(AUCTION), playing_with(SMUGGLERS):
        yield


def searched(match: es.Match, seat: int, simulations: int, seed: int = 1) -> Search:
    name = match.game.info.id
    search = Search(
        match.game,
        match.worlds(seat),
        seat,
        Dealer(seed),
        mind_of(name).insight,
        Ints(match.codes(seat)),
    )
    search.run(simulations, 0)
    return search


def root(search: Search) -> dict[int, tuple[int, float]]:
    return {
        code: (search.root.tried(code), search.root.mean(code))
        for code in sorted(search.root.codes)
    }


@pytest.mark.parametrize(("name", "players"), settings())
def test_every_game_can_be_searched_at_any_time(name: str, players: int) -> None:
    for seed in range(2):
        match = random_game(name, players, seed, decisions=random.Random(seed).randrange(40))
        for seat in match.waiting:
            search = searched(match, seat, 6)
            codes = match.codes(seat)
            assert search.simulations == 6
            assert list(search.root.codes) == codes
            assert sum(search.root.visits) == 6


@pytest.mark.parametrize(
    "name", ["toy", "toy-auction", "toy-smugglers", "fire", "horror", "alexandria"]
)
def test_what_a_seat_cannot_know_makes_no_difference(name: str) -> None:
    """In all worlds that look the same to a seat it thinks the same, also when others have answered
    secretly.
    """
    match = random_game(name, 3, 5, decisions=12 if name != "toy" else 1)
    for seat in match.waiting:
        worlds = [match.world(seat, k) for k in range(4)]
        assert len({json.dumps(root(searched(world, seat, 30))) for world in [match, *worlds]}) == 1


def test_the_same_generator_thinks_the_same() -> None:
    match = es.new("fire", players=3, seed=4)
    seat = match.waiting[0]
    one, other = (searched(match, seat, 50) for _ in range(2))
    assert root(one) == root(other)
    assert root(one) != root(searched(match, seat, 50, seed=2))


def test_each_of_several_seats_chooses_in_a_tree_of_its_own() -> None:
    """Seat 0 is asked before seat 1, and neither the root nor the other may plan with an answer
    that is still sealed.
    """
    match = es.new("toy", players=2, seed=3)
    search = searched(match, 1, 400)
    assert sum(search.root.visits) == 400
    # what seat 0 knows at its first question: nothing of what seat 1 has answered
    rival = search.nodes[stirred(0, 0, 1)]
    assert sum(rival.visits) == 400


def test_an_answer_that_was_given_already_may_be_thought_over() -> None:
    match = es.new("toy", players=3, seed=1)
    match.push(match.legal(1)[0], 1)
    assert sum(searched(match, 1, 20).root.visits) == 20


def test_a_choice_that_wins_at_once_is_found() -> None:
    match = es.new("fire-prototype", players=2, seed=7)
    data = match.to_json()
    seat = match.to_act
    assert seat is not None
    data["state"]["knowledge"][seat] = 100
    search = searched(es.from_json(data), seat, 100)
    assert search.root.win(1) == 1.0  # scoring passes 100


def trusting(match: es.Match, advised: str, simulations: int) -> dict[str, int]:
    """How often each choice was tried by a search that trusts an insight which likes this one."""
    search = Search(
        match.game, match.worlds(0), 0, Dealer(1), HorrorInsight(0, trust=0.5), Ints(match.codes(0))
    )
    search.advise([float(str(choice) == advised) for choice in match.legal(0)])
    search.run(simulations, 0)
    return {str(choice): search.root.tried(choice.code) for choice in match.legal(0)}


def test_a_search_that_trusts_looks_first_at_what_is_liked() -> None:
    tried = trusting(scene(), "search bookcase", 12)
    assert max(tried.values()) == tried["search bookcase"]
    assert min(tried.values()) == 0  # without trust every choice is tried first


def test_what_wins_is_found_even_if_something_else_is_liked() -> None:
    """Both have all pages and stand before the Portal, and A has one action left."""
    match = scene(
        at={"A": "long gallery", "B": "rotunda"},
        found="AB",
        fortitude={"B": 3},
        fields={"actions": 1},
    )
    tried = trusting(match, "end", 200)
    assert max(tried.values()) == tried["go north"]


def test_time_is_kept() -> None:
    match = es.new("fire-prototype", players=4, seed=2)
    began = time.perf_counter()
    ThinkingBot("60ms").choose(match.view(match.to_act), match.legal())
    assert time.perf_counter() - began < LATE
    began = time.perf_counter()
    ThinkingBot("1000000").choose(
        match.view(match.to_act), match.legal(), random.Random(1), budget=0.05
    )
    assert time.perf_counter() - began < LATE


@pytest.mark.parametrize("budget", ["0", "many", "-5", "1.5", "200 ms", "5s", "99999999"])
def test_a_budget_that_is_none_is_refused(budget: str) -> None:
    with pytest.raises(es.BadBot, match=r"ismcts:200.*ismcts:500ms"):
        es.bot(f"ismcts:{budget}")


def test_the_heuristic_is_followed_unless_the_search_clearly_knows_better() -> None:
    match = es.new("fire-prototype", players=2, seed=7)
    draw, score = match.legal()

    def thought(
        choice: es.Choice, visits: int, value: float, variance: float, advice: float
    ) -> Thought:
        return Thought(choice, visits, value, variance, advice, 0.0, 0.0)

    sure, unsure = 0.0001, 0.01
    assert (
        best_of([thought(draw, 90, 0.6, sure, 0.0), thought(score, 10, 0.5, sure, 1.0)]).choice
        == draw
    )
    assert (
        best_of([thought(draw, 90, 0.6, unsure, 0.0), thought(score, 10, 0.5, unsure, 1.0)]).choice
        == score
    )
    assert (
        best_of([thought(draw, 90, 0.6, unsure, 0.0), thought(score, 10, 0.5, unsure, 0.0)]).choice
        == draw
    )


@pytest.mark.parametrize(
    ("name", "budget", "seeds"),
    [("toy-smugglers", 40, 4), ("toy-auction", 40, 4), ("fire-prototype", 20, 2)],
)
def test_it_beats_chance(name: str, budget: int, seeds: int) -> None:
    """Among random bots, in each seat with every seed: clearly more than the fair share."""
    players, won, games = 3, 0.0, 0
    for seed in range(seeds):
        for seat in range(players):
            bots = [es.bot("random") for _ in range(players)]
            bots[seat] = es.bot(f"ismcts:{budget}")
            result = play(
                es.new(name, players=players, seed=seed), bots, random.Random(seed)
            ).result
            assert result is not None
            won += (seat in result.winners) / max(1, len(result.winners))
            games += 1
    assert won / games > 0.55


def test_a_team_and_a_lone_player_are_judged_by_their_points() -> None:
    team = es.new("librarians", players=2, seed=1)
    assert searched(team, team.waiting[0], 4).alone
    lone = es.new("fire", players=1, seed=1)
    search = searched(lone, 0, 4)
    assert search.lead(0) == search.points[0]


def test_knowing_nothing_a_playout_is_random_and_as_deep_as_was_said() -> None:
    match = es.new("fire-prototype", players=2, seed=1)
    assert match.to_act is not None
    search = Search(
        match.game,
        match.worlds(match.to_act),
        match.to_act,
        Dealer(1),
        Insight(0),
        Ints(match.codes()),
    )
    search.run(1, 0)
    assert search.decisions == 2  # the root's, and that of the node which grew


def test_pasts_are_told_apart() -> None:
    words = set()
    for first in range(-1, 5):
        for second in range(60):
            for third in range(60):
                words.add(stirred(stirred(stirred(0, first, second), 1, third), 2, 7))
    assert len(words) == 6 * 60 * 60
    assert max(words) < 2**60


def held_up() -> es.Match:
    """A exchanges pages, a monster comes, and B may play a Locket first. In most worlds B has all
    that A needs.
    """
    taken = [*BOX.objects[2 : OBJECTS - 1], *BOX.objects[OBJECTS + 2 : 2 * OBJECTS - 1]]
    match = scene(
        loose={"A": "sun disc, shabti figurine", "B": ", ".join(name.lower() for name in taken)},
        hand={"B": "locket"},
        markers={"B": ["great hall bookcase 1", "great hall drawer 1"]},
    )
    match.push("exchange")
    while 1 not in match.waiting:
        match.push(match.legal()[0])
    return match


def test_worlds_that_turn_out_to_be_impossible_are_judged_as_they_stand() -> None:
    """A game of four experts stopped here: somebody asked for a page had none to take in the world
    of the search.
    """
    match = held_up()
    assert match.step == "LocketWindow"
    for bot in ("expert", "ismcts:60"):
        assert es.bot(bot).choose(match.view(1), match.legal(1), random.Random(1)) in match.legal(1)
    assert root(searched(match, 1, 60))
    assert 0.0 <= Judge(match.view(1), match.legal(1), 1).as_it_stands(60).mean <= 1.0
