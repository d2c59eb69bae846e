"""Kane's equations of the swing: M(q)·dv/dt + b(q, v) = Q, with F1 a fixed pivot.

Symbols: v = (gamma, omega, gamma_x, leg1_rate) the generalized speeds; M generalized inertia; b inertia forces at
constant speeds; Q generalized active forces (gravity, knee force F along the leg). Arrays have shapes (..., 4).
Source: [Menga] appendix A; the knee as a seventh speed is ours (see mechanics/README.md).
"""

import numpy as np

from sipbullet.mechanics.linkage import Linkage, angular_velocity, arm, leg_rotation, partial_velocities, point_velocity
from sipbullet.mechanics.rotations import Array, cross, rate_axes


def inertia_in_world(linkage: Linkage, q: Array) -> Array:
    """Inertia about the COG in kg·m², world axes, (..., 3, 3)."""
    rotation = leg_rotation(q)
    return np.asarray(rotation @ linkage.inertia @ np.swapaxes(rotation, -1, -2))


def partial_angular_velocities(q: Array) -> Array:
    """∂Ω/∂v as columns, (..., 3, 4); the knee does not turn anything."""
    axes = rate_axes(q[..., 0], q[..., 1])
    return np.concatenate([axes, np.zeros((*axes.shape[:-1], 1))], axis=-1)


def mass_matrix(linkage: Linkage, q: Array) -> Array:
    """Generalized inertia M, (..., 4, 4), in kg·m², kg·m and kg."""
    velocity, turning = partial_velocities(q, linkage.cog), partial_angular_velocities(q)
    translation = linkage.robot.mass * np.swapaxes(velocity, -1, -2) @ velocity
    return np.asarray(translation + np.swapaxes(turning, -1, -2) @ inertia_in_world(linkage, q) @ turning)


def remainders(linkage: Linkage, q: Array, v: Array) -> tuple[Array, Array]:
    """COG acceleration and angular acceleration, (..., 3) each, that remain when dv/dt = 0."""
    axes, omega = rate_axes(q[..., 0], q[..., 1]), angular_velocity(q, v)
    leg, r, slide = leg_rotation(q)[..., 2], arm(q, linkage.cog), v[..., 3:4]
    first, second, third = (axes[..., :, i] * v[..., i : i + 1] for i in range(3))
    angular = cross(first, second + third) + cross(second, third)
    linear = cross(angular, r) + cross(omega, cross(omega, r)) + 2 * slide * cross(omega, leg)
    return linear, angular


def bias_force(linkage: Linkage, q: Array, v: Array) -> Array:
    """Left-hand side less M·dv/dt, gravity included: b − Q_gravity, (..., 4)."""
    linear, angular = remainders(linkage, q, v)
    inertia, omega = inertia_in_world(linkage, q), angular_velocity(q, v)
    spin = np.einsum("...ij,...j->...i", inertia, omega)
    torque = np.einsum("...ij,...j->...i", inertia, angular) + cross(omega, spin)
    force = linkage.robot.mass * (linear + np.array([0.0, 0.0, linkage.robot.gravity]))
    return np.asarray(
        np.einsum("...ij,...i->...j", partial_velocities(q, linkage.cog), force)
        + np.einsum("...ij,...i->...j", partial_angular_velocities(q), torque)
    )


def accelerations(linkage: Linkage, q: Array, v: Array, knee_force: Array | float | None) -> Array:
    """Accelerations dv/dt, (..., 4), in rad/s² and m/s².

    Args:
        linkage: the trunk of this step.
        q: positions (..., 4).
        v: rates (..., 4).
        knee_force: force along the supporting leg in N, (...), or None when the knee is locked.
    """
    matrix, rhs = mass_matrix(linkage, q), -bias_force(linkage, q, v)
    result = np.zeros_like(rhs)
    if knee_force is None:
        result[..., :3] = np.linalg.solve(matrix[..., :3, :3], rhs[..., :3, None])[..., 0]
        return result
    rhs[..., 3] += knee_force
    result[...] = np.linalg.solve(matrix, rhs[..., None])[..., 0]
    return result


def cog_acceleration(linkage: Linkage, q: Array, v: Array, rate_derivatives: Array) -> Array:
    """Acceleration of the COG in m/s², world axes, (..., 3)."""
    linear, _ = remainders(linkage, q, v)
    return np.asarray(linear + np.einsum("...ij,...j->...i", partial_velocities(q, linkage.cog), rate_derivatives))


def ground_reaction(linkage: Linkage, q: Array, v: Array, rate_derivatives: Array) -> Array:
    """Force of the ground on the supporting foot in N, (..., 3): R = m(a_COG − g). Source: [Menga] Eq. (A9)."""
    acceleration = cog_acceleration(linkage, q, v, rate_derivatives)
    return np.asarray(linkage.robot.mass * (acceleration + np.array([0.0, 0.0, linkage.robot.gravity])))


def kinetic_energy(linkage: Linkage, q: Array, v: Array) -> Array:
    """Kinetic energy in J, shape (...)."""
    velocity, omega = point_velocity(q, v, linkage.cog), angular_velocity(q, v)
    spin = np.einsum("...ij,...j->...i", inertia_in_world(linkage, q), omega)
    return np.asarray(0.5 * (linkage.robot.mass * np.sum(velocity * velocity, axis=-1) + np.sum(omega * spin, axis=-1)))


def potential_energy(linkage: Linkage, q: Array) -> Array:
    """Potential energy in J over the world's z = 0, shape (...)."""
    return np.asarray(linkage.robot.mass * linkage.robot.gravity * linkage.cog_position(q)[..., 2])


def angular_momentum(linkage: Linkage, q: Array, v: Array) -> Array:
    """Angular momentum about F1 in kg·m²/s, world axes, (..., 3)."""
    spin = np.einsum("...ij,...j->...i", inertia_in_world(linkage, q), angular_velocity(q, v))
    orbit = linkage.robot.mass * cross(arm(q, linkage.cog), point_velocity(q, v, linkage.cog))
    return np.asarray(orbit + spin)
