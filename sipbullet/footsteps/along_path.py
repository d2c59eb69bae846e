"""The footstep plan: where each foot shall land, from the sections of a world."""

import math
from collections.abc import Callable
from typing import Protocol

from sipbullet.errors import WorldError
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.state import SIDE_SIGN, Side, other_side
from sipbullet.worlds.centreline import Pose
from sipbullet.worlds.sections.base import Section
from sipbullet.worlds.sections.landing import Landing
from sipbullet.worlds.terrain import World

SHORTEST = 0.01  # m, of a step along a path
MOST_FOOTHOLDS = 200_000  # of a path
MOST_STEERED = 10_000  # footholds of a steered walk
EDGE_CLEARANCE = 0.1  # m, that a steered walk keeps from the edges of its landing
END_MARGIN = 0.15  # m between the last foothold and the end of the path


class Targets(Protocol):
    """What the plan needs to know of a step.

    Its length, and where its foot goes beside the path.
    """

    @property
    def length(self) -> float:
        """Length in m on level ground."""

    @property
    def spacing(self) -> float:
        """Distance between the feet in m."""

    @property
    def offset(self) -> float:
        """Distance of the walk's middle line to the left of the path in m."""

    @property
    def heading(self) -> float:
        """Direction in rad to the left of the path's own."""


def plan_footsteps(
    world: World, targets: Callable[[int], Targets], start: Side = "right"
) -> tuple[Foothold, ...]:
    """Footholds from the start of the path to its end, alternating feet.

    The first is the first supporting foot's.

    On a flight every tread gets one foothold in its middle. A landing begins and ends as if it had
    a tread of the flight before and after it: the steps onto and off a flight are as long as its
    run. In between, steps are even and at most as long as asked for; on the last landing exactly
    so. With headings the walk leaves the path (see `steered_footsteps`).

    Args:
        world: where to walk.
        targets: of a step (0 is the first supporting foot's place).
        start: the first supporting foot.
    """
    feet: list[Foothold] = []
    foot = start
    for index, (s, tread) in enumerate(_places(world, targets)):
        pose, wanted = world.pose(s), targets(index)
        side = wanted.offset - SIDE_SIGN[foot] * wanted.spacing / 2
        x, y = pose.left(side)
        feet.append(Foothold(foot, x, y, world.treads[tread].top, pose.heading, s, tread, side))
        foot = other_side(foot)
    return tuple(feet)


def steered_footsteps(
    world: World, targets: Callable[[int], Targets], start: Side = "right"
) -> tuple[Foothold, ...]:
    """Footholds of a walk steered by its headings, on a world of one landing, until it ends.

    Raises:
        WorldError: the world has more than one section.
    """
    if len(world.description.section) != 1 or not isinstance(world.description.section[0], Landing):
        raise WorldError(
            f"world {world.name!r}: headings can be scheduled on a world of one landing only, "
            "such as flat"
        )
    feet: list[Foothold] = []
    foot, pose, s, heading = start, Pose(0.0, 0.0, 0.0), 0.0, 0.0
    for index in range(MOST_STEERED):
        wanted = targets(index)
        if index > 0:
            pose = Pose(pose.x, pose.y, wanted.heading).advanced(wanted.length, 0.0)
            s, heading = s + wanted.length, wanted.heading
        side = wanted.offset - SIDE_SIGN[foot] * wanted.spacing / 2
        x, y = Pose(pose.x, pose.y, heading).left(side)
        if (
            world.tread_at(x, y, 0.0, 1e-6) is None
            or not world.edge_clearance(x, y) > EDGE_CLEARANCE
        ):
            break
        feet.append(Foothold(foot, x, y, 0.0, heading, s, 1, side))
        foot = other_side(foot)
    return tuple(feet)


def backwards(
    world: World, targets: Callable[[int], Targets], start: Side = "right"
) -> tuple[Foothold, ...]:
    """Footholds of a walk backwards, from the end of the path to its start, facing forward.

    Args:
        world: where to walk.
        targets: of a step, as forward; its length is above 0.
        start: the first supporting foot.
    """
    feet = plan_footsteps(world, targets, start)
    if feet[-1].foot != start:
        feet = plan_footsteps(world, targets, other_side(start))
    return tuple(reversed(feet))


def _places(world: World, targets: Callable[[int], Targets]) -> list[tuple[float, int]]:
    """(arc length in m, tread) of every foothold."""
    sections = world.description.section
    run = sections[0].tread_run
    places = [(-run / 2, 0)] if run > 0.0 else [(0.0, 1)]
    position, tread = 0.0, 1
    for index, section in enumerate(sections):
        count = len(section.lay(position, 0.0))
        if section.tread_run > 0.0:
            run = section.tread_run
            places += [(position + (step + 0.5) * run, tread + step) for step in range(count)]
        else:
            before = sections[index - 1].tread_run if index > 0 else 0.0
            after = sections[index + 1] if index + 1 < len(sections) else None
            places += [(s, tread) for s in _entry(position, section.extent, before)]
            end = position + section.extent
            places += [(s, tread) for s in _across(places, end, after, targets)]
        position, tread = position + section.extent, tread + count
    return places


def _across(
    places: list[tuple[float, int]],
    end: float,
    following: Section | None,
    targets: Callable[[int], Targets],
) -> list[float]:
    """Steps over a landing that ends at `end` m, from the last of `places` on."""
    last, index = places[-1][0], len(places)
    if following is None:
        return _onward(last, end - END_MARGIN, index, targets)
    return _even(last, end - following.tread_run / 2, _stride(targets, index))


def _entry(start: float, length: float, run: float) -> list[float]:
    """The first foothold on a landing.

    Half the run of the flight before it beyond its last tread, if it fits.
    """
    return [start + run / 2] if 0.0 < run < length else []


def _even(start: float, end: float, length: float) -> list[float]:
    """Even steps from `start` (excluded) to `end`, of at most `length`."""
    distance = end - start
    if distance < 1e-6:
        return []
    count = max(1, math.ceil(distance / length - 1e-9))
    if count > MOST_FOOTHOLDS:
        raise WorldError(
            f"a landing of {distance:g} m takes more than {MOST_FOOTHOLDS} steps; take longer ones"
        )
    return [start + distance * step / count for step in range(1, count + 1)]


def _stride(targets: Callable[[int], Targets], index: int) -> float:
    """Length in m of step `index` along a path.

    Raises:
        WorldError: it does not go forward.
    """
    length = targets(index).length
    if not length >= SHORTEST:
        raise WorldError(
            f"step {index}: its length is {length:g} m; along a path a step must be at least "
            f"{SHORTEST:g} m "
            "(in place or backwards: a plan of your own, see `sipbullet plan`)"
        )
    return length


def _onward(start: float, end: float, index: int, targets: Callable[[int], Targets]) -> list[float]:
    """Steps from `start` (excluded) towards `end`, each as long as asked for.

    The first is step `index`.
    """
    places: list[float] = []
    while (start := start + _stride(targets, index)) <= end + 1e-9:
        places.append(start)
        if len(places) > MOST_FOOTHOLDS:
            raise WorldError(
                f"the path takes more than {MOST_FOOTHOLDS} steps; take longer steps or a "
                "shorter path"
            )
        index += 1
    return places
