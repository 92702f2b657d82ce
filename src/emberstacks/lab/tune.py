"""Better weights for a bot: a study by Optuna, kept in a file; each trial plays the same seeds against the untuned bot."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from emberstacks.bots import mind
from emberstacks.bots.mind import mind_of
from emberstacks.bots.weights import Weights
from emberstacks.games import GAMES
from emberstacks.lab.results import BadResults, opened
from emberstacks.lab.tournament import Duel

UNTUNED: Final = "greedy"
DIGITS: Final = 4  # decimals: more would not make anyone play better


@dataclass(frozen=True)
class Trial:
    """A set of weights and how it did."""

    weights: dict[str, float]
    share: float
    lead: float


def check_tunable(game: str) -> None:
    """Can this game be tuned, and is Optuna installed?"""
    mind.check_tunable(game, list(GAMES))
    try:
        import optuna  # noqa: F401
    except ImportError:
        raise BadResults("Tuning needs optuna, which is not installed. Run 'pip install emberstacks[tune]'.") from None


def spec_of(game: str, weights: Weights) -> str:
    """The bot with these weights."""
    return "tuned:" + json.dumps({"game": game, "weights": weights})


class Held:
    """Replaces Optuna's lock, which outlives a kill: the open file is locked already."""

    def acquire(self) -> bool:
        return True

    def release(self) -> None:
        pass


class Study:
    """The trials of a study, ready for more. The same seed gives the same trials, whether it was stopped or not."""

    def __init__(self, path: Path, game: str, seed: int, settings: Mapping[str, Any]) -> None:
        import optuna
        from optuna.storages.journal import JournalFileBackend, JournalStorage

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.path, self.game, self.seed = path, game, seed
        self.file = opened(path)  # which also keeps others out
        cut_short(self.file.fileno(), path)
        try:
            storage = JournalStorage(JournalFileBackend(str(path), Held()))  # type: ignore[arg-type]
            self.study = optuna.create_study(
                storage=storage, study_name="tune", direction="maximize", load_if_exists=True, sampler=self.sampler(0)
            )
            there = self.study.user_attrs.get("settings")
        except (ValueError, KeyError, TypeError, AssertionError):
            self.file.close()
            raise BadResults(f"{path} is damaged or not a study. Name another file with --out.") from None
        if there is None:
            self.study.set_user_attr("settings", dict(settings))
        elif there != settings:
            self.file.close()
            raise BadResults(f"{path} holds a study with other settings ({told(there)}). Name another file with --out.")

    def sampler(self, number: int) -> Any:
        """One per trial, so that its choice follows only from the trials before it, not from when the program started."""
        from optuna.samplers import TPESampler

        return TPESampler(seed=(self.seed * 1_000_003 + number) % 2**32)

    def next(self) -> tuple[Any, dict[str, float]]:
        """The next trial and its weights: an unfinished one, or a new one."""
        from optuna.trial import Trial as Asked
        from optuna.trial import TrialState

        undone = self.study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
        number = undone[0].number if undone else len(self.study.get_trials(deepcopy=False))
        self.study.sampler = self.sampler(number)
        trial = Asked(self.study, undone[0]._trial_id) if undone else self.study.ask()
        bounds = mind_of(self.game).weights.items()
        return trial, {name: round(trial.suggest_float(name, weight.low, weight.high), DIGITS) for name, weight in bounds}

    def tell(self, trial: Any, duel: Duel) -> None:
        trial.set_user_attr("lead", duel.lead().middle)
        self.study.tell(trial, duel.share().middle)

    def trials(self) -> list[Trial]:
        """All finished trials."""
        from optuna.trial import TrialState

        done = self.study.get_trials(deepcopy=False, states=(TrialState.COMPLETE,))
        return [
            Trial(
                {name: round(value, DIGITS) for name, value in one.params.items()},
                float(one.value or 0),
                one.user_attrs["lead"],
            )
            for one in done
        ]

    def best(self) -> Trial:
        """The trial with the most wins, then the most points; among equals the first."""
        return max(self.trials(), key=lambda trial: (trial.share, trial.lead))

    def close(self) -> None:
        self.file.close()


def told(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items())


def cut_short(descriptor: int, path: Path) -> None:
    """Keep only complete lines: the last one may be cut off by a crash or a full disk."""
    data = path.read_bytes()
    os.truncate(descriptor, data.rfind(b"\n") + 1)
