"""Exact footsteps: all speeds are set anew at each touchdown to land on the next foothold.

Whatever disturbed the last step is gone one step later. The swing hip's yaw is not an unknown: it
follows from where the foothold lies to the side (giving it away as well would let the legs' lateral
lean drift).
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from sipbullet.config.controllers import FootstepConfig
from sipbullet.config.models import GaitConfig
from sipbullet.control.heading import LegAlongHeading
from sipbullet.control.interface import StepCommand, Touchdown
from sipbullet.control.navigation import Guidance, Navigator
from sipbullet.control.prediction import choose_legs
from sipbullet.control.retarget import Retargeter
from sipbullet.control.shooting import Bounds, ShootingProblem, Shot
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import SIDE_SIGN, KneeMotion, State, Step, SwingLeg
from sipbullet.mechanics.walker import Walker

if TYPE_CHECKING:
    from sipbullet.control.registry import ControllerSetup

SIDESTEP = 0.5  # across over ahead, from which on a step is one aside


class FootstepController:
    """One-step-ahead placement along a plan.

    Remembers nothing but its last solution, for the record.
    """

    def __init__(
        self, walker: Walker, navigator: Navigator, gait: GaitConfig, config: FootstepConfig
    ) -> None:
        """Walk `walker` along the navigator's plan."""
        self._walker, self._navigator, self._gait = walker, navigator, gait
        self._bounds = Bounds(
            config.max_gamma, config.max_omega, config.max_gamma_x, config.max_alpha
        )
        self._retargeter = (
            Retargeter(walker, gait.duration, config.max_alpha) if config.retarget else None
        )
        self._target = (0.0, 0.0, 0.0)
        self.memory: dict[str, float] = {}  # every step is solved for anew

    @classmethod
    def from_setup(cls, setup: "ControllerSetup") -> "FootstepController":
        """The controller of a walk, with the bounds of its settings."""
        config = setup.config
        return cls(setup.walker, setup.navigator, config.gait, config.footstep)

    def command(self, touchdown: Touchdown) -> StepCommand | None:
        """The next step's command; None at the end of the plan."""
        guidance = self._navigator.guidance(touchdown)
        if guidance is None:
            return None
        gait, wanted, side, leg = (
            self._gait,
            guidance.targets,
            SIDE_SIGN[touchdown.support],
            LegAlongHeading.of(touchdown),
        )
        ahead, across, aside = self._displacement(touchdown, guidance)
        swing_yaw, sign = swing_direction(ahead, across)
        step = (
            sign * math.hypot(ahead, across),
            guidance.rise,
            gait.knee_duration,
            wanted.duration,
        )
        plan = choose_legs(self._walker, leg.pitch, touchdown.state.leg1, side * leg.level, *step)
        leg1, leg2 = plan.pair.leg1, plan.pair.leg2
        if aside:
            leg1, leg2 = self._sidestep_legs(touchdown, across, guidance.rise)
        template = Step(
            stance=touchdown.stance,
            swing_leg=SwingLeg(0.0, swing_yaw / 2, leg2),
            knee=KneeMotion(touchdown.state.leg1, leg1, gait.knee_duration),
        )
        self._target = (guidance.target.x, guidance.target.y, guidance.target.z)
        linkage = Linkage.of(self._walker, template)
        problem = ShootingProblem(
            linkage, template, touchdown.state, self._target, wanted.duration, wanted.roll
        )
        rate = math.sqrt(self._walker.gravity / self._walker.pendulum_length)
        roll = side * plan.forward.roll_rate - rate * (leg.pelvis_roll - wanted.roll) / math.tanh(
            rate * wanted.duration
        )
        rates = leg.leg_rates(guidance.turn / wanted.duration, plan.forward.omega, roll)
        guess = np.array([*rates, sign * plan.pair.leg_angle / 2])
        return self._as_command(template, problem.solve(guess, self._bounds))

    def retarget(self, step: Step, state: State, time: float) -> Step:
        """New angles of the swing leg after a push, for the same foothold.

        The step as it is when that is switched off.
        """
        return (
            step if self._retargeter is None else self._retargeter(step, state, time, self._target)
        )

    def _displacement(self, touchdown: Touchdown, guidance: Guidance) -> tuple[float, float, bool]:
        """How far (m) the swing leg opens ahead and across, along the mean heading of both feet.

        And whether it steps aside.

        Walking, both legs share what the feet lie wider apart than the hips. A step aside (more
        across than ahead) is the swing leg's alone: the supporting leg's lean from the side is
        given, for the pelvis shall be
        level.
        """
        heading = guidance.heading + 0.5 * guidance.turn
        dx, dy = guidance.target.x - touchdown.pivot[0], guidance.target.y - touchdown.pivot[1]
        ahead = math.cos(heading) * dx + math.sin(heading) * dy
        left = math.cos(heading) * dy - math.sin(heading) * dx
        excess = left - SIDE_SIGN[touchdown.support] * self._walker.pelvis_width
        across = excess - self._walker.leg_length * math.sin(2 * touchdown.alpha1)
        if abs(across) > SIDESTEP * abs(ahead) + 5e-3:
            return ahead, across, True
        return ahead, 0.5 * excess, False

    def _sidestep_legs(
        self, touchdown: Touchdown, across: float, rise: float
    ) -> tuple[float, float]:
        """Lengths in m of both legs at the end of a step aside.

        The hips as high as both legs allow.
        """
        length, lean = self._walker.leg_length, math.cos(2 * touchdown.alpha1)
        height = min(
            lean * length, math.sqrt(max(length * length - across * across, 0.0)) + min(rise, 0.0)
        )
        return height / lean, math.hypot(height - rise, across)

    def _as_command(self, step: Step, shot: Shot) -> StepCommand:
        return StepCommand(
            gamma=shot.gamma,
            omega=shot.omega,
            gamma_x=shot.gamma_x,
            alpha=shot.alpha,
            alpha_z=step.swing_leg.alpha_z,
            leg2=step.swing_leg.length,
            leg1_target=step.knee.target,
            knee_duration=step.knee.duration,
            compromise=shot.compromise,
            residual=shot.residual,
            iterations=shot.iterations,
        )


def swing_direction(ahead: float, across: float) -> tuple[float, float]:
    """The swing hip's yaw (±π/2 rad) and the sign of alpha that point the leg that way."""
    if abs(ahead) < 1e-9 and abs(across) < 1e-9:
        return 0.0, 1.0
    sign = -1.0 if ahead < 0.0 else 1.0
    return math.atan2(sign * across, sign * ahead), sign
