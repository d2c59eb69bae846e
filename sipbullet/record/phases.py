"""What there is to see of a walk.

Its phases as phases, from a walk under way or from a run's files.

A phase is a stretch on one supporting foot with the same hips: a swing, or one of the phases on
both feet. It has all that a window, a video or an export needs, so that these never ask where a
walk came from.
"""

from dataclasses import dataclass, replace
from typing import cast

import numpy as np

from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.reach import reach
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import (
    POSITION_FIELDS,
    RATE_FIELDS,
    Place,
    Side,
    Step,
    other_side,
)
from sipbullet.mechanics.swing_quantities import SwingQuantities
from sipbullet.record.schema import SCALARS
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.drawn_swing import DrawnSwing, draw
from sipbullet.simulation.step import quantities_of
from sipbullet.simulation.walk import WalkRun
from sipbullet.simulation.walked_step import WalkedStep


@dataclass(frozen=True)
class Phase:
    """One stretch of a walk."""

    index: int  # of the step; 0 before the first, one more than the last after it
    step: Step  # its hips and pivot; the swing leg's angles are those of `foot`
    both: bool  # on both feet
    times: Array  # (n,) s since the walk began
    positions: Array  # (n, 4) of the supporting leg
    foot: Array  # (n, 3) m, of the swing foot as it is drawn
    cog: Array  # (n, 3) m
    reaction: Array  # (n, 3) N, of the ground
    scalars: dict[str, Array]  # (n,) each, by the names of trajectory.csv
    planned: Place | None = None  # foothold that the swing foot is to reach
    landed: Place | None = None  # where it did
    impulse: Place | None = None  # N·s, of its touchdown
    caption: str = ""

    @property
    def start(self) -> float:
        """When it begins, in s since the walk began."""
        return float(self.times[0])

    @property
    def end(self) -> float:
        """When it ends, in s since the walk began."""
        return float(self.times[-1])

    def at(self, values: Array, time: float) -> Array:
        """`values` (n, …) of the phase at `time` s, linear between the samples."""
        after = (
            int(np.clip(np.searchsorted(self.times, time), 1, len(self.times) - 1))
            if len(self.times) > 1
            else 0
        )
        if after == 0:
            return np.asarray(values[0])
        left, right = self.times[after - 1], self.times[after]
        part = float(np.clip((time - left) / (right - left), 0.0, 1.0)) if right > left else 1.0
        return np.asarray(values[after - 1] + part * (values[after] - values[after - 1]))

    def posture(self, robot: Robot, time: float) -> tuple[Step, Array]:
        """The step with the swing leg as drawn, and the positions (4,), at `time` s."""
        positions, foot = self.at(self.positions, time), self.at(self.foot, time)
        linkage = Linkage.of(robot, self.step)
        alpha, alpha_z, length = (float(value) for value in reach(linkage, positions, foot))
        return self.step.with_swing(alpha, alpha_z, length), positions


def phases_of(walked: WalkedStep, run: WalkRun, drawn: DrawnSwing | None = None) -> list[Phase]:
    """The phases of one step of a walk, with the fall before and the stand after it."""
    drawn, record, found = drawn or draw(walked, run), walked.record, []
    if walked.fall is not None and drawn.fall is not None:
        before = _phase(0, walked.fall.step, 0.0, quantities_of(walked.fall), drawn.fall)
        found.append(replace(before, both=True, caption="falling forward"))
    found.append(_swing(walked, drawn))
    if walked.stand is not None and drawn.rise is not None and drawn.hold is not None:
        rise, hold, index = walked.stand.rise, walked.stand.hold, record.index + 1
        begin = record.time + record.swing.duration
        rising = _phase(index, rise.step, begin, quantities_of(rise), drawn.rise)
        found.append(replace(rising, caption="coming to rest"))
        begin += float(rise.times[-1])
        held = _phase(index, hold.step, begin, quantities_of(hold), drawn.hold)
        found.append(replace(held, both=True, caption="standing"))
    return found


def _swing(walked: WalkedStep, drawn: DrawnSwing) -> Phase:
    record, target, landing = walked.record, walked.target, walked.record.landing
    length = walked.progress.step_length if walked.progress else None
    side, duration = record.step.support, record.swing.duration
    words = caption(record.index, side, duration, length, landing.roll if landing else None)
    phase = _phase(record.index, record.step, record.time, record.quantities, drawn.swing)
    phase = replace(phase, planned=(target.x, target.y, target.z), caption=words)
    if landing is None:
        return phase
    impulse = cast(Place, tuple(landing.impact.impulse.tolist()))
    return replace(phase, landed=landing.contact.foot, impulse=impulse)


def caption(
    index: int, side: Side, duration: float, length: float | None, roll: float | None
) -> str:
    """A line about a step: `duration` in s, `length` in m, the pelvis' `roll` in rad."""
    text = f"step {index}, {side} foot: {duration:.3f} s"
    if length is not None and roll is not None:
        text += f", {length:.3f} m, roll {np.degrees(roll):+.2f} deg"
    return text


def _phase(index: int, step: Step, begin: float, found: SwingQuantities, foot: Array) -> Phase:
    rates = dict(zip(RATE_FIELDS, found.rates.T, strict=True))
    angles = dict(zip(POSITION_FIELDS, found.positions.T, strict=True))
    scalars = {**angles, **rates, **{name: getattr(found, name) for name in SCALARS}}
    times = begin + found.times
    places = (times, found.positions, foot, found.cog, found.reaction, scalars)
    return Phase(index, step, False, *places)


def swing_side(phase: Phase) -> Side:
    """The foot that swings (or stands beside)."""
    return other_side(phase.step.support)
