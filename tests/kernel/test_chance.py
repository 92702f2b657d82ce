"""Dealers: the same seed the same draws, weights obeyed, sealed draws checkable."""

from __future__ import annotations

from collections import Counter

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import MULTIPLIER, Dealer, ScriptedDealer, SealedDealer, mix
from emberstacks.kernel.ints import Ints


def test_the_stream_of_a_seed_never_changes() -> None:
    """Both builds, every machine: a changed stream would change every seeded game there is."""
    dealer = Dealer(7)
    assert [dealer.below(1000) for _ in range(8)] == [164, 706, 889, 184, 664, 60, 588, 655]
    assert [mix(z) for z in (0, 1, 2**32 - 1)] == [1684164658, 1580013426, 3950124170]


def test_the_widest_draw_does_not_wrap() -> None:
    """Worlds are seeded with it; a product beyond a machine integer would differ between the
    builds.
    """
    dealer = Dealer(7)
    draws = [int(dealer.below(2**32)) for _ in range(1000)]
    assert all(0 <= draw < 2**32 for draw in draws)
    assert max(draws) > 2**32 - 2**24
    assert draws[:3] == [706585540, 3033184492, 3820785192]


def test_the_period_is_long() -> None:
    """With a safe prime modulus the order of 2**30 is at least half of it (Fermat's test to several
    bases).
    """
    modulus = MULTIPLIER * 2**30 - 1
    for base in (2, 3, 5, 7, 11):
        assert pow(base, modulus - 1, modulus) == 1
        assert pow(base, modulus // 2 - 1, modulus // 2) == 1
    assert modulus // 2 > 2**58


def test_draws_do_not_depend_on_the_two_before() -> None:
    """216,000 triples over 216 cells of 1,000; the sum of squares has mean 215 and standard
    deviation 21.
    """
    dealer = Dealer(11)
    cells = Counter(tuple(int(dealer.below(6)) for _ in range(3)) for _ in range(216_000))
    assert 150 < sum((count - 1000) ** 2 / 1000 for count in cells.values()) < 290


@pytest.mark.parametrize("dealer", [Dealer(3), SealedDealer(b"a secret")])
def test_picks_follow_the_weights(dealer: Dealer) -> None:
    """Law 7: 60,000 picks; six standard deviations are 3.5 % of the middle outcome."""
    weights = Ints([1, 0, 2, 3])
    counts = Counter(int(dealer.pick(weights)) for _ in range(60_000))
    assert counts[1] == 0
    for outcome, weight in ((0, 1), (2, 2), (3, 3)):
        assert abs(counts[outcome] - 10_000 * weight) < 700


def test_neighbouring_seeds_are_unrelated() -> None:
    firsts = Counter(int(Dealer(seed).below(10)) for seed in range(20_000))
    assert all(abs(firsts[digit] - 2000) < 260 for digit in range(10))


@pytest.mark.parametrize("dealer", [Dealer(3), SealedDealer(b"a secret"), ScriptedDealer([], 5)])
def test_a_copy_deals_the_same_and_skipping_is_dealing(dealer: Dealer) -> None:
    twin, skipper = dealer.copy(), dealer.copy()
    draws = [int(dealer.below(50)) for _ in range(20)]
    assert [int(twin.below(50)) for _ in range(20)] == draws
    skipper.skip(10)
    assert [int(skipper.below(50)) for _ in range(10)] == draws[10:]


def test_sealed_dealers_keep_their_secret_until_the_end() -> None:
    match = es.new("fire-prototype", players=2)
    assert "Commitment" in match.record()
    assert "Secret" not in match.record()
    while not match.over:
        match.push(
            "score" if "score" in [str(choice) for choice in match.legal()] else match.legal()[0]
        )
    assert "Secret" in match.record()
    assert es.read_record(match.record()).verify() is None


def test_two_sealed_games_differ() -> None:
    assert (
        es.new("fire-prototype", players=2).record() != es.new("fire-prototype", players=2).record()
    )


def test_a_changed_draw_is_found_out() -> None:
    match = es.new("fire-prototype", players=2)
    text = match.record(resumable=True)
    first = text.split("{", 1)[1].split("}", 1)[0]
    other = "green" if first != "green" else "brown"
    forged = es.read_record(text.replace("{" + first + "}", "{" + other + "}", 1))
    assert forged.verify() == f"draw 1 is recorded as {other}, but the seed gives {first}"


def test_a_changed_secret_is_found_out() -> None:
    text = es.new("fire-prototype", players=2).record(resumable=True)
    secret = text.split('[Secret "', 1)[1][:64]
    with pytest.raises(es.BadRecord, match="does not fit the commitment"):
        es.read_record(text.replace(secret, "00" * 32))


def test_a_scripted_dealer_deals_what_the_test_says() -> None:
    script = ["white", "white", "black", "green", "green", "B", "A", "fire"]
    match = new_match(GAMES["fire-prototype"], 2, {}, ScriptedDealer(script), None)
    assert match.to_act == 1
    assert match.view(None)["state"]["spaces"][0] == 5


def test_a_script_that_cannot_be_dealt_says_so() -> None:
    with pytest.raises(ValueError, match="the script wants 'teal'"):
        new_match(GAMES["fire-prototype"], 2, {}, ScriptedDealer(["teal"]), None)
