"""Maps of a sweep: success, or any figure, over two of its axes."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from sipbullet.errors import OutputError
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.plots.style import panels
from sipbullet.study.cases import COLUMNS, Row
from sipbullet.study.sweep import read_rows

FEW = 24  # different values of an axis up to which each has cells of its own


def sweep_map(folder: Path, x: str, y: str, what: str, bins: int) -> Figure:
    """A map of `what` over the axes `x` and `y`.

    Raises:
        OutputError: the folder has no table, or the table no such column.
    """
    rows = read_rows(folder)
    axes = [name for name in rows[0] if name != "case" and name not in COLUMNS]
    for name in (x, y):
        if name not in axes:
            raise OutputError(f"sweep: {name!r} is no axis of it; it has {', '.join(axes)}")
    figures = [name for name in COLUMNS if name not in ("status", "reason")]
    if what != "success" and what not in figures:
        raise OutputError(
            f"sweep: {what!r} is none of its figures; choose success, {', '.join(figures)}"
        )
    finished = np.array([status == "finished" for status in _column(rows, "status")])
    values = finished.astype(float) if what == "success" else _figure(_column(rows, what), finished)
    across, ticks_x = _cells(_column(rows, x), bins)
    up, ticks_y = _cells(_column(rows, y), bins)
    mean = np.full((len(ticks_y), len(ticks_x)), np.nan)
    for row in range(len(ticks_y)):
        for column in range(len(ticks_x)):
            chosen = values[(up == row) & (across == column)]
            chosen = chosen[np.isfinite(chosen)]
            if len(chosen):
                mean[row, column] = chosen.mean()
    return _draw(mean, (x, ticks_x), (y, ticks_y), what)


def _column(rows: list[Row], name: str) -> list[Any]:
    return [row[name] for row in rows]


def _figure(values: list[float | None], finished: Array) -> Array:
    return np.where(
        finished, np.array([np.nan if value is None else float(value) for value in values]), np.nan
    )


def _cells(values: list[Any], bins: int) -> tuple[Array, list[str]]:
    """The cell of every value along an axis, and the cells' names."""
    different = sorted(set(values), key=lambda value: (str(type(value)), value))
    if len(different) <= FEW:
        names = [f"{value:.4g}" if isinstance(value, float) else str(value) for value in different]
        return np.array([different.index(value) for value in values], dtype=float), names
    numbers = np.array(values, dtype=float)
    edges = np.linspace(numbers.min(), numbers.max(), bins + 1)
    cells = np.clip(np.searchsorted(edges, numbers, side="right") - 1, 0, bins - 1)
    return cells.astype(float), [f"{middle:.3g}" for middle in 0.5 * (edges[1:] + edges[:-1])]


def _draw(
    mean: Array, across: tuple[str, list[str]], up: tuple[str, list[str]], what: str
) -> Figure:
    figure, (axes,) = panels(
        1, width=max(5.0, 0.6 * len(across[1]) + 2.5), height=max(3.0, 0.4 * len(up[1]) + 1.6)
    )
    low, high = (0.0, 1.0) if what == "success" else (None, None)
    image = axes.imshow(mean, origin="lower", aspect="auto", cmap="viridis", vmin=low, vmax=high)
    figure.colorbar(
        image,
        label="share of walks that finished"
        if what == "success"
        else f"mean {what} of finished walks",
    )
    axes.set_xticks(range(len(across[1])), across[1], rotation=45 if len(across[1]) > 8 else 0)
    axes.set_yticks(range(len(up[1])), up[1])
    axes.set(
        xlabel=across[0],
        ylabel=up[0],
        title=f"{what} (white: none finished)" if what != "success" else what,
    )
    axes.grid(False)
    return figure
