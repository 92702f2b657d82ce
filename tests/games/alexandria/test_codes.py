"""Answer codes stay for ever: codes.json has those of every menu, and may only grow
(EMBERSTACKS_RENEW=1 adds new ones).
"""

from __future__ import annotations

import json
import os
import random
from pathlib import Path

from emberstacks.games.alexandria import GAME
from emberstacks.games.alexandria.state import Alexandria
from emberstacks.games.alexandria.steps.turn import TakeAction
from emberstacks.kernel.chance import Dealer
from emberstacks.kernel.loop import answer, legal, to_act
from emberstacks.kernel.menu import Menu
from emberstacks.kernel.step import CHANCE, NOBODY, Auto, Chance

FILE = Path(__file__).parent / "codes.json"


def menus() -> dict[str, Menu[Alexandria]]:
    """The menus of the steps that have one."""
    asking = [step for step in GAME.steps if not issubclass(step, (Auto, Chance))]
    made = {step.__name__: step(*[0] * len(step.MADE_OF)).menu() for step in asking}
    return {name: menu for name, menu in made.items() if menu is not None}


def test_codes_stay() -> None:
    now = {
        name: {type(kind).__name__: list(kind.codes) for kind in menu.kinds}
        for name, menu in menus().items()
    }
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for name, kinds in kept.items():
        for kind, codes in kinds.items():
            assert now[name][kind][: len(codes)] == codes, f"{kind} of {name} had other codes"
    if os.environ.get("EMBERSTACKS_RENEW"):
        rows = [f'  "{name}": {json.dumps(kinds)}' for name, kinds in now.items()]
        FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    assert json.loads(FILE.read_text(encoding="utf-8")) == now, (
        "there are new codes: write them with EMBERSTACKS_RENEW=1"
    )


def test_steps_have_room_for_their_codes() -> None:
    for step in GAME.steps:
        if step.__name__ in menus():
            assert step.size == menus()[step.__name__].size


def test_the_actions_are_those_of_the_menu() -> None:
    """TakeAction writes its choices out; they are the menu's, in its order."""
    compared = 0
    for seed in range(4):
        s = GAME.start(2 + seed % 3, GAME.full_options(2 + seed % 3, {}))
        dealer, rng = Dealer(seed), random.Random(seed)
        while to_act(s) != NOBODY:
            if isinstance(s.step, TakeAction):
                assert isinstance(s, Alexandria)
                assert list(s.step.choices(s)) == list(s.step.menu().choices(s, s.step.seat))
                compared += 1
            answer(
                s,
                (
                    dealer.pick(s.step.weights(s))
                    if to_act(s) == CHANCE
                    else rng.choice(list(legal(s, to_act(s))))
                ),
            )
    assert compared > 100
