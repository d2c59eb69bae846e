"""A world's description: a name, a width and sections along a centreline, as written in a TOML file."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, strict=False)


class Landing(_Section):
    """A level stretch."""

    kind: Literal["landing"]
    length: float = Field(gt=0.0, le=100_000.0, description="m along the centreline")


class Stairs(_Section):
    """A straight flight: one riser and one tread a step."""

    kind: Literal["stairs"]
    steps: int = Field(ge=1, le=10_000)
    rise: float = Field(ge=-1.0, le=1.0, description="m a step, positive up")
    run: float = Field(gt=0.05, le=5.0, description="m a step")


class Spiral(_Section):
    """A flight that winds: its rise and run are meant on the centreline, an arc of constant radius."""

    kind: Literal["spiral"]
    steps: int = Field(ge=1, le=10_000)
    rise: float = Field(ge=-1.0, le=1.0, description="m a step, positive up")
    run: float = Field(gt=0.05, le=5.0, description="m a step, on the centreline")
    radius: float = Field(ge=0.8, le=1000.0, description="m, of the centreline")
    turn: Literal["left", "right"]


Flight = Stairs | Spiral
Section = Annotated[Landing | Stairs | Spiral, Field(discriminator="kind")]


def curvature(section: Landing | Flight) -> float:
    """Curvature of a section's centreline in 1/m, positive to the left."""
    if not isinstance(section, Spiral):
        return 0.0
    return 1.0 / section.radius if section.turn == "left" else -1.0 / section.radius


def section_length(section: Landing | Flight) -> float:
    """Length of a section along its centreline in m."""
    return section.length if isinstance(section, Landing) else section.steps * section.run


class WorldDescription(BaseModel):
    """What a world's TOML file holds."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    name: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f/\\]+$")
    width: float = Field(default=1.2, gt=0.2, le=100.0, description="m across")
    section: tuple[Section, ...] = Field(min_length=1, max_length=1000)
