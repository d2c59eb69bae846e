"""The footstep plan: where each foot shall land, from the sections of a world."""

import math
from dataclasses import dataclass

from sipbullet.mechanics.state import SIDE_SIGN, Side, other_side
from sipbullet.worlds.sections import Flight, Landing
from sipbullet.worlds.world import World

END_MARGIN = 0.15  # m between the last foothold and the end of the path


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
    side: float  # m, how far left of the path it lies (half the spacing, negative for the right foot)

    def along_and_left(self, x: float, y: float) -> tuple[float, float]:
        """Where a foot at (x, y) m stands: metres along the path and to its left, by the path's tangent here."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        dx, dy = x - self.x, y - self.y
        return self.s + c * dx + s * dy, self.side + c * dy - s * dx


def plan_footsteps(world: World, length: float, spacing: float, start: Side = "right") -> tuple[Foothold, ...]:
    """Footholds from the start of the path to its end, alternating feet; the first is the first supporting foot's.

    On a flight every tread gets one foothold in its middle. A landing begins and ends as if it had a tread of the flight
    before and after it: the steps onto and off a flight are as long as its run. In between, steps are even and at most
    `length`.

    Args:
        world: where to walk.
        length: m of a step on level ground.
        spacing: m between the feet, across.
        start: the first supporting foot.
    """
    feet: list[Foothold] = []
    foot = start
    for s, tread in _places(world, length):
        pose = world.pose(s)
        side = -SIDE_SIGN[foot] * spacing / 2
        x, y = pose.left(side)
        feet.append(Foothold(foot, x, y, world.treads[tread].top, pose.heading, s, tread, side))
        foot = other_side(foot)
    return tuple(feet)


def _places(world: World, length: float) -> list[tuple[float, int]]:
    """(arc length in m, tread) of every foothold."""
    sections = world.description.section
    first = sections[0]
    places = [(0.0, 1)] if isinstance(first, Landing) else [(-first.run / 2, 0)]
    position = 0.0
    tread = 1
    for index, section in enumerate(sections):
        if isinstance(section, Landing):
            following = sections[index + 1] if index + 1 < len(sections) else None
            if index > 0:
                places += [(s, tread) for s in _entry(position, section.length, _run(sections[index - 1]))]
            position += section.length
            end = position - (END_MARGIN if following is None else _run(following) / 2)
            places += [(s, tread) for s in _even(places[-1][0], end, length, whole=following is not None)]
            tread += 1
            continue
        for step in range(section.steps):
            places.append((position + (step + 0.5) * section.run, tread))
            tread += 1
        position += section.steps * section.run
    return places


def _run(section: Landing | Flight) -> float:
    return 0.0 if isinstance(section, Landing) else section.run


def _entry(start: float, length: float, run: float) -> list[float]:
    """The first foothold on a landing: half the run of the flight before it beyond its last tread, if it fits."""
    return [start + run / 2] if 0.0 < run < length else []


def _even(start: float, end: float, length: float, whole: bool) -> list[float]:
    """Even steps from `start` (excluded) to `end`: exactly there when `whole`, else of `length` as far as they go."""
    distance = end - start
    if not whole:
        return [start + step * length for step in range(1, math.floor(distance / length + 1e-9) + 1)]
    if distance < 1e-6:
        return []
    count = max(1, math.ceil(distance / length - 1e-9))
    return [start + distance * step / count for step in range(1, count + 1)]
