"""Everything a walk can be told, as checked models.

Read from TOML (`--config`), changed from the command line.
"""

from typing import Literal

from pydantic import Field, field_validator

from sipbullet.config.base import Positive, Settings
from sipbullet.config.controllers import FootstepConfig, PidConfig, StrConfig
from sipbullet.config.registry import CONTROLLERS, INTEGRATORS, MONITORS, import_object, is_path
from sipbullet.errors import SipbulletError

DEFAULT_DT = {"bullet": 1e-3, "rk4": 1e-2, "kane": 1e-2}  # s


class GaitConfig(Settings):
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


class ScheduleEntry(Settings):
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


class SimulationConfig(Settings):
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


class MonitorConfig(Settings):
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


class PushConfig(Settings):
    """An impulse at the centre of gravity."""

    time: float = Field(ge=0.0, le=1e7, description="s since the walk began")
    x: float = Field(ge=-1e4, le=1e4, description="N·s")
    y: float = Field(ge=-1e4, le=1e4, description="N·s")
    z: float = Field(default=0.0, ge=-1e4, le=1e4, description="N·s")


class DisturbanceConfig(Settings):
    """What the controller does not know of."""

    push: tuple[PushConfig, ...] = Field(default=(), max_length=10_000)
    ground_error: float = Field(
        default=0.0, ge=0.0, le=0.2, description="m, every tread's height is off by up to this"
    )


class PlannedFoot(Settings):
    """One foothold as a plan gives it."""

    x: float = Field(description="m")
    y: float = Field(description="m")
    z: float = Field(description="m")
    yaw: float = Field(description="rad, the walker's heading there")
    foot: Literal["right", "left"]


class PlanChange(Settings):
    """Footholds that replace the rest of the plan, from a step on."""

    step: int = Field(ge=1, le=10_000_000, description="the first step that follows them")
    feet: tuple[PlannedFoot, ...] = Field(min_length=1, max_length=200_000)


class WalkConfig(Settings):
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
