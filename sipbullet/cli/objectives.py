"""`sipbullet objectives`: what each control moves."""

from pathlib import Path
from typing import Annotated

import typer


def objectives(
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="PNG, SVG or PDF with both tables as a picture."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Measure how each control of Eq. (1) moves each objective.

    The first step, and the steady state.
    """
    from rich.console import Console
    from rich.table import Table

    from sipbullet.record.files import check_new
    from sipbullet.study.objectives import BIASES, CONTROLS, OBJECTIVES, measure_effects

    if out is not None:
        check_new(out, (".png", ".svg", ".pdf"), force)
    effects, console = measure_effects(), Console(highlight=False)
    for title, values in (("first step", effects.first), ("steady state", effects.steady)):
        heads = [f"{name} {bias:+g}" for name, bias in zip(CONTROLS, BIASES, strict=True)]
        table = Table("objective", *heads, title=f"change in the {title} (rad, rad/s)")
        for name, row in zip(OBJECTIVES, values.tolist(), strict=True):
            table.add_row(name, *(f"{value:+.2f}" for value in row))
        console.print(table)
    if out is not None:
        from sipbullet.plots.paper_figures import effects_figure
        from sipbullet.plots.style import save

        save(effects_figure(effects.first, effects.steady, CONTROLS, OBJECTIVES), out)
        console.print(f"wrote {out}", markup=False)
