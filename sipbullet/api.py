"""Walks from Python: `import sipbullet as sb; run = sb.walk("stairs", controller="footstep")`."""

import time
from pathlib import Path
from typing import Any

from sipbullet.config.models import GaitConfig, SimulationConfig, WalkConfig
from sipbullet.config.registry import CONTROLLERS
from sipbullet.config.settings import set_dotted
from sipbullet.config.toml_files import validate
from sipbullet.errors import ConfigError, RobotError, WorldError
from sipbullet.record.summary import SummaryBuilder
from sipbullet.robot.parameters import Robot
from sipbullet.runs.run import Run, load
from sipbullet.simulation.prepare import prepare
from sipbullet.simulation.steering import Asks
from sipbullet.simulation.walk import Walk, WalkRun
from sipbullet.worlds.description import description_model
from sipbullet.worlds.terrain import World as Terrain

GAIT = tuple(GaitConfig.model_fields)
SIMULATION = tuple(SimulationConfig.model_fields)


class World(Terrain):
    """A world from its sections, as in a world's TOML file.

    world = sb.World("mine", [{"kind": "landing", "length": 3.0}], width=1.0)
    """

    def __init__(self, name: str, section: list[dict[str, Any]], width: float = 1.2) -> None:
        """Lay out the sections one after another, from (0, 0, 0) along x.

        Args:
            name: what it is called.
            section: a table for each section, such as {"kind": "landing", "length": 1.5}.
            width: m, across.

        Raises:
            SipbulletError: it is no world, in one line.
        """
        data = {"name": name, "section": section, "width": width}
        super().__init__(validate(description_model(), data, "world", WorldError))


def walk(
    world: str | Path | Terrain | None = None,
    robot: Robot | str | Path | None = None,
    wrap: Any = None,
    *,
    controller: Any = None,
    config: WalkConfig | str | Path | None = None,
    steering: Asks | None = None,
    **settings: Any,
) -> Run:
    """Walk to the end; the run.

    Args:
        world: a shipped world's name, the path of a TOML file, or a `World`; stairs by default.
        robot: a `Robot`, the path of a URDF, or the shipped robot.
        wrap: takes the controller and gives the one to be used.
        controller: a registered name, an import path "module:attribute", an object with
            `command(touchdown) -> StepCommand`, such a function, or a class of such objects.
        config: a `WalkConfig`, or the path of a TOML file such as a run.toml, to begin with.
        steering: asked before every step for what is wanted of it.
        settings: of the walk, as in a run.toml; those of the gait (duration, length, spacing …)
            and of the simulation (integrator, dt, gravity) may stand by themselves, `push` is a
            list of (s, N·s, N·s[, N·s]), `monitors` a list of names.

    Raises:
        SipbulletError: whatever is wrong with the input, in one line.
    """
    run = plan_walk(world, robot, wrap, controller=controller, config=config, **settings)
    running = run.run(steering)
    begun = time.perf_counter()
    figures, taken = SummaryBuilder(running), []
    for step in running:
        figures.add(step)
        taken.append(step)
    return Run(figures.summary(time.perf_counter() - begun), running, taken)


def steps(
    world: str | Path | Terrain | None = None,
    robot: Robot | str | Path | None = None,
    wrap: Any = None,
    *,
    steering: Asks | None = None,
    **settings: Any,
) -> WalkRun:
    """The steps of a walk, one by one as they are taken; see `walk` for the arguments.

    Between two steps it can be steered: `.steering.plan = [...]`, `.steering.stop = "refined"`.
    """
    return plan_walk(world, robot, wrap, **settings).run(steering)


def plan_walk(
    world: str | Path | Terrain | None = None,
    robot: Robot | str | Path | None = None,
    wrap: Any = None,
    *,
    controller: Any = None,
    config: WalkConfig | str | Path | None = None,
    **settings: Any,
) -> Walk:
    """A walk ready to be walked any number of times; see `walk` for the arguments."""
    data = _base(config)
    terrain = _put_world(data, world)
    if isinstance(robot, (str, Path)):
        data["robot"] = str(robot)
    elif robot is not None and not isinstance(robot, Robot):
        raise RobotError(
            f"robot: {robot!r} is no robot; give a Robot, the path of a URDF, or nothing"
        )
    _put_settings(data, settings)
    given = None if isinstance(controller, str) else controller
    if isinstance(controller, str):
        data["controller"] = controller
    model = validate(WalkConfig, data, "walk", ConfigError)
    return prepare(model, robot if isinstance(robot, Robot) else None, terrain, given, wrap)


def _base(config: WalkConfig | str | Path | None) -> dict[str, Any]:
    if config is None:
        return {}
    if isinstance(config, (str, Path)):
        from sipbullet.config.settings import load_settings

        config = load_settings(Path(config), {}, [])
    if not isinstance(config, WalkConfig):
        raise ConfigError(
            f"config: {config!r} is no WalkConfig; give one, or the path of a TOML file"
        )
    return config.model_dump(exclude_none=True, exclude_unset=True)


def _put_world(data: dict[str, Any], world: Any) -> Terrain | None:
    """Set the world's name; the world itself when it is an object."""
    if isinstance(world, Terrain):
        data["world"] = world.name
        return world
    if isinstance(world, (str, Path)):
        data["world"] = str(world)
    elif world is not None:
        raise WorldError(
            f"world: {world!r} is no world; give a shipped name, the path of a TOML file, "
            "or a World"
        )
    return None


def _put_settings(data: dict[str, Any], settings: dict[str, Any]) -> None:
    """Settings into their tables.

    Raises:
        ConfigError: one is given twice, or a push is none.
    """
    for name, value in settings.items():
        table = "gait" if name in GAIT else "simulation" if name in SIMULATION else ""
        if not table:
            continue
        inner = settings.get(table, {})
        if isinstance(inner, dict) and name in inner and inner[name] != value:
            raise ConfigError(
                f"walk: {name} = {value!r} and {table}.{name} = {inner[name]!r} disagree; "
                "give one of them"
            )
    ordered = sorted(settings, key=lambda name: name in GAIT or name in SIMULATION)
    for name in ordered:
        value = settings[name]
        if name == "push":
            set_dotted(data, "disturbance.push", [_push(push) for push in _list(name, value)])
        elif name == "monitors":
            set_dotted(data, "monitor.more", list(_list(name, value)))
        elif name in GAIT or name in SIMULATION:
            table = "gait" if name in GAIT else "simulation"
            data[table] = {**_table(data.get(table, {}), table), name: _number(name, value)}
        elif isinstance(value, dict) and isinstance(data.get(name), dict):
            data[name] = {**data[name], **value}
        else:
            set_dotted(data, name, value)


def _table(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ConfigError(f"walk: {name} = {value!r}: it is a table, such as {name}={{...}}")
    return value


def _number(name: str, value: Any) -> Any:
    """A number as it is; what only looks like one is none."""
    if name != "integrator" and isinstance(value, (bool, str)):
        raise ConfigError(f"walk: {name} = {value!r}: it must be a number")
    return value


def _list(name: str, value: Any) -> list[Any]:
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__iter__"):
        shape = "[(s, N·s, N·s)]" if name == "push" else "['heat']"
        raise ConfigError(f"walk: {name} = {value!r}: it is a list, such as {name}={shape}")
    return list(value)


def _push(push: Any) -> Any:
    if isinstance(push, dict):
        return push
    if isinstance(push, (str, bytes)) or not hasattr(push, "__iter__") or len(list(push)) > 4:
        raise ConfigError(f"walk: a push is (s, N·s, N·s) or (s, N·s, N·s, N·s), not {push!r}")
    return dict(zip(("time", "x", "y", "z"), push, strict=False))


def controllers() -> list[str]:
    """Names that `controller=` takes: ours, registered ones, and those of installed packages."""
    return CONTROLLERS.names()


__all__ = ["Run", "World", "controllers", "load", "plan_walk", "steps", "walk"]
