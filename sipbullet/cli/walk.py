"""`sipbullet walk`: run one walk, show it, record it."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sipbullet.cli.progress import progress_bar

if TYPE_CHECKING:
    from sipbullet.record.summary import Summary
    from sipbullet.simulation.walk import Walk
    from sipbullet.view.viewers import Viewers

Text = str | None
Number = float | None
KEYS = {  # of the options, in the settings
    "world": "world",
    "controller": "controller",
    "steps": "steps",
    "start": "start",
    "robot": "robot",
    "seed": "seed",
    "footsteps": "footsteps",
    "duration": "gait.duration",
    "length": "gait.length",
    "spacing": "gait.spacing",
    "from_standing": "from_standing",
    "stop": "stop",
    "swing": "swing",
    "ground_error": "disturbance.ground_error",
    "retarget": "footstep.retarget",
    "integrator": "simulation.integrator",
    "dt": "simulation.dt",
    "strict": "monitor.strict",
}


WorldName = Annotated[
    Text, typer.Argument(help="A shipped world (see `sipbullet world list`) or a TOML file.")
]
Config = Annotated[
    Path | None,
    typer.Option(help="TOML with settings, such as a run.toml; options win over it."),
]
Controller = Annotated[
    Text, typer.Option(help="The step controller: pid, str or footstep (default: pid).")
]
Steps = Annotated[
    int | None, typer.Option(help="Steps to take; to the end of the path by default.")
]
Duration = Annotated[Number, typer.Option(help="Target duration of a step in s (default: 0.55).")]
Length = Annotated[Number, typer.Option(help="Step length in m on level ground (default: 0.4).")]
Spacing = Annotated[
    Number,
    typer.Option(help="Distance between the feet, across, in m; the pelvis width by default."),
]
FirstFoot = Annotated[
    Text, typer.Option(help="First supporting foot: right or left (default: right).")
]
Robot = Annotated[
    Text,
    typer.Option(help="The robot's URDF (see `sipbullet model`); the shipped one by default."),
]
Integrator = Annotated[
    Text, typer.Option(help="bullet (stepSimulation), rk4 or kane (default: bullet).")
]
Dt = Annotated[Number, typer.Option(help="Time step in s (default: 0.001 for bullet, else 0.01).")]
Footsteps = Annotated[
    Text,
    typer.Option(help="JSON list of footholds {x, y, z, yaw, foot}; from the world by default."),
]
Seed = Annotated[int | None, typer.Option(help="Seed of everything random (default: 0).")]
FromStanding = Annotated[
    bool, typer.Option("--from-standing", help="Begin standing, and fall into the first step.")
]
StopKind = Annotated[
    Text, typer.Option(help="Come to rest with the last step: paper (two angles) or refined.")
]
Pushes = Annotated[
    list[str] | None,
    typer.Option(
        metavar="T,JX,JY[,JZ]", help="Push: time in s, impulse in N·s at the COG; repeatable."
    ),
]
Retarget = Annotated[
    bool,
    typer.Option("--retarget", help="Footstep controller: re-aim the swing leg after a push."),
]
GroundError = Annotated[
    Number, typer.Option(help="Treads are off by up to this many m, unknown to the controller.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Any setting, such as pid.roll=3 or gait.knee_duration=0; repeatable.",
    ),
]
OutFolder = Annotated[
    Path | None, typer.Option(help="Folder for the run's files; none are written without it.")
]
Force = Annotated[
    bool, typer.Option("--force", help="Replace a run's files in a folder that is not empty.")
]
Strict = Annotated[
    bool, typer.Option("--strict", help="End the walk at the first violation of a monitor.")
]
Gui = Annotated[
    bool, typer.Option("--gui", help="Open a window: real time, steered by sliders and keys.")
]
Video = Annotated[
    Path | None,
    typer.Option(help="Film it: a file that ends in .mp4 or .gif; needs no display."),
]
SwingKind = Annotated[
    Text,
    typer.Option(help="Draw the swing leg smooth, or instant as in the paper (default: smooth)."),
]


def walk(
    world: WorldName = None,
    config: Config = None,
    controller: Controller = None,
    steps: Steps = None,
    duration: Duration = None,
    length: Length = None,
    spacing: Spacing = None,
    start: FirstFoot = None,
    robot: Robot = None,
    integrator: Integrator = None,
    dt: Dt = None,
    footsteps: Footsteps = None,
    seed: Seed = None,
    from_standing: FromStanding = False,
    stop: StopKind = None,
    push: Pushes = None,
    retarget: Retarget = False,
    ground_error: GroundError = None,
    set_: Settings = None,
    out: OutFolder = None,
    force: Force = False,
    strict: Strict = False,
    gui: Gui = False,
    video: Video = None,
    swing: SwingKind = None,
) -> int:
    """Walk through a world, step by step, and print a table of figures.

    Exit status: 0 at the end of the path, 1 after a fall or a stop, 2 for bad input.
    """
    given = {name: value for name, value in locals().items() if name in KEYS}
    changes = {KEYS[name]: None if value is False else value for name, value in given.items()}
    from sipbullet.config.settings import load_settings, parse_pushes
    from sipbullet.simulation.prepare import prepare

    changes["disturbance.push"] = parse_pushes(push or [])
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
    started, name = time.perf_counter(), f"walking {ready.world.name}"
    with progress_bar(name, running.last_step, "steps") as advance, _interruptible() as interrupted:
        for walked in running:
            drawn = draw(walked, running) if folder is not None or viewers.watching else None
            figures.add(walked, drawn)
            if folder is not None:
                folder.add(walked, drawn)
            advance(1)
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
