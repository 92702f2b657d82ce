"""Kinds of answers of this game: what all tools have in common is here, and the rest in a class of
each tool.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emberstacks.games.fire.effects import use
from emberstacks.games.fire.state import FireTable
from emberstacks.kernel.ints import Ints, append, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.menu import Kind, Menu
from emberstacks.kernel.words import Label, Refusal


class FireKind(Kind[FireTable]):
    """A kind of answer. What rules call is declared again in the game's own types: compiled, such
    calls cost less.
    """

    def possible(self, s: FireTable, seat: i64) -> bool:
        return True

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        raise NotImplementedError


class Tool(FireKind):
    """A tool in somebody's hand; `possible` does not ask whether it is there."""

    def __init__(self, number: i64) -> None:
        super().__init__()
        self.number = number  # in the order of components.toml
        self.next_tool: Tool | None = None

    def offer(self, s: FireTable, seat: i64, out: Ints) -> Ints:
        return (
            append(out, self.code)
            if has(s.in_hand(seat), self.number) and self.possible(s, seat)
            else out
        )

    def do(self, s: FireTable, seat: i64, which: i64) -> None:
        use(s, seat, self.number)
        self.play(s, seat)

    def play(self, s: FireTable, seat: i64) -> None:
        """What it does, once it lies on the table."""
        raise NotImplementedError

    def text(self, s: FireTable, seat: i64, which: i64) -> str:
        return s.box.tools[self.number]

    def label(self, s: FireTable, seat: i64, which: i64) -> Label:
        return Label(f"Play the {s.box.titles[self.number]}", detail=s.box.texts[self.number])

    def begins(self, s: FireTable) -> str:
        return s.box.tools[self.number]

    def why_not(self, s: FireTable, seat: i64, rest: str) -> Refusal | None:
        return Refusal("you do not have that tool.")

    def pieces(self, s: FireTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("tool", self.number)]


class ToolMenu(Menu[FireTable]):
    """A menu with tools, which asks only those that are in the hand."""

    def __init__(self, codes: Mapping[Kind[FireTable], Sequence[int]]) -> None:
        super().__init__(codes)
        self.own: list[FireKind] = [
            kind if isinstance(kind, FireKind) else FireKind() for kind in self.by_code
        ]
        self.tools: Tool | None = None  # the first; compiled, a chain is faster to walk than a list
        self.mask: i64 = 0
        for kind in reversed(self.kinds):
            if isinstance(kind, Tool):
                kind.next_tool = self.tools
                self.tools = kind
                self.mask |= 1 << kind.number

    def tool(self, number: i64) -> Tool | None:
        """The tool with this number, if it is in this menu."""
        tool = self.tools
        while tool is not None and tool.number != number:
            tool = tool.next_tool
        return tool

    def playable(self, s: FireTable, seat: i64) -> i64:
        """§8.1 The mask of the tools that this seat could play now if it had them."""
        mask: i64 = 0
        tool = self.tools
        while tool is not None:
            if tool.possible(s, seat):
                mask |= 1 << tool.number
            tool = tool.next_tool
        return mask

    def offer_tools(self, s: FireTable, seat: i64, out: Ints) -> Ints:
        """The codes of the tools in hand that can be played now, added to those in `out`."""
        held = s.in_hand(seat) & self.mask
        if held != 0:
            tool = self.tools
            while tool is not None:
                if has(held, tool.number) and tool.possible(s, seat):
                    out = append(out, tool.code)
                tool = tool.next_tool
        return out

    def do(self, s: FireTable, seat: i64, choice: i64) -> None:
        self.own[choice].do(s, seat, self.which[choice])
