"""The answers of Horror's questions: their codes may only grow in number, and menus offer in their
own order.
"""

from __future__ import annotations

import json
from pathlib import Path

from emberstacks.games.horror.state import HorrorTable
from emberstacks.games.horror.steps import STEPS
from emberstacks.games.horror.steps.turn import TURN_MENU, TakeTurn
from emberstacks.kernel.ints import Ints
from emberstacks.kernel.menu import Menu
from tests.every_game.table import RENEW
from tests.games.horror.test_laws import positions

KEPT = Path(__file__).parent / "codes.json"


def menus() -> dict[str, Menu[HorrorTable]]:
    """The menu of each kind of question that has one."""
    asked = {step.__name__: step(*[0] * len(step.MADE_OF)).menu() for step in STEPS}
    return {name: menu for name, menu in asked.items() if menu is not None}


def codes_of(menu: Menu[HorrorTable]) -> dict[str, list[int]]:
    """The codes of each kind of answer; kinds of one class are numbered."""
    found: dict[str, list[int]] = {}
    for kind in menu.kinds:
        name = type(kind).__name__
        same = sum(1 for other in found if other.split()[0] == name)
        found[f"{name} {same + 1}" if same else name] = [int(code) for code in kind.codes]
    return found


def test_codes_stay_for_ever() -> None:
    """What is new takes the next free number: add it with EMBERSTACKS_RENEW=1."""
    now = {name: codes_of(menu) for name, menu in menus().items()}
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for name, kinds in kept.items():
        for kind, codes in kinds.items():
            assert now[name][kind][: len(codes)] == codes, (name, kind)
    if RENEW:
        lines = [json.dumps({name: kinds})[1:-1] for name, kinds in now.items()]
        KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    assert now == json.loads(KEPT.read_text(encoding="utf-8"))


def test_every_code_of_a_menu_fits_its_question() -> None:
    steps = {step.__name__: step for step in STEPS}
    for name, menu in menus().items():
        if name != "ActForBetty":  # answers from the turn's menu, and never its last codes
            assert steps[name].size == menu.size <= max(steps[name].size, steps[name].block), name


def test_a_turn_offers_what_its_menu_would() -> None:
    """Each code that is offered is one that its kind offers by itself, in the order of the menu."""
    place = {kind: number for number, kind in enumerate(TURN_MENU.kinds)}
    asked = 0
    for seed in range(3):
        for s in positions(3, seed):
            if isinstance(s.step, TakeTurn):
                asked += 1
                codes = list(s.step.choices(s))
                kinds = [place[TURN_MENU.by_code[code]] for code in codes]
                assert kinds == sorted(kinds)
                for number in set(kinds):
                    kind = TURN_MENU.kinds[number]
                    offered = [int(code) for code in kind.offer(s, s.step.seat, Ints([]))]
                    assert offered == [code for code in codes if TURN_MENU.by_code[code] is kind]
    assert asked > 100
