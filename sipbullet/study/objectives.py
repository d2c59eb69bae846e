"""How each of the six controls of Eq. (1) moves each of the six objectives.

A steady walk gets one control biased by a little from some step on; the objectives' changes against
the same walk without the bias are divided by it. The regulators stay as they are but for their
integrals, which would
undo any bias in the end.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sipbullet.config.models import WalkConfig
from sipbullet.control.interface import FullController, StepCommand, Touchdown
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import SIDE_SIGN, State, Step
from sipbullet.simulation.prepare import prepare
from sipbullet.simulation.walked_step import WalkedStep

CONTROLS = ("γx", "ω", "α", "αz·u", "αz", "γ")
BIASES = (0.02, 0.02, 0.004, 0.005, 0.005, 0.02)  # rad/s and rad
OBJECTIVES = (
    "roll / °",
    "duration / ms",
    "length / mm",
    "spacing / mm",
    "offset / mm",
    "direction / °",
)
SETTLED, MEASURED = 24, 24  # steps before the bias, and after it
NO_INTEGRALS = dict.fromkeys(
    ("sway_integral", "roll_integral", "yaw_integral"), 0.0
) | dict.fromkeys(("duration_integral", "spacing_integral", "foothold"), 0.0)


@dataclass
class Biased:
    """A controller with one of its controls off by a little from a step on."""

    controller: FullController
    control: int | None
    amount: float

    @property
    def memory(self) -> dict[str, float]:
        """What the inner controller remembers."""
        return self.controller.memory

    @memory.setter
    def memory(self, memory: dict[str, float]) -> None:
        self.controller.memory = memory

    def command(self, touchdown: Touchdown) -> StepCommand | None:
        """The inner controller's command, biased once the walk is steady."""
        command = self.controller.command(touchdown)
        if command is None or self.control is None or touchdown.index < SETTLED:
            return command
        name = ("gamma_x", "omega", "alpha", "alpha_z", "alpha_z", "gamma")[self.control]
        side = SIDE_SIGN[touchdown.support] if self.control == 3 else 1
        return replace(command, **{name: getattr(command, name) + side * self.amount})

    def retarget(self, step: Step, state: State, time: float) -> Step:
        """As the inner controller."""
        return self.controller.retarget(step, state, time)


@dataclass(frozen=True, slots=True)
class Effects:
    """Change of each objective (rows) for the bias of each control (columns), both (6, 6)."""

    first: Array
    steady: Array


def measure_effects(settings: dict[str, Any] | None = None) -> Effects:
    """Measure both tables, on the flat, by the PID and RK4; `settings` changes the walk."""
    base = _objectives(settings, None, 0.0)
    first, steady = np.zeros((6, 6)), np.zeros((6, 6))
    for column, amount in enumerate(BIASES):
        change = _objectives(settings, column, amount) - base
        first[:, column] = change[SETTLED]
        steady[:, column] = change[-8:].mean(axis=0)
    return Effects(first, steady)


def _objectives(settings: dict[str, Any] | None, control: int | None, amount: float) -> Array:
    """The six objectives of every step, (n, 6), in the units of OBJECTIVES."""
    walk = {
        "world": "flat",
        "steps": SETTLED + MEASURED,
        "simulation": {"integrator": "rk4"},
        "pid": NO_INTEGRALS,
    }
    config = WalkConfig.model_validate(walk | (settings or {}))
    prepared = prepare(config, wrap=lambda controller: Biased(controller, control, amount))
    return np.array([_measured(step) for step in prepared.run()])


def _measured(step: WalkedStep) -> list[float]:
    landing, progress = step.record.landing, step.progress
    if landing is None or progress is None:
        return [math.nan] * 6
    lengths = [1e3 * progress.step_length, 1e3 * progress.spacing, 1e3 * progress.offset]
    return [
        math.degrees(landing.roll),
        1e3 * landing.contact.time,
        *lengths,
        math.degrees(landing.yaw),
    ]
