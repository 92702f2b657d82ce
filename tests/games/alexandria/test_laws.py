"""What is always true of Alexandria, beside the laws of every game."""

from __future__ import annotations

import pytest

from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.components import MOST_ROOMS
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.games.alexandria.steps.burning import is_whole, last_round, next_to_burn
from emberstacks.kernel import laws
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.masks import how_many
from emberstacks.kernel.step import CHANCE
from tests.conftest import COMPILED
from tests.games.alexandria.table import GROUPS


@pytest.mark.parametrize("group", GROUPS, ids="-".join)
def test_every_group_of_heroes_obeys_the_laws(group: tuple[str, ...]) -> None:
    """Every pair, every triple and all four (§1.5); interpreted, with variants or without, by
    turns.
    """
    agreed = {f"hero_{'abcd'[seat]}": hero for seat, hero in enumerate(group)}
    variants = {"common_fate": True, "hidden_totals": True}
    if COMPILED or GROUPS.index(group) % 2:
        laws.check_game(GAME, len(group), agreed, 17)
    if COMPILED or not GROUPS.index(group) % 2:
        laws.check_game(GAME, len(group), {**agreed, **variants}, 18)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_library_stays_whole_and_always_has_a_room_to_burn(players: int) -> None:
    """§7.3, §7.4: over random games; Fire, Water and Heroes are where they may be."""
    for seed in range(6):
        s = GAME.start(players, GAME.full_options(players, {"heroes": "deal"})).clone()
        assert isinstance(s, Alexandria)
        dealer, policy = Dealer(seed), Dealer(seed + 100)
        while to_act(s) >= CHANCE:
            codes = legal(s, to_act(s)) if to_act(s) != CHANCE else []
            answer(
                s,
                (
                    dealer.pick(s.step.weights(s))
                    if to_act(s) == CHANCE
                    else codes[policy.below(len(codes))]
                ),
            )
            if s.round > 0 and not last_round(s):
                assert is_whole(s, s.library)
                assert next_to_burn(s) != 0
                assert how_many(s.library) >= players
            assert s.fire & ~s.library == 0
            assert s.water == -1 or (s.library & ~s.fire) >> s.water & 1
            assert all(count >= 0 for count in [*s.up, *s.down, *s.unseen])
            assert how_many(s.library | s.burnt) <= MOST_ROOMS
            assert all(s.hands[seat].count() <= 8 for seat in range(players))
