"""A world: its treads as boxes, its centreline and its ground height, from its description. Pure NumPy."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sipbullet.errors import WorldError
from sipbullet.mechanics.rotations import Array
from sipbullet.worlds.centreline import Centreline, Pose
from sipbullet.worlds.sections import Landing, Stairs, WorldDescription

PAD_LENGTH = 0.6  # m of level ground before the start and after the end
OVERLAP = 0.01  # m that a lower tread reaches under a higher neighbour, so that no ray falls between them
SLAB = 0.05  # m, the least thickness of a tread


@dataclass(frozen=True, slots=True)
class Tread:
    """A box whose top is level: a tread of a flight, or a landing."""

    section: int  # place in the description; −1 and len(section) are the pads at the ends
    start: float  # m along the centreline
    end: float  # m
    top: float  # m
    thickness: float  # m
    centre: tuple[float, float]  # m, of the box, x and y
    length: float  # m, of the box
    width: float  # m, of the box
    yaw: float  # rad

    @property
    def middle(self) -> float:
        """Arc length in m of the tread's middle."""
        return 0.5 * (self.start + self.end)


class World:
    """Everything that follows from a world's description."""

    def __init__(self, description: WorldDescription) -> None:
        """Lay out the sections one after another, from (0, 0, 0) along x."""
        self.description = description
        self.name, self.width = description.name, description.width
        spans = self._spans()
        self.length = spans[-1][2] - PAD_LENGTH
        self.centreline = Centreline([(self.length, 0.0)])
        self.treads = tuple(self._tread(index, spans) for index in range(len(spans)))

    def _spans(self) -> list[tuple[int, float, float, float]]:
        """(section, start, end, top) of every tread along the centreline, pads included."""
        spans = [(-1, -PAD_LENGTH, 0.0, 0.0)]
        position, height = 0.0, 0.0
        for index, section in enumerate(self.description.section):
            if isinstance(section, Landing):
                spans.append((index, position, position + section.length, height))
                position += section.length
                continue
            first, base = position, height
            for step in range(1, section.steps + 1):
                position, height = first + step * section.run, round(base + step * section.rise, 12)
                spans.append((index, first + (step - 1) * section.run, position, height))
        return [*spans, (len(self.description.section), position, position + PAD_LENGTH, height)]

    def _tread(self, index: int, spans: list[tuple[int, float, float, float]]) -> Tread:
        section, start, end, top = spans[index]
        before = spans[index - 1][3] if index > 0 else -math.inf
        after = spans[index + 1][3] if index + 1 < len(spans) else -math.inf
        box_start = start - (OVERLAP if before >= top else 0.0)
        box_end = end + (OVERLAP if after >= top else 0.0)
        drops = [top - neighbour for neighbour in (before, after) if neighbour != -math.inf and neighbour < top]
        pose = self.centreline.pose(0.5 * (box_start + box_end))
        return Tread(
            section=section,
            start=start,
            end=end,
            top=top,
            thickness=max([SLAB, *drops]),
            centre=(pose.x, pose.y),
            length=box_end - box_start,
            width=self.width,
            yaw=pose.heading,
        )

    @cached_property
    def _boxes(self) -> dict[str, Array]:
        """The treads' boxes as arrays, (n,) each."""
        return {
            "x": np.array([tread.centre[0] for tread in self.treads]),
            "y": np.array([tread.centre[1] for tread in self.treads]),
            "cos": np.array([math.cos(tread.yaw) for tread in self.treads]),
            "sin": np.array([math.sin(tread.yaw) for tread in self.treads]),
            "half_length": np.array([tread.length / 2 for tread in self.treads]),
            "half_width": np.array([tread.width / 2 for tread in self.treads]),
            "top": np.array([tread.top for tread in self.treads]),
        }

    def heights(self, points: Array) -> Array:
        """Height in m of the highest tread under each of `points` (n, 2), −inf where there is none."""
        boxes = self._boxes
        dx, dy = points[:, 0, None] - boxes["x"], points[:, 1, None] - boxes["y"]
        along = np.abs(boxes["cos"] * dx + boxes["sin"] * dy) <= boxes["half_length"]
        across = np.abs(boxes["cos"] * dy - boxes["sin"] * dx) <= boxes["half_width"]
        return np.asarray(np.max(np.where(along & across, boxes["top"], -math.inf), axis=1))

    def tread_index(self, s: float) -> int:
        """Place in `treads` of the tread at arc length `s` m."""
        for index, tread in enumerate(self.treads):
            if s < tread.end:
                return index
        return len(self.treads) - 1

    def edge_distance(self, index: int, x: float, y: float) -> float:
        """Distance in m of a point to the nearest end of tread `index` along the path, negative outside it."""
        tread = self.treads[index]
        s, _ = self.centreline.project(x, y, near=tread.middle)
        return min(s - tread.start, tread.end - s)

    def pose(self, s: float) -> Pose:
        """The centreline's pose at arc length `s` m."""
        return self.centreline.pose(s)

    def check_leg(self, leg_length: float) -> None:
        """Refuse rises that a robot with `leg_length` m cannot take.

        Raises:
            WorldError: a rise is larger than a third of the leg.
        """
        for index, section in enumerate(self.description.section):
            if isinstance(section, Stairs) and abs(section.rise) > leg_length / 3:
                raise WorldError(
                    f"world {self.name!r}: section {index + 1}: the rise is {section.rise:g} m; "
                    f"it may be at most a third of the robot's leg, {leg_length / 3:.3g} m"
                )
