"""The robot's parameters: what the mechanics needs to know of the walker."""

import math
from dataclasses import dataclass, replace
from numbers import Real
from typing import Any

from sipbullet.errors import RobotError


@dataclass(frozen=True, slots=True)
class JointLimit:
    """Limits of one joint of the chain, as a URDF's `<limit>` gives them."""

    joint: str
    lower: float = -math.inf  # rad or m
    upper: float = math.inf  # rad or m
    velocity: float = math.inf  # rad/s or m/s
    effort: float = math.inf  # N·m or N

    def excess(self, low: float, high: float, speed: float, force: float) -> str:
        """What a motion needs beyond the limits, in words; "" when they hold.

        Args:
            low: rad or m, the lowest position.
            high: rad or m, the highest position.
            speed: rad/s or m/s.
            force: N·m or N.
        """
        unit, effort = ("m", "N") if self.joint.endswith("knee") else ("rad", "N·m")
        for value, limit, sign in ((low, self.lower, -1), (high, self.upper, 1)):
            if sign * (value - limit) > 1e-9:
                return f"joint {self.joint!r} needs {value:.4g} {unit}; its range ends at {limit:g}"
        if speed > self.velocity:
            limit = self.velocity
            return (
                f"joint {self.joint!r} needs {speed:.4g} {unit}/s; its velocity limit is {limit:g}"
            )
        if force > self.effort:
            return f"joint {self.joint!r} needs {force:.4g} {effort}; its effort is {self.effort:g}"
        return ""


@dataclass(frozen=True, slots=True)
class Robot:
    """A heavy pelvis (the upper body) on two massless telescopic legs.

    The inertia is principal in the pelvis frame (x forward, y left, z up) about the centre of
    gravity, which lies `cog_height` above the middle of the hip axis.

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
    limits: tuple[JointLimit, ...] = ()  # of joints whose limits are not the usual ones

    def __post_init__(self) -> None:
        """Check every value's domain."""
        _require("mass", self.mass, 1.0, 1000.0, "kg")
        _require("leg length", self.leg_length, 0.1, 5.0, "m")
        _require("pelvis width", self.pelvis_width, 0.0, self.leg_length, "m")
        _require("COG height", self.cog_height, -0.5 * self.leg_length, self.leg_length, "m")
        _require("knee stiffness", self.knee_stiffness, 0.0, 1e8, "N/m", open_low=True)
        _require("knee damping", self.knee_damping, 0.0, 1e7, "N·s/m")
        self._check_inertia()
        if not isinstance(self.limits, tuple) or not all(
            isinstance(limit, JointLimit) for limit in self.limits
        ):
            raise RobotError(f"robot: limits is {self.limits!r}; it must be a tuple of JointLimit")

    def _check_inertia(self) -> None:
        try:
            low, middle, high = sorted(float(value) for value in self.inertia)
        except (TypeError, ValueError):
            raise RobotError(
                f"robot: inertia is {self.inertia!r}; it must be three numbers in kg·m²"
            ) from None
        for axis, value in zip("xyz", self.inertia, strict=True):
            _require(f"inertia I{axis * 2}", value, 0.0, 1e4, "kg·m²", open_low=True)
        if high > (low + middle) * (1.0 + 1e-9):
            raise RobotError(
                f"robot: inertia {self.inertia} kg·m² breaks the triangle inequality: the largest "
                f"moment ({high:g}) may not exceed the sum of the others ({low + middle:g})"
            )

    def limits_of(self, joint: str) -> JointLimit:
        """The limits of a joint of the chain: its own, or the usual ones."""
        own = next((limit for limit in self.limits if limit.joint == joint), None)
        return own or usual_limit(joint, self.leg_length)

    @property
    def pendulum_length(self) -> float:
        """Height of the centre of gravity over the foot when standing, in m."""
        return self.leg_length + self.cog_height

    @property
    def sagittal_symmetric(self) -> bool:
        """Whether turning the trunk about its hip axis changes nothing.

        COG on the axis and Ixx = Izz.
        """
        return abs(self.cog_height) < 1e-12 and abs(self.inertia[0] - self.inertia[2]) < 1e-12


def usual_limit(joint: str, leg_length: float) -> JointLimit:
    """The limits of a joint where nobody says otherwise: hips turn freely."""
    if not joint.endswith("knee"):
        return JointLimit(joint)
    return JointLimit(joint, -0.6 * leg_length, 0.2 * leg_length, 20.0, 10_000.0)


VARIABLE = (
    "mass",
    "leg_length",
    "pelvis_width",
    "cog_height",
    "inertia",
    "knee_frequency",
    "knee_damping_ratio",
)


def varied(base: Robot, **changes: Any) -> Robot:
    """A robot like `base` with some parameters changed.

    What is not given is kept, or scaled with what it depends on.

    Args:
        base: the robot to begin with.
        changes: mass (kg), leg_length (m), pelvis_width (m), cog_height (m), inertia (kg·m², by
            default the base's, scaled by mass and leg²), knee_frequency (rad/s, natural frequency
            of the knee's spring with the whole mass), knee_damping_ratio (1 is critical).

    Raises:
        RobotError: no such parameter, or a value that is no number or outside its domain.
    """
    if not isinstance(base, Robot):
        raise RobotError(f"robot: varied() begins with {base!r}; give it a Robot, such as Robot()")
    _check_changes(changes)
    mass, leg = changes.get("mass", base.mass), changes.get("leg_length", base.leg_length)
    scale = mass / base.mass * (leg / base.leg_length) ** 2
    ixx, iyy, izz = (scale * moment for moment in base.inertia)
    own_frequency = math.sqrt(base.knee_stiffness / base.mass)
    own_ratio = base.knee_damping / (2 * math.sqrt(base.knee_stiffness * base.mass))
    frequency = changes.get("knee_frequency", own_frequency)
    ratio = changes.get("knee_damping_ratio", own_ratio)
    return replace(
        base,
        mass=mass,
        leg_length=leg,
        pelvis_width=changes.get("pelvis_width", base.pelvis_width),
        cog_height=changes.get("cog_height", base.cog_height),
        inertia=changes.get("inertia", (ixx, iyy, izz)),
        knee_stiffness=mass * frequency**2,
        knee_damping=2 * ratio * mass * frequency,
    )


def _check_changes(changes: dict[str, Any]) -> None:
    """Raise unless they are parameters with numbers; None leaves one as it is."""
    for name, value in list(changes.items()):
        if name not in VARIABLE:
            raise RobotError(f"robot: it has no {name!r}; choose from {', '.join(VARIABLE)}")
        if value is None:
            del changes[name]
        elif name != "inertia" and (isinstance(value, bool) or not isinstance(value, Real)):
            raise RobotError(f"robot: {name} is {value!r}; it must be a number")


def _require(
    name: str, value: float, low: float, high: float, unit: str, open_low: bool = False
) -> None:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise RobotError(f"robot: {name} is {value!r}; it must be a number of {unit}")
    inside = math.isfinite(value) and low <= value <= high and not (open_low and value == low)
    if not inside:
        bound = "above" if open_low else "at least"
        raise RobotError(
            f"robot: {name} is {value:g} {unit}; "
            f"it must be {bound} {low:g} and at most {high:g} {unit}"
        )
