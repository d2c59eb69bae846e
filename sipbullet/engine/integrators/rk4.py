"""Classical Runge–Kutta on PyBullet's own mass matrix and inverse dynamics; free joints only."""

import numpy as np

from sipbullet.engine.body import KNEE
from sipbullet.engine.integrators.base import FixedStepIntegrator, Instant, knee_parts
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step


class Rk4Integrator(FixedStepIntegrator):
    """Runge–Kutta of order 4 in the knee's deviation from its reference."""

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Instant:
        """Start or go on."""
        self._parts = knee_parts(self.body.walker, self.dt)
        self.body.place(step, state)
        return super().begin(step, state, time, work)

    def advance(self, instant: Instant, steps: int) -> Instant:
        """Take `steps` time steps and show the body there."""
        instant = super().advance(instant, steps)
        self.restore(instant)
        return instant

    def take(self, instant: Instant, duration: float) -> Instant:
        """One time step; a moving knee's in parts, cut where its reference's jerk jumps."""
        if self.drive is None:
            return self._runge_kutta(instant, duration)
        end, knee_end = instant.time + duration, self.step.knee.duration
        stops = [knee_end, end] if instant.time + 1e-12 < knee_end < end - 1e-12 else [end]
        for stop in stops:
            h = (stop - instant.time) / self._parts
            for _ in range(self._parts):
                instant = self._runge_kutta(instant, h)
        return instant

    def _runge_kutta(self, instant: Instant, h: float) -> Instant:
        """A step in the deviation: the reference itself then costs no accuracy."""
        t = instant.time
        y = np.concatenate([instant.positions, instant.rates, [instant.work]]) - self._reference(t)
        k1 = self._derivative(t, y)
        k2 = self._derivative(t + h / 2, y + h / 2 * k1)
        k3 = self._derivative(t + h / 2, y + h / 2 * k2)
        k4 = self._derivative(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) + self._reference(t + h)
        return Instant(t + h, y[:4], y[4:8], float(y[8]))

    def _reference(self, time: float) -> Array:
        """The knee's reference length and speed at their places in (positions, rates, work)."""
        reference = np.zeros(9)
        if self.drive is not None:
            reference[3], reference[7], _ = self.drive.reference(time)
        return reference

    def _derivative(self, time: float, deviation: Array) -> Array:
        y = deviation + self._reference(time)
        q, v = y[:4], y[4:8]
        force = self.force(time, q, v)
        accelerations = self.body.accelerations(self.step, q, v, force)
        slope = np.concatenate([deviation[4:8], accelerations, [0.0]])
        if self.drive is not None and force is not None:
            slope[7] -= self.drive.reference(time).acceleration
            slope[8] = force * v[KNEE]
        return slope

    def restore(self, instant: Instant) -> None:
        """Put the engine to `instant` (for the eye; the integration does not need it)."""
        self.body.set_stance(instant.positions, instant.rates)

    def finish(self, instant: Instant, duration: float) -> Instant:
        """Nothing to bring up to date but the engine."""
        self.restore(instant)
        return super().finish(instant, duration)
