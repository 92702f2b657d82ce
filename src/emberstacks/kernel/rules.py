"""RULES.md as data: numbered clauses, so that prompts, refusals and tests can cite them."""

from __future__ import annotations

import re

CLAUSE = re.compile(r"^- \*\*(\d+\.\d+)\*\* (.+)$")
CITED = re.compile(r"§(\d+\.\d+)")


def clauses(rules: str) -> dict[str, str]:
    """The text of every clause by its number.

    >>> clauses("## 3 A turn\\n\\n- **3.4** A fire on a safe space is only a warning.\\n")
    {'3.4': 'A fire on a safe space is only a warning.'}
    """
    found = [CLAUSE.match(line) for line in rules.splitlines()]
    return {match[1]: match[2] for match in found if match is not None}


def introduced(rules: str, name: str) -> str:
    """The number of the clause that begins with a name, in whatever letters and hyphens; empty if
    none does.

    >>> introduced("- **8.13** Tincture: you gain 3.\\n- **9.1** The Axe is played.\\n", "Axe")
    '9.1'
    >>> introduced("- **6.8** Self-Help (green): this turn.\\n", "Self help")
    '6.8'
    """
    words = re.escape(name).replace(r"\ ", "[ -]")
    for number, text in clauses(rules).items():
        if re.match(rf"(The )?{words}\b", text, re.IGNORECASE):
            return number
    return ""


def chapters(rules: str) -> dict[str, str]:
    """The title of every chapter by its number.

    >>> chapters("## 3 A turn\\n")
    {'3': 'A turn'}
    """
    return dict(re.findall(r"^## (\d+) (.+)$", rules, re.MULTILINE))


def cited(source: str) -> set[str]:
    """The clauses that a text cites.

    >>> cited("§3.5 The books burn, §4.2 from left to right.") == {"3.5", "4.2"}
    True
    """
    return set(CITED.findall(source))
