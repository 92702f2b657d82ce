"""Why one choice is better than another, in the game's own words: what happens more often soon after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from emberstacks.bots.review.judge import Judge
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import give
from emberstacks.kernel.notation import named

# All of these are ours.
WORLDS: Final = 48  # possible worlds, the same for both choices
SOON: Final = 16  # decisions that are looked at
TELLING: Final = 0.3  # the least difference between two shares that is worth telling


def what_follows(judge: Judge, best: int, other: int, names: Sequence[str]) -> str:
    """What is more common after the best choice than after another one, or the other way round; empty if nothing is.

    The mind of the game says which kinds of events are telling; what the choice itself does at once is no news.
    """
    kinds = judge.mind.telling
    counts: tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]] = Counter(), Counter()
    for _ in range(WORLDS if kinds else 0):
        world = judge.worlds.deal(judge.dealer)
        luck = int(judge.dealer.below(2**32))
        for count, number in zip(counts, (best, other), strict=True):
            s = world.clone()
            s.log = []
            give(s, judge.seat, judge.choices[number].code)
            at_once = len(s.log)
            judge.play_on(s, Dealer(luck), SOON)
            count.update({(event.kind, first_sentence(event.text)) for event in s.log[at_once:] if event.kind in kinds})
    return told(counts, kinds, names)


def first_sentence(text: str) -> str:
    """
    >>> first_sentence("{A} steps through the Green Portal and has escaped. The game is over.")
    '{A} steps through the Green Portal and has escaped'
    """
    return text.split(". ")[0].removesuffix(".")


def told(
    counts: tuple[Mapping[tuple[str, str], int], Mapping[tuple[str, str], int]], kinds: Sequence[str], names: Sequence[str]
) -> str:
    """The largest difference as a sentence; of two that are as large, the kind that is named first.

    >>> told(({("escape", "{A} escapes"): 36}, {}), ["escape"], ["Ada"])
    '“Ada escapes” follows soon in 75 % of these games, and never after the other choice.'
    >>> told(({}, {("burn", "The Refectory burns down"): 48}), ["burn"], ["Ada"])
    '“The Refectory burns down” follows soon after the other choice in all of these games, and never after this one.'
    >>> told(({("escape", "{A} escapes"): 30}, {("escape", "{A} escapes"): 20}), ["escape"], ["Ada"])
    ''
    """
    found = []
    for key in {**counts[0], **counts[1]}:
        after, otherwise = (count.get(key, 0) / WORLDS for count in counts)
        found.append((-abs(after - otherwise), kinds.index(key[0]), key[1], after, otherwise))
    if not found or -min(found)[0] < TELLING:
        return ""
    _, _, text, after, otherwise = min(found)
    what = f"“{named(text, names)}” follows soon"
    if after > otherwise:
        return f"{what} in {share(after)} of these games, and {rarely(otherwise)} after the other choice."
    return f"{what} after the other choice in {share(otherwise)} of these games, and {rarely(after)} after this one."


def share(part: float) -> str:
    return "all" if part >= 1.0 else f"{100 * part:.0f} %"


def rarely(part: float) -> str:
    return "never" if part == 0.0 else f"in {100 * part:.0f} %"
