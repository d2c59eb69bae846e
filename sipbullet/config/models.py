"""Everything a walk can be told, as checked models.

Read from TOML (`--config`), changed from the command line.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from sipbullet.config.registry import CONTROLLERS, INTEGRATORS, MONITORS, import_object, is_path
from sipbullet.errors import SipbulletError

Positive = Annotated[float, Field(gt=0.0, allow_inf_nan=False)]
Gain = Annotated[float, Field(ge=-1000.0, le=1000.0, allow_inf_nan=False)]

DEFAULT_DT = {"bullet": 1e-3, "rk4": 1e-2, "kane": 1e-2}  # s


class _Config(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class GaitConfig(_Config):
    """Targets of the walk."""

    duration: float = Field(default=0.55, ge=0.1, le=3.0, description="s a step")
    length: float = Field(
        default=0.40, ge=-3.0, le=3.0, description="m a step on level ground; negative: backwards"
    )
    spacing: float | None = Field(
        default=None, ge=0.0, le=2.0, description="m between the feet; the pelvis width if none"
    )
    knee_duration: float = Field(
        default=0.36, ge=0.0, le=3.0, description="s of the knee's quintic; 0: step reference"
    )
    offset: float = Field(
        default=0.0, ge=-10.0, le=10.0, description="m, of the walk to the left of the path"
    )
    roll: float = Field(default=0.0, ge=-0.3, le=0.3, description="rad, of the pelvis at touchdown")

    @field_validator("knee_duration")
    @classmethod
    def _zero_or_not_tiny(cls, value: float) -> float:
        if 0.0 < value < 1e-3:
            raise ValueError("must be 0 (a step reference) or at least 0.001 s")
        return value


class ScheduleEntry(_Config):
    """Targets that change: they hold from a step on until another entry changes them again."""

    step: int = Field(ge=1, le=10_000_000, description="the first step that has them")
    duration: float | None = Field(default=None, ge=0.1, le=3.0, description="s")
    length: float | None = Field(default=None, ge=-1.0, le=3.0, description="m")
    spacing: float | None = Field(default=None, ge=0.0, le=2.0, description="m")
    offset: float | None = Field(
        default=None, ge=-10.0, le=10.0, description="m, to the left of the path"
    )
    heading: float | None = Field(
        default=None, ge=-3.2, le=3.2, description="rad, to the left of the path's own"
    )
    roll: float | None = Field(
        default=None, ge=-0.3, le=0.3, description="rad, of the pelvis at touchdown"
    )


class PidConfig(_Config):
    """Gains of the sampled PID of Eq. (1); see `sipbullet.control.pid` for the laws."""

    roll: Gain = Field(default=3.5, description="1/s, lean of the new leg to its roll rate")
    sway: Gain = Field(default=1.0, description="feed-forward of the lateral fall to the roll rate")
    sway_integral: Gain = Field(
        default=0.2, description="1/s, summed lean over the supporting foot to the roll rate"
    )
    roll_integral: Gain = Field(
        default=0.2, description="1/s, summed lean to the right to the roll rate"
    )
    heading: Gain = Field(default=1.0, description="heading error to the turn of a step")
    offset: Gain = Field(
        default=0.3, description="offset over the step length to the turn of a step"
    )
    yaw_bias: Gain = Field(
        default=0.016, description="rad, turn against the one that each support brings"
    )
    yaw_integral: Gain = Field(
        default=0.3, description="summed heading error towards the supporting foot to the turn"
    )
    spacing_integral: Gain = Field(
        default=0.2, description="summed spacing errors to the swing hip's yaw"
    )
    foothold: Gain = Field(
        default=0.5,
        description="foothold error along the path (the sum of step length errors) to 2α",
    )
    duration_integral: Gain = Field(
        default=0.3, description="1/s², summed duration errors to the pitch rate"
    )


class StrConfig(_Config):
    """The self-tuning regulator of the roll; see `sipbullet.control.self_tuning` for its model."""

    a: Gain = Field(
        default=3.0, description="first estimate, roll at the end for the roll at the start"
    )
    b: Gain = Field(
        default=0.9, description="s, first estimate, roll at the end for the roll rate at the start"
    )
    c: Gain = Field(default=0.0, description="rad, first estimate, towards the supporting foot")
    d: Gain = Field(default=0.0, description="rad, first estimate, to the right")
    forgetting: float = Field(
        default=0.95, gt=0.5, le=1.0, description="weight of a sample against the next one"
    )
    variance_ab: Positive = Field(
        default=1e6, description="of the first estimates of a and b, for a noise of variance 1"
    )
    variance_cd: Positive = Field(default=10.0, description="of the first estimates of c and d")
    largest_covariance: Positive = Field(
        default=1e5, description="trace, beyond which nothing is forgotten"
    )
    drift: float = Field(
        default=0.3, ge=0.0, le=100.0, description="that the variances of c and d gain at a step"
    )
    spread: float = Field(
        default=1.5,
        ge=1.0,
        le=10.0,
        description="factor that the law's a and b keep about the pendulum's own",
    )
    largest_correction: Positive = Field(
        default=0.8, le=10.0, description="rad/s, of the roll rate beyond the feed-forward"
    )


class FootstepConfig(_Config):
    """Bounds of the exact placement; beyond them the nearest foothold is taken."""

    max_gamma: Positive = Field(default=4.0, description="rad/s")
    max_omega: Positive = Field(default=5.0, description="rad/s")
    max_gamma_x: Positive = Field(default=3.0, description="rad/s")
    max_alpha: Positive = Field(
        default=0.6, le=1.2, description="rad, half the angle between the legs"
    )
    retarget: bool = Field(
        default=False, description="move the swing leg anew after a push within the step"
    )


class SimulationConfig(_Config):
    """How the swing is integrated."""

    integrator: str = Field(default="bullet", max_length=200, description="bullet, rk4 or kane")
    dt: Positive | None = Field(
        default=None, le=0.05, description="s; 1 ms for bullet and 10 ms for rk4 and kane if none"
    )
    gravity: float = Field(default=9.81, ge=0.1, le=100.0, description="m/s²")

    @field_validator("integrator")
    @classmethod
    def _known(cls, value: str) -> str:
        if not INTEGRATORS.knows(value):
            raise ValueError(f"must be {INTEGRATORS.choices()}")
        return value

    @property
    def time_step(self) -> float:
        """The time step in s."""
        if self.dt is not None:
            return self.dt
        if self.integrator in DEFAULT_DT:
            return DEFAULT_DT[self.integrator]
        return float(getattr(INTEGRATORS.get(self.integrator), "default_dt", 1e-2))


class MonitorConfig(_Config):
    """What counts as a violation."""

    friction: float = Field(
        default=0.6,
        gt=0.0,
        le=10.0,
        description="largest horizontal over vertical force and impulse",
    )
    energy_drift: float = Field(
        default=1e-3, gt=0.0, le=1.0, description="largest relative energy error of a swing"
    )
    strict: bool = Field(default=False, description="end the walk at the first violation")
    more: tuple[str, ...] = Field(
        default=(), max_length=100, description="other registered monitors, by name or import path"
    )

    @field_validator("more")
    @classmethod
    def _known(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if not (is_path(name) or MONITORS.knows(name)):
                raise ValueError(f"no monitor {name!r}; choose from {MONITORS.choices()}")
        return names


class PushConfig(_Config):
    """An impulse at the centre of gravity."""

    time: float = Field(ge=0.0, le=1e7, description="s since the walk began")
    x: float = Field(ge=-1e4, le=1e4, description="N·s")
    y: float = Field(ge=-1e4, le=1e4, description="N·s")
    z: float = Field(default=0.0, ge=-1e4, le=1e4, description="N·s")


class DisturbanceConfig(_Config):
    """What the controller does not know of."""

    push: tuple[PushConfig, ...] = Field(default=(), max_length=10_000)
    ground_error: float = Field(
        default=0.0, ge=0.0, le=0.2, description="m, every tread's height is off by up to this"
    )


class PlannedFoot(_Config):
    """One foothold as a plan gives it."""

    x: float = Field(description="m")
    y: float = Field(description="m")
    z: float = Field(description="m")
    yaw: float = Field(description="rad, the walker's heading there")
    foot: Literal["right", "left"]


class PlanChange(_Config):
    """Footholds that replace the rest of the plan, from a step on."""

    step: int = Field(ge=1, le=10_000_000, description="the first step that follows them")
    feet: tuple[PlannedFoot, ...] = Field(min_length=1, max_length=200_000)


class WalkConfig(_Config):
    """A whole walk."""

    world: str = Field(default="stairs", min_length=1, max_length=4096)
    robot: str | None = Field(default=None, description="URDF; the shipped robot if none")
    controller: str = Field(
        default="pid", max_length=500, description="pid, str, footstep, or somebody's own"
    )
    wrap: str | None = Field(
        default=None, max_length=500, description="import path of what the controller is put into"
    )
    start: Literal["right", "left"] = Field(
        default="right", description="the first supporting foot"
    )
    steps: int | None = Field(
        default=None, ge=1, le=10_000_000, description="to the end of the path if none"
    )
    from_standing: bool = Field(
        default=False,
        description="begin standing on both feet, and fall forward into the first step",
    )
    stop: Literal["none", "paper", "refined"] = Field(
        default="none", description="come to rest with the last step"
    )
    swing: Literal["smooth", "instant"] = Field(
        default="smooth", description="how the massless swing leg is drawn"
    )
    footsteps: str | None = Field(
        default=None, description="JSON file with a footstep plan; made from the world if none"
    )
    seed: int = Field(default=0, ge=0, le=2**63 - 1)
    gait: GaitConfig = GaitConfig()
    schedule: tuple[ScheduleEntry, ...] = Field(default=(), max_length=100_000)
    pid: PidConfig = PidConfig()
    self_tuning: StrConfig = StrConfig()
    footstep: FootstepConfig = FootstepConfig()
    simulation: SimulationConfig = SimulationConfig()
    disturbance: DisturbanceConfig = DisturbanceConfig()
    monitor: MonitorConfig = MonitorConfig()
    plan_change: tuple[PlanChange, ...] = Field(default=(), max_length=100_000)
    versions: dict[str, str] | None = Field(
        default=None, description="what wrote a run.toml; not used"
    )

    @field_validator("controller")
    @classmethod
    def _known_controller(cls, value: str) -> str:
        if is_path(value):
            return _importable(value)
        if not CONTROLLERS.knows(value):
            raise ValueError(f"must be {CONTROLLERS.choices()}, or an import path module:attribute")
        return value

    @field_validator("wrap")
    @classmethod
    def _known_wrap(cls, value: str | None) -> str | None:
        return None if value is None else _importable(value)


def _importable(path: str) -> str:
    """`path` itself; a ValueError when it does not say all that made the walk."""
    if path.endswith("(…)"):
        raise ValueError(
            "this walk was made by an object that settings cannot describe; "
            "it can be walked again from Python only, with that object"
        )
    try:
        import_object(path, "it")
    except SipbulletError as error:
        raise ValueError(str(error)) from None
    return path
