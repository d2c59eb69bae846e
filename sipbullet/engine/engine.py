"""The engine: one PyBullet server with the walker and its world, ready to run swings."""

import math

from sipbullet.engine.body import WalkerBody
from sipbullet.engine.client import Client
from sipbullet.engine.double_support import DoubleSupportLoop
from sipbullet.engine.ground import Ground
from sipbullet.engine.integrators.registry import make_integrator
from sipbullet.engine.swing import Push, Retarget, Swing, SwingLoop
from sipbullet.errors import ConfigError
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State, Step
from sipbullet.mechanics.walker import Walker


class Engine:
    """PyBullet with one walker in one world. Use as a context manager, or call `close`."""

    def __init__(
        self,
        walker: Walker,
        robot_urdf: bytes,
        world_urdf: str,
        integrator: str = "bullet",
        dt: float = 1e-3,
    ) -> None:
        """Load robot and world.

        Args:
            walker: the parameters that `robot_urdf` must hold, and gravity.
            robot_urdf: content of the robot's file.
            world_urdf: text of the world's URDF.
            integrator: a registered name: "bullet" (`stepSimulation`), "rk4" (on PyBullet's
                dynamics), "kane" (on the Kane model), or somebody's own.
            dt: time step in s.

        Raises:
            ConfigError: an unknown integrator, or a time step that is no positive number of at
                most 50 ms.
            EngineError: PyBullet does not hold what the files say.
        """
        if not (math.isfinite(dt) and 0.0 < dt <= 0.05):
            raise ConfigError(
                f"dt: {dt:g} s is no usable time step; it must be above 0 and at most 0.05 s"
            )
        self.client = Client()
        self.walker = walker
        try:
            self.body = WalkerBody(self.client, walker, robot_urdf)
            self.ground = Ground(self.client, world_urdf)
            self.integrator = make_integrator(integrator, self.body, dt)
        except BaseException:
            self.client.close()
            raise
        self._loop = SwingLoop(self.body, self.integrator, self.ground)
        self.double_support = DoubleSupportLoop(self.body, self.integrator)

    def swing(
        self,
        step: Step,
        state: State,
        time_limit: float,
        pushes: tuple[Push, ...] = (),
        retarget: Retarget | None = None,
    ) -> Swing:
        """Run one swing of `step` from `state`; see `SwingLoop.run`."""
        linkage = Linkage.of(self.walker, step)
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
