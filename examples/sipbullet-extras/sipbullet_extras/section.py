"""A kerb: one step up, and one down again."""

from typing import Literal

from pydantic import Field

import sipbullet as sb


class Kerb(sb.Section):
    """A raised strip across the path, and the street behind it."""

    kind: Literal["kerb"]
    height: float = Field(gt=0.0, le=0.3, description="m")
    depth: float = Field(default=0.3, ge=0.2, le=1.0, description="m, of the strip")

    @property
    def extent(self) -> float:
        """In m along the centreline."""
        return 2 * self.depth

    @property
    def tread_run(self) -> float:
        """Strip and street get one foothold each."""
        return self.depth

    @property
    def largest_rise(self) -> float:
        """In m."""
        return self.height

    def lay(self, start: float, height: float) -> list[sb.Span]:
        """The strip and the street behind it."""
        middle = start + self.depth
        strip = sb.Span(start, middle, height + self.height)
        return [strip, sb.Span(middle, middle + self.depth, height)]
