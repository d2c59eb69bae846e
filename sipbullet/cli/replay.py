"""`sipbullet replay`: a recorded run, shown again from its files."""

from pathlib import Path
from typing import Annotated

import typer


def replay(
    run: Annotated[
        Path, typer.Argument(help="A run's folder, as `sipbullet walk --out` wrote it.")
    ],
    gui: Annotated[
        bool,
        typer.Option(
            "--gui", help="Show it in a window, in real time (the default without --video)."
        ),
    ] = False,
    video: Annotated[
        Path | None,
        typer.Option(help="Film it: a file that ends in .mp4 or .gif; needs no display."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a film that is there.")] = False,
) -> None:
    """Show a recorded run in a window or as a film, from its files alone.

    Nothing is simulated again.
    """
    from sipbullet.record.recorded_run import open_run
    from sipbullet.worlds.exports import world_urdf

    recorded = open_run(run)
    scene = (recorded.robot, recorded.urdf, world_urdf(recorded.ground))
    if video is not None:
        from sipbullet.view.video import Film

        with Film(video, *scene, force) as film:
            film.show(recorded.phases())
        typer.echo(f"wrote {video}")
    if gui or video is None:
        from sipbullet.view.remote_window import RemoteWindow

        window = RemoteWindow(*scene)
        for phase in recorded.phases():
            if not window.show([phase]):
                break
        window.close()
