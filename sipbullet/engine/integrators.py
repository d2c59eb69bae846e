"""Integrators of the swing over one body in PyBullet, and what the swing loop needs of any integrator.

All advance by whole time steps, can go back to a saved moment, and can end a step early (at the touchdown).
"""

import math
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from sipbullet.engine.body import KNEE, WalkerBody
from sipbullet.mechanics import kane
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.state import State, Step
from sipbullet.robot import Robot

KNEE_FREQUENCY = 10.0  # rad/s: `rk4` and `kane` divide their step by the knee's natural frequency over this


@dataclass(frozen=True, slots=True)
class Moment:
    """One instant of a swing as its integrator keeps it (for `bullet`, the rates are half a time step old)."""

    time: float  # s since the step began
    positions: Array  # (4,)
    rates: Array  # (4,)
    work: float  # J done by the knee since the step began
    force: float  # N, of a moving knee (`bullet` applies it in the time step that follows)
    current: bool = False  # whether the rates are up to date with the positions in any case


class Integrator(Protocol):
    """What the swing loop needs of an integrator."""

    dt: float

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Moment:
        """Start a step on the body, or go on in it at `time` s with `work` J done; return that moment."""

    def advance(self, moment: Moment, steps: int) -> Moment:
        """The moment `steps` time steps later; `moment` must be the engine's present one."""

    def restore(self, moment: Moment) -> None:
        """Put the engine back to `moment`."""

    def fraction(self, moment: Moment, following: Moment, duration: float) -> Moment:
        """The moment `duration` (at most the step from `moment` to `following`) after `moment`."""

    def finish(self, moment: Moment, duration: float) -> Moment:
        """Bring a moment reached by a fraction of `duration` up to date: rates at the same instant as positions."""

    def synchronised(self, place: kane.Configuration, times: Array, positions: Array, rates: Array) -> Array:
        """Rates (n, 4) at the same instants as the `positions` (n, 4), at which `place` is, from those of the moments."""


class _KneeForce:
    """The step under way and its knee force, shared by both integrators."""

    def __init__(self, body: WalkerBody, dt: float) -> None:
        self.body, self.dt = body, dt
        self.step: Step
        self._drive: KneeDrive | None = None

    def _start(self, step: Step, state: State) -> None:
        self.step = step
        self._drive = None if step.knee_locked else KneeDrive(self.body.robot, step)
        self.body.place(step, state)

    def force(self, time: float, q: Array, v: Array) -> float | None:
        """Knee force in N at a state, None when the knee is locked."""
        if self._drive is None:
            return None
        return self._drive.force(time, q[1], q[2], q[3], v[3])

    def accelerations(self, time: float, q: Array, v: Array) -> Array:
        """PyBullet's accelerations (4,) at a state."""
        return self.body.accelerations(self.step, q, v, self.force(time, q, v))


class BulletIntegrator(_KneeForce):
    """`stepSimulation`: semi-implicit Euler at rates half a time step behind, which makes it a leapfrog."""

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Moment:
        """Start or go on: the engine gets the rates of half a time step ago."""
        self._start(step, state)
        self._substeps = 1
        self.body.client.setPhysicsEngineParameter(fixedTimeStep=self.dt, numSubSteps=1)
        q, v = state.positions, state.rates
        early = v - self.dt / 2 * self.accelerations(time, q, v)
        self.body.set_stance(q, early)
        return Moment(time, q, early, work, self.force(time, q, v) or 0.0)

    def advance(self, moment: Moment, steps: int) -> Moment:
        """Let the engine take `steps` time steps."""
        if self._drive is not None:
            work, force = self._advance_knee(self._drive, moment, steps)
        else:
            work, force = moment.work, 0.0
            self._step_simulation(steps)
        positions, rates = self.body.stance()
        return Moment(moment.time + steps * self.dt, positions, rates, work, force)

    def _step_simulation(self, steps: int) -> None:
        """Many time steps as one call with substeps: to the bit the same, without the way there and back."""
        client = self.body.client
        if steps != self._substeps:
            self._substeps = steps
            client.setPhysicsEngineParameter(fixedTimeStep=steps * self.dt, numSubSteps=steps)
        client.stepSimulation()

    def _advance_knee(self, drive: KneeDrive, moment: Moment, steps: int) -> tuple[float, float]:
        """Time steps with the knee's force, taken at the knee's speed extrapolated to the positions' instant."""
        client, body, dt, length = self.body.client, self.body.id, self.dt, self.body.robot.leg_length
        time, work, force = moment.time, moment.work, moment.force
        leg1, rate = float(moment.positions[KNEE]), float(moment.rates[KNEE])
        for index in range(1, steps + 1):
            client.setJointMotorControl2(body, KNEE, client.TORQUE_CONTROL, force=force)
            client.stepSimulation()
            pitch, roll, knee = client.getJointStates(body, (1, 2, KNEE))
            last_force, last_leg1, last_rate = force, leg1, rate
            leg1, rate = knee[0] + length, knee[1]
            force = drive.force(time + index * dt, pitch[0], roll[0], leg1, 1.5 * rate - 0.5 * last_rate)
            work += 0.5 * (last_force + force) * (leg1 - last_leg1)
        return work, force

    def restore(self, moment: Moment) -> None:
        """Put the engine back to `moment`."""
        self.body.set_stance(moment.positions, moment.rates)

    def fraction(self, moment: Moment, following: Moment, duration: float) -> Moment:
        """A leapfrog step of another length, with the acceleration that the engine used in the whole one."""
        acceleration = (following.rates - moment.rates) / self.dt
        rates = moment.rates + (self.dt + duration) / 2 * acceleration
        positions = moment.positions + duration * rates
        force = moment.force + (following.force - moment.force) * duration / self.dt
        work = moment.work + 0.5 * (moment.force + force) * float(positions[KNEE] - moment.positions[KNEE])
        return Moment(moment.time + duration, positions, rates, work, force)

    def finish(self, moment: Moment, duration: float) -> Moment:
        """Rates at the instant of the positions, by the engine's acceleration there."""
        q, rates = moment.positions, moment.rates
        ahead = rates + duration / 2 * self.accelerations(moment.time, q, rates)
        ahead = rates + duration / 2 * self.accelerations(moment.time, q, ahead)
        self.body.set_stance(q, ahead)
        return Moment(moment.time, q, ahead, moment.work, moment.force, current=True)

    def synchronised(self, place: kane.Configuration, times: Array, positions: Array, rates: Array) -> Array:
        """Rates at the instants of the positions, by the Kane model's accelerations (equal to the engine's to 1e-9)."""
        force, ahead = None, rates
        for _ in range(2):
            if self._drive is not None:
                force = self._drive.forces(times, positions, ahead)
            ahead = rates + self.dt / 2 * place.accelerations(ahead, force, self.step.double_support)
        return ahead


def knee_parts(robot: Robot, dt: float) -> int:
    """Parts of a time step of `dt` s that resolve the knee's spring and keep its damper stable."""
    spring = math.sqrt(robot.knee_stiffness / robot.mass) / KNEE_FREQUENCY
    return max(1, math.ceil(spring), math.ceil(dt * robot.knee_damping / robot.mass))


class Rk4Integrator(_KneeForce):
    """Classical Runge–Kutta of order 4 on PyBullet's own mass matrix and inverse dynamics; free joints only."""

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Moment:
        """Start or go on."""
        self._start(step, state)
        self._parts = knee_parts(self.body.robot, self.dt)
        return Moment(time, state.positions, state.rates, work, 0.0)

    def advance(self, moment: Moment, steps: int) -> Moment:
        """Take `steps` time steps and show the body there."""
        for _ in range(steps):
            moment = self._advance(moment, self.dt)
        self.restore(moment)
        return moment

    def _advance(self, moment: Moment, duration: float) -> Moment:
        """One time step; with a moving knee in parts that resolve it, cut where its reference ends (the jerk jumps there)."""
        if self._drive is None:
            return self._runge_kutta(moment, duration)
        end, knee_end = moment.time + duration, self.step.knee_duration
        stops = [knee_end, end] if moment.time + 1e-12 < knee_end < end - 1e-12 else [end]
        for stop in stops:
            h = (stop - moment.time) / self._parts
            for _ in range(self._parts):
                moment = self._runge_kutta(moment, h)
        return moment

    def _runge_kutta(self, moment: Moment, h: float) -> Moment:
        """A step in the knee's deviation from its reference: the reference itself then costs no accuracy."""
        t = moment.time
        y = np.concatenate([moment.positions, moment.rates, [moment.work]]) - self._reference(t)
        k1 = self._derivative(t, y)
        k2 = self._derivative(t + h / 2, y + h / 2 * k1)
        k3 = self._derivative(t + h / 2, y + h / 2 * k2)
        k4 = self._derivative(t + h, y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4) + self._reference(t + h)
        return Moment(t + h, y[:4], y[4:8], float(y[8]), 0.0)

    def _reference(self, time: float) -> Array:
        """The knee's reference length and speed at their places in (positions, rates, work)."""
        reference = np.zeros(9)
        if self._drive is not None:
            reference[3], reference[7], _ = self._drive.reference(time)
        return reference

    def _derivative(self, time: float, deviation: Array) -> Array:
        y = deviation + self._reference(time)
        q, v = y[:4], y[4:8]
        force = self.force(time, q, v)
        slope = np.concatenate([deviation[4:8], self.body.accelerations(self.step, q, v, force), [0.0]])
        if self._drive is not None and force is not None:
            slope[7] -= self._drive.reference(time)[2]
            slope[8] = force * v[KNEE]
        return slope

    def restore(self, moment: Moment) -> None:
        """Put the engine to `moment` (for the eye; the integration does not need it)."""
        self.body.set_stance(moment.positions, moment.rates)

    def fraction(self, moment: Moment, following: Moment, duration: float) -> Moment:
        """A time step of another length."""
        return self._advance(moment, duration)

    def finish(self, moment: Moment, duration: float) -> Moment:
        """Nothing to bring up to date but the engine."""
        self.restore(moment)
        return replace(moment, current=True)

    def synchronised(self, place: kane.Configuration, times: Array, positions: Array, rates: Array) -> Array:
        """They are at the same instants already."""
        return rates


INTEGRATORS = ("bullet", "rk4", "kane")


def make_integrator(name: str, body: WalkerBody, dt: float) -> Integrator:
    """The integrator of one of the `INTEGRATORS`' names."""
    if name == "kane":
        from sipbullet.engine.kane_integrator import KaneIntegrator  # loads numba

        return KaneIntegrator(body, dt)
    return BulletIntegrator(body, dt) if name == "bullet" else Rk4Integrator(body, dt)
