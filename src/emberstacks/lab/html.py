"""The pages that the lab writes: one skeleton, one table and one style, without fonts and network."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

STYLE: Final = """
:root { color-scheme: light dark; --ink: #2b2420; --paper: #fbf7f0; --bar: #b4532a; --faint: #6f6459; }
@media (prefers-color-scheme: dark) { :root { --ink: #eee4d8; --paper: #1d1916; --bar: #e58a5c; --faint: #9b8d7f; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
body { margin: 2rem auto; padding: 0 1rem; max-width: 62rem; }
.sets { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 2rem; }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 11px; } rect { fill: var(--bar); }
line { stroke: var(--faint); } .mark { stroke: var(--ink); stroke-width: 2; } .fair { stroke-dasharray: 4 3; }
table { border-collapse: collapse; } td, th { padding: .15rem .8rem .15rem 0; text-align: right; }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; } section { min-width: 0; }
td:not(:first-child) { white-space: nowrap; } td { padding-right: .5rem; } summary { cursor: pointer; }
p.note { color: var(--faint); } code { overflow-wrap: anywhere; }
@media (max-width: 40rem) { td:not(:first-child) { white-space: normal; } td, th { padding-right: .3rem; font-size: .9rem; } }
.wide { overflow-x: auto; } .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(19rem, 1fr)); gap: 2rem; }
circle { fill: none; stroke: var(--faint); stroke-width: 1.5; } .front { fill: var(--bar); stroke: none; }
.base { fill: none; stroke: var(--ink); stroke-width: 2; } .goal { stroke: var(--ink); stroke-dasharray: 4 3; }
.study td:first-child, .study th:first-child { overflow-wrap: normal; }
.study section td:not(:first-child) { white-space: normal; }
"""


def page(title: str, main: str, *, head: str = "", header: str = "", end: str = "") -> str:
    """A whole page; `head` goes into its head, `header` and `end` are around what it says."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style>{head}</head>"
        f"<body>{header}<main>{main}</main>{end}</body></html>\n"
    )


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of cells that are HTML already."""
    top = "".join(f"<th>{head}</th>" for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def wide(words: str, table: str) -> str:
    """A table that scrolls by itself if the screen is too narrow."""
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(words)}">{table}</div>'
    )
