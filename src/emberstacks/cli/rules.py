"""`emberstacks rules GAME [CLAUSE]`: the rules, or a part of them."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from emberstacks.cli.errors import WrongUse
from emberstacks.cli.screen import Screen
from emberstacks.cli.shared import AsJson, WhichGame, show_json
from emberstacks.games import game_by_id
from emberstacks.kernel.errors import one_of
from emberstacks.kernel.rules import chapters, clauses


def rules(
    game: WhichGame,
    clause: Annotated[
        str | None, Parameter(help="A clause such as 3.4, or a chapter such as 3.")
    ] = None,
    /,
    *,
    json: AsJson = False,
) -> None:
    """Show the rules of a game."""
    text = game_by_id(game).rules()
    wanted = "" if clause is None else clause.removeprefix("§")
    found, titles = part(game, text, wanted), chapters(text)
    rows = [
        {"clause": number, "chapter": titles[number.partition(".")[0]], "text": line}
        for number, line in found.items()
    ]
    if not show_json(rows, json):
        Screen().markdown(text if clause is None else written(found, wanted, titles))


def part(game: str, text: str, wanted: str) -> dict[str, str]:
    """One clause, those of one chapter, or all."""
    known = clauses(text)
    if wanted in known:
        return {wanted: known[wanted]}
    if wanted and wanted not in chapters(text):
        raise WrongUse(f"{game} has no clause {wanted!r}. Choose from {spans(text)}.")
    return {
        number: line for number, line in known.items() if wanted in ("", number.partition(".")[0])
    }


def written(found: dict[str, str], wanted: str, titles: dict[str, str]) -> str:
    """One clause or one chapter as in the rules."""
    if wanted in found:
        return f"**§{wanted}** {found[wanted]}"
    lines = [f"- **{number}** {line}" for number, line in found.items()]
    return "\n".join([f"## {wanted} {titles[wanted]}", "", *lines])


def spans(text: str) -> str:
    """The clauses there are, in short.

    >>> spans("- **1.1** One.\\n- **1.2** Two.\\n- **2.1** Three.\\n")
    '1.1 to 1.2 or 2.1 to 2.1'
    """
    spanned: dict[str, list[str]] = {}
    for number in clauses(text):
        spanned.setdefault(number.partition(".")[0], []).append(number)
    return one_of([f"{numbers[0]} to {numbers[-1]}" for numbers in spanned.values()])
