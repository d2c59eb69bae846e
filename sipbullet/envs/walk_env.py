"""Gymnasium environments: a step is one of the walker's, the action the six of Eq. (1).

`import sipbullet.gym` registers them:

- `sipbullet/Walk-v0`: level ground. An episode is cut off (truncated) after 60 steps.
- `sipbullet/Stairs-v0`: the shipped staircase, up and down. The episode ends at its last foothold.

Action, six numbers in [−1, 1], times `ACTION_SCALE` added to what a planar pendulum and two legs'
geometry give (with all at zero the walker falls after some steps, for nothing holds its roll and
heading):

    δγx, δω (rad/s), δα (rad), δ of αz away from the body, δ of αz to the left (rad), δγ (rad/s)

Observation, the touchdown in the path's frame, and the three next treads: foot ahead of its
foothold and left of it (m), heading from the path's, pitch and roll of the new leg, roll of the
pelvis (rad), duration of the step that ended (s), +1 on the right foot and −1 on the left; then
length (m), rise (m) and turn (rad) of the next three steps.

Reward of a step: 1 − ½·min(1, (foothold error/0.1 m)²) − ½·min(1, (pelvis' roll/0.1 rad)²); 0 for
the step it falls in.
"""

from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from sipbullet.config.controllers import PidConfig
from sipbullet.config.models import WalkConfig
from sipbullet.config.toml_files import validate
from sipbullet.control.heading import LegAlongHeading
from sipbullet.control.interface import StepCommand, Touchdown
from sipbullet.control.navigation import Navigator
from sipbullet.control.pid import PidController
from sipbullet.engine.client import Client
from sipbullet.errors import ConfigError
from sipbullet.mechanics.rigid_motion import Array
from sipbullet.mechanics.state import SIDE_SIGN
from sipbullet.record.phases import Phase, phases_of
from sipbullet.simulation.prepare import prepare
from sipbullet.simulation.step import StepRecord
from sipbullet.simulation.stepper import Stepper
from sipbullet.simulation.walked_step import WalkedStep
from sipbullet.view.remote_window import RemoteWindow
from sipbullet.view.scene import Scene
from sipbullet.view.video import Camera
from sipbullet.worlds.exports import world_urdf

ACTION_SCALE = np.array([0.5, 0.3, 0.1, 0.05, 0.05, 0.5])  # rad/s and rad
NEXT = 3  # treads seen ahead
PLACES = ("along", "left", "heading", "pitch", "roll", "pelvis_roll", "duration", "support")
NUDGE = {"theta_z": 0.03, "theta_x": 0.02}  # rad, by which an episode begins off its path
OPEN_LOOP = PidConfig(**{**dict.fromkeys(PidConfig.model_fields, 0.0), "sway": 1.0})
LARGE = 100.0  # beyond anything observed
PICTURE = (480, 270)  # pixels


Single = np.ndarray[tuple[int, ...], np.dtype[np.float32]]


class WalkEnv(gymnasium.Env[Single, Single]):
    """A walk decided step by step."""

    metadata = {  # noqa: RUF012 (Gymnasium's own is an instance variable)
        "render_modes": ["human", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        world: str = "flat",
        render_mode: str | None = None,
        integrator: str = "kane",
        **settings: Any,
    ) -> None:
        """Make the environment.

        Args:
            world: a shipped world or a TOML file.
            render_mode: none, "human" (a window, in real time) or "rgb_array".
            integrator: "kane", "rk4" or "bullet".
            settings: more settings of the walk, as in a run.toml.

        Raises:
            SipbulletError: the world or the settings are wrong.
        """
        config = {"world": world, "simulation": {"integrator": integrator}, **settings}
        self._walk = prepare(validate(WalkConfig, config, "environment", ConfigError))
        self._running = self._walk.run()  # for its drawings
        self.render_mode = render_mode
        self.action_space = spaces.Box(-1.0, 1.0, (6,), np.float32)
        self.observation_space = spaces.Box(-LARGE, LARGE, (len(PLACES) + 3 * NEXT,), np.float32)
        self._stepper = Stepper(self._walk)
        self._navigator = Navigator(self._walk.plan, self._walk.schedule)
        self._window: RemoteWindow | None = None
        self._camera: tuple[Scene, Camera] | None = None
        self._phases: list[Phase] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Single, dict[str, Any]]:
        """Begin anew, a little off the path, as the seed decides.

        Raises:
            ConfigError: `options` has a key; none is known.
        """
        super().reset(seed=seed)
        if options:
            names = ", ".join(repr(name) for name in options)
            raise ConfigError(f"reset: options has {names}; this environment knows no options")
        walk = self._walk
        self._base = PidController(walk.walker, self._navigator, walk.config.gait, OPEN_LOOP)
        state = walk.start.state
        for name, size in NUDGE.items():
            nudged = getattr(state, name) + float(self.np_random.uniform(-size, size))
            state = _with(state, name, nudged)
        self._phases = []
        return self._observation(self._stepper.reset(_with(walk.start, "state", state))), {}

    def step(self, action: Single) -> tuple[Single, float, bool, bool, dict[str, Any]]:
        """Take one walking step.

        Raises:
            ConfigError: the action is no six finite numbers, or the episode has ended.
        """
        before, walk = self._stepper.touchdown, self._walk
        command = None if before is None else self._base.command(before)
        if before is None or command is None:
            raise ConfigError("step: the episode has ended; call reset() first")
        change = np.clip(_checked(action), -1.0, 1.0) * ACTION_SCALE
        command = _changed(command, SIDE_SIGN[before.support], change)
        record = self._stepper.step(command)
        self._remember(record, command, before)
        if self.render_mode == "human":
            self.render()
        touchdown = self._stepper.touchdown
        if touchdown is None:
            return self._observation(before), 0.0, True, False, {"reason": record.fall}
        target = walk.plan[touchdown.index]
        away = (touchdown.pivot[0] - target.x, touchdown.pivot[1] - target.y)
        error = float(np.hypot(*away))
        assert record.landing is not None
        off, roll = min(1.0, (error / 0.1) ** 2), min(1.0, (record.landing.roll / 0.1) ** 2)
        reward = 1.0 - 0.5 * off - 0.5 * roll
        at_end = touchdown.index + 1 >= len(walk.plan)
        return self._observation(touchdown), reward, at_end, False, {"foothold_error": error}

    def _observation(self, touchdown: Touchdown) -> Single:
        here, plan = self._walk.plan[touchdown.index], self._walk.plan
        s, left = here.along_and_left(*touchdown.pivot[:2])
        state, leg = touchdown.state, LegAlongHeading.of(touchdown)
        heading = (state.theta_z - here.yaw + np.pi) % (2 * np.pi) - np.pi
        duration = (
            self._walk.config.gait.duration if touchdown.duration is None else touchdown.duration
        )
        values = [
            s - here.s,
            left - here.side,
            heading,
            state.theta,
            state.theta_x,
            leg.pelvis_roll,
            duration,
        ]
        values.append(float(SIDE_SIGN[touchdown.support]))
        for ahead in range(NEXT):
            one, two = (plan[min(touchdown.index + k, len(plan) - 1)] for k in (ahead, ahead + 1))
            values += [two.s - one.s, two.z - one.z, two.yaw - one.yaw]
        return np.asarray(np.clip(np.array(values), -LARGE, LARGE), dtype=np.float32)

    def _remember(self, record: StepRecord, command: StepCommand, before: Touchdown) -> None:
        """Keep the last step for `render`."""
        if self.render_mode is not None:
            target = self._walk.plan[record.index]
            walked = WalkedStep(record, command, None, target, 0.0, before.previous_pivot)
            self._phases = phases_of(walked, self._running)

    def render(self) -> Any:
        """The last step: shown in the window, or its end as a picture (270, 480, 3)."""
        if self.render_mode == "human" and self._phases:
            if self._window is None:
                self._window = RemoteWindow(*self._scene())
            self._window.show(self._phases)
            return None
        if self.render_mode != "rgb_array":
            return None
        if self._camera is None:
            scene = Scene(Client(), *self._scene())
            self._camera = scene, Camera(scene, *PICTURE, egl=False)
        scene, camera = self._camera
        if not self._phases:
            return np.zeros((PICTURE[1], PICTURE[0], 3), dtype=np.uint8)
        scene.show(self._phases[-1], self._phases[-1].end)
        return camera.picture()

    def _scene(self) -> tuple[Any, Any, str]:
        return self._walk.robot, self._walk.urdf, world_urdf(self._walk.ground)

    def close(self) -> None:
        """Let engine and window go."""
        self._stepper.close()
        if self._window is not None:
            self._window.close()
        if self._camera is not None:
            self._camera[0].client.close()
        self._window = self._camera = None


def _checked(action: Any) -> Array:
    try:
        numbers = np.asarray(action, dtype=float)
    except (TypeError, ValueError):
        raise ConfigError(f"step: the action is {action!r}; it must be six numbers") from None
    if numbers.shape != (6,) or not np.all(np.isfinite(numbers)):
        raise ConfigError(
            f"step: the action has the shape {numbers.shape}, or is not finite; "
            "it must be six numbers in [-1, 1]"
        )
    return numbers


def _with(value: Any, name: str, new: Any) -> Any:
    return replace(value, **{name: new})


def _changed(command: StepCommand, side: int, change: Array) -> StepCommand:
    """The command with an action added."""
    roll, pitch, alpha, sway, aside, yaw = change.tolist()
    return replace(
        command,
        gamma_x=command.gamma_x + roll,
        omega=command.omega + pitch,
        alpha=command.alpha + alpha,
        alpha_z=command.alpha_z + side * sway + aside,
        gamma=command.gamma + yaw,
    )
