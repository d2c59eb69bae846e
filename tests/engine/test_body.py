import dataclasses
import re

import numpy as np
import pytest
from builders import make_step
from hypothesis import HealthCheck, given, settings
from strategies import robots, states, steps

from sipbullet.config.models import WalkConfig
from sipbullet.engine.body import WalkerBody
from sipbullet.engine.client import Client
from sipbullet.errors import EngineError
from sipbullet.mechanics import kane
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.leg_geometry import Linkage, point_velocity
from sipbullet.mechanics.state import KneeMotion, State, Step, SwingLeg
from sipbullet.mechanics.switching import switch_feet
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.robot.urdf_reader import load_robot
from sipbullet.robot.urdf_writer import robot_urdf
from sipbullet.simulation.prepare import prepare

engine_settings = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def body():
    robot = Robot(cog_height=0.1, inertia=(2.5, 2.2, 0.8))
    client = Client()
    yield WalkerBody(client, Walker(robot), robot_urdf(robot).encode())
    client.close()


@engine_settings
@given(steps(), states())
def test_pybullets_mass_matrix_and_accelerations_are_kanes(body, step, state):
    linkage = Linkage.of(body.walker, step)
    q = state.positions
    scale = np.abs(kane.mass_matrix(linkage, q)).max()
    assert body.mass_matrix(step, q) == pytest.approx(
        kane.mass_matrix(linkage, q), abs=1e-9 * scale
    )
    for force in (None, 400.0):
        v = state.rates if force else np.array([*state.rates[:3], 0.0])
        expected = kane.accelerations(linkage, q, v, force)
        assert body.accelerations(step, q, v, force) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(robots(), steps(), states())
def test_the_same_holds_for_any_robot(make_body, robot, step, state):
    body = make_body(robot)
    linkage = Linkage.of(robot, step)
    q, v = state.positions, state.rates
    expected = kane.accelerations(linkage, q, v, 400.0)
    assert body.accelerations(step, q, v, 400.0) == pytest.approx(expected, rel=1e-9, abs=1e-8)
    body.client.close()


@engine_settings
@given(steps(), states())
def test_places_and_velocities_in_pybullet_are_the_linkages(body, step, state):
    """Also for the left support, where the chain is the mirrored robot."""
    linkage = Linkage.of(body.walker, step)
    body.place(step, state)
    pelvis, foot = (body.client.getLinkState(body.id, link, 1, 1) for link in (5, 8))
    q, v = state.positions, state.rates
    assert pelvis[0] == pytest.approx(tuple(linkage.cog_position(q)), abs=1e-9)
    assert foot[0] == pytest.approx(tuple(linkage.swing_foot_position(q)), abs=1e-9)
    assert pelvis[6] == pytest.approx(tuple(point_velocity(q, v, linkage.cog)), abs=1e-9)
    assert foot[6] == pytest.approx(tuple(point_velocity(q, v, linkage.swing_foot)), abs=1e-9)


@engine_settings
@given(steps(), states())
def test_after_a_reset_the_engine_moves_as_the_impact_says(body, step, state):
    linkage = Linkage.of(body.walker, step)
    impact = solve_impact(linkage, state)
    after = switch_feet(linkage, step, state, impact)
    leg = after.state.leg1
    following = Step(after.stance, SwingLeg(0.1, 0.0, leg), KneeMotion.held(leg))
    body.place(following, after.state)
    pelvis = body.client.getLinkState(body.id, 5, 1, 1)
    assert pelvis[7] == pytest.approx(tuple(impact.angular_velocity_post), abs=1e-9)
    cog = Linkage.of(body.walker, following).cog_position(after.state.positions)
    lever = cog - np.array(after.stance.pivot)
    assert pelvis[6] == pytest.approx(
        tuple(np.cross(impact.angular_velocity_post, lever)), abs=1e-8
    )


def test_masses_and_inertias_are_compared_after_loading():
    client = Client()
    heavier = Walker(dataclasses.replace(Robot(), mass=61.0))
    with pytest.raises(EngineError, match="not"):
        WalkerBody(client, heavier, robot_urdf(Robot()).encode())
    client.close()


def test_the_order_of_the_links_in_the_file_does_not_matter(tmp_path):
    """With PyBullet's URDF_MAINTAIN_LINK_ORDER such a file ends the process."""
    text = robot_urdf(Robot())
    pelvis = re.search(r'  <link name="pelvis">.*?</link>\n', text, re.S)[0]
    path = tmp_path / "robot.urdf"
    path.write_text(
        text.replace(pelvis, "").replace(
            '  <link name="stance_foot">', pelvis + '  <link name="stance_foot">'
        )
    )
    client = Client()
    body = WalkerBody(client, Walker(load_robot(path)), path.read_bytes())
    assert client.getDynamicsInfo(body.id, 5)[0] == 60.0
    client.close()


def test_two_servers_do_not_know_of_each_other(make_body):
    first, second = make_body(Robot()), make_body(Robot(leg_length=1.0))
    step = make_step("right", (0.0, 0.0, 0.0), 0.0, 0.0, 0.2, 0.0, 0.9, 0.9, 0.9, 0.0)
    first.place(step, State(0.1, 0.2, 0.0, 0.0, 0.0, 0.0, 0.9))
    second.place(step, State(0.5, 0.2, 0.0, 0.0, 0.0, 0.0, 0.9))
    assert first.stance()[0][0] == pytest.approx(0.1)
    assert second.stance()[0][0] == pytest.approx(0.5)


def test_a_robot_whose_inertia_pybullet_takes_for_invalid_walks_all_the_same(tmp_path):
    """(m·y)·z and (m·z)·y, rounded, differ in the last place.

    PyBullet compares them for equality.
    """
    robot = Robot(
        mass=171.0, leg_length=1.0, pelvis_width=0.375, cog_height=0.47, inertia=(2.0, 2.0, 2.0)
    )
    path = tmp_path / "robot.urdf"
    path.write_text(robot_urdf(robot))
    client = Client()
    assert not WalkerBody(client, Walker(robot), path.read_bytes()).has_dynamics
    client.close()
    ends = []
    for integrator in ("rk4", "kane"):
        config = {
            "world": "flat",
            "steps": 3,
            "robot": str(path),
            "simulation": {"integrator": integrator},
        }
        walk = prepare(WalkConfig.model_validate(config)).run()
        ends.append([step.record.landing.contact.state.positions for step in walk])
    assert np.array(ends[0]) == pytest.approx(np.array(ends[1]), abs=1e-7)
