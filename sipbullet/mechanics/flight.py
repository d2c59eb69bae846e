"""The swing in plain numbers: compiled by numba when it is installed, and as it stands otherwise.

Within a step the trunk is one rigid body that turns about F1 and slides along its own z axis (the supporting leg), so in
the leg's frame its COG r = c + l·e and its inertia about the COG are constants. With Ω the angular velocity and
a0 = Ω×(Ω×r) + 2l̇·Ω×e, s = r×e, J = I + m(|r|²·1 − r·rᵀ), all in that frame:

    J·Ω' + m·s·l'' = m·r×(g − a0) − Ω×(I·Ω),     m·s·Ω' + m·l'' = m·e·(g − a0) + F

The same motion as `kane.py` gives (a test), written for speed: 60 floating point operations where that takes 60 arrays.
A moving knee is integrated in its deviation from the reference, which costs the reference no accuracy.
"""

import math
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

from sipbullet.mechanics.linkage import Linkage
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.state import State, Step

Function = TypeVar("Function", bound=Callable[..., Any])

try:
    from numba import njit

    COMPILED = True
except ImportError:
    COMPILED = False


def compiled(function: Function) -> Function:
    """Compile with numba, if there is one; the cache is kept beside the file, or where numba can write."""
    return cast(Function, njit(cache=True, error_model="numpy")(function)) if COMPILED else function


def trunk_constants(linkage: Linkage, step: Step) -> Array:
    """What the functions below need to know of a step, (17,): masses, COG, inertia, knee."""
    robot, inertia = linkage.robot, linkage.inertia
    return np.array(
        [
            robot.mass, robot.gravity, *linkage.cog,
            inertia[0, 0], inertia[1, 1], inertia[2, 2], inertia[0, 1], inertia[0, 2], inertia[1, 2],
            robot.knee_stiffness, robot.knee_damping, step.leg1_start, step.leg1_target, step.knee_duration,
            1.0 if step.knee_locked else 0.0,
        ]
    )  # fmt: skip


def start_values(state: State) -> Array:
    """A state as the functions below take it, (8,): positions and rates."""
    return np.concatenate([state.positions, state.rates])


@compiled
def reference(k: Array, time: float) -> tuple[float, float, float]:
    """Length, speed and acceleration of the knee's reference; see `knee.quintic`."""
    start, end, duration = k[13], k[14], k[15]
    if k[16] > 0.0 or time >= duration:
        return end, 0.0, 0.0
    s, change = time / duration, end - start
    return (
        start + change * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s),
        change / duration * 30.0 * s * s * (1.0 - s) * (1.0 - s),
        change / (duration * duration) * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s),
    )


@compiled
def slope(k: Array, y: tuple[float, ...], time: float) -> tuple[float, ...]:
    """Derivatives of (theta_z, theta, theta_x, deviation, Ωx, Ωy, Ωz, deviation's rate, knee work)."""
    _, pitch, roll, x, wx, wy, wz, xdot, _ = y
    length, speed, acceleration = reference(k, time)
    locked = k[16] > 0.0
    m, g = k[0], k[1]
    l, ldot = (length, 0.0) if locked else (length + x, speed + xdot)  # noqa: E741
    sp, cp, sr, cr = math.sin(pitch), math.cos(pitch), math.sin(roll), math.cos(roll)
    rx, ry, rz = k[2], k[3], k[4] + l
    # Ω×r, then a0 = Ω×(Ω×r) + 2l̇·Ω×e; f = g − a0
    ux, uy, uz = wy * rz - wz * ry, wz * rx - wx * rz, wx * ry - wy * rx
    fx = g * sp - (wy * uz - wz * uy) - 2.0 * ldot * wy
    fy = -g * cp * sr - (wz * ux - wx * uz) + 2.0 * ldot * wx
    fz = -g * cp * cr - (wx * uy - wy * ux)
    ixx, iyy, izz, ixy, ixz, iyz = k[5], k[6], k[7], k[8], k[9], k[10]
    hx, hy, hz = ixx * wx + ixy * wy + ixz * wz, ixy * wx + iyy * wy + iyz * wz, ixz * wx + iyz * wy + izz * wz
    tx = m * (ry * fz - rz * fy) - (wy * hz - wz * hy)
    ty = m * (rz * fx - rx * fz) - (wz * hx - wx * hz)
    tz = m * (rx * fy - ry * fx) - (wx * hy - wy * hx)
    jxx, jyy, jzz = ixx + m * (ry * ry + rz * rz), iyy + m * (rx * rx + rz * rz), izz + m * (rx * rx + ry * ry)
    jxy, jxz, jyz = ixy - m * rx * ry, ixz - m * rx * rz, iyz - m * ry * rz
    push, force = 0.0, 0.0
    if not locked:  # eliminate l'' = push/m − s·Ω' with s = (ry, −rx, 0)
        force = -k[11] * x - k[12] * xdot + m * (acceleration + g * cp * cr)
        push = m * fz + force
        tx, ty = tx - ry * push, ty + rx * push
        jxx, jyy, jxy = jxx - m * ry * ry, jyy - m * rx * rx, jxy + m * rx * ry
    cxx, cxy, cxz = jyy * jzz - jyz * jyz, jxz * jyz - jxy * jzz, jxy * jyz - jxz * jyy
    cyy, cyz, czz = jxx * jzz - jxz * jxz, jxy * jxz - jxx * jyz, jxx * jyy - jxy * jxy
    det = jxx * cxx + jxy * cxy + jxz * cxz
    ax = (cxx * tx + cxy * ty + cxz * tz) / det
    ay = (cxy * tx + cyy * ty + cyz * tz) / det
    az = (cxz * tx + cyz * ty + czz * tz) / det
    lift = 0.0 if locked else push / m - (ry * ax - rx * ay) - acceleration
    turn = wy * sr + wz * cr
    yaw_rate = turn / cp
    return yaw_rate, wy * cr - wz * sr, wx + yaw_rate * sp, xdot, ax, ay, az, lift, force * ldot


@compiled
def _moved(y: tuple[float, ...], d: tuple[float, ...], h: float) -> tuple[float, ...]:
    return (
        y[0] + h * d[0], y[1] + h * d[1], y[2] + h * d[2], y[3] + h * d[3], y[4] + h * d[4],
        y[5] + h * d[5], y[6] + h * d[6], y[7] + h * d[7], y[8] + h * d[8],
    )  # fmt: skip


@compiled
def _runge_kutta(k: Array, y: tuple[float, ...], time: float, h: float) -> tuple[float, ...]:
    d1 = slope(k, y, time)
    d2 = slope(k, _moved(y, d1, h / 2), time + h / 2)
    d3 = slope(k, _moved(y, d2, h / 2), time + h / 2)
    d4 = slope(k, _moved(y, d3, h), time + h)
    y = _moved(_moved(y, d1, h / 6), d2, h / 3)
    return _moved(_moved(y, d3, h / 3), d4, h / 6)


@compiled
def fly(k: Array, start: Array, begin: float, end: float, dt: float) -> Array:
    """Positions, rates and knee work (9,) at time `end`, from `start` (8,) at time `begin`; both in s since the step began.

    Args:
        k: `trunk_constants`.
        start: positions (theta_z, theta, theta_x, leg1) and their rates.
        begin: s.
        end: s.
        dt: s, the longest Runge–Kutta step; the knee's reference ends on a step.
    """
    pitch, roll = start[1], start[2]
    sp, cp, sr, cr = math.sin(pitch), math.cos(pitch), math.sin(roll), math.cos(roll)
    gamma, omega, gamma_x = start[4], start[5], start[6]
    length, speed, _ = reference(k, begin)
    body = (gamma_x - gamma * sp, omega * cr + gamma * cp * sr, gamma * cp * cr - omega * sr)
    y: tuple[float, ...] = (start[0], pitch, roll, start[3] - length, body[0], body[1], body[2], start[7] - speed, 0.0)
    time = begin
    for part in range(2):
        stop = min(end, k[15]) if part == 0 and k[16] == 0.0 else end
        if stop - time < 1e-12:
            continue
        count = int(math.ceil((stop - time) / dt - 1e-9))
        h, origin = (stop - time) / count, time
        for index in range(count):
            y = _runge_kutta(k, y, origin + index * h, h)
        time = stop
    length, speed, _ = reference(k, end)
    sp, cp, sr, cr = math.sin(y[1]), math.cos(y[1]), math.sin(y[2]), math.cos(y[2])
    yaw_rate = (y[5] * sr + y[6] * cr) / cp
    result = np.empty(9)
    result[:] = (
        y[0], y[1], y[2], length + y[3],
        yaw_rate, y[5] * cr - y[6] * sr, y[4] + yaw_rate * sp, speed + y[7], y[8],
    )  # fmt: skip
    return result
