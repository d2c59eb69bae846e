"""What a world needs of a kind of section, and a base for one's own.

@sb.register_section("kerb")
class Kerb(Section):
    kind: Literal["kerb"] = "kerb"
    height: float = Field(gt=0.0, le=0.3, description="m")

    @property
    def extent(self): ...
    def lay(self, start, height): ...
"""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict


@dataclass(frozen=True, slots=True)
class Span:
    """A level stretch along the centreline."""

    start: float  # m along the centreline
    end: float  # m
    top: float  # m, its height


class Section(BaseModel):
    """One section of a world; its fields are the keys of its table in the TOML file."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, strict=False)

    @property
    def extent(self) -> float:
        """In m, along the centreline."""
        raise NotImplementedError(f"{type(self).__name__} has no extent")

    @property
    def curvature(self) -> float:
        """Of the centreline in 1/m, positive to the left."""
        return 0.0

    @property
    def tread_run(self) -> float:
        """In m, of treads that get one foothold each; 0 on ground for steps of any length."""
        return 0.0

    @property
    def largest_rise(self) -> float:
        """In m, from one tread to the next, positive up."""
        return 0.0

    def lay(self, start: float, height: float) -> list[Span]:
        """Its ground, from `start` m along the centreline and `height` m on."""
        raise NotImplementedError(f"{type(self).__name__} has no method lay(start, height)")

    def fault(self, width: float) -> str:
        """What makes it impossible in a world `width` m wide; "" when nothing does."""
        return ""
