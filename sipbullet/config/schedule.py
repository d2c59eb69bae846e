"""The targets of a walk, step by step: they may change at any step, by a schedule."""

import copy
from dataclasses import dataclass, replace

from sipbullet.config.models import GaitConfig, ScheduleEntry

NAMES = ("duration", "length", "spacing", "offset", "heading", "roll")


@dataclass(frozen=True, slots=True)
class StepTargets:
    """What one step is asked for."""

    duration: float  # s
    length: float  # m, on level ground
    spacing: float  # m
    offset: float  # m, of the path's middle line to the left
    heading: float  # rad, away from the path's own
    roll: float  # rad, of the pelvis


class Schedule:
    """The targets of every step: the gait's, changed from some steps on."""

    def __init__(
        self, gait: GaitConfig, spacing: float, entries: tuple[ScheduleEntry, ...] = ()
    ) -> None:
        """Begin with `gait` and feet `spacing` m apart; each entry holds from its step on."""
        self.base = StepTargets(gait.duration, gait.length, spacing, gait.offset, 0.0, gait.roll)
        self._entries = sorted(entries, key=lambda entry: entry.step)

    def at(self, step: int) -> StepTargets:
        """The targets of a step, 1 being the first."""
        values = {name: getattr(self.base, name) for name in NAMES}
        for entry in self._entries:
            if entry.step > step:
                break
            values |= {name: value for name in NAMES if (value := getattr(entry, name)) is not None}
        return StepTargets(**values)

    @property
    def turns(self) -> bool:
        """Whether the heading is ever changed."""
        return any(entry.heading is not None for entry in self._entries)

    def forward(self) -> "Schedule":
        """The same schedule for a walk that goes forward where this one goes backwards."""
        changed = copy.copy(self)
        changed.base = replace(self.base, length=abs(self.base.length))
        return changed
