"""A straight flight of stairs."""

from typing import Literal

from pydantic import Field

from sipbullet.worlds.sections.base import Section, Span


class Flight(Section):
    """Steps of the same rise and run: one riser and one tread a step."""

    steps: int = Field(ge=1, le=10_000)
    rise: float = Field(ge=-1.0, le=1.0, description="m a step, positive up")
    run: float = Field(gt=0.05, le=5.0, description="m a step, on the centreline")

    @property
    def extent(self) -> float:
        """In m, along the centreline."""
        return self.steps * self.run

    @property
    def tread_run(self) -> float:
        """In m."""
        return self.run

    @property
    def largest_rise(self) -> float:
        """In m."""
        return self.rise

    def lay(self, start: float, height: float) -> list[Span]:
        """A span for each tread."""
        ends = [start + step * self.run for step in range(self.steps + 1)]
        tops = [round(height + step * self.rise, 12) for step in range(1, self.steps + 1)]
        return [Span(*span) for span in zip(ends, ends[1:], tops, strict=False)]


class Stairs(Flight):
    """A straight flight."""

    kind: Literal["stairs"]
