"""What passes between the walk and a controller, once a step."""

import math
from dataclasses import dataclass, fields
from typing import Any, Protocol, runtime_checkable

from sipbullet.mechanics.state import Place, Side, Stance, State, Step


@dataclass(frozen=True, slots=True)
class StepCommand:
    """The six quantities of Eq. (1) and the legs' lengths for the next step."""

    gamma: float  # rad/s, yaw rate
    omega: float  # rad/s, pitch rate
    gamma_x: float  # rad/s, roll rate
    alpha: float  # rad, half the angle between the legs
    alpha_z: float  # rad, half the swing hip's yaw
    leg2: float  # m, swing leg
    leg1_target: float  # m, supporting leg at the end
    knee_duration: float  # s
    compromise: float = 0.0  # m, from the foothold asked for to the nearest that can be reached
    residual: float | None = None  # m or rad, of the equations it was solved from, if it was
    iterations: int | None = None

    def fault(self) -> str:
        """What makes it unusable; "" when nothing does."""
        for item in fields(self)[:8]:
            value = getattr(self, item.name)
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                return f"{item.name} is {value!r}; it must be a number"
            if not math.isfinite(value):
                return f"{item.name} is {value}; it must be finite"
        for name in ("leg2", "leg1_target"):
            if not getattr(self, name) > 0.0:
                return f"{name} is {getattr(self, name):g} m; a leg must be longer than 0"
        if self.knee_duration < 0.0:
            return f"knee_duration is {self.knee_duration:g} s; it must be at least 0"
        return ""


@dataclass(frozen=True, slots=True)
class Touchdown:
    """What a controller sees: the walker on its new foot, and how the step before went."""

    index: int  # of the foothold reached in the plan; 0 at the start
    stance: Stance
    state: State  # after impact and switching
    previous_pivot: Place | None = None  # m, the trailing foot
    duration: float | None = None  # s, of the step before

    @property
    def support(self) -> Side:
        """The foot that stands."""
        return self.stance.support

    @property
    def pivot(self) -> Place:
        """Where it stands, in m."""
        return self.stance.pivot

    @property
    def alpha1(self) -> float:
        """Half the support hip's roll in rad."""
        return self.stance.alpha1

    @property
    def alpha_z1(self) -> float:
        """Half the support hip's yaw in rad."""
        return self.stance.alpha_z1


@runtime_checkable
class Controller(Protocol):
    """A step controller: the one method that one's own needs.

    It may remember from step to step, but touches nothing outside itself. Two more methods are
    called if it has them: `begin(setup)` before the walk, with a `ControllerSetup`, and
    `retarget(step, state, time)`, after a push within a step.
    """

    def command(self, touchdown: Touchdown) -> StepCommand | None:
        """The next step's command; None when the path is at its end."""


class FullController(Protocol):
    """What the walk, the stability study and the window use of a controller."""

    memory: dict[str, float]  # what it remembers from step to step, by name; may be set

    def command(self, touchdown: Touchdown) -> StepCommand | None:
        """The next step's command; None when the path is at its end."""

    def retarget(self, step: Step, state: State, time: float) -> Step:
        """The step aimed anew, after a push left it in `state` at `time` s since it began."""


class CompletedController:
    """A user's controller, with what it need not have."""

    def __init__(self, inner: Any) -> None:
        """Complete `inner`: an object with `command`, or a function of the touchdown."""
        self.inner = inner
        self._command = getattr(inner, "command", inner)

    @property
    def memory(self) -> dict[str, float]:
        """What it says it remembers: its `memory`, if it has one."""
        found: dict[str, float] = getattr(self.inner, "memory", {})
        return found

    @memory.setter
    def memory(self, memory: dict[str, float]) -> None:
        if hasattr(self.inner, "memory"):
            self.inner.memory = memory

    def command(self, touchdown: Touchdown) -> StepCommand | None:
        """The inner one's command."""
        found: StepCommand | None = self._command(touchdown)
        return found

    def retarget(self, step: Step, state: State, time: float) -> Step:
        """As the inner one says, or the step as it is."""
        if not hasattr(self.inner, "retarget"):
            return step
        found: Step = self.inner.retarget(step, state, time)
        return found
