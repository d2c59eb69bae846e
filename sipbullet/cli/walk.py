"""`sipbullet walk`: run one walk, show it, record it."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sipbullet.record.summary import Summary
    from sipbullet.simulation.walk import Walk
    from sipbullet.view.viewers import Viewers

Text = str | None
Number = float | None


def walk(
    world: Annotated[
        Text, typer.Argument(help="A shipped world (see `sipbullet world list`) or a TOML file.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="TOML with settings, such as a run.toml; options win over it."),
    ] = None,
    controller: Annotated[
        Text, typer.Option(help="The step controller: pid, str or footstep (default: pid).")
    ] = None,
    steps: Annotated[
        int | None, typer.Option(help="Steps to take; to the end of the path by default.")
    ] = None,
    duration: Annotated[
        Number, typer.Option(help="Target duration of a step in s (default: 0.55).")
    ] = None,
    length: Annotated[
        Number, typer.Option(help="Step length in m on level ground (default: 0.4).")
    ] = None,
    spacing: Annotated[
        Number,
        typer.Option(help="Distance between the feet, across, in m; the pelvis width by default."),
    ] = None,
    start: Annotated[
        Text, typer.Option(help="First supporting foot: right or left (default: right).")
    ] = None,
    robot: Annotated[
        Text,
        typer.Option(help="The robot's URDF (see `sipbullet model`); the shipped one by default."),
    ] = None,
    integrator: Annotated[
        Text, typer.Option(help="bullet (stepSimulation), rk4 or kane (default: bullet).")
    ] = None,
    dt: Annotated[
        Number, typer.Option(help="Time step in s (default: 0.001 for bullet, else 0.01).")
    ] = None,
    footsteps: Annotated[
        Text,
        typer.Option(
            help="JSON list of footholds {x, y, z, yaw, foot}; from the world by default."
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of everything random (default: 0).")
    ] = None,
    from_standing: Annotated[
        bool, typer.Option("--from-standing", help="Begin standing, and fall into the first step.")
    ] = False,
    stop: Annotated[
        Text, typer.Option(help="Come to rest with the last step: paper (two angles) or refined.")
    ] = None,
    push: Annotated[
        list[str] | None,
        typer.Option(
            metavar="T,JX,JY[,JZ]", help="Push: time in s, impulse in N·s at the COG; repeatable."
        ),
    ] = None,
    retarget: Annotated[
        bool,
        typer.Option("--retarget", help="Footstep controller: re-aim the swing leg after a push."),
    ] = False,
    ground_error: Annotated[
        Number, typer.Option(help="Treads are off by up to this many m, unknown to the controller.")
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help="Any setting, such as pid.roll=3 or gait.knee_duration=0; repeatable.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for the run's files; none are written without it.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a run's files in a folder that is not empty.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="End the walk at the first violation of a monitor.")
    ] = False,
    gui: Annotated[
        bool, typer.Option("--gui", help="Open a window: real time, steered by sliders and keys.")
    ] = False,
    video: Annotated[
        Path | None,
        typer.Option(help="Film it: a file that ends in .mp4 or .gif; needs no display."),
    ] = None,
    swing: Annotated[
        Text,
        typer.Option(
            help="Draw the swing leg smooth, or instant as in the paper (default: smooth)."
        ),
    ] = None,
) -> int:
    """Walk through a world, step by step, and print a table of figures.

    Exit status: 0 at the end of the path, 1 after a fall or a stop, 2 for bad input.
    """
    from sipbullet.config.settings import load_settings, parse_pushes
    from sipbullet.simulation.prepare import prepare

    changes = {
        "world": world, "controller": controller, "steps": steps, "start": start, "robot": robot, "seed": seed,
        "footsteps": footsteps,
        "gait.duration": duration, "gait.length": length, "gait.spacing": spacing,
        "from_standing": from_standing or None,
        "stop": stop, "swing": swing,
        "disturbance.push": parse_pushes(push or []),
        "disturbance.ground_error": ground_error,
        "footstep.retarget": retarget or None,
        "simulation.integrator": integrator, "simulation.dt": dt, "monitor.strict": strict or None,
    }  # fmt: skip
    ready = prepare(load_settings(config, changes, set_ or []))
    return run(ready, out, force, gui, video)


def run(ready: "Walk", out: Path | None, force: bool, gui: bool, video: Path | None = None) -> int:
    """Run a prepared walk; the exit status."""
    from sipbullet.record.report import print_summary
    from sipbullet.view.viewers import Viewers

    with Viewers(ready, gui, video, force) as viewers:
        if gui:
            from sipbullet.view.controls import KEYS

            typer.echo(KEYS)
        while True:
            summary = _run_once(ready, out, force, viewers)
            if not viewers.restart:
                break
            viewers.begin_again()
            force = True
    print_summary(summary, out)
    if video is not None:
        typer.echo(f"video in {video}")
    return 0 if summary["status"] == "finished" else 1


def _run_once(ready: "Walk", out: Path | None, force: bool, viewers: "Viewers") -> "Summary":
    """One walk from its beginning; its summary."""
    from sipbullet.record.summary import SummaryBuilder
    from sipbullet.record.writer import RunFolder
    from sipbullet.simulation.drawn_swing import draw

    running = ready.run(viewers)
    folder = None if out is None else RunFolder(out, running, force)
    figures = SummaryBuilder(running)
    started = time.perf_counter()
    with _progress(ready.world.name, running.last_step) as advance, _interruptible() as interrupted:
        for walked in running:
            drawn = draw(walked, running) if folder is not None or viewers.watching else None
            figures.add(walked, drawn)
            if folder is not None:
                folder.add(walked, drawn)
            advance()
            over = viewers.show(walked, running, drawn) or ("interrupted" if interrupted() else "")
            if over:
                running.stop(over)
                break
    summary = figures.summary(time.perf_counter() - started)
    if folder is not None:
        folder.finish(summary)
    return summary


@contextmanager
def _interruptible() -> Iterator[Callable[[], bool]]:
    """Ctrl-C once: the step under way is finished and written (ask the function); twice.

    Stop at once.
    """
    pressed = 0

    def press(*_: object) -> None:
        nonlocal pressed
        pressed += 1
        if pressed > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed > 0
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(name: str, total: int) -> Iterator[Any]:
    """A progress bar on a terminal; `advance()` counts a step."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("steps"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task(f"walking {name}", total=total)
        yield lambda: progress.advance(task)
