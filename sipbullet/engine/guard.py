"""The guard of the hybrid cycle: what is a touchdown, and what is not.

A touchdown is a *downward crossing of a tread's top*: the foot was above the ground that is now
under it by `ARMING_HEIGHT` at some time in this step (the guard is armed), and no longer is. A
massless leg that jumps to its new angles may start inside the next tread, or enter one through its
riser: that is no touchdown (it
is counted).
"""

import math
from dataclasses import dataclass

from scipy.optimize import brentq

from sipbullet.engine.ground import RAY_MARGIN, Ground
from sipbullet.engine.integrators.base import Instant, Integrator
from sipbullet.mechanics.laws import swing_foot
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import Place, State

ARMING_HEIGHT = 1e-3  # m


@dataclass(frozen=True, slots=True)
class Contact:
    """A touchdown of the swing foot, before its impact."""

    time: float  # s since the step began
    state: State
    foot: tuple[float, float, float]  # m
    top: float  # m, height of the tread under it


class FootPath:
    """Position of the swing foot: called at every look at the ground."""

    def __init__(self, linkage: Linkage) -> None:
        """Follow the swing foot of `linkage`."""
        self._pivot = tuple(linkage.pivot.tolist())
        self._offset = tuple(linkage.swing_foot.tolist())

    def __call__(self, positions: Array) -> Place:
        """World position in m of the swing foot at the supporting leg's `positions` (4,)."""
        place: Place = swing_foot(self._offset, self._pivot, tuple(positions.tolist()))
        return place


class Guard:
    """Watches the swing foot of one step over the ground."""

    def __init__(self, integrator: Integrator, ground: Ground, linkage: Linkage) -> None:
        """Watch a step that begins now."""
        self._integrator, self._ground = integrator, ground
        self._ceiling = float(linkage.pivot[2]) + linkage.walker.leg_length
        self._highest = -math.inf
        self.riser_crossings = 0
        self.follow(linkage)

    def follow(self, linkage: Linkage) -> None:
        """The swing leg has new angles: watch its foot there."""
        self._foot = FootPath(linkage)

    def gap(self, moment: Instant) -> float:
        """Height in m of the swing foot over the ground (+inf over none), or a lower bound."""
        x, y, z = self._foot(moment.positions)
        self._highest = max(self._highest, z)
        if not z <= self._ground.highest + RAY_MARGIN:
            return z - self._ground.highest  # above all there is (or no number): no need to ask
        gap = z - self._ground.height(x, y, self._ceiling)
        if abs(gap) < RAY_MARGIN:
            top = self._ground.top_under(x, y, self._ceiling)
            gap = math.inf if top is None else z - top
        return gap

    def cross(self, moment: Instant, after: Instant) -> tuple[Contact, Instant] | None:
        """The crossing of a tread's top within one time step.

        None if it was a riser, or the guard is not armed.
        """
        foot, part, dt = self._foot, self._integrator.part, self._integrator.dt
        top = self._ground.top_under(*foot(after.positions)[:2], self._ceiling)
        if top is None:
            return None

        def gap(duration: float) -> float:
            at = moment if duration == 0.0 else part(moment, after, duration)
            return foot(at.positions)[2] - top

        low, high = gap(0.0), gap(dt)
        if low <= 0.0:  # it did not come from above
            self.riser_crossings += 1
            return None
        duration = dt if high >= 0.0 else float(brentq(gap, 0.0, dt, xtol=1e-15, rtol=1e-14))
        contact = part(moment, after, duration)
        x, y, z = foot(contact.positions)
        under = self._ground.top_under(x, y, self._ceiling)
        if under is None or abs(under - top) > 1e-9:
            self.riser_crossings += 1
            return None
        if self._highest < top + ARMING_HEIGHT:
            return None
        ended = self._integrator.finish(contact, duration)
        state = State.from_arrays(ended.positions, ended.rates)
        return Contact(ended.time, state, (x, y, z), under), ended
