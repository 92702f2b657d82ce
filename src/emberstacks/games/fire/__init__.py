"""Fire in the Library by Tony Miller and John Prather, published by Weird Giraffe Games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from emberstacks.games.fire import aid, gallery, view
from emberstacks.games.fire.components import (
    CARDS,
    COPIES,
    FIRE,
    SECTIONS,
    SPACES,
    TOKENS,
    Box,
    Components,
    Variant,
    load,
)
from emberstacks.games.fire.facts import Facts, facts
from emberstacks.games.fire.state import FREE, SET_ASIDE, UNUSED, FireTable, new_table
from emberstacks.games.fire.steps import STEPS
from emberstacks.games.fire.steps.fire import ChooseBook
from emberstacks.games.fire.steps.order import SET_UP
from emberstacks.games.fire.steps.rounds import NEXT_ROUND
from emberstacks.games.fire.steps.scoring import ChooseColour
from emberstacks.kernel.errors import BadOptions, BadPosition
from emberstacks.kernel.events import Event
from emberstacks.kernel.game import (
    AidPart,
    Challenge,
    Game,
    GameInfo,
    Option,
    Options,
    Piece,
    Preset,
)
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.notation import LETTERS, mark
from emberstacks.kernel.state import State
from emberstacks.kernel.versions import V1_1, V1_2

FOLDER: Final = Path(__file__).parent
LONE: Final = "lone-librarian"
YOUNGEST: Final = Option(
    "youngest",
    tuple(LETTERS[:6]),
    LETTERS[0],
    "Who counts as the youngest: the first to choose while nobody has scored. The others follow in"
    " the order of the seats.",
    more=True,
    title="The youngest",
    words={letter: f"the player in seat {letter}" for letter in LETTERS[:6]},
)
EARLIER: Final = [
    Option(
        "technology",
        (False, True),
        False,
        "Add three books that are worth as much as the best section, and burn it.",
        title="Technology Books",
    ),
    Option(
        "tools",
        (True, False),
        True,
        'Play with tool cards. Without them you shout "Burn!" for points (the No Tool variant).',
        title="Tool cards",
    ),
    Option(
        "variant",
        ("standard", "wild-fire", "inferno"),
        "standard",
        "How fast the library burns. An Inferno also deals the turn order cards.",
        title="Speed of the fire",
        words={
            "standard": "usual",
            "wild-fire": "Wild Fire: faster",
            "inferno": "Inferno: fastest",
        },
    ),
    Option(
        "robot",
        (False, True),
        False,
        "A rival run by cards joins two to five people.",
        title="A robot joins",
    ),
    Option(
        "solo",
        ("robot", LONE),
        "robot",
        "What you play if nobody else joins.",
        title="Solo game",
        words={"robot": "against a robot", LONE: "Lone Librarian: twelve turns for a high score"},
    ),
]

OPTIONS: Final = [*EARLIER, YOUNGEST]

# What was measured is in docs/lengths.md.
PRESETS: Final = [
    Preset(
        "First game",
        {},
        "The published game with its tools.",
        "132 decisions in a game of three, about 35 minutes.",
    ),
    Preset(
        "Full game",
        {"technology": True},
        "With the Technology Books as well.",
        "128 decisions in a game of three, about 30 minutes.",
    ),
    Preset(
        "Hard",
        {"technology": True, "variant": "wild-fire"},
        "With the Technology Books, and the fire spreads faster.",
        "99 decisions in a game of three, about 25 minutes.",
    ),
]

CHALLENGES: Final = [
    Challenge(
        "lone-librarian", "Lone Librarian", "Twelve turns for a high score.", 1, {"solo": LONE}
    ),
    Challenge("solo-robot", "Solo Robot", "You alone against the robot.", 1, {"solo": "robot"}),
]

IN_A_TURN: Final = (
    *(
        "Saving",
        "SaveBooks",
        "Draw",
        "DrawSeveral",
        "KeepOne",
        "PlaceOne",
        "Spread",
        "FireWindow",
        "ShoutBurn",
    ),
    *(
        "ChooseBook",
        "ChooseTarget",
        "TakeTool",
        "Scored",
        "AfterScoring",
        "ChooseColour",
        "KnapsackDraw",
    ),
)


class FireInTheLibrary(Game):
    """Save books from a burning library, and leave before the fire does."""

    def __init__(self, box: Components) -> None:
        self.box = box
        self.steps = STEPS
        self.info = GameInfo(
            id="fire",
            title="Fire in the Library",
            summary=(
                "Push your luck: save books from a burning library, with tools to tame the fire."
            ),
            min_players=box.least,  # §1.1
            max_players=box.most,
            rules_version="1.2",
            designers="Tony Miller and John Prather",
            publisher="Weird Giraffe Games",
            shelf=10,
            minutes=35,  # docs/lengths.md says how this was worked out
            weight="light",
            options=OPTIONS,
            presets=PRESETS,
            challenges=CHALLENGES,
            earlier={"1.0": EARLIER, "1.1": EARLIER},
        )

    def check_combination(self, players: int, options: Options, rules: int) -> None:
        """§14.6 Which variants go together; §15.5 one of the two solo games."""
        if options["robot"] and not 2 <= players <= self.box.most - 1:  # §18.1
            why = (
                "alone you choose with 'solo'"
                if players == 1
                else "there is no turn order card left for it"
            )
            raise BadOptions(f"A robot can join two to five people, not {players}: {why}.")
        if options["solo"] == LONE and players > 1:
            raise BadOptions(f"The Lone Librarian is a game for one person, not {players}.")
        if rules >= V1_2:  # §14.6 §1.9
            if LETTERS.index(str(options["youngest"])) >= players:
                raise BadOptions(
                    f"Nobody sits in seat {options['youngest']}, so the youngest cannot be there."
                )
            return
        robot = options["robot"] or (players == 1 and options["solo"] != LONE)
        if options["variant"] != "standard" and robot:
            raise BadOptions(
                "Wild Fire and Inferno do not work with a robot: its games have no burning at the"
                " end of a round."
            )
        if options["variant"] != "standard" and players == 1 and rules < V1_1:  # §14.6
            raise BadOptions("Under rules 1.0 Wild Fire and Inferno need two or more people.")
        if options["variant"] == "inferno" and players == 1:
            raise BadOptions(
                "Inferno deals the turn order cards, but alone you choose them; play Wild Fire"
                " instead."
            )

    def set_up(self, players: int, options: Options, rules: int) -> State:
        solo = players == 1
        variant = Variant(
            robot=options["solo"] != LONE if solo else bool(options["robot"]),
            solo=solo,
            tools=bool(options["tools"]),
            technology=bool(options["technology"]),
            wild=options["variant"] != "standard",
            dealt=options["variant"] == "inferno",
            kinds=self.box.kinds(rules),
            youngest=LETTERS.index(str(options.get("youngest", LETTERS[0]))),
        )
        s = new_table(self.box, variant, players)
        s.push(NEXT_ROUND)
        s.push(SET_UP)
        return s

    def scores(self, s: State) -> list[int]:
        assert isinstance(s, FireTable)
        return [int(points) for points in s.score[: s.seats]]

    def winners(self, s: State) -> list[int]:
        """§7.4 The highest score; §16.7 solo, more than the robot, §17.5 more than the mark, §18.6
        no less than the robot.
        """
        assert isinstance(s, FireTable)
        scores = self.scores(s)
        if s.variant.solo:
            mark_to_pass = s.score[s.robot()] if s.variant.robot else self.box.win
            return [0] if scores[0] > mark_to_pass else []
        best = max(int(points) for points in s.score)
        return [seat for seat, points in enumerate(scores) if points == best]

    def summary(self, s: State) -> str:
        assert isinstance(s, FireTable)
        if s.variant.solo:
            return self.solo_summary(s)
        winners = [mark(seat) for seat in self.winners(s)]
        best = max(int(points) for points in s.score)
        if s.variant.robot and s.score[s.robot()] == best:
            winners.append("the robot")
        verb = "wins" if len(winners) == 1 else "share the win"
        sentence = f"{' and '.join(winners)} {verb} with {best} points."
        return sentence[0].upper() + sentence[1:]

    def solo_summary(self, s: FireTable) -> str:
        points = s.score[0]
        if s.variant.robot:
            verb = "beats" if points > s.score[s.robot()] else "does not beat"
            return f"{mark(0)} with {points} points {verb} the robot with {s.score[s.robot()]}."
        if points <= self.box.win:
            return f"{mark(0)} has {points} points and needed more than {self.box.win}."
        honours = " with honours" if points > self.box.honours else ""
        return f"{mark(0)} wins{honours} with {points} points."

    def max_answers(self, players: int) -> int:
        """Every round burns a card. In a turn each of the tools can be played once, each with a few
        questions and a draw.
        """
        rounds = int(sum(self.box.collapse))
        plays = len(self.box.tools) * COPIES
        a_question = players + 2  # a window, and what its tool asks
        a_turn = (SPACES + plays) * (3 + 3 + 2 * a_question)
        return (1 + rounds) * (
            (players + 1) * a_turn + plays * (a_question + 2 * CARDS) + 4 * players
        )

    def census(self, s: State) -> list[int]:
        """Tokens of each kind, then tools of each piece."""
        assert isinstance(s, FireTable)
        tokens = [0] * TOKENS
        for counts in (s.bag, s.turn_tokens, s.round_tokens, s.given, s.looked, s.boxed):
            for k, count in enumerate(counts):
                tokens[k % TOKENS] += int(count)
        tally(tokens, s.spaces)
        tokens[FIRE] += int(s.spare)
        tools = [0] * int(s.variant.kinds * s.variant.copies)
        for counts in (s.deck.rest, s.discards, s.turn_tools, s.round_tools, s.game_tools):
            for piece, count in enumerate(counts[: len(tools)]):
                tools[piece] += int(count)
        tally(tools, s.market)
        for hand in s.hands:
            tally(tools, hand.face)
        return [*tokens, *tools]

    def check(self, s: State) -> None:
        assert isinstance(s, FireTable)
        if len(s.market) > self.box.market:
            raise BadPosition("there are more than three tools in the market.")
        self.check_cards(s)
        self.check_stack(s)
        if s.deck.top.count() or s.deck.bottom.count():
            raise BadPosition(
                "nobody knows the place of any tool in the deck, so 'top' and 'bottom' must be"
                " empty."
            )
        if any(s.burned[section] > self.box.collapse[section] for section in range(SECTIONS)):
            raise BadPosition("more cards of a section are burned than it has.")
        over = s.fallen() or (s.variant.solo and not s.variant.robot and s.round >= self.box.turns)
        if s.fallen() and s.below:
            raise BadPosition("a destroyed card shows, but the game is not over.")
        if not over and not s.below:
            raise BadPosition("the library stands, but the game is over.")

    def check_cards(self, s: FireTable) -> None:
        fresh = self.start_holders(s)
        for card in range(CARDS):
            if (s.holder[card] == UNUSED) != (fresh[card] == UNUSED):
                raise BadPosition("the turn order cards are not those of this number of players.")
        held = [int(who) for who in s.holder if who > FREE]
        if len(set(held)) != len(held) or (not s.variant.solo and SET_ASIDE in list(s.holder)):
            raise BadPosition(
                "somebody holds two turn order cards, or a card is set aside among several people."
            )

    def check_stack(self, s: FireTable) -> None:
        """Questions that belong to a turn when it is nobody's, or that have been answered already."""
        names = [type(step).__name__ for step in [*s.below, s.step]]
        if names.count("PlayTurns") > 1 or names.count("TakeCard") > 1:
            raise BadPosition(
                "the turns of a round are played once, and one player at a time takes a card."
            )
        for step in [*s.below, s.step]:
            name = type(step).__name__
            if name == "TakeCard" and step.seat in list(s.holder):
                raise BadPosition("somebody who has a turn order card is asked for another one.")
            if isinstance(step, (ChooseBook, ChooseColour)) and not step.makes_sense():
                raise BadPosition(
                    f"the question {name!r} cannot be about the tool {self.box.tools[step.kind]!r}."
                )
            if name in IN_A_TURN and not (0 <= s.card < CARDS and 0 <= s.active() < s.seats):
                raise BadPosition(
                    f"the question {name!r} belongs to a turn, but it is nobody's turn."
                )

    def start_holders(self, s: FireTable) -> list[int]:
        """The turn order cards in play and in the box, as at the start."""
        return [int(who) for who in new_table(self.box, s.variant, int(s.seats)).holder]

    def facts(self, s: State) -> Facts:
        assert isinstance(s, FireTable)
        return facts(s)

    def board(self, view_: Mapping[str, Any], names: Sequence[str]) -> str:
        return view.board(self.box, view_, names)

    def printed(self) -> Box:
        return self.box.printed()

    def aid(self, players: int, options: Options) -> list[AidPart]:
        return aid.aid(self.box, players, options)

    def pieces(self) -> list[Piece]:
        return gallery.pieces(self.box)

    def sources(self, s: State, events: Sequence[Event]) -> list[list[tuple[str, int]]]:
        return [list(found.items()) for found in gallery.sources(int(s.seats), events)]


def tally(counts: list[int], pieces: Ints) -> None:
    """Count pieces; those that do not exist are not counted, so that a census shows them as
    missing.
    """
    for piece in pieces:
        if 0 <= piece < len(counts):
            counts[piece] += 1


GAME: Final[FireInTheLibrary] = FireInTheLibrary(load(FOLDER))
