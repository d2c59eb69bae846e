"""A walk taken step by step from outside: whoever holds the stepper decides every command."""

from sipbullet.control.command import StepCommand, Touchdown
from sipbullet.engine.engine import Engine
from sipbullet.simulation import Walk
from sipbullet.stepping import StepRecord, plan_step, run_step, touchdown_after
from sipbullet.worlds.export import world_urdf


class Stepper:
    """Runs single steps of a walk, from any touchdown, with any command. Close it after use: it holds an engine."""

    def __init__(self, walk: Walk) -> None:
        """Run steps of `walk`, with its robot, world and integrator."""
        self.walk = walk
        simulation = walk.config.simulation
        ground = world_urdf(walk.ground)
        self._engine = Engine(walk.robot, walk.robot_path, ground, simulation.integrator, simulation.time_step)

    def step(self, touchdown: Touchdown, command: StepCommand, time: float = 0.0) -> tuple[StepRecord, Touchdown | None]:
        """The step after `touchdown`, begun at `time` s: its record, and the touchdown that ends it, None after a fall."""
        index = touchdown.index + 1
        limit = 2.0 * self.walk.schedule.at(index).duration
        record = run_step(self._engine, index, time, plan_step(touchdown, command), limit, self.walk.config.monitor)
        return record, None if self.walk.fall(record) else touchdown_after(record)

    def close(self) -> None:
        """Let the engine go."""
        self._engine.close()
