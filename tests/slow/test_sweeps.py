"""Where exact footsteps succeed: every combination must, with friction below 0.6."""

import math

import pytest

from sipbullet.config.models import WalkConfig
from sipbullet.simulation.prepare import prepare

pytestmark = pytest.mark.slow
LANDING = {"kind": "landing", "length": 1.5}


def check(tmp_path, sections, **gait):
    import tomli_w

    path = tmp_path / "sweep.toml"
    path.write_text(tomli_w.dumps({"name": "sweep", "section": sections}))
    settings = {
        "world": str(path),
        "controller": "footstep",
        "simulation": {"integrator": "rk4"},
        "gait": gait,
    }
    walk = prepare(WalkConfig.model_validate(settings)).run()
    steps = list(walk)
    assert walk.outcome.reason == "reached the end of the path"
    for s in steps:
        x, y, _ = s.record.landing.contact.foot
        assert math.hypot(x - s.target.x, y - s.target.y) <= 5e-5
        assert s.record.quantities.min_fz > 0
        assert s.record.quantities.max_friction < 0.6
        assert s.record.landing.impact.friction < 0.6
        assert s.record.landing.impact.trailing_foot_lifts


@pytest.mark.parametrize("turn", ["left", "right"])
@pytest.mark.parametrize("rise", [0.15, -0.15])
@pytest.mark.parametrize("radius", [1.0, 1.5, 2.0, 3.0, 5.0, 10.0])
def test_spirals_of_any_radius(tmp_path, radius, rise, turn):
    flight = {
        "kind": "spiral",
        "steps": 16,
        "rise": rise,
        "run": 0.3,
        "radius": radius,
        "turn": turn,
    }
    check(tmp_path, [LANDING, flight, LANDING])


@pytest.mark.parametrize("run", [0.22, 0.26, 0.30, 0.35, 0.40])
@pytest.mark.parametrize("rise", [-0.20, -0.15, -0.10, -0.05, 0.05, 0.10, 0.15, 0.20])
def test_stairs_of_any_slope(tmp_path, rise, run):
    check(tmp_path, [LANDING, {"kind": "stairs", "steps": 10, "rise": rise, "run": run}, LANDING])


@pytest.mark.parametrize("duration", [0.4, 0.5, 0.6, 0.7, 0.8])
@pytest.mark.parametrize("length", [0.15, 0.25, 0.35, 0.45, 0.55, 0.65])
def test_any_pace_on_the_flat(tmp_path, length, duration):
    check(tmp_path, [{"kind": "landing", "length": 10.0}], length=length, duration=duration)


@pytest.mark.parametrize("rise", [0.15, -0.15])
@pytest.mark.parametrize("duration", [0.4, 0.5, 0.6, 0.7, 0.8])
def test_stairs_at_any_cadence(tmp_path, duration, rise):
    check(
        tmp_path,
        [LANDING, {"kind": "stairs", "steps": 10, "rise": rise, "run": 0.3}, LANDING],
        duration=duration,
    )
