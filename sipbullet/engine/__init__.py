"""The physics engine: PyBullet holds the walker and the world, integrates the swing and finds the touchdown."""
