"""The paper's way and ours, side by side: the same walk, the same measure, one thing changed."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sipbullet.config.models import WalkConfig
from sipbullet.simulation.prepare import prepare
from sipbullet.simulation.walked_step import WalkedStep

RK4 = {"integrator": "rk4"}


@dataclass(frozen=True, slots=True)
class Pair:
    """One measure of two walks."""

    what: str
    unit: str
    papers: str  # how the paper does it
    papers_value: float
    ours: str
    ours_value: float
    less_is_better: bool = True

    @property
    def values(self) -> tuple[tuple[str, float], tuple[str, float]]:
        """The paper's way with its value, and ours."""
        return (self.papers, self.papers_value), (self.ours, self.ours_value)

    @property
    def better(self) -> bool:
        """Whether ours is."""
        return (self.ours_value < self.papers_value) == self.less_is_better


def _steps(**settings: Any) -> list[WalkedStep]:
    return list(prepare(WalkConfig.model_validate({"simulation": RK4, **settings})).run())


def _foothold_error(steps: list[WalkedStep]) -> float:
    contacts = [
        (step.target, step.record.landing.contact.foot) for step in steps if step.record.landing
    ]
    return 1e3 * max(
        float(np.hypot(foot[0] - target.x, foot[1] - target.y)) for target, foot in contacts
    )


def _roll_deviation(steps: list[WalkedStep]) -> float:
    settled = [
        step.record.landing.switched.state.theta_x for step in steps[30:] if step.record.landing
    ]
    by_foot = [np.std(settled[0::2]), np.std(settled[1::2])]
    return float(np.degrees(max(by_foot)))


def _left(steps: list[WalkedStep]) -> float:
    stand = steps[-1].stand
    return 100.0 if stand is None else 100 * stand.kinetic_left / stand.kinetic_start


def compare() -> list[Pair]:
    """Run the walks and measure them."""
    spiral = {"world": "spiral"}
    rolls = {"world": "flat", "steps": 60}
    stop = {"world": "flat", "steps": 20}
    pull = {"world": "stairs", "controller": "footstep"}
    return [
        Pair(
            "largest foothold error on the 5 m spiral", "mm",
            "PID", _foothold_error(_steps(**spiral)),
            "exact placement", _foothold_error(_steps(**spiral, controller="footstep")),
        ),
        Pair(
            "standard deviation of the roll at touchdown, flat, steps 31 to 60", "°",
            "PID", _roll_deviation(_steps(**rolls)),
            "self-tuning regulator", _roll_deviation(_steps(**rolls, controller="str")),
        ),
        Pair(
            "kinetic energy left when it stops", "%",
            "two angles", _left(_steps(**stop, stop="paper")),
            "refined", _left(_steps(**stop, stop="refined")),
        ),
        Pair(
            "least vertical ground reaction on the staircase", "N",
            "knee by a step reference",
            _least_reaction(_steps(**pull, gait={"knee_duration": 0.0})),
            "knee by a quintic", _least_reaction(_steps(**pull)),
            less_is_better=False,
        ),
    ]  # fmt: skip


def _least_reaction(steps: list[WalkedStep]) -> float:
    return min(step.record.quantities.min_fz for step in steps)
