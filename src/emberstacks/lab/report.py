"""The figures of a game as a self-contained page: no scripts, no fonts, no network."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from emberstacks.games import game_by_id
from emberstacks.kernel.notation import LETTERS
from emberstacks.lab import html
from emberstacks.lab.balance import Measures, bins, interval
from emberstacks.lab.counts import Kind
from emberstacks.lab.html import table
from emberstacks.lab.statistics import Interval
from emberstacks.lab.uses import Value, by_role

BARS: Final = 24
WIDTH, HEIGHT, LEFT, FOOT = 440, 180, 44, 34


def page(sets: Sequence[Measures], command: str) -> str:
    """The whole page."""
    columns = "".join(f"<section>{column(one)}</section>" for one in sets)
    title = " and ".join(game_by_id(one.plan.game).info.title for one in sets)
    return html.page(
        f"Balance of {title}",
        "<h1>Balance</h1>"
        f'<p class="note">Made by <code>{escape(command)}</code>; the same command makes the same'
        " page. ± and the marks on the bars are 95 % intervals.</p>"
        f"{difference(*sets) if len(sets) == 2 else ''}"
        f'<div class="sets">{columns}</div>',
    )


def seats(one: Measures) -> str:
    """What each seat won and scored."""
    rows = [
        (
            LETTERS[seat],
            escape(spec),
            interval(one.wins[seat]).percent(),
            interval(one.scores[seat]).text(),
        )
        for seat, spec in enumerate(one.plan.seats)
    ]
    return table(["seat", "bot", "wins", "points"], rows)


def column(one: Measures) -> str:
    """One set of rules."""
    plan = one.plan
    info = game_by_id(plan.game).info
    options = ", ".join(f"{name} {value}" for name, value in plan.options.items()) or "no options"
    options += f", figures of {plan.figures}" if plan.figures else ""
    wins = [interval(values) for values in one.wins]
    fair = None if info.cooperative or plan.players == 1 else 1 / plan.players
    return (
        f"<h2>{escape(info.title)}</h2>"
        f"<p>{one.games} games, {plan.players} players, {escape(options)}."
        f" A game has {interval(one.lengths).text()} decisions;"
        f" {100 - 100 * interval(one.singles).middle:.1f} % end without a single winner.</p>"
        f"{seats(one)}<p>{verdict(wins, fair)} {comeback(one)} {drama(one)}</p>"
        f"<h3>Wins by seat</h3>{shares(wins, fair)}{heroes(one, fair)}"
        f"<h3>Points of all seats</h3>"
        f"{histogram([points for seat in one.scores for points in seat], 'points')}"
        f"<h3>{'Lead of the best over the next' if plan.players > 1 else 'Points'}</h3>"
        f"{histogram(one.leads, 'points')}"
        f"<h3>Length</h3>{histogram(one.lengths, 'decisions')}"
        f"<h3>What goes with winning</h3>{values(one.uses.values(one.wins))}"
        f"<h3>Never used</h3>{dead(one.uses.dead())}"
    )


def difference(first: Measures, second: Measures) -> str:
    """What the second set of rules changes. Both play the same seeds, so each seed is compared with
    itself.
    """
    rows = [(*told, "yes" if sure else "no") for *told, sure in compared(first, second)]
    heads = "figure", "first", "second", "difference", "more than chance"
    return (
        '<h2>The difference</h2><p class="note">The second set of rules less the first, seed by'
        f" seed. One in twenty differs by chance alone.</p>{table(heads, rows)}"
    )


def compared(first: Measures, second: Measures) -> list[tuple[str, str, str, str, bool]]:
    """Each figure in words, of both sets, with its difference, and whether that is more than chance
    explains.
    """
    found = []
    for words, one, other in paired(first, second):
        change = interval([b - a for a, b in zip(one, other, strict=True)])
        sure = not change.low <= 0 <= change.high
        if words.startswith("Wins"):
            found.append(
                (
                    words,
                    interval(one).percent(),
                    interval(other).percent(),
                    f"{change.points()} points",
                    sure,
                )
            )
        else:
            found.append(
                (words, interval(one).text(), interval(other).text(), change.change(), sure)
            )
    return found


def paired(first: Measures, second: Measures) -> Iterator[tuple[str, list[float], list[float]]]:
    """The measures that both sets of rules have, game by game."""
    teams = [game_by_id(one.plan.game).info.cooperative for one in (first, second)]
    if first.plan.players == second.plan.players and teams[0] == teams[1]:
        for seat in range(1 if teams[0] else first.plan.players):
            yield (
                f"Wins of {'the team' if teams[0] else LETTERS[seat]}",
                first.wins[seat],
                second.wins[seat],
            )
    yield "Points of a seat", mean_scores(first), mean_scores(second)
    yield "Lead of the best over the next", first.leads, second.leads
    yield "Length in decisions", first.lengths, second.lengths


def mean_scores(one: Measures) -> list[float]:
    """The mean points of the seats, game by game."""
    return [sum(points) / len(points) for points in zip(*one.scores, strict=True)]


def heroes(one: Measures, fair: float | None) -> str:
    """How often each hero won; nothing if the game has none."""
    found = by_role(one.uses, one.wins)
    if not found:
        return ""
    rows = [
        (
            escape(role),
            games,
            share.percent(),
            "" if fair is None else "no" if share.low <= fair <= share.high else "yes",
        )
        for role, (games, share) in found.items()
    ]
    return f"<h3>Wins by hero</h3>{table(['hero', 'games', 'wins', 'unfair beyond chance'], rows)}"


def comeback(one: Measures) -> str:
    """How often the player who is behind at half-time wins after all."""
    if not one.leader:
        return ""
    share = interval(1 - won for won in one.leader.values())
    return (
        f"Players who are behind at half-time win {share.percent()} of the {len(one.leader)} games"
        " that had one leader then."
    )


def drama(one: Measures) -> str:
    """How often the lead changes hands, and when games are decided."""
    if not one.decided:
        return ""
    return (
        f"The lead changes hands {interval(one.changes).text()} times in a game. The later winner"
        f" takes it for good after {interval(one.decided.values()).percent()} of the decisions."
    )


def values(found: Sequence[Value]) -> str:
    """How often seats won that gave an answer at least once, next to those that never did."""
    if not found:
        return '<p class="note">Nothing was used often enough to compare.</p>'
    sure = [value for value in found if not value.difference.low <= 0 <= value.difference.high]
    rest = [value for value in found if value.difference.low <= 0 <= value.difference.high]
    shown = value_table(sure) if sure else "<p>Nothing stands out from chance.</p>"
    more = (
        f"<details><summary>{len(rest)} more, which chance may"
        f" explain</summary>{value_table(rest)}</details>"
        if rest
        else ""
    )
    return (
        '<p class="note">The wins of seats that gave an answer at least once in a game, and of'
        " those that did not; the cards of a hero are compared among the games of that hero. One"
        " in twenty differs by chance alone, and what leaders do is not always what made them"
        f" lead.</p>{shown}{more}"
    )


def value_table(found: Sequence[Value]) -> str:
    rows = [
        (
            escape(told(value.kind)),
            value.users,
            f"{100 * value.with_it:.0f} %",
            f"{100 * value.without:.0f} %",
            value.difference.points(),
        )
        for value in found
    ]
    return table(["answer", "seats", "with", "without", "difference"], rows)


def dead(found: Sequence[tuple[Kind, int]]) -> str:
    """Answers that were possible but never given."""
    if not found:
        return "<p>Everything that could be answered was answered by somebody.</p>"
    rows = table(
        ["answer", "times it was possible"], [(escape(told(kind)), times) for kind, times in found]
    )
    return f"<details><summary>Possible but never given: {len(found)}</summary>{rows}</details>"


def told(kind: Kind) -> str:
    """An answer as a record writes it, and the step that asks.

    >>> told(("TakeTool", "lockbox"))
    'lockbox (Take Tool)'
    """
    step, text = kind
    return f"{text} ({re.sub('(?<=[a-z])(?=[A-Z])', ' ', step)})"


def verdict(wins: Sequence[Interval], fair: float | None) -> str:
    """What the figures say about the seats, and no more."""
    if fair is None:
        return f"Won in {wins[0].percent()} of the games."
    off = [LETTERS[seat] for seat, share in enumerate(wins) if not share.low <= fair <= share.high]
    if not off:
        return "No seat differs from its fair share by more than chance explains."
    return (
        f"Seat {' and '.join(off)} {'differs' if len(off) == 1 else 'differ'} from the fair share"
        " by more than chance explains."
    )


def shares(wins: Sequence[Interval], fair: float | None) -> str:
    """A bar for each seat with its interval, and a line for the fair share."""
    step = (WIDTH - LEFT) / len(wins)
    parts = [scale(["0 %", "50 %", "100 %"])]
    for seat, share in enumerate(wins):
        x = LEFT + seat * step
        middle = x + step / 2
        parts.append(
            bar(x + step * 0.2, step * 0.6, share.middle, f"{LETTERS[seat]}: {share.percent()}")
        )
        parts.append(
            f'<line class="mark" x1="{middle:.1f}" x2="{middle:.1f}" y1="{y(share.low):.1f}"'
            f' y2="{y(share.high):.1f}"/>'
        )
        parts.append(
            f'<text x="{middle:.1f}" y="{HEIGHT - FOOT + 16}"'
            f' text-anchor="middle">{LETTERS[seat]}</text>'
        )
    if fair is not None:
        parts.append(
            f'<line class="fair" x1="{LEFT}" x2="{WIDTH}" y1="{y(fair):.1f}" y2="{y(fair):.1f}"/>'
        )
    return drawing(parts, "Share of the wins of each seat")


def histogram(values: Sequence[float], unit: str) -> str:
    """How often each value came up."""
    found = bins(values, BARS)
    most = max(count for _, _, count in found)
    step = (WIDTH - LEFT) / len(found)
    parts = [scale(["0", str(most // 2), str(most)])]
    for k, (low, high, count) in enumerate(found):
        parts.append(
            bar(LEFT + k * step + 1, step - 2, count / most, f"{low:g} to {high:g} {unit}: {count}")
        )
    ends = (LEFT, "start", found[0][0]), (WIDTH, "end", found[-1][1])
    parts += [
        f'<text x="{x}" y="{HEIGHT - FOOT + 16}" text-anchor="{side}">{value:g}</text>'
        for x, side, value in ends
    ]
    parts.append(
        f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 4}" text-anchor="middle">{unit}</text>'
    )
    return drawing(parts, f"How many games had how many {unit}")


def y(share: float) -> float:
    """The height of a share of the whole."""
    return 8 + (HEIGHT - FOOT - 8) * (1 - share)


def bar(x: float, width: float, share: float, words: str) -> str:
    height = HEIGHT - FOOT - y(share)
    place = f'x="{x:.1f}" y="{y(share):.1f}" width="{max(1.0, width):.1f}" height="{height:.1f}"'
    return f"<rect {place}><title>{words}</title></rect>"


def scale(labels: Sequence[str]) -> str:
    """Lines and labels from 0 to the whole."""
    parts = []
    for k, label in enumerate(labels):
        at = y(k / (len(labels) - 1))
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH}" y1="{at:.1f}" y2="{at:.1f}" stroke-width="0.5"/>'
        )
        parts.append(f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{label}</text>')
    return "".join(parts)


def drawing(parts: Sequence[str], words: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{words}">{"".join(parts)}</svg>'
    )
