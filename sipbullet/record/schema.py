"""The columns of a run's files: the one place of their names, units, meanings and values.

Writer, reader, plots, tables and the documentation come from here. SI units and radians; the angles
`alpha*` are half the hips' angles, as in the paper.
"""

from typing import Any

from sipbullet.mechanics.state import POSITION_FIELDS, RATE_FIELDS
from sipbullet.record.columns import (
    STATE,
    Column,
    SampleColumn,
    StepView,
    command_of,
    edge_of,
    landed_of,
    progress_of,
    record_of,
    states_of,
    vector_of,
    wanted_of,
)
from sipbullet.simulation.drawn_swing import DrawnSwing
from sipbullet.simulation.walk import WalkRun
from sipbullet.simulation.walked_step import WalkedStep

_NAMES = list(STATE)
_STEP = (
    Column("step", "", "number of the step, 1 the first", record_of("index"), "count"),
    Column("support", "", "supporting foot", lambda v: v.walked.record.step.support, "text"),
    Column("t", "s", "when it begins, since the walk began", record_of("time")),
    Column("duration", "s", "how long it takes", lambda v: v.walked.record.swing.duration),
    *vector_of("pivot", "m", "the supporting foot", lambda v: v.walked.record.step.pivot),
    *states_of("", " at the start, after control", _NAMES, lambda v: v.walked.record.start),
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
    *states_of(
        "td_", " at touchdown, before the impact", _NAMES, landed_of(lambda e: e.contact.state)
    ),
    *vector_of("foot", "m", "the landing foot", landed_of(lambda end: end.contact.foot)),
    Column("ground_z", "m", "height of the ground under it", landed_of(lambda e: e.contact.top)),
    *states_of(
        "plus_",
        " after impact and switching, before control",
        _NAMES[:6],
        landed_of(lambda end: end.switched.state),
    ),
    Column(
        "next_alpha1",
        "rad",
        "next support hip, roll",
        landed_of(lambda e: e.switched.stance.alpha1),
    ),
    Column(
        "next_alpha_z1",
        "rad",
        "next support hip, yaw",
        landed_of(lambda end: end.switched.stance.alpha_z1),
    ),
    *vector_of(
        "impulse", "N·s", "the impact on the foot", landed_of(lambda end: end.impact.impulse)
    ),
    Column(
        "trailing_foot_speed_z",
        "m/s",
        "upward speed of the trailing foot after the impact",
        landed_of(lambda end: float(end.impact.trailing_foot_velocity[2])),
    ),
)
_RESULTS = (
    Column("yaw", "rad", "of the pelvis at touchdown", landed_of(lambda end: end.yaw)),
    Column("roll", "rad", "of the pelvis at touchdown", landed_of(lambda end: end.roll)),
    Column("step_length", "m", "along the path", progress_of("step_length")),
    Column("spacing", "m", "of the feet across the path", progress_of("spacing")),
    Column("y_offset", "m", "of the feet's middle to the left of the path", progress_of("offset")),
    Column(
        "energy_drift",
        "1",
        "(E_end − E_start − work of the knee and pushes)/E_start",
        record_of("energy_drift"),
    ),
    Column(
        "momentum_drift",
        "1",
        "change of H about the vertical through the foot, over m·g·L·1 s",
        record_of("momentum_drift"),
    ),
    Column(
        "fpe_energy",
        "1",
        "E⁺/(m·g·r) − 1, 0 before a stop",
        landed_of(lambda end: end.placement[0]),
    ),
    Column("fpe_vertical", "1", "H⁺ about the vertical", landed_of(lambda end: end.placement[1])),
    Column("fpe_astray", "1", "H⁺ along r_xy", landed_of(lambda end: end.placement[2])),
    Column(
        "reset_energy_jump",
        "J",
        "gained by the trunk's reset",
        landed_of(lambda end: end.reset.energy_jump),
    ),
    Column(
        "riser_crossings",
        "",
        "risers that the model's foot went through",
        lambda v: v.walked.record.swing.riser_crossings,
        "count",
    ),
    Column("min_fz", "N", "least vertical reaction", lambda v: v.walked.record.quantities.min_fz),
    Column(
        "max_friction",
        "1",
        "largest horizontal over vertical reaction",
        lambda v: v.walked.record.quantities.max_friction,
    ),
    Column("min_clearance", "m", "least of the model's swing foot", record_of("min_clearance")),
    Column("edge_clearance", "m", "least of the drawn swing foot over edges", edge_of),
)
_TARGETS = (
    Column("target_duration", "s", "asked for", wanted_of("duration")),
    Column("target_length", "m", "planned along the path", lambda v: v.walked.target_length),
    Column("target_spacing", "m", "asked for", wanted_of("spacing")),
    Column("target_offset", "m", "asked for", wanted_of("offset")),
    Column("target_heading", "rad", "of the path at the foothold", lambda v: v.walked.target.yaw),
    *vector_of(
        "target_foot",
        "m",
        "the foothold",
        lambda v: (v.walked.target.x, v.walked.target.y, v.walked.target.z),
    ),
    Column("pushed", "", "a push came in this step", record_of("pushed"), "flag"),
    Column("compromise", "m", "from the foothold to the one in reach", command_of("compromise")),
    Column("solver_residual", "m, rad", "of the equations solved for", command_of("residual")),
    Column("solver_iterations", "", "of the solver", command_of("iterations"), "count"),
    Column(
        "violations",
        "",
        "what the monitors found",
        lambda v: "; ".join(v.walked.record.violations),
        "text",
    ),
)
GROUPS = {
    "the step and its start": _STEP,
    "its constants": _CONSTANTS,
    "touchdown, impact, switching": _TOUCHDOWN,
    "results and monitors": _RESULTS,
    "targets and command": _TARGETS,
}
STEP_COLUMNS: tuple[Column, ...] = tuple(column for group in GROUPS.values() for column in group)

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
