import pytest
from hypothesis import settings

from sipbullet.engine.body import WalkerBody
from sipbullet.engine.client import Client
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.urdf_writer import robot_urdf

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")


@pytest.fixture
def make_body():
    """Bodies in PyBullet, each with a server of its own, closed at the end."""
    clients = []

    def make(robot):
        clients.append(Client())
        return WalkerBody(clients[-1], Walker(robot), robot_urdf(robot).encode())

    yield make
    for client in clients:
        client.close()
