"""Biped walking by controlled falling: a spherical inverted pendulum with a pelvis, in PyBullet.

import sipbullet as sb
run = sb.walk("stairs", controller="footstep")
run.summary["worst_foothold_error"], run.steps[3].record.landing.roll
run.plot(out="stairs.png")
"""

from typing import TYPE_CHECKING, Any

from sipbullet._version import __version__

if TYPE_CHECKING:
    from sipbullet.api import Run as Run
    from sipbullet.api import World as World
    from sipbullet.api import load as load
    from sipbullet.api import plan_walk as plan_walk
    from sipbullet.api import steps as steps
    from sipbullet.api import walk as walk
    from sipbullet.config.models import WalkConfig as WalkConfig
    from sipbullet.config.register import register_controller as register_controller
    from sipbullet.config.register import register_integrator as register_integrator
    from sipbullet.config.register import register_monitor as register_monitor
    from sipbullet.config.register import register_section as register_section
    from sipbullet.control.interface import Controller as Controller
    from sipbullet.control.interface import StepCommand as StepCommand
    from sipbullet.control.interface import Touchdown as Touchdown
    from sipbullet.control.registry import ControllerSetup as ControllerSetup
    from sipbullet.engine.integrators.base import FixedStepIntegrator as FixedStepIntegrator
    from sipbullet.engine.integrators.base import Instant as Instant
    from sipbullet.errors import SipbulletError as SipbulletError
    from sipbullet.robot.parameters import Robot as Robot
    from sipbullet.robot.parameters import varied as varied
    from sipbullet.simulation.monitors import MonitorContext as MonitorContext
    from sipbullet.simulation.steering import Steering as Steering
    from sipbullet.simulation.step import StepRecord as StepRecord
    from sipbullet.simulation.stepper import Stepper as Stepper
    from sipbullet.worlds.sections.base import Section as Section
    from sipbullet.worlds.sections.base import Span as Span

_HOMES = {
    "api": ("Run", "World", "load", "plan_walk", "steps", "walk"),
    "config.models": ("WalkConfig",),
    "config.register": (
        "register_controller",
        "register_integrator",
        "register_monitor",
        "register_section",
    ),
    "control.interface": ("Controller", "StepCommand", "Touchdown"),
    "control.registry": ("ControllerSetup",),
    "engine.integrators.base": ("FixedStepIntegrator", "Instant"),
    "errors": ("SipbulletError",),
    "robot.parameters": ("Robot", "varied"),
    "simulation.monitors": ("MonitorContext",),
    "simulation.steering": ("Steering",),
    "simulation.step": ("StepRecord",),
    "simulation.stepper": ("Stepper",),
    "worlds.sections.base": ("Section", "Span"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = [
    "__version__",
    *sorted(_HOME_OF),
]


def __getattr__(name: str) -> Any:
    """Load what is asked for when it is asked for: importing the package alone is quick."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"sipbullet.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    """What it exports."""
    return sorted(__all__)
