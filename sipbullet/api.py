"""Walks from Python: `import sipbullet as sb; run = sb.walk("stairs", controller="footstep")`."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sipbullet.config import WalkConfig
from sipbullet.control.command import Controller
from sipbullet.errors import ConfigError
from sipbullet.recording import RunFolder
from sipbullet.robot import Robot
from sipbullet.settings import put
from sipbullet.simulation import Walk, WalkedStep, prepare
from sipbullet.summary import Figures
from sipbullet.toml_files import validate

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Wrap = Callable[[Controller], Controller]
GAIT = ("duration", "length", "spacing", "knee_duration", "offset", "roll")
SIMULATION = ("integrator", "dt", "gravity")


@dataclass
class Run:
    """A walk that has been walked: its steps and its figures."""

    walk: Walk
    steps: list[WalkedStep]
    summary: dict[str, Any]  # content of summary.json
    _files: tempfile.TemporaryDirectory[str] | None = field(default=None, repr=False)

    @property
    def finished(self) -> bool:
        """Whether it came to its end, and did not fall or stop before."""
        return bool(self.summary["status"] == "finished")

    def save(self, folder: str | Path, force: bool = False) -> Path:
        """Write the files of the run, as `sipbullet walk --out` does; the folder.

        Raises:
            OutputError: the folder is not empty (and not `force`), or cannot be written.
        """
        out = RunFolder(Path(folder), self.walk, force)
        for step in self.steps:
            out.add(step)
        out.finish(self.summary)
        return Path(folder)

    def plot(self, *what: str, out: str | Path | None = None) -> "Figure":
        """Plot the run: the page of `sipbullet plot`, or the panels named; also to a file if `out` is given.

        Raises:
            ConfigError: a panel of no such name.
        """
        from sipbullet.view.figures import save
        from sipbullet.view.overview import PANELS, overview
        from sipbullet.view.recorded import open_run

        for name in what:
            if name not in PANELS:
                raise ConfigError(f"plot: nothing is called {name!r}; choose from {', '.join(PANELS)}")
        if self._files is None:
            self._files = tempfile.TemporaryDirectory(prefix="sipbullet-")
            self.save(self._files.name)
        figure = overview(open_run(Path(self._files.name)), list(what or PANELS))
        if out is not None:
            save(figure, Path(out))
        return figure


def walk(world: str = "stairs", robot: Robot | str | Path | None = None, wrap: Wrap | None = None, **settings: Any) -> Run:
    """Walk to the end; the run.

    Args:
        world: a shipped world's name or the path of a TOML file.
        robot: a `Robot`, the path of a URDF, or the shipped robot.
        wrap: takes the controller that the settings name and gives the one to be used.
        settings: of the walk, as in a run.toml; those of the gait (duration, length, spacing …) and of the simulation
            (integrator, dt, gravity) may stand by themselves, `push` is a list of (s, N·s, N·s[, N·s]).

    Raises:
        SipbulletError: whatever is wrong with the input, in one line.
    """
    ready = plan_walk(world, robot, wrap, **settings)
    figures, steps = Figures(ready), []
    for step in ready.steps():
        figures.add(step)
        steps.append(step)
    return Run(ready, steps, figures.summary(0.0))


def steps(
    world: str = "stairs", robot: Robot | str | Path | None = None, wrap: Wrap | None = None, **settings: Any
) -> Iterator[WalkedStep]:
    """The steps of a walk, one by one as they are taken; see `walk` for the arguments."""
    return plan_walk(world, robot, wrap, **settings).steps()


def plan_walk(world: str = "stairs", robot: Robot | str | Path | None = None, wrap: Wrap | None = None, **settings: Any) -> Walk:
    """A walk ready to be walked, everything checked; see `walk` for the arguments."""
    data: dict[str, Any] = {}
    for name, value in settings.items():
        table = "gait." if name in GAIT else "simulation." if name in SIMULATION else ""
        if name == "push":
            data.setdefault("disturbance", {})["push"] = [
                dict(zip(("time", "x", "y", "z"), push, strict=False)) for push in value
            ]
        else:
            put(data, table + name, value)
    data["world"] = world
    if isinstance(robot, str | Path):
        data["robot"] = str(robot)
    config = validate(WalkConfig, data, "walk", ConfigError)
    ready = prepare(config, robot if isinstance(robot, Robot) else None)
    ready.wrap = wrap
    return ready
