"""Touchdown of the swing foot: an inelastic impact by Kane's impulse and momentum.

With F1 released the generalized speeds are u = (gamma, omega, gamma_x, u1, u2, u3), the last three
the velocity of F1. P = ∂p/∂u is the generalized inertia, V = ∂v_F2/∂u the partial velocities of the
landing foot, F the impulse on it:

    P·u⁺ = p⁻ + Vᵀ·F,    V·u⁺ = 0        [Menga] Eq. (A20)

The knee does not move in the impact: its speed counts in p⁻ and is 0 afterwards.
"""

from dataclasses import dataclass

import numpy as np

from sipbullet.mechanics.kane import inertia_in_world
from sipbullet.mechanics.leg_geometry import Linkage, angular_velocity, arm, point_velocity
from sipbullet.mechanics.rigid_motion import Array, cross, rate_axes
from sipbullet.mechanics.state import State


@dataclass(frozen=True, slots=True)
class Impact:
    """What the impact leaves, in world axes."""

    impulse: Array  # (3,) N·s, of the ground on the landing foot
    rates_post: Array  # (3,) rad/s, gamma, omega, gamma_x of the old supporting leg
    angular_velocity_post: Array  # (3,) rad/s, of the whole machine
    trailing_foot_velocity: Array  # (3,) m/s, of the old supporting foot
    landing_foot_velocity: Array  # (3,) m/s, of the landing foot, 0 but for rounding
    kinetic_energy_lost: float  # J

    @property
    def friction(self) -> float:
        """Horizontal over vertical impulse; infinite when the ground would have to pull."""
        normal = float(self.impulse[2])
        return (
            float(np.hypot(self.impulse[0], self.impulse[1])) / normal
            if normal > 0.0
            else float("inf")
        )

    @property
    def trailing_foot_lifts(self) -> bool:
        """Whether the old supporting foot leaves the ground."""
        return bool(self.trailing_foot_velocity[2] > 0.0)


def free_partial_velocities(q: Array, offset: Array) -> Array:
    """Partial velocities ∂v/∂(gamma, omega, gamma_x, u1, u2, u3) of a point, F1 free, (3, 6)."""
    turning = cross(rate_axes(q[0], q[1]).T, arm(q, offset)).T
    return np.hstack([turning, np.eye(3)])


def solve_impact(linkage: Linkage, state: State) -> Impact:
    """The impulse and the speeds after an inelastic impact.

    Source: [Menga] Eq. (A20).
    """
    q, v, mass = state.positions, state.rates, linkage.walker.mass
    to_cog, to_foot = (
        free_partial_velocities(q, linkage.cog),
        free_partial_velocities(q, linkage.swing_foot),
    )
    turning = np.hstack([rate_axes(q[0], q[1]), np.zeros((3, 3))])
    inertia = inertia_in_world(linkage, q)
    momentum_matrix = mass * to_cog.T @ to_cog + turning.T @ inertia @ turning  # P
    velocity_pre, omega_pre = point_velocity(q, v, linkage.cog), angular_velocity(q, v)
    momentum_pre = mass * to_cog.T @ velocity_pre + turning.T @ inertia @ omega_pre  # p⁻
    system = np.block([[momentum_matrix, -to_foot.T], [to_foot, np.zeros((3, 3))]])
    solution = np.linalg.solve(system, np.concatenate([momentum_pre, np.zeros(3)]))
    speeds, impulse = solution[:6], solution[6:]
    energy_pre = 0.5 * (mass * velocity_pre @ velocity_pre + omega_pre @ inertia @ omega_pre)
    return Impact(
        impulse=impulse,
        rates_post=speeds[:3],
        angular_velocity_post=turning @ speeds,
        trailing_foot_velocity=speeds[3:],
        landing_foot_velocity=to_foot @ speeds,
        kinetic_energy_lost=float(energy_pre - 0.5 * speeds @ momentum_matrix @ speeds),
    )
