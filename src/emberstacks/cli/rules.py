"""`emberstacks rules GAME [CLAUSE]`: the rules, or a part of them."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from emberstacks.cli.errors import WrongUse
from emberstacks.cli.screen import Screen
from emberstacks.cli.shared import WhichGame
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import one_of
from emberstacks.kernel.rules import chapters, clauses


def rules(
    game: WhichGame,
    clause: Annotated[
        str | None, Parameter(help="A clause such as 3.4, or a chapter such as 3.")
    ] = None,
    /,
) -> None:
    """Show the rules of a game."""
    text = game_by_id(game).rules()
    Screen().markdown(text if clause is None else part(game, text, clause.removeprefix("§")))


def part(game: str, text: str, wanted: str) -> str:
    """One clause or one chapter."""
    known = clauses(text)
    if wanted in known:
        return f"**§{wanted}** {known[wanted]}"
    titles = chapters(text)
    if wanted not in titles:
        raise WrongUse(f"{game} has no clause {wanted!r}. Choose from {spans(text)}.")
    found = [
        f"- **{number}** {line}"
        for number, line in known.items()
        if number.partition(".")[0] == wanted
    ]
    return "\n".join([f"## {wanted} {titles[wanted]}", "", *found])


def spans(text: str) -> str:
    """The clauses there are, in short.

    >>> spans("- **1.1** One.\\n- **1.2** Two.\\n- **2.1** Three.\\n")
    '1.1 to 1.2 or 2.1 to 2.1'
    """
    spanned: dict[str, list[str]] = {}
    for number in clauses(text):
        spanned.setdefault(number.partition(".")[0], []).append(number)
    return one_of([f"{numbers[0]} to {numbers[-1]}" for numbers in spanned.values()])
