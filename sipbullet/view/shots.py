"""What there is to see of a walk: its phases as shots, from a walk under way or from a run's files.

A shot is a stretch on one supporting foot with the same hips: a swing, or one of the phases on both feet. It has all that a
window, a video or an export needs, so that these never ask where a walk came from.
"""

from dataclasses import dataclass
from typing import cast

import numpy as np

from sipbullet.drawn import Drawn, draw
from sipbullet.engine.swing import Piece
from sipbullet.mechanics.linkage import Linkage
from sipbullet.mechanics.reach import reach
from sipbullet.mechanics.rotations import Array
from sipbullet.mechanics.series import SwingSeries, swing_series
from sipbullet.mechanics.state import Side, Step, other_side
from sipbullet.robot import Robot
from sipbullet.simulation import Walk, WalkedStep

Place = tuple[float, float, float]


@dataclass(frozen=True)
class Shot:
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

    def between(self, values: Array, time: float) -> Array:
        """`values` (n, …) of the shot at `time` s, linear between the samples."""
        after = int(np.clip(np.searchsorted(self.times, time), 1, len(self.times) - 1)) if len(self.times) > 1 else 0
        if after == 0:
            return np.asarray(values[0])
        left, right = self.times[after - 1], self.times[after]
        part = float(np.clip((time - left) / (right - left), 0.0, 1.0)) if right > left else 1.0
        return np.asarray(values[after - 1] + part * (values[after] - values[after - 1]))

    def posture(self, robot: Robot, time: float) -> tuple[Step, Array]:
        """The step with the swing leg as drawn, and the supporting leg's positions (4,), at `time` s."""
        positions, foot = self.between(self.positions, time), self.between(self.foot, time)
        alpha, alpha_z, leg2 = (float(value) for value in reach(Linkage.of(robot, self.step), positions, foot))
        step = self.step
        hips = (step.support, step.pivot, step.alpha1, step.alpha_z1, alpha, alpha_z)
        return Step(*hips, step.leg1_start, step.leg1_target, leg2, step.knee_duration), positions


def shots_of(walked: WalkedStep, walk: Walk, drawn: Drawn | None = None) -> list[Shot]:
    """The shots of one step of a walk, with the fall before and the stand after it."""
    drawn, record, found = drawn or draw(walked, walk), walked.record, []
    if walked.fall is not None and drawn.fall is not None:
        series = _series(walked.fall)
        found.append(_shot(0, walked.fall.step, True, 0.0, series, drawn.fall, caption="falling forward"))
    landing, target, side = record.landing, walked.target, record.step.support
    length = walked.progress.step_length if walked.progress else None
    roll = landing.roll if landing else None
    found.append(
        _shot(
            record.index,
            record.step,
            False,
            record.time,
            record.series,
            drawn.swing,
            planned=(target.x, target.y, target.z),
            landed=None if landing is None else landing.contact.foot,
            impulse=None if landing is None else cast(Place, tuple(landing.impact.impulse.tolist())),
            caption=caption(record.index, side, record.swing.duration, length, roll),
        )
    )
    if walked.stand is not None and drawn.rise is not None and drawn.hold is not None:
        rise, hold, begin = walked.stand.rise, walked.stand.hold, record.time + record.swing.duration
        found.append(_shot(record.index + 1, rise.step, False, begin, _series(rise), drawn.rise, caption="coming to rest"))
        begin += float(rise.times[-1])
        found.append(_shot(record.index + 1, hold.step, True, begin, _series(hold), drawn.hold, caption="standing"))
    return found


def caption(index: int, side: Side, duration: float, length: float | None, roll: float | None) -> str:
    """A line about a step: its `duration` in s, its `length` in m, the pelvis' `roll` in rad at its end."""
    text = f"step {index}, {side} foot: {duration:.3f} s"
    if length is not None and roll is not None:
        text += f", {length:.3f} m, roll {np.degrees(roll):+.2f} deg"
    return text


SCALARS = ("kinetic", "potential", "momentum_z", "knee_force")


def _series(piece: Piece) -> SwingSeries:
    return swing_series(piece.linkage, piece.step, piece.times, piece.positions, piece.rates)


def _shot(index: int, step: Step, both: bool, begin: float, series: SwingSeries, foot: Array, **more: object) -> Shot:
    rates = dict(zip(("gamma", "omega", "gamma_x", "leg1_rate"), series.rates.T, strict=True))
    angles = dict(zip(("theta_z", "theta", "theta_x", "leg1"), series.positions.T, strict=True))
    scalars = {**angles, **rates, **{name: getattr(series, name) for name in SCALARS}}
    place = (begin + series.times, series.positions, foot, series.cog, series.reaction, scalars)
    return Shot(index, step, both, *place, **more)  # type: ignore[arg-type]


def swing_side(shot: Shot) -> Side:
    """The foot that swings (or stands beside)."""
    return other_side(shot.step.support)
