"""The rows of trajectory.csv: a step's samples, with the fall before and the stand after."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from sipbullet.engine.swing import SwingSegment
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.swing_quantities import SwingQuantities
from sipbullet.simulation.drawn_swing import DrawnSwing
from sipbullet.simulation.step import quantities_of
from sipbullet.simulation.walked_step import WalkedStep

Label = tuple[int, str]  # step, support


def sample_rows(walked: WalkedStep, drawn: DrawnSwing) -> Iterator[list[Any]]:
    """Rows in the order of `schema.TRAJECTORY_COLUMNS`."""
    record = walked.record
    if walked.fall is not None and drawn.fall is not None:
        yield from _segment_rows(walked.fall, 0.0, (0, "both"), drawn.fall)
    pivot, label = np.array(record.step.pivot), (record.index, record.step.support)
    yield from _rows(record.quantities, record.time, label, pivot, drawn.swing, record.clearance)
    if walked.stand is not None and drawn.rise is not None and drawn.hold is not None:
        time, rise, hold = record.time + record.swing.duration, walked.stand.rise, walked.stand.hold
        yield from _segment_rows(rise, time, (record.index + 1, rise.step.support), drawn.rise)
        time += float(rise.times[-1])
        yield from _segment_rows(hold, time, (record.index + 1, "both"), drawn.hold)


def _segment_rows(
    segment: SwingSegment, time: float, label: Label, drawn: Array
) -> Iterator[list[Any]]:
    """Rows of a segment that is no swing; its foot is not watched over the ground."""
    nothing = np.zeros_like(segment.times)
    pivot = segment.linkage.pivot
    return _rows(quantities_of(segment), time, label, pivot, drawn, nothing)


def _rows(
    found: SwingQuantities, time: float, label: Label, pivot: Array, drawn: Array, clearance: Array
) -> Iterator[list[Any]]:
    feet = np.broadcast_to(pivot, found.cog.shape)
    states = (time + found.times, found.positions, found.rates)
    places = (found.cog, found.pelvis, feet, found.swing_foot, drawn)
    scalars = (found.kinetic, found.potential, found.momentum_z, found.knee_force)
    block = np.column_stack([*states, *places, *scalars, found.reaction, found.zmp, clearance])
    return ([row[0], *label, *row[1:]] for row in block.tolist())
