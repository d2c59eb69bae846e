"""Speed of the walk, as ratios measured side by side in one run.

python tests/benchmarks/bench_walk.py [ROUNDS]

Bare: the same number of `stepSimulation` calls on the same body with the same motors, and nothing
else.
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from builders import make_step

from sipbullet.config.models import WalkConfig
from sipbullet.engine.engine import Engine
from sipbullet.mechanics.state import State
from sipbullet.record.summary import SummaryBuilder
from sipbullet.record.writer import RunFolder
from sipbullet.simulation.prepare import prepare
from sipbullet.worlds.exports import world_urdf


def timed_walk(record=False, **settings):
    """Wall time in s of the loop and simulated time in s."""
    walk = prepare(WalkConfig.model_validate(settings)).run()
    with tempfile.TemporaryDirectory() as place:
        folder, figures = (
            (RunFolder(Path(place) / "run", walk) if record else None),
            SummaryBuilder(walk),
        )
        started = time.perf_counter()
        for step in walk:
            figures.add(step)
            if folder is not None:
                folder.add(step)
        wall = time.perf_counter() - started
    return wall, walk.outcome.time


def timed_bare(simulated):
    """Wall time in s of the bare `stepSimulation` calls for `simulated` s."""
    walk = prepare(WalkConfig(world="flat")).run()
    with Engine(walk.walk.walker, walk.walk.urdf, world_urdf(walk.world)) as engine:
        step = make_step("right", (0.0, -0.1, 0.0), 0.0, 0.0, 0.2, 0.0, 0.9, 0.9, 0.9, 0.0)
        wall, left = 0.0, round(simulated / 1e-3)
        engine.client.setTimeStep(1e-3)
        while left > 0:
            engine.body.place(step, State(0.0, -0.2, 0.0, 0.0, 1.0, 0.2, 0.9))
            started = time.perf_counter()
            for _ in range(min(550, left)):
                engine.client.stepSimulation()
            wall += time.perf_counter() - started
            left -= 550
    return wall


def timed_reset():
    """Wall time in s of placing the body anew at a touchdown."""
    walk = prepare(WalkConfig(world="flat")).run()
    with Engine(walk.walk.walker, walk.walk.urdf, world_urdf(walk.world)) as engine:
        step, state = (
            make_step("right", (0, 0, 0), 0, 0, 0.2, 0, 0.9, 0.9, 0.9, 0),
            State(0, -0.2, 0, 0, 1, 0, 0.9),
        )
        started = time.perf_counter()
        for _ in range(500):
            engine.body.place(step, state)
    return (time.perf_counter() - started) / 500


def main(rounds):
    """Print the medians of `rounds` rounds."""
    ratios, recorded, factors, rk4, walls, bares = [], [], [], [], [], []
    for _ in range(rounds):
        wall, simulated = timed_walk(world="flat", steps=60)
        bare = timed_bare(simulated)
        with_files, _ = timed_walk(record=True, world="flat", steps=60)
        precise, precise_time = timed_walk(world="flat", steps=60, simulation={"integrator": "rk4"})
        ratios.append(wall / bare)
        walls.append(wall)
        bares.append(bare)
        recorded.append(with_files / bare)
        factors.append(simulated / wall)
        rk4.append(precise_time / precise)
    print(
        f"walk flat, bullet 1 ms, over bare stepSimulation: {statistics.median(ratios):.2f} (min "
        f"{min(ratios):.2f})"
    )
    print(f"  ratio of the shortest times of both:            {min(walls) / min(bares):.2f}")
    print(f"the same with all files written:                  {statistics.median(recorded):.2f}")
    print(
        f"bullet 1 ms: {statistics.median(factors):.0f} x real time; rk4 10 ms: "
        f"{statistics.median(rk4):.0f} x real time"
    )
    print(f"reset at a touchdown: {1e3 * timed_reset():.3f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
