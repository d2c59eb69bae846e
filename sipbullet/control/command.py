"""What passes between the walk and a controller, once a step."""

from dataclasses import dataclass
from typing import Protocol

from sipbullet.mechanics.state import Side, State, Step


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
    residual: float | None = None  # m or rad, of the equations behind the command, when it was solved for
    iterations: int | None = None


@dataclass(frozen=True, slots=True)
class Touchdown:
    """What a controller sees: the walker on its new foot, and how the step before went."""

    index: int  # of the foothold reached in the plan; 0 at the start
    support: Side
    pivot: tuple[float, float, float]  # m
    state: State  # after impact and switching
    alpha1: float  # rad
    alpha_z1: float  # rad
    previous_pivot: tuple[float, float, float] | None = None  # m, the trailing foot
    duration: float | None = None  # s, of the step before


class Controller(Protocol):
    """A step controller. It may remember (integrals, estimates), but touches nothing outside itself."""

    memory: dict[str, float]  # what it remembers from step to step, by name; may be set

    def command(self, touchdown: Touchdown) -> StepCommand | None:
        """The next step's command; None when the path is at its end."""

    def retarget(self, step: Step, state: State, time: float) -> Step:
        """The step with new angles of the swing leg, after a push left it in `state` at `time` s since it began."""
