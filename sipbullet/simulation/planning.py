"""The footholds of a walk, checked against what robot and legs can do."""

import itertools
import math
from pathlib import Path

from sipbullet.config.models import WalkConfig
from sipbullet.config.schedule import Schedule
from sipbullet.control.interface import Touchdown
from sipbullet.control.prediction import leg_pair
from sipbullet.errors import ConfigError, RobotError
from sipbullet.footsteps.along_path import backwards, plan_footsteps, steered_footsteps
from sipbullet.footsteps.foothold import Foothold
from sipbullet.footsteps.user_plan import read_plan, replaced_plan
from sipbullet.mechanics.state import Stance, State
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.worlds.terrain import World

FORWARD_ONLY = ("pid", "str")
QUINTIC_SPEED = 1.875  # of the mean speed, the largest of a quintic


def plan_walk(
    config: WalkConfig, world: World, robot: Robot, schedule: Schedule
) -> tuple[Foothold, ...]:
    """The footholds to walk on: the user's own, or the world's; with what has replaced them.

    Raises:
        SipbulletError: there is no such plan, or the robot's legs do not reach.
    """
    leg, spacing = robot.leg_length, schedule.at(0).spacing
    if config.footsteps is not None:
        plan = read_plan(Path(config.footsteps), world, leg, spacing, config.start)
    else:
        plan = _world_plan(config, world, robot, schedule)
    for change in config.plan_change:
        plan = replaced_plan(plan, change.step, change.feet, world, leg, spacing)
    return plan


def _world_plan(
    config: WalkConfig, world: World, robot: Robot, schedule: Schedule
) -> tuple[Foothold, ...]:
    length = config.gait.length
    if length < 0.0 and config.controller in FORWARD_ONLY:
        raise ConfigError(
            f"{config.controller}: a step of {length:g} m goes backwards, and {config.controller} "
            "walks forward only; take a length above 0, or --controller footstep"
        )
    if length < 0.0:
        plan = backwards(world, schedule.forward().at, config.start)
    elif schedule.turns:
        plan = steered_footsteps(world, schedule.at, config.start)
    else:
        plan = plan_footsteps(world, schedule.at, config.start)
    if len(plan) < 2:
        raise ConfigError(
            f"gait: a step of {length:g} m does not fit on the path of {world.name!r}, "
            f"{world.length:g} m long"
        )
    for here, target in itertools.pairwise(plan):
        leg_pair(robot.leg_length, abs(target.s - here.s), target.z - here.z)
    return plan


def initial_touchdown(robot: Robot, plan: tuple[Foothold, ...]) -> Touchdown:
    """The walker before its first step.

    On the first foothold, leaning back by half a step, the trunk level.
    """
    first, second = plan[0], plan[1]
    half = (second.s - first.s) / (2 * robot.leg_length)
    lean = -math.asin(max(-0.5, min(0.5, half)))
    state = State(first.yaw, lean, 0.0, 0.0, 0.0, 0.0, robot.leg_length, 0.0)
    return Touchdown(0, Stance(first.foot, (first.x, first.y, first.z)), state)


def check_limits(walker: Walker, plan: tuple[Foothold, ...], config: WalkConfig) -> None:
    """Refuse what the joints' limits cannot meet at all: the standing load, the gait's postures.

    Raises:
        RobotError: naming the joint, its limit and what is needed.
    """
    robot, leg = walker.robot, walker.leg_length
    rises = [abs(b.z - a.z) for a, b in itertools.pairwise(plan)]
    highest, weight = max(rises), walker.mass * walker.gravity
    duration = config.gait.knee_duration
    speed = QUINTIC_SPEED * highest / duration if duration > 0.0 else 0.0
    pairs = [(abs(b.s - a.s), b.z - a.z) for a, b in itertools.pairwise(plan)]
    widest = max(leg_pair(leg, *pair).leg_angle for pair in set(pairs))
    needs = {
        "stance_knee": (-highest, 0.0, speed, weight),
        "swing_knee": (-highest, 0.0, 0.0, 0.0),
        "swing_hip_pitch": (-widest, -widest, 0.0, 0.0),
    }
    for name, need in needs.items():
        words = robot.limits_of(name).excess(*need)
        if words:
            raise RobotError(f"robot: {words}; this walk cannot be walked within its limits")
