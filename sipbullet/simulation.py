"""The walk: the hybrid cycle of steps over a footstep plan, until the path ends or the walker falls."""

import math
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal

from sipbullet.config import PushConfig, ScheduleEntry, WalkConfig
from sipbullet.control.command import Controller, StepCommand, Touchdown
from sipbullet.control.navigation import Navigator, Progress
from sipbullet.control.pid import PidController
from sipbullet.control.prediction import leg_pair
from sipbullet.control.self_tuning import SelfTuningController
from sipbullet.engine.engine import Engine
from sipbullet.engine.standing import Stand
from sipbullet.engine.swing import Piece, Push
from sipbullet.errors import ConfigError, SipbulletError
from sipbullet.mechanics.state import State, Step
from sipbullet.resources import default_robot
from sipbullet.robot import Robot
from sipbullet.standing import come_to_rest, fall_forward, find_release
from sipbullet.stepping import StepRecord, plan_step, run_step, touchdown_after
from sipbullet.targets import Schedule
from sipbullet.urdf import robot_urdf
from sipbullet.urdf_reader import load_robot
from sipbullet.worlds.catalogue import load_world
from sipbullet.worlds.export import world_urdf
from sipbullet.worlds.footsteps import Foothold, plan_footsteps, steered_footsteps
from sipbullet.worlds.user_plan import read_plan
from sipbullet.worlds.world import World

Status = Literal["finished", "fell", "stopped"]


@dataclass(frozen=True, slots=True)
class WalkedStep:
    """A step of a walk: its record, how it went along the path, and the foothold it was to reach."""

    record: StepRecord
    command: StepCommand
    progress: Progress | None  # None when the walker fell in it
    target: Foothold
    target_length: float  # m along the path
    lift_off: tuple[float, float, float] | None  # m, where the swing foot stood; None in the first step
    fall: Piece | None = None  # before the first step, when the walk began standing
    stand: Stand | None = None  # after the last step, when it came to rest


@dataclass(slots=True)
class Outcome:
    """How a walk ended."""

    status: Status = "stopped"
    reason: str = "not run to its end"
    steps: int = 0
    time: float = 0.0  # s, simulated


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a user asks of a step, in the midst of a walk."""

    targets: ScheduleEntry | None = None  # from this step on
    push: tuple[float, float, float] | None = None  # N·s, in the middle of this step
    stop: Literal["none", "paper", "refined"] = "none"  # come to rest with this step


Ask = Callable[[int], Inputs]  # of the step that is about to begin


@dataclass
class Walk:
    """A walk ready to be run: everything checked, nothing started."""

    config: WalkConfig
    robot_path: Path
    robot: Robot
    world: World
    spacing: float  # m
    schedule: Schedule
    plan: tuple[Foothold, ...]
    outcome: Outcome = field(default_factory=Outcome)
    refused: str = ""  # why the last wish of a user was not heeded
    files: tempfile.TemporaryDirectory[str] | None = None  # where the URDF of a robot made in memory is
    wrap: Callable[[Controller], Controller] | None = None  # what the controller is put into, for studies

    def steps(self, ask: Ask | None = None) -> Iterator[WalkedStep]:
        """Run the walk step by step; `outcome` says how it ended.

        Args:
            ask: called before every step for what a user wants of it. It goes into `config`, so that a walk of that
                configuration is this walk again.
        """
        simulation = self.config.simulation
        ground = world_urdf(self.ground)
        with Engine(self.robot, self.robot_path, ground, simulation.integrator, simulation.time_step) as engine:
            try:
                yield from self._run(engine, ask)
            except KeyboardInterrupt:
                self.outcome.status, self.outcome.reason = "stopped", "interrupted"

    @cached_property
    def ground(self) -> World:
        """The world as it is, with what the controller does not know of."""
        return self.world.disturbed(self.config.disturbance.ground_error, self.config.seed)

    def _run(self, engine: Engine, ask: Ask | None) -> Iterator[WalkedStep]:
        navigator = Navigator(self.plan, self.schedule)
        controller = make_controller(self.config, self.robot, navigator)
        if self.wrap is not None:
            controller = self.wrap(controller)
        fall, touchdown = self._begin(engine)
        taken = 0  # pushes
        while self.outcome.steps < self.last_step:
            index, now = touchdown.index + 1, self.outcome.time
            if ask is not None:
                self._heed(ask(index), index, navigator)
            command = controller.command(touchdown)
            if command is None:
                break
            target, begin = self.plan[index], plan_step(touchdown, command)
            stopping = index == self.last_step and self.config.stop != "none"
            if stopping:
                last = self._to_rest(begin, index)
                if last is None:
                    return
                begin = last
            limit, pushes = 2.0 * self.schedule.at(index).duration, self._pushes(now, taken)
            record = run_step(engine, index, now, begin, limit, self.config.monitor, pushes, controller.retarget)
            taken += len(record.swing.pieces) - 1
            touchdown_next = touchdown_after(record)
            progress = None if touchdown_next is None else navigator.progress(touchdown_next)
            self.outcome.steps = index
            self.outcome.time += record.swing.duration
            end = self._end(record)
            stand = None
            if stopping and end is None and record.landing is not None:
                stand = come_to_rest(engine, record.landing.switched)
            length = target.s - self.plan[index - 1].s
            yield WalkedStep(record, command, progress, target, length, touchdown.previous_pivot, fall, stand)
            fall = None
            if end is not None:
                self.outcome.status, self.outcome.reason = end
                return
            if stand is not None:
                self._stood(stand)
                return
            assert touchdown_next is not None
            touchdown = touchdown_next
        at_end = self.outcome.steps == len(self.plan) - 1
        self.outcome.status = "finished"
        self.outcome.reason = "reached the end of the path" if at_end else f"took the {self.last_step} steps asked for"

    def _pushes(self, now: float, taken: int) -> tuple[Push, ...]:
        """The pushes after the first `taken` ones, by their times from `now` s on."""
        coming = sorted(self.config.disturbance.push, key=lambda push: push.time)[taken:]
        return tuple(Push(max(push.time - now, 0.0), (push.x, push.y, push.z)) for push in coming)

    def _heed(self, inputs: Inputs, index: int, navigator: Navigator) -> None:
        """Take what a user wants of step `index` into the configuration, the schedule and the plan."""
        now, config = self.outcome.time, self.config
        if inputs.targets is not None:
            schedule = (*config.schedule, inputs.targets.model_copy(update={"step": index}))
            self._steer(config.model_copy(update={"schedule": schedule}), index, navigator)
        if inputs.push is not None:
            x, y, z = inputs.push
            push = PushConfig(time=now + 0.5 * self.schedule.at(index).duration, x=x, y=y, z=z)
            disturbance = self.config.disturbance.model_copy(update={"push": (*self.config.disturbance.push, push)})
            self.config = self.config.model_copy(update={"disturbance": disturbance})
        if inputs.stop != "none":
            self.config = self.config.model_copy(update={"steps": index, "stop": inputs.stop})

    def _steer(self, config: WalkConfig, index: int, navigator: Navigator) -> None:
        """Follow the schedule of `config` from step `index` on, unless it cannot be walked; then `refused` says why."""
        schedule = Schedule(config.gait, self.spacing, config.schedule)
        try:
            plan = _plan(config, self.world, self.robot, schedule)
            if len(plan) <= index or plan[:index] != self.plan[:index]:
                raise ConfigError("it leads off the path")
        except SipbulletError as error:
            self.refused = str(error)
            return
        self.config, self.schedule, self.plan, self.refused = config, schedule, plan, ""
        navigator.follow(plan, schedule)

    @property
    def last_step(self) -> int:
        """Index of the last step: of the path, or of those asked for."""
        return min(self.config.steps or len(self.plan) - 1, len(self.plan) - 1)

    def _begin(self, engine: Engine) -> tuple[Piece | None, Touchdown]:
        """The walker before its first step, and how it fell forward into it when it began standing."""
        if not self.config.from_standing:
            return None, initial_touchdown(self.robot, self.plan)
        first, second = self.plan[:2]
        release = find_release(self.robot, second.s - first.s, self.schedule.at(1), self.config.gait.knee_duration)
        fall, touchdown = fall_forward(engine, first, release)
        self.outcome.time += float(fall.times[-1])
        return fall, touchdown

    def _to_rest(self, begin: tuple[Step, State], index: int) -> tuple[Step, State] | None:
        """The last step so that the walker comes to rest after it; None, and the walk has ended, when nothing does that."""
        from sipbullet.control.stop import plan_stop  # loads numba

        refined, max_alpha = self.config.stop == "refined", self.config.footstep.max_alpha
        ground, duration = self.plan[index].z, self.schedule.at(index).duration
        plan = plan_stop(self.robot, *begin, ground, duration, refined, max_alpha)
        if plan.reached:
            return plan.step, plan.state
        self.outcome.status = "stopped"
        self.outcome.reason = f"step {index}: no foothold within reach brings the walker to rest"
        return None

    def _stood(self, stand: Stand) -> None:
        self.outcome.time += float(stand.rise.times[-1] + stand.hold.times[-1])
        self.outcome.status = "finished"
        self.outcome.reason = f"came to rest with step {self.outcome.steps}, and stands"

    def fall(self, record: StepRecord) -> str:
        """Why the walker has fallen in a step; "" when it has not."""
        where = f"step {record.index}: "
        if record.landing is None:
            return where + record.swing.reason
        planned, contact = self.plan[record.index], record.landing.contact
        if abs(contact.top - self.ground.treads[planned.tread].top) > 1e-6:
            found = self.ground.tread_at(*contact.foot[:2], contact.top, 1e-6)
            return f"{where}the foot landed on tread {found}, not on tread {planned.tread}"
        return ""

    def _end(self, record: StepRecord) -> tuple[Status, str] | None:
        """Status and reason when the walk ends with this step, else None."""
        where, fallen = f"step {record.index}: ", self.fall(record)
        if fallen:
            return "fell", fallen
        if record.violations and self.config.monitor.strict:
            return "stopped", f"{where}strict: {record.violations[0]}"
        return None


def make_controller(config: WalkConfig, robot: Robot, navigator: Navigator) -> Controller:
    """The controller that `config` names."""
    if config.controller == "footstep":
        from sipbullet.control.footstep import FootstepController  # loads numba

        return FootstepController(robot, navigator, config.gait, config.footstep)
    if config.controller == "str":
        return SelfTuningController(robot, navigator, config.gait, config.pid, config.self_tuning)
    return PidController(robot, navigator, config.gait, config.pid)


def prepare(config: WalkConfig, robot: Robot | None = None, world: World | None = None) -> Walk:
    """Load robot and world, plan the footsteps, and check that the robot can take them.

    Args:
        config: the walk.
        robot: to walk instead of the one that `config` names; its gravity counts.
        world: to walk in instead of the one that `config` names.

    Raises:
        SipbulletError: whatever is wrong with the input, in one line.
    """
    files = None
    if robot is None:
        path = default_robot() if config.robot is None else Path(config.robot)
        robot = load_robot(path, config.simulation.gravity)
    else:
        files = tempfile.TemporaryDirectory(prefix="sipbullet-")
        path = Path(files.name) / "robot.urdf"
        path.write_text(robot_urdf(robot), encoding="utf-8")
    world = world or load_world(config.world)
    world.check_leg(robot.leg_length)
    spacing = robot.pelvis_width if config.gait.spacing is None else config.gait.spacing
    if spacing > 1.5 * robot.leg_length:
        raise ConfigError(f"gait: spacing is {spacing:g} m; it may be at most 1.5 legs, {1.5 * robot.leg_length:.3g} m")
    if spacing >= world.width:
        raise ConfigError(f"gait: spacing is {spacing:g} m; the world {world.name!r} is only {world.width:g} m wide")
    schedule = Schedule(config.gait, spacing, config.schedule)
    plan = _plan(config, world, robot, schedule)
    return Walk(config, path, robot, world, spacing, schedule, plan, files=files)


def _plan(config: WalkConfig, world: World, robot: Robot, schedule: Schedule) -> tuple[Foothold, ...]:
    """The footholds to walk on: the user's own, or the world's."""
    if config.footsteps is not None:
        return read_plan(Path(config.footsteps), world, robot.leg_length, schedule.at(0).spacing, config.start)
    planner = steered_footsteps if schedule.turns else plan_footsteps
    plan = planner(world, schedule.at, config.start)
    if len(plan) < 2:
        raise ConfigError(
            f"gait: a step of {config.gait.length:g} m does not fit on the path of {world.name!r}, {world.length:g} m long"
        )
    for here, target in zip(plan, plan[1:], strict=False):
        leg_pair(robot.leg_length, target.s - here.s, target.z - here.z)
    return plan


def initial_touchdown(robot: Robot, plan: tuple[Foothold, ...]) -> Touchdown:
    """The walker before its first step: on the first foothold, leaning back by half a step, the trunk level."""
    first, second = plan[0], plan[1]
    half = (second.s - first.s) / (2 * robot.leg_length)
    lean = -math.asin(max(-0.5, min(0.5, half)))
    state = State(first.yaw, lean, 0.0, 0.0, 0.0, 0.0, robot.leg_length, 0.0)
    return Touchdown(0, first.foot, (first.x, first.y, first.z), state, 0.0, 0.0)
