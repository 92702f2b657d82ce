"""Draw docs/terminal.svg, the picture in the README: a game in the terminal, always the same one."""

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

import emberstacks as es
from emberstacks.cli.screen import THEME, Screen
from emberstacks.cli.seats import seated
from emberstacks.cli.session import Session

WHERE = Path(__file__).parents[1] / "docs" / "terminal.svg"
INK = TerminalTheme((22, 27, 34), (242, 232, 213), [(14, 17, 22)] * 8)
SEED = 56228
ANSWERS = (
    "draw, draw, score, draw, score, take 2, take 3, score, draw, draw, keep, draw, score, take 2,"
    " take 1, score, score, draw, take 3, take 1, score, draw, draw, draw, draw, score, take 3,"
    " take 1, keep, draw, douse, score, score, draw, keep, draw"
)

# Rich's own frame fetches a font from the web; this one takes what the reader has.
FRAME = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix, .{unique_id}-title {{ font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace; }}
.{unique_id}-matrix {{ font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font-size: 18px; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def picture() -> str:
    """The screen in the middle of a game, as SVG."""
    match = es.new("fire-prototype", players=3, seed=SEED)
    for answer in ANSWERS.split(", "):
        match.push(answer)
    console = Console(
        record=True,
        width=80,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        theme=THEME,
    )
    seats = seated(match.game.info, 3, "you,random,random", "Ada,Greedy,Random", SEED)
    session = Session(Screen(console), match, seats, Path())
    session.board(0, "")
    session.question(0)
    console.print("Ada> ")
    return console.export_svg(
        title="emberstacks play", theme=INK, code_format=FRAME, unique_id="emberstacks"
    )


if __name__ == "__main__":
    WHERE.write_text(picture(), encoding="utf-8")
