import numpy as np
import pytest
from hypothesis import assume, given
from reference import SWINGS, reference_robot, reference_state, reference_step
from strategies import robots, states, steps

from sipbullet.mechanics import flight, kane
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.linkage import Linkage


@pytest.mark.parametrize("case", SWINGS)
def test_the_flight_agrees_with_an_independent_simulation(case):
    step, end = reference_step(case, "start"), reference_state(case, "end")
    constants = flight.trunk_constants(Linkage.of(reference_robot(case), step), step)
    found = flight.fly(constants, flight.start_values(reference_state(case, "start")), 0.0, case["time"], 2.5e-3)
    assert found[:4] == pytest.approx(end.positions, abs=1e-9)
    assert found[4:8] == pytest.approx(end.rates, abs=2e-9)


@given(robots(), steps(), states())
def test_its_accelerations_are_kanes(robot, step, state):
    """By a tiny flight: the change of the rates is the acceleration."""
    assume(not step.knee_locked)
    linkage, time, h = Linkage.of(robot, step), 0.1, 1e-5
    constants, start = flight.trunk_constants(linkage, step), flight.start_values(state)
    after, before = (flight.fly(constants, start, time, time + sign * h, 1.0) for sign in (1, 0))
    force = KneeDrive(robot, step).force(time, state.theta, state.theta_x, state.leg1, state.leg1_rate)
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
    end = flight.fly(flight.trunk_constants(linkage, step), flight.start_values(start), 0.0, 0.4, 1e-3)
    instants = ((start.positions, start.rates), (end[:4], end[4:8]))
    before, after = (float(kane.kinetic_energy(linkage, q, v) + kane.potential_energy(linkage, q)) for q, v in instants)
    assert after - before == pytest.approx(end[8], abs=1e-7)


@pytest.mark.skipif(not flight.COMPILED, reason="numba is not installed")
def test_without_numba_it_is_the_same_flight():
    case = SWINGS[1]
    step = reference_step(case, "start")
    constants = flight.trunk_constants(Linkage.of(reference_robot(case), step), step)
    start = flight.start_values(reference_state(case, "start"))
    plain = flight.fly.py_func
    assert plain(constants, start, 0.0, 0.4, 0.01) == pytest.approx(flight.fly(constants, start, 0.0, 0.4, 0.01), abs=1e-12)


def test_an_absurd_flight_raises_nothing():
    case = SWINGS[0]
    step = reference_step(case, "start")
    constants = flight.trunk_constants(Linkage.of(reference_robot(case), step), step)
    start = flight.start_values(reference_state(case, "start"))
    start[4:7] = 50.0
    end = flight.fly(constants, start, 0.0, 3.0, 0.01)
    assert end.shape == (9,)
