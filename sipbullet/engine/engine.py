"""The engine: one PyBullet server with the walker and its world, ready to run swings."""

import math
from pathlib import Path

from sipbullet.engine.body import WalkerBody
from sipbullet.engine.client import Client
from sipbullet.engine.ground import Ground
from sipbullet.engine.integrators import INTEGRATORS, make_integrator
from sipbullet.engine.standing import StandingLoop
from sipbullet.engine.swing import Push, Retarget, Swing, SwingLoop
from sipbullet.errors import ConfigError
from sipbullet.mechanics.linkage import Linkage
from sipbullet.mechanics.state import State, Step
from sipbullet.robot import Robot


class Engine:
    """PyBullet with one walker in one world. Use as a context manager, or call `close`."""

    def __init__(
        self,
        robot: Robot,
        robot_urdf: Path,
        world_urdf: str,
        integrator: str = "bullet",
        dt: float = 1e-3,
    ) -> None:
        """Load robot and world.

        Args:
            robot: the parameters that `robot_urdf` must hold.
            robot_urdf: the robot's file.
            world_urdf: text of the world's URDF.
            integrator: "bullet" (`stepSimulation`), "rk4" (on PyBullet's dynamics) or "kane" (on the Kane model).
            dt: time step in s.

        Raises:
            ConfigError: an unknown integrator, or a time step that is no positive number of at most 50 ms.
            EngineError: PyBullet does not hold what the files say.
        """
        if integrator not in INTEGRATORS:
            raise ConfigError(f"integrator: unknown {integrator!r}; choose from {', '.join(INTEGRATORS)}")
        if not (math.isfinite(dt) and 0.0 < dt <= 0.05):
            raise ConfigError(f"dt: {dt:g} s is no usable time step; it must be above 0 and at most 0.05 s")
        self.client = Client()
        self.robot = robot
        self.body = WalkerBody(self.client, robot, robot_urdf)
        self.ground = Ground(self.client, world_urdf)
        self.integrator = make_integrator(integrator, self.body, dt)
        self._loop = SwingLoop(self.body, self.integrator, self.ground)
        self.standing = StandingLoop(self.body, self.integrator)

    def swing(
        self,
        step: Step,
        state: State,
        linkage: Linkage,
        time_limit: float,
        pushes: tuple[Push, ...] = (),
        retarget: Retarget | None = None,
    ) -> Swing:
        """Run one swing of `step` from `state`; see `SwingLoop.run`."""
        return self._loop.run(step, state, linkage, time_limit, pushes, retarget)

    def close(self) -> None:
        """Disconnect from PyBullet."""
        self.client.close()

    def __enter__(self) -> "Engine":
        """Keep the engine for a `with` block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect from PyBullet."""
        self.close()
