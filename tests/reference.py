"""Nine swings and six touchdowns of three robots, from an independent simulation."""

import json
from pathlib import Path

from builders import make_step

from sipbullet.mechanics.state import State
from sipbullet.mechanics.walker import STANDARD_GRAVITY
from sipbullet.robot.parameters import Robot

REFERENCE = json.loads((Path(__file__).parent / "data" / "reference_cases.json").read_text())
SWINGS, TOUCHDOWNS = REFERENCE["swing"], REFERENCE["touchdown"]


def reference_robot(case):
    values = dict(REFERENCE["robots"][case["robot"]])
    assert values.pop("gravity") == STANDARD_GRAVITY
    return Robot(**{**values, "inertia": tuple(values["inertia"])})


def reference_step(case, state_name):
    s, start = case["step"], case[state_name]
    return make_step(
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
