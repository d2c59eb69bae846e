"""`sipbullet sweep` and `sipbullet sweep-plot`: many walks, and maps of what came of them."""

import os
from pathlib import Path
from typing import Annotated

import typer


def sweep(
    file: Annotated[Path, typer.Argument(help="The sweep's TOML file: a base walk and axes.")],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", help="Folder for sweep.parquet; an interrupted sweep goes on in it."
        ),
    ],
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="Processes on this machine; as many as cores."),
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a Dask scheduler, such as tcp://host:8786.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace another sweep in the folder.")
    ] = False,
) -> None:
    """Walk every combination of a sweep's axes.

    One Parquet row a walk, whether it finished, fell or was refused.

    An axis is a setting (gait.length, pid.roll), robot.mass, world.section.2.rise or push.impulse,
    with values = [...], range = [first, last] and count, uniform = [low, high] or normal = [mean,
    deviation]. Needs: pip
    install 'sipbullet[sweep]'.
    """
    from collections import Counter

    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from sipbullet.study.sweep import TABLE, SweepFolder, run_sweep
    from sipbullet.study.sweep_file import load_sweep

    described = load_sweep(file)
    folder = SweepFolder(out, described, force)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("walks"),
        TimeRemainingColumn(),
    )
    terminal = Console(stderr=True)
    try:
        with Progress(*columns, console=terminal, disable=not terminal.is_terminal) as bar:
            task = bar.add_task(described.name, total=described.size)
            count = workers or os.cpu_count() or 1
            rows = run_sweep(
                described, folder, count, scheduler, lambda done: bar.advance(task, done)
            )
    except KeyboardInterrupt:
        typer.echo(
            f"sipbullet: interrupted; the same command goes on with what is done in {out}", err=True
        )
        raise typer.Exit(130) from None
    found = Counter(str(row["status"]) for row in rows)
    typer.echo(
        f"{len(rows)} walks: {', '.join(f'{count} {status}' for status, count in sorted(found.items()))}"
    )
    typer.echo(f"table in {out / TABLE}")


def sweep_plot(
    run: Annotated[Path, typer.Argument(help="A sweep's folder.")],
    x: Annotated[str, typer.Option(help="Axis of the sweep across the map.")],
    y: Annotated[str, typer.Option(help="Axis of the sweep up the map.")],
    out: Annotated[Path, typer.Option("--out", "-o", help="A .png, .svg or .pdf.")],
    what: Annotated[
        str, typer.Option(help="success, or any figure of the table, such as worst_roll.")
    ] = "success",
    bins: Annotated[
        int, typer.Option(min=1, max=200, help="Cells along an axis whose values were drawn.")
    ] = 12,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Draw a map of a sweep over two of its axes.

    The share of walks that finished, or the mean of a figure of those.
    """
    from sipbullet.plots.paper_figures import save
    from sipbullet.record.files import check_new
    from sipbullet.study.maps import sweep_map

    check_new(out, (".png", ".svg", ".pdf"), force)
    save(sweep_map(run, x, y, what, bins), out)
    typer.echo(f"wrote {out}")
