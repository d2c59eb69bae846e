"""What a step will do, by planar models.

Where two legs meet, and how pendulums with a moving knee get there in time.
"""

import math
from dataclasses import dataclass, replace

from sipbullet.control.step_pendulum import FeedForward, LegPair, StepPendulum
from sipbullet.errors import ConfigError
from sipbullet.mechanics.walker import Walker

LEG_CHANGES = (
    0.0,
    0.01,
    -0.01,
    0.02,
    -0.02,
    0.03,
    -0.03,
    0.045,
    -0.045,
    0.06,
    -0.06,
)  # of a 0.9 m leg, in the order of trial


def leg_pair(leg_length: float, length: float, rise: float, change: float = 0.0) -> LegPair:
    """Legs at the touchdown of a step of `length` and `rise` in m.

    The lower foot's leg is extended.

    `change` (m) makes the swing leg longer or shorter than that, by at most its extended length.

    Raises:
        ConfigError: the legs do not reach.
    """
    leg1, leg2 = leg_length - max(-rise, 0.0), min(leg_length, leg_length - max(rise, 0.0) + change)
    span = math.hypot(length, rise)
    if span < 1e-9 and leg1 == leg2:
        return LegPair(leg1, leg2, 0.0, 0.0)
    if not (abs(leg1 - leg2) < span < 0.95 * (leg1 + leg2)):
        raise ConfigError(
            f"gait: a step {length:.3g} m long and {rise:.3g} m up is out of reach of legs of "
            f"{leg1:.3g} and {leg2:.3g} m"
        )
    between = math.acos((leg1 * leg1 + leg2 * leg2 - span * span) / (2 * leg1 * leg2))
    at_foot = math.acos((leg1 * leg1 + span * span - leg2 * leg2) / (2 * leg1 * span))
    return LegPair(leg1, leg2, math.pi / 2 - at_foot - math.atan2(rise, length), between)


@dataclass(frozen=True, slots=True)
class StepPlan:
    """The legs of a step and the rates that take it to its end, by the planar models."""

    pair: LegPair
    forward: FeedForward


def choose_legs(
    walker: Walker,
    theta: float,
    leg1: float,
    level: float,
    length: float,
    rise: float,
    knee_duration: float,
    duration: float,
) -> StepPlan:
    """Choose the legs so that a foot does not land early (`StepPendulum.lands_early`).

    Args:
        walker: the walker.
        theta: rad, the supporting leg's lean at the start.
        leg1: m, its length at the start.
        level: rad, its roll with a level pelvis, on the right foot.
        length: m, of the step; negative backwards.
        rise: m.
        knee_duration: s.
        duration: s.
    """
    first: StepPlan | None = None
    leg, way = walker.leg_length, 1.0 if length >= 0.0 else -1.0
    for change in LEG_CHANGES:
        try:
            pair = leg_pair(leg, abs(length), rise, change * leg / 0.9)
        except ConfigError:
            if first is None:
                raise
            continue
        pendulum = StepPendulum(walker, (leg1, pair.leg1), knee_duration, duration)
        mirrored = pendulum.feed_forward(way * theta, pair.lean, level)
        plan = StepPlan(pair, replace(mirrored, theta=theta, omega=way * mirrored.omega))
        if not pendulum.lands_early(mirrored, pair, rise):
            return plan
        first = first or plan
    assert first is not None
    return first
