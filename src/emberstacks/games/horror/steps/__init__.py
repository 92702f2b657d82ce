"""The rules of Horror in the Library, a file for each chapter of RULES.md, and here all their
questions in its order.
"""

from __future__ import annotations

from typing import Final

from emberstacks.games.horror.steps.advanced import Besotted, ChooseBeloved, GiveCard
from emberstacks.games.horror.steps.attacks import (
    Defend,
    DuelResult,
    Shot,
    Steal,
    StealAfterDuel,
    StealUnseen,
)
from emberstacks.games.horror.steps.cards import BreakFree, DrawBlessing, DrawCurse
from emberstacks.games.horror.steps.dice import DiceWindow, RollWhite, RollYellow
from emberstacks.games.horror.steps.fortitude import LocketWindow
from emberstacks.games.horror.steps.looking import SeePicture
from emberstacks.games.horror.steps.monsters import (
    Ambush,
    AttackFirst,
    Fight,
    MoveMonster,
    RollAgain,
)
from emberstacks.games.horror.steps.moving import LeavePortal
from emberstacks.games.horror.steps.pages import (
    DrawPage,
    GivePage,
    KeepPage,
    SeePage,
    TakeAfterStab,
    TakePage,
)
from emberstacks.games.horror.steps.searching import (
    DrawCoin,
    OpenBook,
    RollForBook,
    SearchDrawerToo,
    SearchOrder,
)
from emberstacks.games.horror.steps.setup import (
    ChooseCharacter,
    ChooseLetter,
    ChooseRoom,
    DealCharacter,
    DealLetter,
    DealSecret,
    FirstPlayer,
    GrowLibrary,
    LayByHand,
    LayRoom,
    RollForFirst,
)
from emberstacks.games.horror.steps.turn import ActForBetty, GoOn, PortalFight, TakeTurn

STEPS: Final = (
    GrowLibrary,
    LayRoom,
    ChooseCharacter,
    DealCharacter,
    DealLetter,
    DealSecret,
    FirstPlayer,
    ChooseRoom,
    GoOn,
    TakeTurn,
    RollForBook,
    DrawCoin,
    DrawBlessing,
    DrawCurse,
    OpenBook,
    DrawPage,
    GivePage,
    TakePage,
    SeePicture,
    TakeAfterStab,
    BreakFree,
    Steal,
    StealUnseen,
    Shot,
    Defend,
    RollYellow,
    RollWhite,
    DiceWindow,
    Fight,
    MoveMonster,
    LocketWindow,
    PortalFight,
    LeavePortal,
    ActForBetty,
    Besotted,
    ChooseBeloved,
    GiveCard,
    DuelResult,
    SearchDrawerToo,
    SeePage,
    KeepPage,
    RollAgain,
    ChooseLetter,  # since rules 1.1; learners know the numbers of all before
    SearchOrder,
    RollForFirst,  # since rules 1.2
    LayByHand,
    Ambush,
    AttackFirst,
    StealAfterDuel,
)
