"""Every law can be broken: each kind of fault planted in a toy is found, and said to break the law
that it breaks.

Leaks are planted in test_secrecy.py; tests/every_game runs the laws over the registry.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest

from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.errors import BadPosition, LawBroken
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.laws import check_game, random_game
from emberstacks.kernel.match import Match
from emberstacks.kernel.state import State
from emberstacks.kernel.versions import V1_0
from emberstacks.kernel.words import Refusal
from tests.conftest import COMPILED
from tests.toys import auction
from tests.toys.auction import (
    AUCTION,
    Auction,
    AuctionGame,
    Award,
    Bid,
    DiscardCard,
    DrawCard,
    Drawn,
    TakeCoin,
    TurnUp,
    VetoWindow,
)

Plant = Callable[[pytest.MonkeyPatch], None]


def findings() -> Iterator[str]:
    """What the laws say about one game after the other."""
    for seed in range(12):
        try:
            check_game(AUCTION, 3, {}, seed, looks=20)
        except LawBroken as broken:
            yield str(broken)


def after(patch: pytest.MonkeyPatch, where: type, name: str, then: Callable[..., None]) -> None:
    """Let a method do something more."""
    original = getattr(where, name)

    def method(self: Any, *given: Any, **named: Any) -> Any:
        result = original(self, *given, **named)
        then(self, result, *given)
        return result

    patch.setattr(where, name, method)


# 1: something is asked, and it can be answered


def a_question_to_nobody(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(auction, "ask_for_vetoes", lambda s: s.push(VetoWindow()))


def a_question_without_an_answer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TakeCoin, "choices", lambda *_: Ints([]))


def a_default_that_is_not_legal(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "default", lambda *_: 9)


def a_finished_game_that_asks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "waiting", property(lambda _: (0,)))


# 2 and 18: choices and their texts


def two_choices_with_one_text(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "text", lambda *_: "bid")


def a_text_that_no_record_can_hold(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "text", lambda _, __, choice: f"[bid {choice}]")


def a_text_that_means_another_choice(patch: pytest.MonkeyPatch) -> None:
    """Outcomes may be written in capitals, but are read without them."""
    patch.setattr(TurnUp, "text", lambda _, __, choice: ("lamp", "Lamp", "rake")[choice])


def words_that_mean_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "text", lambda _, __, choice: ("no such choice", "1", "2", "3")[choice])


def a_refusal_that_changes_the_position(patch: pytest.MonkeyPatch) -> None:
    def why_not(_: Bid, s: Auction, text: str) -> Refusal | None:
        s.coins[0] += text == "no such choice"
        return None

    patch.setattr(Bid, "why_not", why_not)


def a_code_out_of_range(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "size", 2)


# 3: clones


def a_clone_that_differs(patch: pytest.MonkeyPatch) -> None:
    def poorer(_: Auction, twin: Auction) -> None:
        twin.coins[0] -= 1

    after(patch, Auction, "clone", poorer)


def a_clone_that_forgets_its_version(patch: pytest.MonkeyPatch) -> None:
    def newer(_: Auction, twin: Auction) -> None:
        twin.rules += 1

    after(patch, Auction, "clone", newer)


def a_clone_that_shares_a_list(patch: pytest.MonkeyPatch) -> None:
    def shared(self: Auction, twin: Auction) -> None:
        twin.sealed = self.sealed

    after(patch, Auction, "clone", shared)


def a_list_that_all_games_share(patch: pytest.MonkeyPatch) -> None:
    """Equal lists are kept once, to spare memory, and then changed."""
    kept: dict[tuple[int, ...], Ints] = {}

    def set_used(self: Auction, name: str, value: object) -> None:
        if name == "used" and isinstance(value, list):
            value = kept.setdefault(tuple(value), value)
        object.__setattr__(self, name, value)

    patch.setattr(Auction, "__setattr__", set_used, raising=False)


# 4: JSON


def a_question_that_is_not_listed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AUCTION, "steps", tuple(step for step in AUCTION.steps if step is not TakeCoin))


def a_step_that_reads_itself_wrong(patch: pytest.MonkeyPatch) -> None:
    """What the constructor is given is not what it keeps."""

    def another(self: Award, *_: object) -> None:
        self.prize = (self.prize + 1) % len(auction.PRIZES)

    after(patch, Award, "__init__", another)


def a_position_that_is_refused_although_it_occurs(patch: pytest.MonkeyPatch) -> None:
    def check(_: AuctionGame, s: State) -> None:
        if isinstance(s, Auction) and s.round == 2:
            raise BadPosition("nobody plays a second round.")

    patch.setattr(AuctionGame, "check", check)


# 5 and 6: records, and the same seed again


def a_start_that_depends_on_the_time(patch: pytest.MonkeyPatch) -> None:
    calls = count()

    def richer(_: AuctionGame, s: Auction, *__: object) -> None:
        s.coins[0] += next(calls)

    after(patch, AuctionGame, "set_up", richer)


def a_start_that_depends_on_the_time_unseen(patch: pytest.MonkeyPatch) -> None:
    """The result is the same: a coin counts as much as a point."""
    calls = count()

    def exchanged(_: AuctionGame, s: Auction, *__: object) -> None:
        coins = next(calls) % 2
        s.coins[0] -= coins
        s.points[0] += coins

    after(patch, AuctionGame, "set_up", exchanged)


def a_rule_that_depends_on_the_time(patch: pytest.MonkeyPatch) -> None:
    calls = count()

    def luckier(_: TurnUp, __: None, s: Auction, *___: object) -> None:
        s.points[0] += next(calls) % 2

    after(patch, TurnUp, "answer", luckier)


def words_that_depend_on_the_time(patch: pytest.MonkeyPatch) -> None:
    calls = count()

    def told(self: Drawn, s: Auction, _: str, args: list[int], **__: Any) -> None:
        Happening.told(self, s, f"It is {next(calls)} o'clock.", args)

    patch.setattr(Drawn, "told", told)


def draws_that_cannot_be_verified(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "verify", lambda _: "draw 3 does not follow from the seed.")


# 7: chance


def weights_of_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TurnUp, "weights", lambda *_: Ints([0, 0, 0]))


def a_negative_weight(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TurnUp, "weights", lambda *_: Ints([2, -1, 2]))


# 8 to 10: worlds, and what choices and facts tell


def a_truth_that_is_ruled_out(patch: pytest.MonkeyPatch) -> None:
    def ruled_out(self: DrawCard, _: None, s: Auction, *__: object) -> None:
        hand = s.hands[self.drawer]
        hand.could[hand.count() - 1] = 0

    after(patch, DrawCard, "answer", ruled_out)


def screens(patch: pytest.MonkeyPatch, guess: Callable[[Auction, Dealer], None]) -> None:
    """Coins are kept behind screens, and guessed where a seat does not know them."""
    patch.setattr(Auction, "SCREENED", ("points",))
    patch.setattr(Auction, "screens_up", lambda _: True)
    patch.setattr(Auction, "guess", guess)


def a_world_that_looks_different(patch: pytest.MonkeyPatch) -> None:
    def guess(s: Auction, _: Dealer) -> None:
        for seat in range(s.seats):
            s.points[seat] = 7  # the seat's own ones too

    screens(patch, guess)


def facts_from_a_hidden_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        AuctionGame, "facts", lambda _, s: {"first": [int(face) for face in s.hands[0].face]}
    )


def choices_from_another_hand(patch: pytest.MonkeyPatch) -> None:
    def choices_of(_: Bid, s: Auction, seat: i64) -> Ints:
        return Ints(range(2 if s.hands[(seat + 1) % s.seats].find(2) >= 0 else 1))

    patch.setattr(Bid, "choices_of", choices_of)


def a_card_that_gets_lost(patch: pytest.MonkeyPatch) -> None:
    def lose(_: DiscardCard, __: None, s: Auction, choice: i64) -> None:
        s.discard[choice] -= 1

    after(patch, DiscardCard, "answer", lose)


# 11 and 12: the end


def a_bound_that_is_too_low(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AuctionGame, "max_answers", lambda *_: 10)


def a_step_that_pushes_itself(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Award, "answer", lambda step, s, _: s.push(step))


def points_for_some_seats_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AuctionGame, "scores", lambda *_: [1, 2])


def a_winner_without_a_seat(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(AuctionGame, "winners", lambda *_: [5])
    patch.setattr(AuctionGame, "summary", lambda *_: "Somebody else bid best.")


# 15: clauses


def a_question_without_a_clause(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "clause", "9.9")


def an_answer_without_a_clause(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "rule", lambda *_: "9.9")


def a_refusal_without_a_clause(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "why_not", lambda *_: Refusal("not that.", "9.9"))


# 19: looking


def a_question_that_costs_a_coin(patch: pytest.MonkeyPatch) -> None:
    def question(_: Bid, s: Auction) -> str:
        s.coins[0] -= 1
        return "How much do you bid?"

    patch.setattr(Bid, "question", question)


FAULTS: list[tuple[Plant, str]] = [
    (a_question_to_nobody, "law 1: VetoWindow asks nobody"),
    (a_question_without_an_answer, "law 1: TakeCoin leaves seat"),
    (a_default_that_is_not_legal, "law 1: the default of Bid is not legal"),
    (two_choices_with_one_text, "law 2: choices of Bid are not distinct"),
    (a_text_that_no_record_can_hold, "law 2: '[bid 0]' cannot be written in a record"),
    (a_text_that_means_another_choice, "law 2: 'Lamp' is read back as another choice"),
    (words_that_mean_nothing, "law 2: 'no such choice' was accepted"),
    (a_refusal_that_changes_the_position, "law 2: a refused choice changed the position"),
    (a_clone_that_differs, "law 3: a clone differs from its original"),
    (a_clone_that_forgets_its_version, "law 3: a clone differs from its original"),
    (a_clone_that_shares_a_list, "law 3: answering a clone changed its original"),
    (a_question_that_is_not_listed, "law 4: TakeCoin is not among the game's steps"),
    (a_step_that_reads_itself_wrong, "law 4: a state changes on its way through JSON"),
    (
        a_position_that_is_refused_although_it_occurs,
        "law 4: a position that has occurred is refused: nobody plays",
    ),
    (
        a_start_that_depends_on_the_time,
        "law 5: a record cannot be read back: line 5: the moves lead to",
    ),
    (a_start_that_depends_on_the_time_unseen, "law 5: a record does not replay to the same game"),
    (words_that_depend_on_the_time, "law 5: a replayed game tells other events"),
    (a_rule_that_depends_on_the_time, "law 6: the same seed and choices led to another position"),
    (weights_of_nothing, "law 7: the weights of TurnUp are [0, 0, 0]"),
    (a_negative_weight, "law 7: the weights of TurnUp are [2, -1, 2]"),
    (a_truth_that_is_ruled_out, "law 8: the truth contradicts what is publicly known"),
    (a_world_that_looks_different, "law 8: a world made from the view of 0 looks different"),
    (choices_from_another_hand, "law 9: the choices of"),
    (facts_from_a_hidden_hand, "law 9: the facts ['first'] tell 1 what it may not know"),
    (a_card_that_gets_lost, "law 10: pieces are not conserved"),
    (a_bound_that_is_too_low, "law 11: the game has more than its declared 10 answers"),
    (a_step_that_pushes_itself, "law 11: Award and what it pushes go on for ever"),
    (points_for_some_seats_only, "law 12: a finished game has no result for every seat"),
    (a_winner_without_a_seat, "law 12: the winners are [5]"),
    (a_question_without_a_clause, "law 15: Bid cites clause '9.9'"),
    (an_answer_without_a_clause, "law 15: Bid cites {'9.9'}"),
    (a_refusal_without_a_clause, "law 15: a refusal does not cite a clause"),
    (a_code_out_of_range, "law 18: Bid has code 2, but its size is 2"),
    (a_question_that_costs_a_coin, "law 19: looking at a position changed it"),
]


@pytest.mark.parametrize(("plant", "finding"), FAULTS, ids=[plant.__name__ for plant, _ in FAULTS])
def test_a_planted_fault_is_found(
    plant: Plant, finding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert any(said.startswith(finding) for said in findings())


@pytest.mark.skipif(COMPILED, reason="what is compiled cannot be patched")
@pytest.mark.parametrize(
    ("plant", "finding"),
    [
        (a_list_that_all_games_share, "law 3: answering"),
        (a_finished_game_that_asks, "law 1: a finished game still asks"),
        (draws_that_cannot_be_verified, "law 5: draw 3 does not follow from the seed."),
    ],
)
def test_a_fault_of_the_kernel_is_found(
    plant: Plant, finding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    assert next(findings()).startswith(finding)


def test_a_finding_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    a_bound_that_is_too_low(monkeypatch)
    with pytest.raises(LawBroken) as newest:
        check_game(AUCTION, 3, {}, 7)
    assert "[toy-auction with 3 players, options {}, seed 7; answer 10, the latest were " in str(
        newest.value
    )
    assert str(newest.value).count(" | ") == 5
    with pytest.raises(LawBroken) as older:
        check_game(AUCTION, 2, {}, 7, rules=V1_0)
    assert "[toy-auction 1.0 with 2 players, options {}, seed 7; " in str(older.value)


def test_a_leak_in_choices_says_which_and_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    choices_from_another_hand(monkeypatch)
    said = next(said for said in findings() if said.startswith("law 9"))
    for words in (
        "only in the real position [",
        "only in another that looks the same [",
        "seen by",
        "secret_pick",
    ):
        assert words in said


def test_a_random_game_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    a_bound_that_is_too_low(monkeypatch)
    with pytest.raises(LawBroken, match="toy-auction has more than its 10 answers; the latest"):
        random_game(new_match(AUCTION, 3, {}, Dealer(1), 1), random.Random(1).choice)


def test_without_a_fault_nothing_is_found() -> None:
    assert list(findings()) == []
