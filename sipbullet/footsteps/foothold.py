"""A place for a foot, on a tread of a world and along a path."""

import math
from dataclasses import dataclass

from sipbullet.mechanics.state import Side


@dataclass(frozen=True, slots=True)
class Foothold:
    """A place for a foot."""

    foot: Side
    x: float  # m
    y: float  # m
    z: float  # m
    yaw: float  # rad
    s: float  # m along the path
    tread: int  # place in `World.treads`
    side: (
        float  # m, how far left of the path it lies (half the spacing, negative for the right foot)
    )

    def along_and_left(self, x: float, y: float) -> tuple[float, float]:
        """Where a foot at (x, y) m stands.

        Metres along the path and to its left, by the path's tangent here.
        """
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        dx, dy = x - self.x, y - self.y
        return self.s + c * dx + s * dy, self.side + c * dy - s * dx
