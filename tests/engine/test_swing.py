"""The guard: what counts as a touchdown, and what as a fall."""

import math

import numpy as np
import pytest
from builders import make_step

from sipbullet.config.resources import default_robot
from sipbullet.control.prediction import leg_pair
from sipbullet.control.step_pendulum import StepPendulum
from sipbullet.engine.client import Client
from sipbullet.engine.engine import Engine
from sipbullet.errors import ConfigError
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.worlds.description import WorldDescription
from sipbullet.worlds.exports import world_urdf
from sipbullet.worlds.terrain import World

ROBOT = Robot()
URDF = default_robot().read_bytes()


def make_world(*sections):
    return World(WorldDescription.model_validate({"name": "test", "section": sections}))


def swing(world, step, state, integrator="bullet", limit=1.1, dt=None):
    dt = dt or {"bullet": 1e-3, "rk4": 1e-2, "kane": 1e-2}[integrator]
    with Engine(Walker(ROBOT), URDF, world_urdf(world), integrator, dt) as engine:
        return engine.swing(step, state, limit)


FLAT = make_world({"kind": "landing", "length": 3.0})
UP = make_world(
    {"kind": "landing", "length": 0.15}, {"kind": "stairs", "steps": 5, "rise": 0.15, "run": 0.3}
)


def level_step(alpha=0.2, leg2=0.9, pivot=(0.0, -0.1, 0.0)):
    return make_step("right", pivot, 0.0, 0.0, alpha, 0.0, 0.9, 0.9, leg2, 0.36)


@pytest.mark.parametrize("integrator", ["bullet", "rk4", "kane"])
def test_touchdown_is_on_the_ground_to_rounding(integrator):
    step = level_step()
    found = swing(FLAT, step, State(0.0, -0.2, 0.0, 0.0, 1.0, 0.2, 0.9), integrator)
    assert found.contact is not None
    assert abs(found.contact.foot[2] - found.contact.top) <= 1e-7
    at = Linkage.of(ROBOT, step).swing_foot_position(found.contact.state.positions)
    assert found.contact.foot == pytest.approx(tuple(at), abs=1e-12)
    assert found.segments[0].times[-1] == found.contact.time
    assert np.all(np.diff(found.segments[0].times) > 0)


def test_touchdown_time_does_not_depend_on_the_step():
    step, state = level_step(), State(0.0, -0.2, 0.0, 0.0, 1.0, 0.2, 0.9)
    times = [swing(FLAT, step, state, "rk4", dt=dt).contact.time for dt in (0.02, 0.01, 0.003)]
    assert times == pytest.approx([times[-1]] * 3, abs=1e-7)


@pytest.mark.parametrize("integrator", ["bullet", "rk4", "kane"])
def test_a_foot_that_starts_inside_the_next_tread_comes_out_and_lands_on_it(integrator):
    pair = leg_pair(0.9, 0.3, 0.15)
    step = make_step(
        "right", (0.3, -0.1, 0.15), 0.0, 0.0, pair.leg_angle / 2, 0.0, 0.75, 0.9, 0.75, 0.36
    )
    lean = pair.lean - pair.leg_angle
    forward = StepPendulum(Walker(ROBOT), (0.75, 0.9), 0.36, 0.55).feed_forward(lean, pair.lean)
    found = swing(
        UP, step, State(0.0, lean, 0.0, 0.0, forward.omega, forward.roll_rate, 0.75), integrator
    )
    first = Linkage.of(ROBOT, step).swing_foot_position(found.segments[0].positions[0])
    assert first[0] > 0.45 and 0.2 < first[2] < 0.3, (
        "it starts inside the tread whose top is at 0.30 m"
    )
    assert found.contact is not None
    assert found.contact.top == pytest.approx(0.30, abs=1e-12)
    assert found.contact.time == pytest.approx(0.55, abs=0.02)
    assert found.riser_crossings == 0


def test_a_foot_that_never_gets_above_the_ground_has_scuffed():
    step = level_step(alpha=0.02, leg2=0.99)
    found = swing(FLAT, step, State(0.0, -0.05, 0.0, 0.0, 0.4, 0.3, 0.9), limit=0.3)
    assert found.contact is None
    assert "scuffed" in found.reason


@pytest.mark.parametrize("integrator", ["bullet", "rk4", "kane"])
def test_entering_a_riser_is_no_touchdown(integrator):
    """A riser stands in the way of a foot that would land behind it.

    It is counted, and nothing is touched.
    """
    step, state = level_step(), State(0.0, -0.2, 0.0, 0.0, 1.0, 0.2, 0.9)
    free = swing(FLAT, step, state, integrator)
    path = Linkage.of(ROBOT, step).swing_foot_position(free.segments[0].positions)
    low = int(np.argmax(path[:, 2] < 0.08))
    riser = float(path[low : low + 2, 0].mean())
    world = make_world(
        {"kind": "landing", "length": riser},
        {"kind": "stairs", "steps": 2, "rise": 0.15, "run": 0.3},
    )
    found = swing(world, step, state, integrator)
    assert found.riser_crossings == 1
    assert found.contact is None
    assert "scuffed" in found.reason or "pelvis" in found.reason


def test_a_pelvis_that_sinks_is_a_fall():
    found = swing(FLAT, level_step(alpha=-0.5), State(0.0, 0.3, 0.0, 0.0, 2.0, 0.0, 0.9), limit=3.0)
    assert found.contact is None
    assert "pelvis sank" in found.reason


def test_no_touchdown_in_time_is_a_fall():
    found = swing(FLAT, level_step(), State(0.0, -0.2, 0.0, 0.0, 0.77, 0.2, 0.9), limit=0.2)
    assert found.contact is None
    assert "no touchdown within 0.20 s" in found.reason


def test_over_the_edge_of_the_world_nothing_is_touched():
    step = level_step(pivot=(3.55, -0.1, 0.0))
    found = swing(FLAT, step, State(0.0, -0.2, 0.0, 0.0, 1.0, 0.2, 0.9), limit=1.1)
    assert found.contact is None


@pytest.mark.parametrize("dt", [0.0, -1e-3, math.nan, math.inf, 0.2])
def test_an_impossible_time_step_is_refused(dt):
    with pytest.raises(ConfigError, match="dt"):
        Engine(Walker(ROBOT), URDF, world_urdf(FLAT), "bullet", dt)


def test_an_unknown_integrator_is_refused():
    with pytest.raises(ConfigError, match="'bullet', 'rk4'"):
        Engine(Walker(ROBOT), URDF, world_urdf(FLAT), "euler")


def test_a_closed_client_can_be_closed_again():
    client = Client()
    client.close()
    client.close()
    assert not client.connected
