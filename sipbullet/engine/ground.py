"""The ground as the engine has it: a world's URDF, loaded and asked by rays from above."""

import math

import numpy as np

from sipbullet.engine.client import Client
from sipbullet.errors import EngineError
from sipbullet.mechanics.rigid_motion import Array

EDGE_MARGIN = 1e-3  # m: beyond its edge a box is not met but by a ray's rounding
RAY_MARGIN = 1e-5  # m: a ray's height is right to 1e-6, the shape's own data to rounding


class Ground:
    """The world's shapes in PyBullet. Heights come from rays.

    The exact top of a box from the engine's shape data.
    """

    def __init__(self, client: Client, urdf_text: str) -> None:
        """Load a world from the text of its URDF: one fixed link with boxes."""
        self._client = client
        self.id = client.load_urdf_text(urdf_text)
        shapes = client.getCollisionShapeData(self.id, -1)
        if not shapes:
            raise EngineError("world: PyBullet holds no shapes of it")
        self._size = np.array([shape[3] for shape in shapes])
        self._centre = np.array([shape[5] for shape in shapes])
        turn = np.array([shape[6] for shape in shapes])  # xyzw
        self._cos, self._sin = 1 - 2 * turn[:, 2] ** 2, 2 * turn[:, 2] * turn[:, 3]
        self._top = self._centre[:, 2] + self._size[:, 2] / 2
        self.highest = float(self._top.max())  # m
        self._roof = self.highest + 1.0
        self._floor = float(self._top.min()) - 1.0

    def height(self, x: float, y: float, ceiling: float = math.inf) -> float:
        """Height in m of the ground at a point and below `ceiling`, −inf where there is none."""
        hit = self._client.rayTest((x, y, min(ceiling, self._roof)), (x, y, self._floor))[0]
        return float(hit[3][2]) if hit[0] == self.id else -math.inf

    def heights(self, points: Array, ceiling: float = math.inf) -> Array:
        """Heights in m of the ground under `points` (n, ≥ 2), below `ceiling`; −inf over none."""
        top = min(ceiling, self._roof)
        starts = [(x, y, top) for x, y in points[:, :2].tolist()]
        ends = [(x, y, self._floor) for x, y in points[:, :2].tolist()]
        hits: list[tuple[int, int, float, tuple[float, float, float]]] = []
        for first in range(0, len(starts), 8000):  # PyBullet takes 16,384 rays at a time
            hits += self._client.rayTestBatch(
                starts[first : first + 8000], ends[first : first + 8000]
            )
        return np.array([hit[3][2] if hit[0] == self.id else -math.inf for hit in hits])

    def top_under(self, x: float, y: float, ceiling: float = math.inf) -> float | None:
        """Exact height in m of the box that a ray from above meets; None where there is none."""
        height = self.height(x, y, ceiling)
        if height == -math.inf:
            return None
        dx, dy = x - self._centre[:, 0], y - self._centre[:, 1]
        along = np.abs(self._cos * dx + self._sin * dy) - self._size[:, 0] / 2
        across = np.abs(self._cos * dy - self._sin * dx) - self._size[:, 1] / 2
        outside = np.where(
            np.abs(self._top - height) < RAY_MARGIN, np.maximum(along, across), math.inf
        )
        index = int(np.argmin(outside))
        if not outside[index] < EDGE_MARGIN:
            return None  # the ray grazed a box's side
        return float(self._top[index])
