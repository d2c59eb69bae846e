"""One whole step of the walk as a record: swing, impact, switching, and all measured on the way."""

from dataclasses import dataclass

import numpy as np

from sipbullet.control.interface import StepCommand, Touchdown
from sipbullet.engine.engine import Engine
from sipbullet.engine.guard import Contact
from sipbullet.engine.swing import Push, Retarget, Swing, SwingSegment
from sipbullet.mechanics import kane
from sipbullet.mechanics.foot_placement import foot_placement
from sipbullet.mechanics.impact import Impact, solve_impact
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.rigid_motion import Array, cross
from sipbullet.mechanics.state import KneeMotion, State, Step, SwingLeg
from sipbullet.mechanics.swing_quantities import SwingQuantities, joined, swing_quantities
from sipbullet.mechanics.switching import Switched, switch_feet


@dataclass(frozen=True, slots=True)
class Reset:
    """What the switching of the feet does to the walker.

    Nothing, when its trunk is symmetric about the hip axis.
    """

    cog_jump: float  # m
    energy_jump: float  # J, gained
    momentum_jump: float  # kg·m²/s, of the angular momentum about the new foot


@dataclass(frozen=True, slots=True)
class TouchdownRecord:
    """The end of a completed step."""

    contact: Contact
    impact: Impact
    switched: Switched
    reset: Reset
    roll: float  # rad, of the pelvis' y axis, left side up positive
    yaw: float  # rad, of the pelvis
    placement: tuple[float, float, float]  # how far from a stop: see mechanics.foot_placement


@dataclass(frozen=True, slots=True)
class StepRecord:
    """All that is known of one step."""

    index: int  # 1 for the first
    time: float  # s at its start
    step: Step  # after a push: with the swing leg's last angles
    start: State
    swing: Swing
    quantities: SwingQuantities
    clearance: Array  # (n,) m, swing foot over the ground; −inf … +inf (over no ground)
    energy_drift: float
    momentum_drift: float
    landing: TouchdownRecord | None  # None when the walker fell in this step
    violations: tuple[str, ...] = ()
    fall: str = ""  # why the walker has fallen, in this step or by where its foot landed

    @property
    def pushed(self) -> bool:
        """Whether a push came in this step."""
        return len(self.swing.segments) > 1

    @property
    def min_clearance(self) -> float:
        """Least height in m of the swing foot over the ground before its touchdown.

        Negative inside a tread.
        """
        before = self.clearance[:-1] if self.landing is not None else self.clearance
        return float(before.min())

    @property
    def touchdown(self) -> Touchdown | None:
        """The touchdown that a controller sees after the step; None after a fall within it."""
        if self.landing is None:
            return None
        switched, duration = self.landing.switched, self.landing.contact.time
        return Touchdown(self.index, switched.stance, switched.state, self.step.pivot, duration)


def begin_step(touchdown: Touchdown, command: StepCommand) -> tuple[Step, State]:
    """The constants and the initial state of the step that `command` asks for."""
    before = touchdown.state
    step = Step(
        stance=touchdown.stance,
        swing_leg=SwingLeg(command.alpha, command.alpha_z, command.leg2),
        knee=KneeMotion(before.leg1, command.leg1_target, command.knee_duration),
    )
    rates = (command.gamma, command.omega, command.gamma_x)
    angles = (before.theta_z, before.theta, before.theta_x)
    return step, State(*angles, *rates, before.leg1, before.leg1_rate)


def run_step(
    engine: Engine,
    index: int,
    time: float,
    begin: tuple[Step, State],
    time_limit: float,
    pushes: tuple[Push, ...] = (),
    retarget: Retarget | None = None,
) -> StepRecord:
    """Run one step and measure it. A fall leaves `landing` empty, and its reason in `fall`.

    Args:
        engine: to run in.
        index: of the step, 1 for the first.
        time: s, at its start.
        begin: its constants and initial state.
        time_limit: s, after which the walker counts as fallen.
        pushes: within this step, by their times since it began.
        retarget: asked after every push for a new swing leg.
    """
    walker, (step, state) = engine.walker, begin
    swing = engine.swing(step, state, time_limit, pushes, retarget)
    quantities = joined([quantities_of(part) for part in swing.segments])
    weight, given = walker.mass * walker.gravity, swing.work + swing.push_energy
    last, feet = swing.segments[-1], quantities.swing_foot
    ground = engine.ground.heights(feet, step.pivot[2] + walker.leg_length)
    scale, contact, risen = weight * walker.leg_length, swing.contact, weight * step.pivot[2]
    return StepRecord(
        index=index,
        time=time,
        step=last.step,
        start=state,
        swing=swing,
        quantities=quantities,
        clearance=feet[:, 2] - ground,
        energy_drift=quantities.energy_drift(given, risen),
        momentum_drift=quantities.momentum_drift(scale, swing.push_momentum),
        landing=None if contact is None else _land(last.linkage, last.step, contact),
        fall="" if contact else f"step {index}: {swing.reason}",
    )


def quantities_of(part: SwingSegment) -> SwingQuantities:
    """The quantities along a segment of a swing."""
    samples = (part.times, part.positions, part.rates)
    return swing_quantities(part.linkage, part.step, *samples, part.place)


def _land(linkage: Linkage, step: Step, contact: Contact) -> TouchdownRecord:
    impact = solve_impact(linkage, contact.state)
    switched = switch_feet(linkage, step, contact.state, impact)
    pelvis_y = linkage.pelvis_frame(contact.state.positions)[:, 1]
    return TouchdownRecord(
        contact=contact,
        impact=impact,
        switched=switched,
        reset=_reset(linkage, contact, impact, switched),
        roll=float(np.arcsin(np.clip(pelvis_y[2], -1.0, 1.0))),
        yaw=float(np.arctan2(-pelvis_y[0], pelvis_y[1])),
        placement=foot_placement(linkage, contact.state, impact),
    )


def _reset(linkage: Linkage, contact: Contact, impact: Impact, switched: Switched) -> Reset:
    """Compare COG, energy and momentum after the impact with those after the switching."""
    walker, q = linkage.walker, contact.state.positions
    after = Linkage.of(walker, Step.standing(switched.stance, switched.state.leg1))
    v_after = switched.state.rates
    cog, omega = linkage.cog_position(q), impact.angular_velocity_post
    r = cog - linkage.swing_foot_position(q)
    velocity = cross(omega, r)
    spin = kane.inertia_in_world(linkage, q) @ omega
    kinetic = 0.5 * walker.mass * velocity @ velocity + 0.5 * omega @ spin
    energy = kinetic + kane.potential_energy(linkage, q)
    place = kane.Configuration(after, switched.state.positions)
    energy_after = place.kinetic_energy(v_after) + place.potential_energy
    momentum = walker.mass * cross(r, velocity) + spin
    return Reset(
        cog_jump=float(np.linalg.norm(place.cog - cog)),
        energy_jump=float(energy_after - energy),
        momentum_jump=float(np.linalg.norm(place.angular_momentum(v_after) - momentum)),
    )
