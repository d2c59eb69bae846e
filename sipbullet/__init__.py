"""sipbullet: biped walking by controlled falling, in PyBullet, on generated staircases."""

__version__ = "0.1.0"
