"""Plans and schedules with the same targets at every step."""

from sipbullet.config.models import GaitConfig
from sipbullet.config.schedule import Schedule
from sipbullet.footsteps.along_path import plan_footsteps


def schedule_of(spacing=0.2, duration=0.55, length=0.4):
    return Schedule(GaitConfig(duration=duration, length=length), spacing)


def plan_of(world, length=0.4, spacing=0.2, start="right"):
    return plan_footsteps(world, schedule_of(spacing, length=length).at, start)
