"""One swing: integrate until the swing foot touches down, or the walker has fallen.

A touchdown is a *downward crossing of a tread's top*: the foot was above the ground that is now under it by `ARMING_HEIGHT`
at some time in this step (the guard is armed), and no longer is. A massless leg that jumps to its new angles may start
inside the next tread, or enter one through its riser: that is no touchdown (it is counted).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from sipbullet.engine.ground import RAY_MARGIN, Ground, TreadUnder
from sipbullet.engine.integrators import Integrator, Moment
from sipbullet.mechanics.linkage import Linkage
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.state import State, Step

ARMING_HEIGHT = 1e-3  # m
LOWEST_PELVIS = 0.5  # of the supporting leg's length, over the pivot: a lean of 60°
SAMPLE_TIME = 8e-3  # s, between looks at the ground, and between samples of the trajectory


@dataclass(frozen=True, slots=True)
class Contact:
    """A touchdown of the swing foot, before its impact."""

    time: float  # s since the step began
    state: State
    foot: tuple[float, float, float]  # m
    tread: TreadUnder


@dataclass(frozen=True, slots=True)
class Swing:
    """A swing's samples and how it ended: in a contact, or in a fall with a reason."""

    times: Array  # (n,) s since the step began
    positions: Array  # (n, 4)
    rates: Array  # (n, 4), at the same instants
    work: float  # J, done by the knee
    riser_crossings: int
    contact: Contact | None
    reason: str  # of the fall, "" when there is a contact


class FootPath:
    """Position of the swing foot in plain floats: called at every look at the ground."""

    def __init__(self, linkage: Linkage) -> None:
        """Follow the swing foot of `linkage`."""
        self._pivot = linkage.pivot.tolist()
        self._offset = linkage.swing_foot.tolist()

    def __call__(self, positions: Array) -> tuple[float, float, float]:
        """World position in m of the swing foot at the supporting leg's `positions` (4,)."""
        yaw, pitch, roll, leg1 = positions.tolist()
        x, y, z = self._offset
        z += leg1
        c, s = math.cos(roll), math.sin(roll)
        y, z = c * y - s * z, s * y + c * z
        c, s = math.cos(pitch), math.sin(pitch)
        x, z = c * x + s * z, c * z - s * x
        c, s = math.cos(yaw), math.sin(yaw)
        px, py, pz = self._pivot
        return px + c * x - s * y, py + s * x + c * y, pz + z


class SwingLoop:
    """Runs swings of one integrator over one ground."""

    def __init__(self, integrator: Integrator, ground: Ground, on_sample: Callable[[float], None] | None = None) -> None:
        """Run swings; `on_sample` is called with the step's time in s at every sample."""
        self._integrator, self._ground, self._on_sample = integrator, ground, on_sample
        self._block = max(1, round(SAMPLE_TIME / integrator.dt))

    def run(self, step: Step, state: State, linkage: Linkage, time_limit: float) -> Swing:
        """Integrate `step` from `state` until the touchdown or a fall; give up after `time_limit` s."""
        self._foot = FootPath(linkage)
        self._highest, self._risers = -math.inf, 0
        self._ceiling = step.pivot[2] + linkage.robot.leg_length
        lowest = LOWEST_PELVIS * min(step.leg1_start, step.leg1_target)
        moment = self._integrator.begin(step, state)
        moments = [moment]
        gap = self._look(moment)
        contact, reason = None, ""
        while not reason:
            following = self._integrator.advance(moment, self._block)
            if not math.isfinite(following.positions.sum()):
                reason = "the state is no longer finite"
                break
            gap_then, gap = gap, self._look(following)
            if gap <= 0.0 < gap_then:
                contact, following, gap = self._resolve(moment)
                if contact is not None:
                    break
            moments.append(following)
            moment = following
            if self._on_sample is not None:
                self._on_sample(moment.time)
            reason = self._fall(moment, linkage, lowest, time_limit, gap)
        return self._result(moments, state, linkage, contact, reason)

    def _look(self, moment: Moment) -> float:
        """Height in m of the swing foot over the ground under it (+inf over none), and remember the highest foot."""
        x, y, z = self._foot(moment.positions)
        self._highest = max(self._highest, z)
        gap = z - self._ground.height(x, y, self._ceiling)
        if abs(gap) < RAY_MARGIN:
            tread = self._ground.tread_under(x, y, self._ceiling)
            gap = math.inf if tread is None else z - tread.top
        return gap

    def _resolve(self, moment: Moment) -> tuple[tuple[Contact, Moment] | None, Moment, float]:
        """Go from one sample to the next time step by time step: the touchdown if there is one, the last moment, its gap."""
        self._integrator.restore(moment)
        gap = self._look(moment)
        for _ in range(self._block):
            after = self._integrator.advance(moment, 1)
            gap_then, gap = gap, self._look(after)
            if gap <= 0.0 < gap_then:
                contact = self._cross(moment, after)
                if contact is not None:
                    return contact, after, gap
                self._integrator.restore(after)
            moment = after
        return None, moment, gap

    def _cross(self, moment: Moment, after: Moment) -> tuple[Contact, Moment] | None:
        """The crossing of a tread's top within one time step; None if it was a riser, or the guard is not armed."""
        foot, fraction = self._foot, self._integrator.fraction
        tread = self._ground.tread_under(*foot(after.positions)[:2], self._ceiling)
        if tread is None:
            return None
        top = tread.top

        def gap(duration: float) -> float:
            at = moment if duration == 0.0 else fraction(moment, after, duration)
            return foot(at.positions)[2] - top

        dt = self._integrator.dt
        low, high = gap(0.0), gap(dt)
        if low <= 0.0:  # it did not come from above
            self._risers += 1
            return None
        duration = dt if high == 0.0 else float(brentq(gap, 0.0, dt, xtol=1e-15, rtol=1e-14))
        contact = fraction(moment, after, duration)
        x, y, z = foot(contact.positions)
        under = self._ground.tread_under(x, y, self._ceiling)
        if under is None or abs(under.top - top) > 1e-9:
            self._risers += 1
            return None
        if self._highest < top + ARMING_HEIGHT:
            return None
        ended = self._integrator.finish(contact, duration)
        state = State.from_arrays(ended.positions, ended.rates)
        return Contact(ended.time, state, (x, y, z), under), ended

    def _fall(self, moment: Moment, linkage: Linkage, lowest: float, time_limit: float, gap: float) -> str:
        """Why the walker has fallen at `moment`; "" when it has not."""
        leg1 = float(moment.positions[3])
        height = leg1 * math.cos(moment.positions[1]) * math.cos(moment.positions[2])
        if height < lowest:
            return f"the pelvis sank to {height:.2f} m over the supporting foot (limit {lowest:.2f} m)"
        if moment.time > time_limit:
            if gap < 0.0:
                return f"the swing foot scuffed: after {moment.time:.2f} s it is {-gap:.3f} m inside the ground"
            return f"no touchdown within {time_limit:.2f} s, twice the target duration"
        return ""

    def _result(
        self,
        moments: list[Moment],
        state: State,
        linkage: Linkage,
        found: tuple[Contact, Moment] | None,
        reason: str,
    ) -> Swing:
        times = np.array([moment.time for moment in moments])
        positions = np.array([moment.positions for moment in moments])
        rates = np.array([moment.rates for moment in moments])
        rates = self._integrator.synchronised(linkage, times, positions, rates)
        rates[0] = state.rates
        work, contact = moments[-1].work, None
        if found is not None:
            contact, ended = found
            times = np.append(times, ended.time)
            positions, rates = np.vstack([positions, ended.positions]), np.vstack([rates, ended.rates])
            work = ended.work
        return Swing(times, positions, rates, work, self._risers, contact, reason)
