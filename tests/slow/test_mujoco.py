"""A second opinion: the same body in MuJoCo, swing by swing."""

import mujoco
import numpy as np
import pytest
from mujoco_body import MujocoSwing

from sipbullet.config.models import WalkConfig
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.simulation.prepare import prepare

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("integrator", ["rk4", "kane"])
def test_every_swing_of_a_tour_is_mujocos(integrator):
    """1e-7 at the touchdown, from the same start, by MuJoCo's own dynamics and Runge–Kutta."""
    config = {
        "world": "tour",
        "controller": "footstep",
        "simulation": {"integrator": integrator, "dt": 5e-3},
    }
    walk = prepare(WalkConfig.model_validate(config)).run()
    worst, moving = 0.0, 0
    for walked in walk:
        record = walked.record
        swing = MujocoSwing(
            Linkage.of(walk.robot, record.step),
            record.step,
            5e-4 if not record.step.knee_locked else 1e-3,
        )
        positions, rates = swing.run(record.start, record.landing.contact.time)
        end = record.landing.contact.state
        worst = max(worst, np.abs(positions - end.positions).max(), np.abs(rates - end.rates).max())
        moving += not record.step.knee_locked
    assert walk.outcome.status == "finished"
    assert moving > 20
    assert worst <= 1e-7


def test_mujocos_mass_matrix_is_the_kane_models():
    from sipbullet.mechanics import kane

    walk = prepare(WalkConfig(world="stairs", steps=8)).run()
    record = list(walk)[-1].record
    linkage = Linkage.of(walk.robot, record.step)
    swing = MujocoSwing(linkage, record.step, 1e-3)
    swing.data.qpos[:], swing.data.qvel[:] = record.start.positions, record.start.rates
    mujoco.mj_forward(swing.model, swing.data)
    matrix = np.zeros((4, 4))
    mujoco.mj_fullM(swing.model, swing.data, matrix)
    assert matrix == pytest.approx(kane.mass_matrix(linkage, record.start.positions), abs=1e-10)
