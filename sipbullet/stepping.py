"""One whole step of the walk: swing, impact, switching, and everything measured on the way."""

from dataclasses import dataclass, field

import numpy as np

from sipbullet.config import MonitorConfig
from sipbullet.control.command import StepCommand, Touchdown
from sipbullet.engine.engine import Engine
from sipbullet.engine.guard import Contact
from sipbullet.engine.swing import Push, Retarget, Swing
from sipbullet.mechanics import kane
from sipbullet.mechanics.impact import Impact, solve_impact
from sipbullet.mechanics.linkage import Linkage
from sipbullet.mechanics.placement import foot_placement
from sipbullet.mechanics.rotations import Array, cross
from sipbullet.mechanics.series import SwingSeries, joined, swing_series
from sipbullet.mechanics.state import State, Step
from sipbullet.mechanics.switching import Switched, switch_feet

CONTINUITY = 1e-9  # m, and relative for energy and momentum


@dataclass(frozen=True, slots=True)
class Reset:
    """What the switching of the feet does to the walker: nothing, when its trunk is symmetric about the hip axis."""

    cog_jump: float  # m
    energy_jump: float  # J, gained
    momentum_jump: float  # kg·m²/s, of the angular momentum about the new foot


@dataclass(frozen=True, slots=True)
class Landing:
    """The end of a completed step."""

    contact: Contact
    impact: Impact
    switched: Switched
    reset: Reset
    roll: float  # rad, of the pelvis' y axis, left side up positive
    yaw: float  # rad, of the pelvis
    placement: tuple[float, float, float]  # how far from a stop: see mechanics.placement


@dataclass(frozen=True, slots=True)
class StepRecord:
    """All that is known of one step."""

    index: int  # 1 for the first
    time: float  # s at its start
    step: Step
    start: State
    swing: Swing
    series: SwingSeries
    clearance: Array  # (n,) m, swing foot over the ground; −inf … +inf (over no ground)
    energy_drift: float
    momentum_drift: float
    landing: Landing | None  # None when the walker fell in this step
    violations: tuple[str, ...] = field(default=())
    pushed: bool = False  # whether a push came in this step; `step` then has the swing leg's last angles

    @property
    def min_clearance(self) -> float:
        """Least height in m of the swing foot over the ground before its touchdown; negative inside a tread."""
        before = self.clearance[:-1] if self.landing is not None else self.clearance
        return float(before.min())


def plan_step(touchdown: Touchdown, command: StepCommand) -> tuple[Step, State]:
    """The constants and the initial state of the step that `command` asks for after `touchdown`."""
    before = touchdown.state
    step = Step(
        support=touchdown.support,
        pivot=touchdown.pivot,
        alpha1=touchdown.alpha1,
        alpha_z1=touchdown.alpha_z1,
        alpha=command.alpha,
        alpha_z=command.alpha_z,
        leg1_start=before.leg1,
        leg1_target=command.leg1_target,
        leg2=command.leg2,
        knee_duration=command.knee_duration,
    )
    rates = (command.gamma, command.omega, command.gamma_x)
    return step, State(before.theta_z, before.theta, before.theta_x, *rates, before.leg1, before.leg1_rate)


def touchdown_after(record: StepRecord) -> Touchdown | None:
    """The touchdown that a controller sees after a step; None after a fall."""
    if record.landing is None:
        return None
    switched = record.landing.switched
    return Touchdown(
        index=record.index,
        support=switched.support,
        pivot=switched.pivot,
        state=switched.state,
        alpha1=switched.alpha1,
        alpha_z1=switched.alpha_z1,
        previous_pivot=record.step.pivot,
        duration=record.landing.contact.time,
    )


def run_step(
    engine: Engine,
    index: int,
    time: float,
    begin: tuple[Step, State],
    time_limit: float,
    monitor: MonitorConfig,
    pushes: tuple[Push, ...] = (),
    retarget: Retarget | None = None,
) -> StepRecord:
    """Run one step and measure it. A fall leaves `landing` empty and its reason in the swing.

    Args:
        engine: to run in.
        index: of the step, 1 for the first.
        time: s, at its start.
        begin: the step's constants and its initial state.
        time_limit: s, after which the walker counts as fallen.
        monitor: what counts as a violation.
        pushes: within this step, by their times since it began.
        retarget: asked after every push for new angles of the swing leg.
    """
    step, state = begin
    swing = engine.swing(step, state, Linkage.of(engine.robot, step), time_limit, pushes, retarget)
    series = joined([swing_series(p.linkage, p.step, p.times, p.positions, p.rates, p.place) for p in swing.pieces])
    last = swing.pieces[-1]
    weight = engine.robot.mass * engine.robot.gravity
    energy_drift = series.energy_drift(swing.work + swing.push_energy, weight * step.pivot[2])
    momentum_drift = series.momentum_drift(weight * engine.robot.leg_length, swing.push_momentum)
    ceiling = step.pivot[2] + engine.robot.leg_length
    clearance = series.swing_foot[:, 2] - engine.ground.heights(series.swing_foot, ceiling)
    landing = None if swing.contact is None else _land(last.linkage, last.step, swing.contact)
    violations = tuple(_violations(series, energy_drift, landing, monitor, engine.robot.sagittal_symmetric))
    pushed = len(swing.pieces) > 1
    return StepRecord(
        index, time, last.step, state, swing, series, clearance, energy_drift, momentum_drift, landing, violations, pushed
    )


def _land(linkage: Linkage, step: Step, contact: Contact) -> Landing:
    impact = solve_impact(linkage, contact.state)
    switched = switch_feet(linkage, step, contact.state, impact)
    pelvis_y = linkage.pelvis_frame(contact.state.positions)[:, 1]
    return Landing(
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
    robot, q = linkage.robot, contact.state.positions
    angles = (switched.alpha1, switched.alpha_z1, 0.0, 0.0)
    leg1 = switched.state.leg1
    after = Linkage.of(robot, Step(switched.support, switched.pivot, *angles, leg1, leg1, leg1, 0.0))
    q_after, v_after = switched.state.positions, switched.state.rates
    cog, omega = linkage.cog_position(q), impact.angular_velocity_post
    r = cog - linkage.swing_foot_position(q)
    velocity = cross(omega, r)
    spin = kane.inertia_in_world(linkage, q) @ omega
    energy = 0.5 * robot.mass * velocity @ velocity + 0.5 * omega @ spin + kane.potential_energy(linkage, q)
    place = kane.Configuration(after, q_after)
    energy_after = place.kinetic_energy(v_after) + place.potential_energy
    momentum = robot.mass * cross(r, velocity) + spin
    return Reset(
        cog_jump=float(np.linalg.norm(place.cog - cog)),
        energy_jump=float(energy_after - energy),
        momentum_jump=float(np.linalg.norm(place.angular_momentum(v_after) - momentum)),
    )


def _violations(
    series: SwingSeries, energy_drift: float, landing: Landing | None, monitor: MonitorConfig, symmetric: bool
) -> list[str]:
    """Names of what a real walker could not have done in this step, or what the integration got wrong."""
    found = []
    if series.min_fz <= 0.0:
        found.append(f"reaction: Fz falls to {series.min_fz:.1f} N, the ground cannot pull")
    elif series.max_friction >= monitor.friction:
        found.append(f"friction: {series.max_friction:.3f} along the swing (limit {monitor.friction:g})")
    if abs(energy_drift) > monitor.energy_drift:
        found.append(f"energy: drift {energy_drift:.1e} in the swing (limit {monitor.energy_drift:g})")
    if landing is None:
        return found
    impact, reset = landing.impact, landing.reset
    if impact.friction >= monitor.friction:
        found.append(f"impulse: friction {impact.friction:.3f} (limit {monitor.friction:g})")
    if not impact.trailing_foot_lifts:
        found.append(f"trailing foot: pressed down at {impact.trailing_foot_velocity[2]:.3f} m/s after the impact")
    jumps = (reset.cog_jump, abs(reset.energy_jump) * 1e-3, reset.momentum_jump * 1e-2)
    if symmetric and max(jumps) > CONTINUITY:
        found.append(f"switching: COG jumps {reset.cog_jump:.1e} m, energy {reset.energy_jump:.1e} J")
    return found
