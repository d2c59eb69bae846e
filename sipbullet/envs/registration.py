"""Registers the environments with Gymnasium."""

try:
    import gymnasium
except ImportError:
    raise ImportError(
        "gymnasium is not installed; install it with: pip install 'sipbullet[gym]'"
    ) from None

PLACE = "sipbullet.envs.walk_env:WalkEnv"


def register() -> None:
    """Register `sipbullet/Walk-v0` and `sipbullet/Stairs-v0`; may be called again."""
    known = gymnasium.registry
    if "sipbullet/Walk-v0" not in known:
        gymnasium.register(
            "sipbullet/Walk-v0", entry_point=PLACE, max_episode_steps=60, kwargs={"world": "flat"}
        )
    if "sipbullet/Stairs-v0" not in known:
        gymnasium.register("sipbullet/Stairs-v0", entry_point=PLACE, kwargs={"world": "stairs"})
