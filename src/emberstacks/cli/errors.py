"""Why a command stops. Wrong use exits with code 2, a failure with 1."""

from emberstacks.kernel.errors import EmberstacksError


class WrongUse(EmberstacksError):
    """The command cannot do what it was asked to; nothing has been written."""


class Failure(EmberstacksError):
    """The command was used correctly but failed."""
