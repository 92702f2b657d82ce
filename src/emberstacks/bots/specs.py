"""Bots by spec string: a name, and for some a colon and an argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from emberstacks.bots.api import Bot
from emberstacks.bots.greedy import GreedyBot
from emberstacks.bots.random import RandomBot
from emberstacks.kernel.errors import BadBot, one_of

LEVEL: Final[Literal["level"]] = "level"
STYLE: Final[Literal["style"]] = "style"


@dataclass(frozen=True)
class BotKind:
    """One kind of bot; the CLI, the lobby and the docs show this data."""

    name: str
    argument: str  # what stands after the colon; empty where there is none
    help: str
    make: Callable[[str], Bot]
    offer: str = ""  # the spec that a table on the net offers; empty for what strangers may not start
    group: Literal["level", "style", ""] = ""  # LEVEL or STYLE: an opponent for everybody; empty: one for programmers

    def __str__(self) -> str:
        return f"{self.name}:{self.argument}" if self.argument else self.name


def stdio_bot(command: str) -> Bot:
    from emberstacks.bots.stdio import StdioBot  # only who wants processes pays for importing them

    return StdioBot(command)


def thinking_bot(budget: str) -> Bot:
    from emberstacks.bots.thinking import ThinkingBot

    return ThinkingBot(budget)


def exact_bot(_: str) -> Bot:
    from emberstacks.bots.exact import ExactBot

    return ExactBot()


def tuned_bot(file: str) -> Bot:
    from emberstacks.bots.tuned import TunedBot

    return TunedBot(file)


def style_bot(style: str) -> Callable[[str], Bot]:
    def make(_: str) -> Bot:
        from emberstacks.bots.styles import StyleBot

        return StyleBot(style)

    return make


def level_bot(place: int) -> Callable[[str], Bot]:
    def make(_: str) -> Bot:
        from emberstacks.bots.levels import LEVELS, LevelBot

        return LevelBot(LEVELS[place])

    return make


KINDS: Final = (  # levels from weak to strong, then styles, then what programmers use
    BotKind("novice", "", "New to the game: overlooks choices and often misjudges them.", level_bot(0), "novice", LEVEL),
    BotKind("apprentice", "", "Has played before, and still misjudges many choices.", level_bot(1), "apprentice", LEVEL),
    BotKind("adept", "", "Takes what is best now, and is wrong only where it is close.", level_bot(2), "adept", LEVEL),
    BotKind(
        "expert",
        "",
        "Sees everything, works out the odds, and plays ahead in its head where that helps.",
        level_bot(3),
        "expert",
        LEVEL,
    ),
    BotKind(
        "cautious", "", "In games of luck it stops early; elsewhere it is greedy.", style_bot("cautious"), "cautious", STYLE
    ),
    BotKind("daring", "", "In games of luck it draws once more; elsewhere it is greedy.", style_bot("daring"), "daring", STYLE),
    BotKind("greedy", "", "Takes what is best now, and does not think of later.", lambda _: GreedyBot(), "greedy"),
    BotKind(
        "exact",
        "",
        "Solves turns that press their luck, and the end of the game where it can; elsewhere greedy.",
        exact_bot,
        "exact",
    ),
    BotKind("random", "", "Any choice is as good as another.", lambda _: RandomBot(), "random"),
    BotKind("ismcts", "BUDGET", "Plays many games in its head, so many (200) or so long (500ms).", thinking_bot, "ismcts:200"),
    BotKind("tuned", "FILE", "The greedy bot with the weights that 'emberstacks tune' has found.", tuned_bot),
    BotKind("stdio", "COMMAND", "Any program that answers questions line by line, in any language.", stdio_bot),
)


def usual_bot(cooperative: bool) -> str:
    """The level that suits a first game: a rival who can be beaten, or a partner who can be relied on."""
    return "adept" if cooperative else "apprentice"


def bot_kinds() -> list[BotKind]:
    """Every kind of bot there is.

    >>> [str(kind) for kind in bot_kinds()][-3:]
    ['ismcts:BUDGET', 'tuned:FILE', 'stdio:COMMAND']
    """
    return list(KINDS)


def bot(spec: str) -> Bot:
    """The bot of a spec such as `greedy` or `stdio:python3 mybot.py`; BadBot says what is wrong and which bots there are.

    >>> bot("greedy").name
    'greedy'
    >>> bot("genius")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    emberstacks.kernel.errors.BadBot: There is no bot 'genius'; there is novice, ...
    """
    name, colon, argument = (part.strip() for part in spec.partition(":"))
    there_is = "there is " + one_of([str(kind) for kind in KINDS]) + "."
    for kind in KINDS:
        if kind.name == name:
            if colon and not kind.argument:
                raise BadBot(f"The bot {name!r} takes no argument, so {spec!r} is not possible; {there_is}")
            if kind.argument and not argument:
                raise BadBot(f"The bot {name!r} needs an argument, as in {kind}; {there_is}")
            return kind.make(argument)
    raise BadBot(f"There is no bot {name!r}; {there_is}")
