"""A run's files: run.toml, steps.csv, trajectory.csv, summary.json, and copies of robot and world.

Rows are written and flushed step by step, so a killed run keeps what it had. `summary.json` comes
last, in one move.
"""

import csv
import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import tomli_w

from sipbullet._version import __version__
from sipbullet.errors import OutputError
from sipbullet.record.files import check_folder
from sipbullet.record.samples import sample_rows
from sipbullet.record.schema import STEP_COLUMNS, TRAJECTORY_COLUMNS, step_row
from sipbullet.record.summary import Summary
from sipbullet.simulation.drawn_swing import DrawnSwing, draw
from sipbullet.simulation.walk import WalkRun
from sipbullet.simulation.walked_step import WalkedStep

FILES = (
    "run.toml",
    "robot.urdf",
    "world.toml",
    "footsteps.json",
    "steps.csv",
    "trajectory.csv",
    "summary.json",
)
HEAD = "# Repeat this walk: sipbullet walk --config run.toml\n"


class RunFolder:
    """The folder of one run."""

    def __init__(self, path: Path, run: WalkRun, force: bool = False) -> None:
        """Make the folder and write what is known before the run.

        Raises:
            OutputError: it is not empty (and `force` is not given), or cannot be written.
        """
        self.path, self._run, self._recorded = path, run, run.config
        check_folder(path, force)
        with self._writing():
            for name in FILES:
                (path / name).unlink(missing_ok=True)
            self._write_inputs()
            self._steps = self._open("steps.csv")
            self._trajectory = self._open("trajectory.csv")
            names = [column.name for column in TRAJECTORY_COLUMNS]
            _rows_to(self._trajectory).writerow(names)
        self._header_written = False

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OutputError(f"out: {self.path}: cannot be written: {error.strerror}") from None

    def _open(self, name: str) -> IO[str]:
        return (self.path / name).open("w", encoding="utf-8", newline="")

    def _write_inputs(self) -> None:
        walk = self._run.walk
        (self.path / "robot.urdf").write_bytes(walk.urdf)
        description = walk.world.description.model_dump(exclude_none=True)
        (self.path / "world.toml").write_text(tomli_w.dumps(description), encoding="utf-8")
        if walk.config.footsteps is not None:
            plan = Path(walk.config.footsteps).read_bytes()
            (self.path / "footsteps.json").write_bytes(plan)
        self._write_settings()

    def _write_settings(self) -> None:
        given = self._run.config
        config = given.model_dump(exclude_none=True)
        config |= {"robot": "robot.urdf", "world": "world.toml", "versions": versions()}
        if given.footsteps is not None:
            config["footsteps"] = "footsteps.json"
        config["simulation"]["dt"] = given.simulation.time_step
        config["gait"]["spacing"] = self._run.walk.spacing
        scalars = {key: value for key, value in config.items() if not isinstance(value, dict)}
        tables = {key: value for key, value in config.items() if isinstance(value, dict)}
        text = HEAD + tomli_w.dumps(scalars | tables)
        (self.path / "run.toml").write_text(text, encoding="utf-8")

    def add(self, walked: WalkedStep, drawn: DrawnSwing | None = None) -> None:
        """Write one step; `drawn` if its swing leg has been drawn already."""
        drawn = drawn or draw(walked, self._run)
        row = step_row(walked, self._run, drawn)
        with self._writing():
            steps = _rows_to(self._steps)
            if not self._header_written:
                steps.writerow(row)
                self._header_written = True
            steps.writerow(row.values())
            _rows_to(self._trajectory).writerows(sample_rows(walked, drawn))
            self._steps.flush()
            self._trajectory.flush()

    def close(self) -> None:
        """Close the files as they are; nothing more can be written."""
        self._steps.close()
        self._trajectory.close()

    def finish(self, summary: Summary | dict[str, Any]) -> None:
        """Write the summary and close the files."""
        with self._writing():
            self.close()
            part = self.path / "summary.json.part"
            if self._run.config is not self._recorded:  # a user has steered it
                self._write_settings()
            text = json.dumps(summary, indent=2, ensure_ascii=False, allow_nan=False)
            part.write_text(text + "\n", encoding="utf-8")
            os.replace(part, self.path / "summary.json")


def _rows_to(file: IO[str]) -> Any:
    return csv.writer(file, lineterminator="\n")


def versions() -> dict[str, str]:
    """Versions of everything that can change a number."""
    found = {"sipbullet": __version__, "python": platform.python_version()}
    return found | {name: version(name) for name in ("pybullet", "numpy", "scipy", "urchin")}


__all__ = ["FILES", "STEP_COLUMNS", "RunFolder", "step_row", "versions"]
