"""Biped walking by controlled falling: a spherical inverted pendulum with a pelvis, in PyBullet, on generated staircases.

import sipbullet as sb
run = sb.walk("stairs", controller="footstep")
run.summary["worst_foothold_error"], run.steps[3].record.landing.roll
run.plot(out="stairs.png")
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sipbullet.api import Run as Run
    from sipbullet.api import plan_walk as plan_walk
    from sipbullet.api import steps as steps
    from sipbullet.api import walk as walk
    from sipbullet.errors import SipbulletError as SipbulletError
    from sipbullet.robot import Robot as Robot
    from sipbullet.robot import varied as varied

__version__ = "0.1.0"
__all__ = ["Robot", "Run", "SipbulletError", "__version__", "plan_walk", "steps", "varied", "walk"]
_HOMES = {"SipbulletError": "errors", "Robot": "robot", "varied": "robot"}


def __getattr__(name: str) -> Any:
    """Load what is asked for when it is asked for: importing the package alone is quick."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"sipbullet.{_HOMES.get(name, 'api')}"), name)
