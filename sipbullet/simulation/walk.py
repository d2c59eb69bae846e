"""The walk: a description that can be run any number of times, and one run of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sipbullet.config.models import WalkConfig
from sipbullet.config.schedule import Schedule
from sipbullet.control.interface import FullController, StepCommand
from sipbullet.control.navigation import Navigator
from sipbullet.control.registry import ControllerSetup, make_controller
from sipbullet.engine.double_support import Stand
from sipbullet.engine.swing import Push, SwingSegment
from sipbullet.errors import ConfigError, SipbulletError
from sipbullet.mechanics.state import State, Step
from sipbullet.robot.parameters import Robot
from sipbullet.simulation.planning import plan_walk
from sipbullet.simulation.start_stop import come_to_rest, fall_forward, find_release
from sipbullet.simulation.steering import Asks, Steering, steered
from sipbullet.simulation.step import StepRecord, begin_step
from sipbullet.simulation.stepper import Disturbance, Stepper
from sipbullet.simulation.system import HybridSystem
from sipbullet.simulation.walked_step import Outcome, Status, WalkedStep
from sipbullet.worlds.terrain import World


@dataclass(frozen=True)
class Walk(HybridSystem):
    """A walk as a description: everything checked, nothing started, nothing that changes."""

    controller: Any = None  # instead of the one that `config` names
    wrap: Any = None  # takes the controller and gives the one to be used

    def run(self, asks: Asks | None = None) -> "WalkRun":
        """A new run of the walk, to be iterated step by step.

        Args:
            asks: asked before every step for what a user wants of it; a `Steering` if none.
        """
        return WalkRun(self, Steering() if asks is None else asks)

    def make_controller(self, navigator: Navigator) -> FullController:
        """A new controller of this walk, that follows `navigator`."""
        setup = ControllerSetup(self.walker, navigator, self.config)
        return make_controller(setup, self.controller, self.wrap)


class WalkRun:
    """One run of a walk: an iterator of its steps; `outcome` says how it ended.

    A user may steer it, so `config`, `schedule` and `plan` are those of the step under way. A walk
    of that configuration is this run again.
    """

    def __init__(self, walk: Walk, asks: Asks) -> None:
        """Begin nothing yet."""
        self.walk, self.asks = walk, asks
        self.config, self.schedule, self.plan = walk.config, walk.schedule, walk.plan
        self.outcome = Outcome()
        self._pushes_taken = 0
        self._steps = self._run()

    @property
    def steering(self) -> Asks:
        """Where a user says what is wanted of the next step."""
        return self.asks

    @property
    def robot(self) -> Robot:
        """Who walks."""
        return self.walk.robot

    @property
    def world(self) -> World:
        """Where, as the controller knows it."""
        return self.walk.world

    @property
    def ground(self) -> World:
        """Where, as it is."""
        return self.walk.ground

    @property
    def last_step(self) -> int:
        """Index of the last step: of the path, or of those asked for."""
        return min(self.config.steps or len(self.plan) - 1, len(self.plan) - 1)

    def __iter__(self) -> Iterator[WalkedStep]:
        """The steps that are left."""
        return self

    def __next__(self) -> WalkedStep:
        """The next step."""
        walked: WalkedStep = next(self._steps)
        return walked

    def stop(self, reason: str) -> None:
        """End the walk here, before its next step."""
        self._steps.close()
        self._end("stopped", reason)

    def close(self) -> None:
        """Let the engine go; the outcome stays as it is."""
        self._steps.close()

    def _end(self, status: Status, reason: str) -> None:
        self.outcome = Outcome(status, reason, self.outcome.steps, self.outcome.time)

    def _run(self) -> Any:
        try:
            with Stepper(self.walk) as stepper:
                yield from self._walk_through(stepper)
        except KeyboardInterrupt:
            self._end("stopped", "interrupted")

    def _walk_through(self, stepper: Stepper) -> Iterator[WalkedStep]:
        navigator = Navigator(self.plan, self.schedule)
        controller = self.walk.make_controller(navigator)
        fall = self._begin(stepper)
        while self.outcome.steps < self.last_step and stepper.touchdown is not None:
            before = stepper.touchdown
            self._heed(before.index + 1, stepper, navigator)
            command = controller.command(before)
            if command is None:
                break
            walked = self._step(stepper, navigator, controller, command, fall)
            if walked is None:
                return
            fall = None
            yield walked
            if self.outcome.reason != Outcome().reason:
                return
        at_end = self.outcome.steps == len(self.plan) - 1
        taken = f"took the {self.last_step} steps asked for"
        self._end("finished", "reached the end of the path" if at_end else taken)

    def _begin(self, stepper: Stepper) -> SwingSegment | None:
        """The walker before its first step, and how it fell into it when it began standing."""
        if not self.config.from_standing:
            stepper.reset()
            return None
        first, second = self.plan[:2]
        targets = (second.s - first.s, self.schedule.at(1), self.config.gait.knee_duration)
        release = find_release(self.walk.walker, *targets)
        fall, touchdown = fall_forward(stepper.engine, first, release)
        stepper.reset(touchdown, float(fall.times[-1]))
        self.outcome = Outcome(time=stepper.time)
        return fall

    def _step(
        self,
        stepper: Stepper,
        navigator: Navigator,
        controller: FullController,
        command: StepCommand,
        fall: SwingSegment | None,
    ) -> WalkedStep | None:
        """Take one step, the last one to rest if that is asked for; None: nothing brings it there.

        Sets the outcome, finally when the walk ends with this step.
        """
        before = stepper.touchdown
        assert before is not None
        index, begin, stand = before.index + 1, None, None
        stopping = index == self.last_step and self.config.stop != "none"
        if stopping:
            begin = self._to_rest(begin_step(before, command), index)
            if begin is None:
                return None
        disturbance = Disturbance(self._pushes(stepper.time), controller.retarget)
        record = stepper.step(command, disturbance, begin)
        self._pushes_taken += len(record.swing.segments) - 1
        landed = record.touchdown
        self.outcome = Outcome(steps=index, time=stepper.time)
        self._end_with(record)
        if stopping and self.outcome.reason == Outcome().reason and record.landing is not None:
            stand = come_to_rest(stepper.engine, record.landing.switched)
            self._stood(stand)
        target = self.plan[index]
        length = target.s - self.plan[index - 1].s
        progress = None if landed is None else navigator.progress(landed)
        places = (progress, target, length, before.previous_pivot)
        return WalkedStep(record, command, *places, fall, stand)

    def _pushes(self, now: float) -> tuple[Push, ...]:
        """The pushes that have not come yet, by their times from `now` s on."""
        coming = sorted(self.config.disturbance.push, key=lambda push: push.time)
        left = coming[self._pushes_taken :]
        return tuple(Push(max(push.time - now, 0.0), (push.x, push.y, push.z)) for push in left)

    def _heed(self, index: int, stepper: Stepper, navigator: Navigator) -> None:
        """Take what a user wants of step `index` into configuration, schedule and plan."""
        try:
            inputs = self.asks.ask(index)
        except SipbulletError as error:
            self.asks.refused = str(error)
            return
        push_time = stepper.time + 0.5 * self.schedule.at(index).duration
        if inputs.targets is not None or inputs.plan is not None:
            wanted = steered(self.config, inputs.where_to, index, push_time)
            try:
                self._replan(wanted, index, stepper, navigator)
                self.config, self.asks.refused = wanted, ""
            except SipbulletError as error:
                self.asks.refused = str(error)
        self.config = steered(self.config, inputs.what_else, index, push_time)

    def _replan(
        self, config: WalkConfig, index: int, stepper: Stepper, navigator: Navigator
    ) -> None:
        """Follow the schedule and the plan of `config` from step `index` on.

        Raises:
            SipbulletError: it cannot be walked.
        """
        schedule = Schedule(config.gait, self.walk.spacing, config.schedule)
        plan = plan_walk(config, self.world, self.robot, schedule)
        if len(plan) <= index or plan[:index] != self.plan[:index]:
            raise ConfigError("it leads off the path")
        self.schedule, self.plan = schedule, plan
        stepper.follow(plan, schedule)
        navigator.follow(plan, schedule)

    def _to_rest(self, begin: tuple[Step, State], index: int) -> tuple[Step, State] | None:
        """The last step so that the walker comes to rest after it; None when nothing does that."""
        from sipbullet.control.stop import plan_stop

        refined, max_alpha = self.config.stop == "refined", self.config.footstep.max_alpha
        ground, duration = self.plan[index].z, self.schedule.at(index).duration
        plan = plan_stop(self.walk.walker, begin, ground, duration, refined, max_alpha)
        if plan.reached:
            return plan.step, plan.state
        self._end("stopped", f"step {index}: no foothold within reach brings the walker to rest")
        return None

    def _stood(self, stand: Stand) -> None:
        steps = self.outcome.steps
        time = self.outcome.time + float(stand.rise.times[-1] + stand.hold.times[-1])
        self.outcome = Outcome(
            "finished", f"came to rest with step {steps}, and stands", steps, time
        )

    def _end_with(self, record: StepRecord) -> None:
        """End the walk when it does with this step."""
        if record.fall:
            self._end("fell", record.fall)
        elif record.violations and self.config.monitor.strict:
            self._end("stopped", f"step {record.index}: strict: {record.violations[0]}")
