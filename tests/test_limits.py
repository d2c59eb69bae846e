"""Limits and symmetries in which the walker must be what textbooks know.

Formulas derived here, not read off the code.
"""

import math

import numpy as np
import pytest
from builders import make_step, walked
from hypothesis import given
from scipy.optimize import brentq
from strategies import floats

from sipbullet.mechanics.compiled import fly, start_values, trunk_constants
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State
from sipbullet.mechanics.switching import switch_feet
from sipbullet.robot.parameters import Robot, varied

LEG = 0.9


def planar(inertia, mass, cog_height):
    return Robot(mass=mass, pelvis_width=0.0, cog_height=cog_height, inertia=(1.5, inertia, 1.5))


@given(
    floats(0.05, 2.5), floats(10.0, 150.0), floats(0.0, 0.3), floats(0.05, 0.35), floats(0.2, 3.0)
)
def test_the_speed_after_an_impact_is_the_rimless_wheels(inertia, mass, cog_height, alpha, omega):
    """Angular momentum about the new foot: (I + m·r²·cos 2β)·ω before, (I + m·r²)·ω after.

    Before, the COG moves square to its arm r from the old foot; its arm from the new foot is as
    long and turned by 2β, the angle between the two lines from the COG to the feet, so that their
    momenta about it differ by
    cos 2β.
    """
    step = make_step("right", (0.0, 0.0, 0.0), 0.0, 0.0, alpha, 0.0, LEG, LEG, LEG, 0.0)
    linkage = Linkage.of(planar(inertia, mass, cog_height), step)
    # the COG lies on the axis through the supporting leg, the swing leg is turned by 2·alpha about
    # the hip
    state = State(0.0, alpha, 0.0, 0.0, omega, 0.0, LEG)
    q = state.positions
    old, new = (
        linkage.cog_position(q) - foot for foot in (linkage.pivot, linkage.swing_foot_position(q))
    )
    momentum = inertia + mass * float(old @ new)  # m·|old|·|new|·cos 2β, with arms of any length
    expected = omega * momentum / (inertia + mass * float(new @ new))
    impact = solve_impact(linkage, state)
    assert impact.angular_velocity_post == pytest.approx([0.0, expected, 0.0], abs=1e-10)
    if cog_height == 0.0:
        r2, double = LEG * LEG, 2 * alpha
        wheel = omega * (inertia + mass * r2 * math.cos(double)) / (inertia + mass * r2)
        assert impact.angular_velocity_post[1] == pytest.approx(wheel, rel=1e-12)


@pytest.mark.parametrize(("inertia", "slope"), [(1.0, 0.05), (0.2, 0.03), (2.5, 0.08)])
def test_rolling_downhill_it_finds_the_rimless_wheels_speed(inertia, slope):
    """Its speed repeats when a step gains what the impact takes.

    With J = I + m·r² and η = (I + m·r²·cos 2β)/J a step falls by 2r·sin β·sin(slope), so that
    ½J·ω² = ½J·η²·ω² + m·g·2r·sin β·sin(slope).
    """
    beta, robot = 0.2, planar(inertia, 60.0, 0.0)
    j = inertia + robot.mass * LEG**2
    eta = (inertia + robot.mass * LEG**2 * math.cos(2 * beta)) / j
    fixed = math.sqrt(
        4 * robot.mass * 9.81 * LEG * math.sin(beta) * math.sin(slope) / (j * (1 - eta**2))
    )
    rise = -2 * LEG * math.sin(beta) * math.sin(slope)
    state = State(0.0, slope - beta, 0.0, 0.0, 1.05 * fixed, 0.0, LEG)
    for _ in range(150):
        step = make_step("right", (0.0, 0.0, 0.0), 0.0, 0.0, beta, 0.0, LEG, LEG, LEG, 0.0)
        linkage = Linkage.of(robot, step)
        constants, start = trunk_constants(linkage, step), start_values(state)

        def gap(time, linkage=linkage, constants=constants, start=start):
            return linkage.swing_foot_position(fly(constants, start, 0.0, time, 1e-3)[:4])[2] - rise

        times = np.linspace(0.02, 4.0, 400)
        last = next(k for k in range(1, 400) if gap(times[k]) <= 0.0 < gap(times[k - 1]))
        end = fly(
            constants, start, 0.0, brentq(gap, times[last - 1], times[last], xtol=1e-14), 1e-3
        )
        landed = State.from_arrays(end[:4], end[4:8])
        switched = switch_feet(linkage, step, landed, solve_impact(linkage, landed))
        state = switched.state
    assert landed.omega == pytest.approx(fixed, rel=1e-8)
    assert state.omega == pytest.approx(eta * fixed, rel=1e-8)


def touchdowns(robot=None, **settings):
    run, steps = walked(robot, **settings)
    assert run.outcome.status == "finished"
    assert steps
    states = [step.record.landing.contact.state for step in steps]
    times = [step.record.landing.contact.time for step in steps]
    return (
        np.array([s.positions for s in states]),
        np.array([s.rates for s in states]),
        np.array(times),
    )


@pytest.mark.parametrize(
    ("integrator", "tolerance"), [("kane", 1e-10), ("rk4", 1e-10), ("bullet", 1e-7)]
)
@pytest.mark.parametrize("controller", ["pid", "footstep"])
def test_doubling_mass_and_inertia_changes_no_trajectory(integrator, tolerance, controller):
    settings = {
        "world": "stairs",
        "steps": 16,
        "controller": controller,
        "simulation": {"integrator": integrator},
    }
    light, heavy = (
        touchdowns(Robot(), **settings),
        touchdowns(varied(Robot(), mass=120.0), **settings),
    )
    for one, two in zip(light, heavy, strict=True):
        assert two == pytest.approx(one, abs=tolerance)


def test_gravity_scales_time():
    """Under 4g everything happens twice as fast, along the same path: t → t/2, rates → 2·rates."""
    gait, half = (
        {"duration": 0.55, "knee_duration": 0.36},
        {"duration": 0.275, "knee_duration": 0.18},
    )
    gains = {"roll": 3.5, "roll_integral": 0.2, "sway_integral": 0.2, "duration_integral": 0.3}
    doubled = {
        "roll": 7.0,
        "roll_integral": 0.4,
        "sway_integral": 0.4,
        "duration_integral": 1.2,
    }  # 1/s, and 1/s² the last
    base = {"world": "stairs", "steps": 16}
    slow = touchdowns(
        Robot(), **base, gait=gait, pid=gains, simulation={"integrator": "kane", "dt": 2e-3}
    )
    robot = varied(Robot(), knee_frequency=36.0)
    simulation = {"integrator": "kane", "dt": 1e-3, "gravity": 4 * 9.81}
    quick = touchdowns(robot, **base, gait=half, pid=doubled, simulation=simulation)
    assert quick[0] == pytest.approx(slow[0], abs=1e-8)
    assert quick[1] == pytest.approx(2 * slow[1], abs=1e-7)
    assert quick[2] == pytest.approx(slow[2] / 2, abs=1e-9)


@pytest.mark.parametrize("integrator", ["kane", "rk4"])
def test_the_mirrored_walk_is_the_mirror_image(integrator):
    """Yaw, roll and their rates change sign, the rest stays."""
    settings = {
        "world": "stairs",
        "steps": 16,
        "controller": "pid",
        "simulation": {"integrator": integrator},
    }
    right, left = touchdowns(**settings, start="right"), touchdowns(**settings, start="left")
    mirror = np.array([-1.0, 1.0, -1.0, 1.0])
    assert left[0] == pytest.approx(mirror * right[0], abs=1e-9)
    assert left[1] == pytest.approx(mirror * right[1], abs=1e-9)
