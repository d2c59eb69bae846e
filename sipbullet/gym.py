"""Importing this registers `sipbullet/Walk-v0` and `sipbullet/Stairs-v0` with Gymnasium; see `sipbullet.study.gym_env`.

import gymnasium, sipbullet.gym
env = gymnasium.make("sipbullet/Walk-v0", render_mode="human")
"""

try:
    import gymnasium
except ImportError:
    raise ImportError("gymnasium is not installed; install it with: pip install 'sipbullet[gym]'") from None

PLACE = "sipbullet.study.gym_env:WalkEnv"

gymnasium.register("sipbullet/Walk-v0", entry_point=PLACE, max_episode_steps=60, kwargs={"world": "flat"})
gymnasium.register("sipbullet/Stairs-v0", entry_point=PLACE, kwargs={"world": "stairs"})
