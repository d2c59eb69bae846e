"""The figures of a walk: gathered step by step, shown in the terminal and written to summary.json."""

import math
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from sipbullet.drawn import Drawn
from sipbullet.simulation import Walk, WalkedStep
from sipbullet.worlds.sections import Landing

STEADY_STEPS = 16  # the last ones, for the figures of the steady gait


@dataclass(slots=True)
class _Worst:
    """Extreme values over a walk."""

    roll: float = 0.0  # rad
    offset: float = 0.0  # m
    foothold_error: float = 0.0  # m, in the plane
    tread_margin: float = math.inf  # m, foothold inside its tread, on flights
    min_fz: float = math.inf  # N
    friction: float = 0.0
    impulse_friction: float = 0.0
    trailing_lift: float = math.inf  # m/s
    energy_drift: float = 0.0
    momentum_drift: float = 0.0
    reset_energy_jump: float = 0.0  # J
    clearance: float = math.inf  # m
    edge_clearance: float = math.inf  # m, of the drawn swing foot


@dataclass(slots=True)
class Figures:
    """Gathers the figures of a walk."""

    walk: Walk
    worst: _Worst = field(default_factory=_Worst)
    riser_crossings: int = 0
    stand: dict[str, float] | None = None
    violations: Counter[str] = field(default_factory=Counter)
    _steady: list[tuple[float, float, float]] = field(default_factory=list)

    def add(self, walked: WalkedStep, drawn: Drawn | None = None) -> None:
        """Take in one step; `drawn` if its swing leg has been drawn."""
        record, worst = walked.record, self.worst
        if drawn is not None:
            worst.edge_clearance = min(worst.edge_clearance, drawn.edge_clearance)
        worst.min_fz = min(worst.min_fz, record.series.min_fz)
        worst.friction = max(worst.friction, record.series.max_friction)
        worst.energy_drift = max(worst.energy_drift, abs(record.energy_drift))
        worst.momentum_drift = max(worst.momentum_drift, abs(record.momentum_drift))
        worst.clearance = min(worst.clearance, record.min_clearance)
        self.riser_crossings += record.swing.riser_crossings
        self.violations.update(violation.split(":")[0] for violation in record.violations)
        if record.landing is not None and walked.progress is not None:
            self._add_landing(walked)
        if walked.stand is not None:
            stand = walked.stand
            self.stand = {
                "kinetic_energy_left": stand.kinetic_left / stand.kinetic_start,
                "cog_offset": stand.cog_offset,
                "rise_time": float(stand.rise.times[-1]),
                "stand_time": float(stand.hold.times[-1]),
                "stand_drift": stand.drift,
            }

    def _add_landing(self, walked: WalkedStep) -> None:
        landing, progress, target, worst = walked.record.landing, walked.progress, walked.target, self.worst
        assert landing is not None and progress is not None
        x, y, _ = landing.contact.foot
        worst.roll = max(worst.roll, abs(landing.roll))
        worst.offset = max(worst.offset, abs(progress.offset - self.walk.schedule.at(walked.record.index).offset))
        worst.foothold_error = max(worst.foothold_error, math.hypot(x - target.x, y - target.y))
        worst.impulse_friction = max(worst.impulse_friction, landing.impact.friction)
        worst.trailing_lift = min(worst.trailing_lift, float(landing.impact.trailing_foot_velocity[2]))
        worst.reset_energy_jump = max(worst.reset_energy_jump, abs(landing.reset.energy_jump))
        if self._on_flight(target.tread):
            worst.tread_margin = min(worst.tread_margin, self.walk.world.edge_distance(target.tread, x, y))
        errors = (landing.contact.time, progress.step_length - walked.target_length, progress.spacing)
        self._steady = [*self._steady[-STEADY_STEPS + 1 :], errors]

    def _on_flight(self, tread: int) -> bool:
        sections, section = self.walk.world.description.section, self.walk.world.treads[tread].section
        return 0 <= section < len(sections) and not isinstance(sections[section], Landing)

    def summary(self, wall_time: float) -> dict[str, Any]:
        """Content of summary.json; `wall_time` in s. What was not measured is None."""
        walk, outcome = self.walk, self.walk.outcome
        simulation = walk.config.simulation
        means = [sum(values) / len(self._steady) for values in zip(*self._steady, strict=True)] or [None] * 3
        return {
            "status": outcome.status,
            "reason": outcome.reason,
            "steps": outcome.steps,
            "simulated_time": outcome.time,
            "wall_time": wall_time,
            "integrator": simulation.integrator,
            "dt": simulation.time_step,
            "controller": walk.config.controller,
            "world": walk.world.name,
            "start": walk.config.start,
            "seed": walk.config.seed,
            "ground_error": walk.config.disturbance.ground_error,
            "robot": asdict(walk.robot),
            "steady_duration": means[0],
            "steady_length_error": means[1],
            "steady_spacing": means[2],
            "target_duration": walk.schedule.at(max(outcome.steps, 1)).duration,
            "target_spacing": walk.schedule.at(max(outcome.steps, 1)).spacing,
            **{f"worst_{name}": _finite(value) for name, value in asdict(self.worst).items()},
            "stand": self.stand,
            "riser_crossings": self.riser_crossings,
            "violations": dict(self.violations),
        }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
