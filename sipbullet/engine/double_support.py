"""Standing on both feet: falling forward out of it, rising into it, and staying there.

In double support both feet hold the walker: about the vertical and sideways it cannot move (it
falls forward by Runge–Kutta steps on PyBullet's own dynamics of the pitch alone), and once its
ankles and hips are locked not at
all (a fixed constraint).
"""

import math
from dataclasses import dataclass

import numpy as np

from sipbullet.engine.body import WalkerBody
from sipbullet.engine.integrators.base import Integrator
from sipbullet.engine.integrators.rk4 import Rk4Integrator
from sipbullet.engine.swing import SAMPLE_TIME, SwingSegment
from sipbullet.mechanics import kane
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step

LONGEST_RISE = 4.0  # s


@dataclass(frozen=True, slots=True)
class Stand:
    """How a walk came to rest: the rise over the last foothold, and the time on both feet."""

    rise: SwingSegment
    hold: SwingSegment  # with the swing leg on the ground
    kinetic_start: float  # J, after the last impact
    kinetic_left: float  # J, at its least, when the other foot comes down
    cog_offset: float  # m, of the COG from over the foot at that moment, in the plane
    drift: float  # m, that the COG moves in double support


class DoubleSupportLoop:
    """Runs what has no swing in it."""

    def __init__(self, body: WalkerBody, integrator: Integrator) -> None:
        """Use one body and integrator."""
        self._body, self._integrator = body, integrator
        self._block = max(1, round(SAMPLE_TIME / integrator.dt))

    def fall(self, step: Step, state: State, duration: float) -> SwingSegment:
        """Fall forward on both feet for `duration` s; `step` is of double support."""
        count = max(1, math.ceil(duration / SAMPLE_TIME))
        integrator = Rk4Integrator(self._body, duration / count)
        moments = [integrator.begin(step, state)]
        for _ in range(count):
            moments.append(integrator.advance(moments[-1], 1))
        times, positions, rates = (
            np.array([getattr(m, name) for m in moments]) for name in ("time", "positions", "rates")
        )
        return SwingSegment(step, Linkage.of(self._body.walker, step), times, positions, rates)

    def rise(self, step: Step, state: State) -> SwingSegment:
        """Rise over the supporting foot, uncontrolled, until the kinetic energy is at its least."""
        linkage = Linkage.of(self._body.walker, step)
        moment = self._integrator.begin(step, state)
        moments, least = [moment], float(kane.kinetic_energy(linkage, state.positions, state.rates))
        while moment.time < LONGEST_RISE:
            following = self._integrator.advance(moment, self._block)
            energy = float(kane.kinetic_energy(linkage, following.positions, following.rates))
            if energy > least:
                break
            least, moment = energy, following
            moments.append(moment)
        times = np.array([moment.time for moment in moments])
        positions = np.array([moment.positions for moment in moments])
        place, late = (
            kane.Configuration(linkage, positions),
            np.array([moment.rates for moment in moments]),
        )
        rates: Array = self._integrator.synchronised(place, times, positions, late)
        rates[0] = state.rates
        return SwingSegment(step, linkage, times, positions, rates)

    def hold(self, step: Step, state: State, duration: float) -> tuple[SwingSegment, float]:
        """Stand on both feet for `duration` s; the samples, and how far (m) the COG moved."""
        body, client, dt = self._body, self._body.client, self._integrator.dt
        linkage = Linkage.of(body.walker, step)
        body.place(step, State.from_arrays(state.positions, np.zeros(4)))
        body.fix_pelvis()
        client.setPhysicsEngineParameter(fixedTimeStep=dt, numSubSteps=1)
        times, positions = [0.0], [state.positions]
        for index in range(1, round(duration / dt) + 1):
            client.stepSimulation()
            if index % self._block == 0:
                times.append(index * dt)
                positions.append(body.stance()[0])
        places = np.array(positions)
        cog = linkage.cog_position(places)
        drift = float(np.linalg.norm(cog - cog[0], axis=1).max())
        return SwingSegment(step, linkage, np.array(times), places, np.zeros_like(places)), drift
