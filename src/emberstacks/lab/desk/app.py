"""The lab over HTTP, for one person on this computer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures.state import State
from litestar.exceptions import HTTPException
from litestar.params import FromPath, FromQuery
from litestar.response import File, Redirect

from emberstacks.games import GAMES, game_by_id
from emberstacks.hosts import is_here, name_of
from emberstacks.kernel.errors import EmberstacksError
from emberstacks.kernel.match import Match
from emberstacks.lab import report
from emberstacks.lab.desk import pages
from emberstacks.lab.desk.foreman import Foreman
from emberstacks.lab.desk.look import SCRIPT
from emberstacks.lab.desk.runs import BadRun, BalanceRun, Run, Shelf
from emberstacks.lab.desk.specs import from_form

OWN: Final = ("same-origin", "none")  # none: somebody typed the address
MOST_BYTES: Final = 100_000  # of a form
MOST_COMPARED: Final = 4
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; "
        "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

Asking = Request[Any, Any, Any]
Answer = Response[str]
# opens a game at the table, with a title and its bots: the address
Watch = Callable[[Match, str, list[str]], Awaitable[str]]


def html(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Answer:
    return Response(
        text, media_type=MediaType.HTML, status_code=status, headers=dict(headers or {})
    )


def sorry(title: str, wrong: object, status: int) -> Answer:
    """A page with one sentence."""
    return html(pages.page(title, '<p><a href="/lab">All runs</a></p>', str(wrong)), status)


def to(address: str) -> Redirect:
    return Redirect(address, status_code=303)


# Pages


@get("/lab", sync_to_thread=True)
def index(state: State) -> Answer:
    shelf, foreman = state.shelf, state.foreman
    runs = [shelf.find(number) for number in sorted(shelf.runs, reverse=True)]
    return html(pages.index([(run, foreman.state(run)) for run in runs], shelf.broken))


@get("/lab/lab.js", media_type="text/javascript", sync_to_thread=False)
def script() -> str:
    return SCRIPT


@get("/lab/new", sync_to_thread=True)
def new(
    request: Asking, state: State, game: FromQuery[str] = "", like: FromQuery[int] = 0
) -> Answer:
    """The form, for a game or like an earlier run, with what somebody has typed already."""
    if like:
        spec = state.shelf.find(like).spec
        return html(pages.form(game_by_id(spec.game).info, pages.given_by(spec), state.shelf.own))
    return html(
        pages.form(
            game_by_id(game or next(iter(GAMES))).info, dict(request.query_params), state.shelf.own
        )
    )


@post("/lab/runs")
async def start(request: Asking, state: State) -> Answer | Redirect:
    """Start a run; if something is wrong with it, the form comes back with a sentence."""
    fields = {name: text for name, text in (await request.form()).items() if isinstance(text, str)}
    try:
        run = await asyncio.to_thread(lambda: state.shelf.add(from_form(fields)))
    except EmberstacksError as wrong:
        info = GAMES.get(fields.get("game", ""), next(iter(GAMES.values()))).info
        return html(pages.form(info, fields, state.shelf.own, str(wrong)), 400)
    state.foreman.start(run)
    return to(f"/lab/runs/{run.number}")


@get("/lab/runs/{number:int}", sync_to_thread=True)
def look(state: State, number: FromPath[int]) -> Answer:
    run = state.shelf.find(number)
    return html(pages.run_page(run, state.foreman.state(run)))


@get("/lab/runs/{number:int}/live", sync_to_thread=True)
def live(state: State, number: FromPath[int], seen: FromQuery[str] = "") -> Answer:
    """What has changed since the last look; nothing (204) if nothing has."""
    run: Run = state.shelf.find(number)
    now = state.foreman.state(run)
    mark = pages.seen(run, now)
    headers = {"X-Seen": mark, "X-Over": "1" if now in ("done", "stopped") else "0"}
    if mark == seen:
        return html("", 204, headers)
    return html(pages.shown(run, now), headers=headers)


@post("/lab/runs/{number:int}/stop", sync_to_thread=True)
def stop(state: State, number: FromPath[int]) -> Redirect:
    state.foreman.leave(state.shelf.find(number))
    return to(f"/lab/runs/{number}")


@post("/lab/runs/{number:int}/continue", sync_to_thread=True)
def go_on(state: State, number: FromPath[int]) -> Redirect:
    state.foreman.start(state.shelf.find(number))
    return to(f"/lab/runs/{number}")


@post("/lab/runs/{number:int}/delete", sync_to_thread=True)
def remove(state: State, number: FromPath[int]) -> Redirect:
    if number in state.shelf.runs:
        state.foreman.leave(state.shelf.runs[number])
    state.shelf.remove(number)
    return to("/lab")


@get("/lab/compare", sync_to_thread=True)
def compare(request: Asking, state: State) -> Answer:
    return html(pages.compare_page(chosen(request, state)))


def chosen(request: Asking, state: State) -> list[Run]:
    """The runs that somebody wants side by side."""
    asked = request.query_params.getall("run", [])
    if not 2 <= len(asked) <= MOST_COMPARED or not all(text.isdecimal() for text in asked):
        raise BadRun(f"Choose from 2 to {MOST_COMPARED} runs to compare.")
    runs = [state.shelf.find(int(text)) for text in asked]
    few = [run for run in runs if run.done < 2]
    if few:
        raise BadRun(f"Run {few[0].number} has not played two games yet.")
    return runs


# Files


@get("/lab/runs/{number:int}/report.html", sync_to_thread=True)
def report_file(state: State, number: FromPath[int]) -> Answer:
    """The page that `emberstacks lab balance` writes."""
    return file_of([state.shelf.find(number)], f"run-{number}.html")


@get("/lab/compare/report.html", sync_to_thread=True)
def compared_file(request: Asking, state: State) -> Answer:
    runs = chosen(request, state)
    return file_of(runs, f"runs-{'-'.join(str(run.number) for run in runs)}.html")


def file_of(runs: list[Run], name: str) -> Answer:
    sets = []
    for run in runs:
        if not isinstance(run, BalanceRun) or run.done < 2:
            raise BadRun(
                f"Run {run.number} has no report: that needs a run about the game, with two games"
                " or more."
            )
        sets.append(run.measures)
    command = " and ".join(run.spec.command() for run in runs)
    return html(
        report.page(sets, command),
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@get("/lab/runs/{number:int}/rows.csv", sync_to_thread=True)
def rows(state: State, number: FromPath[int]) -> File:
    run = state.shelf.find(number)
    if not run.rows.exists():
        raise BadRun(f"Run {number} has not played any games yet.")
    return File(run.rows, filename=f"run-{number}.csv", media_type="text/csv")


# Games


@get("/lab/runs/{number:int}/games", sync_to_thread=True)
def games(
    state: State, number: FromPath[int], sort: FromQuery[str] = "seed", first: FromQuery[int] = 0
) -> Answer:
    return html(
        pages.games_page(
            state.shelf.find(number), sort if sort in pages.SORTS else "seed", max(0, first)
        )
    )


@get("/lab/runs/{number:int}/games/{game:int}/{seating:int}/record", sync_to_thread=True)
def record(
    state: State, number: FromPath[int], game: FromPath[int], seating: FromPath[int]
) -> Response[str]:
    match = state.shelf.find(number).game(game, seating)
    headers = {
        "Content-Disposition": f'attachment; filename="run-{number}-{game}-{seating}.record"'
    }
    return Response(match.record(), media_type="text/plain; charset=utf-8", headers=headers)


@get("/lab/runs/{number:int}/games/{game:int}/{seating:int}/watch")
async def watch(
    state: State, number: FromPath[int], game: FromPath[int], seating: FromPath[int]
) -> Redirect:
    """Open a game at the table, from its first answer to its last."""
    run = await asyncio.to_thread(state.shelf.find, number)
    if run.spec.figures:
        raise BadRun(
            "This game was played with other figures. Start 'emberstacks lab --figures FOLDER' to"
            " watch such games."
        )
    match = await asyncio.to_thread(run.game, game, seating)
    plan = run.plan_of(game, seating)
    return to(await state.watch(match, f"Run {number}, seed {plan.first_seed}", list(plan.seats)))


# Who may ask, and what goes wrong


def only_here(request: Asking) -> Answer | None:
    """Other sites' pages must not start runs here, by a form or under a name of their own for this
    computer.
    """
    if not is_here(name_of(request.headers.get("host", ""))):
        return sorry("Not here", "The lab only answers on this computer, as localhost.", 403)
    if request.method not in ("GET", "HEAD"):
        site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
        same = origin is None or urlsplit(origin).netloc == request.headers.get("host")
        # a page without referrer has the origin "null"
        if site not in OWN if site is not None else not same:
            return sorry("Not here", "Another site's page may not do that.", 403)
    return None


def on_mistake(_: Asking, wrong: EmberstacksError) -> Answer:
    return sorry("That does not work", wrong, 404 if isinstance(wrong, BadRun) else 400)


def on_http(_: Asking, wrong: HTTPException) -> Answer:
    words = {
        404: "There is no such page.",
        405: "That page cannot do that.",
        413: "That is too long.",
    }
    return sorry(
        "That does not work",
        words.get(wrong.status_code, "The address makes no sense."),
        wrong.status_code,
    )


def create_app(shelf: Shelf, foreman: Foreman, watch_game: Watch) -> Litestar:
    """The application; its caller says how a game is watched."""

    everything = [
        index,
        script,
        new,
        start,
        look,
        live,
        stop,
        go_on,
        remove,
        compare,
        report_file,
        compared_file,
    ]
    return Litestar(
        [*everything, rows, games, record, watch],
        state=State({"shelf": shelf, "foreman": foreman, "watch": watch_game}),
        before_request=only_here,
        after_request=with_headers,
        exception_handlers={EmberstacksError: on_mistake, HTTPException: on_http},
        openapi_config=None,
        logging_config=None,  # the program that runs the application says where its log goes
        request_max_body_size=MOST_BYTES,
    )


def with_headers(response: Response[Any]) -> Response[Any]:
    response.headers.update(
        {name: value for name, value in HEADERS.items() if name not in response.headers}
    )
    return response
