"""One walk of a sweep: from its parameters to its row. Whatever goes wrong is a row too."""

import math
from pathlib import Path
from typing import Any

from sipbullet.config.models import WalkConfig
from sipbullet.config.resources import default_robot
from sipbullet.config.settings import set_dotted
from sipbullet.config.toml_files import validate
from sipbullet.errors import ConfigError, SipbulletError, WorldError
from sipbullet.record.summary import SummaryBuilder
from sipbullet.robot.parameters import Robot, varied
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.simulation.prepare import prepare
from sipbullet.simulation.walk import Walk
from sipbullet.study.sweep_file import Value
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.description import description_model
from sipbullet.worlds.terrain import World

FIGURES = (
    "steady_duration",
    "steady_length_error",
    "steady_spacing",
    "worst_roll",
    "worst_offset",
    "worst_foothold_error",
    "worst_tread_margin",
    "worst_min_fz",
    "worst_friction",
    "worst_impulse_friction",
    "worst_trailing_lift",
    "worst_energy_drift",
    "worst_momentum_drift",
)
COLUMNS = (
    "status",
    "reason",
    "steps",
    "simulated_time",
    *FIGURES,
    "kinetic_energy_left",
    "violations",
)
Row = dict[str, Any]


def prepare_case(walk: dict[str, Any], parameters: dict[str, Value]) -> Walk:
    """The walk of one case.

    Args:
        walk: settings of the base walk.
        parameters: by their keys; see the sweep file.

    Raises:
        SipbulletError: it cannot be walked, and why.
    """
    settings = _copy(walk)
    tables: dict[str, dict[str, Any]] = {"robot": {}, "world": {}, "push": {}}
    for key, value in parameters.items():
        table, _, name = key.partition(".")
        if name and table in tables:
            tables[table][name] = value
        else:
            set_dotted(settings, key, value)
    if tables["push"]:
        settings = _pushed(settings, tables["push"])
    config = validate(WalkConfig, settings, "case", ConfigError)
    robot = _robot(config, tables["robot"]) if tables["robot"] else None
    return prepare(config, robot, _world(config, tables["world"]) if tables["world"] else None)


def _copy(table: dict[str, Any]) -> dict[str, Any]:
    return {key: _copy(value) if isinstance(value, dict) else value for key, value in table.items()}


def _pushed(settings: dict[str, Any], push: dict[str, Any]) -> dict[str, Any]:
    impulse, direction = (
        float(push.get("impulse", 0.0)),
        math.radians(float(push.get("direction", 0.0))),
    )
    entry = {
        "time": push.get("time", 1.0),
        "x": impulse * math.cos(direction),
        "y": impulse * math.sin(direction),
    }
    disturbance = settings.setdefault("disturbance", {})
    disturbance["push"] = [*disturbance.get("push", ()), entry]
    return settings


def _robot(config: WalkConfig, changes: dict[str, Any]) -> Robot:
    path = default_robot() if config.robot is None else Path(config.robot)
    return varied(load_robot(path), **changes)


def _world(config: WalkConfig, changes: dict[str, Any]) -> World:
    """The world with parts of its description changed, such as "width", "section.2.rise"."""
    data = load_world(config.world).description.model_dump(exclude_none=True)
    data["section"] = [dict(section) for section in data["section"]]
    for key, value in changes.items():
        *place, last = key.split(".")
        target: Any = data
        for part in place:
            sections = isinstance(target, list)
            if sections and not (part.isdigit() and 1 <= int(part) <= len(target)):
                raise WorldError(f"world: {key!r}: it has sections 1 to {len(target)}")
            if not sections and part not in target:
                raise WorldError(f"world: it has no {key!r}")
            target = target[int(part) - 1] if sections else target[part]
        if not isinstance(target, dict):
            raise WorldError(f"world: it has no {key!r}")
        target[last] = value
    return World(validate(description_model(), data, "world", WorldError))


def run_case(number: int, walk: dict[str, Any], parameters: dict[str, Value]) -> Row:
    """Walk one case; its row: number, parameters, and what came of it."""
    row: Row = {"case": number, **parameters, **dict.fromkeys(COLUMNS)}
    try:
        running = prepare_case(walk, parameters).run()
        figures = SummaryBuilder(running)
        for step in running:
            figures.add(step)
    except SipbulletError as error:
        return row | {"status": "refused", "reason": " ".join(str(error).split())}
    except Exception as error:  # a fault of ours: a row that says so, for the other walks' sake
        return row | {"status": "error", "reason": f"{type(error).__name__}: {error}"}
    summary: dict[str, Any] = {**figures.summary(0.0)}
    stand = summary["stand"] or {}
    found = {
        name: summary[name] for name in ("status", "reason", "steps", "simulated_time", *FIGURES)
    }
    found |= {
        "kinetic_energy_left": stand.get("kinetic_energy_left"),
        "violations": sum(summary["violations"].values()),
    }
    return row | found


def run_batch(cases: list[tuple[int, dict[str, Value]]], walk: dict[str, Any]) -> list[Row]:
    """Walk some cases, one after another."""
    return [run_case(number, walk, parameters) for number, parameters in cases]
