"""`sipbullet sweep` and `sipbullet sweep-plot`: many walks, and maps of what came of them."""

import os
from pathlib import Path
from typing import Annotated

import typer

from sipbullet.cli.progress import progress_bar

File = Annotated[Path, typer.Argument(help="The sweep's TOML file: a base walk and axes.")]
Out = Annotated[
    Path,
    typer.Option(
        "--out", "-o", help="Folder for sweep.parquet; an interrupted sweep goes on in it."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=1024, help="Processes on this machine; as many as cores."),
]
Scheduler = Annotated[
    str | None, typer.Option(help="Address of a Dask scheduler, such as tcp://host:8786.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace another sweep in the folder.")]


def sweep(
    file: File,
    out: Out,
    workers: Workers = None,
    scheduler: Scheduler = None,
    force: Force = False,
) -> None:
    """Walk every combination of a sweep's axes.

    One Parquet row a walk, whether it finished, fell or was refused.

    An axis is a setting (gait.length, pid.roll), robot.mass, world.section.2.rise or push.impulse,
    with values = [...], range = [first, last] and count, uniform = [low, high] or normal = [mean,
    deviation]. Needs: pip
    install 'sipbullet[sweep]'.
    """
    from collections import Counter

    from sipbullet.study.sweep import TABLE, SweepFolder, run_sweep
    from sipbullet.study.sweep_file import load_sweep

    described = load_sweep(file)
    folder = SweepFolder(out, described, force)
    count = workers or os.cpu_count() or 1
    try:
        with progress_bar(described.name, described.size, "walks") as advance:
            rows = run_sweep(described, folder, count, scheduler, advance)
    except KeyboardInterrupt:
        typer.echo(
            f"sipbullet: interrupted; the same command goes on with what is done in {out}", err=True
        )
        raise typer.Exit(130) from None
    found = Counter(str(row["status"]) for row in rows)
    typer.echo(
        f"{len(rows)} walks: "
        f"{', '.join(f'{count} {status}' for status, count in sorted(found.items()))}"
    )
    typer.echo(f"table in {out / TABLE}")


PlotRun = Annotated[Path, typer.Argument(help="A sweep's folder.")]
PlotX = Annotated[str, typer.Option(help="Axis of the sweep across the map.")]
PlotY = Annotated[str, typer.Option(help="Axis of the sweep up the map.")]
PlotOut = Annotated[Path, typer.Option("--out", "-o", help="A .png, .svg or .pdf.")]
PlotWhat = Annotated[
    str, typer.Option(help="success, or any figure of the table, such as worst_roll.")
]
PlotBins = Annotated[
    int, typer.Option(min=1, max=200, help="Cells along an axis whose values were drawn.")
]
PlotForce = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]


def sweep_plot(
    run: PlotRun,
    x: PlotX,
    y: PlotY,
    out: PlotOut,
    what: PlotWhat = "success",
    bins: PlotBins = 12,
    force: PlotForce = False,
) -> None:
    """Draw a map of a sweep over two of its axes.

    The share of walks that finished, or the mean of a figure of those.
    """
    from sipbullet.plots.style import save
    from sipbullet.record.files import check_new
    from sipbullet.study.maps import sweep_map

    check_new(out, (".png", ".svg", ".pdf"), force)
    save(sweep_map(run, x, y, what, bins), out)
    typer.echo(f"wrote {out}")
