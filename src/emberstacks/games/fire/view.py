"""A view of the game drawn as text, for terminals and readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from emberstacks.games.fire.components import (
    CARDS,
    COPIES,
    FIRE,
    SECTIONS,
    SPACES,
    TOKENS,
    TRACK,
    Components,
)
from emberstacks.games.fire.state import EMPTY, FREE, ORDINALS, SET_ASIDE, UNUSED

CELL = 9  # characters for a space of a card
WHEN = {
    "choosing": "before choosing",
    "saving": "while saving",
    "spreading": "in a fire",
    "scored": "after scoring",
}


def board(box: Components, view: Mapping[str, Any], names: Sequence[str]) -> str:
    """Library, bag, cards, players and tools of a view, with [style]...[/] marks."""
    table = view["state"]
    lines = [
        title(box, view),
        "",
        *library(box, view),
        "",
        *tokens(box, table),
        "",
        *cards(box, view, names),
        "",
    ]
    lines += players(box, view, names)
    if table["market"] or any(table["hands"]):
        lines += ["", *tools(box, view)]
    return "\n".join([*lines, "", *aid(view)])


def aid(view: Mapping[str, Any]) -> list[str]:
    """What to remember of the rules as they were agreed on, in three lines."""
    options = view["options"]
    alone, tools, wild, robot = (
        view["players"] == 1,
        options["tools"],
        options["variant"] != "standard",
        with_robot(view),
    )
    cards = "take a card" if alone else "choose cards, lowest score first"
    if options["variant"] == "inferno":
        cards = "cards are dealt at random"
    turns = "your turn" if alone else "turns by number"
    burns = "the two lowest burn indices burn" if wild else "the lowest burn index burns"
    if alone:
        burns += " unless a fire was triggered"
    if robot:
        turns += ", then the robot's" if alone else ", the robot's too"
        burns = "the lowest burn index burns" if wild else "nothing burns at the end"
    steps = [cards, turns, burns, *(["exchange a tool"] if tools else [])]
    stop = "Stop in time: your books at their values, and the bravery under the last token"
    early = "; all on safe spaces: a tool" if tools and not wild else ""
    shout = "" if tools else ' At every fire shout "Burn!" for a point.'
    return [
        f"[dim]Round: {'; '.join(steps)}.[/]",
        (
            "[dim]Turn: draw as long as you dare. Fire on a risky space, or a second one anywhere,"
            " spreads and burns the books.[/]"
        ),
        f"[dim]{stop}{early}.{shout}[/]",
    ]


def title(box: Components, view: Mapping[str, Any]) -> str:
    """The name of the game, how far it is, and what was agreed."""
    options = view["options"]
    words = [f"round {view['state']['round']}"]
    words += ["technology books"] if options["technology"] else []
    words += [] if options["tools"] else ["no tools"]
    words += [] if options["variant"] == "standard" else [str(options["variant"]).replace("-", " ")]
    if view["players"] == 1:
        words.append(
            "against the robot"
            if options["solo"] == "robot"
            else f"lone librarian, {box.turns} turns"
        )
    return f"[title]Fire in the Library[/]  [dim]{', '.join(words)}[/]"


def library(box: Components, view: Mapping[str, Any]) -> list[str]:
    """One line per section: ashes, the value now in brackets, what comes after it (* is a fire for
    the bag), and the 10.
    """
    burned = view["state"]["burned"]
    showing = [int(box.index[section * TRACK + burned[section]]) for section in range(SECTIONS)]
    lines = []
    for section in range(SECTIONS):
        cells = []
        for place in range(box.collapse[section] + 1):
            value = box.values[section * TRACK + place]
            icon = "*" if box.icons[section * TRACK + place] else " "
            if place < burned[section]:
                cells.append("[ash]  .. [/]")
            elif place == burned[section]:
                cells.append(f"[bold]<{value:>2}{icon}>[/]")
            else:
                cells.append(
                    f"[{'fire' if place == box.collapse[section] else 'dim'}] {value:>2}{icon} [/]"
                )
        colour = box.tokens[section]
        row = "".join(cells) + "     " * (TRACK - len(cells))
        fate = (
            "fallen"
            if burned[section] == box.collapse[section]
            else f"burn index {showing[section]:>2}"
        )
        mark = " [fire]lowest[/]" if section == view["facts"]["lowest"] else ""
        lines.append(
            f"[{colour}]{box.sections[section]:>10} {colour:<6}[/] {row} [dim]{fate}[/]{mark}"
        )
    return lines


def tokens(box: Components, table: Mapping[str, Any]) -> list[str]:
    """What is in the bag, with the odds of a fire, and what is elsewhere: all public."""
    bag = table["bag"]
    size = sum(bag)
    odds = f" ({100 * bag[FIRE] // size} %)" if size else ""
    lines = [
        f"       bag {size:>2}: {counted(box, bag)}{odds}, aside [fire]{table['spare']} fire[/]"
    ]
    places = {"looked": "drawn, to choose from", "turn_tokens": "back in the bag after the turn"}
    places |= {"round_tokens": "back in the bag after the round", "given": "with the robot"}
    for field, what in places.items():
        if any(table[field]):
            lines.append(f"           {counted(box, table[field])} [dim]{what}[/]")
    return lines


def counted(box: Components, counts: Sequence[int]) -> str:
    """The tokens of a count, fires last: they are what people look for."""
    order = [token for token in range(TOKENS) if counts[token]]
    return (
        ", ".join(f"[{box.tokens[token]}]{counts[token]} {box.tokens[token]}[/]" for token in order)
        or "nothing"
    )


def cards(box: Components, view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The turn order cards in play with their holders and tokens; the active one is marked."""
    table = view["state"]
    people = [*names, "robot"]
    widest = max(len(name) for name in [*people, "set aside"])
    lines = []
    for card in range(CARDS):
        holder = table["holder"][card]
        if holder == UNUSED:
            continue
        active = card == table["card"] and not view["over"]
        name = "" if holder == FREE else "set aside" if holder == SET_ASIDE else people[holder]
        cells = [space(box, table, card, place) for place in range(SPACES)]
        done = " [dim]had its turn[/]" if holder >= 0 and card < table["card"] else ""
        shown = (
            f"[active]> {ORDINALS[card]} {name.ljust(widest)}[/]"
            if active
            else f"  {ORDINALS[card]} {name.ljust(widest)}"
        )
        lines.append(
            f"{shown} |{'|'.join(cells)}|{' gloves on' if active and table['gloves'] else ''}{done}"
        )
    return lines


def space(box: Components, table: Mapping[str, Any], card: int, place: int) -> str:
    """A space: its token, and what it pays."""
    token = table["spaces"][card * SPACES + place]
    bravery = box.bravery[card * SPACES + place]
    pays = f"{bravery:>3}" if bravery else "   "
    if token == EMPTY:
        return f"[dim]{'RISKY' if bravery else 'safe':>{CELL - 3}}{pays}[/]"
    return f"[{box.tokens[token]}]{box.tokens[token].upper():>{CELL - 3}}[/]{pays}"


def players(box: Components, view: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Everybody's score from the lowest up, ties by who arrived first; tools and Lockboxes."""
    table = view["state"]
    people = [*names, "robot"]
    widest = max(len(name) for name in people)
    score, arrived = table["score"], table["arrived"]
    lines = []
    for who in sorted(range(len(score)), key=lambda who: (score[who], arrived[who], who)):
        line = f"      {people[who].ljust(widest)} {score[who]:>4} points"
        if who < len(names) and view["options"]["tools"]:
            hand = table["hands"][who]
            known = sorted(tool_title(box, view, face) for face, *_ in hand if face is not None)
            line += f", {len(hand)} tool{'' if len(hand) == 1 else 's'}" + (
                f" [dim]({', '.join(known)})[/]" if known and who != view["seat"] else ""
            )
        if who < len(names):
            boxed = table["boxed"][who * TOKENS : (who + 1) * TOKENS]
            line += f", locked away: {counted(box, boxed)}" if any(boxed) else ""
        lines.append(line)
    return lines


def tools(box: Components, view: Mapping[str, Any]) -> list[str]:
    """The market, the deck, and every tool of your own with its uses."""
    table = view["state"]
    market = ", ".join(tool_title(box, view, piece) for piece in table["market"]) or "empty"
    lines = [
        f"    market {market}   [dim]deck {table['deck']['rest']}, discarded"
        f" {sum(table['discards'])}[/]"
    ]
    if view["seat"] is not None:
        hand = sorted(face for face, *_ in table["hands"][view["seat"]] if face is not None)
        for piece in hand:
            kind = piece // copies(view)
            lines.append(
                f"  [bold]{box.titles[kind]:<20}[/] [dim]{WHEN[box.timings[kind]]:<16}[/]"
                f" {box.texts[kind]}"
            )
    return lines


def tool_title(box: Components, view: Mapping[str, Any], piece: int) -> str:
    return box.titles[piece // copies(view)]


def with_robot(view: Mapping[str, Any]) -> bool:
    options = view["options"]
    return bool(options["solo"] == "robot" if view["players"] == 1 else options["robot"])


def copies(view: Mapping[str, Any]) -> int:
    """Pieces of each tool: three if a robot tells them apart, otherwise one."""
    return COPIES if with_robot(view) else 1
