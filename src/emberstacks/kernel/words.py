"""What people read about answers, as data: nobody takes a sentence apart to learn a price or a
clause.
"""

from __future__ import annotations

from typing import NamedTuple


class Label(NamedTuple):
    """An answer as a button says it: what one does, and apart from it what it costs and what
    explains it.
    """

    text: str
    price: str = ""  # in a few words: what it costs, brings or counts for
    detail: str = ""  # which one, what happens then, or what the piece says

    def sentence(self) -> str:
        """All of it, for the terminal and for those who listen.

        >>> Label("Wait", "2 Time").sentence(), Label("Take the Axe", detail="Put out a fire.").sentence()
        ('Wait (2 Time)', 'Take the Axe: Put out a fire.')
        """
        said = f"{self.text}: {self.detail}" if self.detail else self.text
        return f"{said} ({self.price})" if self.price else said


def as_label(said: str | Label) -> Label:
    """What a step says on a button, in parts."""
    return said if isinstance(said, Label) else Label(said)


class Refusal(NamedTuple):
    """Why an answer is not possible now, as a sentence, and the clause that forbids it, if not the
    one behind the question.
    """

    reason: str
    clause: str = ""
