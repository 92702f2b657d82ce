"""A study by Optuna, kept in a file: the same seed gives the same trials, whether it was stopped or
not.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from emberstacks.lab.results import BadResults, opened

Direction = Literal["minimize", "maximize"]


def check_optuna() -> None:
    """Is Optuna installed?"""
    try:
        import optuna  # noqa: F401
    except ImportError:
        raise BadResults(
            "Tuning needs optuna, which is not installed. Run 'pip install emberstacks[tune]'."
        ) from None


class Held:
    """Replaces Optuna's lock, which outlives a kill: the open file is locked already."""

    def acquire(self) -> bool:
        return True

    def release(self) -> None:
        pass


class Journal:
    """The trials of a study, ready for more."""

    def __init__(
        self, path: Path, seed: int, directions: Sequence[Direction], settings: Mapping[str, Any]
    ) -> None:
        import optuna
        from optuna.storages.journal import JournalFileBackend, JournalStorage

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.path, self.seed = path, seed
        self.file = opened(path)  # which also keeps others out
        cut_short(self.file.fileno(), path)
        try:
            storage = JournalStorage(JournalFileBackend(str(path), Held()))  # type: ignore[arg-type]
            self.study = optuna.create_study(
                storage=storage,
                study_name="tune",
                directions=directions,
                load_if_exists=True,
                sampler=self.sampler(0),
            )
            there = self.study.user_attrs.get("settings")
        except (ValueError, KeyError, TypeError, AssertionError):
            self.file.close()
            raise BadResults(
                f"{path} is damaged or not a study. Name another file with --out."
            ) from None
        if there is None:
            self.study.set_user_attr("settings", dict(settings))
        elif there != settings:
            self.file.close()
            raise BadResults(
                f"{path} holds a study with other settings ({told(there)}). Name another file with"
                " --out."
            )

    def sampler(self, number: int) -> Any:
        """One per trial, so that its choice follows only from the trials before it, not from when
        the program started.
        """
        from optuna.samplers import TPESampler

        return TPESampler(seed=(self.seed * 1_000_003 + number) % 2**32)

    def ask(self) -> Any:
        """The next trial: an unfinished one, or a new one."""
        from optuna.trial import Trial, TrialState

        undone = self.study.get_trials(deepcopy=False, states=(TrialState.RUNNING,))
        number = undone[0].number if undone else len(self.study.get_trials(deepcopy=False))
        self.study.sampler = self.sampler(number)
        return Trial(self.study, undone[0]._trial_id) if undone else self.study.ask()

    def finished(self) -> list[Any]:
        """All trials that were played, or that could not be."""
        from optuna.trial import TrialState

        return self.study.get_trials(deepcopy=False, states=(TrialState.COMPLETE, TrialState.FAIL))

    def close(self) -> None:
        self.file.close()


def told(settings: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in settings.items())


def cut_short(descriptor: int, path: Path) -> None:
    """Keep only complete lines: the last one may be cut off by a crash or a full disk."""
    data = path.read_bytes()
    os.truncate(descriptor, data.rfind(b"\n") + 1)
