"""Who watches a walk: a window, a film, both or nobody."""

from pathlib import Path
from types import TracebackType

from sipbullet.drawn import Drawn
from sipbullet.simulation import Inputs, Walk, WalkedStep, prepare
from sipbullet.view.shots import shots_of


class Audience:
    """Shows a walk to a window and a film, and takes what the user of the window wants. Use as a context manager."""

    def __init__(self, walk: Walk, gui: bool = False, video: Path | None = None, force: bool = False) -> None:
        """Open the window and begin the film that are asked for.

        Raises:
            EngineError: there is no display for the window.
            OutputError: the film cannot be written.
        """
        from sipbullet.worlds.export import world_urdf

        self._walk, self._first = walk, walk.config
        self._window = self._film = None
        if video is not None:
            from sipbullet.view.video import Film

            self._film = Film(video, walk.robot, walk.robot_path, world_urdf(walk.ground), force)
        if gui:
            from sipbullet.view.remote import RemoteWindow

            self._window = RemoteWindow(walk.robot, walk.robot_path, world_urdf(walk.ground), walk.schedule.at(1))

    @property
    def watching(self) -> bool:
        """Whether anybody is."""
        return self._window is not None or self._film is not None

    @property
    def restart(self) -> bool:
        """Whether the user wants the walk to begin again."""
        return self._window is not None and self._window.restart

    def ask(self, index: int) -> Inputs:
        """What the user wants of step `index`."""
        return Inputs() if self._window is None else self._window.ask(index)

    def show(self, walked: WalkedStep, drawn: Drawn | None) -> bool:
        """Show a step; False when the user wants no more of this walk."""
        if not self.watching:
            return True
        walk = self._walk
        shots = shots_of(walked, walk, drawn)
        if self._film is not None:
            self._film.show(shots)
        if self._window is None or self._window.show(shots, walk.refused):
            return True
        walk.outcome.status = "stopped"
        walk.outcome.reason = "begun again" if self._window.restart else "the window was closed"
        return False

    def begin_again(self) -> Walk:
        """The same walk from its beginning, as it was configured first."""
        assert self._window is not None
        self._walk = prepare(self._first)
        self._window.begin_again()
        if self._film is not None:
            self._film.begin_again()
        return self._walk

    def __enter__(self) -> "Audience":
        """Keep it for a `with` block."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the window; finish the film, or drop it after an error."""
        if self._window is not None:
            self._window.close()
        if self._film is not None:
            self._film.close(keep=kind is None)
