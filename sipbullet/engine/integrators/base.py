"""What the swing loop needs of any integrator, and a base for those that take steps of any length.

An integrator of one's own is a subclass of `FixedStepIntegrator` with one method, registered:

    @sb.register_integrator("euler")
    class Euler(FixedStepIntegrator):
        def take(self, instant, duration): ...
"""

import math
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

from sipbullet.engine.body import WalkerBody
from sipbullet.mechanics.kane import Configuration
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step
from sipbullet.mechanics.walker import Walker

KNEE_FREQUENCY = 10.0  # rad/s: a step is divided by the knee's natural frequency over this


@dataclass(frozen=True, slots=True)
class Instant:
    """One instant of a swing as its integrator keeps it."""

    time: float  # s since the step began
    positions: Array  # (4,)
    rates: Array  # (4,)
    work: float  # J done by the knee since the step began
    memory: Any = None  # what the integrator wants to find again at this instant
    current: bool = False  # whether the rates are known to be at the positions' instant


@runtime_checkable
class Integrator(Protocol):
    """What the swing loop needs of an integrator."""

    dt: float  # s

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Instant:
        """Start a step, or go on in it at `time` s with `work` J done; that instant."""

    def advance(self, instant: Instant, steps: int) -> Instant:
        """The instant `steps` time steps later; `instant` is the present one."""

    def restore(self, instant: Instant) -> None:
        """Go back to `instant`."""

    def part(self, instant: Instant, following: Instant, duration: float) -> Instant:
        """The instant `duration` s after `instant`, within the time step to `following`."""

    def finish(self, instant: Instant, duration: float) -> Instant:
        """`instant`, reached by a `part` of `duration` s, with the rates at its positions."""

    def synchronised(
        self, place: Configuration, times: Array, positions: Array, rates: Array
    ) -> Array:
        """Rates (n, 4) at the instants of the `positions` (n, 4), at which `place` is."""


class FixedStepIntegrator:
    """An integrator that can take a step of any length: a subclass says how, in `take`.

    In `take` it has `step` (the constants of the step), `force(time, q, v)` (the knee's, in N) and
    `accelerations(time, q, v)` (4,).
    """

    def __init__(self, body: WalkerBody, dt: float) -> None:
        """Integrate what `body` is, with time steps of `dt` s."""
        self.body, self.dt = body, dt
        self.step: Step
        self.drive: KneeDrive | None = None

    def take(self, instant: Instant, duration: float) -> Instant:
        """The instant `duration` s later."""
        raise NotImplementedError(f"{type(self).__name__} has no method take(instant, duration)")

    def begin(self, step: Step, state: State, time: float = 0.0, work: float = 0.0) -> Instant:
        """Start or go on."""
        self.step = step
        self.drive = None if step.knee_locked else KneeDrive(self.body.walker, step)
        return Instant(time, state.positions, state.rates, work)

    def force(self, time: float, q: Array, v: Array) -> float | None:
        """Knee force in N at a state, None when the knee is locked."""
        return None if self.drive is None else self.drive.force(time, q[1], q[2], q[3], v[3])

    def accelerations(self, time: float, q: Array, v: Array) -> Array:
        """Accelerations (4,) at a state, by the engine's dynamics."""
        return self.body.accelerations(self.step, q, v, self.force(time, q, v))

    def advance(self, instant: Instant, steps: int) -> Instant:
        """Take `steps` time steps."""
        for _ in range(steps):
            instant = self.take(instant, self.dt)
        return instant

    def restore(self, instant: Instant) -> None:
        """Nothing to put back: an instant is all there is."""

    def part(self, instant: Instant, following: Instant, duration: float) -> Instant:
        """A time step of another length."""
        return self.take(instant, duration)

    def finish(self, instant: Instant, duration: float) -> Instant:
        """It is up to date."""
        return replace(instant, current=True)

    def synchronised(
        self, place: Configuration, times: Array, positions: Array, rates: Array
    ) -> Array:
        """They are at the same instants already."""
        return rates


def knee_parts(walker: Walker, dt: float) -> int:
    """Parts of a step of `dt` s that resolve the knee's spring and keep its damper stable."""
    spring = math.sqrt(walker.knee_stiffness / walker.mass) / KNEE_FREQUENCY
    return max(1, math.ceil(spring), math.ceil(dt * walker.knee_damping / walker.mass))
