"""Swing legs that reach a given place.

The hip's angles and the leg's length for where the foot is.
"""

import numpy as np

from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array


def reach(linkage: Linkage, positions: Array, place: Array) -> tuple[Array, Array, Array]:
    """(alpha, alpha_z, leg2), (...) in rad and m, with which the swing foot is at `place`.

    F2 = P2 − leg2·R2·ez.

    The hip's yaw stays within ±90°: alpha is positive with the foot before its hip, negative behind
    it.

    Args:
        linkage: of the step (its own swing leg does not matter).
        positions: (..., 4) of the supporting leg.
        place: (..., 3) m in the world.
    """
    leg = linkage.point(positions, linkage.swing_hip) - place
    x, y, z = np.moveaxis(
        np.einsum("...ji,...j->...i", linkage.pelvis_frame(positions), leg), -1, 0
    )
    length = np.linalg.norm(leg, axis=-1)
    forward = np.where(x <= 0.0, 1.0, -1.0)
    between = forward * np.arctan2(np.hypot(x, y), z)
    yaw = np.arctan2(-forward * y, np.abs(x))
    return between / 2, yaw / 2, length
