"""Kane's equations of the swing: M(q)·dv/dt + b(q, v) = Q, with F1 a fixed pivot.

Symbols: v = (gamma, omega, gamma_x, leg1_rate) the generalized speeds; M generalized inertia; b
inertia forces at constant speeds; Q generalized active forces (gravity, knee force F along the
leg). Arrays have shapes (..., 4). Source: [Menga] appendix A; the knee as a seventh speed is ours
(see
mechanics/README.md).
"""

from functools import cached_property

import numpy as np

from sipbullet.mechanics.leg_geometry import Linkage, leg_rotation
from sipbullet.mechanics.rigid_motion import Array, cross, rate_axes


class Configuration:
    """A linkage at positions q (..., 4).

    What depends on the place alone is worked out once, for any speeds.
    """

    def __init__(self, linkage: Linkage, q: Array) -> None:
        """Put `linkage` at `q`."""
        self._linkage, self._walker = linkage, linkage.walker
        rotation = leg_rotation(q)
        self._axes = rate_axes(q[..., 0], q[..., 1])
        self._leg = rotation[..., 2]
        self._arm: Array = np.asarray(rotation @ linkage.cog) + q[..., 3:4] * self._leg
        self.inertia: Array = (
            rotation @ linkage.inertia @ np.swapaxes(rotation, -1, -2)
        )  # (..., 3, 3) kg·m², world axes
        self.cog: Array = linkage.pivot + self._arm  # (..., 3) m

    @cached_property
    def _partials(self) -> Array:
        """Partial velocities of the COG as columns, (..., 3, 4)."""
        turning = [cross(self._axes[..., :, i], self._arm) for i in range(3)]
        return np.stack([*turning, self._leg], axis=-1)

    @cached_property
    def mass_matrix(self) -> Array:
        """Generalized inertia M, (..., 4, 4), in kg·m², kg·m and kg."""
        velocity = self._partials
        matrix: Array = self._walker.mass * np.swapaxes(velocity, -1, -2) @ velocity
        matrix[..., :3, :3] += np.swapaxes(self._axes, -1, -2) @ self.inertia @ self._axes
        return matrix

    def angular_velocity(self, v: Array) -> Array:
        """Angular velocity in rad/s, world axes, (..., 3)."""
        return _times(self._axes, v[..., :3])

    def cog_velocity(self, v: Array) -> Array:
        """Velocity of the COG in m/s, (..., 3)."""
        return _times(self._partials, v)

    def _remainders(self, v: Array) -> tuple[Array, Array]:
        """COG acceleration and angular acceleration, (..., 3) each, that remain when dv/dt = 0."""
        first, second, third = (self._axes[..., :, i] * v[..., i : i + 1] for i in range(3))
        angular = cross(first, second + third) + cross(second, third)
        omega = first + second + third
        turning = cross(omega, self._arm) + 2 * v[..., 3:4] * self._leg
        return cross(angular, self._arm) + cross(omega, turning), angular

    def bias_force(self, v: Array) -> Array:
        """Left-hand side less M·dv/dt, gravity included: b − Q_gravity, (..., 4)."""
        linear, angular = self._remainders(v)
        linear[..., 2] += self._walker.gravity
        omega = self.angular_velocity(v)
        torque = _times(self.inertia, angular) + cross(omega, _times(self.inertia, omega))
        force = self._walker.mass * _times(np.swapaxes(self._partials, -1, -2), linear)
        force[..., :3] += _times(np.swapaxes(self._axes, -1, -2), torque)
        return force

    def accelerations(
        self, v: Array, knee_force: Array | float | None, pitch_only: bool = False
    ) -> Array:
        """Accelerations dv/dt, (..., 4), in rad/s² and m/s².

        Args:
            v: rates (..., 4).
            knee_force: force along the supporting leg in N, (...), or None when the knee is locked.
            pitch_only: whether both feet hold, so that the walker can fall forward and back alone.
        """
        rhs = -self.bias_force(v)
        if pitch_only:
            result = np.zeros_like(rhs)
            result[..., 1] = rhs[..., 1] / self.mass_matrix[..., 1, 1]
            return result
        if knee_force is None:
            result = np.zeros_like(rhs)
            result[..., :3] = np.linalg.solve(self.mass_matrix[..., :3, :3], rhs[..., :3, None])[
                ..., 0
            ]
            return result
        rhs[..., 3] += knee_force
        return np.asarray(
            np.linalg.solve(self.mass_matrix, rhs[..., None])[..., 0], dtype=np.float64
        )

    def ground_reaction(self, v: Array, rate_derivatives: Array) -> Array:
        """Force of the ground on the supporting foot in N, (..., 3): R = m(a_COG − g).

        Source: [Menga] Eq. (A9).
        """
        acceleration = self._remainders(v)[0] + _times(self._partials, rate_derivatives)
        acceleration[..., 2] += self._walker.gravity
        return np.asarray(self._walker.mass * acceleration)

    def kinetic_energy(self, v: Array) -> Array:
        """Kinetic energy in J, shape (...)."""
        velocity, omega = self.cog_velocity(v), self.angular_velocity(v)
        spin = np.sum(omega * _times(self.inertia, omega), axis=-1)
        return np.asarray(0.5 * (self._walker.mass * np.sum(velocity * velocity, axis=-1) + spin))

    @property
    def potential_energy(self) -> Array:
        """Potential energy in J over the world's z = 0, shape (...)."""
        return np.asarray(self._walker.mass * self._walker.gravity * self.cog[..., 2])

    def angular_momentum(self, v: Array) -> Array:
        """Angular momentum about F1 in kg·m²/s, world axes, (..., 3)."""
        orbit = self._walker.mass * cross(self._arm, self.cog_velocity(v))
        return orbit + _times(self.inertia, self.angular_velocity(v))


def _times(matrix: Array, vector: Array) -> Array:
    """Matrices (..., i, j) times vectors (..., j)."""
    return np.asarray(np.matmul(matrix, vector[..., None])[..., 0])


def inertia_in_world(linkage: Linkage, q: Array) -> Array:
    """Inertia about the COG in kg·m², world axes, (..., 3, 3)."""
    return Configuration(linkage, q).inertia


def mass_matrix(linkage: Linkage, q: Array) -> Array:
    """Generalized inertia M, (..., 4, 4), in kg·m², kg·m and kg."""
    return Configuration(linkage, q).mass_matrix


def accelerations(linkage: Linkage, q: Array, v: Array, knee_force: Array | float | None) -> Array:
    """Accelerations dv/dt at one place; see `Configuration.accelerations`."""
    return Configuration(linkage, q).accelerations(v, knee_force)


def ground_reaction(linkage: Linkage, q: Array, v: Array, rate_derivatives: Array) -> Array:
    """Force of the ground on the supporting foot; see `Configuration.ground_reaction`."""
    return Configuration(linkage, q).ground_reaction(v, rate_derivatives)


def kinetic_energy(linkage: Linkage, q: Array, v: Array) -> Array:
    """Kinetic energy in J, shape (...)."""
    return Configuration(linkage, q).kinetic_energy(v)


def potential_energy(linkage: Linkage, q: Array) -> Array:
    """Potential energy in J over the world's z = 0, shape (...)."""
    return Configuration(linkage, q).potential_energy


def angular_momentum(linkage: Linkage, q: Array, v: Array) -> Array:
    """Angular momentum about F1 in kg·m²/s, world axes, (..., 3)."""
    return Configuration(linkage, q).angular_momentum(v)
