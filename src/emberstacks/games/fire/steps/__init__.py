"""The rules, a file for each part of RULES.md: a class for each question, a function for each
consequence.
"""

from __future__ import annotations

from typing import Any, Final

from emberstacks.games.fire.steps.fire import (
    ChooseBook,
    ChooseTarget,
    FireWindow,
    ShoutBurn,
    Spread,
)
from emberstacks.games.fire.steps.order import (
    AmuletDraw,
    AmuletPlace,
    AmuletTokens,
    AmuletWindow,
    ChooseCards,
    DealCard,
    SetUp,
    TakeCard,
)
from emberstacks.games.fire.steps.robot import RobotFlip
from emberstacks.games.fire.steps.rounds import EndOfRound, NextRound, PlayTurns, SwapTool
from emberstacks.games.fire.steps.saving import (
    Draw,
    DrawSeveral,
    KeepOne,
    PlaceOne,
    SaveBooks,
    Saving,
)
from emberstacks.games.fire.steps.scoring import AfterScoring, ChooseColour, KnapsackDraw, Scored
from emberstacks.games.fire.steps.tools import DrawTool, Replace, RevealTool, TakeTool
from emberstacks.kernel.step import Step

STEPS: Final[tuple[type[Step[Any]], ...]] = (
    SetUp,
    RevealTool,
    DrawTool,
    DealCard,
    NextRound,
    AmuletWindow,
    AmuletDraw,
    ChooseCards,
    TakeCard,
    PlayTurns,
    Saving,
    SaveBooks,
    Draw,
    DrawSeveral,
    KeepOne,
    PlaceOne,
    Spread,
    FireWindow,
    ShoutBurn,
    ChooseBook,
    ChooseTarget,
    TakeTool,
    Scored,
    AfterScoring,
    ChooseColour,
    KnapsackDraw,
    RobotFlip,
    EndOfRound,
    SwapTool,
    Replace,
    AmuletTokens,  # since 1.1: at the end, so that the numbers that learners know stay the same
    AmuletPlace,
)
