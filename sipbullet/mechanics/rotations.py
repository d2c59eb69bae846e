"""Elementary rotations and 3-2-1 angles, for one angle or for arrays of them."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def _stack(rows: list[list[ArrayLike]]) -> Array:
    return np.stack([np.stack(np.broadcast_arrays(*row), axis=-1) for row in rows], axis=-2)


def rotation_x(angle: ArrayLike) -> Array:
    """Rotation about x by `angle` in rad, shape (..., 3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    one, zero = np.ones_like(c), np.zeros_like(c)
    return _stack([[one, zero, zero], [zero, c, -s], [zero, s, c]])


def rotation_y(angle: ArrayLike) -> Array:
    """Rotation about y by `angle` in rad, shape (..., 3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    one, zero = np.ones_like(c), np.zeros_like(c)
    return _stack([[c, zero, s], [zero, one, zero], [-s, zero, c]])


def rotation_z(angle: ArrayLike) -> Array:
    """Rotation about z by `angle` in rad, shape (..., 3, 3)."""
    c, s = np.cos(angle), np.sin(angle)
    one, zero = np.ones_like(c), np.zeros_like(c)
    return _stack([[c, -s, zero], [s, c, zero], [zero, zero, one]])


def rotation_321(yaw: ArrayLike, pitch: ArrayLike, roll: ArrayLike) -> Array:
    """Rotation Rz(yaw)·Ry(pitch)·Rx(roll) of a body with 3-2-1 angles in rad, shape (..., 3, 3)."""
    cz, sz, cy, sy, cx, sx = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch), np.cos(roll), np.sin(roll)
    return _stack(
        [
            [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
            [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
            [-sy, cy * sx, cy * cx],
        ]
    )


def angles_321(rotation: Array) -> Array:
    """3-2-1 angles (yaw, pitch, roll) in rad of rotation matrices (..., 3, 3); pitch lies in ±π/2."""
    pitch = np.arctan2(-rotation[..., 2, 0], np.hypot(rotation[..., 0, 0], rotation[..., 1, 0]))
    yaw = np.arctan2(rotation[..., 1, 0], rotation[..., 0, 0])
    roll = np.arctan2(rotation[..., 2, 1], rotation[..., 2, 2])
    return np.stack([yaw, pitch, roll], axis=-1)


def rate_axes(yaw: ArrayLike, pitch: ArrayLike) -> Array:
    """Axes in the world of the three 3-2-1 rates, as columns: angular velocity = axes @ rates; shape (..., 3, 3)."""
    cz, sz, cy, sy = np.cos(yaw), np.sin(yaw), np.cos(pitch), np.sin(pitch)
    one, zero = np.ones_like(cz), np.zeros_like(cz)
    return _stack([[zero, -sz, cz * cy], [zero, cz, sz * cy], [one, zero, -sy]])
