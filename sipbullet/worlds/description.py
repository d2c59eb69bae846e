"""A world's description: a name, a width and sections along a centreline, as in a TOML file."""

import functools
import operator
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from sipbullet.config.registry import SECTIONS, path_of
from sipbullet.errors import ConfigError
from sipbullet.worlds.sections.base import Section
from sipbullet.worlds.sections.landing import Landing
from sipbullet.worlds.sections.spiral import Spiral
from sipbullet.worlds.sections.stairs import Stairs

OWN = ("landing", "stairs", "spiral")
AnySection = Annotated[Landing | Stairs | Spiral, Field(discriminator="kind")]


class WorldDescription(BaseModel):
    """What a world's TOML file holds, with sections of our own kinds."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    name: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f/\\]+$")
    width: float = Field(default=1.2, gt=0.2, le=100.0, description="m across")
    section: tuple[AnySection, ...] = Field(min_length=1, max_length=1000)


def description_model() -> type[WorldDescription]:
    """The model of a world's TOML file, with sections of all registered kinds.

    Raises:
        ConfigError: what is registered is no section.
    """
    names = SECTIONS.names()
    if set(names) <= set(OWN):
        return WorldDescription
    return _model_of(tuple(_checked(name, SECTIONS.get(name)) for name in names))


def _checked(name: str, kind: Any) -> type[Section]:
    if not (isinstance(kind, type) and issubclass(kind, Section)):
        raise ConfigError(f"section {name!r}: {path_of(kind)} is no subclass of Section")
    if "kind" not in kind.model_fields:
        raise ConfigError(f'section {name!r}: {path_of(kind)} has no field kind: Literal["{name}"]')
    for method in ("extent", "lay"):
        if getattr(kind, method) is getattr(Section, method):
            raise ConfigError(f"section {name!r}: {path_of(kind)} has no method {method}")
    return kind


@functools.lru_cache
def _model_of(kinds: tuple[type[Section], ...]) -> type[WorldDescription]:
    union: Any = Annotated[functools.reduce(operator.or_, kinds), Field(discriminator="kind")]
    sections: Any = (tuple[union, ...], Field(min_length=1, max_length=1000))
    return create_model("WorldDescription", __base__=WorldDescription, section=sections)
