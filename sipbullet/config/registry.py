"""Registries: what can be named in settings, ours and other people's.

A name is one of ours, one that a program has registered, or one that an installed package offers as
an entry point (`sipbullet.controllers`, `sipbullet.integrators`, `sipbullet.monitors`,
`sipbullet.sections`).
"""

import re
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, TypeVar

from sipbullet.errors import ConfigError, SipbulletError

Item = TypeVar("Item")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


class Registry:
    """Things of one kind by their names; what is not here yet is imported when it is asked for."""

    def __init__(self, kind: str, own: dict[str, str]) -> None:
        """Begin with our `own`: names, and where each is imported from ("module:attribute")."""
        self.kind, self.group = kind, f"sipbullet.{kind}s"
        self._own = own
        self._items: dict[str, Any] = {}

    def register(self, name: str) -> Callable[[Item], Item]:
        """A decorator: what it is put on can from then on be named `name`.

        Raises:
            ConfigError: it is no name, or one of ours.
        """
        if not isinstance(name, str) or not NAME.fullmatch(name):
            raise ConfigError(
                f"register: {name!r} is no name of a {self.kind}; use letters, digits, - and _"
            )
        if name in self._own:
            raise ConfigError(f"register: {name!r} is sipbullet's own {self.kind}; take another")

        def keep(item: Item) -> Item:
            self._items[name] = item
            return item

        return keep

    def names(self) -> list[str]:
        """All names: ours first."""
        offered = [entry.name for entry in entry_points(group=self.group)]
        return list(dict.fromkeys([*self._own, *self._items, *offered]))

    def choices(self) -> str:
        """The names for a message: 'a', 'b' or 'c'."""
        *most, last = (repr(name) for name in self.names())
        return f"{', '.join(most)} or {last}" if most else last

    def knows(self, name: str) -> bool:
        """Whether there is such a name."""
        return name in self._own or name in self._items or name in self.names()

    def get(self, name: str) -> Any:
        """What has this name.

        Raises:
            ConfigError: nothing has, or it cannot be imported.
        """
        if name not in self._items:
            self._items[name] = self._find(name)
        return self._items[name]

    def _find(self, name: str) -> Any:
        if name in self._own:
            return import_object(self._own[name], self.kind)
        for entry in entry_points(group=self.group):
            if entry.name == name:
                return import_object(entry.value, f"{self.kind} {name!r}")
        raise ConfigError(f"{self.kind}: {name!r} is not known; choose {self.choices()}")


def is_path(name: str) -> bool:
    """Whether a name is an import path, "module:attribute"."""
    module, colon, attribute = name.partition(":")
    return bool(colon and module and attribute) and "/" not in name and "\\" not in name


def import_object(path: str, what: str) -> Any:
    """The object of an import path "module:attribute".

    Raises:
        ConfigError: it cannot be imported; `what` begins the message.
    """
    module, _, attribute = path.partition(":")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except SipbulletError:
        raise
    except Exception as error:  # whatever somebody's module raises while it is imported
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise ConfigError(f"{what}: {path} cannot be imported: {reason}") from None
    return found


def path_of(item: Any) -> str:
    """The import path "module:attribute" of a class or a function, or of an object's class."""
    named = item if hasattr(item, "__qualname__") else type(item)
    return f"{named.__module__}:{named.__qualname__}"


CONTROLLERS = Registry(
    "controller",
    {
        "pid": "sipbullet.control.pid:PidController",
        "str": "sipbullet.control.self_tuning:SelfTuningController",
        "footstep": "sipbullet.control.footstep:FootstepController",
    },
)
INTEGRATORS = Registry(
    "integrator",
    {
        "bullet": "sipbullet.engine.integrators.bullet:BulletIntegrator",
        "rk4": "sipbullet.engine.integrators.rk4:Rk4Integrator",
        "kane": "sipbullet.engine.integrators.kane:KaneIntegrator",
    },
)
MONITORS = Registry(
    "monitor",
    {
        "reaction": "sipbullet.simulation.monitors:reaction",
        "energy": "sipbullet.simulation.monitors:energy",
        "impulse": "sipbullet.simulation.monitors:impulse",
        "trailing foot": "sipbullet.simulation.monitors:trailing_foot",
        "switching": "sipbullet.simulation.monitors:switching",
        "limits": "sipbullet.simulation.monitors:limits",
    },
)
SECTIONS = Registry(
    "section",
    {
        "landing": "sipbullet.worlds.sections.landing:Landing",
        "stairs": "sipbullet.worlds.sections.stairs:Stairs",
        "spiral": "sipbullet.worlds.sections.spiral:Spiral",
    },
)
