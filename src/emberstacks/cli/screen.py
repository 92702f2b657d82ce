"""What the terminal shows: colours, boards with their [style]...[/] marks, and questions."""

from __future__ import annotations

import contextlib
import io
import re
import sys

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.text import Text
from rich.theme import Theme

# Pieces have their own background, so they look the same on dark and light terminals; all else uses
# the terminal's colours. Each shade also works on terminals with only 256 colours.
STYLES = {
    "title": "bold",
    "active": "bold",
    "you": "bold underline",
    "ash": "dim",
    "coach": "italic",
    "danger": "bold #d4481c",
    "refused": "#d4481c",
    "choice": "bold #e8681f",
    "notation": "bold",
    "fire": "bold #1d0b03 on #f2742b",
    "safe": "#c3b9a6 on #323a47",
    "risky": "#ffb899 on #6b1d10",
    "white": "#2a1c10 on #f6f1e4",
    "yellow": "#2a1c10 on #f0c42d",
    "black": "#f6f1e4 on #2c2d36",
    "purple": "#ffffff on #7345ad",
    "teal": "#ffffff on #147478",
    "red": "#ffffff on #b02e2e",
    "green": "#ffffff on #2c7a2e",
    "blue": "#ffffff on #2b5fae",
    "brown": "#ffffff on #75492a",
}
THEME = Theme(STYLES)


class Screen:
    """Writes to a terminal, or plain text to a pipe; reads answers from either."""

    def __init__(self, console: Console | None = None) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                # a terminal without these symbols shows question marks
                stream.reconfigure(errors="replace")
        self.console = console or Console(theme=THEME, highlight=False)
        self.colourful = self.console.is_terminal
        self.interactive = self.colourful and sys.stdin.isatty()
        self.lines_read = 0
        if self.interactive:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401  (gives input() line editing and history)

    def say(self, text: str = "", style: str = "", indent: int = 0) -> None:
        """One or more sentences; they wrap in a terminal and stay whole in a pipe."""
        if not self.colourful:
            self.whole(" " * indent + text)
        elif indent:
            self.console.print(Padding(Text(text, style), (0, 0, 0, indent)))
        else:
            self.console.print(Text(text, style))

    def whole(self, text: str, style: str = "") -> None:
        """A line for people to copy: we never wrap it."""
        self.console.print(Text(text, style), soft_wrap=True)

    def marked(self, text: str) -> None:
        """Text with [style]...[/] marks; in a terminal, long lines wrap with a hanging indent."""
        for line in Text.from_markup(text, emoji=False).split("\n", allow_blank=True):
            long = self.colourful and line.cell_len > self.console.width
            self.console.print(self.hung(line) if long else line, soft_wrap=True)

    def hung(self, line: Text) -> Text:
        """A line wrapped between words, indented to the last column that begins in its first half."""
        width = self.console.width
        columns = [
            gap.end() for gap in re.finditer("^ +|  +", line.plain) if gap.end() <= width // 2
        ]
        start = max(columns, default=0)
        parts = line[start:].wrap(self.console, width - start)
        for part in parts:
            part.rstrip()
        return Text.assemble(line[:start], Text("\n" + " " * start).join(parts))

    def markdown(self, text: str) -> None:
        """Rendered in a terminal, as written in a pipe."""
        if self.colourful:
            # here, because it takes as long to load as all the games
            from rich.markdown import Markdown

            self.console.print(Markdown(text))
        else:
            self.console.print(text, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """A line from the person or the pipe; EOFError at the end."""
        if self.interactive:
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.lines_read += 1
        self.whole(prompt + line.strip())
        return line.strip()

    def clear(self) -> None:
        """Hide what the last person saw."""
        if self.interactive:
            self.console.clear()

    def choice(self, number: str, notation: str, label: str) -> None:
        """One line of a list to choose from."""
        line = Text.assemble(
            (number, "choice"), "  " if number else " ", (notation, "notation"), "  ", label
        )
        line.rstrip()
        self.console.print(line, soft_wrap=not self.colourful)

    def columns(self, items: list[str]) -> None:
        """Many short things, side by side."""
        self.console.print(Columns(items, padding=(0, 3)))
