"""The physics engine: PyBullet holds walker and world, integrates and finds touchdowns."""
