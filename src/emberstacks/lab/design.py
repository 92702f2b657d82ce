"""Better figures for a game: a study that looks for those closest to a designer's goals, on the
same seeds.
"""

from __future__ import annotations

import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from emberstacks.games import game_by_id
from emberstacks.kernel.errors import BadOptions
from emberstacks.lab.balance import Measures, added
from emberstacks.lab.goals import Goal
from emberstacks.lab.plan import Plan, with_other_figures
from emberstacks.lab.study import Journal
from emberstacks.lab.varied import Varied, own_folder, write
from emberstacks.lab.workers import Crew

LEAST: Final = 40  # games before anything is called clear
SHOWN: Final = 5  # of the front that are tested on fresh seeds and written into folders
DOUBT: Final = 0.05


@dataclass(frozen=True)
class Trial:
    """A set of figures and how far its games were from each goal."""

    number: int
    values: dict[str, float]
    distances: list[float]  # empty if the game cannot be played with them
    measures: list[float]
    games: int = 0
    why_not: str = ""


@dataclass
class Tested:
    """A set of figures on fresh seeds, beside the figures it began with."""

    trial: Trial
    base: Measures
    found: Measures
    verdicts: list[tuple[str, str]]  # for each goal: the change of the distance, and what it means


class Design:
    """A game with some figures that may vary, and goals."""

    def __init__(
        self, plan: Plan, folder: Path, figures: Sequence[Varied], goals: Sequence[Goal], crew: Crew
    ) -> None:
        self.plan, self.folder, self.figures, self.goals, self.crew = (
            plan,
            folder,
            figures,
            goals,
            crew,
        )
        self.team = game_by_id(plan.game).info.cooperative

    def played(self, plan: Plan) -> Generator[Measures]:
        """The figures so far, after each piece of games."""
        yield from added(Measures(replace(plan, counts=True)), self.team, self.crew)

    def base(self, plan: Plan) -> Iterator[Measures]:
        """The games with the figures as they are."""
        own = self.folder == own_folder(plan.game)
        yield from self.played(plan if own else with_other_figures(plan, self.folder))

    def write(self, values: Mapping[str, float], out: Path) -> None:
        """The data files with these values."""
        write(self.plan.game, self.folder, self.figures, values, out)

    def tried(self, values: Mapping[str, float], base: Measures) -> Measures:
        """The games with other values; given up when they are clearly further from every goal than
        the base.
        """
        found = Measures(self.plan)
        with tempfile.TemporaryDirectory() as there:
            try:
                self.write(values, Path(there))
                with closing(self.played(with_other_figures(self.plan, Path(there)))) as playing:
                    for found in playing:
                        if found.games >= LEAST and self.hopeless(found, base):
                            break
            except BadOptions as wrong:
                raise BadOptions(str(wrong).replace(there, "this trial")) from None
        return found

    def hopeless(self, found: Measures, base: Measures) -> bool:
        """Are the games clearly further from every goal than the base?"""
        return all(goal.change(base, found, self.plan.games, DOUBT).low > 0 for goal in self.goals)

    def tested(self, trial: Trial, base: Measures, folder: Path, rivals: int) -> Iterator[Tested]:
        """Play a trial's figures on the base's fresh seeds until every answer is clear; the last
        one tells all.
        """
        # so that all verdicts together are right in 19 of 20 studies
        doubt = DOUBT / (rivals * len(self.goals))
        with closing(self.played(with_other_figures(base.plan, folder))) as playing:
            for found in playing:
                changes = [goal.change(base, found, base.plan.games, doubt) for goal in self.goals]
                verdicts = []
                for goal, change in zip(self.goals, changes, strict=True):
                    told = (
                        f"{100 * change.middle:+.1f} points"
                        if goal.kind.share
                        else f"{change.middle:+.1f}"
                    )
                    verdicts.append(
                        (
                            told,
                            (
                                "closer"
                                if change.high < 0
                                else "further"
                                if change.low > 0
                                else "not clear"
                            ),
                        )
                    )
                yield Tested(trial, base, found, verdicts)
                if found.games >= LEAST and all(verdict != "not clear" for _, verdict in verdicts):
                    return


class GameStudy(Journal):
    """The sets of figures that were tried."""

    def __init__(self, path: Path, design: Design, seed: int, settings: Mapping[str, Any]) -> None:
        self.design = design
        super().__init__(path, seed, ["minimize"] * len(design.goals), settings)

    def step(self, base: Measures) -> Trial:
        """Try one more set of figures."""
        from optuna.trial import TrialState

        asked = self.ask()
        values = {one.name: one.suggested(asked) for one in self.design.figures}
        same = next((one for one in self.trials() if one.values == values), None)
        if same is None:
            try:
                found = self.design.tried(values, base)
            except BadOptions as wrong:
                same = Trial(asked.number, values, [], [], why_not=str(wrong))
            else:
                measures = [goal.measured(found).middle for goal in self.design.goals]
                distances = [goal.distance(found) for goal in self.design.goals]
                same = Trial(asked.number, values, distances, measures, found.games)
        asked.set_user_attr("values", values)
        if same.why_not:
            asked.set_user_attr("why_not", same.why_not)
            self.study.tell(asked, state=TrialState.FAIL)
        else:
            asked.set_user_attr("measures", same.measures)
            asked.set_user_attr("games", same.games)
            self.study.tell(asked, same.distances)
        return same

    def trials(self) -> list[Trial]:
        """All finished trials."""
        return [
            Trial(
                one.number,
                one.user_attrs["values"],
                list(one.values or []),
                one.user_attrs.get("measures", []),
                one.user_attrs.get("games", 0),
                one.user_attrs.get("why_not", ""),
            )
            for one in self.finished()
            if "values" in one.user_attrs
        ]


def front(trials: Sequence[Trial], base: Sequence[float]) -> list[Trial]:
    """Those that no other beats in every goal, the best compromise first: each distance counts in
    parts of the base's.
    """
    played = {
        tuple(sorted(one.values.items())): one for one in reversed(trials) if one.distances
    }.values()
    best = [
        one for one in played if not any(beats(other.distances, one.distances) for other in played)
    ]
    scale = [distance or 1.0 for distance in base]
    return sorted(
        best,
        key=lambda one: (sum(d / s for d, s in zip(one.distances, scale, strict=True)), one.number),
    )


def beats(one: Sequence[float], other: Sequence[float]) -> bool:
    """As close to every goal, and closer to one."""
    return all(a <= b for a, b in zip(one, other, strict=True)) and any(
        a < b for a, b in zip(one, other, strict=True)
    )


def keep_folder(design: Design, trial: Trial, out: Path) -> Path:
    """The folder of a trial's figures, ready to be played."""
    folder = out / f"trial-{trial.number}"
    design.write(trial.values, folder)
    return folder


def fresh(plan: Plan, times: int) -> Plan:
    """The seeds after those of a plan."""
    return replace(plan, first_seed=plan.first_seed + plan.games, games=times * plan.games)
