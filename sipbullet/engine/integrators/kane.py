"""The compiled Kane model itself. PyBullet then has the ground alone."""

import numpy as np

from sipbullet.engine.integrators.base import FixedStepIntegrator, Instant, knee_parts
from sipbullet.mechanics.compiled import fly, trunk_constants
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State, Step


class KaneIntegrator(FixedStepIntegrator):
    """Runge–Kutta of order 4 on the Kane model, compiled; see `mechanics.compiled`."""

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Instant:
        """Start or go on."""
        self._constants = trunk_constants(Linkage.of(self.body.walker, step), step)
        parts = 1 if step.knee_locked else knee_parts(self.body.walker, self.dt)
        self._resolution = self.dt / parts  # s, of the Runge–Kutta steps
        return super().begin(step, state, time, work)

    def advance(self, instant: Instant, steps: int) -> Instant:
        """Take `steps` time steps at once."""
        return self.take(instant, steps * self.dt)

    def take(self, instant: Instant, duration: float) -> Instant:
        """The instant `duration` s later."""
        start, end = np.concatenate((instant.positions, instant.rates)), instant.time + duration
        found = fly(self._constants, start, instant.time, end, self._resolution)
        return Instant(end, found[:4], found[4:8], instant.work + float(found[8]))
