"""Chapter 4 of RULES.md: markers, drawers and bookcases."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.horror.components import ELDRED, MARKERS, NOWHERE
from emberstacks.games.horror.library import free_fixture, markers_in
from emberstacks.games.horror.powers import has_gift
from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps.cards import draw_blessing, draw_curse
from emberstacks.games.horror.steps.dice import TWO, roll
from emberstacks.games.horror.steps.kind import HorrorKind
from emberstacks.games.horror.steps.monsters import summon
from emberstacks.games.horror.steps.pages import GIVE_FIRST_PAGE, can_exchange, find_page, has_set
from emberstacks.games.horror.words import fixture_name
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.notation import mark
from emberstacks.kernel.step import MAX_SEATS, Auto, Chance, Step
from emberstacks.kernel.versions import V1_1
from emberstacks.kernel.words import Label, Refusal


@final
class CoinDrawn(Happening):
    """§4.4 A coin comes out of the bag."""

    kind: ClassVar[str] = "coin"

    def note(self, s: HorrorTable, seat: i64, coin: i64) -> None:
        if s.log is not None:
            self.told(
                s,
                f"{mark(seat)} draws a {'Blessing' if coin == 0 else 'Curse'} coin.",
                [seat, coin],
            )


@final
class BagRefilled(Happening):
    """§4.4 The last coin was drawn."""

    kind: ClassVar[str] = "refill"

    def note(self, s: HorrorTable) -> None:
        if s.log is not None:
            self.told(s, "That was the last coin: all sixteen go back into the bag.", [])


@final
class MarkerLifted(Happening):
    """§4.2 A marker that is used again."""

    kind: ClassVar[str] = "lift"

    def note(self, s: HorrorTable, seat: i64, number: i64, fixture: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} takes marker {number + 1} from {fixture_name(s.box, fixture)}."
            self.told(s, text, [seat, number, fixture])


@final
class MarkerPlaced(Happening):
    """§4.2 A marker where somebody searches."""

    kind: ClassVar[str] = "marker"

    def note(self, s: HorrorTable, seat: i64, number: i64, fixture: i64) -> None:
        if s.log is not None:
            text = f"{mark(seat)} places marker {number + 1} on {fixture_name(s.box, fixture)}."
            self.told(s, text, [seat, number, fixture])


@final
class ExchangeBegins(Happening):
    """§5.3 Somebody exchanges pages."""

    kind: ClassVar[str] = "exchange"

    def note(self, s: HorrorTable, seat: i64) -> None:
        if s.log is not None:
            self.told(s, f"{mark(seat)} exchanges pages.", [seat])


COIN_DRAWN: Final = CoinDrawn()
BAG_REFILLED: Final = BagRefilled()
MARKER_LIFTED: Final = MarkerLifted()
MARKER_PLACED: Final = MarkerPlaced()
EXCHANGE_BEGINS: Final = ExchangeBegins()


@final
class SearchBookcase(HorrorKind):
    """§4.6 Search a bookcase."""

    word: ClassVar[str] = "search bookcase"
    clause: ClassVar[str] = "4.6"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return s.fortitude[seat] >= 0 and free_fixture(s, seat, False, 1) != NOWHERE  # §4.1, §7.2

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        search_bookcase(s, seat)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Search a bookcase", detail="roll both dice")

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return why_not_search(s, seat, False, 1)

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("fixture", free_fixture(s, seat, False, 1))]


@final
class SearchDrawer(HorrorKind):
    """§4.4 Search a drawer."""

    word: ClassVar[str] = "search drawer"
    clause: ClassVar[str] = "4.4"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return s.fortitude[seat] >= 0 and free_fixture(s, seat, True, 1) != NOWHERE  # §4.1, §7.2

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        search_drawer(s, seat)

    def label(self, s: HorrorTable, seat: i64, which: i64) -> Label:
        return Label("Search a drawer", detail="draw a coin")

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        return why_not_search(s, seat, True, 1)

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("fixture", free_fixture(s, seat, True, 1))]


@final
class SearchBoth(HorrorKind):
    """§13.8 Bookish Mr Lindon searches a bookcase and a drawer in one action."""

    word: ClassVar[str] = "search both"
    clause: ClassVar[str] = "13.8"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        if not has_gift(s, seat, ELDRED):
            return False
        return (
            free_fixture(s, seat, False, self.lifted(s)) != NOWHERE
            and free_fixture(s, seat, True, 2) != NOWHERE
        )

    def lifted(self, s: HorrorTable) -> i64:
        """How many markers do not count when he looks for a bookcase: both that are due."""
        return 1 if s.rules < V1_1 else 2

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        if s.rules < V1_1:
            s.push(SEARCH_DRAWER_TOO)
            search_bookcase(s, seat)
        else:
            s.push(SEARCH_ORDER[seat])

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Search a bookcase and a drawer in one action"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if not has_gift(s, seat, ELDRED):
            return Refusal(
                "only Mr Lindon at +5 searches a bookcase and a drawer in one action.", "13.8"
            )
        return why_not_search(s, seat, False, self.lifted(s)) or why_not_search(s, seat, True, 2)

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [
            ("fixture", free_fixture(s, seat, False, self.lifted(s))),
            ("fixture", free_fixture(s, seat, True, 2)),
        ]


@final
class BookcaseFirst(HorrorKind):
    """§13.8 The bookcase, then the drawer."""

    word: ClassVar[str] = "bookcase first"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        s.push(DRAW_COIN)
        s.push(ROLL_FOR_BOOK)
        place_markers(
            s, seat, Ints([free_fixture(s, seat, False, 2), free_fixture(s, seat, True, 2)])
        )

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "The bookcase, then the drawer"

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("fixture", free_fixture(s, seat, False, 2))]


@final
class DrawerFirst(HorrorKind):
    """§13.8 The drawer, then the bookcase."""

    word: ClassVar[str] = "drawer first"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        s.push(ROLL_FOR_BOOK)
        s.push(DRAW_COIN)
        place_markers(
            s, seat, Ints([free_fixture(s, seat, True, 2), free_fixture(s, seat, False, 2)])
        )

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "The drawer, then the bookcase"

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("fixture", free_fixture(s, seat, True, 2))]


ORDER_MENU: Final[Menu[HorrorTable]] = Menu({BookcaseFirst(): [0], DrawerFirst(): [1]})


class SearchOrder(Step[HorrorTable]):
    """§13.8 Does Mr Lindon search the bookcase first or the drawer? Both his markers are placed
    before he begins.
    """

    clause: ClassVar[str] = "13.8"
    size: ClassVar[int] = 2
    block: ClassVar[int] = 4

    def menu(self) -> Menu[HorrorTable]:
        return ORDER_MENU

    def question(self, s: HorrorTable) -> str:
        return f"{mark(self.seat)}, which do you search first?"


@final
class Exchange(HorrorKind):
    """§5.3 Exchange pages at a bookcase: a marker, as in a search, and then the pages."""

    word: ClassVar[str] = "exchange"
    clause: ClassVar[str] = "5.3"

    def possible(self, s: HorrorTable, seat: i64) -> bool:
        return (
            s.fortitude[seat] >= 0
            and can_exchange(s, seat)
            and free_fixture(s, seat, False, 1) != NOWHERE
        )

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        EXCHANGE_BEGINS.note(s, seat)
        s.push(GIVE_FIRST_PAGE[seat])
        place_markers(s, seat, Ints([free_fixture(s, seat, False, 1)]))

    def label(self, s: HorrorTable, seat: i64, which: i64) -> str:
        return "Exchange pages at a bookcase"

    def why_not(self, s: HorrorTable, seat: i64, rest: str) -> Refusal | None:
        if s.fortitude[seat] < 0:
            return Refusal("you need Fortitude 0 or more to exchange pages.", "5.3")
        if not has_set(s.loose[seat]):
            return Refusal(
                "you need two loose pages of one colour, or three of three colours.", "5.4"
            )
        return why_not_search(s, seat, False, 1) or Refusal(
            "no deck holds a page that you need.", "5.5"
        )

    def pieces(self, s: HorrorTable, seat: i64, which: i64) -> list[tuple[str, int]]:
        return [("fixture", free_fixture(s, seat, False, 1))]


@final
class BlessingCoin(HorrorKind):
    """§4.4 It brings a Blessing."""

    word: ClassVar[str] = "blessing coin"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        draw_blessing(s, s.active)


@final
class CurseCoin(HorrorKind):
    """§4.4 It brings a Curse."""

    word: ClassVar[str] = "curse coin"

    def do(self, s: HorrorTable, seat: i64, which: i64) -> None:
        draw_curse(s, s.active)


COIN_MENU: Final[Menu[HorrorTable]] = Menu({BlessingCoin(): [0], CurseCoin(): [1]})


class DrawCoin(Chance[HorrorTable]):
    """§4.4 A coin is drawn from the bag."""

    clause: ClassVar[str] = "4.4"
    size: ClassVar[int] = 2

    def menu(self) -> Menu[HorrorTable]:
        return COIN_MENU

    def actor(self, s: HorrorTable) -> i64:
        return s.active

    def weights(self, s: HorrorTable) -> Ints:
        return s.coins

    def answer(self, s: HorrorTable, choice: i64) -> None:
        s.coins[choice] -= 1
        COIN_DRAWN.note(s, s.active, choice)
        if s.coins[0] + s.coins[1] == 0:
            s.coins[0] = s.box.coins[0]
            s.coins[1] = s.box.coins[1]
            BAG_REFILLED.note(s)
        COIN_MENU.do(s, s.active, choice)


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
SEARCH_ORDER: Final = [SearchOrder(seat) for seat in range(MAX_SEATS)]


def place_markers(s: HorrorTable, seat: i64, fixtures: Ints) -> None:
    """§4.2 The next marker goes there, from wherever it is, §13.8 or the next two, which are lifted
    first.

    §11.1 A full room brings a monster, §11.2 at that step: a marker lifted and placed in the same
    room changes nothing.
    """
    room = fixtures[0] >> 2
    before = markers_in(s, room)
    k: i64
    for k in range(len(fixtures)):
        number = (s.meter[seat] + k) % MARKERS
        if s.marker[MARKERS * seat + number] != NOWHERE:
            MARKER_LIFTED.note(s, seat, number, s.marker[MARKERS * seat + number])
    for fixture in fixtures:
        number = s.meter[seat]
        s.marker[MARKERS * seat + number] = fixture
        s.meter[seat] = (number + 1) % MARKERS
        MARKER_PLACED.note(s, seat, number, fixture)
    if before < s.agreed.summoning <= markers_in(s, room):
        summon(s, room)


def search_drawer(s: HorrorTable, seat: i64) -> None:
    """§4.3 Marker, monster, and then §4.4 a coin."""
    s.push(DRAW_COIN)
    place_markers(s, seat, Ints([free_fixture(s, seat, True, 1)]))


def search_bookcase(s: HorrorTable, seat: i64) -> None:
    """§4.3 Marker, monster, and then §4.6 the dice."""
    s.push(ROLL_FOR_BOOK)
    place_markers(s, seat, Ints([free_fixture(s, seat, False, 1)]))


def why_not_search(s: HorrorTable, seat: i64, drawer: bool, ahead: i64) -> Refusal | None:
    """Why a bookcase or drawer cannot be searched; None if it can."""
    here = s.place[seat]
    what = "drawer" if drawer else "bookcase"
    if (s.box.drawers[here] if drawer else s.box.bookcases[here]) == 0:
        return Refusal(f"there is no {what} in your room.", "4.1")
    if s.fortitude[seat] < 0:
        return Refusal("you need Fortitude 0 or more to search.", "4.1")
    if free_fixture(s, seat, drawer, ahead) == NOWHERE:
        return Refusal(f"your markers lie on every {what} of this room.", "4.1")
    return None
