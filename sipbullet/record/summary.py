"""The figures of a walk: gathered step by step, shown, and written to summary.json."""

import math
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, TypedDict, cast

from sipbullet.simulation.drawn_swing import DrawnSwing
from sipbullet.simulation.walk import WalkRun
from sipbullet.simulation.walked_step import WalkedStep

STEADY_STEPS = 16  # the last ones, for the figures of the steady gait


class Summary(TypedDict):
    """What summary.json holds, and `run.summary`; None is what was not measured."""

    status: Literal["finished", "fell", "stopped"]
    reason: str
    steps: int
    simulated_time: float  # s
    wall_time: float  # s
    integrator: str
    dt: float  # s
    gravity: float  # m/s²
    controller: str
    world: str
    start: str
    seed: int
    ground_error: float  # m
    robot: dict[str, Any]
    steady_duration: float | None  # s, mean of the last steps
    steady_length_error: float | None  # m
    steady_spacing: float | None  # m
    target_duration: float  # s
    target_spacing: float  # m
    worst_roll: float | None  # rad
    worst_offset: float | None  # m
    worst_foothold_error: float | None  # m
    worst_tread_margin: float | None  # m
    worst_min_fz: float | None  # N
    worst_friction: float | None
    worst_impulse_friction: float | None
    worst_trailing_lift: float | None  # m/s
    worst_energy_drift: float | None
    worst_momentum_drift: float | None
    worst_reset_energy_jump: float | None  # J
    worst_clearance: float | None  # m
    worst_edge_clearance: float | None  # m
    stand: dict[str, float] | None
    riser_crossings: int
    violations: dict[str, int]


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
class SummaryBuilder:
    """Gathers the figures of a walk."""

    run: WalkRun
    worst: _Worst = field(default_factory=_Worst)
    riser_crossings: int = 0
    stand: dict[str, float] | None = None
    violations: Counter[str] = field(default_factory=Counter)
    _steady: list[tuple[float, float, float]] = field(default_factory=list)

    def add(self, walked: WalkedStep, drawn: DrawnSwing | None = None) -> None:
        """Take in one step; `drawn` if its swing leg has been drawn."""
        record, worst = walked.record, self.worst
        if drawn is not None:
            worst.edge_clearance = min(worst.edge_clearance, drawn.edge_clearance)
        worst.min_fz = min(worst.min_fz, record.quantities.min_fz)
        worst.friction = max(worst.friction, record.quantities.max_friction)
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
        landing, progress, target, worst = (
            walked.record.landing,
            walked.progress,
            walked.target,
            self.worst,
        )
        assert landing is not None
        assert progress is not None
        x, y, _ = landing.contact.foot
        worst.roll = max(worst.roll, abs(landing.roll))
        worst.offset = max(
            worst.offset, abs(progress.offset - self.run.schedule.at(walked.record.index).offset)
        )
        worst.foothold_error = max(worst.foothold_error, math.hypot(x - target.x, y - target.y))
        worst.impulse_friction = max(worst.impulse_friction, landing.impact.friction)
        worst.trailing_lift = min(
            worst.trailing_lift, float(landing.impact.trailing_foot_velocity[2])
        )
        worst.reset_energy_jump = max(worst.reset_energy_jump, abs(landing.reset.energy_jump))
        if self._on_flight(target.tread):
            worst.tread_margin = min(
                worst.tread_margin, self.run.world.edge_distance(target.tread, x, y)
            )
        errors = (
            landing.contact.time,
            progress.step_length - walked.target_length,
            progress.spacing,
        )
        self._steady = [*self._steady[-STEADY_STEPS + 1 :], errors]

    def _on_flight(self, tread: int) -> bool:
        sections, section = (
            self.run.world.description.section,
            self.run.world.treads[tread].section,
        )
        return 0 <= section < len(sections) and sections[section].tread_run > 0.0

    def summary(self, wall_time: float) -> Summary:
        """Content of summary.json; `wall_time` in s. What was not measured is None."""
        run, outcome = self.run, self.run.outcome
        simulation, robot = run.config.simulation, asdict(run.robot)
        robot.pop("limits")
        robot["inertia"] = list(robot["inertia"])  # as JSON gives it back
        targets = run.schedule.at(max(outcome.steps, 1))
        means = [sum(values) / len(self._steady) for values in zip(*self._steady, strict=True)]
        duration, length_error, spacing = means or [None] * 3
        worst: Any = {f"worst_{name}": _finite(v) for name, v in asdict(self.worst).items()}
        summary: Any = {
            "status": outcome.status,
            "reason": outcome.reason,
            "steps": outcome.steps,
            "simulated_time": outcome.time,
            "wall_time": wall_time,
            "integrator": simulation.integrator,
            "dt": simulation.time_step,
            "gravity": simulation.gravity,
            "controller": run.config.controller,
            "world": run.world.name,
            "start": run.config.start,
            "seed": run.config.seed,
            "ground_error": run.config.disturbance.ground_error,
            "robot": robot,
            "steady_duration": duration,
            "steady_length_error": length_error,
            "steady_spacing": spacing,
            "target_duration": targets.duration,
            "target_spacing": targets.spacing,
            **worst,
            "stand": self.stand,
            "riser_crossings": self.riser_crossings,
            "violations": dict(self.violations),
        }
        return cast(Summary, summary)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
