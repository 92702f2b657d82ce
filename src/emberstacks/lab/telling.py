"""Why one choice is better than another, in the game's own words: what happens more often soon
after it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from emberstacks.bots.review.judge import Judge
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import give
from emberstacks.kernel.notation import MARK, mark, named

# All of these are ours.
WORLDS: Final = 48  # possible worlds, the same for both choices
SOON: Final = 16  # decisions that are looked at
TELLING: Final = 0.3  # the least difference between two shares that is worth telling

FIGURE: Final = re.compile(r"[+-]?[0-9]+")
Counts = Counter[tuple[str, str]]  # how often an event followed: its kind and its sentence


def what_follows(judge: Judge, best: int, other: int, names: Sequence[str]) -> str:
    """What is more common after the best choice than after another one, or the other way round;
    empty if nothing is.

    The mind of the game says which kinds of events are telling; what the choice itself does at once
    is no news.
    """
    kinds = judge.mind.telling
    counts: tuple[Counts, Counts] = Counter(), Counter()
    plain: set[str] = set()
    for _ in range(WORLDS if kinds else 0):
        world = judge.worlds.deal(judge.dealer)
        luck = int(judge.dealer.below(2**32))
        for count, number in zip(counts, (best, other), strict=True):
            s = world.clone()
            s.log = []
            give(s, judge.seat, judge.choices[number].code)
            plain |= {without_figures(event.text) for event in s.log}
            judge.play_on(s, Dealer(luck), SOON)
            count.update(
                {(event.kind, first_sentence(event.text)) for event in s.log if event.kind in kinds}
            )
    news = [
        Counter({key: n for key, n in count.items() if without_figures(key[1]) not in plain})
        for count in counts
    ]
    own = "" if judge.game.info.cooperative else mark(judge.seat)
    return told((news[0], news[1]), kinds, own, names)


def without_figures(text: str) -> str:
    """
    >>> without_figures("{B} loses 2 Fortitude and is now at -1.")
    '{B} loses # Fortitude and is now at #'
    """
    return FIGURE.sub("#", first_sentence(text))


def first_sentence(text: str) -> str:
    """
    >>> first_sentence("{A} steps through the Green Portal and has escaped. The game is over.")
    '{A} steps through the Green Portal and has escaped'
    """
    return text.split(". ")[0].removesuffix(".")


def good(kind: int, text: str, own: str) -> int:
    """Is it good (1) or bad (-1) for the seat with this mark that this happens? 0: it may be
    either. All of a team are one.

    >>> good(1, "{A} gains 2 points", "{A}"), good(1, "{A} loses 2 Time", "{A}"), good(1, "{B} gains 2 points", "{A}")
    (1, -1, -1)
    """
    named_first = MARK.search(text)
    ours = own == "" or (named_first is not None and named_first[0] == own)
    return kind * (-1 if " loses " in text else 1) * (1 if ours else -1)


def told(
    counts: tuple[Counts, Counts], kinds: Mapping[str, int], own: str, names: Sequence[str]
) -> str:
    """The largest difference as a sentence; of two that are as large, the kind that is named first.

    What is good for the seat explains only a choice after which it is more common, and what is bad
    the opposite.

    >>> told((Counter({("escape", "{A} escapes"): 36}), Counter()), {"escape": 1}, "{A}", ["Ada"])
    '“Ada escapes” follows soon in 75 % of these games, and never after the other choice.'
    >>> told((Counter(), Counter({("burn", "The Refectory burns down"): 48})), {"burn": 0}, "{A}", ["Ada"])
    '“The Refectory burns down” follows soon after the other choice in all of these games, and never after this one.'
    >>> told((Counter({("score", "{A} scores"): 30}), Counter({("score", "{A} scores"): 20})), {"score": 1}, "{A}", ["Ada"])
    ''
    """
    found = []
    for key in {**counts[0], **counts[1]}:
        after, otherwise = (count[key] / WORLDS for count in counts)
        if good(kinds[key[0]], key[1], own) * (after - otherwise) >= 0:
            found.append(
                (-abs(after - otherwise), list(kinds).index(key[0]), key[1], after, otherwise)
            )
    if not found or -min(found)[0] < TELLING:
        return ""
    _, _, text, after, otherwise = min(found)
    what = f"“{named(text, names)}” follows soon"
    if after > otherwise:
        return (
            f"{what} in {share(after)} of these games, and {rarely(otherwise)} after the other"
            " choice."
        )
    return (
        f"{what} after the other choice in {share(otherwise)} of these games, and {rarely(after)}"
        " after this one."
    )


def share(part: float) -> str:
    return "all" if part >= 1.0 else f"{100 * part:.0f} %"


def rarely(part: float) -> str:
    return "never" if part == 0.0 else f"in {100 * part:.0f} %"
