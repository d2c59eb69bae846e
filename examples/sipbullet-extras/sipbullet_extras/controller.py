"""A controller that is gentle on the yaw: the PID's commands, its yaw rate limited."""

from dataclasses import replace

import sipbullet as sb
from sipbullet.control.pid import PidController


class Gentle:
    """Commands of the PID, with at most `largest` rad/s of yaw rate."""

    def __init__(self, largest: float = 0.6) -> None:
        """Allow up to `largest` rad/s."""
        self.largest = largest
        self._inner: sb.Controller | None = None

    def begin(self, setup: sb.ControllerSetup) -> None:
        """Called before every walk: make what the walk needs."""
        self._inner = PidController.from_setup(setup)

    def command(self, touchdown: sb.Touchdown) -> sb.StepCommand | None:
        """The next step's command; None at the end of the path."""
        assert self._inner is not None
        command = self._inner.command(touchdown)
        if command is None:
            return None
        gamma = max(-self.largest, min(self.largest, command.gamma))
        return replace(command, gamma=gamma)
