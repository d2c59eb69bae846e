"""The command line. Commands import what they need when they run, so that `--help` is quick."""

import sys

import typer

from sipbullet.cli import (
    export,
    model,
    objectives,
    plan,
    plot,
    replay,
    reproduce,
    stability,
    sweep,
    walk,
    world,
)
from sipbullet.errors import SipbulletError

# typer takes it from click, or has its own copy: both have it as the grandparent of this one.
ClickException: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="sipbullet",
    help="Biped walking by controlled falling, simulated in PyBullet on generated staircases.",
    epilog="Try: sipbullet walk stairs",
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("walk")(walk.walk)
app.command("replay")(replay.replay)
app.command("plot")(plot.plot)
app.command("export")(export.export)
app.command("model")(model.model)
app.command("plan")(plan.plan)
app.command("objectives")(objectives.objectives)
app.command("reproduce")(reproduce.reproduce)
app.command("stability")(stability.stability)
app.command("sweep")(sweep.sweep)
app.command("sweep-plot")(sweep.sweep_plot)
app.add_typer(world.app, name="world")


def _show_version(value: bool) -> None:
    if value:
        from sipbullet import __version__

        typer.echo(f"sipbullet {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Biped walking by controlled falling, simulated in PyBullet on generated staircases."""


def main() -> None:
    """Run the command line: exit status 0 at the end, 1 after a fall, 2 for bad input."""
    arguments = sys.argv[1:] or ["--help"]
    try:
        result = app(arguments, standalone_mode=False)
    except ClickException as error:
        _fail(getattr(error, "format_message", error.__str__)())
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except SipbulletError as error:
        _fail(str(error))
    sys.exit(result if isinstance(result, int) else 0)


def _fail(message: str) -> None:
    typer.echo(f"sipbullet: {' '.join(message.split())}", err=True)
    sys.exit(2)
