"""The window in a process of its own.

On Linux, PyBullet's window takes its process with it when a user closes it.
"""

import multiprocessing
import signal
from multiprocessing.connection import Connection
from typing import Any

from sipbullet.config.schedule import StepTargets
from sipbullet.errors import EngineError
from sipbullet.record.phases import Phase
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.steering import Inputs

POLL = 0.2  # s, between looks whether the window's process is still there


class RemoteWindow:
    """A `Window` elsewhere, with the same use.

    When its process is gone, it has been closed, and shows nothing any more.
    """

    def __init__(
        self, robot: Robot, robot_urdf: bytes, world_urdf: str, targets: StepTargets | None = None
    ) -> None:
        """Open the window; with `targets` there are sliders and keys to steer a walk.

        Raises:
            EngineError: there is no display.
        """
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        scene = (robot, robot_urdf, world_urdf, targets)
        self._process = context.Process(target=_serve, args=(theirs, scene), daemon=True)
        self._process.start()
        theirs.close()
        self.closed = False
        self.restart = False
        error = self._answer()
        if error or self.closed:
            raise EngineError(error or "gui: the window's process ended before it opened")

    def ask(self, index: int) -> Inputs:
        """What the user wants of step `index`."""
        asked: Inputs | None = self._call("ask", index)
        return asked or Inputs()

    def show(self, phases: list[Phase], notice: str = "") -> bool:
        """Play phases at the pace of the clock.

        False when the user has closed the window or wants to begin again.
        """
        goes_on, self.restart = self._call("show", phases, notice) or (False, False)
        return bool(goes_on)

    def begin_again(self) -> None:
        """A walk from its beginning."""
        self.restart = False
        self._call("begin_again")

    def close(self) -> None:
        """Close the window."""
        self._call("close")
        self._process.join(5.0)
        self._process.kill()

    def _call(self, name: str, *arguments: Any) -> Any:
        """The window's answer; None when it is closed."""
        if self.closed:
            return None
        try:
            self._pipe.send((name, arguments))
        except OSError:
            self.closed = True
            return None
        return self._answer()

    def _answer(self) -> Any:
        try:
            while not self._pipe.poll(POLL):
                if not self._process.is_alive() and not self._pipe.poll():
                    self.closed = True
                    return None
            return self._pipe.recv()
        except (EOFError, OSError):
            self.closed = True
            return None


def _serve(pipe: Connection, scene: tuple[Any, ...]) -> None:
    """The window's process: open it, then do what is asked until pipe or window is closed."""
    from sipbullet.view.window import Window

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the walk's
    try:
        window = Window(*scene)
    except EngineError as error:
        pipe.send(str(error))
        return
    pipe.send("")
    while True:
        try:
            name, arguments = pipe.recv()
        except EOFError:
            return
        result = getattr(window, name)(*arguments)
        pipe.send((result, window.restart) if name == "show" else result)
        if name == "close" or window.closed:
            return
