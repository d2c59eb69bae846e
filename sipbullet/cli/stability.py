"""`sipbullet stability`: the periodic gait's multipliers."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sipbullet.simulation.walk import Walk
    from sipbullet.study.basin import BasinLevel
    from sipbullet.study.stability import Stability


WorldName = Annotated[
    str | None, typer.Argument(help="A shipped world or a TOML file with a uniform stretch.")
]
Config = Annotated[
    Path | None,
    typer.Option(help="TOML with settings, such as a run.toml; options win over it."),
]
Controller = Annotated[str | None, typer.Option(help="pid or footstep (default: pid).")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Any setting, such as a gain: pid.roll=3; repeatable.",
    ),
]
Samples = Annotated[
    int, typer.Option(min=0, max=10_000, help="Perturbations tried for each size of the basin.")
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the perturbations.")]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="Folder for the page and the CSV files.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace what is in the folder.")]


def stability(
    world: WorldName = None,
    config: Config = None,
    controller: Controller = None,
    set_: Settings = None,
    samples: Samples = 20,
    seed: Seed = 0,
    out: Out = None,
    force: Force = False,
) -> int:
    """Find the periodic gait, its Floquet multipliers, and the perturbations it survives.

    The integrator is kane unless set otherwise. Exit status 1 when the gait is unstable.
    """
    from sipbullet.config.settings import load_settings
    from sipbullet.errors import ConfigError
    from sipbullet.record.files import check_folder
    from sipbullet.simulation.prepare import prepare

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
    return _study(ready, samples, seed, out)


def _study(ready: "Walk", samples: int, seed: int, out: Path | None) -> int:
    from sipbullet.study.basin import sample_basin
    from sipbullet.study.stability import StrideMap, find_gait
    from sipbullet.study.stability_page import write_stability

    with StrideMap(ready) as stride:
        gait = find_gait(stride)
        basin = sample_basin(stride, gait, samples, seed) if samples else []
    _print(f"{ready.world.name}, {ready.config.controller}", gait, basin)
    if out is not None:
        write_stability(out, ready, gait, basin)
        typer.echo(f"page in {out / 'index.html'}")
    return 0 if gait.radius < 1.0 else 1


def _print(title: str, gait: "Stability", basin: "list[BasinLevel]") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    console.print(f"{title}: spectral radius of a stride (two steps) {gait.radius:.4g}")
    table = Table("multiplier", "magnitude")
    for value in gait.multipliers[:8]:
        table.add_row(f"{value.real:+.6f}{value.imag:+.6f}i", f"{abs(value):.6f}")
    console.print(table)
    for level in basin:
        walked = f"{level.survived} of {level.tried} walk on, {level.settled} settle"
        console.print(f"perturbed by up to {level.size:g} rad, m: {walked}")
