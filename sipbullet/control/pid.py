"""The paper's sampled PID: every quantity of Eq. (1) regulated once a step from the last touchdown.

    γx(k) = −roll·ρ⁺ − ∫ρ⁺ + u·(toss + ∫u·ρ⁺)              horizontality
    ω(k)  = pendulum(θ⁺ → θ_end in T) + ∫(T − T_target)    cadence
    α(k)  = two-leg geometry + ∫(s_target − s)/2L                         step length
    αz(k) from sin 2αz·sin 2α·L = ((spacing − w)/2 + ∫)·u  spacing
    γ(k)  = (turn + heading error − offset/s − u·∫u·heading error)/T   direction, y offset

The three rates are meant along the pelvis' heading (`heading.py`), ρ is the pelvis' roll; with feet
as far apart as the hips they are the leg's own, and ρ = θx. The sum of the step length errors is
the foothold error along the path, and is taken as that: it needs no memory. No periodic reference
is tracked. The offset is steered with γ: correcting it through αz drifts the wrong way.
"""

import math
from typing import TYPE_CHECKING

from sipbullet.config.controllers import PidConfig
from sipbullet.config.models import GaitConfig
from sipbullet.control.heading import LegAlongHeading
from sipbullet.control.interface import StepCommand, Touchdown
from sipbullet.control.navigation import Guidance, Navigator
from sipbullet.control.prediction import choose_legs
from sipbullet.control.step_pendulum import FeedForward
from sipbullet.mechanics.state import SIDE_SIGN, State, Step
from sipbullet.mechanics.walker import Walker

if TYPE_CHECKING:
    from sipbullet.control.registry import ControllerSetup

SUMS = (
    "duration_sum",
    "sway_sum",
    "roll_sum",
    "yaw_sum",
    "spacing_sum",
)  # of errors, in m, s and rad
SHORTEST = 0.15  # m, a step below which the offset is not steered harder


class PidController:
    """Sampled PID with feed-forward; remembers the sums of its errors (`SUMS`)."""

    def __init__(
        self, walker: Walker, navigator: Navigator, gait: GaitConfig, gains: PidConfig
    ) -> None:
        """Walk `walker` along the navigator's plan."""
        self._walker, self._navigator, self._gait, self._gains = walker, navigator, gait, gains
        self._last_duration = gait.duration  # s, that was asked for
        self.memory = dict.fromkeys(SUMS, 0.0)

    @classmethod
    def from_setup(cls, setup: "ControllerSetup") -> "PidController":
        """The controller of a walk, with the gains of its settings."""
        config = setup.config
        return cls(setup.walker, setup.navigator, config.gait, config.pid)

    def command(self, touchdown: Touchdown) -> StepCommand | None:
        """The next step's command; None at the end of the plan."""
        guidance = self._navigator.guidance(touchdown)
        if guidance is None:
            return None
        leg, side = LegAlongHeading.of(touchdown), SIDE_SIGN[touchdown.support]
        wanted = guidance.targets
        lean = leg.pelvis_roll - wanted.roll
        heading_error = guidance.heading - leg.heading
        late = 0.0 if touchdown.duration is None else touchdown.duration - self._last_duration
        sums = self._remember(
            duration_sum=late,
            sway_sum=side * lean,
            roll_sum=lean,
            yaw_sum=side * heading_error,
            spacing_sum=guidance.spacing_error,
        )
        self._last_duration = wanted.duration
        walker, gait, gains = self._walker, self._gait, self._gains
        step = (guidance.length, guidance.rise, gait.knee_duration, wanted.duration)
        plan = choose_legs(walker, leg.pitch, touchdown.state.leg1, side * leg.level, *step)
        pair, forward = plan.pair, plan.forward
        correction = gains.foothold * guidance.foothold_error
        alpha = (pair.leg_angle + correction / walker.leg_length) / 2
        gamma, omega, gamma_x = leg.leg_rates(
            yaw=self._yaw_rate(guidance, heading_error, side),
            pitch=forward.omega + gains.duration_integral * sums["duration_sum"],
            roll=self._roll_rate(lean, wanted.roll, side, forward),
        )
        return StepCommand(
            gamma=gamma,
            omega=omega,
            gamma_x=gamma_x,
            alpha=alpha,
            alpha_z=self._swing_yaw(alpha, side, guidance.spacing),
            leg2=pair.leg2,
            leg1_target=pair.leg1,
            knee_duration=gait.knee_duration,
        )

    def _remember(self, **errors: float) -> dict[str, float]:
        """Add to the sums; a new dictionary, so that a copy of the controller has its own."""
        self.memory = {name: value + errors[name] for name, value in self.memory.items()}
        return self.memory

    def retarget(self, step: Step, state: State, time: float) -> Step:
        """The paper's controller acts at touchdowns only: the step as it is."""
        return step

    def _roll_rate(self, lean: float, wanted: float, side: int, forward: FeedForward) -> float:
        """Roll rate in rad/s against a `lean` from what is `wanted` (rad), and for the sway."""
        gains = self._gains
        toss = gains.sway * forward.roll_rate + gains.sway_integral * self.memory["sway_sum"]
        kept = wanted * (
            1.0 / forward.roll_gain - gains.roll
        )  # to end with the roll that is wanted, not level
        return (
            -gains.roll * lean + kept - gains.roll_integral * self.memory["roll_sum"] + side * toss
        )

    def _yaw_rate(self, guidance: Guidance, heading_error: float, side: int) -> float:
        gains = self._gains
        wanted = (
            guidance.turn
            + gains.heading * heading_error
            - gains.offset * guidance.offset / max(guidance.length, SHORTEST)
        )
        swing = gains.yaw_bias + gains.yaw_integral * self.memory["yaw_sum"]
        return (wanted - swing * side) / guidance.targets.duration

    def _swing_yaw(self, alpha: float, side: int, spacing: float) -> float:
        """Half the swing hip's yaw for half the excess spacing, limited to ±20°."""
        excess = (
            spacing - self._walker.pelvis_width
        ) / 2 + self._gains.spacing_integral * self.memory["spacing_sum"]
        sine = excess / (self._walker.leg_length * max(math.sin(2 * alpha), 0.05))
        return side * math.asin(max(-0.64, min(0.64, sine))) / 2
