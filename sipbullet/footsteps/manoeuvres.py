"""Footstep plans for manoeuvres: turning, stepping in place, backwards, drifting aside."""

import json
import math

from sipbullet.config.models import PlannedFoot
from sipbullet.errors import PlanError
from sipbullet.mechanics.state import SIDE_SIGN, Side, other_side


class PlanBuilder:
    """Writes a plan foot by foot, on level ground."""

    def __init__(
        self, spacing: float, start: Side = "right", at: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)
    ) -> None:
        """Begin with the `start` foot standing, feet `spacing` m apart.

        `at` is x, y, z in m and the yaw in rad of the path's beginning.
        """
        self._spacing, self._foot = spacing, start
        self._x, self._y, self._z, self._yaw = at
        self.feet: list[dict[str, float | str]] = []
        self._put()

    def _put(self) -> None:
        side = -SIDE_SIGN[self._foot] * self._spacing / 2
        x, y = self._x - side * math.sin(self._yaw), self._y + side * math.cos(self._yaw)
        self.feet.append({"x": x, "y": y, "z": self._z, "yaw": self._yaw, "foot": self._foot})
        self._foot = other_side(self._foot)

    def steps(
        self, count: int, ahead: float, left: float = 0.0, turn: float = 0.0
    ) -> "PlanBuilder":
        """Add `count` steps, each `ahead` and to the `left` (m), turning by `turn` (rad)."""
        for _ in range(count):
            heading = self._yaw + turn / 2
            self._x += ahead * math.cos(heading) - left * math.sin(heading)
            self._y += ahead * math.sin(heading) + left * math.cos(heading)
            self._yaw += turn
            self._put()
        return self

    def json(self) -> str:
        """The plan as the content of a file for `--footsteps`."""
        return "[\n" + ",\n".join("  " + json.dumps(foot) for foot in self.feet) + "\n]\n"


def turn_back(foot: PlannedFoot, spacing: float) -> tuple[PlannedFoot, ...]:
    """Footholds that go on from `foot`, turn about to the left and walk back, `spacing` m apart."""
    inside = SIDE_SIGN[foot.foot] * spacing / 2
    x, y = foot.x - inside * math.sin(foot.yaw), foot.y + inside * math.cos(foot.yaw)
    builder = PlanBuilder(spacing, foot.foot, (x, y, foot.z, foot.yaw))
    builder.steps(2, 0.15).steps(12, 0.1, turn=math.radians(15)).steps(12, 0.3)
    return tuple(PlannedFoot.model_validate(step) for step in builder.feet[1:])


def parse_manoeuvre(text: str) -> tuple[int, float, float, float]:
    """(count, ahead m, left m, turn rad) of "COUNTxAHEAD[,LEFT[,TURN°]]", such as "8x0.3".

    Raises:
        PlanError: it is not written so.
    """
    count, _, rest = text.partition("x")
    try:
        numbers = [float(part) for part in rest.split(",")]
        steps = int(count)
    except ValueError:
        numbers, steps = [], 0
    good = (
        1 <= len(numbers) <= 3
        and 1 <= steps <= 10_000
        and all(math.isfinite(n) and abs(n) <= 360 for n in numbers)
    )
    if not good:
        raise PlanError(
            f"plan: {text!r}: write COUNTxAHEAD[,LEFT[,TURN]], in m and degrees, such as 8x0.3 "
            "or 12x0.1,0,15"
        )
    ahead, left, turn = (*numbers, 0.0, 0.0)[:3]
    return steps, ahead, left, math.radians(turn)
