"""Nobody sees what they may not know: the toys keep the laws of secrecy, and every leak planted in
them is found.

The laws themselves are kernel/secrecy.py and kernel/laws.py; tests/every_game runs them over the
registry.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import TRUTH, canonical, encode
from emberstacks.kernel.errors import LawBroken
from emberstacks.kernel.events import Happening
from emberstacks.kernel.game import Game
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.laws import check_game
from emberstacks.kernel.loop import answer, legal, seal, settle, together, waiting
from emberstacks.kernel.secrecy import check_secrecy
from emberstacks.kernel.state import OUT, OVER, State
from emberstacks.kernel.step import CHANCE, EVERYBODY, TOGETHER
from emberstacks.kernel.view import resample, view
from emberstacks.kernel.words import Refusal
from emberstacks.kernel.zones import Deck, Slot, Slots, new_lot, rule_out, secret_pick
from tests.toys import auction, smugglers
from tests.toys.auction import AUCTION, Auction, Bid, TakeCoin, VetoWindow
from tests.toys.smugglers import SMUGGLERS, Act, Drawn, OfCard, Smugglers, TopCard

TOYS = [SMUGGLERS, AUCTION]


def options_of(game: Game, seed: int) -> dict[str, int]:
    return {"hand": 1 + seed % 3} if game is SMUGGLERS else {}


# The toys keep every law


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", TOYS)
def test_toys_keep_their_secrets(game: Game, players: int) -> None:
    for seed in range(6):
        check_secrecy(game, players, options_of(game, seed), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", TOYS)
def test_toys_obey_all_laws(game: Game, players: int) -> None:
    for seed in range(6):
        check_game(game, players, options_of(game, seed), seed, looks=20)


@settings(max_examples=8)
@given(game=st.sampled_from(TOYS), players=st.integers(2, 4), seed=st.integers(0, 2**40))
def test_searched_games_keep_their_secrets(game: Game, players: int, seed: int) -> None:
    check_secrecy(game, players, options_of(game, seed), seed)
    check_game(game, players, options_of(game, seed), seed, looks=20)


# Law 8 at every position


@pytest.mark.parametrize("game", TOYS)
def test_a_world_made_from_a_view_looks_the_same_byte_for_byte(game: Game) -> None:
    """At every position of some games, for everybody; and what everybody could not know is
    different in some world.
    """
    different = 0
    for seed in range(4):
        options = game.full_options(3, options_of(game, seed))
        dealer = Dealer(seed)
        s = game.start(3, options)
        while s.step is not OVER:
            for seat in (0, 1, 2, None):
                seen = view(game, options, s, seat)
                world = resample(game, json.loads(json.dumps(seen)), dealer)
                assert json.dumps(view(game, options, world, seat)) == json.dumps(seen)
                different += canonical(encode(world, TRUTH)) != canonical(encode(s, TRUTH))
            advance(s, dealer)
    assert different > 100


def advance(s: State, dealer: Dealer) -> None:
    """One answer."""
    if s.step.seat == CHANCE:
        settle(s, dealer)
        return
    seat = waiting(s)[0]
    codes = legal(s, seat)
    code = codes[dealer.below(len(codes))]
    if s.step.seat == TOGETHER:
        seal(s, seat, code)
    else:
        answer(s, code)


# Law 16


def test_sealed_answers_may_come_in_any_order() -> None:
    """Every set of bids in every order leads to the same position, learners included."""
    start = AUCTION.start(3, {})
    settle(start, Dealer(5))
    assert start.step.seat == TOGETHER
    for bids in product(range(4), repeat=3):
        ends = set()
        for order in permutations(range(3)):
            s = start.clone()
            for seat in order:
                seal(s, seat, bids[seat])
            ends.add((canonical(encode(s, TRUTH)), int(s.learners)))
        assert len(ends) == 1


def test_an_answer_may_be_replaced_until_the_last_has_come() -> None:
    start = AUCTION.start(2, {})
    settle(start, Dealer(5))
    s, direct = start.clone(), start.clone()
    for seat, bid in ((0, 3), (0, 1), (1, 2)):
        seal(s, seat, bid)
    for seat, bid in ((0, 1), (1, 2)):
        seal(direct, seat, bid)
    assert canonical(encode(s, TRUTH)) == canonical(encode(direct, TRUTH))


def test_sealed_answers_are_gone_once_they_are_opened() -> None:
    """Nothing may remember what neither views nor JSON have."""
    s = AUCTION.start(2, {})
    settle(s, Dealer(5))
    seal(s, 0, 0)
    assert s.learners == 0
    seal(s, 1, 0)
    assert s.learners & EVERYBODY == EVERYBODY, "nobody bid anything: everybody has learned that"
    assert list(s.sealed) == [OUT, OUT]


def test_a_question_to_several_seats_asks_somebody() -> None:
    s = AUCTION.start(2, {})
    with pytest.raises(ValueError, match="must ask at least one"):
        together(s, Bid(), 0b100)


# Planted leaks

Plant = Callable[[pytest.MonkeyPatch], None]


def places_in_a_sorted_hand(patch: pytest.MonkeyPatch) -> None:
    """A hand sorted by face, and a gift told by its place in it."""
    original = Act.public_text

    def public_text(self: Act, s: Smugglers, choice: i64) -> str:
        kinds = sorted(s.hands[self.seat].face)
        kind = (choice - smugglers.PLAY) % smugglers.KINDS
        return f"{original(self, s, choice)} card {kinds.index(kind)}"

    patch.setattr(Act, "public_text", public_text)


def field_from_a_hidden_face(patch: pytest.MonkeyPatch) -> None:
    """Points for a private draw."""
    original = smugglers.see_top

    def see_top(s: Smugglers, seat: i64, stays: i64, outcome: i64) -> None:
        original(s, seat, stays, outcome)
        s.points[seat] += (
            s.deck.top.face[0] if stays else s.hands[seat].face[s.hands[seat].count() - 1]
        )

    patch.setattr(smugglers, "see_top", see_top)


def choices_from_another_hand(patch: pytest.MonkeyPatch) -> None:
    """Nothing may be given to somebody who has such a card already."""
    original = Act.choices

    def choices(self: Act, s: Smugglers) -> Ints:
        receiver = s.hands[(self.seat + 1) % s.seats]
        gifts = [smugglers.GIVE + int(face) for face in receiver.face]
        return Ints([code for code in original(self, s) if code not in gifts])

    patch.setattr(Act, "choices", choices)


def event_for_everybody(patch: pytest.MonkeyPatch) -> None:
    def told(self: OfCard, s: State, text: str, args: list[int], **_: Any) -> None:
        Happening.told(self, s, text, args)

    patch.setattr(OfCard, "told", told)


def words_from_a_hidden_hand(patch: pytest.MonkeyPatch) -> None:
    """The event hides its secret, but its sentence looks into the hand."""

    def told(
        self: Drawn, s: Smugglers, text: str, args: list[int], seen_by: i64, veiled: str
    ) -> None:
        more = f" ({list(s.hands[0].face)})"
        Happening.told(self, s, text + more, args, seen_by, veiled + more)

    patch.setattr(Drawn, "told", told)


def draws_witnessed_by_all(patch: pytest.MonkeyPatch) -> None:
    """The record prints what only the drawer saw."""
    patch.setattr(TopCard, "witnesses", lambda *_: EVERYBODY)


def gifts_witnessed_by_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Act, "witnesses", lambda *_: EVERYBODY)


def public_text_with_the_card(patch: pytest.MonkeyPatch) -> None:
    """Those who do not see an answer read it all the same."""
    patch.setattr(Act, "public_text", lambda _, __, choice: f"lays {choice}")


def sealed_answers_in_the_question(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Bid, "question", lambda _, s: f"So far: {list(s.sealed)}. How much do you bid?")


def choices_from_sealed_answers(patch: pytest.MonkeyPatch) -> None:
    """No bid may be given twice."""
    patch.setattr(
        Bid,
        "choices_of",
        lambda _, s, __: Ints([c for c in range(4) if c not in list(s.sealed) or not c]),
    )


def only_holders_are_asked(patch: pytest.MonkeyPatch) -> None:
    """Who is asked depends on what they hold."""

    def ask_for_vetoes(s: Auction) -> None:
        holders = [
            seat
            for seat in range(s.seats)
            if s.hands[seat].find(auction.VETO) >= 0 and seat != s.winner
        ]
        if holders:
            together(s, VetoWindow(), sum(1 << seat for seat in holders))

    patch.setattr(auction, "ask_for_vetoes", ask_for_vetoes)


def losing_vetoes_in_the_record(patch: pytest.MonkeyPatch) -> None:
    """Only the first veto is turned up; the others go back unseen."""
    patch.setattr(auction, "COPIES", (5, 2, 2))  # so that several are laid at once
    patch.setattr(
        VetoWindow, "witnesses", lambda _, __, seat, choice: EVERYBODY if choice else 1 << seat
    )


def losing_vetoes_counted(patch: pytest.MonkeyPatch) -> None:
    """Answers that are dropped leave a trace."""
    original = VetoWindow.answer

    def answer(self: VetoWindow, s: Auction, choice: i64) -> None:
        s.points[0] += sum(1 for given in s.sealed if given == 1)
        original(self, s, choice)

    patch.setattr(VetoWindow, "answer", answer)


def scores_of_hidden_hands(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(type(SMUGGLERS), "scores_seen", lambda self, s, _: self.scores(s))


class TellingTakeCoin(TakeCoin):
    """A question that carries a face."""

    face: i64


def face_in_a_step(patch: pytest.MonkeyPatch) -> None:
    original = auction.Effect.answer

    def answer(self: auction.Effect, s: Auction, choice: i64) -> None:
        original(self, s, choice)
        if isinstance(s.step, TakeCoin):
            s.step = TellingTakeCoin(s.step.seat, max(s.hands[self.who].face, default=0))

    patch.setattr(auction.Effect, "answer", answer)
    patch.setattr(AUCTION, "steps", (*AUCTION.steps, TellingTakeCoin))


def question_from_a_hidden_hand(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        Act, "question", lambda self, s: f"You have {len(set(s.hands[self.seat].face))} kinds."
    )


def refusal_from_another_hand(patch: pytest.MonkeyPatch) -> None:
    def why_not(self: Act, s: Smugglers, _: str) -> Refusal | None:
        return Refusal("somebody else has it.") if s.hands[self.seat - 1].find(0) >= 0 else None

    patch.setattr(Act, "why_not", why_not)


def label_from_the_deck(patch: pytest.MonkeyPatch) -> None:
    """The odds on a button are the true ones, not those the seat can know."""
    patch.setattr(Act, "label", lambda _, s, __: f"Draw: {list(s.deck.rest)}")


def default_from_another_hand(patch: pytest.MonkeyPatch) -> None:
    def default(self: Act, s: Smugglers, _: i64) -> i64:
        codes = self.choices(s)
        return codes[0] if s.hands[self.seat - 1].find(1) >= 0 else codes[len(codes) - 1]

    patch.setattr(Act, "default", default)


def picks_that_tell_the_slot(patch: pytest.MonkeyPatch) -> None:
    """Others can tell which slot went by what is public about it."""

    def take(_: State, hand: Slots, k: i64, __: i64) -> Slot:
        return hand.take(k)

    patch.setattr(smugglers, "secret_pick", take)


def picks_that_keep_the_limits(patch: pytest.MonkeyPatch) -> None:
    """What a slot could be says which one it was, even if lots and eyes are made the same."""

    def pick(s: State, hand: Slots, k: i64, who: i64) -> Slot:
        could = [1 << int(face) | 1 for face in hand.face]
        slot = secret_pick(s, hand, k, who)
        return slot[0], slot[1], slot[2], could[k]

    patch.setattr(smugglers, "secret_pick", pick)


def a_lot_that_tells_the_deck(patch: pytest.MonkeyPatch) -> None:
    """A deck that is not empty gets a lot of its own: now everybody knows what the hands are."""

    def shuffle_in(s: State, deck: Deck, slot: Slot) -> None:
        deck.lot = new_lot(s)
        deck.rest[slot[0]] += 1

    patch.setattr(smugglers, "shuffle_in", shuffle_in)


def trap_ruled_out_by_its_face(patch: pytest.MonkeyPatch) -> None:
    def narrow(s: State, slots: Slots, k: i64, pieces: i64) -> None:
        rule_out(s, slots, k, pieces | (1 << 2 if slots.face[k] == 0 else 0))

    patch.setattr(smugglers, "rule_out", narrow)


def more_draws_for_some_cards(patch: pytest.MonkeyPatch) -> None:
    """How often chance is asked depends on a hidden face."""
    original = smugglers.bury

    def bury(s: Smugglers, seat: i64, kind: i64) -> None:
        original(s, seat, kind)
        if kind < 3:
            smugglers.draw(s, seat, 0)

    patch.setattr(smugglers, "bury", bury)


def shown_without_learning(patch: pytest.MonkeyPatch) -> None:
    """A card is shown behind the back of `learn`, so that showing it could be undone."""

    def show(s: Smugglers, seat: i64, kind: i64) -> None:
        s.hands[seat].seen[s.hands[seat].find(kind)] = EVERYBODY

    patch.setattr(smugglers, "show", show)


def played_without_learning(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        smugglers, "shown", lambda _, slot, who: (slot[0], slot[1] | who, slot[2], slot[3])
    )


def silent_traps_without_learning(patch: pytest.MonkeyPatch) -> None:
    """A trap that stays silent tells something, and somebody must have learned it."""

    def show(s: Smugglers, _: i64, kind: i64) -> None:
        for trap in s.traps:
            if trap.count() > 0 and trap.face[0] != kind:
                trap.could[0] &= ~(1 << kind)

    patch.setattr(smugglers, "show", show)


LEAKS: list[tuple[Game, Plant]] = [
    (SMUGGLERS, places_in_a_sorted_hand),
    (SMUGGLERS, field_from_a_hidden_face),
    (SMUGGLERS, choices_from_another_hand),
    (SMUGGLERS, event_for_everybody),
    (SMUGGLERS, words_from_a_hidden_hand),
    (SMUGGLERS, draws_witnessed_by_all),
    (SMUGGLERS, gifts_witnessed_by_all),
    (SMUGGLERS, public_text_with_the_card),
    (AUCTION, sealed_answers_in_the_question),
    (AUCTION, choices_from_sealed_answers),
    (AUCTION, only_holders_are_asked),
    (AUCTION, losing_vetoes_in_the_record),
    (AUCTION, losing_vetoes_counted),
    (SMUGGLERS, scores_of_hidden_hands),
    (AUCTION, face_in_a_step),
    (SMUGGLERS, question_from_a_hidden_hand),
    (SMUGGLERS, refusal_from_another_hand),
    (SMUGGLERS, label_from_the_deck),
    (SMUGGLERS, default_from_another_hand),
    (SMUGGLERS, picks_that_tell_the_slot),
    (SMUGGLERS, picks_that_keep_the_limits),
    (SMUGGLERS, a_lot_that_tells_the_deck),
    (SMUGGLERS, trap_ruled_out_by_its_face),
    (SMUGGLERS, more_draws_for_some_cards),
    (SMUGGLERS, silent_traps_without_learning),
]


def first_finding(check: Callable[..., Any], game: Game, seeds: int) -> str:
    """What a check says about the first of some games in which it finds something."""
    for seed in range(seeds):
        try:
            check(game, 3, options_of(game, seed), seed)
        except LawBroken as broken:
            return str(broken)
    return ""


@pytest.mark.parametrize(("game", "plant"), LEAKS, ids=[plant.__name__ for _, plant in LEAKS])
def test_a_planted_leak_is_found(game: Game, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    assert first_finding(check_secrecy, game, 25).startswith("law 9: ")


@pytest.mark.parametrize("plant", [shown_without_learning, played_without_learning])
def test_knowledge_that_grows_unsaid_is_found(
    plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Law 17."""
    plant(monkeypatch)
    assert first_finding(check_game, SMUGGLERS, 10).startswith("law 17: ")
