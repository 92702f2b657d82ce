"""The pages of the lab, written here on the server; the only script fetches the figures of a run
that is being played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from emberstacks import build
from emberstacks.bots.specs import bot_kinds
from emberstacks.games import GAMES, game_by_id
from emberstacks.kernel.game import GameInfo, Option
from emberstacks.kernel.notation import LETTERS
from emberstacks.lab import html
from emberstacks.lab.balance import Measures, interval
from emberstacks.lab.desk.look import LOOK
from emberstacks.lab.desk.runs import BalanceRun, Run, TournamentRun
from emberstacks.lab.desk.specs import ALLOW, BALANCE, OPTION, TOURNAMENT, RunSpec
from emberstacks.lab.html import table, wide
from emberstacks.lab.report import column, difference, seats
from emberstacks.lab.statistics import power
from emberstacks.lab.tournament import Duel, ratings

SHOWN: Final = 50  # games on a page
STATES: Final = {"playing": "playing", "waiting": "waiting", "stopped": "stopped", "done": "done"}
SORTS: Final = {
    "seed": "by seed",
    "longest": "longest first",
    "shortest": "shortest first",
    "closest": "closest first",
    "clearest": "clearest first",
}
HEADER: Final = (
    '<header><a class="home" href="/lab">Emberstacks lab</a><nav aria-label="The lab"><a'
    ' href="/lab/new">New run</a></nav></header>'
)


def page(title: str, body: str, trouble: str = "") -> str:
    """A whole page."""
    alert = f'<p role="alert">{escape(trouble)}</p>' if trouble else ""
    return html.page(
        f"{title} · Emberstacks lab",
        f"<h1>{escape(title)}</h1>{alert}{body}",
        head=f'<link rel="icon" href="data:,"><style>{LOOK}</style>',
        header=HEADER,
        end='<script src="/lab/lab.js"></script>',
    )


# The first page.


def index(runs: Sequence[tuple[Run, str]], broken: Mapping[int, str], trouble: str = "") -> str:
    """All games, and all runs, the latest first."""
    games = "".join(
        f'<li><a class="card" href="/lab/new?game={info.id}"><strong>{escape(info.title)}</strong>'
        f"<span>{escape(info.summary)}</span></a></li>"
        for info in (game.info for game in GAMES.values())
    )
    body = f'<h2>Start a run</h2><ul class="cards">{games}</ul><h2>Runs</h2>{shelf(runs)}'
    for number, why in broken.items():
        delete = button(f"/lab/runs/{number}/delete", f"Delete run {number}", "", sure=number)
        body += f'<div class="row"><p>{escape(why)}</p>{delete}</div>'
    body += f'<p class="note">The build is {escape(build.told())}.</p>'
    return page("The lab", body, trouble)


def shelf(runs: Sequence[tuple[Run, str]]) -> str:
    """The list of runs, to open one or to compare some."""
    if not runs:
        return (
            "<p>There are none yet. Choose a game above. Bots play it many times, and you watch"
            " what the games add up to.</p>"
        )
    rows = [
        (
            (
                f'<input type="checkbox" name="run" value="{run.number}" aria-label="Compare run'
                f' {run.number}">'
            ),
            f'<a href="/lab/runs/{run.number}">Run {run.number}</a>',
            escape(game_by_id(run.spec.game).info.title),
            "the game" if run.spec.kind == BALANCE else "the bots",
            escape(run.spec.told()),
            f"{run.done} of {run.wanted} {run.unit}, {STATES[state]}",
        )
        for run, state in runs
    ]
    heads = ["compare", "run", "game", "about", "bots and options", "so far"]
    return (
        f'<form action="/lab/compare" method="get">{wide("Runs", table(heads, rows))}'
        '<div class="row"><button>Compare side by side</button></div></form>'
    )


# The form.


def form(info: GameInfo, given: Mapping[str, str], own: bool, trouble: str = "") -> str:
    """What to play and what for; what somebody has typed stays. Programs and files only if the lab
    allows them.
    """
    games = "".join(
        "<option"
        f' value="{one.info.id}"{" selected" if one.info.id == info.id else ""}>{escape(one.info.title)}</option>'
        for one in GAMES.values()
    )
    kind = given.get("kind", BALANCE)
    kinds = "".join(
        '<label class="radio"><input type="radio" name="kind"'
        f' value="{name}"{" checked" * (kind == name)}> {words}</label>'
        for name, words in (
            (BALANCE, "How fair, long and close is the game? The bots play it on their seats."),
            (
                TOURNAMENT,
                "Which bot is better? Every bot plays every other, each seed with seats swapped.",
            ),
        )
    )
    players = (
        f"{info.min_players} to {info.max_players}"
        if info.min_players < info.max_players
        else f"{info.min_players}"
    )
    fields = [
        text(
            "bots",
            "Bots",
            given.get("bots", "greedy"),
            "One for all seats, or one for each seat, with commas between them.",
        ),
        text(
            "players",
            "Players",
            given.get("players", ""),
            f"{players}; empty: one for each bot.",
            "numeric",
        ),
        text(
            "games",
            "Games",
            given.get("games", "200"),
            f"In a tournament: seeds. {power(200)}",
            "numeric",
        ),
        text(
            "seed",
            "First seed",
            given.get("seed", "0"),
            "The same seeds give the same games.",
            "numeric",
        ),
    ]
    plain = [choice(option, given) for option in info.options if not option.more]
    more = [choice(option, given) for option in info.options if option.more]
    if own:
        words = "A folder with edited copies of the game's data files."
        more.append(text("figures", "Other figures", given.get("figures", ""), words))
    playing = [kind for kind in bot_kinds() if own or not kind.reaches]
    bots = "".join(
        f"<dt><code>{escape(str(kind))}</code></dt><dd>{escape(kind.help)}</dd>" for kind in playing
    )
    closed = (
        ""
        if own
        else f"<p>Your own programs, weights and figures are left out. {escape(ALLOW)}</p>"
    )
    options = (
        f"<fieldset><legend>Options</legend><div class='fields'>{''.join(plain)}</div></fieldset>"
        if plain
        else ""
    )
    changed = (
        " open"
        if any(
            given.get(f"{OPTION}{one.name}", str(one.default)) != str(one.default)
            for one in info.options
            if one.more
        )
        or (own and given.get("figures"))
        else ""
    )
    rest = (
        f"<details{changed}><summary>More options</summary><fieldset><legend>More options</legend>"
        f"<div class='fields'>{''.join(more)}</div></fieldset></details>"
        if more
        else ""
    )
    body = (
        f'<form action="/lab/runs" method="post"><fieldset><legend>Game</legend><div'
        f' class="fields"><label>Which game'
        '<select name="game" autocomplete="off"'
        f" data-reload>{games}</select></label></div></fieldset>"
        f"<fieldset><legend>What do you want to know?</legend>{kinds}</fieldset>"
        f"<fieldset><legend>Who plays</legend><div class='fields'>{''.join(fields)}</div>"
        "<details><summary>All"
        f" bots</summary><dl>{bots}</dl>{closed}</details></fieldset>{options}{rest}"
        f'<div class="row"><button class="main">Start</button></div></form>'
    )
    return page("New run", body, trouble)


def text(name: str, label: str, value: str, help: str, keys: str = "text") -> str:
    box = (
        f'<input name="{name}" id="{name}" value="{escape(value)}" inputmode="{keys}"'
        ' autocomplete="off" '
    )
    return field(name, label, f'{box}aria-describedby="{name}-help">', help)


def choice(option: Option, given: Mapping[str, str]) -> str:
    name = f"{OPTION}{option.name}"
    chosen = given.get(name, str(option.default))
    values = "".join(
        "<option"
        f' value="{escape(str(value))}"{" selected" * (str(value) == chosen)}>{escape(option.word(value))}</option>'
        for value in option.choices
    )
    box = f'<select name="{name}" id="{name}" aria-describedby="{name}-help">{values}</select>'
    return field(name, option.heading, box, option.help)


def field(name: str, label: str, box: str, help: str) -> str:
    words = f'<small id="{name}-help">{escape(help)}</small>'
    return f'<div><label for="{name}">{escape(label)}</label>{box}{words}</div>'


def given_by(spec: RunSpec) -> dict[str, str]:
    """What a run was as fields of the form, to start one like it."""
    options = {f"{OPTION}{name}": str(value) for name, value in spec.options.items()}
    players = "" if spec.players is None else str(spec.players)
    fields = {
        "kind": spec.kind,
        "bots": ",".join(spec.bots),
        "players": players,
        "games": str(spec.games),
    }
    return {**fields, "seed": str(spec.seed), "figures": spec.figures, **options}


# A run.


def run_page(run: Run, state: str, trouble: str = "") -> str:
    """A run, and what its games say so far."""
    title = f"Run {run.number}: {game_by_id(run.spec.game).info.title}"
    made, commit, rules = (escape(run.about.get(name, "")) for name in ("made", "commit", "rules"))
    body = (
        '<p id="away" role="status" hidden>The lab does not answer. Is it still running?</p><div'
        f' data-live="/lab/runs/{run.number}/live"'
        f' data-seen="{seen(run, state)}">{shown(run, state)}</div><p class="note">Made'
        f" {made[:16].replace('T', ' ')} with commit {commit[:12]} and rules {rules}. In the"
        f" terminal: <code>{escape(run.spec.command())}</code></p>"
    )
    return page(title, body, trouble)


def seen(run: Run, state: str) -> str:
    """What tells two looks at a run apart."""
    return f"{run.done}-{state}-{len(run.trouble)}"


def shown(run: Run, state: str) -> str:
    """The part of the page that changes while a run is played."""
    words = {
        "playing": f"Playing: {run.done} of {run.wanted} {run.unit}.",
        "waiting": "Waiting for the run before it.",
        "stopped": f"Stopped after {run.done} of {run.wanted} {run.unit}.",
        "done": f"Done: {run.done} {run.unit}.",
    }[state]
    alert = f'<p role="alert">{escape(run.trouble)}</p>' if run.trouble else ""
    bar = (
        f'<progress max="{run.wanted}" value="{run.done}" aria-label="{run.unit.capitalize()}'
        ' played"></progress>'
    )
    found = (
        report(run, whole=state == "done" or state == "stopped")
        if run.done >= 2
        else "<p>No figures yet.</p>"
    )
    return (
        f"<p>{escape(run.spec.told())}. <strong"
        f' role="status">{words}</strong></p>{"" if state == "done" else bar}{alert}'
        f"{buttons(run, state)}{found}"
    )


def buttons(run: Run, state: str) -> str:
    here = f"/lab/runs/{run.number}"
    parts = []
    if state in ("playing", "waiting"):
        parts.append(button(f"{here}/stop", "Stop", "stop"))
    if state == "stopped":
        parts.append(button(f"{here}/continue", "Continue", "continue", main=True))
    if run.done:
        parts.append(f'<a class="button" id="games" href="{here}/games">Games</a>')
    if run.spec.kind == BALANCE and run.done >= 2 and state in ("done", "stopped"):
        parts.append(
            f'<a class="button" id="report" href="{here}/report.html" download>Report as a file</a>'
        )
    if run.done:
        parts.append(f'<a class="button" id="rows" href="{here}/rows.csv" download>Rows as CSV</a>')
    parts.append(
        f'<a class="button" id="again" href="/lab/new?like={run.number}">New run like this</a>'
    )
    parts.append(button(f"{here}/delete", "Delete", "delete", sure=run.number))
    return f'<div class="row">{"".join(parts)}</div>'


def button(action: str, label: str, name: str, main: bool = False, sure: int = 0) -> str:
    asks = f' data-sure="Delete run {sure} and its games?"' if sure else ""
    look = ' class="main"' if main else ""
    marked = f' id="{name}"' if name else ""
    return (
        f'<form method="post" action="{action}"{asks}><button{look}{marked}>{label}</button></form>'
    )


def report(run: Run, whole: bool = True) -> str:
    """What the games of a run add up to; all of it only when they are not changing, because reading
    takes time.
    """
    with run.lock:
        if isinstance(run, BalanceRun):
            return (
                "<section"
                f' class="report">{column(run.measures) if whole else summary(run.measures)}</section>'
            )
        assert isinstance(run, TournamentRun)
        return standing(run.duels, run.team, whole)


def summary(one: Measures) -> str:
    """The figures to watch while games are played."""
    return (
        f"{seats(one)}<p>A game has {interval(one.lengths).text()} decisions. ± is a 95 % interval"
        " for somebody who looks once: do not stop a run because you like what you see.</p>"
    )


def standing(duels: Sequence[Duel], team: bool, whole: bool) -> str:
    """Every pair of bots, and the ratings."""
    met = [duel for duel in duels if duel.shares]
    rows = [
        (
            escape(duel.one),
            escape(duel.other),
            str(len(duel.shares)),
            duel.share().percent(),
            duel.lead().text(),
        )
        for duel in met
    ]
    note = (
        "Each seed was played by a team of each bot"
        if team
        else "Each seed was played twice, with seats swapped"
    )
    found = wide("Meetings", table(["bot", "against", "seeds", "share of wins", "lead"], rows))
    found += f'<p class="note">{note}; ± is a 95 % interval over the seeds.</p>'
    if whole and met:
        best = sorted(ratings(met).items(), key=lambda item: -item[1][0])
        found += "<h3>Ratings</h3>" + table(
            ["bot", "rating"],
            [
                (escape(name), f"{rating:.1f} ± {1.96 * error:.1f}")
                for name, (rating, error) in best
            ],
        )
    return found


# Its games.


def games_page(run: Run, sort: str, first: int) -> str:
    """The games of a run, each to be opened."""
    with run.lock:
        if isinstance(run, BalanceRun):
            heads, rows, count = balance_games(run, sort, first)
        else:
            assert isinstance(run, TournamentRun)
            heads, rows, count = meetings(run, sort, first)
    here = f"/lab/runs/{run.number}/games"
    by_length = ("longest", "shortest")  # a meeting is several games
    offered = {
        name: words
        for name, words in SORTS.items()
        if isinstance(run, BalanceRun) or name not in by_length
    }
    sorts = " · ".join(
        f"<strong>{words}</strong>" if name == sort else f'<a href="{here}?sort={name}">{words}</a>'
        for name, words in offered.items()
    )
    steps = []
    if first > 0:
        steps.append(
            f'<a class="button" href="{here}?sort={sort}&amp;first={max(0, first - SHOWN)}">The'
            f" {SHOWN} before</a>"
        )
    if first + SHOWN < count:
        steps.append(
            f'<a class="button" href="{here}?sort={sort}&amp;first={first + SHOWN}">The next'
            f" {SHOWN}</a>"
        )
    body = (
        f'<p><a href="/lab/runs/{run.number}">Back to the run</a></p><p>{sorts}</p>'
        f'{wide("Games", table(heads, rows))}<div class="row">{"".join(steps)}</div>'
    )
    return page(f"Games of run {run.number}", body)


def ordered(sort: str, lengths: Sequence[float], leads: Sequence[float]) -> list[int]:
    """The numbers of the games in the order somebody wants."""
    keys = {
        "longest": [-one for one in lengths],
        "shortest": lengths,
        "closest": [abs(one) for one in leads],
    }
    keys["clearest"] = [-abs(one) for one in leads]
    values = keys.get(sort)
    return (
        sorted(range(len(leads)), key=lambda k: (values[k], k))
        if values
        else list(range(len(leads)))
    )


def balance_games(run: BalanceRun, sort: str, first: int) -> tuple[list[str], list[list[str]], int]:
    one = run.measures
    rows = []
    for k in ordered(sort, one.lengths, one.leads)[first : first + SHOWN]:
        won = [LETTERS[seat] for seat in range(one.plan.players) if one.wins[seat][k] > 0]
        points = " : ".join(f"{one.scores[seat][k]:g}" for seat in range(one.plan.players))
        seed = one.plan.first_seed + k
        rows.append(
            [
                str(seed),
                " and ".join(won) or "nobody",
                points,
                f"{one.lengths[k]:g}",
                opened(run, k, 0, f"seed {seed}"),
            ]
        )
    return ["seed", "winner", "points", "decisions", "open"], rows, one.games


def meetings(run: TournamentRun, sort: str, first: int) -> tuple[list[str], list[list[str]], int]:
    places = run.places[: run.done]
    given = [0] * len(run.duels)
    results = []
    for pair, _ in places:
        duel = run.duels[pair]
        results.append((duel.shares[given[pair]], duel.leads[given[pair]]))
        given[pair] += 1
    leads = [lead for _, lead in results]
    rows = []
    for k in ordered(sort, leads, leads)[first : first + SHOWN]:
        meeting, (share, lead) = places[k][1], results[k]
        seed = meeting[0].first_seed
        both = " ".join(
            opened(run, k, seating, f"seed {seed}, {', '.join(plan.seats)}")
            for seating, plan in enumerate(meeting)
        )
        rows.append(
            [
                str(seed),
                *map(escape, (meeting[0].seats[0], meeting[1].seats[0])),
                f"{100 * share:g} %",
                f"{lead:+g}",
                both,
            ]
        )
    return ["seed", "bot", "against", "share of wins", "lead", "open"], rows, len(places)


def opened(run: Run, number: int, seating: int, words: str) -> str:
    """The ways to look at one game."""
    here = f"/lab/runs/{run.number}/games/{number}/{seating}"
    return (
        f'<a href="{here}/watch" aria-label="Watch {escape(words)}">Watch</a> '
        f'<a href="{here}/record" download aria-label="Record of {escape(words)}">Record</a>'
    )


# Two or more runs.


def compare_page(runs: Sequence[Run]) -> str:
    """Runs side by side."""
    columns = "".join(
        f'<section><h2><a href="/lab/runs/{run.number}">Run'
        f" {run.number}</a></h2><p>{escape(run.spec.told())}</p>{report(run)}</section>"
        for run in runs
    )
    query = "&amp;".join(f"run={run.number}" for run in runs)
    file = ""
    if len(runs) == 2 and all(isinstance(run, BalanceRun) for run in runs):
        file = (
            f'<div class="row"><a class="button" href="/lab/compare/report.html?{query}"'
            " download>Report as a file</a></div>"
        )
    return page("Side by side", f'{file}{differences(runs)}<div class="sets">{columns}</div>')


def differences(runs: Sequence[Run]) -> str:
    """What the second run changes, if the two can be compared seed by seed."""
    if len(runs) != 2 or not isinstance(runs[0], BalanceRun) or not isinstance(runs[1], BalanceRun):
        return ""
    first, second = runs[0].measures, runs[1].measures
    if first.plan.first_seed == second.plan.first_seed and first.games == second.games:
        return wide("The difference", difference(first, second))
    return "<p>They did not play the same seeds, so there is no difference seed by seed.</p>"
