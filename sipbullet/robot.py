"""The robot's parameters: what the mechanics needs to know of the walker."""

import math
from dataclasses import dataclass, replace

from sipbullet.errors import RobotError


@dataclass(frozen=True, slots=True)
class Robot:
    """A heavy pelvis (the upper body) on two massless telescopic legs.

    The inertia is principal in the pelvis frame (x forward, y left, z up) about the centre of gravity,
    which lies `cog_height` above the middle of the hip axis.

    Raises:
        RobotError: a value lies outside its domain; the message names it.
    """

    mass: float = 60.0  # kg
    leg_length: float = 0.90  # m, knee extended
    pelvis_width: float = 0.20  # m, hip to hip
    cog_height: float = 0.0  # m, above the hip axis
    inertia: tuple[float, float, float] = (1.5, 1.0, 1.5)  # kg·m², principal
    knee_stiffness: float = 19440.0  # N/m
    knee_damping: float = 2160.0  # N·s/m
    gravity: float = 9.81  # m/s²

    def __post_init__(self) -> None:
        """Check every value's domain."""
        _require("mass", self.mass, 1.0, 1000.0, "kg")
        _require("leg length", self.leg_length, 0.1, 5.0, "m")
        _require("pelvis width", self.pelvis_width, 0.0, self.leg_length, "m")
        _require("COG height", self.cog_height, -0.5 * self.leg_length, self.leg_length, "m")
        _require("knee stiffness", self.knee_stiffness, 0.0, 1e8, "N/m", open_low=True)
        _require("knee damping", self.knee_damping, 0.0, 1e7, "N·s/m")
        _require("gravity", self.gravity, 0.1, 100.0, "m/s²")
        self._check_inertia()

    def _check_inertia(self) -> None:
        for axis, value in zip("xyz", self.inertia, strict=True):
            _require(f"inertia I{axis * 2}", value, 0.0, 1e4, "kg·m²", open_low=True)
        low, middle, high = sorted(self.inertia)
        if high > (low + middle) * (1.0 + 1e-9):
            raise RobotError(
                f"robot: inertia {self.inertia} kg·m² breaks the triangle inequality: "
                f"the largest moment ({high:g}) may not exceed the sum of the others ({low + middle:g})"
            )

    @property
    def pendulum_length(self) -> float:
        """Height of the centre of gravity over the foot when standing, in m."""
        return self.leg_length + self.cog_height

    @property
    def sagittal_symmetric(self) -> bool:
        """Whether turning the trunk about its hip axis changes nothing: COG on the axis and Ixx = Izz."""
        return abs(self.cog_height) < 1e-12 and abs(self.inertia[0] - self.inertia[2]) < 1e-12


def varied(
    base: Robot,
    mass: float | None = None,
    leg_length: float | None = None,
    pelvis_width: float | None = None,
    cog_height: float | None = None,
    inertia: tuple[float, float, float] | None = None,
    knee_frequency: float | None = None,
    knee_damping_ratio: float | None = None,
) -> Robot:
    """A robot like `base` with some parameters changed; what is not given is kept, or scaled with what it depends on.

    Args:
        base: the robot to begin with.
        mass: kg.
        leg_length: m.
        pelvis_width: m.
        cog_height: m.
        inertia: kg·m²; by default the base's, scaled by mass and leg².
        knee_frequency: rad/s, natural frequency of the knee's spring with the whole mass; the base's by default.
        knee_damping_ratio: of the knee, 1 is critical; the base's by default.

    Raises:
        RobotError: a value lies outside its domain.
    """
    mass = base.mass if mass is None else mass
    leg_length = base.leg_length if leg_length is None else leg_length
    scale = mass / base.mass * (leg_length / base.leg_length) ** 2
    ixx, iyy, izz = (scale * moment for moment in base.inertia) if inertia is None else inertia
    frequency = math.sqrt(base.knee_stiffness / base.mass) if knee_frequency is None else knee_frequency
    own_ratio = base.knee_damping / (2 * math.sqrt(base.knee_stiffness * base.mass))
    ratio = own_ratio if knee_damping_ratio is None else knee_damping_ratio
    return replace(
        base,
        mass=mass,
        leg_length=leg_length,
        pelvis_width=base.pelvis_width if pelvis_width is None else pelvis_width,
        cog_height=base.cog_height if cog_height is None else cog_height,
        inertia=(ixx, iyy, izz),
        knee_stiffness=mass * frequency**2,
        knee_damping=2 * ratio * mass * frequency,
    )


def _require(name: str, value: float, low: float, high: float, unit: str, open_low: bool = False) -> None:
    inside = math.isfinite(value) and low <= value <= high and not (open_low and value == low)
    if not inside:
        bound = "above" if open_low else "at least"
        raise RobotError(f"robot: {name} is {value:g} {unit}; it must be {bound} {low:g} and at most {high:g} {unit}")
