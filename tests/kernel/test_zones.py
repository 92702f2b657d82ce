"""Hidden pieces, one function at a time; test_zones_exact.py proves what they are together."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.masks import how_many
from emberstacks.kernel.step import EVERYBODY, SPECTATOR
from emberstacks.kernel.zones import (
    Slot,
    all_slots,
    confine,
    deal_again,
    learn,
    matched,
    may_hold,
    merge,
    new_lot,
    no_slots,
    reshuffle,
    rule_out,
    secret_pick,
    shown,
    shuffle_in,
    shuffled_to_fit,
    unknown,
    unplaced,
)
from tests.kernel.cards import Table, deck_of, hand_of, rows_of

A, B, C = 0b001, 0b010, 0b100
ANY = -1

seen_by = st.sampled_from([A, A | B, A | C, EVERYBODY])
slots_of_one_kind = st.lists(
    st.tuples(st.just(3), seen_by, st.integers(0, 2), st.sampled_from([ANY, 0b1001, 0b1100])),
    min_size=1,
    max_size=5,
)


# Slots


def test_slots_keep_the_order_of_arrival() -> None:
    hand = hand_of((4, A, 0, ANY), (2, A, 0, ANY))
    hand.put_first((9, B, 1, 0b1))
    assert rows_of(hand) == [(9, B, 1, 0b1), (4, A, 0, ANY), (2, A, 0, ANY)]
    assert hand.count() == 3
    assert hand.take(1) == (4, A, 0, ANY)
    assert rows_of(hand) == [(9, B, 1, 0b1), (2, A, 0, ANY)]


def test_a_clone_of_slots_is_independent() -> None:
    hand = hand_of((4, A, 0, ANY))
    twin = hand.clone()
    twin.face[0] = 5
    twin.add((1, B, 0, ANY))
    assert rows_of(hand) == [(4, A, 0, ANY)]


def test_of_equal_pieces_the_copy_most_widely_seen_leaves_first() -> None:
    hand = hand_of(
        (3, A, 0, ANY), (3, A | B, 0, ANY), (3, EVERYBODY, 0, ANY), (1, EVERYBODY, 0, ANY)
    )
    assert hand.find(3) == 2
    hand.take(2)
    assert hand.find(3) == 1
    assert hand.find(1) == 2
    assert hand.find(7) == -1


@pytest.mark.parametrize("twins", [(A | B, A | C, 0, 0), (A, A, 2, 5), (A | C, A | B, 1, 1)])
def test_of_two_copies_seen_equally_widely_the_same_one_leaves(
    twins: tuple[int, int, int, int],
) -> None:
    one, other = (3, twins[0], twins[2], ANY), (3, twins[1], twins[3], ANY)
    first, second = hand_of(one, other), hand_of(other, one)
    assert first.take(first.find(3)) == second.take(second.find(3))


@given(slots_of_one_kind, st.randoms(use_true_random=False))
def test_which_copy_leaves_does_not_depend_on_the_order_of_arrival(
    rows: list[Slot], rng: random.Random
) -> None:
    """A view does not tell that order, so a possible world has another one, and the same choice
    must do the same there.
    """
    shuffled = rows[:]
    rng.shuffle(shuffled)
    hand, other = hand_of(*rows), hand_of(*shuffled)
    assert hand.take(hand.find(3)) == other.take(other.find(3))


def test_json_leaves_out_what_is_not_seen() -> None:
    hand = hand_of((4, A, 0, ANY), (2, A | B, 1, 0b100))
    assert hand.json(B, True) == [[None, A, 0, ANY], [2, A | B, 1, 0b100]]
    assert hand.json(SPECTATOR, True) == [[None, A, 0, ANY], [None, A | B, 1, 0b100]]
    assert hand.json(-1, False) == [[4, A, 0, ANY], [2, A | B, 1, 0b100]]


@given(
    st.permutations(
        [
            (0, A, 0, ANY),
            (5, A | B, 0, ANY),
            (7, A, 0, ANY),
            (2, A | B, 1, ANY),
            (6, A, 1, 0b1000000),
        ]
    )
)
def test_the_place_of_a_gap_tells_nothing(rows: list[Slot]) -> None:
    """In whatever order the cards came, or an owner keeps them, everybody reads the same."""
    hand = hand_of(*rows)
    assert hand.json(B, False) == [
        [None, A, 0, ANY],
        [None, A, 0, ANY],
        [None, A, 1, 0b1000000],
        [5, A | B, 0, ANY],
        [2, A | B, 1, ANY],
    ]
    assert [row[0] for row in hand.json(A, False)] == [0, 7, 6, 5, 2]


def test_bits_are_counted() -> None:
    assert [how_many(mask) for mask in (0, 1, 0b1011, EVERYBODY)] == [0, 1, 3, 9]


# Decks


def test_a_deck_is_drawn_from_top_to_bottom() -> None:
    deck = deck_of([0, 2, 1])
    deck.top.add((0, A, 0, ANY))
    deck.bottom.add((3, EVERYBODY, 0, ANY))
    deck.bottom.add((4, B, 0, ANY))
    assert (deck.count(), deck.shuffled(), deck.fixed()) == (6, 3, True)
    assert deck.draw(-1) == (0, A, 0, ANY)
    assert not deck.fixed()
    assert [deck.draw(outcome) for outcome in (1, 2, 1)] == [
        (1, 0, 0, ANY),
        (2, 0, 0, ANY),
        (1, 0, 0, ANY),
    ]
    assert deck.fixed()
    assert [deck.draw(-1), deck.draw(-1)] == [(3, EVERYBODY, 0, ANY), (4, B, 0, ANY)]
    assert deck.count() == 0


def test_the_weights_of_a_draw_are_the_counts() -> None:
    deck = deck_of([2, 0, 1])
    deck.draw(0)
    assert list(deck.weights()) == [1, 0, 1]


def test_a_clone_of_a_deck_is_independent() -> None:
    deck = deck_of([1, 1])
    deck.top.add((3, A, 0, ANY))
    twin = deck.clone()
    twin.draw(-1)
    twin.draw(1)
    assert (deck.count(), list(deck.rest)) == (3, [1, 1])


def test_the_json_of_a_deck_tells_how_many_are_shuffled_but_not_which() -> None:
    deck = deck_of([1, 2], lot=4)
    deck.top.add((0, A, 4, ANY))
    assert deck.json(B) == {"top": [[None, A, 4, ANY]], "rest": 3, "lot": 4, "bottom": []}
    assert deck.json(-1)["rest"] == [1, 2]


def test_the_order_of_a_pile_is_public() -> None:
    deck = deck_of([0, 0])
    for slot in ((1, A | B, 0, ANY), (0, A, 0, ANY), (1, A, 0, ANY)):
        deck.bottom.add(slot)
    assert [row[1] for row in deck.json(B)["bottom"]] == [A | B, A, A]


# Who learns


def test_learning_says_who_did_not_know() -> None:
    s = Table([hand_of((4, A, 0, ANY)), no_slots()], [])
    learn(s, s.hands[0], 0, A | B)
    assert (s.hands[0].seen[0], s.learners) == (A | B, B)
    learn(s, s.hands[0], 0, C)
    assert s.learners == B | C
    assert shown(s, (4, A, 0, ANY), SPECTATOR) == (4, A | SPECTATOR, 0, ANY)
    assert s.learners == B | C | SPECTATOR


def test_ruling_out_teaches_everybody_who_does_not_know_the_face() -> None:
    s = Table([hand_of((4, A, 0, ANY)), no_slots()], [])
    rule_out(s, s.hands[0], 0, 0b101)
    assert s.hands[0].could[0] == ~0b101
    assert s.learners == EVERYBODY & ~A


def test_ruling_out_what_was_out_already_teaches_nobody() -> None:
    s = Table([hand_of((4, A, 0, ~0b101)), no_slots()], [])
    rule_out(s, s.hands[0], 0, 0b100)
    assert (s.hands[0].could[0], s.learners) == (~0b101, 0)


# Lots


def test_a_new_lot_has_a_number_of_its_own() -> None:
    deck = deck_of([1], lot=2)
    s = Table([hand_of((4, A, 5, ANY)), no_slots()], [deck])
    assert new_lot(s) == 6
    s.hands[0].take(0)
    assert new_lot(s) == 3
    deck.bottom.add((0, A, 7, ANY))
    assert new_lot(s) == 8


def test_an_empty_deck_made_from_discards_is_a_new_lot() -> None:
    """What is in the new deck cannot be what the hands of the old one hold."""
    s = Table([hand_of((0, A, 0, ANY)), no_slots()], [deck_of([0, 0, 0])])
    discard = Ints([0, 1, 2])
    reshuffle(s, s.piles[0], discard)
    assert (list(s.piles[0].rest), s.piles[0].lot, list(discard)) == ([0, 1, 2], 1, [0, 0, 0])
    assert unknown(s, B) == {0: [0], 1: [1, 2, 2]}


def test_discards_shuffled_into_a_deck_that_is_not_empty_keep_its_lot() -> None:
    """A new lot would tell what the deck held, and with it the hand; but nobody can hold what was
    just shuffled in.
    """
    s = Table([hand_of((0, A, 0, ANY)), no_slots()], [deck_of([0, 1, 0])])
    reshuffle(s, s.piles[0], Ints([0, 0, 1]))
    assert unknown(s, B) == {0: [0, 1, 2]}
    assert rows_of(s.hands[0]) == [(0, A, 0, 0b011)]


def test_an_open_card_shuffled_in_is_in_no_hand() -> None:
    s = Table([hand_of((0, A, 0, ANY)), no_slots()], [deck_of([0, 1, 0])])
    shuffle_in(s, s.piles[0], (2, EVERYBODY, 3, ANY))
    assert (list(s.piles[0].rest), s.piles[0].lot) == ([0, 1, 1], 0)
    assert rows_of(s.hands[0]) == [(0, A, 0, 0b011)]


def test_an_open_card_shuffled_into_an_empty_deck_is_a_new_lot() -> None:
    s = Table([hand_of((0, A, 0, ANY)), no_slots()], [deck_of([0, 0, 0])])
    shuffle_in(s, s.piles[0], (2, EVERYBODY, 0, ANY))
    assert unknown(s, B) == {0: [0], 1: [2]}


def test_a_hidden_card_shuffled_into_an_empty_deck_brings_its_lot() -> None:
    """The deck's old lot lives on in the hands and has nothing to do with the new card."""
    s = Table([hand_of((0, A, 0, ANY), (1, A, 3, ANY)), no_slots()], [deck_of([0, 0, 0])])
    shuffle_in(s, s.piles[0], (2, A, 3, ANY))
    assert unknown(s, B) == {0: [0], 3: [1, 2]}


def test_a_hidden_card_shuffled_in_joins_two_lots() -> None:
    """Each slot can still only be what its own lot held, the card that has gone included: nobody
    knows which one it was.
    """
    s = Table([hand_of((0, A, 0, ANY), (3, A, 1, ANY)), no_slots()], [deck_of([0, 1, 0, 0, 0])])
    shuffle_in(s, s.piles[0], (4, A, 1, ANY))
    assert list(s.piles[0].rest) == [0, 1, 0, 0, 1]
    assert rows_of(s.hands[0]) == [(0, A, 0, 0b00011), (3, A, 0, 0b11000)]
    assert unknown(s, B) == {0: [0, 1, 3, 4]}


def test_a_hidden_card_shuffled_into_its_own_lot_changes_nothing_else() -> None:
    s = Table([hand_of((0, A, 0, ANY)), no_slots()], [deck_of([0, 1, 0])])
    shuffle_in(s, s.piles[0], (2, A, 0, ANY))
    assert (list(s.piles[0].rest), rows_of(s.hands[0])) == ([0, 1, 1], [(0, A, 0, ANY)])


def test_merged_lots_bear_the_lower_number_everywhere() -> None:
    deck = deck_of([1], lot=4)
    deck.top.add((0, A, 4, ANY))
    s = Table([hand_of((0, A, 2, ANY), (1, A, 4, ANY), (2, A, 3, ANY)), no_slots()], [deck])
    merge(s, 4, 2)
    assert list(s.hands[0].lot) == [2, 2, 3]
    assert (deck.lot, deck.top.lot[0]) == (2, 2)
    merge(s, 3, 3)
    assert list(s.hands[0].lot) == [2, 2, 3]


def test_confined_slots_are_what_their_lot_holds() -> None:
    s = Table(
        [hand_of((0, A, 0, ANY), (5, EVERYBODY, 0, ANY), (1, A, 1, ANY)), no_slots()],
        [deck_of([0, 0, 1])],
    )
    confine(s, 0, 0b1000)
    assert list(s.hands[0].could) == [0b1101, ANY, ANY]


# Secret picks


def test_after_a_secret_pick_the_slots_of_a_hand_are_all_alike() -> None:
    s = Table(
        [hand_of((0, A | B, 0, ANY), (1, A, 1, ANY), (2, EVERYBODY, 1, ANY)), no_slots()],
        [deck_of([0, 0, 0, 1])],
    )
    slot = secret_pick(s, s.hands[0], 1, A | C)
    assert slot == (1, A, 0, 0b1111)
    assert rows_of(s.hands[0]) == [(0, A, 0, 0b1111), (2, A, 0, 0b1111)]


def test_what_the_others_knew_of_a_hand_comes_back_to_what_they_cannot_place() -> None:
    s = Table([hand_of((0, EVERYBODY, 0, ANY), (1, A, 0, ANY)), no_slots()], [deck_of([0, 0, 1])])
    s.hands[1].add(shown(s, secret_pick(s, s.hands[0], 0, A | B), B))
    assert rows_of(s.hands[1]) == [(0, A | B, 0, 0b111)]
    assert unknown(s, SPECTATOR) == {0: [0, 1, 2]}
    assert unknown(s, B) == {0: [1, 2]}


def test_who_knew_one_card_does_not_get_to_know_the_others() -> None:
    """Seat B saw one of two cards and now receives one: whether the card it knew is the one left,
    nobody else may read.
    """
    views = []
    for gift in (0, 1):
        s = Table([hand_of((0, A | B, 0, ANY), (1, A, 0, ANY)), no_slots()], [deck_of([0, 0, 1])])
        s.hands[1].add(shown(s, secret_pick(s, s.hands[0], gift, A | B), B))
        views.append([hand.json(SPECTATOR, False) for hand in s.hands])
    assert views[0] == views[1]


def test_an_open_card_that_may_have_gone_is_in_no_other_hand() -> None:
    s = Table(
        [hand_of((0, EVERYBODY, 0, ANY), (1, A, 0, ANY)), hand_of((2, B, 0, ANY))],
        [deck_of([0, 0, 0, 1])],
    )
    secret_pick(s, s.hands[0], 1, A)
    assert rows_of(s.hands[1]) == [(2, B, 0, 0b1110)]


def test_the_last_card_of_a_hand_cannot_be_picked_secretly() -> None:
    """Everybody sees which one it was, and keeps what they knew of it."""
    s = Table([hand_of((0, A | B, 3, 0b11)), no_slots()], [deck_of([0, 1])])
    assert secret_pick(s, s.hands[0], 0, A | C) == (0, A | B, 3, 0b11)


def test_pieces_beyond_every_mask_are_never_ruled_out() -> None:
    counts = [0] * 80
    counts[70] = 1
    s = Table([hand_of((75, A, 0, ANY), (3, EVERYBODY, 0, ANY)), no_slots()], [deck_of(counts)])
    assert unplaced(s, 0) == ANY
    assert secret_pick(s, s.hands[0], 0, A) == (75, A, 0, ANY)
    assert may_hold(s, s.hands[0], 1 << 5)


# What cannot be placed


def test_unknown_pieces_are_listed_by_lot() -> None:
    deck = deck_of([1, 0, 2], lot=1)
    deck.top.add((1, A, 1, ANY))
    s = Table([hand_of((7, A, 0, ANY)), hand_of((5, B, 0, ANY), (3, A | B, 0, ANY))], [deck])
    assert unknown(s, A) == {0: [5], 1: [0, 2, 2]}
    assert unknown(s, B) == {0: [7], 1: [0, 1, 2, 2]}
    assert unknown(s, SPECTATOR) == {0: [3, 5, 7], 1: [0, 1, 2, 2]}


def test_who_may_hold_a_piece() -> None:
    s = Table([hand_of((0, A, 0, ANY)), hand_of((1, B, 0, 0b010))], [deck_of([0, 0, 1])])
    assert may_hold(s, s.hands[0], 0b001)
    assert may_hold(s, s.hands[0], 0b100), "the piece is in the deck, but nobody knows that"
    assert not may_hold(s, s.hands[1], 0b101), "public events exclude both"
    assert not may_hold(s, s.hands[0], 0b1000), "there is no such piece in the lot"


def test_an_open_card_is_held_for_certain_and_no_other_can_be_it() -> None:
    s = Table([hand_of((0, EVERYBODY, 0, ANY)), hand_of((1, B, 0, ANY))], [deck_of([0, 0, 1])])
    assert may_hold(s, s.hands[0], 0b001)
    assert not may_hold(s, s.hands[0], 0b110)
    assert not may_hold(s, s.hands[1], 0b001)


def test_a_piece_that_lies_in_another_lot_is_not_held() -> None:
    s = Table([hand_of((0, A, 0, ANY)), hand_of((1, B, 0, ANY))], [deck_of([0, 0, 1], lot=1)])
    assert not may_hold(s, s.hands[0], 0b100)


@given(st.permutations([0, 1, 2, 3, 4]), st.integers(0, 0b11111))
def test_who_may_hold_a_piece_depends_on_public_knowledge_only(
    faces: list[int], pieces: int
) -> None:
    """However the unseen faces lie, the answer is the same."""

    def table(order: list[int]) -> Table:
        deck = deck_of([int(kind == order[4]) for kind in range(6)])
        deck.top.add((order[3], A | B, 0, ANY))
        hands = [
            hand_of((order[0], A, 0, ANY), (5, EVERYBODY, 0, ANY)),
            hand_of((order[1], B, 0, ANY), (order[2], B, 0, ANY)),
        ]
        return Table(hands, [deck])

    one, other = table(faces), table([0, 1, 2, 3, 4])
    assert [may_hold(one, hand, pieces) for hand in one.hands] == [
        may_hold(other, hand, pieces) for hand in other.hands
    ]


# Possible worlds


def worlds(s: Table, who: int, samples: int, seed: int = 1) -> Counter[str]:
    """How often each world comes out."""
    dealer = Dealer(seed)
    lots = unknown(s, who)
    found: Counter[str] = Counter()
    for _ in range(samples):
        w = s.clone()
        deal_again(w, lots, who, dealer)
        faces = [[int(face) for face in slots.face] for slots in all_slots(w)]
        found[str([faces, [list(map(int, deck.rest)) for deck in w.piles]])] += 1
    return found


def assert_even(found: Counter[str], kinds: int) -> None:
    """All worlds came out, each about equally often (six standard deviations)."""
    samples = sum(found.values())
    mean = samples / kinds
    assert len(found) == kinds
    assert all(abs(count - mean) < 6 * mean**0.5 for count in found.values())


def test_what_a_seat_has_seen_stays_as_it_is() -> None:
    deck = deck_of([0, 0, 1, 1])
    deck.top.add((4, B, 0, ANY))
    s = Table([hand_of((0, A, 0, ANY)), hand_of((1, A | B, 0, ANY), (5, B, 1, ANY))], [deck])
    for world in worlds(s, B, 200):
        assert "], [1, 5], [4], []]" in world
    assert_even(worlds(s, B, 3000), 3)


def test_every_limit_is_obeyed_and_every_world_that_obeys_comes_out() -> None:
    hands = [hand_of((0, A, 0, 0b0011), (1, A, 0, ~0b0001)), no_slots()]
    s = Table(hands, [deck_of([0, 0, 1, 1])])
    assert_even(worlds(s, B, 5000), 5)


def test_two_decks_that_share_a_lot_are_dealt_evenly() -> None:
    s = Table(
        [hand_of((0, A, 0, ANY)), no_slots()], [deck_of([0, 1, 1, 0, 0]), deck_of([0, 0, 0, 1, 1])]
    )
    assert_even(worlds(s, B, 6000), 30)


def test_equal_pieces_are_as_likely_as_they_are_many() -> None:
    s = Table([hand_of((0, A, 0, ANY)), no_slots()], [deck_of([2, 1])])
    found = worlds(s, B, 4000)
    assert len(found) == 2
    assert abs(found["[[[0], [], [], []], [[2, 1]]]"] - 3000) < 170


def test_limits_that_shuffling_never_meets_are_matched() -> None:
    """One of twelve factorial orders fits."""
    limits = [1 << (11 - k) for k in range(12)]
    assert shuffled_to_fit(list(range(12)), limits, Dealer(1)) == list(range(11, -1, -1))


def test_matching_moves_others_on() -> None:
    assert matched([0, 1, 2, 3], [0b0011, 0b0011, 0b0111]) == [0, 1, 2, 3]
    assert matched([0, 1, 2, 3], [0b0111, 0b0011, 0b0001])[:3] == [2, 1, 0]


def test_any_fitting_order_can_be_matched() -> None:
    limits = [0b1011, ~0b0001, ANY]
    fitting = {
        order
        for order in permutations(range(4))
        if all(limit >> piece & 1 for limit, piece in zip(limits, order, strict=False))
    }
    found = {tuple(matched(list(pool), limits)) for pool in permutations(range(4))}
    assert found == fitting


def test_what_contradicts_itself_is_refused() -> None:
    with pytest.raises(ValueError, match="no possible world"):
        matched([0, 1, 2], [0b001, 0b001])
    with pytest.raises(ValueError, match="no possible world"):
        shuffled_to_fit([0, 1, 2], [0b001, 0b001], Dealer(1))
