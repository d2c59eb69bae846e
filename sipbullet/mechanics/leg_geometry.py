"""Kinematics of one step: where the hips, the COG and the swing foot are.

The hips are fixed within a step, so everything but the supporting foot is one rigid body, the
*trunk*, that turns with the supporting leg and slides along it. Its points are constant vectors in
the leg's frame.

Symbols: P1, P2 support and swing hip; C middle of the pelvis; F1, F2 support and swing foot; R1
leg, Rp pelvis. Arrays of positions q = (theta_z, theta, theta_x, leg1) and rates v may have any
leading shape (...,
4).
"""

from dataclasses import dataclass

import numpy as np

from sipbullet.mechanics.rigid_motion import (
    Array,
    cross,
    rate_axes,
    rotation_321,
    rotation_x,
    rotation_y,
    rotation_z,
)
from sipbullet.mechanics.state import Step
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot


@dataclass(frozen=True, slots=True)
class Linkage:
    """The trunk of one step as seen from the supporting leg (its frame.

    Z along the leg, origin at the hip).
    """

    walker: Walker
    pivot: Array  # (3,) m, F1 in the world
    pelvis_rotation: Array  # (3, 3) pelvis frame in the leg frame: Rz(2αz1)·Rx(2α1)
    swing_rotation: Array  # (3, 3) swing leg's frame in the leg frame
    cog: Array  # (3,) m, COG from P1, leg frame
    pelvis: Array  # (3,) m, C from P1, leg frame
    swing_hip: Array  # (3,) m, P2 from P1, leg frame
    swing_foot: Array  # (3,) m, F2 from P1, leg frame
    inertia: Array  # (3, 3) kg·m² about the COG, leg frame

    @classmethod
    def of(cls, walker: Walker | Robot, step: Step) -> "Linkage":
        """The linkage that `walker` is during `step`; a bare robot is under standard gravity."""
        walker = walker if isinstance(walker, Walker) else Walker(walker)
        stance, swing = step.stance, step.swing_leg
        pelvis_rotation = rotation_z(2 * stance.alpha_z1) @ rotation_x(2 * stance.alpha1)
        swing_rotation = (
            pelvis_rotation @ rotation_z(2 * swing.alpha_z) @ rotation_y(-2 * swing.alpha)
        )
        half = step.sign * walker.pelvis_width / 2
        swing_hip = pelvis_rotation @ np.array([0.0, 2 * half, 0.0])
        return cls(
            walker=walker,
            pivot=np.array(step.pivot, dtype=float),
            pelvis_rotation=pelvis_rotation,
            swing_rotation=swing_rotation,
            cog=pelvis_rotation @ np.array([0.0, half, walker.cog_height]),
            pelvis=pelvis_rotation @ np.array([0.0, half, 0.0]),
            swing_hip=swing_hip,
            swing_foot=swing_hip - swing.length * swing_rotation[:, 2],
            inertia=pelvis_rotation @ np.diag(walker.inertia) @ pelvis_rotation.T,
        )

    def point(self, q: Array, offset: Array) -> Array:
        """World position in m, (..., 3), of the point `offset` (3,) from P1 in the leg frame."""
        return self.pivot + arm(q, offset)

    def cog_position(self, q: Array) -> Array:
        """Centre of gravity in the world in m, (..., 3)."""
        return self.point(q, self.cog)

    def swing_foot_position(self, q: Array) -> Array:
        """Swing foot F2 in the world in m, (..., 3)."""
        return self.point(q, self.swing_foot)

    def pelvis_frame(self, q: Array) -> Array:
        """Pelvis frame Rp in the world, (..., 3, 3)."""
        return leg_rotation(q) @ self.pelvis_rotation

    def swing_frame(self, q: Array) -> Array:
        """Swing leg's frame R2 in the world, (..., 3, 3)."""
        return leg_rotation(q) @ self.swing_rotation


def leg_rotation(q: Array) -> Array:
    """Supporting leg's frame R1 = Rz·Ry·Rx in the world, (..., 3, 3)."""
    return rotation_321(q[..., 0], q[..., 1], q[..., 2])


def arm(q: Array, offset: Array) -> Array:
    """Vector in m from F1 to the trunk's point `offset` from P1, world axes, (..., 3)."""
    rotation = leg_rotation(q)
    return np.asarray(np.asarray(rotation @ offset) + q[..., 3:4] * rotation[..., 2])


def angular_velocity(q: Array, v: Array) -> Array:
    """Angular velocity of the whole machine in rad/s, world axes, (..., 3)."""
    return np.asarray(np.einsum("...ij,...j->...i", rate_axes(q[..., 0], q[..., 1]), v[..., :3]))


def point_velocity(q: Array, v: Array, offset: Array) -> Array:
    """Velocity in m/s, (..., 3), of the trunk's point `offset` from P1 while F1 is at rest."""
    sliding = v[..., 3:4] * leg_rotation(q)[..., 2]
    return cross(angular_velocity(q, v), arm(q, offset)) + sliding


def partial_velocities(q: Array, offset: Array) -> Array:
    """Partial velocities ∂v/∂(gamma, omega, gamma_x, leg1_rate) of a point, (..., 3, 4)."""
    axes = rate_axes(q[..., 0], q[..., 1])
    r = arm(q, offset)
    turning = [cross(axes[..., :, i], r) for i in range(3)]
    return np.stack([*turning, leg_rotation(q)[..., 2]], axis=-1)
