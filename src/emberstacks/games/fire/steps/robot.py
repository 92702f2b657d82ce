"""Chapters 16 and 18: the turn of the robot, against one person or among several."""

from __future__ import annotations

from typing import ClassVar, Final, final

from emberstacks.games.fire.components import FIRE, PIECES, SECTIONS, SPACES
from emberstacks.games.fire.effects import TURN_POINTS, Points, advance, gain, pour, total
from emberstacks.games.fire.state import EMPTY, FireTable
from emberstacks.games.fire.steps.burning import ON_A_BANNER, burn, burn_lowest, given_points
from emberstacks.games.fire.steps.tools import stock_deck
from emberstacks.kernel.events import Happening
from emberstacks.kernel.ints import Ints, i64
from emberstacks.kernel.masks import has
from emberstacks.kernel.step import Chance


@final
class Amazed(Happening):
    """§16.2 The person has burned cards in this turn."""

    kind: ClassVar[str] = "amazed"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(s, "Enough has burned in this turn: the robot only scores.", [])


@final
class Flipped(Happening):
    """§16.3 The tool says what burns."""

    kind: ClassVar[str] = "flip"

    def note(self, s: FireTable, piece: i64) -> None:
        if s.log is not None:
            what = s.section_names(s.banners(piece))
            self.told(s, f"The robot turns over {s.tool(piece)}: {what} will burn.", [piece])


@final
class NothingToFlip(Happening):
    """§16.8 Neither the deck nor the discards have a tool."""

    kind: ClassVar[str] = "nothing-to-flip"

    def note(self, s: FireTable) -> None:
        if s.log is not None:
            self.told(
                s,
                "There is no tool for the robot to turn over, so the lowest burn index burns.",
                [],
            )


AMAZED: Final = Amazed()
FLIPPED: Final = Flipped()
NOTHING_TO_FLIP: Final = NothingToFlip()
BEST_SECTION: Final = Points("for the most valuable section")


def robot_turn(s: FireTable) -> None:
    """§16.1 §18.3 The robot turns over a tool, §16.2 unless it plays against somebody who has just
    burned cards.
    """
    if s.variant.solo and s.lost > 0:
        AMAZED.note(s)
        gain(s, s.robot(), s.top_value() + given_points(s), BEST_SECTION)
        give_back(s)
    elif stock_deck(s):
        s.push(ROBOT_FLIP)
    else:
        NOTHING_TO_FLIP.note(s)  # §16.8
        if burn_lowest(s):
            robot_scores(s, 0)


class RobotFlip(Chance[FireTable]):
    """§16.3 The top tool says what burns, §16.4 and after that what the robot scores."""

    clause: ClassVar[str] = "16.3"
    size: ClassVar[int] = PIECES

    def weights(self, s: FireTable) -> Ints:
        return s.deck.weights()

    def answer(self, s: FireTable, choice: i64) -> None:
        piece = s.deck.draw(choice)[0]
        s.discards[piece] += 1
        FLIPPED.note(s, piece)
        banners = s.banners(piece)
        section: i64
        for section in range(SECTIONS):
            if has(banners, section) and not burn(s, section, ON_A_BANNER, piece):
                return  # §16.5 it has ended the game and scores nothing
        robot_scores(s, ((1 << SECTIONS) - 1) & ~banners)

    def text(self, s: FireTable, choice: i64) -> str:
        return s.tool_text(choice)


def robot_scores(s: FireTable, sections: i64) -> None:
    """§16.4 The sections on its icons, §16.6 §18.5 books that it was given, and bravery for the
    number of all these.
    """
    points = given_points(s)
    books = total(s.given) - s.given[FIRE]
    section: i64
    for section in range(SECTIONS):
        if has(sections, section):
            points += s.section_value(section)
            books += 1
    if s.variant.solo:
        bravery = s.box.robot_bravery * max(books - 1, 0)
    else:
        space: i64
        for space in range(SPACES):
            token = s.token(s.card, space)
            if token != EMPTY and token != FIRE:
                points += s.value(token)
                books += 1
        bravery = s.bravery_at(s.card, min(books, SPACES) - 1) if books > 0 else 0  # §18.3
    if books > 0:
        advance(s, s.robot(), points + bravery)
        TURN_POINTS.note(s, s.robot(), points, bravery)
    give_back(s)


def give_back(s: FireTable) -> None:
    """§16.6 §18.5 Whatever the robot had goes back into the bag."""
    pour(s.given, s.bag)


ROBOT_FLIP: Final = RobotFlip()
