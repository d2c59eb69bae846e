"""The hybrid system of a walk: who walks, where, under which settings, along which footholds."""

from dataclasses import dataclass
from functools import cached_property

from sipbullet.config.models import WalkConfig
from sipbullet.config.schedule import Schedule
from sipbullet.control.interface import Touchdown
from sipbullet.footsteps.foothold import Foothold
from sipbullet.mechanics.walker import Walker
from sipbullet.robot.parameters import Robot
from sipbullet.worlds.terrain import World


@dataclass(frozen=True)
class HybridSystem:
    """All that a stepper needs: everything checked, nothing started, nothing that changes."""

    config: WalkConfig
    walker: Walker
    urdf: bytes  # content of the robot's file
    world: World
    spacing: float  # m
    schedule: Schedule
    plan: tuple[Foothold, ...]
    start: Touchdown

    @property
    def robot(self) -> Robot:
        """Who walks."""
        return self.walker.robot

    @cached_property
    def ground(self) -> World:
        """The world as it is, with what the controller does not know of."""
        return self.world.disturbed(self.config.disturbance.ground_error, self.config.seed)
