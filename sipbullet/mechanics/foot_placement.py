"""The foot placement estimate: how far a touchdown is from coming to rest over its foot.

After the impact, with r = COG − F2 and H⁺ the angular momentum about F2, it does when

    E⁺ = m·g·|r|,   H⁺·ez = 0,   H⁺·r_xy = 0

E⁺ being measured from the foot. In the plane the first is the FPE of Wight (2008), which Millard et
al. (2012) take to space.
"""

import math

import numpy as np

from sipbullet.mechanics import kane
from sipbullet.mechanics.impact import Impact, solve_impact
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import cross
from sipbullet.mechanics.state import State


def foot_placement(
    linkage: Linkage, state: State, impact: Impact | None = None
) -> tuple[float, float, float]:
    """How far a touchdown in `state` is from a stop.

    Energy, vertical momentum and momentum along r_xy, dimensionless.

    Its `impact` is solved for when it is not given.
    """
    impact, q = impact or solve_impact(linkage, state), state.positions
    r = linkage.cog_position(q) - linkage.swing_foot_position(q)
    omega, inertia, mass = (
        impact.angular_velocity_post,
        kane.inertia_in_world(linkage, q),
        linkage.walker.mass,
    )
    gravity, length = linkage.walker.gravity, float(np.linalg.norm(r))
    velocity = cross(omega, r)
    kinetic = 0.5 * mass * velocity @ velocity + 0.5 * omega @ inertia @ omega
    momentum = mass * cross(r, velocity) + inertia @ omega
    level = float(np.hypot(r[0], r[1]))
    along = float(momentum[:2] @ r[:2]) / level if level > 1e-9 else 0.0
    scale = mass * length * math.sqrt(gravity * length)
    energy = (float(kinetic) / mass + gravity * float(r[2])) / (gravity * length) - 1.0
    return energy, float(momentum[2]) / scale, along / scale
