"""Time of the footstep controller over the steps of the tower and the tour.

Python tests/benchmarks/bench_footstep.py.
"""

import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from analytic import analytic_walk
from plans import plan_of

import sipbullet.control.footstep as footstep
from sipbullet.control.shooting import ShootingProblem
from sipbullet.worlds.catalogue import load_world

times: dict[str, list[float]] = {"solver": [], "whole command": []}


def timed(function, name):
    """The function, with its wall times kept."""

    def wrapper(*arguments):
        started = time.perf_counter()
        result = function(*arguments)
        times[name].append(time.perf_counter() - started)
        return result

    return wrapper


def main():
    """Print the medians."""
    plans = [plan_of(load_world(name), 0.4, 0.2) for name in ("tower", "tour")]
    analytic_walk(plans[0][:3])  # compile
    ShootingProblem.solve = timed(ShootingProblem.solve, "solver")
    footstep.FootstepController.command = timed(
        footstep.FootstepController.command, "whole command"
    )
    steps = [step for plan in plans for step in analytic_walk(plan)]
    print(f"{len(steps)} steps")
    for name, values in times.items():
        print(
            f"{name}: median {1e3 * statistics.median(values):.2f} ms, largest "
            f"{1e3 * max(values):.2f} ms"
        )
    residual = max(step.command.residual for step in steps)
    print(
        f"iterations: at most {max(step.command.iterations for step in steps)}; residual at most "
        f"{residual:.1e}"
    )


if __name__ == "__main__":
    main()
