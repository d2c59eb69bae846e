"""One swing: integrate until the swing foot touches down, or the walker has fallen.

Pushes come in between.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sipbullet.engine.body import WalkerBody
from sipbullet.engine.ground import Ground
from sipbullet.engine.guard import Contact, Guard
from sipbullet.engine.integrators.base import Instant, Integrator
from sipbullet.mechanics.kane import Configuration
from sipbullet.mechanics.leg_geometry import Linkage, partial_velocities
from sipbullet.mechanics.rigid_motion import Array, cross
from sipbullet.mechanics.state import State, Step

LOWEST_PELVIS = 0.5  # of the supporting leg's length, over the pivot: a lean of 60°
SAMPLE_TIME = 1e-2  # s, between looks at the ground, and between samples of the trajectory


@dataclass(frozen=True, slots=True)
class Push:
    """An impulse at the centre of gravity."""

    time: float  # s since the step began
    impulse: tuple[float, float, float]  # N·s, world axes


@dataclass(frozen=True, slots=True)
class SwingSegment:
    """A stretch of a swing without a push.

    Its samples, and the swing leg's angles that held in it.
    """

    step: Step
    linkage: Linkage
    times: Array  # (n,) s since the step began
    positions: Array  # (n, 4)
    rates: Array  # (n, 4), at the same instants
    place: Configuration | None = None  # of the linkage at the positions, if it has been worked out


@dataclass(frozen=True, slots=True)
class Swing:
    """A swing's samples and how it ended: in a contact, or in a fall with a reason."""

    segments: tuple[SwingSegment, ...]
    work: float  # J, done by the knee
    push_energy: float  # J, given by pushes
    push_momentum: float  # kg·m²/s, given by pushes, about the vertical through the supporting foot
    riser_crossings: int
    contact: Contact | None
    reason: str  # of the fall, "" when there is a contact

    @property
    def duration(self) -> float:
        """Length of the swing in s."""
        return float(self.segments[-1].times[-1])


Retarget = Callable[[Step, State, float], Step]


class SwingLoop:
    """Runs swings of one body and integrator over one ground."""

    def __init__(self, body: WalkerBody, integrator: Integrator, ground: Ground) -> None:
        """Run swings of `body` over `ground`."""
        self._body, self._integrator, self._ground = body, integrator, ground
        self._block = max(1, round(SAMPLE_TIME / integrator.dt))

    def run(
        self,
        step: Step,
        state: State,
        linkage: Linkage,
        time_limit: float,
        pushes: tuple[Push, ...] = (),
        retarget: Retarget | None = None,
    ) -> Swing:
        """Integrate `step` from `state` until the touchdown or a fall, at most `time_limit` s.

        Args:
            step: the step's constants.
            state: at its start.
            linkage: of the step.
            time_limit: s.
            pushes: in the order of their times.
            retarget: asked after every push for a new swing leg.
        """
        guard, segments = Guard(self._integrator, self._ground, linkage), []
        moment = self._integrator.begin(step, state)
        energy = momentum = 0.0
        for push in (*pushes, None):
            stop = math.inf if push is None else push.time
            moments, found, reason = self._fly(step, linkage, guard, moment, stop, time_limit)
            last = found[1] if found else None
            segments.append(self._segment(step, linkage, moments, state, last))
            moment = last or moments[-1]
            if found is not None or reason:
                contact, pushed = found[0] if found else None, (moment.work, energy, momentum)
                return Swing(tuple(segments), *pushed, guard.riser_crossings, contact, reason)
            assert push is not None
            state, gained = self._pushed(segments[-1], push)
            energy, momentum = energy + gained[0], momentum + gained[1]
            if retarget is not None:
                step = retarget(step, state, moment.time)
                linkage = Linkage.of(linkage.walker, step)
                guard.follow(linkage)
            moment = self._integrator.begin(step, state, moment.time, moment.work)
        raise AssertionError("a swing ends in its last segment")

    def _fly(
        self,
        step: Step,
        linkage: Linkage,
        guard: Guard,
        moment: Instant,
        stop: float,
        time_limit: float,
    ) -> tuple[list[Instant], tuple[Contact, Instant] | None, str]:
        """Integrate until a contact, a fall or the time `stop`.

        The moments, the contact, the reason of a fall.
        """
        lowest = LOWEST_PELVIS * min(step.knee.start, step.knee.target)
        moments, gap = [moment], guard.gap(moment)
        while True:
            if moment.time + self._block * self._integrator.dt > stop:
                return self._approach(guard, moments, stop)
            following = self._integrator.advance(moment, self._block)
            gap_then, gap = gap, guard.gap(following)
            if gap <= 0.0 < gap_then:
                found, following, gap = self._resolve(guard, moment, self._block)
                if found is not None:
                    return moments, found, ""
            moments.append(following)
            moment = following
            reason = _fall(moment, lowest, time_limit, gap)
            if reason:
                return moments, None, reason

    def _resolve(
        self, guard: Guard, moment: Instant, steps: int
    ) -> tuple[tuple[Contact, Instant] | None, Instant, float]:
        """Go from one sample on time step by time step.

        The touchdown if there is one, the last moment, its gap.
        """
        self._integrator.restore(moment)
        gap = guard.gap(moment)
        for _ in range(steps):
            after = self._integrator.advance(moment, 1)
            gap_then, gap = gap, guard.gap(after)
            if gap <= 0.0 < gap_then:
                found = guard.cross(moment, after)
                if found is not None:
                    return found, after, gap
                self._integrator.restore(after)
            moment = after
        return None, moment, gap

    def _approach(
        self, guard: Guard, moments: list[Instant], stop: float
    ) -> tuple[list[Instant], tuple[Contact, Instant] | None, str]:
        """The last part before a push at the time `stop`.

        Whole time steps, and a fraction of one.
        """
        dt = self._integrator.dt
        steps = math.floor((stop - moments[-1].time) / dt + 1e-9)
        found, moment, gap = self._resolve(guard, moments[-1], steps)
        if found is not None:
            return moments, found, ""
        rest = stop - moment.time
        if rest > 1e-9 * dt:
            after = self._integrator.advance(moment, 1)
            if (
                guard.gap(after) <= 0.0 < gap
                and (found := guard.cross(moment, after)) is not None
                and found[0].time <= stop
            ):
                return moments, found, ""
            moment = self._integrator.part(moment, after, rest)
            moment = self._integrator.finish(moment, rest)
        else:
            moment = self._integrator.finish(moment, dt)
        moments.append(moment)
        return moments, None, ""

    def _segment(
        self,
        step: Step,
        linkage: Linkage,
        moments: list[Instant],
        state: State,
        last: Instant | None,
    ) -> SwingSegment:
        """The samples; the first rates are those of `state`, the last ones those of `last`."""
        ended = last is None and len(moments) > 1 and moments[-1].current
        final = moments[-1] if ended else last
        whole = [*moments, final] if final is not None and not ended else moments
        times = np.array([moment.time for moment in whole])
        positions = np.array([moment.positions for moment in whole])
        rates = np.array([moment.rates for moment in whole])
        place = Configuration(linkage, positions)
        rates = self._integrator.synchronised(place, times, positions, rates)
        rates[0] = state.rates
        if final is not None:
            rates[-1] = final.rates
        return SwingSegment(step, linkage, times, positions, rates, place)

    def _pushed(self, segment: SwingSegment, push: Push) -> tuple[State, tuple[float, float]]:
        """The state after a push; the energy and the vertical moment of momentum it gave."""
        step, linkage = segment.step, segment.linkage
        q, v, impulse = segment.positions[-1], segment.rates[-1], np.array(push.impulse)
        generalized = partial_velocities(q, linkage.cog).T @ impulse
        matrix = self._body.mass_matrix(step, q)
        change = np.zeros(4)
        free = 3 if step.knee_locked else 4
        change[:free] = np.linalg.solve(matrix[:free, :free], generalized[:free])
        gained = float(generalized @ (v + change / 2))
        lever = linkage.cog_position(q) - linkage.pivot
        turned = float(cross(lever, impulse)[2])
        return State.from_arrays(q, v + change), (gained, turned)


def _fall(moment: Instant, lowest: float, time_limit: float, gap: float) -> str:
    """Why the walker has fallen at `moment`; "" when it has not."""
    height = (
        float(moment.positions[3]) * math.cos(moment.positions[1]) * math.cos(moment.positions[2])
    )
    if not math.isfinite(height):
        return "the state is no longer finite"
    if height < lowest:
        return f"the pelvis sank to {height:.2f} m over the supporting foot (limit {lowest:.2f} m)"
    if moment.time > time_limit:
        if gap < 0.0:
            inside = f"it is {-gap:.3f} m inside the ground"
            return f"the swing foot scuffed: after {moment.time:.2f} s {inside}"
        return f"no touchdown within {time_limit:.2f} s, twice the target duration"
    return ""
