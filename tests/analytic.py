"""A walk without PyBullet: the stepper over an engine that is the compiled swing alone.

Every swing takes just its planned duration, and lands where its foot is then: no event is searched.
"""

from collections import defaultdict
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
from plans import schedule_of

from sipbullet.config.controllers import FootstepConfig
from sipbullet.config.models import GaitConfig, WalkConfig
from sipbullet.control.footstep import FootstepController
from sipbullet.control.interface import StepCommand
from sipbullet.control.navigation import Navigator
from sipbullet.engine.guard import Contact
from sipbullet.engine.swing import Swing, SwingSegment
from sipbullet.mechanics.compiled import fly, start_values, trunk_constants
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.planning import initial_touchdown
from sipbullet.simulation.stepper import Stepper

LEVEL = 0.0  # m, of every tread: the foot decides where it lands


@dataclass
class AnalyticStep:
    command: StepCommand
    foot: np.ndarray
    error: float
    roll: float


class AnalyticEngine:
    """Swings of a fixed duration by the compiled Kane model."""

    def __init__(self, walker, duration):
        self.walker, self.duration = walker, duration
        self.ground = SimpleNamespace(heights=lambda points, ceiling: np.zeros(len(points)))

    def swing(self, step, state, time_limit, pushes=(), retarget=None):
        linkage = Linkage.of(self.walker, step)
        constants, start = trunk_constants(linkage, step), start_values(state)
        end = fly(constants, start, 0.0, self.duration, 5e-3)
        landed = State.from_arrays(end[:4], end[4:8])
        times = np.array([0.0, self.duration])
        samples = (np.array([state.positions, end[:4]]), np.array([state.rates, end[4:8]]))
        foot = tuple(linkage.swing_foot_position(landed.positions).tolist())
        contact = Contact(self.duration, landed, foot, LEVEL)
        segment = SwingSegment(step, linkage, times, *samples)
        return Swing((segment,), float(end[8]), 0.0, 0.0, 0, contact, "")

    def close(self):
        pass


def analytic_walk(plan, robot=None, duration=0.55, spacing=0.2, config=None):
    walker, schedule = Walker(robot or Robot()), schedule_of(spacing, duration)
    system = SimpleNamespace(
        config=WalkConfig(),
        walker=walker,
        plan=plan,
        schedule=schedule,
        start=initial_touchdown(walker.robot, plan),
        ground=SimpleNamespace(treads=defaultdict(lambda: SimpleNamespace(top=LEVEL))),
    )
    gait, bounds = GaitConfig(duration=duration), config or FootstepConfig()
    controller = FootstepController(walker, Navigator(plan, schedule), gait, bounds)
    stepper, steps = Stepper(system, AnalyticEngine(walker, duration)), []
    stepper.reset()
    while (command := controller.command(stepper.touchdown)) is not None:
        record = stepper.step(command)
        target, foot = plan[record.index], np.array(record.landing.contact.foot)
        error = float(np.linalg.norm(foot - [target.x, target.y, target.z]))
        steps.append(AnalyticStep(command, foot, error, float(np.sin(record.landing.roll))))
    return steps
