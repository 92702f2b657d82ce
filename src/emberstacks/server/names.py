"""Names: what they may be made of, what an account is found by, and which names look the same to
people.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

LOOKALIKES = Path(__file__).parent / "lookalikes.txt"
NUMBERED = 21  # letters of a name that stay if a number is added
MOST_MARKS = 2  # in a row, such as a vowel and a tone

# What is never drawn (Unicode's Default_Ignorable_Code_Point), and letters that are drawn as
# nothing.
IGNORABLE = (
    *(
        range(0xAD, 0xAE),
        range(0x34F, 0x350),
        range(0x61C, 0x61D),
        range(0x115F, 0x1161),
        range(0x17B4, 0x17B6),
    ),
    *(
        range(0x180B, 0x1810),
        range(0x200B, 0x2010),
        range(0x202A, 0x202F),
        range(0x2060, 0x2070),
        range(0x3164, 0x3165),
    ),
    *(range(0xFE00, 0xFE10), range(0xFEFF, 0xFF00), range(0xFFA0, 0xFFA1), range(0xFFF0, 0xFFF9)),
    *(range(0x1BCA0, 0x1BCA4), range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000)),
    *(range(0x2800, 0x2801), range(0x16FE4, 0x16FE5), range(0x1D159, 0x1D15A)),
)
INVISIBLE = {code: None for codes in IGNORABLE for code in codes}

# What looks like the sign that stands beside the name of an account.
TICKS = frozenset(
    "\u221a\u2611\u2705\u2713\u2714\U00010102\U0001d93f\U0001d940\U0001d977\U0001f5f8\U0001f5f9\U0001fbb1"
)

# Scripts that people really write together; all others stand alone. ALONE look too much like Latin
# letters.
TOGETHER = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"},
    {"LATIN", "CJK", "HANGUL"},
    {"LATIN", "CJK", "BOPOMOFO"},
)
ALONE = {
    "GREEK",
    "CYRILLIC",
    "ARMENIAN",
    "CHEROKEE",
    "COPTIC",
    "LISU",
    "CANADIAN",
    "GEORGIAN",
    "DESERET",
    "OSAGE",
    "WARANG",
}


def one_line(text: str) -> str:
    """One line of printable characters; databases refuse some of the others."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def tidy(name: str) -> str:
    """A name as others see it: one line, composed, without what nobody can see.

    >>> tidy("  A\u200bda\u3164 "), tidy("\u2800")
    ('Ada', '')
    """
    return one_line(unicodedata.normalize("NFC", name.translate(INVISIBLE)))


def flaw(name: str) -> str:
    """Why a tidy name cannot be used, as a sentence; empty if it can.

    >>> flaw("Zoë"), flaw("Дарья"), flaw("\u0410da")
    ('', '', 'A name is written in one alphabet.')
    """
    marked = (
        len(list(run)) for mark, run in groupby(unicodedata.normalize("NFD", name), is_mark) if mark
    )
    if is_mark(name[:1]) or max(marked, default=0) > MOST_MARKS:
        return f"A name has at most {MOST_MARKS} accents on a letter."
    if not TICKS.isdisjoint(name):
        return "A name has no tick, because one stands beside the names of accounts."
    scripts = set(scripts_of(name))
    mixed = len(scripts) > 1 and not any(scripts <= group for group in TOGETHER)
    if mixed and (len(scripts - {"LATIN"}) > 1 or not scripts.isdisjoint(ALONE)):
        return "A name is written in one alphabet."
    return ""


def is_mark(sign: str) -> bool:
    return bool(sign) and unicodedata.category(sign).startswith("M")


def scripts_of(name: str) -> Iterator[str]:
    """The alphabets of the letters of a name, by the first word of their Unicode names."""
    for sign in unicodedata.normalize("NFKC", name):
        script = unicodedata.name(sign, "?").split()[0]
        # an apostrophe may be a letter
        if unicodedata.category(sign).startswith("L") and script != "MODIFIER":
            yield script


def is_called(name: str, here: str) -> bool:
    """Is this the name of a person at a table? If somebody else there has it, it carries a number.

    >>> is_called("Ada", "Ada"), is_called("Ada", "Ada 2"), is_called("Ad", "Ada")
    (True, True, False)
    """
    begins, _, number = here.rpartition(" ")
    return here == name or (number.isdecimal() and begins == name[:NUMBERED])


def account_key(name: str) -> str:
    """What an account is found by, whoever writes its name in which way.

    >>> account_key("  ADA "), account_key("\uff21da"), account_key("Stra\u00dfe") == account_key("STRASSE")
    ('ada', 'ada', True)
    """
    folded = unicodedata.normalize("NFKC", tidy(name)).casefold()
    return tidy(unicodedata.normalize("NFKC", folded))


def former_key(name: str) -> str:
    """What accounts were found by before, and those still are whose key somebody else had already
    (migration 0012).
    """
    return one_line(name).lower()


def skeleton(name: str) -> str:
    """Names with one skeleton look the same (UTS 39).

    >>> skeleton("\u0410\u0501\u0430"), skeleton("Ada"), skeleton("lda") == skeleton("Ida")
    ('ada', 'ada', True)
    """
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", tidy(name)))
    return account_key("".join(lookalikes().get(sign, sign) for sign in letters))


@cache
def lookalikes() -> dict[str, str]:
    """What each letter looks like."""
    lines = LOOKALIKES.read_text(encoding="utf-8").splitlines()
    pairs = (line.split(" ") for line in lines if not line.startswith("#"))
    return {sign: looks for looks, signs in pairs for sign in signs}
