"""The style of all figures: readable in grey, right and left told apart, support phases shaded."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sipbullet.mechanics.rigid_motion import Array
from sipbullet.record.files import atomic_write
from sipbullet.record.reader import RunData
from sipbullet.worlds.terrain import World

RIGHT, LEFT, DARK = "#d95f0e", "#2166ac", "#222222"
SHADES = {"right": "#f3e3d3", "left": "#ffffff", "both": "#cccccc"}
STYLE: dict[Any, Any] = {
    "font.size": 9,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def shade(axes: Axes, run: RunData, start: float, end: float) -> None:
    """Shade the support phases between `start` and `end` s: right tinted, left white, both grey."""
    for begin, stop, support in run.spans():
        if stop > start and begin < end:
            axes.axvspan(max(begin, start), min(stop, end), color=SHADES[support], lw=0, zorder=0)
    axes.set_xlim(start, end)


def panels(
    rows: int,
    columns: int = 1,
    width: float = 7.0,
    height: float = 2.2,
    make: Callable[..., Figure] = Figure,
) -> tuple[Figure, list[Axes]]:
    """A figure of panels, one under the other, in the project's style."""
    with matplotlib.rc_context(STYLE):
        figure = make(figsize=(width, height * rows), layout="constrained")
        axes = figure.subplots(rows, columns, squeeze=False)
    return figure, list(axes.ravel())


def feet(axes: Axes, run: RunData, first: int, last: int) -> None:
    """Footholds seen from above: right feet as filled squares, left ones as open circles."""
    chosen = (run.steps["step"] >= first) & (run.steps["step"] <= last)
    for side, marker, color, fill in (("right", "s", RIGHT, RIGHT), ("left", "o", LEFT, "none")):
        mine = chosen & (run.step_support == side)
        x, y = run.steps["pivot_x"][mine], run.steps["pivot_y"][mine]
        axes.plot(x, y, marker, color=color, mfc=fill, ms=6, label=f"{side} foot")


def outline(world: World, start: float, end: float) -> Array:
    """Corners (5, 2) in m of what lies between `start` and `end` m along a world's path."""
    half = world.width / 2
    places = [world.pose(start).left(half), world.pose(start).left(-half)]
    places += [world.pose(end).left(-half), world.pose(end).left(half), places[0]]
    return np.array(places)


def save(figure: Figure, path: Path) -> None:
    """Write a figure.

    Raises:
        OutputError: the place cannot be written.
    """
    with atomic_write(path) as part:
        figure.savefig(part, dpi=130)
