"""A recorded run, read back from its files: what figures are drawn from."""

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sipbullet.errors import OutputError
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.record.schema import STEP_COLUMNS, TEXTS, TRAJECTORY_COLUMNS
from sipbullet.record.table import Columns


@dataclass(frozen=True)
class RunData:
    """Columns of trajectory.csv and steps.csv by their names, and the summary."""

    trajectory: dict[str, Array]
    support: Array  # of each sample: "right", "left" or "both"
    steps: dict[str, Array]  # NaN where a column is blank
    step_support: Array
    summary: dict[str, Any]

    texts: dict[str, Any] = field(default_factory=dict)  # text columns of steps.csv

    @classmethod
    def of(cls, trajectory: Columns, steps: Columns, summary: dict[str, Any]) -> "RunData":
        """From whole columns, text and numbers."""
        texts = {name: steps[name] for name in TEXTS}
        return cls(
            trajectory=_without(trajectory, TEXTS),
            support=trajectory["support"],
            steps=_without(steps, TEXTS),
            step_support=steps["support"],
            summary=summary,
            texts=texts,
        )

    @property
    def all_steps(self) -> Columns:
        """All columns of steps.csv, in their order."""
        found: Columns = {**self.steps, **self.texts}
        return {c.name: found[c.name] for c in STEP_COLUMNS if c.name in found}

    @property
    def all_samples(self) -> Columns:
        """All columns of trajectory.csv, in their order."""
        found: Columns = {**self.trajectory, "support": self.support}
        return {c.name: found[c.name] for c in TRAJECTORY_COLUMNS if c.name in found}

    def spans(self) -> list[tuple[float, float, str]]:
        """(from s, to s, support) of every stretch on the same foot."""
        t = self.trajectory["t"]
        found: list[tuple[float, float, str]] = []
        begin = 0
        for index in range(1, len(t) + 1):
            if index == len(t) or self.support[index] != self.support[begin]:
                found.append((float(t[begin]), float(t[index - 1]), str(self.support[begin])))
                begin = index
        return found

    def between(self, first: int, last: int) -> Array:
        """Which samples belong to the steps `first` to `last`."""
        step = self.trajectory["step"]
        return np.asarray((step >= first) & (step <= last))


def load_run(folder: Path) -> RunData:
    """Read the files of a run.

    Raises:
        OutputError: the folder is not a finished run's.
    """
    try:
        trajectory, steps = _columns(folder / "trajectory.csv"), _columns(folder / "steps.csv")
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        return RunData.of(trajectory, steps, summary)
    except OSError as error:
        raise OutputError(
            f"run: {folder}: {error.filename} cannot be read: {error.strerror}"
        ) from None
    except (ValueError, KeyError, StopIteration) as error:
        raise OutputError(f"run: {folder}: not a run's files: {error}") from None


def _without(columns: Columns, names: set[str]) -> Columns:
    return {name: values for name, values in columns.items() if name not in names}


def _columns(path: Path) -> Columns:
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file)
        names = next(reader)
        rows = list(reader)
    if any(len(row) != len(names) for row in rows):
        raise ValueError(f"{path.name} is cut off")
    columns = {name: [row[index] for row in rows] for index, name in enumerate(names)}
    return {
        name: np.array(values) if name in TEXTS else _numbers(values)
        for name, values in columns.items()
    }


def _numbers(values: list[str]) -> Array:
    known = {"": float("nan"), "True": 1.0, "False": 0.0}
    return np.array([known[value] if value in known else float(value) for value in values])
