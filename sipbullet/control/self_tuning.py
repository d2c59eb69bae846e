"""The self-tuning regulator of the roll.

A model learnt step by step, and the law that it says is best.

Model, with ρ the pelvis' roll at touchdown, v the roll rate beyond the feed-forward toss, u the
support's sign:

    ρ(k+1) = a·ρ(k) + b·v(k) + c·u(k) + d

(a, b, c, d) are estimated by recursive least squares with forgetting; the law v = (ρ_wanted − a·ρ −
c·u − d)/b makes the predicted ρ(k+1) what is wanted: minimum variance.

So that it neither winds up nor diverges: nothing is forgotten once the covariance's trace is at its
bound, the law takes a and b from within bounds about the pendulum's own values, whatever is
estimated, and v is limited. The offsets c and d follow the slow changes of the other loops: their
variance grows by a given
drift at each step.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from sipbullet.config.controllers import PidConfig, StrConfig
from sipbullet.config.models import GaitConfig
from sipbullet.control.navigation import Navigator
from sipbullet.control.pid import PidController
from sipbullet.control.step_pendulum import FeedForward
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.walker import Walker

if TYPE_CHECKING:
    from sipbullet.control.registry import ControllerSetup


class RecursiveLeastSquares:
    """Estimates x of y = φ·x from samples, the older ones counting less."""

    def __init__(
        self, estimate: Array, variances: Array, forgetting: float, largest: float, drift: Array
    ) -> None:
        """Begin with `estimate` (n,) and its `variances` (n,).

        Beyond a trace of `largest` nothing is forgotten.

        `drift` (n,) is what each variance gains at a step.
        """
        self._drift = np.diag(drift)
        self.estimate = np.array(estimate, dtype=float)
        self.covariance = np.diag(variances)
        self._forgetting, self._largest = forgetting, largest

    def update(self, regressors: Array, value: float) -> float:
        """Take in a sample; the error of its prediction."""
        error = float(value - regressors @ self.estimate)
        spread = self.covariance @ regressors
        gain = spread / (self._forgetting + regressors @ spread)
        self.estimate = self.estimate + gain * error
        covariance = self.covariance - np.outer(gain, spread)
        if np.trace(covariance) / self._forgetting <= self._largest:
            covariance = covariance / self._forgetting
        self.covariance = 0.5 * (covariance + covariance.T) + self._drift
        return error


class SelfTuningController(PidController):
    """The PID of the other five quantities, with a self-tuning regulator of the roll rate."""

    def __init__(
        self,
        walker: Walker,
        navigator: Navigator,
        gait: GaitConfig,
        gains: PidConfig,
        config: StrConfig,
    ) -> None:
        """Walk `walker` along the navigator's plan, learning from the estimates in `config`."""
        super().__init__(walker, navigator, gait, gains)
        self._config = config
        estimate = np.array([config.a, config.b, config.c, config.d])
        drift = np.array([0.0, 0.0, config.drift, config.drift])
        variances = np.array(
            [config.variance_ab, config.variance_ab, config.variance_cd, config.variance_cd]
        )
        self._model = RecursiveLeastSquares(
            estimate, variances, config.forgetting, config.largest_covariance, drift
        )
        self._last: Array | None = None  # regressors of the last step

    @classmethod
    def from_setup(cls, setup: "ControllerSetup") -> "SelfTuningController":
        """The controller of a walk, with the gains and estimates of its settings."""
        config = setup.config
        walk = (setup.walker, setup.navigator, config.gait)
        return cls(*walk, config.pid, config.self_tuning)

    @property
    def estimate(self) -> Array:
        """(a, b, c, d) as estimated now."""
        return self._model.estimate.copy()

    def _roll_rate(self, lean: float, wanted: float, side: int, forward: FeedForward) -> float:
        config, roll = self._config, lean + wanted
        if self._last is not None:
            self._model.update(self._last, roll)
        a, b, c, d = self._model.estimate.tolist()
        own_b = forward.roll_gain
        own_a = math.sqrt(1.0 + own_b * own_b * self._walker.gravity / self._walker.pendulum_length)
        a = _within(a, own_a / config.spread, own_a * config.spread)
        b = _within(b, own_b / config.spread, own_b * config.spread)
        correction = (wanted - a * roll - c * side - d) / b
        correction = _within(correction, -config.largest_correction, config.largest_correction)
        self._last = np.array([roll, correction, float(side), 1.0])
        return side * forward.roll_rate + correction


def _within(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))
