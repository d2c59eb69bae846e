import numpy as np
import pytest
from hypothesis import given
from independent import fall
from reference import SWINGS, reference_robot, reference_state, reference_step
from strategies import robots, states, steps

from sipbullet.mechanics import kane
from sipbullet.mechanics.knee import KneeDrive
from sipbullet.mechanics.leg_geometry import Linkage


@pytest.mark.parametrize("case", SWINGS)
def test_swing_agrees_with_an_independent_simulation(case):
    step, end = reference_step(case, "start"), reference_state(case, "end")
    linkage = Linkage.of(reference_robot(case), step)
    q, v, _ = fall(linkage, step, reference_state(case, "start"), case["time"])
    assert q == pytest.approx(end.positions, abs=1e-11)
    assert v == pytest.approx(end.rates, abs=1e-11)
    assert kane.kinetic_energy(linkage, q, v) == pytest.approx(case["kinetic"][1], abs=1e-9)
    assert kane.potential_energy(linkage, q) == pytest.approx(case["potential"][1], abs=1e-9)
    assert kane.angular_momentum(linkage, q, v)[2] == pytest.approx(
        case["angular_momentum_z"][1], abs=1e-10
    )


@pytest.mark.parametrize("case", SWINGS)
def test_reaction_agrees_with_an_independent_simulation(case):
    step, end = reference_step(case, "start"), reference_state(case, "end")
    linkage = Linkage.of(reference_robot(case), step)
    q, v = end.positions, end.rates
    drive = KneeDrive(linkage.walker, step)
    force = None if step.knee_locked else drive.force(case["time"], q[1], q[2], q[3], v[3])
    reaction = kane.ground_reaction(linkage, q, v, kane.accelerations(linkage, q, v, force))
    assert reaction == pytest.approx(case["reaction_end"], abs=1e-7)


@given(robots(), steps(), states())
def test_mass_matrix_gives_the_kinetic_energy(robot, step, state):
    linkage = Linkage.of(robot, step)
    q, v = state.positions, state.rates
    matrix = kane.mass_matrix(linkage, q)
    assert matrix == pytest.approx(matrix.T, abs=1e-12)
    assert np.linalg.eigvalsh(matrix).min() > 0
    assert 0.5 * v @ matrix @ v == pytest.approx(
        float(kane.kinetic_energy(linkage, q, v)), rel=1e-12
    )


@given(robots(), steps(), states())
def test_power_of_the_knee_is_the_change_of_energy(robot, step, state):
    linkage = Linkage.of(robot, step)
    q, v, force, h = state.positions, state.rates, 321.0, 1e-6
    a = kane.accelerations(linkage, q, v, force)

    def energy(t):
        at, rate = q + t * v + 0.5 * t * t * a, v + t * a
        return float(kane.kinetic_energy(linkage, at, rate) + kane.potential_energy(linkage, at))

    assert (energy(h) - energy(-h)) / (2 * h) == pytest.approx(force * v[3], abs=1e-3)


@given(robots(), steps(), states())
def test_moment_of_the_weight_is_the_change_of_angular_momentum(robot, step, state):
    linkage = Linkage.of(robot, step)
    q, v, h = state.positions, state.rates, 1e-6
    v = np.array([*v[:3], 0.0])
    a = kane.accelerations(linkage, q, v, None)
    after = kane.angular_momentum(linkage, q + h * v + 0.5 * h * h * a, v + h * a)
    before = kane.angular_momentum(linkage, q - h * v + 0.5 * h * h * a, v - h * a)
    weight = np.array([0.0, 0.0, -robot.mass * 9.81])
    moment = np.cross(linkage.cog_position(q) - linkage.pivot, weight)
    assert (after - before) / (2 * h) == pytest.approx(moment, abs=1e-4)


@pytest.mark.parametrize("case", SWINGS[:1] + SWINGS[3:4])
def test_energy_and_vertical_momentum_are_kept_by_a_locked_knee(case):
    step, start = reference_step(case, "start"), reference_state(case, "start")
    linkage = Linkage.of(reference_robot(case), step)
    q, v, _ = fall(linkage, step, start, 0.4)
    energies = [
        kane.kinetic_energy(linkage, *s) + kane.potential_energy(linkage, s[0])
        for s in ((start.positions, start.rates), (q, v))
    ]
    momenta = [
        kane.angular_momentum(linkage, *s)[2] for s in ((start.positions, start.rates), (q, v))
    ]
    assert energies[1] == pytest.approx(energies[0], rel=1e-12)
    assert momenta[1] == pytest.approx(momenta[0], abs=1e-11)


def test_a_moving_knee_changes_the_energy_by_its_work_alone():
    case = SWINGS[1]
    step, start = reference_step(case, "start"), reference_state(case, "start")
    linkage = Linkage.of(reference_robot(case), step)
    q, v, work = fall(linkage, step, start, 0.4)
    before = kane.kinetic_energy(linkage, start.positions, start.rates) + kane.potential_energy(
        linkage, start.positions
    )
    after = kane.kinetic_energy(linkage, q, v) + kane.potential_energy(linkage, q)
    assert abs(work) > 50
    assert after - before == pytest.approx(work, rel=1e-9)
