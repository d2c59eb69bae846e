"""`sipbullet plot`: pictures of a recorded run."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sipbullet.record.recorded_run import RecordedRun


def plot(
    run: Annotated[
        Path, typer.Argument(help="A run's folder, as `sipbullet walk --out` wrote it.")
    ],
    what: Annotated[
        list[str] | None,
        typer.Option(
            help="path, profile, angles, rates, controls, energy, reactions or footholds; "
            "repeatable; all by default."
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="A .png, .svg or .pdf; without it a window opens."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Plot a recorded run: its path, profile, angles, controls, energy, reactions, footholds."""
    from sipbullet.errors import ConfigError
    from sipbullet.plots.overview import PANELS, overview
    from sipbullet.plots.style import save
    from sipbullet.record.files import check_new
    from sipbullet.record.recorded_run import open_run

    names = what or list(PANELS)
    for name in names:
        if name not in PANELS:
            raise ConfigError(f"plot: nothing is called {name!r}; choose from {', '.join(PANELS)}")
    if out is not None:
        check_new(out, (".png", ".svg", ".pdf"), force)
    recorded = open_run(run)
    if out is not None:
        save(overview(recorded, names), out)
        typer.echo(f"wrote {out}")
        return
    _show(recorded, names)


def _show(recorded: "RecordedRun", names: list[str]) -> None:
    """Open a window."""
    import matplotlib.pyplot as plt

    from sipbullet.errors import EngineError
    from sipbullet.plots.overview import overview

    if plt.get_backend().lower() == "agg":
        raise EngineError("plot: no display for a window; write a file with --out FILE.png")
    overview(recorded, names, plt.figure)
    plt.show()
