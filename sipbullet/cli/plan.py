"""`sipbullet plan`: write a footstep plan."""

from pathlib import Path
from typing import Annotated

import typer


def plan(
    manoeuvres: Annotated[
        list[str],
        typer.Argument(
            metavar="COUNTxAHEAD[,LEFT[,TURN]]...",
            help="Steps, each so far ahead and left (m), turning (degrees).",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The JSON file to write.")],
    spacing: Annotated[float, typer.Option(help="Distance between the feet, across, in m.")] = 0.2,
    start: Annotated[str, typer.Option(help="First supporting foot: right or left.")] = "right",
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write a footstep plan of manoeuvres on level ground, for `walk flat --footsteps FILE`.

    Three steps ahead, a turn by 180° in twelve short steps, three steps back: sipbullet plan 3x0.3
    12x0.1,0,15 3x0.3 -o turn.json
    """
    import math

    from sipbullet.errors import PlanError
    from sipbullet.footsteps.manoeuvres import PlanBuilder, parse_manoeuvre
    from sipbullet.record.files import write_new

    if start not in ("right", "left"):
        raise PlanError(f"plan: start is {start!r}; it must be right or left")
    if not (math.isfinite(spacing) and 0.02 <= spacing <= 2.0):
        raise PlanError(f"plan: spacing is {spacing:g} m; it must be at least 0.02 and at most 2 m")
    builder = PlanBuilder(spacing, "right" if start == "right" else "left")
    for text in manoeuvres:
        builder.steps(*parse_manoeuvre(text))
    write_new(out, builder.json(), force)
    typer.echo(f"wrote {out}: {len(builder.feet)} footholds")
