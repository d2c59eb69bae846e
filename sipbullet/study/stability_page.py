"""What `sipbullet stability` writes: a page, and the numbers behind it as CSV."""

import csv
import html
import math
from pathlib import Path

from matplotlib.figure import Figure

from sipbullet.plots.paper_figures import DARK, panels, save
from sipbullet.record.files import atomic_write
from sipbullet.simulation.walk import Walk
from sipbullet.study.stability import BasinLevel, Stability

STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}img{max-width:100%}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;border-bottom:1px solid #ccc;text-align:left}"
)


def write_stability(out: Path, walk: Walk, gait: Stability, basin: list[BasinLevel]) -> None:
    """Write multipliers.csv, jacobian.csv, fixed_point.csv, basin.csv, multipliers.png and index.html into `out`."""
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
        part.write_text(_page(walk, gait, basin), encoding="utf-8")


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


def _page(walk: Walk, gait: Stability, basin: list[BasinLevel]) -> str:
    verdict = "perturbations die away" if gait.radius < 1 else "perturbations grow"
    title = f"Stability of {walk.world.name} with {walk.config.controller}"
    parts = [
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{html.escape(title)}</title><style>{STYLE}</style>",
        f"<h1>{html.escape(title)}</h1>",
        f"<p>Spectral radius of a stride: <b>{gait.radius:.4g}</b>: {verdict}. A stride is two steps, here from foothold "
        f"{gait.index} on; the periodic gait is found to {gait.residual:.1e}.</p>",
        "<img src='multipliers.png' alt='Floquet multipliers'>",
        "<h2>Multipliers</h2><table><tr><th>multiplier</th><th>magnitude</th><th>strides to a tenth</th></tr>",
    ]
    for value in gait.multipliers:
        size = float(abs(value))
        tenth = (
            f"{math.log(0.1) / math.log(size):.1f}"
            if 1e-12 < size < 1
            else "never"
            if size >= 1
            else "at once"
        )
        parts.append(
            f"<tr><td>{value.real:+.6f}{value.imag:+.6f}i</td><td>{size:.6f}</td><td>{tenth}</td></tr>"
        )
    parts.append(
        "</table><h2>The periodic gait</h2><table><tr><th>at the touchdown</th><th>value / rad, m, s</th></tr>"
    )
    parts += [
        f"<tr><td>{n}</td><td>{v:+.8f}</td></tr>"
        for n, v in zip(gait.names, gait.fixed.tolist(), strict=True)
    ]
    parts.append(
        "</table><h2>Basin</h2><p>Place and angles of a touchdown perturbed at random by up to a size.</p>"
    )
    parts.append(
        "<table><tr><th>size / rad, m</th><th>walked on</th><th>and settled to a tenth</th><th>of</th></tr>"
    )
    for level in basin:
        cells = (f"{level.size:g}", level.survived, level.settled, level.tried)
        parts.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join([*parts, "</table></html>\n"])
