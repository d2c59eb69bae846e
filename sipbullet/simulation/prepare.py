"""From settings to a walk: robot, world and footsteps, loaded, checked and fitted together."""

from pathlib import Path
from typing import Any

from sipbullet.config.models import WalkConfig
from sipbullet.config.resources import default_robot
from sipbullet.config.schedule import Schedule
from sipbullet.control.registry import check_controller, recorded_name
from sipbullet.errors import ConfigError
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.robot.urdf_writer import robot_urdf
from sipbullet.simulation.planning import check_limits, initial_touchdown, plan_walk
from sipbullet.simulation.walk import Walk
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.terrain import World


def prepare(
    config: WalkConfig,
    robot: Robot | None = None,
    world: World | None = None,
    controller: Any = None,
    wrap: Any = None,
) -> Walk:
    """Load robot and world, plan the footsteps, and check that the robot can take them.

    Args:
        config: the walk.
        robot: to walk instead of the one that `config` names.
        world: to walk in instead of the one that `config` names.
        controller: to use instead of the one that `config` names: an object, class or function.
        wrap: takes the controller and gives the one to be used.

    Raises:
        SipbulletError: whatever is wrong with the input, in one line.
    """
    config = _with_objects(config, controller, wrap)
    if robot is None:
        path = default_robot() if config.robot is None else Path(config.robot)
        robot = load_robot(path)
        urdf = path.read_bytes()
    else:
        urdf = robot_urdf(robot).encode()
    walker = Walker(robot, config.simulation.gravity)
    world = world or load_world(config.world)
    world.check_leg(robot.leg_length)
    spacing = _spacing(config, robot, world)
    schedule = Schedule(config.gait, spacing, config.schedule)
    plan = plan_walk(config, world, robot, schedule)
    check_limits(walker, plan, config)
    start = initial_touchdown(robot, plan)
    return Walk(config, walker, urdf, world, spacing, schedule, plan, start, controller, wrap)


def _spacing(config: WalkConfig, robot: Robot, world: World) -> float:
    spacing = robot.pelvis_width if config.gait.spacing is None else config.gait.spacing
    if spacing > 1.5 * robot.leg_length:
        most = 1.5 * robot.leg_length
        raise ConfigError(
            f"gait: spacing is {spacing:g} m; it may be at most 1.5 legs, {most:.3g} m"
        )
    if spacing >= world.width:
        raise ConfigError(
            f"gait: spacing is {spacing:g} m; "
            f"the world {world.name!r} is only {world.width:g} m wide"
        )
    return spacing


def _with_objects(config: WalkConfig, controller: Any, wrap: Any) -> WalkConfig:
    """The settings that say what was given as an object.

    Raises:
        ConfigError: it is no controller, or cannot wrap one.
    """
    if controller is not None:
        check_controller(controller)
        config = config.model_copy(update={"controller": recorded_name(controller)})
    if wrap is not None:
        if not callable(wrap):
            raise ConfigError(
                f"wrap: {wrap!r} is no function; give one that takes a controller and returns one"
            )
        config = config.model_copy(update={"wrap": recorded_name(wrap)})
    return config
