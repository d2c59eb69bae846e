"""Nine swings and six touchdowns of three robots, from an independent simulation."""

import json
from pathlib import Path

from sipbullet.mechanics.state import State, Step
from sipbullet.robot import Robot

REFERENCE = json.loads((Path(__file__).parent / "data" / "reference_cases.json").read_text())
SWINGS, TOUCHDOWNS = REFERENCE["swing"], REFERENCE["touchdown"]


def reference_robot(case):
    values = dict(REFERENCE["robots"][case["robot"]])
    return Robot(**{**values, "inertia": tuple(values["inertia"])})


def reference_step(case, state_name):
    s, start = case["step"], case[state_name]
    return Step(
        support="right" if s["u"] == 1 else "left",
        pivot=tuple(s["pivot"]),
        alpha1=s["alpha1"],
        alpha_z1=s["alpha_z1"],
        alpha=s["alpha"],
        alpha_z=s["alpha_z"],
        leg1_start=s["leg1_target"] if s["knee_locked"] else start["leg1"],
        leg1_target=s["leg1_target"],
        leg2=s["leg2"],
        knee_duration=s["knee_duration"],
    )


def reference_state(case, name):
    return State(**case[name])
