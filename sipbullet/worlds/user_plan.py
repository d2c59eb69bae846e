"""A footstep plan of the user's own: a JSON list of {x, y, z, yaw, foot}, checked for reach and for lying on the world."""

import json
import math
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, RootModel

from sipbullet.errors import PlanError
from sipbullet.mechanics.state import SIDE_SIGN, Side
from sipbullet.toml_files import MAX_BYTES, validate
from sipbullet.worlds.footsteps import Foothold
from sipbullet.worlds.world import World

LONGEST = 1.1  # legs, between two footholds
HIGHEST = 1.0 / 3.0  # legs, of a rise
WIDEST_TURN = math.radians(45.0)  # between two footholds
NARROWEST = 0.02  # m, that the left foot must lie to the left of the right one
HEIGHT_TOLERANCE = 1e-3  # m, between a foothold and its tread


class PlannedFoot(BaseModel):
    """One foothold as the file gives it."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    x: float = Field(description="m")
    y: float = Field(description="m")
    z: float = Field(description="m")
    yaw: float = Field(description="rad, the walker's heading there")
    foot: Side


class _FileContent(RootModel[tuple[PlannedFoot, ...]]):
    pass


def read_plan(path: Path, world: World, leg_length: float, spacing: float, start: Side) -> tuple[Foothold, ...]:
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
            raise PlanError(f"{path}: {path.stat().st_size} bytes; a file may hold at most {MAX_BYTES}")
        data = json.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as fault:
        raise PlanError(f"{path}: cannot be read: {fault.strerror}") from None
    except (ValueError, RecursionError) as fault:
        raise PlanError(f"{path}: not valid JSON: {fault}") from None
    if not isinstance(data, list):
        raise PlanError(f"{path}: a plan is a list of footholds {{x, y, z, yaw, foot}}")
    feet = validate(_FileContent, data, str(path), PlanError).root
    if len(feet) < 2:
        raise PlanError(f"{path}: {len(feet)} footholds; a plan needs at least two, the first being where the walker stands")
    _check_order(feet, start, path)
    for index in range(1, len(feet)):
        _check_step(feet[index - 1], feet[index], index, leg_length, path)
    return place_feet(feet, world, spacing, path)


def place_feet(feet: tuple[PlannedFoot, ...], world: World, spacing: float, path: Path) -> tuple[Foothold, ...]:
    """Footholds on their treads, with their places along the path that they describe."""
    footholds: list[Foothold] = []
    s = 0.0
    for index, foot in enumerate(feet):
        tread = world.tread_at(foot.x, foot.y, foot.z, HEIGHT_TOLERANCE)
        if tread is None:
            ground = float(world.heights(np.array([[foot.x, foot.y]]), foot.z + 1.0)[0])
            where = "there is no ground" if ground == -math.inf else f"the ground is at {ground:g} m"
            raise PlanError(f"{path}: foothold {index} lies off the world: at ({foot.x:g}, {foot.y:g}, {foot.z:g}) m {where}")
        side = -SIDE_SIGN[foot.foot] * spacing / 2
        if index > 0:
            s += _advance(feet[index - 1], foot, spacing)
        footholds.append(Foothold(foot.foot, foot.x, foot.y, world.treads[tread].top, foot.yaw, s, tread, side))
    return tuple(footholds)


def _advance(before: PlannedFoot, after: PlannedFoot, spacing: float) -> float:
    """How far (m) the path goes on between two footholds: between the points half a spacing inside them."""
    heading = 0.5 * (before.yaw + after.yaw)
    points = []
    for foot in (before, after):
        inside = SIDE_SIGN[foot.foot] * spacing / 2
        points.append((foot.x - inside * math.sin(foot.yaw), foot.y + inside * math.cos(foot.yaw)))
    (x, y), (next_x, next_y) = points
    return math.cos(heading) * (next_x - x) + math.sin(heading) * (next_y - y)


def _check_order(feet: tuple[PlannedFoot, ...], start: Side, path: Path) -> None:
    if feet[0].foot != start:
        raise PlanError(
            f"{path}: foothold 0 is of the {feet[0].foot} foot, but the walk starts on the {start} foot; "
            f"give --start {feet[0].foot} or another plan"
        )
    for index in range(1, len(feet)):
        if feet[index].foot == feet[index - 1].foot:
            raise PlanError(f"{path}: foothold {index} is of the {feet[index].foot} foot again; feet must alternate")


def _check_step(before: PlannedFoot, after: PlannedFoot, index: int, leg: float, path: Path) -> None:
    turn = after.yaw - before.yaw
    if abs(turn) > WIDEST_TURN:
        raise PlanError(f"{path}: foothold {index} turns by {math.degrees(turn):.0f}°; a step may turn by at most 45°")
    dx, dy, rise = after.x - before.x, after.y - before.y, after.z - before.z
    if math.hypot(dx, dy) > LONGEST * leg or abs(rise) > HIGHEST * leg:
        raise PlanError(
            f"{path}: foothold {index} is out of reach: {math.hypot(dx, dy):.3g} m away and {rise:.3g} m up; "
            f"at most {LONGEST * leg:.3g} m and {HIGHEST * leg:.3g} m"
        )
    heading = 0.5 * (before.yaw + after.yaw)
    left = math.cos(heading) * dy - math.sin(heading) * dx
    apart = -SIDE_SIGN[after.foot] * left
    if apart < NARROWEST:
        raise PlanError(
            f"{path}: foothold {index} crosses the other foot: the {after.foot} foot lies {apart:.3g} m on its own side; "
            f"at least {NARROWEST:g} m"
        )
