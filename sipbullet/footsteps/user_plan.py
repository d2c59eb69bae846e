"""A footstep plan of the user's own.

A JSON list of {x, y, z, yaw, foot}, checked for reach and for lying on the world.
"""

import json
import math
from pathlib import Path

import numpy as np
from pydantic import RootModel

from sipbullet.config.models import PlannedFoot
from sipbullet.config.toml_files import MAX_BYTES, validate
from sipbullet.errors import PlanError
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.state import SIDE_SIGN, Side
from sipbullet.worlds.terrain import World

LONGEST = 1.1  # legs, between two footholds
HIGHEST = 1.0 / 3.0  # legs, of a rise
WIDEST_TURN = math.radians(45.0)  # between two footholds
NARROWEST = 0.02  # m, that the left foot must lie to the left of the right one
HEIGHT_TOLERANCE = 1e-3  # m, between a foothold and its tread


class _FileContent(RootModel[tuple[PlannedFoot, ...]]):
    pass


def read_plan(
    path: Path, world: World, leg_length: float, spacing: float, start: Side
) -> tuple[Foothold, ...]:
    """The plan of a JSON file; its first foothold is the first supporting foot's.

    Args:
        path: the file.
        world: the world it must lie on.
        leg_length: m, for the reach.
        spacing: m, of the feet about the path that the plan follows.
        start: the first supporting foot.

    Raises:
        PlanError: what is wrong, with the foothold's index (the first is 0).
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise PlanError(
                f"{path}: {path.stat().st_size} bytes; a file may hold at most {MAX_BYTES}"
            )
        data = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as fault:
        raise PlanError(f"{path}: cannot be read: {fault.strerror}") from None
    except (ValueError, RecursionError) as fault:
        raise PlanError(f"{path}: not valid JSON: {fault}") from None
    if not isinstance(data, list):
        raise PlanError(f"{path}: a plan is a list of footholds {{x, y, z, yaw, foot}}")
    feet = validate(_FileContent, data, str(path), PlanError).root
    if len(feet) < 2:
        raise PlanError(
            f"{path}: {len(feet)} footholds; a plan needs at least two, the first being where "
            "the walker stands"
        )
    where = str(path)
    _check_order(feet, start, where)
    for index in range(1, len(feet)):
        _check_step(feet[index - 1], feet[index], index, leg_length, where)
    return place_feet(feet, world, spacing, where)


def place_feet(
    feet: tuple[PlannedFoot, ...],
    world: World,
    spacing: float,
    where: str,
    first: int = 0,
    s: float = 0.0,
) -> tuple[Foothold, ...]:
    """Footholds on their treads, with their places along the path that they describe.

    Args:
        feet: as given.
        world: where they lie.
        spacing: m, of the feet about the path.
        where: what a message begins with.
        first: index of the first of them in the plan.
        s: m along the path, of the first of them.
    """
    footholds: list[Foothold] = []
    for index, foot in enumerate(feet):
        tread = world.tread_at(foot.x, foot.y, foot.z, HEIGHT_TOLERANCE)
        if tread is None:
            ground = float(world.heights(np.array([[foot.x, foot.y]]), foot.z + 1.0)[0])
            found = (
                f"the ground is at {ground:g} m" if math.isfinite(ground) else "there is no ground"
            )
            place = f"({foot.x:g}, {foot.y:g}, {foot.z:g}) m"
            raise PlanError(
                f"{where}: foothold {first + index} lies off the world: at {place} {found}"
            )
        side = -SIDE_SIGN[foot.foot] * spacing / 2
        if index > 0:
            s += _advance(feet[index - 1], foot, spacing)
        places = (foot.x, foot.y, world.treads[tread].top, foot.yaw)
        footholds.append(Foothold(foot.foot, *places, s, tread, side))
    return tuple(footholds)


def replaced_plan(
    plan: tuple[Foothold, ...],
    index: int,
    feet: tuple[PlannedFoot, ...],
    world: World,
    leg_length: float,
    spacing: float,
) -> tuple[Foothold, ...]:
    """`plan` with `feet` instead of its footholds from `index` on.

    Args:
        plan: until now.
        index: of the first foothold that is replaced.
        feet: the new ones.
        world: where they lie.
        leg_length: m, for the reach.
        spacing: m, of the feet about the path.

    Raises:
        PlanError: they do not follow on from what is kept, are out of reach, or lie off the world.
    """
    if not 1 <= index <= len(plan):
        raise PlanError(f"plan: a change at step {index}, of a plan of {len(plan) - 1} steps")
    last = plan[index - 1]
    standing = PlannedFoot(x=last.x, y=last.y, z=last.z, yaw=last.yaw, foot=last.foot)
    whole, where = (standing, *feet), f"plan from step {index} on"
    for number, (before, after) in enumerate(zip(whole, feet, strict=False)):
        if after.foot == before.foot:
            raise PlanError(
                f"{where}: foothold {index + number} is of the {after.foot} foot again; "
                "feet must alternate"
            )
        _check_step(before, after, index + number, leg_length, where)
    placed = place_feet(whole, world, spacing, where, index - 1, last.s)
    return (*plan[:index], *placed[1:])


def _advance(before: PlannedFoot, after: PlannedFoot, spacing: float) -> float:
    """How far (m) the path goes on between two footholds.

    Between the points half a spacing inside them.
    """
    heading = 0.5 * (before.yaw + after.yaw)
    points = []
    for foot in (before, after):
        inside = SIDE_SIGN[foot.foot] * spacing / 2
        points.append((foot.x - inside * math.sin(foot.yaw), foot.y + inside * math.cos(foot.yaw)))
    (x, y), (next_x, next_y) = points
    return math.cos(heading) * (next_x - x) + math.sin(heading) * (next_y - y)


def _check_order(feet: tuple[PlannedFoot, ...], start: Side, where: str) -> None:
    if feet[0].foot != start:
        raise PlanError(
            f"{where}: foothold 0 is of the {feet[0].foot} foot, but the walk starts on the "
            f"{start} foot; "
            f"give --start {feet[0].foot} or another plan"
        )
    for index in range(1, len(feet)):
        if feet[index].foot == feet[index - 1].foot:
            raise PlanError(
                f"{where}: foothold {index} is of the {feet[index].foot} foot again; feet must "
                "alternate"
            )


def _check_step(
    before: PlannedFoot, after: PlannedFoot, index: int, leg: float, where: str
) -> None:
    turn = after.yaw - before.yaw
    if abs(turn) > WIDEST_TURN:
        raise PlanError(
            f"{where}: foothold {index} turns by {turn:.3g} rad "
            f"({math.degrees(turn):.0f}°; yaw is in rad); a step may turn by at most 0.785 rad "
            "(45°)"
        )
    dx, dy, rise = after.x - before.x, after.y - before.y, after.z - before.z
    if math.hypot(dx, dy) > LONGEST * leg or abs(rise) > HIGHEST * leg:
        raise PlanError(
            f"{where}: foothold {index} is out of reach: {math.hypot(dx, dy):.3g} m away and "
            f"{rise:.3g} m up; "
            f"at most {LONGEST * leg:.3g} m and {HIGHEST * leg:.3g} m"
        )
    heading = 0.5 * (before.yaw + after.yaw)
    left = math.cos(heading) * dy - math.sin(heading) * dx
    apart = -SIDE_SIGN[after.foot] * left
    if apart < NARROWEST:
        raise PlanError(
            f"{where}: foothold {index} crosses the other foot: the {after.foot} foot lies "
            f"{apart:.3g} m on its own side; "
            f"at least {NARROWEST:g} m"
        )
