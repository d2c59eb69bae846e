"""Importing this registers the environments with Gymnasium; see `sipbullet.envs.walk_env`.

import gymnasium, sipbullet.gym
env = gymnasium.make("sipbullet/Walk-v0", render_mode="human")
"""

from sipbullet.envs.registration import register

register()
