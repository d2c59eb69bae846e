"""Overlay of the scene: footprints, planned footholds, the COG's trace, arrows of forces.

PyBullet's debug lines take 25 ms and more each; bodies without mass are moved in microseconds. So
every mark is a small body from a pool, made once and moved.
"""

import math
from typing import Any

import numpy as np

from sipbullet.engine.client import Client
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.record.phases import Phase, swing_side
from sipbullet.robot.chain import LEFT_COLOR, RIGHT_COLOR
from sipbullet.robot.parameters import Robot

UNSEEN = (0.0, 0.0, -100.0)
TRACE = 0.08  # s between the dots of the COG's trace
PER_NEWTON = 1.0 / 1200.0  # m of the reaction's arrow
PER_NEWTON_SECOND = 1.0 / 60.0  # m of the impulse's arrow
ARROW_OFFSET = 0.15  # of the leg, beside the foot
ARROW_SPACING = 0.04  # m between the beads of an arrow


def _color(text: str) -> list[float]:
    return [float(part) for part in text.split()]


class Pool:
    """Bodies of one shape, used one after another; the oldest is taken again."""

    def __init__(self, client: Client, count: int, shape: int) -> None:
        """Make `count` bodies of a visual shape, unseen."""
        self._client = client
        self._bodies: tuple[int, ...] = client.createMultiBody(
            0, -1, shape, UNSEEN, batchPositions=[UNSEEN] * count
        )
        self._next = 0

    def put(self, place: tuple[float, float, float] | Array) -> None:
        """Show the next body at `place`."""
        self._move(self._next, place)
        self._next = (self._next + 1) % len(self._bodies)

    def along(self, start: Array, vector: Array) -> None:
        """Show an arrow as beads from `start` along `vector`, m.

        Those that are not needed hide in its first.
        """
        length = float(np.linalg.norm(vector))
        for index in range(len(self._bodies)):
            part = min(index * ARROW_SPACING, length) / max(length, 1e-9)
            self._move(index, start + part * vector)

    def hide(self) -> None:
        """Show none."""
        for index in range(len(self._bodies)):
            self._move(index, UNSEEN)

    def _move(self, index: int, place: tuple[float, float, float] | Array) -> None:
        spot = tuple(float(value) for value in place)
        self._client.resetBasePositionAndOrientation(
            self._bodies[index], spot, (0.0, 0.0, 0.0, 1.0)
        )


class Overlay:
    """All marks of one scene."""

    def __init__(self, client: Client, robot: Robot) -> None:
        """Make the pools."""
        leg = self._leg = robot.leg_length

        def disc(radius: float, rgba: list[float]) -> int:
            shape: dict[str, Any] = {"radius": radius, "length": 0.004, "rgbaColor": rgba}
            return int(client.createVisualShape(client.GEOM_CYLINDER, **shape))

        def bead(radius: float, rgba: list[float]) -> int:
            return int(client.createVisualShape(client.GEOM_SPHERE, radius=radius, rgbaColor=rgba))

        self._planned = Pool(client, 6, disc(0.075 * leg, [0.98, 0.85, 0.25, 1.0]))
        colors = {"right": _color(RIGHT_COLOR), "left": _color(LEFT_COLOR)}
        self._prints = {
            side: Pool(client, 16, disc(0.05 * leg, rgba)) for side, rgba in colors.items()
        }
        self._trace = Pool(client, 60, bead(0.012 * leg, [0.15, 0.15, 0.15, 1.0]))
        self._reaction = Pool(client, 24, bead(0.014 * leg, [0.15, 0.65, 0.25, 1.0]))
        self._impulse = Pool(client, 24, bead(0.014 * leg, [0.75, 0.15, 0.65, 1.0]))
        self._traced = -math.inf
        self._last: Phase | None = None

    def show(self, phase: Phase, time: float) -> None:
        """Set the marks as at `time` s of `phase`; phases come in their order."""
        if phase is not self._last:
            self._begin(phase)
        if time - self._traced >= TRACE:
            self._traced = time
            self._trace.put(phase.at(phase.cog, time))
        force = phase.at(phase.reaction, time)
        self._reaction.along(self._beside(phase), PER_NEWTON * force)

    def _beside(self, phase: Phase, more: float = 1.0) -> Array:
        """Where an arrow begins, m: outside the supporting foot, where no leg hides it."""
        yaw, out = float(phase.positions[0, 0]), more * ARROW_OFFSET * self._leg * phase.step.sign
        return np.asarray(
            np.array(phase.step.pivot) + np.array([out * math.sin(yaw), -out * math.cos(yaw), 0.0])
        )

    def clear(self) -> None:
        """Hide all."""
        for pool in (
            self._planned,
            *self._prints.values(),
            self._trace,
            self._reaction,
            self._impulse,
        ):
            pool.hide()
        self._traced, self._last = -math.inf, None

    def _begin(self, phase: Phase) -> None:
        """A new phase: the print of its foot, the foothold it goes to, the impulse before."""
        before, self._last = self._last, phase
        x, y, z = phase.step.pivot
        self._prints[phase.step.support].put((x, y, z + 0.003))
        if phase.both:
            x, y, z = phase.foot[0]
            self._prints[swing_side(phase)].put((x, y, z + 0.003))
        if phase.planned is not None:
            x, y, z = phase.planned
            self._planned.put((x, y, z + 0.001))
        if before is not None and before.impulse is not None:
            self._impulse.along(
                self._beside(phase, 1.5), PER_NEWTON_SECOND * np.array(before.impulse)
            )
        else:
            self._impulse.hide()
