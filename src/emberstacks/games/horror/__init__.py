"""Horror in the Library, by Marcus Pullen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from emberstacks.games.horror import aid, gallery, view
from emberstacks.games.horror.check import check_table
from emberstacks.games.horror.components import (
    FINGERTRAP,
    OBJECTS,
    PAGES,
    RITUAL_DAGGER,
    UNRESOLVED_BUSINESS,
    Components,
    load,
)
from emberstacks.games.horror.facts import Facts, facts
from emberstacks.games.horror.printed import Box, printed
from emberstacks.games.horror.state import NO_SEAT, SECRETS, Agreed, HorrorTable, new_table
from emberstacks.games.horror.steps import STEPS
from emberstacks.games.horror.steps.setup import first_step
from emberstacks.games.horror.words import signed
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import AidPart, Game, GameInfo, Option, Options, Piece, Preset, Value
from emberstacks.kernel.masks import has, how_many
from emberstacks.kernel.notation import mark
from emberstacks.kernel.state import State
from emberstacks.kernel.zones import Deck, Slots

FOLDER: Final = Path(__file__).parent
USUAL: Final = "usual"
PLAN_WORDS: Final[dict[Value, str]] = {
    "square": "square: 8 rooms",
    "gallery": "gallery: 8 rooms in two rows",
    "horseshoe": "horseshoe: 8 rooms",
    "zigzag": "zigzag: 8 rooms",
    "grand": "grand: 15 rooms",
    "generated": "a new one each game, 8 rooms",
    "generated-grand": "a new one each game, 15 rooms",
}

# What was measured is in docs/lengths.md.
PRESETS: Final = [
    Preset(
        "First game",
        {},
        "The usual library, and no special abilities.",
        "144 decisions in a game of three, about 35 minutes.",
    ),
    Preset(
        "Short game",
        {"secrets": 1},
        "Each player must find only one page before leaving.",
        "45 decisions in a game of three, about 10 minutes.",
    ),
    Preset(
        "Full game",
        {"abilities": True, "monster_abilities": True},
        "With gifts, weaknesses and objects against monsters.",
        "146 decisions in a game of three, about 35 minutes.",
    ),
    Preset(
        "Hard",
        {"abilities": True, "monster_abilities": True, "secrets": 4},
        "With gifts, weaknesses and objects, and four pages to find before leaving.",
        "206 decisions in a game of three, about 50 minutes.",
    ),
]


class Horror(Game):
    """Find your pages in a library that turns, keep your nerve, and be the first through the
    Portal.
    """

    def __init__(self, box: Components | None = None) -> None:
        self.box = box = box or load(FOLDER)
        self.steps = STEPS
        options = [
            Option(
                "secrets",
                (0, *range(1, box.most_secrets + 1)),
                0,
                "How many pages each player must find before leaving.",
                title="Pages to find",
                words={0: "usual: 2 for two players, 3 for more"},
            ),
            Option(
                "layout",
                (USUAL, *box.plans),
                USUAL,
                "How the rooms lie around the Portal.",
                title="The library",
                words={USUAL: "usual: square, or grand for five and six players", **PLAN_WORDS},
            ),
            Option(
                "characters",
                ("chosen", "dealt", "by-seat"),
                "chosen",
                "How players get their characters.",
                words={
                    "chosen": "chosen in turn",
                    "dealt": "dealt at random",
                    "by-seat": "by chair: Betty sits first",
                },
            ),
            Option(
                "expansion",
                (False, True),
                False,
                "Allow Crane and Vesper with fewer than five players too.",
                more=True,
                title="Crane and Vesper",
            ),
            Option(
                "abilities",
                (False, True),
                False,
                "For those who know the game: a gift at +5 Fortitude, a weakness at -5.",
                title="Gifts and weaknesses",
            ),
            Option(
                "monster_abilities",
                (False, True),
                False,
                "For those who know the game: an object for each character, whose page helps it"
                " against monsters.",
                title="Objects against monsters",
            ),
            Option(
                "blind_theft",
                (False, True),
                False,
                "Thieves may also take an unseen card from the victim's hand.",
                more=True,
            ),
            Option(
                "rounds",
                tuple(box.rounds),
                box.rounds[0],
                "The game ends after this round at the latest.",
                more=True,
                title="Last round",
                words={box.rounds[0]: "as long as it takes"},
            ),
        ]
        letters = Option(
            "letters",
            ("dealt", "chosen"),
            "dealt",
            "How players get the colours of the pages to find.",
            more=True,
            title="Letters of the secrets",
            words={"dealt": "dealt at random", "chosen": "chosen by their owner"},
        )
        laying = Option(
            "laying",
            ("random", "by-hand"),
            "random",
            "Who lays the rooms on the plan of the library.",
            more=True,
            title="Laying the rooms",
            words={"random": "laid at random", "by-hand": "laid by the players in turn"},
        )
        of_1_1 = [*options[:1], letters, *options[1:]]
        self.info = GameInfo(
            id="horror",
            title="Horror in the Library",
            summary=(
                "Search turning rooms for your secret pages, fight monsters and rivals, and escape"
                " through the Portal."
            ),
            min_players=box.least_players,  # §1.1
            max_players=box.most_players,
            rules_version="1.2",
            designers="Marcus Pullen",
            publisher="Blue Donut Games",
            shelf=20,
            minutes=35,  # docs/lengths.md says how this was worked out
            weight="medium",
            options=[*of_1_1, laying],
            presets=PRESETS,
            earlier={"1.0": options, "1.1": of_1_1},
        )

    def set_up(self, players: int, options: Options, rules: int) -> State:
        agreed = self.agreed(players, options)
        plan = self.box.plans[agreed.layout]
        return new_table(
            self.box,
            agreed,
            first_step(plan.count("r") + plan.count("+"), agreed.rooms, agreed.by_hand),
            rules,
        )

    def agreed(self, players: int, options: Options) -> Agreed:
        """What the options mean for this number of players."""
        box = self.box
        layout = str(options["layout"])
        if layout == USUAL:
            layout = "grand" if players > 4 else "square"  # §1.3
        secrets = int(options["secrets"]) or box.usual_secrets[players > 2]  # §1.5
        expansion = players > 4 or bool(options["expansion"])
        return Agreed(
            players=players,
            layout=layout,
            rooms=box.room_count[layout],
            secrets=secrets,
            characters=len(box.characters) - (0 if expansion else box.expansion_characters),
            letters_chosen=options.get("letters") == "chosen",
            dealt=options["characters"] == "dealt",
            by_seat=options["characters"] == "by-seat",
            abilities=bool(options["abilities"]),
            monster_abilities=bool(options["monster_abilities"]),
            blind_theft=bool(options["blind_theft"]),
            rounds=int(options["rounds"]),
            summoning=box.summoning[players],
            by_hand=options.get("laying") == "by-hand",
        )

    def scores(self, s: State) -> list[int]:
        """§12.6 Pages found, and one for the escape."""
        assert isinstance(s, HorrorTable)
        return [
            int(how_many(s.framed[seat])) + (1 if s.escaped == seat else 0)
            for seat in range(s.seats)
        ]

    def winners(self, s: State) -> list[int]:
        """§12.2 A player who escapes wins alone; §12.5 otherwise most pages, then the highest
        Fortitude.
        """
        assert isinstance(s, HorrorTable)
        if s.escaped != NO_SEAT:
            return [int(s.escaped)]
        ranks = [(points, int(s.fortitude[seat])) for seat, points in enumerate(self.scores(s))]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    def roles(self, s: State) -> list[str]:
        assert isinstance(s, HorrorTable)
        return [self.box.characters[character] for character in s.character]

    def summary(self, s: State) -> str:
        assert isinstance(s, HorrorTable)
        winners = self.winners(s)
        if s.escaped != NO_SEAT:
            return (
                f"{mark(s.escaped)} escapes through the Green Portal and wins. {behind(s, winners)}"
            )
        verb = "wins" if len(winners) == 1 else "share the win"
        names = " and ".join(mark(seat) for seat in winners)
        text = f"Nobody escapes in time; {names} {verb} with {pages_found(max(self.scores(s)))}."
        return text if len(winners) == s.seats else f"{text} {behind(s, winners)}"

    def max_answers(self, players: int) -> int:
        """Setting up, then what a turn can hold at the very most: three actions, all cards, and
        every monster met again.
        """
        window = 4 * players  # asked again after each change of the dice
        action = 16 + 3 * window
        fights = 6 * 8 * (6 + 3 * window)  # rooms that a player can enter in a turn, times monsters
        a_turn = 6 * action + 20 * action + fights
        return 200 + self.box.rounds[0] * players * a_turn

    def census(self, s: State) -> list[int]:
        """Pages, secrets, Blessings and Curses of each kind, over all zones."""
        assert isinstance(s, HorrorTable)
        pages, secrets, blessings, curses = (
            [0] * PAGES,
            [0] * PAGES,
            [0] * len(s.blessings.rest),
            [0] * len(s.curses.rest),
        )
        for colour, deck in enumerate(s.pages):
            count_deck(deck, pages, OBJECTS * colour)
        for mask in [*s.loose, *s.framed]:
            for page in range(PAGES):
                pages[page] += int(has(mask, page))
        for k in range(s.looked.count()):
            pages[int(OBJECTS * s.looked.lot[k] + s.looked.face[k])] += 1
        for colour, deck in enumerate(s.supply):
            count_deck(deck, secrets, OBJECTS * colour)
        for rack in s.rack:
            for k in range(rack.count()):
                secrets[int(OBJECTS * (rack.lot[k] - SECRETS) + rack.face[k])] += 1
        count_deck(s.blessings, blessings, 0)
        count_deck(s.curses, curses, 0)
        for hand in s.hand:
            count_slots(hand, blessings, 0)
        for hand in s.weapons:
            count_slots(hand, curses, 0)
        for curse, seat in (
            (RITUAL_DAGGER, s.dagger),
            (FINGERTRAP, s.trap),
            (UNRESOLVED_BUSINESS, s.business),
        ):
            if seat != NO_SEAT:
                curses[curse] += 1
        return [*pages, *secrets, *blessings, *curses]

    def check(self, s: State) -> None:
        assert isinstance(s, HorrorTable)
        check_table(s)

    def facts(self, s: State) -> Facts:
        assert isinstance(s, HorrorTable)
        return facts(s)

    def board(self, view_: Mapping[str, Any], names: Sequence[str]) -> str:
        return view.board(self.box, view_, names)

    def printed(self) -> Box:
        return printed(self.box)

    def aid(self, players: int, options: Options) -> list[AidPart]:
        return aid.aid(self.box, int(self.agreed(players, options).characters), players, options)

    def pieces(self) -> list[Piece]:
        return gallery.pieces(self.box)

    def sources(self, s: State, events: Sequence[Event]) -> list[list[tuple[str, int]]]:
        """§12.6 Pages found, and the escape."""
        assert isinstance(s, HorrorTable)
        pages = [[("Pages found", int(how_many(s.framed[seat])))] for seat in range(s.seats)]
        if s.escaped != NO_SEAT:
            pages[s.escaped].append(("Escape through the Portal", 1))
        return pages

    def tiebreaks(self, s: State) -> list[list[int]]:
        """§12.6 The higher Fortitude."""
        assert isinstance(s, HorrorTable)
        return [[int(s.fortitude[seat])] for seat in range(s.seats)]


def behind(s: HorrorTable, winners: list[int]) -> str:
    """§12.6 All but the winners, ranked by pages found and then by Fortitude."""
    ranks = {
        seat: (int(how_many(s.framed[seat])), int(s.fortitude[seat]))
        for seat in range(s.seats)
        if seat not in winners
    }
    places = []
    for rank in sorted(set(ranks.values()), reverse=True):
        names = " and ".join(mark(seat) for seat in ranks if ranks[seat] == rank)
        places.append(f"{names} with {pages_found(rank[0])} and Fortitude {signed(rank[1])}")
    return f"Behind: {'; '.join(places)}."


def pages_found(count: int) -> str:
    return f"{count} page{'' if count == 1 else 's'} found"


def count_deck(deck: Deck, counts: list[int], first: int) -> None:
    for kind, count in enumerate(deck.rest):
        counts[first + kind] += int(count)
    count_slots(deck.top, counts, first)
    count_slots(deck.bottom, counts, first)


def count_slots(slots: Slots, counts: list[int], first: int) -> None:
    for face in slots.face:
        counts[first + int(face)] += 1


GAME: Final[Horror] = Horror()
