"""Bots by spec string: a name, a colon where it takes an argument, and the argument."""

from __future__ import annotations

from emberstacks.bots.api import Bot
from emberstacks.bots.random import RandomBot


def bot(spec: str) -> Bot:
    return RandomBot()
