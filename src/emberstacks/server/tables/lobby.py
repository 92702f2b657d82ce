"""The lobby over HTTP: games, tables, chairs, and what has been played."""

from __future__ import annotations

import json
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, Any

from litestar import Controller, MediaType, Request, Response, get, post
from litestar.datastructures.state import State
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from sqlalchemy import Row

from emberstacks.bots.levels import AT_TABLES
from emberstacks.bots.people import people_of, person_of
from emberstacks.bots.specs import bot_kinds, usual_bot
from emberstacks.bots.styles import styles_of
from emberstacks.games import GAMES, game_by_id
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import GameInfo, Option
from emberstacks.kernel.match import Match
from emberstacks.kernel.notation import LETTERS
from emberstacks.kernel.rules import clauses
from emberstacks.lessons import contents_of
from emberstacks.puzzles import count_of, today
from emberstacks.server import clock
from emberstacks.server.limits import address_of, new_table
from emberstacks.server.names import NUMBERED, one_line
from emberstacks.server.protocol import (
    MAX_TITLE,
    BotCard,
    Catalogue,
    ChatLine,
    Clause,
    EventInfo,
    Fill,
    Fork,
    Frame,
    GameCard,
    LessonCard,
    NewTable,
    OptionInfo,
    Person,
    PresetInfo,
    ReviewState,
    Rulebook,
    SeatNumber,
    SeatPlan,
    TableInfo,
)
from emberstacks.server.store.log import MOST_LINES
from emberstacks.server.store.outcomes import Conflict, EmptyChair, NoTable, TooManyTables
from emberstacks.server.store.tables import options_text
from emberstacks.server.tables.live import LiveTable, chat_line, undrawn
from emberstacks.server.tables.screens import on_screen
from emberstacks.server.wire.kept import KEPT, kept
from emberstacks.server.wire.manual import has_docs
from emberstacks.server.wire.trouble import TROUBLES, bad_request, conflict, forbidden, not_found, too_many
from emberstacks.server.wire.turnstile import spend

log = logging.getLogger("emberstacks.lobby")

MOST_LISTED = 100
LEAST_KEY = 16
CLOCKS = (0, 60, 120, 300, 86_400, 259_200)
Asking = Request[Any, Any, Any]
Change = dict[int, dict[str, Any]]  # what becomes of chairs
BOT_NAMES = ("Quill", "Folio", "Vellum", "Inkwell", "Codex", "Papyrus", "Ember", "Scroll")  # of bots that programmers use


def catalogue(docs: bool) -> Catalogue:
    """Everything a table can be made of. Bots that are programs on this machine are left out: strangers must not start them."""
    games = []
    for game in GAMES.values():
        info = game.info
        options = [option_info(option) for option in info.options]
        made: dict[str, Any] = {
            "options": options,
            "presets": presets(info),
            "usual_bot": usual_bot(info.cooperative),
            "levels": [level.name for level in AT_TABLES],
            "styles": styles_of(info.id),
            "lessons": lesson_cards(info.id),
            "puzzles": count_of(info.id),
        }
        facts = {key: getattr(info, key) for key in GameCard.__struct_fields__ if key not in made}
        games.append(GameCard(**facts, **made))
    return Catalogue(games=games, bots=bot_cards(), docs=docs)


def lesson_cards(game: str) -> list[LessonCard]:
    return [LessonCard(number=k, title=title, minutes=minutes) for k, (title, minutes) in contents_of(game).items()]


def presets(info: GameInfo) -> list[PresetInfo]:
    return [
        PresetInfo(name=one.name, options=dict(one.options), words=one.words, measured=one.measured, least=one.least)
        for one in info.presets
    ]


def option_info(option: Option) -> OptionInfo:
    return OptionInfo(
        name=option.name,
        title=option.heading,
        choices=list(option.choices),
        words=[option.word(choice) for choice in option.choices],
        default=option.default,
        help=option.help,
        more=option.more,
    )


def bot_cards() -> list[BotCard]:
    return [
        BotCard(spec=kind.offer, help=kind.help, group=kind.group, people=list(people_of(kind.offer)))
        for kind in bot_kinds()
        if kind.offer
    ]


def check_bot(spec: str) -> str:
    known = [card.spec for card in bot_cards()]
    if spec not in known:
        raise bad_request("bad-bot", f"There is no bot {spec!r}. Choose from {', '.join(known)}.")
    return spec


class Games(Controller):
    """What can be played."""

    path = "/api/games"
    tags = ("games",)

    @get(summary="All games and bots", sync_to_thread=False, responses=TROUBLES, opt=KEPT)
    def all_games(self, request: Asking) -> Response[Catalogue]:
        return kept(request, catalogue, has_docs())

    @get(
        "/{game:str}/box", summary="What is printed on the pieces of a game", sync_to_thread=False, responses=TROUBLES, opt=KEPT
    )
    def box(self, game: FromPath[str], request: Asking) -> Response[dict[str, Any]]:
        return kept(request, printed, known(game))

    @get("/{game:str}/rules", summary="The rules of a game", sync_to_thread=False, responses=TROUBLES, opt=KEPT)
    def rules(self, game: FromPath[str], request: Asking) -> Response[Rulebook]:
        return kept(request, rulebook, known(game))


def known(game: str) -> str:
    """A game that there is."""
    if game not in GAMES:
        raise not_found(f"There is no game {game!r}.")
    return game


def printed(game: str) -> dict[str, Any]:
    return dict(game_by_id(game).printed())


def rulebook(game: str) -> Rulebook:
    found = game_by_id(game)
    text = found.rules()
    listed = [Clause(number=number, text=words) for number, words in clauses(text).items()]
    return Rulebook(game=game, version=found.info.rules_version, text=text, clauses=listed)


async def find(state: State, table: str) -> LiveTable:
    """A table as the database has it now, so that people find what another process has told them."""
    live: LiveTable | None = await state.hub.table(table)
    if live is None:
        raise not_found("There is no such table.")
    if state.store.shared:
        await state.hub.look_again(live)
        if table not in state.hub.tables:  # somebody has removed it
            raise not_found("There is no such table.")
    return live


async def still_played(state: State, table: str) -> bool:
    """Is this table a try at the challenge of today? Then its secret would tell others every draw."""
    return bool(await state.store.challenge_day(table) == today().isoformat())


def host_only(row: Row[Any], person: Person) -> None:
    if row.host != person.id:
        raise forbidden("not-host", "Only the host of the table can do that.")


def before_start(row: Row[Any]) -> None:
    if row.status != "open":
        raise conflict("started", "The game has already begun.")


def seat_of(chairs: list[Row[Any]], person: Person) -> int | None:
    return next((int(chair.seat) for chair in chairs if chair.person == person.id), None)


def chair_at(chairs: list[Row[Any]], seat: int) -> Row[Any]:
    if not 0 <= seat < len(chairs):
        raise bad_request("bad-seat", "There is no such chair.")
    return chairs[seat]


async def change_seating(state: State, table: str, decide: Callable[[Row[Any], list[Row[Any]]], Change]) -> TableInfo:
    """Decide and write in one transaction, so that nothing comes in between; then tell everybody."""
    live = await find(state, table)
    try:
        await state.store.change_seating(table, decide)
    except NoTable:
        raise not_found("There is no such table.") from None
    await state.hub.refresh(live)
    state.hub.announce(table)
    return live.info()


def distinct(name: str, taken: list[str]) -> str:
    """A name that nobody else at the table has.

    >>> distinct("Ada", ["Ben"]), distinct("Ada", ["Ada", "Ada 2"])
    ('Ada', 'Ada 3')
    """
    number = 1
    found = name
    while found in taken:
        number += 1
        found = f"{name[:NUMBERED]} {number}"
    return found


def seat_bot(spec: str, seat: int, taken: list[str]) -> dict[str, str]:
    """A bot on a chair, under a name that nobody else at the table has; that name is taken from now on."""
    name = person_of(spec, taken) or distinct(BOT_NAMES[seat], taken)
    taken.append(name)
    return {"kind": "bot", "bot": spec, "name": name}


def chair_rows(table: str, plans: list[SeatPlan], person: Person) -> list[dict[str, Any]]:
    taken = [person.name]
    rows = []
    for seat, plan in enumerate(plans):
        row = {"table": table, "seat": seat, "kind": "open", "person": "", "bot": "", "name": "", "stand_in": False}
        if plan.kind == "host":
            row |= {"kind": "person", "person": person.id, "name": person.name}
        elif plan.kind == "bot":
            row |= seat_bot(check_bot(plan.bot), seat, taken)
        rows.append(row)
    return rows


def table_id(person: Person, key: str) -> str:
    """An id that nobody can guess. A person who asks twice with one key, as a double click does, gets the same one."""
    if not key:
        return secrets.token_urlsafe(16).replace("-", "_")  # on a command line it is no option
    if len(key) < LEAST_KEY:
        raise bad_request("bad-key", f"A key needs at least {LEAST_KEY} characters, so that nobody can guess it.")
    return urlsafe_b64encode(sha256(f"{person.id} {key}".encode()).digest()[:16]).decode().rstrip("=")


async def open_table(
    request: Asking,
    data: NewTable,
    person: Person,
    position: dict[str, Any] | None = None,
    rematch_of: str = "",
    secret: str = "",
    titled: str = "",
    source: str = "",
) -> TableInfo:
    """Write a new table, and make it known; without a secret, it gets one of its own.

    `titled` is whose name a copied title tells, `source` the running game without hints that it continues.
    """
    state = request.app.state
    try:
        game = game_by_id(data.game)
        options = game.full_options(len(data.seats), data.options)
    except BadOptions as wrong:
        raise bad_request("bad-options", str(wrong)) from None
    if sum(plan.kind == "host" for plan in data.seats) > 1:
        raise bad_request("bad-seats", "You can only sit on one chair.")
    if data.clock not in CLOCKS:
        raise bad_request("bad-clock", f"The clock can be {', '.join(str(clock) for clock in CLOCKS)} seconds.")
    table = table_id(person, data.key)
    title = one_line(data.title)[:MAX_TITLE] or f"{person.name}'s table"
    now = clock.now()
    row = {
        "id": table,
        "game": data.game,
        "players": len(data.seats),
        "options": options_text(options),
        "title": title,
        "titled": titled or (person.id if person.name in title else ""),
        "source": source,
        "public": data.public,
        "clock": data.clock,
        "silent": data.silent or game.silent(options),
        "help": data.help,
        "status": "open",
        "host": person.id,
        "secret": secret or state.hub.entropy(32).hex(),
        "position": json.dumps(position) if position is not None else None,
        "created": now,
        "changed": now,
        "result": "",
        "next": "",
        "rules": position["rules"] if position is not None else game.info.rules_version,
    }
    chairs = chair_rows(table, data.seats, person)
    await spend(state, *new_table(state.settings, person.id, address_of(request)))
    try:
        table = await state.store.add_table(row, chairs, rematch_of, state.settings)
        log.info("a table of %s was opened (%s...) by %s", data.game, table[:6], person.id)
    except TooManyTables as wrong:
        state.figures.limited(f"tables-{wrong}")
        mine = "You have many tables open; play or leave one of them first."
        everybody = "All tables are taken; come back later."
        raise too_many("too-many-tables", mine if str(wrong) == "person" else everybody, 60) from None
    except Conflict:  # the same request a second time: its table exists
        if not data.key:
            raise
    return (await find(state, table)).info()


async def join_rematch(state: State, table: str, seat: int, person: Person) -> TableInfo:
    """Sit down at the table of a rematch, on your old chair if it is free; if you come too late, you may watch."""

    def decide(row: Row[Any], chairs: list[Row[Any]]) -> Change:
        free = row.status == "open" and seat_of(chairs, person) is None and chairs[seat].kind == "open"
        name = distinct(person.name, [chair.name for chair in chairs])
        return {seat: {"kind": "person", "person": person.id, "name": name, "bot": ""}} if free else {}

    return await change_seating(state, table, decide)


class Tables(Controller):
    """Tables: open, join, start, and look back."""

    path = "/api/tables"
    tags = ("tables",)

    @get(summary="Tables to join or watch, and my own", responses=TROUBLES)
    async def listed(self, person: NamedDependency[Person], state: State) -> list[TableInfo]:
        names = await state.store.tables_of(person.id, MOST_LISTED) + await state.store.public_tables(MOST_LISTED)
        listed: list[TableInfo] = await state.hub.listed(list(dict.fromkeys(names)))
        return listed

    @post(summary="Open a table", responses=TROUBLES)
    async def open(self, data: JSONBody[NewTable], person: NamedDependency[Person], request: Asking) -> TableInfo:
        return await open_table(request, data, person)

    @get("/{table:str}", summary="A table by its link", responses=TROUBLES)
    async def look(self, table: FromPath[str], state: State) -> TableInfo:
        return (await find(state, table)).info()

    @post("/{table:str}/sit", summary="Sit down on a free chair", status_code=200, responses=TROUBLES)
    async def sit(
        self, table: FromPath[str], data: JSONBody[SeatNumber], person: NamedDependency[Person], state: State
    ) -> TableInfo:
        def decide(row: Row[Any], chairs: list[Row[Any]]) -> Change:
            before_start(row)
            if seat_of(chairs, person) is not None:
                raise conflict("seated", "You already sit at this table.")
            if chair_at(chairs, data.seat).kind != "open":
                raise conflict("taken", "Somebody else has taken that chair.")
            name = distinct(person.name, [chair.name for chair in chairs])
            return {data.seat: {"kind": "person", "person": person.id, "name": name, "bot": ""}}

        return await change_seating(state, table, decide)

    @post("/{table:str}/stand", summary="Stand up again, or let somebody stand up (host)", status_code=200, responses=TROUBLES)
    async def stand(
        self, table: FromPath[str], data: JSONBody[SeatNumber], person: NamedDependency[Person], state: State
    ) -> TableInfo:
        def decide(row: Row[Any], chairs: list[Row[Any]]) -> Change:
            before_start(row)
            if data.seat != seat_of(chairs, person):
                host_only(row, person)
            chair_at(chairs, data.seat)
            return {data.seat: {"kind": "open", "person": "", "bot": "", "name": ""}}

        return await change_seating(state, table, decide)

    @post("/{table:str}/fill", summary="Fill empty chairs with bots (host)", status_code=200, responses=TROUBLES)
    async def fill(
        self, table: FromPath[str], data: JSONBody[Fill], person: NamedDependency[Person], state: State
    ) -> TableInfo:
        spec = check_bot(data.bot)

        def decide(row: Row[Any], chairs: list[Row[Any]]) -> Change:
            host_only(row, person)
            before_start(row)
            free = [chair.seat for chair in chairs if chair.kind == "open"]
            taken = [chair.name for chair in chairs]
            return {seat: seat_bot(spec, seat, taken) for seat in free}

        return await change_seating(state, table, decide)

    @post("/{table:str}/start", summary="Begin the game (host)", status_code=200, responses=TROUBLES)
    async def start(self, table: FromPath[str], person: NamedDependency[Person], state: State) -> TableInfo:
        live = await find(state, table)
        host_only(live.row, person)
        try:
            await state.hub.start(live)
        except Conflict:
            raise conflict("started", "The game has already begun.") from None
        except EmptyChair:
            raise conflict("empty-chairs", "There are empty chairs: wait for people, or fill them with bots.") from None
        return live.info()

    @post("/{table:str}/rematch", summary="Another game with the same people and options", responses=TROUBLES)
    async def rematch(self, table: FromPath[str], person: NamedDependency[Person], state: State, request: Asking) -> TableInfo:
        live = await find(state, table)
        if live.row.status != "over":
            raise conflict("not-over", "A rematch is possible when the game is over.")
        if live.seat_of(person.id) is None:
            raise forbidden("not-seated", "Only those who played can ask for a rematch.")
        if live.row.next:
            return await join_rematch(state, live.row.next, live.seat_of(person.id) or 0, person)
        row = live.row
        plan = [SeatPlan(kind="bot", bot=chair.bot) if chair.kind == "bot" else SeatPlan(kind="open") for chair in live.chairs]
        plan[live.seat_of(person.id) or 0] = SeatPlan(kind="host")
        facts = {name: getattr(row, name) for name in ("game", "title", "public", "clock", "silent", "help")}
        new = NewTable(**facts, seats=plan, options=json.loads(row.options))
        info = await open_table(request, new, person, rematch_of=table, titled=row.titled)
        await state.hub.refresh(live)
        if info.host != person.id:  # somebody else was faster
            return await join_rematch(state, info.id, live.seat_of(person.id) or 0, person)
        if all(plan_.kind != "open" for plan_ in plan):
            new_live = await find(state, info.id)
            await state.hub.start(new_live)
            return new_live.info()
        return info

    @get("/{table:str}/chat", summary="The chat before a line, one page at a time", responses=TROUBLES)
    async def chat(
        self, table: FromPath[str], state: State, before: Annotated[int, QueryParameter(ge=1, le=MOST_LINES)] = MOST_LINES
    ) -> list[ChatLine]:
        live = await find(state, table)
        return [chat_line(line) for line in await state.store.talk(live.id, before=before)]

    # What has been played

    @get("/{table:str}/record", summary="The game as a record", media_type=MediaType.TEXT, responses=TROUBLES)
    async def record(self, table: FromPath[str], person: NamedDependency[Person], state: State) -> Response[str]:
        """The whole record when the game is over; before that, what you may know."""
        live = await find(state, table)
        text = await record_text(state, live, live.seat_of(person.id))
        return Response(text, media_type="text/plain; charset=utf-8")

    @get("/{table:str}/frames/{answers:int}", summary="The game as it was after a number of answers", responses=TROUBLES)
    async def frame(
        self,
        table: FromPath[str],
        answers: FromPath[int],
        person: NamedDependency[Person],
        state: State,
        seat: Annotated[str, QueryParameter(max_length=9)] = "",
    ) -> Frame:
        """The game as you saw it; when it is over, as any seat saw it."""
        live = await find(state, table)
        match = played(live)
        viewer = viewpoint(live, match, person, seat)
        known = match.length - match.drafted(viewer)
        if not 0 <= answers <= known:
            raise bad_request("bad-point", f"The game has {known} answers.")
        then = match.after(answers)
        view = then.view(viewer, facts=True)
        return Frame(
            answers=answers,
            of=known,
            view=on_screen(then.game, view),
            events=[EventInfo(**event) for event in then.events(viewer)],
            question=then.question,
            clause=then.clause,
            result=then.result.summary if then.result else "",
            board=undrawn(then, view, []),
        )

    @post(
        "/{table:str}/review",
        summary="The review of a finished game; the first request starts it, later ones say how far it is",
        status_code=200,
        responses=TROUBLES,
    )
    async def review(self, table: FromPath[str], person: NamedDependency[Person], state: State) -> ReviewState:
        """Only when the game is over, because before that it would be a hint. A fork of a game without hints has no review."""
        live = await find(state, table)
        match = played(live)
        if not match.over:
            raise conflict("not-over", "You can review the game when it is over.")
        if live.row.position is not None and not live.row.help:
            raise forbidden("no-help", "This game continues one without help, so it cannot be reviewed.")
        found: ReviewState = await state.reviews.look(table, match, person.id)
        return found

    @post("/{table:str}/fork", summary="Play on from a point of this game, against bots", responses=TROUBLES)
    async def fork(
        self, table: FromPath[str], data: JSONBody[Fork], person: NamedDependency[Person], state: State, request: Asking
    ) -> TableInfo:
        """A finished game is copied as it was, a running one as a possible world, so that nobody learns anything."""
        live = await find(state, table)
        match = played(live)
        known = match.length - match.drafted(live.seat_of(person.id))
        if not 0 <= data.answers <= known or not 0 <= data.seat < match.players:
            raise bad_request("bad-point", f"The game has {known} answers and {match.players} seats.")
        then = match.after(data.answers)
        if not match.over:
            then = then.world(viewpoint(live, match, person, LETTERS[data.seat]), secrets.randbits(60))
        if then.over:
            raise conflict("over", "The game is over at that point.")
        plan = [
            SeatPlan(kind="host") if seat == data.seat else SeatPlan(kind="bot", bot=data.bot) for seat in range(match.players)
        ]
        new = NewTable(
            game=live.row.game,
            seats=plan,
            options=json.loads(live.row.options),
            title=f"{live.row.title}, otherwise",
            help=await may_help(state, live, person),
        )
        secret = not (match.over or live.ended) and (others_play(live, person) or not live.helps)
        source = live.id if secret else live.row.source
        return await open_table(request, new, person, then.to_json(), titled=live.row.titled, source=source)


def others_play(live: LiveTable, person: Person) -> bool:
    return any(chair.kind == "person" and chair.person != person.id for chair in live.chairs)


async def may_help(state: State, live: LiveTable, person: Person) -> bool:
    """Hints for a fork: if nobody else plays the game, or it is over; so must be the games that it continues itself."""
    source = live.row.source
    while source:
        found = await state.store.table(source)
        if found is not None and found[0].status != "over":
            return False
        source = found[0].source if found is not None else ""
    over = live.ended or (live.match is not None and live.match.over)
    return over or (live.helps and not others_play(live, person))


async def record_text(state: State, live: LiveTable, seat: int | None) -> str:
    """The record of a game: whole when it is over, and before that what a seat may know."""
    if live.aside:
        begun = live.so_far.record(seat) if live.so_far is not None else f'[Game "{live.row.game}"]\n'
        return f"{begun}# {live.aside}\n"
    match = played(live)
    return match.record() if match.over and not await still_played(state, live.id) else live.with_own(seat).record(seat)


def played(live: LiveTable) -> Match:
    if live.aside:
        raise conflict("set-aside", live.aside)
    if live.match is None:
        raise conflict("not-begun", "The game has not begun yet.")
    return live.match


def viewpoint(live: LiveTable, match: Match, person: Person, wanted: str) -> int | None:
    """Whose view you get: your own or a spectator's, and any seat's when the game is over."""
    own = live.seat_of(person.id)
    if not wanted:
        return own
    if wanted == "spectator":
        return None
    if wanted not in LETTERS[: match.players]:
        raise bad_request("bad-seat", f"Seats are {', '.join(LETTERS[: match.players])} and spectator.")
    if not match.over and LETTERS.index(wanted) != own:
        raise forbidden("not-your-seat", "Until the game is over, you only see it from your own seat.")
    return LETTERS.index(wanted)
