"""Where the swing foot is drawn in a walk.

What windows, videos and trajectories show of a leg without mass.
"""

from dataclasses import dataclass

import numpy as np

from sipbullet.engine.swing import SwingSegment
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.swing_path import edge_clearance, swing_path
from sipbullet.simulation.walk import WalkRun
from sipbullet.simulation.walked_step import WalkedStep


@dataclass(frozen=True, slots=True)
class DrawnSwing:
    """The swing foot as drawn in the phases of one walked step, (n, 3) m each."""

    swing: Array
    fall: Array | None = None
    rise: Array | None = None
    hold: Array | None = None
    edge_clearance: float = float("inf")  # m, of the swing over the edges


def draw(walked: WalkedStep, run: WalkRun) -> DrawnSwing:
    """Where the swing foot is drawn: on a smooth path, or "instant" where the model has it."""
    record, ground = walked.record, run.ground
    instant = run.config.swing == "instant"
    series = record.quantities
    linkage = Linkage.of(run.robot, record.step)

    def heights(places: Array) -> Array:
        return ground.heights(places, record.step.pivot[2] + run.robot.leg_length)

    if instant:
        swing = series.swing_foot
    else:
        begin = _lift_off(walked, linkage)
        swing = swing_path(
            linkage, series.times, series.positions, begin, series.swing_foot[-1], heights
        )
    clearance = edge_clearance(swing, heights)
    fall = None if walked.fall is None else _beside(walked.fall, run)
    if walked.stand is None:
        return DrawnSwing(swing, fall, edge_clearance=clearance)
    rise, hold = walked.stand.rise, walked.stand.hold
    standing = hold.linkage.swing_foot_position(hold.positions)
    begin = np.array(record.step.pivot)
    rising = swing_path(rise.linkage, rise.times, rise.positions, begin, standing[0], heights)
    return DrawnSwing(
        swing, fall, standing[:1].repeat(len(rising), 0) if instant else rising, standing, clearance
    )


def _lift_off(walked: WalkedStep, linkage: Linkage) -> Array:
    """Where the swing foot stood: first beside the other one if it stood, else under its hip."""
    if walked.lift_off is not None:
        return np.array(walked.lift_off)
    if walked.fall is not None:
        return _feet_beside(walked.fall)
    under = linkage.point(walked.record.quantities.positions[0], linkage.swing_hip)
    under[2] = linkage.pivot[2]
    return np.asarray(under)


def _feet_beside(fall: SwingSegment) -> Array:
    place = fall.linkage.point(fall.positions[0], fall.linkage.swing_hip)
    place[2] = fall.linkage.pivot[2]
    place[:2] -= (fall.linkage.point(fall.positions[0], np.zeros(3)) - fall.linkage.pivot)[:2]
    return np.asarray(place)


def _beside(fall: SwingSegment, run: WalkRun) -> Array:
    return np.broadcast_to(_feet_beside(fall), (len(fall.times), 3))
