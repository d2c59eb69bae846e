"""The same walker in MuJoCo: one body on three hinges, by its own Runge–Kutta."""

import mujoco
import numpy as np

from sipbullet.mechanics.knee import KneeDrive

XML = """
<mujoco>
  <compiler angle="radian" inertiafromgeom="false"/>
  <option integrator="RK4" timestep="{dt!r}" gravity="0 0 {gravity!r}"/>
  <worldbody>
    <body>
      <joint type="hinge" axis="0 0 1"/>
      <joint type="hinge" axis="0 1 0"/>
      <joint type="hinge" axis="1 0 0"/>
      {slide}
      <inertial mass="{mass!r}" pos="{x!r} {y!r} {z!r}" fullinertia="{inertia}"/>
    </body>
  </worldbody>
</mujoco>
"""


class MujocoSwing:
    """A swing of a linkage in MuJoCo.

    Generalized coordinates are the supporting leg's (theta_z, theta, theta_x, leg1).
    """

    def __init__(self, linkage, step, dt):
        """Build the body of one step."""
        robot, locked = linkage.walker, step.knee_locked
        x, y, z = linkage.cog.tolist()
        m = linkage.inertia
        moments = [m[0, 0], m[1, 1], m[2, 2], m[0, 1], m[0, 2], m[1, 2]]
        xml = XML.format(
            dt=dt,
            gravity=-9.81,
            slide="" if locked else '<joint type="slide" axis="0 0 1"/>',
            mass=robot.mass,
            x=x,
            y=y,
            z=z + step.knee.start if locked else z,
            inertia=" ".join(repr(float(value)) for value in moments),
        )
        self.model = mujoco.MjModel.from_xml_string(xml)
        self.data = mujoco.MjData(self.model)
        self.locked, self._leg1 = locked, step.knee.start
        self._drive = None if locked else KneeDrive(robot, step)
        self._knee_end = step.knee.duration

    def _knee(self, model, data):
        """Called at every stage of a Runge–Kutta step: the knee's force."""
        q, v = data.qpos, data.qvel
        data.qfrc_passive[3] += self._drive.force(data.time, q[1], q[2], q[3], v[3])

    def run(self, state, duration):
        """Positions and rates (4,) after `duration` s from `state`."""
        free = 3 if self.locked else 4
        self.data.time = 0.0
        self.data.qpos[:], self.data.qvel[:] = state.positions[:free], state.rates[:free]
        if self._drive is not None:
            mujoco.set_mjcb_passive(self._knee)
        try:
            self._steps(duration)
        finally:
            mujoco.set_mjcb_passive(None)
        positions, rates = np.array([0.0, 0.0, 0.0, self._leg1]), np.zeros(4)
        positions[:free], rates[:free] = self.data.qpos, self.data.qvel
        return positions, rates

    def _steps(self, duration):
        """Whole time steps as many as fit, evenly.

        Cut where the knee's reference ends, for the jerk jumps there.
        """
        stops = [duration] if self._drive is None else [min(self._knee_end, duration), duration]
        for stop in stops:
            left = stop - self.data.time
            if left > 1e-12:
                count = int(np.ceil(left / self.model.opt.timestep - 1e-9))
                usual, self.model.opt.timestep = self.model.opt.timestep, left / count
                mujoco.mj_step(self.model, self.data, count)
                self.model.opt.timestep = usual
