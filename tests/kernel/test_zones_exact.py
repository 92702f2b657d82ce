"""Are possible worlds exactly the possible worlds? Every physical order of a small deck is played
through and compared.

A script is a list of public deeds with hidden outcomes: what lies where is public, which card it is
is not. The same script is played with a real, ordered deck, for every order it can have and every
way it can be shuffled; the ways that look to a seat like what it saw on the kernel's table are what
is possible, each as likely as the next.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import pytest

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.step import EVERYBODY
from emberstacks.kernel.view import mask_of
from emberstacks.kernel.zones import (
    Deck,
    deal_again,
    learn,
    no_slots,
    reshuffle,
    secret_pick,
    shown,
    shuffle_in,
    unknown,
)
from tests.kernel.cards import Table, deck_of

Deed = tuple[str, int, int]  # what, by whom, with which card of the hand
# hands, deck, discards
World = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, ...]]
Saw = list[int | None]

SEATS = 2
DEEDS = ["draw"] * 4 + ["play"] * 3 + ["peek", "bottom", "under", "pass", "return"]
MOST_WAYS = 3000  # orders and shuffles that one script may have
SAMPLES = 2000


def random_script(rng: random.Random) -> list[Deed]:
    return [
        (rng.choice(DEEDS), rng.randrange(SEATS), rng.randrange(4))
        for _ in range(rng.randint(6, 18))
    ]


class Counts:
    """How many cards lie where: all that is needed to know how often, and of how many, something is
    shuffled.
    """

    def __init__(self, cards: int) -> None:
        self.top, self.rest, self.bottom, self.discard = 0, cards, 0, 0
        self.hands = [0] * SEATS

    def deck(self) -> int:
        return self.top + self.rest + self.bottom

    def shuffles(self, script: list[Deed]) -> list[list[tuple[int, ...]]]:
        """All results of everything that is shuffled or secretly picked in a script.

        An order of the discards; a place for one card in the rest; a card of a hand, and for one
        shuffled in its place, too.
        """
        found: list[list[tuple[int, ...]]] = []
        for deed, who, _ in script:
            if deed in ("draw", "peek") and self.deck() == 0:
                if self.discard == 0:
                    continue
                found.append(list(permutations(range(self.discard))))
                self.rest, self.discard = self.discard, 0
            if deed == "pass":
                self.hands.reverse()
            elif deed == "draw":
                self.take_top()
                self.hands[who] += 1
            elif deed == "peek":
                self.take_top()
                self.top += 1
            elif self.hands[who] > 0:
                picks, places = range(self.hands[who]), range(self.rest + 1)
                self.hands[who] -= 1
                if deed == "play":
                    self.discard += 1
                elif deed == "gift":
                    found.append([(pick,) for pick in picks])
                    self.hands[1 - who] += 1
                elif deed in ("return", "stir"):
                    found.append(
                        list(product(picks, places))
                        if deed == "stir"
                        else [(place,) for place in places]
                    )
                    self.rest += 1
                else:
                    self.bottom += 1
        return found

    def take_top(self) -> None:
        if self.top > 0:
            self.top -= 1
        elif self.rest > 0:
            self.rest -= 1
        else:
            self.bottom -= 1


def physical(
    script: list[Deed], order: tuple[int, ...], ways: Iterator[tuple[int, ...]], seat: int
) -> tuple[Saw, World]:
    """Play a script with a real deck; returns what a seat saw and how the cards lie in the end."""
    top: list[int] = []
    rest = list(order)
    bottom: list[int] = []
    hands: list[list[int]] = [[] for _ in range(SEATS)]
    discard: list[int] = []
    saw: Saw = []
    for deed, who, k in script:
        if deed in ("draw", "peek") and not top and not rest and not bottom:
            if not discard:
                continue
            rest = [sorted(discard)[place] for place in next(ways)]
            discard = []
        if deed == "pass":
            hands.reverse()
            saw += hands[seat] if seat < SEATS else []
        elif deed in ("draw", "peek"):
            card = (top or rest or bottom).pop(0)
            saw.append(card if who == seat else None)
            if deed == "draw":
                hands[who].append(card)
            else:
                top.insert(0, card)
        elif hands[who] and deed in ("gift", "stir"):
            pick, *place = next(ways)
            card = hands[who].pop(pick)
            if deed == "gift":
                hands[1 - who].append(card)
            else:
                rest.insert(place[0], card)
        elif hands[who]:
            card = hands[who].pop(k % len(hands[who]))
            saw.append(card if deed != "under" or who == seat else None)
            if deed == "play":
                discard.append(card)
            elif deed == "return":
                rest.insert(next(ways)[0], card)
            else:
                bottom.append(card)
    return saw, (
        tuple(tuple(hand) for hand in hands),
        tuple(top + rest + bottom),
        tuple(sorted(discard)),
    )


def on_the_kernel(
    script: list[Deed], cards: list[int], dealer: Dealer
) -> tuple[Table, Ints, list[Saw]]:
    """Play a script with hidden pieces; chance is asked only where an order does not exist yet.
    Returns what each saw.
    """
    kinds = max(cards) + 1
    s = Table(
        [no_slots() for _ in range(SEATS)], [deck_of([cards.count(kind) for kind in range(kinds)])]
    )
    deck, discard = s.piles[0], Ints([0] * kinds)
    saw: list[Saw] = [[] for _ in range(SEATS + 1)]
    for deed, who, k in script:
        if deed in ("draw", "peek") and deck.count() == 0:
            if sum(discard) == 0:
                continue
            reshuffle(s, deck, discard)
        if deed == "pass":
            s.hands.reverse()
            for seat in range(SEATS):
                for place in range(s.hands[seat].count()):
                    learn(s, s.hands[seat], place, 1 << seat)
                    saw[seat].append(int(s.hands[seat].face[place]))
        elif deed in ("draw", "peek"):
            slot = shown(
                s, deck.draw(-1 if deck.fixed() else dealer.pick(deck.weights())), 1 << who
            )
            for seat in range(SEATS + 1):
                saw[seat].append(int(slot[0]) if seat == who else None)
            if deed == "draw":
                s.hands[who].add(slot)
            else:
                deck.top.put_first(slot)
        elif s.hands[who].count() > 0 and deed in ("gift", "stir"):
            pick = dealer.below(s.hands[who].count())
            if deed == "gift":
                s.hands[1 - who].add(
                    shown(s, secret_pick(s, s.hands[who], pick, 0b11), 1 << (1 - who))
                )
            else:
                shuffle_in(s, deck, secret_pick(s, s.hands[who], pick, 1 << who))
        elif s.hands[who].count() > 0:
            slot = s.hands[who].take(k % s.hands[who].count())
            if deed != "under":
                slot = shown(s, slot, EVERYBODY)
            for seat in range(SEATS + 1):
                saw[seat].append(int(slot[0]) if deed != "under" or seat == who else None)
            if deed == "play":
                discard[slot[0]] += 1
            elif deed == "return":
                shuffle_in(s, deck, slot)
            else:
                deck.bottom.add(slot)
    return s, discard, saw


def sampled(s: Table, discard: Ints, who: int, dealer: Dealer) -> Counter[World]:
    """How often each world comes out, with the rest of the deck in some order."""
    lots = unknown(s, who)
    spread = tuple(kind for kind in range(len(discard)) for _ in range(discard[kind]))
    found: Counter[World] = Counter()
    for _ in range(SAMPLES):
        w = s.clone()
        deal_again(w, lots, who, dealer)
        deck = w.piles[0]
        rest = [kind for kind in range(len(deck.rest)) for _ in range(deck.rest[kind])]
        for k in range(len(rest) - 1, 0, -1):
            j = int(dealer.below(k + 1))
            rest[k], rest[j] = rest[j], rest[k]
        order = (*map(int, deck.top.face), *rest, *map(int, deck.bottom.face))
        found[(tuple(tuple(map(int, hand.face)) for hand in w.hands), order, spread)] += 1
    return found


def compare(script: list[Deed], cards: list[int], seat: int, seed: int) -> bool:
    """Are the worlds that a seat (the last one: a spectator) deems possible those that are? False:
    too many to tell.
    """
    shuffles = Counts(len(cards)).shuffles(script)
    if math.factorial(len(cards)) * math.prod(len(results) for results in shuffles) > MOST_WAYS:
        return False
    dealer = Dealer(seed)
    s, discard, saw = on_the_kernel(script, cards, dealer)
    exact: Counter[World] = Counter()
    for order in permutations(cards):
        for ways in product(*shuffles):
            seen, world = physical(script, order, iter(ways), seat)
            if seen == saw[seat]:
                exact[world] += 1
    found = sampled(s, discard, mask_of(seat if seat < SEATS else None), dealer)
    total = sum(exact.values())
    assert set(found) <= set(exact), "a world was dealt that is not possible"
    for world, ways_to_it in exact.items():
        chance = ways_to_it / total
        mean = SAMPLES * chance
        assert mean < 20 or world in found, "a possible world was never dealt"
        assert abs(found[world] - mean) <= 6 * math.sqrt(mean * (1 - chance)) + 3, (
            "a world comes too often or too rarely"
        )
    return True


@pytest.mark.parametrize("part", range(8))
def test_possible_worlds_are_exactly_those_that_are_possible(part: int) -> None:
    """Half of the scripts put cards back into the deck, the others empty it and shuffle the
    discards.
    """
    rng = random.Random(part)
    cards = [0, 1, 2, 3, 4] if part % 2 else [0, 1, 2, 3]
    compared = shuffled = 0
    while compared < 12:
        script = [
            deed
            for deed in random_script(rng) + random_script(rng) * (part % 2 == 0)
            if part % 2 or deed[0] != "return"
        ]
        if compare(script, cards, rng.randrange(SEATS + 1), part):
            compared += 1
            shuffled += len(Counts(len(cards)).shuffles(script)) > 0
    assert shuffled > 2


@pytest.mark.parametrize("part", range(4))
def test_equal_cards_are_dealt_as_often_as_there_are_ways(part: int) -> None:
    """Two pairs and a single card. Cards shuffled back are left out: a limit knows kinds, not
    copies.
    """
    rng = random.Random(100 + part)
    compared = 0
    while compared < 12:
        script = [deed for deed in random_script(rng) if deed[0] != "return"]
        compared += compare(script, [0, 0, 1, 1, 2], rng.randrange(SEATS + 1), part)


def test_the_comparison_finds_a_wrong_posterior(monkeypatch: pytest.MonkeyPatch) -> None:
    """If discards were not a lot of their own, cards known to lie in the deck would be dealt into
    hands.
    """
    script: list[Deed] = (
        [("draw", 0, 0)] * 3 + [("draw", 1, 0)] * 2 + [("play", 1, 0)] * 2 + [("draw", 1, 0)]
    )
    assert compare(script, [0, 1, 2, 3, 4], 1, 3)

    def same_lot(_: Table, deck: Deck, discard: Ints) -> None:
        for kind in range(len(discard)):
            deck.rest[kind], discard[kind] = discard[kind], 0

    monkeypatch.setattr(sys.modules[__name__], "reshuffle", same_lot)
    with pytest.raises(AssertionError, match="a world was dealt that is not possible"):
        compare(script, [0, 1, 2, 3, 4], 1, 3)


@pytest.mark.parametrize("part", range(4))
def test_what_secret_picks_forget_never_excludes_a_possible_world(part: int) -> None:
    """Gifts that nobody else sees and cards shuffled in unseen: spectators lose track, and must not
    be wrong.
    """
    rng = random.Random(200 + part)
    compared = 0
    while compared < 10:
        script = [
            *random_script(rng)[:8],
            *[(rng.choice(["gift", "stir"]), rng.randrange(SEATS), 0) for _ in range(2)],
        ]
        script.append(("draw", rng.randrange(SEATS), 0))
        shuffles = Counts(4).shuffles(script)
        if 24 * math.prod(len(results) for results in shuffles) > MOST_WAYS:
            continue
        compared += 1
        dealer = Dealer(part)
        s, discard, saw = on_the_kernel(script, [0, 1, 2, 3], dealer)
        played = (
            physical(script, order, iter(ways), SEATS)
            for order in permutations(range(4))
            for ways in product(*shuffles)
        )
        exact = {without_order(world) for seen, world in played if seen == saw[SEATS]}
        assert exact <= {
            without_order(world) for world in sampled(s, discard, mask_of(None), dealer)
        }


def without_order(world: World) -> World:
    """Nobody knows in which order others hold their cards."""
    hands, deck, discard = world
    return tuple(tuple(sorted(hand)) for hand in hands), deck, discard
