"""Bots by spec string: a name, and for some a colon and an argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from emberstacks.bots.api import Bot
from emberstacks.bots.greedy import GreedyBot
from emberstacks.bots.random import RandomBot
from emberstacks.kernel.errors import BadBot, meant, one_of

LEVEL: Final[Literal["level"]] = "level"
STYLE: Final[Literal["style"]] = "style"
A_FILE: Final = "reads a file of this computer"
A_PROGRAM: Final = "starts a program on this computer"


@dataclass(frozen=True)
class BotKind:
    """One kind of bot; the CLI, the lobby and the docs show this data."""

    name: str
    argument: str  # what comes after the colon; empty for none
    help: str
    make: Callable[[str], Bot]
    # the spec that tables on a server offer; empty for bots that strangers may not start
    offer: str = ""
    # LEVEL or STYLE: for everybody; empty: for programmers
    group: Literal["level", "style", ""] = ""
    # what it uses of this computer, in words: only people at its command line may name such a bot
    reaches: str = ""

    def __str__(self) -> str:
        return f"{self.name}:{self.argument}" if self.argument else self.name


def stdio_bot(command: str) -> Bot:
    from emberstacks.bots.stdio import StdioBot  # imported late: few people need processes

    return StdioBot(command)


def thinking_bot(budget: str) -> Bot:
    from emberstacks.bots.thinking import ThinkingBot

    return ThinkingBot(budget)


def trials_bot(answers: str) -> Bot:
    from emberstacks.bots import trials

    return trials.trials_bot(answers)


def exact_bot(_: str) -> Bot:
    from emberstacks.bots.exact import ExactBot

    return ExactBot()


def tuned_bot(file: str) -> Bot:
    from emberstacks.bots.tuned import TunedBot

    return TunedBot(file)


def trained_bot(file: str) -> Bot:
    from emberstacks.bots.trained import TrainedBot

    return TrainedBot(file)


def style_bot(style: str) -> Callable[[str], Bot]:
    def make(_: str) -> Bot:
        from emberstacks.bots.styles import StyleBot

        return StyleBot(style)

    return make


def level_bot(name: str) -> Callable[[str], Bot]:
    def make(_: str) -> Bot:
        from emberstacks.bots.levels import LEVELS, LevelBot

        return LevelBot(next(level for level in LEVELS if level.name == name))

    return make


KINDS: Final = (  # levels from weak to strong, then styles, then what programmers use
    BotKind(
        "novice",
        "",
        "New to the game: overlooks some choices and misjudges many.",
        level_bot("novice"),
        "novice",
        LEVEL,
    ),
    BotKind(
        "apprentice",
        "",
        "Has played before, but still misjudges many choices.",
        level_bot("apprentice"),
        "apprentice",
        LEVEL,
    ),
    BotKind(
        "adept",
        "",
        "Picks what is best right now, and is only wrong about close calls.",
        level_bot("adept"),
        "adept",
        LEVEL,
    ),
    BotKind(
        "expert",
        "",
        "Sees everything, works out the odds, and thinks ahead where that helps.",
        level_bot("expert"),
        "expert",
        LEVEL,
    ),
    BotKind(
        "cautious",
        "",
        "Stops early when luck is pushed; otherwise picks what is best right now.",
        style_bot("cautious"),
        "cautious",
        STYLE,
    ),
    BotKind(
        "daring",
        "",
        "Draws once more when luck is pushed; otherwise picks what is best right now.",
        style_bot("daring"),
        "daring",
        STYLE,
    ),
    BotKind(
        "friendly",
        "",
        "Picks what is best right now, but hurts others only if there is much to gain.",
        style_bot("friendly"),
        "friendly",
        STYLE,
    ),
    BotKind(
        "greedy",
        "",
        "Picks what is best right now and never thinks ahead.",
        lambda _: GreedyBot(),
        "greedy",
    ),
    BotKind(
        "exact",
        "",
        "Solves push-your-luck turns, and the end of the game if it can; otherwise greedy.",
        exact_bot,
        "exact",
    ),
    BotKind(
        "quick",
        "",
        "Plays at once by what it has learned from games against itself.",
        trained_bot,
        "quick",
    ),
    BotKind("random", "", "Picks any choice at random.", lambda _: RandomBot(), "random"),
    BotKind(
        "ismcts",
        "BUDGET",
        "Tries many games in its head: a number of them (200) or for a time (500ms).",
        thinking_bot,
        "ismcts:200",
    ),
    BotKind(
        "trials",
        "ANSWERS",
        "Plays its best few choices to the end in its head, with this many answers in all (2400).",
        trials_bot,
    ),
    BotKind(
        "trained",
        "FILE",
        "The quick bot with weights from 'emberstacks lab train'.",
        trained_bot,
        reaches=A_FILE,
    ),
    BotKind(
        "tuned",
        "FILE",
        "The greedy bot with weights found by 'emberstacks lab tune'.",
        tuned_bot,
        reaches=A_FILE,
    ),
    BotKind(
        "stdio",
        "COMMAND",
        "Your own program, in any language, which answers line by line.",
        stdio_bot,
        reaches=A_PROGRAM,
    ),
)
# not to choose from, but tables and records may name it, and it judges what others lose
OLD: Final = (
    BotKind("master", "", "Like the expert, but thinks four times as long.", level_bot("master")),
)


def usual_bot(cooperative: bool) -> str:
    """The level that suits a first game: a rival you can beat, or a partner you can rely on."""
    return "adept" if cooperative else "apprentice"


def bot_kinds() -> list[BotKind]:
    """Every kind of bot to choose from.

    >>> [str(kind) for kind in bot_kinds()][-3:]
    ['trained:FILE', 'tuned:FILE', 'stdio:COMMAND']
    """
    return list(KINDS)


def answers_at_once(spec: str) -> bool:
    """Does a bot answer without thinking ahead, in a few hundredths of a second?

    >>> answers_at_once("novice"), answers_at_once("expert"), answers_at_once("ismcts:200")
    (True, False, False)
    """
    return spec not in ("expert", "master", "exact") and ":" not in spec


def reach_of(spec: str) -> str:
    """What a bot uses of this computer, in words; empty if it only plays.

    >>> reach_of("stdio: python3 mybot.py"), reach_of("ismcts:200"), reach_of("genius")
    ('starts a program on this computer', '', '')
    """
    name = spec.partition(":")[0].strip()
    return next((kind.reaches for kind in KINDS if kind.name == name), "")


def harmless_bot(spec: str) -> Bot:
    """The bot for a spec that comes from a file, a form or a database: BadBot if it would use
    anything of this computer.
    """
    if reach := reach_of(spec):
        raise BadBot(f"The bot {spec!r} {reach}, so it cannot come from elsewhere.")
    return bot(spec)


def bot(spec: str) -> Bot:
    """The bot for a spec such as `greedy` or `stdio:python3 mybot.py`; BadBot says what is wrong
    and lists the bots.

    >>> bot("greedy").name
    'greedy'
    >>> bot("genius")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    emberstacks.kernel.errors.BadBot: There is no bot 'genius'. Choose novice, ...
    """
    name, colon, argument = (part.strip() for part in spec.partition(":"))
    choose = "Choose " + one_of([str(kind) for kind in KINDS]) + "."
    for kind in (*KINDS, *OLD):
        if kind.name == name:
            if colon and not kind.argument:
                raise BadBot(
                    f"The bot {name!r} takes no argument, so {spec!r} does not work. {choose}"
                )
            if kind.argument and not argument:
                raise BadBot(f"The bot {name!r} needs an argument, as in {kind}. {choose}")
            return kind.make(argument)
    raise BadBot(f"There is no bot {name!r}.{meant(name, [kind.name for kind in KINDS])} {choose}")
