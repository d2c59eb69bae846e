"""`sipbullet world`: list, show and build worlds."""

from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(help="List, show and export worlds.")
World = Annotated[str, typer.Argument(help="A shipped world or a TOML file.")]


@app.command("list")
def list_worlds() -> None:
    """List the shipped worlds."""
    from sipbullet.config.resources import world_names
    from sipbullet.worlds.catalogue import load_world

    for name in world_names():
        world = load_world(name)
        typer.echo(
            f"{name:<12} {world.length:7.2f} m long, {len(world.treads) - 2} treads and landings"
        )


@app.command("show")
def show(world: World) -> None:
    """Show a world's sections and treads."""
    from rich.console import Console
    from rich.table import Table

    from sipbullet.worlds.catalogue import load_world

    loaded = load_world(world)
    table = Table(
        "section",
        "kind",
        "from / m",
        "to / m",
        "top / m",
        title=f"{loaded.name}, {loaded.width:g} m wide",
    )
    sections: list[Any] = list(loaded.description.section)
    for tread in loaded.treads:
        inside = 0 <= tread.section < len(sections)
        number, kind = (
            (str(tread.section + 1), sections[tread.section].kind) if inside else ("", "pad")
        )
        table.add_row(number, kind, f"{tread.start:.3f}", f"{tread.end:.3f}", f"{tread.top:.3f}")
    Console().print(table)


@app.command("build")
def build(
    world: World,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for NAME.urdf and NAME.sdf.")],
    force: Annotated[bool, typer.Option("--force", help="Replace files that are there.")] = False,
) -> None:
    """Write a world as URDF and SDF, for PyBullet and other simulators."""
    from sipbullet.record.files import write_new
    from sipbullet.worlds.catalogue import load_world
    from sipbullet.worlds.exports import world_sdf, world_urdf

    loaded = load_world(world)
    for suffix, text in (("urdf", world_urdf(loaded)), ("sdf", world_sdf(loaded))):
        path = out / f"{loaded.name}.{suffix}"
        write_new(path, text, force)
        typer.echo(f"wrote {path}")
