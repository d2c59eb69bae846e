"""The laws of the swing in plain numbers, compiled by numba: one function each, used by every path.

Within a step the trunk is one rigid body that turns about F1 and slides along its own z axis (the
supporting leg), so in the leg's frame its COG r = c + l·e and its inertia about the COG are
constants. With Ω the angular velocity and a0 = Ω×(Ω×r) + 2l̇·Ω×e, s = r×e,
J = I + m(|r|²·1 − r·rᵀ), all in that frame:

    J·Ω' + m·s·l'' = m·r×(g − a0) − Ω×(I·Ω),     m·s·Ω' + m·l'' = m·e·(g − a0) + F

The same motion as `kane.py` gives (a test), written for speed: 60 floating point operations where
that takes 60 arrays. A moving knee is integrated in its deviation from the reference, which costs
the reference no accuracy.
"""

import math
from typing import NamedTuple

import numpy as np

from sipbullet.mechanics.jit import compiled
from sipbullet.mechanics.laws import KneeReference, knee_law, quintic, solve_symmetric
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import State, Step


class TrunkConstants(NamedTuple):
    """What the functions below need to know of a step."""

    mass: float  # kg
    gravity: float  # m/s²
    cog_x: float  # m, from P1, leg frame
    cog_y: float
    cog_z: float
    ixx: float  # kg·m², about the COG, leg frame
    iyy: float
    izz: float
    ixy: float
    ixz: float
    iyz: float
    stiffness: float  # N/m, of the knee
    damping: float  # N·s/m
    leg_start: float  # m
    leg_target: float  # m
    knee_duration: float  # s
    locked: bool


class SwingRates(NamedTuple):
    """The variables of the integration; also their derivatives with respect to time."""

    yaw: float  # rad, of the supporting leg (3-2-1)
    pitch: float
    roll: float
    deviation: float  # m, of the leg's length from the knee's reference
    wx: float  # rad/s, angular velocity, leg frame
    wy: float
    wz: float
    deviation_rate: float  # m/s
    work: float  # J, of the knee


def trunk_constants(linkage: Linkage, step: Step) -> TrunkConstants:
    """The constants of `linkage` during `step`."""
    walker, inertia, knee = linkage.walker, linkage.inertia, step.knee
    x, y, z = linkage.cog.tolist()
    (ixx, ixy, ixz), (_, iyy, iyz), (_, _, izz) = inertia.tolist()
    return TrunkConstants(
        mass=float(walker.mass),
        gravity=float(walker.gravity),
        cog_x=x,
        cog_y=y,
        cog_z=z,
        ixx=ixx,
        iyy=iyy,
        izz=izz,
        ixy=ixy,
        ixz=ixz,
        iyz=iyz,
        stiffness=float(walker.knee_stiffness),
        damping=float(walker.knee_damping),
        leg_start=float(knee.start),
        leg_target=float(knee.target),
        knee_duration=float(knee.duration),
        locked=knee.locked,
    )


def start_values(state: State) -> Array:
    """A state as the functions below take it, (8,): positions and rates."""
    return np.concatenate([state.positions, state.rates])


@compiled
def reference_at(k: TrunkConstants, time: float) -> KneeReference:
    """The knee's reference in a step; a locked knee is at its end."""
    if k.locked:
        return KneeReference(k.leg_target, 0.0, 0.0)
    return quintic(k.leg_start, k.leg_target, k.knee_duration, time)


@compiled
def slope(k: TrunkConstants, y: SwingRates, time: float) -> SwingRates:
    """Derivatives of the variables of the integration at `time` s."""
    reference = reference_at(k, time)
    length, speed, acceleration = reference.length, reference.speed, reference.acceleration
    m, g, wx, wy, wz = k.mass, k.gravity, y.wx, y.wy, y.wz
    leg, ldot = length, 0.0
    if not k.locked:
        leg, ldot = length + y.deviation, speed + y.deviation_rate
    sp, cp = math.sin(y.pitch), math.cos(y.pitch)
    sr, cr = math.sin(y.roll), math.cos(y.roll)
    rx, ry, rz = k.cog_x, k.cog_y, k.cog_z + leg
    # Ω×r, then a0 = Ω×(Ω×r) + 2l̇·Ω×e; f = g − a0
    ux, uy, uz = wy * rz - wz * ry, wz * rx - wx * rz, wx * ry - wy * rx
    fx = g * sp - (wy * uz - wz * uy) - 2.0 * ldot * wy
    fy = -g * cp * sr - (wz * ux - wx * uz) + 2.0 * ldot * wx
    fz = -g * cp * cr - (wx * uy - wy * ux)
    hx = k.ixx * wx + k.ixy * wy + k.ixz * wz
    hy = k.ixy * wx + k.iyy * wy + k.iyz * wz
    hz = k.ixz * wx + k.iyz * wy + k.izz * wz
    tx = m * (ry * fz - rz * fy) - (wy * hz - wz * hy)
    ty = m * (rz * fx - rx * fz) - (wz * hx - wx * hz)
    tz = m * (rx * fy - ry * fx) - (wx * hy - wy * hx)
    jxx, jyy = k.ixx + m * (ry * ry + rz * rz), k.iyy + m * (rx * rx + rz * rz)
    jzz = k.izz + m * (rx * rx + ry * ry)
    jxy, jxz, jyz = k.ixy - m * rx * ry, k.ixz - m * rx * rz, k.iyz - m * ry * rz
    push, force = 0.0, 0.0
    if not k.locked:  # eliminate l'' = push/m − s·Ω' with s = (ry, −rx, 0)
        x, xdot = y.deviation, y.deviation_rate
        carried = m * (acceleration + g * cp * cr)
        force = knee_law(k.stiffness, k.damping, x, xdot, carried)
        push = m * fz + force
        tx, ty = tx - ry * push, ty + rx * push
        jxx, jyy, jxy = jxx - m * ry * ry, jyy - m * rx * rx, jxy + m * rx * ry
    ax, ay, az = solve_symmetric((jxx, jyy, jzz, jxy, jxz, jyz), (tx, ty, tz))
    lift = 0.0
    if not k.locked:
        lift = push / m - (ry * ax - rx * ay) - acceleration
    yaw_rate = (wy * sr + wz * cr) / cp
    turning = (yaw_rate, wy * cr - wz * sr, wx + yaw_rate * sp)
    return SwingRates(*turning, y.deviation_rate, ax, ay, az, lift, force * ldot)


@compiled
def _moved(y: SwingRates, d: SwingRates, h: float) -> SwingRates:
    return SwingRates(
        y.yaw + h * d.yaw,
        y.pitch + h * d.pitch,
        y.roll + h * d.roll,
        y.deviation + h * d.deviation,
        y.wx + h * d.wx,
        y.wy + h * d.wy,
        y.wz + h * d.wz,
        y.deviation_rate + h * d.deviation_rate,
        y.work + h * d.work,
    )


@compiled
def _runge_kutta(k: TrunkConstants, y: SwingRates, time: float, h: float) -> SwingRates:
    d1 = slope(k, y, time)
    d2 = slope(k, _moved(y, d1, h / 2), time + h / 2)
    d3 = slope(k, _moved(y, d2, h / 2), time + h / 2)
    d4 = slope(k, _moved(y, d3, h), time + h)
    y = _moved(_moved(y, d1, h / 6), d2, h / 3)
    return _moved(_moved(y, d3, h / 3), d4, h / 6)


@compiled
def fly(k: TrunkConstants, start: Array, begin: float, end: float, dt: float) -> Array:
    """Positions, rates and knee work (9,) at time `end` s, from `start` (8,) at time `begin` s.

    Args:
        k: `trunk_constants`.
        start: positions (theta_z, theta, theta_x, leg1) and their rates.
        begin: s since the step began.
        end: s since the step began.
        dt: s, the longest Runge–Kutta step; the knee's reference ends on a step.
    """
    pitch, roll = start[1], start[2]
    sp, cp, sr, cr = math.sin(pitch), math.cos(pitch), math.sin(roll), math.cos(roll)
    gamma, omega, gamma_x = start[4], start[5], start[6]
    reference = reference_at(k, begin)
    wx, wy = gamma_x - gamma * sp, omega * cr + gamma * cp * sr
    wz = gamma * cp * cr - omega * sr
    away, away_rate = start[3] - reference.length, start[7] - reference.speed
    y = SwingRates(start[0], pitch, roll, away, wx, wy, wz, away_rate, 0.0)
    time = begin
    for part in range(2):
        stop = end
        if part == 0 and not k.locked:
            stop = min(end, k.knee_duration)
        if stop - time < 1e-12:
            continue
        count = math.ceil((stop - time) / dt - 1e-9)
        h, origin = (stop - time) / count, time
        for index in range(count):
            y = _runge_kutta(k, y, origin + index * h, h)
        time = stop
    reference = reference_at(k, end)
    sp, cp, sr, cr = math.sin(y.pitch), math.cos(y.pitch), math.sin(y.roll), math.cos(y.roll)
    yaw_rate = (y.wy * sr + y.wz * cr) / cp
    result = np.empty(9)
    result[0], result[1], result[2] = y.yaw, y.pitch, y.roll
    result[3], result[7] = reference.length + y.deviation, reference.speed + y.deviation_rate
    result[4], result[5], result[6] = yaw_rate, y.wy * cr - y.wz * sr, y.wx + yaw_rate * sp
    result[8] = y.work
    return result
