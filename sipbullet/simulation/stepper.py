"""The hybrid system: a walker taken from touchdown to touchdown, whoever decides the commands.

    command → constants and start → swing → touchdown → impact → switching

Walk, window, Gymnasium, stability, sweeps and tests all step through this one.
"""

from dataclasses import dataclass, replace

from sipbullet.config.schedule import Schedule
from sipbullet.control.interface import StepCommand, Touchdown
from sipbullet.engine.engine import Engine
from sipbullet.engine.swing import Push, Retarget
from sipbullet.errors import ConfigError
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.state import State, Step
from sipbullet.simulation.monitors import MonitorContext, load_monitors, violations
from sipbullet.simulation.step import StepRecord, begin_step, run_step
from sipbullet.simulation.system import HybridSystem
from sipbullet.worlds.exports import world_urdf

ON_TREAD = 1e-6  # m, of height, within which a foot is on the tread that was planned


@dataclass(frozen=True, slots=True)
class Disturbance:
    """What comes in between within a step."""

    pushes: tuple[Push, ...] = ()
    retarget: Retarget | None = None  # asked after every push for new angles of the swing leg


class Stepper:
    """Runs the steps of a walk one by one. Close it after use, or use it as a context manager."""

    def __init__(self, walk: HybridSystem, engine: Engine | None = None) -> None:
        """Step in `engine`, or open one for `walk`, with its robot, world and integrator."""
        self.walk, config = walk, walk.config
        simulation = config.simulation
        integrator = (simulation.integrator, simulation.time_step)
        self._monitors = load_monitors(config.monitor)
        self._context = MonitorContext(walk.walker, config.monitor)
        world = world_urdf(walk.ground) if engine is None else ""
        self.engine = engine or Engine(walk.walker, walk.urdf, world, *integrator)
        self.plan, self.schedule = walk.plan, walk.schedule
        self.time = 0.0  # s, simulated
        self.touchdown: Touchdown | None = None

    def reset(self, touchdown: Touchdown | None = None, time: float = 0.0) -> Touchdown:
        """Put the walker where a step begins.

        Args:
            touchdown: where; the walk's own beginning if none.
            time: s, since the walk began.
        """
        self.touchdown = self.walk.start if touchdown is None else touchdown
        self.time = time
        return self.touchdown

    def step(
        self,
        command: StepCommand,
        disturbance: Disturbance = Disturbance(),
        begin: tuple[Step, State] | None = None,
    ) -> StepRecord:
        """Take one step; `touchdown` is then where it ended, None after a fall.

        Args:
            command: what the controller wants.
            disturbance: pushes within the step.
            begin: the step's constants and initial state, if not just those of the command.

        Raises:
            ConfigError: there is nothing to step from, or the command cannot be meant.
        """
        if self.touchdown is None:
            raise ConfigError("step: the walker has fallen, or was not reset; call reset() first")
        check_command(command)
        index = self.touchdown.index + 1
        start = begin_step(self.touchdown, command) if begin is None else begin
        limit = 2.0 * self.schedule.at(index).duration
        more = (disturbance.pushes, disturbance.retarget)
        record = run_step(self.engine, index, self.time, start, limit, *more)
        record = replace(
            record,
            violations=violations(record, self._context, self._monitors),
            fall=record.fall or self._wrong_tread(record),
        )
        self.time += record.swing.duration
        self.touchdown = None if record.fall else record.touchdown
        return record

    def _wrong_tread(self, record: StepRecord) -> str:
        """Why a foot that landed has fallen all the same; "" when it has not."""
        if record.landing is None or record.index >= len(self.plan):
            return ""
        planned, contact = self.plan[record.index], record.landing.contact
        ground = self.walk.ground
        if abs(contact.top - ground.treads[planned.tread].top) <= ON_TREAD:
            return ""
        found = ground.tread_at(*contact.foot[:2], contact.top, ON_TREAD)
        where = f"step {record.index}: the foot landed on tread {found}"
        return f"{where}, not on tread {planned.tread}"

    def follow(self, plan: tuple[Foothold, ...], schedule: Schedule) -> None:
        """Go on with another plan and schedule."""
        self.plan, self.schedule = plan, schedule

    def close(self) -> None:
        """Let the engine go."""
        self.engine.close()

    def __enter__(self) -> "Stepper":
        """Keep it for a `with` block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let the engine go."""
        self.close()


def check_command(command: object) -> None:
    """Raise unless `command` is one.

    Raises:
        ConfigError: it is something else, or holds no usable numbers.
    """
    if not isinstance(command, StepCommand):
        kind = type(command).__name__
        raise ConfigError(
            f"controller: command(touchdown) returned {command!r} ({kind}); "
            "it must return a StepCommand, or None at the end of the path"
        )
    fault = command.fault()
    if fault:
        raise ConfigError(f"controller: in its StepCommand {fault}")
