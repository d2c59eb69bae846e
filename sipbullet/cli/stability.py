"""`sipbullet stability`: the periodic gait's multipliers."""

from pathlib import Path
from typing import Annotated

import typer


def stability(
    world: Annotated[
        str | None, typer.Argument(help="A shipped world or a TOML file with a uniform stretch.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="TOML with settings, such as a run.toml; options win over it."),
    ] = None,
    controller: Annotated[str | None, typer.Option(help="pid or footstep (default: pid).")] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Any setting, such as a gain: pid.roll=3; repeatable.",
        ),
    ] = None,
    samples: Annotated[
        int, typer.Option(min=0, max=10_000, help="Perturbations tried for each size of the basin.")
    ] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the perturbations.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder for the page and the CSV files.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is in the folder.")] = False,
) -> int:
    """Find the periodic gait by Newton, its Floquet multipliers, and how large perturbations it survives.

    The integrator is kane unless set otherwise. Exit status 1 when the gait is unstable.
    """
    from rich.console import Console
    from rich.table import Table

    from sipbullet.config.settings import load_settings
    from sipbullet.errors import ConfigError
    from sipbullet.record.files import check_folder
    from sipbullet.simulation.prepare import prepare
    from sipbullet.study.stability import StrideMap, find_gait, sample_basin
    from sipbullet.study.stability_page import write_stability

    chosen = any(item.startswith("simulation.integrator") for item in set_ or [])
    changes = {
        "world": world,
        "controller": controller,
        "simulation.integrator": None if chosen or config else "kane",
    }
    ready = prepare(load_settings(config, changes, set_ or []))
    if ready.config.controller == "str":
        raise ConfigError(
            "stability: the self-tuning regulator never stops changing; look at pid or footstep"
        )
    if out is not None:
        check_folder(out, force)
    with StrideMap(ready) as stride:
        gait = find_gait(stride)
        basin = sample_basin(stride, gait, samples, seed) if samples else []
    console = Console(highlight=False)
    console.print(
        f"{ready.world.name}, {ready.config.controller}: spectral radius of a stride (two steps) {gait.radius:.4g}"
    )
    table = Table("multiplier", "magnitude")
    for value in gait.multipliers[:8]:
        table.add_row(f"{value.real:+.6f}{value.imag:+.6f}i", f"{abs(value):.6f}")
    console.print(table)
    for level in basin:
        console.print(
            f"perturbed by up to {level.size:g} rad, m: {level.survived} of {level.tried} walk on, {level.settled} settle"
        )
    if out is not None:
        write_stability(out, ready, gait, basin)
        console.print(f"page in {out / 'index.html'}", markup=False)
    return 0 if gait.radius < 1.0 else 1
