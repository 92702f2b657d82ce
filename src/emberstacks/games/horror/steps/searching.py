"""Chapter 4 of RULES.md: markers, drawers and bookcases."""

from __future__ import annotations

from typing import ClassVar, Final

from emberstacks.games.horror.components import MARKERS, NOWHERE
from emberstacks.games.horror.library import free_fixture, markers_in
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.cards import draw_blessing, draw_curse
from emberstacks.games.horror.steps.dice import TWO, roll
from emberstacks.games.horror.steps.monsters import summon
from emberstacks.games.horror.steps.pages import GIVE_FIRST_PAGE, find_page
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.step import Auto, Chance


class DrawCoin(Chance[HorrorTable]):
    """§4.4 A coin is drawn from the bag."""

    clause: ClassVar[str] = "4.4"
    size: ClassVar[int] = 2

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return s.coins

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.coins[choice] -= 1
        s.note("coin", s.active, choice)
        if s.coins[0] + s.coins[1] == 0:
            s.coins[0] = s.box.coins[0]
            s.coins[1] = s.box.coins[1]
            s.note("refill")
        if choice == 0:
            draw_blessing(s, s.active)
        else:
            draw_curse(s, s.active)

    def text(self, s: HorrorTable, choice: i64) -> str:
        return "blessing coin" if choice == 0 else "curse coin"


class OpenBook(Auto[HorrorTable]):
    """§4.6 The dice name a book on the screen, and its colour is that of the page found."""

    clause: ClassVar[str] = "4.6"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        find_page(s, s.box.screen[6 * (s.white - 1) + s.yellow - 1])


class RollForBook(Auto[HorrorTable]):
    """§4.3 Only when the summoned monster has done its harm is the bookcase searched."""

    clause: ClassVar[str] = "4.3"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.push(OPEN_BOOK)
        roll(s, TWO)


class SearchDrawerToo(Auto[HorrorTable]):
    """§13.8 After the bookcase comes the drawer, in the same action."""

    clause: ClassVar[str] = "13.8"

    def answer(self, s: HorrorTable, choice: i64) -> None:
        search_drawer(s, s.active)


DRAW_COIN: Final = DrawCoin()
OPEN_BOOK: Final = OpenBook()
ROLL_FOR_BOOK: Final = RollForBook()
SEARCH_DRAWER_TOO: Final = SearchDrawerToo()


def place_marker(s: HorrorTable, seat: i64, fixture: i64) -> None:
    """§4.2 The next marker goes there, from wherever it is; §11.1 a full room brings a monster, §11.2 at that step."""
    number = s.meter[seat]
    room = fixture >> 2
    before = markers_in(s, room)
    if s.marker[MARKERS * seat + number] != NOWHERE:
        s.note("lift", seat, number, s.marker[MARKERS * seat + number])
    s.marker[MARKERS * seat + number] = fixture
    s.meter[seat] = (number + 1) % MARKERS
    s.note("marker", seat, number, fixture)
    if before + 1 == s.agreed.summoning and markers_in(s, room) == s.agreed.summoning:
        summon(s, room)


def search_drawer(s: HorrorTable, seat: i64) -> None:
    """§4.3 Marker, monster, and then §4.4 a coin."""
    s.push(DRAW_COIN)
    place_marker(s, seat, free_fixture(s, seat, True, 1))


def search_bookcase(s: HorrorTable, seat: i64) -> None:
    """§4.3 Marker, monster, and then §4.6 the dice."""
    s.push(ROLL_FOR_BOOK)
    place_marker(s, seat, free_fixture(s, seat, False, 1))


def search_both(s: HorrorTable, seat: i64) -> None:
    """§13.8 A bookcase and then a drawer."""
    s.push(SEARCH_DRAWER_TOO)
    search_bookcase(s, seat)


def exchange(s: HorrorTable, seat: i64) -> None:
    """§5.3 A marker on a bookcase, as in a search, and then the pages."""
    s.push(GIVE_FIRST_PAGE[seat])
    place_marker(s, seat, free_fixture(s, seat, False, 1))
