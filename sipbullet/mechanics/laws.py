"""Laws in plain numbers, compiled: the knee's reference and force, where the foot is."""

import math
from typing import NamedTuple

from sipbullet.mechanics.jit import compiled


class KneeReference(NamedTuple):
    """Length, speed and acceleration of the knee's reference, in m, m/s and m/s²."""

    length: float
    speed: float
    acceleration: float


@compiled
def quintic(start: float, end: float, duration: float, time: float) -> KneeReference:
    """The knee's reference at `time` s: a quintic from `start` to `end` m, at rest at both ends.

    A `duration` of 0 is a step reference: at the end from the beginning, at no speed.
    """
    if time >= duration:
        return KneeReference(end, 0.0, 0.0)
    s, change = time / duration, end - start
    return KneeReference(
        start + change * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s),
        change / duration * 30.0 * s * s * (1.0 - s) * (1.0 - s),
        change / (duration * duration) * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s),
    )


@compiled
def knee_law(
    stiffness: float, damping: float, stretch: float, stretch_rate: float, carried: float
) -> float:
    """Force along the leg in N, by its deviation (m, m/s) from the reference.

    `carried` is what the reference takes: the mass times its acceleration and gravity's part.
    """
    return -stiffness * stretch - damping * stretch_rate + carried


@compiled
def swing_foot(
    offset: tuple[float, float, float],
    pivot: tuple[float, float, float],
    q: tuple[float, float, float, float],
) -> tuple[float, float, float]:
    """World position in m of a trunk's point `offset` m from P1, the leg at `q`."""
    yaw, pitch, roll, leg1 = q
    x, y, z = offset
    z += leg1
    c, s = math.cos(roll), math.sin(roll)
    y, z = c * y - s * z, s * y + c * z
    c, s = math.cos(pitch), math.sin(pitch)
    x, z = c * x + s * z, c * z - s * x
    c, s = math.cos(yaw), math.sin(yaw)
    return pivot[0] + c * x - s * y, pivot[1] + s * x + c * y, pivot[2] + z


@compiled
def solve_symmetric(
    j: tuple[float, float, float, float, float, float], t: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Solve J·a = t for a symmetric J, given as (xx, yy, zz, xy, xz, yz)."""
    jxx, jyy, jzz, jxy, jxz, jyz = j
    tx, ty, tz = t
    cxx, cxy, cxz = jyy * jzz - jyz * jyz, jxz * jyz - jxy * jzz, jxy * jyz - jxz * jyy
    cyy, cyz, czz = jxx * jzz - jxz * jxz, jxy * jxz - jxx * jyz, jxx * jyy - jxy * jxy
    det = jxx * cxx + jxy * cxy + jxz * cxz
    return (
        (cxx * tx + cxy * ty + cxz * tz) / det,
        (cxy * tx + cyy * ty + cyz * tz) / det,
        (cxz * tx + cyz * ty + czz * tz) / det,
    )
