"""Elementary rotations and 3-2-1 angles, for one angle or for arrays of them."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]


def _matrix(rows: tuple[tuple[ArrayLike, ...], ...], shape: tuple[int, ...]) -> Array:
    """A 3 × 3 matrix for each of `shape` elements, filled in place.

    Three times as fast as stacking.
    """
    if not shape:
        return np.array(rows, dtype=np.float64)
    result = np.empty((*shape, 3, 3))
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            result[..., i, j] = value
    return result


def _cos_sin(angle: ArrayLike) -> tuple[Any, Any]:
    """Cosine and sine; of one number without NumPy, which is five times as fast."""
    if isinstance(angle, float):
        return math.cos(angle), math.sin(angle)
    return np.cos(angle), np.sin(angle)


def rotation_x(angle: ArrayLike) -> Array:
    """Rotation about x by `angle` in rad, shape (..., 3, 3)."""
    c, s = _cos_sin(angle)
    return _matrix(((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)), np.shape(angle))


def rotation_y(angle: ArrayLike) -> Array:
    """Rotation about y by `angle` in rad, shape (..., 3, 3)."""
    c, s = _cos_sin(angle)
    return _matrix(((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)), np.shape(angle))


def rotation_z(angle: ArrayLike) -> Array:
    """Rotation about z by `angle` in rad, shape (..., 3, 3)."""
    c, s = _cos_sin(angle)
    return _matrix(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)), np.shape(angle))


def rotation_321(yaw: ArrayLike, pitch: ArrayLike, roll: ArrayLike) -> Array:
    """Rotation Rz(yaw)·Ry(pitch)·Rx(roll), angles in rad of one shape, (..., 3, 3)."""
    (cz, sz), (cy, sy), (cx, sx) = _cos_sin(yaw), _cos_sin(pitch), _cos_sin(roll)
    rows = (
        (cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx),
        (sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx),
        (-sy, cy * sx, cy * cx),
    )
    return _matrix(rows, np.shape(yaw))


def angles_321(rotation: Array) -> Array:
    """3-2-1 angles (yaw, pitch, roll) in rad of rotation matrices (..., 3, 3).

    Pitch lies in ±π/2.
    """
    pitch = np.arctan2(-rotation[..., 2, 0], np.hypot(rotation[..., 0, 0], rotation[..., 1, 0]))
    yaw = np.arctan2(rotation[..., 1, 0], rotation[..., 0, 0])
    roll = np.arctan2(rotation[..., 2, 1], rotation[..., 2, 2])
    return np.stack([yaw, pitch, roll], axis=-1)


def rate_axes(yaw: ArrayLike, pitch: ArrayLike) -> Array:
    """Axes in the world of the three 3-2-1 rates, as columns: angular velocity = axes @ rates.

    Shape (..., 3, 3).
    """
    (cz, sz), (cy, sy) = _cos_sin(yaw), _cos_sin(pitch)
    return _matrix(((0.0, -sz, cz * cy), (0.0, cz, sz * cy), (1.0, 0.0, -sy)), np.shape(yaw))


def cross(a: Array, b: Array) -> Array:
    """Cross product of vectors (..., 3), as `numpy.cross` but several times as fast."""
    if a.ndim == b.ndim == 1:
        (ax, ay, az), (bx, by, bz) = a.tolist(), b.tolist()
        return np.array((ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx))
    result = np.empty(np.broadcast_shapes(a.shape, b.shape))
    result[..., 0] = a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1]
    result[..., 1] = a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2]
    result[..., 2] = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return result
