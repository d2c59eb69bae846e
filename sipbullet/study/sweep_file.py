"""A sweep's description: a base walk and axes, from a TOML file.

And the cases that follow from it.
"""

import itertools
import math
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from sipbullet.config.models import WalkConfig
from sipbullet.config.settings import resolve_beside, set_dotted
from sipbullet.config.toml_files import read_toml, validate
from sipbullet.errors import ConfigError

Value = bool | int | float | str
Number = Annotated[float, Field(allow_inf_nan=False)]
Pair = tuple[Number, Number]
MOST_CASES = 10_000_000
ROBOT_KEYS = (
    "mass",
    "leg_length",
    "pelvis_width",
    "cog_height",
    "knee_frequency",
    "knee_damping_ratio",
)
PUSH_KEYS = {"time": "s", "impulse": "N·s", "direction": "degrees from straight ahead, to the left"}


class Axis(BaseModel):
    """One parameter and its values: a list, an even range, or draws from a distribution."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    key: str = Field(min_length=1, max_length=200)
    values: tuple[Value, ...] | None = Field(default=None, min_length=1)
    range: Pair | None = Field(default=None, description="first and last value")
    count: int | None = Field(default=None, ge=1, le=1_000_000, description="values of the range")
    uniform: Pair | None = Field(default=None, description="drawn evenly between two values")
    normal: Pair | None = Field(
        default=None, description="drawn about a mean with a standard deviation"
    )

    @model_validator(mode="after")
    def _one_kind(self) -> "Axis":
        given = [
            name
            for name in ("values", "range", "uniform", "normal")
            if getattr(self, name) is not None
        ]
        if len(given) != 1:
            raise ValueError(
                f"axis {self.key!r} needs exactly one of values, range, uniform and normal"
            )
        if (self.range is None) != (self.count is None):
            raise ValueError(f"axis {self.key!r}: range and count belong together")
        if self.normal is not None and self.normal[1] < 0:
            raise ValueError(f"axis {self.key!r}: a standard deviation is not negative")
        return self

    @property
    def random(self) -> bool:
        """Whether its values are drawn."""
        return self.uniform is not None or self.normal is not None

    def grid(self) -> list[Value]:
        """The values of an axis that is not drawn."""
        if self.values is not None:
            return list(self.values)
        assert self.range is not None
        assert self.count is not None
        return [float(value) for value in np.linspace(*self.range, self.count)]


class SweepDescription(BaseModel):
    """What a sweep's TOML file holds."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    name: str = Field(default="sweep", min_length=1, max_length=80)
    seed: int = Field(default=0, ge=0, le=2**63 - 1, description="of what is drawn")
    draws: int = Field(
        default=1, ge=1, le=1_000_000, description="walks at every point of the grid"
    )
    walk: dict[str, Any] = Field(default={}, description="the base walk, settings as in a run.toml")
    axis: tuple[Axis, ...] = Field(min_length=1, max_length=20)

    @property
    def size(self) -> int:
        """The number of walks."""
        grid = math.prod(
            len(axis.values or ()) or axis.count or 1 for axis in self.axis if not axis.random
        )
        return grid * self.draws

    def cases(self) -> list[dict[str, Value]]:
        """The parameters of every walk, by the axes' keys; the same whoever asks."""
        fixed = [axis for axis in self.axis if not axis.random]
        drawn = [axis for axis in self.axis if axis.random]
        generator = np.random.default_rng(self.seed)
        found: list[dict[str, Value]] = []
        for point in itertools.product(*(axis.grid() for axis in fixed)):
            for _ in range(self.draws):
                values = dict(zip((axis.key for axis in fixed), point, strict=True))
                found.append(values | {axis.key: _draw(axis, generator) for axis in drawn})
        return [{axis.key: case[axis.key] for axis in self.axis} for case in found]


def _draw(axis: Axis, generator: np.random.Generator) -> float:
    if axis.uniform is not None:
        return float(generator.uniform(*axis.uniform))
    assert axis.normal is not None
    return float(generator.normal(*axis.normal))


def load_sweep(path: Path) -> SweepDescription:
    """Read and check a sweep's file.

    Raises:
        ConfigError: what is wrong with it, in one line.
    """
    data = read_toml(path, ConfigError)
    sweep = validate(SweepDescription, data, str(path), ConfigError)
    if sweep.size > MOST_CASES:
        raise ConfigError(f"{path}: {sweep.size} walks; a sweep may have at most {MOST_CASES}")
    sweep = sweep.model_copy(update={"walk": resolve_beside(path, dict(sweep.walk))})
    validate(WalkConfig, sweep.walk, f"{path}: walk", ConfigError)
    for axis in sweep.axis:
        _check_key(axis.key, sweep.walk, str(path))
    keys = [axis.key for axis in sweep.axis]
    if len(set(keys)) < len(keys):
        raise ConfigError(f"{path}: two axes have the same key")
    return sweep


def _check_key(key: str, walk: dict[str, Any], where: str) -> None:
    """Raise unless `key` is a parameter of the robot, the world, a push or the walk."""
    table, _, name = key.partition(".")
    if table == "robot" and name:
        allowed: tuple[str, ...] = ROBOT_KEYS
    elif table == "push":
        allowed = tuple(PUSH_KEYS)
    elif table == "world" and name:
        return  # told by the world itself
    else:
        probe: dict[str, Any] = {}
        set_dotted(probe, key, "?")
        fields: Any = WalkConfig
        for part in key.split("."):
            known = getattr(fields, "model_fields", {})
            if part not in known:
                raise ConfigError(
                    f"{where}: axis {key!r} is no setting; known here: "
                    f"{', '.join(known) or 'nothing'}"
                )
            fields = known[part].annotation
        return
    if name not in allowed:
        raise ConfigError(f"{where}: axis {key!r}: a {table} has {', '.join(allowed)}")
