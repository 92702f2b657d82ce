"""Librarians, the cooperative game by Pandaqi."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from emberstacks.games.librarians import aid, gallery, printed, talk, view
from emberstacks.games.librarians import options as agreed_options
from emberstacks.games.librarians.check import check
from emberstacks.games.librarians.components import Components, load
from emberstacks.games.librarians.state import (
    GAVE_UP,
    HIDDEN,
    LOST_TO_HORROR,
    RUNNING,
    SILENT,
    WON,
    LibraryTable,
    new_table,
)
from emberstacks.games.librarians.steps import STEPS
from emberstacks.games.librarians.steps.powers import POWERS
from emberstacks.games.librarians.steps.setup import LAY_SHELF, MIX_IN
from emberstacks.games.librarians.steps.thrills import ACTIONS
from emberstacks.kernel.errors import BadFigures, one_of
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import AidPart, Challenge, Game, GameInfo, Options, Piece
from emberstacks.kernel.masks import has
from emberstacks.kernel.state import State
from emberstacks.kernel.versions import V1_1

FOLDER: Final = Path(__file__).parent
TEAM: Final = "You and three bots shelve all books, with columns sorted too and series in one line."


class Librarians(Game):
    """Shelve all books together, in alphabetical order, without telling what you hold."""

    def __init__(self, box: Components) -> None:
        for what, named, done in (
            ("genre", box.genre_likes, list(POWERS)),
            ("action", box.action_likes, list(ACTIONS)),
        ):
            for name in named:
                if name not in done:
                    raise BadFigures(
                        f"components.toml: the rules have no {what} {name!r}; let it be like"
                        f" {one_of(done)}."
                    )
        self.box = box
        self.steps = STEPS
        self.info = GameInfo(
            id="librarians",
            title="Librarians",
            summary=(
                "Together, and without a word about your hands, shelve all books in alphabetical"
                " order."
            ),
            min_players=box.least_players,  # §1.1
            max_players=box.most_players,
            rules_version="1.2",
            designers="Pandaqi",
            publisher="Pandaqi",
            shelf=30,
            minutes=40,  # docs/lengths.md says how this was worked out
            weight="medium",
            options=agreed_options.all_options(box),
            presets=agreed_options.difficulties(box),
            challenges=[
                Challenge(
                    "team", "Team of Librarians", TEAM, 4, {"curse": "columns", "sequels": True}
                )
            ],
            earlier={
                "1.0": agreed_options.options_of_1_0(box),
                "1.1": agreed_options.options_of_1_1(box),
            },
            cooperative=True,  # §7.1
            drafts=True,  # §3.7
        )

    def set_up(self, players: int, options: Options, rules: int) -> State:
        agreed = agreed_options.agreement(self.box, options, rules)
        return new_table(
            agreed, players, MIX_IN if agreed.thrills > agreed.picked_thrills() else LAY_SHELF
        )

    def of_today(self, options: Options) -> Options:
        return agreed_options.of_today(options)

    def check_combination(self, players: int, options: Options, rules: int) -> None:
        agreed_options.check(self.box, players, options)

    def scores(self, s: State) -> list[int]:
        """§7.3 Minus the cards left, the same for everybody."""
        assert isinstance(s, LibraryTable)
        return [-int(s.left())] * int(s.seats)

    def winners(self, s: State) -> list[int]:
        """§7.1 Everybody or nobody."""
        assert isinstance(s, LibraryTable)
        return list(range(s.seats)) if s.ending == WON else []

    def summary(self, s: State) -> str:
        assert isinstance(s, LibraryTable)
        left = int(s.left())
        cards = "1 card is left" if left == 1 else f"{left} cards are left"
        if s.ending == WON:
            return "You win together: every book is on its shelf."
        if s.ending == LOST_TO_HORROR:
            return f"Horror has struck, and you lose together; {cards}."
        return (
            f"You {'gave up' if s.ending == GAVE_UP else 'could not go on'} and lose together;"
            f" {cards}."
        )

    def max_answers(self, players: int) -> int:
        """Every answer lays, draws or removes a card, is part of one of these, or spends a power
        card, of which there are few.

        A book that a power brings back costs a completed line or author, so no more than two in
        three books come back; each book costs at most a dozen answers from the deck to the
        discards, its thrill included (under rules 1.0 also its marker).
        """
        return 24 * len(self.box.titles) + 2 * len(self.box.shelf_texts)

    def census(self, s: State) -> list[int]:
        """Every book and every shelf card is in exactly one place."""
        assert isinstance(s, LibraryTable)
        books = [
            int(s.deck.rest[book]) + int(s.place[book] != HIDDEN) for book in range(s.agreed.books)
        ]
        for slots in [*s.hands, s.deck.top, s.deck.bottom]:
            for face in slots.face:
                if 0 <= face < len(books):
                    books[face] += 1
        on_table = [int(shelf) for shelf in s.shelf]
        shelves = [
            int(s.spare[k]) + on_table.count(k) + int(has(s.gone, k))
            for k in range(s.agreed.shelves)
        ]
        return [*books, *shelves]

    def check(self, s: State) -> None:
        assert isinstance(s, LibraryTable)
        check(s)

    def silent(self, options: Options) -> bool:
        """§8.1 Nobody says anything, §8.4 unless free talk was agreed on."""
        return options["talk"] != "chat"

    def marker(self, s: State, place: str) -> tuple[str, str]:
        assert isinstance(s, LibraryTable)
        return talk.marker(s, place)

    def facts(self, s: State) -> printed.Facts:
        """§8.3 Where a marker may go, if there are any."""
        assert isinstance(s, LibraryTable)
        if s.rules < V1_1 or s.agreed.talk == SILENT or s.ending != RUNNING:
            return {}
        return {"marker_places": [int(cell) for cell in talk.marker_places(s)]}

    def printed(self) -> printed.Box:
        return printed.box(self.box)

    def board(self, view_: Mapping[str, Any], names: Sequence[str]) -> str:
        return view.board(self.box, view_, names)

    def aid(self, players: int, options: Options) -> list[AidPart]:
        playing = [
            genre
            for colour in range(len(self.box.colours))
            for genre in agreed_options.genres_of(self.box, colour, options)
        ]
        agreed = agreed_options.agreement(self.box, options, agreed_options.NEWEST)
        may_join = sorted({int(self.box.thrill[book]) for book in agreed.may_join()})
        return aid.aid(
            self.box,
            playing,
            options,
            [self.box.actions[action].replace("-", " ") for action in may_join],
        )

    def pieces(self) -> list[Piece]:
        return gallery.pieces(self.box)

    def sources(self, s: State, events: Sequence[Event]) -> list[list[tuple[str, int]]]:
        """§7.3 The cards that are left count against everybody."""
        return [[("Cards that are left", points)] for points in self.scores(s)]


GAME: Final[Librarians] = Librarians(load(FOLDER))
