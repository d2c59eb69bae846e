"""A level stretch."""

from typing import Literal

from pydantic import Field

from sipbullet.worlds.sections.base import Section, Span


class Landing(Section):
    """A level stretch."""

    kind: Literal["landing"]
    length: float = Field(gt=0.0, le=100_000.0, description="m along the centreline")

    @property
    def extent(self) -> float:
        """In m, along the centreline."""
        return self.length

    def lay(self, start: float, height: float) -> list[Span]:
        """One span as high as what was before it."""
        return [Span(start, start + self.extent, height)]
