"""Settings of the controllers that come with the package."""

from pydantic import Field

from sipbullet.config.base import Gain, Positive, Settings


class PidConfig(Settings):
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


class StrConfig(Settings):
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


class FootstepConfig(Settings):
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
