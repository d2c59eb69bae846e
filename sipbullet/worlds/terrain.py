"""A world: its treads as boxes, its centreline and its ground height, from its description.

Pure NumPy.
"""

import copy
import math
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from sipbullet.errors import WorldError
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.worlds.centreline import Centreline, Pose
from sipbullet.worlds.description import WorldDescription
from sipbullet.worlds.sections.base import Span

PAD_LENGTH = 0.6  # m of level ground before the start and after the end
OVERLAP = (
    0.01  # m that a lower tread reaches under a higher neighbour, so that no ray falls between them
)
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
    curvature: float = 0.0  # 1/m, of the centreline, positive to the left

    @property
    def middle(self) -> float:
        """Arc length in m of the tread's middle."""
        return 0.5 * (self.start + self.end)


@dataclass(frozen=True, slots=True)
class _Place:
    """A span of a section, before it is a box."""

    section: int
    span: Span
    curvature: float

    @property
    def start(self) -> float:
        return self.span.start

    @property
    def end(self) -> float:
        return self.span.end

    @property
    def top(self) -> float:
        return self.span.top


# anchor, how far ahead of it the centre is, length, how far the inner edge reaches in, in m
_Shape = tuple[Pose, float, float, float]


class World:
    """Everything that follows from a world's description."""

    def __init__(self, description: WorldDescription) -> None:
        """Lay out the sections one after another, from (0, 0, 0) along x.

        Raises:
            WorldError: a spiral is too narrow for the world's width.
        """
        self.description = description
        self.name, self.width = description.name, description.width
        self._check_sections()
        spans = self._spans()
        self.length = spans[-1].end - PAD_LENGTH
        self.centreline = Centreline(
            [(section.extent, section.curvature) for section in description.section]
        )
        self.treads = tuple(self._tread(index, spans) for index in range(len(spans)))

    def _check_sections(self) -> None:
        for index, section in enumerate(self.description.section):
            fault = section.fault(self.width)
            if fault:
                raise WorldError(f"world {self.name!r}: section {index + 1}: {fault}")

    def _spans(self) -> list[_Place]:
        """Every tread along the centreline, pads included."""
        places = [_Place(-1, Span(-PAD_LENGTH, 0.0, 0.0), 0.0)]
        position, height = 0.0, 0.0
        for index, section in enumerate(self.description.section):
            laid = section.lay(position, height)
            places += [_Place(index, span, section.curvature) for span in laid]
            position, height = laid[-1].end, laid[-1].top
        last = Span(position, position + PAD_LENGTH, height)
        return [*places, _Place(len(self.description.section), last, 0.0)]

    def _tread(self, index: int, spans: list[_Place]) -> Tread:
        """The box of a span: exact at a lower neighbour, reaching under a higher one.

        On a spiral a box has one exact edge, along the radius at its lower end; from there it
        reaches far enough to fill its sector, and what it fills beyond that lies under the higher
        treads.
        """
        span = spans[index]
        before = spans[index - 1].top if index > 0 else -math.inf
        after = spans[index + 1].top if index + 1 < len(spans) else -math.inf
        lower = [top for top in (before, after) if top != -math.inf and top < span.top]
        straight = span.curvature == 0.0
        shape = (
            self._straight(span, before, after) if straight else self._winding(span, before, after)
        )
        anchor, reach, length, inner = shape
        return Tread(
            section=span.section,
            start=span.start,
            end=span.end,
            top=span.top,
            thickness=max([SLAB, *(span.top - top for top in lower)]),
            centre=anchor.advanced(reach, 0.0).left(math.copysign(inner / 2, span.curvature)),
            length=length,
            width=self.width + inner,
            yaw=anchor.heading,
            curvature=span.curvature,
        )

    def _straight(self, span: _Place, before: float, after: float) -> _Shape:
        back = OVERLAP if before >= span.top else 0.0
        front = OVERLAP if after >= span.top else 0.0
        length = span.end - span.start + back + front
        return self.centreline.pose(span.start), length / 2 - back, length, 0.0

    def _winding(self, span: _Place, before: float, after: float) -> _Shape:
        angle = abs(span.curvature) * (span.end - span.start)
        outer = 1 / abs(span.curvature) + self.width / 2
        length, forward = outer * math.sin(min(angle, math.pi / 2)) + OVERLAP, after >= before
        anchor = self.centreline.pose(span.start if forward else span.end)
        reach = length / 2 if forward else -length / 2
        # the far corner of the inner edge
        inner = (outer - self.width) * (1 - math.cos(min(angle, math.pi / 2)))
        return anchor, reach, length, inner

    def disturbed(self, error: float, seed: int) -> "World":
        """The same world with the height of every tread off by up to `error` m.

        Where the walk starts stays as it is.
        """
        if error == 0.0:
            return self
        offsets = np.random.default_rng(seed).uniform(-error, error, len(self.treads))
        offsets[:2] = 0.0
        world = copy.copy(self)
        world.__dict__.pop("_boxes", None)
        world.treads = tuple(
            replace(tread, top=tread.top + float(offset), thickness=tread.thickness + 2 * error)
            for tread, offset in zip(self.treads, offsets, strict=True)
        )
        return world

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

    def heights(self, points: Array, ceiling: Array | float = math.inf) -> Array:
        """Height in m of the highest tread under each of `points` (n, 2), below `ceiling`."""
        boxes = self._boxes
        dx, dy = points[:, 0, None] - boxes["x"], points[:, 1, None] - boxes["y"]
        along = np.abs(boxes["cos"] * dx + boxes["sin"] * dy) <= boxes["half_length"]
        across = np.abs(boxes["cos"] * dy - boxes["sin"] * dx) <= boxes["half_width"]
        below = boxes["top"] <= np.reshape(np.asarray(ceiling, dtype=float), (-1, 1))
        return np.asarray(np.max(np.where(along & across & below, boxes["top"], -math.inf), axis=1))

    def tread_at(self, x: float, y: float, z: float, tolerance: float) -> int | None:
        """Place in `treads` of the tread on which a point at height `z` m lies, or None."""
        top = self.heights(np.array([[x, y]]), z + tolerance)[0]
        if not abs(top - z) <= tolerance:
            return None
        boxes = self._boxes
        dx, dy = x - boxes["x"], y - boxes["y"]
        along = np.abs(boxes["cos"] * dx + boxes["sin"] * dy) - boxes["half_length"]
        across = np.abs(boxes["cos"] * dy - boxes["sin"] * dx) - boxes["half_width"]
        inside = np.where(boxes["top"] == top, np.maximum(along, across), math.inf)
        return int(np.argmin(inside))

    def edge_clearance(self, x: float, y: float) -> float:
        """Distance in m of a point on the first landing to the world's edges."""
        return min(x + PAD_LENGTH, self.length + PAD_LENGTH - x, self.width / 2 - abs(y))

    def edge_distance(self, index: int, x: float, y: float) -> float:
        """Distance in m of a point to the nearest end of tread `index`, negative outside."""
        tread = self.treads[index]
        s, left = self.centreline.project(x, y, near=tread.middle)
        return min(s - tread.start, tread.end - s) * (1 - tread.curvature * left)

    def pose(self, s: float) -> Pose:
        """The centreline's pose at arc length `s` m."""
        return self.centreline.pose(s)

    def check_leg(self, leg_length: float) -> None:
        """Refuse rises that a robot with `leg_length` m cannot take.

        Raises:
            WorldError: a rise is larger than a third of the leg.
        """
        for index, section in enumerate(self.description.section):
            if abs(section.largest_rise) > leg_length / 3:
                raise WorldError(
                    f"world {self.name!r}: section {index + 1}: the rise is "
                    f"{section.largest_rise:g} m; "
                    f"it may be at most a third of the robot's leg, {leg_length / 3:.3g} m"
                )
