"""Monitors: what a real walker could not have done in a step, or what the integration got wrong.

A monitor is a function of a step's record and its context; it returns what it found in a few words,
beginning with a name and a colon, or "". One's own is registered and named in `monitor.more`:

    @sb.register_monitor("heat")
    def heat(record, context): ...
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sipbullet.config.models import MonitorConfig
from sipbullet.config.registry import MONITORS, import_object, is_path, path_of
from sipbullet.errors import ConfigError
from sipbullet.mechanics.leg_geometry import leg_rotation
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.step import StepRecord

CONTINUITY = 1e-9  # m, and relative for energy and momentum
OWN = ("reaction", "energy", "impulse", "trailing foot", "switching", "limits")


@dataclass(frozen=True, slots=True)
class MonitorContext:
    """What a monitor may know beside the record."""

    walker: Walker
    config: MonitorConfig


Need = tuple[float, float, float, float]  # lowest, highest, largest speed, largest force
Monitor = Callable[[StepRecord, MonitorContext], str]


def load_monitors(config: MonitorConfig) -> tuple[Monitor, ...]:
    """Our monitors and those that the settings name.

    Raises:
        ConfigError: one cannot be imported, or is no function.
    """
    found: list[Any] = []
    for name in (*OWN, *config.more):
        item = import_object(name, "monitor") if is_path(name) else MONITORS.get(name)
        if not callable(item):
            raise ConfigError(
                f"monitor {name!r}: {path_of(item)} is no function; a monitor is a function "
                "(record, context) -> str"
            )
        found.append(item)
    return tuple(found)


def violations(
    record: StepRecord, context: MonitorContext, monitors: tuple[Monitor, ...]
) -> tuple[str, ...]:
    """What the monitors found, in their order.

    Raises:
        ConfigError: one returned something else than text.
    """
    found = []
    for monitor in monitors:
        words: Any = monitor(record, context)
        if words is None or words == "":
            continue
        if not isinstance(words, str):
            raise ConfigError(
                f"monitor {path_of(monitor)}: it returned {words!r}; "
                'it must return text, or "" when there is nothing to say'
            )
        found.append(words)
    return tuple(found)


def reaction(record: StepRecord, context: MonitorContext) -> str:
    """The ground neither pulls nor holds more than its friction."""
    quantities, limit = record.quantities, context.config.friction
    if quantities.min_fz <= 0.0:
        return f"reaction: Fz falls to {quantities.min_fz:.1f} N, the ground cannot pull"
    if quantities.max_friction >= limit:
        return f"friction: {quantities.max_friction:.3f} along the swing (limit {limit:g})"
    return ""


def energy(record: StepRecord, context: MonitorContext) -> str:
    """The energy of a swing changes by the knee's work and by pushes alone."""
    drift, limit = record.energy_drift, context.config.energy_drift
    return f"energy: drift {drift:.1e} in the swing (limit {limit:g})" if abs(drift) > limit else ""


def impulse(record: StepRecord, context: MonitorContext) -> str:
    """The impact needs no more friction than there is."""
    limit = context.config.friction
    if record.landing is None or record.landing.impact.friction < limit:
        return ""
    return f"impulse: friction {record.landing.impact.friction:.3f} (limit {limit:g})"


def trailing_foot(record: StepRecord, context: MonitorContext) -> str:
    """The trailing foot lifts off after the impact."""
    if record.landing is None or record.landing.impact.trailing_foot_lifts:
        return ""
    speed = record.landing.impact.trailing_foot_velocity[2]
    return f"trailing foot: pressed down at {speed:.3f} m/s after the impact"


def switching(record: StepRecord, context: MonitorContext) -> str:
    """The feet exchange roles without a trace, if the trunk is symmetric about the hip axis."""
    if record.landing is None or not context.walker.sagittal_symmetric:
        return ""
    reset = record.landing.reset
    jumps = (reset.cog_jump, abs(reset.energy_jump) * 1e-3, reset.momentum_jump * 1e-2)
    if max(jumps) <= CONTINUITY:
        return ""
    return f"switching: COG jumps {reset.cog_jump:.1e} m, energy {reset.energy_jump:.1e} J"


def limits(record: StepRecord, context: MonitorContext) -> str:
    """No joint leaves the range, passes the speed or needs more than the force of its URDF."""
    robot = context.walker.robot
    found = [robot.limits_of(name).excess(*need) for name, need in joint_needs(record, robot)]
    first = next((words for words in found if words), "")
    return f"limits: {first}" if first else ""


def joint_needs(record: StepRecord, robot: Robot) -> list[tuple[str, Need]]:
    """(joint, (lowest, highest, largest speed, largest force)) of a step; 0 of what is not known.

    The knee's force is that along the leg, whether it moves or holds.
    """
    step, quantities = record.step, record.quantities
    stance, swing = step.stance, step.swing_leg
    axis = leg_rotation(quantities.positions)[..., 2]
    force = float(np.abs(np.sum(quantities.reaction * axis, axis=-1)).max())
    speed = float(np.abs(quantities.rates[:, 3]).max())
    knee = quantities.positions[:, 3] - robot.leg_length
    held = {
        "stance_hip_yaw": 2 * stance.alpha_z1,
        "stance_hip_roll": step.sign * 2 * stance.alpha1,
        "swing_hip_yaw": 2 * swing.alpha_z,
        "swing_hip_pitch": -2 * swing.alpha,
        "swing_knee": swing.length - robot.leg_length,
    }
    needs = [("stance_knee", (float(knee.min()), float(knee.max()), speed, force))]
    return needs + [(name, (value, value, 0.0, 0.0)) for name, value in held.items()]
