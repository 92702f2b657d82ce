"""Errors, in words for the person who made them."""


class EmberstacksError(Exception):
    """Any mistake that a user of the package can make."""


class IllegalChoice(EmberstacksError, ValueError):
    """An answer that the rules do not allow now; the state has not changed."""

    def __init__(self, message: str, clause: str, legal: list[str]) -> None:
        super().__init__(message)
        self.clause = clause
        self.legal = legal


class BadOptions(EmberstacksError, ValueError):
    """An unknown game, version of its rules, option or number of players, or a combination that
    makes no sense.
    """


class BadRecord(EmberstacksError, ValueError):
    """A record that cannot be read; the message names the line and what was expected."""


class BadPosition(EmberstacksError, ValueError):
    """A position that cannot occur: pieces missing or doubled, or a question that nobody can
    answer.
    """


class BadFigures(EmberstacksError, ValueError):
    """A data file that does not describe a game's box; the message names the file and the line, and
    what is expected.
    """


class BadBot(EmberstacksError, ValueError):
    """An unknown bot, or a bot program that does not answer as it should."""


class BadArray(EmberstacksError, ValueError):
    """An array for learners that has a wrong shape or type, or cannot be written."""


class LawBroken(EmberstacksError, AssertionError):
    """A game does something that no game may do: a bug in its rules or in the kernel."""


def one_of(words: list[str]) -> str:
    """The words as a list in a sentence.

    >>> one_of(["draw", "score"]), one_of(["take 1", "take 3", "take 4"]), one_of([])
    ('draw or score', 'take 1, take 3 or take 4', 'nothing')
    """
    if not words:
        return "nothing"
    if len(words) == 1:
        return words[0]
    return ", ".join(words[:-1]) + " or " + words[-1]


def meant(word: str, known: list[str]) -> str:
    """A question to somebody whose word is nearly one that we know; empty if it is not.

    >>> meant("lessson", ["lesson", "replay"]), meant("chess", ["lesson", "replay"])
    (" Did you mean 'lesson'?", '')
    """
    from difflib import get_close_matches  # only when somebody mistypes

    found = get_close_matches(word.lower(), known, 1)
    return f" Did you mean {found[0]!r}?" if found else ""
