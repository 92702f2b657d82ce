"""What the events of Alexandria have in common. Each is a class in the chapter where it happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from emberstacks.games.alexandria.components import (
    ABILITY,
    DESTINY,
    DRAMATIC_END,
    LATER,
    NO_CARD,
    TYPES,
    Components,
)
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import i64, mypyc_attr
from emberstacks.kernel.step import EVERYBODY

if TYPE_CHECKING:
    from emberstacks.games.alexandria.state import Alexandria


@mypyc_attr(allow_interpreted_subclasses=True)
class News(Happening):
    """An event; `tell` is `told` with the number of what caused it."""

    def tell(
        self,
        s: Alexandria,
        text: str,
        args: list[int],
        cause: i64 = NO_CARD,
        seen_by: i64 = EVERYBODY,
        veiled: str = "",
    ) -> None:
        because = "" if cause == NO_CARD else piece_of(cause)
        self.told(s, ended(text), args, seen_by, ended(veiled), because)


def ended(sentence: str) -> str:
    """Some names end with their own mark.

    >>> ended("{A} uses Follow Me!.")
    '{A} uses Follow Me!'
    """
    return sentence.replace("!.", "!")


def piece_of(source: i64) -> str:
    """The id in the gallery of the piece that something is printed on.

    >>> [piece_of(source) for source in (7, 48, 53, 63, 64)]
    ['card-7', 'hero-0', 'hero-1', 'end-7', 'card-64']
    """
    if source < ABILITY or source >= LATER:
        return f"card-{source}"
    if source >= DRAMATIC_END:
        return f"end-{source - DRAMATIC_END}"
    return f"hero-{source - (ABILITY if source < DESTINY else DESTINY)}"


def reason(box: Components, cause: i64, good: bool) -> str:
    """What brought or cost something, by name."""
    if cause == NO_CARD:
        return ""
    return f"{' for' if good else ' because of'} {box.names[cause]}"


@final
class PortentWorks(News):
    """§9.4 A Portent makes a difference."""

    kind: ClassVar[str] = "portent-works"

    def note(self, s: Alexandria, rule: i64) -> None:
        if s.log is not None:
            source = s.portent_behind(rule)
            if source != NO_CARD:
                end = source - DRAMATIC_END
                self.tell(s, f"{s.box.names[source]}: {s.box.portent_texts[end]}", [end], source)


PORTENT_WORKS: Final = PortentWorks()


def a_tile(box: Components, kind: i64) -> str:
    name = "face-down" if kind == TYPES else box.types[kind]
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
