"""Our integrators against MuJoCo's Runge–Kutta, side by side in one run.

Python tests/benchmarks/bench_integrators.py [ROUNDS].

Same body, same swings, same error (at most 1e-7 rad a step): the integration alone, and the whole
headless walk with MuJoCo put in the integrator's place, so that everything else is the same.
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import mujoco
import numpy as np
from builders import make_step, walk_of
from mujoco_body import MujocoSwing

import sipbullet as sb
from sipbullet.engine.integrators.base import FixedStepIntegrator, Instant
from sipbullet.mechanics.compiled import fly, start_values, trunk_constants
from sipbullet.mechanics.leg_geometry import Linkage
from sipbullet.mechanics.state import State
from sipbullet.robot.parameters import Robot

ERROR = 1e-7  # rad a step
STEP = make_step("right", (0.0, -0.1, 0.0), 0.0, 0.0, 0.2, 0.0, 0.9, 0.9, 0.9, 0.0)
START, DURATION = State(0.05, -0.2, 0.02, 0.1, 1.0, 0.25, 0.9), 0.55
STEPS = [DURATION / count for count in (6, 8, 11, 14, 18, 22, 28, 37, 55, 110)]


@sb.register_integrator("mujoco")
class MujocoIntegrator(FixedStepIntegrator):
    """MuJoCo in the place of an integrator, for steps with a locked knee."""

    def begin(self, step, state, time=0.0, work=0.0):
        self._swing = MujocoSwing(Linkage.of(self.body.walker, step), step, self.dt)
        return super().begin(step, state, time, work)

    def advance(self, instant, steps):
        return self.take(instant, steps * self.dt)

    def take(self, instant, duration):
        model, data = self._swing.model, self._swing.data
        data.qpos[:], data.qvel[:] = instant.positions[:3], instant.rates[:3]
        count = max(1, round(duration / self.dt))
        model.opt.timestep = duration / count
        mujoco.mj_step(model, data, count)
        positions, rates = instant.positions.copy(), np.zeros(4)
        positions[:3], rates[:3] = data.qpos, data.qvel
        return Instant(instant.time + duration, positions, rates, 0.0)


def largest_step(integrate):
    """The largest time step with which a swing's error is small enough."""
    exact = integrate(DURATION / 2000)
    return next(dt for dt in STEPS if np.abs(integrate(dt)[:3] - exact[:3]).max() <= ERROR)


def timed(call, count):
    started = time.perf_counter()
    for _ in range(count):
        call()
    return (time.perf_counter() - started) / count


def walk_time(integrator, dt):
    """Wall time in s of 60 steps on the flat by the PID."""
    simulation = {"integrator": integrator, "dt": dt}
    walk = walk_of(world="flat", steps=60, simulation=simulation).run()
    started = time.perf_counter()
    for _ in walk:
        pass
    wall = time.perf_counter() - started
    assert walk.outcome.status == "finished"
    return wall


def main(rounds):
    """Print ratios, the medians of `rounds` rounds."""
    linkage = Linkage.of(Robot(), STEP)
    constants, start = trunk_constants(linkage, STEP), start_values(START)
    swing = MujocoSwing(linkage, STEP, 1e-3)

    def ours(dt):
        return fly(constants, start, 0.0, DURATION, dt)

    def theirs(dt):
        swing.model.opt.timestep = dt
        return swing.run(START, DURATION)[0]

    dt_ours, dt_theirs = largest_step(ours), largest_step(theirs)
    print(
        f"largest step at {ERROR:g} rad a swing: kane {1e3 * dt_ours:.0f} ms, MuJoCo RK4 "
        f"{1e3 * dt_theirs:.0f} ms"
    )
    bare, whole = [], {"kane": [], "rk4": [], "bullet": []}
    for _ in range(rounds):
        bare.append(timed(lambda: ours(dt_ours), 300) / timed(lambda: theirs(dt_theirs), 300))
        mujoco_wall = walk_time("mujoco", 0.01)
        for name in whole:
            whole[name].append(walk_time(name, 1e-3 if name == "bullet" else 0.01) / mujoco_wall)
    print(
        f"the integration alone, kane over MuJoCo: {statistics.median(bare):.2f} (min "
        f"{min(bare):.2f}, max {max(bare):.2f})"
    )
    for name, ratios in whole.items():
        error = "" if name != "bullet" else " (1 ms, error 3e-4 rad)"
        spread = f"(min {min(ratios):.2f}, max {max(ratios):.2f})"
        print(
            f"the whole walk, {name}{error} over MuJoCo: {statistics.median(ratios):.2f} {spread}"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
