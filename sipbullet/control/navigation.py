"""Where the walker is on its path: errors against the plan and the demands of the next step."""

from dataclasses import dataclass

from sipbullet.control.command import Touchdown
from sipbullet.mechanics.state import SIDE_SIGN
from sipbullet.worlds.footsteps import Foothold


@dataclass(frozen=True, slots=True)
class Progress:
    """How the step that just ended went, along and across the path."""

    step_length: float  # m along the path
    spacing: float  # m across the path, positive when the feet do not cross
    offset: float  # m, of the middle of the feet from the path, positive left


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the next step is asked to do, and what to correct."""

    target: Foothold
    length: float  # m along the path
    rise: float  # m
    turn: float  # rad, of the path between the two footholds
    heading: float  # rad, of the path at the foothold reached
    offset: float  # m, of the middle of the feet, positive left
    foothold_error: float  # m along the path, plan less foot
    length_error: float  # m, planned less measured length of the step that ended, 0 at the start
    spacing_error: float  # m, wanted less measured spacing


class Navigator:
    """Follows a footstep plan."""

    def __init__(self, plan: tuple[Foothold, ...], spacing: float) -> None:
        """Follow `plan`; `spacing` in m stands in for the trailing foot at the start."""
        self.plan, self._spacing = plan, spacing

    def progress(self, touchdown: Touchdown) -> Progress:
        """The step before `touchdown`, measured in the path's frame."""
        s, left = self.plan[touchdown.index].along_and_left(*touchdown.pivot[:2])
        side = SIDE_SIGN[touchdown.support]
        if touchdown.previous_pivot is None:
            return Progress(0.0, self._spacing, left + side * self._spacing / 2)
        s_before, left_before = self.plan[touchdown.index - 1].along_and_left(*touchdown.previous_pivot[:2])
        return Progress(s - s_before, side * (left_before - left), 0.5 * (left + left_before))

    def guidance(self, touchdown: Touchdown) -> Guidance | None:
        """What the step after `touchdown` is asked to do; None at the end of the plan."""
        index = touchdown.index
        if index + 1 >= len(self.plan):
            return None
        here, target = self.plan[index], self.plan[index + 1]
        s, _ = here.along_and_left(*touchdown.pivot[:2])
        progress = self.progress(touchdown)
        planned = here.s - self.plan[index - 1].s if index > 0 else 0.0
        return Guidance(
            target=target,
            length=target.s - here.s,
            rise=_rise(here.z, touchdown.pivot[2], target.z),
            turn=target.yaw - here.yaw,
            heading=here.yaw,
            offset=progress.offset,
            foothold_error=here.s - s,
            length_error=planned - progress.step_length if index > 0 else 0.0,
            spacing_error=self._spacing - progress.spacing,
        )


def _rise(planned: float, found: float, target: float) -> float:
    """Height in m from the foot to the next foothold; from the planned place when the foot is there but for rounding."""
    return target - (planned if abs(found - planned) < 1e-6 else found)
