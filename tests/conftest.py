import pytest
from hypothesis import settings

from sipbullet.engine.body import WalkerBody
from sipbullet.engine.client import Client
from sipbullet.urdf import robot_urdf

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


@pytest.fixture
def make_body(tmp_path):
    """Bodies in PyBullet, each with a server of its own, closed at the end."""
    clients = []

    def make(robot):
        path = tmp_path / f"robot{len(clients)}.urdf"
        path.write_text(robot_urdf(robot))
        clients.append(Client())
        return WalkerBody(clients[-1], robot, path)

    yield make
    for client in clients:
        client.close()
