import json
import os
import pty
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import assume, given
from reference import SWINGS, reference_robot, reference_state, reference_step
from strategies import robots, states, steps

from sipbullet.mechanics import compiled as flight
from sipbullet.mechanics import kane
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.leg_geometry import Linkage


@pytest.mark.parametrize("case", SWINGS)
def test_the_flight_agrees_with_an_independent_simulation(case):
    step, end = reference_step(case, "start"), reference_state(case, "end")
    constants = flight.trunk_constants(Linkage.of(reference_robot(case), step), step)
    found = flight.fly(
        constants, flight.start_values(reference_state(case, "start")), 0.0, case["time"], 2.5e-3
    )
    assert found[:4] == pytest.approx(end.positions, abs=1e-9)
    assert found[4:8] == pytest.approx(end.rates, abs=2e-9)


@given(robots(), steps(), states())
def test_its_accelerations_are_kanes(robot, step, state):
    """By a tiny flight: the change of the rates is the acceleration."""
    assume(not step.knee_locked)
    linkage, time, h = Linkage.of(robot, step), 0.1, 1e-5
    constants, start = flight.trunk_constants(linkage, step), flight.start_values(state)
    after, before = (flight.fly(constants, start, time, time + sign * h, 1.0) for sign in (1, 0))
    force = KneeDrive(robot, step).force(
        time, state.theta, state.theta_x, state.leg1, state.leg1_rate
    )
    expected = kane.accelerations(linkage, state.positions, state.rates, force)
    scale = 1 + np.abs(expected).max()
    assert (after[4:8] - before[4:8]) / h == pytest.approx(expected, abs=2e-2 * scale)
    assert before[:8] == pytest.approx(start, abs=1e-13)


@pytest.mark.parametrize("case", SWINGS[:3])
def test_a_flight_in_two_parts_is_the_flight(case):
    step = reference_step(case, "start")
    constants = flight.trunk_constants(Linkage.of(reference_robot(case), step), step)
    start = flight.start_values(reference_state(case, "start"))
    whole = flight.fly(constants, start, 0.0, 0.4, 1e-3)
    half = flight.fly(constants, start, 0.0, 0.23, 1e-3)
    joined = flight.fly(constants, half[:8].copy(), 0.23, 0.4, 1e-3)
    assert joined[:8] == pytest.approx(whole[:8], abs=1e-10)
    assert half[8] + joined[8] == pytest.approx(whole[8], abs=1e-8)


@pytest.mark.parametrize("case", SWINGS[:3])
def test_the_work_of_the_knee_is_the_change_of_energy(case):
    step, start = reference_step(case, "start"), reference_state(case, "start")
    linkage = Linkage.of(reference_robot(case), step)
    end = flight.fly(
        flight.trunk_constants(linkage, step), flight.start_values(start), 0.0, 0.4, 1e-3
    )
    instants = ((start.positions, start.rates), (end[:4], end[4:8]))
    before, after = (
        float(kane.kinetic_energy(linkage, q, v) + kane.potential_energy(linkage, q))
        for q, v in instants
    )
    assert after - before == pytest.approx(end[8], abs=1e-7)


def test_interpreted_it_is_the_same_flight():
    """The formulas as Python runs them, none of them compiled."""
    case = SWINGS[1]
    step = reference_step(case, "start")
    start = flight.start_values(reference_state(case, "start"))
    code = (
        "import numpy as np, sys, json\n"
        "from sipbullet.mechanics.compiled import TrunkConstants, fly\n"
        "k, start = json.loads(sys.stdin.read())\n"
        "print(json.dumps(fly(TrunkConstants(*k), np.array(start), 0.0, 0.4, 0.01).tolist()))"
    )
    constants = flight.trunk_constants(Linkage.of(reference_robot(case), step), step)
    given = json.dumps([list(constants), start.tolist()])
    plain = subprocess.run(
        [sys.executable, "-c", code],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    found = flight.fly(constants, start, 0.0, 0.4, 0.01)
    assert json.loads(plain.stdout) == pytest.approx(found.tolist(), abs=1e-12)


def test_an_absurd_flight_raises_nothing_and_keeps_what_is_not_turned():
    """At 50 rad/s nothing is exact, but a locked leg keeps its length and does no work."""
    case = SWINGS[0]
    step = reference_step(case, "start")
    constants = flight.trunk_constants(Linkage.of(reference_robot(case), step), step)
    start = flight.start_values(reference_state(case, "start"))
    start[4:7] = 50.0
    end = flight.fly(constants, start, 0.0, 3.0, 0.01)
    assert end[3] == step.knee.target
    assert end[7] == 0.0
    assert end[8] == 0.0


def test_a_long_compilation_is_said_once_on_a_terminal(tmp_path):
    """With an empty cache, in a terminal: one line; into a pipe: nothing."""
    code = (
        "from sipbullet.mechanics import jit; jit.SLOW = 0.0\n"
        "from sipbullet.mechanics.laws import quintic, knee_law\n"
        "quintic(0.7, 0.9, 0.3, 0.1); knee_law(1.0, 1.0, 1.0, 1.0, 1.0)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", code]
    piped = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    for file in tmp_path.rglob("*.nb*"):
        file.unlink()
    ours, theirs = pty.openpty()
    subprocess.run(command, env=environment, stderr=theirs, check=True)
    os.close(theirs)
    said = os.read(ours, 10_000).decode()
    os.close(ours)
    assert said.count("compiled the mechanics in") == 1
    assert said.count("\n") == 1
