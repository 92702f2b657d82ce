"""What a seat may know, as plain data, and possible worlds made from that data alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.codec import GIVEN, decode, encode
from emberstacks.kernel.game import Game, Options
from emberstacks.kernel.ints import i64
from emberstacks.kernel.loop import legal, to_act, waiting
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import OPEN, OUT, OVER, State
from emberstacks.kernel.step import SPECTATOR, TOGETHER
from emberstacks.kernel.versions import version_of
from emberstacks.kernel.zones import deal_again, unknown

TRIES: Final = 1000  # to find a world where a question has an answer


def mask_of(seat: int | None) -> i64:
    """The bit that stands for a seat, or for spectators (None)."""
    return SPECTATOR if seat is None else 1 << seat


def view(
    game: Game, options: Options, s: State, seat: int | None, facts: bool = False
) -> dict[str, Any]:
    """What a seat (None: a spectator) may know now, as JSON-able data; with `facts`, also what
    follows from it.
    """
    who = mask_of(seat)
    over = s.step is OVER
    acting = int(to_act(s))
    seen: dict[str, Any] = {
        "game": game.info.id,
        "rules": version_of(s.rules),
        "players": int(s.seats),
        "options": dict(options),
        "seat": seat,
        "over": over,
        "to_act": acting if acting >= 0 else None,
        "waiting": [int(owing) for owing in waiting(s)],
        "question": "" if over else s.step.question(s),
        "clause": "" if over else s.step.asked_by(s),
        "scores": game.scores_seen(s, who),
        "state": encode(s, who),
        "unknown": {str(lot): pieces for lot, pieces in unknown(s, who).items()},
    }
    return {**seen, "facts": game.facts(s)} if facts else seen


def decode_view(game: Game, seen: Mapping[str, Any]) -> State:
    """The state behind a view, with -1 for the faces and numbers that it leaves out."""
    return decode(
        game,
        game.rules_number(seen["rules"], "view"),
        seen["players"],
        seen["options"],
        seen["state"],
    )


def resample(game: Game, seen: Mapping[str, Any], dealer: Dealer) -> State:
    """A possible world: a state with exactly this view. It is made from the view, so it cannot leak
    anything else.
    """
    return worlds_of(game, seen).deal(dealer)


def worlds_of(game: Game, seen: Mapping[str, Any]) -> Worlds:
    """The possible worlds behind a view."""
    lots = {int(lot): pieces for lot, pieces in seen["unknown"].items()}
    return Worlds(decode_view(game, seen), lots, mask_of(seen["seat"]))


def worlds_behind(s: State, who: i64) -> Worlds:
    """The same straight from a state, for those who need speed: everything that the seat may not
    know is removed first.
    """
    return Worlds(known_to(s, who), unknown(s, who), who)


def known_to(s: State, who: i64) -> State:
    """A state without what the seats in the mask do not know: the same as `decode_view` gives from
    their view.
    """
    gaps = s.clone()
    for hand in gaps.zones():
        hand.hide(who, False)
    for deck in gaps.decks():
        deck.hide(who)
    k: i64
    if gaps.screens_up():
        for name in gaps.SCREENED:
            numbers = getattr(gaps, name)
            for k in range(len(numbers)):
                if not has(who, k):
                    numbers[k] = -1
    for k in range(gaps.seats):
        if (
            gaps.step.seat == TOGETHER
            and not has(who, k)
            and gaps.sealed[k] != OPEN
            and gaps.sealed[k] != OUT
        ):
            gaps.sealed[k] = GIVEN
    return gaps


class Worlds:
    """The possible worlds for somebody: prepared once, dealt as often as you like."""

    def __init__(self, gaps: State, lots: dict[int, list[int]], who: i64) -> None:
        self.gaps = gaps  # without what they do not know
        self.lots = lots  # the pieces that they have not seen
        self.who: i64 = who

    def deal(self, dealer: Dealer) -> State:
        """One of them, all equally likely; if somebody else is asked, one where they have an
        answer.
        """
        s = self.dealt(dealer)
        tries: i64
        for tries in range(TRIES):
            asked = s.step.seat
            if asked < 0 or has(self.who, asked) or len(s.step.choices(s)) > 0:
                break
            # the fact that the question came up says something that no lot does
            s = self.dealt(dealer)
        return s

    def only(self, dealer: Dealer) -> State:
        """The same for the one who is asked, if one world is enough: nothing is copied, and none
        can be dealt afterwards.
        """
        return self.filled(self.gaps, dealer)

    def dealt(self, dealer: Dealer) -> State:
        """Deal the pieces and give the sealed answers again."""
        return self.filled(self.gaps.clone(), dealer)

    def filled(self, s: State, dealer: Dealer) -> State:
        """Fill the gaps of this state."""
        deal_again(s, self.lots, self.who, dealer)
        s.guess(dealer)
        seat: i64
        for seat in range(s.seats):
            if s.sealed[seat] == GIVEN:
                codes = legal(s, seat)
                s.sealed[seat] = codes[dealer.below(len(codes))]
        return s
