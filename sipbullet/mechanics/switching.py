"""Switching of the feet: the swing leg becomes the supporting leg, the hips get new angles.

The new supporting leg keeps its place, R1⁺ = R2⁻. The new support hip has two angles only, so of
the pelvis it keeps the y axis (the hip axis) exactly and lets the rotation about it be none
relative to the new leg: with y = R1⁺ᵀ·Rp⁻·ey,

    2·alpha1 = asin(y_z),    2·alpha_z1 = atan2(−y_x, y_y).

This is ours (the paper's appendix B is not available). It makes 2·alpha always the angle between
the legs. The trunk's pitch about the hip axis is thereby reset, which is invisible when the COG
lies on that axis and Ixx
= Izz.
"""

import math
from dataclasses import dataclass

import numpy as np

from sipbullet.mechanics.impact import Impact
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array, angles_321, rate_axes
from sipbullet.mechanics.state import Stance, State, Step, other_side


@dataclass(frozen=True, slots=True)
class Switched:
    """The walker on its new supporting foot, before the controller acts."""

    stance: Stance
    state: State


def support_hip_angles(leg: Array, pelvis: Array) -> tuple[float, float]:
    """Half angles (alpha1, alpha_z1) in rad of the hip between a `leg` and a `pelvis` (3, 3)."""
    y = leg.T @ pelvis[:, 1]
    return math.asin(min(1.0, max(-1.0, float(y[2])))) / 2, math.atan2(
        -float(y[0]), float(y[1])
    ) / 2


def switch_feet(linkage: Linkage, step: Step, state: State, impact: Impact) -> Switched:
    """Exchange the feet's roles at a touchdown in `state`, after `impact`."""
    q = state.positions
    leg, foot = linkage.swing_frame(q), linkage.swing_foot_position(q)
    alpha1, alpha_z1 = support_hip_angles(leg, linkage.pelvis_frame(q))
    yaw, pitch, roll = (float(angle) for angle in angles_321(leg))
    gamma, omega, gamma_x = np.linalg.solve(
        rate_axes(yaw, pitch), impact.angular_velocity_post
    ).tolist()
    pivot = (float(foot[0]), float(foot[1]), float(foot[2]))
    return Switched(
        stance=Stance(other_side(step.support), pivot, alpha1, alpha_z1),
        state=State(yaw, pitch, roll, gamma, omega, gamma_x, step.swing_leg.length, 0.0),
    )
