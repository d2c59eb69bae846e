"""A walk without PyBullet: controller, compiled swing, Kane impact, switching."""

from dataclasses import dataclass

import numpy as np
from plans import schedule_of

from sipbullet.config.controllers import FootstepConfig
from sipbullet.config.models import GaitConfig
from sipbullet.control.footstep import FootstepController
from sipbullet.control.interface import StepCommand, Touchdown
from sipbullet.control.navigation import Navigator
from sipbullet.mechanics.compiled import fly, start_values, trunk_constants
from sipbullet.mechanics.impact import solve_impact
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State
from sipbullet.mechanics.switching import switch_feet
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.planning import initial_touchdown
from sipbullet.simulation.step import begin_step


@dataclass
class AnalyticStep:
    command: StepCommand
    foot: np.ndarray
    error: float
    roll: float


def analytic_walk(plan, robot=None, duration=0.55, spacing=0.2, config=None):
    walker = Walker(robot or Robot())
    gait = GaitConfig(duration=duration)
    navigator = Navigator(plan, schedule_of(spacing, duration))
    controller = FootstepController(walker, navigator, gait, config or FootstepConfig())
    touchdown, steps = initial_touchdown(walker.robot, plan), []
    while (command := controller.command(touchdown)) is not None:
        step, state = begin_step(touchdown, command)
        linkage = Linkage.of(walker, step)
        end = fly(trunk_constants(linkage, step), start_values(state), 0.0, duration, 5e-3)
        state = State.from_arrays(end[:4], end[4:8])
        foot = linkage.swing_foot_position(state.positions)
        target = plan[touchdown.index + 1]
        error = float(np.linalg.norm(foot - [target.x, target.y, target.z]))
        roll = float(linkage.pelvis_frame(state.positions)[2, 1])
        steps.append(AnalyticStep(command, foot, error, roll))
        switched = switch_feet(linkage, step, state, solve_impact(linkage, state))
        place = (touchdown.index + 1, switched.stance, switched.state)
        touchdown = Touchdown(*place, step.pivot, duration)
    return steps
