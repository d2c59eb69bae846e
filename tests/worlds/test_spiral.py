import math

import numpy as np
import pytest
from plans import plan_of

from sipbullet.engine.client import Client
from sipbullet.engine.ground import Ground
from sipbullet.errors import WorldError
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.description import WorldDescription
from sipbullet.worlds.exports import world_urdf
from sipbullet.worlds.terrain import World


def spiral(radius=1.0, rise=0.15, turn="left", steps=12, run=0.25, width=1.2):
    landing = {"kind": "landing", "length": 1.5}
    flight = {
        "kind": "spiral",
        "steps": steps,
        "rise": rise,
        "run": run,
        "radius": radius,
        "turn": turn,
    }
    return World(
        WorldDescription.model_validate(
            {"name": "spiral", "width": width, "section": [landing, flight, landing]}
        )
    )


WORLDS = [
    spiral(r, rise, turn)
    for r in (1.0, 3.0)
    for rise in (0.15, -0.15, 0.0)
    for turn in ("left", "right")
]


@pytest.mark.parametrize("world", WORLDS)
def test_every_tread_is_where_its_sector_is_and_ends_on_its_radius(world):
    """Just inside each sector's edges, but its rim, the ground is the tread's."""
    for tread in world.treads:
        if tread.section != 1:
            continue
        for s in (tread.start + 1e-4, tread.middle, tread.end - 1e-4):
            points = np.array([world.pose(s).left(left) for left in np.linspace(-0.59, 0.59, 15)])
            assert world.heights(points) == pytest.approx(tread.top, abs=1e-12)


@pytest.mark.parametrize(
    "world", WORLDS + [load_world(name) for name in ("spiral", "tower", "tour")]
)
def test_there_is_no_gap_on_the_way(world):
    places = np.arange(-0.5003, world.length + 0.5, 0.0071)
    for left in (-0.4, 0.0, 0.4):
        for s in places.tolist():
            top = world.treads[
                next(
                    i for i, t in enumerate(world.treads) if s < t.end or i == len(world.treads) - 1
                )
            ].top
            found = world.heights(np.array([world.pose(s).left(left)]), top + 0.9)[0]
            assert found == pytest.approx(
                top, abs=0.2 + 1e-9
            )  # never a hole, at most a riser away by rounding


@pytest.mark.parametrize("name", ["spiral", "tower", "tour"])
def test_the_engine_finds_every_foothold_on_its_tread(name):
    world = load_world(name)
    client = Client()
    ground = Ground(client, world_urdf(world))
    for foothold in plan_of(world, 0.4, 0.2):
        assert ground.top_under(foothold.x, foothold.y, foothold.z + 0.9) == pytest.approx(
            foothold.z, abs=1e-12
        )
        assert ground.height(foothold.x, foothold.y, foothold.z + 0.9) == pytest.approx(
            foothold.z, abs=1e-6
        )
    client.close()


def test_under_another_flight_the_ground_is_the_near_one():
    """In the tower two flights lie over each other.

    A ray from the roof would meet the upper one.
    """
    world = load_world("tower")
    plan = plan_of(world, 0.4, 0.2)
    below = [f for f in plan if world.heights(np.array([[f.x, f.y]]))[0] > f.z + 1.0]
    assert len(below) > 10
    for f in below:
        assert world.heights(np.array([[f.x, f.y]]), f.z + 0.9)[0] == pytest.approx(f.z)


def test_it_turns_by_its_length_over_its_radius():
    world = spiral(radius=2.0, turn="right")
    assert world.pose(1.5 + 3.0).heading == pytest.approx(-1.5)
    assert spiral(radius=2.0).pose(4.5).heading == pytest.approx(1.5)


def test_left_and_right_are_mirror_images():
    left, right = spiral(turn="left"), spiral(turn="right")
    points = np.random.default_rng(3).uniform([-0.5, -1.0], [4.0, 3.0], (500, 2))
    assert left.heights(points) == pytest.approx(right.heights(points * [1, -1]), abs=1e-12)


def test_a_spiral_needs_an_inner_edge():
    with pytest.raises(
        WorldError, match="section 2: a radius of 1 m leaves no inner edge with a width of 1.9 m"
    ):
        spiral(radius=1.0, width=1.9)


def test_a_disturbed_world_is_the_same_for_the_same_seed():
    world = load_world("stairs")
    one, same, other = world.disturbed(0.02, 7), world.disturbed(0.02, 7), world.disturbed(0.02, 8)
    tops = [[tread.top for tread in w.treads] for w in (world, one, same, other)]
    assert tops[1] == tops[2] != tops[3]
    offsets = np.array(tops[1]) - np.array(tops[0])
    assert np.all(offsets[:2] == 0.0)
    assert 0.005 < np.abs(offsets).max() <= 0.02
    assert math.isclose(world.treads[3].top, tops[0][3])
    assert world.disturbed(0.0, 1) is world
