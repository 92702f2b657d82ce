"""Alexandria, by Babis Giannios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from emberstacks.games.alexandria import aid, gallery, view
from emberstacks.games.alexandria.check import census, check
from emberstacks.games.alexandria.components import Editions
from emberstacks.games.alexandria.forecast import Facts, facts
from emberstacks.games.alexandria.printed import Box, printed
from emberstacks.games.alexandria.state import NONE, Alexandria, new_table
from emberstacks.games.alexandria.steps import SETTING_UP, STEPS
from emberstacks.games.alexandria.steps.verbs import BY_NAME
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import AidPart, Game, GameInfo, Option, Options, Piece, Preset
from emberstacks.kernel.ints import i64
from emberstacks.kernel.masks import has, how_many
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.state import OVER, State
from emberstacks.kernel.versions import V1_3
from emberstacks.kernel.view import decode_view

FOLDER: Final = Path(__file__).parent
ANY_HERO: Final = "any"
START_PLAYERS: Final = ("drawn", *[letter.lower() for letter in LETTERS])

# What was measured is in docs/lengths.md.
PRESETS: Final = [
    Preset(
        "First game",
        {},
        "Everybody chooses a hero, and sees everybody's points.",
        "202 decisions in a game of three, about 50 minutes.",
    ),
    Preset(
        "Full game",
        {"hidden_totals": True},
        "Points stay hidden until the end.",
        "202 decisions in a game of three, about 50 minutes.",
    ),
    Preset(
        "Hard",
        {"hidden_totals": True, "common_fate": True},
        "Points stay hidden, and every Dramatic End counts for all.",
        "202 decisions in a game of three, about 50 minutes.",
    ),
]


class AlexandriaGame(Game):
    """Four heroes in the burning Library: rescue books, items and persons, or see to it that they
    burn.
    """

    def __init__(self, editions: Editions) -> None:
        self.editions = editions
        self.box = editions.newest
        box = self.box
        self.steps = STEPS
        heroes = (ANY_HERO, *box.hero_ids)
        seats = LETTERS[: box.most_players]
        options = [
            Option(
                "heroes",
                ("choose", "deal"),
                "choose",
                "How players get their heroes.",
                words={"choose": "chosen in turn", "deal": "dealt at random"},
            ),
            *[
                Option(
                    f"hero_{seat.lower()}",
                    heroes,
                    ANY_HERO,
                    "If you have agreed on a hero before the game.",
                    more=True,
                    title=f"Hero of chair {number}",
                    words={
                        ANY_HERO: "not agreed",
                        **{hero: hero.replace("-", " ").title() for hero in box.hero_ids},
                    },
                )
                for number, seat in enumerate(seats, 1)
            ],
            Option(
                "hidden_totals",
                (False, True),
                False,
                "Points stay hidden from the others until the end.",
                more=True,
                title="Hidden points",
            ),
            Option(
                "common_fate",
                (False, True),
                False,
                "Every revealed Dramatic End counts for everybody.",
                title="A Common Fate",
            ),
        ]
        starts = Option(
            "start_player",
            START_PLAYERS[: box.most_players + 1],
            START_PLAYERS[0],
            "If you have agreed on who begins.",
            more=True,
            title="Start player",
            words={
                "drawn": "drawn at random",
                **{seat.lower(): f"chair {number}" for number, seat in enumerate(seats, 1)},
            },
        )
        today = [*options[:-2], starts, *options[-2:]]
        self.info = GameInfo(
            id="alexandria",
            title="Alexandria",
            summary=(
                "Spend your Time well: rescue treasures, assist or hinder each other, and flee as"
                " the Library burns."
            ),
            min_players=box.least_players,  # §1.1
            max_players=box.most_players,
            rules_version="1.4",
            designers="Babis Giannios",
            publisher="LudiCreations",
            shelf=40,
            minutes=50,  # docs/lengths.md says how this was worked out
            weight="heavy",
            options=today,
            presets=PRESETS,
            earlier={"1.0": options, "1.1": options, "1.2": options, "1.3": today},
        )

    def agreed_heroes(self, players: int, options: Options) -> list[int]:
        """§1.5 The hero of each seat, NONE if it is open."""
        words = [options[f"hero_{LETTERS[seat].lower()}"] for seat in range(players)]
        return [self.box.hero_ids.index(str(word)) if word != ANY_HERO else NONE for word in words]

    def check_combination(self, players: int, options: Options, rules: int) -> None:
        for seat in range(players, self.box.most_players):
            if options[f"hero_{LETTERS[seat].lower()}"] != ANY_HERO:
                raise BadOptions(
                    f"There is no player {LETTERS[seat]}, so hero_{LETTERS[seat].lower()} must be"
                    f" {ANY_HERO!r}."
                )
        if START_PLAYERS.index(str(options.get("start_player", "drawn"))) > players:
            raise BadOptions("There is no such player, so start_player must be another one.")
        agreed = [hero for hero in self.agreed_heroes(players, options) if hero != NONE]
        if len(set(agreed)) < len(agreed):
            raise BadOptions("Two players cannot play the same hero; give them different ones.")

    def set_up(self, players: int, options: Options, rules: int) -> State:
        return new_table(
            self.editions.of(rules),
            players,
            self.agreed_heroes(players, options),
            START_PLAYERS.index(str(options["start_player"])) - 1 if rules >= V1_3 else NONE,
            options["heroes"] == "deal",
            bool(options["common_fate"]),
            bool(options["hidden_totals"]),
            list(SETTING_UP),
        )

    def scores(self, s: State) -> list[int]:
        assert isinstance(s, Alexandria)
        return [int(points) for points in s.points]

    def scores_seen(self, s: State, who: i64) -> list[int | None]:
        """§1.12 With hidden totals players see only their own points before the end."""
        assert isinstance(s, Alexandria)
        hidden = s.hidden_totals and s.step is not OVER
        return [
            None if hidden and not has(who, seat) else int(s.points[seat])
            for seat in range(s.seats)
        ]

    def winners(self, s: State) -> list[int]:
        """§10.4 The most points; then §10.5 the most Rescue cards, then the most cards in hand,
        then a shared win.
        """
        assert isinstance(s, Alexandria)
        merits = [self.merit(s, seat) for seat in range(s.seats)]
        return [seat for seat, merit in enumerate(merits) if merit == max(merits)]

    def roles(self, s: State) -> list[str]:
        assert isinstance(s, Alexandria)
        return [self.box.heroes[hero] for hero in s.hero]

    def merit(self, s: Alexandria, seat: int) -> tuple[int, int, int]:
        return int(s.points[seat]), int(how_many(s.rescued[seat])), int(s.hands[seat].count())

    def summary(self, s: State) -> str:
        winners = [mark(seat) for seat in self.winners(s)]
        verb = "emerges from the ashes" if len(winners) == 1 else "emerge together from the ashes"
        return f"{' and '.join(winners)} {verb} with {max(self.scores(s))} points."

    def max_answers(self, players: int) -> int:
        """Setting up and furniture, then in each round at most 25 actions per player with 60
        answers, responses included.
        """
        return 600 + int(self.box.rounds) * players * 25 * 60

    def census(self, s: State) -> list[int]:
        assert isinstance(s, Alexandria)
        return census(s)

    def check(self, s: State) -> None:
        assert isinstance(s, Alexandria)
        check(s)

    def facts(self, s: State) -> Facts:
        assert isinstance(s, Alexandria)
        return facts(s)

    def board(self, view_: Mapping[str, Any], names: Sequence[str]) -> str:
        s = decode_view(self, view_)
        assert isinstance(s, Alexandria)
        return view.board(s, view_, names)

    def printed(self) -> Box:
        return printed(self.editions)

    def aid(self, players: int, options: Options) -> list[AidPart]:
        return aid.aid(self.box, players, options)

    def pieces(self) -> list[Piece]:
        return gallery.pieces(self.editions)

    def sources(self, s: State, events: Sequence[Event]) -> list[list[tuple[str, int]]]:
        return [list(found.items()) for found in gallery.sources(self.box, self.scores(s), events)]

    def tiebreaks(self, s: State) -> list[list[int]]:
        """§10.5 The most Rescue cards, then the most cards in hand."""
        assert isinstance(s, Alexandria)
        return [
            [int(how_many(s.rescued[seat])), int(s.hands[seat].count())] for seat in range(s.seats)
        ]

    def with_figures(self, folder: Path) -> AlexandriaGame:
        return AlexandriaGame(Editions(folder, BY_NAME))


GAME: Final[AlexandriaGame] = AlexandriaGame(Editions(FOLDER, BY_NAME))
