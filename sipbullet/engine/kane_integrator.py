"""The third integrator: the compiled Kane model itself. PyBullet then has the ground alone."""

from dataclasses import replace

import numpy as np

from sipbullet.engine.body import WalkerBody
from sipbullet.engine.integrators import Moment, knee_parts
from sipbullet.mechanics.flight import fly, trunk_constants
from sipbullet.mechanics.kane import Configuration
from sipbullet.mechanics.linkage import Linkage
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.state import State, Step


class KaneIntegrator:
    """Runge–Kutta of order 4 on the Kane model, compiled by numba when that is installed; see `mechanics.flight`."""

    def __init__(self, body: WalkerBody, dt: float) -> None:
        """Integrate what `body` is, with time steps of `dt` s."""
        self.body, self.dt = body, dt
        self._constants: Array
        self._resolution = dt  # s, of the Runge–Kutta steps
        self.step: Step

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Moment:
        """Start or go on."""
        self.step = step
        self._constants = trunk_constants(Linkage.of(self.body.robot, step), step)
        self._resolution = self.dt / (1 if step.knee_locked else knee_parts(self.body.robot, self.dt))
        return Moment(time, state.positions, state.rates, work, 0.0)

    def advance(self, moment: Moment, steps: int) -> Moment:
        """Take `steps` time steps."""
        return self._fly(moment, steps * self.dt)

    def _fly(self, moment: Moment, duration: float) -> Moment:
        start, end = np.concatenate((moment.positions, moment.rates)), moment.time + duration
        found = fly(self._constants, start, moment.time, end, self._resolution)
        return Moment(end, found[:4], found[4:8], moment.work + float(found[8]), 0.0)

    def restore(self, moment: Moment) -> None:
        """Nothing to put back: a moment is all there is."""

    def fraction(self, moment: Moment, following: Moment, duration: float) -> Moment:
        """A time step of another length."""
        return self._fly(moment, duration)

    def finish(self, moment: Moment, duration: float) -> Moment:
        """It is up to date."""
        return replace(moment, current=True)

    def synchronised(self, place: Configuration, times: Array, positions: Array, rates: Array) -> Array:
        """They are at the same instants already."""
        return rates
