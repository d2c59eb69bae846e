import math

import numpy as np
import pytest
from builders import make_step, walked
from hypothesis import given
from strategies import floats

from sipbullet.mechanics.foot_placement import foot_placement
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State
from sipbullet.robot.parameters import Robot


def run(stop, tmp_path=None, heading=None, **more):
    settings = {
        "world": "flat",
        "steps": 12,
        "controller": "footstep",
        "stop": stop,
        "simulation": {"integrator": "rk4"},
    }
    if heading is not None:
        path = tmp_path / "plaza.toml"
        path.write_text('name = "plaza"\nwidth = 30\n[[section]]\nkind = "landing"\nlength = 30\n')
        settings |= {
            "world": str(path),
            "schedule": [{"step": k, "heading": heading * k / 6} for k in range(1, 7)],
        }
    return walked(**(settings | more))


def left(stand):
    return stand.kinetic_left / stand.kinetic_start


@pytest.mark.parametrize(("stop", "limit"), [("paper", 0.015), ("refined", 0.001)])
@pytest.mark.parametrize(
    ("length", "duration"), [(0.2, 0.55), (0.3, 0.5), (0.4, 0.55), (0.5, 0.5), (0.6, 0.55)]
)
def test_it_stops_from_five_speeds(stop, limit, length, duration):
    walk, steps = run(stop, gait={"length": length, "duration": duration})
    stand = steps[-1].stand
    assert walk.outcome.reason == "came to rest with step 12, and stands"
    assert left(stand) <= limit
    assert stand.hold.times[-1] == pytest.approx(5.0)
    assert stand.drift <= 1e-3
    assert stand.cog_offset < (0.03 if stop == "paper" else 0.002)


@pytest.mark.parametrize(("stop", "limit"), [("paper", 0.015), ("refined", 0.001)])
@pytest.mark.parametrize("heading", [0.0, 0.7, -1.5])
def test_it_stops_in_any_direction(tmp_path, stop, limit, heading):
    walk, steps = run(stop, tmp_path, heading)
    assert walk.outcome.status == "finished", walk.outcome
    assert left(steps[-1].stand) <= limit


@pytest.mark.parametrize("stop", ["paper", "refined"])
@pytest.mark.parametrize(
    ("steps_taken", "where"), [(9, "on a tread"), (17, "on the landing"), (22, "going down")]
)
def test_it_stops_on_a_staircase(stop, steps_taken, where):
    walk, steps = run(stop, world="stairs", steps=steps_taken)
    assert walk.outcome.status == "finished", (where, walk.outcome)
    assert left(steps[-1].stand) <= 0.03
    assert steps[-1].stand.drift <= 1e-3


@pytest.mark.parametrize("controller", ["pid", "str"])
@pytest.mark.parametrize("integrator", ["bullet", "rk4", "kane"])
def test_it_stops_whatever_walked(controller, integrator):
    walk, steps = run("paper", controller=controller, simulation={"integrator": integrator})
    assert walk.outcome.status == "finished"
    assert left(steps[-1].stand) <= 0.015


def test_both_feet_stand_on_the_ground():
    _, steps = run("refined")
    hold = steps[-1].stand.hold
    foot = hold.linkage.swing_foot_position(hold.positions[0])
    assert foot[2] == pytest.approx(0.0, abs=1e-9)
    assert math.hypot(*(foot - hold.linkage.pivot)[:2]) == pytest.approx(0.2, abs=1e-9)
    assert 0.85 < hold.step.swing_leg.length < 0.95


def test_where_no_foothold_can_stop_it_the_walk_ends_and_says_so():
    walk, steps = run("paper", gait={"length": 0.6}, footstep={"max_alpha": 0.3})
    assert walk.outcome.status == "stopped"
    assert walk.outcome.reason == "step 12: no foothold within reach brings the walker to rest"
    assert len(steps) == 11


@given(floats(-0.3, -0.05), floats(0.3, 1.6), floats(0.7, 1.0), floats(0.5, 3.0))
def test_in_the_plane_it_is_wights_and_millards_estimate(lean, omega, leg2, inertia):
    """Where the assumptions coincide the energy equation is that of the planar FPE.

    With h the COG's height over the landing foot, d = h·tan(phi) how far it lands ahead of it, v
    the COG's velocity and w the rate before the impact and J the inertia, the angular momentum H =
    m·(h·v_x + d·v_z) + J·w about that foot passes through the impact, and the walker comes to rest
    when H²/(2(J + m·h²/cos²phi))
    = m·g·h·(1/cos(phi) − 1)
    (Millard et al., 2012).
    """
    robot = Robot(pelvis_width=0.0, inertia=(1.5, inertia, 1.5))
    step = make_step("right", (0.0, 0.0, 0.0), 0.0, 0.0, 0.25, 0.0, 0.9, 0.9, leg2, 0.0)
    state = State(0.0, -lean, 0.0, 0.0, omega, 0.0, 0.9)
    linkage = Linkage.of(robot, step)
    q = state.positions
    d, _, h = linkage.swing_foot_position(q) - linkage.cog_position(q)
    h = -h
    speed_x, speed_z = 0.9 * omega * math.cos(-lean), -0.9 * omega * math.sin(-lean)
    momentum = robot.mass * (h * speed_x + d * speed_z) + inertia * omega
    phi = math.atan2(d, h)
    kinetic = momentum**2 / (2 * (inertia + robot.mass * h * h / math.cos(phi) ** 2))
    needed = robot.mass * 9.81 * h * (1 / math.cos(phi) - 1)
    energy, vertical, astray = foot_placement(linkage, state)
    scale = robot.mass * 9.81 * h / math.cos(phi)
    assert energy == pytest.approx((kinetic - needed) / scale, abs=1e-10)
    assert (vertical, astray) == pytest.approx((0.0, 0.0), abs=1e-12)


def test_every_step_has_its_estimate():
    _, steps = run("none")
    for step in steps[:-1]:
        energy, vertical, _ = step.record.landing.placement
        assert energy > 0.005, "a walk that goes on has energy to spare"
        assert np.isfinite(vertical)
