"""Who watches a walk: a window, a film, both or nobody."""

from pathlib import Path
from types import TracebackType

from sipbullet.record.phases import phases_of
from sipbullet.simulation.drawn_swing import DrawnSwing
from sipbullet.simulation.steering import Inputs
from sipbullet.simulation.walk import Walk, WalkRun
from sipbullet.simulation.walked_step import WalkedStep
from sipbullet.worlds.exports import world_urdf


class Viewers:
    """Shows a walk to a window and a film, and asks the window's user what is wanted.

    Use as a context manager.
    """

    def __init__(
        self, walk: Walk, gui: bool = False, video: Path | None = None, force: bool = False
    ) -> None:
        """Open the window and begin the film that are asked for.

        Raises:
            EngineError: there is no display for the window.
            OutputError: the film cannot be written.
        """
        self.refused = ""
        self._window = self._film = None
        scene = (walk.robot, walk.urdf)
        if video is not None:
            from sipbullet.view.video import Film

            self._film = Film(video, *scene, world_urdf(walk.ground), force)
        if gui:
            from sipbullet.view.remote_window import RemoteWindow

            self._window = RemoteWindow(*scene, world_urdf(walk.ground), walk.schedule.at(1))

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

    def show(self, walked: WalkedStep, run: WalkRun, drawn: DrawnSwing | None) -> str:
        """Show a step; why the user wants no more of this walk, "" when it goes on."""
        if not self.watching:
            return ""
        phases = phases_of(walked, run, drawn)
        if self._film is not None:
            self._film.show(phases)
        if self._window is None or self._window.show(phases, self.refused):
            return ""
        return "begun again" if self._window.restart else "the window was closed"

    def begin_again(self) -> None:
        """The same walk from its beginning."""
        assert self._window is not None
        self._window.begin_again()
        if self._film is not None:
            self._film.begin_again()

    def __enter__(self) -> "Viewers":
        """Keep it for a `with` block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the window; finish the film, or drop it after an error."""
        if self._window is not None:
            self._window.close()
        if self._film is not None:
            self._film.close(keep=kind is None)
