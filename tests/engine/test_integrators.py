import numpy as np
import pytest
from reference import SWINGS, reference_robot, reference_state, reference_step

from sipbullet.engine.integrators.registry import make_integrator
from sipbullet.mechanics import kane
from sipbullet.mechanics.leg_geometry import Linkage

LOCKED = [case for case in SWINGS if case["step"]["knee_locked"]]
MOVING = [case for case in SWINGS if not case["step"]["knee_locked"]]


def swing_errors(make_body, case, name, dt):
    """Largest errors of positions and rates of a reference swing, and the energy drift."""
    robot, step = reference_robot(case), reference_step(case, "start")
    start, end = reference_state(case, "start"), reference_state(case, "end")
    linkage = Linkage.of(robot, step)
    body = make_body(robot)
    integrator = make_integrator(name, body, dt)
    moment = integrator.advance(integrator.begin(step, start), round(case["time"] / dt))
    body.client.close()
    q = moment.positions
    v = integrator.synchronised(
        kane.Configuration(linkage, q[None]), np.array([moment.time]), q[None], moment.rates[None]
    )[0]
    instants = ((start.positions, start.rates), (q, v))
    energies = [
        kane.kinetic_energy(linkage, *at) + kane.potential_energy(linkage, at[0]) for at in instants
    ]
    drift = float((energies[1] - energies[0] - moment.work) / energies[0])
    return np.abs(q - end.positions).max(), np.abs(v - end.rates).max(), abs(drift)


@pytest.mark.parametrize("case", SWINGS)
def test_bullet_at_1_ms_agrees_with_an_independent_simulation(make_body, case):
    angle, rate, drift = swing_errors(make_body, case, "bullet", 1e-3)
    assert angle <= 5e-4
    assert rate <= 5e-3
    assert drift <= (1e-5 if case["step"]["knee_locked"] else 1e-4)


@pytest.mark.parametrize("name", ["rk4", "kane"])
@pytest.mark.parametrize("case", SWINGS)
def test_rk4_and_kane_at_10_ms_agree_with_an_independent_simulation(make_body, case, name):
    angle, rate, drift = swing_errors(make_body, case, name, 1e-2)
    assert angle <= 1e-7
    assert rate <= 1e-7
    assert drift <= (1e-8 if case["step"]["knee_locked"] else 1e-7)


@pytest.mark.parametrize("case", [LOCKED[0], MOVING[0], MOVING[1]])
def test_bullet_converges_at_first_order(make_body, case):
    coarse, fine = (np.array(swing_errors(make_body, case, "bullet", dt)) for dt in (2e-3, 5e-4))
    assert np.all(np.log(coarse / fine) / np.log(4) > 0.85)


@pytest.mark.parametrize("case", [LOCKED[0], MOVING[0], MOVING[1]])
def test_rk4_converges_at_fourth_order(make_body, case):
    coarse, fine = (np.array(swing_errors(make_body, case, "rk4", dt)) for dt in (2e-2, 1e-2))
    assert np.all(np.log2(coarse / fine) > 3.4)


@pytest.mark.parametrize("name", ["bullet", "rk4", "kane"])
@pytest.mark.parametrize("case", [LOCKED[0], MOVING[0]])
def test_going_back_repeats_the_same_swing(make_body, name, case):
    body = make_body(reference_robot(case))
    integrator = make_integrator(name, body, 1e-3)
    middle = integrator.advance(
        integrator.begin(reference_step(case, "start"), reference_state(case, "start")), 100
    )
    first = integrator.advance(middle, 50)
    integrator.restore(middle)
    again = integrator.advance(middle, 50)
    assert again.positions == pytest.approx(first.positions, abs=1e-12)
    assert again.work == pytest.approx(first.work, abs=1e-9)


@pytest.mark.parametrize("name", ["bullet", "rk4", "kane"])
def test_two_fractions_join_two_steps(make_body, name):
    """A fraction of a step ends where a finer simulation passes, to the integrator's order."""
    case = MOVING[0]
    body = make_body(reference_robot(case))
    integrator = make_integrator(name, body, 1e-3)
    start = integrator.advance(
        integrator.begin(reference_step(case, "start"), reference_state(case, "start")), 100
    )
    after = integrator.advance(start, 1)
    whole = integrator.part(start, after, 1e-3)
    assert whole.positions == pytest.approx(after.positions, abs=1e-12)
    half = integrator.part(start, after, 5e-4)
    assert half.positions == pytest.approx((start.positions + after.positions) / 2, abs=1e-6)
    assert half.time == pytest.approx(start.time + 5e-4)


def test_the_step_reference_of_the_paper_is_followed(make_body):
    """knee_duration 0: a plain step of the reference, a critically damped knee."""
    import dataclasses

    case = MOVING[0]
    robot = dataclasses.replace(
        reference_robot(case), knee_stiffness=60 * 18.0**2, knee_damping=2 * 60 * 18.0
    )
    step = reference_step(case, "start")
    step = dataclasses.replace(step, knee=dataclasses.replace(step.knee, duration=0.0))
    body = make_body(robot)
    results = []
    for name, dt in (("rk4", 5e-3), ("bullet", 5e-4)):
        integrator = make_integrator(name, body, dt)
        results.append(
            integrator.advance(
                integrator.begin(step, reference_state(case, "start")), round(0.4 / dt)
            ).positions
        )
    assert results[0][3] == pytest.approx(0.9, abs=2e-3)
    assert results[1] == pytest.approx(results[0], abs=1e-3)
