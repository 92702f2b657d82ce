"""What bots know of Horror in the Library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from emberstacks.bots.ground import Ground
from emberstacks.bots.mind import Mind
from emberstacks.bots.minds.horror.features import HorrorFeatures
from emberstacks.bots.minds.horror.playouts import HorrorInsight
from emberstacks.bots.minds.horror.worths import HorrorWorths
from emberstacks.bots.weights import weights_beside
from emberstacks.games.horror.components import COLOURS, OBJECTS
from emberstacks.games.horror.steps.attacks import STAB, Attack
from emberstacks.games.horror.steps.dice import DiceWindow
from emberstacks.games.horror.steps.monsters import MoveMonster
from emberstacks.games.horror.steps.turn import TURN_MENU, TakeTurn
from emberstacks.kernel.notation import Choice

PAGES: Final = COLOURS * OBJECTS


def harms(view: Mapping[str, Any], choice: Choice) -> bool:
    """To attack somebody or send them a monster, or to spoil their roll; a cursed dagger leaves no
    choice.
    """
    s, seat = view["state"], view["seat"]
    if choice.step == TakeTurn.__name__:
        return (
            isinstance(TURN_MENU.by_code[choice.code], Attack)
            and TURN_MENU.by_code[choice.code] is not STAB
        )
    if choice.step == MoveMonster.__name__:
        return any(room == choice.code for other, room in enumerate(s["place"]) if other != seat)
    return choice.step == DiceWindow.__name__ and choice.code > 0 and bool(s["active"] != seat)


MIND: Final = Mind(
    heuristic=HorrorWorths,
    weights=weights_beside(__file__),
    features=HorrorFeatures,
    leans=True,
    plays_on=10,
    insight=HorrorInsight(0, trust=0.2),
    simulations=2000,
    difference=4.0,
    blur={"novice": 0.25, "apprentice": 0.1, "adept": 0.042},
    telling={"escape": 1, "frame": 1, "steal": 1, "curse": -1, "fortitude": 1, "page": 1},
    ground=Ground(80),
    harms=harms,
)
