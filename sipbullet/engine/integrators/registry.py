"""From an integrator's name to the integrator."""

from sipbullet.config.registry import INTEGRATORS, path_of
from sipbullet.engine.body import WalkerBody
from sipbullet.engine.integrators.base import Integrator
from sipbullet.errors import ConfigError

METHODS = ("begin", "advance", "restore", "part", "finish", "synchronised")


def make_integrator(name: str, body: WalkerBody, dt: float) -> Integrator:
    """The integrator of a registered name, over `body`, with time steps of `dt` s.

    Raises:
        ConfigError: nothing has this name, or it lacks a method.
    """
    made: Integrator = INTEGRATORS.get(name)(body, dt)
    missing = [method for method in METHODS if not callable(getattr(made, method, None))]
    if missing:
        raise ConfigError(f"integrator {name!r}: {path_of(made)} has no method {missing[0]}")
    return made
