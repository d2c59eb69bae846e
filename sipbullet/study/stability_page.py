"""What `sipbullet stability` writes: a page, and the numbers behind it as CSV."""

import csv
import math
from pathlib import Path

from matplotlib.figure import Figure

from sipbullet.plots.style import DARK, panels, save
from sipbullet.record.files import atomic_write
from sipbullet.record.templates import render
from sipbullet.simulation.walk import Walk
from sipbullet.study.basin import BasinLevel
from sipbullet.study.stability import Stability


def write_stability(out: Path, walk: Walk, gait: Stability, basin: list[BasinLevel]) -> None:
    """Write multipliers, jacobian, fixed point and basin as CSV, a PNG and index.html."""
    values = gait.multipliers
    rows = [
        [repr(float(value.real)), repr(float(value.imag)), repr(float(abs(value)))]
        for value in values
    ]
    _write_csv(out / "multipliers.csv", ["real", "imaginary", "magnitude"], rows)
    named = zip(gait.names, gait.jacobian.tolist(), strict=True)
    _write_csv(
        out / "jacobian.csv", ["", *gait.names], [[name, *map(repr, row)] for name, row in named]
    )
    fixed = zip(gait.names, gait.fixed.tolist(), strict=True)
    _write_csv(
        out / "fixed_point.csv", ["entry", "value"], [[name, repr(value)] for name, value in fixed]
    )
    levels = [
        [repr(level.size), str(level.survived), str(level.settled), str(level.tried)]
        for level in basin
    ]
    _write_csv(out / "basin.csv", ["size", "survived", "settled", "tried"], levels)
    save(_circle(gait), out / "multipliers.png")
    with atomic_write(out / "index.html") as part:
        page = render(
            "sipbullet.study",
            "stability.html",
            title=f"Stability of {walk.world.name} with {walk.config.controller}",
            gait=gait,
            multipliers=[_multiplier(complex(value)) for value in values],
            entries=list(zip(gait.names, gait.fixed.tolist(), strict=True)),
            basin=basin,
        )
        part.write_text(page, encoding="utf-8")


def _write_csv(path: Path, head: list[str], rows: list[list[str]]) -> None:
    with atomic_write(path) as part, part.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def _circle(gait: Stability) -> Figure:
    figure, (axes,) = panels(1, width=4.4, height=4.2)
    turn = [2 * math.pi * k / 200 for k in range(201)]
    axes.plot([math.cos(t) for t in turn], [math.sin(t) for t in turn], color="#999999", lw=0.8)
    axes.plot(gait.multipliers.real, gait.multipliers.imag, "o", color=DARK, ms=5)
    axes.set(
        xlabel="real",
        ylabel="imaginary",
        title="Floquet multipliers of a stride, and the unit circle",
    )
    axes.set_aspect("equal")
    return figure


def _multiplier(value: complex) -> tuple[str, str, str]:
    """A multiplier, its magnitude, and in how many strides a perturbation is down to a tenth."""
    size = float(abs(value))
    strides = f"{math.log(0.1) / math.log(size):.1f}" if 1e-12 < size < 1 else ""
    tenth = strides or ("never" if size >= 1 else "at once")
    return f"{value.real:+.6f}{value.imag:+.6f}i", f"{size:.6f}", tenth
