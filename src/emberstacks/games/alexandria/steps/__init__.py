"""The rules of Alexandria: a class for each question, a function for each consequence, a file for
each chapter or two.
"""

from __future__ import annotations

from typing import Any, Final

from emberstacks.games.alexandria.steps.actions import MoveAction
from emberstacks.games.alexandria.steps.burning import (
    BurningPhase,
    BurnRoom,
    Burnt,
    ChooseBurningRoom,
    MeetDestiny,
    PlaceHero,
    PortentOfWater,
    Rehouse,
    RemoveRoom,
    ResolveDestiny,
    SelectRoom,
)
from emberstacks.games.alexandria.steps.effect import ChooseOption, Effect, teach
from emberstacks.games.alexandria.steps.effects import (
    Kept,
    LoseNext,
    LoseTime,
    OpenWindow,
    OrderLosses,
    PerilCheck,
    Respond,
    Stride,
)
from emberstacks.games.alexandria.steps.hand import (
    DiscardAtRandom,
    DiscardCard,
    DrawCard,
    DrawMore,
    KeepHandLimit,
    TakeFromDiscard,
)
from emberstacks.games.alexandria.steps.library import (
    MoveFurniture,
    MoveOn,
    PlaceFire,
    PlaceMark,
    PlaceWater,
    RemoveFire,
    RemoveFurniture,
    RevealRoom,
    TurnUp,
)
from emberstacks.games.alexandria.steps.perils import PlacePeril
from emberstacks.games.alexandria.steps.playing import (
    ChooseHero,
    Interacted,
    PayTime,
    SlotCard,
    UseFurniture,
)
from emberstacks.games.alexandria.steps.rescue import (
    ChooseDeck,
    DrawRescue,
    GiveUp,
    Keep,
    LoseRescue,
    Recover,
    SwapGive,
    SwapTake,
)
from emberstacks.games.alexandria.steps.rounds import (
    PLAY_ROUND,
    Cleanup,
    CountCollections,
    DiscardDown,
    PlayRound,
    RevealEnd,
)
from emberstacks.games.alexandria.steps.setting_up import (
    ASK_ENDS,
    BUILD_ROOM,
    DEAL_HANDS,
    FURNISH,
    START_PLAYER,
    TAKE_HEROES,
    AskEnds,
    BuildRoom,
    ChooseEnd,
    DealHands,
    DealHero,
    Furnish,
    PickHero,
    StartPlayer,
    TakeHeroes,
)
from emberstacks.games.alexandria.steps.turn import EndAction, NextTurn, TakeAction
from emberstacks.games.alexandria.steps.verbs import ALL_VERBS
from emberstacks.kernel.step import Step

teach(ALL_VERBS)

SETTING_UP: Final[tuple[Step[Any], ...]] = (
    PLAY_ROUND,
    ASK_ENDS,
    DEAL_HANDS,
    FURNISH,
    BUILD_ROOM,
    TAKE_HEROES,
    START_PLAYER,
)  # the last is done first

STEPS: Final = (
    StartPlayer,
    TakeHeroes,
    PickHero,
    DealHero,
    BuildRoom,
    Furnish,
    DealHands,
    AskEnds,
    ChooseEnd,
    PlayRound,
    NextTurn,
    TakeAction,
    MoveAction,
    TurnUp,
    DrawCard,
    DrawMore,
    KeepHandLimit,
    PayTime,
    UseFurniture,
    ChooseHero,
    Interacted,
    SlotCard,
    EndAction,
    Effect,
    MoveOn,
    Stride,
    RevealRoom,
    ChooseDeck,
    DrawRescue,
    Keep,
    Kept,
    Recover,
    GiveUp,
    SwapGive,
    SwapTake,
    LoseRescue,
    TakeFromDiscard,
    DiscardCard,
    DiscardAtRandom,
    PlaceFire,
    RemoveFire,
    PlaceWater,
    MoveFurniture,
    RemoveFurniture,
    PlaceMark,
    ChooseOption,
    LoseTime,
    OrderLosses,
    LoseNext,
    OpenWindow,
    Respond,
    PlacePeril,
    PerilCheck,
    BurningPhase,
    PortentOfWater,
    SelectRoom,
    ChooseBurningRoom,
    BurnRoom,
    MeetDestiny,
    ResolveDestiny,
    RemoveRoom,
    Burnt,
    Rehouse,
    PlaceHero,
    Cleanup,
    RevealEnd,
    DiscardDown,
    CountCollections,
)
