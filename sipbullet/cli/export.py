"""`sipbullet export`: a run for Foxglove, PlotJuggler or Rerun."""

from pathlib import Path
from typing import Annotated

import typer


def export(
    run: Annotated[
        Path, typer.Argument(help="A run's folder, as `sipbullet walk --out` wrote it.")
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", help="The file: .mcap (Foxglove, PlotJuggler) or .rrd (Rerun)."
        ),
    ],
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a recorded run for other people's tools.

    Transforms, joint states, the stairs, scalars, in simulated time.

    Frames are named after REP-120: base_link (the pelvis), l_sole and r_sole. Needs: pip install
    'sipbullet[export]'.
    """
    from sipbullet.errors import OutputError
    from sipbullet.record.files import atomic_write, check_new
    from sipbullet.record.recorded_run import open_run

    check_new(out, (".mcap", ".rrd"), force)
    recorded = open_run(run)
    try:
        if out.suffix.lower() == ".mcap":
            from sipbullet.exports.mcap_file import write_mcap as write
        else:
            from sipbullet.exports.rerun_file import write_rerun as write
    except ImportError as error:
        raise OutputError(
            f"export: {error.name} is not installed; install it with: pip install "
            "'sipbullet[export]'"
        ) from None
    with atomic_write(out) as part:
        write(recorded, part)
    typer.echo(f"wrote {out}")
