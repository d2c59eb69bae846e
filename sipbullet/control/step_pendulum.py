"""A step as planar pendulums with a moving knee: how they get to its end in time."""

import math
from dataclasses import dataclass

import numpy as np

from sipbullet.mechanics.jit import compiled
from sipbullet.mechanics.laws import KneeReference, quintic
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.walker import Walker

INTEGRATION_STEPS = 16
EARLY = 0.92  # of the duration: a foot that comes down before is early
EARLY_MARGIN = 3e-3  # m, for what the planar model leaves out


@dataclass(frozen=True, slots=True)
class LegPair:
    """Both legs' lengths at a touchdown, and what they span."""

    leg1: float  # m, supporting leg at its end
    leg2: float  # m, swing leg
    lean: float  # rad, of the supporting leg, forward positive
    leg_angle: float  # rad, angle between the legs (the paper's 2·alpha)


@dataclass(frozen=True, slots=True)
class FeedForward:
    """Rates at the start of a step that bring the walker where it shall be at its end."""

    theta: float  # rad, lean at the start
    omega: float  # rad/s, pitch rate to the wanted lean
    # rad/s, roll rate from a level to a level pelvis on the right foot (the left foot's is −toss)
    roll_rate: float
    roll_gain: float  # s, roll at the end for each rad/s at the start


class StepPendulum:
    """A step as two planar pendulums with a moving knee.

    From the side (theta), and from the front (theta_x), small.

    Symbols: r distance of the COG from the foot along the leg, b half the pelvis width, u the
    support's sign,

        d/dt[(m·r² + Iyy)·dθ/dt] = m·g·r·sin θ
        (m·(r² + b²) + Ixx)·φ'' = m(r·ω² − g·cos θ)(u·b − r·φ) − m·r''·u·b − 2m·r·r'·φ' + (Izz −
        Iyy)ω²·φ

    The second is the spherical pendulum's Lagrange equation for θx = φ, linear in φ, without yaw.
    """

    def __init__(
        self, walker: Walker, legs: tuple[float, float], knee_duration: float, duration: float
    ) -> None:
        """The supporting leg goes from legs[0] to legs[1] (m) in a step of `duration` s."""
        self._walker, self._duration = walker, duration
        half = duration / INTEGRATION_STEPS / 2
        self._leg = [
            quintic(*legs, knee_duration, index * half)
            for index in range(2 * INTEGRATION_STEPS + 1)
        ]
        self._pitch_terms = np.zeros((len(self._leg), 3))
        for index, (length, speed, _) in enumerate(self._leg):
            r = length + walker.cog_height
            share = walker.mass * r / (walker.mass * r * r + walker.inertia[1])
            self._pitch_terms[index, 1:] = share * walker.gravity, -2 * share * speed

    def feed_forward(self, theta: float, theta_end: float, level: float = 0.0) -> FeedForward:
        """Rates that take the pendulums from lean `theta` to `theta_end` and keep the roll (rad).

        `level` is the leg's roll with a level pelvis, on the right foot: 0 when the feet are as far
        apart as the hips.

        The linear pendulum's λ(θ_end − θ cosh λT)/sinh λT starts a secant iteration on the
        integrated equation.
        """
        walker, time = self._walker, self._duration
        rate = math.sqrt(walker.gravity / walker.pendulum_length)
        omega = rate * (theta_end - theta * math.cosh(rate * time)) / math.sinh(rate * time)
        other = omega + 0.05
        error, other_error = (
            self._lean(theta, omega) - theta_end,
            self._lean(theta, other) - theta_end,
        )
        for _ in range(8):
            if abs(error) < 1e-10 or error == other_error:
                break
            following = omega - error * (omega - other) / (error - other_error)
            other, other_error = omega, error
            omega, error = following, self._lean(theta, following) - theta_end
        pitch = self._pitch(theta, omega)
        fallen, gained = self._roll(pitch, level, 0.0, 1.0), self._roll(pitch, 0.0, 1.0, 0.0)
        return FeedForward(theta, omega, (level - fallen) / gained, gained)

    def lands_early(self, forward: FeedForward, pair: LegPair, rise: float) -> bool:
        """Whether the foot would come down at the next foothold's height long before the end.

        A massless leg jumps to its new angle at once, and may start just above the tread that it
        shall land on only later.
        """
        path, highest = self._pitch(forward.theta, forward.omega), -math.inf
        for index, (theta, _) in enumerate(
            path[: math.floor(EARLY * INTEGRATION_STEPS) + 1].tolist()
        ):
            gap = (
                self._leg[2 * index][0] * math.cos(theta)
                - pair.leg2 * math.cos(theta - pair.leg_angle)
                - rise
            )
            highest = max(highest, gap)
            if highest > -EARLY_MARGIN and gap < EARLY_MARGIN and gap < highest:
                return True
        return False

    def _lean(self, theta: float, omega: float) -> float:
        return float(self._pitch(theta, omega)[-1, 0])

    def _pitch(self, theta: float, omega: float) -> Array:
        """(angle, rate) of the pendulum seen from the side at every integration step, (n, 2)."""
        h = self._duration / INTEGRATION_STEPS
        return np.asarray(swing_pendulum(self._pitch_terms, theta, omega, h, True))

    def _roll(self, pitch: Array, angle: float, rate: float, push: float) -> float:
        """Final angle from the front on the right foot, from `angle` with `rate`.

        A `push` of 0 leaves the driver out.
        """
        walker, h = self._walker, self._duration / INTEGRATION_STEPS
        half = walker.pelvis_width / 2
        terms = np.empty((len(self._leg), 3))
        for index, knee in enumerate(self._leg):
            lean, omega = pitch[index // 2].tolist()
            if index % 2:
                next_lean, next_omega = pitch[index // 2 + 1].tolist()
                lean, omega = (lean + next_lean) / 2, (omega + next_omega) / 2
            terms[index] = _roll_terms(walker, half, knee, lean, omega, push)
        return float(swing_pendulum(terms, angle, rate, h, False)[-1, 0])


def _roll_terms(
    walker: Walker, half: float, knee: KneeReference, lean: float, omega: float, push: float
) -> tuple[float, float, float]:
    """Driver, stiffness and damping of the pendulum seen from the front, at one instant."""
    mass, (ixx, iyy, izz) = walker.mass, walker.inertia
    r = knee.length + walker.cog_height
    inertia = mass * (r * r + half * half) + ixx
    pull = mass * (r * omega * omega - walker.gravity * math.cos(lean))
    driver = push * half * (pull - mass * knee.acceleration)
    stiffness = (izz - iyy) * omega * omega - pull * r
    return driver / inertia, stiffness / inertia, -2 * mass * r * knee.speed / inertia


@compiled
def swing_pendulum(terms: Array, angle: float, rate: float, h: float, by_sine: bool) -> Array:
    """Runge–Kutta steps of angle'' = driver + stiffness·f(angle) + damping·rate; f is sin or 1.

    Args:
        terms: (2n + 1, 3) driver, stiffness and damping at every half step.
        angle: rad, at the start.
        rate: rad/s, at the start.
        h: s, a step.
        by_sine: whether f is the sine.

    Returns:
        (n + 1, 2) angle and rate at every step.
    """
    count = (len(terms) - 1) // 2
    path = np.empty((count + 1, 2))
    path[0, 0], path[0, 1] = angle, rate
    for step in range(count):
        a1 = _acceleration(terms[2 * step], angle, rate, by_sine)
        v2 = rate + h / 2 * a1
        a2 = _acceleration(terms[2 * step + 1], angle + h / 2 * rate, v2, by_sine)
        v3 = rate + h / 2 * a2
        a3 = _acceleration(terms[2 * step + 1], angle + h / 2 * v2, v3, by_sine)
        v4 = rate + h * a3
        a4 = _acceleration(terms[2 * step + 2], angle + h * v3, v4, by_sine)
        angle += h / 6 * (rate + 2 * v2 + 2 * v3 + v4)
        rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        path[step + 1, 0], path[step + 1, 1] = angle, rate
    return path


@compiled
def _acceleration(terms: Array, angle: float, rate: float, by_sine: bool) -> float:
    value = math.sin(angle) if by_sine else angle
    return float(terms[0] + terms[1] * value + terms[2] * rate)
