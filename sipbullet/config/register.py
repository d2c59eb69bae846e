"""Decorators that make one's own things known by a name, on the command line and in settings."""

from collections.abc import Callable
from typing import Any, TypeVar

from sipbullet.config.registry import CONTROLLERS, INTEGRATORS, MONITORS, SECTIONS

Item = TypeVar("Item", bound=Callable[..., Any])


def register_controller(name: str) -> Callable[[Item], Item]:
    """Register a controller's class, or a function (touchdown) -> StepCommand, as `name`."""
    return CONTROLLERS.register(name)


def register_integrator(name: str) -> Callable[[Item], Item]:
    """Register an integrator's class as `name`; it is made from a body and a time step in s."""
    return INTEGRATORS.register(name)


def register_monitor(name: str) -> Callable[[Item], Item]:
    """Register a monitor, a function (record, context) -> str, as `name`."""
    return MONITORS.register(name)


def register_section(name: str) -> Callable[[Item], Item]:
    """Register a kind of section, a subclass of `Section`, as `name`."""
    return SECTIONS.register(name)
