"""Dealers: the same seed the same draws, weights obeyed, sealed draws checkable."""

from __future__ import annotations

from collections import Counter

import pytest

import emberstacks as es
from emberstacks.games import GAMES
from emberstacks.kernel.begin import new_match
from emberstacks.kernel.chance import Dealer, ScriptedDealer, SealedDealer, mix
from emberstacks.kernel.ints import Ints


def test_the_stream_of_a_seed_never_changes() -> None:
    """Both builds, every machine: a changed stream would change every seeded game there is."""
    dealer = Dealer(7)
    assert [dealer.below(1000) for _ in range(8)] == [118, 20, 706, 106, 874, 195, 187, 696]
    assert [mix(z) for z in (0, 1, 2**32 - 1)] == [1684164658, 1580013426, 3950124170]


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
        match.push("score" if "score" in [str(choice) for choice in match.legal()] else match.legal()[0])
    assert "Secret" in match.record()
    assert es.read_record(match.record()).verify() is None


def test_two_sealed_games_differ() -> None:
    assert es.new("fire-prototype", players=2).record() != es.new("fire-prototype", players=2).record()


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
