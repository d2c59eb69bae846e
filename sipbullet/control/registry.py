"""From a controller's name, import path or object to the controller of one walk."""

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sipbullet.config.models import WalkConfig
from sipbullet.config.registry import CONTROLLERS, import_object, is_path, path_of
from sipbullet.control.interface import CompletedController, FullController
from sipbullet.control.navigation import Navigator
from sipbullet.errors import ConfigError
from sipbullet.mechanics.walker import Walker

Wrap = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class ControllerSetup:
    """What a controller may know before the walk."""

    walker: Walker  # robot and gravity
    navigator: Navigator  # the plan, and where the walker is on it
    config: WalkConfig


def make_controller(
    setup: ControllerSetup, given: Any = None, wrap: Wrap | None = None
) -> FullController:
    """A new controller for one walk: whatever was given stays as it is.

    Args:
        setup: what it may know.
        given: an object, a class or a function; the one that the settings name if none.
        wrap: takes the controller and gives the one to be used.

    Raises:
        ConfigError: it cannot be made, or lacks its method.
    """
    made = _made(setup, _named(setup.config.controller) if given is None else given)
    wrapper = wrap
    if wrap is None and setup.config.wrap is not None:
        wrapper = import_object(setup.config.wrap, "wrap")
    if wrapper is not None:
        made = completed(wrapper(made), "wrap")
    return made


def _named(name: str) -> Any:
    return import_object(name, "controller") if is_path(name) else CONTROLLERS.get(name)


def _made(setup: ControllerSetup, item: Any) -> FullController:
    if isinstance(item, type):
        from_setup = getattr(item, "from_setup", None)
        try:
            made = item() if from_setup is None else from_setup(setup)
        except TypeError as error:
            raise ConfigError(
                f"controller: {path_of(item)} cannot be made without arguments ({error}); "
                "pass an object, or give it a class method from_setup(setup)"
            ) from None
    else:
        made = copy.deepcopy(item)
    whole = completed(made, "controller")
    if hasattr(made, "begin"):
        made.begin(setup)
    return whole


def completed(made: Any, what: str) -> FullController:
    """`made`, with the methods that it need not have.

    Raises:
        ConfigError: it is neither an object with `command` nor a function; `what` says of whom.
    """
    if not callable(getattr(made, "command", None)) and (
        not callable(made) or isinstance(made, type)
    ):
        shown = path_of(made) if made is not None else "None"
        raise ConfigError(
            f"{what}: {shown} has no method command(touchdown); a controller is an object with "
            "command(touchdown) -> StepCommand, such a function, or a name: "
            f"{CONTROLLERS.choices()}"
        )
    if hasattr(made, "retarget") and hasattr(made, "memory") and hasattr(made, "command"):
        return made  # type: ignore[no-any-return]
    return CompletedController(made)


def check_controller(given: Any) -> None:
    """Raise unless `given` can be a controller.

    Raises:
        ConfigError: it has no method `command`, and is no function.
    """
    probe = given.command if isinstance(given, type) and hasattr(given, "command") else given
    completed(probe, "controller")


def recorded_name(given: Any) -> str:
    """How a run's settings name a controller or wrapper: its import path.

    What an import would not give again is marked by "(…)": such a run refuses to be repeated.
    """
    path = path_of(given)
    try:
        found = import_object(path, "")
    except ConfigError:
        return f"{path}(…)"
    if found is given:
        return path
    try:
        same = isinstance(found, type) and vars(found()) == vars(given)
    except Exception:  # whatever somebody's constructor or comparison raises
        same = False
    return path if same is True else f"{path}(…)"
