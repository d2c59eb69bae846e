"""PyBullet's own `stepSimulation`: semi-implicit Euler, made a leapfrog.

The engine gets rates of half a time step ago; of its instants the rates are late by that, and
`finish` and `synchronised` bring them up to date.
"""

from sipbullet.engine.body import KNEE, WalkerBody
from sipbullet.engine.integrators.base import Instant
from sipbullet.mechanics.kane import Configuration
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step


class BulletIntegrator:
    """Time steps by PyBullet; an instant's memory is the knee's force in the step to come."""

    default_dt = 1e-3  # s

    def __init__(self, body: WalkerBody, dt: float) -> None:
        """Integrate what `body` is, with time steps of `dt` s."""
        self.body, self.dt = body, dt
        self.step: Step
        self._drive: KneeDrive | None = None
        self._substeps = 1

    def _force(self, time: float, q: Array, v: Array) -> float | None:
        return None if self._drive is None else self._drive.force(time, q[1], q[2], q[3], v[3])

    def _accelerations(self, time: float, q: Array, v: Array) -> Array:
        return self.body.accelerations(self.step, q, v, self._force(time, q, v))

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Instant:
        """Start or go on: the engine gets the rates of half a time step ago."""
        self.step = step
        self._drive = None if step.knee_locked else KneeDrive(self.body.walker, step)
        self.body.place(step, state)
        self._substeps = 1
        self.body.client.setPhysicsEngineParameter(fixedTimeStep=self.dt, numSubSteps=1)
        q, v = state.positions, state.rates
        early = v - self.dt / 2 * self._accelerations(time, q, v)
        self.body.set_stance(q, early)
        return Instant(time, q, early, work, self._force(time, q, v) or 0.0)

    def advance(self, instant: Instant, steps: int) -> Instant:
        """Let the engine take `steps` time steps."""
        if self._drive is not None:
            work, force = self._advance_knee(self._drive, instant, steps)
        else:
            work, force = instant.work, 0.0
            self._step_simulation(steps)
        positions, rates = self.body.stance()
        return Instant(instant.time + steps * self.dt, positions, rates, work, force)

    def _step_simulation(self, steps: int) -> None:
        """Many time steps as one call with substeps: the same to the bit, without the calls."""
        client = self.body.client
        if steps != self._substeps:
            self._substeps = steps
            client.setPhysicsEngineParameter(fixedTimeStep=steps * self.dt, numSubSteps=steps)
        client.stepSimulation()

    def _advance_knee(self, drive: KneeDrive, instant: Instant, steps: int) -> tuple[float, float]:
        """Time steps with the knee's force, at its speed extrapolated to the positions' instant."""
        client, body, dt = self.body.client, self.body.id, self.dt
        time, work, length = instant.time, instant.work, self.body.walker.leg_length
        force: float = instant.memory
        leg1, rate = float(instant.positions[KNEE]), float(instant.rates[KNEE])
        for index in range(1, steps + 1):
            client.setJointMotorControl2(body, KNEE, client.TORQUE_CONTROL, force=force)
            client.stepSimulation()
            pitch, roll, knee = client.getJointStates(body, (1, 2, KNEE))
            last_force, last_leg1, last_rate = force, leg1, rate
            leg1, rate = knee[0] + length, knee[1]
            speed = 1.5 * rate - 0.5 * last_rate
            force = drive.force(time + index * dt, pitch[0], roll[0], leg1, speed)
            work += 0.5 * (last_force + force) * (leg1 - last_leg1)
        return work, force

    def restore(self, instant: Instant) -> None:
        """Put the engine back to `instant`."""
        self.body.set_stance(instant.positions, instant.rates)

    def part(self, instant: Instant, following: Instant, duration: float) -> Instant:
        """A leapfrog step of another length, with the engine's acceleration in the whole one."""
        acceleration = (following.rates - instant.rates) / self.dt
        rates = instant.rates + (self.dt + duration) / 2 * acceleration
        positions = instant.positions + duration * rates
        force = instant.memory + (following.memory - instant.memory) * duration / self.dt
        moved = float(positions[KNEE] - instant.positions[KNEE])
        work = instant.work + 0.5 * (instant.memory + force) * moved
        return Instant(instant.time + duration, positions, rates, work, force)

    def finish(self, instant: Instant, duration: float) -> Instant:
        """Rates at the instant of the positions, by the engine's acceleration there."""
        q, rates = instant.positions, instant.rates
        ahead = rates + duration / 2 * self._accelerations(instant.time, q, rates)
        ahead = rates + duration / 2 * self._accelerations(instant.time, q, ahead)
        self.body.set_stance(q, ahead)
        return Instant(instant.time, q, ahead, instant.work, instant.memory, current=True)

    def synchronised(
        self, place: Configuration, times: Array, positions: Array, rates: Array
    ) -> Array:
        """Rates at the positions' instants, by the Kane model (equal to the engine's to 1e-9)."""
        force, ahead = None, rates
        for _ in range(2):
            if self._drive is not None:
                force = self._drive.forces(times, positions, ahead)
            step = self.dt / 2 * place.accelerations(ahead, force, self.step.double_support)
            ahead = rates + step
        return ahead
