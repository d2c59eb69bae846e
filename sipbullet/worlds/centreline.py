"""The centreline of a world: straight lines and arcs, one after another, seen from above."""

import math
from bisect import bisect_right
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pose:
    """A place and a direction in the plane."""

    x: float  # m
    y: float  # m
    heading: float  # rad, 0 along x, positive to the left

    def advanced(self, length: float, curvature: float) -> "Pose":
        """The pose `length` m on, along a line or an arc (curvature in 1/m, positive left)."""
        turn = curvature * length
        if abs(turn) < 1e-12:
            heading = self.heading + turn / 2
            return Pose(
                self.x + length * math.cos(heading),
                self.y + length * math.sin(heading),
                self.heading + turn,
            )
        end = self.heading + turn
        dx = (math.sin(end) - math.sin(self.heading)) / curvature
        dy = (math.cos(self.heading) - math.cos(end)) / curvature
        return Pose(self.x + dx, self.y + dy, end)

    def left(self, distance: float) -> tuple[float, float]:
        """The point `distance` m to the left."""
        return self.x - distance * math.sin(self.heading), self.y + distance * math.cos(
            self.heading
        )


@dataclass(frozen=True, slots=True)
class _Piece:
    start: float
    length: float
    curvature: float
    pose: Pose

    def project(self, x: float, y: float) -> tuple[float, float]:
        """Arc length from the start, and distance to the left, on the endless piece."""
        c, s = math.cos(self.pose.heading), math.sin(self.pose.heading)
        dx, dy = x - self.pose.x, y - self.pose.y
        ahead, left = c * dx + s * dy, c * dy - s * dx
        if self.curvature == 0.0:
            return ahead, left
        radius = 1.0 / self.curvature
        side = math.copysign(1.0, radius)
        middle = (
            0.5 * self.length / abs(radius)
        )  # measure the angle from the middle of the arc: no jump within it
        angle = math.atan2(ahead, side * (radius - left))
        angle = middle + math.remainder(angle - middle, 2 * math.pi)
        return angle * abs(radius), side * (abs(radius) - math.hypot(ahead, radius - left))


class Centreline:
    """Pieces of constant curvature; before the first and after the last it goes straight."""

    def __init__(
        self, pieces: list[tuple[float, float]], start: Pose = Pose(0.0, 0.0, 0.0)
    ) -> None:
        """Join `pieces`, each (length in m, curvature in 1/m), at `start`."""
        self._pieces: list[_Piece] = []
        position, pose = 0.0, start
        for length, curvature in pieces:
            self._pieces.append(_Piece(position, length, curvature, pose))
            position, pose = position + length, pose.advanced(length, curvature)
        self.length = position
        self._start, self._end = start, pose
        self._starts = [piece.start for piece in self._pieces]

    def pose(self, s: float) -> Pose:
        """The pose at arc length `s` m."""
        if s <= 0.0:
            return self._start.advanced(s, 0.0)
        if s >= self.length:
            return self._end.advanced(s - self.length, 0.0)
        piece = self._pieces[bisect_right(self._starts, s) - 1]
        return piece.pose.advanced(s - piece.start, piece.curvature)

    def project(self, x: float, y: float, near: float) -> tuple[float, float]:
        """Arc length and distance to the left in m of a point, around arc length `near`.

        Flights of a tower cross over each other in plan, so the nearest point of all is not what is
        asked for.
        """
        candidates = [self._ends_at(0, x, y), *self._around(near, x, y), self._ends_at(-1, x, y)]
        inside = [found for found in candidates if found is not None and abs(found[0] - near) < 5.0]
        if not inside:
            return near, self._left_of(near, x, y)
        return min(inside, key=lambda found: abs(found[1]) + 1e-3 * abs(found[0] - near))

    def _around(self, near: float, x: float, y: float) -> list[tuple[float, float] | None]:
        first = max(0, bisect_right(self._starts, near - 3.0) - 1)
        last = bisect_right(self._starts, near + 3.0)
        found: list[tuple[float, float] | None] = []
        for piece in self._pieces[first:last]:
            along, left = piece.project(x, y)
            if -1e-9 <= along <= piece.length + 1e-9:
                found.append((piece.start + along, left))
        return found

    def _ends_at(self, index: int, x: float, y: float) -> tuple[float, float] | None:
        """The projection on the continuation before the first (0) or after the last (−1)."""
        pose, offset = (self._start, 0.0) if index == 0 else (self._end, self.length)
        along, left = _Piece(0.0, 1.0, 0.0, pose).project(x, y)
        return (offset + along, left) if (along < 0.0) == (index == 0) else None

    def _left_of(self, s: float, x: float, y: float) -> float:
        pose = self.pose(s)
        return math.cos(pose.heading) * (y - pose.y) - math.sin(pose.heading) * (x - pose.x)
