"""Where the walker is on its path: errors against the plan and the demands of the next step."""

from dataclasses import dataclass

from sipbullet.config.schedule import Schedule, StepTargets
from sipbullet.control.interface import Touchdown
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.state import SIDE_SIGN


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
    offset: float  # m, of the middle of the feet to the left of where it shall be
    spacing: float  # m, wanted in this step
    targets: StepTargets
    foothold_error: float  # m along the path, plan less foot
    spacing_error: float  # m, wanted less measured spacing


class Navigator:
    """Follows a footstep plan."""

    def __init__(self, plan: tuple[Foothold, ...], schedule: Schedule) -> None:
        """Follow `plan`; `schedule` has the targets that are no places."""
        self.follow(plan, schedule)

    def follow(self, plan: tuple[Foothold, ...], schedule: Schedule) -> None:
        """Go on with another plan, the same as before up to the present foothold."""
        self.plan, self._schedule = plan, schedule

    def progress(self, touchdown: Touchdown) -> Progress:
        """The step before `touchdown`, measured in the path's frame."""
        s, left = self.plan[touchdown.index].along_and_left(*touchdown.pivot[:2])
        side = SIDE_SIGN[touchdown.support]
        if touchdown.previous_pivot is None:
            spacing = self._schedule.at(0).spacing
            return Progress(0.0, spacing, left + side * spacing / 2)
        s_before, left_before = self.plan[touchdown.index - 1].along_and_left(
            *touchdown.previous_pivot[:2]
        )
        return Progress(s - s_before, side * (left_before - left), 0.5 * (left + left_before))

    def guidance(self, touchdown: Touchdown) -> Guidance | None:
        """What the step after `touchdown` is asked to do; None at the end of the plan."""
        index = touchdown.index
        if index + 1 >= len(self.plan):
            return None
        here, target = self.plan[index], self.plan[index + 1]
        s, _ = here.along_and_left(*touchdown.pivot[:2])
        progress = self.progress(touchdown)
        return Guidance(
            target=target,
            length=target.s - here.s,
            rise=_rise(here.z, touchdown.pivot[2], target.z),
            turn=target.yaw - here.yaw,
            heading=here.yaw,
            offset=progress.offset - self._middle(index),
            spacing=abs(target.side - here.side),
            targets=self._schedule.at(index + 1),
            foothold_error=here.s - s,
            spacing_error=self._planned_spacing(index) - progress.spacing,
        )

    def _middle(self, index: int) -> float:
        """Where the feet's middle shall be left of the path, in m, at foothold `index`."""
        before = self.plan[index - 1].side if index > 0 else self.plan[1].side
        return 0.5 * (self.plan[index].side + before)

    def _planned_spacing(self, index: int) -> float:
        return (
            abs(self.plan[index].side - self.plan[index - 1].side)
            if index > 0
            else self._schedule.at(0).spacing
        )


def _rise(planned: float, found: float, target: float) -> float:
    """Height in m from the foot to the next foothold.

    From the planned place when the foot is there but for rounding.
    """
    return target - (planned if abs(found - planned) < 1e-6 else found)
