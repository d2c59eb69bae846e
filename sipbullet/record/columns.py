"""What a column of a run's files is, and how its values are found."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from sipbullet.simulation.drawn_swing import DrawnSwing
from sipbullet.simulation.step import TouchdownRecord
from sipbullet.simulation.walk import WalkRun
from sipbullet.simulation.walked_step import WalkedStep

STATE = {
    "theta_z": ("rad", "yaw of the supporting leg"),
    "theta": ("rad", "pitch of the supporting leg, forward positive"),
    "theta_x": ("rad", "roll of the supporting leg, to the right positive"),
    "gamma": ("rad/s", "rate of theta_z"),
    "omega": ("rad/s", "rate of theta"),
    "gamma_x": ("rad/s", "rate of theta_x"),
    "leg1": ("m", "length of the supporting leg"),
    "leg1_rate": ("m/s", "its rate"),
}
Kind = Literal["number", "count", "flag", "text"]


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as the columns see it."""

    walked: WalkedStep
    run: WalkRun
    drawn: DrawnSwing

    @property
    def landing(self) -> TouchdownRecord | None:
        """Its touchdown; None after a fall."""
        return self.walked.record.landing


@dataclass(frozen=True, slots=True)
class Column:
    """A column of steps.csv."""

    name: str
    unit: str
    meaning: str
    value: Callable[[StepView], Any]
    kind: Kind = "number"


@dataclass(frozen=True, slots=True)
class SampleColumn:
    """A column of trajectory.csv."""

    name: str
    unit: str
    meaning: str
    kind: Kind = "number"


def vector_of(name: str, unit: str, meaning: str, value: Callable[[StepView], Any]) -> list[Column]:
    """Three columns, of a value with three components."""

    def component(index: int) -> Callable[[StepView], Any]:
        def get(view: StepView) -> Any:
            whole = value(view)
            return None if whole is None else float(whole[index])

        return get

    return [
        Column(f"{name}_{axis}", unit, f"{axis} of {meaning}", component(index))
        for index, axis in enumerate("xyz")
    ]


def states_of(
    prefix: str, when: str, names: list[str], state: Callable[[StepView], Any]
) -> list[Column]:
    """Columns of a state's fields."""

    def field(name: str) -> Callable[[StepView], Any]:
        def get(view: StepView) -> Any:
            found = state(view)
            return None if found is None else getattr(found, name)

        return get

    return [Column(prefix + n, STATE[n][0], f"{STATE[n][1]}{when}", field(n)) for n in names]


def landed_of(value: Callable[[TouchdownRecord], Any]) -> Callable[[StepView], Any]:
    """A value of the touchdown; blank after a fall."""
    return lambda view: None if view.landing is None else value(view.landing)


def progress_of(name: str) -> Callable[[StepView], Any]:
    """A value of how the step went along the path; blank after a fall."""
    return lambda view: getattr(view.walked.progress, name) if view.walked.progress else None


def record_of(name: str) -> Callable[[StepView], Any]:
    """A value of the step's record."""
    return lambda view: getattr(view.walked.record, name)


def command_of(name: str) -> Callable[[StepView], Any]:
    """A value of the controller's command."""
    return lambda view: getattr(view.walked.command, name)


def edge_of(view: StepView) -> float | None:
    """Clearance of the drawn foot over edges; blank when it crosses none."""
    clearance = view.drawn.edge_clearance
    return clearance if math.isfinite(clearance) else None


def wanted_of(name: str) -> Callable[[StepView], Any]:
    """A target of the step."""
    return lambda view: getattr(view.run.schedule.at(view.walked.record.index), name)
