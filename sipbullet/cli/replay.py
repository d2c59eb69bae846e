"""`sipbullet replay`: a recorded run, shown again from its files."""

from pathlib import Path
from typing import Annotated

import typer


def replay(
    run: Annotated[Path, typer.Argument(help="A run's folder, as `sipbullet walk --out` wrote it.")],
    gui: Annotated[bool, typer.Option("--gui", help="Show it in a window, in real time (the default without --video).")] = False,
    video: Annotated[Path | None, typer.Option(help="Film it: a file that ends in .mp4 or .gif; needs no display.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a film that is there.")] = False,
) -> None:
    """Show a recorded run in a window or as a film, from its files alone: nothing is simulated again."""
    from sipbullet.view.recorded import open_run
    from sipbullet.worlds.export import world_urdf

    recorded = open_run(run)
    scene = (recorded.robot, recorded.robot_path, world_urdf(recorded.ground))
    if video is not None:
        from sipbullet.view.video import Film

        with Film(video, *scene, force) as film:
            film.show(recorded.shots())
        typer.echo(f"wrote {video}")
    if gui or video is None:
        from sipbullet.view.remote import RemoteWindow

        window = RemoteWindow(*scene)
        for shot in recorded.shots():
            if not window.show([shot]):
                break
        window.close()
