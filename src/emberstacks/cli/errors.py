"""Why a command stops: wrong use ends with exit code 2, a failure with 1, each in one sentence."""

from emberstacks.kernel.errors import EmberstacksError


class WrongUse(EmberstacksError):
    """The command was asked for something that is not possible; nothing has been written."""


class Failure(EmberstacksError):
    """The command was used rightly, but could not do its work."""
