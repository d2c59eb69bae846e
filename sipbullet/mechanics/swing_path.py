"""A smooth path of the swing foot from where it lifted off to where it lands, over edges.

In the model the massless swing leg jumps to its new angles, and that is what the controller and the
guard see. A massless leg may as well move freely: the pelvis' motion is the same. This path is what
is drawn:

    along: minimum jerk;  up: the level of the ground, early going up and late going down, and a
    hump over it

The hump is as high as it takes to clear every edge, and the foot stays within the leg's length of
its hip.
"""

from collections.abc import Callable

import numpy as np

from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array

Heights = Callable[
    [Array], Array
]  # (n, 2) or (n, 3) places to (n,) m, height of the ground there, −inf over none

CLEARANCE = 0.025  # m, over an edge
EDGE_ZONE = 0.02  # m, before and behind an edge
HUMP = 0.06  # of the leg's length, on level ground
HIGHEST = 0.5  # of the leg's length
CLIMB = (
    0.7  # of the step's time in which the foot rises (or, the last of it, sinks) to its new level
)


def swing_path(
    linkage: Linkage,
    times: Array,
    positions: Array,
    lift_off: Array,
    landing: Array,
    heights: Heights,
) -> Array:
    """Places (n, 3) in m of the drawn swing foot.

    Args:
        linkage: of the step, for its hip and leg.
        times: (n,) s; the foot lifts off at the first and lands at the last.
        positions: (n, 4) of the supporting leg.
        lift_off: (3,) m.
        landing: (3,) m.
        heights: of the ground.
    """
    span = max(float(times[-1] - times[0]), 1e-9)
    phase = (times - times[0]) / span
    path = lift_off + smooth(phase)[:, None] * (landing - lift_off)
    climb = (
        smooth(phase / CLIMB) if landing[2] > lift_off[2] else smooth((phase - 1.0 + CLIMB) / CLIMB)
    )
    level = lift_off[2] + climb * (landing[2] - lift_off[2])
    hump = 16.0 * phase**2 * (1.0 - phase) ** 2
    leg = linkage.walker.leg_length
    need = _over_edges(path, heights) + CLEARANCE - level
    inner = hump > 0.02
    height = float(np.max(need[inner] / hump[inner], initial=HUMP * leg))
    path[:, 2] = level + min(height, HIGHEST * leg) * hump
    return _within_reach(path, linkage.point(positions, linkage.swing_hip), leg)


def smooth(x: Array) -> Array:
    """Minimum-jerk quintic from 0 at x ≤ 0 to 1 at x ≥ 1."""
    x = np.clip(x, 0.0, 1.0)
    return np.asarray(x**3 * (10.0 - 15.0 * x + 6.0 * x**2))


def _around(path: Array, heights: Heights) -> tuple[Array, Array]:
    """Lowest and highest ground (n,) in m within `EDGE_ZONE` before and behind each place."""
    way = path[-1, :2] - path[0, :2]
    ahead = EDGE_ZONE * way / max(float(np.hypot(*way)), 1e-9)
    found = np.array(
        [heights(path[:, :2] + shift * ahead) for shift in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    )
    return found.min(axis=0), found.max(axis=0)


def _over_edges(path: Array, heights: Heights) -> Array:
    """Height in m of the edges near each place of a path, −inf where there is none."""
    low, high = _around(path, heights)
    return np.where(high > low + 1e-6, high, -np.inf)


def edge_clearance(path: Array, heights: Heights) -> float:
    """Least height in m of a path over the edges that it crosses; infinite when there are none.

    Looked at between the samples too: every millimetre or so.
    """
    longest = float(np.linalg.norm(np.diff(path, axis=0), axis=1).max(initial=0.0))
    if not longest < 10.0:
        return float("inf")  # no path that anything could walk: a simulation that went to pieces
    count = int(longest / 1e-3) + 2
    parts = np.linspace(0.0, 1.0, count)[:-1, None, None]
    fine = np.swapaxes(path[:-1] + parts * (path[1:] - path[:-1]), 0, 1).reshape(-1, 3)
    ground = np.maximum(heights(fine), -1e9)  # over no ground
    edges = np.flatnonzero(np.abs(ground[1:] - ground[:-1]) > 1e-6)
    if not len(edges):
        return float("inf")
    higher = np.maximum(ground[edges], ground[edges + 1])
    return float((np.minimum(fine[edges, 2], fine[edges + 1, 2]) - higher).min())


def _within_reach(path: Array, hip: Array, leg: float) -> Array:
    """The path with places beyond the leg's length pulled up and in towards the hip.

    Its ends stay.
    """
    arm = path - hip
    distance = np.linalg.norm(arm, axis=1, keepdims=True)
    pulled = np.where(distance > leg, hip + arm * (leg / distance), path)
    pulled[[0, -1]] = path[[0, -1]]
    return pulled
