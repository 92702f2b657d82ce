"""`emberstacks play [GAME]`: play in the terminal, solo, with others or against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import emberstacks as es
from emberstacks.bots.specs import usual_bot
from emberstacks.cli import saves
from emberstacks.cli.coach import Coach
from emberstacks.cli.errors import WrongUse
from emberstacks.cli.figures import Folder, play_with
from emberstacks.cli.screen import Screen
from emberstacks.cli.seats import PERSON, seated, seats_of
from emberstacks.cli.session import Session
from emberstacks.cli.shared import Options
from emberstacks.cli.welcome import welcome
from emberstacks.games import game_by_id
from emberstacks.kernel.game import GameInfo, Value
from emberstacks.kernel.match import SEED_BITS


def play(
    game: Annotated[
        str | None, Parameter(help="Which game, or with --resume which saved game.")
    ] = None,
    /,
    *,
    players: Annotated[
        int | None,
        Parameter(help="The number of players; by default 2, or one per name in --seats."),
    ] = None,
    seats: Annotated[
        str | None,
        Parameter(
            help=(
                "Who sits where: 'you' or a bot for each seat, separated by commas. With --resume:"
                " the same once more."
            )
        ),
    ] = None,
    option: Options = None,
    seed: Annotated[
        int | None,
        Parameter(
            help="Makes the game repeatable. Without it, all chance is secret until the end."
        ),
    ] = None,
    names: Annotated[str | None, Parameter(help="The players' names, separated by commas.")] = None,
    coach: Annotated[
        bool,
        Parameter(
            negative="",
            show_default=False,
            help="Let a coach help you in your first games, if you play with bots only.",
        ),
    ] = False,
    save: Annotated[
        Path | None, Parameter(help="Where to save the game; by default in your data folder.")
    ] = None,
    resume: Annotated[
        bool,
        Parameter(
            negative="", show_default=False, help="Continue a saved game, by default the last one."
        ),
    ] = False,
    daily: Annotated[
        str | None, Parameter(help="Play today's challenge, such as lone-librarian.")
    ] = None,
    figures: Folder = None,
) -> int:
    """Play a game."""
    if figures is not None:
        here = play_with(figures)
        game = game if resume else game or here
    screen = Screen()
    told = (players, option, seed, names, save)
    if daily is not None:
        if game is not None or resume or any(value is not None for value in (seats, *told)):
            raise WrongUse(
                "A challenge is the same for everybody, so --daily takes its name and nothing else."
            )
        from emberstacks.cli.daily import play_daily  # it needs what is here

        return play_daily(screen, daily)
    if resume:
        if any(value is not None for value in told):
            raise WrongUse(
                "A resumed game keeps its settings, so --resume takes a file and no other option"
                " but --seats."
            )
        return with_coach(
            coach, resumed(screen, Path(game) if game is not None else last_game(), seats)
        ).run()
    if game is None and screen.interactive and all(value is None for value in (seats, *told)):
        return asked(screen, coach)
    if coach and players is None and seats is None:
        seats = friendly(game_by_id(game).info if game is not None else es.list_games()[0])
    return with_coach(
        coach, new(screen, game, players, seats, option or [], seed, names, save)
    ).run()


def friendly(info: GameInfo) -> str:
    """Who sits at a guided game: you and two bots that suit a first one.

    >>> friendly(game_by_id("fire").info)
    'you,apprentice,apprentice'
    """
    return ",".join([PERSON, *[usual_bot(info.cooperative)] * (min(3, info.max_players) - 1)])


def with_coach(wanted: bool, session: Session) -> Session:
    """The session, with a coach if one is wanted and nobody else could lose to its help."""
    if wanted and len(session.seats.people) != 1:
        raise WrongUse(
            "The coach helps one person who plays with bots: name 'you' only once in --seats."
        )
    if wanted:
        session.coach = Coach(session.screen, session.match.game.info.id, session.seats.luck)
    return session


def asked(screen: Screen, coach: bool) -> int:
    """The command line says nothing: ask, with a default for everything."""
    try:
        wish = welcome(screen)
    except EOFError:
        return 0
    if isinstance(wish, Path):
        return with_coach(coach, resumed(screen, wish)).run()
    game, seats, names = wish
    return with_coach(coach, new(screen, game, None, seats, [], None, names, None)).run()


def new(
    screen: Screen,
    game: str | None,
    players: int | None,
    seats: str | None,
    options: list[str],
    seed: int | None,
    names: str | None,
    save: Path | None,
) -> Session:
    """Start a new game; everything is checked before anything is written."""
    info = game_by_id(game).info if game is not None else es.list_games()[0]
    if seed is not None and not 0 <= seed <= SEED_BITS:
        raise WrongUse(f"A seed must be a whole number from 0 to {SEED_BITS}, not {seed}.")
    who = seated(info, players, seats, names, seed)
    match = es.new(info.id, len(who.specs), seed, **parsed(info, options))
    path = saves.check_new(save) if save is not None else saves.new_file(info.id)
    if screen.interactive:
        screen.say(f"{info.title}. Type ? for help, or quit to leave; your game is saved.", "dim")
        if who.company():
            screen.say(f"With you at the table: {who.company()}.", "dim")
    return Session(screen, match, who, path)


def parsed(info: GameInfo, options: list[str]) -> dict[str, Value]:
    """The options as typed; a value that does not exist is refused later, with a list of those that
    do.
    """
    known = {option.name: option for option in info.options}
    values: dict[str, Value] = {}
    for pair in options:
        name, equals, text = pair.partition("=")
        if not equals:
            raise WrongUse(
                f"Write an option as name=value, not {pair!r}. {info.id} has"
                f" {', '.join(known) or 'no options'}."
            )
        choices = known[name].choices if name in known else ()
        values[name] = next(
            (choice for choice in choices if str(choice).lower() == text.lower()), text
        )
    return values


def last_game() -> Path:
    """The game you left last."""
    path = saves.newest_unfinished()
    if path is None:
        raise WrongUse(
            f"There is no unfinished game in {saves.folder()}. Start one with 'emberstacks play'."
        )
    return path


def resumed(screen: Screen, path: Path, seats: str | None = None) -> Session:
    """Continue a saved game. A record from elsewhere stays as it is, and the game continues in a
    copy.
    """
    match, headers = saves.load(path)
    if match.over:
        raise WrongUse(f"The game in {path} is over. Watch it with 'emberstacks replay {path}'.")
    own = path if "Seats" in headers else saves.new_file(match.game.info.id)
    session = Session(screen, match, seats_of(headers, match, seats), own)
    session.resumed()
    return session
