"""A walk that has been walked: its summary, its tables, its plots; here, or read from files."""

import shutil
import tempfile
import weakref
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sipbullet.errors import ConfigError, OutputError
from sipbullet.record.files import check_folder, check_suffix
from sipbullet.record.reader import RunData
from sipbullet.record.recorded_run import RecordedRun, open_run
from sipbullet.record.samples import sample_rows
from sipbullet.record.schema import STEP_COLUMNS, TRAJECTORY_COLUMNS, step_row
from sipbullet.record.summary import Summary
from sipbullet.record.table import Columns, as_columns, as_table
from sipbullet.record.writer import RunFolder
from sipbullet.simulation.drawn_swing import draw
from sipbullet.simulation.walk import WalkRun
from sipbullet.simulation.walked_step import WalkedStep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PICTURES = (".png", ".svg", ".pdf")


@dataclass
class Run:
    """A walk that has been walked, here or earlier: its summary, its tables, its plots."""

    summary: Summary
    walk: WalkRun | None = field(default=None, repr=False)  # None when it was read from files
    _walked: list[WalkedStep] = field(default_factory=list, repr=False)
    _recorded: RecordedRun | None = field(default=None, repr=False)
    _files: Path | None = field(default=None, repr=False)

    @property
    def finished(self) -> bool:
        """Whether it came to its end, and did not fall or stop before."""
        return bool(self.summary["status"] == "finished")

    @property
    def steps(self) -> list[WalkedStep]:
        """The steps as objects.

        Raises:
            OutputError: it was read from files, which hold tables.
        """
        if self.walk is None:
            raise OutputError(
                "run: one that was loaded has no steps as objects; take run.table() and "
                "run.trajectory(), or walk its run.toml again"
            )
        return self._walked

    @cached_property
    def _data(self) -> RunData:
        """The columns of both tables."""
        if self._recorded is not None:
            return self._recorded.data
        assert self.walk is not None
        rows, samples = [], []
        for walked in self._walked:
            drawn = draw(walked, self.walk)
            rows.append(list(step_row(walked, self.walk, drawn).values()))
            samples += list(sample_rows(walked, drawn))
        steps = as_columns([column.name for column in STEP_COLUMNS], rows)
        trajectory = as_columns([column.name for column in TRAJECTORY_COLUMNS], samples)
        return RunData.of(trajectory, steps, dict(self.summary))

    def table(self) -> Any:
        """A row a step, as in steps.csv: a DataFrame, or a dictionary of arrays without pandas."""
        return as_table(self._data.all_steps)

    def trajectory(self) -> Any:
        """A row a sample, as in trajectory.csv: a DataFrame, or a dictionary of arrays."""
        return as_table(self._data.all_samples)

    def columns(self) -> tuple[Columns, Columns]:
        """Both tables as dictionaries of arrays, by name."""
        return self._data.all_steps, self._data.all_samples

    def save(self, folder: str | Path, force: bool = False) -> Path:
        """Write the files of the run, as `sipbullet walk --out` does; the folder.

        Raises:
            OutputError: the folder is not empty (and not `force`), or cannot be written.
        """
        path = _path(folder, "save")
        if self._recorded is not None:
            check_folder(path, force)
            shutil.copytree(self._recorded.folder, path, dirs_exist_ok=True)
            return path
        assert self.walk is not None
        out = RunFolder(path, self.walk, force)
        for step in self._walked:
            out.add(step)
        out.finish(self.summary)
        return path

    def plot(self, *what: str, out: str | Path | None = None) -> "Figure":
        """Plot the run: the page of `sipbullet plot`, or the panels named; also to a file `out`.

        Raises:
            ConfigError: a panel of no such name.
            OutputError: `out` is no .png, .svg or .pdf, or cannot be written.
        """
        from sipbullet.plots.overview import PANELS, overview
        from sipbullet.plots.style import save

        for name in what:
            if name not in PANELS:
                raise ConfigError(
                    f"plot: nothing is called {name!r}; choose from {', '.join(PANELS)}"
                )
        if out is not None:
            check_suffix(_path(out, "plot"), PICTURES)
        figure = overview(self._as_recorded(), list(what or PANELS))
        if out is not None:
            save(figure, Path(out))
        return figure

    def _as_recorded(self) -> RecordedRun:
        if self._recorded is not None:
            return self._recorded
        if self._files is None:
            self._files = Path(tempfile.mkdtemp(prefix="sipbullet-"))
            weakref.finalize(self, shutil.rmtree, self._files, ignore_errors=True)
            self.save(self._files)
        return open_run(self._files)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from sipbullet.record.report import summary_rows
        from sipbullet.record.templates import render

        rows = summary_rows(self.summary)
        return render("sipbullet.runs", "run.html", summary=self.summary, rows=rows)


def load(folder: str | Path) -> Run:
    """A recorded run, read from its folder.

    Raises:
        OutputError: it is not a run's, or it is cut off.
    """
    recorded = open_run(_path(folder, "load"))
    summary: Any = recorded.data.summary
    return Run(summary, _recorded=recorded)


def _path(value: Any, what: str) -> Path:
    if not isinstance(value, (str, Path)):
        raise OutputError(f"{what}: {value!r} is no path")
    return Path(value)
