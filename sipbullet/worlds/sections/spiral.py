"""A flight that winds about a vertical axis."""

from typing import Literal

from pydantic import Field

from sipbullet.worlds.sections.stairs import Flight

LEAST_INNER_RADIUS = 0.1  # m


class Spiral(Flight):
    """A flight that winds: rise and run are meant on the centreline, an arc of constant radius."""

    kind: Literal["spiral"]
    radius: float = Field(ge=0.8, le=1000.0, description="m, of the centreline")
    turn: Literal["left", "right"]

    @property
    def curvature(self) -> float:
        """In 1/m, positive to the left."""
        return 1.0 / self.radius if self.turn == "left" else -1.0 / self.radius

    def fault(self, width: float) -> str:
        """Too narrow a spiral has no inner edge."""
        if self.radius - width / 2 >= LEAST_INNER_RADIUS:
            return ""
        return (
            f"a radius of {self.radius:g} m leaves no inner edge with a width of {width:g} m; "
            f"the width may be at most {2 * (self.radius - LEAST_INNER_RADIUS):g} m"
        )
