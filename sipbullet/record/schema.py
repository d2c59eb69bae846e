"""The columns of a run's files: the one place of their names, units, meanings and values.

Writer, reader, plots, tables and the documentation come from here. SI units and radians; the angles
`alpha*` are half the hips' angles, as in the paper.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from sipbullet.mechanics.state import POSITION_FIELDS, RATE_FIELDS
from sipbullet.simulation.drawn_swing import DrawnSwing
from sipbullet.simulation.step import TouchdownRecord
from sipbullet.simulation.walk import WalkedStep, WalkRun

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


def _vector(name: str, unit: str, meaning: str, value: Callable[[StepView], Any]) -> list[Column]:
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


def _states(
    prefix: str, when: str, names: list[str], state: Callable[[StepView], Any]
) -> list[Column]:
    """Columns of a state's fields."""

    def field(name: str) -> Callable[[StepView], Any]:
        def get(view: StepView) -> Any:
            found = state(view)
            return None if found is None else getattr(found, name)

        return get

    return [Column(prefix + n, STATE[n][0], f"{STATE[n][1]}{when}", field(n)) for n in names]


def _landed(value: Callable[[TouchdownRecord], Any]) -> Callable[[StepView], Any]:
    """A value of the touchdown; blank after a fall."""
    return lambda view: None if view.landing is None else value(view.landing)


def _progress(name: str) -> Callable[[StepView], Any]:
    return lambda view: getattr(view.walked.progress, name) if view.walked.progress else None


def _record(name: str) -> Callable[[StepView], Any]:
    return lambda view: getattr(view.walked.record, name)


def _command(name: str) -> Callable[[StepView], Any]:
    return lambda view: getattr(view.walked.command, name)


def _edge(view: StepView) -> float | None:
    clearance = view.drawn.edge_clearance
    return clearance if math.isfinite(clearance) else None


def _wanted(name: str) -> Callable[[StepView], Any]:
    return lambda view: getattr(view.run.schedule.at(view.walked.record.index), name)


_NAMES = list(STATE)
_STEP = (
    Column("step", "", "number of the step, 1 the first", _record("index"), "count"),
    Column("support", "", "supporting foot", lambda v: v.walked.record.step.support, "text"),
    Column("t", "s", "when it begins, since the walk began", _record("time")),
    Column("duration", "s", "how long it takes", lambda v: v.walked.record.swing.duration),
    *_vector("pivot", "m", "the supporting foot", lambda v: v.walked.record.step.pivot),
    *_states("", " at the start, after control", _NAMES, lambda v: v.walked.record.start),
)
_CONSTANTS = (
    Column("leg1_target", "m", "leg1 at the end", lambda v: v.walked.record.step.knee.target),
    Column("knee_locked", "", "leg1 is kept", lambda v: v.walked.record.step.knee_locked, "flag"),
    Column("knee_duration", "s", "of its motion", lambda v: v.walked.record.step.knee.duration),
    Column("alpha1", "rad", "support hip, roll", lambda v: v.walked.record.step.stance.alpha1),
    Column("alpha_z1", "rad", "support hip, yaw", lambda v: v.walked.record.step.stance.alpha_z1),
    Column("alpha", "rad", "swing hip, pitch", lambda v: v.walked.record.step.swing_leg.alpha),
    Column("alpha_z", "rad", "swing hip, yaw", lambda v: v.walked.record.step.swing_leg.alpha_z),
    Column("leg2", "m", "swing leg's length", lambda v: v.walked.record.step.swing_leg.length),
)
_TOUCHDOWN = (
    *_states("td_", " at touchdown, before the impact", _NAMES, _landed(lambda e: e.contact.state)),
    *_vector("foot", "m", "the landing foot", _landed(lambda end: end.contact.foot)),
    Column("ground_z", "m", "height of the ground under it", _landed(lambda e: e.contact.top)),
    *_states(
        "plus_",
        " after impact and switching, before control",
        _NAMES[:6],
        _landed(lambda end: end.switched.state),
    ),
    Column(
        "next_alpha1", "rad", "next support hip, roll", _landed(lambda e: e.switched.stance.alpha1)
    ),
    Column(
        "next_alpha_z1",
        "rad",
        "next support hip, yaw",
        _landed(lambda end: end.switched.stance.alpha_z1),
    ),
    *_vector("impulse", "N·s", "the impact on the foot", _landed(lambda end: end.impact.impulse)),
    Column(
        "trailing_foot_speed_z",
        "m/s",
        "upward speed of the trailing foot after the impact",
        _landed(lambda end: float(end.impact.trailing_foot_velocity[2])),
    ),
)
_RESULTS = (
    Column("yaw", "rad", "of the pelvis at touchdown", _landed(lambda end: end.yaw)),
    Column("roll", "rad", "of the pelvis at touchdown", _landed(lambda end: end.roll)),
    Column("step_length", "m", "along the path", _progress("step_length")),
    Column("spacing", "m", "of the feet across the path", _progress("spacing")),
    Column("y_offset", "m", "of the feet's middle to the left of the path", _progress("offset")),
    Column(
        "energy_drift",
        "1",
        "(E_end − E_start − work of the knee and pushes)/E_start",
        _record("energy_drift"),
    ),
    Column(
        "momentum_drift",
        "1",
        "change of H about the vertical through the foot, over m·g·L·1 s",
        _record("momentum_drift"),
    ),
    Column(
        "fpe_energy", "1", "E⁺/(m·g·r) − 1, 0 before a stop", _landed(lambda end: end.placement[0])
    ),
    Column("fpe_vertical", "1", "H⁺ about the vertical", _landed(lambda end: end.placement[1])),
    Column("fpe_astray", "1", "H⁺ along r_xy", _landed(lambda end: end.placement[2])),
    Column(
        "reset_energy_jump",
        "J",
        "gained by the trunk's reset",
        _landed(lambda end: end.reset.energy_jump),
    ),
    Column(
        "riser_crossings",
        "",
        "risers that the model's foot went through",
        lambda v: v.walked.record.swing.riser_crossings,
        "count",
    ),
    Column("min_fz", "N", "least vertical reaction", lambda v: v.walked.record.series.min_fz),
    Column(
        "max_friction",
        "1",
        "largest horizontal over vertical reaction",
        lambda v: v.walked.record.series.max_friction,
    ),
    Column("min_clearance", "m", "least of the model's swing foot", _record("min_clearance")),
    Column("edge_clearance", "m", "least of the drawn swing foot over edges", _edge),
)
_TARGETS = (
    Column("target_duration", "s", "asked for", _wanted("duration")),
    Column("target_length", "m", "planned along the path", lambda v: v.walked.target_length),
    Column("target_spacing", "m", "asked for", _wanted("spacing")),
    Column("target_offset", "m", "asked for", _wanted("offset")),
    Column("target_heading", "rad", "of the path at the foothold", lambda v: v.walked.target.yaw),
    *_vector(
        "target_foot",
        "m",
        "the foothold",
        lambda v: (v.walked.target.x, v.walked.target.y, v.walked.target.z),
    ),
    Column("pushed", "", "a push came in this step", _record("pushed"), "flag"),
    Column("compromise", "m", "from the foothold to the one in reach", _command("compromise")),
    Column("solver_residual", "m, rad", "of the equations solved for", _command("residual")),
    Column("solver_iterations", "", "of the solver", _command("iterations"), "count"),
    Column(
        "violations",
        "",
        "what the monitors found",
        lambda v: "; ".join(v.walked.record.violations),
        "text",
    ),
)
STEP_COLUMNS: tuple[Column, ...] = (*_STEP, *_CONSTANTS, *_TOUCHDOWN, *_RESULTS, *_TARGETS)

POINTS = {
    "cog": "centre of gravity",
    "pelvis": "middle of the pelvis",
    "support_foot": "supporting foot",
    "swing_foot": "swing foot, as the model has it",
    "drawn_foot": "swing foot, as drawn",
}
SCALARS = {
    "kinetic": ("J", "kinetic energy"),
    "potential": ("J", "potential energy over z = 0"),
    "momentum_z": ("kg·m²/s", "H about the vertical through the supporting foot"),
    "knee_force": ("N", "force of a moving knee along the leg"),
}
TRAJECTORY_COLUMNS: tuple[SampleColumn, ...] = (
    SampleColumn("t", "s", "since the walk began"),
    SampleColumn("step", "", "number of the step; 0 before the first", "count"),
    SampleColumn("support", "", "right, left or both", "text"),
    *(SampleColumn(name, *STATE[name]) for name in (*POSITION_FIELDS, *RATE_FIELDS)),
    *(
        SampleColumn(f"{point}_{axis}", "m", f"{axis} of the {meaning}")
        for point, meaning in POINTS.items()
        for axis in "xyz"
    ),
    *(SampleColumn(name, *about) for name, about in SCALARS.items()),
    *(SampleColumn(f"reaction_{axis}", "N", f"{axis} of the ground's force") for axis in "xyz"),
    *(SampleColumn(f"zmp_{axis}", "m", f"{axis} of the zero moment point") for axis in "xy"),
    SampleColumn("clearance", "m", "of the model's swing foot over the ground"),
)
TEXTS = {column.name for column in STEP_COLUMNS if column.kind == "text"} | {"support"}


def step_row(walked: WalkedStep, run: WalkRun, drawn: DrawnSwing) -> dict[str, Any]:
    """A row of steps.csv by its columns' names. What a fall leaves unknown is None."""
    view = StepView(walked, run, drawn)
    return {column.name: column.value(view) for column in STEP_COLUMNS}


def markdown_table(columns: tuple[Column, ...] | tuple[SampleColumn, ...]) -> str:
    """The columns as a table in Markdown, for the documentation."""
    rows = [f"| `{c.name}` | {c.unit or '–'} | {c.meaning} |" for c in columns]
    return "\n".join(["| column | unit | meaning |", "|---|---|---|", *rows]) + "\n"
