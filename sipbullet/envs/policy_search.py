"""An example of the environments: a linear policy found by random search.

    python -m sipbullet.envs.policy_search

The policy has four gains: roll rate against the leg's roll, angle between the legs against the
foothold's error, yaw rate against the errors of heading and of place. Each round tries some changes
of the best gains so far, and
keeps the best.
"""

from typing import Any

import gymnasium
import numpy as np

from sipbullet.envs.registration import register
from sipbullet.envs.walk_env import ACTION_SCALE
from sipbullet.mechanics.rigid_motion import Array

GAIN_SCALE = np.array([2.0, 0.3, 1.0, 0.5])


def action(gains: Array, seen: Array) -> Array:
    """The policy's action for what is `seen`."""
    along, left, heading, _, roll = seen[:5]
    change = [
        -gains[0] * roll,
        0.0,
        -gains[1] * along,
        0.0,
        0.0,
        -gains[2] * heading - gains[3] * left,
    ]
    return np.asarray(np.clip(np.array(change) / ACTION_SCALE, -1.0, 1.0), dtype=np.float32)


def score(env: gymnasium.Env[Any, Any], gains: Array, seeds: range) -> float:
    """Mean return over episodes of these seeds."""
    total = 0.0
    for seed in seeds:
        seen, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            seen, reward, terminated, truncated, _ = env.step(action(gains, seen))
            total, ended = total + float(reward), terminated or truncated
    return total / len(seeds)


def search(
    name: str = "sipbullet/Walk-v0", rounds: int = 10, tries: int = 6, seed: int = 0
) -> tuple[Array, float, float]:
    """Search: the gains found, their score on fresh episodes, and that of doing nothing."""
    register()
    env, generator = gymnasium.make(name), np.random.default_rng(seed)
    best, value = np.zeros(4), -np.inf
    for _ in range(rounds):
        for gains in best + GAIN_SCALE * generator.normal(size=(tries, 4)):
            found = score(env, gains, range(2))
            if found > value:
                best, value = gains, found
    fresh = range(1000, 1005)
    results = best, score(env, best, fresh), score(env, np.zeros(4), fresh)
    env.close()
    return results


if __name__ == "__main__":
    gains, value, nothing = search()
    print(f"gains {np.round(gains, 2).tolist()}: return {value:.1f}; doing nothing: {nothing:.1f}")
