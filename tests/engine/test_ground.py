import numpy as np
import pytest

from sipbullet.engine.client import Client
from sipbullet.engine.ground import Ground
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.description import WorldDescription
from sipbullet.worlds.exports import world_sdf, world_urdf
from sipbullet.worlds.terrain import World


def survey_points(world, step):
    """Points along the centreline and beside it, pads included, none of them exactly on a riser."""
    places = np.arange(-0.5003, world.length + 0.5, step)
    return np.array([world.pose(s).left(0.3 * (-1) ** i) for i, s in enumerate(places.tolist())])


@pytest.fixture
def client():
    client = Client()
    yield client
    client.close()


@pytest.mark.parametrize("name", ["flat", "stairs"])
def test_a_ray_survey_confirms_every_tread_and_no_gap(client, name):
    world = load_world(name)
    ground = Ground(client, world_urdf(world))
    for tread in world.treads:
        for s in np.linspace(tread.start + 1e-3, tread.end - 1e-3, 7):
            for across in (-0.45, 0.0, 0.45):
                x, y = world.pose(float(s)).left(across * world.width)
                assert ground.height(x, y) == pytest.approx(tread.top, abs=1e-6)
                assert ground.top_under(x, y) == pytest.approx(tread.top, abs=1e-12)
    points = survey_points(world, 0.0013)
    assert np.all(np.isfinite(ground.heights(points)))
    assert ground.heights(points) == pytest.approx(world.heights(points), abs=1e-6)


def test_a_ray_on_every_riser_meets_a_tread(client):
    world = load_world("stairs")
    ground = Ground(client, world_urdf(world))
    for tread in world.treads[:-1]:
        for nudge in (-1e-9, 0.0, 1e-9):
            x, y = world.pose(tread.end + nudge).left(0.1)
            assert ground.top_under(x, y) is not None


def test_the_sdf_is_the_same_world(client, tmp_path):
    world = load_world("stairs")
    path = tmp_path / "stairs.sdf"
    path.write_text(world_sdf(world))
    (body,) = client.loadSDF(str(path))
    assert client.getDynamicsInfo(body, -1)[0] == 0.0
    points = survey_points(world, 0.0107)
    hits = client.rayTestBatch(
        [(x, y, 9.0) for x, y in points.tolist()], [(x, y, -9.0) for x, y in points.tolist()]
    )
    heights = np.array([hit[3][2] if hit[0] == body else -np.inf for hit in hits])
    assert heights == pytest.approx(world.heights(points), abs=1e-6)


def test_no_ray_misses_a_very_long_landing(client):
    """PyBullet's rays miss a box of 4 km one time in eight.

    It is cut into pieces, whose seams they do not miss either.
    """
    world = World(
        WorldDescription.model_validate(
            {"name": "long", "section": [{"kind": "landing", "length": 4100.0}]}
        )
    )
    ground = Ground(client, world_urdf(world))
    places = np.random.default_rng(0).uniform(0.0, 4100.0, 4000)
    seams = world.treads[1].start + world.treads[1].length / 82 * np.arange(1, 82)
    points = np.array([(x, 0.1) for x in (*places, *seams, *(seams + 1e-9), *(seams - 0.005))])
    assert np.abs(ground.heights(points)).max() < 1e-6
    assert all(ground.top_under(x, 0.1) == 0.0 for x in seams)


def test_beside_the_world_there_is_no_ground(client):
    ground = Ground(client, world_urdf(load_world("flat")))
    assert ground.height(1.0, 5.0) == -np.inf
    assert ground.top_under(1.0, 5.0) is None
    assert ground.heights(np.array([[1.0, 5.0], [1.0, 0.0]])) == pytest.approx(
        [-np.inf, 0.0], abs=1e-6
    )


def test_many_rays_are_asked_in_portions(client):
    ground = Ground(client, world_urdf(load_world("flat")))
    points = np.column_stack([np.linspace(0, 40, 20000), np.zeros(20000)])
    assert np.abs(ground.heights(points)).max() <= 1e-6
